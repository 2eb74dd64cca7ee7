"""A page that teaches a game: what two players do alike stands in one list, all who win in the goal, and what a power
gives around it in a picture."""

from __future__ import annotations

import pytest

from dsl.analysis.grids import Amount, grid
from dsl.load import load_text
from dsl.pages.books.books import documents
from dsl.pages.learn.blocks import Bullets, Exempt, Glance, Steps, Story, lines_of
from dsl.pages.learn.typst import Document
from dsl.terms import Terms
from tests.published import game_of
from tests.test_learn import words_on
from tests.test_learn_rows import learned

SIEGE = """
game Siege
    in English
    for 2 players: Ann, Bea

Might is from 0 to 9
Face is from 1 to 6

board the Field
    made of Cells in a hexagon of 4
    the Gate is A1

place Stock
    there is one for each Player

place the Tray
    takes Dice

place the Pit

piece the Tower
    has a Might
    starts on the Gate

piece Rock
    there are 5 for Ann
    starts in the Stock of Ann

piece Gun
    there is one for each Weapon
    has a Weapon
    starts in the Stock of Bea

piece Die
    two are Dice
    there are 2
    has a Face
    starts in the Tray

setup
    the Might of the Tower becomes 9

play
    do Building
    do Siege

phase Building
    take turns from Ann until all pass
        if the Player is Ann, the Player may Place Rock
        otherwise the Player may Place Gun

phase Siege
    repeat 20 times
        Ann may Move Tower
        Bea may Fire
    Bea wins

the game ends when the Tower is on G4
    Ann wins

the game ends when the Might of the Tower is 0
    Bea wins

action Place Rock on a Cell
    only if the Cell is open, called Open
    only if there is no Gun beside the Cell, called Apart
    only if the distance from the Cell to the Gate is at least 2, called Away
    move a Rock in the Stock of the Player to the Cell

action Place Gun on a Cell
    only if the Cell is open, called Open
    only if there is no Rock beside the Cell, called Apart
    only if the distance from the Cell to the Gate is at least 2, called Away
    the Player chooses a Gun in the Stock of the Player
    move the Gun to the Cell

a Cell is open when there is no Piece on the Cell

action Move Tower to a Cell
    only if the Cell is open, called Open
    only if the Cell is beside the Tower, called Near
    move the Tower to the Cell

chapter "Guns"

action Fire a Gun
    only if the Gun is on the Field, called Standing
    do the Weapon of the Gun for the Gun

to hit a Tower with a Number called harm
    the Might of the Tower falls by the harm, but not below 0

power Cannon for a Gun, a Weapon
    if the Tower is straight from the Gun, hit the Tower with 6
    move the Gun to the Pit

power Mortar for a Gun, a Weapon
    hit the Tower with the blast of the Gun

the blast of a Gun means
    3 if the distance from the Gun to the Tower is 1
    2 if the distance from the Gun to the Tower is 2
    otherwise 0

power Thrower for a Gun, a Weapon
    the Player rolls 2 among Dice called throw
    let harm be the highest Face among the throw minus (the distance from the Gun to the Tower multiplied by 2)
    if the harm is more than 0, hit the Tower with the harm

power Bell for a Gun, a Weapon
    hit the Tower with 1

power Scout for a Gun, a Weapon
    for each Rock that is seen from the Gun, move it to the Pit

chapter "Sight"

"Look along a straight row."

a Rock is seen from a Gun when the Rock is straight from the Gun
"""


@pytest.fixture(scope="module")
def page() -> str:
    return learned(SIEGE)


@pytest.fixture(scope="module")
def read(page: str) -> str:
    return words_on(page)


def test_whoever_wins_when_the_turns_are_over_stands_in_the_goal(read: str) -> None:
    goal = read.partition("## The goal")[2].partition("\n## ")[0]
    assert "Ann wins as soon as" in goal
    assert "Bea wins if the game is not over after 20 turns." in goal
    assert "How else it ends" not in read
    assert "Bea vence se o jogo não acabar em 20 turnos." in learned(SIEGE, "pt")


def test_who_acts_is_told_where_it_is_asked_for(read: str) -> None:
    assert "(Ann), Place Gun (Bea)" in read
    assert "### Move Tower (Ann)" in read


