"""Who is spoken to in what a guide says: the active player is, where nobody else can be meant."""

from __future__ import annotations

from dsl import model
from dsl.load import load_text
from dsl.prose.speech import Line, Speech

GAME = """
game Rounds
    in English
    for 3 players: Left, Right, Third

place Hand
    there is one for each Player

place the Pile
    takes Cards
    keeps order

place Box

piece Card
    there is one for each Weather
    has a Weather
    starts in the Pile

piece Coin
    there are 9
    starts in the Box

play
    take turns from Left until there is no Card in the Pile
        do Turn

phase Turn
    the active Player may Draw
    strike
    reward

action Draw
    move the top of the Pile to the Hand of the active Player

to strike
    do the Weather of the top of the Pile

to reward
    move a Coin in the Box to the Hand of the active Player

power Gale, a Weather
    the Player chooses a Card in the Hand of the Player
    move the Card to the Hand of the left of the Player

power Calm, a Weather
    move a Coin in the Box to the Hand of the Player
"""


def speech_of(text: str) -> Speech:
    book, diagnostics = load_text(text, "rounds.rules")
    assert book is not None, diagnostics
    return Speech(book)


def texts(lines: tuple[Line, ...]) -> list[str]:
    return [line.text for line in lines]


def all_told(text: str) -> dict[str, list[str]]:
    """What the phase, the action, the verbs and the powers say."""
    speech = speech_of(text)
    book = speech.book
    acts: list[model.Act | model.Procedure] = [*book.actions.values(), *book.powers.values()]
    acts += book.procedures.values()
    return {"Turn": texts(speech.course(book.phases["Turn"]))} | {act.name: texts(speech.effects(act)) for act in acts}


def test_in_a_turn_the_active_player_is_you() -> None:
    told = all_told(GAME)
    assert told["Turn"] == ["You may draw.", "Strike.", "Reward."]
    assert told["Draw"] == ["Put the top card of the Pile into your hand."]
    assert told["reward"] == ["Put a coin from the Box into your hand."]


def test_what_strikes_by_a_verb_says_whom() -> None:
    told = all_told(GAME)
    assert told["Gale"] == [
        "The active player chooses a card from their hand.",
        "Put the card into the hand of the player to the left of the active player.",
    ]
    played = GAME.replace("    move the top of", "    do the Weather of the top of the Pile\n    move the top of")
    assert all_told(played)["Gale"] == [
        "Choose a card from your hand and put it into the hand of the player to your left."
    ]


def test_whoever_else_can_do_it_is_not_the_active_player() -> None:
    for line in ("the left of the active Player must Draw", "for each Player\n        the Player must Draw"):
        told = all_told(GAME.replace("    reward\n\n", f"    reward\n    {line}\n\n", 1))
        assert told["Draw"] == ["Put the top card of the Pile into the active player’s hand."]
        assert told["reward"] == ["Put a coin from the Box into your hand."]


def test_a_phase_that_is_played_outside_of_turns_has_nobody_to_speak_to() -> None:
    told = all_told(GAME.replace("        do Turn\n", "        do Turn\n    do Turn\n", 1))
    assert told["Turn"][0] == "The active player may draw."
    verb = all_told(
        GAME.replace("phase Turn", "rule Gust\n    whenever there is no Card in the Pile\n    reward\n\nphase Turn")
    )
    assert verb["reward"] == ["Put a coin from the Box into the active player’s hand."]
