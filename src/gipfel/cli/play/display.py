"""The display of a game with time: the board, the running times as bars, and a line to type in."""

from collections.abc import Sequence
from dataclasses import replace
from shutil import get_terminal_size
from typing import TextIO

from gipfel.cli.streams import wants_colour
from gipfel.draw.columns import wrapped
from gipfel.draw.scene import RunningTime, Scene
from gipfel.draw.text import text
from gipfel.games.core.position import Position
from gipfel.locale import digits

BAR = 6
"""The width of a bar in letters."""


class Display:
    """A terminal whose picture changes while a person types in the last line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._size = get_terminal_size()

    def open(self) -> None:
        """Switch to the alternate screen; `close` restores what was there."""
        self._write("\033[?1049h\033[?7l\033[2J")
        self.prompt()

    def close(self) -> None:
        self._write("\033[?7h\033[?1049l")

    def prompt(self) -> None:
        """Clear the last line and put the cursor there."""
        self._write(f"\033[{self._size.lines};1H\033[K> ")

    def show(self, lines: Sequence[str], news: Sequence[str]) -> None:
        """Draw above the line that is being typed, and leave the cursor where it was."""
        if get_terminal_size() != self._size:
            self._size = get_terminal_size()
            self._write("\033[2J")
            self.prompt()
        room = self._size.lines - 1
        latest = [part for line in news for part in wrapped(line, self._size.columns)]
        shown = [*lines, *latest[-max(1, room - len(lines)) :], *[""] * room][:room]
        self._write("\0337\033[H" + "\r\n".join(f"{line}\033[K" for line in shown) + "\0338")

    def _write(self, characters: str) -> None:
        self.out.write(characters)
        self.out.flush()


def frame(position: Position, page: Sequence[str] = ()) -> list[str]:
    """The board or a page in its place, the running times, and what to do."""
    scene = position.scene()
    return [
        f"{scene.title}   {clock_time(position.time)}",
        *(page or _board(scene)),
        *_bars(scene),
        *text(Scene(scene.game, "", sentence=scene.sentence)).split("\n"),
    ]


def _board(scene: Scene) -> list[str]:
    """The board alone; `help` explains the signs."""
    bare = replace(scene, title="", sentence="", trays=(), notes=())
    board, _, _ = text(bare, colour=wants_colour(), names=True).partition("\n\n")
    return board.split("\n")


def _bars(scene: Scene) -> list[str]:
    """One line for each player with a bar for each running time, and one for each time of both players."""
    lines = []
    for tray in scene.trays:
        own = [_bar(time) for time in scene.running_times if time.owner == tray.owner]
        lines.append("  ".join([f"{'>' if tray.active else ' '} {tray}", *own]))
    shared = [_bar(time) for time in scene.running_times if time.owner == "both"]
    return [*lines, *(f"  {bar}" for bar in shared)]


def _bar(time: RunningTime) -> str:
    """`a1 ████░░ 2:15`, or why it does not run."""
    if time.stopped:
        return f"{time.name} {time.stopped}"
    filled = min(BAR, -(-BAR * time.left // time.full))
    begun_second = -(-time.left // 1000) * 1000
    return f"{time.name} {'█' * filled}{'░' * (BAR - filled)} {clock_time(begun_second)}"


def clock_time(ms: int) -> str:
    """Minutes and seconds of the game."""
    return digits(f"{ms // 60_000}:{ms // 1000 % 60:02}")
