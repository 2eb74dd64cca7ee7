"""What people say who know other languages, and how this one has it.

A slip is only spoken of where the sentence can be read with what is meant in its place: elsewhere the word may well be
right, or a word of the game. Behind `|` stands what else may be meant; nothing, where the word is too much.
"""

from __future__ import annotations

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()

_SLIPS = {
    # of programming languages
    "else": "otherwise",
    "else :": "otherwise",
    "elif": "otherwise if",
    "elseif": "otherwise if",
    "else if": "otherwise if",
    "foreach": "for each",
    "then": "",
    ":": "",
    "not is": "is not",
    "not can": "cannot",
    "can not": "cannot",
    "do": "repeat",
    "loop": "repeat",
    "equals": "is",
    "equal to": "is",
    # of English
    "a": "",
    "an": "",
    "and": "or | ,",
    ",": "or",
    "are": "is",
    "decreases by": "falls by",
    "each": "every",
    "every": "each",
    "falls to": "becomes",
    "fewer than": "less than",
    "for all": "for each",
    "for every": "for each",
    "gets": "becomes",
    "goes down by": "falls by",
    "goes up by": "rises by",
    "greater than": "more than",
    "higher than": "more than",
    "bigger than": "more than",
    "if": "when | while | only with",
    "increases by": "rises by",
    "inside": "in",
    "is": "are | becomes | , | ",
    "is no": "is not",
    "is now": "becomes",
    "it is a draw": "nobody wins",
    "larger than": "more than",
    "lower than": "less than",
    "next to": "beside",
    "adjacent to": "beside",
    "no less than": "at least",
    "no more than": "at most",
    "not less than": "at least",
    "not more than": "at most",
    "onto": "on",
    "per": "each | for each",
    "rises to": "becomes",
    "smaller than": "less than",
    "the": "",
    "the game is a draw": "nobody wins",
    "the same as": "",
    "thrice": "3 times",
    "twice": "2 times",
    "up to": "at most",
    "when": "if | while | only with",
    "whenever": "if | when",
    "wins the game": "wins",
    "with": "only with",
    "times": "by",
    "x": "by",
    **{word: str(number) for number, word in enumerate(_NUMBERS)},
}

SLIPS = {said: tuple(one.strip() for one in meant.split("|")) for said, meant in _SLIPS.items()}
