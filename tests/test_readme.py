"""What the README shows is true."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter import load

README = Path(__file__).parents[1] / "README.md"


NAMED = re.compile(r"`((?:dsl|interpreter|tests|grammars)/[\w./-]*)`")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_paths_that_are_named_exist(page: str) -> None:
    root = README.parent
    named = NAMED.findall((root / page).read_text(encoding="utf-8"))
    assert named
    patterns = ("NAME", "CODE")  # in whose place something else stands
    paths = [path for path in named if not any(word in path for word in patterns)]
    assert [path for path in paths if not (root / path).exists()] == []


def rulebook() -> str:
    """The rulebook of the README."""
    found = re.search(r"<!-- rulebook: begin -->\n```text\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def programs() -> list[str]:
    """The programs of the README, in order."""
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_rulebook_of_the_readme_plays(tmp_path: Path) -> None:
    file = tmp_path / "last_stone.rules"
    file.write_text(rulebook(), encoding="utf-8")
    match = load(file).start(seed=1)
    chooser = random.Random(1)
    while match.decision:
        match.choose(chooser.randrange(len(match.decision.options)))
    assert match.result
    assert len(match.result.winners) == 1


def test_the_program_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(README.parent)
    exec(programs()[0].replace("a.match", str(tmp_path / "a.match")), {})
    assert (tmp_path / "a.match").is_file()


def test_the_bot_of_the_readme_plays() -> None:
    found = re.search(r"rulewright (play .* --seats human,mcts:[0-9]+)\n", README.read_text(encoding="utf-8"))
    assert found
    line = re.sub("mcts:[0-9]+", "mcts:3", found[1].replace("human", "random")).split()
    command = [sys.executable, "-m", "interpreter", *line, "--seed", "1"]
    played = [subprocess.run(command, cwd=README.parent, capture_output=True, text=True) for _ in range(2)]
    assert played[0].returncode == 0, played[0].stderr
    assert "Yellow (random), Red (mcts:3)" in played[0].stdout
    assert played[0].stdout == played[1].stdout


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("needed", "told"), [("pettingzoo", "env"), ("pyspiel", "policy"), ("numpy", "batch")])
def test_the_programs_that_learn_run(needed: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = (code for code in programs() if told in code)
    if find_spec(needed) is None:
        pytest.skip(f"NOT RUN: {needed} is missing")
    monkeypatch.chdir(README.parent)
    names: dict[str, object] = {}
    exec(code, names)
    assert told in names


def test_variants_are_known_however_they_are_typed() -> None:
    game = load(README.parent / "games/rebel_moon_defense.rules", variants=["bomb-laser", "scanner"])
    assert game.program.terms.variants == ("Scanner", "Bomb Laser")


def test_it_says_why_not(tmp_path: Path) -> None:
    file = tmp_path / "last_stone.rules"
    file.write_text(rulebook().replace("there are 15", "there are 2"), encoding="utf-8")
    refusal = load(file).start(seed=0).why_not("Take Stones by 3")
    assert refusal
    assert "Enough Stones" in str(refusal)
