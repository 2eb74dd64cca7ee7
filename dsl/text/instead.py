"""Sentences that a pattern is enough to say anew: what it finds in a line, and what stands there instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dsl.text.possessives import NAME
from dsl.text.speaking_of import Lines, Said


def instead(*rows: tuple[str, str], bracketed: bool = True) -> Callable[[Said], Iterator[Lines]]:
    """The line with what is told in place of each pattern; if not `bracketed`, of a line without brackets."""
    patterns = [(re.compile(pattern), told) for pattern, told in rows]

    def way(said: Said) -> Iterator[Lines]:
        line = said.line
        for pattern, told in patterns if bracketed or "(" not in line else ():
            line = pattern.sub(told, line)
        if line != said.line:
            yield (line,)

    return way


OF_THE_MOST = re.compile(
    rf"\ban? (?P<kind>{NAME})(?P<called>(?: called [\w-]+)?)(?P<where> (?:of|in|on) the .+?)?"
    rf" (?:of|with) (?:the )?(?P<most>highest|lowest) (?P<what>[a-z][\w-]*|{NAME})$"
)
# `if the Cell is free`, with nothing under it: `only if the Cell is free`.
needed_for_it = instead((r"^if ", "only if "))
# `from 6 to 1`: `from 1 to 6`.
turned = instead((r"(-?\d+) to (-?\d+)", r"\2 to \1"))
# `1. the Player must Draw`: `the Player must Draw`, as lines are followed one after the other; `Draw a Card.`: no
# sentence ends with a stop.
without_number = instead((r"^\d+[.)] *|[.!;]$", ""))
# `the distance between A1 and the Boat`: `the distance from A1 to the Boat`.
between = instead((r"\bthe (distance|direction) between (.+?) and ", r"the \1 from \2 to "))
# `action Build a Bridge between a Cell and a Cell called far`: `… from a Cell to a Cell called far`.
from_one_to_the_other = instead(
    (rf" between ((?:an? |the )?(?:{NAME}|[a-z][\w-]*)(?: called [\w-]+)?) and (?=an? |the |[A-Z])", r" from \1 to ")
)
# `the maximum of 3 and the Level of the Boat`: `the higher of 3 and …`.
MORE = "highest|greater|greatest|larger|largest|bigger|biggest|maximum|max"
LESS = "lowest|lesser|smaller|smallest|least|minimum|min"
of_two_numbers = instead(
    (rf"\bthe (?:{MORE}) (?:of|between|among) (?=.+? and )", "the higher of "),
    (rf"\bthe (?:{LESS}) (?:of|between|among) (?=.+? and )", "the lower of "),
)
# `whose Sum is the Face of X plus the Face of Y`: `whose Sum is (the Face of X plus the Face of Y)`.
in_brackets = instead(
    (r"(\bwhose .+? is )((?:(?! and (?:that|whose)\b).)+? (?:plus|minus) .+?)(?=$| and (?:that|whose)\b)", r"\1(\2)"),
    bracketed=False,
)
# `the top of the Cell of highest rank among Cells`: `the top of (the Cell of highest rank among Cells)`.
most_in_brackets = instead(
    (r"\b((?:of|in|on|at|under|beside|behind|to|from|for|with) )(the [A-Z].* of (?:highest|lowest) .+)", r"\1(\2)"),
    bracketed=False,
)
# `a Card whose Rank is 5 in the Hand`: `a Card in the Hand whose Rank is 5`.
place_before_said = instead(
    (rf"^(.*\b{NAME}) (whose .+? is [\w-]+) ((?:in|on|at|under|beside|behind) .+?)( to .+)?$", r"\1 \3 \2\4")
)
# `move a Coin of the Colour of the Card on the Cell in the Bank to A1`: `move a Coin in the Bank whose Colour is the
# Colour of the Card on the Cell to A1`.
where_the_first_lies = instead(
    (
        rf"^(move (?:an? |\d+ |every )(?:[a-z][\w-]* )*{NAME}) of the ({NAME}) of "
        rf"(the {NAME} (?:on|in|under) the (?:{NAME}|[a-z][\w-]*)) ((?:in|on) the .+?) (to .+)$",
        r"\1 \4 whose \2 is the \2 of \3 \5",
    )
)
# `the Player must Give Up a House, Trade or Leave a Stall`: `the Player must Give Up, Trade or Leave`.
without_what_is_chosen = instead((rf"(?<=[\w'-]) an? {NAME}(?=,| or |$)", ""))
# `move the Chest on the Counter`, which cannot end so: `move the Chest to the Counter`.
to_where = instead((r"^(.*\bmove .+) (?:in|on|at|into|onto|inside|under|for) (.+)$", r"\1 to \2"))
# `a Score of Ann is 3`, which each has one of: `the Score of Ann is 3`.
of_its_own = instead((rf"^(.*?)\b(?:there is )?an? (?={NAME} of )", r"\1the "))
# `the Fuel for the Ship is 3`: `the Fuel of the Ship is 3`.
of_what_has_it = instead((rf"\b(the {NAME}) for (?=(?:every|the) [A-Z])", r"\1 of "))
# `Districts in the City of the Player with the Colour of the Part`: `… whose Colour is the Colour of the Part`.
whose_it_is = instead((rf"^(.+) with (the ({NAME}) of .+)$", r"\1 whose \3 is \2"))
# `let new rats be 3`: `let rats be 3`, as what gets a name so has one word; so it is spoken of below, too.
in_one_word = instead((r"^let (?:[a-z][\w-]* )+([a-z][\w-]*) be ", r"let \1 be "))


def of_the_most(said: Said) -> Iterator[Lines]:
    """`a Sector of the Player of highest crowd`: `… whose crowd is the highest crowd among Sectors of the Player`."""
    found = OF_THE_MOST.search(said.line)
    if found is not None:
        those = f"{said.inventory.several(found['kind'])}{found['where'] or ''}"
        so = f"whose {found['what']} is the {found['most']} {found['what']} among {those}"
        yield (f"{said.line[: found.start('called')]}{found['called']}{found['where'] or ''} {so}",)
