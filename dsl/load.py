"""The pipeline in one readable place: a file, its tokens, its model, its meaning, its program."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import secrecy, tree
from dsl.analysis.asked_before import check_ends
from dsl.analysis.base import Analysis
from dsl.core import Core, in_core
from dsl.core.per_window import specialised
from dsl.ir.nodes import MAIN
from dsl.ir.program import Program
from dsl.lint import doubts, faults, given_up, told
from dsl.lint.doubts import Doubts
from dsl.lower import lower
from dsl.model import Rulebook
from dsl.resolve import resolve
from dsl.resolve.items import of_sort
from dsl.source import Span
from dsl.terms import USUAL, Given, Terms, plain
from dsl.text import reader
from dsl.text.consequences import of_the_library
from dsl.text.decoding import LARGEST, decoded, too_large
from dsl.text.diagnostics import Diagnostic, Note, Refused, Severity
from dsl.text.formatter import ARTICLES, article
from dsl.text.heard import Heard
from dsl.text.incremental import phrases_of
from dsl.text.lexer import Sentence
from dsl.text.standard_library import with_library

if TYPE_CHECKING:  # whoever only checks a rulebook says nothing
    from dsl.prose.lexicon import Lexicon

parse = lru_cache(maxsize=2)(reader.parse)  # a text in one form after the other is parsed once

SO_WHEN = "so it is when the game is played with"
NO_FILE = "the text"  # what a text is called that stands in none
POSITION = "position"  # what the text of a position is called
NOT_GIVEN = ("when ", "then ")
WITHOUT_SHAPE = ("E0304", "E0305")  # a board, so that nobody knows which chapters of the library are about it
MANY_FORMS = 3  # besides the usual one: half of these can be checked beside the others
BESIDE = (tree.Chapter, tree.Example, tree.Words, tree.OnlyWith)  # what may stand in a file of examples


def load_text(
    text: str, file: str, terms: Terms = USUAL, more: tuple[tree.Node, ...] = (), heard: Heard | None = None
) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a text, with `more` behind it, which is for these terms, and everything that is wrong.
    What was `heard` of items of another text that cannot be read is told again.

    Where sentences could not be read, what is complained of in the others is no consequence of that.
    """
    reading = parse(text, file) if heard is None else parse(text, file, "", heard)
    if reading.start is None:
        return None, [*reading.diagnostics]
    behind = only_with(more, terms, reading.start) if more else ()
    start, unknown = with_library(replace(reading.start, items=(*reading.start.items, *behind)))
    book, found = resolve(start, terms, faults)
    if unknown:  # a chapter of the library: what it would define
        found = [d for d in found if not of_the_library(d)]
    found += [] if any(d.code in WITHOUT_SHAPE for d in found) else unknown
    lines = text.split("\n") if reading.lost.items else []
    own = [d for d in found if not (lines and reading.lost.explains(d, lines))]
    if any(d.code.startswith("E02") for d in own):  # a line that is not understood may be what ends it
        own = [d for d in own if d.code != "E0366"]
    own = reader.in_other_words(own, text, file)
    return (None if reading.diagnostics or unknown else book), reader.in_order(reading.diagnostics + own)


def only_with(items: tuple[tree.Node, ...], terms: Terms, start: tree.Start) -> tuple[tree.Node, ...]:
    """The items under a line that says these terms, with the names that a text has for them."""
    span = items[0].span
    variants = {plain(v.title.name): v.title.name for v in of_sort(start, tree.Variant)}
    options = {plain(o.name): o for o in of_sort(start, tree.Option)}
    lines = [line for game in of_sort(start, tree.Game) for line in game.lines if isinstance(line, tree.Players)]
    # What cannot be agreed on is complained of by itself.
    said = [variants[plain(typed)] for typed in terms.variants if plain(typed) in variants]
    parts: list[tree.Node] = [tree.SuchVariant(span, (), name) for name in said]
    settled = ((options.get(plain(typed)), number) for typed, number in terms.options)
    parts += [tree.SuchOption(span, (), o.name, n, None) for o, n in settled if o and n in _numbers(o)]
    if terms.players is not None and any(line.low <= terms.players <= (line.high or line.low) for line in lines):
        parts.append(tree.SoManyPlayers(span, (), terms.players, None))
    return (tree.OnlyWith(span, (), tree.Agreed(span, (), tuple(parts)), items),) if parts else items


