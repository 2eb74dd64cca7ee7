"""What printed rules say in their own way, and the sentence of the language that means it.

The table is `phrasings.toml`. It is asked only where a sentence could not be understood, so that nothing in it takes a
word from a game. A pattern is a sentence with places in it:

- `[from <place>]` may be left out, `(gain|get)` is one of them, `draw~` also `draws`.
- `<n>` is a number, in digits or words; `<p>` a player, also `you`; `<K>` a piece, `<A>` what a thing can have,
  `<place>` a place or a board, each in capitals or not, one or several; `<x>` and `<y>` are whatever else, `<t>`
  without `to` in it.

What is meant is told with the same places, and with those that the rest of the rulebook tells (`Places`). A phrasing of
which one is not known is passed over.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, takewhile

from dsl.resources import PACKAGE
from dsl.text.all_but_one import all_but_those_named
from dsl.text.diagnostics import Diagnostic
from dsl.text.inventory import ACTOR, Inventory, Unknown, said_in_a_line
from dsl.text.lexer import Sentence
from dsl.text.numerals import ORDINALS
from dsl.text.phrasing_deeds import DEEDS
from dsl.text.phrasing_frames import framed
from dsl.text.phrasing_heads import HEADS
from dsl.text.phrasing_nouns import NOUNS
from dsl.text.phrasing_places import NUMBERS, Places
from dsl.text.phrasing_rules import RULES, behind
from dsl.text.phrasing_values import VALUES
from dsl.text.possessives import of_whom
from dsl.text.rewordings import Reworded, depth, in_a_line

LEAVES = "stop repeating"
FILLERS = NOUNS | DEEDS | VALUES | RULES | HEADS
LINES = re.compile(r"( *|.*(?={line})){(lines|each|line|others|neighbour|leads)(?: of (\w+))?}")
ENDS = "the game (?:ends|is over) (?:when|as soon as|once|if)"
LEAD = f"take turns from [^,]+? until|if|only if|otherwise if|only while|while|repeat until|whenever|{ENDS}"
CLAUSE = re.compile(rf"({LEAD}|when|only when|then|until|(?:an?|the) [^,]+? when) (.+)")
COMPOUND = re.compile(
    r"(if|otherwise|for|repeat|take|until|during|together|in one|while|only)\b|.* may$|.* chooses one$"
)
PLAIN_DEED = re.compile(r"the |[A-Z]|(?:move|shuffle|show|swap|nobody|nothing|every|chance) ")  # no verb of a rulebook
DECLARES = re.compile(r"(?:there (?:is|are)|has|can be|takes|holds|keeps|starts|seen) ")  # under a thing, never done
EITHER = re.compile(r"(\b(?:may|must|Player|you|they) [a-z]+) either ")  # `may take either a Coin or a Card`
NAMED = re.compile(r"(let [\w-]+ be|the .+? means) (.+)")
ANOTHER = re.compile(r"\b(?:another|one other|any other|some other) (?:[Pp]layer|[Oo]pponent)\b")
CHOSEN = "Somebody else is a player who is not this one."
HASTE = re.compile(r" (?:immediately|instantly|directly|automatically|simply|at once|right away|instead)(?= |$)")
AT_ONCE = "What is done is done at once."
OWN_TWICE = re.compile(r" of (the [\w-]+|[A-Z][\w-]*)( in the [A-Z][\w'-]*(?: [A-Z][\w'-]*)* of \1)(?= |$)")
WHOSE = "Whose it is is said with `of`."
JOINT = re.compile(r" (and|or) (?!that\b)")
VERB = re.compile(r"(?:has|have|holds|owns|shows|contains|does|is|are|stands|lies) ")
SUBJECT = re.compile(rf"(.+?) (?={VERB.pattern})")
PLAYER = (
    r"[Yy]ou|they|he|she|the owner of (?:a|an|the) [A-Z][\w'-]*|the (?:left|right|opponent) of the Player"
    r"|the [a-z][\w-]*"
    r"|[A-Z][\w-]*|the (?:active )?Player"
)
NAME = r"[\w'-]+(?: [A-Z][\w'-]+)*"
# Of a thing or a place nothing else is done in the same words: `the Market or draw a Card`.
ONE_THING = (
    r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) )"
    r"(?:(?! (?:or|and|then|but|until|unless) (?:then )?[a-z]+ (?:an?|the|\d+) ).)+?"
)
GROUPS = {
    "n": rf"\d+|an?|both|{'|'.join(NUMBERS)}",
    "p": PLAYER,
    "viewer": f"the opponent(?: of the Player)?|{PLAYER}",
    "q": r"[\w-]+",
    "direction": r"[a-z-]+",
    "lead": LEAD,
    "start": r".+?",
    "tail": r".+",
    "end": "top|bottom",
    "nth": "|".join(ORDINALS[1:]),
    "side": "left|right",
    "form": r"[a-z]+",
    "mode": "must|may",
    "Phase": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "Act": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "Second": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "acts": r"[A-Z][\w'-]*(?: (?:,|or|and|[A-Z][\w'-]*))*",
    "W": r"[A-Za-z][a-z-]*(?: [A-Z][a-z-]*)*",
    "paint": "white|black|grey|red|orange|yellow|green|blue|purple|brown|pink",
    "limit": "at least|at most|more than|fewer than",
    "example": "given|then",
    "follows": r"(?:times|(?:is|are) .*|, .*)",
    "word": r"[a-z][\w-]*",
    "verb": r"[a-z][\w-]*",
    "x": ONE_THING,
    "y": ONE_THING,
    "place": ONE_THING,
    "other": ONE_THING,
    "at": "on|in|at|under",
    "Ks": r"[A-Z][\w'-]*s",
    "does": r"[A-Za-z][\w-]*",
    "un": r"un[a-z]+",
    "have": rf"(?:no|(?:(?:at least|at most|more than|fewer than|less than|exactly) )?(?:\d+|an?|{'|'.join(NUMBERS)})"
    rf"(?: or (?:more|fewer|less))?) {NAME}(?: in (?:(?:their|his|her|your) )?[Hh]and)?",
    "most": "most|fewest|least|(?:highest|lowest) number of",
    "much": r"(?:most|(?:highest|largest|greatest)(?: number of)?|fewest|least|lowest(?: number of)?)",
    "t": r"(?:(?! to ).)+?",
    "Step": r"[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*",
    "S": NAME,
    "outer": "(?:for each|repeat|if|otherwise if|while) .+",
    "inner": "(?:for each|repeat|if|while|take turns|during|until) .+|together|in one go",
    "longer": r"[\w-]+ (?:to|by|with|for|from|of|at|in|on|than) .+",
    "article": "an?|the|every|all",
    "heading": "piece|place|board|phase|variant|chapter",
    "when": "before|after",
    "event": "enters|leaves",
    "K": rf"(?!(?:times|turns|rounds)\b){NAME}",
    "A": NAME,
    "value": NAME,
    "B": NAME,
}
WHATEVER = (
    r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) ).+?"  # no beginning of a clause
)
ELEMENT = re.compile(r"\[|\]|\(|\)|\||[^\s\[\]()|]+")


@dataclass(frozen=True)
class Phrasing:
    """Sentences of one meaning; `why` tells how the language has it."""

    said: tuple[re.Pattern[str], ...]
    meant: str
    apart: str
    why: str
    told: str = ""


# ----------------------------------------------------------------------------------------------------------- the table


@cache
def table() -> dict[str, tuple[Phrasing, ...]]:
    """The phrasings of whole sentences, of conditions, and of values."""
    data = tomllib.loads((PACKAGE / "text" / "phrasings.toml").read_text("utf-8"))
    return {sort: _rows(rows) for sort, rows in data.items()}


def _rows(rows: Sequence[dict[str, str]]) -> tuple[Phrasing, ...]:
    found: list[Phrasing] = []
    for row in rows:
        patterns = tuple(map(_pattern, row["said"].strip().split("\n")))
        found.append(
            Phrasing(patterns, row["meant"].strip("\n"), row.get("apart", ""), row["why"], row.get("told", ""))
        )
    return tuple(found)


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern as a regular expression; each word has a blank before it. Places are numbered, as some stand twice."""
    signs = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
    places = 0
    parts: list[str] = []
    for one in ELEMENT.findall(text):
        place = re.fullmatch(r"<(\w+)>", one)
        places += place is not None
        if place:
            parts.append(f" (?P<{place[1]}__{places}>{GROUPS.get(place[1], WHATEVER)})")
        else:
            word = f"{re.escape(one[:-1])}(?:s|es)?" if one.endswith("~") else re.escape(one)
            parts.append(signs.get(one, f"(?i: {word})"))
    return re.compile("".join(parts))


