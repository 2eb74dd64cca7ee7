"""Answers of several codes, in LLVM's language: sets, and what is asked of several players at once.

A player enters a set in any order, until it is drawn that it is complete; then its codes are given one after another,
in the order in which the rules take them. Chance draws its elements as they are given. Where several decide at once,
it is given before each code whose it is: of those who are not done always the first.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.layout import ARGUMENTS_AT
from dsl.ir.nodes import Code
from dsl.ir.program import Decision, Program
from interpreter.backends.llvm.builder import Body, symbol
from interpreter.backends.llvm.protocol import DECISIONS, LEFT, MOST_DECISIONS, PICKED, QUEUED, SET
from interpreter.backends.llvm.words import Words
from interpreter.library.context import OFFERED, OFFERS
from interpreter.library.entering import AT, SHAPE, SIZE, WORDS, begin, enter, take_first

BY_PYTHON, ONE, WHO_FIRST, ENTERED, DRAWN = range(5)  # how a decision is answered


class Entering(Words):
    """Writes the blocks around what is drawn: what is asked for, and what is given. `options`: how many options there
    were at first.

    They go to "give" with a code, to "end" where no answer may be given any more, and else to "to_python".
    """

    def __init__(self, body: Body, site: str) -> None:
        super().__init__(body)
        self._site = site
        self.options, self._entered = body.place("i64"), body.place("i64")
        self._way = self._read("@ways", site)
        self._shape = self._at("@shapes", body.let(f"mul i64 {site}, {SHAPE}"))
        self._bounds = self._at("%S", body.let(f"add i64 {self._read(self._shape, AT)}, {ARGUMENTS_AT}"))
        self._set = self._read("%A", SET, "ptr")
        self._chosen = self._at(self._set, body.let(f"add i64 {self._read(self._shape, AT)}, 2"))

    def asked(self) -> tuple[str, str]:
        """Begins an answer, or goes on with one: the function that finds the options, and what that takes."""
        body, arguments = self._body, self._at("%S", ARGUMENTS_AT)
        body.branch(self._is(self._read("%A", QUEUED), "eq", 0), "new", "begun")
        body.start("begun")
        self._switch({BY_PYTHON: "to_python", WHO_FIRST: "who_first", ENTERED: "next_element", DRAWN: "one"})
        body.start("new")
        body.need(self._is(self._read("%A", LEFT), "sgt", 0), "end")
        body.need(self._is(self._read("%A", DECISIONS), "slt", self._read("%A", MOST_DECISIONS)), "end")
        body.line(f"store i64 0, ptr {self._entered}, align 8")
        self._switch({BY_PYTHON: "to_python", WHO_FIRST: "who_first", ENTERED: "set", DRAWN: "one"})
        self._who_first(arguments)
        body.start("set")
        body.let(f"call i64 @{symbol(begin)}(ptr {arguments}, ptr {self._set}, ptr {self._shape})")
        body.start("step")
        within = self._read("@withins", self._site, "ptr")
        body.jump("find")
        body.start("one")
        options = self._read("@asked", self._site, "ptr")
        body.start("find")
        find = body.joined("ptr", [(within, "step"), (options, "one")])
        return find, body.joined("ptr", [(self._set, "step"), (arguments, "one")])

    def _switch(self, ways: Mapping[int, str]) -> None:
        cases = " ".join(f"i64 {way}, label %{label}" for way, label in ways.items())
        self._body.leave(f"switch i64 {self._way}, label %draw [ {cases} ]")

    def _who_first(self, arguments: str) -> None:
        """Says who of several answers, which is no answer yet."""
        body = self._body
        body.start("who_first")
        find = self._read("@asked", self._site, "ptr")
        body.let(f"call i64 {find}(ptr %S, ptr %X, ptr {arguments})")
        body.need(self._is(self._read("%X", 0), "eq", 0), "to_python")
        body.need(self._is(self._read("%X", OFFERED), "ne", 0), "to_python")
        self._write("%A", PICKED, self._read(self._read("%X", OFFERS, "ptr"), 0))
        body.jump("give")

    def drawn(self) -> None:
        """Gives what chance drew; where it draws a set, the first time it is known how many are still to be drawn."""
        body, queued = self._body, self._read("%A", QUEUED)
        several = self._is(self._way, "eq", DRAWN)
        all_ = body.let(f"select i1 {several}, i64 {self._read(self._bounds, 0)}, i64 1")
        new = self._is(queued, "eq", 0)
        self._write("%A", QUEUED, body.let(f"sub i64 {body.let(f'select i1 {new}, i64 {all_}, i64 {queued}')}, 1"))
        self._add("%A", LEFT, body.let(f"sext i1 {new} to i64"))
        body.jump("give")

    def picked(self) -> None:
        """What a player drew: an element of a set, or what makes the answer whole; then it goes to "answered"."""
        body = self._body
        body.start("picked")
        body.branch(self._is(self._way, "eq", ENTERED), "of_set", "answered")
        body.start("of_set")
        code, entered = self._read("%A", PICKED), body.let(f"load i64, ptr {self._entered}, align 8")
        more, element = body.name(), body.name()
        body.branch(self._is(code, "eq", 0), "complete", more)
        body.start(more)
        body.branch(self._is(code, "sgt", self._read(self._shape, SIZE)), "answered", element)
        body.start(element)
        body.let(f"call i64 @{symbol(enter)}(ptr {self._chosen}, i64 {code})")
        body.line(f"store i64 {body.let(f'add i64 {entered}, 1')}, ptr {self._entered}, align 8")
        body.jump("step")
        body.start("complete")
        not_said = body.let(
            f"and i1 {self._is(entered, 'ne', 0)}, {self._is(entered, 'eq', self._read(self._bounds, 1))}"
        )
        self._write("%A", QUEUED, body.let(f"add i64 {entered}, {body.let(f'select i1 {not_said}, i64 0, i64 1')}"))
        body.jump("answered")

    def give_all(self) -> None:
        """Gives the first code of a player's answer, which is the only one unless it is a set."""
        body = self._body
        body.branch(self._is(self._read("%A", QUEUED), "eq", 0), "give", "next_element")
        body.start("next_element")
        words = self._read(self._shape, WORDS)
        self._write("%A", PICKED, body.let(f"call i64 @{symbol(take_first)}(ptr {self._chosen}, i64 {words})"))
        self._add("%A", QUEUED, -1)
        body.jump("give")

    def counts(self, options: str) -> None:
        """Keeps how many options there are, at the first step of an answer."""
        body, first = self._body, self._is(self._body.let(f"load i64, ptr {self._entered}, align 8"), "eq", 0)
        known = body.let(f"load i64, ptr {self.options}, align 8")
        body.line(
            f"store i64 {body.let(f'select i1 {first}, i64 {options}, i64 {known}')}, ptr {self.options}, align 8"
        )


