"""A match in the terminal, typed line by line."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dsl.board.text_drawing import Layout, Row
from dsl.ir.program import Board, Mark
from interpreter.bots.determinisation import Seat
from interpreter.bots.seats import Bot, RandomBot
from interpreter.knowledge.view import Data
from interpreter.play.game import Game, load
from interpreter.play.match import Match
from interpreter.play.options import Option, Options
from interpreter.play.position import OpenDecision, Result
from interpreter.terminal.menu import menu
from interpreter.terminal.picture import Picture, Symbols, bare, on_board
from interpreter.terminal.session import MOST_NEWS, Screen, Session
from interpreter.terminal.text import ended
from interpreter.terminal.words import LANGUAGES, PORTUGUESE, Spoken
from tests import handmade
from tests.laws.games import Setting
from tests.laws.games import game as game_of
from tests.rulebooks import FOLDER

LAYOUT = Layout((Row((0, 1, 2), "A"),), ("1", "2", "10"))
STRIP = Board("Row", "the Row", 0, ((0.0, 0.0),) * 3, (), (Mark(1, "the Moon"),), LAYOUT)
GAME = Game.of(dataclasses.replace(handmade.program(), boards=(STRIP,)))
SEED = 3
CLASSICS = Path(__file__).parents[1] / "games" / "classics"


def first(decision: OpenDecision, before: int, seat: Seat | None) -> int:
    return 0


def passing(decision: OpenDecision, before: int, seat: Seat | None) -> int:
    return len(decision.options) - 1


def played(typed: str, match: Match | None = None, **bots: Bot) -> str:
    """What is on the screen after these lines; "== Blue" where it is handed over."""
    shown: list[str] = []
    lines: Iterator[str] = iter(typed.splitlines())

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        shown.append(prompt + line)
        return line

    tell: Callable[[str], object] = shown.append
    screen = Screen(ask, tell, lambda player: shown.append(f"== {player}"), 80)
    Session(match or GAME.start(SEED), bots, screen).run()
    return "\n".join(shown)


def test_a_turn_shows_the_board_the_places_and_the_options() -> None:
    assert played("quit") == (
        "\n"
        "The Row\n"
        "    1   2   10\n"
        "  A B   m   ·\n"
        "  B Bomb   m the Moon (A2)\n"
        "\n"
        "  A1: Bomb (Level 6)\n"
        "\n"
        "  The Stock of Blue: 2 red Discs, 2 yellow Discs\n"
        "  The Hand of Blue: 3 unseen\n"
        "  The Bag: 3 Pebbles\n"
        "\n"
        "Red may act\n"
        "1 Place Pebble on A2\n"
        "2 Place Pebble on A10\n"
        "3 Scan the red Disc in the Stock of Blue\n"
        "4 Scan the yellow Disc in the Stock of Blue\n"
        "5 Take a piece in the Hand of Blue\n"
        "6 Pass\n"
        "> quit\n"
        "\n"
        "The match is not over. It was not kept."
    )


def test_each_player_sees_what_is_theirs_and_the_screen_is_handed_over() -> None:
    before, after = played("place a2").split("== Blue")
    assert "3 unseen" in before
    assert "Laser" not in before
    assert "yellow Mine Disc" in after
    assert "The Hand of Blue: 7 Card, 8 Card, 9 Card" in after


@pytest.mark.parametrize("typed", ["1", "place pebble on a2", "Place a2", "2\nundo\n1", "0000000001"])
def test_an_option_is_chosen_by_its_number_its_text_or_some_of_its_words(typed: str) -> None:
    match = GAME.start(SEED)
    played(typed, match)
    assert [step.text for step in match.steps] == ["Place Pebble on A2"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0", "Type a number from 1 to 6, or the text of an option."),
        ("7", "Type a number from 1 to 6"),
        ("10000000001", "Type a number from 1 to 6"),
        ("9" * 900, "Type a number from 1 to 6"),
        ("9" * 5000, "That is too long"),
        ("x" * 500_000, "That is too long"),
        ("scan", "“scan” can mean 2 options"),
        ("Plaec Pebble on A2", "did you mean 'Place Pebble on A2'?"),
        ("place a1", "Empty Cell: the Cell is empty [TOY-001] (toy.rules:11:5)"),
        ("why place a1", "Empty Cell: the Cell is empty [TOY-001]"),
        ("why pass", "“pass” is possible"),
        ("why 1", "“1” is Place Pebble on A2, which is possible: type it without `why`."),
        ("why 7", "There is no option number 7. Type a number from 1 to 6"),
        ("-1", "There is no option number -1. Type a number from 1 to 6"),
        ("why", "Type `why` and the answer"),
        ("undo", "Nothing can be taken back: you have not answered yet."),
        ("log", "Nothing has happened yet."),
        ("help", "takes back what you have said of an answer"),
        ("save", "Type `save` and the name of a file."),
        ("save /no/such/folder/x.json", "It was not kept: "),
        ("save " + "x" * 900, "It was not kept: "),
        ("save ~nouser/x", "It was not kept: "),
        ("save \0", "It was not kept: "),
        ("\x1b[2J", "There is no option"),
    ],
)
def test_what_is_no_answer_is_told_and_changes_nothing(typed: str, told: str) -> None:
    match = GAME.start(SEED)
    assert told in played(typed, match)
    assert match.steps == []


# S15.1
def test_undo_takes_back_the_last_answer_of_a_person() -> None:
    match = GAME.start(SEED)
    assert "Taken back." in played("place a2\nundo", match)
    assert match.steps == []


# S15.1
def test_undo_does_not_go_past_what_chance_decided() -> None:
    match = GAME.start(SEED)
    text = played("place a2\nundo", match, Blue=passing)
    assert "Nothing can be taken back: Chance has decided since." in text
    assert match.steps[0].text == "Place Pebble on A2"


# S15.1
def test_undo_takes_the_answers_of_bots_with_it_but_not_those_of_people() -> None:
    match = load(CLASSICS / "tic_tac_toe.rules").start()
    assert "Taken back." in played("b2\nundo", match, Nought=first)
    assert match.steps == []
    played("b2", match, Nought=first)
    assert not match.can_undo("Cross")
    assert match.can_undo("Cross", bots=["Nought"])


CLOCK = """
game Clock
    in English
    for 2 players: White, Black

