"""Players act only for their own side."""

import pytest

import gipfel
from gipfel.server.contract.shared import Json
from tests.helpers.server.running import RunningServer
from tests.helpers.server.two_seats import ENGINE, EVERYTHING, PERSON, Match, denied, matched, refused
from tests.helpers.tables import at_the_dice

# --- With the key of another seat -------------------------------------------------------------------------


def test_a_player_plays_only_their_own_side(match: Match) -> None:
    with match.unchanged():
        for attempt in EVERYTHING["decide"][:4]:
            refused(match.black, "decide", **attempt)
        refused(match.black, "point", number=2, prefix=[])
        refused(match.black, "point", number=2, prefix=[], side="white")
        refused(match.black, "resign", side="white")
        refused(match.black, "rename", side="white", name="Eve")
        refused(match.black, "redo")
        refused(match.black, "plan", number=2, line=["i1-h2"], always=True, side="white")
        refused(match.black, "say", text="I give up", side="white")
        for what in ("undo", "draw", "rematch"):
            refused(match.black, "offer", what=what, side="white")
            refused(match.black, "accept", what=what, side="white")
        for side in ("white", "black"):
            for seat in (ENGINE, PERSON):
                refused(match.black, "seat", side=side, seat=seat)
        for question in ("hint", "analyse", "opinion"):
            refused(match.black, question)


def test_the_decision_of_the_other_one_cannot_be_repeated(match: Match) -> None:
    """The same decision again is harmless if the same player sends it."""
    assert match.white.ask("decide", number=0, decision="e1-e3")["type"] == "done"
    with match.unchanged():
        refused(match.black, "decide", number=0, decision="e1-e3")
        refused(match.white, "decide", number=1, decision="e9-e7")


def test_old_messages_do_nothing_after_something_was_taken_back(match: Match) -> None:
    happened = match.white.table["happened"]
    match.white.do("undo")
    match.black.do("accept", what="undo")
    with match.unchanged():
        refused(match.white, "decide", number=0, decision="e1-e3", happened=happened - 2)
        refused(match.black, "decide", number=1, decision="e9-e7", happened=happened - 1)
        refused(match.black, "redo")
        refused(match.white, "redo")
        refused(match.black, "accept", what="undo")


def test_a_draw_or_a_rematch_takes_two(server: RunningServer) -> None:
    with matched(server, game="dvonn", version="standard") as match:
        match.white.do("offer", what="draw")
        with match.unchanged():
            for page in (match.white, match.watching):
                for side in ({}, {"side": "white"}, {"side": "black"}):
                    refused(page, "accept", what="draw", **side)
        match.black.do("resign")
        match.white.do("offer", what="rematch")
        with match.unchanged():
            refused(match.watching, "accept", what="rematch")
            refused(match.white, "accept", what="rematch", side="black")


def test_keys_fit_only_where_they_belong(match: Match, server: RunningServer) -> None:
    with matched(server) as other, match.unchanged(), other.unchanged():
        denied(other.eve.sit(match.id, other.key))
        denied(match.bob.sit(other.id, match.key))
        with match.bob.page(other.id) as page:
            assert page.table["mine"] == []
            refused(page, "decide", number=0, decision="e1-e3")
            refused(page, "resign", side="black")


GUESSES = ("", "A", "A" * 32, "0" * 64, "\u0000" * 32, "é" * 32, "%", "' OR 1=1 --", "../../etc/passwd")


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guess_is_no_key(match: Match, guess: str) -> None:
    with match.unchanged():
        assert guess not in denied(match.eve.sit(match.id, guess)) or not guess.strip("A%")


def test_what_looks_like_a_key_is_none(match: Match) -> None:
    """Cookies of visitors, ids, hashes, and keys with small changes."""
    from gipfel.table.keys import hashed

    with match.unchanged():
        for guess in (
            *(match.ada.cookie, match.bob.cookie, match.eve.cookie, match.id),
            *(hashed(match.key), hashed(f"visitor {match.bob.cookie}"), match.key[:-1], match.key + "A"),
            *(match.key.swapcase(), f" {match.key}"),
        ):
            assert guess is not None
            problem = denied(match.eve.sit(match.id, guess))
            assert guess not in problem
        no_keys: list[Json] = [{}, {"key": None}, {"key": 7}, {"key": [match.key]}, {"key": {"$ne": ""}}]
        no_keys += [{"key": match.key * 100}, {"key": match.key, "side": "white"}]
        for body in no_keys:
            problem = denied(match.eve.client.post(f"/api/tables/{match.id}/sit", json=body), 422)
            assert match.key not in problem
        with match.eve.page(match.id) as page:
            assert page.table["mine"] == []


