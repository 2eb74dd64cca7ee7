"""Words of a game that are several: `a Card can be held back` makes `held back` one word, wherever it stands. So are
Names that end in a number, `phase Round 1`, those of needs and ends that have small words, `called Side by Side`, and
those that begin a row of a table, `| Eater of the Dead | 4 |`, or a line about a space, `Rio de la Plata is B2`. A verb
can end with a Name that nothing has: `to enter Oldport`. And a Name can be two, where the first is of a number: `move
Hand Size Cards`.

They are found before the text is parsed, as only their definitions tell them from words that stand beside each other.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, takewhile

from lark import Lark, Token

from dsl.board.shapes import AROUND, SQUARES, TRACK
from dsl.text.coined import ARTICLES, KEPT, SORTS, STOPS, as_one, coined_in, coined_there, kept_names, run_of
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence, sentences
from dsl.text.parser import words_of

Phrases = frozenset[tuple[str, ...]]
"""The words of each; before those of a row, and of a space, stands a bar, as it is their name wherever it stands."""

NOUNS = frozenset({"NAME", "WORD", "INT"})
NUMBERED = frozenset(
    "PHASE ACTION POWER RULE WINDOW VARIANT PIECE".split()
)  # of these there are none that are counted out
NAMES_NEEDS = frozenset({"WITHOUT", "EXCEPTION"})  # sentences that speak of needs and ends by their Names
DIRECTIONS = frozenset(one.name for one in (*SQUARES.directions, *TRACK.directions, *AROUND))
THINGS = frozenset("PLAY GAME SETUP TABLE BOARD LOOK".split())  # words of the language for what things can be in
PARTICLES = frozenset({"OUT", "UP"})  # behind a verb, which no line of the language begins with
WITHIN_NAMES = PLACE_WORDS | ROLE_WORDS | {"NAME", "INT", "THE", "AND", "OR"}
BAR = "|"
SO_MANY, THING = "#", "!"  # before the Name of a number, and of a thing that begins with one
LASTING = frozenset({"UNTIL", "DURING", "NOW"})  # that begin a line which says how long something lasts
OF_PLAYERS = ("next", "turn")  # what every game says of players there, also where it is said of something else
COUNTING = (  # behind which it is said how many things there are, or are moved, by their last words
    ("MOVE",), ("MOVE", "THE", "WORD"), ("THERE", "IS"), ("THERE", "ARE"),
    *(("THERE", verb, *words) for verb in ("IS", "ARE")
      for words in (("AT", "LEAST"), ("AT", "MOST"), ("MORE", "THAN"), ("FEWER", "THAN"))),
    ("WHEN", "NAME", "CHOOSES"),
)  # fmt: skip
MOST_KEPT = 512  # texts of items, in which was looked for phrases

_MAYBE = re.compile(
    r"\bcan +be [^\n]*[a-z] +[a-z]|\bis +one +of [^\"]*[a-z] +[a-z]|^[ \t]*to +[a-z][\w-]* +\w"
    r"|\bis +[a-z][\w-]*\s+[a-z][^\"]{0,200}\bwhen\b|^[ \t]*the +[a-z][\w-]*\s+[a-z][^\"]{0,200}\bmeans\b"
    r"|^[ \t]*the +[a-z][\w-]* +[a-z][^\n\"]* is +[^\n]*\bwhen\b"
    r"|^[ \t]*(?:an?|the) +[A-Z][^\n\"]* [a-z][\w-]*s [^\n\"]*\bwhen\b"
    r"|^[ \t]*\| *[A-Z][^|\n\"]* [a-z]|^[ \t]+(?:the +)?[A-Z][^\n\"]* [a-z][^\n]* is +[A-Z\d]"
    r"|^[ \t]*(?:option +[A-Z]|[A-Z][\w' -]* is +\d)"
    r"|, +called +[A-Z][\w' -]*(?: \d| [a-z])|^(?:phase|action|power|rule|window|variant|piece) +[A-Zt][\w' -]* \d",
    re.MULTILINE,
)
_SAID_OF_IT = re.compile(r'^game [^\n]*|--[^\n]*|"[^"]*"', re.MULTILINE)  # title, notes, texts: no sentences
_THING = r"^[ \t]*(?:(?:piece|place|board|action|power|phase) +(?:the +)?|\| *)({} [A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'-]*(?: [A-ZÀ-ÖØ-Þ][\w'-]*)*")


@lru_cache(maxsize=MOST_KEPT)
def phrases_in(lark: Lark, text: str) -> Phrases:
    """Those that an item defines. The text must hold nothing but what the terminals match."""
    if not _MAYBE.search(text):
        return frozenset()
    found = [sentence.tokens for sentence in sentences(words_of(lark, text), {})]
    return frozenset(chain(_rows(found), _spaces(found), chain.from_iterable(map(_defined, found))))


def joined(sentence: Sentence, phrases: Phrases) -> Sentence:
    """The sentence with each of these as one word."""
    if not phrases:
        return sentence
    tokens = tuple(in_one(sentence.tokens, phrases))
    same = len(tokens) == len(sentence.tokens) and all(map(operator.is_, tokens, sentence.tokens))
    return sentence if same else Sentence(tokens, sentence.depth, sentence.crooked)


def in_one(tokens: Sequence[Token], phrases: Collection[tuple[str, ...]]) -> Iterator[Token]:
    """The words with each of these as one; of two that begin at one place the longer one."""
    rows = sorted((phrase[1:] for phrase in phrases if phrase[0] == BAR), key=len, reverse=True)
    coined = sorted((phrase for phrase in phrases if phrase[0] in (*SORTS, KEPT)), key=len, reverse=True)
    sizes = sorted({len(phrase) for phrase in phrases}, reverse=True)
    tokens = [*chain.from_iterable(_with_its_number(tokens, at, phrases) for at in range(len(tokens)))]
    at = 0
    while at < len(tokens):
        word = coined_there(tokens, at, coined) if coined else None
        size = 0 if word else _row_named(tokens, at, rows) or _defined_there(tokens, at, phrases, sizes)
        yield word or (_one(tokens[at : at + size]) if size else tokens[at])
        while word and at < len(tokens) and (tokens[at].start_pos or 0) < (word.end_pos or 0):
            at += 1
        at += 0 if word else size or 1


def _with_its_number(tokens: Sequence[Token], at: int, phrases: Collection[tuple[str, ...]]) -> Iterator[Token]:
    """The word that stands there; `Hand Size Cards` are two, where so many things are spoken of."""
    token, before = tokens[at], tuple(word.type for word in tokens[max(0, at - 4) : at])
    if token.type != "NAME" or not any(before[-len(words) :] == words for words in COUNTING):
        yield token
        return
    names = (phrase[1] for phrase in phrases if phrase[0] == SO_MANY and f"{token} ".startswith(f"{phrase[1]} "))
    number = max(names, key=len, default="")
    if any(phrase[0] == THING and token.startswith(phrase[1]) for phrase in phrases):
        number = ""
    behind = next((word.type for word in tokens[at + 1 :] if word.type != "WORD"), "")
    if not number or (number == token and behind != "NAME"):
        yield token
        return
    yield _part("SO_MANY", token, 0, len(number))
    if len(number) < len(token):
        yield _part("NAME", token, len(number) + 1, len(token))


def _part(sort: str, token: Token, start: int, end: int) -> Token:
    """Some of the letters of a word, which stands on one line."""
    at, column = token.start_pos or 0, token.column or 0
    place = (at + start, token.line, column + start, token.end_line, column + end, at + end)
    return Token(sort, token[start:end], *place)


def _row_named(tokens: Sequence[Token], at: int, rows: Sequence[tuple[str, ...]]) -> int:
    """Of how many words the Name of a row is that stands here; other words with capitals may be one with its first and
    its last: `do Build Temple of the Moon`, `a Temple of the Moon Card`."""
    for row in rows if tokens[at].type == "NAME" else ():
        first, *others = map(str, tokens[at : at + len(row)])
        same = len(others) == len(row) - 1 and others[:-1] == [*row[1:-1]]
        if same and f" {first}".endswith(f" {row[0]}") and f"{others[-1]} ".startswith(f"{row[-1]} "):
            return len(row)
    return 0


def _defined_there(tokens: Sequence[Token], at: int, phrases: Collection[tuple[str, ...]], sizes: Sequence[int]) -> int:
    """Of how many words a phrase is that stands here."""
    size = next((n for n in sizes if tuple(map(str, tokens[at : at + n])) in phrases), 0) if tokens[at] != BAR else 0
    if tokens[0].type in LASTING and tuple(map(str, tokens[at : at + size])) == OF_PLAYERS:
        return 0
    if size > 1 and tokens[at].type == "NAME" and not _is_named(tokens, at, tokens[at + 1].type == "INT"):
        return 0
    says_where = tokens[at].type in PLACE_WORDS and tokens[at - 1].type in NOUNS  # `the Card on top of`
    return 0 if says_where else size


def _is_named(tokens: Sequence[Token], at: int, by_number: bool) -> bool:
    """Whether a Name of several words stands where a need is spoken of; one with a number can stand anywhere."""
    return by_number or tokens[0].type in NAMES_NEEDS or tokens[at - 1].type == "CALLED"


def _one(words: Sequence[Token]) -> Token:
    return as_one(words, "NAME" if words[0].type == "NAME" else "WORD")


def _defined(words: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    """The words of several words that a sentence defines."""
    yield from _names(words, [word.type for word in words])
    yield from ((SO_MANY, name) for name in numbers(words))
    yield from coined_in(words)
    for start in _starts(words, [word.type for word in words]):
        phrase = _with_a_name(words, run_of(words, start))
        own = any(word.type == "WORD" for word in phrase) or (phrase and phrase[-1].type in THINGS | {"NAME"})
        own = own or (words[0].type == "TO" and len(phrase) == 2 and phrase[1].type in PARTICLES)  # `to play out`
        if len(phrase) > 1 and own and phrase[0].type not in ARTICLES:
            yield tuple(map(str, phrase))


def numbers(words: Sequence[Token]) -> Iterator[str]:
    """The Name of the number that a sentence declares: `Hand Size is 5`, `option Hand Size is 5 or 6, usually 5`."""
    types = [word.type for word in words if word.type != "CITE"]
    if types == ["NAME", "IS", "INT"] or types[:2] == ["OPTION", "NAME"]:
        yield str(words[types.index("NAME")])


def _names(words: Sequence[Token], types: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The Names of more than words with capitals: `Round 1` behind its heading, `Side by Side` at the end of a need."""
    start = 2 if types[1:2] == ["THE"] else 1
    if types[0] in NUMBERED and types[start : start + 2] == ["NAME", "INT"]:
        yield tuple(map(str, words[start : start + 2]))
    end = len(types) - (types[-1] == "CITE")
    called = max((k for k in range(1, end) if types[k - 1 : k + 1] == ["COMMA", "CALLED"]), default=end)
    name = types[called + 1 : end]
    needs = types[0] in ("ONLY", "THE") and len(name) > 1
    if needs and name[0] == "NAME" and name[-1] in ("NAME", "INT") and set(name) <= WITHIN_NAMES:
        yield tuple(map(str, words[called + 1 : end]))


