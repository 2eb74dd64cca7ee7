"""Where something is: `on F7`, `beside the Ship`, `at the end of the Jump`."""

from __future__ import annotations

from dataclasses import replace

from dsl import model, tree
from dsl.builtins import BESIDE, IN_LINE, ON_BOARD, SIDE_OF
from dsl.model import Condition, Expression, Variable
from dsl.model.world import LOCATION, NUMBER, Attribute, Kind
from dsl.resolve.built_in import on_its_board, spaces_of_walk, walk_named, where_it_is
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import PLACES, bare, fit
from dsl.resolve.names import constant_called, find_kind, set_named
from dsl.resolve.wording import a, an_initial, phrase_text
from dsl.source import Span
from dsl.text.described import LATER
from dsl.text.inflection import articled

# Sorts of what is nobody's, and of what lies nowhere: things have it.
OWNERLESS = ("number", "range", "enumeration", "player", "direction", "truth", "power")
LYING = ("on", "in", "at")  # what something is to where it lies


def located(context: Context, where: tree.Where, subject: Expression, scope: Scope) -> Condition:
    """`on F7`, `in the Stock of the Player`, `beside the Cell`, `of the Player`, `on a Safe Way`."""
    span = subject.span.to(where.span)
    both = two_places(context, where)
    if both:
        return model.All(span, tuple(located(context, one, subject, scope) for one in both))
    walk = on_walk(context, where.of, subject, span, scope)
    if walk is not None:
        if where.preposition not in LYING:
            said = f"Nothing is {where.preposition} {articled(walk.walk.name)}: spaces are on a walk, or at its end."
            wrong("E0301", said, where.span)
        return walk
    members = set_named(context, where.of, scope)
    if members is not None:
        return in_set(where, members, subject)
    match where.preposition:
        case "of":
            return belonging(context, where.of, subject, span, scope)
        case "beside":
            return beside(context, where.of, subject, span, scope)
        case "under":
            return beneath(context, where, subject, span, scope)
        case "behind":
            message = "`behind` is a word of the language: what is so is called by another, in all lines alike."
            wrong("E0205", message, where.span, hints=(f"{LATER} {phrase_text(where.of)}",))
        case _:  # all other words say what it lies at, in or on
            return at(context, where, subject, span, scope)


def two_places(context: Context, where: tree.Where) -> tuple[tree.Where, ...]:
    """`on the Land under the Man`, `on the Land on a lit Field`: of what lies there both is said, as a board or a place
    is nowhere itself."""
    match where.of:
        case (
            tree.The(
                noun=tree.Noun(name=name), where=tree.Where(preposition=word, of=of, value=value) as behind
            ) as there
        ) if word != "of" and (name in context.world.boards or name in context.world.places):
            kind = kind_of_thing(context, of)
            if word in LYING and not (name in context.world.boards and kind and kind.sort == "space"):
                return ()  # what lies there is in one place
            own = tree.Where(behind.span, (), "of", value) if value else None
            return replace(where, of=replace(there, where=own)), replace(behind, value=None)
        case _:  # one place, and where that is
            return ()


def kind_of_thing(context: Context, node: tree.Node) -> Kind | None:
    match node:
        case tree.The(noun=tree.Noun(name=name)) | tree.Indefinite(noun=tree.Noun(name=name)):
            return find_kind(context, name)
        case _:  # no thing that is called by its kind
            return None


def belonging(context: Context, node: tree.Node, subject: Expression, span: Span, scope: Scope) -> Condition:
    """`of the Player`: whose it is; `of the Colour`: the value that it has; `of Level 2 of Red`: both; `of the Hull of
    the Player`: on which board a space is."""
    both = two_said(context, node)
    if both:
        return model.All(span, tuple(belonging(context, one, subject, span, scope) for one in both))
    found = bare(context, node, scope, context.world.players)
    if found.kind.sort == "board" and subject.kind.is_a(context.world.boards[found.kind.name].spaces):
        return model.Related(span, ON_BOARD, (subject, found))
    if isinstance(found, model.Constant) and found.kind is NUMBER:
        refuse_bare_number(context, found, subject.kind)
    having = of_that_kind(context, subject.kind, found.kind)
    if not having and subject.kind.sort in OWNERLESS:
        wrong("E0309", f"{an_initial(subject.kind)} is nothing that has an owner.", span)
    if found.kind.is_a(context.world.players) or not having:
        return model.Owned(span, subject, fit(context, found, context.world.players))
    if len(having) > 1:
        names = " and a ".join(x.name for x in having)
        wrong("E0204", f"{an_initial(subject.kind)} has a {names}; the text does not say which is meant.", span,
              hints=tuple(f"{subject.kind.name} whose {x.name} is the {x.kind.name}" for x in having))  # fmt: skip
    value = model.Get(subject.span, having[0].kind, subject.maybe or having[0].gaps, having[0], subject)
    return model.Compare(span, "=", value, found)


