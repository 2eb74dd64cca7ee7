"""Answers that are sets: the ways to enter them, whole answers, what is told of them, and what chance draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from dsl.ir.layout import WHO_AT
from dsl.load import load_text, program_of
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.play.options import Option
from interpreter.play.set_entry import Entry
from interpreter.play.why import IllegalChoice
from interpreter.state.machine import Machine, State
from tests.laws.play import texts
from tests.test_terminal import played

HEAD = """\
game Cards
    in English
    for 2 players: White, Black
Colour is one of red, green
Worth is from 1 to 4
place Hand
    there is one for each Player
    seen by the owner
place Tray
place Row
    there is one for each Player
    seen by the owner
piece Card
    there is one for each Colour and Worth
    starts in the Hand of White
piece Chip
    there are 3
    starts in the Tray
play
    {}
    {}
    Black wins
"""

MOVED = "move every Card in the picked to the Row of White"


@cache
def game(choice: str, then: str = MOVED) -> Game:
    """A game in which one answer is given, from 8 cards in White's hand, which Black does not see, or 3 equal chips."""
    book, diagnostics = load_text(HEAD.format(choice, then), "cards.rules")
    assert book is not None, diagnostics
    return Game.of(program_of(book))


def start(choice: str, then: str = MOVED) -> Match:
    return game(choice, then).start(seed=1)


OWN = "among Cards called picked in the Hand of White"
CHIPS = "among Chips called picked in the Tray"
ALL_CARDS = [f"the {colour} {worth} Card in the Hand of White" for colour in ("green", "red") for worth in range(1, 5)]


# ------------------------------------------------------------------------------------------------- one way to each set


