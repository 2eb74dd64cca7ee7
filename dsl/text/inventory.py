"""What a rulebook has, as far as its lines tell it before anything is understood: its things, and where they belong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, dropwhile, groupby, pairwise, takewhile
from typing import TypeVar

from lark import Token

from dsl.text.coined import STOPS
from dsl.text.compounds import numbers
from dsl.text.inflection import a_or_an, articled, plural, singular
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence

One = TypeVar("One")

# Words of the language that can go on with a name, where nothing of a sentence does.
NO_PREPOSITIONS = frozenset("cost move one open place play record seen show stop take turn turns two use walk".split())
HEADINGS = {"PIECE": "piece", "PLACE": "place", "BOARD": "board"}
OWNERS = {"seen by the owner", "seen by its owner"}  # of a place: who alone sees what lies there
ACTOR = "the Player"
NAMING = frozenset({"THE", "CALLED", "LET"})  # before a word that stands for something
NO_WORDS_OF_A_VERB = frozenset({"A", "AN", "THE", "NAME", "INT", "CALLED", "CITE"})
NO_WORDS_OF_A_NAME = frozenset({"CALLED", "IS", "STRING", "FOR", "WITH"})
ENDS_A_NAME = frozenset({"STRING", "COMMA", "AND", "OR"})  # of a heading
BRINGS = frozenset({"A", "AN", "EACH"})
BRINGING = ("A", "AN")
OWN = re.compile(r"\b(?:your|my|their|his|her|his or her|its) (?=\w)")
OWN_PIECE = re.compile(r"\b(?:your|their|his|her|his or her) ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)")
SOMEBODY = re.compile(r"\b(?:an?|each|(another|a different|one other)) [Pp]layer\b(?: called ([\w-]+))?")
ON_TOP = re.compile(r"\bthe (top|bottom) ([\w'-]+) (?:of|from)\b")
OWN_OF_EACH = re.compile(  # as it is written, or as it is meant
    r"(?:there is )?(?:one|1) (?:for (?:each|every)|per) [Pp]layer\b"
    r"|(?:each|every) [Pp]layer has (?:one|an?|their own|a separate one)\b"
)
DETERMINERS = ((r"(?:all|each)(?: of)?(?: the)? ", "every "), (r"(?:any|some|one|a single) ", "a "))


class Unknown(Exception):
    """The rulebook does not tell what stands in a place of a phrasing."""


@dataclass(frozen=True)
class Thing:
    """What a rulebook declares: its name, with or without `the`, and the lines under it."""

    name: str
    sort: str
    lines: tuple[str, ...]
    others: str  # of several, its name

    @property
    def is_for_each(self) -> bool:
        return any(map(OWN_OF_EACH.match, self.lines))


class Things(dict[str, Thing]):
    """Things by their names. A row of a table of pieces is spoken of like a piece of its own, and is not gone through
    as one of the sorts that there are."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, tuple[str, Thing]] = {}  # with the piece that each is

    def __missing__(self, name: str) -> Thing:
        return self.rows[name][1]

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.rows

    def get(self, name: str, otherwise: Thing | None = None) -> Thing | None:  # type: ignore[override]
        return super().get(name) or (self.rows[name][1] if name in self.rows else otherwise)

    def sort_of(self, name: str) -> str:
        """The piece that a row of a table is; else the thing itself."""
        return self.rows[name][0] if name in self.rows else name


