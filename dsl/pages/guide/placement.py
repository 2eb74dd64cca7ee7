"""Which worked examples of a game stand where in its guide, and what is drawn of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl.pages.drawings.picture import Picture, together
from dsl.pages.drawings.scenes import Scenes, spaces_drawn
from dsl.pages.guide.configurations import variant_anchor
from dsl.pages.guide.example_choice import chosen
from dsl.pages.guide.examples import Story
from dsl.pages.guide.retold import Retold

if TYPE_CHECKING:
    from dsl.pages.game import Game


class Showing:
    """The worked examples of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.drawn: dict[tuple[str, frozenset[str]], list[Picture]] = {}

    @property
    def lead(self) -> str:
        """How examples are to be read."""
        phase, t = self.game.speech.ordinary, self.game.t
        told = [t["examples_lead"]]
        if any(board.ordered for board in self.game.world.boards.values()):
            told.append(t["examples_piles"])
        if phase is not None:
            told.append(t["examples_phase"].format(phase=self.game.speech.title(phase)))
        return " ".join(told)

    def under(self, anchor: str) -> list[Story]:
        """The stories that stand with an action or a power, or with a variant, by its anchor."""
        return self.chosen.get(anchor, [])

    @cached_property
    def chosen(self) -> dict[str, list[Story]]:
        """All stories that stand in the guide, by the anchors under which they do."""
        game = self.game
        elsewhere = [story for edition in game.editions for story in edition.stories]
        played = {"": [story for story in game.stories if not story.variants and story not in elsewhere]}
        alone = [(name, variant_anchor(name)) for name in game.rulebook.variants]
        played |= {address: [s for s in game.stories if s.variants == (name,)] for name, address in alone}
        played |= {edition.anchor: list(edition.stories) for edition in game.editions}
        return chosen(game.all_chapters, played)

    # -------------------------------------------------------------------------------------------------------- pictures

    def pictures(self, story: Story, unnamed: frozenset[str] = frozenset()) -> list[Picture]:
        """The pictures of a story, one for each board on which there is something to see; `unnamed` are the names of
        things that are told otherwise."""
        key = story.title, unnamed
        if key not in self.drawn:
            told = self.retold.before_and_after(story)
            self.drawn[key] = next(d for d in self.drawers if d.knows(story)).pictures(story, unnamed, told)
        return self.drawn[key]

    def drawn_of(self, story: Story) -> Markup:
        """All of them as one figure."""
        return together(self.pictures(story))

    @cached_property
    def retold(self) -> Retold:
        """What says in a few sentences what a picture shows, and why."""
        return Retold(self.game)

    @cached_property
    def drawers(self) -> list[Scenes]:
        """What draws the examples of the game as usual, then on other terms."""
        game = self.game
        drawers = (game.pictures, *(game.pictures.told(other.speech) for other in game.editions))
        return [Scenes(pictures, game.book.scenes) for pictures in drawers]

    @property
    def spaces_in_guide(self) -> Markup:
        return self.spaces(chain.from_iterable(self.chosen.values()))

    def spaces(self, told: Iterable[Story]) -> Markup:
        """The spaces of boards that the pictures of stories share."""
        return spaces_drawn(picture for story in told for picture in self.pictures(story))
