"""The taught player: it knows only what a course teaches, and plays the turn that serves these goals best.

It shows what a course is worth: a newcomer who has played it should win against the lowest level.
"""

from gipfel.engine.players.specs import GREEDY, PlayerSpec, write_goals
from gipfel.games.core.game import Game
from gipfel.learn.course import Course, UnknownCourse
from gipfel.learn.courses import course, courses_of

TAUGHT = "taught"


def read_player(text: str, game: Game) -> PlayerSpec:
    """A player of a game: also `taught`, or `taught:COURSE` after a course of that name.

    Raises OptionError or UnknownCourse.
    """
    kind, _, name = text.strip().partition(":")
    if kind != TAUGHT:
        return PlayerSpec.read(text).with_existing_files()
    return taught_player(course(game.name, name) if name else _first_course(game))


def taught_player(taught: Course) -> PlayerSpec:
    """The player that aims for the goals of a course."""
    return PlayerSpec(GREEDY, goals=write_goals(taught.goals))


def _first_course(game: Game) -> Course:
    """The first course about the version of a game, or else the first one."""
    known = courses_of(game.name)
    same_version = [one for one in known if one.game.version == game.version]
    for found in (*same_version, *known):
        return found
    raise UnknownCourse(f"{game.name} has no course, so nobody was taught it")
