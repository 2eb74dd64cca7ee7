"""Words to which a definition gives a part of their own in sentences. `a Field is showing a Terrain when` makes
`showing` a relation, right behind which a second thing stands; `a Market is a home when` makes `a home` what is said of
something, and `a Card beats a Card called old when` makes `beats` a verb. `to take a Card` lets lines begin with `take`
where no sentence of the language goes on so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lark import Token

from dsl.text.conjunctions import VERBS
from dsl.text.inflection import infinitive, plural
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS

ARTICLES = frozenset({"A", "AN", "THE"})
STOPS = frozenset("AND OR NOT IS ARE THAT WHEN WHENEVER IF MEANS CALLED CAN CANNOT SEEN".split())  # never within a word
RELATION, NOUN, VERB, DEED, KEPT = "~", "^", ">", "<", "="  # each stands before the words of its sort
SAID_BEFORE = frozenset({"IS", "ARE", "NOT", "AND", "OR", "COMMA"})  # what is said of something
THINGS = frozenset("THE A AN EVERY NAME INT NEGATIVE IT ITS THEM THEIR CHANCE WHAT WORD _LPAR".split())  # or values
SUBJECTS = frozenset("NAME WORD INT IT THEY THAT _RPAR AND OR".split())  # behind which stands what something does
LINE_BEGINS = frozenset({"COMMA", "OTHERWISE"})  # behind which a line begins, as at its left
# Behind these words of the language a line goes on so; `stop` and `follow` are kept for what is called in a heading.
GOES_ON = {
    "take": frozenset({"TURNS"}), "use": frozenset({"NAME"}), "open": frozenset({"NAME"}),
    "play": frozenset[str](), "stop": frozenset({"REPEATING"}), "follow": frozenset[str](),
}  # fmt: skip
HEADED = {"stop": re.compile(r"^[ \t]*(?:phase|window) +([A-Z][\w' -]*[\w'])", re.MULTILINE),
          "follow": re.compile(r"^[ \t]*walk +([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)", re.MULTILINE)}  # fmt: skip

Coined = tuple[str, ...]
"""The sort of the words, and these."""


class Meant(Token):
    """A word as a sentence has it, `homes`, `does not fit`, and what a definition has `coined`: `a home`, `fits`."""

    coined: Coined

    @classmethod
    def of(cls, word: Token, coined: Coined) -> Meant:
        found = cls.new_borrow_pos(word.type, word.value, word)
        found.coined = coined
        return found

    @property
    def defined(self) -> str:
        return " ".join(self.coined[1:])


def coined_in(words: Sequence[Token]) -> Iterator[Coined]:
    """What a sentence defines so."""
    types = [word.type for word in words]
    if types[0] == "TO" and str(words[1]) in GOES_ON and len(run_of(words, 1)) == 1:  # none of `to play out`
        yield DEED, str(words[1])
    if types[0] not in ARTICLES or "WHEN" not in types:
        return
    be = types.index("IS") if "IS" in types else len(types)
    if "WHEN" in types[be:]:
        yield from _said_of(words, be + 1)
    elif types[1] == "NAME":
        yield from _done_by(words, 4 if types[2] == "CALLED" else 2)


def _said_of(words: Sequence[Token], at: int) -> Iterator[Coined]:
    """`showing` before a second thing, also a word that the language has elsewhere, `before`, `over`; `a home`."""
    if words[at].type in ("A", "AN"):
        run = run_of(words, at + 1)
        if run and _ends(words, at + 1 + len(run)):
            yield NOUN, *map(str, (words[at], *run))
        return
    run = run_of(words, at) or words[at : at + 1]
    if run[0].islower() and run[0].type not in ARTICLES | PLACE_WORDS and is_thing(words, at + len(run)):
        yield RELATION, *map(str, run)


def _done_by(words: Sequence[Token], at: int) -> Iterator[Coined]:
    """`beats`, in the third person."""
    run = run_of(words, at)
    if not run or run[0].type in VERBS or not run[0].endswith("s") or any(word.type == "AS" for word in run):
        return
    end = at + len(run)
    if _ends(words, end) or is_thing(words, end):
        yield VERB, *map(str, run)


def _ends(words: Sequence[Token], at: int) -> bool:
    """Whether `when` stands there, or a thing behind a role word."""
    if at >= len(words):
        return False
    return words[at].type == "WHEN" or (words[at].type in PLACE_WORDS | ROLE_WORDS and is_thing(words, at + 1))


def run_of(words: Sequence[Token], start: int) -> Sequence[Token]:
    """The words in small letters from there on, up to the things with which they are said."""
    end = start
    while end < len(words) and words[end].islower() and words[end].type not in STOPS:
        if is_thing(words, end + (words[end].type in PLACE_WORDS | ROLE_WORDS)):
            break
        end += 1
    return words[start:end]


def is_thing(words: Sequence[Token], at: int) -> bool:
    """Whether `a Card` or `the Deck` stands there."""
    return at + 1 < len(words) and words[at].type in ARTICLES and words[at + 1].type == "NAME"


def kept_names(coined: Iterable[Coined], text: str) -> Iterator[Coined]:
    """What lines of the language that begin as verbs of the game speak of: `stop the Command Phase`."""
    for word in (words[1] for words in coined if words[0] == DEED and words[1] in HEADED):
        yield from ((KEPT, word, name) for name in HEADED[word].findall(text))


def coined_there(tokens: Sequence[Token], at: int, coined: Iterable[Coined]) -> Token | None:
    """The word that stands there, however many there are of it; None where none is coined."""
    for mark, *words in coined:
        if mark == KEPT:
            continue
        size, sort = SORTS[mark](tokens, at, words)
        if size and not (mark == DEED and _is_kept(tokens, at, coined)):
            return Meant.of(as_one(tokens[at : at + size], sort), (mark, *words))
    return None


def _relation_there(tokens: Sequence[Token], at: int, words: Sequence[str]) -> tuple[int, str]:
    behind = at + len(words)
    said = at > 0 and tokens[at - 1].type in SAID_BEFORE and behind < len(tokens) and tokens[behind].type in THINGS
    return (len(words) if said and _are(tokens, at, words) else 0), "RELATION"


def _noun_there(tokens: Sequence[Token], at: int, words: Sequence[str]) -> tuple[int, str]:
    """`a home`, and `homes` behind `are`; in `there is a home` it is none, and `a home Market` is a Market."""
    before = [token.type for token in tokens[max(0, at - 2) : at]]
    if not before or before[-1] not in SAID_BEFORE or before[:1] == ["THERE"]:
        return 0, ""
    _, *noun = words
    if tokens[at].type in ("A", "AN") and _are(tokens, at + 1, noun):
        behind = at + len(words)
        return (0 if behind < len(tokens) and tokens[behind].type == "NAME" else len(words)), "WORD"
    many = "ARE" in before and before[-1] in ("ARE", "NOT") and _are(tokens, at, plural(" ".join(noun)).split(" "))
    return (len(noun) if many else 0), "WORD"


def _verb_there(tokens: Sequence[Token], at: int, words: Sequence[str]) -> tuple[int, str]:
    """`beats`, `that beat`, `does not beat`."""
    if at == 0 or not (tokens[at - 1].type in SUBJECTS or (at > 1 and tokens[at - 2].type in ("CALLED", "THE"))):
        return 0, ""
    bare = [infinitive(words[0]), *words[1:]]
    if _are(tokens, at, words) or (tokens[at - 1].type == "THAT" and _are(tokens, at, bare)):
        return len(words), "VERB"
    negated = tokens[at] in ("does", "do") and _are(tokens, at + 1, ["not", *bare])
    return (2 + len(words) if negated else 0), "NO_VERB"


def _deed_there(tokens: Sequence[Token], at: int, words: Sequence[str]) -> tuple[int, str]:
    begins = at == 0 or tokens[at - 1].type in LINE_BEGINS
    goes_on = at + 1 == len(tokens) or tokens[at + 1].type in GOES_ON[words[0]]
    return (1 if begins and tokens[at] == words[0] and not goes_on else 0), "WORD"


SORTS = {RELATION: _relation_there, NOUN: _noun_there, VERB: _verb_there, DEED: _deed_there}


def _is_kept(tokens: Sequence[Token], at: int, coined: Iterable[Coined]) -> bool:
    name = next((str(token) for token in tokens[at + 1 : at + 3] if token.type not in ARTICLES), "")
    return any(mark == KEPT and tokens[at] == words[0] and name == words[1] for mark, *words in coined)


def _are(tokens: Sequence[Token], at: int, words: Sequence[str]) -> bool:
    return [*map(str, tokens[at : at + len(words)])] == [*words]


def as_one(words: Sequence[Token], sort: str) -> Token:
    """One word, where these stand."""
    first, last = words[0], words[-1]
    place = (first.start_pos, first.line, first.column, last.end_line, last.end_column, last.end_pos)
    return Token(sort, " ".join(map(str, words)), *place)
