"""The blocks of a page that teaches a game as a document of Typst, with its drawings as files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import unescape
from itertools import accumulate, groupby
from typing import assert_never

from dsl import resources
from dsl.model.world import Kind
from dsl.pages.drawings.standalone import SVG, Drawings
from dsl.pages.learn import blocks as b
from dsl.pages.markdown import grouped, is_choice, is_in_a_row, led, remarks_on, run_in, with_only_one
from dsl.pages.reference.cross_references import Rule
from dsl.prose.speech import Line, Run, Sheet, Table, Words, plain

SPECIAL = re.compile(r"[\\#*_$@<>\[\]`~=+\-/\"']|^\d+(?=\.)|//")
WIDTH = re.compile(r'style="(?:max-)?width: ([\d.]+)px"')
UNITS = re.compile(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)')
CLASS = re.compile(r'^[^>]*class="([^"]*)"')
TOLD = re.compile(r"<(?:desc|title)[^>]*>(.*?)</(?:desc|title)>", re.DOTALL)
CAPTION = re.compile(r"<figcaption>(.*?)</figcaption>")
MILLIMETRES = 0.2  # for each pixel that a picture has on the site
SCENE, PANEL = 0.13, 0.18  # for each unit of the picture of an example, and for each pixel of what stands at its side
BOARD = 0.2  # for each unit of a board, at most: its letters are as large as those around it then
WHOLE = 84.0  # millimetres: as wide as a column
INSIDE, BETWEEN = 81.0, 2.4  # as wide as the frame of an example, and between pictures there
HIGHEST = 110.0  # is the picture of an example
BESIDE, NEARLY = 46.0, 1.6  # is a picture at most that has its words at its side, and times as much is nearly room
NARROW = {"compass": 34.0, "board bare": 44.0}  # figures that are not as wide, by their classes
MOST_IN_A_FRAME = 200  # words: a longer one may go on in the next column
MOST_HEADS, MOST_ROWS = 7, 45  # of a table that has room in a column, and of one that has room on a side
NARROW_HEADS = 4  # of tables that stand beside one another
HIGH_ROWS = 14  # more have tables that are parted for this, or may go on in the next column
MOST_TOGETHER = 80  # words of a list that is not parted from what it belongs to
NARROWER, MOST_BESIDE = 40.0, 50  # is a picture of a row beside more than so many words
CHAPTER = 2  # is the level of its heading
FEWEST_ROWS = 3  # of a table of who does what
PAPERS = ("a4", "a5", "us-letter")
RULEBOOK = "rulebook.typ"

Files = dict[str, str]


@dataclass
class Document:
    """A document of Typst: its files by their names, of which `MAIN` is the first. `t` are the fixed words of its
    language; `is_ruled` tells of lines whether they follow a ruling; `page` is the same as Markdown, where what the
    drawings share stands. `kind` says what it is; `label` gives for what is named the label of its heading, if any;
    `seeing` are the words of a text behind which stands what it refers to."""

    t: Mapping[str, str]
    is_ruled: Callable[[Iterable[Line]], bool]
    page: str
    paper: str
    kind: str
    label: Callable[[object], str]
    seeing: tuple[str, ...]
    files: Files = field(default_factory=dict)

    MAIN = "main.typ"

    def __post_init__(self) -> None:
        self.drawings = Drawings(self.page)
        self.labels = frozenset[str]()  # of the headings that stand in it
        self.last = set[int]()  # figures and examples behind which a chapter has no more words

    def written(self, title: str, blocks: Iterable[b.Block]) -> Files:
        """A book, in columns."""
        blocks = list(blocks)
        self.labels = frozenset(
            block.label for block in blocks if isinstance(block, b.Heading | b.Para) and block.label
        )
        return self.with_look("book", title, self.inner(low_first(blocks)))

    def cards(self, title: str, cards: Iterable[tuple[str, Iterable[b.Block]]]) -> Files:
        """Cards, each on a side of its own, in letters as large as there is room for."""
        found = (f"#card({content(whom)})[\n{self.inner(told)}\n]" for whom, told in cards)
        return self.with_look("cards", title, "\n\n".join(found))

    def sheets(self, title: str, drawings: Iterable[str]) -> Files:
        """Drawings, each as large as it is on a side of A4."""
        found = (f"#sheet({quoted(name)}, {quoted(told)})" for name, _, told in self.drawn(drawings))
        return self.with_look("sheets", title, "\n".join(found))

    def with_look(self, look: str, title: str, body: str) -> Files:
        lang = self.t["code"].partition("-")[0]
        slots = (quoted(title), quoted(self.kind), quoted(lang), quoted(self.paper))
        head = f'#import "{RULEBOOK}": *\n#show: {look}.with({", ".join(slots)})\n'
        style = (resources.folder("pages/templates") / RULEBOOK).read_text(encoding="utf-8")
        return {self.MAIN: f"{head}\n{body}\n", RULEBOOK: style, **self.files}

    # -------------------------------------------------------------------------------------------------------- blocks

    def block(self, block: b.Block) -> str:
        match block:
            case b.Title(name=name, players=players, credits=credits):
                kind = f"{self.kind} · {players}"
                return f"#bar({content(name)}, {content(kind)}, [{self.sentences(credits)}])"
            case b.Heading(text=text, level=level, who=who, label=label):
                return f"{'=' * (level - 1)} {escaped(text)}{f' ({escaped(who)})' if who else ''}{labelled(label)}"
            case b.Para(lines=lines, flavour=True):
                return f"#flavour[{self.sentences(lines)}]"
            case b.Para(lines=lines, title=title, label=label):
                named = f"#strong[{escaped(title)}.]{labelled(label)} " if title else ""
                return named + self.paragraph(lines)
            case b.Needs(lines=lines):
                return self.listing(lines)
            case b.Steps(lines=lines):
                return self.steps(lines)
            case b.Bullets(lines=lines):
                return self.steps(lines, numbered=False)
            case b.Figure(drawing=drawing):
                under = CAPTION.search(drawing)
                caption = content(unescape(under[1]) if under else "")
                return f"#figures({', '.join((caption, *self.pictures([drawing]), *self.held(block)))})"
            case b.Story():
                return self.story(block)
            case b.Exempt(title=title, lines=lines):
                return f"#exempt({whole(lines)}, {content(title)})[\n{self.paragraph(lines)}\n]"
            case b.Note(title=title, lines=lines):
                return f"#note({whole(lines)}, {content(title)})[\n{self.paragraph(lines)}\n]"
            case b.Powers(rows=rows):
                return "\n\n".join(map(self.row, rows))
            case b.Glance(parts=parts):
                lines = tuple(line for _, told in parts for line in told)
                told = self.glance(parts)
                return f"#glance({whole(lines)}, {content(self.t['glance'])})[\n{told}\n]"
            case b.Listing():
                return self.table(block)
            case b.Mark(text=text):
                return f"#at-foot[#ruled {escaped(text)}]"
            case b.Foot(waiting=waiting):
                return f"#foot[{escaped(waiting)}]" if waiting else ""
            case _:
                assert_never(block)

    def story(self, story: b.Story) -> str:
        """An example: a small picture has the words at its side; several that hardly have room for two in a line are a
        little smaller."""
        drawn = list(self.drawn(story.pictures))
        pair = sum(sorted(each for _, each, _ in drawn)[-2:])
        if len(drawn) > 1 and INSIDE < pair + BETWEEN <= INSIDE * NEARLY:
            drawn = [(name, each * (INSIDE - BETWEEN) / pair, told) for name, each, told in drawn]
        beside = "true" if len(drawn) == 1 and pair <= BESIDE else "false"
        told = f"[{self.sentences(replace(line, said=False) for line in story.lines)}]"  # all in letters of one sort
        slots = (content(story.title), told, beside, *map(picture, drawn), *self.held(story))
        return f"#story({', '.join(slots)})"

    def held(self, block: b.Block) -> Sequence[str]:
        """What keeps a figure or an example in its place, where nothing could go on beside it."""
        return ["last: true"] if id(block) in self.last else []

    def row(self, row: b.Row) -> str:
        """With its picture beside the first of its words; many more stand below, as wide as the column."""
        told = (line for inner in row.blocks if not isinstance(inner, b.Listing) for line in b.lines_of(inner))
        is_long = row.drawing is not None and length(told) > MOST_BESIDE
        beside, under = parted(row.blocks) if is_long else (row.blocks, ())
        most = NARROWER if is_long else WHOLE
        shown = [(name, min(wide, most), alt) for name, wide, alt in self.drawn([row.drawing] if row.drawing else [])]
        drawn = "".join(f", {picture(one)}" for one in shown)
        return f"#power({content(row.name)}{drawn})[\n{self.inner(beside)}\n]\n\n{self.inner(under)}"

    def inner(self, blocks: Iterable[b.Block]) -> str:
        """Blocks one after the other; what leads on to rows with pictures, ends in a colon, or is all between a heading
        and one under it, stays with what comes behind it, and narrow tables stand beside one another."""
        blocks = [*blocks]
        self.last |= {id(block) for block in last_of_chapters(blocks)}
        leading = {
            id(one) for first, one, behind in zip([None, *blocks], blocks, blocks[1:], strict=False)
            if isinstance(one, b.Para) and (isinstance(behind, b.Powers) or leads_on(first, behind) or announces(one))
        }  # fmt: skip
        found = []
        for narrow, some in groupby(blocks, is_narrow):
            words = [
                f"#leading[{words}]" if id(block) in leading else words
                for block in some
                if (words := self.tables(block) if narrow else self.block(block))
            ]
            found += [f"#beside-one-another({', '.join(words)})"] if narrow else words
        return "\n\n".join(found)

    def glance(self, parts: Iterable[tuple[str, tuple[Line, ...]]]) -> str:
        return "\n\n".join(("*" + escaped(title) + "*\n\n" if title else "") + self.part(ls) for title, ls in parts)

    def part(self, lines: tuple[Line, ...]) -> str:
        """What is done, as a list; where some do this and others that, as a table for each such list."""
        if not any(by_sides(line.children) for line in lines):
            return self.steps(lines, len(lines) > 1)
        told = (self.sentence(line) + "\n\n" + self.sides(line.children) if by_sides(line.children)
                else self.steps((line,)) for line in lines)  # fmt: skip
        return "\n\n".join(told)

    def sides(self, lines: Sequence[Line]) -> str:
        """Who does what, and where that is told; the word with which all of it begins stands above."""
        rows = [(line.words[:1], line.words[1:]) if is_of_player(line) else ((), line.words) for line in lines]
        first = {plain(what).split()[0] for who, what in rows if who}
        above = first.pop() if len(first) == 1 else ""
        cells = []
        for who, what in rows:
            while who and above and plain(what).split()[0] == above:
                what = without_first(what, above)
            told = f"[{self.said(what).removesuffix('.')}]" if who else f"table.cell(colspan: 2)[{self.said(what)}]"
            page = next((label for run in what if (label := self.label(run.about)) in self.labels and label), "")
            cells += [f"[{said(who)}]"] if who else []
            cells += [told, f"[#page-of({quoted(page)}, {content(self.t['page'])})]" if page else "[]"]
        head = (self.t["who"], above, "")
        heads = ", ".join(f"[*{escaped(one)}*]" if one else "[]" for one in head)
        return f"#table(columns: (auto, 1fr, auto), table.header({heads}), {', '.join(cells)})"

    # --------------------------------------------------------------------------------------------------------- lines

    def paragraph(self, lines: tuple[Line, ...]) -> str:
        """Lines in a row, with the mark of rulings; what stands under one is a list."""
        below = [self.steps(line.children, numbered=False) for line in lines if line.children]
        told = "\n\n".join((self.sentences(lines) + self.mark(lines), *below))
        return f"#together[\n{told}\n]" if below and length(lines) <= MOST_TOGETHER else told

    def mark(self, lines: Iterable[Line]) -> str:
        return "#ruled" if self.is_ruled(lines) else ""

    def sentences(self, lines: Iterable[Line]) -> str:
        return " ".join(filter(None, map(self.sentence, lines)))

    def sentence(self, line: Line) -> str:
        title = f"*{escaped(line.title)}.* " if line.title else ""
        told = self.said(line.words)
        return title + (f"_{told}_" if line.said and told else told)

    def said(self, words: Words) -> str:
        """Words, with links to what is told in the same document, and the page of what they refer to."""
        found, before = [], ""
        for run in words:
            label = self.label(run.about) if run.about is not None else ""
            text = spaced(run.text)
            if label not in self.labels:
                found.append(text)
            else:
                found.append(f"#to({quoted(label)}, [{text}]{self.around(run, before)})")
            before = run.text
        return "".join(found).strip()

    def around(self, run: Run, before: str) -> str:
        """What stands around the page on which something is told, where that is said; `before`: what stands there."""
        page = self.t["page"]
        if isinstance(run.about, Rule):
            return f", [ ({escaped(page)}~], [)]"
        return f", [, {escaped(page)}~]" if before.lower().rstrip().endswith(self.seeing) else ""

    def steps(self, lines: Sequence[Line], numbered: bool = True) -> str:
        """Lines as a list; one alone is a sentence, below which what stands under it is told likewise."""
        leads, rest, ordered = led(lines, numbered)
        if is_in_a_row(rest) and (len(leads) <= 1 or len(rest) <= 1):
            return self.sentences(run_in((*leads, *rest, *remarks_on(rest))))
        return "\n\n".join((*map(self.sentence, leads), self.listing(rest, ordered)))

    def listing(self, lines: Iterable[Line], numbered: bool = False, depth: int = 0) -> str:
        """Lines as a list; the designer's words stand with the line before them."""
        before, items = grouped(lines)
        found = [self.sentences(before) + "\n"] if before else []
        for line, remarks in items:
            first, under = with_only_one(line)
            found.append("  " * depth + ("+ " if numbered else "- ") + self.sentences((*first, *remarks)))
            if under:
                ordered = numbered and len(under) > 1 and not is_choice(line)
                found.append(self.listing([one for one, _ in under], ordered, depth + 1))
        return "\n".join(found)

    # ------------------------------------------------------------------------------------------------ tables, pictures

    def table(self, block: b.Listing) -> str:
        if isinstance(block.table, Table):
            heads = [block.table.asked, block.table.value]
            rest: Words = (Run(self.t["otherwise"]),)
            rows = [[key or rest, value] for key, value, _ in block.table.rows]
        else:
            heads, rows = list(block.table.heads), [[cell or () for cell in row] for row in block.table.rows]
        if len(heads) == 1:
            return f"*{escaped(block.title)}.* {', '.join(said(row[0]) for row in rows)}."
        cells = ", ".join(f"[{said(cell) or '–'}]" for row in rows for cell in row)
        head = ", ".join(f"[*{said(cell)}*]" for cell in heads)
        title = f"#leading[*{escaped(block.title)}*]\n\n" if block.title else ""
        table = f"fitting({wide_words(heads, rows)}" if len(heads) > NARROW_HEADS else f"table(columns: {len(heads)}"
        told = f"{title}#{table}, table.header({head}), {cells})"
        if len(heads) > MOST_HEADS and len(rows) <= MOST_ROWS:
            return f"#wide[\n{told}\n]"
        return f"#together[\n{told}\n]" if len(rows) <= HIGH_ROWS else told

    def tables(self, block: b.Block) -> str:
        """A narrow table, and the parts of a high one, if these have room beside one another, each as content."""
        return f"({''.join(f'[{self.block(part)}], ' for part in (block, *parts_of(block)))})"

    def pictures(self, figures: Iterable[str]) -> Iterator[str]:
        return map(picture, self.drawn(figures))

    def drawn(self, figures: Iterable[str]) -> Iterator[tuple[str, float, str]]:
        """The drawings of figures as files, how wide they are in millimetres, and what they show in words."""
        for figure in figures:
            for part in str(figure).split("<figure")[1:]:
                named = CLASS.search(part)
                css = named[1] if named else "board"
                for number, drawn in enumerate(SVG.findall(part)):  # the picture, and what stands beside it
                    name = f"figure-{len(self.files) + 1}.svg"
                    self.files[name] = self.drawings.whole(drawn, css)
                    told = unescape(" ".join(TOLD.findall(drawn)))
                    yield name, millimetres(drawn if number else part, css, is_panel=number > 0), told


