"""The laws that every game keeps. A rulebook is covered by lying in games/."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import ARGUMENTS, DERIVE, OVER, RANDOM, SITE, STATUS, WHO, Const, Store
from dsl.ir.program import Program, Step
from dsl.ir.visit import statements
from dsl.tree.definitions import Variant
from dsl.tree.examples import Example
from interpreter.backends.pipeline import machine_of_program
from interpreter.backends.python.lazy import Late
from interpreter.knowledge.reader import REFEREE
from interpreter.library.chance import seed_of
from interpreter.play.examples import run
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine
from interpreter.suspend.suspension import suspend
from interpreter.terminal.picture import Picture
from interpreter.tools.simulate import Summary, play_game
from tests.laws.clauses import cited, listed, nodes, tree
from tests.laws.games import (
    FORMS,
    LARGE,
    LONGEST,
    RULEBOOKS,
    SETTINGS,
    Setting,
    closely,
    game,
    looked_at,
    options_looked_at,
    program,
    settings,
    slowly,
    to_the_end,
    with_few_large,
    with_long,
    with_small_large,
)
from tests.laws.play import core, decisions, pick, play_on, some, texts
from tests.oracle import Oracle
from tests.published import book_of
from tests.two_worlds import ONLOOKER, Sight, World, has_secrets

TRIED_AGAIN = 10  # texts at each decision
LARGEST_STATE = 64 * 1024  # bytes
WORD = 8  # of these
LOOKED_AT = 50  # decisions; behind these, laws of what plays look at one of three


RUNS = [run for setting in SETTINGS for run in slowly(setting)]

# A law that what plays keeps, whatever the form of the game.
of_usual_forms = pytest.mark.parametrize("setting", [s for s in SETTINGS if s.usual], ids=str, indirect=True)


@pytest.fixture(params=with_long(SETTINGS), ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    chosen: Setting = request.param
    return chosen


@pytest.fixture
def rules(setting: Setting) -> Game:
    return game(setting)


# ----------------------------------------------------------------------------------------------------------- the course


@pytest.mark.parametrize("setting", with_long(s for s in FORMS if s.whole), ids=str, indirect=True)
def test_random_play_ends(setting: Setting, rules: Game) -> None:
    """With an ending of the rulebook's own, not with a fault, and not because the play just stops."""
    summary, games = Summary(), to_the_end(setting)
    for number in range(games):
        play_game(rules, seed_of(1, number), summary)
    assert summary.faults == {}
    assert summary.outcomes["won"] + summary.outcomes["nobody"] == summary.games == games
    assert max(summary.lengths) <= LONGEST


# S14.2
def test_a_state_takes_little_room(rules: Game) -> None:
    """With what can be computed of it, as it is copied for each game that is looked ahead."""
    assert rules.machine.size * WORD < LARGEST_STATE


def test_there_is_an_option_before_the_end_and_after_it_nothing_of_the_program_is_left(rules: Game) -> None:
    """Chance's decisions, too: the machine is asked itself. At the end frames, the open decision, the agenda are zero:
    every word of control but the random one and the one that says so."""
    state, random = rules.machine.initial(3), Random(3)
    rules.machine.run(state)
    while state[STATUS_AT] != OVER:
        codes = rules.machine.options(state)
        assert codes
        rules.machine.resume(state, random.choice(codes))
    assert rules.machine.options(state) == []
    control = [array for array in rules.machine.arrays.values() if array.section == "control"]
    left = [array.name for array in control if any(state[array.offset : array.offset + array.count])]
    assert set(left) <= {STATUS, RANDOM}


# S5.9
@of_usual_forms
def test_the_same_seed_gives_the_same_game(rules: Game) -> None:
    one, two = (rules.start(seed=5) for _ in range(2))
    for match in (one, two):
        play_on(match, Random(5), looked_at(rules.path))
    assert one.transcript == two.transcript
    assert core(one) == core(two)


# ------------------------------------------------------------------------------------- one game, at which all laws look


Law = Callable[[Match], None]  # looks at a decision of a player; AssertionError where it is broken


DETAILS = re.compile(r" \([^()]*\)")  # of a piece, behind where it lies


# S5.1, S5.4
def every_option_has_a_text_of_its_own_which_leads_back_to_it(rules: Game) -> Law:
    def look(match: Match) -> None:
        assert match.decision is not None
        options = match.decision.options
        assert len(set(options.texts)) == len(options) > 0
        answers = match.position.answers(match.position.who)
        for option in some(options):
            assert match.position.resolve(option.text, None) is option
            read = match.position.legal.of(answers.read_whole(option.text))
            assert option in read, "read without the list of options"
            others = [other.text for other in read if not other.text.startswith(option.text)]
            # a short text fits those with details, too, wherever these stand in it
            assert [text for text in others if DETAILS.sub("", text) != option.text] == []

    return look


