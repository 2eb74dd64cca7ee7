"""Parsing that goes on after a mistake: a faulty sentence is left out, with the lines under it, and noted.

A heading all of whose lines were left out is left out, too, without a further complaint.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from lark import Lark, Token, Tree

from dsl.text.citations import clauses_of
from dsl.text.decoding import LONGEST
from dsl.text.lexer import LINE_END, Sentence
from dsl.text.other_languages import SLIPS
from dsl.text.parser import Automaton
from dsl.text.vocabulary import Reserved

DEEPEST = 40  # levels of indentation
MOST_DIGITS = 9
# What begins sentences that mean nothing without the one before, also where it is said otherwise.
FOLLOWERS = frozenset({"OTHERWISE", "OR"})
ELSE = frozenset(said.split()[0] for said, meant in SLIPS.items() if meant[0].startswith("otherwise"))


@dataclass(frozen=True, slots=True)
class Mark:
    """A sentence, the parser before it, the type of the last word before it, how many sentences were kept so far.

    `above` is the parser behind the sentence above, where no level is closed yet; `around` are the last sentences of
    the levels that are open there.
    """

    sentence: Sentence
    parser: Automaton
    before: str
    kept: int
    above: Automaton
    around: tuple[Sentence, ...]

    def words(self, reserved: Reserved) -> list[Token]:
        """The words of the sentence, and its end."""
        words = list(reserved.freed(self.sentence.tokens, self.before))
        return [*words, Token.new_borrow_pos(LINE_END, "", words[-1])]


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a sentence. `at` is the number of the first word that does not fit; the end is a word, too.

    `lacking`: the terminal with which a line under it has to begin, if it is just one. `under`: the sentence
    above, under which it cannot stand.
    """

    code: str
    mark: Mark
    at: int = 0
    lacking: str = ""
    under: Mark | None = None


