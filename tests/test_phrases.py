"""Sentences of rulebooks in English prose."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dsl import model
from dsl.load import load_rulebook, load_text
from dsl.prose.speech import Line, Speech, sentence
from dsl.terms import Terms
from dsl.text.inflection import a_or_an, plural, singular
from tests.test_documents import pages_of

GOOD = Path(__file__).parent / "language" / "good"

FRAME = """\
game Sample
    in English
    for 2 players: Left, Right

Colour is one of red, green, blue
Level is from 0 to 9
Face is from 1 to 6
Row is 3 Cells in a line

board the Field
    made of Cells in a hexagon of 4
    the Gate is A1

place Hand "hand"
    there is one for each Player
place the Pile "pile of tokens"
    takes Tokens
    keeps order
place Box "box"

piece the King "Old King"
    has a Level
    has a Direction called heading
    can be under-way
    starts on the Gate

piece Token
    there is one for each Colour
    has a Colour, seen by all
    has a Level
    can be face-up
    takes Beads
    starts in the Hand of Left

piece Bead
    there are 4
    starts in the Box

piece Die
    two are Dice
    there are 3
    has a Face
    starts in the Box

play
    Left may Work
    Left may Sample

action Work "Toil"
    nobody wins

a Cell is free when there is no Token on the Cell

the wealth of a Player means the number of Tokens in the Hand of the Player

the debt of a Player means the number of Beads in the Box

the heft of a Token for a Player means the Level of the Token if the Player is Left, otherwise 1

the lair of a Token for a Player means the Gate

a Token is near to a Cell when the distance from the Cell to the Token is 1

to strike a King with a Number called damage
    the Level of the King falls by the damage, but not below 0

walk Way
    starts at the Gate
    goes on to a free Cell beside the Cell

