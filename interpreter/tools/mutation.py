"""Which clauses are held: whether anybody would notice if what encodes them were not there, or said something else.

A mutant is noticed when the text no longer checks, when a worked example fails, or when a random game of the same seed
takes another course. All forms of the game are tried; for what belongs to a variant, that with this variant alone.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from dsl.ir.layout import SITE_AT, STATUS_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import SCORES, WINS
from dsl.terms import Terms
from dsl.text.files import read_text, temporary_folder
from interpreter.bots.random_player import any_answer
from interpreter.failures import RulebookError
from interpreter.knowledge.reader import Knowledge
from interpreter.library.chance import Luck, seed_of
from interpreter.play.examples import run_example
from interpreter.play.options import Answers
from interpreter.play.rules import Rules
from interpreter.play.simultaneous import asked, asking, is_secret
from interpreter.state.machine import Fault, State
from interpreter.tools.mutants import Construct, Mutant, constructs, mutants
from interpreter.tools.simulate import LONGEST, deaf_processes

Course = Iterator[tuple[object, ...]]
Progress = Callable[[int, int], object]
UNREADABLE = "E01"  # how codes begin that say that a sentence is none


class Fate(StrEnum):
    """What became of a mutant. A sentence that was changed into what is none makes no mutant."""

    EXAMPLE = "an example fails"
    PLAY = "a random game takes another course"
    NEEDED = "the text no longer checks"
    SURVIVED = "nothing changes"
    NONSENSE = "it is no sentence"


@dataclass
class Mutation:
    """What became of all mutants, in the order of the text. `asked` are the clauses that it was done for."""

    asked: Sequence[str]
    fates: list[tuple[Mutant, Fate]] = field(default_factory=list)

    @property
    def counts(self) -> Counter[Fate]:
        """How many mutants met each fate; what is no sentence is not counted."""
        return Counter(fate for _, fate in self.fates if fate is not Fate.NONSENSE)

    @property
    def clauses(self) -> dict[str, set[Fate]]:
        """What the mutants of the constructs that cite a clause met."""
        found: dict[str, set[Fate]] = {clause: set() for clause in self.asked}
        for mutant, fate in self.fates:
            for clause in found.keys() & mutant.construct.clauses:
                found[clause].add(fate)
        return {clause: fates - {Fate.NONSENSE} for clause, fates in found.items()}

    @property
    def survivors(self) -> list[Mutant]:
        """The mutants that nobody notices, which may as well mean the same as the text."""
        return [mutant for mutant, fate in self.fates if fate is Fate.SURVIVED]

    @property
    def loose(self) -> list[str]:
        """Clauses that nothing holds: all mutants survive."""
        return [clause for clause, fates in self.clauses.items() if fates <= {Fate.SURVIVED}]

    def of(self, clause: str) -> list[Mutant]:
        """The mutants of what cites a clause."""
        return [m for m, fate in self.fates if clause in m.construct.clauses and fate is not Fate.NONSENSE]

    @property
    def only_needed(self) -> list[str]:
        """Clauses that no example and no game holds, but only that other lines need what encodes them."""
        return [c for c, fates in self.clauses.items() if Fate.NEEDED in fates <= {Fate.NEEDED, Fate.SURVIVED}]


def mutate(
    rulebook: Path, games: int, seed: int, sample: int = 0, jobs: int = 1, progress: Progress | None = None
) -> Mutation:
    """Judges the mutants of all constructs that cite clauses, or of those that cite `sample` clauses drawn by `seed`.

    `progress` is called with how many are done and how many there are. Raises RulebookError, OSError.
    """
    judge = _Judge(rulebook, games, seed)  # complains of the rulebook itself, before a process is started
    text, known = read_text(rulebook), constructs(rulebook)
    asked = drawn(known, sample, seed)
    chosen = [construct for construct in known if set(asked) & set(construct.clauses)]
    changed = [mutant for construct in chosen for mutant in mutants(text, construct)]
    found = Mutation(asked)
    for mutant, fate in zip(changed, _fates(judge, changed, jobs), strict=True):
        found.fates.append((mutant, fate))
        if progress:
            progress(len(found.fates), len(changed))
    return found


def drawn(known: Sequence[Construct], sample: int, seed: int) -> list[str]:
    """So many of the clauses that constructs cite, drawn by a seed; all of them if `sample` is 0."""
    clauses = sorted({clause for construct in known for clause in construct.clauses})
    return sorted(Random(seed).sample(clauses, min(sample, len(clauses)))) if sample else clauses


def _fates(judge: _Judge, changed: Sequence[Mutant], jobs: int) -> Iterator[Fate]:
    if jobs == 1:
        yield from map(judge.fate, changed)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare, initargs=judge.recipe) as pool:
        with deaf_processes():
            fates = pool.map(_fate_prepared, changed)  # starts them
        yield from fates


class _Judge:
    """Tries mutants in one process. `recipe` is what another process needs to make the same."""

    def __init__(self, rulebook: Path, games: int, seed: int) -> None:
        self.recipe = (rulebook, games, seed)
        self.name = rulebook.name
        self.seeds = [seed_of(seed, number) for number in range(games)]
        self.forms = Rules.load(rulebook).program.forms
        self.courses = {form: self._courses(Rules.load(rulebook, form)) for form in self.forms}

    def _courses(self, rules: Rules) -> list[list[tuple[object, ...]]]:
        return [list(islice(course(rules, seed), LONGEST)) for seed in self.seeds]

    def fate(self, mutant: Mutant) -> Fate:
        """What becomes of a mutant in the forms of the game that it may matter in."""
        variant = mutant.construct.variant
        with temporary_folder() as folder:
            path = folder / self.name
            path.write_text(mutant.text, encoding="utf-8")
            fates = (self._fate(path, form, mutant) for form in ([Terms((variant,))] if variant else self.forms))
            return next((fate for fate in fates if fate is not Fate.SURVIVED), Fate.SURVIVED)

    def _fate(self, path: Path, form: Terms, mutant: Mutant) -> Fate:
        try:
            rules = Rules.with_examples(path, form)
        except RulebookError as error:
            unreadable = any(d.code.startswith(UNREADABLE) for d in error.diagnostics)
            return Fate.NONSENSE if unreadable and not mutant.removes else Fate.NEEDED
        if not all(run_example(rules.program, rules.machine, example).fine for example in rules.program.examples):
            return Fate.EXAMPLE
        pairs = zip(self.courses[form], self.seeds, strict=True)
        return Fate.SURVIVED if all(same(known, course(rules, seed)) for known, seed in pairs) else Fate.PLAY


_prepared: list[_Judge] = []  # the judge of this process, if it is one of several


def _prepare(rulebook: Path, games: int, seed: int) -> None:
    _prepared[:] = [_Judge(rulebook, games, seed)]


def _fate_prepared(mutant: Mutant) -> Fate:
    return _prepared[0].fate(mutant)


# ------------------------------------------------------------------------------------------------------------- one game


def same(known: Iterable[object], other: Iterable[object]) -> bool:
    """Whether two courses are the same; the second is followed as long as it is."""
    return all(one == two for one, two in islice(zip_longest(known, other), LONGEST))


def course(rules: Rules, seed: int) -> Course:
    """A game of players who take any option: for each decision who had how many and took which, last how it ended."""
    luck = Luck(seed)
    state = rules.machine.initial(seed)
    try:
        rules.machine.run(state)
        while state[STATUS_AT] != OVER:
            step, codes = _step(rules, state, luck)
            yield step
            for code in codes:
                rules.machine.resume(state, code)
    except Fault as fault:
        yield (fault.code,)
    for name in (WINS, SCORES):
        array = rules.box.arrays.get(name)
        if array is not None:
            yield tuple(state[array.offset : array.offset + len(rules.program.players)])


def _step(rules: Rules, state: State, luck: Luck) -> tuple[tuple[object, ...], Sequence[int]]:
    """What is told of the open decision, and the codes of the answer."""
    who = asked(rules.program, rules.machine, state)[0]
    alone = asking(rules.program, rules.machine, state, who)
    answers = Answers(rules.program.decisions[alone[SITE_AT]], Knowledge(rules.box, state, who))
    codes, options = any_answer(rules, state, luck)
    own = codes[1::2] if is_secret(rules.program, state) else codes
    return (who, options, *(answers.text(code) for code in own)), codes
