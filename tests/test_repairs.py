"""Slips of people who know other languages, or type fast: the message shows the line as it may be meant."""

from __future__ import annotations

import pytest

from dsl.text import reader
from dsl.text.other_languages import SLIPS
from dsl.text.parser import words_of
from dsl.text.repairs import SIGNS

HEAD = "game Lighthouse\n    in English\n    for 2 players: Keeper, Storm\n\n"
NIGHT = HEAD + "the Lamp is un-lit when the Lamp is dark\n\nphase Night\n    guide the Lamp\n    if the Lamp is lit\n"

UNDER_IF = {
    'nobody wins "It\'s over."': "nobody wins",  # a text is no owner
    "nobody winds": "nobody wins",
    "nobody nobody wins": "nobody wins",
    "move the Lamp too the Rocks": "move the Lamp to the Rocks",
    "the Lamp gets lit": "the Lamp becomes lit",
    "the glow of the Lamp increases by 1": "the glow of the Lamp rises by 1",
    "the glow of the Lamp falls to 3": "the glow of the Lamp becomes 3",
    "the Lamp's glow rises by 1": "the glow of the Lamp rises by 1",
    "Keeper may Sail and Row": "Keeper may Sail or Row",
    "Keeper chooses at most three among Boats called some": "Keeper chooses at most 3 among Boats called some",
    "Keeper chooses up to 3 among Boats called some": "Keeper chooses at most 3 among Boats called some",
    "Keeper wins the game": "Keeper wins",
    "the game is a draw": "nobody wins",
    "Keeper must either Sail or Row": "Keeper must Sail or Row",
    "Keeper has to Sail": "Keeper must Sail",
    "the Lamp may not Sail": "",
    "move the Lamp onto A1": "move the Lamp to A1",
    "take turns starting with Keeper": "take turns from Keeper",
    "if Keeper's glow is more than Storm's glow": "if the glow of Keeper is more than the glow of Storm",
    "for each Boat lit": "for each Boat that is lit",
    "if there is not a Boat on A1": "if there is no Boat on A1",
    "Keeper chooses a Boat that is lit and is old": "Keeper chooses a Boat that is lit and old",
    "loop 3 times": "repeat 3 times",
    "repeat three times": "repeat 3 times",
    "repeat 3": "repeat 3 times",
    "take trun from Keeper": "take turns from Keeper",
    "if the Lamp is lit:": "if the Lamp is lit",
    "if the Lamp is lit then": "if the Lamp is lit",
    "if not the Lamp is lit": "if the Lamp is not lit",
    "if the Lamp not is lit": "if the Lamp is not lit",
    "if the Lamp is no lit": "if the Lamp is not lit",
    "unless the Lamp is lit": "if the Lamp is not lit",
    "if the Lamp is un lit": "if the Lamp is un-lit",
    "if the glow of the Lamp is more then 3": "if the glow of the Lamp is more than 3",
    "if the glow of the Lamp equals 3": "if the glow of the Lamp is 3",
    "foreach lit Boat": "for each lit Boat",
    "for every Boat": "for each Boat",
    "whenever the Lamp is lit": "if the Lamp is lit",
    "If the Lamp is lit": "if the Lamp is lit",
}
GAME = {
    "for two players: Keeper, Storm": "for 2 players: Keeper, Storm",
    "2 players: Keeper, Storm": "for 2 players: Keeper, Storm",
    "for 2 players Keeper and Storm": "for 2 players: Keeper, Storm",
    "in english": "in English",
}
HEADINGS = {
    "bord the Bay": "board the Bay",
    "Setup": "setup",
    "setup:": "setup",
    "piece Buoy a Boat": "piece Buoy, a Boat",
    "Keeper is safe when the Lamp is lit": "the Keeper is safe when the Lamp is lit",
    "a Boat is safe if the Lamp is lit": "a Boat is safe when the Lamp is lit",
    "a Boat is safe unless the Lamp is lit": "a Boat is safe when the Lamp is not lit",
    "use Grids and Pieces": "use Grids, Pieces",
    "option Size from 1 to 3, usually 2": "option Size is from 1 to 3, usually 2",
    "option Size is from 1 to 3 usually 2": "option Size is from 1 to 3, usually 2",
    "option Size is 1, 2, 3, usually 2": "option Size is 1, 2 or 3, usually 2",
    "a piece Buoy": "piece Buoy",
    "guard the Lamp": "to guard the Lamp",
    "to Guard the Lamp": "to guard the Lamp",
    "chapter The End": 'chapter "The End"',
    'variant "Fog"': "variant Fog",
    "use grids": "use Grids",
    "game ends when the Lamp is lit": "the game ends when the Lamp is lit",
    "the game is over when the Lamp is lit": "the game ends when the Lamp is lit",
    "the pull is 3": "the pull means 3",
    "the pull means number of Boats": "the pull means the number of Boats",
    "the pull means the number of Boats lit": "the pull means the number of Boats that are lit",
    "Tide is 0 to 6": "Tide is from 0 to 6",
    "with Size 2": "only with Size 2",
    "if Size 2": "only with Size 2",
}


