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

from dsl.ir.layout import layout
from dsl.ir.nodes import (
    ANSWER,
    ARGUMENTS,
    DONE,
    ENDED,
    FRAME,
    INT,
    OVER,
    SITE,
    STATUS,
    SUSPENDED,
    WHO,
    Array,
    Attempt,
    Binary,
    Bits,
    Block,
    Break,
    CallStatus,
    Choose,
    Code,
    Const,
    Continue,
    End,
    Expr,
    ForBits,
    ForRange,
    FromWords,
    Function,
    If,
    Leave,
    Load,
    Local,
    Perform,
    Return,
    Set,
    Single,
    Stmt,
    Store,
    Type,
    Unary,
    While,
    Word,
    word_count,
)
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

_ZERO = Const(0)
_STATUS = Local(STATUS_LOCAL)
_IS_SUSPENDED = Binary("==", _STATUS, Const(SUSPENDED))


def suspend(code: Code, graph: Mapping[str, tuple[str, ...]] | None = None, *, late: bool = False) -> Code:
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


class _Functions(Mapping[str, Function]):
    """The functions of a program, each made so that it suspends when it is first asked for. `known` are the outcomes
    of all."""

    def __init__(self, code: Code, known: Outcomes) -> None:
        self._code, self._known = code, known
        self._made: dict[str, Function] = {}
        self._flat: dict[str, _Flattening] = {}

    def __getitem__(self, name: str) -> Function:
        if name not in self._made:
            self._made[name] = replace(self._code.functions[name], body=self._body(self._code.functions[name]))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._code.functions)

    def __len__(self) -> int:
        return len(self._code.functions)

    def waits(self, name: str) -> bool:
        """Whether a function can be suspended."""
        return SUSPENDED in self._known[name]

    def frame(self, name: str, *, roomy: bool) -> Array:
        """The frame of a function that waits; a roomy one needs not know which locals are live."""
        words = _most_words(self._code.functions[name], self._code) if roomy else self._flattened(name).words
        return Array(FRAME + name, words, section="control")

    def _body(self, function: Function) -> Block:
        if not self.waits(function.name):
            return _plain_body(function, self._known)
        return self._flattened(function.name).body

    def _flattened(self, name: str) -> _Flattening:
        if name not in self._flat:
            self._flat[name] = _Flattening(self._code, self._known, self._code.functions[name])
        return self._flat[name]


def _most_words(function: Function, code: Code) -> int:
    """What a frame needs if all locals live at once, with those that tell how far loops are."""
    types = local_types(function, code)
    sets = (type_of(s.members, types, code) for s in statements(function.body) if isinstance(s, ForBits))
    ranges = 2 * sum(isinstance(stmt, ForRange) for stmt in statements(function.body))
    return 1 + ranges + sum(map(_word_count, (*types.values(), *sets)))


# ------------------------------------------------------------------------------------------- what does not suspend


@dataclass(frozen=True, slots=True)
class _Loop:
    """The blocks to which `Break` and `Continue` of the innermost taken-apart loop lead."""

    graph: BlockGraph
    stop: int
    turn: int


def _plain_body(function: Function, known: Outcomes) -> Block:
    if function.kind != "procedure" and not any(isinstance(stmt, Attempt) for stmt in statements(function.body)):
        return function.body  # only in an attempt can it hold what is a procedure's
    body = contain(function.body, known)
    if function.kind != "procedure":
        return _plain(body, known, None, procedure=False)
    return (*_plain(body, known, None), _return(DONE))


def _return(status: int) -> Return:
    return Return(Const(status))


def _plain(block: Block, known: Outcomes, loop: _Loop | None, *, procedure: bool = True) -> Block:
    """Statements without a suspension. `loop` is None if their loops are all inside, or not taken apart."""
    return tuple(new for stmt in block for new in _plain_statement(stmt, known, loop, procedure=procedure))


