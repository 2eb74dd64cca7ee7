"""Which thing is meant by `a Boat`, and which of several definitions of one word."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NoReturn, TypeVar

from dsl import model, tree
from dsl.model import Expression, Selection
from dsl.model.world import Kind
from dsl.resolve.context import Scope, Wrong, wrong
from dsl.resolve.numbers import Numbers
from dsl.text.inflection import articled

RolesByPreposition = dict[str, tree.Node]
D = TypeVar("D", bound=model.Definition)
PLACES = ("space", "place", "location")
LYING = ("on", "in", "at")  # what something is to where it lies
NARROWED = ("piece", "space", "place")  # sorts of kinds of which a thing may or may not be
Given = dict[str, Expression | tree.Word]


class Which(Numbers, ABC):
    """The part of the resolver that settles what an indefinite phrase, or a word with several meanings, means."""

    # ------------------------------------------------------------------------------------------------- a …, of many

    def of_some(self, say: Callable[[], model.Condition]) -> model.Condition:
        """What is said of something; `a Boat` in it means that it is so of some boat."""
        self.somes.append([])
        try:
            found = say()
        finally:
            selections = self.somes.pop()
        for selection in reversed(selections or ()):
            found = model.Some(found.span, selection, found)
        return found

    @contextmanager
    def definite(self) -> Iterator[None]:
        """Here stands what a sentence is about, which is a definite thing."""
        self.somes.append(None)
        try:
            yield
        finally:
            self.somes.pop()

    def some(self, node: tree.Indefinite, scope: Scope) -> Expression:
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
        return model.Use(node.span, selection.kind, False, selection.variable)

    def refuse_any(self, node: tree.Indefinite) -> NoReturn:
        name = articled(node.noun.name)
        hints = [f"the Player chooses {name}", f"the {node.noun.name}", f"for each {node.noun.name}"]
        own = self.find_kind(node.noun.name) is self.world.players
        wrong("E0208", f"`{name}` does not say which.", node.span, hints=tuple(hints[1:] if own else hints))

    def refuse_one_of_many(self, found: Selection, node: tree.Node) -> None:
        """`the Man in a Box`: it is not said in which, and there may be several in each."""
        match found.place:
            case model.Located(where=Kind(size=places)) if places > 1 and found.kind.size > 1 and not found.words:
                name = found.kind.name
                said = f"{found.kind.plural} can lie there, and the sentence does not say which is meant."
                wrong("E0208", f"`the {name}`: several {said}", node.span,
                      hints=(f"the Player chooses {articled(name)}", f"for each {name}", f"every {name}"))  # fmt: skip

    def one_of(self, node: tree.Indefinite, scope: Scope) -> Expression:
        """`a red Gem`, whichever: the first that fits."""
        self.singular(node.noun.name, node.noun.span)
        return self.pick(self.selection(node.noun, node.where, None, scope), "a")

    def one_like_the_others(self, node: tree.Indefinite, scope: Scope) -> Expression:
        """`an Asteroid in the Stock`: one of those that lie in the same place, where nothing tells them apart."""
        self.singular(node.noun.name, node.noun.span)
        found = self.selection(node.noun, node.where, None, scope)
        name = articled(node.noun.name)
        match found.place:
            case model.Located(where=model.Expression()):
                pass
            case _:
                wrong("E0208", f"`{name}` does not say which: they can lie in different places.", node.span,
                      hints=(f"{name} in the …", f"the Player chooses {name}", f"every {node.noun.name}"))  # fmt: skip
        fixed = [x for x in self.world.attributes(found.kind) if len(set(x.values_of(found.kind))) > 1]
        said = {c.left.attribute for c in found.words
                if isinstance(c, model.Compare) and isinstance(c.left, model.Get)}  # fmt: skip
        for attribute in fixed:
            if attribute not in said:
                message = f"`{name}` does not say which: each has a {attribute.name} of its own."
                hints = (f"the Player chooses {name}", f"every {node.noun.name}", *self.from_the_top(found))
                wrong("E0208", message, node.span, hints=hints)
        return self.pick(found, "a")

    def from_the_top(self, found: Selection) -> tuple[str, ...]:
        """The one that lies on top, where pieces lie in a place."""
        kind = found.place.where.kind if isinstance(found.place, model.Located) else None  # type: ignore[union-attr]
        place = self.world.places.get(kind.name) if kind else None
        if place is None or place.each:
            return ()
        return (f"the top of the {place.kind.name}",)

    def pick(self, selection: Selection, article: str) -> Expression:
        which = "the" if article == "the" else "a"
        return model.Pick(selection.span, selection.kind, True, selection, which)  # type: ignore[arg-type]

    # ------------------------------------------------------------------------------------------ one of several meanings

    def fitting(
        self, definitions: Sequence[D], roles: RolesByPreposition, scope: Scope, subject: Expression | None = None
    ) -> list[tuple[D, tuple[Expression, ...]]]:
        """The definitions of a word that can be meant, by the kinds of all things in the sentence, with their
        arguments: the first of whose kinds the things are counts, and the last is for all of them, if there is one."""
        others = () if subject is None else ("",)
        possible = [d for d in definitions if sorted(d.prepositions) == sorted([*roles, *others])]
        given = self.spoken(possible, roles, scope)
        if subject is not None:
            given[""] = subject
        return self.applicable(possible, given)

    def spoken(self, definitions: Sequence[model.Definition], roles: RolesByPreposition, scope: Scope) -> Given:
        """The arguments by their prepositions; a word, which may be a value of several kinds, is still one."""
        only = definitions[0] if len(definitions) == 1 else None
        found: Given = {}
        for preposition, node in roles.items():
            several = only is None and isinstance(node, tree.Word)
            found[preposition] = node if several else self.bare(node, scope, kind_at(only, preposition))  # type: ignore[assignment]
        return found

    def applicable(
        self, definitions: Sequence[D], given: Mapping[str, Expression | tree.Word]
    ) -> list[tuple[D, tuple[Expression, ...]]]:
        """The definitions that fit what is given: the least strange first, up to one that always fits."""
        found: list[tuple[tuple[int, int, int], D, tuple[Expression, ...]]] = []
        for definition in definitions:
            with self.trying(len(definitions)):
                arguments = tuple(
                    self.given_as(given[p], v.kind)
                    for p, v in zip(definition.prepositions, definition.parameters, strict=True)
                )
                found.append((strangeness(definition, arguments), definition, arguments))
        chain: list[tuple[D, tuple[Expression, ...]]] = []
        for _, definition, arguments in sorted(found, key=lambda x: x[0]):
            chain.append((definition, arguments))
            if not any(isinstance(x, model.Narrowed) for x in arguments):
                break
        return chain

    def given_as(self, given: Expression | tree.Word, kind: Kind) -> Expression:
        return self.fit(self.value_word(given, kind), kind) if isinstance(given, tree.Word) else self.fit(given, kind)

    def can_stand_for(self, kind: Kind, wanted: Kind) -> bool:
        return kind.is_a(wanted) or wanted.is_a(kind) or (kind.sort == "piece" and wanted.sort in PLACES)

    @contextmanager
    def trying(self, ways: int) -> Iterator[None]:
        """Of several ways what does not fit is left without a complaint."""
        try:
            yield
        except Wrong as error:
            if ways == 1 or error.diagnostic.code not in ("E0301", "E0205"):
                raise

    def matched(
        self, definition: model.Definition, roles: RolesByPreposition, scope: Scope, given: Sequence[Expression] = ()
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
    def bare(self, node: tree.Node, scope: Scope, wanted: Kind | None) -> Expression:
        """The expression of a phrase as it is."""

    @abstractmethod
    def value_word(self, node: tree.Word, wanted: Kind | None) -> Expression:
        """A lower-case value."""

    @abstractmethod
    def fit(self, found: Expression, wanted: Kind) -> Expression:
        """The expression as a value of a kind."""

    @abstractmethod
    def selection(self, noun: tree.Noun, where: tree.Where | None, that: tree.That | None, scope: Scope) -> Selection:
        """The elements of a kind, and what must be so of each."""


def kind_at(definition: model.Definition | None, preposition: str) -> Kind | None:
    """The kind of the parameter that is attached so."""
    pairs = zip(definition.prepositions, definition.parameters, strict=True) if definition else ()
    return next((v.kind for p, v in pairs if p == preposition), None)


def strangeness(definition: model.Definition, arguments: Sequence[Expression]) -> tuple[int, int, int]:
    """How many pieces stand for their places, how many numbers may be beyond the range that the heading wants, and how
    wide the kinds of the heading are."""
    kinds = [p.kind for p in definition.parameters]
    placed = sum(is_place_of_piece(x) for x in arguments)
    wider = sum(not x.kind.is_a(kind) for x, kind in zip(arguments, kinds, strict=True))
    return placed, wider, -sum(kind.depth for kind in kinds)


def is_place_of_piece(node: Expression) -> bool:
    """Whether a piece stands for its place."""
    inner = node.of if isinstance(node, model.Narrowed) else node
    return isinstance(inner, model.PlaceOf) and not inner.stated


def roles_of(roles: Sequence[tree.Role]) -> RolesByPreposition:
    """The roles by their prepositions; each may stand once."""
    found: RolesByPreposition = {}
    for role in roles:
        if role.preposition in found:
            wrong("E0312", f"`{role.preposition}` stands twice.", role.span)
        found[role.preposition] = role.phrase
    return found
