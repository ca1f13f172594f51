"""Fit the weights of a game's evaluation to the results of games the engine plays against itself.

    python scripts/fit_evaluation.py gipf --games 2000 --nodes 1000 --seed 1
    python scripts/fit_evaluation.py gipf --write --before gipf-before.json

All versions that share an evaluation are played in turn. Each game begins with random turns; then both sides
search --nodes positions for each decision, and contests are decided by lot. Every position with more than one
legal decision gives a row: its features, and how the game ended. The weights are those of a logistic
regression with a small ridge penalty, so that weights of rare features stay small. Weights named with --keep
do not change: self-play does not teach all of them, e.g. in real games a jump is offered on purpose.

The same arguments and initial weights give the same new weights on every machine.

With --from no games are played: the rows are those of games that `gipfel selfplay` has stored.

    gipfel selfplay tamsk --version level1 --weights features --positions 1000000 --out tamsk.games
    python scripts/fit_evaluation.py tamsk/level1 --from tamsk.games

--before writes the old weights to a file, which a player can use:

    gipfel arena gipf -p level:8 -p level:8,weights=gipf-before.json
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.progress import track

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.arena.selfplay.data_file import PlayedGame, read_games, read_head
from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.engine.players.factory import unlimited_searcher
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, LOGIT, SCRATCH, follow_up, measure
from gipfel.kernel.link import kernel, link
from gipfel.kernel.rules import play
from gipfel.kernel.state import DRAW, ONGOING, WHITE_WINS, State

RIDGE = 2.0
"""The strength of regularisation, as a number of virtual observations."""
LONGEST_GAME = 600
STEPS = 30
VARIETY = 4
"""Some games begin with up to this number of random turns more than in a match."""
CHUNK = 10
"""The number of games that a process plays before it reports."""


@dataclass(frozen=True)
class Task:
    """Some games to play."""

    games: tuple[Game, ...]
    numbers: range
    nodes: int
    seed: int
    opening: int | None
    """Random turns at the beginning; None for as many as in a match."""


def play_games(task: Task) -> list[tuple[list[list[int]], float]]:
    """For each game the features of its positions, and White's result."""
    return [rows for number in task.numbers if (rows := play_one(task, number))]


def play_one(task: Task, number: int) -> tuple[list[list[int]], float] | None:
    game = task.games[number % len(task.games)]
    engine = engine_of(game)
    engine.forget()
    usual = usual_turns(game) if task.opening is None else task.opening
    turns = usual + number // len(task.games) % VARIETY
    playthrough = opening(game, turns, task.seed, number)
    chance = Random(f"{task.seed} {number}")
    rows = []
    while playthrough.position.outcome is None and len(playthrough.decisions) < LONGEST_GAME:
        position = playthrough.position
        thrown = position.throw(chance)
        if thrown is not None:
            playthrough.play(thrown)
            continue
        if position.contest is not None:
            playthrough.play(decided_by_lot(position, chance))
            continue
        if not game.evaluation.follow_up(position.state):
            rows.append(features(game, position.state))
        playthrough.play(engine.think(position, SearchLimits(nodes=task.nodes)).decision)
    outcome = playthrough.position.outcome
    if outcome is None:
        return None
    return rows, 0.5 if outcome.winner is None else float(outcome.winner == gipfel.WHITE)


