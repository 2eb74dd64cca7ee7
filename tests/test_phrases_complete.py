"""Every construct and every field has words: what is changed in the model is changed in the prose."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any

import pytest

from dsl import model
from dsl.builtins import RELATIONS, VALUES, BuiltInRelation, BuiltInValue
from dsl.load import load_text
from dsl.model.visit import headings_of
from dsl.model.world import NUMBER, Attribute, Kind
from dsl.prose.scope import TABLES
from dsl.prose.speech import DEFINITIONS, Line, Speech
from dsl.prose.unprinted import SILENT
from dsl.terms import Terms
from tests.shared import shared

TEXT = """\
game Everything [A-1]
    in English
    for 2 players: Left, Right
    "A game of everything."

Strength is 4
Colour is one of red, green, blue
Level is from 0 to Strength
Face is from 1 to 6
Row is 3 Cells in a line

a Player has a Level called luck, seen by the Player until bold
a Player can be bold

board the Field
    made of Cells in a grid of 5 by 5
    the Gate is A1
    north of C5 is C1
    A1 is joined to E4

place Hand "hand"
    there is one for each Player
place the Pile
    keeps order
place the Heap
    keeps order
    seen by nobody
place Box "box"

piece the King
    has a Level
    has a Direction called heading
    starts on the Gate

piece Token
    there is one for each Colour and Charm
    has a Colour, seen by all
    has a Charm, seen by Left until open
    has a Level
    can be open
    takes Beads
    starts in the Hand of Left

piece Bead
    there are 4 for each Player
    has an owner, seen by all
    starts in the Hand of the owner

piece Tile
    has a Direction called heading
    shows a Colour along each Direction
    starts in the Box

piece Rail
    has a Direction called course
    shows Directions linked to each Direction
    starts in the Box

table Rail
    | Rail   | Copies | Lines         |
    | Siding | 2      | north to west |

table Tile
    | Tile  | North | East |
    | Curve | red   | blue |
    | Cross | red   | red  |

piece Die
    two are Dice
    there are 3
    has a Face
    starts in the Box

setup
    the Level of the King becomes Strength [A-2]
    move the red Token in the Box to the top of the Pile

play
    do Morning
    do Evening
    nobody wins

phase Morning
    take turns from Left until all pass
        the Player may Place or Wake
    take turns from Right until the King is weary
        the Player must Wake
        roam
    "A long morning."

to roam
    in short "Anybody goes anywhere."
    follow the Track of the King
        move the King to the Cell
        only while the Cell is free
            move the King to the end of the Ray of the King

walk Track of the King
    starts at a Cell that is free, along east
    goes on along a Direction called way that is next to the Direction
    stops when the Cell is on the Ray of the King
    visits no Port twice

walk Ray of the King
    starts at the King
    goes on along the heading of the King
    stops when the Cell is full

each Player chooses the order of the rules that wait for them [A-12]

window Alarm "Alarm" from a Player called first
    take turns from the first until all pass
        the Player may Rest
    "Sleepers may answer."

window Call for a Player
    Left may Rest

phase Vigil
    repeat
        Left may Rest
        if the long night is near, stop Vigil

phase Evening
    in one go, without giving up
        Left may repeatedly Nudge
        only if afterwards the King is weary
    in one go
        Left may repeatedly Nudge
        only if afterwards the King is weary, called Tired Out [A-10]
    open Alarm from Right
    open Call for Left
    do Vigil
    repeat 3 times
        Left may repeatedly Rest
    while no Token is open
        Left may Rest
    repeat until the King is weary
        "It goes on."
        the Level of the King falls by 1, but not below 0
        stop the Morning
    repeat
        if the King is weary, stop repeating
        the Level of the King falls by 1, but not below 0
    for each Player that is active, in secret
        the Player chooses a Token called offer in the Hand of the Player
        move the offer to the Pile
    for each Player, in order from the left of Left
        if the Player is active
            Right may Rest
    for each Token, lowest Level first
        move the Token to the Box
    for each Token, highest Level first
        move the Token to the Pile
    Left scores the Level of the King
    Left wins

