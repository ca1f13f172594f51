"""Plays whole random games through an engine and compares it with our rules at every step.

Where the engine lists decisions, the lists have to be the same in every position. Where it takes back, the
position before has to be there again. An engine that offers neither has to accept every legal decision,
refuse illegal ones and choose legal ones.
"""

from collections.abc import Callable
from random import Random
from time import monotonic

from gipfel.engine.protocol.conversation import CheckFailed, Conversation
from gipfel.engine.protocol.grammar import write_new
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.notation.errors import GipfelError

LONGEST_GAME = 1000
"""A random game is broken off after this number of decisions."""
DECISION_TIME = 20
"""Milliseconds the engine gets for a decision in these games."""
UNDO_EVERY, GO_EVERY, ILLEGAL_EVERY = 8, 40, 20
"""In one of this number of positions, at random: take the decision back, choose one, play an illegal one."""
SHOWN = 8
"""How many decisions a message names."""
MOST_TAKEN_BACK = 20
"""How many decisions are taken back at the end of a game."""

Progress = Callable[[int, int], None]


def random_game(played: Game, seed: int, longest: int = 300) -> Playthrough:
    """A random game, the same one for the same seed."""
    line = Playthrough(played.start(seed=seed), seed)
    chance = Random(seed)
    while (decisions := line.position.decisions()) and len(line.decisions) < longest:
        line.play(chance.choice(decisions))
    return line