def decided_by_lot(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """The end of a contest: both players are equally strong, and the features say nothing about its game."""
    given_up = position.concede(chance.choice([*gipfel.Side]))
    assert given_up is not None
    return given_up


@cache
def engine_of(game: Game) -> Searcher:
    """This process's engine for a game."""
    game.compile()
    engine = unlimited_searcher()
    engine.prepare(game)
    return engine


def features(game: Game, state: list[int]) -> list[int]:
    """The features of a position: White's minus Black's."""
    values = [0] * SCRATCH
    link(game.evaluation.measure, game.rules.bind, fast=False)(state, values)
    return values[: len(game.evaluation.features)]


def fitted(rows: np.ndarray, results: np.ndarray, old: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression of the results on the features, in thousandths of a logit.

    Those that are kept count as they are: the others are fitted to what they leave to explain.
    """
    given = rows[:, kept] @ old[kept] / LOGIT
    new = old.copy()
    new[~kept] = LOGIT * regression(rows[:, ~kept], results, given)
    return new


def regression(rows: np.ndarray, results: np.ndarray, given: np.ndarray) -> np.ndarray:
    """The logistic regression with a given offset."""
    scale = np.maximum(np.sqrt((rows**2).mean(axis=0)), 1e-9)
    x = rows / scale
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(given + x @ weights, -30, 30)))
        gradient = x.T @ (results - p) - RIDGE * weights
        curvature = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(x.shape[1])
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights / scale


def loss(rows: np.ndarray, results: np.ndarray, weights: np.ndarray) -> float:
    """The mean logarithmic loss of the predicted results."""
    p = np.clip(1 / (1 + np.exp(-rows @ weights / LOGIT)), 1e-9, 1 - 1e-9)
    return float(-(results * np.log(p) + (1 - results) * np.log(1 - p)).mean())


def tasks(arguments: argparse.Namespace, games: tuple[Game, ...]) -> Iterator[Task]:
    for first in range(0, arguments.games, CHUNK):
        numbers = range(first, min(first + CHUNK, arguments.games))
        yield Task(games, numbers, arguments.nodes, arguments.seed, arguments.opening)


def rewrite(module: str, weights: dict[str, int]) -> None:
    """Write new weights into the FEATURES of an evaluation."""
    path = Path(sys.modules[module].__file__ or "")
    text = path.read_text(encoding="utf-8")
    begin = text.index("FEATURES: dict[str, int] = {")
    end = text.index("\n}", begin)
    block = text[begin:end]
    for name, weight in weights.items():
        block, found = re.subn(rf'("{re.escape(name)}": )-?[\d_]+', rf"\g<1>{weight}", block)
        if found != 1:
            sys.exit(f"{path} has no line for {name!r}")
    path.write_text(text[:begin] + block + text[end:], encoding="utf-8")
    print(f"Written: {path}")


def parsed() -> argparse.Namespace:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("game", help="a game, or game/version for evaluations that only some versions share")
    parser.add_argument("--games", type=int, default=2000, help="games to play (default %(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="positions for each decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, help="random turns at the beginning (default: as in a match)")
    parser.add_argument("--processes", type=int, default=None, help="default: one a core")
    parser.add_argument(
        "--from", type=Path, dest="source", metavar="FILE", help="fit to these games of gipfel selfplay"
    )
    parser.add_argument("--keep", action="append", default=[], metavar="FEATURE", help="leave this one alone")
    parser.add_argument("--write", action="store_true", help="put the new weights into the evaluation")
    parser.add_argument("--before", type=Path, help="keep the old weights in this JSON file")
    return parser.parse_args()


def sharing_evaluation(name: str) -> tuple[Game, ...]:
    """A game in all versions that share the evaluation."""
    name, _, version = name.partition("/")
    first = gipfel.game(name, version or None)
    versions = [gipfel.game(name, v) for v in type(first).versions if v != "menu"]
    return tuple(game for game in versions if game.evaluation is first.evaluation)


def played(arguments: argparse.Namespace, games: tuple[Game, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The features of all positions of all games, and the results."""
    play_games(Task(games, range(1), 10, 0, arguments.opening))  # compiles before there are several processes
    with ProcessPoolExecutor(arguments.processes) as pool:
        all_tasks = [*tasks(arguments, games)]
        finished = [
            game
            for part in track(pool.map(play_games, all_tasks), "Playing", len(all_tasks))
            for game in part
        ]
    x = np.array([row for rows, _ in finished for row in rows], float)
    y = np.array([result for rows, result in finished for _ in rows])
    print(f"{len(finished)} games, {len(x)} positions; White scored {100 * y.mean():.1f} %")
    return x, y


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def list_rows(state: State, codes: State, scores: State, room: State, out: State) -> int:
    """Replay a game; write the features of each position that was searched. Returns the number of rows.

    `out` has room for a row of each decision. Positions that are won or lost for certain are left out: a
    search sees what is behind them.
    """
    width = len(out) // len(codes)
    n = 0
    for i in range(len(codes)):
        known = scores[i] == NO_SCORE or abs(scores[i]) >= CERTAIN - FARTHEST_WIN
        if not known and follow_up(state) == 0:
            measure(state, room)
            for k in range(width):
                out[n * width + k] = room[k]
            n += 1
        play(state, codes[i])
    return n


def stored(path: Path, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """The features of all positions of stored games, and the results."""
    with open(path, "rb") as file:
        head = read_head(file, path)
    if (head["game"], head["version"]) != (game.name, game.version):
        sys.exit(f"{path} has games of {head['game']} {head['version']}, not of {game.name} {game.version}")
    evaluation = game.evaluation
    replay = link(list_rows, {**game.rules.bind, **evaluation.bind, "measure": evaluation.measure})
    parts = [rows_of(game, replay, one) for one in read_games(path) if one.result != ONGOING]
    x, y = (np.concatenate(column) for column in zip(*parts, strict=True))
    print(f"{len(parts)} games, {len(x)} positions; White scored {100 * y.mean():.1f} %")
    return x, y


def rows_of(game: Game, replay: Any, played: PlayedGame) -> tuple[np.ndarray, np.ndarray]:
    """The features of the positions of one game, and its result for each of them."""
    width = len(game.evaluation.features)
    state = np.array(game.start(seed=played.seed).state, np.int64)
    codes, scores = (values.astype(np.int64) for values in (played.codes, played.scores))
    out = np.zeros(len(codes) * width, np.int64)
    count = replay(state, codes, scores, np.zeros(SCRATCH, np.int64), out)
    white = 0.5 if played.result == DRAW else float(played.result == WHITE_WINS)
    return out.reshape(-1, width)[:count].astype(float), np.full(count, white)


def main() -> None:
    arguments = parsed()
    games = sharing_evaluation(arguments.game)
    evaluation = games[0].evaluation
    if unknown := {*arguments.keep} - evaluation.features.keys():
        sys.exit(f"there is no feature {unknown.pop()!r}; there are {', '.join(evaluation.features)}")
    x, y = stored(arguments.source, games[0]) if arguments.source else played(arguments, games)
    old = np.array([*evaluation.features.values()], float)
    kept = np.array([feature in arguments.keep for feature in evaluation.features])
    new = fitted(x, y, old, kept)
    print(f"loss {loss(x, y, old):.4f} -> {loss(x, y, new):.4f}")
    seen = 100 * (x != 0).mean(axis=0)
    for feature, before, after, share in zip(evaluation.features, old, new, seen, strict=True):
        print(f"{feature:36} {before:7.0f} -> {after:7.0f}   in {share:.0f} % of positions")
    if arguments.before:
        weights = json.dumps(dict(evaluation.features), indent=2)
        arguments.before.write_text(weights + "\n", encoding="utf-8")
    if arguments.write:
        weights = dict(zip(evaluation.features, map(round, new.tolist()), strict=True))
        rewrite(evaluation.measure.__module__, weights)


if __name__ == "__main__":
    main()
