"""Monte Carlo tree search: which answer does best in many games that go on at random from here.

Each round begins in a position that the player cannot tell from the one they are in (`interpreter.worlds`), goes down
a tree as far as it is known, adds one answer to it, plays on at random, and counts for every answer on its way what its
player got in the end. Everybody has a tree of their own, whose branches are what they were told of each answer, in
their own words, and what they see when they are asked: so nobody's answer depends on what they do not know, also where
several decide at once. Where nothing is hidden all have one tree.

What plays to the end can be replaced (`Playout`), and the machine of the rules is whatever the rules have.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log, sqrt
from random import Random
from typing import Protocol

from dsl.ir import OVER
from dsl.layout import RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from interpreter.box import Box
from interpreter.knowledge import REFEREE, Knowledge, has_secrets
from interpreter.machine import Fault, State
from interpreter.normal import fixed_owner
from interpreter.options import Answers, Option
from interpreter.payoffs import payoffs
from interpreter.position import Position
from interpreter.rules import Rules
from interpreter.secret import is_secret
from interpreter.sets import COMPLETE, GIVE_UP, SetAnswer, together
from interpreter.standins import fixed
from interpreter.worlds import Seat, world

WORLDS = 50  # positions that are made for one search; with more rounds they are used again
LONGEST = 2000  # answers of a game that goes on at random; what has not ended by then is worth what it is worth then
CURIOSITY = 0.8  # how much rather an answer is looked at that was not looked at often
SPAN = 2**62

Key = Hashable  # an answer, or what somebody is told of it
Choice = Option | Sequence[int]  # the next element of a set; codes, of which chance takes one
Labels = Sequence[Key]  # what is told, by trees


class Playout(Protocol):
    """Plays a state at random to its end, and says what each player has then. The state may be changed."""

    def __call__(self, rules: Rules, state: State, random: Random) -> Sequence[float]: ...


def at_random(rules: Rules, state: State, random: Random) -> Sequence[float]:
    """All answers are equally likely, also those that look alike. Where a fault stops the game, nobody gets any."""
    options, resume = rules.machine.options, rules.machine.resume
    try:
        for _ in range(LONGEST):
            if state[STATUS_AT] == OVER:
                break
            resume(state, random.choice(options(state)))
    except Fault:
        return [0.0] * len(rules.program.players)
    return payoffs(rules.box, state)


class Node:
    """What somebody was told so far. `worth` is the sum of what whoever gave the last answer got, over `visits` rounds;
    in `offered` rounds this answer could be given."""

    __slots__ = ("choices", "next", "offered", "visits", "worth")

    def __init__(self) -> None:
        self.next: dict[Key, Node] = {}
        self.choices: Mapping[Key, Choice] | None = None  # where nothing is hidden: what can be answered here
        self.visits = self.offered = 0
        self.worth = 0.0

    def after(self, key: Key) -> Node:
        """What somebody is told next."""
        node = self.next.get(key)
        if node is None:
            node = self.next[key] = Node()
        return node


class Walk:
    """A game that goes on from a state, answer by answer; of it only what is needed to go on is kept.

    Without secrets an answer is known by its code, or the words of an element of a set; with them by the words of
    whoever gives it, as in different positions the same words can mean different pieces. `prints`: which pieces have
    the same print, if there are secrets.
    """

    def __init__(self, rules: Rules, state: State, seat: Seat, prints: Sequence[int] | None, random: Random) -> None:
        self.rules, self.state, self.prints, self.random = rules, state, prints, random
        self.machine = rules.machine
        self.nature = len(rules.program.players)
        self.trees = self.nature if prints is not None else 1
        self.entered: tuple[Option, ...] = seat.entered
        self.hidden = seat.in_secret  # whether the others are told nothing of what is answered now

    @property
    def over(self) -> bool:
        return self.state[STATUS_AT] == OVER

    def who(self) -> int:
        """Who is asked next; of several who decide at once the first."""
        if is_secret(self.rules.program, self.state):
            self.hidden = True
            self.machine.resume(self.state, self.machine.options(self.state)[0])
        return self.state[WHO_AT]

    def seen(self) -> Key:
        """What whoever is asked sees of the pieces: what they are, and where."""
        knowledge, at = Knowledge(self.rules.box, self.state, self.state[WHO_AT]), self.rules.box.at
        prints = enumerate(self.prints or ())
        return tuple(sorted((kind, at(self.state, piece)) for piece, kind in prints if knowledge.sees(piece)))

    # -------------------------------------------------------------------------------------------------------- answering

    def _answers(self, reader: int) -> Answers:
        decision = self.rules.program.decisions[self.state[SITE_AT]]
        return Answers(decision, Knowledge(self.rules.box, self.state, reader))

    def _sets(self, answers: Answers) -> SetAnswer | None:
        return SetAnswer(self.machine, self.state, answers) if answers.decision.several is not None else None

    def choices(self) -> Mapping[Key, Choice]:
        """What can be answered: codes, or the next element of a set."""
        answers = self._answers(self.state[WHO_AT])
        sets = self._sets(answers)
        if sets is not None:
            return {option.text: option for option in sets.steps(self.entered).options}
        codes = self.machine.options(self.state)
        if self.prints is None:
            return {group[0]: group for group in answers.groups(codes)}
        legal = answers.legal(codes)
        return {text: legal.drawn[text] for text in legal.options.texts}

    def take(self, key: Key, choice: Choice) -> Labels | None:
        """Gives an answer. What is told of it, by trees; None where it is a step of an answer, of which nothing is."""
        if isinstance(choice, Option):
            codes = self._entered(choice)
            if codes is None:
                return None
        else:
            codes = [self.random.choice(choice)]
        return self._give(codes, key)

    def _entered(self, option: Option) -> Sequence[int] | None:
        """The codes of a set, if it is complete with this."""
        sets = self._sets(self._answers(self.state[WHO_AT]))
        assert sets is not None
        if option == GIVE_UP:
            return [sets.giving_up]
        self.entered = self.entered if option == COMPLETE else (*self.entered, option)
        whole = option == COMPLETE or sets.is_full(self.entered)
        return sets.codes(self.entered, self.random.choice) if whole else None

    def draw(self) -> Labels:
        """Chance answers."""
        answers = self._answers(REFEREE)
        sets = self._sets(answers)
        codes = sets.drawn(self.random.choice) if sets else [self.random.choice(self.machine.options(self.state))]
        return self._give(codes, tuple(codes))

    def _give(self, codes: Sequence[int], key: Key) -> Labels:
        who = self.state[WHO_AT]
        labels = [key] if self.trees == 1 else [self._told(reader, who, codes, key) for reader in range(self.trees)]
        self.entered, self.hidden = (), False
        for number, code in enumerate(codes):
            if number and is_secret(self.rules.program, self.state):
                self.machine.resume(self.state, who)
            self.machine.resume(self.state, code)
        return labels

    def _told(self, reader: int, who: int, codes: Sequence[int], key: Key) -> Key:
        """What somebody is told of an answer; whoever gives it has been told all of it but the last step."""
        if reader == who:
            return key
        if self.hidden:
            return ""
        answers = self._answers(reader)
        return together(answers.text(code) for code in codes if code or answers.decision.several is None)


class Search:
    """A search for one player, whose rounds add to what is known."""

    def __init__(self, rules: Rules, seat: Seat, random: Random, playout: Playout = at_random) -> None:
        self.rules, self.seat, self.random, self.playout = rules, seat, random, playout
        program = rules.program
        self.secrets = has_secrets(program) or any(decision.sort == "secret" for decision in program.decisions)
        self.prints = _prints(rules.box) if self.secrets else None
        self.roots = [Node() for _ in program.players] if self.secrets else [Node()]
        self._worlds: list[State] = []
        self._least, self._most = 0.0, 0.0  # of what anybody got so far

    def best(self, rounds: int) -> str | None:
        """The option that was looked at most often, the better of two; None if no position was found to begin with."""
        for number in range(rounds):
            state = self._begin(number)
            if state is None:
                return None
            self._round(Walk(self.rules, state, self.seat, self.prints, self.random))
        found = self._root.next
        key = max(found, key=lambda key: (found[key].visits, found[key].worth))
        return key if isinstance(key, str) else self._text(key)

    def _text(self, code: Key) -> str:
        """The option of a code; in all positions that were looked at it is the same."""
        legal = Position(self.rules, self.rules.machine.unpack(self.seat.words)).legal
        return next(text for text, codes in legal.all.items() if code in codes)

    @property
    def _root(self) -> Node:
        """Where the player has to answer; what they see there is the same in all rounds."""
        return next(iter(self.roots[self.seat.player].next.values())) if self.secrets else self.roots[0]

    def _begin(self, number: int) -> State | None:
        """A position to begin a round with, in which chance draws otherwise than in any other round."""
        if number < (WORLDS if self.secrets else 1):
            found = world(self.rules, self.seat, self.random)
            if found is None:
                return None
            self._worlds.append(found)
        state = self._worlds[number % len(self._worlds)][:]
        state[RANDOM_AT] = self.random.randrange(SPAN)
        return state

    def _round(self, walk: Walk) -> None:
        way: list[tuple[Node, int]] = []
        try:
            self._down(walk, way)
            worth = self.playout(self.rules, walk.state, self.random)
        except Fault:
            worth = [0.0] * walk.nature
        self._least, self._most = min(self._least, *worth), max(self._most, *worth)
        for node, who in way:
            node.visits += 1
            node.worth += worth[who]

    def _down(self, walk: Walk, way: list[tuple[Node, int]]) -> None:
        """Goes down the trees to the first answer that is new to whoever gives it, and gives it."""
        places = list(self.roots)
        new = False
        while not walk.over and not (new and not walk.entered):
            who = walk.who()
            if who == walk.nature:
                places = _told(places, walk.draw())
                continue
            at = who if self.secrets else 0
            if self.secrets:
                places[at] = places[at].after(walk.seen())
            choices = self._choices(walk, places[at])
            key = self._pick(places[at], choices)
            node = places[at].after(key)
            new = new or not node.visits
            way.append((node, who))
            labels = walk.take(key, choices[key])
            places = _told(places, labels) if labels is not None else [*places[:at], node, *places[at + 1 :]]

    def _choices(self, walk: Walk, node: Node) -> Mapping[Key, Choice]:
        if self.secrets:
            return walk.choices()
        if node.choices is None:
            node.choices = walk.choices()
        return node.choices

    def _pick(self, node: Node, choices: Mapping[Key, Choice]) -> Key:
        """The answer that promises most, of those that were not looked at yet any."""
        new = [key for key in choices if key not in node.next or not node.next[key].visits]
        for key in choices:
            node.after(key).offered += 1
        if new:
            return self.random.choice(new)
        return max(choices, key=lambda key: self._promise(node.next[key]))

    def _promise(self, node: Node) -> float:
        span = self._most - self._least or 1.0
        mean = (node.worth / node.visits - self._least) / span
        return mean + CURIOSITY * sqrt(log(node.offered) / node.visits)


def _prints(box: Box) -> list[int]:
    """For each piece a number that those share which differ in nothing that is printed."""
    known: dict[object, int] = {}
    fields = [(p, kind, fixed(box.fields(p))) for p, kind in enumerate(box.pieces)]
    prints = [(kind.name, fixed_owner(box, p), *(box.read(f, (), p) for f in own)) for p, kind, own in fields]
    return [known.setdefault(one, len(known)) for one in prints]


def _told(places: Sequence[Node], labels: Labels) -> list[Node]:
    return [place.after(label) for place, label in zip(places, labels, strict=True)]
