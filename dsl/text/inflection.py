"""Forms of English words: the article before a word, singular and plural."""

from __future__ import annotations

import re
from collections.abc import Mapping

SIBILANTS = ("s", "x", "z", "ch", "sh")
VOWEL_SOUND = re.compile(r"[aeiouAEIOU]")
CONSONANT_START = re.compile(r"(?i)(uni(?!n)|use|usu|euro|one\b|once)")
SPELT_VOWELS = "AEFHILMNORSX"
SILENT_H = re.compile(r"(?i)(hour|honest|honou?r|heir)")
IRREGULAR = dict(
    word.split("/")
    for word in (
        "child/children crisis/crises die/dice elf/elves foot/feet goose/geese half/halves knife/knives leaf/leaves"
        " life/lives loaf/loaves man/men mouse/mice oasis/oases ox/oxen person/people scarf/scarves series/series"
        " sheep/sheep shelf/shelves species/species thief/thieves tooth/teeth wife/wives wolf/wolves woman/women"
    ).split()
)
SINGULAR = {several: one for one, several in IRREGULAR.items()}
HANGING = re.compile(r" (?:of|for|in|on|with|without|from|to|under) ")


def a_or_an(following: str) -> str:
    """By the sound of the next word; a word in capitals is spelt out."""
    word = following.split(" ")[0]
    if len(word) > 1 and word.isupper():
        return "an" if word[0] in SPELT_VOWELS else "a"
    if SILENT_H.match(word):
        return "an"
    return "an" if VOWEL_SOUND.match(word) and not CONSONANT_START.match(word) else "a"


def articled(name: str) -> str:
    """`a Cell`, `an Installation`."""
    return f"{a_or_an(name)} {name}"


def head_of(name: str) -> str:
    """The words of a name without what hangs on them: "count" of "count of rounds"."""
    return HANGING.split(name, maxsplit=1)[0]


def plural(name: str) -> str:
    """The usual plural: the last word changes, or the one on which others hang ("seals of excellence")."""
    if hanging := HANGING.search(name):
        return plural(name[: hanging.start()]) + name[hanging.start() :]
    return other_form(name, IRREGULAR) or with_ending(name)


def with_ending(name: str) -> str:
    """The plural as if it were regular: "Dies"."""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(SIBILANTS) else "s")


def other_form(name: str, forms: Mapping[str, str]) -> str | None:
    """The form that a table has of the last word, in capitals or not as that is."""
    start = max(name.rfind(" "), name.rfind("-")) + 1
    found = forms.get(name[start:].lower())
    return found and name[:start] + (found.capitalize() if name[start].isupper() else found)


def singular(name: str) -> str:
    """The word whose usual plural this is."""
    if hanging := HANGING.search(name):
        return singular(name[: hanging.start()]) + name[hanging.start() :]
    if known := other_form(name, SINGULAR):
        return known
    if name.endswith("ies"):
        return name[:-3] + "y"
    if name.endswith("es") and name[:-2].endswith(SIBILANTS):
        return name[:-2]
    return name.removesuffix("s")


def present_participle(verb: str) -> str:
    """`fitting` of fit, `taking` of take, `beating` of beat."""
    if re.search(r"(?:^|[^aeiou])[aeiou][bdgklmnprt]$", verb) and len(re.findall(r"[aeiouy]+", verb)) == 1:
        return f"{verb}{verb[-1]}ing"
    return f"{verb.removesuffix('e') if not verb.endswith('ee') else verb}ing"


def infinitive(verb: str) -> str:
    """`fit` of fits, `carry` of carries, `pass` of passes, `use` of uses."""
    if len(verb) > len("ties") and verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "zzes", "ches", "shes", "oes")):
        return verb[:-2]
    return {"has": "have"}.get(verb, verb.removesuffix("s"))


def stem(word: str) -> str:
    """What the regular forms of a word have in common: of pushes, pushed, pushing and push."""
    bare = word.casefold().removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")
    bare = singular(bare) if len(bare) > len("was") and not bare.endswith("ss") else bare
    for ending in ("ing", "ed"):
        if bare.endswith(ending) and len(bare) > len(ending) + 2:
            bare = bare.removesuffix(ending)
            bare = bare[:-1] if bare[-1:] == bare[-2:-1] and bare[-1:] not in "ls" else bare
            break
    return bare[:-1] + "i" if bare.endswith("y") else bare.removesuffix("e") if len(bare) > 2 else bare
