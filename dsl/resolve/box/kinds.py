"""Settings, options, kinds of values."""

from __future__ import annotations

from dsl import tree
from dsl.model.world import TRUTH, Attribute, Remark, Setting, Visibility
from dsl.resolve.box.contents import Box
from dsl.resolve.box.declarations import add_kind, amount_of, fresh
from dsl.resolve.complaints import wrong
from dsl.text.diagnostics import Note

MOST_NUMBERS = 1_000_001  # of one range, for counting; fewer can be chosen


def declare_leaving(box: Box) -> None:
    """Players have a flag that says who is out, where some sentence puts one out."""
    for node in (n for item in box.items for n in item.whole if isinstance(n, tree.GoesOut)):
        box.world.out = Attribute("out", TRUTH, box.world.players, Visibility(), span=node.span)
        return


def declare_setting(box: Box, node: tree.Setting) -> None:
    fresh(box, node.name, node)
    box.world.settings[node.name] = Setting(node.name, node.value, node.span, node.clauses)


def declare_option(box: Box, node: tree.Option) -> None:
    fresh(box, node.name, node)
    choice = box.context.book.choices[node.name]
    value = dict(box.context.book.terms.options).get(node.name, choice.usual)
    words = tuple(Remark(text.text, text.clauses) for text in node.words)
    box.world.settings[node.name] = Setting(node.name, value, node.span, node.clauses, choice, words)


def declare_enumeration(box: Box, node: tree.Enumeration) -> None:
    words = tuple(v.word for v in node.values)
    for i, value in enumerate(node.values):
        if value.word in words[:i]:
            notes = (Note("It stands here, too.", node.values[words.index(value.word)].span),)
            wrong("E0202", f"{node.name} has the value {value.word} twice.", value.span, notes=notes)
    kind = add_kind(box, node.name, "enumeration", node, words)
    kind.labels = tuple(v.label or v.word for v in node.values)


def declare_range(box: Box, node: tree.Range) -> None:
    low, high = amount_of(box, node.low), amount_of(box, node.high)
    if low > high:
        wrong("E0302", f"{node.name} would be from {low} to {high}: the lower number comes first.", node.span)
    if high - low >= MOST_NUMBERS:
        message = f"{node.name} would have {high - low + 1:,} numbers; {MOST_NUMBERS:,} are possible."
        wrong("E0302", message, node.span)
    kind = add_kind(box, node.name, "range", node)
    kind.low, kind.size = low, high - low + 1
