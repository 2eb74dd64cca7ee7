"""Options that look alike, in LLVM's language: each has a representative, which those that look alike share."""

from __future__ import annotations

# So many options are too many for the room: for their representatives, and then for the firsts of the groups.
MOST_GROUPED = 1 << 13

# `grouped` finds the first of each group, in order, and how many groups there are; `member` the one with a number in
# the group of a representative, or, for the number -1, how many there are. `place` is where a code stands.
GROUPING = """\
define internal i64 @grouped(ptr %R, i64 %n, ptr %F) nounwind {
entry:
  br label %next
next:
  %k = phi i64 [ 0, %entry ], [ %k1, %known ]
  %m = phi i64 [ 0, %entry ], [ %m1, %known ]
  %done = icmp sge i64 %k, %n
  br i1 %done, label %end, label %take
end:
  ret i64 %m
take:
  %pk = getelementptr i64, ptr %R, i64 %k
  %own = load i64, ptr %pk, align 8
  br label %look
look:
  %j = phi i64 [ 0, %take ], [ %j1, %other ]
  %new = icmp sge i64 %j, %k
  br i1 %new, label %first, label %compare
compare:
  %pj = getelementptr i64, ptr %R, i64 %j
  %before = load i64, ptr %pj, align 8
  %same = icmp eq i64 %before, %own
  br i1 %same, label %known, label %other
other:
  %j1 = add i64 %j, 1
  br label %look
first:
  %pm = getelementptr i64, ptr %F, i64 %m
  store i64 %k, ptr %pm, align 8
  %more = add i64 %m, 1
  br label %known
known:
  %m1 = phi i64 [ %m, %compare ], [ %more, %first ]
  %k1 = add i64 %k, 1
  br label %next
}
define internal i64 @member(ptr %R, ptr %O, i64 %n, i64 %own, i64 %number) nounwind {
entry:
  br label %next
next:
  %k = phi i64 [ 0, %entry ], [ %k1, %on ]
  %m = phi i64 [ 0, %entry ], [ %m1, %on ]
  %done = icmp sge i64 %k, %n
  br i1 %done, label %end, label %take
end:
  ret i64 %m
take:
  %pk = getelementptr i64, ptr %R, i64 %k
  %this = load i64, ptr %pk, align 8
  %same = icmp eq i64 %this, %own
  %wanted = icmp eq i64 %m, %number
  %found = and i1 %same, %wanted
  br i1 %found, label %here, label %on
here:
  %po = getelementptr i64, ptr %O, i64 %k
  %code = load i64, ptr %po, align 8
  ret i64 %code
on:
  %one = zext i1 %same to i64
  %m1 = add i64 %m, %one
  %k1 = add i64 %k, 1
  br label %next
}
define internal i64 @place(ptr %O, i64 %n, i64 %code) nounwind {
entry:
  br label %next
next:
  %k = phi i64 [ 0, %entry ], [ %k1, %on ]
  %done = icmp sge i64 %k, %n
  br i1 %done, label %end, label %look
look:
  %p = getelementptr i64, ptr %O, i64 %k
  %this = load i64, ptr %p, align 8
  %same = icmp eq i64 %this, %code
  br i1 %same, label %end, label %on
on:
  %k1 = add i64 %k, 1
  br label %next
end:
  ret i64 %k
}
"""
