"""Other words where what stands there stands elsewhere: names that have small words in them, spaces of a board, texts
in tables and before what a rule follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from dsl.text.inflection import a_or_an, articled, singular
from dsl.text.inventory import HEADINGS, Inventory
from dsl.text.lexer import PLACE_WORDS, ROLE_WORDS, Sentence
from dsl.text.repairs import said
from dsl.text.rewordings import ARTICLES, BOTH, MEASURES, Reworded, in_a_line

SMALL = PLACE_WORDS | {"FOR", "AND", "TO", "THE", "FROM"}  # words of a name that are none of it
BEFORE_A_NAME = ("a", "an", "the")
BEFORE_THINGS = frozenset(word.lower() for word in PLACE_WORDS | ROLE_WORDS)
FOLLOWED = frozenset({"after", "before", "whenever", "at"})  # first words of what a rule follows
SAID_TOO = FOLLOWED | {"when"}
EACH_THERE = re.compile(r"(?P<so>(?:given|then) there is) (?P<things>an? .+?) (?P<place>(?:in|on|at) (?:the )?[A-Z].*)")
ONE_OF_THEM = re.compile(r"an? (?:[a-z][\w-]* )*[A-Z][\w' -]*(?: called [\w-]+)?")
NAMES = "A Name is words with capitals. What has small words in it too is printed so, and spoken of by its Name."
VALUES = "Values are written small. What has capitals is printed so, and spoken of by its word."
END_BEHIND = re.compile(r"(?:when|if|once) (.+?)(?: ,)? the game (?:ends|is over)")


def misplaced(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """Other words for a sentence whose word `at` does not fit, the last being its end; not all can be read."""
    yield from _with_a_word_of_the_language(words, at, inventory)
    yield from _a_split_name(words, inventory)
    yield from _of_in_a_heading(words, at)
    yield from _two_in_a_heading(words, at)
    yield from _a_name_in_a_word(words, at, inventory)
    yield from _comma_too_much(words)
    yield from _comma_before_called(words)
    yield from _all_of_it(words)
    yield from _either_of_them(words)
    yield from _title_of_an_example(words)
    yield from _condition_of_an_end(words)
    yield from _between_bars(words)
    yield from _a_name_in_a_row(words)
    yield from _a_name_among_values(words)
    yield from _on_a_space_of_a_board(words, at, inventory)
    yield from _done_with_each(words, at, inventory)
    yield from _one_line_each(words)


def _with_a_word_of_the_language(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the called colour means`, `the called colour`: `the called-colour`, as `called` is a word of the language."""
    texts = [str(word) for word in words[:-1]]
    for parts in inventory.unread:
        for start in range(max(1, at - len(parts)), at + 1):
            if texts[start : start + len(parts)] == [*parts] and texts[start - 1] == "the":
                hyphened = "-".join(parts)
                line = in_a_line(*texts[:start], hyphened, *texts[start + len(parts) :])
                message = f"`{parts[0]}` is a word of the language; with a hyphen it is none, in all lines alike."
                yield Reworded(message, start, start + len(parts) - 1, (line,))
    for parts in inventory.called_by_two:
        for k in range(max(1, at - 2), at + 1):
            if (*texts[k : k + 2],) == parts and texts[k - 1] in ("called", "the"):
                message = (
                    f"What is `called` by a word of the rulebook has one, in all lines alike: `{'-'.join(parts)}`."
                )
                yield Reworded(message, k, k + 1, (in_a_line(*texts[:k], "-".join(parts), *texts[k + 2 :]),))
    whole = " ".join(texts)
    for verb, reserved in inventory.unread_verbs.items():
        if re.fullmatch(rf"(?:to |exception .* instead of )?{re.escape(verb)}", whole):
            message = f"`{reserved}` is a word of the language; with hyphens it is none, in all lines alike."
            line = in_a_line(*whole.removesuffix(verb).split(), verb.replace(" ", "-"))
            yield Reworded(message, 0, len(texts) - 1, (line,))


