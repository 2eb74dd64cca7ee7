"""The drawings of a game: its boards with the names of their spaces, and what stands on them at first."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from markupsafe import Markup

from dsl.board.scene import Standing
from dsl.model.world import BoardInfo, TableInfo
from dsl.pages.book import Book
from dsl.pages.drawings.boards import Lot, colour, drawing, tokens
from dsl.pages.drawings.compass import compass
from dsl.pages.markdown import anchor
from dsl.pages.reference.passages import opening
from dsl.prose.nouns import element, kind_term
from dsl.prose.speech import Speech, plain

NOBODY = "grey"  # the colour of what could be somebody's


class Pictures:
    """Draws the boards of a book, with the words of a language. `t` are its fixed words."""

    def __init__(self, book: Book, speech: Speech, t: Mapping[str, str]) -> None:
        self.book = book
        self.speech = speech
        self.t = t
        self.world = book.rulebook.world
        self.seats = self.world.players.labels or self.world.players.elements

    def board(self, board: BoardInfo, start: bool = False, apart: str = "") -> Markup:
        """A board, empty or with what stands on it at first: then that of each player, if each has one. `apart` tells
        it from one of the same name on the page."""
        return Markup("\n\n").join(self.figure(board, k, start, apart) for k in range(board.kind.size if start else 1))

    def on_other_terms(self, speech: Speech, apart: str) -> tuple[Markup, ...]:
        """The empty boards that are drawn otherwise than these when the game is played as a speech tells it."""
        other = Pictures(replace(self.book, rulebook=speech.book), speech, self.t)
        known = [self.drawn(board) for board in self.world.boards.values()]
        boards = (board for board in other.world.boards.values() if other.drawn(board) not in known)
        return tuple(other.board(board, apart=apart) for board in boards)

    def drawn(self, board: BoardInfo) -> tuple[object, ...]:
        """By what the drawing of an empty board is another one."""
        return board.name, board.word, board.sizes, board.one.joined, self.spots(board), self.lots(board)

    def figure(self, board: BoardInfo, which: int, start: bool, apart: str = "") -> Markup:
        """One of equal boards."""
        numbers = board.ranges[which]
        pieces = {place - numbers.start: piece for place, piece in self.standing.items() if place in numbers}
        drawn = tokens(pieces, self.seats, self.token) if start else {}
        spots = self.spots(board)
        title = self.title(board, "drawing_start" if start else "drawing")
        if start and board.each:
            title = f"{title}: {self.speech.label(self.whose(board, which))}"
        name = anchor(f"{board.kind.elements[which]} start" if start else f"{apart} {board.name}")
        lots = self.lots(board, which)
        told = " ".join((self.description(board, spots, lots), *(self.lying(board, pieces) if start else ())))
        return drawing(board, name, title, told, drawn, spots, lots)

    def title(self, board: BoardInfo, key: str) -> str:
        """What a drawing shows; of several boards it is said which."""
        if len(self.world.boards) == 1:
            return self.t[key]
        return self.t[f"{key}_of"].format(board=self.speech.label(board.label))

    def spots(self, board: BoardInfo) -> dict[int, str]:
        """The spaces of a board that are called something."""
        return {number - board.spaces.start: self.speech.label(spot) for spot, number in board.spots.items()}

    def lots(self, board: BoardInfo, which: int = 0) -> list[Lot]:
        """The spaces that tables name, one list after the other."""
        tables = (
            table for table in self.world.tables.values() if table.kind.members and table.kind.parent is board.spaces
        )
        return [self.lot(table, board, board.ranges[which], number) for number, table in enumerate(tables, 1)]

    def lot(self, table: TableInfo, board: BoardInfo, here: range, number: int) -> Lot:
        """The spaces of a table that are on one board: with what it tells of each in words, else in the colours of
        their owners, where somebody owns one, else all alike."""
        owners = table.owners or (-1,) * board.spaces.size
        seats = {space: owners[space - board.spaces.start] for space in table.kind.members or () if space in here}
        marks = {space - here.start: self.mark(table, space - board.spaces.start) for space in seats}
        owned = max(seats.values(), default=-1) >= 0
        styles = {} if any(marks.values()) and not owned else {
            seat: f"own {colour(seat, self.seats) or NOBODY}" if owned else f"lot lot-{number}"
            for seat in sorted(set(seats.values()), key=lambda seat: (seat < 0, seat))
        }  # fmt: skip
        name = opening(self.speech.name(kind_term(table.kind), many=True))
        told = (f"{board.one.names[space - here.start]}{self.of(seat)}{behind(marks[space - here.start])}"
                for space, seat in seats.items())  # fmt: skip
        return Lot(
            f"{name}: {', '.join(told)}.",
            {space - here.start: styles[seat] for space, seat in seats.items() if styles},
            tuple((css, f"{name}{self.of(seat)}") for seat, css in styles.items()),
            {space: mark for space, mark in marks.items() if mark},
        )

    def mark(self, table: TableInfo, number: int) -> str:
        """What a table tells of a space in words, not in numbers."""
        told = ((a, (a.constant or ())[number]) for a in table.attributes if a.kind.sort in ("enumeration", "power"))
        scope = self.speech.scope()
        return ", ".join(plain(self.speech.words(element(scope, a.kind, value))) for a, value in told if value >= 0)

    def of(self, seat: int) -> str:
        """Whose something is, behind its name."""
        return f" ({self.speech.label(self.seats[seat])})" if seat >= 0 else ""

    def name(self, board: BoardInfo, which: int) -> str:
        """One of equal boards, as it is called."""
        label = self.speech.label(board.label)
        return f"{label}: {self.speech.label(self.whose(board, which))}" if board.each else label

    def whose(self, board: BoardInfo, which: int) -> str:
        """Whose one of equal boards is; a further one has a name."""
        owner = board.owner(which)
        return self.seats[owner] if owner >= 0 else board.kind.elements[which]

    def compasses(self, spoken_of: Container[int], names: Iterable[str]) -> Iterator[Markup]:
        """The directions that are among what is spoken of (by identity), where they are the same everywhere."""
        boards = {id(board.directions): board for board in self.world.boards.values() if board.one.lattice}
        for number, (kind, board) in enumerate(boards.items(), 1):
            if kind in spoken_of:
                yield compass(
                    board.one, self.ways(board), anchor(" ".join((*names, str(number)))), self.t["directions"]
                )

    def ways(self, board: BoardInfo) -> list[str]:
        """What the directions of a board are called."""
        return [self.speech.label(label) for label in board.directions.labels]

    def description(self, board: BoardInfo, spots: Mapping[int, str], lots: Iterable[Lot] = ()) -> str:
        """The board in words, for those who cannot see it."""
        names = board.one.names
        marks = " ".join(
            (*(f"{spot}: {names[number]}." for number, spot in spots.items()), *(lot.told for lot in lots))
        )
        spaces = self.speech.name(kind_term(board.spaces), many=True).lower()
        count, first, last = len(names), names[0], names[-1]
        return self.t["drawing_text"].format(count=count, spaces=spaces, first=first, last=last, marks=marks)

    def lying(self, board: BoardInfo, pieces: Mapping[int, Standing]) -> Iterator[str]:
        """What stands where, in words."""
        for space, piece in pieces.items():
            yield f"{board.one.names[space]}: {self.token(piece)}{self.of(piece.seat)}."

    def token(self, piece: Standing) -> str:
        """What stands on a space, as it is written there."""
        kinds = (info.kind for info in self.world.piece_infos.values())
        kind = next((kind for kind in kinds if piece.label in (kind.label, kind.name)), None)
        name = piece.label if kind is None else self.speech.name(kind_term(kind), many=piece.count > 1)
        return name if piece.count == 1 else f"{piece.count} {name}"

    @cached_property
    def standing(self) -> Mapping[int, Standing]:
        """What stands where before the first turn."""
        if self.book.opening is not None:
            return self.book.opening
        infos = self.world.piece_infos.values()
        return {place: Standing(info.kind.label or info.kind.name) for info in infos for place in info.starts}

    @property
    def stands_at_first(self) -> bool:
        """Whether something stands on a board before the first turn."""
        ends = [board.spaces for board in self.world.boards.values()]
        return any(s.start <= place < s.stop for place in self.standing for s in ends)


def behind(mark: str) -> str:
    """What is told of a space, behind its name."""
    return f" {mark}" if mark else ""
