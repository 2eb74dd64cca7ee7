"""Other words for what is said of a thing: by a value, by a quality, where it is, and several things said of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from lark import Token

from dsl.text.conjunctions import VERBS
from dsl.text.inflection import (
    a_or_an,
    articled,
    infinitive,
    present_participle,
    singular,
)
from dsl.text.inventory import NAMING, Inventory
from dsl.text.lexer import LINE_END, PLACE_WORDS, ROLE_WORDS
from dsl.text.other_languages import SLIPS
from dsl.text.rewordings import ARTICLES, Reworded, in_a_line

WHERE = PLACE_WORDS | {"THE", "NAME", "WORD", "CALLED"}  # of what a phrase is made that says where one certain place is
SAID = frozenset({"IS", "ARE", "NOT"})  # before a quality
COMPARED = (("at", "least"), ("at", "most"), ("more", "than"), ("less", "than"))
CLAUSE = frozenset("if when and or until while then given eventually afterwards".split())  # a clause begins behind it
BE = frozenset({"is", "are"})
SAID_BEFORE = frozenset({"is", "are", "not", "and", "or", ","})  # before a quality, also before a further one
# Words of the language that people take for a quality, and one that nothing else means.
OTHERWISE_SAID = {
    "above": "raised", "again": "repeated", "behind": "trailing", "below": "lowered", "done": "finished",
    "ends": "ending", "first": "leading", "in": "present", "on": "running", "out": "eliminated", "over": "finished",
    "secret": "hidden", "together": "united", "under": "covered", "up": "raised",
}  # fmt: skip
# Words with which other lines begin, and a verb in place of each.
OTHERWISE_DONE = {
    "move": "push", "place": "put", "prevent": "hinder", "record": "note", "repeat": "redo", "show": "present",
    "shuffle": "mix", "swap": "exchange", "walk": "wander",
}  # fmt: skip
LATER = "later than"  # what is `behind` another, which is a place word
NO_VERB = "`{word}` is a word of the language: a verb is called by another, in all lines alike."
BEHIND_A_QUALITY = frozenset({"when", "and", "or", ",", "if"})
FIT = ("fit", "apt", "eligible")  # qualities that the writer still has to name better
FITTING = ("ready", "suitable", "open", "free", *FIT)  # for something
ROOMY = ("roomy", "vacant", "free", "open", "unfilled")
THE_NAME = r"\bthe ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
UNLIKE = re.compile(
    r"the number of different (?P<words>(?:[a-z][\w-]* )+)?(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
    r"(?P<of> (?:names?|titles?|types?|sorts?|kinds) among )?"
)
LIES_THERE = re.compile(
    r"(?:(?:on|in|at|upon) which|where) there (?:is|are) (?P<no>no|an?|any) (?P<thing>(?:[a-z][\w-]* )*[A-Z][\w'-]*"
    r"(?: [A-Z][\w'-]*)*)(?! (?:in|of|on|at|that|whose)\b)"
)
NEAR = 6  # words before the one that does not fit, among which `with` can stand


def said_by_a_value(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    texts = [str(word) for word in words[:-1]]
    yield from _of_unlike_ones(texts, inventory)
    yield from _the_same_ones(words, texts, at)
    yield from _with_a_value(words, texts, at, inventory)
    yield from _of_that(words, texts, at)
    yield from _of_a_value(words, texts, at, inventory)
    yield from _neither(words, texts, at)
    yield from _place_again(words, texts, at)
    yield from _has_a_value(words, texts, at, inventory)
    yield from _all_of_them(words, texts, at)


def described(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """The same, of where a thing is, and of what is so of it."""
    yield from _under_what_lies_there(words)
    yield from _behind_a_place(words, at)
    yield from _either_behind_a_place(words, at, inventory)
    yield from _of_a_kind(words, at)
    yield from _a_verb_of_its_own(words, at, inventory)
    yield from _another_form(words, inventory)
    yield from _done_again(words, at)
    yield from _room_in(words, at)
    yield from _has_what_is_so(words, at, inventory)
    yield from _one_becomes_so(words, inventory)
    yield from _a_taken_word(words, at, inventory)
    yield from _are_so(words, at)
    yield from _called_in_two_words(words, at, inventory)
    yield from _of_two_words(words, at, inventory)
    yield from _without_a_role(words, at, inventory.roles)
    yield from _defined_nowhere(words, at, inventory)
    yield from _with_an_article(words, at, inventory)
    yield from _value_behind_others(words, at, inventory)
    yield from _known_of(words, at)


# ---------------------------------------------------------------------------------------------------------- by a value


def _of_unlike_ones(texts: list[str], inventory: Inventory) -> Iterator[Reworded]:
    """`the number of different orange Cards in the Hand`, `different Card names among Cards`: it has to be said of
    what they are different."""
    line = in_a_line(*texts).replace(", but at most ", ", but not above ")
    unlike = UNLIKE.search(line)
    if unlike is None or singular(unlike["name"]) in inventory.kinds or (" among " in line and not unlike["of"]):
        return
    those = "" if unlike["of"] else f"{unlike['words'] or ''}{unlike['name']}"
    so = f"{line[: unlike.start()]}the number of different Titles among {those}{line[unlike.end() :]}"
    message = "It is said of which value they have different ones."
    yield Reworded(message, 0, len(texts) - 1, (so,), told=f"say of which value, as of a column Title: {so}")


def _the_same_ones(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`Cards that are the same as the Card`: in which value they are has to be said; as things they are two."""
    for k in range(max(at - 3, 1), min(at + 1, len(texts))):
        same = texts[k : k + 3] == ["the", "same", "as"] and texts[k - 1] in BE
        such = k - 2 if texts[k - 2] in ("that", "which") else k - 1
        if same and words[such - 1].type in ("NAME", "WORD") and such < k - 1:
            so = in_a_line(*texts[:such], "whose", "Title", "is", "the", "Title", "of", *texts[k + 3 :])
            yield Reworded("What is the same is said of both.", k, k + 2, (in_a_line(*texts[:such]),),
                           told=f"say in which value they are the same, as in a column Title: {so}")  # fmt: skip


