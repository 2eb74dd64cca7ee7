"""What is different when the game is played on other terms: with more players, with another number for an option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.board.scene import Scene
from dsl.model import Definition, Rulebook
from dsl.pages.guide.examples import Story, stories
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Part, Passage, Passages
from dsl.pages.rendering import vocabulary
from dsl.prose.realiser import capitalised
from dsl.prose.speech import Line, Run, Speech, plain
from dsl.terms import Terms

Told = tuple[object, ...]
Key = tuple[str, ...]


@dataclass(frozen=True)
class Edition:
    """The part that says what is different, and where what is the same is told: passages by the identity of the thing.

    `setup`, `course`: the lines that are said so only on these terms. `left_out` are headings that do not count.
    `variants` leave something out; `alone`: all else is as usual. `replaces`: something has the name of what is told
    otherwise as usual. `instead`: what a passage stands in the place of, by the identity of the thing.
    """

    speech: Speech
    part: Part
    same: Mapping[int, Passage]
    setup: tuple[Line, ...]
    course: tuple[Line, ...]
    left_out: tuple[str, ...]
    stories: tuple[Story, ...]
    variants: tuple[str, ...]
    alone: bool
    replaces: bool
    instead: Mapping[int, Passage]

    def __bool__(self) -> bool:
        return bool(self.part.words or self.part.passages or self.setup or self.course or self.left_out)

    @property
    def anchor(self) -> str:
        return variant_anchor(*self.variants) if self.alone else anchor(f"with {self.part.title}")


def variant_anchor(*names: str) -> str:
    """Where a variant, or several together, are told."""
    return anchor(" ".join(["variant", *names]))


def passages_of(book: Rulebook, usual: Speech) -> Passages:
    """The passages of a rulebook on other terms than the usual ones, in the same language."""
    speech = Speech(book, agreed=patches_of(book), language=usual.language, lexicon=usual.lexicon, usual=usual)
    return Passages(speech)


def counts_alone(usual: Speech, others: Iterable[Speech]) -> dict[str, Line]:
    """Of which kinds of pieces, by name, there are more or fewer with other numbers of players, and how many: "with 3
    players: 15; with 4 players: 20". `others` are those with which nothing else is different: no part tells of them."""
    counts = {kind: len(info.owners) for kind, info in usual.book.world.piece_infos.items()}
    pattern, found = vocabulary(usual.language)["so_many_with"], dict[str, list[str]]()
    for world in (other.book.world for other in others):
        for kind, info in world.piece_infos.items():
            if kind in counts and len(info.owners) != counts[kind]:
                told = pattern.format(count=world.players.size, number=len(info.owners))
                found.setdefault(kind, []).append(told)
    return {kind: Line(capitalised((Run("; ".join(told) + "."),))) for kind, told in found.items()}


def patches_of(book: Rulebook) -> tuple[str, ...]:
    """The variants in play that leave something out."""
    return tuple(name for name in book.terms.variants if name in book.patches)


def edition(passages: Passages, new: Passages, number: int, scenes: Mapping[str, Scene]) -> Edition:
    """How what `new` tells differs from the usual passages; it gets a number among the parts. `scenes` are those of the
    examples."""
    usual, speech = passages.speech, new.speech
    book, patches = speech.book, patches_of(speech.book)
    terms = replace(book.terms, variants=tuple(usual.label(book.variants[name]) for name in patches))
    title, alone = in_words(terms, usual), terms == Terms(terms.variants)
    words = tuple(map(usual.said, book.variant_texts.get(patches[0], ()))) if len(patches) == 1 else ()
    words += unlike(words_in(passages), words_in(new))
    old = counterparts(list(new), passages)
    retold = as_usual(speech, usual)
    again = (new if retold is speech else Passages(retold)).by_thing
    alike = (p for p in new if told(old.get(id(p.about))) in (told(p), told(again[id(p.about)])))
    same = {id(p.about): old[id(p.about)] for p in alike}
    other = [p for p in new if id(p.about) not in same]
    own = [
        replace(unlike_old(p, old.get(id(p.about))), number=f"{number}.{k}", anchor=anchor(f"with {title} {p.anchor}"))
        for k, p in enumerate(other, 1)
    ]
    kept = {id(p.about) for p in old.values()}
    without = [p for p in passages if id(p.about) not in kept and isinstance(p.about, Definition)]
    gone = tuple(dict.fromkeys(left_out(p, passages, without, usual) for p in without))
    known = {example.title for example in usual.book.examples}
    shown = tuple(stories(speech, scenes, known))
    courses = zip(course_of(usual), course_of(speech), course_of(retold), strict=True)
    setup, course = (unlike(*told_as) for told_as in courses)
    replaces = any(p.sort != "thing" and id(p.about) in old for p in other)
    part = Part(title, words, own, number=str(number))
    return Edition(speech, part, same, setup, course, gone, shown, patches, alone, replaces, old)