def _plain_statement(stmt: Stmt, known: Outcomes, loop: _Loop | None, *, procedure: bool) -> Block:
    match stmt:
        case Return() if procedure:
            return (_return(DONE),)
        case End():
            return (Store(STATUS, _ZERO, Const(OVER)), _return(ENDED))
        case Leave(target):
            return (_return(ENDED + target),)
        case Perform():
            return _plain_perform(stmt, known)
        case Break() if loop:
            return loop.graph.goto(loop.stop)
        case Continue() if loop:
            return loop.graph.goto(loop.turn)
        case While() | ForRange() | ForBits() | Attempt():
            return (with_blocks(stmt, lambda block: _plain(block, known, None, procedure=procedure)),)
        case _:  # is the same without `Choose`, but for what stands inside it
            return (with_blocks(stmt, lambda block: _plain(block, known, loop, procedure=procedure)),)


def _plain_perform(stmt: Perform, known: Outcomes) -> Block:
    if not escapes(stmt, known):
        return (CallStatus(None, stmt.procedure, stmt.arguments),)
    return (CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments), _passed_on(stmt))


def _passed_on(stmt: Perform) -> Stmt:
    return If(ended_early(stmt), (Return(_STATUS),))


# ---------------------------------------------------------------------------------------------------- what suspends


