"""What an example says that dice show."""

from __future__ import annotations

from typing import NoReturn

from dsl import model as m
from dsl.ir.nodes import INT, SITE, Block, Expr, Local, Return
from dsl.lower.build import Build
from dsl.lower.ops import equal, load, lookup, number, parameters
from dsl.model.world import NUMBER, Kind
from dsl.text.diagnostics import Diagnostic, Refused
from dsl.text.numerals import ENGLISH


def shown(build: Build, face: m.Constant) -> tuple[str, tuple[int, ...]]:
    """What tells whether an element is this face of the dice that are rolled, and the decisions in which dice are
    rolled that have it. Raises Refused where a number is said, and no die shows any."""
    rolls = {site: node.face.kind for site, node in build.asking.items() if isinstance(node, m.Roll)}
    if face.kind is NUMBER:
        by_site = {site: face.value for site, kind in rolls.items() if kind.sort == "range"}
        if rolls and not by_site:
            _refuse(face, [*rolls.values()])
    else:
        by_site = {site: kind.start + kind.elements.index(face.name) for site, kind in rolls.items()
                   if face.name in kind.elements}  # fmt: skip
    given = parameters("element")
    name = build.value(build.number("rolled"), given, lambda: _is_it(build, face, by_site), INT, face.span)
    return name, (*by_site,)


def _is_it(build: Build, face: m.Constant, by_site: dict[int, int]) -> Block:
    """The same value can stand in another place on other dice."""
    values = {*by_site.values()} or {face.value}
    if len(values) == 1:
        return (Return(equal(Local("element"), number(*values))),)
    each = tuple(by_site.get(site, -1) for site in range(len(build.decisions)))
    there: Expr = lookup(build.table(build.number("shown"), lambda: each), load(SITE))
    return (Return(equal(Local("element"), there)),)


def _refuse(face: m.Constant, kinds: list[Kind]) -> NoReturn:
    """A value by its place on the die would be another one than whoever writes a number means."""
    named = [*dict.fromkeys(value for kind in kinds for value in kind.elements)]
    alike = tuple(value for value in named if value in ENGLISH[0] and ENGLISH[0].index(value) == face.value)
    message = f"No die shows numbers; what they show is said by its name: {', '.join(named)}."
    raise Refused(Diagnostic("E0301", message, face.span, near=alike))
