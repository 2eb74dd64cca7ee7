"""Positions as they are drawn in documents: what everybody sees on the boards, and what is done there.

Spaces are known by the numbers of their locations. Kinds, attributes and values have the names of the rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A piece on a board. `at` is its space, also where it lies on another piece; `called` is what an example calls it.

    `kind` is empty where not everybody sees what it is, and `seen_as` then what all see that it is, if it is called
    something; `hidden`: there is something of it that not everybody sees. `values` are what is seen, by attributes;
    `flags` are those that it has, unlike others of its kind after the setup.
    """

    kind: str
    at: int
    seat: int = -1
    called: str = ""
    hidden: bool = False
    values: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    seen_as: str = ""


@dataclass(frozen=True)
class Worth:
    """A number, and the parts of which it is put together, each behind its sign; none where it is not."""

    number: int
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Weighed:
    """What the numbers were that are compared where a sentence stands (line, column): those of both `sides`; or the one
    that gets a name there."""

    at: tuple[int, int]
    sides: tuple[Worth, ...]


@dataclass(frozen=True)
class Held:
    """What was known of a line that says what holds then: whether it held `already` before anything was done, which
    numbers the values that it compares `were` then, and where (line, column) the needs stand that are not met of what
    it says cannot be done. `no_choice`: there is nothing to choose for the power that it needs. `weighed`: what those
    needs compare, or what was compared on the way, of which it can have come that the line holds. `worth`: the number
    that it tells. `ways`: where the needs stand that want a walk to be left, each with the spaces on that before."""

    already: bool = False
    were: tuple[int, ...] = ()
    unmet: tuple[tuple[int, int], ...] = ()
    no_choice: bool = False
    weighed: tuple[Weighed, ...] = ()
    worth: Worth | None = None
    ways: tuple[tuple[tuple[int, int], tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Scene:
    """The position in which an example begins to be played. `pieces` lie on each space from the bottom to the top;
    `unusual` are the spaces on which it is otherwise than after the setup, but for those where only fewer lie.

    `later`: before which of its answers, counted from 0, a turn passes in which nothing is done.

    What its first answers do: `moves` from space to space, pieces that `come` onto a board, those that are `gone` as
    they were at first, and those that are `otherwise` than they were, also elsewhere, each as it was and as it is.
    `passing` are pieces that come and are gone again, where they lay last. `arrivals` are the spaces to which pieces
    come, each with the number of the answer, from 1. `given`: nobody does it, but the example
    gives it anew. `end` are all that lie on boards then. `aside` and `aside_end` are what all see in places off the
    boards, at first and then, of those in which it is otherwise than after the setup or becomes so; `thrown` are the
    dice that are rolled, with their numbers, and `rolled_before` those of them that are rolled again, as they were
    rolled before. `further` is what is done, or given anew, after something else was said,
    each time with the position in which it begins, if that is not often. `opened` are pieces that are gone and were
    hidden, each as it was, and with what all see of it then. `crossed`: from which place off the boards to which
    space what comes went, or from which space to which place what is gone. `held`: for each line that says what
    holds then; empty where the position is given anew on the way. `called_aside`: the names of what lies off the
    boards, with that as it is at first, and in the end."""

    pieces: tuple[Piece, ...]
    unusual: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()
    come: tuple[Piece, ...] = ()
    gone: tuple[Piece, ...] = ()
    passing: tuple[Piece, ...] = ()
    later: tuple[int, ...] = ()
    otherwise: tuple[tuple[Piece, Piece], ...] = ()
    end: tuple[Piece, ...] = ()
    further: tuple[Scene, ...] = ()
    held: tuple[Held, ...] = ()
    aside: tuple[Piece, ...] = ()
    aside_end: tuple[Piece, ...] = ()
    thrown: tuple[Piece, ...] = ()
    rolled_before: tuple[Piece, ...] = ()
    given: bool = False
    arrivals: tuple[tuple[int, int], ...] = ()
    opened: tuple[tuple[Piece, Piece], ...] = ()
    crossed: tuple[tuple[int, int], ...] = ()
    called_aside: tuple[tuple[str, Piece], ...] = ()
