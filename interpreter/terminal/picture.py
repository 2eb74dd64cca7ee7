"""What a player sees of a position, drawn in text: boards with a letter for each sort of piece, and lists of the rest.

It reads the data of a view and what is printed of the game, never the position, so that it cannot show too much.
"""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from string import ascii_uppercase, digits
from typing import Any

from dsl.board.text_drawing import bands, draw
from dsl.ir.program import Attribute, Board, Location, Mark, PieceKind, Program
from interpreter.knowledge.view import Data
from interpreter.state.decoding import Box, Field

EMPTY = "·"
JOINED = "Lines join"
UNSEEN = "?"
KEEP = "\N{NO-BREAK SPACE}"  # stands between words that belong on one line
MORE = "+"  # before the symbol of the uppermost piece, where others of another sort lie under it
INDENT = "  "  # before everything that belongs to a heading


class Symbols:
    """One to three letters for every sort of piece and named space, the same all through a game.

    A sort is a kind, its owner where several players have such pieces, and what everybody sees of it at a glance.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.program = box.program
        self._used: set[str] = {EMPTY, UNSEEN}
        self._owned = [kind for kind in self.program.pieces if kind.given or len(set(kind.owners)) > 1]
        self._letters = {kind.name: self._free(kind.label) for kind in self.program.pieces if not self._by_owner(kind)}
        self._owners = {player: self._free(player) for player in self.program.players} if len(self._owned) == 1 else {}
        self._letters |= {kind.name: self._free(kind.label) for kind in self._owned if self._owners}  # of nobody's
        self.raised = self._only_flag()
        self._cased = self._told_by_case()
        small = [*self._owners.values(), *(self._letters[kind.name] for kind in self._owned)]
        self._used |= {letter.lower() for letter in small} if self.raised or self._cased else set()
        spelt = [kind for kind in self._owned if kind not in self._cased] if len(self.program.players) > 1 else ()
        self._initials = initials(self.program.players) if spelt and not self._owners else {}
        self._values = {kind.name: self._values_of(kind) for kind in self.program.pieces}
        self.marks = {m.location: self._free(m.label, lower=True) for b in self.program.boards for m in b.marks}

    @cached_property
    def width(self) -> int:
        """The letters of the longest symbol."""
        pieces = (self._letters[kind.name] + self._widest(kind) for kind in self.program.pieces)
        return max(map(len, [*self.marks.values(), EMPTY, *pieces]))

    def _widest(self, kind: PieceKind) -> str:
        owner = max(self._initials.values(), key=len, default="") if self._is_spelt(kind) else ""
        return owner + max(self._values[kind.name].values(), key=len, default="")

    def _values_of(self, kind: PieceKind) -> dict[str, str]:
        """What stands for each value of the attribute that is a part of the symbol: a number for itself."""
        field = self.telling(kind)
        if field is None or field.kind is None:
            return {}
        if field.kind.sort == "range":
            return {name: name for name in field.kind.elements}
        return initials(field.kind.elements, self._initials.values() if self._is_spelt(kind) else ())

    def _told_by_case(self) -> list[PieceKind]:
        """The kinds of which small letters are the second player's: there are two, and no such piece is nobody's."""
        two = len(self.program.players) == 2 and not self._owners
        return [kind for kind in self._owned if -1 not in kind.owners] if two else []

    def _is_spelt(self, kind: PieceKind) -> bool:
        """Whether the initial of its player follows the letter of a kind."""
        return kind in self._owned and kind not in self._cased and not self._owners

    def _by_owner(self, kind: PieceKind) -> bool:
        """Whether the owner's letter is enough, as only this kind has several owners."""
        return self._owned == [kind]

    def _free(self, label: str, lower: bool = False) -> str:
        """A letter of the label that is not in use, its initials first; failing that any letter or number."""
        words = label.removeprefix("the ").split()
        letters = "".join([*(word[0] for word in words), *words, *ascii_uppercase, *digits])
        wanted = [(c.lower() if lower else c.upper()) for c in letters if c.isalnum()]
        pairs = (wanted[0] + str(number) for number in itertools.count())
        found = next(c for c in itertools.chain(wanted, pairs) if c not in self._used)
        self._used.add(found)
        return found

    def _only_flag(self) -> Field | None:
        """The flag that makes the letter of an owner a capital: the only one that all see of such pieces."""
        fields = self.box.fields(self._owned[0].start) if self._owners else ()
        flags = [field for field in fields if field.kind is None and field.attribute.seen.by == "all"]
        return flags[0] if len(flags) == 1 else None

    def of(self, piece: Data) -> str:
        """The symbol of a piece of a view."""
        if "kind" not in piece:
            return UNSEEN
        kind = self._kind(piece)
        if self._by_owner(kind):
            letter = self._owners.get(piece.get("owner", ""), self._letters[kind.name])
            letter = letter.lower() if self.raised and not self._is_raised(piece) else letter
        else:
            letter = self._letters[kind.name]
            letter = self._owned_letter(letter, kind, piece.get("owner"))
        return letter + self._suffix(kind, piece)

    def _is_raised(self, piece: Data) -> bool:
        return self.raised is not None and bool(piece.get("attributes", {}).get(self.raised.attribute.name))

    def _owned_letter(self, letter: str, kind: PieceKind, owner: str | None) -> str:
        """Small letters are the second player's; where there are others, or nobody's pieces, their initials follow."""
        if owner is None:
            return letter
        if kind in self._cased:
            return letter.lower() if owner == self.program.players[1] else letter
        return letter + self._initials.get(owner, "") if self._is_spelt(kind) else letter

    def _suffix(self, kind: PieceKind, piece: Data) -> str:
        field = self.telling(kind)
        value = piece["attributes"].get(field.attribute.name) if field else None
        return self._values[kind.name].get(str(value), str(value)) if value is not None else ""

    def telling(self, kind: PieceKind) -> Field | None:
        """The attribute that is a part of the symbol."""
        fields = self.box.fields(kind.start) if not kind.unique else ()
        return next((field for field in fields if field.naming and field.attribute.seen.by == "all"), None)

    def shown(self, kind: PieceKind) -> set[str]:
        """The names of the attributes that the symbols of such pieces tell."""
        fields = [self.telling(kind), self.raised if self._by_owner(kind) else None]
        return {field.attribute.name for field in fields if field}

    def entry(self, piece: Data) -> tuple[str, str]:
        """The symbol of a piece as a legend has it, and what it stands for.

        Where small letters are for the second of two players, that is one entry, and each kind is told once.
        """
        if "kind" in piece and self._kind(piece) in self._cased:
            piece = {name: value for name, value in piece.items() if name != "owner"}
        return self.of(piece), self.meaning(piece)

    def is_small(self, piece: Data) -> bool:
        """Whether its letter is small as it is the second player's."""
        return "kind" in piece and self._kind(piece) in self._cased and self.of(piece) != self.entry(piece)[0]

    def meaning(self, piece: Data) -> str:
        """What the symbol of a piece stands for."""
        if "kind" not in piece:
            return "an unseen piece"
        kind = self._kind(piece)
        field = self.telling(kind)
        value = piece["attributes"][field.attribute.name] if field else None
        if field and field.told:
            return f"{kind.label} ({_detail(self.box, field, value)}){self._of(piece, kind)}"
        words = [str(value)] if field else []
        if field and field.attribute.names:
            return words[0]
        if self.raised and self._by_owner(kind) and self._is_raised(piece):
            words.append(self.raised.attribute.label)
        return " ".join([*words, kind.label]) + self._of(piece, kind)

    def _of(self, piece: Data, kind: PieceKind) -> str:
        return f" of {piece['owner']}" if kind in self._owned and "owner" in piece else ""

    def _kind(self, piece: Data) -> PieceKind:
        return next(kind for kind in self.program.pieces if kind.name == piece["kind"])


