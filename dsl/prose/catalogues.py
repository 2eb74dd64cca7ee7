"""Catalogues: the words of a rulebook in another language, in a file `x.pt.po` beside `x.rules`.

They are in the form of gettext, for which translators have their tools; the sort of a word (`dsl.prose.lexicon`)
stands as its context.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, denormalize, normalize, read_po, write_po

from dsl import resources
from dsl.model import Rulebook
from dsl.model.visit import headings_of
from dsl.prose.lexicon import Asked, Lexicon
from dsl.prose.portuguese.terms import PREPOSITIONS, VERBAL, governed
from dsl.source import Span, line_of
from dsl.text.diagnostics import Diagnostic
from dsl.text.files import read_text
from dsl.text.numerals import names_in, numbers_in, perhaps_in
from dsl.text.standard_library import is_library

LANGUAGES: Mapping[str, str] = {"pt": "Portuguese", "en": "English"}
"""The languages in which documents can be, by their codes."""

LINE = re.compile(r'\s*(#.*|((msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"([^"\\]|\\.)*"\s*)?')
"""Of a catalogue: blank, a note, or a text in quotation marks with what it is before it."""

Entries = Mapping[tuple[str, str], tuple[str, ...]]

LARGEST = 5_000_000  # bytes of a catalogue; that of the largest game here has a tenth
MOST_CATALOGUES = 16  # that are kept as they were read

FORMATS = {"python-format", "python-brace-format"}
ARTICLES = {"Portuguese": ("o", "a", "os", "as")}
GOVERNING = ("thing", "quality", "verb")
INFINITIVE = re.compile(r"[^\s~]+([aeio]r|ôr)(-se)?( |$)")
HEAD = re.compile(
    r'(?P<notes>(?:[ \t]*(?:#.*)?\n)*)(?:msgid ""\nmsgstr (?P<fields>(?:[ \t]*"(?:[^"\\]|\\.)*"[ \t]*\n)+)|\Z)'
)
"""What stands before the words: notes, and fields of which only the number of plurals means something here."""
CHARSET, BYTE_ORDER_MARK = "Content-Type", "\ufeff"
FIELDS = {CHARSET: "text/plain; charset=utf-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
LATE_HEAD = re.compile(r'^[ \t]*msgid ""\s*\n\s*msgstr', re.MULTILINE)
PLURALS = re.compile(r"nplurals=([1-6]);")
FEWEST_OURS = 3
"""Words by which a note is known to be a part of ours."""
BEHIND = re.compile(r"[ \t]*(#(?![~:,.|]).*)?\n")
"""A note that may stand behind all words, or a blank."""
HOW_ENGLISH = """\
thing    a noun, msgstr[1] is the plural: "installation", "installations"; a name with its capital: "Map".
value    one of a few values: "red".
quality  what is said of a thing, behind "is": "visible", "face up".
verb     what is done, with what follows: "advance", "place an asteroid".
heading  a title: "Free Space".
text     words of the designer, whole sentences."""
HEADER = """\
The words of this rulebook in {language}. `rulewright translate` keeps them up to date with the rulebook; what
is translated stays.

How a translation is written depends on the sort of the word, which stands after msgctxt:
{how}"""
HOW = {
    "English": HOW_ENGLISH,
    "Portuguese": """\
thing    a noun with its article, msgstr[1] is the plural: "a instalação", "as instalações". Names of players and the
         like may have none: "Ana".
value    one of a few values, feminine after a slash where it differs: "vermelho/vermelha", "azul".
quality  what is said of a thing, with "é" or "está" before it: "é visível", "está virado/virada para cima"; or "~" and
         an infinitive: "~atacar".
