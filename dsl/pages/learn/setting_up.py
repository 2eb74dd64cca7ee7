"""What is needed for a game and how it is set up: what the picture of the table shows is not said besides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

from dsl import model
from dsl.board.scene import Piece
from dsl.model import Statement
from dsl.model.world import TRUTH, Attribute, BoardInfo, Kind, PieceInfo, PlaceInfo, TableInfo
from dsl.pages.guide.box_and_setup import Row as Counted
from dsl.pages.guide.box_and_setup import Teller
from dsl.pages.guide.tables import ask_for
from dsl.pages.learn.blocks import Block, Bullets, Figure, Listing, Note, Para, Powers, Row, Steps, as_a_row, in_a_row
from dsl.pages.learn.order import is_said, runs_in, subject
from dsl.pages.learn.places import places
from dsl.pages.learn.telling import Telling, lines_told
from dsl.pages.reference.passages import Passage
from dsl.prose.box import how_many
from dsl.prose.forms import Amount, Form, Listed, Noun, Phrase, Step, phrase
from dsl.prose.inventory import called_after
from dsl.prose.nodes import done_in, faces_rolled, verbs_in
from dsl.prose.nouns import kind_term
from dsl.prose.realiser import capitalised, sentences_of
from dsl.prose.speech import Component, Line, Run, plain
from dsl.prose.unseen import names as is_named
from dsl.prose.unseen import places_of

if TYPE_CHECKING:
    from dsl.pages.game import Game

SPARE = "so_many_each_spare"
SHARES = ("so_many_each", SPARE)  # what is told of kinds of which each player has as many
FEW_ROWS = 4  # has a table that is told as soon as its numbers are spoken of
FEWEST_IN_ROWS = 3  # notes on pieces
MANY_BARE = 5  # kinds of pieces of which only is told how many there are
MOST_HEADS = 7  # of a table that is read at a glance
PLACING = model.Move | model.InOrder | model.ForEach | model.Perform | model.Let | model.Repeat | model.If | model.Text
"""Lines of the setup of which a picture of the boards shows the end."""


class SettingUp:
    """The table of a game before it begins."""

    def __init__(self, game: Game, telling: Telling) -> None:
        self.game, self.telling, self.speech = game, telling, telling.speech
        self.teller = Teller(self.speech, "", game.brevity.needless, game.counts)

    # ------------------------------------------------------------------------------------------------- what is needed

    @property
    def needed(self) -> Iterator[Block]:
        yield Bullets((*self.boards, *self.plenty, *self.by_sorts(self.laid_out)))

    @cached_property
    def in_use(self) -> Counter[str]:
        """How many pieces of each kind stand on the boards at first."""
        return Counter(piece.kind for piece in self.game.book.opening or ()) if self.is_drawn else Counter()

    @property
    def plenty(self) -> Iterator[Line]:
        """The kinds of pieces of which there are more than spaces for them: nobody counts these."""
        for found in self.told_here:
            if self.is_plenty(found):
                name = capitalised(self.speech.words(found.noun))
                yield Line((*name, Run(f": {self.game.t['enough']}")), clauses=found.clauses)

    @property
    def laid_out(self) -> list[Component]:
        """The other kinds, each with as many as are laid out, if more of them lie beside the board."""
        return [self.as_laid_out(found) for found in self.told_here if not self.is_plenty(found)]

    def by_sorts(self, kinds: Sequence[Component], known: tuple[PieceInfo, ...] = ()) -> Iterator[Line]:
        """The kinds of pieces; under a sort that several of them are of, with what all of these have, those."""
        families: dict[PieceInfo, list[Component]] = {}
        for found in kinds:
            for sort in (sort for sort in self.sorts_of(found) if sort not in known):
                families.setdefault(sort, []).append(found)
                break
        inside = {found.about for several in families.values() for found in several}
        yield from self.components(
            [self.teller.component(c) for c in kinds if c.about not in inside], together=bool(known)
        )
        for sort, several in families.items():
            head = self.teller.component(for_the_table(self.speech.sort(sort, known)))
            shares = self.shares(several)
            if shares and not any(not line.said for line in head.lines):
                yield Line(in_a_row(shares), clauses=head.clauses, title=plain(head.name))
                continue
            told = [line for line in head.lines if not line.said]
            under = tuple(self.by_sorts(several, (*known, sort)))
            yield Line(in_a_row(told), children=under, clauses=head.clauses, title=plain(head.name))

    def shares(self, several: Sequence[Component]) -> list[Line]:
        """What each player has of several kinds, if nothing else is to know of these, and of which more are at hand;
        nothing, if there is more to know."""
        told = [form for found in several for step in found.details if isinstance(form := step.form, Phrase)]
        if len(several) < 2 or len(told) != len(several) or any(len(found.details) != 1 for found in several):
            return []
        if not all(form.key in SHARES for form in told):
            return []
        spare = tuple(found.noun for found, form in zip(several, told, strict=True) if form.key == SPARE)
        share = self.speech.share([(found.noun, form) for found, form in zip(several, told, strict=True)])
        return [share, *([self.speech.kept_spare(spare)] if spare else ())]

    def sorts_of(self, found: Component) -> tuple[PieceInfo, ...]:
        """What a kind is a sort of that its name does not say, if others are, too."""
        return tuple(sort for sort in self.speech.sorts(found.about) if sort in self.shared_sorts)

    @cached_property
    def shared_sorts(self) -> frozenset[PieceInfo]:
        kinds = [found.about for found in self.speech.components() if self.teller.here(found.about)]
        sorts = Counter(s for kind in kinds for s in self.speech.sorts(kind))
        unsaid = {s for kind in kinds for s in self.speech.sorts(kind) if not called_after(kind.kind, s.kind)}
        return frozenset(sort for sort, count in sorts.items() if count > 1 and sort in unsaid)

    @property
    def told_here(self) -> list[Component]:
        found = (c for c in self.speech.components(self.shared_sorts) if self.teller.here(c.about))
        return [*map(for_the_table, found)]

    @cached_property
    def is_crowded(self) -> bool:
        """Whether there are more pieces that nobody counts than spaces, also where all have as many: never are all of
        them in use."""
        spaces = sum(board.spaces.size for board in self.game.boards)
        most = sum(found.count for found in self.told_here if self.is_stored(found.about))
        return 0 < spaces <= most - self.game.world.players.size

    def is_plenty(self, found: Component) -> bool:
        return self.is_crowded and not self.in_use[found.about.kind.name] and self.is_stored(found.about)

    def is_stored(self, info: PieceInfo) -> bool:
        """Whether all lie at first where nobody counts them."""
        return self.is_in(info, self.telling.unseen.stores - self.taken_from)

    def as_laid_out(self, found: Component) -> Component:
        """As many as stand on the boards, with a word on the others."""
        count, seats = self.in_use[found.about.kind.name], self.game.world.players.size
        if not (0 < count < found.count and self.is_crowded and self.is_stored(found.about)):
            return found
        each = count // seats if count % seats == 0 else 0
        known = set(how_many(self.speech.scope(), found.about))
        told = Step(phrase("so_many_each_spare" if each else "spare", amount=Amount(each)), "fact")
        return replace(found, count=count, details=(told, *(step for step in found.details if step not in known)))

    @property
    def boards(self) -> Iterator[Line]:
        """The shape of each board, and which of its spaces have names; what it settles is seen in the picture."""
        for board in self.game.boards:
            first, named = self.speech.thing(board)[0], self.speech.spots_shown(board)
            rows = (info.kind for info in self.game.world.lines.values() if info.board is board)
            lines = (
                first,
                *self.corner(board),
                *((named,) if named and self.is_drawn else ()),
                *(self.speech.thing(row)[0] for row in rows),
            )
            yield replace(first, words=in_a_row(lines), clauses=tuple(c for line in lines for c in line.clauses))

    def corner(self, board: BoardInfo) -> Iterator[Line]:
        """How a board of two tones lies before those who look up it."""
        layout = self.game.pictures.ground(board).layout
        if layout.second and layout.square:
            x, y = zip(*layout.places, strict=True)
            tone = "dark" if layout.places.index((min(x), max(y))) in layout.second else "light"
            yield Line((Run(self.game.t[f"corner_{tone}"]),))

    def components(self, rows: Sequence[Counted], known: Container[str] = (), together: bool = False) -> Iterator[Line]:
        """How many there are of what, with what is to know of them but the designer's words. Of which the same is to
        know stand in one line; what is so of several others is told once, behind all, and what is `known` is not told
        again. `together`: also those stand in one line of which nothing is to know, as many do."""
        alike: dict[tuple[str, ...], list[Counted]] = {}
        told = {row: [line for line in row.lines if not line.said and line.text not in known] for row in rows}
        together = together or sum(not lines for lines in told.values()) >= MANY_BARE
        for row, lines in told.items():
            nothing = () if together or lines else (plain(row.name),)
            alike.setdefault((*nothing, *(line.text for line in lines)), []).append(row)
        users: dict[str, list[Counted]] = {}
        for several in alike.values():
            for line in told[several[0]]:
                users.setdefault(line.text, []).extend(several)
        for several in alike.values():
            own = [line for line in told[several[0]] if users[line.text] == several]
            own = [in_plural(several[0], line) for line in own] if len(several) > 1 else own
            names = [run for row in several for run in (Run(f", {row.count} × "), *row.name)]
            words = (Run(names[0].text.removeprefix(", ")), *names[1:], Run(". " if own else "."))
            yield Line((*words, *in_a_row(own)), clauses=tuple(c for row in several for c in row.clauses))
        for text, several in users.items():
            if several not in alike.values():
                line = next(line for line in told[several[0]] if line.text == text)
                names_told = ", ".join(plain(row.name) for row in several)
                yield replace(in_plural(several[0], line), title=names_told)

    def notes(self, told: Sequence[Passage]) -> Iterator[Block]:
        """What is to know of pieces, places and boards, in the designer's words or by the rules, of which these are
        `told`."""
        sorts = dict.fromkeys(sort for found in self.told_here for sort in self.speech.sorts(found.about))
        families = [self.teller.component(self.speech.sort(sort)) for sort in sorts]
        kinds = (*sorts, *(found.about for found in self.speech.components() if self.teller.here(found.about)))
        known = set[str]()
        for info, row in zip(kinds, (*families, *self.game.contents.components), strict=True):
            said = tuple(replace(line, said=False) for line in row.lines if line.said and line.text not in known)
            known |= {line.text for line in said}
            if said:
                yield Note(plain(row.name), said, "designer", self.game.pictures.piece(info))
        yield from self.places([line for passage in told for line in lines_told(passage)])
        for board in self.game.boards:
            words = tuple(replace(self.speech.said(remark), said=False) for remark in board.words)
            if words:
                yield Note(self.game.board_title(board), words, "designer")
        yield Para(tuple(line for line in self.game.contents.players if not is_of_flags(line)), "generated")
        yield Para(tuple(line for kind in self.kinds_of_values for line in self.speech.thing(kind)), "generated")
        for table in self.game.tables.with_box:
            if table.sheet is not None and not self.is_seen(table) and table not in self.looked_up:
                yield Listing(table.title, table.sheet)

    @staticmethod
    def in_rows(notes: Iterable[Block]) -> Iterator[Block]:
        """Notes, of which several on pieces stand in rows, each beside its picture."""
        for drawn, some in groupby(notes, lambda note: isinstance(note, Note) and note.drawing is not None):
            group = list(some)
            if drawn and len(group) >= FEWEST_IN_ROWS:
                rows = (Row(n.title, (Para(n.lines, n.source),), n.drawing) for n in group if isinstance(n, Note))
                yield Powers(tuple(rows))
            else:
                yield from group

    @cached_property
    def explained(self) -> dict[str, Attribute]:
        """By the designer's words on a thing what of it these explain that no sign shows: who learns the game needs
        them where the rules ask for it."""
        world, kept = self.game.world, self.telling.unseen.attributes
        infos: list[PieceInfo | BoardInfo] = [*world.piece_infos.values(), *world.boards.values()]
        told = ((remark, a) for info in infos for remark in info.words for a in info.attributes if a in kept)
        alone = ((remark, a) for remark, a in told if len(sentences_of(remark.text)) == 1)  # of this and nothing else
        return {self.speech.said(remark).text: a for remark, a in alone if is_named(remark.text, a)}

    @cached_property
    def looked_up(self) -> list[Passage]:
        """The tables of the box that are too wide to be read before play, and that the setup does not ask for."""
        wide = (t for t in self.game.tables.with_box if t.sheet is not None and len(t.sheet.heads) > MOST_HEADS)
        return [t for t in wide if not self.is_seen(t) and not ask_for(self.spelt_out, t, self.game.world)]

    def is_seen(self, table: Passage) -> bool:
        """Whether the picture of a board shows all that a table tells, or the names in it do, or nothing that is told
        speaks of that."""
        info = table.about
        if not isinstance(info, TableInfo):
            return False
        return self.game.pictures.draws(info) or says_names(table) or not self.is_asked_for(table, info)

    def is_asked_for(self, table: Passage, info: TableInfo) -> bool:
        """Whether a rule that is told by its lines asks for what a table tells, or the designer speaks of it. What
        pieces there are is always told."""
        if info.kind.sort == "piece":
            return True
        told = [p.about for p in self.spoken if not p.short]
        if any(ask_for(rules, table, self.game.world) for rules in (*told, self.spelt_out, self.game.rulebook.play)):
            return True
        numbers = (column.kind for column in info.columns if column.kind and column.kind.sort == "range")
        is_short = table.sheet is not None and len(table.sheet.rows) <= FEW_ROWS
        spoken = (info.kind, *(numbers if is_short else ()))
        words = {self.speech.name(kind_term(kind), many=many) for kind in spoken for many in (False, True)}
        return is_word_of(self.lines_of_rules, words)

    @cached_property
    def spoken(self) -> list[Passage]:
        """What is done, and the words of which that speaks, but for those that the designer's words on their chapters
        explain."""
        every = [p for part in self.telling.parts for p in part.passages if not is_said(p, part.words)]
        known = {id(about): p for p in every for about in p.abouts}
        found: list[Passage] = []
        waiting = [p for p in every if p.sort != "term"]
        lines = [*self.lines_of_setup, *self.telling.course]
        while waiting or lines:
            new = [p for p in waiting if p not in found]
            found += new
            lines += [line for p in new for line in lines_told(p)]
            waiting = [known[id(subject(run))] for line in lines for run in runs_in(line) if id(subject(run)) in known]
            lines = []
        return found

    @property
    def kinds_of_values(self) -> Iterator[Kind]:
        """What rules speak of, of which the values stand nowhere else: as values of pieces, or in a table; and numbers
        that are said with an action."""
        world = self.game.world
        pieces = (found.about for found in self.told_here)
        listed = {a.kind for info in pieces for a in world.attributes(info.kind) if a.constant is not None}
        listed |= {column.kind for table in world.tables.values() for column in table.columns if column.kind}
        listed |= {face.kind for face in faces_rolled(self.game.rulebook)}
        told = [passage for part in self.telling.parts for passage in part.passages]
        named = {subject(run) for p in told for line in lines_told(p) for run in runs_in(line)}
        chosen = {v.kind for p in told if isinstance(p.about, model.Action) for v in p.about.parameters}
        for kind in world.kinds.values():
            if kind not in listed and (
                (kind.sort == "enumeration" and kind in named)
                or (kind.sort == "range" and kind in chosen and kind.low != 0)
            ):
                yield kind

    def places(self, rules: Sequence[Line]) -> Iterator[Block]:
        here = [place.about for place in self.speech.places() if self.teller.here(place.about)]
        found = list(zip(here, self.game.contents.places, strict=True))
        told = [*rules, *self.lines_of_setup]
        found = [(info, row) for info, row in found if info.words or self.is_named(info, told)]
        new = self.named_later(here, rules)
        own = [info for info in new if info.per == (self.game.world.players,)]
        yield Bullets((self.speech.had_by_each(own),) if own else ())
        shared = frozenset(new) - frozenset(own)
        held = self.telling.unseen.containers - shared
        yield from places(self.speech, found, held, self.game.t["lies_where"], fewest=1 if shared else 2)

    def is_named(self, info: PlaceInfo, told: Sequence[Line]) -> bool:
        """Whether anything that is `told` speaks of a place, in its own words or in the designer's. Of one where cards
        lie face down, so that nobody sees them, no word is needed besides."""
        if info.seen.by == "nobody" and info.ordered:
            return False
        words = {self.speech.name(kind_term(info.kind), many=many) for many in (False, True)}
        return any(subject(run) is info.kind for line in told for run in runs_in(line)) or is_word_of(told, words)

    @cached_property
    def lines_of_rules(self) -> list[Line]:
        """All that is said of the setup and of play."""
        return [*(line for passage in self.spoken for line in lines_told(passage)), *self.lines_of_setup]

    @cached_property
    def lines_of_setup(self) -> list[Line]:
        """All that is told of the setup, and before phases."""
        words = [line for part in self.telling.parts for line in part.words]
        if short := self.game.rulebook.setup_short:
            return [*words, *map(self.speech.said, short), *self.speech.block(self.spelt_out, setup=True)]
        first = self.speech.first_places("", without=[*self.laid_ready])
        return [*words, *first, *self.speech.block(self.done, setup=True)]

    def named_later(self, infos: Sequence[PlaceInfo], rules: Sequence[Line]) -> list[PlaceInfo]:
        """The places that only hold pieces of which the setup does not speak, but a rule does."""
        setup = [*self.speech.first_places("", without=[*self.laid_ready]), *self.speech.block(self.done, setup=True)]
        named, known = ({subject(run) for line in lines for run in runs_in(line)} for lines in (rules, setup))
        bare = [info for info in infos if info in self.telling.unseen.containers and not info.words]
        return [info for info in bare if info.kind in named - known - self.telling.unseen.stores]

    # ------------------------------------------------------------------------------------------------------ the setup

    @cached_property
    def is_drawn(self) -> bool:
        """Whether the picture of the start shows what lies on the boards."""
        return bool(self.game.pictures.stands_at_first) and self.game.book.opening is not None

    @property
    def figures(self) -> Iterator[Figure]:
        for board in self.game.boards:
            yield Figure(self.game.pictures.board(board, start=self.is_drawn or bool(self.game.book.settled)))
        if self.table:
            yield Figure(self.table)

    @cached_property
    def table(self) -> Markup:
        """What lies beside the boards, if anything does in places that are spoken of."""
        is_spoken_of = self.game.pictures.table(self.telling.unseen.unnamed_stores)
        return is_spoken_of and self.game.pictures.table(())

    @property
    def steps(self) -> Iterator[Block]:
        """The designer's words on it, then what is done that the picture does not show."""
        book = self.game.rulebook
        texts = tuple(replace(self.speech.said(text), said=False) for text in book.setup_texts)
        if texts:
            yield Para(texts, "designer")
        if book.setup_short:
            yield Steps(tuple(replace(self.speech.said(text), said=False) for text in book.setup_short), "designer")
            others = self.speech.block(self.spelt_out, setup=True)
            if others:
                yield Steps(others)
            return
        first = self.speech.first_places("", without=[*self.laid_ready])
        hand = self.at_hand if len(self.at_hand) < len(self.kinds) else []
        own = [info for info in hand if self.speech.is_dealt_out(info)]
        taken = [self.speech.taken_by_each(own)] if own else []
        shared = [info for info in hand if info not in own]
        near = [self.speech.at_hand(shared)] if shared else []
        laid, done = self.with_how_it_lies(first)
        lines = (*taken, *self.as_drawn, *laid, *self.as_on_table(bool(first)), *near, *done)
        yield Steps(lines) if len(lines) > 1 else Para(lines, "generated")

    def with_how_it_lies(self, first: Sequence[Line]) -> tuple[list[Line], list[Line]]:
        """What is laid out and what is done then; what is first done with an only piece stands where that is laid out,
        without its name."""
        laid, done = [*first], [*self.speech.block(self.done, setup=True)]
        while done and (piece := only_piece(done[0])) is not None:
            place = next((number for number, line in enumerate(laid) if only_piece(line) is piece), None)
            if place is None:
                break
            shortly = self.speech.block(self.done, setup=True, known=piece)[-len(done)]
            laid[place] = as_a_row((laid[place], shortly))
            del done[0]
        return laid, done

    @property
    def as_drawn(self) -> Iterator[Line]:
        """What the picture shows: of some kinds only, these."""
        on_board = [info for info in self.kinds if self.is_pictured(info)]
        if on_board:
            if len(on_board) == len(self.kinds):
                yield self.all_as_drawn
                return
            for board in dict.fromkeys(map(self.board_of, on_board)):
                yield self.speech.as_drawn([info for info in on_board if self.board_of(info) is board], board)

    def board_of(self, info: PieceInfo) -> Kind | None:
        """The board on which all pieces of a kind that stand on boards are, if there are several."""
        boards = self.game.boards if len(self.game.boards) > 1 else []
        where = [piece.at for piece in self.game.book.opening or () if piece.kind == info.kind.name]
        found = (board.kind for board in boards if board.kind.size == 1 and all(map(board.spaces.has, where)))
        return next(found, None)

    def as_on_table(self, other: bool) -> Iterator[Line]:
        """What the picture shows of what lies beside the boards; `other`: some pieces are told of before."""
        if self.tabled:
            is_rest = other or any(self.as_drawn)
            yield Line((Run(self.game.t["table_drawn"]),)) if is_rest else self.all_as_drawn

    @property
    def all_as_drawn(self) -> Line:
        pieces = plain(self.speech.words(Noun(self.telling.reaches.piece_term, plural=True)))
        return Line((Run(self.game.t["as_drawn"].format(pieces=pieces)),))

    @cached_property
    def tabled(self) -> list[PieceInfo]:
        """The kinds of pieces that lie beside the boards where they start, in the picture; none, if it is only one."""
        lying = Counter((piece.kind, piece.at) for piece in self.on_table)
        found = [
            info for info in self.kinds
            if info.starts and all(lying[info.kind.name, at] == n for at, n in Counter(info.starts).items())
        ]  # fmt: skip
        return found if len(found) > 1 else []

    @property
    def kinds(self) -> list[PieceInfo]:
        """The kinds of pieces that are laid out."""
        return [found.about for found in self.laid_out]

    @property
    def at_hand(self) -> list[PieceInfo]:
        """The kinds that only have to be near: nothing but the rules for a program speaks of where they lie."""
        unnamed = self.telling.unseen.unnamed_stores - self.taken_from
        return [info for info in self.kinds if self.is_in(info, unnamed) and not self.in_use[info.kind.name]]

    @cached_property
    def taken_from(self) -> frozenset[Kind]:
        """The places from which the lines of the setup that are told take something."""
        moves = (node.what for node in done_in(self.done) if isinstance(node, model.Move))
        lying = (where.where for what in moves for where in places_of(what) if isinstance(where, model.Located))
        return frozenset(where if isinstance(where, Kind) else where.kind for where in lying)

    @cached_property
    def usual(self) -> tuple[Statement, ...]:
        """The setup without what variants add."""
        added = {id(node) for nodes in self.game.rulebook.variant_setup.values() for node in nodes}
        return tuple(node for node in self.game.rulebook.setup if id(node) not in added)

    @cached_property
    def drawn(self) -> frozenset[int]:
        """The identities of the lines that the picture tells."""
        return frozenset(id(node) for node in self.usual if self.is_drawn and self.is_on_boards(node))

    def is_on_boards(self, line: Statement) -> bool:
        """Whether a line of the setup, by way of its verbs, does nothing but put pieces on spaces, without choice or
        chance, and say whose they are, of kinds of which all are seen."""
        nodes = list(done_in(line))
        moves = [node for node in nodes if isinstance(node, model.Move)]
        plain = all(self.is_placing(node) for node in nodes if isinstance(node, Statement))
        placed = all(move.to.kind.sort == "space" and self.is_known(move.what.kind) for move in moves)
        return bool(moves) and plain and placed

    def is_placing(self, node: Statement) -> bool:
        if isinstance(node, model.Become):
            return node.target.attribute is self.game.world.owner
        return isinstance(node, PLACING)

    @property
    def done(self) -> tuple[Statement, ...]:
        """What is left to be told of the setup."""
        known = self.drawn | self.teller.printed.lines
        return tuple(node for node in self.usual if id(node) not in known)

    @property
    def spelt_out(self) -> tuple[Statement, ...]:
        """What of it is told by its lines, and not by the designer in short."""
        in_short = set(map(id, self.game.rulebook.setup_in_short))
        return tuple(node for node in self.done if id(node) not in in_short)

    @cached_property
    def called(self) -> list[Passage]:
        """The verbs that only the setup calls."""
        called = verbs_in([self.done, *self.game.rulebook.variant_setup.values()])
        return [p for p in self.game.setup_chapter.passages if p.about in called]

    @cached_property
    def verbs(self) -> list[Passage]:
        """Those that are told with it, but for those of which the picture shows all that they do, and those that are
        spelt out where they are called, or told in the designer's words on the whole."""
        blocks = (self.spelt_out, *self.game.rulebook.variant_setup.values())
        lines = [line for block in blocks for line in self.speech.block(block, setup=True)]
        lines += map(self.speech.said, self.game.rulebook.setup_short)
        lines += [line for passage in self.called for line in lines_told(passage) if line is not passage.lead]
        named = {id(subject(run)) for line in lines for run in runs_in(line)}
        return [passage for passage in self.called if id(passage.about) in named]

    @property
    def laid_ready(self) -> Iterator[PieceInfo]:
        """The kinds of pieces of which it is told otherwise where they lie at first: those in pictures, those at
        hand, and those that nobody counts."""
        counted, near = self.kinds, self.at_hand
        for info in self.game.world.piece_infos.values():
            if self.is_pictured(info) or info in near or info in self.tabled or info not in counted:
                yield info

    def is_pictured(self, info: PieceInfo) -> bool:
        """Whether the picture of the board shows all of them that are on the table."""
        name = info.kind.name
        seen = self.in_use[name] > 0 and name not in self.beside and not self.is_on_spots(info)
        return seen and self.is_known(info.kind)

    def is_known(self, kind: Kind) -> bool:
        """Whether everybody sees all pieces of a kind at first, wherever they lie: none face down somewhere."""
        sorts = [info.kind for info in self.game.world.piece_infos.values() if kind.is_a(info.kind)]
        return all(self.known[sort.name] in (0, sort.size) for sort in sorts)

    @cached_property
    def known(self) -> Counter[str]:
        """How many pieces of each kind everybody sees at first."""
        return self.in_use + Counter(piece.kind for piece in self.game.book.beside)

    @cached_property
    def beside(self) -> frozenset[str]:
        """The kinds of which some lie beside the boards at first."""
        return frozenset(piece.kind for piece in self.on_table)

    @cached_property
    def on_table(self) -> list[Piece]:
        """What lies beside the boards at first, in the picture."""
        off = self.game.pictures.off_table(self.telling.unseen.unnamed_stores)
        return [piece for piece in self.game.book.beside if piece.at not in off]

    def is_on_spots(self, info: PieceInfo) -> bool:
        """Whether all lie at first on spaces with names of their own."""
        spots = {space for board in self.game.boards for space in board.spots.values()}
        return spots.issuperset(info.starts)

    def is_in(self, info: PieceInfo, places: Container[Kind]) -> bool:
        """Whether all lie at first in places of some kinds."""
        kinds = [place.kind for place in self.game.world.places.values() if place.kind in places]
        return all(any(kind.has(start) for kind in kinds) for start in info.starts)


