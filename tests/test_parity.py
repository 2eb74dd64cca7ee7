"""The classics are played move for move as other programs play them; `make parity` plays many games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from dsl.terms import Terms
from tests.laws.games import CLASSICS, GAMES, Setting, game
from tests.parity.lockstep import CHANCE, NOBODY, Pair, Side, Way, lockstep
from tests.parity.open_spiel import OpenSpiel
from tests.parity.ours import Ours
from tests.parity.trees import Node, nodes

MODULES = {
    path.stem: import_module(f"tests.parity.games.{path.stem}")
    for path in sorted(Path(__file__).parent.glob("parity/games/*.py"))
}
PAIRS: dict[str, Pair] = {name: module.PAIR for name, module in MODULES.items()}
OTHERS: dict[str, Pair] = {  # the same on other terms
    f"{name} {terms}": pair for name, module in MODULES.items() for terms, pair in getattr(module, "OTHERS", {}).items()
}
FEW = 5  # games that are played where nobody asks for more
PART = 20  # games that one test plays at most


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """As many parts as the games that are asked for make."""
    if "part" in metafunc.fixturenames:
        games: int = metafunc.config.getoption("parity_games")
        metafunc.parametrize("part", range(max(games // PART, 1)))


@pytest.fixture
def peers(request: pytest.FixtureRequest) -> None:
    """Without the extra [parity] nothing can be played; where many games are asked for, that is a failure."""
    missing = [name for name in ("pyspiel", "chess") if find_spec(name) is None]
    if missing and not request.config.getoption("parity_games"):
        pytest.skip(f"PARITY NOT RUN: {' and '.join(missing)} missing; `make parity` installs what it takes")
    assert not missing


@pytest.mark.slow
@pytest.mark.usefixtures("peers")
@pytest.mark.parametrize("name", PAIRS | OTHERS)
def test_it_is_played_as_the_peer_plays_it(name: str, part: int, request: pytest.FixtureRequest) -> None:
    pair = (PAIRS | OTHERS)[name]
    rules = game(Setting(GAMES / "classics" / pair.rulebook, Terms.of(pair.variants, None, dict(pair.options))))
    games = PART if request.config.getoption("parity_games") else FEW
    for number in range(part * PART, part * PART + games, pair.one_in):
        match = rules.start(seed=number, nature="ask")
        assert lockstep((pair.ours or Ours)(match), pair.peer(), Random(number))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "sets"),
    [("kuhn_poker", 58, 12), pytest.param("leduc_poker", 9457, 936, marks=pytest.mark.long)],
)
def test_players_know_what_the_peers_players_know(name: str, size: int, sets: int) -> None:
    """Over the whole game. Where the peer is not installed, only how much it is that they can know."""
    pair = PAIRS[name]
    match = game(Setting(GAMES / "classics" / pair.rulebook)).start(seed=0, nature="ask")
    peer = pair.peer() if find_spec("pyspiel") else None
    assert peer is None or isinstance(peer, OpenSpiel)
    tree = list(nodes(Node(Ours(match), peer)))
    known = {node.known() for node in tree if node.ours.asked() in match.players}
    ours, theirs = {(who, told) for who, told, _ in known}, {(who, told) for who, _, told in known}
    assert (len(tree), len(ours)) == (size, sets)
    assert peer is None or len(theirs) == len(known) == sets


def test_every_classic_has_a_peer() -> None:
    assert {pair.rulebook for pair in PAIRS.values()} == {path.name for path in CLASSICS}


# ------------------------------------------------------------------------------------- what does not agree is found out


class Coin:
    """A player calls, chance throws a coin. What is written differently in a subclass must be found."""

    calls: tuple[str, ...] = ("head", "tail")
    odds = (0.5, 0.5)
    caller = "Red"
    stake = 1.0

    def __init__(self) -> None:
        self.done: list[str] = []

    def asked(self) -> str:
        return (self.caller, CHANCE, NOBODY)[len(self.done)]

    def ways(self) -> dict[str, Way]:
        odds = self.odds if self.done else (1.0, 1.0)
        return {call: Way((call,), chance) for call, chance in zip(self.calls, odds, strict=False)}

    def take(self, way: Way) -> None:
        self.done += way.answers

    def returns(self) -> dict[str, float]:
        return {"Red": self.stake if self.done[0] == self.done[1] else -self.stake}


class OneSided(Coin):
    calls = ("head",)


class Loaded(Coin):
    odds = (0.6, 0.4)


class Strange(Coin):
    caller = "Blue"


class Dear(Coin):
    stake = 2.0


def test_two_sides_that_say_the_same_agree() -> None:
    assert len(lockstep(Coin(), Coin(), Random(0))) == 2


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (OneSided, "what can be done: ours .'tail'., the peer's .., after: $"),
        (Loaded, "how likely head is: ours 0.5, the peer's 0.6, after: "),
        (Strange, "who decides: ours Red, the peer's Blue"),
        (Dear, "what is won: ours .* after: (head|tail); (head|tail)"),
    ],
)
def test_a_difference_is_told(other: Callable[[], Side], what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        lockstep(Coin(), other(), Random(0))
