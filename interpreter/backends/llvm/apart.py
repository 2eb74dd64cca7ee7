"""Which options look alike to whoever is asked, found out by the function that plays whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.ir.layout import WHO_AT
from dsl.ir.nodes import Array
from dsl.ir.program import AT, Program
from interpreter.backends.llvm.builder import Body, symbol
from interpreter.backends.llvm.decision_tables import prints
from interpreter.backends.llvm.grouping import MOST_GROUPED
from interpreter.backends.llvm.protocol import GROUPS, LOOKED, MOST_STAMPS, STAMP, STAMPS
from interpreter.backends.llvm.words import Words
from interpreter.library.standing_alone import is_alone


class Apart(Words):
    """Writes the blocks that tell options apart, which go to "to_python" where they cannot tell."""

    def __init__(self, body: Body, program: Program, arrays: Mapping[str, Array]) -> None:
        super().__init__(body)
        self._program, self._arrays = program, arrays
        self._prints = 1 + max(prints(program))
        self._all = max((kind.stop for kind in program.pieces), default=0)

    def alone(self, site: str, who: str, code: str) -> str:
        """Whether it is clear that no other option looks like the one with this code."""
        body, start = self._body, self._read("@starts", site)
        rows = body.let(f"sub i64 {self._read('@starts', body.let(f'add i64 {site}, 1'))}, {start}")
        slots = self._at("@slots", body.let(f"mul i64 {start}, 5"))
        seen = self._at("@prints", body.let(f"mul i64 {who}, {self._all}"))
        at = self._at("%S", self._arrays[AT].offset) if self._all else "%S"
        given = f"ptr {slots}, i64 {rows}, i64 {code}, ptr {seen}, ptr {at}"
        alone = body.let(f"call i64 @{symbol(is_alone)}({given}, i64 {self._program.pieces_from})")
        return self._is(alone, "ne", 0)

    def told_apart(self, site: str, offers: str, count: str) -> str:
        """Finds out whether any look alike; then each has a representative in GROUPS.

        Pieces that do have one print and lie at one place: only where two such stand in a slot it is looked closely.
        """
        body = self._body
        row = body.place("i64")
        first, stop = (self._read("@starts", each) for each in (site, body.let(f"add i64 {site}, 1")))
        body.line(f"store i64 {first}, ptr {row}, align 8")
        body.start("slots")
        now = body.let(f"load i64, ptr {row}, align 8")
        body.branch(self._is(now, "slt", stop), "slot", "apart")
        body.start("slot")
        self._add("%A", STAMP, 1)
        figure = body.let(f"mul i64 {now}, 5")
        figures = [self._read("@slots", body.let(f"add i64 {figure}, {number}")) for number in range(5)]
        self._pieces(figures, offers, count)
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {row}, align 8")
        body.jump("slots")
        body.start("closely")
        alike = self._closely(first, stop, offers, count)
        body.jump("looked")
        body.start("looked")
        body.start("apart")
        return body.joined("i64", [("0", "slots"), (alike, "looked")])

    def _pieces(self, figures: Sequence[str], offers: str, count: str) -> None:
        """Looks at the pieces that stand in one slot: of the codes up to `past`, which have the same piece as the one
        before, at the first only."""
        body = self._body
        base, limit, stride, size, start = figures
        turn, past = body.place("i64"), body.place("i64")
        body.line(f"store i64 0, ptr {turn}, align 8")
        body.line(f"store i64 {base}, ptr {past}, align 8")
        body.start("codes")
        now = body.let(f"load i64, ptr {turn}, align 8")
        body.branch(self._is(now, "slt", count), "code", "slot_done")
        body.start("code")
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {turn}, align 8")
        code = self._read(offers, now)
        new = self._is(code, "sge", body.let(f"load i64, ptr {past}, align 8"))
        inside = body.let(f"and i1 {new}, {self._is(code, 'slt', limit)}")
        body.branch(inside, "in_slot", "codes")
        body.start("in_slot")
        value = body.let(f"udiv i64 {body.let(f'sub i64 {code}, {base}')}, {stride}")
        piece = body.let(f"add i64 {body.let(f'urem i64 {value}, {size}')}, {start}")
        body.branch(self._is(piece, "sge", 0), "piece", "codes")
        body.start("piece")
        self._stamped(piece)
        body.start("alone")
        stop = body.let(f"mul i64 {body.let(f'add i64 {value}, 1')}, {stride}")
        body.line(f"store i64 {body.let(f'add i64 {stop}, {base}')}, ptr {past}, align 8")
        body.jump("codes")
        body.start("slot_done")

    def _stamped(self, piece: str) -> None:
        """Leaves a stamp where the piece is, unless one with its print has left one there before.

        All pieces that lie on others are as if in one place: what they lie on may look alike, too.
        """
        body, most = self._body, self._read("%A", MOST_STAMPS)
        body.need(self._is(piece, "ult", self._all), "to_python")
        at = self._read("%S", body.let(f"add i64 {piece}, {self._arrays[AT].offset}"))
        at = body.let(f"call i64 @llvm.umin.i64(i64 {at}, i64 {self._program.pieces_from})")
        first = body.let(f"mul i64 {at}, {self._prints}")
        own = body.let(f"mul i64 {self._read('%S', WHO_AT)}, {self._all}")
        print_ = self._read("@prints", body.let(f"add i64 {own}, {piece}"))
        where = body.let(f"add i64 {first}, {print_}")
        body.need(self._is(where, "ult", most), "to_python")
        round_ = body.let(f"shl i64 {self._read('%A', STAMP)}, 32")
        stamp = body.let(f"or i64 {round_}, {piece}")
        stamps = self._read("%A", STAMPS, "ptr")
        old = self._read(stamps, where)
        body.branch(self._is(old, "ult", round_), "free", "taken")
        body.start("free")
        self._write(stamps, where, stamp)
        body.jump("alone")
        body.start("taken")
        body.branch(self._is(old, "eq", stamp), "alone", "closely")

    def _closely(self, first: str, stop: str, offers: str, count: str) -> str:
        """1 if any look alike, else 0."""
        body = self._body
        body.need(self._is(count, "slt", MOST_GROUPED), "to_python")
        self._add("%A", STAMP, 1)
        room, memory = self._read("%A", GROUPS, "ptr"), self._read("%A", LOOKED, "ptr")
        given = [f"ptr {offers}", f"i64 {count}", f"ptr {room}", f"i64 {self._read('%S', WHO_AT)}", f"i64 {first}"]
        given += [f"i64 {stop}", f"ptr {memory}", f"i64 {self._read('%A', STAMP)}"]
        alike = body.let(f"call i64 @closely(ptr %S, ptr %X, {', '.join(given)})")
        body.need(self._is(alike, "sge", 0), "to_python")
        return alike