def _a_split_name(words: Sequence[Token], inventory: Inventory) -> Iterator[Reworded]:
    """`Tiles per Factory is 4`, `repeat Tiles per Factory times`, `either Fill a Line`: a Name without small words."""
    texts = [str(word) for word in words[:-1]]
    three = [*zip(texts, texts[1:], texts[2:], strict=False)]
    known = {
        parts: " ".join(word[0].upper() + word[1:] for word in parts if word not in BEFORE_A_NAME) for parts in three
    }
    split = {parts: name for parts, name in known.items() if parts[1].islower() and name in inventory.names}
    for parts, name in (split | inventory.split_names).items():
        for start in range(len(texts) - len(parts) + 1):
            if tuple(texts[start : start + len(parts)]) == parts:
                behind = texts[start + len(parts) :]
                has_text = words[0].type not in HEADINGS or (behind and behind[0].startswith('"'))
                printed = () if has_text else (f'"{in_a_line(*parts)}"',)
                line = in_a_line(*texts[:start], name, *printed, *behind)
                message = f"A Name has no small words, here and in all lines alike: `{name}`."
                yield Reworded(message, start, start + len(parts) - 1, (line,))


def text_before(sentence: Sentence, around: Sequence[Sentence]) -> str:
    """Both lines, where a text stands before what a rule follows; what begins with `at` goes on the text."""
    first, *rest = sentence.tokens
    above = around[-1] if around else None
    if above is None or all(one.tokens[0].type != "RULE" for one in around):
        return ""
    if first.type == "STRING" and rest and str(rest[0]) in SAID_TOO:
        return f"{said(rest)}, and on the next line: {said([first])}"
    if str(first) not in SAID_TOO or above.depth != sentence.depth or above.tokens[-1].type != "STRING":
        return ""
    follows = said(sentence.tokens)
    after = f"after{follows.removeprefix('when')}" if first == "when" else follows
    return f"{BOTH}{after}, and on the next line: {said(above.tokens)}"


def phase_of_an_example(sentence: Sentence, around: Sequence[Sentence]) -> str:
    """Both lines, where the phase of an example stands under its heading."""
    above = around[-1].tokens if around else ()
    types = [word.type for word in (*above, *sentence.tokens) if word.type != "CITE"]
    return f"{BOTH}{said(above)} {said(sentence.tokens)}" if types == ["EXAMPLE", "STRING", "IN", "NAME"] else ""


def text_in_a_table(sentence: Sentence, around: Sequence[Sentence], inventory: Inventory) -> str:
    """A text or a plural among the rows of a table, where it can stand; the plural of what has only a table nowhere."""
    head = around[0].tokens if around and around[0] is not sentence else sentence.tokens
    is_plural = [str(token) for token in sentence.tokens[:2]] == ["two", "are"]
    if head[0].type != "TABLE" or (sentence.tokens[0].type != "STRING" and not is_plural):
        return ""
    name, text = str(head[1]), said(sentence.tokens)
    if is_plural and name not in inventory.things:
        return "leave it out"
    return f"under {name}: {text}" if name in inventory.things else f"at the left edge: {text}"


def text_of_a_word(sentence: Sentence, around: Sequence[Sentence]) -> str:
    """A text under the heading of a quality or a value, above which it can stand."""
    above = next((one for one in reversed(around) if one.depth < sentence.depth), None)
    heads = [token.type for token in above.tokens] if above is not None else []
    if sentence.tokens[0].type != "STRING" or len(sentence.tokens) > 1 or not {"WHEN", "MEANS"} & {*heads}:
        return ""
    return f"at the left edge, above that heading: {said(sentence.tokens)}" if above and not above.depth else ""


