"""The check for secrets: nothing that happens may tell anybody what they do not see.

It is an information-flow analysis of the model, made once for a whole rulebook, before any code is made. How it is
decided that an opponent may not see a card, and where:

1. `printed`, `facts`: who is sure to see what. A fact says of a thing that an observer sees it where a sentence holds:
   it is face-up, it is their own, it lies where they look.
2. `sources`: which parts of a sentence read what an observer may not see, by way of all definitions; a name for
   something that was made of a secret is tainted with it.
3. `flow`: the walk along all ways that a game can take, with what everybody knows there and the secrets that led there.
   `transfer` says what is still sure, and what has come to be, after each statement.
4. `sinks`: whether somebody is asked, and what changes on the table, is seen by all (`must_be_seen`); what can be
   chosen is told to whoever chooses (`must_be_known`). A source that reaches a sink is refused (E0402, E0405), with
   what the designer can do about it (`repairs`).
5. Beside the flow: `order` (the order in which the box has its pieces tells what they are), `transactions` (steps that
   may be put back), `public_legality` (what everybody can see to be impossible, which lowering asks).

While a game is played, `dsl/lower/visibility.py` decides it for each reader and position.

What it observes where somebody is asked (`observations`) is what prompts and reasons may name.
"""

from dsl.secrecy.flow import check
from dsl.secrecy.observations import Observations

__all__ = ["Observations", "check"]
