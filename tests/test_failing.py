"""What is told of an example that fails: what helps, what has ended the play, where given pieces came from."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from dsl.load import load_text, program_of
from dsl.terms import USUAL
from interpreter import load
from interpreter.cli.test import failure, run_examples
from interpreter.play.examples import Outcome, run
from interpreter.play.game import Game
from interpreter.play.in_vain import NEEDED
from interpreter.tools.dry_run import tried
from interpreter.tools.example_hints import with_hints_tried
from tests.rulebooks import reworded

TEXT = """\
game Depot
    in English
    for 2 players: Ann, Bob

Level is from 0 to 9

place Supply

place Wagon
    keeps order

place Purse
    there is one for each Player

piece Coin
    there are 6
    starts in the Supply

piece Cup
    there are 9 for each Player
    starts in the Purse of the owner

a Player has a Level

setup
    move 2 Coins in the Supply to the Wagon

play
    repeat until the Level of Ann is 9
        do Round
    Ann wins

phase Round
    take turns from Ann until all pass
        the Player may Sell, Rise or Use

action Sell
    only if there is a Coin in the Supply, called Coins
    the Player chooses one
        either Cheap
            the Level of the Player rises by 1, but not above 9
        or Dear
            the Level of the Player rises by 2, but not above 9
    the opponent of the Player chooses one
        either Agree
            the Level of the Player rises by 1, but not above 9
        or Refuse
            the Level of the Player becomes 0

action Rise
    the Level of the Player rises by 1, but not above 9

action Use
    only if the Player can Spend, called Something To Spend
    the Player must Spend

action Spend a Coin
    only if there is a Cup in the Wagon, called Cup There
    only if the Coin is in the Purse of the Player, called Own Coin
    move the Coin to the Supply
