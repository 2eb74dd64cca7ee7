"""What declarations of all sorts share: new kinds, amounts, who sees a thing, what a place takes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NoReturn

from dsl import tree
from dsl.model.world import NUMBER, TRUTH, Attribute, BoardInfo, Kind, PieceInfo, PlaceInfo, Sort, StateInfo, Visibility
from dsl.resolve.box.contents import Box, as_a_word
from dsl.resolve.complaints import wrong
from dsl.resolve.full_names import in_usual_form
from dsl.resolve.names import kind_called, refuse_plural
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled, plural

Holder = PieceInfo | PlaceInfo | BoardInfo | StateInfo

OF_PLAYERS = {
    "active": "whoever's turn it is is active",
    "out": "`the Player goes out` puts a player out of the game",
}  # what players can be in every game
COUNTED = ("enumeration", "power", "player", "range", "row")
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


def amount_of(box: Box, node: tree.Node) -> int:
    """A number, or the setting of that name."""
    if isinstance(node, tree.Number):
        return node.value
    assert isinstance(node, tree.AmountName)
    setting = box.world.settings.get(node.name)
    if setting is None:
        wrong("E0201", f"There is no setting called {node.name}.", node.span,
              hints=(f"{node.name} is 6",), near=near(node.name, box.world.settings))  # fmt: skip
    return setting.value


def check_verb(line: tree.Node) -> None:
    """Of one it is said that there is 1, of others that there are so many."""
    if isinstance(line, tree.Copies) and isinstance(line.amount, tree.Number):
        own, number = line.amount.span, line.amount.value
        said = f"there {verb_for(number)} {number}"
        if line.verb != verb_for(number):
            span = replace(line.span, end_line=own.end_line, end_column=own.end_column)
            wrong("E0209", f"It is said so: `{said}`.", span, near=(said,))


def verb_for(number: int) -> str:
    return "is" if number == 1 else "are"


def fresh(box: Box, name: str, node: tree.Node, of: str = "") -> None:
    """Complains if the name is taken; a row is one `of` the things of its table."""
    own_name(name, node.span)
    other = box.world.kinds.get(name) or box.world.settings.get(name) or with_element(box, name)
    if other:
        there = heading_of_power(box, name) or other.span
        less = less_spoken_of(box, name, node)
        notes = (Note("It is declared here, too.", there if less is node else node.span),)
        node = less
        named, of = named_there(node, of)
        the = "the " if isinstance(named, tree.Title) and named.the else ""
        hints = (f'{the}{with_what_it_is(box, name, of)} "{named.label or name}"',) if named else ()
        if is_said_again(box, name, node):
            message = f"{name} is declared twice: all that is said of it stands under one heading."
            wrong("E0202", message, (named or node).span, notes=notes)
        wrong("E0202", f"{name} is declared twice.", (named or node).span, hints, notes=notes)


def is_said_again(box: Box, name: str, node: tree.Node) -> bool:
    """Whether it has the heading of the other: the same is meant, and no second one."""
    headings = [item for item in box.items if isinstance(item, tree.Piece | tree.Place) and item.title.name == name]
    return len([item for item in headings if type(item) is type(node)]) > 1


def less_spoken_of(box: Box, name: str, node: tree.Node) -> tree.Node:
    """Of a piece and a place of one Name that of which fewer lines speak, which can have another: else this one, which
    stands below. What is spoken of behind `in` is the place."""
    same = [item for item in box.items if isinstance(item, tree.Piece | tree.Place) and item.title.name == name]
    piece, place = (next((x for x in same if isinstance(x, sort)), None) for sort in (tree.Piece, tree.Place))
    if piece is None or place is None or node not in same:
        return node
    parts = [part for item in box.items for part in item.whole]
    spoken = sum(map(partial(_is_named, name), parts))
    inside = [part.of for part in parts if isinstance(part, tree.Where) and part.preposition == "in"]
    of_place = sum(any(_is_named(name, part) for part in one.whole) for one in inside)
    of_piece = spoken - of_place
    return node if of_place == of_piece else piece if of_place > of_piece else place


def _is_named(name: str, part: tree.Node) -> bool:
    return isinstance(part, tree.Noun | tree.Name) and part.name == name


def heading_of_power(box: Box, name: str) -> Span | None:
    powers = (item.heading for item in box.items if isinstance(item, tree.Power))
    return next((heading.span for heading in powers if heading.name == name), None)


def named_there(node: tree.Node, of: str) -> tuple[tree.Title | tree.Cell | None, str]:
    """Where a Name stands behind which a printed one can be, and what has it."""
    match node:
        case tree.Piece(title=title, kind=kind):
            return title, kind.name if kind else "Piece"
        case tree.Place(title=title):
            return title, "Place"
        case tree.Cell():
            return node, of
        case _:  # of others there is nothing printed
            return None, of


def with_what_it_is(box: Box, name: str, of: str) -> str:
    """`King Card`, of a row of the table Action Card; with all of that where it is taken, too."""
    known = (f"{name} {of.rpartition(' ')[2]}", f"{name} {of}")
    return next((one for one in known if one not in box.world.kinds), known[1])


def with_element(box: Box, name: str) -> Kind | None:
    """The kind among whose players, spaces or powers this name is, or the spaces with a spot of that name."""
    for board in box.world.boards.values():
        if name in board.spots:
            return board.spaces
    with_names = (k for k in box.world.kinds.values() if k.sort in ("player", "space", "power", "row"))
    return next((k for k in with_names if name in k.elements), None)


def add_kind(
    box: Box,
    name: str,
    sort: Sort,
    node: tree.Node,
    elements: tuple[str, ...] = (),
    label: str = "",
    several: str = "",
    of: str = "",
) -> Kind:
    """A new kind; `several` is its plural, where that is no regular one; a row is one `of` the things of a table."""
    fresh(box, name, node, of)
    kind = Kind(name, sort, node.span, label or name, several or plural(label or name), size=len(elements),
                elements=elements, labels=elements, clauses=node.clauses)  # fmt: skip
    box.world.kinds[name] = kind
    box.context.plurals[several or plural(name)] = kind
    return kind


def counted_kind(box: Box, name: str, line: tree.Node) -> Kind:
    """A kind for each value of which there can be so many of something."""
    things = (item for item in box.items if isinstance(item, tree.Piece | tree.Place) and item.title.name == name)
    thing = next(things, None)
    if thing is not None:
        hints = likewise(box, name) if isinstance(thing, tree.Place) else ()
        wrong("E0206", f"{name} has no values that could be counted out.", line.span, hints=hints)
    refuse_plural(box.context, name, line.span)
    kind = kind_called(box.context, name, line.span)
    if kind.sort not in COUNTED:
        wrong("E0206", f"{kind.name} has no values that could be counted out.", line.span)
    return kind


def likewise(box: Box, place: str) -> tuple[str, ...]:
    """How there is one for each of several places: both are counted out by the same values."""
    info = box.world.places.get(place)
    if info is not None and len(info.per) == 1:
        return (f"there is one for each {info.per[0].name}",)
    both = f"there is one for each Side, here and under {place}"
    return (f"as in: at the left edge: Side is one of left, right, and {both}",)


def kind_of_pieces(box: Box, name: str, line: tree.Node) -> Kind:
    """Likewise of pieces, of which there can be one for each space or place, too, where one can lie."""
    found = box.world.kinds.get(name)
    return found if found and found.sort in ("space", "place") else counted_kind(box, name, line)


def refuse_further(line: tree.CopyEach, sort: str) -> None:
    """Only of boards there is one more: they have their shape in common."""
    if line.more is not None:
        message = f"A {sort} that is nobody's is declared by itself: a further one belongs to boards."
        wrong("E0206", message, line.span, hints=(f"{sort} {line.more}",))


def kinds_taken(box: Box, line: tree.Takes | tree.TakesAtMost) -> list[tuple[Kind, int | None]]:
    names, most = line.names.names, line.most if isinstance(line, tree.TakesAtMost) else None
    if isinstance(line, tree.TakesAtMost) and most is None:
        most, first = number_before(box, names[0], line.span)
        names = (first, *names[1:])
    return [(kind_called(box.context, in_usual_form(box.context, name), line.span), most) for name in names]


def number_before(box: Box, name: str, span: Span) -> tuple[int, str]:
    """`Market Size Cards`, which is read as one Name: the number of the Name with which it begins, and the rest."""
    settings = box.world.settings
    number = max((s for s in settings if name.startswith(f"{s} ")), key=len, default=None)
    ranges = [kind.name for kind in box.world.kinds.values() if kind.sort == "range"]
    counted = next((kind for kind in ranges if name.startswith(f"{kind} ")), "")
    if number is None and counted:
        rest = name.removeprefix(f"{counted} ")
        message = (
            f"How many it takes is one number, the same for all of a name, no {counted}. What the {counted} of each "
            f"allows is asked before each move: the number of {rest} in it is less than its {counted}."
        )
        wrong("E0201", message, span, hints=(f"takes {rest}",))
    if number is None:
        wrong("E0201", f"There is no number with whose Name `{name}` begins.", span,
              hints=(f"takes at most 3 {name}",))  # fmt: skip
    return settings[number].value, name.removeprefix(f"{number} ")


def possessed(box: Box, line: tree.Attribute | tree.Flags, info: Holder) -> None:
    """What a piece, place, board or player has, and what it can be."""
    if isinstance(line, tree.Attribute):
        declare_attribute(box, line, info)
        return
    seen = visibility(box, line.seen, info)
    for word in line.words:
        fresh_attribute(box, word, f"can be {word}", line, info)
        info.attributes.append(Attribute(word, TRUTH, info.kind, seen, span=line.span, clauses=line.clauses))


def declare_attribute(box: Box, line: tree.Attribute, info: Holder) -> None:
    """A new attribute; for one that counted out the pieces, or stands in a table, only who sees it."""
    noun = line.binder.noun
    kind = kind_called(box.context, noun.name, line.span)
    name = noun.called or kind.name
    seen = visibility(box, line.seen, info)
    known = (a for a in box.world.attributes(info.kind) if a.name == name and a.of is info.kind)
    counted = next(known, None)
    if kind is NUMBER and counted is None:
        refuse_told_by_sorts(box, info, as_a_word(name), line.span)
        refuse_without_bounds(noun.called, line.span)
    if counted and counted.constant is not None:
        counted.seen, counted.span = seen, line.span
        counted.clauses += line.clauses
        return
    fresh_attribute(box, name, f"has a {name}", line, info)
    info.attributes.append(Attribute(name, kind, info.kind, seen, initial=kind.initial, span=line.span,
                                     clauses=line.clauses))  # fmt: skip


def refuse_told_by_sorts(box: Box, info: Holder, name: str, span: Span) -> None:
    """`has a Number`, where the tables of what are its sorts have such a column."""
    sorts = (x.title.name for x in box.items if isinstance(x, tree.Piece) and x.kind and x.kind.name == info.kind.name)
    told = next((one for one in sorts if one in box.sheets and name in map(as_a_word, box.sheets[one].heads)), None)
    if told:
        message = f"What each sort of {articled(info.kind.name)} has in a column of its table, it has itself."
        wrong("E0206", message, span, hints=("leave it out",))


def refuse_without_bounds(called: str | None, span: Span) -> NoReturn:
    """`has a Number called level`."""
    name = called.capitalize() if called else "Level"
    has = f"has {articled(name)}{f' called {called}' if called else ''}"
    wrong("E0206", "A Number has no bounds; what something has is from one number to another.", span,
          hints=(f"at the left edge: {name} is from 0 to 20, and here: {has}",))  # fmt: skip


def fresh_attribute(box: Box, name: str, said: str, line: tree.Node, info: Holder) -> None:
    if info.kind is box.world.players and name in OF_PLAYERS:
        wrong("E0202", f"A Player {said} by what the language says: {OF_PLAYERS[name]}.", line.span)
    # A column headed `Head` and `called head` are one word to whoever reads the rules.
    other = next((a for a in box.world.attributes(info.kind) if a.name.casefold() == name.casefold()), None)
    if other:
        notes = (Note("It is declared here.", other.span),)
        wrong("E0202", f"{an_initial(info.kind)} {said} already.", line.span, notes=notes)


def visibility(box: Box, seen: tree.Seen | None, of: Holder | None = None) -> Visibility:
    """Who sees a thing; of what players have, whose it is is "the Player", not "the owner"."""
    if seen is None:
        return Visibility()
    players = box.world.players
    of_players = of is not None and of.kind is players
    match seen.who:
        case tree.Everyone():
            return Visibility("all", stated=True)
        case tree.Nobody():
            return Visibility("nobody", until=seen.until, stated=True)
        case tree.The(noun=tree.Word(word="owner")) if not of_players:
            return Visibility("owner", until=seen.until, stated=True)
        case tree.The(noun=tree.Noun(words=(), name=name, called=None), where=None) if (
            of_players and name == players.name
        ):
            return Visibility("owner", until=seen.until, stated=True)
        case tree.Name(name=name) if name in players.elements:
            return Visibility("player", players.elements.index(name), seen.until, stated=True)
        case _ if of_players:
            message = "What a player has is seen by all, by nobody, by the Player who has it, or by a certain player."
            wrong("E0206", message, seen.span, hints=("seen by the Player",))
        case _:
            wrong("E0206", "A thing is seen by all, by nobody, by the owner, or by a player.", seen.span)


def own_name(name: str, span: Span) -> None:
    """Complains if the language itself means something by the name."""
    if name in MEANT:
        hints = ("leave it out: a column headed Number has a range of its own",) if name == "Number" else ()
        wrong("E0202", f"{name} is a word of the language: {MEANT[name]}.", span, hints=(*hints, "another Name"))
