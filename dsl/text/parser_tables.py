"""The parser's tables, kept between runs: building them takes longer than reading a rulebook."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from dsl.text.files import keep, kept


def kept_parser(grammar: str, make: Callable[[], Lark]) -> Lark:
    """The parser of a grammar, from the tables kept of it if there are any."""
    version = f"{lark.__version__} {sys.version}"
    name = f"{sha256(f'{version} {grammar}'.encode()).hexdigest()}.tables"
    body = kept(name)
    if body is not None:
        return Lark.load(marshal.loads(body))
    parser = make()
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    keep(name, marshal.dumps(plain({"data": data, "memo": memo})))
    return parser


def plain(value: Any) -> Any:
    """The same of built-in types alone; Lark uses its own strings here and there."""
    match value:
        case dict():
            return {plain(k): plain(v) for k, v in value.items()}
        case list():
            return [plain(v) for v in value]
        case tuple():
            return tuple(plain(v) for v in value)
        case str():
            return str(value)
        case _:  # numbers and the like are plain
            return value
