"""A small game made without a rulebook, for tests of what stands above the machine.

Red and Blue play four rounds. In a round Red lays a pebble, scans one of Blue's discs, takes one of Blue's cards, or
passes; Blue deploys a disc or passes; then a die of three sides is rolled, which is the bomb's loss of level. Blue wins
when the level is 0, Red when the rounds are over. A disc's weapon is Blue's secret until it is face-up; the hand is
Blue's alone. Two discs are alike in everything; the two yellow ones look alike to Red only.
"""

from __future__ import annotations

from dsl.ir.layout import layout
from dsl.ir.nodes import (
    ANSWER,
    ARGUMENTS,
    RANDOM,
    SITE,
    STATUS,
    WHO,
    Array,
    Binary,
    BinaryOp,
    Block,
    Call,
    Choose,
    Code,
    Const,
    End,
    Expr,
    ForRange,
    Function,
    Guard,
    If,
    Load,
    Local,
    Mark,
    Offer,
    Return,
    Set,
    Store,
    Table,
    Type,
)
from dsl.ir.nodes import INT as NUMBER
from dsl.ir.program import (
    AT,
    ENDING,
    RANK,
    WINS,
    Alternative,
    Attribute,
    Decision,
    Kind,
    Location,
    Need,
    PieceKind,
    Program,
    Rule,
    Seen,
    Slot,
)
from dsl.source import Span
from dsl.terms import Terms
from interpreter.play.game import Game
from interpreter.state.machine import Mark as MarkCall

RED, BLUE, NATURE = 0, 1, 2
CELLS = ("A1", "A2", "A10")
STOCK, HAND, PILE, BAG = 3, 4, 5, 6
PIECES_FROM = 7
BOMB, PEBBLES, DISCS, CARDS = 0, 1, 4, 8
PIECES = 11
PLACE, SCAN, TAKE, RED_PASSES = 0, 3, 7, 10
DEPLOY, BLUE_PASSES = 0, 12
LEVEL = 6
STARTS = (0, *[BAG] * 3, *[STOCK] * 4, *[HAND] * 3)

RULES = (
    "Place Pebble", "Empty Cell", "Scan", "Face Down", "Take", "Deploy", "Roll", "Blown Up", "Time Is Over",
)  # fmt: skip
SENTENCES = {"Empty Cell": "the Cell is empty", "Blown Up": "the Level of the Bomb is 0"}


def rule(name: str) -> int:
    return RULES.index(name)


# ----------------------------------------------------------------------------------------------------- writing the code


def expression(value: Expr | int | str) -> Expr:
    if isinstance(value, int):
        return Const(value)
    return Local(value) if isinstance(value, str) else value


def op(left: Expr | int | str, operator: BinaryOp, right: Expr | int | str) -> Expr:
    return Binary(operator, expression(left), expression(right))


def load(array: str, index: Expr | int | str = 0) -> Expr:
    return Load(array, expression(index))


def store(array: str, index: Expr | int | str, value: Expr | int | str) -> Store:
    return Store(array, expression(index), expression(value))


def when(condition: Expr, *then: object, otherwise: Block = ()) -> If:
    return If(condition, tuple(then), otherwise)  # type: ignore[arg-type]


def function(name: str, kind: str, *body: object, takes: tuple[str, ...] = ()) -> Function:
    parameters: tuple[tuple[str, Type], ...] = tuple((parameter, NUMBER) for parameter in takes)
    result = NUMBER if kind == "value" else None
    return Function(name, kind, parameters, body, result)  # type: ignore[arg-type]


def members(name: str, start: int, count: int, *body: object) -> ForRange:
    return ForRange(name, Const(start), Const(start + count), body)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------- the code


def is_empty() -> Function:
    return function(
        "is empty", "value",
        members("piece", 0, PIECES, when(op(load(AT, "piece"), "==", "cell"), Return(Const(0)))),
        Return(Const(1)),
        takes=("cell",),
    )  # fmt: skip


def is_face_down() -> Function:
    up = load("disc.up", op("disc", "-", DISCS))
    return function("is face down", "value", Return(op(up, "==", 0)), takes=("disc",))


def empty(cell: str) -> Expr:
    return Call("is empty", (Local(cell),))


def in_bag(piece: str) -> Expr:
    return op(load(AT, piece), "==", BAG)


def red_options() -> Function:
    return function(
        "red options", "options",
        members("cell", 0, 3, when(empty("cell"), Offer(op("cell", "+", PLACE)))),
        members("disc", 0, 4, when(op(load("disc.up", "disc"), "==", 0), Offer(op("disc", "+", SCAN)))),
        members("card", 0, 3, when(op(load(AT, op("card", "+", CARDS)), "==", HAND), Offer(op("card", "+", TAKE)))),
        Offer(Const(RED_PASSES)),
    )  # fmt: skip


