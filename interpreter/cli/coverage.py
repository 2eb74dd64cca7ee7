"""`rulewright coverage`: which clauses of the printed rulebook the text cites, and which of them came up in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated

import typer

from dsl.source import Span
from interpreter.cli.common import WRONG, FileName, Seed, columns, number, rulebook, say

if TYPE_CHECKING:
    from interpreter.tools.coverage import Coverage
    from interpreter.tools.mutation import Mutation


def coverage(
    file: FileName,
    games: Annotated[int, typer.Option(metavar="N", min=0, help="Random games of each form, as far as needed.")] = 3,
    seed: Seed = 0,
    mutate: Annotated[bool, typer.Option("--mutate", help="Try whether each clause is held, instead.")] = False,
    sample: Annotated[int, typer.Option(metavar="N", min=0, help="Of so many clauses only, drawn by the seed.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="How many processes try.")] = 1,
    rules: Annotated[bool, typer.Option("--rules", help="Where each rule first came up.")] = False,
) -> None:
    """Compare with the printed clauses, and with what is played.

    Shows which clauses of the list beside the rulebook are not cited, and which rules, and clauses cited on rules,
    never came up in the worked examples or in random games, in any form of the game: as usual, with each number of
    players, each variant, each option. A rule that never comes up is an error.

    With --mutate, what cites a clause is taken out, or says something else: a number one more or less, "at most"
    for "at least", "is not" for "is". A clause that is held makes an example fail then, or a random
    game go another way.
    """
    from interpreter.tools.coverage import clause_list, cover

    path = rulebook(file)
    if mutate:
        return show_mutation(path, games, seed, sample, jobs)
    found = cover(path, games, seed)
    listed = clause_list(path)
    say("\n".join(_lines(path, found, listed)))
    if rules:
        say("\n".join(_listed("Rules, by what they first came up in", list(_by_rule(found)))))
    if found.missing or found.unknown or found.unused:
        raise typer.Exit(WRONG)


def _lines(path: Path, found: Coverage, listed: Mapping[str, str]) -> Iterator[str]:
    if listed:
        yield f"{path}: {len(listed) - len(found.missing)} of {len(listed)} clauses are cited"
    else:
        yield f"{path}: {len(found.cited)} clauses are cited; no clause list stands beside it"
    ruled = len(found.rules)
    yield f"  {ruled - len(found.idle)} of {ruled} that are cited on rules came up in examples or games"
    yield from _listed("Not cited", [(clause, listed[clause]) for clause in found.missing])
    yield from _listed(
        "Cited, but not in the list", [(clause, _places(found.cited[clause])) for clause in found.unknown]
    )
    yield f"  {len(found.shown)} of {number(len(found.names), 'rule')} came up in examples or games"
    yield from _listed("Rules that never came up", [(str(span), name) for span, name in found.unused])
    idle = [(c, listed.get(c, "") or _places(found.cited.get(c, []))) for c in found.idle]
    yield from _listed("Cited on rules, but never came up", idle)


def _by_rule(found: Coverage) -> Iterator[tuple[str, str]]:
    for span in sorted(found.names, key=lambda span: (span.file, span.line, span.column)):
        yield str(span), f"{found.names[span]}: {found.shown.get(span, 'never')}"


def show_mutation(path: Path, games: int, seed: int, sample: int, jobs: int) -> None:
    """Tells what became of the mutants, and which clauses nothing holds; if there are any, the text is wrong."""
    from interpreter.tools.mutation import mutate

    found = mutate(path, games, seed, sample, jobs)
    say("\n".join(_fates(path, found)))
    if found.loose:
        raise typer.Exit(WRONG)


def _fates(path: Path, found: Mutation) -> Iterator[str]:
    held = len(found.asked) - len(found.loose)
    yield f"{path}: {held} of {number(len(found.asked), 'clause')} that rules encode are held"
    yield f"  {len(found.only_needed)} of them only because other lines need what encodes them"
    yield f"  {number(found.counts.total(), 'change')} tried:"
    for fate, count in found.counts.most_common():
        yield f"    {count:4}  {fate}"
    unnoticed = [(str(mutant), ", ".join(mutant.construct.clauses)) for mutant in found.survivors]
    yield from _listed("Changes that nobody notices", unnoticed)
    loose = [(clause, "; ".join(str(mutant) for mutant in found.of(clause))) for clause in found.loose]
    yield from _listed("Held by nothing", loose)


def _listed(title: str, entries: Sequence[tuple[str, str]]) -> Iterator[str]:
    if entries:
        yield f"{title}:"
    for clause, text in entries:
        yield f"  {clause}  {shorten(text, columns() - len(clause) - 4, placeholder=' …')}"


def _places(spans: Sequence[Span]) -> str:
    return ", ".join(str(span) for span in spans)
