"""What can be wrong with a rulebook, a save or an answer: values until the edge, and the one way to print them.

Every stage returns its result and its diagnostics; only the command line prints. The texts that explain a code stand
in `errors.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NoReturn
from unicodedata import category, east_asian_width

from dsl.source import Span


class Severity(Enum):
    """An error keeps a rulebook from being played; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """What else the reader should look at: the other declaration, the rule that collides; `lines` of which the same is
    to be said."""

    text: str
    span: Span | None = None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """Lines that can be written in place of what is wrong, and of so many lines `above` it, indented as they stand
    below one another; `apart` are those of a definition, which stands by itself at the left edge; `below` are the lines
    under it that stand deeper then. Where they stand elsewhere, `where` says it: "under Heap, in place of …"."""

    lines: tuple[str, ...]
    apart: tuple[str, ...] = ()
    above: int = 0
    below: tuple[str, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, and what to do about it.

    `code` is E or W and four digits. `message` is one sentence or two. `span` is None where there is no file, as for
    an answer in a match. `read` says how the text was understood, `hints` what to do, `near` what may have been meant;
    with each of `write` in its place nothing is wrong there, which was tried.
    """

    code: str
    message: str
    span: Span | None = None
    read: str = ""
    hints: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    write: tuple[Written, ...] = ()

    @property
    def severity(self) -> Severity:
        """Warnings are those whose code begins with W."""
        return Severity.WARNING if self.code.startswith("W") else Severity.ERROR


class Refused(Exception):
    """The rulebook has a meaning, and it cannot be played so; `diagnostic` says why, and where. Of `others` one hears
    when that is mended, unless they were mended with it."""

    def __init__(self, diagnostic: Diagnostic, others: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic, self.others = diagnostic, others


def refuse(
    code: str, message: str, span: Span | None, hints: tuple[str, ...] = (), notes: tuple[Note, ...] = ()
) -> NoReturn:
    """Gives up with a diagnostic."""
    raise Refused(Diagnostic(code, message, span, hints=hints, notes=notes))


# -------------------------------------------------------------------------------------------------------- the catalogue


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a code: a title, a paragraph, a text (or a command) with the fault, and the same repaired."""

    code: str
    title: str
    explanation: str
    bad: str
    good: str


class Catalogue(Mapping[str, Entry]):
    """All codes and their entries, read from one TOML file when the first is asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _entries(self) -> dict[str, Entry]:
        import tomllib  # here, as a game that starts from the cache explains no errors

        with self.path.open("rb") as file:
            return {code: Entry(code, **texts) for code, texts in tomllib.load(file).items()}

    def __getitem__(self, code: str) -> Entry:
        return self._entries[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


CATALOGUE = Catalogue(Path(__file__).with_name("errors.toml"))


# ----------------------------------------------------------------------------------------------------------- near names

MOST_SLIPS = 5  # in a long name or text
LONGEST_NAME = 60  # nobody mistypes a name of this length, and comparing takes the square of it


def near(name: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """The candidates that `name` may be a slip for, the likeliest first, at most `most`.

    A slip is a letter left out, added, changed or swapped with the next, one for every three letters of the name, and
    a few in a long one; other capitals; or a name of several words cut short.
    """
    if not 0 < len(name) <= LONGEST_NAME:
        return []
    ranked = {c: _unlikeness(name.casefold(), c.casefold()) for c in candidates if c != name}
    found = [(rank, candidate) for candidate, rank in ranked.items() if rank is not None]
    return [candidate for _, candidate in sorted(found)[:most]]


def _unlikeness(a: str, b: str) -> int | None:
    """How far apart two names are; None when neither can be meant by the other."""
    limit = min(len(a) // 3, MOST_SLIPS)
    apart = _distance(a, b, limit)
    if apart <= limit:
        return apart
    words, others = set(a.split()), set(b.split())
    return limit + 1 if words < others or others < words else None


def _distance(a: str, b: str, limit: int) -> int:
    """The edit distance with swaps of neighbours (optimal string alignment); above `limit` only that it is above."""
    far = limit + 1
    if abs(len(a) - len(b)) > limit:
        return far
    a, b = _where_they_differ(a, b)
    older: list[int] = []
    old = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        first, last = max(1, i - limit), min(len(b), i + limit)  # all further off is too far apart
        new = [i] + [far] * len(b)
        for j in range(first, last + 1):
            best = min(old[j] + 1, new[j - 1] + 1, old[j - 1] + (letter != b[j - 1]))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == b[j - 1]:
                best = min(best, older[j - 2] + 1)
            new[j] = best
        if min(new) > limit and (not older or min(old) > limit):
            return far
        older, old = old, new
    return min(old[-1], far)


def _where_they_differ(a: str, b: str) -> tuple[str, str]:
    """Two texts without what they begin and end with alike."""
    head = _alike(a, b)
    a, b = a[head:], b[head:]
    tail = _alike(a[::-1], b[::-1])
    return a[: len(a) - tail], b[: len(b) - tail]


def _alike(a: str, b: str) -> int:
    """With how many letters both begin."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


# ------------------------------------------------------------------------------------------------------------ rendering

MOST_SHOWN = 100  # of the complaints about one text; nobody reads more in one go
WIDEST_EXCERPT = 100
UNSEEN = ("Mn", "Me", "Cf")  # categories of characters that take no column: accents on others, joiners
COLOURS = {"error": "1;31", "warning": "1;33", "place": "1", "caret": "31", "help": "36"}


def render(diagnostic: Diagnostic, source_text: str = "", colour: bool = False) -> str:
    """A diagnostic for a person: place, what is wrong, heading, excerpt with carets, what was read, what to do.

    `source_text` is the text of the file that the span names; without it there is no excerpt. Nothing in the result
    can steer a terminal but the colours asked for.
    """
    brush = _Brush(colour)
    lines = _lines(source_text)
    out = [_headline(diagnostic, brush)]
    if diagnostic.span:
        out += _heading(lines, diagnostic.span) + _excerpt(lines, diagnostic.span, brush)
    if diagnostic.read:
        out.append(f"  read as: {_plain(diagnostic.read)}")
    if diagnostic.near:
        out.append(brush("help", f"  did you mean {_plain(_either(diagnostic.near))}?"))
    out += [brush("help", line) for written in diagnostic.write for line in _to_write(written, _goes_on(diagnostic))]
    out += [brush("help", f"  try: {_plain(hint)}") for hint in diagnostic.hints]
    for note in diagnostic.notes:
        out += _noted(note, diagnostic.span, lines, brush)
    return "\n".join(out)


def render_all(
    diagnostics: Sequence[Diagnostic], text_of: Callable[[Span], str] = lambda _: "", colour: bool = False
) -> str:
    """Diagnostics for a person, as `render`; of very many the first, errors before warnings, and how many more there
    are. `text_of` gives the text of the file that a span names."""
    shown = diagnostics
    if len(diagnostics) > MOST_SHOWN:
        shown = sorted(diagnostics, key=lambda d: list(Severity).index(d.severity))[:MOST_SHOWN]
    texts = [render(d, text_of(d.span) if d.span else "", colour) for d in shown]
    more = len(diagnostics) - len(shown)
    return "\n".join([*texts, *([f"… and {more:,} more that are not shown."] if more else [])])


@lru_cache(maxsize=2)
def _lines(text: str) -> tuple[str, ...]:
    """The lines of a text, split once for all the diagnostics of a file."""
    return tuple(text.split("\n")) if text else ()


class _Brush:
    """Colours text for a terminal, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{COLOURS[style]}m{text}\x1b[0m" if self.on else text


def _headline(diagnostic: Diagnostic, brush: _Brush) -> str:
    place = brush("place", _plain(f"{diagnostic.span}: ")) if diagnostic.span else ""
    severity = diagnostic.severity.value
    return f"{place}{brush(severity, f'{severity} {diagnostic.code}')}: {_plain(diagnostic.message)}"


def _heading(lines: tuple[str, ...], span: Span) -> list[str]:
    """The heading that the span stands under: the nearest line above it that is not indented."""
    own = lines[span.line - 1 : span.line]
    if not own or not own[0][:1].isspace():
        return []
    for line in reversed(lines[: span.line - 1]):
        if line.strip() and not line[0].isspace() and not line.startswith("--"):
            return [f"  in: {_plain(line[:WIDEST_EXCERPT].rstrip())}"]
    return []


def _excerpt(lines: tuple[str, ...], span: Span, brush: _Brush) -> list[str]:
    """The line where the span begins, and carets under it as far as it goes on this line."""
    if not 1 <= span.line <= len(lines):
        return []
    line = lines[span.line - 1].rstrip("\r")
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    start = min(span.column - 1, len(line))
    left = max(0, start - WIDEST_EXCERPT // 2) if len(line) > WIDEST_EXCERPT else 0
    window = line[left : left + WIDEST_EXCERPT]
    before, after = ("…" if left else ""), ("…" if left + WIDEST_EXCERPT < len(line) else "")
    marked = window[start - left : end - left]
    pad = " " * columns_of(before + window[: start - left])
    carets = brush("caret", "^" * max(1, columns_of(marked)))
    number = f"{span.line:5} | "
    return [f"{number}{before}{_plain(window)}{after}", f"{' ' * (len(number) - 2)}| {pad}{carets}"]


def _noted(note: Note, span: Span | None, lines: tuple[str, ...], brush: _Brush) -> list[str]:
    """A note, with an excerpt where it is about the same file."""
    if note.span is None:
        return [f"  note: {_plain(note.text)}"]
    shown = _excerpt(lines, note.span, brush) if span and span.file == note.span.file else []
    return [f"  note: {_plain(f'{note.span}: {note.text}')}", *shown]


def _goes_on(diagnostic: Diagnostic) -> bool:
    """Whether what is wrong is that a sentence goes on in the next line, which is not shown."""
    span = diagnostic.span
    return diagnostic.code == "E0104" and span is not None and span.end_line > span.line


def _to_write(written: Written, goes_on: bool = False) -> Iterator[str]:
    """Lines as they shall stand, below one another."""
    below = written.below or (goes_on and not written.above)
    beside = "what stands below it" if below else "the line above it" if written.above else ""
    here = f"  write, in place of {beside}, too: " if beside else "  write: "
    here = f"  write, {written.where}: " if written.where else here
    for told, lines in ((here, (*written.lines, *written.below)), ("  and at the left edge: ", written.apart)):
        yield from (f"{told if at == 0 else ' ' * len(told)}{_plain(line)}" for at, line in enumerate(lines))


def _either(names: tuple[str, ...]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _plain(text: str) -> str:
    """The text with a visible sign for whatever is no printing character: a file may be hostile."""
    return "".join(c if c.isprintable() else _sign(c) for c in text)


def _sign(character: str) -> str:
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "\N{REPLACEMENT CHARACTER}"


def columns_of(text: str) -> int:
    """How many columns of a terminal, or of an editor, the text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if category(c) in UNSEEN else 2 if east_asian_width(c) in "WF" else 1 for c in text)
