"""Sentences that are so or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from dsl import model, tree
from dsl.board.shapes import ShapeError
from dsl.board.sightlines import sightlines
from dsl.builtins import BESIDE, IN_LINE, ON_BOARD, RELATIONS, SIDE_OF
from dsl.builtins.signature import Sort
from dsl.model import Condition, Expression, Variable
from dsl.model.world import NUMBER, TRUTH, Attribute, Kind
from dsl.resolve.calls import Calls
from dsl.resolve.context import Scope, unsupported, wrong
from dsl.resolve.which import LYING, NARROWED, PLACES, RolesByPreposition, roles_of
from dsl.resolve.wording import a, an_initial
from dsl.source import Span
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

WITH_RELATIONS = (*RELATIONS, "owned", "active")


class Conditions(Calls):
    """The part of the resolver that understands sentences."""

    def condition(self, node: tree.Node, scope: Scope) -> Condition:
        match node:
            case tree.ConditionLine():
                return self.condition(node.condition, scope)
            case tree.EitherOf():
                return model.Any(node.span, tuple(self.condition(p, scope) for p in node.parts))
            case tree.AllOf():
                return model.All(node.span, tuple(self.condition(p, scope) for p in node.parts))
            case tree.AnyOf():
                lines = tuple(self.condition(p, scope) for p in node.lines)
                return model.Any(node.span, lines, tuple(p.clauses for p in node.lines))
            case tree.IsSo():
                return self.sentence(node, scope)
            case tree.IsNot():
                return model.Not(node.span, self.sentence(node, scope))
            case tree.ThereIs():
                return model.Exists(node.span, self.one_described(node.desc, scope))
            case tree.ThereIsNo():
                return model.Not(node.span, model.Exists(node.span, self.one_described(node.desc, scope)))
            case tree.LinePast():
                return self.line_past(node, scope)
            case tree.Can() | tree.Cannot():
                return self.can(node, scope)
            case tree.Recorded() | tree.NotRecorded():
                once = model.Constant(node.span, NUMBER, False, 1, "1")
                recorded = model.Recorded(node.span, self.position_named(node.what), once)
                return recorded if isinstance(node, tree.Recorded) else model.Not(node.span, recorded)
            case tree.RecordedOften():
                times = self.phrase(node.times, scope, NUMBER)
                return model.Recorded(node.span, self.position_named(node.what), times)
            case tree.HasScored() | tree.HasLost():
                wrong("E0314", "What somebody scores is told at the end, and asked for in examples alone.", node.span,
                      hints=("count it in an attribute of a place",))  # fmt: skip
            case tree.NobodyIs():
                wrong("E0314", "That nobody is the winner is asked for in examples alone.", node.span)
        wrong("E0206", "This is no sentence that is so or not.", node.span)

    def has_scored(self, node: tree.HasScored | tree.HasLost, scope: Scope) -> Condition:
        who = self.phrase(node.who, scope, self.world.players)
        amount = self.number_part(node.amount, scope)
        return model.HasScored(node.span, who, isinstance(node, tree.HasScored), amount)

    def without_winner(self, node: tree.NobodyIs) -> Condition:
        match node.what:
            case tree.The(noun=tree.Word(word="winner"), where=None):
                return model.HasWon(node.span, None)
        wrong("E0206", "Of nobody it is said that nobody is the winner.", node.what.span)

    def position_named(self, node: tree.Node) -> model.Position:
        """`the Setting`: a position that the rulebook defines."""
        match node:
            case tree.The(noun=tree.Noun(words=(), name=name), where=None) if name in self.book.positions:
                return self.book.positions[name]
            case tree.The(noun=tree.Noun(name=name) | tree.Word(word=name)):
                wrong("E0201", f"There is no position called {name}.", node.span, near=near(name, self.book.positions),
                      hints=(f"position {name} is every …",))  # fmt: skip
        raise TypeError(type(node).__name__)

    def line_past(self, node: tree.LinePast, scope: Scope) -> Condition:
        selection = self.one_described(node.desc, scope)
        space = self.spaces_of(node.span, scope, model.Use(node.span, selection.kind, False, selection.variable))
        if not selection.kind.is_a(space):
            wrong("E0301", f"A line touches {space.plural}, not {selection.kind.plural}.", node.desc.span)
        try:
            sightlines(self.world.board_of(space).one)
        except ShapeError as error:
            wrong("E0305", str(error), node.span)

        def past() -> Condition:
            start, end = (self.phrase(x, scope, space) for x in (node.start, node.end))
            return model.LinePast(node.span, start, end, selection)

        return self.of_some(past)

    def can(self, node: tree.Can | tree.Cannot, scope: Scope, test: type[model.CanDo] = model.CanDo) -> Condition:
        with self.definite():
            who = self.phrase(node.who, scope, self.world.players)

        def able() -> Condition:
            power = self.power_call(node.call, scope)
            if power is not None:
                return model.CanDoPower(node.span, who, power)
            invocation = self.invocation(node.call, scope)
            if invocation is None:
                return model.Any(node.span, ())  # an action of a variant that is not in play: nobody can
            return test(node.span, who, invocation)

        found = self.of_some(able)
        return model.Not(node.span, found) if isinstance(node, tree.Cannot) else found

    def sentence(self, node: tree.IsSo | tree.IsNot, scope: Scope) -> Condition:
        """`the Cell is open`; with `every Cell`, of each of them."""
        if not isinstance(node.left, tree.Every):
            return self.predicate(node.predicate, self.subject(node, scope), scope)
        if isinstance(node, tree.IsNot):
            wrong("E0207", "`every … is not` can be read in two ways.", node.span,
                  hints=("there is no …", "if there is a … that is not …"))  # fmt: skip
        self.singular(node.left.noun.name, node.left.noun.span)
        selection = self.selection(node.left.noun, node.left.where, None, scope)
        subject = model.Use(node.left.span, selection.kind, False, selection.variable)
        return model.ForAll(node.span, selection, self.predicate(node.predicate, subject, scope))

    def subject(self, node: tree.IsSo | tree.IsNot, scope: Scope) -> Expression:
        """What the sentence is about."""
        with self.definite():
            return self.bare(node.left, scope, None)

    # --------------------------------------------------------------------------------------------------- predicates

    def predicate(self, node: tree.Node, subject: Expression, scope: Scope) -> Condition:
        return self.of_some(lambda: self.predicate_of_one(node, subject, scope))

    def predicate_of_one(self, node: tree.Node, subject: Expression, scope: Scope) -> Condition:
        match node:
            case tree.Same():
                return self.same(node, subject, scope)
            case tree.QualityOf():
                roles = roles_of(node.roles.roles)
                return self.quality(node.word, node.where, roles, subject, node.span, scope)
            case tree.Located():
                return self.located(node.where, subject, scope)
            case tree.AtLeast() | tree.AtMost() | tree.MoreThan() | tree.LessThan():
                return self.compared(node, subject, scope)
        return self.same(tree.Same(node.span, (), node), subject, scope)

    def compared(
        self, node: tree.AtLeast | tree.AtMost | tree.MoreThan | tree.LessThan, subject: Expression, scope: Scope
    ) -> Condition:
        if subject.kind.sort not in ("number", "range"):
            wrong("E0301", f"This is {a(subject.kind)}, which cannot be more or less.", subject.span)
        operator = COMPARISONS[type(node)]
        right = self.number_part(node.value, scope)
        return model.Compare(subject.span.to(node.span), operator, subject, right)  # type: ignore[arg-type]

    def same(self, node: tree.Same, subject: Expression, scope: Scope) -> Condition:
        span = subject.span.to(node.span)
        match node.value:
            case tree.The(noun=tree.Word(word="winner"), where=None):
                return model.HasWon(span, self.fit(subject, self.world.players))
            case tree.Indefinite():
                return self.is_a(node.value, subject, span, scope)
        right = self.bare(node.value, scope, subject.kind)
        if right.kind.sort == "piece" and subject.kind.sort != "piece":
            right = self.fit(right, subject.kind)
        elif right.kind.is_a(subject.kind) or subject.kind.is_a(right.kind):
            pass
        elif subject.kind.sort == "piece" and right.kind.sort in PLACES:
            subject = self.fit(subject, right.kind)
        else:
            right = self.fit(right, subject.kind)
        self.check_bounds(subject, right)
        return model.Compare(span, "=", subject, right)

    def is_a(self, node: tree.Indefinite, subject: Expression, span: Span, scope: Scope) -> Condition:
        """`the Component is a working Pod`: of what sort a thing is, and what else is so of it."""
        kind = self.kind(node.noun.name, node.span)
        if kind.sort not in NARROWED or not (kind.is_a(subject.kind) or subject.kind.is_a(kind)):
            wrong("E0301", f"{an_initial(subject.kind)} is never {a(kind)}.", node.span)
        if node.noun.called:
            wrong("E0208", f"Nothing new is brought in here that could be called {node.noun.called}.", node.noun.span)
        narrow = subject if subject.kind.is_a(kind) else model.Narrowed(subject.span, kind, True, subject)
        more = [self.quality(word, None, {}, narrow, node.noun.span, scope) for word in node.noun.words]
        if node.where:
            more.append(self.located(node.where, narrow, scope))
        found = model.IsA(span, subject, kind)
        return model.All(span, (found, *more)) if more else found

    def check_bounds(self, subject: Expression, right: Expression) -> None:
        """A number that a range can never be is a slip."""
        kind = subject.kind
        if kind.sort == "range" and isinstance(right, model.Constant) and not kind.low <= right.value <= kind.high:
            wrong("E0313", f"{kind.name} is from {kind.low} to {kind.high}; it is never {right.value}.", right.span)

    # ----------------------------------------------------------------------------------------------------- qualities

    def quality(
        self,
        word: str,
        where: tree.Where | None,
        roles: RolesByPreposition,
        subject: Expression,
        span: Span,
        scope: Scope,
    ) -> Condition:
        """`open`, `yellow`, `visible from the Bomb`: a flag, a value, a relation or a quality of the game."""
        if where is not None:
            roles = {where.preposition: where.of, **roles}
        if not roles:
            simple = self.simple_quality(word, subject, span)
            if simple is not None:
                return simple
        relation = self.relation(word, roles, subject, span, scope)
        return relation or self.defined_quality(word, roles, subject, span, scope)

    def simple_quality(self, word: str, subject: Expression, span: Span) -> Condition | None:
        if word == "nothing":
            return model.Compare(span, "=", subject, self.nothing(subject.kind, span))
        if subject.kind.sort in ("enumeration", "direction") and word in subject.kind.elements:
            return model.Compare(span, "=", subject, self.element(subject.kind, word, span))
        if word == "active" and subject.kind.is_a(self.world.players):
            players = self.world.players
            return model.Compare(span, "=", subject, model.ActivePlayer(span, players, True))
        for attribute in self.world.attributes(subject.kind):
            found = self.quality_by_attribute(word, attribute, subject, span)
            if found is not None:
                return found
        return None

    def quality_by_attribute(
        self, word: str, attribute: Attribute, subject: Expression, span: Span
    ) -> Condition | None:
        if attribute.kind is TRUTH:
            return model.Flag(span, attribute, subject) if attribute.name == word else None
        if attribute.kind.sort in ("enumeration", "direction") and word in attribute.kind.elements:
            value = self.element(attribute.kind, word, span)
            got = model.Get(span, attribute.kind, subject.maybe, attribute, subject)
            return model.Compare(span, "=", got, value)
        return None

    def relation(
        self, word: str, roles: RolesByPreposition, subject: Expression, span: Span, scope: Scope
    ) -> Condition | None:
        """The relations that every board and every box has."""
        if word == "owned" and [*roles] == ["by"]:
            return model.Owned(span, subject, self.phrase(roles["by"], scope, self.world.players))
        relation = RELATIONS.get(word)
        if relation is None or not relation.is_written(word, roles) or not self.can_be(relation.subject, subject.kind):
            return None
        said = [roles[preposition] for preposition in relation.roles]
        board = self.world.board_of(self.spaces_of(span, scope, subject, *said))
        kinds = relation.kinds(self.world, board, [subject.kind] * (1 + len(said)))
        complaint = relation.complaint(self.world, *kinds)
        if complaint is not None:
            wrong(*complaint, span)
        others = [self.phrase(node, scope, kind) for node, kind in zip(said, kinds[1:], strict=True)]
        return model.Related(span, relation, (self.fit(subject, kinds[0]), *others))

    def can_be(self, sort: Sort, kind: Kind) -> bool:
        """Whether it is the subject of such a relation that is meant: what is no direction is never next to one."""
        return sort != "direction" or kind.sort == "direction"

    def defined_quality(
        self, word: str, roles: RolesByPreposition, subject: Expression, span: Span, scope: Scope
    ) -> Condition:
        qualities = self.qualities.get(word, [])
        if not qualities:
            known = [*self.qualities, *self.flag_names(), *self.value_words(), *WITH_RELATIONS]
            ends = (f"the {word} of the …",) if word in ("top", "bottom") else ()
            wrong("E0205", f"No quality is called {word}.", span, near=near(word, known), hints=ends)
        possible = [q for q in qualities if self.can_stand_for(subject.kind, q.parameters[0].kind)]
        found: model.Holds | None = None
        for quality, arguments in reversed(self.fitting(possible, roles, scope, subject)):
            found = model.Holds(span, quality, arguments, found)
        return found or self.complain_of_quality(word, qualities, subject, roles, span)

    def complain_of_quality(
        self,
        word: str,
        qualities: Sequence[model.Quality],
        subject: Expression,
        roles: RolesByPreposition,
        span: Span,
    ) -> NoReturn:
        hints = tuple(f"as it is defined: {quality_heading(q)}" for q in qualities)
        if not roles:
            hints = (f"{a(subject.kind)} is {word} when …", *hints)
        said = " ".join(f"{r} …" for r in roles)
        wrong("E0206", f"`{word} {said}`".replace(" `", "`") + f" is not said of {a(subject.kind)}.", span, hints=hints)

    def flag_names(self) -> list[str]:
        return [x.name for x in self.world.all_attributes if x.kind is TRUTH]

    def value_words(self) -> list[str]:
        return [e for k in self.world.kinds.values() if k.sort in ("enumeration", "direction") for e in k.elements]

    # -------------------------------------------------------------------------------------------------------- places

    def located(self, where: tree.Where, subject: Expression, scope: Scope) -> Condition:
        """`on F7`, `in the Stock of the Player`, `beside the Cell`, `of the Player`, `on a Safe Way`."""
        span = subject.span.to(where.span)
        walk = self.on_walk(where.of, subject, span, scope)
        if walk is not None:
            if where.preposition not in LYING:
                said = (
                    f"Nothing is {where.preposition} {articled(walk.walk.name)}: spaces are on a walk, or at its end."
                )
                wrong("E0301", said, where.span)
            return walk
        members = self.set_named(where.of, scope)
        if members is not None:
            return self.in_set(where, members, subject)
        match where.preposition:
            case "of":
                owner = self.phrase(where.of, scope, self.world.players)
                return model.Owned(span, subject, owner)
            case "beside":
                return self.beside(where.of, subject, span, scope)
            case "under":
                return self.beneath(where, subject, span, scope)
            case "behind":
                unsupported(f"`{where.preposition}`", where.span)
        return self.at(where, subject, span, scope)

    def on_walk(self, node: tree.Node, subject: Expression, span: Span, scope: Scope) -> model.OnWalk | None:
        """`on a Safe Way`, `on the Jump of the Ship`, `at the end of the Jump of the Ship`."""
        match node:
            case tree.The(noun=tree.Word(word="end"), where=tree.Where(preposition="of", of=of)):
                found = self.walk_named(of, scope)
                if found is None or found[0].along is not None:
                    return None
                return model.OnWalk(span, self.fit(subject, self.spaces_of_walk(found[0], span)), *found, ends=True)
        found = self.walk_named(node, scope)
        return found and model.OnWalk(span, self.fit(subject, self.spaces_of_walk(found[0], span)), *found)

    def in_set(self, where: tree.Where, members: Variable, subject: Expression) -> Condition:
        """`the Card is in the stake`."""
        if where.preposition != "in":
            said = f"`{where.preposition} the {members.name}`"
            wrong("E0360", f"{said}: the {members.name} is a set.", where.span, hints=(f"in the {members.name}",))
        if not (subject.kind.is_a(members.kind) or members.kind.is_a(subject.kind)):
            one = an_initial(subject.kind)
            wrong("E0301", f"{one} is never in the {members.name}: that is a set of {members.kind.plural}.", where.span)
        return model.InSet(subject.span.to(where.span), subject, members)

    def beside(self, node: tree.Node, subject: Expression, span: Span, scope: Scope) -> Condition:
        other = self.bare(node, scope, None)
        space = self.spaces_of(span, scope, subject, other)
        if other.kind.sort == "edge":
            return model.Related(span, SIDE_OF, (self.fit(subject, space), other))
        return model.Related(span, BESIDE, (self.fit(subject, space), self.fit(other, space)))

    def at(self, where: tree.Where, subject: Expression, span: Span, scope: Scope) -> Condition:
        match where:
            case tree.Where(preposition="at", of=tree.The(noun=tree.Word(word="top" | "bottom"))):
                return model.Compare(span, "=", subject, self.bare(where.of, scope, None))
        place = self.place_kind(where.of)
        if place is not None:
            self.note_word(place, where.preposition)
            return model.Located(span, where.preposition, subject, place)
        other = self.bare(where.of, scope, None)
        if other.kind.sort == "line":
            space = self.world.lines[other.kind.name].board.spaces
            return model.Related(span, IN_LINE, (self.fit(subject, space), other))
        if other.kind.sort == "board":
            space = self.world.boards[other.kind.name].spaces
            return model.Related(span, ON_BOARD, (self.fit(subject, space), other))
        if other.kind.sort == "piece" and not self.carries(other.kind):
            other = self.where_it_is(other, span)
        if other.kind.sort not in (*PLACES, "piece"):
            wrong("E0301", f"Nothing is {where.preposition} {a(other.kind)}.", where.span)
        self.note_word(other.kind, where.preposition)
        return model.Located(span, where.preposition, subject, other)

    def note_word(self, place: Kind, preposition: str) -> None:
        """Notes whether pieces are `on` a place or `in` it, as the rulebook says."""
        if preposition == "on" and place.name in self.world.places:
            self.world.places[place.name].on = True

    def beneath(self, where: tree.Where, subject: Expression, span: Span, scope: Scope) -> Condition:
        """`a Gate under the Ship`: that on which a piece stands."""
        piece = self.bare(where.of, scope, None)
        if piece.kind.sort != "piece":
            wrong("E0301", f"Only a piece has something under it, not {a(piece.kind)}.", where.span)
        holds = self.carries(subject.kind) if subject.kind.sort == "piece" else subject.kind.sort in PLACES
        if not holds:
            wrong("E0301", f"Nothing stands on {a(subject.kind)}.", span)
        return model.Located(span, "under", piece, subject)

    def carries(self, kind: Kind) -> bool:
        info = self.world.piece_infos.get(kind.name)
        return bool(info and info.takes) or bool(kind.parent and self.carries(kind.parent))

    def place_kind(self, node: tree.Node) -> Kind | None:
        """`the Belt` (a whole board), `a Stock` (any of them)."""
        match node:
            case tree.The(noun=tree.Noun(words=(), name=name), where=None) if name in self.world.boards:
                board = self.world.boards[name]
                return None if board.each else board.spaces
            case tree.Indefinite(noun=tree.Noun(words=(), name=name), where=None):
                kind = self.find_kind(name)
                if kind and kind.sort == "board":
                    return self.world.boards[kind.name].spaces
                return kind if kind and kind.sort in ("place", "space") else None
        return None


COMPARISONS: dict[type, str] = {
    tree.AtLeast: ">=",
    tree.AtMost: "<=",
    tree.MoreThan: ">",
    tree.LessThan: "<",
}


def quality_heading(quality: model.Quality) -> str:
    first, *rest = zip(quality.prepositions, quality.parameters, strict=True)
    words = [f"{p} {a(v.kind)}" for p, v in rest]
    return " ".join([f"{a(first[1].kind)} is {quality.name}", *words])
