"""Playing over a WebSocket: decisions, undo, seats, engines, contests, games with time."""

import time
from random import Random

import pytest

import gipfel
from tests.helpers.check import some_of
from tests.helpers.external_engines import TINY
from tests.helpers.random_games import VERSIONS
from tests.helpers.server.patches import patched
from tests.helpers.server.running import Page, RunningServer
from tests.helpers.tables import at_the_dice

LONG_ENOUGH, A_WHILE = 100, 12
"""Decisions: most random games are over after the first number; the second one is for other versions."""
LONG_GAMES = ("punct",)
"""A whole game takes seconds; the tests of tables play them to the end without a server."""
ENGINE = {"kind": "engine", "player": "random"}


# --- Playing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 8), ids=lambda text: text)
def test_every_game_is_played_by_pointing(server: RunningServer, name: str, version: str) -> None:
    table_id = server.new(game=name, version=version, seed=3)
    first = version == gipfel.game(name).version and name not in LONG_GAMES
    most = LONG_ENOUGH if first else A_WHILE
    with server.page(table_id) as page:
        page.play_at_random(Random(5), most)
        number = page.table["number"]
        assert page.table["outcome"] is not None or number >= most
        turns = [turn["text"] for turn in page.table["turns"]]
    record = server.client.get(f"/api/tables/{table_id}/record").text
    played = gipfel.replay(gipfel.read_record(record))
    assert len(played.decisions) == number
    assert played.turn_texts() == turns


def test_undo_and_redo_lose_nothing(page: Page) -> None:
    page.decide("e1-e3")
    page.decide("e9-e7")
    page.do("undo")
    assert page.table["number"] == 1
    assert page.table["can"]["redo"]
    page.do("undo")
    assert page.table["number"] == 0
    assert not page.table["can"]["undo"]
    assert page.ask("undo")["type"] == "refused"
    page.do("redo")
    page.do("redo")
    assert [turn["text"] for turn in page.table["turns"]] == ["e1-e3", "e9-e7"]
    assert page.ask("redo")["type"] == "refused"
    page.do("undo")
    page.decide("i1-h2")
    assert not page.table["can"]["redo"]


def test_the_same_decision_twice_counts_once(page: Page) -> None:
    page.decide("e1-e3")
    assert page.ask("decide", number=0, decision="e1-e3") == {"type": "done", "id": 2, "number": 1}
    assert page.table["number"] == 1


def test_a_decision_for_another_position_is_refused(page: Page) -> None:
    page.decide("e1-e3")
    refused = page.ask("decide", number=0, decision="a1-c3")
    assert refused["type"] == "refused"
    assert refused["number"] == 1
    assert page.until("table")["number"] == 1
    assert page.ask("decide", number=7, decision="e9-e7")["type"] == "refused"


def test_an_illegal_decision_says_what_is_wrong(page: Page) -> None:
    refused = page.ask("decide", number=0, decision="e3-e5")
    assert refused["type"] == "refused"
    assert "dot" in refused["reason"]
    assert page.ask("decide", number=0, decision="nonsense")["type"] == "refused"


def test_everybody_sees_what_happens(server: RunningServer) -> None:
    table_id = server.new(game="gipf")
    with server.page(table_id) as one, server.page(table_id) as other:
        one.decide("e1-e3")
        assert other.until("table")["last"] == "e1-e3"


def test_resigning_ends_the_game_and_undo_goes_on(page: Page) -> None:
    page.do("resign", side="white")
    assert page.table["outcome"]["score"] == "0-1"
    assert page.table["outcome"]["reason"] == "resignation"
    assert page.table["side"] is None
    assert page.ask("decide", number=0, decision="e1-e3")["type"] == "refused"
    page.do("undo")
    assert page.table["outcome"] is None


def test_names_and_seats(page: Page) -> None:
    page.do("rename", side="white", name="  Ada\nLovelace ")
    assert page.table["seats"]["white"]["name"] == "Ada Lovelace"
    page.do("seat", side="black", seat=ENGINE)
    page.decide("e1-e3")
    page.until_number(2)
    assert page.ask("rename", side="black", name="x")["type"] == "refused"
    assert page.ask("seat", side="black", seat={"kind": "engine", "player": "level:99"})["type"] == "refused"


# --- Engines --------------------------------------------------------------------------------------------


def test_undo_against_an_engine_goes_back_to_the_person(server: RunningServer) -> None:
    with server.page(server.new(game="gipf", seats={"black": ENGINE})) as page:
        page.decide("e1-e3")
        page.until_number(2)
        page.do("undo")
        assert page.table["number"] == 0
        page.do("redo")
        assert page.table["number"] == 2


def test_two_engines_play_each_other(server: RunningServer) -> None:
    with server.page(server.new(game="dvonn", seats={"white": ENGINE, "black": ENGINE})) as page:
        page.until_number(2)
        assert page.table["yours"] == []
        assert page.ask("point", number=page.table["number"], prefix=[])["type"] == "refused"


def test_an_engine_that_cannot_play_loses(server: RunningServer) -> None:
    seats = {"black": {"kind": "engine", "player": "engine:/no/such/program"}}
    with server.page(server.new(game="gipf", seats=seats)) as page:
        page.decide("e1-e3")
        while page.table["outcome"] is None:
            page.until("table")
        assert page.table["outcome"]["winner"] == "white"
        assert "program" in page.table["outcome"]["text"]