class Inventory:
    """What a rulebook has, as far as its lines tell it before anything is understood."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.brought: frozenset[str] = frozenset()
        self.texts = [said_in_a_line(sentence) for sentence in sentences]
        self.things = Things()
        self.spaces: list[str] = []
        self.kinds: list[str] = []
        self.actions: list[str] = []
        self.windows: list[str] = []
        self.all_actions = self.actions  # also that in which a line stands
        self.phases: list[str] = []
        self.all_phases = self.phases  # also where a line stands in one
        self.seats: list[str] = []
        self.gone_through: dict[str, list[str]] = {}  # by each verb: the kinds of which it does something for each
        self.heading = ""  # of a piece, for lines under it
        self.reads: Callable[[Sequence[str]], bool] | None = None  # whether lines can stand where something is done
        self.is_of_an_action = False  # for lines that stand under one
        self.is_of_the_setup = False
        self.that_player = ACTOR  # of whom a line before speaks
        for at, sentence in enumerate(sentences):
            words = sentence.tokens
            name = next((str(word) for word in words if word.type == "NAME"), "")
            if sentence.depth == 0 and words[0].type in HEADINGS and name:
                lines = tuple(self._under(sentences, at))
                several = next((line.split()[2] for line in lines if line.startswith("two are ")), plural(name))
                self.things[name] = Thing(name, HEADINGS[words[0].type], lines, several)
            if sentence.depth == 0 and words[0].type == "NAME" and [w.type for w in words[1:2]] == ["IS"]:
                self.kinds.append(name)
            if words[0].type in ("ACTION", "PHASE", "WINDOW") and name:
                {"ACTION": self.actions, "PHASE": self.phases, "WINDOW": self.windows}[words[0].type].append(name)
            if words[0].type == "FOR" and "PLAYERS" in {word.type for word in words}:
                self.seats = [str(word) for word in words if word.type == "NAME"]
            if sentence.depth == 0 and words[0].type == "TO" and words[1:]:
                self.gone_through[str(words[1])] = [*_gone_through(self._under(sentences, at))]
            if [word.type for word in words[:2]] == ["MADE", "OF"] and name:
                self.spaces.append(singular(name))
        self._note_columns(sentences)
        heads = [s.tokens for s in sentences if s.depth == 0 and s.tokens[0].type in ("ACTION", "TO") and s.tokens[1:]]
        self.heads = {str(head[1]): [*_roles_in(head)] for head in heads}
        self._note_words(sentences)
        self.others = {thing.others for thing in self.things.values()}
        self._note_rows(sentences)
        forms = [(form(row), row) for row in self.things.rows for form in (str, plural)]
        forms += [(t.name, t.name) for t in self.things.values()] + [(t.others, t.name) for t in self.things.values()]
        forms += [(form(name), name) for name in (*self.spaces, *self.kinds, "Player") for form in (str, plural)]
        self.forms = {written.lower(): (written, name) for written, name in forms}

    def _note_columns(self, sentences: Sequence[Sentence]) -> None:
        """What tables give to the things that are called like them: they have that as if a line under them said so."""
        for table, head in pairwise(sentences):
            name = str(table.tokens[1]) if table.tokens[0].type == "TABLE" and table.tokens[1:] else ""
            if table.depth == 0 and name in self.things:
                had = (f"has {articled(str(word))}" for word in head.tokens if str(word) in self.kinds)
                self.things[name] = replace(self.things[name], lines=(*self.things[name].lines, *had))

    def _note_rows(self, sentences: Sequence[Sentence]) -> None:
        """The rows of tables of pieces: each is one where it starts, and alike all others of its name."""
        for row, name in _rows(sentences):
            if super(Things, self.things).__contains__(name) and row not in self.things:
                lines = tuple(line for line in self.things[name].lines if line.startswith("starts "))
                self.things.rows[row] = name, Thing(row, "piece", lines, plural(row))
        self.others |= {thing.others for _, thing in self.things.rows.values()}

    def _note_words(self, sentences: Sequence[Sentence]) -> None:
        """Its words, whatever they are for: `spoken` of are those behind `the`, `called` and `let`; `brought_in` Names
        are those behind `a` and `each`; `values_of` kinds are listed; `unread` are those of values that begin with a
        word of the language, `unread_verbs` have one anywhere; `qualities` are defined, with an article or without;
        `roles` are the words behind them, `defined` the last such word in the heading of each value (`the pull of a
        Boat with a Wind means`)."""
        pairs = [(t, u) for s in sentences for t, u in pairwise(s.tokens)]
        kinds = [s.tokens for s in sentences if [t.type for t in s.tokens[1:4]] == ["IS", "ONE", "OF"]]
        values = [s.tokens for s in sentences if s.depth == 0 and "MEANS" in {t.type for t in s.tokens}]
        self.numbers = [name for s in sentences for name in numbers(s.tokens)]
        self.names = {str(t) for s in sentences for t in s.tokens if t.type == "NAME"}
        self.players = {*self.seats, "Player"}
        self.brought_in = {str(u) for t, u in pairs if t.type in BRINGS and u.type == "NAME"}
        self.words = {str(t) for s in sentences for t in s.tokens if t.type == "WORD"}
        self.spoken = {str(u) for t, u in pairs if t.type in NAMING}
        self.let = {str(u) for t, u in pairs if t.type in ("LET", "CALLED")}
        self.names_given = {one for s in sentences for one in _names_given(s.tokens)}
        self.unread = {parts for s in sentences if (parts := _unread_words(s))}
        self.called_by_two = {(str(t), str(u)) for s in sentences for t, u in _called_by_two_words(s)}
        self.unread_verbs = dict(filter(None, map(_unread_verb, sentences)))
        self.split_names = dict(chain.from_iterable(map(_split_names, sentences)))
        hyphened = (tuple(word.split("-")) for word in self.words if "-" in word)
        self.unread |= {parts for parts in hyphened if parts[0].upper() in STOPS}
        self.values_of = {str(tokens[0]): [str(t) for t in tokens[4:] if t.type == "WORD"] for tokens in kinds}
        self.values = {value for values in self.values_of.values() for value in values}
        self.qualities = {word for s in sentences for word in _qualities_of(s)}
        self.verbs_of_things = {str(t) for s in sentences if s.depth == 0 for t in s.tokens if t.type == "VERB"}
        self.roles = {str(t): str(u) for t, u in pairs if t.type == "WORD" and u.type in ROLE_WORDS}
        self.defined = {
            str(head[1]): next((str(t) for t in reversed(head) if t.type in ROLE_WORDS), "for")
            for head in values
            if len(head) > 1
        }
        self.places = {thing.name for thing in self._places()}

    def inside(self, heading: Sentence, *around: Sentence) -> Inventory:
        """The same, as lines under a heading, and under others there, see it: in a phase, that one is meant; an action
        is not done in itself; and what they bring in needs no owner."""
        named = [str(word) for word in heading.tokens if word.type == "NAME"][:1]
        own = copy(self)
        match heading.tokens[0].type:
            case "PHASE":
                own.phases = named
            case "PIECE":
                own.heading = "".join(named)
            case "ACTION":
                own.actions, own.is_of_an_action = [name for name in self.actions if name not in named], True
            case "POWER":
                own.is_of_an_action = True
            case "SETUP":
                own.is_of_the_setup = True
            case _:  # what stands there sees all
                pass
        pairs = (pair for one in (heading, *around) for pair in pairwise(one.tokens))
        own.brought = frozenset(str(word) for article, word in pairs if article.type in BRINGS and word.type == "NAME")
        return own

    def behind(self, before: Sequence[Sentence]) -> Inventory:
        """The same, as a line sees it behind others: `that Player` is whom the last of them brought in."""
        for sentence in reversed(before):
            found = SOMEBODY.findall(said_in_a_line(sentence))
            if found or sentence.depth == 0:
                own = copy(self)
                other, called = found[-1] if found else ("", "")
                own.that_player = f"the {called or 'other'}" if other or called else ACTOR
                return own
        return self

    def may_be_done(self, lines: Sequence[str]) -> bool:
        """Whether lines can stand where something is done, as far as that is known."""
        return self.reads is None or self.reads(lines)

    def is_done(self, line: str) -> bool:
        """Whether a line surely says as it stands what is done."""
        return self.reads is not None and self.reads((line,))

    def kind_of(self, name: str) -> str:
        """What a heading has for a thing of that name."""
        return "Player" if name in self.players else name

    @staticmethod
    def _under(sentences: Sequence[Sentence], at: int) -> Iterator[str]:
        for sentence in sentences[at + 1 :]:
            if sentence.depth == 0:
                return
            yield said_in_a_line(sentence)

    def called(self, words: str) -> str:
        """The name that is meant, one or several, in capitals or not."""
        bare = re.sub(r"^(?:the|an?|every) ", "", words)
        if bare.lower() not in self.forms:
            raise Unknown
        return self.forms[bare.lower()][1]

    def thing(self, name: str) -> Thing:
        if name not in self.things:
            raise Unknown
        return self.things[name]

    def several(self, name: str) -> str:
        """Its plural."""
        return self.things[name].others if name in self.things else plural(name)

    # ------------------------------------------------------------------------------------------- where things belong

    def start_of(self, piece: str) -> str:
        """The place in which such pieces are at first."""
        for line in self.things[piece].lines if piece in self.things else ():
            found = re.match(r"starts in the ([A-Z].*?)(?: of .*)?$", line)
            if found and found[1] in self.things:
                return found[1]
        raise Unknown

    def store_of(self, piece: str, whose: str) -> str:
        """That place as it is spoken of, where it can be somebody's."""
        name = self.start_of(piece)
        return f"the {name} of {whose}" if self.things[name].is_for_each else f"the {name}"

    def is_drawn_from(self, place: str) -> bool:
        """Whether it is an ordered place that nobody sees."""
        return place in self.things and {"keeps order", "seen by nobody"} <= {*self.things[place].lines}

    def deck(self) -> str:
        """What is drawn from, where nothing else is."""
        return self.only([t.name for t in self._places() if self.is_drawn_from(t.name)])

    def discard(self) -> str:
        """The pile of what is done with."""
        return self.only([t.name for t in self._places() if "discard" in t.name.lower()])

    def hand(self) -> str:
        """Where each player holds what only they see."""
        own = self.owned()
        return self.only([t.name for t in own if OWNERS & {*t.lines}] or [t.name for t in own if t.name == "Hand"])

    def held(self, piece: str) -> str:
        """Where each player has such pieces: where most of the text has them."""
        piece = self.things.sort_of(piece)
        own = [t.name for t in self._places() if t.is_for_each and not self.takes_others(t, piece)]
        several = self.things[piece].others if piece in self.things else plural(piece)
        names = re.compile(rf"\b(?:{piece}|{several})\b")
        texts = [text for text in self.texts if names.search(text)]
        count = {name: sum(bool(re.search(rf"\b{name}\b", text)) for text in texts) for name in own}
        best = max(own, key=lambda name: count[name], default="")
        takes = re.compile(rf"takes (?:at most \d+ )?(?:.* , )?(?:{several}|{piece})(?: ,.*)?")
        taking = [t.name for t in self.owned() if any(map(takes.fullmatch, t.lines))]
        if len(taking) == 1 and not count[best]:
            return taking[0]
        if not best or not count[best]:
            try:
                return self.hand() if self.start_of(piece) == self.deck() else self._free(own, piece)
            except Unknown:
                return self._free(own, piece)
        return best

    def _free(self, own: Sequence[str], piece: str) -> str:
        """The only one of some places, or the only one of which no sentence says that other pieces lie there."""
        others = [thing for thing in self.things.values() if thing.sort == "piece" and thing.name != piece]
        names = re.compile(rf"\b(?:{'|'.join(re.escape(form) for t in others for form in (t.name, t.others))})\b")
        starts = [line for thing in others for line in thing.lines if line.startswith("starts ")]
        texts = [*starts, *(text for text in self.texts if others and names.search(text))]
        free = [name for name in own if not any(re.search(rf"\b{re.escape(name)}\b", text) for text in texts)]
        open_to_all = [name for name in free if not OWNERS & {*self.things[name].lines}]  # a hand is for what is drawn
        return self.only(own if len(own) == 1 else free if len(free) == 1 else open_to_all)

    def bearers(self, value: str) -> list[str]:
        """The pieces that have a value of that name, in a line of their own or as a column of their table."""
        has, rows = f"has {articled(value)}", pairwise(self.texts)
        heads = {table[6:]: re.split(r" ?\| ?", head) for table, head in rows if table.startswith("table ")}
        pieces = (thing for thing in self.things.values() if thing.sort == "piece")
        return [one.name for one in pieces if has in one.lines or value in heads.get(one.name, ())]

    def lacking(self, kind: str) -> str:
        """What a value of a kind is where there is none of it: a number is 0."""
        return "nothing" if kind in self.values_of else "0"

    def is_owned(self, piece: str) -> bool:
        """Whether there are such pieces for each player."""
        return any(
            re.match(r"there (?:is|are) .* for each (?:.* and )?Player\b", line) for line in self.thing(piece).lines
        )

    def of_a_player(self, article: str, piece: str, whose: str) -> str:
        """`every Pawn of the Player`, where they are theirs; else `every Card in the Hand of the Player`."""
        article = a_or_an(piece) if article == "a" else article
        return f"{article} {piece} {f'of {whose}' if self.is_owned(piece) else f'in the {self.held(piece)} of {whose}'}"

    def kept_in(self, place: str) -> str:
        """What pieces a place is for: what it takes, what starts there, what players have there."""
        pieces = [thing.name for thing in self.things.values() if thing.sort == "piece"]
        lists = (re.match(r"takes (?:at most \d+ )?(.+)", line) for line in self.thing(place).lines)
        taken = [name for found in lists if found for name in found[1].split(" , ")]
        starting = [name for name in pieces if f"starts in the {place}" in self.thing(name).lines]
        had = taken or starting or [*self._had_in(place, pieces)]
        return self.only([self.called(name) for name in had or self._named_with(place, pieces)])

    def _named_with(self, place: str, pieces: Sequence[str]) -> Iterator[str]:
        """The pieces that some sentence names together with a place."""
        texts = " ".join(text for text in self.texts if re.search(rf"\b{place}\b", text))
        return (name for name in pieces if re.search(rf"\b(?:{name}|{self.thing(name).others})\b", texts))

    def _had_in(self, place: str, pieces: Sequence[str]) -> Iterator[str]:
        for name in pieces:
            try:
                if self.held(name) == place:
                    yield name
            except Unknown:
                continue

    def _places(self) -> list[Thing]:
        return [thing for thing in self.things.values() if thing.sort == "place"]

    def owned(self) -> list[Thing]:
        """The places of which each player has one."""
        return [thing for thing in self._places() if thing.is_for_each]

    def takes_others(self, place: Thing, piece: str) -> bool:
        """Whether a place says what it takes, and that is no such piece, by its name or that of several."""
        taken = " ".join(line for line in place.lines if line.startswith("takes "))
        piece = self.things.sort_of(piece)
        names = "|".join(map(re.escape, {piece, self.things[piece].others if piece in self.things else piece}))
        return bool(taken) and not re.search(rf"\b(?:{names})\b", taken)

    @staticmethod
    def only(found: Iterable[One]) -> One:
        """The one that is found, where no other is."""
        found = {*found}
        if len(found) != 1:
            raise Unknown
        return found.pop()

    @staticmethod
    def first(found: Iterable[One]) -> One:
        """The first that is found, if any is."""
        for one in found:
            return one
        raise Unknown

    # ------------------------------------------------------------------------------------------------------- phrases

    def _of_their_own(self, found: re.Match[str], whose: str) -> str:
        """`your Pawn`: `the Pawn of the Player`."""
        known = self.things.get(found[1])
        return f"the {found[1]} of {whose}" if known and known.sort == "piece" and self.is_owned(found[1]) else found[0]

    def phrase(self, words: str, whose: str = ACTOR) -> str:
        """A noun phrase as the language has it: names with capitals, an article, the owner behind it."""
        own = bool(OWN.search(words))
        their = re.fullmatch(rf"(?:all )?{OWN.pattern}(.+)", words)
        if their and their[1] in self.others:  # `their Cards`: all that are where players have such things
            name = self.forms[their[1].lower()][1]
            return self.of_a_player("every", name, whose)
        one = re.fullmatch(r"(?:one|any|an?) of (?:your|their|his|her) (.+?)( (?:on|in|from) .+)?", words)
        if one and one[1] in self.others:
            return self.of_a_player("a", self.forms[one[1].lower()][1], whose) + (one[2] or "")
        words = ON_TOP.sub(
            lambda found: found[0] if found[2].lower() not in self.forms else f"the {found[1]} of", words
        )
        words = OWN_PIECE.sub(lambda found: self._of_their_own(found, whose), words)
        words = OWN.sub("the ", words)
        for pattern, article in DETERMINERS:
            words = re.sub(rf"^{pattern}", article, words)
        parts = words.split(" ")
        told: list[str] = []
        while parts:
            size = next((k for k in range(min(3, len(parts)), 0, -1) if " ".join(parts[:k]).lower() in self.forms), 0)
            is_value = size == 1 and told[-1:] == ["of"] and parts[0] in self.values
            named_so = told[-1:] == ["the"] and parts[0] in self.let  # `the soldier`
            if not size or is_value or named_so:
                told.append(parts.pop(0))
                continue
            written, name = self.forms[" ".join(parts[:size]).lower()]
            several = told[-1:] in (["a"], ["an"], ["every"], ["the"]) and name in self.things
            if several and told[-1] in ("a", "an"):
                told[-1] = a_or_an(name)
            bare = not told or told[-1] in ("of", "in", "on", "to", "from", "at")
            place = self.things.get(name)
            told += ["the"] if bare and place is not None and place.sort != "piece" else []
            told.append(name if several else written)
            parts = parts[size:]
            belongs = place is not None and place.is_for_each and place.sort != "piece"
            if parts[:1] != ["of"] and ((belongs and told[-2:-1] == ["the"]) or (own and not parts and belongs)):
                told += ["of", whose] if name not in self.brought or own else []
        return " ".join(told)


