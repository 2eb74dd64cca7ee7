"""A board drawn in text, with coordinates on its edges. Plain data, so that it can be kept with a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """Spaces beside one another, from left to right, between two labels; `indent` is in halves of a space."""

    spaces: tuple[int, ...]
    left: str
    right: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from the top; `header` and `footer` label the spaces of the first and of the last row, or are empty."""

    rows: tuple[Row, ...]
    header: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()


def draw(layout: Layout, cell_text: Callable[[int], str]) -> str:
    """The board as lines of text without trailing blanks; `cell_text` gives a space's content, one line each."""
    texts = [[cell_text(space) for space in row.spaces] for row in layout.rows]
    width = max(len(text) for row in [*texts, layout.header, layout.footer] for text in row)
    margin = max(len(row.left) for row in layout.rows)
    bands = list(zip(layout.rows, texts, strict=True))
    if layout.header:
        bands.insert(0, (Row((), "", "", layout.rows[0].indent), list(layout.header)))
    if layout.footer:
        bands.append((Row((), "", "", layout.rows[-1].indent), list(layout.footer)))
    return "\n".join(_band(row, content, width, margin) for row, content in bands)


def _band(row: Row, texts: Sequence[str], width: int, margin: int) -> str:
    # A space and the gap after it are an even number of characters, so that half a space is a whole number of them.
    gap = 1 if width % 2 else 2
    indent = " " * (row.indent * (width + gap) // 2)
    content = (" " * gap).join(text.center(width) for text in texts)
    return f"{indent}{row.left:>{margin}} {content} {row.right}".rstrip()
