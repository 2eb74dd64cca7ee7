"""Rebel Moon Defense, written down a second time: plain Python from the printed rules, to hold the engine against.

Nothing here comes from the rulebook's text or from the engine but the form of the answers ("Turn Bomb to east"). It is
meant to be read beside the printed rules and is as slow as that makes it.

game = Reference(scanner=True, laser=False)
while game.question is not None:
    game.apply(min(game.question.answers))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tests.reference.hexes import (
    CELLS,
    CLOCKWISE,
    GATE,
    MOON,
    Cell,
    ahead,
    beside,
    distance,
    find_path,
    hindrances,
    in_a_row,
    name,
)

T = TypeVar("T")

COLOURS = ("yellow", "orange", "red")  # the topmost shield first
WEAPONS = ("Laser", "EMP Device", "Leech Mine", "Contact Mine", "Asteroid Killer")
SINGLE_SHOTS = ("Laser", "Contact Mine", "Asteroid Killer")
FULL = 6  # the strength of a shield, and of the bare bomb
ASTEROIDS = 15
BOOSTERS_COST, SCANNER_COST = 3, 2
LAST_TURN = 100
EMP_DICE = (3, 2, 1)
LEECH_DAMAGE = {1: 3, 2: 2, 3: 1}
CONTACT_DAMAGE = LASER_DAMAGE = 6

WINNERS = {"moon reached": "Imperial", "bomb destroyed": "Rebel", "evacuated": "Rebel"}


@dataclass
class Disc:
    """An installation marker. `shots` counts the activations of an EMP Device."""

    colour: str
    weapon: str
    face_up: bool = False
    shots: int = 0

    @property
    def counter(self) -> bool:
        """Whether the counter of its colour lies on it."""
        return self.shots == 1


@dataclass(frozen=True)
class Question:
    """What is to be decided, and by whom: a player or Chance. There are at least two answers."""

    who: str
    answers: frozenset[str]


Asking = Generator[Question, str, T]


@dataclass
class Reference:
    """One game. `question` is None when it is over; then `ending` is one of WINNERS. `events` counts what occurred."""

    scanner: bool = False
    laser: bool = False
    bomb: Cell = GATE
    heading: str = "southeast"
    level: int = FULL
    shields: list[str] = field(default_factory=lambda: list(COLOURS))  # the active one first
    asteroids: set[Cell] = field(default_factory=set)
    discs: dict[Cell, Disc] = field(default_factory=dict)
    asteroids_left: int = ASTEROIDS
    discs_left: list[Disc] = field(default_factory=lambda: [Disc(c, w) for c in COLOURS for w in WEAPONS])
    asteroids_out: int = 0
    discs_out: list[Disc] = field(default_factory=list)
    ending: str = ""
    events: Counter[str] = field(default_factory=Counter)
    question: Question | None = None

    def __post_init__(self) -> None:
        self._play = self._game()
        self._go_on(None)

    def apply(self, answer: str) -> None:
        """Answers the question with one of its answers."""
        assert self.question is not None
        assert answer in self.question.answers, answer
        self._go_on(answer)

    def _go_on(self, answer: str | None) -> None:
        try:
            self.question = next(self._play) if answer is None else self._play.send(answer)
        except StopIteration as over:
            self.question, self.ending = None, over.value

    def _ask(self, who: str, answers: Mapping[str, T]) -> Asking[T]:
        """Nobody is asked where there is only one answer."""
        if len(answers) == 1:
            return next(iter(answers.values()))
        return answers[(yield Question(who, frozenset(answers)))]

    def _game(self) -> Asking[str]:
        yield from self._placement()
        for _ in range(LAST_TURN):
            yield from self._bomb_moves()
            if self.bomb == MOON:
                return "moon reached"
            yield from self._rebels_fire()
            if self.destroyed:
                return "bomb destroyed"
        return "evacuated"

    # -------------------------------------------------------------------------------------------------------- placement

    def _placement(self) -> Asking[None]:
        passed, imperial = 0, True
        while passed < 2:
            placed = yield from (self._place_asteroid() if imperial else self._place_disc())
            passed = 0 if placed else passed + 1
            imperial = not imperial
        self.asteroids_out, self.asteroids_left = self.asteroids_left, 0
        self.discs_out, self.discs_left = self.discs_left, []

    def _place_asteroid(self) -> Asking[bool]:
        cells = self._open_cells(self.discs) if self.asteroids_left else []
        cell = yield from self._ask("Imperial", {"pass": None, **{f"Place Asteroid on {name(c)}": c for c in cells}})
        if cell is None:
            return False
        self.asteroids.add(cell)
        self.asteroids_left -= 1
        return True

    def _place_disc(self) -> Asking[bool]:
        cells = self._open_cells(self.asteroids) if self.discs_left else []
        cell = yield from self._ask("Rebel", {"pass": None, **{f"Place Installation on {name(c)}": c for c in cells}})
        if cell is None:
            return False
        stock = {f"the {d.colour} {d.weapon} Installation in the stock of Rebel": d for d in self.discs_left}
        disc = yield from self._ask("Rebel", stock)
        self.discs_left.remove(disc)
        self.discs[cell] = disc
        return True

    def _open_cells(self, others: Collection[Cell]) -> list[Cell]:
        """Where a piece may be placed that may not be next to the others. Only a cell on the path can close it."""
        closed = {GATE, MOON, *beside(GATE), *beside(MOON), *self.occupied}
        apart = [cell for cell in CELLS if cell not in closed and not set(beside(cell)) & set(others)]
        path = find_path(self.occupied)
        closing = {cell for cell in path.intersection(apart) if not find_path(self.occupied | {cell})}
        self.events["a cell would close the path"] += len(closing)
        return [cell for cell in apart if cell not in closing]

    # --------------------------------------------------------------------------------------------------------- the bomb

    def _bomb_moves(self) -> Asking[None]:
        yield from self._steer()
        moved = yield from self._advance()
        if self.bomb != MOON:
            yield from self._upgrade(moved)

    def _steer(self) -> Asking[None]:
        now = CLOCKWISE.index(self.heading)
        sides = [CLOCKWISE[(now + 1) % 6], CLOCKWISE[(now - 1) % 6]]
        answers = {"pass": self.heading, **{f"Turn Bomb to {heading}": heading for heading in sides}}
        self.heading = yield from self._ask("Imperial", answers)

    def _advance(self) -> Asking[bool]:
        there = ahead(self.bomb, self.heading)
        answers = {"pass": False, **({"Advance": True} if self._may_enter(there) else {})}
        moved = yield from self._ask("Imperial", answers)
        self.bomb = there if moved else self.bomb
        return moved

    def _may_enter(self, cell: Cell) -> bool:
        return cell in CELLS and cell not in self.occupied

    def _upgrade(self, moved: bool) -> Asking[None]:
        used = yield from self._ask("Imperial", {answer: answer for answer in self._upgrades(moved)})
        if used != "pass":
            self.events[f"upgrade {used}"] += 1
        if used == "Boosters":
            self._pay(BOOSTERS_COST)
            self.bomb = ahead(self.bomb, self.heading)
        elif used == "Scanner":
            yield from self._scan()
        elif used == "Bomb Laser":
            self._shoot()

    def _upgrades(self, moved: bool) -> list[str]:
        """Boosters give an additional space: only a bomb that moved in this turn can use them."""
        points = self.level + FULL * (len(self.shields) - 1) if self.shields else 0
        found = ["pass"]
        if moved and points >= BOOSTERS_COST and self._may_enter(ahead(self.bomb, self.heading)):
            found.append("Boosters")
        if self.scanner and points >= SCANNER_COST and self._scannable():
            found.append("Scanner")
        if self.laser and self.shields and self._first_ahead():
            found.append("Bomb Laser")
        return found

    def _scannable(self) -> list[Cell]:
        return [cell for cell, disc in self.discs.items() if not disc.face_up and self._sight(self.bomb, cell)]

    def _scan(self) -> Asking[None]:
        hidden = self._scannable()
        texts = {f"the {self.discs[cell].colour} Installation on {name(cell)}": cell for cell in hidden}
        cell = yield from self._ask("Imperial", texts)
        self._pay(SCANNER_COST)
        self.discs[cell].face_up = True

    def _first_ahead(self) -> Cell | None:
        cell = ahead(self.bomb, self.heading)
        while cell in CELLS and cell not in self.occupied:
            cell = ahead(cell, self.heading)
        return cell if cell in CELLS else None

    def _shoot(self) -> None:
        target = self._first_ahead()
        assert target is not None
        self._drop_shield()
        if target in self.asteroids:
            self.events["bomb's Laser: an asteroid"] += 1
            self._remove_asteroid(target)
        else:
            disc = self.discs[target]
            what = "a disc with a counter" if disc.counter else "a disc face up" if disc.face_up else "a disc face down"
            self.events[f"bomb's Laser: {what}"] += 1
            self._remove_disc(target)

    def _pay(self, points: int) -> None:
        """Point by point; the caller has seen to it that the shields have as many."""
        for _ in range(points):
            if self.level == 1:
                self._drop_shield()
                self.events["payment takes the last shield" if not self.shields else "payment takes a shield"] += 1
            else:
                self.level -= 1

    def _drop_shield(self) -> None:
        del self.shields[0]
        self.level = FULL

    # ------------------------------------------------------------------------------------------------ the installations

    def _rebels_fire(self) -> Asking[None]:
        on_board = self.discs.items()
        texts = {f"Activate the {d.colour} {d.weapon} Installation on {name(cell)}": cell for cell, d in on_board}
        cell = yield from self._ask("Rebel", {"pass": None, **texts})
        if cell is None:
            return
        disc = self.discs[cell]
        disc.face_up = True
        yield from self._fire(cell, disc)
        if disc.weapon in SINGLE_SHOTS or disc.shots == len(EMP_DICE):
            self._remove_disc(cell)

    def _fire(self, cell: Cell, disc: Disc) -> Asking[None]:
        if disc.weapon == "Laser":
            self._hit(cell, LASER_DAMAGE if in_a_row(cell, self.bomb) else 0)
        elif disc.weapon == "Contact Mine":
            self._hit(cell, CONTACT_DAMAGE if distance(cell, self.bomb) == 1 else 0)
        elif disc.weapon == "Leech Mine":
            self._hit(cell, LEECH_DAMAGE.get(distance(cell, self.bomb), 0))
        elif disc.weapon == "EMP Device":
            yield from self._fire_emp(cell)
        else:
            yield from self._kill_asteroid(cell)

    def _fire_emp(self, cell: Cell) -> Asking[None]:
        disc, faces, highest = self.discs[cell], {str(face): face for face in range(1, 7)}, 0
        for _ in range(EMP_DICE[disc.shots]):
            highest = max(highest, (yield from self._ask("Chance", faces)))
        disc.shots += 1
        self.events[f"EMP shot {disc.shots}"] += 1
        self._hit(cell, highest - distance(cell, self.bomb))

    def _kill_asteroid(self, cell: Cell) -> Asking[None]:
        targets = {f"the Asteroid on {name(there)}": there for there in self.asteroids if self._sight(cell, there)}
        if targets:
            self._remove_asteroid((yield from self._ask("Rebel", targets)))
        self.events["Asteroid Killer hits" if targets else "Asteroid Killer in vain"] += 1

    def _hit(self, cell: Cell, damage: int) -> None:
        """What a weapon in the cell does to the bomb, if it can reach it with some damage."""
        disc = self.discs[cell]
        affected = not self.shields or disc.weapon == "Leech Mine" or disc.colour == self.shields[0]
        seen = self._sight(cell, self.bomb)
        why = "out of reach" if damage <= 0 else "no sight" if not seen else "hits" if affected else "wrong colour"
        self.events.update([why, f"{disc.weapon} {why}"])
        if why == "hits":
            self.level = max(0, self.level - damage)
            if self.level == 0 and self.shields:
                self._drop_shield()

    @property
    def destroyed(self) -> bool:
        """Whether the bare bomb has no point left."""
        return not self.shields and self.level == 0

    # -------------------------------------------------------------------------------------------------------- the board

    @property
    def occupied(self) -> set[Cell]:
        """The cells with an asteroid or an installation."""
        return self.asteroids | set(self.discs)

    def _sight(self, a: Cell, b: Cell) -> bool:
        """Whether there is line of sight. The bomb, too, stands in the way of a line that does not end at it."""
        occupied = self.occupied | {self.bomb}
        return not any(cells <= occupied for cells in hindrances(a, b))

    def _remove_asteroid(self, cell: Cell) -> None:
        self.asteroids.remove(cell)
        self.asteroids_out += 1

    def _remove_disc(self, cell: Cell) -> None:
        disc = self.discs.pop(cell)
        disc.face_up = True
        self.discs_out.append(disc)
