"""The laws that every game keeps. A rulebook is covered by lying in games/."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dsl.ir.chance import seed_of
from dsl.ir.layout import STATUS_AT
from dsl.ir.nodes import ARGUMENTS, DERIVE, OVER, RANDOM, SITE, STATUS, WHO, Const, Store
from dsl.ir.visit import statements
from dsl.load import compile_rules
from dsl.pages import publishing
from dsl.tree.definitions import Variant
from dsl.tree.examples import Example
from interpreter.backends.pipeline import machine_of_program
from interpreter.cli.docs import read
from interpreter.play.examples import run
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.records import schemas
from interpreter.tools.simulate import Summary, play_game
from tests.laws.clauses import cited, listed, nodes, tree
from tests.laws.games import (
    LONGEST,
    RULEBOOKS,
    SETTINGS,
    Setting,
    closely,
    game,
    looked_at,
    options_looked_at,
    settings,
    to_the_end,
)
from tests.laws.play import core, decisions, pick, play_on, some, texts
from tests.oracle import Oracle
from tests.two_worlds import ONLOOKER, Sight, World

ROOT = Path(__file__).resolve().parent.parent
SEEDS = (1, 2)


@pytest.fixture(params=SETTINGS, ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    chosen: Setting = request.param
    return chosen


@pytest.fixture
def rules(setting: Setting) -> Game:
    return game(setting)


# ----------------------------------------------------------------------------------------------------------- the course


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.whole], ids=str, indirect=True)
def test_random_play_ends(rules: Game) -> None:
    """With an ending of the rulebook's own, not with a fault, and not because the play just stops."""
    summary = Summary()
    for number in range(to_the_end(rules.path)):
        play_game(rules, seed_of(1, number), summary)
    assert summary.faults == {}
    assert summary.outcomes["won"] + summary.outcomes["nobody"] == summary.games == to_the_end(rules.path)
    assert max(summary.lengths) <= LONGEST


# S14.2
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
def test_the_same_seed_gives_the_same_game(rules: Game) -> None:
    one, two = (rules.start(seed=5) for _ in range(2))
    for match in (one, two):
        play_on(match, Random(5), looked_at(rules.path))
    assert one.transcript == two.transcript
    assert core(one) == core(two)


# ---------------------------------------------------------------------------------------------------------- the options


# S5.1, S5.4
def test_every_option_has_a_text_of_its_own_which_leads_back_to_it(rules: Game) -> None:
    for match in decisions(rules, seed=6):
        assert match.decision is not None
        options = match.decision.options
        assert len(set(options.texts)) == len(options) > 0
        answers = match.position.answers(match.position.who)
        for option in some(options):
            assert match.position.resolve(option.text, None) is option
            read = match.position.legal.of(answers.read_whole(option.text))
            assert option in read, "read without the list of options"
            assert all(other.text.startswith(option.text) for other in read), (
                "a short text fits those with details, too"
            )


