"""Sentences in the words that come to mind first: who acts, what stands the other way round, comparisons of numbers,
and lines without the word with which they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.text.other_languages import SLIPS
from dsl.text.possessives import NAME
from dsl.text.speaking_of import Lines, Said

MORE = ("more", "greater", "higher", "above", "better")
LIMITED = re.compile(
    r"\bis (-?\d+|the [a-z][\w-]*) or (more|greater|higher|above|better|fewer|less|lower|below|smaller)\b"
)
BESIDE_ONE_ANOTHER = re.compile(r"\b[Tt]he ([A-Z][\w'-]*) ([A-Z][\w'-]*|[a-z][\w-]*)\b(?! of)")
ENDS = ("top", "bottom", "owner", "opponent")  # of what somebody, or something, has one
IN_ORDER = (
    (re.compile(r"((?:in|on) (?:the )?[A-Z].*?),? (there (?:is|are) .+)$"), r"\2 \1"),
    (re.compile(r"^until (.+?),? (take turns from [A-Z]\S*)$"), r"\2 until \1"),
    (re.compile(r"^(each [a-z]+),? (once|\d+ times)$"), r"\2 \1"),
    (re.compile(rf"^called ({NAME}),? (only if .+)$"), r"\2, called \1"),
    (re.compile(rf"^({NAME}): (only if .+)$"), r"\2, called \1"),
    (re.compile(r"^for each (.+?),? (there (?:is|are) .+)$"), r"\2 for each \1"),
    (re.compile(r"\b((?:highest|lowest|total) [\w-]+) (?:of|from|in) (?=[A-Z][\w'-]*s\b)"), r"\1 among "),
    (re.compile(r"\bhow many ([A-Z][\w'-]*s) are (?=in |on |that )"), r"the number of \1 "),
    (re.compile(rf"\b({NAME}) ((?:on|in|at) (?:the )?{NAME}) and that (is|are) "), r"\1 that \3 \2 and that \3 "),
    (re.compile(r"^((?:the (?:active )?)?[A-Z]\S*) can (?=[A-Z])"), r"\1 may "),
    (re.compile(r"^(the (?:active )?Player) (?=[A-Z]\S*(?: or |$))"), r"\1 must "),
    (re.compile(r"^from (the .+?),? move (.+?) (to .+)$"), r"move \2 in \1 \3"),
    (re.compile(r"\b(chooses|rolls) (\d+) (?=[A-Z])"), r"\1 \2 among "),
    (re.compile(r"\b(chooses|rolls) two (?=[A-Z])"), r"\1 2 among "),
    (re.compile(r"\b(chooses|rolls) three (?=[A-Z])"), r"\1 3 among "),
    (re.compile(rf"^move (?={NAME}$)"), "action "),
    (re.compile(r"^(to [a-z]\S*|action \S+) the (?=[AEIOU])"), r"\1 an "),
    (re.compile(r"^(to [a-z]\S*|action \S+) the (?=[A-Z])"), r"\1 a "),
)
WHO_ACTS = (
    (re.compile(r"\b[Tt]he (?:other|enemy|opposing) [Pp]layer\b"), "the opponent of the Player"),
    (re.compile(r"\b[Tt]he (?:current|acting|moving) [Pp]layer\b"), "the Player"),
    (re.compile(r"\byou\b"), "the Player"),
    (re.compile(r"\b(the [A-Z][\w'-]*) from (?=the |[A-Z])"), r"\1 of "),
    (re.compile(r"\b[Tt]he chance\b"), "chance"),
    (re.compile(r"\b(each|every) the (?=[A-Z])"), r"\1 "),
)

HAS = re.compile(rf"has an? ({NAME})(?: ,|$)")
TITLED = re.compile(
    r"((?:^action|^power|\b(?:may|must|or|does|can|cannot|could|not|do)|,) (?:[A-Z][\w-]* )+)the ([A-Z][\w-]*)"
)


def in_words_of_the_language(said: Said) -> Iterator[Lines]:
    """`is greater than 3`, `is 3 or more`, where no quality is called so: `is more than 3`, `is at least 3`."""
    if LIMITED.search(said.line):
        yield (LIMITED.sub(lambda found: f"is at {'least' if found[2] in MORE else 'most'} {found[1]}", said.line),)
    for phrase, meant in SLIPS.items():
        found = re.search(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])", said.line) if " " in phrase else None
        if found and found.start() <= said.end and found.end() >= said.start:
            yield from ((f"{said.line[: found.start()]}{one}{said.line[found.end() :]}",) for one in meant)


def under_a_heading(said: Said) -> Iterator[Lines]:
    """`Cart`, `Sail a Boat to a Cell`: `piece Cart`, `action Sail a Boat to a Cell`, as the lines below tell."""
    if re.fullmatch(NAME, said.line):
        yield from ((f"{heading} {said.line}",) for heading in ("piece", "place", "phase", "action", "table", "board"))
    elif re.match(rf"{NAME} (?:an?|on|to|with|from) ", said.line):
        yield (f"action {said.line}",)


def in_another_order(said: Said) -> Iterator[Lines]:
    """`in the Bag there are 2 Bills`, `until all pass take turns from Red`: what the language says first, first."""
    for pattern, told in IN_ORDER:
        if pattern.search(said.line):
            yield (pattern.sub(told, said.line),)


def turned_round(said: Said) -> Iterator[Lines]:
    """`the Stack top`, `the Player Hand`: `the top of the Stack`, `the Hand of the Player`."""
    for found in BESIDE_ONE_ANOTHER.finditer(said.line):
        own = found[2] in {*said.inventory.kinds, *said.inventory.things, *said.inventory.defined, *ENDS}
        if own and (found[1] in said.inventory.players or found[1] in said.inventory.things):
            yield (f"{said.line[: found.start()]}the {found[2]} of the {found[1]}{said.line[found.end() :]}",)


def of_who_acts(said: Said) -> Iterator[Lines]:
    """`the Hold of the opponent`, `the Reach of you`: of the opponent of the Player, of the Player."""
    if said.marked == "the opponent":
        yield (said.put("the opponent of the Player"),)
    for pattern, who in WHO_ACTS:
        if pattern.search(said.line):
            yield (pattern.sub(who, said.line),)


def without_small_words(said: Said) -> Iterator[Lines]:
    """`action Call the Postmaster`, who is no thing: `action Call Postmaster`, as Names of what is done have no small
    words."""
    told = TITLED.sub(lambda name: name[0] if name[2] in said.inventory.things else name[1] + name[2], said.line)
    if told != said.line:
        yield (told,)


def whose_value_is_so(said: Said) -> Iterator[Lines]:
    """`a Carriage of the next length of the Player`, of which each has a Length: `a Carriage whose Length is the next
    length of the Player`."""
    found = re.search(rf"\b(?:an?|the|every|no) ({NAME}) of $", said.line[: said.start])
    thing = said.inventory.things.get(found[1]) if found else None
    values = [has[1] for line in thing.lines if (has := HAS.match(line))] if thing else []
    named = [value for value in values if re.search(rf"\b{value}\b", said.marked, re.IGNORECASE)]
    before, rest = said.line[: said.start].removesuffix("of "), said.line[said.start :]
    place = re.fullmatch(rf"(.+) ((?:in|on) (?:the )?{NAME})", rest)
    for value in named or values:
        if place:  # of the thing: no value lies there
            yield (f"{before}{place[2]} whose {value} is {place[1]}",)
        yield (f"{before}whose {value} is {rest}",)