class WholeGames:
    """Random games of one version."""

    def __init__(self, engine: Conversation, played: Game) -> None:
        self._engine = engine
        self._played = played
        self._chance = Random(1)
        self._lists = self._takes_back = self._tells = True
        """Does it offer `decisions`, `undo` and `where`?"""
        self.decisions = self.forced = self.finished = 0

    def play(self, number: int, seconds: float, progress: Progress) -> str:
        """Play some games, for at most some seconds; returns what was done. Raises CheckFailed."""
        self._learn_what_it_offers()
        deadline = monotonic() + seconds
        done = 0
        while done < number and (not done or monotonic() < deadline):
            self._play_game(done)
            done += 1
            progress(done, number)
        return self._summary(done, number, seconds)

    def _summary(self, done: int, number: int, seconds: float) -> str:
        games = f"{done} of {number} games in {seconds:g} s" if done < number else f"{done} games"
        missing = [
            what
            for what, offered in (
                ("lists of decisions (no 'decisions')", self._lists),
                ("taking back (no 'undo')", self._takes_back),
                ("the text of positions (no 'where')", self._tells),
            )
            if not offered
        ]
        return (
            f"{games}, {self.finished} to their end, {self.decisions} decisions, {self.forced} of them forced"
            + (f"; not checked: {', '.join(missing)}" if missing else "")
        )

    def _learn_what_it_offers(self) -> None:
        start = self._played.start(seed=0)
        self._engine.set_up(self._played, start)
        self._lists = not self._engine.ask("decisions", "decisions", or_error=True, plain=True)[
            -1
        ].startswith("error")
        self._tells = not self._engine.ask("where", "position", or_error=True)[-1].startswith("error")
        self._engine.ask(f"play {start.decisions()[0].text}", "ok")
        self._takes_back = self._engine.ask("undo", "ok", or_error=True)[-1] == "ok"

    # --- One game -------------------------------------------------------------------------------------

    def _play_game(self, seed: int) -> None:
        line = Playthrough(self._played.start(seed=seed), seed)
        self._engine.ask(write_new(self._played), "ok")
        if self._played.random_start:
            self._engine.ask(f"position {line.start}", "ok")
        earlier: Decision | None = None
        """A decision of some position before, which may be illegal now."""
        while line.position.outcome is None and len(line.decisions) < LONGEST_GAME:
            position = line.position
            if position.timed:
                self._engine.ask(f"at {position.time}", "ok")
            decision = position.throw(self._chance) or self._step(position, earlier)
            self._play(decision)
            if self._takes_back and self._happens(UNDO_EVERY):
                self._take_back(position)
                self._play(decision)
            earlier = self._chance.choice(position.decisions() or [decision])
            line.play(decision)
            self.decisions += 1
        self._end(line)

    def _step(self, position: Position, earlier: Decision | None) -> Decision:
        """Check a position in which a side decides; the decision with which the game goes on."""
        legal = position.decisions()
        forced = len(legal) == 1
        self.forced += forced
        self._compare(position)
        if earlier is not None and self._happens(ILLEGAL_EVERY):
            self._refuses(position, earlier.text)
        if forced or self._happens(GO_EVERY):
            self._engine.best(position, f"go ms {DECISION_TIME}")
        return self._chance.choice(legal)

    def _end(self, line: Playthrough) -> None:
        """Check the last position, and the way back from it."""
        if line.position.outcome is None:
            return
        self.finished += 1
        if not line.position.timed:
            self._compare(line.position)
            self._engine.ask(f"go ms {DECISION_TIME}", "error")
        if self._takes_back and not line.start.timed:
            for decision in reversed(line.decisions[-MOST_TAKEN_BACK:]):
                self._take_back(decision.position)

    def _happens(self, once_in: int) -> bool:
        return self._chance.randrange(once_in) == 0

    # --- Questions ------------------------------------------------------------------------------------

    def _play(self, decision: Decision) -> None:
        answer = self._engine.ask(f"play {decision.text}", "ok", or_error=True)[-1]
        if answer != "ok":
            raise CheckFailed(
                f"it does not know a legal decision: in {decision.position} it answered {answer[:120]!r} "
                f"to 'play {decision.text}'"
            )

    def _take_back(self, before: Position) -> None:
        answer = self._engine.ask("undo", "ok", or_error=True)[-1]
        if answer != "ok":
            raise CheckFailed(f"it answered {answer[:120]!r} to 'undo' after a decision in {before}")
        self._compare(before, " after 'undo'")

    def _refuses(self, position: Position, text: str) -> None:
        """A decision that is not legal now has to be refused, and changes nothing."""
        if _is_legal(position, text):
            return
        answer = self._engine.ask(f"play {text}", "ok", or_error=True)[-1]
        if answer == "ok":
            raise CheckFailed(f"it plays an illegal decision: in {position} it accepted 'play {text}'")

    def _compare(self, position: Position, when: str = "") -> None:
        """Does the engine see the same position, and the same decisions in it?"""
        if self._tells:
            self._compare_text(position, when)
        if self._lists and not position.by_chance:
            *found, last = self._engine.ask("decisions", "decisions", plain=True)
            self._compare_lists(position, [line.removeprefix("decision ") for line in found], last, when)

    def _compare_text(self, position: Position, when: str) -> None:
        text = self._engine.ask("where", "position")[-1].removeprefix("position ")
        try:
            same = self._played.position(text) == position
        except GipfelError as error:
            raise CheckFailed(f"'where'{when} is not a position: {error}") from error
        if not same:
            raise CheckFailed(f"'where'{when} is {text[:400]!r}, but the game is in {position}")

    def _compare_lists(self, position: Position, listed: list[str], last: str, when: str) -> None:
        right = {decision.text for decision in position.decisions()}
        missing, extra = sorted(right - {*listed}), sorted({*listed} - right)
        problems = [
            f"{what} {len(texts)}: {', '.join(texts[:SHOWN])}{', ...' if len(texts) > SHOWN else ''}"
            for what, texts in (("missing", missing), ("extra", extra))
            if texts
        ]
        if not problems and len(listed) != len(right):
            problems = ["some are listed twice"]
        if not problems and last != f"decisions {len(listed)}":
            problems = [f"the last line is {last[:60]!r} instead of 'decisions {len(listed)}'"]
        if problems:
            raise CheckFailed(f"its decisions{when} are wrong in {position}: {'; '.join(problems)}")


def _is_legal(position: Position, text: str) -> bool:
    """Do the rules accept this text, perhaps as another way to write a legal decision?"""
    try:
        position.play(text)
    except GipfelError:
        return False
    return True
