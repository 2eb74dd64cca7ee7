"""How one sentence asks for the meaning of another inside it: by the class of its node.

The grammar goes round in a circle: conditions speak of things, things are described by conditions, values have cases.
The modules do not, as each asks one of these tables, into which every module puts what it can resolve:

    @statement.of(tree.Shuffle)
    def shuffle(context: Context, node: tree.Shuffle, scope: Scope) -> Statement: ...

Whoever imports `dsl.resolve` has them full.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from dsl import tree
from dsl.model import Condition, Expression, Statement
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.pronouns import has_pronoun, said_plainly

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., object])
Resolver = Callable[[Context, Any, Scope], Result]
FIRST = "`only if` and `costs` stand first in an action"
BEFORE = "it stands before what happens, in an action or a power"
MISPLACED: dict[type, tuple[str, ...]] = {
    tree.Need: (FIRST, "if …, and under it what is done only then: the whole `may`, where else nobody is asked"),
    tree.Costs: (FIRST,),
    tree.Limit: (BEFORE,),
    tree.Playable: (BEFORE,),
    tree.InShort: ("it stands in the setup, a phase, an action, a power or a verb, not further in",),
    tree.LeavesOut: ("it stands beside `in short`, in an action, a power or a verb",),
    tree.Deepest: ("it stands first in a verb, a window or a rule with `after`",),
}  # what to do about lines that are no statements


class Table(Generic[Result]):
    """The functions that resolve one sort of sentence, by the class of its node; `otherwise` complains of others."""

    def __init__(self, otherwise: Resolver[Result]) -> None:
        self.otherwise = otherwise
        self.functions: dict[type[tree.Node], Resolver[Result]] = {}

    def of(self, *sorts: type[tree.Node]) -> Callable[[Function], Function]:
        """Puts in a function for nodes of these classes."""

        def put(function: Function) -> Function:
            for sort in sorts:
                assert sort not in self.functions, f"two functions resolve {sort.__name__}"
                self.functions[sort] = function  # type: ignore[assignment]  # whose results test_resolve.py holds right
            return function

        return put

    def __call__(self, context: Context, node: tree.Node, scope: Scope) -> Result:
        if context.named and has_pronoun(node):
            node = said_plainly(context, node, scope, self, meaning)
        return self.functions.get(type(node), self.otherwise)(context, node, scope)


def no_phrase(context: Context, node: tree.Node, scope: Scope) -> Expression:
    wrong("E0206", "This is no phrase that has a value.", node.span)


def no_condition(context: Context, node: tree.Node, scope: Scope) -> Condition:
    wrong("E0206", "This is no sentence that is so or not.", node.span)


def no_statement(context: Context, node: tree.Node, scope: Scope) -> None:
    wrong("E0314", "This line has no place here.", node.span, hints=MISPLACED.get(type(node), ()))


meaning: Table[Expression] = Table(no_phrase)
condition: Table[Condition] = Table(no_condition)
statement: Table[Statement | tuple[Statement, ...] | None] = Table(no_statement)  # of one line; None: it says nothing