def _rows(sentences: Sequence[Sentence]) -> Iterator[tuple[str, str]]:
    """The Names that stand first in the rows of tables, each with that of its table."""
    table, head = "", False
    for sentence in sentences:
        if sentence.depth == 0:
            table = str(sentence.tokens[1]) if sentence.tokens[0].type == "TABLE" and sentence.tokens[1:] else ""
            head = bool(table)
        elif table and not head and [t.type for t in sentence.tokens[:2]] == ["VBAR", "NAME"]:
            yield str(sentence.tokens[1]), table
        else:
            head = False


def _roles_in(head: Sequence[Token]) -> Iterator[str]:
    """The words behind which stands what something is done with."""
    for word, after in pairwise(head):
        if after.type in ("A", "AN") and word.type in PLACE_WORDS | ROLE_WORDS:
            yield str(word)


def _gone_through(lines: Iterable[str]) -> Iterator[str]:
    """The kinds of which lines do something for each, as that is spoken of."""
    found = (re.fullmatch(r"for each ([A-Z][\w' -]*?)(?: ,.*)?", line) for line in lines)
    yield from (one[1] for one in found if one)


def _names_given(tokens: Sequence[Token]) -> Iterator[str]:
    """What things are called in a sentence, in one word or in several."""
    for at, word in enumerate(tokens):
        if word.type == "CALLED" and tokens[at + 1 :] and str(tokens[at + 1]).islower():
            more = takewhile(lambda token: token.type == "WORD", tokens[at + 2 :])
            yield " ".join(map(str, (tokens[at + 1], *more)))


