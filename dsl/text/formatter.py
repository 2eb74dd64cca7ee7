"""The one written form of a rulebook: what a text says stays as it is, how it stands on the page is settled.

Four blanks for each level, one empty line around items with lines under them, the columns of a table below one another,
citations in one column, notes with their lines. `a` and `an` go by the next word, where its letters tell its sound.
Where the author broke a long sentence, it stays broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, zip_longest

from lark import Token

from dsl.text import reader
from dsl.text.diagnostics import Diagnostic, columns_of
from dsl.text.inflection import a_or_an
from dsl.text.lexer import Sentence

UNCERTAIN = re.compile(r"(?i)[hu]|eu|one?\b|once")  # beginnings whose sound the letters do not tell
STEP = 4  # blanks for each level
CITATIONS = 74  # the column of citations, from 0, where the sentence leaves it free
ARTICLES = ("A", "AN")  # the sorts of words that one may be written for the other
CLOSE = frozenset({"COMMA", "COLON", "_RPAR"})  # stand close to the word before

Widths = tuple[int, ...]  # of the columns of a table


def format_text(text: str, file: str = "") -> tuple[str, list[Diagnostic]]:
    """The text in its one form; a text with faulty sentences stays as it is, with the reasons."""
    diagnostics = reader.parse(text, file).diagnostics
    if diagnostics:
        return text, diagnostics
    rows = list(_rows(text.split("\n"), list(reader.sentences_of(text))))
    return "".join(f"{line}\n" for line in _spaced(rows)), []


def article(written: str, following: str) -> str:
    """`a` or `an` by what follows, where its letters tell how it sounds; else as it was written."""
    word = following.split()[0]
    return written if word.isupper() or UNCERTAIN.match(word) else a_or_an(word)


@dataclass(frozen=True, slots=True)
class Row:
    """A line that is not empty, in its one form, and whether an empty line stood before it.

    `depth`: the level of the sentence or note that begins here, -1 where a sentence goes on. `heads`: the sentence has
    lines under it. `item`: this is a sentence or a note at the level of items.
    """

    text: str
    spaced: bool
    depth: int = -1
    heads: bool = False
    item: bool = False
    note: bool = False


def _rows(lines: list[str], found: list[Sentence]) -> Iterator[Row]:
    """The lines that are not empty, with those of sentences and the notes between them."""
    columns: list[int] = []
    at, in_variant = 0, False
    widths = _widths(lines, found)
    for sentence, after in pairwise([*found, None]):
        assert sentence is not None
        levels = [*columns[: sentence.depth], (sentence.tokens[0].column or 1) - 1]
        yield from _notes(lines, range(at, sentence.line - 1), max(levels, columns, key=len), in_variant)
        if sentence.depth == 0:
            in_variant = sentence.tokens[0].type in ("VARIANT", "ONLY")
        heads = after is not None and after.depth > sentence.depth
        yield from _of_sentence(lines, sentence, heads, in_variant, widths.get(sentence.line, ()))
        at, columns = sentence.end_line, levels
    yield from _notes(lines, range(at, len(lines)), columns, in_variant)


def _item(depth: int, in_variant: bool) -> bool:
    return depth == 0 or (depth == 1 and in_variant)


def _follows_empty(lines: list[str], index: int) -> bool:
    return index > 0 and not lines[index - 1].strip()


def _notes(lines: list[str], between: range, columns: list[int], in_variant: bool) -> Iterator[Row]:
    """The notes between two sentences, each at the level at which it stands; `columns` are those of open levels."""
    for index in between:
        note = lines[index].strip()
        if note:
            own = len(lines[index]) - len(lines[index].lstrip())
            depth = max((d for d, column in enumerate(columns) if column <= own), default=0)
            yield Row(" " * STEP * depth + note, _follows_empty(lines, index), depth, False,
                      _item(depth, in_variant), note=True)  # fmt: skip


# --------------------------------------------------------------------------------------------------- single sentences


@dataclass(frozen=True, slots=True)
class Piece:
    """What of a word stands on one line, from one column to another, counted from 0. `open`: it goes on below."""

    text: str
    kind: str
    start: int
    end: int
    open: bool


def _of_sentence(lines: list[str], sentence: Sentence, heads: bool, in_variant: bool, widths: Widths) -> Iterator[Row]:
    """The lines of a sentence. Further lines are one level deeper, or two where others stand under the sentence; those
    on which a text goes on stand below its first letter."""
    depth = sentence.depth
    margin = STEP * depth
    inside: int | None = None
    for number in range(sentence.line, sentence.end_line + 1):
        line = lines[number - 1]
        if not line.strip():
            continue
        pieces = _pieces(sentence, number, line)
        words = " " * (margin if inside is None else inside) + _words(line, pieces, widths)
        if number == sentence.line:
            yield Row(_ended(words, line, pieces), _follows_empty(lines, number - 1), depth, heads,
                      _item(depth, in_variant))  # fmt: skip
            margin = STEP * (depth + 1 + heads)
        else:
            yield Row(_ended(words, line, pieces), False)
        if not (pieces and pieces[-1].open):
            inside = None
        elif inside is None:
            inside = len(words) - len(pieces[-1].text) + 1


def _pieces(sentence: Sentence, number: int, line: str) -> list[Piece]:
    """What of a sentence stands on this line."""
    return [piece for token in sentence.tokens if (piece := _piece(token, number, line))]


def _piece(token: Token, number: int, line: str) -> Piece | None:
    """What of a word stands on this line; only a text can stand on several."""
    first, last = token.line or 1, token.end_line or 1
    if not first <= number <= last:
        return None
    start = (token.column or 1) - 1 if number == first else len(line) - len(line.lstrip())
    end = (token.end_column or 1) - 1 if number == last else len(line.rstrip())
    text = str(token) if token.type == "NAME" else line[start:end]  # a title may stand wide
    return Piece(text, token.type, start, end, number < last)


def _words(line: str, pieces: list[Piece], widths: Widths) -> str:
    """The words with one blank between them, without the citation; a row of a table with its cells in columns."""
    spoken = [piece for piece in pieces if piece.kind != "CITE"]
    if spoken and spoken[0].kind == "VBAR":
        padded = (_padded(cell, width) for cell, width in zip(_cells(line, spoken), widths, strict=False))
        last = max(number for number, piece in enumerate(spoken) if piece.kind == "VBAR")
        row = f"| {' | '.join(padded)} |" if widths else line[spoken[0].start : spoken[last].end]
        return _joined(row, spoken[last:])
    return _joined("", [None, *spoken])


def _joined(said: str, pieces: Sequence[Piece | None]) -> str:
    """What was said, to the end of the first piece, and the others behind it."""
    for before, piece, after in zip(pieces, pieces[1:], [*pieces[2:], None], strict=False):
        assert piece is not None
        said += _gap(before, piece) + _article(piece, after)
    return said


def _article(piece: Piece, after: Piece | None) -> str:
    """The word; an article by the next one on its line."""
    return piece.text if piece.kind not in ARTICLES or after is None else article(piece.text, after.text)


def _gap(before: Piece | None, piece: Piece) -> str:
    """Two Names stay as far apart as they are, as with one blank they would be one."""
    if before is None or piece.kind in CLOSE or before.kind == "_LPAR":
        return ""
    return " " * (piece.start - before.end) if before.kind == piece.kind == "NAME" else " "


def _ended(words: str, line: str, pieces: list[Piece]) -> str:
    """The line with its citation and its note."""
    cited = [piece.text for piece in pieces if piece.kind == "CITE"]
    note = line[pieces[-1].end if pieces else 0 :].strip()
    written = " ".join([_padded(words, CITATIONS - 1), *cited]) if cited else words
    return f"{written}{'  ' if pieces else ''}{note}" if note else written


def _padded(text: str, width: int) -> str:
    """The text, and blanks behind it, to take so many columns."""
    return text + " " * (width - columns_of(text))


def _widths(lines: list[str], found: list[Sentence]) -> dict[int, Widths]:
    """How wide the columns of its table are, by the line of each row; a table with a row on several lines has none."""
    widths: dict[int, Widths] = {}
    for are_rows, several in groupby(found, lambda sentence: sentence.tokens[0].type == "VBAR"):
        rows = list(several)
        if are_rows and all(row.end_line == row.line for row in rows):
            cells = [_cells(line := lines[row.line - 1], _pieces(row, row.line, line)) for row in rows]
            table = zip_longest(*cells, fillvalue="")
            widths |= dict.fromkeys((row.line for row in rows), tuple(max(map(columns_of, column)) for column in table))
    return widths


def _cells(line: str, pieces: list[Piece]) -> list[str]:
    """What stands between the bars of a row."""
    bars = [piece for piece in pieces if piece.kind == "VBAR"]
    return [line[left.end : right.start].strip() for left, right in pairwise(bars)]


# -------------------------------------------------------------------------------------------------------- empty lines


def _spaced(rows: list[Row]) -> Iterator[str]:
    """The lines, with empty ones between them."""
    for number, row in enumerate(rows):
        if number and _is_apart(rows, number):
            yield ""
        yield row.text


def _is_apart(rows: list[Row], number: int) -> bool:
    """Whether an empty line stands before a row: around items with lines under them, and where the author left one,
    but not right under a heading."""
    row, before = rows[number], rows[number - 1]
    if not row.item:
        return row.spaced and not before.heads
    if before.item and not before.note and before.depth < row.depth:
        return False  # the first item of a variant
    if before.note and before.item and not row.spaced:
        return False  # the notes above an item belong to it
    return row.spaced or _has_lines(rows, number) or not before.item


def _has_lines(rows: list[Row], number: int) -> bool:
    """Whether lines stand under the item that begins with this row, or with the notes in it."""
    for row, after in pairwise([*rows[number:], None]):
        assert row is not None
        if not row.note:
            return row.heads
        if after is None or after.spaced or not after.item:
            return False
    return False
