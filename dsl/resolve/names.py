"""Names and words: what there is of each, and what is said of one that nothing has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.model import Variable
from dsl.model.world import LOCATION, NUMBER, Attribute, Kind, World
from dsl.resolve.complaints import Consequence, Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.wording import an_initial
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near
from dsl.text.inflection import articled, plural, singular, with_ending


def find_kind(context: Context, name: str) -> Kind | None:
    """The kind of that name, singular or plural."""
    if name in ("Number", "Numbers"):
        return NUMBER
    if name in ("Place", "Places"):
        return LOCATION
    return context.world.kinds.get(name) or context.plurals.get(name)


def kind_called(context: Context, name: str, span: Span) -> Kind:
    """The kind of that name, or a complaint with near names."""
    found = find_kind(context, name)
    if found is None:
        known = [*context.world.kinds, *context.plurals, "Number"]
        kinds = context.world.kinds.values()
        irregular = [kind.plural for kind in kinds if name in (plural(kind.name), with_ending(kind.name))]
        close = irregular or near(name, known) or near_names(context, name)
        wrong("E0201", f"There is no kind called {name}.", span, near=close)
    return found


def refuse_plural(context: Context, name: str, span: Span) -> None:
    """Complains of a plural where one thing is spoken of."""
    kind = context.plurals.get(name)
    if kind is not None and name not in context.world.kinds:
        wrong("E0209", f"One thing is spoken of here, and {name} are several.", span, near=(kind.name,))


def refuse_singular(context: Context, name: str, span: Span) -> None:
    """Complains of a singular where several things are spoken of."""
    kind = context.world.kinds.get(name)
    plural = next((p for p, k in context.plurals.items() if k is kind and is_plural_of(context, p, k)), None)
    if kind is not None and plural is not None and name not in context.plurals:
        other = context.world.kinds.get(singular(name))
        plural = next((p for p, k in context.plurals.items() if k is other), plural)
        wrong("E0209", f"Several things are spoken of here, and {name} is one.", span, near=(plural,))


def one_of_so_many(context: Context, node: tree.SoManyOf) -> tree.Indefinite:
    """`a red Gem`, where `2 red Gems` are spoken of."""
    noun, where, that = node.desc.noun, node.desc.where, node.desc.that
    return tree.Indefinite(node.desc.span, (), one_called(context, noun, node.number), where, that)


def one_called(context: Context, noun: tree.Noun, number: int | tree.Node) -> tree.Noun:
    """The noun as it is said of one, where so many are spoken of."""
    if not isinstance(number, int) or number > 1:
        refuse_singular(context, noun.name, noun.span)
    return replace(noun, name=kind_called(context, noun.name, noun.span).name)


def is_plural_of(context: Context, name: str, kind: Kind) -> bool:
    """Whether it is the plural that the rulebook gives, or the regular one where it gives none."""
    return name != plural(kind.name) or not any(k is kind and p != name for p, k in context.plurals.items())


def constant_called(context: Context, name: str, span: Span) -> model.Expression | None:
    """The thing of that name: a player, a space, a spot, a place, a power, a setting, a piece that is unique."""
    setting = context.world.settings.get(name)
    if setting:
        return model.Setting(span, NUMBER, False, setting.value, name)
    for kind in context.world.kinds.values():
        if name in kind.elements and kind.sort in ("player", "space", "place", "power", "line", "board", "row"):
            return model.Constant(span, kind, False, kind.start + kind.elements.index(name), name)
    for board in context.world.boards.values():
        if name in board.spots and not board.each:
            return model.Constant(span, board.spaces, False, board.spots[name], name)
    found = context.world.kinds.get(name)
    if found and found.sort == "piece" and found.unique:
        return model.Constant(span, found, False, found.start, name)
    return number_called(context, name, span)


def number_called(context: Context, name: str, span: Span) -> model.Expression | None:
    """`Level 2`: a number of a range."""
    of, _, number = name.rpartition(" ")
    kind = context.world.kinds.get(of)
    if kind is None or kind.sort != "range" or not number.isdecimal():
        return None
    if not kind.low <= int(number) <= kind.high:
        wrong("E0201", f"{an_initial(kind)} is from {kind.low} to {kind.high}; there is no {name}.", span)
    return model.Constant(span, kind, False, int(number), number)


def near_names(context: Context, name: str, known: Sequence[str] = ()) -> list[str]:
    """What may be meant by a Name that nothing has, among all that is `known`, or has one. Where a value is printed so,
    that is meant, and nothing else."""
    values = (k for k in context.world.kinds.values() if k.sort in ("enumeration", "direction"))
    meant = [word for kind in values for word, text in zip(kind.elements, kind.labels, strict=False) if text == name]
    return meant or near(name, known or all_names(context))


def nothing_called(context: Context, name: str) -> str:
    """What is said of a Name that nothing has; if it looks like that of a space, what the spaces are called."""
    base, _, number = name.rpartition(" ")
    if number.isdecimal() and find_kind(context, base) is not None:
        return (
            f"There is nothing called {name}: of several of one name a sentence means none by its number. What is "
            f"meant alone has a Name of its own, as in: the Second {base}."
        )
    return " ".join([f"There is nothing called {name}.", *spaces_instead(context.world, name)])


def spaces_instead(world: World, name: str) -> list[str]:
    """What the spaces of boards are called, if the name of one is written in a like way."""
    boards = [b for b in world.boards.values() if b.spaces.elements and built(name) == built(b.one.names[0])]
    return [f"The spaces of the {b.name} are {b.one.names[0]} to {b.one.names[-1]}." for b in boards]


def spoken_of(context: Context, kind: Kind) -> tuple[str, ...]:
    """How a sentence speaks of one thing of a kind."""
    place = context.world.places.get(kind.name)
    if place is not None and place.per:
        last = sorted(place.per, key=lambda one: one.sort == "player")  # as it is said: of the Colour of the Player
        return (" of ".join([f"the {kind.name}", *(f"the {one.name}" for one in last)]),)
    holders = [x.of.name for x in context.world.all_attributes if x.name == kind.name and kind.sort != "piece"]
    if holders:
        return tuple(f"the {kind.name} of the {holder}" for holder in holders)
    return (f"the {kind.name}",) if kind.unique else (articled(kind.name), f"the {kind.name}")


def all_words(context: Context) -> list[str]:
    """Everything that the rulebook has a Name or a word for."""
    attributes = {x.name for x in context.world.all_attributes}
    elements = {e for k in context.world.kinds.values() for e in k.elements if k.sort in ("enumeration", "direction")}
    verbs = set(context.book.procedures)
    return [*all_names(context), *sorted({*context.values, *context.qualities, *attributes, *elements, *verbs})]


def all_names(context: Context) -> list[str]:
    """Everything that has a Name, for near names."""
    elements = [e for k in context.world.kinds.values() if k.sort != "edge" for e in k.elements if e[:1].isupper()]
    spots = [s for b in context.world.boards.values() for s in b.spots]
    own = [
        *context.book.actions,
        *context.book.phases,
        *context.book.windows,
        *context.book.walks,
        *context.world.settings,
        *context.world.boards,
    ]
    return [*context.world.kinds, *elements, *spots, *own, *context.absent]


def built(name: str) -> str:
    """A Name with each number and each row of capitals as one sign: A12 is built as B3 is."""
    return re.sub("[A-Z]+", "A", re.sub("-?[0-9]+", "0", name))


def attribute_of(context: Context, kind: Kind, name: str) -> Attribute | None:
    """What things of a kind have of that name."""
    return next((x for x in context.world.attributes(kind) if x.name == name and not x.side), None)


def variable_called(context: Context, name: str, span: Span, scope: Scope) -> Variable | None:
    found = scope.find(name)
    if len(found) > 1 and any(v in context.acting for v in found):
        wrong("E0204", f"`the {name}` could be whoever acts, or the {name} of the heading.", span,
              hints=(f"`a {name} called target` in the heading, and then `the target`",))  # fmt: skip
    if len(found) > 1:
        wrong("E0204", f"`the {name}` could be two things here.", span, hints=(f"a {name} called other",))
    if not found:
        return None
    scope.ask(found[0])
    return found[0]


def set_named(context: Context, node: tree.Node, scope: Scope) -> Variable | None:
    """The set that `the stake` names, if it names one."""
    match node:
        case tree.The(noun=tree.Word(word=word), where=None):
            variable = variable_called(context, word, node.span, scope)
            return variable if variable and variable.many else None
        case _:  # others name no set
            return None


def not_brought_in(context: Context, word: str, span: Span, scope: Scope, hints: tuple[str, ...] = ()) -> NoReturn:
    message = f"`the {word}` is spoken of, but nothing was called {word} before."
    values = [kind for kind in context.world.kinds.values() if kind.sort == "enumeration" and word in kind.elements]
    if values:
        message += f" As {articled(values[0].name)} it stands without an article."
        hints = (word, *hints)
    found = Diagnostic(
        "E0203", message, span, near=tuple(near(word, [*scope.names(), *context.values, *all_names(context)])),
        hints=hints,
    )  # fmt: skip
    raise Consequence(found) if scope.lacks(word) else Wrong(found)
