"""What has changed between two versions of a rulebook, in prose: the errata to the older one.

Compared is what both say, not how their files are laid out: another order of definitions, another chapter, a comment, a
citation or the name of a parameter are no change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from dsl import model
from dsl.late import dataclass
from dsl.pages.errata.differences import Change, alike, changes, rewordings, rules_in, whole, words_in
from dsl.pages.game import Game
from dsl.pages.guide.configurations import cell_text
from dsl.pages.reference.passages import Passage
from dsl.pages.rendering import render
from dsl.prose.speech import Line, Run, plain

SAME = 0.6  # a rule with another name that has so much in common is the same rule
UNORDERED = ("thing", "term")  # facts and conditions, of which none is before another

Key = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule with its sentences: rows of lines, each with whether their order says something."""

    key: Key
    number: str
    title: str
    rows: tuple[tuple[tuple[Line, ...], bool], ...]

    @property
    def sentences(self) -> list[Line]:
        return rules_in([line for lines, _ in self.rows for line in lines])

    @property
    def text(self) -> str:
        return " ".join(map(whole, self.sentences))

    @property
    def words(self) -> list[str]:
        return list(words_in([line for lines, _ in self.rows for line in lines]))

    @property
    def heading(self) -> str:
        return f"{self.number} {self.title}".strip()


@dataclass(frozen=True)
class Entry:
    """What is told of one rule: its heading, and sentences about it, each with how deep it stands."""

    heading: str
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Section:
    """Entries of one sort under a heading. `rules`: the game is played otherwise, not only told so."""

    title: str
    entries: tuple[Entry, ...]
    rules: bool = True


class Errata:
    """The changes from one version of a game to another, in the language of both."""

    def __init__(self, old: Game, new: Game) -> None:
        self.old, self.new, self.t = old, new, new.t
        self.pairs, self.gone, self.come = matched(list(rules_of(old)), list(rules_of(new)))

    @property
    def title(self) -> str:
        return f"{self.new.title}: {self.t['errata']}"

    @property
    def lead(self) -> str:
        return self.t["errata_lead"].format(old=self.old.made, new=self.new.made)

    @property
    def verdict(self) -> str:
        """Said first where the game is played as before."""
        return "" if any(section.rules for section in self.sections) else self.t["errata_none"]

    @property
    def sections(self) -> list[Section]:
        t = self.t
        found = [
            Section(t["errata_name"], tuple(self.renamed())),
            Section(t["contents"], tuple(self.counted())),
            Section(t["variants"], tuple(self.varied())),
            Section(t["errata_changed"], tuple(self.told(self.altered))),
            Section(t["errata_new"], tuple(map(entire, self.come))),
            Section(t["errata_gone"], tuple(map(entire, self.gone))),
            Section(t["errata_words"], tuple(self.told(self.reworded)), rules=False),
            Section(t["examples"], tuple(self.shown()), rules=False),
            Section(t["errata_numbers"], tuple(self.numbered()), rules=False),
        ]
        return [section for section in found if section.entries]

    def markdown(self) -> str:
        return render("errata.md.j2", errata=self)

    # -------------------------------------------------------------------------------------------------- the sections

    def renamed(self) -> Iterator[Entry]:
        if self.old.title != self.new.title:
            yield Entry("", self.sentences([Change(self.old.title, self.new.title)]))

    def counted(self) -> Iterator[Entry]:
        """How many there are of what."""
        before, after = self.old.components, self.new.components
        for name in dict.fromkeys([*after, *before]):
            counts = before.get(name, 0), after.get(name, 0)
            if counts[0] != counts[1]:
                yield Entry("", ((0, self.t["errata_count"].format(name=name, old=counts[0], new=counts[1])),))

    def varied(self) -> Iterator[Entry]:
        """Which variants there are."""
        before, after = ([v.name for v in game.variants] for game in (self.old, self.new))
        told = [Change(new=name) for name in after if name not in before]
        told += [Change(old=name) for name in before if name not in after]
        yield from (Entry("", self.sentences([change])) for change in told)

    def told(self, different: Callable[[Rule, Rule], Iterable[Change]]) -> Iterator[Entry]:
        """Of each rule that both versions have what is different in it."""
        for old, new in self.pairs:
            found = list(different(old, new))
            if found:
                yield Entry(self.heading(old, new), self.sentences(found))

    def altered(self, old: Rule, new: Rule) -> Iterator[Change]:
        for (before, _), (after, ordered) in zip(old.rows, new.rows, strict=True):
            yield from changes(before, after, ordered)

    def reworded(self, old: Rule, new: Rule) -> Iterator[Change]:
        return rewordings(old.words, new.words)

    def shown(self) -> Iterator[Entry]:
        """Which worked examples are new, gone, or tell something else."""
        before, after = (stories_of(game) for game in (self.old, self.new))
        told = [("errata_came", name) for name in after if name not in before]
        told += [("errata_went", name) for name in before if name not in after]
        told += [("errata_other", name) for name in after if before.get(name, after[name]) != after[name]]
        yield from (Entry("", ((0, self.t[how].format(text=name)),)) for how, name in told)

    def numbered(self) -> Iterator[Entry]:
        """Which rules have another number or another name."""
        moved = [(a, b) for a, b in self.pairs if a.heading != b.heading]
        told = (f"{a.heading if a.title != b.title else a.number} → {b.heading}." for a, b in moved)
        yield from (Entry("", ((0, line),)) for line in told)

    # --------------------------------------------------------------------------------------------------- in sentences

    def heading(self, old: Rule, new: Rule) -> str:
        """The rule as it is now, and what it was before."""
        if (old.number, old.title) == (new.number, new.title):
            return new.heading
        former = old.heading if old.title != new.title else old.number
        return f"{new.heading} ({self.t['errata_formerly'].format(former=former)})"

    def sentences(self, found: Iterable[Change]) -> tuple[tuple[int, str], ...]:
        return tuple((0, self.sentence(change)) for change in found)

    def sentence(self, change: Change) -> str:
        """A change as a sentence to be printed."""
        if change.moved:
            told = self.t["errata_order"].format(text=change.new)
        elif change.old and change.new:
            told = self.t["errata_instead"].format(old=change.old, new=change.new)
        else:
            told = self.t["errata_came" if change.new else "errata_went"].format(text=change.new or change.old)
        return self.t["errata_under"].format(under=change.under, told=told) if change.under else told


