"""What a variant, or a section, leaves out of the rulebook: items, ends and needs, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import tree
from dsl.resolve.items import Item, name_of, of_sort
from dsl.source import Span
from dsl.text.diagnostics import Diagnostic, near

LINED = tree.Action | tree.Power | tree.Procedure
NEEDS = tree.Need | tree.Utmost
PATCHES = tree.Without | tree.WithoutTable


def patched(items: list[Item]) -> tuple[list[Item], list[Diagnostic]]:
    """The items without what is left out by those in play, and complaints of names of nothing."""
    found, diagnostics = items, list[Diagnostic]()
    for patch in [item for item in items if item.present and isinstance(item.node, PATCHES)]:
        assert isinstance(patch.node, PATCHES)
        if not patch.around:
            message = "Something is left out by a variant, or only with something that was agreed on."
            diagnostics.append(Diagnostic("E0314", message, patch.node.span, hints=("variant Long Game",)))
            continue
        others = [item for item in found if not patch.is_for(item) and may_leave_out(patch.node, item.node)]
        for name in left_out_by(patch.node):
            known = [n for item in others for n in names_in(item.node)]
            if name not in known:
                nothing = "no table" if isinstance(patch.node, tree.WithoutTable) else "nothing"
                message = f"There is {nothing} called {name} that could be left out."
                diagnostics.append(Diagnostic("E0201", message, patch.node.span, near=tuple(near(name, known))))
            found = [without(item, name) if item in others else item for item in found]
    return found, diagnostics


def left_out_by(node: tree.Without | tree.WithoutTable) -> tuple[str, ...]:
    return (node.name,) if isinstance(node, tree.WithoutTable) else node.names.names


def may_leave_out(patch: tree.Without | tree.WithoutTable, node: tree.Node) -> bool:
    return isinstance(patch, tree.Without) or isinstance(node, tree.Table)


def with_remedy(diagnostic: Diagnostic, start: tree.Start) -> Diagnostic:
    """A complaint of what is declared again by a variant: how the variant says that its own counts."""
    other = next((note.span for note in diagnostic.notes), None)
    for variant in of_sort(start, tree.Variant) if diagnostic.code == "E0202" else ():
        for item in variant.items:
            if stands_in(diagnostic.span, item) and not any(stands_in(other, mine) for mine in variant.items):
                hints = tuple(f"under variant {variant.title.name}: {said}" for said in remedies(item))
                return replace(diagnostic, hints=(*diagnostic.hints, *hints))
    return diagnostic


def remedies(item: tree.Node) -> Iterator[str]:
    """What a variant says so that what it declares counts instead of what is in the game without it."""
    match item:
        case tree.Value(word=word):
            yield f"exception …, instead of the {word} …"
        case tree.Procedure(word=word):
            yield f"exception …, instead of {word}"
        case _ if name_of(item):
            yield f"without {name_of(item)}"
        case _:  # what has no name cannot be left out
            pass


def stands_in(span: Span | None, item: tree.Node) -> bool:
    around = item.span
    return span is not None and span.file == around.file and around.line <= span.line <= around.end_line


def without(item: Item, name: str) -> Item:
    """The item; not in play if it has the name, and without the need of that name."""
    if name_of(item.node) == name:
        return replace(item, present=False)
    if isinstance(item.node, LINED) and name in needs_in(item.node):
        block = item.node.block
        lines = tuple(unspoken(line, name) for line in block.lines if not isinstance(line, NEEDS) or line.name != name)
        return replace(item, node=replace(item.node, block=replace(block, lines=lines)))
    return item


def unspoken(line: tree.Node, name: str) -> tree.Node:
    """The line, which need not say any more that words leave out a need of this name."""
    if not isinstance(line, tree.LeavesOut):
        return line
    return replace(line, names=replace(line.names, names=tuple(one for one in line.names.names if one != name)))


def names_in(node: tree.Node) -> Iterator[str]:
    """By what names it, or parts of it, can be left out."""
    name = name_of(node)
    if name:
        yield name
    if isinstance(node, LINED):
        yield from needs_in(node)


def needs_in(node: tree.Action | tree.Power | tree.Procedure) -> list[str]:
    return [line.name for line in node.block.lines if isinstance(line, NEEDS) and line.name]
