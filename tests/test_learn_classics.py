"""What stops nobody who reads how a classic is played for the first time: each thing in one place, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import takewhile

import pytest

from dsl.model import Act, Procedure
from dsl.pages.learn.blocks import Block, Bullets, Heading, Para, Powers, Steps, Story, lines_of
from dsl.pages.learn.telling import lines_told
from tests.published import game_of


def said_in(block: Block) -> Iterator[str]:
    match block:
        case Heading(text=title) | Story(title=title):
            yield title
        case Powers(rows=rows):
            yield from (row.name for row in rows)
        case _:  # has no title, or one that is not read here
            pass
    yield from (line.text for line in lines_of(block))


@cache
def read(name: str, code: str = "") -> str:
    """All sentences of a page and the headings over them, a line each."""
    return "\n".join(said for block in game_of(name, code).learn.blocks for said in said_in(block))


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("chess", "", "You win if, on their turn, your opponent is checkmated."),
        ("chess", "pt", "Você vence se, na vez dele, o seu adversário estiver em xeque-mate."),
        (
            "english_draughts",
            "",
            "You win when it is your opponent's turn and they cannot move, because they have no "
            "men left or all of these are blocked.",
        ),
        ("breakthrough", "", "You win as soon as a pawn of yours is on your last rank."),
        ("breakthrough", "pt", "Você vence assim que um peão seu estiver na sua última fileira."),
        ("tic_tac_toe", "", "On your turn, you win as soon as every square in a row has a mark of yours."),
        ("tic_tac_toe", "pt", "Na sua vez, você vence assim que todas as casas em uma linha tiverem uma marca sua."),
    ],
)
def test_the_goal_is_told_from_the_side_of_who_wins(name: str, code: str, sentence: str) -> None:
    """Where the designer has words for that end, the page has these in its place."""
    speech = game_of(name, code).learn.speech
    goals = {told.text: ending for ending in speech.book.endings if (told := speech.goal(ending)) is not None}
    instead = [line.text for line in speech.short(goals[sentence])] if sentence in goals else []
    assert {*(instead or [sentence])} <= {*read(name, code).splitlines()}


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("chess", "", "Each player has a king, a queen, 2 rooks, 2 bishops, 2 knights and 8 pawns. "
                      "Keep spare queens, rooks, bishops and knights at hand."),
        ("chess", "pt", "Cada jogador tem um rei, uma dama, 2 torres, 2 bispos, 2 cavalos e 8 peões. "
                        "Deixe à mão, de reserva, damas, torres, bispos e cavalos."),
        ("chess", "", "There must be no man between the rook and your king."),
        ("chess", "pt", "Não pode haver nenhuma peça entre a torre e o seu rei."),
        ("english_draughts", "", "Take away each man between the man and the square."),
        ("chess", "", "Choose a queen, a rook, a bishop or a knight (the newcomer)."),
        ("chess", "pt", "Escolha uma dama, uma torre, um bispo ou um cavalo (a nova peça)."),
        ("chess", "", "Put the newcomer on the square."),
        ("chess", "", "There is no queen, rook or pawn on the board."),
        ("chess", "pt", "Não há nenhuma dama, torre ou peão no tabuleiro."),
        ("chess", "", "The crossing is the square straight behind the passing pawn."),
        ("chess", "pt", "A casa saltada é a casa logo atrás do peão de passagem."),
        ("chess", "", "Move your king to the square two steps from it towards the rook."),
        ("chess", "pt", "Mova o seu rei para a casa a dois passos dele na direção da torre."),
        ("chess", "", "The last rank is 8 for White and 1 for Black."),
        ("chess", "pt", "A última fileira é 8 para Branco e 1 para Preto."),
        ("tic_tac_toe", "", "If nobody has won when there is no empty square, the game is a draw."),
        ("tic_tac_toe", "pt", "Se ninguém tiver vencido quando não houver nenhuma casa vazia, o jogo empata."),
        ("hex", "", "A cell’s row for you is its rank for Red and its file for Blue."),
        ("chess", "", "One step diagonally ahead, a square is open to a pawn also when it is the crossing."),
        ("chess", "pt", "Um passo em frente na diagonal, uma casa está aberta a um peão também quando é a casa "
                        "saltada."),
        ("tic_tac_toe", "", "The Grid is a grid of 3 by 3 squares. "
                            "A row is 3 squares in a straight line, also diagonally."),
        ("othello", "", "On a tie, nobody wins."),
        ("othello", "pt", "Em caso de empate, ninguém vence."),
        ("go", "", "Afterwards, the Board must not look as it has looked before."),
        ("go", "pt", "Depois disso, o Tabuleiro não pode estar como já esteve antes."),
        ("english_draughts", "", "The game is a draw as soon as the same position comes for the third time, with the "
                                 "same player to move and the same crowned men."),
        ("english_draughts", "pt", "O jogo empata assim que a mesma posição aparecer pela terceira vez, com o mesmo "
                                   "jogador a jogar e as mesmas pedras coroadas."),
        ("tic_tac_toe", "", "Put a mark on it."),
        ("tic_tac_toe", "pt", "Coloque uma marca nela."),
        ("othello", "", "Your count is the number of squares that have a disc of yours."),
        ("amazons", "", "Put an arrow on a square that is open to the amazon."),
        ("amazons", "pt", "Coloque uma flecha em uma casa aberta para a amazona."),
        ("breakthrough", "", "A pawn is home when it is on its owner’s last rank."),
        ("breakthrough", "pt", "Um peão está na meta quando está na última fileira do dono dele."),
        ("kuhn_poker", "", "Put a chip into your pot."),
    ],
)  # fmt: skip
def test_a_sentence_says_it_plainly(name: str, code: str, sentence: str) -> None:
    """Also one in place of which the page has the designer's words."""
    telling = game_of(name, code).learn.telling
    speech = telling.speech
    acts: list[Act | Procedure] = [*speech.book.actions.values(), *speech.book.procedures.values()]
    behind = {line.text for act in acts for line in (*speech.needs(act), *speech.effects(act))}
    behind |= {line.text for phase in speech.book.phases.values() for line in lines_of(Steps(speech.block(phase.body)))}
    words = [*(value for value in speech.book.values if value.original is value), *speech.book.qualities]
    terms = {speech.definition(word).text for word in words}
    told = Steps(tuple(line for part in telling.parts for p in part.passages for line in lines_told(p)))
    assert sentence in {*read(name, code).splitlines(), *behind, *terms, *(line.text for line in lines_of(told))}


