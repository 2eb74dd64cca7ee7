"""What stands on the boards when a player is asked first, as it is drawn in documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.documents.book import Standing
    from interpreter import Game

UNSEEN = "?"
SEEDS = (1, 2, 3, 4)  # what is the same with all of them is taken not to depend on chance


def opening(game: Game) -> dict[int, Standing]:
    """What everybody sees on the boards when a player is asked first, by the numbers of spaces; on top of others what
    lies uppermost. Nothing if chance has a part in it."""
    first, *others = (standing(game, seed) for seed in SEEDS)
    return first if all(other == first for other in others) else {}


def standing(game: Game, seed: int) -> dict[int, Standing]:
    from dsl.documents.book import Standing

    kinds = {kind.name: kind for kind in game.program.pieces}
    seats = game.program.players
    found = {}
    for place, location in enumerate(game.start(seed).view()["locations"]):
        for piece in location["pieces"][-1:] if is_on_board(game, place) else ():
            kind, count = kinds.get(piece.get("kind", "")), piece["count"]
            label = UNSEEN if kind is None else kind.label
            seat = seats.index(piece["owner"]) if "owner" in piece else -1
            found[place] = Standing(label, seat, 1 if kind is None else count)
    return found


def is_on_board(game: Game, location: int) -> bool:
    return any(board.start <= location < board.start + len(board.centres) for board in game.program.boards)
