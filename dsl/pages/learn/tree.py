"""The page that teaches a game, as a tree of blocks: in the order in which somebody learns it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl.pages.learn.besides import Besides
from dsl.pages.learn.blocks import (
    Block,
    Bullets,
    Exempt,
    Foot,
    Heading,
    Listing,
    Mark,
    Note,
    Para,
    Powers,
    Title,
    lines_of,
)
from dsl.pages.learn.ends import Ends
from dsl.pages.learn.once import once
from dsl.pages.learn.order import runs_in, subject
from dsl.pages.learn.plan import Plan
from dsl.pages.learn.play import Play, address
from dsl.pages.learn.rules import Rules, has_heading
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.learn.telling import Telling, lines_told
from dsl.pages.learn.tidy import filled, flowing, labelled_once
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line
from dsl.text.clauses import RULING

if TYPE_CHECKING:
    from dsl.pages.game import Game

WORDS_A_MINUTE = 150  # of what is read to be understood


class Learn:
    """What somebody reads who plays a game for the first time."""

    def __init__(self, game: Game) -> None:
        self.game, self.t = game, game.t
        self.telling = Telling(game)
        self.speech = self.telling.speech
        self.setting_up = SettingUp(game, self.telling)
        self.ends = Ends(self.telling)
        self.plan = Plan(game, self.telling, self.setting_up, self.ends)
        self.rules = Rules(game, self.telling, self.plan)

    @cached_property
    def course(self) -> Play:
        return Play(self.plan, self.rules, self.besides)

    @cached_property
    def besides(self) -> Besides:
        return Besides(self.game, self.setting_up, self.rules, self.ends)

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks, in their order; nothing is said twice, and no heading stands over nothing."""
        told = once([*self.beginning, *self.course.blocks, *self.ending], self.t["as_in"])
        found = list(labelled_once(flowing(filled(told), self.is_ruled)))
        marked = next((n for n, block in enumerate(found, 1) if self.is_marked(block)), None)
        return found if marked is None else [*found[:marked], Mark(self.t["ruled"]), *found[marked:]]

    def is_marked(self, block: Block) -> bool:
        """Whether a paragraph of it has the mark of rulings."""
        match block:
            case Para(flavour=False) | Note() | Exempt():
                return self.is_ruled(lines_of(block))
            case Powers(rows=rows):
                return any(self.is_marked(inner) for row in rows for inner in row.blocks)
            case _:  # is a list, or tells no rule
                return False

    @cached_property
    def settled(self) -> frozenset[str]:
        """The clauses that settle what the printed book leaves open."""
        return frozenset(c.number for c in self.game.book.clauses if c.sort == RULING)

    @cached_property
    def beside_print(self) -> frozenset[str]:
        return self.game.book.beside_print

    def is_ruled(self, lines: Iterable[Line]) -> bool:
        """Whether any of the lines follows a ruling on what the printed book leaves open."""
        return any(self.settled.intersection(line.clauses) for line in lines)

    @cached_property
    def minutes(self) -> int:
        """About how long it takes to read, without tables and pictures."""
        words = sum(len(line.text.split()) for block in self.blocks for line in lines_of(block))
        return max(1, round(words / WORDS_A_MINUTE))

    @property
    def pitch(self) -> str:
        """The first sentence of the designer's story; empty if there is none."""
        _, flavour, _ = self.own_words
        return sentences_of(flavour[0].text)[0] if flavour else ""

    @property
    def spaces(self) -> Markup:
        """The spaces of boards that the pictures of examples share."""
        return self.rules.stories.spaces

    # ------------------------------------------------------------------------------------------------------ beginning

    @property
    def beginning(self) -> Iterator[Block]:
        credits, flavour, agreed = self.own_words
        yield Title(self.game.title, f"{self.game.how_many}: {self.game.seats}", credits)
        before, behind = ([], flavour) if self.is_goal_ahead else (flavour, ())
        yield Para(tuple(before), "designer", flavour=True)
        yield Heading(self.t["goal"])
        yield Para(tuple(behind), "designer", flavour=True)
        yield from self.ends.told(winning=True)
        for passage in self.plan.words_of_goal:
            yield from self.rules.term(passage)
        yield Heading(self.t["needed"])
        yield from self.setting_up.needed
        yield from self.course.asides("needed")
        yield Heading(self.t["setup"])
        yield Para(agreed, "designer")
        yield Para(tuple(self.game.options), "generated")
        yield from self.setting_up.steps
        yield from self.setting_up.figures
        yield from (Listing(t.title, t.sheet) for t in self.rules.tables.of_setup if t.sheet is not None)
        yield from self.setting_up.in_rows(self.plan.notes[""])
        for passage in (*self.setting_up.verbs, *self.plan.words_of_setup):
            yield from self.rules.step(passage)

    @property
    def is_goal_ahead(self) -> bool:
        """Whether the goal is a sentence that speaks of words that are told later, or is told where it is reached: then
        the story, which says in everyday words what it is about, stands there with it."""
        told = [line for block in self.ends.told(winning=True) for line in block.lines]
        return not told or (bool(self.plan.words_of_winning) and not any(line.children for line in told))

    @property
    def own_words(self) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
        """The designer's words on the game: who made it, the story, and what is not from the printed book."""
        credits, flavour, agreed = list[Line](), list[Line](), list[Line]()
        words = self.t["credits"].split(", ")
        for text in self.game.rulebook.game_texts:
            line = replace(self.speech.said(text), said=False)
            is_credit = any(word in text.text.lower() for word in words)
            (credits if is_credit else agreed if self.beside_print.intersection(line.clauses) else flavour).append(line)
        return tuple(credits), tuple(flavour), tuple(agreed)

    # -------------------------------------------------------------------------------------------------------- playing

    @cached_property
    def ahead(self) -> dict[int, str]:
        """Of what is spoken of before it is told: the heading under which that stands, by the identity of the thing."""
        found: dict[int, str] = {}
        named = subjects(line for block in (*self.beginning, *self.course.at_a_glance) for line in lines_of(block))
        for verb in self.setting_up.verbs:
            found |= {about: f"#{verb.anchor}" for about in map(id, verb.abouts) if about in named}
        for section in self.plan.all_sections:
            before = set(named)
            for passage in section.told:
                headed = has_heading(passage, section.title)
                where = f"#{passage.anchor}" if headed else address(section)
                told = map(id, passage.abouts)
                found |= {about: where for about in told if about in (named if headed else before)}
                named |= subjects(lines_told(passage))
        return found

    @cached_property
    def links(self) -> dict[int, str]:
        """The same, of headings that stand on the page."""
        labels = {block.label for block in self.blocks if isinstance(block, Heading | Para)}
        return {about: label for about, label in self.ahead.items() if label in labels}

    # --------------------------------------------------------------------------------------------------------- ending

    @property
    def ending(self) -> Iterator[Block]:
        section, of_winning = self.plan.how_else_it_ends, self.plan.words_of_winning
        yield Heading(section.title, label=address(section))
        yield from self.rules.told(of_winning, section.title)
        ends = list(self.ends.explained(False, self.plan.notes_of_ends))
        yield from ends
        yield from (note for note in self.plan.notes[section.title] if not isinstance(note, Para))
        known = {line.text for block in ends for line in lines_of(block)}
        words = section.steps[len(of_winning) :]
        words = [replace(p, lead=None) if p.lead is not None and p.lead.text in known else p for p in words]
        yield from self.rules.told(words, section.title)
        yield from self.course.asides("ends")
        yield Heading(self.t["variants"])
        elsewhere = [chapter for section in self.plan.sections for chapter in self.plan.variants_in(section)]
        others = [chapter for chapter in self.game.variants if chapter not in elsewhere]
        yield from self.besides.variants(others, asides=self.course.asides("variants"))
        yield from self.besides.other_terms
        yield Heading(self.t["tables"])
        yield from self.rules.tables.told_in[""]
        yield Heading(self.t["wrong"])
        warnings = {block.title for block in inner(self.course.blocks) if isinstance(block, Exempt)}
        yield Bullets(tuple(self.rules.stories.wrong(self.cited, warnings)), source="example")
        waiting = self.game.book.waiting
        yield Foot(self.t["waiting" if waiting > 1 else "waits"].format(count=waiting) if waiting else "")

    @cached_property
    def cited(self) -> frozenset[str]:
        """The clauses that the sentences on the play carry."""
        return frozenset(clause for b in self.course.blocks for line in lines_of(b) for clause in line.clauses)


def inner(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks with those in their rows."""
    for block in blocks:
        yield block
        yield from inner(one for row in block.rows for one in row.blocks) if isinstance(block, Powers) else ()


def subjects(lines: Iterable[Line]) -> set[int]:
    """The identities of what lines speak of."""
    return {id(subject(run)) for line in lines for run in runs_in(line)}