def two_said(context: Context, node: tree.Node) -> tuple[tree.Node, ...]:
    """What is said of a thing by a value, or by whose it is, and by what stands behind that, which is nothing of it."""
    if not isinstance(node, tree.Name) or node.of is None:
        return ()
    value = constant_called(context, node.name, node.span)
    if value is None or value.kind.sort in (*PLACES, "piece"):
        return ()
    return replace(node, of=None), node.of


def of_that_kind(context: Context, kind: Kind, value: Kind) -> list[Attribute]:
    """What things of a kind have of another kind: of a sort of it, or of what it is a sort of, where nothing else."""
    own = [x for x in context.world.attributes(kind) if not x.side]
    exactly = [x for x in own if x.kind is value]
    return exactly or [x for x in own if x.kind.sort == value.sort and x.kind.meets(value)]


def refuse_bare_number(context: Context, found: model.Constant, kind: Kind) -> None:
    """Complains of `the Card of 3`, where a Card has a Rank."""
    numbers = [x.name for x in context.world.attributes(kind) if x.kind.is_a(NUMBER) and not x.side]
    if numbers:
        message = f"A number alone says nothing of {a(kind)}; say which of its numbers is meant."
        wrong("E0301", message, found.span, hints=tuple(f"{name} {found.value}" for name in numbers))


def on_walk(context: Context, node: tree.Node, subject: Expression, span: Span, scope: Scope) -> model.OnWalk | None:
    """`on a Safe Way`, `on the Jump of the Ship`, `at the end of the Jump of the Ship`."""
    match node:
        case tree.The(noun=tree.Word(word="end"), where=tree.Where(preposition="of", of=of)):
            found = walk_named(context, of, scope)
            if found is None or found[0].along is not None:
                return None
            return model.OnWalk(span, fit(context, subject, spaces_of_walk(context, found[0], span)), *found, ends=True)
        case _:  # all else names the walk itself
            found = walk_named(context, node, scope)
            return found and model.OnWalk(span, fit(context, subject, spaces_of_walk(context, found[0], span)), *found)


def in_set(where: tree.Where, members: Variable, subject: Expression) -> Condition:
    """`the Card is in the stake`."""
    if where.preposition != "in":
        said = f"`{where.preposition} the {members.name}`"
        wrong("E0360", f"{said}: the {members.name} is a set.", where.span, hints=(f"in the {members.name}",))
    if not subject.kind.meets(members.kind):
        one = an_initial(subject.kind)
        wrong("E0301", f"{one} is never in the {members.name}: that is a set of {members.kind.plural}.", where.span)
    return model.InSet(subject.span.to(where.span), subject, members)


def beside(context: Context, node: tree.Node, subject: Expression, span: Span, scope: Scope) -> Condition:
    other = bare(context, node, scope)
    return on_its_board(context, SIDE_OF if other.kind.sort == "edge" else BESIDE, (subject, other), span)


def at(context: Context, where: tree.Where, subject: Expression, span: Span, scope: Scope) -> Condition:
    match where:
        case tree.Where(preposition="at", of=tree.The(noun=tree.Word(word="top" | "bottom"))):
            return model.Compare(span, "=", subject, bare(context, where.of, scope))
        case _:  # others mean where something can lie
            pass
    where = replace(where, of=any_of_several(context, where.of))
    place = place_kind(context, where.of)
    if place is not None:
        refuse_what_lies_nowhere(context, where, subject, place)
        note_word(context, place, where.preposition)
        return model.Located(span, where.preposition, subject, place)
    other = bare(context, where.of, scope)
    if other.kind.sort == "line":
        space = context.world.lines[other.kind.name].board.spaces
        return model.Related(span, IN_LINE, (fit(context, subject, space), other))
    if other.kind.sort == "board":
        space = context.world.boards[other.kind.name].spaces
        return model.Related(span, ON_BOARD, (fit(context, subject, space), other))
    if other.kind.sort == "piece" and not carries(context, other.kind):
        not_on_an_end(where, other.kind)
        other = where_it_is(context, other, span)
    if other.kind.sort not in (*PLACES, "piece"):
        wrong("E0301", f"Nothing is {where.preposition} {a(other.kind)}.", where.span)
    refuse_what_lies_nowhere(context, where, subject, other.kind)
    note_word(context, other.kind, where.preposition)
    return model.Located(span, where.preposition, subject, other)


def any_of_several(context: Context, node: tree.Node) -> tree.Node:
    """`on Buildings`, `on the Plots in the City`: what lies there lies on one of them, whichever."""
    match node:
        case tree.Name(name=name, of=of):
            noun, where = tree.Noun(node.span, (), (), name, None), tree.Where(node.span, (), "of", of) if of else None
        case tree.The(noun=tree.Noun(name=name) as noun, where=where):
            pass
        case _:  # others are one
            return node
    kind = context.plurals.get(name)
    if kind is None or name in context.world.kinds or kind.sort not in (*PLACES, "piece"):
        return node
    return tree.Indefinite(node.span, (), replace(noun, name=kind.name), where)