def test_a_program_is_called_by_the_name_it_tells(server: RunningServer) -> None:
    seats = {"black": {"kind": "engine", "player": f"engine:{TINY}"}}
    table = server.new(game="gipf", seats=seats)
    with server.page(table) as page:
        page.decide("e1-e3")
        page.until_number(2)
        assert page.table["seats"]["black"]["name"] == "Tiny"
        assert page.ask("rename", side="black", name="Ada")["type"] == "refused"
    assert "\nblack: Tiny\n" in server.client.get(f"/api/tables/{table}/record").text


# --- Contests and chance --------------------------------------------------------------------------------


def test_dice_are_thrown_once_and_proven(server: RunningServer) -> None:
    record = gipfel.write_record(at_the_dice().record())
    with server.page(server.new(record=record)) as page:
        number = page.table["number"]
        assert page.table["contest"]["kind"] == "die"
        assert page.table["chance"] == {"what": "die", "roll": True}
        assert page.ask("decide", number=number, decision="die:6-1")["type"] == "refused"
        page.do("roll")
        thrown = page.table["thrown"]
        assert len(thrown["proof"]) == 2
        page.do("undo")
        assert page.table["number"] < number
        page.do("redo")
        if page.table["chance"] is not None:
            page.do("roll")
        assert page.table["thrown"] == thrown
        page.play_at_random(Random(4), 2000)
        assert page.table["outcome"] is not None


def test_a_contest_with_a_game(server: RunningServer) -> None:
    links = {"link.mode": "must-win", "link.Z": "zertz blitz", "base": "basic"}
    record = gipfel.write_record(at_the_dice("one-shot", **links).record())
    with server.page(server.new(record=record)) as page:
        assert page.table["chance"] == {"what": "lot", "roll": True}
        board = page.board
        page.do("roll")
        contest = page.table["contest"]
        assert contest["kind"] == "game"
        assert contest["around"]["board"] == board != page.board
        while page.table["contest"] is not None:
            page.play_at_random(Random(3), page.table["number"] + 1)
        assert page.board == board
        assert page.table["changes"] == []  # they were made on the other board
        over = page.table["number"]
        views = [page.ask("view", at=at) for at in (over, over - 1, over - 2)]
        assert [view["picture"]["game"] for view in views] == ["project", "zertz", "zertz"]
        assert [bool(view["changes"]) for view in views] == [False, True, True]
        page.play_at_random(Random(6), 2000)
        assert page.table["outcome"] is not None


def test_resigning_in_a_contest_loses_only_the_contest(server: RunningServer) -> None:
    with server.page(server.new(record=gipfel.write_record(at_the_dice().record()))) as page:
        page.do("resign")
        assert page.table["contest"] is None
        assert page.table["outcome"] is None


def test_an_evening_from_a_menu(server: RunningServer) -> None:
    menu = 'title = "An evening"\npreset = "ultimate"\n[links]\nzertz = "zertz blitz"\n'
    with server.page(server.new(menu=menu)) as page:
        assert page.table["game"]["title"] == "An evening"
        assert page.table["game"]["options"] == {"link.mode": "must-win", "link.Z": "zertz blitz"}


# --- Games with time ------------------------------------------------------------------------------------


def test_time_passes_only_while_somebody_looks(server: RunningServer) -> None:
    table_id = server.new(game="tamsk", version="level2")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 3)
        first = page.until("time")
        later = page.until("time")
        assert later["now"] > first["now"]
        assert not page.table["can"]["undo"]
    time.sleep(0.5)  # real time, which must not pass in the game
    with server.page(table_id) as page:
        assert page.table["number"] >= 3
        assert page.table["time"]["now"] < later["now"] + 400


def test_messages_with_the_time_leave_out_what_has_not_changed(server: RunningServer) -> None:
    with server.page(server.new(game="tamsk", version="level2")) as page:
        page.play_at_random(Random(1), 6)
        first = page.until("time")
        while "pieces" not in first:
            first = page.until("time")
        pieces = first["pieces"]
        for _ in range(4):  # four times a second
            later = page.until("time")
            assert not {"pieces", "trays", "sentence", "targets"} & later.keys()
            pieces = patched({"pieces": pieces}, later.get("patch", []))["pieces"]
        assert [piece["at"] for piece in pieces] == [piece["at"] for piece in first["pieces"]]
        assert {piece["look"] for piece in pieces} <= page.looks


def test_a_page_without_updates_is_sent_whole_messages_with_the_time(server: RunningServer) -> None:
    with server.page(server.new(game="tamsk", version="level2"), updates=False) as page:
        for _ in range(3):
            assert {"pieces", "trays", "sentence", "targets"} <= page.until("time").keys()


def test_nobody_decides_for_an_engine_in_a_game_with_time(server: RunningServer) -> None:
    seats = {"black": {"kind": "engine", "player": "engine:/no/such/program"}}
    with server.page(server.new(game="tamsk", version="level2", seats=seats)) as page:
        blacks = gipfel.game("tamsk", "level2").start().at(1000).decisions(gipfel.BLACK)
        for made in blacks[:3]:
            for number in (0, 1, 10**6):
                refused = page.ask("decide", number=number, decision=made.text, side="black")
                assert refused["type"] == "refused"
        assert page.table["number"] == 0
