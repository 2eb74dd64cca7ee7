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
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from dsl.resources import PACKAGE
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import a_or_an
from dsl.text.inventory import ACTOR, Inventory, Unknown, said_in_a_line
from dsl.text.lexer import Sentence
from dsl.text.other_languages import SLIPS
from dsl.text.rewordings import Reworded, in_a_line

NUMBERS = {word: meant[0] for word, meant in SLIPS.items() if meant[0].isdecimal() and " " not in word}
LEAD = "if|only if|otherwise if|only while|while|repeat until|whenever|the game ends when"
CLAUSE = re.compile(rf"({LEAD}|when|only when|then|until|(?:an?|the) [^,]+? when) (.+)")
NAMED = re.compile(r"(let [\w-]+ be) (.+)")
SPACE = re.compile(r"[A-Z]{1,2}\d{1,2}")
JOINT = re.compile(r" (and|or) (?!that\b)")
PLAYER = r"[Yy]ou|the opponent of the Player|the [a-z][\w-]*|[A-Z][\w-]*|the (?:active )?Player"
NAME = r"[\w'-]+(?: [A-Z][\w'-]+)*"
GROUPS = {
    "n": rf"\d+|an?|both|{'|'.join(NUMBERS)}",
    "p": PLAYER,
    "viewer": f"the opponent(?: of the Player)?|{PLAYER}",
    "q": r"[\w-]+",
    "below": r"-\d+",
    "direction": r"[a-z-]+",
    "lead": LEAD,
    "start": r".+?",
    "end": "top|bottom",
    "example": "given|then",
    "follows": r"(?:times|(?:is|are) .*|, .*)",
    "word": r"[a-z][\w-]*",
    "verb": r"[a-z][\w-]*",
    "much": r"(?:most|(?:highest|largest|greatest)(?: number of)?|fewest|least|lowest(?: number of)?)",
    "t": r"(?:(?! to ).)+?",
    "Step": r"[A-ZÀ-Þ][\w'-]*(?: [A-ZÀ-Þ][\w'-]*)*",
    "S": NAME,
    "article": "an?|the|every|all",
    "heading": "piece|place|board|phase|variant|chapter",
    "when": "before|after",
    "event": "enters|leaves",
    "K": NAME,
    "A": NAME,
}
WHATEVER = (
    r"(?!(?:if|only|when|while|whenever|otherwise|let|for|given|then|after|before) ).+?"  # no beginning of a clause
)
COINED = ("finished", "ahead", "done-for", "meant")  # qualities that the writer still has to name better
ELEMENT = re.compile(r"\[|\]|\(|\)|\||[^\s\[\]()|]+")


@dataclass(frozen=True)
class Phrasing:
    """Sentences of one meaning; `why` tells how the language has it."""

    said: tuple[re.Pattern[str], ...]
    meant: str
    apart: str
    why: str


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
        found.append(Phrasing(patterns, row["meant"].strip("\n"), row.get("apart", ""), row["why"]))
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
REPHRASED = frozenset({"E0203", "E0205", "E0206", "E0305", "E0332"})


def rephrased(diagnostic: Diagnostic, sentences: Sequence[Sentence], inventory: Inventory) -> Diagnostic:
    """A complaint of a sentence, with the one that may be meant."""
    span = diagnostic.span
    sentence = next((s for s in sentences if span and s.line <= span.line <= s.end_line), None)
    told = bool(diagnostic.code == "E0203" and diagnostic.hints)  # what the words are, not the sentence
    if span is None or sentence is None or diagnostic.code not in REPHRASED or told:
        return diagnostic
    for meant in (m for m in meant_by(said_in_a_line(sentence), inventory) if m.lines):
        first, last = sentence.tokens[0], sentence.tokens[-1]
        whole = replace(span, line=first.line or 1, column=first.column or 1, end_line=last.end_line or 1,
                        end_column=last.end_column or 1)  # fmt: skip
        message = f"{diagnostic.message} {meant.message}"
        return replace(diagnostic, message=message, span=whole, hints=(meant.hint,), near=())
    return diagnostic


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
            if lines != (text,):
                yield Reworded(phrasing.why, 0, end, lines, apart)
    for sort, clause in (("condition", CLAUSE.fullmatch(text)), ("value", NAMED.fullmatch(text))):
        for part in _first_clauses(clause[2]) if clause else ():
            found = _clause(part.removesuffix(" then"), inventory, sort)
            if clause and found:
                rest = clause[2].removeprefix(part)
                yield Reworded(found[0], 0, end, (in_a_line(clause[1], found[1], *rest.split()),))


