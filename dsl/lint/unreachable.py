"""What stands in a rulebook and never comes up: nothing that happens leads there, and no sentence speaks of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache, partial
from typing import Any

from dsl import model
from dsl.fields import inner_names_of
from dsl.lint.doubts import Doubt
from dsl.model import Act, Definition, Node, Rulebook
from dsl.text.diagnostics import Diagnostic
from dsl.text.standard_library import is_library

# What only speaks of a definition, and neither does it nor rests on it.
MENTIONS: dict[type, tuple[str, ...]] = {
    model.Stop: ("phase",),
    model.Forbid: ("action",),
    model.BarredAct: ("act",),
    model.Barred: ("act", "rule"),
    model.Unspent: ("time",),
    model.HasDone: ("deed",),
    model.Happening: ("deeds",),
    model.Playable: ("playable",),
    model.Override: ("of", "over", "need"),
    model.AtEdge: ("times",),
    model.Need: ("overrides", "by"),
    model.Definition: ("form_of",),
}
DONE = Act | model.Phase | model.Window | model.Procedure


def doubts(book: Rulebook) -> Iterator[Doubt]:
    """What never comes up."""
    vain = cache(lambda: set(unreached(book)))
    for definition in _candidates(book):
        yield (type(definition), definition.span), partial(_in_vain, vain, definition)


def _in_vain(vain: Callable[[], Container[Definition]], definition: Definition) -> Diagnostic | None:
    return warning(definition) if definition in vain() else None


def unreached(book: Rulebook) -> list[Definition]:
    """The definitions, but for those of the standard library, that nothing ever comes to.

    Examples alone can ask for values and qualities, but make nothing happen.
    """
    own = (model.TURN_BEGINS, model.TURN_COMES, model.TURN_ENDS)
    rules = (*book.rules, *book.endings)
    always = [d for name, d in book.procedures.items() if name in own]
    found = reached([book.setup, book.play, *rules, *always], book, set())
    found = reached(book.examples, book, found, told=True)
    return [d for d in _candidates(book) if d not in found and d.name not in own and not is_library(d.span.file)]


def _candidates(book: Rulebook) -> Iterator[Definition]:
    for group in (book.phases, book.windows, book.actions, book.powers, book.procedures, book.walks, book.positions):
        yield from group.values()
    yield from (*book.values, *book.qualities)


def reached(roots: Iterable[object], book: Rulebook, before: set[Definition], told: bool = False) -> set[Definition]:
    """All definitions to which something leads; `told`: only those of which something is told, not what is done."""
    found, waiting = set(before), [*roots]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, list | tuple):
            waiting += thing
        elif isinstance(thing, Definition) and (thing in found or (told and isinstance(thing, DONE))):
            continue
        elif isinstance(thing, Node | Definition | model.Need | model.Layer | model.Example):
            found |= {thing} if isinstance(thing, Definition) else set()
            waiting += _inside(thing)
            if isinstance(thing, Act) and thing.costs:
                waiting += [book.procedures[name] for name in ("pay",) if name in book.procedures]
    return found


def _inside(thing: object) -> list[object]:
    kind: Any = type(thing)
    left_out = _only_mentioned(kind)
    return [getattr(thing, name) for name in inner_names_of(thing) if name not in left_out]


@cache
def _only_mentioned(kind: type[Any]) -> set[str]:
    return {name for sort, names in MENTIONS.items() if issubclass(kind, sort) for name in names}


def warning(definition: Definition) -> Diagnostic:
    what, hint = _said(definition)
    message = f"{model.spoken(definition)} is there in vain: {what}."
    return Diagnostic("W0101", message, definition.span, hints=(hint, "leave it out"))


def _said(definition: Definition) -> tuple[str, str]:
    """What is lacking, and what would help."""
    name = definition.name
    match definition:
        case model.Phase():
            return "nothing that happens leads to it", f"do {name}"
        case model.Window():
            return "nothing that happens opens it", f"open {name} …"
        case model.Action():
            return "nobody is ever offered it, and nothing does it", f"the Player may {name}"
        case model.Power():
            return "nothing ever does it", f"do the {definition.family.name if definition.family else name} …"
        case model.AtEdge(times=()):
            return "no turns are taken", "take turns from …"  # the game always begins
        case model.AtEdge(times=times):
            names = [time.name for time in times]
            return f"{' or '.join(names)} never comes", "leave it out"
        case model.Procedure():
            return "nothing ever does it", f"{name} …"
        case model.Position():
            return "nothing records it", f"record the {name}"
        case _:  # of others sentences speak
            return "no sentence that counts speaks of it", "if it is for a variant, let it stand under it"
