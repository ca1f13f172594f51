"""Check puzzles again, by a search with other limits and without the techniques of the engine.

    .venv/bin/python -m scripts.check_puzzles gipf zertz
    .venv/bin/python -m scripts.check_puzzles gipf --file new.jsonl --remove

Without names all games are checked. `--remove` takes puzzles with problems out of the file.

    .venv/bin/python -m scripts.check_puzzles --summary

prints the table of docs/puzzles.md, and checks nothing.
"""

import argparse
import sys
from pathlib import Path

from rich.progress import Progress

import gipfel
from gipfel.games.core.registry import folder_of, game_type
from gipfel.learn.puzzle_check import PuzzleChecker
from gipfel.learn.puzzles import FILE, WIN, Puzzle, puzzles_of, read_puzzles, write_puzzle


class Checkers:
    """A checker for each version of a game."""

    def __init__(self) -> None:
        self._known: dict[object, PuzzleChecker] = {}

    def problems(self, puzzle: Puzzle) -> list[str]:
        game = gipfel.game(puzzle.game, puzzle.version, **puzzle.options)
        if game not in self._known:
            game.compile()
            self._known[game] = PuzzleChecker(game)
        return self._known[game].problems(puzzle)


def check(name: str, path: Path, remove: bool) -> int:
    """Check the puzzles of a file; returns how many have problems."""
    puzzles = [*read_puzzles(path, name)]
    checkers, sound = Checkers(), list[Puzzle]()
    with Progress() as progress:
        for puzzle in progress.track(puzzles, description=name):
            problems = checkers.problems(puzzle)
            for problem in problems:
                progress.console.print(f"{name} {puzzle.id}: {problem}")
            if not problems:
                sound.append(puzzle)
    print(f"{name}: {len(sound)} of {len(puzzles)} puzzles are sound")
    if remove:
        path.write_text("".join(write_puzzle(puzzle) + "\n" for puzzle in sound), encoding="utf-8")
    return len(puzzles) - len(sound)


def print_summary() -> None:
    """What puzzles there are, as a table."""
    print("| game | puzzles | win | own turns | level | rating | least margin |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in gipfel.game_names():
        puzzles = puzzles_of(name)
        if puzzles:
            cells = [
                game_type(name).title,
                len(puzzles),
                sum(puzzle.kind == WIN for puzzle in puzzles),
                spread([puzzle.own_turns for puzzle in puzzles]),
                spread([puzzle.level for puzzle in puzzles]),
                spread([puzzle.rating for puzzle in puzzles]),
                min(puzzle.proof.margin for puzzle in puzzles) or "not measured",
            ]
            print(f"| {' | '.join(map(str, cells))} |")


def spread(numbers: list[int]) -> str:
    """The least, the middle and the largest number."""
    ordered = sorted(numbers)
    return f"{ordered[0]} / {ordered[len(ordered) // 2]} / {ordered[-1]}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="by default all that have puzzles")
    parser.add_argument("--file", type=Path, help="the file to check; by default that in the game's folder")
    parser.add_argument("--remove", action="store_true", help="take puzzles with problems out of the file")
    parser.add_argument("--summary", action="store_true", help="print a table of all puzzles, and stop")
    arguments = parser.parse_args()
    if arguments.summary:
        print_summary()
        return
    if arguments.file and len(arguments.games) != 1:
        parser.error("--file needs exactly one game")
    bad = 0
    for name in arguments.games or gipfel.game_names():
        path = arguments.file or folder_of(name) / FILE
        if path.is_file():
            bad += check(name, path, arguments.remove)
        elif arguments.games:
            parser.error(f"there is no file {path}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
