"""Expressions and selections as nouns."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import assert_never

from dsl import model
from dsl.analysis.whose_turn import is_active_player
from dsl.builtins import CROSSED
from dsl.model import Condition, Definition, Expression, Selection, Variable
from dsl.model.naming import named_by_table
from dsl.model.world import NUMBER, Attribute, BoardInfo, Kind, PlaceInfo, Shown
from dsl.prose.forms import (
    TOWARDS,
    Amount,
    Article,
    Attached,
    Form,
    Gap,
    It,
    Listed,
    Noun,
    Phrase,
    Term,
    You,
    parts_in,
    phrase,
    referring_back,
    subject_of,
)
from dsl.prose.scope import EXPRESSIONS, Scope, says
from dsl.text.numerals import ORDINALS

# ------------------------------------------------------------------------------------------------------------- terms


def kind_term(kind: Kind) -> Term:
    """A kind's name. A label that is not just the Name, and the names of things and of the rows of tables, stay as
    written."""
    label = kind.label or kind.name
    proper = is_only_one(kind) or kind.row or label.lower() != kind.name.lower()
    return Term(label, kind.plural, proper, kind)


def is_only_one(kind: Kind) -> bool:
    return kind.unique


def attribute_term(attribute: Attribute) -> Term:
    """An attribute is called like the kind of its values, or by a name of its own."""
    if attribute.name == attribute.kind.name:
        return Term(attribute.kind.label or attribute.name, attribute.kind.plural, about=attribute)
    return Term(attribute.name, about=attribute)


def definition_term(definition: Definition) -> Term:
    if isinstance(definition, model.Value) and definition.shown:
        return shown_term(definition.shown)
    proper = definition.label != definition.name or isinstance(definition, model.Power | model.AtEdge)
    return Term(definition.label or definition.name, proper=proper, about=definition)


def shown_term(shown: Shown) -> Term:
    """What a side shows is called as an attribute is."""
    return kind_term(shown.kind) if shown.name == shown.kind.name else Term(shown.name, about=shown)


def named(label: str, about: object = None, article: Article = "bare") -> Noun:
    """A proper name."""
    return Noun(Term(label, proper=True, about=about), article)


# ------------------------------------------------------------------------------------------------------- single things


@says(EXPRESSIONS, model.Constant)
def constant(scope: Scope, node: model.Constant) -> Form:
    if scope.each is not None and (node.kind, node.name) == (scope.each.kind, scope.each.name):
        return variable_form(scope, scope.each)
    return element(scope, node.kind, node.value, node.name)


def element(scope: Scope, kind: Kind, value: int, name: str = "") -> Form:
    """One element of a kind, by its number; `name` is what it was called."""
    if kind.is_nothing(value):
        return phrase("nothing")
    match kind.sort:
        case "number" | "range":
            return Amount(value)
        case "player":
            return seat(scope, kind, value) if value <= kind.size else named(name)  # a seat that nobody has
        case "space" | "place" | "location":
            return location(scope, value, name)
        case "piece":
            only = next(
                (k for k in scope.world.kinds.values() if k.unique and k.sort == "piece" and k.start == value), kind
            )
            return Noun(kind_term(only), "bare" if only.row and only.name not in scope.articled else "the")
        case "board":
            return one_board(scope, kind, value)
        case "truth" | "enumeration" | "direction" | "edge" | "power" | "line" | "row":
            labels = kind.labels or kind.elements
            return named(labels[value - kind.start], (kind, value))
        case _:
            assert_never(kind.sort)


def one_board(scope: Scope, kind: Kind, number: int) -> Form:
    """The board; that of a player; a further one by its name."""
    board, which = scope.world.boards[kind.name], number - kind.start
    if board.each and board.owner(which) < 0:
        return named(kind.elements[which], (kind, number), "the")
    return Noun(kind_term(kind), of=seat(scope, scope.world.players, board.owner(which)) if board.each else None)


def seat(scope: Scope, players: Kind, number: int) -> Form:
    if number == scope.me:
        return You()
    if number >= players.size:
        return phrase("chance")
    return named((players.labels or players.elements)[number], (players, number))


def spot_called(board: BoardInfo, name: str, number: int) -> Noun:
    """A space by its own name."""
    return named(name, (board.spaces, number), "bare" if name in board.bare_spots else "the")


def location(scope: Scope, number: int, name: str = "") -> Form:
    """A spot is called by its name, a space by its coordinates, a place by its label and its owner."""
    for board in scope.world.boards.values():
        if board.each and board.spaces.start <= number < board.spaces.stop:
            return space_of_one(scope, board, number)
        if name in board.spots:
            return spot_called(board, name, number)
        if board.spaces.start <= number < board.spaces.stop:
            title = next((spot for spot in board.bare_spots if board.spots[spot] == number), "")  # as the board has it
            if not title and (own := named_by_table(scope.world, board).get(number)):
                return element(scope, *own)
            return named(title or board.spaces.element(number), (board.spaces, number))
    place = next(p for p in scope.world.places.values() if p.kind.start <= number < p.kind.stop)
    if place.named:
        return named(place.kind.printed(number), (place.kind, number), "the")
    values = (element(scope, kind, value) for kind, value in zip(place.per, place.values(number), strict=True))
    return place_of_values(place, tuple(values), place.number(number))


def place_of_values(place: PlaceInfo, values: tuple[Form, ...], number: int = 0) -> Form:
    """ "your stock", "the red pile", "pile 2 of Amber"; "the deck of level 2"."""
    owner = next((value for kind, value in zip(place.per, values, strict=True) if kind.sort == "player"), None)
    term = kind_term(place.kind)
    if number:
        term = Term(f"{term.label} {number}", proper=True, about=place.kind)
    adjectives: list[Term] = []
    others: list[Attached] = []
    for kind, value in zip(place.per, values, strict=True):
        if kind.sort == "enumeration" and isinstance(value, Noun) and value.article == "bare":
            adjectives.append(value.term)
        elif kind.sort != "player":
            others.append(Attached("of", numbered(kind, value)))
    article: Article = "bare" if number and not adjectives else "the"
    return Noun(term, article, adjectives=tuple(adjectives), of=owner, attached=tuple(others))


def numbered(kind: Kind, value: Form) -> Form:
    """A number of a range, "level 2"; of a value that was just spoken of "that colour"."""
    if isinstance(value, It) or (kind.sort == "enumeration" and value == Noun(kind_term(kind))):
        return Noun(kind_term(kind), "that")
    if not isinstance(value, Amount):
        return value
    return Noun(Term(f"{kind.label or kind.name} {value.number}", about=kind), "bare")


@says(EXPRESSIONS, model.Setting)
def setting(scope: Scope, node: model.Setting) -> Form:
    """The number; of an option, which can be another one, its name."""
    declared = scope.world.settings.get(node.name)
    if declared is not None and declared.choice:
        return Noun(Term(node.name, about=declared))
    return Amount(node.value)


@says(EXPRESSIONS, model.Use)
def use(scope: Scope, node: model.Use) -> Form:
    return variable_form(scope, node.variable)


def variable_form(scope: Scope, variable: Variable) -> Form:
    """What the variable stands for here, or simply "the cell"."""
    if variable in scope.meant:
        return scope.meant[variable]
    if scope.story and variable.is_nickname:
        return Noun(kind_term(variable.kind), called=variable.name, nicked=True)
    return Noun(variable_term(variable), plural=variable.many and variable.name[:1].isupper())


def is_called(scope: Scope, variable: Variable) -> bool:
    """Whether it is told what a thing is called: it has a name of its own, by which it is spoken of again."""
    return variable.is_nickname and variable not in scope.brief


def variable_term(variable: Variable) -> Term:
    """A variable is called like its kind, or as the text calls it."""
    if is_only_one(variable.kind) or variable.name in (variable.kind.name, variable.kind.plural):
        return kind_term(variable.kind)
    return Term(variable.name, about=variable)


@says(EXPRESSIONS, model.Get)
def get(scope: Scope, node: model.Get) -> Form:
    return Noun(attribute_term(node.attribute), of=scope.form(node.of))


@says(EXPRESSIONS, model.Narrowed)
def narrowed(scope: Scope, node: model.Narrowed) -> Form:
    """The thing itself; "the gate of the ship" for the space where it is, if that is a gate."""
    match node.of:
        case model.PlaceOf(stated=True, piece=piece):
            return Noun(kind_term(node.kind), of=scope.form(piece))
        case _:  # the thing itself, by whatever it is told
            return scope.form(node.of)


@says(EXPRESSIONS, model.Known)
def known(scope: Scope, node: model.Known) -> Form:
    return phrase("what_known", subject=scope.form(node.who), what=scope.form(node.what))


@says(EXPRESSIONS, model.PlaceOf)
def place_of(scope: Scope, node: model.PlaceOf) -> Form:
    piece = scope.form(node.piece)
    if not node.stated:
        return piece
    if node.kind.sort == "location":
        return phrase("place", of=piece)
    return Noun(kind_term(node.kind), of=piece)


@says(EXPRESSIONS, model.PlaceFor)
def place_for(scope: Scope, node: model.PlaceFor) -> Form:
    values = tuple(scope.form(value) for value in node.values)
    info = scope.world.places.get(node.place.name)
    return place_of_values(info, values, node.number) if info else Noun(kind_term(node.place), of=values[0])


def space_of_one(scope: Scope, board: BoardInfo, number: int) -> Form:
    """A space of a board of which each player has one: "X0Y0 of Amber's hull"."""
    owner, here = divmod(number - board.spaces.start, len(board.one.names))
    spot = next((name for name, space in board.spots.items() if space - board.spaces.start == here), None)
    own = named_by_table(scope.world, board).get(number)
    coordinates = element(scope, *own) if own else named(board.one.names[here], (board.spaces, number))
    if spot and board.owner(owner) >= 0:
        return replace(spot_called(board, spot, number), of=element(scope, scope.world.players, owner))
    space = spot_called(board, spot, number) if spot else coordinates
    whose = element(scope, board.kind, board.kind.start + owner)
    return phrase("space_on", space=space, board=whose)


@says(EXPRESSIONS, model.SpaceOn)
def space_on(scope: Scope, node: model.SpaceOn) -> Form:
    boards = scope.world.boards.values()
    with_one = any(node.name in board.spots and node.name not in board.bare_spots for board in boards)
    article: Article = "the" if with_one else "bare"
    owner = node.board.owner if isinstance(node.board, model.PlaceFor) else None
    if owner is not None and any(node.name in board.spots for board in boards):
        return replace(named(node.name, (node.kind, node.name), article), of=scope.form(owner))
    on_one = {
        board.one.names[space - board.spaces.start]: own
        for board in boards if node.kind.is_a(board.spaces) and node.name not in board.spots
        for space, own in named_by_table(scope.world, board).items() if space in board.ranges[0]
    }  # fmt: skip
    own = on_one.get(node.name)
    space = element(scope, *own) if own else named(node.name, (node.kind, node.name), article)
    return phrase("space_on", space=space, board=scope.form(node.board))


@says(EXPRESSIONS, model.OwnerOf)
def owner_of(scope: Scope, node: model.OwnerOf) -> Form:
    return phrase("owner", of=scope.form(node.of))


@says(EXPRESSIONS, model.ActivePlayer)
def active_player(scope: Scope, node: model.ActivePlayer) -> Form:
    return You() if scope.turn else phrase("active_player")


@says(EXPRESSIONS, model.EndOf)
def end_of(scope: Scope, node: model.EndOf) -> Form:
    place = scope.form(node.place)
    silent = node.kind is scope.world.pieces or not scope.world.taken_by(node.place.kind)
    kind = only_sort(scope, node.place.kind) if silent else node.kind
    if node.nth > 1:
        counted = Noun(kind_term(kind or node.kind), "bare")
        return phrase(f"{ORDINALS[node.nth - 1]}_from_{node.end}", kind=counted, place=place)
    if kind is None:
        return phrase(node.end, place=place)
    return phrase(f"{node.end}_kind", kind=Noun(kind_term(kind), "bare"), place=place)


def only_sort(scope: Scope, place: Kind) -> Kind | None:
    """The sort of which all pieces are that ever lie in a place."""
    sorts = scope.sorts_lying(place)
    return sorts[0] if len(sorts) == 1 else None


# ---------------------------------------------------------------------------------------------------- worked-out things


@says(EXPRESSIONS, model.Apply)
def apply(scope: Scope, node: model.Apply) -> Form:
    if node.value in scope.bearings:
        return phrase("towards", thing=scope.form(node.arguments[0]))
    return worked_out(scope, node.value, node.arguments)


def worked_out(scope: Scope, value: model.Value, arguments: tuple[Expression, ...]) -> Noun:
    """A defined value: what stands after "of" is what it belongs to, the rest hangs on."""
    noun = with_roles(value, "the", map(scope.form, arguments))
    if value.shown:
        return replace(noun, attached=tuple(replace(a, word=TOWARDS) if a.word == "to" else a for a in noun.attached))
    return noun


def with_roles(definition: Definition, article: Article, things: Iterable[Form]) -> Noun:
    pairs = [*zip(definition.prepositions, things, strict=True)]
    of = next((form for word, form in pairs if word == "of"), None)
    attached = tuple(Attached(word, form) for word, form in pairs if word != "of")
    return Noun(definition_term(definition), article, of=of, attached=attached)


@says(EXPRESSIONS, model.WalkEnd)
def walk_end(scope: Scope, node: model.WalkEnd) -> Form:
    return phrase("walk_end", walk=walked(scope, node.walk, node.arguments))


def walked(scope: Scope, walk: model.Walk, arguments: tuple[Expression, ...]) -> Noun:
    """A walk as a noun: "a safe way", "the ship's jump"."""
    article: Article = "a" if walk.along is None and not arguments else "the"
    return with_roles(walk, article, map(scope.form, arguments))


def gathered(those: Noun) -> Noun:
    """Things that are counted wherever they lie: "3 cards in the slots", as no single slot is meant."""
    return replace(those, that=tuple(map(_wherever, those.that)))


def _wherever(clause: Form) -> Form:
    place = clause.slot("place") if isinstance(clause, Phrase) and clause.key == "is_at" else None
    somewhere = place.form if isinstance(place, Attached) else None
    if not (isinstance(clause, Phrase) and isinstance(place, Attached) and isinstance(somewhere, Noun)):
        return clause
    any_at_all = somewhere == Noun(somewhere.term, "a")
    return clause.with_slot("place", replace(place, form=Noun(somewhere.term, plural=True))) if any_at_all else clause


SUMS = {
    "plus": "plus", "minus": "minus", "multiplied by": "times", "divided by": "divided", "but not below": "not_below",
    "but not above": "not_above",
}  # fmt: skip
ADDED, LIMITED = ("plus", "minus"), ("but not below", "but not above")
LIMITS = tuple(SUMS[operator] for operator in LIMITED)


@says(EXPRESSIONS, model.Arithmetic)
def arithmetic(scope: Scope, node: model.Arithmetic) -> Form:
    if isinstance(node.left, model.Constant) and isinstance(node.right, model.Constant) and not node.left.value:
        return Amount(-node.right.value)
    key = SUMS[node.operator]
    left, right = operand(scope, node, node.left), operand(scope, node, node.right)
    if key == "times" and is_fixed(node.right) and not is_fixed(node.left):
        return phrase(key, left=right, right=left)
    return phrase(key, left=left, right=right)


def is_fixed(number: Expression) -> bool:
    """Whether it is the same throughout a game: so often something is told, "3 times the number of coins"."""
    return isinstance(number, model.Constant | model.Setting)


def operand(scope: Scope, node: model.Arithmetic, side: Expression) -> Form:
    """One side of a sum; in brackets where it could be taken for a part of another sum. A number times something
    is read as one thing: "the points plus 3 times the number of coins"."""
    form = scope.form(side)
    if not isinstance(side, model.Arithmetic) or isinstance(form, Amount):
        return form
    if node.operator in LIMITED:  # which is said of all before it
        needless = side is node.left or side.operator not in LIMITED
        return form if needless else phrase("brackets", sum=form)
    alike = (side.operator in ADDED) == (node.operator in ADDED) and side.operator not in LIMITED
    times = side.operator == "multiplied by" and any(map(is_fixed, (side.left, side.right))) and node.operator in ADDED
    needless = alike if side is node.left else times
    return form if needless else phrase("brackets", sum=form)


@says(EXPRESSIONS, model.Pick)
def pick(scope: Scope, node: model.Pick) -> Form:
    return You() if scope.turn and is_active_player(node) else described(scope, node.selection, node.article)


# ------------------------------------------------------------------------------------------------------- descriptions

OTHER = "other"


def described(scope: Scope, selection: Selection, article: Article, plural: bool = False) -> Noun:
    """A selection as a noun: "an open cell beside the Gate that is not reserved"."""
    variable = selection.variable
    if article in ("every", "each") and is_just_rolled(scope, selection):
        return Noun(kind_term(selection.kind), "the", plural=True)
    inner = scope.meaning(variable, Gap(plural))
    owner = next((c.by for c in selection.conditions if isinstance(c, model.Owned) and is_owned(c, variable)), None)
    conditions = [c for c in (selection.place, *selection.that) if c is not None and not is_owned(c, variable)]
    other = next((c for c in conditions if is_other(scope, c, variable)), None)
    like = [c for c in conditions if c is not other and is_of_that(c, variable)]
    alone = [c for c in conditions if c not in (other, selection.place, *like)]  # "that is red and face up" stays
    values = [c for c in alone if len(alone) == 1 and is_sort_told(scope, c, variable)]
    conditions = [c for c in conditions if c is not other and c not in (*like, *values)]
    adjectives = tuple(adjective(w) for w in (*selection.words, *values))
    adjectives = (Term(OTHER, proper=True), *adjectives) if other is not None else adjectives
    among = (Attached("of", variable_form(scope, selection.among)),) if selection.among else ()
    alike = tuple(Attached("of", Noun(kind_term(c.right.kind), "that")) for c in like if isinstance(c, model.Compare))
    lying = {c: form for c in conditions if (form := between(scope, c, variable)) is not None}
    numbers, conditions = told_by_numbers([c for c in conditions if c not in lying], variable)
    return Noun(
        kind_term(selection.kind),
        article,
        plural,
        adjectives=adjectives,
        of=scope.form(owner) if owner else None,
        attached=(*among, *alike, *numbers, *(Attached("", form) for form in lying.values())),
        that=tuple(held_together(relative(inner, c, variable)) for c in conditions),
        called=variable.name if is_called(scope, variable) and not (other and variable.name == OTHER) else "",
        nicked=scope.story,
    )


def of_sorts(scope: Scope, selection: Selection, article: Article) -> Form | None:
    """Things of which it is said that they are of one of some sorts, by these: "a queen, a rook or a knight"."""
    sorts = next((found for c in selection.that if (found := sorts_in(c, selection.variable))), ())
    if not sorts:
        return None
    rest = tuple(c for c in selection.that if not sorts_in(c, selection.variable))
    those = described(scope, replace(selection, that=rest), article)
    bare: Article = "bare" if article == "no" else article
    *first, last = (kind_term(kind) for kind in sorts)
    alone = replace(those, attached=(), that=(), called="")
    named = [replace(alone, term=term, article=bare if n else article) for n, term in enumerate(first)]
    return Listed((*named, replace(those, term=last, article=bare)), "or")


def sorts_in(condition: Condition, variable: Variable) -> tuple[Kind, ...]:
    """The sorts of one of which a condition says that a thing is."""
    parts = condition.conditions if isinstance(condition, model.Any) else ()
    found = tuple(part.kind for part in parts if isinstance(part, model.IsA) and is_use(part.what, variable))
    return found if len(found) == len(parts) else ()


def between(scope: Scope, condition: Condition, variable: Variable) -> Form | None:
    """Where a thing lies over which a line leads, as those who learn the game are told: "between the rook and the
    king"."""
    match condition:
        case model.Related(relation=relation, arguments=[about, start, end]) if relation is CROSSED:
            if scope.between and is_use(about, variable):
                return phrase("between", start=scope.form(start), end=scope.form(end))
        case _:  # says something else of it
            pass
    return None


