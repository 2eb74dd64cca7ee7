"""English: how its nouns and verbs go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeGuard

from dsl.model import Action, Procedure, Quality, Value, Variable
from dsl.model.world import Attribute, Kind
from dsl.prose.built_in import ONWARD
from dsl.prose.english.patterns import PATTERNS
from dsl.prose.english.translated import doing_of, noun_of, translated
from dsl.prose.forms import (  # fmt: skip
    COUNTS,
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
    Term,
    Use,
    You,
    changed,
    is_face,
    is_plural,
)
from dsl.prose.nouns import is_only_one
from dsl.prose.persons import is_active
from dsl.prose.proper_names import one_of
from dsl.prose.realiser import OF_MOST, OF_PILE, Realiser, Run, Words, altered, joined, plain, text, tidy
from dsl.text.inflection import a_or_an, head_of, infinitive
from dsl.text.inflection import plural as plural_form

PLURAL = re.compile(r"(?<![suio'])s$")  # "riches", "points"; not "progress", "status", "basis"
OWNER_OF = "the owner of {of}"
MODALS = ("may", "must", "can", "could")
PARTICLES = ("face", "under", "in", "on", "off", "out", "up", "down", "over", "able")
PLACED = ("is_at", "beside")
SEATS = ("seat_left", "seat_right")
COORDINATES = ("file", "rank", "ring")
TURNED = {key: key.replace("becomes", "turned") for key in PATTERNS if "_becomes" in key}


class English(Realiser):
    """English."""

    patterns = PATTERNS
    using, variant, seeing = "use", "variant", ("see",)

    # ---------------------------------------------------------------------------------------------- the game's words

    def words(self, form: Form, use: Use = "fact") -> Words:
        return super().words(form if self.lexicon.as_written else changed(form, self.in_english), use)

    def in_english(self, part: Any) -> Any:
        return translated(part, self.lexicon)

    def name(self, term: Term, many: bool = False, of: Term | None = None) -> str:
        return super().name(term if self.lexicon.as_written else noun_of(self.lexicon, term), many, of)

    # --------------------------------------------------------------------------------------------------------- verbs

    def verb(self, verb: str, use: Use, subject: Form | None, negative: bool) -> str:
        if verb in MODALS:
            return modal(verb, use, negative)
        if verb.startswith("have_"):
            return self.perfect(verb.removeprefix("have_"), use, subject, negative)
        if use == "need":
            return f"must not {verb}" if negative else f"must {verb}"
        if use == "bare":
            return f"not {verb}" if negative else verb
        if use == "order" and (subject is None or isinstance(subject, You)):
            return f"do not {verb}" if negative else verb
        many = is_many(subject)
        if verb == "be":
            return ("are" if many else "is") + (" not" if negative else "")
        if negative:
            return f"{'do' if many else 'does'} not {verb}"
        return verb if many else third_person(verb)

    def perfect(self, verb: str, use: Use, subject: Form | None, negative: bool) -> str:
        """What has been so: "has not been noted", "must not have been noted"."""
        have = self.verb("have", use, subject, False)
        if not negative:
            return f"{have} {verb}"
        return f"must not have {verb}" if use == "need" else f"{have} not {verb}"

    def pattern(self, form: Phrase) -> str:
        for sort in ("phase", "window"):
            named = form.slot(sort)
            if isinstance(named, Noun) and named.term.label.lower().endswith(sort):
                return self.patterns[f"{form.key}_named"]
        if form.key in OF_MOST and is_many(form.slot("what")):  # the most points, but the highest score
            return self.patterns[f"{form.key}_many"]
        of = form.slot("of") if form.key == "owner" else None
        if isinstance(of, Noun) and (of.attached or of.that):  # not that of what stands last
            return OWNER_OF
        return self.patterns[form.key]

    def phrase(self, form: Phrase, use: Use) -> Words:
        quality = form.slot("quality")
        if form.key == "acts_so" and isinstance(quality, Adjective):
            return self.deed(Deed(quality.term, quality.attached, form.slot("subject") or It(), form.negative), use)
        if form.key == "has_quality" and isinstance(quality, Adjective) and is_plural(form.slot("subject")):
            form = form.with_slot("quality", replace(quality, term=of_many(quality.term)))
        if form.key == "turn_flag":
            form = turned(form)
        elif form.key == "is" and is_active(form.slot("complement")) and possesses(form.slot("subject")):
            form = replace(form, key="is_turn", slots=(("turn", Noun(Term("turn"), of=form.slot("subject"))),))
        elif form.key in ("until_turn", "until_turn_then") and is_active(form.slot("who")):
            form = replace(form, key=f"this_{form.key}")
        elif form.key == "take_away" and isinstance(form.slot("object"), It):
            form = replace(form, key="take_it_away")
        elif form.key in SEATS and isinstance(form.slot("of"), You):
            form = replace(form, key=f"your_{form.key}")
        elif form.key == "that_of" and isinstance(form.slot("of"), You):
            return text("yours")
        elif form.key in COORDINATES and isinstance(form.slot("of"), You | It):
            form = replace(form, key=f"own_{form.key}")
        elif form.key in TURNED and is_face(form.slot("quality")):
            form = replace(form, key=TURNED[form.key])
        elif form.key in OF_PILE:
            form = self.plain_pile(form)
        elif form.key in COUNTS.values():
            form = beside_others(form)
        elif form.key == "how_many_are_called" and is_many(form.slot("those")):
            form = replace(form, key="number_of")
        elif form.key == "is" and form.slot("complement") == Phrase("nothing"):
            form = there_is_none(form)
        return super().phrase(form, use)

    def doing(self, term: Term) -> str:
        return (term.label if self.lexicon.as_written else doing_of(self.lexicon, term)).replace("-", " ")

    def parts(self, form: Deed) -> tuple[str, str]:
        """The name of an action begins with its verb, unless it has a label of its own; so does a verb of several
        words, "end-the-round". With a Name in it, "take Oldport", that is a proper one."""
        words = re.split("[- ]" if form.term.label.islower() else " ", form.term.label)
        if isinstance(form.term.about, Quality):
            return infinitive(words[0]), " ".join(words[1:])
        if form.term.proper or form.term.label in self.names:
            return self.using, f"the {form.term.label}" if isinstance(form.term.about, Action) else form.term.label
        rest = " ".join(words[1:]) if words[0].islower() else self.rest(words[1:])
        return words[0].lower(), rest

    def argument(self, form: Deed, argument: Attached) -> Words:
        itself = isinstance(argument.form, You) and isinstance(form.subject, You)
        return text(f"{argument.word} yourself") if itself else super().argument(form, argument)

    def attached(self, form: Attached, to: Form | None = None) -> Words:
        if form.word == "to" and (to is None or isinstance(to, Deed)):
            form = replace(
                form, form=changed(form.form, lambda part: replace(part, article="the") if is_side(part) else part)
            )
        return super().attached(form, to)

    def rest(self, words: list[str]) -> str:
        """What stands after the verb in an action's name: a kind of thing gets its article."""
        name = " ".join(words)
        if name in self.kinds:
            term = self.kinds[name]
            only = isinstance(term.about, Kind) and is_only_one(term.about)
            return plain(tidy(self.noun(Noun(term, "the" if only else "a"))))
        return self.running(Term(name)) if name else ""

    # --------------------------------------------------------------------------------------------------------- nouns

    def noun(self, noun: Noun) -> Words:
        noun = by_value(noun)
        counted = isinstance(noun.count, Phrase) or (noun.count is not None and noun.article == "bare")
        if noun.of is not None and (counted or noun.article not in ("the", "bare")):
            return self.one_of_theirs(noun)
        if noun.of is None:
            return (*article(noun.article, self.core(noun)), *self.rest_of(noun))
        if possesses(noun.of) and not (noun.attached and isinstance(noun.of, Noun) and noun.of.of is not None):
            return (*self.owner(noun.of), Run(" "), *self.core(noun), *self.rest_of(noun))
        return (Run("the "), *self.core(noun), Run(" of "), *self.form(noun.of), *self.rest_of(noun))

    def one_of_theirs(self, noun: Noun) -> Words:
        """One of those that belong to somebody: "a card of yours", "every card of Imperial"."""
        whose = noun.of or It()
        theirs = text("yours") if isinstance(whose, You) else text("theirs") if is_person(whose) else self.form(whose)
        return (*article(noun.article, self.core(noun)), Run(" of "), *theirs, *self.rest_of(noun))

    def running(self, term: Term, plural: bool = False) -> str:
        """A term in running text: small, unless it is proper; words that are names, or all in capitals, stay."""
        label = (term.plural or plural_form(term.label)) if plural else term.label
        if isinstance(term.about, Procedure):
            label = label.replace("-", " ")
        if term.proper:
            return label
        return " ".join(word if one_of(word) in self.names else small(word) for word in label.split(" "))

    def plain_pile(self, form: Phrase) -> Phrase:
        """A pile is not named after its pieces twice: "the top shield of the stack", not "of the stack of shields"."""
        kind, place = form.slot("kind"), form.slot("place")
        if not isinstance(kind, Noun) or not isinstance(place, Noun):
            return form
        label = place.term.label.removesuffix(f" of {self.running(kind.term, plural=True)}")
        return form.with_slot("place", replace(place, term=replace(place.term, label=label)))

    def core(self, noun: Noun) -> Words:
        """The noun with what stands before it, without its article."""
        found: list[Run] = []
        if noun.count is not None:
            found += [*self.form(noun.count), Run(" ")]
        if is_recalled(noun):
            found.append(Run(f"“{noun.called}” "))
        for word in noun.adjectives:
            found += [Run(word.label.replace(" ", "-"), word.about), Run(" ")]  # "a held-back card"
        found.append(Run(self.running(noun.term, noun.plural), noun.term.about))
        return tuple(found)

    def rest_of(self, noun: Noun) -> Words:
        """What stands after the noun: a name given to it, what hangs on it, clauses about it."""
        called = f" (“{noun.called}”)" if noun.nicked else f" (the {noun.called})"
        found: list[Run] = [Run(called)] if noun.called and not is_recalled(noun) else []
        for part in noun.attached:
            found += [Run(" "), *self.attached(part, noun)]
        short = [c for c in noun.that if is_placed(c)]
        placed = [c for c in short if len(short) == len(noun.that) or not speaks_of_it(c)]
        others = [c for c in noun.that if c not in placed]
        for clause in placed:
            found += [Run(" "), *self.placed(clause)]
        if others:
            found += [Run(" "), *joined([self.relative(clause, noun) for clause in in_one(others)], "and")]
        return tuple(found)

    def placed(self, clause: Form) -> Words:
        """Where the thing is, in short: "on F7" for "that is on F7"."""
        assert isinstance(clause, Phrase)
        if clause.key == "is_at":
            return self.form(clause.slot("place") or It())
        return (Run(f"{clause.key} "), *self.form(clause.slot("beside") or It()))

    def relative(self, clause: Form, noun: Noun) -> Words:
        introduced = isinstance(clause, Phrase) and clause.key in ("such_that", "whose")
        word = "who " if is_person(It(term=noun.term)) else "that "
        return self.form(clause) if introduced else (Run(word), *self.form(clause))

    def listed(self, form: Listed, use: Use) -> Words:
        """What is said of one thing has its verb once: "that is red or old"."""
        first, *others = form.members
        if not all(map(is_said_of_it, form.members)):
            return super().listed(form, use)
        rest = [self.form(said) for clause in others if (said := complement_of(clause))]
        return joined([self.form(first, use), *rest], self.joiner(form))

    def owner(self, form: Form) -> Words:
        if isinstance(form, You):
            return text("your")
        if isinstance(form, It):
            return text("their" if form.plural or is_person(form) else "its")
        words = tidy(self.form(form))
        mark = "’" if plain(words).endswith("s") and is_plural(form) else "’s"
        return altered(words, len(words) - 1, lambda content: content + mark)

    def adjective(self, form: Adjective) -> Words:
        """A quality with what hangs on it: "in your field", where it would be "of you"."""
        before, the, what = form.term.label.rpartition("the ")
        if the and form.attached == (Attached("of", You()),):
            return super().adjective(Adjective(replace(form.term, label=f"{before}your {what}")))
        return super().adjective(form)

    def said(self, form: Adjective) -> str:
        return after_noun(form.term.label)

    def has_unit(self, unit: str, word: str) -> bool:
        """As in "with 6 damage" and "pay 3 points", but "pay 3" where the price is only called cost."""
        return unit != "amount" and (word == "with" or unit.endswith("s"))

    def pronoun(self, form: Form) -> Words:
        if isinstance(form, You):
            return text("you")
        return text("they" if is_plural(form) or is_person(form) else "it")

    def joiner(self, form: Listed) -> str:
        return form.joiner


