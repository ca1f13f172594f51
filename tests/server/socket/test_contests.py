"""Two players by link in a contest: they tie it, resign it, run out of time, stay away."""

from pathlib import Path

import pytest

from gipfel import GipfelError, Side
from gipfel.locale import using_language
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.tables.clocks import LEFT_TO_OTHERS
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.server.views.own_view import own_view
from gipfel.server.views.table import table_view
from gipfel.table.clock import DAY
from tests.helpers.server.contests import contest_for_two, due
from tests.helpers.server.players import (
    ADA,
    BLITZ,
    DAYS,
    EVE,
    MINUTE,
    Player,
    Time,
    played,
    tables_at,
    two_at,
)
from tests.helpers.stores import empty_database

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
        ada = Player(await tables.get(table_id), tables, ADA)
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
        for player, side in ((EVE, None), (EVE, "white"), (ADA, "black")):
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


# --- Time -----------------------------------------------------------------------------------------------


def lost_on_time(live: LiveTable, side: Side) -> bool:
    """Has a side lost the contest, and does the game go on?"""
    table = live.table
    return (
        table.contest is None
        and table.outcome is None
        and table.lapse is not None
        and table.lapse.side == side
    )


def test_the_flag_of_a_contest_falls_on_time_and_not_before(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables, BLITZ)) as (ada, ben):
            live, (first, _) = ada.live, due(ada, ben)
            side = live.table.position.side
            face = live.moment()["clock"]
            assert face is not None
            assert (face["left"]["white"], face["running"]) == (3 * MINUTE // 2, side.name.lower())
            time.pass_by(3 * MINUTE // 2 - 1)
            await tables.clocks.check_due_flags()
            assert live.table.contest is not None
            time.pass_by(1)
            with pytest.raises(GipfelError, match="no time left"):
                await first.decide()
            await tables.clocks.check_due_flags()
            assert lost_on_time(live, side)
            face = live.moment()["clock"]
            assert face is not None
            assert face["left"] == {"white": 3 * MINUTE, "black": 3 * MINUTE}
            with using_language("en"):
                shown = table_view(live.table, live.pointer, None, False, False)
            assert "has no time left." in (shown["decided"] or "")

    played(playing, path)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_flag_of_a_contest_falls_where_nobody_looks_also_after_a_restart(
    tmp_path: Path, kind: str
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, DAYS)
        side = (await tables.get(table_id)).table.position.side
        time.pass_by(2 * DAY - 1)
        async with tables_at(url, time) as restarted:
            await restarted.clocks.sweep()
            assert (await restarted.get(table_id)).table.contest is not None
        time.pass_by(1 + LEFT_TO_OTHERS)
        async with tables_at(url, time) as restarted:
            await restarted.clocks.sweep()
            assert lost_on_time(await restarted.get(table_id), side)
            await restarted.clocks.sweep()
        async with tables_at(url, time) as restarted:
            assert lost_on_time(await restarted.get(table_id), side)

    with empty_database(kind, tmp_path / "tables.db") as url:
        played(playing, url)


def test_a_clock_that_only_contests_have_disappears_with_the_contest(path: Path) -> None:
    """The database does not keep it running: the flag would fall again and again."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        options = {"link.clock": "sudden-death minutes=1"}
        async with two_at(tables, await contest_for_two(tables, **options)) as (ada, ben):
            assert await tables.store.due(time() + 2 * MINUTE) == [ada.live.id]
            first, _ = due(ada, ben)
            await first.decide("forfeit:W" if first is ada else "forfeit:B")
            assert ada.live.table.contest is None
            assert ada.live.moment()["clock"] is None
            assert await tables.store.due(time() + 2 * MINUTE) == []

    played(playing, path)


# --- Patience -------------------------------------------------------------------------------------------


def test_only_who_waits_claims_a_contest_and_not_before_three_days(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables)) as (ada, ben):
            live, (away, waits) = ada.live, due(ada, ben)
            eve = Player(live, tables, EVE).come()
            side = live.table.position.side
            time.pass_by(3 * DAY - 1)
            assert live.moment()["patience"] == {"side": side.name.lower(), "left": 1}
            with pytest.raises(GipfelError, match="still has time"):
                await waits.ask("claim")
            time.pass_by(1)
            assert live.moment()["patience"] == {"side": side.name.lower(), "left": 0}
            assert own_view(live.table, live.pointer, waits.permissions(), live.keys)["can"]["claim"]
            for player in (away, eve):
                assert not own_view(live.table, live.pointer, player.permissions(), live.keys)["can"]["claim"]
            with pytest.raises(GipfelError, match="no decision of"):
                await away.ask("claim")
            for player, word in ((away, side.other), (eve, side.other), (eve, None), (waits, side)):
                with pytest.raises(PermissionDenied):
                    await player.ask("claim", side=None if word is None else word.name.lower())
            assert live.table.contest is not None
            await waits.ask("claim")
            assert lost_on_time(live, side)
            with pytest.raises(GipfelError, match="No contest"):
                await waits.ask("claim")
            await eve.go()

    played(playing, path)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_days_of_patience_survive_a_restart_and_days_without_a_server_do_not_count(
    tmp_path: Path, kind: str
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables)
        await tables.heartbeat.beat()
        time.pass_by(2 * DAY)
        await tables.heartbeat.beat()
        await tables.heartbeat.close()
        time.pass_by(10 * DAY)
        async with tables_at(url, time) as restarted:
            await restarted.heartbeat.beat()
            await restarted.heartbeat.give_back()
            await restarted.clocks.sweep()
            async with two_at(restarted, table_id) as (ada, ben):
                _, waits = due(ada, ben)
                assert ada.live.moment()["patience"] is not None
                with pytest.raises(GipfelError, match="still has time"):
                    await waits.ask("claim")
                time.pass_by(DAY)
                await waits.ask("claim")
                assert ada.live.table.contest is None

    with empty_database(kind, tmp_path / "tables.db") as url:
        played(playing, url)


def test_nobody_claims_against_an_engine_or_at_one_screen(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        for more in ({"alone": True}, {"engine": "random"}):
            live = await tables.get(await contest_for_two(tables, **more))
            ada = Player(live, tables, ADA)
            time.pass_by(300 * DAY)
            assert not own_view(live.table, live.pointer, ada.permissions(), live.keys)["can"]["claim"]
            for side in ("white", None):
                with pytest.raises(GipfelError, match="two players by link"):
                    await ada.ask("claim", side=side)

    played(playing, path)
