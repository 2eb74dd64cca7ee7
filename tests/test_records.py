"""What crosses a border fits the record that is printed of it: what games write, and what is read of saves."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from dsl.pages.site.language import records_page
from interpreter import load, records
from interpreter.play.game import Game
from interpreter.play.match import Match
from interpreter.records import RECORDS, schemas
from interpreter.tools.simulate import Summary, play_game
from tests.laws.games import GOOD, RULEBOOKS, with_one_large
from tests.laws.play import decisions, some

SORTS = "in_secret sets scores remembering stacks piles several_boards unseen_carriers known_and_shown one_go asked"
PLAYED = [*RULEBOOKS, *(path for path in GOOD if path.stem in SORTS.split())]
LOOKED_AT = 6  # decisions of a game
BETWEEN = 5  # of those that are looked at
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in schemas().items()}


def named(name: str) -> Game:
    """The game of the rulebook of this name."""
    return load(next(path for path in PLAYED if path.stem == name))


def fits(name: str, data: object) -> None:
    """Holds that this is the record of this name, for the schema as for the model, and all that is in it."""
    plain = json.loads(json.dumps(data))
    VALIDATORS[name].validate(plain)
    found = records.read(RECORDS[name], plain)
    assert found.model_dump(mode="json", exclude_unset=True) == plain == data


def all_fits(match: Match) -> None:
    """Holds it for all that the match gives."""
    for reader in (*match.players, None):
        fits("view", match.view(reader))
        for entry in match.log(reader):
            fits("log", entry.data())
    for option in some(match.decision.options) if match.decision else ():
        fits("option", option.data())
    fits("save", json.loads(match.dumps()))


# ------------------------------------------------------------------------------------------------------ what is written


@pytest.mark.parametrize("path", with_one_large(PLAYED))
def test_what_a_game_gives_fits(path: Path) -> None:
    for match in islice(decisions(load(path), seed=1), 0, BETWEEN * LOOKED_AT, BETWEEN):
        all_fits(match)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "scores"])
def test_what_a_game_gives_in_the_end_fits(name: str) -> None:
    match = named(name).start(seed=1)
    while match.decision:
        match.choose(0)
    assert match.result
    fits("result", match.result.data())
    all_fits(match)


def test_what_was_begun_and_where_it_began_fits() -> None:
    game = named("in_secret")
    match = game.start(seed=1)
    assert match.decision
    match.choose(0, match.decision.who[0])
    other = Match(game, 1, position=match.position)
    for one in (match, other):
        fits("save", json.loads(one.dumps()))
    assert json.loads(other.dumps())["start"]


@pytest.mark.parametrize("games", [0, 3])
@pytest.mark.parametrize("name", ["tic_tac_toe", "scores"])
def test_figures_fit(name: str, games: int) -> None:
    rules, summary = named(name), Summary(unreached=["line 3: Rest"])
    for seed in range(games):
        play_game(rules, seed, summary)
    fits("figures", summary.data())


# --------------------------------------------------------------------------------------------------------- what is read


def saved() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(named("tic_tac_toe").start(seed=1).dumps())
    return data


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "1"},
        {"seed": True},
        {"seed": 1.0},
        {"game": None},
        {"players": "Red"},
        {"choices": [["Red", [True], "Pass", "", ""]]},
        {"choices": [["Red", [1], "Pass", ""]]},
        {"terms": [[], None, [["Size", 9, 1]]]},
        {"terms": {"variants": [], "players": None, "options": []}},
        {"begun": [{"who": "Cross", "parts": [], "elements": []}]},
        {"more": 1},
    ],
    ids=str,
)
def test_a_save_with_something_else_in_it_is_none(change: dict[str, Any]) -> None:
    data = {**saved(), **change}
    with pytest.raises(ValueError):
        records.read(RECORDS["save"], data)
    if data["seed"] != 1.0:  # for JSON Schema it is a whole number
        assert not VALIDATORS["save"].is_valid(data)


def test_a_field_of_a_save_is_not_forgotten() -> None:
    for name in saved():
        data = saved()
        del data[name]
        with pytest.raises(ValueError):
            records.read(RECORDS["save"], data)


# ------------------------------------------------------------------------------------------------------ what is printed


def test_the_page_has_every_schema_and_a_meaning_for_every_field() -> None:
    page = records_page(schemas())
    blocks = [json.loads(block.partition("\n```")[0]) for block in page.split("```json\n")[1:]]
    assert blocks == [*schemas().values()]
    for schema in blocks:
        Draft202012Validator.check_schema(schema)
        for part in (schema, *schema.get("$defs", {}).values()):
            assert f"{part['title']} {{#{part['title'].lower()}}}" in page
            told = {**part.get("properties", {}), **{item["title"]: item for item in part.get("prefixItems", ())}}
            assert told
            assert all(f"| <code>{name}</code> | " in page and item["description"] for name, item in told.items())
