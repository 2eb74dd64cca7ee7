"""What stands on a reference card: who may do what, the verbs, families of powers, tables, for each role its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dsl import model
from dsl.model.world import Attribute, Kind, TableInfo
from dsl.pages.reference.passages import Passage, opening
from dsl.prose.nouns import kind_term
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Line, Speech

BRIEF = (45, 36, 28, 20)  # words that stand of what is told in short where there is less and less room
FEW = 8  # powers on pieces that stand on a card, too, until there is hardly any room
BEGINNINGS = ("phase", "window", "action", "rule", "end")  # what nothing need speak of to be done


@dataclass(frozen=True)
class Card:
    """The card of a game, or of one role in it. `told` are the passages about play in their order, `own` all that the
    rulebook itself says; `family` gives what the powers of one sort are called together, `table` the cases of a value
    as a table, where it has one. `borne` are the kinds of what stands on the pieces themselves. `roles` are the seats
    that the card is for, if not all; `opposed` is what only others do that speaks of what all share; `scored` are the
    values by which it is decided who wins; `left_out` are headings of what stands only in the guide. `brief`: of what
    the designer tells in short stand only so many words, as whole sentences, if that is no 0; `shows_course`: the whole
    course of the game, not a turn alone; `whole`: nothing is left out that does not stand on the pieces themselves."""

    told: list[Passage]
    own: list[Passage]
    family: Callable[[Passage], str]
    table: Callable[[Passage], object]
    borne: frozenset[Kind] = frozenset()
    roles: tuple[str, ...] = ()
    opposed: tuple[Passage, ...] = ()
    scored: tuple[Passage, ...] = ()
    shows_directions: bool = True
    shows_course: bool = True
    brief: int = 0
    whole: bool = True
    left_out: tuple[str, ...] = ()

    def of(self, sort: str) -> list[Passage]:
        return [passage for passage in self.told if passage.sort == sort]

    @property
    def nearly_all(self) -> bool:
        """Whether nothing is left out, and of what is told in short only what few are asked for."""
        return self.whole and (not self.brief or self.brief >= BRIEF[1])

    @property
    def phases(self) -> list[Passage]:
        return self.of("phase")

    @property
    def actions(self) -> list[Passage]:
        return self.of("action")

    @property
    def deeds(self) -> list[Passage]:
        """The actions, with what is told apart from them behind each."""
        return [passage for passage in self.told if passage.sort in ("action", "lesson")]

    @property
    def verbs(self) -> list[Passage]:
        return self.of("verb")

    @property
    def by_itself(self) -> list[Passage]:
        """What happens whenever something is so."""
        return self.of("rule")

    @cached_property
    def families(self) -> list[tuple[str, list[Passage]]]:
        """The kinds of powers with their members."""
        found: dict[str, list[Passage]] = {}
        for passage in (p for p in self.own if p.sort == "power"):
            found.setdefault(self.family(passage), []).append(passage)
        return list(found.items())

    @cached_property
    def counting(self) -> set[int]:
        """What counts for the score, by identity."""
        return {id(passage.about) for passage in self.scored}

    @cached_property
    def tables(self) -> list[tuple[Passage, object]]:
        """The rulebook's own values that can be looked up in a table, but for those of the score."""
        found = ((passage, self.table(passage)) for passage in self.own if id(passage.about) not in self.counting)
        return [(passage, table) for passage, table in found if table is not None]

    @property
    def lists(self) -> list[Passage]:
        """The tables of the box, but for what is drawn on the board and what stands on the pieces."""
        listed = ((p, p.about.kind) for p in self.own if isinstance(p.about, TableInfo) and not p.variant)
        return [p for p, kind in listed if kind.members is None and kind not in self.borne and kind.sort != "piece"]

    @property
    def words(self) -> list[Passage]:
        """What the words mean that are no tables, and do not count for the score."""
        terms = (passage for passage in self.own if passage.sort == "term" and id(passage.about) not in self.counting)
        return [passage for passage in terms if self.table(passage) is None]

    def names(self, words: bool) -> set[str]:
        """What has its name on the card, also what words mean, if they are there; windows have none there."""
        told = [p for p in self.told if p.sort != "window"]
        told += [*(p for _, members in self.families for p in members), *self.scored, *self.lists]
        told += [*(p for p, _ in self.tables), *self.opposed, *(self.words if words else ())]
        return {p.title for p in told if p.title} | {name for name, _ in self.families}

    @property
    def about(self) -> set[int]:
        """What is spoken of on the card, by identity."""
        powers = [power for _, members in self.families for power in members]
        return {about for p in self.spoken_of([*self.told, *powers, *self.opposed], ()) for about in abouts(p)}

    def short(self, passage: Passage) -> tuple[Line, ...]:
        """What the designer tells in short, or the beginning of it."""
        return (beginning(passage.short[0], self.brief),) if self.brief and passage.short else passage.short

    def briefly(self, passage: Passage) -> list[Line]:
        """The first sentence of what another does: its first line, or what is allowed where that says all of it, and of
        words in a row their beginning."""
        lead = (passage.lead,) if passage.lead else ()
        first = next(iter(passage.short or passage.steps or lead or passage.words), None)
        return [beginning(first)] if first else []

    # --------------------------------------------------------------------------------------------------------- shorter

    def shorter(self, t: Mapping[str, str]) -> Iterator[Card]:
        """The card, then with less and less on it: first without what the players may agree to use, without how play
        begins, the directions, many powers that stand on pieces, and with only the beginning of what is told in short.
        Where there is no room even then, without all powers that stand on pieces, the steps with a name, the tables, at
        last all powers. By what it is decided who wins stays. `t` are the headings."""
        yield self
        less = self.without((p for p in (*self.told, *self.own) if p.variant), t["variants"])
        yield less
        less = replace(less, shows_course=False)
        yield less
        less = replace(less, shows_directions=False)
        yield less
        for words in BRIEF:
            less = replace(less.without_borne(FEW), brief=words)
            yield less
        less = replace(less, whole=False).without_borne(0)
        yield less
        less = less.without(less.verbs, t["verbs"])
        yield less
        tables = [*(passage for passage, _ in less.tables), *less.lists]
        less = less.without(tables, *(passage.title for passage in tables))
        yield less
        powers = [passage for _, members in less.families for passage in members]
        yield less.without(powers, *(name for name, _ in less.families))

    def without_borne(self, most: int) -> Card:
        """Without families of more powers than that which stand on pieces."""
        gone = [(name, powers) for name, powers in self.families if family_of(powers[0]) in self.borne]
        larger = [(name, powers) for name, powers in gone if len(powers) > most]
        return self.without((power for _, powers in larger for power in powers), *(name for name, _ in larger))

    def without(self, passages: Iterable[Passage], *headings: str) -> Card:
        """Without these, which stand under the headings."""
        gone = list(passages)
        told, own, opposed, scored = (
            [p for p in kept if p not in gone] for kept in (self.told, self.own, self.opposed, self.scored)
        )
        left_out = (*self.left_out, *headings)
        return replace(
            self, told=told, own=own, opposed=tuple(opposed), scored=tuple(scored), left_out=left_out,
        ) if gone else self  # fmt: skip

    # ----------------------------------------------------------------------------------------------------------- roles

    def for_roles(self, seats: Iterable[str], told_to: Callable[[Passage, int], Passage]) -> list[Card]:
        """A card for each role; seats that may do the same share one. Where all do, there is one card. `told_to` gives
        what is told to a seat."""
        found: dict[tuple[int, ...], list[tuple[int, str]]] = {}
        for number, seat in enumerate(seats):
            foreign = self.foreign([told_to(passage, number) for passage in self.phases])
            can = (n for n, p in enumerate(self.actions) if p.who in ("", seat) and id(p.about) not in foreign)
            found.setdefault(tuple(can), []).append((number, seat))
        if len(found) == 1:
            return [self]
        return [self.for_seats(can, dict(together), told_to) for can, together in found.items()]

    def foreign(self, phases: Iterable[Passage]) -> set[int]:
        """What the phases speak of to all, but not as they are told to one."""
        told = {about for passage in phases for about in abouts(passage)}
        return {about for passage in self.phases for about in abouts(passage)} - told

    def for_seats(
        self, can: Sequence[int], seats: Mapping[int, str], told_to: Callable[[Passage, int], Passage]
    ) -> Card:
        """Without what only others do, and what nothing but that speaks of; their actions and powers are told apart.
        Of one seat it says "you"."""
        others = [p for n, p in enumerate(self.actions) if n not in can]
        kept = self.spoken_of([p for p in self.own if p.sort in BEGINNINGS and p not in others], others)
        gone = [p for p in self.spoken_of(others, []) if p not in kept]
        told, own = ([p for p in passages if p not in gone] for passages in (self.told, self.own))
        if len(seats) == 1:
            told = [told_to(passage, *seats) for passage in told]
        others = [p for p in gone if p.sort in ("action", "power")]
        opposed = tuple(p for p in self.own if p in others)
        return replace(self, told=told, own=own, opposed=opposed, roles=tuple(seats.values()))

    def spoken_of(self, passages: Iterable[Passage], without: Iterable[Passage]) -> list[Passage]:
        """The passages with all that they speak of, and what that speaks of in its turn."""
        found, waiting = [], list(passages)
        left = [p for p in self.own if p not in waiting and p not in without]
        while waiting:
            found.append(waiting.pop())
            spoken = abouts(found[-1])
            waiting += [p for p in left if id(p.about) in spoken or id(family_of(p)) in spoken]
            left = [p for p in left if p not in waiting]
        return found


