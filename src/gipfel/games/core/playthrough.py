"""A game being played: its start position, all decisions since then, and undo."""

from collections.abc import Iterator, Mapping, Sequence

from gipfel.games.core.decisions import Decisions
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome, Side
from gipfel.notation.record import BETWEEN_DECISIONS, Record, RecordTurn

MOST_TURNS = 600
"""300 turns each; then a game without a rule against endless play counts as a draw."""


class Playthrough:
    """The line of decisions from a start position; the last position can be played on or undone."""

    def __init__(
        self, start: Position, seed: int | None = None, agreed: Mapping[str, str] | None = None
    ) -> None:
        self.start = start
        self.seed = seed
        self.agreed = agreed or {}
        """What players agreed on besides the game, as headers of the record: `title`, `clock`."""
        self.decisions = Decisions()
        self.position = start

    @classmethod
    def of(cls, decisions: Sequence[Decision], position: Position) -> "Playthrough":
        """A game from its decisions and its last position."""
        playthrough = cls(decisions[0].position)
        playthrough.decisions = Decisions().followed_by(*decisions)
        playthrough.position = position
        return playthrough

    def play(self, decision: Decision | str) -> Decision:
        """Play one decision; text is read in the game's notation.

        While time runs this takes the game's reaction time; with a clock, use `act` and `advance`.
        """
        timed = self.position.timed
        decision = self.act(decision)
        if timed and self.position.timed:
            self.advance(self.position.time + self.position.reaction)
        return decision

    def act(self, decision: Decision | str, side: Side | None = None) -> Decision:
        """Play one decision, of either side in a game with time: now, or at the time it was made for."""
        if isinstance(decision, str):
            decision = self.position.decision(decision, side)
        here = self.position.at(max(self.position.time, decision.position.time))
        after = here.play(decision, side)
        if decision.position is not here:
            decision = decision.made_in(here)
        self.decisions = self.decisions.followed_by(decision)
        self.position = after
        return decision

    def advance(self, ms: int) -> None:
        """Let the time pass until `ms`, in a game with time."""
        self.position = self.position.at(ms)

    def play_turn(self, text: str) -> None:
        """Play a whole turn in the game's notation."""
        self.follow(self.position.turn_decisions(text))

    def follow(self, decisions: Sequence[Decision]) -> None:
        """Play a sequence of decisions that begins in this position."""
        if decisions and decisions[0].position is self.position:
            self.decisions = self.decisions.followed_by(*decisions)
            self.position = decisions[-1].position.play(decisions[-1])
            return
        for decision in decisions:
            self.act(decision)

    def undo(self) -> Decision | None:
        """Take the last decision back; None if there is none."""
        if not self.decisions:
            return None
        last = self.decisions[-1]
        self.decisions = self.decisions.first(len(self.decisions) - 1)
        self.position = last.position
        return last

    def undo_to(self, number: int) -> None:
        """Take back all decisions but the first `number` ones."""
        if number < len(self.decisions):
            self.position = self.decisions[number].position
            self.decisions = self.decisions.first(number)

    def turns(self) -> Iterator[tuple[list[Decision], bool]]:
        """The decisions turn by turn, and whether the turn is finished."""
        for turn, after in self._turns_with_ends():
            yield turn, after.turn > turn[-1].position.turn

    def _turns_with_ends(self) -> Iterator[tuple[list[Decision], Position]]:
        """The decisions turn by turn, and the position in which each of them ended."""
        turn: list[Decision] = []
        for decision in self.decisions:
            if turn and decision.position.turn > turn[-1].position.turn:
                yield turn, decision.position
                turn = []
            turn.append(decision)
        if turn:
            yield turn, self.position

    def turn_texts(self) -> list[str]:
        """The turns in notation; the last one may not be finished."""
        return [self._turn_text(turn, finished) for turn, finished in self.turns()]

    def _turn_text(self, turn: Sequence[Decision], finished: bool) -> str:
        if finished:
            return self.start.game.write_turn(turn)
        return BETWEEN_DECISIONS.join(self.start.game.write_decisions(turn))

    def record(self, outcome: Outcome | None = None, **headers: str) -> Record:
        """The record of this game; `outcome` is the result if it did not end on the board (resignation)."""
        outcome = self.position.outcome or outcome
        return Record(
            headers={**self._game_headers(), **self.agreed, **headers},
            turns=tuple(self._record_turns()),
            result=outcome.score if outcome else "*",
            reason=outcome.reason if outcome else "",
        )

    def _record_turns(self) -> Iterator[RecordTurn]:
        game = self.start.game
        for turn, after in self._turns_with_ends():
            finished = after.turn > turn[-1].position.turn
            remark = game.remark(turn[-1], after.time)
            yield RecordTurn(
                self._turn_text(turn, finished), finished, remark, contests=game.contests_in(turn, after)
            )

    def _repr_html_(self) -> str:
        """What a notebook shows: the last position and all turns."""
        from gipfel.games.core.notebook import playthrough_html

        return playthrough_html(self)

    def __repr__(self) -> str:
        game = self.start.game
        return f"<Playthrough {game.name} {game.version}, {len(self.decisions)} decisions>"

    def _game_headers(self) -> dict[str, str]:
        game = self.start.game
        headers = {"game": game.name, "version": game.version}
        headers |= {f"option {name}": str(value) for name, value in game.written_options.items()}
        if game.random_start and self.seed is not None and self.start == game.start(self.seed):
            headers["seed"] = str(self.seed)
        elif game.random_start or self.start != game.start():
            headers["start"] = str(self.start)
        if game.clockwork is not None:
            headers["time"] = str(self.position.time)
        return headers
