"""Whatever a file or a game is called: nothing of it is run, all pages are there, and each link leads to one."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from dsl.pages.publishing import folder_of
from interpreter.cli.common import FINE, MISUSED
from interpreter.cli.docs import FOLDER
from interpreter.cli.site import SITE, Site
from interpreter.cli.watch import Preview
from tests.rulebooks import FRAME, reworded
from tests.test_catalogues import FOX, filled, translate
from tests.test_cli import Shell, shell

__all__ = ["shell"]

RUN = '!!python%2Fobject%2Fapply:os.system ["touch ran"] #'  # as a reader of YAML that trusts it would take it
SCRIPT = "<script>alert(1)<&#47;script>"
NAMES = (
    RUN,
    SCRIPT,
    "a: b",
    "..",
    "index.md",
    "draft [2]",
    "a\n- b: c",
    "'\"`{{ 7*7 }}{% raw %}${HOME}!ENV",
    "](javascript:alert(1))",
    "x" * 240,
    "碁" * 80,
    "Café Noir",
    "🎲 dice 😀",
    "templates",
    "assets",
    "pt",
    os.fsdecode(b"\xff\xfe no text"),
)
PAGES = ("guide", "learn", "card", "card-a5", "reference", "examples", "sheets")


def written(name: str, text: str = FRAME, folder: Path = Path()) -> Path:
    path = folder / f"{name}.rules"
    path.write_text(text, "utf-8")
    return path


class Read(HTMLParser):
    """What of a page would do or lead to something."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.links += [value or "" for name, value in attrs if (tag, name) == ("a", "href")]

    def handle_data(self, data: str) -> None:
        self.scripts += [data] if self._in_script else []

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False


@pytest.mark.slow
def test_the_pages_of_files_with_hostile_names_are_whole(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    paths = [written(name) for name in NAMES]
    fox = written("fox", FOX)
    filled(translate(fox))
    catalogue = fox.with_suffix(".pt.po")
    hostile = r"</title><script>alert(1)</script> \"q\": !!x & 😀"
    catalogue.write_text(reworded(catalogue.read_text("utf-8"), ('msgstr "Raposa"', f'msgstr "{hostile}"')), "utf-8")
    folders = {folder_of(path) for path in (*paths, fox)}
    there = {*Path().iterdir()}
    assert len(folders) == len(NAMES) + 1
    assert shell("docs", *map(str, paths), str(fox)).code == FINE

    build(load_config(str(FOLDER / "mkdocs.yml"), plugins=[], strict=True))
    site = FOLDER / SITE
    assert {*Path().iterdir()} - there - {Path(".typed")} == {FOLDER}, "something of a name was run"
    wanted = {f"{folder}/{page}.html" for folder in (*folders, "fox/pt") for page in PAGES}
    pages = {path.relative_to(site).as_posix(): Read(path) for path in site.rglob("*.html")}
    assert wanted <= pages.keys()
    assert {path.split("/")[0] for path in pages} == {
        *folders, "pt", "404.html", "index.html",
        *(f"{page}.html" for page in "cheat-sheet first-game from-print language boards semantics".split()),
        "errors.html", "printing.html", "records.html", "lengths.html",
    }  # fmt: skip
    for name, page in pages.items():
        assert "alert(" not in "".join(page.scripts), name
        for link in filter(None, map(parted, page.links)):
            assert (site / name).parent.joinpath(link).exists() or name == "404.html", (name, link)
    index = {unquote(link) for link in pages["index.html"].links}
    assert {f"{folder}/guide.html" for folder in folders} <= index


def parted(link: str) -> str:
    """The path of a link that leads to a page of this site."""
    address = urlsplit(link)
    assert address.scheme in ("", "https"), link
    return "" if address.scheme else unquote(address.path)


@pytest.mark.parametrize(
    ("one", "other"), [("Draft [2]", "draft 2"), ("game", "GAME"), ("..", "…"), ("x" * 80, "x" * 90), ("é", "e")]
)
def test_names_that_become_the_same_are_refused(shell: Shell, one: str, other: str) -> None:
    shown = shell("docs", *(str(written(name)) for name in (one, other)))
    assert (shown.code, shown.err.count("E0907")) == (MISUSED, 1)
    assert not FOLDER.exists()


def test_they_are_watched_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern would not find the file itself, so that its pages were waited for without end."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    paths = [written(name) for name in (RUN, "draft [2]", "a\n- b: c")]
    preview = Preview(paths, tmp_path / "site")
    for _ in range(200):
        preview.renew()
        if preview.begun:
            break
    assert preview.begun
    Site(preview.folder).publish_all()
    assert (preview.folder / SITE / "draft-2" / "guide.html").is_file()
    written("draft [2]", FRAME.replace("game ", "gaem ", 1))
    while preview.due or not preview.sources[1].wrong:
        preview.renew()
    assert re.search(r"draft \[2\].rules:1:1", (preview.folder / "pages" / "draft-2" / "guide.md").read_text("utf-8"))
    assert not (tmp_path / "ran").exists()