def entering_tables(program: Program, code: Code) -> str:
    """How each decision is answered, by what its sets are completed, and what the arguments of such a site are."""
    numbers = {name: number for number, name in enumerate(code.functions)}
    decisions = program.decisions
    ways = ", ".join(f"i64 {_way(decision, numbers)}" for decision in decisions)
    within = ", ".join(f"ptr @e{numbers[d.several.within]}" if d.several else "ptr null" for d in decisions)
    shapes = ", ".join(f"i64 {word}" for decision in decisions for word in _shape(decision))
    return (
        f"@ways = internal constant [{len(decisions)} x i64] [{ways}]\n"
        f"@withins = internal constant [{len(decisions)} x ptr] [{within}]\n"
        f"@shapes = internal constant [{SHAPE * len(decisions)} x i64] [{shapes}]\n"
    )


def _way(decision: Decision, numbers: Mapping[str, int]) -> int:
    if decision.options not in numbers:
        return BY_PYTHON
    if decision.sort == "secret":
        return WHO_FIRST
    if decision.several is None:
        return ONE
    return ENTERED if decision.alternatives[0].base == 0 else DRAWN


def _shape(decision: Decision) -> tuple[int, ...]:
    several = decision.several
    return (decision.arguments, several.at, several.words, several.size) if several else (0,) * SHAPE


def most_words(program: Program) -> int:
    """How many words `Several.within` takes at most."""
    return max((d.arguments + 2 * d.several.words for d in program.decisions if d.several), default=1)
