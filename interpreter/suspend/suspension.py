"""The suspension pass, from IR to IR: after it no back end has to know that rules wait for players.

A procedure becomes one that returns how it ended (`DONE`, `SUSPENDED`, `ENDED`, or `ENDED` + the target of a `Leave`).
One that can suspend gets a frame in the vector, the array "frame.<procedure>": word 0 is the number of the place where
it goes on (0: it is not suspended), then the words of its live locals, which differ from place to place. Only control
flow with a suspension in it is taken apart into blocks; everything else stays as it was written.

A suspended program is gone on with by a call of its outermost suspended procedure. That one calls the next again, with
arguments that do not matter, down to the one that waits. Frames are zero except while they are suspended, so that equal
positions are equal vectors, and an ended game has no trace of how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl.ir import nodes as ir
from dsl.ir.layout import layout
from dsl.ir.types import local_types, type_of
from dsl.ir.visit import (
    Outcomes,
    call_graph,
    callees_first,
    can_suspend,
    endless,
    escapes,
    outcomes,
    statements,
    with_blocks,
)
from interpreter.suspend.attempts import STATUS_LOCAL, contain, ended_early
from interpreter.suspend.blocks import PC, BlockGraph
from interpreter.suspend.liveness import NONE, Exits, Live, Liveness

_ZERO = ir.Const(0)
_STATUS = ir.Local(STATUS_LOCAL)
_IS_SUSPENDED = ir.Binary("==", _STATUS, ir.Const(ir.SUSPENDED))


def suspend(code: ir.Code, graph: Mapping[str, tuple[str, ...]] | None = None, *, late: bool = False) -> ir.Code:
    """The same program without `Choose`, `Perform`, `End` and `Leave`, its arrays laid out, with the frames. `graph`
    is its call graph, where that is known.

    Frames stand in the order of the vector callers first, so that the first one in use is the outermost. Where a
    function is made as `late` as it is asked for, there is room in its frame for all its locals.
    """
    order = callees_first(call_graph(code) if graph is None else graph)
    functions = _Functions(code, outcomes(code, order))
    frames = (functions.frame(name, roomy=late) for name in reversed(order) if functions.waits(name))
    arrays = layout({**code.arrays, **{frame.name: frame for frame in frames}})
    return replace(code, functions=functions if late else dict(functions), arrays=arrays)


class _Functions(Mapping[str, ir.Function]):
    """The functions of a program, each made so that it suspends when it is first asked for. `known` are the outcomes
    of all."""

    def __init__(self, code: ir.Code, known: Outcomes) -> None:
        self._code, self._known = code, known
        self._made: dict[str, ir.Function] = {}
        self._flat: dict[str, _Flattening] = {}

    def __getitem__(self, name: str) -> ir.Function:
        if name not in self._made:
            self._made[name] = replace(self._code.functions[name], body=self._body(self._code.functions[name]))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._code.functions)

    def __len__(self) -> int:
        return len(self._code.functions)

    def waits(self, name: str) -> bool:
        """Whether a function can be suspended."""
        return ir.SUSPENDED in self._known[name]

    def frame(self, name: str, *, roomy: bool) -> ir.Array:
        """The frame of a function that waits; a roomy one needs not know which locals are live."""
        words = _most_words(self._code.functions[name], self._code) if roomy else self._flattened(name).words
        return ir.Array(ir.FRAME + name, words, section="control")

    def _body(self, function: ir.Function) -> ir.Block:
        if not self.waits(function.name):
            return _plain_body(function, self._known)
        return self._flattened(function.name).body

    def _flattened(self, name: str) -> _Flattening:
        if name not in self._flat:
            self._flat[name] = _Flattening(self._code, self._known, self._code.functions[name])
        return self._flat[name]


def _most_words(function: ir.Function, code: ir.Code) -> int:
    """What a frame needs if all locals live at once, with those that tell how far loops are."""
    types = local_types(function, code)
    sets = (type_of(s.members, types, code) for s in statements(function.body) if isinstance(s, ir.ForBits))
    ranges = 2 * sum(isinstance(stmt, ir.ForRange) for stmt in statements(function.body))
    return 1 + ranges + sum(map(_word_count, (*types.values(), *sets)))


# ------------------------------------------------------------------------------------------- what does not suspend


@dataclass(frozen=True, slots=True)
class _Loop:
    """The blocks to which `Break` and `Continue` of the innermost taken-apart loop lead."""

    graph: BlockGraph
    stop: int
    turn: int


def _plain_body(function: ir.Function, known: Outcomes) -> ir.Block:
    if function.kind != "procedure" and not any(isinstance(stmt, ir.Attempt) for stmt in statements(function.body)):
        return function.body  # only in an attempt can it hold what is a procedure's
    body = contain(function.body, known)
    if function.kind != "procedure":
        return _plain(body, known, None, procedure=False)
    return (*_plain(body, known, None), _return(ir.DONE))


def _return(status: int) -> ir.Return:
    return ir.Return(ir.Const(status))


def _plain(block: ir.Block, known: Outcomes, loop: _Loop | None, *, procedure: bool = True) -> ir.Block:
    """Statements without a suspension. `loop` is None if their loops are all inside, or not taken apart."""
    return tuple(new for stmt in block for new in _plain_statement(stmt, known, loop, procedure=procedure))


def _plain_statement(stmt: ir.Stmt, known: Outcomes, loop: _Loop | None, *, procedure: bool) -> ir.Block:
    match stmt:
        case ir.Return() if procedure:
            return (_return(ir.DONE),)
        case ir.End():
            return (ir.Store(ir.STATUS, _ZERO, ir.Const(ir.OVER)), _return(ir.ENDED))
        case ir.Leave(target):
            return (_return(ir.ENDED + target),)
        case ir.Perform():
            return _plain_perform(stmt, known)
        case ir.Break() if loop:
            return loop.graph.goto(loop.stop)
        case ir.Continue() if loop:
            return loop.graph.goto(loop.turn)
        case ir.While() | ir.ForRange() | ir.ForBits() | ir.Attempt():
            return (with_blocks(stmt, lambda block: _plain(block, known, None, procedure=procedure)),)
        case _:  # is the same without `Choose`, but for what stands inside it
            return (with_blocks(stmt, lambda block: _plain(block, known, loop, procedure=procedure)),)


def _plain_perform(stmt: ir.Perform, known: Outcomes) -> ir.Block:
    if not escapes(stmt, known):
        return (ir.CallStatus(None, stmt.procedure, stmt.arguments),)
    return (ir.CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments), _passed_on(stmt))


def _passed_on(stmt: ir.Perform) -> ir.Stmt:
    return ir.If(ended_early(stmt), (ir.Return(_STATUS),))


# ---------------------------------------------------------------------------------------------------- what suspends


class _Flattening:
    """One procedure that can suspend, taken apart. `words` is the size of its frame, `body` the new body."""

    def __init__(self, code: ir.Code, known: Outcomes, function: ir.Function) -> None:
        self.frame = ir.FRAME + function.name
        self.words = 1
        self._code = code
        self._known = known
        self._types: dict[str, ir.Type] = local_types(function, code)
        self._live = Liveness(known)
        self._graph = BlockGraph()
        self._hoisted = 0
        self._block(function.body, NONE, Exits(), None)
        self._graph.add(_return(ir.DONE))
        self._graph.stop()
        self.body: ir.Block = (ir.Set(PC, ir.Load(self.frame, _ZERO)), *self._graph.structured())

    # --------------------------------------------------------------------------------------------------- control flow

    def _block(self, block: ir.Block, after: Live, exits: Exits, loop: _Loop | None) -> None:
        for stmt, live in zip(block, self._live.points(block, after, exits)[1:], strict=True):
            if self._graph.closed:
                return
            self._statement(stmt, live, exits, loop)

    def _statement(self, stmt: ir.Stmt, after: Live, exits: Exits, loop: _Loop | None) -> None:
        if not can_suspend(stmt, self._known):
            return self._whole(stmt, loop)
        match stmt:
            case ir.If():
                return self._if(stmt, after, exits, loop)
            case ir.While():
                return self._while(stmt, after, exits)
            case ir.ForRange():
                return self._block(self._range_as_while(stmt), after, exits, loop)
            case ir.ForBits():
                return self._block(self._set_as_while(stmt), after, exits, loop)
            case ir.Choose():
                return self._choose(stmt, after)
            case ir.Perform():
                return self._perform(stmt, after)
            case _:  # nothing is suspended inside what is known of others
                raise TypeError(f"{type(stmt).__name__} cannot hold a suspension")

    def _whole(self, stmt: ir.Stmt, loop: _Loop | None) -> None:
        if loop and isinstance(stmt, ir.Break | ir.Continue):
            return self._graph.jump(loop.stop if isinstance(stmt, ir.Break) else loop.turn)
        new = _plain(contain((stmt,), self._known), self._known, loop)
        self._graph.add(*new)
        if isinstance(new[-1], ir.Return):
            self._graph.stop()
        return None

    def _if(self, stmt: ir.If, after: Live, exits: Exits, loop: _Loop | None) -> None:
        graph = self._graph
        then, end = graph.label(), graph.label()
        otherwise = graph.label() if stmt.otherwise else end
        graph.branch(stmt.condition, then, otherwise)
        graph.start(then)
        self._block(stmt.then, after, exits, loop)
        graph.jump(end)
        if stmt.otherwise:
            graph.start(otherwise)
            self._block(stmt.otherwise, after, exits, loop)
            graph.jump(end)
        graph.start(end)

    def _while(self, stmt: ir.While, after: Live, exits: Exits) -> None:
        graph = self._graph
        turn, body, stop = graph.label(), graph.label(), graph.label()
        graph.jump(turn)
        graph.start(turn)
        if endless(stmt):
            graph.jump(body)
        else:
            graph.branch(stmt.condition, body, stop)
        live = self._live.at_next_turn(stmt, after, exits)
        graph.start(body)
        self._block(stmt.body, live, replace(exits, stop=after, turn=live), _Loop(graph, stop, turn))
        graph.jump(turn)
        graph.start(stop)

    def _range_as_while(self, stmt: ir.ForRange) -> ir.Block:
        upcoming = self._hoist("$next", ir.INT)
        start: list[ir.Stmt] = [ir.Set(upcoming, stmt.start)]
        stop = stmt.stop
        if not isinstance(stop, ir.Const):
            stop = ir.Local(self._hoist("$stop", ir.INT))
            start.append(ir.Set(stop.name, stmt.stop))
        step = (
            ir.Set(stmt.name, ir.Local(upcoming)),
            ir.Set(upcoming, ir.Binary("+", ir.Local(upcoming), ir.Const(1))),
        )
        return (*start, ir.While(ir.Binary("<", ir.Local(upcoming), stop), (*step, *stmt.body)))

    def _set_as_while(self, stmt: ir.ForBits) -> ir.Block:
        kind = type_of(stmt.members, self._types, self._code)
        rest = self._hoist("$rest", kind)
        first = ir.Single(ir.Local(stmt.name), kind.size if isinstance(kind, ir.Bits) else 0)
        step = (
            ir.Set(stmt.name, ir.Unary("first", ir.Local(rest))),
            ir.Set(rest, ir.Binary("-bits", ir.Local(rest), first)),
        )
        return (
            ir.Set(rest, stmt.members),
            ir.While(ir.Unary("not", ir.Unary("empty", ir.Local(rest))), (*step, *stmt.body)),
        )

    def _hoist(self, name: str, kind: ir.Type) -> str:
        self._hoisted += 1
        self._types[f"{name}{self._hoisted}"] = kind
        return f"{name}{self._hoisted}"

    # ---------------------------------------------------------------------------------------------------- suspensions

    def _choose(self, stmt: ir.Choose, after: Live) -> None:
        live = after - {stmt.name}
        place = self._graph.entry()
        arguments = [(ir.ARGUMENTS, i, argument) for i, argument in enumerate(stmt.arguments)]
        asked = [(ir.SITE, 0, ir.Const(stmt.site)), (ir.WHO, 0, stmt.who), *arguments]
        self._graph.add(*_stores(asked), *self._saved(place, live), _return(ir.SUSPENDED))
        self._graph.stop()
        self._graph.start(place)
        taken = ir.Set(stmt.name, ir.Load(ir.ANSWER, _ZERO))
        cleared = [(array, index, _ZERO) for array, index, _ in (*asked, (ir.ANSWER, 0, _ZERO))]
        self._graph.add(*self._restored(live), taken, *_stores(cleared))

    def _perform(self, stmt: ir.Perform, after: Live) -> None:
        graph = self._graph
        place, done = graph.entry(), graph.label()
        ended = (_passed_on(stmt),) if escapes(stmt, self._known) - {ir.SUSPENDED} else ()
        first = ir.CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments)
        graph.add(first, ir.If(_IS_SUSPENDED, (*self._saved(place, after), _return(ir.SUSPENDED))), *ended)
        graph.jump(done)
        graph.start(place)
        again = ir.CallStatus(STATUS_LOCAL, stmt.procedure, self._no_arguments(stmt.procedure))
        graph.add(again, ir.If(_IS_SUSPENDED, (_return(ir.SUSPENDED),)), *self._restored(after), *ended)
        graph.jump(done)
        graph.start(done)

    def _no_arguments(self, procedure: str) -> tuple[ir.Expr, ...]:
        return tuple(ir.Const(0, kind) for _, kind in self._code.functions[procedure].parameters)

    # --------------------------------------------------------------------------------------------------------- frames

    def _saved(self, place: int, live: Live) -> ir.Block:
        words: list[ir.Expr] = [ir.Const(place)]
        for name in sorted(live):
            kind = self._types[name]
            many = isinstance(kind, ir.Bits)
            words += [ir.Word(ir.Local(name), i) for i in range(_word_count(kind))] if many else [ir.Local(name)]
        self.words = max(self.words, len(words))
        return _stores([(self.frame, i, word) for i, word in enumerate(words)])

    def _restored(self, live: Live) -> ir.Block:
        loads: list[ir.Stmt] = []
        index = 1
        for name in sorted(live):
            kind = self._types[name]
            words = [ir.Load(self.frame, ir.Const(index + i)) for i in range(_word_count(kind))]
            loads.append(ir.Set(name, ir.FromWords(tuple(words), kind.size) if isinstance(kind, ir.Bits) else words[0]))
            index += len(words)
        return (*loads, *_stores([(self.frame, i, _ZERO) for i in range(index)]))


def _word_count(kind: ir.Type) -> int:
    return ir.word_count(kind.size) if isinstance(kind, ir.Bits) else 1


def _stores(values: Sequence[tuple[str, int, ir.Expr]]) -> ir.Block:
    return tuple(ir.Store(array, ir.Const(index), value) for array, index, value in values)
