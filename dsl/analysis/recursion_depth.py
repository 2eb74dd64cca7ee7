"""How deep an action, window or rule that can happen inside itself may go: its first line has to say so."""

from __future__ import annotations

from dsl import model as m

Nested = m.Procedure | m.Window | m.Trigger


def deepest(definition: Nested) -> m.Deepest | None:
    """The line that says how deep it can go."""
    return next((line for line in definition.body[:1] if isinstance(line, m.Deepest)), None)