def _first_clauses(text: str) -> Iterator[str]:
    """What may be a condition: all of it, or what stands before a comma, behind which it is said what happens."""
    yield text
    before, comma, _ = text.rpartition(" , ")
    if comma:
        yield before


def _beside(phrasing: Phrasing, places: Places) -> str | None:
    """What stands at the left edge besides; None where not all of it is known."""
    with suppress(Unknown):
        return phrasing.apart.format_map(places)
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
            places = Places(_found(match), inventory, text)
            with suppress(Unknown):
                yield _lines(phrasing.meant, places), places
                return


def _clause(text: str, inventory: Inventory, sort: str = "condition") -> tuple[str, str] | None:
    """A condition, each of several that are joined, or a value, as the language has it, and why."""
    for phrasing in table()[sort]:
        for lines, _ in _by(phrasing, text, inventory):
            if lines[0] != text:
                return phrasing.why, lines[0]
    for joint in JOINT.finditer(text):
        parts = [text[: joint.start()], text[joint.end() :]]
        told = [_clause(part, inventory, sort) for part in parts]
        if any(told):
            first, second = (one[1] if one else part for one, part in zip(told, parts, strict=True))
            return next(one[0] for one in told if one), f"{first} {joint[1]} {second}"
    return None


def _clause_or_itself(text: str, inventory: Inventory) -> str:
    told = _clause(text, inventory)
    return told[1] if told else text


def _lines(meant: str, places: Places) -> tuple[str, ...]:
    """The lines of what is meant, if it is said in this place at all; what is done once needs no `repeat`."""
    lines = [line for template in meant.split("\n") if template for line in _filled(template, places)]
    once = next((k for k, line in enumerate(lines) if line.strip() == "repeat 1 times"), None)
    if once is not None:
        lines[once:] = [line.removeprefix("    ") for line in lines[once + 1 :]]
    return tuple(lines)


def _filled(template: str, places: Places) -> Iterator[str]:
    """A line with what stands in its places. `{lines}` are those that say what `<then>` means; so is `{each}`, or
    that a player does it."""
    deeds = re.fullmatch(r"( *){(lines|each)}", template)
    if deeds is None:
        yield in_a_line(template.format_map(places))
        return
    for text in (places.word("then"), f"{ACTOR} {places.word('then')}"):
        for meant in meant_by(text, places.inventory):
            yield from (deeds[1] + line for line in meant.lines)
            return
    if deeds[2] == "lines":
        raise Unknown
    yield f"{deeds[1]}{ACTOR} {places.word('then')}"


class Places(dict[str, str]):
    """What stands in the places of a phrasing, and what the rulebook tells of it.

    `{Ks}` are several of the piece; `{deck}`, `{discard}`, `{hand}` the places that are so; `{store}` where the pieces
    are at first; `{held}` where the player has them, `{theirs}` the other one; `{inside}` what pieces a place is for.
    """

    def __init__(self, found: dict[str, str], inventory: Inventory, text: str) -> None:
        super().__init__(found)
        self.inventory, self.text = inventory, text

    def __getitem__(self, name: str) -> str:
        told = TOLD.get(name)
        if told is not None:
            return told(self, self.inventory)
        if name not in self:
            raise Unknown
        words = super().__getitem__(name)
        return words if name in AS_THEY_STAND else self.inventory.phrase(words, self["p"])

    def word(self, name: str, otherwise: str = "") -> str:
        """What stands there, as it is written."""
        if name not in self and not otherwise:
            raise Unknown
        return self.get(name, otherwise)

    @property
    def named_place(self) -> str:
        """The name of the place."""
        return self.inventory.called(re.sub(r" of .*", "", self["place"]))


