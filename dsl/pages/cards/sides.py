"""What stands on each side of a card, and in letters of which size.

A card is printed on one side, in the largest letters that fit. What does not fit in letters that are still read stands
on both sides of a sheet, or on as few as can be, each of which says which it is; a block under a heading is on one side
as far as it is no larger than one.
The room is counted (`height`), as `rulewright.css` prints it: who changes the one changes the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import pairwise, takewhile
from math import ceil

from dsl.pages.cards.paper import POINT, Paper, wrapped

SMALLEST, STEP = 6.5, 0.1  # of the letters, in points
EASY = 8.0  # letters are smaller only where one side, or both sides, have no room otherwise
ALONE = 7.5  # and no smaller on a single side
BOTH = 2  # sides of a sheet
RESERVE = 0.98  # of the paper is counted on: another font may need a little more
HEAD = 3.5  # how high the line on top is, which says what it is
HEADING = 2.5  # how high a heading is; this and what follows in the size of the letters
LINE, AFTER, INDENT = 1.25, 0.45, 1.5  # of a line, behind a paragraph or a list, of what stands deeper
NEXT = 0.2  # between one step and the next
LONG, WIDER = 10, 1.1  # of so many steps the numbers are wider by so much
PICTURE, ROW_PICTURE = 9.0, 6.0  # of a picture, and of one of cards in a row
SIGNED = 2.1  # of what has an icon, at least
START = (1, 0.0)  # the first column, and nothing in it
ROW, CELL = 0.35, 1.0  # what a row of a table adds to its lines, and a cell to their width

DEED, HANGING = re.compile(r'<span class="deed">.*?</span>'), 2.35  # an icon, and how far a text stands from it
SET, SET_HANGING = re.compile(r'<span class="set">.*?</span>'), 4.7  # a picture of a group, and the same of it
SETS, SETS_HIGH = re.compile(r'<span class="sets">.*?</span>'), 2.0  # pictures of groups in a row, and how high
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
MARK = re.compile(r"^( *)(?:1\.|-) (?=\S)")
ITEM = re.compile(r"\n(?=\S)")  # between the lines of a list that nothing stands over


@dataclass(frozen=True)
class Sheet:
    """A card as it is printed: the size of its letters in points, and the Markdown on each of its sides."""

    size: float
    sides: tuple[str, ...]

    @property
    def before(self) -> list[int]:
        """For each side, of a list that goes on there, how many steps of it stand on the sides before."""
        found = [0]
        for side, following in pairwise(self.sides):
            last = list(takewhile(MARK.match, reversed(entries_of(side))))
            whole = len(last) == len(entries_of(side))
            steps = sum(len(ITEM.split(entry)) for entry in last) + (found[-1] if whole else 0)
            found.append(steps if MARK.match(following) else 0)
        return found


def laid_out(body: str, paper: Paper, longer: Callable[[], str] | None = None) -> Sheet:
    """A card's Markdown, blocks under headings, on paper; a longer one, which is made if need be, only where there is
    room for it."""
    fewest = 1 if len(split(body, paper, ALONE)) == 1 else max(BOTH, len(split(body, paper, SMALLEST)))
    if longer and len(split(body, paper, EASY)) == fewest:
        more = longer()
        body = more if len(split(more, paper, EASY)) == fewest else body
    size = next(size for size in sizes(paper) if len(split(body, paper, size)) <= fewest)
    return Sheet(size, tuple(split(body, paper, size)))


def sizes(paper: Paper) -> Iterator[float]:
    """The sizes of letters, the largest first."""
    steps = round((paper.largest - SMALLEST) / STEP)
    yield from (round(paper.largest - number * STEP, 1) for number in range(steps + 1))


def split(body: str, paper: Paper, size: float) -> list[str]:
    """What stands on each side in letters of a size."""
    sides: list[list[str]] = []
    filled = START
    for unit in units(body, paper, size):
        filled = fill(filled, unit, paper, size)
        if sides and filled[0] <= paper.columns:
            sides[-1].append(unit)
        else:
            sides.append([unit])
            filled = fill(START, unit, paper, size)
    return ["\n\n".join(side) for side in sides]


def units(body: str, paper: Paper, size: float) -> Iterator[str]:
    """What is not parted: blocks; of those that need more than a side their entries, the heading with the first."""
    for block in re.split(r"\n+(?=#)", body.strip()):
        if fits(block, paper, size):
            yield block
        else:
            heading, *entries = entries_of(block)
            first, *others = [part for entry in entries for part in parted(heading, entry, paper, size)]
            yield f"{heading}\n\n{first}"
            yield from others


def parted(heading: str, entry: str, paper: Paper, size: float) -> Iterator[str]:
    """A list or a table that needs more than a side below its heading in several that do not, each row of heads again;
    anything else as it is."""
    head, lines = headed_lines(entry)
    part = lines[:1]
    for line in lines[1:]:
        if fits("\n".join((f"{heading}\n", *head, *part, line)), paper, size):
            part.append(line)
        else:
            yield "\n".join((*head, *part))
            part = [line]
    yield "\n".join((*head, *part))


def headed_lines(entry: str) -> tuple[list[str], list[str]]:
    """What stands over a table, and what an entry can be parted into: rows, or the items of a list."""
    if entry.startswith("|"):
        lines = entry.split("\n")
        return lines[:2], lines[2:]
    return [], ITEM.split(entry) if MARK.match(entry) else [entry]


def fits(body: str, paper: Paper, size: float) -> bool:
    """Whether it has room on one side below the line that says what it is."""
    return fill(START, body, paper, size)[0] <= paper.columns


def fill(filled: tuple[int, float], body: str, paper: Paper, size: float) -> tuple[int, float]:
    """In which column something ends, and at what height, behind what ends so: the columns are filled one by one, and
    what is higher than a column goes on in the next."""
    column, height = filled
    room = paper.height * RESERVE - HEAD * size * POINT
    for part in parts(body, paper.column / (size * POINT)):
        high = part * size * POINT
        if height and height + high > room:
            column, height = column + 1, 0.0
        height += high
        over = max(0, ceil(height / room) - 1)
        column, height = column + over, height - over * room
    return column, height


def parts(body: str, room: float) -> Iterator[float]:
    """How high each part is that is not broken over columns: an entry, of a list each line; a heading stays with what
    follows. `room` is how wide a column is; all in the size of the letters."""
    heading = 0.0
    for entry in entries_of(body):
        if entry.startswith("#"):
            heading += HEADING
            continue
        first, *rest = heights(entry, room)
        yield heading + first
        yield from rest
        heading = 0.0
    if heading:
        yield heading


def entries_of(body: str) -> list[str]:
    """The headings, paragraphs, lists, tables and pictures."""
    return [entry for entry in re.split(r"\n{2,}", body.strip()) if entry]


@cache
def heights(entry: str, room: float) -> tuple[float, ...]:
    """How high the lines of a list are, or all of a paragraph, a table or a picture."""
    lines = entry.split("\n")
    if lines[0].startswith("<figure"):
        return ((ROW_PICTURE if lines[0].startswith('<figure class="board row') else PICTURE) + AFTER,)
    if lines[0].startswith("|"):
        return (sum(row(line, room) for line in lines if not line.startswith("| :")) + AFTER,)
    wider = WIDER if len(ITEM.split(entry)) >= LONG and MARK.match(entry) else 0
    found = [paragraph(line, room - wider) + NEXT * (n > 0 and line.startswith("1.")) for n, line in enumerate(lines)]
    if not MARK.match(lines[0]):
        found = [max(sum(found), SIGNED if hanging(entry) else 0)]
    return (*found[:-1], found[-1] + AFTER)


@cache
def paragraph(line: str, room: float) -> float:
    mark = MARK.match(line)
    deeper = INDENT * (1 + len(mark[1]) // 4) if mark else hanging(line)
    sets = SETS_HIGH if SETS.match(line) else 0
    return sets + LINE * sum(counted(part, room - deeper) for part in shown(MARK.sub("", line)))


def hanging(line: str) -> float:
    """How far a text stands from what is drawn before it."""
    return HANGING if DEED.match(line) else SET_HANGING if SET.match(line) else 0


@cache
def row(line: str, room: float) -> float:
    cells = line.strip("|").split("|")
    each = room / len(cells) - CELL
    return ROW + LINE * max(sum(counted(part, each) for part in shown(cell)) for cell in cells)


def counted(text: str, room: float) -> int:
    return len(wrapped(text, max(room, 1)))


def shown(line: str) -> Sequence[str]:
    """The text of a line of Markdown as it is read, without its marks; each item of a list inside it apart."""
    bare = LINK.sub(r"\1", DEED.sub("", SETS.sub("", SET.sub("", line)))).replace("*", "")
    return [unescape(part) for part in stripped(re.split(r"(?:</?[ou]l>|</?li>|<br>)+", bare))] or [""]


def stripped(parts: Iterable[str]) -> list[str]:
    return [part.strip() for part in parts if part.strip()]
