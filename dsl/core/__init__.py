"""The rulebook in core statements: what is sugar is said once by simpler statements, and nothing behind knows of it.

Lowering, the check of secrets and all analyses read the book that `in_core` makes. Prose goes on reading the book as it
is written; `Core.written` leads from what was made back to it.
"""

from __future__ import annotations

from dsl.core.meaning import meaning
from dsl.core.rewriting import Core, in_core

__all__ = ["Core", "in_core", "meaning"]
