"""`and`, `or` and commas: whether a further sentence follows, or what else is said of the same thing.

Which it is shows only some words later: `the Cell is red or blue` goes on with a quality, `the Cell is red or the Boat
is lit` with a sentence, and a parser that looks one word ahead does not see the difference. So the words that join what
is said of one thing are told apart from the others before a sentence is parsed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark import Token

CLAUSES = {(word, which): f"_{word}_{which}" for word in ("AND", "OR") for which in ("THAT", "WHOSE")}
LISTED = {"AND": "_ALSO_AND", "OR": "_ALSO_OR", "COMMA": "_ALSO_COMMA"}
BEGINS = frozenset({"IS", "ARE"})  # what is said of something
# With these a clause has its verb, or one of its own begins: none stands in what is said of one thing.
VERBS = frozenset(
    "IS ARE CAN CANNOT COULD SCORES LOSES WAS WERE MAY MUST CHOOSES ROLLS BECOMES RISES FALLS WINS GOES DOES HAS "
    "ENTERS LEAVES PASSES KNOWS TOUCHES STARTS".split()
)
BREAKS = VERBS | frozenset(
    "THERE NOBODY SOME EVERY WHAT THAT WHOSE CALLED WHEN IF MEANS ONE ALL EACH CITE STRING VBAR COLON".split()
) | {*CLAUSES.values()}  # fmt: skip
SUBJECTS = frozenset({"THE", "NAME", "CHANCE"})  # with which a sentence about something else can begin


def joined(tokens: Iterable[Token], said: Sequence[Token] = ()) -> list[Token]:
    """The tokens, with `and that` as one word, and those apart that join what is said of one thing. `said` are those of
    the sentence that stand before them."""
    found = [*said, *_clauses(tokens)]
    if found[:1] and found[0].type == "OPTION":  # lists numbers, of which nothing is said
        return found[len(said) :]
    goes_on = False  # whether the words since `is` say something of its subject
    for at, token in enumerate(found):
        if token.type in LISTED:
            goes_on = goes_on and (at < len(said) or _lists(found, at))
            if goes_on and at >= len(said):
                found[at] = Token.new_borrow_pos(LISTED[token.type], str(token), token)
        elif token.type not in LISTED.values():
            goes_on = token.type in BEGINS or (goes_on and token.type not in BREAKS)
    return found[len(said) :]


def _clauses(tokens: Iterable[Token]) -> list[Token]:
    """The tokens, with `and that` as one."""
    found: list[Token] = []
    for token in tokens:
        kind = CLAUSES.get((found[-1].type, token.type)) if found else None
        if kind is None:
            found.append(token)
            continue
        first = found.pop()
        place = (first.start_pos, first.line, first.column, token.end_line, token.end_column)
        found.append(Token(kind, f"{first} {token}", *place))
    return found


def _lists(tokens: Sequence[Token], at: int) -> bool:
    """Whether something else follows that is said of the same thing: behind a comma only where `or` comes at last."""
    end = at + 1
    while end < len(tokens) and tokens[end].type not in BREAKS and tokens[end].type not in LISTED:
        end += 1
    follows = tokens[end].type if end < len(tokens) else ""
    if end == at + 1 or (tokens[at + 1].type in SUBJECTS and follows in VERBS | {"THAT", "WHOSE"}):
        return False
    return tokens[at].type != "COMMA" or (follows in ("COMMA", "OR") and _lists(tokens, end))
