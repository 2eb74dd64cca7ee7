"""What is said at greater length than its place allows: a name on the line before, a quality of its own, or each thing
by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lark import Token

from dsl.text.inventory import Inventory
from dsl.text.lexer import PLACE_WORDS
from dsl.text.rewordings import ARTICLES, Reworded, in_a_line, of_the_place

QUALITIES = ("such", "meant", "fitting", "so-found")  # words for a quality that the writer still has to name
MOST_BACK, MOST_ON = 12, 40  # words before and behind one that does not fit, of which a phrase is made


def at_length(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`the number of Men of Red on the Field`: `the number of Men that are of Red and that are on the Field`."""
    start = of_the_place(words, at) if words[at].type in PLACE_WORDS else None
    if start is None or "THE" in [word.type for word in words[start - 2 : start - 1]]:
        return
    texts = [str(word) for word in words[:-1]]
    be = "are" if texts[start - 1].endswith("s") else "is"
    line = in_a_line(*texts[:start], "that", be, *texts[start:at], "and that", be, *texts[at:])
    yield Reworded("Of several places each is said behind `that`.", at, at, (line,))


def free_quality(taken: Collection[str]) -> str:
    """A word for a quality that no other has."""
    return next((word for word in QUALITIES if word not in taken), "of-this-sort")


# --------------------------------------------------------------------------------------------------- what needs a name


def named_before(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`repeat the number of Men plus 1 times`: `let count be the number of Men plus 1`, then `repeat the count times`.
    The likeliest come first: what begins nearest to the word that does not fit, and is long."""
    texts = [str(word) for word in words[:-1]]
    message = "What is said at such length has a name here, which a line before gives it."
    for start in range(min(at, len(texts) - 1), max(0, at - MOST_BACK), -1):
        if words[start].type not in {"THE"} | ARTICLES:
            continue
        for end in range(min(len(texts), at + MOST_ON), max(at, start + 1), -1):
            meant = ["the", *texts[start + 1 : end]]
            name = _fresh(words[start + 1 : end], inventory.words)
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
