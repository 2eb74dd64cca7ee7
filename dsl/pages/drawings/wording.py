"""What becomes of the pieces of a worked example, in words that stand under its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from dsl.board.scene import Piece
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.outcome import Outcome
from dsl.prose.forms import Amount, Article, Form, Noun, Quoted, Step, phrase
from dsl.prose.nouns import attribute_term


@dataclass(frozen=True)
class Run:
    """What is done until something else is said, and what is said then, in sentences. `worded`: the designer says what
    becomes of the pieces when it is done."""

    done: tuple[str, ...] = ()
    after: str = ""
    worded: bool = False

    @property
    def all(self) -> str:
        return in_a_row((*self.done, self.after))


@dataclass(frozen=True)
class Told:
    """What a picture shows, in a few sentences: up to what is done first, and from there."""

    before: str = ""
    runs: tuple[Run, ...] = ()

    @property
    def all(self) -> str:
        return in_a_row((self.before, *(run.all for run in self.runs)))

    @property
    def in_one(self) -> Told:
        """The same as if all were done first, and then all said: where it is not known what is done when."""
        first, *others = self.runs or (Run(),)
        after = in_a_row((first.after, *(run.all for run in others)))
        return replace(self, runs=(replace(first, after=after),))


UNTOLD = Told()
NameOf = Callable[[int], str]
LinesOf = Callable[[Piece], Iterable[str]]


def in_a_row(sentences: Iterable[str]) -> str:
    """One behind the other; what is told twice in a row is told once."""
    return " ".join(sentence for sentence, _ in groupby(filter(None, sentences)))


def changes(
    artist: Artist, t: Mapping[str, str], outcome: Outcome, name_of: NameOf, lines_on: LinesOf = lambda _: ()
) -> list[str]:
    """What becomes of each piece, those alike told once; where some are moved more than once, all movements.
    `lines_on` tells what lines are on a piece."""
    found = [
        told(artist, "thing_goes", b if replace(b, at=a.at) == a else a, start=name_of(a.at), end=name_of(b.at))
        for a, b in sorted(led(artist, outcome.moved), key=lambda pair: first_move(outcome, pair[0].at))
    ]
    found += left(artist, outcome, name_of)
    found += [told(artist, "thing_comes", p, "a", lines_on(p), place=name_of(p.at)) for p in in_order(outcome)]
    found += [told for one, other in outcome.turned for told in became(artist, one, other, name_of(other.at))]
    moved = list(each_move(artist, outcome, name_of))
    if len(moved) > len(outcome.moved) and not (outcome.gone or outcome.come or outcome.turned):
        return moved  # some are moved more than once
    return list(dict.fromkeys(found)) or list(moves(t, outcome, name_of))


def standing(artist: Artist, outcome: Outcome, name_of: NameOf) -> list[str]:
    """What stands where something was given anew."""
    given = (piece for space in sorted(outcome.spaces & {*outcome.after}) for piece in outcome.after[space])
    return list(dict.fromkeys(told(artist, "thing_stands", p, "a", place=name_of(p.at)) for p in given))


def in_order(outcome: Outcome) -> list[Piece]:
    """What comes, as it does one after the other."""
    return sorted(outcome.come, key=lambda piece: outcome.order.get(piece.at, 0))


def left(artist: Artist, outcome: Outcome, name_of: NameOf) -> Iterator[str]:
    """Which pieces leave the board, those alike in one sentence; where one went before is told first."""
    alike: dict[str, list[Piece]] = {}
    for piece in outcome.gone:
        last = outcome.last_of(piece)
        if last != piece.at:
            yield told(artist, "thing_goes", piece, start=name_of(piece.at), end=name_of(last))
        alike.setdefault(told(artist, "thing_leaves", piece, place=name_of(last)), []).append(piece)
    for one, pieces in alike.items():
        place = name_of(outcome.last_of(pieces[0]))
        several = told(artist, "thing_leaves", pieces[0], count=len(pieces), place=place)
        yield several if len(pieces) > 1 else one


def told(
    artist: Artist, key: str, piece: Piece, article: Article = "the", lines: Iterable[str] = (), count: int = 1,
    **spaces: str,
) -> str:  # fmt: skip
    """What a piece does, or several that look alike, as a sentence: "Blue’s ship goes from D3 to D6."."""
    subject = artist.thing(piece, article)
    if count > 1 and isinstance(subject, Noun):
        subject = replace(subject, plural=True, count=Amount(count))
    beside = ", ".join((*artist.told_beside(piece), *lines))
    if beside:
        subject = phrase("with_details", fact=subject, details=Quoted(beside))
    slots = {slot: Quoted(name) for slot, name in spaces.items()}
    return fact(artist, phrase(key, subject=subject, **slots))


def first_move(outcome: Outcome, start: int) -> int:
    """The number of the first movement from a space, so that words come in the order of the arrows."""
    return next((number for number, move in enumerate(outcome.moves) if move[0] == start), len(outcome.moves))


def led(artist: Artist, moved: Iterable[tuple[Piece, Piece]]) -> Iterator[tuple[Piece, Piece]]:
    """What is moved, but for what goes along with what carries it."""
    takes = artist.world.piece_infos
    carrying = {(one.at, other.at) for one, other in moved if one.kind and takes[one.kind].takes}
    for one, other in moved:
        if not (one.kind and not takes[one.kind].takes and (one.at, other.at) in carrying):
            yield one, other


def moves(t: Mapping[str, str], outcome: Outcome, name_of: NameOf) -> Iterator[str]:
    for start, end in outcome.moves:
        yield t["scene_move"].format(start=name_of(start), end=name_of(end))


def each_move(artist: Artist, outcome: Outcome, name_of: NameOf) -> Iterator[str]:
    """All movements one after the other, if it is sure what is moved; else nothing."""
    standing = {space: list(pieces) for space, pieces in outcome.before.items()}
    for start, end in outcome.moves:
        if len(standing.get(start, ())) != 1 or standing.get(end):
            return
        standing[end] = standing.pop(start)
    here = {start: outcome.before[start][0] for start, _ in outcome.moves if start in outcome.before}
    for start, end in outcome.moves:
        here[end] = here.pop(start)
        yield told(artist, "thing_goes", here[end], start=name_of(start), end=name_of(end))


def became(artist: Artist, one: Piece, other: Piece, space: str) -> Iterator[str]:
    """How a piece on a space is other than it was: its numbers, its values, what it is besides, whose it is; or all of
    it, where it is told of another kind."""
    thing = artist.thing(other, "the")
    if not one.kind or one.kind != other.kind:
        yield f"{space}: {artist.named(one)} → {artist.named(other)}."
        return
    owner = thing if isinstance(thing, Noun) else None
    for attribute, old, new in artist.counted(one, other):
        subject = on_space(Noun(attribute_term(attribute), "the", of=owner), space)
        key = "rises" if int(new) > int(old) else "falls"
        yield fact(artist, phrase(key, subject=subject, old=Amount(int(old)), new=Amount(int(new))))
    for attribute, value in artist.turned(one, other):
        subject = on_space(Noun(attribute_term(attribute), "the", of=owner), space)
        yield fact(artist, phrase("is_by_now", subject=subject, complement=value))
    came, gone = ([flag for flag in a.flags if flag not in b.flags] for a, b in ((other, one), (one, other)))
    for key, flags in (("has_quality_by_now", came), ("has_quality_no_more", gone)):
        for flag in flags:
            quality = artist.quality(artist.kind(other), flag)
            yield fact(artist, phrase(key, subject=on_space(thing, space), quality=quality))
    if other.seat != one.seat and other.seat >= 0:
        bare = on_space(artist.thing(replace(other, seat=-1), "the"), space)
        yield fact(artist, phrase("belongs_by_now", subject=bare, owner=artist.owner(other)))


def on_space(subject: Form, space: str) -> Form:
    return phrase("with_details", fact=subject, details=Quoted(space))


def fact(artist: Artist, said: Form) -> str:
    return artist.speech.line(Step(said, "fact")).text
