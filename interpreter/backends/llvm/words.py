"""Words in memory, for one function in LLVM's language in the making: read, written and compared."""

from __future__ import annotations

from interpreter.backends.llvm.builder import Body


class Words:
    """Writes to a `body` what is done with words of 64 bits, which are so far from a base."""

    def __init__(self, body: Body) -> None:
        self._body = body

    def _at(self, base: str, word: int | str) -> str:
        return self._body.let(f"getelementptr i64, ptr {base}, i64 {word}")

    def _read(self, base: str, word: int | str, kind: str = "i64") -> str:
        return self._body.let(f"load {kind}, ptr {self._at(base, word)}, align 8")

    def _write(self, base: str, word: int | str, value: int | str) -> None:
        place = self._at(base, word)
        self._body.line(f"store i64 {value}, ptr {place}, align 8")

    def _add(self, base: str, word: int | str, by: int | str) -> None:
        self._write(base, word, self._body.let(f"add i64 {self._read(base, word)}, {by}"))

    def _is(self, value: str, test: str, other: int | str) -> str:
        return self._body.let(f"icmp {test} i64 {value}, {other}")
