"""The rulebook with every name resolved and every type known: what `dsl.lower` and `dsl.prose` both read.

Names are gone: a node points at the `Kind`, `Attribute`, definition or `Variable` that was meant. Identity of
variables and definitions is by object. A phrase that may find nothing (`an Asteroid in the Stock`) has the value
"nothing"; what is done with nothing does nothing, and no sentence about nothing is true except that nothing is so.
"""

from __future__ import annotations

from dsl.model.base import *
from dsl.model.book import *
from dsl.model.conditions import *
from dsl.model.definitions import *
from dsl.model.examples import *
from dsl.model.expressions import *
from dsl.model.statements import *
from dsl.model.sugar import *
from dsl.model.world import Attribute as Attribute
from dsl.model.world import Kind as Kind
from dsl.model.world import Remark as Remark
from dsl.model.world import World as World
from dsl.source import Span as Span
