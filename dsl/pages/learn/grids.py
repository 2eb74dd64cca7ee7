"""What powers give around the piece that has them, in pictures."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl import model
from dsl.analysis.grids import Grid, grid
from dsl.board.scene import Piece
from dsl.pages.drawings.grids import Numbers
from dsl.pages.learn.blocks import Para
from dsl.pages.learn.otherwise import texts
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line

if TYPE_CHECKING:
    from dsl.pages.game import Game


class Grids:
    """The powers of a game that have a grid of numbers."""

    def __init__(self, game: Game) -> None:
        self.game, self.known = game, dict[object, Grid | None]()

    def of(self, passage: Passage) -> Grid | None:
        about = passage.about
        if about not in self.known:
            self.known[about] = grid(about, self.game.world) if isinstance(about, model.Power) else None
        return self.known[about]

    def is_all_of(self, passage: Passage) -> bool:
        """Whether the picture shows all that a power can give, so that it needs no example."""
        found = self.of(passage)
        return found is not None and all(amount.known for amount in found.amounts.values())

    def drawn(self, passage: Passage) -> Markup | None:
        found, about = self.of(passage), passage.about
        if found is None or not isinstance(about, model.Power):
            return None
        pictures, shape = self.game.pictures, found.own.kind
        had = [a for a in self.game.world.attributes(shape) if a.kind is about.family]
        values = tuple((attribute.name, about.name) for attribute in had)
        piece = Piece(shape.name, found.board.spaces.start + found.middle, values=values)
        told = self.game.speech.gridded(found).text
        title = self.game.t["grid_drawn"].format(name=passage.title)
        numbers = Numbers(pictures.artist, pictures.ground(found.board), found, piece)
        return numbers.drawn(anchor(f"grid {passage.anchor}"), title, told)

    def lead(self, passages: Iterable[Passage]) -> tuple[Line, ...]:
        """What the numbers are in the first of the pictures of powers, and in others like it."""
        found = (one for passage in passages if (one := self.of(passage)) is not None)
        return tuple(self.game.speech.gridded(one) for one in islice(found, 1))

    def own(self, passage: Passage, lead: tuple[Line, ...]) -> Para:
        """What they are in the picture of a power, where that is something else, and no words in short say it."""
        found = None if passage.short else self.of(passage)
        line = self.game.speech.gridded(found) if found is not None else None
        told = line is None or texts(line) in map(texts, lead)
        return Para(() if told or line is None else (line,), "generated")