action Place "Placing" on a Cell with a Bead
    only if the Cell is free, called Free Cell
    only if afterwards the Gate is on a Way, called Way Out [A-3]
    only if eventually the Level of the King is as low as possible, called Tamed [A-3]
    only if the Player can Rest
    the Player chooses a Token in the Hand of the Player
    costs 2 red, 1 green for each Token on the Field, as much blue as the Level of the King
    move the Token to the Cell
    move the Bead to the Token

action Wake a Token
    only if the Token is on the Field
    only if every Token of the Colour of the Token on the Field is red or open
    only if there is a Token whose Level is less than 3 and that is open and red
    only if there is a Token that is open or whose Level is 2
    only if Left can do the Charm of the Token for the red Token in the Box
    the Token becomes open
    if the Player can do the Charm of the Token for the Token
        do the Charm of the Token for the Token
    if Right can do Veil for the Token
        do Veil for the Token as if Right were the owner
    now and until the end of the next turn of Left
        the Token cannot Wake
    until the next turn of Left
        Right is bold
    during the next turn of Right
        the Token is open
    until the end of the turn
        the Token cannot Shift
        the Token cannot Shift with the King
        the worth of the King rises by 1
        the worth of the King is at least 0

action Shift a Token with a King
    only if the Token is on the Field
    move the Token to the Box

action Rest
    2 times each turn for each Player
    once each game
    once each Morning for each Player
    do Wake the top of the Pile
    let gain be the highest Level among Tokens, but not below 1, but not above 8
    if the gain is more than 2 and the gain is less than 9
        the Level of the King rises by the gain, but not above Strength
    otherwise if the gain is at least 1 or the gain is at most 0
        the Level of the King becomes the gain plus 1
        nothing happens
    otherwise if the number of different Colours among Tokens is 2
        the bold Player with the highest luck, then the lowest luck wins
    otherwise
        Right goes out
        nobody wins

action Nudge
    only if eventually the Level of the King is as high as possible
    the Level of the King falls by 1

power Spark for a Token, a Charm
    playable in Morning, Evening [A-9]
    3 times each Alarm for each Token
    strike the King with 2 from the Token
    Left rolls 2 among Dice called throw
    Left rolls 1 among Dice called rest in the Box
    move every Die in the rest to the Box
    let sum be the total Face among the throw
    let low be the lowest Face among the throw
    Left chooses one
        either Polish if the King is weary [A-11]
            the Level of the King becomes 3
        or Bury
            move the Token to the Box
            the Level of the King falls by 1
    Left may repeatedly [A-13]
        the Level of the King falls by 1
    if the sum minus the low is (the number of open Tokens plus -1) multiplied by 3
        move the Token to the bottom of the Pile
        move the second Token from the top of the Pile to the Box
        shuffle the Heap
        swap the Token and the King
        each Player passes their Hand to the right
        move the King, a Bead of Left in the Box to the Gate, B2
        move the King, a Bead of Left in the Box, the King, the King, the King to each Cell of rank 2, in order
        show the top of the Pile to all
        show every Bead on the Token to the Player
        the heading of the King becomes east
    together
        move every Bead on the Token to the Box
        the Token becomes not open

power Dim for each Colour for a Token, a Charm
    if the Colour of the Token is the Colour
        move the Token to the Box

power Veil for a Token, a Charm
    chance chooses 2 among Beads called losses in the Box
    move every Bead in the losses to the Hand of Left
    Left chooses at least 1 and at most 2 among Beads called gifts in the Hand of Left
    Right chooses at most the worth of the King among Beads called thanks in the Hand of Right
    if the number of Beads in the gifts is 2
        move every Bead in the thanks to the Box
    chance chooses a Bead in the Box
    move the Bead to the Hand of the opponent of the Player
    for each Cell beside the Gate
        move every Token on the Cell to the Box
        the Level of the King falls by the distance from the Cell to the Gate divided by 2
    move the King to the end of the Beam