Count is from 0 to 9

place Box

piece the Clock
    has a Count
    starts in the Box

play
"""

TWICE = f"""{CLOCK}    Black must Wind
    White must Wind
    White must Wind
    White must Wind

action Wind by a Count
    the Count of the Clock becomes the Count
"""


# S15.1
def test_undo_goes_back_over_ones_own_decisions_only(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE)
    match = load(path).start(seed=0)
    text = played("wind by 3\nwind by 4\nundo\nundo\nundo", match, Black=first)
    assert text.count("Taken back.") == 2
    assert text.count("Nothing can be taken back: you have not answered yet.") == 1
    assert [step.who for step in match.steps] == [1]


SECRETS = Path(__file__).parent / "language" / "good" / "in_secret.rules"
RED_AND_GREEN = "3\ndone\n4\ndone\n"


# S5.13, S15.1
@pytest.mark.parametrize("back", ["undo", "take back"])
def test_in_secret_one_takes_back_what_one_has_begun_and_nothing_else(back: str) -> None:
    match = load(SECRETS).start(SEED)
    text = played(f"{RED_AND_GREEN}5\n{back}\nview\n{back}", match)
    ours = text.split("== Blue")[-1]
    assert ours.count("Taken back.") == 1
    assert "== Green" not in ours
    assert ours.count("Blue: choose a Card") == 2
    assert [step.who for step in match.steps] == [0, 0, 1, 1]


def test_the_seats_of_a_kept_match_are_told(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    assert f"--load {path} --seats human,human,human` goes on" in played(f"save {path}", load(SECRETS).start(SEED))
    two = {"Green": first, "Blue": first}
    assert f"--load {path}` goes on" in played(f"save {path}", load(SECRETS).start(SEED), **two)


def test_a_bot_takes_the_same_after_an_undo_and_after_loading(tmp_path: Path) -> None:
    """Else whoever goes back sees what other worlds hold."""
    path = tmp_path / "match.json"
    match = GAME.start(SEED)
    bot = RandomBot(7, "Blue")
    decisions = []
    while match.decision and len(match.steps) < 12:
        decisions.append((match.copy(), bot(match.decision, len(match.steps))))
        match.choose(decisions[-1][1])
    for before, taken in reversed(decisions):
        before.save(path)
        again = Match.load(path, GAME)
        assert again.decision
        assert RandomBot(7, "Blue")(again.decision, len(again.steps)) == taken
    assert len({taken for _, taken in decisions}) > 1


def test_the_log_tells_what_its_reader_saw() -> None:
    text = played("log", Red=first)
    assert text.count("   1 Red: Place Pebble on A2\n") == 2  # as news, and again


def test_a_kept_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match = GAME.start(SEED)
    assert f"It is kept in {path}." in played(f"1\nsave {path}\nquit", match)
    assert Match.load(path, GAME).state_hash() == match.state_hash()
    assert "not its last answers" in played(f"save {path}\n1\nquit", match)


def test_a_file_is_named_with_blanks_or_as_a_shell_has_it(tmp_path: Path) -> None:
    for name in (f"{tmp_path}/one file", f"'{tmp_path}/one file'", f'"{tmp_path}/one file"'):
        assert f"Kept in {tmp_path}/one file" in played(f"save {name}")
    assert "/ is no ordinary file" in played("save /")


def test_only_a_save_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "lighthouse.rules"
    path.write_text("game Lighthouse\n")
    assert "It was not kept" in played(f"save {path}")
    assert path.read_text() == "game Lighthouse\n"


def test_a_match_of_bots_tells_everything_and_its_end() -> None:
    text = played("", Red=first, Blue=RandomBot(1, "Blue"))
    assert "   1 Red: Place Pebble on A2\n" in text
    assert text == played("", Red=first, Blue=RandomBot(1, "Blue"))
    assert text.splitlines()[-1] in (
        "Red wins. Time Is Over [TOY-008]",
        "Blue wins. The Level of the Bomb is 0 [TOY-007]",
    )


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (Result("won", ("Red", "Blue"), "All is lost."), "Red and Blue win. All is lost."),
        (Result("nobody", (), "Nobody wins.", ("A-1", "A-2")), "Nobody wins. [A-1, A-2]"),
        (Result("undecided"), "The match is over, and no rule says who won."),
        (Result("fault", fault="F0001"), "The match stopped, as a rule could not be carried out (F0001)."),
    ],
)
def test_how_a_match_ended(result: Result, told: str) -> None:
    assert ended(result) == told


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("chess", "pawn f3\ne5\ng4\nqueen h4", "Black wins. Checkmate."),
        ("tic_tac_toe", "b2\na1\na2\nb1\nc2", "Cross wins. There is a row that is held by the active player."),
        ("kuhn_poker", "pass\npass", r"(First|Second) wins. First has -?1, Second has -?1."),
    ],
)
def test_who_won_is_said_once_and_why(game: str, typed: str, told: str) -> None:
    assert re.fullmatch(told, played(typed, load(CLASSICS / f"{game}.rules").start(seed=0)).splitlines()[-1])


def test_options_that_begin_alike_stand_in_columns_under_one_heading() -> None:
    places = [Option(f"Place Asteroid on {name}", ("Place Asteroid", "on", name)) for name in ("A1", "A2", "B1", "B10")]
    options = Options([*places, Option("Steer", ("Steer",)), Option("Pass", ("Pass",), passes=True)])
    assert menu(options, 24).splitlines() == [
        "Place Asteroid on …",
        "  1 A1   2 A2   3 B1",
        "  4 B10",
        "5 Steer  6 Pass",
    ]


def test_of_very_many_options_of_one_sort_the_first_and_the_last_are_shown() -> None:
    text = played("options\nk10\nquit", load(CLASSICS / "go.rules").start(seed=0))
    asked, listed, after = text.split("Black: Place Stone\n")[1], *text.split("Black: Place Stone\n")[2].split("> k10")
    assert asked.startswith("Place Stone on …\n  1 A1 … 361 S19  (`options` lists them all)\n362 pass\n")
    assert listed.count("\n") > 30
    assert "200 K10" in listed
    assert "1 Black: Place Stone on K10" in after
    assert "…  " not in menu(Options([Option(f"Go to A{n}", ("Go", "to", f"A{n}")) for n in range(20)]), 80, short=True)


def test_options_that_are_numbers_are_not_numbered() -> None:
    match_options = Options([Option(str(n), (str(n),)) for n in (4, 2, 10)])
    assert menu(match_options) == "2   4   10"


NUMBERS = """
game Numbers
    in English
    for 2 players: White, Black

