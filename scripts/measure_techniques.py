"""Measures what each technique of the search is worth in each game, and writes the tables.

    .venv/bin/python -m scripts.measure_techniques                          all games, until all is known
    .venv/bin/python -m scripts.measure_techniques tzaar zertz --minutes 60
    .venv/bin/python -m scripts.measure_techniques --minutes 0              only writes the page again

Level 10 with a technique plays against level 10 without it; everything else is the game's own tuning. A
measurement ends when SPRT [0, 15] has an answer, or after 2,000 games. The technique with the fewest games is
always continued first.

Only how many pairs of games had which result is kept, in a small file for each game. Pairs are numbered,
and their openings follow from their numbers; so a measurement that was interrupted goes on with the next
pair, on any machine. Games on two cores: one command for some games, another one for others.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from scripts.try_tuning import MEASURED, OWN, player

import gipfel
from gipfel.arena.adjudication import WinRule
from gipfel.arena.games import GameKey, GameResult, Terms, play_game
from gipfel.arena.openings import usual_turns
from gipfel.arena.results_file import code_digest
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import Pairs, elo_text
from gipfel.engine.players.levels import search_of
from gipfel.engine.players.specs import PlayerSpec
from gipfel.games.core.about import DEEP, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.registry import about, game_names
from gipfel.kernel.evaluation import never

PAGE = Path(__file__).parents[1] / "docs" / "reports" / "techniques.md"
TEST = Sprt(0, 15)
MOST_PAIRS = 1000
BATCH = 5
"""Pairs of one technique before the next one has its turn."""
SECONDS = 0.05
SEED = 17
WIN = WinRule(98, 4)
"""Games that both players call decided for four turns are not played to their end."""
TRIES = 3
"""How often a game is played again in which a player failed."""
NICE = 10

INTRODUCTION = """# Techniques of the search

What each technique is worth in each game: level 10 with it against level 10 without it, {seconds:g} s of CPU
time a turn, everything else as the game has it. `games/core/search_tuning.py` says what the numbers do,
[Changes of the engine](../engine-changes.md) why they are what they are. Elo is that of the player with the
technique, with the 95 % error, and the number of games.

- **Gains**: SPRT [0, 15] is sure that the technique wins.
- **No gain**: it is sure that the technique is not worth 15 Elo.
- **Open**: neither is sure yet.

A measurement ends with one of the first two answers, or after {most:,} games. Games that both players call
decided ({win.per_cent:g} % or more, {win.turns} turns in a row) are not played to their end. Written by

    .venv/bin/python -m scripts.measure_techniques

which continues where it was interrupted; `--minutes 0` only writes this page again.
"""


@dataclass(frozen=True, slots=True)
class Technique:
    """A part of a tuning that can be switched on and off."""

    name: str
    on: str
    off: str
    search: str = DEEP

    def is_used(self, game: Game) -> bool:
        """Does the game's own tuning use it?"""
        own = about(game.name).tuning
        return own.changed(self.off) != own

    def suits(self, game: Game) -> bool:
        """Can it make a difference in this game?"""
        if search_of(game) != self.search:
            return False
        return "threats" not in self.on or game.evaluation.urgent is not never

    def players(self, game: Game) -> tuple[str, str]:
        """The player with the technique and the one without it."""
        used = self.is_used(game)
        return player(game.name, OWN if used else self.on), player(game.name, self.off if used else OWN)


