"""Which worked examples stand where in a guide: beneath what they are about, the telling ones first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dsl import model
from dsl.analysis.standing import names, stems
from dsl.pages.guide.chapters import Chapter
from dsl.pages.guide.examples import Story, is_done_in, is_explained, is_short, refuses, sentences_in, shows
from dsl.pages.reference.passages import Passage
from dsl.prose.nouns import definition_term
from dsl.text.standard_library import is_library

MOST = 3  # for one action or power, and for what is different by itself
MOST_EXPLAINED = 6  # of those on which the designer has something to say
MOST_OF_OTHERS = 2  # for what nobody chooses to do: verbs, rules, phases, words
DONE = ("action", "power")


def chosen(chapters: Iterable[Chapter], stories: Mapping[str, Sequence[Story]]) -> dict[str, list[Story]]:
    """The stories that show something best, by its anchor, and by the chapter's those that show nothing in it; each
    stands on the page once. `stories` are those of each chapter by its anchor: those without one share them."""
    found: dict[str, list[Story]] = {}
    shown: set[str] = set()
    told = list(chapters)
    for anchor in dict.fromkeys(chapter.anchor for chapter in told):
        here = (chapter for chapter in told if chapter.anchor == anchor)
        passages = [passage for chapter in here for passage in (*chapter.passages, *chapter.terms)]
        choice = Choice(passages, [story for story in stories[anchor] if story.title not in shown])
        found |= choice.found
        if anchor:
            found[anchor] = [story for story in choice.free if is_short(story)][:MOST]
        shown |= {story.title for some in found.values() for story in some}
    return found


class Choice:
    """Shares stories out among passages; those that are left over are `free`."""

    def __init__(self, passages: Sequence[Passage], stories: Sequence[Story]) -> None:
        self.free = list(stories)
        self.found: dict[str, list[Story]] = {passage.anchor: [] for passage in passages}
        done = [passage for passage in passages if passage.sort in DONE]
        others = [passage for passage in passages if passage.sort not in DONE]
        showing = {
            p.anchor: [s for s in stories if is_named(p, s) or any(shows(s, about) for about in p.abouts)] for p in done
        }
        homes = {story.title: self.home(story, done, others, showing) for story in stories}
        own = {p.anchor: [story for story in stories if homes[story.title] is p] for p in done}
        for passage in done:
            self.give(passage, own[passage.anchor], MOST)
            self.give(passage, filter(is_explained, own[passage.anchor]), MOST_EXPLAINED)
        for passage in done:
            self.give(passage, showing[passage.anchor], 1)
        for passage in others:
            near = [story for story in stories if not is_elsewhere(homes[story.title], passage)]
            self.give(passage, [story for story in near if tells_of(story, passage)], MOST_OF_OTHERS)

    def home(
        self,
        story: Story,
        done: Sequence[Passage],
        others: Sequence[Passage],
        showing: Mapping[str, Sequence[Story]],
    ) -> Passage | None:
        """What a story is about: of all that it shows what its title names, or else what has clauses of it; where
        nothing else has any, an action; of these what is a word of the title, or else what the fewest stories show."""
        shown = [passage for passage in done if story in showing[passage.anchor]]
        named = [passage for passage in shown if is_named(passage, story)]
        if named:
            return max(named, key=lambda passage: max(map(len, names_of(passage))))
        about = [passage for passage in shown if shares_clause(story, passage)]
        if not about and not any(tells_of(story, passage) for passage in others):
            about = [passage for passage in shown if passage.sort == "action"]
        said = stems(story.example.title)
        spoken = [p for p in about if isinstance(p.about, model.Definition) and names(said, p.about)]
        return min(spoken or about, key=lambda passage: len(showing[passage.anchor]), default=None)

    def give(self, passage: Passage, stories: Iterable[Story], most: int) -> None:
        """Gives a passage free ones of some stories, until it has so many; of long ones only the first."""
        own = self.found[passage.anchor]
        left = [story for story in stories if story in self.free]
        while len(own) < most and left:
            best = min(left, key=lambda story: worth(story, passage, own))
            own.append(best)
            self.free.remove(best)
            left = [story for story in left if story is not best and is_short(story)]


def is_named(passage: Passage, story: Story) -> bool:
    """Whether the title of a story names what a passage is about, in the words of the rulebook: the choice is the same
    in every language. Where this is a verb, the word may also stand inside a sentence."""
    flags = re.NOFLAG if passage.sort in DONE else re.IGNORECASE
    return any(re.search(rf"\b{re.escape(name)}\b", story.example.title, flags) for name in names_of(passage))


def names_of(passage: Passage) -> list[str]:
    """Of a power that is there for each value, with its values."""
    return [definition_term(about).label for about in passage.abouts if isinstance(about, model.Definition)]


def tells_of(story: Story, passage: Passage) -> bool:
    """Whether a story has the clauses of a passage, names what happens in it, or says that a word is so; a title may
    have a word by chance."""
    if passage.sort != "term" and is_named(passage, story):
        return True
    return shares_clause(story, passage) or any(is_said_in(story, about) for about in passage.abouts)


def is_said_in(story: Story, about: object) -> bool:
    """Whether what comes of a story is that a quality of the game is there."""
    if not isinstance(about, model.Quality) or is_library(about.span.file):
        return False
    claims = (step.condition for step in story.example.steps if isinstance(step, model.Then))
    return any(isinstance(claim, model.Holds) and claim.quality is about for claim in claims)


def is_elsewhere(home: Passage | None, passage: Passage) -> bool:
    """Whether what a story is about stands in another chapter than a word that it shows by the way."""
    return home is not None and passage.sort == "term" and passage.chapter != home.chapter


def shares_clause(story: Story, passage: Passage) -> bool:
    return not {*passage.clauses}.isdisjoint(story.clauses)


def worth(story: Story, passage: Passage, before: Sequence[Story]) -> tuple[int, ...]:
    """How well a story shows something of which some are told before; the best has the smallest. One that does just
    this begins; then come those in which something is refused, and those that tell of more clauses."""
    told = {clause for other in before for clause in other.clauses}
    new, actions = len({*story.clauses} - told), len(story.actions)
    named = is_named(passage, story)
    if before:
        return (not named, not refuses(story.example), -new, actions)
    return (not named, not is_done_in(story.example, passage.about), not is_short(story), actions, sentences_in(story))