Bid is from 3 to 9
Count is from 0 to 12

place Box

piece the Clock
    has a Count
    starts in the Box

play
    White chooses a Bid called offer that is not 6
    White may Wind
    White wins

action Wind by a Count
    only if the Count is less than 3, called Short
    the Count of the Clock becomes the Count
"""
GAPS = "Type 3 to 5 or 7 to 9."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1", f"1 is not possible now. {GAPS}"),
        ("6", f"6 is not possible now. {GAPS}"),
        ("99", f"99 is not possible now. {GAPS}"),
        ("-3", f"-3 is not possible now. {GAPS}"),
        ("why 1", f"1 is not possible now. {GAPS}"),
        ("why 6", f"6 is not possible now. {GAPS}"),
        ("why 7", "“7” is possible: type it without `why`."),
        ("three", "There is no option “three”"),
        ("4\n5", "There is no option number 5. Type a number from 1 to 4, or the text of an option."),
        ("4\nwhy 1", "“1” is Wind by 0, which is possible: type it without `why`."),
        ("4\nwhy 3", "“3” is Wind by 2, which is possible: type it without `why`."),
        ("4\nwhy 5", "“Wind by 5” is not allowed.\n  Short: "),
        ("5\nwhy 5", "“Wind by 5” is not allowed.\n  Short: "),
        ("4\nwhy 0", "There is no option number 0. Type a number from 1 to 4"),
        ("4\nwhy 13", "There is no option number 13. Type a number from 1 to 4, or the text of an option."),
    ],
)
def test_a_number_that_is_no_option_is_refused(tmp_path: Path, typed: str, told: str) -> None:
    """Where options are numbers, none has a number beside it: `1` is the first of them only if it is 1."""
    path = tmp_path / "numbers.rules"
    path.write_text(NUMBERS)
    match = load(path).start(SEED)
    assert told in played(typed, match)
    assert [step.text for step in match.steps] == typed.splitlines()[:-1]


def test_a_number_that_is_an_option_is_chosen(tmp_path: Path) -> None:
    path = tmp_path / "numbers.rules"
    path.write_text(NUMBERS)
    match = load(path).start(SEED)
    played("05\n3", match)
    assert [step.text for step in match.steps] == ["5", "Wind by 2"]


def test_every_sort_of_piece_has_a_symbol_of_its_own() -> None:
    picture = Picture(GAME.box)
    data = GAME.start(SEED).view("Blue")
    pieces = [bare(group)[1] for location in data["locations"] for group in location["pieces"]]
    assert [picture.symbols.of(piece) for piece in pieces] == ["B", "Dr", "Dy", "Dy", "C7", "C8", "C9", "P"]
    assert picture.symbols.of({}) == "?"


PILES = """
game Piles
    in English
    for 2 players: White, Black

