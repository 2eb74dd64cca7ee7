"""What `it`, `its`, `they` and their like mean: the one thing just named of which the sentence can be said.

A sentence with a pronoun is tried with each thing that was named in the nearest sentence, and read with the one that
fits. So a pronoun is gone before anything is resolved, and there is nothing of it in the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from dsl import model, tree
from dsl.late import dataclass
from dsl.model import Variable
from dsl.model.world import Kind
from dsl.resolve.antecedents import Level, Named, covers, sentence, with_others
from dsl.resolve.complaints import Consequence, Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.wording import phrase_text
from dsl.source import Span
from dsl.text.inflection import articled

Resolve = Callable[[Context, tree.Node, Scope], object]
OF_PLAYERS = ("they", "them", "their")
NO_SENTENCE = "no sentence"
NO_LINES = ("block", "others", "ways", "lines")


class Described(tree.Node):
    """Inside its own description, and in what is said of each of them, the thing that is described."""

    noun: tree.Noun


@dataclass(frozen=True)
class Candidate:
    """What a pronoun can mean: equal `key`s are the same thing. `unsaid`: why no sentence can mean it
    here, and what to do."""

    named: Named
    key: object
    phrase: tree.Node
    for_each: tree.Every | None = None
    unsaid: tuple[str, ...] = ()


def has_pronoun(node: tree.Node) -> bool:
    return any(isinstance(inner, tree.It) for inner in sentence(node))


def said_plainly(context: Context, node: tree.Node, scope: Scope, resolve: Resolve, meaning: Resolve) -> tree.Node:
    """A sentence with what its pronouns mean in their place; `resolve` tells whether it is one then."""
    for players in (False, True):
        those = [it for it in sentence(node) if isinstance(it, tree.It) and (it.word in OF_PLAYERS) == players]
        if those:
            those.sort(key=lambda it: (it.span.line, it.span.column))
            node = Search(context, node, scope, resolve, meaning, those).found()
    return node


@dataclass(frozen=True)
class Search:
    """For what the pronouns `those` of one sort mean, which all mean the same."""

    context: Context
    node: tree.Node
    scope: Scope
    resolve: Resolve
    meaning: Resolve
    those: list[tree.It]

    def found(self) -> tree.Node:
        """The sentence with what is meant."""
        alone: Candidate | None = None  # the nearest that is named alone: what is wrong is told of that
        every: list[Candidate] = []
        for level in self.context.named.get(self.those[0], ()):
            here = self.candidates(level)
            every += here
            alone = alone or (here[0] if len(here) == 1 else None)
            fitting = topics([candidate for candidate in here if self.fits(candidate)])
            if len(fitting) > 1:
                self.refuse_several(fitting)
            if fitting:
                return self.meant(fitting[0])
        faults = {self.fault(candidate) for candidate in every}
        if (alone or len(faults) == 1) and not self.sets:
            return self.meant(alone or every[0])
        self.refuse_none()

    def candidates(self, level: Level) -> list[Candidate]:
        """What a level names that can be so spoken of, each once."""
        found: dict[object, Candidate] = {}
        named = level.named
        if self.of_players and not level.own and (actor := self.actor()):
            named += (Named(actor),)
        for one in named:
            candidate = self.candidate(one, level)
            if candidate is not None:
                found.setdefault(candidate.key, candidate)
        return list(found.values())

    @property
    def of_players(self) -> bool:
        return self.those[0].word in OF_PLAYERS

    @property
    def sets(self) -> list[Variable]:
        """What was chosen together, of which `them` cannot be said."""
        if self.those[0].word != "them":
            return []
        return [v for one in around(self.scope) for v in one.variables if v.many]

    def actor(self) -> tree.Node | None:
        """`the Player`, where somebody acts."""
        if not any(variable in self.context.acting for variable in self.scope.find("Player")):
            return None
        span = self.those[0].span
        return tree.The(span, (), tree.Noun(span, (), (), "Player", None), None)

    def candidate(self, named: Named, level: Level) -> Candidate | None:
        if isinstance(named.phrase, tree.It):
            meant = self.context.meant.get(named.phrase)
            within = meant is not None and meant.within and covers(meant.phrase.span, self.those[0].span)
            return self.candidate(meant._replace(within=within), level) if meant else None
        phrase = named.phrase
        if isinstance(phrase, tree.Desc | tree.Indefinite | tree.Every | tree.Binder) or named.within:
            return self.described(named, level)
        if any(isinstance(inner, tree.It) for inner in phrase.whole):
            return None  # what is said with a pronoun is named by what that means
        if isinstance(phrase, tree.TheOne):
            noun = tree.Noun(phrase.span, (), (), phrase.name, None)
            phrase = tree.The(phrase.span, (), noun, None)
        expression = self.expression(phrase)
        if expression is None or not self.is_such(expression.kind):
            return None
        fixed = level.settled or is_fixed(expression)
        said = phrase_text(phrase)
        unsaid = () if fixed else (
            f"{said}, which may be another one by now",
            f"as in: let picked be {said}, before it is changed; then: the picked",
        )  # fmt: skip
        return Candidate(named, key_of(expression, phrase), phrase, unsaid=unsaid)

    def described(self, named: Named, level: Level) -> Candidate | None:
        """What a noun brings in, or describes."""
        noun: tree.Noun = named.phrase.noun  # type: ignore[attr-defined]  # all phrases that describe have one
        kind = self.context.world.kinds.get(noun.name)
        if kind is None or not self.is_such(kind):
            return None
        if named.within:
            return Candidate(named, noun, Described(noun.span, (), noun))
        phrase = the_called(noun)
        expression = self.expression(phrase)
        if isinstance(expression, model.Use):
            span = expression.variable.span
            if span and covers(span, noun.span):
                return Candidate(named, expression.variable, phrase)
        if isinstance(named.phrase, tree.Every) and level.own:
            return Candidate(named, noun, phrase, for_each=named.phrase)
        self.context.described[noun] = model.Use(noun.span, kind, False, Variable(noun.name, kind))
        some = articled(noun.name)
        unsaid = (
            f"`{some}`, of which the text does not say which it is",
            f"as in: the Player chooses {some}, and on the lines behind it: the {noun.name}",
        )
        return Candidate(named, noun, Described(noun.span, (), noun), unsaid=unsaid)

    def is_such(self, kind: Kind) -> bool:
        return (kind is self.context.world.players) == self.of_players

    def expression(self, phrase: tree.Node) -> model.Expression | None:
        with quietly(self.context, self.scope):
            try:
                found = self.meaning(self.context, phrase, self.scope)
            except Wrong:
                return None
        return found if isinstance(found, model.Expression) else None

    def said_of(self, candidate: Candidate, node: tree.Node) -> tree.Node:
        """The sentence with that in the place of the pronouns."""
        others: dict[tree.Node, tree.Node] = {it: replace(candidate.phrase, span=it.span) for it in self.those}
        every = candidate.for_each
        if every is None:
            return with_others(node, others)
        once = with_others(node, {**others, every: candidate.phrase})
        desc = tree.Desc(every.span, (), every.noun, every.where, every.that)
        return tree.ForEach(node.span, node.clauses, desc, None, tree.Block(node.span, (), (once,)))

    def fits(self, candidate: Candidate) -> bool:
        """Whether the sentence can be said of that."""
        return not self.fault(candidate)

    def fault(self, candidate: Candidate) -> str:
        """What is wrong with the sentence if it is said of that; nothing if it can be said."""
        if candidate.for_each is not None and candidate.for_each not in self.node.whole:
            return NO_SENTENCE
        node = self.said_of(candidate, without_lines(self.node))
        before = len(self.context.diagnostics)
        with quietly(self.context, self.scope):
            try:
                self.resolve(self.context, node, self.scope)
            except Consequence:
                return ""
            except Wrong as error:
                return error.diagnostic.message
            return "".join(found.message for found in self.context.diagnostics[before:])

    def meant(self, candidate: Candidate) -> tree.Node:
        it = self.those[0]
        if candidate.unsaid:
            what, hint = candidate.unsaid
            wrong("E0387", f"`{it.word}` would mean {what}.", it.span, hints=(hint,))
        for each in self.those:
            self.context.meant[each] = candidate.named
        return self.said_of(candidate, self.node)

    def refuse_several(self, fitting: list[Candidate]) -> NoReturn:
        phrases = [said_as(candidate.phrase) for candidate in fitting]
        which = " or ".join(phrases)
        span, hints = self.instead(phrases)
        wrong("E0387", f"`{self.those[0].word}` can mean {which}.", span, hints=hints)

    def refuse_none(self) -> NoReturn:
        """Nothing that was just named fits; what else the sentence could be said of is told."""
        phrases: list[str] = []
        players: list[str] = []  # where `it` is said of one
        for name in dict.fromkeys(self.scope.names()):
            it = self.those[0]
            called = None if name[0].isupper() else name
            phrase = the_called(tree.Noun(it.span, (), (), name, called))
            expression = self.expression(phrase)
            is_such = expression is not None and self.is_such(expression.kind)
            if expression is None or not (is_such or expression.kind is self.context.world.players):
                continue
            if self.fits(Candidate(Named(phrase), name, phrase)):
                (phrases if is_such else players).append(phrase_text(phrase))
        phrases = phrases or players
        phrases += [f"every {v.kind.name} in the {v.name}" for v in self.sets]
        span, hints = self.instead(phrases)
        what = "no player" if self.of_players else "nothing"
        message = f"`{self.those[0].word}`: {what} was just named of which this can be said."
        wrong("E0387", message, span, hints=hints)

    def instead(self, phrases: list[str]) -> tuple[Span, tuple[str, ...]]:
        """What stands in the text, and what can be written there."""
        it = self.those[0]
        for node in self.node.whole:
            match node:
                case tree.The(noun=noun, where=tree.Where(of=of)) if of is it and it.word in ("its", "their"):
                    own = noun.word if isinstance(noun, tree.Word) else " ".join([*noun.words, noun.name])
                    return node.span, tuple(f"the {own} of {phrase}" for phrase in phrases)
                case _:  # a pronoun alone
                    pass
        return it.span, tuple(phrases)


def topics(fitting: list[Candidate]) -> list[Candidate]:
    """Without what is named only to describe another of them."""
    spans = [candidate.named.phrase.span for candidate in fitting]
    return [one for one in fitting if not any(covers(span, one.named.phrase.span) for span in spans
            if span is not one.named.phrase.span)]  # fmt: skip


def the_called(noun: tree.Noun) -> tree.The:
    """How a sentence speaks of what a noun has brought in."""
    if noun.called:
        return tree.The(noun.span, (), tree.Word(noun.span, (), noun.called), None)
    return tree.The(noun.span, (), tree.Noun(noun.span, (), (), noun.name, None), None)


def said_as(phrase: tree.Node) -> str:
    return f"the {phrase.noun.name}" if isinstance(phrase, Described) else phrase_text(phrase)


def key_of(expression: model.Expression, phrase: tree.Node) -> object:
    match expression:
        case model.Use(variable=variable):
            return variable
        case model.Constant(kind=kind, value=value):
            return kind, value
        case _:  # what is said in the same words is the same
            return phrase_text(phrase)


def is_fixed(expression: model.Expression) -> bool:
    """Whether it is the same thing whatever happens."""
    match expression:
        case model.Use() | model.Constant():
            return True
        case model.PlaceFor(values=values):
            return all(map(is_fixed, values))
        case model.SpaceOn(board=board):
            return is_fixed(board)
        case _:  # all else follows the position
            return False


def without_lines(node: tree.Node) -> tree.Node:
    """A sentence without the lines under it."""
    fields = {name: getattr(node, name) for name in node.__dataclass_fields__}
    bare: dict[str, Any] = {
        name: replace(value, lines=()) if isinstance(value, tree.Block) else ()
        for name, value in fields.items()
        if isinstance(value, tree.Block) or (name in NO_LINES and isinstance(value, tuple))
    }
    return replace(node, **bare) if bare else node


@contextmanager
def quietly(context: Context, scope: Scope) -> Iterator[None]:
    """What is tried here leaves no trace: no complaint, nothing brought in."""
    before = len(context.diagnostics)
    kept = [(one, [*one.variables], {*one.asked}, {*one.missing}) for one in around(scope)]
    try:
        yield
    finally:
        del context.diagnostics[before:]
        for one, variables, asked, missing in kept:
            one.variables[:], one.asked, one.missing = variables, asked, missing


def around(scope: Scope) -> Iterator[Scope]:
    inner: Scope | None = scope
    while inner:
        yield inner
        inner = inner.parent
