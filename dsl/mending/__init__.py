"""Whole lines that can stand in place of those that are wrong: made of what messages propose, and tried.

A message knows a word that may be meant, or a sentence, or lines. They are put into the text, those of all messages at
once, and the text is checked: lines with which nothing is wrong then can be shown as what to write. Where one mistake
hides another, what is said of that one is tried, too. What does not help so stays what it was, a hint.

1. `slips`: what is complained of, what is tried in its place, and how it is told in the end. `draft` is the text with
   all its slips, as it stands for now.
2. `proposals`: what may be written in place of a slip, the likeliest first: by its `hints`, by what is told above it
   (`spoken_above`), at `other_depths`, `elsewhere`, or said of what is `in_sight`.
3. `trials`: that put into the text and checked, in rounds; what others hide is looked at, too (`unhidden`).
4. `consequences`: slips that are none as soon as others are mended.
5. `told`: all of it, one after the other.
"""

from dsl.mending.told import FOLLOWS, mended, wrong_with

__all__ = ["FOLLOWS", "mended", "wrong_with"]
