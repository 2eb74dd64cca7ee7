"""Each picture of a design beside what the generator draws: `python -m tests.mockups FOLDER --out FOLDER [NAME …]`.

With `--blind SEED` there is a page for each pair instead, pair_01.html and so on, without names and with sides at
random, so that somebody can be asked which is better; key.json says which side is ours.

FOLDER has the mock-ups, NAME_light.png. For each of them, or for those that are named, the pages of its games are made
anew, and a page is written for each way to look at it: a light page, a dark one, grey paper and a phone; index.html
leads to all. They are for a browser and have the style sheet of the site. For development: nothing of it is part of the
site, and what a picture looks like no test can tell.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from markdown import markdown  # type: ignore[import-untyped]

from dsl import resources
from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.model.world import BoardInfo
from dsl.pages.drawings.boards import Sample
from dsl.pages.drawings.icons import drawn_with
from dsl.pages.drawings.layouts import Layout
from dsl.pages.drawings.lettering import block
from dsl.pages.drawings.marks import arrow, bar, cross, frame, ring, tick
from dsl.pages.drawings.palette import COLOURS, GROUNDS
from dsl.pages.drawings.parts import Box
from dsl.pages.drawings.pictures import Pictures
from dsl.pages.drawings.pieces import Body, drawn, lying
from dsl.pages.drawings.sights import Way as Line
from dsl.pages.drawings.sights import drawn as sight_drawn
from dsl.pages.drawings.svg import box, words
from dsl.pages.publishing import Game
from interpreter.cli.docs import read

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "games"
PLAIN, SAYS = "plain", "rebel_moon_defense"  # a game without what it says of looks
LOOK = re.compile(r"^look\n(?:    .*\n)+", re.MULTILINE)
SHARED = re.compile(r'<svg class="shared".*?</svg>', re.DOTALL)
EXAMPLE = re.compile(r'<div class="admonition example" markdown>.*?\n\n</div>', re.DOTALL)
FIGURE = re.compile(r'<div class="frames">.*?\n</div>|<figure\b.*?</figure>', re.DOTALL)
PART = re.compile(r'<clipPath id="\S+-part"><rect x="\S+" y="\S+" width="(\S+)" height="(\S+)"')
VIEW = re.compile(r'viewBox="[^"]*"')
SVG = re.compile(r"<svg viewBox.*?</svg>", re.DOTALL)
TITLE = re.compile(r"<title[^>]*>(?:[^:<]*: )?(.*?)</title>")  # of an example, behind what is seen of it
SHEET = re.compile(r'<figure class="[^"]*sheet.*?</figure>', re.DOTALL)
PIECE = re.compile(r'^<g id="piece-[^"]*" class="drawn">(.*)</g>$', re.MULTILINE)
HEADING = re.compile(r'<text class="heading[^>]*>([^<]*)</text>')
CARD = re.compile(r'<div class="card.*?\n</div>', re.DOTALL)
MEDIA = re.compile(r"^@media ([^{]+) \{", re.MULTILINE)
CHESS, RMD, NOVA = "chess/guide.md", "rebel_moon_defense/guide.md", "nova_raiders/guide.md"
PLAY = "rebel_moon_defense/examples.md"
SHEETS, MOON_SHEETS = "nova_raiders/sheets.md", "rebel_moon_defense/sheets.md"
GO = ("go/guide.md", "Who takes first")
FOUR = ("connect_four/guide.md", "A disc falls")
CARDS = ("Orbit 2/Hijack", "Hijack/Upgrade", "Nova Raiders/Nova Raiders", "Hop", "Gate Ram", "Time Push")
ORBIT, CLEAR = (
    "Orbit 3, over one shard and onto another",
    "One way must stay open",
)
THUMBNAIL, WHOLE = (330, 275), 420  # of the drawing of a board is seen in a small picture, if it is so wide
BOARDS = {
    "chequered": ("Field", "grid with corners, pieces that move"),
    "crossings": ("Net", "spaces are where the lines meet"),
    "tiles": ("Belt", "squares or hexes with gaps: the default"),
    "rings": ("Sky", "ring board: segments round a middle"),
    "points": ("Cloth", "a line folded in two rows"),
    "track": ("Trail", "a line that winds; events as icons"),
    "holes": ("Rack", "a rack that stands: pieces fall"),
    "paths": ("Land", "spaces joined by the ways between them"),
}
"""A board of each style in the rulebook of such boards, and what is said of it."""
PAIRS: Mapping[str, Sequence[tuple[str, str]]] = {
    "backgammon": [("backgammon/guide.md", "A five and a three")],
    "cards_nova": [(SHEETS, f"card {name}") for name in CARDS],
    "cards_row": [(NOVA, "row-of-cards-title")],
    "chess_castle": [(CHESS, "The king castles")],
    "chess_start": [(CHESS, "board-start-title")],
    "connect_four": [FOUR],
    "draughts_jump": [("english_draughts/learn.md", "Who can jump must jump")],
    "go_9x9": [GO],
    "look_boards": [],
    "look_specimen": [],
    "mat_nova": [(SHEETS, "sheet-of-mat-of-red-1-title")],
    "nova_board": [("nova_raiders/examples.md", "The board in play")],
    "nova_hijack": [("nova_raiders/examples.md", "Hijack with a Stack three high")],
    "nova_orbit": [("nova_raiders/examples.md", ORBIT)],
    "nova_track": [(NOVA, "time-track-start-title")],
    "refcard_nova": [("nova_raiders/card-a5.md", "Nova Raiders: 3 players")],
    "rmd_placement": [
        (RMD, "No asteroid beside an installation"),
        (RMD, "Nothing on or beside the Gate"),
        (RMD, CLEAR),
    ],
    "rmd_play": [(PLAY, "A belt in play")],
    "rmd_play_nosentence": [(f"{PLAIN}/examples.md", "A belt in play")],
    "rmd_play_phone": [(PLAY, "A belt in play")],
    "rmd_sight": [
        (RMD, "What stands on the line hides the Bomb"),
        (RMD, "A piece on the line hides the Bomb, and so do two at one edge"),
    ],
    "sheet_dice": [(MOON_SHEETS, "sheet-2-title")],
    "sheet_tokens": [(MOON_SHEETS, "sheet-1-title")],
}
"""For each mock-up its drawings: a page, and there the name of one or how its title begins."""


@dataclass(frozen=True)
class Way:
    """A way to look at a picture: on what ground, how wide, in which colours of text, and on what."""

    ground: str = "#ffffff"
    wide: int = 900
    scheme: str = "default"
    media: tuple[str, ...] = ("screen",)
    style: str = ""


DARK = "--md-default-bg-color: #1b1f27; --md-default-fg-color: #dde; --md-default-fg-color--light: #99a; color: #dde"
WAYS = {
    "light": Way(),
    "dark": Way("#1b1f27", scheme="slate", style=DARK),
    "grey": Way(media=("print", "print and (monochrome)"), style="filter: grayscale(1)"),
    "phone": Way(wide=358, media=("screen", "screen and (max-width: 30rem)")),
}
FRAME = (
    "html { font-size: 20px; } body { margin: 0; font: 16px Arial, sans-serif; } .mockup { max-width: 100%; }"
    " .pair, .mockup { width: 100%; } .boards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; }"
    " .several { display: flex; gap: 20px; } .several > * { flex: 1 1 0; } .cards { display: grid; gap: 20px; }"
    " .cards { grid-template-columns: repeat(3, 1fr); } .cards h4 { grid-column: 1 / -1; font-size: 17px; margin: 0; }"
    " .cards.few { grid-template-columns: 63fr 88fr 63fr 63fr; align-items: center; }"
    " :is(.several, .boards) figure.board.scene { float: none; width: 100% !important; max-width: 100%; margin: 0; }"
    " .pair > div > figure.board.scene { float: none; margin: 0 auto; }"
    " .pair > div > figure.board.scene:not(.aside) { width: 100% !important; max-width: 780px; }"
    " .md-typeset .pair > div > figure.board.scene.wide { max-width: 100%; }"
    " .pair > div > figure.board:not(.scene) > svg { max-width: 880px !important; --part: 0.014 !important; }"
    " .pair .example { font-size: 16px; line-height: 1.5; }"
    " .pair .admonition-title { font-weight: 700; font-size: 18px; margin: 0 0 12px; }"
    " .several > * { min-width: 0; } .several h4 { font-size: 13px; margin: 0 0 6px; }"
    " .several figcaption { font-size: 12.5px !important; }"
    " .thumbnail svg { width: 100% !important; aspect-ratio: 1.2; border-radius: 8px; }"
    " .thumbnail { margin: 0 !important; } .thumbnail:is(.tiles, .track, .paths) svg { background: #B7C3D1; }"
    " .thumbnail.rings svg { background: #131A2C; } .thumbnail.points svg { background: #8A5C32; }"
    " .thumbnail:not(.track, .paths) text, .thumbnail svg > .drawn ~ * { display: none; }"
    " .thumbnail svg text.edge { font-size: 15px; }"
    " .boards h4 { margin: 8px 0 2px; font-size: 16px; }"
    " .boards p { margin: 0 0 16px; font-size: 11.5px; color: #566070; }"
    " .md-typeset figure.sheet { max-width: 100%; margin: 0; } .cards .sheet svg { box-shadow: none; }"
    " h4 { margin: 0 0 12px; } .printed { zoom: 1.609; } .md-typeset .printed .card { font-size: var(--letters); }"
    " .md-typeset .printed .card { columns: 2; column-gap: 4mm; width: 134mm; margin: 0; padding: 7mm; }"
    " figure:not(.frames *, .told) > figcaption { font-style: italic; margin: 6px 0; }"
    " figcaption { color: var(--md-default-fg-color--light, #566070); } "
    " .frames figcaption, .told > figcaption { color: inherit !important; }"
    " .specimen .named { fill: var(--md-default-fg-color, #1F2430); }"
    " .specimen .soft { fill: var(--md-default-fg-color--light, #566070); }"
    " .phone .frames figure.board.scene { max-width: 100%; }"
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mockups", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("mockups", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--blind", type=int, metavar="SEED")
    args = parser.parse_intermixed_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.blind is not None:
        write_blind(args.mockups, args.names or list(PAIRS), args.out, Random(args.blind))
        return 0
    told = []
    for name in args.names or PAIRS:
        mockup = (args.mockups / f"{name}_light.png").resolve().as_uri()
        told.append(f'<h2>{name}</h2><img class="mockup" src="{mockup}">')
        for way in WAYS:
            file = f"{name}_{way}.html"
            (args.out / file).write_text(pair(name, WAYS[way]), "utf-8")
            told.append(f'<iframe src="{file}" width="{WAYS[way].wide}" height="900"></iframe>')
    (args.out / "index.html").write_text(page("\n".join(told), WAYS["light"]), "utf-8")
    sys.stdout.write(f"{args.out / 'index.html'}\n")
    return 0


def write_blind(mockups: Path, names: Sequence[str], out: Path, chance: Random) -> None:
    """A page for each pair, in any order, and which side of each is ours."""
    key = {}
    for number, name in enumerate(chance.sample(names, len(names)), 1):
        way = WAYS["phone" if name.endswith("_phone") else "light"]
        mockup = (mockups / f"{name}_light.png").resolve().as_uri()
        css = "phone" if name.endswith("_phone") else "screen"
        sides = [f'<div class="{css}" style="width: {way.wide}px">{drawn_for(name)}</div>']
        sides.insert(chance.randrange(2), f'<div style="width: {way.wide}px"><img class="mockup" src="{mockup}"></div>')
        ours = "left" if "<img" not in sides[0] else "right"
        pair_of = f'<div style="display: flex; gap: 60px; align-items: start; padding: 10px">{"".join(sides)}</div>'
        (out / f"pair_{number:02}.html").write_text(page(pair_of, way), "utf-8")
        key[f"pair_{number:02}"] = {"name": name, "ours": ours}
    (out / "key.json").write_text(json.dumps(key, indent=2) + "\n", "utf-8")


def page(body: str, way: Way) -> str:
    """A page for a browser, as the site would show it."""
    return (
        f'<!doctype html><html data-md-color-scheme="{way.scheme}"><meta charset="utf-8">'
        f"<style>{style_of(way)}\n{FRAME}</style>"
        f'<body class="md-typeset" style="background: {way.ground}; {way.style}">{body}</body></html>'
    )


def style_of(way: Way) -> str:
    """The style sheet of the site as it is in some media, whatever those of the browser are."""
    text = (resources.folder("pages/templates") / "rulewright.css").read_text("utf-8")
    return MEDIA.sub(lambda found: f"@media {'all' if found[1] in way.media else 'not all'} {{", text)


def pair(name: str, way: Way) -> str:
    """What the generator draws for a mock-up, as a page."""
    return page(drawn_for(name), way)


def drawn_for(name: str) -> str:
    """What the generator draws for a mock-up."""
    if not PAIRS[name]:
        return boards() if name == "look_boards" else specimen()
    css = css_of(name)
    parts = [found_in(*one) for one in PAIRS[name]]
    shown = [PART.search(part) if css == "several" else None for part in parts]  # as large as one another
    flex = [f' style="flex-grow: {found[1]}"' if found else "" for found in shown]
    heads = [deck_of(*one) if css == "cards" else "" for one in PAIRS[name]]
    new = [f"<h4>{head}</h4>" if head not in ("", before) else "" for before, head in pairwise(["", *heads])]
    told = "\n".join(f"{head}<div{one}>{part}</div>" for head, one, part in zip(new, flex, parts, strict=True))
    shared = "\n".join(shared_on(path) for path in dict.fromkeys(path for path, _ in PAIRS[name]))
    return f'{shared}<div class="{css}">{told}</div>'


class Unexplained(Pictures):
    """Pictures of boards without what their pieces are called, and whose the white and the black ones are."""

    def bodies(self, board: BoardInfo, pieces: Iterable[Piece]) -> list[Body]:
        found = super().bodies(board, pieces)
        return [replace(body, letters="", signed=body.colour not in ("white", "black")) for body in found]

    def samples(self, board: BoardInfo, standing: Iterable[Sequence[Piece]]) -> Iterator[Sample]:
        return iter(())


def boards() -> str:
    """A small board of each style, and under it what is said of the style."""
    book, wrong = read(TESTS / "look_boards.rules")
    assert book is not None, wrong
    game = Game(book)
    pictures, told = Unexplained(book, game.speech, game.t), list[str]()
    for style, (name, said) in BOARDS.items():
        board = game.world.boards[name]
        drawing = SVG.search(pictures.board(board, start=True))
        assert drawing
        standing = [place - board.spaces.start for place in pictures.standing if place in board.ranges[0]]
        view = " ".join(f"{part:g}" for part in seen_of(pictures.ground(board).layout, standing))
        svg = VIEW.sub(f'viewBox="{view}"', drawing[0], count=1)
        figure = f'<figure class="board thumbnail {style}">{svg}</figure>'
        told.append(f"<div>{figure}<h4>{style}</h4><p>{said}</p></div>")
    return f'{drawn_with("".join(told), {"icons": ""}, {})}<div class="boards">{"".join(told)}</div>'


def seen_of(layout: Layout, spaces: Iterable[int]) -> Box:
    """The part of a board that is seen in a small picture: around what stands there, of some all that is wide."""
    places = [layout.places[space] for space in spaces]
    wide = layout.size[0] if layout.style == "points" or layout.size[0] < WHOLE else THUMBNAIL[0]
    high = wide * THUMBNAIL[1] / THUMBNAIL[0]
    if layout.style == "track":  # all rows, from where it begins
        return 0, 0, layout.size[1] * THUMBNAIL[0] / THUMBNAIL[1], layout.size[1]
    middles = (sum(place[k] for place in places) / len(places) for k in (0, 1))
    ends = zip(middles, (wide, high), layout.size, strict=True)
    left, top = (min(max(at - long / 2, 0), end - long) if end > long else (end - long) / 2 for at, long, end in ends)
    return left, top, wide, high


def css_of(name: str) -> str:
    """How what the generator draws for a mock-up lies on the page."""
    if name.startswith("refcard_"):
        return "printed"  # as it is on paper, which is so wide
    if name.startswith("cards_"):
        return "pair" if name == "cards_row" else "cards"
    return "several" if len(PAIRS[name]) > 1 else "pair"


# ----------------------------------------------------------------------------------------------------- of the generator


def found_in(path: str, wanted: str) -> str:
    """A figure of a page, with its frames, or a reference card; on a page that teaches with the words beside it."""
    text = pages(path.partition("/")[0])[path]
    if wanted.startswith("card "):
        return card_of(text, wanted.removeprefix("card "))
    parts = [part for sort in (FIGURE, CARD) for part in sort.findall(text)]
    signs = f'id="{wanted}"', f">{wanted}", f": {wanted}", f"## {wanted}"
    part = next((part for part in parts if any(sign in part for sign in signs)), "")
    if part.startswith('<div class="card'):
        return str(markdown(part, extensions=["attr_list", "md_in_html", "tables"]))
    assert part, f"{path} has no {wanted}"
    example = next((example for example in EXAMPLE.findall(text) if part in example), "")
    if path.endswith("learn.md") and example:
        return str(markdown(example, extensions=["attr_list", "md_in_html", "sane_lists"]))
    headed = 'class="board scene' in part and TITLE.search(part)
    return f"<h4>{headed[1]}</h4>{part}" if headed else part


def card_of(text: str, name: str) -> str:
    """The first card of sheets that has this name, or both of two, cut out; it may lie sideways."""
    name, _, turned = name.partition(", ")
    names = name.split("/")
    piece = next((piece for piece in PIECE.findall(text) if HEADING.findall(piece)[: len(names)] == names), "")
    assert piece, f"no card {name}"
    room, turn = ("-1 -1 90 65", "translate(88 0) rotate(90)") if turned else ("-1 -1 65 90", "")
    svg = f'<svg viewBox="{room}"><g class="drawn" transform="{turn}">{piece}</g></svg>'
    return f'<figure class="board sheet">{svg}</figure>'


def deck_of(path: str, wanted: str) -> str:
    """What the sheet says on top of which a card lies."""
    name = wanted.removeprefix("card ").split("/")[0]
    sheets = SHEET.findall(pages(path.partition("/")[0])[path])
    for sheet in sheets:
        piece = next((piece for piece in PIECE.findall(sheet) if HEADING.findall(piece)[:1] == [name]), "")
        title = TITLE.search(sheet)
        decks = title[1].partition(", page ")[0].split(", ") if piece and title else []
        if decks:
            return next((deck for deck in decks if deck.removesuffix("s") in piece), decks[0])
    return ""


def shared_on(path: str) -> str:
    """What drawings of a page use."""
    return "\n".join(SHARED.findall(pages(path.partition("/")[0])[path]))


@cache
def pages(game: str) -> Mapping[str, str]:
    """The pages of a game, by their paths."""
    file = next(GAMES.rglob(f"{SAYS if game == PLAIN else game}.rules"))
    with TemporaryDirectory() as folder:
        if game == PLAIN:
            plain = Path(folder) / f"{PLAIN}.rules"
            plain.write_text(LOOK.sub("", file.read_text("utf-8")), "utf-8")
            file = plain
        book, wrong = read(file)
    assert book is not None, wrong
    return Game(book).pages()


# ------------------------------------------------------------------------------------------------------ of single parts

WIDE, R = 900.0, 32.0
HEADS = (
    ("Colours: fill, rim, sign; below, what a grey printer makes of them", 20.0),
    ("Pieces, chosen by what a kind can do", 200.0),
    ("Marks: at the edge of what they mark, never over it", 370.0),
    ("Grounds of boards", 510.0),
)
TALL = 640.0
CARRIED = (Body(colour="yellow"), Body(colour="black"), Body("carrier", "red", icon="rocket"))
PIECES = {
    "disc": ([Body(colour="blue", letters="M")], "no more is known"),
    "crystal": ([Body("crystal", "green")], "a sentence says so"),
    "tile, down": ([Body("tile", "orange", six=True, down=True)], "face down"),
    "tile, up": ([Body("tile", "orange", icon="laser-pointer", six=True)], "face up: its icon"),
    "die": ([Body("die", shown=5)], "is rolled"),
    "pointer": ([Body("pointer", "blue", shown=4, heading=(1.0, 0.0))], "has a direction"),
    "carrier": (CARRIED, "takes pieces"),
    "figure": ([Body("figure", "white", icon="chess-knight")], "is a chess man"),
    "rock": ([Body("rock")], "a sentence says so"),
    "cube": ([Body("cube", "red")], "a sentence says so"),
    "pawn": ([Body("pawn", "purple")], "a sentence says so"),
    "house": ([Body("house", "yellow")], "a sentence says so"),
}
MARKS = {
    "can": "allowed",
    "cannot": "not allowed",
    "taken": "taken away",
    "placed": "placed now",
    "moves": "moves",
    "was": "was here",
    "sees": "sees",
    "hidden": "does not see",
    "high": "how high",
}


def specimen() -> str:
    """Each colour, form of pieces, mark and ground."""
    parts = [words("key bold left", head, 8, top, 16) for head, top in HEADS]
    for name, x in placed(COLOURS):
        parts += [*drawn(Body(colour=name), x, 70, R), words("named", name, x, 113, 13)]
        printed = "".join(drawn(Body(colour=name), x, 148, 17))
        parts.append(printed.replace(f'class="piece {name}"', f'class="piece" style="{grey(name)}"'))
    for (name, (bodies, why)), x in zip(PIECES.items(), (x for _, x in placed(PIECES)), strict=True):
        parts += [*lying(bodies, x, 252, R), words("named bold", name, x, 298, 13)]
        parts += block((why,), (x - 34, 306, 68, 30), (10.5, 9.0), "soft")
    for name, x in placed(MARKS):
        parts += [*marked(name, (x, 425)), words("named", MARKS[name], x, 470, 13)]
    for name, x in placed(GROUNDS):
        parts += ground(name, x, 535)
    told = "".join(parts)
    svg = f'<svg viewBox="0 0 {WIDE:g} {TALL:g}" style="--part: 1"><g class="drawn plain">{told}</g></svg>'
    return f'{drawn_with(svg, {"icons": ""}, {})}<figure class="board pair specimen">{svg}</figure>'


def placed(names: Iterable[str]) -> list[tuple[str, float]]:
    """Beside one another in a row, with how far from the left the middle of each is."""
    found = list(names)
    return [(name, (k + 0.5) * WIDE / len(found)) for k, name in enumerate(found)]


def grey(name: str) -> str:
    """The properties of a colour as a grey printer has them."""
    step = COLOURS[name].grey
    return f"--tone: rgb({step} {step} {step}); --rim: #000; --ink: {'#fff' if step < 140 else '#000'}"


def ground(name: str, x: float, top: float) -> Iterator[str]:
    wide, high, tile = 190.0, 72.0, 30.0
    yield f'<g class="drawn {name}">{box("body", x - wide / 2, top, wide, high, 9)}'
    for k in range(4):
        css = "space second" if k % 2 else "space"
        yield box(css, x - wide / 2 + 12 + k * (tile + 3), top + 12, tile, high - 24, 3)
    yield words("edge", name, x + wide / 2 - 26, top + high / 2, 13)
    yield "</g>"


def marked(name: str, at: Point) -> Iterator[str]:
    """A mark as pictures of examples have it."""
    x, y = at
    outline = f"M{x - R} {y - R}h{2 * R}v{2 * R}h{-2 * R}z"
    ends = (x - R, y), (x + R, y)
    if name not in ("moves", "sees", "hidden"):
        yield f'<path class="space" style="stroke: #8A929D" d="{outline}"/>'
    match name:
        case "can" | "cannot":
            yield from drawn(Body(colour="blue"), x, y, 0.8 * R, "ghost")
            yield frame(outline, at, name)
            yield (tick if name == "can" else cross)((x + 0.9 * R, y - 0.9 * R), 0.3 * R)
        case "taken" | "placed":
            yield from drawn(Body(colour="red" if name == "taken" else "blue"), x, y, 0.7 * R)
            yield ring(at, 0.76 * R, name)
            if name == "taken":
                yield bar((x + 0.7 * R, y + 0.7 * R), 0.3 * R)
        case "was":
            yield from drawn(Body(colour="blue"), x, y, 0.8 * R, "ghost")
        case "high":
            yield from lying(CARRIED, x - 0.1 * R, y, 0.86 * R)
        case "moves":
            yield arrow(*ends, 0, 0, (x, y - R))
        case _:
            yield from sight_drawn(Line(*ends), None if name == "sees" else (R, 0.0), (0, 0))


if __name__ == "__main__":
    sys.exit(main())