def ways(match: Match, chosen: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way to enter a complete answer."""
    for text in texts(match):
        match.choose(text)
        now = (*chosen, text) if text != "done" else chosen
        if texts(match):
            yield from ways(match, now)
        else:
            yield now
        match.undo()
        for before in chosen:
            match.choose(before)


# S5.14
@pytest.mark.parametrize(
    ("how_many", "numbers"),
    [("2", [2]), ("at most 2", [0, 1, 2]), ("at least 7", [7, 8]), ("at least 1 and at most 2", [1, 2])],
)
def test_there_is_one_way_to_each_set(how_many: str, numbers: list[int]) -> None:
    """Also by the numbers alone, as a search goes."""
    sets = [chosen for number in numbers for chosen in combinations(ALL_CARDS, number)]
    rules = game(f"White chooses {how_many} {OWN}")
    assert sorted(ways(rules.start(seed=1))) == sorted(sets)
    assert sorted(codes for codes, _ in leaves(rules.machine)) == sorted(subsets(8, numbers))


def test_pieces_that_look_alike_are_one_option_at_each_step() -> None:
    chip = "the Chip in the Tray"
    match = start(f"White chooses any number {CHIPS}", "move every Chip in the picked to the Hand of White")
    assert sorted(ways(match)) == [(), (chip,), (chip, chip), (chip, chip, chip)]


def test_which_cards_are_meant_of_those_not_seen_is_drawn_and_all_sets_of_them_come_up() -> None:
    """The order in which they are numbered has no part in it."""
    rules = game(f"Black chooses 2 {OWN}", "move every Card in the picked to the Row of Black")
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(400):
        match = rules.start(seed)
        for _ in range(2):
            assert texts(match) == ["a piece in the Hand of White"]
            match.choose(0)
        drawn[match.steps[0].codes] += 1
        assert match.steps[0].barrier
    assert len(drawn) == 28
    assert min(drawn.values()) > 2


# -------------------------------------------------------------------------------------------------------------- chance


def subsets(count: int, numbers: list[int]) -> Iterator[tuple[int, ...]]:
    return (chosen for number in numbers for chosen in combinations(range(1, count + 1), number))


def leaves(machine: Machine) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way through the game by codes: the elements entered, and how likely it is if all steps are."""
    state = machine.initial(1)
    machine.run(state)
    yield from _leaves(machine, state, (), Fraction(1))


def _leaves(
    machine: Machine, state: State, chosen: tuple[int, ...], share: Fraction
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    codes = machine.options(state)
    if not codes:
        yield chosen, share
    for code in codes:
        after = state[:]
        machine.resume(after, code)
        yield from _leaves(machine, after, (*chosen, code) if code else chosen, share / len(codes))


# S5.9, S5.12
def test_all_sets_that_chance_can_draw_are_equally_likely() -> None:
    rules = game(f"chance chooses 3 {OWN}")
    shares: Counter[tuple[int, ...]] = Counter()
    for chosen, share in leaves(rules.machine):
        shares[tuple(sorted(chosen))] += share  # type: ignore[assignment]
    assert set(shares) == set(subsets(8, [3]))
    assert set(shares.values()) == {Fraction(1, 56)}


def test_what_chance_draws_is_one_answer() -> None:
    match = start(f"chance chooses 3 {OWN}")
    assert len(match.steps) == 1
    assert match.log()[0].text == "3 × a piece in the Hand of White"
    assert len(match.log("White")[0].text.split(", ")) == 3


# S5.12
def test_of_too_few_all_are_taken_without_a_question() -> None:
    match = start(f"White chooses 9 {OWN}".replace("9", "the number of Cards in the Hand of White plus 1"))
    assert match.steps == []
    assert match.decision is None


# ------------------------------------------------------------------------------------------------------- whole answers

THREE = (
    "the red 2 Card in the Hand of White, the green 4 Card in the Hand of White, the red 1 Card in the Hand of White"
)
SORTED = (
    "the green 4 Card in the Hand of White, the red 1 Card in the Hand of White, the red 2 Card in the Hand of White"
)


@pytest.mark.parametrize("answer", [THREE, THREE.upper(), THREE.split(", "), [Option(t) for t in THREE.split(", ")]])
def test_a_whole_answer_is_given_in_any_order(answer: str | list[str] | list[Option]) -> None:
    match = start(f"White chooses at most 3 {OWN}")
    assert match.choose(answer).text == SORTED
    assert [entry.text for entry in match.log("White")] == [SORTED]
    assert [entry.text for entry in match.log("Black")] == ["3 × a piece in the Hand of White"]
    assert len(match.steps) == 1


def test_a_list_of_one_is_a_whole_answer_and_its_text_alone_a_step() -> None:
    match = start(f"White chooses at most 3 {OWN}")
    match.choose(ALL_CARDS[0])
    assert match.decision is not None
    assert match.decision.chosen == (ALL_CARDS[0],)
    assert match.view("White")["decision"]["chosen"] == [ALL_CARDS[0]]
    assert "chosen" not in match.view("Black")["decision"]
    match.choose([ALL_CARDS[1]])
    assert match.log("White")[0].text == ALL_CARDS[1]


@pytest.mark.parametrize("answer", [[], "nothing", "done", 8])
def test_the_empty_set_is_an_answer(answer: object) -> None:
    match = start(f"White chooses at most 3 {OWN}")
    match.choose(answer)  # type: ignore[arg-type]
    assert [(entry.who, entry.text) for entry in match.log()] == [("White", "nothing")]


def test_equal_pieces_can_be_counted() -> None:
    match = start(f"White chooses any number {CHIPS}", "move every Chip in the picked to the Hand of White")
    assert match.why_not("4 × the Chip in the Tray") is not None
    assert match.choose("2 × the Chip in the Tray").parts == ("the Chip in the Tray",) * 2
    assert match.log()[0].text == "2 × the Chip in the Tray"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ([], "at least 2 must be chosen, not 0"),
        (ALL_CARDS[:1], "at least 2 must be chosen, not 1"),
        (ALL_CARDS[:4], "at most 3 must be chosen, not 4"),
        ([ALL_CARDS[0], ALL_CARDS[0]], f"{ALL_CARDS[0]} can be chosen only once"),
        (["the Chip in the Tray", ALL_CARDS[0]], "There is no option"),
    ],
)
def test_what_is_no_answer_is_refused_and_changes_nothing(answer: list[str], reason: str) -> None:
    match = start(f"White chooses at least 2 and at most 3 {OWN}")
    with pytest.raises(IllegalChoice, match=reason):
        match.choose(answer)
    assert match.steps == []


# -------------------------------------------------------------------------------------------------------- as one answer


def test_an_answer_is_taken_back_whole_or_what_was_entered_of_it() -> None:
    match = start(f"White chooses at most 3 {OWN}")
    before = match.state_hash()
    match.choose(ALL_CARDS[2])
    assert match.can_undo("White")
    assert not match.can_undo("Black")
    match.undo("White")
    assert match.decision is not None
    assert match.decision.chosen == ()
    match.choose(ALL_CARDS[:2])
    match.undo("White")
    assert (match.state_hash(), match.log(), match.steps) == (before, [], [])


