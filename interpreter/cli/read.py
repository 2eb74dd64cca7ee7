"""`rulewright read`: the designer's texts, held against the rules that they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from dsl.text.diagnostics import Diagnostic, near
from dsl.text.files import write_atomically
from interpreter.cli.common import FileName, Misused, columns, number, rulebook, say
from interpreter.failures import Failure

if TYPE_CHECKING:
    from dsl.readings import Reading, Readings
    from dsl.text.confirmed import Confirmed

KEYS = "y: it is true   s: not now   q: enough"


def read_texts(
    file: FileName,
    listed: Annotated[bool, typer.Option("--list", help="Only list all texts, each with its state.")] = False,
    confirm: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Write down that this text is true; may be repeated.")
    ] = None,
    by: Annotated[str, typer.Option(metavar="WHO", help="Who has read it.")] = "",
    page: Annotated[
        str, typer.Option("--page", metavar="OUT", help="Write a page, as HTML, for a reader without this program.")
    ] = "",
    leaves_out: Annotated[str, typer.Option(metavar="WORDS", help="What the text leaves out, and may.")] = "",
) -> None:
    """Read what the rulebook says in its own words beside what its rules say.

    Each text is shown with the sentences that are made of its rule, and of all definitions that the rule reaches and
    the text does not name. A text that is found true stands in FILE.read.tsv from then on, until its words, or what one
    of these sentences means, are others. Once there is that list, “Learn to play” prints only texts that are read, and
    the rules' own sentences in place of the others.
    """
    path = rulebook(file)
    readings = _readings(path)
    if listed:
        say("\n".join(_states(path, readings)))
    elif page:
        _write_page(path, readings, Path(page))
    elif confirm:
        _write(path, readings, [_named(readings, name) for name in confirm], _reader(by), leaves_out)
    else:
        _go_through(path, readings, by, leaves_out)


def _readings(path: Path) -> Readings:
    from dsl.readings import readings_of

    readings, wrong = readings_of(path)
    if readings is None:
        raise Failure(*wrong)
    return readings


def _reader(by: str) -> str:
    """Who reads. Raises Misused where nobody says so."""
    name = " ".join(by.split())
    if not name:
        raise Misused(Diagnostic("E0930", "Nobody says who has read it.", hints=('--by "Your Name"',)))
    return name


def _named(readings: Readings, name: str) -> Reading:
    """The text of a name. Raises Misused."""
    known = {one.told.name: one for one in readings.texts}
    if name not in known:
        message = f"There is no text “{name[:60]}” in this rulebook."
        hints = ("`rulewright read FILE --list` has their names",)
        raise Misused(Diagnostic("E0931", message, near=tuple(near(name, known)), hints=hints))
    return known[name]


def _write_page(path: Path, readings: Readings, target: Path) -> None:
    from dsl.pages import reading

    write_atomically(target, reading.page(readings, path).encode("utf-8"))
    say(str(target))


def _states(path: Path, readings: Readings) -> Iterator[str]:
    from dsl.readings import State

    for one in readings.texts:
        why = f" ({', '.join(one.changed)})" if one.changed and one.state is State.AGAIN else ""
        yield f"{one.told.name}: {one.state}{why}"
    states = [one.state for one in readings.texts]
    counted = ", ".join(f"{states.count(state)} {state}" for state in State if state in states)
    yield f"{path}: {number(len(states), 'text')}{f', {counted}' if counted else ''}"


def _go_through(path: Path, readings: Readings, by: str, leaves_out: str) -> None:
    """Shows the texts that are not read, and asks of each whether it is true."""
    from dsl.readings import State

    left = [one for one in readings.texts if one.state is not State.READ]
    for at, one in enumerate(left, 1):
        say("\n".join(_shown(path, one)))
        say(f"{at} of {len(left)}   {KEYS}")
        answer = _typed()
        if answer == "q":
            break
        if answer == "y":
            _write(path, _readings(path), [one], _reader(by), leaves_out)
    say("\n".join([*_states(path, _readings(path))][-1:]))


def _typed() -> str:
    try:
        return input("> ").strip().casefold()[:1]
    except EOFError:
        return "q"


def _shown(path: Path, one: Reading) -> Iterator[str]:
    """A text, what has changed since it was read, and the sentences of what it stands for."""
    from dsl.pages.reading import shown

    told = one.told
    yield from ("", f"{told.name} ({told.text.span.file}:{told.text.span.line}), {one.state}")
    yield fill(told.text.text, columns(), initial_indent="    ", subsequent_indent="    ")
    for item in shown(told, path):
        yield f"  {item.title}{' (changed)' if item.identity in one.changed else ''}"
        for depth, line in item.lines:
            indent = "    " + "  " * depth
            yield fill(line, columns(), initial_indent=indent + "- ", subsequent_indent=indent + "  ")


def _write(path: Path, readings: Readings, true: Sequence[Reading], by: str, leaves_out: str) -> None:
    """Writes the list anew, with these texts; what is no text of the rulebook any more goes."""
    from dsl.text.confirmed import LIST, printed

    today, left = date.today().isoformat(), " ".join(leaves_out.split())
    rows: list[Confirmed] = []
    for one in readings.texts:
        if any(one.told.name == other.told.name for other in true):
            rows.append(one.found_true(by, today, left))
        elif one.confirmed is not None:
            rows.append(one.confirmed)
    target = path.with_suffix(LIST)
    write_atomically(target, printed(rows).encode("utf-8"))
    say(f"{target}: {number(len(true), 'text')} read by {by}")