def shown(text: str) -> tuple[list[str], tuple[str, ...]]:
    """The codes of what is wrong with a text, and what the last complaint proposes."""
    diagnostics = reader.read(text, "x")[1]
    assert diagnostics
    return [d.code for d in diagnostics], diagnostics[-1].hints


@pytest.mark.parametrize(("said", "meant"), UNDER_IF.items())
def test_a_line_is_shown_as_it_may_be_meant(said: str, meant: str) -> None:
    codes, hints = shown(f"{NIGHT}        {said}\n")
    assert codes in (["E0109"], ["E0110"])
    assert meant in hints or (not meant and not any(hint.startswith(said[:8]) for hint in hints))


@pytest.mark.parametrize(("said", "meant"), HEADINGS.items())
def test_a_heading_is_shown_as_it_may_be_meant(said: str, meant: str) -> None:
    codes, hints = shown(f"{NIGHT}        nobody wins\n\n{said}\n\npiece Boat\n    there are 3\n")
    assert codes == ["E0109"]
    assert meant in hints


@pytest.mark.parametrize(("said", "meant"), GAME.items())
def test_a_line_about_the_game_is_shown_as_it_may_be_meant(said: str, meant: str) -> None:
    assert shown(f"game Lighthouse\n    {said}\n\nplay\n    nobody wins\n") == (["E0109"], (meant,))


@pytest.mark.parametrize("said", ["else", "else:", "foreach Boat", "iff the Lamp is old", "elif the Lamp is old"])
def test_what_has_lines_under_it_is_complained_of_itself(said: str) -> None:
    diagnostics = reader.read(f"{NIGHT}        nobody wins\n    {said}\n        nobody wins\n", "x")[1]
    assert [(d.code, d.span.line if d.span else 0) for d in diagnostics] == [("E0109", 11)]
    assert diagnostics[0].near


OF_EVERY_GAME = {"Player", "owner", "owned", "turn"}


@pytest.mark.parametrize("phrase", [phrase for meant in SLIPS.values() for phrase in meant])
def test_what_is_meant_is_said_in_words_of_the_language(phrase: str) -> None:
    words = [*words_of(reader.parser(), phrase)]
    known = {*reader.reserved().keywords, *SIGNS, "INT"}
    assert all(word.type in known or word in OF_EVERY_GAME for word in words)


def test_a_heading_that_is_one_word_is_only_complained_of() -> None:
    text = "game Lighthouse\n    for 2 players: Red, Blue\n\nmeans\n\nplay\n    frobnicate the Boat now\n"
    assert shown(text)[0] == ["E0109", "E0109"]


def test_where_every_word_for_a_quality_is_taken_nothing_is_proposed() -> None:
    taken = "a Player can be final\na Player can be last-to-act\n\n"
    source = "{}play\n    take turns from Keeper\n        it is the last round\n"
    assert "a Player can be final" in " ".join(shown(HEAD + source.format(""))[1])
    assert shown(HEAD + source.format(taken)) == (["E0109"], ())
