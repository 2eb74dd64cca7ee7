"""The blocks of a reference card as Markdown: paragraphs, lists and tables with blank lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from markupsafe import Markup

from dsl.pages.learn import blocks as b
from dsl.pages.markdown import Writer, text
from dsl.prose.speech import Line, Run, Table, Words

PAIR = 2  # heads of a table that is told in a row


def marked(blocks: Iterable[b.Block], w: Writer, t: Mapping[str, str]) -> str:
    """Each thing is linked where it is first spoken of."""
    return "\n\n".join(str(block(one, w, t)) for one in blocks)


def block(one: b.Block, w: Writer, t: Mapping[str, str]) -> str:
    match one:
        case b.Heading(text=told):
            return f"### {text(told)}"
        case b.Para(lines=lines, flavour=True):
            return f"*{w.sentences(lines)}*"
        case b.Para(lines=lines, sign=sign):
            return sign + titled(lines, w)
        case b.Steps(lines=lines):
            return w.steps(lines)
        case b.Bullets(lines=lines):
            return w.listing(lines)
        case b.Figure(drawing=drawing):
            return drawing
        case b.Listing(title=title, table=table):
            head = f"**{text(title)}.**\n\n" if title else ""
            return head + (cases(table, w, t) if isinstance(table, Table) else listed(table.heads, table.rows, w))
        case _:  # stands on no card
            return ""


def titled(lines: tuple[Line, ...], w: Writer) -> Markup:
    first, *rest = lines
    title = Markup("**{}.** ").format(text(first.title)) if first.title else Markup("")
    return title + w.row((replace(first, title=""), *rest))


def cases(table: Table, w: Writer, t: Mapping[str, str]) -> str:
    """What a value is in each case."""
    rest: Words = (Run(t["otherwise"]),)
    rows = [f"| {w.words(key or rest)} | {w.words(value)} |" for key, value, _ in table.rows]
    return "\n".join((f"| {w.words(table.asked)} | |", "| :-- | :-: |", *rows))


def listed(heads: Iterable[Words], rows: Iterable[Iterable[Words | None]], w: Writer) -> str:
    """A table; one of two columns as a row of pairs."""
    told = [[w.words(cell) if cell else Markup("–") for cell in row] for row in rows]
    named = [w.words(head) for head in heads]
    if len(named) == PAIR:
        return ", ".join(f"**{key}** {value}" for key, value in told)
    lines: list[list[Markup]] = [named, [Markup(":--")] * len(named), *told]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
