"""What cards and sheets measure on paper, printed by Chromium: `make paper`.

The tests count the room (`dsl/pages/cards/sides.py`); this measures it. Each page of the site is printed, and the pages
of paper that come out, and their sizes, are held against those that it means to be.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

SITE = Path("generated_docs") / "site"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
A4, A5 = (210, 297), (148, 210)
PAGE = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")
POINT = 25.4 / 72  # in millimetres


def printed(browser: str, page: Path, folder: Path) -> list[tuple[int, int]]:
    """The pages of paper, by how wide and how high they are in millimetres."""
    target = folder / "page.pdf"
    options = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        f"--user-data-dir={folder}/user",
    )
    command = [browser, *options, f"--print-to-pdf={target}", page.resolve().as_uri()]
    subprocess.run(command, check=True, capture_output=True)
    found = PAGE.findall(target.read_bytes())
    return [(round(float(wide) * POINT), round(float(high) * POINT)) for wide, high in found]


def meant(page: Path) -> list[tuple[int, int]]:
    """The pages of paper that a page of the site means to be; what stands before sheets is a page, too."""
    html = page.read_text("utf-8")
    cards = re.findall(r'<div class="card (a\d)"', html)
    sheets = html.count('<figure class="sheet">')
    return [A4 if paper == "a4" else A5 for paper in cards] + [A4] * (sheets + 1 if sheets else 0)


def measured(browser: str) -> Iterator[tuple[Path, list[tuple[int, int]], list[tuple[int, int]]]]:
    with TemporaryDirectory() as folder:
        for page in sorted([*SITE.rglob("card*.html"), *SITE.rglob("sheets.html")]):
            yield page, printed(browser, page, Path(folder)), meant(page)


def main() -> int:
    browser = next((name for name in BROWSERS if shutil.which(name)), None)
    if browser is None:
        sys.stderr.write("There is no Chromium here.\n")
        return 1
    wrong = False
    for page, found, expected in measured(browser):
        wrong |= found != expected
        told = "as meant" if found == expected else f"{found}, but meant are {expected}"
        sys.stdout.write(f"{page.relative_to(SITE)}: {len(found)} on paper, {told}\n")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
