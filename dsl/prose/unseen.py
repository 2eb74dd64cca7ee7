"""What a rulebook has only for the program that plays it: what no player sees on a table, and lines that keep nothing
else. A page that teaches a game leaves these lines out; what is asked of it stands there in the designer's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dsl import model
from dsl.model import Block, Definition, Rulebook, Statement, Variable
from dsl.model.visit import headings_of, nodes_in, parts_of
from dsl.model.world import TRUTH, Attribute, Kind, PlaceInfo, Remark
from dsl.prose.copies import is_told_in_words
from dsl.prose.inventory import FACE
from dsl.prose.known_places import KnownPlaces
from dsl.prose.nodes import body_of, is_idle, nodes_of
from dsl.text.standard_library import is_library, is_of_boards

Attributes = frozenset[Attribute]
Asked = model.Get | model.Flag


@dataclass
class Unseen:
    """The bookkeeping of a rulebook."""

    book: Rulebook

    @cached_property
    def attributes(self) -> Attributes:
        """What is kept of boards and pieces without a sign on the table, where the designer's words say how players
        know it: those on the thing itself, or those that stand in place of all lines that ask for it."""
        world = self.book.world
        until = {info.seen.until for info in world.piece_infos.values()}
        until |= {attribute.seen.until for attribute in world.all_attributes}
        told: dict[Attribute, tuple[Remark, ...]] = {
            a: info.words for info in world.piece_infos.values() for a in info.attributes if a.kind is TRUTH
        } | {a: info.words for info in world.boards.values() for a in info.attributes if a.kind.sort == "range"}
        cleared = {a for a in told if a.kind is not TRUTH or a in self.cleared}
        candidates = {a for a in cleared if a.declared and a.name not in until and not a.name.startswith(FACE)}
        # what its owner says is seen lies on the table: what puts it there, and takes it away, is done there
        hidden = {a for a in candidates if not a.seen.stated}
        explained = {a for a in hidden if any(names(remark.text, a) for remark in told[a])}
        found: Attributes = frozenset(a for a in candidates if a.kind is TRUTH or a in explained)
        while True:  # what asks for something is bookkeeping itself, as long as all that it changes is
            left = found & (explained | (found - self.asked_for(found)))
            if left == found:
                return found
            found = frozenset(left)

    @cached_property
    def cleared(self) -> Attributes:
        """The flags that are taken away again: they tell what has happened, not what a piece has become."""
        turned = (node for node in nodes_of(self.book) if isinstance(node, model.TurnInto))
        return frozenset(node.attribute for node in turned if not node.on)

    def asked_for(self, unseen: Attributes) -> Attributes:
        """What is asked for by lines that players read."""
        book = self.book
        blocks = [(*book.play, *book.setup), *(body_of(d) for d in headings_of(book) if not d.short)]
        asked = {a for block in blocks for a in asked_in(block, unseen)}
        others = (part for d in headings_of(book) if not d.short for part in conditions_of(d))
        return frozenset(asked | {n.attribute for part in others for n in nodes_in(part) if isinstance(n, Asked)})

    @cached_property
    def numbers(self) -> Attributes:
        """The numbers of pieces for which no line asks that players read: the designer's words tell what they are for.
        A number that a piece has on it, as a die or on a card, is seen."""
        infos = self.book.world.piece_infos.values()
        found = frozenset(a for info in infos for a in info.attributes if a.kind.sort == "range" and a.declared)
        return found - self.asked_for(found)

    @cached_property
    def lines(self) -> tuple[Statement, ...]:
        """The lines that only keep what nobody sees, or lay out copies of which the designer's words speak."""
        book = self.book
        told = [(body_of(d), (*d.short, *d.texts)) for d in headings_of(book)]
        blocks = [(book.setup, ()), (book.play, book.play_texts), *told]
        return tuple(line for block, texts in blocks for line in self.kept_in(block, [text.text for text in texts]))

    @cached_property
    def turn_counts(self) -> Attributes:
        """The numbers that only say how many turns somebody has had: they rise by one in each turn, and by nothing
        else."""
        changed = [n.target.attribute for n in nodes_of(self.book) if isinstance(n, model.Change | model.Become)]
        turns = [line for line in self.book.play if isinstance(line, model.TakeTurns)]
        risen = [a for turn in turns for line in turn.body if (a := counted(line, turn.player)) is not None]
        return frozenset(a for a in risen if changed.count(a) == 1)

    def kept_in(self, block: Block, texts: Sequence[str]) -> Iterator[Statement]:
        for line in block:
            if only_keeps(line, self.attributes | self.turn_counts) or is_told_in_words(line, texts, self.rolled):
                yield line
            else:
                for inner in blocks_in(line):
                    yield from self.kept_in(inner, texts)

    @cached_property
    def rolled(self) -> Attributes:
        """The numbers that rolls show."""
        return frozenset(node.face for node in nodes_of(self.book) if isinstance(node, model.Roll))

    @cached_property
    def verbs(self) -> frozenset[model.Procedure | model.Trigger]:
        """The verbs and rules that do nothing else, and of which the designer says nothing."""
        verbs = (verb for verb in self.book.procedures.values() if keeps(verb, self.attributes))
        return frozenset((*verbs, *(rule for rule in self.book.triggers if keeps(rule, self.attributes))))

    @cached_property
    def containers(self) -> frozenset[PlaceInfo]:
        """The places that only hold pieces: in no order, seen by all, of no number that counts."""
        return frozenset(info for info in self.book.world.places.values() if is_container(info))

    @cached_property
    def stores(self) -> frozenset[Kind]:
        """The containers into which things are put and from which they are taken, and of which nothing else asks: to
        players these things are beside the board, as long as nothing of the kind is elsewhere."""
        nodes = [*nodes_of(self.book)]
        moved = {id(part) for node in nodes for where in ways_of(node) for part in nodes_in(where)}
        asked = {kind for node in nodes if id(node) not in moved for kind in places_in(node)}
        silent = [info for info in self.containers if info.kind not in asked]
        return frozenset(info.kind for info in silent if self.known.is_known(info))

    @cached_property
    def known(self) -> KnownPlaces:
        return KnownPlaces(self.book)

    @cached_property
    def unnamed_stores(self) -> frozenset[Kind]:
        """Those of which the designer's words do not speak, either."""
        texts = [text.text for d in headings_of(self.book) for text in (*d.short, *d.texts)]
        bare = [info.kind for info in self.containers if info.kind in self.stores and not info.words]
        return frozenset(kind for kind in bare if not any(called(text, kind) for text in texts))


