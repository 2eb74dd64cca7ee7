"""The designer's own words about a rule: they say no number but those of the rule, and take those that have a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod

from dsl import tree
from dsl.model import Rulebook
from dsl.model.world import Kind, World
from dsl.resolve.in_play import InPlay
from dsl.resolve.items import Item, name_of
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, Note, near
from dsl.text.inflection import plural, singular
from dsl.text.numerals import ENGLISH, Said, names_in, numbers_in
from dsl.text.reader import reserved

Spoken = tree.Words | tree.InShort
# What is told of a rule is told of these, too, where its lines speak of them.
SPOKEN_OF = (
    tree.Setup | tree.Play | tree.Action | tree.Power | tree.Phase | tree.Window | tree.Procedure
    | tree.Quality | tree.Truth | tree.Value | tree.Walk | tree.Position | tree.Rule | tree.Ending | tree.Override
    | tree.Setting | tree.Range | tree.Lines
)  # fmt: skip
NO_RULES = (tree.Example, tree.Library, tree.Look)  # whose words make no word one of the rules
# What makes a number one of the rules, besides the words of the rulebook.
IDLE = frozenset("of your own his her its their them these those other others more".split())  # these name nothing
OFTEN = {"twice": "times", "thrice": "times"}  # what stands behind the number that is said instead
DETERMINES = r"\b(?:the|these|those|your|their|his|her|its|first|last|all|both)"  # before a number that can go
NAMED_THERE = "here it stands as a number, which can bear a name, too (so often: `repeat {} times`)"
UNITS = frozenset("player players point points space spaces time times turn turns twice thrice".split())


@dataclass(frozen=True)
class Written:
    """What is written in an item: numbers, words, Names among them, and texts, whose words do not count."""

    numbers: set[int]
    words: set[str]
    texts: list[Spoken]


def faults(text: InPlay, book: Rulebook) -> Iterator[Diagnostic]:
    return OwnWords(text.every, book).faults()


class OwnWords:
    """The texts of a rulebook, of which `items` are all, those included that are not in play."""

    def __init__(self, items: Sequence[Item], book: Rulebook) -> None:
        self.items = [item for item in items if not isinstance(item.node, NO_RULES)]
        self.book, self.world, self.language = book, book.world, book.language
        self.written = {id(item.node): written(item.node) for item in self.items}

    def faults(self) -> Iterator[Diagnostic]:
        """Of the texts that are in play: places for what is no named number, and numbers that no rule says."""
        for at, item in enumerate(self.items):
            for text in self.written[id(item.node)].texts if item.present else ():
                yield from self.misplaced(text, item.node)
                told = self.unprinted.sub(" . ", text.text) if self.unprinted else text.text
                said = [one for one in numbers_in(told, self.language) if self.counts(one)]
                own = self.numbers_of(at) | self.beside(item.node) if said else set()
                there = own | brought_in(item.node) | come_together(item.node, own) if said else own
                strange = [one for one in said if one.number not in there | self.counted(one.after) | self.values(one)]
                if isinstance(text, tree.Words):  # of what no rule says a number, none can be another one day
                    free = [one for one in strange if not own or self.some_of_them(one, told, item.node)]
                    strange = [one for one in strange if one not in free or self.too_many(one)]
                if strange:
                    yield self.untold(text, strange)

    # --------------------------------------------------------------------------------------------------------- places

    def misplaced(self, text: Spoken, about: tree.Node) -> Iterator[Diagnostic]:
        settings = self.world.settings
        heading = getattr(about, "heading", None)
        values = [heading.each] if isinstance(heading, tree.HeadingEach) else []
        fixed = values + [name for name, setting in settings.items() if not setting.choice]
        for name in names_in(text.text):
            if name not in fixed:
                why = "is an option, which can be another one" if name in settings else "has none"
                message = f"“{{{name}}}” stands for a number that has a name, and {name} {why}."
                hints = () if name in settings or name in self.world.kinds else (f"{name} is 6",)
                yield Diagnostic("E0210", message, text.span, hints=hints, near=tuple(near(name, fixed)))

    # ----------------------------------------------------------------------------------------------------- what is told

    def numbers_of(self, at: int) -> set[int]:
        """The numbers of what the texts of an item are about, and of what has been agreed on where it stands."""
        item = self.items[at]
        agreed = {said.number for said in numbers_in(item.section, language="")}
        return self.numbers(self.about(at)) | agreed

    def about(self, at: int) -> list[tree.Node]:
        """What the texts of an item are about: itself, the rules of the chapter or the variant, or the whole game."""
        item = self.items[at]
        match item.node:
            case tree.Game():
                return self.rules(self.items)
            case tree.Words() if item.variant is not None:
                return self.rules(other for other in self.items if other.variant == item.variant)
            case tree.Words():
                chapters = [k for k, other in enumerate(self.items) if isinstance(other.node, tree.Chapter)]
                first = max((k for k in chapters if k < at), default=0)
                last = min((k for k in chapters if k > at), default=len(self.items))
                return self.rules(self.items[first:last])
            case _:  # any other is about itself
                return [item.node]

    def beside(self, node: tree.Node) -> set[int]:
        """The numbers of the lines of other items that speak of a thing: so many of it are moved in the setup."""
        if not isinstance(node, tree.Piece | tree.Place | tree.Board):
            return set()
        names = (name for name, kind in self.kinds if kind.name == name_of(node))
        return set().union(*(self.in_a_line.get(name, ()) for name in names))

    @cached_property
    def unprinted(self) -> re.Pattern[str] | None:
        """What is printed for things with a digit in it, such as `+2 token`: no number of anything."""
        printed = {kind.label for kind in self.world.kinds.values() if re.search(r"\d", kind.label)}
        names = sorted({*printed, *map(plural, printed)}, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE) if names else None

    @cached_property
    def in_a_line(self) -> Mapping[str, dict[int, Span]]:
        """The numbers that stand in one line with each word, each with where it does first."""
        lines: dict[int, tuple[set[int], set[str], Span]] = {}
        for node in self.rules(self.items):
            for part in node.whole:
                numbers, words, _ = lines.setdefault(part.span.line, (set(), set(), part.span))
                numbers |= (here := own_of(part)).numbers
                words |= here.words
        found: dict[str, dict[int, Span]] = {}
        for numbers, words, span in lines.values():
            for word in words if numbers else ():
                found.setdefault(word.casefold(), {}).update(
                    {number: span for number in numbers if number not in found.get(word.casefold(), ())}
                )
        return found

    def untold(self, text: Spoken, strange: Sequence[Said]) -> Diagnostic:
        """That no rule says these numbers; if a line says them of the same things, that both can take a name."""
        said = " and ".join(dict.fromkeys(f"“{one.words}”" for one in strange))
        message = f"{said} {'are no numbers' if len(strange) > 1 else 'is no number'} of what these words are about."
        lines = [self.line_of(one) for one in strange]
        cut = without(text, strange) if self.language == "English" else ()
        hints = [*cut] or ["say it without the number"]
        notes: tuple[Note, ...] = ()
        if all(lines) and (named := [*_named(text, strange, {*self.world.kinds, *self.world.settings}, self.units)]):
            hints = [*named, *hints]
            name = named[0].removeprefix("at the left edge: ").partition(" is ")[0]
            notes = tuple(Note(NAMED_THERE.format(name), line) for line in lines)
        return Diagnostic("E0372", message, text.span, hints=tuple(hints), notes=notes)

    def line_of(self, said: Said) -> Span | None:
        """The first line that says a number of the thing that a text names behind it."""
        after = f" {said.after} "
        kinds = (kind for name, kind in self.kinds if f" {name} " in after)
        words = (word for kind in kinds for word in (kind.name.casefold(), kind.plural.casefold()))
        lines = (self.in_a_line.get(word, {}).get(said.number) for word in words)
        return next(filter(None, lines), None)

    def rules(self, items: Iterable[Item]) -> list[tree.Node]:
        return [item.node for item in items if not isinstance(item.node, tree.Chapter | tree.Words)]

    @cached_property
    def kinds(self) -> Sequence[tuple[str, Kind]]:
        """The kinds of things, with each of the words by which a text calls one or several."""
        return [
            (name.casefold(), kind)
            for kind in self.world.kinds.values()
            for name in {kind.name, kind.label, kind.plural, plural(kind.name)}
        ]

    @cached_property
    def named(self) -> Mapping[str, list[tree.Node]]:
        """The items by what other sentences call them."""
        found: dict[str, list[tree.Node]] = {}
        for node in self.rules(self.items):
            for name in calls(node):
                found.setdefault(name, []).append(node)
        return found

    def numbers(self, about: Iterable[tree.Node]) -> set[int]:
        """The numbers of these items, and of the rules that their lines speak of, and so on."""
        found: set[int] = set()
        waiting = list(about)
        seen = set(map(id, waiting))
        while waiting:
            here = self.written[id(waiting.pop())]
            found |= here.numbers
            others = [other for word in here.words for other in self.named.get(word, ()) if id(other) not in seen]
            seen.update(map(id, others))
            waiting += (other for other in others if isinstance(other, SPOKEN_OF))
        return found

    @cached_property
    def units(self) -> AbstractSet[str]:
        """The words that make a number one of the rules: all that the rulebook has words for, and their last parts.
        What the game is called is no thing in it."""
        there = (self.written[id(item.node)].words for item in self.items if not isinstance(item.node, tree.Game))
        said = {word.casefold() for words in there for word in words} - reserved().terminals.keys()
        called = {name for name, kind in self.kinds if kind.name.casefold() in said}
        last = {re.split("[ -]", word)[-1] for word in said | called}
        return UNITS | (last | {plural(word) for word in last}) - IDLE

    def counts(self, said: Said) -> bool:
        """Whether a number counts something of the game, or stands beside a unit of it; else it is a way to speak."""
        return not self.units.isdisjoint((*said.words.casefold().split(), said.before, *said.after.split()))

    def counted(self, after: str) -> set[int]:
        """The numbers of what is named in these words behind one: how many there are, and what its own lines say."""
        kinds = [kind for name, kind in self.kinds if f" {name} " in f" {after} "]
        found = {kind.size for kind in kinds}
        found.update(*(so_many_each(self.world, kind) for kind in kinds))
        found.update(*(self.book.seats for kind in kinds if kind is self.world.players))
        return found.union(
            *(self.written[id(node)].numbers for kind in kinds for node in self.named.get(kind.name, ()))
        )

    def too_many(self, said: Said) -> bool:
        """Whether there are not so many of what is named behind the number: no rule has to say so."""
        sizes = [kind.size for name, kind in self.kinds if f" {name} " in f" {said.after} "]
        return bool(sizes) and said.number > max(sizes)

    def some_of_them(self, said: Said, told: str, about: tree.Node) -> bool:
        """Whether it is how many are meant of all that there are, which no rule has to say: `two of the cities`, or of
        the spaces of a board in words about that."""
        kinds = [kind for name, kind in self.kinds if f" {name} " in f" {said.after} "]
        part = re.search(rf"(?<!\w){re.escape(said.words)} of (?:the|these|those|your)\b", told)
        spaces = isinstance(about, tree.Board) and any(kind.sort == "space" for kind in kinds)
        return bool(kinds) and (part is not None or spaces)

    def values(self, said: Said) -> set[int]:
        """The number, if it is the value that the word right before it names: row 2, but not a load of 2."""
        ranges = (kind for name, kind in self.kinds if name == said.label and kind.sort == "range")
        return {said.number for kind in ranges if kind.low <= said.number <= kind.high}


@tree.kept
def written(node: tree.Node) -> Written:
    each = [own_of(part) for part in node.whole]
    numbers, words = (set[int]().union(*(one.numbers for one in each)), set[str]().union(*(one.words for one in each)))
    return Written(numbers, words, [text for one in each for text in one.texts])


def own_of(part: tree.Node) -> Written:
    """What is written in a part of an item itself."""
    if isinstance(part, Spoken):
        return Written(set(), set(), [part])
    numbers, words, waiting = set[int](), set[str](), [*vars(part).values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            words.add(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            numbers.add(value)
        elif isinstance(value, tuple):
            waiting += value
    return Written(numbers | {int(word) for word in words if word.isdecimal()}, words - {""}, [])


def brought_in(node: tree.Node) -> set[int]:
    """How many of a kind it is about or has, if several: `Exchange an Office for an Office called other`."""
    heading = getattr(node, "heading", None)
    lines = (part for part in node.whole if isinstance(part, tree.Attribute))
    parts = (part for one in (*([heading] if heading else []), *lines) for part in one.whole)
    named = Counter(part.noun.name for part in parts if isinstance(part, tree.Binder))
    return {number for number in named.values() if number > 1}


def come_together(node: tree.Node, numbers: AbstractSet[int]) -> set[int]:
    """How many can lie in a place in all, where one line brings some, and another some more, or one more."""
    return {one + other for one in numbers for other in (*numbers, 1)} if isinstance(node, tree.Place) else set()


def so_many_each(world: World, kind: Kind) -> set[int]:
    """How many of a place there are for one of the players or values for which there is one each: five expeditions."""
    place = world.places.get(kind.name)
    sizes = [per.size for per in place.per] if place else []
    some = (part for n in range(1, len(sizes)) for part in combinations(sizes, n))
    return {prod(part) * (place.copies if place else 1) for part in some}


def calls(node: tree.Node) -> Iterator[str]:
    """By what sentences speak of an item: its Name, its word, the family of a power."""
    yield name_of(node)
    yield getattr(node, "word", "")
    kind = getattr(getattr(node, "heading", None), "kind", None)
    if kind is not None:
        yield kind.name


def without(text: Spoken, strange: Sequence[Said]) -> Iterator[str]:
    """The text without its numbers, where nothing but them has to go: `the two cities`, `three of six cards`."""
    told = text.text
    for one in strange:
        often = "" if one.words.casefold() in OFTEN else " times"
        ways = (
            rf"(?P<keep>{DETERMINES} ){re.escape(one.words)} (?=\w)" if one.after else "",
            rf"(?P<keep>\b(?:\d+|{'|'.join(ENGLISH[0][2:])})) of {re.escape(one.words)}(?= \w)",
            rf"(?P<keep>) {re.escape(one.words)}{often}(?=[.,;!?]|$)",
        )
        cut = next((new for way in ways if way and (new := re.sub(way, r"\g<keep>", told, count=1)) != told), "")
        begins = re.match(rf"{re.escape(one.words)} (?=[a-z])", told)
        if not cut and begins and singular(last := told[begins.end() :].split()[0]) != last:
            cut = told[begins.end()].upper() + told[begins.end() + 1 :]
        if not cut:
            return
        told = cut
    if isinstance(text, tree.Words):
        yield f'"{told}"'


def _named(text: Spoken, strange: Sequence[Said], taken: Container[str], units: AbstractSet[str]) -> Iterator[str]:
    """The text with a name for each number, and the lines that say which it is; none where a number counts nothing
    that has a word."""
    told, lines = text.text, dict[str, str]()
    for one in strange:
        often = OFTEN.get(one.words.casefold(), "")
        several = (word for word in one.after.split() if word in units and word not in IDLE and singular(word) != word)
        unit = (often or next(several, "")).title()
        worth = re.search(rf"([A-Za-z]+) of {re.escape(one.words)}\b", told)  # "a bonus of 7 lies here"
        if not unit and not worth:  # what stands behind may be no thing
            return
        coined = f"Number Of {unit}" if unit or not worth else f"{worth[1].title()} Worth"
        names = (name for name in (coined, f"{one.words.title()} {unit}".rstrip(), "Worth") if name not in taken)
        name = next((name for name in names if lines.get(name) in (None, f"{name} is {one.number}")), "Worth")
        lines[name] = f"{name} is {one.number}"
        told = re.sub(rf"(?<![\w{{]){re.escape(one.words)}(?!\w)", f"{{{name}}} {often}".rstrip(), told, count=1)
    if isinstance(text, tree.Words) and all(f"{{{name}}}" in told for name in lines):
        yield f'at the left edge: {", and on the next line: ".join(lines.values())}, and here: "{told}"'