board the Track
    made of Points in a line of 30

place Bar
    there is one for each Player

piece Man
    two are Men
    there are 15 for each Player
    starts on S1

piece King
    there is one for each Player
    starts on S2

setup
    for each Man
        if the Man is owned by Black
            move the Man to S3

play
    take turns from White
        the Player must Go

action Go with a Man to a Point
    only if the Man is owned by the Player, called Your Man
    only if the Point is S16 or the Point is S17, called Far
    move the Man to the Point
"""


@pytest.fixture
def piles(tmp_path: Path) -> Match:
    path = tmp_path / "piles.rules"
    path.write_text(PILES)
    return load(path).start(seed=0)


def test_spaces_tell_how_many_pieces_are_there_and_what_they_are_if_they_differ(piles: Match) -> None:
    assert Picture(piles.rules.box, 80).draw(piles.view()).splitlines() == [
        "Track",
        "    S1  S2  S3  S4  S5  S6  S7  S8  S9 S10 S11 S12 S13 S14 S15",
        "   15M  +K 15m   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "   S16 S17 S18 S19 S20 S21 S22 S23 S24 S25 S26 S27 S28 S29 S30",
        "     ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·",
        "  M Man   K King   small letters: Black",
        "",
        "  S2: 1 King of Black, 1 King of White",
    ]


def test_spaces_of_a_board_do_not_say_again_which_board_it_is() -> None:
    assert on_board(["S1 of the Row", "S2 of the Row"]) == ["S1", "S2"]
    assert on_board(["S1", "S2"]) == ["S1", "S2"]
    assert on_board(["Port of Rome", "Port of Ostia"]) == ["Port of Rome", "Port of Ostia"]


CARDS = """
game Tints
    in English
    for 2 players: White, Black

Tint is one of red, green
Deed is one of hop, fly

place Tray
place Box

piece Card
    there is one for each Tint and Deed
    starts in the Tray

play
    White chooses a Card called chosen in the Tray
    move the chosen to the Box
    White wins
