"""Saves: a file that plays again, and files that are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dsl import resources
from dsl.text.files import write_atomically
from interpreter.failures import SaveError
from interpreter.play.game import Game, load
from interpreter.play.match import Match, replay
from interpreter.play.position import Position
from interpreter.state.save import CHECKSUM, FORMAT, Choice, Save, Start, Unfinished, read, rulebook_of, write
from tests.handmade import game, program

GAME = resources.folder("games") / "classics" / "tic_tac_toe.rules"
TOY = game()
FRAGILE = game(fragile=True)


def random_match(seed: int, length: int) -> Match:
    match, random = TOY.start(seed=seed), Random(seed)
    for _ in range(length):
        if match.decision:
            match.choose(random.randrange(len(match.decision.options)))
    return match


def saved(tmp_path: Path, match: Match) -> Path:
    path = tmp_path / "match.json"
    match.save(path)
    return path


# S11.3
@pytest.mark.parametrize("seed", range(12))
def test_a_loaded_match_goes_on_as_the_saved_one(tmp_path: Path, seed: int) -> None:
    match = random_match(seed, seed)
    loaded = Match.load(saved(tmp_path, match), TOY)
    for step in range(5):
        assert loaded.state_hash() == match.state_hash()
        assert loaded.transcript == match.transcript
        assert loaded.view("Red") == match.view("Red")
        if match.decision:
            index = step % len(match.decision.options)
            assert match.choose(index) == loaded.choose(index)


def test_a_match_whose_nature_is_asked_is_saved(tmp_path: Path) -> None:
    match = TOY.start(seed=0, nature="ask")
    for text in ("Pass", "Pass", "3", "Take a piece in the Hand of Blue"):
        match.choose(text)
    assert Match.load(saved(tmp_path, match), TOY).transcript == match.transcript


def test_a_match_that_stopped_with_a_fault_is_saved(tmp_path: Path) -> None:
    match = FRAGILE.start(seed=0, nature="ask")
    for text in ("Pass", "Pass", "3"):
        match.choose(text)
    assert Match.load(saved(tmp_path, match), FRAGILE).result == match.result


def test_a_match_remembers_where_its_rulebook_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "saves" / "games").mkdir(parents=True)
    (tmp_path / "saves" / "games" / "line.rules").write_text(GAME.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path / "saves" / "games")
    match = load("line.rules").start(seed=3)
    monkeypatch.chdir(tmp_path / "saves")
    match.choose(0)
    match.save("match.json")
    monkeypatch.chdir(tmp_path)
    assert Match.load("saves/match.json").state_hash() == match.state_hash()


def refused(path: Path, rules: Game = TOY) -> str:
    with pytest.raises(SaveError) as caught:
        Match.load(path, rules)
    return caught.value.diagnostics[0].code


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, kept: float) -> None:
    path = saved(tmp_path, random_match(1, 5))
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content))])
    assert refused(path) == "E0701"


@pytest.mark.parametrize("content", [b"\x00\xff\x13", b"[1, 2]", b"{}", b"[" * 100_000, b"null"])
def test_a_file_that_is_no_save_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert refused(path) == "E0701"


def edit(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize("key", ["seed", "game", "choices", CHECKSUM])
def test_an_edited_file_is_refused(tmp_path: Path, key: str) -> None:
    path = saved(tmp_path, random_match(1, 5))
    edit(path, lambda data: data.update({key: "" if key == CHECKSUM else 99}))
    assert refused(path) == "E0702"


def forged(tmp_path: Path, **changes: Any) -> Path:
    """A save with a right checksum and something else in it."""
    path = saved(tmp_path, random_match(1, 5))
    write(replace(read(path), **changes), path)
    return path


@pytest.mark.parametrize("changes", [{"seed": "1"}, {"choices": (1, 2)}, {"players": None}])
def test_a_forged_file_without_sense_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = tmp_path / "match.json"
    try:
        path = forged(tmp_path, **changes)
    except (AttributeError, TypeError):  # it could not even be written
        return
    assert refused(path) == "E0702"


def test_a_save_of_a_newer_format_is_refused(tmp_path: Path) -> None:
    assert refused(forged(tmp_path, format=FORMAT + 1)) == "E0705"


def test_a_save_under_other_rules_is_refused(tmp_path: Path) -> None:
    assert refused(saved(tmp_path, random_match(1, 5)), FRAGILE) == "E0703"


def edited(tmp_path: Path, old: str, new: str) -> tuple[Path, Game]:
    """A save, and the game by a text in which something was changed since."""
    rulebook = tmp_path / "game.rules"
    rulebook.write_text(GAME.read_text("utf-8"), "utf-8")
    match = load(rulebook).start(seed=3)
    match.choose(0)
    assert old in rulebook.read_text("utf-8")
    rulebook.write_text(rulebook.read_text("utf-8").replace(old, new, 1), "utf-8")
    return saved(tmp_path, match), load(rulebook)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\nplay\n", "\n-- a note\n\n\nplay -- and another\n  -- a third\n"),
        ("        the Player must Claim", "          the Player must  Claim"),
        ("players: Cross, Nought", "players:  Cross,\n        Nought"),
        ("Take turns to", "Take turns\n        to"),
    ],
    ids=["notes", "levels", "lines", "text"],
)
def test_notes_and_layout_are_no_rules(tmp_path: Path, old: str, new: str) -> None:
    path, game = edited(tmp_path, old, new)
    assert len(Match.load(path, game).steps) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from Cross", "from Nought"),
        ("    nobody wins", "        nobody wins"),
        ("    nobody wins", "    -- nobody wins"),
    ],
    ids=["word", "level", "note"],
)
def test_what_the_text_says_is_rules(tmp_path: Path, old: str, new: str) -> None:
    path, game = edited(tmp_path, old, new)
    assert refused(path, game) == "E0703"


def test_a_save_that_has_the_hash_of_the_text_is_read_as_long_as_the_text_is_the_same(tmp_path: Path) -> None:
    path, game = edited(tmp_path, "", "")
    write(replace(read(path), rules=sha256(GAME.read_bytes()).hexdigest()), path)
    assert len(Match.load(path, game).steps) == 1
    path, game = edited(tmp_path, "\nplay\n", "\n-- a note\nplay\n")
    write(replace(read(path), rules=sha256(GAME.read_bytes()).hexdigest()), path)
    assert refused(path, game) == "E0703"


def test_a_save_can_be_replayed_under_other_rules(tmp_path: Path) -> None:
    """The fragile game is the same until a 3 is rolled."""
    content = read(saved(tmp_path, random_match(2, 20)))
    first = next(number for number, choice in enumerate(content.choices, 1) if choice.text == "3")
    with pytest.raises(SaveError, match=f"Step {first} ") as caught:
        replay(FRAGILE, content, changed_rules=True)
    assert caught.value.diagnostics[0].code == "E0704"


def changed(choices: tuple[Choice, ...], number: int, **changes: Any) -> tuple[Choice, ...]:
    return (*choices[:number], replace(choices[number], **changes), *choices[number + 1 :])


@pytest.mark.parametrize(
    "changes",
    [{"hash": "0" * 16}, {"text": "Place Pebble on A3"}, {"who": "Blue"}, {"fault": "F0001"}, {"codes": (99,)}],
    ids=["position", "illegal", "another", "fault", "codes"],
)
def test_a_replay_names_the_first_bad_step(tmp_path: Path, changes: dict[str, Any]) -> None:
    content = read(saved(tmp_path, random_match(1, 6)))
    number = next(n for n, choice in enumerate(content.choices) if choice.who == "Red" and n > 1)
    bad = replace(content, choices=changed(content.choices, number, **changes))
    with pytest.raises(SaveError, match=f"Step {number + 1} ") as caught:
        replay(TOY, bad)
    assert caught.value.diagnostics[0].code == "E0704"


def test_a_replay_with_another_seed_names_the_first_roll(tmp_path: Path) -> None:
    content = read(saved(tmp_path, TOY.start(seed=1)))
    match = TOY.start(seed=1)
    for text in ("Pass", "Pass"):
        match.choose(text)
    content = read(saved(tmp_path, match))
    other = next(seed for seed in range(2, 50) if rolled(seed) != rolled(1))
    with pytest.raises(SaveError, match=r"Step 1 .*another position"):
        replay(TOY, replace(content, seed=other))


def rolled(seed: int) -> str:
    match = TOY.start(seed=seed)
    match.choose("Pass")
    match.choose("Pass")
    return match.transcript[-1].text


def test_writing_fails_whole_or_succeeds_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    path.write_text("before")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"after")
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]
    assert path.read_text() == "before"


def test_a_rulebook_elsewhere_is_named_without_its_folder(tmp_path: Path) -> None:
    there = Game.of(program(), tmp_path / "rules" / "toy.rules")
    match = there.start(seed=0)
    (tmp_path / "saves").mkdir()
    path = tmp_path / "saves" / "match.json"
    match.save(path)
    assert read(path).rulebook == "toy.rules"
    with pytest.raises(SaveError) as caught:
        Match.load(path)
    assert caught.value.diagnostics[0].code == "E0706"


@pytest.mark.parametrize("way", ["../secret.rules", "{}/secret.rules", "there/../../secret.rules"])
def test_a_save_leads_out_of_its_folder_nowhere(tmp_path: Path, way: str) -> None:
    (tmp_path / "secret.rules").write_text("password", "utf-8")
    (tmp_path / "saves" / "there").mkdir(parents=True)
    changed = replace(read(saved(tmp_path, random_match(1, 1))), rulebook=way.format(tmp_path))
    write(changed, tmp_path / "saves" / "match.json")
    assert rulebook_of(tmp_path / "saves" / "match.json", changed, own=True).is_file()
    with pytest.raises(SaveError) as caught:
        Match.load(tmp_path / "saves" / "match.json")
    assert caught.value.diagnostics[0].code == "E0706"


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "."])
def test_what_is_no_ordinary_file_is_no_save(name: str) -> None:
    assert refused(Path(name)) == "E0701"


def test_a_save_holds_all_that_it_takes(tmp_path: Path) -> None:
    content = read(saved(tmp_path, random_match(1, 3)))
    assert (content.game, content.rules, content.seed, content.players) == ("Toy", "toy", 1, ("Red", "Blue"))
    assert isinstance(content, Save)
    assert all(len(choice.hash) == 16 for choice in content.choices)


# ------------------------------------------------------------------------------------------------------ what it costs


def test_a_save_costs_what_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    """To tell what a position is takes long: that is done once for each."""
    hashed: list[object] = []
    hashing = Position.hash

    def counted(position: Position) -> str:
        hashed.append(position)
        return hashing(position)

    monkeypatch.setattr(Position, "hash", counted)
    match, random = TOY.start(seed=1), Random(1)
    while match.decision:
        match.choose(random.randrange(len(match.decision.options)))
        match.dumps()
    assert len(hashed) == len(match.steps)
    loaded = Match.loads(match.dumps(), TOY)
    hashed.clear()
    loaded.dumps()
    assert hashed == []


def test_what_is_taken_back_is_not_kept() -> None:
    match = TOY.start(seed=1)
    for text in ("Pass", "Pass"):
        match.choose(text)
    match.dumps()
    match.undo()
    match.choose("Deploy the yellow Mine Disc in the Stock of Blue to A2")
    other = match.copy()
    other.undo()
    assert Match.loads(match.dumps(), TOY).transcript == match.transcript
    assert Match.loads(other.dumps(), TOY).transcript == other.transcript


# ------------------------------------------------------------------------------------------------ as a text, and older


def test_a_text_is_a_save(tmp_path: Path) -> None:
    match = random_match(1, 5)
    assert Match.loads(match.dumps(), TOY).saved() == match.saved()
    with pytest.raises(SaveError, match="E0701: The text is cut off"):
        Match.loads(match.dumps()[:-9], TOY)
    with pytest.raises(SaveError, match="E0702: The text has been changed"):
        Match.loads(match.dumps().replace('"seed": 1', '"seed": 2'), TOY)
    with pytest.raises(SaveError, match="its rules must be given"):
        Match.loads(match.dumps())


def test_a_text_names_its_rulebook_as_it_is_seen_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "line.rules").write_text(GAME.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    text = load("own/line.rules").start(seed=3).dumps()
    assert str(tmp_path) not in text
    assert Match.loads(text).rules.path == tmp_path / "own" / "line.rules"


def test_a_save_of_the_format_before_is_read(tmp_path: Path) -> None:
    match = random_match(1, 5)
    path = saved(tmp_path, match)
    data = json.loads(path.read_text("utf-8"))
    before = {name: value for name, value in data.items() if name not in ("start", "begun", CHECKSUM)} | {"format": 3}
    text = json.dumps(before, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    path.write_text(json.dumps(before | {CHECKSUM: sha256(text.encode()).hexdigest()}), "utf-8")
    assert Match.load(path, TOY).transcript == match.transcript


# --------------------------------------------------------------------------------------------- begun from a position


def from_the_middle(seed: int = 4) -> Match:
    """A match that goes on from the position of another."""
    return Match(TOY, seed, position=Position(TOY, [*random_match(1, 4).position.state]))


@pytest.mark.parametrize("answers", range(3))
def test_a_match_that_began_with_a_position_begins_there_again(answers: int) -> None:
    match = from_the_middle()
    for _ in range(answers):
        match.choose(0)
    again = Match.loads(match.dumps(), TOY)
    assert again.position.state == match.position.state
    assert again.transcript == match.transcript
    assert Match.loads(again.dumps(), TOY).saved() == match.saved()
    while match.decision:
        match.choose(0)
        again.choose(0)
    assert again.saved() == match.saved()


@pytest.mark.parametrize("start", [Start("another", (0,)), Start("", ()), None], ids=["layout", "nothing", "words"])
def test_a_position_that_would_mean_something_else_is_refused(tmp_path: Path, start: Start | None) -> None:
    content = from_the_middle().saved(tmp_path)
    assert content.start is not None
    shorter = Start(content.start.layout, content.start.words[:-1])
    write(replace(content, start=start or shorter), tmp_path / "match.json")
    assert refused(tmp_path / "match.json") == "E0708"


@pytest.mark.parametrize("begun", [("Red", "Pass"), ("Nobody", "Pass"), ("Red", "nonsense")])
def test_what_was_begun_and_cannot_be_is_told(tmp_path: Path, begun: tuple[str, str]) -> None:
    who, text = begun
    content = replace(random_match(1, 0).saved(tmp_path), begun=(Unfinished(who, (text,), ()),))
    with pytest.raises(SaveError, match="E0704: Step 1 ") as caught:
        replay(TOY, content)
    assert text in str(caught.value)
