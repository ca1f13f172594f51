"""Tables that are played at given instants, and clocks for them."""

from gipfel.games.core.time_limit import TimeLimit
from gipfel.table.events import Event, read_event, write_event
from gipfel.table.setup import TableSetup
from gipfel.table.table import Table

START = 1_800_000_000_000
SUDDEN = TimeLimit("sudden-death", minutes=20)
INCREMENT = TimeLimit("increment", minutes=5, seconds=10)
DELAY = TimeLimit("delay", minutes=5, seconds=10)
DAYS = TimeLimit("correspondence", days=3)


class TimedTable:
    """A table that is played at given instants; what happened is kept as a database keeps it."""

    def __init__(self, setup: TableSetup) -> None:
        self.table = Table(setup)
        self.log: list[tuple[str, int]] = []
        self.now = START

    def let(self, event: Event, after: int = 0) -> None:
        """Apply an event this number of milliseconds later."""
        self.table.apply(event, self.now + after)
        self.now += after
        self.log.append((write_event(event), self.now))

    def left(self) -> tuple[int, int]:
        """What the clocks show."""
        assert self.table.shown_clock is not None
        face = self.table.shown_clock.face(self.now)
        assert face is not None
        return face["left"]["white"], face["left"]["black"]

    def again(self) -> Table:
        """The table as a database gives it back."""
        table = Table(self.table.setup)
        for text, at in self.log:
            table.apply(read_event(text), at)
        return table
