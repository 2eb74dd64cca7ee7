"""The pages that are shown while a rulebook is written: what is renewed, what is told of mistakes, how it ends."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path
from socket import create_server
from subprocess import Popen
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from dsl import resources
from dsl.pages import book, publishing
from dsl.pages.cards.paper import A4, Paper
from interpreter.cli import INTERRUPTED, watch
from interpreter.cli.opening import positions
from interpreter.cli.site import SETTINGS, SITE, Site
from interpreter.cli.watch import HOST, Preview, addresses, noting, only_for
from interpreter.play.game import Game
from interpreter.records import schemas
from tests.rulebooks import reworded
from tests.test_cli import Shell, process, shell
from tests.test_own_icons import RULES as HARBOUR
from tests.test_own_icons import SQUARE, svg

__all__ = ["shell"]

CLASSICS = resources.folder("games") / "classics"
ENDLESS = """must Drop Disc or Wave
    nobody wins

action Wave by a Number
    move a Disc in the Supply of the Player to A1
"""
GUIDE = "pages/connect_four/guide.md"
START = "The board at the start</title>"
FOUR, FIVE = "Row is 4 Cells", "Row is 5 Cells"
UNASKED = ("404.html", "sitemap.xml", "sitemap.xml.gz")  # of a site that is built; no browser here asks for them
PATIENCE = 60  # seconds that a busy machine may take


@pytest.fixture
def rulebooks(tmp_path: Path) -> dict[str, Path]:
    """Two rulebooks that can be written to."""
    folder = tmp_path / "rules"
    folder.mkdir()
    for name in ("connect_four", "kuhn_poker"):
        (folder / f"{name}.rules").write_text(uncounted(CLASSICS / f"{name}.rules"), "utf-8")
    return {path.stem: path for path in folder.iterdir()}


def uncounted(path: Path) -> str:
    """A rulebook or its catalogue, whose words say nothing of how long a row is: its length is changed here."""
    said = {
        "Four in a line win": "A line wins", "four of your discs lie": "your discs lie",
        "Quatro em linha vencem": "Uma linha vence", "quatro fichas suas formam": "fichas suas formam",
    }  # fmt: skip
    text = path.read_text("utf-8")
    for counted, other in said.items():
        text = text.replace(counted, other)
    return text


@pytest.fixture
def preview(rulebooks: dict[str, Path], tmp_path: Path) -> Preview:
    """All pages, as they stand when nothing is left to be done."""
    folder = tmp_path / "pages of both"
    folder.mkdir()
    return begun(rulebooks.values(), folder)


def begun(paths: Iterable[Path], folder: Path) -> Preview:
    """All pages of rulebooks that were played before."""
    for path in paths:
        book, _ = publishing.read_book(path)
        if book is not None:
            positions(path, book)
    found = Preview(paths, folder)
    found.renew()
    finish(found)
    return found


def finish(preview: Preview) -> set[str]:
    """Renews until nothing is left to be done; the pages that became others."""
    changed: set[str] = set()
    while preview.due:
        changed |= {*preview.renew()}
    return changed


def replace(path: Path, old: str, new: str) -> None:
    path.write_text(reworded(path.read_text("utf-8"), (old, new)), "utf-8")


def page(preview: Preview, name: str) -> str:
    return (preview.folder / name).read_text("utf-8")


# ------------------------------------------------------------------------------------------------------ what is renewed


def test_at_first_there_is_the_whole_site(preview: Preview, rulebooks: dict[str, Path]) -> None:
    books = [publishing.read_book(path)[0] for path in rulebooks.values()]
    whole = publishing.render_all([book for book in books if book], schemas())
    there = {path.relative_to(preview.folder).as_posix() for path in preview.folder.rglob("*") if path.is_file()}
    assert there == set(whole)
    assert START not in page(preview, GUIDE)
    assert 'class="piece yellow"' in page(preview, GUIDE)  # in an example


def test_nothing_is_renewed_while_nothing_changes(preview: Preview) -> None:
    assert preview.renew() == []


def test_only_the_game_whose_rulebook_changed_is_read_and_renewed(
    preview: Preview, rulebooks: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def read(path: Path) -> object:
        asked.append(path)
        return book.read_book(path)

    monkeypatch.setattr(publishing, "read_book", read)
    replace(rulebooks["connect_four"], FOUR, FIVE)
    changed = {*preview.renew()} | finish(preview)
    assert asked == [rulebooks["connect_four"]]
    assert GUIDE in changed
    assert {Path(path).parent.name for path in changed if path != "pages/index.md"} == {"connect_four"}
    assert "5 cells" in page(preview, GUIDE)


@pytest.mark.parametrize("name", ["guide", "reference"])
def test_the_page_that_was_looked_at_is_renewed_before_anything_else_is_done(
    preview: Preview, rulebooks: dict[str, Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    written: list[str] = []
    page_of = publishing.Game.page

    def page(game: publishing.Game, template: str, page: str, paper: Paper = A4) -> str:
        written.append(page)
        return page_of(game, template, page, paper)

    def compiled(path: Path, **_: object) -> None:
        raise AssertionError(f"{path} is compiled")

    monkeypatch.setattr(publishing.Game, "page", page)
    monkeypatch.setattr(Game, "with_examples", compiled)
    preview.looked_at = name
    replace(rulebooks["connect_four"], FOUR, FIVE)
    assert preview.renew() == [f"pages/connect_four/{name}.md"]
    assert written == [name]
    assert preview.due


def test_which_page_is_looked_at_is_known_from_what_a_browser_asks_for(preview: Preview) -> None:
    answer = noting(preview, lambda environ, start: [])
    for path in ("/connect_four/reference.html", "/assets/rulewright.css"):
        answer({"PATH_INFO": path}, lambda *_: print)
    assert preview.looked_at == "reference"


def test_what_is_left_to_be_done_is_given_up_when_the_text_changes_again(
    preview: Preview, rulebooks: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Popen[bytes]] = []

    def endless(path: Path) -> Popen[bytes]:
        started.append(Popen([sys.executable, "-c", "while True: pass"]))
        return started[-1]

    monkeypatch.setattr(watch, "play_apart", endless)
    replace(rulebooks["connect_four"], FOUR, FIVE)
    until(lambda: (preview.renew(), bool(started))[1])
    replace(rulebooks["connect_four"], FIVE, "Row is 6 Cells")
    assert preview.renew() == [GUIDE]
    assert started[0].poll() is not None
    assert "6 cells" in page(preview, GUIDE)
    preview.stop()


def test_the_picture_of_the_start_follows(preview: Preview, rulebooks: dict[str, Path]) -> None:
    replace(rulebooks["connect_four"], "\nplay\n", "\nsetup\n    move a Disc in the Supply of Red to A1\n\nplay\n")
    preview.renew()
    assert START not in page(preview, GUIDE)
    assert GUIDE in finish(preview)
    _, start = page(preview, GUIDE).split(START, 1)
    assert re.search(r'<desc id="rack-start-text">[^<]* A1: Disc \(Red\)\.</desc>', start)


def test_a_catalogue_that_is_written_is_a_change(preview: Preview, rulebooks: dict[str, Path]) -> None:
    catalogue = uncounted(CLASSICS / "connect_four.pt.po")
    rulebooks["connect_four"].with_suffix(".pt.po").write_text(catalogue, "utf-8")
    assert "pages/connect_four/pt/guide.md" not in preview.renew()
    changed = finish(preview)
    assert "mkdocs.yml" in changed  # there are more pages in its list
    assert "pages/connect_four/pt/guide.md" in changed


def test_an_icon_that_is_written_is_a_change_and_is_drawn(tmp_path: Path) -> None:
    path, icon = tmp_path / "harbour.rules", tmp_path / "boat.svg"
    path.write_text(HARBOUR, "utf-8")
    icon.write_text(svg(SQUARE), "utf-8")
    folder = tmp_path / "pages"
    folder.mkdir()
    preview = begun((path,), folder)
    assert preview.renew() == []
    icon.write_text(svg(SQUARE.replace("h16", "h12")), "utf-8")
    preview.renew()
    finish(preview)
    assert "M4 4h12" in page(preview, "pages/harbour/guide.md")


def test_the_whole_site_is_made_again_without_taking_a_page_away(preview: Preview) -> None:
    Site(preview.folder).publish_all()
    page = preview.folder / SITE / "connect_four" / "guide.html"
    before, there = page.stat(), {*page.parent.iterdir()}
    other = page.with_name("what_is_read_just_now.html")
    other.touch()
    Site(preview.folder).publish_all()
    assert page.stat().st_mtime_ns > before.st_mtime_ns
    assert {*page.parent.iterdir()} == there | {other}


def test_pages_that_are_published_alone_are_the_same_as_in_a_site_that_is_built(
    preview: Preview, rulebooks: dict[str, Path], tmp_path: Path
) -> None:
    site = Site(preview.folder)
    site.publish_all()
    kept = site.kept
    replace(rulebooks["connect_four"], FOUR, FIVE)
    changed = {*preview.renew()} | finish(preview)
    site.publish(changed)
    assert site.kept is kept
    build(load_config(str(preview.folder / SETTINGS), plugins=[], site_dir=str(tmp_path / "built")))
    built, shown = files_in(tmp_path / "built"), files_in(preview.folder / SITE)
    assert {path: text for path, text in built.items() if path not in UNASKED} == shown
    assert b"A row is 5 cells" in shown["connect_four/guide.html"]


def files_in(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_pages_are_there_before_the_examples_were_played(
    rulebooks: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "known", lambda path: None)
    found = Preview(rulebooks.values(), tmp_path)
    while not found.begun:
        found.renew()
    assert {source.game is not None for source in found.sources} == {True}
    assert (tmp_path / GUIDE).exists()
    assert (tmp_path / "pages/kuhn_poker/sheets.md").exists()
    assert 'class="piece yellow"' not in page(found, GUIDE)
    monkeypatch.undo()
    finish(found)
    assert 'class="piece yellow"' in page(found, GUIDE)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", ""),
        ("localhost:8000", ""),
        ("LocalHost:8000", ""),
        ("elsewhere.example:8000", "421 "),
        ("127.0.0.1:8001", "421 "),
        ("127.0.0.1.elsewhere.example:8000", "421 "),
        ("127.0.0.1", "421 "),
        ("", "421 "),
        (None, "421 "),
    ],
)
def test_only_who_asks_for_this_host_is_answered(host: str | None, status: str) -> None:
    """A page from elsewhere whose name is led to this machine cannot read a rulebook."""
    told: list[str] = []

    def start(status: str, *_: object) -> Callable[[bytes], object]:
        told.append(status)
        return lambda body: None

    answer = only_for(addresses(8000), lambda environ, start: [b"the pages"])
    asked = {"PATH_INFO": "/index.html"} | ({} if host is None else {"HTTP_HOST": host})
    found = b"".join(answer(asked, start))
    assert (found == b"the pages", "".join(told)[:4]) == (not status, status)


def test_the_usual_port_need_not_be_said() -> None:
    assert "localhost" in addresses(80)


# -------------------------------------------------------------------------------------------------------- what is wrong


def test_a_mistake_is_told_above_the_pages_as_they_were_until_it_is_mended(
    preview: Preview, rulebooks: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    good = page(preview, GUIDE)
    replace(rulebooks["connect_four"], FOUR, "Row is 4 <b>Cels")
    changed = preview.renew()
    told = capsys.readouterr().err
    code = re.search(r"error (E\d{4}):", told)
    assert code
    assert set(changed) >= {GUIDE, "pages/connect_four/card.md", "pages/index.md"}
    assert page(preview, "pages/connect_four/card.md").startswith("---\nhide:")  # what the site reads comes first
    broken = page(preview, GUIDE)
    assert broken.endswith(good)
    assert code[1] in broken.removesuffix(good)
    assert "4 &lt;b&gt;Cels" in broken
    assert "<b>" not in broken.removesuffix(good)
    replace(rulebooks["connect_four"], "Row is 4 <b>Cels", FOUR)
    preview.renew()
    assert page(preview, GUIDE) == good
    finish(preview)
    assert capsys.readouterr().err == ""


def test_what_only_compiling_finds_is_told_too(
    preview: Preview, rulebooks: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    replace(rulebooks["connect_four"], "must Drop Disc\n    nobody wins\n", ENDLESS)
    preview.renew()
    assert capsys.readouterr().err == ""
    finish(preview)
    assert re.search(r"error E\d{4}:", capsys.readouterr().err)
    assert "admonition failure" in page(preview, GUIDE)


def test_a_game_that_is_wrong_from_the_first_is_told_of_on_the_first_page(
    rulebooks: dict[str, Path], tmp_path: Path
) -> None:
    replace(rulebooks["connect_four"], FOUR, "Row is 4 Cels")
    found = begun(rulebooks.values(), tmp_path)
    assert "connect_four.rules:12" in page(found, "pages/index.md")
    assert not (tmp_path / GUIDE).exists()
    replace(rulebooks["connect_four"], "Row is 4 Cels", FOUR)
    found.renew()
    assert GUIDE in finish(found)
    assert "connect_four.rules:12" not in page(found, "pages/index.md")


def test_a_file_that_is_away_for_a_moment_is_no_change(preview: Preview, rulebooks: dict[str, Path]) -> None:
    file = rulebooks["connect_four"]
    aside = file.rename(file.with_suffix(".aside"))
    assert preview.renew() == []
    aside.rename(file)
    assert preview.renew() == []


# ------------------------------------------------------------------------------------------------------------ the whole


def test_a_port_that_is_taken_is_refused_at_once(shell: Shell, rulebooks: dict[str, Path]) -> None:
    with closing(create_server((HOST, 0))) as other:
        port = other.getsockname()[1]
        shown = shell("docs", "--watch", str(rulebooks["kuhn_poker"]), "--port", str(port))
    assert (shown.code, shown.out) == (2, "")
    assert "E0911" in shown.err
    assert f"--port {port + 1}" in shown.err


def until(holds: Callable[[], bool]) -> None:
    """Waits for what happens in another process."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.slow
def test_a_browser_sees_a_change_and_an_interrupt_ends_it_quietly(rulebooks: dict[str, Path]) -> None:
    with closing(create_server((HOST, 0))) as other:
        port = other.getsockname()[1]
    running = process("docs", "--watch", str(rulebooks["connect_four"]), "--port", str(port))
    assert running.stdout is not None
    assert running.stderr is not None
    assert f"http://{HOST}:{port}/" in running.stdout.readline()

    def shown() -> str:
        with suppress(URLError), urlopen(f"http://{HOST}:{port}/connect_four/guide.html") as answer:
            return str(answer.read().decode("utf-8"))
        return ""

    try:
        until(lambda: "A row is 4 cells" in shown())
        assert "livereload" in shown()
        replace(rulebooks["connect_four"], FOUR, FIVE)
        until(lambda: "A row is 5 cells" in shown())
    finally:
        running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=PATIENCE)
    assert (running.returncode, told) == (INTERRUPTED, "")
