"""Replays games that Boardspace has written: what is the same for all games there.

Players click until they confirm a turn with `Done`; until then they may take everything back. So a game's
class keeps the unconfirmed turn as the clicks leave it, and plays it when it is confirmed.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from gipfel.games.core.imports import Claim, ImportProblem, Reading
from gipfel.games.core.side import BLACK, WHITE, Side
from gipfel.notation.boardspace import SITE, BoardspaceGame, Step, read_boardspace
from gipfel.notation.errors import GipfelError, NotationError
from gipfel.notation.sgf import SgfGame

IGNORED = frozenset(("nullmove", "pleaseundo", "dontundo", "allowundo", "peek", "offerdraw", "ephemeral"))
"""Words that change nothing."""
PLAYERS = (0, 1)
"""The numbers of the players; `P-1` and others who may be named in a file do not play."""


class BoardspaceReplay(ABC):
    """Replays the steps of one game."""

    own_words: ClassVar[frozenset[str]]
    """The words that only this game has."""
    set_up_words: ClassVar[frozenset[str]] = frozenset()
    """The words by which players set this game up before the first turn."""
    forced_pass: ClassVar[int]
    """The decision of a player who can do nothing."""

    def __init__(self, sgf: SgfGame, reading: Reading) -> None:
        self.game: BoardspaceGame = read_boardspace(sgf)
        self.complete = sgf.complete
        self.reading = reading
        self.has_done = any(step.word == "done" for step in self.game.steps)
        """Are turns confirmed? In the first files they are not."""
        self.begun = False
        """Has anybody done anything yet?"""
        self.starter = self._starter()
        """The player who acts first; our WHITE."""
        self._acting: int | None = None
        """Whose turn is unconfirmed."""
        self._times: dict[int, int] = {}
        """How long each player has thought up to the last confirmed turn."""
        self._resigning: Side | None = None
        self._agreed = False
        self._ended = False
        self._editing = False

    # What a game supplies.

    @abstractmethod
    def step(self, step: Step) -> None:
        """Change the unconfirmed turn as one click does."""

    @abstractmethod
    def pending(self) -> bool:
        """Is there an unconfirmed turn that could be confirmed?"""

    @abstractmethod
    def confirm(self) -> None:
        """Play the unconfirmed turn, and forget it. Raises NotationError or IllegalDecision."""

    @abstractmethod
    def discard(self) -> None:
        """Take the unconfirmed turn back."""

    def set_up(self, step: Step) -> bool:
        """Take a step before the first turn that changes the start; False if the game has none such."""
        return False

    def set_up_done(self) -> None:  # noqa: B027 - most games have nothing to set up
        """What was set up before the first turn is confirmed."""

    # What all games share.

    def _starter(self) -> int:
        """Who acts first: the player of the first step that is not about starting or setting up."""
        acting = self.own_words - self.set_up_words
        players = (step.player for step in self.game.steps if step.word in acting)
        return next((player for player in players if player in PLAYERS), PLAYERS[0])

    def replay(self) -> Reading:
        """Play the whole game. Raises ImportProblem."""
        step = None
        try:
            for step in self.game.steps:
                if self._ended or self.reading.over:
                    self._left_out(step)
                    break
                self._take(step)
            self._finish()
        except ImportProblem:
            raise
        except GipfelError as error:
            where = f"{step.text}: " if step else ""
            raise ImportProblem(f"{where}{error}", step.offset if step else 0) from error
        self._describe()
        return self.reading

    def _left_out(self, step: Step) -> None:
        """The game is over, but the file goes on."""
        rest = self.game.steps[self.game.steps.index(step) :]
        if any(left.word in self.own_words for left in rest):
            self.reading.remarks.append("the file goes on after the end of the game; that is left out")

    def _take(self, step: Step) -> None:
        word = step.word
        if word in self.own_words:
            self._take_own(step)
        elif word == "done":
            self._done(step)
        elif word == "start":
            self._editing = False
        elif word == "edit":
            self.discard()
            self._editing = True
        elif word in ("reset", "undo"):
            self.discard()
        elif word == "resign":  # a second time means: no, go on
            side = self.side_of(step.player)
            self._resigning = None if self._resigning == side else side
            self.discard()
        elif word in ("acceptdraw", "declinedraw"):
            self._agreed = word == "acceptdraw"
        elif word == "winontime":
            self._ended = True
            self.reading.claim = Claim(self.side_of(step.player), reason="time")
        elif word not in IGNORED and not self.set_up(step):
            raise ImportProblem(f"{step.text}: the word {word!r} is not known in this game", step.offset)

    def _take_own(self, step: Step) -> None:
        if not self.begun and self.set_up(step):
            return
        if self._editing:
            self._edited(step)
            return
        self.begun = True
        self._resigning = None
        if self._acting not in (None, step.player):
            # The first files have no `Done`: a turn ends when the other player goes on.
            if self.pending():
                self.confirm()
            self.discard()
        self._acting = step.player
        if not self.reading.over and not self.pending():
            self._begin_turn(step)
        if not self.reading.over:
            self.step(step)

    def _begin_turn(self, step: Step) -> None:
        """Pass for the other player who can do nothing; then it must be this player's turn.

        Where both may move the same pieces, the rules would not notice that it is not.
        """
        side = self.side_of(step.player)
        self._pass_before(side)
        if not self.reading.over and self.reading.position.side != side:
            raise ImportProblem(f"{step.text}: it is the turn of the other player", step.offset)

    def _pass_before(self, side: Side) -> None:
        """Pass for the other player, who can do nothing, also where the file does not say so."""
        if self.reading.position.side != side and self._must_pass():
            self.reading.play(self.forced_pass)

    def _must_pass(self) -> bool:
        return self.reading.position.codes == [self.forced_pass]

    def _edited(self, step: Step) -> None:
        """Pieces were moved by hand: the game is over here."""
        if not self.begun:
            raise ImportProblem(
                f"{step.text}: the game begins with a position that was set up by hand", step.offset
            )
        self._ended = True
        self.reading.remarks.append("the position was changed by hand here; what follows is left out")

    def _done(self, step: Step) -> None:
        side = self.side_of(step.player)
        if self._resigning is not None or self._agreed:
            self._ended = True
        elif self.pending():
            self._note_time(step)
            self.confirm()
        elif not self.begun:
            self.set_up_done()
        else:
            self._pass_before(side)
            if self._must_pass():
                self.reading.play(self.forced_pass)
        if not self._ended:
            self.discard()
        self._acting = None

    def _note_time(self, step: Step) -> None:
        """What the clock shows when a turn is confirmed, less what it showed before."""
        if step.time is not None:
            used = step.time - self._times.get(step.player, 0)
            self._times[step.player] = step.time
            if used >= 0:
                self.reading.used = used + (self.reading.used or 0)

    def _finish(self) -> None:
        """The file ends: the last turn may be unconfirmed, and the file may say who won."""
        if not self._ended and not self.reading.over and self._resigning is None and self.pending():
            try:
                self.confirm()
            except GipfelError:
                self.discard()
        if self.reading.claim.outcome is not None:
            return
        winner = self.game.winner()
        if self._resigning is not None:
            claim = Claim(self._resigning.other, reason="resignation")
        elif self._agreed:
            claim = Claim(None, drawn=True, reason="agreement")
        elif winner in PLAYERS:
            claim = Claim(self.side_of(winner))
        else:
            claim = Claim(None, drawn=self.game.drawn)
        self.reading.claim = claim

    def side_of(self, player: int) -> Side:
        """The side of a player: who starts is White. Raises NotationError."""
        if player not in PLAYERS:
            raise NotationError(f"there is no player P{player}; there are P0 and P1")
        return WHITE if player == self.starter else BLACK

    def _describe(self) -> None:
        """Headers and remarks of the record."""
        reading, game = self.reading, self.game
        reading.headers["site"] = SITE
        if game.date:
            reading.headers["date"] = game.date
        for player, rating in sorted(game.ratings.items()):
            if player in PLAYERS:
                reading.headers[f"{str(self.side_of(player)).lower()} rating"] = rating
        reading.names = {self.side_of(player): game.names.get(player, "") for player in PLAYERS}
        if not self.complete:
            reading.remarks.append("the file is cut off in this game")


class DecisionReplay(BoardspaceReplay):
    """Replays a game in which what is confirmed is one decision."""

    chosen: int | str | None = None
    """The unconfirmed decision, as its number or in our notation."""

    def pending(self) -> bool:
        return self.chosen is not None

    def discard(self) -> None:
        self.chosen = None

    def confirm(self) -> None:
        assert self.chosen is not None
        chosen = self.chosen
        self.discard()
        self.reading.play(chosen)
