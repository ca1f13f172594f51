"""The command `replay`: checks records."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.arguments import Picture
from gipfel.cli.game_files import INCOMPLETE, MOST_REPORTED, Files, GameFiles, MostReported, Names, Report

if TYPE_CHECKING:
    from gipfel.notation.collection import Game


def replay(
    files: Files,
    svg: Picture = None,
    story: Annotated[
        bool, typer.Option("--story", help="Tell its contests, too: what they were for, who won.")
    ] = False,
    problems: MostReported = MOST_REPORTED,
    names: Names = False,
    report: Report = None,
) -> None:
    """Check games turn by turn.

    Of a single game, show where it ends, the position text and the result. Of many, say how many are right,
    and name the broken ones: the file, the number of the game, the line, and what is wrong. The exit code is
    then 1 if there are any.

    Examples:

    - `gipfel replay evening.txt --svg end.svg`

    - `gipfel replay match.txt.gz games/*.gipfel`

    - `gipfel filter match.txt --player Ada | gipfel replay -`
    """
    with GameFiles(files, "checking", names=names, reported=problems, report_file=report) as games:
        found = iter(games)
        first = [*islice(found, 2)]
        if len(files) == 1 and len(first) == 1:
            _show(files[0], first[0], svg, story)
            return
        if svg is not None or story:
            raise _only_for_one_game()
        _check(games, _all(first, found))


def _all(first: "list[Game]", rest: "Iterator[Game]") -> "Iterator[Game]":
    yield from first
    yield from rest


def _only_for_one_game() -> Exception:
    from gipfel.notation.errors import OptionError

    return OptionError(
        "--svg and --story show a single game, but there are more; choose one with 'gipfel filter'"
    )


def _show(file: str, only: "Game", svg: Path | None, story: bool) -> None:
    """Show the end of a single game. Raises FileProblem."""
    from gipfel.cli.files import FileProblem, write_picture
    from gipfel.cli.play.screen import picture
    from gipfel.cli.play.story import told
    from gipfel.games.core.replay import replay as play
    from gipfel.notation.collection import GameProblem
    from gipfel.notation.errors import GipfelError

    _, record = only
    if isinstance(record, GameProblem):
        raise FileProblem(f"{file}: {record.reason}")
    try:
        played = play(record)
    except GipfelError as error:
        raise FileProblem(f"{file}: {error}") from error
    if svg is not None:
        write_picture(svg, played.position.svg())
    print(picture(played.position))
    print(played.position)
    if story:
        print(*told(played), sep="\n")
    print(f"result: {record.result} {record.reason}".rstrip())
    if unproven := played.start.game.unproven(played.decisions):
        print(f"not proven by secrets: {unproven} of the results of dice, coins, cards and lots")
    if svg is not None:
        print(f"The picture is in {svg}.")


def _check(games: GameFiles, found: "Iterator[Game]") -> None:
    """Check many games, and say how many are right."""
    from gipfel.cli.text import plural
    from gipfel.games.core.checking import Checker
    from gipfel.notation.collection import GameProblem
    from gipfel.notation.errors import GipfelError

    checker = Checker()
    unfinished = 0
    for place, game in found:
        try:
            if isinstance(game, GameProblem):
                games.report(game)
                continue
            checker.check(game)
            unfinished += game.result == "*"
        except GipfelError as error:
            games.report(GameProblem(place, str(error)))
    right = games.games - games.broken
    left = f" ({unfinished} of them unfinished)" if unfinished else ""
    print(f"{plural(games.games, 'game')}: {right} right{left}, {games.broken} broken.")
    if games.broken:
        raise typer.Exit(INCOMPLETE)
