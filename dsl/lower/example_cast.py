"""Of whom and of what the lines of an example speak: the words that keep it, and what `given` lines say taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dsl import model as m
from dsl.ir.nodes import Block, Expr, Store
from dsl.ir.program import VARIABLES, Picked
from dsl.lower.build import Build, Scene
from dsl.lower.ops import load, number
from dsl.model import Condition, Selection, Variable
from dsl.model.visit import conjuncts, nodes_in
from dsl.model.world import Kind


@dataclass
class Cast:
    """The pieces and places of one example: each has a word of `example.variables`, also those that have no name.

    `facts` are what later lines say of a piece that never changes (its Weapon): they help to pick it. `named` are the
    pieces that lines name: none of them is picked for another. `kept` is what must be so when all is made true, for
    each thing that was put somewhere or given a value; `crowded` makes room for each before that. `said` is all that is
    given.
    """

    build: Build
    said: Sequence[Condition] = ()
    words: dict[Variable, int] = field(default_factory=dict)
    nameless: int = 0
    kinds: list[tuple[Kind, int]] = field(default_factory=list)
    facts: dict[Variable, list[Condition]] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)
    picked: list[Picked] = field(default_factory=list)
    kept: list[Block] = field(default_factory=list)
    crowded: list[Block] = field(default_factory=list)

    def word(self, variable: Variable) -> int:
        if variable not in self.words:
            self.words[variable] = len(self.words) + self.nameless
        return self.words[variable]

    def nameless_word(self) -> int:
        self.nameless += 1
        return len(self.words) + self.nameless - 1

    def noted(self, value: Expr) -> tuple[Block, Expr]:
        """A value that is kept until all is made true: what keeps it, and where it is found then."""
        word = self.nameless_word()
        return (Store(VARIABLES, number(word), value),), load(VARIABLES, word)

    def bind(self, scene: Scene) -> Scene:
        """Lets a function speak of the pieces."""
        for variable, word in self.words.items():
            scene.values[variable] = load(VARIABLES, word)
        return scene


def gather_facts(cast: Cast, givens: list[m.Given]) -> None:
    """What the lines say of attributes that never change, and which pieces they name."""
    for given in givens:
        cast.named |= pieces_named(given)
        for condition in conjuncts((given.condition,)):
            match condition:
                case m.Compare(operator="=", left=m.Get(attribute=attribute, of=m.Use(variable=variable))):
                    if attribute.constant is not None:
                        cast.facts.setdefault(variable, []).append(condition)
                case _:  # all else can change
                    pass


def pieces_named(lines: object) -> set[int]:
    """The pieces that have names in the rulebook by which lines call them."""
    named = (node for node in nodes_in(lines) if isinstance(node, m.Constant) and node.kind.sort == "piece")
    return {node.value for node in named}


def in_order(givens: Iterable[m.Given]) -> list[m.Given]:
    """What lines say, as it is made true: first what is shuffled in, then how many there are, with what every thing is
    said to be like behind that, and the values of things behind that; last what lies at an end."""
    late, found, counted = False, list[tuple[int, bool, m.Given]](), False
    for part in (part for given in givens for part in parts_of(given)):
        of_every = isinstance(part.condition, m.ForAll) and not puts(part.condition)
        counted |= counts(part)
        late |= counted and of_every
        waits = counts(part) or (late and not puts(part.condition))
        found.append((from_the_end(part), waits, part))
    return [part for *_, part in sorted(found, key=lambda one: one[:2])]


def puts(condition: Condition) -> bool:
    """Whether it says where something is: what is said so makes room for the lines behind it."""
    return isinstance(condition.condition if isinstance(condition, m.ForAll) else condition, m.Exists | m.Located)


def parts_of(given: m.Given) -> Iterator[m.Given]:
    """`there is a Card at the top of the Deck` brings a card in, and later says where it lies."""
    match given.condition:
        case m.Exists(span=span, selection=Selection(place=place, that=that) as selection):
            ends = [c for c in conjuncts(selection.conditions) if _is_at_an_end(c, selection.variable)]
            left = replace(
                selection,
                place=place if place not in ends else None,
                that=tuple(c for c in conjuncts(that) if c not in ends),
            )
            yield replace(given, condition=m.Exists(span, left)) if ends else given
            yield from (replace(given, condition=end) for end in ends)
        case _:  # no other is of more than one thing
            yield given


def _is_at_an_end(condition: Condition, variable: Variable) -> bool:
    match condition:
        case m.Compare(operator="=", left=m.Use(variable=v), right=m.EndOf()):
            return v is variable
        case _:  # no other speaks of an end
            return False


def counts(given: m.Given) -> bool:
    """Whether it says how many there are, those among them of which other lines speak."""
    match given.condition:
        case m.Compare(operator="=", left=m.Count()):
            return True
        case _:  # no other makes just so many
            return False


def from_the_end(given: m.Given) -> int:
    """How far from the top or bottom of a place it says what lies there; 0 where it does not say."""
    match given.condition:
        case m.Compare(right=m.EndOf(nth=nth)):
            return nth
        case _:  # no other speaks of an end
            return 0
