"""The values that every game has: those of tables (`dsl.builtins`), ends and places, owners, walks."""

from __future__ import annotations

from abc import ABC
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.builtins.signature import BuiltInValue
from dsl.model import Expression
from dsl.model.world import LOCATION, Kind
from dsl.resolve.context import Scope, wrong
from dsl.resolve.which import RolesByPreposition, Which
from dsl.resolve.wording import a, an_initial
from dsl.source import Span
from dsl.text.diagnostics import near


class BuiltIn(Which, ABC):
    """The part of the resolver that understands what need not be defined."""

    def built_in_value(self, word: str, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression | None:
        """The values that every game has."""
        value = VALUES.get(word)
        if value is not None and value.is_written(word, roles) and (value.reserved or word not in self.values):
            return self.by_table(value, roles, span, scope)
        match word, sorted(roles):
            case ("top" | "bottom") as end, ["of"]:
                return self.end_of(end, roles["of"], span, scope)
            case "end", ["of"]:
                return self.walk_end(roles["of"], span, scope)
            case "place", ["of"]:
                subject = self.bare(roles["of"], scope, None)
                if subject.kind.sort != "piece":
                    wrong("E0301", f"Pieces have a place, but this is {a(subject.kind)}.", subject.span)
                return model.PlaceOf(span, LOCATION, True, subject, True)
            case "owner", ["of"]:
                subject = self.bare(roles["of"], scope, None)
                if subject.kind.sort == "board":
                    return self.owner_of_board(subject, span)
                return model.OwnerOf(span, self.world.players, True, subject)
        return None

    def by_table(self, value: BuiltInValue, roles: RolesByPreposition, span: Span, scope: Scope) -> Expression:
        said = [roles[word] for word in value.roles]
        board = self.world.board_of(self.spaces_of(span, scope, *said)) if value.of_board else None
        *wanted, kind = value.kinds(self.world, board)
        arguments = tuple(self.phrase(node, scope, one) for node, one in zip(said, wanted, strict=True))
        complaint = value.complaint(self.world, *wanted)
        if complaint is not None:
            wrong(*complaint, span)
        maybe = value.may_lack or any(argument.maybe for argument in arguments)
        return model.BuiltIn(span, kind, maybe, value, arguments)

    def owner_of_board(self, board: Expression, span: Span) -> Expression:
        if not isinstance(board, model.PlaceFor):
            wrong("E0309", "This board is nobody's.", span, hints=("there is one for each Player",))
        return board.owner

    def end_of(self, end: str, of: tree.Node, span: Span, scope: Scope) -> Expression:
        place = self.bare(of, scope, None)
        if place.kind.sort not in ("place", "space", "piece"):
            wrong("E0206", f"{an_initial(place.kind)} has no {end}.", span)
        self.check_ordered(place.kind, f"so it has no {end}", span)
        return model.EndOf(span, self.kind_in(place.kind), True, place, "top" if end == "top" else "bottom")

    def check_ordered(self, kind: Kind, consequence: str, span: Span) -> None:
        """Only what keeps order has a top and a bottom, and can be shuffled."""
        if not self.world.keeps_order(kind):
            name = self.world.board_of(kind).name if kind.sort == "space" else kind.name
            wrong("E0310", f"{name} keeps no order, {consequence}.", span,
                  hints=(f"under {name}: keeps order",))  # fmt: skip

    def kind_in(self, place: Kind) -> Kind:
        """What kind of piece lies in a place: what it says it takes, if that is one kind; otherwise any piece."""
        takes = self.world.taken_by(place)
        return takes[0][0] if len(takes) == 1 else self.world.pieces

    def walk_named(self, node: tree.Node, scope: Scope) -> tuple[model.Walk, tuple[Expression, ...]] | None:
        """`the Jump of the Ship`, `a Safe Way`: the walk, and of what it is. None for anything else."""
        match node:
            case (
                tree.The(noun=tree.Noun(words=(), name=name), where=where)
                | tree.Indefinite(noun=tree.Noun(words=(), name=name), where=where)
            ) if name in self.book.walks:
                walk = self.book.walks[name]
                return walk, self.walk_arguments(walk, where, node.span, scope)
        return None

    def walk_arguments(
        self, walk: model.Walk, where: tree.Where | None, span: Span, scope: Scope
    ) -> tuple[Expression, ...]:
        if where is not None and where.preposition == "of" and walk.parameters:
            return (self.phrase(where.of, scope, walk.parameters[0].kind),)
        if where is not None or walk.parameters:
            said = f"the {walk.name} of {a(walk.parameters[0].kind)}" if walk.parameters else f"the {walk.name}"
            wrong("E0206", f"{walk.name} is walked so: `{said}`.", span)
        return ()

    def walk_end(self, of: tree.Node, span: Span, scope: Scope) -> Expression:
        found = self.walk_named(of, scope)
        if found is None:
            name = of.noun.name if isinstance(of, tree.The) and isinstance(of.noun, tree.Noun) else ""
            wrong("E0201", "`the end of` speaks of a walk.", span, near=near(name, self.book.walks))
        return model.WalkEnd(span, self.spaces_of_walk(found[0], span), True, *found)

    def spaces_of(self, span: Span, scope: Scope, *said: tree.Node | Expression) -> Kind:
        """The spaces of the only board; of several the one on which the things are that are spoken of."""
        boards = tuple(self.world.boards.values())
        if not boards:
            wrong("E0328", "There is no board, so there are no spaces.", span)
        if len(boards) == 1:
            return boards[0].spaces
        kinds = [self.kind_of_said(thing, scope) for thing in said]
        on = [board for board in boards for kind in kinds if kind is not None and kind.is_a(board.spaces)]
        on += [board for board in boards if any(kind in (board.edges, board.directions) for kind in kinds)]
        if on:
            return on[0].spaces
        self.which_board(span)

    def which_board(self, span: Span) -> NoReturn:
        boards = tuple(self.world.boards.values())
        names = " or ".join(f"the {board.name}" for board in boards)
        wrong("E0357", f"There are {len(boards)} boards, and nothing here says which is meant: {names}.", span,
              hints=tuple(f"the {board.spaces.name} of …" for board in boards))  # fmt: skip

    def kind_of_said(self, said: tree.Node | Expression, scope: Scope) -> Kind | None:
        """Of what kind a thing is; None for a word that may be a value of several."""
        if isinstance(said, Expression):
            return said.kind
        return None if isinstance(said, tree.Word) else self.bare(said, scope, None).kind

    def spaces_of_walk(self, walk: model.Walk, span: Span) -> Kind:
        """The spaces along which a walk leads."""
        named = self.walked.get(walk)
        if named is None and len(self.world.boards) > 1:
            self.which_board(walk.span)
        return named or self.spaces_of(span, Scope())

    def where_it_is(self, piece: Expression, span: Span) -> Expression:
        """The space of a piece; where there are several boards, the place."""
        kind = LOCATION if len(self.world.boards) > 1 else self.spaces_of(span, Scope())
        return model.PlaceOf(piece.span, kind, True, piece, False)
