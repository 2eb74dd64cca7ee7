"""What a phrase means, as a value of a kind: a piece stands for its place, a thing for one of a sort of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import model, tree
from dsl.model import Expression
from dsl.model.world import NUMBER, TRUTH, Kind
from dsl.resolve.complaints import called_as_in_every_game, wrong
from dsl.resolve.context import Context, Scope
from dsl.resolve.dispatch import meaning
from dsl.resolve.pronouns import Described
from dsl.resolve.wording import a
from dsl.source import Span
from dsl.text.diagnostics import near

PLACES = ("space", "place", "location")
OTHER_WAYS = {  # what directions are called besides
    "ahead": "forward", "back": "backward", "backwards": "backward", "down": "south", "downward": "south",
    "forwards": "forward", "left": "west", "on": "forward", "right": "east", "up": "north", "upward": "north",
}  # fmt: skip
NARROWED = ("piece", "space", "place")  # sorts of kinds of which a thing may or may not be


class Meant(tree.Node):
    """Where a phrase is asked for, what it means, which is known already."""

    expression: Expression


def bare(context: Context, node: tree.Node, scope: Scope, wanted: Kind | None = None) -> Expression:
    """The expression of a phrase as it is; of what is wanted only a lower-case word needs to know."""
    return value_word(context, node, wanted) if isinstance(node, tree.Word) else meaning(context, node, scope)


def phrase(context: Context, node: tree.Node, scope: Scope, wanted: Kind | None = None) -> Expression:
    """The expression of a phrase; as a value of `wanted`, where something definite is wanted."""
    found = bare(context, node, scope, wanted)
    return fit(context, found, wanted) if wanted else found


@meaning.of(Meant)
def meant(context: Context, node: Meant, scope: Scope) -> Expression:
    return node.expression


@meaning.of(Described)
def described(context: Context, node: Described, scope: Scope) -> Expression:
    """`its`, where the thing itself is described."""
    return replace(context.described[node.noun], span=node.span)


def player_said(context: Context, node: tree.Node, scope: Scope) -> Expression:
    return phrase(context, node, scope, context.world.players)


def number_said(context: Context, node: tree.Node, scope: Scope) -> Expression:
    return phrase(context, node, scope, NUMBER)


def how_many(context: Context, said: int | tree.Node, span: Span, scope: Scope) -> Expression:
    """Of how many things is spoken, by a number, or what it is called."""
    match said:
        case int():
            number: tree.Node = tree.Number(span, (), said)
        case tree.AmountName(name=name):
            number = tree.Name(said.span, (), name, None)
        case tree.AmountWord(word=word):
            number = tree.The(said.span, (), tree.Word(said.span, (), word), None)
        case _:  # is a phrase
            number = said
    return number_said(context, number, scope)


def fit(context: Context, found: Expression, wanted: Kind) -> Expression:
    """The expression as a value of a kind: a piece stands for its place where a place is meant."""
    if found.kind.is_a(wanted) or (wanted.sort not in NARROWED and wanted.is_a(found.kind)):
        return found
    if are_numbers(found.kind, wanted):
        return found
    if wanted.is_a(found.kind):
        return narrowed(found, wanted)
    if found.kind.sort == "piece" and wanted.sort in PLACES:
        whole = context.world.board_of(wanted).spaces if wanted.members is not None else wanted
        return fit(context, model.PlaceOf(found.span, whole, True, found, False), wanted)
    refuse_taken(context, found)
    message = f"This is {a(found.kind)}, but {a(wanted)} is wanted here."
    wrong("E0301", message, found.span, hints=tuple(had_of_it(context, found, wanted)))


def refuse_taken(context: Context, found: Expression) -> None:
    """Where a value does not fit, and the rulebook means another one by the same word: that one is meant."""
    word = word_of_every_game(found)
    if word in context.taken:
        called_as_in_every_game(word, found.span)


def word_of_every_game(found: Expression) -> str:
    """By which word that is called of which every game has one."""
    match found:
        case model.BuiltIn(value=value):
            return value.word
        case model.PlaceOf():
            return "place"
        case model.OwnerOf():
            return "owner"
        case model.EndOf(end=end):
            return end
        case _:  # others have a word of the rulebook
            return ""


def had_of_it(context: Context, found: Expression, wanted: Kind) -> Iterator[str]:
    """What a thing has of a kind that is wanted: `the glow of the Lamp`, where a number is meant."""
    match found:
        case model.Constant(name=name):
            thing = f"the {name}" if found.kind.unique and found.kind.sort in ("piece", "place") else name
        case model.Use(variable=variable):
            thing = f"the {variable.name}"
        case _:  # others are long to say
            return
    for attribute in context.world.attributes(found.kind):
        if attribute.kind is not TRUTH and attribute.kind.is_a(wanted) and not attribute.side:
            yield f"the {attribute.name} of {thing}"
    for value in (one for several in context.values.values() for one in several):
        of_it = [*value.prepositions] == ["of"] and found.kind.is_a(value.parameters[0].kind)
        if of_it and value.kind is not None and value.kind.is_a(wanted):
            yield f"the {value.name} of {thing}"


def are_numbers(kind: Kind, other: Kind) -> bool:
    """Whether things of these kinds are compared as numbers, and become one another: a Height and a Length."""
    return kind.is_a(NUMBER) and other.is_a(NUMBER)


def can_stand_for(kind: Kind, wanted: Kind) -> bool:
    placed = kind.sort == "piece" and wanted.sort in PLACES
    return kind.meets(wanted) or are_numbers(kind, wanted) or placed


def narrowed(found: Expression, wanted: Kind) -> Expression:
    """A thing as one of a sort of its kind; it is nothing where it is none."""
    if isinstance(found, model.Constant) and found.value >= 0:
        if not wanted.has(found.value):
            wrong("E0301", f"{found.name} is no {wanted.name}.", found.span)
        return replace(found, kind=wanted)
    return model.Narrowed(found.span, wanted, True, found)


def nothing(kind: Kind, span: Span) -> Expression:
    return model.Constant(span, kind, True, -1, "nothing")


def value_word(context: Context, node: tree.Word, wanted: Kind | None) -> Expression:
    """A lower-case value: of the wanted kind, or of the only kind that has it."""
    kinds = [k for k in context.world.kinds.values() if node.word in k.elements]
    if wanted is not None and node.word in wanted.elements:
        kinds = [wanted]
    if len(kinds) == 1:
        return element(kinds[0], node.word, node.span)
    words = [e for k in context.world.kinds.values() if k.sort in ("enumeration", "direction") for e in k.elements]
    if not kinds:
        of_the_game = (f"the {node.word}",) if node.word in context.truths else ()
        meant = (OTHER_WAYS.get(node.word, ""), *near(node.word, words))
        meant = tuple(word for word in dict.fromkeys(meant) if word in words)
        wrong("E0205", f"No kind has the value {node.word}.", node.span, near=(*of_the_game, *meant))
    names = " and ".join(k.name for k in kinds)
    wrong("E0204", f"{node.word} is a value of {names}; the text does not say which is meant.", node.span)


def element(kind: Kind, word: str, span: Span) -> Expression:
    return model.Constant(span, kind, False, kind.start + kind.elements.index(word), word)
