"""What a sentence that fits no pattern may be meant to be, where that takes another order of words, or a line more."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lark import Token

from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import ACTOR, Inventory
from dsl.text.lexer import PLACE_WORDS
from dsl.text.other_languages import SLIPS

ARTICLES = frozenset({"A", "AN"})
COUNTED = frozenset({"PLACE", "PIECE", "BOARD"})  # headings of what can be counted out
ORDINALS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth".split()
MEASURES = frozenset({"rank", "file", "ring"})
PLACES = frozenset(PLACE_WORDS) - {"OF"}
STOPS = frozenset({"and", "or", "called", ",", "whose", "that", "is", "are"})  # behind what is said of where things are
OPENING = frozenset({"IF", "WHEN", "WHENEVER", "WHILE", "UNTIL"})  # behind which something has to be so
NAMED_SO = ("other", "found", "meant")  # what is found by them, where nothing else has that name
AT_LENGTH = "What is said at such length has a name here, which a line before gives it."
MOST_BACK, MOST_ON = 12, 40  # words before and behind one that does not fit, of which a phrase is made
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
        less = depth(above) - depth(line)
        where = "under it" if less < 0 else "after that" if less else "on the next line"
        told += f", and {where}: {line.lstrip()}"
    return told


def depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // 4


def reworded(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    yield from _for_a_value(words, at, inventory)
    yield from _end_at_an_edge(words, at)
    yield from _on_each(words, at)
    yield from _said_of_a_place(words, at)
    yield from _of_a_measure(words, at)
    yield from _with_the_same(words, at, inventory)
    yield from _with_some_players(words)
    yield from _has_any(words, at, inventory)
    yield from _as_many_as(words, at, inventory)
    yield from _added_if(words)
    yield from _numbered(words, at)
    yield from _moved_apart(words, at)
    yield from _several_moved(words, at, inventory.names)
    yield from _done_at(words, at, inventory)
    yield from _given_a_name(words, at, inventory.defined)
    yield from _all_on_one_line(words, at)
    yield from _one_more_clause(words, at)


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


def _end_at_an_edge(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the game ends at the end of Scoring when …`: a rule at the end of Scoring."""
    texts = [str(word) for word in words[:-1]]
    when = next((k for k in range(at, len(texts)) if texts[k] in ("when", "if")), 0)
    edge = texts[at + 2 : at + 3] if texts[at : at + 2] == ["at", "the"] else []
    names = [texts[k] for k in range(at, when) if words[k].type == "NAME"]
    if texts[:3] != ["the", "game", "ends"] or edge not in (["end"], ["beginning"]) or len(names) != 1:
        return
    called = next((k for k in range(when, len(texts)) if texts[k : k + 2] == [",", "called"]), len(texts))
    name = "".join(texts[called + 2 :]) or f"Last {names[0]}"
    so = in_a_line("if", *texts[when + 1 : called])
    where = f"at the {edge[0]} of a phase"
    message = f"An end is looked for whenever anything changed; {where} stands a rule, with what is done under `if`."
    yield Reworded(message, at, at, (f"rule {name}", f"    at the {edge[0]} of {names[0]}", f"    {so}"))