def called(text: str, kind: Kind) -> bool:
    return re.search(rf"\b{re.escape(kind.label or kind.name)}\b", text, re.IGNORECASE) is not None


def names(text: str, attribute: Attribute) -> bool:
    return re.search(rf"\b{re.escape(attribute.name)}\b", text, re.IGNORECASE) is not None


def counted(line: Statement, player: Variable) -> Attribute | None:
    """The number of a player that a line raises by one, if that is all that it does."""
    match line:
        case model.Change(
            direction="rises", target=model.Get(attribute=attribute, of=model.Use(variable=of)),
            by=model.Constant(value=1),
        ) if of is player:  # fmt: skip
            return attribute
        case _:  # does something else
            return None


def asked_in(block: Block, unseen: Attributes) -> Iterator[Attribute]:
    """What the lines of a block ask for, but for those that only keep what nobody sees."""
    for line in block:
        if only_keeps(line, unseen):
            continue
        inside = {id(node) for inner in blocks_in(line) for node in nodes_in(inner)}
        changed = line.target if isinstance(line, model.Become | model.Change) else None
        for node in nodes_in(line):
            if isinstance(node, Asked) and id(node) not in inside and node is not changed:
                yield node.attribute
        for inner in blocks_in(line):
            yield from asked_in(inner, unseen)


def conditions_of(definition: Definition) -> Iterable[object]:
    """What a definition says besides its lines."""
    lines = {id(line) for line in body_of(definition)}
    match definition:
        case model.Bar(barrings=barrings):
            return barrings
        case model.Override(condition=condition, needs=needs, meaning=meaning):
            return (condition, *needs, meaning)
        case model.WaitingOrder():
            return ()
        case model.Happening(attribute=attribute) if attribute is not None:
            return ()
        case _:  # all that it is made of
            return (part for part in parts_of(definition) if id(part) not in lines)


def only_keeps(line: Statement, unseen: Attributes) -> bool:
    """Whether a line does nothing but keep what nobody sees."""
    match line:
        case model.Record():
            return True
        case model.TurnInto(attribute=attribute):
            return attribute in unseen
        case model.Become(target=target) | model.Change(target=target):
            return target.attribute in unseen
        case model.Perform(procedure=verb):
            return keeps(verb, unseen)
        case model.If() | model.ForEach() | model.Repeat() | model.Together():
            return all_keep([one for block in blocks_in(line) for one in block], unseen)
        case _:  # does something on the table
            return False


def keeps(verb: model.Procedure | model.Trigger, unseen: Attributes) -> bool:
    """Whether a verb or a rule does nothing else; a verb that calls itself may go on with anything."""
    return not verb.short and not verb.texts and all_keep(verb.body, unseen)


def all_keep(block: Iterable[Statement], unseen: Attributes) -> bool:
    done = [line for line in block if not isinstance(line, model.Text)]
    return bool(done) and all(only_keeps(line, unseen) or is_idle(line) for line in done)


def blocks_in(line: Statement) -> list[Block]:
    """The blocks that stand under a line."""
    match line:
        case model.If(branches=branches):
            return [block for _, block in branches]
        case model.ChooseOne(ways=ways):
            return [way.body for way in ways]
        case _:  # has one, if any
            body: Block = getattr(line, "body", ())
            return [body]


