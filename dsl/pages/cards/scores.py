"""What groups of pieces are worth, as pictures on a reference card: so many pieces as they look, alike or different."""

from __future__ import annotations

from collections.abc import Iterator

from dsl import model
from dsl.board.scene import Piece
from dsl.model.world import Attribute
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.lettering import short
from dsl.pages.drawings.pieces import drawn

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
