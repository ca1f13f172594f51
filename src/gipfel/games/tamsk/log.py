"""The event log of levels 2 and 3 (docs/rules/tamsk.md 7.2): one line an event, with its time and its player.

    TAMSK level=3 start=corners ring_window=3000
    0 b !
    5000 r a1-a2+

A record of Gipfel has the same lines as its turns; `write_log` and `read_log` are for the log alone.
"""

import re
from collections.abc import Iterable

from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import LATEST, Decision, Position
from gipfel.games.core.side import Side
from gipfel.games.tamsk.notation import SIDES
from gipfel.notation.errors import GipfelError, NotationError, RecordError

_LINE = re.compile(r"([0-9]{1,12})\s+([rb])\s+(\S+)")
_HEADER = re.compile(r"TAMSK\s+level=([23])((?:\s+[a-z_]+=[a-z0-9]+)*)")


def write_line(decision: Decision) -> str:
    """`5000 r a1-a2+`."""
    return f"{decision.position.time} {SIDES[decision.side]} {decision.text}"


def read_line(position: Position, text: str) -> Decision:
    """The event a line writes, in the position of its time. Raises NotationError or IllegalDecision."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{text!r} is no event; write its time in ms, r or b, and what happens: 5000 r a1-a2+"
        )
    ms, side, token = int(match[1]), Side(SIDES.index(match[2])), match[3]
    if not position.time <= ms < LATEST:
        raise NotationError(f"{text}: it is {position.time} ms already, and time does not go back")
    return position.at(ms).decision(token, side)


def write_log(game: Playthrough) -> str:
    """The event log of a game from the start; what happens by itself is told in comment lines."""
    kind = game.start.game
    if game.start != kind.start():
        raise RecordError("an event log tells a game from its start; write a record instead")
    told = _told(kind.changed_options)
    options = "".join(f" {name}={value}" for name, value in kind.options.items() if name in told)
    lines = [f"TAMSK level={kind.version[-1]}{options}"]
    for turn in game.record().turns:
        lines.append(turn.text)
        lines += [f"# {remark}" for remark in turn.comment.split("; ") if remark]
    return "\n".join(lines) + "\n"


def _told(changed: Iterable[str]) -> set[str]:
    """The options a header names in any case, and those that are not as usual."""
    return {"start", "ring_window", *changed}


def read_log(text: str) -> Playthrough:
    """The game an event log tells. Raises RecordError, which says what is wrong in which line."""
    lines = text.splitlines()
    try:
        game = Playthrough(_begin(lines[0].strip() if lines else ""))
    except GipfelError as error:
        raise RecordError(f"line 1: {error}") from error
    for number, line in enumerate(lines[1:], 2):
        if line.strip() and not line.startswith("#"):
            try:
                game.act(read_line(game.position, line))
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