"""

SPENT = "move 2 Coins in the Supply to the Wagon\n    repeat 3 times\n        move the top of the Wagon to the Supply"


def failing(tmp_path: Path, lines: str, phase: str = "") -> tuple[Path, Outcome]:
    """What comes of an example of some lines, and the rulebook that it stands in."""
    path = tmp_path / "depot.rules"
    heading = 'example "This"' + (f" in {phase}" if phase else "")
    said = "".join(f"    {line}\n" for line in lines.splitlines())
    path.write_text(f"{TEXT}\n{heading}\n{said}", "utf-8")
    rules = Game.with_examples(path)
    return path, run(rules.program, rules.machine)[0]


@pytest.mark.parametrize(("lines", "hints"), [
    ("when Ann does Sell\nwhen Ann chooses Cheap\nthen the Level of Ann is 2", ["when Bob chooses Agree"]),
    ("when Ann does Sell\nwhen Ann chooses Cheap\nthen the Level of Ann is 0", ["when Bob chooses Refuse"]),
    ("when Ann does Sell\nwhen Ann chooses Cheap\nthen the Level of Ann is 5", []),
    ("when Ann does Sell\nwhen Bob chooses Agree\nthen the Level of Ann is 3", ["when Ann chooses Dear"]),
])  # fmt: skip
def test_only_answers_that_help_are_proposed(tmp_path: Path, lines: str, hints: list[str]) -> None:
    _, found = failing(tmp_path, lines)
    assert found.message
    assert [hint.partition(": ")[2] for hint in found.hints] == hints


def test_who_is_asked_passes_before_nobody_is(tmp_path: Path) -> None:
    _, found = failing(tmp_path, "when Ann passes\nwhen Bob does Rise\nwhen Ann passes\nthen nobody is asked", "Round")
    assert [*found.hints] == ["before it, on a line of its own: when Bob passes"]


def test_a_line_in_which_somebody_passes_behind_the_phase_is_left_out(tmp_path: Path) -> None:
    _, found = failing(tmp_path, "when Ann passes\nwhen Bob passes\nwhen Ann passes", "Round")
    assert found.hints[-1] == "leave it out"


def test_what_has_ended_the_play_is_told(tmp_path: Path) -> None:
    _, found = failing(tmp_path, "given the Level of Ann is 9\nwhen Ann does Rise")
    assert "with what is given it comes to its end before anybody is asked" in found.message
    assert [note.span.line for note in found.notes if note.span] == [TEXT.splitlines().index("    Ann wins") + 1]


def test_what_has_ended_the_play_is_told_where_somebody_should_be_asked(tmp_path: Path) -> None:
    _, found = failing(tmp_path, "given the Level of Ann is 9\nthen Bob is asked")
    assert [note.span.line for note in found.notes if note.span] == [TEXT.splitlines().index("    Ann wins") + 1]


def test_what_is_so_is_told_though_the_phase_is_over(tmp_path: Path) -> None:
    _, found = failing(tmp_path, "when Ann passes\nwhen Bob passes\nthen the Level of Ann is 1", "Round")
    assert any("this is 0 now" in note.text for note in found.notes), found.notes


def test_with_how_many_it_is_played_is_told_where_others_could_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = failing(tmp_path, "then the Level of Ann is 1")
    for players, told in (("2 players: Ann, Bob", ""), ("2 to 3 players: Ann, Bob, Cy", " (2 play)")):
        text = path.read_text("utf-8").replace("for 2 players: Ann, Bob", f"for {players}")
        path.write_text(text.replace("the opponent of the Player chooses", "Bob chooses"), "utf-8")
        with pytest.raises(typer.Exit):
            run_examples([str(path)])
        assert f"the position then{told}:" in capsys.readouterr().out


def test_the_supply_is_not_told(tmp_path: Path) -> None:
    """Nobody asks where pieces come from that come out of the supply."""
    _, found = failing(tmp_path, "given there are 3 Coins in the Purse of Bob\nthen the Level of Ann is 1")
    assert not any("came from" in note.text for note in found.notes), found.notes


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_setup_that_fails_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int) -> None:
    broken = TEXT.replace("move 2 Coins in the Supply to the Wagon", SPENT)
    lines = "".join(f'\nexample "Number {k}"\n    given the Level of Ann is {k}\n' for k in range(count))
    path = tmp_path / "broken.rules"
    path.write_text(broken + lines, "utf-8")
    with pytest.raises(typer.Exit):
        run_examples([str(path)])
    shown = capsys.readouterr().out
    assert shown.count("The setup moves what is not there") == 1
    assert ("and 2 others fail" in shown, "fails, as the setup does" in shown) == (count == 3, count == 1)
    assert "the top of the Wagon" in shown
    assert "the position" not in shown


def test_where_given_pieces_came_from_is_told(tmp_path: Path) -> None:
    lines = "given there are 5 Coins in the Purse of Bob\nthen there are 2 Coins in the Wagon"
    _, found = failing(tmp_path, lines)
    assert any("from the Wagon" in note.text for note in found.notes), found.notes


def test_a_heading_is_proposed_where_it_helps(tmp_path: Path) -> None:
    helps = "given the Level of Ann is 8\nwhen Ann does Rise\nwhen Bob passes\nwhen Ann passes\nthen Ann is the winner"
    path, found = failing(tmp_path, helps, "Round")
    assert any(
        hint.startswith("example ")
        for hint in with_hints_tried(found, path, USUAL, Game.with_examples(path).program).hints
    )
    path, found = failing(tmp_path, "when Ann passes\nwhen Bob passes\nthen Ann is the winner", "Round")
    assert any(hint.startswith("example ") for hint in found.hints)
    assert not any(
        hint.startswith("example ")
        for hint in with_hints_tried(found, path, USUAL, Game.with_examples(path).program).hints
    )


def test_of_a_long_position_what_is_otherwise_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.cli.test.MOST_DRAWN", 2)
    path, _ = failing(tmp_path, "given there is a Coin in the Purse of Bob\nthen the Level of Ann is 1")
    with pytest.raises(typer.Exit):
        run_examples([str(path)])
    shown = capsys.readouterr().out
    assert "the position then, where it is another than after the setup" in shown
    assert "The Purse of Bob" in shown
    assert "The Purse of Ann" not in shown


def test_why_not_tells_what_is_against_the_action_that_is_needed() -> None:
    match = load(text=TEXT).start(seed=1)
    refusal = match.why_not("Use")
    assert refusal is not None
    assert [need.name for need in refusal.unmet] == ["Something To Spend", "Cup There"]


def test_choices_of_the_like_are_told_apart_by_their_names() -> None:
    more = """
action Swap
    the Player chooses at least 1 among Coins called taken in the Supply
    the Player chooses a Coin called given in the Wagon
    move the given to the Supply
    move every Coin in the taken to the Wagon