verb     an infinitive with what follows: "avançar", "posicionar um asteroide".
heading  a title: "Lugar livre".
text     words of the designer, whole sentences.
Names that are given to things of several sorts have both genders: "o primeiro/a primeira". Where a word asks for a
preposition, it stands behind in brackets after that of the rulebook: "está aberto/aberta [to: a]", "~atacar [at:]";
of what stands right behind the word, behind nothing: "~caber [: em]", "está ao redor [: de]".""",
}


def beside(rulebook: Path, code: str) -> Path:
    """Where the catalogue of a rulebook stands."""
    return rulebook.with_suffix(f".{code}.po")


def lexicon(rulebook: Path, code: str, book: Rulebook) -> tuple[Lexicon, list[Diagnostic]]:
    """The words of a rulebook, which stands in a file, and of what it takes in from the standard library in a language,
    and what is wrong with its catalogue."""
    path, own = beside(rulebook, code), is_own(code, book)
    if not path.is_file():
        return Lexicon(dict(library(code, book)), own=own), []
    entries, wrong = told(content_of(path), path, LANGUAGES[code], book.language)
    return Lexicon({**library(code, book), **entries}, own=own), [*wrong]


def own_lexicon(rulebook: Path, book: Rulebook) -> Lexicon:
    """What a rulebook says of its words in its own language."""
    return lexicon(rulebook, next(code for code in LANGUAGES if is_own(code, book)), book)[0]


def is_own(code: str, book: Rulebook) -> bool:
    """Whether it is the language in which the rulebook is written."""
    return LANGUAGES[code] == book.language


@lru_cache(maxsize=MOST_CATALOGUES)  # while a rulebook is written, its catalogue seldom changes
def told(content: bytes, path: Path, language: str, original: str) -> tuple[Entries, tuple[Diagnostic, ...]]:
    """What is translated in a catalogue, and what is wrong with it; `original`: from which language."""
    catalogue, wrong = parsed(content, path)
    if catalogue is None:
        return {}, tuple(wrong)
    return entries_of(messages(catalogue)), tuple(misspelt(catalogue, path, language, original))


def library(code: str, book: Rulebook) -> Entries:
    """The words of those chapters of the standard library that a rulebook takes in; what others call "held" is another
    thing."""
    taken = {Path(node.span.file).name for node in headings_of(book) if is_library(node.span.file)}
    if not taken:
        return {}
    return entries_of(message for message in standard(code) if taken & {file for file, _ in message.locations})


def as_english(message: Message) -> Message:
    """A word of the standard library as its own translation."""
    return Message(message.id, message.id, locations=message.locations, context=message.context)


def standard(code: str) -> Iterable[Message]:
    """The words of the standard library, each with the chapters that use it. It is written in English."""
    if LANGUAGES[code] == "English":
        return map(as_english, (message for other in LANGUAGES if other != code for message in standard(other)))
    path = resources.folder("grammars") / "standard" / f"standard.{code}.po"
    if not path.is_file():
        return ()
    catalogue, _ = read(path)
    assert catalogue is not None  # it comes with Rulewright
    return messages(catalogue)


def read(path: Path) -> tuple[Catalog | None, list[Diagnostic]]:
    """A catalogue as it stands in a file; None if that is none. Raises OSError."""
    return parsed(content_of(path), path)


def content_of(path: Path) -> bytes:
    """What stands in a file, or so much of it that it is seen to be too large. Raises OSError."""
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def parsed(body: bytes, path: Path) -> tuple[Catalog | None, list[Diagnostic]]:
    """A catalogue from what stands in a file; None, with the reason, if that is none."""
    if len(body) > LARGEST:
        return None, [unreadable(path, 1, f"It has more than {LARGEST // 1_000_000} MB.")]
    try:
        content = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return None, [unreadable(path, line_of(error), f"It is not text in UTF-8: {error.reason}.")]
    for number, line in enumerate(content.splitlines(), 1):
        if not LINE.fullmatch(line):  # Babel reads what follows as part of it
            return None, [unreadable(path, number, "Here stands neither a word with its quotation marks nor a note.")]
    head, rest = bare_head(with_plain_ends(content))
    if late := LATE_HEAD.search(rest):
        at = f"{head}{rest[: late.start()]}".count("\n") + 1
        return None, [unreadable(path, at, "The fields of a catalogue stand before all words.")]
    try:
        return read_po(io.StringIO(head + rest), abort_invalid=True), []
    except PoFileError as error:
        return None, [unreadable(path, max(error.lineno, 1), "What stands here belongs to no word.")]


def bare_head(text: str) -> tuple[str, str]:
    """The head of a text, of as many lines but without the fields over which Babel might stumble, and the rest."""
    head = HEAD.match(text)
    if head is None or not head["fields"]:
        return "", text
    number = PLURALS.search(head["fields"])
    bare = f'msgid ""\nmsgstr "Plural-Forms: nplurals={number[1] if number else 2}; plural=0;\\n"\n'
    return "\n" * head["notes"].count("\n") + bare + "\n" * (head["fields"].count("\n") - 1), text[head.end() :]


def with_plain_ends(content: str) -> str:
    """The text with the same end of each line, the last included."""
    return "".join(f"{line}\n" for line in content.splitlines())


def unreadable(path: Path, line: int, why: str) -> Diagnostic:
    remedy = "`rulewright translate FILE --language pt` writes one with all that is to be translated"
    return Diagnostic("E0508", f"This is no catalogue. {why}", Span(str(path), line, 1, line, 2), hints=(remedy,))


def entries_of(told: Iterable[Message]) -> dict[tuple[str, str], tuple[str, ...]]:
    """What is translated; what is marked as not sure is not."""
    found = {}
    for message in told:
        forms = forms_of(message)
        if forms[0] and not message.fuzzy:
            found[message.context or "", first(message.id)] = forms
    return found


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms_of(message: Message) -> tuple[str, ...]:
    """The translation: one form, or singular and plural."""
    return (message.string or "",) if isinstance(message.string, str) else tuple(map(str, message.string or ("",)))


def first(content: str | tuple[str, ...] | list[str]) -> str:
    return content if isinstance(content, str) else content[0]


# ------------------------------------------------------------------------------------------------ what is wrong with it


def misspelt(catalogue: Catalog, path: Path, language: str, original: str) -> Iterator[Diagnostic]:
    """Translations that are not written as their sort asks, or say other numbers; `original`: from which language."""
    for message in messages(catalogue):
        why = fault(message, language) or miscounted(message, language, original)
        if why:
            line = message.lineno or 1
            yield Diagnostic("E0509", f"“{shown(first(message.id))}”: {why}.", Span(str(path), line, 1, line, 2))


def fault(message: Message, language: str) -> str:
    """What is wrong with a translation, if something is."""
    whole = forms_of(message)
    if not whole[0]:
        return ""
    unknown = [word for form in whole for word in governed(form)[1] if word not in PREPOSITIONS]
    if unknown and message.context in GOVERNING:
        return f"no rulebook says “{unknown[0]}” before a thing; there is {', '.join(PREPOSITIONS)}"
    forms = tuple(governed(form)[0] for form in whole)
    articles = ARTICLES.get(language, ())
    several = isinstance(message.id, tuple | list)
    bare = [form for form in forms if form and form.split(" ")[0] not in articles]
    if message.context == "thing" and several and articles and bare:
        return f"a thing has its article before it ({', '.join(articles)}), in the plural, too"
    if message.context == "thing" and several and not all(forms):
        return "its plural (msgstr[1]) is missing"
    verbal = message.context == "verb" or (message.context == "quality" and forms[0].startswith(VERBAL))
    if verbal and articles and not INFINITIVE.match(forms[0].removeprefix(VERBAL)):
        return "a verb is an infinitive, with what follows"
    if message.context in ("quality", "value") and any(form.count("/") > 1 for form in forms):
        return "there are only two genders: masculine/feminine"
    return ""


def miscounted(message: Message, language: str, original: str) -> str:
    """Which number, or place for one, stands only in a text or only in its translation, if one does."""
    text, translated = first(message.id), forms_of(message)[0]
    if message.context != "text" or not translated:
        return ""
    places = set(names_in(text)) ^ set(names_in(translated))
    if places:
        return f"{{{min(places)}}} stands in the text or in its translation, not in both"
    for said in numbers_in(text, original):
        if said.number not in perhaps_in(translated, language):
            return f"the translation does not say “{said.words}”"
    for said in numbers_in(translated, language):
        if said.number not in perhaps_in(text, original):
            return f"the translation says “{said.words}”, which the text does not"
    return ""


def untranslated(found: Iterable[Asked], source: Path, language: str) -> list[Diagnostic]:
    """What is missing, each with the place where the rulebook says it."""
    text = source.read_text("utf-8")
    found_at = sorted((place_of(asked.text, text), asked) for asked in found)
    return [missing(asked, Span(str(source), *place), language) for place, asked in found_at]


def missing(asked: Asked, span: Span, language: str) -> Diagnostic:
    return Diagnostic("W0502", f"There is no {language} for the {asked.sort} “{shown(asked.text)}”.", span)


def shown(text: str) -> str:
    """As much of a text as a message has room for."""
    return text if len(text) < 60 else f"{text[:60]}…"


# ------------------------------------------------------------------------------------------------------------ writing


@dataclass(frozen=True)
class Around:
    """What a catalogue has besides its words: notes before and behind them, each with its `#`, and fields."""

    before: str
    fields: Mapping[str, str]
    behind: str = ""

    @classmethod
    def of(cls, content: str, ours: str) -> Around:
        """What a text that is a catalogue has, with our notes and fields where it has not got them."""
        text = with_plain_ends(content)
        head = HEAD.match(text)
        notes, said = (head["notes"], head["fields"] or "") if head else ("", "")
        said = denormalize("".join(f"{line.strip()}\n" for line in said.split("\n") if line))
        own = {name.strip(): value.strip() for name, found, value in map(parted, said.split("\n")) if found}
        last = takewhile(BEHIND.fullmatch, reversed(text[head.end() if head else 0 :].splitlines(keepends=True)))
        behind = "".join(reversed([*last])).strip("\n")
        return cls(with_ours(notes, ours), FIELDS | own | {CHARSET: FIELDS[CHARSET]}, behind)

    def printed(self, catalogue: Catalog) -> str:
        """The catalogue as text: with no time and no names of programs that it did not have, so that the same words
        give the same bytes."""
        out = io.BytesIO()
        catalogue.charset = "utf-8"
        write_po(out, catalogue, width=110, omit_header=True, sort_by_file=False)
        fields = (normalize(f"{name}: {value}\n", width=0) for name, value in self.fields.items())
        head = "\n".join([self.before, 'msgid ""', 'msgstr ""', *fields])
        parts = head, out.getvalue().decode("utf-8").strip("\n"), self.behind
        return "\n\n".join(filter(None, parts)) + "\n"


def parted(field: str) -> tuple[str, str, str]:
    return field.partition(":")


def with_ours(notes: str, ours: str) -> str:
    """The notes before all words, with ours where they stood, else behind those that somebody wrote."""
    before, _, behind = notes.strip("\n").partition(ours)
    return "\n".join([*theirs(before.splitlines(), ours), ours, *theirs(behind.splitlines()[1:], ours)])


def theirs(lines: list[str], ours: str) -> Iterator[str]:
    """The notes that somebody wrote: without those that say a part of ours, whose lines an editor of translations or an
    older version breaks elsewhere."""
    said = words_noted(ours.split("\n"))
    while lines:
        ends = range(len(lines) if lines[0].strip("# ") else 0, 0, -1)
        most = next((end for end in ends if words_noted(lines[:end]) in said), 0)
        is_ours = words_noted(lines[:most]).count(" ") > FEWEST_OURS
        yield from () if is_ours else lines[:1]
        lines = lines[most if is_ours else 1 :]


def words_noted(lines: Sequence[str]) -> str:
    """What notes say, wherever their lines break, with a blank around each word."""
    words = (word for line in lines for word in line.removeprefix("#").split())
    return f" {' '.join(words)} "


def renewed(rulebook: Path, code: str, book: Rulebook, asked: Iterable[Asked]) -> str:
    """The catalogue as it should stand beside the rulebook: with all that was asked for, in the order of the file, and
    what was translated before; what is needed no more stands at its end. What a translator wrote besides stays. It has
    no numbers of lines: a line more, or a text whose lines break elsewhere, is no reason to translate anew. Raises
    ValueError for one that is none."""
    path, language = beside(rulebook, code), LANGUAGES[code]
    known, wrong = read(path) if path.is_file() else (None, [])
    if wrong:
        raise ValueError(wrong)
    template = Catalog(locale=None)
    text = rulebook.read_text("utf-8")
    own = {} if known is None else entries_of(messages(known))
    brought = library(code, book).keys() - own.keys()
    for _, one in sorted((place_of(a.text, text)[:2], a) for a in asked if (a.sort, a.text) not in brought):
        key = (one.text, one.plural) if one.plural else one.text
        template.add(key, context=one.sort)
    catalogue = known if known is not None else Catalog(header_comment="")  # a language may have more plurals than ours
    updated(catalogue, template)
    for message in messages(catalogue):
        message.flags -= FORMATS  # a text may have a "%" in it, or a place for a number
    return printed(catalogue, HEADER.format(language=language, how=HOW[language]), read_text(path))


def updated(catalogue: Catalog, template: Catalog) -> None:
    """Makes the catalogue one of the words of the template. Words that were put away come back when they are needed
    again; those that were never translated need not be kept, unless somebody made a note of them."""
    for message in catalogue.obsolete.values():
        if message.id:  # or it would count as a head
            catalogue[message.id] = message
    catalogue.obsolete.clear()
    catalogue.update(template, no_fuzzy_matching=True)
    for key, message in [*catalogue.obsolete.items()]:
        if not forms_of(message)[0] and not message.user_comments:
            del catalogue.obsolete[key]


def printed(catalogue: Catalog, header: str, before: str = "") -> str:
    """The catalogue as text, with the header as a note, and with what the file had `before` around its words."""
    ours = "\n".join(f"# {line}".rstrip() for line in header.split("\n"))
    return Around.of(before.removeprefix(BYTE_ORDER_MARK), ours).printed(catalogue)


def place_of(words: str, text: str) -> tuple[int, int, int, int]:
    """Where a rulebook says these words first: from which line and column to which; a long text may go over lines."""
    spread = r"\s+".join(re.escape(word) for word in words.split())
    found = _whole(spread, text) or _whole(spread, text, re.IGNORECASE)
    return (*line_and_column(text, found.start()), *line_and_column(text, found.end())) if found else (1, 1, 1, 2)


def _whole(pattern: str, text: str, flags: int = 0) -> re.Match[str] | None:
    """Where it stands first, no part of a longer word: a pattern that begins with letters is looked for by these."""
    found = re.finditer(rf"{pattern}(?!\w)", text, flags)
    return next((one for one in found if not re.search(r"\w\Z", text[max(one.start() - 1, 0) : one.start()])), None)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    before = text[:at]
    return before.count("\n") + 1, at - before.rfind("\n")