"""

ACTION = """\
action Sample on a Cell with a Token
"""


def book_of(*lines: str) -> model.Rulebook:
    """The sample game, whose action Sample has these lines."""
    book, diagnostics = load_text(FRAME + ACTION + "".join(f"    {line}\n" for line in lines), "sample.rules")
    assert book is not None, diagnostics
    return book


def told(*lines: str) -> list[str]:
    """What the action does, in prose; Left alone does it, who is spoken to."""
    book = book_of(*lines)
    return [flat(line) for line in Speech(book).effects(book.actions["Sample"])]


def flat(line: Line) -> str:
    return " / ".join([line.text, *map(flat, line.children)])


NEEDS = [
    ("the Cell is free", "The cell must be free."),
    ("the Cell is not free", "The cell must not be free."),
    ("there is no Bead on the Token", "There must be no bead on the token."),
    ("there is an open Token beside the Cell", None),
    ("there is a red Token beside the Cell", "There must be a red token beside the cell."),
    ("the Level of the King is at least 3", "The Old King’s level must be at least 3."),
    ("the number of Tokens on the Field is more than 2", "There must be more than 2 tokens on the Field."),
    ("the number of Tokens in a Hand is more than 2", "There must be more than 2 tokens in the hands."),
    ("the number of Tokens on the Field is less than 2", "There must be fewer than 2 tokens on the Field."),
    ("the number of Tokens on the Field is 0", "There must be no token on the Field."),
    ("the number of Beads is the Level of the King", "There must be as many beads as the Old King’s level."),
    ("the number of Beads is at least the Level of the King",
     "There must be at least as many beads as the Old King’s level."),
    ("the number of Beads is at most the Level of the King",
     "There must be at most as many beads as the Old King’s level."),
    ("the number of Beads is more than the number of Tokens", "There must be more beads than tokens."),
    ("the number of Beads in the Box is less than the number of Beads in the Hand of Left",
     "There must be fewer beads in the box than in your hand."),
    ("there are at least 2 Tokens on the Field", "There must be at least 2 tokens on the Field."),
    ("there are more Tokens on the Field than in the Box", "There must be more tokens on the Field than in the box."),
    ("there are fewer Tokens than Beads in the Box", "There must be fewer tokens in the box than beads in the box."),
    ("there are as many Tokens on the Field as Beads in the Box",
     "There must be as many tokens on the Field as beads in the box."),
    ("the Colour of the Token is red", "The token’s colour must be red."),
    ("the Colour of the Token is the Colour of the top of the Pile",
     "The token’s colour must be that of the top token of the pile."),
    ("every Token on the Field is face-up", "Every token on the Field must be face up."),
    ("the Token is near to the Cell and the Token is face-up", None),
    ("the King is under-way", "The Old King must be under way."),
    ("the heading of the King is east", "The Old King must face east."),
    ("the Player can Work", "You must be able to use the Toil."),
    ("the Gate is on a Way", "A way must lead to the Gate."),
    ("the Cell is at the end of the Way", "A way must be able to end at the cell."),
    ("there is a Token that is on the Cell and that is not the Token", "There must be another token on the cell."),
    ("there is no Token that is on the Cell and that is not the Token", "There must be no other token on the cell."),
    ("the number of Tokens that are on the Cell and that are not the Token is 2",
     "There must be 2 other tokens on the cell."),
    ("the Cell is straight from the King", "The cell must be in the same straight row of cells as the Old King."),
    ("the Colour of the Token is red or the Colour of the Token is blue", "The token’s colour must be red or blue."),
    ("the Colour of the Token is red or the Colour of the Token is not blue",
     "At least one of these must hold: the token’s colour is red; the token’s colour is not blue."),
    ("the Token is red or blue", "The token’s colour must be red or blue."),
    ("the Token is face-up and not red", "The token must be face up and its colour must not be red."),
    ("the Token is red, green or face-up",
     "At least one of these must hold: the token’s colour is red; the token’s colour is green; the token is face up."),
    ("there is a Token whose Level is at least 3", "There must be a token whose level is at least 3."),
    ("there is no Token beside the Cell whose Level is not the Level of the Token",
     "There must be no token beside the cell whose level is not that of the token."),
    ("there is no Token on the lair of the Token for Left", "There must be no token on the token’s lair for you."),
    ("there is no Token whose heft for the Player is at least 3",
     "There must be no token whose heft for you is at least 3."),
    ("there is a Token that is red or face-up", "There must be a token that is red or face up."),
    ("there is a Token that is red or that is on the Gate", "There must be a token that is red or on the Gate."),
    ("there is a Token that is face-up and that is blue", "There must be a token that is face up and blue."),
    ("there is a Token that is red or whose Level is 3",
     "There must be a token such that its colour is red or its level is 3."),
    ("the Level of every Token in the Pile is at least 3",
     "The level of every token in the pile of tokens must be at least 3."),
    ("every Token that is red and face-up is on the Gate", "Every token that is red and face up must be on the Gate."),
    ("every Token on the Field is red or face-up",
     "For every token on the Field, its colour must be red or it must be face up."),
    ("the Cell is free or the Cell is the Gate",
     "At least one of these must hold: the cell is free; the cell is the Gate."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "prose"), [need for need in NEEDS if need[1]])
def test_a_need(text: str, prose: str) -> None:
    book = book_of(f"only if {text}", "nobody wins")
    action = book.actions["Sample"]
    (line,) = Speech(book).needs(action)
    assert flat(line).replace(": / ", ": ").replace(". / ", "; ").lower() == prose.lower()


def test_a_need_tested_afterwards() -> None:
    book = book_of("only if afterwards the Cell is not free, called Taken", "nobody wins")
    need = book.actions["Sample"].needs[0]
    assert sentence(need, book.world) == "Afterwards, the cell must not be free."
    assert Speech(book).needs(book.actions["Sample"])[0].title == "Taken"


STEPS = [
    (["move a Bead in the Box to the Token"], ["Put a bead from the box on the token."]),
    (["move a Bead in the Box to A1, B1, C1", "move a Bead in the Box to the Box"],
     ["Put a bead from the box on each of A1, B1 and C1.", "Put a bead from the box into the box."]),
    (["move the King to the Cell"], ["Move the Old King to the cell."]),
    (["move every Token in a Hand to the Box"], ["Put all tokens from the hands into the box."]),
    (["move the second Token from the top of the Pile to the Box",
      "move the third Token from the bottom of the Pile to B1"],
     ["Put the second token from the top of the pile into the box.",
      "Move the third token from the bottom of the pile to B1."]),
    (["move the Token to the top of the Pile"], ["Put the token on top of the pile of tokens."]),
    (["the Level of the King rises by 2, but not above 9"], ["Raise the Old King’s level by 2, but not above 9."]),
    (["the Level of the King becomes the Level of the Token"], ["Set the Old King’s level to the token’s level."]),
    (["the heading of the King becomes west"], ["Turn the Old King to face west."]),
    (["the Token becomes face-up"], ["Turn the token face up."]),
    (["the King becomes under-way"], ["The Old King is now under way."]),
    (["the King becomes not under-way"], ["The Old King is no longer under way."]),
    (["the Player chooses a Bead in the Box", "move the Bead to the Token"],
     ["Choose a bead from the box and put it on the token."]),
    (["the Player chooses a Level", "the Level of the Token becomes the Level"],
     ["Choose a level and set the token’s level to it."]),
    (["show the top of the Pile to the Player", "show the top of the Pile to Right"],
     ["Look at the top token of the pile.", "Show the top token of the pile to Right."]),
    (["the King becomes under-way", "Right chooses a Bead in the Box", "move the Bead to the Token"],
     ["The Old King is now under way.", "Right chooses a bead from the box.", "Put the bead on the token."]),
    (["the Player chooses 2 among Beads called gift in the Box", "move every Bead in the gift to the Token"],
     ["Choose 2 beads (the gift) from the box.", "Put every bead in the gift on the token."]),
    (["Right chooses at most 1 among Beads called gift on the Token"],
     ["Right chooses at most 1 bead (the gift) on the token."]),
    (["the Player chooses at least 1 and at most 3 among Beads called gift in the Box"],
     ["Choose 1 to 3 beads (the gift) from the box."]),
    (["Right chooses any number among Tokens called row in the Pile",
      "the Level of the King rises by the total Level among the row"],
     ["Right chooses any number of tokens (the row) from the pile of tokens.",
      "Raise the Old King’s level by the total level of the row."]),
    (["the Player chooses at most the Level of the King among Beads called gift in the Box"],
     ["Choose beads (the gift) from the box, at most as many as the Old King’s level."]),
    (["chance chooses the Level of the King among Beads called gift in the Box"],
     ["Draw as many beads (the gift) at random from the box as the Old King’s level."]),
    (["chance chooses 2 among Beads called gift in the Box"], ["Draw 2 beads (the gift) at random from the box."]),
    (["the Player rolls 2 among Dice called throw", "the Level of the King rises by the highest Face among the throw"],
     ["Roll 2 dice.", "Raise the Old King’s level by the highest face rolled."]),
    (["the Player rolls the Level of the King among Dice"],
     ["Roll as many dice as the Old King’s level."]),
    (["the Level of the King becomes (the Level of the Token plus 1) multiplied by 2"],
     ["Set the Old King’s level to 2 times (the token’s level plus 1)."]),
    (["the Level of the King becomes 9 minus (the Level of the Token minus 1)"],
     ["Set the Old King’s level to 9 minus (the token’s level minus 1)."]),
    (["move every Token whose Level is (the Level of the King plus 1) to the Box"],
     ["Put into the box every token whose level is (the Old King’s level plus 1)."]),
    (["the Player scores -3"], ["You score -3."]),
    (["the Player rolls every Die in the Box"], ["Roll every die from the box."]),
    (["the Player chooses a Die in the Box", "the Player rolls the Die"],
     ["Choose a die from the box.", "Roll the die."]),
    (["let gain be 1 plus the Level of the Token", "the Level of the King rises by the gain"],
     ["Raise the Old King’s level by 1 plus the token’s level."]),
    (["let gain be the Level of the Token", "the Player chooses a Bead called gift in the Box", "if the Cell is free",
      "    the Level of the King rises by the gain"],
     ["Choose a bead from the box.", "If the cell is free, raise the Old King’s level by the token’s level."]),
    (["let gain be the Level of the Token", "the Level of the Token becomes 0",
      "the Level of the King rises by the gain"],
     ["The gain is the token’s level.", "Set the token’s level to 0.", "Raise the Old King’s level by the gain."]),
    (["let gain be the Level of the Token", "let more be the gain plus 1", "the Level of the Token becomes 0",
      "the Level of the King rises by the more"],
     ["The gain is the token’s level.", "Set the token’s level to 0.",
      "Raise the Old King’s level by the gain plus 1."]),
    (["let gain be the Level of the Token", "repeat 2 times", "    the Level of the Token rises by the gain"],
     ["The gain is the token’s level.", "Raise the token’s level by the gain; do this 2 times."]),
    (["let gain be the Level of the Token", "repeat the gain times", "    the Level of the Token rises by 1"],
     ["The gain is the token’s level.", "Raise the token’s level by 1 as many times as the gain."]),
    (["let gain be the Level of the Token", "for each Token called other",
      "    the Level of the other rises by the gain"],
     ["The gain is the token’s level.", "Raise each token’s level by the gain."]),
    (["let gain be the Level of the Token", "the Level of the King rises by the gain",
      "show the Token to Right"],
     ["Raise the Old King’s level by the token’s level.", "Show the token to Right."]),
    (["let leader be the active Player", "do Work",
      "if the leader is Left, strike the King with 1"],
     ["It is the leader’s turn.", "Use the Toil.", "If you are the leader, strike the Old King with 1 damage."]),
    (["let row be the Hand of Right", "move every Token in the row to the Box", "move the Token to the row"],
     ["Put every token from Right’s hand into the box.", "Put the token into Right’s hand."]),
    (["let gain be the Level of the Token", "if the gain is at least 3", "    strike the King with the gain",
      "otherwise", "    the Level of the King rises by the gain"],
     ["If the token’s level is at least 3, strike the Old King with damage equal to the token’s level.",
      "Otherwise, raise the Old King’s level by the token’s level."]),
    (["let gain be the Level of the Token", "the Level of the King rises by the gain",
      "the Level of the King rises by the gain"],
     ["The gain is the token’s level.", "Raise the Old King’s level by the gain.",
      "Raise the Old King’s level by the gain."]),
    (["let gain be the Level of the Token plus 1", "if the gain is at least 3", "    strike the King with the gain"],
     ["The gain is the token’s level plus 1.",
      "If the gain is at least 3, strike the Old King with damage equal to the gain."]),
    (["let gain be the Level of the Token plus 1", "if the gain is at least 3 and the gain is at most 5",
      "    nobody wins"],
     ["The gain is the token’s level plus 1.", "If the gain is at least 3 and at most 5, nobody wins."]),
    (["the Player chooses a Player called rival that is not the Player", "show the Token to the rival"],
     ["Choose another player (the rival).", "Show the token to the rival."]),
    (["the Player chooses a Token called prey in the Hand of the Player",
      "move every Token in the Hand of the Player that is not the prey to the Box"],
     ["Choose a token (the prey) from your hand.",
      "Put every token that is not the prey from your hand into the box."]),
    (["strike the King with 6"], ["Strike the Old King with 6 damage."]),
    (["strike the King with the Level of the Token"], ["Strike the Old King with damage equal to the token’s level."]),
    (["if the Cell is free", "    Left wins", "otherwise", "    Right wins"],
     ["If the cell is free, you win.", "Otherwise, Right wins."]),
    (["if the Cell is free", "    the King becomes under-way", "    Right wins"],
     ["If the cell is free: / The Old King is now under way. / Right wins."]),
    (["if the Cell is free", "    Left wins", "if the Token is face-up", "    Right wins", "nobody wins"],
     ["If the cell is free, you win.", "Otherwise, if the token is face up, Right wins.", "Otherwise, nobody wins."]),
    (["if the Cell is free", "    the King becomes under-way", "nobody wins"],
     ["If the cell is free, the Old King is now under way.", "Nobody wins."]),
    (["if the Player can Work and the Player cannot Sample", "    Right wins"],
     ["If you can use the Toil and cannot sample, Right wins."]),
    (["if the Player cannot Sample on the Gate", "    Right wins"],
     ["If you cannot sample on the Gate with a token, Right wins."]),
    (["the Level of the King becomes the Level of the Token divided by 2"],
     ["Set the Old King’s level to the token’s level divided by 2 (rounded down)."]),
    (["the Level of the King becomes the Level of the Token minus 2, but not below 1, but not above 5"],
     ["Set the Old King’s level to the token’s level minus 2, but not below 1, but not above 5."]),
    (["the Level of the King becomes (the Level of the Token minus 2, but not below 0) multiplied by 3"],
     ["Set the Old King’s level to 3 times (the token’s level minus 2, but not below 0)."]),
    (["if the Level of the King is (the Level of the Token minus 2, but not below 0), nobody wins"],
     ["If the Old King’s level is (the token’s level minus 2, but not below 0), nobody wins."]),
    (["let gain be the Level of the Token minus 2, but not below 0", "the Level of the King rises by the gain"],
     ["Raise the Old King’s level by (the token’s level minus 2, but not below 0)."]),
    (["let target be the neighbour of the Cell along the opposite of the heading of the King",
      "move the King to the target"],
     ["Move the Old King to the cell next to the cell in the direction opposite to its heading."]),
    (["for each Token called prey that is on the Field and that is not face-up", "    move the prey to the Box"],
     ["Put into the box each token on the Field that is not face up."]),
    (["for each Token in the Pile", "    move the Token to the Box"],
     ["Put each token in the pile of tokens into the box."]),
    (["for each Piece on the Field", "    for each Token that is the Piece", "        Left wins"],
     ["For each piece on the Field: / If the piece is a token, you win."]),
    (["for each Token on the Field, it becomes face-up"], ["Turn each token on the Field face up."]),
    (["if the Token is face-up", "    move it to the Box"], ["If the token is face up, put the token into the box."]),
    (["move every Token in the Pile to the Hand of Left", "the Level of the King becomes its Level plus 1"],
     ["Put every token from the pile of tokens into your hand.",
      "Set the Old King’s level to the Old King’s level plus 1."]),
    (["repeat 3 times", "    the Level of the King falls by 1"],
     ["Lower the Old King’s level by 1; do this 3 times."]),
    (["repeat 3 times", "    strike the King with 6"],
     ["Strike the Old King with 6 damage; do this 3 times."]),
    (["repeat 3 times", "    do Work"], ["Use the Toil 3 times."]),
    (["repeat the Level of the King times", "    strike the King with the Level of the Token"],
     ["Strike the Old King with damage equal to the token’s level as many times as the Old King’s level."]),
    (["until the next turn of the Player", "    the King is under-way"],
     ["Until your next turn, the Old King is under way."]),
    (["until the next turn of Right", "    the Token cannot Sample on the Gate"],
     ["Until Right’s next turn, nobody may sample on the Gate with the token."]),
    (["until the next turn of Right", "    Right cannot Sample with the Token"],
     ["Until Right’s next turn, Right cannot sample with the token."]),
    (["during the next turn of Right", "    the Token is face-up"],
     ["During Right’s next turn, the token is face up."]),
    (["now and until the end of the next turn of Right", "    the Token is face-up"],
     ["From now until the end of Right’s next turn, the token is face up."]),
    (["repeat until the Cell is free", "    do Work"], ["Use the Toil until the cell is free."]),
    (["while the Cell is free", "    do Work"], ["As long as the cell is free, use the Toil."]),
    (["repeat", "    do Work"], ["Use the Toil until the game is over."]),
    (["only while the Cell is free", "    do Work", "    do Work"],
     ["As long as the cell is free, and no longer: / Use the Toil. / Use the Toil."]),
    (["if no Token in the Hand of Right is face-up", "    nobody wins"],
     ["If there is no token in Right’s hand that is face up, nobody wins."]),
    (["if a Bead is on the Token", "    move the Bead to the Box"],
     ["If there is a bead on the token, put it into the box."]),
    (["if there is a Bead called first on the Token", "    if there is a Bead called second in the Box",
      "        move the first to the Box", "        move the second to the Token"],
     ["If there is a bead (the first) on the token: / If there is a bead (the second) in the box: / "
      "Put the first into the box. / Put the second on the token."]),
    (["repeat until the Cell is free", "    the Level of the King falls by 1"],
     ["Until the cell is free, lower the Old King’s level by 1."]),
    (["repeat until there is no Bead on the Token", "    move a Bead on the Token to the Box"],
     ["As long as there is a bead on the token, put a bead on the token into the box."]),
    (["repeat until the Cell is free", "    the Level of the King falls by 1", "    the Level of the Token falls by 1"],
     ["Repeat these steps until the cell is free: / Lower the Old King’s level by 1. / Lower the token’s level by 1."]),
    (["repeat 2 times", "    move the top of the Pile to the Box"], ["Put the top 2 tokens of the pile into the box."]),
    (["repeat 2 times", "    move the bottom of the Pile to the top of the Pile"],
     ["Put the bottom 2 tokens of the pile one by one on top of the pile of tokens."]),
    (["repeat 2 times", "    move the top of the Pile to the Cell of the King"],
     ["Move the top token of the pile to the Old King’s cell; do this 2 times."]),
    (["move the top 3 Tokens of the Pile to the Box"], ["Put the top 3 tokens of the pile into the box."]),
    (["move 2 Beads in the Box to the Hand of Left"], ["Put 2 beads from the box into your hand."]),
    (["move 2 Beads on the Token to the Box"], ["Put 2 beads on the token into the box."]),
    (["for each Player", "    move every Token in the Hand of the Player to the Box"],
     ["For each player, put every token from their hand into the box."]),
    (["for each Player", "    the Player chooses a Token in the Hand of the Player"],
     ["Each player chooses a token from their hand."]),
    (["for each Player", "    the Player chooses a Token in the Hand of Right"],
     ["Each player chooses a token from Right’s hand."]),
    (["for each Player", "    the Player scores the number of Tokens in the Hand of the Player"],
     ["Each player scores the number of tokens in their hand."]),
    (["Right chooses a Token in the Hand of Right"], ["Right chooses a token from their hand."]),
    (["chance chooses a Token in the Pile"], ["Draw a token at random from the pile of tokens."]),
    (["Right must Work"], ["Right must use the Toil."]),
    (["together", "    move the Token to the Box", "    the Level of the King becomes 3"],
     ["Put the token into the box and set the Old King’s level to 3."]),
    (["together", "    repeat until the Cell is free", "        the Level of the King falls by 1",
      "    the Level of the King becomes 3"],
     ["Do all of this before anything else happens: / Until the cell is free, lower the Old King’s level by 1. "
      "/ Set the Old King’s level to 3."]),
    (["do Work"], ["Use the Toil."]),
    (["the Player may", "    move a Bead in the Box to the Token"], ["You may put a bead from the box on the token."]),
    (["the Player may", "    the Player chooses a Bead in the Box", "    move the Bead to the Token"],
     ["You may choose a bead from the box and put it on the token."]),
    (["the Player may", "    the King becomes under-way"], ["You may do this: the Old King is now under way."]),
    (["move a Bead in the Box to each free Cell"], ["Put a bead from the box on each free cell."]),
    (["move the top of the Pile to each free Cell"], ["Move the top token of the pile to each free cell."]),
    (["move the bottom of the Pile to A1, B1"],
     ["Move the bottom token of the pile to A1.", "Move the bottom token of the pile to B1."]),
    (["move the King, a Bead in the Box to the Gate, A2"],
     ["Put the Old King and a bead in the box on the Gate and A2, in this order."]),
    (["move a Die, a Bead in the Box to A2, A3"], ["Put a die and a bead from the box on A2 and A3, in this order."]),
    (["for each Token of Level 2", "    Left wins"], ["For each token of level 2, you win."]),
    (["for each Token in the Pile, lowest Level first", "    move the Token to the Box"],
     ["For each token in the pile of tokens, in order of level, lowest first, put the token into the box."]),
    (["for each Player, highest wealth first", "    the Player scores 1"],
     ["For each player, in order of wealth, highest first, the player scores 1."]),
    (["swap the Token and the King"], ["Swap the token with the Old King."]),
    (["each Player passes their Hand to the left"], ["Each player passes their hand to the left."]),
    (["if the Cell is free, each Player passes their Hand to the right"],
     ["If the cell is free, each player passes their hand to the right."]),
    (["nothing happens"], ["Nothing happens."]),
    (["repeat", "    swap the Token and the King", "    if the Cell is free, stop repeating"],
     ["Repeat these steps until one of them says to stop: / Swap the token with the Old King. / "
      "If the cell is free, stop repeating."]),
    (["the Player with the highest wealth wins"],
     ["Whoever has the highest wealth wins; on a tie, they share the win."]),
    (["the Player with the highest wealth, then the lowest debt, then the lowest wealth wins"],
     ["Whoever has the highest wealth wins; on a tie, the one with the lowest debt; if still tied, the one with "
      "the lowest wealth; if still tied, they share the win."]),
    (["if the Cell is free, the Player with the lowest debt wins", "nobody wins"],
     ["If the cell is free, whoever has the lowest debt wins; on a tie, they share the win.",
      "Otherwise, nobody wins."]),
    (["Right scores the number of different Colours among Tokens in the Hand of Right"],
     ["Right scores the number of different colours among the tokens in their hand."]),
    (["if the number of different Levels among Tokens on the Field is at least 3", "    nobody wins"],
     ["If the number of different levels among the tokens on the Field is at least 3, nobody wins."]),
    (["if the Cell is free, nothing happens", "otherwise Right wins"],
     ["If the cell is free, nothing happens.", "Otherwise, Right wins."]),
    (["the Player may", "    swap a Bead in the Box and the King"],
     ["You may do this: swap a bead in the box with the Old King."]),
    (["Right may", "    the Player chooses a Bead in the Box", "    move the Bead to the Token"],
     ["Right may do this: choose a bead from the box and put it on the token."]),
    (["the Player may repeatedly", "    the Player chooses a Bead in the Box", "    move the Bead to the Token"],
     ["You may do this, any number of times: choose a bead from the box and put it on the token."]),
    (["the Player may repeatedly", "    move a Bead in the Box to the Token"],
     ["You may put a bead from the box on the token, any number of times."]),
]  # fmt: skip


def test_an_end_of_a_space_is_told() -> None:
    orderly = FRAME.replace("    the Gate is A1\n", "    the Gate is A1\n    keeps order\n") + ACTION
    book, diagnostics = load_text(orderly + "    move the Token to the bottom of the Cell\n", "sample.rules")
    assert book is not None, diagnostics
    (step,) = Speech(book).effects(book.actions["Sample"])
    assert flat(step) == "Put the token at the bottom of the cell."


@pytest.mark.parametrize(("lines", "prose"), STEPS, ids=[lines[0] for lines, _ in STEPS])
def test_steps(lines: list[str], prose: list[str]) -> None:
    assert told(*lines) == prose


def test_who_is_you_depends_on_who_may_do_it() -> None:
    book = book_of("Left wins")
    action = book.actions["Sample"]
    assert Speech(book).effects(action)[0].text == "You win."
    both, _ = load_text(
        (FRAME + ACTION + "    Left wins\n").replace("Left may Sample", "Right may Sample"), "sample.rules"
    )
    assert both is not None
    assert Speech(both).effects(both.actions["Sample"])[0].text == "Left wins."


MORE = """
rule Reveal
    after a Token becomes face-up
    Left wins

