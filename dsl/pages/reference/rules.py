"""The rules reference of a game: its numbered rules, what they say of one another, and which clauses they carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl.model.world import BoardInfo
from dsl.pages.book import sections
from dsl.pages.guide.configurations import variant_anchor
from dsl.pages.markdown import inline
from dsl.pages.reference.cross_references import Crossings, Rule, of_kinds
from dsl.pages.reference.passages import Part, Passage, all_clauses
from dsl.prose.speech import Line
from dsl.text.clauses import RULING, Clause

if TYPE_CHECKING:
    from dsl.pages.game import Game


class Reference:
    """The rules of a game by their numbers."""

    def __init__(self, game: Game) -> None:
        self.game, self.t = game, game.t

    @cached_property
    def places(self) -> dict[int, str]:
        """The addresses of the rules by the identity of what they are about; what is the same on other terms is told
        once."""
        same = {key: p for other in self.game.editions for key, p in other.same.items()}
        by_thing = self.game.passages.by_thing
        told = {key: by_thing[id(passage.about)] for key, passage in (same | by_thing).items()}
        found = {key: f"#{rule_anchor(passage.number)}" for key, passage in told.items()}
        for world in (self.game.world, *(other.speech.book.world for other in self.game.editions)):
            found |= of_kinds(found, world)
        return found

    # ---------------------------------------------------------------------------------------------------------- rules

    @property
    def beginning(self) -> list[Rule]:
        """The rules of the game as a whole."""
        told = [
            ("1.1", self.game.title, self.game.opening),
            ("1.2", self.t["setup"], self.game.setup),
            ("1.3", self.t["course"], self.game.course),
        ]
        added = [Line((), v.said, v.clauses, v.name) for v in self.game.additions if v.said]
        told += [("1.4", self.t["variants"], added)] if added else []
        return [Rule(number, title, f"#{rule_anchor(number)}", tuple(lines)) for number, title, lines in told]

    @cached_property
    def rules(self) -> list[Rule]:
        """All rules in their order; a part counts as one where it says something itself."""
        found = self.beginning
        for part in self.game.passages.all_parts:
            found += self.rule_of_part(part)
            found += map(self.rule_of, part.passages)
        return found

    def rule_of(self, passage: Passage) -> Rule:
        address = f"#{rule_anchor(passage.number)}"
        names = tuple(dict.fromkeys((*(need.title for need in passage.needs if need.title), *self.spots(passage))))
        return Rule(passage.number, self.titled(passage), address, tuple(sentences(passage)), passage, names)

    def spots(self, passage: Passage) -> Iterator[str]:
        """The spaces of a board that have names."""
        if isinstance(passage.about, BoardInfo):
            yield from map(self.game.speech.label, passage.about.spots)

    def rule_of_part(self, part: Part) -> Iterator[Rule]:
        """A part itself, if it says something or the designer's words on it refer to a rule."""
        referring = (line for line in part.words if any(run.about is not None for run in line.words))
        lines = (*referring, *self.said_in(part))
        if lines:
            yield Rule(part.number, self.game.heading(part), f"#part-{part.number}", lines)

    def said_in(self, part: Part) -> list[Line]:
        """What is different on the terms that a part is about."""
        edition = self.game.edition_of(part)
        return self.game.changes(edition) if edition else []

    def titled(self, passage: Passage) -> str:
        """A passage by its title; one of a variant says so."""
        if not passage.variant:
            return passage.title
        return f"{passage.title} ({self.t['variant']}: {self.game.variant_name(passage.variant)})"

    @cached_property
    def crossings(self) -> Crossings:
        return Crossings(self.rules, self.places)

    def named_in(self, address: str) -> Markup:
        """The numbers of the rules that speak of the one at an address, as links."""
        return linked(self.crossings.named_in(address))

    # -------------------------------------------------------------------------------------------------------- clauses

    @cached_property
    def carriers(self) -> dict[str, list[tuple[str, str]]]:
        """For each clause where it is carried: (what that is called, its address in the reference)."""
        game, found = self.game, dict[str, list[tuple[str, str]]]()
        for rule in self.rules:
            clauses = rule.passage.clauses if rule.passage else all_clauses(rule.lines)
            self.carry(found, clauses, rule.number, rule.address)
        for story in game.stories:
            lines = [line for _, members in story.parts for line in members]
            self.carry(found, (*story.clauses, *all_clauses(lines)), self.t["example"], f"examples.md#{story.anchor}")
        for name, clauses in game.rulebook.variant_clauses.items():
            self.carry(found, clauses, game.variant_name(name), f"guide.md#{variant_anchor(name)}")
            texts = game.rulebook.variant_texts.get(name, ())
            self.carry(found, all_clauses(map(game.speech.said, texts)), "1.4", f"#{rule_anchor('1.4')}")
        for part in game.passages.all_parts:
            self.carry(found, all_clauses(part.words), part.number, f"#part-{part.number}")
        return found

    def carry(self, found: dict[str, list[tuple[str, str]]], clauses: Iterable[str], name: str, address: str) -> None:
        for clause in clauses:
            if (name, address) not in found.setdefault(clause, []):
                found[clause].append((name, address))

    @property
    def clauses(self) -> list[tuple[str, list[Clause]]]:
        """The clauses of the printed book under its headings."""
        return self.translated(self.game.book.printed)

    @property
    def rulings(self) -> list[tuple[str, list[Clause]]]:
        return self.translated(self.game.book.rulings)

    @property
    def remarkable(self) -> list[Clause]:
        """The rulings that the rules do not tell by themselves."""
        return [clause for _, members in self.rulings for clause in members if clause.sort == RULING]

    def translated(self, clauses: Iterable[Clause]) -> list[tuple[str, list[Clause]]]:
        """Clauses under the headings of the printed book, in the language of the page."""
        heading, text = self.game.lexicon.heading, self.game.lexicon.text
        return sections(tuple(replace(c, section=heading(c.section), text=text(c.text)) for c in clauses))

    def links_to(self, clause: Clause) -> Markup:
        """Where a clause is carried, as links on the page of the reference."""
        links = [link(name, address) for name, address in self.carriers.get(clause.number, [])]
        return Markup(" ").join(links)


def sentences(passage: Passage) -> Iterator[Line]:
    """All that a passage says, its table included."""
    first = (passage.lead, passage.cost)
    yield from (line for line in (*first, *passage.needs, *passage.steps, *passage.words) if line is not None)
    for row in (passage.sheet.heads, *passage.sheet.rows) if passage.sheet else ():
        yield from (Line(cell) for cell in row if cell)


def linked(rules: Iterable[Rule]) -> Markup:
    return Markup(", ").join(link(rule.number, rule.address) for rule in rules)


def link(name: str, address: str) -> Markup:
    return Markup("[{}]({})").format(inline(name), Markup(address))


def rule_anchor(number: str) -> str:
    return "rule-" + number.replace(".", "-")