def _with_a_value(words: Sequence[Token], texts: list[str], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`a Card with a Rank of at least 5`, `with at least 5 Rank`, `with Rank 5`: `a Card whose Rank is at least 5`; of
    one that has no Rank it is 0, or nothing."""
    for k in range(max(1, at - NEAR), min(at + 1, len(texts))):
        start = k - 1 if texts[k] in ("has", "have") and texts[k - 1] in ("that", "which", "who") else k
        numbered = texts[k] == "of" and _is_so_much(words, k + 1)
        has = start < k or numbered or texts[k] in ("with", "having")
        behind = has and words[start - 1].type == "NAME"
        found = _none_of_it(texts, k + 1, inventory) or _value_said(words, texts, k + 1) if behind else None
        if found is None:
            continue
        name, value, rest = found
        end = rest
        while value[-2:-1] != ["the"] and (
            end < len(texts) and texts[rest : rest + 1] and words[rest].type in PLACE_WORDS and words[end].type in WHERE
        ):
            end += 1
        line = in_a_line(*texts[:start], *texts[rest:end], "whose", name, "is", *value, *texts[end:])
        yield Reworded("What is so of a value is said behind `whose`.", start, max(k, rest - 1), (line,))


def _is_so_much(words: Sequence[Token], at: int) -> bool:
    """Whether there is a value and a number: `crowd 1`."""
    return at + 1 < len(words) and words[at].type in ("WORD", "MEASURE") and words[at + 1].type == "INT"


def _none_of_it(texts: list[str], at: int, inventory: Inventory) -> tuple[str, list[str], int] | None:
    """The same of `no Gold`: a number is 0, another value is nothing."""
    name = texts[at + 1] if texts[at : at + 1] == ["no"] and at + 1 < len(texts) else ""
    return (name, [inventory.lacking(name)], at + 2) if name in inventory.kinds else None


def _value_said(words: Sequence[Token], texts: list[str], at: int) -> tuple[str, list[str], int] | None:
    """The attribute, what is said of it, and where that ends."""
    if at < len(texts) and words[at].type in ARTICLES and words[at + 1].type in ("NAME", "WORD"):
        return _amount(words, texts, at + 3, texts[at + 1]) if texts[at + 2 : at + 3] == ["of"] else None
    if at < len(texts) and (words[at].type == "NAME" or _is_so_much(words, at)):
        return _amount(words, texts, at + 1, texts[at])
    value = _amount(words, texts, at, "")
    if value and value[2] < len(texts) and words[value[2]].type == "NAME":
        return texts[value[2]], value[1], value[2] + 1
    return None


def _amount(words: Sequence[Token], texts: list[str], at: int, name: str) -> tuple[str, list[str], int] | None:
    end = at + 2 if tuple(texts[at : at + 2]) in COMPARED else at
    end += 2 if texts[end : end + 1] == ["the"] else 1
    fits = end <= len(texts) and words[end - 1].type in ("INT", "WORD", "NAME")
    return (name, texts[at:end], end) if fits else None


def _of_that(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`a Gem of that Colour`: `a Gem of the Colour`."""
    if 0 < at < len(texts) - 1 and texts[at] == "that" and words[at + 1].type == "NAME" and texts[at - 1] not in BE:
        message = "What was brought in before is spoken of with `the`."
        yield Reworded(message, at, at, (in_a_line(*texts[:at], "the", *texts[at + 1 :]),))


def _of_a_value(words: Sequence[Token], texts: list[str], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`a Gem of blue`: `a blue Gem`."""
    known = at < len(texts) and any(texts[at] in values for values in inventory.values_of.values())
    if not known or at < 3 or texts[at - 1] != "of" or words[at - 2].type != "NAME":
        return
    front = [*texts[: at - 2], texts[at], texts[at - 2]]
    if words[at - 3].type in ARTICLES:
        front[at - 3] = a_or_an(texts[at])
    yield Reworded("A value stands before the Name.", at - 1, at, (in_a_line(*front, *texts[at + 1 :]),))


def _neither(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`the Card is not red or blue`: `the Card is not red and the Card is not blue`."""
    if at >= len(texts) or texts[at] not in ("or", "and"):
        return
    no = next((k for k in range(at - 1, 1, -1) if texts[k] == "not" and texts[k - 1] in BE), 0)
    if not no:
        return
    start = next((k + 1 for k in range(no, -1, -1) if texts[k] in CLAUSE), 0)
    inner = next((k for k in range(no, start - 1, -1) if texts[k] in ("that", "whose", "and that", "and whose")), start)
    does = words[at + 1].type in ("VERB", "NO_VERB")  # `is not old and stays`
    again = [texts[inner].removeprefix("and "), *texts[inner + 1 : no - 1 if does else no + 1]]
    line = in_a_line(*texts[:at], "and", *again, *texts[at + 1 :])
    yield Reworded("Behind `not` stands one thing only, as of two it could be neither, or not both.", at, at, (line,))


PLACED = PLACE_WORDS | {"RELATION"}


def _place_again(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`is on the Gate or the Moon`: `is on the Gate or on the Moon`."""
    for k in range(min(at + 1, len(texts)) - 1, 2, -1):
        if texts[k] not in ("or", "and"):
            continue
        place = next((p for p in range(k - 1, 0, -1) if words[p].type in PLACED and texts[p - 1] in BE), 0)
        if place:
            message = f"It could be that itself, or be {texts[place]} it: the word before the place stands again."
            yield Reworded(message, k, k, (in_a_line(*texts[: k + 1], texts[place], *texts[k + 1 :]),))
        return


def _is_of_players(name: str, inventory: Inventory) -> bool:
    """Whether players themselves have such a value, and not only pieces that they hold."""
    own = re.compile(rf"(?:a Player has an?|the [a-z][\w -]* of a Player|has an? {re.escape(name)} called) .*")
    held = any(f"has {articled(name)}" in thing.lines for thing in inventory.things.values() if thing.sort == "piece")
    return not held or any(own.match(text) and re.search(rf"\b{re.escape(name)}\b", text) for text in inventory.texts)


def _has_a_value(words: Sequence[Token], texts: list[str], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Card has a Rank of at least 5`: `the Rank of the Card is at least 5`."""
    has = 0 < at < len(texts) and texts[at] == "has" and texts[at + 1 : at + 2] not in (["to"], ["at"])
    found = _value_said(words, texts, at + 1) if has else None
    if found is None:
        return
    name, value, rest = found
    last = value[-1]
    known = not last.islower() or any(last in values for values in inventory.values_of.values())
    if singular(name) in inventory.things or name in inventory.others or not known:  # which players have in places
        return
    if texts[at - 1] in inventory.players and not _is_of_players(name, inventory):  # but things that they have
        return
    start = next((k + 1 for k in range(at, -1, -1) if texts[k] in CLAUSE), 0)
    line = in_a_line(*texts[:start], "the", name, "of", *texts[start:at], "is", *value, *texts[rest:])
    yield Reworded("What is so of a value is said of the value.", at, rest - 1, (line,))


def _all_of_them(words: Sequence[Token], texts: list[str], at: int) -> Iterator[Reworded]:
    """`is white, old and worn`: `is white and old and worn`."""
    comma = max((k for k in range(at + 1) if texts[k : k + 1] == [","]), default=0)
    if comma > 2 and "and" in texts[comma:] and BE & {*texts[:comma]}:
        stop = comma + texts[comma:].index("and")
        line = in_a_line(*["and" if comma <= k < stop and t == "," else t for k, t in enumerate(texts)])
        yield Reworded("Where all are so, `and` stands between any two.", comma, comma, (line,))


# -------------------------------------------------------------------------------------------------------- where it is


def _under_what_lies_there(words: Sequence[Token]) -> Iterator[Reworded]:
    """`a City on which there is no Station`, `where there is no Station`: `a City that is not under a Station`."""
    line = in_a_line(*map(str, words[:-1]))
    for found in LIES_THERE.finditer(line):
        thing = found["thing"]
        so = f"that is {'not ' if found['no'] == 'no' else ''}under {a_or_an(thing)} {thing}"
        start = len(line[: found.start()].split())
        reworded = f"{line[: found.start()]}{so}{line[found.end() :]}"
        yield Reworded("What lies on a thing is said of the thing by `under`.", start, len(words) - 2, (reworded,))


def _behind_a_place(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`a Cube in the Supply that is big`: `a Cube that is in the Supply and that is big`, `a big Cube in the Supply`;
    `a Cube on a Cell that is dark`: `a Cube on a dark Cell`."""
    if words[at].type not in ("THAT", "WHOSE") or at + 2 >= len(words):
        return
    message = f"`{words[at]}` does not fit behind a place."
    behind, name = _called_behind(words, at)
    texts = [str(word) for word in words[:at]]
    start = _of_the_place(words, at)
    if start is not None and words[start].type == "OF" and words[start - 2].type == "THE":  # what something has
        start = _of_the_place(words, at, start + 1) or start
    if start is not None:
        be = behind[1] if words[at].type == "THAT" else "is"
        where = ["that", be, *texts[start:], "and", *behind]
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


def _either_behind_a_place(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`a Cell beside the Ship that is held by the Player or that is dark`: `a Cell that is beside the Ship and that is
    fit for the Player`, where a Cell is fit for a Player when it is held by that one or is dark."""
    start = _of_the_place(words, at) if words[at].type in ("THAT", "WHOSE") else None
    end = next((k for k in range(at, len(words)) if words[k].type in ("COMMA", LINE_END, "CITE")), len(words) - 1)
    either = {word.type for word in words[at:end]} & {"_OR_THAT", "_OR_WHOSE"}
    fit = next((word for word in FIT if word not in inventory.words), "")
    if start is None or not either or not fit or words[start - 1].type != "NAME":
        return
    name, texts = str(words[start - 1]), [str(word) for word in words[:-1]]
    so = _said_by_itself(in_a_line(*texts[at:end]), name)
    others = sorted(({*re.findall(THE_NAME, so)} - {name}) & inventory.brought_in)
    roles = [*zip(("for", "with"), others, strict=False)]
    heading = " ".join([articled(name), "is", fit, *(f"{word} {articled(other)}" for word, other in roles)])
    be = "are" if name.endswith("s") else "is"
    behind = [f"that {be}", *texts[start:at], f"and that {be}", fit, *(f"{word} the {other}" for word, other in roles)]
    message = "Behind a place stands no `or`; what is one or the other is a quality, which is defined at the left edge."
    if len(others) == len(roles):
        line = in_a_line(*texts[:start], *behind, *texts[end:])
        yield Reworded(message, at, end - 1, (line,), (f"{heading} when {so}",))


def _of_a_kind(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Card is a Spell whose Cost is 3 and that is old`: `the Card is a Spell and the Cost of the Card is 3 and the
    Card is old`."""
    be = next((k for k in range(at - 1, 0, -1) if words[k].type in SAID), 0)
    start = next((k + 1 for k in range(be, -1, -1) if str(words[k]) in CLAUSE), 0)
    texts = [str(word) for word in words[:-1]]
    noun = [word.type for word in words[be + 1 : at]]
    known = words[start].type in ("THE", "NAME", "IT") and texts[be] in BE
    if words[at].type not in ("THAT", "WHOSE") or not known or noun[:1] not in (["A"], ["AN"]) or noun[-1] != "NAME":
        return
    subject, line = texts[start:be], texts[:at]
    for k in range(at, len(texts)):
        if words[k].type in ("THAT", "_AND_THAT"):
            line += ["and", *subject]
        elif words[k].type in ("WHOSE", "_AND_WHOSE"):
            line += ["and", "the"]
        else:
            had = words[k - 1].type in ("WHOSE", "_AND_WHOSE")
            line += [texts[k], "of", *subject] if had else [texts[k]]
    message = "What kind of thing it is, and what else is so of it, are several conditions."
    yield Reworded(message, at, at, (in_a_line(*line),))


def _said_by_itself(behind: str, name: str) -> str:
    """`the Cell is lit or the Level of the Cell is 3`, of what is said behind a Cell: `that is lit or whose Level is
    3`."""
    said = re.sub(r"\bthat (?=is\b|are\b)", f"the {name} ", behind)
    return re.sub(r"\bwhose (.+?) (?=is\b|are\b)", rf"the \1 of the {name} ", said)


def _qualities(words: Sequence[Token]) -> list[str]:
    """Those of `that is big and that is red`, where nothing else is said behind `that`."""
    found: list[str] = []
    while len(words) > 2 and words[0].type in ("THAT", "_AND_THAT") and words[2].type == "WORD":
        found.append(str(words[2]))
        words = words[3:]
    return [] if words and words[0].type in ({"_AND_THAT"} | ROLE_WORDS | PLACE_WORDS) - {"TO"} else found


def _called_behind(words: Sequence[Token], at: int) -> tuple[list[str], list[str]]:
    """What stands from there on, but for `called some`, which belongs behind the noun; and that. Behind a comma it
    names a need."""
    texts = [str(word) for word in words[at:-1]]
    k = texts.index("called") if "called" in texts[:-1] else 0
    if k and texts[k - 1] != ",":
        return [*texts[:k], *texts[k + 2 :]], texts[k : k + 2]
    return texts, []


def _of_the_place(words: Sequence[Token], at: int, after: int = 0) -> int | None:
    """Where the phrase begins that says in which certain place the thing is; None where it can be in several, of which
    something is said then."""
    first = at
    while first > after and words[first - 1].type in WHERE:
        first -= 1
    starts = (k for k in range(max(first, 1), at) if words[k].type in PLACE_WORDS and _ends_noun(words, k))
    return next(starts, None)


def _ends_noun(words: Sequence[Token], at: int) -> bool:
    """Whether a noun ends there, perhaps with what it is called."""
    return words[at - 1].type == "NAME" or (at > 2 and words[at - 2].type == "CALLED")


# ------------------------------------------------------------------------------------------- qualities of several words


def _a_verb_of_its_own(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Key does not fit the Lock`, where a Key is fitting with a Lock when something is so: as it is defined."""
    texts = [str(word) for word in words[:-1]]
    for k in range(max(at - 2, 2), min(at + 3, len(texts) - 1)):
        negated = texts[k - 2 : k] == ["does", "not"]
        start = k - 2 * negated
        thing = words[start - 1].type == "NAME" or texts[start - 2] == "the"
        behind = words[k + 1].type in {"THE", "NAME"} | ARTICLES
        if words[k].type != "WORD" or not behind or not thing or not (negated or texts[k].endswith("s")):
            continue
        verb = texts[k] if negated else singular(texts[k])
        quality = present_participle(verb)
        if quality not in inventory.roles:
            continue  # nothing says when it would be so
        role, be = inventory.roles[quality], "is not" if negated else "is"
        message = f"It is said as it is defined: `is {quality} {role}`."
        yield Reworded(message, k, k, (in_a_line(*texts[:start], be, quality, role, *texts[k + 1 :]),))
        return


def _another_form(words: Sequence[Token], inventory: Inventory) -> Iterator[Reworded]:
    """`does fit`, `does not fits`, `is fitting`, where a Key fits when something is so: `fits`, `does not fit`."""
    line = in_a_line(*map(str, words[:-1]))
    for verb in sorted(inventory.verbs_of_things):
        bare = infinitive(verb)
        forms = {
            rf"does not {verb}|is not {present_participle(bare)}": f"does not {bare}",
            rf"does {bare}|is {present_participle(bare)}": verb,
        }
        for form, said in forms.items():
            found = re.search(rf"\b(?:{form})(?![\w-])", line)
            if found:
                start = len(line[: found.start()].split())
                whole = line[: found.start()] + said + line[found.end() :]
                yield Reworded(f"A verb of the game is said as it is defined: `{said}`.", start, start, (whole,))


def _done_again(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Key fits the Lock and is old`, `fits the Lock and the Door`: both in full."""
    texts = [str(word) for word in words[:-1]]
    at = next((k for k in range(min(at, len(texts) - 1), 0, -1) if texts[k] in ("and", "or")), 0)
    verb = next((k for k in range(at - 1, 0, -1) if words[k].type in ("VERB", "NO_VERB")), 0)
    start = next((k + 1 for k in range(verb, -1, -1) if texts[k] in CLAUSE), 0)
    if verb and words[start].type in ("THE", "NAME", "IT"):
        is_so = texts[at + 1] in BE if at + 1 < len(texts) else False
        neither = words[verb].type == "NO_VERB" and not is_so  # `does not fit the Lock or the Door`
        again = texts[start:verb] if is_so else texts[start : verb + 1]
        line = in_a_line(*texts[:at], "and" if neither else texts[at], *again, *texts[at + 1 :])
        yield Reworded("What a thing does, and what else is so of it, are several conditions.", at, at, (line,))


def _room_in(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`there is room in a Hand when`, `only if there is room in the Hand`: `a Hand is roomy`, in all lines alike."""
    texts = [str(word) for word in words[:-1]]
    k = next((k for k in range(max(at - 2, 0), at + 1) if texts[k : k + 2] == ["there", "is"]), None)
    no = k is not None and texts[k + 2 : k + 3] in (["no"], ["not"])
    end = 0 if k is None else k + 2 + no
    if k is None or texts[end : end + 1] not in (["room"], ["space"]) or words[end + 1].type not in PLACE_WORDS:
        return
    behind = next((n for n in range(end + 2, len(texts)) if texts[n] in BEHIND_A_QUALITY), len(texts))
    be = ["is", "not", "roomy"] if no else ["is", "roomy"]
    line = in_a_line(*texts[:k], *texts[end + 2 : behind], *be, *texts[behind:])
    yield Reworded("What is so is said of the thing, in all lines alike: it `is roomy`.", k, end, (line,))


def _has_what_is_so(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Stand has room`, `the Player has a home for the Tile`: the only such quality of these things, `the Stand is
    vacant`, `the Player is ready for the Tile`, or one that is still to be defined."""
    texts = [str(word) for word in words[:-1]]
    at = next((k for k in range(at, max(at - 2, 1), -1) if texts[k : k + 1] in (["has"], ["have"])), 0)
    thing = at - 1
    while texts[max(thing - 2, 0) : thing] == ["of", "the"]:
        thing -= 3
    if not at or words[thing].type != "NAME":
        return
    end = next((n for n in range(at + 1, len(texts)) if texts[n] in BEHIND_A_QUALITY), len(texts))
    role = next((n for n in range(at + 1, end) if texts[n] == "for"), end)
    had, roomy = words[at + 1 : role], texts[role - 1] in ("room", "space")
    if not had or any(word.type != "WORD" for word in had[1:]) or not (roomy or role < end):
        return
    behind = " for an? [^,]+?" if role < end else ""
    heading = re.compile(rf"an? {re.escape(texts[thing])}(?: called [\w-]+)? is ([\w-]+){behind} when\b.*")
    known = {one[1] for text in inventory.texts if (one := heading.fullmatch(text))}
    alike = known & {*(ROOMY if roomy else ()), *(FITTING if behind else ())}
    if len(alike) < 2:  # else nobody knows which is meant
        so = ["is", *(["not"] if had[0] == "no" else []), *(alike or {"roomy" if roomy else "ready"})]
        message = "What is so of a thing is said with `is`, in all lines alike."
        yield Reworded(message, at, end - 1, (in_a_line(*texts[:at], *so, *texts[role:]),))


def _one_becomes_so(words: Sequence[Token], inventory: Inventory) -> Iterator[Reworded]:
    """`a Card in the Hand that is not used becomes used`: one is chosen, and becomes so."""
    texts = [str(word) for word in words[:-1]]
    k = texts.index("becomes") if "becomes" in texts else 0
    name = next((n for n in range(1, k) if words[n].type == "NAME"), 0)
    if words[0].type not in ARTICLES or not name:
        return
    called = ["called", "chosen"] if texts[name] in inventory.brought else []
    one = ["the", "chosen" if called else texts[name]]
    first = in_a_line("the", "Player", "chooses", *texts[: name + 1], *called, *texts[name + 1 : k])
    message = "Which of several it is is chosen, on a line before."
    yield Reworded(message, 0, k, (first, in_a_line(*one, *texts[k:])))


def _a_taken_word(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the last round is on when …`, `if the last round is on`, `a Box is behind a Box called gap when …`, `show 2`
    where a verb is `to show`: another word, as that is one of the language."""
    texts = [str(word) for word in words[:-1]]
    for k in (at - 1, at):
        if not 0 < k < len(texts) or words[k - 1].type not in SAID:
            continue
        of_another = words[k].type == "BEHIND" and words[k + 1].type in {"THE", "NAME"} | ARTICLES
        alone = texts[k + 1 : k + 2] in ([], *([one] for one in BEHIND_A_QUALITY))
        other = LATER if of_another else OTHERWISE_SAID.get(texts[k]) if alone else None
        if other:
            line = in_a_line(*texts[:k], other, *texts[k + 1 :])
            message = f"`{texts[k]}` is a word of the language: what is so is called by another, in all lines alike."
            yield Reworded(message, k, k, (line,))
    if texts[1:4] == ["is", "one", "of"] and 3 < at < len(texts) and words[at].type != "WORD" and texts[at].islower():
        message = f"`{texts[at]}` is a word of the language: a value is called by another, in all lines alike."
        other = f"{texts[at]}-{texts[0].split()[-1].lower()}"
        yield Reworded(message, at, at, (in_a_line(*texts[:at], other, *texts[at + 1 :]),))
    verb = 4 if texts[2:3] == ["called"] else 2
    if words[0].type in ARTICLES and verb < len(words) and words[verb].type in VERBS and texts[verb].endswith("s"):
        message = f"`{texts[verb]}` is a word of the language: a verb of things is another, in all lines alike."
        so = f"is {present_participle(infinitive(texts[verb]))}"
        yield Reworded(message, verb, verb, (in_a_line(*texts[:verb], so, *texts[verb + 1 :]),))
    done = OTHERWISE_DONE.get(texts[0])
    if done and (texts[0] in inventory.heads or done in inventory.heads):
        line = in_a_line(done, *texts[1:])
        yield Reworded(NO_VERB.format(word=texts[0]), 0, 0, (line,))


def _are_so(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the common places are full when …`, `if the common places are full`: `the common-place is full`."""
    texts = [str(word) for word in words[:-1]]
    be = next((k for k in range(max(at - 1, 2), min(at + 3, len(texts))) if words[k].type == "ARE"), 0)
    first = be
    while first > 1 and words[first - 1].type == "WORD":
        first -= 1
    if be and first < be and words[first - 1].type == "THE":
        one = "-".join([*texts[first : be - 1], singular(texts[be - 1])])
        message = f"What is so in the whole game is said of one thing, `the {one} is …`, in all lines alike."
        yield Reworded(message, first, be, (in_a_line(*texts[:first], one, "is", *texts[be + 1 :]),))


def _called_in_two_words(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`a Price called secret bid`, `the secret bid`: `a Price called secret-bid`, `the secret-bid`."""
    texts = [str(word) for word in words[:-1]]
    named = (one.split() for one in sorted(inventory.names_given, key=len, reverse=True) if " " in one)
    for parts in named:
        for start in range(max(1, at - len(parts)), at + 1):
            if texts[start : start + len(parts)] == parts and words[start - 1].type in NAMING:
                if parts[0] in ("the", "a", "an"):
                    line = in_a_line(*texts[:start], *texts[start + 1 :])
                    yield Reworded("What a thing is called has no article.", start, start, (line,))
                hyphened = "-".join(parts)
                line = in_a_line(*texts[:start], hyphened, *texts[start + len(parts) :])
                message = f"What a thing is called is one word, in all lines alike: `{hyphened}`."
                yield Reworded(message, start, start + len(parts) - 1, (line,))


def _of_two_words(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`is held back`, `is in reach of`, if reach is nothing by itself: what is defined nowhere. `is one short`, as a
    heading says: `is one-short`."""
    start = at
    while start > 1 and words[start - 1].type == "WORD":
        start -= 1
    if words[at].type == "WORD" and words[start - 1].type in PLACE_WORDS and words[start - 2].type in SAID:
        start -= 1
    end = at + 1
    while words[end - 1].type in {"WORD"} | PLACE_WORDS and words[end].type == "WORD":
        end += 1
    if end - start < 2:  # one of two words is no word of a rulebook
        of_it = (k for k in (at - 1, at) if 0 < k < len(words) - 1 and words[k].type not in {"THE"} | ARTICLES)
        two = next((k for k in of_it if _are_headed(words[k : k + 2], inventory)), None)
        start, end = (start, end) if two is None else (two, two + 2)
    parts, headed = [str(word) for word in words[start:end]], _are_headed(words[start:end], inventory)
    if len(parts) < 2 or words[start - 1].type not in SAID or words[end - 1].type != "WORD":
        return
    known = (" ".join(parts[i:j]) in SLIPS for i in range(len(parts)) for j in range(i + 1, len(parts) + 1))
    if any(known) and not headed:
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
    if headed:
        message = f"A word of the language stands in `{' '.join(parts)}`, so that it cannot be two words: `{hyphened}`."
        yield Reworded(message, start, end - 1, (line,))
        return
    kind = next((singular(str(w)) for w in reversed(words[:start]) if w.type == "NAME"), "Piece")
    roles = [f"{word} {articled(inventory.kind_of(str(name)))}" for word, name in _roles_from(words, end)]
    told = f"at the left edge: {in_a_line(articled(inventory.kind_of(kind)), 'is', *parts, *roles)} when …"
    told += "" if roles else f"; or under {kind}: can be {' '.join(parts)}"
    message = f"Nothing says what `{' '.join(parts)}` means: words of several words are known once they are defined."
    yield Reworded(message, start, end - 1, (line,), told=told)


def _are_headed(words: Sequence[Token], inventory: Inventory) -> bool:
    """Whether a heading says when something is what the words say."""
    heading = re.compile(rf"(?:an?|the) .+? is {' '.join(map(re.escape, words))}\b.* (?:when|if)\b")
    return any(map(heading.match, inventory.texts))


def _roles_from(words: Sequence[Token], at: int) -> Iterator[tuple[str, str]]:
    """The things with which a quality is said from there on: `of the Player`, `for Keeper`."""
    while words[at].type in PLACE_WORDS | ROLE_WORDS:
        name = next((k for k in (at + 1, at + 2) if k < len(words) and words[k].type == "NAME"), None)
        if name is None:
            return
        yield str(words[at]), singular(str(words[name]))
        at = name + 1


def _without_a_role(words: Sequence[Token], at: int, roles: Mapping[str, str]) -> Iterator[Reworded]:
    """`the target is holding the guess`: `holding with the guess`, if its definition has that word there; so at all
    places of the sentence."""
    texts = [str(word) for word in words[:-1]]
    lacking = [k for k in range(2, len(texts)) if _stands_right_behind(words, texts, k) and texts[k - 1] in roles]
    if at in lacking:
        said = {k - 1: f"{texts[k - 1]} {roles[texts[k - 1]]}" for k in lacking}
        line = in_a_line(*(said.get(k, text) for k, text in enumerate(texts)))
        message = f"It is said as it is defined, with a word between: `{said[at - 1]} {texts[at]} …`."
        yield Reworded(message, at, at, (line,))


def _defined_nowhere(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Cell is near the Ship`, where nothing says what near means: the heading that it needs."""
    texts = [str(word) for word in words[:-1]]
    said = at - 2 if texts[at - 2 : at - 1] != ["and"] else at - 4  # `is near`, `is empty and near`
    if said <= 0 or at >= len(texts) or not _stands_right_behind(words, texts, at) or words[said].type not in SAID:
        return
    quality = texts[at - 1]
    before = next((text for word, text in zip(words[at::-1], texts[at::-1], strict=False) if word.type == "NAME"), "")
    behind = next((text for word, text in zip(words[at:], texts[at:], strict=False) if word.type == "NAME"), "")
    if quality in inventory.roles or quality in inventory.qualities or not before or not behind:
        return
    one, other = (articled(inventory.kind_of(singular(name))) for name in (before, behind))
    told = f"at the left edge: {one} is {quality} {other} when …"
    message = f"Nothing says what `{quality}` means: words of the game are known once they are defined."
    yield Reworded(message, at - 1, at, (), told=told)


def _stands_right_behind(words: Sequence[Token], texts: Sequence[str], at: int) -> bool:
    """Whether a thing stands there right behind a word of which something is said: `is near the Player`."""
    thing = words[at].type in {"THE", "NAME"} | ARTICLES
    return thing and words[at - 1].type == "WORD" and texts[at - 2] in SAID_BEFORE


def _with_an_article(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Tile is a help for the Player`: `the Tile is help for the Player`, where a Tile is a help when something is
    so."""
    texts = [str(word) for word in words[:-1]]
    found = [k for k in range(2, len(texts)) if words[k - 1].type in ARTICLES and texts[k] in inventory.qualities]
    near_by = [k for k in found if k - 1 <= at <= k + 1 and texts[k - 2] in SAID_BEFORE]
    if near_by:
        line = in_a_line(*(text for k, text in enumerate(texts) if k + 1 not in found))
        message = f"It is said as it is defined, without an article: `{texts[near_by[0]]}`."
        yield Reworded(message, near_by[0] - 1, near_by[0], (line,))


def _value_behind_others(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`is ready for the Player in winter`: `is ready in winter for the Player`."""
    texts = [str(word) for word in words[:-1]]
    known = at < len(texts) and any(texts[at] in values for values in inventory.values_of.values())
    if not known or words[at - 1].type not in PLACE_WORDS:
        return
    for k in range(at - 2, 1, -1):
        if words[k].type == "WORD" and texts[k - 1] in SAID_BEFORE and words[k + 1].type in ROLE_WORDS:
            message = f"Behind other words `{texts[at - 1]}` says where the thing before it is; it stands first."
            line = in_a_line(*texts[: k + 1], *texts[at - 1 : at + 1], *texts[k + 1 : at - 1], *texts[at + 1 :])
            yield Reworded(message, k + 1, at, (line,))
            return


def _known_of(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the Rank of what Red knows of the Card`: `what Red knows of the Rank of the Card`."""
    texts = [str(word) for word in words]
    if at < 3 or texts[at] != "what" or texts[at - 1] != "of" or "knows" not in texts[at:]:
        return
    knows = texts.index("knows", at)
    line = in_a_line(*texts[: at - 3], *texts[at : knows + 2], *texts[at - 3 : at], *texts[knows + 2 :])
    yield Reworded("What a player knows is said first, then of what it is.", at - 3, knows, (line,))
