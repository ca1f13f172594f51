"""The event log of levels 2 and 3 (docs/rules/tamsk.md 7.2): one line an event, with its time and its player.

    TAMSK level=3 start=corners ring_window=3000
    0 b !
    5000 r a1-a2+

A record of Gipfel has the same lines as its turns; `write_log` and `read_log` are for the log alone.
"""

import re
from collections.abc import Iterable

from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.tamsk.timed_notation import read_turn
from gipfel.notation.errors import GipfelError, NotationError, RecordError

_HEADER = re.compile(r"TAMSK\s+level=([23])((?:\s+[a-z_]+=[a-z0-9]+)*)")


def write_log(game: Playthrough) -> str:
    """The event log of a game from the start; events that happen by themselves are comment lines."""
    kind = game.start.game
    if game.start != kind.start():
        raise RecordError("an event log tells a game from its start; write a record instead")
    named = _named_options(kind.changed_options)
    options = "".join(f" {name}={value}" for name, value in kind.options.items() if name in named)
    lines = [f"TAMSK level={kind.version[-1]}{options}"]
    for turn in game.record().turns:
        lines.append(turn.text)
        lines += [f"# {remark}" for remark in turn.comment.split("; ") if remark]
    return "\n".join(lines) + "\n"


def _named_options(changed: Iterable[str]) -> set[str]:
    """The options that a header always names, and those that differ from their defaults."""
    return {"start", "ring_window", *changed}


def read_log(text: str) -> Playthrough:
    """The game of an event log. Raises RecordError, which names the line and the error."""
    lines = text.splitlines()
    try:
        game = Playthrough(_begin(lines[0].strip() if lines else ""))
    except GipfelError as error:
        raise RecordError(f"line 1: {error}") from error
    for number, line in enumerate(lines[1:], 2):
        if line.strip() and not line.startswith("#"):
            try:
                for decision in read_turn(game.position, line):
                    game.act(decision)
            except GipfelError as error:
                raise RecordError(f"line {number}: {error}") from error
    return game


def _begin(header: str) -> Position:
    """The start of the game a header line names."""
    from gipfel.games.core.registry import game

    match = _HEADER.fullmatch(header)
    if match is None:
        raise NotationError("an event log begins with a line such as 'TAMSK level=3 start=corners'")
    options = dict(option.split("=") for option in match[2].split())
    return game("tamsk", f"level{match[1]}", **options).start()
