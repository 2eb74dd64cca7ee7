"""Whole games of players who take any option, as one function in LLVM's language.

It goes on from game to game until all are played, or until there is something that it leaves to Python: a decision of
which it does not know how the decider tells the options apart, or what compiled code gives up. Python does that, and
calls it again. Each draw is the one that `interpreter.playout` makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dsl.ir import DERIVE, FRAME, MAIN, OVER, SUSPENDED, Code
from dsl.layout import ANSWER_AT, ARGUMENTS_AT, RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.program import AT, ENDING, OWNER, SCORES, WINS, Decision, PieceKind, Program, Seen, Slot
from interpreter.chance import LUCK, STEP, TIMES, signed
from interpreter.machine import ready
from interpreter.native.sorting import SORTED
from interpreter.native.text import GAMES_ENTRY, Native, emit
from interpreter.native.vector import GIVEN_UP, OFFERED, OFFERS, RULE, placed, total
from interpreter.native.writing import Body

# The words of the third argument: addresses and counts that are given, then how far it is, then what Python is to do.
SEEDS, GAMES, ROWS, BLANK, BEFORE, COUNTS, MOST_COUNTED, STAMPS, MOST_STAMPS, LONGEST = range(10)
GAME, BEGUN, LUCK_WORD, LEFT, DECISIONS, STAMP, PICKED = range(10, 17)
CONTROL_WORDS = 17

ALL_PLAYED, BEGIN, ANSWER, GIVE = range(4)  # what it returns: done; begin this game; answer; give the code PICKED

# A row of the results: how many decisions players made, the fault (0 for none) and its rule, then the words of ENDING,
# WINS and, if there are any, SCORES.
ROW_DECISIONS, ROW_FAULT, ROW_RULE, ROW_ENDING, ROW_WINS = range(5)


def native_program(program: Program, *, trace: bool = False) -> Native:
    """A checked program as text, with the function that plays whole games of it. `trace` as in `ready`."""
    code = ready(program.code, program.decisions, trace=trace)
    games, made = _Games(program, code), emit(code, trace=trace)
    text = f"{made.text}{SORTED}{_tables(program, code)}{games.text()}"
    stamps = (program.pieces_from + 1) * (1 + max(games.prints))
    return replace(made, text=text, watched=games.watched, stamps=stamps)


# -------------------------------------------------------------------------------------------------------------- tables


def _tables(program: Program, code: Code) -> str:
    """For each decision: whether it is answered here, where its options are, and which of its slots are pieces."""
    numbers = {name: number for number, name in enumerate(code.functions)}
    decisions = program.decisions
    slots = [list(_slots(program, decision)) for decision in decisions]
    starts = [sum(map(len, slots[:number])) for number in range(len(slots) + 1)]
    entries = ", ".join(f"ptr @e{numbers[d.options]}" if d.options in numbers else "ptr null" for d in decisions)
    natively = [d.several is None and d.sort != "secret" and d.options in numbers for d in decisions]
    return (
        f"@asked = internal constant [{len(decisions)} x ptr] [{entries}]\n"
        f"{_words('natively', [*map(int, natively)])}{_words('starts', starts)}"
        f"{_words('slots', [word for each in slots for row in each for word in row])}"
        f"{_words('prints', prints(program))}"
    )


def _words(name: str, words: Sequence[int]) -> str:
    return f"@{name} = internal constant [{len(words)} x i64] [{', '.join(f'i64 {word}' for word in words)}]\n"


def _slots(program: Program, decision: Decision) -> Iterator[tuple[int, int, int, int, int]]:
    """The slots of a decision that are pieces: the codes that have them (from, to before), stride, size, start."""
    pieces = {kind.name for kind in program.kinds if kind.sort == "piece"}
    for alternative in decision.alternatives:
        for part in alternative.parts:
            if isinstance(part, Slot) and part.kind in pieces:
                base = alternative.base
                yield base, base + alternative.size, part.stride, part.size, part.start


def prints(program: Program) -> list[int]:
    """For each player a number for each piece; pieces with different numbers look different to them, wherever they are.

    It stands for what is printed on a piece and seen wherever it lies. Who sees every piece, whichever it is and
    wherever it lies, sees its kind and owner and more of its print.
    """
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault(_print(program, kind, piece, reader), len(numbers))
        for reader in range(len(program.players))
        for kind in program.pieces
        for piece in range(kind.stop - kind.start)
    ] or [0]


def _print(program: Program, kind: PieceKind, piece: int, reader: int) -> tuple[object, ...]:
    seen = [kind.seen for kind in program.pieces] + [place.seen for place in program.locations]
    sees_all = all(_shown(each, reader) for each in seen)
    printed = (a for a in kind.attributes if a.storage == "table")
    fields = [a for a in printed if a.seen.everywhere or (sees_all and _shown(a.seen, reader))]
    values = [(a.name, program.code.tables[a.source].values[a.skipped + piece]) for a in fields]
    owner = -1 if OWNER in program.code.arrays else kind.owners[piece]
    return (*((kind.name, owner) if sees_all else (kind.seen_as,)), *values)


def _shown(seen: Seen, reader: int) -> bool:
    """Whether a player sees it in every position."""
    return seen.by == "all" or (seen.by == "player" and seen.player == reader)


# ------------------------------------------------------------------------------------------------------------ the games


class _Games:
    """Writes the function. Words of the third argument are read and written by their numbers."""

    def __init__(self, program: Program, code: Code) -> None:
        self._program = program
        self._code = code
        self._body = Body()
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

    def _at(self, base: str, word: int | str) -> str:
        return self._body.let(f"getelementptr i64, ptr {base}, i64 {word}")

    def _read(self, base: str, word: int | str, kind: str = "i64") -> str:
        return self._body.let(f"load {kind}, ptr {self._at(base, word)}, align 8")

    def _write(self, base: str, word: int | str, value: int | str) -> None:
        place = self._at(base, word)
        self._body.line(f"store i64 {value}, ptr {place}, align 8")

    def _add(self, base: str, word: int | str, by: int) -> None:
        self._write(base, word, self._body.let(f"add i64 {self._read(base, word)}, {by}"))

    def _is(self, value: str, test: str, other: int | str) -> str:
        return self._body.let(f"icmp {test} i64 {value}, {other}")

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
        body.branch(self._is(self._read("%A", BEGUN), "ne", 0), "ask", "begin")

    def _begin(self) -> None:
        body = self._body
        body.start("begin")
        body.line("store i64 0, ptr %X, align 8")
        self._copy("%S", self._read("%A", BLANK, "ptr"))
        seed = self._read(self._read("%A", SEEDS, "ptr"), self._read("%A", GAME))
        self._write("%S", RANDOM_AT, seed)
        self._write("%A", LUCK_WORD, self._mixed(body.let(f"xor i64 {seed}, {signed(LUCK)}")))
        self._write("%A", LEFT, self._read("%A", LONGEST))
        self._write("%A", DECISIONS, 0)
        if DERIVE in self._numbers:
            self._call(DERIVE)
            body.need(self._is(self._read("%X", 0), "eq", 0), "by_python")
        status = self._call(MAIN)
        self._after(status, "by_python")
        self._to_python("by_python", BEGIN)

    def _after(self, status: str, given_up: str) -> None:
        """What follows when the program stops: the next decision, the end, or a fault."""
        body = self._body
        fault, well, failed, over = self._read("%X", 0), body.name(), body.name(), body.name()
        body.branch(self._is(fault, "eq", 0), well, failed)
        body.start(failed)
        body.branch(self._is(fault, "eq", GIVEN_UP), given_up, "end")
        body.start(well)
        self._write("%A", BEGUN, 1)
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
        count = body.let(f"call i64 @sorted(ptr {offers}, i64 {self._read('%X', OFFERED)})")
        body.need(self._is(count, "sgt", 0), "to_python")
        body.branch(self._is(self._read("%S", WHO_AT), "eq", len(self._program.players)), "chance", "player")
        self._to_python("to_python", ANSWER)
        body.start("chance")
        self._write("%A", PICKED, self._drawn("%S", RANDOM_AT, offers, count))
        body.jump("give")
        body.start("player")
        body.need(self._is(self._read("%S", WHO_AT), "ult", len(self._program.players)), "to_python")
        self._told_apart(site, offers, count)
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

    def _told_apart(self, site: str, offers: str, count: str) -> None:
        """Goes on if no two pieces look alike to anybody that could stand in one slot: with one print, at one place."""
        body = self._body
        row = body.place("i64")
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

    def _pieces(self, figures: Sequence[str], offers: str, count: str) -> None:
        """Looks at the pieces that stand in one slot."""
        body = self._body
        base, limit, stride, size, start = figures
        turn = body.place("i64")
        body.line(f"store i64 0, ptr {turn}, align 8")
        body.start("codes")
        now = body.let(f"load i64, ptr {turn}, align 8")
        body.branch(self._is(now, "slt", count), "code", "slot_done")
        body.start("code")
        body.line(f"store i64 {body.let(f'add i64 {now}, 1')}, ptr {turn}, align 8")
        code = self._read(offers, now)
        inside = body.let(f"and i1 {self._is(code, 'sge', base)}, {self._is(code, 'slt', limit)}")
        body.branch(inside, "in_slot", "codes")
        body.start("in_slot")
        value = body.let(f"udiv i64 {body.let(f'sub i64 {code}, {base}')}, {stride}")
        piece = body.let(f"add i64 {body.let(f'urem i64 {value}, {size}')}, {start}")
        body.branch(self._is(piece, "sge", 0), "piece", "codes")
        body.start("piece")
        self._stamped(piece)
        body.jump("codes")
        body.start("slot_done")

    def _stamped(self, piece: str) -> None:
        """Leaves a stamp where the piece is, which no other piece may have left in this round.

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
        earlier = self._is(old, "ult", round_)
        body.need(body.let(f"or i1 {earlier}, {self._is(old, 'eq', stamp)}"), "to_python")
        self._write(stamps, where, stamp)

    def _player(self, offers: str, count: str) -> None:
        """Counts the options, and takes one of them."""
        body = self._body
        body.need(self._is(count, "ult", self._read("%A", MOST_COUNTED)), "to_python")
        self._add(self._read("%A", COUNTS, "ptr"), count, 1)
        self._add("%A", DECISIONS, 1)
        only, several = body.name(), body.name()
        body.branch(self._is(count, "eq", 1), only, several)
        body.start(only)
        self._write("%A", PICKED, self._read(offers, 0))
        body.jump("give")
        body.start(several)
        self._write("%A", PICKED, self._drawn("%A", LUCK_WORD, offers, count))
        body.jump("give")

    def _drawn(self, base: str, word: int, offers: str, count: str) -> str:
        """One of the options; the word moves on."""
        body = self._body
        value = body.let(f"add i64 {self._read(base, word)}, {signed(STEP)}")
        self._write(base, word, value)
        product = body.let(f"mul i64 {body.let(f'lshr i64 {self._mixed(value)}, 32')}, {count}")
        return self._read(offers, body.let(f"lshr i64 {product}, 32"))

    def _mixed(self, value: str) -> str:
        """As in `interpreter.chance`."""
        body = self._body
        for shift, times in zip((30, 27), TIMES, strict=True):
            value = body.let(f"xor i64 {value}, {body.let(f'lshr i64 {value}, {shift}')}")
            value = body.let(f"mul i64 {value}, {signed(times)}")
        return body.let(f"xor i64 {value}, {body.let(f'lshr i64 {value}, 31')}")

    def _give(self) -> None:
        """Goes on with the answer; what is given up is as if it had not been tried."""
        body = self._body
        body.start("give")
        before = self._read("%A", BEFORE, "ptr")
        self._add("%A", LEFT, -1)
        self._copy(before, "%S")
        self._write("%S", ANSWER_AT, self._read("%A", PICKED))
        for name, array in self._arrays.items():
            if name.startswith(FRAME):
                waits, not_here = body.name(), body.name()
                body.branch(self._is(self._read("%S", array.offset), "ne", 0), waits, not_here)
                body.start(waits)
                self._after(self._call(name[len(FRAME) :]), "put_back")
                body.start(not_here)
        body.jump("put_back")
        body.start("put_back")
        self._copy("%S", before)
        body.line("store i64 0, ptr %X, align 8")
        body.leave(f"ret i64 {GIVE}")

    def _end(self) -> None:
        """A row of the results."""
        body = self._body
        body.start("end")
        game = self._read("%A", GAME)
        row = self._at(self._read("%A", ROWS, "ptr"), body.let(f"mul i64 {game}, {ROW_ENDING + len(self.watched)}"))
        self._write(row, ROW_DECISIONS, self._read("%A", DECISIONS))
        self._write(row, ROW_FAULT, self._read("%X", 0))
        self._write(row, ROW_RULE, self._read("%X", RULE))
        for number, word in enumerate(self.watched):
            self._write(row, ROW_ENDING + number, self._read("%S", word))
        self._write("%A", GAME, body.let(f"add i64 {game}, 1"))
        self._write("%A", BEGUN, 0)
        body.jump("next")
