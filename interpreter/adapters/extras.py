"""What adapters are made from comes with extras, which may be missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Something of this extra is imported meanwhile. Raises ImportError, which says how it is to be had."""
    try:
        yield
    except ImportError as error:
        message = f"The extra [{name}] is missing here, or broken ({error}): pip install 'rulewright[{name}]'"
        raise ImportError(message, name=error.name) from None