def said_in_a_line(sentence: Sentence) -> str:
    """A sentence in one line, with a blank between any two words or signs."""
    return " ".join(str(token) for token in sentence.tokens if token.type != "CITE")


def _unread_words(sentence: Sentence) -> tuple[str, ...]:
    """The words of `the called colour means`, which are not read as one."""
    the, called, *rest = (*sentence.tokens, *sentence.tokens[:1])
    means = sentence.depth == 0 and the.type == "THE" and "MEANS" in {word.type for word in rest}
    more = takewhile(lambda word: word.type == "WORD", rest)
    return (str(called), *map(str, more)) if means and called.type in STOPS else ()


def _called_by_two_words(sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """`wall record` of `a Points called wall record`."""
    words = sentence.tokens
    for before, first, second in zip(words, words[1:], words[2:], strict=False):
        if before.type == "CALLED" and first.type == "WORD" and (second.type == "WORD" or second in NO_PREPOSITIONS):
            yield first, second


def _unread_verb(sentence: Sentence) -> tuple[str, str] | None:
    """The words of `to reveal what is hidden`, and which of them the language has for itself, where it is done with
    nothing."""
    to, *words = sentence.tokens
    reserved = next((str(word) for word in reversed(words) if word.type != "WORD"), "")
    if to.type != "TO" or sentence.depth or not reserved or {word.type for word in words} & NO_WORDS_OF_A_VERB:
        return None
    return " ".join(map(str, words)), reserved


def _split_names(sentence: Sentence) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words of `Tiles per Factory is 4`, of `either Fill a Line`, of `place the House of Cards`, of each seat, and
    the Name that they are without small ones."""
    words = list(sentence.tokens)
    listed: list[Iterator[Token]]
    if sentence.depth == 0 and words[0].type in HEADINGS:
        listed = [takewhile(lambda word: word.type not in ENDS_A_NAME, words[1 + (words[1:2] == ["the"]) :])]
    elif words[0].type in ("EITHER", "OR"):
        listed = [takewhile(lambda word: word.type not in ("IF", "COMMA"), words[1:])]
    elif sentence.depth == 0 and words[0].type == "NAME":
        listed = [takewhile(lambda word: word.type != "IS", words)]
    elif words[0].type == "FOR" and "PLAYERS" in {word.type for word in words}:
        seats = dropwhile(lambda word: word.type != "NAME", words)
        listed = [iter([*own]) for is_comma, own in groupby(seats, lambda word: word.type == "COMMA") if not is_comma]
    else:
        return
    for own in map(tuple, listed):
        small = {word.type for word in own if word.islower()}
        of_two = small and small <= {*BRINGING} and words[0].type == "PIECE"  # `piece Buoy a Boat` lacks its comma
        if small and not of_two and not small & NO_WORDS_OF_A_NAME and own[0].type == own[-1].type == "NAME":
            kept = (str(word) for word in own if word.type not in BRINGING and word.type != "THE")
            yield tuple(map(str, own)), " ".join(word[0].upper() + word[1:] for word in kept)


def _qualities_of(sentence: Sentence) -> Iterator[str]:
    """The quality of `a Tile is help for a Player when`, of `a Tile is a help for a Player when`."""
    types = [token.type for token in sentence.tokens]
    for k in range(len(types) - 2):
        at = k + 1 + (types[k + 1] in BRINGING)
        if (
            sentence.depth == 0
            and types[0] in BRINGING
            and types[k] == "IS"
            and types[at] == "WORD"
            and "WHEN" in types
        ):
            yield str(sentence.tokens[at])
