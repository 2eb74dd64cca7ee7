"""Brazilian Portuguese: how its verbs and sentences go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from dsl.model import Quality
from dsl.prose.forms import (  # fmt: skip
    Adjective,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Silent,
    Use,
    You,
    changed,
    is_plural,
    subject_of,
)
from dsl.prose.portuguese.contractions import contracted, replaced
from dsl.prose.portuguese.forms import FOR_A_TIME, after, all_of_them, is_direction, key_of, put_otherwise
from dsl.prose.portuguese.left_out import NOT, named_once, nor
from dsl.prose.portuguese.nouns import Nouns
from dsl.prose.portuguese.patterns import PATTERNS
from dsl.prose.portuguese.words import Mood, agreeing, conjugated, enclitic
from dsl.prose.realiser import OF_MOST, OF_PILE, Run, Words, joined, plain, silenced, text

MODALS = ("poder", "dever")
POSSIBLE = ("can", "can_do_power")
SAID_OF = ("has_quality", "acts_so", "has_quality_by_now", "has_quality_no_more")
SOUGHT = ("~escolher {object}", "~sortear {object}", "~colocar {object}", "~colocar {goal} {object}",
          "~escolher de {source} {object}", "~sortear de {source} {object}")  # fmt: skip
EXISTS = "~haver {subject}"
TURNED = "virado "
BARE = re.compile(r"(?:os?|as?|de) (?=\w)")  # what stands before a value in a sentence


class Portuguese(Nouns):
    """Brazilian Portuguese; whoever is spoken to is "você"."""

    patterns = PATTERNS
    using, variant, seeing = "usar", "variante", ("ver", "veja", "vejam")

    def words(self, form: Form, use: Use = "fact") -> Words:
        if isinstance(form, Adjective) and self.quality(form.term).verbal:
            return text(self.quality(form.term).verb)  # as a heading
        return contracted(super().words(changed(form, self.numbered), use))

    def numbered(self, part: Any) -> Any:
        """Nouns in the number that they have here: "todas as casas" for "every cell", "os Propulsores"."""
        part = all_of_them(part)
        term = part.term if isinstance(part, Noun | It | Gap) else None
        always = term is not None and self.word(term).several
        return replace(part, plural=True) if always else part

    def cell(self, form: Form, head: Form) -> Words:
        """Bare, "leste" and "metal" for "o leste" and "de metal"; a value agrees with the head: "avançada" for a
        category."""
        return self.bare(self.words(self.valued(form, head)), form)

    def bare(self, said: Words, form: Form) -> Words:
        """A value without what stands before it in a sentence."""
        small = BARE.match(plain(said)) if isinstance(form, Noun) else None
        return tuple(run for run in replaced([*said], 0, small.end(), "") if run.text) if small else said

    # --------------------------------------------------------------------------------------------------------- verbs

    def verb(self, verb: str, use: Use, subject: Form | None, negative: bool) -> str:
        name, _, pronoun = verb.replace("-se", "_se").partition("_")
        many = is_plural(subject) and name != "haver"
        spoken = subject.form if isinstance(subject, Silent) else subject
        told = spoken is not None and not isinstance(spoken, You)
        if use == "need":
            modal = conjugated("poder" if negative and name not in MODALS else "dever", "now", many)
            said = f"{modal} {with_pronoun(name, pronoun)}"
        elif use in ("bare", "may"):
            said = with_pronoun(name, pronoun)
        elif use == "order" and not told:
            form = conjugated(name, "wish", False)
            said = f"{pronoun} {form}".strip() if negative else with_pronoun(form, pronoun)
        else:
            mood: Mood = use if use in ("if", "wish", "past") else "now"
            said = f"{pronoun} {conjugated(name, mood, many)}".strip()
        return f"{NOT}{said}" if negative else said

    # ------------------------------------------------------------------------------------------------------- phrases

    def listed(self, form: Listed, use: Use) -> Words:
        """What all is not so of one thing: "a casa não está vazia nem livre"."""
        first, *others = silenced(form.members) if form.joiner == "and" else form.members
        if form.joiner != "and" or not others or not all(isinstance(subject_of(m), Silent) for m in others):
            return super().listed(form, use)
        members = (silent(first), *others)
        said = [self.form(member, use) for member in members]
        if not all(plain(words).lstrip().startswith(NOT) for words in said):
            return super().listed(form, use)
        return joined([self.form(first, use), *nor(said, members)[1:]], "nem")

    def begins(self, form: Phrase) -> bool:
        """Whether it begins with its subject."""
        return self.pattern(put_otherwise(form)).startswith("{subject} ")

    def pattern(self, form: Phrase) -> str:
        for sort, word in (("phase", "fase"), ("window", "janela")):
            named = form.slot(sort)
            if isinstance(named, Noun) and self.word(named.term).singular.lower().startswith(word):
                return self.patterns[f"{form.key}_named"]
        if form.key == "that_of" and isinstance(form.slot("of"), You):
            return self.patterns["that_of_yours"]
        what = form.slot("what") if form.key in OF_MOST else None
        if isinstance(what, Noun) and self.word(what.term).several:  # com mais pontos, mas com a maior influência
            return self.patterns[f"{form.key}_many"]
        return self.patterns[key_of(form)]

    def phrase(self, form: Phrase, use: Use) -> Words:
        form = self.agreed(self.for_a_time(self.turned(self.counted(put_otherwise(form)))))
        if form.key in ("when", "when_also"):
            form = named_once(form, self.begins)
        if form.key in POSSIBLE and use == "need":
            return (Run("é preciso que "), *self.phrase(form, "wish"))
        pattern = self.pattern(form)
        if is_direction(form.slot("along")):
            pattern = pattern.replace("na direção de {along}", "em {along}")
        quality = form.slot("quality")
        if form.key in SAID_OF and isinstance(quality, Adjective) and self.quality(quality.term).verbal:
            return self.deed(Deed(quality.term, quality.attached, form.slot("subject") or It(), form.negative), use)
        if isinstance(quality, Adjective):
            pattern = self.with_quality(pattern, form, quality)
        thing = form.slot("object")
        if isinstance(thing, It):
            pronoun = agreeing("o", self.gender(thing), thing.plural)
            pattern = re.sub(r"~([\w-]+) \{object\}", rf"~\1_{pronoun}", pattern)
        behind = (part for name, part in form.slots if after(pattern, name))
        nothing = any(isinstance(part, Noun) and part.article == "no" for told in behind for part in first_of(told))
        found = tuple(self.fill(pattern, dict(form.slots), use, form.negative or nothing))
        return self.plain_pile(form, found) if form.key in OF_PILE else found

    def counted(self, form: Phrase) -> Phrase:
        """What only counts things is their number, if it is called as they are: "o número de líderes de uma rede"."""
        subject = form.slot("subject")
        those = subject.slot("those") if isinstance(subject, Phrase) and subject.key == "how_many_are_called" else None
        if not isinstance(those, Noun):
            return form
        many = self.word(those.term).several
        number = Phrase("number_of", (("those", replace(those, article="bare")),))
        return form.with_slot("subject", number if many else those)

    def turned(self, form: Phrase) -> Phrase:
        """What is not turned but only becomes so is the subject; what is no longer so, too."""
        thing, quality = form.slot("object"), form.slot("quality")
        if form.key != "turn_flag" or not isinstance(quality, Adjective):
            return form
        if not form.negative and self.quality(quality.term).masculine.startswith(TURNED):
            return form
        slots = (("subject", thing or It()), ("quality", quality))
        return Phrase("no_longer" if form.negative else "becomes", slots)

    def for_a_time(self, form: Phrase) -> Phrase:
        """A state in which a thing is for a time: "até o fim deste turno, a carta fica bloqueada"."""
        then = form.slot("then")
        if form.key not in FOR_A_TIME or not isinstance(then, Phrase) or then.key != "has_quality" or then.negative:
            return form
        quality = then.slot("quality")
        passing = isinstance(quality, Adjective) and self.quality(quality.term).verb == "estar"
        return form.with_slot("then", replace(then, key="becomes")) if passing else form

    def plain_pile(self, form: Phrase, found: Words) -> Words:
        """A pile is not named after its pieces twice: "o escudo do topo da pilha", not "da pilha de escudos"."""
        kind = form.slot("kind")
        assert isinstance(kind, Noun)
        pieces = f" de {self.word(kind.term).plural}"
        return tuple(replace(run, text=run.text.removesuffix(pieces)) for run in found)

    def with_quality(self, pattern: str, form: Phrase, quality: Adjective) -> str:
        """The pattern with the quality's own verb: what is to be "virado para cima" is turned "para cima"."""
        said = self.quality(quality.term)
        if form.key == "turn_flag":
            return pattern.replace("{quality}", said.masculine.removeprefix(TURNED))
        if said.verb != "ser":
            return pattern
        return re.sub(r"~ficar(:\w+)?", r"~passar\1 a ser", pattern.replace("estar {quality}", "ser {quality}"))

    def parts(self, form: Deed) -> tuple[str, str]:
        """An infinitive, and what follows it; what has a label of its own is used."""
        if form.term.proper and not isinstance(form.term.about, Quality):
            return self.using, plain(self.noun(self.numbered(Noun(form.term))))
        quality = isinstance(form.term.about, Quality)
        verb, _, rest = (self.quality(form.term).verb if quality else self.doing(form.term)).partition(" ")
        return (verb, rest) if rest else (f"{verb}{self.clitic(form)}", "")

    def clitic(self, form: Deed) -> str:
        """The pronoun that hangs on the verb: "atacá-la" for "atacar ela"."""
        first = form.arguments[0] if form.arguments else None
        if first is None or not isinstance(first.form, It) or self.role(first, form):
            return ""
        return "_" + agreeing("o", self.gender(first.form), first.form.plural)

    def argument(self, form: Deed, argument: Attached) -> Words:
        """What a deed is done to, unless it hangs on the verb."""
        hangs = argument is form.arguments[0] and self.clitic(form) and not self.parts(form)[1]
        if isinstance(form.subject, You) and isinstance(argument.form, You) and not argument.word:
            return text("a si mesmo")
        return () if hangs else super().argument(form, argument)

    def slot(self, name: str, form: Form, wanted: str, use: Use, pattern: str) -> Words:
        """What is looked for need not be there: "escolha uma carta que seja vermelha"."""
        sought = any(part in pattern for part in SOUGHT) or (EXISTS in pattern and use in ("need", "if", "wish"))
        if sought and isinstance(form, Noun) and form.article in ("a", "bare"):
            return self.noun(form, "wish")
        if pattern == self.patterns["detail"] and name == "value":
            return self.bare(super().slot(name, form, wanted, use, pattern), form)
        return super().slot(name, form, wanted, use, pattern)


# ----------------------------------------------------------------------------------------------------------- words


def first_of(form: Form) -> tuple[Form, ...]:
    """What stands first of several things, or the thing itself."""
    return form.members[:1] if isinstance(form, Listed) else (form,)


def silent(clause: Form) -> Form:
    """A clause whose subject is not named."""
    if isinstance(clause, Deed):
        return replace(clause, subject=Silent(clause.subject))
    subject = subject_of(clause)
    return clause.with_slot("subject", Silent(subject)) if isinstance(clause, Phrase) and subject else clause


def with_pronoun(form: str, pronoun: str) -> str:
    return enclitic(form, pronoun) if pronoun else form