def blue_options() -> Function:
    in_stock = op(load(AT, op("disc", "+", DISCS)), "==", STOCK)
    code = op(op("disc", "*", 3), "+", "cell")
    return function(
        "blue options", "options",
        members("disc", 0, 4, members("cell", 0, 3, when(op(in_stock, "and", empty("cell")), Offer(code)))),
        Offer(Const(BLUE_PASSES)),
    )  # fmt: skip


def roll_options() -> Function:
    return function("roll options", "options", members("face", 0, 3, Offer(Local("face"))))


def place_pebble() -> Block:
    """The first pebble of the bag goes to the cell."""
    return (
        Set("done", Const(0)),
        members("pebble", PEBBLES, 3, when(
            op(in_bag("pebble"), "and", op("done", "==", 0)), store(AT, "pebble", "answer"), Set("done", Const(1)),
        )),
    )  # fmt: skip


def take_card() -> Block:
    """The card goes to the top of the pile."""
    card = op(op("answer", "-", TAKE), "+", CARDS)
    return (
        store(AT, card, PILE),
        store(RANK, card, load("pile.height")),
        store("pile.height", 0, op(load("pile.height"), "+", 1)),
    )


def red_turn() -> Block:
    scan = store("disc.up", op("answer", "-", SCAN), 1)
    return (
        Choose("answer", 1, Const(RED)),
        when(op("answer", "<", SCAN), *place_pebble()),
        when(op(op("answer", ">=", SCAN), "and", op("answer", "<", TAKE)), scan),
        when(op(op("answer", ">=", TAKE), "and", op("answer", "<", RED_PASSES)), *take_card()),
    )


def blue_turn() -> Block:
    deploy = store(AT, op(op("answer", "//", 3), "+", DISCS), op("answer", "%", 3))
    return (Choose("answer", 2, Const(BLUE)), when(op("answer", "<", BLUE_PASSES), deploy))


def roll(fragile: bool) -> Block:
    level = load("bomb.level")
    rest = op(op(level, "-", op("answer", "+", 1)), "max", 0)
    guard = (Guard(op("answer", "<", 2), "F0001"),) if fragile else ()
    return (
        Choose("answer", 3, Const(NATURE)),
        *guard,
        store("bomb.level", 0, rest),
        when(op(level, "==", 0), *ends(BLUE, "Blown Up")),
    )


def ends(winner: int, name: str) -> Block:
    return (Mark(rule(name)), store(WINS, winner, 1), store(ENDING, 0, rule(name)), End())


def main(fragile: bool) -> Function:
    setup = [store(AT, piece, place) for piece, place in enumerate(STARTS)]
    ranks = [store(RANK, CARDS + n, 0) for n in range(3)]
    rounds = members("round", 0, 4, *red_turn(), *blue_turn(), *roll(fragile))
    return function(
        "main", "procedure",
        *setup, *ranks, store(ENDING, 0, -1), store("bomb.level", 0, LEVEL), rounds, *ends(RED, "Time Is Over"),
    )  # fmt: skip


def arrays() -> dict[str, Array]:
    control = [Array(name, 1, section="control") for name in (SITE, WHO, ANSWER, STATUS, RANDOM, ARGUMENTS)]
    position = [
        Array(AT, PIECES), Array(RANK, PIECES), Array(WINS, 2), Array(ENDING, 1, initial=-1),
        Array("bomb.level", 1), Array("disc.up", 4), Array("pile.height", 1),
    ]  # fmt: skip
    return layout({array.name: array for array in control + position})


def code(fragile: bool) -> Code:
    functions = [is_empty(), is_face_down(), red_options(), blue_options(), roll_options(), main(fragile)]
    tables = [Table("disc.colour", (0, 0, 1, 1)), Table("disc.weapon", (0, 1, 0, 0)), Table("card.value", (7, 8, 9))]
    return Code(
        arrays(), {t.name: t for t in tables}, {f.name: f for f in functions}, faults={"F0001": "The die broke"}
    )


# -------------------------------------------------------------------------------------------------- what is known of it