the drift of a King by a Token means the drift-of-all of the heading of the King by the Level of the Token

the drift-of-all of a Direction by a Level means
    the Direction if the Level is 0
    otherwise the opposite of the Direction

walk Beam of a King                     [REF-1]
    starts at the King
    goes on to a Cell called next that is beside the Cell
    stops when the Cell is the Gate     [REF-2]
    stops when the Cell is not free     [REF-3]

walk Stroll
    starts at a Cell that is beside the Gate
    goes on to a Cell beside the Cell
    visits no Cell twice
"""


def test_definitions_in_prose() -> None:
    book, diagnostics = load_text(FRAME + MORE + ACTION + "    nobody wins\n", "sample.rules")
    assert book is not None, diagnostics
    assert sentence(book.triggers[0], book.world) == "After a token is turned face up, Left wins."
    drift, drift_of_all = (value for value in book.values if value.name.startswith("drift"))
    assert sentence(drift, book.world) == (
        "The Old King’s drift by a token is the drift-of-all of its heading by the token’s level."
    )
    speech = Speech(book)
    lines = [(flat(line), line.clauses) for line in speech.definition(drift_of_all).children]
    assert lines == [("The direction if the level is 0.", ()), ("Otherwise the opposite of it.", ())]
    beam = [(flat(line), line.clauses) for line in speech.definition(book.walks["Beam"]).children]
    assert beam == [
        ("The Old King’s beam starts at the Old King.", ()),
        ("From each cell it goes on to every cell beside that cell.", ()),
        ("It goes no further from a cell that is the Gate.", ("REF-2",)),
        ("It goes no further from a cell that is not free.", ("REF-3",)),
    ]
    assert [flat(line) for line in speech.definition(book.walks["Stroll"]).children] == [
        "A stroll starts at a cell beside the Gate.",
        "From each cell it goes on to a cell beside that cell.",
        "It visits no cell twice.",
    ]


COINED = """\
a Token is around a Cell when the distance from the Cell to the Token is 1

