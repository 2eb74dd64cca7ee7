"""A game that a search goes on with from a state, answer by answer, and what each player is told of the answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from random import Random

from dsl.ir.layout import RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER
from interpreter.bots.determinisation import Seat
from interpreter.knowledge.reader import REFEREE, Knowledge
from interpreter.play.options import Answers, Option
from interpreter.play.rules import Rules
from interpreter.play.set_answers import COMPLETE, GIVE_UP, SetAnswer, together
from interpreter.play.simultaneous import is_secret
from interpreter.state.machine import State

Key = Hashable  # an answer, or what somebody is told of it
Choice = Option | Sequence[int]  # the next element of a set; codes, of which chance takes one
Labels = Sequence[Key]  # what is told, by trees

SPAN = 2**62


class Walk:
    """A game that goes on from a state, answer by answer; of it only what is needed to go on is kept.

    An answer is known by its code, an element of a set by its words; with secrets an answer that names pieces by the
    words of whoever gives it, as in different positions they can mean different pieces. `prints`: which pieces have the
    same print, if there are secrets.
    """

    def __init__(self, rules: Rules, state: State, seat: Seat, prints: Sequence[int] | None, random: Random) -> None:
        self.rules, self.state, self.prints, self.random = rules, state, prints, random
        self.machine = rules.machine
        self.nature = len(rules.program.players)
        self.trees = self.nature if prints is not None else 1
        self.entered: tuple[Option, ...] = seat.entered
        self.hidden = seat.in_secret  # whether the others are told nothing of what is answered now
        self._goes_on()

    def _goes_on(self) -> None:
        """What was found out is not so any more."""
        self._seen: Key = None
        self._choices: Mapping[Key, Choice] | None = None

    def copy(self) -> Walk:
        """The same once more, with what was found out: how one of them goes on has no part in the other."""
        other = copy(self)
        other.state = self.state[:]
        return other

    def drawing_anew(self) -> State:
        """The state, from which chance will draw otherwise than in any other round."""
        self.state[RANDOM_AT] = self.random.randrange(SPAN)
        return self.state

    @property
    def over(self) -> bool:
        return self.state[STATUS_AT] == OVER

    def who(self) -> int:
        """Who is asked next; of several who decide at once the first."""
        if is_secret(self.rules.program, self.state):
            self.hidden = True
            self._goes_on()
            self.machine.resume(self.state, self.machine.options(self.state)[0])
        return self.state[WHO_AT]

    def seen(self) -> Key:
        """What whoever is asked sees of the pieces: what they are, and where."""
        if self._seen is None:
            knowledge, at = Knowledge(self.rules.box, self.state, self.state[WHO_AT]), self.rules.box.at
            prints = enumerate(self.prints or ())
            self._seen = tuple(sorted((kind, at(self.state, piece)) for piece, kind in prints if knowledge.sees(piece)))
        return self._seen

    # -------------------------------------------------------------------------------------------------------- answering

    def _answers(self, reader: int) -> Answers:
        decision = self.rules.program.decisions[self.state[SITE_AT]]
        return Answers(decision, Knowledge(self.rules.box, self.state, reader))

    def _sets(self, answers: Answers) -> SetAnswer | None:
        return SetAnswer(self.machine, self.state, answers) if answers.decision.several is not None else None

    def choices(self) -> Mapping[Key, Choice]:
        """What can be answered: codes, or the next element of a set."""
        if self._choices is None:
            self._choices = self._found()
        return self._choices

    def _found(self) -> Mapping[Key, Choice]:
        answers = self._answers(self.state[WHO_AT])
        sets = self._sets(answers)
        if sets is not None:
            return {option.text: option for option in sets.steps(self.entered).options}
        codes = self.machine.options(self.state)
        if self.prints is None:
            return {group[0]: group for group in answers.groups(codes)}
        named = [code for code in codes if answers.names_pieces(code)]
        plain = {code: (code,) for code in codes if not answers.names_pieces(code)}
        return plain | dict(sorted(answers.by_text(named).items()))

    def in_words(self, key: Key) -> str:
        """The option that is known by a key."""
        if not isinstance(key, int):
            return str(key)
        answers = self._answers(self.state[WHO_AT])
        if not answers.names_pieces(key):
            return answers.text(key)
        return next(text for text, codes in answers.by_text(self.machine.options(self.state)).items() if key in codes)

    def take(self, key: Key, choice: Choice) -> Labels | None:
        """Gives an answer, chance's as it was `drawn`. What is told of it, by trees; None where it is a step of an
        answer, of which nothing is told."""
        if isinstance(choice, Option):
            codes = self._entered(choice)
            return None if codes is None else self.give(codes, key)
        by_chance = self.state[WHO_AT] == self.nature
        return self.give(choice if by_chance else [self.random.choice(choice)], key)

    def _entered(self, option: Option) -> Sequence[int] | None:
        """The codes of a set, if it is complete with this."""
        sets = self._sets(self._answers(self.state[WHO_AT]))
        assert sets is not None
        if option == GIVE_UP:
            return [sets.giving_up]
        self._goes_on()
        self.entered = self.entered if option == COMPLETE else (*self.entered, option)
        whole = option == COMPLETE or sets.is_full(self.entered)
        return sets.codes(self.entered, self.random.choice) if whole else None

    def drawn(self) -> Sequence[int]:
        """What chance answers."""
        sets = self._sets(self._answers(REFEREE))
        return sets.drawn(self.random.choice) if sets else (self.random.choice(self.machine.options(self.state)),)

    def give(self, codes: Sequence[int], key: Key) -> Labels:
        """As `take`, with the codes of a whole answer."""
        who = self.state[WHO_AT]
        labels = [key] if self.trees == 1 else [self._told(reader, who, codes, key) for reader in range(self.trees)]
        self.entered, self.hidden = (), False
        self._goes_on()
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
        if answers.decision.several is not None:
            return together(map(answers.text, filter(None, codes)))
        (code,) = codes
        return answers.text(code) if answers.names_pieces(code) else code