def scoring(own: Iterable[Passage]) -> tuple[Passage, ...]:
    """The numbers that ends speak of, also by way of other values."""
    passages = list(own)
    by_thing = {id(p.about): p for p in passages}
    found: dict[int, Passage] = {}
    waiting = [p for p in passages if p.sort == "end"]
    while waiting:
        spoken = abouts(waiting.pop())
        more = [p for key in spoken if (p := by_thing.get(key)) and key not in found and is_number(p)]
        found |= {id(p.about): p for p in more}
        waiting += more
    return tuple(p for p in passages if id(p.about) in found)


def is_number(passage: Passage) -> bool:
    """Whether it says how large something is."""
    kind = passage.about.kind if isinstance(passage.about, model.Value) else None
    return kind is not None and kind.sort in ("range", "number")


def beginning(line: Line, most: int = 0) -> Line:
    """A line as far as to the end of its first sentence, or of the last with which it has so many words at most."""
    sentences = sentences_of(line.text)
    ends = [line.text.index(sentence) + len(sentence) for sentence in sentences]
    left = max([ends[0], *(end for end in ends if len(line.text[:end].split()) <= most)])
    whole, words = left == ends[-1], []
    for run in line.words:
        words.append(replace(run, text=run.text[: max(0, left)]))
        left -= len(run.text)
    shown = tuple(run for run in words if run.text)
    return replace(line, words=shown, children=line.children if whole else ())


def abouts(passage: Passage) -> set[int]:
    """What a passage speaks of; with what a thing has, the kinds of that."""
    found = [run.about for line in passage.lines() for run in line.words if run.about is not None]
    return {id(about) for about in found} | {id(about.kind) for about in found if isinstance(about, Attribute)}


def family_of(passage: Passage) -> Kind | None:
    """The kind that a power is one of."""
    return passage.about.family if isinstance(passage.about, model.Power) else None


def family(speech: Speech, passage: Passage) -> str:
    """What the powers of this sort are called together."""
    found = family_of(passage)
    assert found is not None  # every power is one of a kind
    return opening(speech.name(kind_term(found), many=bool(found.plural)))
