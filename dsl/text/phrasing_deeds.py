"""What stands in the places of phrasings that tell what is done, when, and what things become by it."""

from __future__ import annotations

import re

from dsl.text.inventory import Inventory, Unknown
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS
from dsl.text.phrasing_places import Filler, Places

COINED = ("finished", "ahead", "done-for", "meant")  # qualities that the writer still has to name better

TURNED = "face|tired|spent|used|tapped|exhausted|active|ready|asleep|open|closed|revealed"  # of what is turned over

SET = re.compile(r"chooses (?!one\b).* among (?:[a-z][\w-]* )*([A-Z][\w' -]*?) called ([\w-]+)")

SMALL = "|".join(sorted(word.lower() for word in PLACE_WORDS | ROLE_WORDS))
AND_THEN = {"to": "with"}  # behind a thing with this word the next has that one, else `to`

DONE = {
    "take": "taken", "draw": "drawn", "build": "built", "buy": "bought", "pay": "paid", "fight": "fought",
    "sell": "sold", "win": "won", "lose": "lost", "go": "gone", "choose": "chosen", "throw": "thrown",
}  # fmt: skip


def _must(places: Places, inventory: Inventory) -> str:
    """`the Pawn must not be tired`: `the Pawn is not tired`."""
    found = re.fullmatch(r"(not )?be (.*)", places["z"])
    if not found:
        raise Unknown
    text = f"{places['x']} is {found[1] or ''}{found[2]}"
    return places.condition(text)


def _printed(places: Places, _: Inventory) -> str:
    """What is printed for a Name with small words, `seal of excellence`: all that stands in the heading."""
    return re.sub(r"^\w+ (?:the )?", "", places.text).lower()


def _deed(places: Places, inventory: Inventory) -> str:
    """What is done by `sells 3 leather`: the action of that verb, with what it is done to."""
    verb = places["verb"]
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    action = inventory.only(name for name in inventory.actions if name.partition(" ")[0].lower() in stems)
    return f"{action} {re.sub(r'^(?:[0-9]+|an?) ', '', places['rest'])}"


def _done(places: Places, inventory: Inventory) -> str:
    """What a player does by a verb of the rulebook, `takes a bonus`; and for whom, if that is last there."""
    verb = places.word("verb")
    stems = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)}
    rest = f" {places['rest']}" if "rest" in places else ""
    head = inventory.only(
        text for text in inventory.texts for stem in stems if re.match(rf"to {stem}\b", text) and verb != stem
    )
    whose = re.search(r" (\w+) a Player(?: called [\w-]+)?$", head)
    stem = head.split(" ")[1]
    missing = f" {whose[1]} {places['p']}" if whose and f" {whose[1]} " not in f"{rest} " else ""
    return f"{stem}{rest}{missing}"


def _action(places: Places, inventory: Inventory) -> str:
    if places.word("Action") not in inventory.actions:
        raise Unknown
    return places.word("Action")


def _actions(_: Places, inventory: Inventory) -> str:
    if not inventory.actions:
        raise Unknown
    return " or ".join(inventory.actions)


def _deeds(_: Places, inventory: Inventory) -> str:
    """Any of them, as a rule names what it follows."""
    if not inventory.actions:
        raise Unknown
    *others, last = inventory.actions
    return f"{', '.join(others)} or {last}" if others else last


def _price(places: Places, _: Inventory) -> str:
    """A number, of something if it is said of what."""
    return " ".join(places[name] for name in ("n", "q") if name in places)


def _windows(_: Places, inventory: Inventory) -> str:
    if not inventory.windows:
        raise Unknown
    return ", ".join(inventory.windows)


def _flags(places: Places, inventory: Inventory) -> list[str]:
    """The qualities that the thing can have or not."""
    thing = inventory.thing(inventory.called(re.sub(r" (?:of|on|in) .*", "", places["x"])))
    lists = (
        line.removeprefix("can be ").partition(" , seen ")[0] for line in thing.lines if line.startswith("can be ")
    )
    return [word for listed in lists for word in listed.split(" , ")]


def _known_quality(places: Places, inventory: Inventory) -> str:
    """A quality or a value that the rulebook has; nothing else stands behind `is` alone."""
    word = places.word("q")
    can_be = (line for thing in inventory.things.values() for line in thing.lines if line.startswith("can be "))
    if word in inventory.qualities | inventory.values or any(word in line.split(" ") for line in can_be):
        return word
    raise Unknown


def _made_so(places: Places, inventory: Inventory) -> str:
    """The quality that a verb gives: who tires a thing makes it tired."""
    verb = places.word("verb")
    stem = verb.removesuffix("s") if verb.endswith("s") else verb
    return inventory.only(flag for flag in _flags(places, inventory) if flag in (f"{stem}d", f"{stem}ed", f"{stem}n"))


