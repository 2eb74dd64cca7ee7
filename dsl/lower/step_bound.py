"""How much can be done between two decisions: a count of turns while playing, and what is refused from the start.

All turns of `repeat` between two decisions are counted together, so that loops in loops come to an end as well. What
only calls other things has no turns: there the checker counts how many calls a single one can lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from math import prod

from dsl import model as m
from dsl.analysis.effects import performed
from dsl.ir import nodes as ir
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import Outline, blocks, expressions, operands, subexpressions, with_blocks
from dsl.lower.build import Build
from dsl.lower.ops import ZERO, load, number, plus
from dsl.lower.storage import PLAY
from dsl.model import Definition, Node
from dsl.model.visit import definitions_of, parts_of
from dsl.text.diagnostics import Note, refuse
from dsl.text.inflection import articled

TURNS = "turns since a decision"
_FORGET = ir.Store(TURNS, ZERO, ZERO)
ENDLESS = "F4"
ENDLESS_TEXT = "Something is repeated without end, and nobody is asked."
MOST_TURNS = 100_000  # of all loops together, between two decisions
OF_A_PLAYER = 20  # turns as which one counts in which a player could be asked, and is not
FEW = 10  # turns of a loop that need not be counted
MOST_NESTED = 100_000  # turns of loops inside one another, as far as the text states numbers
MOST_WAYS = 100_000  # to do an action; all that are legal are listed
MOST_LOOKED_THROUGH = 1_000_000  # by loops inside one another over what there is, in one definition
MOST_CALLS = 1_000_000  # that can come of one


Nest = tuple[int, tuple[m.Repeat, ...]]  # how many turns loops inside one another make, and these loops

# ------------------------------------------------------------------------------------------------------------- in play


def counted_turn(build: Build, as_many: int = 1) -> ir.Block:
    """Counts a turn of a loop, `as_many` as one; it is a fault where there are too many since the last decision."""
    build.array(TURNS, 1, "control")
    build.fault(ENDLESS, ENDLESS_TEXT)
    return (
        ir.Guard(ir.Binary("<", load(TURNS), number(MOST_TURNS)), ENDLESS),
        ir.Store(TURNS, ZERO, plus(load(TURNS), as_many)),
    )


def forget_turns(build: Build) -> None:
    """Makes every procedure forget its turns where it asks somebody, or where the game is over."""
    if TURNS in build.arrays:
        for name, function in build.functions.items():
            if function.kind == "procedure":
                at_its_end = (_FORGET,) if name == PLAY else ()
                build.functions[name] = replace(function, body=(*_forgetting(function.body), *at_its_end))


def _forgetting(block: ir.Block) -> ir.Block:
    found: ir.Block = ()
    for stmt in block:
        forgotten = (_FORGET,) if isinstance(stmt, ir.Choose | ir.End) else ()
        found += (*forgotten, with_blocks(stmt, _forgetting))
    return found


# ---------------------------------------------------------------------------------------------------- from the start


def check_work(build: Build, code: ir.Code, callees_first: Iterable[str], outlines: Mapping[str, Outline]) -> None:
    """Raises Refused where loops inside one another, or calls that multiply, could go on for ever."""
    _check_ways(build)
    _check_loops(build)
    few = _are_few_calls(callees_first, outlines)
    sizes: dict[str, int] = {}
    for name in callees_first:
        function = build.functions[name]
        if outlines[name].loops:
            _check_nest(build, code, function)
        if few:
            continue
        sizes[name] = 1 + _calls(function.body, sizes)
        if sizes[name] > MOST_CALLS:
            _refuse_calls(build, function, sizes[name])


def _are_few_calls(callees_first: Iterable[str], outlines: Mapping[str, Outline]) -> bool:
    """Whether a function leads to no more calls than are possible, even if it does all that it may do otherwise."""
    most: dict[str, int] = {}
    for name in callees_first:
        most[name] = 1 + sum(times * most.get(called, 0) for called, times in outlines[name].calls.items())
    return max(most.values(), default=0) <= MOST_CALLS


def _calls(block: ir.Block, sizes: Mapping[str, int]) -> int:
    """How many calls a block can lead to, each loop gone through once."""
    total = 0
    for stmt in block:
        if isinstance(stmt, ir.Perform):
            total += sizes.get(stmt.procedure, 0)
        for expr in expressions(stmt):
            if operands(expr):
                total += sum([sizes.get(e.function, 0) for e in subexpressions(expr) if type(e) is ir.Call])
        if under := [_calls(b, sizes) for b in blocks(stmt)]:
            total += max(under) if isinstance(stmt, ir.If) else sum(under)
    return total


def _check_ways(build: Build) -> None:
    """Raises Refused for an action that could be done with more combinations of things than can be listed."""
    for action in build.book.actions.values():
        ways = prod(parameter.kind.size for parameter in action.parameters)
        if ways > MOST_WAYS:
            kinds = ", ".join(f"{parameter.kind.name} ({parameter.kind.size:,})" for parameter in action.parameters)
            message = (
                f"{action.name} could be done in {ways:,} ways: {kinds}; {MOST_WAYS:,} are possible. "
                "Something can be chosen in a line under the heading instead."
            )
            refuse("E0407", message, action.span, hints=(_chosen_below(action),))


def _chosen_below(action: m.Action) -> str:
    """Its heading without the last thing, which is chosen in a line under it."""
    things = [articled(x.kind.name) + (f" called {x.name}" if x.name != x.kind.name else "") for x in action.parameters]
    said = [f"{word} {thing}".strip() for word, thing in zip(action.prepositions, things, strict=True)]
    label = f'"{action.label}"' if action.label != action.name else ""
    heading = " ".join(filter(None, ("action", action.name, label, *said[:-1])))
    return f"{heading}, and under it: the Player chooses {things[-1]}"


def _check_nest(build: Build, code: ir.Code, function: ir.Function) -> None:
    """Raises Refused where a single function looks through too many combinations: of the things that an action
    can be done with, or of those that loops inside one another go through."""
    looked_through = _combinations(function.body, cache(lambda: local_types(function, code)), code)
    if looked_through > MOST_LOOKED_THROUGH:
        message = (
            f"{_spoken(build, function)} would go through {looked_through:,} combinations of things; "
            f"{MOST_LOOKED_THROUGH:,} are possible."
        )
        refuse("E0407", message, function.span)


def _combinations(block: ir.Block, types: Callable[[], Mapping[str, ir.Type]], code: ir.Code) -> int:
    """The most turns that loops inside one another make."""
    most = 1
    for stmt in block:
        if inside := blocks(stmt):
            under = max([_combinations(inner, types, code) for inner in inside])
            most = max(most, _members(stmt, types, code) * under)
    return most


def _members(stmt: ir.Stmt, types: Callable[[], Mapping[str, ir.Type]], code: ir.Code) -> int:
    """How many turns a loop over what there is makes at most."""
    match stmt:
        case ir.ForRange(start=ir.Const(value=start), stop=ir.Const(value=stop)):
            return max(1, stop - start)
        case ir.ForBits(members=members):
            found = type_of(members, types(), code)
            return found.size if isinstance(found, ir.Bits) else 1
        case _:  # others are no loops, or their end shows only in play
            return 1


def _spoken(build: Build, function: ir.Function) -> str:
    headed = {d.span: d for d in definitions_of(build.book)}
    return m.spoken(headed[function.span]) if function.span in headed else "What stands here"


def _refuse_calls(build: Build, function: ir.Function, size: int) -> None:
    message = (
        f"{_spoken(build, function)} would need more than {MOST_CALLS:,} others to be worked out, as each speaks of "
        "several others."
    )
    refuse("E0406", message, function.span, hints=("speak of the same thing once: multiply, count, or compare it",))


def _check_loops(build: Build) -> None:
    known: dict[Definition, Nest] = {}
    for root in (*build.book.setup, *build.book.play, *(n for d in definitions_of(build.book) for n in parts_of(d))):
        turns, loops = _turns(build, root, known)
        if turns > MOST_NESTED:
            message = f"These loops would go round {turns:,} times, one inside the other; {MOST_NESTED:,} are possible."
            notes = tuple(Note("This loop stands in it.", loop.span) for loop in loops[1:])
            refuse("E0407", message, loops[0].span, notes=notes)


def _turns(build: Build, node: Node, known: dict[Definition, Nest]) -> Nest:
    """The most turns of loops with stated numbers inside one another, and these loops, the outermost first."""
    found: list[Nest] = [(1, ())]
    found += [_turns(build, part, known) for part in node.inside]
    for definition in performed(build, node):
        if definition not in known:
            known[definition] = (1, ())  # a definition that needs itself is refused elsewhere
            parts = (_turns(build, part, known) for part in parts_of(definition))
            known[definition] = max(parts, key=lambda x: x[0], default=(1, ()))
        found.append(known[definition])
    turns, loops = max(found, key=lambda x: x[0])
    match node:
        case m.Repeat(times=m.Constant(value=value) | m.Setting(value=value)) if value > 1:
            return turns * value, (node, *loops)
        case _:  # no other repeats by a stated number
            return turns, loops
