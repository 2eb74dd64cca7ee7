"""The pages about the language: its patterns, its semantics, the catalogue of errors; and about the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby

from markupsafe import Markup

from dsl import resources
from dsl.builtins.reference import everything, games
from dsl.pages.markdown import text
from dsl.pages.rendering import render
from dsl.pages.site import first_game
from dsl.pages.site.printed import Pair, game, printed
from dsl.pages.site.records import Schema, records
from dsl.pages.site.shapes import RULEBOOKS, rulebooks, shapes
from dsl.text.diagnostics import CATALOGUE
from dsl.text.diagnostics import Entry as Mistake
from dsl.text.standard_library import Entry, chapters, entries

TOGETHER = {
    "Pieces that carry pieces": "carrying.rules",
    "Verbs that ask": "asking.rules",
    "What a rule follows": "causes.rules",
    "Stepping in": "interrupts.rules",
    "What nobody's pieces must do": "nobodys.rules",
    "The best groups": "shares.rules",
    "Names that follow the board": "following.rules",
    "Ways of any length": "ways.rules",
}  # small rulebooks that show what several sentences do together
AS_WRITTEN = ("semantics.md", "printing.md")
GROUPS = {
    "E01": "Text and sentences",
    "E02": "Names",
    "E03": "Kinds and meaning",
    "E04": "Rules that collide, cycles, secrets",
    "E05": "Worked examples and trials",
    "E06": "Starting a game",
    "E07": "Saves and replays",
    "E08": "Answers in play",
    "E09": "The command line",
    "W0": "Warnings",
}


def records_page(schemas: Mapping[str, Schema]) -> str:
    """The page of the records that have these JSON Schemas."""
    return render("records.md.j2", records=records(schemas), explained=explained, code=code)


@cache
def pages() -> Mapping[str, str]:
    """The pages about the language, by their paths."""
    return {
        "language.md": render(
            "language.md.j2",
            groups=everything(),
            games=games(),
            explained=explained,
            code=code,
            library=library(),
            together=rulebooks(TOGETHER),
        ),
        "cheat-sheet.md": render("cheat-sheet.md.j2", groups=everything(), code=code, explained=explained),
        "first-game.md": render("first-game.md.j2", **first_game.shown(), block=block),
        "from-print.md": render(
            "from-print.md.j2",
            chapters=by_chapter(printed()),
            game=game(),
            explained=explained,
            lines=lines,
            block=block,
        ),
        "boards.md": render("boards.md.j2", shapes=shapes(), rulebooks=rulebooks(RULEBOOKS), explained=explained),
        "errors.md": render("errors.md.j2", groups=error_groups(), explained=explained, block=block),
        **{name: (resources.folder("reference") / name).read_text(encoding="utf-8") for name in AS_WRITTEN},
    }


def by_chapter(pairs: list[Pair]) -> list[tuple[str, list[Pair]]]:
    return [(title, [*rows]) for title, rows in groupby(pairs, key=lambda pair: pair.chapter)]


def lines(typed: Iterable[str]) -> Markup:
    """Lines below one another in a cell of a table, indented as they are."""
    indented = (line.replace("    ", "\u00a0\u00a0\u00a0\u00a0") for line in typed)
    return Markup("<br>").join(map(code, indented))


def library() -> list[tuple[str, list[Entry]]]:
    """The chapters of the standard library with what each defines."""
    return [(name, entries(name)) for name in chapters()]


def error_groups() -> list[tuple[str, list[Mistake]]]:
    """The catalogue by the ranges of its codes."""
    return [(title, [e for code, e in CATALOGUE.items() if code.startswith(start)]) for start, title in GROUPS.items()]


def explained(prose: str) -> Markup:
    """Prose in which backquotes mark what is typed."""
    parts = prose.split("`")
    return Markup("").join(code(part) if number % 2 else plain(part) for number, part in enumerate(parts))


def plain(prose: str) -> Markup:
    before, after = prose[: len(prose) - len(prose.lstrip())], prose[len(prose.rstrip()) :]
    return Markup(before) + text(prose) + Markup(after if prose.strip() else "")


def code(content: str) -> Markup:
    """Something typed, inside a sentence or a table."""
    shown = Markup.escape(visible(content)).replace("|", Markup("&#124;"))
    return Markup("<code>{}</code>").format(shown)


def block(content: str) -> Markup:
    """Something typed, as a block of its own."""
    return Markup("```text\n{}\n```").format(Markup(visible(content).strip("\n")))


def visible(content: str) -> str:
    """Control characters as the signs that stand for them."""
    return "".join(chr(0x2400 + ord(c)) if ord(c) < 32 and c != "\n" else c for c in content)
