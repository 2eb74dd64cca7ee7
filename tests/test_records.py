"""A record is what `dataclass` would have made of the class."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from dsl.records import names_of, record


def classes(make: Any) -> list[Any]:
    """One for each sort of record."""

    @make()
    class Plain:
        name: str
        put: int = 3
        rest: tuple[Any, ...] = ()
        more: dict[str, int] = field(default_factory=dict, compare=False)

    @make(slots=True)
    class Slotted:
        name: str
        object: Any = field(default_factory=list)

    @make(eq=False)
    class Told(Plain):
        own: int = 0

        def __repr__(self) -> str:
            return "told"

    @make(slots=True)
    class Nothing:
        pass

    return [Plain, Slotted, Told, Nothing]


TWINS = [*zip(classes(record), classes(partial(dataclass, frozen=True)), strict=True)]
GIVEN: list[tuple[Any, ...]] = [(), ("a",), ("a", 4), ("a", 4, (1,), {"b": 2}), ("a", 4, (), {}, 7), (1, 2, 3, 4, 5, 6)]


@record
class Row:
    name: str
    slots: tuple[Any, ...] = ()


@record(slots=True)
class Slot:
    number: int
    name: str = ""


def outcome(action: Callable[..., Any], *given: object) -> Any:
    """What comes of it, or the kind of error."""
    try:
        return action(*given)
    except TypeError as error:
        return type(error)


@pytest.mark.parametrize(("ours", "theirs"), TWINS)
def test_records_are_made_and_shown_as_dataclasses_are(ours: Any, theirs: Any) -> None:
    for given in GIVEN:
        assert outcome(lambda *values: repr(ours(*values)), *given) == outcome(lambda *v: repr(theirs(*v)), *given)
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters]
    assert [f.name for f in fields(ours)] == [f.name for f in fields(theirs)]
    assert (ours.__match_args__, "__dict__" in dir(ours)) == (theirs.__match_args__, "__dict__" in dir(theirs))
    assert is_dataclass(ours)


@pytest.mark.parametrize(("ours", "theirs"), TWINS)
def test_records_are_equal_and_hashed_as_dataclasses_are(ours: Any, theirs: Any) -> None:
    mine, others = ([outcome(kind, *given) for given in GIVEN] for kind in (ours, theirs))
    assert [[a == b for b in mine] for a in mine] == [[a == b for b in others] for a in others]
    assert all(a != b for a, b in zip(mine, others, strict=True) if a is not TypeError)
    if ours.__hash__ is not object.__hash__:
        assert [outcome(hash, a) for a in mine if a is not TypeError] == [
            outcome(hash, b) for b in others if b is not TypeError
        ]


def test_nothing_of_a_record_can_be_changed() -> None:
    for one in (Row("a"), Slot(1)):
        for name in ("name", "other"):
            with pytest.raises(FrozenInstanceError):
                setattr(one, name, "b")
            with pytest.raises(FrozenInstanceError):
                delattr(one, name)
    assert replace(Slot(1), number=2) == Slot(2)


def test_a_default_is_made_for_each() -> None:
    plain = classes(record)[0]
    plain("a").more["b"] = 1
    assert plain("a").more == {}


@pytest.mark.parametrize("there_and_back", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_records_are_copied_and_sent(there_and_back: Callable[[Any], Any]) -> None:
    one = Row("a", (Slot(1, "b"), Slot(2)))
    assert there_and_back(one) == one


def test_one_that_contains_itself_is_shown() -> None:
    inside: list[Any] = []
    inside.append(Row("a", (inside,)))
    assert repr(inside) == "[Row(name='a', slots=([...],))]"


def test_fields_have_names_in_their_order() -> None:
    assert (names_of(Row("a")), names_of(Slot(1))) == (("name", "slots"), ("number", "name"))
