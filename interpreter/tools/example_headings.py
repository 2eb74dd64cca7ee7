"""Whether an example passes under another heading that its failure proposes: nothing is proposed that does not help."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from dsl.terms import Terms
from dsl.text.diagnostics import Refused
from interpreter.play.examples import Outcome, run_example
from interpreter.play.rules import Rules

ANOTHER = re.compile(r'(?P<heading>example ".*"), in place of (?P<written>example ".*" in .+)')


def with_headings_tried(outcome: Outcome, path: Path, terms: Terms) -> Outcome:
    """The outcome without the headings under which the example of a rulebook fails as well."""
    return replace(outcome, hints=tuple(hint for hint in outcome.hints if _helps(hint, outcome, path, terms)))


def _helps(hint: str, outcome: Outcome, path: Path, terms: Terms) -> bool:
    """Whether the example passes with a hint, as far as that is one of its heading."""
    found = ANOTHER.fullmatch(hint)
    if found is None:
        return True
    from dsl.load import load_text, program_of, text_of  # here, as a game that is known starts without the front end

    text = text_of(path)[0]
    if text.count(found["written"]) != 1:
        return True
    book, _ = load_text(text.replace(found["written"], found["heading"]), str(path), terms)
    try:
        rules = Rules.of(program_of(book, examples=True)) if book else None
    except Refused:
        rules = None
    named = [one for one in rules.program.examples if one.title == outcome.example.title] if rules else []
    return any(run_example(rules.program, rules.machine, one).fine for one in named) if rules else False
