"""Count how many different openings a player plays against itself from the start position.

    .venv/bin/python -m scripts.measure_variety gipf --version standard --player level:9 --games 200 --seed 1
    .venv/bin/python -m scripts.measure_variety gipf --version standard --player level:9,book=0 --games 20

Both sides have the same player with different seeds. Positions that differ only by a symmetry of the board
count once. The last line is a row of a Markdown table: game, player, games, different positions.
"""

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from random import Random

import gipfel
from gipfel.arena.games import prepare_process
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText
from gipfel.games.core.position import Position
from gipfel.notation.errors import GipfelError

SEEDS = 2**32


def opening(game: Game, spec: PlayerSpec, turns: Sequence[int], chance: Random) -> list[str]:
    """The positions of one game after these numbers of turns."""
    players = [spec.make_player(chance.randrange(SEEDS)) for _ in range(2)]
    for player in players:
        player.begin(game)
    position: Position = game.start()
    reached = []
    for turn in sorted(turns):
        while position.turn < turn and position.outcome is None:
            decision = position.throw(chance) or players[position.side].choose(position, SearchLimits())
            position = position.play(decision)
        reached.append(SharedText(position).text)
    return reached


def arguments() -> Namespace:
    """The command line."""
    parser = ArgumentParser(
        description="Count how many different openings a player plays against itself.",
        epilog="Example: python -m scripts.measure_variety gipf --version standard --games 200",
    )
    parser.add_argument("game")
    parser.add_argument("--version", help="the first one by default")
    parser.add_argument("--player", default="level:9", help="a player (default: level:9)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--turns", type=int, nargs="+", default=[6, 10], help="after this number of turns")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if min(given.games, *given.turns) <= 0:
        parser.error("--games and --turns are numbers above 0")
    return given


def main() -> int:
    """Play the games, and count."""
    given = arguments()
    prepare_process()
    chance = Random(f"variety {given.seed}")
    try:
        game, spec = gipfel.game(given.game, given.version), PlayerSpec.read(given.player)
        game.compile()
        seen: list[set[str]] = [set() for _ in given.turns]
        shown = time.monotonic()
        for number in range(1, given.games + 1):
            for texts, text in zip(seen, opening(game, spec, given.turns, chance), strict=True):
                texts.add(text)
            if time.monotonic() - shown > 1 or number == given.games:
                shown = time.monotonic()
                print(f"\r{number} of {given.games} games ", end="", file=sys.stderr, flush=True)
    except GipfelError as error:
        print(f"measure_variety: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nmeasure_variety: stopped", file=sys.stderr)
        return 130
    print(file=sys.stderr)
    counts = " | ".join(str(len(texts)) for texts in seen)
    print(f"| {game.name} {game.version} | {spec.text} | {given.games} | {counts} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
