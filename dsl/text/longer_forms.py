"""What is said at greater length than its place allows: a name on the line before, a quality of its own, or each thing
by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from lark import Token

from dsl.text.inflection import a_or_an, singular
from dsl.text.rewordings import ARTICLES, PLACE_WORDS, Called, Reworded, in_a_line, of_the_place

BE = frozenset({"IS", "ARE"})
FURTHER = frozenset({"and", "or"})  # conditions
NOT_EITHER = "One of two things is not said behind `that`."
QUALITIES = ("such", "meant", "fitting", "so-found")  # words for a quality that the writer still has to name
MOST_BACK, MOST_ON = 12, 40  # words before and behind one that does not fit, of which a phrase is made
MOST_VALUES = 6  # for which the same is written out


def at_length(words: Sequence[Token], at: int, called: Called) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    yield from _every_that(words, at)
    yield from _either_that(words, at, called.words)
    yield from _in_two_places(words, at)
    yield from _of_each_value(words, at, called.values)


def _in_two_places(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the number of Men of Red on the Field`: `the number of Men that are of Red and that are on the Field`."""
    start = of_the_place(words, at) if words[at].type in PLACE_WORDS else None
    if start is None or "THE" in [word.type for word in words[start - 2 : start - 1]]:
        return
    texts = [str(word) for word in words[:-1]]
    be = "are" if texts[start - 1].endswith("s") else "is"
    line = in_a_line(*texts[:start], "that", be, *texts[start:at], "and that", be, *texts[at:])
    yield Reworded("Of several places each is said behind `that`.", at, at, (line,))


def _every_that(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`every Point that is in-row is held`: `there is no Point that is in-row and that is not held`. What is given of
    every thing is said of all, and of the others behind it."""
    texts = [str(word) for word in words[:-1]]
    if words[at].type != "THAT" or words[at - 1].type != "NAME" or "every" not in texts[:at]:
        return
    every = max(k for k in range(at) if texts[k] == "every")
    told = [k for k in range(at + 2, len(texts)) if words[k].type in BE and words[k - 1].type != "THAT"]
    for be in (k for k in told if texts[k - 1] not in ("that", "and that")):
        if FURTHER & {*texts[be:]}:
            return  # what is said besides would be said of none, too
        if words[0].type == "GIVEN":
            message = "What is given of every thing is given of all of them; what is otherwise is given behind it."
            yield Reworded(message, at, at, (in_a_line(*texts[:at], *texts[be:]),))
        else:
            message = "Of `every` so much is not said; there is none of which the opposite is so."
            no = ["there", "is", "no", *texts[every + 1 : be], "and that", texts[at + 1], *_opposite(texts[be + 1 :])]
            yield Reworded(message, at, at, (in_a_line(*texts[:every], *no),))
        return


def _opposite(said: Sequence[str]) -> list[str]:
    return [*said[1:]] if said[:1] == ["not"] else ["not", *said]


def _either_that(words: Sequence[Token], at: int, taken: Collection[str]) -> Iterator[Reworded]:
    """`there is a Boat that is lit or that is old`: `there is a Boat that is lit or there is a Boat that is old`;
    elsewhere a quality of its own says it: `a Boat that is such`."""
    texts = [str(word) for word in words]
    joint = next((k for k in (at, at - 1) if k > 0 and texts[k : k + 2] == ["or", "that"]), 0)
    that = max((k for k in range(joint) if words[k].type == "THAT"), default=0)
    if not that or joint + 3 >= len(texts) or FURTHER & {*texts[joint + 1 :]}:
        return
    there = max((k for k in range(that) if texts[k] == "there"), default=None)
    if there is not None:
        joint_word = "and" if texts[there + 2] == "no" else "or"
        line = in_a_line(*texts[:joint], joint_word, *texts[there:that], *texts[joint + 1 :])
        yield Reworded(NOT_EITHER, joint, joint, (line,))
        return
    noun = next((k for k in range(that - 1, 0, -1) if words[k].type == "NAME"), 0)
    if noun:
        yield _of_either(texts, noun, that, joint, free_quality(taken))


def _of_either(texts: Sequence[str], noun: int, that: int, joint: int, such: str) -> Reworded:
    """The sentence with a quality for one of two that are said, and what defines it."""
    called = texts[noun + 2] if texts[noun + 1] == "called" else "one"
    player = ["for", "the", "Player"] if "the Player" in " ".join(texts[that:]) else []
    either = [texts[that + 2 : joint], texts[joint + 3 :]]
    head = [a_or_an(texts[noun]), texts[noun], "called", called, "is", such, *(["for a Player"] if player else [])]
    lines = [in_a_line("        the", called, "is", *part) for part in either]
    apart = (in_a_line(*head, "when"), "    any of these", *lines)
    return Reworded(NOT_EITHER, joint, joint, (in_a_line(*texts[: that + 2], such, *player),), apart)


def free_quality(taken: Collection[str]) -> str:
    """A word for a quality that no other has."""
    return next((word for word in QUALITIES if word not in taken), "of-this-sort")


def _of_each_value(words: Sequence[Token], at: int, values: Mapping[str, Sequence[str]]) -> Iterator[Reworded]:
    """`the total need of Red for the Colour among Colours`: `the need of Red for blue plus the need of Red for …`."""
    texts = [str(word) for word in words]
    if at < 3 or texts[at - 2] != "total" or "among" not in texts[at:]:
        return
    among = texts.index("among", at)
    kind = singular(texts[among + 1]) if among + 1 < len(texts) else ""
    each = ["the", kind]
    known = values.get(kind, ())
    found = next((k for k in range(at, among) if texts[k : k + 2] == each), 0)
    if found and 1 < len(known) <= MOST_VALUES:
        terms = [in_a_line("the", *texts[at - 1 : found], value, *texts[found + 2 : among]) for value in known]
        line = in_a_line(*texts[: at - 3], " plus ".join(terms), *texts[among + 2 :])
        message = f"`total` adds up what things have; what is said of each {kind} besides is written out."
        yield Reworded(message, at - 2, at - 1, (line,))


# --------------------------------------------------------------------------------------------------- what needs a name


def named_before(words: Sequence[Token], at: int, called: Called) -> Iterator[Reworded]:
    """`repeat the number of Men plus 1 times`: `let count be the number of Men plus 1`, then `repeat the count times`.
    The likeliest come first: what begins nearest to the word that does not fit, and is long."""
    texts = [str(word) for word in words[:-1]]
    message = "What is said at such length has a name here, which a line before gives it."
    for start in range(min(at, len(texts) - 1), max(0, at - MOST_BACK), -1):
        if words[start].type not in {"THE"} | ARTICLES:
            continue
        for end in range(min(len(texts), at + MOST_ON), max(at, start + 1), -1):
            meant = ["the", *texts[start + 1 : end]]
            name = _fresh(words[start + 1 : end], called.words)
            lines = (in_a_line("let", name, "be", *meant), in_a_line(*texts[:start], "the", name, *texts[end:]))
            yield Reworded(message, start, end - 1, lines)


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
