"""Turns that mean the same wherever they are legal: they are read once, and then found by their texts.

To read a turn takes many times as long as to play it, and a large collection of games has the same turns
again and again. `Game.has_one_meaning` says which turns can be found in this way.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gipfel.notation.record import RecordTurn

if TYPE_CHECKING:
    from gipfel.games.core.decision import Decision
    from gipfel.games.core.game import Game
    from gipfel.games.core.position import Position

MOST = 100_000
"""How many turns are noted for one game, some 20 MB; later ones are read again each time."""
AT_ONCE = 64
"""How many turns are played by one call of a kernel, at most."""
FEWEST = 3
"""Fewer turns are played one by one: such a call takes longer."""


class KnownTurns:
    """The turns of one game that were read before."""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self._codes: dict[str, tuple[int, ...]] = {}

    def after(self, position: "Position", text: str) -> "Position":
        """The position after a complete turn. Raises NotationError or IllegalDecision."""
        codes = self._codes.get(text)
        after = None if codes is None else position.after_codes(codes)
        if after is None:
            decisions = position.turn_decisions(text)
            after = decisions[-1].position.play(decisions[-1])
            if codes is None and len(self._codes) < MOST:
                self._note(text, decisions)
        return after

    def _note(self, text: str, decisions: "Sequence[Decision]") -> None:
        """Note a turn if its text is the canonical one: others may be short for several turns."""
        game = self._game
        if game.clockwork is None and game.has_one_meaning(text) and game.write_turn(decisions) == text:
            self._codes[text] = tuple(decision.code for decision in decisions)

    def after_some(
        self, position: "Position", turns: Sequence[RecordTurn], begin: int
    ) -> "tuple[Position, int]":
        """The position after as many turns from `begin` on as can be played at once, and their number."""
        if not self._codes or not position.is_plain:
            return position, 0
        known = self._codes
        codes: list[int] = []
        ends: list[int] = []
        for turn in turns[begin : begin + AT_ONCE]:
            found = known.get(turn.text)
            if found is None or not turn.is_plain:
                break
            codes.extend(found)
            ends.append(len(codes))
        if len(ends) < FEWEST:
            return position, 0
        return position.after_turns(codes, ends)