def is_just_rolled(scope: Scope, selection: Selection) -> bool:
    """Whether the dice are meant that were rolled a line above, and nothing more is said of them."""
    match selection.conditions:
        case (model.InSet(members=members),):
            return members in scope.rolled
        case _:  # is more, or something else
            return False


def held_together(clause: Form) -> Form:
    """A clause within a noun, with a sum in brackets: what follows the noun could be taken for more of the sum."""
    if isinstance(clause, Phrase):
        for slot, form in clause.slots:
            if slot == "clause" and form is not None:
                return clause.with_slot(slot, held_together(form))
            if slot in ("complement", "amount") and form is not None:
                return clause.with_slot(slot, bracketed(form, SUMS.values()))
    return clause


def bracketed(form: Form, sums: Collection[str]) -> Form:
    """A form in brackets if it is one of these sums."""
    return phrase("brackets", sum=form) if isinstance(form, Phrase) and form.key in sums else form


def told_by_numbers(conditions: list[Condition], variable: Variable) -> tuple[list[Attached], list[Condition]]:
    """By which numbers things are described, "of level 2", "of ranks 1 to 3"; and the other conditions."""
    phrases: list[Form] = []
    others: list[Condition] = []
    rest = [*conditions]
    while rest:
        condition = rest.pop(0)
        match number_told(condition, variable), number_told(rest[0], variable) if rest else None:
            case ("=", key, what, low), _:
                phrases.append(phrase(f"of_{key}", what=what, low=low))
            case (">=", key, what, low), ("<=", *same, high) if same == [key, what]:
                phrases.append(phrase(f"of_{key}s", what=what, low=low, high=high))
                rest.pop(0)
            case _:  # says something else
                others.append(condition)
    return [Attached("", form) for form in phrases], others


