"""Which thing is meant by `a Boat`, and which of several definitions of one word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from dsl import model, resolved
from dsl.inflection import articled
from dsl.resolve.context import Scope, Wrong, wrong
from dsl.resolve.numbers import Numbers
from dsl.resolved import Expression, Selection
from dsl.world import Kind

RolesByPreposition = dict[str, model.Node]
D = TypeVar("D", bound=resolved.Definition)


class Which(Numbers, ABC):
    """The part of the resolver that settles what an indefinite phrase, or a word with several meanings, means."""

    # ------------------------------------------------------------------------------------------------- a …, of many

    def of_some(self, say: Callable[[], resolved.Condition]) -> resolved.Condition:
        """What is said of something; `a Boat` in it means that it is so of some boat."""
        self.somes.append([])
        try:
            found = say()
        finally:
            selections = self.somes.pop()
        for selection in reversed(selections or ()):
            found = resolved.Some(found.span, selection, found)
        return found

    @contextmanager
    def definite(self) -> Iterator[None]:
        """Here stands what a sentence is about, which is a definite thing."""
        self.somes.append(None)
        try:
            yield
        finally:
            self.somes.pop()

    def some(self, node: model.Indefinite, scope: Scope) -> Expression:
        """`a Boat` inside what is said of something; anywhere else the text does not say which."""
        self.singular(node.noun.name, node.noun.span)
        name = articled(node.noun.name)
        brought_in = self.somes[-1] if self.somes else None
        if self.somes and brought_in is None:
            wrong("E0208", f"`{name}` does not say which: a sentence is about something definite.", node.span,
                  hints=(f"there is {name} that is …", f"every {node.noun.name} is …"))  # fmt: skip
        if brought_in is None:
            self.refuse_any(node)
        if node.noun.called:
            wrong("E0208", f"`{name}` here means any; nothing can speak of `the {node.noun.called}`.", node.span,
                  hints=(f"there is {name} called {node.noun.called} that is …",))  # fmt: skip
        selection = self.selection(node.noun, node.where, None, scope)
        brought_in.append(selection)
        return resolved.Use(node.span, selection.kind, False, selection.variable)

    def refuse_any(self, node: model.Indefinite) -> NoReturn:
        name = articled(node.noun.name)
        hints = [f"the Player chooses {name}", f"the {node.noun.name}", f"for each {node.noun.name}"]
        own = self.find_kind(node.noun.name) is self.world.players
        wrong("E0208", f"`{name}` does not say which.", node.span, hints=tuple(hints[1:] if own else hints))

    def one_of(self, node: model.Indefinite, scope: Scope) -> Expression:
        """`a red Gem`, whichever: the first that fits."""
        self.singular(node.noun.name, node.noun.span)
        return self.pick(self.selection(node.noun, node.where, None, scope), "a")

    def one_like_the_others(self, node: model.Indefinite, scope: Scope) -> Expression:
        """`an Asteroid in the Stock`: one of those that lie in the same place, where nothing tells them apart."""
        self.singular(node.noun.name, node.noun.span)
        found = self.selection(node.noun, node.where, None, scope)
        name = articled(node.noun.name)
        match found.place:
            case resolved.Located(where=resolved.Expression()):
                pass
            case _:
                wrong("E0208", f"`{name}` does not say which: they can lie in different places.", node.span,
                      hints=(f"{name} in the …", f"the Player chooses {name}", f"every {node.noun.name}"))  # fmt: skip
        fixed = [x for x in self.world.attributes(found.kind) if x.constant and len(set(x.constant)) > 1]
        said = {c.left.attribute for c in found.words
                if isinstance(c, resolved.Compare) and isinstance(c.left, resolved.Get)}  # fmt: skip
        for attribute in fixed:
            if attribute not in said:
                message = f"`{name}` does not say which: each has a {attribute.name} of its own."
                wrong("E0208", message, node.span, hints=(f"the Player chooses {name}", f"every {node.noun.name}"))
        return self.pick(found, "a")

    def pick(self, selection: Selection, article: str) -> Expression:
        which = "the" if article == "the" else "a"
        return resolved.Pick(selection.span, selection.kind, True, selection, which)  # type: ignore[arg-type]

    # ------------------------------------------------------------------------------------------ one of several meanings

    def fitting(
        self, definitions: Sequence[D], roles: RolesByPreposition, scope: Scope, subject: Expression | None = None
    ) -> tuple[D, tuple[Expression, ...]] | None:
        """The definition of a word that is meant, by the kinds of all things in the sentence, and its arguments.

        Where several fit, the least strange.
        """
        first = 0 if subject is None else 1
        possible = [d for d in definitions if sorted(d.prepositions[first:]) == sorted(roles)]
        if len(possible) == 1:
            return possible[0], self.arguments(possible[0], roles, scope, subject)
        found: list[tuple[tuple[int, int, int], D, tuple[Expression, ...], list[Selection]]] = []
        for definition in possible:
            with self.trying() as somes:
                arguments = self.arguments(definition, roles, scope, subject)
                found.append((strangeness(definition, arguments), definition, arguments, somes))
        if not found:
            return None
        _, chosen, arguments, somes = min(found, key=lambda x: x[0])
        if self.somes and self.somes[-1] is not None:
            self.somes[-1] += somes
        return chosen, arguments

    @contextmanager
    def trying(self) -> Iterator[list[Selection]]:
        """What does not fit is left without a complaint; what is brought in meanwhile is kept apart."""
        inside = bool(self.somes) and self.somes[-1] is not None
        own: list[Selection] = []
        self.somes += [own] if inside else []
        try:
            yield own
        except Wrong as error:
            if error.diagnostic.code != "E0301":
                raise
        finally:
            if inside:
                self.somes.pop()

    def arguments(
        self, definition: resolved.Definition, roles: RolesByPreposition, scope: Scope, subject: Expression | None
    ) -> tuple[Expression, ...]:
        given = () if subject is None else (self.fit(subject, definition.parameters[0].kind),)
        found = self.matched(definition, roles, scope, given)
        assert found is not None  # the roles are those of the heading
        return found

    def matched(
        self, definition: resolved.Definition, roles: RolesByPreposition, scope: Scope, given: Sequence[Expression] = ()
    ) -> tuple[Expression, ...] | None:
        """The arguments in the order of the definition's heading, `given` ones first; None where they do not fit."""
        arguments = list(given)
        wanted = definition.prepositions[len(given) :]
        if sorted(wanted) != sorted(roles):
            return None
        for preposition, parameter in zip(wanted, definition.parameters[len(given) :], strict=True):
            arguments.append(self.phrase(roles[preposition], scope, parameter.kind))
        return tuple(arguments)

    # ---------------------------------------------------------------------------------------- what later layers add

    @abstractmethod
    def fit(self, found: Expression, wanted: Kind) -> Expression:
        """The expression as a value of a kind."""

    @abstractmethod
    def selection(
        self, noun: model.Noun, where: model.Where | None, that: model.That | None, scope: Scope
    ) -> Selection:
        """The elements of a kind, and what must be so of each."""


def strangeness(definition: resolved.Definition, arguments: Sequence[Expression]) -> tuple[int, int, int]:
    """How many things may be of a wider kind than the heading wants, how many pieces stand for their places, and how
    wide the kinds of the heading are."""
    kinds = [p.kind for p in definition.parameters]
    wider = sum(not x.kind.is_a(kind) for x, kind in zip(arguments, kinds, strict=True))
    placed = sum(isinstance(x, resolved.PlaceOf) and not x.stated for x in arguments)
    return wider, placed, -sum(depth(kind) for kind in kinds)


def depth(kind: Kind) -> int:
    """How many kinds this is a sort of."""
    return 1 + depth(kind.parent) if kind.parent else 0
