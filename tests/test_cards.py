"""Reference cards: what stands on the card of each role, and that it has room on its paper."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dsl.pages.cards import sides
from dsl.pages.cards.contents import BRIEF, Card, beginning
from dsl.pages.cards.paper import A4, A5, POINT, Paper, width, wrapped
from dsl.pages.cards.roles import chosen
from dsl.pages.cards.scores import groups
from dsl.pages.cards.sides import ALONE, EASY, SMALLEST, fits, laid_out, split
from dsl.pages.publishing import Game, read_book, template
from dsl.prose.speech import Line, Run
from tests.published import game_of, site
from tests.test_documents import MOON, pages_kept, pages_of

CARD = re.compile(
    r'<div class="card (a\d)" style="--letters: ([\d.]+)pt[^"]*" markdown>\n\n## ([^\n]*)\n(.*?)\n</div>', re.DOTALL
)
PAPERS = {"a4": A4, "a5": A5}
ENTRY = "**Number {}.** Put every stone beside the lantern into the box, and light another one if there is any left."

SHEEP = """game Sheep
    in English
    for 3 players: Wolf, Ram, Ewe

place Hill
place Fold

piece Sheep
    there are 9
    starts in the Hill

play
    repeat 9 times
        Wolf may Howl
        Ram may Graze
        Ewe may Graze
    nobody wins

action Graze
    move a Sheep in the Hill to the Fold

action Howl
    move every Sheep in the Hill to the Fold
"""


@cache
def cards() -> list[tuple[str, Paper, float, str, str]]:
    """Every card of every game: its page, its paper, the size of its letters, its heading, its text."""
    pages = [(path, text) for path, text in site().items() if "/card" in path]
    return [(path, PAPERS[p], float(size), head, body) for path, text in pages for p, size, head, body in
            CARD.findall(text)]  # fmt: skip


def card(role: str, page: str = f"pages/{MOON}/card.md") -> str:
    (found,) = [body for path, _, _, head, body in cards() if path == page and head.endswith(role)]
    return found


# ------------------------------------------------------------------------------------------------------------- content


def test_every_game_has_a_card_on_each_paper() -> None:
    games = {path.rsplit("/", 1)[0] for path in site() if path.endswith("guide.md")}
    for name, paper in (("card.md", A4), ("card-a5.md", A5)):
        assert {path for path, on, *_ in cards() if on is paper} == {f"{game}/{name}" for game in games}


def test_a_card_tells_in_short_what_the_guide_tells_so_and_leaves_out_what_only_the_lines_speak_of() -> None:
    short = """action Graze
    in short "Put a sheep of your choice into the fold."
    only if the Fold is roomy
    move a Sheep in the Hill to the Fold

