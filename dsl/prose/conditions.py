"""Conditions as clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl import builtins, model
from dsl.model import Condition, Expression, Variable
from dsl.model.world import Kind
from dsl.prose.coordination import together
from dsl.prose.extremes import different
from dsl.prose.forms import (  # fmt: skip
    BOTH_SIDES,
    COUNTS,
    Adjective,
    Amount,
    Article,
    Attached,
    Deed,
    Form,
    Gap,
    It,
    Joiner,
    Listed,
    Noun,
    Phrase,
    Term,
    You,
    denied,
    phrase,
)
from dsl.prose.nodes import is_value_of_both
from dsl.prose.nouns import (  # fmt: skip
    LIMITS,
    between,
    bracketed,
    definition_term,
    described,
    gathered,
    is_facing,
    is_only_one,
    is_only_one_of_kind,
    is_store,
    is_use,
    kind_term,
    named,
    numbered,
    of_sorts,
    variable_form,
    variable_term,
    walked,
)
from dsl.prose.persons import theirs
from dsl.prose.positions import as_seen
from dsl.prose.scope import CONDITIONS, Scope, says
from dsl.prose.teaching import come_again, last_of_round, none_meant

COMPARISONS = {">=": "at_least", "<=": "at_most", ">": "more", "<": "less"}
ROWS = ("rank", "file", "ring")  # of which a space has the number
NEIGHBOURS = (
    "neighbour", "neighbour_to", "neighbour_onward", "neighbour_opposite", "neighbour_that_way", "neighbour_ahead",
    "neighbour_behind",
)  # fmt: skip
VALUE_SORTS = ("enumeration", "power", "direction")


# -------------------------------------------------------------------------------------------------------- comparisons


@says(CONDITIONS, model.Compare)
def compare(scope: Scope, node: model.Compare) -> Form:
    if isinstance(node.left, model.Count) and node.operator != "!=" and not different(scope, node.left):
        return counted(scope, node.left, node.operator, node.right)
    if node.operator in COMPARISONS:
        near = within_a_step(scope, node)
        if near is not None:
            return near
        return phrase(COMPARISONS[node.operator], subject=scope.form(node.left), amount=other_side(scope, node))
    if isinstance(node.left, model.Known):
        return knows(scope, node.left, node.right, node.operator)
    if isinstance(node.left, model.PlaceOf) and not node.left.stated:
        where = Attached("on", scope.form(node.right))
        return denied(phrase("is_at", subject=scope.form(node.left.piece), place=where), node.operator == "!=")
    if isinstance(node.left, model.Get) and is_facing(scope, node.left):
        same = phrase("faces", subject=scope.form(node.left.of), value=scope.form(node.right))
        return denied(same, node.operator == "!=")
    if is_nothing(node.right):
        none = none_meant(scope, node.left)
        if none is not None:
            inner, those = none
            return inner.clause(those if node.operator == "!=" else model.Not(those.span, those))
        return there_is_none(scope.form(node.left), node.operator == "=")
    if node.operator == "!=" and is_value_of_both(node):
        return phrase("differ", subject=Listed((scope.form(node.left), scope.form(node.right))))
    told = last_of_round(scope, node) or on_row(scope, node)
    if told is not None:
        return told
    subject, other = compared(scope, node.left, node.right), complement(scope, node)
    if isinstance(other, It | You):
        subject, other = other, subject
    same = phrase("is", subject=subject, complement=other)
    return denied(same, node.operator == "!=")


def within_a_step(scope: Scope, node: model.Compare) -> Form | None:
    """That something is no farther away than a step, as those read it who learn: "it is at or beside the Gate"."""
    match node:
        case model.Compare(operator="<=", left=model.BuiltIn(value=value, arguments=(start, end)),
                           right=model.Constant(value=1)) if scope.taught and value.key == "distance":  # fmt: skip
            return phrase("at_or_beside", subject=scope.form(start), beside=scope.form(end))
        case _:  # compares something else, or farther away
            return None


def on_row(scope: Scope, node: model.Compare) -> Form | None:
    """That the number of something's rank is a value called by that word: "it is on its owner's last rank"."""
    match node.left, node.right:
        case model.BuiltIn(value=row, arguments=(of,)), model.Apply(value=named) as right if (
            scope.taught and row.key in ROWS and named.name.split()[-1] == row.key
        ):
            what = scope.form(of.piece if isinstance(of, model.PlaceOf) else of)
            return denied(phrase("is_at", subject=what, place=Attached("on", scope.form(right))), node.operator == "!=")
        case _:  # compares something else
            return None


