"""Answers that are sets: their elements one after another, or the whole at once.

A set is entered in the order of the texts of the options, so that there is one way to each set; the numbers of the
elements have no part in it, as they would tell what a player does not see. Only the complete answer goes to the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from dsl.ir.program import Several
from interpreter.knowledge.wording import natural
from interpreter.play.options import Answers, Legal, Option, Options, plain
from interpreter.play.why import LONGEST_ANSWER, Refusal, unmet
from interpreter.state.machine import Machine, State

NOTHING = "nothing"  # the text of a set without elements
DONE = 0  # the code which says that the set is complete
COMPLETE = Option("done", ("done",), passes=True)
GIVE_UP = Option("give up", ("give up",), passes=True)
ENDS = (COMPLETE, GIVE_UP)  # the options of a step that add nothing

Elements = Sequence[Option]  # those that look alike are equal, and stand as often as they are chosen
Draw = Callable[[Sequence[int]], int]  # takes one of several codes


class SetAnswer:
    """An open decision whose answer is a set, as its decider knows it."""

    def __init__(self, machine: Machine, state: State, answers: Answers) -> None:
        several = answers.decision.several
        assert several is not None
        self._several: Several = several
        self._machine = machine
        self._state = state
        self._answers = answers

    @cached_property
    def every(self) -> Legal:
        """All elements that a set can have."""
        return self._answers.legal([code for code in self._within(0) if DONE < code < self.giving_up])

    @property
    def giving_up(self) -> int:
        """The code with which the answer is given up."""
        return self._several.size + 1

    @property
    def may_give_up(self) -> bool:
        """Whether the answer can be given up, as it is not always found out whether a set can be completed."""
        return self._answers.decision.alternatives[-1].base == self.giving_up

    def _within(self, chosen: int, allowed: int | None = None, wanted: int | None = None) -> list[int]:
        """The codes with which the set can be completed, in any order, from what is allowed (None: from all)."""
        return self._machine.within(self._state, chosen, allowed, wanted)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number of elements."""
        least, most = self._machine.arguments(self._state)[self._several.at : self._several.at + 2]
        return least, most

    # ---------------------------------------------------------------------------------------------------------- steps

    def steps(self, chosen: Elements) -> Legal:
        """The options of the next step: elements that do not stand before those chosen, and `done`."""
        texts = self.every.options.texts
        first = max((texts.index(option.text) for option in chosen), default=0)
        taken, rest = self._taken(chosen), 0
        found: dict[str, tuple[int, ...]] = {}
        for text in reversed(texts[first:]):
            wanted = members_of(self.every.all[text])
            rest |= wanted
            found[text] = self._of(text, self._within(taken, rest, wanted))
        return self._legal(found, self._within(taken, rest, 0))

    def addable(self, chosen: Elements) -> Legal:
        """The options of a step for one who goes by no order."""
        codes = self._within(self._taken(chosen))
        return self._legal({text: self._of(text, codes) for text in self.every.options.texts}, codes)

    def groups(self, taken: Iterable[int]) -> list[list[int]]:
        """The codes that can follow those taken, for one who goes by no order; those together that look alike."""
        return self._answers.groups(self._within(members_of(taken)))

    def _of(self, text: str, codes: Sequence[int]) -> tuple[int, ...]:
        return tuple(code for code in self.every.all[text] if code in codes)

    def _legal(self, found: Mapping[str, tuple[int, ...]], codes: Sequence[int]) -> Legal:
        """The options for which codes were found, with what else chance could take; `codes` say what may end it."""
        all_ = {text: mine for text, mine in found.items() if mine}
        drawn = {text: mine if self._is_drawn(text) else mine[:1] for text, mine in all_.items()}
        options = [option for option in self.every.options if option.text in all_]
        for code, option in ((DONE, COMPLETE), (self.giving_up, GIVE_UP)):
            if code in codes:
                options.append(option)
                all_[option.text] = drawn[option.text] = (code,)
        return Legal(Options(options), all_, drawn)

    def _is_drawn(self, text: str) -> bool:
        return len(self.every.drawn[text]) > 1

    # ---------------------------------------------------------------------------------------------------- whole answers

    def read(self, typed: str) -> list[Option] | None:
        """The elements of a whole answer with these texts in any order; None if it is not made of such. That one
        stands oftener than there are of it is for `refused` to say."""
        if plain(typed) == NOTHING:
            return []
        found = self._read(plain(typed), Counter())
        return self._listed(plain(typed)) if found is None and len(typed) <= LONGEST_ANSWER else found

    def _listed(self, rest: str) -> list[Option] | None:
        """The elements of which `rest` is a list, however often each stands."""
        found: list[Option] = []
        texts = {f"{plain(option.text)},": option for option in self.every.options}
        rest += ","
        while rest:
            count, rest = times(rest)
            text = max(filter(rest.startswith, texts), key=len, default="")
            if not text:
                return None
            found += [texts[text]] * count
            rest = rest[len(text) :].lstrip()
        return found

    def _read(self, rest: str, used: Counter[str]) -> list[Option] | None:
        """The elements of which `rest` is a list, none oftener than there are of it."""
        count, rest = times(rest)
        for option in sorted(self.every.options, key=lambda o: -len(o.text)):
            after = rest.removeprefix(plain(option.text))
            if after == rest or used[option.text] + count > len(self.every.all[option.text]):
                continue
            if not after:
                return [option] * count
            more = self._read(after[1:].lstrip(), used + Counter({option.text: count})) if after[0] == "," else None
            if more is not None:
                return [option] * count + more
        return None

    def refused(self, elements: Elements) -> Refusal | None:
        """Why a set is no legal answer; None if it is."""
        again = self._too_often(elements)
        if not again and self._allows(self._taken(elements)):
            return None
        text, number = together(option.text for option in elements), len(elements)
        least, most = self.bounds
        if not again and least <= number <= most:
            return self._unmet(elements, text)
        wanted = f"{most}" if least == most else f"at least {least}" if number < least else f"at most {most}"
        many = [] if least <= number <= most else [f"{wanted} must be chosen, not {number}"]
        return Refusal("E0802", f"“{text}” is not allowed: {', and '.join([*many, *again])}.")

    def _too_often(self, elements: Elements) -> list[str]:
        """What is chosen oftener than there are of it, in words."""
        counts = Counter(option.text for option in elements)
        there = {text: len(self.every.all[text]) for text in counts}
        most = {text: "only once" if number == 1 else f"{number} times at most" for text, number in there.items()}
        return [f"{text} can be chosen {most[text]}" for text, count in counts.items() if count > there[text]]

    def _unmet(self, elements: Elements, text: str) -> Refusal:
        """The first need that the set does not meet, if it is that."""
        arguments = self._machine.with_chosen(self._state, self._taken(elements))
        for need in self._several.needs:
            if not self._machine.call(need.function, self._state, *arguments):
                return Refusal("E0802", f"“{text}” is not allowed.", (unmet(self._answers, need),))
        return Refusal("E0802", f"“{text}” is not possible now.")

    def _allows(self, members: int) -> bool:
        if not members:
            return DONE in self._within(0, 0, 0)
        last = members & -members
        return last.bit_length() in self._within(members ^ last, last, last)

    def _taken(self, elements: Elements) -> int:
        """A set of these elements; of those that look alike the first."""
        counts = Counter(option.text for option in elements)
        return members_of(code for text, count in counts.items() for code in self.every.all[text][:count])

    def is_drawn(self, elements: Elements) -> bool:
        """Whether chance has a part in it: some are chosen of those that only look alike."""
        counts = Counter(option.text for option in elements)
        return any(self._is_drawn(text) and count < len(self.every.all[text]) for text, count in counts.items())

    def codes(self, elements: Elements, draw: Draw) -> list[int]:
        """The answers that enter the set, in the order in which the rules take them."""
        found: list[int] = []
        for text, count in Counter(option.text for option in elements).items():
            drawn = self._is_drawn(text) and count < len(self.every.all[text])
            left = list(self.every.all[text])
            for _ in range(count):
                found.append(draw(left) if drawn else left[0])
                left.remove(found[-1])
        return self.in_order(found)

    def drawn(self, draw: Draw) -> list[int]:
        """What chance answers: as many as it is told to draw, each of those that are left with equal chances."""
        left = self._machine.options(self._state)
        found: list[int] = []
        for _ in range(self.bounds[0]):
            found.append(draw(left))
            left.remove(found[-1])
        return found

    def in_order(self, codes: Iterable[int]) -> list[int]:
        """The answers that enter these elements, and say that they are all where there could be more."""
        found = sorted(codes)
        return found if found and len(found) == self.bounds[1] else [*found, DONE]

    def is_full(self, elements: Elements) -> bool:
        """Whether nothing more can be added, so that the answer is complete."""
        return bool(elements) and all(option == COMPLETE for option in self.steps(elements).options)