the Fold is roomy when the number of Sheep in the Fold is less than 9
"""
    long = short.replace('    in short "Put a sheep of your choice into the fold."\n', "")
    graze = SHEEP[SHEEP.index("action Graze") : SHEEP.index("\naction Howl")]
    told, in_full = (pages_of(SHEEP.replace(graze, action))["sample/card.md"] for action in (short, long))
    assert "**Graze.** Put a sheep of your choice into the fold.\n" in told
    assert "must be" not in told
    assert "roomy" not in told.lower()
    assert "The Fold must be" in in_full
    assert "**Roomy" in in_full


def test_a_card_tells_what_its_role_does_and_nothing_that_only_others_do() -> None:
    imperial, rebel = card(": You are Imperial"), card(": You are Rebel")
    assert "**Lost Shield.**" in own(imperial)
    assert "**Lost Shield.**" in own(rebel)
    assert "### Weapons" not in imperial
    theirs, mine = ("Place Asteroid", "Turn Bomb", "Boosters", "Pay"), ("Place Installation", "Activate", "Strike")
    assert told(own(imperial), (*theirs, *mine)) == theirs
    assert told(own(rebel), (*theirs, *mine)) == mine
    assert "### Weapons" in rebel
    assert "3 damage at distance 1" in rebel


def told(body: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if re.search(rf"\*\*{name}\b", body))


@pytest.mark.parametrize(
    ("folder", "imperial", "rebel", "asked"),
    [
        ("", ": You are Imperial", ": You are Rebel", "If you are"),
        ("/pt", ": Você é o Imperial", ": Você é o Rebelde", "Se você for"),
    ],
)
def test_a_card_for_one_seat_speaks_to_whoever_has_it(folder: str, imperial: str, rebel: str, asked: str) -> None:
    page = f"pages/{MOON}{folder}/card.md"
    assert asked not in card(imperial, page)
    assert asked not in card(rebel, page)
    if not folder:
        assert "1. You may [turn the Chaos Bomb]" in card(imperial, page)
        assert "1. Imperial may [turn the Chaos Bomb]" in card(rebel, page)
        assert "1. After the last turn, you win." in card(rebel, page)


def own(body: str) -> str:
    """A card without what others can do."""
    return re.sub(r"### What the others can do\n.*?(?=\n### |$)", "", body, flags=re.DOTALL)


def test_a_card_tells_each_power_that_others_can_use_in_one_line_with_its_numbers() -> None:
    imperial, rebel = card(": You are Imperial"), card(": You are Rebel")
    lines = [line for line in imperial.split("\n") if line not in own(imperial)]
    weapons = "**Leech Mine.** Strike the Bomb: 3 damage at distance 1,", "**Laser.** If the Bomb is in a straight row"
    for told in weapons:
        assert [line.startswith(told) for line in lines].count(True) == 1
    assert "strike it for 6" in next(line for line in lines if "**Laser.**" in line)
    assert "**Boosters.** If the Bomb has advanced" in rebel.removeprefix(own(rebel))


def test_by_what_it_is_decided_who_wins_stands_on_every_card() -> None:
    for path, _, _, head, body in (found for found in cards() if "/nova_raiders/card" in found[0]):
        if "(1/" not in head:
            assert "### The score" in body, path
            rows = dict.fromkeys(re.findall(r'<span class="sets">.*?aria-label="(.*?)".*?</span> (.*)', body))
            numbers = [re.findall(r"<text [^>]*>(\d+)</text>", row) for row in body.split("\n") if "sets" in row]
            assert [*rows] == [
                ("3: 10, 2: 5, 1: 1", "Different Colours in a group."),
                ("3: 6, 2: 3, 1: 1", "Equal Colours in a group."),
            ], path
            assert numbers == [["10", "5", "1"], ["6", "3", "1"]], path


REFERS = re.compile(r"\b(?:[Ss]ee|[Vv]er|[Vv]eja) (?:“)?([A-ZÁÉÍÓÚ][\w.’-]*)")


def test_no_card_refers_to_what_it_lacks() -> None:
    for (path, head), body in whole_cards().items():
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", body)
        names = re.findall(r"\*\*([^*]+)\*\*|^### (.*)$", text, re.MULTILINE)
        told = {word for pair in names for name in pair for word in re.split(r"[\s,.:]+", name)}
        assert [name for name in REFERS.findall(text) if name.rstrip(".") not in told] == [], (path, head)


def test_no_card_refers_to_a_window() -> None:
    """It has no name there."""
    watched = """
rule Alarm
    after a Player does Graze
    in short "Then the wolf may howl (see Watch), and all see Graze."
    open Watch for Wolf

window Watch for a Player called watcher
    in short "You may howl once."
    the watcher may Howl
