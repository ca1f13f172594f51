"""A player that begins its games with an opening book, and leaves everything else to another player."""

from random import Random, randrange

from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.book import Book, book_of
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side


class BookPlayer(Player):
    """Plays from the books of the game and of the games inside its contests.

    What it chooses follows from its seed and the position alone, so that it does not matter which positions
    it has seen before: a server may replace a player in the middle of a game.
    """

    def __init__(self, own: Player, seed: int | None) -> None:
        self.name = own.name
        self._own = own
        self._seed = randrange(1 << 32) if seed is None else seed
        self._books: dict[Game, Book | None] = {}

    def begin(self, game: Game) -> None:
        self._own.begin(game)
        self._book(game)

    def prepare_contest(self, game: Game) -> None:
        self._own.prepare_contest(game)
        self._book(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        found = self._from_book(position)
        chosen = found or self._own.choose(position, limits)
        self.score = None if found else self._own.score
        return chosen

    def _from_book(self, position: Position) -> Decision | None:
        """A decision of the book of the game that is being played; None outside of it."""
        played = position.played
        book = None if played is None else self._book(played.game)
        if played is None or book is None:
            return None
        found = book.decision(played, Random(f"book {self._seed} {played}"))
        return None if found is None else position.outer_decision(found.code)

    def _book(self, game: Game) -> Book | None:
        if game not in self._books:
            self._books[game] = book_of(game)
        return self._books[game]

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        return self._own.react(position, side, limits)

    def watch(self, decision: Decision) -> None:
        self._own.watch(decision)

    def close(self) -> None:
        self._own.close()
