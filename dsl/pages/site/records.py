"""The page of the records that other programs get and give: their fields, and their JSON Schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]

WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "null"}


@dataclass(frozen=True, slots=True)
class Field:
    """What stands under a name, or at a place of a row: what it can be, in Markdown, and what it means."""

    name: str
    kind: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Record:
    """A record, or a part of one; `row`: its fields stand in a row, without their names. `parts` are those that it has
    to itself, `schema` is the text of its JSON Schema."""

    title: str
    meaning: str
    row: bool
    fields: tuple[Field, ...]
    parts: tuple[Record, ...] = ()
    schema: str = ""


def records(schemas: Mapping[str, Schema]) -> list[Record]:
    """What the page tells of each schema; a part that is a record itself is told once."""
    alone = {schema["title"] for schema in schemas.values()}
    return [record(schema, alone) for schema in schemas.values()]


def record(schema: Schema, alone: set[str]) -> Record:
    parts = (part for title, part in schema.get("$defs", {}).items() if title not in alone)
    printed = json.dumps(schema, ensure_ascii=False, indent=2)
    return _record(schema, tuple(map(_record, parts)), printed)


def _record(schema: Schema, parts: tuple[Record, ...] = (), printed: str = "") -> Record:
    row = "prefixItems" in schema
    return Record(schema["title"], schema["description"], row, tuple(fields(schema)), parts, printed)


def fields(schema: Schema) -> Iterator[Field]:
    """The fields of an object by their names, of a row by their titles."""
    for item in schema.get("prefixItems", ()):
        yield Field(item["title"], kind(item), item["description"])
    for name, item in schema.get("properties", {}).items():
        missing = "" if name in schema.get("required", ()) else ", or missing"
        yield Field(name, kind(item) + missing, item["description"])


def kind(schema: Schema) -> str:
    """What a value can be, in words."""
    match schema:
        case {"$ref": str(ref)}:
            title = ref.rpartition("/")[2]
            return f"[{title}](#{title.lower()})"
        case {"anyOf": choices}:
            *others, last = map(kind, choices)
            return f"{', '.join(others)} or {last}"
        case {"enum": values}:
            return ", ".join(f"`{value}`" for value in values)
        case {"prefixItems": items}:
            return f"row of {' and '.join(map(kind, items))}"
        case {"type": "array", "items": items}:
            return f"list of {kind(items)}"
        case {"type": "object", "additionalProperties": values}:
            return f"by name: {kind(values)}"
        case _:  # a plain type, which must have a word
            return WORDS[schema["type"]]