"""
    told = pages_of(SHEEP + watched)["sample/card.md"]
    assert "Then the wolf may howl, and all see Graze." in told


def whole_cards() -> dict[tuple[str, str], str]:
    """All sides of each card."""
    found: dict[tuple[str, str], str] = {}
    for path, _, _, head, body in cards():
        key = path, head.partition(" (")[0]
        found[key] = "\n".join((found.get(key, ""), body))
    return found


def test_where_there_is_little_room_whole_sentences_stand_of_what_is_told_in_short() -> None:
    line = Line((Run("Put a sheep "), Run("away"), Run(". It grazes there. Nobody minds.")))
    assert [beginning(line, most).text for most in (0, 6, 7, 9, 20)] == [
        "Put a sheep away.",
        "Put a sheep away.",
        "Put a sheep away. It grazes there.",
        "Put a sheep away. It grazes there. Nobody minds.",
        "Put a sheep away. It grazes there. Nobody minds.",
    ]
    small, large = (
        [size for path, on, size, *_ in cards() if "nova_raiders/card" in path and on is paper] for paper in (A5, A4)
    )
    assert min(small) >= ALONE
    assert min(large) >= EASY


def test_a_card_tells_first_what_is_done_in_a_turn() -> None:
    found = next(body for (path, head), body in whole_cards().items() if "raiders/card-a5" in path and "3" in head)
    heads = re.findall(r"^### (.*)$", found, re.MULTILINE)
    assert heads[0] == "Your turn"
    assert heads[-2:] == ["How it ends", "The score"]


def test_what_an_action_needs_stands_apart_from_a_list_of_what_it_does() -> None:
    assert "](guide.md#term-reserved). *Only if:*\n\n- " in card(": You are Imperial")


def test_a_card_shows_the_directions_that_it_speaks_of() -> None:
    drawn = card(": You are Imperial").split("### Directions", 1)[1].split("###", 1)[0]
    assert "<desc" in drawn
    assert re.findall(r">(\w+)</text>", drawn) == [
        "east", "southeast", "southwest", "west", "northwest", "northeast",
    ]  # fmt: skip
    assert drawn.count('<path class="way"') == 6
    assert "leste" in card(": Você é o Imperial", f"pages/{MOON}/pt/card.md").split("### Direções", 1)[1]
    assert "### Directions" not in card("Hex", "pages/hex/card.md")


def test_seats_that_may_do_the_same_share_a_card() -> None:
    assert [head for path, _, _, head, _ in cards() if path == "pages/chess/card.md"] == ["Chess"]
    pages = pages_of(SHEEP)
    heads = [head for _, _, head, _ in CARD.findall(pages["sample/card.md"])]
    assert heads == ["Sheep: You are Wolf", "Sheep: Ram, Ewe"]
    wolf, sheep = (body for _, _, _, body in CARD.findall(pages["sample/card.md"]))
    assert ("**Howl.**" in own(wolf), "**Howl.**" in own(sheep)) == (True, False)


# ----------------------------------------------------------------------------------------------------------- the paper


def test_text_is_as_wide_as_a_browser_makes_it() -> None:
    """Measured by Chromium with Liberation Sans: text, plain, bold."""
    for text, plain, bold in (
        ("Put an asteroid from your stock on the cell.", 18.954, 20.560),
        ("Não pode haver nenhuma instalação ao lado da casa.", 23.961, 25.397),
        ("(variant) “Why?” 100 % – [A1]; x_y = 7", 16.979, 18.089),
        ("WEAPONS, Jigs & Quilts", 11.225, 11.835),
    ):
        assert width(text) == pytest.approx(plain, rel=0.01)
        assert width(text, bold=True) == pytest.approx(bold, rel=0.04)


def test_the_room_that_is_counted_is_the_room_that_the_style_gives() -> None:
    css = template("rulewright.css")
    rule = {name: dict(re.findall(r"([\w-]+): ([^;]+);", body)) for name, body in re.findall(
        r"^\.md-typeset \.card ?([^{]*?) \{([^}]*)\}", css, re.MULTILINE)}  # fmt: skip
    em = {name: [float(n) for n in re.findall(r"([\d.]+)em", found.get("margin", ""))] for name, found in rule.items()}
    assert f"/{sides.LINE} Arial" in css
    assert em["p"] == em["ol, .md-typeset .card ul"] == [sides.AFTER]
    assert em["li"] == [sides.INDENT]
    assert em["figure"] == [sides.AFTER]
    assert f".card p:has(> .deed) {{ padding-left: {sides.HANGING}em; min-height: {sides.SIGNED}em; }}" in css
    assert f".card figure svg {{ height: {sides.PICTURE:g}em;" in css
    assert f".card p:has(> .set) {{ padding-left: {sides.SET_HANGING}em; min-height: {sides.SIGNED}em; }}" in css
    above, below = em["h3"]
    letters, line = float(rule["h3"]["font-size"].rstrip("em")), float(rule["h3"]["line-height"])
    assert sides.HEADING - 0.1 < letters * (line + above + below) <= sides.HEADING


LONG = 6_000  # letters of a card that needs two sides


@pytest.mark.parametrize("page", [page for page in pages_kept() if "/card" in page])
def test_every_card_has_room_on_one_side(page: str) -> None:
    """Those of a large game on two: the front and the back."""
    there = [card for card in cards() if card[0] == page]
    all_told = sum(len(body) for *_, body in there)
    assert there
    for _, paper, size, head, body in there:
        assert size >= SMALLEST, head
        assert fits(body, paper, size), head
        parted = re.search(r"\(\d/(\d)\)$", head)
        assert not parted or (parted[1] == "2" and all_told > LONG), head
        assert parted or size >= ALONE, head


def body_of(entries: int) -> str:
    return "### Stones\n\n" + "\n\n".join(ENTRY.format(number) for number in range(entries))


@pytest.mark.parametrize("paper", [A4, A5], ids=["A4", "A5"])
def test_letters_shrink_as_far_as_they_are_read_before_there_is_a_second_side(paper: Paper) -> None:
    found = [laid_out(body_of(count), paper) for count in range(5, 120, 5)]
    one = [sheet.size for sheet in found if len(sheet.sides) == 1]
    assert one == sorted(one, reverse=True)
    assert one[0] == paper.largest
    assert ALONE <= one[-1] < EASY
    assert [len(sheet.sides) for sheet in found] == sorted(len(sheet.sides) for sheet in found)
    assert len(found[-1].sides) > 1
    assert all(fits(side, paper, sheet.size) for sheet in found for side in sheet.sides)


@pytest.mark.parametrize("little", [True, False])
def test_a_card_is_on_one_side_in_small_letters_only_where_it_leaves_out_little(little: bool) -> None:
    full = next(n for n in range(5, 120) if not fits(body_of(n + 1), A5, ALONE))
    some = Card([], [], lambda _: "", lambda _: None, brief=BRIEF[1] if little else BRIEF[2])
    texts: list[Any] = [
        SimpleNamespace(card=replace(some, brief=BRIEF[0]), brief=body_of(full + 5)),
        SimpleNamespace(card=some, brief=body_of(full)),
    ]
    assert chosen(texts, A5) is texts[little]


@pytest.mark.parametrize("paper", [A4, A5], ids=["A4", "A5"])
def test_nothing_is_lost_on_a_card_of_many_sides(paper: Paper) -> None:
    sheet = laid_out(body_of(200), paper)
    assert re.findall(r"Number (\d+)", "\n".join(sheet.sides)) == [str(number) for number in range(200)]
    assert sheet.sides[0].startswith("### Stones")


def test_what_words_mean_stands_on_a_card_only_if_there_is_room() -> None:
    extra = "### Words\n\n**Lit.** A lantern is lit when there is a flame in it."
    assert "**Lit.**" in laid_out(body_of(5), A5, lambda: f"{body_of(5)}\n\n{extra}").sides[0]
    full = next(n for n in range(5, 120) if not fits(body_of(n + 1), A5, EASY))
    assert laid_out(body_of(full), A5, lambda: f"{body_of(full)}\n\n{extra}") == laid_out(body_of(full), A5)


def test_a_word_wider_than_a_line_is_broken() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    lines = wrapped(f"the {word} sails", 5)
    assert "".join(lines).replace(" ", "") == f"the{word}sails"
    assert max(map(width, lines)) <= 5
    assert len(split(f"### Ships\n\n**{word * 40}.** It sails.", A5, SMALLEST)) == 1


def test_a_card_of_long_names_and_many_actions_has_room_on_its_sides() -> None:
    """A name twice as wide as the paper, and so many actions that they need several sides."""
    name = "Donaudampfschifffahrt" * 9
    assert width(name) * SMALLEST * POINT > 2 * A5.column
    actions = [f"Graze{first}{second}" for first in "abcdef" for second in "klmnop"]
    offered = "".join(f"        Ewe may {action}\n" for action in actions)
    defined = "".join(
        f'\naction {action} "{action} {name} <b> {{{{ 7 * 7 }}}} *x*"\n    move a Sheep in the Hill to the Fold\n'
        for action in actions
    )
    source = SHEEP.replace("        Ewe may Graze\n", offered) + defined
    pages = pages_of(source)
    for page, paper in (("card", A4), ("card-a5", A5)):
        found = [(float(size), head, body) for _, size, head, body in CARD.findall(pages[f"sample/{page}.md"])]
        assert len(found) > 2
        assert all(fits(body, paper, size) for size, _, body in found if "### The course" not in body)
        ewes = "".join(body for _, head, body in found if "Ewe" in head)
        assert [re.search(rf"\*\*{action} ", ewes) is not None for action in actions] == [True] * len(actions)
        assert "49" not in ewes


# ----------------------------------------------------------------------------------------------------- what is too long


STEP = "1. Take the lantern from the hook, light it, and put it on the next free space of the track."


@pytest.mark.parametrize("paper", [A4, A5], ids=["A4", "A5"])
def test_a_list_longer_than_a_side_goes_on_with_its_numbers_on_the_next(paper: Paper) -> None:
    count = 400
    sheet = laid_out("### Steps\n\n" + "\n".join([STEP] * count) + "\n\n### Stones\n\nThere are none.", paper)
    assert all(fits(side, paper, sheet.size) for side in sheet.sides)
    there = [side.count(STEP) for side in sheet.sides]
    assert sum(there) == count
    assert len(there) > 2
    assert sheet.before == [sum(there[:number]) for number in range(len(there))]
    assert sheet.sides[-1].endswith("### Stones\n\nThere are none.")


def test_numbers_do_not_go_on_where_another_list_begins() -> None:
    found = ("### A\n\n1. One.\n    1. Under it.\n1. Two.", "1. Three.", "1. Four.", "### B\n\n1. One.")
    assert sides_of(*found).before == [0, 2, 3, 0]


def sides_of(*found: str) -> sides.Sheet:
    return sides.Sheet(SMALLEST, found)


def test_a_table_longer_than_a_side_has_its_heads_on_each() -> None:
    rows = [f"| {number} | a lantern |" for number in range(400)]
    sheet = laid_out("\n".join(("### Lanterns\n", "| Number | Thing |", "| :-- | :-- |", *rows)), A5)
    assert len(sheet.sides) > 2
    assert all(side.count("| Number | Thing |\n| :-- | :-- |") == 1 for side in sheet.sides)
    assert re.findall(r"\| (\d+) \|", "".join(sheet.sides)) == [str(number) for number in range(400)]
    assert all(fits(side, A5, sheet.size) for side in sheet.sides)


def test_what_is_higher_than_a_column_takes_the_room_of_several() -> None:
    word = "lantern "
    highest = next(n for n in range(50, 5000, 50) if not fits(word * n, A5, SMALLEST))
    lines = "\n\n".join(["lantern"] * 5)
    assert fits(word * (highest - 150), A5, SMALLEST)
    assert not fits(f"{word * (highest - 50)}\n\n{lines}", A5, SMALLEST)


FULL = """game Full
    in English
    for 2 players: Left, Right

