"""Templates and their fixed words. What is put into a template is shown as text, unless it is Markdown made here."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dsl import resources
from dsl.pages.markdown import inline, text

MADE_FROM = "<!-- made from "
HEAD = "---\n"  # before and behind what is said of a page as a whole
USUAL = "en"


@cache
def environment() -> Environment:
    """The templates; an unknown name in one is an error."""
    found = Environment(
        loader=FileSystemLoader(resources.folder("pages/templates")),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=text,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # they stay as they are: no template's time is looked up each time it is used
    )
    found.filters["raw"] = Markup  # for what is Markdown already, and for what stands in a block of code
    found.filters["setting"] = setting
    return found


def setting(content: object) -> Markup:
    """The content as a text in the settings of the site: JSON, which is YAML, of HTML, as which the theme shows it."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(str(content).split()))
    return Markup(json.dumps(escape(shown, quote=False), ensure_ascii=False))


@cache
def vocabulary(language: str) -> Mapping[str, str]:
    """The fixed words of a language."""
    table = tomllib.loads((resources.folder("pages/templates") / "words.toml").read_text(encoding="utf-8"))
    found: Mapping[str, str] = table[language]
    return found


def in_language(page: str, words: Mapping[str, str]) -> str:
    """A page that says in which language it is (`pt-BR`), for the theme and who reads it aloud, and in it what the site
    is; English is usual. `words`: the fixed words of the language."""
    if words["code"] == USUAL:
        return page
    head, rest = ("", page.removeprefix(HEAD)) if page.startswith(HEAD) else (HEAD, f"\n{page}")
    return f"{HEAD}lang: {words['code']}\ndescription: {words['site']}\n{head}{rest}"


def made_from(source: str) -> str:
    """The last line of a page, which nobody sees: from which file it was made."""
    return f"\n{MADE_FROM}{inline(source)} -->\n"


def render(template: str, **slots: Any) -> str:
    """A template with its slots filled, without more than one blank line in a row and with one line end at its end."""
    lines: list[str] = []
    for line in environment().get_template(template).render(**slots).splitlines():
        if line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip())
    return "\n".join(lines).strip("\n") + "\n"
