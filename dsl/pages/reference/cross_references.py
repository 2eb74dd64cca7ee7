"""Which rule of the reference speaks of which: where a word is explained, and where it is used; glossary and index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from dsl.late import dataclass
from dsl.model.world import BoardInfo, Kind, LineInfo, PieceInfo, PlaceInfo, TableInfo, World
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line

WORDS = ("thing", "term")  # passages that say what a word means


@dataclass(frozen=True, eq=False)
class Rule:
    """A numbered place of the reference: its address, its sentences, and the passage, if it is one. `names` are what is
    called something in it."""

    number: str
    title: str
    address: str
    lines: tuple[Line, ...]
    passage: Passage | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A line of the index: a word, the rules that explain it, those that use it."""

    word: str
    explained: tuple[Rule, ...]
    used: tuple[Rule, ...]


class Crossings:
    """What the rules say of one another. `places` are the addresses of what is spoken of, by its identity."""

    def __init__(self, rules: Iterable[Rule], places: Mapping[int, str]) -> None:
        self.rules = list(rules)
        self.speaking: dict[str, list[Rule]] = {}
        for rule in self.rules:
            for address in dict.fromkeys(spoken_of(rule.lines, places)):
                if address != rule.address:
                    self.speaking.setdefault(address, []).append(rule)

    def named_in(self, address: str) -> list[Rule]:
        """The rules that speak of the one at an address, in their order."""
        return self.speaking.get(address, [])

    @property
    def glossary(self) -> list[Passage]:
        """The passages that say what a word means, by the alphabet; of those that say the same the first. Tables
        stand for themselves."""
        found: dict[tuple[str, ...], Passage] = {}
        told = (rule.passage for rule in self.rules if rule.passage and rule.passage.sort in WORDS)
        for passage in (passage for passage in told if passage.sheet is None):
            said = (line.text for line in passage.lines())
            found.setdefault((passage.title, passage.variant, *said), passage)
        return sorted(found.values(), key=lambda passage: in_order(passage.title))

    @property
    def index(self) -> list[Entry]:
        """All names of rules and of what is called something in them, by the alphabet."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            for word in dict.fromkeys((rule.title, *rule.names)):
                found.setdefault(word, []).append(rule)
        entries = (self.entry(word, rules) for word, rules in found.items())
        return sorted(entries, key=lambda entry: in_order(entry.word))

    def entry(self, word: str, rules: list[Rule]) -> Entry:
        titled = [rule for rule in rules if rule.title == word]
        used = chain.from_iterable(self.named_in(rule.address) for rule in titled)
        known = {rule.address for rule in rules}
        return Entry(word, tuple(rules), tuple(dict.fromkeys(rule for rule in used if rule.address not in known)))


def spoken_of(lines: Iterable[Line], places: Mapping[int, str]) -> Iterator[str]:
    """The addresses of all that lines speak of."""
    for line in lines:
        yield from (places[id(run.about)] for run in line.words if id(run.about) in places)
        yield from spoken_of(line.children, places)


def in_order(word: str) -> tuple[str, str]:
    """A word as it is sorted: small, without accents."""
    return anchor(word), word


def of_kinds(places: Mapping[int, str], world: World) -> dict[int, str]:
    """The places of pieces, places, boards and tables as those of the words for them and for what they have."""
    things: list[PieceInfo | PlaceInfo | BoardInfo | TableInfo | LineInfo] = [
        *world.piece_infos.values(), *world.places.values(), *world.boards.values(), *world.tables.values(),
        *world.lines.values(),
    ]  # fmt: skip
    found: dict[int, str] = {}
    for thing in things:
        attributes = [] if isinstance(thing, LineInfo) else thing.attributes
        for word in (*words_for(thing), *attributes) if id(thing) in places else ():
            found.setdefault(id(word), places.get(id(word), places[id(thing)]))
        called = (attribute for attribute in attributes if attribute.name == attribute.kind.name)
        found |= {id(attribute): places[id(attribute.kind)] for attribute in called if id(attribute.kind) in places}
    counted = (trait for trait in world.traits if trait.name == trait.kind.name and id(trait.kind) in places)
    return found | {id(trait): places[id(trait.kind)] for trait in counted}


def words_for(thing: PieceInfo | PlaceInfo | BoardInfo | TableInfo | LineInfo) -> tuple[Kind, ...]:
    """The kinds that a thing stands for: a board for its spaces, too."""
    return (thing.kind, thing.spaces) if isinstance(thing, BoardInfo) else (thing.kind,)
