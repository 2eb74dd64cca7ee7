"""`python -m tests.playthroughs` names the playthroughs that are different now; with --write it writes them anew."""

from __future__ import annotations

import sys

from dsl.text.files import write_atomically
from tests.laws.games import RULEBOOKS
from tests.playthroughs.writing import FOLDER, file, kept, written


def main(arguments: list[str]) -> int:
    """Returns 1 if something was different and not written."""
    if arguments not in ([], ["--write"]):
        sys.stderr.write("python -m tests.playthroughs [--write]\n")
        return 2
    texts = {file(setting): written(setting) for rulebook in RULEBOOKS for setting in kept(rulebook)}
    old = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")}
    different = sorted(path for path in {*texts, *old} if texts.get(path) != old.get(path))
    for path in different:
        sys.stdout.write(f"{path.name}\n")
        if arguments and path in texts:
            write_atomically(path, texts[path].encode("utf-8"))
        elif arguments:
            path.unlink()
    return 1 if different and not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
