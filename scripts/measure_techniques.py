"""Measures what each technique of the search is worth in each game, and writes the tables.

    .venv/bin/python -m scripts.measure_techniques                          all games, until all is known
    .venv/bin/python -m scripts.measure_techniques tzaar zertz --minutes 60
    .venv/bin/python -m scripts.measure_techniques --minutes 0              only writes the page again

All techniques of a game are tried in one series of games. In each pair of games half of the techniques, drawn
by lot, differ between the two players: one plays as the game's own tuning says, the other one with the
technique switched. Which techniques explain the results best is what each is worth (the model of ratings,
`gipfel.arena.ratings`); so every game tells something about half of them. A technique that has its answer
from SPRT [0, 15], or 2,000 games, is as the tuning says from then on.

Each pair is kept in a small file for each game. Pairs are numbered, and their openings and lots follow from
their numbers; so a series that was interrupted goes on with the next pair, on any machine. Games on two
cores: one command for some games, another one for others.
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
from random import Random
from time import monotonic
from typing import Any

import numpy as np
from scripts.try_tuning import MEASURED, OWN, player

import gipfel
from gipfel.arena.adjudication import WinRule
from gipfel.arena.games import GameKey, GameResult, Terms, play_game
from gipfel.arena.openings import usual_turns
from gipfel.arena.ratings import Rating, as_ratings, explain, with_virtual_pairs
from gipfel.arena.results_file import code_digest
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import CONFIDENCE, Pairs
from gipfel.engine.players.levels import search_of
from gipfel.engine.players.specs import PlayerSpec
from gipfel.games.core.about import DEEP, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.registry import about, game_names
from gipfel.kernel.evaluation import never

PAGE = Path(__file__).parents[1] / "docs" / "reports" / "techniques.md"
TEST = Sprt(0, 15)
MOST_GAMES = 2000
LEAST_GAMES = 100
"""Before that no answer counts: the errors are themselves not known yet."""
BATCH = 5
"""Pairs of one game before the next one has its turn."""
SECONDS = 0.05
SEED = 17
WIN = WinRule(98, 4)
"""Games that both players call decided for four turns are not played to their end."""
TRIES = 3
"""How often a game is played again in which a player failed."""
NICE = 10
WITH, WITHOUT, SAME = "+-."
"""The first player alone has a technique; the second one alone; both are as the tuning of the game says."""
LOTS = WITH + WITHOUT + SAME + SAME
GAINS, NO_GAIN, OPEN = "gains", "no gain", "open"

INTRODUCTION = """# Techniques of the search

What each technique is worth in each game, {seconds:g} s of CPU time a turn. `games/core/search_tuning.py`
says what the numbers do, [Changes of the engine](../engine-changes.md) why they are what they are.

All techniques of a game are tried in one series of games between two players of level 10. In each pair of
games half of the techniques, drawn by lot, differ between them: one player is as the game's own tuning says,
the other one has the technique switched. Elo is that of the player with the technique: what explains all
results best, with the 95 % error, and the number of games in which the players differed in it. A technique
is measured among others of which some are switched, too; so what two of them gain only together is not seen.

- **Gains**: SPRT [0, 15] is sure that the technique wins. Its LLR is computed from Elo and error.
- **No gain**: it is sure that the technique is not worth 15 Elo.
- **Open**: neither is sure yet.

A technique has its answer after {least} games at the earliest; from then on both players are as the tuning
says, and the others go on, up to {most:,} games. Games that both players call decided ({win.per_cent:g} % or
more, {win.turns} turns in a row) are not played to their end. Written by

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

    def switched(self, game: Game) -> str:
        """What changes the game's own tuning."""
        return self.off if self.is_used(game) else self.on

    def suits(self, game: Game) -> bool:
        """Can it make a difference in this game?"""
        if search_of(game) != self.search:
            return False
        return "threats" not in self.on or game.evaluation.urgent is not never


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


# --- The series of one game ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Two games with the same opening, colours swapped."""

    lots: str
    """For each technique, which player has it."""
    half_points: int
    """Of the first player, 0 to 4."""

    @property
    def text(self) -> str:
        """As it is kept."""
        return f"{self.lots} {self.half_points}"

    @classmethod
    def read(cls, text: str, techniques: int) -> "PlayedPair":
        """Raises ValueError."""
        lots, _, points = text.partition(" ")
        if len(lots) != techniques or not set(lots) <= set(LOTS) or points not in tuple("01234"):
            raise ValueError(text)
        return cls(lots, int(points))


