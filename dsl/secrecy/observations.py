"""What the walk along the flow leaves for those who word prompts and reasons: who sees what where somebody is asked."""

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
    action sees there."""

    asked: defaultdict[Asking, list[Sight]] = field(default_factory=lambda: defaultdict(list))
    offered: defaultdict[tuple[m.Offer, m.Act], list[Sight]] = field(default_factory=lambda: defaultdict(list))
