"""The command `check-course`: checks a course file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.learn.course import Course

File = Annotated[Path, typer.Argument(metavar="FILE", help="A course: a TOML file.", show_default=False)]
GameOfFile = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="The game; needed only if the file is not in the folder `courses` of a game.",
        show_default=False,
    ),
]


def check_course(file: File, game: GameOfFile = None) -> None:
    """Check a course with the rules of its game; one line a mistake, exit code 1 if there is one."""
    from gipfel.games.core.registry import check_name
    from gipfel.learn.courses import check_course as check
    from gipfel.learn.courses import game_of_file

    name = game or game_of_file(file)
    if name is None:
        raise GipfelError(f"{file} is not in the folder of a game; name the game, e.g. --game GAME")
    check_name(name)
    course, mistakes = check(file, name)
    for mistake in mistakes:
        print(mistake)
    if mistakes or course is None:
        raise typer.Exit(1)
    _print_summary(course)


def _print_summary(course: "Course") -> None:
    """What the course consists of, one line a step."""
    from gipfel.learn.exercise import exercise, transfer_size

    game = course.game
    steps = f"{len(course.steps)} step{'' if len(course.steps) == 1 else 's'}"
    print(f"{course.title} ({game.name} {game.version}): {steps}, no mistakes")
    for number, step in enumerate(course.steps, 1):
        tree, legal = step.tree, len(step.position.codes)
        right = sum(edge.verdict == "right" for edge in tree.edges.values())
        wrong = len(tree.edges) - right
        size = transfer_size(exercise(tree, step.decisions)) / 1000
        free = ", free" if step.free else ""
        answers = f"{legal} legal decisions, {right} right, {wrong} wrong"
        print(f"{number:>3}. {step.name}: {answers}, {size:.1f} kB{free}")