AS_THEY_STAND = frozenset(
    "q r z v w S m a b start end example list name shape direction word verb Step heading when event rest lead".split()
)


def _number(places: Places, _: Inventory) -> str:
    word = places.word("n", "1").lower()
    return {"a": "1", "an": "1", "both": "2"}.get(word, NUMBERS.get(word, word))


def _several_times(places: Places, inventory: Inventory) -> str:
    """So many, if they are several."""
    number = _number(places, inventory)
    if number == "1":
        raise Unknown
    return number


def _piece(places: Places, inventory: Inventory) -> str:
    name = inventory.called(places.word("K"))
    if inventory.thing(name).sort != "piece":
        raise Unknown
    return name


def _only_one(places: Places, inventory: Inventory) -> str:
    """A piece of which there is just one."""
    name = _piece(places, inventory)
    if not any(re.match(rf"piece the {re.escape(name)}\b", text) for text in inventory.texts):
        raise Unknown
    return name


def _player(places: Places, name: str, inventory: Inventory) -> str:
    word = places.word(name, ACTOR)
    if word == "the opponent" and not any("called opponent" in text for text in inventory.texts):
        return f"the opponent of {ACTOR}"
    return ACTOR if word.lower() == "you" else word


def _place(places: Places, name: str) -> str:
    inventory = places.inventory
    phrase = inventory.phrase(places.word(name), places["p"])
    if SPACE.fullmatch(phrase):
        return phrase
    known = inventory.called(re.sub(r" of .*", "", phrase))
    if known not in inventory.spaces and inventory.thing(known).sort == "piece":
        raise Unknown
    return phrase


def _gone(places: Places, inventory: Inventory) -> str:
    """Where what leaves the board lies at first."""
    return f"the {inventory.start_of(inventory.called(re.sub(r' (?:of|on|in) .*', '', places['x'])))}"


def _drawn(places: Places, inventory: Inventory) -> str:
    if "K" in places and inventory.start_of(places["K"]) != inventory.deck():
        raise Unknown
    return f"the {inventory.deck()}"


def _some_space(places: Places, inventory: Inventory) -> str:
    space = inventory.called(places.word("S"))
    return f"{a_or_an(places['w'])} {places['w']} {space}" if "w" in places else f"{a_or_an(space)} {space}"


def _dice(places: Places, inventory: Inventory) -> str:
    return inventory.thing(inventory.called(places.word("dice"))).others


def _how_many_dice(places: Places, inventory: Inventory) -> str:
    if "n" in places:
        return places["n"]
    lines = inventory.thing(inventory.called(places.word("dice"))).lines
    return next((line.split()[2] for line in lines if re.fullmatch(r"there are \d+", line)), "2")


def _must(places: Places, inventory: Inventory) -> str:
    """`the Pawn must not be tired`: `the Pawn is not tired`."""
    found = re.fullmatch(r"(not )?be (.*)", places["z"])
    if not found:
        raise Unknown
    text = f"{places['x']} is {found[1] or ''}{found[2]}"
    return _clause_or_itself(text, inventory)


def _printed(places: Places, _: Inventory) -> str:
    """What is printed for a Name with small words, `seal of excellence`: all that stands in the heading."""
    return re.sub(r"^\w+ (?:the )?", "", places.text).lower()


def _deed(places: Places, inventory: Inventory) -> str:
    """What is done by `sells 3 leather`: the action of that verb, with what it is done to."""
    verb = places["verb"]
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    action = inventory.only(name for name in inventory.actions if name.partition(" ")[0].lower() in stems)
    return f"{action} {re.sub(r'^(?:[0-9]+|an?) ', '', places['rest'])}"


