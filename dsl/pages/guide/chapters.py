"""The chapters of the guide: what stands in them, in the order of a teacher."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from dsl import model
from dsl.pages.guide.box_and_setup import Contents
from dsl.pages.reference.passages import Passage
from dsl.prose.nodes import is_for_variants
from dsl.prose.speech import Line
from dsl.text.standard_library import is_library

TEACHING = ("phase", "window", "action", "power", "rule", "verb")  # the order within a chapter
IN_CHAPTERS = (*TEACHING, "term")


@dataclass(frozen=True)
class Chapter:
    """A chapter of the guide: its words, and its passages as a teacher would order them.

    What is told of a variant, or of other terms, has an anchor: `name` is what it is called, `said` are the
    designer's words about it, `clauses` what it carries, `contents` what it adds to the box, `pictures` its boards,
    `tables` what its rules ask for.
    `replaces`: some of it has the name of something that is told as usual.
    """

    title: str
    words: tuple[Line, ...]
    passages: list[Passage]
    terms: list[Passage]
    anchor: str = ""
    name: str = ""
    said: tuple[Line, ...] = ()
    clauses: tuple[str, ...] = ()
    contents: Contents | None = None
    pictures: tuple[Markup, ...] = ()
    tables: tuple[Passage, ...] = ()
    replaces: bool = False

    @property
    def is_of_its_first(self) -> bool:
        """Whether its first passage has its name, so that one heading is both."""
        return bool(self.passages) and (self.passages[0].title, self.passages[0].who) == (self.title, "")

    @property
    def brought(self) -> bool:
        """Whether it comes from the standard library."""
        return not self.passages and all(is_brought(term) for term in self.terms)


def taught(title: str, words: tuple[Line, ...], passages: Iterable[Passage]) -> Chapter:
    """What is done first, what the words mean after that."""
    told = [passage for passage in passages if passage.sort in IN_CHAPTERS and not is_idle(passage)]
    done = sorted((p for p in told if p.sort != "term"), key=lambda p: TEACHING.index(p.sort))
    return Chapter(title, words, done, [p for p in told if p.sort == "term"])


def is_idle(passage: Passage) -> bool:
    """Whether it is about a verb with nothing to do, as on these terms, or without a variant, it may be."""
    return isinstance(passage.about, model.Procedure) and is_for_variants(passage.about)


def is_brought(passage: Passage) -> bool:
    """Whether it is about what the standard library defines."""
    about = passage.about
    return isinstance(about, model.Definition) and is_library(about.span.file)


def with_word_list(chapters: Iterable[Chapter], title: str) -> list[Chapter]:
    """The chapters that have something to tell; what words mean that stand alone in theirs, or come from the standard
    library, is told in a list at the end."""
    told = [chapter for chapter in chapters if chapter.passages or chapter.terms or chapter.words]
    alone = (c for c in told if not (c.passages or c.words or c.tables))
    lists = [c for c in alone if len(c.terms) == 1 or c.brought]
    terms = [term for chapter in lists for term in chapter.terms]
    found = [chapter for chapter in told if chapter not in lists]
    return [*found, Chapter(title, (), [], terms)] if terms else found
