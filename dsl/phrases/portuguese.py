"""Brazilian Portuguese: how its nouns and verbs go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from dsl.phrases.forms import (
    Adjective,
    Amount,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Silent,
    Term,
    Use,
    You,
    changed,
    is_plural,
)  # fmt: skip
from dsl.phrases.lexicon import Asked
from dsl.phrases.portuguese_contractions import contracted
from dsl.phrases.portuguese_patterns import PATTERNS
from dsl.phrases.portuguese_terms import Said, Word, inflected, noun_of, quality_of
from dsl.phrases.portuguese_words import Gender, Mood, agreeing, conjugated, enclitic
from dsl.phrases.realise import Realiser, Run, Words, joined, plain, text
from dsl.world import Kind

PREPOSITIONS = {
    "of": "de", "on": "em", "in": "em", "at": "em", "under": "debaixo de", "beside": "ao lado de", "behind": "atrás de",
    "from": "a partir de", "to": "para", "by": "por", "with": "com", "for": "para", "along": "na direção de",
    "through": "por", "against": "contra", "over": "por cima de", "into": "em",
}  # fmt: skip
"""For the place words and role words of the rulebook."""
ARTICLES = {"a": "um", "the": "o", "no": "nenhum", "that": "esse", "every": "cada", "each": "cada", "all": "todo",
            "the first": "o primeiro", "not every": "nem todo"}  # fmt: skip
BEFORE = ("other",)
MODALS = ("poder", "dever")
POSSESSED = ("owner", "opponent", "place", "ring", "rank", "file", "until_turn", "until_turn_then", "until_next_turn",
             "until_next_turn_then")  # fmt: skip
TURNED = "virado "
MEASURED = ("raise", "lower", "at_least", "at_most")  # by a number, or by a value that is spoken of
PLACED = ("is_at", "beside")
WHOLE = ("subject", "over")  # where a thing can stand before its clause with nothing but "que" between


class Portuguese(Realiser):
    """Brazilian Portuguese; whoever is spoken to is "você"."""

    patterns = PATTERNS
    using, variant = "usar", "variante"

    def words(self, form: Form, use: Use = "fact") -> Words:
        return contracted(super().words(changed(form, all_of_them), use))

    # ---------------------------------------------------------------------------------------------- the game's words

    def word(self, term: Term) -> Word:
        return noun_of(self.lexicon, term)

    def quality(self, term: Term) -> Said:
        return quality_of(self.lexicon, term)

    def name(self, term: Term, many: bool = False) -> str:
        word = self.word(term)
        return word.plural if many else word.singular

    def doing(self, term: Term) -> str:
        return self.lexicon.forms(Asked("verb", term.label))[0]

    # --------------------------------------------------------------------------------------------------------- verbs

    def verb(self, verb: str, use: Use, subject: Form | None, negative: bool) -> str:
        name, _, pronoun = verb.partition("_")
        many = is_plural(subject) and name != "haver"
        told = subject is not None and not isinstance(subject, You)
        if use == "need":
            modal = conjugated("poder" if negative and name not in MODALS else "dever", "now", many)
            said = f"{modal} {with_pronoun(name, pronoun)}"
        elif use in ("bare", "may"):
            said = with_pronoun(name, pronoun)
        elif use == "order" and not told:
            form = conjugated(name, "wish", False)
            said = f"{pronoun} {form}".strip() if negative else with_pronoun(form, pronoun)
        else:
            mood: Mood = "if" if use == "if" else "wish" if use == "wish" else "now"
            said = f"{pronoun} {conjugated(name, mood, many)}".strip()
        return f"não {said}" if negative else said

    def agreeing(self, word: str, form: Form | None) -> str:
        return agreeing(word, self.gender(form), is_plural(form))

    def gender(self, form: Form | None) -> Gender:
        """Of what a word agrees with; what is no noun shows it by its article."""
        match form:
            case Noun(term=Term(about=(Kind(sort="space") as kind, _))) if not self.word(form.term).articled:
                return self.word(Term(kind.label or kind.name, kind.plural, about=kind)).gender
            case Noun():
                return self.word(form.term).gender
            case It() | Gap():
                return self.word(form.term).gender if form.term else "m"
            case Silent(inner):
                return self.gender(inner)
            case Listed():
                return "f" if all(self.gender(member) == "f" for member in form.members) else "m"
            case Phrase(key="that_of"):
                return "m"
            case Phrase(key="each_one"):
                return self.gender(form.slot("kind"))
            case Phrase():
                return "f" if plain(self.form(form)).lstrip().split(" ")[0] in ("a", "as", "uma", "umas") else "m"
        return "m"

    # ------------------------------------------------------------------------------------------------------- phrases

    def pattern(self, form: Phrase) -> str:
        for sort, word in (("phase", "fase"), ("window", "janela")):
            named = form.slot(sort)
            if isinstance(named, Noun) and self.word(named.term).singular.lower().startswith(word):
                return self.patterns[f"{form.key}_named"]
        if form.key in MEASURED and not isinstance(form.slot("amount"), Amount):
            return self.patterns[f"{form.key}_value"]
        if form.key == "is" and is_active(form.slot("complement")):
            return self.patterns["is_active"]
        if form.key in ("until_turn", "until_turn_then") and is_active(form.slot("who")):
            return self.patterns[f"this_{form.key}"]
        if form.key in POSSESSED and any(isinstance(form.slot(name), You) for name in ("of", "who")):
            return self.patterns[f"your_{form.key}"]
        return self.patterns[form.key]

    def phrase(self, form: Phrase, use: Use) -> Words:
        form = self.agreed(self.turned(form))
        pattern = self.pattern(form)
        quality = form.slot("quality")
        if isinstance(quality, Adjective):
            pattern = self.with_quality(pattern, form, quality)
        thing = form.slot("object")
        if isinstance(thing, It):
            pronoun = agreeing("o", self.gender(thing), thing.plural)
            pattern = re.sub(r"~([\w-]+) \{object\}", rf"~\1_{pronoun}", pattern)
        behind = (part for name, part in form.slots if after(pattern, name))
        nothing = any(isinstance(part, Noun) and part.article == "no" for part in behind)
        found = tuple(self.fill(pattern, dict(form.slots), use, form.negative or nothing))
        return self.plain_pile(form, found) if form.key in ("top_kind", "bottom_kind") else found

    def turned(self, form: Phrase) -> Phrase:
        """What is not turned but only becomes so is the subject; what is no longer so, too."""
        thing, quality = form.slot("object"), form.slot("quality")
        if form.key != "turn_flag" or not isinstance(quality, Adjective):
            return form
        if not form.negative and self.quality(quality.term).masculine.startswith(TURNED):
            return form
        slots = (("subject", thing or It()), ("quality", quality))
        return Phrase("no_longer" if form.negative else "becomes", slots)

    def plain_pile(self, form: Phrase, found: Words) -> Words:
        """A pile is not named after its pieces twice: "o escudo do topo da pilha", not "da pilha de escudos"."""
        kind = form.slot("kind")
        assert isinstance(kind, Noun)
        pieces = f" de {self.word(kind.term).plural}"
        return tuple(replace(run, text=run.text.removesuffix(pieces)) for run in found)

    def agreed(self, form: Phrase) -> Phrase:
        """What is said of a thing knows of what it is said."""
        of = form.slot("subject") or form.slot("object")
        complement = form.slot("complement")
        if isinstance(complement, Phrase) and complement.key == "that_of" and of is not None:
            form = form.with_slot("complement", replace(complement, slots=(*complement.slots, ("subject", of))))
        quality = form.slot("quality")
        return form.with_slot("quality", replace(quality, to=of)) if isinstance(quality, Adjective) else form

    def with_quality(self, pattern: str, form: Phrase, quality: Adjective) -> str:
        """The pattern with the quality's own verb: what is to be "virado para cima" is turned "para cima"."""
        said = self.quality(quality.term)
        if form.key == "turn_flag":
            return pattern.replace("{quality}", said.masculine.removeprefix(TURNED))
        return pattern.replace("estar {quality}", "ser {quality}") if said.verb == "ser" else pattern

    def parts(self, form: Deed) -> tuple[str, str]:
        """An infinitive, and what follows it; what has a label of its own is used."""
        if form.term.proper:
            return self.using, plain(self.noun(Noun(form.term, "bare")))
        verb, _, rest = self.doing(form.term).partition(" ")
        return verb, rest

    # --------------------------------------------------------------------------------------------------------- nouns

    def noun(self, noun: Noun) -> Words:
        word = self.word(noun.term)
        yours = isinstance(noun.of, You)
        theirs = yours and noun.article not in ("the", "bare", "all")
        before = [*self.article(noun, word), *self.before(noun, word)]
        if yours and not theirs:
            said = agreeing("seu", word.gender, noun.plural)
            before = [*before, Run(f"{said} ")]
        found = [*before, Run(word.plural if noun.plural else word.singular, noun.term.about), *self.behind(noun, word)]
        if theirs:
            found.append(Run(" " + agreeing("seu", word.gender, noun.plural)))
        elif noun.of is not None and not yours:
            found += [Run(" de "), *self.form(noun.of)]
        return (*found, *self.rest_of(noun))

    def article(self, noun: Noun, word: Word) -> Words:
        """The article; proper names have one where the catalogue gives it."""
        name = noun.term.proper and isinstance(noun.term.about, tuple)
        if noun.article in ("bare", "some"):
            return text(agreeing("o", word.gender, noun.plural) + " ") if name and word.articled else ()
        if (noun.article == "the" and not word.articled) or (noun.article == "a" and noun.plural):
            return ()
        if noun.article == "a" and any(term.label in BEFORE for term in noun.adjectives):
            return ()  # "outra carta"
        if noun.article == "all":
            return text(f"{agreeing('todo', word.gender, True)} {agreeing('o', word.gender, True)} ")
        if noun.article in ("every", "each"):
            return text("cada ")
        said = (agreeing(part, word.gender, noun.plural) for part in ARTICLES[noun.article].split(" "))
        return text(" ".join(said).replace("nems", "nem") + " ")

    def before(self, noun: Noun, word: Word) -> Words:
        found: list[Run] = []
        if noun.count is not None:
            found += [*self.form(noun.count), Run(" ")]
        for term in noun.adjectives:
            if term.label in BEFORE:
                found.append(Run(inflected(self.quality(term), word.gender, noun.plural) + " "))
        return tuple(found)

    def behind(self, noun: Noun, word: Word) -> Words:
        found: list[Run] = []
        for term in noun.adjectives:
            if term.label not in BEFORE:
                found += [Run(" "), Run(inflected(self.quality(term), word.gender, noun.plural), term.about)]
        return tuple(found)

    def rest_of(self, noun: Noun) -> Words:
        """What stands after the noun: a name given to it, what hangs on it, clauses about it."""
        found: list[Run] = []
        if noun.called:
            name = self.word(Term(noun.called))
            article = agreeing("o", name.gender, noun.plural)
            nickname = f" “{name.singular}”" if noun.article == "the" else f" (“{name.singular}”)"
            found.append(Run(nickname if noun.nicked else f" ({article} {name.singular})"))
        for part in noun.attached:
            found += [Run(" "), *self.attached(part)]
        clauses = [bound(clause, noun) for clause in noun.that]
        for clause in clauses:
            if is_placed(clause):
                found += [Run(" "), *self.placed(clause)]
        others = [self.relative(clause, noun) for clause in clauses if not is_placed(clause)]
        return (*found, Run(" "), *joined(others, "e")) if others else tuple(found)

    def placed(self, clause: Form) -> Words:
        """Where the thing is, in short: "em F7" for "que está em F7"."""
        assert isinstance(clause, Phrase)
        if clause.key == "is_at":
            return self.form(clause.slot("place") or It())
        return (Run("ao lado de "), *self.form(clause.slot("other") or It()))

    def relative(self, clause: Form, noun: Noun) -> Words:
        """A clause that hangs on the noun; where more than "que" would have to lead to it, "tal que" does."""
        if isinstance(clause, Phrase) and clause.key == "such_that":
            return self.form(clause)
        if isinstance(clause, Phrase) and clause.key == "has_quality" and not (clause.negative or is_long(noun)):
            return self.form(self.agreed(clause).slot("quality") or It())  # "uma casa ocupada pelo jogador"
        if isinstance(clause, Phrase) and clause.key == "has_been_rolled" and not clause.negative:
            return text(agreeing("lançado", self.word(noun.term).gender, noun.plural))
        gaps = [name for name, form in clause.slots if isinstance(form, Gap)] if isinstance(clause, Phrase) else []
        if all(name in WHOLE for name in gaps):
            return (Run("que "), *self.form(clause))
        full = changed(clause, lambda part: It(part.plural, noun.term) if isinstance(part, Gap) else part)
        return (Run("tal que "), *self.form(full))

    def owner(self, form: Form) -> Words:
        return (Run("de "), *self.form(form))

    def role(self, word: str) -> str:
        return PREPOSITIONS[word]

    def said(self, form: Adjective) -> str:
        return inflected(self.quality(form.term), self.gender(form.to), is_plural(form.to))

    def has_unit(self, unit: str, word: str) -> bool:
        """As in "com 6 de dano"; there is none where the price is only called so."""
        return word == "with"

    def pronoun(self, form: Form) -> Words:
        if isinstance(form, You):
            return text("você")
        return text(agreeing("ele", self.gender(form), is_plural(form)))

    def joiner(self, form: Listed) -> str:
        return "e" if form.joiner == "and" else "ou"


