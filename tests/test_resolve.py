"""The tables by which the resolver goes from a sentence to its meaning: whole, and right about what they hold."""

from __future__ import annotations

import re
from pathlib import Path
from types import UnionType
from typing import get_args, get_type_hints

import pytest

from dsl import model, tree
from dsl.resolve.complaints import MOST
from dsl.resolve.dispatch import Table, condition, meaning, statement
from tests.rulebooks import diagnosed, framed

GRAMMAR = (Path(__file__).parent.parent / "grammars/rulebook.lark").read_text("utf-8")


def of_the_grammar(rule: str) -> set[type]:
    """The classes of the sentences among which a rule, which only names others, chooses."""
    found = re.search(rf"^{rule}:(.*?)\n\n", GRAMMAR, re.DOTALL | re.MULTILINE)
    assert found is not None
    names = re.findall(r"\b[a-z][a-z_]*", found[1].replace("_eol", ""))
    return {getattr(tree, name.title().replace("_", "")) for name in names}


def test_every_statement_of_the_grammar_has_a_meaning() -> None:
    """Words of the designer stand among statements, too."""
    wanted = of_the_grammar("_statement") | of_the_grammar("_simple") | {tree.Words, tree.PerformAt}
    assert set(statement.functions) == wanted


@pytest.mark.parametrize(
    ("table", "result"),
    [
        (meaning, model.Expression),
        (condition, model.Condition),
        (statement, model.Statement | tuple[model.Statement, ...] | None),
    ],
)
def test_a_function_takes_and_gives_what_the_table_says(table: Table[object], result: object) -> None:
    for sort, function in table.functions.items():
        hints = get_type_hints(function)
        assert list(hints)[:3] == ["context", "node", "scope"]
        assert sort in alternatives(hints["node"])
        assert alternatives(hints["return"]) <= alternatives(result)


def alternatives(annotation: object) -> set[object]:
    return set(get_args(annotation)) if isinstance(annotation, UnionType) else {annotation}


def test_where_a_value_is_read_for_another_line_faults_may_be_enough() -> None:
    slips = "\n".join(["    the glow of the Lmap rises by 1"] * (MOST - 1))
    asked = "    if the glow of the Lamp is at least the weight of the Lamp\n        nobody wins\n"
    text = f"phase Night\n{slips}\n{asked}\nthe weight of the Lamp means the glow of the Lmap\n"
    assert {one.message for one in diagnosed(framed(text))} == {"There is nothing called Lmap."}


def test_a_name_that_a_power_has_already_is_shown_where_that_power_is() -> None:
    """And not where its family is met first."""
    powers = (f"power {name}, a Spell\n    nothing happens\n\n" for name in ("Fog", "Buoy"))
    part = f"{''.join(powers)}piece Buoy\n    there is 1\n"
    text = framed(part)
    (complaint,) = (one for one in diagnosed(text) if one.code == "E0202")
    (note,) = complaint.notes
    assert note.span is not None
    assert text.split("\n")[note.span.line - 1] == "power Buoy, a Spell"
