"""`and`, `or` and commas: whether a further sentence follows, or what else is said of the same thing.

Which it is shows only some words later: `the Cell is red or blue` goes on with a quality, `the Cell is red or the Boat
is lit` with a sentence, and a parser that looks one word ahead does not see the difference. So the words that join what
is said of one thing are told apart from the others before a sentence is parsed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark import Token

from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS
from dsl.text.numerals import ORDINALS

CLAUSES = {(word, which): f"_{word}_{which}" for word in ("AND", "OR") for which in ("THAT", "WHOSE")}
LIMITS = {"below": "_BUT_NOT_BELOW", "above": "_BUT_NOT_ABOVE"}  # behind `, but not`
HIGHER = frozenset({"higher", "lower"})  # of two numbers
LISTED = {"AND": "_ALSO_AND", "OR": "_ALSO_OR", "COMMA": "_ALSO_COMMA"}
BEGINS = frozenset({"IS", "ARE"})  # what is said of something
# With these a clause has its verb, or one of its own begins: none stands in what is said of one thing.
VERBS = frozenset(
    "IS ARE CAN CANNOT COULD SCORES LOSES WAS WERE MAY MUST CHOOSES ROLLS BECOMES RISES FALLS WINS GOES DOES HAS "
    "ENTERS LEAVES PASSES KNOWS TOUCHES STARTS VERB NO_VERB".split()
)
BREAKS = VERBS | frozenset(
    "THERE NOBODY SOME EVERY WHAT THAT WHOSE CALLED WHEN IF MEANS ONE ALL EACH CITE STRING VBAR COLON".split()
) | {*CLAUSES.values()}  # fmt: skip
LEADS = PLACE_WORDS | {"MORE", "LESS", "RELATION"}  # before a noun: belongs to it, and perhaps to the next one
NOUNS = frozenset("THE NAME A AN INT NEGATIVE CHANCE _LPAR IT ITS THEY THEM THEIR".split())
# With which a sentence about something else can begin.
SUBJECTS = frozenset({"THE", "NAME", "CHANCE", "IT", "ITS", "THEY", "THEIR", "NO"})
ANY = frozenset({"A", "AN"})  # with which one begins only where `is` follows: `and a Cell is dark`


def joined(tokens: Iterable[Token], said: Sequence[Token] = ()) -> list[Token]:
    """The tokens, with `and that` as one word, and those apart that join what is said of one thing. `said` are those of
    the sentence that stand before them."""
    found = [*said, *_clauses(tokens)]
    if found[:1] and found[0].type == "OPTION":  # lists numbers, of which nothing is said
        return found[len(said) :]
    begin: int | None = None  # where what is said of something begins; None where nothing is
    for at, token in enumerate(found):
        numbered = _of_number(found, at) if at >= len(said) else None
        if numbered is not None:
            found[at] = Token.new_borrow_pos(numbered, str(token), token)
        if token.type in LISTED and begin is not None:
            if at >= len(said) and _lists(found, begin, at):
                found[at] = Token.new_borrow_pos(LISTED[token.type], str(token), token)
            begin = at + 1 if found[at].type in LISTED.values() else None
        elif token.type in BEGINS:
            begin = at + 1
        elif token.type in BREAKS | {*LISTED}:
            begin = None
    return found[len(said) :]


def _of_number(tokens: Sequence[Token], at: int) -> str | None:
    """What `rank` and `to` are in `of rank 1 to 3`, and `from` in `the second Card from the top of the Deck`; the `to`
    of `move a Card of Level 1 to the Tray` is another."""
    match [token.type for token in tokens[max(0, at - 3) : at + 2]]:
        case [*_, place, "WORD", "INT"] if place in PLACE_WORDS:
            return "MEASURE"
        case [place, "MEASURE" | "NAME", "INT", "TO", "INT"] if place in PLACE_WORDS:
            return "_UP_TO"
        case _ if tokens[at].type == "FROM" and _counts(tokens, at):
            return "_COUNTED_FROM"
        case _:  # stands elsewhere
            return None


def _counts(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is counted on from an end of a pile."""
    before, behind = tokens[max(0, at - 3) : at], tokens[at + 1 : at + 4]
    kinds = [token.type for token in (*before, *behind)]
    if kinds != ["THE", "WORD", "NAME", "THE", "WORD", "OF"]:
        return False
    return before[1] in ORDINALS[1:] and behind[1] in ("top", "bottom")