# S5.2
def test_what_is_offered_is_not_refused_and_what_is_refused_changes_nothing(rules: Game) -> None:
    """Texts that were legal once in the game are tried again at each later decision."""
    seen: dict[str, None] = {}
    for match in decisions(rules, seed=7):
        assert match.decision is not None
        before, offered = core(match), match.decision.options
        legal = set(offered.texts)
        assert [option.text for option in some(offered) if match.why_not(option.text)] == []
        for text in list(seen)[:: max(1, len(seen) // 20)]:
            refusal = match.why_not(text)
            assert refusal is None or text not in legal
        assert core(match) == before
        seen.update(dict.fromkeys(legal))


# ---------------------------------------------------------------------------------------------- back, again, and copied


def test_undo_gives_back_the_same_position_and_the_same_options(rules: Game) -> None:
    """Those at the beginning of the answer, if it has several steps."""
    random = Random(8)
    for match in decisions(rules, seed=8):
        if match.position.entered or match.position.begun or match.position.own.parts:
            continue
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


# S11.3
def test_save_load_and_go_on_is_to_go_on(rules: Game, tmp_path: Path) -> None:
    match = rules.start(seed=9)
    for part in range(3):
        play_on(match, Random(part), 25)
        match.save(tmp_path / "match.json")
        loaded = Match.load(tmp_path / "match.json", rules)
        assert (core(loaded), texts(loaded), loaded.transcript) == (core(match), texts(match), match.transcript)
        for one in (match, loaded):
            play_on(one, Random(part), 5)
        assert (core(loaded), loaded.transcript) == (core(match), match.transcript)


# S11.3
def test_a_copy_of_a_state_goes_its_own_way(rules: Game) -> None:
    """A copy, and a state made anew from what is kept of it, go the same way, and the original stays as it was."""
    machine = rules.machine
    for match in decisions(rules, seed=10):
        state, kept = match.position.state, core(match)
        copies = [state[:], machine.unpack(kept)]
        assert machine.options(copies[0]) == machine.options(copies[1])
        for copy in copies:
            machine.resume(copy, machine.options(copy)[-1])
        assert machine.pack(copies[0]) == machine.pack(copies[1])
        assert core(match) == kept


# S1.3
def test_what_can_be_computed_is_kept_up_to_date(rules: Game) -> None:
    """Indexes are what they would be if they were computed anew (what `derive` only forgets are hints, not indexes)."""
    derive = rules.program.code.functions.get(DERIVE)
    stores = [stmt for stmt in statements(derive.body if derive else ()) if isinstance(stmt, Store)]
    arrays = [rules.machine.arrays[name] for name in {s.array for s in stores if not isinstance(s.value, Const)}]
    for match in decisions(rules, seed=12):
        state, anew = match.position.state, rules.machine.unpack(core(match))
        for array in arrays:
            part = slice(array.offset, array.offset + array.count)
            assert (array.name, state[part]) == (array.name, anew[part])


# S1.4
def test_which_of_several_equal_pieces_is_where_is_all_the_same(rules: Game) -> None:
    """Positions that differ in nothing else have one hash, and look the same to everybody."""
    sight, random = Sight(rules, ONLOOKER), Random(11)
    for match in decisions(rules, seed=11):
        twins = sight.twins(match.position.state)
        for one, other in random.sample(twins, k=min(1, len(twins))):
            words = rules.machine.unpack(sight.exchanged(core(match), {one: other, other: one}))
            world = World(rules, words, match.position.partial)
            assert core(world) != core(match)
            assert world.state_hash() == match.state_hash()
            for player in (*match.players, None):
                assert world.view(player) == match.view(player)


# --------------------------------------------------------------------------------------------------- two ways to run it


@pytest.mark.parametrize("seed", SEEDS)
def test_the_generated_python_does_what_the_rules_say(rules: Game, seed: int) -> None:
    """After every decision the tree-walker of the rules as they were before the suspension pass has the same state."""
    machine, program = rules.machine, rules.program
    oracle, state, random = Oracle(program.code, program.decisions), machine.initial(seed), Random(seed)
    oracle.initial(seed)
    machine.run(state)
    oracle.run()
    left = options_looked_at(rules.path)
    for _ in range(closely(rules.path)):
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


def test_every_example_passes(setting: Setting) -> None:
    program, _ = compile_rules(setting.path, setting.terms, examples=True)
    assert program is not None
    outcomes = run(program, machine_of_program(program))
    assert [(outcome.example.title, outcome.step, outcome.message) for outcome in outcomes if not outcome.fine] == []


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.stem)
def test_every_example_runs_in_some_form_of_the_game(rulebook: Path) -> None:
    written = [node.title for node in nodes(tree(rulebook)) if isinstance(node, Example)]
    programs = [compile_rules(s.path, s.terms, examples=True)[0] for s in settings(rulebook)]
    assert {example.title for program in programs if program for example in program.examples} == set(written)
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


def test_the_documents_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # pages say which file they were made from
    books = [read(rulebook)[0] for rulebook in RULEBOOKS]
    pages = publishing.render_all([book for book in books if book], schemas())
    assert publishing.check(pages, ROOT / "generated_docs") == []