def members_of(codes: Iterable[int]) -> int:
    """The set of the elements that these codes add."""
    return sum(1 << code - 1 for code in codes)


def times(text: str) -> tuple[int, str]:
    """`2 × a piece` as 2 and the rest; 1 where there is no number."""
    number, sign, rest = text.partition(" × ")
    return (int(number), rest) if sign and number.isdecimal() and len(number) < 4 else (1, text)


def together(texts: Iterable[str]) -> str:
    """The text of a whole answer: equal elements are counted, and their order tells nothing."""
    counts = Counter(texts)
    parts = [f"{counts[text]} × {text}" if counts[text] > 1 else text for text in sorted(counts, key=natural)]
    return ", ".join(parts) or NOTHING


def in_one(parts: Sequence[str]) -> str:
    """The text of an answer of several parts: what is done, and what was chosen for it."""
    return parts[0] if len(parts) == 1 else f"{parts[0]}: {', '.join(parts[1:])}"


def whole(elements: Elements) -> Option:
    """A whole answer as an option: its parts are the elements."""
    texts = tuple(sorted((option.text for option in elements), key=natural))
    clauses = tuple(dict.fromkeys(clause for option in elements for clause in option.clauses))
    return Option(together(texts), texts, clauses, passes=not elements)


def read_option(options: Options, answer: str | Option | int) -> Option | Refusal:
    """The option that an answer means: the option, its text, a few words of it, or its index."""
    if isinstance(answer, int):
        if 0 <= answer < len(options):
            return options[answer]
        return Refusal("E0801", f"There is no option number {answer}: there are {len(options)}.")
    found = options.same(str(answer)) or options.within(str(answer))
    if len(found) == 1:
        return found[0]
    if found:
        near = tuple(option.text for option in found[:3])
        return Refusal("E0805", f"“{answer}” can mean {len(found)} options.", near=near)
    return Refusal("E0801", f"There is no option “{answer}”.", near=options.near(str(answer)))
