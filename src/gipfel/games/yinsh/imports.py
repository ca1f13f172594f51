"""Reads games of YINSH that other programs have written down."""

from gipfel.games.core.boardspace import DecisionReplay
from gipfel.games.core.imports import ImportProblem, MakeGame, Reading, SgfReader
from gipfel.games.yinsh.rules import MOVE, PASS, PHASE, PLACE
from gipfel.notation.boardspace import Step, setup_of
from gipfel.notation.sgf import SgfGame

# --- Boardspace -----------------------------------------------------------------------------------

VERSIONS = {"yinsh": "standard", "yinsh-blitz": "blitz", "24": "standard"}
"""The version that each game of the server is; 24 is its number where the name is missing."""
RINGS = ("wr", "br")
MARKERS = ("w", "b")
ON_BOARD = "board"


class Replay(DecisionReplay):
    """`place wr` puts a ring down; `place w` a marker into a ring, which `drop board` then moves.

    `move` is both; `remove w` takes a row, named by its ends, and `remove wr` a ring.
    """

    own_words = frozenset(("place", "pick", "drop", "move", "remove", "pass"))
    forced_pass = PASS

    ring: str | None = None
    """The ring that has got a marker and is about to move."""

    def discard(self) -> None:
        super().discard()
        self.ring = None

    def step(self, step: Step) -> None:
        what = step.about[0].lower() if step.about else ""
        if step.word == "pass":
            self.chosen = "pass"
        elif step.word == "move":
            self._confirm_earlier()
            self.ring = _space(step, 0)
            self.chosen = f"{self.ring}-{_space(step, 2)}"
        elif step.word == "remove":
            self._confirm_earlier()
            ends = [_space(step, 1)] if what in RINGS else [_space(step, 1), _space(step, 3)]
            self.chosen = f"x{'-'.join(ends)}"
        elif step.word == "place":
            self._place(step, what)
        elif step.word == "drop":
            self._drop(step, what)
        else:
            self._pick(what)

    def _phase(self) -> int:
        return self.reading.position.state[PHASE]

    def _confirm_earlier(self) -> None:
        """In a file without `Done` what a move brings follows at once."""
        if self.chosen is not None and not self.has_done and self._phase() != PLACE:
            self.confirm()

    def _place(self, step: Step, what: str) -> None:
        if what in RINGS:
            self.chosen = _space(step, 1)
        elif what in MARKERS:
            self._confirm_earlier()
            self.ring = _space(step, 1)

    def _drop(self, step: Step, what: str) -> None:
        if what != ON_BOARD:
            self.discard()
        elif self._phase() == PLACE:
            self.chosen = _space(step, 1)
        elif self.ring is None:
            self.ring = _space(step, 1)  # a marker is dropped into a ring
        elif _space(step, 1) != self.ring:
            self.chosen = f"{self.ring}-{_space(step, 1)}"

    def _pick(self, what: str) -> None:
        """What was dropped is in the hand again; a ring keeps its marker until the marker is picked up."""
        if self._phase() != MOVE or what != ON_BOARD:
            self.ring = None
        self.chosen = None


def _space(step: Step, at: int) -> str:
    """The space that a step names: a letter and a number."""
    if len(step.about) < at + 2:
        raise ImportProblem(f"{step.text}: it does not name a space", step.offset)
    return "".join(step.about[at : at + 2]).lower()


def _is_boardspace_yinsh(game: SgfGame) -> bool:
    return "".join(setup_of(game)[:1]) in VERSIONS


def _read_boardspace(game: SgfGame, make: MakeGame) -> Reading:
    version = VERSIONS[setup_of(game)[0]]
    return Replay(game, Reading(make(version).start())).replay()


READERS = (SgfReader("Boardspace", _is_boardspace_yinsh, _read_boardspace),)