def _said_of_a_place(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Line of a Row of a Player is full when …`: `a Line is full when …`, with what it is there for as its own."""
    texts = [str(word) for word in words[:-1]]
    be = next((k for k in range(at, len(texts)) if texts[k] == "is"), 0)
    types = [word.type for word in words[:be]]
    if at != 2 or types[:3] != ["THE", "NAME", "OF"] or "when" not in texts[be:] or not ARTICLES & {*types}:
        return
    place, when = texts[1], be + texts[be:].index("when")
    brought = [b for a, b in pairwise(range(be)) if types[a] in ARTICLES and types[b] == "NAME"]
    said = re.sub(rf"\bthe {place}(?: of the [A-Z][\w'-]*)+", f"the {place}", in_a_line(*texts[when + 1 :]))
    for name in (texts[k] for k in brought):
        own = f"the {'owner' if name == 'Player' else name} of the {place}"
        said = re.sub(rf"\bthe {name}\b(?! of\b)", own, said)
    message = "A quality is said of one thing; what that is there for, and whose it is, the thing has itself."
    line = in_a_line(a_or_an(place), place, *texts[be : when + 1], said)
    yield Reworded(message, at, be - 1, (line,))


def _on_each(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`is on B2, C2 or the Quay`: `is on B2, on C2 or on the Quay`. One `or` less could be `is the Quay`, too."""
    texts = [str(word) for word in words[:-1]]
    be = next((k for k in range(min(at, len(texts)) - 1, 0, -1) if texts[k - 1] in ("is", "are")), 0)
    last = next((k for k in range(len(texts) - 1, at - 1, -1) if texts[k] == "or"), 0)
    if not be or not last or words[be].type not in PLACES or not {texts[at], texts[at - 1]} & {",", "or"}:
        return
    listed = [text for text, behind in pairwise(texts[be + 1 : last + 2]) if (text, behind) != (",", "or")]
    again = [f"{text} {texts[be]}" if text in (",", "or") and behind != texts[be] else text
             for text, behind in pairwise([*listed, texts[last + 1]])]  # fmt: skip
    message = f"Behind each comma, and behind `or`, `{texts[be]}` stands again."
    yield Reworded(message, at, at, (in_a_line(*texts[: be + 1], *again, *texts[last + 1 :]),))


def _of_a_measure(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`Fields on the Wall of rank 2`, `Fields of rank 2 on the Wall`: `Fields on the Wall whose rank is 2`."""
    texts = [str(word) for word in words[:-1]]
    k = next(
        (
            k
            for k in range(at + 1, max(at - 4, 0), -1)
            if texts[k - 1 : k] == ["of"] and texts[k : k + 1] and texts[k] in MEASURES
        ),
        0,
    )
    if not k:
        return
    stop = next((p for p in range(k, len(texts)) if texts[p] in STOPS or words[p].type in PLACES), len(texts))
    end = next((p for p in range(stop, len(texts)) if texts[p] in STOPS), len(texts))  # of where they are
    so = ["(", *texts[k + 1 : stop], ")"] if {"plus", "minus"} & {*texts[k + 1 : stop]} else texts[k + 1 : stop]
    rest = ["and", *texts[end:]] if texts[end : end + 1] == ["whose"] else texts[end:]
    line = in_a_line(*texts[: k - 1], *texts[stop:end], "whose", texts[k], "is", *so, *rest)
    yield Reworded("Of those in a place it is said behind the place which number they have.", k - 1, stop - 1, (line,))


def _with_the_same(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`with the same Colour as the Card`, `with the Colour of the Card`: `whose Colour is the Colour of the Card`;
    where it is not said as what, of one like those of which it is said."""
    texts = [str(word) for word in words[:-1]]
    k = next((k for k in range(at, max(at - 4, 0), -1) if texts[k : k + 2] == ["with", "the"]), 0)
    same = texts[k + 2 : k + 3] == ["same"]
    value = k + 2 + same
    if not k or value >= len(texts):
        return
    rest = texts[value + 1 :]
    brought = (p for p in range(k, 0, -1) if texts[p - 1] in ("no", "a", "an", "of") and words[p].type == "NAME")
    named = next((singular(texts[p]) for p in brought), "")
    kind = next((one for one in inventory.kinds if one.lower() == texts[value].lower()), "")
    of = rest[1:] if rest[:1] in (["as"], ["of"]) else ["the", named, *rest] if named else []
    message = "What is the same is said of both."
    if of and kind:
        line = in_a_line(*texts[:k], "whose", kind, "is", "the", kind, "of", *of)
        yield Reworded(message, k, value, (line,))
    elif of and same:
        so = f"whose Title is the Title of {in_a_line(*of)}"
        told = f"say in which value they are the same, as with a column Title: {so}"
        yield Reworded(message, k, value, (in_a_line(*texts[:k]),), told=told)


def _with_some_players(words: Sequence[Token]) -> Iterator[Reworded]:
    """`only with 4 players`, among what is done: `if the number of Players is 4`; `with 3 or 4`: `with 3 to 4`."""
    texts = [str(word) for word in words[:-1]]
    if texts[:2] != ["only", "with"] or texts[-1] not in ("players", "player"):
        return
    numbers = [text for text in texts if text.isdecimal()]
    row = [int(number) for number in numbers]
    if row[1:] and row == [*range(row[0], row[-1] + 1)]:
        message = "So many players, or one more, and so on, are told by the fewest and the most."
        yield Reworded(message, 2, len(texts) - 2, (f"only with {row[0]} to {row[-1]} players",))
    said = " and ".join(
        f"the number of Players is {at_least}{number}"
        for at_least, number in zip(("at least ", "at most ") if numbers[1:] else ("",), numbers, strict=False)
    )
    message = "`only with` stands at the left edge; what is done with so many players stands under `if`."
    yield Reworded(message, 0, len(texts) - 1, (f"if {said}",))


def _has_any(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`if the Card has a Colour, …`: `if the Colour of the Card is not nothing, …`."""
    texts = [str(word) for word in words[:-1]]
    negated = texts[at + 1 : at + 2] == ["no"]
    if texts[at : at + 1] != ["has"] or at + 2 >= len(texts) or texts[at + 2] not in inventory.kinds:
        return
    start = next((k + 1 for k in range(at - 1, -1, -1) if texts[k] in ("if", "when", "and", "or", "while", ",")), 0)
    if texts[at + 3 : at + 4] in ([], [","], ["and"], ["or"]) and texts[at + 1] in ("a", "an", "no"):
        none = inventory.lacking(texts[at + 2])
        has = [] if negated else ["not"] if none == "nothing" else ["more", "than"]
        so = ["the", texts[at + 2], "of", *texts[start:at], "is", *has, none]
        message = f"What a thing has or not is a value, or {none}."
        yield Reworded(message, at, at + 2, (in_a_line(*texts[:start], *so, *texts[at + 3 :]),))


def _as_many_as(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`move price Coins in the Purse to the Bank`: `repeat the price times`, and under it `move a Coin in …`."""
    texts = [str(word) for word in words[:-1]]
    number = 1 + (texts[1:2] == ["the"])
    if texts[:1] != ["move"] or len(texts) < number + 4 or texts[number] not in inventory.spoken:
        return
    if texts[number].title() in (*ORDINALS, "Last"):  # no number: `the first Card`
        return
    if words[number + 1].type == "NAME" and singular(texts[number + 1]) in inventory.names:
        if "from" in texts:
            texts[texts.index("from")] = "in"
        yield so_often(
            texts[number],
            in_a_line("move", a_or_an(singular(texts[number + 1])), singular(texts[number + 1]), *texts[number + 2 :]),
            number,
        )


def so_often(count: str, line: str, at: int) -> Reworded:
    """A line that is done as often as a number says which has a name."""
    return Reworded(
        "So many as a name says are moved one after the other.", at, at, (f"repeat the {count} times", f"    {line}")
    )


def _added_if(words: Sequence[Token]) -> Iterator[Reworded]:
    """`plus 3 if the Player is first`, as a line of a value: a value of its own, which is added."""
    texts = [str(word) for word in words[:-1]]
    if texts[0] not in ("plus", "minus") or "if" not in texts:
        return
    spoken_of = [texts[k] for k in range(1, len(texts)) if texts[k - 1] == "the" and words[k].type == "NAME"]
    of = "Player" if "Player" in spoken_of else (spoken_of or ["Player"])[0]
    case = in_a_line(*texts[1:])
    told = (
        f"at the left edge: the bonus of {articled(of)} means {case}, otherwise 0; "
        f"and in the first line: {texts[0]} the bonus of the {of}"
    )
    message = "Of the lines of a value one counts; what is added only if something is so is a value of its own."
    yield Reworded(message, 0, len(texts) - 1, (texts[1],), told=told)


def _for_a_value(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Pile for the Colour`: `the Pile of the Colour`."""
    texts = [str(word) for word in words[:-1]]
    if 1 < at < len(texts) - 1 and words[at].type == "FOR" and texts[at - 1] in inventory.places:
        line = in_a_line(*texts[:at], "of", *texts[at + 1 :])
        yield Reworded("A place is `of` that for which there is one each.", at, at, (line,))


# --------------------------------------------------------------------------------------------------- so many are moved


def _moved_apart(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`move every Pawn in the Bag and every Card in the Hand to the Market`: a line for each of them."""
    texts = [str(word) for word in words[:-1]]
    to = max((k for k in range(at, len(texts)) if texts[k] == "to"), default=0)
    if texts[:1] == ["move"] and texts[at : at + 1] in (["and"], [","]) and to:
        parts = [part for part in " ".join(texts[1:to]).replace(" , ", " and ").split(" and ") if part]
        lines = tuple(in_a_line("move", part, *texts[to:]) for part in parts)
        yield Reworded("What goes to one place is moved one after the other, each by a line.", at, at, lines)


def _is_end(texts: Sequence[str]) -> bool:
    """Whether it is `from the top of …`."""
    return [*texts[:2], *texts[3:4]] == ["from", "the", "of"] and texts[2] in ("top", "bottom")


def _several_moved(words: Sequence[Token], at: int, names: Collection[str]) -> Iterator[Reworded]:
    """`move two Cards from the bottom of the Deck`: `move the bottom 2 Cards of the Deck`."""
    move = words[0].type == "MOVE" or "move" in SLIPS.get(str(words[0]), ())
    if not move or len(words) < 4 or words[2].type != "NAME" or at > 3:
        return
    number, several, rest = _number(str(words[1])), str(words[2]), [str(word) for word in words[3:-1]]
    if not number or int(number) < 2 or singular(several) not in names:
        return
    if _is_end(rest):
        what, rest = ["the", rest[2], number, several], rest[3:]
    elif rest[:1] == ["to"]:
        what = [number, f"{several}{SOMEWHERE}"]
    else:
        what, rest = [number, several], ["in" if rest[:1] == ["from"] else rest[0], *rest[1:]]
    yield Reworded("So many are moved out of a place, or from the top of it.", 1, 2, (in_a_line("move", *what, *rest),))


def _number(word: str) -> str:
    """The digits of a number, also of one in words."""
    return next((digits for digits in (word, *SLIPS.get(word, ())) if digits.isdecimal()), "")


# ------------------------------------------------------------------------------------- what an action is done with


def _done_at(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`plant a Tree with the Coin on A1`: `plant a Tree with the Coin to A1`, as the heading has it, or has to have it,
    too."""
    start = max((k for k in range(at) if words[k].type == "COMMA"), default=-1) + 1
    roles = inventory.heads.get(str(words[start]), [])
    if words[at].type not in PLACE_WORDS or not roles:
        return
    texts = [str(word) for word in words[:-1]]
    left = [role for role in roles if role not in texts[start:at]]
    if texts[at] in roles[1:]:
        role = next(word for word in ("to", "with", "from", "by") if word not in roles)
        message = (
            f"Behind other words `{texts[at]}` says where the thing before it is: the heading takes `{role}`, too."
        )
    elif left and texts[at] not in roles:
        role, message = left[0], f"The heading of `{texts[start]}` has `{left[0]}` here."
    else:
        return
    yield Reworded(message, at, at, (in_a_line(*texts[:at], role, *texts[at + 1 :]),))


# ---------------------------------------------------------------------------------------------- conditions on one line


def _one_more_clause(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Card is red, the Coin is new and …`: `the Card is red and the Coin is new and …`."""
    if at and words[at].type == "COMMA":
        texts = [str(word) for word in words[:-1]]
        line = in_a_line(*texts[:at], "and", *texts[at + 1 :])
        yield Reworded("Between any two sentences that have to hold stands `and`.", at, at, (line,))


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


def named_before(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`repeat the number of Men plus 1 times`: `let count be the number of Men plus 1`, then `repeat the count times`.
    The likeliest come first: what begins nearest to the word that does not fit, and is long."""
    texts = [str(word) for word in words[:-1]]
    sorts = [word.type for word in words]
    yield from _alike(words, at, inventory)
    yield from _one_certain_thing(sorts, texts, inventory)
    if sorts[:2] == ["WORD", "THE"] and sorts[at] in PLACES:  # what a verb is done with
        name = _fresh(words[2:at], {*inventory.words})
        lines = (in_a_line("let", name, "be", *texts[1:at]), in_a_line(texts[0], "the", name, *texts[at:]))
        yield Reworded(AT_LENGTH, 1, at - 1, lines)
    for start in range(min(at, len(texts) - 1), max(0, at - MOST_BACK), -1):
        if sorts[start] not in {"THE"} | ARTICLES or ("CANNOT" in sorts[:start] and sorts[start] in ARTICLES):
            continue  # none of them can: no certain one is forbidden
        asked = _clause_before(words, start) if sorts[start] in ARTICLES else 0
        for end in range(min(len(texts), at + MOST_ON), max(at, start + 1), -1):
            if asked:  # any that is such: no certain one is meant
                yield from _found_first(texts, asked, start, end, inventory)
            elif _can_have_a_name(sorts, texts, start, end, inventory):
                meant = ["the", *texts[start + 1 : end]]
                others = (*texts[:start], *texts[end:])
                beside = {text.split(" ")[-1].lower() for text in others}  # `the desk to the Desk`
                name = _fresh(words[start + 1 : end], {*inventory.words} | beside)
                lines = (in_a_line("let", name, "be", *meant), in_a_line(*texts[:start], "the", name, *texts[end:]))
                yield Reworded(AT_LENGTH, start, end - 1, lines)


def _one_certain_thing(sorts: list[str], texts: list[str], inventory: Inventory) -> Iterator[Reworded]:
    """`let target be a Boat in …`: `let target be the Boat in …`; a Player, of whom there are several, is chosen."""
    if sorts[:3] != ["LET", "WORD", "BE"] or sorts[3] not in ARTICLES:
        return
    if texts[4:6] == ["Player", "that"] and len(inventory.seats) > 2:  # it would be the next seat
        line = in_a_line(ACTOR, "chooses a Player called", texts[1], *texts[5:])
        yield Reworded("Where several can be meant, somebody chooses which it is.", 3, 3, (line,))
    else:
        line = in_a_line(*texts[:3], "the", *texts[4:])
        yield Reworded("What is given a name is one certain thing.", 3, 3, (line,))


def _can_have_a_name(sorts: list[str], texts: list[str], start: int, end: int, inventory: Inventory) -> bool:
    """Whether the words from `start` to `end` can be those of one certain thing, which a line before names."""
    if texts[start + 1] in inventory.spaces and sorts[start + 2] in ("IN", "ON"):
        return False  # a space lies nowhere: what stands there is said of what was named before
    if sorts[start] in ARTICLES and sorts[start - 1] in PLACE_WORDS:  # one that is named would be a certain one
        return False
    if not {*inventory.heads.get(texts[0], ())} <= {*texts[:start], *texts[end:]}:
        return False  # `give … of gold to Red`: what the verb is told stays there
    return "whose" not in texts[:start] or not ARTICLES & {*sorts[start:end]}  # any of several, too


def _clause_before(words: Sequence[Token], start: int) -> int:
    """Where the sentence begins that has to be so and within which a phrase stands; 0 if it stands in none."""
    opened = max((k for k in range(start) if words[k].type in OPENING), default=-1)
    behind = [words[k].type for k in range(opened + 1, start)]
    if opened < 0 or "COMMA" in behind:
        return 0
    return start - next((k for k, sort in enumerate(reversed(behind)) if sort in ("AND", "OR")), len(behind))


def _found_first(texts: list[str], asked: int, start: int, end: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Field is occupied by a Player that is not …`: `there is a Player called other that is not … and the Field is
    occupied by the other`; nothing is said so of what is not so, of every thing or of how many."""
    said = texts[asked:start]
    if said[:1] == ["there"] or {"no", "not", "every", "number", "total"} & {*said}:
        return
    match texts[start:end]:
        case [*_, "called"]:  # what it is called is not said yet
            return
        case [article, sort, "called", name, *rest]:
            pass
        case [article, sort, *rest]:
            name = next((one for one in NAMED_SO if one not in inventory.words), "")
        case _:  # an article alone, or nothing, is no thing that is found
            return
    there = ["there", "is", article, sort, "called", name, *rest, "and"]
    line = in_a_line(*texts[:asked], *there, *said, "the", name, *texts[end:])
    message = "What is found has a name here, by which the rest of the sentence speaks of it."
    yield Reworded(message, start, end - 1, (line,))


def _alike(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`no Card … whose Suit is the Suit of a Card in the trick`: a quality of two, as any of several can be meant."""
    texts, whose = [str(word) for word in words[:-1]], at - 8
    if whose < 0:
        return
    before = [k for k in range(1, whose) if words[k].type == "NAME" and texts[k - 1] in ("a", "an", "no", "every")]
    quality = next((one for one in ("alike", "akin") if one not in inventory.words), "")
    match texts[whose:at]:
        case ["whose", value, "is", "the", same, "of", _, other] if same == value and before and quality:
            one = texts[before[-1]]
            line = in_a_line(*texts[:whose], "that is", quality, "to", *texts[at - 2 :])
            so = f"the {value} of the {one} is the {value} of the other"
            apart = (f"{articled(one)} is {quality} to {articled(other)} called other when {so}",)
            message = "What two things have alike is a quality, which is defined at the left edge."
            yield Reworded(message, whose, at - 1, (line,), apart)
        case _:  # nothing of two things is compared
            return


def _fresh(words: Sequence[Token], taken: Collection[str]) -> str:
    """A word of its own for what is spoken of so."""
    if words[0] == "number":
        word = "count"
    elif words[0] in ("highest", "lowest", "total") and words[1:]:
        word = str(words[1])
    else:
        word = next((str(one) for one in words if one.type == "NAME"), str(words[0]))
    word = word.split(" ")[-1].lower()
    return next((one for one in (word, f"other-{word}", f"third-{word}") if one not in taken), f"{word}-meant")


def in_a_line(*words: str) -> str:
    """Words as a sentence."""
    return " ".join(words).replace(" ,", ",").replace(" :", ":").replace("( ", "(").replace(" )", ")").rstrip()
