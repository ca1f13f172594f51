"""Names of players: those that external engines announce, told apart where they are equal."""

from collections import Counter
from collections.abc import Callable, Sequence

from gipfel.engine.players.player import PlayerSource
from gipfel.engine.players.specs import ENGINE, PlayerSpec
from gipfel.engine.protocol.command_line import EngineCommand
from gipfel.notation.printable import printable_part

LONGEST = 80


def told_apart(names: Sequence[str], players: Sequence[PlayerSource]) -> list[str]:
    """The names of players: equal ones get the options of the engine behind them, or else numbers."""
    shown = _with(list(names), lambda place: _settings(players[place]))
    often = Counter(shown)
    return [
        name if often[name] == 1 else f"{name} ({shown[: place + 1].count(name)})"
        for place, name in enumerate(shown)
    ]


def lasting_names(names: Sequence[str], players: Sequence[PlayerSource]) -> list[str]:
    """Names that mean the same in all matches: with the options of an engine, equal ones with its command."""
    shown = [
        f"{name} ({more})" if (more := _settings(player)) else name
        for name, player in zip(names, players, strict=True)
    ]
    return _with(shown, lambda place: _command(players[place]))


def announced_name(player: PlayerSource, told: str) -> str:
    """The name of a player that has told its own: that of an external engine, otherwise the spec's."""
    name = printable_part(" ".join(told.split()))[:LONGEST].strip() if player.kind == ENGINE else ""
    return name or player.name


def _with(names: list[str], addition: Callable[[int], str]) -> list[str]:
    """The names, with additions to those that are equal."""
    often = Counter(names)
    return [
        f"{name} ({more})" if often[name] > 1 and (more := addition(place)) else name
        for place, name in enumerate(names)
    ]


def _settings(player: PlayerSource) -> str:
    command = _command(player)
    return EngineCommand.read(command).settings if command else ""


def _command(player: PlayerSource) -> str:
    return player.command if isinstance(player, PlayerSpec) and player.kind == ENGINE else ""