def _comma_too_much(words: Sequence[Token]) -> Iterator[Reworded]:
    """`action Sail with a Boat, to a Cell`: `action Sail with a Boat to a Cell`."""
    commas = [k for k, word in enumerate(words[:-2]) if word.type == "COMMA" and str(words[k + 1]) in BEFORE_THINGS]
    if commas and words[0].type in ("ACTION", "POWER", "WINDOW", "TO"):
        line = in_a_line(*(str(word) for k, word in enumerate(words[:-1]) if k not in commas))
        yield Reworded("Before a word like this stands no comma.", commas[0], commas[0] + 1, (line,))


def _comma_before_called(words: Sequence[Token]) -> Iterator[Reworded]:
    """`only if the Cell is free called Free Cell`: `only if the Cell is free, called Free Cell`."""
    texts = [str(word) for word in words[:-1]]
    k = next((k for k in range(len(texts) - 2, 0, -1) if words[k].type == "CALLED"), 0)
    if k and words[k + 1].type == "NAME" and texts[k - 1] != ",":
        yield Reworded("Before what a need is called stands a comma.", k, k, (in_a_line(*texts[:k], ",", *texts[k:]),))


def _all_of_it(words: Sequence[Token]) -> Iterator[Reworded]:
    """`a Boat that is lit, that is on A1`: `a Boat that is lit and that is on A1`."""
    texts = [str(word) for word in words[:-1]]
    for k in range(1, len(texts) - 1):
        if texts[k] == "," and texts[k + 1] in ("that", "whose"):
            line = in_a_line(*texts[:k], "and", *texts[k + 1 :])
            yield Reworded("What else is so of it stands behind `and`.", k, k, (line,))


def _either_of_them(words: Sequence[Token]) -> Iterator[Reworded]:
    """`the Player may Build, Trade or Pass On, Wait`: all of them with `or`."""
    texts = ["or" if word.type == "COMMA" else str(word) for word in words[:-1]]
    offered = next((k for k, word in enumerate(words) if word.type in ("MAY", "MUST")), len(texts))
    if (
        texts != [str(word) for word in words[:-1]]
        and "or" in map(str, words[:-1])
        and not _is_listed(words)
        and "," not in map(str, words[:offered])
    ):
        told = [text for k, text in enumerate(texts) if texts[k : k + 2] != ["or", "or"]]
        yield Reworded("What somebody may do is told with `or`.", offered, len(texts) - 1, (in_a_line(*told),))


def _title_of_an_example(words: Sequence[Token]) -> Iterator[Reworded]:
    """`example A row of three wins`: `example "A row of three wins"`."""
    if words[0].type == "EXAMPLE" and "STRING" not in {word.type for word in words}:
        title = in_a_line(*map(str, words[1:-1]))
        yield Reworded("What an example shows stands in quotation marks.", 1, len(words) - 2, (f'example "{title}"',))


def _condition_of_an_end(words: Sequence[Token]) -> Iterator[Reworded]:
    """`when the Deck is empty, the game ends`: `the game ends when the Deck is empty`."""
    found = END_BEHIND.fullmatch(" ".join(str(word) for word in words[:-1]))
    if found:
        line = in_a_line("the", "game", "ends", "when", *found[1].split(" "))
        yield Reworded("That the game ends is said first.", 0, len(words) - 2, (line,))


def _is_listed(words: Sequence[Token]) -> bool:
    """Whether `or` stands before the last of them alone, behind commas."""
    texts = [str(word) for word in words[:-1]]
    return texts.count("or") == 1 and texts[-2:-1] == ["or"]


def _between_bars(words: Sequence[Token]) -> Iterator[Reworded]:
    """`red | 5 |`, `| red | 5`: `| red | 5 |`."""
    types = [word.type for word in words[:-1]]
    if "VBAR" in types and {types[0], types[-1]} != {"VBAR"}:
        texts = [str(word) for word in words[:-1]]
        bars = [["|"] if one.type != "VBAR" else [] for one in (words[0], words[-2])]
        message = "A row begins and ends with a line, `|`."
        yield Reworded(message, 0, len(texts) - 1, (in_a_line(*bars[0], *texts, *bars[1]),))


