"""Which worked examples a page that teaches a game tells, where, and how: in a few sentences below their pictures."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl import model
from dsl.pages.drawings.picture import Picture, together
from dsl.pages.drawings.scenes import spaces_drawn
from dsl.pages.guide import scenery
from dsl.pages.guide.examples import Story, is_explained
from dsl.pages.guide.retold import denies
from dsl.pages.guide.scenery import doing
from dsl.pages.learn import blocks
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run

if TYPE_CHECKING:
    from dsl.pages.game import Game

MOST, MOST_STEPS, MOST_PIECES, MOST_BOARDS, MOST_LINES = 10, 3, 12, 2, 5
WARNED = 1.5  # times as much is an example worth that shows what words warn of
MOST_EXPLAINED = 8  # lines of an example that the designer explains
EXPLAINED = 2  # times as much is one worth that the designer has explained in words
MUCH = 4  # needs of an action
MOST_WRONG = 8  # of what is easily overlooked
Facts = frozenset[object]
NOTHING: Mapping[str, Sequence[Story]] = {}


class Stories:
    """The examples of a game that are told under some passages: those that the designer explains, and those that show
    most that no other shows, for what it costs to read them; one under each heading, and `most` on the page besides
    those of passages `without_picture` among others that have one. `apart`: those of passages, by their anchors, that
    have others than in other guides."""

    def __init__(
        self, game: Game, passages: Iterable[Passage], most: int = MOST, without_picture: Iterable[Passage] = (),
        apart: Mapping[str, Sequence[Story]] = NOTHING,
    ) -> None:  # fmt: skip
        self.game, self.retold, self.apart = game, game.showing.retold, apart
        passages = list(passages)
        bare = {p.anchor for p in without_picture}
        self.warned = {(p.anchor, s.title) for p in passages for w in p.words for s in self.warned_of(w.clauses)}
        left = [(p.anchor, story) for p in passages for story in self.short_ones(p)]
        positive = [one for one in left if one[0] in bare and not denies(game.rulebook, one[1].example)]
        first = self.chosen(positive, {}, len(bare))
        others = [one for one in left if one[0] not in bare]
        room = max(len(first), min(len(first) + most, MOST))
        explained = self.chosen([one for one in others if is_explained(one[1])], first, room)  # before all others
        chosen = self.chosen(others, explained, room)
        self.under = {p.anchor: chosen[p.anchor] for p in passages if p.anchor in chosen}
        self.besides: dict[str, list[Story]] = {}
        more = dict.fromkeys(self.others(passages))  # one that is won may be explained, too
        for anchor, story in [*islice(more, max(0, most + len(first) - len(chosen)))]:
            there = [self.under[anchor]] if anchor in self.under else []
            told = [*there, *self.besides.get(anchor, ()), story]
            self.under[anchor], *self.besides[anchor] = sorted(told, key=self.order)

    def order(self, story: Story) -> tuple[int, ...]:
        """Where it stands among others of one action: first those in which the game goes on, and nothing is refused."""
        example = story.example
        return is_won(story), len(refused_in(story)), example.span.line

    def others(self, passages: Iterable[Passage]) -> Iterator[tuple[str, Story]]:
        """More examples of an action or a verb: one by which somebody wins, if none that is told does; where it needs
        much, and is refused in the first, one in which it is not; and those that the designer explains in words."""
        told = {story.title for story in self.under.values()}
        if not any(map(is_won, self.under.values())):
            won = [s for s in self.game.stories if not s.variants and is_won(s) and self.is_short(s)]
            by = [(passage.anchor, s) for s in won for passage in passages if passage.about in done_in(s)]
            yield from [max(by, key=lambda one: self.worth(one[1], set()) * self.weight(*one))] if by else []
        for passage in passages:
            about, first = passage.about, self.under.get(passage.anchor)
            if first is None or not isinstance(about, model.Action | model.Procedure):
                continue
            left = [s for s in self.short_ones(passage) if s.title not in told]
            found = [s for s in left if (about in refused_in(s)) != (about in refused_in(first))]
            needs = about.needs if isinstance(about, model.Action) else ()
            best = [max(found, key=lambda s: self.worth(s, set()))] if found and len(needs) >= MUCH else []
            yield from ((passage.anchor, s) for s in (*best, *(s for s in left if is_explained(s) and s not in best)))

    @property
    def all_told(self) -> list[Story]:
        return [*self.under.values(), *chain.from_iterable(self.besides.values())]

    def short_ones(self, passage: Passage) -> Iterator[Story]:
        """Those of a passage, and those that show what the designer's words on it warn of."""
        own = self.apart.get(passage.anchor)
        found = self.game.showing.under(passage.anchor) if own is None else own
        warned = (story for line in passage.words for story in self.warned_of(line.clauses))
        return filter(self.is_short, dict.fromkeys((*found, *warned)))

    def is_short(self, story: Story) -> bool:
        done = [step for step in story.example.steps if not isinstance(step, model.Given | model.Then | model.Said)]
        pictures = self.game.showing.pictures(story)
        is_seen = pictures or (not self.game.boards and story.example.title in self.game.book.scenes)  # else words
        if not is_seen or len(done) > MOST_STEPS:
            return False
        if self.is_of_bookkeeping(story) or has_several_beginnings(story.example):
            return False
        if is_explained(story):  # words say where to look
            return 0 < len(self.lines(story)) <= MOST_EXPLAINED
        much = self.pieces(story) > MOST_PIECES or len(pictures) > MOST_BOARDS or is_untold(story.example)
        return not much and 0 < len(self.lines(story)) <= MOST_LINES

    def lines(self, story: Story) -> tuple[Line, ...]:
        """Its sentences; what the designer says behind a deed stands for what is so then."""
        return tuple(in_words(self.retold.parts(story)))

    def is_of_bookkeeping(self, story: Story) -> bool:
        """Whether it speaks of what no player sees."""
        return any(
            isinstance(n, model.Get | model.Flag) and n.attribute in self.retold.unseen.attributes for n in story.nodes
        )

    def pieces(self, story: Story) -> int:
        """How many pieces its pictures show at most."""
        shown = self.drawn(story)  # none, where only the place of what has no name any more was a picture
        return max((sum(len(d.outcome.before.get(at, ())) for at in d.stage.shown) for d in shown), default=0)

    def chosen(self, left: list[tuple[str, Story]], first: dict[str, Story], most: int) -> dict[str, Story]:
        """Those that are told besides the first."""
        found = dict(first)
        left = [one for one in left if one[0] not in first]
        shown: set[object] = {fact for story in first.values() for fact in facts(story)}
        while left and len(found) < most:
            anchor, best = max(left, key=lambda one: self.worth(one[1], shown) * self.weight(*one))
            if self.worth(best, shown) <= 0:
                break
            found[anchor] = best
            shown |= facts(best)
            left = [(other, story) for other, story in left if other != anchor and story is not best]
        return found

    def worth(self, story: Story, shown: set[object]) -> float:
        """What it shows that is not `shown` for what it costs to read."""
        return len(facts(story) - shown) / self.cost(story)

    def weight(self, anchor: str, story: Story) -> float:
        warned = WARNED if (anchor, story.title) in self.warned else 1
        return warned * (EXPLAINED if is_explained(story) else 1)

    def cost(self, story: Story) -> float:
        steps = [step for step in story.example.steps if not isinstance(step, model.Said)]  # words help to read
        given = sum(isinstance(step, model.Given) for step in steps)
        seen = 0 if is_explained(story) else self.pieces(story) / 4  # words say where to look
        return 1 + seen + (len(steps) - given) + given / 3

    @cached_property
    def beside_print(self) -> frozenset[str]:
        return self.game.book.beside_print

    @cached_property
    def denying(self) -> list[Story]:
        """The examples that are not told, but say in their titles what is not so."""
        told = {story.title for story in self.all_told}
        left = (story for story in self.game.stories if story.title not in told and not story.variants)
        return [story for story in left if denies(self.game.rulebook, story.example)]

    def warning(self, clauses: Sequence[str]) -> str:
        """What the designer's words of some clauses warn of, as an example of the same is called; empty if they do
        not."""
        told = {story.title for story in self.all_told}
        return next((story.title for story in self.warned_of(clauses) if story.title not in told), "")

    def warned_of(self, clauses: Sequence[str]) -> Iterator[Story]:
        """The examples that show what the designer's words of some clauses warn of."""
        beside = self.beside_print.intersection(clauses)
        for story in self.game.stories if beside else ():
            alike = not story.variants and self.beside_print.intersection(story.clauses) == beside
            if alike and set(clauses).issubset(story.clauses) and denies(self.game.rulebook, story.example):
                yield story

    # --------------------------------------------------------------------------------------------------- how it is told

    def drawn(self, story: Story) -> list[Picture]:
        """Its pictures, without the names of things that its sentences call otherwise."""
        return self.game.showing.pictures(story, self.retold.names(story))

    @cached_property
    def pictures(self) -> dict[str, list[Picture]]:
        """Those of each story that is told, by its title: what a piece looks like is said in the first of the page in
        which it is seen."""
        listed = {sample.told for sample in self.game.pictures.listed_at_start}
        found = {}
        for story in self.all_told:
            found[story.title] = [picture.below(frozenset(listed)) for picture in self.drawn(story)]
            listed |= {sample.told for picture in self.drawn(story) for sample in picture.all_samples}
        return found

    @property
    def spaces(self) -> Markup:
        """The spaces of boards that the pictures share."""
        return spaces_drawn(picture for pictures in self.pictures.values() for picture in pictures)

    def told(self, story: Story) -> blocks.Story:
        drawn = self.pictures[story.title]
        pictures = (together(drawn, alone=False),) if drawn else ()
        captioned = any(picture.frames > 1 and picture.is_told for picture in drawn)
        return blocks.Story(story.title, pictures, self.lines(story), captioned)

    def wrong(self, cited: frozenset[str], warnings: Container[str]) -> Iterator[Line]:
        """What is easily overlooked: the titles of other examples that say what is not so; of those in which something
        cannot be done one for each action, as the page is of one number of players: that somebody cannot do it would be
        wrong without all that is given there. `cited` are the clauses of which sentences speak: none has only these,
        but what is not from the printed book is worth a second word. `warnings` stand above."""
        shown = cited.union(clause for story in self.all_told for clause in story.clauses)
        elsewhere = {story.title for edition in self.game.editions for story in edition.stories}
        left = [s for s in self.denying if s.title not in elsewhere and s.title not in warnings]
        told: set[model.Action] = set()
        found = []
        for story in left:
            refused = refused_in(story)
            if refused and refused[0] not in told and not (story.clauses and shown.issuperset(story.clauses)):
                told |= {*refused}
                found.append(story)
        warned = (story for story in self.denying if story.title in warnings)
        asked = {clause for story in (*found, *warned) for clause in story.clauses}
        for story in left:
            beside = self.beside_print.intersection(story.clauses)
            if not beside <= asked and told.isdisjoint(refused_in(story)):
                asked |= beside
                told |= {*refused_in(story)}
                found.append(story)
        chosen = found[:MOST_WRONG]
        return (Line((Run(f"{s.title}."),), clauses=s.clauses) for s in left if s in chosen)


