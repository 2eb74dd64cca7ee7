"""What the things of a worked example are called where only one can be meant: "the ship", "Red's ship", "the black
shard", "the Laser"; a nickname is told where two could be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dsl import model
from dsl.board.scene import Piece, Scene
from dsl.model import Selection, Variable
from dsl.model.visit import nodes_in
from dsl.model.world import Kind, World
from dsl.prose.forms import Attached, Form, Noun, Term
from dsl.prose.nouns import adjective, definition_term, kind_term
from dsl.prose.scope import Scope


@dataclass(frozen=True)
class PlainNames:
    """`meant`: what things are called; `powers`: those that are called by the only power that such a thing has."""

    meant: Mapping[Variable, Noun]
    powers: Mapping[Variable, Term]


NO_NAMES = PlainNames({}, {})


def plain_names(
    scope: Scope, powers: Iterable[model.Power], steps: Iterable[model.ExampleStep], scene: Scene
) -> PlainNames:
    steps = [*steps]
    brought = [
        s.condition.selection for s in steps if isinstance(s, model.Given) and isinstance(s.condition, model.Exists)
    ]
    unknown = {*asked_which(steps)}
    named = {v: term for v, term in by_power(scope.world, [*powers], steps) if v not in unknown}
    often = [*named.values()]
    named = {variable: term for variable, term in named.items() if often.count(term) == 1}
    meant = {variable: Noun(term) for variable, term in named.items()}
    for those in brought:
        if those.variable.is_nickname and those.kind.sort == "piece" and those.variable not in meant:
            crowd = Crowd(scope.world, brought, scene.pieces)
            name = plain_name(scope, those, crowd) or by_place(scope, those, scene, crowd)
            if name is not None:
                meant[those.variable] = name
    return PlainNames(meant, named)


def asked_which(steps: Iterable[model.ExampleStep]) -> Iterator[Variable]:
    """The things of which it is said after what is given which power they have."""
    for node in nodes_in([step for step in steps if not isinstance(step, model.Given)]):
        match node:
            case model.Get(attribute=attribute, of=model.Use(variable=thing)) if attribute.kind.sort == "power":
                yield thing
            case _:  # says something else, or of nothing that has a name here
                pass


def by_power(
    world: World, powers: list[model.Power], steps: Iterable[model.ExampleStep]
) -> Iterator[tuple[Variable, Term]]:
    """The things of which it is given which power they have, if that is all they can have of the sort."""
    for condition in (step.condition for step in steps if isinstance(step, model.Given)):
        for told in conditions_in(condition):
            match told:
                case model.Compare(
                    operator="=",
                    left=model.Get(attribute=attribute, of=model.Use(variable=thing)),
                    right=model.Constant(kind=Kind(sort="power") as family, value=value),
                ) if attribute.kind is family and sum(a.kind is family for a in world.attributes(thing.kind)) == 1:
                    yield from ((thing, definition_term(p)) for p in powers if is_power(p, family, value))
                case _:  # tells of no power
                    pass


def conditions_in(condition: model.Condition) -> tuple[model.Condition, ...]:
    return condition.selection.that if isinstance(condition, model.Exists) else (condition,)


def is_power(power: model.Power, family: Kind, value: int) -> bool:
    return power.family is family and family.start + power.number == value and not power.each


@dataclass(frozen=True)
class Crowd:
    """All things that could be meant in an example: those that it brings in, and those that are on boards anyway."""

    world: World
    brought: list[Selection]
    pieces: tuple[Piece, ...]

    def is_alone(self, those: Selection, owner: int | None, words: tuple[str, ...]) -> bool:
        """Whether nothing else is of the kind, and of the owner and so described, if that is said."""
        others = (other for other in self.brought if other is not those and other.kind.meets(those.kind))
        if any(owner in (None, owned_by(other)) and {*words} <= {*words_of(other)} for other in others):
            return False
        mine = {other.variable.name for other in self.brought if other.variable.is_nickname}
        left = (p for p in self.pieces if p.called not in mine and p.kind and self.is_of(p, those.kind))
        return not any(owner in (None, p.seat) and {*words} <= {v for _, v in p.values} for p in left)

    def only_one(self, those: Selection, space: int, pieces: Iterable[Piece]) -> bool:
        """Whether it is there, and nothing else of its kind and owner; it can be another player's by now."""
        owner, name = owned_by(those), those.variable.name
        there = [p for p in pieces if p.at == space and p.kind and self.is_of(p, those.kind)]
        return [p.called for p in there if owner in (None, p.seat) or p.called == name] == [name]

    def none_left(self, those: Selection, space: int, pieces: Iterable[Piece]) -> bool:
        """Whether it is no more on any board, nor anything else of its kind and owner where it was."""
        owner, pieces = owned_by(those), [*pieces]
        there = (p for p in pieces if p.at == space and p.kind and self.is_of(p, those.kind))
        away = all(p.called != those.variable.name for p in pieces)
        return away and not any(owner in (None, p.seat) for p in there)

    def is_of(self, piece: Piece, kind: Kind) -> bool:
        return self.world.piece_infos[piece.kind].kind.meets(kind)


def plain_name(scope: Scope, those: Selection, crowd: Crowd) -> Noun | None:
    kind = kind_term(those.kind)
    owner, words = owned_by(those), words_of(those)
    if crowd.is_alone(those, None, ()):
        return Noun(kind)
    if owner is not None and crowd.is_alone(those, owner, ()):
        return Noun(kind, of=owner_form(scope, those))
    if words and crowd.is_alone(those, None, words):
        return Noun(kind, adjectives=tuple(adjective(word) for word in those.words if value_of(word)))
    return None


def by_place(scope: Scope, those: Selection, scene: Scene, crowd: Crowd) -> Noun | None:
    """By the space on which it stands, if it stays there and is put nowhere else, or leaves all boards for good, and
    nothing else could be meant: "Blue's ship on D4"."""
    match those.place:
        case model.Located(
            preposition=preposition, where=model.Constant(kind=Kind(sort="space"), value=space) as where
        ):
            put = (piece for later in scene.further if later.given for piece in later.end)
            stays = all(start != space for start, _ in scene.moves)
            stays = stays and all(piece.at == space for piece in put if piece.called == those.variable.name)
            last = scene.end or scene.pieces
            left = [last, *(pieces for later in scene.further for pieces in (later.pieces, later.end))]
            gone = all(crowd.none_left(those, space, pieces) for pieces in left)
            alone = crowd.only_one(those, space, scene.pieces) and (gone or crowd.only_one(those, space, last))
            there = Attached(preposition, scope.form(where))
            named = Noun(kind_term(those.kind), of=owner_form(scope, those), attached=(there,))
            return named if stays and alone else None
        case _:  # is not said to stand on a space
            return None


def words_of(those: Selection) -> tuple[str, ...]:
    """The values by which it is described: "black"; what it is at first may be no longer so."""
    return tuple(value for word in those.words if (value := value_of(word)))


def value_of(word: model.Condition) -> str:
    match word:
        case model.Compare(operator="=", right=model.Constant(kind=kind, value=value)) if kind.elements:
            return kind.elements[value - kind.start]
        case _:  # is a quality
            return ""


def owned_by(those: Selection) -> int | None:
    owners = (c.by for c in those.conditions if isinstance(c, model.Owned))
    return next((by.value for by in owners if isinstance(by, model.Constant)), None)


def owner_form(scope: Scope, those: Selection) -> Form | None:
    owners = (c.by for c in those.conditions if isinstance(c, model.Owned))
    return next((scope.form(by) for by in owners), None)
