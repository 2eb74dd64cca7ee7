"""What all tests share: a cache of compiled games of their own, what is made once for all of them, and how hard the
searches for counterexamples try."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from dsl.text import files
from dsl.text.files import CACHE
from interpreter import cli
from interpreter.play.journal import STATE
from tests.shared import PLACE

if TYPE_CHECKING:
    from xdist.remote import Producer

    from tests.schedule import ByRulebook

settings.register_profile("make", derandomize=True, deadline=None, max_examples=10)
settings.register_profile("search", deadline=None, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "make"))


MANY = 10_000  # compiled games that are kept, as more are played than by any user


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many games of each classic tests/test_parity.py plays; if said, to have no peer is a failure."""
    parser.addoption("--parity-games", type=int, default=0)


def pytest_configure(config: pytest.Config) -> None:
    """The processes of one run share a cache, a folder for matches, and what is made once for all; these go when the
    run is over. The user's own are left alone."""
    files.MOST_FILES = MANY
    gc.set_threshold(cli.MANY, 20, 20)  # as the command has it
    if hasattr(config, "workerinput"):
        return
    variables = [CACHE, STATE, PLACE]
    if sys.dont_write_bytecode:  # into the tree; each of the many processes that tests start would compile all anew
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        variables.append("PYTHONPYCACHEPREFIX")
    for variable in variables:
        place = tempfile.mkdtemp(prefix="rulewright-")
        os.environ[variable] = place
        config.add_cleanup(partial(shutil.rmtree, place, ignore_errors=True))


def pytest_collection_finish() -> None:
    """What is there by now stays: nobody need look through it again and again for what is no longer needed."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByRulebook:
    from tests.schedule import ByRulebook

    return ByRulebook(config, log)


def pytest_itemcollected(item: pytest.Item) -> None:
    from tests.schedule import is_late

    if is_late(item.nodeid):
        item.add_marker(pytest.mark.long)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is `long`, unless that is asked for."""
    if "long" not in config.option.markexpr:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    if hasattr(config, "workerinput"):
        from tests.schedule import longest_first

        longest_first(items)
