"""Each `match` says what becomes of what it does not name: read from the source, not by running it."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

FOLDERS = tuple(
    path.parent.relative_to(ROOT).as_posix()
    for top in ("dsl", "interpreter")
    for path in (ROOT / top).glob("*/__init__.py")
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_match_ends_with_a_case_for_all_others(folder: str) -> None:
    """It fails there, or refuses the text, or a comment says why it is right for what is not known yet."""
    open_ends = [where for path in sorted((ROOT / folder).rglob("*.py")) for where in _open_ends(path)]
    assert not open_ends, "no last `case _:` that fails or says why not: " + ", ".join(open_ends)


def _open_ends(path: Path) -> Iterator[str]:
    with tokenize.open(path) as file:
        commented = {t.start[0] for t in tokenize.generate_tokens(file.readline) if t.type == tokenize.COMMENT}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Match):
            last = node.cases[-1]
            at = last.pattern.lineno
            taken = last.guard is None and _takes_all(last.pattern)
            if not taken or not (_fails(last.body[-1]) or commented & {at, at + 1}):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def _takes_all(pattern: ast.pattern) -> bool:
    """`_`, a name, or `_ as` a name."""
    return isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or _takes_all(pattern.pattern))


def _fails(statement: ast.stmt) -> bool:
    match statement:
        case ast.Raise() | ast.Expr(value=ast.Call(func=ast.Name(id="assert_never" | "wrong" | "unsupported"))):
            return True
        case _:  # whatever else stands there goes on
            return False
