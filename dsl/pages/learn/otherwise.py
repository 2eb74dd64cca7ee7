"""What is told on other terms is told once, and only as far as it is not told above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace

from dsl.pages.learn.blocks import Block, Bullets, Heading, Listing, Steps
from dsl.pages.learn.other_terms import with_filled_columns
from dsl.pages.markdown import is_choice
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run, Sheet

Lines = tuple[Line, ...]
Unit = tuple[Block, ...]  # what belongs together, as a rule with its heading
Numbers = tuple[int, ...]


# ------------------------------------------------------------------------------------------------- what is different


def changes(passage: Passage, usual: Passage) -> Lines | None:
    """The sentences of a rule that are not as usual; None if it is easier told as a whole."""
    if passage.sort == "term" or passage.short or usual.short:
        return None
    if not (alike(singly(passage.lead), singly(usual.lead)) and alike(singly(passage.cost), singly(usual.cost))):
        return None
    needs = other_needs(passage.needs, usual.needs)
    steps = other_steps(passage.steps, usual.steps)
    if needs is None or steps is None:
        return None
    words = tuple(replace(line, said=False) for line in without(passage.words, usual.words))
    found = (*needs, *steps, *words)
    every = (*passage.needs, *passage.steps, *passage.words)
    return found if found and how_many(found) + 1 < how_many(every) else None


def other_needs(needs: Lines, usual: Lines) -> Lines | None:
    """The needs that are not as usual; None if more fall away than come."""
    new, gone = without(needs, usual), without(usual, needs)
    return new if len(gone) <= len(new) else None


def other_steps(steps: Lines, usual: Lines) -> Lines | None:
    """The steps that are not as usual, each under those in which it stands; None if there are more, or fewer."""
    if len(steps) != len(usual):
        return None
    return tuple(changed(new, old) for new, old in zip(steps, usual, strict=True) if not alike((new,), (old,)))


def changed(line: Line, usual: Line) -> Line:
    """A step with what of it is not as usual."""
    if texts(replace(line, children=())) != texts(replace(usual, children=())) or is_choice(line):
        return line
    inner = other_steps(line.children, usual.children)
    return line if inner is None else replace(line, children=inner)


def without(lines: Lines, others: Lines) -> Lines:
    known = {texts(line) for line in others}
    return tuple(line for line in lines if texts(line) not in known)


def alike(lines: Lines, others: Lines) -> bool:
    return texts(lines) == texts(others)


def singly(line: Line | None) -> Lines:
    return () if line is None else (line,)


def how_many(lines: Iterable[Line]) -> int:
    return sum(1 + how_many(line.children) for line in lines)


# --------------------------------------------------------------------------------------------------- what is told once


def together(told: Mapping[int, Iterable[Unit]]) -> Iterator[tuple[Numbers, list[Block]]]:
    """What is told of each number of players: what is so with several of them comes first, and once."""
    first: dict[object, Unit] = {}
    where: dict[object, list[int]] = {}
    for number, units in told.items():
        for unit in units:
            key = texts(tuple(replace(b, label="") if isinstance(b, Heading) else b for b in unit))  # of any number
            first.setdefault(key, unit)
            if number not in where.setdefault(key, []):
                where[key].append(number)
    groups: dict[Numbers, list[Block]] = {}
    for key, numbers in where.items():
        groups.setdefault(tuple(numbers), []).extend(first[key])
    for group in sorted(groups, key=lambda numbers: (-len(numbers), numbers)):
        yield group, joined(groups[group])


def apart(blocks: Iterable[Block]) -> Iterator[Unit]:
    """What of each block is true by itself: lines of a list, and rows besides those of a table above."""
    for block in blocks:
        match block:
            case Bullets() | Steps():
                yield from ((replace(block, lines=(line,)),) for line in block.lines)
            case Listing(table=Sheet(heads=heads, rows=rows), besides=True):
                yield from ((replace(block, table=Sheet(heads, (row,))),) for row in rows)
            case _:  # is one
                yield (block,)


def joined(blocks: Sequence[Block]) -> list[Block]:
    """The lists and tables as wholes again."""
    found: list[Block] = []
    for block in blocks:
        whole = with_more(found[-1], block) if found else None
        found[-1:] = [*found[-1:], block] if whole is None else [whole]
    return [with_rows_only(block) for block in found]


def with_more(block: Block, more: Block) -> Block | None:
    """A list or table that goes on with another; None if it does not."""
    match block, more:
        case (Bullets(), Bullets()) if block.source == more.source:
            return replace(block, lines=(*block.lines, *more.lines))
        case Steps(), Steps():
            return replace(block, lines=(*block.lines, *more.lines))
        case Listing(besides=True, table=Sheet() as rows), Listing(besides=True, table=Sheet() as others) if (
            block.title == more.title
        ):
            return replace(block, table=Sheet(rows.heads, (*rows.rows, *others.rows)))
        case _:  # something else
            return None


def with_rows_only(block: Block) -> Block:
    if isinstance(block, Listing) and block.besides and isinstance(block.table, Sheet):
        return replace(block, table=with_filled_columns(block.table))
    return block


def texts(told: object) -> object:
    """All that is read of blocks or lines, whatever they are about."""
    match told:
        case Run(text=text):
            return text
        case Line(words=words, children=children, title=title):
            return title, "".join(run.text for run in words), texts(children)
        case tuple() | list():
            return tuple(map(texts, told))
        case _ if is_dataclass(told):
            return type(told).__name__, *(texts(getattr(told, part.name)) for part in fields(told))
        case _:  # a word, or a number
            return told
