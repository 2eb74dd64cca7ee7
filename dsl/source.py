"""Where in a text something stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one file. Lines and columns count from 1; the end column is the first one after the stretch."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def begin(self) -> tuple[int, int]:
        """The line and the column in which it begins."""
        return self.line, self.column

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def down(self, lines: int) -> Span:
        """The same stretch where so many lines stand above it that did not; what has no words stands nowhere."""
        if (self.line, self.column) == (self.end_line, self.end_column):
            return self
        return Span(self.file, self.line + lines, self.column, self.end_line + lines, self.end_column)


def line_of(error: UnicodeDecodeError) -> int:
    """In which line the byte stands that is no text."""
    return error.object.count(b"\n", 0, error.start) + 1
