"""The places of a phrasing: `<K>` is a piece of the rulebook, `{held}` where its player has it. What fills them is told
by nouns, deeds and values; what the rulebook does not tell is `Unknown`, so that the phrasing is passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from dsl.text.inflection import articled
from dsl.text.inventory import Inventory, Unknown
from dsl.text.other_languages import SLIPS
from dsl.text.rewordings import Reworded

NUMBERS = {word: meant[0] for word, meant in SLIPS.items() if meant[0].isdecimal() and " " not in word}
EMPTY = dict.fromkeys(("unoccupied", "free", "vacant", "open", "unclaimed"), "empty")  # what spaces are called


class Places(dict[str, str]):
    """What stands in the places of a phrasing, and what the rulebook tells of it.

    `{Ks}` are several of the piece; `{deck}`, `{discard}`, `{hand}` the places that are so; `{store}` where the pieces
    are at first; `{held}` where the player has them, `{theirs}` the other one; `{inside}` what pieces a place is for;
    `{a K}`, `{one K}` and `{several K}` are whatever stands there with its article, alone, and several of it.
    """

    def __init__(
        self,
        found: dict[str, str],
        fillers: Fillers,
        inventory: Inventory,
        text: str,
        condition: Callable[[str, Inventory], str],
        meant_by: Callable[[str, Inventory], Iterator[Reworded]],
    ) -> None:
        """`condition` gives a condition as the language has it, `meant_by` what a sentence may mean."""
        super().__init__(found)
        self.fillers, self.inventory, self.text = fillers, inventory, text
        self._condition, self._meant_by = condition, meant_by
        self.beside: list[str] = []  # what stands at the left edge for the lines of which a sentence is made

    def __getitem__(self, name: str) -> str:
        if name in self.fillers:
            return self.fillers[name](self, self.inventory)
        how, _, noun = name.partition(" ")
        if how in ("a", "an", "one", "several") and noun:
            one = self[noun] if noun in self.fillers else self.inventory.called(self.word(noun))
            return one if how == "one" else self.inventory.several(one) if how == "several" else articled(one)
        if name not in self:
            raise Unknown
        words = super().__getitem__(name)
        return words if name in AS_THEY_STAND else self.inventory.phrase(words, self["p"])

    @property
    def asked(self) -> tuple[Callable[[str, Inventory], str], Callable[[str, Inventory], Iterator[Reworded]]]:
        """What else is asked what words mean."""
        return self._condition, self._meant_by

    def condition(self, text: str) -> str:
        return self._condition(text, self.inventory)

    def meant(self, text: str) -> Iterator[Reworded]:
        return self._meant_by(text, self.inventory)

    def told_of(self, found: dict[str, str], name: str) -> str:
        """What would stand in a place if others held what was `found`."""
        return Places(found, self.fillers, self.inventory, self.text, self._condition, self._meant_by)[name]

    def word(self, name: str, otherwise: str = "") -> str:
        """What stands there, as it is written."""
        if name not in self and not otherwise:
            raise Unknown
        return self.get(name, otherwise)

    @property
    def named_place(self) -> str:
        """The name of the place."""
        return self.inventory.called(re.sub(r" of .*", "", self["place"]))


AS_THEY_STAND = frozenset(
    "q r z v w S m a b measure start end tail example limit list many name shape direction word verb Step heading when "
    "event rest count side paint w nth then outer inner longer have many pile most at Ks mode form".split()
)

Filler = Callable[[Places, Inventory], str]
"""What stands in a place, from what stands in others and what the rulebook tells."""

Fillers = Mapping[str, Filler]