def is_nothing(node: Expression) -> bool:
    return isinstance(node, model.Constant) and node.value < 0 and node.kind.sort not in ("number", "range")


def there_is_none(form: Form, so: bool) -> Form:
    """That there is no such thing, or that there is one: "there is no cell to the south of it"."""
    kind = form.slot("kind") if isinstance(form, Phrase) else None
    if isinstance(form, Phrase) and isinstance(kind, Noun) and form.key in NEIGHBOURS:
        return replace(form, key=f"has_{form.key}").with_slot("kind", replace(kind, article="no" if so else "a"))
    return denied(phrase("is", subject=form, complement=phrase("nothing")), not so)


def knows(scope: Scope, known: model.Known, right: Expression, operator: str) -> Form:
    """What a player knows: "Imperial knows that the installation's weapon is Laser", or does not know the weapon."""
    who, what, value = scope.form(known.who), scope.form(known.what), scope.form(right)
    if value == phrase("nothing"):
        where = what.slot("of") if isinstance(what, Phrase) and what.key == "place" else None
        known_of = phrase("knows_where", subject=who, what=where) if where else phrase("knows", subject=who, what=what)
        return denied(known_of, operator == "=")
    return denied(phrase("knows_that", subject=who, what=what, value=value), operator == "!=")


def counted(scope: Scope, count: model.Count, operator: str, right: Expression) -> Form:
    """How many there are: "there are at least 3 covered shields"."""
    amount = scope.form(right)
    if operator == "=" and amount == Amount(0):
        return there_is(scope, count.selection, "no")
    if not isinstance(amount, Amount):
        those = gathered(described(scope, count.selection, "bare", plural=True))
        return phrase(COUNTS[operator], subject=those, amount=amount)
    how_many = phrase(f"count_{COMPARISONS[operator]}", amount=amount) if operator in COMPARISONS else amount
    one = amount == Amount(1)
    those = described(scope, count.selection, "bare", plural=not one)
    return phrase("there_is", subject=replace(those if one else gathered(those), count=how_many))


def compared(scope: Scope, left: Expression, right: Expression) -> Form:
    """In a relative clause a value is said of the thing itself: "that is red"."""
    form = scope.form(left)
    plain = isinstance(left, model.Get) and left.kind.sort in VALUE_SORTS and is_only_one_of_kind(scope, left)
    if plain and isinstance(right, model.Constant) and isinstance(form, Noun):
        return form.of if isinstance(form.of, Gap) else form
    return form


def complement(scope: Scope, node: model.Compare) -> Form:
    """What follows "is": "that of …" where the same attribute, or the same value of the game, of another thing is
    meant."""
    match node.left, node.right:
        case model.Get() as left, model.Get() as right if left.attribute.name == right.attribute.name:
            return phrase("that_of", of=by_name(scope.form(right.of)))
        case model.Apply(value=value, arguments=(_,)), model.Apply(arguments=(_,)) as right if value is right.value:
            said = scope.form(right)
            return phrase("that_of", of=by_name(said.of)) if isinstance(said, Noun) and said.of else said
        case _:  # is another value
            return bracketed(scope.form(node.right), LIMITS)


def other_side(scope: Scope, node: model.Compare) -> Form:
    """What is compared with the same attribute of another thing names that: "whose height is less than the column's"
    height, as "its" would be the thing itself."""
    left, right, form = node.left, node.right, bracketed(scope.form(node.right), LIMITS)
    both = isinstance(left, model.Get) and isinstance(right, model.Get) and left.attribute.name == right.attribute.name
    return replace(form, of=by_name(form.of)) if both and isinstance(form, Noun) and form.of is not None else form


