"""The report on the levels' strength: the results of the trials of all games, and one scale of ratings each.

The results of a game are stored in a small JSON file beside the report, so that the report can be written
again on any machine, without the games themselves. What they say about a goal is worked out when the page is
written.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from gipfel.arena.ladder import CLEAR, STEP, TOO_FAR, Kind, Trial, Verdict, goal_of
from gipfel.arena.picture import chart
from gipfel.arena.rating_scale import rating_scale
from gipfel.arena.ratings import Rating
from gipfel.arena.standings import Standings, meeting_json
from gipfel.arena.statistics import Pairs, elo_text
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game, game_names, game_type
from gipfel.notation.errors import GipfelError

INTRODUCTION = f"""# Strength

How strong the levels of the engine are, measured in matches of the [arena](../arena.md). Each pair of games
begins with the same random opening, colours swapped; interval and error hold 95 % and come from the scatter
of the pairs. Levels use their normal time, measured by the clock of their own thread; against `uct` (plain
tree search with random playouts) and `greedy` (the turn that looks best at once) both players have 0.2 s a
turn, and so has level 10 against level 9.

**Steps.** A level should score {100 * STEP.score:g} % or more against the one below, and surely more than
{100 * STEP.surely:g} %. A step below {100 * CLEAR:g} % gets games until its Elo is known to ±{STEP.within:g},
or until there are as many as `--most-games` allows; above that {STEP.games} games and a lower bound
are enough. From {100 * TOO_FAR:g} % on it is a hole: the levels are too far apart, and nobody
between them finds an opponent.

**Ratings.** One scale for all levels of a game: the Bradley–Terry ratings that explain all steps best; level
1 has 0. The error is that of the difference from level 1, so it grows from step to step. A step that was
never lost has no upper bound; it counts as if one pair more had been played, evenly. Ratings of different
games cannot be compared.

This page is written by

    gipfel strength --write docs/reports/strength.md

which can be interrupted at any time and continues where it stopped; `make strength` does the same. `--games`
sets the least number of games of each comparison; the line above each table says how many were played. The
date says when; what was played before the engine changed tells how strong it was then.
"""
COMPARED = {
    Kind.LADDER: "between two levels",
    Kind.UCT: "against `uct`",
    Kind.GREEDY: "against `greedy`",
}
HEADINGS = ("player", "opponent", "games", "score", "95 % interval", "Elo", "asked for", "reached", "date")
NUMBERS = range(2, 6)
"""The columns that are set to the right."""
SCALE_HEADINGS = ("level", "rating", "± 95 %", "step", "")
SCALE_NUMBERS = range(4)


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
            **meeting_json(meeting),
        }

    def text(self) -> str:
        """The file's text."""
        ordered = dict(sorted(self.trials.items(), key=lambda item: _order(item[1])))
        scale = _scale(self.trials.values())
        data = {
            "game": self.game.name,
            "version": self.game.version,
            "ratings": {
                f"level:{level}": {"elo": round(rating.elo, 1), "error": round(rating.error, 1)}
                for level, rating in scale.items()
            },
            "trials": {name: {**trial, **self._judged(trial)} for name, trial in ordered.items()},
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    def _judged(self, trial: dict[str, Any]) -> dict[str, str]:
        goal = goal_of(self.game.name, Kind(trial["kind"]))
        return {"asked": str(goal), "reached": str(goal.verdict(_pairs(trial)))}


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
    order = [*game_names()]
    files = sorted(_files(page), key=lambda data: (order.index(data["game"]), data["version"]))
    return "\n".join([INTRODUCTION, *(_section(data, page.stem) for data in files)])


def pictures(page: Path) -> dict[Path, str]:
    """The pictures that the report shows, by where they are."""
    drawn = {}
    for data in _files(page):
        measured = game(data["game"], data["version"])
        if svg := _picture(measured, data["trials"].values()):
            drawn[page.parent / page.stem / f"{data['game']}-{data['version']}.svg"] = svg
    return drawn


def _files(page: Path) -> list[dict[str, Any]]:
    return [_read(path) for path in sorted((page.parent / page.stem).glob("*.json"))]


def _section(data: dict[str, Any], folder: str) -> str:
    name, version, trials = data["game"], data["version"], data["trials"].values()
    title = game_type(name).title
    parts = [f"## {title} {version}", _numbers_of_games(trials)]
    parts.append(_table(HEADINGS, NUMBERS, [_cells(name, trial) for trial in trials]))
    scale = _scale(trials)
    if len(scale) > 1:
        parts.append(_table(SCALE_HEADINGS, SCALE_NUMBERS, [*_scale_rows(scale, _steps(trials))]))
        parts.append(f"![Ratings of the levels of {title} {version}]({folder}/{name}-{version}.svg)")
    return "\n\n".join(parts) + "\n"


def _table(headings: Collection[str], numbers: range, rows: Collection[Collection[str]]) -> str:
    """A table whose columns `numbers` are set to the right."""
    lines = ["| " + " | ".join(headings) + " |"]
    lines.append("|" + "|".join("---:" if i in numbers else "---" for i in range(len(headings))) + "|")
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _scale_rows(scale: Mapping[int, Rating], steps: Mapping[int, Pairs]) -> Iterator[list[str]]:
    """The rows of the ratings, from the lowest level up."""
    yield ["1", "0", "", "", ""]
    for (_, below), (level, rating) in pairwise(scale.items()):
        far = STEP.verdict(steps[level]) is Verdict.HOLE
        remark = f"a hole: too far above level {level - 1}" if far else ""
        yield [
            str(level),
            f"{rating.elo:+z.0f}",
            f"{rating.error:.0f}",
            f"{rating.elo - below.elo:+z.0f}",
            remark,
        ]


def _picture(measured: Game, trials: Collection[dict[str, Any]]) -> str:
    scale = _scale(trials)
    if len(scale) < 2:
        return ""
    games = sum(int(trial["games"]) for trial in trials if trial["kind"] == Kind.LADDER)
    bars = [(f"level {level}", scale[level]) for level in reversed(scale)]
    return chart(measured, bars, f"{games} games · Elo, level 1 is 0 · error bars: 95 %")


def _scale(trials: Collection[dict[str, Any]]) -> dict[int, Rating]:
    return rating_scale(_steps(trials))


def _steps(trials: Collection[dict[str, Any]]) -> dict[int, Pairs]:
    """The pairs of each level against the one below."""
    return {
        int(trial["first"].partition(":")[2]): _pairs(trial)
        for trial in trials
        if trial["kind"] == Kind.LADDER
    }


def _pairs(trial: dict[str, Any]) -> Pairs:
    counts = trial["pairs"]
    return Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))


def _numbers_of_games(trials: Collection[dict[str, Any]]) -> str:
    """How many games the comparisons of each kind have: `Games: 60 between two levels, 200 against …`."""
    found = {kind: {int(trial["games"]) for trial in trials if trial["kind"] == kind} for kind in Kind}
    parts = [f"{_range(numbers)} {COMPARED[kind]}" for kind, numbers in found.items() if numbers]
    return f"Games: {', '.join(parts)}."


def _range(numbers: set[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _cells(name: str, trial: dict[str, Any]) -> list[str]:
    pairs = _pairs(trial)
    low, high = pairs.interval
    goal = goal_of(name, Kind(trial["kind"]))
    return [
        trial["first"],
        trial["second"],
        str(trial["games"]),
        f"{100 * pairs.score:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f} %",
        elo_text(pairs),
        str(goal),
        str(goal.verdict(pairs)),
        trial["date"],
    ]