def _a_name_in_a_row(words: Sequence[Token]) -> Iterator[Reworded]:
    """`| School of Magic | 6 |`: `| School "School of Magic" | 6 |`; as a value: `| school of magic | 6 |`."""
    if words[0].type != "VBAR":
        return
    cells: list[list[Token]] = [[]]
    for word in words[1:-1]:
        if word.type == "VBAR":
            cells.append([])
        else:
            cells[-1].append(word)
    named = [k for k, cell in enumerate(cells) if _has_small_words(cell)]
    texts = [in_a_line(*map(str, cell)) for cell in cells]
    for message, written in ((NAMES, _printed), (VALUES, lambda text: text.split(" ")[0].lower())):
        told = [written(text) if k in named else text for k, text in enumerate(texts)]
        if named:
            yield Reworded(message, 0, len(words) - 2, (in_a_line("|", *" | ".join(told).split()),))


def _printed(name: str) -> str:
    return f'{name.split(" ")[0]} "{name}"'


def _has_small_words(cell: Sequence[Token]) -> bool:
    types = [word.type for word in cell]
    return (
        types[:1] == ["NAME"] and types[-1:] == ["NAME"] and {*types[1:-1]} & SMALL != set() and "STRING" not in types
    )


def _of_in_a_heading(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`action Call of Duty with a Card`: `action Call "Call of Duty" with a Card`."""
    end = 2
    while end < len(words) - 2 and words[end].type in SMALL and words[end + 1].type == "NAME":
        end += 2
    if words[0].type in ("ACTION", "RULE", "POWER", "WINDOW") and 2 <= at < end and words[1].type == "NAME":
        texts = [str(word) for word in words[:-1]]
        line = in_a_line(texts[0], texts[1], f'"{in_a_line(*texts[1:end])}"', *texts[end:])
        yield Reworded(NAMES, 1, end - 1, (line,))


def _two_in_a_heading(words: Sequence[Token], at: int) -> Iterator[Reworded]:
    """`action Exchange an Office and an Office called other`: `for an Office`; another kind of thing stands behind
    `with`."""
    named = [str(word) for word in words[at + 2 : at + 3]]
    if words[0].type in ("ACTION", "POWER", "TO") and words[at].type == "AND" and words[at + 1].type in ARTICLES:
        texts = [str(word) for word in words[:-1]]
        for role in ("for", "with") if named[0] in texts[:at] else ("with", "for"):
            line = in_a_line(*texts[:at], role, *texts[at + 1 :])
            yield Reworded("What a heading brings in besides stands behind a small word.", at, at, (line,))


def _a_name_in_a_word(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`the Bergen score of a Player means`, and where it is spoken of: `the bergen-score of a Player`."""
    texts = [str(word) for word in words[:-1]]
    if [word.type for word in words[at - 2 : at + 2]] != ["THE", "NAME", "WORD", "OF"] or at < 2:
        return
    if any(" means" in text and in_a_line(*texts[at - 2 : at + 2]) in text for text in inventory.texts):
        word = f"{texts[at - 1].lower()}-{texts[at]}".replace(" ", "-")
        line = in_a_line(*texts[: at - 1], word, *texts[at + 1 :])
        message = f"A word of your own is written small, in all lines alike: `{word}`."
        yield Reworded(message, at - 1, at, (line,))


def _a_name_among_values(words: Sequence[Token]) -> Iterator[Reworded]:
    """`Title is one of king, School of Magic`: `Title is one of king, school "School of Magic"`."""
    texts = [str(word) for word in words[:-1]]
    if texts[1:4] == ["is", "one", "of"] and any(word.type == "NAME" for word in words[4:-1]):
        values = [value.strip() for value in in_a_line(*texts[4:]).split(",")]
        told = [f'{value.split(" ")[0].lower()} "{value}"' if value[:1].isupper() else value for value in values]
        named = all(value[:1].isupper() for value in values)
        power = f"power {values[0]}, {articled(texts[0])}"
        done = f" If these are things to do, this line falls away: each is one, as in `{power}`." if named else ""
        yield Reworded(VALUES + done, 4, len(texts) - 1, (f"{in_a_line(*texts[:4])} {', '.join(told)}",))


def _on_a_space_of_a_board(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`a Tile on a Slot on the Wall whose rank is 1`, `on the Wall on a Slot`: `a Tile on the Wall whose rank is 1`, as
    each lies on a space there."""
    texts = [str(word) for word in words[:-1]]
    for k in range(max(1, at - 4), min(at + 2, len(texts) - 1)):
        size = 1 + (words[k + 1].type in ARTICLES)
        space = texts[k + size : k + size + 1]
        if texts[k] not in ("in", "on", "at") or not space or singular(space[0]) not in inventory.spaces:
            continue
        before, behind = texts[:k], texts[k + size + 1 :]
        beside = behind[:1] in (["in"], ["on"], ["at"]) or (words[at].type in PLACE_WORDS and at == k)
        said_of_it = behind[behind.index("whose") + 1 :][:1] if "whose" in behind else []
        if beside and (not said_of_it or said_of_it[0] in MEASURES):
            message = "What lies on a board lies on one of its spaces."
            yield Reworded(message, k, k + size, (in_a_line(*before, *behind),))


def _done_with_each(words: Sequence[Token], at: int, inventory: Inventory) -> Iterator[Reworded]:
    """`deal 3 to each Player`: `for each Player`, and under it `deal 3 to the Player`, in the heading `to a Player`; or
    `deal 3`, where it is done for each of them under the heading."""
    texts, heading = [str(word) for word in words[:-1]], words[0].type == "TO"
    verb, name = texts[int(heading) : heading + 1], texts[at + 1 : at + 2]
    if verb == ["pay"] and not heading and texts[at : at + 1] == ["each"]:
        message = "What is paid for what is done stands behind `costs`, before that."
        yield Reworded(message, at, at, (in_a_line("costs", *texts[1:]),))
    if texts[at : at + 1] not in (["each"], ["every"]) or words[at - 1].type not in ROLE_WORDS or not name:
        return
    before, behind = texts[:at], texts[at + 2 :]
    if words[at + 1].type != "NAME" or verb[0] not in inventory.gone_through:
        return
    if name[0] in inventory.gone_through[verb[0]]:
        lines: tuple[str, ...] = (in_a_line(*before[:-1], *behind),)
        message = f"Under the heading of `{verb[0]}` stands that it is done for each {name[0]}."
    elif heading:
        lines = (in_a_line(*before, a_or_an(name[0]), *name, *behind),)
        message = f"A heading brings in one {name[0]}; that it is done with each is said where it is done."
    else:
        lines = (f"for each {name[0]}", f"    {in_a_line(*before, 'the', *name, *behind)}")
        message = f"What is done with each stands under `for each {name[0]}`."
    yield Reworded(message, at, at + 1, lines)


def _one_line_each(words: Sequence[Token]) -> Iterator[Reworded]:
    """`given there is a Manor, a Castle and a Palace in the City`: a line for each."""
    found = EACH_THERE.fullmatch(in_a_line(*(str(word) for word in words[:-1])))
    things = re.split(r", and |, | and ", found["things"]) if found else []
    if found and len({*things}) == len(things) > 1 and all(ONE_OF_THEM.fullmatch(thing) for thing in things):
        lines = tuple(f"{found['so']} {thing} {found['place']}" for thing in things)
        yield Reworded("Of each that lies there a line of its own speaks.", 0, len(words) - 2, lines)
