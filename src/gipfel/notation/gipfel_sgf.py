"""Records as SGF, with turns in our notation: for games that no other program writes as SGF. Nothing is lost.

    (;FF[4]CA[UTF-8]AP[Gipfel]PW[Ada]RE[W+R]HD[game: gipf][version: basic][white: Ada]RS[1-0 resignation]
    ;W[e1-e3]C[a comment]
    ;B[c2]AN[?, white 62.5%, left 9:41]BM[1])

Programs that know SGF find players, result, turns, comments, clocks, good and bad moves and variations where
the standard puts them. `HD` has the headers of the record, `RS` its result, `AN` what stands in brackets
behind a turn, `UN` marks a turn that is not finished, and `CO` has a contest that was played inside the turn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gipfel.notation import formats
from gipfel.notation.annotations import Annotations, read_annotations, write_annotations
from gipfel.notation.errors import RecordError
from gipfel.notation.record import RESULTS, Record, RecordTurn
from gipfel.notation.sgf import Node, SgfGame, readable, sgf_games, write_node

APPLICATION = "Gipfel"
SIDES = ("W", "B")
STANDARD = {"white": "PW", "black": "PB", "date": "DT", "event": "EV", "round": "RO", "site": "PC"}
"""Headers that have a property of their own in the standard."""
JUDGEMENTS = {"!!": ("TE", "2"), "!": ("TE", "1"), "!?": ("IT", ""), "?!": ("DO", "")} | {
    "?": ("BM", "1"),
    "??": ("BM", "2"),
}
REASONS = {"resignation": "R", "time": "T"}
DEEPEST = 20
"""How deep variations and contests may be nested."""


def is_gipfel_sgf(game: SgfGame) -> bool:
    """Was a game written by this module?"""
    return (game.first("AP") or "").startswith(APPLICATION) and game.first("HD") is not None


# --- Writing ----------------------------------------------------------------------------------------


def write_sgf(record: Record, sides: Sequence[int] = ()) -> str:
    """A record as SGF; `sides` has the side of each turn, White 0 and Black 1, if they do not alternate."""
    known = [*sides, *(number % 2 for number in range(len(sides), len(record.turns)))]
    first = 1 - known[-1] if known else 0
    return f"({write_node(_root(record))}{_written(record.turns, known, _branches(record, first))})\n"


def _branches(record: Record, first: int) -> str:
    """How the game could have gone on: branches behind one without a turn, which is the game's own end."""
    lines = (_written(turns, _alternating(first, len(turns))) for turns in record.continuations)
    return "".join(["\n(;)", *(f"\n({line.lstrip()})" for line in lines)]) if record.continuations else ""


def _root(record: Record) -> Iterator[tuple[str, str | Sequence[str]]]:
    yield from (("FF", "4"), ("CA", "UTF-8"), ("AP", APPLICATION))
    yield from ((STANDARD[name], value) for name, value in record.headers.items() if name in STANDARD)
    yield "RE", _standard_result(record)
    yield "VN", str(record.format)
    yield "HD", [f"{name}: {value}" for name, value in record.headers.items()]
    yield "RS", f"{record.result} {record.reason}".rstrip()
    if record.comments:
        yield "C", "\n".join(record.comments)


def _standard_result(record: Record) -> str:
    if record.result == "*":
        return "?"
    if record.result == "1/2-1/2":
        return "Draw"
    return f"{'W' if record.result == '1-0' else 'B'}+{REASONS.get(record.reason, '')}"


def _written(turns: Sequence[RecordTurn], sides: Sequence[int], end: str = "") -> str:
    """Turns with their variations; what follows a turn with variations is inside its branch."""
    parts: list[str] = []
    closing: list[str] = []
    for turn, side in zip(turns, sides, strict=True):
        if not turn.variations:
            parts.append(f"\n{_node(turn, side)}")
            continue
        parts.append(f"\n({_node(turn, side)}")
        branches = (_written(branch, _alternating(side, len(branch))) for branch in turn.variations)
        closing.append(")" + "".join(f"\n({branch.lstrip()})" for branch in branches))
    return "".join([*parts, end, *reversed(closing)])


def _alternating(side: int, number: int) -> list[int]:
    return [(side + turn) % 2 for turn in range(number)]