def _numbers(option: tree.Option) -> Container[int]:
    """The numbers that can be agreed on for an option."""
    match option.numbers:
        case tree.OptionRange(low=low, high=high):
            return range(low, high + 1)
        case tree.OptionNumbers(numbers=numbers):
            return numbers
        case _:  # no numbers: nothing can be agreed on
            return ()


def load_rulebook(
    path: str | Path, terms: Terms = USUAL, more: tuple[tree.Node, ...] = ()
) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The resolved rulebook of a file, with `more` behind it. Raises OSError."""
    text, diagnostics = text_of(path)
    return (None, diagnostics) if diagnostics else load_text(text, str(path), terms, more)


def text_of(path: str | Path) -> tuple[str, list[Diagnostic]]:
    """The text of a file; empty, with the reason, where it is too large or no text. Raises OSError."""
    size = Path(path).stat().st_size
    return ("", [too_large(size, str(path))]) if size > LARGEST else decoded(Path(path).read_bytes(), str(path))


def load_examples(path: str | Path, rulebook: str | Path) -> tuple[tuple[tree.Node, ...], list[Diagnostic]]:
    """The worked examples of a file that has nothing else, to stand behind this rulebook. Raises OSError."""
    text, diagnostics = text_of(path)
    return ((), diagnostics) if diagnostics else examples_of(text, str(path), rulebook)


def examples_of(text: str, file: str, rulebook: str | Path) -> tuple[tuple[tree.Node, ...], list[Diagnostic]]:
    """Likewise of a text. Raises OSError."""
    around = text_of(rulebook)[0]
    reading = reader.parse(text, file, around)
    items = reading.start.items if reading.start else ()
    for game in (item for item in items if isinstance(item, tree.Game)):
        message = f"This is the rulebook of {game.name}, and no file of examples that stand beside one."
        return (), [Diagnostic("E0505", message, game.span)]
    return items, [*reading.diagnostics, *_no_examples(items)]


def _no_examples(items: tuple[tree.Node, ...]) -> Iterator[Diagnostic]:
    """Complains of what belongs into the rulebook."""
    for item in items:
        if isinstance(item, tree.OnlyWith):
            yield from _no_examples(item.items)
        elif not isinstance(item, BESIDE):
            message = "This is no example: only examples can stand in a file beside the rulebook."
            hints = (f"only with {item.title.name}",) if isinstance(item, tree.Variant) else ()
            yield Diagnostic("E0505", message, item.span, hints=hints)


def examples_in(path: str | Path) -> int:
    """How many worked examples stand in a rulebook file, whatever each is played with. Raises OSError."""
    start = parse(text_of(path)[0], str(path)).start
    return sum(1 for _ in of_sort(start, tree.Example)) if start else 0


def given_text(given: Given) -> str:
    """What is given, as an example: a sentence on a line, each without `given` or with it."""
    lines = [f"given {' '.join(line.split()).removeprefix('given ')}" for line in given.sentences]
    heading = f'example "{POSITION}"' + (f" in {given.phase}" if given.phase else "")
    return "\n    ".join([heading, *(lines or ['"As it is set up."'])]) + "\n"


def compile_position(text: str, file: str, terms: Terms, given: Given) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a text whose game begins with what is given, in the words of examples; of a phase, if one is
    named.

    Complaints about the sentences stand in the text of `given_text`, which is called `POSITION`.
    """
    if any(line.startswith(NOT_GIVEN) for line in given.sentences):
        return None, [no_position()]
    reading = parse(text, file)
    if reading.start is None:
        return None, [*reading.diagnostics]
    said = reader.parse(given_text(given), POSITION, text)
    if said.diagnostics or said.start is None:
        return None, [*said.diagnostics]
    others = (*_without_examples(reading.start.items), *only_with(said.start.items, terms, reading.start))
    start, unknown = with_library(replace(reading.start, items=others))
    book, found = resolve(start, terms, faults)
    content = text.encode("utf-8", "surrogatepass")
    program, found = _lowered(book if not unknown else None, [*unknown, *found], content, True, True)
    return (_begun_so(program) if program else None), found


