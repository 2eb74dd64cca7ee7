"""Any rulebook as a game of OpenSpiel (https://openspiel.readthedocs.io). It needs the extra [openspiel].

To import this module registers the game `rulewright`, whose parameters are the `path` of a rulebook and its terms:
`pyspiel.load_game("rulewright", {"path": "my_game.rules"})`; or `game(path, …)` here makes one. What players cannot
tell apart is one action (`interpreter.play.action_numbers`), and chance then takes one of it, as it draws and rolls: by
chance nodes with their probabilities. Whoever decides in secret decides one after the other; the others are told
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from dsl.ir.program import SCORES
from interpreter.adapters.chances import Chances
from interpreter.adapters.extras import extra
from interpreter.knowledge.reader import has_chance, has_secrets
from interpreter.play.action_numbers import Numbering
from interpreter.play.game import Game, load
from interpreter.play.observation import Observation
from interpreter.play.payoffs import payoffs

with extra("openspiel"):
    import numpy as np
    import pyspiel

NAME = "rulewright"
LONGEST = 10_000  # answers of players after which a match is cut, and nobody gets anything
GREATEST = 1e6  # what a player can have scored, where the rulebook scores: it does not say how much that can be


def game_type(rules: Game | None = None, zero_sum: bool = False) -> Any:
    """What OpenSpiel is told of a game; of a rulebook that is not known, the most that there can be."""
    types = pyspiel.GameType
    program = rules.program if rules else None
    drawn = program is None or has_chance(program)
    hidden = program is None or has_secrets(program)
    players = len(program.players) if program else 0
    return types(
        short_name=NAME,
        long_name=program.label if program else "A rulebook of Rulewright",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if drawn or hidden else types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION if hidden else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=players or 20,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "path": "",
            "variants": "",
            "players": 0,
            "options": "",
            "zero_sum": False,
            "longest": LONGEST,
        },
    )


def game(
    path: str | Path,
    variants: Sequence[str] = (),
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    zero_sum: bool = False,
    longest: int = LONGEST,
) -> Any:
    """The game of a rulebook, played on these terms (see `interpreter.load`, which says what is raised).

    With `zero_sum` OpenSpiel is told that what players have in the end sums up to nothing: rulebooks do not say so, and
    some of its algorithms ask for it. A match is cut after `longest` answers of players.
    """
    settled = ";".join(f"{name}:{value}" for name, value in (options or {}).items())
    told = {"path": str(path), "variants": ";".join(variants), "players": players or 0, "options": settled}
    return pyspiel.load_game(NAME, {**told, "zero_sum": zero_sum, "longest": longest})


def _rules(params: Mapping[str, Any]) -> Game:
    variants = [name for name in str(params.get("variants", "")).split(";") if name]
    settled = (option.split(":") for option in str(params.get("options", "")).split(";") if option)
    options = {name: int(value) for name, value in settled}
    return load(str(params["path"]), variants, int(params.get("players", 0)) or None, options)


class RulebookGame(pyspiel.Game):
    """A rulebook. Players are numbered by their seats."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.rules = _rules(params or {})
        self.numbering = Numbering(self.rules)
        self.rows = Observation(self.numbering)
        self.first = Chances(self.numbering)
        self.longest = int((params or {}).get("longest", LONGEST))
        zero_sum, scored = bool((params or {}).get("zero_sum", False)), SCORES in self.rules.box.arrays
        info = {
            "num_distinct_actions": self.numbering.size,
            "max_chance_outcomes": self.numbering.chances,
            "num_players": len(self.rules.program.players),
            "min_utility": -GREATEST if scored else -1.0,
            "max_utility": GREATEST if scored else 1.0,
            "max_game_length": self.longest,
        }
        sums = {"utility_sum": 0.0} if zero_sum else {}
        super().__init__(game_type(self.rules, zero_sum), pyspiel.GameInfo(**info, **sums), params or {})

    def new_initial_state(self, from_string: str | None = None) -> RulebookState:
        """The state before the first decision, which may be one of chance."""
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulebookObserver:
        """What a player may know as numbers, and as text."""
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return RulebookObserver(self.rows, recall)

    def observation_tensor_shape(self) -> list[int]:
        """One row of numbers."""
        return [self.rows.size]


class RulebookState(pyspiel.State):
    """A match, and what of an answer is still to be drawn by chance."""

    def __init__(self, of: RulebookGame) -> None:
        super().__init__(of)
        self.match = copy(of.first)
        self.longest = of.longest
        self.given = 0  # answers of players, each step of an answer counting for itself

    def current_player(self) -> int:
        """The seat of whoever decides; of several who decide at once the first."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match.drawing or self.match.position.nature_decides:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.position.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.match.numbering.options(self.match.position.seen_from(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The codes of what can be drawn, each with how likely it is."""
        return self.match.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.match.draw(action)
            return
        player = self.current_player()
        self.given += 1
        self.match.give(self.match.numbering.options(self.match.position.seen_from(player))[action], player)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.match.told(action) if self.is_chance_node() else f"drawn {action}"
        known = self._legal_actions(player) if player == self.current_player() else []
        options = self.match.numbering.options(self.match.position.seen_from(player)) if action in known else {}
        return options[action].text if action in options else self.match.numbering.text(action)

    def is_terminal(self) -> bool:
        """Whether the match is over, or was cut."""
        return self.match.position.over or self.given >= self.longest

    def returns(self) -> list[float]:
        """What each player has in the end; nothing before it, and of a match that was cut or stopped by a fault."""
        result = self.match.result
        if result is None or result.outcome == "fault":
            return [0.0] * len(self.match.players)
        return payoffs(self.match.rules.box, self.match.position.state)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player was told: what they see, their log, and what they have said of an answer so far."""
        seat = self.current_player() if player is None else player
        parts = [part.text for part in self.match.position.seen_from(seat).own.parts]
        log = [str(entry) for entry in self.match.log(self.match.players[seat])]
        return "\n".join([self.observation_string(seat), *parts, *log])

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees, as the text of a JSON object."""
        seat = self.current_player() if player is None else player
        return json.dumps(self.match.view(self.match.players[seat]), sort_keys=True)

    def __str__(self) -> str:
        """All that has happened, as nobody at the table knows it."""
        return "\n".join(map(str, self.match.transcript)) or self.match.rules.program.label


class RulebookObserver:
    """What a player may know: `tensor`, and text. With perfect recall the text tells all that they were told."""

    def __init__(self, rows: Observation, recall: bool) -> None:
        self._rows = rows
        self._recall = recall
        self.tensor: Any = np.zeros(rows.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulebookState, player: int) -> None:
        """Fills the tensor with what a player sees."""
        self.tensor[:] = self._rows.row(state.match.position, player)

    def string_from(self, state: RulebookState, player: int) -> str:
        """What a player sees, or has been told."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


pyspiel.register_game(game_type(), RulebookGame)