def _clauses(tokens: Iterable[Token]) -> list[Token]:
    """The tokens, with `and that` as one, and `, but not below`, and `chooses the order` of rules; `owned by` behind a
    thing says whose it is, as `of` does."""
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        if len(found) > 1 and (found[-2].type, token.type) in CLAUSES:
            _as_one(found, 2, CLAUSES[found[-2].type, token.type])
        elif token == "order" and [*map(str, found[-3:-1])] == ["chooses", "the"]:
            _as_one(found, 3, "_CHOOSES_THE_ORDER")
        elif token.type == "BY" and _is_named(found[:-2]) and found[-2] == "owned":
            found[-2:] = [Token.new_borrow_pos("OF", "of", found[-2])]
        elif token.type == "AND" and (of := _of_two(found[:-1])) is not None:
            found[of] = Token.new_borrow_pos("HIGHER", str(found[of]), found[of])
            found[-1] = Token.new_borrow_pos("_AND_OTHER", str(token), token)
        elif token in LIMITS and [*map(str, found[-4:-1])] == [",", "but", "not"]:
            _as_one(found, 4, LIMITS[token])
    return found


def _of_two(before: Sequence[Token]) -> int | None:
    """Where `the higher of` stands of which a number was said since, and nothing else, so that `and` joins the two.
    What stands in brackets is a part of that number, whatever it says."""
    closed = 0
    for at in range(len(before) - 1, 0, -1):
        closed += (before[at] == ")") - (before[at] == "(")
        if closed > 0 or before[at] == "(" or at > len(before) - 2:
            continue
        if before[at].type in BREAKS:
            return None
        if before[at] in HIGHER and before[at].type == "WORD":
            around = before[at - 1].type, before[at + 1].type
            return at if around == ("THE", "OF") else None
    return None


def _is_named(before: Sequence[Token]) -> bool:
    """Whether words end with a thing: with its Name, or the name that is given to it."""
    return bool(before) and (before[-1].type == "NAME" or [word.type for word in before[-2:-1]] == ["CALLED"])


def _as_one(tokens: list[Token], number: int, kind: str) -> None:
    """Makes one of the last tokens, so many."""
    first, *others = tokens[-number:]
    place = (first.start_pos, first.line, first.column, others[-1].end_line, others[-1].end_column)
    tokens[-number:] = [Token(kind, " ".join([first, *others]), *place)]


def _lists(tokens: Sequence[Token], begin: int, at: int) -> bool:
    """Whether something else follows that is said of the same thing as what begins before: behind a comma only where
    `or` comes at last. In `on the Gate or the Moon` it could be the Moon, or be on it: that is no list."""
    if tokens[at].type != "COMMA" and tokens[at + 1 : at + 2] and tokens[at + 1].type in ("VERB", "NO_VERB"):
        return True
    end = at + 1
    while end < len(tokens) and tokens[end].type not in BREAKS and tokens[end].type not in LISTED:
        end += 1
    follows = tokens[end].type if end < len(tokens) else ""
    if end == at + 1 or (tokens[at + 1].type in SUBJECTS and follows in VERBS | {"THAT", "WHOSE"}):
        return False
    if tokens[at + 1].type in ANY and follows == "IS":
        return False
    led = tokens[begin].type in LEADS or any(t.type in PLACE_WORDS | ROLE_WORDS for t in tokens[begin + 1 : at])
    if led and tokens[at + 1].type in NOUNS:
        return False
    return tokens[at].type != "COMMA" or (follows in ("COMMA", "OR") and _lists(tokens, at + 1, end))
