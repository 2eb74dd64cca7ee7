"""Rules that wait for one player: where the rulebook says so, the player chooses which comes next."""

from __future__ import annotations

from dsl import model as m
from dsl.analysis.rules import of_piece
from dsl.ir.nodes import INT, Binary, Block, Call, Choose, Expr, ForRange, If, Local, Mark, Offer, Return, Set
from dsl.ir.program import Alternative, Decision
from dsl.lower.agenda import ORDER, SUBJECT, written
from dsl.lower.build import Build
from dsl.lower.ops import NOTHING, ZERO, added, both, equal, load, number, parameters, statements, when

_WHERE = ("base", "top", "subject")  # the items that are looked at, and whose of them
_GIVEN = tuple(Local(name) for name in _WHERE)


def choose_next(build: Build, triggers: tuple[m.Trigger, ...]) -> Block:
    """Asks the player to whom the item `best` belongs, if several rules wait for that player."""
    order = build.book.waiting_order
    if order is None or len([t for t in triggers if not of_piece(t)]) < 2:
        return ()
    site = build.once("order of rules", lambda: _declare(build, order))
    several = Binary(">=", added(_waits(build, trigger) for trigger in _players(build)), number(2))
    first = Call(_item(build), (*_GIVEN, Local("rule")))
    ask = (
        Mark(build.rule_of(order, order.label)),
        Choose("choice", site, Binary("-", NOTHING, Local("subject")), _GIVEN),
        *_rule_chosen(build),
        Set("best", first),
    )
    subject = Set("subject", load(SUBJECT, Local("best")))
    return (subject, If(both(Binary("<", Local("subject"), ZERO), several), ask))


def _players(build: Build) -> list[m.Trigger]:
    """The rules that can wait for a player."""
    return [trigger for trigger in build.book.triggers if not of_piece(trigger)]


def _rule_chosen(build: Build) -> Block:
    """The number of the rule in the order of the text."""
    numbers = [build.book.triggers.index(trigger) for trigger in _players(build)]
    chosen = (when(equal(Local("choice"), number(k)), (Set("rule", number(n)),)) for k, n in enumerate(numbers))
    return (Set("rule", NOTHING), *statements(*chosen))


def _waits(build: Build, trigger: m.Trigger) -> Expr:
    place = number(build.book.triggers.index(trigger))
    return Binary("!=", Call(_item(build), (*_GIVEN, place)), NOTHING)


def _item(build: Build) -> str:
    """The first item of a rule, among those of one subject from `base` to `top`; -1 if there is none."""
    item = Local("item")
    mine = both(
        Binary(">", load(ORDER, item), ZERO),
        equal(load(SUBJECT, item), Local("subject")),
        equal(written(build, load(ORDER, item)), Local("rule")),
    )
    body: Block = (
        ForRange("item", Local("base"), Local("top"), (If(mine, (Return(item),)),)),
        Return(NOTHING),
    )
    return build.value("item of a rule", parameters(*_WHERE, "rule"), lambda: body, INT)


def _declare(build: Build, order: m.WaitingOrder) -> int:
    """The decision which of the rules comes next."""
    site, rules = len(build.decisions), _players(build)

    def options() -> Block:
        return statements(*(when(_waits(build, rule), (Offer(number(k)),)) for k, rule in enumerate(rules)))

    found = tuple(Alternative(k, 1, (t.label,), (), build.rule_of(t, t.label)) for k, t in enumerate(rules))
    name = build.options(f"options {site}", parameters(*_WHERE), options, order.span)
    rule = build.rule_of(order, order.label)
    build.decisions.append(Decision("choice", "choose what comes next", name, len(_WHERE), found, rule))
    return site
