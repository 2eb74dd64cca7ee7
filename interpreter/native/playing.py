"""Whole games of players who take any option, as one function in LLVM's language.

It goes on from game to game until all are played, or until there is something that it leaves to Python: a decision of
which it does not know how the decider tells the options apart, or what compiled code gives up. Python does that, and
calls it again. Each draw is the one that `interpreter.random_player` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.ir import FRAME, OVER, SUSPENDED, Code
from dsl.layout import ANSWER_AT, ARGUMENTS_AT, RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.program import AT, ENDING, SCORES, WINS, Program
from interpreter.chance import LUCK, STEP, TIMES, signed
from interpreter.native.grouping import GROUPING
from interpreter.native.program import GAMES_ENTRY, Native
from interpreter.native.sorting import SORTED
from interpreter.native.tallying import TALLYING
from interpreter.native.telling import prints, tables
from interpreter.native.text import emit, unplayed
from interpreter.native.vector import FALLEN, GIVEN_UP, OFFERED, OFFERS, RULE, placed, total
from interpreter.native.words import Words
from interpreter.native.writing import Body

# The words of the third argument: addresses and counts that are given, then how far it is, then what Python is to do.
# Games have numbers, from which `interpreter.chance.seed_of` makes their seeds; GAMES is the number after the last. The
# state before an answer is kept for Python where KEEPS is not 0: once compiled code has given up an answer.
FIRST_SEED, GAMES, ENDS, FIRST_STOP, BEFORE, COUNTS, MOST_COUNTED, STAMPS, MOST_STAMPS, LONGEST, GROUPS, ROW = range(12)
GAME, BEGUN, LUCK_WORD, LEFT, DECISIONS, STAMP, PICKED, DIFFERENT, KEEPS = range(12, 21)
CONTROL_WORDS = 21
MOST_GROUPED = 256  # options; GROUPS leads to room for their representatives, and for the firsts of the groups
ENDS_ROOM = 1024  # rows that the table at ENDS has room for; DIFFERENT is how many stand there,
MOST_ENDS = 768  # and with so many it is to be emptied

ALL_PLAYED, EMPTY, ANSWER, GIVE = range(4)  # what it returns: done; empty the table; answer; give the code PICKED

# How a game ended: how many decisions players made, the fault (0 for none) and its rule, then the words of ENDING, WINS
# and, if there are any, SCORES.
ROW_DECISIONS, ROW_FAULT, ROW_RULE, ROW_ENDING, ROW_WINS = range(5)


def native_program(program: Program, code: Code, *, trace: bool = False) -> Native:
    """A program as text, with the function that plays whole games of it. `code` are its functions as `ready` makes
    them, with the same `trace`; what play does not come to is left to Python."""
    games, made = _Games(program, code), emit(code, trace=trace, left_out=unplayed(code, program.decisions))
    text = f"{made.text}{SORTED}{GROUPING}{TALLYING}{tables(program, code, placed(code.arrays))}{games.text()}"
    stamps = (program.pieces_from + 1) * (1 + max(games.prints))
    return replace(made, text=text, watched=games.watched, stamps=stamps)


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
        self.prints = prints(program)
        self.pieces = max((kind.stop for kind in program.pieces), default=0)
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
        body.branch(self._is(self._read("%A", GAME), "slt", self._read("%A", GAMES)), "more", "all")
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
        """The options of the open decision, each once and in rising order."""
        body = self._body
        body.start("ask")
        site = self._site()
        find = body.let(f"load ptr, ptr {body.let(f'getelementptr ptr, ptr @asked, i64 {site}')}, align 8")
        body.let(f"call i64 {find}(ptr %S, ptr %X, ptr {self._at('%S', ARGUMENTS_AT)})")
        body.need(self._is(self._read("%X", 0), "eq", 0), "to_python")
        offers = self._read("%X", OFFERS, "ptr")
        given = f"i64 {self._read('%X', OFFERED)}, i64 {self._read('%X', FALLEN)}"
        count = body.let(f"call i64 @sorted(ptr {offers}, {given})")
        body.need(self._is(count, "sgt", 0), "to_python")
        body.branch(self._is(self._read("%S", WHO_AT), "eq", len(self._program.players)), "chance", "player")
        self._to_python("to_python", ANSWER)
        body.start("chance")
        self._write("%A", PICKED, self._read(offers, self._number("%S", RANDOM_AT, count)))
        body.jump("give")
        body.start("player")
        body.need(self._is(self._read("%S", WHO_AT), "ult", len(self._program.players)), "to_python")
        alike = self._told_apart(site, offers, count)
        apart, grouped = body.name(), body.name()
        body.branch(self._is(body.let(f"load i64, ptr {alike}, align 8"), "eq", 0), apart, grouped)
        body.start(grouped)
        self._of_groups(offers, count)
        body.start(apart)
        self._player(offers, count)

    def _site(self) -> str:
        """The open decision, which is asked only while the game runs, and for as many answers as it may have."""
        body = self._body
        running = self._is(self._read("%S", STATUS_AT), "ne", OVER)
        left = self._is(self._read("%A", LEFT), "sgt", 0)
        body.branch(body.let(f"and i1 {running}, {left}"), "goes_on", "end")
        body.start("goes_on")
        site = self._read("%S", SITE_AT)
        body.need(self._is(site, "ult", len(self._program.decisions)), "to_python")
        body.need(self._is(self._read("@natively", site), "ne", 0), "to_python")
        return site

    def _told_apart(self, site: str, offers: str, count: str) -> str:
        """Finds the pieces that stand in one slot and look alike; where it says whether there are any.

        Such have one print and lie at one place; if that is not all there is to it, it is left to Python.
        """
        body = self._body
        row, self._alike = body.place("i64"), body.place("i64")
        body.line(f"store i64 0, ptr {self._alike}, align 8")
        body.line(f"store i64 {self._read('@starts', site)}, ptr {row}, align 8")
        stop = self._read("@starts", body.let(f"add i64 {site}, 1"))
        body.start("slots")
        now = body.let(f"load i64, ptr {row}, align 8")
        body.branch(self._is(now, "slt", stop), "slot", "apart")
        body.start("slot")
        self._add("%A", STAMP, 1)
        first = body.let(f"mul i64 {now}, 5")
        figures = [self._read("@slots", body.let(f"add i64 {first}, {number}")) for number in range(5)]
        self._pieces(figures, offers, count)
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {row}, align 8")
        body.jump("slots")
        body.start("apart")
        return self._alike

    def _pieces(self, figures: Sequence[str], offers: str, count: str) -> None:
        """Looks at the pieces that stand in one slot: of the codes up to `past`, which have the same piece as the one
        before, at the first only."""
        body = self._body
        base, limit, stride, size, start = figures
        turn, past = body.place("i64"), body.place("i64")
        body.line(f"store i64 0, ptr {turn}, align 8")
        body.line(f"store i64 {base}, ptr {past}, align 8")
        body.start("codes")
        now = body.let(f"load i64, ptr {turn}, align 8")
        body.branch(self._is(now, "slt", count), "code", "slot_done")
        body.start("code")
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {turn}, align 8")
        code = self._read(offers, now)
        new = self._is(code, "sge", body.let(f"load i64, ptr {past}, align 8"))
        inside = body.let(f"and i1 {new}, {self._is(code, 'slt', limit)}")
        body.branch(inside, "in_slot", "codes")
        body.start("in_slot")
        value = body.let(f"udiv i64 {body.let(f'sub i64 {code}, {base}')}, {stride}")
        piece = body.let(f"add i64 {body.let(f'urem i64 {value}, {size}')}, {start}")
        body.branch(self._is(piece, "sge", 0), "piece", "codes")
        body.start("piece")
        self._stamped(piece, now, offers, count, stride)
        body.start("alone")
        stop = body.let(f"mul i64 {body.let(f'add i64 {value}, 1')}, {stride}")
        body.line(f"store i64 {body.let(f'add i64 {stop}, {base}')}, ptr {past}, align 8")
        body.jump("codes")
        body.start("slot_done")

    def _stamped(self, piece: str, turn: str, offers: str, count: str, stride: str) -> None:
        """Leaves a stamp where the piece is, or finds that of the first that looks like it.

        All pieces that lie on others are as if in one place: what they lie on may look alike, too.
        """
        body, most = self._body, self._read("%A", MOST_STAMPS)
        body.need(self._is(piece, "ult", self.pieces), "to_python")
        at = self._read("%S", body.let(f"add i64 {piece}, {self._arrays[AT].offset}"))
        at = body.let(f"call i64 @llvm.umin.i64(i64 {at}, i64 {self._program.pieces_from})")
        first = body.let(f"mul i64 {at}, {1 + max(self.prints)}")
        own = body.let(f"mul i64 {self._read('%S', WHO_AT)}, {self.pieces}")
        print_ = self._read("@prints", body.let(f"add i64 {own}, {piece}"))
        where = body.let(f"add i64 {first}, {print_}")
        body.need(self._is(where, "ult", most), "to_python")
        round_ = body.let(f"shl i64 {self._read('%A', STAMP)}, 32")
        stamp = body.let(f"or i64 {round_}, {piece}")
        stamps = self._read("%A", STAMPS, "ptr")
        old = self._read(stamps, where)
        body.branch(self._is(old, "ult", round_), "free", "taken")
        body.start("free")
        self._write(stamps, where, stamp)
        body.jump("alone")
        body.start("taken")
        body.branch(self._is(old, "eq", stamp), "alone", "like")
        body.start("like")
        other = body.let(f"and i64 {old}, {2**32 - 1}")
        self._like(at, body.let(f"add i64 {own}, {piece}"), offers, count)
        self._same_attributes(piece, other)
        less = body.let(f"mul i64 {body.let(f'sub i64 {other}, {piece}')}, {stride}")
        self._add(self._read("%A", GROUPS, "ptr"), turn, less)
        body.jump("codes")

    def _like(self, at: str, own: str, offers: str, count: str) -> None:
        """Goes on if one that is at this place is like another with its print. The first time each option becomes its
        own representative."""
        body = self._body
        body.need(self._is(self._read("@plain", own), "ne", 0), "to_python")
        body.need(self._is(at, "ult", len(self._program.locations)), "to_python")
        body.need(self._is(self._read("@ordered", at), "eq", 0), "to_python")
        body.branch(self._is(body.let(f"load i64, ptr {self._alike}, align 8"), "eq", 0), "first_like", "more_like")
        body.start("first_like")
        body.need(self._is(count, "sle", MOST_GROUPED), "to_python")
        self._nothing_lies_on_pieces()
        size = body.let(f"mul i64 {count}, 8")
        room = self._read("%A", GROUPS, "ptr")
        body.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {room}, ptr {offers}, i64 {size}, i1 false)")
        body.line(f"store i64 1, ptr {self._alike}, align 8")
        body.jump("more_like")
        body.start("more_like")

    def _same_attributes(self, piece: str, other: str) -> None:
        """Goes on if two pieces of a kind do not differ in what can change."""
        body = self._body
        first, second = self._read("@own", piece), self._read("@own", other)
        stop = self._read("@own", body.let(f"add i64 {piece}, 1"))
        start, turn = body.block, body.name()
        body.jump("attributes")
        body.start("attributes")
        next_ = f"%{body.name()}"
        now = body.let(f"phi i64 [ {first}, %{start} ], [ {next_}, %{turn} ]")
        body.branch(self._is(now, "slt", stop), turn, "same_attributes")
        body.start(turn)
        body.line(f"{next_} = add i64 {now}, 1")
        beside = body.let(f"add i64 {second}, {body.let(f'sub i64 {now}, {first}')}")
        one, two = (self._read("%S", self._read("@changing", word)) for word in (now, beside))
        body.branch(self._is(one, "eq", two), "attributes", "to_python")
        body.start("same_attributes")

    def _nothing_lies_on_pieces(self) -> None:
        body = self._body
        start, turn = body.block, body.name()
        body.jump("pieces")
        body.start("pieces")
        next_ = f"%{body.name()}"
        now = body.let(f"phi i64 [ 0, %{start} ], [ {next_}, %{turn} ]")
        body.branch(self._is(now, "slt", self.pieces), turn, "nothing")
        body.start(turn)
        at = self._read("%S", body.let(f"add i64 {now}, {self._arrays[AT].offset}"))
        body.line(f"{next_} = add i64 {now}, 1")
        body.branch(self._is(at, "slt", self._program.pieces_from), "pieces", "to_python")
        body.start("nothing")

    def _player(self, offers: str, count: str) -> None:
        """Takes one of the options."""
        self._body.need(self._is(count, "ult", self._read("%A", MOST_COUNTED)), "to_python")
        self._counted(count)
        self._write("%A", PICKED, self._read(offers, self._any(count)))
        self._body.jump("give")

    def _of_groups(self, offers: str, count: str) -> None:
        """Takes one of those that look alike, after one of the groups of them."""
        body, own = self._body, self._read("%A", GROUPS, "ptr")
        firsts = self._at(own, MOST_GROUPED)
        groups = body.let(f"call i64 @grouped(ptr {own}, i64 {count}, ptr {firsts})")
        self._counted(groups)
        like = self._read(own, self._read(firsts, self._any(groups)))
        given = f"ptr {own}, ptr {offers}, i64 {count}, i64 {like}"
        number = self._any(body.let(f"call i64 @member({given}, i64 -1)"))
        self._write("%A", PICKED, body.let(f"call i64 @member({given}, i64 {number})"))
        body.jump("give")

    def _counted(self, options: str) -> None:
        self._add(self._read("%A", COUNTS, "ptr"), options, 1)
        self._add("%A", DECISIONS, 1)

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
        value = body.let(f"add i64 {self._read(base, word)}, {signed(STEP)}")
        self._write(base, word, value)
        product = body.let(f"mul i64 {body.let(f'lshr i64 {self._mixed(value)}, 32')}, {count}")
        return body.let(f"lshr i64 {product}, 32")

    def _mixed(self, value: str) -> str:
        """As in `interpreter.chance`."""
        body = self._body
        for shift, times in zip((30, 27), TIMES, strict=True):
            value = body.let(f"xor i64 {value}, {body.let(f'lshr i64 {value}, {shift}')}")
            value = body.let(f"mul i64 {value}, {signed(times)}")
        return body.let(f"xor i64 {value}, {body.let(f'lshr i64 {value}, 31')}")

    def _give(self) -> None:
        """Goes on with the answer. The state before is kept, to go back to it, once something has been given up."""
        body = self._body
        body.start("give")
        before, keeps = self._read("%A", BEFORE, "ptr"), self._is(self._read("%A", KEEPS), "ne", 0)
        self._add("%A", LEFT, -1)
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
        for number, word in enumerate(self.watched):
            self._write(row, ROW_ENDING + number, self._read("%S", word))
        width = ROW_ENDING + len(self.watched)
        known = body.let(f"call i1 @tallied(ptr {table}, i64 {ENDS_ROOM}, ptr {row}, i64 {width})")
        self._add("%A", DIFFERENT, body.let(f"select i1 {known}, i64 0, i64 1"))
        self._add("%A", GAME, 1)
        self._write("%A", BEGUN, 0)
        body.jump("next")