def by_name(form: Form) -> Form:
    """What was just spoken of, by its name again."""
    return Noun(form.term) if isinstance(form, It) and form.term is not None and not form.plural else form


# --------------------------------------------------------------------------------------------------- qualities, places


@says(CONDITIONS, model.Flag)
def flag(scope: Scope, node: model.Flag) -> Form:
    quality = Adjective(Term(node.attribute.name, proper=True, about=node.attribute))
    return phrase("has_quality", subject=scope.form(node.of), quality=quality)


@says(CONDITIONS, model.Holds)
def holds(scope: Scope, node: model.Holds) -> Form:
    if node.quality.about:
        return is_so(node.quality)
    mine = borne(scope, node)
    if mine is not None:
        return phrase("has_one", subject=scope.form(node.arguments[0]), thing=mine)
    first, *others = (scope.form(a) for a in node.arguments)
    pairs = zip(node.quality.prepositions[1:], others, strict=True)
    attached = tuple(Attached(word, form) for word, form in pairs)
    return said_of_it(first_of(node), first, attached)


def said_of_it(quality: model.Quality, subject: Form, attached: tuple[Attached, ...]) -> Form:
    """That the quality is so of it, or that it does what the verb says."""
    term = Term(quality.label, proper=True, about=quality)
    return phrase("acts_so" if quality.verb else "has_quality", subject=subject, quality=Adjective(term, attached))


def borne(scope: Scope, node: model.Holds) -> Form | None:
    """What lies on a space of which it is only asked whether a piece of a player does, where there is but one sort of
    pieces, as those read it who learn the game: "a stone of yours"."""
    sorts = [info.kind for info in scope.world.piece_infos.values()]
    match node.quality:
        case model.Quality(
            parameters=(where, who),
            conditions=[model.Exists(selection=those)],
        ) if scope.taught and not scope.story and len(sorts) == 1:
            return Noun(kind_term(sorts[0]), "a", of=scope.form(node.arguments[1])) if lies(those, where, who) else None
        case _:  # asks something else
            return None


def lies(those: model.Selection, where: Variable, who: Variable) -> bool:
    """Whether nothing is asked of a thing but that it is there, and whose it is."""
    match those:
        case model.Selection(
            variable=thing,
            words=(),
            place=None,
            that=[model.Located(what=model.Expression() as what, where=place), model.Owned(what=owned, by=by)],
        ):
            asked = ((what, thing), (place, where), (owned, thing), (by, who))
            return those.among is None and all(is_use(node, variable) for node, variable in asked)
        case _:  # asks more
            return False


def is_so(truth: model.Quality) -> Form:
    """What is said of the whole game: "the week is over"."""
    term = Term(truth.label, proper=True, about=truth)
    return phrase("has_quality", subject=Noun(Term(truth.about)), quality=Adjective(term))


def first_of(node: model.Holds) -> model.Quality:
    """The definition that stands first in the rulebook, where there are several for things of several sorts."""
    found, other = node.quality, node.otherwise
    while other is not None:
        if (other.quality.span.file, other.quality.span.line) < (found.span.file, found.span.line):
            found = other.quality
        other = other.otherwise
    return found


@says(CONDITIONS, model.IsA)
def is_a(scope: Scope, node: model.IsA) -> Form:
    subject = scope.form(node.what)
    if node.what.kind is node.kind and node.kind.parent:  # what is called a gate need not be one
        subject = Noun(kind_term(node.kind.parent))
    return phrase("is", subject=subject, complement=Noun(kind_term(node.kind), "a"))


@says(CONDITIONS, model.Located)
def located(scope: Scope, node: model.Located) -> Form:
    if node.preposition == "under":
        return phrase("is_at", subject=somewhere(scope, node.where), place=Attached("under", scope.form(node.what)))
    silent = scope.story and scope.world.boards and node.what.kind not in scope.not_away
    if silent and is_store(scope, node.where):
        return phrase("is_away", subject=scope.form(node.what))
    preposition = "at" if isinstance(node.where, model.WalkEnd) else node.preposition
    place = Attached(preposition, somewhere(scope, node.where))
    return phrase("is_at", subject=scope.form(node.what), place=place)


