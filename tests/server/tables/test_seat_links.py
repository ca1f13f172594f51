"""Keys of seats when things happen at the same moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.server.contract.requests import LinkRequest, SitRequest
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.tables.directory import TableDirectory
from gipfel.table import event_limit
from tests.helpers.server.held_calls import HeldCall
from tests.helpers.server.players import (
    ADA,
    BEN,
    EVE,
    INVITATION,
    Player,
    Time,
    played,
    table_for_two,
    tables_at,
    two_at,
)


@pytest.mark.parametrize(
    ("kind", "rest"),
    [
        ("say", {"text": "still me"}),
        ("abort", {}),
        ("offer", {"what": "undo"}),
        ("plan", {"number": 1, "line": ["a1-c3", "i1-h2"]}),
        ("resign", {}),
    ],
)
def test_a_key_counts_when_something_happens(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, rest: dict[str, Any]
) -> None:
    """The key is checked when the event is applied, not when the message arrives."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide("e1-e3")
            other = HeldCall(monkeypatch, tables.store, "add")
            busy = asyncio.create_task(ben.ask("say", text="hello"))
            await other.reached.wait()
            late = asyncio.create_task(ada.ask(kind, **rest))
            await asyncio.sleep(0)  # it begins, and waits for the other one
            ada.live.keys = {EVE: frozenset({WHITE}), BEN: frozenset({BLACK})}
            other.go_on.set()
            await busy
            happened = ada.live.table.event_count
            with pytest.raises(PermissionDenied):
                await late
            assert ada.live.table.event_count == happened

    played(playing, path)


def test_keys_that_were_read_earlier_do_not_count_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        slow = HeldCall(monkeypatch, tables.store, "keys", after=True)
        first = asyncio.create_task(live.reload_keys())
        await slow.reached.wait()
        await tables.store.replace_keys(live.id, WHITE, (), EVE)
        second = asyncio.create_task(live.reload_keys())
        await asyncio.wait({second}, timeout=0.2)  # time in which it must not overtake the first one
        slow.go_on.set()
        await asyncio.gather(first, second)
        assert not live.permissions(ADA).sides
        assert live.permissions(EVE).sides == {WHITE}

    played(playing, path)


def test_a_link_takes_nobody_away_who_has_sat_down_elsewhere(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        made = await tables.create(INVITATION, ADA)
        ada = Player(await tables.get(made["id"]), tables, ADA).come()
        async with tables_at(path, time) as others:
            await others.sit(made["id"], BEN, SitRequest(key=made["key"]))
        with pytest.raises(PermissionDenied):
            await tables.link(made["id"], ADA, LinkRequest(side="black"))
        assert (await tables.store.keys(made["id"]))[BEN] == {BLACK}
        await ada.go()

    played(playing, path)


def test_a_seat_that_cannot_be_freed_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        made = await tables.create(INVITATION, ADA)
        await tables.sit(made["id"], BEN, SitRequest(key=made["key"]))
        keys = await tables.store.keys(made["id"])
        monkeypatch.setattr(event_limit, "MOST_OTHERS", 0)
        with pytest.raises(GipfelError, match="Too much"):
            await tables.link(made["id"], ADA, LinkRequest(side="black", free=True))
        assert await tables.store.keys(made["id"]) == keys

    played(playing, path)