to strike a King with a Number called damage from a Token
    if the King is seen from the Token
        the Level of the King falls by the damage, but not below 0

to bless a King with a Number called grace from a Token
    goes at most 3 deep, then [A-11]
        the Level of the King falls by 1
    bless the King with 1 from the Token
    the Level of the King rises by the grace

to pay a Number called cost of a Colour
    only if the cost is at most the worth of the King, called Enough
    repeat the cost times
        the Level of the King falls by 1

the worth of a King means
    0 if the King is weary
    3 if the Level of the King is 1
    otherwise the Level of the King

the wealth of a Player means the highest total that Tokens in the Box are worth in groups
    2 of the same Colour are worth 3
    1 is worth 1
the height of a Player means the highest total that Tokens in the Pile are worth in groups of neighbours
    2 of different Levels are worth 3
the front of a King means the neighbour of the King along the heading of the King
the home of a Token means the Cell of lowest depth among free Cells
the depth of a Cell means the distance from the Cell to the Gate
the match of a Token means the Bead that is fit for the Token

a Bead is fit for a Token when the owner of the Bead is the owner of the Token

a King is weary when the Level of the King is 0

the long night is near when the King is weary
a Piece is royal when the Piece is a King
a Cell is low when the rank of the Cell is 1

a Cell is free when
    there is no Token on the Cell
    any of these
        the Cell is not the Gate [A-4]
        the Cell is straight from the King [A-5]

a Cell called target is seen from a Cell called source when
    there is no full Cell that is crossed from the source to the target
    there is no shut Edge that is followed from the source to the target

a Cell called target is spied from a Cell called source when
    some line from the source to the target touches no full Cell

a Cell is full when there is a Token on the Cell
an Edge is shut when every Cell beside the Edge is full
a Cell is bright when the Colour of the Curve along north is the Colour of the Cross to the Cell
a Cell is far when the Cell is at the end of the Track of the King

a Row is held by a Player when every Cell in the Row is owned by the Player
a Direction is near when the Direction is next to the heading of the King
a Cell is forward when the Cell is ahead of the King along the opposite of the heading of the King
a Cell is plain when the direction from the Cell to the Gate is east

a Cell is watched when the Cell is straight from an open Token

walk Way
    starts at the King [A-7]
    goes on to a free Cell beside the Cell [A-8]

walk Beam
    starts at the Gate
    goes on along the heading of the King
    stops when the Cell is full

rule Waking
    at the beginning of Morning
    the Level of the King rises by 1

rule Closing
    at the end of Alarm
    move the King to the Box

rule Daily
    at the end of each turn
    move the King to the Gate

rule Morning Bell
    at the end of each turn of Morning
    move the King to the Gate

rule First Bell
    at the beginning of each turn of Morning
    move the King to the Gate

rule Roll Call
    at the beginning of each phase
    move the King to the Gate

rule Curtain
    at the end of each phase
    move the King to the Gate

rule Twilight
    at the end of Morning and Alarm
    move the King to the Box

rule Opened
    at the beginning of the game
    move the King to the Box

rule Tired
    whenever there is a Bead in the Box
    move the Bead to the Hand of Right

rule Arrival
    after a Token enters the Box
    the Level of the King rises by 1

rule Departure
    after a Token leaves a Cell called old
    if every Token on the Field is open and Left can Rest
        move the King to the Cell of the Token

rule Opening
    after a Token becomes open
    move the Token to the Box

rule Rising
    after the Level of a Token rises
    move the Token to the Box

rule Rested
    after a Player does Rest
    the Level of the King falls by 1

rule Watched
    after a Player does Rest or Place
    the Level of the King falls by 1

