"""Offers and messages between two players."""

from pathlib import Path

import pytest

from gipfel import GipfelError
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import OutdatedClient
from tests.helpers.server.players import EVE, MINUTE, Player, Time, begin, played, table_for_two, two_at
from tests.helpers.waiting import until

# --- Offers ---------------------------------------------------------------------------------------------


def test_a_draw_by_agreement(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables, "yinsh")) as (ada, ben):
            await begin(ada, ben)
            await ada.ask("offer", what="draw")
            await ada.ask("offer", what="draw")
            with pytest.raises(GipfelError):
                await ada.ask("accept", what="draw")
            await ben.ask("decline", what="draw")
            await ben.ask("decline", what="draw")
            assert ada.live.table.offer is None
            await ada.decide()
            await ben.ask("offer", what="draw")
            await ada.ask("accept", what="draw")
            outcome = ada.live.table.outcome
            assert outcome is not None
            assert outcome.winner is None

    played(playing, path)


def test_taking_back_is_asked_for(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide()
            await ada.ask("undo")
            assert ada.live.table.number == 1
            await ben.ask("accept", what="undo")
            assert ada.live.table.number == 0
            with pytest.raises(OutdatedClient):
                await ada.ask("decide", number=0, decision="e1-e3", happened=0)

    played(playing, path)


def test_leaving_early_and_not_later(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            with pytest.raises(GipfelError):
                await ada.ask("abort")
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide()
            await ben.ask("abort")
            await ben.ask("abort")
            assert ada.live.table.aborted

    played(playing, path)


# --- Words ----------------------------------------------------------------------------------------------


def test_words_reach_seats_and_nobody_else(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            eve = Player(ada.live, tables, EVE).come()
            await ada.ask("say", text="good luck")
            await until(lambda: bool(ben.last("messages").get("messages")))
            said = ben.last("messages")["messages"]
            assert said == [{"side": "white", "text": "good luck", "at": time()}]
            assert not [told for told in eve.told if told["type"] == "messages"]
            with pytest.raises(GipfelError):
                await eve.ask("say", text="take the left one")
            with pytest.raises(GipfelError):
                await ada.ask("say", text="I resign", side="black")
            await eve.go()

    played(playing, path)


def test_not_too_many_words(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            for number in range(20):
                await ada.ask("say", text=str(number))
            with pytest.raises(GipfelError, match="60 s"):
                await ada.ask("say", text="more")
            await ben.ask("say", text="hush")
            time.pass_by(MINUTE)
            await ada.ask("say", text="more")

    played(playing, path)
