"""The rules reference as blocks: all rules by their numbers, and an index with the pages on which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.pages.learn.blocks import Block, Bullets, Heading, Listing, Needs, Para, Steps, Title
from dsl.pages.learn.tidy import filled
from dsl.pages.reference.cross_references import Rule
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Line, Run

if TYPE_CHECKING:
    from dsl.pages.game import Game


def blocks(game: Game) -> list[Block]:
    return list(filled((*rules(game), *index(game))))


def rules(game: Game) -> Iterator[Block]:
    reference, t = game.reference, game.t
    yield Title(game.title, f"{game.how_many}: {game.seats}")
    yield Heading(f"1 {t['the_game']}")
    for rule in reference.beginning:
        yield Heading(f"{rule.number} {rule.title}", 3, label=rule.address)
        yield Bullets(rule.lines)
    for part in game.passages.all_parts:
        yield Heading(f"{part.number} {game.heading(part)}", label=f"#part-{part.number}")
        yield Para(part.words, "designer")
        yield Bullets(tuple(reference.said_in(part)))
        for passage in part.passages:
            address = reference.rule_of(passage).address
            yield Heading(f"{passage.number} {reference.titled(passage)}", 3, label=address)
            yield from told(game, passage)


def told(game: Game, passage: Passage) -> Iterator[Block]:
    """What is said of one construct."""
    yield Para((passage.lead,) if passage.lead else (), "generated")
    yield Needs(passage.needs)
    yield Para((replace(passage.cost, title=game.t["cost"]),) if passage.cost else (), "generated")
    is_list = passage.sort in ("thing", "term")
    yield Bullets(passage.steps if is_list else ())
    yield Steps(() if is_list else passage.steps)
    if passage.sheet:
        yield Listing("", passage.sheet)
    yield Para(passage.words, "designer")


def index(game: Game) -> Iterator[Block]:
    """The words in the order of the alphabet, with the rules that explain them and their pages, then those that use
    them."""
    yield Heading(game.t["index"])
    entries = game.reference.crossings.index
    yield Bullets(tuple(Line(tuple(entry(one.word, one.explained, one.used))) for one in entries))


def entry(word: str, explained: tuple[Rule, ...], used: tuple[Rule, ...]) -> Iterator[Run]:
    yield Run(word)
    for number, rule in enumerate((*explained, *used)):
        yield Run(", " if number else ": ")
        yield Run(rule.number, rule if rule in explained else rule.passage and rule.passage.about)
