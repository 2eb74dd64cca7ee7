"""The law of two worlds, for every game with secrets and every reader that they are kept from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dsl.ir.nodes import Const, Local, Lookup, Offer
from dsl.ir.program import Need, Seen
from interpreter.knowledge.pseudonyms import StandIns
from interpreter.knowledge.reader import REFEREE
from interpreter.knowledge.view import View
from interpreter.play import match as matches
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.observation import Observation
from interpreter.play.options import Answers, Legal
from interpreter.play.position import Position
from interpreter.play.rules import Rules
from interpreter.play.why import IllegalChoice
from interpreter.state.decoding import Box
from interpreter.terminal.session import Quit, Screen, Session
from tests import handmade
from tests.laws.games import LARGE, PASSAGES, SETTINGS, SPINE, Setting, closely, game, with_few_large, with_usual
from tests.remembering import WATCHED, known_by_state, remembers, watched
from tests.two_worlds import ONLOOKER, Known, Sight, State, World, has_secrets, plain, playout, worlds

LEAST = 40  # decisions that must be compared, or the law says little
GAMES_PLAYED = 3
BIG = 10**6
FAR = 200  # seeds, among which are some of games in which something is hidden that hide little
SEARCH = settings(report_multiple_bugs=False)
A_FEW = settings(SEARCH, max_examples=3)  # for each reader of what is long to look at
SOME = settings(SEARCH, max_examples=max(6, SEARCH.max_examples * 3 // 5))  # of what is no whole game
LONGER = settings(SEARCH, max_examples=max(25, SEARCH.max_examples))
ONE_IS_ENOUGH = settings(SEARCH, phases=[Phase.generate], max_examples=250)  # a counterexample need not be made short


@lru_cache(maxsize=GAMES_PLAYED)  # for all readers of a game
def played(rules: Rules, seed: int, most: int = WATCHED) -> list[tuple[State, Known]]:
    """The states of a random game, and what readers remember there."""
    return list(watched(rules, seed, min(most, closely(rules.path)))) if remembers(rules) else playout(rules, seed)


def games(rules: Rules, reader: int) -> list[list[tuple[State, Known]]]:
    """The games that are played; of one that hides little the beginning of one in which it does."""
    if not hides_little(rules):
        return [played(rules, seed) for seed in range(GAMES_PLAYED)]
    return [played(rules, hiding(rules, max(reader, 0)), early(rules))]  # onlookers know no more than the first player


@lru_cache(maxsize=10)
def hiding(rules: Rules, reader: int) -> int:
    """The seed of a game in which early on something is hidden from a reader: found out by the words of the state, as
    to watch takes long."""
    sight = Sight(rules, reader)

    def hides(seed: int) -> bool:
        return any(sight.pairs(state, known_by_state(rules, state)[reader]) for state in beginning(rules, seed))

    return next(seed for seed in range(FAR) if hides(seed))


@lru_cache(maxsize=FAR)
def beginning(rules: Rules, seed: int) -> list[State]:
    """A few of the first states of a random game."""
    return [state for state, _ in playout(rules, seed, early(rules))[::APART]]


def early(rules: Rules) -> int:
    """In how many answers of a game that hides little something is to be hidden: the more ask, the later each does."""
    return EARLY * len(rules.program.players)


def hides_little(rules: Rules) -> bool:
    return rules.path is not None and rules.path.stem in HIDE_LITTLE


def compared(rules: Rules, reader: int, search: settings = SEARCH) -> int:
    """Puts the law to the test; how many positions of two worlds looked the same to the reader."""
    sight, known = Sight(rules, reader), games(rules, reader)
    counts: list[int] = []

    @search
    @given(
        st.integers(0, GAMES_PLAYED - 1),
        st.integers(0, BIG),
        st.lists(st.integers(0, BIG), min_size=1, max_size=3),
        st.lists(st.integers(0, BIG), min_size=5, max_size=20),
    )
    def law(seed: int, point: int, swaps: list[int], answers: list[int]) -> None:
        pair = worlds(rules, sight, known[seed % len(known)], point, swaps)
        if pair is not None:
            counts.append(pair.compare(answers))

    law()
    return sum(counts)


def least(rules: Rules) -> int:
    """How many positions must be compared: of very short games as many as there are in those that are played."""
    return len([*islice((state for game in games(rules, ONLOOKER) for state in game), LEAST)])


HIDE_LITTLE = {"hyperline"}  # what lies in stacks is drawn when it is needed: only what is laid down unseen is hidden
EARLY = 40  # answers of each player in which it is to be hidden
APART = 10  # from one position that is asked for it to the next
ONE_BAG = {"clock_and_rings"}  # all that is hidden lies in one bag without an order: there is only one such world
HARD = (*LARGE, *SPINE, *PASSAGES)
KEPT_FROM_SOMEBODY = [setting for setting in SETTINGS if setting.path.stem not in ONE_BAG]
LONG = with_few_large(setting for setting in KEPT_FROM_SOMEBODY if setting.path in HARD or not setting.whole)


def readers(rules: Rules) -> list[int]:
    return [*range(len(rules.program.players)), ONLOOKER]


# S13.1, S13.2, S13.3, S13.4
@pytest.mark.parametrize("setting", with_usual(KEPT_FROM_SOMEBODY), ids=str)
def test_worlds_that_a_reader_cannot_tell_apart_look_the_same(setting: Setting) -> None:
    rules = game(setting)
    kept_from = [reader for reader in readers(rules) if has_secrets(rules.program, reader)]
    if setting.path in LARGE[1:]:  # below it is put to the test for all
        kept_from = [*kept_from[:1], *kept_from[1:][-1:]]
    few = setting.path in HARD and not hides_little(rules)
    search = A_FEW if few else SOME if setting.path in HARD or not setting.whole else SEARCH
    positions = [compared(rules, reader, search) for reader in kept_from]
    enough = sum(positions) if setting.path in HARD else min(positions, default=LEAST)
    assert enough >= least(rules) or not setting.whole or not kept_from


@pytest.mark.long
@pytest.mark.parametrize("setting", LONG, ids=str)
def test_so_do_those_that_a_longer_search_finds(setting: Setting) -> None:
    rules = game(setting)
    kept_from = [reader for reader in readers(rules) if has_secrets(rules.program, reader)]
    if setting.path in LARGE:  # of more players those between are asked in the same way
        kept_from = [*kept_from[:1], *kept_from[1:][-1:]]
    for reader in kept_from:
        assert compared(rules, reader, LONGER) >= least(rules) or not setting.whole


# --------------------------------------------------------------------------------------------------- the law has teeth


def toy() -> Game:
    """The game of the tests with a face-down pile, so that cards are hidden in two places, and two of them equal."""
    program = handmade.program()
    hidden = [replace(place, seen=Seen("nobody")) if place.ordered else place for place in program.locations]
    tables = {**program.code.tables, "card.value": replace(program.code.tables["card.value"], values=(7, 7, 9))}
    return Game.of(replace(program, locations=tuple(hidden), code=replace(program.code, tables=tables)))


# S13.1, S13.2, S13.3, S13.4
@pytest.mark.parametrize("reader", [handmade.RED, ONLOOKER])
def test_the_law_holds_for_a_game_with_cards(reader: int) -> None:
    assert compared(toy(), reader) >= LEAST


def sees_everything(patch: pytest.MonkeyPatch) -> None:
    number = Box.reader
    patch.setattr(Box, "reader", lambda self, _: number(self, REFEREE))


def options_by_number(patch: pytest.MonkeyPatch) -> None:
    """The options in the order of their codes: the same texts, but the pieces are numbered by what they are."""
    by_text = Answers.legal

    def by_code(self: Answers, codes: Sequence[int]) -> Legal:
        legal = by_text(self, codes)
        legal.options._options.sort(key=lambda option: legal.all[option.text])
        return legal

    patch.setattr(Answers, "legal", by_code)


def options_with_numbers(patch: pytest.MonkeyPatch) -> None:
    """The options, as Python has them, lead back to the numbers of the pieces."""
    without = Answers.legal

    def numbered(self: Answers, codes: Sequence[int]) -> Legal:
        legal = without(self, codes)
        legal.options.codes = legal.all  # type: ignore[attr-defined]
        return legal

    patch.setattr(Answers, "legal", numbered)


def draws_where_it_matters(patch: pytest.MonkeyPatch) -> None:
    """Chance draws only among cards that differ, and undo stops only at a draw."""
    patch.setattr(Answers, "_distinct", lambda self, codes: tuple(group[0] for group in self._referee.groups(codes)))


def a_log_of_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "log", lambda self, player=None: self.transcript)


def tells_by_number(patch: pytest.MonkeyPatch) -> None:
    """Pieces that are not seen have a number all the same."""
    patch.setattr(View, "_piece", lambda self, piece: {"piece": piece})


def a_row_of_everything(patch: pytest.MonkeyPatch) -> None:
    row = Observation.row
    patch.setattr(Observation, "row", lambda self, position, _: row(self, position, REFEREE))


def rows_and_numbers_by_piece(patch: pytest.MonkeyPatch) -> None:
    """To programs that learn, pieces have the numbers that they have in the rules."""
    patch.setattr(StandIns, "numbers", lambda self, _: {piece: [piece] for piece in self.pieces})


LEAKS = [
    a_row_of_everything,
    rows_and_numbers_by_piece,
    sees_everything,
    options_by_number,
    options_with_numbers,
    draws_where_it_matters,
    a_log_of_everything,
    tells_by_number,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="they differ in"):
        compared(toy(), handmade.RED, ONE_IS_ENOUGH)


def tells_what_was_given(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(matches, "from_outside", lambda texts, who: dict.fromkeys(texts, texts[REFEREE]))


def asks_everybody_the_same(patch: pytest.MonkeyPatch) -> None:
    """What the first is asked is shown to all."""
    patch.setattr(Position, "_asked", lambda self, reader: self.decision and {"options": self.decision.options.texts})


# S5.13, S13.2
@pytest.mark.parametrize("leak", [tells_what_was_given, asks_everybody_the_same])
def test_a_leak_of_what_is_chosen_in_secret_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    (setting,) = [s for s in SETTINGS if s.path.stem == "in_secret"]
    with pytest.raises((AssertionError, IllegalChoice)):
        compared(game(setting), 0, ONE_IS_ENOUGH)


def told_to_all(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """Whoever asks is told which need is not met, also those to whom the action is never offered."""
    return tuple(replace(need, anywhere=-1) for need in needs)


def as_written(needs: tuple[Need, ...]) -> tuple[Need, ...]:
    """The first need that is not met is told, though it is known only by one that is written behind it."""
    return tuple(sorted(needs, key=lambda need: need.name != "Heavy"))


# S6.11, S13.2
@pytest.mark.parametrize(("leak", "reader"), [(told_to_all, 1), (as_written, 0)])
def test_a_refusal_that_tells_a_secret_is_found(
    leak: Callable[[tuple[Need, ...]], tuple[Need, ...]], reader: int
) -> None:
    (setting,) = [s for s in SETTINGS if s.path.stem == "needs_of_others"]
    program = game(setting).program
    decisions = [
        replace(d, alternatives=tuple(replace(form, needs=leak(form.needs)) for form in d.alternatives))
        for d in program.decisions
    ]
    with pytest.raises(AssertionError, match=r"they differ in .*refusals"):
        compared(Game.of(replace(program, decisions=tuple(decisions))), reader, ONE_IS_ENOUGH)


# S13.2
def test_options_that_tell_a_secret_are_found() -> None:
    """The checker refuses such a rulebook; here Red may scan only discs that are no mines."""
    program = handmade.program()
    harmless = handmade.op(Lookup("disc.weapon", Local("disc")), "==", 0)
    scans = handmade.members("disc", 0, 4, handmade.when(harmless, Offer(handmade.op("disc", "+", handmade.SCAN))))
    options = handmade.function("red options", "options", scans, Offer(Const(handmade.RED_PASSES)))
    code = replace(program.code, functions={**program.code.functions, options.name: options})
    with pytest.raises(AssertionError, match="they differ in"):
        compared(Game.of(replace(program, code=code)), handmade.RED, ONE_IS_ENOUGH)


def test_an_exchange_is_its_own_opposite() -> None:
    rules = toy()
    sight = Sight(rules, handmade.RED)
    for state, _ in playout(rules, 1):
        for one, other in sight.pairs(state):
            twice = sight.exchanged(sight.exchanged(state, {one: other, other: one}), {one: other, other: one})
            assert twice == state != sight.exchanged(state, {one: other, other: one})


# S13.5
def test_a_bot_is_given_the_same_in_worlds_that_its_player_cannot_tell_apart() -> None:
    rules = toy()
    sight, given = Sight(rules, handmade.RED), 0
    for point in range(len(played(rules, 1))):
        pair = worlds(rules, sight, played(rules, 1), point, [point])
        if pair is not None and pair.here.position.asked == (handmade.RED,):
            assert given_to_bot(pair.here) == given_to_bot(pair.there)
            given += 1
    assert given > 0


def given_to_bot(world: World) -> list[object]:
    """All that the bot of whoever decides is called with, and what can be got out of it."""
    seen: list[object] = []

    def bot(*given: object) -> int:
        seen.extend(plain(part) for part in given)
        raise Quit

    screen = Screen(lambda prompt: "quit", lambda text: None, lambda player: None)
    Session(world, dict.fromkeys(world.players, bot), screen).run()
    return seen


# S13.5
def test_a_save_holds_what_nobody_sees(tmp_path: Path) -> None:
    """So it belongs to the referee: no player could make it of what they see."""
    match = toy().start(seed=3)
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json", match.rules)
    assert loaded.position.view(REFEREE) == match.position.view(REFEREE)
    assert all(loaded.position.view(REFEREE) != loaded.position.view(reader) for reader in readers(match.rules))
