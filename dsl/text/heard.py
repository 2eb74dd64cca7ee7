"""What was told of mistakes: it is told again of those in a text of which only other lines are written anew.

It takes most of the time of a check to find out what a sentence may mean that cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace

from dsl.text.diagnostics import Diagnostic
from dsl.text.lexer import Sentence
from dsl.text.recovery import Fault


@dataclass(eq=False)
class Heard:
    """What was told of a mistake, by the item in which it stands, and of which line. What other items declare can
    make other words likelier: whoever wants to know that forgets what was told."""

    told: dict[Hashable, tuple[int, Diagnostic]] = field(default_factory=dict)

    def of(self, fault: Fault, seen: Sequence[Sentence], find: Callable[[Fault], Diagnostic]) -> Diagnostic:
        key, line = _place(fault, seen), fault.mark.sentence.line
        if key not in self.told:
            self.told[key] = line, find(fault)
        before, one = self.told[key]
        return one if before == line or one.span is None else replace(one, span=one.span.down(line - before))


def _place(fault: Fault, seen: Sequence[Sentence]) -> Hashable:
    """A mistake by the words of its item, and where these stand from it."""
    own = fault.mark.sentence
    at = next((k for k, one in enumerate(seen) if one is own), 0)
    first = next((k for k in range(at, -1, -1) if not seen[k].depth), 0)
    end = next((k for k in range(at + 1, len(seen)) if not seen[k].depth), len(seen))
    words = tuple(
        (one.depth, one.crooked, one.line - own.line, tuple(token for token in one.tokens))
        for one in seen[first : end + 1]
    )
    return fault.code, fault.at, fault.lacking, at - first, first == 0, words