a Token is a guard of a Cell when the Token is around the Cell

a Token fits a Cell when the Token is around the Cell

a Token stays when the Token is face-up

"""
COINED_NEEDS = [
    ("the Token is around the Cell", "The token must be around the cell."),
    ("the Token is not around A1", "The token must not be around A1."),
    ("there is a Token that is around the Cell", "There must be a token that is around the cell."),
    ("the Token is a guard of the Cell", "The token must be a guard of the cell."),
    ("the number of Tokens that are guards of the Cell is 2", "There must be 2 tokens that are guards of the cell."),
    ("the number of Tokens that are not guards of the Cell is 2",
     "There must be 2 tokens that are not guards of the cell."),
    ("the Token fits the Cell", "The token must fit the cell."),
    ("the Token does not fit the Cell", "The token must not fit the cell."),
    ("the Token is face-up and stays", "The token must be face up and must stay."),
    ("no Token on the Field stays", "There must be no token on the Field that stays."),
    ("every Token on the Field fits the Cell", "Every token on the Field must fit the cell."),
    ("the number of Tokens that fit the Cell is 2", "There must be 2 tokens that fit the cell."),
    ("the number of Tokens that do not fit the Cell is 2", "There must be 2 tokens that do not fit the cell."),
    ("there is a Token that stays and that does not fit the Cell",
     "There must be a token that stays and that does not fit the cell."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "prose"), COINED_NEEDS)
def test_what_a_definition_coins_is_said_as_english_says_it(text: str, prose: str) -> None:
    rules = FRAME + COINED + ACTION + f"    only if {text}\n    nobody wins\n"
    book, diagnostics = load_text(rules, "sample.rules")
    assert book is not None, diagnostics
    (line,) = Speech(book).needs(book.actions["Sample"])
    assert flat(line) == prose


def test_none_without_a_quality_is_every_one_with_it() -> None:
    line = "if there is no Cell called far that is beside the Gate and that is not free"
    assert told(line, "    nobody wins") == ["If every cell beside the Gate is free, nobody wins."]


def test_parts_of_a_rulebook_in_one_sentence() -> None:
    book = book_of("nobody wins")
    assert sentence(book.actions["Sample"], book.world) == "You may sample on a cell with a token."
    assert sentence(book.qualities[0], book.world) == "A cell is free when there is no token on it."
    assert sentence(book.procedures["strike"], book.world) == "Strike the Old King with an amount of damage."
    with pytest.raises(TypeError):
        sentence(book.world, book.world)


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("asteroid", "an"),
        ("bomb", "a"),
        ("EMP Device", "an"),
        ("NPC", "an"),
        ("UFO", "a"),
        ("unit", "a"),
        ("hour", "an"),
    ],
)
def test_the_article_follows_the_sound(word: str, article: str) -> None:
    assert a_or_an(word) == article


OUTCOMES = """
game Sums
    in English
    for 2 players: Left, Right

