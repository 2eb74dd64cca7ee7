"""What the walk along the flow leaves for those who word prompts, reasons and examples: who sees what where somebody is
asked, and where numbers decide."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from dsl import model as m
from dsl.model.core import ChooseWay
from dsl.secrecy.sources import Sight

Asking = m.Choose | ChooseWay | m.ChooseSeveral


@dataclass(frozen=True)
class Observations:
    """`asked`: what all know where a decision stands, once for each way there. `offered`: what whoever is offered an
    action sees there. `deciding`: what all know where ways part, or something gets a name, once for each way there."""

    asked: defaultdict[Asking, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    offered: defaultdict[tuple[m.Offer, m.Act], list[Sight]] = field(default_factory=lambda: defaultdict(list))
    deciding: defaultdict[m.If | m.Let, list[Sight]] = field(default_factory=lambda: defaultdict(list))

    def shows(self, node: m.If | m.Let, *values: m.Expression) -> bool:
        """Whether all see what some values are made of where such a statement stands."""
        return bool(self.deciding[node]) and not any(sight.hides(values) for sight in self.deciding[node])