"""


def test_what_a_piece_is_called_is_in_the_same_order_in_the_view_as_in_options_and_log(tmp_path: Path) -> None:
    """That of the rulebook, not of the letters of the qualities."""
    path = tmp_path / "tints.rules"
    path.write_text(CARDS)
    text = played("green hop", load(path).start(SEED))
    assert "1 White: the green hop Card in the Tray" in text
    assert "The Box: (green hop Card)\n" in text


@pytest.mark.parametrize("width", [40, 80, 100])
def test_a_track_is_as_wide_as_the_screen_at_most(piles: Match, width: int) -> None:
    drawn = Picture(piles.rules.box, width).draw(piles.view())
    assert max(map(len, drawn.splitlines())) <= width


def test_what_the_last_turn_changed_stands_in_brackets(piles: Match) -> None:
    shown = played("Go with the Man on S1 to S16\nGo with the Man on S3 to S17\nS17", piles).split("> ")
    assert "\n  (14M) +K 15m   ·" in shown[1]
    assert "\n  (  M)  ·" in shown[1]
    assert "\n   14M  +K(14m)  ·" in shown[2]
    assert "\n     M(  m)  ·" in shown[2]


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        (
            "chess",
            "why castle",
            "“castle” is not allowed: Castle with the Rook on A1 and Castle with the Rook on H1 come",
        ),
        ("chess", "why castle", "Nothing Between: The line from the rook"),
        ("chess", "castle h1", "“Castle with the Rook on H1” is not allowed."),
        ("chess", "why promote", "“promote” is not allowed, in no way.\n  Last Rank: "),
        (
            "chess",
            "why not move the pawn on e2 to e5?",
            "“Move the Pawn on E2 to E5” is not allowed.\n  Its Way To Move",
        ),
        ("chess", "why e2e5", "“e2e5” is not allowed: "),
        ("chess", "why not", "Type `why` and the answer"),
        (
            "chess",
            "why move e2",
            "“move e2” can mean 2 options.\n13 Move the Pawn on E2 to E3  14 Move the Pawn on E2 to E4",
        ),
        ("chess", "f3", "“f3” can mean 2 options.\n 3 Move the Knight on G1 to F3  15 Move the Pawn on F2 to F3"),
        ("chess", "z9", "there is no space Z9; they go from A1 to H8."),
        ("chess", "move e2 to e9", "there is no space E9; they go from E1 to E8."),
        ("chess", "move the dragon", "nothing here is called “dragon”."),
        ("chess", "pawn king", "There is no option “pawn king”.\n  `options` tells what is possible, `help` what else"),
        ("leduc_poker", "why fold", "“fold” is not on offer now: First is asked: Call or Raise.\n  Something To Pay: "),
        ("leduc_poker", "bet", "nothing here is called “bet”."),
    ],
)
def test_a_few_words_are_understood_where_they_are_no_option(game: str, typed: str, told: str) -> None:
    match = load(CLASSICS / f"{game}.rules").start(SEED)
    before = len(match.steps)
    assert told in played(typed, match)
    assert len(match.steps) == before


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        (
            "chess",
            "rules castle",
            "Castle:\n  You may castle with a rook.\n  Neither Has Moved: The rook must be unmoved",
        ),
        ("chess", "rules castle", "\n  Move the rook to the passage.\n"),
        ("chess", "rules in check", "In check:\n  A player is in check when"),
        ("chess", "rules open", "on it.\n  A square is open to a pawn when"),
        ("chess", "rules", "Type `rules` and one of these: Move, Promote, Castle, log"),
        ("chess", "rules xyzzy", "Type `rules` and one of these: Move, Promote, Castle, log"),
        ("backgammon", "rules play", "Otherwise, move the man to the target."),
        ("leduc_poker", "rules betting", "Betting:\n  First must call or raise."),
    ],
)
def test_the_rulebook_tells_what_is_asked_for(game: str, typed: str, told: str) -> None:
    assert told in played(typed, load(CLASSICS / f"{game}.rules").start(SEED))


def test_a_rulebook_in_portuguese_tells_its_rules_with_the_words_of_its_catalogue() -> None:
    match = load(FOLDER / "good" / "em_portugues.rules").start(seed=0)
    shown = played("rules Remar\nwhy Remar azul Barca to A1", match, Norte=first)
    assert "\n  A casa deve estar ao lado da barca.\n" in shown
    assert "\n  Remar: A casa deve estar ao lado da barca." in shown


def test_a_rulebook_that_has_changed_since_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE)
    match = load(path).start(seed=0)
    assert "Wind:\n  You may wind by a count." in played("rules wind", match, Black=first)
    path.write_text(TWICE.replace("Wind", "Unwind"))
    assert "has changed since" in played("rules wind", match)
    path.unlink()
    assert "is not there any more" in played("rules wind", match)


def test_much_that_is_new_is_shortened() -> None:
    match = load(CLASSICS / "tic_tac_toe.rules").start(seed=0)
    backgammon = load(CLASSICS / "backgammon.rules").start(SEED)
    for _ in range(20):
        assert backgammon.decision
        backgammon.choose(0)
    text = played("log", backgammon)
    shown, log = text.split("> log\n")
    assert "`log` tells all that has happened" in shown
    assert len([line for line in shown.splitlines() if re.match(r" +\d+ \w+: ", line)]) == MOST_NEWS
    assert log.count("\n") > MOST_NEWS
    assert "`log` tells all" not in played("log", match)


def test_a_space_that_may_be_where_something_is_or_where_it_goes_is_asked_for() -> None:
    match = load(CLASSICS / "chess.rules").start(seed=0)
    text = played("e4\na7a6\ne4", match)  # first nothing stands on E4, then a pawn with one way to go
    assert "“e4” can mean the Pawn on E4 or E4.\n20 Move the Pawn on E4 to E5" in text
    assert [step.text for step in match.steps] == ["Move the Pawn on E2 to E4", "Move the Pawn on A7 to A6"]


AHEAD = f"""{CLOCK}    take turns from White
        the Player may Turn
        the Player may Advance
        the Player may Turn

