"""What to tell a designer about a sentence that fits no pattern: what was read, what could follow, what is like it."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Lark, Token

from dsl.errors import Diagnostic, near
from dsl.patterns import language
from dsl.spans import Span
from dsl.syntax.automaton import words_of
from dsl.syntax.lexing import LINE_END, Sentence
from dsl.syntax.recovery import DEEPEST, MOST_DIGITS, Fault, Mark
from dsl.syntax.text import TOO_LONG
from dsl.syntax.words import Reserved, in_plain_words

MOST_PATTERNS = 3
LOOK_BACK = 6  # words before the one that does not fit, among which a misspelt one is looked for
LONGEST_QUOTE = 60
FAINT = frozenset({"THE", "A", "AN", "OF", "COMMA", "IS", "TO", "IN", "ON"})  # say nothing about what a sentence is
GOES_ON = "a long sentence goes on after a comma, `and` or `or`, and before `of`, `on`, `at`, `beside`, `from`, `with`"


OTHERWISE_SAID = {"twice": "2 times each turn", "thrice": "3 times each turn"}  # how a limit begins
WAYS = {"EITHER": "either Sell", "OR": "or Keep"}  # lines that are no patterns by themselves


def instead(words: list[Token]) -> tuple[str, ...]:
    """How the language has it, where a sentence says it with a word that it has not."""
    limited = any(word == "each" for word in words)
    return tuple(OTHERWISE_SAID[word] for word in words if limited and word in OTHERWISE_SAID)


class Advisor:
    """Turns faults into diagnostics. `last` is the last sentence of the file."""

    def __init__(self, lark: Lark, reserved: Reserved, text: str, file: str, last: Sentence) -> None:
        self.lark, self.reserved = lark, reserved
        self.lines = text.split("\n")
        self.file = file
        self.last = last

    def diagnostic(self, fault: Fault) -> Diagnostic:
        match fault.code:
            case "E0104" if fault.mark.sentence.crooked:
                return self.about(fault, "This line goes back to a depth at which nothing above it stands.")
            case "E0104":
                return self.about(fault, "This line is indented deeper, but nothing can stand under the line above it.",
                                  GOES_ON)  # fmt: skip
            case "E0105":
                return self.about(fault, TOO_LONG)
            case "E0106":
                return self.about(fault, f"Lines stand more than {DEEPEST} deep inside one another.")
            case "E0113":
                return self.about_word(fault, f"A number has at most {MOST_DIGITS} digits.")
            case "E0114":
                return self.about_word(fault, "This is no range of clauses.")
            case "E0115":
                word = self.reserved.keywords[fault.lacking]
                return self.about(fault, f"Under this line there has to be one with `{word}`.", *self.begun_by(fault))
            case "E0112" if fault.mark.sentence is self.last:
                return self.about(Fault("E0110", fault.mark), "The file ends where lines have to stand under this one.")
            case "E0112":
                return self.about(fault, "Lines have to stand under this one, indented by four blanks.")
        return self.no_pattern(fault)

    def about(self, fault: Fault, message: str, *hints: str) -> Diagnostic:
        """A complaint about a whole sentence: its first line is shown."""
        first, *rest = fault.mark.sentence.tokens
        end = max((t.end_column or 0 for t in [first, *rest] if t.line == first.line), default=0)
        span = Span(self.file, first.line or 1, first.column or 1, first.line or 1, end)
        return Diagnostic(fault.code, message, span, hints=hints)

    def about_word(self, fault: Fault, message: str) -> Diagnostic:
        return Diagnostic(fault.code, message, self.span(fault.mark.sentence.tokens[fault.at], ends=False))

    # ----------------------------------------------------------------------------------------------- fits no pattern

    def no_pattern(self, fault: Fault) -> Diagnostic:
        words = fault.mark.words(self.reserved)
        capital = self.capital(fault, words)
        if capital is not None:
            return capital
        word = words[fault.at]
        ends = word.type == LINE_END
        code, message = "E0109", f"`{word}` does not fit here."
        if fault.at == 0:
            message = f"No line begins with `{word}` here."
        elif fault.mark.sentence is self.last and self.is_cut(fault, words):
            code, message = "E0110", "The file ends in the middle of a sentence."
        elif ends:
            message = "The sentence cannot end here."
        meant = self.misspelt(fault, words)
        like = *instead(words), *self.like(fault, words, meant)
        return Diagnostic(code, message, self.span(word, ends), self.read(fault, words), like, meant)

    def capital(self, fault: Fault, words: list[Token]) -> Diagnostic | None:
        """A word of the language with a capital (`Action Place Disc …`), where the small one is read further."""
        for at in range(fault.at, max(-1, fault.at - LOOK_BACK), -1):
            first, _, rest = str(words[at]).partition(" ")
            small = first.lower()
            if words[at].type != "NAME" or small not in self.reserved.terminals:
                continue
            instead = [Token.new_borrow_pos(self.reserved.terminals[small], small, words[at])]
            instead += [Token.new_borrow_pos("NAME", rest, words[at])] if rest else []
            tokens = fault.mark.words(self.reserved)[:-1]
            tokens[at : at + 1] = instead
            if self.reach(fault.mark, tokens) >= fault.at + len(instead):
                message = f"`{first}` would be a Name; the words of the language are written small: `{small}`."
                span = self.span(words[at], ends=False)
                short = Span(span.file, span.line, span.column, span.line, span.column + len(first))
                return Diagnostic("E0109", message, short, near=(small,))
        return None

    def reach(self, mark: Mark, tokens: list[Token]) -> int:
        """How many of the words of a sentence can be read."""
        return mark.parser.copy().feed_all(self.reserved.freed(tokens, mark.before))

    def is_cut(self, fault: Fault, words: list[Token]) -> bool:
        """Whether the sentence ends too early, or with the beginning of a word that could stand there."""
        if words[fault.at].type == LINE_END:
            return True
        possible = self.possible(fault.mark, words[: fault.at]) & set(self.reserved.keywords)
        last = str(words[fault.at])
        return fault.at == len(words) - 2 and any(self.reserved.keywords[t].startswith(last) for t in possible)

    def span(self, word: Token, ends: bool) -> Span:
        line, column = (word.end_line, word.end_column) if ends else (word.line, word.column)
        line, column = line or 1, column or 1
        end = column + 1 if ends or word.end_line != line else word.end_column or column + 1
        return Span(self.file, line, column, line, end)

    def read(self, fault: Fault, words: list[Token]) -> str:
        """What was understood, and what could have followed."""
        possible = in_plain_words(
            self.possible(fault.mark, words[: fault.at]) - ({LINE_END} if fault.at == 0 else set()),
            self.reserved.keywords,
        )
        could = ", ".join(possible[:-1]) + (" or " if possible[1:] else "") + "".join(possible[-1:])
        if fault.at == 0:
            return f"the beginning of a line, which could be {could}"
        said = " ".join(str(w) for w in words[: fault.at])
        quoted = said if len(said) <= LONGEST_QUOTE else "… " + said[-LONGEST_QUOTE:].partition(" ")[2]
        return f"{quoted} … and next could stand {could}"

    def possible(self, mark: Mark, words: Iterable[Token]) -> set[str]:
        """The terminals that can follow the first words of a sentence."""
        parser = mark.parser.copy()
        parser.feed_all(words)
        return parser.possible()

    # ------------------------------------------------------------------------------------------------ what was meant

    def misspelt(self, fault: Fault, words: list[Token]) -> tuple[str, ...]:
        """The words of the language for which one of the words may be a slip: with it, the sentence is read further."""
        for at in range(fault.at, max(-1, fault.at - LOOK_BACK), -1):
            if words[at].type == "WORD" or (at == fault.at and words[at].type != LINE_END):
                found = [k for k in self.near_keywords(fault.mark, words, at) if self.helps(fault, at, k)]
                if found:
                    return tuple(found)
        return ()

    def near_keywords(self, mark: Mark, words: list[Token], at: int) -> list[str]:
        possible = self.possible(mark, words[:at]) & set(self.reserved.keywords)
        return near(str(words[at]), sorted(self.reserved.keywords[t] for t in possible))

    def helps(self, fault: Fault, at: int, keyword: str) -> bool:
        """Whether the sentence can be read further with this word of the language."""
        tokens = fault.mark.words(self.reserved)[:-1]
        for i, token in enumerate(tokens):
            word = keyword if i == at else str(token)
            if i == at or token.type == "WORD":
                tokens[i] = Token.new_borrow_pos(self.reserved.terminals.get(word, "WORD"), word, token)
        return self.reach(fault.mark, tokens) > fault.at

    def begun_by(self, fault: Fault) -> list[str]:
        """The patterns of lines that begin with the word that is lacking."""
        examples = (e for g in language() for p in g.patterns for e in p.examples)
        found = [e for e in examples if next(iter(words_of(self.lark, e))).type == fault.lacking]
        return found[:MOST_PATTERNS] or [WAYS[fault.lacking]]

    def like(self, fault: Fault, words: list[Token], meant: tuple[str, ...]) -> list[str]:
        """The nearest patterns of those with which a line can begin here: with the same first word, or much in
        common."""
        possible = self.possible(fault.mark, ())
        instead = {self.reserved.terminals[m] for m in meant}
        own = ({t.type for t in words} | instead) & set(self.reserved.keywords) - FAINT
        first = own & ({words[0].type} | (instead if fault.at == 0 else set()))
        ranked: list[tuple[int, int, str]] = []
        for number, pattern in enumerate(e for g in language() for p in g.patterns for e in p.examples):
            terminals = [t.type for t in words_of(self.lark, pattern)]
            common = len(own & set(terminals))
            same = terminals[0] in first
            if terminals[0] in possible and (same or common > 1):
                ranked.append((-4 * same - common, number, pattern))
        return [pattern for _, _, pattern in sorted(ranked)[:MOST_PATTERNS]]
