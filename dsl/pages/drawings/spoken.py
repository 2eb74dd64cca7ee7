"""Of which spaces of a board a worked example speaks: those that it names, on which something can be done or not, and
between which a line of sight is open or closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, groupby, takewhile

from dsl import model
from dsl.board.scene import Held, Piece, Scene
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, BoardInfo, Kind
from dsl.pages.drawings.artist import FACED, direction
from dsl.pages.drawings.shots import Shots
from dsl.pages.drawings.sights import Sight, sights
from dsl.pages.drawings.walks import Walked, walked
from dsl.pages.drawings.whereabouts import Whereabouts
from dsl.pages.guide.examples import Story
from dsl.prose.speech import Speech

Turn = tuple[int, model.Constant, bool]
"""On which space stands what is or can be something in a direction, or not."""


@dataclass(frozen=True)
class Claim:
    """The whole of what is said, what it is about, and whether that is so."""

    whole: model.Condition
    about: model.Condition
    so: bool


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
        ends |= {space for shots in self.shots for one in shots for space in (one.start, one.end)}
        ends |= {space for one in self.walked for space in one.spaces}
        return {space for space in (*self.spaces_in(self.steps), *ends) if space in self.numbers}

    @property
    def later(self) -> set[int]:
        """The spaces that are named only behind that, or between which there is a line then."""
        ends = (space for after in self.afterwards for one in after.sights for space in (one.start, one.end))
        return {space for space in (*self.spaces_in(self.story.example.steps), *ends) if space in self.numbers}

    def spaces_in(self, nodes: object) -> Iterator[int]:
        for node in nodes_in(nodes):
            if isinstance(node, model.Constant) and node.kind.is_a(self.board.spaces):
                yield node.value

    @cached_property
    def claims(self) -> list[Claim]:
        """What it says then, each line that is no whole of several."""
        told = [step.condition for step in self.steps if isinstance(step, model.Then)]
        return [
            Claim(one, one.condition, False) if isinstance(one, model.Not) else Claim(one, one, True) for one in told
        ]

    @cached_property
    def possible(self) -> dict[int, bool]:
        """The spaces on which it is said, before anything is done, that something can be done or not, or of which it is
        said that they are so or not, or that what stands there is."""
        asked = {space: can for space, can, how in self.asked if can or not self.otherwise(space, how)}
        return dict(self.claimed) | asked

    def otherwise(self, space: int, asked: model.CanDo | model.Choosable) -> bool:
        """Whether what cannot be done on a space is soon done by another action."""
        own = asked.invocation.action if isinstance(asked, model.CanDo) else None
        done = (step.invocation for step in self.steps if isinstance(step, model.WhenDoes))
        return any(one.action is not own and space in [*self.spaces_in(one.arguments)][-1:] for one in done)

    @property
    def claimed(self) -> list[tuple[int, bool]]:
        """The spaces of which it is said that they are so, or not, or of what stands there; what is so only if both is
        said of some, or nothing is done; none where one is said to be something else than another."""
        claims = [told for claim in self.claims for told in self.told_of(claim)]
        if len({quality for _, _, quality in claims}) > 1:
            return []
        found = dict.fromkeys((space, so) for space, so, _ in claims)
        both = {space for space, so in found if (space, not so) in found}
        is_known = self.is_still or {so for _, so in found} == {True, False}
        return [(space, so) for space, so in found if is_known and space not in both]

    @property
    def is_still(self) -> bool:
        """Whether nothing is done."""
        return all(part_of(step) != "when" for step in self.steps)

    def told_of(self, claim: Claim) -> Iterator[tuple[int, bool, model.Quality]]:
        """The space of which it is said that it, or what stands there, is so, or not; what is only the opposite of
        something is that. What is so in one direction alone is marked there, and between two things where lines say
        something else."""
        match claim.about:
            case model.Holds(quality=quality, arguments=(thing, *others)):
                space, so = self.here(thing), claim.so
                is_line = any(self.space_of(other) is not None for other in others)
                is_drawn = any(sight.quality is quality or not is_line for sight in self.sights)
                if space is None or is_drawn or any(map(self.is_way, others)):
                    return
                match quality.conditions:
                    case (model.Not(condition=model.Holds(quality=other)),):
                        so, quality = not so, other
                    case _:  # says more
                        pass
                yield space, so, quality
            case _:  # is said of something else
                pass

    def here(self, thing: model.Expression) -> int | None:
        """The space of this board that is named, or on which what is named stands."""
        space = self.space_of(thing)
        return space if space in self.numbers else None

    def is_way(self, thing: model.Expression | None) -> bool:
        """Whether it is a direction of the board."""
        world = self.speech.book.world
        return isinstance(thing, model.Constant) and direction(world, thing.kind, thing.value, self.board) is not None

    @cached_property
    def asked(self) -> list[tuple[int, bool, model.CanDo | model.Choosable]]:
        """The same with what it is that can be done there, or not; or with what stands there, or is chosen there."""
        found = []
        for claim in self.claims:
            inner = claim.about
            if isinstance(inner, model.CanDo | model.Choosable):
                things = inner.invocation.arguments if isinstance(inner, model.CanDo) else (inner.what,)
                spaces = [*self.spaces_in(things)] or [*self.standing_on(things)] or [*self.acting(claim)]
                found += [(space, claim.so, inner) for space in spaces[-1:] if space in self.numbers]
        return found

    def standing_on(self, things: Sequence[object]) -> Iterator[int]:
        """On which space of the board things stand, if that is one, and no space is among them that has to be worked
        out."""
        known = [thing for thing in things if isinstance(thing, model.Expression)]
        found = {space for thing in known if (space := self.here(thing)) is not None}
        if len(found) == 1 and not any(thing.kind.is_a(self.board.spaces) for thing in known):
            yield from found

    def acting(self, claim: Claim) -> Iterator[int]:
        """Where the piece stands that would do what cannot be done, if that is told no piece, space or direction; what
        can be done only if it cannot at another time."""
        if not isinstance(claim.about, model.CanDo) or not all(map(self.is_open, claim.about.invocation.arguments)):
            return
        action = claim.about.invocation.action
        told = [step.condition for step in self.story.example.steps if isinstance(step, model.Then)]
        denied = [one.condition for one in told if isinstance(one, model.Not)]
        if any(isinstance(one, model.CanDo) and one.invocation.action is action for one in denied):
            where = replace(self.where, who=claim.about.who)
            held = self.held.get(id(claim.whole))
            space = where.acting(action, held.unmet if held else ())
            yield from () if space is None or space not in self.numbers else (space,)

    def is_open(self, argument: model.Expression | None) -> bool:
        """Whether nothing is told that is on a board or comes there."""
        sorts = ("piece", "place", "space", "direction")
        return argument is None or not (argument.kind.sort in sorts or self.is_way(argument))

    @cached_property
    def held(self) -> dict[int, Held]:
        """What is known of the lines that say what holds then, by the identity of what they say."""
        lines = [step for step in self.story.example.steps if isinstance(step, model.Then)]
        same = len(lines) == len(self.scene.held)
        return dict(zip((id(one.condition) for one in lines), self.scene.held, strict=True)) if same else {}

    @cached_property
    def offered(self) -> dict[str, bool]:
        """By its name what something can be done with, or not, where no space is told; not where both is said."""
        found: dict[str, set[bool]] = {}
        for claim in self.claims:
            inner = claim.about
            if isinstance(inner, model.CanDo) and not [*self.spaces_in(inner.invocation.arguments)]:
                uses = (one for one in inner.invocation.arguments if isinstance(one, model.Use))
                for name in [use.variable.name for use in uses][:1]:
                    found.setdefault(name, set()).add(claim.so)
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
            Afterwards(
                self.speech, self.story, replace(run, pieces=run.end, held=self.scene.held), self.board, self.numbers,
                steps,
            )
            for run, steps in runs
        ]  # fmt: skip

    @cached_property
    def runs(self) -> list[tuple[Scene, list[model.ExampleStep]]]:
        """What becomes of the pieces in each run of what is done, and its steps."""
        told = dropwhile(lambda step: part_of(step) != "when", self.story.example.steps)
        steps = (step for step in told if not isinstance(step, model.Said))
        runs = [list(group) for is_said, group in groupby(steps, lambda step: part_of(step) == "then") if not is_said]
        return [*zip((self.scene, *self.scene.further), runs, strict=False)]

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """For each run, from where to where the actions are told that something goes."""
        found = []
        for scene, run in self.runs:
            where = Whereabouts(self.speech.book.world, scene, self.board)
            told = [step.invocation.arguments for step in run if isinstance(step, model.WhenDoes)]
            known = [[one for one in things if isinstance(one, model.Expression)] for things in told]
            spaces = [[space for one in things if (space := where.space_of(one)) is not None] for things in known]
            found.append([(way[0], way[-1]) for way in spaces if len(way) > 1])
        return found

    @cached_property
    def shots(self) -> list[list[Sight]]:
        """The lines of what one piece does to another, for each run of what is done."""
        found = []
        for scene, run in self.runs:
            shots = Shots(scene, Whereabouts(self.speech.book.world, scene, self.board)).of(run)
            found.append([one for one in shots if {one.start, one.end} <= {*self.numbers}])
        return found

    @cached_property
    def turns(self) -> list[Turn]:
        """The directions of which something is said: that what stands on a space is so to it, or not; or that something
        can be done with it, or not, at the only piece of the board that is heading somewhere."""
        found = list[Turn]()
        for claim in self.claims:
            match claim.about:
                case model.CanDo(invocation=invocation) if (at := self.heading) is not None:
                    told = [way for way in nodes_in(invocation.arguments) if isinstance(way, model.Constant)]
                    found += [(at, way, claim.so) for way in told if way.kind is self.board.directions]
                case model.Holds(arguments=(thing, *others)) if (at := self.here(thing)) is not None:
                    ways = [way for way in others if isinstance(way, model.Constant) and self.is_way(way)]
                    found += [(at, way, claim.so) for way in ways]
                case _:  # speaks of something else
                    pass
        return found

    @cached_property
    def heading(self) -> int | None:
        """Where the only piece of the board stands that is heading somewhere."""
        world, found = self.speech.book.world, list[int]()
        for piece in self.scene.pieces:
            kind = world.piece_infos[piece.kind].kind if piece.kind and piece.at in self.numbers else None
            found += [piece.at for a in (world.attributes(kind) if kind else ()) if a.kind is self.board.directions]
        return found[0] if len(found) == 1 else None

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
        barred = [(claim.whole, claim.about) for claim in self.claims if not claim.so]
        full = [space for space, can in self.possible.items() if can and space in self.numbers]
        return [
            one for condition, asked in barred if isinstance(asked, model.CanDo) and id(condition) in self.held
            for space in [*self.spaces_in(asked.invocation.arguments)][-1:] if space in self.numbers
            for one in walked(asked, self.held[id(condition)], space, self.board.one, self.numbers, self.space_of, full)
        ]  # fmt: skip

    @cached_property
    def where(self) -> Whereabouts:
        return Whereabouts(self.speech.book.world, self.scene, self.board)

    def space_of(self, thing: model.Expression) -> int | None:
        return self.where.space_of(thing)


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
        """The spaces on which something can be done then or not, but for those where one thing can and another not; of
        which what stands there is said to be so or not, if that is given, or one is not so."""
        can, cannot = ({space for space, is_so, _ in self.asked if is_so == so} for so in (True, False))
        asked = {space: is_so for space, is_so, _ in self.asked if space not in can & cannot}
        claimed = dict(self.claimed) if self.scene.given else {}
        return claimed | asked


def part_of(step: model.ExampleStep) -> str:
    """Which part of a story a step is."""
    parts = {model.Given: "given", model.Then: "then"}
    return parts.get(type(step), "when")
