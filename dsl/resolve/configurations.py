"""What the players agreed on before the game: their number, options, variants; and what belongs to the game then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from dsl import tree
from dsl.resolve.box.declarations import own_name
from dsl.resolve.complaints import Wrong, wrong
from dsl.resolve.items import Item, of_sort
from dsl.source import Span
from dsl.terms import Choice, Terms, offered, plain
from dsl.text.diagnostics import Diagnostic, Note, near

MOST_SEATS = 16
MOST_CHOICES = 1_000  # numbers of one option
THINGS = (tree.Board, tree.Place, tree.Piece)


class Agreed:
    """What a rulebook offers to agree on, and what was agreed on.

    `seats` gives for each number of players their seats; `players` is the number that plays, `options` what was settled
    for each option, `variants` those in play. `refused` says what of it there is not; then it is as usual.
    """

    def __init__(self, start: tree.Start, game: tree.Game, terms: Terms) -> None:
        self.start = start
        self.seats = seats_of(game)
        self.choices = {c.name: c for c in map(choice, of_sort(start, tree.Option))}
        self.known = {v.title.name: v.title.label or v.title.name for v in of_sort(start, tree.Variant)}
        self.refused: list[Diagnostic] = []
        self.patches = patches_in(start)
        self.usual = next(iter(self.seats))
        self.players = self._players(terms.players)
        self.options = {name: c.usual for name, c in self.choices.items()} | self._options(terms.options)
        self.variants = self._variants(terms.variants)
        self._check_sections()

    def _players(self, wanted: int | None) -> int:
        if wanted in self.seats:
            return wanted or self.usual
        if wanted is not None:
            numbers = listed(map(str, sorted(self.seats)))
            self.refused.append(Diagnostic("E0602", f"The game is for {numbers} players, not for {wanted}."))
        return self.usual

    def _options(self, wanted: Iterable[tuple[str, int]]) -> dict[str, int]:
        names = {plain(name): name for name in self.choices}
        found: dict[str, int] = {}
        for typed, number in wanted:
            name = names.get(plain(typed))
            if name is None:
                message = f"There is no option called “{typed}”: {offered(self.choices.values())}."
                self.refused.append(Diagnostic("E0603", message, near=tuple(near(typed, [*self.choices]))))
            elif number not in self.choices[name].numbers:
                message = f"{name} cannot be {number}: it is {self.choices[name]}."
                self.refused.append(Diagnostic("E0603", message))
            else:
                found[name] = number
        return found

    def _variants(self, wanted: Iterable[str]) -> set[str]:
        names = {plain(name): name for name in self.known}
        found = {names[plain(typed)] for typed in wanted if plain(typed) in names}
        for typed in sorted(t for t in set(wanted) if plain(t) not in names):
            there = f"there is {listed(self.known)}" if self.known else "the game has none"
            message = f"There is no variant called “{typed}”; {there}."
            self.refused.append(Diagnostic("E0601", message, near=tuple(near(typed, [*self.known]))))
        for one, other, name in self.opposed(found):
            message = f"{one} and {other} do not go together: both leave out {name}."
            hints = (f'--variant "{one}"', f'--variant "{other}"')
            self.refused.append(Diagnostic("E0604", message, hints=hints))
            found.discard(other)
        return found

    def opposed(self, variants: Iterable[str]) -> list[tuple[str, str, str]]:
        """The pairs of variants that do not go together, each with something that both leave out."""
        names = [name for name in self.patches if name in variants]
        pairs = ((a, b, self.patches[a] & self.patches[b]) for k, a in enumerate(names) for b in names[k + 1 :])
        return [(a, b, min(both)) for a, b, both in pairs if both]

    # --------------------------------------------------------------------------------------------- what was agreed on

    @property
    def terms(self) -> Terms:
        """What was agreed on, as far as it is not as usual, in the order of the text."""
        players = None if self.players == self.usual else self.players
        options = tuple((n, v) for n, v in self.options.items() if v != self.choices[n].usual)
        return Terms(tuple(name for name in self.known if name in self.variants), players, options)

    def holds_for(self, players: tree.SoManyPlayers) -> bool:
        return self._holds(players)

    def holds(self, agreed: tree.Agreed) -> bool:
        """Whether the game is played so."""
        return all(self._holds(part) for part in agreed.parts)

    def _holds(self, part: tree.Node) -> bool:
        match part:
            case tree.SoManyPlayers(low=low, high=high):
                return low <= self.players <= (high or low)
            case tree.SuchOption(name=name, low=low, high=high):
                return name in self.options and low <= self.options[name] <= (low if high is None else high)
            case tree.SuchVariant(name=name):
                return name in self.variants
            case tree.NoSuchVariant(name=name):
                return name not in self.variants
            case _:
                raise TypeError(type(part).__name__)

    def usual_but_for(self, parts: Iterable[tree.Node]) -> bool:
        """Whether the number of players and the options are as usual, where these parts do not speak of them."""
        named = [part.name if isinstance(part, tree.SuchOption) else type(part) for part in parts]
        options = ((name, number) for name, number in self.options.items() if name not in named)
        as_usual = self.players == self.usual or tree.SoManyPlayers in named
        return as_usual and all(number == self.choices[name].usual for name, number in options)

    @property
    def absent(self) -> dict[str, str]:
        """The seats that nobody has, and with how many players somebody does."""
        mine = self.seats[self.players]
        others = dict.fromkeys(seat for seats in self.seats.values() for seat in seats if seat not in mine)
        numbers = {seat: [n for n, seats in self.seats.items() if seat in seats] for seat in others}
        return {seat: as_a_span(them) for seat, them in numbers.items()}

    # ------------------------------------------------------------------------------------------------ ways to be played

    def forms(self) -> tuple[Terms, ...]:
        """All forms in which the game is to be right: as usual, each number of players, each option at its numbers (of
        a range the first and the last), each variant, all of them together, and what the text says `only with`."""
        found = [Terms(), *(Terms(players=n) for n in sorted(self.seats))]
        for c in self.choices.values():
            found += [Terms(options=((c.name, n),)) for n in ((c.numbers[0], c.numbers[-1]) if c.whole else c.numbers)]
        found += [Terms((name,)) for name in self.known]
        found += [Terms(tuple(self.known))] if len(self.known) > 1 else []
        found += self._sections(self.start.items, Terms())
        found = [terms for terms in found if not self.opposed(terms.variants)]
        return tuple(dict.fromkeys(self._without_usual(terms) for terms in found))

    def _without_usual(self, terms: Terms) -> Terms:
        options = tuple((n, v) for n, v in sorted(terms.options) if v != self.choices[n].usual)
        variants = tuple(name for name in self.known if name in terms.variants)
        return Terms(variants, None if terms.players == self.usual else terms.players, options)

    def _sections(self, items: tuple[tree.Node, ...], outer: Terms) -> Iterator[Terms]:
        for item in items:
            if isinstance(item, tree.Variant):
                yield from self._sections(item.items, replace(outer, variants=(*outer.variants, item.title.name)))
            elif isinstance(item, tree.OnlyWith):
                inner = self._with(item.agreed, outer)
                yield inner
                yield from self._sections(item.items, inner)
            elif isinstance(item, tree.Table):
                yield from (self._with(row.only.agreed, outer) for row in item.rows if row.only)
            elif isinstance(item, THINGS):
                yield from (self._with(part.agreed, outer) for part in parts_of(item.lines))

    def _with(self, agreed: tree.Agreed, terms: Terms) -> Terms:
        """The terms, and the most usual ones of those that a section is for."""
        for part in agreed.parts:
            match part:
                case tree.SoManyPlayers(low=low, high=high):
                    fitting = [n for n in (self.usual, *sorted(self.seats)) if low <= n <= (high or low)]
                    terms = replace(terms, players=next(iter(fitting), terms.players))
                case tree.SuchOption(name=name, low=low, high=high) if name in self.choices:
                    c = self.choices[name]
                    numbers = [n for n in (c.usual, *c.numbers) if low <= n <= (low if high is None else high)]
                    terms = replace(terms, options=(*terms.options, *((name, n) for n in numbers[:1])))
                case tree.SuchVariant(name=name):
                    terms = replace(terms, variants=(*terms.variants, name))
                case _:  # without a variant it is as usual; an option that there is not is refused by `_check`
                    pass
        return terms

    # --------------------------------------------------------------------------------------------------------- the text

    def _check_sections(self) -> None:
        for part in parts_in(self.start):
            with self._noted():
                self._check(part)
        for place in of_sort(self.start, tree.Place):
            with self._noted():
                self._check_number(place)
        for thing in things_in(self.start):
            with self._noted():
                without_variants(thing)
        around: list[tree.OnlyWith | tree.Variant] = [
            *of_sort(self.start, tree.OnlyWith),
            *of_sort(self.start, tree.Variant),
        ]
        for item in (item for section in around for item in section.items):
            if isinstance(item, tree.Variant | tree.Option | tree.Game):
                message = "What is agreed on before the game stands by itself, not under something."
                self.refused.append(
                    Diagnostic("E0314", message, item.span, hints=("indent it less", "only with 2 players"))
                )

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except Wrong as error:
            self.refused.append(error.diagnostic)

    def _check_number(self, place: tree.Place) -> None:
        """Whether it is said how many places there are with as many players as play, where that is said for some."""
        there = lines_as_played(place.lines, self)
        lines = [line for line in there if isinstance(line, tree.Copies | tree.CopyEach)]
        said = {line: self.holds_for(players) for line, players in by_players(place)}
        if lines and all(said.get(line) is False for line in lines):
            line = f"there are 3, with {self.players} players"
            wrong("E0307", f"Nothing says how many places {place.title.name} there are with {self.players} players.",
                  place.span, hints=(f"under {place.title.name}: {line}",))  # fmt: skip

    def _check(self, part: tree.Node) -> None:
        match part:
            case tree.SoManyPlayers(low=low, high=int(high)) | tree.SuchOption(low=low, high=int(high)) if low > high:
                wrong("E0302", f"From {low} to {high}: the lower number comes first.", part.span)
            case tree.SoManyPlayers(low=low, high=high):
                if not any(low <= n <= (high or low) for n in self.seats):
                    numbers = listed(map(str, sorted(self.seats)))
                    wrong("E0313", f"This is never so: the game is for {numbers} players.", part.span)
            case tree.SuchOption(name=name, low=low, high=high):
                if name not in self.choices:
                    wrong("E0201", f"There is no option called {name}.", part.span, near=near(name, [*self.choices]))
                c = self.choices[name]
                if not any(low <= n <= (low if high is None else high) for n in c.numbers):
                    wrong("E0313", f"This is never so: {name} is {c}.", part.span)
            case tree.SuchVariant(name=name) | tree.NoSuchVariant(name=name):
                if name not in self.known:
                    wrong("E0201", f"There is no variant called {name}.", part.span, near=near(name, [*self.known]))
            case _:
                raise TypeError(type(part).__name__)


def parts_in(start: tree.Start) -> Iterator[tree.Node]:
    """All that the text says `only with`, of sections, of rows and of columns of tables, and of shapes of boards."""
    for section in of_sort(start, tree.OnlyWith):
        yield from section.agreed.parts
    for row in (row for table in of_sort(start, tree.Table) for row in table.rows):
        yield from (cell.players for cell in row.cells if cell.players)
        yield from row.only.agreed.parts if row.only else ()
    for thing in things_in(start):
        yield from (players for _, players in by_players(thing))
        yield from (one for part in parts_of(thing.lines) for one in part.agreed.parts)


def things_in(start: tree.Start) -> Iterator[tree.Board | tree.Place | tree.Piece]:
    yield from of_sort(start, tree.Board)
    yield from of_sort(start, tree.Place)
    yield from of_sort(start, tree.Piece)


def without_variants(thing: tree.Board | tree.Place | tree.Piece) -> None:
    """Complains of what is said of a thing with a variant: pages tell a variant by what it leaves out and defines."""
    named = (tree.SuchVariant, tree.NoSuchVariant)
    for one in (one for part in parts_of(thing.lines) for one in part.agreed.parts if isinstance(one, named)):
        name, sort = thing.title.name, type(thing).__name__.lower()
        message = f"A variant leaves out the whole {name}, and says anew what it is then."
        hint = f"under variant {one.name}: without {name}, and below it: {sort} {name} …"
        wrong("E0314", message, one.span, hints=(hint,))


def patches_in(start: tree.Start) -> dict[str, set[str]]:
    """By their names the variants with which something is not there that is as usual, and what they leave out by
    themselves: what is `only without` them has no name that another variant could leave out besides."""
    found: dict[str, set[str]] = {}
    for variant in of_sort(start, tree.Variant):  # which can stand in several parts
        found.setdefault(variant.title.name, set()).update(left_out(variant.items))
    among = {part.name for part in parts_in(start) if isinstance(part, tree.NoSuchVariant)}
    for section in of_sort(start, tree.OnlyWith):
        names = [part.name for part in section.agreed.parts if isinstance(part, tree.SuchVariant)]
        out = left_out(section.items)
        among.update(names if out else ())
        if len(names) == 1 and names[0] in found:
            found[names[0]] |= out
    return {name: out for name, out in found.items() if out or name in among}


def left_out(items: tuple[tree.Node, ...]) -> set[str]:
    """The names that these items, and those of sections among them, leave out."""
    names = {name for item in items if isinstance(item, tree.Without) for name in item.names.names}
    names |= {f"the table {item.name}" for item in items if isinstance(item, tree.WithoutTable)}
    return names.union(*(left_out(item.items) for item in items if isinstance(item, tree.OnlyWith)))


def seats_of(game: tree.Game) -> dict[int, tuple[str, ...]]:
    """For each number of players their seats; the first number is the usual one."""
    found: dict[int, tuple[str, ...]] = {}
    said: dict[int, Span] = {}
    for line in (x for x in game.lines if isinstance(x, tree.Players)):
        for number in numbers_of(line):
            if number in said:
                notes = (Note("It is said here, too.", said[number]),)
                wrong("E0341", f"It is said for the second time who plays with {number}.", line.span, notes=notes)
            found[number] = line.names.names[:number]
            said[number] = line.span
    if not found:
        wrong("E0324", "The game does not say who plays.", game.span, hints=("for 2 players: White, Black",))
    return found


def as_a_span(numbers: Sequence[int]) -> str:
    """Numbers in their order, as `only with` tells them: the fewest and the most, up to the first gap."""
    last = next(n for n in numbers if n + 1 not in numbers)
    return str(last) if last == numbers[0] else f"{numbers[0]} to {last}"


def numbers_of(line: tree.Players) -> range:
    """The numbers of players that a line is about."""
    names, high = line.names.names, line.high or line.low
    if high > MOST_SEATS:
        wrong("E0325", f"{high} would play; {MOST_SEATS} can.", line.span)
    again = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if again:
        wrong("E0202", f"Two seats are called {again}.", line.names.span)
    for name in names:
        own_name(name, line.names.span)
    if line.low > high:
        wrong("E0302", f"The game would be for {line.low} to {high} players: the lower number comes first.", line.span)
    if len(names) != high or line.low < 1:
        wrong("E0325", f"{high} play, but {len(names)} seats are named.", line.span)
    return range(line.low, high + 1)


def choice(node: tree.Option) -> Choice:
    """What an option offers."""
    match node.numbers:
        case tree.OptionRange(low=low, high=high):
            if low >= high:
                wrong("E0302", f"{node.name} would be from {low} to {high}: the lower number comes first.", node.span)
            count = high - low + 1
            if count > MOST_CHOICES:
                wrong("E0302", f"{node.name} would have {count} numbers; {MOST_CHOICES} are possible.", node.span)
            found = Choice(node.name, tuple(range(low, high + 1)), node.usually, True)
        case tree.OptionNumbers(numbers=numbers):
            if list(numbers) != sorted(set(numbers)):
                wrong("E0302", f"The numbers of {node.name} rise, and each is named once.", node.span)
            found = Choice(node.name, numbers, node.usually, False)
        case _:
            raise TypeError(type(node.numbers).__name__)
    if node.usually not in found.numbers:
        wrong("E0313", f"{node.name} is never {node.usually}: it is {found}.", node.span)
    return found


def flattened(agreed: Agreed) -> Iterator[Item]:
    """All items, those inside variants and sections, too; what stands in a section that names a variant belongs to
    that. What a chapter of the library defines stands behind it, and belongs to no variant. An example is in play as
    usual, but for what stands around it."""
    return _flattened(agreed.start.items, agreed, Item(agreed.start, True), ())


def _flattened(
    items: tuple[tree.Node, ...], agreed: Agreed, around: Item, parts: tuple[tree.Node, ...]
) -> Iterator[Item]:
    """`parts` is what the sections around say has been agreed on."""
    counted = {line.name for line in for_so_many(items, agreed)}
    for item in items:
        match item:
            case tree.Setting(name=name) if name in counted:
                yield replace(around, node=item, present=False)
            case tree.Variant(title=title):
                here = around.present and title.name in agreed.variants
                headings = (*around.around, f"variant {title.name}")
                inner = Item(item, here, title.name, headings, around.variants | {title.name})
                yield from _flattened(item.items, agreed, inner, parts)
            case tree.OnlyWith(agreed=said_here):
                here = around.present and agreed.holds(said_here)
                named = [part.name for part in said_here.parts if isinstance(part, tree.SuchVariant)]
                headings = (*around.around, f"only {said(said_here)}")
                variant = around.variant or next(iter(named), None)
                inner = Item(item, here, variant, headings, around.variants.union(named))
                yield from _flattened(item.items, agreed, inner, (*parts, *said_here.parts))
            case tree.Table():
                yield replace(around, node=as_played(item, agreed))
            case tree.Board() | tree.Place() | tree.Piece():
                yield replace(around, node=there_as_played(item, agreed))
            case tree.Library():
                yield Item(item, around.present)
                yield from (Item(inner, around.present) for inner in item.items)
            case tree.Example():
                yield replace(around, node=item, present=around.present and agreed.usual_but_for(parts))
            case _:  # all others hold nothing but themselves
                yield replace(around, node=item)


def for_so_many(items: tuple[tree.Node, ...], agreed: Agreed) -> Iterator[tree.Setting]:
    """The lines `Areas is 4, with 4 players` that hold, which count more than one that stands beside them without."""
    for item in items:
        if isinstance(item, tree.OnlyWith) and agreed.holds(item.agreed):
            yield from (line for line in item.items if isinstance(line, tree.Setting) and line.span == item.span)


def as_played(table: tree.Table, agreed: Agreed) -> tree.Table:
    """The table with the columns and rows that are there when the game is played so."""
    head, *rows = table.rows
    so = [cell.players is None or agreed.holds_for(cell.players) for cell in head.cells]
    there = [row for row in rows if row.only is None or agreed.holds(row.only.agreed)]
    if all(so):
        return replace(table, rows=(head, *there)) if len(there) < len(rows) else table
    return replace(table, rows=tuple(replace(row, cells=kept(row.cells, so)) for row in (head, *there)))


def there_as_played(thing: tree.Board | tree.Place | tree.Piece, agreed: Agreed) -> tree.Node:
    """The thing with the parts that are there when the game is played so, and without the shapes that it has, and how
    many there are of it, with other numbers of players. A line that is for as many as play counts more than one that
    stands beside it without."""
    if any(parts_of(thing.lines)):
        thing = replace(thing, lines=tuple(lines_as_played(thing.lines, agreed)))
    said = dict(by_players(thing))
    others = [line for line, players in said.items() if not agreed.holds_for(players)]
    here = {said_about(line) for line in said if line not in others}
    others += [line for line in thing.lines if line not in said and said_about(line) in here]
    return replace(thing, lines=tuple(line for line in thing.lines if line not in others)) if others else thing


def said_about(line: tree.Node) -> tuple[str, ...] | None:
    """What one such line says alone: the shape, or how many there are for each of these."""
    match line:
        case tree.Shape():
            return ("shape",)
        case tree.CopyEach(kinds=names) | tree.Copies(who=tree.EachOf(names=names)):
            return ("each", *names)
        case tree.Copies(who=tree.Name(name=name)):
            return ("for", name)
        case tree.Copies():
            return ("all",)
        case _:  # others stand beside each other
            return None


def lines_as_played(lines: Iterable[tree.Node], agreed: Agreed) -> Iterator[tree.Node]:
    for line in lines:
        if not isinstance(line, tree.PartWith):
            yield line
        elif agreed.holds(line.agreed):
            yield from lines_as_played(line.lines, agreed)


def parts_of(lines: Iterable[tree.Node]) -> Iterator[tree.PartWith]:
    """The parts that a thing has only when it is played so, also those inside one another."""
    for part in lines:
        if isinstance(part, tree.PartWith):
            yield part
            yield from parts_of(part.lines)


def by_players(thing: tree.Board | tree.Place | tree.Piece) -> Iterator[tuple[tree.Node, tree.SoManyPlayers]]:
    """The lines that are so with some numbers of players, and with how many."""
    for line in thing.lines:
        if isinstance(line, tree.Shape | tree.Copies) and line.players:
            yield line, line.players


def kept(cells: tuple[tree.Cell, ...], so: Sequence[bool]) -> tuple[tree.Cell, ...]:
    """The cells of the columns that are there; those of a row with too few or too many stay too few or too many."""
    return tuple(cell for number, cell in enumerate(cells) if number >= len(so) or so[number])


def said(agreed: tree.Agreed) -> str:
    """What a section is for, as it is written: `with 2 players, Size 9`, `without Storm`."""
    is_without = any(isinstance(part, tree.NoSuchVariant) for part in agreed.parts)
    return f"{'without' if is_without else 'with'} {', '.join(map(said_of, agreed.parts))}"


def said_of(part: tree.Node) -> str:
    match part:
        case tree.SoManyPlayers(low=low, high=high):
            return f"{low} to {high} players" if high else f"{low} players"
        case tree.SuchOption(name=name, low=low, high=high):
            return f"{name} {low} to {high}" if high else f"{name} {low}"
        case tree.SuchVariant(name=name) | tree.NoSuchVariant(name=name):
            return name
        case _:
            raise TypeError(type(part).__name__)


def listed(words: Iterable[str]) -> str:
    """`2, 3 or 4`."""
    *some, last = [*words] or [""]
    return f"{', '.join(some)} or {last}" if some else last