def number_told(condition: Condition, variable: Variable) -> tuple[str, str, Form | None, Amount] | None:
    """How a number of the thing compares: the sign, what the number is, and with which one."""
    match condition:
        case model.Compare(
            left=model.BuiltIn() | model.Get() | model.Apply() as left,
            operator=sign,
            right=model.Constant(kind=kind, value=value),
        ) if kind.is_a(NUMBER) and is_told_of(left, variable):
            return (sign, *number_named(left), Amount(value))
        case _:  # says something else
            return None


def is_told_of(node: model.BuiltIn | model.Get | model.Apply, variable: Variable) -> bool:
    """Whether it is a number of just this thing, with nothing else in it."""
    arguments = (node.of,) if isinstance(node, model.Get) else node.arguments
    return len(arguments) == 1 and is_use(arguments[0], variable)


def number_named(node: model.BuiltIn | model.Get | model.Apply) -> tuple[str, Form | None]:
    """The key of the words for a number of a thing, and what it is called where it is one of the game."""
    if isinstance(node, model.BuiltIn):
        return node.value.key, None
    term = attribute_term(node.attribute) if isinstance(node, model.Get) else definition_term(node.value)
    return "number", Noun(term, "bare")


def is_other(scope: Scope, condition: Condition, variable: Variable) -> bool:
    """Whether it says that the thing is not the one of its kind that was spoken of, or spoken to: "another ship"."""
    match condition:
        case (
            model.Not(condition=model.Compare(left=left, operator="=", right=right))
            | model.Compare(left=left, operator="!=", right=right)
        ):
            return is_use(left, variable) and (is_plainly(right, variable.kind) or scope.form(right) == You())
        case _:  # says something else of it
            return False


