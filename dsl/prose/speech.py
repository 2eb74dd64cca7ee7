"""What is said of each part of a rulebook: language-neutral sentences, and their words in one language.

`Speech` tells a whole rulebook; `sentence` gives one part of one in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from dsl import model
from dsl.analysis.grids import Grid
from dsl.analysis.unsaid import unsaid
from dsl.model import Definition, Rulebook
from dsl.model.world import (
    Attribute,
    BoardInfo,
    Kind,
    PieceInfo,
    PlaceInfo,
    Remark,
    Setting,
    StateInfo,
    TableInfo,
    World,
)
from dsl.prose import (
    alternatives,
    asked,
    boards,
    box,
    definitions,
    endings,
    first_places,
    goals,
    headings,
    heaps,
    inventory,
    offers,
    overloads,
    overrides,
    positions,
    prohibitions,
    statements,
    stories,
    teaching,
    value_cases,
)
from dsl.prose import branches as branches  # enters its words in the table of statements
from dsl.prose import built_in as built_in  # and this one in that of expressions
from dsl.prose import extremes as extremes
from dsl.prose import limits as limits  # and this one in that of conditions
from dsl.prose import loops as loops  # and these two in that of statements, too
from dsl.prose import repeats as repeats
from dsl.prose.conditions import is_so
from dsl.prose.english.realiser import English
from dsl.prose.forms import Adjective, Attached, Form, Listed, Noun, Phrase, Step, Term, Use, changed, it, phrase
from dsl.prose.inventory import Component, Place
from dsl.prose.lessons import Lesson
from dsl.prose.lexicon import AS_WRITTEN, Lexicon
from dsl.prose.lying import Lying
from dsl.prose.nodes import (
    done_because_of_must,
    faces_rolled,
    number_chosen,
    only_actors,
    passed_on,
    put_by_name,
    settled_numbers,
    spoken_of_once,
)
from dsl.prose.nouns import attribute_term, definition_term, element, kind_term, named, seat, variable_form
from dsl.prose.proper_names import named_with_article, names_of_deeds, proper_names
from dsl.prose.realiser import Line, Realiser, Run, Words, capitalised, plain
from dsl.prose.references import referring, titled
from dsl.prose.scope import STATEMENTS, Scope
from dsl.prose.turns import turns
from dsl.text.numerals import filled

__all__ = ["LANGUAGES", "Component", "Line", "Place", "Run", "Sheet", "Speech", "Table", "Words", "plain", "sentence"]


def _portuguese(*given: Any) -> Realiser:
    from dsl.prose.portuguese.realiser import Portuguese  # who plays hears the rulebook's own language

    return Portuguese(*given)


LANGUAGES: Mapping[str, Callable[..., Realiser]] = {"English": English, "Portuguese": _portuguese}
WORD = re.compile(r"[^\W_]+")
FILLING = frozenset("a an the is are now has have s o os as um uma está estão é são agora de do da dos das".split())
"""Words that say nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Table:
    """A value by its cases: what it is, what it depends on, and rows of (what that is, the value, the clauses).

    The last row may have no key: it is for all the rest.
    """

    value: Words
    asked: Words
    rows: tuple[tuple[Words | None, Words, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of the box: its heads, and rows of cells, of which some may be empty (None)."""

    heads: tuple[Words, ...]
    rows: tuple[tuple[Words | None, ...], ...]


class Speech:
    """Tells the parts of a rulebook in a language. `variants`: what belongs to a variant says so; `agreed` are those
    that are told by themselves, so that what they go over does not speak of them; `lexicon` has the words of the game
    where the language is not that of the rulebook; on other terms than the `usual` ones things are called as there."""

    def __init__(
        self,
        book: Rulebook,
        variants: bool = True,
        agreed: Iterable[str] = (),
        language: str = "",
        lexicon: Lexicon = AS_WRITTEN,
        usual: Speech | None = None,
    ) -> None:
        self.book = book
        self.actors, self.turns = only_actors(book), turns(book)
        self.musts = done_because_of_must(book)
        self.spoken = boards.spoken_of(book)
        brief, settled = spoken_of_once(book), settled_numbers(book)
        articled = usual.told.articled if usual else named_with_article(book)
        self.told: Scope = Scope(
            book.world, brief=brief, settled=settled, agreed=frozenset(agreed), number=number_chosen(book),
            sorts_lying=Lying(book).sorts, passed_on=passed_on(book),
            always_two=set(book.seats) == {2},
            articled=articled if (language or book.language) == "English" else frozenset(),
        )  # fmt: skip
        self.ordinary = stories.ordinary_phase(book.examples)
        self.language, self.lexicon = language or book.language, lexicon
        self.realiser = realiser(
            book.world, self.language, variants, lexicon, proper_names(book) | names_of_deeds(book)
        )
        self.scopes: dict[tuple[Scope, Definition | None, bool], Scope] = {}

    def scope(self, definition: Definition | None = None, alone: bool = False) -> Scope:
        """Where the parts of a definition are told: whoever alone carries it out is "you". Powers of one text are told
        together, if not `alone`."""
        key = self.told, definition, alone
        if key not in self.scopes:
            self.scopes[key] = self.scope_of(definition, alone)
        return self.scopes[key]

    def scope_of(self, definition: Definition | None, alone: bool) -> Scope:
        me = self.actors.get(definition) if definition else None
        if me is None and definition not in self.turns.yours:  # where nobody else is spoken to
            me = self.told.reader
        each = definition.each if isinstance(definition, model.Power) and not alone else None
        what = definition.of if isinstance(definition, model.Override) else definition
        told = teaching.to_reader(teaching.by_own_name(self.told, definition), what)
        if what in self.turns.striking:
            return replace(told, me=me, anybody=me is None, each=each, doing=phrase("active_player"))
        return replace(told, me=me, anybody=me is None, each=each, turn=what in self.turns.yours)

    def leaving_out(self, lines: frozenset[int]) -> Speech:
        """The same without some lines of the rules, by identity."""
        found = copy(self)
        found.told = replace(self.told, untold=self.told.untold | lines)
        return found

    def teaching(self) -> Speech:
        """The same, in the words of a page from which people learn the game."""
        found = copy(self)
        found.told = teaching.taught(self.told, self.book)
        return found

    def without_stores(self, places: frozenset[Kind], named: frozenset[Kind] = frozenset()) -> Speech:
        """The same, where what is put into these places is taken away, and what comes from them is there; of what is
        `named` examples tell that it lies there."""
        found = copy(self)
        found.told = replace(self.told, stores=places, not_away=named)
        return found

    def with_bearings(self, values: frozenset[model.Value]) -> Speech:
        """The same, where these directions of a piece are told by it: "towards the rook"."""
        found = copy(self)
        found.told = replace(self.told, bearings=values)
        return found

    def for_several(self) -> Speech:
        """The same, in the words that are used where more than two play."""
        found = copy(self)
        found.told = replace(self.told, several=True)
        return found

    def read_by(self, seat: int) -> Speech:
        """The same for those alone who have a seat."""
        found = copy(self)
        found.told = replace(self.told, reader=seat)
        return found

    def line(self, step: Step) -> Line:
        return self.realiser.line(step)

    def words(self, form: Form, use: Use = "fact") -> Words:
        return self.realiser.words(form, use)

    def lines(self, found: tuple[Step, ...]) -> tuple[Line, ...]:
        return tuple(self.line(step) for step in found)

    # ------------------------------------------------------------------------------------------------ definitions

    def actor(self, definition: Definition) -> int | None:
        """The only seat that carries it out, if there is one."""
        return self.actors.get(definition)

    def only_seat(self, definition: Definition) -> Form | None:
        """Who alone carries it out, by name."""
        number = self.actor(definition)
        return seat(self.told, self.book.world.players, number) if number is not None else None

    def allowed(self, action: model.Action) -> Line:
        return self.line(definitions.allowed(action))

    def offered(self, action: model.Action) -> tuple[Line, tuple[Line, ...]]:
        """What an action allows with what it needs, as a player reads it: a sentence, and what has no room in it."""
        scope = self.scope(action)
        heap = heaps.heaps(self.book).get(action) if scope.taught else None
        must = any(action.span == one.span for one in self.musts)  # it may be told without what a shape tells
        before = asked.before_choices(action)
        lead, rest = offers.offered(scope, before, lambda need: self.says_itself(scope, action, need), heap, must)
        return self.line(lead), self.plainly(action, self.lines(rest))

    def says_itself(self, scope: Scope, action: model.Action, need: model.Need) -> bool:
        """Whether a need has no name, or one of which all is in its sentence, and nothing goes over it. Where a game
        is taught no need has a name."""
        if need.overrides or need.by is not None or need.afterwards:
            return False
        if scope.taught:
            return True
        line = self.line(definitions.need(definitions.asking(scope, action), need))
        return not line.title or is_said(line.title, line.text)

    def asked_before(self, power: model.Power) -> tuple[Line, ...]:
        """What is needed for it whatever is chosen."""
        return self.lines(definitions.needs(self.scope(power), asked.before_choices(power)))

    def done(self, act: model.Act) -> tuple[Line, ...]:
        """What happens, with what is needed of each choice behind it."""
        return self.lines(asked.effects(self.scope(act), act))

    def plainly(self, definition: model.Act | model.Procedure, needs: tuple[Line, ...]) -> tuple[Line, ...]:
        """Needs without names that say no more than their sentences; what has an exception keeps its own."""
        inventory = {self.lexicon.heading(need.name) for need in definition.needs if need.overrides}
        spare = (line.title not in inventory and is_said(line.title, line.text) for line in needs)
        return tuple(replace(line, title="") if so else line for line, so in zip(needs, spare, strict=True))

    def needs(self, definition: model.Act | model.Procedure) -> tuple[Line, ...]:
        return self.lines(definitions.needs(self.scope(definition), definition))

    def unsaid(self, definition: Definition) -> tuple[Line, ...]:
        """The needs that are told beside the words in short, as these say nothing of them."""
        if not isinstance(definition, model.Act | model.Procedure):
            return ()
        return self.lines(definitions.needs(self.scope(definition), definition, unsaid(self.book, definition)))

    def playable(self, definition: model.Playable) -> tuple[Line, ...]:
        """The phases and windows in which it can be done, if there are any."""
        return self.lines(definitions.playable(definition))

    def cost(self, action: model.Act) -> Line | None:
        step = definitions.cost(self.scope(action), action, self.book.procedures.get("pay"))
        return self.line(step) if step else None

    def effects(self, definition: model.Act | model.Procedure, alone: bool = False) -> tuple[Line, ...]:
        return self.lines(definitions.effects(self.scope(definition, alone), definition))

    def short(self, definition: Definition, alone: bool = False) -> tuple[Line, ...]:
        """What is told in place of all lines, in the designer's words; none, where an exception always counts."""
        texts = () if overrides.is_replaced(self.scope(), definition) else definition.short
        values = self.values(definition, alone)
        return tuple(replace(self.said(text, values), said=False) for text in texts)

    def together(self, power: model.Power) -> list[model.Power]:
        """All powers that one text tells."""
        same = [other for other in self.book.powers.values() if power.each and other.each is power.each]
        return sorted(same, key=lambda other: other.value) or [power]

    def shared(self, power: model.Power) -> Line | None:
        """What to know where several powers are told as one: their names say the value."""
        if power.each is None:
            return None
        return self.line(Step(phrase("name_says", what=variable_form(self.scope(), power.each)), "fact"))

    def values(self, definition: Definition, alone: bool) -> Mapping[str, str]:
        """What stands for the value of a power in the designer's words: of powers told together, all."""
        if not isinstance(definition, model.Power) or definition.each is None:
            return {}
        kind = definition.each.kind
        powers = [definition] if alone else self.together(definition)
        forms = tuple(element(self.told, kind, power.value) for power in powers)
        return {kind.name: plain(self.words(Listed(forms, "or") if len(forms) > 1 else forms[0]))}

    def heading(self, definition: Definition) -> Words:
        """What an action or procedure does: "place an asteroid on a cell"."""
        return self.words(headings.heading(definition), "bare")

    def window(self, window: model.Window) -> Words:
        """A window with what it is opened for: "the Combat window from a player (the attacker)"."""
        return self.words(headings.window(self.told, window).form)

    def definition(self, node: Definition) -> Line:
        """A quality, value, walk, rule or ending as one sentence, with lines under it where it has several parts."""
        return self.line(DEFINITIONS[type(node)](self.scope(node), node))

    def besides(self, node: model.Quality) -> Line:
        """When something has a quality besides what is told otherwise."""
        step = definitions.quality(self.scope(node), node)
        match step.form:
            case Phrase(key="when") as form:
                return self.line(replace(step, form=replace(form, key="when_also")))
            case _:  # a list says it
                return self.line(step)

    def notes(self, node: Definition) -> tuple[Line, ...]:
        """What is to know besides of a position, or of a word with several definitions."""
        if isinstance(node, model.Position):
            return self.lines(tuple(positions.notes(self.scope(), node)))
        return self.lines(tuple(overloads.notes(self.book, node, self.headed)))

    def title(self, node: Definition) -> str:
        """What a definition is headed; of several of one word it says what it is about: "Open (pawn)"."""
        name = self.name_of(node)
        if isinstance(node, model.Power):
            name = ", ".join(map(self.name_of, self.together(node)))
        kind = overloads.told_apart_by(self.book, node)
        apart = f" ({plain(self.words(Noun(kind_term(kind), 'bare')))})" if kind is not None else ""
        return name[:1].upper() + name[1:] + apart

    def name_of(self, node: Definition) -> str:
        """A definition by its name or label: a quality, a verb, a thing."""
        term = definition_term(node)
        match node:
            case model.Quality(about=about) if about:
                return plain(self.words(is_so(node)))
            case model.Quality():
                of = Noun(kind_term(node.parameters[0].kind))
                return plain(self.words(Adjective(Term(node.label or node.name, about=node), to=of)))
            case model.Action() | model.Procedure() if not term.proper:
                return self.realiser.doing(term)
            case _:  # by its name
                return self.name(term)

    def name(self, term: Term, many: bool = False, of: Term | None = None) -> str:
        """A thing by its name alone, as in a heading or a list; what a thing has or is called may agree with it."""
        return self.realiser.name(term, many, of)

    def label(self, label: str) -> str:
        """The name of a seat, a space or an option."""
        players = self.book.world.players
        seats = players.labels or players.elements
        return self.name(Term(label, proper=True, about=(players, seats.index(label)) if label in seats else None))

    def seat(self, label: str, word: str = "") -> str:
        """A seat as a sentence has it, behind a place word or role word: "o Imperial", "do Imperial"."""
        players = self.book.world.players
        who = named(label, (players, (players.labels or players.elements).index(label)))
        return plain(self.words(Attached(word, who)))

    def said(self, text: model.Text | Remark, values: Mapping[str, str] = MappingProxyType({})) -> Line:
        """The designer's words as a line; `values` stand in their places besides the numbers of the rulebook."""
        content = filled(self.book.world.filled(self.lexicon.text(text.text)), values)
        return Line(referring(content, self.titles, self.realiser.seeing), clauses=text.clauses, said=True)

    @cached_property
    def titles(self) -> Mapping[str, Definition]:
        """What is defined with a title that nothing else is defined with."""
        return titled(self.book, self.title)

    def headed(self, node: Definition) -> Noun:
        """A definition, spoken of by its heading."""
        return Noun(Term(self.title(node), proper=True, about=node, told=True), "bare")

    def table(self, value: model.Value) -> Table | None:
        """The cases of a value as a table, where they ask what one thing is."""
        found = value_cases.table(self.scope(value), value)
        if found is None:
            return None
        asked, rows = found
        cells = tuple((self.words(r.key) if r.key else None, self.words(r.value), r.clauses) for r in rows)
        heading = capitalised(self.words(headings.value_heading(self.scope(value), value)))
        return Table(heading, capitalised(self.words(asked)), cells)

    # ---------------------------------------------------------------------------------------------------- the box

    def components(self, known: Collection[PieceInfo] = ()) -> tuple[Component, ...]:
        """The inventory: how many of what is really in the box, in the order of the file; what all sorts of those that
        are `known` have is not told of each."""
        dice = faces_rolled(self.book)
        infos = self.book.world.piece_infos.values()
        return tuple(inventory.component(self.scope(), info, dice, known) for info in infos if info.owners)

    def sorts(self, info: PieceInfo) -> tuple[PieceInfo, ...]:
        """What a kind of piece is a sort of, the widest first, but for those of which pieces are in the box."""
        return tuple(other for other in box.above(self.scope(), info) if not other.owners)[::-1]

    def sort(self, info: PieceInfo, known: Collection[PieceInfo] = ()) -> Component:
        """What several kinds are sorts of, with what all of these have."""
        return inventory.sort(self.scope(), info, faces_rolled(self.book), known)

    def share(self, kinds: Sequence[tuple[Noun, Phrase]]) -> Line:
        """How many each player has of some kinds of pieces."""
        return self.line(inventory.share(kinds))

    def kept_spare(self, kinds: tuple[Noun, ...]) -> Line:
        """Of which kinds more pieces are at hand."""
        return self.line(inventory.kept_spare(kinds))

    def places(self) -> tuple[Place, ...]:
        """The places beside the board, in the order of the file."""
        return tuple(inventory.place(self.scope(), info) for info in self.book.world.places.values())

    def is_told_apart(self, info: PlaceInfo) -> bool:
        """Whether something is said of a place by what lies there."""
        return inventory.is_told_apart(self.scope(), info)

    def limit(self, info: PlaceInfo) -> Line | None:
        """How much has room in a place, if there is a limit."""
        step = inventory.limit(self.scope(), info)
        return self.line(step) if step else None

    def looked_into(self, infos: Sequence[PlaceInfo]) -> Line:
        """Who sees what lies in places into which the same players look."""
        return self.line(inventory.looked_into(self.scope(), infos))

    def had_by_each(self, infos: Sequence[PlaceInfo]) -> Line:
        """That each player has places of their own."""
        return self.line(inventory.had_by_each(self.scope(), infos))

    def at_hand(self, infos: Sequence[PieceInfo]) -> Line:
        return self.line(first_places.at_hand(infos))

    def is_dealt_out(self, info: PieceInfo) -> bool:
        """Whether each player has as many of a kind at first, in a place of their own."""
        return first_places.is_dealt_out(self.scope(), info)

    def taken_by_each(self, infos: Sequence[PieceInfo]) -> Line:
        return self.line(first_places.taken_by_each(self.scope(), infos))

    def as_drawn(self, infos: Sequence[PieceInfo], board: Kind | None) -> Line:
        """That pieces of some kinds are put where the picture of the only board, or of one of several, shows them."""
        return self.line(first_places.as_drawn(infos, board))

    def gridded(self, found: Grid) -> Line:
        """What the numbers in the picture of what a power gives are."""
        return self.line(boards.gridded(found))

    def spots_shown(self, info: BoardInfo) -> Line | None:
        """Where to look for the spaces of a board that have names of their own, if there are any."""
        step = boards.spots_shown(info)
        return self.line(step) if step else None

    def state(self, info: StateInfo) -> tuple[Line, ...]:
        """What players have and can be."""
        return self.lines(tuple(inventory.state(self.scope(), info)))

    def first_places(self, variant: str | None = None, without: Container[PieceInfo] = ()) -> tuple[Line, ...]:
        """Where everything is put before the setup, but for what that puts elsewhere piece by piece; what belongs to a
        variant, or to none (""), if one is given."""
        infos = self.book.world.piece_infos.values()
        elsewhere = [info for info in infos if put_by_name(self.book, info.kind) == len(info.starts)]
        wanted = [
            info for info in infos
            if info not in elsewhere
            and info not in without
            and (variant is None or self.book.belongs.get(info, "") == variant)
        ]  # fmt: skip
        if self.told.taught:
            return self.lines(tuple(first_places.in_few_sentences(first_places.by_sorts(self.scope(), wanted))))
        return self.lines(tuple(step for info in wanted for step in first_places.first_places(self.scope(), info)))

    def had(self, attribute: Attribute, value: int, of: Kind | None = None) -> str:
        """A value that something has, as it stands alone in a list: of what is had, or of the kind of thing."""
        found = element(self.scope(), attribute.kind, value)
        return plain(self.realiser.cell(found, Noun(kind_term(of) if of else attribute_term(attribute))))

    def with_value(self, thing: Kind, attribute: Attribute, value: int) -> str:
        """A thing that has a value, without an article: "red shard"."""
        found = element(self.scope(), attribute.kind, value)
        adjectives = (found.term,) if isinstance(found, Noun) else ()
        return plain(self.words(Noun(kind_term(thing), "bare", adjectives=adjectives)))

    def sheet(self, info: TableInfo) -> Sheet:
        """The cells of a table; what it is of is its `thing`."""
        found = box.sheet(self.scope(), info)
        heads = tuple(capitalised(self.words(head)) for head in found.heads)
        rows = (zip(row, found.heads, strict=True) for row in found.rows)
        return Sheet(heads, tuple(tuple(self.realiser.cell(c, head) if c else None for c, head in row) for row in rows))

    def thing(self, item: object) -> tuple[Line, ...]:
        """What is to know of a board, place, kind of piece or of number, table or setting; nothing of anything else."""
        scope = self.scope()
        match item:
            case BoardInfo():
                return self.lines(boards.board(scope, item, self.spoken))
            case PlaceInfo():
                return self.lines(box.place(scope, item))
            case PieceInfo():
                return self.lines(tuple(box.details(scope, item))) if item.owners else ()
            case StateInfo():
                return self.lines(tuple(box.state(scope, item)))
            case Kind(sort="line"):
                return (self.line(box.line_kind(self.book.world.lines[item.name])),)
            case Kind():
                return (self.line(box.kind(item)),)
            case TableInfo():
                return (self.line(box.table_lead(item)),)
            case Setting():
                return (self.line(box.setting(item)), *map(self.said, item.words))
            case _:  # is known by its name
                return ()

    def shape(self, info: BoardInfo, unsaid: Container[int]) -> tuple[Line, ...]:
        """What is to know of a board by those who do not read the definitions that are `unsaid`, by identity."""
        return self.lines(boards.board(self.scope(), info, boards.spoken_of(self.book, unsaid)))

    # ----------------------------------------------------------------------------------------------------- the course

    def block(self, block: model.Block, setup: bool = False, known: Kind | None = None) -> tuple[Line, ...]:
        """Lines one after the other; of the only piece that is `known`, as was just spoken of it, as "it"."""
        steps = statements.steps_of(replace(self.scope(), setup=setup), block)
        if known is not None:
            only = Noun(kind_term(known), "the")
            forms = (changed(step.form, lambda part: it(part) if part == only else part) for step in steps)
            steps = tuple(replace(step, form=form) for step, form in zip(steps, forms, strict=True))
        return self.lines(steps)

    def goal(self, ending: model.Ending) -> Line | None:
        """Who wins by an end of the game as soon as what is so, if that is one sentence."""
        step = goals.goal(self.scope(ending), ending)
        return self.line(step) if step else None

    def course(self, phase: model.Phase) -> tuple[Line, ...]:
        """What happens in a phase."""
        return self.lines(statements.steps_of(self.scope(phase), phase.body))

    def outcomes(self) -> tuple[Line, ...]:
        """Where the game is decided in the course of play, at the end of a phase, or in a verb."""
        return self.lines(self.decided)

    @property
    def outcomes_apart(self) -> tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]:
        """The same: what says in one sentence who wins, the others, and the cases in which nobody does."""
        won, drawn = endings.draws_apart(self.scope(), self.decided)
        goals = tuple(step for step in won if endings.is_goal(step))
        return self.lines(goals), self.lines(tuple(step for step in won if step not in goals)), self.lines(drawn)

    @property
    def decided(self) -> tuple[Step, ...]:
        book = self.book
        used = [name for name in book.terms.variants if name in book.patches]  # those that only add are told apart
        alone = endings.has_one_end(book)
        ends: list[Step | None] = [*endings.in_play(self.scope(), book.play, used, alone, endings.can_be_won(book))]
        in_words = [
            p for p in book.phases.values() if self.told.taught and p.short
        ]  # these say how the game ends there
        for phase in (p for p in book.phases.values() if endings.counts_with(p, used) and p not in in_words):
            ends += [*endings.amid_phase(self.scope(phase), phase, used), endings.in_phase(self.scope(), phase, alone)]
        acts = [a for a in (*book.actions.values(), *book.powers.values()) if endings.counts_with(a, used)]
        ends += [endings.in_act(self.told, act, self.only_seat(act), used) for act in acts]
        ends += [
            endings.in_verb(self.scope(verb), verb, used)
            for verb in endings.uncalled(book, used, in_words, self.told.taught)
        ]
        found = [step for step in ends if step is not None]
        if alone and len(found) == 1 and endings.is_at_the_end(found[0]):
            found = [*endings.brought_about(self.scope(), book.play), *found]
        return tuple(found)

    def story(
        self, example: model.Example, later: Container[int] = (), lesson: Lesson | None = None
    ) -> tuple[tuple[str, Line], ...]:
        """The sentences of a worked example: (given, when, then or said; the sentence). `later` are the answers,
        counted from 0, before which turns pass in which nothing is done; with a `lesson` it is told to who learns."""
        found = stories.story(self.scope(), example, self.ordinary, later, lesson)
        return tuple(said_once((told.part, self.line(told.step)) for told in found))


DEFINITIONS: dict[type, Callable[..., Step]] = {
    model.Quality: definitions.quality,
    model.Value: definitions.value,
    model.Walk: definitions.walk,
    model.Position: positions.position,
    model.StandingRule: definitions.standing,
    model.Trigger: definitions.happening,
    model.Before: definitions.happening,
    model.AtEdge: definitions.at_edge,
    model.Ending: definitions.ending,
    model.WaitingOrder: definitions.waiting_order,
    model.Override: definitions.override,
    model.Bar: prohibitions.bar,
}


def realiser(
    world: World,
    language: str,
    variants: bool = False,
    lexicon: Lexicon = AS_WRITTEN,
    names: frozenset[str] = frozenset(),
) -> Realiser:
    """The realiser of a language, which knows the kinds of a world by their Names."""
    terms = {kind.name: kind_term(kind) for kind in world.kinds.values()}
    return LANGUAGES[language](terms, variants, lexicon, names)


def said_once(parts: Iterable[tuple[str, Line]]) -> Iterator[tuple[str, Line]]:
    """The sentences of an example without what is so then that the designer says in the same words before it."""
    known: set[str] = set()
    for part, line in parts:
        words = set(map(str.lower, WORD.findall(line.text)))
        known = known | words if part == "said" else set() if part in ("when", "given") else known
        if part != "then" or line.children or not known or not words - FILLING <= known:
            yield part, line


def has_sentence(node: object) -> bool:
    """Whether `sentence` has words for it."""
    return isinstance(node, SENTENCES) or type(node) in DEFINITIONS


def sentence(node: object, world: World, language: str = "English", lexicon: Lexicon = AS_WRITTEN) -> str:
    """What `saying` says of one part of a rulebook."""
    return saying(world, language, lexicon)(node)


def saying(world: World, language: str, lexicon: Lexicon) -> Callable[[object], str]:
    """Says a need, action, definition, statement, condition or step of an example in one sentence, which raises
    TypeError for what is none of these."""
    words, scope = realiser(world, language, lexicon=lexicon), Scope(world)
    return lambda node: one_sentence(words.line(step_of(node, scope)))


def one_sentence(line: Line) -> str:
    """A line with all that stands under it in one sentence."""
    if not line.children:
        return line.text
    return f"{line.text.rstrip('.:')}: {'; '.join(under(child) for child in line.children)}."


def under(line: Line) -> str:
    """A line as a part of the sentence under which it stands, with its heading."""
    said = lowered(one_sentence(line))
    return f"{line.title}: {said}" if line.title else said


def is_said(name: str, text: str) -> bool:
    """Whether all words of a name are in a sentence, be it as one or as many."""
    name_words, words = ({word.removesuffix("s") for word in WORD.findall(said.lower())} for said in (name, text))
    return name_words <= words


WORD = re.compile(r"\w+")


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


SENTENCES = (
    model.Need, model.Action, model.Power, model.Procedure, model.Phase, model.Window,
    model.Condition, model.ExampleStep, model.Statement, model.FinalTest, model.Way,
)  # fmt: skip


def step_of(node: object, scope: Scope) -> Step:
    """The step for any part of a rulebook."""
    match node:
        case model.Need():
            return definitions.need(scope, node)
        case model.Action():
            return definitions.allowed(node)
        case model.Phase(parameters=[]):  # its name tells no deed: the last supply
            return Step(headings.name_of(node))
        case model.Power() | model.Procedure() | model.Phase():
            return Step(headings.heading(node))
        case model.Window():
            return headings.window(scope, node)
        case model.FinalTest():
            return statements.final_test(scope, node)
        case model.Way():
            return alternatives.way(scope, node)
        case model.Condition():
            return Step(scope.clause(node), "fact")
        case model.ExampleStep():
            return stories.told(scope, node)
        case model.Statement():
            told: tuple[Step, ...] = STATEMENTS[type(node)](scope, node)
            return told[0]
        case _:  # a definition that is one sentence
            if type(node) in DEFINITIONS:
                return DEFINITIONS[type(node)](scope, node)
            raise TypeError(f"no sentence for {type(node).__name__}")
