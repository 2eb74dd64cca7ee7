"""Blocks without those that say nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.pages.learn.blocks import Block, Bullets, Foot, Glance, Heading, Needs, Note, Para, Powers, Steps
from dsl.pages.learn.otherwise import how_many


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


def labelled_once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, in which no two headings are referred to in the same way."""
    known = {""}
    for block in blocks:
        if isinstance(block, Heading | Para):
            label = "" if block.label in known else block.label
            known.add(label)
            block = replace(block, label=label)
        yield block