def somewhere(scope: Scope, where: Expression | Kind) -> Form:
    """A location, a whole board, or any place of a kind."""
    if not isinstance(where, Kind):
        return scope.form(where)
    for board in scope.world.boards.values():
        if board.spaces is where and board.each:
            return Noun(kind_term(board.kind), "a")
        if board.spaces is where:
            return named(board.label, board, "the")
    return Noun(kind_term(where), "a")


@says(CONDITIONS, model.InSet)
def in_set(scope: Scope, node: model.InSet) -> Form:
    if node.members in scope.rolled:
        return phrase("has_been_rolled", subject=scope.form(node.what))
    return phrase("is_at", subject=scope.form(node.what), place=Attached("in", variable_form(scope, node.members)))


@says(CONDITIONS, model.Owned)
def owned(scope: Scope, node: model.Owned) -> Form:
    return phrase("belongs", subject=scope.form(node.what), owner=scope.form(node.by))


@says(CONDITIONS, model.LinePast)
def line_past(scope: Scope, node: model.LinePast) -> Form:
    over = described(scope, node.selection, "a")
    return phrase("line_past", start=scope.form(node.start), end=scope.form(node.end), over=over)


@says(CONDITIONS, model.OnWalk)
def on_walk(scope: Scope, node: model.OnWalk) -> Form:
    walk = walked(scope, node.walk, node.arguments)
    if node.ends and node.walk.along is None:  # it may branch, and then has several ends
        return phrase("walk_can_end", walk=walk, here=scope.form(node.space))
    if node.walk.along is None and not node.arguments:
        return phrase("walk_leads", walk=walk, here=scope.form(node.space))
    place = Attached("at", phrase("walk_end", walk=walk)) if node.ends else Attached("on", walk)
    return phrase("is_at", subject=scope.form(node.space), place=place)


# ------------------------------------------------------------------------------------------------- of all, of any, not


@says(CONDITIONS, model.Exists)
def exists(scope: Scope, node: model.Exists) -> Form:
    return there_is(scope, node.selection, "a")


def there_is(scope: Scope, selection: model.Selection, article: Article) -> Form:
    """That there is such a thing, or none; of what a line leads over the line is told: "it crosses no open cell"."""
    match selection.that:
        case (model.Related(relation=builtins.CROSSED | builtins.FOLLOWED, arguments=[about, *_]) as line,) if is_use(
            about, selection.variable
        ) and not between(scope, line, selection.variable):
            over = described(scope, replace(selection, that=()), article)
            return scope.meaning(selection.variable, over).clause(line)
        case _:  # there is something, whatever is said of it
            sorts = of_sorts(scope, selection, article)
            those = described(scope, selection, article)
            return phrase("there_is", subject=sorts or (nowhere(those) if article == "no" else those))


def nowhere(those: Noun) -> Noun:
    """None of some things, wherever these may be: "no card in any hand"."""
    return replace(those, that=tuple(map(anywhere, those.that)))


def anywhere(clause: Form) -> Form:
    match clause:
        case Phrase(key="is_at", slots=(_, ("place", Attached(form=Noun(article="a", called="") as place) as there))):
            return clause.with_slot("place", replace(there, form=replace(place, article="any")))
        case _:  # names the place, or says something else
            return clause


@says(CONDITIONS, model.ForAll)
def for_all(scope: Scope, node: model.ForAll) -> Form:
    every = on_both_sides(scope, node.selection) or described(scope, node.selection, "every")
    return of_each(scope, node, every)


def of_each(scope: Scope, node: model.ForAll, those: Noun) -> Form:
    """Where one of several things has to be so of each, each is spoken of by itself: for every card, it is red or it is
    old."""
    if not isinstance(node.condition, model.Any):
        return scope.meaning(node.selection.variable, those).clause(node.condition)
    it = It(those.plural, those.term)
    return phrase("so_of_each", those=those, clause=scope.meaning(node.selection.variable, it).clause(node.condition))


