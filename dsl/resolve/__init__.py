"""Names to what they name: the surface model becomes the resolved model, or a list of what is wrong with it.

Three passes: the box (`box`), the headings (`definitions`), the bodies (`bodies`, `examples`). The classes in between
(`nouns`, `conditions`, `statements`) each add one layer of sentences to the one before.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from dsl import model, tree
from dsl.core.alternatives import without_answer
from dsl.core.per_window import specialised
from dsl.core.simultaneous import NotInSecret, answer, in_secret
from dsl.model import Chapter, Rulebook
from dsl.model.book import LANGUAGES
from dsl.model.world import Kind, World
from dsl.resolve.agreed import Agreed, flattened, of_sort
from dsl.resolve.box import Box
from dsl.resolve.brought import Brought, kept
from dsl.resolve.context import Enough, Scope, Wrong, unsupported, wrong
from dsl.resolve.cycles import circles, nesting
from dsl.resolve.elsewhere import absences, explained, met_with, section_of
from dsl.resolve.examples import Examples
from dsl.resolve.once import never_reached, said_twice
from dsl.resolve.one_go import not_in_one_go
from dsl.resolve.own_words import OwnWords
from dsl.resolve.patches import patched, with_remedy
from dsl.resolve.prevention import prevented_in_vain
from dsl.terms import USUAL, Terms
from dsl.text.diagnostics import Diagnostic, Note
from dsl.text.standard_library import is_library

ABOUT_NAMES = ("E0201", "E0205")
MOST_LINES = 5  # that a message names

# What is no thing of the world, or has been complained of already.
WITHOUT_A_THING = (
    tree.Game | tree.Use | tree.Library | tree.Setup | tree.Play | tree.Action | tree.Power
    | tree.Phase | tree.Window | tree.Procedure | tree.Quality | tree.Value | tree.Walk
    | tree.Position | tree.Without
)  # fmt: skip


def resolve(start: tree.Start, terms: Terms = USUAL) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook, played on these terms; None where something is wrong."""
    book, diagnostics = attempt(start, terms)
    return (None if any(d.severity.value == "error" for d in diagnostics) else book), diagnostics


def attempt(start: tree.Start, terms: Terms) -> tuple[Rulebook | None, list[Diagnostic]]:
    try:
        resolver = Resolver(start, terms)
    except Wrong as error:
        return None, [error.diagnostic]
    with suppress(Enough):
        resolver.resolve()
    mine = (d for d in resolver.diagnostics if not (d.span and is_library(d.span.file)))
    own = [d for d in mine if not resolver.is_consequence(d)]
    told = explained(own, resolver.elsewhere, start, resolver.all_words(), resolver.world.kinds)
    return resolver.book, grouped([with_remedy(d, start) for d in told])


