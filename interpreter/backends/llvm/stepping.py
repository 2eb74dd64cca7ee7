"""Many states of a game in one call: one function in LLVM's language, the same for all games.

For each state it gives an answer, lets chance draw until a player is asked or the game is over, and notes the codes of
the options; or it plays on at random to the end. It knows a game by the addresses of its entries. What it does not
know, or what they give up, it leaves to Python, with the state as it was.
"""

from __future__ import annotations

from dsl.ir.layout import ANSWER_AT, ARGUMENTS_AT, RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER, SUSPENDED
from interpreter.backends.llvm.drawing import DRAWING, ROW
from interpreter.backends.llvm.library import library
from interpreter.backends.llvm.vector import GIVEN_UP, MOST_OFFERS, OFFERS, TOO_MANY
from interpreter.library.randomness import draw
from interpreter.library.sorting import sort_unique

NAME = "steps"

# The words of the third argument: how many states, where they are, how many bytes each has; a blank state, and room for
# one more; the entries of the options of each decision (none: left to Python), the words of frames and their entries;
# the other entries (that of what is derived may be missing); who chance is; then, with a word for each state, what is
# to be done, a number for that, how many options there are and how it ended; last, room for the codes of all options.
(
    STATES, FIRST, BYTES, BLANK, BEFORE, SITES, FRAMES, FRAME_COUNT, MAIN_ENTRY, DERIVE_ENTRY, CHANCE, ANSWERS, NUMBERS,
    COUNTS, ENDS, CODES, ROOM, ROWS,
) = range(18)  # fmt: skip
WORDS = 18

# Instead of the code of an answer: find the options; begin with the number as seed; leave alone; play on, where all
# answers are drawn as those of chance are, so many at most as the number says.
ASK, BEGIN, REST, PLAY = -1, -2, -3, -4
# How it ended. AGAIN: do in Python what stands in ANSWERS; TIRED: as many answers were given as there may be.
ASKED, ENDED, FAULTY, LEFT, AGAIN, CROWDED, TIRED = range(7)

_GIVEN = "".join(
    f"  %g{word} = getelementptr i64, ptr %C, i64 {word}\n  %{name} = load {kind}, ptr %g{word}, align 8\n"
    for word, name, kind in (
        (STATES, "states", "i64"), (FIRST, "first", "ptr"), (BYTES, "bytes", "i64"), (BLANK, "blank", "ptr"),
        (BEFORE, "before", "ptr"), (SITES, "sites", "ptr"), (FRAMES, "frames", "ptr"), (FRAME_COUNT, "fcount", "i64"),
        (MAIN_ENTRY, "main", "ptr"), (DERIVE_ENTRY, "derived", "ptr"), (CHANCE, "chance", "i64"),
        (ANSWERS, "answers", "ptr"), (NUMBERS, "numbers", "ptr"), (COUNTS, "counts", "ptr"), (ENDS, "ends", "ptr"),
        (CODES, "codes", "ptr"), (ROOM, "room", "i64"), (ROWS, "rows", "ptr"),
    )
)  # fmt: skip


def _state_word(word: int) -> str:
    return f"getelementptr i64, ptr %S, i64 {word}"