def announces(words: b.Para) -> bool:
    """Whether the last of the words says that something follows: "carry a man to a square:"."""
    return bool(words.lines) and words.lines[-1].text.endswith(":") and not words.lines[-1].children


def is_narrow(block: b.Block) -> bool:
    """Whether it is a table that has room beside others."""
    return (
        isinstance(block, b.Listing) and isinstance(block.table, Sheet) and 1 < len(block.table.heads) <= NARROW_HEADS
    )


def wide_words(heads: Sequence[Words], rows: Iterable[Sequence[Words]]) -> str:
    """How long the longest word of each column is, in letters."""
    words = (max((len(word) for cell in column for word in plain(cell).split()), default=0)
             for column in zip(heads, *rows, strict=True))  # fmt: skip
    return f"({', '.join(map(str, words))})"


def parts_of(block: b.Block) -> Iterator[b.Listing]:
    """The parts of a narrow table that is high, each about as high as the others; the first has the title."""
    assert isinstance(block, b.Listing)
    assert isinstance(block.table, Sheet)
    rows = block.table.rows
    most = -(-len(rows) // (3 if len(block.table.heads) == 2 else 2))
    for n, begin in enumerate(range(0, len(rows), most) if len(rows) > HIGH_ROWS else ()):
        sheet = replace(block.table, rows=rows[begin : begin + most])
        yield replace(block, table=sheet, title="" if n else block.title)


def parted(blocks: Sequence[b.Block]) -> tuple[Sequence[b.Block], Sequence[b.Block]]:
    """What of a row stands beside its picture, and, where that is too long, the sentences that stand below it."""
    parts = [replace(para, lines=(line,)) for para in blocks if isinstance(para, b.Para) for line in para.lines]
    ends = accumulate(length(part.lines) for part in parts)
    first = max(1, sum(end <= MOST_BESIDE for end in ends))
    return (parts[:first], parts[first:]) if all(isinstance(block, b.Para) for block in blocks) else (blocks, ())


def leads_on(first: b.Block | None, behind: b.Block | None) -> bool:
    """Whether what stands between two blocks only leads from one heading to those under it."""
    return isinstance(first, b.Heading) and isinstance(behind, b.Heading) and first.level < behind.level


def last_of_chapters(blocks: Sequence[b.Block]) -> Iterator[b.Block]:
    """The figures and examples behind which nothing but others stands in their chapter."""
    ends = True
    for block in reversed(blocks):
        if isinstance(block, b.Story | b.Figure):
            yield from [block] if ends else []
        else:
            ends = isinstance(block, b.Heading) and block.level == CHAPTER


def low_first(blocks: Iterable[b.Block]) -> Iterator[b.Block]:
    """The blocks; of figures in a row the lower ones come first, as these have room in the rest of a column."""
    for _, some in groupby(blocks, lambda block: isinstance(block, b.Figure)):
        yield from sorted(some, key=height)  # what is no figure stays where it is


def height(block: b.Block) -> float:
    """How high the drawings of a figure are, in times of their width."""
    drawing = block.drawing if isinstance(block, b.Figure) else ""
    return sum(float(high) / float(wide) for wide, high in UNITS.findall(drawing))


def is_of_player(line: Line) -> bool:
    """Whether a line begins with who does it."""
    about = line.words[0].about if line.words else None
    return isinstance(about, tuple) and isinstance(about[0], Kind) and about[0].sort == "player"


def by_sides(lines: Sequence[Line]) -> bool:
    """Whether lines tell what several players do, each line something else."""
    who = {line.words[0].text for line in lines if is_of_player(line)}
    return len(who) > 1 and len(lines) >= FEWEST_ROWS and not any(line.children for line in lines)


def without_first(words: Words, first: str) -> Words:
    """Words without the first of them."""
    run, *others = words
    left = run.text.lstrip().removeprefix(first).lstrip()
    return (replace(run, text=left), *others) if left else tuple(others)


def millimetres(drawn: str, css: str, is_panel: bool) -> float:
    """How wide a drawing is printed: examples all in one scale, but for what is too high."""
    units, pixels = UNITS.search(drawn), WIDTH.search(drawn)
    if "scene" in css.split() and units and not is_panel:
        wide, high = float(units[1]), float(units[2])
        return min(WHOLE, wide * min(SCENE, HIGHEST / high))
    if pixels and css not in NARROW:
        return float(pixels[1]) * (PANEL if is_panel else MILLIMETRES)
    return NARROW.get(css, min(WHOLE, float(units[1]) * BOARD) if units else WHOLE)


def picture(drawn: tuple[str, float, str]) -> str:
    name, wide, told = drawn
    return f"picture({quoted(name)}, {wide:.1f}, {quoted(told)})"


def whole(lines: Iterable[Line]) -> str:
    """Whether a frame is small enough to stand in one column."""
    return "true" if length(lines) <= MOST_IN_A_FRAME else "false"


def length(lines: Iterable[Line]) -> int:
    """In words."""
    return sum(len(line.text.split()) + length(line.children) for line in lines)


def said(words: Words) -> str:
    return escaped(plain(words))


def labelled(label: str) -> str:
    return f" #label({quoted(label)})" if label else ""


def spaced(text: str) -> str:
    """Text that stands between others, with its spaces."""
    inner = escaped(text)
    return f"{' ' * text.startswith(' ')}{inner}{' ' * text.endswith(' ')}" if inner else " " * bool(text)


def escaped(text: str) -> str:
    """Text so that it means nothing but itself."""
    return SPECIAL.sub(lambda found: "".join(f"\\u{{{ord(sign):x}}}" for sign in found[0]), " ".join(text.split()))


def content(text: str) -> str:
    return f"[{escaped(text)}]"


def quoted(text: str) -> str:
    """Text as a string of Typst."""
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
