"""What the interpreter knows about a game: names, kinds, pieces, places, decisions, rules. Plain data, no behaviour.

A `Program` is made by `dsl.lower` and read by `interpreter`. Everything in it is built of tuples, strings and numbers,
so that it can be kept as JSON and loaded without a parser.

Numbering. All pieces of the box have one numbering (0 … P-1); the pieces of a kind are a range of it. All locations
have one numbering: first the spaces of the boards and the places, then the pieces themselves (piece p is location
`pieces_from` + p, as what lies on a piece is there). An element of an enumeration, number range, set of players or of
directions is numbered from 0 in its kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dsl.board.text_drawing import Layout
from dsl.ir.nodes import Code
from dsl.source import Span
from dsl.terms import Choice, Terms


@dataclass(frozen=True, slots=True)
class Rule:
    """A named part of the rulebook: an action, a need, a rule, an ending, a statement. Its index is its number.

    `sentence` is the rule in words; `clauses` are the printed clauses that it encodes. `reason` is what is said where
    the game ends by it: when it ends, or what the rulebook says of it in its own words; else empty. `about`: the
    pieces of which a statement speaks, as numbers `start`, `stop` of each kind. `asked`: the decisions between actions
    to which turns or what is repeated can lead.
    """

    name: str
    sentence: str
    clauses: tuple[str, ...]
    span: Span
    reason: str = ""
    about: tuple[tuple[int, int], ...] = ()
    asked: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}" if self.sentence not in ("", self.name) else self.name

    @property
    def told(self) -> str:
        """The rule with its clauses and its place."""
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{self}{cited} ({self.span})"


Sort = Literal["enumeration", "range", "player", "direction", "piece", "space", "edge", "power"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A finite set of things. Its elements have the numbers `start` … `start` + len(`elements`) - 1.

    `elements` are their printed names; for a range, the numbers as text (`first` is the lowest number); for pieces
    the kind's own label (use `describe` of the interpreter to tell pieces apart).
    """

    name: str
    label: str
    plural: str
    sort: Sort
    start: int
    elements: tuple[str, ...]
    first: int = 0

    def is_nothing(self, value: int) -> bool:
        """Whether a stored value stands for nothing; of a range that has it, -1 is a number."""
        return value == -1 and not (self.sort == "range" and 0 <= -1 - self.first < len(self.elements))


@dataclass(frozen=True, slots=True)
class Seen:
    """Who sees a thing: everybody, the owner (of the piece or place), nobody, or one player (`player`).

    Once the piece has the flag `until`, everybody sees it. What is `stated` to be seen by all is seen wherever it is.
    """

    by: Literal["all", "owner", "nobody", "player"] = "all"
    player: int = -1
    until: str | None = None
    stated: bool = False

    @property
    def decides(self) -> bool:
        """Whether something is said, of a place or a piece, on who sees it."""
        return self.stated or self.by != "all"

    @property
    def everywhere(self) -> bool:
        """Whether it is seen by all wherever it lies."""
        return self.stated and self.by == "all"


