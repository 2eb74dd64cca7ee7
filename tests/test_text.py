"""Words for pieces and answers, what looks alike, and the normal form, on a harbour without rules.

Each player has two Ships; Crates lie on Ships or on the Quay, which keeps order; a Chest is face-down for all but its
owner; Notes lie in a Drawer into which nobody looks. A Ship may have a Consort, which is a Ship.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from dsl.ir.layout import layout
from dsl.ir.nodes import Array, Code, Table
from dsl.ir.program import (
    AT,
    RANK,
    Alternative,
    Attribute,
    Decision,
    Kind,
    Location,
    PieceKind,
    Program,
    Rule,
    Seen,
    Slot,
)
from dsl.lower.visibility_functions import with_sight
from dsl.source import Span
from dsl.terms import USUAL
from interpreter.backends.pipeline import compiled_python
from interpreter.knowledge.log import revealed
from interpreter.knowledge.normal_form import state_hash
from interpreter.knowledge.reader import REFEREE, SPECTATOR, Knowledge
from interpreter.knowledge.view import View
from interpreter.knowledge.wording import Wording, join, natural
from interpreter.play.options import Answers, Legal, Option, Options
from interpreter.play.why import Refusal, resolve
from interpreter.state.decoding import Box
from interpreter.state.machine import Machine
from tests.handmade import game

SEA, BAY, QUAY, DRAWER, FROM = 0, 1, 2, 3, 4
SHIPS, CRATES, CHEST, NOTES, PIECES = 0, 4, 7, 8, 11


def attribute(name: str, kind: str | None, source: str, seen: Seen | None = None, printed: bool = False) -> Attribute:
    return Attribute(name, name, kind, "table" if printed else "array", source, seen or Seen())


def harbour() -> Program:
    ship = (
        attribute("Hull", "Hull", "ship.hull"),
        attribute("docked", None, "ship.docked"),
        attribute("Consort", "Ship", "ship.consort"),
    )
    goods = (attribute("Goods", "Goods", "crate.goods", printed=True),)
    gold = (attribute("Gold", "Hull", "chest.gold", Seen("owner")),)
    kinds = (
        Kind("Hull", "Hull", "Hulls", "range", 0, ("0", "1", "2", "3")),
        Kind("Goods", "Goods", "Goods", "enumeration", 0, ("spice", "salt")),
        Kind("Ship", "Ship", "Ships", "piece", SHIPS, ("Ship",) * 4),
        Kind("Crate", "Crate", "Crates", "piece", CRATES, ("Crate",) * 3),
        Kind("Thing", "Thing", "Things", "piece", 0, ("Thing",) * PIECES),
        Kind("Water", "Water", "Waters", "space", 0, ("the Sea", "the Bay")),
    )
    pieces = (
        PieceKind("Ship", "Ship", "Ships", SHIPS, CRATES, (0, 0, 1, 1), ship, height=1),
        PieceKind("Crate", "Crate", "Crates", CRATES, CHEST, (-1,) * 3, goods),
        PieceKind("Chest", "Chest", "Chests", CHEST, NOTES, (0,), gold, unique=True),
        PieceKind("Note", "Note", "Notes", NOTES, PIECES, (-1,) * 3, (), height=1),
    )
    locations = (
        Location("the Sea", "Water", board="Map"),
        Location("the Bay", "Water", board="Map"),
        Location("the Quay", "Quay", ordered=True),
        Location("the Drawer", "Drawer", seen=Seen("nobody")),
    )
    decisions = (
        Decision("offer", "", "", 0, ()),
        Decision("choice", "Take one", "take", 0, (Alternative(0, PIECES, ("Take", Slot("Thing", 1, PIECES, 0))),)),
        Decision("choice", "Swap two", "swap", 0, (SWAP,)),
    )
    arrays = [
        Array("decision.arguments", 1, section="control"),
        *(Array(name, PIECES) for name in (AT, RANK)),
        *(Array(name, 4) for name in ("ship.hull", "ship.docked")),
        Array("ship.consort", 4, initial=-1),
        Array("chest.gold", 1),
        Array("frame.main", 2, section="control"),
    ]
    code = Code(layout({a.name: a for a in arrays}), {"crate.goods": Table("crate.goods", (0, 0, 1))}, {})
    rules = (Rule("Take", "take it", ("H-1",), Span("harbour.rules", 1, 1, 1, 5)),)
    return Program(
        "Harbour", "Harbour", "English", ("Red", "Blue"), USUAL, kinds, pieces, FROM, locations, (), decisions,
        rules, (), code, "",
    )  # fmt: skip


SWAP = Alternative(
    0, 16, ("Swap", Slot("Ship", 4, 4, SHIPS), ",", Slot("Ship", 1, 4, SHIPS), "and no other"), rule=0
)  # fmt: skip
PROGRAM = harbour()


def box_of(program: Program) -> Box:
    """The box of a program of which nothing runs but who sees what."""
    return Box(program, Machine(compiled_python(with_sight(program, program.code)), len(program.players)))


BOX = box_of(PROGRAM)


def state(**places: int) -> list[int]:
    """All ships at sea without anything, the crates and the chest on the quay in order, the notes in the drawer."""
    arrays = PROGRAM.code.arrays
    words = [value for array in arrays.values() for value in [array.initial] * array.count]
    at, rank = arrays[AT].offset, arrays[RANK].offset
    words[at : at + PIECES] = [SEA] * 4 + [QUAY] * 4 + [DRAWER] * 3
    words[rank + CRATES : rank + NOTES] = [0, 1, 2, 3]
    for name, value in places.items():
        array, _, index = name.partition("_")
        words[arrays[NAMES[array]].offset + int(index)] = value
    return words


NAMES = {
    "at": AT, "rank": RANK, "hull": "ship.hull", "docked": "ship.docked", "consort": "ship.consort",
    "gold": "chest.gold", "frame": "frame.main",
}  # fmt: skip


def test_what_all_see_of_the_pieces_is_known_beforehand_where_nothing_can_be_hidden() -> None:
    lit = replace(PROGRAM, locations=tuple(replace(location, seen=Seen()) for location in PROGRAM.locations))
    seen = tuple(replace(k, attributes=tuple(replace(a, seen=Seen()) for a in k.attributes)) for k in PROGRAM.pieces)
    boxes = [box_of(made) for made in (PROGRAM, lit, replace(lit, pieces=seen))]
    assert boxes[0].open_facts is None, "notes lie in a drawer that nobody looks into"
    assert boxes[1].open_facts is None, "only its owner sees the gold in the chest"
    assert boxes[2].open_facts == Knowledge(BOX, state(), REFEREE).facts()


def knows(reader: int, **places: int) -> Knowledge:
    return Knowledge(BOX, state(**places), reader)


def words(piece: int, reader: int = SPECTATOR, detailed: bool = False, **places: int) -> str:
    return Wording(knows(reader, **places)).piece(piece, detailed)


def legal(reader: int, site: int, codes: range, **places: int) -> Legal:
    return Answers(PROGRAM.decisions[site], knows(reader, **places)).legal(codes)


def options(reader: int, site: int, codes: range, **places: int) -> Options:
    return legal(reader, site, codes, **places).options


# --------------------------------------------------------------------------------------------------------------- pieces


def test_a_piece_is_told_by_what_is_printed_on_it_by_owner_and_by_place() -> None:
    assert words(0) == "the Ship of Red on the Sea"
    assert words(CRATES) == "the spice Crate in the Quay"
    assert words(CRATES, at_4=FROM + 2) == "the spice Crate on the Ship of Blue on the Sea"
    assert words(CHEST) == "the Chest"


def test_its_owner_is_not_told_where_it_stands_without_others() -> None:
    assert words(0, at_0=BAY) == "the Ship on the Bay"
    assert words(0, at_2=BAY, at_3=BAY) == "the Ship on the Sea"
    assert words(0, at_0=BAY, at_3=BAY) == "the Ship of Red on the Bay"
    assert words(0, at_0=QUAY) == "the Ship of Red in the Quay"


# S12.2
def test_what_is_not_seen_has_no_kind() -> None:
    assert words(NOTES) == "a piece in the Drawer"
    assert words(CHEST, at_7=DRAWER) == "a piece in the Drawer"
    assert words(CRATES, at_4=FROM + NOTES) == "a piece on a piece in the Drawer"
    assert words(NOTES, REFEREE) == "the Note in the Drawer"


def test_an_onlooker_owns_nothing() -> None:
    """A place of nobody's that its owner may look into is closed to all."""
    drawer = replace(PROGRAM.locations[DRAWER], seen=Seen("owner"))
    box = box_of(replace(PROGRAM, locations=(*PROGRAM.locations[:DRAWER], drawer)))
    assert not any(Knowledge(box, state(), reader).sees(NOTES) for reader in (SPECTATOR, 0, 1))


