"""Words that printed rules have for what the language says in others, wherever they stand in a sentence: `adjacent to`
for `beside`, `2 wood` for `2 wood Resources`, `a Region with a Castle` for `a Region under a Castle`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import ACTOR, Inventory, Unknown
from dsl.text.phrasing_places import NUMBERS
from dsl.text.plain_clauses import CLAUSES, Way, put, wherever
from dsl.text.possessives import NAME

LABEL = r"[A-Z]{1,2}\d{1,2}"
COUNT = rf"\d+|an?|no|one|{'|'.join(NUMBERS)}"
BESIDE = re.compile(r"\b(?:(?:orthogonally|directly|immediately) )?(?:adjacent to|next to|neighbou?ring|bordering) ")
AT_ONCE = re.compile(r"(?: ,)? (?:immediately|instantly|automatically|at once|right away)\b")
DO = re.compile(r"\b(may|must) (?:do|perform|use|take) (?=[A-Z])")
IN_ORDER = re.compile(r"\b(each|every) Player ,? ?(?:in (?:turn|clockwise|player|seating) order|in turn) (?:,  ?)?")
THAT = re.compile(rf"(?<!\w )\b(?:that|this) (?={NAME})|(?<=[a-z] )(?:that|this) (?={NAME}(?: (?:to|is|wins)\b|$))")
THAT_PLAYER = re.compile(r"\b(?:that|this) [Pp]layer\b")
YOURS = re.compile(r"\bis (not )?(?:yours|theirs|(?:one )?of (?:your|their) own)(?= |$)")
ENEMY = re.compile(
    rf"\b(?P<article>an?|every|each|all|any|no|the) (?P<so>(?:adjacent )?)(?:enemy|hostile|opposing|opponent's) "
    rf"(?P<name>{NAME})(?P<where> (?:on|in|beside|under) (?:(?:the|an?) )?{NAME})?"
)
OF_OTHERS = re.compile(
    rf"\b(an?|every|each|all|any|no|the) ({NAME}(?: (?:on|in|beside|under) (?:(?:the|an?) )?{NAME})?) of "
    r"(?:another|other|any other|an other|the other|an opposing) [Pp]layers?\b"
)
AMOUNT = re.compile(rf"\b(?P<count>{COUNT}|all|every|each|the|any) (?P<value>[a-z][\w-]*)(?= |$)(?! {NAME})")
HOLDING = re.compile(
    rf"\b(?P<space>{NAME})(?P<whose> of (?:the )?(?:active )?(?:{NAME}|(?<=the )[a-z][\w-]*))? "
    r"(?:(?P<without>without)|with|containing|occupied by|[Tt]hat (?:contains?|has|have)|which has) "
    r"(?P<no>no )?(?:(?:an?|any|at least one|one|some|(?P<the>the)) )?(?P<more>(?:(?!pieces?\b)[a-z]+ )?)"
    rf"(?P<piece>{NAME}|pieces?)(?P<of> of (?:the )?{NAME})?(?: on (?:it|them))?(?P<called> called [\w-]+)?"
)
BESIDE_ONE = re.compile(rf"\b(?P<what>[Tt]he {NAME}) is (?P<no>not )?beside an? (?P<space>{NAME}) under (?P<piece>.+)")
NONE_OR_ONE = re.compile(
    rf"\bthere (?:(?:is|are) (?:at least (?:one|1)|more than (?:0|zero))|(?P<none>are (?:no|0|zero))) "
    rf"(?P<so>(?:[a-z-]+ )?)(?P<name>{NAME})"
)
ONE_OF_THEIRS = re.compile(rf"\b(?:one|any|an?) of (?:your|their|his|her) (?P<name>{NAME})")
MAY = re.compile(r"^(then (?:the )?[A-Z][\w-]*) (?:may|can)(?: (not))? (?=[A-Z])")
CHOICE = re.compile(
    rf"(?:any )?((?:\d+|an?|one|{'|'.join(NUMBERS)}) .+?) of (?:your|their|his|her) (?:own )?choice\b"
    rf"|\bany (?=(?:\d+|{'|'.join(NUMBERS)}) )"
)
OF_A_VALUE = re.compile(rf"\b(?P<name>{NAME}) of (?P<value>[a-z][\w-]*)(?= |$)")
OF_NOTHING = re.compile(
    rf"\bthe (?P<kind>{NAME})(?= (?:is|rises|falls|becomes|increases|decreases|advances|goes|drops|reaches|by)\b|$)"
)
REACHES = re.compile(rf"\b(the {NAME}(?: of (?:the )?{NAME})?) (?:reaches|has reached|gets to) (\d+)")
FOR_EACH = re.compile(
    rf"\b(?P<before>plus|minus|means) (?P<n>\d+) (?:points? )?(?:for (?:each|every)|per) (?P<name>{NAME})"
    r"(?P<rest> (?:in|on|of|that|whose|beside|under) .+?)?(?= (?:plus|minus) |$)"
)
AMONG = re.compile(
    rf"\bthe (?P<most>total|highest|lowest|sum of the) (?P<kind>{NAME}) (?:of|among) (?:all )?(?:of )?"
    rf"(?:their|your|his|her) (?P<name>{NAME})"
)
SAME_ROW = re.compile(rf"\b(an? (?:[a-z]+ )?{NAME}) in the same (row|rank|column|file) as ")
SHOWING = re.compile(rf"\b(?P<name>{NAME}) (?:showing|that shows?|with) (?:an? )?(?P<n>\d+)(?= |$)")
LEFT = re.compile(
    r"(?<=\w)(?<!the)(?<!their)(?<!your) (?:left|remaining)(?= in | on |$)|\bstill (?=(?:has|have|is|are) )"
    r"|(?<=(?:is|as) )still |(?<=[a-z]) (?:now|already)(?= (?:has|have|is|are|contains|holds) )"
    r"|(?<=\w) (?:yet|so far|any more|anymore|any longer)(?= ,|$)"
)
INSIDE = re.compile(
    rf"\b(?:in|inside|into) (?P<where>(?:(?:the|an?|any|every|each|no) (?:[a-z]+ )*)?(?P<name>{NAME}))(?= |$)"
)


def in_plain_words(text: str, inventory: Inventory) -> Iterator[str]:
    """The sentence with all such words put otherwise; and with those of each sort alone."""
    each = [way(text, inventory) for way in WAYS]
    whole = text
    for way in WAYS:
        whole = way(whole, inventory)
    yield from dict.fromkeys(one for one in (whole, *each) if one != text)


def _at_once(text: str, inventory: Inventory) -> str:
    """Nothing of the language waits."""
    return DO.sub(r"\1 ", text if "immediately" in inventory.qualities else AT_ONCE.sub("", text))


def _that_one(text: str, inventory: Inventory) -> str:
    said = THAT_PLAYER.sub(inventory.that_player, text)
    return THAT.sub("the ", said)


@wherever(ENEMY)
def _of_another(found: re.Match[str], inventory: Inventory) -> str:
    """`every enemy Man on the Square`: `every Man that is on the Square and that is not owned by the Player`."""
    name = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    if name not in inventory.things or not inventory.is_owned(name):
        return found[0]
    article = {"all": "every", "each": "every", "any": "a", "an": "a"}.get(found["article"], found["article"])
    article = a_or_an(f"{found['so']}{name}") if article == "a" else article
    article = "each" if found.string[: found.start()].endswith("for ") else article
    where = f" that is{found['where']} and" if found["where"] else ""
    return f"{article} {found['so']}{name}{where} that is not owned by the Player"


def of_others(text: str, inventory: Inventory) -> str:
    """`an Army of another Player`: `an Army that is not owned by the Player`."""
    return _of_another(OF_OTHERS.sub(r"\1 enemy \2", text), inventory) if OF_OTHERS.search(text) else text


def _of_a_value(text: str, inventory: Inventory) -> str:
    """`2 wood`: `2 wood Resources`, if such a value is on one sort of pieces alone; of a cost it is said so."""
    if text.startswith(("cost", "let ", "chance ")) or " is one of " in text:
        return text

    def told(found: re.Match[str]) -> str:
        pieces = pieces_with(found["value"], inventory)
        if len(pieces) != 1:
            return found[0]
        count = NUMBERS.get(found["count"], found["count"])
        match count:
            case "all" | "each" | "every":
                return f"every {found['value']} {pieces[0]}"
            case "1" | "one" | "a" | "an" | "any":
                return articled(f"{found['value']} {pieces[0]}")
            case "no" | "the":
                return f"{count} {found['value']} {pieces[0]}"
            case _:  # a number
                return f"{count} {found['value']} {inventory.several(pieces[0])}"

    return AMOUNT.sub(told, text)


def pieces_with(value: str, inventory: Inventory) -> list[str]:
    """The sorts of pieces that have one of the values listed with this one."""
    kinds = [kind for kind, values in inventory.values_of.items() if value in values]
    has = re.compile(rf"(?:there (?:is|are) .* (?:each|and)|has an?) (?:{'|'.join(kinds)})\b") if kinds else None
    pieces = (thing for thing in inventory.things.values() if thing.sort == "piece")
    found = [thing for thing in pieces if has and any(map(has.match, thing.lines))]
    plain = [
        thing
        for thing in found
        if f"table {thing.name}" not in inventory.texts and sum(line.startswith("has ") for line in thing.lines) < 2
    ]
    bare = [thing for thing in plain if not any(re.match(r"has an? ", line) for line in thing.lines)]
    return [thing.name for thing in (bare if len(found) > 1 and bare else found)]


def _under_what_is_there(text: str, inventory: Inventory) -> str:
    """`a Region with an Army on it`: `a Region under an Army`."""

    def told(found: re.Match[str]) -> str:
        space = singular(found["space"].split(" ")[-1])
        any_piece = found["piece"] in ("piece", "pieces")
        known = "Piece" if any_piece else inventory.forms.get(found["piece"].lower(), ("", ""))[1]
        if space not in inventory.spaces or not (any_piece or known in inventory.things):
            return found[0]
        be = "is" if space == found["space"].split(" ")[-1] else "are"
        under = f"that {be} not under" if found["no"] or found["without"] else "under"
        piece, of = articled(f"{found['more']}{known}"), found["of"] or ""
        single = any(re.match("there is one for each ", line) for line in inventory.thing(known).lines)
        if found["the"] and (known in inventory.brought or single):  # that one, or the only one that somebody has
            piece = f"the {found['more']}{known}"
            of = of if of or known in inventory.brought else f" of {ACTOR}"
        return f"{found['space']}{found['whose'] or ''}{found['called'] or ''} {under} {piece}{of}"

    exchanged = re.match(r"(?:the Player )?(?:replace|exchange|swap|trade|turn|change)s? ", text)
    return text if exchanged else BESIDE_ONE.sub(_one_beside, HOLDING.sub(told, text))


def _one_beside(found: re.Match[str]) -> str:
    """`the Region is beside a Region under an Army`: `there is an Army beside the Region`."""
    piece = f"no {re.sub('^an? ', '', found['piece'])}" if found["no"] else found["piece"]
    first, *behind = re.split(r" (?=, |and |or )", piece, maxsplit=1)
    what = found["what"][0].lower() + found["what"][1:]
    return " ".join([f"there is {first} beside {what}", *behind])


def _on_a_space(text: str, inventory: Inventory) -> str:
    """`in the Region`, `in C3`: `on the Region`, `on C3`."""

    heading = re.match(r"(?:action|power|to|window) .*|the .+? of an? .+? (?:means|is) |an? .+? is .+? when ", text)
    begin = heading.end() if heading else 0

    def told(found: re.Match[str]) -> str:
        if found.start() < begin:
            return found[0]
        name = inventory.forms.get(found["name"].lower(), ("", found["name"]))[1]
        known = inventory.things.get(name)
        board = known is not None and known.sort == "board"
        if not (board or name in inventory.spaces or re.fullmatch(LABEL, name)):
            return found[0]
        return f"{'to' if found[0].startswith('into') else 'on'} {found['where']}"

    return INSIDE.sub(told, text)


@wherever(NONE_OR_ONE)
def _none_or_one(found: re.Match[str], inventory: Inventory) -> str:
    """`there are no Coins`, `there is at least one Coin`: `there is no Coin`, `there is a Coin`."""
    known = inventory.forms.get(found["name"].lower())
    if known is None:
        return found[0]
    name = f"{found['so']}{known[1]}"
    return f"there is {f'no {name}' if found['none'] else articled(name)}"


def _one_of_their_own(text: str, inventory: Inventory) -> str:
    """`one of your Men`: `a Man of the Player`; of whoever does it, if somebody else is named."""
    who = re.match(r"(the [a-z][\w-]*|[A-Z]\w*) (?!is )[a-z]+s ", text)
    whose = who[1] if who and (who[1][4:] in inventory.spoken or who[1] in inventory.seats) else ACTOR

    def told(found: re.Match[str]) -> str:
        name = inventory.forms.get(found["name"].lower(), ("", ""))[1]
        return inventory.of_a_player("a", name, whose) if name in inventory.things else found[0]

    return ONE_OF_THEIRS.sub(told, text)


@wherever(OF_A_VALUE)
def _of_such_a_value(found: re.Match[str], inventory: Inventory) -> str:
    """`3 Resources of wood`: `3 wood Resources`."""
    known = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    return f"{found['value']} {found['name']}" if known in pieces_with(found["value"], inventory) else found[0]


@wherever(OF_NOTHING)
def _of_its_bearer(found: re.Match[str], inventory: Inventory) -> str:
    """`the Round is 3`: `the Round of the Round Track is 3`, where only that has one."""
    has = re.compile(rf"has an? {re.escape(found['kind'])}\b")
    bearers = [thing for thing in inventory.things.values() if any(map(has.match, thing.lines))]
    of_players = f"a Player has a {found['kind']}" in inventory.texts
    if len(bearers) != 1 or of_players or bearers[0].sort == "piece":
        return found[0]
    if any(line.startswith("there is one for each") for line in bearers[0].lines):
        return found[0]
    return f"the {found['kind']} of the {bearers[0].name}"


@wherever(FOR_EACH)
def _for_each(found: re.Match[str], inventory: Inventory) -> str:
    """`plus 2 for each Castle`: `plus (2 multiplied by the number of Castles)`."""
    name = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    if name not in inventory.things or (inventory.is_owned(name) and not found["rest"]):
        return found[0]  # whose they are would be guessed
    number = f"the number of {inventory.several(name)}{found['rest'] or ''}"
    value = number if found["n"] == "1" else f"({found['n']} multiplied by {number})"
    return f"{found['before']} {value}"


@wherever(AMONG)
def _among_their_own(found: re.Match[str], inventory: Inventory) -> str:
    """`the total Worth of their Cards`: `the total Worth among Cards in the Hand of the Player`."""
    name = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    if name not in inventory.things:
        return found[0]
    with suppress(Unknown):
        own = inventory.of_a_player("every", name, ACTOR).removeprefix("every ").removeprefix(name)
        most = found["most"].replace("sum of the", "total")
        return f"the {most} {found['kind']} among {inventory.several(name)}{own}"
    return found[0]


@wherever(SAME_ROW)
def _in_a_row(found: re.Match[str], _: Inventory) -> str:
    """`a Square in the same row as the Man`: `a Square whose rank is the rank of the Man`."""
    measure = {"row": "rank", "column": "file"}.get(found[2], found[2])
    return f"{found[1]} whose {measure} is the {measure} of "


@wherever(SHOWING)
def _showing(found: re.Match[str], inventory: Inventory) -> str:
    """`each Die showing 6`: `each Die whose Face is 6`."""
    name = inventory.forms.get(found["name"].lower(), ("", ""))[1]
    lines = inventory.things[name].lines if name in inventory.things else ()
    kinds = [one[1] for line in lines if (one := re.match(rf"has an? ({NAME})", line))]
    return f"{found['name']} whose {kinds[0]} is {found['n']}" if len(kinds) == 1 else found[0]


def _left(text: str, _: Inventory) -> str:
    return text if re.search(r" (?:for each|for every|per) ", text) else LEFT.sub("", text)


@wherever(MAY)
def _can(found: re.Match[str], _: Inventory) -> str:
    """In examples: `then Red may not Recruit`."""
    return f"{found[1]} {'cannot' if found[2] else 'can'} "


WAYS: tuple[Way, ...] = (
    _at_once, put(IN_ORDER, r"\1 Player "), put(CHOICE, r"\1"), _of_such_a_value, _can, _left, _none_or_one,
    _one_of_their_own, put(BESIDE, "beside "), _on_a_space, _that_one, put(YOURS, r"is \1owned by the Player"),
    of_others, _of_another, _of_a_value, _of_its_bearer, put(REACHES, r"\1 is at least \2"), _for_each,
    _among_their_own, *CLAUSES, _showing, _in_a_row, _under_what_is_there,
)  # fmt: skip
