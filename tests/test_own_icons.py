"""Icons that stand in a file beside the rulebook: what is drawn of them, and what is refused."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from dsl.load import load_rulebook, load_text
from dsl.own_icons import LARGEST, NoIcon, own_icon
from dsl.pages.publishing import Book, Game

RULES = """game Harbour
    in English
    for 2 players: Ann, Bea

board the Bay
    made of Spots in a grid of 3 by 3

piece Boat
    there is one for each Player
    starts on A1

look
    a Boat looks like "boat.svg"

play
    nobody wins
"""
SQUARE = '<path d="M4 4h16v16H4z"/>'


def svg(inner: str, view: str = 'viewBox="0 0 24 24"', head: str = "") -> str:
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {view}>{inner}</svg>'
    )


def drawn(folder: Path, text: str) -> str:
    (folder / "boat.svg").write_text(text, "utf-8")
    return own_icon(folder, "boat.svg")


def test_of_a_file_only_filled_shapes_are_taken(tmp_path: Path) -> None:
    inner = (
        "<title>A boat</title><metadata>by Ann</metadata><!-- <script>alert(1)</script> -->"
        '<g id="hull" transform="translate(2 3)" fill="#f00" class="x"><path d="M0 0h4v4z" stroke="#000"/></g>'
        '<circle cx="5" cy="6px" r="2.5"/><path fill="none" d="M0 0h24v24H0z"/><line x1="0" y1="0" x2="9" y2="9"/>'
        '<path style="fill: none; stroke: red" d="M1 1h2"/>'
    )
    assert drawn(tmp_path, svg(inner)) == (
        'viewBox="0 0 24 24"><g transform="translate(2 3)"><path d="M0 0h4v4z"/></g><circle cx="5" cy="6px" r="2.5"/>'
    )
    assert drawn(tmp_path, svg(SQUARE, 'width="48px" height="32"')).startswith('viewBox="0 0 48 32">')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (svg(f"<script>alert(1)</script>{SQUARE}"), "script"),
        (svg(f'<g onclick="alert(1)">{SQUARE}</g>'), "by itself"),
        (svg('<path d="M0 0h1" ONLOAD="x"/>'), "by itself"),
        (svg(f'<image href="http://example.org/a.png"/>{SQUARE}'), "image"),
        (svg(f'<use xlink:href="#a"/>{SQUARE}'), "use"),
        (svg(f'<g xlink:href="#a">{SQUARE}</g>'), "refers to"),
        (svg('<path d="M0 0h4v4z" fill="URL(http://example.org)"/>'), "refers to"),
        (svg(f"<style>@import 'http://example.org'</style>{SQUARE}"), "style"),
        (svg(f"<foreignObject><b/></foreignObject>{SQUARE}"), "foreignObject"),
        (svg(f'<animate attributeName="d"/>{SQUARE}'), "animate"),
        (svg('<path d="M0 0&quot;/&gt;&lt;script&gt;"/>'), "`d` is no plain number"),
        (svg('<circle cx="expression(1)" cy="1" r="1"/>'), "`cx`"),
        (svg(SQUARE, head='<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'), "document type"),
        (svg('<path d="M0 0h9" fill="none" stroke="#000"/>'), "nothing in it is a filled shape"),
        (svg(""), "nothing in it is a filled shape"),
        (svg(SQUARE, ""), "how large"),
        (svg(SQUARE, 'viewBox="0 0 0 24"'), "how large"),
        (svg("<g>" * 200 + SQUARE + "</g>" * 200), "too deep"),
        (svg(SQUARE + " " * LARGEST), "larger than 20 KB"),
        ("<html/>", "no SVG"),
        ("a boat", "no SVG"),
        ("", "no SVG"),
    ],
)
def test_what_is_no_plain_drawing_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(NoIcon, match=re.escape(why)):
        drawn(tmp_path, text)


@pytest.mark.parametrize("name", ["../boat.svg", "/etc/boat.svg", "a/b.svg", ".svg", "boat.svg\n", "b" * 90 + ".svg"])
def test_only_files_beside_the_rulebook_are_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "boat.svg").write_text(svg(SQUARE))
    (tmp_path / "in").mkdir()
    with pytest.raises(NoIcon):
        own_icon(tmp_path / "in", name)


def test_what_is_no_file_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")  # which would be waited for
    (tmp_path / "other.svg").write_bytes(svg(SQUARE).encode("utf-16"))
    for name in ("folder.svg", "pipe.svg", "other.svg", "none.svg"):
        with pytest.raises(NoIcon):
            own_icon(tmp_path, name)


def test_pages_have_the_drawing_once_and_say_whose_it_is(tmp_path: Path) -> None:
    (tmp_path / "boat.svg").write_text(svg(SQUARE))
    (tmp_path / "harbour.rules").write_text(RULES)
    book, diagnostics = load_rulebook(tmp_path / "harbour.rules")
    assert book is not None, diagnostics
    for name, page in Game(Book("harbour", "harbour.rules", book, ())).pages().items():
        if 'href="#icon-boat.svg"' in page:
            assert page.count('<symbol id="icon-boat.svg"') == page.count(SQUARE) == 1, name
            assert "Drawn by the designer: <code>boat.svg</code>." in page
            assert "Material Design" not in page
    assert 'href="#icon-boat.svg"' in page_of(book, "guide")
    assert 'href="#icon-boat.svg"' in page_of(book, "sheets")


def page_of(book: object, name: str) -> str:
    return Game(Book("harbour", "harbour.rules", book, ())).pages()[f"harbour/{name}.md"]  # type: ignore[arg-type]


def test_a_text_that_stands_in_no_file_has_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boat.svg").write_text(svg(SQUARE))
    monkeypatch.chdir(tmp_path)
    _, diagnostics = load_text(RULES, "the text")
    assert [found.code for found in diagnostics] == ["E0395"]