class _Flattening:
    """One procedure that can suspend, taken apart. `words` is the size of its frame, `body` the new body."""

    def __init__(self, code: Code, known: Outcomes, function: Function) -> None:
        self.frame = FRAME + function.name
        self.words = 1
        self._code = code
        self._known = known
        self._types: dict[str, Type] = local_types(function, code)
        self._live = Liveness(known)
        self._graph = BlockGraph()
        self._hoisted = 0
        self._block(function.body, NONE, Exits(), None)
        self._graph.add(_return(DONE))
        self._graph.stop()
        self.body: Block = (Set(PC, Load(self.frame, _ZERO)), *self._graph.structured())

    # --------------------------------------------------------------------------------------------------- control flow

    def _block(self, block: Block, after: Live, exits: Exits, loop: _Loop | None) -> None:
        for stmt, live in zip(block, self._live.points(block, after, exits)[1:], strict=True):
            if self._graph.closed:
                return
            self._statement(stmt, live, exits, loop)

    def _statement(self, stmt: Stmt, after: Live, exits: Exits, loop: _Loop | None) -> None:
        if not can_suspend(stmt, self._known):
            return self._whole(stmt, loop)
        match stmt:
            case If():
                return self._if(stmt, after, exits, loop)
            case While():
                return self._while(stmt, after, exits)
            case ForRange():
                return self._block(self._range_as_while(stmt), after, exits, loop)
            case ForBits():
                return self._block(self._set_as_while(stmt), after, exits, loop)
            case Choose():
                return self._choose(stmt, after)
            case Perform():
                return self._perform(stmt, after)
            case _:  # nothing is suspended inside what is known of others
                raise TypeError(f"{type(stmt).__name__} cannot hold a suspension")

    def _whole(self, stmt: Stmt, loop: _Loop | None) -> None:
        if loop and isinstance(stmt, Break | Continue):
            return self._graph.jump(loop.stop if isinstance(stmt, Break) else loop.turn)
        new = _plain(contain((stmt,), self._known), self._known, loop)
        self._graph.add(*new)
        if isinstance(new[-1], Return):
            self._graph.stop()
        return None

    def _if(self, stmt: If, after: Live, exits: Exits, loop: _Loop | None) -> None:
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

    def _while(self, stmt: While, after: Live, exits: Exits) -> None:
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

    def _range_as_while(self, stmt: ForRange) -> Block:
        upcoming = self._hoist("$next", INT)
        start: list[Stmt] = [Set(upcoming, stmt.start)]
        stop = stmt.stop
        if not isinstance(stop, Const):
            stop = Local(self._hoist("$stop", INT))
            start.append(Set(stop.name, stmt.stop))
        step = (Set(stmt.name, Local(upcoming)), Set(upcoming, Binary("+", Local(upcoming), Const(1))))
        return (*start, While(Binary("<", Local(upcoming), stop), (*step, *stmt.body)))

    def _set_as_while(self, stmt: ForBits) -> Block:
        kind = type_of(stmt.members, self._types, self._code)
        rest = self._hoist("$rest", kind)
        first = Single(Local(stmt.name), kind.size if isinstance(kind, Bits) else 0)
        step = (
            Set(stmt.name, Unary("first", Local(rest))),
            Set(rest, Binary("-bits", Local(rest), first)),
        )
        return (Set(rest, stmt.members), While(Unary("not", Unary("empty", Local(rest))), (*step, *stmt.body)))

    def _hoist(self, name: str, kind: Type) -> str:
        self._hoisted += 1
        self._types[f"{name}{self._hoisted}"] = kind
        return f"{name}{self._hoisted}"

    # ---------------------------------------------------------------------------------------------------- suspensions

    def _choose(self, stmt: Choose, after: Live) -> None:
        live = after - {stmt.name}
        place = self._graph.entry()
        arguments = [(ARGUMENTS, i, argument) for i, argument in enumerate(stmt.arguments)]
        asked = [(SITE, 0, Const(stmt.site)), (WHO, 0, stmt.who), *arguments]
        self._graph.add(*_stores(asked), *self._saved(place, live), _return(SUSPENDED))
        self._graph.stop()
        self._graph.start(place)
        taken = Set(stmt.name, Load(ANSWER, _ZERO))
        cleared = [(array, index, _ZERO) for array, index, _ in (*asked, (ANSWER, 0, _ZERO))]
        self._graph.add(*self._restored(live), taken, *_stores(cleared))

    def _perform(self, stmt: Perform, after: Live) -> None:
        graph = self._graph
        place, done = graph.entry(), graph.label()
        ended = (_passed_on(stmt),) if escapes(stmt, self._known) - {SUSPENDED} else ()
        first = CallStatus(STATUS_LOCAL, stmt.procedure, stmt.arguments)
        graph.add(first, If(_IS_SUSPENDED, (*self._saved(place, after), _return(SUSPENDED))), *ended)
        graph.jump(done)
        graph.start(place)
        again = CallStatus(STATUS_LOCAL, stmt.procedure, self._no_arguments(stmt.procedure))
        graph.add(again, If(_IS_SUSPENDED, (_return(SUSPENDED),)), *self._restored(after), *ended)
        graph.jump(done)
        graph.start(done)

    def _no_arguments(self, procedure: str) -> tuple[Expr, ...]:
        return tuple(Const(0, kind) for _, kind in self._code.functions[procedure].parameters)

    # --------------------------------------------------------------------------------------------------------- frames

    def _saved(self, place: int, live: Live) -> Block:
        words: list[Expr] = [Const(place)]
        for name in sorted(live):
            kind = self._types[name]
            many = isinstance(kind, Bits)
            words += [Word(Local(name), i) for i in range(_word_count(kind))] if many else [Local(name)]
        self.words = max(self.words, len(words))
        return _stores([(self.frame, i, word) for i, word in enumerate(words)])

    def _restored(self, live: Live) -> Block:
        loads: list[Stmt] = []
        index = 1
        for name in sorted(live):
            kind = self._types[name]
            words = [Load(self.frame, Const(index + i)) for i in range(_word_count(kind))]
            loads.append(Set(name, FromWords(tuple(words), kind.size) if isinstance(kind, Bits) else words[0]))
            index += len(words)
        return (*loads, *_stores([(self.frame, i, _ZERO) for i in range(index)]))


def _word_count(kind: Type) -> int:
    return word_count(kind.size) if isinstance(kind, Bits) else 1


def _stores(values: Sequence[tuple[str, int, Expr]]) -> Block:
    return tuple(Store(array, Const(index), value) for array, index, value in values)