rule Placed
    after a Player does Place with a Bead
    move the Bead to the Hand of the Player

rule Charmed
    after a Player does a Charm called spell
    move the King to the Box

rule Wary
    before a Player does Shift a Token
    prevent it

rule Spared
    before a Player does a Charm
    prevent it

rule Guard
    before a Token enters the Box
    prevent it

rule Hold
    before a Token leaves a Cell called old
    move the Token to the old

rule Shell
    before a Token becomes open
    prevent it

rule Ebb
    before the Level of the King falls
    move the King to the Box

rule Flow
    before the Level of a Token rises
    prevent it

rule Silence
    a Token that is open cannot Wake [A-14]
    a King cannot Shift while the King is weary

rule Patience
    a Player that is active cannot Place on a full Cell or Rest while the King is weary

exception Haste, instead of Silence
    when the King is weary

exception Loose, instead of Free Cell
    when the King is weary [A-11]
    only if the Cell is full, called Full Cell [A-12]

exception Tight, instead of Free Cell, Loose
    when the Level of the King is 2

exception Depth, instead of the depth of a Cell [A-13]
    when the Cell is full
    means 3

exception Bliss, instead of bless
    "Only at night."
    move the King to the Box

exception Peace, instead of Evening
    when the King is weary
    Left wins

the game ends when the King is on the front of the King
    Right wins
    "It is over."

position Setting is every Token, the active Player
    remembers 4

position Layout is every Token on the front of the King
    remembers 5

action Brood
    only if afterwards the Setting was not recorded before
    only if the Layout was recorded at least 3 times
    record the Setting

variant Wild "Wild play"
    action Roam
        move the King to the front of the King

example "A story" in Morning [A-6]
    "Look closely."
    given the King is on A2
    given there is a red Token called gem on A3
    given there is a Bead on A2, A3
    given the Level of the gem is 2
    given Right has done Rest
    given Left has done Spark for the gem, 3 times
    when Left does Place on B2
    when Left chooses the gem
    when Left chooses Bury
    when Left rolls 2, 5
    when Right does so
    when Right passes
    when Left begins again
    when Left is done
    then Left is asked
    then Left can choose the gem
    then Left can choose Bury
    then Left cannot pass
    then Right cannot Place on B2
    then Right could Place on B2
    then Left is the winner
    then Left scores 3
    then what Right knows of the Charm of the gem is nothing
    then what Right knows of the place of the gem is B2
    then what Right knows of the Token on B2 is the gem
"""


BOARDS = """\
game Boards
    in English
    for 2 players: Left, Right

board Field
    there is one for each Player
    made of Cells in a hexagon of 4

play
    nobody wins

a Cell is home for a Player when the Cell is A1 of the Field of the Player
"""

ROUND = """\
game Round
    in English
    for 3 players: First, Second, Third

play
    the next of First wins