def test_like_actions_of_two_players_are_one_list(read: str) -> None:
    told = read.partition("### Place Rock (Ann), Place Gun (Bea)")[2].partition("\n#")[0]
    assert "You may place a rock (Ann) or a gun (Bea) on an open cell. A cell is open when" in told
    assert "- **Ann.** There must be no gun beside the cell.\n- **Bea.** There must be no rock beside" in told
    assert told.count("The distance from the cell to the Gate must be at least 2.") == 1
    assert "\n\n**Bea.** Choose a gun from your stock and put it on the cell." in told


def test_that_there_is_what_one_takes_is_no_need_of_like_actions() -> None:
    needed = "    only if there is a Gun in the Stock of the Player, called Left\n    only if there is no Rock beside"
    text = SIEGE.replace("    only if there is no Rock beside", needed)
    assert text != SIEGE
    read = words_on(learned(text))
    assert "(Ann), Place Gun (Bea)" in read
    assert "There must be a gun" not in read


def test_actions_with_other_needs_are_told_apart() -> None:
    other = SIEGE.replace("the distance from the Cell to the Gate is at least 2, called Away", "the Cell is dry", 1)
    read = words_on(learned(other + "\na Cell is dry when there is no Piece beside the Cell\n"))
    assert "### Place Rock (Ann)" in read
    assert "### Place Gun (Bea)" in read


def test_words_come_before_a_chapter_that_needs_them(read: str) -> None:
    assert read.index("## Sight") < read.index("## Guns")


@pytest.mark.parametrize(
    ("name", "amounts"),
    [
        ("Cannon", {Amount(6, 6, 6): 18}),
        ("Mortar", {Amount(3, 3, 3): 6, Amount(2, 2, 2): 12}),
        ("Thrower", {Amount(-2, 4, -2): 6, Amount(-4, 2, -4): 12}),
    ],
)
def test_what_a_power_gives_by_where_something_stands(name: str, amounts: dict[Amount, int]) -> None:
    found, _ = load_text(SIEGE, "siege.rules")
    assert found is not None
    drawn = grid(found.powers[name], found.world)
    assert drawn is not None
    given = list(drawn.amounts.values())
    assert {amount: given.count(amount) for amount in given} == amounts


def test_what_is_the_same_everywhere_or_no_number_has_no_grid() -> None:
    found, _ = load_text(SIEGE, "siege.rules")
    assert found is not None
    assert [power.name for power in found.powers.values() if grid(power, found.world) is None] == ["Bell", "Scout"]


def test_the_picture_says_what_its_numbers_are(page: str) -> None:
    assert "The number on a cell is the harm if the Tower is there." in page
    assert "6 × 3, 12 × 2." in page
    assert "6 × –2, 12 × –4." in page
    assert "O número em um Cell é " in learned(SIEGE, "pt")


WALL = """
chapter "The Wall"

"A wall stands around the field, as high as three men, and nobody has ever climbed it. There is but one gate in it,
 through which the tower is rolled onto the field."

"A cell at the wall is dark. What stands there is not seen from afar, and those who wait in the dark have time."

a Cell is dark when the distance from the Cell to the Gate is 1

chapter "The Course"

play
"""


@pytest.fixture(scope="module")
def walled() -> str:
    return words_on(
        learned(SIEGE.replace("\nplay\n", WALL).replace("the Cell is open, called Open", "the Cell is dark"))
    )


def test_what_is_explained_before_all_play_comes_first_here_too(walled: str) -> None:
    assert walled.index("**At a glance**") < walled.index("## The Wall") < walled.index("## Building")


def test_each_text_that_explains_something_is_a_paragraph(walled: str) -> None:
    assert "onto the field.\n\nA cell at the wall is dark." in walled


def test_what_is_easily_taken_otherwise_stands_in_a_box_called_like_its_example() -> None:
    """Only if the example is of the same, and not from the printed book."""
    blocks = game_of("rebel_moon_defense").learn.blocks
    boxes = {block.title: block.lines for block in blocks if isinstance(block, Exempt)}
    assert "you may place again" in boxes["A pass is not final"][0].text
    assert "An Asteroid Killer cannot fire through the Bomb" not in boxes


def test_what_is_asked_at_the_table_is_told_a_second_time() -> None:
    last = [block for block in game_of("rebel_moon_defense").learn.blocks if isinstance(block, Bullets)][-1]
    told = [line.text for line in last.lines]
    assert "A Laser does not fire between two rows." in told
    assert "A pass is not final." not in told


