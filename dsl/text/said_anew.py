"""Sentences that can be read and mean nothing, said anew: by what is complained of, with the words that are marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from dsl.text import instead
from dsl.text.as_defined import OF_EACH
from dsl.text.diagnostics import Diagnostic
from dsl.text.everyday_words import (
    in_another_order,
    in_words_of_the_language,
    of_who_acts,
    turned_round,
    under_a_heading,
    whose_value_is_so,
    without_small_words,
)
from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import Inventory, Unknown
from dsl.text.phrasings import meant_by
from dsl.text.possessives import NAME, of_whom
from dsl.text.speaking_of import (
    Lines,
    Said,
    by_a_name_of_its_own,
    by_chance,
    by_its_space,
    by_the_first_word,
    by_what_they_have,
    chosen_before,
    chosen_in_its_line,
    each_of_them,
    if_one_is_there,
    in_any_of_them,
    in_capitals_all,
    of_each_among,
    of_each_of_two,
    one_brought_in,
    place_before_others,
    with_the_most,
)

THAT_HAS = re.compile(rf"\bthat (?P<be>has|have) (?P<a>no|an?) (?P<what>(?:[a-z][\w-]* )*{NAME})(?: on (?:it|them))?")
PLAIN = re.compile(rf"\b(an?) ((?:[a-z][\w-]* )+)({NAME})( called [\w-]+)?")
OUT_OF_A_HAND = re.compile(
    rf"move (?P<a>an? (?:[a-z][\w-]* )*)(?P<kind>{NAME})(?P<more> of (?:the )?{NAME})?"
    rf" in (?P<place>the {NAME} of (?P<who>(?:the )?[\w-]+|the active Player)) to (?P<goal>.+)"
)
SEVERAL_OUT_OF_A_HAND = re.compile(
    rf"move (?P<n>\d+) (?P<words>(?:[a-z][\w-]* )*)(?P<kinds>{NAME})(?P<more> of (?:the )?{NAME})?"
    rf" in (?P<place>the {NAME} of (?P<who>(?:the )?[\w-]+|the active Player)) to (?P<goal>.+)"
)
ONE_WITH_SOMEBODY = re.compile(
    rf"if there is an? (?P<what>(?:[a-z][\w-]* )*{NAME})"
    rf"(?P<place> in the {NAME} of (?:(?:the )?[\w-]+|the active Player))(?P<more> (?:whose|that) .+)?"
)
ANY_IN = re.compile(
    rf"\b(?P<so>there is (?:no|an?)|there are .+?|the number of) (?:[a-z][\w-]* )*(?P<kind>{NAME})"
    rf"(?P<place> in the (?P<name>{NAME}))"
)
BEHIND_A_PLACE = re.compile(
    r"(?P<of>of .+? )?(?P<place>(?:in|on|under|over|beside|behind|at) .+?) (?P<said>(?:that (?:is|are)|whose) .+)"
)
QUALITY_IN_A_PLACE = re.compile(
    r"(?P<before>.+)(?P<that> that (?:is|are) (?:not )?)(?P<word>[a-z][\w-]*) (?P<place>(?:in|on|under|over) .+)"
)
FROM_BEHIND = re.compile(r"(.*\bmove .+?) (to .+) from (.+)")
HEADED = re.compile(
    r"(?P<name>(?:action|phase|power|window) (?:[A-Z]\S* )+)"
    r"(?P<small>[a-z][\w-]*(?: (?!(?:an?|the|with|to|from|by|of|for|on|in|at)\b)[a-z][\w-]*)*)(?P<rest> .+)?"
)
ONE_OR_ANOTHER = re.compile(
    rf"(?P<before>(?:.*\b)?(?:if|when|until|while|whenever) )there is (?P<no>no |an? )"
    rf"(?P<first>(?:[a-z][\w-]* )*{NAME})(?P<others>(?:,? or (?:no |an? )?(?:[a-z][\w-]* )*{NAME})+)"
    r"(?P<where> (?:on|in|under|over|beside|behind|at) (?:(?! and | or |,).)+)(?P<behind>,.*)?"
)
MOVED_SO_MANY = re.compile(rf"move the (?:(?P<end>top|bottom) )?(?P<count>[a-z][\w-]*) (?P<name>{NAME}) (?P<rest>.+)")
OF_WHO_ACTS = re.compile(
    rf"(?P<head>action .*?\ban? (?P<name>{NAME})(?: called (?P<called>[\w-]+))?) of the Player(?P<rest>(?: .+)?)"
)
MOVED_ANY = re.compile(r"move (\d+) ")
PLACED_SO = re.compile(
    rf"(?P<what>the {NAME}) is (?P<negated>not )?(?:in|on|at) "
    rf"(?P<place>(?:an?|the) {NAME}(?: or (?:in |on |at )?(?:an?|the) {NAME})*)"
)
LOOK_OF = re.compile(
    rf"(?:an?|the) (?:(?P<word>[a-z][\w-]*) )?(?P<thing>{NAME})(?: of (?:the )?(?P<value>{NAME}|[a-z][\w-]*))? "
    r'(?P<look>is (?:marked "[^"]*"|[a-z]+)|looks like "[^"]*")'
)
ASKED_SO = re.compile(r"is asked so: `the (?P<word>\w+) (?P<roles>.+)`")
OF_SOME = re.compile(
    r"An? (?P<some>[^,]+?) (?:has an?|can be) [^,]+, but this can be any [^,]+?(?:, and (?P<none>.+) has none)?\."
)
WHOSE = re.compile(rf"(?:the {NAME} of )?(the (?:{NAME}|[a-z][\w-]*))")
LYING = re.compile(rf"the ({NAME}) (?:on|in|under|beside) ")
CONDITION = re.compile(r"\b(?:only if|if|and|or|whenever|when|until|while) ")
SMALL_WORD = re.compile(r"\b(?:from|to|of|along|between|and|by|in|towards?) ")
WITH_A_NUMBER = re.compile(r" (?:with|by|for|from|to|against) (?=the )")
WORKED_OUT = re.compile(r" (?:plus|minus|multiplied by|divided by) ")
OF_SOMEBODY = re.compile(rf"\b(?:an?|any) (?P<has>{NAME}) of (?:an?|any) (?P<what>{NAME})(?= is)")
DONE_WITH = re.compile(
    r"(?P<done>when (?P<who>[\w' -]+?) does .+) (?:with|for|from|to|by|on|in) (?P<thing>(?:the|an?) .+)"
)


def said_anew(complaint: Diagnostic, line: str, start: int, end: int, inventory: Inventory) -> Iterator[Lines]:
    """Lines that may be meant, where the words from `start` to `end` are complained of; whether they mean anything is
    not known."""
    said = Said(line, start, end, inventory)
    yield from _as_it_is_asked(complaint, said)
    yield from _if_it_is_such(complaint, said)
    for words, way in WAYS.get(complaint.code, ()):
        if words in complaint.message:
            yield from way(said)


def _if_it_is_such(complaint: Diagnostic, said: Said) -> Iterator[Lines]:
    """`the Value of the Card is 3`, which not every card has: `the Card is a Wager and the Value of the Card is 3`; of
    what is done: `if the Card is a Wager`, and the line under it."""
    some = OF_SOME.match(complaint.message)
    whose = WHOSE.match(said.line, said.start)
    if some is None or whose is None:
        return
    if placed := LYING.match(said.line, whose.start(1)):  # it has no name by which it could be known to be such
        yield (f"{said.line[: placed.start(1)]}{some['some']}{said.line[placed.end(1) :]}",)
    such = f"{whose[1]} is {articled(some['some'])}"
    if some["none"] and any(hint.startswith(OF_EACH) for hint in complaint.hints):  # it would say nothing of the others
        such = " and ".join(f"{whose[1]} is not {one}" for one in some["none"].split(" and "))
    begins = max((found.end() for found in CONDITION.finditer(said.line, 0, said.start)), default=0)
    yield (f"{said.line[:begins]}{such} and {said.line[begins:]}",)
    if not begins:
        yield f"if {such}", f"    {said.line}"


def _as_it_is_asked(complaint: Diagnostic, said: Said) -> Iterator[Lines]:
    """`the distance of the Boat to A1`: `the distance from the Boat to A1`, by the words of the complaint."""
    form = ASKED_SO.search(complaint.message)
    begin = f"the {form['word']} " if form else ""
    if form is None or not said.line[said.start :].startswith(begin):
        return
    first, *others = form["roles"].replace(" …", "").split()
    front = said.line[: said.start] + begin + first
    rest = SMALL_WORD.sub("", said.line[said.start + len(begin) :], count=1)
    for joint in SMALL_WORD.finditer(rest) if others else ():
        for behind in dict.fromkeys((rest[joint.end() :], rest[joint.end() :].removeprefix("the "))):
            yield (f"{front} {rest[: joint.start()].rstrip()} {others[0]} {behind}",)
    if not others:
        yield (f"{front} {rest}",)


def _one_by_one(said: Said) -> Iterator[Lines]:
    """`move a Shell to every Cell`: `for each Cell`, and under it `move a Shell to the Cell`."""
    name = re.match(rf"(?:every|each) ((?:[a-z][\w-]* )*)({NAME})", said.marked)
    if name:
        rest = said.marked[name.end() :]
        if (name[1], name[2]) == ("other ", "Player"):
            yield "for each Player called other that is not the Player", f"    {said.put('the other')}"
            return
        yield f"for each {name[1]}{name[2]}{rest}", f"    {said.put(f'the {name[2]}')}"


def _where_players_have_things(said: Said) -> Iterator[Lines]:
    """`move the Coin to Red`: `move the Coin to the Purse of Red`."""
    before = said.line[: said.start]
    for place in said.inventory.owned():
        if before.endswith(" each "):
            line = f"{before.removesuffix('each ')}the {place.name} of the {said.marked}{said.line[said.end :]}"
            yield f"for each {said.marked}", f"    {line}"
        else:
            yield (said.put(f"the {place.name} of {said.marked}"),)


def _by_its_owner(said: Said) -> Iterator[Lines]:
    """`the Flag wins`: `the owner of the Flag wins`."""
    of_a_space = re.search(rf"({NAME}) of $", said.line[: said.start])  # which is nobody's
    named = re.search(NAME, said.marked)
    thing = said.inventory.things.get(named[0]) if named else None
    of_nobody = thing is not None and thing.sort == "place" and not said.inventory.is_owned(thing.name)
    if not of_nobody and (of_a_space is None or singular(of_a_space[1]) not in said.inventory.spaces):
        yield (said.put(f"the owner of {said.marked}"),)


def _what_lies_there(said: Said) -> Iterator[Lines]:
    """`show the Hand to Red`: `show every Card in the Hand to Red`."""
    place = re.match(rf"the ({NAME})", said.marked)
    try:
        inside = said.inventory.kept_in(place[1]) if place else ""
    except Unknown:
        return
    if inside:
        yield (said.put(f"every {inside} in {said.marked}"),)


def _needed_below(said: Said) -> Iterator[Lines]:
    """`action Sail a lit Boat`: `action Sail a Boat`, and under it `only if the Boat is lit`."""
    found = PLAIN.search(said.line)
    if found and said.line.startswith("action "):
        called = found[4] or ""
        spoken = called.removeprefix(" called ") or found[3]
        head = f"{said.line[: found.start()]}{'an' if found[3][0] in 'AEIOU' else 'a'} {found[3]}{called}"
        qualities = " and ".join(found[2].split())
        yield f"{head}{said.line[found.end() :]}", f"    only if the {spoken} is {qualities}"


def _theirs_below(said: Said) -> Iterator[Lines]:
    """`action Plough a Field of the Player`: `action Plough a Field`, and under it whose it is."""
    found = OF_WHO_ACTS.fullmatch(said.line)
    if found is not None:
        thing = f"the {found['called'] or found['name']}"
        yield f"{found['head']}{found['rest']}", f"    only if {thing} is owned by the Player"


def _chosen_first(said: Said) -> Iterator[Lines]:
    """`move the Coin to Cell`: `the Player chooses a Cell`, then `move the Coin to the Cell`."""
    yield f"the Player chooses {a_or_an(said.marked)} {said.marked}", said.put(f"the {said.marked}")


def _not_every_one(said: Said) -> Iterator[Lines]:
    """`every Boat is not lit`: `no Boat is lit`, or `there is a Boat that is not lit`."""
    found = re.search(rf"every ((?:[a-z][\w-]* )*{NAME}) is not (.+)", said.line)
    if found:
        before = said.line[: found.start()]
        yield (f"{before}no {found[1]} is {found[2]}",)
        yield (f"{before}there is {a_or_an(found[1])} {found[1]} that is not {found[2]}",)


def _number_in_brackets(said: Said) -> Iterator[Lines]:
    """`win the Height of the Cell of the Material`: `win (the Height of the Cell) of the Material`."""
    found = re.fullmatch(r"([a-z][\w-]*) (the [^()]+)", said.line)
    if found is not None:
        for of in reversed([*re.finditer(" of ", found[2])]):  # the longest first: what it is of is seldom long
            yield (f"{found[1]} ({found[2][: of.start()]}){found[2][of.start() :]}",)


def _sum_in_brackets(said: Said) -> Iterator[Lines]:
    """`hurt the target with the blow of the doer plus the breath of the doer against the target`: with brackets around
    all behind `with`."""
    for small in WITH_A_NUMBER.finditer(said.line):
        if WORKED_OUT.search(said.line, small.end()) and "(" not in said.line:
            yield (f"{said.line[: small.end()]}({said.line[small.end() :]})",)


def _chosen_below(said: Said) -> Iterator[Lines]:
    """`when Red does Sail the Boat with the Crate`, where the Crate is chosen under the heading: a line of its own."""
    found = DONE_WITH.fullmatch(said.line)
    if found and any(" chooses " in text for text in said.inventory.texts):
        yield found["done"], f"when {found['who']} chooses {found['thing']}"


def _of_who_has_it(said: Said) -> Iterator[Lines]:
    """`until a Debt of a Player is 9`: `until there is a Player whose Debt is 9`."""
    found = OF_SOMEBODY.search(said.line)
    if found:
        whole = f"there is {articled(found['what'])} whose {found['has']}"
        yield (said.line[: found.start()] + whole + said.line[found.end() :],)


def _said_of_the_thing(said: Said) -> Iterator[Lines]:
    """`a Card in the Hand that is not the pick`: `a Card that is in the Hand and that is not the pick`."""
    found = BEHIND_A_PLACE.fullmatch(said.marked)
    if found:
        which = "that are" if found["said"].startswith("that are ") else "that is"
        rest = f"{which} {found['place']} and {found['said']}"
        yield (said.put(f"{found['of'] or ''}{rest}"),)
        if found["of"]:
            yield (said.put(f"{which} {found['of']}and {rest}"),)


def _place_first(said: Said) -> Iterator[Lines]:
    """`Cubes that are not white in the Bag`: `Cubes in the Bag that are not white`."""
    found = QUALITY_IN_A_PLACE.fullmatch(said.line[: said.end])
    if found:
        yield (f"{found['before']} {found['place']}{found['that']}{found['word']}{said.line[said.end :]}",)


def _lower_case(said: Said) -> Iterator[Lines]:
    """`If the Boat is lit`: `if the Boat is lit`."""
    if said.line[:1].isupper():
        yield (said.line[0].lower() + said.line[1:],)


def _other_small_word(said: Said, known: Mapping[str, tuple[str, ...]] | None = None) -> Iterator[Lines]:
    """`the top from the Deck`: `the top of the Deck`; `there is any Disc on A1`: `there is a Disc on A1`."""
    for found in re.finditer(r"(?<![\w-])[a-z]+(?![\w-])", said.line):
        if found.end() + 1 < said.start or found.start() > said.end + 1:  # the next to it belong to it, too
            continue
        if not found.start() and found[0] in ROLES:  # a line that begins so would go on the one before
            continue
        behind = said.line[found.end() :]
        certain = found[0] == "the" and behind.startswith(" same ")
        for word in (known or SMALL_WORDS).get(found[0], ()) if not certain else ():
            article = a_or_an(behind.strip()) if word == "a" else word
            yield (f"{said.line[: found.start()]}{article}{behind}",)


def _another_role(said: Said) -> Iterator[Lines]:
    """`for the Coin for the Player`, where the second is marked: `for the Coin by the Player`."""
    role = re.match(r"[a-z]+(?= )", said.marked)
    for word in ("by", "with", "from") if role else ():
        if role and not re.search(rf"\b{word}\b", said.line):
            yield (said.put(f"{word}{said.marked[role.end() :]}"),)


def _named_before(said: Said) -> Iterator[Lines]:
    """`ride from the far end of the Route from the City`, where the second is marked: `let end be the far end of the
    Route from the City`, and below it `ride from the end`."""
    role = re.match(r"[a-z]+ ", said.marked)
    before = said.line[: said.start]
    found = re.search(rf"\b{role[0]}(the (?:[a-z][\w-]* )*?([a-z][\w-]*) (?:of|in|on) .+)", before) if role else None
    if found:
        what = f"{found[1]}{said.marked}"
        yield f"let {found[2]} be {what}", f"{said.line[: found.start(1)]}the {found[2]}{said.line[said.end :]}"


def _other_role(said: Said) -> Iterator[Lines]:
    """The same of words that say what a thing has to do with another."""
    yield from _other_small_word(said, ROLES)


def _thing_first(said: Said) -> Iterator[Lines]:
    """`move to the Cell the Pawn`, `move a Card to the Hand from the Deck`: what is moved first, and then to where."""
    if said.line.startswith("move to "):
        splits = re.finditer(r" (?=(?:an?|every|the) )", said.line)
        each = [(said.line[5 : one.start()], said.line[one.end() :]) for one in splits if one.start() > 8]
        for to, what in sorted(each, key=lambda one: one[1].startswith("the ")):
            yield (f"move {what} {to}",)
    found = FROM_BEHIND.fullmatch(said.line)
    if found:
        for word in ("in", "on"):
            yield (f"{found[1]} {word} {found[3]} {found[2]}",)


def _added_up(said: Said) -> Iterator[Lines]:
    """`the number of Barrels in the Yard`, of which each Cart has some: `the total Barrels among Carts in the Yard`."""
    found = re.search(r"\bthe number of $", said.line[: said.start])
    before = said.line[: found.start()] if found else ""
    for name in said.inventory.bearers(said.marked) if found else ():
        yield (f"{before}the total {said.marked} among {said.inventory.several(name)}{said.line[said.end :]}",)


def _with_commas(said: Said) -> Iterator[Lines]:
    """`on A1 A2`: `on A1, A2`; `for 2 players: Red Blue`: `for 2 players: Red, Blue`."""
    for found in re.finditer(rf"{NAME}", said.line):
        if " " in found[0] and found.end() + 1 >= said.start and found.start() < said.end:
            yield (said.line[: found.start()] + found[0].replace(" ", ", ") + said.line[found.end() :],)


def _end_of_a_name(said: Said) -> Iterator[Lines]:
    """`the Trick of the Card is Ambush fighter`: `Ambush Fighter`, the power that there is for this value."""
    if re.search(rf"{NAME} $", said.line[: said.start]) and said.marked in said.inventory.values:
        yield (said.put(said.marked.title()),)


def _as_it_is_headed(said: Said) -> Iterator[Lines]:
    """`the start of the Route`, where a table has a column Start: `the Start of the Route`, all over the line."""
    found = re.match(r"the ([a-z][\w-]*)", said.marked)
    names = [name for name in said.inventory.names if found and name.lower() == found[1].replace("-", " ")]
    if found and names:
        yield (re.sub(rf"\b(the|whose) {found[1]}(?![\w-])", rf"\1 {names[0]}", said.line),)


def _named_whole(said: Said) -> Iterator[Lines]:
    """`action Cast off with a Raft`: `action Cast Off with a Raft`, as names begin with capital letters."""
    found = HEADED.fullmatch(said.line)
    if found is not None and said.start == found.start("small"):
        yield (f"{found['name']}{found['small'].title()}{found['rest'] or ''}",)


def _of_a_thing(said: Said) -> Iterator[Lines]:
    """`to the Bank of the owner`: `of its owner`, or of that of something named before."""
    before = said.line[: said.start]
    if said.marked.startswith("the ") and re.search(r"\b(?:every|each) ", before):
        yield (said.put(f"its {said.marked.removeprefix('the ')}"),)
    for name in reversed(re.findall(NAME, before)):
        yield (said.put(f"{said.marked} of the {singular(name)}"),)


def _meant(line: str, inventory: Inventory) -> Iterator[Lines]:
    """A line without the signs that it had, or what is meant by it."""
    yield (line,)
    text = re.sub(r"(?<=\S)(?=[,:])", " ", line)
    yield from (one.lines for one in meant_by(text, inventory) if one.lines and not one.told and not one.apart)


def _written_out(said: Said) -> Iterator[Lines]:
    """`if the Deck isn't empty`: `if the Deck is not empty`; `can't`: `cannot`."""
    line = re.sub(r"\bcan['\u2019]t\b", "cannot", said.line)
    line = re.sub(r"\bwon['\u2019]t\b", "does not", line)
    yield from _meant(re.sub(r"(?<=[a-z])n['\u2019]t\b", " not", line), said.inventory)


def _at_a_semicolon(said: Said) -> Iterator[Lines]:
    """`Ann wins; if tied, Ben wins`: what is meant by both, or two lines."""
    parts = re.split(r" *; *", said.line.rstrip("; "))
    if parts[1:]:
        yield from [*_meant(", ".join(parts), said.inventory)][1:]
        yield tuple(parts)


def _added(said: Said) -> Iterator[Lines]:
    """`+2 Coins`, as cards say it: `gain 2 Coins`; `the Rank + 1`: `the Rank plus 1`."""
    found = re.fullmatch(r"\+ ?(\d+) (.+)", said.line)
    if found:
        for verb in ("draw", "gain"):
            yield from [*_meant(f"{verb} {found[1]} {found[2]}", said.inventory)][1:]
    yield (re.sub(r" ?\+ ?", " plus ", said.line).strip(),)


def _empty_cells(said: Said) -> Iterator[Lines]:
    """`| Copper | - | 1 |`: `| Copper | 0 | 1 |`; without a value, where there need be none."""
    for value in ("0", " ") if said.line.startswith("|") else ():
        yield (re.sub(r"(?<=\|) *[-\u2013\u2014]+ *(?=\|)", f" {value} ", said.line),)


def _whose(said: Said) -> Iterator[Lines]:
    """`Ann's Purse`: `the Purse of Ann`; so with all of the line, of which only one is complained of."""
    told = of_whom(said.line)
    if told != said.line:
        yield (told,)


def _in_small_letters(said: Said) -> Iterator[Lines]:
    """`the Direction from A1 to A3`: `the direction from A1 to A3`."""
    found = re.search(NAME, said.marked)
    if found:
        yield (said.put(said.marked[: found.start()] + found[0].lower() + said.marked[found.end() :]),)


def _as_it_was_called(said: Said) -> Iterator[Lines]:
    """`with Pingu`, where a Penguin is called pingu: `with the pingu`; so with all that a line speaks of."""
    given = {word.replace("-", " "): word for word in said.inventory.spoken}
    if said.marked.lower() in given:
        names = re.compile(rf"(?:\bthe )?(?<![\w-])({NAME}|{re.escape(said.marked)})(?![\w-])")
        yield (names.sub(lambda one: f"the {given[one[1].lower()]}" if one[1].lower() in given else one[0], said.line),)


def _the_before(said: Said) -> Iterator[Lines]:
    """`otherwise file of the Cell`, where `of` does not fit: `otherwise the file of the Cell`."""
    found = re.search(r"(?<=\S )[\w-]+ $", said.line[: said.start])
    several = re.match(r"[A-Z].*s$|(?:the|an?|every)$", said.marked)  # before which stands no thing
    before = said.line[: found.start()] if found else ""
    inside = re.search(r"[A-Z][\w'-]* $", before) and found and found[0][0].isupper()  # a Name of several words
    verb = found and found[0].strip() in ("is", "are", "not", "becomes")
    if found and not several and not inside and not verb and not re.search(r"\b(?:the|an?|every|each) $", before):
        yield (f"{said.line[: found.start()]}the {said.line[found.start() :]}",)


def _the_one_before(said: Said) -> Iterator[Lines]:
    """`to the Hand of a Player`, where the Player is known: `to the Hand of the Player`."""
    found = re.fullmatch(rf"an? ({NAME})", said.marked)
    if found:
        yield (said.put(f"the {found[1]}"),)


def _by_its_place_known(said: Said) -> Iterator[Lines]:
    """`the Card is in a Hand`: `what the Player knows of the place of the Card is a Hand`."""
    for found in PLACED_SO.finditer(said.line):
        places = re.sub(r" or (?:in|on|at) ", " or ", found["place"])
        where = f"what the Player knows of the place of {found['what']} is {found['negated'] or ''}{places}"
        yield (f"{said.line[: found.start()]}{where}{said.line[found.end() :]}",)


def _as_often(said: Said) -> Iterator[Lines]:
    """`move the top count Cards of the Deck`: `repeat the count times`, and under it `move the top of …`."""
    found = MOVED_SO_MANY.fullmatch(said.line)
    if found and found["count"] in said.inventory.spoken:
        what = f"the {found['end']}" if found["end"] else f"{a_or_an(found['name'])} {singular(found['name'])}"
        yield (f"repeat the {found['count']} times", f"    move {what} {found['rest']}")


def _chosen_and_moved(said: Said) -> Iterator[Lines]:
    """`move 2 Cards in the Hand to the Pile`: `the Player chooses 2 among Cards called chosen in the Hand`, then each
    of these is moved."""
    found = MOVED_ANY.match(said.line)
    those = re.match(NAME, said.marked)
    if found is None or those is None or found.end() != said.start:
        return
    choice = f"the Player chooses {found[1]} among {those[0]} called chosen{said.marked[those.end() :]}"
    yield choice, f"move every {singular(those[0])} in the chosen{said.line[said.end :]}"


def _of_who_chooses(said: Said) -> Iterator[Lines]:
    """`the owner of the Plant chooses a Card in the Hand`, of which each player has one: in the Hand of who chooses."""
    who = re.match(r"(the .+?) chooses\b", said.line)
    if who and who[1] != "the Player":
        yield (said.put(f"{said.marked} of {who[1]}"),)


def _chosen_by_its_owner(said: Said) -> Iterator[Lines]:
    """`move a wood Card in the Hand of the Player to the Bank`: who looks there chooses it, and thereby tells it."""
    found = OUT_OF_A_HAND.fullmatch(said.line)
    if found is not None:
        those = f"{found['a']}{found['kind']}{found['more'] or ''} in {found['place']}"
        yield f"{found['who']} chooses {those}", f"move the {found['kind']} to {found['goal']}"
    several = SEVERAL_OUT_OF_A_HAND.fullmatch(said.line)
    if several is not None and several["kinds"] in said.inventory.others:
        kind = said.inventory.called(several["kinds"])
        those = f"{several['words']}{several['kinds']}{several['more'] or ''} called picked in {several['place']}"
        yield (
            f"{several['who']} chooses {several['n']} among {those}",
            f"move every {kind} in the picked to {several['goal']}",
        )


def _shown_alone(said: Said) -> Iterator[Lines]:
    """`if there is a king Character in the Role of the Player`: the only one alone is shown, wherever it lies."""
    found = ONE_WITH_SOMEBODY.fullmatch(said.line)
    if found is not None:
        one = f"let one be the {found['what']}{found['more'] or ''}"
        yield one, "show the one to all", f"if the one is{found['place']}"


def _anything_there(said: Said) -> Iterator[Lines]:
    """`there is no Money Card in the Bank`: `there is no Bank Card in the Bank`, where all see how many lie."""

    def anything(found: re.Match[str]) -> str:
        kind, several = said.inventory.kept_in(found["name"]), singular(found["kind"]) != found["kind"]
        so = found["so"].removesuffix(" a").removesuffix(" an")
        one = said.inventory.several(kind) if several else articled(kind) if so != found["so"] else kind
        return f"{so} {one}{found['place']}"

    with suppress(Unknown):
        yield (ANY_IN.sub(anything, said.line),)


def _look_of_the_value(said: Said) -> Iterator[Lines]:
    """`a Hotel of Luxor is red`, `a Luxor Hotel is red`: `Luxor is red`, which is so of all that has the value;
    `a panda Animal looks like "panda"`: `panda looks like "panda"`."""
    found = LOOK_OF.fullmatch(said.line)
    if found is None:
        return
    if found["word"]:
        yield (f"{found['word']} {found['look']}",)
        return
    if found["value"]:
        yield (f"{found['value']} {found['look']}",)
    words = found["thing"].split()
    for end in range(len(words) - 1, 0, -1):
        yield (f"{' '.join(words[:end])} {found['look']}",)


def _named_as_it_moves(said: Said) -> Iterator[Lines]:
    """`move a Coin called gift in the Bank to …`: `let gift be the Coin in the Bank`, `move the gift to …`."""
    found = re.fullmatch(r"an? (?P<thing>.*?) called (?P<name>[\w-]+)(?P<where>.*)", said.marked)
    if found:
        yield f"let {found['name']} be the {found['thing']}{found['where']}", said.put(f"the {found['name']}")


def _of_its_value(said: Said) -> Iterator[Lines]:
    """`the Bergen Ticket`: `the Ticket of bergen`, where there is one for each town."""
    article, _, called = said.marked.partition(" ") if said.marked[:1].islower() else ("", "", said.marked)
    words = called.split()
    for thing in (thing for thing in said.inventory.things.values() if thing.sort == "piece"):
        of = [kind for line in thing.lines for kind in re.findall(rf"for each ({NAME})|has an? ({NAME})", line)]
        known = {v for kinds in of for kind in filter(None, kinds) for v in said.inventory.values_of.get(kind, ())}
        for cut in range(1, len(words)):
            value, rest = " ".join(words[:cut]), " ".join(words[cut:])
            named = value if value in said.inventory.names else None
            found = next((v for v in known if v.replace("-", " ") == value.lower()), named)
            if found and f" {thing.name}".endswith(f" {rest}"):
                yield (said.put(f"{article} {thing.name} of {found}".strip()),)


def _one_or_another(said: Said) -> Iterator[Lines]:
    """`if there is a Coin or a Gem in the Chest`: `if there is a Coin in the Chest or there is a Gem in the Chest`; of
    what is not there, both are not."""
    found = ONE_OR_ANOTHER.fullmatch(said.line)
    if found is None:
        return
    none = found["no"] == "no "
    others = re.split(r",? or (?:no |an? )?", found["others"])[1:]
    there = (f"there is {f'no {one}' if none else articled(one)}{found['where']}" for one in (found["first"], *others))
    yield (f"{found['before']}{(' and ' if none else ' or ').join(there)}{found['behind'] or ''}",)


def _with_the(said: Said) -> Iterator[Lines]:
    """`Strength of the Card`: `the Strength of the Card`; a word only if something is called so."""
    if said.marked[:1].isupper() or said.marked in said.inventory.let:
        yield (said.put(f"the {said.marked}"),)


def _lies_on_it(said: Said) -> Iterator[Lines]:
    """`a Cell that has no Bomb`: `a Cell that is not under a Bomb`."""

    def under(found: re.Match[str]) -> str:
        be, negated = "is" if found["be"] == "has" else "are", "not " if found["a"] == "no" else ""
        return f"that {be} {negated}under {articled(singular(found['what']))}"

    line = THAT_HAS.sub(under, said.line)
    if line != said.line:
        yield (line,)


ROLES = {
    "into": ("to",), "onto": ("to", "on"), "from": ("of", "in", "on", "among"), "between": ("among",),
    "for": ("of", "to", "by"), "of": ("for", "in", "among"),
    "with": ("by", "for", "of"), "by": ("with", "for", "of"), "at": ("on", "in"), "in": ("on", "of"),
    "on": ("in", "to"), "to": ("for", "from", "with"), "inside": ("in",), "upon": ("on",), "within": ("in",),
}  # fmt: skip
ARTICLES = {
    "have": ("has",),
    "has": ("have",),
    "any": ("a", "every"),
    "the": ("a", "every"),
    "each": ("every",),
    "every": ("each",),
}
SMALL_WORDS = {**ROLES, **ARTICLES}

# By the code of a complaint: what its message has, and how a line may be said anew then.
WAYS: dict[str, tuple[tuple[str, Callable[[Said], Iterator[Lines]]], ...]] = {
    "E0107": (("`.`", instead.without_number), ("'t`", _written_out), ("`;`", _at_a_semicolon), ("`+`", _added),
              ("`-`", _empty_cells), ("`'s`", _whose)),
    "E0109": (("", instead.in_one_word), ("` does not fit", instead.of_the_most), ("", instead.of_two_numbers),
              ("", instead.where_the_first_lies),
              ("` does not fit", instead.from_one_to_the_other), ("cannot end here", instead.to_where),
              ("", _one_or_another),
              ("`has` does not fit", _lies_on_it),
              ("`have` does not fit", _lies_on_it), ("", under_a_heading), ("", in_another_order),
              ("", turned_round), ("", with_the_most), ("", by_chance), ("", by_what_they_have),
              ("", in_any_of_them), ("", each_of_them), ("", instead.between), ("` does not fit", _end_of_a_name),
              ("` does not fit", _look_of_the_value), ("", _lower_case), ("", _named_whole),
              ("A word is missing", _with_commas), ("A word is missing", _number_in_brackets),
              ("stands in brackets", _number_in_brackets), ("` does not fit", _thing_first),
              ("` does not fit", instead.place_before_said), ("` does not fit", instead.most_in_brackets),
              ("`of` does not fit", _number_in_brackets), ("` does not fit", _the_before),
              ("` does not fit", instead.in_brackets), ("", _other_small_word)),
    "E0110": (("", with_the_most),),
    "E0112": (("", instead.needed_for_it),),
    "E0201": (("nothing called", _of_its_value), ("nothing called", without_small_words),
              ("nothing called", turned_round), ("has no ", each_of_them), ("'s ", _whose),
              (" called", in_capitals_all), ("nothing called", by_the_first_word),
              ("nothing called", _look_of_the_value),
              ("nothing called", _with_commas), ("nothing called", _as_it_was_called),
              ("nothing called", _in_small_letters), ("no kind called", _other_role)),
    "E0203": (("A heading brings things in", _theirs_below), ("say whose", _of_who_chooses),
              ("was brought in before", chosen_in_its_line),
              ("nothing gets a name", _named_as_it_moves), ("nothing was called", of_who_acts),
              ("say for which", of_each_of_two),
              ("are several", in_any_of_them), ("nothing was called", _of_a_thing)),
    "E0204": (("the one that was found", by_a_name_of_its_own),),
    "E0205": (("cannot be ", _look_of_the_value), ("No value is called", _as_it_is_headed),
              ("No quality is called", in_words_of_the_language),
              ("No value is called", in_words_of_the_language), ("", of_who_acts),
              ("is not worked out", instead.whose_it_is),
              ("is not worked out", instead.of_what_has_it), ("is not worked out", with_the_most),
              ("is not worked out", by_what_they_have), ("called random", by_chance),
              ("has the value", _as_it_was_called), ("No quality is called", _as_often),
              ("No quality is called", _with_the), ("is not worked out", _in_small_letters), ("", _thing_first),
              ("", _other_role)),
    "E0206": (("is a kind of thing; say which", in_any_of_them), ("cannot be `of` something", each_of_them),
              ("stands before `that`", _place_first), ("not every one", _one_by_one),
              ("is a kind of thing; say which", _with_the), ("is a kind of thing; say which", _chosen_first),
              ("A heading brings in a plain thing", _needed_below), ("cannot be `of` something", _with_the),
              ("takes no `", _chosen_below), ("is defined for other things", _number_in_brackets),
              ("is defined for other things", _sum_in_brackets),
              ("is defined for other things", of_each_among), ("", _thing_first), ("", _other_role)),
    "E0207": (("`every … is not` can be read in two ways", _not_every_one), ("", _said_of_the_thing)),
    "E0209": (("Several things", _added_up),),
    "E0208": (("of its own", _chosen_and_moved), ("of its own", _chosen_by_its_owner),
              ("goes without saying", instead.without_what_is_chosen), ("does not say which", one_brought_in),
              ("there are several", chosen_before),
              ("does not say which", _the_one_before), ("which", _thing_first)),
    "E0301": (("Nothing is ", place_before_others), ("moved to a Player", _where_players_have_things),
              ("is a Number, but a Player is wanted", whose_value_is_so), ("but a Player is wanted", _by_its_owner),
              ("Pieces are shown", _what_lies_there), ("but a Number is wanted", instead.in_brackets)),
    "E0302": (("the lower number comes first", instead.turned),),
    "E0309": (("is nothing that has an owner", _of_who_has_it), ("is nothing that has an owner", instead.of_its_own)),
    "E0402": (("where ", by_its_space), ("where ", _anything_there), ("where ", _by_its_place_known)),
    "E0405": (("What is moved would tell", _chosen_by_its_owner), ("would tell", _shown_alone),
              ("where ", _anything_there), ("where ", by_its_space)),
    "E0312": (("stands twice", _named_before), ("stands twice", _another_role)),
    "E0325": (("seats are named", _with_commas),),
    "E0507": (("moves what is not there", if_one_is_there),),
}  # fmt: skip