"""
    match = load(text=TEXT.replace("Sell, Rise or Use", "Sell, Rise, Use or Swap") + more).start(seed=1)
    prompts = {decision.prompt for decision in match.rules.program.decisions}
    assert {"choose at least 1 Coin (taken)", "choose a Coin (given)"} <= prompts


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("then the Level of Ann is 4 -- a note", "then the Level of Ann is 1 -- a note"),
        (
            "then the Level of Ann is 2 and the Level of Bob is 1",
            "then the Level of Ann is 1 and the Level of Bob is 0",
        ),
        ("then there are 2 Coins in the Supply", "then there are 4 Coins in the Supply"),
        ("then there are 2 Coins in the Purse of Ann", ""),  # of none it is said otherwise
        ("then the Level of Ann is at least 4", ""),  # what is meant may be less, or more
    ],
)
def test_the_line_that_holds_is_written_where_a_number_is_wrong(tmp_path: Path, line: str, written: str) -> None:
    path, found = failing(tmp_path, f"when Ann does Rise\n{line}")
    told = failure(Game.with_examples(path).program, found)
    assert [one.lines for one in told.write] == ([(written,)] if written else [])


def test_that_somebody_is_still_asked_comes_before_what_would_be_so_now(tmp_path: Path) -> None:
    path = tmp_path / "wages.rules"
    path.write_text(
        TEXT.replace("the Player may Sell, Rise or Use", "the Player must Use\n        the Player may Rise")
        .replace(
            "only if the Player can Spend, called Something To Spend\n    the Player must Spend", "nothing happens"
        )
        .replace("Rise\n", "Rise\n        the Level of the Player rises by 3, but not above 9\n", 1)
        + '\nexample "Wages"\n    when Ann does Use\n    then the Level of Ann is 3\n',
        "utf-8",
    )
    rules = Game.with_examples(path)
    (found,) = run(rules.program, rules.machine)
    assert [hint.partition(": ")[2] for hint in found.hints] == ["when Ann passes"]
    assert found.right == ()


IDLE = """\
game Idle Hands
    in English
    for 2 players: Ann, Bob

place Supply

place Table

piece Coin
    there are 6
    can be bright
    starts in the Supply

play
    take turns from Ann until there is no Coin in the Supply
        do Round

phase Round
    the Player must Buy or Sell

action Buy a Coin
    only if the Coin is bright, called Bright
    move the Coin to the Table

action Sell
    only if there is a Coin on the Table, called Stock
    the Player wins
"""


def test_where_nobody_can_do_what_is_offered_it_is_told_why(tmp_path: Path) -> None:
    path = tmp_path / "idle.rules"
    path.write_text(f'{IDLE}\nexample "Nothing shines"\n    when Ann does Buy\n', "utf-8")
    rules = Game.with_examples(path)
    (found,) = run(rules.program, rules.machine)
    assert "F4" in found.message
    assert [note.text.partition(":")[0] for note in found.notes] == ["Ann can do nothing of this", *["not met"] * 2]
    assert found.hints == (NEEDED,)
    book, _ = load_text(IDLE, "idle.rules")
    assert book is not None
    (broken_off,) = tried(program_of(book))
    assert [note.text for note in broken_off.notes[1:]] == [found.notes[0].text, "not met: Bright", "not met: Stock"]


@pytest.mark.parametrize("around", ["take turns from Ann until there is no Coin in the Supply", "for each Player"])
def test_so_it_is_where_more_than_the_played_is_needed_to_tell_it(around: str) -> None:
    """What is lacking is worked out on a state that is laid out otherwise than that of the trial; also in no turn."""
    play = f"repeat until there is no Coin in the Supply\n        {around}\n            the Player must Buy or Sell"
    turns = "take turns from Ann until there is no Coin in the Supply\n        do Round"
    round_ = "\nphase Round\n    the Player must Buy or Sell\n"
    example = '\nexample "Nothing shines"\n    when Ann does Buy\n'
    book, _ = load_text(reworded(IDLE, (turns, play), (round_, "")) + example, "idle.rules")
    assert book is not None
    (broken_off,) = tried(program_of(book, examples=True))
    assert [note.text for note in broken_off.notes[2:]] == ["not met: Bright", "not met: Stock"]


HANDS = """\
game Two Hands
    in English
    for 2 players: Ann, Bob

place Supply

place Hand
    there is one for each Player
    seen by the owner
    takes Coins

place Tray
    there is one for each Player

piece Coin
    there are 6
    starts in the Supply

play
    for each Player, in secret
        the Player chooses a Coin called pick in the Hand of the Player
        the Player chooses at most 1 among Coins called more in the Hand of the Player that are not the pick
        move the pick to the Tray of the Player
    nobody wins

example "One each"
    given there is a Coin in the Hand of Ann
    given there is a Coin in the Hand of Bob
