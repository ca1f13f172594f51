"""A game being played: where it started, every decision since, and the way back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from gipfel.games.position import Decision, Position
from gipfel.games.side import Outcome
from gipfel.notation.record import BETWEEN_DECISIONS, Record, RecordTurn


class Playthrough:
    """The line of decisions from a start position; the last position can be played on or undone."""

    def __init__(self, start: Position, seed: int | None = None) -> None:
        self.start = start
        self.seed = seed
        self.decisions: list[Decision] = []
        self.position = start

    def play(self, decision: Decision | str) -> Decision:
        """Play one decision; text is read in the game's notation."""
        if isinstance(decision, str):
            decision = self.position.decision(decision)
        after = self.position.play(decision)
        if decision.position is not self.position:
            decision = Decision(self.position, decision.code)
        self.decisions.append(decision)
        self.position = after
        return decision

    def play_turn(self, text: str) -> None:
        """Play a whole turn in the game's notation."""
        for decision in self.position.turn_decisions(text):
            self.play(decision)

    def undo(self) -> Decision | None:
        """Take the last decision back; None if there is none."""
        if not self.decisions:
            return None
        last = self.decisions.pop()
        self.position = last.position
        return last

    def turns(self) -> Iterator[tuple[list[Decision], bool]]:
        """The decisions turn by turn, and whether the turn is finished."""
        turn: list[Decision] = []
        along = [*(decision.position for decision in self.decisions), self.position]
        for decision, (before, after) in zip(self.decisions, pairwise(along), strict=True):
            turn.append(decision)
            if after.turn > before.turn:
                yield turn, True
                turn = []
        if turn:
            yield turn, False

    def turn_texts(self) -> list[str]:
        """The turns in notation; the last one may not be finished."""
        return [self._turn_text(turn, finished) for turn, finished in self.turns()]

    def _turn_text(self, turn: Sequence[Decision], finished: bool) -> str:
        if finished:
            return self.start.game.write_turn(turn)
        return BETWEEN_DECISIONS.join(decision.text for decision in turn)

    def record(self, outcome: Outcome | None = None, **headers: str) -> Record:
        """This game written down; `outcome` is how it ended if not on the board (resignation)."""
        outcome = self.position.outcome or outcome
        turns = tuple(RecordTurn(self._turn_text(turn, done), done) for turn, done in self.turns())
        return Record(
            headers={**self._game_headers(), **headers},
            turns=turns,
            result=outcome.score if outcome else "*",
            reason=outcome.reason if outcome else "",
        )

    def _game_headers(self) -> dict[str, str]:
        game = self.start.game
        headers = {"game": game.name, "version": game.version}
        headers |= {f"option {name}": str(value) for name, value in game.changed_options.items()}
        if self.seed is not None and game.random_start:
            headers["seed"] = str(self.seed)
        elif game.random_start or self.start != game.start():
            headers["start"] = str(self.start)
        return headers
