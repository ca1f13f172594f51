"""Two players by link in a contest of GIPF with potentials."""

from gipfel import BLACK, WHITE
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.continuations import decided_events
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from tests.helpers.server.players import ADA, BEN, Player
from tests.helpers.tables import in_a_contest


async def contest_for_two(
    tables: TableDirectory,
    clock: TimeLimit = NO_CLOCK,
    *,
    engine: str = "",
    alone: bool = False,
    kind: str = "zertz blitz",
    **options: str | int,
) -> str:
    """A table at which White's use has led to a contest: Ada plays White, Ben (or an engine) Black.

    `alone`: Ada plays both sides.
    """
    played = in_a_contest(kind, **options)
    black = Seat("engine", player=engine) if engine else Seat(name="Ben")
    setup = new_setup(
        "project",
        played.game.version,
        played.game.written_options,
        {WHITE: Seat(name="Ada"), BLACK: black},
        clock=clock,
    )
    keys = [(WHITE, ADA), *([] if engine else [(BLACK, ADA if alone else BEN)])]
    table_id, _ = await tables.store.create(setup, decided_events(played.play.decisions), keys, tables.now())
    return table_id


def due(ada: Player, ben: Player) -> tuple[Player, Player]:
    """The player whose decision is due, and the other one."""
    return (ada, ben) if ada.live.table.position.side == WHITE else (ben, ada)