def test_details_tell_the_rest() -> None:
    assert words(0, detailed=True, hull_0=2, docked_0=1, consort_0=2, at_4=FROM, at_6=FROM) == (
        "the Ship of Red on the Sea (Hull 2, docked, Consort the Ship of Blue on the Sea,"
        " with the salt Crate, with the spice Crate)"
    )
    assert words(0, detailed=True) == "the Ship of Red on the Sea (Hull 0, Consort nothing)"
    assert words(CRATES + 1, detailed=True) == "the spice Crate in the Quay (number 2)"


def test_details_are_for_those_who_know_them() -> None:
    assert words(CHEST, 0, detailed=True, gold_0=3) == "the Chest (Gold 3, number 4)"
    assert words(CHEST, 1, detailed=True, gold_0=3) == "the Chest (number 4)"
    assert words(NOTES, 1, detailed=True) == "a piece in the Drawer"


def test_ships_that_follow_each_other_can_be_told() -> None:
    assert words(0, detailed=True, consort_0=1, consort_1=0).count("Consort") == 1
    assert knows(SPECTATOR, consort_0=1, consort_1=0).alike(1) == 1


# -------------------------------------------------------------------------------------------------------------- options


# S5.4
def test_equal_pieces_are_one_option_and_the_first_of_them() -> None:
    assert legal(0, 1, range(PIECES)).drawn == {
        "Take a piece in the Drawer": (8, 9, 10),  # unseen, so chance draws, even among equal ones
        "Take the Chest": (7,),
        "Take the Ship of Blue on the Sea": (2,),
        "Take the Ship of Red on the Sea": (0,),
        "Take the salt Crate in the Quay": (6,),
        "Take the spice Crate in the Quay (number 1)": (4,),
        "Take the spice Crate in the Quay (number 2)": (5,),
    }


