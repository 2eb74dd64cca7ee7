"""What groups of pieces are worth, as pictures on a reference card: so many pieces as they look, alike or different."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model
from dsl.board.scene import Piece
from dsl.model.world import Attribute
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.pieces import drawn
from dsl.prose.forms import Term
from dsl.prose.nouns import attribute_term

R = 12.0  # of a piece
FEW, MOST = 3, 4  # pieces that there is room for beside one another, and that are drawn so at most


def groups(about: object, artist: Artist) -> list[str]:
    """A picture for each sort of groups that a value counts, as a line has room for it; none where one cannot be drawn,
    or they would be very long."""
    meaning = about.cases[0][0] if isinstance(about, model.Value) and len(about.cases) == 1 else None
    if not isinstance(meaning, model.MostInGroups):
        return []
    shown = [pieces(meaning, group) for group in meaning.groups]
    if any(found is None or len(found) > MOST for found in shown):
        return []
    most = max(FEW, *(len(found or ()) for found in shown))
    return [picture(found or [], most, artist) for found in shown]


@dataclass(frozen=True)
class Row:
    """Groups in one picture, with what each is worth, and of what the pieces of each have the same, or different."""

    drawing: str
    alike: str
    of: Term


def in_row(about: object, artist: Artist) -> Row | None:
    """The same with what each is worth behind it, in one row, where all are groups of pieces alike, or different, in
    one way, and worth a number each; else nothing."""
    meaning = about.cases[0][0] if isinstance(about, model.Value) and len(about.cases) == 1 else None
    if not isinstance(meaning, model.MostInGroups) or not groups(about, artist):
        return None
    way = way_of(meaning)
    return Row(with_worth(meaning, artist), *way) if way else None


def with_worth(meaning: model.MostInGroups, artist: Artist) -> str:
    bodies, told, x = list[str](), list[str](), 0.0
    for group in meaning.groups:
        for piece in pieces(meaning, group) or ():
            bodies += drawn(artist.body(piece), x + R, R, 1.15 * R)
            x += 2 * R
        value = str(group.worth.value) if isinstance(group.worth, model.Constant) else ""
        bodies.append(f'<text x="{short(x + R / 2)}" y="{short(1.6 * R)}">{value}</text>')
        x += R * (len(value) + 2)
        told.append(f"{group.size}: {value}")
    attributes = f'viewBox="0 0 {short(x)} {short(2 * R)}" role="img" aria-label="{", ".join(told)}"'
    return f'<span class="sets"><svg class="drawn" {attributes}>{"".join(bodies)}</svg></span> '


def way_of(meaning: model.MostInGroups) -> tuple[str, Term] | None:
    """Whether the pieces of all groups have the same or different, and of what, where that and numbers tell all."""
    parted = [group for group in meaning.groups if group.of is not None]
    ways = {(group.alike, group.of.attribute) for group in parted if isinstance(group.of, model.Get)}
    numbers = all(isinstance(group.worth, model.Constant) for group in meaning.groups)
    single = all(group.size == 1 for group in meaning.groups if group.of is None)
    if len(ways) != 1 or not numbers or not single:
        return None
    ((alike, attribute),) = ways
    return str(alike), attribute_term(attribute)


def pieces(meaning: model.MostInGroups, group: model.Group) -> list[Piece] | None:
    """Pieces that are a group, by what they must have the same or different."""
    kind = meaning.selection.kind
    if group.of is None:
        return [Piece(kind.name, -1)] * group.size
    if not isinstance(group.of, model.Get) or group.of.attribute.kind.sort != "enumeration":
        return None
    attribute = group.of.attribute
    if group.size > attribute.kind.size:
        return None
    return list(of_values(kind.name, attribute, group))


def of_values(kind: str, attribute: Attribute, group: model.Group) -> Iterator[Piece]:
    for number in range(group.size):
        value = attribute.kind.elements[number if group.alike == "different" else 0]
        yield Piece(kind, -1, values=((attribute.name, value),))


def picture(found: list[Piece], most: int, artist: Artist) -> str:
    """Pieces in a row that has room for the most."""
    bodies = "".join(
        line for k, piece in enumerate(found) for line in drawn(artist.body(piece), (2 * k + 1) * R, R, 1.15 * R)
    )
    box = f"0 0 {short(2 * R * most)} {short(2 * R)}"
    return f'<span class="set"><svg class="drawn" viewBox="{box}" aria-hidden="true">{bodies}</svg></span> '
