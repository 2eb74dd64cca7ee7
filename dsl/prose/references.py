"""What a designer's own words refer to: "see Push" leads to where Push is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from dsl.model import Definition, Rulebook
from dsl.prose.realiser import Run, Words


def titled(book: Rulebook, title: Callable[[Definition], str]) -> Mapping[str, Definition]:
    """What a rulebook defines, by its title, if it defines nothing else with the same."""
    told = [item for chapter in book.chapters for item in chapter.items if isinstance(item, Definition)]
    titles = [title(node) for node in told]
    often = Counter(titles)
    return {name: node for name, node in zip(titles, told, strict=True) if often[name] == 1}


def referring(content: str, titles: Mapping[str, Definition], verbs: tuple[str, ...]) -> Words:
    """A text in which each title behind one of the verbs ("see") is about what has that title."""
    if not titles or not re.search(rf"\b(?i:{'|'.join(verbs)}) ", content):  # as most: no title is looked for then
        return (Run(content),)
    longest_first = sorted(map(re.escape, titles), key=len, reverse=True)
    found = re.compile(rf"(\b(?i:{'|'.join(verbs)}) )({'|'.join(longest_first)})(?!\w)")
    runs: list[Run] = []
    at = 0
    for match in found.finditer(content):
        runs += [Run(content[at : match.end(1)]), Run(match[2], titles[match[2]])]
        at = match.end()
    return (*runs, Run(content[at:])) if content[at:] or not runs else tuple(runs)