def _done(places: Places, inventory: Inventory) -> str:
    """What a player does by a verb of the rulebook, `takes a bonus`; and for whom, if that is last there."""
    verb = places.word("verb")
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    rest = f" {places['rest']}" if "rest" in places else ""
    head = inventory.only(
        text for text in inventory.texts for stem in stems if re.match(rf"to {stem}\b", text) and verb != stem
    )
    whose = re.search(r" (\w+) a Player(?: called [\w-]+)?$", head)
    stem = head.split(" ")[1]
    missing = f" {whose[1]} {places['p']}" if whose and f" {whose[1]} " not in f"{rest} " else ""
    return f"{stem}{rest}{missing}"


def _first(_: Places, inventory: Inventory) -> str:
    if not inventory.seats:
        raise Unknown
    return inventory.seats[0]


def _seat(places: Places, inventory: Inventory) -> str:
    return places.word("p") if places.get("p") in inventory.seats else _first(places, inventory)


def _action(places: Places, inventory: Inventory) -> str:
    if places.word("Action") not in inventory.actions:
        raise Unknown
    return places.word("Action")


def _actions(_: Places, inventory: Inventory) -> str:
    if not inventory.actions:
        raise Unknown
    return " or ".join(inventory.actions)


def _deeds(_: Places, inventory: Inventory) -> str:
    """Any of them, as a rule names what it follows."""
    if not inventory.actions:
        raise Unknown
    *others, last = inventory.actions
    return f"{', '.join(others)} or {last}" if others else last


def _price(places: Places, _: Inventory) -> str:
    """A number, of something if it is said of what."""
    return " ".join(places[name] for name in ("n", "q") if name in places)


def _windows(_: Places, inventory: Inventory) -> str:
    if not inventory.windows:
        raise Unknown
    return ", ".join(inventory.windows)


def _at(places: Places, inventory: Inventory) -> str:
    place = inventory.things.get(places.named_place)
    return f"{'in' if place is not None and place.sort == 'place' else 'on'} {places['place']}"


def _each(places: Places, inventory: Inventory) -> str:
    return inventory.called(places.word("each"))


def _with_article(name: str) -> str:
    return f"{a_or_an(name)} {name}"


def _held(places: Places, inventory: Inventory) -> str:
    return places["place"] if "place" in places else f"the {inventory.held(places['K'])} of {places['p']}"


def _flags(places: Places, inventory: Inventory) -> list[str]:
    """The qualities that the thing can have or not."""
    thing = inventory.thing(inventory.called(re.sub(r" (?:of|on|in) .*", "", places["x"])))
    lists = (
        line.removeprefix("can be ").partition(" , seen ")[0] for line in thing.lines if line.startswith("can be ")
    )
    return [word for listed in lists for word in listed.split(" , ")]


def _made_so(places: Places, inventory: Inventory) -> str:
    """The quality that a verb gives: who tires a thing makes it tired."""
    verb = places.word("verb")
    stem = verb.removesuffix("s") if verb.endswith("s") else verb
    return inventory.only(flag for flag in _flags(places, inventory) if flag in (f"{stem}d", f"{stem}ed", f"{stem}n"))


def _tally(places: Places, inventory: Inventory) -> str:
    """The value that counts what each player has, if the rulebook has it already."""
    means = re.compile(rf"the ([\w-]+) of a Player means the number of {places['Ks']} in {places['held']}")
    return next((found[1] for text in inventory.texts if (found := means.fullmatch(text))), "tally")


SCORES = (r"the Player scores the ([\w-]+) of the Player", r"the (score|points|result) of a Player means .*",
          r"a Player has an? (Score|Points)\b.*")  # fmt: skip


def _points(_: Places, inventory: Inventory) -> str:
    found = (re.match(pattern, text) for pattern in SCORES for text in inventory.texts)
    return next((match[1] for match in found if match), "score")


def _points_defined(places: Places, inventory: Inventory) -> str:
    """What counts, where the rulebook has it only as something that a place of each player has."""
    if any(re.match(pattern, text) for pattern in SCORES for text in inventory.texts):
        return ""
    has = ((t.name, re.match(r"has an? ([A-Z][\w -]*)", line)) for t in inventory.owned() for line in t.lines)
    place, what = inventory.only((name, match[1]) for name, match in has if match)
    return f"the score of a Player means the {what} of the {place} of the Player"


