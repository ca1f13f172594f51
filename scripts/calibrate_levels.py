"""Measures how strength grows with nodes and falls with noise, and proposes levels with equal steps.

    .venv/bin/python -m scripts.calibrate_levels dvonn
    .venv/bin/python -m scripts.calibrate_levels tamsk --version level1 --minutes 8 --write

The *knots* of the curve are the present levels, and settings between those that are too far apart.
Neighbours play fast games until their difference is known well enough; Bradley–Terry ratings of all knots
make the curve, and new levels are interpolated on it. Level 1 and level 10 stay as they are; levels 2 and 3
look one decision ahead and are not stronger than the strongest of these is now; level 4 is stronger than now
only as far as its step needs it; level 9 takes no more time than now.

Every two neighbours are a file in the folder: after an interruption the same command goes on. Run it again
after a change of the engine with `--restart`.
"""

import ast
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, log
from pathlib import Path
from time import monotonic, process_time

import numpy as np

import gipfel
from gipfel.arena.games import GameJob, GameKey, Terms, play_game
from gipfel.arena.ladder import TOO_FAR, YARDSTICK_SECONDS
from gipfel.arena.openings import usual_turns
from gipfel.arena.ratings import ratings
from gipfel.arena.results_file import ResultsFile, delete_results, is_outdated
from gipfel.arena.schedule import Match
from gipfel.arena.standings import compute_standings
from gipfel.arena.statistics import Pairs, elo, elo_text, expected
from gipfel.engine.players.levels import levels_of
from gipfel.engine.players.specs import LEVEL, LEVELS, PlayerSpec
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import HIGHEST_QUICK, LevelSettings
from gipfel.games.core.registry import about, folder_of
from gipfel.notation.errors import GipfelError

SEED = 31
NICE = 10
FIRST = 12
"""Pairs of games of two neighbours before anything is decided."""
FIRST_OF_HIGHEST = 8
"""The same against the highest level, whose games are slow; it gets no more of them."""
BATCH = 6
"""Pairs that are added at a time."""
WITHIN = 40.0
"""Elo; the difference of two neighbours is known well enough with this 95 % error,"""
CLEAR = 0.85
"""or if one scores this much and there is nothing to put between them."""
DISTANT = 0.88
"""With this score another setting is put between two neighbours."""
DISTANT_KINDS = 0.7
"""The same between a setting that looks one decision ahead and a search: nothing is interpolated there."""
CLOSEST = 1.5
"""Settings whose numbers differ by less than this factor get nothing between them."""
NEEDED = elo(0.64)
"""What the step to level 4 needs, in Elo."""
DIGITS = 2
"""Significant digits of proposed numbers."""


# --- The curve -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Knot:
    """A setting of the engine; `settings` is None for the highest level."""

    settings: LevelSettings | None

    @property
    def looks_ahead_once(self) -> bool:
        """Does it look one decision ahead?"""
        return self.settings is not None and self.settings.nodes is None

    @property
    def spec(self) -> PlayerSpec:
        """The player that plays like a level with these settings, compiled."""
        if self.settings is None:
            return PlayerSpec.read(f"{LEVEL}:{LEVELS[-1]},seconds={YARDSTICK_SECONDS},book=0")
        head = f"{LEVEL}:{LEVELS[-2]}"
        if self.settings.nodes is None:
            return PlayerSpec.read(
                f"{head},depth=1,weights=features,tuning=former,book=0,noise={self.settings.noise}"
            )
        return PlayerSpec.read(f"{head},nodes={self.settings.nodes},book=0,noise={self.settings.noise}")

    def __str__(self) -> str:
        if self.settings is None:
            return f"level {LEVELS[-1]}"
        nodes = "one decision ahead" if self.settings.nodes is None else f"{self.settings.nodes} nodes"
        return nodes + (f", noise {self.settings.noise}" if self.settings.noise else "")


