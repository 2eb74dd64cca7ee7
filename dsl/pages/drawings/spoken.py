"""Of which spaces of a board a worked example speaks: those that it names, on which something can be done or not, and
between which a line of sight is open or closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import dropwhile, groupby, takewhile

from dsl import model
from dsl.board.scene import Piece, Scene
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, BoardInfo, Kind
from dsl.pages.drawings.artist import FACED, NAME
from dsl.pages.drawings.sights import Sight, sights
from dsl.pages.drawings.walks import Walked, walked
from dsl.pages.guide.examples import Story
from dsl.prose.speech import Speech


class Spoken:
    """What an example says, up to what is done first, of one board, whose spaces have these numbers."""

    def __init__(self, speech: Speech, story: Story, scene: Scene, board: BoardInfo, numbers: range) -> None:
        self.speech, self.story, self.scene = speech, story, scene
        self.board, self.numbers = board, numbers

    @cached_property
    def names(self) -> set[str]:
        """What things are called in the text, as the rulebook has it."""
        brought = (node for node in self.story.nodes if isinstance(node, model.Selection))
        brief = self.speech.told.brief
        return {node.variable.name for node in brought if node.variable.is_nickname and node.variable not in brief}

    @cached_property
    def qualities(self) -> set[str]:
        """What pieces can be of which the text says whether they are, and what is seen of them anyway."""
        said = (getattr(node, "attribute", None) for node in self.story.nodes)
        return {FACED, *(attribute.name for attribute in said if isinstance(attribute, Attribute))}

    @cached_property
    def steps(self) -> list[model.ExampleStep]:
        """What is given, what then holds, and what is done first."""
        steps = [step for step in self.story.example.steps if not isinstance(step, model.Said | self.unseen)]
        parts = [(key, list(group)) for key, group in groupby(steps, key=part_of)]
        first = next((k for k, (key, _) in enumerate(parts) if key == "when"), len(parts))
        given = next((k for k, (key, _) in enumerate(parts) if k and key == "given"), len(parts))
        return [step for _, group in parts[: min(first + 1, given)] for step in group]

    @property
    def unseen(self) -> type[model.ExampleStep]:
        """The steps with which nothing is done, if what is done first is nothing else: what is said then is true before
        already."""
        scene = self.scene
        is_still = not (scene.moves or scene.come or scene.gone or scene.otherwise)
        return model.WhenPasses if is_still else model.Said

    @cached_property
    def spaces(self) -> set[int]:
        """The spaces that are named or between which there is a line."""
        ends = {space for sight in self.sights for space in (sight.start, sight.end)}
        ends |= {space for one in self.walked for space in one.spaces}
        return {space for space in (*self.spaces_in(self.steps), *ends) if space in self.numbers}

    @property
    def later(self) -> set[int]:
        """The spaces that are named only behind that."""
        return {space for space in self.spaces_in(self.story.example.steps) if space in self.numbers}

    def spaces_in(self, nodes: object) -> Iterator[int]:
        for node in nodes_in(nodes):
            if isinstance(node, model.Constant) and node.kind.is_a(self.board.spaces):
                yield node.value

    @cached_property
    def possible(self) -> dict[int, bool]:
        """The spaces on which it is said, before anything is done, that something can be done or not, or of which it is
        said that they are so or not."""
        asked = {space: can for space, can, how in self.asked if can or not self.otherwise(space, how)}
        return dict(self.claimed) | asked

    def otherwise(self, space: int, asked: model.CanDo | model.Choosable) -> bool:
        """Whether what cannot be done on a space is soon done by another action."""
        own = asked.invocation.action if isinstance(asked, model.CanDo) else None
        done = (step.invocation for step in self.steps if isinstance(step, model.WhenDoes))
        return any(one.action is not own and space in [*self.spaces_in(one.arguments)][-1:] for one in done)

    @property
    def claimed(self) -> Iterator[tuple[int, bool]]:
        """The spaces of which it is said that they are so, or not, if both is said of some, or nothing is done; none
        where one is said to be something else than another."""
        claims = [one for step in self.steps if isinstance(step, model.Then) for one in self.claims_in(step.condition)]
        if len({quality for _, _, quality in claims}) > 1:
            return iter(())
        found = [(space, so) for space, so, _ in claims]
        are_all = all(part_of(step) != "when" for step in self.steps)
        return iter(found if are_all or {so for _, so in found} == {True, False} else ())

    def claims_in(self, condition: model.Condition) -> Iterator[tuple[int, bool, model.Quality]]:
        """The space of which a condition says that it is so, or not; what is only the opposite of something is that."""
        inner = condition.condition if isinstance(condition, model.Not) else condition
        match inner:
            case model.Holds(arguments=(model.Constant(kind=kind, value=space), *_)) if kind.is_a(self.board.spaces):
                so, quality = inner is condition, inner.quality
                match quality.conditions:
                    case (model.Not(condition=model.Holds(quality=other)),):
                        so, quality = not so, other
                    case _:  # says more
                        pass
                yield from [(space, so, quality)] if space in self.numbers and not self.sights else []
            case _:  # is said of something else
                pass

    @cached_property
    def asked(self) -> list[tuple[int, bool, model.CanDo | model.Choosable]]:
        """The same with what it is that can be done there, or not; or with what stands there, or is chosen there."""
        found = []
        for condition in (step.condition for step in self.steps if isinstance(step, model.Then)):
            can = not isinstance(condition, model.Not)
            inner = condition.condition if isinstance(condition, model.Not) else condition
            if isinstance(inner, model.CanDo | model.Choosable):
                things = inner.invocation.arguments if isinstance(inner, model.CanDo) else (inner.what,)
                spaces = [*self.spaces_in(things)] or [*self.standing_on(things)]
                found += [(space, can, inner) for space in spaces[-1:] if space in self.numbers]
        return found

    def standing_on(self, things: Sequence[object]) -> Iterator[int]:
        """On which space things stand, if that is one, and no space is among them that has to be worked out."""
        known = [thing for thing in things if isinstance(thing, model.Expression)]
        found = {space for thing in known if (space := self.space_of(thing)) is not None}
        if len(found) == 1 and not any(thing.kind.is_a(self.board.spaces) for thing in known):
            yield from found

    @cached_property
    def offered(self) -> dict[str, bool]:
        """By its name what something can be done with, or not, where no space is told; not where both is said."""
        found: dict[str, set[bool]] = {}
        for condition in (step.condition for step in self.steps if isinstance(step, model.Then)):
            inner = condition.condition if isinstance(condition, model.Not) else condition
            if isinstance(inner, model.CanDo) and not [*self.spaces_in(inner.invocation.arguments)]:
                uses = (one for one in inner.invocation.arguments if isinstance(one, model.Use))
                for name in [use.variable.name for use in uses][:1]:
                    found.setdefault(name, set()).add(inner is condition)
        return {name: so for name, (so, *others) in found.items() if not others}

    @cached_property
    def afterwards(self) -> list[Afterwards]:
        """What it says after each run of what is done or given anew, as far as it is known what stands there then."""
        told = [step for step in self.story.example.steps if not isinstance(step, model.Said)]
        played = dropwhile(lambda step: part_of(step) == "given", told)
        left = list(dropwhile(lambda step: part_of(step) == "then", played))
        first = list(takewhile(lambda step: part_of(step) == "when", left))
        said: list[list[model.ExampleStep]] = [[]]
        for is_said, group in groupby(left[len(first) :], key=lambda step: part_of(step) == "then"):
            if is_said:
                said[-1] = list(group)
            else:
                said.append([])
        if all(isinstance(step, self.unseen) for step in first):  # is said of the position before
            said[0] = []
        runs = zip((self.scene, *self.scene.further), said, strict=False)
        return [
            Afterwards(self.speech, self.story, replace(run, pieces=run.end), self.board, self.numbers, steps)
            for run, steps in runs
        ]

    @cached_property
    def turns(self) -> list[tuple[Piece, bool]]:
        """The only piece of the board that is heading somewhere, as it would be heading elsewhere, and whether it is
        said, before anything is done, that something can be done with that direction, or not."""
        conditions = (step.condition for step in self.steps if isinstance(step, model.Then))
        found = ((c.condition, False) if isinstance(c, model.Not) else (c, True) for c in conditions)
        return [
            (turned, can) for inner, can in found if isinstance(inner, model.CanDo)
            for node in inner.invocation.arguments if isinstance(node, model.Constant) and node.kind.sort == "direction"
            if (turned := self.turned(node)) is not None
        ]  # fmt: skip

    def turned(self, direction: model.Constant) -> Piece | None:
        infos, heading = self.speech.book.world.piece_infos, list[tuple[Piece, str]]()
        for piece in self.scene.pieces if direction.kind is self.board.directions else ():
            kind = infos[piece.kind].kind if piece.kind and piece.at in self.numbers else None
            attributes = self.speech.book.world.attributes(kind) if kind else ()
            heading += [(piece, a.name) for a in attributes if a.kind is direction.kind]
        if len(heading) != 1:
            return None
        [(piece, name)] = heading
        return replace(piece, values=tuple((n, direction.name if n == name else v) for n, v in piece.values))

    @cached_property
    def placed(self) -> dict[int, Piece]:
        """What would stand on the spaces on which something can be done or not."""
        asked_of = ((space, asked) for space, _, asked in self.asked if isinstance(asked, model.CanDo))
        found = ((space, self.piece_placed(asked, space) or self.piece_moved(asked)) for space, asked in asked_of)
        return {space: replace(piece, at=space) for space, piece in found if piece}

    def piece_moved(self, asked: model.CanDo) -> Piece | None:
        """The piece on the board that an action moves to a space, if it is told both."""
        told = dict(zip(asked.invocation.action.parameters, asked.invocation.arguments, strict=False))
        for move in asked.invocation.action.effects:
            match move:
                case model.Move(what=model.Use(variable=what), to=model.Use(variable=to)) if {what, to} <= {*told}:
                    piece = told[what]
                    start = self.space_of(piece) if piece is not None else None
                    return next((piece for piece in reversed(self.scene.pieces) if piece.at == start), None)
                case _:  # does something else
                    pass
        return None

    def piece_placed(self, asked: model.CanDo, space: int) -> Piece | None:
        """The piece that an action brings to the space, if it says which kind it is of."""
        moves = (node for node in asked.invocation.action.effects if isinstance(node, model.Move))
        kind = next((self.kind_placed(move, asked.invocation) for move in moves), None)
        info = self.speech.book.world.piece_infos.get(kind.name) if kind else None
        if info is None or kind in {other.kind.parent for other in self.speech.book.world.piece_infos.values()}:
            return None
        seat = asked.who.value if isinstance(asked.who, model.Constant) and asked.who.value in info.owners else -1
        hidden = any(attribute.seen.by != "all" for attribute in self.speech.book.world.attributes(info.kind))
        return Piece(info.kind.name, space, seat, hidden=hidden)

    def kind_placed(self, move: model.Move, invocation: model.Invocation) -> Kind | None:
        """Of which kind what is moved is, if it comes to a space that the action is told, and was not on one."""
        told = invocation.action.parameters
        if not (isinstance(move.to, model.Use) and move.to.variable in told):
            return None
        match move.what:
            case model.Selection(kind=kind) | model.Pick(kind=kind):
                return kind
            case model.Use(variable=variable) if variable not in told:
                return variable.kind
            case _:  # which one it is has to be worked out
                return None

    @cached_property
    def sights(self) -> list[Sight]:
        """The lines of which the example speaks before anything is done: those of sight, or else those that it names
        first."""
        told = list(sights(self.steps, self.space_of))
        found = [sight for sight in told if sight.start in self.numbers and sight.end in self.numbers]
        kept = min(found, key=lambda sight: not sight.is_line, default=None)
        return [sight for sight in found if kept and sight.quality is kept.quality]  # no key could tell others

    @cached_property
    def walked(self) -> list[Walked]:
        """The walks that may not be closed by what cannot be done, before anything is done."""
        lines = [step for step in self.story.example.steps if isinstance(step, model.Then)]
        same = len(lines) == len(self.scene.held)
        held = dict(zip((id(one.condition) for one in lines), self.scene.held, strict=True)) if same else {}
        barred = ((c, c.condition) for c in (s.condition for s in self.steps if isinstance(s, model.Then))
                  if isinstance(c, model.Not))  # fmt: skip
        return [
            one for condition, asked in barred if isinstance(asked, model.CanDo) and id(condition) in held
            for space in [*self.spaces_in(asked.invocation.arguments)][-1:] if space in self.numbers
            for one in walked(asked, held[id(condition)], space, self.board.one, self.numbers, self.space_of)
        ]  # fmt: skip

    def space_of(self, thing: model.Expression) -> int | None:
        """The space that is named, or on which what is named stands."""
        match thing:
            case model.PlaceOf(piece=piece):
                return self.space_of(piece)
            case model.Pick(selection=model.Selection(place=model.Located(where=model.Expression() as where))):
                return self.space_of(where)
            case model.Constant(kind=kind, value=value) if kind.is_a(self.board.spaces):
                return value
            case model.Constant(kind=kind, name=name) if kind.unique:
                of_it = (p for p in self.scene.pieces if p.kind == kind.name or (NAME, name) in p.values)
                return next((piece.at for piece in of_it), None)
            case model.Use(variable=variable):
                return next((piece.at for piece in self.scene.pieces if piece.called == variable.name), None)
            case _:  # what else there is has to be worked out
                return None


class Afterwards(Spoken):
    """What an example says after a run of what is done, in `said`; what stands on the board then is in `scene`."""

    def __init__(
        self, speech: Speech, story: Story, scene: Scene, board: BoardInfo, numbers: range,
        said: Sequence[model.ExampleStep],
    ) -> None:  # fmt: skip
        super().__init__(speech, story, scene, board, numbers)
        self.said = said

    @cached_property
    def steps(self) -> list[model.ExampleStep]:
        return [*self.said]

    @cached_property
    def possible(self) -> dict[int, bool]:
        """The spaces on which something can be done then or not, but for those where one thing can and another not."""
        can, cannot = ({space for space, is_so, _ in self.asked if is_so == so} for so in (True, False))
        return {space: is_so for space, is_so, _ in self.asked if space not in can & cannot}


def part_of(step: model.ExampleStep) -> str:
    """Which part of a story a step is."""
    parts = {model.Given: "given", model.Then: "then"}
    return parts.get(type(step), "when")
