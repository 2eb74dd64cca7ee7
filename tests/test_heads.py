"""Sets at the heads of actions: which are legal is held against all sets, tried one by one in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from random import Random

import pytest

from dsl.ir.layout import SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from dsl.ir.program import AT
from dsl.load import load_text, program_of
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.set_entry import Entry
from interpreter.play.why import IllegalChoice
from interpreter.state.machine import Machine, State
from tests.laws.play import texts
from tests.rulebooks import FOLDER

HEAD = """\
game Coins
    in English
    for 2 players: White, Black
Worth is from 1 to 5
Price is from 1 to 12
Colour is one of red, green
place Hand
    there is one for each Player
place Tray
place Store
piece Coin
    there is one for each Colour and Worth
    starts in the Tray
piece Good
    there is one for each Price
    starts in the Store
"""

MARKET = (
    HEAD
    + """
play
    for each Player
        chance chooses 4 among Coins called deal in the Tray
        move every Coin in the deal to the Hand of the Player
    take turns from White until all pass
        the Player may Buy or Mix or Match or Sort or Give or Trade
action Buy a Good
    only if the Good is in the Store
    the Player chooses any number among Coins called purse in the Hand of the Player
    only if the total Worth among the purse is at least the Price of the Good
    only if the total Worth among the purse is at most the Price of the Good plus 1
    move every Coin in the purse to the Tray
    move the Good to the Hand of the Player
action Mix
    the Player chooses 2 among Coins called pair in the Hand of the Player
    only if there is a red Coin in the pair
    only if there is a green Coin in the pair or the total Worth among the pair is 7
    move every Coin in the pair to the Tray
action Match
    the Player chooses a Coin called first in the Hand of the Player
    the Player chooses at least 1 among Coins called others in the Hand of the Player
    only if the first is not in the others
    only if the total Worth among the others is the Worth of the first
    move every Coin in the others to the Tray
action Sort
    the Player chooses at least 2 among Coins called series in the Hand of the Player
    only if the highest Worth among the series minus the lowest Worth among the series is 2
    move every Coin in the series to the Tray
action Give
    the Player chooses at most 2 among Coins called gift in the Hand of the Player
    the Player chooses a Coin called best in the gift
    only if afterwards the number of Coins in the Hand of the Player is at most 2
    move every Coin in the gift to the Hand of the opponent of the Player
action Trade
    the Player chooses at least 1 among Coins called offered in the Hand of the Player
    only if there is no Coin in the offered whose Worth is 5
    let amount be the number of Coins in the offered
    let weight be the total Worth among the offered
    the Player chooses any number among Goods called wares in the Store whose Price is at most 4
    only if the number of Goods in the wares is the amount
    only if the total Price among the wares is the weight
    move every Coin in the offered to the Tray
    move every Good in the wares to the Hand of the Player
