"""The file of a match: what is needed to play it again, and to notice when that is not the same match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath, PureWindowsPath
from shlex import quote

from dsl.ir.program import Program
from dsl.resources import rulebooks
from dsl.terms import Given, Terms
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import PRIVATE, write_atomically
from interpreter.failures import SaveError
from interpreter.state.codec import Data, encode, hints

FORMAT = 5
OLDER: Mapping[int, Mapping[str, Data]] = {  # with what they did not have
    3: {"start": None, "begun": [], "given": None},
    4: {"given": None},
}
CHECKSUM = "checksum"


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer. `hash` is the state's after it; `fault` the code of the fault that it led to, or empty."""

    who: str
    codes: tuple[int, ...]
    text: str
    hash: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What somebody has given of an answer: parts in secret, and then elements of one that is a set."""

    who: str
    parts: tuple[str, ...]
    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The position from which a match was begun: words that mean this where `layout` is the same."""

    layout: str
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Save:
    """A match on disk. It holds everything that is hidden, too: it is for the referee only.

    `rulebook` is the path of the rulebook's text in the folder of the save; of one that is not there its name; empty
    where it is no file. `rules` is the hash of what that text says; in older saves, of the text. `start` is None where
    the match begins with the game; `begun` is what was given of answers to the open decision. `given` is the position
    with which the game begins, None where it is its own.
    """

    game: str
    rulebook: str
    rules: str
    engine: str
    terms: Terms
    players: tuple[str, ...]
    seed: int
    nature: str
    choices: tuple[Choice, ...]
    start: Start | None = None
    begun: tuple[Unfinished, ...] = ()
    given: Given | None = None
    format: int = FORMAT


def write(save: Save, path: Path) -> None:
    """Writes the file whole or not at all. Raises OSError."""
    write_atomically(path, dumps(save).encode("utf-8"), PRIVATE)


def read(path: Path) -> Save:
    """What is in a file. Raises as `loads`, OSError if there is none."""
    if path.exists() and not path.is_file():  # a folder, or a device that never ends
        raise SaveError(Diagnostic("E0701", f"{path.name or path} is no ordinary file, and so no save."))
    return loads(path.read_bytes(), path.name)


def dumps(save: Save) -> str:
    """The text of a save: a line for each answer."""
    data: dict[str, Data] = {name: encode(getattr(save, name), hint) for name, hint in hints(Save)}
    data[CHECKSUM] = _checksum(data)
    choices = ",\n".join(map(_packed, data.pop("choices")))
    others = [f"{_packed(name)}: {_packed(value)}" for name, value in data.items()]
    return "{" + ",\n".join([*others, f'"choices": [\n{choices}\n]']) + "}\n"


def loads(text: str | bytes, name: str = "The text") -> Save:
    """The save of a text, which is called `name`. Raises SaveError for one that is cut off (E0701), edited (E0702) or
    too new (E0705)."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError(Diagnostic("E0701", f"{name} is cut off, or is no save.")) from None
    if not isinstance(data, dict) or CHECKSUM not in data:
        raise SaveError(Diagnostic("E0701", f"{name} is no save, or a part of one."))
    if data.pop(CHECKSUM) != _checksum(data):
        raise SaveError(Diagnostic("E0702", f"{name} has been changed since it was written."))
    if data.get("format") not in (FORMAT, *OLDER):
        known = f"this version of Rulewright reads the formats {', '.join(map(str, (*OLDER, FORMAT)))}"
        raise SaveError(Diagnostic("E0705", f"{name} has format {data.get('format')}; {known}."))
    data = {**OLDER.get(data["format"], {}), **data}
    try:
        return checked({name: data[name] for name, _ in hints(Save)})
    except (ValueError, KeyError, RecursionError):
        raise SaveError(Diagnostic("E0702", f"{name} has a right checksum, but no right content.")) from None


def checked(data: Mapping[str, Data]) -> Save:
    """The save whose fields are this plain data. Raises ValueError for data of another shape, RecursionError."""
    from interpreter import records  # here, as nobody who only plays should wait for pydantic

    record = records.read(records.Save, data)
    terms, given = Terms(*record.terms), Given(*record.given) if record.given else None
    choices, begun = (tuple(Choice(*c) for c in record.choices), tuple(Unfinished(*u) for u in record.begun))
    start = Start(*record.start) if record.start else None
    return Save(**{**dict(record), "terms": terms, "given": given, "choices": choices, "begun": begun, "start": start})


def check_game(saved: Save, name: str) -> None:
    """Raises SaveError (E0707) for the match of another game than that of this name."""
    if saved.game != name:
        raise SaveError(Diagnostic("E0707", f"This is a match of {saved.game}, not of {name}."))


def check(saved: Save, program: Program, given: Given | None, changed_rules: bool) -> None:
    """Raises SaveError for another game (E0707), one that begins in another position (E0823) and, unless they may have
    changed, for other rules (E0703)."""
    check_game(saved, program.name)
    if saved.given != given:
        raise SaveError(Diagnostic("E0823", f"This match of {saved.game} begins in another position."))
    if not changed_rules and saved.rules not in known_as(program):
        raise SaveError(Diagnostic("E0703", f"The rules of {saved.game} have changed since this match was saved."))


def known_as(program: Program) -> list[str]:
    """The hashes by which saves know the rules: that of new ones first."""
    return [program.rules_hash or program.source_hash, program.source_hash]


def _packed(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)


def _checksum(data: Mapping[str, Data]) -> str:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def difference(found: Choice, choice: Choice) -> str:
    """How a step is another than the one that was saved."""
    if (found.who, found.text) != (choice.who, choice.text):
        return f"now it is {found.who}: {found.text}"
    if found.fault != choice.fault:
        return f"now it stops with the fault {found.fault}" if found.fault else "now there is no fault"
    return "it leads to another position"


def diverged(number: int, choice: Choice, why: str) -> SaveError:
    """What is told of a step, counted from 0, that is different now."""
    return SaveError(Diagnostic("E0704", f"Step {number + 1} ({choice.who}: {choice.text}) is different now: {why}."))


def seen_from(start: Path, rulebook: Path | None) -> str:
    """The path of the rulebook in the folder of the save; of one elsewhere the name alone, as a save may be given to
    others, and it is nobody's business where on a machine things are."""
    if rulebook is None:
        return ""
    there, here = rulebook.parent.resolve() / rulebook.name, start.resolve()
    return there.relative_to(here).as_posix() if there.is_relative_to(here) else there.name


def rulebook_of(path: Path, saved: Save, own: bool = False) -> Path:
    """Where the rulebook of a save is now: in its folder, whatever else it says, or among those that came along. One of
    the user's `own`, which nobody else can have written, may lead anywhere. Raises SaveError."""
    named = PurePosixPath(saved.rulebook)
    leads_out = any(way.anchor or ".." in way.parts for way in (named, PureWindowsPath(saved.rulebook)))
    inside = PurePosixPath(named.name) if leads_out and not own else named
    if inside.name and (path.parent / inside).is_file():
        return path.parent / inside
    for along in rulebooks().values():
        if along.name == named.name:
            return along
    if not named.name:
        missing = f"The rulebook of {saved.game} was no file: its rules must be given with the match."
        raise SaveError(Diagnostic("E0706", missing))
    missing = f"The rulebook of {saved.game}, {named.name}, is not beside the save."
    command = f"rulewright play FILE --load {quote(str(path))}" if path.name else 'Match.loads(text, load("FILE"))'
    raise SaveError(Diagnostic("E0706", missing, hints=(command,)))