@dataclass(frozen=True, slots=True)
class Attribute:
    """What every piece of a kind, a place, a board or a player has. Its values lie in a state array or in a constant
    table.

    `kind` names the kind of its values; None for a flag (0 or 1). A number range is stored as the number itself,
    everything else as the element's number. The values of this kind stand behind `skipped` others: those of the sorts
    before it in the kind that was given the attribute, or of the places before this one. `names`: the value is what the
    piece is called, instead of by its kind. `declared`: a line of the rulebook says so; else it is only counted.
    """

    name: str
    label: str
    kind: str | None
    storage: Literal["array", "table"]
    source: str
    seen: Seen
    skipped: int = 0
    names: bool = False
    declared: bool = True


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Pieces `start` … `stop` - 1. `owners` are players' numbers or -1, one for each piece: the first owners, if the
    owners are kept in the state (`OWNER`). `given`: they can get others. `ordered`: what lies on one lies in order.

    `seen`: who sees which piece it is, where the place says nothing of it. Whoever does not sees that it is one of the
    kind `seen_as`, if there is such a kind. `height`: so many pieces can lie on one another on one.
    `owner_seen`: all see whose it is, wherever it lies.
    """

    name: str
    label: str
    plural: str
    start: int
    stop: int
    owners: tuple[int, ...]
    attributes: tuple[Attribute, ...]
    unique: bool = False
    ordered: bool = False
    seen: Seen = Seen()
    seen_as: str = ""
    given: bool = False
    height: int = 0
    owner_seen: bool = False


@dataclass(frozen=True, slots=True)
class Location:
    """A space of a board or a place. `name` is what people call it ("C4", "the Stock of Imperial").

    `seen`: who sees the pieces that are there; its attributes say so themselves. `on`: pieces lie on it, not in it.
    """

    name: str
    kind: str
    owner: int = -1
    ordered: bool = False
    seen: Seen = Seen()
    board: str | None = None
    attributes: tuple[Attribute, ...] = ()
    on: bool = False

    @property
    def there(self) -> str:
        """Where something is that lies there."""
        return f"{'on' if self.board or self.on else 'in'} {self.name}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A named space of a board ("the Gate"); `bare`: one that is called without `the`, a town."""

    location: int
    label: str
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn shape: for each of its spaces (locations `start` …) the centre, in units of a space's width.

    x grows to the right, y downwards. `outline` are the corners of one space around its centre. `layout` draws the
    board in text; its spaces are counted from 0. `owner`: whose it is, -1 for nobody's.
    `joined` are pairs of its spaces that a line joins.
    """

    name: str
    label: str
    start: int
    centres: tuple[tuple[float, float], ...]
    outline: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...]
    layout: Layout | None = None
    attributes: tuple[Attribute, ...] = ()
    owner: int = -1
    joined: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of whom something is kept. `owner` is the player's number: what only owners see is their own."""

    name: str
    owner: int
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter in the text and the code of an answer.

    Its value is `(code - base) // stride % size + start`, with the base of its `Alternative`. A range kind's value is
    the number itself, every other kind's the element's number.
    """

    kind: str
    stride: int
    size: int
    start: int


@dataclass(frozen=True, slots=True)
class Need:
    """A condition of an alternative, in the order in which it is tested.

    `function` is a ``value`` function of the site's arguments and then the alternative's slots, in order: 1 if met.
    Where the needs before it are met, it may be told to whoever is asked whether this is, too, if they are `told` it
    here; and to the players of `anywhere` (bit p: player p), wherever the game is, if they were the ones to act.
    `can`: the action that must be possible for it, the first word of its answers, if it asks for that alone. What it
    asks `of_all` is of nothing that an answer names: it is the same whatever is done the action with.
    """

    name: str
    function: str
    rule: int
    told: bool = True
    anywhere: int = -1
    can: str = ""
    of_all: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """One form of answer: codes `base` … `base` + `size` - 1. `parts` are its words, with a slot where a value stands.

    The parts "Place Asteroid", "on", Slot(Cell) give the answer "Place Asteroid on C4". What `closes` ends steps that
    are taken in one go; a decision that has such an alternative is one of those steps. `name` is the rulebook's own
    word for the first part, where that is another.
    """

    base: int
    size: int
    parts: tuple[str | Slot, ...]
    needs: tuple[Need, ...] = ()
    rule: int = -1
    passes: bool = False
    closes: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """An answer that is a set, entered in steps: code 0 says that it is complete, code 1 + k adds element k.

    The arguments of the site hold, from number `at` on: the least and the greatest number of elements, the set so far
    in `words` words (bit k: element k of the kind of `size` elements), and the element chosen last, counted from 1.
    The `options` of the decision go by the numbers of the elements; chance takes any that is left. `within` names the
    options function that takes two sets besides, in words, and offers the elements of the second with which the answer
    can be completed by others of the first. Where a decision has a code behind those of the elements, it gives up.
    The functions of `needs` take the site's arguments: 1 if the set so far, as the whole answer, meets the need.
    `tried`: where that is asked for which sets are tried, so that it is not always found out whether one can do.
    """

    within: str
    at: int
    size: int
    words: int
    needs: tuple[Need, ...] = ()
    tried: tuple[Span, ...] = ()

    @property
    def all(self) -> int:
        """The set of all elements."""
        return (1 << self.size) - 1


@dataclass(frozen=True, slots=True)
class About:
    """A thing that a prompt names: which `argument` of the decision it is, and of what kind. `open`: all may know which
    it is, so far as they see it; else only whoever decides."""

    kind: str
    argument: int
    open: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of a decision site before the game. Its index in the program is its number (0 is no decision).

    `options` names the function that offers the legal codes; its arguments stand in the vector. An ``offer`` is a
    choice between actions, a ``choice`` one between things, a ``roll`` one by Chance, all outcomes equally likely. A
    ``draw`` is Chance's, too: which piece lies at the end of a pile without a known order. What is decided as a `part`
    belongs to the answer before it, which is the action that is done. In a ``secret`` one several players decide at
    once: its answers are the numbers of those who are not done; whoever is named is asked next, by another decision.
    `given` is the array that has for each player how many steps of their answer were given, `steps` the one with the
    codes of these, as many words for each player. `about` are the things of
    loops, rules and actions around that the prompt names, `inside` is what they stand in.

    In a program with worked examples the arguments of a roll are how many dice were rolled before it, and who rolls.
    Where actions are tested by what they lead to, `candidates` names the options function that leaves these tests out,
    and `allowed` the value function of the site's arguments and a code that it offers: 1 if that is legal.
    """

    sort: Literal["offer", "choice", "roll", "draw", "secret"]
    prompt: str
    options: str
    arguments: int
    alternatives: tuple[Alternative, ...]
    rule: int = -1
    several: Several | None = None
    part: bool = False
    given: str = ""
    steps: str = ""
    about: tuple[About, ...] = ()
    inside: str = ""
    candidates: str = ""
    allowed: str = ""

    @property
    def drawn_among(self) -> str:
        """The options function with all that a random draw starts from: the candidates, or else the options."""
        return self.candidates or self.options


