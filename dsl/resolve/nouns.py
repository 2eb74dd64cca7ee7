"""Noun phrases: what is spoken of. From phrases as written to expressions and selections with kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.model import Expression, Selection, Variable
from dsl.model.world import NUMBER, TRUTH, Attribute, Kind
from dsl.resolve.built_in import BuiltIn
from dsl.resolve.context import Consequence, Scope, Wrong, wrong
from dsl.resolve.definitions import BUILT_IN_VALUES
from dsl.resolve.lacking import refuse_capital, refuse_lacking
from dsl.resolve.which import NARROWED, PLACES, RolesByPreposition, roles_of
from dsl.resolve.wording import a, heading_of
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near
from dsl.text.inflection import articled


class Nouns(BuiltIn, ABC):
    """The part of the resolver that understands phrases."""

    # ----------------------------------------------------------------------------------------------------- entrance

    def phrase(self, node: tree.Node, scope: Scope, wanted: Kind | None = None) -> Expression:
        """The expression of a phrase; as a value of `wanted`, where something definite is wanted."""
        found = self.bare(node, scope, wanted)
        return self.fit(found, wanted) if wanted else found

    def bare(self, node: tree.Node, scope: Scope, wanted: Kind | None) -> Expression:
        match node:
            case tree.Number():
                return model.Constant(node.span, NUMBER, False, node.value, str(node.value))
            case tree.Word():
                return self.value_word(node, wanted)
            case tree.Name():
                return self.named(node, scope)
            case tree.The():
                return self.the(node, scope, {})
            case tree.WorkedOut(phrase=tree.The() as the):
                return self.the(the, scope, roles_of(node.roles))
            case tree.Indefinite():
                return self.some(node, scope)
            case tree.TheOneThat():
                return self.pick(self.selection(node.noun, None, node.that, scope), "the")
            case tree.NumberOf():
                return model.Count(node.span, NUMBER, False, self.many(node.many, scope))
            case tree.Aggregate():
                return self.aggregate(node, scope)
            case tree.TheMost():
                return self.the_most(node, scope)
            case tree.Sum() | tree.Product():
                return self.arithmetic(node.parts, scope)
            case tree.Chance():
                return self.chance(node.span)
            case tree.Every():
                wrong("E0206", "One thing is meant here, not every one.", node.span)
            case tree.Known():
                return self.known(node, scope)
        wrong("E0206", "This is no phrase that has a value.", node.span)

    def fit(self, found: Expression, wanted: Kind) -> Expression:
        """The expression as a value of a kind: a piece stands for its place where a place is meant."""
        if found.kind.is_a(wanted) or (wanted.sort not in NARROWED and wanted.is_a(found.kind)):
            return found
        if wanted.is_a(found.kind):
            return self.narrowed(found, wanted)
        if found.kind.sort == "piece" and wanted.sort in PLACES:
            whole = self.world.board_of(wanted).spaces if wanted.members is not None else wanted
            return self.fit(model.PlaceOf(found.span, whole, True, found, False), wanted)
        wrong("E0301", f"This is {a(found.kind)}, but {a(wanted)} is wanted here.", found.span)

    def narrowed(self, found: Expression, wanted: Kind) -> Expression:
        """A thing as one of a sort of its kind; it is nothing where it is none."""
        if isinstance(found, model.Constant) and found.value >= 0:
            if not wanted.has(found.value):
                wrong("E0301", f"{found.name} is no {wanted.name}.", found.span)
            return replace(found, kind=wanted)
        return model.Narrowed(found.span, wanted, True, found)

    def known(self, node: tree.Known, scope: Scope) -> Expression:
        """`what Imperial knows of the Weapon of the Installation`: its value, or nothing."""
        who = self.phrase(node.who, scope, self.world.players)
        what = self.bare(node.what, scope, None)
        if not isinstance(what, model.Get | model.PlaceOf) and what.kind.sort != "piece":
            wrong("E0206", "A player knows an attribute, the place of a piece, or which piece something is.",
                  node.what.span)  # fmt: skip
        return model.Known(node.span, what.kind, True, who, what)

    def nothing(self, kind: Kind, span: Span) -> Expression:
        return model.Constant(span, kind, True, -1, "nothing")

    def chance(self, span: Span) -> Expression:
        players = self.world.players
        return model.Constant(span, players, False, players.size, "chance")

    # -------------------------------------------------------------------------------------------------------- names

    def value_word(self, node: tree.Word, wanted: Kind | None) -> Expression:
        """A lower-case value: of the wanted kind, or of the only kind that has it."""
        kinds = [k for k in self.world.kinds.values() if node.word in k.elements]
        if wanted is not None and node.word in wanted.elements:
            kinds = [wanted]
        if len(kinds) == 1:
            return self.element(kinds[0], node.word, node.span)
        words = [e for k in self.world.kinds.values() if k.sort in ("enumeration", "direction") for e in k.elements]
        if not kinds:
            wrong("E0205", f"No kind has the value {node.word}.", node.span, near=near(node.word, words))
        names = " and ".join(k.name for k in kinds)
        wrong("E0204", f"{node.word} is a value of {names}; the text does not say which is meant.", node.span)

    def element(self, kind: Kind, word: str, span: Span) -> Expression:
        return model.Constant(span, kind, False, kind.start + kind.elements.index(word), word)

    def named(self, node: tree.Name, scope: Scope) -> Expression:
        space = self.space_of_one(node.name, node.of, node.span, scope)
        if space is not None:
            return space
        board = next((b for b in self.world.boards.values() if is_called(node.of, b.name)), None)
        if board:
            names = (*board.one.names, *board.spots)
            wrong("E0201", f"A {board.name} has no space called {node.name}.", node.span, near=near(node.name, names))
        if node.of is not None:
            refuse_capital(node.name, self.all_names(), node.span)
            wrong("E0206", f"{node.name} is one thing; it cannot be `of` something.", node.span)
        found = self.constant(node.name, node.span)
        if found is None:
            self.unknown_name(node.name, node.span)
        return found

    def space_of_one(self, name: str, of: tree.Node | None, span: Span, scope: Scope) -> Expression | None:
        """`X0Y0 of the Hull of the Player`: a space of a board of which each player has one. None for other names."""
        board = next((b for b in self.world.boards.values() if b.each or is_called(of, b.name)), None)
        number = board.number(name) if board else None
        if board is None or number is None or (of is None and self.constant(name, span) is not None):
            return None
        if not board.each:
            space = board.spaces.start + number
            return model.Constant(span, board.spaces, False, space, board.spaces.elements[number])
        whose = self.bare(of, scope, None) if of is not None else None
        if whose is None or whose.kind is not board.kind:
            wrong("E0336", f"There is {name} on each {board.name}; say on whose.", span,
                  hints=(f"{name} of the {board.name} of the Player",))  # fmt: skip
        if isinstance(whose, model.PlaceFor) and isinstance(whose.owner, model.Constant):
            space = board.ranges[whose.owner.value][number]
            full = board.spaces.elements[space - board.spaces.start]
            return model.Constant(span, board.spaces, False, space, full)
        return model.SpaceOn(span, board.spaces, whose.maybe, name, whose)

    def unknown_name(self, name: str, span: Span) -> NoReturn:
        kind = self.find_kind(name)
        if kind is not None:
            wrong("E0206", f"{name} is a kind of thing; say which one is meant.", span,
                  hints=self.spoken_of(kind))  # fmt: skip
        self.no_seat(name, span)
        refuse_capital(name, self.all_names(), span)
        wrong("E0201", self.nothing_called(name), span, near=near(name, self.all_names()))

    def no_seat(self, name: str, span: Span) -> None:
        """Complains where it is a seat that nobody has."""
        if name in self.no_seats:
            seats, numbers = self.world.players.size, self.no_seats[name]
            message = f"With {seats} players there is no {name}, and this stands for that number of players, too."
            wrong("E0201", message, span, hints=(f"let it stand under: only with {numbers} players",))

    # ------------------------------------------------------------------------------------------------------ the …

    def the(self, node: tree.The, scope: Scope, roles: RolesByPreposition) -> Expression:
        if isinstance(node.noun, tree.Word):
            return self.the_word(node, node.noun.word, scope, roles)
        noun = node.noun
        if roles:
            wrong("E0205", f"{noun.name} is not worked out from anything.", node.span)
        if not noun.words and node.where is None:
            return self.the_name(noun.name, node.span, scope)
        if not noun.words and node.where and node.where.preposition == "of":
            found = self.the_name_of(noun.name, node.where.of, node.span, scope)
            if found is not None:
                return found
        chosen = self.selection(noun, node.where, None, scope)
        self.refuse_one_of_many(chosen, node)
        return self.pick(chosen, "the")

    def the_name(self, name: str, span: Span, scope: Scope) -> Expression:
        """`the Cell`, `the Bomb`, `the Player`: a variable, or the only one there is."""
        variable = self.variable(name, span, scope)
        if variable:
            return model.Use(span, variable.kind, variable in self.maybe, variable)
        constant = self.constant(name, span) or self.space_of_one(name, None, span, scope)
        if constant is not None:
            return constant
        kind = self.find_kind(name)
        if kind is None:
            known = near(name, [*self.all_names(), *scope.names()])
            wrong("E0201", self.nothing_called(name), span, near=known, hints=self.of_a_sort(name))
        if scope.lacks(name):
            raise Consequence(Diagnostic("E0203", f"Nothing brings in the {name}.", span))
        if kind.sort == "place" and self.world.places[kind.name].each:
            wrong("E0203", f"There is one {name} for each player; say whose.", span, hints=self.spoken_of(kind))
        whose = [h for h in self.spoken_of(kind) if " of " in h] + ["the active Player"] * (kind is self.world.players)
        wrong("E0203", f"`the {name}` is spoken of, but no {name} was brought in before.", span,
              hints=(*whose, articled(name), f"for each {name}"))  # fmt: skip

    def of_a_sort(self, name: str) -> tuple[str, ...]:
        """The heading of what is called as something else is, with a word before it: `place Second Pile`."""
        sorts = {kind.name: kind.sort for kind in self.world.kinds.values() if kind.sort in ("piece", "place")}
        last = next((other for other in sorts if name.endswith(f" {other}")), "")
        return (f"{sorts[last]} {name}",) if last else ()

    def variable(self, name: str, span: Span, scope: Scope) -> Variable | None:
        found = scope.find(name)
        if len(found) > 1 and any(v in self.acting for v in found):
            wrong("E0204", f"`the {name}` could be whoever acts, or the {name} of the heading.", span,
                  hints=(f"`a {name} called target` in the heading, and then `the target`",))  # fmt: skip
        if len(found) > 1:
            wrong("E0204", f"`the {name}` could be two things here.", span, hints=(f"a {name} called other",))
        if not found:
            return None
        scope.ask(found[0])
        return found[0]

    def the_name_of(self, name: str, of: tree.Node, span: Span, scope: Scope) -> Expression | None:
        """`the Level of the Bomb`, `the Stock of the Player`, `the Cell of the Ship`."""
        space = self.space_of_one(name, of, span, scope)
        if space is not None:
            return space
        kind = self.world.kinds.get(name)
        if kind and kind.sort == "board" and not kind.unique:
            owner = self.phrase(of, scope, self.world.players)
            return model.PlaceFor(span, kind, owner.maybe, kind, owner)
        if kind and kind.sort == "place" and not kind.unique:
            return self.one_place(kind, of, span, scope)
        subject = self.bare(of, scope, None)
        attribute = self.attribute(subject.kind, name)
        if attribute:
            return self.get(attribute, subject, span)
        refuse_lacking(self.world, name, kind, subject, span)
        if kind and kind.sort == "space" and subject.kind.sort == "piece":
            whole = self.world.board_of(kind).spaces
            return self.fit(model.PlaceOf(span, whole, True, subject, True), kind)
        return None

    def one_place(self, kind: Kind, of: tree.Node, span: Span, scope: Scope) -> Expression:
        """`the Stock of the Player`, `the Bay of the Crate`: whose it is, or where a piece is."""
        subject = self.bare(of, scope, self.world.players)
        if subject.kind.sort == "piece":
            return model.PlaceOf(span, kind, True, subject, True)
        owner, place = self.fit(subject, self.world.players), self.world.places[kind.name]
        if not place.each or place.copies > 1:
            whose = " of each player" if place.each else ", which are nobody's"
            message = f"There are {place.copies} {kind.plural}{whose}; say which one is meant."
            wrong("E0203", message, span, hints=(f"the Player chooses {a(kind)}",))
        return model.PlaceFor(span, kind, owner.maybe, kind, owner)

    def get(self, attribute: Attribute, subject: Expression, span: Span) -> Expression:
        if attribute.kind is TRUTH:
            wrong("E0206", f"{attribute.name} is a quality; say `is {attribute.name}`.", span)
        maybe = subject.maybe or (attribute.gaps and attribute.of.members is None)
        return model.Get(span, attribute.kind, maybe, attribute, subject)

    def attribute(self, kind: Kind, name: str) -> Attribute | None:
        return next((x for x in self.world.attributes(kind) if x.name == name), None)

    # ------------------------------------------------------------------------------------------- the front of the …

    def the_word(self, node: tree.The, word: str, scope: Scope, roles: RolesByPreposition) -> Expression:
        if node.where is None and not roles:
            return self.the_word_alone(word, node.span, scope)
        if node.where is not None:
            roles = {node.where.preposition: node.where.of, **roles}
        built_in = self.built_in_value(word, roles, node.span, scope)
        if built_in is not None:
            return built_in
        if set(roles) == {"of"}:
            subject = self.bare(roles["of"], scope, None)
            attribute = self.attribute(subject.kind, word)
            if attribute:
                return self.get(attribute, subject, node.span)
        return self.apply(word, roles, node.span, scope)

    def the_word_alone(self, word: str, span: Span, scope: Scope) -> Expression:
        variable = self.variable(word, span, scope)
        if variable and variable.many:
            one, those = variable.kind.name, variable.kind.plural
            wrong("E0360", f"the {word} is a set of {those}, and one thing is meant here.", span,
                  hints=(f"every {one} in the {word}", f"for each {one} in the {word}"))  # fmt: skip
        if variable:
            return model.Use(span, variable.kind, variable in self.maybe, variable)
        if word in self.values:
            return self.apply(word, {}, span, scope)
        self.not_brought_in(word, span, scope)

    def set_named(self, node: tree.Node, scope: Scope) -> Variable | None:
        """The set that `the stake` names, if it names one."""
        match node:
            case tree.The(noun=tree.Word(word=word), where=None):
                variable = self.variable(word, node.span, scope)
                return variable if variable and variable.many else None
        return None

    def not_brought_in(self, word: str, span: Span, scope: Scope) -> NoReturn:
        message = f"`the {word}` is spoken of, but nothing was called {word} before."
        found = Diagnostic(
            "E0203", message, span, near=tuple(near(word, [*scope.names(), *self.values, *self.all_names()]))
        )
        raise Consequence(found) if scope.lacks(word) else Wrong(found)

    def apply(self, word: str, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression:
        """A value that the rulebook defines."""
        values = self.values.get(word)
        if not values:
            wrong("E0205", f"No value is called {word}.", span, near=near(word, [*self.values, *BUILT_IN_VALUES]))
        possible = [v for v in values if sorted(v.prepositions) == sorted(roles)]
        found = self.applied(possible, self.spoken(possible, roles, scope), span)
        if found is None:
            hints = tuple(heading_of(v) for v in values)
            wrong("E0206", f"The value {word} is defined for other things.", span, hints=hints)
        return found

    def applied(
        self, values: Sequence[model.Value], given: Mapping[str, Expression | tree.Word], span: Span
    ) -> Expression | None:
        """A value with these arguments, by the first definition that fits what they are; None if none can fit."""
        found: model.Apply | None = None
        for value, arguments in reversed(self.applicable(values, given)):
            self.complete(value)
            maybe = value.maybe or any(x.maybe for x in arguments)
            found = model.Apply(span, value.kind or NUMBER, maybe, value, arguments, found)
        return found

    # --------------------------------------------------------------------------------------------------- selections

    def selection(self, noun: tree.Noun, where: tree.Where | None, that: tree.That | None, scope: Scope) -> Selection:
        """`open Cells beside the Cell`: the elements of a kind, and what must be so of each."""
        kind = self.kind(noun.name, noun.span)
        if kind.sort in ("number", "location"):
            wrong("E0206", f"One cannot go through all {kind.plural}.", noun.span)
        variable = Variable(noun.called or kind.name, kind, span=noun.span)
        subject = model.Use(noun.span, kind, False, variable)
        words = tuple(self.quality(w, None, {}, subject, noun.span, scope) for w in noun.words)
        place = self.of_some(lambda: self.located(where, subject, scope)) if where else None
        parts = tuple(self.that_part(part, subject, scope) for part in that.parts) if that else ()
        return Selection(noun.span, variable, kind, words, place, parts)

    def one_described(self, desc: tree.Desc, scope: Scope) -> Selection:
        """As `described`, where the text speaks of one of them."""
        self.singular(desc.noun.name, desc.noun.span)
        return self.described(desc, scope)

    def described(self, desc: tree.Desc, scope: Scope) -> Selection:
        where = desc.filter if isinstance(desc.filter, tree.Where) else None
        that = desc.filter if isinstance(desc.filter, tree.That) else None
        return self.selection(desc.noun, where, that, scope)

    def that_part(self, part: tree.ThatPart, subject: Expression, scope: Scope) -> model.Condition:
        found = self.predicate(part.predicate, subject, scope)
        return model.Not(part.span, found) if part.negated else found

    def many(self, node: tree.Node, scope: Scope) -> Selection:
        """What stands after `among` or `number of`: a description, or a set that was named."""
        if isinstance(node, tree.Desc):
            self.several(node.noun.name, node.noun.span)
            return self.described(node, scope)
        if isinstance(node, tree.The) and isinstance(node.noun, tree.Word) and node.where is None:
            members = self.set_named(node, scope)
            if members is not None:
                return Selection(node.span, Variable(members.kind.name, members.kind), members.kind, among=members)
            if self.variable(node.noun.word, node.span, scope) is None:
                self.not_brought_in(node.noun.word, node.span, scope)
        if isinstance(node, tree.The) and isinstance(node.noun, tree.Noun):
            return self.selection(node.noun, node.where, None, scope)
        wrong("E0206", "Several things are meant here.", node.span)

    # ----------------------------------------------------------------- what the conditions, in a later layer, add

    @abstractmethod
    def quality(
        self,
        word: str,
        where: tree.Where | None,
        roles: RolesByPreposition,
        subject: Expression,
        span: Span,
        scope: Scope,
    ) -> model.Condition:
        """Whether the subject has the quality."""

    @abstractmethod
    def located(self, where: tree.Where, subject: Expression, scope: Scope) -> model.Condition:
        """Whether the subject is there."""

    @abstractmethod
    def predicate(self, node: tree.Node, subject: Expression, scope: Scope) -> model.Condition:
        """What `is` says of the subject."""


def is_called(node: tree.Node | None, name: str) -> bool:
    """Whether it is `the Hull of …`, for that name."""
    return isinstance(node, tree.The) and isinstance(node.noun, tree.Noun) and node.noun.name == name
