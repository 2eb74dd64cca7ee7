"""What the items of a rulebook mean, in a form that only another meaning changes, and what each of them reaches.

The form is made of the resolved sentences: variables by number, elements by their names, what a kind is called. Not in
it are places in the file, clauses, the names of needs and of ways, the designer's words, and how a thing was said where
that is all the same (`an open Cell`, `a Cell that is open`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from dsl import model
from dsl.fields import names_of
from dsl.model import Definition, Rulebook
from dsl.model.base import Node, Variable
from dsl.model.definitions import spoken
from dsl.model.visit import headings_of, nodes_in
from dsl.model.world import Attribute, BoardInfo, Kind, PlaceInfo

Item = Definition | PlaceInfo | Attribute
"""What has a meaning of its own: a definition, a place, a column of a table that is the same all through the game."""

# Only how a thing is said, where it stands, or what it is called.
SAID = frozenset(
    "span clauses name label article stated found implied line_clauses texts short leaves_out form_of chapter variant "
    "playable_clauses cost_clauses condition_clauses maybe".split()
)
ONLY_CALLED = {model.Power: ("number", "each", "value"), model.Ending: ("called",), model.Quality: ("verb",)}
# What could not be said once: where it is not said, a text stays as it was read.
LATER: Mapping[type, tuple[str, ...]] = {model.AtEdge: ("turns",)}


class Meanings:
    """The meanings of a rulebook's items, as it is played on its terms."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.world = book, book.world
        self.known: dict[int, tuple[str, tuple[Item, ...]]] = {}

    def form(self, item: Item) -> str:
        """What an item means, without what it names."""
        return self._known(item)[0]

    def named(self, item: Item) -> tuple[Item, ...]:
        """The items that an item names, each once."""
        return self._known(item)[1]

    def _known(self, item: Item) -> tuple[str, tuple[Item, ...]]:
        if id(item) not in self.known:
            written = Written(self)
            form = [written.item(item)]
            form += sorted(self.offered(offer, item) for offer in self.offers.get(id(item), ()))
            self.known[id(item)] = (repr(form), tuple(written.named.values()))
        return self.known[id(item)]

    # ---------------------------------------------------------------------------------------------------------- offers

    @cached_property
    def offers(self) -> Mapping[int, list[model.Offer]]:
        """The lines that say who may do an action, or must, by the action."""
        found: dict[int, list[model.Offer]] = {}
        for part in (self.book.setup, self.book.play, *headings_of(self.book)):
            for node in (node for node in nodes_in(part) if isinstance(node, model.Offer)):
                for call in node.invocations:
                    found.setdefault(id(call.action), []).append(node)
        return found

    def offered(self, offer: model.Offer, action: Item) -> str:
        calls = tuple(call for call in offer.invocations if call.action is action)
        written = Written(self)
        return repr(["offered", written.part(offer.who), offer.must, offer.repeatedly, written.part(calls)])


