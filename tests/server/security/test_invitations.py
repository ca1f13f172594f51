"""Invitations that are refused, and their clocks."""

import pytest

import gipfel
from gipfel.server.contract.shared import Json
from tests.helpers.server.running import RunningServer
from tests.helpers.server.two_seats import denied
from tests.helpers.tables import at_the_dice


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "gipf", "invite": {}},
        {"game": "gipf", "invite": {"side": "red"}},
        {"game": "gipf", "invite": {"side": "white", "name": "x" * 61}},
        {"game": "gipf", "invite": {"side": "white", "key": "mine"}},
        {"game": "gipf", "invite": {"side": "white"}, "seats": {}},
        {"game": "gipf", "invite": True},
        {"game": "gipf", "clock": {"kind": "hourglass"}},
        {"game": "gipf", "clock": {"kind": "increment", "minutes": 5}},
        {"game": "gipf", "clock": {"kind": "sudden-death", "minutes": 0}},
        {"game": "gipf", "clock": 5},
        {"game": "tamsk", "version": "level2", "clock": {"kind": "sudden-death", "minutes": 5}},
        {"menu": 'game = "gipf"\n', "clock": {"kind": "sudden-death", "minutes": 5}},
    ],
    ids=lambda wanted: str(wanted)[:70],
)
def test_no_such_invitation(abroad: RunningServer, wanted: Json) -> None:
    with abroad.visitor() as ada:
        assert len(denied(ada.client.post("/api/tables", json=wanted), 422)) < 400


def test_clocks_of_menus_and_records(abroad: RunningServer) -> None:
    clock = {"kind": "increment", "minutes": 5, "seconds": 3}
    menu = 'preset = "ultimate"\n[clock]\nkind = "increment"\nminutes = 5\nseconds = 3\n'
    record = gipfel.write_record(at_the_dice().record())
    with abroad.visitor() as ada:
        for wanted in ({"menu": menu}, {"record": record, "clock": clock}, {"game": "gipf", "clock": clock}):
            table_id = ada.new(invite={"side": "black"}, **wanted)["id"]
            with ada.page(table_id) as page:
                assert page.table["clock"]["left"] == {"white": 300_000, "black": 300_000}
