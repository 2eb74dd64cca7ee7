"""What has no words of its own, and why. A test holds that all else changes the prose, and that none of this does.

Keys are a class and its field. Fields that only the prose uses are named with the lowering, not here.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGINE: Mapping[str, str] = {
    "Expression.maybe": "that a phrase may find nothing is the engine's care; the rule says it in its own words",
    "PowerCall.members": "which powers a phrase can mean follows from its kind, and from where each is playable",
    "Definition.form_of": "a rulebook as it is told has no forms for single windows",
    "Apply.otherwise": "definitions of one word for several sorts are spoken of with the same words",
    "Holds.otherwise": "definitions of one word for several sorts are spoken of with the same words",
    "Roll.face": "which attribute a roll sets; a die has only one",
    "Taken.thing": "a thing with the name of a way: which of them an example means is told by what is asked",
    "Lasting.carried": "how the engine counts the turns that an effect lasts",
    "Together.found_first": "how the engine moves what is passed on; the sentence that does says so itself",
    "PassOn.moves": "the same for each player",
    "Swap.moves": "all of what lies in two places that are told",
    "BestWins.rivals": "those who are compared, once more",
    "Rank.of_rival": "the same value, of who is compared",
    "Unbarred.meaning": "how the engine counts the turns that an effect lasts",
    "Unspent.meaning": "how the engine counts what has a limit",
    "HasDone.carried": "how the engine counts what has a limit",
    "Act.payment": "how the engine pays for what has a cost",
    "Act.counted": "how the engine counts what has a limit",
    "Phase.anew": "how the engine counts what has a limit",
    "Window.anew": "how the engine counts what has a limit",
    "Value.layers": "what the sentences of effects that last make of it; they say so themselves",
    "Value.kind": "follows from the cases",
    "Value.maybe": "follows from the cases",
    "Example.variants": "in which form of the game an example is run; the page says to which part it belongs",
}

LAYOUT: Mapping[str, str] = {
    "Node.span": "where the text stands",
    "Definition.span": "where the text stands",
    "Need.span": "where the text stands",
    "Variable.span": "where the text stands",
    "Variable.kind": "the kind is said where the variable is brought in, by the phrase that it stands in",
    "Variable.many": "the phrase that brings in a set says so itself",
    "Setting.name": "the number is printed, not its name",
    "Example.span": "where the text stands",
    "Example.chapter": "the page on which it stands",
    "Definition.chapter": "the page on which it stands",
    "Definition.leaves_out": "which sentences “Learn to play” has beside the words in short",
    "Power.number": "a power is called by its label",
    "Power.value": "it stands in the lines, and in the label",
}

SILENT: Mapping[str, str] = {**ENGINE, **LAYOUT}
