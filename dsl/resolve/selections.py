"""The elements of a kind of which something is so, `open Cells beside the Ship`, and which of them `a Boat` is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from dsl import model, tree
from dsl.model import Expression, Selection, Variable
from dsl.model.visit import conjuncts, nodes_in
from dsl.model.world import Attribute, Kind, PlaceInfo
from dsl.resolve.complaints import Wrong, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.expressions import Meant, phrase
from dsl.resolve.measures import numbered
from dsl.resolve.names import (
    attribute_of,
    constant_called,
    find_kind,
    kind_called,
    not_brought_in,
    refuse_plural,
    refuse_singular,
    set_named,
    variable_called,
)
from dsl.resolve.overloads import RolesByPreposition
from dsl.resolve.places import located
from dsl.resolve.predicates import of_some, predicate
from dsl.resolve.pronouns import quietly
from dsl.resolve.qualities import quality
from dsl.resolve.values import apply
from dsl.resolve.wording import phrase_text
from dsl.text.inflection import articled

MOST_GONE_THROUGH = 10_000  # numbers of a range: those of a longer one only count something


def selection(
    context: Context, noun: tree.Noun, where: tree.Where | None, that: tree.That | None, scope: Scope
) -> Selection:
    """`open Cells beside the Cell`: the elements of a kind, and what must be so of each."""
    kind = kind_called(context, noun.name, noun.span)
    if kind.sort in ("number", "location"):
        wrong("E0206", f"One cannot go through all {kind.plural}.", noun.span)
    if kind.sort == "range" and kind.size > MOST_GONE_THROUGH:
        message = f"{kind.name} has {kind.size:,} numbers: of more than {MOST_GONE_THROUGH:,} none can be chosen."
        wrong("E0206", message, noun.span)
    variable = Variable(noun.called or kind.name, kind, span=noun.span)
    context.described[noun] = subject = model.Use(noun.span, kind, False, variable)
    words = tuple(quality(context, w, None, {}, subject, noun.span, scope) for w in noun.words)
    if where and that and is_of_the_place(context, where, that, subject, scope):
        where, that = replace(where, of=the_place_that(where.of, that)), None
    place, own = where_said(context, where, subject, scope)
    if that:
        refuse_unclear(context, noun, where, that, subject, scope)
    return Selection(noun.span, variable, kind, words, place, (*own, *filters(context, that, subject, scope)))


def is_of_the_place(context: Context, where: tree.Where, that: tree.That, subject: Expression, scope: Scope) -> bool:
    """`a Man in the Office whose Seat is 2`: whether what stands behind `whose` is said of the place alone, of which
    nothing is known yet."""
    match where.of:
        case tree.The(noun=tree.Noun(name=name)) if not that.either and where.preposition != "of":
            place = find_kind(context, name)
        case _:  # what has a Name is there without more words
            return False
    if place is None or place.sort not in ("place", "space") or scope.find(name):
        return False
    there = model.Use(where.span, place, False, Variable(place.name, place))
    said = all(isinstance(part, tree.WhosePart) and can_be_said(context, part, there, scope) for part in that.parts)
    return said and not all(can_be_said(context, part, subject, scope) for part in that.parts)


def the_place_that(node: tree.Node, that: tree.That) -> tree.TheOneThat:
    assert isinstance(node, tree.The)
    assert isinstance(node.noun, tree.Noun)
    return tree.TheOneThat(node.span.to(that.span), (), node.noun, node.where, that)


def where_said(
    context: Context, where: tree.Where | None, subject: Expression, scope: Scope
) -> tuple[model.Condition | None, tuple[model.Condition, ...]]:
    """Where each of them is, and what else the words before `that` and `whose` say: `of the Colour in the Purse`."""
    if where is None:
        return None, ()
    number = number_said_of(context, where, subject.kind)
    if number is not None:
        return None, tuple(numbered(context, where.preposition, number, subject))
    place = of_some(context, lambda: located(context, where, subject, scope))
    if where.value is not None:
        owner = tree.Where(where.span, (), "of", where.value)
        number = number_said_of(context, owner, subject.kind)
        if number is not None:
            return place, tuple(numbered(context, "of", number, subject))
        return place, (of_some(context, lambda: located(context, owner, subject, scope)),)
    if where.preposition == "of" and isinstance(place, model.Compare):
        return None, (place,)
    if where.preposition != "of" and isinstance(place, model.All):  # on the Land under the Man
        return place.conditions[0], tuple(place.conditions[1:])
    return place, ()


def number_said_of(context: Context, where: tree.Where, kind: Kind) -> tree.Numbered | None:
    """`of rank 2`, and `of Strength 2` where nothing else is called so."""
    match where:
        case tree.Where(of=tree.Numbered() as number):
            return number
        case tree.Where(preposition="of", of=tree.Name(name=name, of=None, span=span)):
            word, _, low = name.rpartition(" ")
            if not low.isdecimal() or constant_called(context, name, span) or not attribute_of(context, kind, word):
                return None
            return tree.Numbered(span, (), word, int(low), None)
        case _:  # others say where it is, or whose
            return None


def filters(context: Context, that: tree.That | None, subject: Expression, scope: Scope) -> tuple[model.Condition, ...]:
    """What stands behind `that` and `whose`."""
    parts = tuple(that_part(context, part, subject, scope) for part in that.parts) if that else ()
    return (model.Any(that.span, parts),) if that and that.either else conjuncts(parts)


def refuse_unclear(
    context: Context, noun: tree.Noun, where: tree.Where | None, that: tree.That, subject: Expression, scope: Scope
) -> None:
    """`a Card in the Hand of the Player whose Score is 3`, where a player has a Score, too; `a Boat on a Cell that is
    dark`, where that can be said of the cell."""
    part = that.parts[0]
    if is_one_of_them(context, part, subject, scope):
        return
    for name in names_in(where.of) if where else ():
        other = find_kind(context, name)
        if other is None or where is None:
            continue
        if isinstance(part, tree.WhosePart):
            word = part.attribute.word
            if attribute_of(context, other, word) and attribute_of(context, subject.kind, word):
                which = f"the {word} of the {subject.kind.name} or of the {other.name}"
                own = f"{noun.name} that is {where.preposition} {phrase_text(where.of)} and whose {word} is …"
                wrong("E0207", f"`whose {word}` can be {which}.", part.span, hints=(own,))
        elif can_be_said(context, part, model.Use(part.span, other, False, Variable(name, other)), scope):
            of_both = can_be_said(context, part, subject, scope)
            refuse_of_place(noun, where, part, name, of_both)


def is_one_of_them(context: Context, part: tree.ThatPart | tree.WhosePart, subject: Expression, scope: Scope) -> bool:
    """Whether `that is not the kept` speaks of a piece of this very kind; a place is one only where that piece is."""
    if isinstance(part, tree.WhosePart) or not isinstance(part.predicate, tree.Same) or subject.kind.sort != "piece":
        return False
    with quietly(context, scope):
        try:
            found = predicate(context, part.predicate, subject, scope)
        except Wrong:
            return False
    return isinstance(found, model.Compare) and found.left is subject and found.right.kind.meets(subject.kind)


def of_what_is_so(context: Context, node: tree.TheOneThat, scope: Scope) -> tree.The | None:
    """`the Chain of the Hotel that is defunct`, where a Hotel has a Chain and only a Hotel can be defunct: the Chain of
    `the Hotel that is defunct`. None where it is said of what stands first."""
    match node:
        case tree.TheOneThat(noun=tree.Noun(name=name, words=()), where=tree.Where(preposition="of", of=tree.The(
            noun=tree.Noun() as noun) as owner, value=None) as where):  # fmt: skip
            part, kinds = node.that.parts[0], (find_kind(context, name), find_kind(context, noun.name))
        case _:  # is no value of one thing that a sentence is about
            return None
    if not kinds[0] or not kinds[1] or not attribute_of(context, kinds[1], name):
        return None
    first, second = (
        can_be_said(context, part, model.Use(part.span, kind, False, Variable(kind.name, kind)), scope)
        for kind in kinds
        if kind
    )
    described = tree.TheOneThat(owner.span.to(node.that.span), (), noun, owner.where, node.that)
    return tree.The(node.span, (), node.noun, replace(where, of=described)) if second and not first else None


def refuse_of_place(noun: tree.Noun, where: tree.Where, part: tree.ThatPart, name: str, of_both: bool) -> NoReturn:
    """What stands behind `that` can be said of the place; `of_both`: of what lies there, too."""
    place = phrase_text(where.of)
    quality = ""
    if isinstance(part.predicate, tree.QualityOf) and not part.negated and not part.predicate.roles.roles:
        quality = part.predicate.word
    said = f"is {'not ' if part.negated else ''}{quality or '…'}"
    of = f"of {phrase_text(where.value)} " if where.value else ""
    own = f"{of}that is {where.preposition} {place} and that {said}"
    within = (
        (f"{of}{where.preposition} {articled(f'{quality} {name}')}",) if quality and place == articled(name) else ()
    )
    what = f"the {noun.name} or the {name}" if of_both else f"the {name}, but it stands behind the {noun.name}"
    span = where.span.to(part.span)
    wrong("E0207", f"`that {said}` can be said of {what}.", span, hints=(*((own,) if of_both else ()), *within))


def can_be_said(context: Context, part: tree.ThatPart | tree.WhosePart, of: Expression, scope: Scope) -> bool:
    """Whether such a thing can be so."""
    with quietly(context, scope):
        try:
            subject = had(context, part, of, scope) if isinstance(part, tree.WhosePart) else of
            found = predicate(context, part.predicate, subject, scope)
        except Wrong:
            return False
    place = context.world.places.get(of.kind.name)
    return not (isinstance(found, model.Owned) and place is not None and not place.each)


def names_in(node: tree.Node | None) -> list[str]:
    """The Names in a phrase that says where something is, from the first to the last owner."""
    match node:
        case tree.The(noun=noun, where=where) | tree.Indefinite(noun=noun, where=where):
            own = [noun.name] if isinstance(noun, tree.Noun) else []
            return own + (names_in(where.of) if where else [])
        case _:  # others have no kind that a text names
            return []


def selected(
    context: Context, node: tree.Every | tree.NoSuch | tree.Indefinite | tree.Desc | tree.TheOneThat, scope: Scope
) -> Selection:
    return selection(context, node.noun, node.where, node.that, scope)


def one_described(context: Context, desc: tree.Desc, scope: Scope) -> Selection:
    """As `selected`, where the text speaks of one of them."""
    refuse_plural(context, desc.noun.name, desc.noun.span)
    return selected(context, desc, scope)


def that_part(
    context: Context, part: tree.ThatPart | tree.WhosePart, subject: Expression, scope: Scope
) -> model.Condition:
    if isinstance(part, tree.WhosePart):
        subject = had(context, part, subject, scope)
    found = predicate(context, part.predicate, subject, scope)
    return model.Not(part.span, found) if part.negated else found


def had(context: Context, part: tree.WhosePart, subject: Expression, scope: Scope) -> Expression:
    """`whose Rank`, `whose store for red`: what the thing has, or what the rulebook says of it."""
    what = part.attribute
    roles = as_headed(context, part, subject)
    if roles is not None:
        return apply(context, what.word, roles, part.span, scope)
    span, of = what.span, tree.Where(what.span, (), "of", Meant(what.span, (), subject))
    named = what.word[0].isupper()
    noun = tree.Noun(span, (), (), what.word, None) if named else tree.Word(span, (), what.word)
    own = tree.The(span, (), noun, of)
    return phrase(context, tree.WorkedOut(part.span, (), own, part.roles.roles) if part.roles.roles else own, scope)


def as_headed(context: Context, part: tree.WhosePart, subject: Expression) -> RolesByPreposition | None:
    """`whose stock for the Player`, of `the stock of a Player in a Good`: the good is what it is said of, whatever word
    stands before it in the heading, and what stands behind `of` there stands behind `for`; None where all is said as in
    the heading."""
    said = {role.preposition: role.phrase for role in part.roles.roles}
    values = context.values.get(part.attribute.word, [])
    if len(values) != 1 or sorted(values[0].prepositions) == sorted([*said, "of"]):
        return None
    pairs = zip(values[0].prepositions, values[0].parameters, strict=True)
    own = [word for word, variable in pairs if subject.kind.is_a(variable.kind)]
    others = {word: said.get("for" if word == "of" else word) for word in values[0].prepositions if word not in own}
    if len(own) != 1 or len(others) != len(said) or None in others.values():
        return None
    return {own[0]: Meant(part.attribute.span, (), subject)} | {word: one for word, one in others.items() if one}


def many(context: Context, node: tree.Node, scope: Scope) -> Selection:
    """What stands after `among` or `number of`: a description, or a set that was named."""
    if isinstance(node, tree.Desc):
        refuse_singular(context, node.noun.name, node.noun.span)
        return selected(context, node, scope)
    if isinstance(node, tree.The) and isinstance(node.noun, tree.Word) and node.where is None:
        members = set_named(context, node, scope)
        if members is not None:
            return Selection(node.span, Variable(members.kind.name, members.kind), members.kind, among=members)
        if variable_called(context, node.noun.word, node.span, scope) is None:
            not_brought_in(context, node.noun.word, node.span, scope)
    if isinstance(node, tree.The) and isinstance(node.noun, tree.Noun):
        return selection(context, node.noun, node.where, None, scope)
    wrong("E0206", "Several things are meant here.", node.span)


def described_thing(context: Context, said: tree.Node, scope: Scope) -> Selection | None:
    """`a Cell beside the Ship`, `a Cell that is lit`; None for a phrase that means one thing."""
    match said:
        case tree.Desc() | tree.Indefinite():
            return selected(context, said, scope)
        case _:  # others mean one thing
            return None


# ------------------------------------------------------------------------------------------------------------------ a …


@meaning.of(tree.Indefinite)
def some(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`a Boat` inside what is said of something; anywhere else the text does not say which."""
    refuse_plural(context, node.noun.name, node.noun.span)
    name = articled(node.noun.name)
    brought_in = context.somes[-1] if context.somes else None
    if context.somes and brought_in is None:
        wrong("E0208", f"`{name}` does not say which: a sentence is about something definite.", node.span,
              hints=(f"there is {name} that is …", f"every {node.noun.name} is …"))  # fmt: skip
    if brought_in is None:
        refuse_any(context, node, selected(context, node, scope), scope)  # what it is said to be is wrong first
    if node.noun.called:
        wrong("E0208", f"`{name}` here means any; nothing can speak of `the {node.noun.called}`.", node.span,
              hints=(f"there is {name} called {node.noun.called} that is …",))  # fmt: skip
    those = selected(context, node, scope)
    brought_in.append(those)
    return model.Use(node.span, those.kind, False, those.variable)


