"""Lines as Markdown. Whatever a designer wrote is shown as text: markup and template syntax in it mean nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from unicodedata import combining, normalize

from markupsafe import Markup

from dsl.model import Definition, Phase
from dsl.prose.speech import Line, Run, Words

SPECIAL = re.compile(r"[\\`*_{}\[\]<>&|~^=$\"]|!(?=\[)")
AT_LINE_START = re.compile(r"^(?:[#+:=>~-]|\d+[.)]|!!!|\?\?\?)")
INDENT = "    "
CHOICES = ("hold:", "holds:", "valem:", "vale:")  # how a sentence ends that conditions follow, in any language

Items = list[tuple[Line, list[Line]]]
"""Lines, each with the remarks on it."""


def text(content: object) -> Markup:
    """The content so that Markdown and HTML show it as it is, in one line."""
    if isinstance(content, Markup):
        return content
    escaped = inline(" ".join(str(content).split()))
    return Markup(AT_LINE_START.sub(lambda found: found[0][:-1] + f"&#{ord(found[0][-1])};", escaped))


def inline(content: str) -> Markup:
    """The content as it stands inside a line."""
    return Markup(SPECIAL.sub(lambda found: f"&#{ord(found[0])};", re.sub(r"\s+", " ", content)))


def anchor(name: str) -> str:
    """A name as it stands in an address: small letters without accents, digits and hyphens."""
    bare = "".join(letter for letter in normalize("NFKD", name.lower()) if not combining(letter))
    return re.sub(r"[^\w]+", "-", bare, flags=re.UNICODE).strip("-")


class Links:
    """Where what is spoken of is explained: addresses by the identity of the thing."""

    def __init__(self, places: Mapping[int, str], clauses: Mapping[str, str]) -> None:
        self.places = places
        self.clauses = clauses

    def place(self, about: object) -> str | None:
        return self.places.get(id(about)) if about is not None else None


class Writer:
    """Writes lines as Markdown; in one passage a place is linked where it is first spoken of."""

    def __init__(self, links: Links, own: object = None, tagged: bool = True) -> None:
        self.links = links
        self.linked: set[str | None] = {None, links.place(own)}
        self.tagged = tagged

    def passage(self, own: object = None, tagged: bool = True) -> Writer:
        """A writer for a new passage, about `own`, which it does not link to."""
        return Writer(self.links, own, self.tagged and tagged)

    def words(self, words: Words) -> Markup:
        first = text(words[0].text) + Markup(" " if words[0].text.endswith(" ") else "") if words else Markup("")
        return Markup("").join(self.run(run, first if number == 0 else None) for number, run in enumerate(words))

    def run(self, run: Run, content: Markup | None = None) -> Markup:
        """A stretch of text, linked where it names something that was not linked before."""
        shown = inline(run.text) if content is None else content
        address = self.links.place(run.about)
        if address is None or address in self.linked:
            return shown
        self.linked.add(address)
        inner = shown.strip()
        before, _, after = shown.partition(inner)
        return Markup("{}[{}]({}){}").format(Markup(before), Markup(inner), Markup(address), Markup(after))

    def tags(self, clauses: Iterable[str]) -> Markup:
        """The clauses as small tags, each linked to its place in the reference; on a page without tags nothing."""
        return Markup("").join(self.tag(clause) for clause in clauses) if self.tagged else Markup("")

    def tag(self, clause: str) -> Markup:
        address = self.links.clauses.get(clause)
        if address is None:
            return Markup(" {}").format(text(clause))
        return Markup(" [{}]({}){{ .clause }}").format(text(clause), Markup(address))

    def sentence(self, line: Line) -> Markup:
        """A line without those under it, with its heading and its clauses."""
        title = Markup("**{}.** ").format(text(line.title)) if line.title else Markup("")
        words = self.said(line) if line.said else self.words(line.words)
        return Markup("{}{}{}").format(title, words, self.tags(line.clauses))

    def sentences(self, lines: Iterable[Line]) -> Markup:
        """Lines in a row, as a paragraph."""
        return Markup(" ").join(self.sentence(line) for line in lines)

    def row(self, lines: Iterable[Line]) -> Markup:
        """Lines in a row, without clauses, as a cell of a table has room for them. What stands under a line is a list
        inside the row, so that it shows where it ends."""
        before, items = grouped(lines)
        return Markup(" ").join((*map(self.bare, before), *(self.in_row(*item) for item in items)))

    def in_row(self, line: Line, remarks: list[Line]) -> Markup:
        """A line in a row, with the remarks on it."""
        first, under = grouped_under(line)
        found = Markup(" ").join(map(self.bare, (line, *first, *remarks)))
        tag = Markup("ul" if is_choice(line) else "ol")
        inner = Markup("").join(Markup("<li>{}</li>").format(self.in_row(*item)) for item in under)
        return found + Markup("<{}>{}</{}>").format(tag, inner, tag) if under else found

    def bare(self, line: Line) -> Markup:
        """A line alone, without its clauses."""
        if line.said:
            return self.said(line)
        title = Markup("*{}:* ").format(text(line.title)) if line.title else Markup("")
        return title + self.words(line.words)

    def said(self, line: Line) -> Markup:
        """The designer's words. What they refer to is linked each time."""
        return Markup("*{}*").format(self.passage().words(line.words))

    def listing(self, lines: Iterable[Line], numbered: bool = False) -> Markup:
        """Lines as a list, with what stands under them as lists of their own; remarks that are on no line of it stand
        before it."""
        before, items = grouped(lines)
        remarks = [self.sentences(before) + Markup("\n")] if before else []
        return Markup("\n").join([*remarks, *self.items(items, numbered)])

    def steps(self, lines: Sequence[Line], numbered: bool = True) -> Markup:
        """Lines as a list; one alone is a sentence, below which what stands under it is told likewise."""
        leads, rest, ordered = led(lines, numbered)
        if is_in_a_row(rest) and (len(leads) <= 1 or len(rest) <= 1):
            return self.sentences(run_in((*leads, *rest, *remarks_on(rest))))
        return Markup("\n\n").join((*map(self.sentence, leads), self.listing(rest, ordered)))

    def items(self, items: Items, numbered: bool, depth: int = 0) -> Iterator[Markup]:
        """The lines of a list with the remarks on them, so deep in other lists."""
        mark = Markup(INDENT * depth + ("1. " if numbered else "- "))
        for line, remarks in items:
            first, under = with_only_one(line)
            yield mark + self.sentences((*first, *remarks))
            yield from self.items(under, numbered and not is_choice(line), depth + 1)

    def paragraph(self, line: Line) -> Markup:
        """A line, and what stands under it as a list."""
        if not line.children:
            return self.sentence(line)
        return Markup("{}\n\n{}").format(self.sentence(line), self.listing(line.children))