# S5.2
def what_is_offered_is_not_refused_and_what_is_refused_changes_nothing(rules: Game) -> Law:
    """Texts that were legal once in the game are tried again at each later decision."""
    seen: dict[str, None] = {}

    def look(match: Match) -> None:
        assert match.decision is not None
        before, offered = core(match), match.decision.options
        legal = set(offered.texts)
        assert [option.text for option in some(offered) if match.why_not(option.text)] == []
        for text in list(seen)[:: 1 + len(seen) // TRIED_AGAIN]:
            refusal = match.why_not(text)
            assert refusal is None or text not in legal
        assert core(match) == before
        seen.update(dict.fromkeys(legal))

    return look


def undo_gives_back_the_same_position_and_the_same_options(rules: Game) -> Law:
    """Those at the beginning of the answer, if it has several steps."""
    random = Random(8)

    def look(match: Match) -> None:
        if match.position.entered or match.position.begun or match.position.own.parts:
            return
        before, offered, log = core(match), texts(match), match.transcript
        for player in (None, match.position.name(match.position.who)):
            option = pick(match, random)
            match.choose(option)
            if match.can_undo(player):
                match.undo(player)
                assert (core(match), texts(match), match.transcript) == (before, offered, log)
            else:
                assert player is not None
                match.undo()

    return look


# S11.3
def a_copy_of_a_state_goes_its_own_way(rules: Game) -> Law:
    """A copy, and a state made anew from what is kept of it, go the same way, and the original stays as it was."""
    machine = rules.machine

    def look(match: Match) -> None:
        state, kept = match.position.state, core(match)
        copies = [state[:], machine.unpack(kept)]
        assert machine.options(copies[0]) == machine.options(copies[1])
        for copy in copies:
            machine.resume(copy, machine.options(copy)[-1])
        assert machine.pack(copies[0]) == machine.pack(copies[1])
        assert core(match) == kept

    return look


# S1.3
def what_can_be_computed_is_kept_up_to_date(rules: Game) -> Law:
    """Indexes are what they would be if they were computed anew (what `derive` only forgets are hints, not indexes)."""
    derive = rules.program.code.functions.get(DERIVE)
    stores = [stmt for stmt in statements(derive.body if derive else ()) if isinstance(stmt, Store)]
    arrays = [rules.machine.arrays[name] for name in {s.array for s in stores if not isinstance(s.value, Const)}]

    def look(match: Match) -> None:
        state, anew = match.position.state, rules.machine.unpack(core(match))
        for array in arrays:
            part = slice(array.offset, array.offset + array.count)
            assert (array.name, state[part]) == (array.name, anew[part])

    return look


# S1.4
def which_of_several_equal_pieces_is_where_is_all_the_same(rules: Game) -> Law:
    """Positions that differ in nothing else have one hash, and look the same to everybody."""
    sight, random = Sight(rules, ONLOOKER), Random(11)

    def look(match: Match) -> None:
        begun = [code for own in match.position.partial.values() for code in own.codes]
        twins = sight.twins(match.position.state, begun)
        for one, other in random.sample(twins, k=min(1, len(twins))):
            words = rules.machine.unpack(sight.exchanged(core(match), {one: other, other: one}))
            world = World(rules, words, match.position.partial)
            assert core(world) != core(match)
            assert world.state_hash() == match.state_hash()
            for player in (*match.players, None):
                assert world.view(player) == match.view(player)

    return look


# S13.1
def a_reader_from_whom_nothing_is_hidden_sees_everything(rules: Game) -> Law:
    readers = [*range(len(rules.program.players)), ONLOOKER]
    open_to = [reader for reader in readers if not has_secrets(rules.program, reader)]

    def look(match: Match) -> None:
        everything = match.position.view(REFEREE)["locations"]
        assert all(match.position.view(reader)["locations"] == everything for reader in open_to)

    return look


def what_is_seen_can_be_drawn(rules: Game) -> Law:
    """In the terminal, for whoever sits first: every piece, place and player of whom there is something to tell."""
    picture = Picture(Box(rules.program, rules.machine))

    def look(match: Match) -> None:
        assert isinstance(picture.draw(match.view(match.players[0])), str)

    return look


OF_RULES = (  # may be broken by what the rules of one form say
    every_option_has_a_text_of_its_own_which_leads_back_to_it,
    what_can_be_computed_is_kept_up_to_date,
    a_reader_from_whom_nothing_is_hidden_sees_everything,
)
LONG = (what_is_offered_is_not_refused_and_what_is_refused_changes_nothing,)  # by these, too
OF_MATCHES = (  # are kept by what plays, whatever the form
    a_copy_of_a_state_goes_its_own_way,
    which_of_several_equal_pieces_is_where_is_all_the_same,
    undo_gives_back_the_same_position_and_the_same_options,
    what_is_seen_can_be_drawn,
)
Laws = tuple[Callable[[Game], Law], ...]


def walks(setting: Setting) -> Iterator[tuple[Laws, bool]]:
    """The laws that look at one random game of a form, and whether it is only for `make full`."""
    if setting.usual:
        yield (*OF_RULES, *LONG, *OF_MATCHES), False
    else:
        yield from [(OF_RULES, setting.path in LARGE), (LONG, True)]


KEPT = [
    pytest.param(setting, laws, law, id=f"{setting}-{law.__name__}", marks=[pytest.mark.long] if long else [])
    for setting in SETTINGS
    for laws, long in walks(setting)
    for law in laws
]


@lru_cache(maxsize=1)  # the tests of one game stand together
def broken(setting: Setting, laws: Laws) -> dict[str, Exception]:
    """The laws that do not hold in a random game, each with what shows it."""
    rules = game(setting)
    looks = {law.__name__: law(rules) for law in laws}
    found: dict[str, Exception] = {}
    kept = {law.__name__ for law in OF_MATCHES}
    for number, match in enumerate(decisions(rules, seed=11)):
        seldom = number > LOOKED_AT and number % 3
        for name in [name for name in looks if name not in found and not (seldom and name in kept)]:
            try:
                looks[name](match)
            except Exception as error:
                found[name] = error
    return found


@pytest.mark.parametrize(("setting", "laws", "law"), KEPT)
def test_at_every_decision(setting: Setting, laws: Laws, law: Callable[[Game], Law]) -> None:
    if error := broken(setting, laws).get(law.__name__):
        raise error


# ---------------------------------------------------------------------------------------------------------- saved games


# S11.3
@of_usual_forms
def test_save_load_and_go_on_is_to_go_on(rules: Game, tmp_path: Path) -> None:
    match = rules.start(seed=9)
    for part in range(3):
        play_on(match, Random(part), min(25, looked_at(rules.path) // 3))
        match.save(tmp_path / "match.json")
        loaded = Match.load(tmp_path / "match.json", rules)
        assert (core(loaded), texts(loaded), loaded.transcript) == (core(match), texts(match), match.transcript)
        for one in (match, loaded):
            play_on(one, Random(part), 5)
        assert (core(loaded), loaded.transcript) == (core(match), match.transcript)


# --------------------------------------------------------------------------------------------------- two ways to run it


@pytest.mark.parametrize(("setting", "seed", "whole"), RUNS, indirect=["setting"])
def test_the_generated_python_does_what_the_rules_say(rules: Game, seed: int, whole: bool) -> None:
    """After every decision the tree-walker of the rules as they were before the suspension pass has the same state."""
    machine, program = rules.machine, rules.program
    oracle, state, random = Oracle(program.code, program.decisions), machine.initial(seed), Random(seed)
    oracle.initial(seed)
    machine.run(state)
    oracle.run()
    left = options_looked_at(rules.path, whole)
    for _ in range(closely(rules.path, whole)):
        assert oracle.position_words() == machine.position_words(state)
        for name in (SITE, WHO, ARGUMENTS, STATUS, RANDOM):
            start, count = machine.arrays[name].offset, machine.arrays[name].count
            assert [oracle.word(name, index) for index in range(count)] == state[start : start + count]
        codes = machine.options(state)
        assert oracle.options() == codes
        left -= len(codes)
        if state[STATUS_AT] == OVER or left < 0:
            return
        answer = random.choice(codes)
        machine.resume(state, answer)
        oracle.resume(answer)


# --------------------------------------------------------------------------------------------------------- the rulebook


def soon_ready(told: Program) -> Machine:
    """As `rulewright test` runs it."""
    return Machine(Late(suspend(told.code)), len(told.players), told.decisions)


def failing(setting: Setting, made: Callable[[Program], Machine]) -> list[tuple[str, Step | None, str]]:
    told = program(setting, examples=True)
    outcomes = run(told, made(told))
    return [(outcome.example.title, outcome.step, outcome.message) for outcome in outcomes if not outcome.fine]


@pytest.mark.parametrize("setting", with_long(SETTINGS), ids=str, indirect=True)
def test_every_example_passes(setting: Setting) -> None:
    assert failing(setting, soon_ready) == []


@pytest.mark.long
@pytest.mark.parametrize("setting", with_few_large(SETTINGS), ids=str, indirect=True)
def test_every_example_passes_in_the_code_that_games_run(setting: Setting) -> None:
    assert failing(setting, machine_of_program) == []


@pytest.mark.parametrize("rulebook", with_small_large(RULEBOOKS))
def test_every_example_runs_in_some_form_of_the_game(rulebook: Path) -> None:
    written = [node.title for node in nodes(tree(rulebook)) if isinstance(node, Example)]
    programs = [program(setting, examples=True) for setting in settings(rulebook)]
    assert {example.title for told in programs for example in told.examples} == set(written)
    assert written


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_every_clause_is_cited_and_no_other(rulebook: Path) -> None:
    """Where a clause list stands beside the rulebook; without one nothing can be cited."""
    clauses = listed(rulebook)
    assert len(set(clauses)) == len(clauses)
    assert cited(rulebook) == set(clauses)


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_every_variant_is_played(rulebook: Path) -> None:
    titles = [node.title.name for node in nodes(tree(rulebook)) if isinstance(node, Variant)]
    played = {name for setting in settings(rulebook) for name in setting.terms.variants}
    assert sorted(played) == sorted(titles)
    assert tuple(setting.terms for setting in settings(rulebook)) == book_of(rulebook.stem).rulebook.forms
