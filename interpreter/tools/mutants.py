"""Small changes to the constructs of a rulebook, made on its text: what of them would anybody notice?

A construct is a sentence with the lines under it. It is taken out whole; and in the sentence itself each number is made
one more and one less, and each comparison is turned round. Worked examples are left alone, and so are texts, which are
only printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REMOVED = "removed"
TURNED = {"at least": "at most", "at most": "at least", "is": "is not", "is not": "is"}

_PART = re.compile(
    r'(?P<aside>"[^"]*"|\[[^]]*\]|--[^\n]*)|(?<!\w)(?P<number>\d+)(?!\w)|\b(?P<turn>at least|at most|is not|is)\b'
)
_CITED = re.compile(r"\[[^]]*\]\s*(?:--.*)?$")


@dataclass(frozen=True)
class Construct:
    """Where clauses are encoded: lines counted from 1, the last one of the sentence and of what stands under it.

    `variant` is the one that it belongs to, if any.
    """

    clauses: tuple[str, ...]
    variant: str
    line: int
    sentence_end: int
    end: int


@dataclass(frozen=True)
class Mutant:
    """A rulebook's text with one change."""

    construct: Construct
    change: str
    text: str

    def __str__(self) -> str:
        return f"line {self.construct.line} {self.change}"

    @property
    def removes(self) -> bool:
        return self.change == REMOVED


def constructs(rulebook: Path, cited: bool = True) -> list[Construct]:
    """The constructs of a rulebook that cite clauses, or all, from first to last. None if it cannot be read; raises
    OSError."""
    from dsl.text.reader import read

    text = rulebook.read_text("utf-8")
    start, _ = read(text, str(rulebook))
    lines = text.split("\n")
    found: dict[int, tuple[dict[str, None], str]] = {}
    for clauses, line, variant in _citing(start, "", cited):
        if not lines[line - 1].lstrip().startswith('"'):
            found.setdefault(line, ({}, variant))[0].update(dict.fromkeys(clauses))
    return [_construct(lines, line, tuple(clauses), variant) for line, (clauses, variant) in sorted(found.items())]


def _citing(item: object, variant: str, cited: bool) -> Iterator[tuple[tuple[str, ...], int, str]]:
    """The clauses that nodes outside examples cite, with the line of the node and the variant around it; or all nodes
    that could cite any."""
    from dsl import tree

    if isinstance(item, tuple):
        for part in item:
            yield from _citing(part, variant, cited)
    elif isinstance(item, tree.Node) and not isinstance(item, tree.Example):
        inside = item.title.name if isinstance(item, tree.Variant) else variant
        if item.clauses or not cited:
            yield item.clauses, item.span.line, inside
        for name in item.__dataclass_fields__:
            yield from _citing(getattr(item, name), inside, cited)


def _construct(lines: Sequence[str], line: int, clauses: tuple[str, ...], variant: str) -> Construct:
    end = sentence_end = line
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > _indent(lines[line - 1])):
        end += 1
    while end > line and not lines[end - 1].strip():
        end -= 1
    while clauses and sentence_end < end and not _CITED.search(lines[sentence_end - 1]):
        sentence_end += 1
    return Construct(clauses, variant, line, sentence_end, end)


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def mutants(text: str, construct: Construct) -> Iterator[Mutant]:
    """All changes to one construct of a text; some of them may be no sentences."""
    lines = text.split("\n")
    before, after = lines[: construct.line - 1], lines[construct.end :]
    yield Mutant(construct, REMOVED, "\n".join(before + after))
    sentence = "\n".join(lines[construct.line - 1 : construct.sentence_end])
    under = lines[construct.sentence_end : construct.end]
    for old, new, changed in _changed(sentence):
        yield Mutant(construct, f"{old} → {new}", "\n".join([*before, changed, *under, *after]))


def _changed(sentence: str) -> Iterator[tuple[str, str, str]]:
    """What stands in a sentence, what could stand there instead, and the sentence with that."""
    for part in _PART.finditer(sentence):
        for new in () if part["aside"] else _others(part):
            yield part[0], new, sentence[: part.start()] + new + sentence[part.end() :]


def _others(part: re.Match[str]) -> tuple[str, ...]:
    if not part["number"]:
        return (TURNED[part[0]],)
    number = int(part[0])
    return (str(number + 1), str(number - 1)) if number else ("1",)