def grouped(lines: Iterable[Line]) -> tuple[list[Line], Items]:
    """The designer's words before all lines, then each line with those behind it: they are no step of their own, nor is
    what only gives something a name. What has a list below it stands on a line of its own all the same."""
    before: list[Line] = []
    items: Items = []
    for line in lines:
        if ((line.said and not line.title) or line.naming) and not line.children:
            (items[-1][1] if items else before).append(line)
        else:
            items.append((line, []))
    return before, items


def grouped_under(line: Line) -> tuple[list[Line], Items]:
    """The same of the lines under a line; what gives the first names stands at the head of the first step."""
    names: list[Run] = []
    children = list(line.children)
    while len(children) > 1 and children[0].naming:
        names += [*children.pop(0).words, Run(" ")]
    if names:
        children[0] = replace(children[0], words=(*names, *children[0].words))
    return grouped(children)


def with_only_one(line: Line) -> tuple[list[Line], Items]:
    """A line of a list with what is said on it, and what stands below as a list: a single sentence does not, but goes
    on with the line."""
    first, under = grouped_under(line)
    only, remarks = under[0] if len(under) == 1 else (None, ())
    if only is None or first or only.children or ":" in only.text or is_choice(line) or not line.text.endswith(":"):
        return [line, *first], under
    return [*run_in((line, only)), *remarks], []


def is_in_a_row(lines: Sequence[Line]) -> bool:
    """Whether lines are no list, as there is one step at most, and none under it."""
    _, items = grouped(lines)
    return len(items) <= 1 and not any(grouped(line.children)[1] for line in lines)


def remarks_on(lines: Iterable[Line]) -> Iterator[Line]:
    """The designer's words that stand right under lines."""
    return (remark for line in lines for remark in grouped(line.children)[0])


def led(lines: Sequence[Line], numbered: bool) -> tuple[list[Line], Sequence[Line], bool]:
    """The lines of a list that stand alone, one under the other; those below, and whether these have an order."""
    leads: list[Line] = []
    while len(lines) == 1 and lines[0].children and not any(child.said for child in lines[0].children):
        leads.append(lines[0])
        lines, numbered = lines[0].children, numbered and not is_choice(lines[0])
    return leads, lines, numbered


def run_in(lines: Sequence[Line]) -> Iterator[Line]:
    """Lines of one paragraph: what follows a colon goes on in small letters, unless it begins with a name, as phases
    have them."""
    before = ""
    for line in lines:
        first = line.words[0] if line.words and not (line.title or line.said) else None
        named = first is None or isinstance(first.about, Phase) or not isinstance(first.about, Definition | None)
        if before.endswith(":") and first is not None and not named:
            small = replace(first, text=first.text[:1].lower() + first.text[1:])
            yield replace(line, words=(small, *line.words[1:]))
        else:
            yield line
        before = line.text


def is_choice(line: Line) -> bool:
    """Whether what stands under a line has no order: alternatives, each perhaps with its name, rather than steps."""
    return line.text.endswith(CHOICES) or all(child.title for child in line.children)