def in_words(parts: Iterable[tuple[str, Line]]) -> Iterator[Line]:
    """The sentences of an example, but for what is so behind the designer's words on a deed."""
    done = said = False
    for part, line in parts:
        done, said = part == "when" or (done and part != "given"), part in ("said", "then") and (said or part == "said")
        if part != "then" or not (done and said):
            yield line


def refused_in(story: Story) -> list[model.Action]:
    """The actions that cannot be done by what an example says."""
    found = []
    for step in story.example.steps:
        match step:
            case model.Then(condition=model.Not(condition=model.CanDo(invocation=invocation))):
                found.append(invocation.action)
            case _:  # says something else
                pass
    return found


def done_in(story: Story) -> list[model.Action]:
    """The actions that are done in an example."""
    return [step.invocation.action for step in story.example.steps if isinstance(step, model.WhenDoes)]


def is_won(story: Story) -> bool:
    """Whether somebody wins by what is done in an example."""
    so = [step.condition for step in story.example.steps if isinstance(step, model.Then)]
    return any(isinstance(condition, model.HasWon) and condition.who is not None for condition in so)


def has_several_beginnings(example: model.Example) -> bool:
    """Whether the position is another one in the middle of it: that is no story."""
    return any(
        isinstance(step, model.Given) and not isinstance(before, model.Given)
        for before, step in pairwise(example.steps)
    )


