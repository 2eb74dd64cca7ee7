"""The forms of Portuguese words: verbs by mood and number, gender and plural of adjectives, contractions.

Of a verb five moods are known: `now` ("coloca"), `wish` ("coloque", which also gives orders), `if` ("colocar", after
"se" and "quando" of what may come), `past` ("colocou") and the infinitive, which is the word itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Mood = Literal["now", "wish", "if", "past"]
Gender = Literal["m", "f"]

IRREGULAR = """
    ser      é      são     seja    sejam    for     forem
    estar    está   estão   esteja  estejam  estiver estiverem
    ter      tem    têm     tenha   tenham   tiver   tiverem
    haver    há     há      haja    haja     houver  houver
    ir       vai    vão     vá      vão      for     forem
    vir      vem    vêm     venha   venham   vier    vierem
    ver      vê     veem    veja    vejam    vir     virem
    pôr      põe    põem    ponha   ponham   puser   puserem
    fazer    faz    fazem   faça    façam    fizer   fizerem
    dizer    diz    dizem   diga    digam    disser  disserem
    trazer   traz   trazem  traga   tragam   trouxer trouxerem
    dar      dá     dão     dê      deem     der     derem
    saber    sabe   sabem   saiba   saibam   souber  souberem
    poder    pode   podem   possa   possam   puder   puderem
    querer   quer   querem  queira  queiram  quiser  quiserem
    ler      lê     leem    leia    leiam    ler     lerem
    crer     crê    creem   creia   creiam   crer    crerem
    perder   perde  perdem  perca   percam   perder  perderem
    valer    vale   valem   valha   valham   valer   valerem
    pedir    pede   pedem   peça    peçam    pedir   pedirem
    impedir  impede impedem impeça  impeçam  impedir impedirem
    medir    mede   medem   meça    meçam    medir   medirem
    ouvir    ouve   ouvem   ouça    ouçam    ouvir   ouvirem
    subir    sobe   sobem   suba    subam    subir   subirem
    fugir    foge   fogem   fuja    fujam    fugir   fugirem
    sacudir  sacode sacodem sacuda  sacudam  sacudir sacudirem
    cobrir   cobre  cobrem  cubra   cubram   cobrir  cobrirem
    descobrir descobre descobrem descubra descubram descobrir descobrirem
    dormir   dorme  dormem  durma   durmam   dormir  dormirem
    construir constrói constroem construa construam construir construírem
    destruir destrói destroem destrua destruam destruir destruírem
    iniciar  inicia iniciam inicie  iniciem  iniciar iniciarem