the next of a Player means the left of the Player
"""


def read(text: str) -> model.Rulebook:
    book, diagnostics = load_text(text, "everything.rules", Terms(("Wild",) if "variant" in text else ()))
    assert book is not None, diagnostics
    return book


BOOK = read(TEXT)
SPEECH = Speech(BOOK)
WORLD = BOOK.world

# ------------------------------------------------------------------------------------------------- what is told of what


def told(root: object, speech: Speech = SPEECH) -> list[Line]:
    """All that is said of a definition or example, of the setup or of the play."""
    match root:
        case model.Action():
            price = speech.cost(root)
            head = [
                speech.allowed(root),
                Line(speech.heading(root)),
                *speech.playable(root),
                *([price] if price else []),
            ]
            return [*head, *speech.needs(root), *speech.effects(root), *extras(root)]
        case model.Power() | model.Phase():
            steps = speech.effects(root) if isinstance(root, model.Power) else speech.block(root.body)
            times = speech.playable(root) if isinstance(root, model.Power) else ()
            return [Line(speech.heading(root), clauses=root.clauses), *times, *steps, *extras(root)]
        case model.Window():
            lead = Line(speech.window(root), clauses=root.clauses)
            return [lead, *speech.block(root.body), *extras(root)]
        case model.Procedure() if not isinstance(root, model.AtEdge):
            verb = Line(speech.heading(root), clauses=root.clauses)
            return [verb, *speech.needs(root), *speech.effects(root), *extras(root)]
        case model.Example():
            phase = root.phase.label if root.phase else ""
            heading = Line((), (), root.clauses, f"{root.title} {phase} {root.variant}")
            return [heading, *(line for _, line in speech.story(root))]
        case model.Definition():
            table = speech.table(root) if isinstance(root, model.Value) else None
            return [speech.definition(root), *speech.notes(root), Line((), title=str(table)), *extras(root)]
    assert isinstance(root, tuple)
    return list(speech.block(root))


def extras(root: model.Definition) -> list[Line]:
    """What pages print besides: the title, the family, the variant, the designer's words."""
    family = root.family.label if isinstance(root, model.Power) and root.family else ""
    called = root.called if isinstance(root, model.Ending) else ""
    title = Line((), (), (), f"{root.label} {family} {root.variant} {called}")
    return [title, *(Line((), (), words.clauses, words.text) for words in (*root.texts, *root.short))]


def shown(lines: list[Line]) -> list[object]:
    return [(line.text, line.title, line.clauses, shown(list(line.children))) for line in lines]


# ------------------------------------------------------------------------------------------------------------- mutants

ZORK = model.Variable("zork", NUMBER)
MARVEL = model.Constant(BOOK.qualities[0].span, NUMBER, False, 97, "97")
WON = model.HasWon(MARVEL.span, model.Constant(MARVEL.span, WORLD.players, False, 1, "Right"))


