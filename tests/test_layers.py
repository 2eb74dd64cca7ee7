"""The order in which modules may import one another, and what each may use: read from the source, not by running it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("dsl", "interpreter")

# The folders in the order in which they may import one another: a module imports from layers above its own, never from
# beside it or from below. A star stands for a folder, whose modules may import one another as long as that makes no
# circle. Two folders in one layer never meet: prose and lowering are two readers of one model, and must not know of
# each other. The README's picture of the pipeline shows the same folders.
LAYERS = (
    ("dsl",),
    ("dsl.fields", "dsl.late", "dsl.men", "dsl.resources", "dsl.source", "dsl.terms"),
    ("dsl.icons", "dsl.own_icons"),
    ("dsl.tree*",),
    ("dsl.board*",),
    ("dsl.text*",),
    ("dsl.model.world",),
    ("dsl.builtins*",),
    ("dsl.model*",),
    ("dsl.analysis*",),
    ("dsl.core*",),
    ("dsl.secrecy*",),
    ("dsl.ir*",),
    ("dsl.resolve*",),
    ("dsl.lint*",),
    ("dsl.lower*", "dsl.prose*"),
    ("dsl.load",),
    ("dsl.mending.slips",),
    ("dsl.mending.draft",),
    tuple(
        f"dsl.mending.{name}" for name in ("elsewhere", "hints", "in_sight", "other_depths", "spoken_above", "unhidden")
    ),
    ("dsl.mending.proposals",),
    ("dsl.mending.consequences", "dsl.mending.trials"),
    ("dsl.mending.told",),
    ("dsl.mending", "dsl.readings"),
    ("dsl.pages*",),
    ("dsl.optimise*",),
    ("interpreter.failures", "interpreter.engine", "interpreter.records"),
    ("interpreter.budget",),
    ("interpreter.library*",),
    ("interpreter.suspend*", "interpreter.state*"),
    ("interpreter.backends*",),
    ("interpreter.knowledge*",),
    ("interpreter.play*",),
    ("interpreter.sandbox",),
    ("interpreter.adapters*", "interpreter.bots*"),
    ("interpreter.tools*",),
    ("interpreter.terminal*",),
    ("interpreter",),
    ("interpreter.cli*",),
    ("interpreter.__main__",),
)
LAYER = {family: number for number, families in enumerate(LAYERS) for family in families}

# Which libraries are used by which modules, and by all in which folders.
THIRD_PARTY = {
    "lark": {"dsl.text"},
    "pydantic": {"interpreter.records"},
    "babel": {"dsl.prose.catalogues"},
    "jinja2": {"dsl.pages"},
    "markupsafe": {"dsl.pages"},
    "gymnasium": {"interpreter.adapters"},
    "numpy": {"interpreter.adapters"},
    "pettingzoo": {"interpreter.adapters"},
    "pyspiel": {"interpreter.adapters"},
    "llvmlite": {"interpreter.backends.llvm"},
    "mkdocs": {"interpreter.cli"},
    "rich": {"interpreter.cli"},
    "typer": {"interpreter.cli"},
    "font_source_sans_pro": {"interpreter.cli"},
    "typst": {"interpreter.cli"},
}
SLOW_TO_IMPORT = {"lark", "pydantic", "jinja2", "markupsafe", "llvmlite", "mkdocs"}
# Imported where machine code is asked for, and where data comes in.
WITH_A_LIBRARY = {
    "interpreter.records",
    *(f"interpreter.backends.llvm.{name}" for name in ("objects", "machine", "stepper")),
    *(f"interpreter.{name}" for name in ("tools.native_games", "bots.native_playouts", "adapters.batch_native")),
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_name(p): p.read_text("utf-8") for top in TOPS for p in (ROOT / top).rglob("*.py")}


def family(module: str) -> str | None:
    """The entry of the table that a module belongs to, None for a module without a place."""
    if module in LAYER:
        return module
    stars = (entry for entry in LAYER if entry.endswith("*"))
    return next((star for star in stars if within(module, star[:-1])), None)


def within(module: str, folder: str) -> bool:
    return f"{module}.".startswith(f"{folder}.")


@cache  # of the same sources many things are asked
def imports(source: str, at_start: bool = False) -> frozenset[str]:
    """The modules that a source imports; with `at_start` only those that importing it loads."""
    return frozenset(imported_in(inner(ast.parse(source), (*FUNCTIONS, TypingOnly) if at_start else ())))


def imported_in(nodes: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are written in full"
            found |= {imported(node.module or "", alias.name) for alias in node.names}
    return found


def inner(node: ast.AST, without: tuple[type, ...] = ()) -> Iterator[ast.AST]:
    """All statements in a node, `without` such and what stands in them. No expression holds a statement."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) or sort(child) in without:
            continue
        yield child
        yield from inner(child, without)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class TypingOnly: ...