def coined(inventory: Inventory) -> str:
    """A word for a quality that the rulebook still has no use for."""
    texts = "\n".join(inventory.texts)
    words = (*COINED, *(f"{COINED[0]}-{number}" for number in range(2, len(inventory.texts) + 3)))
    return inventory.first(word for word in words if not re.search(rf"\b{word}(?![\w-])", texts))


def _titled(places: Places, _: Inventory) -> str:
    """The words of a Name with capitals, which it has not."""
    named = " ".join(word.capitalize() for word in places["rest"].split())
    if named == places["rest"]:
        raise Unknown
    return named


def _one_chosen(_: Places, inventory: Inventory) -> str:
    """What stands for each of a set, `Card in the picked`, where the rulebook has only one."""
    sets = {found.groups() for text in inventory.texts if (found := SET.search(text))}
    several, name = inventory.only(sorted(sets))
    return f"{inventory.called(several)} in the {name}"


def _made_not_so(places: Places, inventory: Inventory) -> str:
    """The quality that a verb takes away: what is untired is not tired."""
    stem = places.word("un").removeprefix("un")
    return inventory.only(flag for flag in _flags(places, inventory) if flag in (f"{stem}d", f"{stem}ed", f"{stem}n"))


def _left_to_say(places: Places, inventory: Inventory) -> list[str]:
    """The words before the things of an action, as its heading has them, that an example does not say."""
    known = [text.removeprefix("action ") for text in inventory.texts if text.startswith("action ")]
    said = places.word("many").partition(" , ")[0]
    name = max((name for name in inventory.actions if said.startswith(f"{name} ")), key=len, default="")
    head = next((text.removeprefix(name) for text in known if name and text.startswith(f"{name} ")), None)
    if head is None:
        raise Unknown
    words = [word for word in _words_of_a_heading(head) if word and f" {word} " not in said]
    others = re.split(" , (?:and )?", places["b"])
    return [word for word in words if len(words) == len(others) or f" {word} " not in places["b"]]


def _words_of_a_heading(head: str) -> list[str]:
    """The words before its things; before one that has none, one that no other has."""
    found = re.findall(rf"(?:(\b(?:{SMALL})) )?\ban? [A-ZÀ-Þ]", head)
    words: list[str] = []
    for k, word in enumerate(found):
        likely = (AND_THEN.get(found[k - 1], "to"), "with", "for", "from", "by")
        words.append(word or next((one for one in likely if k and one not in (*found, *words)), ""))
    return words


def _heading_said(places: Places, _: Inventory) -> str:
    """`action Sail with a Boat to a Cell`, of `action Sail with a Boat, a Cell`."""
    text = re.sub(" , (?:and )?", " , ", places.text)
    if not re.search(r" , an? [A-ZÀ-Þ]", text):
        raise Unknown
    words = iter(_words_of_a_heading(text.removeprefix("action ")))

    def behind_its_word(thing: re.Match[str]) -> str:
        return " ".join(filter(None, (next(words), thing["thing"])))

    things = rf"(?:(?:\b(?:{SMALL})|,) )?\b(?P<thing>an? [A-ZÀ-Þ])"
    return re.sub(things, behind_its_word, text)


def _behind_no_word(places: Places, inventory: Inventory) -> tuple[str, str]:
    """`Sail the Boat with the first` before other things, where the heading has no `with`: what is done, and the first
    of those that are chosen under it."""
    done = places.word("many").partition(" , ")[0]
    found = re.fullmatch(r"(?P<done>.+?) (?P<word>with|for|by|from|to) (?P<thing>the .+)", done)
    heads = (text.removeprefix("action ") for text in inventory.texts if text.startswith("action "))
    name = max((name for name in inventory.actions if done.startswith(f"{name} ")), key=len, default="")
    own = next((_words_of_a_heading(head) for head in heads if name and head.startswith(f"{name} ")), None)
    return (found["done"], found["thing"]) if found and own is not None and found["word"] not in own else (done, "")


def _things_done(places: Places, inventory: Inventory) -> str:
    """What is done, as the heading has it; of what is chosen under the heading, nothing yet."""
    words = _left_to_say(places, inventory)
    done, first = _behind_no_word(places, inventory)
    if first and places.text.startswith("when"):
        return f"when {places['p']} does {done}"
    said = [*places.word("many").split(" , "), *re.split(" , (?:and )?", places["b"])]
    done, others = said[0], said[1:]
    start, verb, *_ = re.findall(r"^\w+|\b(?:does|cannot|can|could)\b", places.text)
    if len(words) == len(others):
        rest = " ".join(f"{word} {thing}" for word, thing in zip(words, others, strict=True))
        return f"{start} {places['p']} {verb} {done} {rest}"
    if words or len(others) > 1:
        raise Unknown
    return f"when {places['p']} does {done}"


