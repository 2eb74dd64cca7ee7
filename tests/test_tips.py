"""What messages propose helps when it is taken literally; so are slips of people mended who write their first game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path

import pytest

from dsl import mending
from dsl.load import check_rules
from dsl.mending.draft import Draft
from dsl.mending.slips import without_dead_ends
from dsl.mending.trials import try_all
from dsl.source import Span
from dsl.text import reader
from dsl.text.diagnostics import CATALOGUE, Diagnostic, Written, render
from tests.laws.games import late
from tests.rulebooks import CONTEXTS, FOLDER, cases, diagnosed, expected, framed, told
from tests.test_language import PARTS
from tests.test_said import EACH as EACH_SAID
from tests.test_said import among, is_open
from tests.tips import GOES_ON, JOINTS, followed, mended, taken, together

WRITTEN = re.compile(r"^\s*-- => (.*)$", re.MULTILINE)
NOTE = re.compile(r"[ \t]*-- ###.*$", re.MULTILINE)
SLIPS = sorted((FOLDER / "slips").glob("*.rules"))


@cache
def slips(path: Path) -> tuple[str, list[str]]:
    """The game in which the slips of a file were made, and these."""
    frame, *parts = cases(path.read_text("utf-8"))
    return frame, parts


EACH = [
    pytest.param(path, number, id=f"{path.stem}-{part.partition(':')[0].removeprefix('-- ').replace(' ', '-')}")
    for path in SLIPS
    for number, part in enumerate(slips(path)[1])
]


TO_WRITE = [one for one in EACH if WRITTEN.search(slips(one.values[0])[1][one.values[1]])]  # type: ignore[call-overload]


@pytest.mark.parametrize("path", SLIPS, ids=lambda path: path.stem)
def test_a_game_in_which_slips_were_made_has_nothing_wrong(path: Path) -> None:
    assert told(slips(path)[0]) == []


@pytest.mark.parametrize(("path", "number"), EACH)
def test_a_slip_is_complained_of_as_is_marked(path: Path, number: int) -> None:
    frame, parts = slips(path)
    text = framed(parts[number], frame)
    wanted, found = expected(text), told(text)
    assert [d for d in found if not any(e.fits(d) for e in wanted)] == []
    assert len(found) == len(wanted)


@pytest.mark.parametrize(("path", "number"), [one for one in EACH if one not in TO_WRITE])
def test_a_slip_is_mended_by_what_its_messages_say(path: Path, number: int) -> None:
    frame, parts = slips(path)
    text, wrong = mended(NOTE.sub("", framed(parts[number], frame)), parts[number])
    assert wrong == [], text


def lines_of(diagnostic: Diagnostic) -> list[str]:
    """What it says that can be copied: lines in place of what is wrong, set apart by `/`, and behind `//` those for the
    left edge; or a line for another place, behind where that is."""
    each = (" // ".join(" / ".join(part) for part in (_there(one), one.apart) if part) for one in diagnostic.write)
    return [re.sub(r"( /)? +-- ###.*", "", one) for one in each] + [*diagnostic.hints]


def _there(one: Written) -> tuple[str, ...]:
    place = re.sub(r"line \d+", "line …", one.where)
    return (f"{place}: {one.lines[0]}", *one.lines[1:]) if one.where else one.lines


@pytest.mark.parametrize(("path", "number"), TO_WRITE)
def test_a_slip_is_shown_as_it_shall_be_written(path: Path, number: int) -> None:
    """Whole lines, with which nothing is wrong any more: that was tried before they are shown."""
    frame, parts = slips(path)
    text = NOTE.sub("", framed(parts[number], frame))
    found = [line for one in mending.mended(diagnosed(text), text, "test.rules") for line in lines_of(one)]
    assert [line for line in WRITTEN.findall(parts[number]) if line not in found] == [], found


def test_what_is_shown_beside_a_title_that_cannot_be_read_is_tried() -> None:
    """Without a title no line has a meaning, so that much could be shown which has none."""
    frame, parts = slips(FOLDER / "slips" / "monsters.rules")
    part = next(part for part in parts if part.startswith("-- players"))
    text = NOTE.sub("", framed(part, frame)).replace("game Monsters of the Bay", "game monsters of the bay")
    found = mending.mended(diagnosed(text), text, "test.rules")
    assert [line for one in found[:-1] for line in lines_of(one) if not line.startswith("as in: ")] == []
    assert lines_of(found[-1])[:1] == WRITTEN.findall(part)


def test_where_a_line_is_to_be_written_is_told() -> None:
    under = Written(("seen by nobody until lit",), where="under Bag, in place of `seen by nobody`")
    loop = Written(("for each Player", "    show every Card in the Hand of the Player to all"), where="before line 9")
    shown = render(Diagnostic("E0405", "It would tell.", write=(under, loop))).split("\n")
    assert shown[1:] == [
        "  write, under Bag, in place of `seen by nobody`: seen by nobody until lit",
        "  write, before line 9: for each Player",
        "                            show every Card in the Hand of the Player to all",
    ]


def test_of_secrets_all_are_known_and_the_first_is_told() -> None:
    frame, parts = slips(FOLDER / "slips" / "village.rules")
    text = NOTE.sub("", framed(next(part for part in parts if part.startswith("-- need 2")), frame))
    everything = mending.wrong_with(text, "test.rules")
    assert len(everything) > 1
    assert diagnosed(text) == everything[:1]


BESIDE = """
example "Dealt over" in Landing
    given there is a Double on C2
    then the Fish of the Floe on C2 is 2