# S5.4
def test_a_difference_that_is_seen_makes_two_options() -> None:
    assert options(0, 1, range(2), hull_1=3).texts == [
        "Take the Ship of Red on the Sea (Hull 0, Consort nothing)",
        "Take the Ship of Red on the Sea (Hull 3, Consort nothing)",
    ]


def test_a_difference_that_is_hidden_makes_one_option_and_a_draw() -> None:
    hidden = {"at_4": DRAWER, "at_6": DRAWER}
    taken = legal(0, 1, range(4, 11), **hidden)
    assert taken.drawn["Take a piece in the Drawer"] == (4, 6, 8, 9, 10)


def test_the_order_depends_on_texts_only() -> None:
    one = legal(0, 1, range(4, 8), at_4=SEA, at_5=BAY, at_6=FROM)
    other = legal(0, 1, range(4, 8), at_4=BAY, at_5=SEA, at_6=FROM)
    assert one.options.texts == other.options.texts
    assert one.all != other.all


def test_an_answer_with_two_slots() -> None:
    swaps = options(0, 2, range(16), at_1=BAY, at_3=BAY)
    assert len(swaps) == 16
    assert swaps.texts[0] == "Swap the Ship of Blue on the Bay, the Ship of Blue on the Bay and no other"
    assert swaps[0].clauses == ("H-1",)