# ----------------------------------------------------------------------------------------------------------- words


def is_active(form: Form | None) -> bool:
    return isinstance(form, Phrase) and form.key == "active_player"


def with_pronoun(form: str, pronoun: str) -> str:
    return enclitic(form, pronoun) if pronoun else form


def after(pattern: str, name: str) -> bool:
    """Whether a slot stands after the first verb of a pattern, where "nenhum" asks for "não" before the verb."""
    verb = re.search(r"[~^]", pattern)
    return verb is not None and pattern.find(f"{{{name}}}") > verb.start()


def all_of_them(form: Any) -> Any:
    """Every thing of a sort is spoken of as all of them: "todas as casas estão" for "every cell is"."""
    return replace(form, article="all", plural=True) if isinstance(form, Noun) and form.article == "every" else form


def bound(clause: Form, noun: Noun) -> Form:
    """The clause, in which the gap for the noun knows what it is for."""

    def bind(part: Any) -> Any:
        return Gap(noun.plural, noun.term) if isinstance(part, Gap) else part

    found: Form = changed(clause, bind)
    return found


def is_long(noun: Noun) -> bool:
    """Whether so much hangs on a noun that a quality at its end could be that of something else."""
    return bool(noun.adjectives or noun.attached or noun.of or any(is_placed(clause) for clause in noun.that))


def is_placed(clause: Form) -> bool:
    return (
        isinstance(clause, Phrase)
        and clause.key in PLACED
        and not clause.negative
        and isinstance(clause.slot("subject"), Gap)
    )
