"""What lines above one tell of what it speaks of: things that were brought in or chosen there, who a heading means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from dsl.mending.slips import BLANKS, Edit, Try, blanks_before, margin_of
from dsl.text.diagnostics import Diagnostic, Written
from dsl.text.inflection import articled, plural
from dsl.text.inventory import Inventory
from dsl.text.phrasing_deeds import coined
from dsl.text.possessives import NAME

UNKNOWN_VALUE = re.compile(rf"`the ({NAME})` is spoken of, but no ({NAME}) was brought in before")
BROUGHT = re.compile(rf"\b(?:an?|each|every) (?:[a-z][\w-]* )*({NAME})(?: called ([\w-]+))?")
CHOSEN = re.compile(
    rf"chooses (?:(?:.+ )?among |(?:(?:at most |up to )?\d+|any number|[a-z]+) )(?:[a-z][\w-]* )*({NAME})"
    r"(?:(?: [a-z].*?)?? called ([\w-]+))?"
)
THOSE = re.compile(rf"(?:the|these|those|all|every)(?: (?:chosen|picked|selected))? ({NAME})|them|these|those|both")
END = re.compile(r"the game ends when (.*\ban? Player\b.*)")
UNCALLED = re.compile(r"`the ([a-z][\w-]*)` is spoken of, but nothing was called")
IN_THE_HEADING = re.compile(r"`a Player called ([\w-]+)` in the heading")
OF_THAT_SORT = re.compile(rf"`an? ({NAME})` where an? ({NAME}) is brought in, and then: ")
DEFINES = re.compile(r"to (?P<verb>[a-z][\w-]*)|the .* means\b")
IS_OF_A_SORT = re.compile(rf"\bthe ({NAME}) is (?:not )?an? \1\b")
BEHIND_IT = r"(?![\w'-]| [A-Z])"  # a Name
OF_THE_FIRST = re.compile(rf"{NAME} that is (.+) and whose .+ is …")
PICKED = "picked"
NEED = "only if "
AT_ONCE = ("setup", "play", "phase ")  # where all may be meant
EACH_OF_THEM = "for each Player"
PAY = re.compile(r"pay\b")
ACTS = ("action ", "power ")
ASKED = re.compile(r".+ may(?: repeatedly)?")
UNKNOWN = re.compile(r"\bcalled ([\w' -]+?)(?: before)?\.")


def told_above(one: Diagnostic, lines: Sequence[str], start: int, inventory: Inventory) -> Iterator[Try]:
    """What may be written in place of a line, by what stands above it in the same item."""
    head = next((k for k in range(start, -1, -1) if lines[k][:1].strip()), 0)
    line = lines[start].strip()
    for said in (
        *_of_what_has_it(one, line, lines[head:start], inventory),
        *_each_chosen(line, lines[head:start], inventory),
        *_of_the_first(one, line),
        *_of_all_there(one, lines[start]),
    ):
        yield Try(Written((said,)))
    if one.code == "E0204" and (found := next((f for hint in one.hints if (f := IN_THE_HEADING.search(hint))), None)):
        yield from _named_in_the_heading(found[1], lines, head)
    if one.code == "E0314" and line.startswith(NEED):
        yield from _asked_only_if(lines, start)
    is_cost = lines[head].startswith(ACTS) and blanks_before(lines[start]) == BLANKS  # where it can stand, it has needs
    if one.code == "E0318" and PAY.match(line) and not is_cost:
        yield from _without_its_needs(line, lines)
    nobody = one.code == "E0203" and "obody acts here" in one.message
    ends = END.fullmatch(lines[head]) if nobody else None
    if ends and head != start:
        yield _said_of_somebody(ends[1], head, inventory)
    if nobody and head != start and (lines[head].startswith(AT_ONCE) or _is_at_an_edge(lines[head:start])):
        yield Try(Written((EACH_OF_THEM, " " * BLANKS + line)))


def as_it_is_used(one: Diagnostic, lines: Sequence[str]) -> Iterator[Try]:
    """`piece Roads`, where all other lines speak of a Road: `piece Road`, as what stands once is the slip."""
    found = UNKNOWN.search(one.message)
    if found is None or _often(found[1], lines)[1:] == []:
        return
    for word in one.near:
        places = _often(word, lines)
        if word == plural(found[1]):  # all are spoken of so, too
            places = [
                at for at in places if re.match(rf"(?:piece|place|board|table) (?:the )?{re.escape(word)}$", lines[at])
            ]
        if len(places) == 1:
            at = places[0]
            line = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", found[1], lines[at])
            where = f"in place of line {at + 1}"
            yield Try(Written((line.strip(),), where=where), (word,), edit=Edit(at, 1, (line,)))


def _often(word: str, lines: Sequence[str]) -> list[int]:
    """The lines in which a word stands."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    return [at for at, line in enumerate(lines) if pattern.search(line)]


