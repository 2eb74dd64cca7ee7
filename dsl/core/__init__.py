"""The rulebook in core statements: what is sugar is said by simpler statements, once, and nothing behind knows of it.

Lowering, the check of secrets and all analyses read the book that `in_core` makes; prose goes on reading the book as it
is written, to which `Core.as_written` leads back. These are the statements of the core:

Text, Deepest     the designer's words; how deep what follows can go inside itself
Move              one piece, or all of a selection, to a place
Assign            an attribute gets a value, rises or falls; a flag is given or taken away
Show, Shuffle     who knows what; in what order
Record, Score     what only questions about the past, and the result, ask for
Let               a name for a value
Choose, ChooseSeveral, ChooseWay, Offer, InOneGo, DecideAtOnce, Roll
                  somebody, or chance, decides: one thing, a set, a way to go on, an action, several actions as one, all
                  at once, dice
If, Overruled     branches; those of exceptions are cited
ForEach, Repeat, While, Follow, TakeTurns
                  over things, so often, as long as, along a walk, player after player
StopRepeating     a `Repeat` is left
Together          several changes that are one
Do                a phase, window, verb, action or power is carried out
Stop, Prevent, GameOver
                  a phase is left, what is about to happen does not, nothing happens any more

Twenty-eight, since none says what another can: each of the seven decisions is one entry of the list of options, and as
two it would be two decisions in logs and numbers of actions; loops differ in what is settled before the first turn of
them and what is tested anew; `Score` is no `Assign`, since nothing may ask for it; `Overruled` says what `If` says and
is kept apart so that a game's record can name the exception that was followed.
"""

from __future__ import annotations

from dsl.core.rewriting import Core, in_core

__all__ = ["Core", "in_core"]
