"""The records that cross a border, as models: what there is in a view, in a save, in the figures of a simulation.

What leaves is made without them, as plain data (`data()`), so that nobody who plays waits for pydantic; the tests hold
that it fits. What comes in is checked by them. The reference prints their JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

R = TypeVar("R", bound="Record")
Value = bool | int | str | None


class Record(BaseModel):
    """Nothing is taken for something else, nothing more may stand in it, and nothing of it changes."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True, defer_build=True)


# --------------------------------------------------------------------------------------------------- what somebody sees


class Group(Record):
    """Pieces in one place that the reader cannot tell apart."""

    count: int
    """How many they are."""
    kind: str = ""
    """What they are; missing where the reader does not know it."""
    unseen: str = ""
    """As what they are seen where it is not known what they are; missing where even this is not told."""
    owner: str = ""
    """Whose they are; missing where they are nobody's, or not known."""
    attributes: dict[str, Value] = {}
    """What is seen of them: true or false for what can be so or not, a number, a name, or null for nothing."""
    carries: tuple[Group, ...] = ()
    """What lies on each, from the bottom to the top where it keeps an order."""
    loose: bool = False
    """True where they were shuffled together, so that nobody knows their order."""


class Location(Record):
    """A space of a board, or a place."""

    name: str
    """What it is called."""
    owner: str = ""
    """Whose it is; missing where it is nobody's."""
    attributes: dict[str, Value] = {}
    """What is seen of its own attributes; missing where there are none."""
    pieces: tuple[Group, ...]
    """What lies there: from the bottom to the top where it keeps an order."""


class Board(Record):
    """A board that has attributes of its own."""

    name: str
    """What it is called."""
    attributes: dict[str, Value]
    """What is seen of them."""


class Seat(Record):
    """A player who has attributes."""

    name: str
    """Who it is."""
    attributes: dict[str, Value]
    """What is seen of them."""


class Decision(Record):
    """What is to be decided."""

    who: tuple[str, ...]
    """Who is to decide: several, where they do so at once, or `Chance`."""
    prompt: str
    """What they are asked, in the words of the reader."""
    options: tuple[str, ...] = ()
    """The texts of all legal answers; only for a reader who is asked."""
    chosen: tuple[str, ...] = ()
    """What was entered of an answer that is a set; missing where it is none."""


class Result(Record):
    """How a match ended (`match.result.data()`)."""

    outcome: Literal["won", "nobody", "undecided", "fault"]
    """`won` by somebody, by `nobody`, `undecided` as no rule says who, or stopped by a `fault`."""
    winners: tuple[str, ...]
    """Who won."""
    ending: str
    """Why, if there is more to say than who won; else empty."""
    scores: dict[str, int] = {}
    """What each player has in the end; missing where the rulebook has no scores."""


class View(Record):
    """What one reader sees (`match.view(player)`): what they do not know is not in it, under no name or number."""

    game: str
    """The name of the game."""
    reader: str | None
    """The player who sees it; null for an onlooker and for the referee."""
    locations: tuple[Location, ...]
    """All spaces and places, in the order of the rulebook."""
    boards: tuple[Board, ...] = ()
    """The boards of whose own attributes something is seen; missing where there are none."""
    players: tuple[Seat, ...] = ()
    """The players of whose own attributes something is seen; missing where there are none."""
    decision: Decision | None
    """What is to be decided now; null when the match is over."""
    result: Result | None
    """How the match ended; null while it runs."""


class Option(Record):
    """A legal answer (`option.data()`)."""

    text: str
    """The answer: no other of the same decision has this text."""
    parts: tuple[str, ...]
    """The same in parts: the words, and the name of what stands in each slot."""
    clauses: tuple[str, ...]
    """The clauses of the printed rulebook on the rule that allows it."""
    passes: bool
    """Whether it does nothing."""


class LogEntry(Record):
    """A line of what one reader was shown (`entry.data()` for each of `match.log(player)`)."""

    number: int
    """With which answer of the match it came; they count from 1."""
    kind: Literal["choice", "chance", "reveal"]
    """`choice`: what was answered; `chance`: what chance drew; `reveal`: what the reader got to see by it."""
    who: str
    """Who gave the answer; empty for a reveal."""
    text: str
    """What happened, in the words of the reader."""


# ----------------------------------------------------------------------------------------------------- what can go on


class Terms(NamedTuple):
    """What was agreed on before the game."""

    variants: Annotated[tuple[str, ...], Field(description="The variants in play.")]
    players: Annotated[int | None, Field(description="How many play; null for the usual number.")]
    options: Annotated[tuple[tuple[str, int], ...], Field(description="What was settled: name and number of each.")]


class Given(NamedTuple):
    """A position with which the game begins."""

    sentences: Annotated[tuple[str, ...], Field(description="What is so, as behind `given` in an example.")]
    phase: Annotated[str, Field(description="The phase that is played alone from there; empty for the whole game.")]


