"""What a variant, or a section, leaves out of the rulebook: items, ends and needs, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model
from dsl.errors import Diagnostic, near
from dsl.resolve.agreed import Item

LINED = model.Action | model.Power | model.Procedure
NEEDS = model.Need | model.Utmost


def patched(items: list[Item]) -> tuple[list[Item], list[Diagnostic]]:
    """The items without what is left out by those in play, and complaints of names of nothing."""
    found, diagnostics = items, list[Diagnostic]()
    for patch in [item for item in items if item.present and isinstance(item.node, model.Without)]:
        assert isinstance(patch.node, model.Without)
        if patch.section is None:
            message = "Something is left out by a variant, or only with something that was agreed on."
            diagnostics.append(Diagnostic("E0314", message, patch.node.span, hints=("variant Long Game",)))
            continue
        for name in patch.node.names.names:
            known = [n for item in found if item.section != patch.section for n in names_in(item.node)]
            if name not in known:
                message = f"There is nothing called {name} that could be left out."
                diagnostics.append(Diagnostic("E0201", message, patch.node.span, near=tuple(near(name, known))))
            found = [item if item.section == patch.section else without(item, name) for item in found]
    return found, diagnostics


def without(item: Item, name: str) -> Item:
    """The item; not in play if it has the name, and without the need of that name."""
    if name_of(item.node) == name:
        return replace(item, present=False)
    if isinstance(item.node, LINED) and name in needs_in(item.node):
        block = item.node.block
        lines = tuple(line for line in block.lines if not isinstance(line, NEEDS) or line.name != name)
        return replace(item, node=replace(item.node, block=replace(block, lines=lines)))
    return item


def names_in(node: model.Node) -> Iterator[str]:
    """By what names it, or parts of it, can be left out."""
    name = name_of(node)
    if name:
        yield name
    if isinstance(node, LINED):
        yield from needs_in(node)


def needs_in(node: model.Action | model.Power | model.Procedure) -> list[str]:
    return [line.name for line in node.block.lines if isinstance(line, NEEDS) and line.name]


def name_of(node: model.Node) -> str:
    """The Name of an item, empty if it has none."""
    if isinstance(node, model.Example | model.Chapter | model.Game):
        return ""
    for part in ("heading", "title"):
        if hasattr(node, part):
            found: str = getattr(node, part).name
            return found
    return getattr(node, "name", None) or ""
