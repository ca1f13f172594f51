"""The command `strength`: measures the levels."""

import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.arena.ladder import STEP, Kind, Trial, trials
from gipfel.cli import completion
from gipfel.cli.arguments import chosen_game
from gipfel.cli.commands.arena import AtATime, Cluster, Minutes
from gipfel.cli.files import write_text
from gipfel.games.core.registry import about, game_names, known_name

if TYPE_CHECKING:
    from gipfel.cli.matches import Played, RunOptions

MOST_GAMES = 1_000_000

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME[:VERSION]]...",
        autocompletion=completion.games_with_versions,
        help="What to measure; all games if none is named, and the version that the documentation measures.",
    ),
]
Games = Annotated[
    int, typer.Option("--games", metavar="N", min=2, max=MOST_GAMES, help="The least games of a comparison.")
]
MostGames = Annotated[
    int,
    typer.Option(
        "--most-games",
        metavar="N",
        min=2,
        max=MOST_GAMES,
        help="The most games of a step that scores less than 80 %; it stops earlier at ±40 Elo.",
    ),
]
Only = Annotated[
    list[Kind] | None,
    typer.Option(
        "--only",
        help="Only the levels against each other, or the highest level against this player; may be repeated.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path, typer.Option("--folder", metavar="FOLDER", help="Where the games are stored.", show_default=True)
]
Write = Annotated[
    Path | None,
    typer.Option(
        "--write",
        metavar="FILE",
        help="Write the tables into this page, and their data into the folder of its name.",
        show_default=False,
    ),
]
Restart = Annotated[
    bool, typer.Option("--restart", help="Forget games that were played with another version of the code.")
]


def strength(
    game: Names = None,
    games: Games = STEP.games,
    most_games: MostGames = 1000,
    only: Only = None,
    folder: Folder = Path("strength"),
    write: Write = None,
    restart: Restart = False,
    minutes: Minutes = None,
    games_at_a_time: AtATime = None,
    cluster: Cluster = None,
) -> None:
    """Measure the levels: each against the one below, the highest against plain tree search and greedy play.

    A step between two levels gets more games until it is known well enough. All steps of a game give one
    scale of ratings. Every comparison is a match of its own that can be interrupted; the same command
    continues it.

    Examples:

    - `gipfel strength gipf --games 40 --most-games 40 --only ladder`

    - `gipfel strength --minutes 30 --write strength.md`
    """
    from gipfel.arena.runner import TIME_IS_UP
    from gipfel.cli.matches import RunOptions, deadline

    chosen = [chosen_game(name, version) for name, version in _named(game or game_names())]
    options = RunOptions(cluster, games_at_a_time, deadline(minutes))
    for one in chosen:
        for trial in trials(one, only or [*Kind], games):
            played = _played(trial, options, folder, restart, most_games)
            _tell(trial, played)
            if write is not None and played.standings.games:
                _write(trial, played, write)
            if played.reason == TIME_IS_UP:
                print(f"Stopped: {TIME_IS_UP}.")
                return


def _named(games: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Games with their versions; the one that is usually measured if none is named."""
    for text in games:
        name, _, version = text.partition(":")
        known = known_name(name)
        yield known, version or about(known).measured or None


def _played(trial: Trial, options: "RunOptions", folder: Path, restart: bool, most: int) -> "Played":
    """Play a comparison, with more games as long as they are needed and there is time."""
    from gipfel.arena.results_file import is_outdated
    from gipfel.arena.runner import TIME_IS_UP
    from gipfel.cli.matches import Files, play

    path = folder / trial.file_name
    restart = restart and is_outdated(path, trial.match.game)
    played = play(trial.match, None, options, Files(results=path, restart=restart))
    while played.reason != TIME_IS_UP:
        pairs = played.standings.meetings[0].pairs
        wanted = trial.goal.games_wanted(pairs, trial.match.games(), most)
        if wanted <= 2 * pairs.number:
            break
        played = play(trial.with_games(wanted).match, None, options, Files(results=path))
    return played


def _tell(trial: Trial, played: "Played") -> None:
    from gipfel.arena.statistics import elo_text

    meeting = played.standings.meetings[0]
    low, high = meeting.pairs.interval
    game = trial.match.game
    print(
        f"{game.name} {game.version}: {meeting.first} - {meeting.second}: {meeting.games} games, "
        f"{100 * meeting.pairs.score:.1f} % ({100 * low:.1f}–{100 * high:.1f}), "
        f"Elo {elo_text(meeting.pairs)}; {trial.goal}: {trial.goal.verdict(meeting.pairs)}"
    )
    sys.stdout.flush()


def _write(trial: Trial, played: "Played", page: Path) -> None:
    """Update the report and the data beside it."""
    from gipfel.arena.strength_report import Results, page_text, pictures

    results = Results(page, trial.match.game)
    results.note(trial, played.standings, date.today().isoformat())
    results.path.parent.mkdir(parents=True, exist_ok=True)
    write_text(results.path, results.text())
    for path, svg in pictures(page).items():
        write_text(path, svg)
    write_text(page, page_text(page))
