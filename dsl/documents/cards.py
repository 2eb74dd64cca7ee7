"""What stands on a reference card: who may do what, the verbs, families of powers, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from dsl import resolved
from dsl.documents.passages import Passage, opening
from dsl.phrases import Speech
from dsl.phrases.nouns import kind_term


class Card:
    """The card of a game. `told` are the passages about play in their order, `own` all that the rulebook itself says;
    `family` gives what the powers of one sort are called together, `table` the cases of a value as a table, where it
    has one."""

    def __init__(
        self,
        told: list[Passage],
        own: Iterable[Passage],
        family: Callable[[Passage], str],
        table: Callable[[Passage], object],
    ) -> None:
        self.told = told
        self.own = list(own)
        self.family = family
        self.table = table

    @property
    def phases(self) -> list[Passage]:
        return [passage for passage in self.told if passage.sort == "phase"]

    @property
    def actions(self) -> list[Passage]:
        return [passage for passage in self.told if passage.sort == "action"]

    @property
    def several_act(self) -> bool:
        """Whether some actions are only one seat's."""
        return any(passage.who for passage in self.actions)

    @property
    def any_costs(self) -> bool:
        return any(passage.cost for passage in self.actions)

    @property
    def verbs(self) -> list[Passage]:
        return [passage for passage in self.told if passage.sort == "verb"]

    @property
    def meanings(self) -> list[Passage]:
        """The words of which another definition counts for some things."""
        words = (p for p in self.own if isinstance(p.about, resolved.Quality | resolved.Value))
        return [passage for passage in words if passage.steps]

    @cached_property
    def families(self) -> list[tuple[str, list[Passage]]]:
        """The kinds of powers with their members."""
        found: dict[str, list[Passage]] = {}
        for passage in (p for p in self.own if p.sort == "power"):
            found.setdefault(self.family(passage), []).append(passage)
        return list(found.items())

    @property
    def tables(self) -> list[tuple[Passage, object]]:
        """The rulebook's own values that can be looked up in a table."""
        found = ((passage, self.table(passage)) for passage in self.own)
        return [(passage, table) for passage, table in found if table is not None]


def family(speech: Speech, passage: Passage) -> str:
    """What the powers of this sort are called together."""
    about = passage.about
    assert isinstance(about, resolved.Power)
    assert about.family is not None  # every power is one of a kind
    return opening(speech.name(kind_term(about.family), many=bool(about.family.plural)))
