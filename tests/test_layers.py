"""The order in which modules may import one another, and what each may use: read from the source, not by running it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# A module imports from layers above its own, never from beside it or from below. A star stands for a family (`x`, `x_…`
# and `x.…`), whose members may import one another as long as that makes no circle. Two families in one layer never
# meet: phrases and lowering are two readers of one model, and must not know of each other.
LAYERS = (
    ("dsl",),
    ("dsl.fields", "dsl.text.trusted"),
    ("dsl.source", "dsl.terms"),
    ("dsl.text.diagnostics", "dsl.resources", "dsl.text.files", "dsl.text.inflection", "dsl.text.numerals"),
    ("dsl.ir.nodes*", "dsl.text.clauses"),
    ("dsl.ir.layout", "dsl.board.text_drawing", "dsl.board.scene"),
    ("dsl.ir.program",),
    ("dsl.board.graphs",),
    ("dsl.board.shapes",),
    ("dsl.board.geometry",),
    ("dsl.board.sightlines",),
    ("dsl.text.patterns",),
    ("dsl.tree*",),
    ("dsl.text.reader*",),
    ("dsl.text.formatter", "dsl.text.standard_library"),
    ("dsl.model.world",),
    ("dsl.model*",),
    ("dsl.analysis.truth",),
    ("dsl.core.per_window",),
    ("dsl.core.simultaneous", "dsl.core.alternatives"),
    ("dsl.resolve*",),
    ("dsl.lower*", "dsl.prose.speech*"),
    ("dsl.load",),
    ("dsl.prose.catalogues",),
    ("dsl.pages.publishing*",),
    ("interpreter.failures", "interpreter.engine", "interpreter.state.codec"),
    ("interpreter.budget", "interpreter.play.exclusive"),
    ("interpreter.suspend.suspension*", "dsl.optimise.inline", "dsl.optimise.intervals"),
    ("interpreter.backends.python.emit*", "dsl.ir.chance"),
    ("dsl.optimise.passes*",),
    ("interpreter.state.machine",),
    ("interpreter.state.sampling",),
    ("interpreter.backends.compiled_games", "interpreter.backends.pipeline"),
    ("interpreter.backends.llvm*",),
    ("interpreter.state.decoding",),
    ("interpreter.knowledge.reader",),
    ("interpreter.knowledge.wording", "interpreter.knowledge.normal_form", "interpreter.play.payoffs"),
    ("interpreter.knowledge.pseudonyms",),
    ("interpreter.play.options", "interpreter.knowledge.view", "interpreter.knowledge.log"),
    ("interpreter.play.rules", "interpreter.play.unknown_names", "interpreter.state.save"),
    ("interpreter.play.why", "interpreter.play.journal"),
    ("interpreter.play.simultaneous", "interpreter.play.prompts"),
    ("interpreter.play.set_answers",),
    (
        "interpreter.play.position",
        "interpreter.bots.random_player",
        "interpreter.tools.outcomes",
        "interpreter.tools.dry_run",
    ),
    ("interpreter.tools.native_games", "interpreter.bots.native_playouts"),
    ("interpreter.bots.playouts",),
    ("interpreter.play.action_numbers",),
    ("interpreter.play.observation",),
    ("interpreter.play.undo",),
    ("interpreter.play.saving",),
    ("interpreter.play.match",),
    ("interpreter.play.set_entry",),
    ("interpreter.play.game",),
    ("interpreter.adapters*", "interpreter.bots.determinisation", "interpreter.sandbox"),
    ("interpreter.bots.cursor", "interpreter.bots.search_tree"),
    ("interpreter.bots.tree_search", "interpreter.bots.information_set_search"),
    ("interpreter.bots.seats",),
    ("interpreter.play.example_failures",),
    ("interpreter.tools.simulate", "interpreter.play.examples"),
    ("interpreter.tools.ambiguities",),
    ("interpreter.tools.trace",),
    ("interpreter.tools.coverage", "interpreter.tools.mutants", "interpreter.tools.example_scenes"),
    ("interpreter.tools.mutation",),
    ("interpreter.terminal.session*",),
    ("interpreter",),
    ("interpreter.cli*",),
)
LAYER = {family: number for number, families in enumerate(LAYERS) for family in families}

THIRD_PARTY = {
    "lark": {"dsl.text.reader*", "dsl.text.formatter"},
    "pydantic": {"dsl.tree*"},
    "pydantic_core": {"dsl.tree*"},  # comes with pydantic, of which it is a part
    "babel": {"dsl.prose.catalogues"},
    "jinja2": {"dsl.pages.publishing*"},
    "markupsafe": {"dsl.pages.publishing*"},
    "gymnasium": {"interpreter.adapters*"},
    "numpy": {"interpreter.adapters*"},
    "pettingzoo": {"interpreter.adapters*"},
    "pyspiel": {"interpreter.adapters*"},
    "llvmlite": {"interpreter.backends.llvm*"},
    "mkdocs": {"interpreter.cli*"},
    "rich": {"interpreter.cli*"},
    "typer": {"interpreter.cli*"},
}
SLOW_TO_IMPORT = {"lark", "pydantic", "jinja2", "markupsafe", "llvmlite", "mkdocs"}
# Imported where machine code is asked for.
WITH_LLVM = {
    *(f"interpreter.backends.llvm.{name}" for name in ("objects", "machine", "stepper")),
    *(f"interpreter.{name}" for name in ("native_games", "native_playouts", "adapters.batch_native")),
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_name(p): p.read_text("utf-8") for top in ("dsl", "interpreter") for p in (ROOT / top).rglob("*.py")}


def family(module: str) -> str | None:
    """The entry of the table that a module belongs to, None for a module without a place."""
    if module in LAYER:
        return module
    stars = (entry for entry in LAYER if entry.endswith("*"))
    return next((star for star in stars if f"{module}.".startswith((star[:-1] + ".", star[:-1] + "_"))), None)


def imports(source: str, at_start: bool = False) -> set[str]:
    """The modules that a source imports; with `at_start` only those that importing it loads."""
    found: set[str] = set()
    for node in statements_run_on_import(ast.parse(source)) if at_start else ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written in full"
            found |= {imported(node.module or "", alias.name) for alias in node.names}
    return found


def statements_run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes outside functions and outside `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        typing_only = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not typing_only:
            yield child
            yield from statements_run_on_import(child)


def imported(package: str, name: str) -> str:
    """`from dsl import ir` speaks of the module dsl.ir.nodes, `from dsl.ir.nodes import Code` of it, too."""
    return f"{package}.{name}" if f"{package}.{name}" in SOURCES else package


def own(module: str) -> bool:
    return module.partition(".")[0] in ("dsl", "interpreter")


def faults(module: str, source: str) -> list[str]:
    """What the imports of a module break."""
    place = family(module)
    if place is None:
        return [f"{module} has no place in LAYERS"]
    found = []
    for target in sorted(imports(source) - {module}):
        top = target.partition(".")[0]
        if own(target):
            other = family(target)
            if other is None or (LAYER[other] >= LAYER[place] and (other != place or not place.endswith("*"))):
                found.append(f"{module} must not import {target}")
        elif top not in sys.stdlib_module_names and place not in THIRD_PARTY.get(top, set()):
            found.append(f"{module} must not use {top}")
    return found


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_a_module_imports_only_what_its_layer_allows(module: str) -> None:
    assert faults(module, SOURCES[module]) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("dsl.tree", "from interpreter import match"),
        ("dsl.load", "import interpreter.play.match"),
        ("dsl.phrases_rules", "from dsl.lower import lowered"),
        ("dsl.lower", "from dsl.phrases_rules import sentence"),
        ("dsl.lower.rules", "from dsl.prose.speech.rules import sentence"),
        ("dsl.source", "from dsl.text.diagnostics import Diagnostic"),
        ("dsl.ir.program", "import pydantic"),
        ("dsl.text.diagnostics", "def f() -> None:\n    import rich"),
        ("interpreter.play.match", "from interpreter.cli.play import play"),
        ("dsl.somewhere", ""),
    ],
)
def test_a_forbidden_import_is_found(module: str, line: str) -> None:
    assert faults(module, line)


class RunTime(ast.NodeTransformer):
    """Leaves out what is imported for the checker of types alone: phrases hold sentences, sentences phrases."""

    def visit_If(self, node: ast.If) -> ast.If | None:
        return None if ast.unparse(node.test).endswith("TYPE_CHECKING") else node


def test_no_modules_import_one_another_in_a_circle() -> None:
    run = {m: ast.unparse(RunTime().visit(ast.parse(source))) for m, source in SOURCES.items()}
    graph = {m: {t for t in imports(source) if t in SOURCES and t != m} for m, source in run.items()}
    assert set(TopologicalSorter(graph).static_order()) >= set(SOURCES)


@pytest.mark.parametrize("module", sorted(m for m in SOURCES if m.startswith("interpreter") and m not in WITH_LLVM))
def test_a_game_starts_without_parser_model_and_templates(module: str) -> None:
    """A cached game starts in a moment; whatever needs the front end imports it where it is needed."""
    reached: set[str] = set()
    waiting = {module}
    while waiting:
        current = waiting.pop()
        reached.add(current)
        waiting |= imports(SOURCES.get(current, ""), at_start=True) - reached
    assert {m.partition(".")[0] for m in reached} & SLOW_TO_IMPORT == set()


def talks(source: str) -> list[str]:
    """The lines of a source that print, ask or exit."""
    calls = {"print", "input", "sys.exit", "sys.stdout", "sys.stderr", "sys.stdin"}
    nodes = (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name | ast.Attribute))
    return [f"line {n.lineno}: {ast.unparse(n)}" for n in nodes if ast.unparse(n) in calls]


@pytest.mark.parametrize("module", sorted(m for m in SOURCES if family(m) != "interpreter.cli*"))
def test_only_the_command_line_talks(module: str) -> None:
    assert talks(SOURCES[module]) == []


def test_talking_is_found() -> None:
    assert len(talks("import sys\nprint(1)\nsys.stderr.write('x')\nsys.exit(1)\n")) == 3
