"""Writes games as SGF: as Boardspace does where it has the game, otherwise with turns in our notation."""

from collections.abc import Iterable
from typing import BinaryIO

from gipfel.games.core.exports import boardspace_text
from gipfel.games.core.replay import replay
from gipfel.notation.collection_writer import Writer
from gipfel.notation.errors import GipfelError
from gipfel.notation.gipfel_sgf import write_sgf
from gipfel.notation.record import Record


def sgf_text(record: Record, own: bool = False) -> str:
    """A game as SGF. Raises RecordError if it cannot be played by the rules.

    `own`: in our notation even if a server has the game. Only then comments, marks, evaluations, clocks and
    variations are kept.
    """
    game = replay(record)
    text = None if own or _is_annotated(record) else boardspace_text(record, game)
    if text is not None:
        return text
    sides = [turn[0].side for turn, _ in game.turns()]
    return write_sgf(record, [*map(int, sides)][: len(record.turns)])


def _is_annotated(record: Record) -> bool:
    """Does a record have something that only our own SGF keeps?"""
    return any(
        turn.comment or turn.mark or turn.evaluation or turn.left is not None or turn.variations
        for turn in record.turns
    )


def _text_of_any(record: Record) -> str:
    """A game as SGF, also one that breaks the rules: a collection is written completely."""
    try:
        return sgf_text(record)
    except GipfelError:
        return write_sgf(record)


def _write(stream: BinaryIO, records: Iterable[Record]) -> int:
    """Write games one after the other, with an empty line between them; the number of games."""
    number = 0
    for record in records:
        text = _text_of_any(record)
        stream.write((f"\n{text}" if number else text).encode())
        number += 1
    return number


SGF_WRITER = Writer("SGF", (".sgf",), _write)