class Written:
    """One item, or one sentence, while its form is made; `named` are the items that were met."""

    def __init__(self, meanings: Meanings) -> None:
        self.world = meanings.world
        self.numbers: dict[Variable, int] = {}
        self.named: dict[int, Item] = {}

    def item(self, item: Item) -> object:
        match item:
            case PlaceInfo():
                taken = [(kind.name, most) for kind, most in item.takes]
                seen = (item.seen.by, item.seen.player, item.seen.until)
                return [identity(item), item.copies, [kind.name for kind in item.per], item.ordered, taken, seen]
            case Attribute():
                values = item.constant or ()
                things = (*item.of.elements, *map(str, range(len(item.of.elements), len(values))))
                told = [_element(item.kind, value) for value in values]
                rows = zip(things, told, strict=False) if item.of.elements else enumerate(sorted(told))
                return [identity(item), list(rows)]
            case _:  # every definition has parameters, and means what its fields say
                parameters = [self.part(variable) for variable in item.parameters]
                without = ("parameters", *ONLY_CALLED.get(type(item), ()))
                return [identity(item), parameters, *self.fields(item, without)]

    def fields(self, thing: object, without: tuple[str, ...] = ()) -> Iterator[object]:
        later = LATER.get(type(thing), ())
        for name in names_of(thing):
            if name not in SAID and name not in without and (name not in later or getattr(thing, name)):
                yield self.part(getattr(thing, name))

    def part(self, part: object) -> object:
        """The form of what stands in a sentence."""
        match part:
            case model.Text():
                return None
            case model.Constant() | model.Setting():
                return [_element(part.kind, part.value) or part.name]
            case model.Invocation():
                return ["action", identity(part.action), self.part(part.arguments)]  # it is told under its own heading
            case model.PowerCall(which=which) if not isinstance(which, model.Constant):
                return [
                    "any of",
                    which.kind.name,
                    self.part((which, part.prepositions, part.arguments)),
                ]  # each is told
            case model.SpaceOn():
                return ["space", part.name, self.part(part.board)]
            case model.EndOf(nth=1):  # the end itself
                return ["EndOf", *self.fields(part, ("nth",))]
            case model.PlaceFor():
                return ["place", part.number, *self.fields(part)]
            case model.Selection():
                conditions = self.part((part.variable, part.among, part.conditions))
                return ["selection", self.part(part.kind), conditions]
            case Variable():
                return self.variable(part)
            case Definition():
                return self.name(part)
            case Attribute():
                return self.name(part) if part.constant is not None else identity(part)
            case Kind():
                place = self.world.places.get(part.name)
                return self.name(place) if place is not None and place.kind is part else part.name
            case BoardInfo():
                return part.name
            case Node() | model.Need() | model.Layer():
                return [type(part).__name__, *self.fields(part)]
            case tuple() | list():
                return [self.part(one) for one in part if not isinstance(one, model.Text) and not _is_tags(one)]
            case None | bool() | int() | str():
                return part
            case _:  # what every game has is known by a key, what the world has by a name
                return getattr(part, "key", None) or getattr(part, "name", type(part).__name__)

    def name(self, item: Item) -> str:
        self.named[id(item)] = item
        return identity(item)

    def variable(self, variable: Variable) -> object:
        new = variable not in self.numbers
        number = self.numbers.setdefault(variable, len(self.numbers))
        return [number, self.part(variable.kind), variable.many] if new else [number]


def identity(item: Item) -> str:
    """By what an item is known from one version of a rulebook to the next."""
    match item:
        case PlaceInfo():
            return f"place {item.kind.name}"
        case Attribute():
            return f"the {item.name} of {item.of.name}"
        case _:  # every definition is known by its title and what it is called with
            said = spoken(item).strip("`").replace(" …", "")
            others = item.parameters[1:] if isinstance(item, model.Quality) else item.parameters
            return " of ".join([said, ", ".join(variable.kind.name for variable in others)]) if others else said


def _element(kind: Kind, value: int) -> str:
    """A number, or an element by its name; none for what has no name in its kind, as a place among all places."""
    if kind.sort in ("number", "range", "truth"):
        return str(value)
    if kind.is_nothing(value):
        return f"no {kind.name}"
    at = value - kind.start
    return f"{kind.name} {kind.elements[at]}" if 0 <= at < len(kind.elements) else ""


def _is_tags(part: object) -> bool:
    """Whether it is a row of clauses, as stands beside the cases of a value."""
    return isinstance(part, tuple) and all(isinstance(one, str) for one in part)


def reached(meanings: Meanings, roots: Iterable[Item], stops: Iterable[Item] = ()) -> list[Item]:
    """The items, and those that they name, and so on, nearest first; not what stands behind those that are `stops`,
    and not these themselves."""
    closed = {id(item) for item in stops}
    found = {id(item): item for item in roots}
    waiting = list(found.values())
    while waiting:
        for item in meanings.named(waiting.pop(0)):
            if id(item) not in found and id(item) not in closed:
                found[id(item)] = item
                waiting.append(item)
    return list(found.values())
