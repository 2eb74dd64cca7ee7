"""Walking over resolved nodes, and who carries out what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeGuard, assert_never

from dsl import model
from dsl.model import Block, Condition, Definition, Expression, Rulebook, Variable
from dsl.model.visit import fields_in, headings_of, nodes_in, used
from dsl.model.world import Attribute, Kind

Seats = frozenset[int]


def nodes_of(book: Rulebook, without: Container[int] = ()) -> Iterator[model.Node]:
    """All nodes of all that counts in a game: its setup, its play, its definitions but those `without`, by identity."""
    for definition, nodes in _nodes(book):
        if id(definition) not in without:
            yield from nodes


@lru_cache(maxsize=8)  # of the forms of a game that is told much is asked
def _nodes(book: Rulebook) -> list[tuple[Definition | None, list[model.Node]]]:
    """The nodes of the setup and the play, and of each definition."""
    parts = ((d, d) for d in headings_of(book))
    return [(d, list(nodes_in(where))) for d, where in ((None, (*book.setup, *book.play)), *parts)]


def used_in(nodes: Iterable[model.Node]) -> Iterator[Variable]:
    """The variables of which nodes speak, each as often as they do."""
    return (variable for node in nodes if (variable := used(node)) is not None)


def times_used(variable: Variable, where: Any) -> int:
    """How often a variable is used in a node or a row of nodes."""
    return sum(used is variable for used in used_in(nodes_in(where)))


def winner_by(node: model.Node) -> model.Win | None:
    """Who wins by a verb that does what comes to whoever it is done for, and ends with that player's win."""
    match node:
        case model.Perform(
            procedure=model.Procedure(parameters=(who,), body=(*_, model.Win(who=model.Use(variable=won)))),
            arguments=(given,),
        ) if won is who:
            return model.Win(node.span, node.clauses, given)
        case _:  # does something else
            return None


def body_of(definition: Definition) -> Block:
    """What is carried out, with the choices that come first."""
    match definition:
        case model.Act(head=head, effects=effects):
            return (*head, *effects)
        case model.Procedure(body=body) | model.Phase(body=body) | model.StandingRule(body=body):
            return body
        case model.Happening(body=body) | model.Ending(body=body) | model.Window(body=body):
            return body
        case model.Override(body=body):
            return body
        case model.Position() | model.Value() | model.Quality() | model.Walk() | model.Bar() | model.WaitingOrder():
            return ()
        case _:
            raise TypeError(type(definition).__name__)


def spoken_of_once(book: Rulebook) -> frozenset[Variable]:
    """The things of which nothing speaks but the description that brings them in."""
    everything = [*nodes_of(book), *nodes_in([example.steps for example in book.examples])]
    used = Counter(used_in(everything))
    described = (node for node in everything if isinstance(node, model.Selection))
    once = {s.variable for s in described if used[s.variable] == times_used(s.variable, s)}
    chosen = (node for node in everything if isinstance(node, model.Choose | model.ChooseSeveral))
    return frozenset(once - {node.selection.variable for node in chosen if used[node.variable]})


def answered_where_opened(book: Rulebook) -> frozenset[model.Window]:
    """The windows in which one player is asked, and of which no text says more: it is told where this is, if that is
    one place that is told itself."""
    opened = [(d, node.window) for d, nodes in _nodes(book) for node in nodes if isinstance(node, model.Open)]
    often = Counter(window for _, window in opened)
    return frozenset(
        window for where, window in opened
        if often[window] == 1 and not (where and where.short) and not (window.texts or window.short)
        and len(window.body) == 1 and isinstance(window.body[0], model.Offer)
    )  # fmt: skip


def done_because_of_must(book: Rulebook) -> frozenset[model.Action]:
    """The actions that nobody may do who need not do any."""
    offers = [node for node in nodes_of(book) if isinstance(node, model.Offer)]
    musts, others = ({i.action for o in offers if o.must is must for i in o.invocations} for must in (True, False))
    return frozenset(musts - others)


def number_chosen(book: Rulebook) -> Kind | None:
    """The sort of numbers of which players choose one, if there is only one sort."""
    chosen = (node.selection.kind for node in nodes_of(book) if isinstance(node, model.Choose))
    found = {id(kind): kind for kind in chosen if kind.sort == "range"}
    return next(iter(found.values())) if len(found) == 1 else None


def settled_numbers(book: Rulebook) -> frozenset[Attribute]:
    """The attributes of which the setup, or a roll, says what they are."""
    changed = (node.target.attribute for node in done_in(book.setup) if isinstance(node, model.Become))
    return frozenset((*faces_rolled(book), *changed))


def passed_on(book: Rulebook) -> frozenset[Kind]:
    """The kinds of things that come to belong to others."""
    changed = (node.target for node in nodes_of(book) if isinstance(node, model.Become))
    return frozenset(target.of.kind for target in changed if target.attribute is book.world.owner)


def put_by_name(book: Rulebook, kind: Kind) -> int:
    """How many times the setup puts a certain piece of a kind somewhere: "move the red Shield to the Stack"."""
    named = (node.what for node in book.setup if isinstance(node, model.Move))
    return sum(is_certain(what) and what.kind.is_a(kind) for what in named)


def is_certain(what: Expression | model.Selection) -> TypeGuard[Expression]:
    return isinstance(what, model.Constant) or (isinstance(what, model.Pick) and what.article == "the")


def faces_rolled(book: Rulebook) -> frozenset[Attribute]:
    """What is on the dice."""
    return frozenset(node.face for node in nodes_of(book) if isinstance(node, model.Roll))


