"""Which options look alike to whoever is asked, found out by the function that plays whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.ir import Array
from dsl.layout import WHO_AT
from dsl.program import AT, Program
from interpreter.native.control import GROUPS, MOST_STAMPS, STAMP, STAMPS
from interpreter.native.grouping import MOST_GROUPED
from interpreter.native.telling import prints
from interpreter.native.words import Words
from interpreter.native.writing import Body


class Apart(Words):
    """Writes the blocks that tell options apart, which go to "to_python" where there is more to it than they know."""

    def __init__(self, body: Body, program: Program, arrays: Mapping[str, Array]) -> None:
        super().__init__(body)
        self._program, self._arrays = program, arrays
        self._prints = 1 + max(prints(program))
        self._all = max((kind.stop for kind in program.pieces), default=0)

    def told_apart(self, site: str, offers: str, count: str) -> str:
        """Finds the pieces that stand in one slot and look alike; where it says whether there are any.

        Such have one print and lie at one place; if that is not all there is to it, it is left to Python.
        """
        body = self._body
        row, self._alike = body.place("i64"), body.place("i64")
        body.line(f"store i64 0, ptr {self._alike}, align 8")
        body.line(f"store i64 {self._read('@starts', site)}, ptr {row}, align 8")
        stop = self._read("@starts", body.let(f"add i64 {site}, 1"))
        body.start("slots")
        now = body.let(f"load i64, ptr {row}, align 8")
        body.branch(self._is(now, "slt", stop), "slot", "apart")
        body.start("slot")
        self._add("%A", STAMP, 1)
        first = body.let(f"mul i64 {now}, 5")
        figures = [self._read("@slots", body.let(f"add i64 {first}, {number}")) for number in range(5)]
        self._pieces(figures, offers, count)
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {row}, align 8")
        body.jump("slots")
        body.start("apart")
        return self._alike

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
        self._stamped(piece, now, offers, count, stride)
        body.start("alone")
        stop = body.let(f"mul i64 {body.let(f'add i64 {value}, 1')}, {stride}")
        body.line(f"store i64 {body.let(f'add i64 {stop}, {base}')}, ptr {past}, align 8")
        body.jump("codes")
        body.start("slot_done")

    def _stamped(self, piece: str, turn: str, offers: str, count: str, stride: str) -> None:
        """Leaves a stamp where the piece is, or finds that of the first that looks like it.

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
        body.branch(self._is(old, "eq", stamp), "alone", "like")
        body.start("like")
        other = body.let(f"and i64 {old}, {2**32 - 1}")
        self._like(at, body.let(f"add i64 {own}, {piece}"), offers, count)
        self._same_attributes(piece, other)
        less = body.let(f"mul i64 {body.let(f'sub i64 {other}, {piece}')}, {stride}")
        self._add(self._read("%A", GROUPS, "ptr"), turn, less)
        body.jump("codes")

    def _like(self, at: str, own: str, offers: str, count: str) -> None:
        """Goes on if one that is at this place is like another with its print. The first time each option becomes its
        own representative."""
        body = self._body
        body.need(self._is(self._read("@plain", own), "ne", 0), "to_python")
        body.need(self._is(at, "ult", len(self._program.locations)), "to_python")
        body.need(self._is(self._read("@ordered", at), "eq", 0), "to_python")
        body.branch(self._is(body.let(f"load i64, ptr {self._alike}, align 8"), "eq", 0), "first_like", "more_like")
        body.start("first_like")
        body.need(self._is(count, "sle", MOST_GROUPED), "to_python")
        self._nothing_lies_on_pieces()
        size = body.let(f"mul i64 {count}, 8")
        room = self._read("%A", GROUPS, "ptr")
        body.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {room}, ptr {offers}, i64 {size}, i1 false)")
        body.line(f"store i64 1, ptr {self._alike}, align 8")
        body.jump("more_like")
        body.start("more_like")

    def _same_attributes(self, piece: str, other: str) -> None:
        """Goes on if two pieces of a kind do not differ in what can change."""
        body = self._body
        first, second = self._read("@own", piece), self._read("@own", other)
        stop = self._read("@own", body.let(f"add i64 {piece}, 1"))
        start, turn = body.block, body.name()
        body.jump("attributes")
        body.start("attributes")
        next_ = f"%{body.name()}"
        now = body.let(f"phi i64 [ {first}, %{start} ], [ {next_}, %{turn} ]")
        body.branch(self._is(now, "slt", stop), turn, "same_attributes")
        body.start(turn)
        body.line(f"{next_} = add i64 {now}, 1")
        beside = body.let(f"add i64 {second}, {body.let(f'sub i64 {now}, {first}')}")
        one, two = (self._read("%S", self._read("@changing", word)) for word in (now, beside))
        body.branch(self._is(one, "eq", two), "attributes", "to_python")
        body.start("same_attributes")

    def _nothing_lies_on_pieces(self) -> None:
        body = self._body
        start, turn = body.block, body.name()
        body.jump("pieces")
        body.start("pieces")
        next_ = f"%{body.name()}"
        now = body.let(f"phi i64 [ 0, %{start} ], [ {next_}, %{turn} ]")
        body.branch(self._is(now, "slt", self._all), turn, "nothing")
        body.start(turn)
        at = self._read("%S", body.let(f"add i64 {now}, {self._arrays[AT].offset}"))
        body.line(f"{next_} = add i64 {now}, 1")
        body.branch(self._is(at, "slt", self._program.pieces_from), "pieces", "to_python")
        body.start("nothing")
