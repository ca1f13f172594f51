"""Two players by link in a contest: they tie it, resign it, run out of time, stay away."""

from pathlib import Path

import pytest

from gipfel import GipfelError
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.tables.directory import TableDirectory
from tests.helpers.server.contests import contest_for_two, due
from tests.helpers.server.players import EVE, Player, Time, played, two_at

# --- A tie by agreement ---------------------------------------------------------------------------------


def test_a_tie_is_offered_declined_and_accepted(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables)) as (ada, ben):
            first, other = due(ada, ben)
            await first.ask("offer", what="tie")
            await other.ask("decline", what="tie")
            with pytest.raises(GipfelError, match="just refused"):
                await first.ask("offer", what="tie")
            await other.ask("offer", what="tie")
            await first.ask("accept", what="tie")
            table = ada.live.table
            assert (table.contest, table.outcome) == (None, None)
            assert table.play.decisions[-1].text == "agree:="

    played(playing, path)


def test_nobody_ties_a_contest_for_the_other(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables)) as (ada, ben):
            eve = Player(ada.live, tables, EVE).come()
            number = ada.live.table.number
            for player, side in ((ada, "black"), (ben, "white"), (eve, "white"), (eve, None)):
                with pytest.raises(PermissionDenied):
                    await player.ask("offer", what="tie", side=side)
            await ada.ask("offer", what="tie")
            for player, side in ((ada, None), (ada, "white"), (ada, "black"), (eve, None), (eve, "black")):
                with pytest.raises(GipfelError):
                    await player.ask("accept", what="tie", side=side)
            for player in (ada, ben, eve):
                with pytest.raises(GipfelError):
                    await player.decide("agree:=")
            assert ada.live.table.number == number
            await eve.go()

    played(playing, path)


def test_a_player_at_one_screen_ties_a_contest_at_once(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables, alone=True)) as (ada, _):
            await ada.ask("offer", what="tie")
            assert ada.live.table.contest is None

    played(playing, path)


@pytest.mark.parametrize(("tie", "accepts"), [("use", False), ("deny", True)])
def test_an_engine_accepts_a_tie_that_serves_it(path: Path, tie: str, accepts: bool) -> None:
    """Ada wants to use the potential: with `deny` a tie stops her."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, engine="random", **{"link.tie": tie})
        ada = Player(await tables.get(table_id), tables, "ada" * 20)
        if accepts:
            await ada.ask("offer", what="tie")
            assert ada.live.table.contest is None
        else:
            with pytest.raises(GipfelError, match="engine declines"):
                await ada.ask("offer", what="tie")
            assert ada.live.table.contest is not None
            with pytest.raises(GipfelError, match="just refused"):
                await ada.ask("offer", what="tie")

    played(playing, path)


def test_nobody_else_offers_a_tie_to_an_engine(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, engine="random", **{"link.tie": "deny"})
        live = await tables.get(table_id)
        for player, side in ((EVE, None), (EVE, "white"), ("ada" * 20, "black")):
            with pytest.raises(PermissionDenied):
                await Player(live, tables, player).ask("offer", what="tie", side=side)
        assert live.table.contest is not None

    played(playing, path)


# --- Resigning ------------------------------------------------------------------------------------------


def test_resigning_a_contest_never_resigns_the_game(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables)) as (ada, ben):
            with pytest.raises(GipfelError, match="contest has begun"):
                await ada.ask("resign", contest=False)
            with pytest.raises(PermissionDenied):
                await ada.ask("resign", contest=True, side="black")
            await ada.ask("resign", contest=True)
            table = ada.live.table
            assert (table.contest, table.outcome) == (None, None)
            with pytest.raises(GipfelError, match="contest is over"):
                await ben.ask("resign", contest=True)
            assert table.outcome is None
            await ben.ask("resign", contest=False)
            assert ada.live.table.outcome is not None

    played(playing, path)