FLARES = """
phase Siege
    repeat 20 times
        begin a turn
        Ann may Move Tower
        Ann may Roll Tower or Light
        Bea may Fire
    Bea wins

to begin a turn
    in short "A new turn begins."
    the Might of the Tower rises by 1

chapter "Tricks"

"Ann has one trick in each turn."

action Roll Tower to a Cell
    only if the Cell is beside the Tower, called Near
    move the Tower to the Cell

variant Torch
    action Light
        only if the Might of the Tower is at least 3, called Strong
        the Might of the Tower falls by 3
"""
SIEGE_PHASE = """
phase Siege
    repeat 20 times
        Ann may Move Tower
        Bea may Fire
    Bea wins
"""


@pytest.fixture(scope="module")
def flares() -> str:
    without, _, guns = SIEGE.partition(SIEGE_PHASE)
    phase, _, tricks = FLARES.partition("\nchapter")
    return words_on(learned(f"{without}{phase}{guns}\nchapter{tricks}", terms=Terms(("Torch",))))


def test_what_is_chosen_together_with_what_variants_bring_is_told_with_these(flares: str) -> None:
    tricks = flares.partition("## Tricks")[2]
    assert "Ann has one trick in each turn." in tricks
    assert tricks.index("### Roll Tower (Ann)") < tricks.index("### Variants") < tricks.index("#### Torch")
    assert "## Variants" not in flares.replace("### Variants", "")
    assert "Roll Tower (Ann)" not in flares.partition("\n## Siege")[2].partition("\n## ")[0]


def test_the_name_of_what_is_done_in_a_sentence_stands_before_it(flares: str) -> None:
    assert "**Begin a turn.**{ #verb-begin-a-turn } A new turn begins." in flares
    assert "### Begin a turn" not in flares


def test_what_either_side_does_is_a_table_on_paper() -> None:
    game = game_of("rebel_moon_defense")
    (main,) = [files[Document.MAIN] for name, files in documents(game, "a4") if name == "learn"]
    table = main.partition("#table(columns: (auto, 1fr, auto), table.header([*Who*], [*may*], []), ")[2]
    assert table.startswith("[Imperial], [")  # that a new turn begins is no step of a player
    turned = '[Imperial], [#to("#action-turn-bomb", [turn the Chaos Bomb])], [#page-of("#action-turn-bomb", [p.])]'
    assert turned in table


def test_a_line_that_is_free_and_one_that_is_not_are_shown() -> None:
    stories = [block for block in game_of("rebel_moon_defense").learn.blocks if isinstance(block, Story)]
    (told,) = (s for s in stories if s.title == "A piece on the line hides the Bomb, and so do two at one edge")
    assert told.lines[-1].text.startswith("E5 lies on the line from C3.")
    assert "The line from C3 to F6 is closed." in str(told.pictures)
    assert "The line from H5 to F6 is open." in str(told.pictures)


def test_among_powers_with_grids_one_without_has_the_picture_of_an_example_that_works() -> None:
    told = [block.title for block in game_of("rebel_moon_defense").learn.blocks if isinstance(block, Story)]
    assert "An Asteroid Killer takes an asteroid in sight" in told


def test_how_an_only_piece_lies_stands_where_it_is_laid_out() -> None:
    setup = next(block for block in game_of("rebel_moon_defense").learn.blocks if isinstance(block, Steps))
    first = "Put the Chaos Bomb on the Gate. Set its level to 6. Turn it to face southeast."
    assert setup.lines[0].text == first
    assert len(setup.lines) == 4


def test_what_numbers_are_in_the_picture_of_one_power_stands_with_it(read: str) -> None:
    family, _, thrower = read.partition("### Weapons")[2].partition("**Thrower**")
    assert "is what is rolled plus the number" not in family
    assert "The harm is what is rolled plus the number on a cell if the Tower is there." in thrower


def test_a_page_tells_a_rule_before_what_shows_it() -> None:
    blocks = game_of("rebel_moon_defense").learn.blocks
    told = [[getattr(block, "title", ""), *(line.text for line in lines_of(block))] for block in blocks]
    read = "\n".join(line for lines in told for line in lines)
    assert "until both players have passed in succession" in read
    order = (
        "A strike works only", "The wrong colour does nothing", "What only touches a corner does not count",
        "A piece on the line hides the Bomb",
    )  # fmt: skip
    places = [read.index(one) for one in order]
    assert places == sorted(places)


def test_variants_do_not_stand_at_a_glance() -> None:
    glance = next(block for block in game_of("rebel_moon_defense").learn.blocks if isinstance(block, Glance))
    told = [line.text for line in lines_of(glance)]
    assert "Imperial may use the Boosters." in told
    assert not any("variant" in line for line in told)
