"""Whether an example passes with what its failure proposes for its heading, or for what it gives: nothing is proposed
that does not help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from dsl.ir.program import Program
from dsl.terms import Terms
from dsl.text.diagnostics import Refused
from dsl.text.inflection import articled
from interpreter.play.example_failures import LAST_GIVEN
from interpreter.play.example_origins import FIRST_GIVEN, NEXT
from interpreter.play.example_runner import DONE
from interpreter.play.examples import Outcome, run_example
from interpreter.play.rules import Rules

ANOTHER = re.compile(r'(?P<heading>example ".*"(?: in .+)?), in place of (?P<written>example ".*"(?: in .+)?)')
PHASE = re.compile(r"^phase (?:the )?(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)", re.MULTILINE)
OF_WHAT_LIES_THERE = re.compile(
    r"\s*given the (?P<value>[A-Z].*?) of the (?P<kind>[A-Z].*?) (?P<there>(?:in|on) .+) is (?P<said>[a-z][\w-]*)"
)
IN_PLACE = "in place of it: "
CHOSEN = re.compile(r"\s*when .*? chooses an? (?P<words>(?:[a-z-]+ )*)(?P<name>[A-Z].*?) (?P<where>(?:in|on) .+)")


def with_hints_tried(outcome: Outcome, path: Path, terms: Terms, program: Program) -> Outcome:
    """The outcome without the headings under which the example of a rulebook fails as well, and without given lines
    with which it comes no further; and with the words of a given line that it only says the sense of. Where what is
    given is the fault, nothing is written into the line that fails."""
    from dsl.load import text_of  # here, as a game that is known starts without the front end

    text = text_of(path)[0]
    said = (_in_words(hint, outcome, text, program) for hint in outcome.hints)
    anew = [hint for hint in _with_such_a_piece(outcome, text) if _helps(hint, outcome, path, terms, text, program)]
    anew = anew or [hint for hint in _in_a_phase(outcome, text) if _helps(hint, outcome, path, terms, text, program)]
    hints = tuple(anew or (h for h in said if h and _helps(h, outcome, path, terms, text, program)))
    given = any(hint.startswith(FIRST_GIVEN) for hint in hints)  # is the fault, and not what the line says
    return replace(outcome, hints=hints, right=() if given else outcome.right)


def _with_such_a_piece(outcome: Outcome, text: str) -> Iterator[str]:
    """`given the Good of the Tile on A1 is wine`, which never changes: such a Tile lies there, and no other."""
    line = text.split("\n")[outcome.place.line - 1] if outcome.place else ""
    found = OF_WHAT_LIES_THERE.match(line)
    if found:
        none = f"given there is no {found['kind']} {found['there']}"
        yield f"{IN_PLACE}{none}{NEXT}given there is {articled(found['said'])} {found['kind']} {found['there']}"


def _in_a_phase(outcome: Outcome, text: str) -> Iterator[str]:
    """The heading with which an example begins in a phase, where the first line with which something is done is not for
    the beginning of the game."""
    example, step = outcome.example, outcome.step
    first = next((one for one in example.steps if one.sort in DONE), None)
    if step is not None and first is not None and step.span == first.span and not example.phase:
        heading = f'example "{example.title}"'
        yield from (f"{heading} in {found['name']}, in place of {heading}" for found in PHASE.finditer(text))


def _in_words(hint: str, outcome: Outcome, text: str, program: Program) -> str:
    """A given line for what is to be chosen, in the words of the line that chooses it: two of it, as what is the only
    one is taken without a question. Empty where it is not said where that lies."""
    if not hint.endswith("…") or outcome.step is None:
        return hint
    found = CHOSEN.match(text.split("\n")[outcome.step.span.line - 1])
    kind = next((k for k in program.kinds if found and k.name == found["name"] and k.sort == "piece"), None)
    return hint.replace("…", f"{found['words']}{kind.plural} {found['where']}") if found and kind else ""


def _helps(hint: str, outcome: Outcome, path: Path, terms: Terms, text: str, program: Program) -> bool:
    """Whether the example passes with a hint, or comes further, as far as that is one of its heading or of what it
    gives."""
    found = ANOTHER.fullmatch(hint)
    if found is not None:
        once = text.count(found["written"]) == 1
        return not once or _passes(text.replace(found["written"], found["heading"]), outcome, path, terms, 0)
    if not hint.startswith((FIRST_GIVEN, LAST_GIVEN, IN_PLACE)):
        return True
    lines = text.split("\n")
    if hint.startswith(IN_PLACE):
        at = outcome.place.line - 1 if outcome.place else 0
        given = hint.removeprefix(IN_PLACE).split(NEXT)
        lines[at : at + 1] = [f"{lines[at][: _depth(lines[at])]}{line}" for line in given]
        return _passes("\n".join(lines), outcome, path, terms, len(given) - 1)
    heading = program.rules[outcome.example.rule].span.line
    at = _given_at(lines, heading, last=hint.startswith(LAST_GIVEN))
    first = next(line for line in lines[heading:] if line.strip())
    margin = first[: len(first) - len(first.lstrip())]
    more = hint.partition(": ")[2].split(NEXT)
    lines[at:at] = [f"{margin}{line}" for line in more]
    return _passes("\n".join(lines), outcome, path, terms, len(more))


def _given_at(lines: Sequence[str], heading: int, last: bool) -> int:
    """Where a line that gives something stands before all others under a heading, or behind them."""
    own = [*takewhile(lambda k: not lines[k].lstrip().startswith(("when ", "then ")), range(heading, len(lines)))]
    given = [k for k in own if lines[k].lstrip().startswith("given ")]
    if not (given and last):
        return given[0] if given else heading
    behind = range(given[-1] + 1, len(lines))  # a sentence can go on over several lines, which stand deeper
    return next((k for k in behind if lines[k].strip() and _depth(lines[k]) <= _depth(lines[given[-1]])), len(lines))


def _depth(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip())


def _passes(text: str, outcome: Outcome, path: Path, terms: Terms, more: int) -> bool:
    """Whether the example of a text with so many lines more passes, or at least the line at which it failed, if one
    was put in."""
    from dsl.load import load_text, program_of  # here, as a game that is known starts without the front end

    book, _ = load_text(text, str(path), terms)
    try:
        rules = Rules.of(program_of(book, examples=True)) if book else None
    except Refused:
        rules = None
    named = [one for one in rules.program.examples if one.title == outcome.example.title] if rules else []
    found = [run_example(rules.program, rules.machine, one) for one in named] if rules else []
    return any(one.fine or (more and _line(one) > _line(outcome) + more) for one in found)


def _line(outcome: Outcome) -> int:
    """The line at which an example stops, 0 where that is none of its own."""
    return outcome.place.line if outcome.place else 0