"""


@pytest.mark.parametrize(
    ("line", "message", "hints"),
    [
        ("when Ann chooses a Coin", "nothing to choose here: what can only be one thing", ["when Ann passes"]),
        ("then there is a Coin in the Tray of Ann", "Ann and Bob are asked", ["when Ann passes", "when Bob passes"]),
    ],
)
def test_of_an_only_thing_in_secret_it_is_told_that_it_is_taken(
    tmp_path: Path, line: str, message: str, hints: list[str]
) -> None:
    path = tmp_path / "hands.rules"
    path.write_text(f"{HANDS}    {line}\n", "utf-8")
    rules = Game.with_examples(path)
    (found,) = run(rules.program, rules.machine)
    assert message in found.message
    assert [hint.partition(": ")[2] for hint in found.hints] == hints


MARKET = """\
game Market Day
    in English
    for 2 players: Ann, Bob

Worth is from 1 to 3

place Market
    takes at most 3 Goods

place Store
    keeps order

place the Window

place the Corner
    takes at most 1 Good

place Purse
    there is one for each Player

piece Good
    two are Goods
    there are 4 for each Worth
    starts in the Store

setup
    move the top 3 Goods of the Store to the Market
    move the top of the Store to the Window

play
    do Round
    Ann wins

phase Round
    take turns from Ann until there is no Good in the Store
        the Player must Buy or Show or Clear
        the Player may Sell

action Buy
    bring one

to bring one
    the Player chooses a Good in the Market
    move the Good to the Purse of the Player

action Show
    nothing happens

action Clear
    move every Good in the Window to the Corner

action Sell
    the Player chooses at least 1 among Goods called sold in the Purse of the Player
    only if the number of Goods in the sold is 3
    move every Good in the sold to the Store
"""


@pytest.mark.parametrize(
    ("lines", "hints"),
    [
        (
            "given every Good in the Market is in the Store\nwhen Ann does Buy\nwhen Ann chooses a Good in the Market",
            ["the last of the `given` lines: given there are 2 Goods in the Market"],
        ),
        (
            "given there are 3 Goods in the Purse of Ann\nwhen Ann does Show\nwhen Ann does Sell\n"
            "then there is no Good in the Purse of Ann",
            ["before it, on a line of its own: when Ann chooses 3 Goods"],
        ),
        (
            "given there is a Good of Worth 1 in the Window\nwhen Ann does Clear",
            ["the first of the `given` lines: given every Good in the Window is in the Store"],
        ),
        (
            "given there are 3 Goods in the Purse of Ann\nwhen Ann does Show\nthen Ann cannot Buy",
            ["then Ann can Sell"],
        ),
    ],
)
def test_what_is_to_be_given_or_chosen_before_is_proposed(tmp_path: Path, lines: str, hints: list[str]) -> None:
    path = tmp_path / "market.rules"
    said = "".join(f"    {line}\n" for line in lines.splitlines())
    path.write_text(f'{MARKET}\nexample "This"\n{said}', "utf-8")
    rules = Game.with_examples(path)
    found = with_hints_tried(run(rules.program, rules.machine)[0], path, USUAL, rules.program)
    assert [*found.hints] == hints, found.message


TOWNS = """\
game Towns And Tiles
    in English
    for 2 players: Ann, Bob

Good is one of wine, cloth
Price is from 0 to 9

board the Map
    made of Towns in a line of 3
    Roma is S1

piece Tile
    there are 2 for each Good
    starts in the Bag

place the Bag
    keeps order

setup
    move the top of the Bag to S1

play
    take turns from Ann until all pass
        the Player may Look
    nobody wins

action Look
    nothing happens

the toll of a Town means the total duty among Tiles on the Town
the duty of a Tile means 3
"""


@pytest.mark.parametrize(
    ("lines", "hints"),
    [
        (
            "given there is a wine Tile on Roma\nthen the toll of Roma is 3",
            ["the first of the `given` lines: given there is no Tile on Roma"],
        ),
        ("given there is a wine Tile on S2\nthen the toll of S2 is 6", []),
        (
            "given the Good of the Tile on S1 is wine\nthen the toll of S1 is 3",
            ["in place of it: given there is no Tile on S1, and on the next line: given there is a wine Tile on S1"],
        ),
    ],
)
def test_what_the_setup_has_put_beside_what_is_given_is_told(tmp_path: Path, lines: str, hints: list[str]) -> None:
    path = tmp_path / "towns.rules"
    said = "".join(f"    {line}\n" for line in lines.splitlines())
    path.write_text(f'{TOWNS}\nexample "This"\n{said}', "utf-8")
    rules = Game.with_examples(path)
    found = with_hints_tried(run(rules.program, rules.machine)[0], path, USUAL, rules.program)
    assert [*found.hints] == hints, found.message
    assert bool(found.right) == (not hints)


ROWS = """\
game Rows
    in English
    for 2 players: Ann, Bob