place Box
    there is one for each Player

piece Bead
    there are 4 for each Player
    starts in the Box of the owner

play
    take turns from Left until all pass
        if the Player cannot Drop
            the opponent of the Player wins
        the Player may Drop
    if there is a Bead in the Box of Left
        reward Left
    nobody wins

action Drop
    move a Bead in the Box of the Player to the Box of the opponent of the Player

to reward a Player called victor
    the victor wins
"""


def test_how_it_ends_is_gathered_from_the_course_and_from_verbs() -> None:
    book, diagnostics = load_text(OUTCOMES, "sums.rules")
    assert book is not None, diagnostics
    assert [flat(line) for line in Speech(book).outcomes()] == [
        "On your turn: / If you cannot drop, your opponent wins.",
        "When both players have passed in succession: / If there is a bead in Left’s box, reward Left. / "
        "Otherwise, nobody wins.",
    ]
    plain, _ = load_text(re.sub(r"    take turns.*?(?=    nobody)", "", OUTCOMES, flags=re.DOTALL), "sums.rules")
    assert plain is not None
    first = Speech(plain).outcomes()[0]
    assert first.text == "If play comes to its end without a winner, nobody wins."


def test_the_only_end_is_that_of_play() -> None:
    text = (
        "game Sitting\n    in English\n    for 2 players: Left, Right\n\nplay\n    Left must Sit\n    nobody wins\n\n"
    )
    book, diagnostics = load_text(text + "action Sit\n    nothing happens\n", "sums.rules")
    assert book is not None, diagnostics
    assert [flat(line) for line in Speech(book).outcomes()] == ["When play is over, nobody wins."]


def test_a_loop_that_is_stopped_says_until_when_it_is_played() -> None:
    text = (
        "game Sitting\n    in English\n    for 2 players: Left, Right\n\nplace Pool\n\npiece Stone\n    there are 5\n"
        "    starts in the Pool\n\nplay\n    repeat\n        for each Player\n            the Player must Sit\n"
        "        if there is no Stone in the Pool, stop repeating\n    nobody wins\n\n"
        "action Sit\n    nothing happens\n"
    )
    book, diagnostics = load_text(text, "sums.rules")
    assert book is not None, diagnostics
    told = [flat(line) for line in Speech(book).outcomes()]
    assert told == ["Play goes on until there is no stone in the Pool.", "When play is over, nobody wins."]
    behind = text.replace("        for each Player\n            the Player must Sit\n", "        do Morning\n")
    book, diagnostics = load_text(behind + "\nphase Morning\n    Left must Sit\n", "sums.rules")
    assert book is not None, diagnostics
    told = [flat(line) for line in Speech(book).outcomes()]
    assert told[0] == "Play goes on until there is no stone in the Pool at the end of the Morning phase."
    told = [flat(line) for line in Speech(book, language="Portuguese").outcomes()]
    assert told[0].endswith(" no fim da fase de Morning.")


def test_a_verb_that_only_verbs_call_says_itself_how_it_ends() -> None:
    share = "to share\n    if the number of Beads in the Box of Left is 3\n        reward Left\n"
    text = OUTCOMES.replace("        reward Left\n", "        share\n") + f"\n{share}"
    book, diagnostics = load_text(text, "sums.rules")
    assert book is not None, diagnostics
    assert flat(Speech(book).outcomes()[-1]) == "Reward a player (the victor): / The victor wins."


# S4.15
def test_what_is_done_at_the_beginning_and_at_the_end_is_told_by_itself() -> None:
    book, _ = load_rulebook(GOOD / "at_the_beginning.rules", Terms(variants=("Inheritance",)))
    assert book is not None
    speech = Speech(book)
    told = {rule.name: flat(speech.definition(rule)) for rule in book.procedures.values()}
    assert told["Savings"] == "When the setup is done: / For each player, set their purse’s coins to 1."
    assert told["Pocket Money"] == "At the end of each turn, raise your purse’s coins by 1, but not above 30."
    assert told["Aunt"] == (
        "At the beginning of the Fair phase, raise the coins of Bob’s purse by 5, but not above 30."
    )
    assert told["Fee"].startswith("At the beginning of the Haggling window")
    deal = [line.text for line in speech.course(book.phases["Deal"])]
    assert deal == ["You must take.", "With Inheritance, see Rent."]
    apart = Speech(book, agreed=["Inheritance"])
    assert [line.text for line in apart.course(book.phases["Deal"])] == ["You must take."]


def test_a_rule_of_the_turns_of_phases_says_of_which() -> None:
    book, _ = load_rulebook(GOOD / "turns_of_phases.rules")
    assert book is not None
    for language, wages, rest in (
        (
            "English",
            "At the end of each turn of the Building phase,",
            "At the end of each turn of the Building phase and the",
        ),
        (
            "Portuguese",
            "No fim de cada turno da fase de Building,",
            "No fim de cada turno da fase de Building e da fase de",
        ),
    ):
        speech = Speech(book, language=language)
        told = {rule.name: flat(speech.definition(rule)) for rule in book.procedures.values()}
        assert told["Wages"].startswith(wages)
        assert told["Rest"].startswith(rest)


def test_what_goes_from_a_pile_to_each_of_several_is_one_step() -> None:
    page = pages_of((GOOD / "top_to_each.rules").read_text("utf-8"))["sample/guide.md"]
    assert "Put the top floe of the Bag on each of A2 and B2." in page
    assert "Put the bottom floe of the Bag on each hex of rank 1 that is not a water." in page


# S4.14, S4.15
def test_a_rule_tells_all_the_times_at_which_it_is_followed() -> None:
    book, _ = load_rulebook(GOOD / "at_any_of_several_times.rules")
    assert book is not None
    told = {rule.name: flat(Speech(book).definition(rule)) for rule in (*book.triggers, *book.procedures.values())}
    assert told["Step In"] == "After a player takes or trades, open the Watch window from the player’s opponent."
    assert told["Roll Call"] == "At the beginning of each phase, open the Watch window from Ada."
    assert told["Toll"] == (
        "At the end of the Fair phase, the Night phase and the Watch window, raise the coins of Bob’s purse by 1, "
        "but not above 30."
    )


# S6.8
def test_a_price_is_told_as_it_is_worked_out() -> None:
    book, _ = load_rulebook(GOOD / "costs_by_value.rules")
    assert book is not None
    told = {name: flat(cost) for name, act in book.actions.items() if (cost := Speech(book).cost(act))}
    assert (
        told["Build"] == "Pay as much metal as the building’s metal, as much gas as the building’s gas and 1 crystal."
    )
    assert told["Repair"] == "Pay 2 metal for each building in your town and 1 gas."


# S6.10
def test_several_powers_of_one_text_are_told_once() -> None:
    book, _ = load_rulebook(GOOD / "powers_for_each.rules")
    assert book is not None
    speech, ride = Speech(book), book.powers["Ride 3"]
    assert speech.title(book.powers["Ride 1"]) == "Ride On 1, Ride On 2, Ride On 3"
    said = "Choose a mile that is away from your rider by {}. / Move your rider to the mile."
    assert " / ".join(line.text for line in speech.effects(ride)) == said.format("the distance")
    assert " / ".join(line.text for line in speech.effects(ride, alone=True)) == said.format("3")
    lead = speech.shared(ride)
    assert lead is not None
    assert lead.text == "The name says the distance."
    assert (
        speech.said(ride.texts[0], speech.values(ride, alone=False)).text == "A ride of 1, 2 or 3 is not a step longer."
    )


# S1.5
def test_a_position_says_what_is_compared_and_what_is_not() -> None:
    book, _ = load_rulebook(GOOD / "positions.rules")
    assert book is not None
    speech, setting = Speech(book), book.positions["Setting"]
    assert flat(speech.definition(setting)) == (
        "Two positions are the same setting when these are the same in both: / "
        "The pebbles on the Shore: for each, where it is and whether it is wet. / "
        "The flags: for each, where it is and whose it is. / The active player."
    )
    assert [line.text for line in speech.notes(setting)] == [
        "Like pebbles may have changed places.",
        "Like flags may have changed places.",
        "Only the last 40 that were noted count.",
    ]
    last = replace(setting, last=1)
    assert speech.notes(last)[-1].text == "Only the last that was noted counts."


# S2.9
def test_of_two_definitions_of_a_word_the_narrower_counts_and_both_say_so() -> None:
    book, _ = load_rulebook(GOOD / "overloads.rules")
    assert book is not None
    speech = Speech(book)
    notes = {speech.title(node): [line.text for line in speech.notes(node)] for node in (*book.qualities, *book.values)}
    assert notes == {
        "Close (block)": [],
        "Close (planet)": ["For a cruiser, Close (cruiser) counts instead."],
        "Close (grade)": [],
        "Close (cruiser)": ["This counts instead of Close (planet)."],
        "Worth (player)": [],
        "Worth (planet)": [],
    }


NEXT = """
game Places
    in English
    for {} players: Left, Right{}

