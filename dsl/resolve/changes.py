"""What changes on the table, who is shown it, and names for what there is: one change to a line."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.model import Expression, Selection, Statement, Use, Variable
from dsl.model.world import NUMBER, TRUTH, Attribute, Kind, PlaceInfo, Visibility, World
from dsl.resolve.built_in import check_ordered, end_of, kind_in, where_it_is
from dsl.resolve.complaints import unsupported, wrong
from dsl.resolve.conditions import position_named
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import statement
from dsl.resolve.expressions import PLACES, are_numbers, bare, element, fit, how_many, number_said, phrase, player_said
from dsl.resolve.missing_attributes import refuse_of_only_some
from dsl.resolve.names import kind_called, one_called, one_of_so_many, refuse_plural
from dsl.resolve.places import carries
from dsl.resolve.predicates import check_bounds
from dsl.resolve.selections import one_described, one_like_the_others, selected
from dsl.resolve.sorts import named_one_of
from dsl.resolve.wording import a, an_initial, phrase_text, spoken
from dsl.source import Span
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled

Destination = tuple[str | None, Expression]  # at which end of a place, where that is said
OWNER = "piece.owner"  # for each piece whose it is, where that can change


def can_be(kind: Kind, word: str) -> tuple[str, ...]:
    """How a thing could have a quality."""
    if kind.sort == "player":
        return (f"a {kind.name} can be {word}",)
    return (f"under {kind.name}: can be {word}",) if kind.sort in ("piece", "place", "board") else ()


def seen_instead(world: World, info: PlaceInfo) -> str:
    """What the heading of a place says of who looks into it, behind what it would say otherwise."""
    named = info.seen.by == "player"
    who = world.players.elements[info.seen.player] if named else {"owner": "the owner"}.get(info.seen.by, info.seen.by)
    return f", in place of seen by {who}" if info.seen.stated else ""


@statement.of(tree.Words)
def text_line(context: Context, node: tree.Words, scope: Scope) -> Statement:
    return model.Text(node.span, node.clauses, node.text)


@statement.of(tree.Move)
def moves(context: Context, node: tree.Move, scope: Scope) -> tuple[Statement, ...]:
    """To each of the places that are named one of the pieces."""
    if isinstance(node.what, tree.SoManyOf | tree.SoManyAtEnd):
        return (so_many_moved(context, node, node.what, scope),)
    if isinstance(node.what, tree.Several) or isinstance(node.to[0], tree.ToEach):
        return (placed(context, node, scope),)
    if len(node.to) > 1 and not is_another_each_time(node.what):
        wrong("E0206", "To several places goes one of several pieces each.", node.what.span,
              hints=("as in: move a Stone in the Bowl of Red to A1, B2",))  # fmt: skip
    return tuple(move(context, node, node.what, destination(context, to, scope), scope) for to in node.to)


def is_another_each_time(node: tree.Node) -> bool:
    """Whether what is moved is one of several pieces, `a Stone in the Bowl` or what lies at the end of a pile now."""
    match node:
        case tree.Indefinite() | tree.The(noun=tree.Word(word="top" | "bottom"), where=tree.Where(preposition="of")):
            return True
        case _:  # one thing, or all of several, which go to one place
            return False


def so_many_moved(context: Context, node: tree.Move, many: tree.SoManyOf | tree.SoManyAtEnd, scope: Scope) -> Statement:
    """One after the other to the same place."""
    if many.number == 0:
        wrong("E0206", "Nothing is moved by this.", many.span, hints=("leave it out",))
    if len(node.to) > 1 or isinstance(node.to[0], tree.ToEach):
        hints = ("as in: move a Stone in the Bowl of Red to A1, B2",)
        if isinstance(many, tree.SoManyAtEnd):
            hints = (f"the {many.end} of {phrase_text(many.place)}",)
        wrong("E0206", "So many go to one place; to several goes one of several pieces each.", many.span, hints=hints)
    to = destination(context, node.to[0], scope)
    one = one_of_so_many(context, many) if isinstance(many, tree.SoManyOf) else one_at_end(context, many, scope)
    moved = move(context, node, one, to, scope)
    times = how_many(context, many.number, many.span, scope)
    return model.Repeat(node.span, node.clauses, times, None, (replace(moved, clauses=()),))


def one_at_end(context: Context, many: tree.SoManyAtEnd, scope: Scope) -> tree.The:
    """`the top of the Deck`, where the top 3 Cards of it are spoken of."""
    if many.name is not None:
        one = one_called(context, tree.Noun(many.span, (), (), many.name, None), many.number)
        lies, kind = kind_in(context, bare(context, many.place, scope).kind), kind_called(context, one.name, many.span)
        if not lies.meets(kind):
            wrong("E0301", f"{an_initial(lies)} lies there, and never {a(kind)}.", many.span)
    return tree.The(many.span, (), tree.Word(many.span, (), many.end), tree.Where(many.span, (), "of", many.place))


def move(context: Context, node: tree.Move, said: tree.Node, to: Destination, scope: Scope) -> model.Move:
    what = one_or_every(context, said, scope)
    if what.kind.sort != "piece":
        wrong("E0301", f"Pieces are moved, but this is {a(what.kind)}.", said.span)
    check_taken(context, what.kind, to[1].kind, node)
    return model.Move(node.span, node.clauses, what, to[1], to[0])  # type: ignore[arg-type]


def check_taken(context: Context, kind: Kind, where: Kind, node: tree.Move) -> None:
    """Refuses to move pieces to where no piece of their kind may ever lie."""
    taken = [k for k, _ in context.world.taken_by(where)]
    if not taken or any(k.start < kind.stop and kind.start < k.stop for k in taken):
        return
    holder = context.world.board_of(where).name if where.sort == "space" else where.name
    those, others = (kind.name if kind.unique else kind.plural), " and ".join(k.plural for k in taken)
    they = ("It stays", "it") if kind.unique else ("They stay", "them")
    so = f"{they[0]} out of it, unless it is said that it takes {they[1]}, too."
    wrong("E0301", f"The {holder} takes {others}, and no {those}. {so}", node.span,
          hints=(f"under {holder}: takes {those}",))  # fmt: skip


def one_or_every(context: Context, node: tree.Node, scope: Scope) -> Expression | Selection:
    if isinstance(node, tree.Every):
        refuse_plural(context, node.noun.name, node.noun.span)
        return selected(context, node, scope)
    if isinstance(node, tree.Indefinite):
        return one_like_the_others(context, node, scope)
    return bare(context, node, scope)


def placed(context: Context, node: tree.Move, scope: Scope) -> Statement:
    """`to each Square of rank 2`: one to each; of several pieces, one after the other, the first to the first."""
    parts = pieces_in_order(node.what) if isinstance(node.what, tree.Several) else ()
    those: Selection | None = None
    match node.to:
        case (tree.ToEach(desc=desc, in_order=None) as each,) if not parts:
            return to_each(context, node, desc, scope) if is_another_each_time(node.what) else one_each(each)
        case (tree.ToEach(in_order=None) as each,):
            wrong("E0206", "Which of these pieces goes where is not said.", each.span,
                  hints=("the first to the first, and so on: to each …, in order",))  # fmt: skip
        case (tree.ToEach(desc=desc),):
            spaces, those = row(context, desc, scope)
        case places:  # are named one by one
            spaces = [destination(context, place, scope) for place in places]
    if not parts:
        wrong("E0206", "One piece alone is in no order.", node.what.span, hints=("leave out `, in order`",))
    if len(spaces) != len(parts):
        message = f"{len(parts)} pieces are named, but {len(spaces)} places: the first goes to the first, and so on."
        wrong("E0206", message, node.span)
    moves = [move(context, node, part, to, scope) for part, to in zip(parts, spaces, strict=True)]
    return model.InOrder(node.span, node.clauses, tuple(moves), those)


def one_each(each: tree.ToEach) -> NoReturn:
    wrong("E0206", "To each of several places goes one of several pieces.", each.span,
          hints=("as in: move a Stone in the Bowl of Red to each Square of rank 1",))  # fmt: skip


def pieces_in_order(node: tree.Several) -> tuple[tree.Node, ...]:
    """Each of the pieces, with where it is taken from: that stands behind the last one for all."""
    last = node.parts[-1]
    where = last.where if isinstance(last, tree.Indefinite) else None
    return tuple(
        replace(part, where=part.where or where) if isinstance(part, tree.Indefinite) else part for part in node.parts
    )


def to_each(context: Context, node: tree.Move, desc: tree.Desc, scope: Scope) -> Statement:
    those = one_described(context, desc, scope)
    use = model.Use(desc.span, those.kind, False, those.variable)
    if those.kind.sort not in PLACES:
        wrong("E0301", f"Nothing can be moved to {a(those.kind)}.", desc.span)
    return model.ForEach(node.span, (), those, None, (move(context, node, node.what, (None, use), scope),))


def row(context: Context, desc: tree.Desc, scope: Scope) -> tuple[list[Destination], Selection]:
    """The spaces of a board that are described by their numbers alone, in their order."""
    those = one_described(context, desc, scope)
    found = [fixed_values(context, condition) for condition in those.conditions]
    if those.kind.sort != "space" or None in found or not found:
        wrong("E0206", "In order they go to the spaces of a rank, a file or a ring.", desc.span,
              hints=("as in: to each Square of rank 1, in order",))  # fmt: skip
    each = [n for n in range(those.kind.size) if all(values is not None and values[n] for values in found)]
    names = [element(those.kind, those.kind.elements[n], desc.span) for n in each]
    return [(None, name) for name in names], those


def fixed_values(context: Context, condition: model.Condition) -> list[bool] | None:
    """Of each space whether its number is such a one; None where that is not asked."""
    match condition:
        case model.Compare(left=model.BuiltIn(value=value) as left, operator=sign, right=model.Constant(value=bound)):
            compare = {"=": operator.eq, ">=": operator.ge, "<=": operator.le}[sign]
            return [compare(number, bound) for number in value.values(context.world, left.board(context.world))]
        case _:  # another condition can depend on what happens
            return None


def destination(context: Context, node: tree.Node, scope: Scope) -> Destination:
    """A place, or the top or bottom of one."""
    match node:
        case tree.The(noun=tree.Word(word="top" | "bottom" as end), where=tree.Where(preposition="of", of=of)):
            place = bare(context, of, scope)
            end_of(context, end, of, node.span, scope)
            return end, place
        case _:  # others have no end of their own
            pass
    place = bare(context, node, scope)
    if place.kind.sort == "piece" and not carries(context, place.kind):
        return None, where_it_is(context, place, place.span)
    if place.kind.sort not in (*PLACES, "piece"):
        wrong("E0301", f"Nothing can be moved to {a(place.kind)}.", node.span)
    return None, place


@statement.of(tree.Show)
def show(context: Context, node: tree.Show, scope: Scope) -> Statement:
    what = one_or_every(context, node.what, scope)
    if what.kind.sort != "piece":
        wrong("E0301", f"Pieces are shown, but this is {a(what.kind)}.", node.what.span)
    if isinstance(node.who, tree.Nobody | tree.EachOf):
        wrong("E0206", "Things are shown to a player, or to all.", node.who.span)
    who = None if isinstance(node.who, tree.Everyone) else player_said(context, node.who, scope)
    return model.Show(node.span, node.clauses, what, who)


@statement.of(tree.Record)
def record(context: Context, node: tree.Record, scope: Scope) -> Statement:
    return model.Record(node.span, node.clauses, position_named(context, node.what))


@statement.of(tree.Shuffle)
def shuffle(context: Context, node: tree.Shuffle, scope: Scope) -> Statement:
    place = bare(context, node.what, scope)
    if place.kind.sort != "place":
        wrong("E0301", f"A pile is shuffled, but this is {a(place.kind)}.", node.what.span)
    info = context.world.places[place.kind.name]
    if info.seen.by == "nobody":
        check_ordered(context, info.kind, "so there is nothing to shuffle", node.what.span)
    elif info.ordered:
        message = (
            f"The {info.kind.name} is in sight, so that its order would be seen. A pile in sight that keeps no order "
            "can be shuffled."
        )
        wrong("E0370", message, node.span,
              hints=(f"under {info.kind.name}: seen by nobody{seen_instead(context.world, info)}",))  # fmt: skip
    return model.Shuffle(node.span, node.clauses, place)


@statement.of(tree.Swap)
def swap(context: Context, node: tree.Swap, scope: Scope) -> Statement:
    one, other = swapped(context, node.one, scope), swapped(context, node.other, scope)
    if spoken(node.one) == spoken(node.other) != "…":
        wrong("E0206", "A piece cannot change places with itself: two of them are named.", node.other.span)
    places = [info for info in (context.world.places.get(x.kind.name) for x in (one, other)) if info]
    if len(places) == 1:
        piece, place = (one, other) if places[0].kind is other.kind else (other, one)
        message = (
            f"Two pieces change places, or what lies in two places, but this is {a(piece.kind)} and {a(place.kind)}."
        )
        wrong("E0301", message, node.span)
    moves = tuple(emptied(context, *way) for way in ((one, other), (other, one))) if places else ()
    return model.Swap(node.span, node.clauses, one, other, moves)


def emptied(context: Context, here: Expression, there: Expression) -> model.Move:
    """All that lies in one place goes to another. Of several sorts it goes in one move, which tells nothing of them."""
    taken = [kind for kind, _ in context.world.taken_by(here.kind)]
    kind = taken[0] if len(taken) == 1 else context.world.pieces
    it = Variable(kind.name, kind)
    lying = model.Located(here.span, "in", Use(here.span, kind, False, it), here)
    return model.Move(here.span, (), Selection(here.span, it, kind, place=lying), there, None)


def swapped(context: Context, node: tree.Node, scope: Scope) -> Expression:
    """One piece, or a place; where several pieces fit that nothing tells apart, one of them."""
    if isinstance(node, tree.Indefinite):
        piece = one_like_the_others(context, node, scope)
    else:
        piece = bare(context, node, scope)
    if piece.kind.sort not in ("piece", "place"):
        wrong("E0301", f"Two pieces change places, but this is {a(piece.kind)}.", node.span)
    return piece


@statement.of(tree.Rise)
def rise(context: Context, node: tree.Rise, scope: Scope) -> Statement:
    return change(context, "rises", node, scope)


@statement.of(tree.Fall)
def fall(context: Context, node: tree.Fall, scope: Scope) -> Statement:
    return change(context, "falls", node, scope)


def change(context: Context, direction: str, node: tree.Rise | tree.Fall, scope: Scope) -> Statement:
    target = changed_target(context, node.what, scope)
    if target.kind.sort != "range":
        wrong("E0301", f"{target.attribute.name} is no number that could rise or fall.", node.what.span)
    by = number_said(context, node.by, scope)
    limit = number_said(context, node.limit, scope) if node.limit else None
    return model.Change(node.span, node.clauses, direction, target, by, limit)  # type: ignore[arg-type]


def changed_target(context: Context, node: tree.Node, scope: Scope) -> model.Get:
    """An attribute that can be changed."""
    found = bare(context, node, scope)
    if not isinstance(found, model.Get):
        wrong("E0315", "This cannot be given a value; only what a piece, place or board `has` can.", node.span)
    if found.attribute.constant is not None:
        name = found.attribute.of.name
        by = "its table" if name in context.world.tables else "`there is one for each`"
        wrong("E0316", f"The {found.attribute.name} of {articled(name)} is fixed by {by}.", node.span)
    return found


@statement.of(tree.Become)
def become(context: Context, node: tree.Become, scope: Scope) -> Statement:
    match node.what:
        case tree.The(noun=tree.Word(word="owner"), where=tree.Where(preposition="of", of=of)):
            return give_away(context, node, of, scope)
        case _:  # all else that changes is an attribute
            pass
    match node.value:
        case tree.The(noun=tree.Word(word="owner"), where=tree.Where(preposition="of", of=of)) if (
            bare(context, node.what, scope).kind is context.world.players
        ):
            refuse_owned(of, node.what, node.span)
        case _:  # other values are given
            pass
    target = changed_target(context, node.what, scope)
    value = bare(context, node.value, scope, target.kind)
    if not are_numbers(value.kind, target.kind):
        value = fit(context, value, target.kind)
    check_bounds(target, value)
    return model.Become(node.span, node.clauses, target, value)


def give_away(context: Context, node: tree.Become, of: tree.Node, scope: Scope) -> Statement:
    """`the owner of the prize becomes the Player`: whose a piece is."""
    what = bare(context, of, scope)
    if what.kind.sort != "piece":
        wrong("E0315", f"{an_initial(what.kind)} never gets another owner; only a piece can.", node.what.span)
    players = context.world.players
    if context.world.owner is None:
        context.world.owner = Attribute("owner", players, context.world.pieces, Visibility(), stored=OWNER)
    context.world.given_away.append(what.kind)
    target = model.Get(node.what.span, players, True, context.world.owner, what)
    return model.Become(node.span, node.clauses, target, phrase(context, node.value, scope, players))


@statement.of(tree.TurnInto)
def turn_into(context: Context, node: tree.TurnInto, scope: Scope) -> Statement:
    """`becomes face-up` sets a flag; `becomes southeast` gives an attribute that value."""
    match node.roles.roles:
        case (tree.Role(preposition="by", phrase=who),) if node.word == "owned" and not node.negated:
            refuse_owned(node.what, who, node.span)
        case ():
            pass
        case _:
            unsupported("a quality that is given for something", node.span)
    what = one_or_every(context, node.what, scope)
    can_be_so = any(x.kind is TRUTH and x.name == node.word for x in context.world.attributes(what.kind))
    if isinstance(what, model.EndOf) and not can_be_so:
        refuse_of_only_some(context.world, node.word, what, node.span)
    if isinstance(what, model.Get) and not node.negated and not can_be_so:
        target = changed_target(context, node.what, scope)
        if node.word == "nothing":
            never_nothing(target)
        value = phrase(context, tree.Word(node.span, (), node.word), scope, target.kind)
        return model.Become(node.span, node.clauses, target, value)
    if isinstance(what, model.OwnerOf) and node.word == "nobody":
        never_nobody(what)
    flag = flag_called(context, what.kind, node)
    return model.TurnInto(node.span, node.clauses, flag, what, not node.negated)


def refuse_owned(what: tree.Node, who: tree.Node, span: Span) -> NoReturn:
    """Complains of `the Marker becomes owned by Ann` and of `Ann becomes the owner of the Marker`."""
    line = f"the owner of {phrase_text(what)} becomes {phrase_text(who)}"
    wrong("E0315", "Whose a thing is changes by a line about the thing.", span, hints=(line,))


def never_nobody(owner: model.OwnerOf) -> NoReturn:
    """Complains that a thing is to be given back to nobody, which nothing does."""
    kind = owner.of.kind
    message = f"{an_initial(kind)} that has an owner goes to another, and never back to nobody."
    hint = f"a quality of its own says so: {an_initial(kind)} can be …"
    wrong("E0205", message, owner.span, hints=(hint,))


def never_nothing(target: model.Get) -> NoReturn:
    """Complains that something is to be taken away that a thing always has."""
    kind, has = target.kind, target.attribute
    value = f"{kind.name} is one of none, {', '.join(kind.elements)}" if kind.sort == "enumeration" else ""
    wrong(
        "E0205",
        f"{an_initial(has.of)} always has a {has.name}: what changes is never nothing.",
        target.span,
        hints=(f"a quality or a value of its own says so: {value or f'{an_initial(has.of)} can be …'}",),
    )


def flag_called(context: Context, kind: Kind, node: tree.TurnInto | tree.BecomesEvent | tree.Held) -> Attribute:
    flags = [x for x in context.world.attributes(kind) if x.kind is TRUTH]
    for attribute in flags:
        if attribute.name == node.word:
            return attribute
    names = [x.name for x in flags]
    hints = can_be(kind, node.word) if kind is not context.world.pieces else ()  # nothing declares what any piece is
    wrong("E0205", f"{an_initial(kind)} cannot be {node.word}.", node.span, hints=hints, near=near(node.word, names))


@statement.of(tree.Let)
def let(context: Context, node: tree.Let, scope: Scope) -> Statement:
    hides_nothing(node, scope)
    value = phrase(context, node.value, scope)
    variable = scope.add(Variable(node.word, value.kind, span=node.span))
    if value.maybe:
        context.maybe.add(variable)
    if isinstance(value, model.EndOf):
        context.ends[variable] = value
    named_one_of(context, variable, value)
    return model.Let(node.span, node.clauses, variable, value)


def hides_nothing(node: tree.Let, scope: Scope) -> None:
    """A name that is given anew inside a block means the same as before again behind it: whoever does that most
    likely wants to change a value."""
    for before in scope.hidden_by(node.word)[:1]:
        message = (
            f"Something is called {node.word} already. `let` changes no value: "
            f"behind these lines `the {node.word}` would again be what it was."
        )
        cases = (
            f"as in: the {node.word} of a Player means, and under it: 3 if the Player is active, "
            "and on the next line: otherwise 0"
        )
        hints = (f"let other-{node.word} be …", *((cases,) if before.kind is NUMBER else ()))
        notes = (Note(f"here it is called {node.word}", before.span),) if before.span else ()
        wrong("E0381", message, node.span, hints=hints, notes=notes)
