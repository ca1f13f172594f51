"""Tables of one visitor: on a server for others they belong to their maker."""

from gipfel.server.settings import Settings
from gipfel.table.keys import new_key
from tests.helpers.server.in_process import served_here
from tests.helpers.server.running import RunningServer, Server
from tests.helpers.server.two_seats import ENGINE, EVERYTHING, PERSON, denied, refused

OTHERS = Settings(host="0.0.0.0")


def test_on_a_server_for_others_a_table_belongs_to_who_made_it(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as eve:
        table_id = ada.new(game="gipf", version="standard")["id"]
        with ada.page(table_id) as mine, eve.page(table_id) as page:
            assert mine.table["mine"] == ["white", "black"]
            for decision in ("e1-e3", "e9-e7"):
                mine.decide(decision)
                page.until_number(mine.table["number"])
            for kind, attempts in EVERYTHING.items():
                for attempt in attempts:
                    refused(page, kind, **attempt)
            denied(eve.link(table_id))
            denied(eve.client.delete(f"/api/tables/{table_id}"))
            mine.do("undo")
            mine.do("redo")
            mine.do("rename", side="black", name="Bob")
            mine.do("seat", side="black", seat=ENGINE)
            mine.do("seat", side="black", seat=PERSON)
            assert mine.table["mine"] == ["white", "black"]
        assert table_id not in eve.client.get("/api/home").text
        assert table_id in ada.client.get("/api/home").text
        assert ada.client.delete(f"/api/tables/{table_id}").status_code == 200


def test_a_hot_seat_can_move_to_another_device(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as phone:
        table_id = ada.new(game="gipf", version="standard")["id"]
        for side in ("white", "black"):
            key = ada.link(table_id, side=side).json()["key"]
            assert phone.sit(table_id, key).json() == {"side": side}
        with phone.page(table_id) as page:
            assert page.table["mine"] == ["white", "black"]
            page.decide("e1-e3")
            page.decide("e9-e7")
            page.do("undo")


def test_two_engines_belong_to_somebody_too(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as eve:
        table_id = ada.new(game="dvonn", seats={"white": ENGINE, "black": ENGINE})["id"]
        with ada.page(table_id) as mine, eve.page(table_id) as page:
            for side in ("white", "black"):
                refused(page, "seat", side=side, seat=PERSON)
            denied(eve.client.delete(f"/api/tables/{table_id}"))
            mine.until_number(2)
            mine.do("seat", side="white", seat=PERSON)
            assert mine.table["mine"] == ["white"]


def test_against_an_engine_everything_works_with_a_key(abroad: RunningServer) -> None:
    with abroad.visitor() as ada:
        table_id = ada.new(game="gipf", version="standard", seats={"black": ENGINE})["id"]
        with ada.page(table_id) as page:
            page.decide("e1-e3")
            page.until_number(2)
            page.do("undo")
            assert page.table["number"] == 0
            assert page.table["can"]["hint"]
            refused(page, "decide", number=0, decision="e1-e3", side="black")
            refused(page, "resign", side="black")


def test_a_table_from_home_is_only_watched_abroad(home: RunningServer) -> None:
    table_id = home.new(game="tzaar", version="fixed")
    with served_here(home.database, settings=OTHERS) as name:
        abroad = Server(name)
        assert abroad.client.delete(f"/api/tables/{table_id}").status_code == 403
        with abroad.page(table_id) as page:
            assert not page.table["yours"]
            assert page.ask("resign")["type"] == "refused"


def test_an_open_table_has_no_links(home: RunningServer) -> None:
    with home.visitor() as ada:
        table_id = ada.new(game="gipf", seats={"white": {**PERSON, "waits": True}})["id"]
        with ada.page(table_id) as page:
            assert page.table["open"]
            assert page.table["mine"] == ["white", "black"]
            assert not page.table["seats"]["white"]["waits"]  # only an invitation makes a seat wait
            page.do("seat", side="black", seat={**PERSON, "waits": True})
            assert not page.table["seats"]["black"]["waits"]
        denied(ada.link(table_id), 409)
        denied(ada.sit(table_id, new_key()))