def sort(node: ast.AST) -> type:
    test = node.test if isinstance(node, ast.If) else None
    named = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return TypingOnly if named == "TYPE_CHECKING" else type(node)


def imported(package: str, name: str) -> str:
    """`from dsl.ir import nodes` speaks of the module dsl.ir.nodes, `from dsl.ir.nodes import Code` of it, too."""
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
        elif top not in sys.stdlib_module_names and not any(within(module, user) for user in THIRD_PARTY.get(top, ())):
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
        ("dsl.prose.rules", "from dsl.lower import lowered"),
        ("dsl.lower", "from dsl.prose.rules import sentence"),
        ("dsl.lower.rules", "from dsl.prose.rules import sentence"),
        ("dsl.source", "from dsl.text.diagnostics import Diagnostic"),
        ("dsl.ir.program", "import pydantic"),
        ("dsl.text.diagnostics", "def f() -> None:\n    import rich"),
        ("interpreter.play.match", "from interpreter.cli.play import play"),
        ("dsl.somewhere", ""),
    ],
)
def test_a_forbidden_import_is_found(module: str, line: str) -> None:
    assert faults(module, line)


def test_no_modules_import_one_another_in_a_circle() -> None:
    """But for the checker of types alone: phrases hold sentences, sentences phrases."""
    run = {m: imported_in(inner(ast.parse(source), (TypingOnly,))) for m, source in SOURCES.items()}
    graph = {m: {t for t in targets if t in SOURCES and t != m} for m, targets in run.items()}
    assert set(TopologicalSorter(graph).static_order()) >= set(SOURCES)


@pytest.mark.parametrize("module", sorted(m for m in {*SOURCES} - WITH_A_LIBRARY if m.startswith("interpreter")))
def test_a_game_starts_without_parser_model_and_templates(module: str) -> None:
    """A cached game starts in a moment; whatever needs the front end imports it where it is needed."""
    reached: set[str] = set()
    waiting = {module}
    while waiting:
        current = waiting.pop()
        reached.add(current)
        waiting |= imports(SOURCES.get(current, ""), at_start=True) - reached
        waiting |= {current.rpartition(".")[0]} - reached  # a package is loaded before what stands in it
    assert {m.partition(".")[0] for m in reached} & SLOW_TO_IMPORT == set()


def inside(folder: str) -> set[str]:
    """The modules of a folder, and what is defined in them."""
    modules = {name: source for name, source in SOURCES.items() if within(name, folder)}
    defined = (re.findall(r"^ *(?:def|class) (\w+)", source, re.MULTILINE) for source in modules.values())
    return {name.removeprefix(folder).partition(".")[2].partition(".")[0] for name in modules}.union(*defined)


@pytest.mark.parametrize("folder", [m for m in SOURCES if m in {other.rpartition(".")[0] for other in SOURCES}])
def test_what_a_folder_says_of_itself_names_what_is_in_it(folder: str) -> None:
    named = re.findall(r"`([a-z_]+)`", ast.get_docstring(ast.parse(SOURCES[folder])) or "")
    assert {*named} - inside(folder) - {"native", "rulewright"} == set()  # an extra, and the command


def test_the_picture_of_the_pipeline_shows_every_folder() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    picture = readme[readme.index("## How it works") : readme.index("The two branches read one model")]
    packages = {path.parent.relative_to(ROOT).as_posix() for top in TOPS for path in (ROOT / top).glob("*/__init__.py")}
    assert set(re.findall(r"(?:dsl|interpreter)/[a-z_]+", picture)) == packages


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