def on_both_sides(scope: Scope, selection: model.Selection) -> Noun | None:
    """The spaces beside an edge, of which there are never more than two, where nothing else is said of them."""
    match selection:
        case model.Selection(
            kind=Kind(sort="space"),
            place=model.Related(relation=builtins.SIDE_OF, arguments=[_, edge]),
            words=(),
            that=(),
        ):
            sides = Attached(BOTH_SIDES, scope.form(edge))
            return Noun(kind_term(selection.kind), plural=True, attached=(sides,))
        case _:  # is told in the general way
            return None


@says(CONDITIONS, model.Some)
def some(scope: Scope, node: model.Some) -> Form:
    if node.found:
        parts = node.condition.conditions if isinstance(node.condition, model.All) else (node.condition,)
        return together((there_is(scope, node.selection, "a"), *(scope.clause(part) for part in parts)), "and")
    many = lie_on_several(scope, node)
    one = described(scope, node.selection, "some" if many else "a", many)
    return scope.meaning(node.selection.variable, one).clause(node.condition)


def lie_on_several(scope: Scope, node: model.Some) -> bool:
    """Whether several things lie each on some: "the number of colonists on buildings", not on one building."""
    match node.condition:
        case model.Located(what=model.Expression() as what, where=model.Use(variable=variable)):
            form = scope.form(what)
            return variable is node.selection.variable and isinstance(form, Gap) and form.plural
        case _:  # anything else is said of one
            return False


@says(CONDITIONS, model.All)
def all_of(scope: Scope, node: model.All) -> Form:
    return joined(scope, node.conditions, "and")


@says(CONDITIONS, model.Any)
def any_of(scope: Scope, node: model.Any) -> Form:
    return joined(scope, node.conditions, "or")


@says(CONDITIONS, model.OnOneBoard)
def on_one_board(scope: Scope, node: model.OnOneBoard) -> Form:
    """It is the same sentence for each of the boards."""
    return scope.clause(node.conditions[0])


def joined(scope: Scope, conditions: tuple[Condition, ...], joiner: Joiner) -> Form:
    if not conditions:
        return phrase("always" if joiner == "and" else "never")
    clauses = tuple(scope.clause(c) for c in conditions)
    if len(clauses) == 1:
        return clauses[0]
    return together(clauses, joiner)


@says(CONDITIONS, model.Not)
def negation(scope: Scope, node: model.Not) -> Form:
    match node.condition:
        case model.Exists(selection=selection):
            return every_one(scope, selection) or there_is(scope, selection, "no")
        case model.ForAll() as every:
            not_every = described(scope, every.selection, "not every")
            return of_each(scope, every, not_every)
        case model.Not(condition=inner):
            return scope.clause(inner)
        case model.Compare(operator="=") as same if is_value_of_both(same):
            return scope.clause(replace(same, operator="!="))
        case model.All(conditions=parts) if parts:
            return joined(scope, tuple(model.Not(p.span, p) for p in parts), "or")
        case model.OnOneBoard(conditions=[first, *_]):
            return scope.clause(model.Not(node.span, first))
        case model.Any(conditions=parts) if parts:
            return joined(scope, tuple(model.Not(p.span, p) for p in parts), "and")
        case _:  # the opposite of its clause, whatever that says
            return denied(scope.clause(node.condition))


def every_one(scope: Scope, selection: model.Selection) -> Form | None:
    """That there is none without a quality, of those that …: "every ship of the player that is beside it is lost"."""
    match selection.that:
        case (_, *_, model.Not(condition=model.Holds(arguments=[about, *_]) as quality)) if is_use(
            about, selection.variable
        ):
            those = described(scope, replace(selection, that=selection.that[:-1]), "every")
            return scope.meaning(selection.variable, those).clause(quality)
        case _:  # does not end in what all have to be
            return None


# ----------------------------------------------------------------------------------------------------- about the game


@says(CONDITIONS, model.CanDo)
@says(CONDITIONS, model.Offered)
@says(CONDITIONS, model.Could)
def can_do(scope: Scope, node: model.CanDo) -> Form:
    """What can be done; where nothing of it is stated, its name is enough: "you cannot jump"."""
    done = deed(scope, node.invocation)
    if not any(node.invocation.arguments):
        done = replace(done, arguments=())
    who = scope.form(node.who)
    return theirs(scope, phrase("could" if isinstance(node, model.Could) else "can", subject=who, deed=done), who)


