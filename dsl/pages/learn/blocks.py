"""The blocks of a page that teaches a game. They hold all words; what writes them, as Markdown or otherwise, adds none.

Each says where its words come from: from the rules (`generated`), from the designer, from an example, from a picture,
or they are the same on all pages (`fixed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from dsl.prose.speech import Line, Run, Sheet, Table

NOTHING = Markup("")
Source = Literal["generated", "designer", "example", "picture", "fixed"]


@dataclass(frozen=True, slots=True)
class Title:
    """The bar at the head: the game, who plays it, and who made it."""

    name: str
    players: str
    credits: tuple[Line, ...] = ()
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Heading:
    """`level`: 2 for a section, 3 for a step of it. `label`: by what it is referred to."""

    text: str
    level: int = 2
    who: str = ""
    label: str = ""
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Para:
    """Sentences in a row; what stands under the last of them is a list. `flavour`: they tell no rule; `word`: they say
    what a word means; `step`: they say what is done, as the steps of a list do; `closing`: they are about all the steps
    above them; `sign` is drawn before them. `title`: with a name before them, which is referred to by the `label`."""

    lines: tuple[Line, ...]
    source: Source
    flavour: bool = False
    word: bool = False
    step: bool = False
    closing: bool = False
    sign: Markup = NOTHING
    title: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """What is done, one after the other."""

    lines: tuple[Line, ...]
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Needs:
    """What must be so for what stands above, in no order."""

    lines: tuple[Line, ...]
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list without an order."""

    lines: tuple[Line, ...] = ()
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, which says in words what it shows."""

    drawing: Markup
    source: Source = "picture"


@dataclass(frozen=True, slots=True)
class Story:
    """An example, told in a few sentences below its pictures; `captioned`: under the frames of one already. It has no
    title where the heading above is the same."""

    title: str
    pictures: tuple[Markup, ...]
    lines: tuple[Line, ...]
    captioned: bool = False
    source: Source = "example"


@dataclass(frozen=True, slots=True)
class Exempt:
    """A box for what is otherwise than the rule above it."""

    title: str
    lines: tuple[Line, ...]
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Row:
    """Something with its name and what is said of it, in a row of its own, beside a picture if there is one."""

    name: str
    blocks: tuple[Para | Exempt | Powers | Steps | Needs | Listing, ...]
    drawing: Markup | None = None


@dataclass(frozen=True, slots=True)
class Powers:
    """Things of one family, a row each."""

    rows: tuple[Row, ...]
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Glance:
    """What is done in a game or a turn, in a frame: for each part its name, if it has one, and its lines."""

    parts: tuple[tuple[str, tuple[Line, ...]], ...]
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Note:
    """A frame with what is to know of a thing on the table, which may have a picture."""

    title: str
    lines: tuple[Line, ...]
    source: Source = "generated"
    drawing: Markup | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A table with its title. `besides`: its rows come in addition to those of one above."""

    title: str
    table: Table | Sheet
    besides: bool = False
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Mark:
    """What the mark of house rulings means, below the first of them."""

    text: str
    source: Source = "fixed"


@dataclass(frozen=True, slots=True)
class Foot:
    """The last line of the page. `waiting`: what it says of texts that are not on it, as nobody has read them."""

    waiting: str = ""
    source: Source = "fixed"


Block = (
    Title
    | Heading
    | Para
    | Steps
    | Needs
    | Bullets
    | Figure
    | Story
    | Exempt
    | Powers
    | Glance
    | Note
    | Listing
    | Mark
    | Foot
)


def lines_of(block: Block | Row) -> Iterator[Line]:
    """All sentences of a block that are lines, those under others included."""
    match block:
        case Title(credits=lines) | Para(lines=lines) | Steps(lines=lines) | Needs(lines=lines) | Bullets(lines=lines):
            waiting = list(lines)
        case Story(lines=lines) | Exempt(lines=lines) | Note(lines=lines):
            waiting = list(lines)
        case Glance(parts=parts):
            waiting = [line for _, lines in parts for line in lines]
        case Powers(rows=rows):
            waiting = [line for row in rows for inner in row.blocks for line in lines_of(inner)]
        case _:  # has words, but no sentences
            waiting = []
    while waiting:
        line = waiting.pop(0)
        yield line
        waiting[:0] = line.children


def in_a_row(lines: Iterable[Line]) -> tuple[Run, ...]:
    """The words of several sentences, one behind the other."""
    return tuple(run for line in lines for run in (Run(" "), *line.words))[1:]


def as_a_row(lines: Sequence[Line], title: str = "") -> Line:
    """Several sentences as one row of a list, with what stands under each."""
    clauses = dict.fromkeys(clause for line in lines for clause in line.clauses)
    children = tuple(child for line in lines for child in line.children)
    return Line(in_a_row(lines), children, tuple(clauses), title)
