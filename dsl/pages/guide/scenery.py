"""What of a worked example is not told beside its pictures: where things stand, what follows from what is done, and
what is said for the machine alone."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import dropwhile, pairwise, takewhile

from dsl import model
from dsl.model.visit import nodes_in
from dsl.model.world import NUMBER, Kind
from dsl.prose.known_places import KnownPlaces

Step = model.ExampleStep
DEEDS = (
    model.WhenDoes, model.WhenDoesSo, model.WhenChooses, model.WhenRolls, model.WhenPasses, model.WhenCloses
)  # fmt: skip


def untold(steps: tuple[Step, ...], denies: bool = False) -> frozenset[Step]:
    """The steps of which those are not told who see the pictures. `denies`: by its title the example shows that
    something is not so; if neither a step nor the designer says that, what stands in the way is told."""
    found = frozenset(step for step in steps if is_scenery(step, steps))
    known = frozenset(
        step for step in steps if is_chosen_place(step, steps) or is_as_given(step, steps) or is_as_done(step, steps)
    )
    unsaid = denies and not any(
        isinstance(step, model.Said) or (isinstance(step, model.Then) and isinstance(step.condition, model.Not))
        for step in steps
    )
    told = {*given_later(steps), *(in_the_way(steps) if unsaid else ())}
    known |= frozenset(said_by_name(steps))
    return (found | known | said_anew(steps) | said_before(steps) | said_at_first(steps)) - told


def given_later(steps: tuple[Step, ...]) -> Iterator[Step]:
    """What is given after something else was said: the pictures show what was so before."""
    return (
        step for step in dropwhile(lambda step: isinstance(step, model.Given), steps) if isinstance(step, model.Given)
    )


def begins_with_deeds(steps: tuple[Step, ...]) -> bool:
    """Whether something is done before anything is given anew."""
    later = dropwhile(lambda step: isinstance(step, model.Given), steps)
    return next((isinstance(step, DEEDS) for step in later if isinstance(step, (*DEEDS, model.Given))), False)


def said_anew(steps: tuple[Step, ...]) -> frozenset[Step]:
    """What is done, and how things stand then, if words of the designer name all spaces and numbers of it: these tell
    it in one sentence. What is done without such names is told all the same."""
    first = next((n for n, step in enumerate(steps) if isinstance(step, DEEDS)), len(steps))
    words = " ".join(step.text for step in steps[first:] if isinstance(step, model.Said))
    named = {step: [*names_in(step)] for step in steps[first:] if isinstance(step, DEEDS) or is_position(step)}
    found = all(is_in(words, names) for names in named.values())
    told = [step for step, names in named.items() if names or not isinstance(step, DEEDS)]
    claims = ((step, [*names_in(step)]) for step in steps if isinstance(step, model.Then) and any(doing(step)))
    told += [step for step, names in claims if names and is_in(words, names)]
    told += [step for before, step in pairwise(steps) if before in told and is_named_choice(step, words)]
    return frozenset(told) if words and found else frozenset()


def said_by_name(steps: tuple[Step, ...]) -> Iterator[Step]:
    """What is given, and what is done and so then, of pieces with names of their own, where words of the designer with
    it call all of these by their names, and say where they point."""
    first = next((n for n, step in enumerate(steps) if isinstance(step, DEEDS)), len(steps))
    for part in (steps[:first], steps[first:]):
        words = " ".join(step.text for step in part if isinstance(step, model.Said))
        for step in part:
            constants = [node for node in nodes_in(step) if isinstance(node, model.Constant)]
            named = [node.name for node in constants if node.kind.unique and node.kind.sort == "piece"]
            ways = [c.name for c in constants if isinstance(step, model.Then) and c.kind.sort == "direction"]
            if words and named and is_in(words, (*named, *ways)):
                yield step


def is_named_choice(step: Step, words: str) -> bool:
    """Whether a piece is chosen that stands nowhere, and is of a sort that words name."""
    match step:
        case model.WhenChooses(what=(model.Pick(selection=those),)):
            return not any(names_in(step)) and is_in(words.lower(), [those.kind.name.lower()])
        case _:  # says something else
            return False


def said_at_first(steps: tuple[Step, ...]) -> frozenset[Step]:
    """What is given, if words of the designer right behind it name all spaces, values and numbers of it that no picture
    shows: these tell it."""
    given = [*takewhile(lambda step: isinstance(step, model.Given), steps)]
    said = takewhile(lambda step: isinstance(step, model.Said), steps[len(given) :])
    words = " ".join(step.text for step in said if isinstance(step, model.Said))
    named = {step: [*values_in(step)] for step in given if not is_pictured(step)}
    return frozenset(step for step, names in named.items() if names and is_in(words, names))


def values_in(step: Step) -> Iterator[str]:
    """The values and numbers that are named in a step."""
    for node in nodes_in(step):
        if isinstance(node, model.Constant) and (node.kind is NUMBER or node.kind.sort in ("enumeration", "range")):
            yield str(node.value) if node.kind is NUMBER else node.name


def said_before(steps: tuple[Step, ...]) -> frozenset[Step]:
    """What is so, can be done or not, where nothing is done, if words of the designer that stand before it name all
    spaces of it: it only checks them."""
    told = [*dropwhile(lambda step: isinstance(step, model.Given), steps)]
    said = takewhile(lambda step: isinstance(step, model.Said), told)
    words = " ".join(step.text for step in said if isinstance(step, model.Said))
    checks = [step for step in told if isinstance(step, model.Then)]
    names = [name for step in checks for name in names_in(step)]
    is_all = not any(isinstance(step, (*DEEDS, model.Given)) for step in told)
    found = is_all and names and is_in(words, names)
    return frozenset(checks) if found else frozenset()


def is_in(words: str, names: Iterable[str]) -> bool:
    """Whether words have all of these names."""
    return all(re.search(rf"\b{re.escape(name)}\b", words) for name in names)


def names_in(step: Step) -> Iterator[str]:
    """The spaces that are named in a step, or else the numbers that then are so, and those that are rolled."""
    constants = [node for node in nodes_in(step) if isinstance(node, model.Constant)]
    spaces = [node.name for node in constants if node.kind.sort == "space"]
    numbers = [str(node.value) for node in constants if node.kind is NUMBER and isinstance(step, model.Then)]
    yield from spaces or numbers
    yield from (face.name for face in (step.faces if isinstance(step, model.WhenRolls) else ()))


def is_position(step: Step) -> bool:
    """Whether it says what then is on spaces and how it lies there, not what somebody could do or who has won."""
    asks = model.CanDo | model.CanDoPower | model.Asked | model.Choosable | model.CanPass | model.HasWon
    if not isinstance(step, model.Then) or any(isinstance(node, asks) for node in nodes_in(step)):
        return False
    lies = isinstance(step.condition, model.Located) or any(isinstance(node, model.EndOf) for node in nodes_in(step))
    return lies or any(names_in(step))


def words_before_deeds(steps: tuple[Step, ...]) -> int:
    """How many of the designer's words come before anything is done."""
    before = takewhile(lambda step: not isinstance(step, DEEDS), steps)
    return sum(isinstance(step, model.Said) for step in before)


