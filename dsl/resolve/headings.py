"""The second pass: the headings of all definitions, so that any sentence can use any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.builtins import VALUES
from dsl.model import Variable
from dsl.model.world import Kind
from dsl.resolve.complaints import called_as_in_every_game, unsupported, wrong
from dsl.resolve.context import Context, OneOfSeveral
from dsl.resolve.names import constant_called, find_kind, kind_called, near_names, refuse_plural
from dsl.resolve.wording import a
from dsl.text.coined import GOES_ON
from dsl.text.described import NO_VERB, OTHERWISE_DONE
from dsl.text.diagnostics import Note
from dsl.text.inflection import articled
from dsl.text.reader import reserved

Fields = dict[str, object]
# What need not be defined, and by which prepositions what it is of is said.
BUILT_IN_VALUES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("top", "bottom", "end", "place", "owner"), ("of",)),
    **{word: tuple(sorted(value.roles)) for word, value in VALUES.items() if value.reserved},
}
# The words that say where something is, and of what it is; and those that say what it has to do with others.
PLACE_WORDS = ("of", "on", "in", "at", "under", "beside", "behind")
ROLE_WORDS = ("for", "with", "by", "from", "to")


def _as_written(subject: tree.Node) -> str:
    """What a heading brings in, in its own words: `a Player called rival`."""
    match subject:
        case tree.Binder(noun=tree.Noun(words=words, name=name, called=called)):
            return articled(" ".join([*words, name])) + (f" called {called}" if called else "")
        case tree.TheOne(name=name):
            return f"the {name}"
        case _:  # others are long to say
            return "…"


def player_variable(context: Context, node: tree.Node) -> Variable:
    """Who acts: `the Player`."""
    actor = Variable("Player", context.world.players, span=node.span)
    context.acting.add(actor)
    return actor


def parameter(context: Context, subject: tree.Node) -> Variable:
    """`a Cell called target` in a heading."""
    match subject:
        case tree.Binder(noun=tree.Noun(words=(), name=name, called=called)):
            refuse_plural(context, name, subject.noun.span)
            kind = kind_called(context, name, subject.span)
            return Variable(called or kind.name, kind, span=subject.span)
        case tree.Binder():
            wrong("E0206", "A heading brings in a plain thing; put what must be so of it below.", subject.span)
        case tree.TheOne(name=name):
            return only_one(context, name, subject)
        case _:
            wrong("E0206", "A heading brings in a thing: `a Cell`.", subject.span)


def only_one(context: Context, name: str, subject: tree.Node) -> Variable:
    """`the Grid is full when`: the heading speaks of the one thing of that name."""
    found = constant_called(context, name, subject.span)
    if found is None and find_kind(context, name):
        message = f"A heading brings things in: `{articled(name)}`. `the {name}` speaks of one brought in before."
        wrong("E0203", message, subject.span, hints=(articled(name),))
    if found is None:
        wrong("E0201", f"There is nothing called {name}.", subject.span, near=near_names(context, name))
    if found.kind.size > 1:
        unsupported(f"a definition for one of several {found.kind.plural}", subject.span)
    return Variable(name, found.kind, span=subject.span)


def parameters(context: Context, params: tree.Params) -> tuple[tuple[Variable, ...], tuple[str, ...]]:
    """The variables of a heading, and the preposition before each ("" for the first, without one)."""
    variables: list[Variable] = []
    prepositions: list[str] = []
    if params.subject is not None:
        variables.append(parameter(context, params.subject))
        prepositions.append("")
    for role in params.roles:
        if role.preposition in prepositions:
            wrong("E0312", f"`{role.preposition}` stands twice.", role.span)
        variables.append(parameter(context, role.subject))
        prepositions.append(role.preposition)
    names = [v.name for v in variables]
    for i, variable in enumerate(variables):
        if variable.name in names[:i]:
            span = variable.span or params.span
            wrong("E0204", f"Two things of this heading are called {variable.name}.", span,
                  hints=(f"a {variable.kind.name} called other",))  # fmt: skip
    return tuple(variables), tuple(prepositions)


def heading_fields(
    context: Context, node: tree.Node, heading: tree.Heading | tree.HeadingEach, variant: str | None
) -> Fields:
    variables, prepositions = parameters(context, heading.params)
    return {
        "name": heading.name,
        "label": heading.label or heading.name,
        "parameters": variables,
        "prepositions": prepositions,
        "span": heading.span,
        "clauses": cited(node),
        "variant": variant,
    }


def cited(node: tree.Node) -> tuple[str, ...]:
    """The clauses on a definition's first line, which the grammar leaves with its block."""
    block = getattr(node, "block", None)
    return node.clauses + (block.clauses if block else ())