def for_the_table(found: Component) -> Component:
    """A kind of pieces with what is to know of it by those who lay it out."""
    return replace(found, details=tuple(step for step in found.details if not is_for_later(step)))


def is_for_later(step: Step) -> bool:
    """Whether it says who sees a piece, or that others can lie on it, as many as there are: that is read where it is
    done, and nobody needs to know it who looks what is in the box."""
    form = step.form
    if not isinstance(form, Phrase):
        return False
    return form.key.startswith("seen_by") or (form.key == "carries" and not is_limited(form.slot("what")))


def is_limited(what: Form | None) -> bool:
    match what:
        case Listed(members=members):
            return any(map(is_limited, members))
        case Phrase():  # in order
            return is_limited(what.slot("what"))
        case Noun(count=count):
            return count is not None
        case _:  # counts nothing
            return False


def is_word_of(lines: Iterable[Line], words: Iterable[str]) -> bool:
    """Whether one of these words stands in what is told, and not as a part of another."""
    text = " ".join(line.text for line in lines).lower()
    return any(re.search(rf"\b{re.escape(word.lower())}\b", text) for word in words)


def in_plural(row: Counted, line: Line) -> Line:
    """What is to know of a row, as it is said of it and others at once."""
    own = (one for one in row.lines if not one.said)
    return next((several for one, several in zip(own, row.of_several, strict=True) if one.text == line.text), line)


def is_of_flags(line: Line) -> bool:
    """Whether it only says what somebody can be: that is told where the rules speak of it."""
    return any(isinstance(run.about, Attribute) and run.about.kind is TRUTH for run in line.words)


def only_piece(line: Line) -> Kind | None:
    """The piece of which there is one, if a sentence speaks of no other."""
    named = {kind for run in line.words if isinstance(kind := subject(run), Kind) and kind.sort == "piece"}
    only = named.pop() if len(named) == 1 and not line.children else None
    return only if only is not None and only.unique else None


def says_names(table: Passage) -> bool:
    """Whether what stands beside each name in a table is the name once more."""
    rows = table.sheet.rows if table.sheet is not None else ()
    return bool(rows) and all(len({plain(cell) for cell in row if cell}) == 1 < len(row) for row in rows)