def initials(names: Sequence[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """For each name a small letter of its own: its first one, failing that another of its letters, failing that any
    letter or number, none of them `taken`."""
    used, found = {*taken}, dict[str, str]()
    for name in names:
        own = [c for c in (*(word[0] for word in name.split()), *name) if c.isalnum()]
        letters = itertools.chain((c.lower() for c in (*own, *ascii_uppercase)), digits, map(str, itertools.count(10)))
        found[name] = next(c for c in letters if c not in used)
        used.add(found[name])
    return found


MOST_GROUPS = 8  # of pieces in a place, of which each is told where only changes are
NOTHING_THERE: Data = {"pieces": [], "attributes": {}}


class Picture:
    """Draws views of one game, in lines of at most `width` columns where boards allow it."""

    def __init__(self, box: Box, width: int = 80) -> None:
        self.box = box
        self.program: Program = box.program
        self.width = width
        self.symbols = Symbols(box)
        self._kinds = {kind.name: kind for kind in self.program.pieces}

    def draw(self, view: Data, before: Data | None = None) -> str:
        """The boards, each with its legend, what players have, what is to be said of pieces, then all other places.

        Spaces that looked different in the view `before` stand in brackets, and of other places what has come there.
        """
        contents, past = _contents(view), _contents(before) if before else _contents(view)
        changed = {k for k, was in enumerate(past) if was != contents[k]}
        own = {board["name"]: board["attributes"] for board in view.get("boards", ())}
        boards = [board for board in self.program.boards if board.layout]
        blocks = [self._board(board, contents, own.get(board.name, {}), changed) for board in boards]
        blocks.append("\n".join(self._seats(view.get("players", ()))))
        blocks += ["\n".join(self._details(contents)), "\n".join(self._places(view["locations"], past))]
        return "\n\n".join(block for block in blocks if block)

    def changes(self, view: Data, before: Data, sentence: str) -> str:
        """As drawn, without boards, players and places of which all is as in the view `before`; what a sentence speaks
        of is there all the same."""
        contents, past = _contents(view), _contents(before)
        own, was = ({board["name"]: board["attributes"] for board in one.get("boards", ())} for one in (view, before))
        spoken = {k for k, location in enumerate(self.program.locations) if _is_in(sentence, location)}
        blocks = [
            self._board(board, contents, own.get(board.name, {}), set())
            for board in self.program.boards
            if board.layout
            and (
                own.get(board.name) != was.get(board.name)
                or any(contents[space] != past[space] or space in spoken for space in _spaces(board))
            )
        ]
        seats = [one for one, old in zip(view.get("players", ()), before.get("players", ()), strict=True) if one != old]
        places = [
            now
            if k in spoken
            else {**now, **(_in_short(now["pieces"], old["pieces"]) if now != old else NOTHING_THERE)}
            for k, (now, old) in enumerate(zip(view["locations"], before["locations"], strict=True))
        ]
        there = {space for space, now in enumerate(contents) if now != past[space] or space in spoken}
        blocks += ["\n".join(self._seats(seats)), "\n".join(self._details(contents, there))]
        blocks.append("\n".join(self._places(places, [one["pieces"] for one in places])))
        return "\n\n".join(block for block in blocks if block)

    def _seats(self, seen: Sequence[Data]) -> Iterator[str]:
        """A line for every player of whom there is something to tell."""
        numbers = {seat.name: seat.owner for seat in self.program.seats}
        for one in seen:
            told = self._told(self.box.seat_fields[numbers[one["name"]]], one["attributes"])
            if told:
                yield from self._wrapped(f"{one['name']}{told}")

    # ----------------------------------------------------------------------------------------------------------- boards

    def _board(self, board: Board, contents: Sequence[list[Data]], own: Data, changed: Set[int]) -> str:
        assert board.layout is not None
        cells = self._cells(board, contents)
        names = on_board([self.program.locations[space].name for space in _spaces(board)])
        parts = bands(board.layout, names, max(map(len, cells)), self.width - len(INDENT))
        if parts[0] is not board.layout:
            cells = [cell.rstrip() for cell in cells]  # each stands below its name, not below others
        marked = {space - board.start for space in changed}
        drawn = "\n".join(draw(part, lambda space: cells[space], marked) for part in parts)
        seen = [piece for space in _spaces(board) for piece in contents[space]]
        legend = self._legend(board, seen, contents)
        heading = capital(board.label) + self._told(self.box.board_fields[board.name], own)
        joined = ", ".join(f"{names[one]}–{names[other]}" for one, other in board.joined)
        lines = self._wrapped(f"{JOINED} {joined}") if joined else ()
        return "\n".join([heading, textwrap.indent(drawn, INDENT), *lines, *legend])

    def _told(self, fields: Sequence[Field], values: Data) -> str:
        """What a place or board has, behind its name."""
        known = {field.attribute.name: field for field in fields}
        details = [_detail(self.box, known[name], value) for name, value in values.items() if name in known]
        told = ", ".join(detail for detail in details if detail)
        return f" ({told})" if told else ""

    def _cells(self, board: Board, contents: Sequence[list[Data]]) -> list[str]:
        """How many pieces are on each space, and their symbol: of the same width whatever is there, so that the board
        stands still, and symbols stand below one another."""
        cells = [(self._count(contents[space]), self._symbol(space, contents[space])) for space in _spaces(board)]
        room = max(len(count) for count, _ in cells)
        return [f"{count:>{room}}{symbol:<{self.symbols.width}}" for count, symbol in cells]

    def _count(self, pieces: Sequence[Data]) -> str:
        if len(self._sorts(pieces)) > 1:
            return MORE
        total = sum(piece["count"] for piece in pieces)
        return str(total) if total > 1 else ""

    def _symbol(self, location: int, pieces: Sequence[Data]) -> str:
        """The uppermost piece, or the space itself."""
        return self.symbols.of(bare(pieces[-1])[1]) if pieces else self.symbols.marks.get(location, EMPTY)

    def _sorts(self, pieces: Sequence[Data]) -> set[str]:
        """The symbols of pieces that lie together."""
        return {self.symbols.of(bare(piece)[1]) for piece in pieces}

    def _legend(self, board: Board, pieces: Iterable[Data], contents: Sequence[list[Data]]) -> list[str]:
        """What the symbols on the board stand for; named spaces only where their own symbol is seen."""
        order = [*self._kinds]
        seen = [piece for _, piece in map(bare, pieces)]
        seen.sort(key=lambda piece: order.index(piece["kind"]) if "kind" in piece else len(order))
        known = dict(map(self.symbols.entry, seen))
        marks: list[Mark] = [mark for mark in board.marks if not contents[mark.location]]
        named = {self.symbols.marks[mark.location]: self._marked(mark) for mark in marks}
        small = {"small letters:": self.program.players[1]} if any(map(self.symbols.is_small, seen)) else {}
        told = [_kept(f"{symbol} {text}") for symbol, text in (known | small | named).items()]
        return self._wrapped("   ".join(told))

    def _marked(self, mark: Mark) -> str:
        return f"{mark.label} ({self.program.locations[mark.location].name})"

    # ---------------------------------------------------------------------------------------------- pieces and places

    def _details(self, contents: Sequence[list[Data]], those: Set[int] | None = None) -> Iterator[str]:
        """A line for all pieces on boards, or on `those` spaces, of which there is the same to know besides their
        symbol."""
        where: dict[str, list[str]] = {}
        for board in self.program.boards:
            own = [space for space in _spaces(board) if those is None or space in those]
            for space in own if board.layout else ():
                for told in self._told_of(self.program.locations[space], contents[space]):
                    where.setdefault(told, []).append(self.program.locations[space].name)
        for told, names in where.items():
            yield from self._wrapped(f"{', '.join(names)}: {told}")

    def _told_of(self, space: Location, pieces: list[Data]) -> list[str]:
        """What is told of the pieces on a space: of several sorts all that are there."""
        if len(self._sorts(pieces)) > 1:
            return [self._listed(space, pieces, pieces)]
        return [self.piece(piece, count) for count, piece in map(bare, pieces) if "kind" in piece and self._more(piece)]

    def _more(self, piece: Data) -> bool:
        told = {f.attribute.name for f in self.box.fields(self._kinds[piece["kind"]].start) if is_told(f.attribute)}
        values = {name for name, value in piece.get("attributes", {}).items() if value not in (0, None)} & told
        return bool(values - self.symbols.shown(self._kinds[piece["kind"]]) or piece.get("carries"))

    def _places(self, seen: Sequence[Data], past: Sequence[list[Data]]) -> Iterator[str]:
        """A line for every place that is not drawn and has something in it, or attributes of its own."""
        drawn = {space for board in self.program.boards if board.layout for space in _spaces(board)}
        for number, location in enumerate(self.program.locations):
            name, pieces = capital(location.name), seen[number]["pieces"]
            fields = [field for field in self.box.location_fields[number] if not field.attribute.names]
            told = self._told(fields, seen[number].get("attributes", {}))
            if number not in drawn and (pieces or told):
                listed = f": {self._listed(location, pieces, past[number])}" if pieces else ""
                yield from self._wrapped(f"{name}{told}{listed}")

    def _listed(self, location: Location, pieces: list[Data], past: list[Data]) -> str:
        """The pieces in one place; in brackets those that are more than there were."""
        owned = len({piece.get("owner") for piece in pieces if "kind" in piece}) > 1
        more = _amounts(pieces) - _amounts(past)
        texts = [self.piece(piece, count, owned) for count, piece in map(bare, pieces)]
        texts = [f"({text})" if _key(group) in more else text for text, group in zip(texts, pieces, strict=True)]
        loose = [" (shuffled)" if group.get("loose") else "" for group in pieces]
        texts = [text + note for text, note in zip(texts, loose, strict=True)]
        return f"{', '.join(texts)} (on top)" if location.ordered and len(texts) > 1 else ", ".join(texts)

    def piece(self, piece: Data, count: int = 1, owned: bool = False) -> str:
        """A group of pieces of a view with all that is known of it: "3 Asteroids", "red Disc (face-up)".

        If `owned`, with its owner.
        """
        if "kind" not in piece:
            return self._unseen(piece, count)
        kind = self._kinds[piece["kind"]]
        fields = [field for field in self.box.fields(kind.start) if field.attribute.name in piece.get("attributes", {})]
        values: list[tuple[Field, Any]] = [(field, piece["attributes"][field.attribute.name]) for field in fields]
        plain = [(field, value) for field, value in values if kind.unique or not (field.in_words or value == 0)]
        details = [_detail(self.box, field, value) for field, value in plain]
        details += [f"with {self.piece(load, number)}" for number, load in map(bare, piece.get("carries", []))]
        told = ", ".join(detail for detail in details if detail)
        owner = f" of {piece['owner']}" if owned and "owner" in piece else ""
        return self._named(kind, values, count) + owner + (f" ({told})" if told else "")

    def _named(self, kind: PieceKind, values: Sequence[tuple[Field, Any]], count: int) -> str:
        """What the pieces of a group are called: by their kind and what tells them apart, or by a name."""
        called = [str(value) for field, value in values if field.attribute.names and value is not None]
        number = [str(count)] if count > 1 or not (values or kind.unique) else []
        if called:
            return " ".join([*number, *called, *([kind.plural] if number else [])])
        words = [str(value) for field, value in values if field.in_words and value is not None]
        naming = [] if kind.unique else words
        return " ".join([*number, *naming, kind.plural if count > 1 else kind.label])

    def _unseen(self, piece: Data, count: int) -> str:
        """Such as "3 unseen", or with what is seen of them all the same: "3 unseen red Cards"."""
        if "unseen" not in piece:
            return f"{count} unseen" if count > 1 else "1 unseen piece"
        kind = self.box.kinds[piece["unseen"]]
        values = [str(value) for name, value in piece.get("attributes", {}).items() if isinstance(value, str)]
        return " ".join([str(count), "unseen", *values, kind.plural if count > 1 else kind.label])

    def _wrapped(self, text: str) -> list[str]:
        lines = textwrap.wrap(text, self.width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        return [line.replace(KEEP, " ") for line in lines]


def _is_in(sentence: str, location: Location) -> bool:
    """Whether a sentence speaks of a place, or of a space."""
    return re.search(rf"\b{re.escape(location.kind or location.name)}\b", sentence) is not None


def _in_short(pieces: list[Data], past: list[Data]) -> Data:
    """What lies in a place; where there is very much, only what has come there one by one, and the number of others."""
    more = _amounts(pieces) - _amounts(past)
    new = [group for group in pieces if _key(group) in more]
    new = new if len(new) <= MOST_GROUPS else []
    others = [group for group in pieces if group not in new]
    if len(others) <= MOST_GROUPS:
        return {}
    kinds = Counter[str]()
    for group in others:
        kinds[group.get("kind", "")] += group["count"]
    if "" in kinds:  # not all is seen
        return {}
    return {"pieces": [*new, *({"kind": kind, "count": count} for kind, count in kinds.items())]}


def _contents(view: Data) -> list[list[Data]]:
    """The groups of pieces at each location."""
    return [location["pieces"] for location in view["locations"]]


def _amounts(groups: Iterable[Data]) -> Counter[str]:
    """How many pieces there are of each that can be told apart."""
    amounts = Counter[str]()
    for group in groups:
        amounts[_key(group)] += group["count"]
    return amounts


def _key(group: Data) -> str:
    return json.dumps(bare(group)[1], sort_keys=True)


def bare(group: Data) -> tuple[int, Data]:
    """How many pieces are in a group of a view, and what is known of each."""
    return group["count"], {name: value for name, value in group.items() if name not in ("count", "loose")}


def is_told(attribute: Attribute) -> bool:
    """Whether it is more than how long a piece is what it is seen to be: `being fresh (turns of Red)`, but `being fresh
    (waiting for turns of Red)`, as it is not yet."""
    return attribute.declared or not attribute.name.startswith("being ") or "(waiting" in attribute.name


def _detail(box: Box, field: Field, value: Any) -> str:
    """What is told of a value; nothing of how long that lasts which is told itself."""
    if not is_told(field.attribute):
        return ""
    if field.kind is None:
        return field.attribute.label if value else ""
    return "" if value is None else f"{field.attribute.label} {box.spoken(field.kind, str(value))}"


def on_board(names: list[str]) -> list[str]:
    """The names of spaces below the name of their board, which they do not say again: "S1" for "S1 of the Row"."""
    parts = [name.partition(" of ") for name in names]
    return [name for name, _, _ in parts] if len({board for _, _, board in parts}) == 1 else names


def _spaces(board: Board) -> range:
    return range(board.start, board.start + len(board.centres))


def _kept(text: str) -> str:
    """The text in one piece, whatever is wrapped around it."""
    return text.replace(" ", KEEP)


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