def what_is_done(context: Context) -> dict[str, model.Definition]:
    """What `do` and `open` name, which is why no two of them have one name."""
    return {**context.book.phases, **context.book.windows, **context.book.actions}


def fresh_name(name: str, taken: Mapping[str, model.Definition], node: tree.Node) -> None:
    if name in taken:
        declared_twice(name, taken[name], node)


def declared_twice(name: str, other: model.Definition, node: tree.Node) -> NoReturn:
    notes = (Note("It is declared here, too.", other.span),)
    wrong("E0202", f"{name} is declared twice.", node.span, notes=notes)


def fresh_word(definition: model.Definition, others: Sequence[model.Definition]) -> None:
    """A quality or value may be defined again for other kinds, but not for the same."""
    kinds = [v.kind for v in definition.parameters]
    for other in others:
        if other.prepositions == definition.prepositions and [v.kind for v in other.parameters] == kinds:
            notes = (Note("It is defined here, too.", other.span),)
            wrong("E0202", f"{definition.name} is defined twice for the same kinds.", definition.span, notes=notes)


def declare(context: Context, node: tree.Node, variant: str | None) -> model.Definition | None:
    """The empty definition of an item, known by its name from now on; None for what is no definition."""
    match node:
        case tree.Action():
            return declare_action(context, node, variant)
        case tree.Phase():
            phase = model.Phase(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
            fresh_name(phase.name, what_is_done(context), node)
            context.book.phases[phase.name] = phase
            if phase.parameters:
                thing = a(phase.parameters[0].kind)
                wrong("E0206", f"A phase is about nothing; what is done for {thing} is a verb.",
                      node.heading.params.span, hints=(f"to check {thing}",))  # fmt: skip
            return phase
        case tree.Window():
            window = model.Window(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
            fresh_name(window.name, what_is_done(context), node)
            context.book.windows[window.name] = window
            return window
        case tree.Power():
            return declare_power(context, node, variant)
        case tree.Procedure():
            return declare_procedure(context, node, variant)
        case tree.Quality():
            return declare_quality(context, node, variant)
        case tree.Truth():
            return declare_truth(context, node, variant)
        case tree.Value():
            return declare_value(context, node, variant)
        case tree.Walk():
            walk = model.Walk(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
            fresh_name(walk.name, context.book.walks, node)
            refuse_walk_at(node.heading.params, walk.name)
            context.book.walks[walk.name] = walk
            named = spaces_named(context, node)
            if named:
                context.walked[walk] = named[0]
            return walk
        case tree.Position():
            clauses = node.clauses + node.remembers.clauses
            position = model.Position(node.name, node.name, (), (), node.span, clauses, variant)
            fresh_name(position.name, context.book.positions, node)
            context.book.positions[position.name] = position
            return position
        case _:  # no other is a definition
            return None


def refuse_walk_at(params: tree.Params, name: str) -> None:
    """A walk is of a thing, and then for others; where it leads is said below."""
    roles = [(role.preposition, role.subject) for role in params.roles]
    if params.subject is None and all((word == "of") is (k == 0) for k, (word, _) in enumerate(roles)):
        return
    things = [params.subject] if params.subject is not None else []
    things += [subject for _, subject in sorted(roles, key=lambda role: role[0] != "of")]
    said = zip(("of", "for", *(word for word in ROLE_WORDS if word != "for")), things, strict=False)
    line = " ".join([f"walk {name}", *(f"{word} {_as_written(subject)}" for word, subject in said)])
    wrong("E0206", "A walk is `of` a thing, or of nothing; others stand behind words like `for`.", params.span,
          hints=(line,))  # fmt: skip


def refuse_second_thing(heading: tree.Heading, kind: tree.KindOf) -> NoReturn:
    """`action Sail a Boat, a Coin`, which is the form of a power and its family."""
    used = {role.preposition for role in heading.params.roles}
    free = next(word for word in ("with", "to", *ROLE_WORDS) if word not in used)
    subject = [_as_written(heading.params.subject)] if heading.params.subject is not None else []
    roles = [f"{role.preposition} {_as_written(role.subject)}" for role in heading.params.roles]
    said = " ".join(["action", heading.name, *subject, *roles, free, articled(kind.name)])
    message = "Only a power is one of a family. What an action is done with besides stands behind a word of its own."
    wrong("E0206", message, kind.span, hints=(said,))


def declare_action(context: Context, node: tree.Action, variant: str | None) -> model.Action:
    action = model.Action(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
    fresh_name(action.name, what_is_done(context), node)
    action.actor = player_variable(context, node)
    if node.heading.kind:
        refuse_second_thing(node.heading, node.heading.kind)
    context.book.actions[action.name] = action
    return action


def declare_power(context: Context, node: tree.Power, variant: str | None) -> model.Power | None:
    power = model.Power(**heading_fields(context, node, node.heading, variant))  # type: ignore[arg-type]
    family = context.world.kinds.get(node.heading.kind.name) if node.heading.kind else None
    if family is None or power.name not in family.elements:
        return None  # the box has complained
    power.family, power.number = family, family.elements.index(power.name)
    power.actor = player_variable(context, node)
    if node in context.one_of:
        has_value(context, power, context.one_of[node])
    context.book.powers[power.name] = power
    return power


def has_value(context: Context, power: model.Power, one: OneOfSeveral) -> None:
    """Its lines speak of the value by the name that is shared, and mean its own."""
    kind = one.each.kind
    power.each, power.value = one.each, (kind.low if kind.sort == "range" else kind.start) + one.number
    context.own_value[power] = own = Variable(one.each.name, kind, span=one.each.span)
    context.fixed[own] = (kind, power.value)
    if same := next((v for v in (power.actor, *power.parameters) if v and v.name == own.name), None):
        wrong("E0204", f"Two things of this heading are called {own.name}.", same.span or power.span,
              hints=(f"for each {kind.name} called target",))  # fmt: skip


def declare_procedure(context: Context, node: tree.Procedure, variant: str | None) -> model.Procedure:
    if reserved().is_no_verb(node.word) and node.word not in GOES_ON:
        at = node.span.column + len("to ")
        span = replace(node.span, column=at, end_line=node.span.line, end_column=at + len(node.word))
        near = [other for other in (OTHERWISE_DONE.get(node.word),) if other]
        wrong("E0380", f"No line could do it: {NO_VERB.format(word=node.word)}", span, near=near)
    variables, prepositions = parameters(context, node.params)
    place_comes_first(node.params, f"to {node.word}")
    context.said_with.update(variables)
    procedure = model.Procedure(node.word, node.word, variables, prepositions, node.span, cited(node), variant)
    procedure.actor = player_variable(context, node)
    fresh_name(node.word, context.book.procedures, node)
    if any(isinstance(line, tree.Need) for line in node.block.lines):
        context.needing[procedure] = node
    context.book.procedures[node.word] = procedure
    return procedure


def place_comes_first(params: tree.Params, before: str) -> None:
    """Refuses a place word behind other arguments of a verb: where it is used, the place would be that of the thing
    named before it, `with the Card on the Square`."""
    late = [role for role in params.roles[1:] if role.preposition in PLACE_WORDS]
    if not late:
        return
    used = {role.preposition for role in params.roles}
    free = next(word for word in ("to", *ROLE_WORDS) if word not in used)
    roles = [(free if role is late[0] else role.preposition, role.subject) for role in params.roles]
    subject = [_as_written(params.subject)] if params.subject is not None else []
    said = " ".join([before, *subject, *(f"{word} {_as_written(thing)}" for word, thing in roles)])
    message = f"No sentence could say it: behind other words, `{late[0].preposition}` is where the thing before it is."
    wrong("E0380", message, late[0].span, hints=(said,))


def must_be_sayable(params: tree.Params, before: str, behind: str) -> None:
    """Refuses what follows the word that is defined, if no sentence could say it: one thing at most behind a place
    word, of a value two, and others behind words like `for`. Of a quality one may stand right behind the word."""
    places = [role for role in params.roles if role.preposition in PLACE_WORDS]
    span = params.roles[0].span.to(params.roles[-1].span) if params.roles else params.span
    most = 2 if behind == "means" else 1
    once = len({role.preposition for role in places}) == len(places)
    if params.subject is not None and behind == "means":
        roles = [("of", params.subject), *((role.preposition, role.subject) for role in params.roles)]
        message = f"No sentence could speak of it: behind `{before}` things need a word before them, `of`."
        said = " ".join(f"{word} {_as_written(thing)}" for word, thing in roles)
        wrong("E0380", message, params.subject.span, hints=(f"{before} {said} {behind}",))
    if len(places) > most or not once:
        used = {role.preposition for role in params.roles}
        free = next(word for word in (*ROLE_WORDS, places[-1].preposition) if word not in used)
        roles = [(free if role is places[-1] else role.preposition, role.subject) for role in params.roles]
        listed = ", ".join(f"`{word}`" for word in PLACE_WORDS)
        so_many = "two things stand, each behind another of" if most > 1 else "one thing stands behind"
        message = f"No sentence could speak of it: only {so_many} {listed}."
    elif any(role.preposition == "of" for role in places[1:]):
        roles = [
            (role.preposition, role.subject) for role in (places[-1], *(r for r in params.roles if r is not places[-1]))
        ]
        message = "No sentence could speak of it: what it is `of` stands first."
    else:
        return
    said = " ".join(f"{word} {_as_written(subject)}" for word, subject in roles)
    wrong("E0380", message, span, hints=(f"{before} {said} {behind}",))


def declare_quality(context: Context, node: tree.Quality, variant: str | None) -> model.Quality:
    must_be_sayable(node.params, f"{_as_written(node.subject)} {'' if node.verb else 'is '}{node.word}", "when")
    subject = parameter(context, node.subject)
    others, prepositions = parameters(context, node.params)
    quality = model.Quality(
        node.word, node.word, (subject, *others), ("", *prepositions), node.span, node.clauses, variant, verb=node.verb
    )
    context.said_with.update(quality.parameters)
    fresh_word(quality, context.qualities.get(node.word, ()))
    context.book.qualities.append(quality)
    context.qualities.setdefault(node.word, []).append(quality)
    return quality


def declare_truth(context: Context, node: tree.Truth, variant: str | None) -> model.Quality:
    same = context.truths.setdefault(node.about, {})
    if node.word in same:
        declared_twice(f"`the {node.about} is {node.word}`", same[node.word], node)
    truth = model.Quality(node.word, node.word, (), (), node.span, node.clauses, variant, about=node.about)
    same[node.word] = truth
    context.book.qualities.append(truth)
    return truth


def declare_value(context: Context, node: tree.Value, variant: str | None) -> model.Value:
    must_be_sayable(node.params, f"the {node.word}", "means")
    variables, prepositions = parameters(context, node.params)
    if BUILT_IN_VALUES.get(node.word) == tuple(sorted(prepositions)):
        context.taken.add(node.word)
        called_as_in_every_game(node.word, node.span)
    value = model.Value(node.word, node.word, variables, prepositions, node.span, node.clauses, variant)
    value.kind, value.maybe = guessed_kind(context, node)
    context.unfilled[value] = node
    context.said_with.update(variables)
    fresh_word(value, context.values.get(node.word, ()))
    context.book.values.append(value)
    context.values.setdefault(node.word, []).append(value)
    return value


def spaces_named(context: Context, node: tree.Walk) -> list[Kind]:
    """The spaces of which a walk speaks, in the order of the text."""
    nouns = (n.name for line in node.lines for n in line.whole if isinstance(n, tree.Noun | tree.Name))
    kinds = (find_kind(context, name) for name in nouns)
    return [context.world.board_of(kind).spaces for kind in kinds if kind is not None and kind.sort == "space"]


def guessed_kind(context: Context, node: tree.Value) -> tuple[Kind | None, bool]:
    """The kind of a value before its meaning is resolved, so that definitions may stand in any order.

    It shows in the words: sums and numbers are numbers; `the neighbour …` is a space, `an Asteroid …` a piece.
    """
    first = node.meaning[0]
    phrase = first.value if isinstance(first, tree.Case | tree.OtherwiseCase) else first
    match phrase:
        case tree.Number() | tree.Sum() | tree.Product() | tree.Bounded() | tree.NumberOf() | tree.Aggregate():
            return None, False
        case tree.WorkedOut(phrase=tree.The(noun=tree.Word(word=word))) if len(context.world.boards) == 1:
            gives_space = word in VALUES and VALUES[word].gives == "space"
            return (next(b.spaces for b in context.world.boards.values()), True) if gives_space else (None, False)
        case tree.Indefinite(noun=noun) | tree.TheOneThat(noun=noun) | tree.TheMost(noun=noun):
            return find_kind(context, noun.name), True
        case _:  # others do not show it
            return None, False