def in_the_way(steps: tuple[Step, ...]) -> Iterator[Step]:
    """What is given of things on spaces of which no other step speaks, also not by where they stand."""
    for step in steps:
        match step:
            case model.Given(condition=model.Exists(selection=model.Selection(variable=thing) as those)) if is_pictured(
                step
            ):
                others = [node for other in steps if other is not step for node in nodes_in(other)]
                named = any(isinstance(node, model.Use) and node.variable is thing for node in others)
                meant = [n for n in others if isinstance(n, model.Pick) and n.selection.kind is those.kind]
                if not named and spaces_in([step]).isdisjoint(spaces_in(meant)):
                    yield step
            case _:  # gives something else
                pass


def spaces_in(nodes: Iterable[object]) -> set[int]:
    """The numbers of the spaces that are named."""
    constants = (part for node in nodes for part in nodes_in(node) if isinstance(part, model.Constant))
    return {constant.value for constant in constants if constant.kind.sort == "space"}


def is_cleared(step: Step, taken: Container[int]) -> bool:
    """Whether it only says that nothing is on a space from which something was taken, as a mark there shows."""
    match step:
        case model.Then(condition=model.Holds(quality=quality, arguments=(model.Constant(value=space),))):
            nothing = [
                isinstance(one, model.Not) and isinstance(one.condition, model.Exists) for one in quality.conditions
            ]
            return space in taken and nothing == [True]
        case model.Then(condition=model.Not(condition=model.Exists(selection=model.Selection(place=place)))):
            match place:
                case model.Located(where=model.Constant(value=space)):
                    return space in taken
                case _:  # elsewhere
                    return False
        case _:  # says something else
            return False


