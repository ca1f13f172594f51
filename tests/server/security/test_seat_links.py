"""Links to seats: who makes them, and whom they let in."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from gipfel.server.settings import Settings
from gipfel.table.keys import new_key
from tests.helpers.postgres import database
from tests.helpers.server.in_process import served_here
from tests.helpers.server.running import RunningServer, Server
from tests.helpers.server.two_seats import Match, denied, refused

OTHERS = Settings(host="0.0.0.0")


def test_nobody_makes_a_link_for_the_seat_of_another(match: Match, server: RunningServer) -> None:
    with match.unchanged():
        denied(match.ada.link(match.id, side="black"))
        denied(match.bob.link(match.id, side="white"))
        denied(match.bob.link(match.id, side="white", renew=True))
        denied(match.eve.link(match.id))
        for side in ("white", "black"):
            denied(match.eve.link(match.id, side=side))
        with server.visitor() as new:
            denied(new.link(match.id, side="white"))
        assert match.bob.sit(match.id, match.key).status_code == 200


def test_an_older_link_does_not_fit_any_more(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as bob, server.visitor() as eve:
        made = ada.invite()
        first, second = made["key"], ada.link(made["id"], side="black").json()["key"]
        assert first != second
        denied(eve.sit(made["id"], first))
        denied(eve.link(made["id"], side="black"))
        assert bob.sit(made["id"], second, name="Bob").status_code == 200
        denied(eve.sit(made["id"], first))
        denied(ada.link(made["id"], side="black"))
        with eve.page(made["id"]) as page:
            assert page.table["mine"] == []
            assert page.table["seats"]["black"]["name"] == "Bob"
            refused(page, "resign", side="black")


def test_a_page_that_stays_loses_its_seat_with_its_key(match: Match, server: RunningServer) -> None:
    key = match.ada.link(match.id).json()["key"]
    with server.visitor() as phone:
        phone.sit(match.id, key)
        with phone.page(match.id) as page:
            assert page.table["mine"] == ["white"]
            match.ada.link(match.id, renew=True)
            while page.table["mine"]:
                page.until("table")
            with match.unchanged():
                refused(page, "decide", number=2, decision="i1-h2")
                refused(page, "resign", side="white")


def test_so_many_links_nobody_needs(server: RunningServer) -> None:
    """The number of keys of one seat is limited: beyond it, a new link makes the others useless."""
    with server.visitor() as ada, server.visitor() as bob, server.visitor() as phone:
        made = ada.invite()
        table_id = made["id"]
        assert bob.sit(table_id, made["key"]).status_code == 200
        first, *_, last = [bob.link(table_id).json()["key"] for _ in range(60)]
        denied(phone.sit(table_id, first))
        assert phone.sit(table_id, last).status_code == 200


def test_a_used_link_lets_nobody_else_in(match: Match, server: RunningServer) -> None:
    """Nor can whoever has it exclude the player by making a new link."""
    with server.visitor() as third, match.unchanged():
        denied(third.sit(match.id, match.key))
        denied(third.link(match.id, side="black", renew=True))
        assert match.bob.sit(match.id, match.key).json() == {"side": "black"}  # the page was loaded again
        assert match.ada.sit(match.id, match.key).json() == {"side": "white"}  # who made it changes nothing
    with server.visitor() as phone, server.visitor() as third:
        key = match.bob.link(match.id).json()["key"]
        assert phone.sit(match.id, key).json() == {"side": "black"}
        denied(third.sit(match.id, key))


def test_a_seat_is_freed_until_its_player_has_decided(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as bob, server.visitor() as eve:
        made = ada.invite()
        table_id = made["id"]
        eve.sit(table_id, made["key"], name="Eve")
        with ada.page(table_id) as white, eve.page(table_id) as intruder:
            assert (white.table["can"]["free"], intruder.table["can"]["free"]) == (True, False)
            denied(ada.link(table_id, side="black"))
            denied(eve.link(table_id, side="white", free=True))
            key = ada.link(table_id, side="black", free=True).json()["key"]
            while intruder.table["mine"]:
                intruder.until("table")
            while not white.table["seats"]["black"]["waits"]:
                white.until("table")
            assert not white.table["can"]["free"]
            denied(eve.sit(table_id, made["key"]))
            refused(intruder, "resign", side="black")
            assert bob.sit(table_id, key, name="Bob").status_code == 200
            while white.table["seats"]["black"]["name"] != "Bob":
                white.until("table")
            white.decide("e1-e3")
            with bob.page(table_id) as black:
                black.decide("e9-e7")
            white.until_number(2)
            assert not white.table["can"]["free"]
        denied(ada.link(table_id, side="black", free=True))
        assert ada.client.get(f"/api/tables/{table_id}").json()["seats"]["black"]["name"] == "Bob"


def test_of_two_who_use_a_link_at_once_one_gets_the_seat() -> None:
    with database() as url, ExitStack() as stack:
        here, there = (Server(stack.enter_context(served_here(url, settings=OTHERS))) for _ in range(2))
        ada, bob = (stack.enter_context(here.visitor()) for _ in range(2))
        eve = stack.enter_context(there.visitor())
        threads = stack.enter_context(ThreadPoolExecutor(2))
        for _ in range(5):
            made = ada.invite()
            sitting = [threads.submit(one.sit, made["id"], made["key"]) for one in (bob, eve)]
            assert sorted(answer.result().status_code for answer in sitting) == [200, 403]


def test_keys_count_in_every_process() -> None:
    """Two servers with one database: a player who sits down at one may play at the other."""
    with database() as url, ExitStack() as stack:
        here, there = (Server(stack.enter_context(served_here(url, settings=OTHERS))) for _ in range(2))
        ada, phone, eve = (stack.enter_context(here.visitor()) for _ in range(3))
        bob = stack.enter_context(there.visitor())
        made = ada.invite()
        table_id = made["id"]
        white = stack.enter_context(ada.page(table_id))
        denied(bob.sit(table_id, new_key()))
        assert bob.sit(table_id, made["key"], name="Bob").json() == {"side": "black"}
        while white.table["seats"]["black"]["waits"]:
            white.until("table")
        white.decide("e1-e3")
        with (
            here.page(table_id, headers=bob.headers) as black,
            there.page(table_id, headers=eve.headers) as watching,
        ):
            assert black.table["mine"] == ["black"]
            refused(watching, "decide", number=1, decision="e9-e7")
            black.decide("e9-e7")
            assert watching.until_number(2)["mine"] == []
        assert phone.sit(table_id, ada.link(table_id).json()["key"]).status_code == 200
        with there.page(table_id, headers=phone.headers) as page:
            assert page.table["mine"] == ["white"]
            ada.link(table_id, renew=True)  # told to the other process
            while page.table["mine"]:
                page.until("table")
            refused(page, "decide", number=2, decision="i1-h2")
