"""What is different when the game is played on other terms: with more players, with another number for an option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dsl.documents.examples import Story, stories
from dsl.documents.markdown import anchor
from dsl.documents.passages import Part, Passage, Passages
from dsl.documents.rendering import vocabulary
from dsl.phrases import Line, Run, Speech, plain
from dsl.resolved import Definition, Rulebook
from dsl.scene import Scene
from dsl.terms import Terms

Told = tuple[object, ...]
Key = tuple[str, ...]


@dataclass(frozen=True)
class Edition:
    """The part that says what is different, and where what is the same is told: passages by the identity of the thing.

    `setup`, `course`: the lines that are said so only on these terms. `left_out` are headings that do not count.
    `variants` leave something out; `alone`: all else is as usual. `replaces`: something has the name of what is told
    otherwise as usual.
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

    def __bool__(self) -> bool:
        return bool(self.part.words or self.part.passages or self.setup or self.course or self.left_out)

    @property
    def anchor(self) -> str:
        return variant_anchor(*self.variants) if self.alone else anchor(f"with {self.part.title}")


def variant_anchor(*names: str) -> str:
    """Where a variant, or several together, are told."""
    return anchor(" ".join(["variant", *names]))


def edition(usual: Speech, passages: Passages, book: Rulebook, number: int, scenes: Mapping[str, Scene]) -> Edition:
    """How the book differs from the usual one, whose passages are given; it gets a number among the parts.
    `scenes` are those of the examples."""
    patches = tuple(name for name in book.terms.variants if name in book.patches)
    speech = Speech(book, agreed=patches, language=usual.language, lexicon=usual.lexicon)
    terms = replace(book.terms, variants=tuple(usual.label(book.variants[name]) for name in patches))
    title, alone = in_words(terms, usual), terms == Terms(terms.variants)
    words = tuple(map(usual.said, book.variant_texts.get(patches[0], ()))) if len(patches) == 1 else ()
    old = {key_of(p): p for p in passages}
    new = Passages(speech)
    words += unlike(words_in(passages), words_in(new))
    same = {id(p.about): old[key_of(p)] for p in new if told(old.get(key_of(p))) == told(p)}
    other = [p for p in new if id(p.about) not in same]
    own = [
        replace(unlike_old(p, old), number=f"{number}.{k}", anchor=anchor(f"with {title} {p.anchor}"))
        for k, p in enumerate(other, 1)
    ]
    there = {key_of(p) for p in new}
    gone = tuple(p.title for key, p in old.items() if key not in there and isinstance(p.about, Definition))
    known = {example.title for example in usual.book.examples}
    shown = tuple(stories(speech, scenes, known))
    setup, course = (unlike(*pair) for pair in zip(course_of(usual), course_of(speech), strict=True))
    replaces = any(p.sort != "thing" and key_of(p) in old for p in other)
    part = Part(title, words, own, number=str(number))
    return Edition(speech, part, same, setup, course, gone, shown, patches, alone, replaces)


def in_words(terms: Terms, speech: Speech) -> str:
    """On which terms, in the language of the page: "3 players, Size 9, Scanner"; the variants are already in it."""
    number = [] if terms.players is None else [f"{terms.players} {vocabulary(speech.language)['players']}"]
    return ", ".join([*number, *(f"{speech.label(name)} {value}" for name, value in terms.options), *terms.variants])


def words_in(passages: Passages) -> tuple[Line, ...]:
    """The designer's words on chapters."""
    return tuple(line for part in passages.parts for line in part.words)


def key_of(passage: Passage) -> Key:
    """By what a passage of one book is found in the other; two of them may have the same title."""
    about = passage.about
    given = about.prepositions if isinstance(about, Definition) else ()
    return passage.sort, type(about).__name__, passage.title, *given


def unlike_old(passage: Passage, usual: Mapping[Key, Passage]) -> Passage:
    """Of a thing in the box only what is said otherwise; of all else the whole."""
    old = usual.get(key_of(passage))
    if old is None or passage.sort != "thing":
        return passage
    return replace(passage, steps=unlike(old.steps, passage.steps))


def course_of(speech: Speech) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines of the setup and of the play."""
    book = speech.book
    return (*speech.first_places(), *speech.block(book.setup, setup=True)), speech.block(book.play)


def unlike(usual: tuple[Line, ...], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines that are not among the usual ones."""
    known = [shown(line) for line in usual]
    return tuple(line for line in lines if shown(line) not in known)


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