play
    the next of Left wins

the next of a Player means the left of the Player
"""


@pytest.mark.parametrize(
    ("players", "said"),
    [((2, ""), "A player’s next is the player’s opponent."),
     ((3, ", Third"), "A player’s next is the player to the left of the player.")],
)  # fmt: skip
def test_where_two_play_the_next_is_the_opponent(players: tuple[int, str], said: str) -> None:
    book, diagnostics = load_text(NEXT.format(*players), "places.rules")
    assert book is not None, diagnostics
    assert flat(Speech(book).definition(book.values[0])) == said


def test_where_a_round_of_passes_ends_the_turns_who_must_and_cannot_passes() -> None:
    for text, said in (("may Drop", "You may drop or pass."), ("must Drop", "You must drop; if you cannot, you pass.")):
        book, diagnostics = load_text(OUTCOMES.replace("may Drop", text), "sums.rules")
        assert book is not None, diagnostics
        assert Speech(book).block(book.play)[0].children[-1].text == said


def test_a_coordinate_of_what_was_spoken_of_is_its_own() -> None:
    grid = OUTCOMES.replace(
        "play\n",
        """board the Field
    made of Cells in a grid of 3 by 3

a Cell is even when the file of the Cell is the rank of the Cell

play
""",
    )
    book, diagnostics = load_text(grid, "sums.rules")
    assert book is not None, diagnostics
    assert sentence(book.qualities[0], book.world) == "A cell is even when its file is its rank."


PLACES = """\
game Market
    in English
    for 2 players: Left, Right