def _rows(found: Sequence[Sequence[Token]]) -> Iterator[tuple[str, ...]]:
    """The Names of several words, behind their bar, with which the rows of those tables begin whose first column has
    Names. The small words in them are of any language."""
    named = False
    for above, words in zip(((), *found), found, strict=False):
        end = next((k for k, word in enumerate(words[1:], 1) if word == BAR), 1) if words[0] == BAR else 1
        cell = words[1:end]
        if above and above[0].type == "TABLE":
            named = [*map(str, cell)] == [str(above[1])]
        elif named and _has_small_words(cell):
            yield (BAR, *map(str, cell))


def _spaces(found: Sequence[Sequence[Token]]) -> Iterator[tuple[str, ...]]:
    """The Names of several words, as behind a bar, that spaces of a board have: `Rio de la Plata is B2`. None is of two
    Names, as `Bergen and Oslo`, or says where a space is, as `North of C3`."""
    for words in found if found and found[0][0].type == "BOARD" else ():
        the = words[0].type == "THE"
        name = [*takewhile(lambda word: word.type not in ("IS", "STRING"), words[the:])]
        behind = [word.type for word in words[the + len(name) :] if word.type not in ("STRING", "CITE")]
        if behind == ["IS", "NAME"] and _has_small_words(name) and not (_is_of_two(name) or _says_where(name)):
            yield (BAR, *map(str, name))