action Turn "Turn Bomb"
    the Count of the Clock becomes 0

action Advance "Go On" by a Count
    only if the Count is more than the Count of the Clock, called Ahead
    the Count of the Clock becomes the Count

variant Scanner
    action Scan "Look Out"
        the Count of the Clock becomes 9

only without Scanner
    action Scout
        the Count of the Clock becomes 8

only with 2 players
    action Rest
        the Count of the Clock becomes 1
"""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("advance by 3", "“advance by 3” is not on offer now: White is asked: Turn Bomb. `pass` leads there."),
        ("why go on by 3", "White is asked: Turn Bomb. `pass` leads there."),
        ("advance by 0", "White is asked: Turn Bomb.\n  Ahead: "),
        ("pass\nturn bomb", "“turn bomb” is not on offer now: White is asked: Go On. `pass` leads there."),
        ("pass\nadvance by 0", "“Go On by 0” is not allowed"),
        ("scan", "“Scan” is there only with the variant Scanner, which was not agreed on."),
        ("why look out now", "“Look Out” is there only with the variant Scanner, which was not agreed on."),
        ("rest", "There is no option “rest”"),
        ("rules turn", "Turn Bomb:\n"),
        ("rules go on", "Go On:\n"),
    ],
)
def test_what_is_typed_too_early_or_on_other_terms_is_told_where_it_is(tmp_path: Path, typed: str, told: str) -> None:
    path = tmp_path / "ahead.rules"
    path.write_text(AHEAD, encoding="utf-8")
    assert told in played(typed, load(path).start())


def test_what_is_there_only_without_a_variant_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "ahead.rules"
    path.write_text(AHEAD, encoding="utf-8")
    told = played("scout", load(path, variants=["Scanner"]).start())
    assert "“Scout” is there only without Scanner, which was agreed on." in told


@pytest.mark.parametrize("typed", ["turn", "turn bomb", "Turn Bomb", "1"])
def test_an_action_is_known_by_its_name_and_by_its_label(tmp_path: Path, typed: str) -> None:
    path = tmp_path / "ahead.rules"
    path.write_text(AHEAD, encoding="utf-8")
    match = load(path).start()
    played(f"{typed}\nadvance by 4", match)
    assert [step.text for step in match.steps] == ["Turn Bomb", "Go On by 4"]


GEMS = """
game Gems
    in English
    for 3 players: Blue, Brown, Black

Colour is one of white, blue, green, red, black
Size is from 1 to 12

board the Bank
    made of Piles in a line of 5

place Box

place Purse
    there is one for each Player

piece Gem
    there are 2 for each Colour
    starts in the Box

piece Ship
    there are 2 for each Player
    starts in the Purse of the owner

piece Stone
    there is one for each Size
    starts in the Box

play
    Blue may Put

action Put a Gem on a Pile
    move the Gem to the Pile