def test_a_text_is_read_back_to_all_its_codes() -> None:
    answers = Answers(PROGRAM.decisions[2], knows(0))
    assert answers.read_whole("swap the ship of red on the sea, the ship of blue on the sea AND no other") == [
        2,
        3,
        6,
        7,
    ]
    assert answers.read_whole("swap the ship of red on the sea, the ship of blue on the sea") == []
    assert answers.read_whole("swap the ship of red on the sea, the ship of blue on the seaand no other") == []
    assert answers.read_words("swap red sea blue sea") == [2, 3, 6, 7]
    assert answers.read_words("swap red") == [code for code in range(SWAP.size) if "of Red" in answers.text(code)]


# S5.1
@pytest.mark.parametrize("site", [1, 2])
def test_every_option_is_read_back(site: int) -> None:
    places = {"at_1": BAY, "at_4": SEA, "at_5": FROM + 3, "hull_2": 1}
    answers = Answers(PROGRAM.decisions[site], knows(1, **places))
    found = answers.legal(range(PIECES))
    for option in found.options:
        assert set(found.all[option.text]) <= set(answers.read_whole(option.text))
        assert found.of(answers.read_whole(option.text)) == found.options.same(option.text.upper()) == [option]


def test_a_piece_is_read_with_its_owner_where_it_is_called_without() -> None:
    answers = Answers(PROGRAM.decisions[1], knows(0, at_0=BAY))
    assert answers.text(0) == "Take the Ship on the Bay"
    assert (
        answers.read_whole("take the ship on the bay") == answers.read_whole("take the ship of red on the bay") == [0]
    )


def test_some_of_the_words_in_order_are_read_as_all_texts_that_have_them() -> None:
    answers = Answers(PROGRAM.decisions[2], knows(0, at_1=BAY, at_2=BAY))
    texts = [tuple(answers.text(code).lower().split()) for code in range(SWAP.size)]
    plain = [[word.strip(",") for word in text] for text in texts]
    for some in {row for given in set(texts) for length in (1, 2, 3, 5) for row in combinations(given, length)}:
        wanted = [word.strip(",") for word in some]
        fit = [code for code, text in enumerate(plain) if _in_order(wanted, text)]
        assert answers.read_words(" ".join(some)) == fit, some


