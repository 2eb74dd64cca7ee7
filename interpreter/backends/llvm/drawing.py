"""What `interpreter.state.sampling` does, in LLVM's language: an answer is drawn, most often without a list of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl.ir.layout import ARGUMENTS_AT
from dsl.ir.program import Decision
from interpreter.backends.llvm.library import symbol
from interpreter.backends.llvm.vector import FALLEN, OFFERED, OFFERS
from interpreter.library.randomness import draw
from interpreter.library.sorting import sort_unique
from interpreter.state.sampling import TRIALS, functions

# What is known of a decision, in words: the entries of its options and its candidates, of what draws a candidate and of
# what tests one (0: there is none), and how many arguments they take.
OPTIONS, CANDIDATES, DRAWS, ALLOWS, ARGUMENTS = range(5)
ROW = 5
_ROOM = 64  # for arguments, and a number behind them

# `drawn` gives the code of an answer, or -1 if Python has to do it: then nothing was drawn. `%W` is the word from which
# it draws. `listed` is how many options a function finds, each once and in rising order; 0 if it fails.
DRAWING = f"""\
define internal i64 @listed(ptr %S, ptr %X, ptr %find) nounwind {{
entry:
  %arguments = getelementptr i64, ptr %S, i64 {ARGUMENTS_AT}
  %ignored = call i64 %find(ptr %S, ptr %X, ptr %arguments)
  %fault = load i64, ptr %X, align 8
  %well = icmp eq i64 %fault, 0
  br i1 %well, label %found, label %failed
failed:
  ret i64 0
found:
  %poffers = getelementptr i64, ptr %X, i64 {OFFERS}
  %offers = load ptr, ptr %poffers, align 8
  %poffered = getelementptr i64, ptr %X, i64 {OFFERED}
  %offered = load i64, ptr %poffered, align 8
  %pfallen = getelementptr i64, ptr %X, i64 {FALLEN}
  %fallen = load i64, ptr %pfallen, align 8
  %count = call i64 @{symbol(sort_unique)}(ptr %offers, i64 %offered, i64 %fallen)
  ret i64 %count
}}
define internal i64 @drawn(ptr %S, ptr %X, ptr %row, ptr %W) nounwind {{
entry:
  %A = alloca [{_ROOM} x i64], align 8
  %word = load i64, ptr %W, align 8
  %parguments = getelementptr i64, ptr %row, i64 {ARGUMENTS}
  %arguments = load i64, ptr %parguments, align 8
  %few = call i64 @llvm.umin.i64(i64 %arguments, i64 {_ROOM - 1})
  %given = getelementptr i64, ptr %S, i64 {ARGUMENTS_AT}
  %bytes = mul i64 %few, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %A, ptr %given, i64 %bytes, i1 false)
  %last = getelementptr i64, ptr %A, i64 %few
  %pallows = getelementptr i64, ptr %row, i64 {ALLOWS}
  %allows = load ptr, ptr %pallows, align 8
  %poffers = getelementptr i64, ptr %X, i64 {OFFERS}
  %offers = load ptr, ptr %poffers, align 8
  %pdraws = getelementptr i64, ptr %row, i64 {DRAWS}
  %draws = load ptr, ptr %pdraws, align 8
  %unknown = icmp eq ptr %draws, null
  br label %trial
trial:
  %k = phi i64 [ 0, %entry ], [ %k1, %refused ]
  %k1 = add i64 %k, 1
  %enough = icmp sge i64 %k, {TRIALS}
  %where = select i1 %enough, i64 {OPTIONS}, i64 {CANDIDATES}
  %high = call i64 @{symbol(draw)}(ptr %W, i64 0)
  %listing = or i1 %enough, %unknown
  br i1 %listing, label %list, label %propose
propose:
  store i64 %high, ptr %last, align 8
  %proposed = call i64 %draws(ptr %S, ptr %X, ptr %A)
  %dfault = load i64, ptr %X, align 8
  %dwell = icmp eq i64 %dfault, 0
  br i1 %dwell, label %came, label %failed
came:
  %to_list = icmp slt i64 %proposed, 0
  br i1 %to_list, label %list, label %candidate
list:
  %pfind = getelementptr i64, ptr %row, i64 %where
  %find = load ptr, ptr %pfind, align 8
  %left = icmp eq ptr %find, null
  br i1 %left, label %failed, label %known
known:
  %long = call i64 @listed(ptr %S, ptr %X, ptr %find)
  %some = icmp sgt i64 %long, 0
  br i1 %some, label %read, label %failed
read:
  %product = mul i64 %high, %long
  %number = lshr i64 %product, 32
  %pnumber = getelementptr i64, ptr %offers, i64 %number
  %stands = load i64, ptr %pnumber, align 8
  br label %candidate
candidate:
  %code = phi i64 [ %proposed, %came ], [ %stands, %read ]
  %untested = icmp eq ptr %allows, null
  %sure = or i1 %enough, %untested
  br i1 %sure, label %taken, label %test
test:
  store i64 %code, ptr %last, align 8
  %ok = call i64 %allows(ptr %S, ptr %X, ptr %A)
  %tfault = load i64, ptr %X, align 8
  %twell = icmp eq i64 %tfault, 0
  br i1 %twell, label %tested, label %failed
tested:
  %holds = icmp ne i64 %ok, 0
  br i1 %holds, label %taken, label %refused
refused:
  br label %trial
taken:
  ret i64 %code
failed:
  store i64 %word, ptr %W, align 8
  ret i64 -1
}}
"""


def words(decision: Decision, entries: Mapping[str, int]) -> list[int]:
    """The row of a decision, from where the entries are."""
    return [entries.get(name, 0) for name in _functions(decision)] + [decision.arguments]


def table(decisions: Sequence[Decision], numbers: Mapping[str, int]) -> str:
    """The rows of all decisions, from the numbers of the entries."""
    rows = ", ".join(f"i64 {word}" for decision in decisions for word in _text(decision, numbers))
    return f"@rows = internal constant [{ROW * len(decisions)} x i64] [{rows}]\n"


def _text(decision: Decision, numbers: Mapping[str, int]) -> list[str]:
    entries = (f"ptrtoint (ptr @e{numbers[name]} to i64)" if name in numbers else "0" for name in _functions(decision))
    return [*entries, str(decision.arguments)]


def _functions(decision: Decision) -> tuple[str, ...]:
    """With too many arguments there are none, so that it is left to Python."""
    names = functions(decision)
    return names if decision.arguments < _ROOM else ("",) * len(names)