def known_elsewhere(one: Diagnostic, lines: Sequence[str]) -> str:
    """That a line above which stands deeper calls something so: only those that stand with it there know it."""
    found = UNCALLED.match(one.message)
    if found is None or one.span is None:
        return ""
    own = blanks_before(lines[one.span.line - 1])
    above = takewhile(lambda at: lines[at][:1].isspace(), range(one.span.line - 2, -1, -1))
    named = (at for at in above if re.search(rf"\bcalled {found[1]}\b", lines[at]) and blanks_before(lines[at]) > own)
    at = next(named, None)
    return "" if at is None else f" What line {at + 1} calls so is known only in the lines that stand with it."


def _of_what_has_it(one: Diagnostic, line: str, above: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """`the Row of the Level`, where a Card was brought in that has a Level: `the Row of the Level of the Card`."""
    found = UNKNOWN_VALUE.match(one.message)
    if found is None:
        return
    for name, called in dict.fromkeys(m.groups() for text in reversed(above) for m in BROUGHT.finditer(text)):
        known = inventory.things.get(name)
        if known is not None and any(re.match(rf"has an? {re.escape(found[1])}\b", text) for text in known.lines):
            yield re.sub(rf"\bthe {re.escape(found[1])}\b(?! of)", f"the {found[1]} of the {called or name}", line)


def _of_the_first(one: Diagnostic, line: str) -> Iterator[str]:
    """`a Card in the Hand of the Player whose Score is 3`, where that can be said of both: of the Card."""
    for found in filter(None, map(OF_THE_FIRST.fullmatch, one.hints)):
        where = f" {found[1]} whose "
        if one.code == "E0207" and where in line:
            yield line.replace(where, f" that is {found[1]} and whose ", 1)


def _of_all_there(one: Diagnostic, line: str) -> Iterator[str]:
    """`the total Rank of the Player among Cards …`, as if it were theirs: `the total Rank among Cards …`."""
    whose = line[one.span.column - 1 : one.span.end_column - 1] if one.span else ""
    if one.code == "E0301" and f" of {whose} among " in line:
        yield line.strip().replace(f" of {whose} among ", " among ", 1)


def _each_chosen(line: str, above: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """`move the Cards to …` below `chooses 3 Cards`: `move every Card in the picked to …`."""
    said = THOSE.search(line)
    chosen = next((found for text in reversed(above) if (found := CHOSEN.search(text))), None)
    if said is None or chosen is None or chosen[1] not in inventory.others:
        return
    one = inventory.called(chosen[1])
    if said[1] in (None, one, chosen[1]) and not line[: said.start()].rstrip().endswith(("chooses", "among")):
        yield f"{line[: said.start()]}every {one} in the {chosen[2] or PICKED}{line[said.end() :]}"


def _named_in_the_heading(name: str, lines: Sequence[str], head: int) -> Iterator[Try]:
    """`to pay for a Player`, under which `the Player` pays: `for a Player called target`, and `the target` pays."""
    block = _with_what_is_under(lines, head)
    heading = re.sub(r"\ba Player\b(?! called)", f"a Player called {name}", block[0], count=1)
    if heading == block[0] or any(re.search(r"\b(?:a|each|every) Player\b", line) for line in block[1:]):
        return
    own = (heading, *(re.sub(r"\bthe Player\b", f"the {name}", line) for line in block[1:]))
    where = f"in place of line {head + 1} and what stands under it"
    yield Try(Written(own, where=where), edit=Edit(head, len(own), own))


def of_that_sort(one: Diagnostic, lines: Sequence[str], start: int) -> Iterator[Try]:
    """What only some Cards have, said of a Card that a line above brings in: of one that has it, wherever lines under
    that one speak of it."""
    hint = next((hint for hint in one.hints if OF_THAT_SORT.match(hint)), "")
    found = OF_THAT_SORT.match(hint)
    if found is None or any(" table " in f" {hint}" for hint in one.hints):  # by which it is of all of them
        return
    some, whole = found.groups()
    brings_in = re.compile(rf"\b(?:an?|each|every) (?={whole}{BEHIND_IT})")
    at = next((k for k in range(start, -1, -1) if brings_in.search(lines[k]) or lines[k][:1].strip()), 0)
    defines = DEFINES.match(lines[at])  # else fewer could be chosen, or fewer things are gone through
    if defines is None or _is_done_with_others(defines["verb"], {some, whole}, lines):
        return
    block = _with_what_is_under(lines, at)
    each = re.compile(rf"\b(?:an?|(each|every|the)) {whole}{BEHIND_IT}")
    own = tuple(each.sub(lambda it: f"{it[1]} {some}" if it[1] else articled(some), line) for line in block)
    if brings_in.search(lines[at]) and not any(map(IS_OF_A_SORT.search, own)):
        where = f"in place of line {at + 1}" + (" and what stands under it" if own[1:] else "")
        shown = tuple(line.removeprefix(margin_of(lines[at])) for line in own)
        yield Try(Written(shown, where=where), (hint,), edit=Edit(at, len(own), own))


def _is_done_with_others(verb: str | None, names: set[str], lines: Sequence[str]) -> bool:
    """Whether a line does it with a thing of another Name."""
    done = re.compile(rf"\b{verb} (?:the|an?|each|every) ({NAME})")
    return verb is not None and any(found[1] not in names for line in lines for found in done.finditer(line))


def _with_what_is_under(lines: Sequence[str], at: int) -> list[str]:
    """A line and those that stand under it."""
    deep = blanks_before(lines[at])
    block = [lines[at], *takewhile(lambda line: not line.strip() or blanks_before(line) > deep, lines[at + 1 :])]
    while block and not block[-1].strip():
        block.pop()
    return block


def _without_its_needs(line: str, lines: Sequence[str]) -> Iterator[Try]:
    """`pay 2` where no need can stand: another verb, which does the same without them."""
    head = next((k for k, text in enumerate(lines) if text.startswith("to pay ")), None)
    if head is None:
        return
    heads = {verb: re.sub("^to pay", f"to {verb}", lines[head].rstrip()) for verb in ("spend", "hand-over", "pay-out")}
    taken = {text.split(" ")[1]: text.rstrip() for text in lines if text.startswith("to ")}
    block = takewhile(lambda text: text[:1].isspace(), lines[head + 1 :])
    done = [text.rstrip() for text in block if not text.strip().startswith((NEED, '"'))]
    for verb, heading in heads.items():
        if taken.get(verb, heading) == heading:
            yield Try(Written((PAY.sub(verb, line, count=1),), (heading, *done)))
            return


def _asked_only_if(lines: Sequence[str], start: int) -> Iterator[Try]:
    """`the Player may`, with a need under it: the same under `if`, so that nobody is asked where it is not so."""
    deep = blanks_before(lines[start])
    above = next((k for k in range(start - 1, -1, -1) if lines[k].strip() and blanks_before(lines[k]) < deep), 0)
    if not ASKED.fullmatch(lines[above].strip()):
        return
    margin, under = margin_of(lines[above]), _with_what_is_under(lines, above)[1:]
    needs = [line.strip().removeprefix(NEED) for line in under if line.strip().startswith(NEED)]
    others = [line for line in under if not line.strip().startswith(NEED)]
    if not others or any(" or " in need or ", called " in need for need in needs):
        return
    own = (f"{margin}if {' and '.join(needs)}", *((" " * BLANKS + line).rstrip() for line in (lines[above], *others)))
    where = f"in place of line {above + 1} and what stands under it"
    shown = tuple(line.removeprefix(margin) for line in own)
    yield Try(Written(shown, where=where), edit=Edit(above, len(under) + 1, own))


def _is_at_an_edge(lines: Sequence[str]) -> bool:
    """Whether it is a rule that is followed when something begins or ends."""
    return lines[0].startswith("rule ") and lines[1].lstrip().startswith("at the ")


def _said_of_somebody(condition: str, head: int, inventory: Inventory) -> Try:
    """`the game ends when the wealth of a Player is 9`, below which is spoken of that player: who has a quality."""
    word = coined(inventory)
    so = re.sub(r"\b(?:an?|any) Player\b", "the Player", condition)
    own = (f"a Player is {word} when {so}", "", f"the game ends when there is a Player that is {word}")
    return Try(Written(own, where=f"in place of line {head + 1}"), edit=Edit(head, 1, own))
