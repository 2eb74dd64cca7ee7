"""What there is on the table on other terms: with more players, with another number for an option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dsl.model.world import PlaceInfo, TableInfo
from dsl.pages.guide.box_and_setup import Contents, Row, Teller
from dsl.pages.guide.configurations import Edition, cell_text
from dsl.pages.learn.blocks import Block, Listing, Para
from dsl.pages.learn.places import places
from dsl.pages.learn.setting_up import SettingUp, is_of_flags
from dsl.pages.reference.passages import Passage
from dsl.prose.realiser import capitalised
from dsl.prose.speech import Run, Sheet, Speech, Words, plain
from dsl.prose.unseen import Unseen

Cells = tuple[Words | None, ...]


class Table:
    """The table on other terms beside the usual one."""

    def __init__(self, setting_up: SettingUp) -> None:
        self.game, self.t, self.teller = setting_up.game, setting_up.game.t, setting_up.teller
        self.usual = {p.title: p.sheet for p in self.game.contents.tables if p.sheet is not None}

    def besides(self, edition: Edition, contents: Contents) -> Iterator[Block]:
        """Places, what players have, and rows of tables that are not as usual."""
        yield from self.places(edition)
        yield Para(tuple(line for line in contents.players if not is_of_flags(line)), "generated")
        for table in contents.tables:
            yield from self.rows(table)

    # --------------------------------------------------------------------------------------------------------- counts

    def counted(self, contents: Contents) -> tuple[Row, ...]:
        """The kinds of pieces of which nothing but their number is not as usual."""
        usual = {plain(row.name) for row in self.game.contents.components}
        known = {line.text for row in self.game.contents.components for line in row.lines}
        rows = (row for row in contents.components if plain(row.name) in usual)
        return tuple(row for row in rows if all(line.said or line.text in known for line in row.lines))

    def counts(self, told: Mapping[int, tuple[Edition, Contents]]) -> Iterator[Listing]:
        """Of which pieces there are more or fewer: how many with each number of players, the usual one included."""
        names = {plain(row.name): row.name for _, contents in told.values() for row in self.counted(contents)}
        counts = {number: counts_in(edition.speech) for number, (edition, _) in told.items()}
        counts[self.game.world.players.size] = counts_in(self.game.speech)
        heads = [self.t["component"], *(f"{number} {self.t['players']}" for number in sorted(counts))]
        rows = [
            (words, *(cell(counts[number].get(name)) for number in sorted(counts)))
            for name, words in names.items()
            if len({counts[number].get(name) for number in counts}) > 1
        ]
        if rows:
            yield Listing("", Sheet(tuple((Run(head),) for head in heads), tuple(rows)))

    # --------------------------------------------------------------------------------------------------------- tables

    def rows(self, table: Passage) -> Iterator[Listing]:
        """The rows of a table that are not as usual; all, where others fall away for them."""
        assert table.sheet is not None
        usual = self.usual.get(table.title)
        if usual is None:
            yield Listing(table.title, table.sheet)
            return
        new, gone = rows_besides(table.sheet, usual), rows_besides(usual, table.sheet)
        if new and gone:
            yield Listing(self.t["rows_instead"].format(name=table.title), table.sheet)
        elif new or gone:
            title = self.t["rows_besides" if new else "rows_without"].format(name=table.title)
            yield Listing(title, Sheet(table.sheet.heads, new or gone), besides=True)

    # --------------------------------------------------------------------------------------------------------- places

    def places(self, edition: Edition) -> Iterator[Block]:
        """Those that do more than hold pieces, if they are not there as usual, and the designer's words on them."""
        usual = {about.kind.name: row for about, row in rows_of(self.teller)}
        tables = {p.about.kind.name for p in edition.part.passages if isinstance(p.about, TableInfo)}
        held = Unseen(edition.speech.book).containers
        there = Teller(edition.speech, "", self.game.brevity.needless_in(edition))
        new = [
            (about, unsaid(row, usual.get(about.kind.name)))
            for about, row in rows_of(there)
            if about not in held and not is_known(row, usual.get(about.kind.name), about.kind.name in tables)
        ]
        yield from places(edition.speech, new, frozenset(), self.t["lies_where"], fewest=1, known=usual)


def counts_in(speech: Speech) -> dict[str, int]:
    return {plain(capitalised(speech.words(found.noun))): found.count for found in speech.components()}


def cell(count: int | None) -> Words | None:
    return None if count is None else (Run(str(count)),)


def rows_of(teller: Teller) -> Iterator[tuple[PlaceInfo, Row]]:
    """The places beside the board, each with what is told of it."""
    return ((place.about, teller.place(place)) for place in teller.speech.places() if teller.here(place.about))


def is_known(row: Row, usual: Row | None, counted: bool) -> bool:
    """Whether a place is told as usual. `counted`: a table tells how many there are."""
    if usual is None:
        return False
    return row.told == usual.told or (counted and replace(row, name=usual.name).told == usual.told)


def unsaid(row: Row, usual: Row | None) -> Row:
    """The row without what is said as usual, too."""
    known = {line.text for line in usual.lines} if usual else set()
    return replace(row, lines=tuple(line for line in row.lines if line.text not in known))


def rows_besides(sheet: Sheet, usual: Sheet) -> tuple[Cells, ...]:
    """The rows that another table has not."""
    known = {texts(row) for row in usual.rows}
    return tuple(row for row in sheet.rows if texts(row) not in known)


def texts(row: Cells) -> tuple[str, ...]:
    return tuple(map(cell_text, row))


def with_filled_columns(sheet: Sheet) -> Sheet:
    """Without columns in which nothing stands."""
    filled = [k for k in range(len(sheet.heads)) if any(row[k] for row in sheet.rows)]
    rows = tuple(tuple(row[k] for k in filled) for row in sheet.rows)
    return Sheet(tuple(sheet.heads[k] for k in filled), rows)
