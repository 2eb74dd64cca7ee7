"""`rulewright explain`: what a code, a rule of the semantics or a word of the language means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill, indent
from typing import Annotated

import typer

from dsl import resources
from dsl.text.diagnostics import CATALOGUE, Diagnostic, Entry, near
from dsl.text.patterns import Pattern
from interpreter.cli.common import Misused, columns, say

CODE = re.compile(r"[EW]\d{4}")
RULE = re.compile(r"S\d+(\.\d+)?|F\d")


def explain(topic: Annotated[list[str], typer.Argument(metavar="TOPIC", help="E0201, S3.2 or becomes")]) -> None:
    """Explain a code, a rule or a word.

    Codes are those of errors, warnings and faults, rules those of the semantics (S3.2), words those of the language.
    """
    asked = " ".join(topic)
    found = list(_explained(asked))
    if not found:
        known = {*CATALOGUE, *(word for pattern in _patterns() for word in _words(" ".join(pattern.examples)))}
        message = f"Nothing is known of “{asked}”: it is no code, and no pattern of the language has it."
        raise Misused(Diagnostic("E0903", message, near=tuple(near(asked, sorted(known)))))
    say("\n\n".join(found))


def _explained(asked: str) -> Iterator[str]:
    if CODE.fullmatch(asked.upper()):
        if asked.upper() in CATALOGUE:
            yield _entry(CATALOGUE[asked.upper()])
    elif RULE.fullmatch(asked.upper()):
        yield from _rules(asked.upper())
    else:
        for pattern in _patterns():
            if any(_has(example, asked) for example in pattern.examples):
                shown = _quoted("\n".join(pattern.examples))
                yield f"{shown}\n\n{fill(pattern.meaning, columns())}".rstrip()


def _patterns() -> list[Pattern]:
    from dsl.builtins.reference import everything  # here, as the list of all commands needs none of the language

    return [pattern for group in everything() for pattern in group.patterns]


def _entry(entry: Entry) -> str:
    parts = [f"{entry.code}: {entry.title}", fill(entry.explanation.strip(), columns())]
    parts += ["Wrong:", _quoted(entry.bad), "Right:", _quoted(entry.good)]
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    return indent(text.strip("\n"), "    ")


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text)


def _has(pattern: str, asked: str) -> bool:
    """Whether the pattern has the words, one behind the other; capitals do not matter."""
    return f" {' '.join(_words(asked.casefold()))} " in f" {' '.join(_words(pattern.casefold()))} "


def _rules(number: str) -> Iterator[str]:
    """A rule of the semantics with all that stands under it, or a whole section."""
    text = (resources.folder("reference") / "semantics.md").read_text("utf-8")
    head = rf" *- \*\*{re.escape(number)}\*\* " if "." in number or number.startswith("F") else f"## {number} "
    ends = r"## |\Z" + (r"|- \*\*S" if "." in number else "") + (r"| *- \*\*" if number.startswith("F") else "")
    end = f"(?=^(?:{ends}))"
    found = re.search(f"^{head}.*?{end}", text, re.MULTILINE | re.DOTALL)
    if found:
        yield found.group().replace("**", "").strip()
