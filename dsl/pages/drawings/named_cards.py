"""The cards that a worked example names, beside its pictures: where each lies at first, with its title, and whether
something can be done with it. Of hands nobody sees more than what the example tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute
from dsl.pages.drawings.artist import Artist
from dsl.pages.drawings.asides import Panel
from dsl.pages.drawings.pictures import told_by
from dsl.pages.drawings.pieces import Body
from dsl.pages.drawings.spoken import Claim
from dsl.pages.drawings.table import Store
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Noun
from dsl.prose.nouns import element
from dsl.prose.speech import plain

MOST = 6  # cards in a picture
NAMED = ("enumeration", "power")  # the sorts of values that have names
Key = tuple[object, ...]
"""What tells a card from others: what an example calls it, or its values and its owner."""


@dataclass(frozen=True)
class Card:
    """One that is named, and how the place is called in which it lies."""

    body: Body
    title: str
    place: str

    def times(self, count: int) -> Card:
        """The same for so many that are alike."""
        return self if count == 1 else replace(self, title=f"{count} × {self.title}")


class NamedCards:
    """Those that an example puts somewhere off the boards."""

    def __init__(self, artist: Artist, steps: Sequence[model.ExampleStep]) -> None:
        self.artist, self.speech = artist, artist.speech
        found = [card for step in steps if isinstance(step, model.Given) for card in self.given(step.condition)]
        alike = Counter(key for key, _ in found)
        self.cards: Mapping[Key, Card] = {key: card.times(alike[key]) for key, card in found}

    def given(self, condition: model.Condition) -> Iterator[tuple[Key, Card]]:
        """The card that is put somewhere, if it is told which."""
        match condition:
            case model.Exists(selection=model.Selection(place=model.Located(where=model.Expression() as where)) as one):
                selection = one
            case model.Located(what=model.Pick(selection=selection), where=model.Expression() as where):
                pass
            case _:  # puts no card anywhere
                return
        values = values_of(selection)
        if where.kind.sort == "place" and values and self.artist.look.forms.get(selection.kind.name) == "card":
            yield self.key(selection), self.card(selection, where, values)

    def key(self, selection: model.Selection) -> Key:
        if selection.variable.is_nickname:
            return (selection.variable,)
        owners = [node.by for node in nodes_in(selection) if isinstance(node, model.Owned)]
        who = [owner.value for owner in owners if isinstance(owner, model.Constant)]
        return (selection.kind, *((a, value.value) for a, value in values_of(selection)), *who)

    def card(
        self, selection: model.Selection, where: model.Expression, values: Sequence[tuple[Attribute, model.Constant]]
    ) -> Card:  # fmt: skip
        scope, look = self.speech.scope(), self.artist.look
        told = [
            self.worded(value) if value.kind.elements else f"{self.artist.number_name(attribute)} {value.value}"
            for attribute, value in values
        ]
        icons = [look.icons[name] for _, value in values for name in self.names_of(value) if name in look.icons]
        owner = next((n.by.value for n in nodes_in(selection) if isinstance(n, model.Owned)
                      and isinstance(n.by, model.Constant)), -1)  # fmt: skip
        colour = look.seats[owner] if 0 <= owner < len(look.seats) else look.colours.get(selection.kind.name, "grey")
        form = scope.form(where)
        place = plain(self.speech.words(replace(form, article="bare") if isinstance(form, Noun) else form))
        if any(words[-1:].isdecimal() for words in told):  # which are no title
            told.insert(0, self.artist.kind_name(selection.kind.name))
        body = Body(form="card", colour=colour, icon=(icons or [look.icons.get(selection.kind.name, "")])[-1])
        return Card(body, opening(", ".join(told)), opening(place))

    def names_of(self, value: model.Constant) -> Iterator[str]:
        """What a value is called, and what a table tells of it."""
        yield value.name
        for table in self.artist.world.tables.values():
            if table.kind is value.kind:
                yield from told_by(table, value.value - value.kind.first)

    def panels(self, claims: Sequence[Claim], all_of_them: bool) -> list[Panel]:
        """A panel for each place with the cards in it of which it is claimed that something can be done with them, or
        not; or with all of them."""
        said: dict[Key, dict[str, bool]] = {}
        for key, how, so in self.said(claims):
            said.setdefault(key, {})[how] = so
        shown = {key: card for key, card in self.cards.items() if all_of_them or key in said}
        if len(shown) > MOST:
            return []
        return [self.panel(place, shown, said) for place in dict.fromkeys(card.place for card in shown.values())]

    def panel(self, place: str, shown: Mapping[Key, Card], said: Mapping[Key, Mapping[str, bool]]) -> Panel:
        """A card in a row; where one thing can be done with it and another not, in a row for each."""
        here = [(card, said.get(key, {})) for key, card in shown.items() if card.place == place]
        told = [row for card, how in here for row in rows_of(card, how)]
        rows = tuple(((body,), title) for body, title, _ in told)
        marks = tuple((number, so) for number, (_, _, so) in enumerate(told) if so is not None)
        return Store(place, (), f"{place}: {'; '.join(title for _, title in rows)}.", rows=rows, marks=marks)

    def said(self, claims: Sequence[Claim]) -> Iterator[tuple[Key, str, bool]]:
        """With which of them something can be done, or not, and as what, if that is told."""
        for claim in claims:
            about, told = claim.about, list[object]()
            told += about.invocation.arguments if isinstance(about, model.CanDo) else ()
            told += [about.what] if isinstance(about, model.Choosable) else ()
            values = (one for one in told if isinstance(one, model.Constant) and one.kind.sort in NAMED)
            how = ", ".join(self.worded(one) for one in values)
            for one in told:
                match one:
                    case model.Use(variable=variable) if (variable,) in self.cards:
                        yield (variable,), how, claim.so
                    case model.Pick(selection=selection) if (key := self.key(selection)) in self.cards:
                        yield key, how, claim.so
                    case _:  # is none of them
                        pass

    def worded(self, value: model.Constant) -> str:
        return plain(self.speech.words(element(self.speech.scope(), value.kind, value.value)))


def rows_of(card: Card, said: Mapping[str, bool]) -> Iterator[tuple[Body, str, bool | None]]:
    """How a card is drawn, what is told of it, and whether something can be done with it."""
    if len({*said.values()}) < 2:
        yield card.body, card.title, next(iter(said.values()), None)
        return
    for how, so in said.items():
        yield card.body, f"{card.title}: {how}" if how else card.title, so


def values_of(selection: model.Selection) -> list[tuple[Attribute, model.Constant]]:
    """What is said of a piece that it has."""
    return [
        (left.attribute, right)
        for condition in (*selection.words, *selection.that)
        if isinstance(condition, model.Compare) and condition.operator == "="
        for left, right in [(condition.left, condition.right)]
        if isinstance(left, model.Get) and isinstance(right, model.Constant)
    ]
