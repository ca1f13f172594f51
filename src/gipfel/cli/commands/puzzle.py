"""The command `puzzle`: puzzles at the terminal."""

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli import completion
from gipfel.cli.arguments import Seed
from gipfel.cli.commands.terminal import Language
from gipfel.cli.language import chosen_language
from gipfel.games.core.registry import check_name, found_names, known_name
from gipfel.locale import using_language
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from gipfel.learn.puzzles import Puzzle

HARDEST = 10_000

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=completion.games,
        help="The game; any that has puzzles if left out.",
        show_default=False,
        callback=known_name,
    ),
]
Id = Annotated[
    str | None,
    typer.Option("--id", metavar="ID", help="Begin with this puzzle of the game.", show_default=False),
]
Rating = Annotated[
    int | None,
    typer.Option(
        "--rating",
        metavar="N",
        min=0,
        max=HARDEST,
        help="About how hard the puzzles should be; by default as your own rating.",
        show_default=False,
    ),
]


def puzzle(
    game: Game = None,
    id_: Id = None,
    rating: Rating = None,
    seed: Seed = None,
    language: Language = None,
) -> None:
    """Solve puzzles here in the terminal: find the only decisions that win, or the clearly best ones.

    Your ratings and streaks are kept in your data folder.
    """
    spoken = chosen_language(language)
    puzzles = _puzzles(game)
    first = None
    if id_ is not None:
        first = _named(game, id_)
    from gipfel.cli.play.puzzle_session import ProgressFile, PuzzleSession, default_path

    chance = SystemRandom() if seed is None else Random(seed)
    session = PuzzleSession(puzzles, ProgressFile(default_path()), chance, rating)
    with using_language(spoken):
        session.run(first)


def _named(game: str | None, id_: str) -> "Puzzle":
    """The puzzle with an id. Raises OptionError, UnknownPuzzle."""
    from gipfel.learn.puzzles import puzzle_of

    if game is None:
        raise OptionError("--id needs the name of a game: gipfel puzzle GAME --id ID")
    return puzzle_of(game, id_)


def _puzzles(game: str | None) -> "dict[str, Sequence[Puzzle]]":
    """The puzzles of a game, or of all games that have some. Raises UnknownGame, OptionError, BadPuzzle."""
    from gipfel.learn.puzzles import puzzles_of

    if game is not None:
        check_name(game)
    found = {name: puzzles_of(name) for name in ([game] if game else found_names())}
    found = {name: puzzles for name, puzzles in found.items() if puzzles}
    if not found:
        raise OptionError(f"{game} has no puzzles" if game else "no game has puzzles")
    return dict(found)