# ---------------------------------------------------------------------------------------------------------------- verbs


def speaks_to_you(subject: Form | None) -> bool:
    """Whether the subject is whoever is spoken to, also where it was just said."""
    return isinstance(subject.form if isinstance(subject, Silent) else subject, You)


def is_many(subject: Form | None) -> bool:
    """Whether the verb stands in the plural: of several, of whoever is spoken to, of what is called by a plural."""
    form = subject.form if isinstance(subject, Silent) else subject
    called_so = isinstance(form, Noun) and is_measure(form.term.about) and PLURAL.search(head_of(form.term.label))
    return bool(is_plural(subject) or speaks_to_you(subject) or is_person(subject) or called_so)


def is_measure(about: object) -> bool:
    """Whether it is what a thing has or is worth, which may be called "riches" or "points"."""
    return isinstance(about, Attribute | Value) or (isinstance(about, Variable) and about.kind.sort == "number")


def is_person(form: Form | None) -> bool:
    """Whether "it" is a player: of somebody "they" is said."""
    form = form.form if isinstance(form, Silent) else form
    if not isinstance(form, It) or form.term is None:
        return False
    about = form.term.about.kind if isinstance(form.term.about, Variable) else form.term.about
    return isinstance(about, Kind) and about.sort == "player"


def of_many(term: Term) -> Term:
    """What several are: "homes" for "a home"."""
    article, _, noun = term.label.partition(" ")
    return replace(term, label=plural_form(noun)) if article in ("a", "an") and noun else term


