"""Nothing is said twice: a sentence that stands above is not told again. Only what a step needs, and what is done in
it, stands with each, as that is where it is looked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.pages.learn.blocks import Block, Bullets, Glance, Heading, Note, Para, Steps, lines_of
from dsl.pages.learn.otherwise import texts
from dsl.prose.speech import Line, Run

LONG = 25  # words: steps of fewer are sooner read again than looked up


def once(blocks: Iterable[Block], as_in: str) -> Iterator[Block]:
    """The blocks; `as_in` refers to what stands above by its title."""
    yield from unrepeated(referring_back(blocks, as_in))


def referring_back(blocks: Iterable[Block], as_in: str) -> Iterator[Block]:
    """Steps that are the same as others above are not told again."""
    title, known = "", dict[object, str]()
    for block in blocks:
        if isinstance(block, Heading):
            title = block.text
        if isinstance(block, Steps) and sum(len(line.text.split()) for line in lines_of(block)) > LONG:
            before = known.setdefault(texts(block), title)
            if before != title:
                block = Steps((Line((Run(as_in.format(name=before)),)),), "fixed")
        yield block


def unrepeated(blocks: Iterable[Block]) -> Iterator[Block]:
    """Without sentences that stand in a paragraph or at a glance above; of each thing that heads one it is another."""
    told: set[tuple[str, str]] = set()
    for block in blocks:
        if isinstance(block, Para | Note | Bullets) and not (isinstance(block, Para) and block.step):
            new = tuple(line for line in block.lines if line.children or (line.title, line.text) not in told)
            block = replace(block, lines=new)
        if isinstance(block, Para | Note | Bullets | Glance):
            told |= {(line.title, line.text) for line in lines_of(block)}
        yield block
