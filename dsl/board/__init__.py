"""Boards: shapes, what follows from them, and how they are drawn in text.

There are two lines of sight. What the one from centre to centre passes is worked out in `geometry`, and said by `A is
crossed from B to C` (`dsl.builtins.crossed`). Those from any point of one space to any point of another are in
`sightlines`, and said by `some line from A to B touches no …` (S8.12).
"""
