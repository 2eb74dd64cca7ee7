"""The mat of a player: the places that each has, drawn with room for what lies there, on a page that lies across.

Places lie in shelves. Above stand those in which no cards lie, those of them in which order counts as lanes beside the
others, and how a turn goes; below those of cards, each with the outline of a card. What is left of the page all share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby, pairwise
from math import ceil, cos, pi, sin, sqrt

from dsl.board.scene import Piece
from dsl.icons import icon_for_deed
from dsl.model.world import PlaceInfo
from dsl.pages.cards.paper import wrapped
from dsl.pages.drawings.icons import used
from dsl.pages.drawings.lettering import LEADING, SHRINK, block, fine, fitted
from dsl.pages.drawings.pieces import Body, drawn
from dsl.pages.drawings.svg import box, path, round_, words
from dsl.pages.print_kit.components import Components
from dsl.pages.print_kit.playing_cards import CARD, CORNER, EDGE, LEAST, lines_from
from dsl.pages.print_kit.rows import Row, row, small, small_size
from dsl.pages.print_kit.sheets import GAP, HIGH, WIDE, Sheet
from dsl.pages.print_kit.tokens import alike, token
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import kind_term, location
from dsl.prose.speech import plain

BAND = 13.0  # on top is a band in the colour of the player, so high
FOOT = WIDE - 6.0  # below that is a ruler
LANE, TURN, SMALL = 18.5, (64.0, 58.0), (58.0, 40.0)  # how high a lane is; how large the turn is, and a small place
CARDED = CARD[0] + 4.0, CARD[1] + 14.5  # how wide and how high a place is in which cards lie
BESIDE = 4  # places beside one another, at most
SPOT, SPOTS, MANY = 15.0, 8, 3  # how wide what lies in a place is drawn, how many in a lane, in how many small places
LARGE = 24.0  # the same at most, where there is room
MOST, PITCH = 30, 17.0  # so many outlines show how much has room in a place, so far from one another at least
TOLD, CALLED = 50.0, 42.0  # how wide the words of a lane are, and its name alone
UNDER_NAME, SHORTLY = 10.0, 3.0  # how low these words begin; the size in which they are short enough for each lane
SHARED = 6.0  # how high a line is that is said of several lanes
NAME, SAID, OWNER = (5.0, LEAST), (3.9, LEAST), (8.0, LEAST)  # the largest and the smallest letters
NOTE, NOTED = (3.2, LEAST), 11.0  # the same of what is said above a card, and how high that is at most
GAME = 4.0  # letters of the game's name
STEP, COUNT, BETWEEN = (4.2, LEAST), 8.5, 0.7  # letters of steps, room for their numbers, what is between two
HEADED, WORDED = 11.0, 13.0  # how low the name of a place reaches, and how high is what is said of it
SINGLE = 9  # pieces in a place, each of which has an outline; of more those that are equal have one
FLAT = ("token", "die")  # of which outlines are drawn
SIDES = {"crystal": 6, "cube": 6, "tile": 4}  # of the outline of what lies there


@dataclass(frozen=True)
class Turn:
    """What is done in a turn, step by step, and what that is called."""

    title: str
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Laying:
    """Cards as they are laid beside the mat in a turn, and what is told of that."""

    row: Row
    components: Components

    @property
    def name(self) -> str:
        return opening(self.components.speech.name(kind_term(self.row.place.kind)))

    def least(self, wide: float) -> float:
        """How high its name and the cards are."""
        return HEADED - EDGE + small_size(self.row.cards, wide)[1]

    def drawn(self, top: float, wide: float, high: float) -> Iterator[str]:
        """Its name and the cards, if there is room."""
        title = HEADED - EDGE
        if high < self.least(wide):
            return
        yield from block((self.name,), (EDGE, top, wide, title), NAME, "title left", bold=True)
        yield from small(self.row.cards, EDGE, top + title, wide)


@dataclass(frozen=True)
class Area:
    """A part of a mat: how wide and how high it is at least, what it is, how it is drawn when it is so large, and which
    share it has of what is left beside it."""

    wide: float
    high: float
    told: str
    drawn: Callable[[float, float], Iterable[str]]
    grows: int = 0


Column = list[Area]
"""What lies below one another, and is equally wide."""

Shelf = list[Column]
"""What lies beside one another, and is equally high."""


def mat(
    components: Components, player: int, css: str, title: str, turn: Turn, beside: Sequence[Piece] = ()
) -> list[Sheet]:
    """The pages of a player's mat, if there are several sorts of places on it, and how a turn goes where room is left,
    with how cards are laid in it instead of a place for them. What only the owner sees is no place on the table; of
    what starts in a place that is shown which lies `beside` the boards after the setup."""
    world = components.world
    found = [place for place in world.places.values() if place.each and place.seen.by != "owner"]
    places = [Place(components, place, one, css, beside) for place in found if components.backs.lying(place)
              for one in mine(place, player)]  # fmt: skip
    if len({place.place for place in places}) < 2:
        return []
    say_once([place for place in places if place.is_lane])
    say_alike([place for place in places if place.is_carded])
    pages = on_pages(shelves(places, None))
    if has_room(turn.steps):
        cards = row(components, components.whose(player))
        laid = Laying(cards, components) if cards else None
        steps = Area(*TURN, turn.title, lambda wide, high: numbered(turn, css, wide, high, laid), 1)
        others = [place for place in places if not (laid and place.place is laid.row.place)]
        told = on_pages(shelves(others, steps))
        pages = told if len(told) <= len(pages) else pages
    return [sheet(page, title, components.titled, css) for page in pages]


def mine(place: PlaceInfo, player: int) -> list[int]:
    """The places of one name that a player has."""
    return [one for one in range(place.kind.start, place.kind.stop) if place.owner(one) == player]


# ------------------------------------------------------------------------------------------------------------- the page


def shelves(places: Sequence[Place], steps: Area | None) -> list[Shelf]:
    """All places of a mat, and the turn where there is most room for it."""
    carded = [place.area for place in places if place.is_carded]
    lanes = [place.area for place in places if place.is_lane]
    small = [place.area for place in places if not (place.is_carded or place.is_lane)]
    turn = [[steps]] if steps else []
    below: list[Shelf] = in_rows([[area] for area in carded])
    if lanes and len(small) <= MANY and total(area.high for area in small) <= room():
        if turn and below and fits(below[-1], turn[0]):  # beside cards more room is left
            below[-1], turn = [*below[-1], *turn], []
        return [[*([small] if small else []), lanes, *turn], *below]
    above: list[Shelf] = [[lanes]] if lanes else []
    if below and len(below[-1]) < BESIDE and turn:
        below[-1] += turn
        turn = []
    columns = [*([area] for area in small), *turn]
    return [*above, *in_rows(columns), *below]


def fits(shelf: Shelf, column: Column) -> bool:
    return total(max(area.wide for area in one) for one in (*shelf, column)) <= HIGH - 2 * GAP


def in_rows(columns: Sequence[Column]) -> list[Shelf]:
    """Beside one another as evenly as can be, in as few rows as have room for them."""
    found: list[Shelf] = []
    for rows in range(-(-len(columns) // BESIDE), len(columns) + 1):
        ends = [round(len(columns) * k / rows) for k in range(rows + 1)] if rows else []
        found = [[*columns[start:end]] for start, end in pairwise(ends)]
        if all(total(max(area.wide for area in column) for column in shelf) <= HIGH - 2 * GAP for shelf in found):
            break
    return found


def on_pages(found: Iterable[Shelf]) -> list[list[Shelf]]:
    """Shelves on as few pages as they need."""
    pages: list[list[Shelf]] = []
    for shelf in found:
        if pages and total(map(least, [*pages[-1], shelf])) <= room():
            pages[-1].append(shelf)
        else:
            pages.append([shelf])
    return pages


def room() -> float:
    """How high what is below the band is."""
    return FOOT - BAND - GAP


def total(lengths: Iterable[float]) -> float:
    """How long things are with gaps between them."""
    found = list(lengths)
    return sum(found) + GAP * (len(found) - 1)


def least(shelf: Shelf) -> float:
    """How high a shelf is at least."""
    return max(total(area.high for area in column) for column in shelf)


def sheet(found: Sequence[Shelf], title: str, game: str, css: str) -> Sheet:
    """A page with some shelves, which share what is left of it."""
    ground = box("ground", 0, 0, HIGH, FOOT + GAP / 2, CORNER)
    lines, told, top = [ground, *band(title, game, css)], list[str](), BAND + GAP
    more = (room() - total(map(least, found))) / len(found)
    for shelf in found:
        high, left = least(shelf) + more, GAP
        for column, wide in zip(shelf, widths(shelf), strict=True):
            lines += column_drawn(column, left, top, wide, high)
            told += [area.told for area in column]
            left += wide + GAP
        top += high + GAP
    counted = ", ".join(f"{count} × {what}" for what, count in Counter(told).items())
    return Sheet((f'<g class="drawn"><g class="mat {css}">', *lines, "</g></g>"), counted)


def widths(shelf: Shelf) -> list[float]:
    """How wide each column of a shelf is: those that grow share what is left, else all do."""
    found = [max(area.wide for area in column) for column in shelf]
    left = HIGH - 2 * GAP - total(found)
    grow = [column[0].grows for column in shelf]
    shares = grow if any(grow) else [1] * len(shelf)
    return [wide + left * share / sum(shares) for wide, share in zip(found, shares, strict=True)]


def column_drawn(column: Column, left: float, top: float, wide: float, high: float) -> Iterator[str]:
    more = (high - total(area.high for area in column)) / len(column)
    for area in column:
        inside = "".join(area.drawn(wide, area.high + more))
        yield f'<g transform="translate({fine(left)} {fine(top)})">{inside}</g>'
        top += area.high + more + GAP


def band(title: str, game: str, css: str) -> Iterator[str]:
    """Whose mat it is, and of which game."""
    middle = BAND / 2
    yield box("band", 0, 0, HIGH, BAND, CORNER)
    yield used(f"sign-{css}", 9, middle, 3.4, "on")
    yield from block((title,), (18, 0, 0.6 * HIGH, BAND), OWNER, "heading left", bold=True)
    yield words("on right", game, HIGH - 9, middle, GAME)


# ----------------------------------------------------------------------------------------------------------- the places


class Place:
    """One of a player's places on their mat, and what can lie there."""

    def __init__(
        self, components: Components, place: PlaceInfo, one: int, css: str, beside: Iterable[Piece] = ()
    ) -> None:
        self.place, self.css = place, css
        self.lying = components.backs.lying(place)
        left = {piece.kind for piece in beside if piece.at == one}
        waiting = components.waiting(one, left if "" not in left else ())
        self.waiting = [item for item in waiting if item.make in FLAT]
        self.has_cards = bool(self.lying & components.cards)
        self.sort, self.name = (
            opening(components.speech.name(kind_term(place.kind))),
            opening(name_of_one(components, one)),
        )
        self.said, self.shared, self.letters = said_of(components, place), list[str](), NOTE
        forms = {components.look.forms[kind.name] for kind in self.lying}
        self.sides = SIDES.get(min(forms), 0) if len(forms) == 1 else 0

    @property
    def room(self) -> int:
        """How many pieces have room there, if outlines of them all can show it; else 0."""
        limits = [most for _, most in self.place.takes]
        most = sum(limit for limit in limits if limit is not None)
        return most if limits and None not in limits and 1 < most <= MOST else 0

    @property
    def rows(self) -> tuple[int, int]:
        """How many outlines stand beside and below one another."""
        full = (k for k in range(2, self.room + 1) if self.room % k == 0 and self.room <= k * k < 3 * self.room)
        beside = next(full, ceil(sqrt(self.room * SMALL[0] / SMALL[1])))
        return beside, ceil(self.room / beside)

    @property
    def is_carded(self) -> bool:
        return self.has_cards and not self.waiting

    @property
    def is_lane(self) -> bool:
        """Whether order counts there."""
        return self.place.ordered and not self.has_cards

    @property
    def area(self) -> Area:
        if self.is_lane:
            return Area(self.told + SPOTS * SPOT / 2, LANE + self.above, self.sort, self.lane, 2)
        if self.is_carded:
            return Area(CARDED[0], CARDED[1] + self.noted, self.sort, self.for_cards)
        if self.room:
            beside, below = self.rows
            wide, high = beside * PITCH + 2 * EDGE, below * PITCH + HEADED + WORDED
            return Area(max(wide, SMALL[0]), max(high, SMALL[1]), self.sort, self.with_room, 1)
        return Area(*SMALL, self.sort, self.small, 1)

    @property
    def told(self) -> float:
        """How wide the words of a lane are."""
        return TOLD if self.said else CALLED

    @property
    def above(self) -> float:
        """How high what it shares with other lanes is, which stands above it."""
        return SHARED if self.shared else 0

    def headed(self, wide: float, high: float) -> Iterator[str]:
        yield box(f"area {self.css}", 0, 0, wide, high, CORNER)
        yield from block((self.name,), (EDGE, EDGE, wide - 2 * EDGE, HEADED - EDGE), NAME, "title left", bold=True)

    @property
    def note(self) -> tuple[float, list[str]]:
        """What is said of a place for cards, which no card may cover: how large its letters are, and its lines."""
        return fitted(self.said, CARDED[0] - 2 * EDGE, NOTED, self.letters)

    @property
    def noted(self) -> float:
        """How high that is."""
        size, lines = self.note
        return len(lines) * size * LEADING

    def for_cards(self, wide: float, high: float) -> Iterator[str]:
        """Its name, what is said of it, and the outline of a card."""
        yield from self.headed(wide, high)
        size, lines = self.note
        yield from lines_from(HEADED - 1, lines, size, "said left")
        left, top = (wide - CARD[0]) / 2, high - CARD[1] - 2
        yield box("spot", left, top, *CARD, CORNER)
        icon = icon_for_deed(self.place.kind.label or self.place.kind.name)
        yield used(f"icon-{icon}" if icon else f"sign-{self.css}", wide / 2, top + CARD[1] / 2, 10, "pale")

    def small(self, wide: float, high: float) -> Iterator[str]:
        """Its name, what is said of it, and the outlines of what lies there at the beginning, of many equal pieces
        one."""
        yield from self.headed(wide, high)
        inner = wide - 2 * EDGE
        yield from remarks(self.said, HEADED, inner, WORDED)
        top = HEADED + (WORDED if self.said else 0)
        middle = (top + high) / 2
        shown = [(item, 1) for item in self.waiting]
        shown = shown if len(shown) <= SINGLE else [*Counter(self.waiting).items()]
        told = alike(dict.fromkeys(self.waiting))
        sizes = [
            (min(inner / max(3, k), (high - top - EDGE) / max(1, ceil(len(shown) / k))), k) for k in range(1, MOST)
        ]
        step, columns = max(sizes, key=lambda one: (one[0], -one[1]))
        size, rows = min(step - 2.4, LARGE), ceil(len(shown) / columns)
        for number, (item, count) in enumerate(shown):
            row, column = divmod(number, columns)
            x = wide / 2 + (column - (min(columns, len(shown) - row * columns) - 1) / 2) * step
            y = middle + (row - (rows - 1) / 2) * step
            place = f"translate({fine(x - size / 2)} {fine(y - size / 2)})"
            if item.make == "die":
                yield from drawn(Body("die", shown=max(item.faces)), x, y, 0.75 * size, "ghost")
                continue
            yield f'<g class="ghost" transform="{place}">{token(item, size, told.get(item, ""))}</g>'
            yield round_("spot", x, y, size / 2) if item.face.body.form != "tile" else ""
            yield words("soft", f"×{count}", x + 0.42 * size, y + 0.42 * size, GAME) if count > 1 else ""
        if not shown:
            yield self.spot(wide / 2, middle)

    def with_room(self, wide: float, high: float) -> Iterator[str]:
        """Its name, what is said of it, and an outline for each piece that has room there, with what lies there at the
        beginning."""
        yield from self.headed(wide, high)
        yield from remarks(self.said, HEADED, wide - 2 * EDGE, WORDED)
        top = HEADED + (WORDED if self.said else 0)
        beside, below = self.rows
        across, down = min((wide - 2 * EDGE) / beside, 1.5 * PITCH), min((high - top - EDGE) / below, 1.5 * PITCH)
        for number in range(self.room):
            x = wide / 2 + (number % beside - (beside - 1) / 2) * across
            y = (top + high - EDGE) / 2 + (number // beside - (below - 1) / 2) * down
            if number < len(self.waiting):
                place = f"translate({fine(x - SPOT / 2)} {fine(y - SPOT / 2)})"
                yield f'<g class="ghost" transform="{place}">{token(self.waiting[number], SPOT)}</g>'
            yield self.spot(x, y)

    def lane(self, wide: float, high: float) -> Iterator[str]:
        """A place in which order counts: outlines from the first on, without an end, if none is said."""
        top, told = self.above, self.told
        if self.shared:
            yield from block(self.shared, (EDGE, 0, wide - 2 * EDGE, top), SAID, "said left")
        yield box(f"area {self.css}", 0, top, wide, high - top, CORNER)
        named = UNDER_NAME - 0.5 if self.said else high - top
        yield from block((self.name,), (EDGE, top, told - 2 * EDGE, named), NAME, "title left", bold=True)
        yield from remarks(self.said, top + UNDER_NAME - 0.5, told - 2 * EDGE, high - top - UNDER_NAME - 1)
        most = min(SPOTS, int((wide - told - 10) / (SPOT + 1)))
        count = self.room if 0 < self.room <= most else most
        step, middle = (wide - told - 10) / count, (top + high) / 2
        for number in range(count):
            yield self.spot(told + (number + 0.5) * step, middle)
        yield words("soft", "1", told + 0.5 * step, middle, SAID[0])
        if count != self.room:
            yield path("wedge", f"M{fine(wide - 8)} {fine(middle - 3)}l5 3l-5 3z")

    def spot(self, x: float, y: float) -> str:
        """The outline of what lies there."""
        if not self.sides:
            return round_("spot", x, y, SPOT / 2)
        turns = ((2 * k + (self.sides == 4)) * pi / self.sides for k in range(self.sides))
        corners = (f"{fine(x + SPOT / 2 * sin(t))} {fine(y - SPOT / 2 * cos(t))}" for t in turns)
        return path("spot", f"M{'L'.join(corners)}z")


def say_once(lanes: Sequence[Place]) -> None:
    """What is said of several lanes stands once, above the first of them, if it is no short line below each name."""
    for _, several in groupby(lanes, key=lambda lane: lane.place):
        first, *others = several
        if others and fitted(first.said, TOLD - 2 * EDGE, LANE - UNDER_NAME, SAID)[0] < SHORTLY:
            first.shared, first.said = first.said, []
            for lane in others:
                lane.said = []


def say_alike(places: Sequence[Place]) -> None:
    """What is said above cards has letters of one size on a mat."""
    size = min((place.note[0] for place in places), default=NOTE[0])
    for place in places:
        place.letters = size, size


def said_of(components: Components, place: PlaceInfo) -> list[str]:
    return [plain(components.speech.said(remark).words) for remark in place.words]


def name_of_one(components: Components, number: int) -> str:
    """What one of a player's places is called beside the others, as on their own mat: "front screen", "pile 2"."""
    form = location(components.speech.scope(), number)
    if isinstance(form, Noun):
        form = replace(form, article="bare", of=None)
    return plain(components.speech.words(form))


def numbered(turn: Turn, css: str, wide: float, high: float, laid: Laying | None) -> Iterator[str]:
    """The steps of a turn, with their numbers, in letters as large as they have room for, and how cards are laid, if
    there is room below."""
    inner, space = wide - 2 * EDGE - COUNT, high - HEADED - 1.5 * EDGE
    size, steps = STEP[0], [brief(step) for step in turn.steps]
    below = laid.least(wide - 2 * EDGE) if laid else 0
    space -= below if needed(steps, inner, STEP[1]) <= space - below else 0
    while size > STEP[1] and needed(steps, inner, size) > space:
        size *= SHRINK
    yield box(f"area turn {css}", 0, 0, wide, high, CORNER)
    yield from block((turn.title,), (EDGE, EDGE, wide - 2 * EDGE, HEADED - EDGE), NAME, "title left", bold=True)
    top = HEADED + EDGE / 2
    for number, step in enumerate(steps, 1):
        yield round_("band", EDGE + size * 0.8, top + size * 0.65, size * 0.8)
        yield words("on", str(number), EDGE + size * 0.8, top + size * 0.65, size * 0.85)
        for line in wrapped(step, inner / size):
            yield (f'<text class="step said left" x="{fine(EDGE + COUNT)}" y="{fine(top + size)}"'
                   f' font-size="{fine(size)}">{escape(line)}</text>')  # fmt: skip
            top += size * LEADING
        top += size * BETWEEN
    if laid:
        yield from laid.drawn(top, wide - 2 * EDGE, high - top - EDGE)


def brief(step: str) -> str:
    """A step without what a semicolon parts from it, which is for who reads the rules."""
    first, more, _ = step.partition("; ")
    return f"{first}." if more else step


def has_room(steps: Sequence[str]) -> bool:
    """Whether there is room for steps in the smallest letters, if there are any."""
    return 0 < needed(steps, TURN[0] - 2 * EDGE - COUNT, STEP[1]) <= TURN[1] - HEADED - EDGE


def needed(steps: Sequence[str], wide: float, size: float) -> float:
    """How high steps are in letters of a size."""
    return sum((len(wrapped(step, wide / size)) * LEADING + BETWEEN) * size for step in steps)


def remarks(said: Sequence[str], top: float, wide: float, high: float) -> Iterator[str]:
    size, lines = fitted(said, wide, high, SAID)
    return lines_from(top, lines, size, "said left")