place Road
    there are 6

place the Box

piece Man
    there are 6
    starts in the Box

play
    take turns from Ann until all pass
        the Player may Go
    nobody wins

action Go
    the Player chooses a Road
    move a Man in the Box to the Road

example "This"
    given there is a Man called guide in Road 2
    when Ann does Go
    {line}
    then there is a Man in Road 1
"""


@pytest.mark.parametrize("line", ["when Ann chooses the guide", "then Ann can choose the guide"])
def test_a_thing_of_another_kind_is_not_what_is_asked_for(tmp_path: Path, line: str) -> None:
    """Though one of those that are asked for has its number."""
    path = tmp_path / "rows.rules"
    path.write_text(ROWS.format(line=line), "utf-8")
    rules = Game.with_examples(path)
    found = run(rules.program, rules.machine)[0]
    assert found.step is not None
    assert found.step.span.line == ROWS[: ROWS.index("{line}")].count("\n") + 1


PORT = """\
game Port
    in English
    for 2 players: Ann, Bob

Course is one of up-river, down-river

Load is from 0 to 9

board the River
    made of Reaches in a line of 4

place Supply

piece Ship
    there is one for each Player
    has a Course
    has a Load
    starts on S1

piece Crate
    there are 4
    starts in the Supply

play
    for each Player
        the Player must Wait
    do Sailing
    nobody wins

phase Sailing
    take turns from Ann until there is no Crate in the Supply
        the Player must Sail

action Wait
    nothing happens

action Sail
    the Player chooses a Ship of the Player
    the Player chooses a Reach that is not under a Ship
    move the Ship to the Reach
    move a Crate in the Supply to the Reach
"""


def told_of(tmp_path: Path, example: str) -> tuple[Path, Outcome]:
    """What comes of an example at the port, and of what it proposes."""
    path = tmp_path / "port.rules"
    path.write_text(f"{PORT}\n{example}", "utf-8")
    rules = Game.with_examples(path)
    return path, with_hints_tried(run(rules.program, rules.machine)[0], path, USUAL, rules.program)


@pytest.mark.parametrize("lines", [
    "when Ann chooses a Ship of Ann\n    when Ann chooses S3",
    "when Ann chooses S3\n    when Ann chooses a Ship of Ann",
])  # fmt: skip
def test_a_line_for_the_only_thing_is_left_out(tmp_path: Path, lines: str) -> None:
    example = f'example "This" in Sailing\n    when Ann does Sail\n    {lines}\n    then there is a Crate on S3\n'
    _, found = told_of(tmp_path, example)
    assert "what can only be one thing is taken at once" in found.message
    assert found.hints == ("leave it out",)


def test_a_line_for_what_nobody_took_is_not_said_to_be_taken(tmp_path: Path) -> None:
    example = 'example "This" in Sailing\n    when Ann does Sail\n    when Ann chooses S1\n    then Bob is asked\n'
    assert "leave it out" not in told_of(tmp_path, example)[1].hints


def test_the_phase_is_proposed_in_which_an_example_passes(tmp_path: Path) -> None:
    lines = "    when Ann does Sail\n    when Ann chooses S3\n    then there is a Crate on S3\n"
    _, found = told_of(tmp_path, f'example "This"\n{lines}')
    assert found.hints == ('example "This" in Sailing, in place of example "This"',)
    _, found = told_of(tmp_path, f'example "This"\n{lines.replace("on S3", "on S4")}')
    assert not any(" in Sailing" in hint for hint in found.hints)  # it would fail there as well


def test_of_a_long_position_it_is_shown_what_pieces_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.cli.test.MOST_DRAWN", 2)
    given = "    given there is a Ship of Bob called far on S4\n    given the Load of the far is 7\n"
    path, _ = told_of(tmp_path, f'example "This"\n{given}    then there is a Crate on S3\n')
    with pytest.raises(typer.Exit):
        run_examples([str(path)])
    assert "Load 7" in capsys.readouterr().out.partition("where it is another")[2]