def drawn(number: int, is_open: Sequence[bool]) -> str:
    """The lots of a pair: half of the open techniques differ, at least one."""
    lots = Random(f"{SEED} {number}")
    drawn = [lots.choice(LOTS) for _ in is_open]
    drawn[lots.choice([i for i, known in enumerate(is_open) if known])] = lots.choice(WITH + WITHOUT)
    return "".join(lot if known else SAME for lot, known in zip(drawn, is_open, strict=True))


def effects(pairs: Sequence[PlayedPair], techniques: int) -> list[Rating]:
    """What each technique is worth: the Elo that explain the pairs best, with their 95 % errors."""
    worth = {WITH: 1.0, WITHOUT: -1.0, SAME: 0.0}
    directions = np.array([[worth[lot] for lot in pair.lots] for pair in pairs]).reshape(-1, techniques)
    results = np.eye(5)[[pair.half_points for pair in pairs]] if pairs else np.zeros((0, 5))
    virtual = with_virtual_pairs([Pairs()] * techniques)
    strengths, covariances = explain(
        np.vstack([directions, np.eye(techniques)]), np.vstack([results, virtual])
    )
    return as_ratings(strengths, np.diag(covariances))


def llr(effect: Rating) -> float:
    """How much better 15 Elo explain an effect than 0 Elo do: the logarithm, with errors that are normal."""
    deviation = effect.error / CONFIDENCE
    return (TEST.elo1 - TEST.elo0) * (effect.elo - (TEST.elo0 + TEST.elo1) / 2) / deviation**2


@dataclass(frozen=True, slots=True)
class Measurement:
    """What is known of a technique in a game."""

    technique: Technique
    effect: Rating
    games: int
    answer: str = OPEN

    @property
    def llr(self) -> float:
        """Of all games, also those after the answer."""
        return llr(self.effect)

    @property
    def is_finished(self) -> bool:
        """Does it need no more games?"""
        return self.answer != OPEN or self.games >= MOST_GAMES


