"""What a sentence that fits no pattern may be meant to be, where that takes another order of words, or a line more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lark import Token

from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import Inventory
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS
from dsl.text.other_languages import SLIPS

WHERE = PLACE_WORDS | {"THE", "NAME", "WORD", "CALLED"}  # of what a phrase is made that says where one certain place is
ARTICLES = frozenset({"A", "AN"})
COUNTED = frozenset({"PLACE", "PIECE", "BOARD"})  # headings of what can be counted out
NAMING = frozenset({"THE", "CALLED", "LET"})  # before a word that stands for something
SAID = frozenset({"IS", "ARE", "NOT"})  # before a quality
ORDINALS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth".split()
BOTH = "in place of both lines: "
SOMEWHERE = " in the …"  # the writer has to say where


@dataclass(frozen=True, slots=True)
class Reworded:
    """What is wrong with the words from `start` to `end`, and lines that may be meant, indented as they stand below one
    another; `apart` are lines of a definition, which stands by itself. `told`: what is told in place of the
    lines, which only show then that nothing else is wrong."""

    message: str
    start: int
    end: int
    lines: tuple[str, ...]
    apart: tuple[str, ...] = ()
    told: str = ""

    @property
    def readable(self) -> list[str]:
        """The lines without what is still to be said."""
        return [line.replace(SOMEWHERE, "") for line in self.lines]

    @property
    def hint(self) -> str:
        told = [_on_one_line(self.lines)] if self.lines else []
        beside = [f"at the left edge: {_on_one_line(self.apart)}"] if self.apart else []
        return self.told or ", and ".join([*told, *beside])


def _on_one_line(lines: Sequence[str]) -> str:
    """Lines as they are told in a sentence."""
    told = lines[0]
    for above, line in pairwise(lines):
        deeper = depth(line) > depth(above)
        told += f", and {'under it' if deeper else 'on the next line'}: {line.lstrip()}"
    return told


def depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // 4


def reworded(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    yield from _behind_a_place(words, at)
    yield from _of_two_words(words, at, inventory)
    yield from _without_a_role(words, at, inventory.roles)
    yield from _of_a_value(words, at, inventory.defined)
    yield from _known_of(words, at)
    yield from _counted_in_its_heading(words, at)
    yield from _for_a_value(words, at, inventory)
    yield from _numbered(words, at)
    yield from _from_an_end(words, at)
    yield from _several_moved(words, at, inventory.names)
    yield from _given_a_name(words, at, inventory.defined)
    yield from _condition_behind(words, at)
    yield from _all_on_one_line(words, at)


# ------------------------------------------------------------------------------------------------- that, behind a place


def _behind_a_place(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`a Cube in the Supply that is big`: `a Cube that is in the Supply and that is big`, `a big Cube in the Supply`;
    `a Cube on a Cell that is dark`: `a Cube on a dark Cell`."""
    if words[at].type != "THAT" or at + 2 >= len(words):
        return
    message = "`that` does not fit behind a place."
    behind, name = _called_behind(words, at)
    texts = [str(word) for word in words[:at]]
    start = of_the_place(words, at)
    if start is not None:
        where = ["that", behind[1], *texts[start:], "and", *behind]
        yield Reworded(message, at, at, (in_a_line(*texts[:start], *name, *where),))
    before = at if start is None else start
    noun = before - 1 if words[before - 1].type == "NAME" else before - 3
    qualities = _qualities(words[at:-1])
    if qualities and noun > 0 and words[noun].type == "NAME":
        front = [*texts[:noun], *qualities, texts[noun]]
        if words[noun - 1].type in ARTICLES:
            front[noun - 1] = a_or_an(qualities[0])
        rest = behind[3 * len(qualities) :]  # `that`, or `and that`, is one word, `is` one, and the quality
        yield Reworded(message, at, at, (in_a_line(*front, *name, *texts[noun + 1 :], *rest),))


