"""Small pictures of worked examples (SVG).

The spaces of a board are drawn once on a page, and every picture shows a part of that drawing under its pieces.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from dsl.board.scene import Scene
from dsl.model.world import BoardInfo
from dsl.pages.drawings.boards import key_drawn
from dsl.pages.drawings.layouts import SMALL
from dsl.pages.drawings.panels import Panels
from dsl.pages.drawings.parts import names_of
from dsl.pages.drawings.picture import Picture
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.scenery import Scenery
from dsl.pages.drawings.wording import UNTOLD, Told
from dsl.pages.guide.examples import Story


class Scenes(Scenery):
    """Draws the examples of a rulebook."""

    def __init__(self, pictures: Pictures, scenes: Mapping[str, Scene]) -> None:
        super().__init__(pictures)
        self.own = {example.title for example in self.speech.book.examples}
        self.scenes = {title: scene for title, scene in scenes.items() if title in self.own}

    def knows(self, story: Story) -> bool:
        """Whether the story is one of this rulebook, as it is played."""
        return story.example.title in self.own

    def pictures(
        self, story: Story, unnamed: Container[str] = (), told: Told = UNTOLD
    ) -> list[Picture]:  # fmt: skip
        """A picture for each of the boards on which there is something to see; things of these names stand without."""
        scene = self.scenes.get(story.example.title)
        found = (Picture(self, story, scene, *board, unnamed) for board in self.boards) if scene else ()
        seen = [picture for picture in found if picture.focus]
        for picture in seen:
            picture.sentences = told.all
        shown = concerned(seen, f"{story.title} {told.all}")
        for picture in shown:
            picture.beside_others = len(shown) > 1
        for picture in sorted(shown, key=lambda picture: not picture.has_frames)[:1]:
            picture.panels, picture.has_panels = Panels(self.artist, self.t, story.nodes).of, True
            picture.told = told
        return shown

    @property
    def boards(self) -> Iterator[tuple[BoardInfo, range]]:
        """All boards, of equal ones each, with the numbers of their spaces."""
        return ((board, numbers) for board in self.world.boards.values() for numbers in board.ranges)


def concerned(pictures: list[Picture], told: str) -> list[Picture]:
    """Without the boards on which nothing is done and of which nothing is told, if any is left."""
    return [p for p in pictures if p.is_played_on or p.is_named_in(told)] or pictures


def spaces_drawn(pictures: Iterable[Picture]) -> Markup:
    """The spaces of the boards of all pictures, as far as they are seen in them, and the pieces of their legends."""
    pictures = list(pictures)
    seen: dict[str, list[Picture]] = {}
    for picture in pictures:
        seen.setdefault(picture.address, []).append(picture)
    if not seen:
        return Markup("")
    groups = (ground_drawn(address, alike) for address, alike in seen.items())
    keys = dict.fromkeys(sample.body for picture in pictures for sample in picture.all_samples if sample.body)
    lines = "\n".join((*groups, *map(key_drawn, keys)))
    return Markup(f'<svg class="shared" width="0" height="0" aria-hidden="true">\n{lines}\n</svg>')


def ground_drawn(address: str, pictures: Sequence[Picture]) -> str:
    """The spaces of a board that are seen in some pictures; if one shows all of it, also what is beside them."""
    ground = pictures[0].ground
    shown = {number for picture in pictures for number in picture.stage.part.shown}
    drawn = f'<g class="drawn {ground.css}" id="{address}">{"".join(ground.lines(ground.own, shown, False))}</g>'
    if not any(picture.stage.part.is_whole for picture in pictures):
        return drawn
    return f'{drawn}\n<g class="drawn {ground.css}" id="{names_of(address)}">{"".join(ground.beside(SMALL))}</g>'