@pytest.mark.parametrize(
    ("name", "code", "lines"),
    [
        ("chess", "", ["You are stalemated when you are not in check, cannot move and cannot promote.",
                       "The same position comes for the third time, with the same player to move and the same castling "
                       "and taking in passing still possible.",
                       "For 100 moves, those of both players, no pawn was moved and no man was taken."]),
        ("chess", "pt", ["Você está afogado quando não está em xeque, não pode mover nem pode promover.",
                         "A mesma posição aparece pela terceira vez, com o mesmo jogador a jogar e os mesmos roques e "
                         "capturas de passagem ainda possíveis."]),
    ],
)  # fmt: skip
def test_draws_stand_one_by_one(name: str, code: str, lines: list[str]) -> None:
    assert "\n".join(lines) in read(name, code)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        # Where a man goes is told and shown between the sentence that lets it go and what else there is to mind.
        ("chess", ["Move a man of yours to a square that is open to it. If there is a man on the square, take it away.",
                   "never where a man of its own side stands.", "Knight", "Pawn", "only where a man of the opponent"]),
        # What takes words of its own comes behind that, under a heading of its own, with all of which it speaks.
        ("chess", ["Knight", "A pawn is taken in passing", "A pawn is passing when", "Black's pawn goes from D7",
                   "Check"]),
        # How the board lies, what never may be, and what ends an arrow is said; a list of the designer's is
        # one; of what the designer says first an example only checks.
        ("chess", ["the corner at the lower left is dark", "Set up the men",
                   "You must move a man, promote a pawn or castle with a rook.",
                   "Along an arrow it goes no further than the first man in its way; if that is the opponent’s",
                   "Whatever you do: afterwards, you must not be in check.", "Promote",
                   "White's pawn takes the knight on B8 and becomes a knight itself.", "has passed, if:",
                   "nothing stands between them;\nyou are not in check"]),
        # What every action needs is said once, under its name, also if some of them are told in short; where men go is
        # not told again where it is asked what they attack.
        ("chess", ["Check", "Whatever you do: afterwards, you must not be in check.", "You are in check when",
                   "A square is attacked by a man as shown here:", "King, Queen, Rook, Bishop, Knight", "Pawn",
                   "Wherever it can go", "One step diagonally ahead.", "The king may not step beside",
                   "Who is in check answers it", "A pawn that shields its king stays on that line", "Promote"]),
        # Of two actions of which only one is possible, the second says so.
        ("chess", ["Promote", "does not stay a pawn", "Castle", "you are not in check"]),
        # What the designer says first of a turn is said at a glance; what wins is shown behind what is only a move.
        ("amazons", ["You win when it is your opponent", "On your turn:", "move one of your amazons, then shoot",
                     "Your turn", "Move, then shoot", "White wins: Black is walled in"]),
        # Who wins when the turns are over is told in short; all that the designer explains is shown, in that order.
        ("othello", ["The goal", "Whoever then has more discs", "What you need", "A first move for Black",
                     "Discs are trapped in lines", "Two lines at once"]),
        # Of actions of one turn the first that its line names comes first.
        ("english_draughts", ["Black's men go up the board", "Move one man one step", "is crowned: put",
                              "A man steps forward", "White is blocked: Black wins", "Jump with a man",
                              "Keep jumping with the same man"]),
        # What is too much to stand with the goal is told at the end, each word with what shows it; with the goal stands
        # the story then, which says what it is about.
        ("chess", ["The goal", "Attack the king", "your opponent is checkmated", "What you need"]),
        ("chess", ["How it ends", "You are checkmated when", "Checkmate: in check, and no way out",
                   "You are stalemated when", "Stalemate: not in check, but without a move", "By the rules of FIDE"]),
        # How one wins is shown, also where that is not the example that shows most; without a board in words.
        ("connect_four", ["A disc falls as far as it can", "Four in a column win"]),
        ("kuhn_poker", ["If you bet and the other passes", "First bets.", "Showdown"]),
        # Where a man can go is drawn also where the designer says in short what is done.
        ("english_draughts", ["Move one man one step", "One step diagonally ahead"]),
        # What needs much is shown done and refused.
        ("chess", ["Castle", "The king castles, and the rook steps over it", "The king does not pass an attacked"]),
        ("go", ["A group is captured as a whole", "A stone needs a liberty", "Ko: what was captured is not"]),
        # A phase that is told in short is so at a glance, by its first sentence, and says the words on which it rests.
        ("backgammon", ["The goal", "gammon, which counts two", "Each of you rolls one die;", "roll two dice",
                        "Who Begins", "has the higher number begins", "Move a man of yours",
                        "A throw of five and three", "Hit", "A man that stands alone is hit",
                        "Men on the bar enter first", "Men that bear off"]),
    ],
)  # fmt: skip
def test_each_thing_stands_where_it_is_needed(name: str, order: list[str]) -> None:
    page, at = read(name), -1
    for part in order:
        at = page.find(part, at + 1)
        assert at >= 0, part


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chess", "A square is attacked by you when"),  # it says no more than of a man of yours
        ("chess", "pawn’s front"),
        ("chess", "There is a rook of White"),  # the picture shows it, and what is done names it
        ("chess", "2 × Kings"),
        ("chess", "clock"),  # nobody sees it, and the designer's words say what it counts
        ("chess", "too bare for mate"),  # likewise
        ("chess", "A rook is unmoved"),  # what is told in short says that it has not moved
        ("chess", "crossing"),
        ("breakthrough", "You may move"),  # it must be done
        ("go", "Two positions are the same"),  # what is told in short says it
        ("kuhn_poker", "has a table"),  # nothing that is told speaks of it
        ("kuhn_poker", "reward"),  # the words of a phase say how the game ends there
    ],
)
def test_what_says_no_more_is_not_said(name: str, words: str) -> None:
    assert words not in read(name)


