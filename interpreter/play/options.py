"""The legal answers of a decision as its decider knows them, and what a typed answer stands for.

The sentence of an option is made by `interpreter.knowledge.wording`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import overload

from dsl.ir.program import Alternative, Decision, Slot
from dsl.text.diagnostics import near
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.knowledge.wording import Wording, natural, slot_value, slots
from interpreter.state.codec import Data

Part = list[tuple[int, tuple[str, ...]]]  # a part of an answer: what each value adds to the code, and its words

ASIDE = re.compile(r" \((?:[^()]|\([^()]*\))*\)")  # what stands in brackets, also with others inside
MOST_ENUMERATED = 20_000  # an illegal answer given in a few of its words is looked for among so many, no more


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: its text, and the same in parts (the words, and the name of what stands in each slot).

    `clauses` are those of the rule that allows it. `passes` is true for an answer that does nothing. Which pieces are
    meant, where the decider cannot tell them apart, is not in it.
    """

    text: str
    parts: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    passes: bool = False

    def __str__(self) -> str:
        return self.text

    def data(self) -> Data:
        """As plain data (`records.Option`)."""
        return {"text": self.text, "parts": [*self.parts], "clauses": [*self.clauses], "passes": self.passes}


class Options:
    """The legal options of one decision, in an order that depends on their texts only. `in` takes texts, too."""

    def __init__(self, options: Iterable[Option] = ()) -> None:
        self._options = sorted(options, key=lambda option: (option.passes, natural(option.text)))
        self._by_text = {option.text: option for option in self._options}

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        return self._options[index]

    def __len__(self) -> int:
        return len(self._options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options)

    def __contains__(self, option: object) -> bool:
        return isinstance(option, str | Option) and str(option) in self._by_text

    def __repr__(self) -> str:
        return f"<Options: {'; '.join(self.texts)}>"

    @property
    def texts(self) -> list[str]:
        """The texts of all options, in order."""
        return [option.text for option in self._options]

    def same(self, typed: str) -> list[Option]:
        """The option with this text; failing that, those whose text differs in capitals only."""
        if typed in self._by_text:
            return [self._by_text[typed]]
        return [option for option in self._options if plain(option.text) == plain(typed)]

    def within(self, typed: str) -> list[Option]:
        """The options whose texts have all the typed words, in this order; `e2e4` is two of them where it must be. What
        stands in brackets counts where nothing has the words outside them."""
        return self._within(typed) or self._within(apart(typed))

    def _within(self, typed: str) -> list[Option]:
        found = [option for option in self._options if _within(typed, option.text)]
        return [option for option in found if _within(typed, ASIDE.sub("", option.text))] or found

    def near(self, typed: str) -> tuple[str, ...]:
        """Texts that may have been meant, three at most."""
        return tuple(near(typed, self.texts))


@dataclass(frozen=True, slots=True)
class Legal:
    """The referee's side of a decision: its options, and the codes of the answers that each stands for, by its text.

    `all`: every legal code of an option. `drawn`: those that chance draws among, one where there is nothing to draw.
    """

    options: Options
    all: Mapping[str, tuple[int, ...]]
    drawn: Mapping[str, tuple[int, ...]]

    def of(self, codes: Iterable[int]) -> list[Option]:
        """The options that these codes belong to."""
        wanted = set(codes)
        return [option for option in self.options if not wanted.isdisjoint(self.all[option.text])]


def plain(text: str) -> str:
    """A text with nothing in it that a person may type differently: capitals, spaces."""
    return " ".join(text.casefold().split())


@lru_cache(1 << 14)  # each text that is typed is held against all options, and by `why not` against all answers
def words(text: str) -> tuple[str, ...]:
    """The words of a text, without what a person may type differently."""
    return tuple(word for part in text.casefold().split() if (word := part.strip(",.;:()")))


def apart(typed: str) -> str:
    """A text in which names of spaces that were typed together are words of their own: `e2e4`, `e2-e4`."""
    return re.sub(r"(?<=\d)-?(?=[^\W\d_])", " ", typed)


def _within(typed: str, text: str) -> bool:
    """Whether all words typed stand in the text, in order."""
    left = iter(words(text))
    wanted = words(typed)
    return bool(wanted) and all(word in left for word in wanted)


# ------------------------------------------------------------------------------------------------ from codes to options


