"""Matches of several games: invitations, offers, and the score at the table."""

from pathlib import Path

import pytest

from gipfel import GipfelError
from gipfel.server.contract.requests import NewTableRequest
from gipfel.server.tables.directory import TableDirectory
from tests.helpers.server.players import ADA, Time, played, table_for_two, two_at


def test_an_invitation_to_a_match(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        invite = {"side": "white", "first_to": 3}
        made = await tables.create(NewTableRequest.read({"game": "dvonn", "invite": invite}), ADA)
        shown = (await tables.get(made["id"])).shown_match
        assert shown is not None
        assert (shown.number, shown.first_to, shown.won) == (1, 3, (0, 0))

    played(playing, path)


@pytest.mark.parametrize("wins", [1, 21, "3", 2.5])
def test_a_match_that_cannot_be(wins: object) -> None:
    invite = {"side": "white", "first_to": wins}
    with pytest.raises(GipfelError, match="first_to"):
        NewTableRequest.read({"game": "dvonn", "invite": invite})


def test_a_number_that_was_agreed_on_stays(path: Path) -> None:
    """Only after the match is decided the players agree on another one."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        for game, sentence in ((1, ""), (2, "decided by 2 wins")):
            async with two_at(tables, table_id) as (ada, ben):
                ends, wins = (ben, ada) if game == 1 else (ada, ben)
                await ends.ask("resign")
                if sentence:
                    with pytest.raises(GipfelError, match=sentence):
                        await wins.ask("offer", what="rematch", first_to=5)
                    await wins.ask("offer", what="rematch")
                else:
                    await wins.ask("offer", what="rematch", first_to=2)
                    with pytest.raises(GipfelError, match="answer it first"):
                        await ends.ask("offer", what="rematch", first_to=7)
                await ends.ask("accept", what="rematch")
                table_id = ada.live.table.rematch
        third = (await tables.get(table_id)).match
        assert (third.number, third.first_to, third.won) == (3, 2, (1, 1))

    played(playing, path)