@pytest.mark.parametrize(("name", "title"), [("go", "The count at the end"), ("othello", "The count at the end")])
def test_an_example_that_is_won_and_explained_is_told_once(name: str, title: str) -> None:
    assert read(name).splitlines().count(title) == 1


def test_what_must_be_so_whatever_is_done_is_told_once_and_stands_at_a_glance() -> None:
    assert read("chess", "").count("Whatever you do") == 1
    assert "or castle with a rook.\nAfterwards, you must not be in check.\n" in read("chess", "")


def test_an_example_does_not_say_again_what_the_designer_says() -> None:
    game = game_of("tic_tac_toe")
    told = {one.title: [line.text for _, line in game.speech.story(one)] for one in game.rulebook.examples}
    assert told["A diagonal wins, too"][-1].endswith("and wins.")
    assert told["A row of three wins"][-1] == "Cross wins."
    crowned, blocked = "Black’s man is now crowned.", "nor jump over it, as F2 is not empty any more.\nBlack wins."
    assert crowned not in read("english_draughts")
    assert blocked in read("english_draughts")


def test_each_text_of_a_long_rule_is_a_paragraph() -> None:
    found = game_of("go", "").learn.blocks
    at = next(k for k, b in enumerate(found) if isinstance(b, Heading) and b.text == "Place Stone")
    told = [*takewhile(lambda b: isinstance(b, Para), found[at + 1 :])]
    assert len(told) > 3
    assert all(len(b.lines) == 1 for b in told if isinstance(b, Para))


@pytest.mark.parametrize(("name", "code"), [("amazons", ""), ("amazons", "pt"), ("english_draughts", "")])
def test_the_only_way_to_win_has_no_label(name: str, code: str) -> None:
    goal = next(block for block in game_of(name, code).learn.blocks if isinstance(block, Bullets))
    assert [(line.title, line.children) for line in goal.lines] == [("", ())]


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("", "A square is attacked by a man as shown here:"), ("pt", " como mostrado aqui:")],
)
def test_what_leads_rows_with_pictures_is_a_whole_sentence(code: str, sentence: str) -> None:
    assert [sentence in line for line in read("chess", code).splitlines()].count(True) == 1


@pytest.mark.parametrize(("code", "sentence"), [("", "No longer so: “The game"), ("pt", "Isto já não vale: “O jogo")])
def test_an_end_that_a_variant_leaves_out_is_said_to_count_no_longer(code: str, sentence: str) -> None:
    assert sentence in read("english_draughts", code)