def other_values(value: object, hint: object) -> Iterator[object]:
    """Values that could stand in place of one."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            choices = [arg for arg in typing.get_args(hint) if isinstance(arg, str)]
            yield from ([c for c in choices if c != value] or [value + " zork"])
        case model.Expression():
            yield MARVEL
        case model.Condition():
            yield WON
        case BuiltInValue():
            yield from (v for v in VALUES.values() if len(v.roles) == len(value.roles) and v is not value)
        case BuiltInRelation():
            yield from (r for r in RELATIONS.values() if len(r.roles) == len(value.roles) and r is not value)
        case model.Variable():
            yield replace(value, name="zork")
        case Attribute():
            yield from (a for i in WORLD.piece_infos.values() for a in i.attributes if a.name != value.name)
        case Kind():
            yield from (k for k in WORLD.kinds.values() if k.name != value.name)
        case model.Definition():
            yield from (d for d in headings_of(BOOK) if type(d) is type(value) and d is not value)
        case tuple() | list() if value:
            yield value[:-1]
            if isinstance(value[0], tuple | str | model.Definition):
                yield from (type(value)([other, *value[1:]]) for other in other_values(value[0], "tuple[str, ...]"))
        case dict() if value:
            yield {}
    if value is not None and type(None) in typing.get_args(hint):
        yield None
    if isinstance(value, tuple) and not value and "str" in str(hint) and "tuple[tuple" not in str(hint):
        yield ("Z-1",)
    if value == [] or value is None:
        yield from BLANKS.get(str(hint), ())


BLANKS: dict[str, tuple[object, ...]] = {
    "list[dsl.model.statements.Text]": ([model.Text(MARVEL.span, (), "zork")],),
    "str | None": ("zork",),
}


def hints_of(node: object) -> dict[str, Any]:
    built_in = {"BuiltInValue": BuiltInValue, "BuiltInRelation": BuiltInRelation}
    return typing.get_type_hints(type(node), {**vars(model), **built_in, "Literal": typing.Literal})


def mutants(node: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    """A node with one field of it, or of a node inside it, changed: (class and field, what makes the whole node)."""
    if isinstance(node, tuple | list):
        for number, part in enumerate(node):
            for name, other in mutants(part):
                yield name, partial(with_part, node, number, other)
    elif is_dataclass(node) and isinstance(node, model.Node | model.Need | model.Variable):
        yield from mutants_of_fields(node)


def with_part(node: Any, number: int, other: Callable[[], Any]) -> Any:
    return type(node)([*node[:number], other(), *node[number + 1 :]])


def with_field(node: Any, name: str, other: Callable[[], Any]) -> Any:
    return replace(node, **{name: other()})


def mutants_of_fields(node: Any) -> Iterator[tuple[str, Callable[[], Any]]]:
    hints = hints_of(node)
    for field in fields(node):
        value = getattr(node, field.name)
        name = f"{owner_of(type(node), field.name)}.{field.name}"
        for other in other_values(value, hints[field.name]):
            yield name, partial(replace, node, **{field.name: other})
        if not isinstance(value, model.Definition) and name not in SILENT:
            for inner, other in mutants(value):
                changed = partial(with_field, node, field.name, other)
                yield inner, changed
                yield name, changed


def owner_of(cls: type, field: str) -> str:
    """The class that brings the field in."""
    return next(c.__name__ for c in reversed(cls.__mro__) if field in getattr(c, "__dataclass_fields__", {}))


def roots() -> Iterator[tuple[Any, Speech]]:
    """What is told, and in whose speech: that of three players knows left and right."""
    for root in (*headings_of(BOOK), *BOOK.examples, BOOK.setup, BOOK.play, *read(BOARDS).qualities):
        yield root, SPEECH
    book = read(ROUND)
    for root in book.values:
        yield root, Speech(book)


TRIES = dict.fromkeys(SILENT, 200)  # of changes that are silent; of all others one must tell, however many there are


@cache
def changes() -> dict[str, bool]:
    """For each class and field whether some change of it changes the prose."""
    return shared("changes of fields", changes_found)


def changes_found() -> dict[str, bool]:
    found: dict[str, bool] = {}
    tried: Counter[str] = Counter()
    for root, speech in roots():
        before = shown(told(root, speech))
        for name, other in mutants_of_fields(root) if is_dataclass(root) else mutants(root):
            if found.get(name) or tried[name] == TRIES.get(name, -1):
                continue
            tried[name] += 1
            try:
                changed = shown(told(other(), speech)) != before
            except Exception:  # a mutant may make no sense; one of each field must
                continue
            found[name] = found.get(name, False) or changed
    return found


NODES = [c for c in vars(model).values() if isinstance(c, type) and issubclass(c, model.Node | model.Definition)]
FIELDS = sorted({f"{owner_of(c, f.name)}.{f.name}" for c in NODES for f in fields(c)})


@pytest.mark.parametrize("field", FIELDS)
def test_a_change_of_a_field_changes_the_prose(field: str) -> None:
    if field in SILENT:
        assert not changes().get(field, False), "it does have words: take it off the list"
    else:
        assert changes().get(field) is True


def test_no_entry_of_the_lists_is_idle() -> None:
    assert set(SILENT) - set(FIELDS) - {"Need.span", "Variable.span", "Variable.kind", "Variable.many"} == {
        "Example.span",
        "Example.chapter",
        "Example.variants",
    }


def test_every_sort_of_node_has_words() -> None:
    sorts = {model.Expression, model.Condition, model.Derived, model.Statement, model.ExampleStep, model.Node}
    spoken = set().union(*TABLES) | set(DEFINITIONS) | {model.Selection, model.Invocation}
    spoken |= {model.PowerCall, model.FinalTest, model.Way, model.Taken, model.Selected}
    spoken |= {model.Barring, model.BarredAct, model.Group, model.Rank}
    leaves = {c for c in NODES if issubclass(c, model.Node)} - sorts
    assert leaves <= spoken
