"""The block `look`: how what is drawn looks. What it says is kept beside the rules, none of which it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, assert_never

from dsl import tree
from dsl.icons import all_icons, icons_asked_for, path_of
from dsl.model.looks import ARROWS, COLOURS, FORMS, GROUNDS, MOST_LETTERS, STYLES, THINGS
from dsl.model.world import BoardInfo
from dsl.own_icons import NoIcon, own_icon
from dsl.resolve.complaints import faults_noted, wrong
from dsl.resolve.context import Context
from dsl.resolve.items import Item
from dsl.resolve.names import all_words, near_names, nothing_called
from dsl.source import Span
from dsl.text.diagnostics import Note, near
from dsl.text.inflection import articled, singular

SHAPES: Mapping[str, tuple[str, ...]] = {
    "chequered": ("grid", "grid-with-corners", "open-grid"),
    "crossings": ("grid", "grid-with-corners", "open-grid"),
    "holes": ("grid", "grid-with-corners", "open-grid"),
    "rings": ("ring-board",),
    "points": ("line",),
    "track": ("line", "ring"),
}
"""The shapes of boards that can be drawn in a style; all others fit every board."""
MOST_NEAR = 5  # icons that are proposed


@dataclass(frozen=True)
class Target:
    """What a look is of: what sort of thing, the name by which it is kept, and how it is said."""

    sort: str
    key: str
    said: str
    board: BoardInfo | None = None


def read_looks(context: Context, node: tree.Look, item: Item) -> None:
    """The lines of a block; what a section says counts more than what is said of the whole game."""
    for line in node.lines:
        with faults_noted(context):
            read_line(context, line, item)


def read_line(context: Context, line: tree.LookLine, item: Item) -> None:
    looks = context.book.looks
    match line:
        case tree.LookGround(word="colour" | "color" | "style" | "form" as word, of=tree.Looked() as of, ground=ground):
            whole = f"the {of.name}" if of.article == "the" else articled(of.name) if of.article else of.name
            drawn = "" if word.startswith("col") else "drawn as "
            meant = (f"{whole} is {drawn}{ground}",)
            wrong("E0394", f"The {word} of something is said by what it is.", line.span, hints=meant)
        case tree.LookGround(word=word, of=of, ground=ground):
            said_so(line, ((word, "ground"),), ("the ground is night", "the ground of the Main Board is night"))
            one_of(ground, GROUNDS, "ground", line.span)
            if of is None:
                if first(context, item, line, "ground", "", "the ground of all boards"):
                    looks.ground = ground
            else:
                keep(context, item, line, looks.grounds, "ground", of, ground, ("board",))
        case tree.LookDrawn(of=of, word=word, drawn=drawn):
            said_so(line, ((word, "drawn"),), ("a Ship is drawn as a carrier",))
            target = found(context, line, of, ("board", "piece", "spaces"), "form")
            if target and target.board:
                one_of(drawn, STYLES, "style of a board", line.span)
                fits(drawn, target.board, line.span)
                keep(context, item, line, looks.styles, "form", of, drawn, ("board",))
            elif target:
                known, told = (FORMS, "a piece") if target.sort == "piece" else (THINGS, "spaces")
                one_of(drawn, known, f"form of {told}", line.span)
                keep(context, item, line, looks.forms, "form", of, drawn, (target.sort,))
        case tree.LookColour(of=of, colour=colour):
            one_of(colour, COLOURS, "colour", line.span)
            coloured = ("player", "piece", "value", "power", "space", "spaces")
            keep(context, item, line, looks.colours, "colour", of, colour, coloured)
        case tree.LookLike(of=of, verb=verb, like=like, icon=icon):
            said_so(line, ((verb, "looks"), (like, "like")), ('a Ship looks like "rocket"',))
            check_icon(context, icon, line.span)
            if of.quality is not None:
                keep_quality(context, item, line, of, icon)
            else:
                sorts = ("player", "piece", "value", "power", "space", "spaces")
                keep(context, item, line, looks.icons, "icon", of, icon, sorts)
        case tree.LookMarked(of=of, word=word, letters=letters):
            said_so(line, ((word, "marked"),), ('a King is marked "K"',))
            if not 0 < len(letters) <= MOST_LETTERS:
                wrong("E0394", f"On a piece there is room for {MOST_LETTERS} letters, not for “{letters}”.", line.span)
            keep(context, item, line, looks.letters, "icon", of, letters, ("piece", "value", "power"))
        case tree.LookArrows(of=of, word=word, one=one, other=other):
            said_so(line, ((word, "arrows"),), tuple(f"a Ship has arrows {way}" for way in ARROWS))
            one_of(f"{one} and {other}", ARROWS, "pair of arrows", line.span)
            keep(context, item, line, looks.arrows, "arrows", of, f"{one} and {other}", ("piece",))
        case _:
            assert_never(line)


def keep(
    context: Context,
    item: Item,
    line: tree.LookLine,
    kept: dict[str, str],
    aspect: str,
    of: tree.Looked,
    value: str,
    sorts: Sequence[str],
) -> None:
    """Notes a look of what the line names, which has to be one of some sorts."""
    target = found(context, line, of, sorts, aspect)
    if target and first(context, item, line, aspect, target.key, f"the {aspect} of {target.said}"):
        kept[target.key] = value


def keep_quality(context: Context, item: Item, line: tree.LookLine, of: tree.Looked, icon: str) -> None:
    target = found(context, line, of, ("piece",), "icon")
    if target is None or of.quality is None:
        return
    kind = context.world.piece_infos[target.key].kind
    own = [a.name for a in context.world.attributes(kind) if a.kind.sort == "truth"]
    if of.quality not in own:
        wrong("E0205", f"{upper(target.said)} cannot be {of.quality}.", of.span, near=near(of.quality, own))
    if first(context, item, line, "icon", f"{of.quality} {target.key}", f"the icon of a {of.quality} {target.key}"):
        context.book.looks.qualities[target.key, of.quality] = icon


def first(context: Context, item: Item, line: tree.LookLine, aspect: str, key: str, told: str) -> bool:
    """Whether what a line says counts: what a section says, else what is said of the whole game. Complains of what is
    said twice in one place."""
    said = context.looks.setdefault((aspect, key), {})
    if said.setdefault(item.section, line.span) is not line.span:
        notes = (Note("It is said here, too.", said[item.section]),)
        message = f"This stands here for the second time: {told}."
        wrong("E0341", message, line.span, hints=("leave it out",), notes=notes)
    return bool(item.around) or len(said) == 1


# -------------------------------------------------------------------------------------------------------- what it is of


def found(context: Context, line: tree.LookLine, of: tree.Looked, sorts: Sequence[str], aspect: str) -> Target | None:
    """What a line names; None for a player who does not play. Complains of what is not there, of what has no such look,
    and of another article."""
    if of.name in context.no_seats:
        return None
    there = [target for target in targets(context) if target.key == of.name]
    if not there:
        wrong("E0201", nothing_called(context, of.name), of.span, near=near_names(context, of.name, all_words(context)))
    fitting = [target for target in there if target.sort in sorts]
    called = [target for target in fitting if article_of(target) == of.article]
    target = next(iter([*called, *fitting]), None)
    if target is None:
        has_none(there[0], aspect, of.span)
    if len(called) > 1:
        said = f"{upper(target.said)} can be {len(called)} things here"
        wrong("E0394", f"{said}, and a look is of one of them: they need names of their own.", of.span)
    if not called:
        wrong("E0394", f"Here it is called `{target.said}`.", of.span, hints=(anew(line, target.said),))
    return target


def article_of(target: Target) -> str:
    """The article with which it is called, `a` for `an`."""
    article = target.said.partition(" ")[0] if " " in target.said.removesuffix(target.key) else ""
    return {"an": "a"}.get(article, article)


def anew(line: tree.LookLine, said: str) -> str:
    """The same line of what is said so."""
    match line:
        case tree.LookGround(ground=ground):
            return f"the ground of {said} is {ground}"
        case tree.LookDrawn(drawn=drawn):
            return f"{said} is drawn as {drawn if drawn in STYLES else articled(drawn)}"
        case tree.LookColour(colour=colour):
            return f"{said} is {colour}"
        case tree.LookLike(icon=icon):
            return f'{said} looks like "{icon}"'
        case tree.LookMarked(letters=letters):
            return f'{said} is marked "{letters}"'
        case tree.LookArrows(one=one, other=other):
            return f"{said} has arrows {one} and {other}"
        case _:
            assert_never(line)


def has_none(target: Target, aspect: str, span: Span) -> NoReturn:
    """Complains of a look of what has none of that sort."""
    if target.sort == "board" and aspect == "colour":
        wrong("E0394", "A board has a ground, and no colour.", span, hints=tuple(
            f"the ground of {target.said} is {ground}" for ground in GROUNDS))  # fmt: skip
    if target.sort == "other":
        wrong(
            "E0394",
            f"No picture shows {target.said}: a look is of a board, a piece, a value, a space or a player.",
            span,
        )
    wrong("E0394", f"{upper(target.said)} has no {aspect} of its own in pictures.", span)


def targets(context: Context) -> Iterator[Target]:
    """All that is drawn, and what else has a name."""
    world = context.world
    yield from (Target("player", name, name) for name in world.players.elements)
    for board in world.boards.values():
        yield Target("board", board.name, f"the {board.name}", board)
        for spot in board.spots:
            yield Target("space", spot, spot if spot in board.bare_spots else f"the {spot}")
    for info in world.piece_infos.values():
        name = info.kind.name
        yield Target("piece", name, f"the {name}" if info.kind.unique else articled(name))
    for table in world.tables.values():
        if table.kind.members is not None:
            yield Target("spaces", table.name, articled(table.name))
    for kind in world.kinds.values():
        if kind.sort in ("enumeration", "row", "power"):
            sort = "power" if kind.sort == "power" else "value"
            yield from (Target(sort, element, element) for element in kind.elements)
    yield from (Target("other", name, name) for name in (*world.kinds, *context.book.actions, *context.book.phases))


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# --------------------------------------------------------------------------------------------------------- what is said


def said_so(line: tree.LookLine, words: Iterable[tuple[str, str]], lines: tuple[str, ...]) -> None:
    """Complains of other words than those of the sentence."""
    for word, meant in words:
        if word != meant:
            message = f"Of how something looks it is not said that it is `{word}`."
            wrong("E0394", message, line.span, near=(meant,) if near(word, [meant]) else (), hints=lines)


def one_of(word: str, known: Sequence[str], what: str, span: Span) -> None:
    if word not in known:
        message = f"There is no {what} called {word}: there are {', '.join(known[:-1])} and {known[-1]}."
        wrong("E0394", message, span, near=near(word, known))


def fits(style: str, board: BoardInfo, span: Span) -> None:
    shapes = SHAPES.get(style, (board.word,))
    if board.word not in shapes:
        can = [other for other in STYLES if board.word in SHAPES.get(other, (board.word,))]
        message = f"Only {articled(shapes[0])} can be drawn as {style}, and the {board.name} is {articled(board.word)}."
        wrong("E0394", message, span, near=can[:3])


def check_icon(context: Context, name: str, span: Span) -> None:
    """Complains of an icon that there is not, where icons are installed, and of a file beside the rulebook that is
    none; what is drawn in it is kept."""
    if name.lower().endswith(".svg"):
        rulebook = Path(span.file)
        try:
            if not rulebook.is_file():  # a text that stands in none may come from anywhere
                raise NoIcon("the rulebook is no file, so that nothing stands beside it")
            context.book.looks.own[name] = own_icon(rulebook.parent, name)
        except NoIcon as why:
            wrong("E0395", f"“{name}” cannot be drawn: {why}.", span)
        return
    known = all_icons()
    if known and not path_of(name):
        wrong("E0393", f"There is no icon called “{name}”.", span, near=like(name, known))


def like(name: str, known: Sequence[str]) -> list[str]:
    """Icons that may be meant: by a slip; those that stand for one of its words, or are near to it in meaning; those
    that have one, the shortest first."""
    parts = name.lower().replace(" ", "-").split("-")
    meant = [icon for part in parts for word in (part, singular(part)) for icon in icons_asked_for(word)]
    having = sorted((icon for icon in known if {*parts} & {*icon.split("-")}), key=len)
    whole = "-".join(parts)
    close = near(whole, known, MOST_NEAR)
    slips = (icon for icon in close if icon == singular(whole) or not whole[:-1].startswith(icon))  # no drag: a dragon
    return list(dict.fromkeys((*slips, *meant, *having)))[:MOST_NEAR]
