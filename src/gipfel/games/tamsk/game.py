"""TAMSK, the game of time: level 1 by turns, levels 2 and 3 by the clock."""

from collections.abc import Sequence
from typing import Any, ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.clockwork import Clockwork, Happening
from gipfel.games.core.game import Change, Game
from gipfel.games.core.options import Option, Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome, Side
from gipfel.games.tamsk import (
    evaluation,
    events,
    happenings,
    level1,
    log,
    notation,
    pointing,
    rules,
    scene,
    timed_evaluation,
    tokens,
    words,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
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
        note("so many turns in a row without a ring end the game, 1 to 1000"),
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


class Tamsk(Game):
    """TAMSK level 1."""

    name: ClassVar[str] = "tamsk"
    title: ClassVar[str] = "TAMSK"
    versions: ClassVar[tuple[str, ...]] = notation.LEVELS
    all_options: ClassVar[tuple[Option, ...]] = OPTIONS
    rules: ClassVar[Rules] = level1.RULES
    evaluation: ClassVar[Evaluation] = evaluation.EVALUATION
    side_names: ClassVar[tuple[str, str]] = notation.NAMES

    def __new__(cls, version: str | None = None, **options: Any) -> "Tamsk":
        """Levels 2 and 3 have kernels and texts of their own."""
        return super().__new__(TimedTamsk if cls is Tamsk and version in TIMED else cls)

    @property
    def symmetries(self) -> tuple[Permutation, ...]:
        return rules.SPACES.symmetries

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        said = notation.version_in(text)
        if said is None:
            return None
        version, start = said
        return version, {"start": start}

    def start_state(self, seed: int | None) -> State:
        return level1.start(**self._shared_options())

    def _shared_options(self) -> dict[str, Any]:
        return {
            "in_hand": self.options["start"] == "hand",
            "stagnation": int(self.options["stagnation"]),
            "full_entry_loses": self.options["full_entry"] == "lose",
        }

    def read_state(self, text: str) -> State:
        return notation.read_level1(text, self.start_state(None))

    def write_state(self, state: State) -> str:
        return notation.write_level1(state)

    def write_decision(self, state: State, code: int) -> str:
        return tokens.write_turn(code)

    def read_decision(self, state: State, text: str) -> int:
        return tokens.read_turn(state, text)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return pointing.turn_paths(state, code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.turn_changes(state, code)

    def scene(self, state: State) -> Scene:
        return scene.scene_of_turn(state, self.full_title, self._sentence(state))

    def _sentence(self, state: State) -> str:
        outcome = self.outcome_of(state)
        return self.task(state) if outcome is None else words.conclusion(outcome)

    def reason(self, state: State) -> str:
        return words.reason(state)

    def task(self, state: State) -> str:
        return words.task_of_turn(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return words.why_not_turn(state, prefix, target)

    def verdict(self, outcome: Outcome) -> str:
        return words.conclusion(outcome)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return level1.transformed(state, symmetry)

    def swapped(self, state: State) -> State | None:
        return rules.swapped(state)

    def conserved(self, state: State) -> object:
        glasses = [
            state[rules.GLASSES + side].bit_count() + state[rules.HAND + side] for side in (WHITE, BLACK)
        ]
        return notation.rings_in(state), *glasses


class TimedTamsk(Tamsk):
    """TAMSK levels 2 and 3."""

    rules: ClassVar[Rules] = events.RULES
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
    )

    def start_state(self, seed: int | None) -> State:
        return events.start(
            **self._shared_options(),
            has_timer=self.version == "level3",
            sand=int(self.options["glass"]),
            timer=int(self.options.get("timer", 0)),
            ring_window=int(self.options["ring_window"]),
        )

    def read_state(self, text: str) -> State:
        return notation.read_timed(text, self.start_state(None))

    def write_state(self, state: State) -> str:
        return notation.write_timed(state)

    def write_decision(self, state: State, code: int) -> str:
        return tokens.write_event(code)

    def read_decision(self, state: State, text: str) -> int:
        return tokens.read_event(state, text, state[SIDE])

    def read_decision_of(self, state: State, text: str, side: Side) -> int:
        return tokens.read_event(state, text, side)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return [log.read_line(position, text)]

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return log.write_line(decisions[0])

    def coming(self, state: State, until: int) -> tuple[Happening, ...]:
        return happenings.coming(state, until)

    def remark(self, decision: Decision, until: int) -> str:
        return happenings.remark(decision.position.state, decision.code, until)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return pointing.event_paths(state, code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.event_changes(state, code)

    def scene(self, state: State) -> Scene:
        on_left = self.options.get("timer_side") == "left"
        return scene.scene_of_event(state, self.full_title, self._sentence(state), on_left)

    def task(self, state: State) -> str:
        return words.task_of_event(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return words.why_not_event(state, prefix, target)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return events.transformed(state, symmetry)

    def swapped(self, state: State) -> State | None:
        return events.swapped(state)


GAME = Tamsk
