"""Blocks without those that say nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from dsl.model import Definition
from dsl.pages.learn.blocks import Block, Bullets, Foot, Glance, Heading, Needs, Note, Para, Powers, Steps
from dsl.pages.learn.order import runs_in, subject
from dsl.pages.learn.otherwise import how_many
from dsl.prose.speech import Line

MOST = 50  # words of a paragraph to which another is added


def filled(blocks: Iterable[Block]) -> Iterator[Block]:
    """Without blocks that say nothing, and without headings over nothing."""
    waiting: list[Heading] = []
    for block in blocks:
        if isinstance(block, Heading):
            waiting = [h for h in waiting if h.level < block.level]
            waiting.append(block)
        elif not is_empty(block):
            yield from () if isinstance(block, Foot) else waiting
            waiting = []
            yield block


def is_empty(block: Block) -> bool:
    match block:
        case Para(lines=lines) | Steps(lines=lines) | Needs(lines=lines) | Bullets(lines=lines) | Note(lines=lines):
            return not lines
        case Glance(parts=parts):
            return len(parts) < 2 and how_many(parts[0][1] if parts else ()) < 2
        case Powers(rows=rows):
            return not rows
        case _:  # always says something
            return False


def flowing(blocks: Iterable[Block], is_ruled: Callable[[Iterable[Line]], bool]) -> Iterator[Block]:
    """The blocks; what a step needs or does, and what a word means of which a paragraph speaks, goes on in this, as far
    as it stays short, and either all of it or none bears the mark of rulings."""
    last: Para | None = None
    for block in blocks:
        if last is not None:
            if isinstance(block, Para) and goes_on(last, block) and is_ruled(last.lines) is is_ruled(block.lines):
                last = replace(last, lines=(*last.lines, *block.lines), step=last.step or block.step)
                continue
            yield last
        last = block if isinstance(block, Para) else None
        if last is None:
            yield block
    if last is not None:
        yield last


def goes_on(last: Para, block: Para) -> bool:
    """Whether a paragraph can go on with the sentences of the one behind it."""
    if last.source != block.source or last.sign != block.sign or last.flavour or last.closing or block.closing:
        return False
    if block.title:  # begins something else
        return False
    if last.lines[-1].text.endswith(":"):  # what it announces stands below it
        return False
    lines = (*last.lines, *block.lines)
    short = sum(len(line.text.split()) for line in lines) <= MOST
    whole = short and not any(line.title or line.children for line in lines)
    return whole and (block.step or (block.word and not words_in(last).isdisjoint(words_in(block))))


def words_in(para: Para) -> set[int]:
    """The identities of the words of a game of which a paragraph speaks."""
    named = (subject(run) for line in para.lines for run in runs_in(line))
    return {id(about) for about in named if isinstance(about, Definition)}


def labelled_once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, in which no two headings are referred to in the same way."""
    known = {""}
    for block in blocks:
        if isinstance(block, Heading | Para):
            label = "" if block.label in known else block.label
            known.add(label)
            block = replace(block, label=label)
        yield block
