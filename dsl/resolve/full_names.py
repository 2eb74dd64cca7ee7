"""`a Wasabi Card`, `3 Wasabis`: other forms of the names of rows are read as those that the rows have."""

from __future__ import annotations

from dataclasses import replace

from dsl import tree
from dsl.model.world import Kind
from dsl.resolve.antecedents import with_others
from dsl.resolve.context import Context
from dsl.resolve.items import Item
from dsl.text.inflection import plural

SPOKEN = tree.Noun | tree.Name | tree.TheOne


def keep_forms(context: Context, row: str, kind: Kind) -> None:
    """Remembers how a row of the table of a kind can be called: with that behind it, and as several."""
    context.forms[f"{row} {kind.name}"] = row
    context.forms[plural(row)] = f"{row} {kind.plural}"


def in_usual_form(context: Context, name: str) -> str:
    """The name that a row has, where it is called otherwise: `Camel Cards` for `Camels`."""
    return name if name in context.world.kinds or name in context.plurals else context.forms.get(name, name)


def in_usual_forms(context: Context, item: Item) -> Item:
    """The item with the names that rows have; what is a name of its own stays."""
    if isinstance(item.node, tree.Piece | tree.Place | tree.Board | tree.Table) or item.node in context.several:
        return item
    forms = {form: row for form in context.forms if (row := in_usual_form(context, form)) != form}
    said = [node for node in item.node.whole if isinstance(node, SPOKEN) and node.name in forms] if forms else []
    return replace(item, node=with_others(item.node, {node: replace(node, name=forms[node.name]) for node in said}))
