"""Reads games of LYNGK that Boardspace has written down.

A file does not list the pieces of the shuffled set-up. It has the key with which the server shuffles them
(`SU[Lyngk 2 KEY 100]`), and the server's way to shuffle is known.
"""

from gipfel.games.core.boardspace import BoardspaceReplay
from gipfel.games.core.imports import ImportProblem, MakeGame, Reading, SgfReader
from gipfel.games.core.position import Position
from gipfel.games.lyngk.notation import VERSION_OF
from gipfel.games.lyngk.rules import CLAIM, JOKERS, MOVE, OF_A_COLOUR, PASS, SPOTS
from gipfel.games.lyngk.words import LETTERS
from gipfel.notation.boardspace import Step, server_shuffled, setup_of
from gipfel.notation.fields import write_columns
from gipfel.notation.sgf import SgfGame

SIGNS = {"lyngk": "L5", "lyngk-6": "L6"}
"""The sign of the rule in a position text, by the name of the variation on the server."""
JOKER, DEALT = "J", "KRGBI"
"""The letters of the pieces in the order in which the server makes its pile: the jokers first, then the
colours by turns."""
COLOUR_OF = {"n": "K", "r": "R", "g": "G", "b": "B", "i": "I"}
"""Our letter of a colour for the one that clicks have; black is noir there."""
KEYS = range(-(2**31), 2**31)


class Replay(BoardspaceReplay):
    """`claim` takes a colour, `move` a stack; `pick` and `drop`, `pickb` and `dropb` do it in two clicks."""

    own_words = frozenset(("claim", "pick", "drop", "move", "pickb", "dropb", "pass"))
    forced_pass = PASS

    in_hand: int | None = None
    """The colour, or the spot of the stack, that is in the player's hand."""
    claimed: int | None = None
    move: tuple[int, int] | None = None
    passed = False

    def discard(self) -> None:
        self.in_hand = self.claimed = self.move = None
        self.passed = False

    def pending(self) -> bool:
        return self.move is not None or self.passed

    def confirm(self) -> None:
        claimed, move = self.claimed, self.move
        self.discard()
        if claimed is not None:
            self.reading.play(CLAIM + claimed)
        self.reading.play(PASS if move is None else MOVE * move[0] + move[1])

    def step(self, step: Step) -> None:
        word = step.word
        if word == "pass":
            self.passed = True
        elif word == "claim":
            self.claimed = _colour(step)
        elif word in ("pick", "drop"):
            self._click_beside_the_board(step)
        elif word == "move":
            self.move = _spot(step, 0), _spot(step, 2)
        elif word == "pickb":
            self._pick(_spot(step, 0))
        else:
            self._drop(_spot(step, 0))

    def _click_beside_the_board(self, step: Step) -> None:
        """A colour is taken from the stock and put to the player's own, or back."""
        from_stock = step.about[:1] and step.about[0].lower() in COLOUR_OF
        if step.word == "pick":
            self.in_hand, self.claimed = _colour(step) if from_stock else self.claimed, None
        elif not from_stock:
            self.in_hand, self.claimed = None, self.in_hand
        else:
            self.in_hand = None

    def _pick(self, spot: int) -> None:
        """Lift a stack; one that was just put down is in the hand again."""
        self.in_hand = self.move[0] if self.move is not None and self.move[1] == spot else spot
        self.move = None

    def _drop(self, spot: int) -> None:
        if self.in_hand is not None and self.in_hand != spot:
            self.move = self.in_hand, spot
        self.in_hand = None


def _colour(step: Step) -> int:
    name = step.about[0].lower() if step.about else ""
    if name not in COLOUR_OF:
        raise ImportProblem(
            f"{step.text}: there is no colour {name!r}; there are {', '.join(COLOUR_OF)}", step.offset
        )
    return LETTERS.index(COLOUR_OF[name])


def _spot(step: Step, at: int) -> int:
    name = "".join(step.about[at : at + 2]).lower()
    if name not in SPOTS.index:
        raise ImportProblem(f"{step.text}: there is no spot {name!r}", step.offset)
    return SPOTS.index[name]


def _start(game: SgfGame, make: MakeGame) -> Position:
    """The set-up that the server has made from its key."""
    setup = setup_of(game)
    key = setup[2] if len(setup) > 2 else ""
    if not key.removeprefix("-").isdecimal() or len(key) > len(str(KEYS.start)) or int(key) not in KEYS:
        raise ImportProblem(
            f"the set-up {' '.join(setup)!r} does not say with which key the pieces were shuffled; "
            "it must be like 'Lyngk 2 123456789 100'"
        )
    dealt = server_shuffled([*JOKER * JOKERS, *DEALT * OF_A_COLOUR], int(key))
    pieces = dict(zip((spot for column in SPOTS.columns for spot in column), dealt, strict=True))
    sign = SIGNS[setup[0]]
    return make(VERSION_OF[sign]).position(
        f"{sign} {write_columns(SPOTS, lambda spot: pieces[spot])} -:- 0:0 1"
    )


def _is_boardspace_lyngk(game: SgfGame) -> bool:
    return setup_of(game)[:1] in {(name,) for name in SIGNS}


def _read_boardspace(game: SgfGame, make: MakeGame) -> Reading:
    return Replay(game, Reading(_start(game, make))).replay()


READERS = (SgfReader("Boardspace", _is_boardspace_lyngk, _read_boardspace),)
