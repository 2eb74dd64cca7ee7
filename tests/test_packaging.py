"""What is in the wheel, and that the wheel finds it without the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("dsl", "grammars", "games", "interpreter")
SAMPLES = (
    "games/sample.rules",
    "games/sample.clauses.tsv",
    "games/sample.pt.po",
    "games/classics/sample.rules",
    "grammars/library/sample.rules",
    "grammars/standard/sample.pt.po",
    "dsl/pages/templates/sample.md.j2",
    "dsl/pages/templates/parts/sample.md.j2",
)

pytestmark = pytest.mark.slow


def run(*command: str, where: Path) -> str:
    done = subprocess.run([sys.executable, *command], cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is shipped, so that no build folder is left in the checkout, and one file more of every sort."""
    folder = tmp_path_factory.mktemp("source")
    for name in SHIPPED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    for name in SAMPLES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("sample", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the copy, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    before = shutil.copytree(source, folder / "source")
    run("-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), where=before)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def metadata(wheel: Path, name: str) -> str:
    (info,) = wheel.glob("*.dist-info")
    return (info / name).read_text("utf-8")


def files(folder: Path) -> set[Path]:
    return {p.relative_to(folder) for p in folder.rglob("*") if p.is_file()}


def test_two_import_names_and_no_third(wheel: Path) -> None:
    assert {p.name for p in wheel.iterdir() if p.suffix != ".dist-info"} == {"dsl", "interpreter"}
    assert metadata(wheel, "top_level.txt").split() == ["dsl", "interpreter"]


def test_all_that_the_code_reads_travels_with_it(source: Path, wheel: Path) -> None:
    data = {Path(name) / p for name in ("grammars", "games") for p in files(source / name)}
    remedy = "pyproject.toml, [tool.setuptools]: packages (each sub-package, too) and package-data"
    assert files(wheel / "dsl") == files(source / "dsl") | data, remedy
    assert files(wheel / "interpreter") == files(source / "interpreter"), remedy


def test_the_code_finds_its_data_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    script = tmp_path / "look.py"
    script.write_text(
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from dsl import resources\n"
        "from dsl.text.diagnostics import CATALOGUE\n"
        "print(resources.folder('grammars'), resources.folder('games'), sep='\\n')\n"
        "print(CATALOGUE.path, len(CATALOGUE) > 0, sep='\\n')\n"
    )
    grammars, games, catalogue, filled = run("-I", str(script), str(wheel), where=tmp_path).splitlines()
    assert Path(grammars) == wheel / "dsl" / "grammars"
    assert Path(games) == wheel / "dsl" / "games"
    assert Path(catalogue) == wheel / "dsl" / "text" / "errors.toml"
    assert filled == "True"


def test_the_command_the_licence_and_the_types_are_declared(wheel: Path) -> None:
    assert "rulewright = interpreter.cli:main" in metadata(wheel, "entry_points.txt")
    assert "License-Expression: MIT" in metadata(wheel, "METADATA")
    assert "Permission is hereby granted" in metadata(wheel, "licenses/LICENSE")
    assert (wheel / "dsl" / "py.typed").is_file()
    assert (wheel / "interpreter" / "py.typed").is_file()
