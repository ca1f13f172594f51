"""Which engines a server runs. The settings of the running server decide, whatever a table says.

A seat may name a program to start, or a file to read. A table with such a seat can come from a request, from
a file that was imported, or from a time when the same database was used at home: so this is checked when a
seat is named, and again whenever its engine is about to run.
"""

from gipfel.engine.players.specs import LEVEL, PlayerSpec
from gipfel.locale import say
from gipfel.notation.errors import OptionError
from gipfel.server.security.limits import ENGINE_SECONDS


class PlayerNotAllowed(OptionError):
    """An engine that this server does not run."""


def check_player(spec: PlayerSpec, local: bool) -> None:
    """Raises PlayerNotAllowed for programs, files and other settings on a server that others can reach."""
    without_settings = PlayerSpec(spec.kind, spec.level) if spec.kind == LEVEL else PlayerSpec(spec.kind)
    if not local and spec != without_settings:
        raise PlayerNotAllowed(
            say("This server has only its own engines, without settings: level:1 to level:10, random, ...")
        )


def check_thinking_time(seconds: float | None, local: bool) -> None:
    """Raises PlayerNotAllowed for a time to think that is too long on a server that others can reach."""
    if not local and (seconds or 0) > ENGINE_SECONDS:
        raise PlayerNotAllowed(
            say("Here an engine thinks for at most {most} seconds.", most=round(ENGINE_SECONDS))
        )