class Series:
    """The pairs of games of one game, in a file."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.game = game
        self.path = folder / f"{game.name}-{game.version}.json"
        self.techniques = [technique for technique in TECHNIQUES if technique.suits(game)]
        self.code = code_digest(game)
        self.other_code = False
        self.pairs: list[PlayedPair] = []
        self.answers: dict[str, str] = {}
        """What SPRT has said, by the name of the technique; it stands, whatever later games say."""
        self.day = ""
        self._read()

    @property
    def tried(self) -> dict[str, str]:
        """What was switched; pairs of other changes, or of another tuning, are of another series."""
        own = about(self.game.name).tuning.text
        return {"tuning": own} | {one.name: one.switched(self.game) for one in self.techniques}

    def measurements(self) -> list[Measurement]:
        """What is known of each technique."""
        found = effects(self.pairs, len(self.techniques))
        return [
            Measurement(technique, effect, self._games(number), self.answers.get(technique.name, OPEN))
            for number, (technique, effect) in enumerate(zip(self.techniques, found, strict=True))
        ]

    def _games(self, technique: int) -> int:
        return 2 * sum(pair.lots[technique] != SAME for pair in self.pairs)

    def is_finished(self) -> bool:
        """Does no technique need more games?"""
        return all(one.is_finished for one in self.measurements())

    def play(self, seconds: float) -> None:
        """Play the next pairs, and keep them."""
        is_open = [not one.is_finished for one in self.measurements()]
        for number in range(len(self.pairs), len(self.pairs) + BATCH):
            lots = drawn(number, is_open)
            self.pairs.append(PlayedPair(lots, play_pair(self.game, self.players(lots), number, seconds)))
        self.day = date.today().isoformat()
        self.note_answers()
        self.write()

    def note_answers(self) -> None:
        """What SPRT says now."""
        low, high = TEST.bounds
        for one in self.measurements():
            if one.is_finished or one.games < LEAST_GAMES or low < one.llr < high:
                continue
            self.answers[one.technique.name] = GAINS if one.llr >= high else NO_GAIN

    def players(self, lots: str) -> tuple[str, str]:
        """The two players of a pair."""
        changes: tuple[list[str], list[str]] = ([], [])
        for technique, lot in zip(self.techniques, lots, strict=True):
            if lot != SAME:
                changes[(lot == WITH) == technique.is_used(self.game)].append(technique.switched(self.game))
        first, second = (player(self.game.name, "/".join(change) or OWN) for change in changes)
        return first, second

    def write(self) -> None:
        """Store everything; a crash leaves the file as it was before."""
        data = {
            "game": self.game.name,
            "version": self.game.version,
            "code": self.code,
            "date": self.day,
            "tried": self.tried,
            "answers": self.answers,
            "pairs": [pair.text for pair in self.pairs],
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".partial")
        partial.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        os.replace(partial, self.path)

    def _read(self) -> None:
        if not self.path.exists():
            return
        try:
            data: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
            if dict(data["tried"]) != self.tried:
                print(f"{self.path.name}: of another tuning; the series begins again", file=sys.stderr)
                return
            self.pairs = [PlayedPair.read(text, len(self.techniques)) for text in data["pairs"]]
            self.answers, self.day = dict(data["answers"]), str(data["date"])
            self.other_code = data["code"] != self.code
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            sys.exit(f"{self.path} cannot be read; it was not written by scripts.measure_techniques")


# --- Playing ---------------------------------------------------------------------------------------------


def play_pair(game: Game, players: tuple[str, str], number: int, seconds: float) -> int:
    """Play the two games of a pair; the half points of the first player."""
    terms = Terms(seconds=seconds, opening_turns=usual_turns(game), seed=SEED, win_rule=WIN)
    match = Match(game, (PlayerSpec.read(players[0]), PlayerSpec.read(players[1])), terms, number + 1)
    keys = [GameKey(0, 1, number, swapped) for swapped in (False, True)]
    return sum(_play(match, key).half_points for key in keys)


def _play(match: Match, key: GameKey) -> GameResult:
    """Play a game in which nobody fails, for instance because the machine stood still."""
    for _ in range(TRIES):
        result = play_game(match.job(key))
        if not result.failed:
            return result
    sys.exit(f"{match.game.name}: {result.reason}")


def measure(all_series: Sequence[Series], minutes: float, seconds: float) -> None:
    """Continue the shortest series until everything is known or the time is up."""
    until = monotonic() + 60 * minutes
    waiting = [series for series in all_series if not series.is_finished()]
    while waiting and monotonic() < until:
        series = min(waiting, key=lambda one: len(one.pairs))
        series.play(seconds)
        found = [one.answer for one in series.measurements()]
        counts = ", ".join(f"{found.count(answer)} {answer}" for answer in (GAINS, NO_GAIN, OPEN))
        print(f"{series.game.name}: {2 * len(series.pairs)} games; {counts}", file=sys.stderr)
        if series.is_finished():
            waiting.remove(series)


# --- The page --------------------------------------------------------------------------------------------


def page_text(all_series: Sequence[Series]) -> str:
    """All tables."""
    parts = [INTRODUCTION.format(seconds=SECONDS, most=MOST_GAMES, least=LEAST_GAMES, win=WIN)]
    known = {series: series.measurements() for series in all_series}
    for search, heading in ((DEEP, "Overview"), (WIDE, "Best-first search")):
        games = [series for series in all_series if search_of(series.game) == search]
        rows = [
            [technique.name, *(_overview_cell(technique, known[series]) for series in games)]
            for technique in TECHNIQUES
            if technique.search == search
        ]
        names = [_name(series.game) for series in games]
        parts.append("\n".join([f"## {heading}\n", *_table(["technique", *names], rows, range(0))]))
    headings = ["technique", "tuning", "switched", "Elo", "games", "LLR", "answer"]
    for series in all_series:
        rows = [_row(one, series.game) for one in known[series]]
        if series.pairs:
            title = f"## {_name(series.game)}\n\n{2 * len(series.pairs):,} games, the last on {series.day}.\n"
            parts.append("\n".join([title, *_table(headings, rows, range(3, 6))]))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _name(game: Game) -> str:
    return f"{game.title} {about(game.name).versions[game.version].name}"


def _overview_cell(technique: Technique, known: Iterable[Measurement]) -> str:
    found = [one for one in known if one.technique is technique and one.games]
    bold = "**" if found and found[0].answer == GAINS else ""
    return f"{bold}{_elo(found[0].effect)} ({found[0].games}){bold}" if found else "–"


def _elo(effect: Rating) -> str:
    return f"{effect.elo:+.0f} ± {effect.error:.0f}"


def _row(one: Measurement, game: Game) -> list[str]:
    return [
        one.technique.name,
        "with it" if one.technique.is_used(game) else "without it",
        f"`{one.technique.switched(game)}`",
        _elo(one.effect),
        str(one.games),
        f"{one.llr:+.2f}",
        one.answer,
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
    if given.minutes:
        os.nice(NICE)
        chosen = [Series(folder, game) for game in measured_games(given.games or game_names())]
        for series in chosen:
            if series.other_code:
                print(f"{series.game.name}: begun with another version of the code", file=sys.stderr)
        try:
            measure(chosen, given.minutes, given.seconds)
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", file=sys.stderr)
    everything = [Series(folder, game) for game in measured_games(game_names())]
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