def refuse_any(context: Context, node: tree.Indefinite, found: Selection, scope: Scope) -> NoReturn:
    """One of a pile in which they lie in order is that on top: nobody can choose, nor are all of them meant. Of what is
    the same wherever it lies chance takes one where nobody acts."""
    name = articled(node.noun.name)
    the_one, each = f"the {node.noun.name}", f"for each {node.noun.name}"
    drawn = of_the_pile(context, found)
    own = found.kind is context.world.players
    chosen, by_chance = f"the Player chooses {name}", f"chance chooses {name}"
    if own and scope.find(node.noun.name):
        hints: tuple[str, ...] = (the_one, f"{chosen} called other", each)
    else:
        hints = (*drawn, chosen, the_one) if drawn else (the_one, each) if own else (chosen, by_chance, the_one, each)
    if are_alike(found):
        hints = (chosen, each) if scope.find(context.world.players.name) else (by_chance, each)
    wrong("E0208", f"`{name}` does not say which.", node.span, hints=hints)


def refuse_one_of_many(context: Context, found: Selection, node: tree.The) -> None:
    """`the Man in a Box`, of which no more is said: there may be several in each; `the Man of the Player`, who has
    several; `the young Animal of the Species`, of which two are the same."""
    refuse_alike(context, found, node)
    if found.words:
        return
    name = found.kind.name
    all_of_them = (f"the Player chooses {articled(name)}", f"for each {name}")
    match found:
        case Selection(place=model.Located(where=Kind(size=places)), that=()) if places > 1 and found.kind.size > 1:
            said = f"{found.kind.plural} can lie there, and the sentence does not say which is meant."
            wrong("E0208", f"`the {name}`: several {said}", node.span, hints=(*all_of_them, f"every {name}"))
        case Selection(place=model.Owned(by=model.Expression() as owner), that=()) if node.where:
            which = f"{name} of {phrase_text(node.where.of)}"
            if most_owned(context, found.kind, owner) > 1:
                message = f"`the {which}`: there are several, and the sentence does not say which is meant."
                wrong("E0208", message, node.span, hints=(*all_of_them, f"every {which}", f"the {which} in the …"))
        case _:  # others say in which, or there is only one
            pass


