"""Whether the tests find faults: `python -m tests.faults` plants one at a time in a copy of a tree and runs the tests
there until the first that fails.

    python -m tests.faults draw FILE              writes a list of faults in this tree, the same for the same tree
    python -m tests.faults draw FILE --within P   only in this folder or file
    python -m tests.faults list FILE              shows them, with what came of them so far
    python -m tests.faults run FILE               runs those that were not run; it can be stopped and goes on later
    python -m tests.faults run FILE --only 3 7    these, also again
    python -m tests.faults run FILE --near        against the tests that lie near each, which takes a minute or two
    python -m tests.faults run FILE --tree PATH   in another tree, such as an older one

A fault is known by the function that it is in and by its line before and after, so that it is found again in a tree in
which files are called otherwise. Number 0 is no fault: the tests must pass with it. To run all takes hours.

The last measure, on the tree of 7ebc9264, each fault against the tests that lie near it:

    drawn in                          faults  found  by new tests  changes nothing
    dsl and interpreter, seed 1           60     48             7                5
    18 files of that week, seed 2         60     43            11                6
    dsl and interpreter, seed 3           60     47             0                8  (on the tree of 524c8d12)

A test was written for every fault of the first two that changes something; of the third one was in code that nothing
reached, which is gone, and four are not found by the short run. What changes nothing was a condition that is always so,
code that nothing reaches, or a bound that no text stands on: most of that is gone, so that nobody can plant it again.
Seed 2 was `--within` dsl/resolve/{pronouns,named,sides,box/sides,prices}.py dsl/text/{described,phrasing_nouns,
as_defined,brackets}.py dsl/lint/{never_there,free,one_way}.py interpreter/terminal/words.py dsl/model/sides.py
dsl/pages/drawings/tiles.py dsl/resolve/box/lines.py dsl/text/inventory.py dsl/resolve/timed_prohibitions.py.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dsl", "interpreter")
MANY, SEED = 60, 1
MINUTES = 40  # a run that is not over by then hangs, which is noticed
TESTS = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--numprocesses", "auto")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
NEAR = {  # the tests that look most closely at a folder, the first of those in which a file is
    "dsl/text": "text tips repairs offers errors language said citations documents",
    "dsl/resolve": "resolve language passages examples tips errors laws",
    "dsl/pages/learn": "learn learn_numbers reach teaching typst documents",
    "dsl/pages/cards": "cards references documents",
    "dsl/pages/drawings": "drawing scenes frames drawn_so looks drawing_laws palette pieces documents",
    "dsl/pages/print_kit": "sheets sheet_parts cards tiles documents",
    "dsl/pages": "pages documents reference first_game watch errata",
    "dsl/prose": "phrases phrases_complete portuguese told spoken_to rules_reference brevity patterns catalogues",
    "dsl/lint": "language errors may nothing",
    "dsl/secrecy": "leaky language sights two_worlds",
    "dsl/lower": "lower language examples sets choice one_go playthroughs",
    "dsl/optimise": "lean lean_attempts lean_once programs examples foresight",
    "dsl/ir": "ir_check programs codec suspend lean examples",
    "dsl/core": "core language examples in_secret",
    "dsl/model": "model language looks phrases examples",
    "dsl/analysis": "language lower learn readings candidates",
    "dsl/board": "shapes geometry sightlines box reach",
    "dsl/builtins": "builtins language",
    "dsl": "text tips repairs offers readings files language",
    "interpreter/backends/llvm": "native native_setup native_wild native_games machine",
    "interpreter/backends": "python_backend machine programs",
    "interpreter/suspend": "suspend programs examples",
    "interpreter/library": "algorithms machine native bots",
    "interpreter/state": "machine save codec items match laws",
    "interpreter/knowledge": "knowledge sights observation match groups",
    "interpreter/play": "match examples prompts offers ways choice asking save journal language laws",
    "interpreter/bots": "bots",
    "interpreter/tools": "simulate coverage mutants trial scenes cli",
    "interpreter/cli": "cli watch limits by_name packaging",
    "interpreter/terminal": "terminal journal cli",
    "interpreter/adapters": "batch pettingzoo openspiel observation",
    "interpreter": "match cli simulate records",
}
BY_NOBODY = ("__repr__", "__str__")
OBVIOUS = ("isinstance", "issubclass", "getattr", "hasattr")  # with other arguments, the first call shows it

OTHER_SIGN: dict[type[ast.AST], tuple[str, str, str]] = {
    ast.Lt: ("<", "<=", "boundary"), ast.LtE: ("<=", "<", "boundary"),
    ast.Gt: (">", ">=", "boundary"), ast.GtE: (">=", ">", "boundary"),
    ast.Eq: ("==", "!=", "comparison"), ast.NotEq: ("!=", "==", "comparison"),
    ast.In: (" in ", " not in ", "comparison"), ast.NotIn: (" not in ", " in ", "comparison"),
    ast.Is: (" is ", " is not ", "comparison"), ast.IsNot: (" is not ", " is ", "comparison"),
    ast.Add: ("+", "-", "sum"), ast.Sub: ("-", "+", "sum"),
    ast.And: (" and ", " or ", "junction"), ast.Or: (" or ", " and ", "junction"),
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One line of a function that says something else. `turn` counts equal lines in the function, from 0."""

    number: int
    sort: str
    file: str
    function: str
    before: str
    after: str
    turn: int = 0

    def __str__(self) -> str:
        if not self.file:
            return f"{self.number:3} {self.sort}"
        return f"{self.number:3} {self.sort}: {self.file}, {self.function}\n    - {self.before}\n    + {self.after}"