def test_nobody_but_who_enters_it_sees_the_steps() -> None:
    match = start(f"White chooses at most 3 {OWN}")
    before = {player: (match.view(player), match.log(player)) for player in ("Black", None)}
    match.choose(ALL_CARDS[2])
    assert {player: (match.view(player), match.log(player)) for player in ("Black", None)} == before


def test_a_save_holds_whole_answers(tmp_path: Path) -> None:
    match = start(f"White chooses at most 3 {OWN}")
    match.choose([ALL_CARDS[2]])
    match.save(tmp_path / "match.json")
    loaded = Match.load(tmp_path / "match.json", match.rules)
    assert (loaded.transcript, loaded.state_hash()) == (match.transcript, match.state_hash())


# S1.4
def test_pieces_in_a_set_keep_their_numbers_in_the_normal_form() -> None:
    """Which of three equal chips is chosen is no matter, but what is chosen must not be mixed up with what is not."""
    rules = game(f"White chooses 2 {CHIPS}", "White chooses a Chip called best in the picked")
    hashes = set()
    for codes in ((1, 2), (1, 3), (2, 3)):
        state = rules.machine.initial(1)
        rules.machine.run(state)
        assert state[WHO_AT] == 0
        for code in codes:
            rules.machine.resume(state, code)
        hashes.add(rules.start(seed=1).position.__class__(rules, state).hash())
    assert len(hashes) == 3


TRADE = """\
game Trade
    in English
    for 2 players: White, Black
place Hand
    there is one for each Player
    seen by the owner
place Tray
piece Card
    there are 2 for White
    has a Worth
    starts in the Hand of White
piece Gem
    there is one for each Worth
    starts in the Tray
Worth is from 1 to 2
play
    White may Trade
    Black may Trade
    nobody wins
action Trade
    the Player chooses a Card in the Hand of the Player
    the Player chooses a Gem in the Tray
    move the Card to the Tray
    move the Gem to the Hand of the Player
"""


# S6.4
def test_an_action_and_its_choices_are_one_answer() -> None:
    book, diagnostics = load_text(TRADE, "trade.rules")
    assert book is not None, diagnostics
    match = Game.of(program_of(book)).start(seed=1)
    match.choose("Trade")
    assert (match.log("White"), match.can_undo("Black")) == ([], False)
    match.undo("White")
    assert (match.steps, texts(match)) == ([], ["Trade", "pass"])
    match.choose("Trade")
    match.choose(0)
    assert [entry.text for entry in match.log("Black")] == []
    match.choose("the 2 Gem in the Tray")
    told = "Trade: the Card in the Hand of White, the 2 Gem in the Tray"
    assert [entry.text for entry in match.log("White")] == [told]
    assert [entry.text for entry in match.log("Black") if entry.kind == "choice"] == [
        "Trade: a piece in the Hand of White, the 2 Gem in the Tray"
    ]
    assert (match.answers, len(match.steps)) == (1, 3)
    match.undo()
    assert (match.steps, match.log("White")) == ([], [])


# ---------------------------------------------------------------------------------------------------- people enter it


# S6.5
def test_a_person_chooses_in_any_order_and_takes_back() -> None:
    match = start(f"White chooses at most 3 {OWN}")
    entry = Entry(match)
    assert entry.options.texts == [*ALL_CARDS, "done"]
    entry.choose("red 2")
    entry.choose("green 4")
    assert entry.options.texts == [text for text in ALL_CARDS if "red 2" not in text and "green 4" not in text] + [
        "done"
    ]
    taken = entry.take_back()
    assert taken is not None
    assert taken.text == ALL_CARDS[3]
    entry.choose(0)
    assert (entry.open, match.steps, match.log("Black")) == (True, [], [])
    entry.choose("done")
    assert not entry.open
    assert match.log("White")[0].text == f"{ALL_CARDS[0]}, {ALL_CARDS[5]}"


