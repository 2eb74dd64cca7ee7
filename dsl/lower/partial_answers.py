"""What is asked at the head of an action or power: only what the rest of the answer can be completed with.

Of an action that was offered it is known that there is a complete answer. One that is just done (`do A`, powers,
copies) stays undone where there is none. Where not everybody sees whether there is one, the player is asked as long as
there may be, and it is done with what was chosen, be it nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl import model as m
from dsl.ir.nodes import Block, Expr
from dsl.lower import path_cache
from dsl.lower.build import Build, Env, Made, Scene
from dsl.lower.choices import choose_among, choose_in_secret
from dsl.lower.control import let
from dsl.lower.elimination import asked_if_in, nothing_chosen, unless_out
from dsl.lower.legality import allowed_then, completes, completing, set_completion, spelled_out, tests_after, variables
from dsl.lower.ops import YES, when
from dsl.lower.reasons import told_of_set
from dsl.lower.set_choices import Part, choose_several
from dsl.lower.set_completion import Completion
from dsl.model import Act, Condition
from dsl.model.visit import depends, use
from dsl.secrecy.public_legality import open_action, open_choices
from dsl.secrecy.sources import Sight, choice_parts

Run = Callable[[], Block]


def offered_head(scene: Scene, action: Act) -> Block:
    """Asks for what belongs to the answer besides the option that was taken."""
    build, asked = scene.build, list[Block]()
    secret = open_action(build, action) is not action
    for place, line in enumerate(action.head):
        if isinstance(line, m.Let):
            asked.append(let(scene, line))
        elif isinstance(line, m.ChooseSeveral):
            hidden = secret and not _seen_by_all(build, action, place)
            asked.append(choose_several(scene, line, _part(build, action, place, secret=hidden)))
        else:
            more, ways = _completion(build, action, line, place), _ways(scene, action)
            asked.append(choose_among(scene, line, (more,), ways, always=secret, part=True))
    return tuple(s for block in asked for s in block)


def _seen_by_all(build: Build, action: Act, place: int) -> bool:
    """Whether everybody sees what can be chosen in line `place` (from 0) of the head, and how many there are to be."""
    sight, unseen = Sight(build), list[m.Variable]()
    for line in action.head[: place + 1]:
        parts = (line.value,) if isinstance(line, m.Let) else choice_parts(line)
        if sight.hides(parts) or any(depends(part, variable) for part in parts for variable in unseen):
            unseen.append(line.variable)
        sight = sight.after(line)
    return action.head[place].variable not in unseen


def done_head(scene: Scene, action: Act, run: Run) -> Block:
    """Asks for what the head chooses of an action that is just done, and runs it."""
    return _done_from(scene, action, 0, run)


def _done_from(scene: Scene, action: Act, place: int, run: Run) -> Block:
    """The same from line `place` (from 0) of the head on."""
    if place == len(action.head):
        return run()
    line = action.head[place]
    if isinstance(line, m.Let):
        return (*let(scene, line), *_done_from(scene, action, place + 1, run))
    opened = open_choices(scene.build, action)
    if opened is not None:
        may = completes(scene, opened, place)
        asked = _in_secret(scene, action, line, place)
        asked = asked_if_in(scene, line, when(may, asked, nothing_chosen(scene, line)))
        return (*asked, *_done_from(scene, action, place + 1, run))
    begun = any(not isinstance(before, m.Let) for before in action.head[:place])
    possible = YES if begun else completes(scene, action, place)
    answer = (*_in_sight(scene, action, line, place), *_done_from(scene, action, place + 1, run))
    return unless_out(scene, line.who, when(possible, answer), ())


def _in_sight(scene: Scene, action: Act, line: m.Choose | m.ChooseSeveral, place: int) -> Block:
    """Everybody sees what can be chosen: what is the only way is taken without a question."""
    if isinstance(line, m.ChooseSeveral):
        return choose_several(scene, line, _part(scene.build, action, place, secret=False))
    more = _completion(scene.build, action, line, place)
    return choose_among(scene, line, (more,), _ways(scene, action))


def _in_secret(scene: Scene, action: Act, line: m.Choose | m.ChooseSeveral, place: int) -> Block:
    """Asks also where there is only one way, or none: then the answer is that there is nothing."""
    if isinstance(line, m.ChooseSeveral):
        return choose_several(scene, line, _part(scene.build, action, place, secret=True, unsure=True))
    more = _completion(scene.build, action, line, place)
    return choose_in_secret(scene, line, (more,), _ways(scene, action))


# ----------------------------------------------------------------------------------------------------------- completion


def may_be_given_up(build: Build, action: Act) -> bool:
    """Whether a set at its head has needs of which it is not always found out whether they can be met."""
    places = (k for k, line in enumerate(action.head) if isinstance(line, m.ChooseSeveral))
    return any(not _set_completion(build, action, k).exact for k in places)


def _part(build: Build, action: Act, place: int, *, secret: bool, unsure: bool = False) -> Part:
    needs = told_of_set(build, spelled_out(build, action, place), place + 1)
    return Part(_set_completion(build, action, place), secret, needs, unsure)


def _set_completion(build: Build, action: Act, place: int) -> Completion:
    action = spelled_out(build, action, place)
    return set_completion(build, action, place, tests_after(action, place), completing(build, action, place))


def _ways(scene: Scene, action: Act) -> tuple[str, ...]:
    """The ways that the tests of the action's result ask for."""
    return path_cache.asked_for(scene.build, (n.condition for n in action.needs if n.afterwards))


def _completion(build: Build, action: Act, choice: m.Choose, place: int) -> Condition:
    """That the answer can be completed with the candidate."""

    def make(env: Env) -> Expr:
        env.values[choice.variable] = env.values[choice.selection.variable]
        return allowed_then(env, action, place + 1)

    about = (*variables(action, place), choice.selection.variable)
    uses = tuple(use(v, choice.span) for v in about)
    return build.once(("completion", action, place), lambda: Made(choice.span, make, uses))
