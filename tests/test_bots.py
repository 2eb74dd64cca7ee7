"""Bots: that they look ahead, and that they know no more than their player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from interpreter.bots.determinisation import Seat, Worlds, seat_in
from interpreter.bots.playouts import Playout, at_random, usual
from interpreter.bots.seats import Bot, RandomBot, SearchBot, seated
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.payoffs import payoffs
from interpreter.play.position import OpenDecision, Position
from interpreter.play.rules import Rules
from interpreter.state.machine import State
from tests.laws.games import GAMES, LANGUAGE, SPINE, Setting, game
from tests.natively import HAS_EXTRA, not_optimised
from tests.remembering import known_by_state, remembers
from tests.two_worlds import Pair, Sight, plain, playout, worlds

CONNECT_FOUR = Setting(GAMES / "classics" / "connect_four.rules")
KUHN = Setting(GAMES / "classics" / "kuhn_poker.rules")
LEDUC = Setting(GAMES / "classics" / "leduc_poker.rules")
MOON = Setting(GAMES / "rebel_moon_defense.rules")
IN_SECRET = Setting(LANGUAGE / "good" / "in_secret.rules")
CARRIERS = Setting(LANGUAGE / "good" / "unseen_carriers.rules")
SECRETS = [Setting(LANGUAGE / "spine" / f"{name}.rules") for name in ("secret_combat", "theft", "windows")]
KEPT = [KUHN, LEDUC, MOON, IN_SECRET, CARRIERS, *SECRETS]  # in these something is kept from somebody
ROUNDS = 150


def cut(rules: Rules, state: State) -> Sequence[float]:
    """Games that are not played on."""
    return payoffs(rules.box, state)


def taken(
    match: Match,
    rounds: int,
    seed: int = 1,
    player: str = "",
    playout: Playout = at_random,
    rules: Rules | None = None,
) -> str:
    """The option that a searching bot takes for whoever is asked; it may have other rules than the match."""
    name = player or (match.decision.who[0] if match.decision else "")
    asked = match.asked(name)
    assert asked
    taker = SearchBot(rules or match.rules, rounds, seed, name, playout)
    return asked.options[seated(match, name, {name: taker})].text


def connect_four(columns: str) -> Match:
    """After discs were dropped into these columns, by turns."""
    match, heights = game(CONNECT_FOUR).start(seed=0), Counter[str]()
    for column in columns:
        heights[column] += 1
        match.choose(f"Drop Disc into {column}{heights[column]}")
    return match


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_search_wins_where_it_can_and_blocks_where_it_must(seed: int) -> None:
    assert taken(connect_four("DADADB"), ROUNDS, seed) == "Drop Disc into D4"
    assert taken(connect_four("DADAD"), 2 * ROUNDS, seed) == "Drop Disc into D4"
    assert taken(connect_four("BACADF"), 2 * ROUNDS, seed) == "Drop Disc into E1"  # and then two fields win


def test_the_same_seed_takes_the_same_and_a_choice_of_one_needs_no_search() -> None:
    match = connect_four("DDAG")
    assert len({taken(match, 20, seed=5) for _ in range(3)}) == 1
    assert len({taken(match, 5, seed) for seed in range(12)}) > 1


@pytest.mark.parametrize(("card", "bets"), [("Jack", False), ("King", True)])
def test_who_cannot_win_a_bet_folds_and_who_cannot_lose_it_holds(card: str, bets: bool) -> None:
    """The bot does not see the other card, so that this is so whichever it is."""
    others = set()
    for seed in range(30):
        match = game(KUHN).start(seed)
        if f'"{card}"' not in str(match.view("Second")).replace("'", '"'):
            continue
        match.choose("Bet")
        others.add(str(match.view("First")["locations"]))
        assert (taken(match, 80) == "Bet") == bets
    assert len(others) == 2


# S13.5
@pytest.mark.slow
@pytest.mark.parametrize("setting", KEPT, ids=str)
def test_a_bot_is_told_and_takes_the_same_in_worlds_that_look_the_same_to_its_player(setting: Setting) -> None:
    rules, compared = game(setting), 0
    known, playout = _fast(rules)
    for reader, name in enumerate(rules.program.players):
        for pair in islice(pairs(rules, reader), PAIRS):
            here, there = (seat_in(world, reader) for world in (pair.here, pair.there))
            assert plain(here) == plain(there)
            taken_here, taken_there = (taken(world, 3, 1, name, playout, known) for world in (pair.here, pair.there))
            assert taken_here == taken_there
            compared += 1
    assert compared >= PAIRS


def _fast(rules: Rules) -> tuple[Rules, Playout]:
    """Rules whose games can be played to the end, as machine code; where there is none, no games are played on."""
    if not HAS_EXTRA:
        return rules, cut
    with not_optimised():
        known = rules.natively()
    return known, usual(known)


def pairs(rules: Rules, reader: int) -> Iterator[Pair]:
    """Two worlds that a player who is asked cannot tell apart, along some random games."""
    sight = Sight(rules, reader)
    for seed in range(4):
        for words, _ in playout(rules, seed, LOOKED_AT):
            known = known_by_state(rules, words) if remembers(rules) else {}
            if reader in Position(rules, rules.machine.unpack(words)).asked:
                pair = worlds(rules, sight, [(list(words), known)], 0, [5, 3])
                if pair is not None:
                    yield pair


PAIRS = 4
LOOKED_AT = 60  # states of a game


def looks(sight: Sight, state: State) -> list[str]:
    """All pieces as a player sees them, with their places, whichever is which."""
    return sorted(
        repr((sight.word(state, "piece.at", piece), sight.impression(state, piece)))
        for piece in range(len(sight.kinds))
        if sight.word(state, "piece.at", piece) < sight.program.pieces_from
    )


@pytest.mark.slow
@pytest.mark.parametrize("setting", [KUHN, LEDUC, MOON, CARRIERS, *SECRETS], ids=str)
def test_worlds_look_the_same_to_the_player_and_are_not_all_the_same(setting: Setting) -> None:
    rules, random, found = game(setting), Random(1), 0
    match = game(setting).start(3)
    differ = 0
    for _ in range(20):
        if match.decision is None:
            break
        seat = match.position.asked[0]
        sight, told = Sight(rules, seat), seat_in(match, seat)
        for _ in range(2):
            state = Worlds(rules, told).any(random)
            if state is not None:
                assert looks(sight, state) == looks(sight, match.position.state)
                places = rules.machine.arrays["piece.at"]
                at = slice(places.offset, places.offset + places.count)
                differ += state[at] != match.position.state[at]
                found += 1
        match.choose(random.randrange(len(match.decision.options)))
    assert found > 5
    assert differ


def test_all_that_can_be_is_equally_likely() -> None:
    match = game(KUHN).start(seed=4)
    told, random = seat_in(match, 0), Random(1)
    rules = match.rules
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(300):
        state = Worlds(rules, told).any(random)
        assert state is not None
        counts[tuple(state[rules.box.arrays["piece.at"].offset :][4:7])] += 1
    assert len(counts) == 2
    assert all(abs(count - 150) < 40 for count in counts.values())


def test_what_another_has_answered_in_secret_is_not_told() -> None:
    told: set[Seat] = set()
    rules = game(IN_SECRET)
    for choice in (0, -1):
        match = rules.start(seed=1)
        while match.decision and len(match.decision.who) < 2:
            match.choose(0)
        assert match.decision
        first, second = match.decision.who[:2]
        begun = len(match.steps)
        while match.asked(first) is not None:
            asked = match.asked(first)
            assert asked
            match.choose(asked.options[choice], first)
        told.add(seat_in(match, match.players.index(second)))
        assert decisions_before(match, second) == begun + 1  # whatever parts the answer has
    assert len(told) == 1


def decisions_before(match: Match, player: str) -> int:
    """How many decisions a bot is told that there were."""
    told: list[int] = []

    def bot(decision: OpenDecision, before: int, seat: Seat | None) -> int:
        told.append(before)
        return 0

    seated(match, player, {player: bot})
    return told[0]


@pytest.mark.slow
@pytest.mark.parametrize("setting", [MOON, *map(Setting, SPINE)], ids=str)
def test_a_bot_can_play_everything_that_people_can(setting: Setting) -> None:
    """Sets, answers of several parts, secrets; what it takes is an option whatever it is."""
    match = game(setting).start(seed=2)
    bots: dict[str, Bot] = {p: SearchBot(match.rules, 2, 1, p, playout=cut) for p in match.players}
    for _ in range(25):
        if match.decision is None:
            return
        player = match.decision.who[0]
        match.choose(seated(match, player, bots), player)


def test_what_plays_on_can_be_replaced() -> None:
    calls: list[State] = []

    def counted(rules: Rules, state: State) -> Sequence[float]:
        calls.append(state[:])
        return at_random(rules, state)

    match = connect_four("D")
    bot = SearchBot(match.rules, 9, 1, "Red", playout=counted)
    seated(match, "Red", {"Red": bot})
    assert len(calls) == 9


@pytest.mark.slow
def test_more_rounds_play_better() -> None:
    """In games of random openings, seats swapped."""
    rules = game(Setting(GAMES / "classics" / "tic_tac_toe.rules"))
    points = sum(duel(rules, 60, seed) for seed in range(12))
    assert points >= 18, "of 24"


def duel(rules: Game, rounds: int, seed: int) -> float:
    """What a searching bot gets against one that takes any option: 2 for a game that is won, 1 for a draw."""
    match = rules.start(seed)
    own = match.players[seed % 2]
    bots: dict[str, Bot] = {player: RandomBot(seed, player) for player in match.players}
    bots[own] = SearchBot(rules, rounds, seed, own, at_random)
    while match.decision is not None:
        match.choose(seated(match, match.decision.who[0], bots))
    assert match.result
    return 2.0 if own in match.result.winners else 0.0 if match.result.winners else 1.0
