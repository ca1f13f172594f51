"""How fast positions are from Python: play a random legal decision, list the legal ones, and so on.

    .venv/bin/pip install chess open_spiel                   what to compare with; each is left out if missing
    .venv/bin/python -m benchmarks.object_layer              prints the tables
    .venv/bin/python -m benchmarks.object_layer --write      writes them into docs/reports/object-layer.md

Every library plays random games of at most 200 decisions, in a loop of the same shape. All are measured in
turn, several times, so that a machine that is busier for a moment slows all of them; rates are decisions
per second of CPU time in all rounds together, and ratios compare rates of the same run.
"""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from random import Random
from statistics import pstdev
from time import process_time

from benchmarks.document import DOCS, table, write_figures

import gipfel
from gipfel.kernel.link import can_compile

PAGE = DOCS / "reports" / "object-layer.md"
MUST = {"gipf": 3.0, "yinsh": 3.0, "dvonn": 3.0, "tzaar": 3.0, "zertz": 3.0, "punct": 0.5}
"""How many times as fast as python-chess a game has to be, compiled."""
LONGEST = 200
"""Decisions; a random game that goes on longer is cut off. Chess may never end."""
CHESS = "python-chess"
OPEN_SPIEL = ("chess", "othello", "hex")

Play = Callable[[Random], int]
"""Plays a random game; returns the number of decisions."""


@dataclass
class Contestant:
    """Something that is measured."""

    title: str
    play: Play
    rates: list[float] = field(default_factory=list)
    decisions: int = 0
    spent: float = 0.0

    def run(self, seconds: float, seed: int) -> None:
        """Play random games for this much CPU time."""
        chance, decisions, begin = Random(seed), 0, process_time()
        while (spent := process_time() - begin) < seconds:
            decisions += self.play(chance)
        self.rates.append(decisions / spent)
        self.decisions += decisions
        self.spent += spent

    @property
    def rate(self) -> float:
        return self.decisions / self.spent

    @property
    def spread(self) -> float:
        """The standard deviation of the rounds, as a part of the rate."""
        return pstdev(self.rates) / self.rate


def chess_game() -> Play:
    import chess

    def play(chance: Random) -> int:
        board, played = chess.Board(), 0
        while played < LONGEST and (legal := list(board.legal_moves)):
            board.push(chance.choice(legal))
            played += 1
        return played

    return play


def open_spiel_game(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(chance: Random) -> int:
        state, played = game.new_initial_state(), 0
        while played < LONGEST and (legal := state.legal_actions()):
            state.apply_action(chance.choice(legal))
            played += 1
        return played

    return play


def listing_game(game: gipfel.Game) -> Play:
    """Decisions are chosen from the sequence of all of them."""

    def play(chance: Random) -> int:
        position, played = game.start(seed=chance.randrange(1000)), 0
        while played < LONGEST and (legal := position.decisions()):
            position = position.play(position.throw(chance) or chance.choice(legal))
            played += 1
        return played

    return play


def creating_game(game: gipfel.Game) -> Play:
    """All decisions are created, although one is played."""

    def play(chance: Random) -> int:
        position, played = game.start(seed=chance.randrange(1000)), 0
        while played < LONGEST and (legal := [*position.decisions()]):
            position = position.play(position.throw(chance) or chance.choice(legal))
            played += 1
        return played

    return play


def numbered_game(game: gipfel.Game) -> Play:
    """Decisions are numbers."""

    def play(chance: Random) -> int:
        position, played = game.start(seed=chance.randrange(1000)), 0
        while played < LONGEST and (legal := position.codes):
            position = position.play(position.throw(chance) or chance.choice(legal))
            played += 1
        return played

    return play


Gipfels = dict[str, dict[str, Contestant]]
"""For each game what is measured of it, by the heading of its column."""


def others() -> list[Contestant]:
    """The other libraries that are installed."""
    found = [Contestant(CHESS, chess_game())] if find_spec("chess") else []
    if find_spec("pyspiel"):
        found += [Contestant(f"OpenSpiel, {name}", open_spiel_game(name)) for name in OPEN_SPIEL]
    return found


def ours(names: list[str]) -> Gipfels:
    """Every game, compiled and interpreted."""
    return {name: _columns(name) for name in names}


def _columns(name: str) -> dict[str, Contestant]:
    interpreted, compiled = gipfel.game(name), gipfel.game(name)
    compiled.compile()
    return {
        "compiled": Contestant(name, listing_game(compiled)),
        "by number": Contestant(name, numbered_game(compiled)),
        "all created": Contestant(name, creating_game(compiled)),
        "interpreted": Contestant(name, listing_game(interpreted)),
    }


def measure(contestants: list[Contestant], rounds: int, seconds: float) -> None:
    for contestant in contestants:
        contestant.play(Random(0))  # what is slow only the first time must not be measured
    for number in range(rounds):
        for contestant in contestants:
            contestant.run(seconds, number)
        print(f"{number + 1} of {rounds} rounds", flush=True)


def figures(others: list[Contestant], games: Gipfels) -> str:
    """Both tables in Markdown."""
    chess = next((other for other in others if other.title == CHESS), None)

    def times(contestant: Contestant) -> str:
        return "-" if chess is None else f"{contestant.rate / chess.rate:.2f}"

    def shown(contestant: Contestant) -> str:
        return f"{contestant.rate:,.0f} ± {contestant.spread:.0%}"

    rows = [[other.title, shown(other), times(other)] for other in others]
    first = table(["library", "decisions/s", f"× {CHESS}"], rows) + "\n" if rows else ""
    heads = ["game", "compiled", f"× {CHESS}", "must", "by number", "all created", "interpreted"]
    lines = [
        [
            gipfel.game(name).title,
            shown(columns["compiled"]),
            times(columns["compiled"]),
            _must(name, columns["compiled"], chess),
            *(f"{columns[what].rate:,.0f}" for what in heads[4:]),
        ]
        for name, columns in games.items()
    ]
    load = f"On {os.cpu_count()} cores, at a load of the machine of {os.getloadavg()[0]:.1f} at the end:"
    return f"{load}\n\n{first}{table(heads, lines)}"


def _must(name: str, contestant: Contestant, chess: Contestant | None) -> str:
    if name not in MUST or chess is None:
        return ""
    return f"≥ {MUST[name]}: {'yes' if contestant.rate >= MUST[name] * chess.rate else 'NO'}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare positions with those of other libraries.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure; all if none is named")
    parser.add_argument("--rounds", type=int, default=10, help="how often each of them is measured")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each measurement")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.name}")
    arguments = parser.parse_args()
    if not can_compile():
        parser.error("Numba is not installed, or is switched off by GIPFEL_INTERPRETED")
    libraries, games = others(), ours(arguments.games or [*gipfel.game_names()])
    measured = [contestant for columns in games.values() for contestant in columns.values()]
    measure([*libraries, *measured], arguments.rounds, arguments.seconds)
    text = figures(libraries, games)
    print(text)
    if arguments.write:
        write_figures(PAGE, text)


if __name__ == "__main__":
    main()
