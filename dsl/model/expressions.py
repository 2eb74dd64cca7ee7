"""Phrases that have a value, and selections of things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dsl.model.base import Node
from dsl.model.world import Attribute, BoardInfo, Kind, World
from dsl.text.numerals import ORDINALS

if TYPE_CHECKING:  # the model is a web: sentences are made of phrases, phrases of sentences
    from dsl.builtins.signature import BuiltInValue
    from dsl.model.base import Variable
    from dsl.model.conditions import Condition
    from dsl.model.definitions import Value, Walk


class Expression(Node):
    """A phrase with a value of `kind`; `maybe` if the value can be nothing."""

    kind: Kind
    maybe: bool


Price = tuple[Expression, ...]
"""What `to pay` is asked for once: a value for each of its parameters."""


class Constant(Expression):
    """A number, or an element by its number (a location by its number among all locations). `name` is what was said."""

    value: int
    name: str


class Setting(Expression):
    """A named number."""

    value: int
    name: str


class Use(Expression):
    """The value of a variable."""

    variable: Variable


class Narrowed(Expression):
    """A thing where one of a sort of its kind is wanted (`kind`): itself if it is one, else nothing."""

    of: Expression


class Get(Expression):
    """`the Level of the Bomb`: an attribute (not a flag) of a piece."""

    attribute: Attribute
    of: Expression


class Known(Expression):
    """`what Imperial knows of the Weapon of the Installation`: the value if the player sees or remembers it, else
    nothing. `what` is an attribute, the place of a piece, or a piece: then it is known which piece that is."""

    who: Expression
    what: Expression


class PlaceOf(Expression):
    """The location where a piece is; nothing if that is not in `kind` (a kind of space, or LOCATION).

    `stated`: the text says so ("the Cell of the Ship"); otherwise the piece stands for its place.
    """

    piece: Expression
    stated: bool


class PlaceFor(Expression):
    """`the Stock of the Player`, `the Pile of the Colour`: the one of the places or boards `place` for these players
    and values, in the order in which they count them out. `number`: which of several it is then, from 1."""

    place: Kind
    values: tuple[Expression, ...]
    number: int = 0

    @property
    def owner(self) -> Expression | None:
        """Whose it is."""
        return next((value for value in self.values if value.kind.sort == "player"), None)


class EndOf(Expression):
    """The top or bottom piece of an ordered place, as a value; as a destination see `Move.end`. `nth`: it is the piece
    that lies so far from there; 1 is the end itself."""

    place: Expression
    end: Literal["top", "bottom"]
    nth: int = 1

    @property
    def said(self) -> str:
        """As it is said before `of`."""
        counted = f"{ORDINALS[self.nth - 1]} {self.kind.name} from the " if self.nth > 1 else ""
        return f"the {counted}{self.end}"


class OwnerOf(Expression):
    """The owner of a piece or place."""

    of: Expression


class ActivePlayer(Expression):
    """The player whose turn it is."""


class Apply(Expression):
    """A value of the game: `the front of the Bomb`.

    `otherwise`: what counts where an argument is of another sort than this definition is for.
    """

    value: Value
    arguments: tuple[Expression, ...]
    otherwise: Apply | None = None


class BuiltIn(Expression):
    """`the distance from A to B`: what every game has, of its arguments in the order of their roles."""

    value: BuiltInValue
    arguments: tuple[Expression, ...]

    def board(self, world: World) -> BoardInfo | None:
        """The board that it belongs to: that of its spaces, as directions can be those of several."""
        kinds = sorted((argument.kind for argument in self.arguments), key=lambda kind: kind.sort != "space")
        return world.board_of(kinds[0]) if self.value.of_board else None


class SpaceOn(Expression):
    """`X0Y0 of the Hull of the Player`: a space, by its name on a board of which each player has one."""

    name: str
    board: Expression


class WalkEnd(Expression):
    """`the end of the Beam`: the last space of a walk that goes on along a direction."""

    walk: Walk
    arguments: tuple[Expression, ...] = ()


class Count(Expression):
    """`the number of covered Shields`."""

    selection: Selection


class Extreme(Expression):
    """`the highest Face among the shot`; of nothing it is 0. `of` may use the
    selection's variable."""

    which: Literal["highest", "lowest", "total"]
    of: Expression
    selection: Selection


class Best(Expression):
    """`the Cell of lowest height among empty Cells`: the first element with the highest or lowest value of `of`."""

    which: Literal["highest", "lowest"]
    of: Expression
    selection: Selection


class Group(Node):
    """`2 of the same Colour are worth 3`: a sort of group. `of`, which uses the selection's variable, is what
    any two of them have the same or different; without it they may be any."""

    size: int
    alike: Literal["same", "different"] | None
    of: Expression | None
    worth: Expression
    clauses: tuple[str, ...]


class MostInGroups(Expression):
    """`the highest total that Chips on the Stack are worth in groups of neighbours`: each is in one group at most.

    `bottom` is where the first neighbour lies; without it any of those selected can be together."""

    selection: Selection
    groups: tuple[Group, ...]
    bottom: EndOf | None


class Arithmetic(Expression):
    """Two numbers that give a third; with `but not below` it is the left one, or the limit on the right."""

    operator: Literal["plus", "minus", "multiplied by", "divided by", "but not below", "but not above"]
    left: Expression
    right: Expression


class Pick(Expression):
    """`an Asteroid in the Stock`, `the red Shield`: the first that fits, or nothing."""

    selection: Selection
    article: Literal["a", "the"]


class Selected(Node):
    """`every Man on the Field` in a position: pieces, and what is `told` of each: its place, attributes, qualities. Its
    sort and its owner always count."""

    selection: Selection
    told: tuple[Node, ...]


class Selection(Node):
    """The elements of a kind which meet all conditions, each about `variable`.

    `among`: a `many` variable or None; then only its members. `words` and `place` are conditions, too; they are kept
    apart as they were said: qualities before the noun ("open Cell"), the place after it ("on F7"), then `that …`.
    """

    variable: Variable
    kind: Kind
    words: tuple[Condition, ...] = ()
    place: Condition | None = None
    that: tuple[Condition, ...] = ()
    among: Variable | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.words, *((self.place,) if self.place else ()), *self.that)