"""
)


@cache
def game(text: str) -> Game:
    book, diagnostics = load_text(text, "coins.rules")
    assert book is not None, diagnostics
    return Game.of(program_of(book))


def load_rules(name: str) -> Game:
    return game((FOLDER / name).read_text("utf-8"))


def subsets(pieces: Sequence[int], least: int = 0, most: int = 99) -> Iterator[tuple[int, ...]]:
    sizes = range(min(least, len(pieces)), min(most, len(pieces)) + 1)
    return chain.from_iterable(combinations(pieces, size) for size in sizes)


# ----------------------------------------------------------------------------------------------- all answers, tried out


class Table:
    """The coins of whoever is asked, and the goods in the store."""

    def __init__(self, rules: Game, state: State) -> None:
        program = rules.program
        self.box, self.state = rules.box, state
        names = [place.name for place in program.locations]
        hand = names.index(f"the Hand of {program.players[state[WHO_AT]]}")
        kinds = {kind.name: range(kind.start, kind.stop) for kind in program.pieces}
        self.coins = [piece for piece in kinds["Coin"] if rules.box.at(state, piece) == hand]
        self.goods = [piece for piece in kinds["Good"] if rules.box.at(state, piece) == names.index("the Store")]
        self.worth = {piece: self.value(piece, "Worth") for piece in self.coins}
        self.red = {piece for piece in self.coins if self.value(piece, "Colour") == 0}

    def value(self, piece: int, name: str) -> int:
        field = next(f for f in self.box.fields(piece) if f.attribute.name == name)
        return self.box.read(field, self.state, piece)

    def total(self, coins: Sequence[int]) -> int:
        return sum(self.worth[coin] for coin in coins)

    def answers(self) -> Iterator[tuple[object, ...]]:
        for good in self.goods:
            price = self.value(good, "Price")
            yield from (("Buy", good, s) for s in subsets(self.coins) if price <= self.total(s) <= price + 1)
        for pair in subsets(self.coins, 2, 2):
            if self.red & {*pair} and (self.total(pair) == 7 or {*pair} - self.red):
                yield "Mix", pair
        for first in self.coins:
            others = [coin for coin in self.coins if coin != first]
            same = (s for s in subsets(others, 1) if s and self.total(s) == self.worth[first])
            yield from (("Match", first, s) for s in same)
        for series in subsets(self.coins, 2):
            worths = [self.worth[coin] for coin in series]
            if worths and max(worths) - min(worths) == 2:
                yield "Sort", series
        cheap = [good for good in self.goods if self.value(good, "Price") <= 4]
        for offered in subsets([coin for coin in self.coins if self.worth[coin] < 5], 1):
            for wares in combinations(cheap, len(offered)):
                if offered and sum(self.value(good, "Price") for good in wares) == self.total(offered):
                    yield "Trade", offered, wares
        for gift in subsets(self.coins, 1, 2):
            yield from (("Give", gift, best) for best in gift if len(self.coins) - len(gift) <= 2)


def ways(rules: Game, state: State) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to a complete answer by codes, with the decisions; what is passed or given up is none."""
    for code in rules.machine.options(state):
        site, after = state[SITE_AT], state[:]
        form = max((a for a in rules.program.decisions[site].alternatives if a.base <= code), key=lambda a: a.base)
        if form.parts in (("pass",), ("give up",)):
            continue
        rules.machine.resume(after, code)
        if after[STATUS_AT] != OVER and rules.program.decisions[after[SITE_AT]].part:
            yield from (((site, code), *rest) for rest in ways(rules, after))
        else:
            yield ((site, code),)


# S6.2, S6.3, S6.4, S6.6
@pytest.mark.parametrize("seed", range(6))
def test_every_legal_answer_has_one_way_in_and_no_other_has_one(seed: int) -> None:
    rules, random, compared = game(MARKET), Random(seed), 0
    state = rules.machine.initial(seed)
    rules.machine.run(state)
    while state[STATUS_AT] != OVER:
        if rules.program.decisions[state[SITE_AT]].sort == "offer":
            found = list(ways(rules, state))
            wanted = list(Table(rules, state).answers())
            assert len(set(found)) == len(found) == len(wanted)
            compared += len(wanted)
        rules.machine.resume(state, random.choice(rules.machine.options(state)))
    assert compared > 100


# -------------------------------------------------------------------------------------------- totals are found exactly

EXACT = """\
game Weights
    in English
    for 2 players: White, Black
Weight is from 1 to 40
Wanted is from 0 to 400
place Hand
    there is one for each Player
place Tray
piece the Scale
    has a Wanted
    starts in the Tray
piece Stone
    there is one for each Weight
    starts in the Tray
play
    White may Balance
    nobody wins
action Balance
    the Player chooses {} among Stones called load in the Hand of White
    only if the total Weight among the load is the Wanted of the Scale
    move every Stone in the load to the Tray
"""


def reached(weights: Sequence[int], least: int, most: int) -> set[int]:
    """The totals of so many weights."""
    found = {(0, 0)}
    for weight in weights:
        found |= {(number + 1, total + weight) for number, total in found}
    return {total for number, total in found if least <= number <= most}