def refuse_what_lies_nowhere(context: Context, where: tree.Where, subject: Expression, there: Kind) -> None:
    """Refuses `the Heat in the Card`: a value is of what has it, which may be only a sort of that; `the Stock on the
    Cell`: a place is nowhere."""
    if subject.kind.sort not in (*OWNERLESS, "place", "row", "board"):
        return
    name, said = subject.kind.name, phrase_text(where.of)
    has = any(x.name == name and x.of.meets(there) for x in context.world.all_attributes) and "…" not in said
    message = f"{an_initial(subject.kind)} lies nowhere: only pieces are {where.preposition} something."
    if isinstance(subject, model.Constant):  # the piece that has it is meant
        pieces = (x.of for x in context.world.all_attributes if x.kind is subject.kind and x.of.sort == "piece")
        wrong("E0206", message, subject.span, hints=tuple(f"the {one.name} of {subject.name}" for one in pieces))
    wrong("E0206", message, subject.span.to(where.span), hints=(f"the {name} of {said}",) if has else ())


def not_on_an_end(where: tree.Where, kind: Kind) -> None:
    """Refuses `on the top of the Deck`, where that is a piece on which nothing lies: the end of the Deck is meant."""
    match where.of:
        case tree.The(noun=tree.Word(word="top" | "bottom" as end)) as said:
            message = f"The {end} is {a(kind)} here, and nothing lies on one. What lies at the end itself is said so."
            wrong("E0301", message, where.span, hints=(f"at {phrase_text(said)}",))
        case _:  # another piece is on a space, which can be meant
            pass


def note_word(context: Context, place: Kind, preposition: str) -> None:
    """Notes whether pieces are `on` a place or `in` it, as the rulebook says."""
    if preposition == "on" and place.name in context.world.places:
        context.world.places[place.name].on = True


def beneath(context: Context, where: tree.Where, subject: Expression, span: Span, scope: Scope) -> Condition:
    """`a Gate under the Ship`: that on which a piece stands."""
    piece = bare(context, where.of, scope)
    if piece.kind.sort != "piece":
        wrong("E0301", f"Only a piece has something under it, not {a(piece.kind)}.", where.span)
    holds = carries(context, subject.kind) if subject.kind.sort == "piece" else subject.kind.sort in PLACES
    if not holds:
        wrong("E0301", f"Nothing stands on {a(subject.kind)}.", span)
    return model.Located(span, "under", piece, subject)


def carries(context: Context, kind: Kind) -> bool:
    info = context.world.piece_infos.get(kind.name)
    return bool(info and info.takes) or bool(kind.parent and carries(context, kind.parent))


def in_one_place(context: Context, one: Expression, other: Expression, span: Span) -> Condition | None:
    """`the place of the Crate is the place of the other`, where both may lie on another piece, which is no place: they
    lie in one place, or on one piece. `the place of the Crate is the Cart`: it lies on that."""
    match one, other:
        case model.PlaceOf(piece=piece, kind=kind, stated=True), model.PlaceOf(
            piece=rival, kind=there, stated=True
        ) if kind is there is LOCATION:
            under = tuple(
                _both_on(carrier, piece, rival, span)
                for carrier in _carriers(context, piece.kind)
                if carrier in _carriers(context, rival.kind)
            )
            return model.Any(span, (model.Compare(span, "=", one, other), *under)) if under else None
        case model.PlaceOf(piece=piece, kind=kind, stated=True), Expression() if (
            kind is LOCATION and other.kind in _carriers(context, piece.kind)
        ):
            return model.Located(span, "on", piece, other)
        case _:  # other things are the same or not by themselves
            return None


def _carriers(context: Context, kind: Kind) -> list[Kind]:
    """On which pieces those of a kind can lie."""
    infos = context.world.piece_infos.values()
    return [info.kind for info in infos if any(taken.meets(kind) for taken, _ in info.takes)]


def _both_on(carrier: Kind, one: Expression, other: Expression, span: Span) -> Condition:
    under = Variable(carrier.name, carrier)
    use = model.Use(span, carrier, False, under)
    both = tuple(model.Located(span, "on", piece, use) for piece in (one, other))
    return model.Exists(span, model.Selection(span, under, carrier, that=both))


def place_kind(context: Context, node: tree.Node) -> Kind | None:
    """`the Belt` (a whole board), `a Stock` (any of them)."""
    match node:
        case tree.The(noun=tree.Noun(words=(), name=name), where=None) if name in context.world.boards:
            board = context.world.boards[name]
            return None if board.each else board.spaces
        case tree.Indefinite(noun=tree.Noun(words=(), name=name), where=None):
            kind = find_kind(context, name)
            if kind and kind.sort == "board":
                return context.world.boards[kind.name].spaces
            return kind if kind and kind.sort in ("place", "space") else None
        case _:  # others mean one certain thing
            return None
