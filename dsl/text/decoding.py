"""From bytes to a text that the lexer takes: what is no text, too large, or has signs that no sentence has."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from dsl.source import Span
from dsl.text.diagnostics import Diagnostic

LARGEST = 2_000_000  # bytes; the longest printed rulebooks need a tenth
LONGEST = 400  # words in a sentence
LONGEST_WORD = 100  # letters; too long a number, or a sign that no sentence has, is complained of as such

TOO_LONG = f"The sentence has more than {LONGEST} words."

IN_CELL = "|".join(rf"(?<=[|] {{{blanks}}})" for blanks in range(5))  # what a cell of a table begins with

# Signs that are none of the language, as patterns, and how it says what they mean. The first that fits counts.
REMEDIES = {
    "\u00a0": "an ordinary blank",
    "[“”„«»]|(?<!\\w)['’‘]": 'straight quotation marks: "…"',
    "['’]t\\b": "`not`, as a word by itself: `is not`; or `cannot`",
    "(?<=there)['’]s": "`is`, as a word by itself: `there is`",
    "['’]s?\\b": "`of`: the Hand of the Player",
    "==|=": "a word: `is`",
    "!=|<>|≠": "words: `is not`",
    ">=|=>|≥": "words: `is at least`",
    "<=|=<|≤": "words: `is at most`",
    ">": "words: `is more than`",
    "<": "words: `is less than`",
    r"\+(?=-)": "no line around the rows of a table: it has none",
    r"\+": "a word: `plus`; and to add to a number `rises by`",
    "[*×]": "words: `multiplied by`",
    "//|#|/[*]": "two hyphens before a note: -- …",
    "[/÷]": "words: `divided by`",
    "&+": "a word: `and`",
    r"(?<=\d)[-–—](?=\d)": "`to` between two numbers: 2 to 4",
    r"[–—](?=\d)": "`minus` between two numbers; a hyphen before one that is less than 0: -6",
    f"(?:{IN_CELL})[—–-](?= *[|])": "a value in each cell of a table; no line stands under its head",
    "[—–-]": "two hyphens before a note: -- …",
    "[()]": "a quality or a value of its own, with a word that says what the brackets hold",
    r"[\[\]]": "a citation at the end of the line: [RB-012]",
    "[{}]": "lines that are indented deeper, without brackets around them",
    r"(?<=\d)[.](?=\d)": "a whole number: there are no parts of one",
    "[.;!?]": "no sign at the end: the sentence ends with its line",
    "_": "a hyphen inside a word: `in-check`; blanks inside a Name: `Home Row`",
}

# The same in a whole line, one after the other.
IN_WORDS = {
    r"^(?:#|//) ?": "-- ",
    r"\bcan['’]t\b": "cannot",
    r"\b(is|are|does|do|has|have)n['’]t\b": r"\1 not",
    r"\b(there|it|that)['’]s\b": r"\1 is",
    r"^(action|power|window) ([^()]*?) ?\(([^()]+)\)": r"\1 \2 \3",
    r"^let ([\w-]+) ?=+ ?": r"let \1 be ",
    " ?:= ?": " becomes ",
    " ?(?:!=|<>|≠) ?": " is not ",
    " ?(?:>=|=>|≥) ?": " is at least ",
    " ?(?:<=|=<|≤) ?": " is at most ",
    " ?> ?": " is more than ",
    " ?< ?": " is less than ",
    " ?==? ?": " is ",
    r" ?\+ ?": " plus ",
    " ?[*×] ?": " multiplied by ",
    " ?[/÷] ?": " divided by ",
    " ?&+ ?": " and ",
    r"^(?!for |option )(.*[\w)]) [-–—] (?=[\w(])": r"\1 minus ",
    r"(?<=\d) ?[-–—] ?(?=\d)": " to ",
    "[“”„«»]": '"',
    r"[.;!?]+$": "",
}

NEXT = ", and on the next line: "
SENTENCE_ENDS = (".", "!", "?")
# What else may be meant by signs, each alone.
OTHERWISE = {
    r"^[-*•·–—] +": "",
    r"[.;] +(?=\S)": NEXT,
    r"\(([^()]* [^()]*)\)": r"\1",
    r"^([^()]*)[()]([^()]*)$": r"\1\2",
    r"\[([^\[\]]*)\]": r"(\1)",
    r"(?<=[a-z]) ?/ ?(?=[a-z])": " or ",
    r" ?; ?": ", ",
    r"^(the .*?) ?=+ ?": r"\1 becomes ",
    r" ?\(([a-z][\w-]*)\)": r" called \1",
    r" \(([A-Z][\w' -]*)\)$": r", called \1",
    r"(?<!\w)['‘’](.*)['‘’](?!\w)": r'"\1"',
    "(?<!\\w)['‘’]|['‘’](?!\\w)": "",
    "_": "-",
}

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_SENTENCE = re.compile(r"^[^\S\n]*(?!--)\S", re.MULTILINE)
_TAB = re.compile(r"^ *\t[ \t]*(?=\S)", re.MULTILINE)
_LONG_LINE = re.compile(rf"[^\n]{{{2 * LONGEST},}}")
_LONG_WORD = re.compile(rf'"[^"]*"|--[^\n]*|\[[^]\n]*\]|(?P<word>[^\W\d_][\w\'-]{{{LONGEST_WORD},}})|[\w\'-]+')
_ASIDE = re.compile(r"\s+--.*$")
_NOTE = re.compile(r"\s*(?:#|//)")  # as other languages begin it
_WORD = re.compile(r'(?P<aside>\[[^]\n]*\]|--[^\n]*)|"[^"\n]*"|[,:|]|[^\s,:|]+')


def decoded(content: bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """The text of a file; empty, with the reason, where it is too large or no text."""
    if len(content) > LARGEST:
        return "", [too_large(len(content), file)]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        message = f"The file is not text in UTF-8: here stands the byte {error.object[error.start]:#04x}."
        return "", [Diagnostic("E0101", message, span_at(before, len(before), file))]


def too_large(size: int, file: str) -> Diagnostic:
    """The complaint about a file of so many bytes."""
    message = f"The file has {size / 1e6:.1f} MB; a rulebook may have {LARGEST // 1_000_000} MB."
    return Diagnostic("E0102", message, Span(file, 1, 1, 1, 1))


def unfit(text: str, file: str) -> Diagnostic | None:
    """Why the whole text cannot be a rulebook, if so."""
    if len(text) > LARGEST:
        return too_large(len(text), file)
    control = _CONTROL.search(text)
    if control:
        message = f"The file is not text: here stands the character {shown(control[0])}."
        return Diagnostic("E0101", message, span_at(text, control.start(), file))
    if not _SENTENCE.search(text):
        return Diagnostic("E0103", "There is no sentence in the file.", Span(file, 1, 1, 1, 1),
                          hints=("game Tic-Tac-Toe",))  # fmt: skip
    return None


def span_at(text: str, position: int, file: str) -> Span:
    """The place of one character of a text, or of what would stand behind it."""
    line, column = text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
    return Span(file, line, column, line, column + 1)


class Blemishes:
    """What is wrong with single characters of a text, and the text without it.

    `clean` is as long as the text, so that all places are the same; `lines` are those where something was blanked.
    `columns` says for lines indented with tabs where they begin, with a tab to every fourth column. `tokens` matches
    any stretch of words, numbers, signs, citations, notes, and texts on one line. At most `most` complaints are made.
    """

    def __init__(self, text: str, file: str, tokens: re.Pattern[str], most: int) -> None:
        self.clean = text
        self.file, self.tokens, self.most = file, tokens, most
        self.diagnostics: list[Diagnostic] = []
        self.lines: set[int] = set()
        self.columns: dict[int, int] = {}
        self._begins = [0, *(end.end() for end in re.finditer("\n", text))]  # of each line
        self._shorten_lines()
        self._leave_out_long_words()
        self._leave_out_strays()
        self._expand_tabs()

    @property
    def full(self) -> bool:
        """Whether enough was complained of."""
        return len(self.diagnostics) >= self.most

    def _span(self, position: int) -> Span:
        """The place of one character."""
        line = bisect_right(self._begins, position)
        column = position - self._begins[line - 1] + 1
        return Span(self.file, line, column, line, column + 1)

    def _blank(self, start: int, end: int) -> int:
        """Puts blanks there, and marks the lines; returns the end."""
        first, blanked = self._span(start).line, re.sub(r"[^\n]", " ", self.clean[start:end])
        self.lines |= set(range(first, first + blanked.count("\n") + 1))
        self.clean = self.clean[:start] + blanked + self.clean[end:]
        return end

    def _complain(self, code: str, message: str, position: int, *hints: str) -> None:
        self.diagnostics.append(Diagnostic(code, message, self._span(position), hints=hints))

    # ---------------------------------------------------------------------------------------------------- long lines

    def _shorten_lines(self) -> None:
        """Leaves of a line only as many words as a sentence may have."""
        for line in _LONG_LINE.finditer(self.clean):
            words = (m for m in _WORD.finditer(self.clean, *line.span()) if not m["aside"])
            beyond = next(islice(words, LONGEST, None), None)
            if beyond is not None and not self.full:
                self._complain("E0105", TOO_LONG, line.start() + indentation(line[0]))
                self._blank(beyond.start(), line.end())

    def _leave_out_long_words(self) -> None:
        """Blanks each line that has a word which nobody could read."""
        for found in _LONG_WORD.finditer(self.clean):
            if found["word"] and not self.full:
                self._complain("E0105", f"The word has more than {LONGEST_WORD} letters.", found.start())
                self._blank(found.start(), self._line_end(found.start()))

    # -------------------------------------------------------------------------------------- characters and quotations

    def _leave_out_strays(self) -> None:
        """Blanks what is left of a line from the first sign on that is none, or from a bracket before that, whose sum
        is left out with it."""
        start, position = 0, self._next(0)
        while position < len(self.clean) and not self.full:
            end = self._quotation(position) if self.clean[position] == '"' else self._character(position)
            alone = self._next(start)
            if alone < position:
                self._blank(alone, position)
            start, position = end, self._next(end)

    def _next(self, position: int) -> int:
        match = self.tokens.match(self.clean, position)
        return match.end() if match else position

    def _character(self, position: int) -> int:
        """Leaves out the rest of the line; where that ends."""
        sign, advice = remedy(self.clean, position)
        line = self.clean[self.clean.rfind("\n", 0, position) + 1 : self._line_end(position)]
        line = (line if _NOTE.match(line) else _ASIDE.sub("", line)).strip()
        what = f"the {'character' if len(sign) == 1 else 'characters'} {shown(sign)}"
        ways = dict.fromkeys(in_words(line)) if _NOTE.match(line) or re.search("[a-z]{2}", line) else ()
        told = tuple(way for way in ways if way != line and self.tokens.fullmatch(way.replace(NEXT, "")))
        if told:
            what, advice = ": ".join([what, *advice]), told
        self._complain("E0107", f"No sentence has {what}.", position, *advice)
        return self._blank(position, self._line_end(position))

    def _quotation(self, start: int) -> int:
        """Where a text ends that begins here. It is left out if its further lines are not indented deeper than the one
        where it begins; if the next quotation mark does not look like its end, only this line is left out."""
        end = self.clean.find('"', start + 1)
        first = self.clean.rfind("\n", 0, start) + 1
        depth = indentation(self.clean[first : start + 1])
        if end >= 0 and all(indentation(line) > depth for line in self.clean[start : end + 1].split("\n")[1:]):
            return end + 1
        inside = self.clean[start : end + 1]
        if end >= 0 and "\n\n" not in inside and '"' not in self.clean[end + 1 : self._line_end(end)]:
            message = "The further lines of this text are not indented deeper than its first."
            self._complain("E0108", message, start, " ".join(self.clean[first : self._line_end(end)].split()))
            self.diagnostics[-1] = replace(self.diagnostics[-1], span=self._span(start).to(self._span(end)))
            return self._blank(start, end + 1)
        line = self.clean[first : self._line_end(start)].strip()
        self._complain("E0108", "This text has no closing quotation mark.", start, f'{line}"')
        return self._blank(start, self._line_end(start))

    def _line_end(self, position: int) -> int:
        end = self.clean.find("\n", position)
        return len(self.clean) if end < 0 else end

    # ---------------------------------------------------------------------------------------------------------- tabs

    def _expand_tabs(self) -> None:
        tabs = list(_TAB.finditer(self.clean))
        if not tabs:
            return
        also = f" (so are {len(tabs) - 1} others)" if len(tabs) > 2 else " (so is another)" if len(tabs) == 2 else ""
        message = f"This line is indented with a tab{also}; four spaces are the same everywhere."
        self._complain("E0104", message, tabs[0].start())
        for tab in tabs:
            self.columns[self._span(tab.start()).line] = len(tab[0].expandtabs(4))
        self.clean = _TAB.sub(lambda m: " " * len(m[0]), self.clean)


def in_words(line: str) -> Iterator[str]:
    """A line with words for signs that no sentence has; without brackets or quotation marks that it needs not, or what
    it begins with; two sentences that a sign parts; and as a text."""
    told = line
    note = bool(_NOTE.match(line))
    for sign, words in islice(IN_WORDS.items(), 1 if note else None):
        told = re.sub(sign, words, told)
    yield told
    if note:
        return
    if line.endswith('"') and line.count('"') == 1:
        yield f'"{line}'
    if line.endswith(SENTENCE_ENDS) and line[:1].isupper() and line.count(" ") > 1:
        yield f'"{line}"'
    for sign, words in OTHERWISE.items():
        yield re.sub(sign, words, line)
        yield re.sub(sign, words, told)


def indentation(line: str) -> int:
    """How many blanks a line begins with; none where it is empty."""
    return len(line) - len(line.lstrip()) if line.strip() else 0


def shown(sign: str) -> str:
    return f"`{sign}`" if sign.isprintable() else f"U+{ord(sign):04X}"


def remedy(text: str, position: int) -> tuple[str, tuple[str, ...]]:
    """The sign that stands there, of one character or more, and what to write in its place."""
    for sign, advice in REMEDIES.items():
        found = re.compile(sign).match(text, position)
        if found:
            return found[0], (advice,)
    return text[position], ()