def is_plainly(node: Expression, kind: Kind) -> bool:
    """Whether it is a thing of the kind that is only called like the kind."""
    return isinstance(node, model.Use) and node.variable.kind is kind and not node.variable.is_nickname


def is_of_that(condition: Condition, variable: Variable) -> bool:
    """Whether it says that what the thing has is the one spoken of, and both are called alike: "of that colour"."""
    match condition:
        case model.Compare(operator="=", left=model.Get(attribute=attribute, of=of), right=model.Use() as right):
            named = right.variable.name == attribute.name == right.kind.name
            return named and is_plainly(right, right.kind) and is_use(of, variable) and isinstance(of, model.Use)
        case _:  # says something else of it
            return False


def is_sort_told(scope: Scope, condition: Condition, variable: Variable) -> bool:
    """Whether it says by a word which of a few values the thing has, and that word can only tell this: "the Imperial
    hotel"."""
    match condition:
        case model.Compare(operator="=", left=left, right=model.Constant(kind=kind, value=value)) if kind.elements:
            label = (kind.labels or kind.elements)[value - kind.start] if value >= kind.start else ""
            return is_own_value(scope, left, variable) and label.isalpha()
        case _:  # says something else
            return False


def is_own_value(scope: Scope, node: Expression, variable: Variable) -> bool:
    """Whether it is which of a few values the thing has, of which it has no other."""
    match node:
        case model.Get(attribute=attribute, of=of):
            few = attribute.kind.sort == "enumeration" and not attribute.names
            return few and is_only_one_of_kind(scope, node) and isinstance(of, model.Use) and is_use(of, variable)
        case _:  # is something else
            return False


