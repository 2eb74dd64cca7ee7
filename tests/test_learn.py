"""The pages from which a game is learned: laws over all games, and what is left out of them by which rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dsl import model, resources
from dsl.load import load_text
from dsl.model.visit import explained_by, nodes_in, parts_of
from dsl.pages.game import PAGES, Game
from dsl.pages.guide.configurations import cell_text
from dsl.pages.learn import twins
from dsl.pages.learn.blocks import (
    Block,
    Bullets,
    Glance,
    Heading,
    Listing,
    Mark,
    Note,
    Para,
    Powers,
    Steps,
    Story,
    lines_of,
)
from dsl.pages.learn.ends import named
from dsl.pages.learn.other_terms import Cells
from dsl.pages.learn.tables import is_too_long
from dsl.pages.learn.telling import lines_told
from dsl.pages.markdown import text
from dsl.pages.publishing import Book
from dsl.pages.reference.passages import Passage, Passages
from dsl.prose.overloads import others_of
from dsl.prose.printed import Printed
from dsl.prose.realiser import sentences_of
from dsl.prose.speech import Sheet, Speech, plain
from dsl.prose.unseen import Unseen
from interpreter.cli.docs import read as read_with_variants
from tests.laws.games import GAMES
from tests.published import book_of, game_of, pages_of

SENTENCE = re.compile(r"[^.!?]+[.!?]")
ONCE = (Para, Note, Bullets)  # steps of two actions may be alike, and so may what they need
WORDS, PICTURES = (
    900,
    20,
)  # that have room on a side of A4: so six printed books of 2 to 10 sides are met but for one side
SIDES = 12 / 150  # for each numbered rule


def codes_of(path: Path) -> list[str]:
    """The languages into which a rulebook is translated."""
    return [po.suffixes[-2].removeprefix(".") for po in path.parent.glob(f"{path.stem}.*.po")]


TOLD = pytest.mark.parametrize(
    ("name", "code"), [(path.stem, code) for path in sorted(GAMES.rglob("*.rules")) for code in ("", *codes_of(path))]
)


def blocks(name: str, code: str) -> list[Block]:
    return game_of(name, code).learn.blocks


def page(name: str, code: str) -> str:
    return pages_of(name)["/".join(filter(None, ("pages", name, code, "learn.md")))]


SHORT = re.compile(r'^ *(?:in short "[^"]*".*|leaves out .*)\n', re.MULTILINE)
PHASE = re.compile(r"^phase .*\n(?: .*\n)+", re.MULTILINE)


@cache
def by_rules(name: str, *, only_phases: bool = False) -> Game:
    """A game that is told by the lines of its rules, as its designer says nothing in short; `only_phases`: of these."""
    whole = resources.rulebooks()[name].read_text(encoding="utf-8")
    told = PHASE.sub(lambda phase: SHORT.sub("", phase[0]), whole) if only_phases else SHORT.sub("", whole)
    assert told != whole
    book, wrong = load_text(told, f"{name}.rules")
    assert book is not None, wrong
    return Game(Book(name, f"{name}.rules", book, ()))


@cache
def read_by_rules(name: str) -> str:
    return words_on(by_rules(name).page(*PAGES["learn"]))


TASKS = """
game Tasks
    for 2 players: Ann, Bea

board the Field
    made of Cells in a line of 5

place Purse
    there is one for each Player

piece Coin
    there are 5 for each Player
    starts in the Purse of the owner

play
    take turns from Ann
        if the Player is Ann, the Player may Lay
        otherwise the Player must Turn

action Lay on a Cell
    only if there is no Coin on the Cell, called Empty
    move a Coin in the Purse of the Player to the Cell

action Turn a Coin
    only if the Coin is on the Field, called Laid
    move the Coin to S1