# S6.5
def test_a_full_answer_is_given_at_once_and_one_that_is_not_is_refused() -> None:
    match = start(f"White chooses 2 {OWN}")
    entry = Entry(match)
    with pytest.raises(IllegalChoice, match="2 must be chosen, not 0"):
        entry.done()
    entry.choose(7)
    with pytest.raises(IllegalChoice, match="no option"):
        entry.choose("done")
    with pytest.raises(IllegalChoice, match="there are 7"):
        entry.choose(7)
    with pytest.raises(IllegalChoice, match="can mean 4 options"):
        entry.choose("green")
    entry.choose("red 1")
    assert not entry.open
    assert entry.take_back() is not None
    assert match.log("White")[0].text == f"{ALL_CARDS[4]}, {ALL_CARDS[7]}"


def test_there_is_an_entry_for_sets_only() -> None:
    match = start("White chooses a Card called picked in the Hand of White", "move the picked to the Tray")
    with pytest.raises(ValueError, match="not one for a set"):
        Entry(match)


# -------------------------------------------------------------------------------------------------------- the terminal


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1, 3", [0, 2]),
        ("3,1", [0, 2]),
        ("1\n2\ndone", [0, 2]),
        ("3\n1\ndone", [0, 2]),
        ("1\n1\ntake back\n2\ndone", [0, 2]),
        (f"{ALL_CARDS[2]}, {ALL_CARDS[0]}", [0, 2]),
        ("green 3\n1\ntake back\ntake back\ndone", []),
        ("nothing", []),
        ("1, 2, 3", [0, 1, 2]),
        ("8\n1, 1\n1, 2", [0, 1, 7]),
    ],
)
def test_several_are_typed_at_once_or_one_by_one(typed: str, answer: list[int]) -> None:
    match = start(f"White chooses at most 3 {OWN}", "move every Card in the picked to the Tray")
    played(typed, match)
    assert [set(step.codes) - {0} for step in match.steps] == [{CODES[number] for number in answer}]


CODES = [5, 6, 7, 8, 1, 2, 3, 4]  # of all cards in the order of their texts


def test_the_screen_tells_what_is_chosen_so_far() -> None:
    match = start(f"White chooses at most 3 {OWN}", "move every Card in the picked to the Tray")
    shown = played("red 4\ntake back\ntake back\n1, 12\n1, 9", match)
    assert f"White: choose at most 3 Cards (so far {ALL_CARDS[7]})" in shown
    assert f"Taken back: {ALL_CARDS[7]}." in shown
    assert "There is nothing to take back" in shown
    assert "There is no option number 12. Type a number from 1 to 9, or the text of an option." in shown
    assert match.steps[0].text == ALL_CARDS[0]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1, 99", "There is no option number 99. Type a number from 1 to 9"),
        ("1, 0", "There is no option number 0. "),
        ("1,1,1,1", f"“4 × {ALL_CARDS[0]}” is not allowed: at most 3 must be chosen, not 4, and {ALL_CARDS[0]} can"),
        ("1,1", f"“2 × {ALL_CARDS[0]}” is not allowed: {ALL_CARDS[0]} can be chosen only once."),
        (f"{ALL_CARDS[0]}, {ALL_CARDS[0]}", f"is not allowed: {ALL_CARDS[0]} can be chosen only once."),
        ("1,2,3,4", "at most 3 must be chosen, not 4."),
        ("1\n1,1", f"{ALL_CARDS[1]} can be chosen only once."),
        ("why 1,1", f"{ALL_CARDS[0]} can be chosen only once."),
        ("why 1, 2", "“1, 2” is possible: type it without `why`."),
        ("why 1, 99", "There is no option number 99. "),
        ("why 1, 9", "“1, 9” is possible: type it without `why`."),  # 9: that they are all
        ("why 1", f"“1” is {ALL_CARDS[0]}, which is possible: type it without `why`."),
    ],
)
def test_the_screen_tells_what_is_wrong_with_several_that_are_typed_at_once(typed: str, told: str) -> None:
    match = start(f"White chooses at most 3 {OWN}", "move every Card in the picked to the Tray")
    assert told in played(typed, match)
    assert match.steps == []


def test_of_what_looks_alike_no_more_are_chosen_than_there_are() -> None:
    match = start(f"White chooses any number {CHIPS}", "move every Chip in the picked to the Tray")
    told = "at most 3 must be chosen, not 4, and the Chip in the Tray can be chosen 3 times at most."
    assert told in played("4 × the chip in the tray", match)
    played("1,1,1", match)
    assert [step.text for step in match.steps] == ["3 × the Chip in the Tray"]
