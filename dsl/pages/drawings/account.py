"""What a picture of an example says in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby

from dsl.board.scene import Piece
from dsl.pages.drawings.asides import Panel
from dsl.pages.drawings.boards import Sample
from dsl.pages.drawings.captions import Captions
from dsl.pages.drawings.causes import Causes
from dsl.pages.drawings.named_cards import NamedCards
from dsl.pages.drawings.outcome import Outcome, Standing
from dsl.pages.drawings.panels import Said
from dsl.pages.drawings.sights import Sight
from dsl.pages.drawings.spoken import Spoken
from dsl.pages.drawings.subject import Subject
from dsl.pages.drawings.walks import Walked
from dsl.pages.drawings.wording import UNTOLD, changes, in_a_row, moves, standing
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import definition_term
from dsl.prose.speech import plain

FEW = 3  # sentences that a caption can be


class Account(Subject):
    """What a picture says in words: under its frames, to those who cannot see it, and in its legend, which leaves out
    what is `listed` in those above it."""

    @cached_property
    def captions(self) -> Captions:
        """What stands under the frames."""
        return self.captions_of([self.outcome, *self.later][: self.frames - self.is_double], self.is_double)

    def captions_of(self, shown: Sequence[Outcome], first: bool) -> Captions:
        """The same under frames of these; where it is not known what is done when, as if it were all done at once."""
        is_known = len(self.told.runs) == 1 + len(self.scene.further)
        runs = [outcome.run if is_known else 0 for outcome in shown]
        told = self.told if is_known or self.told == UNTOLD else self.told.in_one
        return Captions(told, shown, runs, first, self.changes_of, self.ends_of, self.t)

    @property
    def begins_in_words(self) -> bool:
        return (
            bool(self.told.before and self.later and self.outcome.moved)
            and self.captions_of([self.outcome, *self.later], False).begins
        )

    @property
    def is_told(self) -> bool:
        """Whether its captions say all that the example says."""
        return self.captions.is_told

    @property
    def caption(self) -> str:
        """Of the only frame: what is done, or what is said, and why, if that is short, or else what it is an example
        of."""
        if self.is_told:  # of the only one, both, but what its designer explains once
            is_said = any(kind == "said" for kind, _ in self.story.parts)
            return in_a_row((self.told.all, "" if is_said else self.why))
        why = self.why
        told = self.changes_of(self.outcome) or list(self.lines_told(lambda sight: sight.open or not why))
        return " ".join(filter(None, (*told, why)) if len(told) <= FEW else ()) or self.story.title

    @property
    def causes(self) -> Causes:
        places = {space: self.stage.place(space) for space in self.numbers}
        return Causes(self.scenes.speech, self.t, self.outcome.before, places)

    @property
    def why(self) -> str:
        """What closes lines of sight, in a sentence."""
        sights = [sight for sight in self.spoken.sights if sight.is_line]
        return self.causes.told(sights, {sight.start: self.name_of(sight.start) for sight in sights})

    def panels_of(self, outcome: Outcome, done: bool = False, both: bool = False) -> list[Panel]:
        """What lies in other places than the board: before, or when it is `done`, or `both`. Dice lie there as they
        were rolled, when it is done."""
        own = self.stage.asides.places if self.stage.asides else set[int]()
        own |= set[int]() if done else {piece.at for piece in outcome.thrown}
        before, after = ([piece for piece in pieces if piece.at not in own] for pieces in
                         (outcome.aside, outcome.aside_end))  # fmt: skip
        rolled = (*outcome.rolled_before, *outcome.thrown)
        thrown = rolled if done and self.ground.layout.style != "points" else ()
        said = (
            self.said_aside(self.spoken if outcome is self.outcome else None),
            self.said_aside(next(iter(self.spoken.afterwards[outcome.run : outcome.run + 1]), None)),
        )
        cards = self.cards_of(outcome, done, both)
        if done and not both:
            return [*cards, *self.panels(after, thrown, None, (said[1], frozenset()))]
        return [*cards, *self.panels(before, thrown, after if both else None, said if both else (said[0], frozenset()))]

    def cards_of(self, outcome: Outcome, done: bool, both: bool) -> list[Panel]:
        """The cards that the example names: all of them in the first frame, then those of which something is said."""
        if not self.has_panels:
            return []
        after = self.spoken.afterwards[outcome.run : outcome.run + 1]
        said = [claim for other in after if done for claim in other.claims]
        is_first = outcome is self.outcome and (both or not done)
        return self.named_cards.panels([*said, *(self.spoken.claims if is_first else ())], is_first)

    @cached_property
    def named_cards(self) -> NamedCards:
        return NamedCards(self.artist, self.story.example.steps)

    def said_aside(self, spoken: Spoken | None) -> Said:
        """What is said of that lies in other places, and that something can be done with it, or not."""
        offered = spoken.offered if spoken else {}
        return {(name, piece, offered[name]) for name, piece in self.scene.called_aside if name in offered}

    @property
    def samples(self) -> list[Sample]:
        """What is in the picture, or in the first of two frames; what spaces show where all of the board is seen."""
        coming, panels = ((), self.panels_of(self.outcome)) if self.is_double else (
            self.outcome.come, self.panels_of(self.outcome, True, True))  # fmt: skip
        opened = {} if self.is_double else self.outcome.opened
        standing = {at: [opened.get(one, one) for one in on] for at, on in self.outcome.before.items()}
        told = self.samples_of(standing, coming, panels)
        ground = self.ground.samples if self.stage.part.is_whole and told else self.ground.lines_told
        return [*ground, *told]

    def samples_of(
        self, standing: Standing, coming: Iterable[Piece] = (), panels: Iterable[Panel] = ()
    ) -> list[Sample]:
        """What the pieces are called that are in a frame, and those beside it that nothing else names."""
        inside = {*self.stage.shown}
        pieces = [piece for piece in (*chain.from_iterable(standing.values()), *coming) if piece.at in inside]
        known = {self.look_of(one) for piece in pieces for one in (piece, replace(piece, flags=()))}
        beside = [piece for panel in panels for piece in panel.unnamed if self.look_of(piece) not in known]
        if not self.needs_legend([*pieces, *beside]):
            return []
        found = (*self.artist.samples(pieces, self.board, self.t), *self.artist.samples(beside, None, self.t))
        once = [*{sample.told: sample for sample in reversed(found)}.values()][::-1]
        return [sample for sample in once if sample.told not in self.listed]

    def look_of(self, piece: Piece) -> tuple[object, ...]:
        """By what a piece is known, also where it does not point anywhere."""
        body = self.artist.body(piece)
        return piece.kind, piece.seat, body.icon, body.letters, piece.flags

    @property
    def all_samples(self) -> Iterator[Sample]:
        """What is in the legends of all frames."""
        for outcome in (self.outcome, *self.later):
            opened = outcome.opened.values()
            yield from self.samples_of(outcome.before, (*outcome.come, *opened), self.panels_of(outcome))
            yield from self.samples_of(outcome.after, opened, self.panels_of(outcome, True))

    def needs_legend(self, pieces: Sequence[Piece]) -> bool:
        """Whether the pictures of pieces do not say all by themselves: figures do, and a single kind whose colours are
        those that its owners are called."""
        forms = {self.artist.body(piece).form for piece in pieces if piece.kind}
        kinds = {piece.kind for piece in pieces if piece.kind}
        badged = any(piece.flags for piece in pieces)
        free = any(self.artist.open_colour(piece) is not None for piece in pieces)
        whose = any(map(self.artist.owner_told, pieces))
        return (len(kinds) > 1 and forms != {"figure"}) or badged or free or whose

    @property
    def description(self) -> Iterator[str]:
        """All that is drawn, in words."""
        yield from self.positions(self.outcome.before)
        yield from self.done
        yield from self.then_in_words(self.outcome)

    def positions(self, standing: Standing) -> Iterator[str]:
        """What stands where, and what is said of it."""
        for space in (space for space in self.stage.shown if space in standing):
            yield f"{self.name_of(space)}: {self.piled(standing[space])}."
        yield from self.said_in_words

    @property
    def said_in_words(self) -> Iterator[str]:
        """What is said of the position before anything is done."""
        yield from self.lines_told(lambda _: True)
        for one in self.spoken.walked:
            yield f"{self.walk_told(one)}: {', '.join(map(self.name_of, one.spaces))}."
        yield from self.in_words(self.spoken.possible)

    def walk_told(self, one: Walked) -> str:
        """What a walk is called."""
        return opening(plain(self.scenes.speech.words(Noun(definition_term(one.walk), "bare"))))

    def then_in_words(self, outcome: Outcome) -> Iterator[str]:
        """What is said of the position after that."""
        yield from self.in_words(self.then(outcome))

    def in_words(self, possible: Mapping[int, bool]) -> Iterator[str]:
        for space, can in possible.items():
            yield self.t["scene_can" if can else "scene_cannot"].format(space=self.name_of(space))

    def lines_told(self, wanted: Callable[[Sight], bool]) -> Iterator[str]:
        """Which lines of sight are open, of some of them."""
        for sight in (sight for sight in self.spoken.sights if sight.is_line and wanted(sight)):
            key = "scene_open" if sight.open else "scene_closed"
            yield self.t[key].format(start=self.name_of(sight.start), end=self.name_of(sight.end))

    @property
    def done(self) -> Iterator[str]:
        """What is done, as arrows and rings tell it."""
        for piece in (*self.outcome.come, *self.outcome.passing):
            yield self.t["scene_come"].format(space=self.name_of(piece.at), piece=self.scenes.told(piece))
        yield from self.moves_of(self.outcome)
        gone = (*map(self.outcome.last_of, self.outcome.gone), *(piece.at for piece in self.outcome.passing))
        for space in dict.fromkeys(gone):
            yield self.t["scene_gone"].format(space=self.name_of(space))

    @property
    def changes(self) -> list[str]:
        """What becomes of each piece by the first answers."""
        return self.changes_of(self.outcome)

    def ends_of(self, outcome: Outcome) -> list[tuple[str, str]]:
        return [(self.name_of(start), self.name_of(end)) for start, end in outcome.moves]

    def changes_of(self, outcome: Outcome) -> list[str]:
        if outcome.given:
            return standing(self.artist, outcome, self.name_of)
        return changes(self.artist, self.t, outcome, self.name_of, self.scenes.lines_on)

    def moves_of(self, outcome: Outcome) -> Iterator[str]:
        return moves(self.t, outcome, self.name_of)

    def piled(self, pieces: Sequence[Piece]) -> str:
        """What lies on a space, equal pieces beside one another with their number."""
        told = [(what, len(list(alike))) for what, alike in groupby(map(self.scenes.told, pieces))]
        return "; ".join(what if count == 1 else f"{count} × {what}" for what, count in told)