def between(one: Knot, other: Knot, part: float = 0.5) -> Knot | None:
    """A setting between two, the first of which is the weaker; None if they have nothing in common."""
    low, high = one.settings, other.settings
    if low is None or high is None:
        return None
    if low.nodes == high.nodes:
        return Knot(LevelSettings(_mixed(low.noise, high.noise, part), low.nodes))
    if low.nodes is not None and high.nodes is not None and low.noise == high.noise:
        return Knot(LevelSettings(low.noise, _power(low.nodes, high.nodes, part)))
    return None


def _mixed(low: int, high: int, part: float) -> int:
    return round(low + (high - low) * part)


def _power(low: int, high: int, part: float) -> int:
    return round(exp(log(low) + (log(high) - log(low)) * part))


def added(one: Knot, other: Knot) -> Knot | None:
    """The setting to put between two neighbours that are too far apart; None if they are close."""
    low, high = one.settings, other.settings
    if low is None or high is None:
        return None
    if low.nodes is None and high.nodes is not None:
        # From one decision ahead to a search: a search of fewer nodes.
        return Knot(LevelSettings(high.noise, high.nodes // 3)) if high.nodes >= 30 else None
    if low.nodes == high.nodes:
        far = low.noise > CLOSEST * high.noise and low.noise - high.noise > 20
    else:
        far = high.nodes is not None and low.nodes is not None and high.nodes > CLOSEST * low.nodes
    return between(one, other) if far else None


# --- Measuring -------------------------------------------------------------------------------------------


class Measurement:
    """The games of neighbouring knots of one game."""

    def __init__(self, game: Game, given: Namespace) -> None:
        self.game = game
        self.given = given
        self.until = inf if given.minutes is None else monotonic() + 60 * given.minutes
        self.knots = _first_knots(game)
        self.pairs: dict[tuple[Knot, Knot], Pairs] = {}
        self.spent: defaultdict[tuple[Knot, Knot], float] = defaultdict(float)
        """The CPU time that neighbours have taken, in seconds."""

    def run(self) -> None:
        """Play until all neighbours are known well enough, or the time is up; first all a little."""
        self._first_games()
        while monotonic() < self.until and self._refine():
            self._first_games()
        for low, high in pairwise(self.knots):
            while not self._is_known(low, high) and monotonic() < self.until:
                self._play(low, high, self.pairs[low, high].number + BATCH)

    def _first_games(self) -> None:
        for low, high in pairwise(self.knots):
            if (low, high) not in self.pairs:
                self._play(low, high, FIRST if high.settings is not None else FIRST_OF_HIGHEST)

    def _refine(self) -> bool:
        """Put knots between neighbours that are far apart; False if there was nothing to do."""
        knots = [self.knots[0]]
        for low, high in pairwise(self.knots):
            distant = DISTANT_KINDS if low.looks_ahead_once and not high.looks_ahead_once else DISTANT
            new = added(low, high) if self.pairs[low, high].score >= distant else None
            knots += [high] if new is None else [new, high]
        changed = len(knots) > len(self.knots)
        self.knots = knots
        return changed

    def _is_known(self, low: Knot, high: Knot) -> bool:
        pairs = self.pairs[low, high]
        if high.settings is None or self.spent[low, high] >= self.given.pair_seconds:
            return True
        return pairs.score >= CLEAR or pairs.elo_error <= WITHIN

    def _play(self, low: Knot, high: Knot, wanted: int) -> None:
        """Play games of two neighbours until there is a number of pairs."""
        seconds = YARDSTICK_SECONDS if high.settings is None else None
        terms = Terms(seconds=seconds, opening_turns=usual_turns(self.game), seed=self.given.seed)
        match = Match(self.game, (high.spec, low.spec), terms, wanted)
        begin = process_time()
        with ResultsFile(self._path(match), match) as file:
            for number in range(wanted):
                for swapped in (False, True):
                    key = GameKey(0, 1, number, swapped)
                    if key not in file.results:
                        self._tell(low, high, len(file.results))
                        file.add(play_game(match.job(key)))
            standings = compute_standings(match, file.results.values())
        self.pairs[low, high] = standings.meetings[0].pairs
        self.spent[low, high] += process_time() - begin
        self._say(f"{high} - {low}: {_result(self.pairs[low, high])}")

    def _path(self, match: Match) -> Path:
        players = "-".join(re.sub(r"[^a-z0-9]+", "", player.text) for player in match.players)
        path: Path = self.given.folder / f"{self.game.name}-{self.game.version}-{players}.jsonl"
        if self.given.restart and is_outdated(path, self.game):
            delete_results(path)
        return path

    def _tell(self, low: Knot, high: Knot, games: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{high} - {low}: {games} games ...\033[K", end="", file=sys.stderr, flush=True)

    def _say(self, line: str) -> None:
        end = "\r\033[K" if sys.stderr.isatty() else ""
        print(f"{end}{line}", file=sys.stderr, flush=True)

    def ratings(self) -> list[float]:
        """The ratings of the knots; the weakest has 0, and a stronger setting never has less."""
        results = {
            (index + 1, index): self.pairs[low, high]
            for index, (low, high) in enumerate(pairwise(self.knots))
        }
        found = [rating.elo for rating in ratings(len(self.knots), results, anchor=0)]
        return [max(found[: index + 1]) for index in range(len(found))]


def _first_knots(game: Game) -> list[Knot]:
    """The present levels and the highest one; equal settings once."""
    return [*dict.fromkeys(Knot(settings) for settings in levels_of(game)), Knot(None)]


def _result(pairs: Pairs) -> str:
    low, high = pairs.interval
    score = f"{100 * pairs.score:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    return f"{2 * pairs.number} games, {score}, Elo {elo_text(pairs)}"


# --- The proposal ----------------------------------------------------------------------------------------


def equal_steps(
    first: float, last: float, highest: Sequence[Callable[[Sequence[float]], float]], rounds: int = 2000
) -> list[float]:
    """Ratings from the first to the last with steps as equal as possible.

    `highest` says for each rating between them how high it may be, given all others. The sum of the squares
    of the steps is smallest when each rating is the mean of its neighbours, or as high as it may be.
    """
    number = len(highest) + 1
    found = [first + (last - first) * index / number for index in range(number + 1)]
    for _ in range(rounds):
        for index, limit in enumerate(highest, 1):
            mean = (found[index - 1] + found[index + 1]) / 2
            found[index] = max(found[index - 1], min(mean, limit(found)))
    return found


class Curve:
    """Settings by rating."""

    def __init__(self, knots: Sequence[Knot], elos: Sequence[float]) -> None:
        self.knots, self.elos = knots, elos

    def rating(self, settings: LevelSettings) -> float:
        """The rating of settings that are a knot."""
        return self.elos[[knot.settings for knot in self.knots].index(settings)]

    def settings(self, rating: float, allowed: Callable[[Knot], bool]) -> tuple[LevelSettings, float]:
        """Settings of a kind with a rating, or the nearest ones; and their rating."""
        places = [index for index, knot in enumerate(self.knots) if allowed(knot)]
        above = bisect_left([self.elos[index] for index in places], rating)
        low, high = places[max(0, above - 1)], places[min(above, len(places) - 1)]
        step = self.elos[high] - self.elos[low]
        part = (rating - self.elos[low]) / step if step else 0.0
        mixed = between(self.knots[low], self.knots[high], part) if low != high else None
        if mixed is not None:
            return _rounded(mixed), rating
        nearest = low if part < 0.5 else high
        return _rounded(self.knots[nearest]), self.elos[nearest]


def _rounded(knot: Knot) -> LevelSettings:
    settings = knot.settings
    assert settings is not None
    nodes = None if settings.nodes is None else _round(settings.nodes)
    return LevelSettings(_round(settings.noise), nodes)


def _round(number: int) -> int:
    return round(number, DIGITS - len(str(number))) if number else 0


def proposed(measured: Measurement, share: float) -> tuple[list[LevelSettings], list[float]]:
    """New settings of levels 1 to 9, and the ratings of all ten; level 9 gets this share of its nodes."""
    now, curve = levels_of(measured.game), Curve(measured.knots, measured.ratings())
    quickest = max(
        (curve.elos[index] for index, knot in enumerate(curve.knots) if knot.looks_ahead_once), default=inf
    )
    fourth = curve.rating(now[HIGHEST_QUICK])
    last = now[-1]
    longest = curve.elos[-2]
    if share < 1 and last.nodes is not None:
        longest = _rating_of_nodes(curve, share * last.nodes)

    def limit(level: int) -> Callable[[Sequence[float]], float]:
        if level <= HIGHEST_QUICK:
            return lambda found: quickest
        if level == HIGHEST_QUICK + 1:
            return lambda found: max(fourth, found[HIGHEST_QUICK - 1] + NEEDED)
        return lambda found: longest

    limits = [limit(level) for level in LEVELS[1:-1]]
    wanted = equal_steps(curve.elos[0], curve.elos[-1], limits)
    once_from_four = any(settings.nodes is None for settings in now[HIGHEST_QUICK:])
    chosen, elos = [now[0]], [wanted[0]]
    for level, rating in zip(LEVELS[1:-1], wanted[1:-1], strict=True):
        settings, reached = curve.settings(rating, _kind_of(level, once_from_four))
        chosen.append(settings)
        elos.append(reached)
    return chosen, [*elos, wanted[-1]]


def _kind_of(level: int, once_from_four: bool) -> Callable[[Knot], bool]:
    """The knots that a level may be between."""
    if level <= HIGHEST_QUICK:
        return lambda knot: knot.looks_ahead_once
    return lambda knot: knot.settings is not None and (once_from_four or not knot.looks_ahead_once)


def _rating_of_nodes(curve: Curve, nodes: float) -> float:
    """The rating of a search with this number of nodes and no noise."""
    searches = [
        (log(knot.settings.nodes), rating)
        for knot, rating in zip(curve.knots, curve.elos, strict=True)
        if knot.settings is not None and knot.settings.nodes is not None and not knot.settings.noise
    ]
    logarithms, elos = zip(*searches, strict=True)
    return float(np.interp(log(nodes), logarithms, elos))


# --- Text ------------------------------------------------------------------------------------------------


def table(measured: Measurement, chosen: Sequence[LevelSettings], elos: Sequence[float]) -> Iterable[str]:
    """The proposal as a Markdown table."""
    yield "| level | now | proposed | rating | step | expected score |"
    yield "|---:|---|---|---:|---:|---:|"
    now = levels_of(measured.game)
    for level, (settings, old) in enumerate(zip(chosen, now, strict=True), 1):
        yield f"| {level} | {Knot(old)} | {Knot(settings)} | {_step(elos, level)} |"
    yield f"| {LEVELS[-1]} | {YARDSTICK_SECONDS} s a turn | the same | {_step(elos, LEVELS[-1])} |"


def _step(elos: Sequence[float], level: int) -> str:
    if level == 1:
        return "0 | |"
    step = elos[level - 1] - elos[level - 2]
    far = " (a hole)" if expected(step) >= TOO_FAR else ""
    return f"{elos[level - 1]:.0f} | {step:+.0f} | {100 * expected(step):.0f} %{far}"


def source(levels: Sequence[LevelSettings]) -> str:
    """The settings as they are written in a game's `about.py`."""
    quick = [settings.noise for settings in levels if settings.nodes is None]
    others = levels[len(quick) :]
    if all(settings.nodes is not None and not settings.noise for settings in others):
        return f"listed_levels({_tuple(quick)}, {_tuple(settings.nodes or 0 for settings in others)})"
    return "(" + "".join(f"LevelSettings({_number(s.noise)}, {_number(s.nodes)}), " for s in levels) + ")"


def _tuple(numbers: Iterable[int]) -> str:
    return f"({', '.join(map(_number, numbers))})"


def _number(number: int | None) -> str:
    return f"{number:_}" if number is not None and number >= 10_000 else str(number)


def rewritten(text: str, levels: str) -> str:
    """A game's `about.py` with other levels."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    value = next(
        word.value for call in calls for word in call.keywords if word.arg == "levels" and _is_about(call)
    )
    lines = text.splitlines(keepends=True)
    # Columns of the parser count bytes.
    before = "".join(lines[: value.lineno - 1]) + _cut(lines[value.lineno - 1], 0, value.col_offset)
    assert value.end_lineno is not None
    last = lines[value.end_lineno - 1]
    after = _cut(last, value.end_col_offset or 0, len(last.encode())) + "".join(lines[value.end_lineno :])
    names = sorted({name for name in ("LevelSettings", "listed_levels") if name in levels})
    imported = f"from gipfel.games.core.level_settings import {', '.join(names)}"
    return re.sub(
        r"from gipfel\.games\.core\.level_settings import .*", imported, before + levels + after, count=1
    )


def _is_about(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "About"


def _cut(line: str, start: int, end: int) -> str:
    return line.encode()[start:end].decode()


def cpu_time_of(game: Game, level: int, seed: int) -> float:
    """The milliseconds of CPU time that a decision of a level takes, in one game against itself."""
    spec = PlayerSpec.read(f"{LEVEL}:{level}")
    terms = Terms(opening_turns=usual_turns(game), seed=seed)
    job = GameJob(GameKey(0, 1, 0, False), game, spec, spec, terms)
    begin = process_time()
    result = play_game(job)
    opened = usual_turns(game)
    return 1000 * (process_time() - begin) / max(1, result.decisions - opened)


# --- The command -----------------------------------------------------------------------------------------


def main() -> None:
    """Measure a game and print what its levels should be."""
    given = _arguments()
    os.nice(NICE)
    try:
        game = gipfel.game(given.game, given.version or about(given.game).measured or None)
    except GipfelError as error:
        sys.exit(f"calibrate_levels: {error}")
    game.compile()
    warm = [knot.spec.make_player(0) for knot in _first_knots(game)]
    for player in warm:
        player.begin(game)
    milliseconds = cpu_time_of(game, LEVELS[-2], given.seed)
    print(
        f"{game.title} {game.version}: level 9 takes {milliseconds:.1f} ms of CPU time a decision", flush=True
    )
    share = 1.0 if given.level_9_ms is None else min(1.0, given.level_9_ms / milliseconds)
    measured = Measurement(game, given)
    try:
        measured.run()
    except KeyboardInterrupt:
        sys.exit("\ncalibrate_levels: interrupted; the same command goes on")
    for knot, rating in zip(measured.knots, measured.ratings(), strict=True):
        print(f"  {rating:6.0f}  {knot}")
    chosen, elos = proposed(measured, share)
    print("\n".join(table(measured, chosen, elos)))
    print(f"levels={source(chosen)},")
    if given.write:
        path = folder_of(game.name) / "about.py"
        path.write_text(rewritten(path.read_text(encoding="utf-8"), source(chosen)), encoding="utf-8")
        print(f"{path.name} of {game.name} is written; run `ruff format` on it")


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", help="such as dvonn")
    parser.add_argument("--version", default="", help="by default the one in which strength is measured")
    parser.add_argument("--minutes", type=float, default=None, help="begin no more games after this time")
    parser.add_argument(
        "--pair-seconds",
        type=float,
        default=30.0,
        help="the CPU time for two neighbours; 30 by default. Those with few nodes are known well before",
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", type=Path, default=Path("calibration"), help="where the games are stored")
    parser.add_argument("--restart", action="store_true", help="forget games of another version of the code")
    parser.add_argument(
        "--level-9-ms",
        type=float,
        default=None,
        help="the CPU time that a decision of level 9 may take; by default what it takes now",
    )
    parser.add_argument("--write", action="store_true", help="write the levels into the game's about.py")
    return parser.parse_args()


if __name__ == "__main__":
    main()
