"""Two people and a spectator, as it is meant to be."""

from gipfel.server.contract.shared import Json
from tests.helpers.server.running import RunningServer, Visitor
from tests.helpers.server.two_seats import Match, denied, refused


def test_two_play_by_link(match: Match) -> None:
    assert match.white.table["mine"] == ["white"]
    assert match.black.table["mine"] == ["black"]
    assert match.watching.table["mine"] == []
    assert not match.white.table["open"]
    assert (match.white.table["yours"], match.black.table["yours"]) == (["white"], [])
    assert match.white.table["targets"]
    assert match.black.table["targets"] == match.watching.table["targets"] == []
    names = {side: seat["name"] for side, seat in match.watching.table["seats"].items()}
    assert names == {"white": "Ada", "black": "Bob"}
    assert not any(seat["waits"] for seat in match.watching.table["seats"].values())
    match.white.decide("i1-h2")
    assert match.black.until_number(3)["yours"] == ["black"]
    match.black.decide("a5-c5")
    assert match.watching.until_number(4)["turns"][-1]["text"] == "a5-c5"


def test_a_seat_waits_until_somebody_takes_it(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as bob:
        made = ada.invite("black")
        assert made["side"] == "black"
        with ada.page(made["id"]) as page:
            assert page.table["seats"]["white"] == {"kind": "person", "name": "", "waits": True}
            assert bob.sit(made["id"], made["key"], name=" Bob\n ").json() == {"side": "white"}
            while page.table["seats"]["white"]["waits"]:
                page.until("table")
            assert page.table["seats"]["white"]["name"] == "Bob"


def test_sitting_down_again_is_harmless_and_works_on_other_devices(match: Match) -> None:
    assert match.bob.sit(match.id, match.key, name="Robert").json() == {"side": "black"}
    with match.ada.server.visitor() as phone:
        key = match.bob.link(match.id).json()["key"]
        assert phone.sit(match.id, key, name="Bobby").json() == {"side": "black"}
        with phone.page(match.id) as page:
            assert page.table["mine"] == ["black"]
            assert page.table["seats"]["black"]["name"] == "Bob"


def test_the_lot_gives_both_sides(server: RunningServer) -> None:
    with server.visitor() as ada:
        assert {ada.invite("lot")["side"] for _ in range(40)} == {"white", "black"}


def test_a_new_link_for_another_device(match: Match) -> None:
    link = match.ada.link(match.id).json()
    assert link["side"] == "white"
    with match.ada.server.visitor() as phone:
        assert phone.sit(match.id, link["key"]).json() == {"side": "white"}
        with phone.page(match.id) as page:
            page.decide("i1-h2")
        # A renewed key locks out all other devices.
        assert match.ada.link(match.id, renew=True).json()["side"] == "white"
        with match.unchanged(), phone.page(match.id) as page:
            assert page.table["mine"] == []
            denied(phone.sit(match.id, link["key"]))
        with match.ada.page(match.id) as page:
            assert page.table["mine"] == ["white"]


def test_what_a_page_may_do_follows_its_seat(match: Match) -> None:
    assert {name for name, may in match.watching.table["can"].items() if may} == set()
    ours = match.white.table["can"]
    assert ours["resign"]
    assert ours["ask undo"]
    assert not ours["undo"]
    assert not ours["redo"]
    assert not ours["hint"]


def test_lists_show_each_visitor_their_own(match: Match) -> None:
    def listed(visitor: Visitor) -> list[Json]:
        tables = visitor.client.get("/api/tables").json()["tables"]
        return [table for table in tables if table["id"] == match.id]

    assert [(table["mine"], table["with_others"], table["your_turn"]) for table in listed(match.ada)] == [
        (["white"], True, True)
    ]
    assert [(table["mine"], table["your_turn"]) for table in listed(match.bob)] == [(["black"], False)]
    assert listed(match.eve) == []
    turns = [
        visitor.client.get("/api/turns").json()["tables"] for visitor in (match.ada, match.bob, match.eve)
    ]
    assert [[table["id"] for table in tables] for tables in turns] == [[match.id], [], []]
    seen = match.eve.client.get(f"/api/tables/{match.id}").json()
    assert (seen["mine"], seen["your_turn"], seen["with_others"]) == ([], False, True)


def test_undo_becomes_an_offer_and_only_the_other_one_accepts(match: Match) -> None:
    match.white.do("undo")
    assert match.white.table["number"] == 2
    assert match.white.table["offer"] == {"what": "undo", "side": "white"}
    with match.unchanged():
        match.white.ask("undo")  # once more is the same
        for attempt in ({}, {"side": "white"}, {"side": "black"}):
            refused(match.white, "accept", what="undo", **attempt)
            refused(match.watching, "accept", what="undo", **attempt)
            refused(match.watching, "decline", what="undo", **attempt)
    match.black.do("accept", what="undo")
    assert match.black.table["number"] == 0