def _qualities(words: Sequence[Token]) -> list[str]:
    """Those of `that is big and that is red`, where nothing else is said behind `that`."""
    found: list[str] = []
    while len(words) > 2 and words[0].type in ("THAT", "_AND_THAT") and words[2].type == "WORD":
        found.append(str(words[2]))
        words = words[3:]
    return [] if words and words[0].type in ({"_AND_THAT"} | ROLE_WORDS | PLACE_WORDS) - {"TO"} else found


def _called_behind(words: Sequence[Token], at: int) -> tuple[list[str], list[str]]:
    """What stands from there on, but for `called some`, which belongs behind the noun; and that."""
    texts = [str(word) for word in words[at:-1]]
    if "called" in texts[:-1]:
        k = texts.index("called")
        return [*texts[:k], *texts[k + 2 :]], texts[k : k + 2]
    return texts, []


def of_the_place(words: Sequence[Token], at: int) -> int | None:
    """Where the phrase begins that says in which certain place the thing is; None where it can be in several, of which
    something is said then."""
    first = at
    while first and words[first - 1].type in WHERE:
        first -= 1
    starts = (k for k in range(max(first, 1), at) if words[k].type in PLACE_WORDS and _ends_noun(words, k))
    return next(starts, None)


def _ends_noun(words: Sequence[Token], at: int) -> bool:
    """Whether a noun ends there, perhaps with what it is called."""
    return words[at - 1].type == "NAME" or (at > 2 and words[at - 2].type == "CALLED")


# ------------------------------------------------------------------------------------------- qualities of several words