def _in_order(some: Iterable[str], words: Iterable[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in some)


def test_natural_order() -> None:
    assert sorted(["b", "A10", "A2", "a1", "2", "10", ""], key=natural) == ["", "2", "10", "a1", "A2", "A10", "b"]


def test_no_space_before_a_comma() -> None:
    assert join(["Take", "this", ",", "that", "(", "all", ")"]) == "Take this, that ( all)"


def test_a_whole_answer_is_never_taken_for_another_that_has_its_words() -> None:
    sail = (Alternative(0, 1, ("Sail",)), Alternative(1, 1, ("Sail", "home", "at once")))
    answers = Answers(Decision("offer", "", "", 0, sail), knows(0))
    only = answers.legal([1])

    def read(typed: str) -> Option | Refusal:
        return resolve(game().machine, state(), answers, only, typed)

    assert read("sail home") == read("Sail home at once") == only.options[0]
    assert isinstance(read("sail"), Refusal)


def test_news_are_told_in_an_order_that_shows_nothing() -> None:
    before = knows(0, at_4=DRAWER, at_5=DRAWER, at_6=DRAWER).facts()
    told = ["the salt Crate on the Bay", "2 × the spice Crate on the Bay"]
    assert revealed(before, knows(0, at_4=BAY, at_5=BAY, at_6=BAY)) == told
    assert revealed(before, knows(0, at_4=BAY, at_5=SEA, at_6=SEA)) == [
        "the salt Crate on the Sea", "the spice Crate on the Bay", "the spice Crate on the Sea",
    ]  # fmt: skip
    assert revealed(knows(1).facts(), knows(1, gold_0=2)) == []
    assert revealed(knows(1).facts(), knows(0, gold_0=2)) == ["the Chest (Gold 2, number 4)"]


# ---------------------------------------------------------------------------------------------------------------- views


def pieces(name: str, reader: int, **places: int) -> list[dict[str, object]]:
    data = View(knows(reader, **places)).data()
    return next(location["pieces"] for location in data["locations"] if location["name"] == name)


def test_a_piece_shows_what_it_carries() -> None:
    (ship,) = pieces("the Bay", SPECTATOR, at_0=BAY, at_4=FROM, at_5=FROM, consort_0=3)
    assert ship["carries"] == [{"count": 2, "kind": "Crate", "attributes": {"Goods": "spice"}}]
    assert ship["attributes"] == {"Hull": 0, "docked": False, "Consort": "the Ship of Blue on the Sea"}


def test_ships_with_different_loads_stand_apart() -> None:
    assert [ship["count"] for ship in pieces("the Sea", SPECTATOR)] == [2, 2]
    assert sorted(str(ship["count"]) for ship in pieces("the Sea", SPECTATOR, at_4=FROM)) == ["1", "1", "2"]


# S12.2
def test_what_lies_on_an_unseen_piece_is_unseen() -> None:
    assert pieces("the Drawer", 0, at_4=FROM + NOTES) == [{"count": 3}]
    assert knows(0, at_4=FROM + NOTES).alike(NOTES) == knows(0).alike(NOTES) == NOTES
    assert knows(0, at_4=FROM + NOTES).look(NOTES) == knows(0).look(NOTES + 1)


# ---------------------------------------------------------------------------------------------------------- normal form


def equal(one: dict[str, int], other: dict[str, int]) -> bool:
    return state_hash(BOX, state(**one)) == state_hash(BOX, state(**other))


# S1.4
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"at_0": BAY}, {"at_1": BAY}),
        ({"hull_0": 2, "hull_1": 1}, {"hull_0": 1, "hull_1": 2}),
        ({"at_0": BAY, "at_4": FROM, "rank_4": 0}, {"at_1": BAY, "at_4": FROM + 1, "rank_4": 0}),
        ({"consort_0": 3, "at_3": BAY}, {"consort_1": 2, "at_2": BAY}),
        ({"consort_0": 1}, {"consort_1": 0}),
        ({"frame_0": 1, "at_0": BAY}, {"frame_0": 1, "at_1": BAY}),
    ],
    ids=["place", "attribute", "load", "reference", "reference within", "where the program waits"],
)
def test_equal_pieces_may_change_places(one: dict[str, int], other: dict[str, int]) -> None:
    assert equal(one, other)


# S1.4
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"at_0": BAY}, {"at_2": BAY}),
        ({"at_4": SEA}, {"at_6": SEA}),
        ({"hull_0": 2, "at_0": BAY}, {"hull_1": 2, "at_0": BAY}),
        ({"at_0": BAY, "at_4": FROM}, {"at_0": BAY, "at_4": FROM + 1}),
        ({"frame_1": 1, "at_0": BAY}, {"frame_1": 1, "at_1": BAY}),
        ({"frame_0": 1}, {}),
    ],
    ids=["owner", "printed", "attribute", "load", "named by the program", "program"],
)
def test_what_can_be_told_apart_is_another_position(one: dict[str, int], other: dict[str, int]) -> None:
    assert not equal(one, other)


# S1.3
def test_the_hash_does_not_depend_on_what_is_derived() -> None:
    arrays = dict(PROGRAM.code.arrays)
    derived = Array("who.is.here", 2, section="derived", offset=len(state()))
    box = box_of(replace(PROGRAM, code=replace(PROGRAM.code, arrays={**arrays, derived.name: derived})))
    assert state_hash(box, [*state(), 1, 2]) == state_hash(box, [*state(), 3, 4]) == state_hash(BOX, state())