def _is_of_two(name: Sequence[Token]) -> bool:
    return any(word.type in STOPS for word in name)


def _says_where(name: Sequence[Token]) -> bool:
    """Whether it begins as a line on what lies in a direction, `north of C3`, with a capital."""
    return name[0].lower() in DIRECTIONS and name[1].type != "WORD"


def _has_small_words(name: Sequence[Token]) -> bool:
    """Whether these are words with capitals that have others between them, of any language."""
    small = [str(word) for word in name if word.type not in ("NAME", "INT")]
    ends = bool(small) and name[0].type == "NAME" and name[-1].type in ("NAME", "INT")
    return ends and all(word.isalpha() and word.islower() for word in small)


def _starts(words: Sequence[Token], types: Sequence[str]) -> Iterator[int]:
    """Where a word begins that a sentence defines: in `can be …`, `… is one of …`, `to …`, `the … means`,
    `a Card is … when` and `the … is … when`."""
    listed = next((k + 2 for k in range(len(types)) if types[k : k + 2] == ["CAN", "BE"]), 0)
    if types[:4] == ["NAME", "IS", "ONE", "OF"]:
        listed = 4
    if listed:
        yield from (listed, *(k + 1 for k in range(listed, len(types)) if types[k] == "COMMA"))
    elif types[0] == "TO" or (types[0] == "THE" and "MEANS" in types):
        yield 1
    elif types[0] in ARTICLES and "IS" in types and "WHEN" in types[types.index("IS") :]:
        yield types.index("IS") + 1
        if types[0] == "THE":
            yield 1


