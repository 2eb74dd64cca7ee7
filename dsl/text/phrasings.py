"""What printed rules say in their own way, and the sentence of the language that means it.

The table is `phrasings.toml`; `phrasing_patterns` tells how it is written. It is asked only where a sentence could not
be understood, so that nothing in it takes a word from a game. One of which a place is not known is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile

from dsl.text.all_but_one import all_but_those_named
from dsl.text.diagnostics import Diagnostic
from dsl.text.inflection import singular
from dsl.text.inventory import ACTOR, Inventory, Unknown, said_in_a_line
from dsl.text.lexer import Sentence
from dsl.text.part_by_part import said_in_parts
from dsl.text.phrasing_boards import BOARDS
from dsl.text.phrasing_counts import COUNTS
from dsl.text.phrasing_deeds import DEEDS
from dsl.text.phrasing_doing import framed
from dsl.text.phrasing_heads import HEADS
from dsl.text.phrasing_nouns import NOUNS
from dsl.text.phrasing_patterns import LEAD, PLAYER, Phrasing, found_in, table
from dsl.text.phrasing_places import NUMBERS, Places
from dsl.text.phrasing_rules import RULES, behind
from dsl.text.phrasing_values import VALUES
from dsl.text.plain_clauses import begun_by, of_its_place
from dsl.text.plain_words import in_plain_words, of_others
from dsl.text.possessives import of_whom
from dsl.text.rewordings import Reworded, depth, in_a_line

LEAVES = "stop repeating"
MOST_KEPT = 1024  # clauses, in which was looked for phrasings
SO_MANY = "7077"  # stands for a number that has a Name
FILLERS = NOUNS | BOARDS | DEEDS | VALUES | RULES | COUNTS | HEADS
LINES = re.compile(r"( *|.*(?={line})){(lines|each|line|others|neighbour|leads)(?: of (\w+))?}")
CLAUSE = re.compile(rf"({LEAD}|when|only when|then|until|(?:an?|the) [^,]+? when|(?:the .+? means )?\d+ if) (.+)")
COMPOUND = re.compile(
    r"(if|otherwise|for|repeat|take|until|during|together|in one|while|only)\b|.* may$|.* chooses one$"
)
PLAIN_DEED = re.compile(r"the |[A-Z]|(?:move|shuffle|show|swap|nobody|nothing|every|chance) ")  # no verb of a rulebook
DECLARES = re.compile(r"(?:there (?:is|are)|has|can be|takes|holds|keeps|starts|seen) ")  # under a thing, never done
EITHER = re.compile(r"(\b(?:may|must|Player|you|they) [a-z]+) either ")  # `may take either a Coin or a Card`
NAMED = re.compile(r"(let [\w-]+ be|the .+? means|.+? (?:scores|loses|rises by|falls by|becomes)) (.+)")
ANOTHER = re.compile(r"(?<!than )\b(?:another|one other|any other|some other) (?:[Pp]layer|[Oo]pponent)\b")
ASKED = re.compile(r"(?:if|otherwise if|whenever|while|until|repeat until|for each|every|no) ")
NOT_DONE = re.compile(  # nobody can be chosen there
    r"(?:after|before|when|whenever|given|then|only if|the game ends|an? .+ (?:is|are) .+ when) "
    r"|.* than (?:of )?(?:any|every) "
)
CHOSEN = "Somebody else is a player who is not this one."
MOVED_SO = re.compile(r"^( *)move every (.+? that (?:is|are) .*?(?: that | by | on | in | beside | under ).*) to (.+)$")
MOVED_ALL = re.compile(r" *move every [A-Z][\w'-]*(?: [A-Z][\w'-]*)* to ")  # wherever they are
OF_THEIRS = re.compile(r"(?:the (?:active )?Player|they|you|each Player) [a-z]+ ")
TWO_THINGS = re.compile(  # of one verb
    r"(?P<does>(?:(?:the|each) (?:active )?Player |they |you )?[a-z]+) "
    rf"(?P<first>(?:\d+|an?|{'|'.join(NUMBERS)}) [^,]+?) "
    rf"and (?P<second>(?:\d+|an?|{'|'.join(NUMBERS)}) [^,]+)"
)
IN_EXAMPLES = re.compile(r"(?:given|when|then) ")
AND_ALSO = re.compile(r" (?:, )?(?:and )?((?:given|when|then) )| (?:, )?and (?!that\b|whose\b)")
THERE = re.compile(r"(?:given|then) there (?:is|are) ")
EACH_ALONE = "Each thing that is given, done or so stands on a line of its own."
OF_THE_LANGUAGE = re.compile(  # where any other word would be a verb of a rulebook
    r"(?:two are|the|an?|if|for|only|given|then|when|whenever|after|before|let|until|while|repeat|every|no|costs|action"
    r"|otherwise"
    r"|[A-Z].*?|move|show|shuffle|swap) "
)
PLAIN = "The language has other words for this."
OWN_TWICE = re.compile(
    r" of (the (?:active )?Player|the [a-z][\w-]*|[A-Z][\w-]*)( in the [A-Z][\w'-]*(?: [A-Z][\w'-]*)* of \1)(?= |$)"
)
WHOSE = "Whose it is is said with `of`."
JOINT = re.compile(r" (and|or) (?!that\b)")
SUM_SAID = re.compile(r"((?:let [\w-]+ be|.+? (?:means|scores|loses|rises by|falls by|becomes)) )(.+)")
SUM = re.compile(r" (plus|minus) ")
COMPARED = re.compile(
    r"(the (?:(?! (?:and|or|is) ).)+) (is (?:not )?(?:(?:at least|at most|more than|less than) )?(?:\d+|the .+))"
)
VERB = re.compile(r"(?:has|have|holds|owns|belongs|shows|contains|does|is|are|stands|lies) ")
SUBJECT = re.compile(rf"(.+?) (?={VERB.pattern})")
PRODUCT = re.compile(r"\btimes (?:the\b|\d)|\btwice the\b|\d times\b")  # of which only a part is said so
OF_EACH = re.compile(
    r"(?!(?:if|only|when|while|for|let|otherwise) )(.+?) of (?:each|every|each one|every one) "
    r"([A-Z][\w' -]*?|of the [a-z][\w-]*)( (?:in|on|from|to|into|becomes|rises|falls) .+)?"
)

# -------------------------------------------------------------------------------------------------------- what is meant

# Complaints of sentences that have the right form, and words that nothing explains.
REPHRASED = frozenset({"E0203", "E0205", "E0206", "E0305", "E0332"})


def rephrased(diagnostic: Diagnostic, sentences: Sequence[Sentence], inventory: Inventory) -> Diagnostic:
    """A complaint of a sentence, with the one that may be meant."""
    span = diagnostic.span
    sentence = next((s for s in sentences if span and s.line <= span.line <= s.end_line), None)
    told = bool(diagnostic.code == "E0203" and diagnostic.hints)  # what the words are, not the sentence
    words = said_in_a_line(sentence).split(" ") if sentence else []
    pairs = [(hint, hint.split(" ")) for hint in diagnostic.hints]
    same = [hint for hint, told in pairs if told[:3] == words[:3] or told[-3:] == words[-3:]]  # the same, mended
    if span is None or sentence is None or diagnostic.code not in REPHRASED or told:
        return diagnostic
    if same:
        further = next(_composed(same[0].replace(",", " ,"), inventory), None)
        message = f"{diagnostic.message} {further.message}" if further else ""
        hints = (further.hint, *same) if further else ()
        return replace(diagnostic, message=message, hints=hints, near=()) if further else diagnostic
    for meant in (m for m in meant_there(sentence, sentences, inventory) if m.lines):
        first, last = sentence.tokens[0], sentence.tokens[-1]
        whole = replace(span, line=first.line or 1, column=first.column or 1, end_line=last.end_line or 1,
                        end_column=last.end_column or 1)  # fmt: skip
        message = f"{diagnostic.message} {meant.message}"
        return replace(diagnostic, message=message, span=whole, hints=(meant.hint,), near=())
    return diagnostic


def meant_there(sentence: Sentence, sentences: Sequence[Sentence], inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a sentence where it stands: what is left is what is repeated there, else the phase."""
    yield from all_but_those_named(sentence, sentences, inventory)
    yield from only_named(said_in_a_line(sentence), inventory)
    around = [*_around(sentence, sentences)]
    repeated, leaves = any(one.tokens[0].type == "REPEAT" for one in around), False
    seen = inventory.inside(*reversed(around)) if around else inventory
    told = any(one.tokens[0].type == "EXAMPLE" for one in around[-1:])  # each line begins so in one
    for meant in meant_by(said_in_a_line(sentence), seen.behind(sentences[: sentences.index(sentence)])):
        if told and meant.lines and not IN_EXAMPLES.match(meant.lines[0]):
            continue
        leaves = leaves or (repeated and leaves_a_loop(meant))
        if leaves_a_loop(meant) == leaves:
            yield meant


