"""Names and words that nobody knows: what there is to say of them.

A variant declares them that is not in play, or leaves them out; a chapter of the library does that is not taken in; or
they are misspelt, or said as in another language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import tree
from dsl.resolve.items import Item, name_of, of_sort
from dsl.text.diagnostics import Diagnostic, Note, near
from dsl.text.inflection import singular
from dsl.text.other_languages import SLIPS
from dsl.text.standard_library import BOARDS, chapters, read

UNKNOWN = ("E0201", "E0205")
NAME = re.compile(r"(?:called|has no|has the value|cannot be) ([^.,;]+?)(?:[.,;]| that\b|$)")
OWNED = re.compile(r"(.+)'s (.+)")


@dataclass(frozen=True)
class Absent:
    """An item that is not in play, and why."""

    item: Item
    why: str


def absences(items: Iterable[Item], present: Iterable[Item]) -> dict[str, Absent]:
    """By their names the items that are not in play: `items` are all, `present` the same after what was left out."""
    found: dict[str, Absent] = {}
    pairs = list(zip(items, present, strict=True))
    for before, after in pairs:
        for name in names_of(before.node) if not after.present else ():
            why = _left_out(name, pairs) if before.present else f"It stands under `{before.section}`."
            found[name] = Absent(before, why)
    there = {name for _, after in pairs if after.present for name in names_of(after.node)}
    return {name: absent for name, absent in found.items() if name not in there}


def met_with(item: Item) -> str:
    """With what agreed on it is there: `with the variant Scanner`, `with 4 players`, `without Scanner`."""
    return f"with the {item.section}" if item.section.startswith("variant ") else item.section.removeprefix("only ")


def _left_out(name: str, pairs: Iterable[tuple[Item, Item]]) -> str:
    for patch, _ in pairs:
        if patch.present and isinstance(patch.node, tree.Without) and name in patch.node.names.names:
            return f"`{patch.section}` leaves it out."
    return "It is left out."


def names_of(item: tree.Node) -> Iterator[str]:
    """By what sentences can speak of an item."""
    name = name_of(item) or getattr(item, "word", "")
    if name:
        yield name


def explained(
    diagnostics: Iterable[Diagnostic],
    absent: Mapping[str, Absent],
    start: tree.Start,
    known: Sequence[str],
    kinds: Collection[str],
) -> list[Diagnostic]:
    """The complaints of unknown names and words with what there is to say of these; `known` are all others, `kinds`
    those among them that are said with an article."""
    return [_explained(d, absent, start, known, kinds) if d.code in UNKNOWN else d for d in diagnostics]


def _explained(
    diagnostic: Diagnostic,
    absent: Mapping[str, Absent],
    start: tree.Start,
    known: Sequence[str],
    kinds: Collection[str],
) -> Diagnostic:
    called = NAME.search(diagnostic.message)
    if called is None:
        return diagnostic
    word = called[1]
    found = absent.get(word) or absent.get(singular(word))
    if found is not None:
        note = Note(f"{word} stands here", found.item.node.span)
        message = f"{diagnostic.message} {found.why}"
        section = found.item.section
        hints = diagnostic.hints or ((f"let it stand under: {section}",) if section.startswith("only ") else ())
        return replace(diagnostic, message=message, near=(), hints=hints, notes=(*diagnostic.notes, note))
    chapters = tuple(f"use {chapter}" for chapter in _chapters_with(word, start))
    with_more = any(re.search(rf" is {re.escape(word)} [a-z]+ an? ", hint) for hint in diagnostic.hints)
    if chapters and not with_more:  # no chapter says it of two things
        return replace(diagnostic, near=(), hints=(*chapters, *diagnostic.hints))
    owned = OWNED.fullmatch(word)
    if owned:
        thing, owner = owned[2], owned[1]
        one, a_kind = f"the {thing} of {owner}", f"the {thing} of the {owner}"
        hints = (a_kind,) if owner in kinds else (one,) if owner in known else (a_kind, one)
        return replace(diagnostic, near=(), hints=hints)
    alike = diagnostic.near or tuple(near(word, known))
    return replace(diagnostic, near=tuple(dict.fromkeys((*_said_otherwise(word), *alike))))


def _said_otherwise(word: str) -> tuple[str, ...]:
    """How this language has a word, or a phrase that begins with it."""
    return tuple(one for said, meant in SLIPS.items() if f"{said} ".startswith(f"{word} ") for one in meant if one)


def _chapters_with(word: str, start: tree.Start) -> Iterator[str]:
    """The chapters that define a word and are not taken in, for boards like those of the rulebook."""
    shapes = {line.word for board in of_sort(start, tree.Board) for line in board.lines if isinstance(line, tree.Shape)}
    taken = {name for item in of_sort(start, tree.Use) for name in item.names.names}
    for chapter in chapters():
        fits = chapter not in BOARDS or shapes & set(BOARDS[chapter])
        if chapter not in taken and fits and any(word in names_of(item) for item in read(chapter, "Space")):
            yield chapter
