"""What is said of a single piece: in the designer's words, or as the cases in which the rules ask whether something is
this one, by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl import model
from dsl.model.conditions import All, Any, Compare
from dsl.model.world import Kind, Remark
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Form, Step
from dsl.prose.scope import Scope
from dsl.prose.speech import Line, Speech, plain


def own_words(speech: Speech, names: Iterable[str]) -> dict[str, list[str]]:
    """By the names of pieces what the designer says of each, behind its name or several, and a colon: "Lit, Dark: you
    score twice."."""
    found: dict[str, list[str]] = {}
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    if not longest_first:
        return found
    name = f"(?:{'|'.join(longest_first)})"
    heads = re.compile(rf"(?:^|(?<=[.!?] ))({name}(?:, {name})*): ")
    for text in texts(speech.book):
        _, *parts = heads.split(plain(speech.said(text).words))
        for head, said in zip(parts[::2], parts[1::2], strict=True):
            for one in re.findall(name, head):
                found.setdefault(one, []).append(opening(said.strip()))
    return found


def texts(book: model.Rulebook) -> Iterator[model.Text | Remark]:
    """The designer's words on chapters, variants and pieces."""
    yield from (item for chapter in book.chapters for item in chapter.items if isinstance(item, model.Text))
    for words in book.variant_texts.values():
        yield from words
    for info in book.world.piece_infos.values():
        yield from info.words


def said_of_single(speech: Speech) -> dict[str, list[str]]:
    """By the names of the rows of tables what is so when a piece is the one of that row: "Lit: there is a flame."."""
    found: dict[str, list[str]] = {}
    definitions: list[model.Quality | model.Value] = [*speech.book.qualities, *speech.book.values]
    for definition in definitions:
        title = speech.title(definition)
        for kind, form in cases(speech.scope(definition), definition):
            found.setdefault(kind.name, []).append(f"{title}: {ended(speech.line(Step(form, 'fact')))}")
    return found


def cases(scope: Scope, definition: model.Quality | model.Value) -> Iterator[tuple[Kind, Form]]:
    """The single pieces that a definition speaks of, with what it says of each."""
    if isinstance(definition, model.Value):
        asked = ((single(condition), value) for value, condition, _ in definition.cases)
        yield from ((kind, scope.form(value)) for kind, value in asked if kind is not None)
        return
    for condition in alternatives(definition.conditions):
        kinds = [kind for kind in map(single, condition.conditions) if kind is not None]
        rest = tuple(part for part in condition.conditions if single(part) is None)
        if kinds and rest:
            yield kinds[0], scope.clause(rest[0] if len(rest) == 1 else All(condition.span, rest))


def alternatives(conditions: Iterable[model.Condition]) -> Iterator[All]:
    """All that must hold together, wherever it stands."""
    for condition in conditions:
        if isinstance(condition, All):
            yield condition
        if isinstance(condition, All | Any):
            yield from alternatives(condition.conditions)


def single(condition: model.Condition | None) -> Kind | None:
    """The kind of one row of a table as which a condition knows something."""
    if not isinstance(condition, Compare) or condition.operator != "=":
        return None
    right = condition.right
    return right.kind if isinstance(right, model.Constant) and right.kind.row else None


def ended(line: Line) -> str:
    """A line as it stands behind a colon."""
    text = plain(line.words)
    return f"{text[:1].lower()}{text[1:]}"