"""
RULEBOOKS = sorted(CLASSICS.parent.rglob("*.rules"))


def test_the_symbols_of_a_game_are_unique(tmp_path: Path) -> None:
    path = tmp_path / "gems.rules"
    path.write_text(GEMS, encoding="utf-8")
    for rulebook in (path, *RULEBOOKS):
        game = game_of(Setting(rulebook))
        symbols, meant = Symbols(game.box), dict[str, str]()
        for piece in sorts(game, symbols):
            symbol, meaning = symbols.of(piece), f"{symbols.meaning(piece)} of {piece.get('owner')}"
            assert meant.setdefault(symbol, meaning) == meaning, rulebook
            assert len(symbol) <= symbols.width
        assert not meant.keys() & {*symbols.marks.values()}


def sorts(game: Game, symbols: Symbols) -> Iterator[Data]:
    """A piece of every sort that can be, as a view has it; also of nobody."""
    for kind in game.program.pieces:
        field = symbols.telling(kind)
        owners = {*kind.owners} | ({*range(len(game.program.players))} if kind.given else set())
        for owner in owners:
            piece: Data = {"kind": kind.name, "attributes": {}}
            if owner >= 0:
                piece["owner"] = game.program.players[owner]
            for value in field.kind.elements if field and field.kind else ("",):
                yield {**piece, "attributes": {field.attribute.name: value}} if field else piece


MARKET = """
game Market
    in English
    for 3 players: Amber, Violet, Teal

Colour is one of white, blue

board the Bank
    made of Piles in a line of 2

table Pile
    | Pile | Colour |
    | S1   | white  |
    | S2   | blue   |

place the Row
place Estate
    there is one for each Player
place the Court
place Box

piece the Token
    starts in the Court

piece Card
    starts in the Row

table Card
    | Colour | Points | White | Blue | Copies |
    | white  | 1      | 0     | 4    | 1      |
    | white  | 1      | 4     | 0    | 1      |
    | blue   | 0      | 2     | 1    | 2      |

piece Noble
    starts in the Court

table Noble
    | Noble   | White | Blue |
    | Mary    | 0     | 4    |
    | Charles | 3     | 0    |

play
    Amber must Buy
    Violet may Buy
    Teal must Greet
    Amber must Take Two
    Amber must Buy

action Buy a Card
    only if the Card is in the Row, called On Offer
    move the Card to the Estate of the Player

action Greet a Noble
    move the Noble to the Estate of the Player
    move the Token to the Estate of the Player

action Take Two
    the Player chooses 2 among Cards called picked in the Row
    move every Card in the picked to the Estate of the Player
