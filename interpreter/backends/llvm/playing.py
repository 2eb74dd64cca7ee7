"""Whole games of players who take any option, as one function in LLVM's language.

It goes on from game to game until all are played, or until there is something that it leaves to Python: a decision of
which it does not know how the decider tells the options apart, or what compiled code gives up. Python does that, and
calls it again. Each draw is the one that `interpreter.bots.random_player` makes.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.ir.layout import ANSWER_AT, RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import FRAME, OVER, SUSPENDED, Code
from dsl.ir.program import ALIKE, ENDING, SCORES, SIGHT, WINS, Program
from dsl.ir.visit import call_graph, reached
from interpreter.backends.llvm.builder import Body, symbol
from interpreter.backends.llvm.decision_tables import names_pieces, tables
from interpreter.backends.llvm.drawing import table
from interpreter.backends.llvm.look_alikes import Apart
from interpreter.backends.llvm.module import emit, size_of
from interpreter.backends.llvm.program import GAMES_ENTRY, Native
from interpreter.backends.llvm.protocol import (
    ALL_PLAYED,
    ANSWER,
    BEFORE,
    BEGUN,
    COUNTED,
    COUNTS,
    DECISIONS,
    DIFFERENT,
    EMPTY,
    ENDS,
    FIRST_SEED,
    FIRST_STOP,
    GAME,
    GAMES,
    GIVE,
    GROUPS,
    KEEPS,
    LEFT,
    LONGEST,
    LUCK_WORD,
    MOST_COUNTED,
    PICKED,
    QUEUED,
    ROW,
    STAMP,
)
from interpreter.backends.llvm.set_answers import Entering, entering_tables, most_words
from interpreter.backends.llvm.vector import placed, total
from interpreter.backends.llvm.words import Words
from interpreter.backends.pipeline import played
from interpreter.library.chance import LUCK
from interpreter.library.context import GIVEN_UP, OFFERS, RULE
from interpreter.library.drawing import DECISION, drawn, listed
from interpreter.library.entering import begin, enter, take_first
from interpreter.library.grouping import MOST_GROUPED, all_apart, firsts_of_groups, member, members, place_of, represent
from interpreter.library.memory import signed
from interpreter.library.randomness import STEP, draw, mixed, place
from interpreter.library.tallying import tally
from interpreter.library.uniqueness import is_alone
from interpreter.state.appearance import prints

ENDS_ROOM = 1024  # rows that the table at `ENDS` has room for; `DIFFERENT` is how many stand there,
MOST_ENDS = 768  # and with so many it is to be emptied

# How a game ended: how many decisions players made, the fault (0 for none) and its rule, the status, then the words of
# ENDING, WINS and, if there are any, SCORES.
ROW_DECISIONS, ROW_FAULT, ROW_RULE, ROW_STATUS, ROW_ENDING, ROW_WINS = range(6)

_ALGORITHMS = (listed, drawn, draw, mixed, place, tally, begin, enter, take_first, is_alone)
_ON_LOOKS = (all_apart, represent, firsts_of_groups, place_of, members, member)


def native_program(program: Program, code: Code, *, trace: bool = False) -> Native:
    """A program as text, with the function that plays whole games of it. `code` are its functions as `ready` makes
    them, with the same `trace`, and those of who sees what; what play does not come to is left to Python."""
    rules = {name: function for name, function in code.functions.items() if not name.startswith(SIGHT)}
    size = size_of(replace(code, functions=rules))
    looks = {ALIKE} if names_pieces(program) else set()
    left_out = code.functions.keys() - played(code, program.decisions) - reached(call_graph(code), looks)
    algorithms = (*_ALGORITHMS, *(_ON_LOOKS if looks else ()))
    games, made = _Games(program, code), emit(code, trace=trace, left_out=left_out, algorithms=algorithms)
    pieces = max((kind.stop for kind in program.pieces), default=0)
    numbers = {name: number for number, name in enumerate(code.functions)}
    text = f"{made.text}{entering_tables(program, code)}{tables(program, code)}"
    text += f"{table(program.decisions, numbers)}{games.text()}"
    stamps, sets = (program.pieces_from + 1) * (1 + max(prints(program))), most_words(program)
    return replace(made, text=text, watched=games.watched, size=size, stamps=stamps, sets=sets, pieces=pieces)


# ------------------------------------------------------------------------------------------------------------ the games


class _Games(Words):
    """Writes the function. Words of the third argument are read and written by their numbers."""

    def __init__(self, program: Program, code: Code) -> None:
        self._program = program
        self._code = code
        super().__init__(Body())
        self._arrays = placed(code.arrays)
        self._numbers = {name: number for number, name in enumerate(code.functions)}
        self._size = total(self._arrays.values())
        self._apart = Apart(self._body, program, self._arrays, self._numbers[ALIKE])
        found = [self._arrays[name] for name in (ENDING, WINS, SCORES) if name in self._arrays]
        self.watched = tuple(word for a in found for word in range(a.offset, a.offset + a.count))

    def text(self) -> str:
        body = self._body
        for write in (self._next, self._begin, self._ask, self._give, self._end):
            write()
        head = f"define i64 @{GAMES_ENTRY}(ptr noalias %S, ptr noalias %X, ptr noalias %A) nounwind {{"
        return "\n".join([head, "entry:", *body.places, "  br label %start", "start:", *body.lines, "}\n"])

    # ----------------------------------------------------------------------------------------------------------- words

    def _copy(self, to: str, of: str) -> None:
        self._body.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {of}, i64 {8 * self._size}, i1 false)")

    def _call(self, name: str) -> str:
        return self._body.let(f"call i64 @e{self._numbers[name]}(ptr %S, ptr %X, ptr %A)")

    def _to_python(self, label: str, reason: int) -> None:
        """A block that leaves to Python what it is there for; the fault, if there was one, is over."""
        self._body.start(label)
        self._body.line("store i64 0, ptr %X, align 8")
        self._body.leave(f"ret i64 {reason}")

    # ----------------------------------------------------------------------------------------------------- from the top

    def _next(self) -> None:
        """A new game, or on with the one that has begun."""
        body = self._body
        body.start("next")
        wanted = f"load atomic i64, ptr {self._at('%A', GAMES)} monotonic, align 8"  # another thread may want fewer
        games = body.let(wanted)
        body.branch(self._is(self._read("%A", GAME), "slt", games), "more", "all")
        body.start("all")
        body.leave(f"ret i64 {ALL_PLAYED}")
        body.start("more")
        body.branch(self._is(self._read("%A", DIFFERENT), "slt", MOST_ENDS), "room", "no_room")
        self._to_python("no_room", EMPTY)
        body.start("room")
        body.branch(self._is(self._read("%A", BEGUN), "ne", 0), "ask", "begin")

    def _begin(self) -> None:
        """From the first stop, to which play always comes in the same way: chance draws where it is asked only."""
        body = self._body
        body.start("begin")
        body.line("store i64 0, ptr %X, align 8")
        self._copy("%S", self._read("%A", FIRST_STOP, "ptr"))
        steps = body.let(f"mul i64 {self._read('%A', GAME)}, {signed(STEP)}")
        seed = self._mixed(body.let(f"add i64 {self._read('%A', FIRST_SEED)}, {steps}"))
        self._write("%S", RANDOM_AT, seed)
        self._write("%A", LUCK_WORD, self._mixed(body.let(f"xor i64 {seed}, {signed(LUCK)}")))
        self._write("%A", LEFT, self._read("%A", LONGEST))
        self._write("%A", DECISIONS, 0)
        self._write("%A", QUEUED, 0)
        self._write("%A", BEGUN, 1)
        body.jump("ask")

    def _after(self, status: str, given_up: str) -> None:
        """What follows when the program stops: the next decision, the end, or a fault."""
        body = self._body
        fault, well, failed, over = self._read("%X", 0), body.name(), body.name(), body.name()
        body.branch(self._is(fault, "eq", 0), well, failed)
        body.start(failed)
        body.branch(self._is(fault, "eq", GIVEN_UP), given_up, "end")
        body.start(well)
        body.branch(self._is(status, "eq", SUSPENDED), "ask", over)
        body.start(over)
        self._write("%S", STATUS_AT, OVER)
        body.jump("end")

    def _ask(self) -> None:
        """Draws an answer to the open decision, unless the game is over."""
        body = self._body
        body.start("ask")
        luck = body.place("i64")
        body.line(f"store i64 {self._read('%A', LUCK_WORD)}, ptr {luck}, align 8")
        body.need(self._is(self._read("%S", STATUS_AT), "ne", OVER), "end")
        site = self._site()
        entering = Entering(body, site)
        self._is_drawn = body.place("i64")
        body.line(f"store i64 0, ptr {self._is_drawn}, align 8")
        offers, count = self._offered(*entering.asked())
        body.branch(self._is(self._read("%S", WHO_AT), "eq", len(self._program.players)), "chance", "player")
        body.start("chance")
        self._write("%A", PICKED, self._read(offers, self._number("%S", RANDOM_AT, count)))
        entering.drawn()
        body.start("player")
        self._pick(entering, site, offers, count)
        entering.picked()
        body.start("answered")
        counts = body.let(f"zext i1 {self._counts()} to i64")
        self._add(self._read("%A", COUNTS, "ptr"), body.let(f"load i64, ptr {entering.options}, align 8"), counts)
        self._add("%A", DECISIONS, 1)
        self._add("%A", LEFT, -1)
        entering.give_all()
        self._draw(site)
        body.start("to_python")
        self._write("%A", LUCK_WORD, body.let(f"load i64, ptr {luck}, align 8"))
        self._to_python("undrawn", ANSWER)

    def _site(self) -> str:
        """The open decision."""
        body, site, decisions = self._body, self._read("%S", SITE_AT), len(self._program.decisions)
        body.need(self._is(site, "ult", decisions), "to_python")
        if decisions > 2:
            return site
        body.need(self._is(site, "eq", 1), "to_python")
        return "1"  # there is no other, so that the compiler knows all of it

    def _counts(self) -> str:
        """Whether options are counted in this game."""
        return self._is(self._read("%A", GAME), "slt", self._read("%A", COUNTED))

    def _draw(self, site: str) -> None:
        """Draws an answer that is one code. Where options are counted, or others may look like it, they are listed."""
        body = self._body
        body.start("draw")
        who = self._read("%S", WHO_AT)
        by_chance = self._is(who, "eq", len(self._program.players))
        words = self._at("%S", RANDOM_AT), self._at("%A", LUCK_WORD)
        word = body.let(f"select i1 {by_chance}, ptr {words[0]}, ptr {words[1]}")
        row = self._at("@rows", body.let(f"mul i64 {site}, {DECISION}"))
        code = body.let(f"call i64 @{symbol(drawn)}(ptr %X, ptr %S, ptr {row}, ptr {word}, i64 0)")
        body.need(self._is(code, "sge", 0), "to_python")
        self._write("%A", PICKED, code)
        body.branch(by_chance, "chance_drew", "player_drew")
        body.start("chance_drew")
        self._add("%A", LEFT, -1)
        body.jump("give")
        body.start("player_drew")
        body.line(f"store i64 1, ptr {self._is_drawn}, align 8")
        body.need(self._is(who, "ult", len(self._program.players)), "to_python")
        body.branch(self._counts(), "one", "look_alone")
        body.start("look_alone")
        body.branch(self._apart.alone(site, who, code), "answered", "one")

    def _offered(self, find: str, arguments: str) -> tuple[str, str]:
        """The options, each once and in rising order: where they are, and how many."""
        body = self._body
        entry = body.let(f"ptrtoint ptr {find} to i64")
        count = body.let(f"call i64 @{symbol(listed)}(ptr %X, ptr %S, i64 {entry}, ptr {arguments})")
        body.need(self._is(count, "sgt", 0), "to_python")
        return self._read("%X", OFFERS, "ptr"), count

    def _pick(self, entering: Entering, site: str, offers: str, count: str) -> None:
        """Takes one of the options, unless one has been drawn."""
        body = self._body
        body.need(self._is(self._read("%S", WHO_AT), "ult", len(self._program.players)), "to_python")
        if names_pieces(self._program):
            alike = self._apart.told_apart(site, offers, count)
            apart, grouped = body.name(), body.name()
            body.branch(self._is(alike, "eq", 0), apart, grouped)
            body.start(grouped)
            self._of_groups(entering, offers, count)
            body.start(apart)
        body.need(self._is(count, "ult", self._read("%A", MOST_COUNTED)), "to_python")
        entering.counts(count)
        undrawn = body.name()
        body.branch(self._was_drawn(), "picked", undrawn)
        body.start(undrawn)
        self._write("%A", PICKED, self._read(offers, self._any(count)))
        body.jump("picked")

    def _was_drawn(self) -> str:
        return self._is(self._body.let(f"load i64, ptr {self._is_drawn}, align 8"), "ne", 0)

    def _of_groups(self, entering: Entering, offers: str, count: str) -> None:
        """Takes one of those that look alike, after one of the groups of them; or what was drawn, once in so many times
        as there are that look like it."""
        body, own = self._body, self._read("%A", GROUPS, "ptr")
        drawn, any_ = body.name(), body.name()
        firsts = self._at(own, MOST_GROUPED)
        met = f"ptr {self._at(own, 2 * MOST_GROUPED)}, ptr {self._at('%A', STAMP)}"
        groups = body.let(f"call i64 @{symbol(firsts_of_groups)}(ptr {own}, i64 {count}, ptr {firsts}, {met})")
        entering.counts(groups)
        body.branch(self._was_drawn(), drawn, any_)
        body.start(drawn)
        picked = self._read("%A", PICKED)
        at = body.let(f"call i64 @{symbol(place_of)}(ptr {offers}, i64 {count}, i64 {picked})")
        many = self._members(own, count, self._read(own, at))
        body.branch(self._is(self._any(many), "eq", 0), "picked", any_)
        body.start(any_)
        like = self._read(own, self._read(firsts, self._any(groups)))
        number = self._any(self._members(own, count, like))
        given = f"ptr {own}, ptr {offers}, i64 {count}, i64 {like}, i64 {number}"
        self._write("%A", PICKED, body.let(f"call i64 @{symbol(member)}({given})"))
        body.jump("picked")

    def _members(self, own: str, count: str, like: str) -> str:
        return self._body.let(f"call i64 @{symbol(members)}(ptr {own}, i64 {count}, i64 {like})")

    def _any(self, count: str) -> str:
        """A number below `count`, which a player draws; where there is one only, nothing is drawn."""
        body = self._body
        start, several, after = body.block, body.name(), body.name()
        body.branch(self._is(count, "eq", 1), after, several)
        body.start(several)
        number = self._number("%A", LUCK_WORD, count)
        body.start(after)
        return body.joined("i64", [("0", start), (number, several)])

    def _number(self, base: str, word: int, count: str) -> str:
        """A number below `count`; the word from which it is drawn moves on."""
        body = self._body
        drawn = body.let(f"call i64 @{symbol(draw)}(ptr {base}, i64 {word})")
        return body.let(f"call i64 @{symbol(place)}(i64 {drawn}, i64 {count})")

    def _mixed(self, value: str) -> str:
        return self._body.let(f"call i64 @{symbol(mixed)}(i64 {value})")

    def _give(self) -> None:
        """Goes on with the answer. The state before is kept, to go back to it, once something has been given up."""
        body = self._body
        body.start("give")
        before, keeps = self._read("%A", BEFORE, "ptr"), self._is(self._read("%A", KEEPS), "ne", 0)
        body.branch(keeps, "keep", "kept")
        body.start("keep")
        self._copy(before, "%S")
        body.start("kept")
        self._write("%S", ANSWER_AT, self._read("%A", PICKED))
        for name, array in self._arrays.items():
            if name.startswith(FRAME):
                waits, not_here = body.name(), body.name()
                body.branch(self._is(self._read("%S", array.offset), "ne", 0), waits, not_here)
                body.start(waits)
                self._after(self._call(name[len(FRAME) :]), "given_up")
                body.start(not_here)
        body.start("given_up")
        body.branch(keeps, "put_back", "to_give")
        body.start("put_back")
        self._copy("%S", before)
        self._to_python("to_give", GIVE)

    def _end(self) -> None:
        """Counts how the game ended."""
        body = self._body
        body.start("end")
        row, table = self._read("%A", ROW, "ptr"), self._read("%A", ENDS, "ptr")
        self._write(row, ROW_DECISIONS, self._read("%A", DECISIONS))
        self._write(row, ROW_FAULT, self._read("%X", 0))
        self._write(row, ROW_RULE, self._read("%X", RULE))
        self._write(row, ROW_STATUS, self._read("%S", STATUS_AT))
        for number, word in enumerate(self.watched):
            self._write(row, ROW_ENDING + number, self._read("%S", word))
        width = ROW_ENDING + len(self.watched)
        known = body.let(f"call i64 @{symbol(tally)}(ptr {table}, i64 {ENDS_ROOM}, ptr {row}, i64 {width})")
        self._add("%A", DIFFERENT, body.let(f"sub i64 1, {known}"))
        self._add("%A", GAME, 1)
        self._write("%A", BEGUN, 0)
        body.jump("next")
