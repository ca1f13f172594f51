"""Project games in the Game protocol: GIPF with potentials, by preset or by menu."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.time_limit import TimeLimit
from gipfel.games.gipf.rules import LOST, RESERVE, SPOTS
from gipfel.kernel.state import BLACK, RESULT, WHITE, State
from gipfel.locale import note
from gipfel.notation.errors import PositionError, check_text
from gipfel.notation.record import Record, RecordTurn
from gipfel.project.potentials import agreement, linking, notation, odds, scene, timing, turns
from gipfel.project.potentials.position import ProjectPosition, linked_names
from gipfel.project.potentials.rules import (
    BEGAN,
    CELL,
    CONTEST,
    COUNTING,
    KINDS,
    OUT,
    POOL,
    SLOT,
    basic_of,
)


class Project(FolderGame):
    """GIPF with potentials; a version is a preset, everything else is an option."""

    name: ClassVar[str] = agreement.PROJECT
    title: ClassVar[str] = note("GIPF with potentials")
    versions: ClassVar[tuple[str, ...]] = tuple(agreement.PRESETS)
    all_options: ClassVar[tuple[Option, ...]] = agreement.OPTIONS
    draws: ClassVar[bool] = False
    has_contests: ClassVar[bool] = True
    symmetries: ClassVar[tuple[Permutation, ...]] = SPOTS.symmetries

    def __init__(self, version: str | None = None, **options: Any) -> None:
        super().__init__(version, **options)
        known = self.options_of(self.version)
        self.agreed_options = MappingProxyType(linking.agreed(self.options, known))
        self.options: Mapping[str, Value] = MappingProxyType(linking.settled(self.agreed_options))
        agreement.check_agreement(self.options)

    @classmethod
    def options_of(cls, version: str) -> tuple[Option, ...]:
        return agreement.options_of(version)

    @property
    def changed_options(self) -> dict[str, Value]:
        return linking.changed(self.agreed_options, self.options_of(self.version))

    @property
    def written_options(self) -> dict[str, Value]:
        return linking.written(self.agreed_options, self.options_of(self.version))

    @property
    def live(self) -> "Project":
        if self.options[linking.TIME] != linking.AUTO:
            return self
        live = type(self)(self.version, **{**self.agreed_options, linking.TIME: linking.REAL})
        live.kernels = self.kernels
        return live if linking.has_time(live.options) else self

    @classmethod
    def upgraded_options(cls, number: int, version: str, options: Mapping[str, Any]) -> dict[str, Any]:
        return linking.upgraded(version, options)

    def contest_limit(self, table: TimeLimit) -> TimeLimit:
        return timing.contest_limit(self.options, table)

    @property
    def patience(self) -> int:
        return timing.patience(self.options)

    def start_state(self, seed: int | None) -> State:
        return agreement.start_state(self.options)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        return None

    def position_of(self, state: State) -> Position:
        return ProjectPosition(self, state)

    def position(self, text: str) -> Position:
        """The position a text describes, with the contest inside it if there is one."""
        check_text(text, "a position", PositionError)
        outer, between, inner = text.partition(notation.CONTEST)
        state = self.read_state(outer)
        if not between or (state[SLOT] == CONTEST and inner.strip() == "-"):
            return ProjectPosition(self, state)
        if state[SLOT] != CONTEST or state[RESULT]:
            raise PositionError("there is a contest in the text, but none is played in this position")
        contest = ProjectPosition.announced_contest(self, state, None)
        return ProjectPosition(self, state, None, contest.at(inner.strip()))

    def read_state(self, text: str) -> State:
        state = notation.read_state(text, self.start_state(None))
        names = linked_names(self)
        for place, name in enumerate(names):
            began = {state[BEGAN + other] for other, same in enumerate(names) if same == name} - {0}
            if len(began) > 1:
                raise PositionError(f"began: names both sides as the one that began {name} last")
            state[BEGAN + place] = next(iter(began), 0)
        return state

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return turns.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return turns.write_turn(decisions)

    def write_decisions(self, decisions: Sequence[Decision]) -> list[str]:
        return turns.write_decisions(decisions)

    def contests_in(self, decisions: Sequence[Decision], after: Position) -> tuple[Record, ...]:
        return turns.contests_in(decisions, after)

    def contest_odds(self) -> list[int]:
        return odds.contest_odds(self.options)

    def unproven(self, decisions: Sequence[Decision]) -> int:
        return turns.unproven(decisions)

    def read_recorded_turn(self, position: Position, turn: RecordTurn) -> tuple[list[Decision], Position]:
        return turns.read_recorded_turn(position, turn)

    def after_recorded_turn(self, position: Position, turn: RecordTurn) -> Position:
        return turns.after_recorded_turn(position, turn)

    def counted(self, state: State) -> State:
        """A contest's result comes from outside: perft does not count the turns behind it."""
        return [*state[:COUNTING], 1, *state[COUNTING + 1 :]]

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        """The units on a spot, from the top down."""
        units = notation.units_of(state[CELL + SPOTS.index[point]]) if point in SPOTS.index else ()
        return tuple(notation.COLOURS[unit >> 3] + notation.UNIT_LETTERS[(unit & 7) - 1] for unit in units)

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        return scene.pile(state, point)

    def conserved(self, state: State) -> object:
        """Per colour: basics on the board, in reserve and captured; potentials anywhere."""
        units = [unit for spot in range(len(SPOTS)) for unit in notation.units_of(state[CELL + spot])]
        return tuple(self._belongings(state, side, units) for side in (WHITE, BLACK))

    def _belongings(self, state: State, side: int, units: list[int]) -> tuple[int, ...]:
        basics = units.count(basic_of(side)) + state[RESERVE + side] + state[LOST + side]
        potentials = (
            units.count(basic_of(side) + 1 + kind)
            + state[POOL + KINDS * side + kind]
            + state[OUT + KINDS * side + kind]
            for kind in range(KINDS)
        )
        return basics, *potentials


GAME = Project