@dataclass(frozen=True, slots=True)
class Sum:
    """A number that is worked out: `number` is a value function; `parts` are such, too, each behind its sign, of which
    it is put together; none where it is not put together so."""

    number: str
    parts: tuple[tuple[str, str], ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        return self.number, *(name for _, name in self.parts)


@dataclass(frozen=True, slots=True)
class Weighing:
    """What a sentence of a need compares: both sides. `need` is where that stands."""

    need: Span
    span: Span
    sides: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Noting:
    """What is noted in `NOTED` where play comes to a comparison, or to a number that gets a name: at `word` how often
    it came there, behind that, for each of `sides`, the number and the parts behind these signs."""

    span: Span
    word: int
    sides: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        return 1 + sum(1 + len(signs) for signs in self.sides)


Line = Literal[
    "given", "then", "won", "does", "chooses", "rolls", "passes", "closes", "offered", "choosable", "passable", "asked"
]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an example.

    given: `function` is a procedure without decisions. then: it is a value function, 1 if the line holds. does: it is
    one of a site and a code, 1 if this code is the answer that is meant; `sites` are those where the action is offered,
    `alternative` is the first word of its answers. chooses, rolls: it is one of an element, 1 if this one is meant;
    `sites` are those where such a thing can be chosen, `alternative` is a way that is meant, where ways are chosen.
    passes, closes: it is empty; `alternative` is how steps in one go are ended. `who` answers: a player, the number of
    players for Chance, -1 for whoever is asked.

    Of rolls `who` is the player who is said to roll. offered, choosable: as does and chooses, but nothing is answered;
    it holds if such an answer is legal now. passable: it holds if `who` is asked and may pass.
    asked: it holds if `who` is asked, with -1 if nobody is. `negative`: it
    must not hold. `meant`: where a then line says that the needs of an action are met, what `function` is for does.
    won: as then, of who has won. `things`: for each thing that a line describes, and takes for granted, a value
    function that is not 1 if there is none, and where it is described. `values`: for each value that a then line
    compares, a value function, its kind and where it stands; `told`: the same of all that the line says, where that is
    nothing but what some values are, each with the place where it is said what it is; `about`: the pieces of which it
    speaks, as for a rule.
    `choosable`: of a power without which an action cannot be done, a value function that is 0 where there is nothing
    to choose for it; `instead`: decisions that are open in place of one of `sites`, in another branch of an `if`.
    `weighed`: what the needs compare of an action that cannot be done; `summed`: of what the number is put together
    that a then line tells; `noted`: of which notings it can have come that it holds. `ways`: where the needs stand of
    such an action that want a walk to be left, each with a value function of a space, 1 if that is on the walk.
    """

    sort: Line
    sentence: str
    span: Span
    function: str = ""
    who: int = -1
    sites: tuple[int, ...] = ()
    alternative: str = ""
    negative: bool = False
    meant: str = ""
    things: tuple[tuple[str, Span], ...] = ()
    values: tuple[tuple[str, str, Span], ...] = ()
    told: tuple[tuple[str, str, Span], ...] = ()
    about: tuple[tuple[int, int], ...] = ()
    choosable: str = ""
    instead: tuple[int, ...] = ()
    weighed: tuple[Weighing, ...] = ()
    summed: Sum | None = None
    noted: tuple[int, ...] = ()
    ways: tuple[tuple[Span, str], ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of all functions that running the line can call."""
        asked = *(name for name, _ in self.things), *(name for name, _, _ in self.values), *(n for _, n in self.ways)
        sums = (*(side for weighing in self.weighed for side in weighing.sides), *filter(None, (self.summed,)))
        numbers = (name for one in sums for name in one.functions)
        return tuple(name for name in (self.function, self.meant, self.choosable, *asked, *numbers) if name)


@dataclass(frozen=True, slots=True)
class Picked:
    """A piece that a line brings in: its word of `VARIABLES`, and where the line stands. Of several that can be meant
    the first is taken; if the first word of `OTHERS` is the `number`, as many are passed over as the second says. It is
    one of those from `start` to before `stop`."""

    number: int
    word: int
    span: Span
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: `start` is a procedure that takes the place of the main one. Cited clauses in `rule`.

    `phase` is the one in which it plays, and with which it ends; empty if it plays from the beginning. `names`: the
    pieces that have names of their own in it, (name, its word of `VARIABLES`). `begins`: something is given before
    anybody does anything. `given`: where nobody does anything in it, the procedure that makes true what is given, and
    nothing more. `told`: the numbers of the pieces of which its lines speak by the names of the rulebook.
    """

    title: str
    start: str
    steps: tuple[Step, ...]
    rule: int
    names: tuple[tuple[str, int], ...] = ()
    phase: str = ""
    picked: tuple[Picked, ...] = ()
    begins: bool = False
    given: str = ""
    told: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """A rule on how a piece stands to a space, which can be tried out on a board: `function` is a value function of who
    acts, the piece and the space. `rule` is the line where the rule stands; `flags` are the piece's that count."""

    function: str
    rule: int
    piece: str
    space: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """A whole game, ready for a back end. `terms` is how it is played; the `known` numbers of players and variants,
    and `choices`, are what can be agreed on. `forms` are the ways in which the rulebook is to be right, the usual one
    first.

    `seats` are the players, where they have attributes, else none. `reaches` and `notings` come with the examples.
    `absent` are the actions that there are on other terms: what each is called, and with what it is there. `sets` are
    the kinds of pieces of which the suspended program may hold sets. `source_hash` is that of the text, `rules_hash` of
    what it says, whatever its notes and layout.
    """

    name: str
    label: str
    language: str
    players: tuple[str, ...]
    terms: Terms
    kinds: tuple[Kind, ...]
    pieces: tuple[PieceKind, ...]
    pieces_from: int
    locations: tuple[Location, ...]
    boards: tuple[Board, ...]
    decisions: tuple[Decision, ...]
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    code: Code
    source_hash: str
    known_variants: tuple[str, ...] = ()
    known_players: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()
    forms: tuple[Terms, ...] = ()
    sets: tuple[str, ...] = ()
    rules_hash: str = ""
    absent: tuple[tuple[str, str], ...] = ()
    seats: tuple[Seat, ...] = ()
    reaches: tuple[Reach, ...] = ()
    notings: tuple[Noting, ...] = ()


SET_UP = "setup"  # the procedure of what is done before the game
EFFECT = "effect."  # begins the names of the procedures that carry out an action or power

# Arrays of the position that the interpreter reads by name, besides those in dsl.ir.nodes.
ACTIVE = "game.active"  # the player whose turn it is, -1 for nobody; not in all games
BEGINS = "example.begins"  # with whom the first turns of an example begin, and with whom if they have nobody; -1
AT = "piece.at"  # for each piece its location
VARIABLES = "example.variables"  # the things that a worked example speaks of
NOTED = "example.noted"  # the numbers to which play came since it was cleared, by the `Noting`
OTHERS = "example.others"  # of which piece that an example brings in another is taken, and how many before that
SPOKEN = "example.spoken"  # for each piece whether a given line has named it, put it somewhere or given it a value
AGENDA = "agenda."  # begins the names of the arrays of what waits to follow; pieces stand in them by their numbers
OWNER = "piece.owner"  # for each piece its owner or -1; where no owner ever changes, `PieceKind` alone says it
RANK = "piece.rank"  # for each piece in an ordered location how many surely lie below; equal ranks have no order
KNOWN = "piece.known"  # for each piece who knows it: bit p is player p, the next one the onlookers; not in all games
NOTICED = "piece.noticed"  # for each piece who got to know it since the last answer; not kept
WINS = "game.wins"  # for each player 1 if they won
SCORES = "game.scores"  # for each player what they have in the end; not in all games
ENDING = "game.ending"  # the number of the rule that ended the game, -1 while it runs

# The value functions that say who sees what (`dsl.lower.visibility`), each of a reader and a thing: whether the reader
# knows which piece it is; which of its attributes, as a set of their numbers; which of those of a place, a board or a
# seat, whose numbers come one after the other. ALIKE is one of a reader and two pieces: whether these look alike.
SIGHT = "sight: "  # begins the names of all these functions, and of what they call
SEES, VALUES, VALUES_OF_PLACE, ALIKE = (SIGHT + name for name in ("sees", "values", "values of place", "alike"))