def _then_chosen(places: Places, inventory: Inventory) -> str:
    """What is chosen when the action has begun, in a line of its own."""
    if _left_to_say(places, inventory):
        return ""
    if places.text.startswith("when"):
        first = _behind_no_word(places, inventory)[1]
        others = places.word("many").split(" , ")[1:] if first else []
        return f"when {places['p']} chooses {', '.join([*filter(None, [first]), *others, places['b']])}"
    return f"then {places['p']} {'cannot' if ' cannot ' in places.text else 'can'} choose {places['b']}"


def _two(places: Places, inventory: Inventory) -> tuple[str, str]:
    """The two that one heading has of a sort."""
    name = places["K"]
    heads = re.compile(rf"action .*?\ban? {name}(?: called ([\w-]+))? .*\ban?(?:other)? {name}(?: called ([\w-]+))?")
    first, second = inventory.only(found.groups() for text in inventory.texts if (found := heads.match(text)))
    return f"the {first or name}", f"the {second or 'other'}"


def _having_done(places: Places, _: Inventory) -> str:
    """The quality of whoever has done that: `passed`, `drawn`."""
    given = next((part for part in ("done", "past") if part in places), "")
    verb = places.word(given or ("verb" if "verb" in places else "Step")).split(" ")[0].lower()
    if given or ("verb" in places and " did not " not in f" {places.text} "):
        return verb
    regular = f"{verb}d" if verb.endswith("e") else f"{verb[:-1]}ied" if re.search("[^aeiou]y$", verb) else f"{verb}ed"
    return DONE.get(verb, regular)


def _then(places: Places, inventory: Inventory) -> str:
    """What is done then, on the same line."""
    if "rest" not in places:
        return ""
    told = places["rest"]
    if not inventory.is_done(told):
        ways = (one.lines for one in places.meant(places.word("rest")) if len(one.lines) == 1 and not one.apart)
        told = next((lines[0] for lines in ways if inventory.may_be_done(lines)), told)
    return f", {told}"


def _turned(places: Places, inventory: Inventory) -> str:
    """The quality that a thing has when it is turned over or aside, if it is the only one of it."""
    quality = inventory.only(_flags(places, inventory))
    verb = re.search(r"\b(flip|turn|toggle|tap|exhaust|rotate|mark|lay|put|place)", places.text)
    if not re.match(TURNED, quality) and not (verb and quality.startswith(verb[1])):
        raise Unknown
    return quality


DEEDS: dict[str, Filler] = {
    "turned so": _turned,
    "known q": _known_quality,
    " tail": lambda places, inventory: (
        f" {inventory.phrase(places.word('tail'), places['p'])}" if "tail" in places else ""
    ),
    " start": lambda places, inventory: (
        f" {inventory.phrase(places.word('start'), places['p'])}" if "start" in places else ""
    ),
    "c": lambda places, _: places.condition(places.word("c")),
    "must": _must,
    "printed": _printed,
    "deed": _deed,
    "done": _done,
    "having done": _having_done,
    "titled": _titled,
    "one chosen": _one_chosen,
    "heading said": _heading_said,
    "things done": _things_done,
    "then chosen": _then_chosen,
    "first of two": lambda places, inventory: _two(places, inventory)[0],
    "second of two": lambda places, inventory: _two(places, inventory)[1],
    "Action": _action,
    "actions": _actions,
    "all actions": lambda _, inventory: " or ".join(inventory.all_actions or [_actions(_, inventory)]),
    "deeds": _deeds,
    "windows": _windows,
    "phase": lambda _, inventory: inventory.only(inventory.phases),
    "time": lambda places, _: places.word("time").removeprefix("the "),
    "n and what": _price,
    "made so": _made_so,
    "made not so": _made_not_so,
    "coined": lambda _, inventory: coined(inventory),
    " follows": lambda places, _: f" {places.get('follows', '')}".rstrip(),
    " in rest": lambda places, _: (
        f" {re.search(r' (in|on) ' + re.escape(places['rest']), places.text)[1]} {places['rest']}"  # type: ignore[index]
        if "rest" in places
        else ""
    ),
    " rest": lambda places, _: f" {places.get('rest', '')}".rstrip(),
    ", rest": _then,
    "x before": lambda places, _: f"{places['x']} " if "x" in places else "",
}
