"""One run over a rulebook: its head, the box, the headings, the bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dsl import model, tree
from dsl.model import Chapter, Rulebook
from dsl.model.book import LANGUAGES
from dsl.model.world import Attribute, Kind, StateInfo, World
from dsl.resolve.actors import finish_actors
from dsl.resolve.antecedents import named_before
from dsl.resolve.blocks import block
from dsl.resolve.bodies import fill
from dsl.resolve.box import build
from dsl.resolve.complaints import declaring, faults_noted, unsupported, wrong
from dsl.resolve.configurations import Agreed
from dsl.resolve.context import Context, Scope
from dsl.resolve.edges import declare_at_edge, fill_at_edge, find_times, finish_edges, is_at_edge
from dsl.resolve.examples import read_example
from dsl.resolve.full_names import in_usual_forms
from dsl.resolve.headings import declare
from dsl.resolve.in_play import InPlay
from dsl.resolve.items import Item, name_of, of_sort
from dsl.resolve.lasting import finish_bans
from dsl.resolve.libraries import Brought, kept
from dsl.resolve.limits import finish_limits
from dsl.resolve.looks import read_looks
from dsl.resolve.overrides import declare_override, finish_overrides
from dsl.resolve.rules import read_ending, read_rule, waiting_order
from dsl.resolve.sides import declare_sides
from dsl.resolve.unknown_names import met_with
from dsl.resolve.walks import check_followed
from dsl.text.diagnostics import Diagnostic

# What is no thing of the world, or has been complained of already.
WITHOUT_A_THING = (
    tree.Game | tree.Use | tree.Library | tree.Setup | tree.Play | tree.Action | tree.Power
    | tree.Phase | tree.Window | tree.Procedure | tree.Quality | tree.Truth | tree.Value | tree.Walk
    | tree.Position | tree.Without | tree.WithoutTable
)  # fmt: skip


def begun(text: InPlay, lying: Mapping[str, tuple[str, ...]]) -> Context:
    """The context of a run, with what the head of the rulebook says, what is not in play, and what is assumed to lie
    where nothing is said of it."""
    world, book = beginnings(text.game, text.agreed)
    context = Context(world, book, lying=lying, no_seats=text.agreed.absent, tables_apart=text.tables_apart)
    context.diagnostics += text.diagnostics
    context.plurals["Players"] = world.players
    offered = [item for item in text.every if isinstance(item.node, tree.Action | tree.Power)]
    context.absent = {name_of(item.node) for item in offered} - {name_of(i.node) for i in offered if i.present}
    apart = [item for item in offered if name_of(item.node) in context.absent and item.section]
    book.absent = tuple((called, met_with(item)) for item in apart for called in names_said(item.node))
    return context


def beginnings(game: tree.Game, agreed: Agreed) -> tuple[World, Rulebook]:
    """What the head of the rulebook says: its name and language, and who plays."""
    names = agreed.seats[agreed.players]
    lines = [line for line in game.lines if isinstance(line, tree.Players)]
    players = Kind("Player", "player", lines[0].span, "player", "players", size=len(names), elements=names)
    players.labels, players.clauses = names, tuple(clause for line in lines for clause in line.clauses)
    pieces = Kind("Piece", "piece", game.span, "piece", "pieces")
    pieces.plural = "Pieces"
    language = next((x.name for x in game.lines if isinstance(x, tree.Language)), LANGUAGES[0])
    world = World(players, pieces, {"Player": players})
    book = Rulebook(game.name, game.name, language, world, agreed.seats)
    book.terms, book.forms, book.choices = agreed.terms, agreed.forms(), agreed.choices
    book.game_clauses = game.clauses + players.clauses
    texts = [x for x in game.lines if isinstance(x, tree.Words)]
    book.game_texts = [model.Text(t.span, t.clauses, t.text) for t in texts]
    book.variants, book.patches = agreed.known, tuple(agreed.patches)
    book.variant_clauses = {v.title.name: v.clauses for v in of_sort(agreed.start, tree.Variant)}
    return world, book


def read(context: Context, text: InPlay) -> None:
    """Box, headings and bodies, and what can be finished when all of them are read."""
    nodes = [item.node for item in text.items]
    build(context, nodes)
    context.ways = ways_to_name(nodes)
    declare_sides(context)
    usual = [in_usual_forms(context, item) for item in text.every]
    text = replace(text, every=[one for item in usual for one in one_by_one(context, item)])
    headed = [declare_item(context, item) for item in text.items]
    find_times(context)
    context.named = named_before(item.node for item in text.items)
    read_items(context, text, headed)
    finish_overrides(context)
    finish_edges(context)
    finish_actors(context)
    check_followed(context)
    libraries = [node for node in nodes if isinstance(node, tree.Library)]
    context.diagnostics = kept(context.book, libraries, context.diagnostics)
    finish_limits(context)
    finish_bans(context)


def speaks_of_what_is_left_out(context: Context, item: Item, found: Sequence[Diagnostic]) -> bool:
    """Whether an example of the game without variants is not played with one that leaves something out: it speaks of
    what is not there then. What is nowhere is complained of where no variant is played with."""
    book = context.book
    without = not item.variants and any(variant in book.patches for variant in book.terms.variants)
    return without and any(one.code == "E0201" for one in found)


def one_by_one(context: Context, item: Item) -> list[Item]:
    """An item; powers that have one text each by itself."""
    if not isinstance(item.node, tree.Power) or item.node not in context.several:
        return [item]
    return [replace(item, node=power) for power in context.several[item.node]]


def ways_to_name(nodes: list[tree.Node]) -> dict[str, str]:
    """By their names the ways that examples can choose, and the rules where players choose the order of these."""
    found = {way.name: way.name for node in nodes for way in node.whole if isinstance(way, tree.Way)}
    if any(isinstance(node, tree.WaitingOrder) for node in nodes):
        headings = [node.heading for node in nodes if isinstance(node, tree.Rule)]
        found |= {heading.name: heading.label or heading.name for heading in headings}
    return found


def read_items(context: Context, text: InPlay, headed: list[model.Definition | None]) -> None:
    """Fills the chapters. What a library brings stands in one of its own."""
    chapter = Chapter("")
    context.book.chapters.append(chapter)
    brought: dict[int, Chapter] = {}
    for item, definition in zip(text.items, headed, strict=True):
        node = item.node
        if isinstance(node, tree.Chapter):
            chapter = Chapter(node.title)
            context.book.chapters.append(chapter)
            continue
        if isinstance(node, tree.Library):
            brought |= dict.fromkeys(map(id, node.items), Brought(node.name))
            context.book.chapters.append(brought[id(node.items[0])])
        made: object = definition
        with faults_noted(context):
            made = fill_item(context, item, definition)
        if made is not None:
            of = brought.get(id(node), chapter)
            if not is_told_before(context, node):
                of.items.append(made)
            if isinstance(made, model.Definition | model.Example):
                made.chapter = of.title


def is_told_before(context: Context, node: tree.Node) -> bool:
    """Whether it is one of several powers, and not the first, with which all are told."""
    return isinstance(node, tree.Power) and node in context.one_of and context.one_of[node].number > 0


def declare_item(context: Context, item: Item) -> model.Definition | None:
    headed: list[model.Definition | None] = [None]
    heading = getattr(item.node, "heading", None)
    with declaring(context, heading.name if heading else getattr(item.node, "word", "")):
        if is_at_edge(item.node):
            headed.append(declare_at_edge(context, item.node, item.variant))
        else:
            headed.append(declare(context, item.node, item.variant))
    return headed[-1]


def fill_item(context: Context, item: Item, definition: model.Definition | None) -> object:
    """What the item means, for its chapter; definitions are filled."""
    node, variant = item.node, item.variant
    if isinstance(node, tree.Override):
        return declare_override(context, node, variant)
    if is_at_edge(node):
        if isinstance(definition, model.AtEdge):  # else it has been complained of
            fill_at_edge(context, node, definition)
        return definition
    if definition is not None:
        fill(context, node, definition)
        return definition
    match node:
        case tree.Setup():
            fill_setup(context, node, variant)
        case tree.Play():
            context.book.play_texts += texts_of(node.block)
            context.book.play += block(context, without_texts(node.block), Scope())
        case tree.Rule():
            return read_rule(context, node, variant)
        case tree.Ending():
            return read_ending(context, node, variant)
        case tree.State() if variant in context.world.states:
            context.world.states[variant].attributes += traits_of(context, node)
            return None
        case tree.State():
            context.world.states[variant] = StateInfo(context.world.players, traits_of(context, node))
        case tree.WaitingOrder():
            return waiting_order(context, node, variant)
        case tree.Look():
            read_looks(context, node, item)
            return None
        case tree.Example():
            before = len(context.diagnostics)
            example = read_example(context, node, variant, item.variants)
            if speaks_of_what_is_left_out(context, item, context.diagnostics[before:]):
                del context.diagnostics[before:]
                return None
            context.book.examples.append(example)
            return example
        case tree.Words() if variant is not None:
            said = model.Text(node.span, node.clauses, node.text)
            context.book.variant_texts.setdefault(variant, []).append(said)
            return None
        case tree.Words():
            return model.Text(node.span, node.clauses, node.text)
        case _:  # all else declares a thing, if anything
            pass
    thing = declared_thing(context, node, variant)
    if thing is not None and variant is not None:
        context.book.belongs[thing] = variant
    return thing


def fill_setup(context: Context, node: tree.Setup, variant: str | None) -> None:
    """The lines of one setup, and the words that stand for them."""
    context.book.setup_texts += texts_of(node.block)
    whole = node.block
    short = texts_of(whole, tree.InShort)
    if variant is None:
        context.book.setup_short += short
    elif short:
        wrong("E0314", f"What {variant} sets up is told line by line, not in short.", short[0].span,
              hints=(f"under variant {variant}, above its setup: \"…\"",))  # fmt: skip
    whole = without_texts(whole, tree.InShort)
    lines = block(context, without_texts(whole), Scope())
    context.book.setup += lines
    context.book.setup_in_short += lines if short else ()
    if variant is not None:
        context.book.variant_setup[variant] = context.book.variant_setup.get(variant, ()) + lines


def traits_of(context: Context, node: tree.State) -> list[Attribute]:
    """What players have or can be by one sentence."""
    return [trait for trait in context.world.traits if trait.span is node.line.span]


def declared_thing(context: Context, item: tree.Node, variant: str | None) -> object:
    """The part of the world that an item declares."""
    match item:
        case tree.Piece():
            return context.world.piece_infos.get(item.title.name)
        case tree.Place():
            return context.world.places.get(item.title.name)
        case tree.Board():
            return context.world.boards.get(item.title.name)
        case tree.Table():
            return context.world.tables.get(item.name)
        case tree.Enumeration() | tree.Range() | tree.Lines():
            return context.world.kinds.get(item.name)
        case tree.State():
            return context.world.states[variant]
        case tree.Setting() | tree.Option():
            return context.world.settings.get(item.name)
        case _:  # no other stands for a thing that is told of
            if not isinstance(item, WITHOUT_A_THING):
                unsupported("this sort of item", item.span)
            return None


def names_said(item: tree.Node) -> tuple[str, ...]:
    """What people may call an action: by its Name, or by what is printed."""
    assert isinstance(item, tree.Action | tree.Power)
    return tuple(dict.fromkeys(filter(None, (item.heading.name, item.heading.label))))


def texts_of(block: tree.Block, sort: type[tree.Words | tree.InShort] = tree.Words) -> list[model.Text]:
    return [model.Text(t.span, t.clauses, t.text) for t in block.lines if isinstance(t, sort)]


def without_texts(block: tree.Block, sort: type[tree.Words | tree.InShort] = tree.Words) -> tree.Block:
    lines = tuple(line for line in block.lines if not isinstance(line, sort))
    return tree.Block(block.span, block.clauses, lines)
