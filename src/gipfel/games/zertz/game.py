"""ZÈRTZ: its versions and options, and when a position is repeated."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.zertz import notation, rules
from gipfel.games.zertz.rules import (
    CAPTURED,
    JUMP,
    LAYOUT,
    LAYOUT_NAMES,
    MARBLES,
    PHASE,
    POOL,
    REMOVE,
    RINGS,
    START,
)
from gipfel.games.zertz.words import reason
from gipfel.kernel.state import SIDE, TURN, State
from gipfel.locale import note

EXTENDED = "extended"
VERSION_OF = {
    "37": "basic",
    "40": EXTENDED,
    "43": EXTENDED,
    "44": EXTENDED,
    "48": "tournament",
    "61": "large",
    "37b": "blitz",
}
"""Which version is played on a layout."""


class Zertz(FolderGame):
    """ZÈRTZ on boards of 37 to 61 rings."""

    name: ClassVar[str] = "zertz"
    title: ClassVar[str] = "ZÈRTZ"
    side_names: ClassVar[tuple[str, str]] = notation.PLAYERS
    versions: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys(VERSION_OF.values()))
    all_options: ClassVar[tuple[Option, ...]] = (
        Option("rings", (40, 43, 44), note("how many rings the extended board has"), (EXTENDED,)),
        Option("collusion", ("tie", "both-lose"), note("the result if nobody has a marble left to place")),
    )
    repetitions: ClassVar[int] = 3

    @property
    def layout(self) -> int:
        """Which of the layouts this version and its options are played on."""
        if self.version == EXTENDED:
            return LAYOUT_NAMES.index(str(self.options["rings"]))
        return next(i for i, name in enumerate(LAYOUT_NAMES) if VERSION_OF[name] == self.version)

    @property
    def symmetries(self) -> tuple[Permutation, ...]:
        return rules.symmetries(self.layout)

    def start_state(self, seed: int | None) -> State:
        return rules.start(self.layout)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        layout = notation.layout_name(text)
        if layout not in VERSION_OF:
            return None
        version = VERSION_OF[layout]
        return version, {"rings": int(layout)} if version == EXTENDED else {}

    def reason(self, state: State) -> str:
        return reason(state, self.options["collusion"] == "both-lose")

    def repetition_key(self, state: State) -> tuple[int, ...]:
        """Colours do not count (5); a position inside a turn is never one that came up before."""
        occupied = state[MARBLES] | state[MARBLES + 1] | state[MARBLES + 2]
        if state[PHASE] != START:
            return state[TURN], state[PHASE], occupied
        pool = sum(state[POOL:CAPTURED])
        first, second = sum(state[CAPTURED : CAPTURED + 3]), sum(state[CAPTURED + 3 : LAYOUT])
        return state[RINGS], occupied, pool, first, second, state[SIDE]

    def irreversible(self, state: State, code: int) -> bool:
        """A ring never comes back, nor does a marble go back to the pool."""
        pool_shrinks = code < REMOVE and (state[POOL] or state[POOL + 1] or state[POOL + 2])
        return bool(pool_shrinks) or REMOVE <= code < JUMP

    def conserved(self, state: State) -> object:
        return state[LAYOUT], *(notation.marbles_in_all(state, colour) for colour in range(3))


GAME = Zertz
