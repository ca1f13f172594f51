"""The server as pages see it: a real process, real WebSockets, a real database."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import gipfel
from tests.helpers.random_games import VERSIONS
from tests.helpers.serving import Page, RunningServer, serving
from tests.table.test_table import at_the_dice

LONG_ENOUGH, A_WHILE = 100, 12
"""Decisions; most random games are over by the first number. Of further versions the second one is enough."""
LONG_GAMES = ("punct",)
"""A whole one takes seconds; they are played to the end without a server in the tests of tables."""
ENGINE = {"kind": "engine", "player": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("server") / "tables.db") as running:
        yield running


@pytest.fixture
def page(server: RunningServer) -> Iterator[Page]:
    """A page at a new table of GIPF."""
    with server.page(server.new(game="gipf", version="standard")) as page:
        yield page


# --- Playing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=lambda text: text)
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


def test_a_page_gets_looks_and_boards_once(server: RunningServer) -> None:
    with server.page(server.new(game="yinsh")) as page:
        first = page.table["picture"]
        assert first["board"]
        assert first["coordinates"]
        page.play_at_random(Random(1), 1)
        second = page.table["picture"]
        assert "board" not in second
        assert not second["looks"].keys() & first["looks"].keys()


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


# --- Looking --------------------------------------------------------------------------------------------


def test_why_and_contents(page: Page) -> None:
    assert page.ask("why", number=0, prefix=[], target=["spot", "e5"])["text"]
    assert page.ask("why", number=0, prefix=[], target=["dragon", "zz"])["text"]
    assert page.ask("look", target=["spot", "e2"])["lines"]
    assert page.ask("look", target=["spot", "zz9"])["lines"] == []


def test_looking_back(page: Page) -> None:
    page.decide("e1-e3")
    page.decide("e9-e7")
    view = page.ask("view", at=1)
    assert (view["at"], view["last"], view["side"]) == (1, "e1-e3", "black")
    assert view["picture"]["pieces"]
    assert page.ask("view", at=3)["type"] == "refused"


def test_ghosts_show_how_a_piece_would_lie(server: RunningServer) -> None:
    with server.page(server.new(game="punct")) as page:
        prefix = [next(item["target"] for item in page.table["targets"] if item["target"][0] == "tray")]
        targets = page.ask("point", number=0, prefix=prefix)["targets"]
        found = page.ask("point", number=0, prefix=[*prefix, targets[0]["target"]])
        assert len(found["ghosts"]) == len(found["targets"])
        for ghost in found["ghosts"]:
            assert ghost["look"] in ghost["looks"]


def test_everybody_is_spoken_to_in_their_language(server: RunningServer) -> None:
    codes = [language["language"] for language in server.client.get("/api/home").json()["languages"]]
    table_id = server.new(game="gipf", version="standard")
    said = {}
    for code in codes:
        with server.page(table_id, code) as page:
            said[code] = page.table["sentence"]
    assert len(set(said.values())) == len(codes)
    assert "dot" in said["en"]


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


# --- Branches, records, pictures ------------------------------------------------------------------------


def test_a_branch_begins_with_the_same_decisions(server: RunningServer) -> None:
    table_id = server.new(game="zertz", version="basic")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 5)
    branch = server.client.post(f"/api/tables/{table_id}/branch", json={"at": 3}).json()["id"]
    with server.page(branch) as page:
        assert page.table["number"] == 3
    assert server.client.post(f"/api/tables/{table_id}/branch", json={"at": 99}).status_code == 422


def test_a_record_becomes_a_table(server: RunningServer) -> None:
    table_id = server.new(game="project", version="dice")
    with server.page(table_id) as page:
        page.play_at_random(Random(2), 40)
        before = page.table
    record = server.client.get(f"/api/tables/{table_id}/record").text
    with server.page(server.new(record=record)) as page:
        assert page.table["number"] == before["number"]
        assert page.table["turns"] == before["turns"]


def test_pictures(server: RunningServer) -> None:
    table_id = server.new(game="tzaar", version="random")
    svg = server.client.get(f"/api/tables/{table_id}/picture.svg", params={"theme": "dark"})
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    pytest.importorskip("resvg_py")
    png = server.client.get(f"/api/tables/{table_id}/picture.png", params={"at": 0})
    assert png.content.startswith(b"\x89PNG")
    for wrong in ("theme=pink", "at=9", "at=x"):
        assert server.client.get(f"/api/tables/{table_id}/picture.svg?{wrong}").status_code == 422


def test_tables_are_listed_and_removed(server: RunningServer) -> None:
    table_id = server.new(game="gipf", seats={"white": {"kind": "person", "name": "Ada"}})
    listed = server.client.get("/api/tables").json()["tables"]
    assert listed[0]["id"] == table_id
    assert listed[0]["your_turn"]
    assert listed[0]["picture"].startswith("<svg")
    with server.page(table_id) as page:
        page.do("resign")
        assert server.client.get("/api/tables?finished=true").json()["tables"][0]["id"] == table_id
        assert server.client.delete(f"/api/tables/{table_id}").json() == {}
        with pytest.raises(ConnectionClosed):
            page.until("nothing")
    assert server.client.delete(f"/api/tables/{table_id}").status_code == 404
    assert server.client.get("/api/home").status_code == 200


def test_what_stands_at_home(server: RunningServer) -> None:
    home = server.client.get("/api/home").json()
    assert home["local"]
    assert home["public_url"] == ""
    kinds = {clock["kind"]: clock["numbers"] for clock in home["clocks"]}
    assert kinds["none"] == {}
    assert kinds["increment"]["seconds"] == [1, 600]
    assert all(clock["title"] and clock["explanation"] for clock in home["clocks"])


def test_one_table_as_in_a_list(server: RunningServer) -> None:
    table_id = server.new(game="gipf", version="standard", clock={"kind": "sudden-death", "minutes": 7})
    seen = server.client.get(f"/api/tables/{table_id}").json()
    listed = server.client.get("/api/tables?most=1").json()
    assert listed["more"]
    assert [table["id"] for table in listed["tables"]] == [table_id]
    assert {**listed["tables"][0], "changed": ""} == {**seen, "changed": ""}
    assert (seen["mine"], seen["with_others"], seen["your_turn"]) == (["white", "black"], False, True)
    assert seen["clock"]["left"]["black"] == 7 * 60_000
    assert server.client.get("/api/tables/nothing").status_code == 404


def test_open_tables_are_for_everybody_here_and_others_are_not(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as eve:
        of_all, of_two = ada.new(game="gipf")["id"], ada.invite()["id"]
        shown = [
            {table["id"] for table in who.client.get("/api/home").json()["unfinished"]} for who in (ada, eve)
        ]
        assert {of_all, of_two} <= shown[0]
        assert of_all in shown[1]
        assert of_two not in shown[1]


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
        assert page.table["game"]["options"] == {"link.Z": "zertz blitz"}


# --- Games with time ------------------------------------------------------------------------------------


def test_time_passes_only_while_somebody_looks(server: RunningServer) -> None:
    table_id = server.new(game="tamsk", version="level2")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 3)
        first = page.until("time")
        later = page.until("time")
        assert later["now"] > first["now"]
        assert not page.table["can"]["undo"]
    time.sleep(0.5)
    with server.page(table_id) as page:
        assert page.table["number"] >= 3
        assert page.table["time"]["now"] < later["now"] + 400


def test_nobody_decides_for_an_engine_in_a_game_with_time(server: RunningServer) -> None:
    seats = {"black": {"kind": "engine", "player": "engine:/no/such/program"}}
    with server.page(server.new(game="tamsk", version="level2", seats=seats)) as page:
        blacks = gipfel.game("tamsk", "level2").start().at(1000).decisions(gipfel.BLACK)
        for made in blacks[:3]:
            for number in (0, 1, 10**6):
                refused = page.ask("decide", number=number, decision=made.text, side="black")
                assert refused["type"] == "refused"
        assert page.table["number"] == 0


# --- What does not work ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "7",
        "{}",
        '{"type": "dragon", "id": 1}',
        '{"type": "point"}',
        '{"type": "point", "number": "0", "prefix": []}',
        '{"type": "point", "number": 0, "prefix": [["dot"]]}',
        '{"type": "point", "number": 0, "prefix": [], "more": 1}',
        '{"type": "decide", "number": -1, "decision": "e1-e3"}',
        '{"type": "decide", "number": 1e400, "decision": "e1-e3"}',
        '{"type": "seat", "side": "white", "seat": {"kind": "ghost"}}',
        '{"type": "seat", "side": "red", "seat": {}}',
        '{"type": "undo", "id": {}}',
        '{"type": "undo", "id": ' + "9" * 400 + "}",
        "[" * 60_000,
        '{"type": "rename", "side": "white", "name": "' + "x" * 70_000 + '"}',
        b"\x00\x01",
    ],
    ids=lambda message: str(message)[:40],
)
def test_what_makes_no_sense_is_refused(page: Page, message: str | bytes) -> None:
    page.socket.send(message)
    refused = page.until("refused")
    assert refused["reason"]
    assert "Traceback" not in refused["reason"]
    assert page.ask("point", number=0, prefix=[])["type"] == "pointing"


def test_there_is_no_such_table(server: RunningServer) -> None:
    with connect(f"ws://{server.name}/api/tables/nothing/socket?v=1", proxy=None) as socket:
        assert json.loads(socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    with connect(f"ws://{server.name}/api/tables/x/socket?v=9&language=fa", proxy=None) as socket:
        assert json.loads(socket.recv())["type"] == "refused"
        with pytest.raises(ConnectionClosed):
            socket.recv()
    for path in ("record", "picture.svg"):
        assert server.client.get(f"/api/tables/nothing/{path}").status_code == 404


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"game": "chess"},
        {"game": "gipf", "version": "huge"},
        {"game": "gipf", "options": {"extra": 1}},
        {"game": "gipf", "position": "nonsense"},
        {"game": "gipf", "menu": ""},
        {"game": "tzaar", "version": "random", "seed": 10**30},
        {"menu": "/etc/passwd"},
        {"menu": "[links"},
        {"record": "Gipfel record 1\ngame: gipf\n1. zz\nresult: *\n"},
        {"record": "Gipfel record 1\ngame: gipf\n1. " + "e1-e3;" * 10_000 + "\nresult: *\n"},
        {"record": "x", "seed": 1},
        {"game": "gipf", "seats": {"white": {"kind": "engine", "player": "level:99"}}},
        {"game": "gipf", "seats": {"red": {}}},
        {"dragon": True},
        {"game": "gipf", "options": {"self": 1}},
        {"game": "gipf", "options": {"version": "basic"}},
        {"game": "gipf", "seats": {"white": {"kind": "person", "name": "x" * 61}}},
        {"game": "x" * 1000},
        {"x" * 1000: 1},
    ],
    ids=lambda wanted: str(wanted)[:60],
)
def test_no_such_table_can_be_made(server: RunningServer, wanted: dict[str, object]) -> None:
    answer = server.client.post("/api/tables", json=wanted)
    assert answer.status_code == 422
    assert 0 < len(answer.json()["problem"]) < 500


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"[]", b"NaN", b'{"game": "\\ud800"}', b"[" * 50_000, b"\x00"]
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/positions", "/api/positions/edit", "/api/menu"])
def test_bodies_that_are_no_objects_in_json(server: RunningServer, path: str, body: bytes) -> None:
    answer = server.client.post(path, content=body)
    assert answer.status_code == 400
    assert "JSON" in answer.json()["problem"]


@pytest.mark.parametrize(
    "change",
    [
        {"at": "a" + "9" * 5000, "piece": "Wp"},
        {"position": "", "at": "a1", "piece": "Wp"},
        {"position": "9999999999 w", "at": "a1", "piece": "Wp"},
        {
            "game": "gipf",
            "version": "standard",
            "position": "9999999999/5/6/7/6/5/4 w",
            "from": "b2",
            "to": "b3",
        },
        {"game": "gipf", "version": "standard", "position": f"B2W/5/6/W5B/6/5/B2W w {'9' * 4500}/12"},
    ],
    ids=lambda change: str(change)[:60],
)
def test_positions_that_cannot_be_changed(server: RunningServer, change: dict[str, str]) -> None:
    wanted = {"game": "project", "version": "ultimate", "position": "- w", "from": "e5", "to": "e4"} | change
    if "at" in change:
        del wanted["from"]
    answer = server.client.post("/api/positions/edit", json=wanted)
    assert answer.status_code in (200, 422)
    assert len(answer.text) < 6000


def test_bodies_that_are_too_long(server: RunningServer) -> None:
    assert server.client.post("/api/tables", content=b" " * 3_000_000).status_code == 413


def test_only_its_own_pages_may_ask(server: RunningServer) -> None:
    strange = ({"origin": "https://example.org"}, {"origin": "null"}, {"origin": "http://["}, {"origin": ""})
    for headers in (*strange, {"host": "example.org"}, {"host": "127.0.0.1.example.org"}, {"host": "[::1"}):
        refused = server.client.get("/api/tables", headers=headers)
        assert refused.status_code == 403
        assert "content-security-policy" in refused.headers
    own = {"origin": f"http://{server.name}"}
    assert server.client.get("/api/tables", headers=own).status_code == 200


def test_files_of_the_page(server: RunningServer) -> None:
    first = server.client.get("/")
    assert first.headers["content-security-policy"].startswith("default-src 'none'")
    again = server.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    theme, module = server.client.get("/theme.css"), server.client.get("/web/main.js")
    assert "--accent" in theme.text
    for part in (theme, module):
        assert part.headers["x-content-type-options"] == "nosniff"
        assert part.headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in part.headers
    assert server.client.get("/api/catalogue/en").json()["language"] == "en"
    odd = ("/web/%00", "/web/%ff", "/web/" + "x" * 5000, "/web/" + "x/" * 3000, "/web/", "/web/index.html/x")
    for missing in ("/web/nothing.js", "/web/%2e%2e/__init__.py", "/api/catalogue/xx", "/nothing", *odd):
        answer = server.client.get(missing)
        assert answer.status_code == 404
        assert answer.json()["problem"]


def test_long_lists_come_in_pages(server: RunningServer) -> None:
    listed = server.client.get("/api/tables").json()
    assert not listed["more"]
    rest = server.client.get("/api/tables?from=1").json()["tables"]
    assert [summary["id"] for summary in rest] == [summary["id"] for summary in listed["tables"][1:]]
    assert server.client.get("/api/tables?from=100000").json() == {"tables": [], "more": False}
    assert server.client.get("/api/tables?from=x").status_code == 422


def test_nothing_of_all_this_is_worth_a_line_in_the_log(server: RunningServer) -> None:
    assert server.errors() == ""


# --- Stopping -------------------------------------------------------------------------------------------


def test_a_server_that_is_killed_has_kept_what_it_said(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    server = RunningServer(database)
    table_id = server.new(game="yinsh")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 6)
        turns = page.table["turns"]
        found = page.point_at_random(Random(2))
        assert found is not None
        assert page.ask("decide", number=6, decision=found["decision"])["type"] == "done"
        server.stop(signal.SIGKILL)
    with serving(database) as again, again.page(table_id) as page:
        assert page.table["number"] == 7
        assert page.table["turns"][: len(turns)] == turns


def test_ctrl_c_ends_it_at_once_and_time_is_kept(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    server = RunningServer(database)
    table_id = server.new(game="tamsk", version="level2", seats={"black": ENGINE})
    with server.page(table_id) as page:
        now = page.until("time")["now"]
        begin = time.monotonic()
        errors = server.stop()
        assert time.monotonic() - begin < 3
        assert errors == ""
        assert server.process.returncode == 0
    with serving(database) as again, again.page(table_id) as page:
        assert page.table["time"]["now"] >= now
