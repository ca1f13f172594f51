"""The report on the levels' strength: the results of the trials of all games.

The results of a game are stored in a small JSON file beside the report, so that the report can be written
again on any machine, without the games themselves.
"""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from gipfel.arena.ladder import Kind, Trial
from gipfel.arena.standings import Standings, meeting_json
from gipfel.arena.statistics import Pairs, elo_text
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game_names, game_type
from gipfel.notation.errors import GipfelError

INTRODUCTION = """# Strength

How strong the levels of the engine are, measured in matches of the [arena](../arena.md). Each pair of games
begins with the same random opening, colours swapped; interval and error hold 95 % and come from the scatter
of the pairs. Levels use their normal time, measured by the clock of their own thread; against `uct` (plain
tree search with random playouts) and `greedy` (the turn that looks best at once) both players have 0.2 s a
turn.

This page is written by

    gipfel strength --write docs/reports/strength.md

which can be interrupted at any time and continues where it stopped; `make strength` does the same. `--games`
sets the number of games of each comparison; the line above each table says how many were played.
"""
COMPARED = {
    Kind.LADDER: "between two levels",
    Kind.UCT: "against `uct`",
    Kind.GREEDY: "against `greedy`",
}
HEADINGS = ("player", "opponent", "games", "score", "95 % interval", "Elo", "asked for", "reached", "date")
NUMBERS = range(2, 6)
"""The columns that are set to the right."""


class StrengthProblem(GipfelError):
    """A file of results that cannot be read."""


class Results:
    """The results of the trials of one game, in a file beside the report."""

    def __init__(self, page: Path, game: Game) -> None:
        self.game = game
        self.path = page.parent / page.stem / f"{game.name}-{game.version}.json"
        self.trials: dict[str, dict[str, Any]] = {}
        if self.path.exists():
            self.trials = _read(self.path)["trials"]

    def note(self, trial: Trial, standings: Standings, date: str) -> None:
        """Store the standings of a trial."""
        meeting = standings.meetings[0]
        self.trials[trial.file_name.removesuffix(".jsonl")] = {
            "kind": str(trial.kind),
            "date": date,
            "asked": str(trial.goal),
            "reached": trial.goal.reached(meeting.pairs),
            **meeting_json(meeting),
        }

    def text(self) -> str:
        """The file's text."""
        ordered = dict(sorted(self.trials.items(), key=lambda item: _order(item[1])))
        data = {"game": self.game.name, "version": self.game.version, "trials": ordered}
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _order(trial: dict[str, Any]) -> tuple[int, int]:
    """The ladder from the bottom up, then the others."""
    return [*Kind].index(Kind(trial["kind"])), int(trial["first"].partition(":")[2].partition(",")[0])


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data["trials"], dict):
            raise TypeError
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StrengthProblem(f"{path} cannot be read; it was not written by `gipfel strength`") from error
    return dict(data)


def page_text(page: Path) -> str:
    """The report's text, from all files beside it."""
    files = [_read(path) for path in sorted((page.parent / page.stem).glob("*.json"))]
    order = [*game_names()]
    files.sort(key=lambda data: (order.index(data["game"]), data["version"]))
    return "\n".join([INTRODUCTION, *map(_section, files)])


def _section(data: dict[str, Any]) -> str:
    title = f"## {game_type(data['game']).title} {data['version']}"
    lines = ["| " + " | ".join(HEADINGS) + " |"]
    lines.append("|" + "|".join("---:" if i in NUMBERS else "---" for i in range(len(HEADINGS))) + "|")
    lines += ["| " + " | ".join(_cells(trial)) + " |" for trial in data["trials"].values()]
    return "\n".join([title, "", _numbers_of_games(data["trials"].values()), "", *lines, ""])


def _numbers_of_games(trials: Collection[dict[str, Any]]) -> str:
    """How many games the comparisons of each kind have: `Games: 60 between two levels, 200 against …`."""
    found = {kind: {int(trial["games"]) for trial in trials if trial["kind"] == kind} for kind in Kind}
    parts = [f"{_range(numbers)} {COMPARED[kind]}" for kind, numbers in found.items() if numbers]
    return f"Games: {', '.join(parts)}."


def _range(numbers: set[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _cells(trial: dict[str, Any]) -> list[str]:
    counts = trial["pairs"]
    pairs = Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))
    low, high = pairs.interval
    return [
        trial["first"],
        trial["second"],
        str(trial["games"]),
        f"{100 * pairs.score:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f} %",
        elo_text(pairs),
        trial["asked"],
        "yes" if trial["reached"] else "no",
        trial["date"],
    ]