# --------------------------------------------------------------------------------------------------------------- rules


def rules_of(game: Game) -> Iterator[Rule]:
    """All numbered rules of a game, in order."""
    yield Rule(("1.1",), "1.1", game.t["the_game"], ((tuple(game.opening), False),))
    yield Rule(("1.2",), "1.2", game.t["setup"], ((tuple(game.first_places), False), (game.setup_steps, True)))
    yield Rule(("1.3",), "1.3", game.t["course"], ((tuple(game.course), True),))
    for part in game.passages.all_parts:
        edition = game.edition_of(part)
        where, terms = (edition.anchor, part.title) if edition else ("", "")
        told = tuple(game.changes(edition)) if edition else ()
        if told or part.words:
            title = game.heading(part)
            yield Rule(("part", where or title), part.number, title, (((*part.words, *told), True),))
        yield from (rule_of(game, passage, where, terms) for passage in part.passages)


def rule_of(game: Game, passage: Passage, where: str, terms: str) -> Rule:
    """A passage as a rule; on other terms than usual, or in a variant, its title says so."""
    variant = game.variant_name(passage.variant) if passage.variant else ""
    apart = f" ({terms or variant})" if terms or variant else ""
    first = tuple(line for line in (passage.lead, passage.cost) if line is not None)
    conditions = isinstance(passage.about, model.Quality)
    rows = (
        (first, not conditions),
        (passage.needs, False),
        (passage.steps, passage.sort not in UNORDERED),
        (tuple(cells_of(passage)), False),
        (passage.words, False),
    )
    key = (where, passage.variant, passage.sort, passage.title)
    return Rule(key, passage.number, passage.title + apart, rows)


def cells_of(passage: Passage) -> Iterator[Line]:
    """The rows of a table as sentences."""
    heads = () if passage.sheet is None else tuple(map(plain, passage.sheet.heads))
    for row in passage.sheet.rows if passage.sheet else ():
        told = (f"{head}: {cell_text(cell) or '–'}" for head, cell in zip(heads, row, strict=True))
        yield Line((Run(f"{'; '.join(told)}."),))


def matched(old: list[Rule], new: list[Rule]) -> tuple[list[tuple[Rule, Rule]], list[Rule], list[Rule]]:
    """The rules that both have, in the order of the new ones, those that are gone, and those that are new.

    Of several with one name those are paired that are most alike; so is what has another name and says much the same.
    """
    left, pairs = list(old), dict[Rule, Rule]()
    for least, same in ((0.0, by_key), (SAME, by_sort)):
        both = ((alike(a.text, b.text), a, b) for b in new if b not in pairs for a in left if same(a, b))
        for likeness, a, b in sorted(both, key=lambda one: -one[0]):
            if likeness >= least and b not in pairs and a in left:
                pairs[b] = a
                left.remove(a)
    return [(pairs[b], b) for b in new if b in pairs], left, [b for b in new if b not in pairs]


def by_key(old: Rule, new: Rule) -> bool:
    return old.key == new.key


def by_sort(old: Rule, new: Rule) -> bool:
    """Whether two rules could be the same under another name."""
    return old.key[:-1] == new.key[:-1]


def entire(rule: Rule) -> Entry:
    """A rule that only one version has."""
    return Entry(rule.heading, tuple(chain.from_iterable(flat(line) for line in rule.sentences)))


def flat(line: Line, depth: int = 0) -> Iterator[tuple[int, str]]:
    yield depth, f"{line.title}: {line.text}" if line.title else line.text
    for child in rules_in(line.children):
        yield from flat(child, depth + 1)


def stories_of(game: Game) -> Mapping[str, Sequence[str]]:
    """What the worked examples tell, by their titles."""
    return {story.title: [line.text for _, lines in story.parts for line in lines] for story in game.stories}
