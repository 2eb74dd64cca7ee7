"""Any rulebook as an environment of PettingZoo, for agents that learn (https://pettingzoo.farama.org).

It needs the extra [pettingzoo]. Agents are called as the players are. Whoever is asked first of those who decide at
once is the next agent; what others have answered in secret is in nobody's observation. Chance plays by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from interpreter.adapters.extras import extra
from interpreter.library.chance import fresh_seed
from interpreter.library.memory import BITS
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game, load
from interpreter.play.match import Match
from interpreter.play.observation import Observation
from interpreter.play.options import Option
from interpreter.play.payoffs import payoffs
from interpreter.play.why import IllegalChoice, Refusal

with extra("pettingzoo"):
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv

LONGEST = 10_000  # answers after which a match is cut
SEEDS = 2**BITS

Observed = dict[str, Any]  # "observation": what the agent may know, "action_mask": 1 for each action that is legal


def environment(
    path: str | Path,
    variants: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    longest: int = LONGEST,
) -> RulebookEnvironment:
    """The environment of a rulebook, played on these terms (see `interpreter.load`, which says what is raised). A match
    that has not ended after `longest` answers is truncated."""
    return RulebookEnvironment(load(path, variants, players, options), longest)


class RulebookEnvironment(AECEnv):
    """One match after another. An action is the number of an answer (`interpreter.play.action_numbers`); what an agent
    observes is a row of numbers (`interpreter.play.observation`), of which none tells what the player may not know.

    Rewards come at the end: what was scored; where nothing is, 1 for who has won, -1 for who has not, 0 for all when
    nobody has. A match that was truncated, or that a fault stopped, gives nothing.
    """

    def __init__(self, game: Game, longest: int = LONGEST) -> None:
        super().__init__()
        self.game = game
        self.longest = longest
        self.metadata = {"name": game.program.label, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.numbering = Numbering(game)
        self._rows = Observation(self.numbering)
        self.possible_agents = list(game.program.players)
        self.action_spaces = {agent: Discrete(self.numbering.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._seeds = Random(fresh_seed())
        self.match: Match | None = None

    def _space(self) -> Dict:
        seen = Box(0, self._rows.most, (self._rows.size,), np.int32)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (self.numbering.size,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """The same space for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers of all answers that there can be in the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match. The same seed gives the same chances, in all matches from this one on; until there is one,
        nobody can tell them."""
        if seed is not None:
            self._seeds = Random(seed)
        self.match = self.game.start(self._seeds.randrange(SEEDS))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._after()

    def step(self, action: int | None) -> None:
        """Gives an answer, or a step of one, for the agent whose turn it is. Raises IllegalChoice."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        legal = self._legal(agent)
        if action not in legal:
            raise IllegalChoice(Refusal("E0801", f"There is no option number {action} now, for {agent}."))
        self._cumulative_rewards[agent] = 0.0
        self._running.choose(legal[int(action)], agent)
        self._after()
        self._accumulate_rewards()

    @property
    def _running(self) -> Match:
        if self.match is None:
            raise RuntimeError("reset() comes first")
        return self.match

    def _after(self) -> None:
        """Notes whose turn it is, and what the match brought if it is over."""
        match = self._running
        if match.result is not None:
            ended = match.result.outcome != "fault"
            worth = payoffs(match.rules.box, match.position.state)
            self.rewards = dict(zip(self.agents, worth, strict=True)) if ended else self.rewards
            self.terminations = dict.fromkeys(self.agents, True)
        elif match.answers >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = match.decision.who[0] if match.decision else self.agents[0]

    def _legal(self, agent: str) -> dict[int, Option]:
        match, seat = self._running, self.possible_agents.index(agent)
        over = any(self.terminations.values()) or any(self.truncations.values())
        if over or seat not in match.position.asked:
            return {}
        return self.numbering.options(match.position.seen_from(seat))

    def observe(self, agent: str) -> Observed:
        """What an agent may know now."""
        mask: Any = np.zeros(self.numbering.size, np.int8)
        mask[list(self._legal(agent))] = 1
        row = self._rows.row(self._running.position, self.possible_agents.index(agent))
        return {"observation": np.array(row, np.int32), "action_mask": mask}

    def render(self) -> str:
        """What has happened so far, as an onlooker is told it."""
        return "\n".join(map(str, self._running.log()))

    def close(self) -> None:
        """Nothing is held open."""
