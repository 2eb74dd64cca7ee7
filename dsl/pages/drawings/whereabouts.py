"""Where on boards things stand of which a worked example speaks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.board.scene import Piece, Scene
from dsl.model.visit import carried_out, explained_by, nodes_in, parts_of
from dsl.model.world import BoardInfo, World
from dsl.pages.drawings.artist import NAME


@dataclass(frozen=True)
class Whereabouts:
    """What stands on a board in the position of a scene; whoever does something there is `who`, whom the
    `actors` stand for."""

    world: World
    scene: Scene
    board: BoardInfo
    who: model.Expression | None = None
    actors: frozenset[model.Variable] = frozenset()
    is_told: bool = True  # by the example, not by a definition, whose variables stand for what is not known

    def space_of(self, thing: model.Expression) -> int | None:
        """The space that is named, or on which what is named stands."""
        match thing:
            case model.PlaceOf(piece=piece):
                return self.space_of(piece)
            case model.Pick(selection=model.Selection(place=model.Located(where=model.Expression() as where))):
                return self.space_of(where)
            case model.Pick(selection=model.Selection(kind=kind, place=model.Owned(by=by), words=(), that=())):
                seat = self.seat(by)
                own = {p.at for p in self.scene.pieces if p.seat == seat and p.kind and self.kind(p).is_a(kind)}
                return own.pop() if len(own) == 1 else None
            case model.Constant(kind=kind, value=value) if kind.is_a(self.board.spaces):
                return value
            case model.Constant(kind=kind, name=name) if kind.unique:
                of_it = (p for p in self.scene.pieces if p.kind == kind.name or (NAME, name) in p.values)
                return next((piece.at for piece in of_it), None)
            case model.Use(variable=variable):
                called = (piece.at for piece in self.scene.pieces if piece.called == variable.name)
                return next(called, self.only(variable.kind) if self.is_told and not variable.is_nickname else None)
            case _:  # what else there is has to be worked out
                return None

    def only(self, kind: model.Kind) -> int | None:
        """Where the only piece of a kind stands that is on a board: it needs no name of its own."""
        found = [piece.at for piece in self.scene.pieces if piece.kind and self.kind(piece).is_a(kind)]
        is_any = kind in {info.kind.parent for info in self.world.piece_infos.values()}
        return found[0] if len(found) == 1 and not is_any else None

    def kind(self, piece: Piece) -> model.Kind:
        return self.world.piece_infos[piece.kind].kind

    def seat(self, by: model.Expression) -> int | None:
        """Which player is named, or does it."""
        players = self.world.players
        who = self.who if isinstance(by, model.Use) and by.variable in self.actors else by
        return who.value - players.start if isinstance(who, model.Constant) and who.kind is players else None

    def acting(self, action: model.Act, unmet: Container[tuple[int, int]]) -> int | None:
        """The space that matters for an action that is told none: that of which its needs speak first that are not met
        (line, column), else of what it moves or changes first, else the only one of which it speaks."""
        lacking, meant = all_asked(need.condition for need in action.needs if need.span.begin in unmet)
        acts = all_done(action)
        done = [node for one in acts for node in nodes_in([*parts_of(one)])]
        moved = [changed for node in done for changed in changed_by(node)]
        parameters = (variable for one in meant for variable in one.parameters)
        actors = {one.actor for one in acts if one.actor} | {p for p in parameters if p.kind is self.world.players}
        here = replace(self, actors=frozenset(actors), is_told=False)
        for things in (lacking, moved, done):
            told = (thing for thing in things if isinstance(thing, model.Expression))
            found = dict.fromkeys(space for thing in told if (space := here.space_of(thing)) is not None)
            if found:
                return next(iter(found)) if things is not done or len(found) == 1 else None
        return None


def changed_by(node: model.Node) -> Iterator[model.Expression]:
    """The piece that a statement moves or changes."""
    match node:
        case model.Move(what=model.Expression() as what):
            yield what
        case model.Become(target=target) | model.Change(target=target):
            yield target.of
        case _:  # does something else
            pass


def all_done(act: model.Act | model.Procedure) -> list[model.Act | model.Procedure]:
    """An act with all that is carried out with it."""
    found, waiting = list[model.Act | model.Procedure](), [act]
    while waiting:
        one = waiting.pop(0)
        if one not in found:
            found.append(one)
            waiting += [inner for node in nodes_in([*parts_of(one)]) for inner in carried_out(node)]
    return found


def all_asked(conditions: Iterable[model.Node]) -> tuple[list[model.Node], Sequence[model.Definition]]:
    """What conditions say, with what the words mean of which they speak, and these."""
    asked = [*conditions]
    words = explained_by(asked)
    parts = (*asked, *(part for word in words for part in parts_of(word)))
    return [node for part in parts for node in nodes_in(part)], words
