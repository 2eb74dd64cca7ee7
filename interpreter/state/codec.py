"""Frozen dataclasses to plain JSON data and back, led by their annotations alone.

A dataclass becomes a list of its fields; in a union (but for "or None") the name of the class comes first. What is
read is checked: data of another shape raises ValueError, never anything else.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Data = Any  # None, truth values, numbers, text, lists and dictionaries with text as keys
T = TypeVar("T")
Decoder = Callable[[Data], Any]
Encoder = Callable[[Any], Data]


def encode(value: object, annotation: Any = None) -> Data:
    """The data for a value; its class stands for the annotation if none is given."""
    kind: Any = annotation or type(value)
    return _encoder(kind)(value)


def decode(annotation: type[T], data: Data) -> T:
    """The value from its data. Raises ValueError."""
    kind: Any = annotation
    value: T = _decoder(kind)(data)
    return value


# ------------------------------------------------------------------------------------------------------------- encoding


@cache
def _encoder(annotation: Any) -> Encoder:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return _encode_items(arguments)
    if origin is not None and issubclass(_class(origin), Mapping):
        return lambda value: {key: _encoder(arguments[1])(item) for key, item in value.items()}
    if _is_union(origin):
        return _encode_optional(annotation) or _encode_member
    if is_dataclass(annotation):
        return _encode_fields(annotation)
    return lambda value: value


def _encode_items(arguments: tuple[Any, ...]) -> Encoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        if arguments[0] in (int, str):
            return list
        return lambda value: [_encoder(arguments[0])(item) for item in value]
    return lambda value: [_encoder(a)(item) for a, item in zip(arguments, value, strict=True)]


def _encode_optional(annotation: Any) -> Encoder | None:
    """For a union of one thing and None."""
    one = _beside_none(annotation)
    return one and (lambda value: None if value is None else _encoder(one)(value))


def _encode_member(value: Any) -> Data:
    if not is_dataclass(value):
        return value
    kind: Any = type(value)
    return [kind.__name__, _encoder(kind)(value)]


def _encode_fields(annotation: Any) -> Encoder:
    named = hints(annotation)
    return lambda value: [_encoder(hint)(getattr(value, name)) for name, hint in named]


# ------------------------------------------------------------------------------------------------------------- decoding


@cache
def _decoder(annotation: Any) -> Decoder:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return _decode_items(arguments)
    if origin is Literal:
        return lambda data: _checked(data, data in arguments)
    if _is_union(origin):
        return _decode_optional(annotation) or _decode_member(annotation)
    if origin is not None and issubclass(_class(origin), Mapping):
        return lambda data: {key: _decoder(arguments[1])(item) for key, item in _of(dict, data).items()}
    if is_dataclass(annotation):
        return _decode_fields(annotation)
    if annotation is float:
        return lambda data: float(_checked(data, type(data) in (int, float)))
    return lambda data: _of(annotation, data)


def _decode_items(arguments: tuple[Any, ...]) -> Decoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        kind = arguments[0]
        if kind in (int, str):
            return lambda data: tuple(_checked(data, set(map(type, _of(list, data))) <= {kind}))
        decoder = _decoder(kind)
        return lambda data: tuple([decoder(item) for item in _of(list, data)])
    decoders = [_decoder(argument) for argument in arguments]
    return lambda data: tuple([d(item) for d, item in zip(decoders, _sized(data, len(decoders)), strict=True)])


def _decode_optional(annotation: Any) -> Decoder | None:
    one = _beside_none(annotation)
    return one and (lambda data: None if data is None else _decoder(one)(data))


def _decode_member(annotation: Any) -> Decoder:
    members = _members(annotation)
    plain = {member for member in get_args(annotation) if not is_dataclass(member)}

    def decode_member(data: Data) -> Any:
        if type(data) in plain:
            return data
        name, body = _sized(data, 2)
        return _decoder(_checked(members, isinstance(name, str) and name in members)[name])(body)

    return decode_member


def _decode_fields(annotation: Any) -> Decoder:
    decoders: list[Decoder] = []  # filled when first used, as a class may contain itself

    def decode_fields(data: Data) -> Any:
        if not decoders:
            decoders.extend(_decoder(hint) for _, hint in hints(annotation))
        items = _sized(data, len(decoders))
        return annotation(*[decoder(item) for decoder, item in zip(decoders, items, strict=True)])

    return decode_fields


# --------------------------------------------------------------------------------------------------------------- checks


@cache
def hints(annotation: Any) -> list[tuple[str, Any]]:
    """The fields of a dataclass and their annotations, in order."""
    found = get_type_hints(annotation)
    return [(field.name, found[field.name]) for field in fields(annotation)]


def _is_union(origin: Any) -> bool:
    return origin is Union or origin is types.UnionType


def _beside_none(annotation: Any) -> Any:
    """The one thing that a union allows besides None; None if it allows several."""
    others = [member for member in get_args(annotation) if member is not type(None)]
    return others[0] if len(others) == 1 else None


def _members(annotation: Any) -> dict[str, Any]:
    """The dataclasses of a union by their names."""
    members: list[Any] = [member for member in get_args(annotation) if is_dataclass(member)]
    return {member.__name__: member for member in members}


def _class(origin: Any) -> type:
    return origin if isinstance(origin, type) else object


def _of(kind: type[T], data: Data) -> T:
    if type(data) is kind:
        found: T = data
        return found
    raise ValueError(f"{kind.__name__} expected, not {type(data).__name__}")


def _checked(data: T, fits: bool) -> T:
    if not fits:
        raise ValueError("data of another shape")
    return data


def _sized(data: Data, size: int) -> list[Data]:
    return _checked(_of(list, data), len(_of(list, data)) == size)
