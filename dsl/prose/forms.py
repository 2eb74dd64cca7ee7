"""Sentences without a language: what is said of what, before any word of English or Portuguese is chosen.

A `Phrase` is a pattern, named by its key, with forms in its slots; each language has one text for every key (`KEYS`).
Whether a phrase becomes an order, a fact or a need is settled by its `Use` only when it is put into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any, Literal, get_args

from dsl.builtins import BESIDE, RELATIONS, VALUES
from dsl.fields import names_of

Use = Literal["fact", "order", "need", "bare", "may", "if", "wish"]
"""How a sentence is used: as a fact ("the cell is open"), a step of a list ("put …"), a need ("must be open"), after a
modal verb or in a heading ("be open"), as what somebody may do. Languages that have moods for it tell what may come
(`if`: "se a casa estiver vazia") and what is not yet so (`wish`: "até que a casa esteja vazia") from facts."""

Article = Literal["a", "the", "no", "every", "each", "all", "bare", "that", "the first", "not every", "some"]
"""Before a noun; `some` are any, several, without a word in English: "stones of White"."""

Joiner = Literal["and", "or", ","]


@dataclass(frozen=True, slots=True)
class Term:
    """A word or Name of the game. `about` is what it names: documents link to it, languages may ask its gender.

    `proper`: printed as it is written, wherever it stands; otherwise a language may write it small in running text.
    `plural` is empty where nothing is known of it. `told`: it is in the language of the page already.
    """

    label: str
    plural: str = ""
    proper: bool = False
    about: object = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class You:
    """Whoever acts."""


@dataclass(frozen=True, slots=True)
class It:
    """What was just spoken of; `term` is what that is called, where it is known: languages may ask its gender."""

    plural: bool = False
    term: Term | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Gap:
    """Where the noun would stand on which a relative clause hangs, and what that is called (`term`)."""

    plural: bool = False
    term: Term | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Silent:
    """A subject that was just said; the verb still agrees with it."""

    form: Form


@dataclass(frozen=True, slots=True)
class Amount:
    number: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of the designer, printed as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Attached:
    """What hangs on a noun or verb by a place word or role word of the rulebook ("from the installation")."""

    word: str
    form: Form


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing, spoken of. `of` is what it belongs to ("the bomb's level", "your stock").

    `that` are clauses with a gap for the noun; `called` is the name given to it here, a nickname where it is `nicked`,
    by which it is spoken of again where the article is "the".
    """

    term: Term
    article: Article = "the"
    plural: bool = False
    count: Form | None = None
    adjectives: tuple[Term, ...] = ()
    of: Form | None = None
    attached: tuple[Attached, ...] = ()
    that: tuple[Form, ...] = ()
    called: str = ""
    nicked: bool = False


@dataclass(frozen=True, slots=True)
class Adjective:
    """A quality, as it is said of something: "visible from the installation". A language in which it agrees with what
    it is said of (`to`) enters that itself."""

    term: Term
    attached: tuple[Attached, ...] = ()
    to: Form | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb of the game: an action or a procedure, with what it is done to. `optional` names the variant it is of."""

    term: Term
    arguments: tuple[Attached, ...] = ()
    subject: Form = You()
    negative: bool = False
    optional: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    members: tuple[Form, ...]
    joiner: Joiner = "and"


@dataclass(frozen=True, slots=True)
class Phrase:
    """The pattern `key` with its slots filled; the slot `subject` is what the verb agrees with."""

    key: str
    slots: tuple[tuple[str, Form], ...] = ()
    negative: bool = False

    def slot(self, name: str) -> Form | None:
        return next((form for slot, form in self.slots if slot == name), None)

    def with_slot(self, name: str, form: Form) -> Phrase:
        return replace(self, slots=tuple((slot, form if slot == name else old) for slot, old in self.slots))


Form = You | It | Gap | Silent | Amount | Quoted | Noun | Adjective | Attached | Deed | Listed | Phrase


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence with what stands under it, and the clauses that it encodes. `title` is its short heading, if any."""

    form: Form
    use: Use = "order"
    children: tuple[Step, ...] = ()
    clauses: tuple[str, ...] = ()
    title: str = ""