def third_person(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def modal(verb: str, use: Use, negative: bool) -> str:
    if verb == "can" and use in ("need", "bare"):
        able = "not be able to" if negative else "be able to"
        return f"must {able}" if use == "need" else able
    if verb == "can":
        return "cannot" if negative else "can"
    return f"{verb} not" if negative else verb


def turned(form: Phrase) -> Phrase:
    """A thing is turned face up; what has another quality becomes so."""
    quality, thing = form.slot("quality"), form.slot("object")
    if form.negative:
        if isinstance(thing, Noun) and thing.article == "every":
            none = replace(thing, article="no")
            return Phrase("none_any_longer", (("subject", none), ("quality", quality or It())))
        return Phrase("no_longer", (("subject", thing or It()), ("quality", quality or It())))
    if is_face(quality):
        return form
    return Phrase("is_now", (("subject", thing or It()), ("quality", quality or It())))


def is_side(form: Form) -> TypeGuard[Noun]:
    """Whether it is a direction that is a side of the board: "to the east", but not "to the clockwise"."""
    match form:
        case Noun(term=Term(label=name, about=(Kind(sort="direction"), *_))):
            return name not in ONWARD
        case _:  # a direction is a noun
            return False


def beside_others(form: Phrase) -> Phrase:
    """Those that are counted beside others: "more cards in the hand than tokens", not "than the number of tokens"; of
    the same sort elsewhere only where these are: "more cards in the hand than on the table"."""
    match form.slot("amount"), form.slot("subject"):
        case Phrase(key="number_of", slots=(("those", Noun() as those),)), Noun() as counted:
            alike = replace(those, that=()) == replace(counted, that=())
            placed = tuple(clause.slot("place") for clause in those.that if isinstance(clause, Phrase))
            elsewhere = alike and len(those.that) == len(counted.that) == 1 and is_placed(those.that[0])
            where = placed[0] if elsewhere and is_placed(counted.that[0]) and placed[0] is not None else those
            return form.with_slot("amount", where)
        case _:  # an amount that is told as it is
            return form


def there_is_none(form: Phrase) -> Phrase:
    """What has a name, and may be nothing, is there or not: "there is no goal" for "the goal is nothing"."""
    match form.slot("subject"):
        case Noun(article="the", of=None, that=()) as named:
            return Phrase("there_is", (("subject", replace(named, article="a" if form.negative else "no")),))
        case _:  # is told as it is
            return form


# ---------------------------------------------------------------------------------------------------------------- nouns


def small(word: str) -> str:
    return word if len(word) > 1 and word[:2].isupper() else word.lower()


def article(word: str, core: Words) -> Words:
    match word:
        case "bare":
            return core
        case "the" if core[0].text.startswith("The "):
            return altered(core, 0, lambda label: f"t{label[1:]}")
        case "a" if core[0].text == "other":
            return altered(core, 0, lambda word: f"an{word}")
        case "a":
            return (Run(f"{a_or_an(plain(core))} "), *core)
        case "some":
            return core
        case _:  # each other article is a word before its noun
            return (Run(f"{word} "), *core)


def by_value(noun: Noun) -> Noun:
    """What has one of a few values, or the same as something else: "the Imperial hotel", "a share of the newcomer's
    chain"."""
    values = {clause: value for clause in noun.that if (value := value_told(clause)) is not None}
    if len(values) != 1:
        return noun
    (clause, value), *_ = values.items()
    that = tuple(other for other in noun.that if other is not clause)
    if value.article == "bare" and value.term.label.isalpha():
        return replace(noun, adjectives=(*noun.adjectives, value.term), that=that)
    if value.article != "the" or noun.of is not None:
        return noun
    return replace(noun, attached=(*noun.attached, Attached("of", value)), that=that)


def value_told(clause: Form) -> Noun | None:
    """The value that a thing is said to have, if what it has is called after what that is."""
    thing, same = (clause.slot("thing"), clause.slot("clause")) if isinstance(clause, Phrase) else (None, None)
    if not (isinstance(thing, Noun) and isinstance(same, Phrase) and same.key == "is") or same.negative:
        return None
    match thing.term.about, same.slot("complement"):
        case Attribute(kind=Kind(sort="enumeration" | "row") as kind, name=name), value if name == kind.name:
            if isinstance(value, Phrase) and value.key == "that_of":
                return replace(thing, article="the", of=value.slot("of"))
            return value if isinstance(value, Noun) and not value.that and not is_named_else(value, kind) else None
        case _:  # says something else of it
            return None


def is_named_else(value: Noun, kind: Kind) -> bool:
    """Whether it is what something has under another name than that of its kind: "of its key" would be its own key."""
    return isinstance(value.term.about, Attribute) and value.term.about.name != kind.name


def is_recalled(noun: Noun) -> bool:
    """Whether a thing is spoken of again by its nickname: "the “spare” wheel"."""
    return noun.nicked and bool(noun.called) and noun.article == "the"


def possesses(form: Form | None) -> bool:
    """Whether "'s" sounds well: on whoever acts, on names and on short nouns."""
    match form:
        case You() | It():
            return True
        case Noun():
            short = not (form.attached or form.that or form.count or (form.called and not is_recalled(form)))
            return short and (form.of is None or isinstance(form.of, You | It))
        case Phrase(key="opponent" | "owner" | "active_player" | "each_player" | "winner" | "loser"):
            return True
        case _:  # "of" is always right, if longer
            return False


def after_noun(label: str) -> str:
    """A quality after its noun: "face up", "under way"."""
    return label.replace("-", " ") if re.split("[- ]", label)[0] in PARTICLES else label


def speaks_of_it(clause: Form) -> bool:
    """Whether a place is "under it": what follows would be said of that."""
    place = clause.slot("place") if isinstance(clause, Phrase) else None
    return isinstance(place, Attached) and isinstance(place.form, It)


def in_one(clauses: list[Form]) -> list[Form]:
    """Clauses about a noun, with those as one that say with "is" what it is."""
    said = tuple(clause for clause in clauses if is_said_of_it(clause))
    if len(said) < 2:
        return clauses
    return [Listed(said) if clause is said[0] else clause for clause in clauses if clause not in said[1:]]


def is_said_of_it(clause: Form) -> bool:
    """Whether it says with "is" what the noun is on which it hangs, or where."""
    of_it = isinstance(clause, Phrase) and isinstance(clause.slot("subject"), Gap) and not clause.negative
    return of_it and complement_of(clause) is not None


def complement_of(clause: Form) -> Form | None:
    slots = {"has_quality": "quality", "is": "complement", "is_at": "place"}
    return clause.slot(slots[clause.key]) if isinstance(clause, Phrase) and clause.key in slots else None


def is_placed(clause: Form) -> bool:
    return isinstance(clause, Phrase) and clause.key in PLACED and not clause.negative
