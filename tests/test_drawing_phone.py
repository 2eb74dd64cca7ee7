"""That letters in drawings can be read on a phone: none is below 9 pixels on a screen of 390, on any page."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from tests.phone import drawings

PAGES = Path(__file__).parent.parent / "generated_docs" / "pages"
LEAST = 8.95  # pixels, as sizes are rounded
DRAWN = [path for path in sorted(PAGES.rglob("*.md")) if path.name != "sheets.md" and "<svg" in path.read_text("utf-8")]
FOLDERS = {str(folder.relative_to(PAGES)): [*paths] for folder, paths in groupby(DRAWN, key=lambda path: path.parent)}


@pytest.mark.parametrize("folder", [*FOLDERS])
def test_letters_can_be_read_on_a_phone(folder: str) -> None:
    pages = {path: path.read_text("utf-8") for path in FOLDERS[folder]}
    small = {
        (path.stem, drawing.title, round(min(sizes), 1))
        for path, page in pages.items()
        for drawing in drawings(page)
        if (sizes := [size * drawing.scale for _, size in drawing.texts() if 0 < size * drawing.scale < LEAST])
    }
    assert not small, sorted(small)