def no_position() -> Diagnostic:
    """The complaint about what is no list of what is given."""
    message = "A position is made of a list of sentences that say what is given, and of nothing else."
    return Diagnostic("E0514", message, hints=('["the Bomb is on F6", "Imperial is active"]',))


def _without_examples(items: tuple[tree.Node, ...]) -> Iterator[tree.Node]:
    for item in items:
        if isinstance(item, tree.Variant | tree.OnlyWith):
            yield replace(item, items=tuple(_without_examples(item.items)))
        elif not isinstance(item, tree.Example):
            yield item


def _begun_so(program: Program) -> Program:
    """The program with its one example as its beginning."""
    (example,) = program.examples
    functions = dict(program.code.functions)
    functions[MAIN] = replace(functions.pop(example.start), name=MAIN)
    return replace(program, examples=(), code=replace(program.code, functions=functions))


def compile_rules(
    path: str | Path,
    terms: Terms = USUAL,
    examples: bool = False,
    more: tuple[tree.Node, ...] = (),
    worded: bool = True,
) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a rulebook file as it is played on these terms, with its worked examples if wanted.

    `more` are items behind it, such as `load_examples` gives. Unless it is `worded`, its rules have no sentences, which
    only those need who play, and no hash of what it says. Raises OSError.
    """
    book, diagnostics = load_rulebook(path, terms, more)
    return _lowered(book, diagnostics, path, examples, worded)


def compile_text(text: str, terms: Terms = USUAL) -> tuple[Program | None, list[Diagnostic]]:
    """The same of a text that stands in no file."""
    book, diagnostics = load_text(text, NO_FILE, terms)
    return _lowered(book, diagnostics, text.encode("utf-8", "surrogatepass"), False, True)


def _lowered(
    book: Rulebook | None, diagnostics: list[Diagnostic], source: str | Path | bytes, examples: bool, worded: bool
) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a book; `source` is the text that it is of, or the file."""
    if book is None:
        return None, diagnostics
    words = sentences(book, source) if worded else None
    content = source if isinstance(source, bytes) else Path(source).read_bytes()
    try:
        program = program_of(book, examples, sha256(content).hexdigest(), words)
        said = hash_of_rules(decoded(content, NO_FILE)[0]) if worded else ""
        return replace(program, rules_hash=said), diagnostics
    except Refused as error:
        return None, [*diagnostics, error.diagnostic]


def program_of(
    book: Rulebook, examples: bool = False, source_hash: str = "", sentence: Callable[[object], str] | None = None
) -> Program:
    """The pipeline behind the resolver: to core statements, the checks, the code. Raises Refused."""
    core = in_core(specialised(book))
    return _program(core, Analysis(core.book, examples), source_hash, sentence)


def _program(core: Core, analysis: Analysis, source_hash: str, sentence: Callable[[object], str] | None) -> Program:
    check_ends(analysis)
    seen = secrecy.check(analysis)
    return lower(analysis, seen, core, source_hash, sentence)


@lru_cache(maxsize=8)  # of a text, however many forms its game has
def hash_of_rules(text: str) -> str:
    """A hash of what a text without faults says: of the words of its sentences, and of how these stand under one
    another, whatever its notes and its layout, and however it looks. It is that of the text in its one form, too."""
    said = [(sentence.depth, [*_words(sentence)]) for sentence in _of_rules(reader.sentences_of(text))]
    return sha256(json.dumps(said).encode()).hexdigest()


@lru_cache(maxsize=2)
def hash_of_forms(text: str) -> str:
    """A hash of all that can make a difference in another form of the game than the usual one: of the words of a text
    without faults but for its notes, its layout, and the examples at its edge, which are played as usual."""
    said = [(sentence.depth, sentence.tokens) for sentence in _without(reader.sentences_of(text), _is_usual_example)]
    phrases = sorted(phrases_of(reader.parser(), text))  # which words are one: examples can have a say in that, too
    return sha256(json.dumps([said, phrases]).encode()).hexdigest()