Colour is one of red, green
Level is from 1 to 2

place Pile
    there is one for each Colour
place Deck
    there is one for each Level
place Shelf
    there is one for each Player and Colour
place Slot
    there are 2 for each Player

piece Gem
    there are 2 for each Colour
    starts in the Pile of the Colour

play
    for each Gem
        move the Gem to the Pile of the Colour of the Gem
        move the Gem to the red Pile
        move the Gem to the Deck of Level 2
        move the Gem to Slot 2 of Left
        for each Colour
            move the Gem to the Pile of the Colour
            move the Gem to the Shelf of the Colour of Right
    nobody wins
"""


def test_a_price_of_several_things_and_what_joins_spaces_are_told() -> None:
    book, _ = load_rulebook(GOOD / "costs_of_several.rules")
    assert book is not None
    price = Speech(book).cost(book.actions["Build"])
    assert price is not None
    assert price.text == "Pay 13 metal and 11 gas."
    assert (Speech(book).cost(book.actions["Burn"]) or price).text == "Pay 12 of the resource."
    book, _ = load_rulebook(GOOD / "loops_and_lines.rules")
    assert book is not None
    said = "\n".join(line.text for chapter in book.chapters for i in chapter.items for line in Speech(book).thing(i))
    assert "From C5, north leads to C1, and south leads back." in said
    assert "A line joins A5 to E1." in said
    assert "Sectors that a line joins are beside one another, too." in said


def test_a_price_that_has_a_name_is_told_as_what_it_stands_for() -> None:
    book, _ = load_rulebook(GOOD / "costs_of_what_is_seen.rules")
    assert book is not None
    price = Speech(book).cost(book.actions["Restore"])
    assert price is not None
    assert price.text == "Pay as much wood as the card’s wood price plus the number of cards in your hand."


def test_of_what_can_never_tie_no_further_tie_is_told() -> None:
    book, _ = load_rulebook(GOOD / "ties_by_seat.rules")
    assert book is not None
    (line,) = Speech(book).block(book.play[1:])
    assert line.text == "Whoever has the highest wealth wins; on a tie, the one with the highest seat."


def test_what_is_moved_as_often_as_a_value_says_is_so_many() -> None:
    book, _ = load_rulebook(GOOD / "ties_by_seat.rules")
    assert book is not None
    (line,) = Speech(book).block(book.setup, setup=True)
    assert line.text == "For each player, put as many coins from the Heap into their purse as their seat."
    (line,) = Speech(book, language="Portuguese").block(book.setup, setup=True)
    assert line.text == "Para cada jogador, coloque em Purse dele tantos Coins de Heap quanto for Seat dele."


def test_what_is_multiplied_needs_no_brackets_behind_what_is_added() -> None:
    book, _ = load_rulebook(GOOD / "ties_by_seat.rules")
    assert book is not None
    said = flat(Speech(book).definition(next(value for value in book.values if value.name == "wealth")))
    assert "plus 2 times the number of coins in the player’s purse" in said


def test_what_sides_show_is_told_with_the_pieces() -> None:
    book, _ = load_rulebook(GOOD / "matching_sides.rules")
    assert book is not None
    info = book.world.piece_infos["Tile"]
    assert [line.text for line in Speech(book).thing(info)] == [
        "Each has a heading, one of 8 directions.",
        "Each shows a terrain along each direction; it lies as printed when its heading is north, and what it shows "
        "turns with it.",
    ]
    odds = next(quality for quality in book.qualities if quality.name == "at odds")
    said = flat(Speech(book).definition(odds))
    assert "The terrain of the square’s tile towards the other and" in said


def test_lines_are_told_as_the_table_says_them() -> None:
    book, _ = load_rulebook(GOOD / "lines_on_tiles.rules")
    assert book is not None
    speech, info = Speech(book), book.world.piece_infos["Tile"]
    assert [line.text for line in speech.thing(info)][1:] == [
        "Each shows lines between directions; it lies as printed when its heading is north, and what it shows turns "
        "with it.",
    ]
    track = flat(speech.definition(book.walks["Track"]))
    assert "along a direction that is linked to the opposite of the direction in which it came by the tile" in track


def test_a_place_of_a_value_is_told_by_it() -> None:
    book, diagnostics = load_text(PLACES, "places.rules")
    assert book is not None, diagnostics
    told = flat(Speech(book).block(book.play)[0])
    for words in (
        "into the pile of its colour",
        "into the red pile",
        "into the deck of level 2",
        "into Left’s Slot 2",
        "into the pile of that colour",
        "into Right’s shelf of that colour",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("one", "many"),
    [("seal of excellence", "seals of excellence"), ("stack of tokens", "stacks of tokens"), ("box", "boxes"),
     ("way to play", "ways to play"), ("lady in waiting", "ladies in waiting")],
)  # fmt: skip
def test_of_a_name_the_word_is_in_the_plural_on_which_others_hang(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one


AGREEING = """\
game Lots
    for 2 to 3 players: Ann, Ben, Cy