def refuse_alike(context: Context, found: Selection, node: tree.The | tree.TheOneThat) -> None:
    """`the young Animal of the Species`, of which there are two in the box: it would be the first, wherever it is."""
    if context.in_example or not are_alike(found):
        return
    message = f"Of {found.kind.plural} there are several of which all of this is so; it does not say which is meant."
    one = phrase_text(node).removeprefix("the ")
    hints = (articled(one), f"the Player chooses {articled(one)}", f"every {one}")
    wrong("E0208", message, node.span, hints=hints)


def are_alike(found: Selection) -> bool:
    """Whether several pieces fit wherever they are, as only what never changes of them is said."""
    said = dict(printed(condition, found) for condition in found.conditions)
    if found.among or found.kind.sort != "piece" or not said or None in said:
        return False
    wanted = [(attribute.values_of(found.kind), value) for attribute, value in said.items() if attribute]
    each = zip(*(values for values, _ in wanted), strict=True)
    asked = [value.value if isinstance(value, model.Constant) else None for _, value in wanted]
    fit = Counter(one for one in each if all(x >= 0 and n in (x, None) for x, n in zip(one, asked, strict=True)))
    return max(fit.values(), default=0) > 1


def printed(condition: model.Condition, found: Selection) -> tuple[Attribute | None, model.Expression | None]:
    """What never changes of a thing, and which value it is said to have; nothing where anything else is said."""
    match condition:
        case model.Compare(
            operator="=", left=model.Get(attribute=attribute, of=model.Use(variable=found.variable)), right=value
        ) if attribute.constant is not None:
            return attribute, value
        case _:  # where it is, whose it is now, or what changes
            return None, None


