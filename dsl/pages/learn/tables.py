"""Where the tables stand by which a game is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from dsl.model.world import TableInfo
from dsl.pages.guide.tables import ask_for, asks_for
from dsl.pages.learn.blocks import Listing
from dsl.pages.learn.order import Section
from dsl.pages.learn.setting_up import SettingUp
from dsl.pages.reference.passages import Passage
from dsl.prose.speech import Run, Sheet, plain

if TYPE_CHECKING:
    from dsl.pages.game import Game

MOST_CARDS = 30  # rows: nobody learns more of them
MOST_NUMBERS = 6  # of more it is said from where to where they go


class Tables:
    """The tables of a game whose rules are told in some sections."""

    def __init__(self, game: Game, setting_up: SettingUp, sections: Sequence[Section]) -> None:
        self.game, self.setting_up, self.sections = game, setting_up, sections

    @cached_property
    def told_in(self) -> dict[str, list[Listing]]:
        """By the titles of sections the tables that stand in them; under no title those at the end. Where what asks for
        a table of a chapter is told in other sections, it stands in the first of these; by the anchors of steps those
        for which nothing else of a section asks. What is seen on a board stands nowhere."""
        tables, world = self.game.tables, self.game.world
        found: dict[str, list[Listing]] = defaultdict(list)
        elsewhere = [*tables.with_box, *self.of_setup]
        for table in (t for t in tables.tables if t not in elsewhere and not self.setting_up.is_seen(t)):
            homes = [s for s in self.sections if s.part is not None and table in tables.of(s.part)]
            asking = [s for s in self.sections if any(asks_for(p, table, world) for p in s.told)]
            at_home = (s for s in homes if s in asking)
            home = None if table in tables.at_end else next(chain(at_home, asking, homes), None)
            if table.sheet is None:
                continue
            users = [p for p in home.told if asks_for(p, table, world)] if home is not None else []
            alone = users[0].anchor if len(users) == 1 and users[0].sort == "action" else None
            where = alone or (home.title if home is not None else "")
            sheet = values_of(table.sheet) if table in tables.at_end and is_too_long(table) else table.sheet
            found[where].append(Listing(table.title, sheet))
        found[""][:0] = [Listing(t.title, t.sheet) for t in self.setting_up.looked_up if t.sheet is not None]
        return found

    @cached_property
    def of_setup(self) -> list[Passage]:
        """The tables that would stand at the end, but are needed as soon as the game is set up."""
        at_end = (t for t in self.game.tables.at_end if not self.setting_up.is_seen(t))
        return [t for t in at_end if ask_for(self.setting_up.spelt_out, t, self.game.world)]


def is_too_long(table: Passage) -> bool:
    """Whether it lists more pieces than anybody learns: what can stand on them is enough to play."""
    info = table.about
    is_of_pieces = isinstance(info, TableInfo) and info.kind.sort == "piece" and table.sheet is not None
    return is_of_pieces and table.sheet is not None and len(table.sheet.rows) > MOST_CARDS


def values_of(sheet: Sheet) -> Sheet:
    """What stands in each column, in a single row; how many there are of each is left out."""
    columns = [dict.fromkeys(plain(cell) for cell in column if cell) for column in zip(*sheet.rows, strict=True)]
    last = len(columns) - all(told.isdigit() for told in columns[-1])
    return Sheet(sheet.heads[:last], (tuple((Run(in_short([*told])),) for told in columns[:last]),))


def in_short(values: Sequence[str]) -> str:
    """Values in a row, or from where to where the numbers go."""
    if len(values) > MOST_NUMBERS and all(value.isdigit() for value in values):
        return f"{min(values, key=int)}–{max(values, key=int)}"
    return ", ".join(values)
