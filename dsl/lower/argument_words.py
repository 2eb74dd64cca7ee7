"""Values as the arguments of a decision: a set takes as many words of the state as it needs."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.ir.nodes import INT, Bits, Block, Expr, FromWords, Local, Set, Word, word_count
from dsl.lower.build import Env, Parameters, type_of
from dsl.model import Variable


def words_of(members: Expr, size: int) -> tuple[Expr, ...]:
    return tuple(Word(members, k) for k in range(word_count(size)))


def arguments(env: Env, variables: Iterable[Variable]) -> tuple[Expr, ...]:
    """The values of the variables in words."""
    found: list[Expr] = []
    for variable in variables:
        kind, value = type_of(variable), env.values[variable]
        found += words_of(value, kind.size) if isinstance(kind, Bits) else (value,)
    return tuple(found)


def parameters(env: Env, variables: Iterable[Variable]) -> tuple[Parameters, Block]:
    """Binds the variables to parameters that are words; the statements put sets together again."""
    found: list[str] = []
    start: list[Set] = []
    for variable in variables:
        kind, name = type_of(variable), env.bind(variable)
        words, sets = set_parameter(name, kind.size) if isinstance(kind, Bits) else ((name,), ())
        found += words
        start += sets
    return tuple((name, INT) for name in found), tuple(start)


def set_parameter(name: str, size: int) -> tuple[tuple[str, ...], tuple[Set, ...]]:
    """The parameters that hold a set, and the statement that gives it its name."""
    words = tuple(f"{name} {k}" for k in range(word_count(size)))
    return words, (Set(name, FromWords(tuple(Local(w) for w in words), size)),)
