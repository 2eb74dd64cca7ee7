"""The words through which Python and compiled code speak: a context, of which each thread has its own.

OFFERS, SCRATCH, REACHED and GIVEN are addresses of memory beside it; in GIVEN are the arguments of what is called.
FALLEN is 0 if each offer is above the one before it; TESTING counts the hypothetical tests under way, in which traced
rules do not come up.
"""

from __future__ import annotations

FAULT, RULE, OFFERS, OFFERED, MOST_OFFERS, SCRATCH, REACHED, NOTED, FALLEN, TESTING, GIVEN = range(11)
CONTEXT_WORDS = 11

# What stands in FAULT: 0 for none, a fault of the rules as its number counted from 1, or one of these.
GIVEN_UP = -1  # an index, a divisor or a sum of which compiled code has no definition: Python does it again
TOO_MANY = -2  # more offers than there is room for: to be done again with more
