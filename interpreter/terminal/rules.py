"""What the rulebook says of an action, a word or an end of the game, in its sentences, while a match is played."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from interpreter.play.options import words
from interpreter.play.rules import Rules
from interpreter.terminal.words import Spoken

if TYPE_CHECKING:
    from dsl.model import Definition, Rulebook
    from dsl.prose.speech import Line, Speech

INDENT = "  "
GONE = "The rulebook of this match is not there any more, or has changed since."
MOST_TOLD = 3  # of more things only the names are told


def rules_of(rules: Rules, typed: str, width: int) -> str:
    """All that the rulebook says of what is called so; failing that, what can be asked for."""
    book, say = book_of(rules), Spoken(rules.program.language)
    if book is None:
        return say(GONE)
    from dsl.load import NO_FILE, lexicon_of  # here, as whoever only plays needs no sentences
    from dsl.prose.speech import Speech

    named: dict[str, list[Definition]] = defaultdict(list)
    for found in _definitions(book):
        named[found.label or found.name].append(found)
    wanted = _words(typed)
    meant = [name for name, those in named.items() if wanted in (_words(name), *(_words(d.name) for d in those))]
    meant = meant or [name for name in named if wanted and wanted <= _words(name)]
    if not 0 < len(meant) <= MOST_TOLD:
        told = say("Type `rules` and one of these: {names}.", names=", ".join(meant or named))
        return "\n".join(textwrap.wrap(told, width, break_on_hyphens=False))
    speech = Speech(book, lexicon=lexicon_of(book, rules.path or NO_FILE))
    return "\n".join(line for name in meant for line in _told(speech, name, named[name], width))


def _words(name: str) -> set[str]:
    return set(words(name.replace("-", " ")))


def book_of(rules: Rules) -> Rulebook | None:
    """The rulebook as it is in the match; None if it has changed since, or is nowhere."""
    from dsl.load import load_rulebook  # here, as a game that is known starts without the front end

    path, program = rules.path, rules.program
    if path is None or not path.is_file() or sha256(path.read_bytes()).hexdigest() != program.source_hash:
        return None
    return load_rulebook(path, program.terms)[0]


def _definitions(book: Rulebook) -> Iterator[Definition]:
    """Everything that a player may ask for by its name: first what is done, then the words that are used for it."""
    for named in (book.actions, book.powers, book.phases, book.windows, book.procedures):
        yield from named.values()
    for listed in (book.qualities, book.values, book.standing, book.triggers, book.befores, book.endings):
        yield from listed


def _told(speech: Speech, name: str, meant: list[Definition], width: int) -> Iterator[str]:
    yield f"{name[:1].upper()}{name[1:]}:"
    for found in meant:
        for line in (*speech.block(tuple(found.texts)), *_lines(speech, found)):
            yield from _wrapped(line, INDENT, width)


def _lines(speech: Speech, found: Definition) -> Iterator[Line]:
    """What may be done, what is needed for it, what it costs, what it does; or what something means."""
    from dsl import model

    match found:
        case model.Act():
            yield from [speech.allowed(found)] if isinstance(found, model.Action) else []
            yield from speech.needs(found)
            yield from [cost] if (cost := speech.cost(found)) else []
            yield from speech.effects(found)
        case model.Procedure() if not isinstance(found, model.AtEdge):
            yield from (*speech.needs(found), *speech.effects(found))
        case model.Phase() | model.Window():
            yield from speech.block(found.body)
        case _:  # in one sentence
            yield speech.definition(found)


def _wrapped(line: Line, indent: str, width: int) -> Iterator[str]:
    cited = f" [{', '.join(line.clauses)}]" if line.clauses else ""
    text = f"{line.title}: {line.text}{cited}" if line.title else line.text + cited
    yield from textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent + INDENT, break_on_hyphens=False
    )
    for child in line.children:
        yield from _wrapped(child, indent + INDENT, width)
