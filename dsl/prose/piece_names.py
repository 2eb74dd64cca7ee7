"""Pieces in a story that are spoken of by a name: by the one that stands on them, where that tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dsl import model
from dsl.model import Variable
from dsl.model.visit import nodes_in
from dsl.model.world import Attribute, Kind, World
from dsl.prose.forms import Attached, Form, Gap, It, Listed, Noun, Phrase, Step, Term, changed, phrase
from dsl.prose.persons import persons_in
from dsl.prose.scope import Scope

Names = Mapping[Variable, Form]


def names_given(scope: Scope, steps: tuple[model.ExampleStep, ...]) -> Names:
    """What pieces are called that an example brings in with no more than where they are and what they are: a card by
    what it does, if no other sort of cards does that, only one of the sort is spoken of, and what it does is no
    question."""
    placed = set(placed_only(steps)) - set(asked_about(steps))
    found: dict[Variable, Form] = {}
    for step in steps:
        match step:
            case model.Given(condition=model.Compare() as told) if (said := what_it_is(told)) is not None:
                variable, attribute = said
                if variable in placed and tells_apart(scope.world, variable.kind, attribute):
                    found[variable] = scope.form(told.right)
            case _:  # tells of no piece what it is
                pass
    often = Counter(found.values())
    return {variable: name for variable, name in found.items() if often[name] == 1}


def placed_only(steps: tuple[model.ExampleStep, ...]) -> Iterator[Variable]:
    """What is brought in with nothing but its place."""
    for step in steps:
        match step:
            case model.Given(condition=model.Exists(selection=model.Selection(words=(), that=()) as those)):
                if those.place is not None and those.variable.is_nickname:
                    yield those.variable
            case _:  # brings in nothing, or says more of it
                pass


def asked_about(steps: tuple[model.ExampleStep, ...]) -> Iterator[Variable]:
    """The things of which something is said after what is given."""
    for node in nodes_in([step for step in steps if not isinstance(step, model.Given)]):
        match node:
            case model.Get(of=model.Use(variable=variable)):
                yield variable
            case _:  # says it of nothing that has a name here
                pass


def what_it_is(told: model.Compare) -> tuple[Variable, Attribute] | None:
    """Of which thing it is said what something of it is, that has a name."""
    match told:
        case model.Compare(
            operator="=",
            left=model.Get(attribute=attribute, of=model.Use(variable=variable)),
            right=model.Constant(kind=Kind(sort="power")),
        ):
            return variable, attribute
        case _:  # gives it no name
            return None


def tells_apart(world: World, kind: Kind, attribute: Attribute) -> bool:
    """Whether the table of such pieces has another value of the attribute in each row."""
    columns = (column for info in world.tables.values() if info.kind is kind for column in info.columns)
    values = next((column.values for column in columns if column.kind is attribute.kind), ())
    return len(values) == len(set(values)) > 1


def is_name_given(node: model.ExampleStep, names: Names) -> bool:
    """Whether a step only says what a piece is that is called so."""
    condition = node.condition if isinstance(node, model.Given) else None
    said = what_it_is(condition) if isinstance(condition, model.Compare) else None
    return said is not None and said[0] in names


def there(step: Step, name: Form) -> Step:
    """Where a piece is, that is called so: "Hop is in Red's hand" for "there is a card in Red's hand"."""
    thing = step.form.slot("subject") if isinstance(step.form, Phrase) else None
    assert isinstance(thing, Noun)
    (clause,) = thing.that
    assert isinstance(clause, Phrase)
    return replace(step, form=clause.with_slot("subject", name))


def by_name(form: Any) -> Any:
    """The form with pieces of which each player has one called by the name on them: "Orbit 1/Jump" for "Red's Orbit
    1/Jump card", where it is known whose it is."""
    persons = persons_in(form)

    def alone(part: Any) -> Any:
        match part:
            case Noun(article="the", adjectives=(name,), that=(), called="", of=owner) if is_name(name.about):
                known = owner is None or isinstance(owner, It) or persons.count(owner) > 1
                return Noun(name, "bare", of=None if known else owner)
            case _:  # stays as it is
                return part

    return changed(form, alone)


def by_what_they_do(world: World, form: Any) -> Any:
    """The form with pieces called by what they do, where that tells their sort: "a Laser is drawn" for "a card that is
    Laser is drawn"."""

    def alone(part: Any) -> Any:
        match part:
            case Noun(term=Term(about=Kind(sort="piece") as kind), that=clauses):
                told = [(clause, name) for clause in clauses if (name := name_told(world, kind, clause)) is not None]
                those = tuple(clause for clause in clauses if not told or clause is not told[0][0])
                return replace(part, term=told[0][1], that=those) if told else part
            case _:  # stays as it is
                return part

    return changed(form, alone)


def name_told(world: World, kind: Kind, clause: Form) -> Term | None:
    """What the power is called of which a clause says that a thing has it, if such things are told apart by that."""
    match clause:
        case Phrase(
            key="is",
            slots=(("subject", Gap()), ("complement", Noun(term=Term(about=(Kind(sort="power") as power, _)) as name))),
            negative=False,
        ):
            column = next((one for one in world.attributes(kind) if one.kind is power), None)
            return name if column is not None and tells_apart(world, kind, column) else None
        case _:  # says something else
            return None


def is_name(about: object) -> bool:
    """Whether it is a value with a name of its own, which is written with a capital."""
    match about:
        case (Kind(labels=labels) as kind, int(number)) if labels:
            return labels[number - kind.start][:1].isupper()
        case _:  # has no name of its own
            return False


def all_there(first: Step, second: Step) -> Step | None:
    """Pieces with names that are in one place, in one sentence: "Hop and Convoy are in Red's hand"."""
    match first.form, second.form:
        case (
            Phrase(key="is_at", slots=(("subject", one), ("place", Attached() as place)), negative=False),
            Phrase(key="is_at", slots=(("subject", Noun(article="bare") as other), ("place", same)), negative=False),
        ) if same == place:
            names = one.members if isinstance(one, Listed) else (one,)
            if all(isinstance(name, Noun) and name.article == "bare" for name in names):
                form = phrase("is_at", subject=Listed((*names, other)), place=place)
                return replace(first, form=form, clauses=first.clauses + second.clauses)
        case _:  # have no wording in one: two steps
            pass
    return None
