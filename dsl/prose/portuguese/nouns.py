"""Brazilian Portuguese: how its nouns and qualities go, with all that hangs on them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dsl.model import Definition, Phase, Quality, Variable, Window
from dsl.model.world import Kind
from dsl.prose.forms import (
    Adjective,
    Amount,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Quoted,
    Silent,
    Term,
    Use,
    You,
    changed,
    is_plural,
    parts_in,
    phrase,
)
from dsl.prose.lexicon import Asked, sort_of
from dsl.prose.nouns import kind_term
from dsl.prose.persons import is_person
from dsl.prose.portuguese.forms import bound, is_direction, is_long, owned_by
from dsl.prose.portuguese.hanging import (
    family_of,
    is_counted,
    is_named,
    is_of_its_own,
    number_behind,
    same,
    which_place,
)
from dsl.prose.portuguese.taking import is_named_space, is_placed
from dsl.prose.portuguese.terms import PREPOSITIONS, Roles, Said, Word, governed, inflected, noun_of, quality_of
from dsl.prose.portuguese.words import STILL, Gender, agreeing
from dsl.prose.realiser import Realiser, Run, Words, joined, plain, text

ARTICLES = {"a": "um", "the": "o", "no": "nenhum", "any": "nenhum", "that": "esse", "every": "cada", "each": "cada",
            "all": "todo", "the first": "o primeiro", "not every": "nem todo"}  # fmt: skip
ARTICLED = ("o", "a", "os", "as", "um", "uma", "uns", "umas")
BEFORE = ("other", "same")
EACH = "cada-"
WHOLE = ("subject", "over")  # where a thing can stand before its clause with nothing but "que" between


class Nouns(Realiser):
    """What is spoken of; whoever is spoken to is "você"."""

    # ---------------------------------------------------------------------------------------------- the game's words

    def word(self, term: Term, gender: Gender = "m") -> Word:
        """A noun; names that a rulebook gives to things may go by the gender of these."""
        if isinstance(term.about, Variable):
            gender = noun_of(self.lexicon, kind_term(term.about.kind)).gender
        if isinstance(term.about, Kind) and (number := number_behind(term, term.about)):
            word = noun_of(self.lexicon, kind_term(term.about))
            return replace(word, singular=f"{word.singular} {number}", articled=True)
        word = noun_of(self.lexicon, term, gender)
        family = family_of(term.about)
        if family is None or word.articled:
            return word
        return replace(word, gender=noun_of(self.lexicon, kind_term(family)).gender)  # as of all of its sort

    def with_kind(self, noun: Noun) -> Word:
        """The noun's word; a thing that is brought in by a name that is an adjective is told with what it is: "uma nave
        inimiga", not "uma inimiga"."""
        word, about = self.word(noun.term), noun.term.about
        if noun.article != "a" or not isinstance(about, Variable) or about.kind.sort not in ("piece", "space"):
            return word
        if noun_of(self.lexicon, noun.term, "m").singular == noun_of(self.lexicon, noun.term, "f").singular:
            return word
        kind = self.word(kind_term(about.kind))
        one, many = f"{kind.singular} {word.singular}", f"{kind.plural} {word.plural}"
        return replace(word, singular=one, plural=many)

    def quality(self, term: Term) -> Said:
        return quality_of(self.lexicon, term)

    def name(self, term: Term, many: bool = False, of: Term | None = None) -> str:
        word = self.word(term, self.word(of).gender if of else "m")
        return word.plural if many else word.singular

    def doing(self, term: Term) -> str:
        return governed(self.lexicon.forms(Asked("verb", term.label))[0])[0]

    # ------------------------------------------------------------------------------------------------------- agreement

    def agreeing(self, word: str, form: Form | None) -> str:
        if word.startswith(EACH):  # one of several
            return "cada " + agreeing(word.removeprefix(EACH), self.gender(form), False)
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
            case You() | Amount() | Quoted() | Adjective() | Attached() | Deed() | None:
                return "m"
            case _:
                assert_never(form)

    def agreed(self, form: Phrase) -> Phrase:
        """What is said of a thing knows of what it is said."""
        of = form.slot("subject") or form.slot("object")
        complement = form.slot("complement")
        if isinstance(complement, Phrase) and complement.key == "that_of" and of is not None:
            form = form.with_slot("complement", replace(complement, slots=(*complement.slots, ("subject", of))))
        for name, thing in (("complement", of), ("value", form.slot("what"))):
            if thing is not None and (value := form.slot(name)) is not None:
                form = form.with_slot(name, self.valued(value, thing))
        for name in ("values", "object"):
            if (value := form.slot(name)) is not None:
                form = form.with_slot(name, self.alone(value))
        quality = form.slot("quality")
        return form.with_slot("quality", replace(quality, to=of)) if isinstance(quality, Adjective) else form

    def valued(self, form: Form, of: Form) -> Form:
        """One of a few values, or several, as an adjective of what has it: "a categoria é avançada"."""
        if isinstance(form, Listed):
            return replace(form, members=tuple(self.valued(member, of) for member in form.members))
        if not isinstance(form, Noun) or form.term.told or sort_of(form.term) != "value":
            return form
        value = self.quality(form.term)
        if value.masculine == value.feminine:
            own = isinstance(of, Noun) and isinstance(form.term.about, tuple) and of.term.about == form.term.about[0]
            return self.alone(form) if own else form
        return replace(form, term=replace(form.term, label=inflected(value, self.gender(of), False), told=True))

    def alone(self, form: Form) -> Form:
        """A value that is named and no quality of anything: "metal", where things are "de metal"; or several."""
        if isinstance(form, Listed):
            return replace(form, members=tuple(map(self.alone, form.members)))
        if not isinstance(form, Noun) or form.term.told or sort_of(form.term) != "value":
            return form
        name = self.word(form.term).singular
        if not name.startswith("de "):
            return form
        return replace(form, term=replace(form.term, label=name.removeprefix("de "), told=True))

    def deed(self, form: Deed, use: Use) -> Words:
        """What is done with what belongs to whoever does it: "Ana joga a sua carta"."""
        who = form.subject.form if isinstance(form.subject, Silent) else form.subject
        if is_person(who) and isinstance(who, Noun):
            form = replace(form, arguments=tuple(replace(a, form=owned_by(a.form, who)) for a in form.arguments))
        return super().deed(form, use)

    # --------------------------------------------------------------------------------------------------------- nouns

    def noun(self, noun: Noun, mood: Use = "fact") -> Words:
        """A noun with all that hangs on it; clauses about it are told in this mood."""
        noun = self.in_clauses(noun)
        if isinstance(noun.count, Phrase) and isinstance(noun.count.slot("amount"), Noun | Phrase):
            return (*self.noun(replace(noun, count=None), mood), Run(" em número "), *self.form(noun.count))
        word = self.with_kind(noun)
        yours = isinstance(noun.of, You)
        theirs = yours and (noun.article not in ("the", "bare", "all") or is_counted(noun))
        before = [*self.article(noun, word)]
        if yours and not theirs:
            before.append(Run(agreeing("seu", word.gender, noun.plural) + " "))
        before += self.before(noun, word)
        lasting, passing = self.behind(noun, word)
        found = [*before, Run(word.plural if noun.plural else word.singular, noun.term.about), *lasting]
        if theirs:
            found.append(Run(" " + agreeing("seu", word.gender, noun.plural)))
        found += passing
        if noun.of is not None and not yours and not is_named(noun.of):  # or it could be that of the owner
            found += self.name_given(noun, word)
            noun = replace(noun, called="")
        which = which_place(noun)
        alike = is_of_its_own(noun, which)
        for part in which:
            found += [Run(" "), *self.attached(same(part) if alike else part, noun)]
        if noun.of is not None and not yours:
            its = any(isinstance(part, It) for part in parts_in(which))
            found += [Run(" que pertence a " if alike else " que é de " if its else " de "), *self.form(noun.of)]
        noun = replace(noun, attached=tuple(part for part in noun.attached if part not in which))
        return (*found, *self.rest_of(noun, word, "wish" if noun.article == "no" else mood))

    def in_clauses(self, noun: Noun) -> Noun:
        """The noun with clauses for those qualities that are verbs, "um módulo que funciona", or that could be read
        with its owner: "uma nave do jogador que está em combate", not "em combate do jogador"."""
        owned = isinstance(noun.of, Noun) and not noun.of.term.proper
        qualities = ((term, self.quality(term)) for term in noun.adjectives if term.label not in BEFORE)
        told = tuple(t for t, said in qualities if said.verbal or (owned and said.masculine.split(" ")[0] in STILL))
        if not told:
            return noun
        rest = tuple(term for term in noun.adjectives if term not in told)
        clauses = tuple(phrase("has_quality", subject=Gap(), quality=Adjective(term)) for term in told)
        return replace(noun, adjectives=rest, that=(*clauses, *noun.that))

    def article(self, noun: Noun, word: Word) -> Words:
        """The article; proper names have one where the catalogue gives it."""
        about = noun.term.about
        ruled = isinstance(about, Definition) and not isinstance(about, Phase | Window)  # "vale a exceção da neblina"
        name = (noun.term.proper and (isinstance(about, tuple) or ruled)) or (
            isinstance(about, Kind) and (about.row or bool(number_behind(noun.term, about)))
        )
        if isinstance(about, Kind) and noun.plural and not word.several:
            name = False  # "há Cruzamentos"
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

    def behind(self, noun: Noun, word: Word) -> tuple[Words, Words]:
        """What a thing is, and then in which state it is: "uma carta azul sua virada para cima", "um planeta vermelho
        colonizado e controlado"."""
        lasting: list[Run] = []
        passing: list[Words] = []
        for term in noun.adjectives:
            if term.label not in BEFORE:
                quality = self.quality(term)
                said = Run(inflected(quality, word.gender, noun.plural), term.about)
                if quality.verb == "estar" and sort_of(term) != "value":
                    passing.append((said,))
                else:
                    lasting += [Run(" "), said]
        return tuple(lasting), (Run(" "), *joined(passing, "e")) if passing else ()

    def rest_of(self, noun: Noun, word: Word, mood: Use) -> Words:
        """What stands after the noun: a name given to it, if that was not told, what hangs on it, clauses about it."""
        found = [*self.name_given(noun, word)]
        for part in noun.attached:
            found += [Run(" "), *self.attached(part, noun)]
        clauses = [bound(clause, noun) for clause in noun.that]
        for clause in clauses:
            if is_placed(clause):
                found += [Run(" "), *self.placed(clause, noun)]
        told = [clause for clause in clauses if not is_placed(clause)]
        short = all(self.is_short(clause, noun) for clause in told)
        others = [self.relative(clause, noun, mood, short) for clause in told]
        return (*found, Run(" "), *joined(others, "e")) if others else tuple(found)

    def name_given(self, noun: Noun, word: Word) -> Words:
        """The name by which a thing is spoken of here: "(o alvo)"; a nickname stands in quotation marks."""
        if not noun.called:
            return ()
        name = self.word(Term(noun.called), word.gender)
        if not noun.nicked:
            return text(f" ({agreeing('o', name.gender, name.several)} {name.singular})")
        return text(f" “{name.singular}”" if noun.article == "the" else f" (“{name.singular}”)")

    def placed(self, clause: Form, noun: Noun) -> Words:
        """Where the thing is, in short: "em F7" for "que está em F7"; a thing is told by its space: "o peão de E2"."""
        assert isinstance(clause, Phrase)
        place = clause.slot("place")
        if clause.key == "is_at":
            if noun.article == "the" and isinstance(place, Attached) and is_named_space(place.form):
                return (Run("de "), *self.form(place.form))
            return self.form(place or It())
        if isinstance(place, Attached):  # "uma carta da mão"
            return (Run("de "), *self.form(place.form))
        return (Run("ao lado de "), *self.form(clause.slot("beside") or It()))

    def is_short(self, clause: Form, noun: Noun) -> bool:
        """Whether a clause is told by its quality alone: "uma casa ocupada pelo jogador"."""
        if not isinstance(clause, Phrase) or clause.key != "has_quality" or clause.negative or is_long(noun):
            return False
        quality = clause.slot("quality")
        said = self.quality(quality.term) if isinstance(quality, Adjective) else None
        return said is not None and not said.verbal and not said.masculine.startswith(("um ", "uma "))

    def relative(self, clause: Form, noun: Noun, mood: Use, short: bool) -> Words:
        """A clause that hangs on the noun, `short` if all of its clauses are; where more than "que" would have to lead
        to it, "tal que" does."""
        if isinstance(clause, Phrase) and clause.key in ("such_that", "whose"):
            return self.form(clause, mood)
        if isinstance(clause, Phrase) and short:
            return self.form(self.agreed(clause).slot("quality") or It())
        if isinstance(clause, Phrase) and clause.key == "has_been_rolled" and not clause.negative:
            return text(agreeing("lançado", self.word(noun.term).gender, noun.plural))
        gaps = [name for name, form in clause.slots if isinstance(form, Gap)] if isinstance(clause, Phrase) else []
        if all(name in WHOLE for name in gaps):
            return (Run("que "), *self.form(clause, mood))
        full = changed(clause, lambda part: It(part.plural, noun.term) if isinstance(part, Gap) else part)
        return (Run("tal que "), *self.form(full, mood))

    def owner(self, form: Form) -> Words:
        return (Run("de "), *self.form(form))

    def role(self, form: Attached, to: Form | None) -> str:
        """What the word asks for on which it hangs; a quality is told as it looks from somewhere."""
        usual = PREPOSITIONS[form.word] if form.word else ""
        if form.word == "along" and is_direction(form.form):
            usual = "em"
        elif form.word == "from" and isinstance(to, Adjective):
            usual = "a partir de"
        return self.roles(to).get(form.word, usual)

    def roles(self, to: Form | None) -> Roles:
        match to:
            case Noun():
                return self.word(to.term).roles
            case Adjective():
                return self.quality(to.term).roles
            case Deed() if isinstance(to.term.about, Quality):
                return self.quality(to.term).roles
            case Deed() if not to.term.proper:
                return governed(self.lexicon.forms(Asked("verb", to.term.label))[0])[1]
            case _:  # no word of the game governs it
                return {}

    def said(self, form: Adjective) -> str:
        return inflected(self.quality(form.term), self.gender(form.to), is_plural(form.to))

    def adjective(self, form: Adjective) -> Words:
        """A quality, said after its noun; one that is a verb in a clause: "uma torre que ataca a casa"."""
        if self.quality(form.term).verbal:
            deed = Deed(form.term, form.attached, Silent(form.to or It()))
            return (Run("que "), *self.deed(deed, "fact"))
        return super().adjective(form)

    def has_unit(self, unit: str, word: str) -> bool:
        """As in "com 6 de dano" and "compre 3 cartas"; there is none where the price is only called so."""
        return word == "with" or unit.endswith("s")

    def pronoun(self, form: Form) -> Words:
        if isinstance(form, You):
            return text("você")
        return text(agreeing("ele", self.gender(form), is_plural(form)))

    def joiner(self, form: Listed) -> str:
        return {"and": "e", "or": "ou", "nor": "nem"}.get(form.joiner, form.joiner)

    # ------------------------------------------------------------------------------------------- what hangs on a word

    def attached(self, form: Attached, to: Form | None = None) -> Words:
        """Several with their articles have each the preposition: "na mão e no descarte", but "em A1 e B2"."""
        several = form.form
        if form.word and isinstance(several, Listed) and all(map(self.is_articled, several.members)):
            said = [self.attached(replace(form, form=member), to) for member in several.members]
            return joined(said, self.joiner(several))
        return super().attached(form, to)

    def is_articled(self, form: Form) -> bool:
        return plain(self.form(form)).split(" ")[0] in ARTICLED
