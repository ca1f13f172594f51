"""Plays a match from late positions, and prints a row of a table: are proofs worth their time?

    .venv/bin/python scripts/match_late.py zertz level:10 level:10,endings=0 --pairs 30 --seed 5

Each pair of games begins where a game of two lower levels becomes late, as the game's `endings` say, if a
short search finds it about even. The players swap sides after each game. Time is CPU time.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

import gipfel
from gipfel.arena.games import prepare_process
from gipfel.arena.openings import opening, usual_turns
from gipfel.arena.statistics import Pairs
from gipfel.engine.players.levels import limits_of, make_searcher
from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side

LEVEL = 5
"""The level that plays until a game is late."""
JUDGE_NODES = 30_000
EVEN = 1000
"""Positions with a higher score, for either side, are left out."""


def main() -> None:
    """Play the match that the command line asks for."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("players", nargs=2, help="such as level:10 and level:10,endings=0")
    parser.add_argument("--version")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=0.05, help="for each turn")
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    prepare_process()
    print(row(given), flush=True)


def row(given: Namespace) -> str:
    """Play the match; a line of a Markdown table."""
    game = gipfel.game(given.game, given.version)
    game.compile()
    players = [PlayerSpec.read(text).make_player(given.seed) for text in given.players]
    half_points: list[int] = []
    for start in late_positions(game, given.seed):
        points = [played(start, players, first, given.seconds) for first in Side]
        half_points.append(sum(points))
        done = Pairs.of(half_points)
        print(f"{done.number} of {given.pairs} pairs: {100 * done.score:.1f} %", file=sys.stderr, flush=True)
        if done.number == given.pairs:
            break
    low, high = Pairs.of(half_points).interval
    first, second = given.players
    return (
        f"| {given.game} | `{first}` | `{second}` | late | {given.seconds:g} s | {100 * done.score:.1f} % "
        f"| {100 * low:.0f}–{100 * high:.0f} % | {2 * done.number} | {given.seed} |"
    )


def late_positions(game: Game, seed: int) -> Iterator[Position]:
    """Late positions that are about even, each of another game."""
    level, judge = make_searcher(game, LEVEL, seed=seed), make_searcher(game, seed=seed)
    number = 0
    while True:
        number += 1
        position = opening(game, usual_turns(game), seed, number).position
        while position.outcome is None and not game.endings.late(position.state):
            position = position.play(level.think(position, limits_of(game, LEVEL)).decision.code)
        if position.outcome is None and not position.by_chance:
            judge.forget()
            if abs(judge.think(position, SearchLimits(nodes=JUDGE_NODES)).lines[0].score) < EVEN:
                yield position


def played(start: Position, players: list[Player], first: Side, seconds: float) -> int:
    """Play a game in which the first player has a side; the half points of that player."""
    seats = {first: players[0], first.other: players[1]}
    for player in players:
        player.begin(start.game)
    position, chance = start, Random(0)
    limits = SearchLimits(seconds=seconds)
    while position.outcome is None and position.turn - start.turn < MOST_TURNS:
        thrown = position.throw(chance)
        position = position.play(thrown or seats[position.side].choose(position, limits))
    winner = None if position.outcome is None else position.outcome.winner
    return 1 if winner is None else 2 * int(winner == first)


if __name__ == "__main__":
    main()