def grouped(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """What is said several times of the same name is said once, with the lines of the others."""
    found: dict[object, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        same = (diagnostic.code, diagnostic.message) if diagnostic.code in ABOUT_NAMES else diagnostic
        found.setdefault(same, []).append(diagnostic)
    return [replace(first, notes=(*first.notes, *also(rest))) for first, *rest in found.values()]


def also(others: list[Diagnostic]) -> tuple[Note, ...]:
    lines = sorted({d.span.line for d in others if d.span})
    shown = ", ".join(str(line) for line in lines[:MOST_LINES])
    more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
    return (Note(f"so it is on line{'s' if len(lines) > 1 else ''} {shown}{more}"),) if lines else ()


class Resolver(Examples):
    """One run over one rulebook."""

    def __init__(self, start: tree.Start, terms: Terms) -> None:
        game = next((i for i in start.items if isinstance(i, tree.Game)), None)
        if game is None:
            wrong("E0323", "The rulebook does not say which game it is.", start.span, hints=("game Tic-Tac-Toe",))
        agreed = Agreed(start, game, terms)
        super().__init__(*self.beginnings(game, agreed))
        self.game, self.agreed = game, agreed
        self.diagnostics += agreed.refused
        self.no_seats = agreed.absent
        every = list(flattened(agreed))
        found, complaints = patched(every)
        self.elsewhere = absences(every, found)
        self.tables_apart = {
            item.node.name: (section_of(item), item.node)
            for item in every
            if isinstance(item.node, tree.Table) and not item.present
        }
        self.diagnostics += complaints
        self.every = found
        self.items = [(item.node, item.variant) for item in found if item.present]
        self.sections = [(item.node, item.section) for item in found if item.present]
        self.around = {id(item.node): item.variants for item in found if isinstance(item.node, tree.Example)}
        offered = [item for item in found if isinstance(item.node, tree.Action | tree.Power)]
        self.absent = {name_of(item.node) for item in offered} - {name_of(i.node) for i in offered if i.present}
        apart = [item for item in offered if name_of(item.node) in self.absent and item.section]
        self.book.absent = tuple((called, met_with(item)) for item in apart for called in names_said(item.node))

    def beginnings(self, game: tree.Game, agreed: Agreed) -> tuple[World, Rulebook]:
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

    def resolve(self) -> None:
        nodes = [item for item, _ in self.items]
        self.plurals["Players"] = self.world.players
        Box(self, nodes).build()
        self.ways = {way.name: way.name for item in nodes for way in item.whole if isinstance(way, tree.Way)}
        if any(isinstance(item, tree.WaitingOrder) for item in nodes):
            headings = [item.heading for item in nodes if isinstance(item, tree.Rule)]
            self.ways |= {heading.name: heading.label or heading.name for heading in headings}
        headed = [self.head(item, variant) for item, variant in self.items]
        chapter = Chapter("")
        self.book.chapters.append(chapter)
        brought: dict[int, Chapter] = {}
        for (item, variant), definition in zip(self.items, headed, strict=True):
            if isinstance(item, tree.Chapter):
                chapter = Chapter(item.title)
                self.book.chapters.append(chapter)
                continue
            if isinstance(item, tree.Library):
                brought |= dict.fromkeys(map(id, item.items), Brought(item.name))
                self.book.chapters.append(brought[id(item.items[0])])
            made: object = definition
            with self.line():
                made = self.finish(item, variant, definition)
            if made is not None:
                of = brought.get(id(item), chapter)
                of.items.append(made)
                if isinstance(made, model.Definition | model.Example):
                    made.chapter = of.title
        self.finish_overrides()
        self.check_whole(nodes)
        libraries = [item for item in nodes if isinstance(item, tree.Library)]
        self.diagnostics = kept(self.book, libraries, self.diagnostics)
        self.diagnostics += not_in_one_go(self.book)
        self.finish_limits()
        self.finish_bans()
        self.diagnostics += self.not_in_secret()
        self.diagnostics += OwnWords(self.every, self.book).faults()
        forms = specialised(self.book)
        self.diagnostics += forms.diagnostics
        self.diagnostics += without_answer(forms)
        self.diagnostics += circles(forms.book)
        self.diagnostics += prevented_in_vain(forms.book)
        self.diagnostics += nesting(self.world)

    def not_in_secret(self) -> list[Diagnostic]:
        """What cannot be done in secret where the text says so."""
        found = []
        for node in in_secret(self.book):
            try:
                answer(node)
            except NotInSecret as error:
                found.append(error.diagnostic)
        return found

    def head(self, item: tree.Node, variant: str | None) -> model.Definition | None:
        headed: list[model.Definition | None] = [None]
        heading = getattr(item, "heading", None)
        with self.declaring(heading.name if heading else getattr(item, "word", "")):
            headed.append(self.declare(item, variant))
        return headed[-1]

    def finish(self, item: tree.Node, variant: str | None, definition: model.Definition | None) -> object:
        """What the item means, for its chapter; definitions are filled."""
        if isinstance(item, tree.Override):
            return self.declare_override(item, variant)
        if definition is not None:
            self.fill(item, definition)
            return definition
        match item:
            case tree.Setup():
                self.book.setup_texts += texts_of(item.block)
                lines = self.block(without_texts(item.block), Scope())
                self.book.setup += lines
                if variant is not None:
                    self.book.variant_setup[variant] = self.book.variant_setup.get(variant, ()) + lines
            case tree.Play():
                self.book.play_texts += texts_of(item.block)
                self.play_on(item)
            case tree.Rule():
                return self.rule(item, variant)
            case tree.Ending():
                return self.ending(item, variant)
            case tree.WaitingOrder():
                return self.waiting_order(item, variant)
            case tree.Example():
                example = self.example(item, variant, self.around[id(item)])
                self.book.examples.append(example)
                return example
            case tree.Words() if variant is not None:
                said = model.Text(item.span, item.clauses, item.text)
                self.book.variant_texts.setdefault(variant, []).append(said)
                return None
            case tree.Words():
                return model.Text(item.span, item.clauses, item.text)
        thing = self.thing(item)
        if thing is not None and variant is not None:
            self.book.belongs[thing] = variant
        return thing

    def play_on(self, play: tree.Play) -> None:
        """The course of play; that of a variant goes on behind the general one. Of one that stands there for the second
        time is complained elsewhere."""
        lines = self.block(without_texts(play.block), Scope())
        sections = {id(node): section for node, section in self.sections if isinstance(node, tree.Play)}
        unreached = never_reached((*self.book.play[-1:], *lines[:1]), self.world.out is not None)
        if unreached and len({*sections.values()}) == len(sections):
            self.diagnostics.append(unreached)
        self.book.play += lines

    def thing(self, item: tree.Node) -> object:
        """The part of the world that an item declares."""
        match item:
            case tree.Piece():
                return self.world.piece_infos.get(item.title.name)
            case tree.Place():
                return self.world.places.get(item.title.name)
            case tree.Board():
                return self.world.boards.get(item.title.name)
            case tree.Table():
                return self.world.tables.get(item.name)
            case tree.Enumeration() | tree.Range() | tree.Lines():
                return self.world.kinds.get(item.name)
            case tree.Setting() | tree.Option():
                return self.world.settings.get(item.name)
        if not isinstance(item, WITHOUT_A_THING):
            unsupported("this sort of item", item.span)
        return None

    def check_language(self) -> None:
        line = next((x for x in self.game.lines if isinstance(x, tree.Language)), None)
        if line is not None and line.name not in LANGUAGES:
            known = " and ".join(LANGUAGES)
            message = f"{line.name} is no language that documents can be written in; they can in {known}."
            wrong("E0330", message, line.span, hints=tuple(f"in {name}" for name in LANGUAGES))

    def check_whole(self, nodes: list[tree.Node]) -> None:
        self.check_followed()
        with self.line():
            self.check_language()
        with self.line():
            if not any(isinstance(n, tree.Play) for n in nodes):
                wrong("E0326", "The rulebook does not say how the game is played.", self.game.span, hints=("play",))
        with self.line():
            games = [n for n in nodes if isinstance(n, tree.Game)]
            if len(games) > 1:
                notes = (Note("The first stands here.", games[0].span),)
                wrong("E0202", "A rulebook is of one game.", games[1].span, notes=notes)
        self.diagnostics += said_twice(self.sections)


def name_of(item: tree.Node) -> str:
    """The Name in a heading."""
    assert isinstance(item, tree.Action | tree.Power)
    return item.heading.name


def names_said(item: tree.Node) -> tuple[str, ...]:
    """What people may call an action: by its Name, or by what is printed."""
    assert isinstance(item, tree.Action | tree.Power)
    return tuple(dict.fromkeys(filter(None, (item.heading.name, item.heading.label))))


def texts_of(block: tree.Block) -> list[model.Text]:
    return [model.Text(t.span, t.clauses, t.text) for t in block.lines if isinstance(t, tree.Words)]


def without_texts(block: tree.Block) -> tree.Block:
    lines = tuple(line for line in block.lines if not isinstance(line, tree.Words))
    return tree.Block(block.span, block.clauses, lines)
