"""Boards: shapes, what follows from them, and how they are drawn in text.

There are two lines of sight: from centre to centre (`geometry`, what it passes is `crossed`), and from any point of one
space to any point of another (`sightlines`).
"""
