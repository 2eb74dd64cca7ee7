"""What is asked, in a reader's words: "choose Keep or Deploy (for the red Ship on C4, in Succession)"."""

from __future__ import annotations

from dsl.ir.layout import ARGUMENTS_AT
from dsl.ir.program import About, Decision
from interpreter.knowledge.reader import Knowledge
from interpreter.knowledge.wording import Wording
from interpreter.state.decoding import State


def asked(site: Decision, state: State, who: int, knowledge: Knowledge, *, own: bool) -> str:
    """The prompt of a decision of player `who`, with the things that it is about, so far as the reader may know them.

    `state` has the arguments of the decision; `own`: the reader is whoever decides, or decides for chance.
    """
    told = (
        _named(about, state[ARGUMENTS_AT + about.argument], who, knowledge) for about in site.about if own or about.open
    )
    things = list(dict.fromkeys(name for name in told if name))
    if not things:
        return site.prompt
    inside = f", in {site.inside}" if site.inside else ""
    return f"{site.prompt} (for {' and '.join(things)}{inside})"


def _named(about: About, value: int, who: int, knowledge: Knowledge) -> str:
    """What the thing is called; nothing of what goes without saying, and of a piece that the reader does not see."""
    kind = knowledge.box.kinds[about.kind]
    if kind.sort == "range":
        return f"{kind.label} {value}"
    if value < 0 or (kind.sort == "player" and value == who):
        return ""
    if kind.sort == "piece" and not knowledge.sees(value):
        return ""
    return Wording(knowledge).value(kind, value)
