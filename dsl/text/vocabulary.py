"""Which words of the language can stand where, and how the sorts of word are called in messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from lark import Lark, Token
from lark.grammar import Rule, Symbol

from dsl.text.conjunctions import LIMITS, LISTED, joined
from dsl.text.lexer import GOES_ON_BEFORE, LINE_END

# -------------------------------------------------------------------------------------------------- the designer's own


LINE_EDGES = frozenset({LINE_END, "_INDENT", "_DEDENT"})
ALONE = frozenset({"LOOK"})  # stands alone in its line; with others it is a word of the game: `look at the Card`


class Reserved:
    """Which words belong to the language, each only where some sentence can have it."""

    def __init__(self, lark: Lark) -> None:
        before = predecessors(lark.rules)
        self.keywords = {t.name: t.pattern.value for t in lark.terminals if _is_word(t.pattern.type, t.pattern.value)}
        self.terminals = {word: name for name, word in self.keywords.items()}
        self.may_follow = {name: before.get(name, set()) for name in self.keywords}

    def is_no_verb(self, word: str) -> bool:
        """Whether no line can begin with it as a word of the game: another sort of line does, or the one above it goes
        on with it."""
        name = self.terminals.get(word, "")
        return name not in ALONE and (name in GOES_ON_BEFORE or bool(LINE_EDGES & self.may_follow.get(name, set())))

    def how_many_freed(self, words: Iterable[Token]) -> int:
        """How many words of the language are taken for words of the game."""
        return sum(word.type == "WORD" and str(word) in self.terminals for word in words)

    def freed(self, tokens: Iterable[Token], before: str, said: Sequence[Token] = ()) -> Iterator[Token]:
        """A word of the language, where no sentence could have it, is a word of the game; `and that` is one word.

        `before` is the type of the token before the first, `said` are those of the sentence that stand before it.
        """
        words = joined(tokens, said)
        for token in words:
            if token.type in ALONE and any(other.type != "CITE" for other in (*said, *words) if other is not token):
                token = Token.new_borrow_pos("WORD", token.value, token)
            if token.type in self.may_follow and before not in self.may_follow[token.type]:
                token = Token.new_borrow_pos("WORD", token.value, token)
            before = token.type
            yield token


def _is_word(kind: str, value: str) -> bool:
    return kind == "str" and value.isalpha()


def predecessors(rules: list[Rule]) -> dict[str, set[str]]:
    """For each terminal, the terminals that can stand right before it in some sentence of the grammar."""
    first = edge_terminals(rules, 0)
    last = edge_terminals(rules, -1)
    nullable = nullable_names(rules)
    before: dict[str, set[str]] = {}
    for rule in rules:
        for i, symbol in enumerate(rule.expansion):
            for earlier in reversed(rule.expansion[:i]):
                for terminal in first[symbol.name]:
                    before.setdefault(terminal, set()).update(last[earlier.name])
                if earlier.name not in nullable:
                    break
    return before


def nullable_names(rules: list[Rule]) -> set[str]:
    """The rules that can be empty."""
    found: set[str] = set()
    while True:
        new = {r.origin.name for r in rules if all(s.name in found for s in r.expansion)}
        if new == found:
            return found
        found = new


def edge_terminals(rules: list[Rule], edge: int) -> dict[str, set[str]]:
    """For each symbol, the terminals with which it can begin (`edge` 0) or end (`edge` -1)."""
    nullable = nullable_names(rules)
    sets: dict[str, set[str]] = {}
    for rule in rules:
        for symbol in rule.expansion:
            sets.setdefault(symbol.name, {symbol.name} if symbol.is_term else set())
        sets.setdefault(rule.origin.name, set())
    changed = True
    while changed:
        changed = False
        for rule in rules:
            own = sets[rule.origin.name]
            size = len(own)
            for symbol in outer_symbols(rule, edge, nullable):
                own |= sets[symbol.name]
            changed = changed or len(own) > size
    return sets


def outer_symbols(rule: Rule, edge: int, nullable: set[str]) -> Iterator[Symbol]:
    symbols = rule.expansion if edge == 0 else list(reversed(rule.expansion))
    for symbol in symbols:
        yield symbol
        if symbol.name not in nullable:
            return


# ------------------------------------------------------------------------------------------------------- in plain words

# Terminals that stand together for one idea. The first whose terminals are all possible is named in their place;
# what stands after the colon goes without saying where the first ones are possible.
GROUPS: tuple[tuple[str, str, str], ...] = (
    ("PIECE ACTION PHASE", "GAME USE CHAPTER OPTION PLACE BOARD TABLE SETUP PLAY POWER WINDOW RULE TO POSITION WALK "
     "VARIANT EXAMPLE THE A AN NAME STRING", "a heading (`piece …`, `action …`) or a definition"),
    ("MOVE LET DO", "SHOW SHUFFLE OPEN STOP PREVENT NOBODY IF FOR REPEAT TAKE UNTIL WHILE TOGETHER IN FOLLOW WORD THE "
     "A AN NAME INT CHANCE EVERY WHAT STRING ONLY COSTS ONCE PLAYABLE", "a line that says what happens"),
    ("THERE THE NAME", "A AN INT CHANCE EVERY WHAT", "a condition (`the Cell is open`, `there is a …`)"),
    ("THE NAME A", "AN INT CHANCE EVERY WHAT", "a thing (`the Cell`, `Imperial`, `a Cell`)"),
    ("A AN", "", "`a` or `an`"),
    ("OF ON IN AT UNDER BESIDE BEHIND", "", "a place word (`of`, `on`, `in`, `at` …)"),
    ("FROM TO BY WITH FOR ALONG THROUGH AGAINST OVER INTO THAN", "", "a role word (`to`, `from`, `by`, `with` …)"),
    ("PLUS MINUS", "", "`plus` or `minus`"),
    ("MULTIPLIED DIVIDED", "", "`multiplied by` or `divided by`"),
)  # fmt: skip
SORTS = {
    "NAME": "a Name with a capital letter",
    "WORD": "a word of the game in lower case",
    "INT": "a number",
    "STRING": "a text in quotation marks",
    "COMMA": "a comma",
    "COLON": "a colon",
    "VBAR": "`|`",
    "_RPAR": "a closing bracket",
    "_AND_THAT": "`and that`",
    "_CHOOSES_THE_ORDER": "`chooses the order`",
    "_AN_OWNER": "`an owner`",
    "_OR_THAT": "`or that`",
    "_AND_WHOSE": "`and whose`",
    "_OR_WHOSE": "`or whose`",
    "_NL": "the end of the line",
    "_INDENT": "indented lines",
}
SILENT = {
    "CITE",
    "_DEDENT",
    "$END",
    "MEASURE",
    "_UP_TO",
    *LIMITS.values(),
    "_COUNTED_FROM",
    "NEGATIVE",
    "_LPAR",
    *LISTED.values(),
}  # a citation can stand at every end of a line, a sum in brackets wherever a number can, a limit behind each sum


def in_plain_words(terminals: Collection[str], keywords: Mapping[str, str]) -> list[str]:
    """What could stand somewhere: groups first, then single words, each once."""
    left = set(terminals) - SILENT
    said: list[str] = []
    for together, implied, phrase in GROUPS:
        group = set(together.split())
        if group <= left:
            left -= group | set(implied.split())
            said.append(phrase)
    said += [f"`{word}`" for word in sorted(keywords[t] for t in left if t in keywords)]
    return said + [SORTS[t] for t in SORTS if t in left]
