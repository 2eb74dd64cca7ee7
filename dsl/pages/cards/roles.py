"""The reference cards of a game as they are handed out: for each role, and with each number of players, its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.pages.cards.contents import Card
from dsl.pages.cards.paper import Paper
from dsl.pages.cards.references import only_to
from dsl.pages.cards.sides import LINK, Sheet, laid_out
from dsl.pages.rendering import render
from dsl.prose.speech import Line

if TYPE_CHECKING:
    from dsl.pages.game import Game


@dataclass(frozen=True)
class Laid:
    """A card on paper: whom it is for, if not everybody, and its sides."""

    whom: str
    sheet: Sheet


def cards(game: Game, paper: Paper) -> list[Laid]:
    """The card of each role; where it is another one with other numbers of players, one for each that differs."""
    sheets: dict[tuple[str, ...], Sheet] = {}
    numbers: dict[tuple[str, ...], list[str]] = {}
    for played in game.by_players:
        for roles, sheet in by_roles(game, played, paper):
            read = (roles, *(LINK.sub(r"\1", side) for side in sheet.sides))
            sheets.setdefault(read, sheet)
            numbers.setdefault(read, []).append(played.number_of_players)
    several = len(set(map(tuple, numbers.values()))) > 1
    return [Laid(headed(read[0], numbers[read] if several else []), sheet) for read, sheet in sheets.items()]


def headed(roles: str, numbers: list[str]) -> str:
    """Whom a card is for: "3 players: Wolf", or nothing if it is for everybody."""
    return ": ".join(part for part in (", ".join(numbers), roles) if part)


def by_roles(game: Game, played: Game, paper: Paper) -> Iterator[tuple[str, Sheet]]:
    """The cards of a game as it is played with one number of players."""
    for card in played.card.for_roles(map(played.speech.label, played.world.players.labels), played.told_to):
        needed = list(played.brevity.needed((*card.told, *card.own)))
        short = card.without(passage for passage in (*card.told, *card.own) if passage not in needed)
        yield whom(card, game.t), on_paper(game, played, short, paper)


def whom(card: Card, t: Mapping[str, str]) -> str:
    """Whom a card is for: who has the only seat that it is for is spoken to."""
    return t["you_are"].format(*card.roles) if len(card.roles) == 1 else ", ".join(card.roles)


def on_paper(game: Game, played: Game, card: Card, paper: Paper) -> Sheet:
    """As much of a card as has room on one side; on as few sides as can be where nothing of it has."""
    sheets: list[Sheet] = []
    for shorter in card.shorter(game.t):
        sheets.append(written(game, played, shorter, paper))
        if len(sheets[-1].sides) == 1:
            break
    return min(sheets, key=lambda sheet: len(sheet.sides))


def written(game: Game, played: Game, card: Card, paper: Paper) -> Sheet:
    """All of a card on paper; what its words mean stands there if there is room."""
    return laid_out(body(game, played, card, words=False), paper, lambda: body(game, played, card, words=True))


def body(game: Game, played: Game, card: Card, words: bool) -> str:
    """What stands on a card, with what its words mean or without."""
    names = card.names(words)

    def here(lines: Iterable[Line]) -> list[Line]:
        return list(only_to(lines, names, played.speech.realiser.seeing))

    return render("card_body.md.j2", game=played, card=card, t=game.t, w=game.writer("card"), here=here, words=words)