PARTED = frozenset({*get_args(Form), Step})  # what has parts that are forms, too


def phrase(key: str, /, **slots: Form | None) -> Phrase:
    """A phrase; slots that are None are left out. Raises KeyError for a key that no language has."""
    if key not in KEYS:
        raise KeyError(key)
    return Phrase(key, tuple((name, form) for name, form in slots.items() if form is not None))


def denied(clause: Form, so: bool = True) -> Form:
    """The opposite of a clause that is not put together from others (with `so` False: the clause itself)."""
    if not so:
        return clause
    match clause:
        case Phrase(key="always"):
            return replace(clause, key="never")
        case Phrase(key="never"):
            return replace(clause, key="always")
        case Phrase() | Deed():
            return replace(clause, negative=not clause.negative)
    raise TypeError(type(clause).__name__)


def changed(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form with `change` made to all parts of it, the innermost first."""
    if isinstance(form, tuple):
        members = [changed(part, change) for part in form]
        return form if all(map(is_, members, form)) else tuple(members)
    if type(form) not in PARTED:
        return form
    before = [getattr(form, name) for name in names_of(form)]
    after = [changed(part, change) for part in before]
    return change(form if all(map(is_, after, before)) else type(form)(*after))


def parts_in(form: Any) -> Iterator[Any]:
    """The form and all parts of it."""
    if isinstance(form, tuple):
        for part in form:
            yield from parts_in(part)
    elif type(form) in PARTED:
        yield form
        for name in names_of(form):
            yield from parts_in(getattr(form, name))


def it(form: Form) -> It:
    """What stands for a thing that was just spoken of."""
    match form:
        case Noun():
            return It(form.plural, form.term)
        case It() | Gap():
            return It(form.plural, form.term)
        case Phrase():
            kind = next((part for name in ("kind", "what", "space") if isinstance(part := form.slot(name), Noun)), None)
            return It(term=kind.term if kind else None)
    return It()


def referring_back(form: Any, to: Form) -> Any:
    """The form with "its" wherever something belongs to `to`, which was just spoken of, and "it" for what is beside."""

    def refer(part: Any) -> Any:
        if isinstance(part, Phrase) and part.key.startswith("neighbour") and part.slot("of") == to:
            return part.with_slot("of", it(to))
        return replace(part, of=it(to)) if isinstance(part, Noun) and part.of == to else part

    return changed(form, refer)


def is_plural(form: Form | None) -> bool:
    """Whether a verb that agrees with the form stands in the plural."""
    match form:
        case It() | Gap():
            return form.plural
        case Noun():
            return form.plural
        case Listed(joiner="and"):
            return True
        case Silent(inner):
            return is_plural(inner)
    return False


def subject_of(form: Form) -> Form | None:
    return form.slot("subject") if isinstance(form, Phrase) else form.subject if isinstance(form, Deed) else None


BOTH_SIDES = "on both sides of"  # a preposition that no rulebook writes

KEYS = frozenset(one.key for one in (*VALUES.values(), *RELATIONS.values(), BESIDE)) | frozenset(
    """
    is that_of differ at_least at_most more less has_quality is_at belongs line_past ahead_to
    there_is there_is_with bears is_called count_at_least count_at_most count_more count_less count_between any_number
    can could can_do_power only_in has_won nobody_has_won has_scored has_lost such_that afterwards always never any_of
    highest_in_the_end lowest_in_the_end has_been_rolled
    deepest deepest_then limit_turn limit_game limit_time once twice has_done

    plus minus times divided line neighbour_to neighbour_that_way has_neighbour has_neighbour_to
    has_neighbour_that_way walk_end walk_can_end walk_leads
    space_on top bottom top_kind bottom_kind number_of owner
    highest lowest total highest_of lowest_of total_of highest_rolled lowest_rolled total_rolled
    in_groups in_groups_of_neighbours is_worth same_is_worth different_is_worth
    with_highest with_lowest active_player chance so_much some_amount

    put move into_place onto_space onto_each on_top_of under_bottom show look_at all_players shuffle raise lower set_to
    point_to turn_flag
    choose choose_several choose_as_many choose_within draw_by_lot draw_one draw_several draw_as_many roll roll_as_many
    waiting_order choose_way draw_way only_if only_if_then in_this_order
    may must may_often may_do may_do_then may_do_often may_do_often_then
    pass see do_phase do_power do_power_as wins scores loses as_much nobody_wins
    if if_then otherwise otherwise_then otherwise_if otherwise_if_then for_each for_each_then for_each_from
    for_each_from_then repeat repeat_then times_then until_then until_brief as_long_as_done one_by_one
    so_often up_to as_often_as take_turns take_word open_window the_window
    in_secret all_pass stop prevent together in_one_go done_when may_give_up goes_out as_long_as as_long_as_then
    follow way_chosen
    counts_instead counts_instead_when with_variant counts_before counts_before_when case_instead case_instead_when
    goes_over goes_over_when others_own waives waives_when
    happens_instead happens_instead_when nothing_instead nothing_instead_when need_in all_apply falls_away
    falls_away_when
    until_turn until_turn_then until_next_turn until_next_turn_then nobody_may cannot unbarred is_higher is_lower

    when when_all when_any value_cases case otherwise_case otherwise_case_if walk_named walk_starts walk_along
    walk_onward walk_stops walk_goes_no_further walk_once walk_once_along walk_turns direction_come
    whenever whenever_then after_enters after_enters_then after_leaves after_leaves_then after_becomes
    after_becomes_then after_rises after_rises_then after_falls after_falls_then after_does after_does_then
    after_does_any after_does_any_then before_does before_does_then before_does_any before_does_any_then
    before_enters before_enters_then before_leaves before_leaves_then before_becomes before_becomes_then
    before_rises before_rises_then before_falls before_falls_then game_ends game_ends_then at_end_of at_the_end
    on_turn when_so when_so_then

    chooses chooses_as chosen_as choosing with_details detail in_turn asked nobody_asked can_choose later in_phase
    does_so drawn drawn_by_lot begins game_begins passes is_done gives_up

    knows knows_where knows_that what_known nothing faces

    position_is pictured own_place own_owner what_sort alike whether remembered record recorded recorded_often
    count_one so_many_of_each_value each_one kind_of_values so_many_each so_many_for can_be has_range has_direction
    has carries takes which_it_is whether_it_is is_sort_of seen_by_all seen_by_nobody seen_by_owner seen_by
    each_player everyone_has keeps_order contents line_of is_from_to option_from_to option_is table_is table_tells
    combination
    there_is_neither neighbour_onward has_neighbour_onward walk_round neighbours_round neighbours_on_rings
    one_after_the_other each_on_top there_at_first lies_on_a_side ordinary_die ordinary_dice has_faces one_of_directions
    at_first in_order one_of_each so_many_of_each so_many_places all_see nobody_sees owner_sees one_sees
    copies several_places may_lie keeps_order_on keeps_order_on_spaces so_many_of place becomes_owner
    counts_for put_there must_or_pass neighbour_opposite has_neighbour_opposite
    neighbours_over_sides neighbours_over_sides_alone neighbours_over_corners neighbours_in_a_row distance_is
    directions_over_corners lines_over_corners heading_up heading_right file_is rank_is ring_is remembered_one
    shape_hexagon shape_flat_hexagon shape_grid shape_grid_with_corners shape_open_grid
    shape_hex_rectangle shape_line shape_ring shape_ring_board
    """.split()
)
