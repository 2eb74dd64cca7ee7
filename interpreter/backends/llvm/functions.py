"""Functions of the suspended IR in LLVM's language.

A function takes the address of the state and that of the context; a procedure returns how it ended. A fault leaves its
number in the context and returns at once, by way of every attempt that is open: they put back what they keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.types import SMALLEST, local_types
from dsl.ir.visit import endless
from dsl.optimise.intervals import Range
from interpreter.backends.llvm.builder import Body, symbol
from interpreter.backends.llvm.expressions import Expressions, Names, changed_member, llvm
from interpreter.backends.llvm.program import SMALL
from interpreter.backends.llvm.transactions import Attempts, Parts
from interpreter.backends.llvm.value_ranges import Ranges, joined
from interpreter.backends.llvm.vector import total, width
from interpreter.library.context import (
    FALLEN,
    MOST_OFFERS,
    NOTED,
    OFFERED,
    OFFERS,
    REACHED,
    RULE,
    SCRATCH,
    TESTING,
    TOO_MANY,
)
from interpreter.library.undo_log import note, put_back

IN_MEMORY = 5  # words of a set from which on it is cheaper to change one of them than to shift and join them all
LARGEST_SMALL = 60  # lines, of which a function has fewer that may be written out where it is called
_Kept = tuple[str, Parts, str]  # where what an attempt keeps is, what it is, and how much was noted before, or ""


class Writer:
    """Writes one function. `results` has the ranges of what functions return that are written already. `noting`: it is
    called by an attempt."""

    def __init__(
        self,
        code: ir.Code,
        names: Names,
        function: ir.Function,
        attempts: Attempts,
        results: Mapping[str, Range],
        trace: bool,
        *,
        noting: bool = False,
    ) -> None:
        types = local_types(function, code)
        self._code, self._names, self._function, self._attempts = code, names, function, attempts
        self._ranges = Ranges(code, types, results)
        self._ranges.read(function)
        self._trace = trace
        self._body = Body()
        self._expressions = Expressions(code, names, types, self._ranges, self._body)
        self._expressions.noting = noting
        self._returned: list[Range] = []
        self._loops: list[tuple[str, str]] = []  # where `Continue` and where `Break` go
        self._kept: list[_Kept] = []
        self._scratch = attempts.starts[function.name]
        self._faults = {fault: i for i, fault in enumerate(code.faults, 1)}
        self._write: Mapping[type, Callable[[Any], None]] = {
            ir.Set: self._set,
            ir.Store: self._store,
            ir.Poke: self._poke,
            ir.If: self._if,
            ir.While: self._while,
            ir.ForRange: self._for_range,
            ir.ForBits: self._for_bits,
            ir.Break: lambda _: self._body.jump(self._loops[-1][1]),
            ir.Continue: lambda _: self._body.jump(self._loops[-1][0]),
            ir.Return: self._return,
            ir.CallStatus: self._call_status,
            ir.Offer: self._offer,
            ir.Guard: self._guard,
            ir.Attempt: self._attempt,
            ir.Mark: self._mark,
        }

    def text(self) -> str:
        """The function, with a line end behind each line."""
        function, body = self._function, self._body
        state = f"ptr noalias dereferenceable({8 * total(self._names.arrays.values())}) %S"
        given = [] if self._names.alone else [state, "ptr noalias %X"]
        for number, (name, kind) in enumerate(function.parameters):
            given.append(f"{llvm(kind)} %p{number}")
            body.line(f"store {llvm(kind)} %p{number}, ptr {self._expressions.local(name)}, align 8")
        if function.kind == "options":
            self._begin_offers()
        self._block(function.body)
        if body.open:
            self._leave("0")
        fault = ["fault:", f"  ret {self._result} 0"] if body.can_fault else []
        lines = ["entry:", *body.places, "  br label %start", "start:", *body.lines, *body.ends(), *fault]
        marks = f"nounwind {SMALL}" if len(lines) < LARGEST_SMALL else "nounwind"
        head = f"define internal {self._result} @{self.name}({', '.join(given)}) {marks} {{"
        return "\n".join([head, *lines, "}\n"])

    @property
    def name(self) -> str:
        """What the function is called."""
        return self._names.called(self._function.name, self._expressions.noting)

    @property
    def can_fault(self) -> bool:
        """Whether the function, which is written, can fault."""
        return self._body.can_fault

    @property
    def range(self) -> Range:
        """The range of what the function, which is written, returns."""
        return joined([*self._returned, (0, 0)])

    @property
    def _result(self) -> str:
        return llvm(self._function.result or ir.INT)

    def _block(self, block: ir.Block) -> None:
        for stmt in block:
            write = self._write.get(type(stmt))
            if write is None:
                raise ValueError(f"{type(stmt).__name__} is for the suspension pass to remove")
            write(stmt)

    # ------------------------------------------------------------------------------------------------------- plain ones

    def _set(self, stmt: ir.Set) -> None:
        change = changed_member(stmt.value, ir.Local(stmt.name))
        if change is not None and width(self._expressions.types[stmt.name]) >= IN_MEMORY:
            self._expressions.change_member(self._expressions.local(stmt.name), change)
        else:
            self._assign(stmt.name, self._expressions.value(stmt.value))

    def _assign(self, name: str, value: str) -> None:
        kind = llvm(self._expressions.types[name])
        self._body.line(f"store {kind} {value}, ptr {self._expressions.local(name)}, align 8")

    def _store(self, stmt: ir.Store) -> None:
        kind = self._code.arrays[stmt.array].type
        change = changed_member(stmt.value, ir.Load(stmt.array, stmt.index))
        of_one = change is not None and width(kind) > 1
        value = "" if of_one else self._expressions.value(stmt.value)
        place = self._expressions.word(stmt.array, stmt.index)
        if self._expressions.noting and stmt.array in self._attempts.long:
            self._note(place, width(kind))
        if change is not None and of_one:
            self._expressions.change_member(place, change)
        else:
            self._body.line(f"store {llvm(kind)} {value}, ptr {place}, align 8")

    def _poke(self, stmt: ir.Poke) -> None:
        value = self._expressions.value(stmt.value)
        self._body.line(f"store i64 {value}, ptr {self._expressions.word_of(stmt.memory, stmt.index)}, align 8")

    def _note(self, place: str, words: int) -> None:
        """Notes these words of the state."""
        body = self._body
        for word in range(words):
            at = body.let(f"getelementptr i64, ptr {place}, i64 {word}")
            address, start = (body.let(f"ptrtoint ptr {each} to i64") for each in (at, "%S"))
            number = body.let(f"lshr i64 {body.let(f'sub i64 {address}, {start}')}, 3")
            given = f"ptr %S, ptr %X, i64 {self._attempts.most}, i64 {number}"
            noted = body.let(f"call i64 @{symbol(note)}({given})")
            body.need(body.let(f"icmp ne i64 {noted}, 0"), body.giving_up())

    def _call_status(self, stmt: ir.CallStatus) -> None:
        status = self._expressions.call(stmt.procedure, stmt.arguments)
        if stmt.name is not None:
            self._assign(stmt.name, status)

    def _return(self, stmt: ir.Return) -> None:
        value = "0"
        if stmt.value is not None:
            value = self._expressions.value(stmt.value)
            self._returned.append(self._ranges.of(stmt.value))
        for kept in reversed(self._kept):
            self._put_back(kept)
        self._leave(value)

    def _leave(self, value: str) -> None:
        if self._function.kind == "options":
            self._end_offers()
        self._body.leave(f"ret {self._result} {value}")

    def _if(self, stmt: ir.If) -> None:
        body = self._body
        then, otherwise, after = body.name(), body.name(), body.name()
        self._expressions.branch(stmt.condition, then, otherwise if stmt.otherwise else after)
        body.start(then)
        self._block(stmt.then)
        if stmt.otherwise:
            if body.open:
                body.jump(after)
            body.start(otherwise)
            self._block(stmt.otherwise)
        body.start(after)

    def _guard(self, stmt: ir.Guard) -> None:
        body = self._body
        after, fails = body.name(), body.name()
        self._expressions.branch(stmt.condition, after, fails)
        body.start(fails)
        self._context(RULE, str(stmt.rule))
        body.line(f"store i64 {self._faults[stmt.code]}, ptr %X, align 8")
        body.jump(body.fault())
        body.start(after)

    # ------------------------------------------------------------------------------------------------------ the context

    def _context(self, word: int, value: str) -> None:
        """Changes a word of the context."""
        place = self._body.let(f"getelementptr i64, ptr %X, i64 {word}")
        self._body.line(f"store i64 {value}, ptr {place}, align 8")

    def _in_context(self, word: int, kind: str = "i64") -> str:
        """A word of the context, a number or an address."""
        place = self._body.let(f"getelementptr i64, ptr %X, i64 {word}")
        return self._body.let(f"load {kind}, ptr {place}, align 8")

    def _begin_offers(self) -> None:
        """How many offers there are stands in the context only when there are all."""
        body = self._body
        self._room = self._in_context(OFFERS, "ptr"), self._in_context(MOST_OFFERS)
        self._offered, self._last, self._fallen = (body.place("i64") for _ in range(3))
        body.line(f"store i64 {SMALLEST}, ptr {self._last}, align 8")

    def _end_offers(self) -> None:
        for word, place in ((OFFERED, self._offered), (FALLEN, self._fallen)):
            self._context(word, self._body.let(f"load i64, ptr {place}, align 8"))

    def _offer(self, stmt: ir.Offer) -> None:
        body, code, (offers, most) = self._body, self._expressions.value(stmt.code), self._room
        number = body.let(f"load i64, ptr {self._offered}, align 8")
        full, after = body.name(), body.name()
        body.branch(body.let(f"icmp ult i64 {number}, {most}"), after, full)
        body.start(full)
        body.line(f"store i64 {TOO_MANY}, ptr %X, align 8")
        body.jump(body.fault())
        body.start(after)
        place = body.let(f"getelementptr i64, ptr {offers}, i64 {number}")
        body.line(f"store i64 {code}, ptr {place}, align 8")
        body.line(f"store i64 {body.let(f'add i64 {number}, 1')}, ptr {self._offered}, align 8")
        falls = body.let(f"icmp sle i64 {code}, {body.let(f'load i64, ptr {self._last}, align 8')}")
        fallen = body.let(f"load i64, ptr {self._fallen}, align 8")
        fallen = body.let(f"or i64 {fallen}, {body.let(f'zext i1 {falls} to i64')}")
        body.line(f"store i64 {fallen}, ptr {self._fallen}, align 8")
        body.line(f"store i64 {code}, ptr {self._last}, align 8")

    def _mark(self, stmt: ir.Mark) -> None:
        if self._trace and stmt.rule >= 0:
            place = self._body.let(f"getelementptr i8, ptr {self._in_context(REACHED, 'ptr')}, i64 {stmt.rule}")
            played = self._body.let(
                f"icmp eq i64 {self._in_context(TESTING)}, 0"
            )  # what is only tried does not come up
            before = self._body.let(f"load i8, ptr {place}, align 1")
            self._body.line(
                f"store i8 {self._body.let(f'select i1 {played}, i8 1, i8 {before}')}, ptr {place}, align 1"
            )

    # --------------------------------------------------------------------------------------------------------- attempts

    def _attempt(self, stmt: ir.Attempt) -> None:
        body, parts = self._body, self._attempts.parts(stmt)
        place = body.let(f"getelementptr i64, ptr {self._in_context(SCRATCH, 'ptr')}, i64 {self._scratch}")
        kept = (place, parts, self._in_context(NOTED) if self._attempts.notes(stmt) else "")
        self._copy(kept, back=False)
        self._test(1)
        size, fails, after = sum(count for _, count in parts), body.name(), body.name()
        self._scratch += size
        self._kept.append(kept)
        body.faults.append(fails)
        before, self._expressions.noting = self._expressions.noting, True
        self._block(stmt.body)
        self._expressions.noting = before
        body.faults.pop()
        self._kept.pop()
        self._scratch -= size
        if body.open:
            self._put_back(kept)
            body.jump(after)
        body.start(fails)
        self._put_back(kept)
        body.jump(body.fault() if body.can_fault else after)
        body.start(after)

    def _put_back(self, kept: _Kept) -> None:
        self._copy(kept, back=True)
        self._test(-1)
        if kept[2]:
            given = f"ptr %S, ptr %X, i64 {self._attempts.most}, i64 {kept[2]}"
            self._body.let(f"call i64 @{symbol(put_back)}({given})")

    def _test(self, change: int) -> None:
        if self._trace:
            self._context(TESTING, self._body.let(f"add i64 {self._in_context(TESTING)}, {change}"))

    def _copy(self, kept: _Kept, back: bool) -> None:
        done = 0
        for start, count in kept[1]:
            place = self._body.let(f"getelementptr i64, ptr {kept[0]}, i64 {done}")
            state = self._body.let(f"getelementptr i64, ptr %S, i64 {start}")
            to, of = (state, place) if back else (place, state)
            self._body.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {of}, i64 {8 * count}, i1 false)")
            done += count

    # ------------------------------------------------------------------------------------------------------------ loops

    def _turns(self, block: ir.Block, again: str, after: str) -> None:
        self._loops.append((again, after))
        self._block(block)
        self._loops.pop()

    def _while(self, stmt: ir.While) -> None:
        body = self._body
        head, turn, after = body.name(), body.name(), body.name()
        body.start(head)
        if not endless(stmt):
            self._expressions.branch(stmt.condition, turn, after)
            body.start(turn)
        self._turns(stmt.body, head, after)
        if body.open:
            body.jump(head)
        body.start(after)

    def _for_range(self, stmt: ir.ForRange) -> None:
        body = self._body
        start, stop = self._expressions.value(stmt.start), self._expressions.value(stmt.stop)
        head, turn, again, after = body.name(), body.name(), body.name(), body.name()
        self._assign(stmt.name, start)
        place = self._expressions.local(stmt.name)
        body.start(head)
        now = body.let(f"load i64, ptr {place}, align 8")
        body.branch(body.let(f"icmp slt i64 {now}, {stop}"), turn, after)
        body.start(turn)
        self._turns(stmt.body, again, after)
        body.start(again)
        now = body.let(f"load i64, ptr {place}, align 8")
        self._assign(stmt.name, body.let(f"add nsw i64 {now}, 1"))
        body.jump(head)
        body.start(after)

    def _for_bits(self, stmt: ir.ForBits) -> None:
        """Word by word; within a word the lowest bit goes with each turn."""
        body, kind = self._body, self._expressions.type_of(stmt.members)
        words, wide = width(kind), llvm(kind)
        members = self._expressions.value(stmt.members)
        after = body.name()
        if words == 1:
            self._members(stmt, members, "0", after, after)
        else:
            self._for_words(stmt, members, wide, after)
        body.start(after)

    def _for_words(self, stmt: ir.ForBits, members: str, wide: str, after: str) -> None:
        body = self._body
        kept, number = body.place(wide), body.place("i64")
        head, turn, again = body.name(), body.name(), body.name()
        body.line(f"store {wide} {members}, ptr {kept}, align 8")
        body.line(f"store i64 0, ptr {number}, align 8")
        body.start(head)
        now = body.let(f"load i64, ptr {number}, align 8")
        body.branch(body.let(f"icmp slt i64 {now}, {int(wide[1:]) // 64}"), turn, after)
        body.start(turn)
        word = body.let(f"load i64, ptr {body.let(f'getelementptr i64, ptr {kept}, i64 {now}')}, align 8")
        self._members(stmt, word, body.let(f"shl i64 {now}, 6"), again, after)
        body.start(again)
        next_ = body.let(f"add i64 {body.let(f'load i64, ptr {number}, align 8')}, 1")
        body.line(f"store i64 {next_}, ptr {number}, align 8")
        body.jump(head)

    def _members(self, stmt: ir.ForBits, word: str, first: str, done: str, after: str) -> None:
        """The turns for the members in one word, the lowest of which is `first`; then `done`."""
        body = self._body
        rest, head, turn = body.place("i64"), body.name(), body.name()
        body.line(f"store i64 {word}, ptr {rest}, align 8")
        body.start(head)
        now = body.let(f"load i64, ptr {rest}, align 8")
        body.branch(body.let(f"icmp ne i64 {now}, 0"), turn, done)
        body.start(turn)
        lowest = body.let(f"call i64 @llvm.cttz.i64(i64 {now}, i1 true)")
        less = body.let(f"and i64 {now}, {body.let(f'sub i64 {now}, 1')}")
        body.line(f"store i64 {less}, ptr {rest}, align 8")
        self._assign(stmt.name, body.let(f"add i64 {lowest}, {first}"))
        self._turns(stmt.body, head, after)
        if body.open:
            body.jump(head)