class Answers:
    """The answers to one decision in one position, as one reader knows them, in words that others may share."""

    def __init__(self, decision: Decision, knowledge: Knowledge, wording: Wording | None = None) -> None:
        self.decision = decision
        self.knowledge = knowledge
        self.wording = wording or Wording(knowledge)
        kinds = knowledge.box.kinds
        self._bases = [alternative.base for alternative in decision.alternatives]
        self._alike: dict[int, int] = {}
        self._pieces = [[s for s in slots(a) if kinds[s.kind].sort == "piece"] for a in decision.alternatives]
        self._in_texts: dict[Slot, list[tuple[int, str]]] = {}

    def alternative(self, code: int) -> Alternative:
        """The form of answer that a code belongs to (the bases of a decision's alternatives rise)."""
        return self.decision.alternatives[bisect_right(self._bases, code) - 1]

    def text(self, code: int, detailed: bool = False) -> str:
        """The answer in this reader's words."""
        return self.wording.answer(self.alternative(code), code, detailed)

    def groups(self, codes: Sequence[int]) -> list[list[int]]:
        """The codes, those together that this reader cannot tell apart, each group in rising order."""
        groups: dict[int, list[int]] = defaultdict(list)
        for code in sorted(codes):
            groups[self._representative(code)].append(code)
        return list(groups.values())

    def is_alone(self, code: int) -> bool:
        """Whether this reader can tell an answer from all others, as can be seen from where its pieces are."""
        number = bisect_right(self._bases, code) - 1
        alternative = self.decision.alternatives[number]
        return all(self._lies_alone(slot, slot_value(alternative, slot, code)) for slot in self._pieces[number])

    def _lies_alone(self, slot: Slot, piece: int) -> bool:
        """Whether no other that could stand in a slot is in the same place. What lies on a piece never counts as alone,
        as it may look like what lies on another."""
        if piece < 0:
            return True
        places = self.knowledge.places
        where, others = places[piece], places[max(slot.start, 0) : slot.start + slot.size]
        return where < self.knowledge.box.program.pieces_from and others.count(where) == 1

    def _representative(self, code: int) -> int:
        """The code with each piece replaced by the one that stands for all that look like it."""
        number = bisect_right(self._bases, code) - 1
        representative, alike = code, self._alike
        for slot in self._pieces[number]:
            piece = (code - self._bases[number]) // slot.stride % slot.size + slot.start  # as `slot_value`, but quicker
            if piece not in alike:
                alike[piece] = self.knowledge.alike(piece)
            representative += (alike[piece] - piece) * slot.stride
        return representative

    @cached_property
    def _referee(self) -> Answers:
        return Answers(self.decision, Knowledge(self.knowledge.box, self.knowledge.state, REFEREE))

    def _distinct(self, codes: tuple[int, ...]) -> tuple[int, ...]:
        """Only the first code, if the reader can see that the answers are the same in everything.

        Where something of the pieces is hidden chance draws even among equal ones: that it does not would tell.
        """
        if len(codes) == 1 or (len(self.groups(codes)) == 1 and all(map(self._sees_all, codes))):
            return codes[:1] if len(set(map(self._known_by, codes))) == 1 else codes
        return codes

    def _sees_all(self, code: int) -> bool:
        """Whether the pieces of an answer look the same to one who sees everything."""
        everything = self._referee.knowledge
        return all(self.knowledge.look(piece) == everything.look(piece) for piece in self._pieces_in(code))

    def _known_by(self, code: int) -> tuple[int, ...]:
        """Who knows the pieces of an answer."""
        return tuple(self.knowledge.box.knowers(self.knowledge.state, piece) for piece in self._pieces_in(code))

    def names_pieces(self, code: int) -> bool:
        """Whether an answer names pieces. One that does not has the same text in every position."""
        return bool(self._pieces[bisect_right(self._bases, code) - 1])

    def _pieces_in(self, code: int) -> list[int]:
        number = bisect_right(self._bases, code) - 1
        alternative = self.decision.alternatives[number]
        values = (slot_value(alternative, slot, code) for slot in self._pieces[number])
        return [piece for piece in values if piece >= 0]

    def legal(self, codes: Sequence[int]) -> Legal:
        """The options that these codes make, with the codes of each.

        Where a short text would fit two of them, both get their details.
        """
        every = self.by_text(codes)
        options = Options(self._option(text, group[0]) for text, group in every.items())
        return Legal(options, every, {text: self._distinct(group) for text, group in every.items()})

    def by_text(self, codes: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """The texts of the options that these codes make, with the codes of each."""
        groups = self.groups(codes)
        short = {group[0]: self.text(group[0]) for group in groups}
        uses = Counter(short.values())
        merged: dict[str, list[int]] = defaultdict(list)
        for group in groups:
            text = short[group[0]]
            merged[text if uses[text] == 1 else self.text(group[0], detailed=True)] += group
        return {text: tuple(sorted(group)) for text, group in merged.items()}

    def _option(self, text: str, code: int) -> Option:
        alternative = self.alternative(code)
        rules = self.wording.box.program.rules
        clauses = rules[alternative.rule].clauses if alternative.rule >= 0 else ()
        parts = tuple(self._part(alternative, part, code) for part in alternative.parts)
        return Option(text, parts, clauses, alternative.passes)

    def _part(self, alternative: Alternative, part: str | Slot, code: int) -> str:
        return part if isinstance(part, str) else self.wording.slot(part, slot_value(alternative, part, code))

    # --------------------------------------------------------------------------------------------- from a text to codes

    def read_whole(self, typed: str) -> list[int]:
        """Every answer, legal or not, whose text this is (capitals do not matter)."""
        return [
            alternative.base + offset
            for alternative in self.decision.alternatives
            for offset in sorted(set(self._read_parts(alternative.parts, plain(typed))))
        ]

    def relabelled(self, typed: str) -> str:
        """The text of an answer that begins with the rulebook's name of an action, with its label in place of that."""
        said = plain(typed)
        if any(_after(said, plain(str(alternative.parts[0]))) is not None for alternative in self._named):
            return typed
        for alternative in self._named:
            if alternative.name and (rest := _after(said, plain(alternative.name))) is not None:
                return f"{alternative.parts[0]} {rest}".strip()
        return typed

    @cached_property
    def _named(self) -> list[Alternative]:
        """The forms of answer that begin with a word of their own."""
        return [alternative for alternative in self.decision.alternatives if isinstance(alternative.parts[0], str)]

    def names_what_is_seen(self, code: int) -> bool:
        """Whether the reader sees all pieces that the answer names. Of others it would tell of what kind they are."""
        alternative = self.alternative(code)
        kinds, sees = self.wording.box.kinds, self.wording.knowledge.sees
        pieces = (s for s in slots(alternative) if kinds[s.kind].sort == "piece")
        return all(sees(slot_value(alternative, slot, code)) for slot in pieces)

    def read_words(self, typed: str) -> list[int]:
        """Every answer, legal or not, that has all these words in this order, if the reader sees what it names."""
        if sum(alternative.size for alternative in self.decision.alternatives) > MOST_ENUMERATED:
            return []
        found = self._with_words(words(typed)) or self._with_words(words(apart(typed)))
        return [code for code in found if self.names_what_is_seen(code)]

    def _with_words(self, wanted: Sequence[str]) -> list[int]:
        return [
            base + offset
            for base, parts, used in self._in_words
            if used.issuperset(wanted)
            for offset in _with_words(parts, wanted, 0)
        ]

    @cached_property
    def _in_words(self) -> list[tuple[int, list[Part], set[str]]]:
        """Of each form of answer its base, its parts, and all words in these."""
        formed = [(a.base, [self._worded(part) for part in a.parts]) for a in self.decision.alternatives]
        return [(base, parts, {w for part in parts for _, found in part for w in found}) for base, parts in formed]

    def later(self, code: int, typed: str) -> tuple[str, str] | None:
        """Two things that the last word typed can mean, if it names a part of this answer and could name a later one.

        The text of the part, and that of the later one.
        """
        alternative, wanted, done = self.alternative(code), words(apart(typed)), 0
        for number, part in enumerate(alternative.parts):
            text = self._part(alternative, part, code)
            done = _reached(words(text), wanted, done)
            if done == len(wanted):
                slots = (slot for slot in alternative.parts[number + 1 :] if isinstance(slot, Slot))
                others = (other for slot in slots for _, other in self.wording.slot_texts(slot))
                other = next((other for other in others if words(other) == wanted[-1:]), None)
                return (text, other) if other and isinstance(part, Slot) else None
        return None

    def _worded(self, part: str | Slot) -> Part:
        if isinstance(part, str):
            return [(0, words(part))]
        values = range(part.start, part.start + part.size)
        return [((value - part.start) * part.stride, words(self.wording.slot(part, value))) for value in values]

    def _read_parts(self, parts: Sequence[str | Slot], rest: str) -> Iterator[int]:
        """The offsets of the codes whose words are exactly `rest`."""
        if not parts:
            if not rest:
                yield 0
            return
        part = parts[0]
        values = [(0, plain(part))] if isinstance(part, str) else self._offsets(part)
        for offset, text in values:
            if (after := _after(rest, text)) is not None:
                yield from (offset + more for more in self._read_parts(parts[1:], after))

    def _offsets(self, slot: Slot) -> list[tuple[int, str]]:
        """What each value adds to the code, with each of its plain texts."""
        if slot not in self._in_texts:
            texts = self.wording.slot_texts(slot)
            self._in_texts[slot] = [((value - slot.start) * slot.stride, plain(text)) for value, text in texts]
        return self._in_texts[slot]


def _with_words(parts: Sequence[Part], wanted: Sequence[str], done: int) -> Iterator[int]:
    """The offsets of the codes that have all wanted words in order, of which so many have come before these parts."""
    furthest = done
    for part in parts:
        furthest = max((_reached(found, wanted, furthest) for _, found in part), default=-1)
    if furthest < len(wanted) or not wanted:
        return
    if not parts:
        yield 0
        return
    for offset, found in parts[0]:
        yield from (offset + more for more in _with_words(parts[1:], wanted, _reached(found, wanted, done)))


def _reached(found: Iterable[str], wanted: Sequence[str], done: int) -> int:
    """How many of the wanted words have come in order, with these."""
    for word in found:
        if done < len(wanted) and word == wanted[done]:
            done += 1
    return done


def _after(rest: str, text: str) -> str | None:
    """What is left of `rest` behind `text`, if it begins with it and a word ends there."""
    if not rest.startswith(text):
        return None
    after = rest[len(text) :]
    return None if after[:1].isalnum() and text[-1:].isalnum() else after.lstrip()