# S6.6
@pytest.mark.parametrize(("how_many", "least", "most"), [("any number", 0, 99), ("3", 3, 3), ("at least 4", 4, 99)])
def test_whether_a_total_can_be_reached_is_found_out_exactly(how_many: str, least: int, most: int) -> None:
    """Also with so many stones that not all sets could be tried."""
    rules, random = game(EXACT.format(how_many)), Random(5)
    machine = rules.machine
    start = machine.initial(1)
    machine.run(start)
    stones = next(kind for kind in rules.program.pieces if kind.name == "Stone")
    seen = set()
    for _ in range(120):
        state = start[:]
        held = random.sample(range(stones.start, stones.stop), 18)
        for piece in held:
            state[rules.box.arrays[AT].offset + piece] = _hand(rules)
        state[rules.box.arrays["Scale.Wanted"].offset] = wanted = random.randrange(400)
        totals = reached([piece - stones.start + 1 for piece in held], least, most)
        offered = legal(rules, state)
        assert offered == (wanted in totals)
        seen.add(offered)
    assert seen == {True, False}


def _hand(rules: Game) -> int:
    return [place.name for place in rules.program.locations].index("the Hand of White")


def legal(rules: Game, state: State) -> bool:
    """Whether anything but to pass is offered: the play is asked anew, as it was asked before the stones were there."""
    machine: Machine = rules.machine
    again = machine.unpack(machine.pack(state))
    for array in machine.arrays.values():
        if array.section == "control":
            again[array.offset : array.offset + array.count] = [0] * array.count
    machine.run(again, "play")
    return again[STATUS_AT] != OVER and len(machine.options(again)) > 1


# ---------------------------------------------------------------------------------------------------------- giving up

PUZZLE = """\
game Puzzle
    in English
    for 2 players: White, Black
Rank is from 1 to 14
Turn is from 0 to 4
place Hand
    there is one for each Player
place Tray
piece the Clock
    has a Turn
    starts in the Tray
piece Tile
    there is one for each Rank
    starts in the Hand of White
play
    take turns from White until all pass
        the Player may Solve
    nobody wins
action Solve
    the Player chooses 7 among Tiles called row in the Hand of the Player
    only if the highest Rank among the row minus the lowest Rank among the row is 6, called Seven In A Row
    only if the lowest Rank among the row is 8, called High
    move every Tile in the row to the Tray
"""


def solved() -> list[str]:
    return [f"the {number} Tile in the Hand of White" for number in range(8, 15)]


# S6.6
def test_what_is_not_found_out_is_offered_and_can_be_given_up() -> None:
    """Of sets with a 4, 5, 6 or 7 there are so few that all are tried; with a smaller number it leads nowhere."""
    match = game(PUZZLE).start(seed=1)
    match.choose("Solve")
    first = [f"the {number} Tile in the Hand of White" for number in (1, 2, 3, 8)]
    assert texts(match) == [*first, "give up"]
    while texts(match) != ["give up"]:
        match.choose(0)
    match.choose("give up")
    assert match.log()[-1].text == "Solve: give up"
    assert match.result is not None, "it is a pass, and the other can do nothing"


# S6.6, S6.11
def test_the_right_set_is_found_by_whoever_knows_it() -> None:
    match = game(PUZZLE).start(seed=1)
    match.choose("Solve")
    wrong = match.why_not(["the 7 Tile in the Hand of White", *solved()[:6]])
    assert wrong is not None
    assert [need.name for need in wrong.unmet] == ["High"]
    for text in solved()[:6]:
        match.choose(text)
    assert texts(match) == [solved()[6]]
    match.choose(solved()[6])
    assert match.log()[-1].text == f"Solve: {', '.join(solved())}"


# S6.5, S6.6
def test_a_person_can_give_up_what_was_begun() -> None:
    match = game(PUZZLE).start(seed=1)
    match.choose("Solve")
    entry = Entry(match)
    entry.choose(solved()[3])
    assert entry.options.texts[-1] == "give up"
    entry.choose("give up")
    assert not entry.open


# S6.6
def test_an_exchange_is_found_out_without_trying_sets() -> None:
    """By numbers, by what each card must be, and by names given to numbers: in no position anybody can give up."""
    program = load_rules("good/exchanges.rules").program
    assert all(form.parts != ("give up",) for decision in program.decisions for form in decision.alternatives)


def test_what_is_found_out_cannot_be_given_up() -> None:
    match: Match = game(MARKET).start(seed=3)
    buy = next(text for text in texts(match) if text.startswith("Buy"))
    match.choose(buy)
    with pytest.raises(IllegalChoice, match="no option"):
        match.choose("give up")
