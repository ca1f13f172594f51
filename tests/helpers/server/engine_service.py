"""What the tests of the server's engines share."""

from collections.abc import Callable
from multiprocessing import active_children
from random import Random
from typing import Any

import gipfel
from gipfel.games.core.position import Position
from gipfel.project.potentials.position import ProjectPosition
from gipfel.server.engines.service import EngineService
from tests.helpers.asynchronous import run

GIPF = gipfel.game("gipf").start()


def chosen(engines: EngineService, player: str, position: Position, **more: Any) -> str | None:
    """The decision of a player at a table of its own."""
    side = more.pop("side", position.side)
    table = more.pop("table", f"{player} {position.game!r}")
    return run(engines.choose(player, position, side, more.pop("seconds", None), table, **more))


def workers() -> set[int]:
    """The worker processes of all services of this process."""
    return {process.pid for process in active_children() if process.pid is not None}


def finished() -> Position:
    """The end of a random game."""
    position, chance = gipfel.game("dvonn").start(), Random(1)
    while position.outcome is None:
        position = position.play(chance.choice(position.decisions()))
    return position


def project_position(wanted: Callable[[ProjectPosition], bool], **options: Any) -> ProjectPosition:
    """A position of a project game that is found by playing at random."""
    game, chance = gipfel.game("project", "dice", **options), Random(4)
    position = game.start()
    while not (isinstance(position, ProjectPosition) and wanted(position)):
        assert position.outcome is None
        position = position.play(position.throw(chance) or chance.choice(position.decisions()))
    return position


def linked(what: str) -> dict[str, Any]:
    """Options that link all kinds of potentials to one contest, which can be challenged."""
    return {"link.mode": "challenge", **dict.fromkeys([f"link.{kind}" for kind in "TZDYP"], what)}


# It sleeps because it is slow to prepare, thinks longer than a test lasts, and does not want to end.
SLOW_AND_STUBBORN = """\
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
old = answer
def answer(word, rest):
    if word == "ready": time.sleep(0.6)
    if word == "go":
        open(FILE + ".new", "w").write(str(os.getpid()))
        os.rename(FILE + ".new", FILE)
        time.sleep(9)
    if word != "quit": old(word, rest)
import atexit; atexit.register(time.sleep, 60)
"""
"""An engine that writes its process number into FILE when it begins to think."""
