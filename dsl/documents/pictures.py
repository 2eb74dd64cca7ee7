"""The drawings of a game: its boards with the names of their spaces, and what stands on them at first."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property

from markupsafe import Markup

from dsl.documents.boards import drawing, tokens
from dsl.documents.book import Book
from dsl.documents.compass import compass
from dsl.documents.markdown import anchor
from dsl.phrases import Speech
from dsl.phrases.nouns import kind_term
from dsl.scene import Standing
from dsl.world import BoardInfo


class Pictures:
    """Draws the boards of a book, with the words of a language. `t` are its fixed words."""

    def __init__(self, book: Book, speech: Speech, t: Mapping[str, str]) -> None:
        self.book = book
        self.speech = speech
        self.t = t
        self.world = book.rulebook.world
        self.seats = self.world.players.labels or self.world.players.elements

    def board(self, board: BoardInfo, start: bool = False) -> Markup:
        """A board, empty or with what stands on it at first: then that of each player, if each has one."""
        return Markup("\n\n").join(self.figure(board, k, start) for k in range(board.kind.size if start else 1))

    def figure(self, board: BoardInfo, which: int, start: bool) -> Markup:
        """One of equal boards."""
        numbers = board.ranges[which]
        pieces = {place - numbers.start: piece for place, piece in self.standing.items() if place in numbers}
        drawn = tokens(pieces, self.seats, self.token) if start else {}
        spots = self.spots(board)
        title = self.t["drawing_start" if start else "drawing"]
        if start and board.each:
            title = f"{title}: {self.speech.label(self.seats[which])}"
        name = anchor(f"{board.kind.elements[which]} start" if start else board.name)
        told = " ".join((self.description(board, spots), *(self.lying(board, pieces) if start else ())))
        return drawing(board, name, title, told, drawn, spots)

    def spots(self, board: BoardInfo) -> dict[int, str]:
        """The spaces of a board that are called something."""
        return {number - board.spaces.start: self.speech.label(spot) for spot, number in board.spots.items()}

    def name(self, board: BoardInfo, which: int) -> str:
        """One of equal boards, as it is called."""
        label = self.speech.label(board.label)
        return f"{label}: {self.speech.label(self.seats[which])}" if board.each else label

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

    def description(self, board: BoardInfo, spots: Mapping[int, str]) -> str:
        """The board in words, for those who cannot see it."""
        names = board.one.names
        marks = " ".join(f"{spot}: {names[number]}." for number, spot in spots.items())
        spaces = self.speech.name(kind_term(board.spaces), many=True).lower()
        count, first, last = len(names), names[0], names[-1]
        return self.t["drawing_text"].format(count=count, spaces=spaces, first=first, last=last, marks=marks)

    def lying(self, board: BoardInfo, pieces: Mapping[int, Standing]) -> Iterator[str]:
        """What stands where, in words."""
        for space, piece in pieces.items():
            whose = f" ({self.speech.label(self.seats[piece.seat])})" if piece.seat >= 0 else ""
            yield f"{board.one.names[space]}: {self.token(piece)}{whose}."

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