def as_usual(speech: Speech, usual: Speech) -> Speech:
    """A speech in the words of the usual one: of two players as of several. What differs by how they are called is no
    other rule; not the other way, as who the opponent is when more play has to be said."""
    return speech.for_several() if speech.told.are_two and usual.book.world.players.size > 2 else speech


def in_words(terms: Terms, speech: Speech) -> str:
    """On which terms, in the language of the page: "3 players, Size 9, Scanner"; the variants are already in it."""
    number = [] if terms.players is None else [f"{terms.players} {vocabulary(speech.language)['players']}"]
    return ", ".join([*number, *(f"{speech.label(name)} {value}" for name, value in terms.options), *terms.variants])


def words_in(passages: Passages) -> tuple[Line, ...]:
    """The designer's words on chapters."""
    return tuple(line for part in passages.parts for line in part.words)


def counterparts(new: Iterable[Passage], usual: Iterable[Passage]) -> dict[int, Passage]:
    """What each passage stands in the place of, by the identity of the thing: of several that have one heading, as the
    ends of a game may, what says the same, else what is left of them."""
    left: dict[Key, list[Passage]] = {}
    for passage in usual:
        left.setdefault(key_of(passage), []).append(passage)
    found: dict[int, Passage] = {}
    for alike in (True, False):
        for passage in (p for p in new if id(p.about) not in found):
            there = left.get(key_of(passage), [])
            other = next((p for p in there if not alike or told(p) == told(passage)), None)
            if other is not None:
                found[id(passage.about)] = other
                there.remove(other)
    return found


def heading(passage: Passage, passages: Iterable[Passage]) -> str:
    """What it is headed; one of several with that heading with what it says."""
    several = sum(p.title == passage.title for p in passages) > 1
    said = " ".join(line.text for line in passage.lines()) if several else ""
    return f"{passage.title} (“{said}”)" if said else passage.title


def left_out(passage: Passage, passages: Passages, without: Sequence[Passage], usual: Speech) -> str:
    """What does not count, by its heading; a variant of which nothing counts by its name."""
    of_variant = [p for p in passages if p.variant == passage.variant and isinstance(p.about, Definition)]
    whole = passage.variant and all(p in without for p in of_variant)
    return usual.label(usual.book.variants[passage.variant]) if whole else heading(passage, passages)


def key_of(passage: Passage) -> Key:
    """By what a passage of one book is found in the other; two of them may have the same."""
    about = passage.about
    given = about.prepositions if isinstance(about, Definition) else ()
    return passage.sort, type(about).__name__, passage.title, *given


def unlike_old(passage: Passage, old: Passage | None) -> Passage:
    """Of a thing in the box only what is said otherwise than as usual; of all else the whole, also where words in short
    are the same, but something else is needed."""
    if old is None:
        return passage
    if passage.sort == "thing":
        return replace(passage, steps=unlike(old.steps, passage.steps))
    told_alike = [line.text for line in passage.short] == [line.text for line in old.short]
    needs_other = tuple(map(shown, passage.needs)) != tuple(map(shown, old.needs))
    return replace(passage, short=()) if told_alike and needs_other else passage


def course_of(speech: Speech) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines of the setup and of the play."""
    book = speech.book
    return (*speech.first_places(), *speech.block(book.setup, setup=True)), speech.block(book.play)


def unlike(usual: tuple[Line, ...], lines: tuple[Line, ...], retold: tuple[Line, ...] = ()) -> tuple[Line, ...]:
    """The lines that are not among the usual ones, also not as they are `retold` in the usual words. These may be more,
    where each of two players does what both do: then all must be."""
    known = [shown(line) for line in usual]
    same = [shown(line) in known for line in retold]
    if len(same) != len(lines):
        same = [bool(same) and all(same)] * len(lines)
    return tuple(line for line, so in zip(lines, same, strict=True) if not so and shown(line) not in known)


def shown(line: Line) -> Told:
    return (line.title, plain(line.words), line.clauses, *(shown(child) for child in line.children))


def told(passage: Passage | None) -> Told:
    """All that a passage says."""
    if passage is None:
        return ()
    cells = () if passage.sheet is None else tuple(tuple(map(cell_text, row)) for row in passage.sheet.rows)
    return (passage.variant, *(shown(line) for line in passage.lines()), cells)


def cell_text(cell: tuple[Run, ...] | None) -> str:
    return plain(cell) if cell else ""