place Pile
    keeps order
    seen by nobody
place Table

Hour is from 0 to 20

piece the Clock
    starts in the Table
    has an Hour

piece Card
    starts in the Pile

table Card
    | Feat | Copies |
ROWS

table Hour
    | Hour | Feat |
    | 1    | F1   |
    | 2    | F2   |

setup
    shuffle the Pile

play
    help
    nobody wins

to help
    move every Card in the Pile to the Table
POWERS
variant Extra
    rule More
        after a Card enters the Table
        move every Card in the Table to the Pile
"""


def full(count: int) -> str:
    """The card on A5 of a game with so many powers that stand on cards."""
    power = '\npower F{0} "Feat {0}", a Feat\n' + "    move every Card in the Pile to the Table\n" * 3
    powers = "".join(power.format(number) for number in range(count))
    rows = "\n".join(f"    | F{number} | 1 |" for number in range(count))
    source = FULL.replace("ROWS", rows).replace("POWERS", powers)
    (found,) = CARD.findall(pages_of(source, "Extra")["sample/card-a5.md"])
    return str(found[3])


def test_a_card_leaves_out_what_has_no_room_and_says_so() -> None:
    short = full(4)
    assert "In the guide" not in short
    assert "**Feat 3.**" in short
    assert "**More (variant).**" in short
    long = full(80)
    assert "**Feat 3.**" not in long
    assert long.endswith("*In the guide: Variants, Feats.*\n")
    assert "**Help.**" in long
    assert "**1** Feat 1, **2** Feat 2\n" in long


SEATS = """game Seats
    in English
    for 2 to 3 players: Left, Right, Back