"""


def test_what_a_line_has_put_beside_another_is_told() -> None:
    (found,) = told(framed(BESIDE, slips(FOLDER / "slips" / "ice.rules")[0]))
    assert "on C2 lie together: Single, Double" in [note.text for note in found.notes]


FOLLOWING = """
piece Boat
    there are 3
    has a Tresure called load
    starts in the Vault

action Move to a Cell
    only if there is a Boat in the Vault whose load is stone
    move the Pawn of the Player to the Cell
"""


def test_what_is_right_once_another_line_is_mended_is_told_so() -> None:
    text = framed(FOLLOWING, slips(FOLDER / "slips" / "island.rules")[0])
    found = mending.mended(diagnosed(text), text, "test.rules")
    assert lines_of(found[0]) == ["has a Treasure called load"]
    assert [mending.FOLLOWS in one.message for one in found] == [False, True]
    assert [one.hints for one in found[1:]] == [()]


INNER = """
action Move to a Hex
    if there is no Penguin on the Hex
        the Player chooses a Penguin called second
    move the second to the Hex
"""


def test_where_a_name_is_known_is_told() -> None:
    text = framed(INNER, slips(FOLDER / "slips" / "ice.rules")[0])
    (found,) = mending.mended(diagnosed(text), text, "test.rules")
    at = text.split("\n").index("        the Player chooses a Penguin called second") + 1
    assert found.message.endswith(f" What line {at} calls so is known only in the lines that stand with it.")


NAMED = """
the tile of a Player means the Domino that is in the Line and that is under the King of the Player

action Build on a Square called first to a Square called second
    let tile be the Domino of lowest Rnak among Dominoes in the Line
    let chief be the owner of the King on the tile
    move the King of the chief to the Hall of the chief