def _of_two_words(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`is held back`, `is in reach of`, if reach is nothing by itself: what is defined nowhere."""
    start = at
    while start > 1 and words[start - 1].type == "WORD":
        start -= 1
    if words[at].type == "WORD" and words[start - 1].type in PLACE_WORDS and words[start - 2].type in SAID:
        start -= 1
    end = at + 1
    while words[end - 1].type in {"WORD"} | PLACE_WORDS and words[end].type == "WORD":
        end += 1
    parts = [str(word) for word in words[start:end]]
    if len(parts) < 2 or words[start - 1].type not in SAID or words[end - 1].type != "WORD":
        return
    if any(" ".join(parts[i:j]) in SLIPS for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)):
        return
    beside = words[start].type in PLACE_WORDS
    if beside and (parts[-1] in inventory.spoken or parts[-1] in {name.lower() for name in inventory.names}):
        return
    texts = [str(word) for word in words]
    hyphened = "-".join(parts)
    line = in_a_line(*texts[:start], hyphened, *texts[end:])
    if hyphened in inventory.words:
        yield Reworded(f"It is written as where it is defined: `{hyphened}`.", start, end - 1, (line,))
        return
    kind = next((singular(str(w)) for w in reversed(words[:start]) if w.type == "NAME"), "Piece")
    roles = [f"{word} {articled(inventory.kind_of(str(name)))}" for word, name in _roles_from(words, end)]
    told = f"at the left edge: {in_a_line(articled(inventory.kind_of(kind)), 'is', *parts, *roles)} when …"
    told += "" if roles else f"; or under {kind}: can be {' '.join(parts)}"
    message = f"Nothing says what `{' '.join(parts)}` means: words of several words are known once they are defined."
    yield Reworded(message, start, end - 1, (line,), told=told)


def _roles_from(words: Sequence[Token], at: int) -> Iterator[tuple[str, str]]:
    """The things with which a quality is said from there on: `of the Player`, `for Keeper`."""
    while at + 1 < len(words) and words[at].type in PLACE_WORDS | ROLE_WORDS:
        name = next((k for k in (at + 1, at + 2) if k < len(words) and words[k].type == "NAME"), None)
        if name is None:
            return
        yield str(words[at]), singular(str(words[name]))
        at = name + 1


def _without_a_role(words: Sequence[Token], at: int, roles: Mapping[str, str]) -> Iterator[Reworded]:
    """`the target is holding the guess`: `holding with the guess`, or the word that its definition has there."""
    quality = words[at - 1]
    things = {"THE", "NAME"} | ARTICLES
    known = quality.type == "WORD" and str(quality) in roles
    if at > 2 and known and words[at - 2].type in SAID and words[at].type in things:
        role = roles[str(quality)]
        texts = [str(word) for word in words[:-1]]
        message = f"Between a quality and what else it is said of stands a word: `{quality} {role} {texts[at]} …`."
        yield Reworded(message, at, at, (in_a_line(*texts[:at], role, *texts[at:]),))


def _of_a_value(words: Sequence[Token], at: int, defined: Mapping[str, str]) -> Iterator[Reworded]:
    """`the pull of the Boat in the Wind`: `the pull of the Boat with the Wind`, as it is defined."""
    first = at
    while first and words[first - 1].type in WHERE:
        first -= 1
    named = [k for k in range(first, at - 2) if words[k + 1] in defined and words[k + 2].type == "OF"]
    if named and words[at].type in PLACE_WORDS:
        word = str(words[named[0] + 1])
        texts = [str(one) for one in words[:-1]]
        message = f"What else a value is of stands behind `with`, `for`, `to` and the like: `the {word} of … with …`."
        yield Reworded(message, at, at, (in_a_line(*texts[:at], defined[word], *texts[at + 1 :]),))


def _known_of(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Rank of what Red knows of the Card`: `what Red knows of the Rank of the Card`."""
    texts = [str(word) for word in words]
    if at < 3 or texts[at] != "what" or texts[at - 1] != "of" or "knows" not in texts[at:]:
        return
    knows = texts.index("knows", at)
    line = in_a_line(*texts[: at - 3], *texts[at : knows + 2], *texts[at - 3 : at], *texts[knows + 2 :])
    yield Reworded("What a player knows is said first, then of what it is.", at - 3, knows, (line,))


# --------------------------------------------------------------------------------------------- what is named otherwise


def _numbered(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`place Pile 2`: `place Second Pile`, a thing with a Name of its own."""
    number = int(words[at]) if words[at].type == "INT" else 0
    if at and words[at - 1].type == "NAME" and 0 < number <= len(ORDINALS):
        texts = [str(word) for word in words[:-1]]
        article = [] if texts[at - 2] == "the" or words[0].type in COUNTED else ["the"]
        name = f"{ORDINALS[number - 1]} {texts[at - 1]}"
        message = f"Only places that are counted out have numbers; what is declared by itself has a Name: {name}."
        yield Reworded(message, at - 1, at, (in_a_line(*texts[: at - 1], *article, name, *texts[at + 1 :]),))


def _counted_in_its_heading(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`place Pile, one for each Colour`: how many there are is a line of its own."""
    texts = [str(word) for word in words[:-1]]
    if words[0].type not in COUNTED or "each" not in texts[at:]:
        return
    each = texts.index("each", at)
    number = next((_number(text) for text in texts[at:each] if _number(text)), "1")
    count = "there is one" if number == "1" else f"there are {number}"
    lines = (in_a_line(*texts[:at]), "    " + in_a_line(count, "for", *texts[each:]))
    yield Reworded("How many there are is said on a line of its own.", at, len(words) - 2, lines)


def _for_a_value(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Pile for the Colour`: `the Pile of the Colour`."""
    texts = [str(word) for word in words[:-1]]
    if 1 < at < len(texts) - 1 and words[at].type == "FOR" and texts[at - 1] in inventory.places:
        line = in_a_line(*texts[:at], "of", *texts[at + 1 :])
        yield Reworded("A place is `of` that for which there is one each.", at, at, (line,))


# --------------------------------------------------------------------------------------------------- so many are moved


def _from_an_end(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`move a Card from the top of the Deck to …`: `move the top of the Deck to …`."""
    texts = [str(word) for word in words[:-1]]
    if at > 2 and words[at - 1].type == "NAME" and _is_end(texts[at:]) and words[at - 2].type in ARTICLES | {"THE"}:
        message = f"The piece that lies there is `the {texts[at + 2]}` itself."
        yield Reworded(message, at - 2, at + 2, (in_a_line(*texts[: at - 2], *texts[at + 1 :]),))


def _is_end(texts: Sequence[str]) -> bool:
    """Whether it is `from the top of …`."""
    return [*texts[:2], *texts[3:4]] == ["from", "the", "of"] and texts[2] in ("top", "bottom")


def _several_moved(words: Sequence[Token], at: int, names: Collection[str]) -> Iterator[Reworded]:
    """`move 2 Cards from the Deck to the Hand`: one is moved, so many times."""
    move = words[0].type == "MOVE" or "move" in SLIPS.get(str(words[0]), ())
    if not move or len(words) < 4 or words[2].type != "NAME" or at > 2:
        return
    number, one = _number(str(words[1])), singular(words[2])
    if not number or int(number) < 2 or one not in names:
        return
    rest = [str(word) for word in words[3:-1]]
    what = [a_or_an(one), f"{one}{SOMEWHERE}" if rest[:1] == ["to"] else one]
    if _is_end(rest):
        what, rest = [], rest[1:]
    elif rest[:1] == ["from"]:
        rest[0] = "in"
    lines = (f"repeat {number} times", "    " + in_a_line("move", *what, *rest))
    yield Reworded("One piece is moved, or every one; so many are moved one after the other.", 1, 2, lines)


def _number(word: str) -> str:
    """The digits of a number, also of one in words."""
    return next((digits for digits in (word, *SLIPS.get(word, ())) if digits.isdecimal()), "")


# ---------------------------------------------------------------------------------------------- conditions on one line


def _condition_behind(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`nobody wins if C`: `if C, nobody wins`."""
    texts = [str(word) for word in words[:-1]]
    if texts[at : at + 1] == ["if"] and at > 1:
        lines = (f"{in_a_line('if', *texts[at + 1 :])}, {in_a_line(*texts[:at])}",)
        yield Reworded("What has to be so for it stands first.", at, len(texts) - 1, lines)


def _all_on_one_line(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`if C, S, otherwise T`: the other case has a line of its own; `if C then S` has a comma only."""
    texts = [str(word) for word in words[:-1]]
    others = [k for k, word in enumerate(words) if word.type in ("OTHERWISE", "ELSE") or str(word) == "else"]
    then = next((k for k in range(at, min(at + 2, len(texts))) if texts[k] in ("then", ":")), None)
    if words[0].type not in ("IF", "OTHERWISE") or at == 0:
        return
    if then is not None:
        start = then - (texts[then - 1] == ",")
        line = f"{in_a_line(*texts[:start])}, {in_a_line(*texts[then + 1 :])}"
        yield Reworded("Between what has to be so and what is done then stands a comma.", then, then, (line,))
    elif others and others[-1] >= at > 0:
        last = others[-1]
        end = last - (texts[last - 1] == ",")
        lines = (in_a_line(*texts[:end]), in_a_line("otherwise", *texts[last + 1 :]))
        yield Reworded("What is done otherwise stands on a line of its own.", last, len(texts) - 1, lines)


# ------------------------------------------------------------------------------------------------ what is named first


def _given_a_name(words: Sequence[Token], at: int, values: Collection[str]) -> Iterator[Reworded]:
    """`move it to the berth for Red`: what has such a word is given a name on a line of its own."""
    texts = [str(word) for word in words[:-1]]
    start = at - 2
    if start < 1 or words[start].type != "THE" or texts[start + 1] not in values or texts[at : at + 1] == [","]:
        return
    name = texts[start + 1]
    stop = next((k for k in range(at + 1, len(texts)) if words[k].type in ("TO", "COMMA")), len(texts))
    line = in_a_line("let", name, "be", *texts[start:stop])
    message = f"`{texts[at]}` does not fit here: a value of this kind is given a name first, on a line of its own."
    yield Reworded(message, at, at, (line,))


def in_a_line(*words: str) -> str:
    """Words as a sentence."""
    return " ".join(words).replace(" ,", ",").replace(" :", ":").replace("( ", "(").replace(" )", ")").rstrip()
