"""The nouns and qualities of a rulebook in Portuguese, as its catalogue has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from dsl.model.world import Kind
from dsl.prose.forms import BOTH_SIDES, TOWARDS, Term
from dsl.prose.lexicon import Asked, Lexicon, adjective_sort, is_of_every_game, sort_of
from dsl.prose.portuguese.words import COLOURS, STILL, Gender, agreeing, plural

OWN_WORDS: Mapping[str, tuple[str, str]] = {
    "player": ("o jogador", "os jogadores"),
    "piece": ("a peça", "as peças"),
    "place": ("o lugar", "os lugares"),
    "number": ("o número", "os números"),
    "direction": ("a direção", "as direções"),
    "edge": ("a aresta", "as arestas"),
    "the end": ("o fim", ""),
    "forward": ("a frente", ""), "backward": ("a parte de trás", ""),
    "clockwise": ("o sentido horário", ""), "anticlockwise": ("o sentido anti-horário", ""),
    "north": ("o norte", ""), "northeast": ("o nordeste", ""), "east": ("o leste", ""), "southeast": ("o sudeste", ""),
    "south": ("o sul", ""), "southwest": ("o sudoeste", ""), "west": ("o oeste", ""), "northwest": ("o noroeste", ""),
}  # fmt: skip
"""What every rulebook has, by its English name."""
OWN_QUALITIES = {"other": "outro/outra", "same": "mesmo/mesma", "active": "da vez"}
VERBLESS = {"é": "ser", "está": "estar"}
PREPOSITIONS = {
    "of": "de", "on": "em", "in": "em", "at": "em", "under": "debaixo de", "beside": "ao lado de",
    BOTH_SIDES: "dos dois lados de", "behind": "atrás de",
    "from": "de", "to": "para", "by": "por", "with": "com", "for": "para", "along": "na direção de",
    TOWARDS: "do lado de", "through": "por", "against": "contra", "over": "por cima de", "into": "em", "than": "do que",
}  # fmt: skip
"""For the place words and role words of the rulebook, where a word of the game does not ask for another."""
GOVERNED = re.compile(r" \[(\w*:[^\]]*)\]$")
VERBAL = "~"
GERUNDS = ("ando", "endo", "indo")

Roles = Mapping[str, str]
"""What stands before a thing that hangs on a word: "para", by the word of the rulebook."""


@dataclass(frozen=True, slots=True)
class Word:
    """A noun: its forms without an article, its gender, whether it is always said with one, and always in the plural
    ("os Propulsores")."""

    singular: str
    plural: str
    gender: Gender
    articled: bool
    several: bool = False
    roles: Roles = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """A quality: the verb that it is said with ("ser", "estar"), and its masculine and feminine form, which are empty
    where the verb alone says it ("atacar"); `still` if it is a noun, which does not agree: "ficha escudo"."""

    verb: str
    masculine: str
    feminine: str
    roles: Roles = field(default_factory=dict)
    still: bool = False

    @property
    def verbal(self) -> bool:
        return not self.masculine


def noun_of(lexicon: Lexicon, term: Term, gender: Gender = "m") -> Word:
    """A noun as the catalogue has it: "a instalação", "as instalações"; one for both genders in that which is asked."""
    if term.told:
        return Word(term.label, term.label, "m", False)
    own = OWN_WORDS.get(term.label.lower()) if is_of_every_game(term) else None
    several = term.plural if isinstance(term.about, Kind) and not term.about.unique else ""
    one, *more = own or lexicon.forms(Asked(sort_of(term), term.label, several))
    return word_of(one, more[0] if more else "", gender)


@cache
def word_of(entry: str, entry_of_many: str, gender: Gender) -> Word:
    """A noun as an entry of a catalogue, or two, tell it."""
    one, roles = governed(entry)
    both = one.split("/")
    article, name = parted(both[-1 if gender == "f" else 0])
    always = article in ("os", "as")
    many = name if always else parted(entry_of_many)[1] if entry_of_many else plural(name)
    return Word(name, many, "f" if article in ("a", "as", "uma") else "m", bool(article), always, roles)


def quality_of(lexicon: Lexicon, term: Term) -> Said:
    """A quality as the catalogue has it: "está virado/virada para cima", "é visível", "~atacar". A value that does not
    say its feminine is a noun, which stands behind "de" if it has its article: "a tela da frente"."""
    sort = adjective_sort(term)
    found, roles = governed(OWN_QUALITIES.get(term.label) or lexicon.forms(Asked(sort, term.label))[0])
    if found.startswith(VERBAL):
        return Said(found.removeprefix(VERBAL), "", "", roles)
    if sort == "value" and "/" not in found:
        noun = f"de {found}" if parted(found)[0] else found
        return Said("estar", noun, noun, roles, still=True)
    first, _, rest = found.partition(" ")
    verb, both = (VERBLESS[first], rest) if first in VERBLESS else ("estar", found)
    masculine = re.sub(r"([\w-]+)/[\w-]+", r"\1", both)
    feminine = re.sub(r"[\w-]+/([\w-]+)", r"\1", both)
    return Said(verb, masculine, feminine, roles)


def governed(content: str) -> tuple[str, Roles]:
    """A translation without the prepositions that it asks for, and these: "aberto [to: a]"."""
    found = GOVERNED.search(content)
    if found is None:
        return content, {}
    pairs = (pair.partition(":") for pair in found.group(1).split(","))
    return content[: found.start()], {word.strip(): said.strip() for word, _, said in pairs}


def inflected(said: Said, gender: Gender, many: bool) -> str:
    """A quality in gender and number: its first word changes, unless it is a preposition or a gerund."""
    if said.still or is_gerund(said):
        return said.masculine
    words = (said.feminine if gender == "f" else said.masculine).split(" ")
    if gender == "f" and said.feminine == said.masculine and words[0] not in STILL:
        words[0] = agreeing(words[0], "f", False)
    if many and words[0] in ("um", "uma"):  # "são lares"
        return " ".join([plural(words[1]), *words[2:]])
    if many and words[0] not in STILL | COLOURS:
        words[0] = plural(words[0])
    return " ".join(words)


def is_gerund(said: Said) -> bool:
    """Whether a quality is what a thing is doing: "está ferindo". An adjective that ends so, as "lindo", says its
    feminine in the catalogue."""
    return said.verb == "estar" and said.masculine == said.feminine and said.masculine.split(" ")[0].endswith(GERUNDS)


def parted(content: str) -> tuple[str, str]:
    """A noun's article, if there is one, and the rest."""
    first, _, rest = content.partition(" ")
    return (first, rest) if first in ("o", "a", "os", "as", "um", "uma") and rest else ("", content)