"""


def test_what_a_faulty_line_names_is_not_taken_for_a_value_of_that_word() -> None:
    found = diagnosed(framed(NAMED, slips(FOLDER / "slips" / "lands.rules")[0]))
    assert [one.code for one in found] == ["E0205"]


@pytest.mark.parametrize("every", [8, late(1)])
def test_no_message_proposes_the_line_that_it_complains_of(every: int) -> None:
    faulty = (NOTE.sub("", framed(part)) for _, part in texts())
    slipped = (NOTE.sub("", framed(part, slips(path)[0])) for path in SLIPS for part in slips(path)[1])
    said = (text for _, text in sentences_said())
    same: list[tuple[str, str]] = []
    for text in islice(chain(slipped, faulty, said), 0, None, every):
        for diagnostic in diagnosed(text):
            span = diagnostic.span or Span("", 1, 0, 0, 0)
            own = [line.strip() for line in text.split("\n")[span.line - 1 : span.end_line]]
            same += [(diagnostic.message, hint) for hint in diagnostic.hints if " " in hint and hint in own]
    assert same == []


# ---------------------------------------------------------------------------------------------------- every tip helps

# What leaves the words to the designer, or shows a form. What E0402 and E0405 propose is often several lines.
ADVICE = re.compile(
    r"as in: |`minus` between|as it is defined: |let it stand under: |before it, let it come|let a player, or chance|"
    r"say in which place|say in what is chosen|say that they go|say before or behind|"
    r"the Player chooses .* …, and behind all choices|at the left edge: Way is one of|"
    r"say it without|a number with a name|if it never changes|a whole number|no line around|a column |"
    r"another Name|call this one `|where rules speak of all |"
    r"rulewright explain|one row, and|`a Player called target`|`only if` and `costs`|indent it less|count it in|"
    r"it stands |once each turn, under|an action for what else|give the parameter|speak of the same|a limit that says|"
    r"leave out `|the .* is from 0 to 9, and the|"
    r"something that is said|say whose turn it is|"
    r"the .* on the .*, which is nothing|what .* knows of |a quality or a value of its own|"
    r"table .*, with the columns|let a piece that shows|such columns in the table|let it be `nothing` there|"
    r"put line \d+ behind it"
)
WRONG = [path for path in sorted((FOLDER / "bad").glob("E*.rules")) if path.stem != "E0101_picture"]


def texts() -> Iterator[tuple[str, str]]:
    """All texts with mistakes, each with where it stands."""
    for path in WRONG:
        for number, part in enumerate(cases(path.read_text("utf-8")), 1):
            yield f"{path.stem}-{number}", part
    yield from ((code, CATALOGUE[code].bad) for code in PARTS)


def shape(diagnostic: Diagnostic, tip: str) -> tuple[str, str]:
    """A tip without the Names and numbers of the text; those about the form of a sentence are each another one."""
    formal = diagnostic.code in ("E0109", "E0110")
    return diagnostic.code, tip if formal else re.sub(r"[A-ZÀ-Þ][\w' -]*|[0-9]+", "N", tip)


@pytest.mark.parametrize("every", [6, late(1)])
def test_a_tip_leads_nearer_to_what_was_meant(every: int) -> None:
    """Each tip of all texts with mistakes, if not the same with other Names has been followed before."""
    known: set[tuple[str, str]] = set()
    idle: list[tuple[str, str, str]] = []
    for name, part in islice(texts(), 0, None, every):
        text = NOTE.sub("", framed(part))
        for diagnostic in diagnosed(text):
            for group in together([*diagnostic.hints]):
                new = shape(diagnostic, group[0])
                left = any("…" in tip or ADVICE.match(tip) for tip in group)
                if new in known or left or group[0].startswith(GOES_ON):
                    continue
                known.add(new)
                if followed(text, diagnostic, group) is None:
                    idle.append((name, diagnostic.message, group[0]))
    assert idle == []
    assert len(known) > 130 / every


PLACE = re.compile(  # where a line is to stand that a tip has
    r"(?:let it stand under|(?:then )?before (?:it|what all see), on (?:a line of its|lines of their) own|in the setup|"
    r"in place of (?:it|both lines)|at the left edge|(?:and )?then|under [A-Z][^:]*|as it is defined|"
    r"(?:first line of|below `after …` in) `[^`]*`|the (?:first|last) of the `given` lines): "
)


def readable(line: str) -> bool:
    return any(reader.read(around.format(line), "said.rules")[1] == [] for around in CONTEXTS)


def is_read(text: str, diagnostic: Diagnostic, tip: str) -> bool:
    """Whether what a tip has is read in its place, or each of its lines is a sentence of some place."""
    before = {(d.code, d.message) for d in reader.read(text, "test.rules")[1]}
    for other in taken(text, diagnostic, tip):
        if before.issuperset((d.code, d.message) for d in reader.read(other, "test.rules")[1]):
            return True
    said = PLACE.sub("", tip, count=1).partition(", in place of ")[0].partition("; and in the first line: ")[0]
    return all(readable(line) for part in said.split("; and ") for line in JOINTS.split(part)[::2])


@pytest.mark.parametrize("every", [12, late(1)])
def test_what_is_told_to_try_is_read_in_its_place(every: int) -> None:
    """Each line that a message offers once all was tried, of all texts with mistakes, is a sentence of the language."""
    slipped = (framed(part, slips(path)[0]) for path in SLIPS for part in slips(path)[1])
    faulty = (NOTE.sub("", text) for text in chain((framed(part) for _, part in texts()), slipped))
    unread: list[tuple[str, str]] = []
    for text in islice(faulty, 0, None, every):
        for diagnostic in mending.mended(diagnosed(text), text, "test.rules"):
            lines = [
                t
                for t in diagnostic.hints
                if PLACE.match(t) or not (ADVICE.match(t) or t.startswith(("say ", "leave ")))
            ]
            unread += [(diagnostic.message, t) for t in lines if "…" not in t and not is_read(text, diagnostic, t)]
    assert unread == []


# What is another mistake, or to be said elsewhere: how `costs` is paid; that nobody acts in a phase.
BEHIND_IT = {"E0319", "E0203"}


def sentences_said() -> Iterator[tuple[str, str]]:
    """The sentences of printed rules, each in its game."""
    for pair in EACH_SAID:
        if not is_open(pair):
            yield " ".join(pair.written), among(pair.where, pair.written)


@pytest.mark.parametrize("every", [12, late(1)])
def test_a_tip_leads_to_no_other_error_on_its_line(every: int) -> None:
    """Of sentences that are said as printed rules say them: what a tip puts there is not complained of itself."""
    again: list[tuple[str, str, list[str]]] = []
    for name, text in islice(sentences_said(), 0, None, every):
        before = diagnosed(text)
        known = {(d.code, d.message) for d in before}
        for diagnostic in before:
            for group in together([*diagnostic.hints]):
                if group[0].startswith(GOES_ON) or any("…" in tip or ADVICE.match(tip) for tip in group):
                    continue
                found = followed(text, diagnostic, group)
                _, wrong = found or ("", [diagnostic])
                wrong = [d for d in wrong if found is None or (d.code, d.message) not in known]
                assert diagnostic.span is not None
                put_there = group[0].partition(", and at the left edge: ")[0]
                last = diagnostic.span.line + len(JOINTS.findall(put_there))
                here = (d for d in wrong if d.span and diagnostic.span.line <= d.span.line <= last)
                again += [(name, group[0], [d.message]) for d in here if d.code not in BEHIND_IT]
    assert again == []


def test_a_line_that_leads_to_mistakes_elsewhere_is_not_shown() -> None:
    """Unless they were there before, or could not be found before."""
    text = "phase Night\n    move the Lmap to A1\n    the Lamp becomes lit\n"
    there = Diagnostic("E0201", "There is nothing called Lmap.", Span("x", 2, 14, 2, 18), near=("Lamp",))

    def helps(elsewhere: Diagnostic, before: bool) -> bool:
        def check(other: str) -> list[Diagnostic]:
            return ([there] if "Lmap" in other else []) + ([elsewhere] if before or "Lmap" not in other else [])

        draft = Draft(text, "x", [there], check)
        try_all(draft)
        return bool(draft.slips[0].helps)

    line = Span("x", 3, 5, 3, 13)
    assert not helps(Diagnostic("E0205", "The Lamp cannot be lit.", line), before=False)
    assert helps(Diagnostic("E0205", "The Lamp cannot be lit.", line), before=True)
    assert helps(Diagnostic("E0405", "It would tell.", line), before=False)


def test_an_offer_that_only_leads_to_another_mistake_is_not_shown() -> None:
    """Unless that one has something to write in another place, or words that are the designer's."""
    line = Span("x", 2, 14, 2, 18)
    there = Diagnostic("E0201", "There is nothing called Lmap.", line, hints=("Lamp", "Lump"), near=("Limp",))

    def check(other: str) -> list[Diagnostic]:
        words = {"Lmap": there, "Lamp": Diagnostic("E0301", "A Lamp goes nowhere.", line),
                 "Lump": Diagnostic("E0301", "A Lump is moved.", line, hints=("under Lump: starts in the Box",)),
                 "Limp": Diagnostic("E0301", "This is a word.", line)}  # fmt: skip
        return [wrong for word, wrong in words.items() if word in other]

    text = "phase Night\n    move the Lmap to A1\n"
    draft = Draft(text, "x", [there], check)
    try_all(draft)
    told = without_dead_ends(there, draft.slips[0])
    assert (told.hints, told.near) == (("Lump",), ())


