"""What declarations of all sorts share: new kinds, amounts, who sees a thing, what a place takes."""

from __future__ import annotations

from dsl import tree
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind, PieceInfo, PlaceInfo, Sort, Visibility
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context
from dsl.resolve.names import kind_called
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import plural

MEANT = {
    "Number": "any number",
    "Numbers": "any numbers",
    "Place": "any space or place",
    "Places": "any spaces or places",
    "Piece": "any piece",
    "Pieces": "any pieces",
    "Player": "whoever plays",
    "Players": "all who play",
}


class Declarations:
    """Adds to `context.world` from the items of a rulebook."""

    def __init__(self, context: Context, items: list[tree.Node]) -> None:
        self.context = context
        self.world = context.world
        self.items = items

    def amount(self, node: tree.Node) -> int:
        """A number, or the setting of that name."""
        if isinstance(node, tree.Number):
            return node.value
        assert isinstance(node, tree.AmountName)
        setting = self.world.settings.get(node.name)
        if setting is None:
            wrong("E0201", f"There is no setting called {node.name}.", node.span,
                  hints=(f"{node.name} is 6",), near=near(node.name, self.world.settings))  # fmt: skip
        return setting.value

    def fresh(self, name: str, node: tree.Node) -> None:
        """Complains if the name is taken."""
        own_name(name, node.span)
        other = self.world.kinds.get(name) or self.world.settings.get(name) or self.with_element(name)
        if other:
            notes = (Note("It is declared here, too.", other.span),)
            wrong("E0202", f"{name} is declared twice.", node.span, notes=notes)

    def with_element(self, name: str) -> Kind | None:
        """The kind among whose players, spaces or powers this name is, or the spaces with a spot of that name."""
        for board in self.world.boards.values():
            if name in board.spots:
                return board.spaces
        with_names = (k for k in self.world.kinds.values() if k.sort in ("player", "space", "power", "row"))
        return next((k for k in with_names if name in k.elements), None)

    def add(
        self,
        name: str,
        sort: Sort,
        node: tree.Node,
        elements: tuple[str, ...] = (),
        label: str = "",
        several: str = "",
    ) -> Kind:
        """A new kind; `several` is its plural, where that is no regular one."""
        self.fresh(name, node)
        kind = Kind(name, sort, node.span, label or name, several or plural(label or name), size=len(elements),
                    elements=elements, labels=elements, clauses=node.clauses)  # fmt: skip
        self.world.kinds[name] = kind
        self.context.plurals[several or plural(name)] = kind
        return kind

    def taken(self, line: tree.Takes) -> list[tuple[Kind, int | None]]:
        return [(kind_called(self.context, name, line.span), line.most) for name in line.names.names]

    # --------------------------------------------------------------------------------------------------- attributes

    def possessed(self, line: tree.Attribute | tree.Flags, info: PieceInfo | PlaceInfo | BoardInfo) -> None:
        """What a piece, place or board has, and what it can be."""
        if isinstance(line, tree.Attribute):
            self.attribute(line, info)
            return
        seen = self.visibility(line.seen)
        for word in line.words:
            self.fresh_attribute(word, f"can be {word}", line, info)
            info.attributes.append(Attribute(word, TRUTH, info.kind, seen, span=line.span, clauses=line.clauses))

    def attribute(self, line: tree.Attribute, info: PieceInfo | PlaceInfo | BoardInfo) -> None:
        """A new attribute; for one that counted out the pieces, only who sees it."""
        noun = line.binder.noun
        kind = kind_called(self.context, noun.name, line.span)
        name = noun.called or kind.name
        seen = self.visibility(line.seen)
        counted = next((a for a in info.attributes if a.name == name), None)
        if counted and counted.constant is not None:
            counted.seen, counted.span = seen, line.span
            counted.clauses += line.clauses
            return
        self.fresh_attribute(name, f"has a {name}", line, info)
        info.attributes.append(Attribute(name, kind, info.kind, seen, initial=first_value(kind), span=line.span,
                                         clauses=line.clauses))  # fmt: skip

    def fresh_attribute(self, name: str, said: str, line: tree.Node, info: PieceInfo | PlaceInfo | BoardInfo) -> None:
        other = next((a for a in self.world.attributes(info.kind) if a.name == name), None)
        if other:
            notes = (Note("It is declared here.", other.span),)
            wrong("E0202", f"{an_initial(info.kind)} {said} already.", line.span, notes=notes)

    def visibility(self, seen: tree.Seen | None) -> Visibility:
        if seen is None:
            return Visibility()
        players = self.world.players
        match seen.who:
            case tree.Everyone():
                return Visibility("all", stated=True)
            case tree.Nobody():
                return Visibility("nobody", until=seen.until, stated=True)
            case tree.The(noun=tree.Word(word="owner")):
                return Visibility("owner", until=seen.until, stated=True)
            case tree.Name(name=name) if name in players.elements:
                return Visibility("player", players.elements.index(name), seen.until, stated=True)
        wrong("E0206", "A thing is seen by all, by nobody, by the owner, or by a player.", seen.span)


def own_name(name: str, span: Span) -> None:
    """Complains if the language itself means something by the name."""
    if name in MEANT:
        wrong("E0202", f"{name} is a word of the language: {MEANT[name]}.", span, hints=("another Name",))


def first_value(kind: Kind) -> int:
    """What an attribute of this kind is at first: the lowest number, or the first element."""
    return kind.low if kind.sort == "range" else kind.start