def most_owned(context: Context, kind: Kind, owner: model.Expression) -> int:
    """How many pieces of a kind are at first one player's, the one named or any."""
    infos = (info for info in context.world.piece_infos.values() if info.kind.is_a(kind))
    owners = Counter(one for info in infos for one in info.owners if one >= 0)
    return owners[owner.value] if isinstance(owner, model.Constant) else max(owners.values(), default=0)


def one_of(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`a red Gem`, whichever: the first that fits."""
    refuse_plural(context, node.noun.name, node.noun.span)
    if node.noun.called:
        called, kind = node.noun.called, articled(node.noun.name)
        hint = f"above the first `when`: given there is {kind} called {called} in the …, and here: the {called}"
        wrong("E0203", "Only what is given gets a name; here it is any one that fits.", node.span, hints=(hint,))
    return pick(selected(context, node, scope), "a")


def one_like_the_others(context: Context, node: tree.Indefinite, scope: Scope) -> Expression:
    """`an Asteroid in the Stock`: one of those that lie in the same place, where nothing tells them apart."""
    refuse_plural(context, node.noun.name, node.noun.span)
    found = selected(context, node, scope)
    name = articled(node.noun.name)
    if found.kind is context.world.players:
        refuse_any(context, node, found, scope)
    match found.place:
        case model.Located(where=model.Expression()):
            pass
        case _:
            wrong("E0208", f"`{name}` does not say which: they can lie in different places.", node.span,
                  hints=(*where_they_start(context, found, name), chosen_here(context, name, scope),
                         f"every {node.noun.name}"))  # fmt: skip
    refuse_anybodys(context, node, found, scope)
    fixed = [x for x in context.world.attributes(found.kind) if len(set(x.values_of(found.kind))) > 1]
    said = {c.left.attribute: c.right for c in (*found.words, *found.that)
            if isinstance(c, model.Compare) and c.operator == "=" and isinstance(c.left, model.Get)}  # fmt: skip
    telling = [one for one, value in said.items() if one.constant is not None and not value.maybe]
    for attribute in fixed:
        if attribute not in said and not is_told_by(attribute, telling, found.kind):
            message = f"`{name}` does not say which: each has a {attribute.name} of its own."
            if node.where is not None and is_place_for(found, attribute.kind):
                which = phrase_text(node.where.of).partition(" of ")[2]
                message += " The place is for one, and the sentence has to say that it is of this one."
                wrong("E0208", message, node.noun.span, hints=(f"{node.noun.name} of {which}",))
            drawn = from_the_top(context, found)
            if is_drawn_unseen(context, found):
                wrong("E0208", message, node.span, hints=(*drawn, f"chance chooses {name}"))
            if scope.find(attribute.kind.name) and node.where is not None and node.where.preposition != "of":
                which = f"{node.noun.name} of the {attribute.kind.name}"
                wrong("E0208", message, node.noun.span, hints=(which,))
            like = tuple(like_where_it_lies(context, node, found, attribute))
            if like:
                wrong("E0208", message, node.noun.span, hints=like)
            wrong("E0208", message, node.span, hints=(chosen_here(context, name, scope), *drawn))
    if node.noun.called:
        wrong("E0203", f"Here nothing gets a name: {name} is any one of those there.", node.span)
    return pick(found, "a")


def chosen_here(context: Context, name: str, scope: Scope) -> str:
    """By whom one of several is chosen: by chance, where it is sure that nobody acts."""
    acts = scope.find(context.world.players.name) is not None or scope.of_phase() is not None
    return f"{'the Player' if acts else 'chance'} chooses {name}"


def where_they_start(context: Context, found: Selection, name: str) -> tuple[str, ...]:
    """One of those in the place in which all of them lie at first, if there is one such place."""
    infos = [info for info in context.world.piece_infos.values() if info.kind.is_a(found.kind)]
    starts = {location for info in infos for location in info.starts}
    place = next((p.kind for p in context.world.places.values() if p.kind.size == 1 and starts == {p.kind.start}), None)
    return (f"{name} in the {place.name}" if place and found.place is None else f"{name} in the …",)


def refuse_anybodys(context: Context, node: tree.Indefinite, found: Selection, scope: Scope) -> None:
    """`a Pawn in the Bag`, in which those of all players lie: it would be that of the first."""
    place = place_of(context, found)
    owners = {one for info in context.world.piece_infos.values() if info.kind.is_a(found.kind) for one in info.owners}
    said = (model.Owned, model.OwnerOf)
    if place is None or place.per or len(owners) < 2 or any(isinstance(n, said) for n in nodes_in(found.conditions)):
        return
    name, acts = node.noun.name, scope.find(context.world.players.name)
    message = f"`{articled(name)}` does not say whose: those of several can lie there."
    if acts and (node.where is None or node.where.preposition != "of"):
        wrong("E0208", message, node.noun.span, hints=(f"{name} of the {context.world.players.name}",))
    wrong("E0208", message, node.span, hints=(f"{'the Player' if acts else 'chance'} chooses {articled(name)}",))


def like_where_it_lies(
    context: Context, node: tree.Indefinite, found: Selection, attribute: Attribute
) -> Iterator[str]:
    """`a Token on the Plant`: `a Token of the Fuel of the Plant on the Plant`, where that has such a Fuel, too."""
    where = found.place.where if isinstance(found.place, model.Located) else None
    if not isinstance(node.where, tree.Where) or not isinstance(where, model.Use) or node.where.preposition == "of":
        return
    place = phrase_text(node.where.of)
    for other in context.world.attributes(where.kind):
        if other.kind is attribute.kind:
            yield f"{node.noun.name} of the {other.name} of {place}"


def is_told_by(attribute: Attribute, others: list[Attribute], kind: Kind) -> bool:
    """Whether things that have the same values of these, all of them, have the same of the attribute, too."""
    found: dict[tuple[int, ...], set[int]] = {}
    told = zip(*(one.values_of(kind) for one in others), strict=True)
    for values, value in zip(told, attribute.values_of(kind), strict=False):
        if min(values) >= 0:  # nothing is no value
            found.setdefault(values, set()).add(value)
    return bool(others) and all(len(values) == 1 for values in found.values())


def is_place_for(found: Selection, kind: Kind) -> bool:
    """Whether there is one such place for each value of a kind, and nothing else."""
    where = found.place.where if isinstance(found.place, model.Located) else None
    return isinstance(where, model.PlaceFor) and [value.kind for value in where.values] == [kind]


def place_of(context: Context, found: Selection) -> PlaceInfo | None:
    kind = found.place.where.kind if isinstance(found.place, model.Located) else None  # type: ignore[union-attr]
    return context.world.places.get(kind.name) if kind else None


def is_drawn_unseen(context: Context, found: Selection) -> bool:
    """Whether nobody sees among what it is."""
    place = place_of(context, found)
    return place is not None and place.seen.by == "nobody"


def from_the_top(context: Context, found: Selection) -> tuple[str, ...]:
    """The one that lies on top, where pieces lie in a place."""
    place = place_of(context, found)
    if place is None or place.each:
        return ()
    return (f"the top of the {place.kind.name}",)


def of_the_pile(context: Context, found: Selection) -> tuple[str, ...]:
    """The one on top of the only pile in which all of them lie at first, and nothing else, if no more is said of it."""
    infos = context.world.piece_infos.values()
    starts = {at for info in infos if info.kind.is_a(found.kind) for at in info.starts}
    other = {at for info in infos if not info.kind.is_a(found.kind) for at in info.starts}
    piles = (place for place in context.world.places.values() if place.ordered and place.kind.size == 1)
    one = next((place for place in piles if starts == {place.kind.start} and not starts & other), None)
    return (f"the top of the {one.kind.name}",) if one and not found.conditions else ()


def pick(selection: Selection, article: str) -> Expression:
    which = "the" if article == "the" else "a"
    return model.Pick(selection.span, selection.kind, True, selection, which)  # type: ignore[arg-type]
