"""Studies with many variations."""

from itertools import islice

from gipfel import Position, game, read_record
from gipfel.studies import Chapter, Study

TURNS = 8
"""Of the game that has the variations."""


def study_of_variations(number: int) -> Study:
    """A study of one game with this number of variations, each of two turns."""
    position = game("gipf", "basic").start()
    lines = ["Gipfel record 2", "game: gipf", "version: basic", ""]
    each = -(-number // TURNS)
    for turn in range(1, TURNS + 1):
        first, *others = _pushes(position)
        lines.append(f"{turn}. {first}")
        for other in others[:each]:
            answer = _pushes(position.play_turn(other))[0]
            lines += [f"> {turn}. {other}", f"> {turn + 1}. {answer}"]
        position = position.play_turn(first)
    record = read_record("\n".join([*lines, "result: *", ""]))
    return Study("Variations", (Chapter("All of them", (record,)),))


def _pushes(position: Position) -> list[str]:
    """Turns of one decision, of which the last ones make no rows."""
    found = (one.text for one in position.decisions() if position.play(one).turn > position.turn)
    return [*islice(found, 40)][::-1]
