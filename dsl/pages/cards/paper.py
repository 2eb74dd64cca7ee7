"""Paper: its sizes, and how much room text takes on it.

No browser is asked: widths of letters are those of Helvetica, of which Arial and Liberation Sans are as wide, and which
`rulewright.css` asks for wherever the room is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from unicodedata import combining, normalize

POINT = 25.4 / 72  # in millimetres
BOLD = 1.08  # how much wider bold letters are, at most about
WIDE = 1050  # of what is not listed, signs of Chinese among it
LETTERS = {
    191: "'",
    222: "ijl‘’",
    278: " !,./:;I[\\]ft|·",
    333: "()-`r“”",
    389: '*"',
    500: "Jcksvxyz",
    556: "#$?0123456789Labdeghnopqu_–",
    584: "+<=>~",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
}  # by their widths, in thousandths of the size of the letters
WIDTHS = {letter: width for width, letters in LETTERS.items() for letter in letters}


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper: what can be printed on, in millimetres, and how many columns of text stand beside one another
    with a gap between them. `largest` is the size of letters where there is room enough, in points."""

    name: str
    width: float
    height: float
    largest: float
    columns: int = 2
    gap: float = 5

    @property
    def column(self) -> float:
        """The width of a column."""
        return (self.width - self.gap * (self.columns - 1)) / self.columns


A4 = Paper("a4", 190, 277, largest=10.5)
A5 = Paper("a5", 134, 196, largest=10, gap=4)


def width(text: str, bold: bool = False) -> float:
    """How wide a text is in one line, measured in the size of its letters."""
    return thousandths(text) / 1000 * (BOLD if bold else 1)


@lru_cache(maxsize=50_000)
def thousandths(text: str) -> int:
    return sum(WIDTHS.get(letter, WIDE) for letter in normalize("NFKD", text) if not combining(letter))


def wrapped(text: str, room: float, bold: bool = False) -> list[str]:
    """A text in lines of so much room, in the size of its letters; a word that is wider than a line is broken."""
    lines, filled, blank = [""], 0.0, width(" ", bold)
    for word in text.split():
        for number, part in enumerate(broken(word, room, bold)):
            wide = width(part, bold)
            if number or (lines[-1] and filled + blank + wide > room):
                lines.append(part)
                filled = wide
            else:
                filled += wide + (blank if lines[-1] else 0)
                lines[-1] = f"{lines[-1]} {part}".strip()
    return lines


def broken(word: str, room: float, bold: bool = False) -> list[str]:
    """A word in parts, none wider than the room, as far as one letter is no wider."""
    if width(word, bold) <= room:
        return [word]
    parts = [""]
    for letter in word:
        if parts[-1] and width(parts[-1] + letter, bold) > room:
            parts.append("")
        parts[-1] += letter
    return parts
