"""A sentence that is complained of, what is tried in its place, and how the complaint is told then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsl.text.diagnostics import Diagnostic, Written
from dsl.text.rewordings import depth

ROUNDS = 6  # so much that is proposed of a slip is tried,
MOST_WAYS = 3  # and so many ways to write it are shown
BEFORE = "before it, on a line of its own: "
BEFORE_ALL = "before what all see, on a line of its own: "
ELSEWHERE = re.compile(  # hints that are for another place, or no words
    r"as in: |use [A-Z]|as it is defined: |under [A-Z].*: |at the left edge|in the setup: |first line of |below `after|"
    r"then |and then: |indent it|leave it out|say |before what all see|.*, in place of |"
    r"let a player, or chance|before it, let it come|an? [A-Z][\w' -]* can be known; "
)
KNOWN = re.compile(r"what .+? knows of (.*)")
CHOICE = re.compile(r"[^,]* chooses an? (?:[a-z-]+ )*[A-Z]")
SECRETS = ("E0402", "E0405")  # complaints of what would be told
OPENS = re.compile(r" +(?:if [^,]*|any of these)$")
BLANKS = 4  # so many deeper stands what belongs to a line
TWICE = re.compile(
    r"\b(?:the|an?) (?:the|an?)\b| ,|move .* in (the [A-Z].*) to \1$|"
    r"\bthe owner of the [A-Z][\w' -]* of the Player\b|\bthe called [A-Z]|"
    r"\ban? (?:or|another) |\bis other than\b|\bthe another\b|"
    r"\b(?:the|an?) [a-z][\w-]* (?:the|an?|every|each) [A-Z]|\bthe (?:of|by|with|from|to) [A-Z]|"
    r"\b(?P<again>among|of|in|on|to|from|with|by|is) (?P=again)\b"
)  # which nobody writes
# What is found in a place goes nowhere if it goes there.
MOVED_BACK = re.compile(r"let ([\w-]+) be .* in (the [A-Z].*)\n *move the \1 to \2$", re.MULTILINE)

SHOWN_TO_ALL = (
    "The line before it shows to all whatever lies there. To show one alone, give it a name before (`let one be the "
    "…`) and show that; if who has it may decide to show it, let an action do that, which is offered by `may`."
)
NO_WORD = "This is no sentence of the language, and no single word makes it one."
BUT = "Here something else is wrong then:"


@dataclass(frozen=True)
class Edit:
    """A change of a text elsewhere: lines before that one, numbered from 0, and in place of so many."""

    at: int
    gone: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Try:
    """Lines in place of those of a slip; `of` is what they are made of, as it is told; `why` tells more than the
    complaint does. Where they are for another place, `edit` has them, and the slip stays as it is. `left` are so many
    complaints of secrets once they stand there; it is proposed `beside` what the complaint itself says. `asks_where`:
    it asks besides whether a thing lies where all see it."""

    written: Written
    of: tuple[str, ...] = ()
    why: str = ""
    edit: Edit | None = None
    left: int = 0
    beside: bool = False
    asks_where: bool = False

    @property
    def deeper(self) -> int:
        """By how many levels what stands under them is indented more."""
        return depth(self.written.lines[-1]) - depth(self.written.lines[0])

    @property
    def shows_more(self) -> bool:
        """Whether it has all see what was hidden: right only if they do."""
        return ", if all see" in self.written.where

    @property
    def tells_nothing(self) -> bool:
        """Whether it only says what lies somewhere: the rules stay what they are, and so does what is secret."""
        return self.edit is not None and self.written.lines[0].startswith("takes ")

    @property
    def opens(self) -> bool:
        """Whether the last of them has the lines below under it."""
        return bool(OPENS.match(self.written.lines[-1]))


@dataclass(eq=False)
class Slip:
    """A sentence that is complained of: its lines, numbered from 0, which what is tried may move, as they stood first;
    what is said of it in the text, and now; what was put at the left edge; what was tried, what nobody would write, to
    which complaints that leads, what helps, and what stands there for now."""

    start: int
    end: int
    original: list[str]
    first: list[Diagnostic]
    complaints: list[Diagnostic]
    apart: tuple[str, ...] = ()
    tried: set[str] = field(default_factory=set)
    unwritten: set[str] = field(default_factory=set)
    leads_to: dict[str, list[Diagnostic]] = field(default_factory=dict)
    helps: list[Try] = field(default_factory=list)
    stands: Try | None = None
    above: int = 0  # so many lines above it were put anew before what helps was found

    @property
    def is_unread(self) -> bool:
        """Whether its sentence could not be read, so that what stands under it has another meaning, or none."""
        return any(one.code < "E02" for one in self.first)

    @property
    def is_at_the_edge(self) -> bool:
        """Whether it begins an item."""
        return not margin_of(self.original[0])

    @property
    def is_secret(self) -> bool:
        """Whether it is complained of as it would tell a secret."""
        return any(one.code in SECRETS for one in self.complaints)

    @property
    def is_ended_silently(self) -> bool:
        """Whether something that helps tells nobody more: then nothing else is looked for."""
        return self.is_secret and any(one.tells_nothing for one in self.helps)

    @property
    def ends_all(self) -> bool:
        """Whether with something that helps no secret is told at all."""
        return self.is_secret and any(not one.left for one in self.helps)


def best(helps: Sequence[Try]) -> list[Try]:
    """Of what ends a secret that which ends most, as with others one is sent on: in the line itself if that is as good,
    what shows something only if nothing helps that tells nothing, and what has all see more only if there is nothing
    else; last where a thing is shown first. Each line once."""
    silent = [one for one in helps if one.tells_nothing]
    where = [one for one in helps if one.asks_where]
    others = [one for one in helps if one not in where]
    ways = silent or [*where, *([one for one in others if not one.shows_more] or others)]
    least = min(((one.left, one.beside) for one in ways), default=None)
    first = dict[tuple[str, ...], Try]()  # the likeliest comes first, also where it is proposed again
    for one in ways:
        if (one.left, one.beside) == least:
            first.setdefault(one.written.lines, one)
    return sorted(first.values(), key=lambda one: one.written.lines[0].startswith("show "))


def is_said_there(hint: str, line: str) -> bool:
    """Whether what somebody knows of a thing stands for that thing as a line has it; nor is a choice a condition."""
    known = KNOWN.match(hint)
    return known[1] in line if known else not (CHOICE.match(hint) and line.lstrip().startswith("only if "))


def is_written(one: Try) -> bool:
    """Whether somebody would write these lines, and not only to have all things of a sort shown."""
    if one.edit is not None:
        return True
    first, *below = one.written.lines
    shown = any(line.lstrip().startswith("show ") for line in below)
    shows_all = shown and re.fullmatch(r"for each [A-Z][\w' -]*", first)
    return (
        not shows_all
        and not MOVED_BACK.search("\n".join(one.written.lines))
        and not any(TWICE.search(line) for line in one.written.lines)
    )


def told_with(diagnostic: Diagnostic, slip: Slip) -> Diagnostic:
    """A complaint with lines to be written, in place of the hints that were tried or have no words yet."""
    told = bool(slip.helps[0].of)  # the message has a sentence: then no guesses stand beside it
    helps = [one for one in slip.helps if one.of or one.why or not told]
    spelt = [one for one in helps if {*one.of} & {*diagnostic.near}]  # the first is the likeliest
    others = [one for one in spelt if one != spelt[0]]
    written = tuple(dict.fromkeys(one.written for one in helps if one not in others))[:MOST_WAYS]
    idle = (*slip.tried, *(hint for hint in diagnostic.hints if "…" in hint or hint.startswith("as in: ")))
    hints = tuple(hint for hint in diagnostic.hints if hint not in idle and diagnostic.code not in SECRETS)
    why = slip.helps[0].why
    message = f"{diagnostic.message} {why}".rstrip() if why not in diagnostic.message else diagnostic.message
    return replace(diagnostic, message=message, write=written, hints=hints, near=())


def without_dead_ends(diagnostic: Diagnostic, slip: Slip) -> Diagnostic:
    """A complaint without the hints that only lead to another one, if nothing is known that mends that, in its line or
    elsewhere; and without words that are complained of themselves where they would stand."""
    if diagnostic.code in SECRETS:  # all has a meaning there: what was tried does not help
        return replace(diagnostic, hints=tuple(h for h in diagnostic.hints if h not in slip.tried and "…" not in h))
    formal = diagnostic.code.startswith("E01")
    dead = {
        hint: wrong[0]
        for hint, wrong in slip.leads_to.items()
        if not any(map(_goes_further, wrong))
        and (formal or wrong[0].code[:3] != "E01" or _is_of_all(diagnostic, slip))  # else it is for another place
    }
    idle = {*dead, *(slip.unwritten if formal else ())}
    hints = tuple(hint for hint in diagnostic.hints if hint not in idle)
    near = tuple(word for word in diagnostic.near if word not in dead or not _begin_alike(diagnostic, dead[word]))
    if len(hints) == len(diagnostic.hints):
        return replace(diagnostic, near=near)
    then = next((dead[hint] for hint in diagnostic.hints if hint in dead), None)
    unshown = diagnostic.code == "E0109" and not hints  # that of which the message speaks
    behind = f"{diagnostic.message} {BUT} {then.message}" if then else NO_WORD
    message = behind if unshown else diagnostic.message
    return replace(diagnostic, message=message, hints=hints, near=near)


def _is_of_all(diagnostic: Diagnostic, slip: Slip) -> bool:
    """Whether the whole of a line is marked, so that what is proposed is for its place."""
    line, span = slip.original[0].rstrip(), diagnostic.span
    return span is not None and span.column - 1 <= len(margin_of(line)) and span.end_column > len(line)


def _begin_alike(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether two complaints of a line mark words that begin at the same place."""
    return bool(one.span and other.span and one.span.column == other.span.column)


def _goes_further(diagnostic: Diagnostic) -> bool:
    """Whether something is proposed that was not tried, as it is for another place or leaves words to the designer."""
    return any(ELSEWHERE.match(hint) or "…" in hint for hint in diagnostic.hints)


def mind(hint: str) -> str:
    """What a line does besides that it mends another."""
    shows_all = hint.startswith(BEFORE) and "show every " in hint and hint.endswith(" to all")
    return SHOWN_TO_ALL if shows_all else ""


def margin_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def blanks_before(line: str) -> int:
    """How deep a line stands."""
    return len(margin_of(line).expandtabs(BLANKS))


def unindented(lines: Sequence[str], apart: tuple[str, ...] = ()) -> Written:
    margin = len(margin_of(lines[0]))
    return Written(tuple(line[min(margin, len(margin_of(line))) :].rstrip() for line in lines), apart)
