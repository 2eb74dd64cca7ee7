"""The site of pages that are renewed while somebody looks at it: all of them at first, then those that have changed.

MkDocs builds a site as a whole, and to change a page it looks again for all pages, templates and files of the theme.
Here these are kept, and a page is put into them as MkDocs would put it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation

SITE, SETTINGS = "site", "mkdocs.yml"


class Site:
    """What browsers are shown of the pages in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: Kept | None = None

    def publish(self, changed: Collection[str]) -> None:
        """Shows pages that are others than before, by their paths below the folder; all, if their list is another."""
        if self.kept is None or not all(self.kept.knows(path) for path in changed):
            self.publish_all()
            return
        for path in changed:
            self.kept.publish(path)

    def publish_all(self) -> None:
        """Makes the whole site. What was there stays until it is written over: a browser may ask for it meanwhile."""
        from mkdocs.config import load_config

        os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
        logging.getLogger("mkdocs").setLevel(logging.CRITICAL)
        settings = load_config(str(self.folder / SETTINGS), plugins=[])  # a search would have to read all pages again
        self.kept = Kept(settings)
        self.kept.publish_all()


class Kept:
    """What the pages of a site have in common: its settings, its list of pages and the templates of its theme."""

    def __init__(self, settings: MkDocsConfig) -> None:
        from mkdocs.structure.files import get_files
        from mkdocs.structure.nav import get_navigation
        from mkdocs.structure.pages import Page

        self.settings, self.templates = settings, settings.theme.get_env()
        self.pages = f"{Path(settings.docs_dir).name}/"
        self.files: Files = get_files(settings)
        self.files.add_files_from_theme(self.templates, settings)
        self.list: Navigation = get_navigation(self.files, settings)
        for file in self.files.documentation_pages():
            if file.page is None:  # it is not in the list
                Page(None, file, settings)

    def publish_all(self) -> None:
        """Writes all files of the site that browsers ask for."""
        self.files.copy_static_files(dirty=True)
        for file in self.files.documentation_pages():
            self.publish(f"{self.pages}{file.src_uri}")

    def knows(self, path: str) -> bool:
        """Whether it is the path of a page that the site has."""
        file = self.files.src_uris.get(path.removeprefix(self.pages))
        return file is not None and file.page is not None

    def publish(self, path: str) -> None:
        """Writes the page of a path into the site."""
        from mkdocs.commands.build import get_context
        from mkdocs.utils import write_file

        file = self.files.src_uris[path.removeprefix(self.pages)]
        page = file.page
        assert page is not None
        page.read_source(self.settings)
        page.render(self.settings, self.files)
        page.active = True  # in the list of pages
        context = get_context(self.list, self.files, self.settings, page)
        shown = self.templates.get_template(page.meta.get("template", "main.html")).render(context)
        page.active = False
        write_file(shown.encode(errors="xmlcharrefreplace"), file.abs_dest_path)
