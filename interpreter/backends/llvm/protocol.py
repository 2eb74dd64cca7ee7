"""The words through which Python and the function that plays whole games (`.playing`) speak."""

# The words of the third argument: addresses and counts that are given, then how far it is, then what Python is to do.
# Games have numbers, from which `seed_of` makes their seeds; GAMES is the number after the last. The
# state before an answer is kept for Python where KEEPS is not 0: once compiled code has given up an answer. So many
# codes of an answer as QUEUED says are still to be given; SET leads to the elements that a player enters, LOOKED to
# two words for each piece. Options are counted in the games with numbers below COUNTED. A game is given up after so
# many answers as LONGEST says, chance's too, or so many MOST_DECISIONS of players.
FIRST_SEED, GAMES, ENDS, FIRST_STOP, BEFORE, COUNTS, MOST_COUNTED, STAMPS, LONGEST, GROUPS, ROW = range(11)
GAME, BEGUN, LUCK_WORD, LEFT, DECISIONS, STAMP, PICKED, DIFFERENT, KEEPS, SET, QUEUED, LOOKED, COUNTED = range(11, 24)
MOST_DECISIONS = 24
CONTROL_WORDS = 25

ALL_PLAYED, EMPTY, ANSWER, GIVE = range(4)  # what it returns: done; empty the table; answer; give the code PICKED
