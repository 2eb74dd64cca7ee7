"""What is agreed on before a game, in Python."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from dsl.load import check_rules, load_text
from dsl.terms import Terms
from interpreter import Match, RulebookError, load

GOOD = Path(__file__).parent / "language" / "good"
LANTERNS = GOOD / "agreed.rules"


# S17.1
def test_a_game_is_loaded_on_the_terms_that_were_agreed_on() -> None:
    game = load(LANTERNS, variants=["storm"], players=3, options={"size": 6})
    assert str(game.program.terms) == "3 players, Size 6, Storm"
    match = game.start(seed=1)
    assert match.players == ("North", "East", "West")
    match.choose("Float on F6", player="East")
    assert load(LANTERNS).start(seed=0).players == ("East", "West")


def test_a_save_keeps_the_terms(tmp_path: Path) -> None:
    beside = copy(LANTERNS, tmp_path)
    match = load(beside, players=4, options={"Size": 3, "Burning": 1}).start(seed=2)
    match.choose("Float on C3")
    match.save(tmp_path / "lanterns.match")
    loaded = Match.load(tmp_path / "lanterns.match")
    assert (loaded.players, loaded.rules.program.terms) == (match.players, match.rules.program.terms)
    assert loaded.state_hash() == match.state_hash()


@pytest.mark.parametrize(
    ("agreed", "code"),
    [({"players": 1}, "E0602"), ({"options": {"size": 4}}, "E0603"), ({"variants": ["Strom"]}, "E0601")],
)
def test_what_cannot_be_agreed_on_is_refused_with_what_can(agreed: dict[str, object], code: str) -> None:
    with pytest.raises(RulebookError) as refused:
        load(LANTERNS, **agreed)  # type: ignore[arg-type]
    assert [diagnostic.code for diagnostic in refused.value.diagnostics] == [code]


# S17.6
def test_variants_that_leave_out_the_same_are_refused_together() -> None:
    with pytest.raises(RulebookError, match="Long Game and Short Game do not go together"):
        load(GOOD / "patches.rules", variants=["Long Game", "Short Game"])


# S17.6
@pytest.mark.parametrize(
    ("again", "hint"),
    [
        ("Goal is 4", "without Goal"),
        ("rule Wind\n        whenever Nia is active\n        nobody wins", "without Wind"),
        ("the reach of a Player means 2", "exception …, instead of the reach …"),
    ],
)
def test_what_a_variant_declares_again_is_refused_with_what_to_say(tmp_path: Path, again: str, hint: str) -> None:
    text = (GOOD / "patches.rules").read_text("utf-8") + "\nthe reach of a Player means 1\n"
    path = tmp_path / "kites.rules"
    path.write_text(f"{text}\nvariant Doubled\n    {again}\n", "utf-8")
    found = check_rules(path)[1]
    assert [(d.code, d.hints) for d in found] == [("E0202", (f"under variant Doubled: {hint}",))]


def test_what_is_only_without_a_variant_is_told_where_it_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "barns.rules"
    told = 'only with Drought\n    example "Dry"\n        then there is no Stone in the Barn\n'
    path.write_text((GOOD / "only_without.rules").read_text("utf-8") + told, "utf-8")
    found = check_rules(path)[1]
    assert [d.code for d in found] == ["E0201"]
    assert found[0].message.endswith("It stands under `only without Drought`.")


def test_a_variant_does_not_tell_its_setup_in_short(tmp_path: Path) -> None:
    path = tmp_path / "barns.rules"
    told = '    setup\n        in short "All is dry."\n        the Wealth of Ada becomes 1\n'
    text = (GOOD / "only_without.rules").read_text("utf-8")
    path.write_text(text.replace("variant Drought\n", f"variant Drought\n{told}\n"), "utf-8")
    found = check_rules(path)[1]
    assert [(d.code, d.message) for d in found] == [
        ("E0314", "What Drought sets up is told line by line, not in short.")
    ]


def test_what_a_variant_says_behind_turns_without_an_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kites.rules"
    text = (GOOD / "patches.rules").read_text("utf-8").replace(" until all pass", "")
    path.write_text(f"{text}\nvariant Dusk\n    play\n        nobody wins\n", "utf-8")
    assert [d.code for d in check_rules(path)[1]] == ["E0342"]


def test_what_stands_in_a_section_that_names_a_variant_belongs_to_it() -> None:
    source = """game Coast
    in English
    for 2 players: Red, Blue

variant Storm
    "Waves come in."

only with Storm, 2 players
    action Hide
        the Player wins

action Wait
    the Player wins

play
    Red must Wait
"""
    book, diagnostics = load_text(source, "coast.rules", Terms(("Storm",)))
    assert book is not None, diagnostics
    assert (book.actions["Hide"].variant, book.actions["Wait"].variant) == ("Storm", None)