def _with_a_name(words: Sequence[Token], phrase: Sequence[Token]) -> Sequence[Token]:
    """A verb with the Name behind it, where nothing but a role stands behind that."""
    at = 1 + len(phrase)
    ends = at + 1 == len(words) or (at + 1 < len(words) and words[at + 1].type in ROLE_WORDS | {"CITE"})
    named = words[0].type == "TO" and at < len(words) and words[at].type == "NAME" and ends
    return words[1 : at + 1] if named else phrase


def without_things(phrases: Phrases, text: str) -> Phrases:
    """Those of a text but for verbs that end with the Name of something: then that is what a verb is said with. With
    them the things whose Name begins with that of a number: `Gold Coins` are no coins, as many as Gold."""
    named = {phrase for phrase in phrases if phrase[0].islower() and phrase[-1][:1].isupper()}
    said = _SAID_OF_IT.sub("", text) if named else ""
    for phrase in named:
        said = re.sub(r"\b" + r"\s+".join(map(re.escape, phrase)) + r"\b", "", said)
    others = {*_NAME.findall(said)}
    kept = (phrase for phrase in phrases if phrase not in named or phrase[-1] not in others)
    counts = (re.escape(phrase[1]) for phrase in phrases if phrase[0] == SO_MANY)
    begun = (name for number in counts for name in re.findall(_THING.format(number), text, re.MULTILINE))
    return frozenset(kept) | {(THING, name) for name in begun} | {*kept_names(phrases, text)}
