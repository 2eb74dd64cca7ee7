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
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from markdown import markdown  # type: ignore[import-untyped]

from dsl import resources
from dsl.board.shapes import Point
from dsl.pages.drawings.icons import drawn_with
from dsl.pages.drawings.marks import arrow, bar, cross, frame, ring, tick
from dsl.pages.drawings.palette import COLOURS
from dsl.pages.drawings.pieces import Body, drawn, lying
from dsl.pages.drawings.sights import Way as Line
from dsl.pages.drawings.sights import drawn as sight_drawn
from dsl.pages.drawings.svg import words
from dsl.pages.publishing import Game
from interpreter.cli.docs import read

GAMES = Path(__file__).parent.parent / "games"
PLAIN, SAYS = "plain", "rebel_moon_defense"  # a game without what it says of looks
LOOK = re.compile(r"^look\n(?:    .*\n)+", re.MULTILINE)
SHARED = re.compile(r'<svg class="shared".*?</svg>', re.DOTALL)
EXAMPLE = re.compile(r'<div class="admonition example" markdown>.*?\n\n</div>', re.DOTALL)
FIGURE = re.compile(r'<div class="frames">.*?\n</div>|<figure\b.*?</figure>', re.DOTALL)
WIDE = re.compile(r'<svg viewBox="\S+ \S+ (\S+) ')
SVG = re.compile(r"<svg viewBox.*?</svg>", re.DOTALL)
TITLE = re.compile(r"<title[^>]*>(?:[^:<]*: )?(.*?)</title>")  # of an example, behind what is seen of it
PIECE = re.compile(r'^<g id="piece-[^"]*" class="drawn">(.*)</g>$', re.MULTILINE)
HEADING = re.compile(r'<text class="heading[^>]*>([^<]*)</text>')
CARD = re.compile(r'<div class="card.*?\n</div>', re.DOTALL)
MEDIA = re.compile(r"^@media ([^{]+) \{", re.MULTILINE)
CHESS, RMD, NOVA = "chess/guide.md", "rebel_moon_defense/guide.md", "nova_raiders/guide.md"
PLAY = "rebel_moon_defense/examples.md"
SHEETS, TOKENS = "nova_raiders/sheets.md", ("rebel_moon_defense/sheets.md", "sheet-1-title")
GO = ("go/guide.md", "Position: Who takes first")
FOUR = ("connect_four/guide.md", "Position: A disc falls")
CARDS = ("Orbit 2/Hijack", "Hijack/Upgrade", "Card/Card", "Hop", "Gate Ram", "Time Push")
ROW = ("Orbit 1/Jump", "Orbit 2/Hijack, sideways", "Orbit 3/Unload", "Hop")
ORBIT, CLEAR = (
    "Position: Orbit 3, over one shard and onto another",
    "Position: A way round is enough, but one must stay open",
)
BOARDS: Mapping[str, tuple[tuple[str, str], str]] = {
    "chequered": ((CHESS, "board-start-title"), "grid with corners, pieces that move"),
    "crossings": (GO, "spaces are where the lines meet"),
    "tiles": ((RMD, CLEAR), "squares or hexes with gaps: the default"),
    "rings": ((NOVA, ORBIT), "ring board: segments round a middle"),
    "points": (("backgammon/guide.md", "board-start-title"), "a line folded in two rows"),
    "track": ((NOVA, "time-track-start-title"), "a line that winds; events as icons"),
    "holes": (FOUR, "a rack that stands: pieces fall"),
    "tiles on a grid": (("beyond_nebula/guide.md", "galactic-map-start-title"), "squares, without pieces that move"),
}
"""A board of each style, and what is said of it."""
PAIRS: Mapping[str, Sequence[tuple[str, str]]] = {
    "backgammon": [("backgammon/guide.md", "Position: A four and a two")],
    "cards_nova": [(SHEETS, f"card {name}") for name in CARDS],
    "cards_row": [(SHEETS, f"card {name}") for name in ROW],
    "chess_castle": [(CHESS, "King and rook castle")],
    "chess_start": [(CHESS, "board-start-title")],
    "connect_four": [FOUR],
    "draughts_jump": [("english_draughts/learn.md", "Position: Who can jump must jump")],
    "go_9x9": [GO],
    "look_boards": [board for board, _ in BOARDS.values()],
    "look_specimen": [],
    "mat_nova": [(SHEETS, "sheet-of-mat-of-red-1-title")],
    "nova_board": [("nova_raiders/examples.md", "Position: The board in play")],
    "nova_hijack": [("nova_raiders/examples.md", "Before: Hijack with a Stack three high")],
    "nova_orbit": [("nova_raiders/examples.md", ORBIT)],
    "nova_track": [(NOVA, "time-track-start-title")],
    "refcard_nova": [("nova_raiders/card-a5.md", "Nova Raiders: 3 players")],
    "rmd_placement": [
        (RMD, "Position: No asteroid beside an installation"),
        (RMD, "Position: Nothing on or beside the Gate"),
        (RMD, CLEAR),
    ],
    "rmd_play": [(PLAY, "Position: A belt in play")],
    "rmd_play_nosentence": [(f"{PLAIN}/examples.md", "Position: A belt in play")],
    "rmd_play_phone": [(PLAY, "Position: A belt in play")],
    "rmd_sight": [
        (RMD, "Position: What stands on the line hides the Bomb"),
        (RMD, "Position: One asteroid beside the line hides nothing"),
    ],
    "sheet_dice": [TOKENS],
    "sheet_tokens": [TOKENS],
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
    " .several { display: flex; gap: 20px; } .several > * { flex: 1 1 0; min-width: 0; }"
    " .cards { display: grid; gap: 20px; }"
    " .cards { grid-template-columns: repeat(3, 1fr); }"
    " .cards.few { grid-template-columns: 63fr 88fr 63fr 63fr; align-items: center; }"
    " :is(.several, .boards) figure.board.scene { float: none; width: 100% !important; max-width: 100%; margin: 0; }"
    " .pair > div > figure.board.scene { float: none; width: 100% !important; max-width: 640px; margin: 0 auto; }"
    " .md-typeset .pair > div > figure.board.scene.wide { max-width: 100%; }"
    " .pair .example { font-size: 16px; line-height: 1.5; }"
    " .pair .admonition-title { font-weight: 700; font-size: 18px; margin: 0 0 12px; }"
    " .thumbnail svg { width: 100% !important; aspect-ratio: 1.35; border-radius: 8px; }"
    " .thumbnail { margin: 0 !important; }"
    " .thumbnail :is(text.key, use[href^='#key-'], .drawn.plain:not(.tiles, .holes)) { display: none; }"
    " .boards h4 { margin: 8px 0 2px; font-size: 18px; }"
    " .boards p { margin: 0 0 16px; font-size: 14px; color: #566070; }"
    " .md-typeset figure.sheet { max-width: 100%; margin: 0; } .cards .sheet svg { box-shadow: none; }"
    " h4 { margin: 0 0 12px; } .md-typeset .card { margin: 0; padding: 43px; }"
    " figure:not(.frames *) > figcaption { font-size: 15px; font-style: italic; margin: 6px 0; }"
    " figcaption { color: var(--md-default-fg-color--light, #566070); } .frames figcaption { color: inherit; }"
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
        return specimen()
    css = css_of(name)
    parts = [found_in(*one) for one in PAIRS[name]]
    if css == "boards":
        parts = [thumbnail(part, style, said) for part, (style, (_, said)) in zip(parts, BOARDS.items(), strict=True)]
    wide = [WIDE.search(part) if css == "several" else None for part in parts]  # as large as one another
    flex = [f' style="flex-grow: {found[1]}"' if found else "" for found in wide]
    told = "\n".join(f"<div{one}>{part}</div>" for one, part in zip(flex, parts, strict=True))
    shared = "\n".join(shared_on(path) for path in dict.fromkeys(path for path, _ in PAIRS[name]))
    return f'{shared}<div class="{css}">{told}</div>'


def thumbnail(part: str, style: str, said: str) -> str:
    """A board without what its pieces are called, as large as others, under it what is said of its style."""
    drawing = SVG.search(part)
    assert drawing
    svg = drawing[0].replace("<svg ", '<svg preserveAspectRatio="xMidYMin slice" ', 1)
    return f'<figure class="board thumbnail">{svg}</figure><h4>{style}</h4><p>{said}</p>'


def css_of(name: str) -> str:
    """How what the generator draws for a mock-up lies on the page."""
    if name.startswith("cards_"):
        return "cards few" if name == "cards_row" else "cards"
    return "boards" if name == "look_boards" else "several" if len(PAIRS[name]) > 1 else "pair"


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

STEP, R = 74.0, 30.0
HEADS = ("Colours, with their signs", "Forms of pieces", "Marks of what is done")
CARRIED = (Body(colour="yellow"), Body(colour="black"), Body("carrier", "red", icon="rocket"))
PIECES = {
    "disc": [Body(colour="blue", letters="M")],
    "crystal": [Body("crystal", "green")],
    "tile, down": [Body("tile", "orange", six=True, down=True)],
    "tile, up": [Body("tile", "orange", icon="laser-pointer", six=True)],
    "die": [Body("die", shown=5)],
    "pointer": [Body("pointer", "blue", shown=4, heading=(1.0, 0.0))],
    "carrier": CARRIED,
    "figure": [Body("figure", "white", icon="chess-knight")],
    "rock": [Body("rock")],
    "cube": [Body("cube", "red")],
    "pawn": [Body("pawn", "purple")],
    "house": [Body("house", "yellow")],
}


def specimen() -> str:
    """Each colour, form of pieces and mark."""
    rows = (
        [(name, drawn(Body(colour=name), *at, R)) for name, at in places(COLOURS, 0)],
        [(name, lying(PIECES[name], *at, R)) for name, at in places(PIECES, 1)],
        [(name, marked(name, at)) for name, at in places(MARKS, 2)],
    )
    heads = "".join(words("key bold left", head, 8, row * 110 + 8, 14) for row, head in enumerate(HEADS))
    told = heads + "".join(
        "".join((*lines, words("edge", name, (k + 0.5) * STEP, row * 110 + 96, 11)))
        for row, parts in enumerate(rows)
        for k, (name, lines) in enumerate(parts)
    )
    svg = f'<svg viewBox="0 0 {12 * STEP} 330"><g class="drawn plain">{told}</g></svg>'
    return f'{drawn_with(svg, {"icons": ""}, {})}<figure class="board pair">{svg}</figure>'


def places(names: Iterable[str], row: int) -> list[tuple[str, Point]]:
    """Beside one another in a row."""
    return [(name, ((k + 0.5) * STEP, row * 110 + 53.0)) for k, name in enumerate(names)]


MARKS = ("can", "cannot", "taken", "placed", "moves", "sees", "does not see")


def marked(name: str, at: Point) -> Iterator[str]:
    """A mark as pictures of examples have it."""
    x, y = at
    outline = f"M{x - R} {y - R}h{2 * R}v{2 * R}h{-2 * R}z"
    ends = (x - R, y), (x + R, y)
    match name:
        case "can" | "cannot":
            yield f'<path class="space" d="{outline}"/>'
            yield from drawn(Body(colour="blue"), x, y, R, "ghost")
            yield frame(outline, at, name)
            yield (tick if name == "can" else cross)((x + 0.74 * R, y - 0.74 * R), 0.27 * R)
        case "taken" | "placed":
            yield from drawn(Body(colour="red"), x, y, R)
            yield ring(at, R, name)
            yield bar((x + 0.74 * R, y + 0.74 * R), 0.27 * R) if name == "taken" else ""
        case "moves":
            yield arrow(*ends, 0, 0, (x, y - R))
        case _:
            yield from sight_drawn(Line(*ends), None if name == "sees" else (R, 0.0), (0, 0))


if __name__ == "__main__":
    sys.exit(main())