def test_who_invited_cannot_take_the_second_seat(match: Match, server: RunningServer) -> None:
    with match.unchanged():
        assert match.ada.sit(match.id, match.key).json() == {"side": "white"}
        refused(match.white, "decide", number=2, decision="i1-h2", side="black")
    with server.visitor() as ada:  # nor before the friend has come
        made = ada.invite()
        assert "device" in denied(ada.sit(made["id"], made["key"]), 409)
        with ada.page(made["id"]) as page:
            assert page.table["mine"] == ["white"]
            assert page.table["seats"]["black"]["waits"]
            refused(page, "rename", side="black", name="Eve")
            refused(page, "seat", side="black", seat=ENGINE)
            refused(page, "resign", side="black")


def test_a_rematch_swaps_what_everybody_may_do(match: Match) -> None:
    match.black.do("resign")
    match.black.do("offer", what="rematch")
    match.white.until("table")
    match.white.do("accept", what="rematch")
    while match.watching.table["rematch"] is None:
        match.watching.until("table")
    table_id = match.watching.table["rematch"]
    with match.ada.page(table_id) as ada, match.bob.page(table_id) as bob, match.eve.page(table_id) as eve:
        assert [page.table["mine"] for page in (ada, bob, eve)] == [["black"], ["white"], []]
        refused(ada, "decide", number=0, decision="e1-e3")
        refused(ada, "decide", number=0, decision="e1-e3", side="white")
        refused(eve, "decide", number=0, decision="e1-e3", side="white")
        bob.decide("e1-e3")
    denied(match.eve.link(table_id, side="white"))


# --- Chance and contests ----------------------------------------------------------------------------------


def test_who_watches_throws_no_dice(server: RunningServer) -> None:
    record = gipfel.write_record(at_the_dice().record())
    with matched(server, game=None, version=None, record=record) as match:
        number = match.white.table["number"]
        assert match.white.table["chance"] == {"what": "die", "roll": True}
        assert match.watching.table["chance"] == {"what": "die", "roll": False}
        with match.unchanged():
            refused(match.watching, "roll")
            refused(match.white, "decide", number=number, decision="die:6-1")
            for page in (match.white, match.black, match.watching):
                for decision in ("agree:=", " agree:= "):
                    for side in ({}, {"side": "white"}, {"side": "black"}):
                        refused(page, "decide", number=number, decision=decision, **side)
            user = match.white.table["contest"]["user"]
            other, mine = (match.black, "W") if user == "white" else (match.white, "B")
            refused(other, "decide", number=number, decision=f"forfeit:{mine}", side=user)
            refused(other, "resign", side=user)
        match.white.do("roll")


def test_nobody_agrees_for_both(server: RunningServer) -> None:
    """Only both together can call a contest a tie."""
    links = {"link.mode": "must-win", "link.Z": "zertz blitz", "base": "basic"}
    record = gipfel.write_record(at_the_dice("one-shot", **links).record())
    with matched(server, game=None, version=None, record=record) as match:
        match.black.do("roll")
        match.white.until_number(match.black.table["number"])
        number, contest = match.black.table["number"], match.black.table["contest"]
        assert contest["kind"] == "game"
        with match.unchanged():
            for page in (match.white, match.black, match.watching):
                for decision in ("agree:=", " agree:=\n"):
                    for side in ({}, {"side": "white"}, {"side": "black"}):
                        refused(page, "decide", number=number, decision=decision, **side)
        branch = match.eve.client.post(f"/api/tables/{match.id}/branch", json={"at": number}).json()["id"]
        with match.eve.page(branch) as page:  # who plays both sides can
            page.decide("agree:=")
            assert page.table["contest"] is None


def test_in_a_game_with_time_nobody_acts_for_the_other(server: RunningServer) -> None:
    with matched(server, game="tamsk", version="level2") as match:
        start = gipfel.game("tamsk", "level2").start().at(1000)
        number = match.white.table["number"]
        for made in start.decisions(gipfel.WHITE)[:3]:
            for side in ({}, {"side": "white"}, {"side": "black"}):
                refused(match.black, "decide", number=number, decision=made.text, **side)
                refused(match.watching, "decide", number=number, decision=made.text, **side)
        for made in start.decisions(gipfel.BLACK)[:3]:
            for side in ({}, {"side": "white"}, {"side": "black"}):
                refused(match.white, "decide", number=number, decision=made.text, **side)
        assert match.white.until("time")["yours"] == ["white"]
        told = {**match.watching.table, **match.watching.until("time")}  # what has not changed is left out
        assert told["yours"] == told["targets"] == []
        assert match.state()["number"] == 0