def is_scenery(step: Step, steps: tuple[Step, ...]) -> bool:
    return is_pictured(step) or is_turn(step, steps) or is_at_hand(step, steps) or is_of_none(step, steps)


def doing(step: Step) -> Iterator[model.WhenDoes | model.CanDo]:
    match step:
        case model.WhenDoes():
            yield step
        case (
            model.Then(condition=model.CanDo() as can) | model.Then(condition=model.Not(condition=model.CanDo() as can))
        ):
            yield can
        case _:  # is about no action
            pass


def is_turn(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether it is only given that it is the turn of who acts first; where nobody acts, it does not matter."""
    first = next((act.who for step in steps for act in doing(step)), None)
    match step:
        case model.Given(
            condition=model.Compare(operator="=", left=model.Constant() as left, right=model.ActivePlayer())
        ):
            return first is None or (isinstance(first, model.Constant) and left.value == first.value)
        case _:  # gives something else
            return False


def is_at_hand(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether it gives where something of a player lies off the board with which that player then does something, or
    cannot: that it lies there goes without saying."""
    match step:
        case model.Given(condition=model.Exists(selection=model.Selection(place=model.Located() as place) as those)):
            used = {variable for act in acts(steps) for variable in variables_in(act)}
            return not is_space(place) and those.variable in used
        case model.Given(condition=model.Located(what=what) as place):
            same = (argument for act in acts(steps) for argument in act.invocation.arguments)
            return not is_space(place) and any(is_same(what, argument) for argument in same)
        case _:  # gives something else
            return False


def acts(steps: tuple[Step, ...]) -> Iterator[model.WhenDoes | model.CanDo]:
    return (act for step in steps for act in doing(step))


def variables_in(act: model.WhenDoes | model.CanDo) -> Iterator[model.Variable]:
    return (a.variable for a in act.invocation.arguments if isinstance(a, model.Use))


def is_same(one: object, other: object) -> bool:
    """Whether two descriptions are the same, word by word."""
    match one, other:
        case model.Use(), model.Use():
            return one.variable is other.variable
        case model.Constant(), model.Constant():
            return (one.kind, one.value) == (other.kind, other.value)
        case model.Pick(selection=mine), model.Pick(selection=theirs):
            return alike(mine, theirs)
        case _:  # are not, or are too much to tell
            return False


def alike(one: model.Selection, other: model.Selection) -> bool:
    mine, theirs = one.conditions, other.conditions
    return one.kind is other.kind and len(mine) == len(theirs) and all(map(is_same_condition, mine, theirs))


def is_same_condition(one: model.Condition, other: model.Condition) -> bool:
    match one, other:
        case model.Owned(by=mine), model.Owned(by=theirs):
            return is_same(mine, theirs)
        case model.Compare(operator="=", right=mine), model.Compare(operator="=", right=theirs):
            return is_same(mine, theirs)
        case _:  # are not, or are too much to tell
            return False


def is_of_none(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether nothing is chosen for what was just done: zero of them."""
    before = next((one for one, after in pairwise(steps) if after is step), None)
    match before, step:
        case model.WhenDoes() | model.WhenChooses(), model.WhenChooses(what=what):
            return all(isinstance(w, model.Constant) and w.kind is NUMBER and w.value == 0 for w in what)
        case _:  # is no choice, or all that is done
            return False


def is_chosen_place(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether it says of something that it is on a space that was chosen."""
    match step:
        case model.Then(condition=model.Located(where=model.Constant(kind=Kind(sort="space"), value=value))):
            return value in chosen_spaces(steps)
        case _:  # says something else
            return False


def is_as_given(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether it only says, before something is done, that a thing is on the space where it was put."""
    before = [*takewhile(lambda one: not isinstance(one, DEEDS), steps)]
    match step:
        case model.Then(condition=model.Located(what=model.Use(variable=thing), where=model.Constant() as at)):
            return len(before) < len(steps) and step in before and any(is_put(one, thing, at) for one in before)
        case _:  # says something else
            return False


def is_as_done(step: Step, steps: tuple[Step, ...]) -> bool:
    """Whether it only says that on a space to which something was done there is what was chosen for that."""
    match step:
        case model.Then(
            condition=model.Exists(
                selection=model.Selection(place=model.Located(where=model.Constant() as at), kind=kind)
            )
        ):
            before = [*takewhile(lambda one: one is not step, steps)]
            done = [a for one in before if isinstance(one, model.WhenDoes) for a in one.invocation.arguments]
            chosen = [what for one in before if isinstance(one, model.WhenChooses) for what in one.what]
            there = any(is_same(at, one) for one in done if isinstance(one, model.Constant))
            return there and any(isinstance(one, model.Pick) and one.kind is kind for one in chosen)
        case _:  # says something else
            return False


def is_put(step: Step, thing: model.Variable, at: model.Constant) -> bool:
    match step:
        case model.Given(
            condition=model.Exists(
                selection=model.Selection(place=model.Located(where=model.Constant() as there), variable=variable)
            )
        ):
            return variable is thing and is_same(there, at)
        case _:  # gives something else
            return False


def called_by_name(steps: tuple[Step, ...], known: Container[model.Variable], shown: Container[str]) -> Iterator[Step]:
    """What is given of things that are called by their nicknames, as all are but those `known`, and of which no picture
    tells what these stand for: of those at hand, and of those that are not among the names that are `shown`."""
    for step in steps:
        match step:
            case model.Given(condition=model.Exists(selection=model.Selection(variable=thing))):
                if thing.is_nickname and thing not in known and (thing.name not in shown or is_at_hand(step, steps)):
                    yield step
            case _:  # gives something else
                pass


def chosen_spaces(steps: tuple[Step, ...]) -> Iterator[int]:
    for chosen in (what for step in steps if isinstance(step, model.WhenChooses) for what in step.what):
        if isinstance(chosen, model.Constant) and chosen.kind.sort == "space":
            yield chosen.value


def is_pictured(step: Step) -> bool:
    """Whether a picture shows what is given: that something stands on a space, or that the rest does not."""
    match step:
        case model.Given(condition=model.Exists(selection=those)):
            place = those.place
            plain = all(isinstance(condition, model.Owned) for condition in those.that)
            return plain and isinstance(place, model.Located) and is_space(place)
        case model.Given(condition=model.Located() as place):
            return is_space(place)
        case model.Given(condition=model.ForAll(condition=model.Located())):
            return True
        case _:  # is told
            return False


def beside_boards(steps: tuple[Step, ...], known: KnownPlaces) -> Iterator[Step]:
    """What is given of all that lies somewhere off the boards, or of pieces that never come there, unless they are put
    where they begin: no picture shows that something does not lie beside the boards."""
    for step in steps:
        match step:
            case model.Given(condition=model.ForAll(selection=those, condition=model.Located(where=where))):
                place = those.place
                away = not is_on_board(place) if isinstance(place, model.Located) else those.kind not in known.on_boards
                if away and not known.begin_in(those.kind, where):
                    yield step
            case _:  # gives something else
                pass


def is_on_board(place: model.Located) -> bool:
    return is_space(place) or (isinstance(place.where, Kind) and place.where.sort == "space")


def is_space(there: model.Located) -> bool:
    return any(isinstance(node, model.Constant | model.SpaceOn) and node.kind.sort == "space" for node in there.whole)