def _coined(_: Places, inventory: Inventory) -> str:
    """A word for a quality that the rulebook still has no use for."""
    texts = "\n".join(inventory.texts)
    return next((word for word in COINED if not re.search(rf"\b{word}\b", texts)), COINED[0])


def _several(places: Places, inventory: Inventory) -> str:
    return inventory.thing(places["K"]).others


TOLD: dict[str, Callable[[Places, Inventory], str]] = {
    "n": _number,
    "n times": lambda places, _: "" if places["n"] == "1" else f"{places['n']} multiplied by ",
    "p": lambda places, inventory: _player(places, "p", inventory),
    "several n": _several_times,
    "article": lambda places, _: "every" if places.word("article") == "all" else places.word("article"),
    "K": _piece,
    "a K": lambda places, _: _with_article(places["K"]),
    "Ks": _several,
    "A": lambda places, inventory: inventory.called(places.word("A")),
    "place": lambda places, _: _place(places, "place"),
    "other": lambda places, _: _place(places, "other"),
    "at place": _at,
    "only": _only_one,
    "inside": lambda places, inventory: inventory.kept_in(places.named_place),
    "an inside": lambda places, _: _with_article(places["inside"]),
    "deck": lambda _, inventory: f"the {inventory.deck()}",
    "drawn": _drawn,
    "shuffled": lambda places, inventory: places["place"] if "place" in places else f"the {inventory.deck()}",
    "discard": lambda _, inventory: f"the {inventory.discard()}",
    "hand": lambda places, inventory: f"the {inventory.hand()} of {places['p']}",
    "store": lambda places, inventory: f"the {inventory.start_of(places['K'])}",
    "from": lambda places, _: places["place"] if "place" in places else places["store"],
    "gone": _gone,
    "held": _held,
    "theirs": lambda places, inventory: f"the {inventory.held(places['K'])} of {_player(places, 'viewer', inventory)}",
    "viewer": lambda places, inventory: _player(places, "viewer", inventory),
    "w S": _some_space,
    "dice": _dice,
    "dice n": _how_many_dice,
    "c": lambda places, inventory: _clause_or_itself(places.word("c"), inventory),
    "must": _must,
    "first": _first,
    "printed": _printed,
    "deed": _deed,
    "done": _done,
    "a S": lambda places, inventory: _with_article(inventory.called(places.word("S"))),
    "seat": _seat,
    "Action": _action,
    "actions": _actions,
    "deeds": _deeds,
    "windows": _windows,
    "n and what": _price,
    "its quality": lambda places, inventory: inventory.only(_flags(places, inventory)),
    "made so": _made_so,
    "highest": lambda places, _: "lowest" if re.match("fewest|least|lowest", places.word("much")) else "highest",
    "tally": _tally,
    "tally defined": lambda places, _: (
        f"the {places['tally']} of a Player means the number of {places['Ks']} in {places['held']}"
    ),
    "points": _points,
    "points defined": _points_defined,
    " follows": lambda places, _: f" {places.get('follows', '')}".rstrip(),
    " rest": lambda places, _: f" {places.get('rest', '')}".rstrip(),
    ", rest": lambda places, _: f", {places['rest']}" if "rest" in places else "",
    "a a": lambda places, inventory: _with_article(inventory.called(places.word("a"))),
    "a b": lambda places, inventory: _with_article(inventory.called(places.word("b"))),
    "a thing z": lambda places, inventory: _with_article(inventory.called(places.word("z"))),
    "a z": lambda places, _: _with_article(places["one z"]),
    "zs": lambda places, inventory: inventory.several(places["one z"]),
    "coined": _coined,
    "phase": lambda _, inventory: inventory.only(inventory.phases),
    "one z": lambda places, inventory: inventory.called(places.word("z")),
    "each": _each,
    "time": lambda places, _: places.word("time").removeprefix("the "),
}
