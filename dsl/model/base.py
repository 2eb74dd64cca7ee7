"""The base classes of the model: nodes, expressions, conditions, variables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from dsl.fields import inner_names_of
from dsl.late import Frozen, cached_property, dataclass
from dsl.model.world import Kind
from dsl.source import Span


@dataclass(eq=False)
class Variable:
    """What a binder brings in. `name` is how the text speaks of it (a kind's name or a word).

    `many`: a set of elements of the kind, not one.
    """

    name: str
    kind: Kind
    many: bool = False
    span: Span | None = None

    @property
    def is_nickname(self) -> bool:
        """Whether the text gave it a name of its own."""
        return self.name not in (self.kind.name, self.kind.plural)

    @property
    def acts(self) -> bool:
        """Whether it is `the Player`, who does what verbs say; one with a name of its own does not."""
        return self.kind.sort == "player" and self.name == self.kind.name


class Node(Frozen):
    span: Span

    @cached_property
    def parts(self) -> tuple[object, ...]:
        """What stands directly inside: nodes, rows of them, definitions that are named."""
        return tuple(part for name in inner_names_of(self) if (part := getattr(self, name)) not in (None, ()))

    @cached_property
    def inside(self) -> tuple[Node, ...]:
        """The nodes directly inside this one (definitions that it names are not inside)."""
        return tuple(node for part in self.parts for node in _nodes(part))

    @cached_property
    def whole(self) -> tuple[Node, ...]:
        """The node and all nodes inside it, outer ones first."""
        return (self, *chain.from_iterable(part.whole for part in self.inside))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _nodes(part)
