"""From a text to its tree (`dsl.tree`): sentences, the Lark grammar, nodes built from what it found, and all faults."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache

from lark import Lark

from dsl import resources
from dsl import tree as model
from dsl.text import parser_tables
from dsl.text.advice import Advisor
from dsl.text.as_defined import as_defined, of_each_sort
from dsl.text.compounds import Phrases, joined
from dsl.text.consequences import Lost
from dsl.text.decoding import Blemishes, unfit
from dsl.text.diagnostics import Diagnostic
from dsl.text.heard import Heard
from dsl.text.incremental import Item, phrases_of, read_items, together
from dsl.text.introductions import CODES, brought_in, not_declared
from dsl.text.inventory import Inventory
from dsl.text.lexer import Sentence, sentences
from dsl.text.parser import words_of
from dsl.text.phrasings import REPHRASED, rephrased
from dsl.text.recovery import Outcome, Recovery
from dsl.text.tree_builder import build
from dsl.text.vocabulary import Reserved

MOST = 20  # mistakes that are reported at once


@dataclass(frozen=True)
class Reading:
    """What could be read of a text, all that is wrong with it, and what is missing for that reason."""

    start: model.Start | None
    diagnostics: list[Diagnostic]
    lost: Lost = field(default_factory=Lost)


@cache
def parser(strict: bool = False) -> Lark:
    """The parser of rulebooks, made once. `strict` also proves that no text can be read in two ways, which takes time
    and which the tests do; the tables are the same."""
    grammar = resources.grammar("rulebook.lark")
    if strict:
        return made(grammar, strict=True)
    return parser_tables.kept_parser(grammar, lambda: made(grammar, strict=False))


def made(grammar: str, strict: bool) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        strict=strict,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def sentences_of(text: str) -> Iterator[Sentence]:
    """The sentences of a text that can be read, one after another, each word by itself."""
    return sentences(words_of(parser(), text), {})


@cache
def reserved() -> Reserved:
    """Which words belong to the language."""
    return Reserved(parser())


@cache
def readable() -> re.Pattern[str]:
    """Matches as much as the lexer can take; quotations on one line only."""
    one_line = {"STRING": r'"[^"\n]*"'}
    terminals = [t for t in parser().terminals if t.pattern.type == "re" or not t.pattern.value.isalpha()]
    found = "|".join(one_line.get(t.name) or t.pattern.to_regexp() for t in terminals)
    without_groups = re.sub(r"(?<!\\)\((?!\?)", "(?:", found)  # which Python 3.11 loses count of in what is possessive
    return re.compile(f"(?:{without_groups})++")


def read(text: str, file: str) -> tuple[model.Start | None, list[Diagnostic]]:
    """The rulebook in `text` as its author wrote it, as far as it can be read, and what is wrong with it."""
    reading = parse(text, file)
    return reading.start, reading.diagnostics


def parse(text: str, file: str, around: str = "", heard: Heard | None = None) -> Reading:
    """As `read`, with what is missing because of mistakes. `around` is the text of the rulebook to which this one
    belongs, whose words it may have. What is `heard` of an item in another text is told again of the same one."""
    unreadable = unfit(text, file)
    if unreadable:
        return Reading(None, [unreadable])
    blemishes = Blemishes(text, file, readable(), MOST)
    if blemishes.full:
        return Reading(None, in_order(blemishes.diagnostics))
    phrases = phrases_of(parser(), blemishes.clean) | _phrases_around(around, file)
    items = [] if blemishes.diagnostics else read_items(parser(), reserved(), text, file, phrases, MOST)
    starts = [start for _, start in items if start]
    if items and len(starts) == len(items):
        return Reading(together(starts), [])
    found = _sentences(blemishes, phrases)
    outcome = recover(found, MOST - len(blemishes.diagnostics), blemishes.lines, _known(items))
    diagnostics = blemishes.diagnostics + advised(
        outcome, file, sentences_in(around, file) if around else (), heard or Heard()
    )
    if len(diagnostics) >= MOST:
        return Reading(None, in_order(diagnostics))
    start, deep = _built(outcome, items, file)
    cut_off = not text.endswith("\n") or any(d.code == "E0110" for d in diagnostics)
    strays = [fault.mark.sentence for fault in outcome.faults if fault.code == "E0109" and fault.at == 0]
    return Reading(
        start, in_order(diagnostics + deep), Lost.among(outcome.seen, outcome.lost, strays, cut_off, blemishes.lines)
    )


def _known(items: Sequence[tuple[Item, model.Start | None]]) -> frozenset[int]:
    """The first lines of the items in which, and behind which, there is no mistake: from one, it is looked at what
    stands above it."""
    right = [start is not None for _, start in items]
    return frozenset(item.line for k, (item, _) in enumerate(items) if all(right[k : k + 2]))


def _built(
    outcome: Outcome, items: Sequence[tuple[Item, model.Start | None]], file: str
) -> tuple[model.Start | None, list[Diagnostic]]:
    """What was kept, as far as it was not read before, and what stands too deep in it."""
    lines, read_before = [item.line for item, _ in items[1:]], [start for _, start in items] or [None]
    kept: list[list[Sentence]] = [[] for _ in read_before]
    for sentence in outcome.kept:
        kept[bisect_right(lines, sentence.line)].append(sentence)
    starts: list[model.Start] = []
    for own, known in zip(kept, read_before, strict=True):
        tree = recover(own, MOST, set()).tree if own and not known else None
        start, deep = build(tree, file) if tree else (known, [])
        if start:
            starts.append(start)
        elif own:
            return None, deep
    return together(starts), []


def _phrases_around(text: str, file: str) -> Phrases:
    """The words of several words of a text in which there may be mistakes."""
    blemishes = Blemishes(text, file, readable(), MOST)
    return frozenset() if blemishes.full else phrases_of(parser(), blemishes.clean)


def _sentences(blemishes: Blemishes, phrases: Phrases) -> Iterator[Sentence]:
    found = sentences(words_of(parser(), blemishes.clean), blemishes.columns)
    return (joined(sentence, phrases) for sentence in found)


def sentences_in(text: str, file: str) -> list[Sentence]:
    """The sentences of a text in which there may be mistakes; what cannot be read in it is left out."""
    blemishes = Blemishes(text, file, readable(), MOST)
    return [] if blemishes.full else [*_sentences(blemishes, phrases_of(parser(), blemishes.clean))]


def recover(found: Iterable[Sentence], most: int, blemished: Set[int], known: Set[int] = frozenset()) -> Outcome:
    return Recovery(parser(), reserved(), most, blemished, known).run(found)


def advised(outcome: Outcome, file: str, around: Iterable[Sentence], heard: Heard) -> list[Diagnostic]:
    if not outcome.faults:
        return []
    advisor = cache(lambda: Advisor(parser(), reserved(), file, [*around, *outcome.seen]))
    told: list[Diagnostic] = []
    for fault in outcome.faults:
        last = told[-1].span if told else None
        if last is None or fault.mark.sentence.line > last.end_line:  # else it is of one with that above it
            told.append(heard.of(fault, outcome.seen, lambda fault: advisor().diagnostic(fault)))
    return told


def in_other_words(diagnostics: list[Diagnostic], text: str, file: str) -> list[Diagnostic]:
    """Complaints of what sentences mean, with those that may be meant where that depends on how the text goes. Some
    may be about other files."""
    codes = CODES | REPHRASED | {"E0201"}
    told = [d for d in diagnostics if d.code in codes and d.span and d.span.file == file]
    if not told:
        return diagnostics
    found = sentences_in(text, file)
    inventory = Inventory(found)
    return [_in_other_words(d, found, inventory) if d in told else d for d in diagnostics]


def _in_other_words(diagnostic: Diagnostic, found: list[Sentence], inventory: Inventory) -> Diagnostic:
    other = of_each_sort(as_defined(brought_in(not_declared(diagnostic, found), found), found), found)
    return other if other is not diagnostic and diagnostic.code == "E0206" else rephrased(other, found, inventory)


def in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda d: d.span.begin if d.span else (0, 0))
