"""`python -m tests.benchmarks.structure [FOLDER]` measures how a checkout is built; two of them stand side by side.

Only Python in `dsl/` and `interpreter/` counts. A construct is a class of the resolved model; a file knows it if it
names it. A public name crosses modules if another module imports it.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

HERE = Path(__file__).resolve().parents[2]
MODELS = ("dsl/model", "dsl/resolved")  # where the resolved model stands, today and before the folders were named anew


class Tree:
    """The sources of a checkout, parsed: each by its path from the top."""

    def __init__(self, root: Path) -> None:
        paths = sorted(path for top in ("dsl", "interpreter") for path in (root / top).rglob("*.py"))
        self.texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}
        self.parsed = {path: ast.parse(text) for path, text in self.texts.items()}
        self.model = MODELS[0] if any(path.startswith("dsl/lower/walks/") for path in self.texts) else MODELS[1]

    def names(self, path: str) -> set[str]:
        """All names that a file writes, whether alone or after a dot."""
        nodes = list(ast.walk(self.parsed[path]))
        return (
            {node.id for node in nodes if isinstance(node, ast.Name)}
            | {node.attr for node in nodes if isinstance(node, ast.Attribute)}
            | {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
        )


def main(roots: list[Path]) -> None:
    """Prints the measures of each checkout, one column for each."""
    columns = [dict(measures(Tree(root))) for root in roots]
    for name in dict.fromkeys(name for column in columns for name in column):
        sys.stdout.write(f"{name:52}" + "".join(f"{column.get(name, ''):>12}" for column in columns) + "\n")


def measures(tree: Tree) -> Iterator[tuple[str, str]]:
    """What is measured, with its value in words."""
    sizes = {path: text.count("\n") for path, text in tree.texts.items()}
    yield "files", f"{len(sizes):,}"
    yield "lines", f"{sum(sizes.values()):,}"
    yield "modules over 400 lines", f"{sum(size > 400 for size in sizes.values())}"
    yield "lines of a module: median, 90 of 100", spread(list(sizes.values()))
    functions = [lines_of(node) for source in tree.parsed.values() for node in ast.walk(source) if is_function(node)]
    yield "functions", f"{len(functions):,}"
    yield "lines of a function: median, 90 of 100", spread(functions)
    yield "functions over 30 lines", f"{sum(size > 30 for size in functions)}"
    yield "public names that cross modules", f"{crossing(tree):,}"
    yield "names of modules that occur in several folders", f"{namesakes(tree)}"
    counts = knowing(tree)
    yield "constructs of the model", f"{len(counts)}"
    yield "files that know a construct: median, 90 of 100", spread(list(counts.values()))
    yield "`match` statements", f"{sum(isinstance(n, ast.Match) for s in tree.parsed.values() for n in ast.walk(s))}"
    yield "of which end with `assert_never`", f"{sum(text.count('assert_never(') for text in tree.texts.values())}"
    for package, lines in sorted(by_package(sizes).items()):
        yield f"lines of {package}", f"{lines:,}"


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def lines_of(node: ast.AST) -> int:
    """How many lines a function has, with its head, without its decorators."""
    return (getattr(node, "end_lineno", 0) or 0) - getattr(node, "lineno", 0) + 1


def spread(values: list[int]) -> str:
    return f"{median(values):.0f}, {quantiles(values, n=10)[8]:.0f}" if len(values) > 1 else ""


def by_package(sizes: dict[str, int]) -> Counter[str]:
    """Lines by the first two folders; what stands in no second one counts for the first."""
    found: Counter[str] = Counter()
    for path, size in sizes.items():
        found["/".join(path.split("/")[:-1][:2]) + "/"] += size
    return found


def crossing(tree: Tree) -> int:
    """How many public names are imported from one module of ours into another."""
    names = set()
    for source in tree.parsed.values():
        for node in ast.walk(source):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("dsl", "interpreter"):
                names |= {(node.module, alias.name) for alias in node.names}
    return len(names)


def namesakes(tree: Tree) -> int:
    """How many names of modules occur more than once; `__init__` is none."""
    stems = Counter(path.rpartition("/")[2] for path in tree.texts)
    return sum(number > 1 for stem, number in stems.items() if not stem.startswith("__"))


def knowing(tree: Tree) -> dict[str, int]:
    """For each class of the resolved model in how many files outside it its name is written."""
    inside = {path for path in tree.texts if path.startswith(f"{tree.model}/") and not path.endswith("/world.py")}
    classes = {node.name for path in inside for node in tree.parsed[path].body if isinstance(node, ast.ClassDef)}
    found = Counter(name for path in set(tree.texts) - inside for name in tree.names(path) & classes)
    return {name: found[name] for name in classes if not name.startswith("_")}


if __name__ == "__main__":
    main([Path(argument).resolve() for argument in sys.argv[1:]] or [HERE])