def _found(match: re.Match[str]) -> dict[str, str]:
    return {name.partition("__")[0]: words for name, words in match.groupdict().items() if words is not None}


# -------------------------------------------------------------------------------------------------------- what is meant

# Complaints of sentences that have the right form, and words that nothing explains.
REPHRASED = frozenset({"E0203", "E0205", "E0206", "E0208", "E0305", "E0332"})


def rephrased(diagnostic: Diagnostic, sentences: Sequence[Sentence], inventory: Inventory) -> Diagnostic:
    """A complaint of a sentence, with the one that may be meant."""
    span = diagnostic.span
    sentence = next((s for s in sentences if span and s.line <= span.line <= s.end_line), None)
    told = bool(diagnostic.code == "E0203" and diagnostic.hints)  # what the words are, not the sentence
    begin = said_in_a_line(sentence).split(" ")[:3] if sentence else []
    same = [hint for hint in diagnostic.hints if hint.split(" ")[:3] == begin]  # the same sentence, mended
    if span is None or sentence is None or diagnostic.code not in REPHRASED or told:
        return diagnostic
    if same:
        further = next(_composed(same[0].replace(",", " ,"), inventory), None)
        message = f"{diagnostic.message} {further.message}" if further else ""
        return replace(diagnostic, message=message, hints=(further.hint,), near=()) if further else diagnostic
    for meant in (m for m in meant_there(sentence, sentences, inventory) if m.lines):
        first, last = sentence.tokens[0], sentence.tokens[-1]
        whole = replace(span, line=first.line or 1, column=first.column or 1, end_line=last.end_line or 1,
                        end_column=last.end_column or 1)  # fmt: skip
        message = f"{diagnostic.message} {meant.message}"
        return replace(diagnostic, message=message, span=whole, hints=(meant.hint,), near=())
    return diagnostic


