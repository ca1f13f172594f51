"""The command `terminal`: plays a game at the terminal."""

import signal
import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer

from gipfel.cli import completion
from gipfel.cli.arguments import (
    GameName,
    MenuFile,
    Options,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
    menu_headers,
)
from gipfel.cli.files import exists
from gipfel.cli.language import chosen_language
from gipfel.cli.play.prompt import can_wait_for_lines
from gipfel.cli.play.saved_game import GameFile, new_file, resume
from gipfel.cli.play.seats import HUMAN, OPPONENT, Seat, recorded_seat
from gipfel.cli.streams import is_terminal
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.locale import using_language

DEFAULT_SEATS = {Side.WHITE: HUMAN, Side.BLACK: OPPONENT}

WHO = "human, random, greedy, uct, level:1 to level:10, engine:COMMAND, or python:FILE.py:NAME"
White = Annotated[
    str | None,
    typer.Option(
        "--white",
        metavar="PLAYER",
        autocompletion=completion.seats,
        help=f"Who plays White: {WHO}; a human by default.",
        show_default=False,
    ),
]
Black = Annotated[
    str | None,
    typer.Option(
        "--black",
        metavar="PLAYER",
        autocompletion=completion.seats,
        help=f"Who plays Black; {OPPONENT} by default.",
        show_default=False,
    ),
]
Save = Annotated[
    Path | None,
    typer.Option(
        "--save",
        metavar="FILE",
        help="Keep the record of the game in this file; an unfinished game in it is resumed.",
        show_default=False,
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The language of the game, such as fa; that of the environment if not named.",
        show_default=False,
    ),
]


def terminal(
    game: GameName,
    version: Version = None,
    position: PositionText = None,
    white: White = None,
    black: Black = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
    save: Save = None,
    language: Language = None,
) -> None:
    """Play a game here in the terminal, against the engine or a friend; `help` tells what to type."""
    spoken = chosen_language(language)
    _leave_on_signals()
    version, option = agreed(menu, game, version, option)
    file, game_so_far = _game(save, game, version, position, option, seed)
    game_so_far.agreed = {**menu_headers(menu), **game_so_far.agreed}
    seats = _seats(file, {Side.WHITE: white, Side.BLACK: black})
    with using_language(spoken):
        _play(game_so_far, seats, file, seed)


def _play(game_so_far: Playthrough, seats: dict[Side, Seat], file: GameFile | None, seed: int | None) -> None:
    if game_so_far.start.game.clockwork is not None:
        from gipfel.cli.play.real_time import play_in_real_time

        play_in_real_time(game_so_far, seats, Random(seed), file, sys.stdin, sys.stdout)
        return
    from gipfel.cli.play.turn_based import TurnBasedSession

    chance = SystemRandom() if seed is None else Random(seed)
    TurnBasedSession(game_so_far, seats, chance, file).run()


def _leave_on_signals() -> None:
    """Treat a closed window or a shutdown like Ctrl-C: save the game and restore the terminal."""

    def leave(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)


def _game(
    save: Path | None,
    name: str,
    version: str | None,
    position: str | None,
    options: list[str] | None,
    seed: int | None,
) -> tuple[GameFile | None, Playthrough]:
    """The game to play: the one in the file, or a new one."""
    start = _live(chosen_position(name, version, position, options, seed))
    if save is None:
        return None, Playthrough(start, seed)
    if exists(save):
        return resume(save, name, version, position, options)
    return new_file(save), Playthrough(start, seed)


def _live(start: Position) -> Position:
    """The start of a new game; contests in it run in real time if the lines of a person can be awaited."""
    live = start.game.live
    awaits = is_terminal(sys.stdin) and can_wait_for_lines()
    return live.position(str(start)) if awaits and live != start.game else start


def _seats(file: GameFile | None, requested: dict[Side, str | None]) -> dict[Side, Seat]:
    """The seats from the command line or the resumed record; by default a person against the engine."""
    headers = file.found.headers if file and file.found else {}
    return {side: _seat(requested[side], headers.get(side.name.lower(), ""), side) for side in Side}


def _seat(requested: str | None, recorded: str, side: Side) -> Seat:
    if requested is not None:
        return Seat.read(requested)
    return recorded_seat(recorded) or DEFAULT_SEATS[side]