"""


def words_on(page: str) -> str:
    """All that is read on a page, without drawings, addresses and the line that nobody sees."""
    shown = re.sub(r"<svg.*?</svg>|<!--.*?-->|^---\n.*?^---\n", "", page, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"<[^>]+>", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", shown))


def sentences(name: str, code: str) -> Iterator[str]:
    """Those that the rules give, but for what is listed under a sentence."""
    for block in blocks(name, code):
        if isinstance(block, ONCE) and block.source != "designer" and not (isinstance(block, Para) and block.step):
            for line in block.lines:
                yield from (said.strip() for said in SENTENCE.findall(line.text) if len(said.split()) > 2)


@TOLD
def test_no_clause_version_or_file_is_named(name: str, code: str) -> None:
    book, read = book_of(name), words_on(page(name, code))
    named = [clause.number for clause in book.clauses if re.search(rf"\b{re.escape(clause.number)}\b", read)]
    assert not named
    assert book.version not in read
    assert str(text(book.file)) not in read


@TOLD
def test_no_sentence_is_said_twice(name: str, code: str) -> None:
    twice = [said for said, times in Counter(sentences(name, code)).items() if times > 1]
    assert not twice


@TOLD
def test_nothing_reads_like_the_script_of_a_test(name: str, code: str) -> None:
    t, read = game_of(name, code).t, words_on(page(name, code))
    words = [t[part] for part in ("given", "when", "then") if t[part]]
    assert not [word for word in (*words, "becomes un-", "on record", "is true", "is false") if word in read]


@TOLD
def test_nobody_is_told_what_only_the_program_keeps(name: str, code: str) -> None:
    game = game_of(name, code)
    read = {line.text for block in game.learn.blocks for line in lines_of(block)}
    kept = {line.text for node in game.learn.telling.unseen.lines for line in game.speech.block((node,))}
    assert not kept & read


@TOLD
def test_there_is_no_list_of_words(name: str, code: str) -> None:
    game = game_of(name, code)
    assert game.t["terms"] not in words_on(page(name, code))


@TOLD
def test_no_heading_stands_over_nothing(name: str, code: str) -> None:
    found = blocks(name, code)
    for block, after in zip(found, (*found[1:], None), strict=True):
        if isinstance(block, Heading):
            assert after is not None
            assert not isinstance(after, Heading) or after.level > block.level, block


@TOLD
def test_no_table_has_an_empty_column(name: str, code: str) -> None:
    for block in blocks(name, code):
        if isinstance(block, Listing) and isinstance(block.table, Sheet):
            assert all(any(column) for column in zip(*block.table.rows, strict=True)), block.title


@TOLD
def test_what_a_word_means_stands_on_the_page(name: str, code: str) -> None:
    """Each rule of which a sentence speaks, and each meaning of a word that has several."""
    game = game_of(name, code)
    told = told_on(game)
    untold = {id(p.about) for p in game.passages if game.learn.telling.why_not(p)} | game.brevity.needless
    in_short = [part for phase in game.rulebook.phases.values() if phase.short for part in parts_of(phase)]
    untold |= {id(word) for word in explained_by(in_short)}  # in the designer's words
    for section in game.learn.plan.all_sections:  # or in those on a chapter, by its name
        words = " ".join(line.text for line in section.words).lower()
        untold |= {id(p.about) for p in section.said if p.title.lower() in words}
    spoken = [r.about for block in game.learn.blocks for line in lines_of(block) for r in line.words]
    named = [about for about in spoken if isinstance(about, model.Definition)]
    named += [other for about in named if id(about) in told for other in others_of(game.rulebook, about)]
    missing = {about.name for about in named if id(about) not in told | untold}
    assert not missing, missing


def told_on(game: Game) -> set[int]:
    """The identities of all that a page tells."""
    learn = game.learn
    plan = learn.plan
    passages = [p for section in plan.sections for p in section.told]
    passages += [*plan.words_of_goal, *plan.words_of_setup, *plan.words_of_course, *plan.how_else_it_ends.steps]
    passages += [*learn.setting_up.verbs, *game.endings]
    passages += [p for chapter in (*game.variants, *game.other_terms) for p in (*chapter.passages, *chapter.terms)]
    return {id(about) for p in passages for about in p.abouts} | {id(p.about) for p in same_elsewhere(game, passages)}


def same_elsewhere(game: Game, passages: list[Passage]) -> Iterator[Passage]:
    """What is the same on other terms, by what is told of it there."""
    told = {id(p.about) for p in passages}
    for edition in game.editions:
        for passage in Passages(edition.speech):
            usual = edition.same.get(id(passage.about))
            if usual is not None and id(usual.about) in told:
                yield passage


def told_together(steps: list[Passage]) -> Iterator[Passage]:
    """The actions that are told with another."""
    pairs = twins.paired(steps)
    return (step for step in (*steps, *pairs.values()) if id(step) in pairs or step in pairs.values())


@TOLD
def test_all_that_is_done_and_all_that_counts_is_told(name: str, code: str) -> None:
    """Each action, power, phase and rule, each end of the game, and each line that decides it; what players can do in a
    window perhaps where it is opened."""
    game = game_of(name, code)
    learn = game.learn
    read = {line.text for block in learn.blocks for line in lines_of(block)}
    told, needless = told_on(game), game.brevity.needless
    apart = {id(p.about): p for part in learn.plan.lessons.parts for p in part.passages}
    assert all(line.text in read for p in apart.values() if p.sort == "lesson" for line in lines_told(p) if line.words)
    both = {id(p.about) for section in learn.plan.sections for p in told_together(section.steps)}
    for passage in (p for p in game.passages if not p.variant and id(p.about) not in needless):
        if isinstance(passage.about, model.Window) and passage.about in learn.speech.told.answered:
            offered = {id(n.action) for n in nodes_in(passage.about.body) if isinstance(n, model.Invocation)}
            assert offered <= {
                id(run.about) for block in learn.blocks for line in lines_of(block) for run in line.words
            }
        elif passage.sort in ("action", "power", "phase", "rule", "window"):
            assert id(passage.about) in told, passage.title
        if id(passage.about) in told and passage.sort in ("action", "power", "verb", "rule"):
            mine, said = apart.get(id(passage.about)) or learn.telling.told(passage), read
            if id(passage.about) in both:  # one sentence says what both may do, and what is so stands in rows
                mine = replace(twins.without_what_is_taken(mine, learn.speech), lead=None)
                said = {one for text in read for one in sentences_of(text)}
            lines = (line.text for line in lines_told(mine) if line.words)
            missing = [text for text in lines if text not in said and not {*sentences_of(text)} <= said]
            assert not missing, passage.title
    for passage in game.endings:
        assert {line.text for line in learn.ends.end(passage)} <= read
    goals, others, draws = learn.speech.outcomes_apart
    others_told = [line for line in others if not any(is_act_in_short(run.about) for run in line.words)]
    assert {named(line).text for line in (*goals, *others_told, *draws)} <= read
    assert len(goals) + len(others) == len(learn.speech.outcomes())


def is_act_in_short(about: object) -> bool:
    """Whether it is what somebody does, and the designer has words for it, in which it is told who wins so."""
    return isinstance(about, model.Act) and bool(about.short)


@TOLD
def test_what_the_designer_says_of_play_is_told(name: str, code: str) -> None:
    game = game_of(name, code)
    read = {line.text for block in game.learn.blocks for line in lines_of(block)}
    assert {game.speech.said(text).text for text in game.rulebook.play_texts} <= read


@TOLD
def test_what_lies_on_the_table_with_some_number_of_players_is_told(name: str, code: str) -> None:
    """Each kind of piece, each place that does more than hold pieces, and each row of a table that is told at all; what
    is printed on a board is drawn there."""
    game = game_of(name, code).learn.game
    found = blocks(name, code)
    read = words_on(page(name, code))
    rows = {
        cells(row)
        for block in found
        if isinstance(block, Listing) and isinstance(block.table, Sheet)
        for row in block.table.rows
    }
    for edition in game.editions:
        speech, needless = edition.speech, game.brevity.needless_in(edition)
        held, printed = Unseen(speech.book).containers, Printed(speech.book)
        seen = [p for p in game.passages if p.sheet and game.learn.setting_up.is_seen(p)]
        long = [p for p in game.tables.at_end if is_too_long(p)]  # told by what stands in their columns
        untold = {p.title for p in game.passages if p.sheet and id(p.about) in needless}
        untold |= {p.title for p in (*seen, *long)}
        for table in Passages(speech):
            if table.sheet is not None and table.title not in untold and not printed.has(table.about):
                missing = [cells(row) for row in table.sheet.rows if cells(row) not in rows]
                assert not missing, (edition.part.title, table.title)
        for piece in (piece for piece in speech.components() if not printed.has(piece.about)):
            assert plain(speech.words(piece.noun)).lower() in read.lower()
        for place in speech.places():
            of_variant = speech.book.belongs.get(place.about)
            told = [line for section in game.learn.plan.all_sections for p in section.told for line in lines_told(p)]
            name_said = plain(speech.words(place.name)).split(" (")[0].lower()
            text = " ".join(line.text for line in (*told, *game.learn.setting_up.lines_of_setup)).lower()
            face_down = place.about.seen.by == "nobody" and place.about.ordered  # the cards themselves are told
            is_spoken_of = place.about.words or (not face_down and re.search(rf"\b{re.escape(name_said)}\b", text))
            if place.about not in held and id(place.about.kind) not in needless and not of_variant and is_spoken_of:
                assert name_said in read.lower()


def cells(row: Cells) -> tuple[str, ...]:
    """What stands in a row, whatever columns it has."""
    return tuple(cell_text(cell) for cell in row if cell)


@TOLD
def test_a_page_is_short(name: str, code: str) -> None:
    """At most twelve sides of A4 for a hundred and fifty rules; two for the smallest game. The small pictures of rows
    have their words at their side."""
    game, read = game_of(name, code), page(name, code)
    stories = [block for block in blocks(name, code) if isinstance(block, Story)]
    assert len(stories) <= 10
    explained = [story for story in stories if any(line.said for line in story.lines)]  # words say where to look
    assert all(len(story.lines) <= (8 if story in explained else 5) for story in stories)
    rules = sum(len(part.passages) for part in game.passages.all_parts)
    rows = [row for block in blocks(name, code) if isinstance(block, Powers) for row in block.rows]
    pictures = read.count("<figure") - sum(row.drawing is not None for row in rows)
    sides = len(words_on(read).split()) / WORDS + pictures / PICTURES
    assert sides <= max(2, rules * SIDES)


@TOLD
def test_a_glance_is_a_glance(name: str, code: str) -> None:
    assert sum(isinstance(block, Glance) for block in blocks(name, code)) <= 1


LONG = {  # sentences of the rules that have more than thirty words
    "amazons": 1,  # the library's word on a clear line
    "beyond_nebula": 3,  # lists of actions that are offered at once
    "hyperline": 6,  # the same, and sums of two counts
    "nebula_rush": 4,  # lists of phases
    "rebel_moon_defense": 2,
}


@pytest.mark.parametrize("name", [name for name, code in TOLD.args[1] if not code])
def test_sentences_are_short(name: str) -> None:
    found = [said for said in generated(name) if len(said.split()) > 30]
    assert len(found) <= LONG.get(name, 0), found


def generated(name: str, *besides: str) -> Iterator[str]:
    """All sentences that the rules give; without those of blocks of other sources besides the designer."""
    for block in blocks(name, ""):
        inner = [b for row in block.rows for b in row.blocks] if isinstance(block, Powers) else [block]
        for line in (line for one in inner if one.source not in ("designer", *besides) for line in lines_of(one)):
            yield from (said.strip() for said in SENTENCE.findall(line.text) if not line.said)


COORDINATES = {  # of games on whose boards these are at home
    "nova_raiders": "A1 B1 C1",  # the three on which three players begin
    "backgammon": "S1 S24",  # from where points are counted
    "hyperline": "A1 A9 I1 I9",  # the corners at which players sit
}


@pytest.mark.parametrize("name", [name for name, code in TOLD.args[1] if not code])
def test_no_space_is_named_outside_of_pictures_and_stories(name: str) -> None:
    boards = game_of(name).world.boards.values()
    names = {space for board in boards for space in board.one.names if re.fullmatch(r"[A-Z]{1,2}\d+", space)}
    read = {word for said in generated(name, "example") for word in re.findall(r"\w+", said)}
    assert not names & read - {*COORDINATES.get(name, "").split()}


@TOLD
def test_a_story_stands_in_the_section_of_what_it_is_of(name: str, code: str) -> None:
    """The section, from one heading to the next of its level, tells what the story shows."""
    learn = game_of(name, code).learn
    told = {passage.anchor for section in learn.plan.all_sections for passage in section.told_or_said}
    assert {*learn.rules.stories.under} <= told


def captions(name: str, code: str) -> str:
    return " ".join(line.text for block in blocks(name, code) if isinstance(block, Story) for line in block.lines)


def guided(name: str, code: str = "") -> str:
    """The words of the guide, which tells all examples."""
    return words_on(pages_of(name)["/".join(filter(None, ("pages", name, code, "guide.md")))])


def test_a_caption_says_what_came_of_it_and_why() -> None:
    """Needs that are not met, numbers before and after, and no nickname where one piece alone can be meant."""
    told = guided("rebel_moon_defense")
    assert "Imperial can place an asteroid on D6, but not on D5: there is an installation beside D5." in told
    assert "but not on C1: then no safe way leads to the Moon." in told
    assert "Rebel activates the EMP Device." in told
    assert "The damage is 5 – 1 = 4: the Chaos Bomb’s level falls from 6 to 2." in told
    assert "há uma instalação ao lado de D5." in guided("rebel_moon_defense", "pt")
    flown = guided("nova_raiders")
    assert "there is no laden ship that is adjacent to a ship of Red." in flown
    assert "Red plays Jump, from A1 to E8" in flown
    assert "0 as the number" not in captions("nova_raiders", "")
    assert "hauler" not in captions("nova_raiders", "")


def test_what_stands_in_the_way_and_what_is_paid_is_told() -> None:
    assert "Red plays Orbit 1. With Orbit 1 the ship on A2 could go to A1" in captions("nova_raiders", "")
    assert "Vermelho joga Órbita 1. Com a Órbita 1 a nave em A2" in captions("nova_raiders", "pt")
    assert "uses the Boosters for 3 points." in guided("rebel_moon_defense")


def test_what_is_to_know_of_pieces_by_their_powers_stands_behind_these() -> None:
    read = words_on(page("rebel_moon_defense", ""))
    assert read.index("Do what the installation") < read.index("After the first activation put the counter")
    assert read.index("The Bomb is a die.") < read.index("At a glance")


def test_what_words_warn_of_is_shown_where_they_stand() -> None:
    read = words_on(page("rebel_moon_defense", ""))
    shown = read.index("A red Contact Mine lies beside the Bomb, but the top shield is yellow.")
    assert read.index("A weapon that misses is used up") < shown
    assert read.index("A strike works only if") < shown


def test_nobody_is_told_at_a_glance_to_do_what_only_a_program_does() -> None:
    glance = next(block for block in blocks("rebel_moon_defense", "") if isinstance(block, Glance))
    assert "Begin the turn." not in {line.text for line in lines_of(glance)}
    assert "A new turn begins: count it." in words_on(page("rebel_moon_defense", ""))


def test_a_glance_names_what_a_phase_offers() -> None:
    """Once, and not what is done only in another action or while a window is open."""
    found = by_rules("hyperline", only_phases=True).learn.blocks
    told = {line.text for block in found if isinstance(block, Glance) for line in lines_of(block)}
    assert {"Ship Command: Build, Repair, Overhaul, Move or Research.", "Hyper-radiation Damage."} <= told


def test_the_designers_words_are_the_reason_for_what_cannot_be_done() -> None:
    """Else it is told, also of a card whose power has nothing to choose."""
    game = game_of("beyond_nebula")
    stories = {story.title: story for story in game.stories}
    told = game.showing.retold.lines
    ringed = " ".join(line.text for line in told(stories["A ship that begins inside the rings makes one step"]))
    assert "on B5 the ship is still inside" in ringed
    assert "step count" not in ringed
    spied = " ".join(line.text for line in told(stories["Reveal Spy: one more in this combat"]))
    assert "South cannot deploy the Reveal Spy: there is no fighting ship of South." in spied


def test_a_figure_stands_behind_the_power_that_it_shows() -> None:
    found = blocks("rebel_moon_defense", "")
    shown = next(k for k, b in enumerate(found) if isinstance(b, Story) and b.title.startswith("An EMP Device beside"))
    before = found[shown - 1]
    assert isinstance(before, Powers)
    assert before.rows[-1].name == "EMP Device"


def test_pieces_beside_the_board_are_not_spoken_of() -> None:
    read = words_on(page("go", ""))
    assert "take all of it off the board" in read
    assert "bowl" not in read
    assert "tire tudo do tabuleiro" in words_on(page("go", "pt"))
    assert "Put a chip into your pot." in read_by_rules("kuhn_poker")
    assert "Tray" in page("backgammon", "")  # what lies there counts


def test_nobody_counts_what_never_runs_out() -> None:
    assert "Stones: enough for each player." in words_on(page("go", ""))
    assert "Keep spare queens, rooks, bishops and knights at hand." in words_on(page("chess", ""))
    assert "64 × Discs." in words_on(page("othello", ""))


def test_what_the_picture_shows_is_no_step_of_the_setup() -> None:
    read = words_on(page("othello", ""))
    assert "Set up the discs as the picture shows." in read
    assert "D4" not in read.partition("Your turn")[0]


def test_what_each_player_lays_out_in_the_designers_words_is_not_told_anew_with_more_players() -> None:
    assert "Green’s hull" not in words_on(page("hyperline", ""))


def test_where_pieces_begin_is_a_step_of_the_setup() -> None:
    read = words_on(page("rebel_moon_defense", ""))
    assert "Put the Chaos Bomb on the Gate." in read
    assert "Lay out the other pieces as the picture shows." in read  # the asteroids in Imperial's stock, the counters
    assert "Keep the 3 combat dice at hand." in read
    assert "Put the Time Tracker on the Time Track as the picture shows." in words_on(page("nova_raiders", ""))
    assert "at hand" not in words_on(page("connect_four", ""))  # where nothing else has to be done


def test_kinds_that_begin_in_one_place_stand_in_one_sentence() -> None:
    steps = next(block for block in by_rules("hyperline").learn.blocks if isinstance(block, Steps))
    lines = [line.text for line in steps.lines]
    assert "Put 1 die, 1 starship, 8 fighters and 5 tech tokens into each player’s console." in lines
    assert "Put the 26 Hyperline tiles and the 4 pirate bases into the Hyperline Stack." in lines
    assert "Shuffle the Hyperline Stack and the Planet Stack." in lines
    told = read_by_rules("nebula_rush")
    assert "Put the 64 hexes into the Neb." in told  # six kinds, by what they are sorts of


def test_spaces_with_names_are_in_the_picture() -> None:
    assert "The picture shows the Gate and the Moon." in words_on(page("rebel_moon_defense", ""))
    assert "A figura mostra o Portal e a Lua." in words_on(page("rebel_moon_defense", "pt"))


def test_places_are_told_once() -> None:
    read = words_on(page("nova_raiders", ""))
    assert "Nobody sees what is in the Shard Bag." in read  # of decks that goes without saying
    seen = "Only the owner sees what is in each Guild Manifest, in each Clue Stash and in each SRS display."
    assert words_on(page("nebula_rush", "")).count(seen) == 1
    assert "Each has room for at most 1 Special Action card. The slots are" in read
    assert "kept in order |" not in read


def test_nobody_is_told_of_a_number_that_no_line_asks_for() -> None:
    assert "bonus" not in words_on(page("nova_raiders", ""))


def test_what_two_do_with_things_of_two_kinds_is_one_sentence() -> None:
    read = words_on(page("rebel_moon_defense", ""))
    assert "Place one piece or pass: Imperial an asteroid, Rebel an installation." in read
    assert "If you are" not in read.partition("Variants")[0]
    told = words_on(page("rebel_moon_defense", "pt"))
    assert "Posicione uma peça ou passe: o Imperial um asteroide, o Rebelde uma instalação." in told


def test_who_is_asked_who_they_are_is_told_by_name() -> None:
    book, wrong = load_text(TASKS, "tasks.rules")
    assert book is not None, wrong
    speech = Speech(book).teaching()
    assert [line.title for line in speech.block(book.play)[0].children] == ["Ann", "Bea"]


def test_a_phase_on_a_turn_is_told_by_what_can_be_done() -> None:
    read = words_on(page("nova_raiders", ""))
    assert "Flight: Launch, Play, Link or Add." in read
    assert "Play the Flight phase" not in read
    assert "See Third Shard" not in read  # which is told there by itself


def test_what_is_said_above_is_no_step() -> None:
    read = words_on(page("connect_four", ""))
    assert "Drop a disc into the lowest empty cell" in read
    assert "Put a disc on the cell." not in read
    assert "Nobody wins." not in read
    assert "Choose an installation from your stock and put it on the cell." in words_on(page("rebel_moon_defense", ""))


def test_what_a_power_calls_stands_under_its_name() -> None:
    titles = [block.text for block in blocks("nova_raiders", "") if isinstance(block, Heading)]
    assert "Expand the star" not in titles
    assert "Cover the innermost orbit" in words_on(page("nova_raiders", ""))


def test_words_at_the_end_of_a_phase_stand_behind_its_steps() -> None:
    read = words_on(page("rebel_moon_defense", ""))
    assert read.index("on an open cell that is not reserved") < read.index(
        "Installations that were not placed go to the box"
    )


def test_a_word_is_told_before_those_by_which_it_is_explained() -> None:
    read = read_by_rules("othello")
    assert read.index("is flanking from a square for you when the end is locked") < read.index("is locked by you from")
    assert "visits no cell twice" not in words_on(page("rebel_moon_defense", ""))


def test_the_mark_is_explained_where_the_first_stands() -> None:
    found = blocks("rebel_moon_defense", "")
    marks = [number for number, block in enumerate(found) if isinstance(block, Mark)]
    learn = game_of("rebel_moon_defense").learn
    assert len(marks) == 1
    assert learn.is_marked(found[marks[0] - 1])
    assert not any(map(learn.is_marked, found[: marks[0] - 1]))


def test_what_is_easily_overlooked_is_told_without_what_is_so_only_in_its_example() -> None:
    read = words_on(page("rebel_moon_defense", "")).partition("## Easily overlooked")[2]
    assert "No boost into an asteroid." in read
    assert "Imperial could not use the Boosters." not in read
    assert "No shield, no boost" not in read  # which is another refusal of the same action
    assert (
        "The king castles" not in words_on(page("chess", "")).partition("## Easily overlooked")[2]
    )  # which says nothing of what is not so


def test_who_wins_stands_first_in_a_goal() -> None:
    assert "Imperial wins as soon as the Chaos Bomb is on the Moon." in page("rebel_moon_defense", "")
    assert "O Imperial vence assim que" in page("rebel_moon_defense", "pt")


def test_nobody_is_told_how_many_positions_are_remembered(tmp_path: Path) -> None:
    assert "Only the last" not in words_on(page("chess", ""))
    assert "Only the last" not in words_on(page("go", ""))  # where the designer says what is meant
    path = tmp_path / "go.rules"
    path.write_text(SHORT.sub("", resources.rulebooks()["go"].read_text(encoding="utf-8")), encoding="utf-8")
    book, wrong = read_with_variants(path)
    assert book is not None, wrong
    told = words_on(Game(book).page(*PAGES["learn"]))
    assert "Only the last 2 positions count." in told  # which is what the rule is about
    assert told.count("Only the last") == 1


def test_words_come_before_the_chapter_that_speaks_of_them() -> None:
    titles = [block.text for block in blocks("rebel_moon_defense", "") if isinstance(block, Heading)]
    assert titles.index("Line of Sight") < titles.index("Installations")


def test_words_on_a_chapter_stand_with_what_it_is_about() -> None:
    """Where nothing of it is told in the course of play, there is no heading for them."""
    found = blocks("nebula_rush", "")
    titles = [block.text for block in found if isinstance(block, Heading)]
    assert titles.count("Variants") == 1
    assert "The Box" not in titles
    said = [block.lines[0].text for block in found if isinstance(block, Para) and block.flavour]
    assert "All three can be combined." in said
    assert "The box holds a booklet, too, and a guide for each player." in said


def test_what_happens_after_actions_is_told_where_these_are() -> None:
    titles = [block.text for block in blocks("beyond_nebula", "") if isinstance(block, Heading)]
    answered = titles.index("Attack") + 1
    assert titles[answered : answered + 2] == ["Answer", "Watch"]  # the window is told where it is opened


SENTENCES = [  # game, what must be said, what must not be said; the numbers are those of the design's list
    pytest.param("connect_four", "lowest empty cell", "to the south of the cell", id="15 column"),
    pytest.param(
        "connect_four", "You win as soon as four of your discs lie", "active player wins", id="whose goal it is"
    ),
    pytest.param("breakthrough", "row 8 for White, row 1 for Black.", "Otherwise 1", id="every player is named"),
    pytest.param("chess", "As far as it likes diagonally", "is attacked by a bishop when", id="1 bishop"),
    pytest.param("chess", "Two steps along and one aside", "distance from it to the square", id="2 knight"),
    pytest.param("chess", "from where it stood at the start", "is reached by the pawn", id="3 pawn"),
    pytest.param("chess", "Set up the men as the picture shows.", "9 queens", id="6 setup"),
    pytest.param("chess", "Nobody can give mate any more", "rounded down", id="7 even"),
    pytest.param("go", "take all of it off the board", "bowl", id="14 capture"),
    pytest.param("rebel_moon_defense", "Approach", "Put the 3 combat dice", id="20 dice"),
    pytest.param("chess", "third time", "has been noted", id="5 third time"),
    pytest.param("rebel_moon_defense", "Up to 100 turns", "Repeat these steps 100 times", id="16 turns"),
    pytest.param("rebel_moon_defense", "is set to 6 again", "set the Chaos Bomb’s level to 6", id="17 shield"),
    pytest.param("rebel_moon_defense", "with the Laser, at any", "damage from the installation", id="19 laser"),
    pytest.param("rebel_moon_defense", "on D2, but not on C1.", "cannot place an asteroid on C1", id="can and cannot"),
    pytest.param("rebel_moon_defense", "but the top shield is yellow.", "a red Contact Mine on F7", id="said"),
    pytest.param("rebel_moon_defense", "You see along", "A cell is blocked", id="said of a chapter"),
    pytest.param("chess", "go on from A7 to A8", "promote the pawn on A7", id="said of what cannot be done"),
    pytest.param("backgammon", "borne off", "If there is no target", id="10 goal"),
    pytest.param("backgammon", "wins, and the game counts one", "player’s opponent’s worth", id="12 worth"),
    pytest.param("chess", "towards a rook", "A rook’s wing is", id="8 wing"),
    pytest.param("backgammon", "double", "copy your throw", id="11 double"),
    pytest.param(
        "rebel_moon_defense", "Place one piece or pass", "If you are Imperial, you may place", id="18 placing"
    ),
    pytest.param("othello", "Whoever then has more discs of their colour wins", "White wins", id="21 either"),
    pytest.param("nova_raiders", "If this is the last turn of the round", "to your left is the starter", id="19 round"),
    pytest.param(
        "nova_raiders", "11 for each player, one of each action pair", "player. One of each", id="of each sort"
    ),
    pytest.param("go", "looks as it did before", "Superko", id="need without a name"),
    pytest.param("beyond_nebula", "in your opponent’s field", "field of the player", id="your field"),
    pytest.param(
        "english_draughts", "“The game is a draw as soon as the same position comes", "calm is 40", id="left out"
    ),
    pytest.param(
        "connect_four", "4 cells in a straight line, also diagonally.", "- When there is no empty cell", id="rows"
    ),
    pytest.param("nebula_rush", "Generate LRS: Your display", "Play the Generate LRS phase", id="phases of a phase"),
    pytest.param(
        "nebula_rush",
        "Befallen discard pile: befallen cards.",
        "Everybody sees which Treasure it is",
        id="what lies where",
    ),
    pytest.param("hyperline", "ends your Ship Command at once", "The game is over.", id="phase that is over"),
    pytest.param(
        "hyperline", "The carrier pod carries a fighter of Amber (“safe”).", "Amber’s bridge is a bridge", id="story"
    ),
]


def test_what_a_piece_looks_like_is_said_in_the_first_picture_with_it() -> None:
    assert page("rebel_moon_defense", "").count(">Chaos Bomb: level, heading</text>") == 1


def test_a_phase_that_is_over_is_told_so() -> None:
    assert "The Ship Command phase ends." in words_on(pages_of("hyperline")["pages/hyperline/guide.md"])


@pytest.mark.parametrize(("name", "says", "silent"), SENTENCES)
def test_sentences_read_as_for_people(name: str, says: str, silent: str) -> None:
    read = words_on(page(name, ""))
    assert says in read
    assert silent not in read


SENTENCES_BY_RULES = [  # the same, where the designer says nothing in short
    pytest.param("english_draughts", "This can be done only if you cannot jump.", "be possible", id="not possible"),
    pytest.param(
        "leduc_poker", "Your price is your opponent’s stake minus your stake.", "player’s opponent’s", id="you"
    ),
    pytest.param("othello", "The player with the higher count wins.", "White wins", id="21 either"),
    pytest.param("nebula_rush", "Buy Stuff: Shop or Claim.", "Play the Buy Stuff phase", id="phases of a phase"),
    pytest.param("nebula_rush", "The same as in Phase Start.", "Put the 26 LRS hexes", id="told once"),
]


@pytest.mark.parametrize(("name", "says", "silent"), SENTENCES_BY_RULES)
def test_sentences_by_the_rules_read_as_for_people(name: str, says: str, silent: str) -> None:
    read = read_by_rules(name)
    assert says in read
    assert silent not in read


def test_what_a_need_and_a_step_call_by_one_name_is_said_before_both() -> None:
    castle = read_by_rules("chess").partition("### Castle")[2].partition("### ")[0]
    where = [
        castle.find(said) for said in ("The passage is", "The passage must not be", "Move the rook to the passage")
    ]
    assert -1 not in where
    assert where == sorted(where)