def meant_there(sentence: Sentence, sentences: Sequence[Sentence], inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a sentence where it stands: what is left is what is repeated there, else the phase."""
    yield from all_but_those_named(sentence, sentences, inventory)
    yield from only_named(said_in_a_line(sentence), inventory)
    around = [*_around(sentence, sentences)]
    repeated, leaves = any(one.tokens[0].type == "REPEAT" for one in around), False
    for meant in meant_by(said_in_a_line(sentence), inventory.inside(*reversed(around)) if around else inventory):
        leaves = leaves or (repeated and leaves_a_loop(meant))
        if leaves_a_loop(meant) == leaves:
            yield meant


def only_named(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A line that is no more than a name: `Trade`."""
    if text in inventory.phases:
        yield Reworded("What is played there is a phase, which is done.", 0, text.count(" "), (f"do {text}",))
    for mode in ("must", "may") if text in inventory.actions else ():
        why = "Who does something is said first, and whether it must be done."
        yield Reworded(why, 0, text.count(" "), (f"{ACTOR} {mode} {text}",))


def leaves_a_loop(meant: Reworded) -> bool:
    return bool(meant.lines) and meant.lines[-1].endswith(LEAVES)


def _around(sentence: Sentence, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The sentences under which it stands, from the innermost to the heading."""
    depth = sentence.depth
    for above in reversed(sentences[: sentences.index(sentence)]):
        if above.depth < depth:
            depth = above.depth
            yield above


def meant_by(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a sentence, and why it is not said so."""
    end = text.count(" ")
    for phrasing in table()["sentence"]:
        for lines, places in _by(phrasing, text, inventory):
            known = places.get("name", "") in inventory.kinds
            beside = _beside(phrasing, places) if not known else ""
            if beside is None:
                continue
            apart = tuple(beside.strip("\n").split("\n")) if beside and beside not in inventory.texts else ()
            apart = tuple(dict.fromkeys((*apart, *places.beside, *_taken_in(lines, inventory))))
            told = _told(phrasing, places)
            if lines != (in_a_line(text),) and told is not None:
                yield Reworded(phrasing.why, 0, end, lines, apart, told)
    clauses = [*_with_a_clause(text, inventory)]
    for composed in _composed(text, inventory):  # with what is asked there, too
        yield replace(composed, message=" ".join([*(one.message for one in clauses[:1]), composed.message]))
    yield from clauses
    yield from framed(text, inventory)
    yield from _with_another(text, inventory)
    yield from _with_possessives(text, inventory)
    yield from _without_haste(text, inventory)


def _without_haste(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`the game ends immediately when …`: what a rulebook says is done at once in any case."""
    told = HASTE.sub("", text, count=1)
    if told != text and told:
        yield Reworded(AT_ONCE, 0, text.count(" "), (in_a_line(told),))
        for meant in meant_by(told, inventory):
            yield replace(meant, end=text.count(" "))


def _with_possessives(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`Ann's Purse`, `the other's Hand`: `the Purse of Ann`, `the Hand of the other`."""
    told = of_whom(text)
    if told != text:
        yield Reworded(WHOSE, 0, text.count(" "), (in_a_line(told),))
        for meant in meant_by(told, inventory):
            yield replace(meant, end=text.count(" "), message=f"{WHOSE} {meant.message}")


def _with_another(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What is done with `another player`, who is chosen first."""
    found = ANOTHER.search(text)
    if found is None:
        return
    for name in ("other", "rival"):  # another thing may be called so by what is meant
        rest = f"{text[: found.start()]}the {name}{text[found.end() :]}"
        first = f"{ACTOR} chooses a Player called {name} that is not {ACTOR}"
        for meant in meant_by(rest, inventory):
            told = f"{CHOSEN} {meant.message}"
            if meant.lines and not meant.told and not any(f" called {name} " in line for line in meant.lines):
                yield replace(meant, end=text.count(" "), message=told, lines=(first, *meant.lines))
        yield Reworded(CHOSEN, 0, text.count(" "), (first, in_a_line(rest)))


def _with_a_clause(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A sentence with its condition, or its value, in other words."""
    for sort, clause in (("condition", CLAUSE.fullmatch(text)), ("value", NAMED.fullmatch(text))):
        for part in _first_clauses(clause[2]) if clause else ():
            found = _clause(part.removesuffix(" then"), inventory, sort)
            if clause and found:
                rest = clause[2].removeprefix(part)
                yield Reworded(found[0], 0, text.count(" "), (in_a_line(clause[1], found[1], *rest.split()),))


def _composed(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A sentence with what is done then in other words."""
    text = EITHER.sub(r"\1 ", text)
    for phrasing in table()["composed"]:
        for lines, places in _by(phrasing, text, inventory):
            if lines != (in_a_line(text),):
                yield Reworded(phrasing.why, 0, text.count(" "), lines, tuple(dict.fromkeys(places.beside)))


def _first_clauses(text: str) -> Iterator[str]:
    """What may be a condition: all of it, or what stands before a comma, behind which it is said what happens."""
    before, comma, _ = text.rpartition(" , ")
    if comma:
        yield before
    yield text


def _taken_in(lines: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """The chapter of the library that says which spaces are empty, where lines ask that and the rulebook has no word
    for it."""
    known = any(" empty when" in text or (text.startswith("use ") and "Pieces" in text) for text in inventory.texts)
    if not known and any(" empty " in f"{line} " for line in lines):
        yield "use Pieces"


def _beside(phrasing: Phrasing, places: Places) -> str | None:
    """What stands at the left edge besides; None where not all of it is known."""
    with suppress(Unknown):
        return phrasing.apart.format_map(places)
    return None


def _told(phrasing: Phrasing, places: Places) -> str | None:
    """What to do that no lines in place of the sentence say; None where not all of it is known."""
    with suppress(Unknown):
        return phrasing.told.format_map(places)
    return None


def meant_alone(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a condition that stands alone, as under `a Card is good when`."""
    found = _clause(text, inventory)
    if found:
        yield Reworded(found[0], 0, text.count(" "), (found[1],))


def _by(phrasing: Phrasing, text: str, inventory: Inventory) -> Iterator[tuple[tuple[str, ...], Places]]:
    """The lines that a phrasing gives for a text, by the first of its patterns that fits and of which all is known."""
    for pattern in phrasing.said:
        match = pattern.fullmatch(f" {text}")
        if match:
            places = Places(_found(match), FILLERS, inventory, text, _clause_or_itself, meant_by)
            with suppress(Unknown):
                yield _lines(phrasing.meant, places), places
                return


def _clause(text: str, inventory: Inventory, sort: str = "condition") -> tuple[str, str] | None:
    """A condition, each of several that are joined, or a value, as the language has it, and why."""
    for phrasing in table()[sort]:
        for lines, _ in _by(phrasing, text, inventory):
            if lines[0] != text:
                alone = len(VERB.findall(f"{text} ")) == 1  # of several clauses each is found below
                return phrasing.why, _each_part(lines[0], inventory, sort) if alone else lines[0]
    for joint in JOINT.finditer(text):
        parts = [text[: joint.start()], _with_its_subject(text[: joint.start()], text[joint.end() :])]
        told = [_clause(part, inventory, sort) for part in parts]
        if any(told):
            first, second = (one[1] if one else part for one, part in zip(told, parts, strict=True))
            return next(one[0] for one in told if one), f"{first} {joint[1]} {second}"
    return None


def _each_part(text: str, inventory: Inventory, sort: str) -> str:
    """Several clauses that a phrasing made of one, each as the language has it."""
    parts = re.split(r"( and | or )", text)
    if len(parts) == 1 or not all(SUBJECT.match(part) for part in parts[::2]):
        return text
    told = ((_clause(part, inventory, sort) or ("", part))[1] if n % 2 == 0 else part for n, part in enumerate(parts))
    return "".join(told)


def _with_its_subject(first: str, second: str) -> str:
    """`holds 2 Cards`, behind `the Player has 3 Coins or`: `the Player holds 2 Cards`."""
    subject = SUBJECT.match(first)
    return f"{subject[1]} {second}" if subject and VERB.match(second) else second


def _clause_or_itself(text: str, inventory: Inventory) -> str:
    told = _clause(text, inventory)
    return told[1] if told else text


def _lines(meant: str, places: Places) -> tuple[str, ...]:
    """The lines of what is meant, if it is said in this place at all; what is done once needs no `repeat`."""
    lines = [line for template in meant.split("\n") if template for line in _filled(template, places) if line]
    if any(depth(above) > depth(line) + 1 for above, line in pairwise(lines)):  # which a tip cannot tell
        raise Unknown
    once = next((k for k, line in enumerate(lines) if line.strip() == "repeat 1 times"), None)
    if once is not None:
        deeper = takewhile(lambda line: depth(line) > depth(lines[once]), lines[once + 1 :])
        inside = [line.removeprefix("    ") for line in deeper]
        lines[once : once + 1 + len(inside)] = inside
    return tuple(lines)


def _filled(template: str, places: Places) -> Iterator[str]:
    """A line with what stands in its places. `{lines}` are those that say what `<then>` means, done by whoever is
    named; so is `{each}`, or that a player does it; `{line}` is the only one, where it stands behind something.
    `{lines of a}` are those of another place, `{others}` what `the other` does, `{neighbour}` who sits beside."""
    found = LINES.fullmatch(template)
    if found is None:
        yield OWN_TWICE.sub(r"\2", in_a_line(template.format_map(places)))
        return
    start, sort, name = found.groups()
    then = places.word(name or "then")
    margin = " " * (4 * depth(template))
    for text in _subjects(sort, then, places):
        ways = (m for m in meant_by(text, places.inventory) if m.lines and not m.told)
        deeds = (m for m in ways if not DECLARES.match(m.lines[0]) and places.inventory.may_be_done(m.lines))
        for meant in deeds:
            if sort != "line":
                places.beside += meant.apart
                yield from (margin + line for line in meant.lines)
                return
            if len(meant.lines) > 1:
                break
            if not COMPOUND.match(meant.lines[0]):
                places.beside += meant.apart
                yield in_a_line(f"{start.format_map(places).rstrip()} {meant.lines[0]}".lstrip())
                return
    for text in map(in_a_line, _subjects(sort, then, places)):  # what is right as it stands
        if PLAIN_DEED.match(text) and places.inventory.is_done(text):
            yield margin + text if sort != "line" else in_a_line(f"{start.format_map(places).rstrip()} {text}".lstrip())
            return
    if sort != "each":
        raise Unknown
    yield f"{margin}{ACTOR} {then}"


def _subjects(sort: str, then: str, places: Places) -> tuple[str, ...]:
    """What is done, with whoever may do it."""
    match sort:
        case "others":
            return (f"the other {then}",)
        case "neighbour":
            side = places.word("side", "left")
            return (f"the {side} of {ACTOR} {then}",)
        case "leads":
            return (f"the leader {then}",)
        case _:  # whoever is named, or acts
            they = re.sub(r"^(?:they|he|she|you) ", "", then)
            begun = places.get("a", "")
            same = re.match(rf"(?:{PLAYER}) (?=[a-z])", begun)  # whoever did what stands before
            who = same[0].strip() if same and "p" not in places else places["p"]  # who acts, where nobody is named
            if "K" in places:
                then = they = re.sub(r"^it ", f"the {places['K']} ", they)
            first = (then,) if who == ACTOR or then.startswith(f"{who} ") else ()
            return (*behind(they, begun, who), *first, f"{who} {they}")