def kinds() -> tuple[Kind, ...]:
    return (
        Kind("Cell", "Cell", "Cells", "space", 0, CELLS),
        Kind("Colour", "Colour", "Colours", "enumeration", 0, ("yellow", "red")),
        Kind("Weapon", "Weapon", "Weapons", "enumeration", 0, ("Laser", "Mine")),
        Kind("Level", "Level", "Levels", "range", 0, tuple(map(str, range(LEVEL + 1)))),
        Kind("Value", "Value", "Values", "range", 7, ("7", "8", "9"), first=7),
        Kind("Face", "Face", "Faces", "range", 1, ("1", "2", "3"), first=1),
        Kind("Disc", "Disc", "Discs", "piece", DISCS, ("Disc",) * 4),
        Kind("Card", "Card", "Cards", "piece", CARDS, ("Card",) * 3),
    )


def pieces() -> tuple[PieceKind, ...]:
    secret = Seen("player", BLUE, until="face-up")
    disc = (
        Attribute("Colour", "Colour", "Colour", "table", "disc.colour", Seen()),
        Attribute("Weapon", "Weapon", "Weapon", "table", "disc.weapon", secret),
        Attribute("face-up", "face-up", None, "array", "disc.up", Seen()),
    )
    level = Attribute("Level", "Level", "Level", "array", "bomb.level", Seen())
    value = Attribute("Value", "Value", "Value", "table", "card.value", Seen())
    return (
        PieceKind("Bomb", "Bomb", "Bombs", BOMB, PEBBLES, (-1,), (level,), unique=True),
        PieceKind("Pebble", "Pebble", "Pebbles", PEBBLES, DISCS, (RED,) * 3, ()),
        PieceKind("Disc", "Disc", "Discs", DISCS, CARDS, (BLUE,) * 4, disc),
        PieceKind("Card", "Card", "Cards", CARDS, PIECES, (-1,) * 3, (value,)),
    )


def locations() -> tuple[Location, ...]:
    return (
        *(Location(cell, "Cell", board="Row") for cell in CELLS),
        Location("the Stock of Blue", "Stock", BLUE),
        Location("the Hand of Blue", "Hand", BLUE, seen=Seen("owner")),
        Location("the Pile", "Pile", ordered=True),
        Location("the Bag", "Bag"),
    )


def decisions() -> tuple[Decision, ...]:
    cell, disc, card = Slot("Cell", 1, 3, 0), Slot("Disc", 1, 4, DISCS), Slot("Card", 1, 3, CARDS)
    empty_cell = Need("Empty Cell", "is empty", rule("Empty Cell"))
    face_down = Need("Face Down", "is face down", rule("Face Down"))
    red = (
        Alternative(PLACE, 3, ("Place Pebble", "on", cell), (empty_cell,), rule("Place Pebble")),
        Alternative(SCAN, 4, ("Scan", disc), (face_down,), rule("Scan")),
        Alternative(TAKE, 3, ("Take", card), (), rule("Take")),
        Alternative(RED_PASSES, 1, ("Pass",), passes=True),
    )
    blue = (
        Alternative(DEPLOY, 12, ("Deploy", Slot("Disc", 3, 4, DISCS), "to", cell), (), rule("Deploy")),
        Alternative(BLUE_PASSES, 1, ("Pass",), passes=True),
    )
    roll = (Alternative(0, 3, (Slot("Face", 1, 3, 1),), (), rule("Roll")),)
    return (
        Decision("offer", "", "", 0, ()),
        Decision("offer", "Red may act", "red options", 0, red),
        Decision("offer", "Blue may deploy", "blue options", 0, blue),
        Decision("roll", "The die", "roll options", 0, roll, rule("Roll")),
    )


def rules() -> tuple[Rule, ...]:
    sentences = [SENTENCES.get(name, name) for name in RULES]
    return tuple(
        Rule(name, said, (f"TOY-{k:03}",), Span("toy.rules", 10 + k, 5, 10 + k, 20), said)
        for k, (name, said) in enumerate(zip(RULES, sentences, strict=True))
    )


def program(fragile: bool = False) -> Program:
    """The game; a fragile one has a fault when a 3 is rolled."""
    return Program(
        name="Toy", label="The Toy", language="English", players=("Red", "Blue"), terms=Terms(), kinds=kinds(),
        pieces=pieces(), pieces_from=PIECES_FROM, locations=locations(), boards=(), decisions=decisions(),
        rules=rules(), examples=(), code=code(fragile), source_hash="fragile" if fragile else "toy",
    )  # fmt: skip


def game(fragile: bool = False) -> Game:
    """The rules of the game, compiled."""
    return Game.of(program(fragile))


def traced(mark: MarkCall | None) -> Game:
    """The rules as a simulation loads them."""
    return Game.of(program(), mark=mark)


def traced_fragile(mark: MarkCall | None) -> Game:
    return Game.of(program(fragile=True), mark=mark)
