"""`rulewright translate`: the catalogue of a rulebook's words in another language."""

from __future__ import annotations

from typing import Annotated

import typer

from dsl.text.files import write_atomically
from interpreter.cli.common import FileNames, known, number, rulebooks, say
from interpreter.failures import Failure


def translate(
    files: FileNames,
    language: Annotated[str, typer.Option("--language", metavar="CODE", help="Into which language: pt.")],
) -> None:
    """Write what is to be translated.

    Beside each rulebook stands then a catalogue, FILE.pt.po, with all of its words that the documents need; what is
    translated in it already stays. Any editor of translations opens it, and so does any editor of text.
    """
    from dsl.pages import publishing
    from dsl.prose import catalogues

    known(language)
    for path in rulebooks(files):
        book, wrong = publishing.read_book(path)
        if book is None:
            raise Failure(*wrong)
        lexicon = publishing.asked(book, language)
        target = catalogues.beside(path, language)
        write_atomically(target, catalogues.renewed(path, language, book.rulebook, lexicon.asked).encode("utf-8"))
        left = number(len(lexicon.missing), "word")
        say(f"{target}: {f'{left} to translate' if lexicon.missing else 'all is translated'}")