def test_what_stands_behind_very_many_mistakes_is_not_shown() -> None:
    """Nobody has looked there, although a sign behind it is complained of."""
    there = Diagnostic("E0109", "`Lmap` does not fit here.", Span("x", 2, 14, 2, 18), near=("Lamp",))
    sign = Diagnostic("E0107", "No sentence has the character `#`.", Span("x", 3, 1, 3, 2))

    def helps(*others: Diagnostic) -> bool:
        def check(other: str) -> list[Diagnostic]:
            return [*others, sign, *([there] if "Lmap" in other else [])]

        draft = Draft("phase Night\n    move the Lmap to A1\n# a note\n", "x", [there], check)
        try_all(draft)
        return any(slip.helps for slip in draft.slips if slip.first)

    many = [Diagnostic("E0109", f"This is wrong, too: {n}.", Span("x", 1, 1, 1, 6)) for n in range(reader.MOST - 1)]
    assert helps(*many[1:])
    assert not helps(*many)


IN_A_VARIANT = """
the success of a Player means the number of Tickets in the Folder of the Player that are dear

variant Globetrotter
    exception Most, instead of Reckoning
        for each Player whose success is the highest success among Players
            the Score of the Player rises by 5
"""


def test_what_is_wrong_with_a_variant_alone_is_shown_as_it_shall_be_written(tmp_path: Path) -> None:
    text = framed(IN_A_VARIANT, slips(FOLDER / "slips" / "tickets.rules")[0])
    path = tmp_path / "tickets.rules"
    path.write_text(text, encoding="utf-8")
    (found,) = mending.mended(check_rules(path)[1], text, str(path))
    assert lines_of(found) == [
        "before line …: for each Player /     show every Ticket in the Folder of the Player to all"
    ]
    assert found.notes[-1].text == "so it is when the game is played with Globetrotter"