TEXT = f"""\
{library(sort_unique, draw)}{DRAWING}declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.umin.i64(i64, i64)
define i64 @{NAME}(ptr %unused, ptr %X, ptr %C) nounwind {{
entry:
{_GIVEN}  %xoffers = getelementptr i64, ptr %X, i64 {OFFERS}
  %xmost = getelementptr i64, ptr %X, i64 {MOST_OFFERS}
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %noted ]
  %found = phi i64 [ 0, %entry ], [ %found1, %noted ]
  %more = icmp slt i64 %i, %states
  br i1 %more, label %one, label %done
done:
  ret i64 %found
one:
  %offset = mul i64 %i, %bytes
  %S = getelementptr i8, ptr %first, i64 %offset
  %panswer = getelementptr i64, ptr %answers, i64 %i
  %pcount = getelementptr i64, ptr %counts, i64 %i
  %pend = getelementptr i64, ptr %ends, i64 %i
  %pnumber = getelementptr i64, ptr %numbers, i64 %i
  %prandom = {_state_word(RANDOM_AT)}
  %pgiven = {_state_word(ANSWER_AT)}
  %pstatus = {_state_word(STATUS_AT)}
  %psite = {_state_word(SITE_AT)}
  %pwho = {_state_word(WHO_AT)}
  %arguments = {_state_word(ARGUMENTS_AT)}
  store i64 0, ptr %X, align 8
  store i64 0, ptr %pcount, align 8
  %answer = load i64, ptr %panswer, align 8
  %plays = icmp eq i64 %answer, {PLAY}
  switch i64 %answer, label %give [ i64 {ASK}, label %ask
    i64 {PLAY}, label %ask
    i64 {BEGIN}, label %begin
    i64 {REST}, label %rest ]
rest:
  br label %noted
begin:
  call void @llvm.memcpy.p0.p0.i64(ptr %S, ptr %blank, i64 %bytes, i1 false)
  %seed = load i64, ptr %pnumber, align 8
  store i64 %seed, ptr %prandom, align 8
  %plain = icmp eq ptr %derived, null
  br i1 %plain, label %start, label %derive
derive:
  %dstatus = call i64 %derived(ptr %S, ptr %X, ptr %arguments)
  %dfault = load i64, ptr %X, align 8
  %dwell = icmp eq i64 %dfault, 0
  br i1 %dwell, label %start, label %again
start:
  %mstatus = call i64 %main(ptr %S, ptr %X, ptr %arguments)
  br label %after
give:
  %code = phi i64 [ %answer, %one ], [ %drawn, %chances ]
  call void @llvm.memcpy.p0.p0.i64(ptr %before, ptr %S, i64 %bytes, i1 false)
  store i64 %code, ptr %pgiven, align 8
  br label %frame
frame:
  %k = phi i64 [ 0, %give ], [ %k1, %skipped ]
  %some = icmp slt i64 %k, %fcount
  br i1 %some, label %look_at, label %again
look_at:
  %k2 = mul i64 %k, 2
  %pframe = getelementptr i64, ptr %frames, i64 %k2
  %at = load i64, ptr %pframe, align 8
  %pwaits = getelementptr i64, ptr %S, i64 %at
  %waits = load i64, ptr %pwaits, align 8
  %idle = icmp eq i64 %waits, 0
  br i1 %idle, label %skipped, label %resume
skipped:
  %k1 = add i64 %k, 1
  br label %frame
resume:
  %pentry = getelementptr i64, ptr %pframe, i64 1
  %procedure = load ptr, ptr %pentry, align 8
  %rstatus = call i64 %procedure(ptr %S, ptr %X, ptr %arguments)
  br label %after
after:
  %status = phi i64 [ %mstatus, %start ], [ %rstatus, %resume ]
  %fault = load i64, ptr %X, align 8
  switch i64 %fault, label %failed [ i64 0, label %well
    i64 {GIVEN_UP}, label %again ]
failed:
  store i64 {FAULTY}, ptr %pend, align 8
  br label %put_back
again:
  store i64 {AGAIN}, ptr %pend, align 8
  br label %put_back
put_back:
  store i64 0, ptr %X, align 8
  %todo = load i64, ptr %panswer, align 8
  %given = icmp sge i64 %todo, 0
  br i1 %given, label %undo, label %noted
undo:
  call void @llvm.memcpy.p0.p0.i64(ptr %S, ptr %before, i64 %bytes, i1 false)
  br label %noted
well:
  store i64 {ASK}, ptr %panswer, align 8
  %waiting = icmp eq i64 %status, {SUSPENDED}
  br i1 %waiting, label %ask, label %over
over:
  store i64 {OVER}, ptr %pstatus, align 8
  store i64 {ENDED}, ptr %pend, align 8
  br label %noted
ask:
  %site = load i64, ptr %psite, align 8
  %poptions = getelementptr ptr, ptr %sites, i64 %site
  %options = load ptr, ptr %poptions, align 8
  %known = icmp ne ptr %options, null
  br i1 %known, label %find, label %left
left:
  store i64 0, ptr %X, align 8
  store i64 {LEFT}, ptr %pend, align 8
  br label %noted
find:
  %offers = getelementptr i64, ptr %codes, i64 %found
  %rest_of_room = sub i64 %room, %found
  store ptr %offers, ptr %xoffers, align 8
  store i64 %rest_of_room, ptr %xmost, align 8
  br i1 %plays, label %on, label %whose
on:
  %still = load i64, ptr %pnumber, align 8
  %may = icmp sgt i64 %still, 0
  br i1 %may, label %draw, label %tired
tired:
  store i64 {TIRED}, ptr %pend, align 8
  br label %noted
whose:
  %who = load i64, ptr %pwho, align 8
  %by_chance = icmp eq i64 %who, %chance
  br i1 %by_chance, label %draw, label %list
draw:
  %first_word = mul i64 %site, {ROW}
  %row = getelementptr i64, ptr %rows, i64 %first_word
  %drawn = call i64 @drawn(ptr %S, ptr %X, ptr %row, ptr %prandom)
  %any = icmp sge i64 %drawn, 0
  br i1 %any, label %chances, label %not_found
not_found:
  %dfound = load i64, ptr %X, align 8
  %full = icmp eq i64 %dfound, {TOO_MANY}
  br i1 %full, label %crowded, label %left
crowded:
  store i64 0, ptr %X, align 8
  store i64 {CROWDED}, ptr %pend, align 8
  br label %noted
chances:
  %had = load i64, ptr %pnumber, align 8
  %less = zext i1 %plays to i64
  %then = sub i64 %had, %less
  store i64 %then, ptr %pnumber, align 8
  store i64 %drawn, ptr %panswer, align 8
  br label %give
list:
  %count = call i64 @listed(ptr %S, ptr %X, ptr %options)
  %some_there = icmp sgt i64 %count, 0
  br i1 %some_there, label %players, label %not_found
players:
  store i64 %count, ptr %pcount, align 8
  store i64 {ASKED}, ptr %pend, align 8
  br label %noted
noted:
  %mine = load i64, ptr %pcount, align 8
  %found1 = add i64 %found, %mine
  %i1 = add i64 %i, 1
  br label %next
}}
"""
