"""The reference cards of a game as they are handed out: for each role, and with each number of players, its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from dsl.pages.cards.contents import Card
from dsl.pages.cards.marked import marked
from dsl.pages.cards.paper import Paper
from dsl.pages.cards.sides import ALONE, BOTH, EASY, LINK, SMALLEST, Sheet, laid_out, split
from dsl.pages.cards.told import Told

if TYPE_CHECKING:
    from dsl.pages.game import Game


@dataclass(frozen=True)
class Laid:
    """A card on paper: whom it is for, if not everybody, and its sides."""

    whom: str
    sheet: Sheet


@dataclass(frozen=True, eq=False)
class Text:
    """A card's Markdown, made once for all sizes of paper: with what its words mean, or without."""

    game: Game
    played: Game
    card: Card

    @cached_property
    def brief(self) -> str:
        return body(self.game, self.played, self.card, words=False)

    @cached_property
    def full(self) -> str:
        return body(self.game, self.played, self.card, words=True)


@dataclass(frozen=True)
class Handed:
    """The card that some roles are handed with a number of players, each text shorter than the one before it."""

    players: str
    roles: str
    texts: Sequence[Text]


def handed(game: Game) -> list[Handed]:
    """The card of each role with each number of players."""
    return [
        Handed(played.number_of_players, roles, [Text(game, played, card) for card in shorter])
        for played in game.by_players
        for roles, shorter in by_roles(game, played)
    ]


def by_roles(game: Game, played: Game) -> Iterator[tuple[str, Iterator[Card]]]:
    """The cards of a game as it is played with one number of players, each with shorter and shorter ones."""
    seats = {played.speech.label(label): played.speech.seat(label) for label in played.world.players.labels}
    for card in played.card.for_roles(seats, played.told_to):
        needed = list(played.brevity.needed((*card.told, *card.own)))
        short = card.without(passage for passage in (*card.told, *card.own) if passage not in needed)
        yield whom(card, game.t, seats), short.shorter(game.t)


def laid(cards: Iterable[Handed], paper: Paper) -> list[Laid]:
    """Those of each role on paper; where they differ with the number of players, one for each that differs."""
    sheets: dict[tuple[str, ...], Sheet] = {}
    numbers: dict[tuple[str, ...], list[str]] = {}
    for card in cards:
        sheet = on_paper(card.texts, paper)
        read = (card.roles, *(LINK.sub(r"\1", side) for side in sheet.sides))
        sheets.setdefault(read, sheet)
        numbers.setdefault(read, []).append(card.players)
    several = len(set(map(tuple, numbers.values()))) > 1
    return [Laid(headed(read[0], numbers[read] if several else []), sheet) for read, sheet in sheets.items()]


def headed(roles: str, numbers: list[str]) -> str:
    """Whom a card is for: "3 players: Wolf", or nothing if it is for everybody."""
    return ": ".join(part for part in (", ".join(numbers), roles) if part)


def whom(card: Card, t: Mapping[str, str], seats: Mapping[str, str]) -> str:
    """Whom a card is for: who has the only seat that it is for is spoken to. `seats`: their names in a sentence."""
    return t["you_are"].format(seats[card.roles[0]]) if len(card.roles) == 1 else ", ".join(card.roles)


def on_paper(texts: Iterable[Text], paper: Paper) -> Sheet:
    """As much of a card as has room on both sides; on as few sides as can be where nothing of it has."""
    return written(chosen(texts, paper), paper)


def chosen(texts: Iterable[Text], paper: Paper) -> Text:
    """The longest text of a card that has room on one side in letters that are easily read, of those that leave out
    nothing but what stands elsewhere; else in smaller ones, if it leaves out little; else on both, in either; else the
    one on fewest sides."""
    found = list(texts)
    whole = [text for text in found if text.card.whole]
    nearly_all = [text for text in found if text.card.nearly_all]
    tried = ((1, EASY, whole), (1, ALONE, nearly_all), (BOTH, EASY, whole), (BOTH, SMALLEST, found))
    for sides, size, some in tried:
        for text in some:
            if len(split(text.brief, paper, size)) <= sides:
                return text
    return min(found, key=lambda text: len(split(text.brief, paper, SMALLEST)))


def written(text: Text, paper: Paper) -> Sheet:
    """All of a card on paper; what its words mean stands there if there is room."""
    return laid_out(text.brief, paper, lambda: text.full)


def body(game: Game, played: Game, card: Card, words: bool) -> str:
    """What stands on a card as Markdown, with what its words mean or without."""
    return marked(Told(played, card, words).blocks, game.card_writer.passage(), game.t)
