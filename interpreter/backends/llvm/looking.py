"""Options that look alike, found by looking at their pieces one by one, in LLVM's language."""

from __future__ import annotations

# `closely` gives each of %n options at %O a representative at %R, for player %w: 1 if any has another than itself, -1
# if that cannot be told. The rows %row … %end of `slots` say where pieces stand in the codes. At %M is a word for each
# piece, with the %round in which it was looked at and the first that looks like it, and then room for those firsts.
_CLOSELY = """\
define internal i64 @closely(ptr %S, ptr %X, ptr %O, i64 %n, ptr %R, i64 %w, i64 %row, i64 %end, ptr %M, i64 %round) {
entry:
  %bytes = mul i64 %n, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %R, ptr %O, i64 %bytes, i1 false)
  %firsts = getelementptr i64, ptr %M, i64 PIECES
  %stamp = shl i64 %round, 32
  %given = alloca i64, i64 3, align 8
  store i64 %w, ptr %given, align 8
  %given1 = getelementptr i64, ptr %given, i64 1
  %given2 = getelementptr i64, ptr %given, i64 2
  br label %slots
slots:
  %s = phi i64 [ %row, %entry ], [ %s1, %slot_done ]
  %many = phi i64 [ 0, %entry ], [ %m, %slot_done ]
  %any = phi i64 [ 0, %entry ], [ %a, %slot_done ]
  %more = icmp slt i64 %s, %end
  br i1 %more, label %slot, label %all
all:
  ret i64 %any
slot:
  %first = mul i64 %s, 5
  %p0 = getelementptr i64, ptr @slots, i64 %first
  %base = load i64, ptr %p0, align 8
  %p1 = getelementptr i64, ptr %p0, i64 1
  %limit = load i64, ptr %p1, align 8
  %p2 = getelementptr i64, ptr %p0, i64 2
  %stride = load i64, ptr %p2, align 8
  %p3 = getelementptr i64, ptr %p0, i64 3
  %size = load i64, ptr %p3, align 8
  %p4 = getelementptr i64, ptr %p0, i64 4
  %start = load i64, ptr %p4, align 8
  br label %codes
codes:
  %k = phi i64 [ 0, %slot ], [ %k1, %next ]
  %m = phi i64 [ %many, %slot ], [ %m2, %next ]
  %a = phi i64 [ %any, %slot ], [ %a2, %next ]
  %left = icmp slt i64 %k, %n
  br i1 %left, label %code, label %slot_done
slot_done:
  %s1 = add i64 %s, 1
  br label %slots
code:
  %po = getelementptr i64, ptr %O, i64 %k
  %own = load i64, ptr %po, align 8
  %above = icmp sge i64 %own, %base
  %below = icmp slt i64 %own, %limit
  %inside = and i1 %above, %below
  %offset = sub i64 %own, %base
  %shifted = udiv i64 %offset, %stride
  %value = urem i64 %shifted, %size
  %piece = add i64 %value, %start
  %there = icmp ult i64 %piece, PIECES
  %look = and i1 %inside, %there
  br i1 %look, label %one, label %next
one:
  %pm = getelementptr i64, ptr %M, i64 %piece
  %old = load i64, ptr %pm, align 8
  %known = icmp uge i64 %old, %stamp
  br i1 %known, label %found, label %search
search:
  %j = phi i64 [ 0, %one ], [ %j1, %sure ]
  %other = icmp slt i64 %j, %m
  br i1 %other, label %compare, label %new
compare:
  %pf = getelementptr i64, ptr %firsts, i64 %j
  %like = load i64, ptr %pf, align 8
  store i64 %like, ptr %given1, align 8
  store i64 %piece, ptr %given2, align 8
  %same = call i64 @LOOKS(ptr %S, ptr %X, ptr %given)
  %fault = load i64, ptr %X, align 8
  %well = icmp eq i64 %fault, 0
  br i1 %well, label %sure, label %untold
untold:
  ret i64 -1
sure:
  %j1 = add i64 %j, 1
  %alike = icmp ne i64 %same, 0
  br i1 %alike, label %note, label %search
new:
  %pn = getelementptr i64, ptr %firsts, i64 %m
  store i64 %piece, ptr %pn, align 8
  %m1 = add i64 %m, 1
  br label %note
note:
  %mine = phi i64 [ %like, %sure ], [ %piece, %new ]
  %m3 = phi i64 [ %m, %sure ], [ %m1, %new ]
  %noted = or i64 %stamp, %mine
  store i64 %noted, ptr %pm, align 8
  br label %found
found:
  %word = phi i64 [ %old, %one ], [ %noted, %note ]
  %m4 = phi i64 [ %m, %one ], [ %m3, %note ]
  %represents = and i64 %word, 4294967295
  %less = sub i64 %represents, %piece
  %by = mul i64 %less, %stride
  %pr = getelementptr i64, ptr %R, i64 %k
  %was = load i64, ptr %pr, align 8
  %is = add i64 %was, %by
  store i64 %is, ptr %pr, align 8
  %differs = icmp ne i64 %less, 0
  %a1 = select i1 %differs, i64 1, i64 %a
  br label %next
next:
  %m2 = phi i64 [ %m, %code ], [ %m4, %found ]
  %a2 = phi i64 [ %a, %code ], [ %a1, %found ]
  %k1 = add i64 %k, 1
  br label %codes
}
"""


def closely(pieces: int, looks: int) -> str:
    """`closely` for so many pieces and the entry of this number."""
    text = _CLOSELY.replace("PIECES", str(pieces))
    return text.replace("@LOOKS", f"@e{looks}")
