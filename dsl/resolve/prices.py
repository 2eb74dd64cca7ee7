"""What an action costs: a number, or numbers of several things, as `to pay` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from dsl import model, tree
from dsl.model import Expression
from dsl.model.world import NUMBER, Kind
from dsl.resolve.complaints import wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.expressions import element, number_said, phrase
from dsl.resolve.overloads import RolesByPreposition
from dsl.resolve.parted import parted
from dsl.resolve.selections import one_described
from dsl.resolve.wording import a, phrase_text
from dsl.text.diagnostics import near
from dsl.text.inflection import articled

NO_PAYING = "Nothing says what it means to pay."
TO_PAY = "to pay a Number called cost"
UNDER, NEXT = ", and under it: ", ", and on the next line: "  # as lines are told in a sentence
PRICES = (tree.Price, tree.PriceEach, tree.PriceAsMuch)


def cost(context: Context, line: tree.Costs, action: model.Act, scope: Scope) -> None:
    pay = context.book.procedures.get("pay")
    first = line.amounts[0]
    if pay is None:
        word = what_of(first)
        hints = (to_pay_of(context, word),) if word else tuple(ways_to_pay(context, first)) or (TO_PAY,)
        shown = {verb_of(hint) for told in context.diagnostics if told.message == NO_PAYING for hint in told.hints}
        hints = tuple(hint for hint in hints if verb_of(hint) not in shown)  # one verb serves all the lines
        wrong("E0319", NO_PAYING, line.span, hints=hints)
    if action.costs:
        hints = ("costs 2 red, 1 green",) if what_of(first) else ()
        wrong("E0202", "An action has one cost.", line.span, hints=hints)
    prices = tuple(price(context, amount, pay, scope) for amount in line.amounts)
    check_things(line.amounts, prices)
    action.costs, action.cost_clauses = prices, line.clauses


def check_things(amounts: Sequence[tree.Node], prices: Sequence[model.Price]) -> None:
    """Whether no two prices are surely of the same thing, or can be: what is needed is asked price by price."""
    for k, (amount, (_, *of)) in enumerate(zip(amounts, prices, strict=True)):
        other = next((j for j in range(k) if can_be_the_same(of, prices[j][1:])), None)
        if other is None:
            continue
        word, before = what_of(amount), what_of(amounts[other])
        if word is None or before is None:
            wrong("E0202", "What it costs is one number.", amount.span)
        if word == before:
            said = word if word.startswith("of ") else f"in {word}"
            wrong("E0202", f"What it costs {said} is said twice.", amount.span, hints=added_up(amounts))
        told = " and ".join(said if said.startswith("of ") else f"in {said}" for said in (before, word))
        hints = tuple(f"costs {one.amount} {what_of(one)}" for one in (amounts[other], amount) if of_a_thing(one))
        wrong("E0202", f"What it costs {told} can be the same, and is asked for by itself.", amount.span, hints=hints)


def verb_of(hint: str) -> str:
    """The verb of a way to pay, without the line that costs something."""
    return hint[max(hint.find(TO_PAY), 0) :]


def what_of(node: tree.Node) -> str | None:
    """The words for that of which it is a number."""
    if not isinstance(node, PRICES) or node.word is None:
        return None
    return f"of {phrase_text(node.word)}" if isinstance(node.word, tree.Node) else node.word


def ways_to_pay(context: Context, amount: tree.Node) -> Iterator[str]:
    """The whole verb, as the things of the game allow it: of a number that each player has, or of pieces that are alike
    and lie in a place of the player."""
    begins = f"costs {phrase_text(amount)}, and at the left edge: {TO_PAY}"
    for number in context.world.traits:
        if number.kind.sort == "range":
            of = f"the {number.name} of the Player"
            yield f"{begins}{UNDER}only if {of} is at least the cost{NEXT}{of} falls by the cost"
    for (purse, coin, _), deed in zip(purses(context), payments(context), strict=True):
        need = f"only if the number of {coin.plural} in the {purse.name} of the Player is at least the cost"
        yield f"{begins}{UNDER}{need}{NEXT}repeat the cost times{UNDER}{deed}"


def paid_otherwise(context: Context, pay: model.Procedure, roles: RolesByPreposition) -> Iterator[str]:
    """What stands in place of `pay 2`: in an action its cost; elsewhere what `to pay` does, without its needs."""
    if pay.prepositions == ("", "of"):
        whole = roles.get("")
        apart = [(whole, roles["of"])] if whole and "of" in roles else [*parted(whole)] if whole else []
        yield from (said for amount, thing in apart for said in costs_so_much(pay, amount, thing))
    if roles.keys() != {""} or len(pay.parameters) != 1:
        return
    amount = phrase_text(roles[""])
    yield f"costs {amount}"
    done = [line for line in context.needing[pay].block.lines if not isinstance(line, tree.Need | tree.Words)]
    match done:
        case [tree.Fall(what=what, limit=None)]:
            yield f"{phrase_text(what)} falls by {amount}"
        case [tree.Repeat(block=tree.Block(lines=(tree.Move(what=tree.Indefinite(noun=tree.Noun(name=moved))),)))]:
            told = zip(purses(context), payments(context), strict=True)
            yield from (f"repeat {amount} times{UNDER}{deed}" for (_, coin, _), deed in told if coin.name == moved)
        case _:  # what else is done when something is paid is long to say
            return


def costs_so_much(pay: model.Procedure, amount: tree.Node, thing: tree.Node) -> Iterator[str]:
    """`costs 2 gold`, `costs as much gold as the Cost of the House`, where that is a word for what is paid; of a thing
    `costs 2 of the Good`."""
    if isinstance(thing, tree.Word) and thing.word not in pay.parameters[1].kind.elements:
        return
    of, said = phrase_text(thing) if isinstance(thing, tree.Word) else f"of {phrase_text(thing)}", phrase_text(amount)
    yield f"costs {said} {of}" if isinstance(amount, tree.Number) else f"costs as much {of} as {said}"


def payments(context: Context) -> Iterator[str]:
    """How a piece goes from a player to where all lie."""
    for purse, coin, bank in purses(context):
        yield f"move {articled(coin.name)} in the {purse.name} of the Player to the {bank.name}"


def purses(context: Context) -> Iterator[tuple[Kind, Kind, Kind]]:
    """Places of which each player has one, what may be paid out of them, and the places that take it."""
    world = context.world
    places = [(place, {kind for kind, _ in place.takes}) for place in world.places.values()]
    alike = [info.kind for info in world.piece_infos.values() if info.owners and not any(
             one.constant for one in info.attributes)]  # fmt: skip
    for coin in alike:
        banks = [place.kind for place, takes in places if coin in takes and not place.per and place.copies == 1]
        own = [place.kind for place, takes in places if coin in takes and place.per == (world.players,)]
        yield from ((purse, coin, bank) for purse in own for bank in banks[:1])


def to_pay_of(context: Context, word: str) -> str:
    """How it is said that a number of such things can be paid."""
    kind = next((a(k) for k in context.world.kinds.values() if word in k.elements), "a Colour")
    return f"to pay a Number called price of {kind}"


def can_be_the_same(one: Sequence[Expression], other: Sequence[Expression]) -> bool:
    """Whether the same can be paid: of two values only one value, of what was brought in any."""
    pairs = zip(one, other, strict=True)
    return not any(
        isinstance(a, model.Constant) and isinstance(b, model.Constant) and a.value != b.value for a, b in pairs
    )


def of_a_thing(node: tree.Node) -> TypeGuard[tree.Price]:
    """Whether it is so much of what was brought in: `2 of the Resource`."""
    return isinstance(node, tree.Price) and isinstance(node.word, tree.Node)


def added_up(amounts: Sequence[tree.Node]) -> tuple[str, ...]:
    """The cost in which what is paid of one thing is one price; what is worked out is not added up here."""
    sums: dict[str, int] = {}
    for one in amounts:
        word = what_of(one)
        if not isinstance(one, tree.Price) or word is None:
            return ()
        sums[word] = sums.get(word, 0) + one.amount
    return (f"costs {', '.join(f'{amount} {word}' for word, amount in sums.items())}",)


def price(context: Context, node: tree.Node, pay: model.Procedure, scope: Scope) -> model.Price:
    """What `to pay` is asked for: a number, or a number of something."""
    amount, *of = (parameter.kind for parameter in pay.parameters) if pay.parameters else (None,)
    if amount is not NUMBER or len(of) > 1 or (of and not of[0].elements):
        wrong("E0319", "To pay is to pay a number, or a number of something that is a value.", pay.span,
              hints=(TO_PAY, to_pay_of(context, "")))  # fmt: skip
    match node:
        case tree.WorkedOut(roles=(*_, tree.Role(preposition="in", phrase=tree.Word(word=thing)))) if of:
            wrong("E0205", f"No price is said with `in {thing}`.", node.span)  # and the phrasings say how it is said
        case _:  # is understood as it stands
            pass
    word = what_of(node)
    apart = [both for both in parted(node) if isinstance(both[1], tree.Word)] if of and word is None else []
    hints = [said for both in apart for said in costs_so_much(pay, *both)]
    if hints:
        wrong("E0319", f"What is paid is said before how much of it: {hints[0]}.", node.span, hints=tuple(hints))
    number = how_much(context, node, scope)
    if not of:
        if word is not None:
            wrong("E0319", "`to pay` is of a number alone.", node.span,
                  hints=(*without_what(node), to_pay_of(context, word)))  # fmt: skip
        return (number,)
    if word is None:
        wrong("E0319", f"`to pay` has to be told of what: {a(of[0])}.", node.span,
              hints=(f"costs 2 {of[0].elements[0]}",))  # fmt: skip
    return number, paid(context, node, of[0], scope)


def paid(context: Context, node: tree.Node, kind: Kind, scope: Scope) -> Expression:
    """The value of which it is a number, or the thing that has been brought in."""
    assert isinstance(node, PRICES)
    assert node.word is not None
    if isinstance(node.word, tree.Node):
        return phrase(context, node.word, scope, kind)
    if node.word not in kind.elements:
        hints = tuple(paid_instead(node, kind, scope)) if isinstance(node, tree.Price) else ()
        wrong("E0205", f"{kind.name} has no value {node.word}.", node.span,
              hints=hints, near=() if hints else near(node.word, kind.elements))  # fmt: skip
    return element(kind, node.word, node.span)


def paid_instead(node: tree.Price, kind: Kind, scope: Scope) -> Iterator[str]:
    """`costs 2 of the Good` for `costs 2 Good`, where one was brought in; else `costs 2 wheat`."""
    if node.word in scope.names():
        yield f"costs {node.amount} of the {node.word}"
    elif node.word == kind.name:
        yield from (f"costs {node.amount} {element}" for element in kind.elements[:2])


def without_what(node: tree.Node) -> tuple[str, ...]:
    match node:
        case tree.Price(amount=amount):
            return (f"costs {amount}",)
        case tree.PriceEach(amount=amount):
            return (f"costs {amount} for each …",)
        case _:  # of a value it is only said how much it is
            return ()


def how_much(context: Context, node: tree.Node, scope: Scope) -> Expression:
    match node:
        case tree.Price(amount=amount):
            return plain(node, amount)
        case tree.PriceEach(amount=amount, desc=desc):
            assert isinstance(desc, tree.Desc)
            count = model.Count(desc.span, NUMBER, False, one_described(context, desc, scope))
            return model.Arithmetic(node.span, NUMBER, False, "multiplied by", plain(node, amount), count)
        case tree.PriceAsMuch(amount=amount):
            return number_said(context, amount, scope)
        case _:  # the number is all that is said
            return number_said(context, node, scope)


def plain(node: tree.Node, amount: int) -> model.Constant:
    return model.Constant(node.span, NUMBER, False, amount, str(amount))
