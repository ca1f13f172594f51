"""TAMSK, the game of time: level 1 by turns, levels 2 and 3 by the clock."""

from typing import Any, ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.games.core.clockwork import AutomaticEvent, Clockwork
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option
from gipfel.games.core.position import Decision
from gipfel.games.core.side import Side
from gipfel.games.tamsk import (
    automatic_events,
    events,
    level1,
    moves,
    notation,
    rules,
    scene,
    timed_evaluation,
    timed_notation,
    timed_pointing,
    timed_words,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import note

TIMED = notation.LEVELS[1:]
"""The levels that are played by the clock."""

HOUR = 3_600_000

OPTIONS = (
    Option(
        "start",
        ("corners", "hand"),
        note("where the glasses begin: on the corners, or in the players' hands"),
    ),
    Option(
        "stagnation",
        (rules.DEFAULT_STAGNATION,),
        note("this number of turns in a row without a ring ends the game, 1 to 1000"),
        between=(1, 1000),
    ),
    Option("full_entry", ("reject", "lose"), note("what becomes of an attempt to enter a full space")),
    Option(
        "glass",
        (events.DEFAULT_SAND,),
        note("how long a glass runs, in ms, up to an hour"),
        TIMED,
        between=(1000, HOUR),
    ),
    Option(
        "ring_window",
        (events.DEFAULT_RING_WINDOW,),
        note("how long a ring may be dropped after a move, and then stolen, in ms, up to a minute"),
        TIMED,
        between=(0, HOUR // 60),
    ),
    Option(
        "timer",
        (events.DEFAULT_TIMER,),
        note("how long the timer runs, in ms, up to an hour"),
        ("level3",),
        between=(1000, HOUR),
    ),
    Option("timer_side", ("right", "left"), note("on which side of the board the timer stands"), ("level3",)),
)


class Tamsk(FolderGame):
    """TAMSK level 1."""

    name: ClassVar[str] = "tamsk"
    title: ClassVar[str] = "TAMSK"
    versions: ClassVar[tuple[str, ...]] = notation.LEVELS
    all_options: ClassVar[tuple[Option, ...]] = OPTIONS
    rules_module: ClassVar[Any] = level1
    notation: ClassVar[Any]
    side_names: ClassVar[tuple[str, str]] = moves.NAMES
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPACES.symmetries

    def __new__(cls, version: str | None = None, **options: Any) -> "Tamsk":
        """Levels 2 and 3 have kernels and texts of their own."""
        return super().__new__(TimedTamsk if cls is Tamsk and version in TIMED else cls)

    def start_state(self, seed: int | None) -> State:
        return level1.start(**self._shared_options())

    def _shared_options(self) -> dict[str, Any]:
        return {
            "in_hand": self.options["start"] == "hand",
            "stagnation": int(self.options["stagnation"]),
            "full_entry_loses": self.options["full_entry"] == "lose",
        }

    def read_state(self, text: str) -> State:
        """The options that a position text does not contain are those of this game."""
        return self.notation.read_state(text, self.start_state(None))  # type: ignore[no-any-return]

    def conserved(self, state: State) -> object:
        glasses = [
            state[rules.GLASSES + side].bit_count() + state[rules.HAND + side] for side in (WHITE, BLACK)
        ]
        return notation.rings_in(state), *glasses


class TimedTamsk(Tamsk):
    """TAMSK levels 2 and 3."""

    rules_module: ClassVar[Any] = events
    rules: ClassVar[Rules] = events.RULES
    notation: ClassVar[Any] = timed_notation
    pointing: ClassVar[Any] = timed_pointing
    words: ClassVar[Any] = timed_words
    evaluation: ClassVar[Evaluation] = timed_evaluation.EVALUATION
    clockwork: ClassVar[Clockwork | None] = Clockwork(
        time=events.NOW,
        act=events.act,
        advance=events.advance,
        deadline=events.deadline,
        others=events.others,
        other=events.OTHER,
        never=events.NEVER,
        reaction=events.REACTION,
        pace=events.PACE,
    )

    def start_state(self, seed: int | None) -> State:
        return events.start(
            **self._shared_options(),
            has_timer=self.version == "level3",
            sand=int(self.options["glass"]),
            timer=int(self.options.get("timer", 0)),
            ring_window=int(self.options["ring_window"]),
        )

    def read_decision_of(self, state: State, text: str, side: Side) -> int:
        return timed_notation.read_event(state, text, side)

    def upcoming_events(self, state: State, until: int) -> tuple[AutomaticEvent, ...]:
        return automatic_events.upcoming_events(state, until)

    def remark(self, decision: Decision, until: int) -> str:
        return automatic_events.remark(decision.position.state, decision.code, until)

    def scene(self, state: State) -> Scene:
        on_left = self.options.get("timer_side") == "left"
        return scene.timed_scene(state, self.full_title, self.sentence(state), on_left)


GAME = Tamsk