def done_in(block: Any) -> Iterator[model.Node]:
    """The nodes of a block, or of several, and of the verbs that they call."""
    waiting = [block]
    entered = set()
    while waiting:
        for node in nodes_in(waiting.pop()):
            yield node
            if isinstance(node, model.Perform) and node.procedure not in entered:
                entered.add(node.procedure)
                waiting.append(node.procedure.body)


def verbs_in(block: Any) -> set[model.Procedure]:
    """The verbs that a block, or anything else that is said, has carried out."""
    return {node.procedure for node in done_in(block) if isinstance(node, model.Perform)}


def verbs_of_setup(book: Rulebook) -> set[model.Procedure]:
    """The verbs that the setup calls, but for those that are part of a phase, an action or a rule: the course of play
    may do again what was done before it."""
    others = (d for d in headings_of(book) if not isinstance(d, model.Procedure))
    return verbs_in(book.setup) - verbs_in([*map(fields_in, others)])


def is_idle(statement: model.Statement) -> bool:
    """Whether it is a verb with nothing to do, as on these terms it may be: that is no step."""
    return isinstance(statement, model.Perform) and not statement.procedure.body


def is_for_variants(verb: model.Procedure) -> bool:
    """Whether a verb has nothing to do but what exceptions of variants say."""
    return all(
        isinstance(node, model.Overruled) and not node.branches[-1][1] and all(o.variant for o in node.overrides)
        for node in verb.body
    )


def speaks_of_actor(verb: model.Procedure) -> bool:
    """Whether it matters who does what a verb says; else it is done by whoever has a hand free."""
    actors = {verb.actor, *(called.actor for called in verbs_in(verb.body))}
    return not actors.isdisjoint(used_in(done_in(verb.body)))


def only_actors(book: Rulebook) -> dict[Definition, int]:
    """The definitions that only one seat ever carries out, and which: there, that seat is "you"."""
    everybody = frozenset(range(book.world.players.size))
    acting: dict[Definition, Seats] = {d: frozenset() for d in headings_of(book)}
    open_to_all = (model.Phase, model.Window, model.StandingRule, model.Happening, model.Ending)
    acting.update({d: everybody for d in acting if isinstance(d, open_to_all)})
    carrying = {d: list(carrying_in(body_of(d), everybody)) for d in acting}
    found = list(carried_out(carrying_in((*book.setup, *book.play), everybody), None, everybody, everybody))
    settled = False
    while not settled:
        for other, more in found:
            acting[other] |= more
        found = [pair for d, seats in acting.items() for pair in carried_out_by(book, d, carrying[d], seats, everybody)]
        settled = all(more <= acting[other] for other, more in found)
    return {d: next(iter(seats)) for d, seats in acting.items() if len(seats) == 1}


Carried = Iterator[tuple[Definition, Seats]]
Carrying = model.Offer | model.DoAction | model.Perform | model.DoPower
Roles = Mapping[Variable, Seats]
"""Who somebody can only be where something is carried out, as it is asked for."""
Asked = Iterable[tuple[Carrying, Roles]]


def carrying_in(block: Iterable[model.Node], everybody: Seats, roles: Roles = MappingProxyType({})) -> Asked:
    """The nodes of a block that have something carried out, each with the roles of whoever comes to it."""
    for node in block:
        if isinstance(node, Carrying):
            yield node, roles
        if isinstance(node, model.If):
            left = roles
            for condition, body in node.branches:
                mine, left = by_role(condition, left, everybody)
                yield from carrying_in(body, everybody, mine)
        else:
            yield from carrying_in(node.inside, everybody, roles)


def by_role(condition: Condition | None, roles: Roles, everybody: Seats) -> tuple[Roles, Roles]:
    """The roles of those of whom a condition is so, and of those who are left."""
    match condition:
        case model.Compare(
            operator="=", left=model.Use(variable=who), right=model.Constant(value=seat, kind=Kind(sort="player"))
        ):
            before = roles.get(who, everybody)
            return {**roles, who: before & {seat}}, {**roles, who: before - {seat}}
        case _:  # asks for no seat
            return roles, roles


def carried_out_by(book: Rulebook, definition: Definition, carrying: Asked, seats: Seats, everybody: Seats) -> Carried:
    """What a definition has others carry out, and who may be the one to do it."""
    pay = book.procedures.get("pay")
    if pay is not None and isinstance(definition, model.Action) and definition.costs:
        yield pay, seats
    actor = getattr(definition, "actor", None)
    yield from carried_out(carrying, actor, seats, everybody)


def carried_out(nodes: Asked, actor: Variable | None, seats: Seats, everybody: Seats) -> Carried:
    """The same of nodes that any of `seats` may carry out, of whom they speak as `actor`."""
    for node, roles in nodes:
        known = {**roles, **({actor: seats & roles.get(actor, everybody)} if actor is not None else {})}
        own = known[actor] if actor is not None else seats
        match node:
            case model.Offer(who=who, invocations=invocations):
                for invocation in invocations:
                    yield invocation.action, seats_of(who, known, everybody)
            case model.DoAction(who=who, invocation=invocation):
                yield invocation.action, seats_of(who, known, everybody)
            case model.Perform(procedure=procedure):
                yield procedure, own
            case model.DoPower(who=who, call=call):
                for power in call.members:
                    yield power, own if who is None else seats_of(who, known, everybody)
            case _:
                assert_never(node)


def seats_of(who: Expression, known: Roles, everybody: Seats) -> Seats:
    match who:
        case model.Constant(value=value):
            return frozenset((value,))
        case model.Use(variable=variable):
            return known.get(variable, everybody)
        case _:  # may be anybody
            return everybody


def is_value_of_both(node: model.Compare) -> bool:
    """Whether one value of two things is compared: "Left's stake and Right's stake differ"."""
    match node.left, node.right:
        case model.Apply(value=left), model.Apply(value=right):
            return left is right
        case _:  # are not told by one name
            return False