Sale is from 3 to 5
a Player can be resting
place Rack
    takes Runes
table Rack
    | Sale |
    | 3    |
    | 5    |
place Tray
    there is one for each Player
piece Rune
    there are 2 for each Player
    has a Sale
    starts in the Tray of the owner
piece the Clock
    starts in the Tray of Ann

play
    take turns from Ann
        the active Player must Wind or Rest or Cast

action Wind the Clock with a Rune
    let goal be the Rack whose Sale is 4
    if the goal is nothing, nobody wins
    move the Rune to the Tray of the owner of the Rune
    pay for Sale 3

action Cast
    the left of the Player becomes resting

action Rest
    the Player becomes resting

to pay for a Sale
    for each Rune of the Sale
        the Sale of the Rune becomes 5

the riches of a Player means the number of Runes in the Tray of the Player

the count of rounds of a Player means 2

a Rack is full when there is a Rune that is in the Rack and whose Sale is the Sale of the Rack

a Rack is poor when there is a Rune that is in the Rack and whose Sale is less than the Sale of the Rack

the game ends when there is a Player that is resting
    the Player wins
"""


def test_words_agree_with_what_they_are_said_of() -> None:
    book, diagnostics = load_text(AGREEING, "lots.rules", Terms(players=3))
    assert book is not None, diagnostics
    speech = Speech(book)
    assert [flat(line) for line in speech.block(book.play)] == [
        "Starting with Ann, the players take turns. On your turn: / You must wind the Clock with a rune, rest or cast."
    ]
    wind = [flat(line) for line in speech.effects(book.actions["Wind"])]
    assert "If there is no rack of sale 4, nobody wins." in wind
    assert "Put the rune into its owner’s tray." in wind
    assert "Pay for sale 3." in wind
    assert flat(speech.effects(book.actions["Cast"])[0]) == "The player to your left is now resting."
    assert flat(speech.effects(book.actions["Rest"])[0]) == "You are now resting."
    told = [flat(speech.definition(d)) for d in (*book.values, *book.qualities, *book.endings)]
    for words in (
        "A player’s riches are the number of",
        "A player’s count of rounds is 2.",
        "a rune that is in it and whose sale is that of the rack",
        "a rune that is in it and whose sale is less than the rack’s sale",
        "there is a player who is resting",
    ):
        assert any(words in line for line in told), told


def test_what_must_be_done_in_one_go_is_told_so() -> None:
    book, _ = load_rulebook(GOOD / "one_go_surely.rules")
    assert book is not None
    told_ = [flat(line) for line in Speech(book).effects(book.actions["Hang"])]
    assert "You may not give up, but may begin again; then everything is as it was before." in told_[-1]


def test_what_is_called_by_a_plural_is_had_in_greater_number() -> None:
    page = pages_of((GOOD / "most_points.rules").read_text("utf-8"))["sample/learn.md"]
    assert "whoever has the most points wins; on a tie, the one with the lowest fame" in page


NAMED = """\
game Nile
    for 2 players: Left, Right
    "Bid for the tiles before Ra brings the night. Pharaohs, Niles and monuments are kept in the Store."

place Store
    there is one for each Player
    takes Tiles
place Box

piece Tile
    starts in the Box
piece Ra Tile, a Tile
    there are 3
piece Nile, a Tile
    there are 3
piece Pharaoh, a Tile
    there are 3

play
    for each Player
        move a Ra Tile in the Box to the Store of the Player
        move 2 Niles in the Box to the Store of the Player
        move a Pharaoh in the Box to the Store of the Player
    nobody wins
"""


def test_names_that_the_designer_writes_with_a_capital_in_a_sentence_keep_it() -> None:
    book, wrong = load_text(NAMED, "nile.rules")
    assert book is not None, wrong
    told = " ".join(flat(line) for line in Speech(book).block(book.play))
    assert "a Ra tile from the Box" in told
    assert "2 Niles" in told
    assert "a pharaoh" in told


TRADED = """\
game Traded
    in English
    for 2 players: Left, Right

Cash is from 0 to 9

Chain is one of tower, imperial

a Player has a Cash

place Purse
    there is one for each Player
    takes Shares
place Bank
place Hall
    takes Hotels

piece Share
    there are 5 for each Chain
    starts in the Bank
piece Hotel
    there is one for each Chain
    has a Cash
    starts in the Hall

play
    for each Player
        the Player must Show
    take turns from Left until all pass
        if the Player can Buy
            the Player must Buy
        otherwise
            the Player may repeatedly Buy
    take turns from Left
        the Player may repeatedly Buy
        the Player may
            if there is a Share in the Bank
                move every Share in the Bank to the Purse of the Player
            otherwise
                the Cash of the Player rises by 1
        if the Cash of the Hotel of imperial is 9
            the Player wins

action Show
    only if there is a Share in the Purse of the Player
    the Cash of the Player rises by 1

action Buy a Hotel
    3 times each turn
    only if there is a Share of the Chain of the Hotel in the Bank
    move a Share of the Chain of the Hotel in the Bank to the Purse of the Player

the holding of a Player in a Chain means the number of Shares of the Chain in the Purse of the Player

a Chain is led when the Cash of the Hotel of the Chain is the highest holding in the Chain among Players
"""


def test_what_is_offered_is_told_as_it_can_be_done() -> None:
    book, wrong = load_text(TRADED, "traded.rules")
    assert book is not None, wrong
    told = " ".join(flat(line) for line in Speech(book).block(book.play))
    assert "must show, if possible" in told
    assert "must buy a hotel; if" not in told  # as it was just said that it can be done
    assert "may buy a hotel, at most 3 times" in told
    assert "may do this: / If there is a share in the Bank" in told
    assert "the imperial hotel" in told
