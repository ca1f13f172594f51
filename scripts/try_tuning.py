"""Plays matches that tell what a tuning of the search is worth, and prints a row of a table for each.

    .venv/bin/python scripts/try_tuning.py gipf internal:4 pruning:0 --against former --pairs 40

Each tuning plays against `--against` with level 10. `own` is the game's own tuning. Every match is a file in
the folder: after an interruption the same command plays only the games that are missing.
"""

import json
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

OWN = "own"
MEASURED = {"tamsk": "level1", "project": "ultimate"}
"""The version of a game in which tunings are tried, if that is not its first one."""
SETTINGS = {"project": ",contests=2"}
"""More settings of both players: contests are played by a low level, so that the game around them counts."""


def main() -> None:
    """Play all matches that the command line asks for."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument(
        "tunings", nargs="+", help="such as futility:200/pruning:0, former/internal:4, or own"
    )
    parser.add_argument("--against", default=OWN, help="the tuning of the other player")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sprt", default="", help="stop early, such as 0,15")
    parser.add_argument("--version", default="")
    parser.add_argument("--folder", type=Path, default=Path("tunings"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for tuning in given.tunings:
        print(row(given, tuning, play(given, tuning)), flush=True)


def player(game: str, tuning: str) -> str:
    """A player with a tuning."""
    return f"level:10{'' if tuning == OWN else f',tuning={tuning}'}{SETTINGS.get(game, '')}"


def arena(given: Namespace, tuning: str) -> list[str]:
    """The arguments of `gipfel arena` for one match, without the names of files."""
    version = given.version or MEASURED.get(given.game, "")
    return [
        *("arena", given.game),
        *(["--version", version] if version else []),
        *("-p", player(given.game, tuning), "-p", player(given.game, given.against)),
        *("--seconds", f"{given.seconds:g}", "--pairs", str(given.pairs), "--seed", str(given.seed)),
        *(["--sprt", given.sprt] if given.sprt else []),
        *("-n", "1"),
    ]


def play(given: Namespace, tuning: str) -> dict[str, object]:
    """The match's summary, after the games that are missing have been played."""
    words = (given.game, given.version, tuning, given.against, f"{given.seconds:g}", str(given.seed))
    stem = re.sub(r"[^a-z0-9.]+", "-", "-".join(words))
    summary = given.folder / f"{stem}.json"
    files = ["--results", str(given.folder / f"{stem}.jsonl"), "--json", str(summary)]
    command = [sys.executable, "-c", "from gipfel.cli import main; main()", *arena(given, tuning), *files]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    data: dict[str, object] = json.loads(summary.read_text(encoding="utf-8"))
    return data


def row(given: Namespace, tuning: str, summary: dict[str, object]) -> str:
    """A line of a Markdown table."""
    meeting = summary["meetings"][0]  # type: ignore[index]
    low, high = (100 * bound for bound in meeting["score_interval"])
    score = 100 * meeting["score"]
    return (
        f"| {given.game} | {tuning} | {given.against} | {score:.1f} % | {low:.0f}–{high:.0f} % "
        f"| {meeting['games']} | {given.seed} |"
    )


if __name__ == "__main__":
    main()