@dataclass
class Outcome:
    """What came of parsing: a tree where nothing was left out or passed by; all sentences, those kept, and those left
    out."""

    tree: Tree[Token] | None = None
    seen: list[Sentence] = field(default_factory=list)
    kept: list[Sentence] = field(default_factory=list)
    lost: list[Sentence] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class Recovery:
    """One run over the sentences of a text, until so many mistakes were found.

    `blemished` are the lines that were complained of already; items that begin on these `known` lines are without a
    mistake, and passed by.
    """

    def __init__(
        self, lark: Lark, reserved: Reserved, most: int, blemished: Set[int], known: Set[int] = frozenset()
    ) -> None:
        self.parser = Automaton.of(lark)
        self.reserved = reserved
        self.most = most
        self.blemished = blemished
        self.known = known
        self.outcome = Outcome()
        self.depth = 0
        self.marks: list[Mark] = []  # the last sentence of each open level
        self.gaps: set[int] = set()  # levels in which something was left out
        self.missing: int | None = None  # the level of the sentence that was left out last, where none was kept since
        self.skipped: int | None = None  # what is deeper than this belongs to a sentence that was left out
        self.before = LINE_END
        self.above = self.parser.copy()
        self.around: tuple[Sentence, ...] = ()

    def run(self, sentences: Iterable[Sentence]) -> Outcome:
        passing = False
        for sentence in sentences:
            self.outcome.seen.append(sentence)
            passing = sentence.line in self.known if sentence.depth == 0 else passing
            if passing:
                self.pass_by(sentence)
            else:
                self.take(sentence)
            if len(self.outcome.faults) >= self.most:
                return self.outcome
        if self.outcome.seen:
            self.finish()
        return self.outcome

    # ------------------------------------------------------------------------------------------------- one sentence

    def pass_by(self, sentence: Sentence) -> None:
        """Keeps a sentence that is known to be right where it stands."""
        self.close_to(0)
        self.skipped = self.missing = None
        self.outcome.kept.append(sentence)

    def take(self, sentence: Sentence) -> None:
        if self.skipped is not None and sentence.depth > self.skipped:
            self.outcome.lost.append(sentence)
            return
        self.skipped = None
        self.above, self.around = self.parser.copy(), tuple(mark.sentence for mark in self.marks)
        if sentence.depth > self.depth and not self.open(sentence):
            return
        self.close_to(sentence.depth)
        self.mark(sentence)
        if any(line in self.blemished for line in range(sentence.line, sentence.end_line + 1)):
            self.drop()
            return
        if sentence.crooked:
            self.fault("E0104")
        mistake = objection(sentence)
        if mistake is None:
            self.parse()
        else:
            self.fault(*mistake)
            self.drop()

    def parse(self) -> None:
        mark = self.marks[-1]
        if self.missing == self.depth and mark.sentence.tokens[0] in ELSE:
            self.drop()
            return
        for at, token in enumerate(mark.words(self.reserved)):
            if not self.feed(token):
                if at > 0 or self.missing != self.depth or mark.sentence.tokens[0].type not in FOLLOWERS:
                    self.fault("E0109", at)
                self.drop()
                return
        self.missing = None
        self.outcome.kept.append(mark.sentence)

    # ---------------------------------------------------------------------------------------------------- the parser

    def feed(self, token: Token) -> bool:
        """Takes a word; False where it does not fit."""
        self.before = token.type
        return self.parser.feed(token)

    def try_feed(self, token: Token) -> bool:
        """Feeds a token that may well not fit, and then changes nothing."""
        saved, before = self.parser.copy(), self.before
        fits = self.feed(token)
        if not fits:
            self.parser, self.before = saved, before
        return fits

    def mark(self, sentence: Sentence) -> None:
        self.marks[self.depth :] = [self.here(sentence)]

    def here(self, sentence: Sentence) -> Mark:
        return Mark(sentence, self.parser.copy(), self.before, len(self.outcome.kept), self.above, self.around)

    def fault(self, code: str, at: int = 0) -> None:
        """Notes a mistake in the last sentence of this level."""
        self.outcome.faults.append(Fault(code, self.marks[self.depth], at))

    def drop(self) -> None:
        """Leaves out the sentence that is being parsed, and all that stands under it."""
        self.outcome.lost.append(self.take_back().sentence)
        self.skipped = self.depth

    def take_back(self) -> Mark:
        """Goes back to before the last sentence of this level, and leaves out all that was kept since."""
        mark = self.marks[self.depth]
        self.parser, self.before = mark.parser.copy(), mark.before
        self.outcome.lost += self.outcome.kept[mark.kept :]
        del self.outcome.kept[mark.kept :]
        self.missing = self.depth
        self.gaps = {gap for gap in self.gaps if gap < self.depth} | {self.depth}
        return mark

    # -------------------------------------------------------------------------------------------------------- levels

    def open(self, sentence: Sentence) -> bool:
        """Goes one level deeper, if the sentence before can have lines under it."""
        if self.marks and self.try_feed(signal("_INDENT", sentence.tokens[0])):
            self.depth += 1
            return True
        under = self.marks[-1] if self.marks else None
        self.outcome.faults.append(Fault("E0104", self.here(sentence), under=under))
        self.outcome.lost.append(sentence)
        self.skipped = self.depth
        return False

    def close_to(self, depth: int) -> None:
        """Goes back to a level, with nothing open above it."""
        while self.depth > depth:
            self.close()
        if self.parser.waits_for_lines():
            self.drop_heading("E0112")

    def close(self) -> None:
        """Goes one level back; a heading without lines is left out."""
        if self.parser.waits_for_lines():
            self.drop_heading("E0112")
        elif self.try_feed(signal("_DEDENT", self.outcome.seen[-1].tokens[0])):
            self.depth -= 1
        else:
            known = self.depth in self.gaps
            self.depth -= 1
            self.drop_heading("" if known else "E0112")
        del self.marks[self.depth + 1 :]

    def drop_heading(self, code: str) -> None:
        """Leaves out the last sentence of this level for want of lines under it."""
        if code:
            mark = self.marks[self.depth]
            lacking = self.lacking()
            code = "E0115" if lacking else code
            self.outcome.faults.append(Fault(code, mark, len(mark.sentence.tokens), lacking))
        self.take_back()

    def lacking(self) -> str:
        """With which word of the language a line has to begin here, if nothing else will do."""
        parser = self.parser.copy()
        if parser.waits_for_lines():
            parser.feed(signal("_INDENT", self.outcome.seen[-1].tokens[0]))
        possible = parser.possible()
        return possible.pop() if len(possible) == 1 and possible <= self.reserved.keywords.keys() else ""

    def finish(self) -> None:
        self.close_to(0)
        if self.outcome.kept and not self.outcome.lost and not self.known:
            self.outcome.tree = self.parser.finish(self.outcome.seen[-1].tokens[-1])


def signal(kind: str, word: Token) -> Token:
    """A token without text, which stands where the word does."""
    return Token.new_borrow_pos(kind, "", word)


def objection(sentence: Sentence) -> tuple[str, int] | None:
    """What is wrong with a sentence before it is parsed, and with which word."""
    if len(sentence.tokens) > LONGEST + 1:  # a citation is no word
        return "E0105", 0
    if sentence.depth > DEEPEST:
        return "E0106", 0
    for at, token in enumerate(sentence.tokens):
        if token.type == "INT" and len(token) > MOST_DIGITS:
            return "E0113", at
        if token.type == "CITE" and clauses_of(token) is None:
            return "E0114", at
    return None