@says(CONDITIONS, model.CanDoPower)
def can_do_power(scope: Scope, node: model.CanDoPower) -> Form:
    return phrase("can_do_power", subject=scope.form(node.who), **called(scope, node.call))


@says(CONDITIONS, model.Unbarred)
def unbarred(scope: Scope, node: model.Unbarred) -> Form:
    if node.other is not None:
        return phrase("unbarred_with", subject=scope.form(node.what), other=scope.form(node.other))
    return phrase("unbarred", subject=scope.form(node.what))


@says(CONDITIONS, model.Utmost)
def utmost(scope: Scope, node: model.Utmost) -> Form:
    return phrase(f"{node.which}_in_the_end", subject=scope.form(node.amount))


@says(CONDITIONS, model.Waived)
def waived(scope: Scope, node: model.Waived) -> Form:
    """A need; when it falls away is told with its exceptions."""
    return scope.clause(node.conditions[-1])


@says(CONDITIONS, model.Recorded)
def recorded(scope: Scope, node: model.Recorded) -> Form:
    board, same = as_seen(scope, node.position) or (None, None)
    subject = Noun(definition_term(node.position), adjectives=(Term("same", proper=True),))
    again = come_again(scope, node, phrase("same_position") if board else subject, same)
    if again is not None:
        return again
    if isinstance(node.times, model.Constant) and node.times.value == 1:
        if board is not None:
            return phrase("looks_as_before", subject=board, same=same)
        return phrase("there_before" if scope.taught else "recorded", subject=subject)
    return phrase("recorded_often", subject=subject, times=scope.form(node.times))


@says(CONDITIONS, model.HasWon)
def has_won(scope: Scope, node: model.HasWon) -> Form:
    return phrase("has_won", subject=scope.form(node.who)) if node.who is not None else phrase("nobody_has_won")


@says(CONDITIONS, model.HasScored)
def has_scored(scope: Scope, node: model.HasScored) -> Form:
    key = "has_scored" if node.gain else "has_lost"
    return phrase(key, subject=scope.form(node.who), amount=scope.form(node.amount))


def deed(scope: Scope, invocation: model.Invocation) -> Deed:
    """An action with what is stated; what is left to the player is "a cell". To what side is left out: the action
    says which there are."""
    action = invocation.action
    triples = zip(action.prepositions, action.parameters, invocation.arguments, strict=True)
    arguments = tuple(
        Attached(word, (as_one_of if word else Scope.form)(scope, argument) if argument else left_open(parameter))
        for word, parameter, argument in triples
        if argument or (word, parameter.kind.sort) != ("to", "direction")
    )
    return Deed(definition_term(action), arguments, optional="" if scope.story else action.variant or "")


def as_one_of(scope: Scope, node: Expression) -> Form:
    """What is stated; one number of a range that is written with its name is told so: "draws with level 2"."""
    form = scope.form(node)
    return numbered(node.kind, form) if isinstance(node, model.Constant) and node.kind.sort == "range" else form


def left_open(parameter: Variable) -> Noun:
    """What the player chooses; of what there is only one, nothing is left to choose."""
    return Noun(variable_term(parameter), "the" if is_only_one(parameter.kind) else "a")


def called(scope: Scope, node: model.PowerCall) -> dict[str, Form | None]:
    """A power, and for what it is done; what it belongs to is not said again."""
    power = scope.form(node.which)
    pairs = ((word, scope.form(a)) for word, a in zip(node.prepositions, node.arguments, strict=True))
    roles = in_a_row(Attached(word, form) for word, form in pairs if not belongs_to(power, form))
    return {"power": power, "roles": roles}


def belongs_to(form: Form, to: Form) -> bool:
    return isinstance(form, Noun) and form.of == to


def in_a_row(forms: Iterable[Form]) -> Form | None:
    """All of them, if there are any."""
    found = tuple(forms)
    return Listed(found) if len(found) > 1 else found[0] if found else None