"""
BOUGHT = "Buy the white Card in the Row (Points 1, Blue 4)"


@pytest.fixture
def market(tmp_path: Path) -> Match:
    (tmp_path / "market.rules").write_text(MARKET, encoding="utf-8")
    return load(tmp_path / "market.rules").start()


def test_numbers_in_an_option_have_their_names(market: Match) -> None:
    assert market.decision
    assert market.decision.options.texts == [
        "Buy the blue Card in the Row (White 2, Blue 1)",
        BOUGHT,
        "Buy the white Card in the Row (Points 1, White 4)",
    ]


@pytest.mark.parametrize(
    "typed", [BOUGHT, BOUGHT.lower(), "2", "white blue 4", "Buy the white Card in the Row (Points 1, White 0, Blue 4)"]
)
def test_such_an_option_is_understood(market: Match, typed: str) -> None:
    text = played(typed, market)
    assert [step.text for step in market.steps] == [BOUGHT]
    assert "The estate of Amber: (white Card (Points 1, Blue 4))" in text.replace("Estate", "estate")


def test_such_options_are_chosen_together_and_saved(market: Match, tmp_path: Path) -> None:
    for text in ("Buy blue", "pass", "Mary"):
        market.choose(text)
    market.choose("Take Two")
    market.choose("the white Card in the Row (Points 1, Blue 4), the blue Card in the Row (White 2, Blue 1)")
    market.save(tmp_path / "market.json")
    assert Match.load(tmp_path / "market.json").state_hash() == market.state_hash()


def test_what_is_chosen_and_not_given_is_said_not_to_be_kept(market: Match, tmp_path: Path) -> None:
    for text in ("Buy blue", "pass", "Mary", "Take Two"):
        market.choose(text)
    text = played(f"1\nsave {tmp_path / 'a.json'}\nquit", market)
    assert text.count(" is to be chosen again then.") == 2
    assert "chosen again" not in played(f"save {tmp_path / 'b.json'}\nquit", market)


def test_what_came_since_ones_own_answer_stands_in_brackets(market: Match) -> None:
    text = played("1\n2\nmary\n1\n", market).split("Amber: Take Two")[0].split("> mary")[-1]
    assert "The Estate of Amber: blue Card (White 2, Blue 1)\n" in text
    assert "The Estate of Violet: (white Card (Points 1, Blue 4))\n" in text
    assert "The Estate of Teal: (Mary (Blue 4)), (Token)\n" in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("look", "one of these, or what stands on one: Pile, Card, Noble.\n"),
        ("look piles", "  Pile  Colour\n  S1    white\n  S2    blue\n>"),
        ("look s2", "  Pile  Colour\n  S2    blue\n>"),
        ("look mary", "  Noble  White  Blue\n  Mary   0      4\n>"),
        ("look card", "  Card  blue    0       2      1     2\n>"),
        ("look dragon", "one of these, or what stands on one:"),
    ],
)
def test_what_is_printed_can_be_looked_at(market: Match, typed: str, told: str) -> None:
    assert told in played(f"{typed}\nquit", market)


def test_what_all_spaces_have_stands_once_in_the_table_of_some() -> None:
    match = load(FOLDER / "good" / "tables_of_all_spaces.rules").start(SEED)
    assert "  Region  First  Banner  Harvest\n" in played("look region\nquit", match)


def test_a_session_speaks_the_language_of_the_rulebook() -> None:
    match = load(FOLDER / "good" / "em_portugues.rules").start(SEED)
    shown = played("help\n99\nundo\nwhy\nrules\nlog\nsave\ntake back\nquit", match)
    for words in (
        "Digite o número de uma opção",
        "Não há opção de número 99. Digite um número de 1 a ",
        "Nada pode ser retirado: você ainda não respondeu.",
        "Digite `why` e a resposta que falta",
        "Digite `rules` e um destes: Zarpar",
        "Ainda não aconteceu nada.",
        "Digite `save` e o nome de um arquivo.",
        "Não há nada a retirar",
        "A partida não terminou. Ela não foi guardada.",
    ):
        assert words in shown
    assert not re.search(r"\b(Type|option|kept|taken)\b", shown)


def test_how_a_match_ended_is_told_in_its_language() -> None:
    assert ended(Result("won", ("Sul", "Norte", "Leste")), Spoken("Portuguese")) == "Sul e Norte e Leste vencem."


def test_every_sentence_of_a_session_has_its_parts_in_each_language() -> None:
    for texts in LANGUAGES.values():
        for english, other in texts.items():
            assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", other))
            assert all(len(line) <= 80 for line in other.splitlines() if "\n" in other)
    folder = Path(__file__).parents[1] / "interpreter" / "terminal"
    said = {text for path in folder.glob("*.py") for text in re.findall(r"say\(\s*\"([^\"]+)\"", path.read_text())}
    assert said
    assert said <= set(PORTUGUESE)


FRESH = """
game Fresh
    in English
    for 2 players: North, South

piece Card
    there are 4
    can be fresh
    starts in the Row

place Row
    keeps order

place Heap

play
    take turns from North until there is no Card in the Row
        the Player must Drop
        the Player may Drop
    nobody wins

action Drop
    let card be the top of the Row
    move the card to the Heap
    until the end of the turn
        the card is fresh
"""


def test_how_long_something_lasts_is_not_told_beside_what_lasts(tmp_path: Path) -> None:
    path = tmp_path / "fresh.rules"
    path.write_text(FRESH, encoding="utf-8")
    assert "The Heap: (Card (fresh))" in played("Drop\nquit", load(path).start(seed=0))


NUMBERED = """
game Numbered
    in English
    for 2 players: North, South

Rank is from 1 to 12

board the Map
    made of Cities in a network of 2 by 1
    Seattle is A1
    Portland is B1
    Seattle is joined to Portland

place Route

table Route
    | Route | Start   | Finish   |
    | Coast | Seattle | Portland |

piece Stake
    there is one for each Rank
    starts in the Office

place the Office

play
    North must Wait
    nobody wins

action Wait
    nothing happens
"""


def test_things_are_listed_as_people_count_and_spaces_called_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "numbered.rules"
    path.write_text(NUMBERED, encoding="utf-8")
    shown = " ".join(played("quit", load(path).start(seed=0)).split())
    assert "The Coast (Start Seattle, Finish Portland)" in shown
    assert f"The Office: {', '.join(f'{number} Stake' for number in range(1, 13))}" in shown


TOWNS = NUMBERED.replace("action Wait\n    nothing happens", "action Wait in a City\n    nothing happens")


def test_a_town_is_offered_by_its_name_and_understood_by_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "towns.rules"
    path.write_text(TOWNS, encoding="utf-8")
    shown = played("Wait in A1", load(path).start(seed=0))
    assert "1 Wait in Portland (B1)  2 Wait in Seattle (A1)" in shown
    assert "North: Wait in Seattle (A1)" in shown
