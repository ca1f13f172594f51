"""Removes the records of games from result files of matches, so that they are small enough to keep.

    .venv/bin/python -m scripts.shorten_results docs/reports/strength/matches/*.jsonl

Who won each game stays, and `gipfel arena … --results FILE` continues the match.
"""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path

from gipfel.arena.results_file import PREFIX


def main() -> None:
    """Shorten all files of the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", type=Path, nargs="+", help="files of gipfel arena --results")
    for path in parser.parse_args().files:
        try:
            shorten(path)
        except (OSError, ValueError) as error:
            sys.exit(f"{path}: {error}")


def shorten(path: Path) -> None:
    """Rewrite a file without records. Raises ValueError if it is no file of match results."""
    text = path.read_bytes()
    if not text.startswith(PREFIX):
        raise ValueError("this is not a file of match results")
    head, *games = text.decode().splitlines()
    lines = [head, *(without_record(game) for game in games)]
    partial = path.with_name(path.name + ".partial")
    partial.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(partial, path)


def without_record(line: str) -> str:
    """A line of a file without the record of its game, if it has one."""
    data = json.loads(line)
    return json.dumps({**data, "record": ""} if "record" in data else data, ensure_ascii=False)


if __name__ == "__main__":
    main()