"""
"""Infinitive; now, wish and if, each in the singular and the plural."""

COMPOUNDS = {"conter": "ter", "manter": "ter", "obter": "ter", "reter": "ter", "deter": "ter", "desfazer": "fazer",
             "refazer": "fazer", "prever": "ver", "rever": "ver"}  # fmt: skip
VOWEL_CHANGES = {  # those in -ir whose last vowel of the stem is another one in the wish
    "seguir": "siga", "conseguir": "consiga", "perseguir": "persiga", "prosseguir": "prossiga", "servir": "sirva",
    "vestir": "vista", "repetir": "repita", "ferir": "fira", "inserir": "insira", "preferir": "prefira",
    "conferir": "confira", "transferir": "transfira", "sentir": "sinta", "investir": "invista", "refletir": "reflita",
}  # fmt: skip
PAST = {
    "ser": ("foi", "foram"), "ir": ("foi", "foram"), "estar": ("esteve", "estiveram"), "ter": ("teve", "tiveram"),
    "haver": ("houve", "houve"), "vir": ("veio", "vieram"), "ver": ("viu", "viram"),
    "pôr": ("pôs", "puseram"), "por": ("pôs", "puseram"),
    "fazer": ("fez", "fizeram"), "dizer": ("disse", "disseram"), "trazer": ("trouxe", "trouxeram"),
    "dar": ("deu", "deram"), "saber": ("soube", "souberam"), "poder": ("pôde", "puderam"),
    "querer": ("quis", "quiseram"),
}  # fmt: skip
SPELT_BEFORE_E = (("ç", "c"), ("c", "qu"), ("g", "gu"))
SPELT_BEFORE_A = (("gu", "g"), ("c", "ç"), ("g", "j"))
COLUMNS = [(mood, many) for mood in ("now", "wish", "if") for many in (False, True)]
KNOWN: Mapping[str, Mapping[tuple[str, bool], str]] = {
    line.split()[0]: dict(zip(COLUMNS, line.split()[1:], strict=True)) for line in IRREGULAR.strip().splitlines()
}


def conjugated(verb: str, mood: Mood, many: bool) -> str:
    """The third person of an infinitive."""
    if mood == "past":
        return past(verb, many)
    if verb in KNOWN:
        return KNOWN[verb][mood, many]
    if verb in COMPOUNDS:
        return compound(verb, COMPOUNDS[verb], mood, many)
    if verb.endswith("por") and len(verb) > 4:  # compor, dispor, repor
        return verb[:-3] + KNOWN["pôr"][mood, many]
    if mood == "if":
        return f"{accented(verb)}em" if many else verb
    return present(verb, many) if mood == "now" else wish(verb, many)


def compound(verb: str, base: str, mood: Mood, many: bool) -> str:
    """As the verb that it is made of; "tem" is spelt "contém" in longer ones."""
    found = KNOWN[base][mood, many]
    return verb[: -len(base)] + {"tem": "tém", "têm": "têm"}.get(found, found)


def past(verb: str, many: bool) -> str:
    """What was done: "colocou", "fizeram"."""
    base = "por" if verb.endswith("por") else COMPOUNDS.get(verb, verb)
    if base in PAST:
        return verb.removesuffix(base) + PAST[base][many]
    return f"{accented(verb)}am" if many else verb[:-2] + {"a": "ou", "e": "eu", "i": "iu"}[verb[-2]]


def accented(verb: str) -> str:
    """The stem of plural forms of the infinitive: "construírem", "saírem"."""
    return verb[:-2] + "ír" if verb.endswith(("uir", "air")) and not verb.endswith(("guir", "quir")) else verb


def present(verb: str, many: bool) -> str:
    stem, ending = verb[:-2], verb[-2:]
    if verb.endswith("ear"):
        return stem + "i" + ("am" if many else "a")
    if ending == "ar":
        return stem + ("am" if many else "a")
    if verb.endswith("uzir"):
        return stem + ("em" if many else "")
    if is_open(verb):
        return stem + ("em" if many else "i")
    return stem + ("em" if many else "e")


def wish(verb: str, many: bool) -> str:
    stem, ending = verb[:-2], verb[-2:]
    if verb in VOWEL_CHANGES:
        return VOWEL_CHANGES[verb] + ("m" if many else "")
    if ending == "ar":
        stem = f"{stem}i" if verb.endswith("ear") else respelt(stem, SPELT_BEFORE_E)
        return stem + ("em" if many else "e")
    if verb.endswith("air"):
        return stem + ("iam" if many else "ia")
    return respelt(stem, SPELT_BEFORE_A) + ("am" if many else "a")


def is_open(verb: str) -> bool:
    """Whether the stem of a verb in -ir ends with a vowel that is spoken: "possuir", "sair"."""
    return verb.endswith(("uir", "air")) and not verb.endswith(("guir", "quir"))


def respelt(stem: str, spellings: tuple[tuple[str, str], ...]) -> str:
    """The stem before another vowel, so that it still sounds the same: "jogar", "jogue"."""
    for end, other in spellings:
        if stem.endswith(end):
            return stem[: -len(end)] + other
    return stem


STRESSED = (("ar", "á"), ("er", "ê"), ("uir", "uí"), ("ir", "i"), ("ôr", "ô"), ("por", "pô"))


def enclitic(form: str, pronoun: str) -> str:
    """A verb with its object, a pronoun, after it: "coloque-a", "colocá-la", "movem-nas", "mover-se"."""
    if pronoun == "se":
        return f"{form}-se"
    for end, stressed in STRESSED:
        if form.endswith(end):
            return f"{form.removesuffix(end)}{stressed}-l{pronoun}"
    return f"{form}-n{pronoun}" if form.endswith(("m", "ão", "õe")) else f"{form}-{pronoun}"


# ------------------------------------------------------------------------------------------------ gender and number

ARTICLES = {
    "o": "a",
    "um": "uma",
    "seu": "sua",
    "no": "na",
    "este": "esta",
    "esse": "essa",
    "aquele": "aquela",
    "ele": "ela",
}
PLURALS = {"um": "uns", "uma": "umas", "este": "estes", "esse": "esses", "aquele": "aqueles", "ele": "eles"}
SAME_FOR_BOTH = ("superior", "inferior", "exterior", "interior", "maior", "menor", "melhor", "pior", "anterior")
STILL = frozenset(
    "a ao à com da de do das dos em embaixo fora longe na nas no nos para pela pelo perto por sem sob sobre"
    " um uma".split()
)
"""Words with which a quality begins that never changes: "da vez", "em movimento", "sem escudos", "um ermo"."""
COLOURS = frozenset("laranja rosa cinza".split())
"""What never changes beside a noun, as it is called after a thing: "casas laranja"."""


def agreeing(word: str, gender: Gender, many: bool) -> str:
    """A masculine article, pronoun, participle or adjective in gender and number: "colocado" as "colocadas"."""
    found = feminine(word) if gender == "f" else word
    return plural(found) if many and word not in COLOURS else found


def feminine(word: str) -> str:
    if word in ARTICLES:
        return ARTICLES[word]
    if word.endswith(("um", "ês", "dor", "tor", "sor")) and word not in SAME_FOR_BOTH:
        return {"um": word + "a", "ês": word[:-2] + "esa"}.get(word[-2:], word + "a")
    return word[:-1] + "a" if word.endswith("o") else word


STRESS = re.compile("[áéíóúâêô]")


def plural(word: str) -> str:
    """The regular plural of a word."""
    if word in PLURALS:
        return PLURALS[word]
    for end, other in (("ão", "ões"), ("um", "uns"), ("m", "ns"), ("el", "éis"), ("ol", "óis"), ("il", "is"),
                       ("l", "is"), ("r", "res"), ("z", "zes"), ("ês", "eses")):  # fmt: skip
        if word.endswith(end):
            stem = word[: -len(end)]
            if end in ("el", "il") and STRESS.search(stem):  # "visível" is stressed before its end: "visíveis"
                return stem + "eis"
            return stem + other
    return word if word.endswith(("s", "x")) else word + "s"


CONTRACTIONS = {
    **{f"{p} {a}": f"{c}{a}" for p, c in (("de", "d"), ("em", "n")) for a in
       ("o", "a", "os", "as", "ele", "ela", "eles", "elas", "esse", "essa", "esses", "essas", "este", "esta", "estes",
        "estas", "aquele", "aquela", "aqueles", "aquelas")},
    **{f"por {a}": f"pel{a}" for a in ("o", "a", "os", "as")},
    "a o": "ao", "a os": "aos", "a a": "à", "a as": "às",
    "de de": "de",  # "4 de" and "de metal", as a thing is said to be of its sort
}  # fmt: skip
CONTRACTED = re.compile(rf"(?<![\w-])({'|'.join(sorted(CONTRACTIONS, key=len, reverse=True))})(?![\w-])")
