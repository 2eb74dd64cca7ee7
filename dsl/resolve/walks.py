"""Walks: where they start, how they go on, what stops them; and going along one."""

from __future__ import annotations

from dsl import model, tree
from dsl.model import Definition, Selection, Variable
from dsl.model.world import Kind
from dsl.resolve.context import Scope, wrong
from dsl.resolve.ways import Ways

PORT = "Port"  # a space, entered along a direction


class Walks(Ways):
    """The part of the resolver that fills in walks."""

    def fill_walk(self, node: tree.Walk, walk: model.Walk) -> None:
        space = self.spaces_of_walk(walk, node.span)
        walk.here = Variable(space.name, space, span=node.span)
        for line in self.texts_out(node.lines, walk):
            with self.line():
                self.walk_line(line, walk, space)
        lines = {type(line) for line in node.lines}
        if not {tree.WalkFrom, tree.WalkOn} <= lines:
            with self.line():
                wrong("E0321", f"The walk {walk.name} needs a line `starts at …` and a line `goes on …`.", node.span)

    def walk_line(self, line: tree.Node, walk: model.Walk, space: Kind) -> None:
        match line:
            case tree.WalkFrom():
                walk.line_clauses["start"] = line.clauses
                self.walk_start(line, walk, space)
            case tree.WalkOn(arg=tree.Arg(preposition="along" | "to" as how, phrase=phrase)):
                walk.line_clauses["on"] = line.clauses
                self.walk_onward(how, phrase, walk, space)
            case tree.WalkStop(condition=condition):
                walk.line_clauses[f"stop {len(walk.stops)}"] = line.clauses
                walk.stops.append(self.condition(condition, self.walk_scope(walk)))
            case tree.WalkOnce(name=name):
                walk.line_clauses["once"] = line.clauses
                self.walk_once(name, line, walk, space)
            case _:
                wrong("E0314", "A walk `goes on to` a space or `goes on along` a direction.", line.span)

    def walk_scope(self, walk: model.Walk) -> Scope:
        scope = Scope(None, list(walk.parameters))
        return scope.inner(walk.here) if walk.here else scope

    def walk_start(self, line: tree.WalkFrom, walk: model.Walk, space: Kind) -> None:
        scope = Scope(None, list(walk.parameters))
        selection = self.described_thing(line.arg.phrase, scope)
        if selection is None:
            walk.start = self.phrase(line.arg.phrase, scope, space)
        elif selection.kind.is_a(space):
            walk.start = selection
            scope = scope.inner(selection.variable)
        else:
            wrong("E0301", f"A walk starts at a {space.name}.", line.arg.span)
        if line.along is not None:
            walk.heading = self.phrase(line.along, scope, self.directions(space))

    def walk_onward(self, how: str, phrase: tree.Node, walk: model.Walk, space: Kind) -> None:
        """`to a Cell that …`, `along the heading of the Bomb`, `along a Direction that …`."""
        scope = self.walk_scope(walk)
        if how == "along":
            directions = self.directions(space)
            came = Variable(directions.name, directions, span=phrase.span)
            walk.turns = self.described_thing(phrase, scope.inner(came))
            if walk.turns is None:
                walk.along = self.phrase(phrase, Scope(None, list(walk.parameters)), directions)
            else:
                walk.came = came
            return
        walk.onward = self.described_thing(phrase, scope)
        if walk.onward is None:
            wrong("E0206", f"A walk goes on to `a {space.name} …`: to all that fit.", phrase.span)

    def walk_once(self, name: str, line: tree.Node, walk: model.Walk, space: Kind) -> None:
        wanted = space.name if walk.turns is None else PORT
        if name != wanted:
            wrong("E0201", f"What this walk visits, it visits as a {wanted}.", line.span,
                  hints=(f"visits no {wanted} twice",))  # fmt: skip
        walk.once = True

    def check_followed(self) -> None:
        """A walk that is followed must come to an end."""
        for walk, span in self.followed:
            if walk.along is None and not walk.once:
                with self.line():
                    visited = "Port" if walk.turns else self.spaces_of_walk(walk, span).name
                    wrong("E0206", f"{walk.name} could be followed for ever.", span,
                          hints=(f"under {walk.name}: visits no {visited} twice",))  # fmt: skip

    def described_thing(self, phrase: tree.Node, scope: Scope) -> Selection | None:
        """`a Cell beside the Ship`, `a Cell that is lit`; None for a phrase that means one thing."""
        match phrase:
            case tree.Desc():
                return self.described(phrase, scope)
            case tree.Indefinite(noun=noun, where=where):
                return self.selection(noun, where, None, scope)
        return None

    def directions(self, space: Kind) -> Kind:
        return self.world.board_of(space).directions

    def texts_out(self, lines: tuple[tree.Node, ...], definition: Definition) -> tuple[tree.Node, ...]:
        """The designer's words belong to the definition, not to its steps."""
        for line in lines:
            if isinstance(line, tree.Words | tree.InShort):
                said = model.Text(line.span, line.clauses, line.text)
                (definition.texts if isinstance(line, tree.Words) else definition.short).append(said)
        return tuple(line for line in lines if not isinstance(line, tree.Words | tree.InShort))