def test_the_owner_of_what_has_none_is_not_offered() -> None:
    part = "phase Round\n    move the Legion of the Bag to the Pile\n"
    text = framed(part, slips(FOLDER / "slips" / "camps.rules")[0])
    (found,) = mending.mended(diagnosed(text), text, "test.rules")
    assert "but a Player is wanted here" in found.message
    assert lines_of(found) == []


def test_no_line_of_a_piece_becomes_a_verb_beside_its_heading() -> None:
    text = framed("place Yard\n\npiece Yard\n    there is 1\n", slips(FOLDER / "slips" / "camps.rules")[0])
    (found,) = mending.mended(diagnosed(text), text, "test.rules")
    assert found.message == "Yard is declared twice."
    assert [line for line in lines_of(found) if line.startswith("to ")] == []


def test_of_two_things_of_one_name_that_is_renamed_of_which_fewer_lines_speak() -> None:
    part = "place Pawn\n\npiece Pawn\n    starts on A1\n\nphase Night\n    move every Pawn to A2\n"
    text = framed(part)
    first, second = mending.mended(diagnosed(text), text, "test.rules")
    assert lines_of(first) == ['place Pawn Place "Pawn"']
    assert "It is right once the other lines are mended." in second.message


def test_what_lies_on_a_thing_is_offered_as_of_what_that_has() -> None:
    frame = slips(FOLDER / "slips" / "houses.rules")[0].replace("piece House\n", "piece House\n    takes Tokens\n")
    (found,) = diagnosed(framed("action Empty a House\n    move a Token on the House to the Bank\n", frame))
    assert found.hints == ("Token of the store of the House", "Token of the fee of the House")


def test_a_line_of_a_single_word_has_no_other_words_to_change() -> None:
    text = "game Torn\n    in English\n    for 2 players: North, South\n\nplay\n    North wins\notherwise\n"
    (found,) = mending.mended(diagnosed(text), text, "test.rules")
    assert found.message == "No line begins with `otherwise` here."
    assert lines_of(found) == []
