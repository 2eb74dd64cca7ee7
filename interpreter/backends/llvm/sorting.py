"""Numbers in rising order, each once, in LLVM's language."""

# Sorts numbers, each once; how many they are then. Of many that are far from sorted it is not done: none. `fallen` is 0
# if they are known to be sorted already.
SORTED = """\
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define internal i64 @sorted(ptr %O, i64 %n, i64 %fallen) nounwind {
entry:
  %known = icmp eq i64 %fallen, 0
  br i1 %known, label %same, label %look
look:
  %i = phi i64 [ 1, %entry ], [ %i1, %rises ]
  %all = icmp sge i64 %i, %n
  br i1 %all, label %same, label %pair
pair:
  %before = sub i64 %i, 1
  %pa = getelementptr i64, ptr %O, i64 %before
  %pb = getelementptr i64, ptr %O, i64 %i
  %a = load i64, ptr %pa, align 8
  %b = load i64, ptr %pb, align 8
  %up = icmp slt i64 %a, %b
  br i1 %up, label %rises, label %falls
rises:
  %i1 = add i64 %i, 1
  br label %look
same:
  ret i64 %n
falls:
  %few = icmp slt i64 %n, 4096
  br i1 %few, label %next, label %none
none:
  ret i64 0
next:
  %k = phi i64 [ %i, %falls ], [ %k1, %placed ]
  %m = phi i64 [ %i, %falls ], [ %m1, %placed ]
  %done = icmp sge i64 %k, %n
  br i1 %done, label %end, label %take
end:
  ret i64 %m
take:
  %px = getelementptr i64, ptr %O, i64 %k
  %x = load i64, ptr %px, align 8
  br label %down
down:
  %j = phi i64 [ %m, %take ], [ %j1, %greater ]
  %first = icmp eq i64 %j, 0
  br i1 %first, label %insert, label %compare
compare:
  %j1 = sub i64 %j, 1
  %pc = getelementptr i64, ptr %O, i64 %j1
  %c = load i64, ptr %pc, align 8
  %less = icmp slt i64 %c, %x
  br i1 %less, label %insert, label %notless
notless:
  %equal = icmp eq i64 %c, %x
  br i1 %equal, label %placed, label %greater
greater:
  br label %down
insert:
  %from = getelementptr i64, ptr %O, i64 %j
  %to = getelementptr i64, ptr %from, i64 1
  %count = sub i64 %m, %j
  %bytes = mul i64 %count, 8
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  store i64 %x, ptr %from, align 8
  %more = add i64 %m, 1
  br label %placed
placed:
  %m1 = phi i64 [ %m, %notless ], [ %more, %insert ]
  %k1 = add i64 %k, 1
  br label %next
}
"""