def is_owned(condition: Condition, variable: Variable) -> bool:
    return isinstance(condition, model.Owned) and is_use(condition.what, variable)


def is_use(node: object, variable: Variable) -> bool:
    """Whether the node is just this variable, or where it is."""
    if isinstance(node, model.PlaceOf):
        return is_use(node.piece, variable)
    return isinstance(node, model.Use) and node.variable is variable


def is_facing(scope: Scope, node: model.Get) -> bool:
    """Whether it is the direction in which a thing points: it has no other."""
    return node.kind.sort == "direction" and is_only_one_of_kind(scope, node)


def is_only_one_of_kind(scope: Scope, node: model.Get) -> bool:
    """Whether it is all that a thing has of a kind, so that its name need not be said."""
    return [a.kind for a in scope.world.attributes(node.of.kind)].count(node.kind) <= 1


def adjective(condition: Condition) -> Term:
    """A quality that stands before its noun."""
    match condition:
        case model.Flag():
            return Term(condition.attribute.name, proper=True, about=condition.attribute)
        case model.Holds():
            return Term(condition.quality.label, proper=True, about=condition.quality)
        case model.Compare(right=model.Constant() as right):
            labels = right.kind.labels or right.kind.elements
            return Term(labels[right.value - right.kind.start], proper=True, about=(right.kind, right.value))
        case model.Compare(right=model.ActivePlayer()):
            return Term("active", proper=True)
        case _:  # stands in a clause behind it (`relative`)
            raise TypeError(f"{type(condition).__name__} does not stand before a noun")


