"""Why lines of sight are closed or open, in words that stand under a picture: what stands on them, or beside an edge
that they go along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import model
from dsl.board.scene import Piece
from dsl.board.shapes import Point
from dsl.pages.drawings.outcome import Standing
from dsl.pages.drawings.sights import Sight, Way, beside_edges, stops
from dsl.pages.reference.passages import opening
from dsl.prose.forms import Adjective, Noun, Term
from dsl.prose.nouns import kind_term
from dsl.prose.speech import Speech, plain


@dataclass(frozen=True)
class Causes:
    """Those on a board on which something stands; `places` are the middles of its spaces, by their numbers."""

    speech: Speech
    t: Mapping[str, str]
    standing: Standing
    places: Mapping[int, Point]

    def told(self, sights: Sequence[Sight], names: Mapping[int, str]) -> str:
        """A sentence for all lines of which there is something to say, with the names of where they begin."""
        found: list[str] = []
        last = ""
        for key, start, what in sorted(self.each(sights, names), key=lambda cause: cause[0] != "on_line"):
            if key == "one_side" and last == "on_line":
                continue  # there is no edge of which it was spoken
            form = self.t[f"sight_{key}_too" if key == last else f"sight_{key}"]
            found.append(form.format(start=start, what=what))
            last = key
        return f"{opening(', '.join(found))}." if (found and last != "one_side") or len(found) > 1 else ""

    def each(self, sights: Sequence[Sight], names: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
        """What is said of each line, where it begins, and what is in its way."""
        for sight in sights:
            spaces = [space for space, on in self.standing.items() if on and space not in (sight.start, sight.end)]
            way = Way(self.places[sight.start], self.places[sight.end])
            points = [self.places[space] for space in spaces]
            _, closing = min(stops(way, points), default=((0.0, 0.0), ()))
            what = self.called([self.standing[spaces[n]][-1] for n in closing])
            if not sight.open and what:
                yield "on_line" if len(closing) == 1 else "on_edge", names[sight.start], what
            elif sight.open and len(beside_edges(way, points)) == 1:
                yield "one_side", names[sight.start], ""

    def called(self, pieces: Sequence[Piece]) -> str:
        """One piece, two of a kind or two of others; or nothing, if nobody knows what it is."""
        infos = self.speech.book.world.piece_infos
        kinds = [infos[piece.kind].kind for piece in pieces if piece.kind]
        if not kinds or len(kinds) < len(pieces):
            return ""
        nouns = [Noun(kind_term(kind), "the" if kind.unique else "a") for kind in kinds]
        if len(kinds) > 1 and kinds[0] is kinds[1]:
            nouns = [replace(nouns[0], article="the", plural=True)]
        return self.t["sight_and"].join(plain(self.speech.words(noun)) for noun in nouns)

    def key(self, sights: Sequence[Sight]) -> tuple[str, str]:
        """What open lines mean, and closed ones that are seen to be closed."""
        if not sights:
            return "", ""
        quality = sights[0].quality
        if isinstance(quality, model.Action):
            title = self.speech.title(quality)
            label = title if sights[0].done else self.t["action_possible"].format(action=title)
        else:
            label = plain(self.speech.words(Adjective(Term(quality.label or quality.name, proper=True, about=quality))))
        is_open, is_closed = any(sight.open for sight in sights), any(not sight.open for sight in sights)
        closed = self.t["sight_closed" if sights[0].is_line else "is_not"].format(what=label)
        return label if is_open else "", closed if is_closed else ""