def is_untold(example: model.Example) -> bool:
    """Whether something that no picture shows is given, and then, without a deed, something is so: whether that was
    changed by the phase or follows from it, no sentence would say."""
    given = any(isinstance(step, model.Given) and not scenery.is_pictured(step) for step in example.steps)
    then = [step for step in example.steps if not isinstance(step, model.Given)]
    return given and all(isinstance(step, model.Then | model.Said) and not any(doing(step)) for step in then)


def facts(story: Story) -> Facts:
    """What an example shows: its clauses, its actions done, allowed or refused, what it names, of which words it says
    that they hold or not, and what the designer says."""
    found: set[object] = {*(step.text for step in story.example.steps if isinstance(step, model.Said))}
    found |= {*story.clauses, *(about for about in story.shown if not isinstance(about, model.Action))}
    claims = [step.condition for step in story.example.steps if isinstance(step, model.Then)]
    denied = [claim.condition for claim in claims if isinstance(claim, model.Not)]
    words, others = ({c.quality for c in some if isinstance(c, model.Holds)} for some in (claims, denied))
    found |= {(word, so) for some, so in ((words, True), (others, False)) for word in some}
    for step in story.example.steps:
        found |= {(type(node).__name__, node.invocation.action) for node in doing(step)}
    return frozenset(found)
