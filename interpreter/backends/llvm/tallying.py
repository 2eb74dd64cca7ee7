"""Rows of words that are counted, in LLVM's language: what ends alike is told once, with how often it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# Counts the row of %w words at %R in a table of %n rows, a power of two, of which some are free; each row there stands
# behind its count, which is 0 where the row is free. Whether it stood there before.
TALLYING = """\
define internal i1 @tallied(ptr %T, i64 %n, ptr %R, i64 %w) nounwind {
entry:
  %mask = sub i64 %n, 1
  %width = add i64 %w, 1
  br label %mix
mix:
  %i = phi i64 [ 0, %entry ], [ %i1, %word ]
  %h = phi i64 [ 0, %entry ], [ %h3, %word ]
  %mixed = icmp eq i64 %i, %w
  br i1 %mixed, label %look, label %word
word:
  %pw = getelementptr i64, ptr %R, i64 %i
  %own = load i64, ptr %pw, align 8
  %h0 = xor i64 %h, %own
  %h1 = mul i64 %h0, -7046029254386353131
  %h2 = lshr i64 %h1, 32
  %h3 = xor i64 %h1, %h2
  %i1 = add i64 %i, 1
  br label %mix
look:
  %k = phi i64 [ %h, %mix ], [ %k1, %other ]
  %at = and i64 %k, %mask
  %first = mul i64 %at, %width
  %count = getelementptr i64, ptr %T, i64 %first
  %row = getelementptr i64, ptr %count, i64 1
  %times = load i64, ptr %count, align 8
  %free = icmp eq i64 %times, 0
  br i1 %free, label %new, label %compare
new:
  %bytes = mul i64 %w, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %row, ptr %R, i64 %bytes, i1 false)
  br label %counted
compare:
  %j = phi i64 [ 0, %look ], [ %j1, %equal ]
  %alike = icmp eq i64 %j, %w
  br i1 %alike, label %counted, label %pair
pair:
  %pa = getelementptr i64, ptr %R, i64 %j
  %pb = getelementptr i64, ptr %row, i64 %j
  %a = load i64, ptr %pa, align 8
  %b = load i64, ptr %pb, align 8
  %same = icmp eq i64 %a, %b
  br i1 %same, label %equal, label %other
equal:
  %j1 = add i64 %j, 1
  br label %compare
other:
  %k1 = add i64 %at, 1
  br label %look
counted:
  %known = phi i1 [ false, %new ], [ true, %compare ]
  %more = add i64 %times, 1
  store i64 %more, ptr %count, align 8
  ret i1 %known
}
"""


def counted(table: Sequence[int], width: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The rows in a table, of so many words each, and how often each came."""
    for start in range(0, len(table), 1 + width):
        if table[start]:
            yield tuple(table[start + 1 : start + 1 + width]), table[start]