TECHNIQUES = (
    Technique("Reverse futility", "futility:150/futility_depth:5", "futility:0"),
    Technique("Hopeless positions", "hopeless:300/hopeless_depth:2", "hopeless:0"),
    Technique("Late-move pruning", "pruning:8/pruning_depth:3", "pruning:0"),
    Technique("Sorting at depth 1", "foresight:1", "foresight:0"),
    Technique("Graded reductions", "reductions:50", "reductions:0"),
    Technique("Internal iterative reduction", "internal:4", "internal:0"),
    Technique("History with penalties", "penalties:1", "penalties:0"),
    Technique("Window of ± 150, not ± 400", "aspiration:150", "aspiration:400"),
    Technique("Two slots a bucket", "paired:1", "paired:0"),
    Technique("Table of 32 MB, not 16 MB", "table:32", "table:16"),
    Technique("Threats", "threats:2", "threats:0"),
    Technique("80 looks, not 240", "looks:80", "looks:240", WIDE),
    Technique("1000 looks at the root, not 400", "root_looks:1000", "root_looks:400", WIDE),
    Technique("20 children, not 40", "children:20", "children:40", WIDE),
)


# --- The results of one technique ------------------------------------------------------------------------


@dataclass(slots=True)
class Measurement:
    """How pairs of games between the player with a technique and the one without it ended."""

    technique: Technique
    players: tuple[str, str]
    pairs: Pairs
    day: str

    @property
    def answer(self) -> str:
        """What the test says."""
        llr = TEST.llr(self.pairs)
        low, high = TEST.bounds
        return "gains" if llr >= high else "no gain" if llr <= low else "open"

    @property
    def is_finished(self) -> bool:
        """Does it need no more games?"""
        return self.answer != "open" or self.pairs.number >= MOST_PAIRS

    def to_json(self) -> dict[str, Any]:
        """What is kept of it."""
        return {"players": self.players, "pairs": self.pairs.counts, "date": self.day}