def only_named(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A line that is no more than a name: `Trade`."""
    if text in inventory.phases:
        yield Reworded("What is played there is a phase, which is done.", 0, text.count(" "), (f"do {text}",))
    for mode in ("must", "may") if text in inventory.actions else ():
        why = "Who does something is said first, and whether it must be done."
        yield Reworded(why, 0, text.count(" "), (f"{ACTOR} {mode} {text}",))


def leaves_a_loop(meant: Reworded) -> bool:
    return bool(meant.lines) and meant.lines[-1].endswith(LEAVES)


def _around(sentence: Sentence, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """The sentences under which it stands, from the innermost to the heading."""
    depth = sentence.depth
    for above in reversed(sentences[: sentences.index(sentence)]):
        if above.depth < depth:
            depth = above.depth
            yield above


def meant_by(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a sentence, and why it is not said so."""
    end = text.count(" ")
    own = begun_by(of_its_place(text, inventory))
    if own != text:  # without that it would be said of all there are
        yield from (replace(meant, end=end) for meant in meant_by(own, inventory))
        return
    for phrasing in table()["sentence"]:
        for lines, places in _by(phrasing, text, inventory):
            known = places.get("name", "") in inventory.kinds
            beside = _beside(phrasing, places) if not known else ""
            if beside is None:
                continue
            apart = tuple(beside.strip("\n").split("\n")) if beside and beside not in inventory.texts else ()
            apart = tuple(dict.fromkeys((*apart, *places.beside, *_taken_in(lines, inventory))))
            told = _told(phrasing, places)
            if lines != (in_a_line(text),) and told is not None:
                yield Reworded(phrasing.why, 0, end, lines, apart, told)
    parts = [*_part_by_part(text, inventory)] if PRODUCT.search(text) else []
    yield from parts
    clauses = [*_with_a_clause(text, inventory)]
    for composed in _composed(text, inventory):  # with what is asked there, too
        yield replace(composed, message=" ".join([*(one.message for one in clauses[:1]), composed.message]))
    yield from clauses
    yield from _each_of_two(text, inventory)
    yield from framed(text, inventory, lambda value: _clause_or_itself(value, inventory, "value"))
    yield from _with_another(text, inventory)
    yield from _with_possessives(text, inventory)
    yield from _for_each_value(text, inventory)
    yield from parts or _part_by_part(text, inventory)
    yield from _in_plain_words(text, inventory)
    yield from _on_lines_of_their_own(text, inventory)
    yield from _so_many_by_name(text, inventory)


def _so_many_by_name(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`draw Hand Size Cards`: what is meant by so many, with the Name of the number."""
    for name in inventory.numbers:
        said = re.sub(rf"\b{re.escape(name)}(?= (?:[a-z][\w-]* )*[A-Z])", SO_MANY, text)
        for meant in meant_by(said, inventory) if said != text else ():
            lines = tuple(re.sub(rf"\b{SO_MANY}\b", name, line) for line in meant.lines)
            if lines != meant.lines:
                yield replace(meant, lines=lines)


def _each_of_two(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`the Player gets 2 Cards and 3 Coins`: what is meant by each."""
    found = TWO_THINGS.fullmatch(text)
    parts = [f"{found['does']} {found[one]}" for one in ("first", "second")] if found else []
    each = [next((m for m in meant_by(part, inventory) if m.lines and not m.told), None) for part in parts]
    known = [one for one in each if one is not None]
    if parts and len(known) == 2:
        apart = tuple(dict.fromkeys(line for one in known for line in one.apart))
        lines = tuple(line for one in known for line in one.lines)
        yield Reworded(known[0].message, 0, text.count(" "), lines, apart)


def _on_lines_of_their_own(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`given A1 is open and B1 is dark`, in examples: each on a line."""
    found = IN_EXAMPLES.match(text)
    for joint in AND_ALSO.finditer(text) if found else ():
        begin = joint[1] or found[0]  # type: ignore[index]
        parts = (text[: joint.start()], f"{begin}{text[joint.end() :]}")
        if re.match(rf"{begin}(?:\d+|an?) ", parts[1]) and (there := THERE.match(text)):
            parts = (parts[0], f"{there[0]}{text[joint.end() :]}")
        told = [
            next((m.lines for m in meant_by(p, inventory) if m.lines and not m.told), (in_a_line(p),)) for p in parts
        ]
        plain = [(in_a_line(part),) for part in parts]
        for first, second in ((plain[0], plain[1]), (plain[0], told[1]), (told[0], plain[1]), (told[0], told[1])):
            yield Reworded(EACH_ALONE, 0, text.count(" "), (*first, *second))


def _in_plain_words(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`move each enemy Man next to the Square`: with the words that the language has for these."""
    end = text.count(" ")
    for told in in_plain_words(text, inventory):
        plain = Reworded(PLAIN, 0, end, (in_a_line(told),))
        yield from (plain,) if OF_THE_LANGUAGE.match(told) else ()
        yield from (replace(meant, end=end) for meant in meant_by(told, inventory))
        yield from () if OF_THE_LANGUAGE.match(told) else (plain,)


def _for_each_value(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`move 3 Coins of each Colour to the Bank`: `for each Colour`, and under it `move 3 Coins of the Colour …`."""
    found = OF_EACH.fullmatch(text)
    chosen = found and re.fullmatch(r"of the ([a-z][\w-]*)", found[2])
    sets = (
        re.search(rf"among ([A-Z][\w' -]*?) called {re.escape(chosen[1])}\b", one) for one in inventory.texts if chosen
    )
    kind = next((singular(one[1]) for one in sets if one), found[2] if found else "")
    if found is None or kind not in (*inventory.kinds, "Player"):
        return
    one, each = f"{found[1]} of the {kind}{found[3] or ''}", f"{kind} in the {chosen[1]}" if chosen else kind
    ways = (meant.lines for meant in meant_by(one, inventory) if meant.lines and not meant.told and not meant.apart)
    own = next((way for way in ways if inventory.may_be_done(way)), (one,) if inventory.is_done(one) else ())
    if own:
        lines = (f"for each {each}", *(f"    {line}" for line in own))
        yield Reworded("What is done for each stands under it.", 0, text.count(" "), lines)


def _part_by_part(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A sentence of which some words are said anew, as it is then, or as what is meant by it."""
    told, why = said_in_parts(text, inventory)
    if told == text:
        return
    before = next((k for k, (a, b) in enumerate(zip(text.split(), told.split(), strict=False)) if a != b), 0)
    alike = zip(reversed(text.split()), reversed(told.split()), strict=False)
    behind = next((k for k, (a, b) in enumerate(alike) if a != b), 0)
    yield Reworded(why, before, max(before, text.count(" ") - behind), (in_a_line(_in_products(told)),))
    for meant in meant_by(told, inventory):
        yield replace(meant, end=text.count(" "), message=" ".join(dict.fromkeys((why, meant.message))))


def _with_possessives(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """`Ann's Purse`, `the other's Hand`: `the Purse of Ann`, `the Hand of the other`."""
    told = of_whom(text)
    if told != text:
        yield Reworded(WHOSE, 0, text.count(" "), (in_a_line(told),))
        for meant in meant_by(told, inventory):
            yield replace(meant, end=text.count(" "), message=f"{WHOSE} {meant.message}")


def _with_another(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What is done with `another player`, who is chosen first."""
    found = ANOTHER.search(text)
    told_so = ASKED.match(text) and of_others(text, inventory) != text  # whose it is not, and nobody is chosen
    if found is None or NOT_DONE.match(text) or told_so:
        return
    for name in ("other", "rival"):  # another thing may be called so by what is meant
        rest = f"{text[: found.start()]}the {name}{text[found.end() :]}"
        first = f"{ACTOR} chooses a Player called {name} that is not {ACTOR}"
        for meant in meant_by(rest, inventory):
            told = f"{CHOSEN} {meant.message}"
            if meant.lines and not meant.told and not any(f" called {name} " in line for line in meant.lines):
                yield replace(meant, end=text.count(" "), message=told, lines=(first, *meant.lines))
        yield Reworded(CHOSEN, 0, text.count(" "), (first, in_a_line(rest)))


def _with_a_clause(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A sentence with its condition, or its value, in other words."""
    for sort, clause in (("condition", CLAUSE.fullmatch(text)), ("value", NAMED.fullmatch(text))):
        for part in _first_clauses(clause[2]) if clause else ():
            found = _clause(part.removesuffix(" then"), inventory, sort)
            if clause and found:
                rest = clause[2].removeprefix(part)
                yield Reworded(found[0], 0, text.count(" "), (in_a_line(clause[1], found[1], *rest.split()),))


def _composed(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """A sentence with what is done then in other words."""
    text = EITHER.sub(r"\1 ", text)
    for phrasing in table()["composed"]:
        for lines, places in _by(phrasing, text, inventory):
            if lines != (in_a_line(text),):
                yield Reworded(phrasing.why, 0, text.count(" "), lines, tuple(dict.fromkeys(places.beside)))


def _first_clauses(text: str) -> Iterator[str]:
    """What may be a condition: all of it, or what stands before a comma, behind which it is said what happens."""
    before, comma, _ = text.rpartition(" , ")
    if comma:
        yield before
    yield text


def _taken_in(lines: Sequence[str], inventory: Inventory) -> Iterator[str]:
    """The chapter of the library that says which spaces are empty, where lines ask that and the rulebook has no word
    for it."""
    known = any(" empty when" in text or (text.startswith("use ") and "Pieces" in text) for text in inventory.texts)
    if not known and any(" empty " in f"{line} " and " empty when" not in line for line in lines):
        yield "use Pieces"


def _beside(phrasing: Phrasing, places: Places) -> str | None:
    """What stands at the left edge besides; None where not all of it is known."""
    with suppress(Unknown):
        return phrasing.apart.format_map(places)
    return None


def _told(phrasing: Phrasing, places: Places) -> str | None:
    """What to do that no lines in place of the sentence say; None where not all of it is known."""
    with suppress(Unknown):
        return phrasing.told.format_map(places)
    return None


def meant_alone(text: str, inventory: Inventory) -> Iterator[Reworded]:
    """What may be meant by a condition that stands alone, as under `a Card is good when`."""
    found = _clause(text, inventory)
    if found:
        yield Reworded(found[0], 0, text.count(" "), (found[1],))


def _by(phrasing: Phrasing, text: str, inventory: Inventory) -> Iterator[tuple[tuple[str, ...], Places]]:
    """The lines that a phrasing gives for a text, by the first of its patterns that fits and of which all is known."""
    for pattern in phrasing.said:
        match = pattern.found(f" {text}")
        if match:
            places = Places(found_in(match), FILLERS, inventory, text, _clause_or_itself, meant_by)
            with suppress(Unknown):
                yield _lines(phrasing.meant, places), places
                return


@lru_cache(maxsize=MOST_KEPT)  # of many that are joined, each is asked for in as many ways as the others can be parted
def _clause(text: str, inventory: Inventory, sort: str = "condition") -> tuple[str, str] | None:
    """A condition, each of several that are joined, or a value, as the language has it, and why."""
    for phrasing in table()[sort]:
        for lines, _ in _by(phrasing, text, inventory):
            if lines[0] != text:
                alone = len(VERB.findall(f"{text} ")) == 1  # of several clauses each is found below
                return phrasing.why, _each_part(lines[0], inventory, sort) if alone else lines[0]
    compared = COMPARED.fullmatch(text) if sort == "condition" else None
    number = _clause(compared[1], inventory, "value") if compared else None
    if compared and number:
        return number[0], f"{number[1]} {compared[2]}"
    for joint in (SUM if sort == "value" else JOINT).finditer(text):
        parts = [text[: joint.start()], _with_its_subject(text[: joint.start()], text[joint.end() :])]
        told = [_clause(part, inventory, sort) for part in parts]
        if any(told):
            first, second = (one[1] if one else part for one, part in zip(told, parts, strict=True))
            first, second = (_held_together(one) if sort == "value" else one for one in (first, second))
            return next(one[0] for one in told if one), f"{first} {joint[1]} {second}"
    return None


def _held_together(number: str) -> str:
    """`(2 multiplied by the tally)`, as it stands in a sum."""
    whole = number.startswith("(") and number.endswith(")") and ") " not in number
    return f"({number})" if re.search(r" (?:multiplied|divided) by ", number) and not whole else number


def _in_products(text: str) -> str:
    """A sum of products, each of which stands in brackets."""
    found = SUM_SAID.match(text)
    parts = SUM.split(found[2]) if found and "(" not in text and "," not in text else []
    if not parts[1:]:
        return text
    return (
        f"{found[1] if found else ''}{' '.join(one if k % 2 else _held_together(one) for k, one in enumerate(parts))}"
    )


def _each_part(text: str, inventory: Inventory, sort: str) -> str:
    """Several clauses that a phrasing made of one, each as the language has it."""
    parts = re.split(r"( and | or )", text)
    if len(parts) == 1 or not all(SUBJECT.match(part) for part in parts[::2]):
        return text
    told = ((_clause(part, inventory, sort) or ("", part))[1] if n % 2 == 0 else part for n, part in enumerate(parts))
    return "".join(told)


def _with_its_subject(first: str, second: str) -> str:
    """`holds 2 Cards`, behind `the Player has 3 Coins or`: `the Player holds 2 Cards`."""
    subject = SUBJECT.match(first)
    return f"{subject[1]} {second}" if subject and VERB.match(second) else second


def _clause_or_itself(text: str, inventory: Inventory, sort: str = "condition") -> str:
    told = _clause(text, inventory, sort)
    return told[1] if told else text


def _lines(meant: str, places: Places) -> tuple[str, ...]:
    """The lines of what is meant, if it is said in this place at all; what is done once needs no `repeat`."""
    lines = [line for template in meant.split("\n") if template for line in _filled(template, places) if line]
    if any(depth(above) > depth(line) + 1 for above, line in pairwise(lines)):  # which a tip cannot tell
        raise Unknown
    once = next((k for k, line in enumerate(lines) if line.strip() == "repeat 1 times"), None)
    if once is not None:
        deeper = takewhile(lambda line: depth(line) > depth(lines[once]), lines[once + 1 :])
        inside = [line.removeprefix("    ") for line in deeper]
        lines[once : once + 1 + len(inside)] = inside
    for first, second in pairwise(lines):
        nowhere = re.fullmatch(r" *[^,]* chooses an? (.+) in (the [A-Z].*)", first)
        if nowhere and second.strip() == f"move the {nowhere[1]} to {nowhere[2]}":
            raise Unknown  # where it is already
    if OF_THEIRS.match(places.text) and any(map(MOVED_ALL.match, lines)):
        raise Unknown  # what is theirs, and not all that anybody has
    return tuple(MOVED_SO.sub(r"\1for each \2, move it to \3", line) for line in lines)


def _filled(template: str, places: Places) -> Iterator[str]:
    """A line with what stands in its places. `{lines}` are those that say what `<then>` means, done by whoever is
    named; so is `{each}`, or that a player does it; `{line}` is the only one, where it stands behind something.
    `{lines of a}` are those of another place, `{others}` what `the other` does, `{neighbour}` who sits beside."""
    found = LINES.fullmatch(template)
    if found is None:
        yield OWN_TWICE.sub(r"\2", in_a_line(template.format_map(places)))
        return
    start, sort, name = found.groups()
    then = places.word(name or "then")
    margin = " " * (4 * depth(template))
    plain = in_a_line(then)
    verb, known = then.partition(" ")[0], places.inventory  # whoever does it there
    is_verb = sort in ("lines", "line", "each") and verb.islower() and verb in known.heads
    if is_verb and known.may_be_done((plain,)):
        yield margin + plain if sort != "line" else in_a_line(f"{start.format_map(places).rstrip()} {plain}".lstrip())
        return
    for text in _subjects(sort, then, places):
        ways = (m for m in meant_by(text, places.inventory) if m.lines and not m.told)
        deeds = (m for m in ways if not DECLARES.match(m.lines[0]) and places.inventory.may_be_done(m.lines))
        for meant in deeds:
            if sort != "line":
                places.beside += meant.apart
                yield from (margin + line for line in meant.lines)
                return
            if len(meant.lines) > 1:
                break
            if not COMPOUND.match(meant.lines[0]):
                places.beside += meant.apart
                yield in_a_line(f"{start.format_map(places).rstrip()} {meant.lines[0]}".lstrip())
                return
    for text in map(in_a_line, _subjects(sort, then, places)):  # what is right as it stands
        if PLAIN_DEED.match(text) and places.inventory.is_done(text):
            yield margin + text if sort != "line" else in_a_line(f"{start.format_map(places).rstrip()} {text}".lstrip())
            return
    if sort != "each":
        raise Unknown
    yield f"{margin}{ACTOR} {then}"


def _subjects(sort: str, then: str, places: Places) -> tuple[str, ...]:
    """What is done, with whoever may do it."""
    match sort:
        case "others":
            return (f"the other {then}",)
        case "neighbour":
            side = places.word("side", "left")
            return (f"the {side} of {ACTOR} {then}",)
        case "leads":
            return (f"the leader {then}",)
        case _:  # whoever is named, or acts
            they = re.sub(r"^(?:they|he|she|you) ", "", then)
            begun = places.get("a", "")
            same = re.match(rf"(?:{PLAYER}) (?=[a-z])", begun)  # whoever did what stands before
            who = same[0].strip() if same and "p" not in places else places["p"]  # who acts, where nobody is named
            if "K" in places:
                then = they = re.sub(r"^it ", f"the {places['K']} ", they)
            first = (then,) if who == ACTOR or then.startswith(f"{who} ") else ()
            does = re.sub(
                r"^(?!(?:may|must|can|cannot) )([a-z]+[^s\W])(?= )", r"\1s", they
            )  # they score: the Player scores
            return (*behind(they, begun, who), *first, *dict.fromkeys((f"{who} {they}", f"{who} {does}")))