def relative(scope: Scope, condition: Condition, variable: Variable) -> Form:
    """A clause that hangs on the noun: with a gap for it where that is its subject."""
    clause = scope.clause(condition)
    if has_gap(clause) or (isinstance(clause, Listed) and all(map(has_gap, clause.members))):
        return within_itself(clause, variable)
    own = subject_of(clause)
    if isinstance(clause, Phrase) and isinstance(own, Noun) and isinstance(own.of, Gap):
        thing = replace(own, article="bare", of=None)
        whole = by_names_alike(scope, variable).clause(condition)
        whole = whole.with_slot("subject", thing) if isinstance(whole, Phrase) else clause
        if not any(isinstance(part, Gap) for part in parts_in(whole)):
            return phrase("whose", thing=thing, clause=whole)
    others = {v: form for v, form in scope.meant.items() if not isinstance(form, It) or v.kind.sort == "player"}
    inner = replace(scope, meant={**others, variable: It(term=variable_term(variable))})  # "its" is of one thing
    return phrase("such_that", clause=inner.clause(condition))


def by_names_alike(scope: Scope, variable: Variable) -> Scope:
    """Where others of its sort are spoken of by their names, as "its" would be of the one on which a clause hangs."""
    alike = (
        v for v, form in scope.meant.items() if isinstance(form, It) and v is not variable and v.kind.sort == "piece"
    )
    dropped = {v for v in alike if v.kind.meets(variable.kind)}
    return replace(scope, meant={v: form for v, form in scope.meant.items() if v not in dropped}) if dropped else scope


def within_itself(clause: Form, variable: Variable) -> Form:
    """A clause with "its" where it speaks again of the noun on which it hangs: "that is in the stack of its good"."""
    for plural in (False, True):
        gap = Gap(plural, variable_term(variable))
        clause = referring_back(clause, gap)
    return clause


def has_gap(clause: Form) -> bool:
    return isinstance(clause, Phrase) and any(isinstance(form, Gap) for _, form in clause.slots)


def source(selection: Selection) -> Expression | Kind | None:
    """The place off the board in which a selection looks."""
    place = selection.place
    where = place.where if isinstance(place, model.Located) and place.preposition != "under" else None
    kind = where if isinstance(where, Kind) else where.kind if where else None
    return where if kind is not None and kind.sort == "place" else None


def is_store(scope: Scope, place: Expression | Kind) -> bool:
    """Whether nobody is told of a place."""
    kind = place if isinstance(place, Kind) else place.place if isinstance(place, model.PlaceFor) else place.kind
    return kind in scope.stores