def is_container(info: PlaceInfo) -> bool:
    limited = any(most is not None for _, most in info.takes)
    return not (info.ordered or info.seen.stated or limited or info.attributes or info.named)


def ways_of(node: model.Node) -> Iterator[object]:
    """Where a line puts something, and from where it is taken or chosen."""
    match node:
        case model.Move(what=what, to=to):
            yield to
            yield from places_of(what)
        case model.InOrder(moves=moves):
            yield from (way for move in moves for way in ways_of(move))
        case model.Choose(selection=selection):
            yield from places_of(selection)
        case _:  # moves nothing
            pass


def places_of(what: object) -> Iterator[model.Node]:
    """The place in which things are looked for; none for a thing that is known."""
    selection = what.selection if isinstance(what, model.Pick) else what
    if isinstance(selection, model.Selection):
        yield from (condition for condition in selection.conditions if isinstance(condition, model.Located))


def places_in(node: model.Node) -> Iterator[Kind]:
    """The kinds of places of which a node itself speaks."""
    match node:
        case model.PlaceFor(place=place):
            yield place
        case model.Located(where=Kind() as where):
            yield where
        case model.Expression(kind=kind) if kind.sort == "place":
            yield kind
        case _:  # of none
            pass


def relays(definition: Definition) -> bool:
    """Whether a word says nothing but that a thing has just this value: "coloured with a colour when its colour is the
    colour"; or that it is so of a player if it is of a piece of theirs."""
    return is_of_their_pieces(definition) or says_a_value(definition)


def is_of_their_pieces(definition: Definition) -> bool:
    """Whether a word is said of a player where it is so of one of the player's pieces on a board: "attacked by a
    player"."""
    match definition:
        case model.Quality(
            parameters=[thing, player],
            conditions=[model.Some(selection=those, condition=model.Holds(quality=word, arguments=[one, by]))],
        ) if player.kind.sort == "player" and is_just(one, thing) and is_just(by, those.variable):
            rest = [c for c in those.conditions if not isinstance(c, model.Owned) or not is_just(c.by, player)]
            owned = len(rest) < len(those.conditions)
            return word.name == definition.name and owned and all(isinstance(c, model.Located) for c in rest)
        case _:  # says more
            return False


def is_just(node: object, variable: Variable) -> bool:
    """Whether it is a thing, or that thing as one of a sort."""
    thing = node.of if isinstance(node, model.Narrowed) else node
    return isinstance(thing, model.Use) and thing.variable is variable


def says_a_value(definition: Definition) -> bool:
    """Whether a word says only that a thing has a value."""
    match definition:
        case model.Quality(
            parameters=[subject, value],
            conditions=[
                model.Compare(operator="=", left=model.Get(of=model.Use(variable=of)), right=model.Use() as right)
            ],
        ):
            return of is subject and right.variable is value
        case _:  # says more
            return False


def names_columns(definition: Definition) -> bool:
    """Whether a value is, for each of a few things, only what a table has in a column that is called just so: "the
    price in gold" is the gold price."""
    match definition:
        case model.Value(
            parameters=[subject, model.Variable() as which], overrides=(), cases=[*cases, (last, None, _)]
        ):
            numbers = [number_asked(condition, which) for _, condition, _ in cases]
            left = [number for number in range(len(which.kind.elements)) if number not in numbers]
            if len(left) != 1 or None in numbers:
                return False
            columns = [column_of(value, subject) for value in (*(value for value, _, _ in cases), last)]
            names = [which.kind.elements[n] for n in (*numbers, *left) if n is not None]
            return columns == [f"{name} {definition.name}".lower() for name in names]
        case _:  # says more
            return False


def column_of(value: object, subject: Variable) -> str:
    """What a column of a table is called, if a value is what stands there of a thing."""
    match value:
        case model.Get(attribute=attribute, of=model.Use(variable=of)) if of is subject and attribute.constant:
            return attribute.name.lower()
        case _:  # is something else
            return ""


def number_asked(condition: object, which: Variable) -> int | None:
    """For which of a few things a case is, if it asks nothing else."""
    match condition:
        case model.Compare(operator="=", left=model.Use(variable=left), right=model.Constant(value=number)):
            return number if left is which else None
        case _:  # asks something else
            return None


def is_truth_of_boards(definition: Definition) -> bool:
    """Whether the library defines what everybody sees on a board: what a space is, which way is left. How things stand
    to one another is told, unless it is no more than that something is there."""
    if not is_library(definition.span.file):
        return False
    if isinstance(definition, model.Quality) and len(definition.conditions) == 1:
        only = definition.conditions[0]
        if isinstance(only.condition if isinstance(only, model.Not) else only, model.Exists):
            return all(kind.sort in ("space", "player") for kind in (v.kind for v in definition.parameters))
    if not is_of_boards(definition.span.file):
        return False
    return not isinstance(definition, model.Quality) or len(definition.parameters) < 2
