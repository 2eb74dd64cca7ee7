"""What to tell a designer about a sentence that fits no pattern: what was read, what could follow, what is like it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, groupby, islice, takewhile

from lark import Lark, Token

from dsl.source import Span
from dsl.text.all_but_one import all_but_those_named
from dsl.text.amounts import amounts
from dsl.text.brackets import bracketed
from dsl.text.compounds import LASTING, in_one
from dsl.text.decoding import TOO_LONG
from dsl.text.described import described, said_by_a_value
from dsl.text.diagnostics import Diagnostic
from dsl.text.enumerations import enumerated
from dsl.text.incremental import turns
from dsl.text.inventory import Inventory, said_in_a_line
from dsl.text.lexer import LINE_END, Sentence
from dsl.text.line_breaks import ONE_LINE, joined_lines, on_lines_of_their_own
from dsl.text.misplaced import FOLLOWED, misplaced, phase_of_an_example, text_before, text_in_a_table, text_of_a_word
from dsl.text.other_languages import SLIPS
from dsl.text.parser import Automaton, has_words, words_of
from dsl.text.patterns import language
from dsl.text.phrasings import leaves_a_loop, meant_alone, meant_by, only_named
from dsl.text.recovery import DEEPEST, MOST_DIGITS, Fault, Mark, signal
from dsl.text.repairs import Repair, Repairs, Sort, said
from dsl.text.rewordings import BOTH, Reworded, depth, in_a_line, named_before, reworded
from dsl.text.said_in_examples import said_in_an_example
from dsl.text.vocabulary import Reserved, in_plain_words

MOST_PATTERNS = 3
MOST_NAMED = 2  # phrases that are given a name
LONGEST_QUOTE = 60
# Words that say nothing about what a sentence is.
FAINT = frozenset(
    "THE A AN OF COMMA IS ARE TO IN ON AT BY FROM WITH IF ONLY OTHERWISE FOR EACH EVERY AND OR NOT".split()
)
GOES_ON = "a long sentence goes on after a comma, `and` or `or`, and before `of`, `on`, `at`, `beside`, `from`, `with`"
FORBIDDEN_WITH = re.compile(
    r"(?P<who>.+) cannot (?P<deed>[A-Z].*?) an? (?P<what>[A-Z][\w' -]*?) (?P<so>(?:that|whose) .+)"
)
OF_THESE = re.compile(
    r"(?:only if|(?P<head>(?:an?|the|every) .+) (?:when|if)) (?P<these>all|any|(?:at least )?one|either|some) of "
    r"(?:these|the following)(?: ?, called (?P<name>[A-Z].*?))?(?: ?:)?"
)
# Headings under which designers gather what must be so.
GATHERED = frozenset("needs need requires requirements conditions preconditions prerequisites provided allowed".split())
# Words within a sentence, with which no line begins.
GOING_ON = frozenset("PLUS MINUS MULTIPLIED DIVIDED AND OR IF THAT WHOSE AMONG TO IS ARE OF FROM".split())
BARS = frozenset({"VBAR", "COLON"})  # the rest of `|---|---|`, as two hyphens begin a note
TIE = re.compile(r"(?:[Ii]n case of|[Oo]n|[Aa]t|[Ii]f there is) a tie\b|[Ii]f (?:they are )?tied|[Tt]ies (?:are|is) ")
DOING = ("game Game", "action Act")  # lines above what is done
WAYS = {"EITHER": "either Sell", "OR": "or Keep"}  # lines that are no patterns by themselves


def nothing(fault: Fault) -> tuple[str, ...]:
    """How a way is written on which nothing is done."""
    tokens = fault.mark.sentence.tokens
    return (f"{said(tokens)}, and under it: nothing happens",) if tokens[0].type in WAYS else ()


@cache
def examples_behind(lark: Lark, reserved: Reserved, before: str) -> tuple[tuple[str, list[Token]], ...]:
    """Those of all patterns of the language, with their words as they are behind a token of this type."""
    found = (example for group in language() for pattern in group.patterns for example in pattern.examples)
    return tuple((one, [*reserved.freed(words_of(lark, one), before)]) for one in found)


class Advisor:
    """Turns faults into diagnostics. `seen` are the sentences of the file."""

    def __init__(self, lark: Lark, reserved: Reserved, file: str, seen: list[Sentence]) -> None:
        self.lark, self.reserved = lark, reserved
        self.file = file
        self.first, self.last, self.seen = seen[0], seen[-1], seen
        self.named = any(sentence.tokens[0].type == "GAME" for sentence in seen)
        self.repairs = Repairs(lark, reserved, seen)
        self.inventory = Inventory(seen)
        self.inventory.reads = self.are_done

    def diagnostic(self, fault: Fault) -> Diagnostic:
        match fault.code:
            case "E0104" if fault.mark.sentence.crooked:
                return self.about(fault, "This line goes back to a depth at which nothing above it stands.")
            case "E0104":
                return self.too_deep(fault)
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
                return self.about(
                    fault, "Lines have to stand under this one, indented by four blanks.", *nothing(fault)
                )
            case _:  # by what the reserved words of the line tell
                return self.no_pattern(fault)

    def about(self, fault: Fault, message: str, *hints: str) -> Diagnostic:
        """A complaint about a whole sentence: its first line is shown."""
        first, *rest = fault.mark.sentence.tokens
        end = max((t.end_column or 0 for t in [first, *rest] if t.line == first.line), default=0)
        span = Span(self.file, first.line or 1, first.column or 1, first.line or 1, end)
        return Diagnostic(fault.code, message, span, hints=hints)

    def about_word(self, fault: Fault, message: str) -> Diagnostic:
        return Diagnostic(fault.code, message, self.span(fault.mark.sentence.tokens[fault.at], ends=False))

    def too_deep(self, fault: Fault) -> Diagnostic:
        """About a line that cannot stand under the one above: most often that is not what it was meant to be."""
        if fault.mark.sentence is self.first and not self.named:
            return self.without_game(fault)
        if fault.under is not None:
            words = fault.under.words(self.reserved)
            if str(words[0]).lower() in GATHERED and len(words) <= 3:
                return self.gathered(fault, fault.under)
            tail = (words[-1], Token.new_borrow_pos("_INDENT", "", words[-1]))
            repairs = [r for r in self.repairs.of(fault.under, len(words), tail) if r.sentence]
            if repairs:
                return self.repaired(words, repairs)
            ways = meant_by(said_in_a_line(fault.under.sentence), self.inventory)
            opening = [*islice((one for one in ways if len(one.lines) == 1 and self.fits(one, fault.under, True)), 1)]
            if opening:
                return self.otherwise(words, opening)
        if table := self.text_in_a_table(fault):
            return table
        if gone_on := self.gone_on(fault):
            return gone_on
        message = "This line is indented deeper, but nothing can stand under the line above it."
        return self.about(fault, message, *(self.depths(fault) or [GOES_ON]))

    def gone_on(self, fault: Fault) -> Diagnostic | None:
        """About lines with which the one above goes on, `plus 2` below `the wealth of the Player`: all are one line."""
        at = self.place_of(fault.mark.sentence)
        above = self.seen[at - 1] if 0 < at < len(self.seen) else None
        if above is None or fault.mark.sentence.tokens[0].type not in GOING_ON:
            return None
        lost = fault.code == "E0104"  # with all that stands with it
        block = [*takewhile(lambda sentence: sentence.depth > above.depth, self.seen[at:])] if lost else []
        block = block or [fault.mark.sentence]
        line = " ".join(said(sentence.tokens) for sentence in (above, *block))
        return self.about_block(block, ONE_LINE, (line,))

    def cut_in_two(self, fault: Fault, sure: bool = False) -> Diagnostic | None:
        """About a sentence that cannot end where its line does, if it goes on in the lines below it; `sure`: with which
        no line begins."""
        own = fault.mark.sentence
        below = self.seen[self.place_of(own) + 1 :]
        if sure and not (below and below[0].tokens[0].type in GOING_ON):
            return None
        if fault.mark.words(self.reserved)[fault.at].type != LINE_END:
            return None
        for line, last in joined_lines(own, below):
            if self.fits(Reworded("", 0, 0, (line,)), fault.mark, self.has_lines(last)):
                first = own.tokens[0]
                end = last.end_line, last.tokens[-1].end_column or 1
                span = Span(self.file, first.line or 1, first.column or 1, *end)
                return Diagnostic("E0104", ONE_LINE, span, hints=(line,))
        return None

    def text_in_a_table(self, fault: Fault) -> Diagnostic | None:
        """About a text among rows, if it is one."""
        place = text_in_a_table(fault.mark.sentence, fault.mark.around, self.inventory)
        message = "A table has only rows; what else is said of a thing stands under its heading."
        return self.about(fault, message, place) if place else None

    def gathered(self, fault: Fault, above: Mark) -> Diagnostic:
        """About conditions that stand under a heading of their own: each is a line with `only if`."""
        deeper = takewhile(lambda s: s.depth > above.sentence.depth, self.seen[self.place_of(fault.mark.sentence) :])
        block = [*deeper]
        told = [f"only if {said_in_a_line(sentence)}" for sentence in block]
        needs = [need if self.fits(Reworded("", 0, 0, (need,)), above) else self.needed(need, above) for need in told]
        message = "What must be so for an action to be allowed stands behind `only if`, each on a line of its own."
        return self.about_block(block, message, needs)

    def about_block(self, block: Sequence[Sentence], message: str, lines: Iterable[str]) -> Diagnostic:
        """About lines of which, with the one above them, others should be made."""
        first, last = block[0].tokens[0], block[-1].tokens[-1]
        start, end = (first.line or 1, first.column or 1), (block[-1].end_line, last.end_column or 1)
        hint = f"{BOTH}{', and on the next line: '.join(lines)}"
        return Diagnostic("E0104", message, Span(self.file, *start, *end), hints=(hint,))

    def gathered_below(self, fault: Fault) -> Diagnostic | None:
        """About `any of these`, or all, above several lines, where it cannot stand so."""
        which = OF_THESE.fullmatch(said_in_a_line(fault.mark.sentence))
        below = self.seen[self.place_of(fault.mark.sentence) + 1 :]
        block = [*takewhile(lambda sentence: sentence.depth > fault.mark.sentence.depth, below)]
        if which is None or not block:
            return None
        told, every = [said_in_a_line(sentence) for sentence in block], which["these"] == "all"
        if which["head"]:
            message = "All lines under `when` must hold; where one is enough, the line ends with `any of these`."
            head = f"{which['head']} when{'' if every else ' any of these'}"
            if head == said_in_a_line(fault.mark.sentence):  # it stands so, and something else is wrong
                return None
            head = f"{head}, and under it: {told[0]}"
            return self.about_block(block, message, (head, *told[1:]))
        if every:
            return self.about_block(block, "Each need stands on a line of its own.", (f"only if {one}" for one in told))
        message = "What is needed in one of several ways is joined by `or`."
        named = f", called {which['name']}" if which["name"] else ""
        return self.about_block(block, message, (f"only if {' or '.join(told)}{named}",))

    def needed(self, need: str, mark: Mark) -> str:
        """A need as the language has it, where it is known how."""
        ways = (one for one in meant_by(need, self.inventory) if len(one.lines) == 1 and not one.apart)
        return next((way.lines[0] for way in ways if self.fits(way, mark)), need)

    def without_game(self, fault: Fault) -> Diagnostic:
        """About the first line, where none says which game it is."""
        name, *more = fault.mark.sentence.tokens
        named = name if name.type == "NAME" and not more else "Tic-Tac-Toe"
        message = "The rulebook does not say which game it is; the line that names it is the first."
        return self.about(Fault("E0323", fault.mark), message, f"game {named}")

    # ----------------------------------------------------------------------------------------------- fits no pattern

    def no_pattern(self, fault: Fault) -> Diagnostic:
        """About a sentence by what is likeliest to be meant: as it stands in its place, in other words, with one thing
        changed, or two, as a part of another; or by the word that does not fit."""
        if known := self.out_of_place(fault) or self.held_together(fault) or self.behind_a_tie(fault):
            return known
        words, around = fault.mark.words(self.reserved), self.headings_above(fault)
        inventory = self.inventory.inside(*around) if around else self.inventory
        inventory = inventory.behind(self.seen[: self.place_of(fault.mark.sentence)])
        asked = (words, fault.at, self.inventory)
        first = (*amounts(*asked), *misplaced(*asked), *said_by_a_value(*asked))
        last = (*enumerated(words, inventory), *described(*asked), *reworded(*asked))
        worded = (*first, *self.phrased(fault, inventory), *last)
        if others := [one for one in worded if self.is_read(one, fault.mark)]:
            return self.opened(fault, others[0]) or self.otherwise(words, others)
        repairs = self.repairs.of(fault.mark, fault.at, (words[-1],))
        if any(repair.sentence for repair in repairs):
            return self.repaired(words, repairs)
        if twice := [*islice(self.of_two_faults((*first, *last), fault), 1)]:
            return self.otherwise(words, twice)
        if part := self.part_of_another(fault) or self.forbidden_with_each(fault):
            return part
        if named := [*islice(self.with_names(asked, fault.mark), MOST_NAMED)]:
            return self.otherwise(words, named)
        if fault.mark.sentence is self.first and not self.named and [w.type for w in words[:-1]] == ["NAME"]:
            return self.without_game(fault)
        return self.by_its_word(fault, words, repairs)

    def headings_above(self, fault: Fault) -> list[Sentence]:
        return [one for one in fault.mark.around if one.depth < fault.mark.sentence.depth]

    def out_of_place(self, fault: Fault) -> Diagnostic | None:
        """About a sentence for another place, or none, by the lines around it."""
        own, around, words = fault.mark.sentence, fault.mark.around, fault.mark.words(self.reserved)
        if words[0].type == "VBAR" and all(word.type in BARS for word in words[:-1]):
            message = "No line is drawn between the rows of a table, nor under its head."
            return self.about(fault, message, "leave it out")
        if words[0] in FOLLOWED and around and [*around[-1].tokens[:2]] == ["goes", "at"]:
            below = f"{said(own.tokens)}, and on the next line: {said(around[-1].tokens)}"
            return self.about(fault, "What a rule follows stands before how deep it goes.", f"{BOTH}{below}")
        if both := text_before(own, around):
            return self.about(fault, "What a rule follows stands before its texts.", both)
        if both := phase_of_an_example(own, around):
            return self.about(fault, "The phase of an example stands on the line of its title.", both)
        if table := self.text_in_a_table(fault):
            return table
        if of_a_word := text_of_a_word(own, around):
            return self.about(fault, "Of what a word means nothing is told under its heading.", of_a_word)
        return self.gathered_below(fault) or self.cut_in_two(fault, sure=True)

    def held_together(self, fault: Fault) -> Diagnostic | None:
        """About a sentence that can be read with brackets, or with all but what it names."""
        words = fault.mark.words(self.reserved)
        ways = (next((r for r in way if self.is_read(r, fault.mark)), None) for way in bracketed(words, fault.at))
        if bracketed_so := [way for way in ways if way is not None]:
            return self.otherwise(words, bracketed_so)
        left_out = all_but_those_named(fault.mark.sentence, self.seen, self.inventory)
        all_but = [one for one in left_out if self.is_read(one, fault.mark)]
        return self.otherwise(words, all_but) if all_but else None

    def behind_a_tie(self, fault: Fault) -> Diagnostic | None:
        behind = self.said_of_a_tie(fault.mark)
        return self.about(fault, behind.message, f"{BOTH}{behind.hint}") if behind else None

    def phrased(self, fault: Fault, inventory: Inventory) -> Iterator[Reworded]:
        """What printed rules mean by such a sentence, and the same on lines of their own."""
        line, around = said_in_a_line(fault.mark.sentence), self.headings_above(fault)
        phrases = chain(only_named(line, inventory), meant_by(line, inventory))
        yield from islice((one for one in phrases if self.is_read(one, fault.mark)), 1)
        yield from meant_alone(line, inventory)
        told = said_in_an_example(line, inventory) if around and around[0].tokens[0].type == "EXAMPLE" else ()
        yield from islice((one for one in told if self.is_read(one, fault.mark)), 1)
        if fault.mark.sentence.depth > 0:
            begins = {*inventory.heads, *self.reserved.terminals}
            yield from on_lines_of_their_own(fault.mark.words(self.reserved), fault.at, begins)

    def part_of_another(self, fault: Fault) -> Diagnostic | None:
        """About a sentence that goes on in the lines below it, or with which the one above goes on."""
        first = str(fault.mark.words(self.reserved)[0])
        goes_on = fault.mark.sentence.depth > 0 and fault.at <= 1 and first in ("that", "whose", "to")
        return self.cut_in_two(fault) or (self.gone_on(fault) if goes_on else None)

    def by_its_word(self, fault: Fault, words: list[Token], repairs: list[Repair]) -> Diagnostic:
        """About the first word that does not fit, with what may be meant there."""
        word = words[fault.at]
        code, message = "E0109", f"`{word}` does not fit here."
        if fault.at == 0:
            message = f"No line begins with `{word}` here."
        elif fault.mark.sentence is self.last and self.is_cut(fault, words):
            code, message = "E0110", "The file ends in the middle of a sentence."
        elif word.type == LINE_END:
            message = "The sentence cannot end here."
        meant = tuple(dict.fromkeys(repair.change.text for repair in repairs if repair.change.count))
        if fault.at == 0 and word not in self.reserved.terminals and word in SLIPS:
            meant = SLIPS[word]
        hints = (self.depths(fault) if fault.at == 0 else []) or self.like(fault, words, meant)
        span = self.span(word, word.type == LINE_END)
        return Diagnostic(code, message, span, self.read(fault, words), tuple(hints), meant)

    def of_two_faults(self, worded: Iterable[Reworded], fault: Fault) -> Iterator[Reworded]:
        """A sentence of which two things are wrong, with other words for both."""
        mark = fault.mark
        for one in worded:
            if len(one.lines) != 1 or one.apart or one.told or not has_words(self.lark, one.lines[0]):
                continue
            own = in_one([*words_of(self.lark, one.lines[0])], self.repairs.phrases)
            words = [*self.reserved.freed([*own], mark.before)]
            words.append(signal(LINE_END, words[-1]))
            asked = (words, mark.parser.copy().feed_all(words), self.inventory)
            if one.start < asked[1] < len(words):
                others = (*misplaced(*asked), *said_by_a_value(*asked), *described(*asked), *reworded(*asked))
                read = (other for other in others if self.is_read(other, mark))
                yield from (
                    replace(one, message=f"{one.message} {r.message}", lines=r.lines, apart=r.apart) for r in read
                )

    def opened(self, fault: Fault, other: Reworded) -> Diagnostic | None:
        """About a line that ends with `if` in other words, so that the lines below it stand under that."""
        own = fault.mark.sentence
        last = other.lines[-1] if other.lines else ""
        below = takewhile(lambda s: s.depth >= own.depth, self.seen[self.place_of(own) + 1 :])
        block = [*below] if last.startswith("if ") and "," not in last and own.depth else []
        if not block or any(sentence.depth > own.depth for sentence in block):
            return None
        first, *rest = (in_a_line(*said_in_a_line(sentence).split(" ")) for sentence in block)
        return self.about_block(block, other.message, (*other.lines[:-1], f"{last}, and under it: {first}", *rest))

    def said_of_a_tie(self, mark: Mark) -> Reworded | None:
        """Who wins when several are equal, said on a line of its own: it belongs to the line above."""
        above = self.seen[self.place_of(mark.sentence) - 1]
        text, first = said_in_a_line(mark.sentence), said_in_a_line(above)
        if above.depth != mark.sentence.depth or not TIE.match(text) or " wins" not in first:
            return None
        ways = meant_by(f"{first} , {text[0].lower()}{text[1:]}", self.inventory)
        return next((one for one in ways if one.lines and self.is_read(one, mark)), None)

    def forbidden_with_each(self, fault: Fault) -> Diagnostic | None:
        """About `Red cannot Raid a Cell that is open`, alone below how long that lasts: with each such Cell."""
        place = self.place_of(fault.mark.sentence)
        around, behind = self.seen[place - 1 : place], self.seen[place + 1 : place + 2]
        said = FORBIDDEN_WITH.fullmatch(said_in_a_line(fault.mark.sentence))
        depth = fault.mark.sentence.depth
        alone = around and around[0].depth < depth and not (behind and behind[0].depth >= depth)
        if not said or not alone or around[0].tokens[0].type not in LASTING:
            return None
        lines = (
            f"for each {said['what']} {said['so']}",
            said_in_a_line(around[0]),
            f"{said['who']} cannot {said['deed']} the {said['what']}",
        )
        message = "What is forbidden for a time is forbidden with each thing that is so when that begins."
        return self.about(fault, message, f"{BOTH}{', and under it: '.join(lines)}")

    def with_names(self, asked: tuple[list[Token], int, Inventory], mark: Mark) -> Iterator[Reworded]:
        """Of each phrase that begins before a fault the longest part that can be named on a line before."""
        for _, others in groupby(named_before(*asked), key=lambda one: one.start):
            yield from islice((one for one in others if self.is_read(one, mark)), 1)

    def otherwise(self, words: list[Token], others: list[Reworded]) -> Diagnostic:
        """About a sentence that is said in other words."""
        last = words[min(others[0].end, len(words) - 2)]  # as counted where Names of several words are not known
        span = self.span(words[others[0].start], ends=False).to(self.span(last, ends=False))
        return Diagnostic("E0109", others[0].message, span, hints=tuple(dict.fromkeys(one.hint for one in others)))

    def is_read(self, reworded: Reworded, mark: Mark) -> bool:
        """Whether the sentence can be read in these words, with what stands under it, which does not say it again."""
        has_lines = self.has_lines(mark.sentence)
        last = reworded.readable[-1].strip() if reworded.readable else ""
        below = said_in_a_line(self.seen[self.place_of(mark.sentence) + 1]) if has_lines else ""
        return not (last and below.startswith(last)) and self.fits(reworded, mark, has_lines)

    def fits(self, reworded: Reworded, mark: Mark, has_lines: bool = False) -> bool:
        """Whether these words fit where the sentence stands; what leaves a loop only stands in one."""
        around = [sentence.tokens[0].type for sentence in mark.around]
        if leaves_a_loop(reworded) and "REPEAT" not in around:
            return False
        own = mark.parser.copy()
        if not self.are_read(reworded.readable, own, mark.before):
            return False
        opens = not mark.sentence.depth and any(map(depth, reworded.readable))  # a heading that has lines already
        if has_lines and reworded.readable and not opens and "_INDENT" not in own.possible():
            return False
        return self.are_read(reworded.apart, Automaton.of(self.lark), LINE_END)

    def are_done(self, lines: Sequence[str]) -> bool:
        """Whether lines can be read where something is done."""
        return self.are_read((*DOING, *(f"    {line}" for line in lines)), Automaton.of(self.lark), LINE_END)

    def place_of(self, sentence: Sentence) -> int:
        """Which sentence of the file it is; others can have the same words."""
        return next((k for k, one in enumerate(self.seen) if one is sentence), len(self.seen))

    def has_lines(self, sentence: Sentence) -> bool:
        """Whether lines stand under it."""
        below = self.seen[self.place_of(sentence) + 1 :]
        return bool(below) and below[0].depth > sentence.depth

    def are_read(self, lines: Iterable[str], parser: Automaton, before: str) -> bool:
        """Whether lines can be read one after another, as far as they are indented below one another."""
        at = 0
        for line in lines:
            if not has_words(self.lark, line):  # a pattern has cut a text in two
                return False
            own = [*in_one([*words_of(self.lark, line.strip())], self.repairs.phrases)]
            begin = turns(at, depth(line), own[0])
            words = list(self.reserved.freed(own, begin[-1].type if begin else before))
            words = [*begin, *words, signal(LINE_END, words[-1])]
            if parser.feed_all(words) < len(words):
                return False
            at, before = depth(line), LINE_END
        return True

    def repaired(self, words: list[Token], repairs: list[Repair]) -> Diagnostic:
        """About a sentence that fits with one thing changed."""
        change = repairs[0].change
        meant = dict.fromkeys(repair.change.text for repair in repairs if repair.change.count and repair.change.text)
        wrong = words[change.at : change.at + (change.count or 1)]
        was, ends = " ".join(map(str, wrong)), wrong[0].type == LINE_END
        span = replace(self.span(wrong[0], ends), end_column=self.span(wrong[-1], ends).end_column)
        if change.sort is Sort.CAPITAL:
            first, small = was.split()[0], change.text.split()[0]
            message = f"`{first}` would be a Name; the words of the language are written small: `{small}`."
            span, meant = replace(span, end_column=span.column + len(small)), {small: None}
        elif change.count == 0:
            message = "A word is missing at the end." if ends else f"A word is missing before `{was}`."
        else:
            message = f"`{was}` does not fit here." if change.text else f"`{was}` is too much here."
        if change.text.islower() and [word.type for word in words[: change.at]][-1:] == ["CALLED"]:
            message += f" Lines below speak of what is called so in small letters, too: `the {change.text}`."
        # what lies `on the top` lies on the piece that is there
        hints = dict.fromkeys(re.sub(r"\bon the (?=(?:top|bottom) of\b)", "at the ", one.sentence) for one in repairs)
        return Diagnostic("E0109", message, span, hints=tuple(hints), near=tuple(meant))

    def depths(self, fault: Fault) -> list[str]:
        """At which other depth the sentence would fit as it stands: the nearest one."""
        mark = fault.mark
        words = mark.words(self.reserved)
        if words[0] in SLIPS:
            return []
        own = ((level, parser) for level, parser in self.levels(mark) if parser.feed_all(words) == len(words))
        deep = mark.sentence.depth  # what stands under it comes along if it is less deep
        fitting = [level for level, parser in own if level >= deep or self.goes_on(parser, mark.sentence)]
        level = min(fitting, key=lambda level: (abs(level - mark.sentence.depth), -level), default=None)
        if level is None:
            return []
        if level == 0:
            return ["at the left edge, without blanks before it"]
        above = mark.around[level - 1].tokens
        return [f"indent it by {(above[0].column or 1) + 3} blanks, to stand under `{said(above)}`"]

    def goes_on(self, parser: Automaton, sentence: Sentence) -> bool:
        """Whether the first line under a sentence, if there is one, can be read behind it as well."""
        if not self.has_lines(sentence):
            return True
        below = self.seen[self.place_of(sentence) + 1].tokens
        words = [*self.reserved.freed(below, LINE_END), Token.new_borrow_pos(LINE_END, "", below[-1])]
        return parser.feed(signal("_INDENT", below[0])) and parser.feed_all(words) == len(words)

    def levels(self, mark: Mark) -> Iterator[tuple[int, Automaton]]:
        """The depths at which a line could stand here, and a parser for each; not its own."""
        depth = max(len(mark.around) - 1, 0)  # before the first sentence there is the left edge
        deeper, parser = mark.above.copy(), mark.above.copy()
        if deeper.feed(signal("_INDENT", mark.sentence.tokens[0])):
            yield depth + 1, deeper
        while depth >= 0:
            yield depth, parser.copy()
            if not parser.feed(signal("_DEDENT", mark.sentence.tokens[0])):
                return
            depth -= 1

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

    # ------------------------------------------------------------------------------------------------ what is like it

    def begun_by(self, fault: Fault) -> list[str]:
        """The patterns of lines that begin with the word that is lacking."""
        examples = (e for g in language() for p in g.patterns for e in p.examples)
        found = [e for e in examples if next(iter(words_of(self.lark, e))).type == fault.lacking]
        return [self.as_in(one) for one in found[:MOST_PATTERNS] or [WAYS[fault.lacking]]]

    def like(self, fault: Fault, words: list[Token], meant: tuple[str, ...]) -> list[str]:
        """The nearest patterns of those with which a line can begin here: with the same first two words of the
        language, or most of its words in common; others would only lead away. What stands before any sentence, as `if`,
        makes none alike."""
        instead = {self.reserved.terminals[m] for m in meant if m in self.reserved.terminals}
        own = ({t.type for t in words} | instead) & set(self.reserved.keywords) - FAINT
        first = own & ({words[0].type} | (instead if fault.at == 0 else set()))
        begun = [word.type for word in words if word.type in self.reserved.keywords][:2]
        ranked: list[tuple[int, int, str]] = []
        patterns = examples_behind(self.lark, self.reserved, fault.mark.before)
        for number, (pattern, tokens) in enumerate(patterns):
            terminals = [t.type for t in tokens]
            common = len(own & set(terminals))
            same = terminals[0] in first
            known = [terminal for terminal in terminals if terminal in self.reserved.keywords][:2]
            near = 2 * common > len(own) or (same and begun[1:] and begun == known)
            if near and (same or common > 1) and fault.mark.parser.copy().feed_all(tokens) == len(tokens):
                alike = same or terminals[0] == words[0].type  # else it is no sentence that could be meant
                told = self.as_in(pattern) if alike else f"as in: {pattern}"
                ranked.append((-4 * same - common, number, told))
        return [pattern for _, _, pattern in sorted(ranked)[:MOST_PATTERNS]]

    def as_in(self, pattern: str) -> str:
        """A pattern of the language: a sentence of another game, if it has words of a game."""
        own = any(token.type not in self.reserved.keywords for token in words_of(self.lark, pattern))
        return f"as in: {pattern}" if own else pattern