place Pile
    keeps order
    seen by nobody

piece Card
    there are 3
    starts in the Pile

play
    do Round
    nobody wins

only with 2 players
    phase Round
        for each Player
            the Player may Take

only with 3 players
    phase Round
        repeat 2 times
            for each Player
                the Player may Take

action Take
    shuffle the Pile
"""


def test_each_number_of_players_has_its_card_where_they_differ(tmp_path: Path) -> None:
    found = {head: body for _, _, head, body in CARD.findall(pages_with_others(SEATS, tmp_path)["seats/card.md"])}
    assert list(found) == ["Seats: 2 players", "Seats: 3 players"]
    assert ["2 times" in body for body in found.values()] == [False, True]
    same = SEATS.replace("        repeat 2 times\n            for each Player\n    ", "        for each Player\n")
    assert [head for _, _, head, _ in CARD.findall(pages_with_others(same, tmp_path)["seats/card.md"])] == ["Seats"]


def pages_with_others(source: str, folder: Path) -> dict[str, str]:
    """The pages of a game with all the numbers of players for which it is told apart."""
    path = folder / "seats.rules"
    path.write_text(source, "utf-8")
    book, diagnostics = read_book(path)
    assert book is not None, diagnostics
    return Game(book).pages()


def test_groups_that_score_are_drawn_before_what_they_are_worth() -> None:
    game = game_of("nova_raiders")
    drawn = [groups(passage.about, game.pictures.artist) for passage in game.card.scored]
    colours = [[re.findall(r'class="piece (\w+)', one) for one in found] for found in drawn if found]
    assert [[len(one) for one in found] for found in colours] == [[3, 2, 1], [3, 2, 1]]
    assert [len(set(found[0])) for found in colours] == [3, 1]  # different ones, and the same