def _is_usual_example(sentence: Sentence, _: Sentence | None) -> bool:
    return sentence.depth == 0 and sentence.tokens[0].type == "EXAMPLE"


def _of_rules(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """All but the blocks that say how the game looks: the word `look` alone, with lines under it. A verb that a
    designer calls so has none."""
    return _without(
        sentences,
        lambda sentence, after: [*_words(sentence)] == ["look"] and after is not None and after.depth > sentence.depth,
    )


def _without(sentences: Iterable[Sentence], begins: Callable[[Sentence, Sentence | None], bool]) -> Iterator[Sentence]:
    """All but the blocks that begin so, which is asked of a sentence and of the one behind it."""
    block: int | None = None
    for sentence, after in pairwise([*sentences, None]):
        if sentence is None or (block is not None and sentence.depth > block):
            continue
        block = sentence.depth if begins(sentence, after) else None
        if block is None:
            yield sentence


def _words(sentence: Sentence) -> Iterator[str]:
    for token, after in pairwise([*sentence.tokens, None]):
        assert token is not None
        yield article(token, after) if token.type in ARTICLES and after else " ".join(token.split())


def _untried(program: Program) -> list[Diagnostic]:
    return []


@dataclass(frozen=True)
class Checked:
    """What was found in each of some forms of a game. `whole`: all of these can be played."""

    forms: list[tuple[Terms, list[Diagnostic]]]
    whole: bool
    doubts: Doubts


_Found = tuple[Rulebook | None, Rulebook | Program | None, list[Diagnostic]]
Beside = Callable[[Callable[[], Checked]], AbstractContextManager[Callable[[], Checked]]]


@dataclass(frozen=True)
class Right:
    """What is known between runs of texts in whose forms but the usual one nothing is wrong, by their `hash_of_forms`;
    nothing, unless it is said how that is kept."""

    knows: Callable[[str], bool] = lambda _: False
    keeps: Callable[[str], None] = lambda _: None


def check_rules(
    path: str | Path,
    terms: Terms = USUAL,
    tried: Callable[[Program], list[Diagnostic]] = _untried,
    beside: Beside = nullcontext,
    right: Right = Right(),
) -> tuple[Program | None, list[Diagnostic]]:
    """The program of a rulebook file as it is played on these terms, and all that is wrong with it: on the usual terms
    in all forms of the game. `tried` says what shows when a program runs; `beside` may begin to check many forms while
    others are checked here; of those that `right` knows it is only seen that all can be read where usual examples are
    read, too, with variants. Where every form can be played there may be warnings. Raises OSError.
    """
    doubted = Doubts()
    book, program, found = _checked(path, terms, tried, doubted)
    others = book.forms[1:] if book and program and terms == USUAL else ()
    text = text_of(path)[0]
    so = hash_of_forms(text) if others and not found and not [*doubted.certain()] else ""
    known = bool(so) and right.knows(so)
    others = tuple(form for form in others if not known or form == Terms(form.variants))
    look = partial(_read, path) if known else partial(_checked, path, tried=tried, doubted=doubted)
    here = len(others) // 2 if len(others) >= MANY_FORMS else len(others)
    with (beside if others[here:] else nullcontext)(partial(_all, look, others[here:], doubted)) as later:
        parts = [_all(look, others[:here], doubted), later()]
    told_of = [*found]
    for form, more in (each for part in parts for each in part.forms):
        found += _new(more, told_of, form)
        told_of += more
    start = parse(text, str(path)).start
    if start is None or program is None or not all(part.whole for part in parts):
        return program, [d for d in found if d.severity is Severity.ERROR]
    doubted.join(parts[1].doubts)
    if so and not known and not found and not [*doubted.certain()]:
        right.keeps(so)
    return program, reader.in_order([*told(start, doubted), *found])


def _all(look: Callable[[Terms], _Found], forms: Sequence[Terms], doubted: Doubts) -> Checked:
    found = [(form, *look(form)) for form in forms]
    whole = all(made is not None for _, _, made, _ in found)
    return Checked([(form, wrong) for form, _, _, wrong in found], whole, doubted)


def _read(path: str | Path, terms: Terms) -> _Found:
    """One form of a game of which nothing but how it is read is in doubt."""
    book, found = load_rulebook(path, terms)
    return book, book, found


def _checked(
    path: str | Path, terms: Terms, tried: Callable[[Program], list[Diagnostic]], doubted: Doubts
) -> tuple[Rulebook | None, Program | None, list[Diagnostic]]:
    """One form of a game, with what is wrong with it; what may be odd is added to what is `doubted`."""
    book, found = load_rulebook(path, terms)
    if book is None:
        return None, None, found
    try:
        core = in_core(specialised(book))
        analysis = Analysis(core.book, True)
        program = _program(core, analysis, sha256(Path(path).read_bytes()).hexdigest(), None)
    except Refused as error:
        return book, None, [*found, error.diagnostic]
    doubted.add((*doubts(book, analysis), *given_up.doubts(program)))
    return book, program, [*found, *tried(program)]


def wrong_in_play(
    book: Rulebook, text: str, file: str, tried: Callable[[Program], list[Diagnostic]]
) -> list[Diagnostic]:
    """What shows when a text without faults is played, in each form of its game. Raises Refused."""
    found = [*tried(program_of(book, True))]
    told_of = [*found]
    for form in book.forms[1:]:
        other, _ = load_text(text, file, form)
        more = tried(program_of(other, True)) if other is not None else []
        found += _new(more, told_of, form)
        told_of += more
    return found


def _new(more: Iterable[Diagnostic], told_of: Iterable[Diagnostic], terms: Terms) -> list[Diagnostic]:
    """What is wrong on these terms of which was not told before, told as wrong then."""
    before = set(map(_alike, told_of))
    return [_when(d, terms) for d in more if _alike(d) not in before]


def _alike(diagnostic: Diagnostic) -> tuple[str, str, Span | None]:
    """What is the same of a complaint in all forms of a game: where the pieces lie then is not."""
    return diagnostic.code, diagnostic.message, diagnostic.span


def _when(diagnostic: Diagnostic, terms: Terms) -> Diagnostic:
    return replace(diagnostic, notes=(*diagnostic.notes, _so_when(terms)))


def _so_when(terms: Terms) -> Note:
    return Note(f"{SO_WHEN} {terms}")


def in_their_form(text: str, file: str, found: Iterable[Diagnostic]) -> dict[Diagnostic, tuple[Terms, Diagnostic]]:
    """Those of a text that is right on the usual terms which are complained of in another form of its game: each with
    that form, and as it is complained of there."""
    told = [d for d in found if d.notes and d.notes[-1].text.startswith(SO_WHEN)]
    book = load_text(text, file)[0] if told else None
    forms = {_so_when(form): form for form in (book.forms if book else ())}
    return {d: (forms[d.notes[-1]], replace(d, notes=d.notes[:-1])) for d in told if d.notes[-1] in forms}


def sentences(book: Rulebook, source: str | Path | bytes = NO_FILE) -> Callable[[object], str]:
    """Puts parts of the rulebook into words of its language, with what the catalogue beside its file says of these;
    none for what is no sentence by itself."""
    from dsl.prose.speech import has_sentence, saying  # here, as who only checks a rulebook says nothing

    say = saying(book.world, book.language, lexicon_of(book, NO_FILE if isinstance(source, bytes) else source))
    return lambda node: say(node) if has_sentence(node) else ""


def lexicon_of(book: Rulebook, path: str | Path) -> Lexicon:
    """What the catalogue beside a rulebook's file says of its words in its own language."""
    from dsl.prose.lexicon import AS_WRITTEN

    if book.language == "English":  # asks nothing of its words
        return AS_WRITTEN
    from dsl.prose.catalogues import own_lexicon  # here, as whoever needs no catalogue need not wait for its reader

    return own_lexicon(Path(path), book)