NONE = Fault(0, "no fault", "", "", "", "")


@dataclass(frozen=True)
class Outcome:
    """What came of a fault in a tree: `found`, `survived`, or `not there` where the tree has no such line."""

    number: int
    tree: str
    found: str
    by: str = ""
    seconds: int = 0


# ------------------------------------------------------------------------------------------------------------- drawing


@dataclass(frozen=True)
class Edit:
    """Other words between two columns of a line."""

    sort: str
    line: int
    start: int
    stop: int
    text: str


def functions(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """All functions with their qualified names, those within functions, too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{outer}{node.name}", node
            yield from functions(node, f"{outer}{node.name}.")
        else:
            yield from functions(node, f"{outer}{node.name}." if isinstance(node, ast.ClassDef) else outer)


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What is carried out in a function itself: no annotations, no texts, no assertions, nothing that is raised."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assert | ast.Raise | ast.JoinedStr):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":  # what is zipped is as long in all games
            continue
        yield node
        waiting += [
            child
            for name, field in ast.iter_fields(node)
            if name != "annotation"
            for child in (field if isinstance(field, list) else [field])
            if isinstance(child, ast.AST)
        ]


def edits(function: ast.FunctionDef, lines: list[str]) -> Iterator[Edit]:
    """All faults that can be made in a function, in one line each."""
    for node in own_nodes(function):
        if (
            isinstance(node, ast.expr | ast.stmt)
            and node.lineno == node.end_lineno
            and lines[node.lineno - 1].isascii()
        ):
            yield from edits_of(node, lines[node.lineno - 1])
    body = [stmt for stmt in function.body[1:] if stmt.lineno == stmt.end_lineno]
    if isinstance(function.returns, ast.Constant) and function.returns.value is None and function.name != "__init__":
        yield from (edit("early return", stmt, "return") for stmt in body if not isinstance(stmt, ast.Return))


def edit(sort: str, node: ast.expr | ast.stmt, text: str) -> Edit:
    assert node.end_col_offset is not None
    return Edit(sort, node.lineno, node.col_offset, node.end_col_offset, text)


def edits_of(node: ast.expr | ast.stmt, line: str) -> Iterator[Edit]:
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            yield from other_sign(sign, left, right, line)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OTHER_SIGN:
            yield from other_sign(sign, left, right, line)
        case ast.BoolOp(op=sign, values=[left, right]):
            yield from other_sign(sign, left, right, line)
        case ast.If(test=test) | ast.IfExp(test=test) if test.lineno == test.end_lineno:
            yield edit("negated", test, f"not ({line[test.col_offset : test.end_col_offset]})")
        case ast.Constant(value=bool(value)):
            yield edit("constant", node, str(not value))
        case ast.Constant(value=int(value)):
            yield edit("constant", node, str(value + 1))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield edit("dropped", node, "pass")
        case ast.Call(func=ast.Name(id=name)) if name in OBVIOUS:
            return
        case ast.Call(args=[one, other, *_], keywords=[]) if not any(isinstance(a, ast.Starred) for a in (one, other)):
            first, second = (line[a.col_offset : a.end_col_offset] for a in (one, other))
            between = line[one.end_col_offset : other.col_offset]
            yield Edit("swapped", node.lineno, one.col_offset, other.end_col_offset or 0, f"{second}{between}{first}")


def other_sign(sign: ast.AST, left: ast.expr, right: ast.expr, line: str) -> Iterator[Edit]:
    if type(sign) not in OTHER_SIGN or left.end_col_offset is None:
        return
    old, new, sort = OTHER_SIGN[type(sign)]
    between = line[left.end_col_offset : right.col_offset]
    if between.count(old.strip()) == 1:
        text = between.replace(old, new)
        yield Edit(sort, right.lineno, left.end_col_offset, right.col_offset, text)


def faults_in(path: Path, root: Path) -> list[Fault]:
    """All faults that can be made in a file."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    found: list[Fault] = []
    for name, function in functions(ast.parse(text)):
        if function.name in BY_NOBODY:
            continue
        start, stop = function.lineno - 1, function.end_lineno or function.lineno
        for change in dict.fromkeys(edits(function, lines)):
            line = lines[change.line - 1]
            after = line[: change.start] + change.text + line[change.stop :]
            turn = [other.strip() for other in lines[start : change.line - 1]].count(line.strip())
            if compiles("\n".join([*lines[: change.line - 1], after, *lines[change.line :]])) and stop >= change.line:
                where = path.relative_to(root).as_posix()
                found.append(Fault(0, change.sort, where, name, line.strip(), after.strip(), turn))
    return found


def below(place: Path) -> list[Path]:
    """The files in a folder, or a file itself."""
    return [*place.rglob("*.py")] if place.is_dir() else [place]


def compiles(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def drawn(root: Path, many: int = MANY, seed: int = SEED, places: Sequence[str] = PACKAGES) -> list[Fault]:
    """So many faults: in each file as many as its length brings, and of all sorts equally many, as far as there are."""
    random = Random(seed)
    files = sorted(path for place in places for path in below(root / place))
    lengths = [path.read_text("utf-8").count("\n") for path in files]
    used: Counter[str] = Counter()
    found: dict[tuple[str, str, str, int], Fault] = {}
    while len(found) < many:
        possible = faults_in(random.choices(files, lengths)[0], root)
        if not possible:
            continue
        fewest = min(used[fault.sort] for fault in possible)
        fault = random.choice([fault for fault in possible if used[fault.sort] == fewest])
        key = (fault.file, fault.function, fault.before, fault.turn)
        if key not in found:
            used[fault.sort] += 1
            found[key] = Fault(len(found) + 1, *list(asdict(fault).values())[1:])
    return [*found.values()]


# ------------------------------------------------------------------------------------------------------------ planting


def planted(fault: Fault, tree: Path) -> bool:
    """Makes a fault in a tree; false if it has no such line in a function of that name."""
    if fault is NONE:
        return True
    stem = Path(fault.file).name
    files = (path for package in PACKAGES for path in (tree / package).rglob("*.py"))
    for path in sorted(files, key=lambda path: (path.relative_to(tree).as_posix() != fault.file, path.name != stem)):
        lines = path.read_text("utf-8").split("\n")
        if fault.before not in map(str.strip, lines):
            continue
        for name, function in functions(ast.parse("\n".join(lines))):
            inside = range(function.lineno - 1, function.end_lineno or function.lineno)
            places = [number for number in inside if lines[number].strip() == fault.before]
            if called_so(name, fault.function) and places:
                at = places[min(fault.turn, len(places) - 1)]
                lines[at] = lines[at].replace(fault.before, fault.after)
                path.write_text("\n".join(lines), "utf-8")
                return True
    return False


def called_so(name: str, wanted: str) -> bool:
    """A method may have become a function, and the other way."""
    return name.rpartition(".")[2].lstrip("_") == wanted.rpartition(".")[2].lstrip("_")


def copied(tree: Path, folder: Path) -> None:
    """What belongs to a tree, its git folder aside."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=tree, capture_output=True, text=True, check=True
    )
    for name in filter(None, names.stdout.split("\0")):
        if (tree / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, folder / name)


def tried(fault: Fault, tree: Path, tests: list[str], minutes: int) -> Outcome:
    """Runs the tests of a tree that has a fault: all, or those of some files."""
    with TemporaryDirectory(prefix="rulewright-fault-") as name:
        folder = Path(name)
        copied(tree, folder)
        if not planted(fault, folder):
            return Outcome(fault.number, str(tree), "not there")
        own = tree / ".venv" / "bin" / "python"
        begun = monotonic()
        said = ran([str(own) if own.exists() else sys.executable, *TESTS, *tests], folder, minutes)
        seconds = round(monotonic() - begun)
    if said is None:
        return Outcome(fault.number, str(tree), "survived", seconds=seconds)
    return Outcome(fault.number, str(tree), "found", said, seconds)


def near(fault: Fault) -> list[str]:
    """The files of the tests that lie near a fault."""
    names = next((names for place, names in NEAR.items() if fault.file.startswith(f"{place}/")), "")
    return [f"tests/test_{name}.py" for name in names.split()]


def ran(command: list[str], folder: Path, minutes: int) -> str | None:
    """Which test failed first; None if none did."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        try:
            shown, _ = process.communicate(timeout=60 * minutes)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "no end"
    if process.returncode == 0:
        return None
    names = FAILED.findall(shown)
    return str(names[0]) if names else shown.strip()[-300:]


# --------------------------------------------------------------------------------------------------------- the command


def read(file: Path) -> list[Fault]:
    return [NONE, *(Fault(**fault) for fault in json.loads(file.read_text("utf-8")))]


def results(file: Path) -> Path:
    """Where it is kept what came of the faults of a list."""
    return file.with_suffix(".outcomes.jsonl")


def outcomes(file: Path) -> dict[tuple[str, int], Outcome]:
    """By tree and number, the last of each."""
    if not results(file).exists():
        return {}
    rows = (Outcome(**json.loads(line)) for line in results(file).read_text("utf-8").splitlines())
    return {(row.tree, row.number): row for row in rows}


def show(file: Path) -> None:
    known = outcomes(file)
    for fault in read(file)[1:]:
        print(fault)
        for (tree, number), row in known.items():
            if number == fault.number:
                print(f"    {row.found} in {tree} after {row.seconds} s {row.by}")
    for tree in dict.fromkeys(tree for tree, _ in known):
        counts = Counter(row.found for (other, number), row in known.items() if other == tree and number)
        print(f"{tree}: {', '.join(f'{count} {word}' for word, count in counts.items())}")


def run(file: Path, tree: Path, only: list[int] | None, tests: list[str] | None, minutes: int) -> None:
    """Runs those that were not run, or only some; without `tests` each against those near it."""
    known = outcomes(file)
    for fault in read(file):
        wanted = fault.number in only if only else (str(tree), fault.number) not in known
        wanted = wanted and not (fault is NONE and tests is None)  # nothing lies near it
        if wanted:
            outcome = tried(fault, tree, near(fault) if tests is None else tests, minutes)
            with results(file).open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(asdict(outcome)) + "\n")
            print(fault)
            print(f"    {outcome.found} after {outcome.seconds} s {outcome.by}", flush=True)
            if fault is NONE and outcome.found == "found":
                sys.exit("The tests fail without a fault, so that they would find nothing.")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("what", choices=("draw", "list", "run"))
    parser.add_argument("file", type=Path, help="the list of faults; what came of them is kept beside it")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--only", type=int, nargs="+", metavar="K")
    parser.add_argument("--tests", nargs="+", default=[], help="of these files only")
    parser.add_argument("--near", action="store_true", help="of the files near each fault only")
    parser.add_argument("--minutes", type=int, default=MINUTES, help="after which a run hangs")
    parser.add_argument("--many", type=int, default=MANY)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--within", nargs="+", default=PACKAGES, metavar="PATH", help="draw in these folders and files")
    given = parser.parse_args()
    if given.what == "draw":
        rows = [asdict(fault) for fault in drawn(given.tree.resolve(), given.many, given.seed, given.within)]
        given.file.write_text(json.dumps(rows, indent=1), "utf-8")
    elif given.what == "list":
        show(given.file)
    else:
        run(given.file, given.tree.resolve(), given.only, None if given.near else given.tests, given.minutes)


if __name__ == "__main__":
    main()
