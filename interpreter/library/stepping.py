"""Many states of a game in one call.

Each is given an answer, then chance draws until a player is asked or the game is over, and the codes of the options are
noted; or it is played on at random to the end. What compiled code does not know, or what it gives up, it leaves to
Python, with the state as it was.
"""

from __future__ import annotations

from typing import Final

from dsl.ir.layout import ANSWER_AT, ARGUMENTS_AT, RANDOM_AT, SITE_AT, STATUS_AT, WHO_AT
from dsl.ir.nodes import OVER, SUSPENDED
from interpreter.library.context import FAULT, GIVEN_UP, MOST_OFFERS, OFFERS, TOO_MANY
from interpreter.library.drawing import DECISION, drawn, listed
from interpreter.library.hosts import at, copy, part, run
from interpreter.library.memory import Memory

# The words of `control`: how many states, where they are, how many words each has; a blank state, and room for one
# more; the entries of the options of each decision (none: left to Python), the words of frames and their entries; the
# other entries (that of what is derived may be missing); who chance is; then, with a word for each state, what is to be
# done, a number for that, how many options there are and how it ended; room for the codes of all options; and what is
# known of each decision.
(
    STATES, FIRST, SIZE, BLANK, BEFORE, SITES, FRAMES, FRAME_COUNT, MAIN_ENTRY, DERIVE_ENTRY, CHANCE, ANSWERS, NUMBERS,
    COUNTS, ENDS, CODES, ROOM, DECISIONS,
) = range(18)  # fmt: skip
CONTROL_WORDS: Final = 18
BYTES: Final = 8  # of a word, by which addresses count

# Instead of the code of an answer: find the options; begin with the number as seed; leave alone; play on, where all
# answers are drawn as those of chance are, so many at most as the number says.
ASK, BEGIN, REST, PLAY = -1, -2, -3, -4
# How it ended. AGAIN: do in Python what stands in ANSWERS; TIRED: as many answers were given as there may be.
ASKED, ENDED, FAULTY, LEFT, AGAIN, CROWDED, TIRED, GOES_ON = range(8)


def steps(context: Memory, control: Memory) -> int:
    """Does with each state what is to be done with it; how many codes of options were found."""
    found = 0
    for number in range(control[STATES]):
        step(context, control, number, found)
        found += at(control[COUNTS])[number]
    return found


def step(context: Memory, control: Memory, number: int, found: int) -> None:
    """The same with one state, after so many codes."""
    state = at(control[FIRST] + BYTES * control[SIZE] * number)
    task = at(control[ANSWERS])[number]
    context[FAULT] = 0
    at(control[COUNTS])[number] = 0
    if task == REST:
        return
    end = GOES_ON
    if task == BEGIN:
        end = begin_game(context, control, state, number)
    elif task >= 0:
        end = give(context, control, state, number)
    while end == GOES_ON:
        end = ask(context, control, state, number, found, task == PLAY)
    context[FAULT] = 0
    at(control[ENDS])[number] = end


def begin_game(context: Memory, control: Memory, state: Memory, number: int) -> int:
    """Runs to the first decision: how that ends."""
    arguments = part(state, ARGUMENTS_AT)
    copy(state, at(control[BLANK]), control[SIZE])
    state[RANDOM_AT] = at(control[NUMBERS])[number]
    if control[DERIVE_ENTRY] != 0:
        run(control[DERIVE_ENTRY], state, context, arguments)
        if context[FAULT] != 0:
            return AGAIN
    return after(context, control, state, number, run(control[MAIN_ENTRY], state, context, arguments))


def give(context: Memory, control: Memory, state: Memory, number: int) -> int:
    """Gives the answer that stands in ANSWERS, and runs to the next decision: how that ends."""
    before = at(control[BEFORE])
    copy(before, state, control[SIZE])
    state[ANSWER_AT] = at(control[ANSWERS])[number]
    end = after(context, control, state, number, resume(context, control, state))
    if end == AGAIN or end == FAULTY:
        copy(state, before, control[SIZE])
    return end


def resume(context: Memory, control: Memory, state: Memory) -> int:
    """Goes on with the procedure that waits: how it ended."""
    frames = at(control[FRAMES])
    for k in range(control[FRAME_COUNT]):
        if state[frames[2 * k]] != 0:
            return run(frames[2 * k + 1], state, context, part(state, ARGUMENTS_AT))
    context[FAULT] = GIVEN_UP
    return 0


def after(context: Memory, control: Memory, state: Memory, number: int, status: int) -> int:
    """What follows when a procedure has ended so."""
    if context[FAULT] == GIVEN_UP:
        return AGAIN
    if context[FAULT] != 0:
        return FAULTY
    at(control[ANSWERS])[number] = ASK
    if status == SUSPENDED:
        return GOES_ON
    state[STATUS_AT] = OVER
    return ENDED


def ask(context: Memory, control: Memory, state: Memory, number: int, found: int, plays: bool) -> int:
    """Finds the options of a player, or gives an answer that is drawn: how that ends."""
    options = at(control[SITES])[state[SITE_AT]]
    left = at(control[NUMBERS])
    if options == 0:
        return LEFT
    context[OFFERS] = control[CODES] + BYTES * found
    context[MOST_OFFERS] = control[ROOM] - found
    if plays and left[number] <= 0:
        return TIRED
    if not plays and state[WHO_AT] != control[CHANCE]:
        at(control[COUNTS])[number] = listed(context, state, options, part(state, ARGUMENTS_AT))
        return unless_missing(context, ASKED)
    decision = part(at(control[DECISIONS]), DECISION * state[SITE_AT])
    code = drawn(context, state, decision, state, RANDOM_AT)
    if code < 0:
        return unless_missing(context, LEFT)
    left[number] -= int(plays)
    at(control[ANSWERS])[number] = code
    return give(context, control, state, number)


def unless_missing(context: Memory, end: int) -> int:
    """This end, if no options are missing."""
    if context[FAULT] == TOO_MANY:
        return CROWDED
    if context[FAULT] != 0:
        return LEFT
    return end
