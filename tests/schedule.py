"""Which process runs which tests: those of one rulebook stand together, so that each has it in memory once, and so do
the others of a file; what takes long is begun first. And which wait for `make full`: of what is tried with every small
rulebook of the language one in eight is tried at once, others for each law, and one in two of the longest games; the
pages to learn from are read in their own language."""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

HERE = Path(__file__).parent
SMALL = {path.stem for path in (HERE / "language").rglob("*.rules")}
RULEBOOKS = {path.stem for path in (HERE.parent / "games").rglob("*.rules")} | SMALL
OF_SOME = {  # the files of laws that hold for every rulebook
    *("test_laws", "test_two_worlds", "test_remembering", "test_leaky", "test_bots", "test_batch", "test_drawing"),
    *("test_native", "test_native_games", "test_native_wild", "test_openspiel", "test_lower", "test_model"),
    *("test_items", "test_every_change", "test_formatting", "test_tips", "test_told"),
}
LONGEST = (  # units that take more than ten seconds, about from the longest on
    *("nova_raiders", "beyond_nebula", "nebula_rush", "hyperline", "rebel_moon_defense", "tests/test_language.py"),
    *("tests/test_documents.py", "tests/test_said.py", "tests/test_watch.py"),
    *("theft", "hack_and_jumpgate", "windows", "flagship_lost", "secret_combat", "ship_grid", "clock_and_rings"),
    *("stack_looks_and_lines", "english_draughts", "chess", "go", "backgammon", "tests/test_phrases_complete.py"),
    *("tests/test_lean.py", "tests/test_cli.py", "tests/test_against_reference.py"),
    *("tests/test_tips.py", "tests/test_catalogues.py", "tests/test_packaging.py", "tests/test_pages.py"),
    *("tests/test_batch.py", "tests/test_examples.py", "tests/test_mutants.py", "tests/test_budget.py"),
)
AT_ONCE = dict.fromkeys(SMALL, 8) | dict.fromkeys(("beyond_nebula", "nebula_rush", "hyperline"), 2)  # one of so many
TRANSLATED = re.compile(r"tests/test_learn\.py::\w+\[\w+-pt]")
NAMES, DIGITS = re.compile(r"\w+"), "0123456789"


def unit(nodeid: str) -> str:
    """What a test is run with: the tests of a rulebook if its parameters name one, else those of its file."""
    name, _, parameters = nodeid.partition("[")
    words = (word.rstrip(DIGITS) for word in NAMES.findall(parameters))  # two of one name are told apart by a number
    return next((word for word in words if word in RULEBOOKS), name.partition("::")[0])


def is_late(nodeid: str) -> bool:
    """Whether a test waits for `make full`, as others are tried at once."""
    file, _, name = nodeid.partition("::")
    law, rulebook = name.partition("[")[0], unit(nodeid)
    waits = Path(file).stem in OF_SOME and crc32(f"{law} {rulebook}".encode()) % AT_ONCE.get(rulebook, 1) != 0
    return waits or bool(TRANSLATED.match(nodeid))


def longest_first(items: list[pytest.Item]) -> None:
    """Orders tests by their units; within them they stay as they stand."""
    rank = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(unit(item.nodeid), len(LONGEST)))


class ByRulebook(LoadScopeScheduling):
    """Each process takes the next unit when it is about to be done with its own."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False  # the tests are in their order
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)