class Choice(NamedTuple):
    """An answer that was given."""

    who: Annotated[str, Field(description="Who gave it.")]
    codes: Annotated[tuple[int, ...], Field(description="What it is for the rules.")]
    text: Annotated[str, Field(description="What it is in words.")]
    hash: Annotated[str, Field(description="The hash of the state behind it.")]
    fault: Annotated[str, Field(description="The code of the fault to which it led; else empty.")]


class Unfinished(NamedTuple):
    """What somebody has given of an answer that is not complete."""

    who: Annotated[str, Field(description="Who gave it.")]
    parts: Annotated[tuple[str, ...], Field(description="Its parts that are complete, of one in secret.")]
    elements: Annotated[tuple[str, ...], Field(description="The elements of a part that is a set.")]


class Start(NamedTuple):
    """The position from which a match was begun."""

    layout: Annotated[str, Field(description="The hash of how the rules lay out a state.")]
    words: Annotated[tuple[int, ...], Field(description="The state, laid out so.")]


class Save(Record):
    """What a save says, but for the seal."""

    game: str
    """The name of the game."""
    rulebook: str
    """The path of the rulebook in the folder of the save, or its name; empty where it is no file."""
    rules: str
    """The hash of what the rulebook says."""
    engine: str
    """The version of Rulewright that wrote it."""
    terms: Terms
    """What was agreed on before the game."""
    players: tuple[str, ...]
    """The players, in the order of their seats."""
    seed: int
    """What chance draws from."""
    nature: str
    """`auto`: what is left to chance is drawn; `ask`: it is asked, as any decision."""
    choices: tuple[Choice, ...]
    """All answers, chance's among them."""
    start: Start | None
    """The position from which the match was begun; null where it begins with the game."""
    begun: tuple[Unfinished, ...]
    """What was given of answers to the open decision."""
    given: Given | None
    """The position with which the game begins; null where it is its own."""
    format: int
    """The number of the format."""

    @field_validator("*", mode="before")
    @classmethod
    def no_names(cls, value: Any) -> Any:
        """What stands in a row has a place there and no name, by which pydantic would take it, too."""
        if isinstance(value, dict) or (isinstance(value, tuple) and any(isinstance(item, dict) for item in value)):
            raise ValueError("a row is a list")
        return value


class SaveFile(Save):
    """A match as a file (`match.save(path)`), with all that is hidden: it is for the referee only."""

    checksum: str
    """The SHA-256 of all the rest, as JSON with sorted keys and without blanks."""


# --------------------------------------------------------------------------------------------------------- what is told


class Spread(Record):
    """Some numbers, summed up; empty where there were none."""

    least: int = 0
    """The least of them."""
    median: int = 0
    """The one in the middle."""
    mean: float = 0
    """Their mean, to two places."""
    greatest: int = 0
    """The greatest of them."""


class Figures(Record):
    """What random games tell of the rules (`rulewright simulate FILE --json`)."""

    games: int
    """How many were played."""
    wins: dict[str, int]
    """How many each player won; one that several win together counts for each."""
    outcomes: dict[str, int]
    """How many ended so: as a result says, or `unfinished` where a game was given up."""
    endings: dict[str, int]
    """How many were ended by each rule."""
    faults: dict[str, int]
    """How many were stopped by each fault."""
    decisions: Spread
    """How many decisions the players made in a game."""
    options: Spread
    """How many options a decision had."""
    scores: dict[str, Spread] = {}
    """What each player had in the end; missing where the rulebook has no scores."""
    unreached: tuple[str, ...]
    """The rules that play never came to."""


RECORDS: dict[str, type[Record]] = {
    "view": View,
    "option": Option,
    "log": LogEntry,
    "result": Result,
    "figures": Figures,
    "save": SaveFile,
}


class _Untitled(GenerateJsonSchema):
    """A property stands under its name, and needs no title."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@cache
def schemas() -> Mapping[str, JsonSchemaValue]:
    """The JSON Schemas of all records, by what they are called."""
    return {name: _schema(kind) for name, kind in RECORDS.items()}


def _schema(kind: type[Record]) -> JsonSchemaValue:
    """The JSON Schema of a record, in which also rows say what they are, and what stands in them."""
    schema = kind.model_json_schema(schema_generator=_Untitled)
    for row in (Terms, Given, Choice, Unfinished, Start):
        if part := schema.get("$defs", {}).get(row.__name__):
            items = [{**item, "title": name} for name, item in zip(row._fields, part["prefixItems"], strict=True)]
            part |= {"title": row.__name__, "description": row.__doc__, "prefixItems": items}
    return schema


def read(kind: type[R], data: object) -> R:
    """The record in plain data. Raises ValueError for data of another shape, RecursionError."""
    return kind.model_validate(_rows(data))


def _rows(data: Any) -> Any:
    """JSON has one sort of rows; records have such as never change."""
    match data:
        case list():
            return tuple([_rows(item) for item in data])
        case dict():
            return {name: _rows(item) for name, item in data.items()}
        case _:  # is no container: it cannot change
            return data
