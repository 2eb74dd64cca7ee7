"""Nothing is said twice: what several steps of a section need is told once, behind them, and a sentence that stands
above is not told again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dsl.pages.learn.blocks import Block, Bullets, Glance, Heading, Needs, Note, Para, Steps, lines_of
from dsl.pages.learn.otherwise import texts
from dsl.prose.speech import Line, Run

Group = tuple[str, ...]


LONG = 25  # words: steps of fewer are sooner read again than looked up


def once(blocks: Iterable[Block], as_in: str) -> Iterator[Block]:
    """The blocks; `as_in` refers to what stands above by its title."""
    whole = (block for section in sections_of(blocks) for block in with_common_needs(section))
    yield from unrepeated(referring_back(whole, as_in))


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


def sections_of(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """The blocks from one heading of a section to the next."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            yield found
            found = []
        found.append(block)
    yield found


def with_common_needs(section: list[Block]) -> Iterator[Block]:
    """A section in which what several steps need stands behind the last of them."""
    steps: list[str] = []  # for each block the title of the step that it belongs to
    for block in section:
        steps.append(block.text if isinstance(block, Heading) else steps[-1] if steps else "")
    common = common_needs(section, steps)
    told = {line.text for lines in common.values() for line in lines}
    own = [
        step if not (isinstance(b, Para) and (b.word or b.closing)) else ""
        for b, step in zip(section, steps, strict=True)
    ]
    last = {max(n for n, step in enumerate(own) if step == group[-1]): group for group in common}
    for number, block in enumerate(section):
        if isinstance(block, Needs):
            block = replace(block, lines=tuple(line for line in block.lines if line.text not in told))
        yield block
        if number in last:
            yield Needs(tuple(common[last[number]]), last[number])


def common_needs(section: list[Block], steps: list[str]) -> dict[Group, list[Line]]:
    """The needs that several steps share, by the titles of these."""
    users: dict[str, tuple[Line, list[str]]] = {}
    for block, step in zip(section, steps, strict=True):
        for line in block.lines if isinstance(block, Needs) and not block.of else ():
            users.setdefault(line.text, (line, []))[1].append(step)
    found: dict[Group, list[Line]] = {}
    for line, titles in users.values():
        if len(titles) > 1 and not line.children:
            found.setdefault(tuple(titles), []).append(line)
    return found


def unrepeated(blocks: Iterable[Block]) -> Iterator[Block]:
    """Without sentences that stand in a paragraph or at a glance above; of each thing that heads one it is another."""
    told: set[tuple[str, str]] = set()
    for block in blocks:
        if isinstance(block, Para | Note | Bullets):
            new = tuple(line for line in block.lines if line.children or (line.title, line.text) not in told)
            block = replace(block, lines=new)
        if isinstance(block, Para | Note | Bullets | Glance):
            told |= {(line.title, line.text) for line in lines_of(block)}
        yield block
