"""Which options look alike to whoever is asked, found out by the function that plays whole games."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.ir.layout import WHO_AT
from dsl.ir.nodes import Array
from dsl.ir.program import AT, Program
from interpreter.backends.llvm.builder import Body, symbol
from interpreter.backends.llvm.protocol import GROUPS, LOOKED, STAMP, STAMPS
from interpreter.backends.llvm.words import Words
from interpreter.library.grouping import MOST_GROUPED, all_apart, represent
from interpreter.library.uniqueness import is_alone
from interpreter.state.appearance import prints


class Apart(Words):
    """Writes the blocks that tell options apart, which go to "to_python" where they cannot tell."""

    def __init__(self, body: Body, program: Program, arrays: Mapping[str, Array], alike: int) -> None:
        """`alike` is the number of the function that says which pieces look alike."""
        super().__init__(body)
        self._alike = alike
        self._program, self._arrays = program, arrays
        self._prints = 1 + max(prints(program))
        self._all = max((kind.stop for kind in program.pieces), default=0)

    @property
    def _places(self) -> str:
        """Where it stands at which location each piece is."""
        return self._at("%S", self._arrays[AT].offset) if self._all else "%S"

    def alone(self, site: str, who: str, code: str) -> str:
        """Whether it is clear that no other option looks like the one with this code."""
        body, start = self._body, self._read("@starts", site)
        rows = body.let(f"sub i64 {self._read('@starts', body.let(f'add i64 {site}, 1'))}, {start}")
        slots = self._at("@slots", body.let(f"mul i64 {start}, 5"))
        seen = self._at("@prints", body.let(f"mul i64 {who}, {self._all}"))
        given = f"ptr {slots}, i64 {rows}, i64 {code}, ptr {seen}, ptr {self._places}"
        alone = body.let(f"call i64 @{symbol(is_alone)}({given}, i64 {self._program.pieces_from})")
        return self._is(alone, "ne", 0)

    def told_apart(self, site: str, offers: str, count: str) -> str:
        """Finds out whether any look alike, 1 or 0; if so, each has a representative in GROUPS."""
        body = self._body
        first, stop = (self._read("@starts", each) for each in (site, body.let(f"add i64 {site}, 1")))
        who, rounds = self._read("%S", WHO_AT), self._at("%A", STAMP)
        options = f"ptr {offers}, i64 {count}, ptr @slots, i64 {first}, i64 {stop}"
        printed = f"ptr {self._at('@prints', body.let(f'mul i64 {who}, {self._all}'))}"
        seen = f"{printed}, i64 {self._prints}"
        places = f"ptr {self._places}, i64 {self._program.pieces_from}"
        stamps = f"ptr {self._read('%A', STAMPS, 'ptr')}, ptr {rounds}"
        apart = body.let(f"call i64 @{symbol(all_apart)}({options}, {seen}, {places}, {stamps})")
        here, closely, after = body.block, body.name(), body.name()
        body.branch(self._is(apart, "ne", 0), after, closely)
        body.start(closely)
        body.need(self._is(count, "slt", MOST_GROUPED), "to_python")
        room, looked = self._read("%A", GROUPS, "ptr"), self._read("%A", LOOKED, "ptr")
        asked = f"i64 ptrtoint (ptr @e{self._alike} to i64), ptr %X, ptr %S, i64 {who}"
        given = f"{asked}, ptr {room}, ptr {looked}, i64 {self._all}, ptr {rounds}"
        alike = body.let(f"call i64 @{symbol(represent)}({options}, {printed}, {given})")
        body.need(self._is(alike, "sge", 0), "to_python")
        looked_at = body.block
        body.jump(after)
        body.start(after)
        return body.joined("i64", [("0", here), (alike, looked_at)])