class Measurements:
    """All techniques of one game, in a file."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.game = game
        self.path = folder / f"{game.name}-{game.version}.json"
        self.code = code_digest(game)
        known = _read(self.path)
        self.other_code = known.get("code", self.code) != self.code
        found = known.get("techniques", {})
        self.all = [self._measurement(one, found.get(one.name, {})) for one in TECHNIQUES if one.suits(game)]

    def _measurement(self, technique: Technique, known: dict[str, Any]) -> Measurement:
        players = technique.players(self.game)
        if tuple(known.get("players", ())) != players:
            return Measurement(technique, players, Pairs(), "")  # another tuning: another measurement
        counts = known["pairs"]
        pairs = Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))
        return Measurement(technique, players, pairs, known["date"])

    def write(self) -> None:
        """Store everything; a crash leaves the file as it was before."""
        data = {
            "game": self.game.name,
            "version": self.game.version,
            "code": self.code,
            "techniques": {one.technique.name: one.to_json() for one in self.all if one.pairs.number},
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        partial.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(partial, self.path)


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data["techniques"], dict):
            raise TypeError
    except (OSError, ValueError, KeyError, TypeError):
        sys.exit(f"{path} cannot be read; it was not written by scripts.measure_techniques")
    return dict(data)


# --- Playing ---------------------------------------------------------------------------------------------


def play_pair(game: Game, players: tuple[str, str], number: int, seconds: float) -> int:
    """Play the two games of a pair; the half points of the first player."""
    terms = Terms(seconds=seconds, opening_turns=usual_turns(game), seed=SEED, win_rule=WIN)
    match = Match(game, (PlayerSpec.read(players[0]), PlayerSpec.read(players[1])), terms, MOST_PAIRS)
    keys = [GameKey(0, 1, number, swapped) for swapped in (False, True)]
    return sum(_play(match, key).half_points for key in keys)


def _play(match: Match, key: GameKey) -> GameResult:
    """Play a game in which nobody fails, for instance because the machine stood still."""
    for _ in range(TRIES):
        result = play_game(match.job(key))
        if not result.failed:
            return result
    sys.exit(f"{match.game.name}: {result.reason}")


def measure(all_games: Sequence[Measurements], minutes: float, seconds: float) -> None:
    """Continue what has the fewest games until everything is known or the time is up."""
    until = monotonic() + 60 * minutes
    while monotonic() < until:
        open_ones = [(one, game) for game in all_games for one in game.all if not one.is_finished]
        if not open_ones:
            return
        one, game = min(open_ones, key=lambda pair: pair[0].pairs.number)
        _continue(one, game, seconds)
        print(f"{game.game.name}: {one.technique.name}: {_cell(one)}, {one.answer}", file=sys.stderr)


def _continue(one: Measurement, game: Measurements, seconds: float) -> None:
    counts = [*one.pairs.counts]
    for number in range(one.pairs.number, min(one.pairs.number + BATCH, MOST_PAIRS)):
        counts[play_pair(game.game, one.players, number, seconds)] += 1
    one.pairs = Pairs((counts[0], counts[1], counts[2], counts[3], counts[4]))
    one.day = date.today().isoformat()
    game.write()


# --- The page --------------------------------------------------------------------------------------------


def page_text(all_games: Sequence[Measurements]) -> str:
    """All tables."""
    parts = [INTRODUCTION.format(seconds=SECONDS, most=2 * MOST_PAIRS, win=WIN)]
    for search, heading in ((DEEP, "Overview"), (WIDE, "Best-first search")):
        games = [game for game in all_games if search_of(game.game) == search]
        rows = [_overview_row(one, games) for one in TECHNIQUES if one.search == search]
        names = [_name(game.game) for game in games]
        parts.append("\n".join([f"## {heading}\n", *_table(["technique", *names], rows, range(0))]))
    for game in all_games:
        rows = [_row(one, game.game) for one in game.all if one.pairs.number]
        headings = ["technique", "used", "score", "95 %", "Elo", "games", "LLR", "answer", "date"]
        if rows:
            parts.append("\n".join([f"## {_name(game.game)}\n", *_table(headings, rows, range(2, 7))]))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _name(game: Game) -> str:
    return f"{game.title} {about(game.name).versions[game.version].name}"


def _overview_row(technique: Technique, games: Iterable[Measurements]) -> list[str]:
    cells = []
    for game in games:
        found = [one for one in game.all if one.technique is technique and one.pairs.number]
        bold = "**" if found and found[0].answer == "gains" else ""
        cells.append(f"{bold}{_cell(found[0])}{bold}" if found else "–")
    return [technique.name, *cells]


def _cell(one: Measurement) -> str:
    return f"{elo_text(one.pairs)} ({2 * one.pairs.number})"


def _row(one: Measurement, game: Game) -> list[str]:
    low, high = (100 * bound for bound in one.pairs.interval)
    return [
        f"{one.technique.name} (`{one.technique.on}`)",
        "yes" if one.technique.is_used(game) else "no",
        f"{100 * one.pairs.score:.1f} %",
        f"{low:.0f}–{high:.0f} %",
        elo_text(one.pairs),
        str(2 * one.pairs.number),
        f"{TEST.llr(one.pairs):+.2f}",
        one.answer,
        one.day,
    ]


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: range) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"| {' | '.join('---:' if index in right else '---' for index in range(len(headings)))} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)


# --- The command -----------------------------------------------------------------------------------------


def measured_games(names: Iterable[str]) -> list[Game]:
    """The version of each game in which techniques are measured."""
    return [gipfel.game(name, MEASURED.get(name) or about(name).measured or None) for name in names]


def main() -> None:
    """Measure, then write the page."""
    given = _arguments()
    folder = given.page.with_suffix("")
    chosen = [Measurements(folder, game) for game in measured_games(given.games or game_names())]
    if given.minutes:
        os.nice(NICE)
        for game in chosen:
            if game.other_code:
                print(f"{game.game.name}: begun with another version of the code", file=sys.stderr)
        try:
            measure(chosen, given.minutes, given.seconds)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", file=sys.stderr)
    everything = [Measurements(folder, game) for game in measured_games(game_names())]
    given.page.write_text(page_text(everything), encoding="utf-8")


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no more games after this time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for each turn (default: {SECONDS})")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the tables are written")
    given = parser.parse_args()
    unknown = [name for name in given.games if name not in game_names()]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; games: {', '.join(game_names())}")
    return given


if __name__ == "__main__":
    main()