def _node(turn: RecordTurn, side: int) -> str:
    properties: list[tuple[str, str | Sequence[str]]] = [(SIDES[side], turn.text)]
    if turn.left is not None:
        properties.append((f"{SIDES[side]}L", f"{turn.left / 1000:g}"))
    if turn.mark:
        properties.append(JUDGEMENTS[turn.mark])
    if annotations := write_annotations(turn.mark, turn.evaluation, turn.left, turn.used):
        properties.append(("AN", annotations))
    if not turn.finished:
        properties.append(("UN", "1"))
    if turn.contests:
        properties.append(("CO", [write_sgf(contest) for contest in turn.contests]))
    if turn.comment:
        properties.append(("C", turn.comment))
    return write_node(properties)


Turns = tuple[RecordTurn, ...]

# --- Reading ----------------------------------------------------------------------------------------


def read_sgf(game: SgfGame) -> Record:
    """The record that was written as SGF. Raises RecordError."""
    return _record(game, 0)


def _record(game: SgfGame, nested: int) -> Record:
    root = {found.name: found.values for found in game.nodes[0]} if game.nodes else {}
    headers = dict(_header(readable(value)) for value in root.get("HD", ()))
    result, _, reason = readable(root.get("RS", ("*",))[0]).partition(" ")
    if result not in RESULTS:
        raise RecordError(f"the result {result[:40]!r} must be one of {', '.join(RESULTS)}")
    number = root.get("VN", (str(formats.NEWEST),))[0]
    if number not in map(str, formats.READABLE):
        raise RecordError(f"the game has format {number[:20]!r}, which this Gipfel does not read")
    if not game.complete:
        raise RecordError("the game is cut off: its closing bracket is missing")
    turns, continuations = _turns(game, nested)
    return Record(
        headers,
        turns,
        result,
        reason.strip(),
        tuple(readable(root["C"][0]).split("\n")) if "C" in root else (),
        int(number),
        continuations,
    )


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(": ")
    if not colon and not text.endswith(":"):
        raise RecordError(f"the header {text[:40]!r} must be written as HD[name: value]")
    return name.rstrip(":"), value


def _branch(game: SgfGame, nested: int) -> tuple[RecordTurn, ...]:
    """The turns of a variation."""
    turns, continuations = _turns(game, nested)
    if continuations:
        raise RecordError("only after the last turn of a game variations can go on")
    return turns


def _turns(game: SgfGame, nested: int) -> tuple[Turns, tuple[Turns, ...]]:
    """The turns of a tree: the first branch goes on, the others are variations of its first turn.

    If the first branch has no turn, the others go on after the last turn of the game.
    """
    if nested > DEEPEST:
        raise RecordError(f"variations or contests are nested more than {DEEPEST} deep")
    turns: list[RecordTurn] = []
    here, others = game, list[SgfGame]()
    while True:
        for node in here.nodes:
            turn = _turn(node, nested)
            if turn is None:
                continue
            if others:
                variations = tuple(branch for other in others if (branch := _branch(other, nested + 1)))
                turn, others = replace(turn, variations=variations), []
            turns.append(turn)
        if not here.variations:
            going_on = (_branch(other, nested + 1) for other in others)
            return tuple(turns), tuple(branch for branch in going_on if branch)
        here, others = here.variations[0], here.variations[1:]


def _turn(node: Node, nested: int) -> RecordTurn | None:
    found = {name: values for name, values, _ in node}
    played = next((found[side] for side in SIDES if side in found), None)
    if played is None:
        return None
    text = readable(played[0]).strip()
    if not text:
        raise RecordError("a turn is empty")
    annotations = read_annotations(readable(found["AN"][0])) if "AN" in found else Annotations()
    return RecordTurn(
        text,
        "UN" not in found,
        readable(found["C"][0]) if "C" in found else "",
        contests=tuple(_contest(value, nested) for value in found.get("CO", ())),
        mark=annotations.mark,
        evaluation=annotations.evaluation,
        left=annotations.left,
        used=annotations.used,
    )


def _contest(value: str, nested: int) -> Record:
    game = next(sgf_games(readable(value)), None)
    if not isinstance(game, SgfGame):
        raise RecordError("CO must have a game")
    return _record(game, nested + 1)
