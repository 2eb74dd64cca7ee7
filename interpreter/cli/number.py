"""`rulewright number`: the numbers of rules that are kept when the rulebook changes."""

from __future__ import annotations

from dsl.text.files import write_atomically
from interpreter.cli.common import FileNames, number, rulebooks, say
from interpreter.failures import Failure


def number_rules(files: FileNames) -> None:
    """Keep the numbers of rules.

    Beside each rulebook stands then a list, FILE.numbers.tsv, of the numbers that its rules have in the reference.
    Rules keep them from then on: one that comes between 3.4 and 3.5 is 3.4a, and no number is given twice. Do it again
    when the reference is printed again, so that new rules keep theirs, too; a rule that has another name now keeps its
    number if you change the name in the list.
    """
    from dsl.pages import publishing
    from dsl.pages.reference.numbers import LIST, printed

    for path in rulebooks(files):
        book, wrong = publishing.read_book(path)
        if book is None:
            raise Failure(*wrong)
        target = path.with_suffix(LIST)
        text = printed(publishing.Game(book).layout, book.numbers)
        write_atomically(target, text.encode("utf-8"))
        fresh = len(text.splitlines()) - 1 - len(book.numbers)
        say(f"{target}: {number(len(text.splitlines()) - 1, 'number')}, {fresh} of them new")
