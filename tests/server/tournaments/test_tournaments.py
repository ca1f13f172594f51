"""Tournaments over HTTP: whole ones, rights, and everything that is refused."""

import csv
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest

import gipfel
from gipfel.server.contract.shared import Json
from tests.helpers.server.problems import is_one_sentence
from tests.helpers.server.running import RunningServer, Visitor, serving
from tests.helpers.server.tournaments import Club
from tests.server.tournaments.conftest import NewClub, on_both_databases


def problem(answer: httpx.Response) -> str:
    """What is wrong with a request, in one sentence."""
    assert answer.status_code >= 400, answer.text
    text: str = answer.json()["problem"]
    assert is_one_sentence(text)
    return text


def table_of(view: Json) -> list[tuple[int, str, float]]:
    """Places, names and points."""
    names = {player["number"]: player["name"] for player in view["players"]}
    return [(one["place"], names[one["player"]], one["points"]) for one in view["standings"]]


# --- Whole tournaments --------------------------------------------------------------------------------


def test_a_round_robin(new_club: NewClub) -> None:
    """Three players, three rounds: everybody rests once and meets the others."""
    club = new_club("Ada", "Ben", "Cleo")
    view = club.view()
    assert (view["state"], view["round"], view["rounds"], view["games"]) == ("open", 0, 0, [])
    for number in (1, 2, 3):
        assert club.begin()["round"] == number
        [game] = club.games()
        club.play(game, min(game["white"], game["black"]))
        assert club.view()["undecided"] == 0
    view = club.do("end")
    assert (view["state"], view["rounds"]) == ("ended", 3)
    assert table_of(view) == [(1, "Ada", 2.0), (2, "Ben", 1.0), (3, "Cleo", 0.0)]
    assert sorted(game["white"] for game in view["games"] if game["black"] is None) == [1, 2, 3]
    assert view["tie_breaks"] == ["Direct encounter", "Sonneborn-Berger", "Wins"]


def test_a_swiss_tournament(new_club: NewClub) -> None:
    """Five players, three rounds: nobody meets anybody twice, and nobody has two byes."""
    club = new_club("Ada", "Ben", "Cleo", "Dan", "Eve", kind="swiss", rounds=3)
    for _ in range(3):
        club.begin()
        club.play_round()
    view = club.do("end")
    met = [frozenset((game["white"], game["black"])) for game in view["games"] if game["black"]]
    byes = [game["white"] for game in view["games"] if game["black"] is None]
    assert len(set(met)) == len(met) == 6
    assert len(set(byes)) == len(byes) == 3
    assert table_of(view)[0] == (1, "Ada", 3.0)
    assert sum(one["points"] for one in view["standings"]) == 9
    assert problem(club.post("next", round=3)) == "The tournament is over."


def test_an_evening_and_a_clock(new_club: NewClub) -> None:
    menu = 'title = "Friday"\npreset = "one-shot"\n[clock]\nkind = "sudden-death"\nminutes = 30\n'
    club = new_club("Ada", "Ben", game=None, version=None, menu=menu)
    assert club.view()["title"] == "Friday"
    club.begin()
    [game] = club.games()
    table = club.table(game, game["white"])
    with club.players[game["white"]].page(table) as page:
        assert page.table["mine"] == ["white"]
        assert page.table["clock"]["minutes"] == 30
        assert page.table["seats"]["white"]["name"] == "Ada"


def test_random_starts_differ(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", "Cleo", "Dan", game="tzaar", version="random")
    club.begin()
    starts = []
    for game in club.games():
        table = club.table(game, game["white"])
        starts.append(club.organiser.client.get(f"/api/tables/{table}/position?at=0").json()["position"])
    assert len(set(starts)) == 2


# --- Results ------------------------------------------------------------------------------------------


def test_the_organiser_enters_results(new_club: NewClub) -> None:
    """A forfeit counts, can be withdrawn, and overrides a table."""
    club = new_club("Ada", "Ben")
    club.begin()
    game = {"round": 1, "board": 1}
    assert problem(club.post("next", round=1)) == "One game of this round has no result yet."
    view = club.do("result", **game, result="+/-")
    assert (view["games"][0]["result"], view["games"][0]["entered"]) == ("+/-", True)
    assert club.do("result", **game, result=None)["undecided"] == 1
    club.play(view["games"][0], winner=1)
    assert table_of(club.view())[0] == (1, "Ada", 1.0)
    assert table_of(club.do("result", **game, result="0-1"))[0] == (1, "Ben", 1.0)
    assert table_of(club.do("result", **game, result=None))[0] == (1, "Ada", 1.0)


def test_a_game_that_was_aborted_is_played_anew(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben")
    club.begin()
    [game] = club.games()
    table = club.table(game, 1)
    with club.players[1].page(table) as page:
        page.do("abort")
    assert club.view()["undecided"] == 1
    club.do("anew", round=1, board=1)
    assert club.table(game, 1) != table
    club.play(game, winner=2)
    assert table_of(club.view())[0] == (1, "Ben", 1.0)


def test_who_leaves_loses_the_rest_of_a_round_robin(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", "Cleo", "Dan")
    club.begin()
    club.play_round()
    view = club.do("remove", player=4)
    assert [player["gone"] for player in view["players"]] == [False, False, False, True]
    view = club.begin()
    [absent] = [game for game in view["games"] if game["round"] == 2 and 4 in (game["white"], game["black"])]
    assert absent["result"] == ("-/+" if absent["white"] == 4 else "+/-")


def test_all_records_in_one_file(new_club: NewClub) -> None:
    club = new_club("Ada", "=Ben", "Cleo", "Dan")
    club.begin()
    club.play(club.games()[0], winner=1)
    club.do("result", round=1, board=2, result="-/-")
    answer = club.organiser.client.get(f"/api/tournaments/{club.id}/records")
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        assert sorted(archive.namelist()) == ["pairings.csv", "round-01-board-01.txt", "standings.csv"]
        record = gipfel.read_record(archive.read("round-01-board-01.txt").decode())
        rows = [*csv.DictReader(StringIO(archive.read("standings.csv").decode()))]
    assert (record.headers["white"], record.headers["black"]) == ("Ada", "Dan")
    assert (record.result, record.reason) == ("1-0", "resignation")
    assert record.comments[0] == "Club, round 1, board 1"
    assert rows[0]["player"] == "Ada"
    assert "'=Ben" in {row["player"] for row in rows}, "no program may take a name for a formula"


# --- Rights -------------------------------------------------------------------------------------------

ORGANISERS: dict[str, dict[str, Any]] = {
    "settings": {"watch": "everybody"},
    "players": {"name": "Eve"},
    "remove": {"player": 1},
    "link": {"player": 1},
    "next": {"round": 0},
    "end": {},
    "result": {"round": 1, "board": 1, "result": "1-0"},
    "anew": {"round": 1, "board": 1},
}


@pytest.mark.parametrize("action", ORGANISERS)
def test_only_the_organiser_organises(new_club: NewClub, action: str) -> None:
    """Neither a player nor a stranger, nor somebody who has only the link for watching."""
    club = new_club("Ada", "Ben")
    club.begin()
    before = club.view()
    stranger = club.visitor()
    for visitor in (club.players[1], stranger):
        answer = club.post(action, visitor, **ORGANISERS[action])
        assert answer.status_code == 403
        assert "organiser" in problem(answer)
    for address in ("records", ""):
        path = f"/api/tournaments/{club.id}/{address}".rstrip("/")
        method = "GET" if address else "DELETE"
        assert club.players[1].client.request(method, path).status_code == 403
    assert club.view() == before


def test_nobody_plays_for_another(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", "Cleo", "Dan")
    club.begin()
    game = club.games()[0]
    others = [player for player in (1, 2, 3, 4) if player not in (game["white"], game["black"])]
    for visitor in (club.players[others[0]], club.organiser, club.visitor()):
        answer = club.post("play", visitor, round=1, board=1)
        assert (answer.status_code, problem(answer)) == (403, "This is the game of others; you can watch it.")
    table = club.table(game, game["white"])
    with club.players[others[0]].page(table) as page:
        assert page.table["mine"] == []
    with club.players[game["black"]].page(table) as page:
        assert page.table["mine"] == ["black"]


def test_a_key_opens_its_own_role_only(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", enter=False)
    visitor = club.visitor()
    for wrong in ("", "nonsense", club.keys[1][:-1], "x" * 100):
        answer = club.post("enter", visitor, key=wrong)
        assert answer.status_code == 403
        assert "does not fit" in problem(answer)
    assert club.do("enter", visitor, key=club.keys[1]) == {"organiser": False, "players": [1]}
    assert club.do("enter", visitor, key=club.keys[1]) == {"organiser": False, "players": [1]}
    view = club.view(visitor)
    assert (view["organiser"], view["plays"]) == (False, True)
    assert [player["mine"] for player in view["players"]] == [True, False]
    deputy = club.entered(club.key)
    assert club.view(deputy)["organiser"]
    other = new_club("Eve")
    assert other.post("enter", visitor, key=club.keys[2]).status_code == 403, "of another tournament"


def test_a_visitors_number_is_no_key(new_club: NewClub) -> None:
    """What is stored of an organiser's browser opens nothing in a link."""
    club = new_club("Ada")
    cookie = club.organiser.cookie
    assert cookie
    assert club.post("enter", club.visitor(), key=cookie).status_code == 403


def test_a_new_link_makes_the_old_one_useless(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben")
    club.begin()
    new = club.do("link", player=1)
    assert (new["player"], new["name"]) == (1, "Ada")
    assert club.post("enter", club.visitor(), key=club.keys[1]).status_code == 403
    assert club.post("play", club.players[1], round=1, board=1).status_code == 403, "the old device, too"
    club.players[1] = club.entered(new["key"])
    club.table(club.games()[0], 1)
    own = club.do("link", player=0)
    assert club.view()["organiser"], "the organiser's own browser stays"
    assert club.post("enter", club.visitor(), key=club.key).status_code == 403
    assert club.view(club.entered(own["key"]))["organiser"]


def test_a_player_has_several_devices(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben")
    club.begin()
    [game] = club.games()
    table = club.table(game, 1)
    phone = club.entered(club.keys[1])
    assert club.do("play", phone, round=1, board=1)["id"] == table
    with phone.page(table) as page:
        assert len(page.table["mine"]) == 1


def test_one_browser_does_not_play_both_sides(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", enter=False)
    club.begin()
    both = club.entered(club.keys[1])
    club.do("enter", both, key=club.keys[2])
    answer = club.post("play", both, round=1, board=1)
    assert answer.status_code == 409
    assert "both players" in problem(answer)


@pytest.mark.parametrize(
    ("watch", "seen", "listed"), [("nobody", 403, False), ("link", 200, False), ("everybody", 200, True)]
)
def test_who_may_watch(new_club: NewClub, watch: str, seen: int, listed: bool) -> None:
    club = new_club("Ada", "Ben", watch=watch)
    stranger = club.visitor()
    assert stranger.client.get(f"/api/tournaments/{club.id}").status_code == seen
    for visitor, shown in ((stranger, listed), (club.players[1], True), (club.organiser, True)):
        heads = visitor.client.get("/api/tournaments").json()["tournaments"]
        assert (club.id in {head["id"] for head in heads}) == shown
    club.do("settings", watch="nobody", name="Ours")
    assert stranger.client.get(f"/api/tournaments/{club.id}").status_code == 403
    assert club.view(club.players[2])["name"] == "Ours"


# --- At the same time, and in the middle --------------------------------------------------------------


@on_both_databases
def test_both_players_open_their_game_at_once(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben")
    club.begin()
    [game] = club.games()
    with ThreadPoolExecutor(2) as threads:
        tables = {*threads.map(lambda player: club.table(game, player), (1, 2))}
    assert len(tables) == 1
    for player, side in ((game["white"], "white"), (game["black"], "black")):
        with club.players[player].page(*tables) as page:
            assert page.table["mine"] == [side]


@on_both_databases
def test_a_round_is_paired_once(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", "Cleo", "Dan")
    with ThreadPoolExecutor(4) as threads:
        rounds = {*threads.map(lambda _: club.do("next", round=0)["round"], range(4))}
    assert rounds == {1}
    assert len(club.view()["games"]) == 2
    assert problem(club.post("next", round=7)) == "Round 1 is played now."


def test_a_server_restarts_in_the_middle_of_a_round(url: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with serving(tmp_path / "club", "--database-url", url) as server:
            club = Club(server, stack, "Ada", "Ben", "Cleo", "Dan")
            club.begin()
            first, second = club.games()
            club.play(first, winner=1)
            table = club.table(second, 2)
            cookies = {number: player.cookie for number, player in club.players.items()}
            organiser = club.organiser.cookie
        with serving(tmp_path / "club", "--database-url", url) as server:
            club.server = server
            club.organiser = stack.enter_context(server.visitor(organiser))
            club.players = {n: stack.enter_context(server.visitor(cookie)) for n, cookie in cookies.items()}
            assert club.play(second, winner=2) == table
            assert club.begin()["round"] == 2
            assert [one["points"] for one in club.view()["standings"]] == [1, 1, 0, 0]


# --- What is refused ----------------------------------------------------------------------------------


def created(visitor: Visitor, **wanted: Any) -> Any:
    request = {"name": "Club", "kind": "round robin", "game": "zertz", "version": "blitz", **wanted}
    return visitor.client.post("/api/tournaments", json={k: v for k, v in request.items() if v is not None})


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"name": "  "}, "A tournament needs a name."),
        ({"name": "x" * 61}, "at most 60 letters"),
        ({"kind": "knockout"}, "kind: "),
        ({"kind": "swiss"}, "1 to 15 rounds"),
        ({"kind": "swiss", "rounds": 16}, "1 to 15 rounds"),
        ({"rounds": 3}, "the number of players decides"),
        ({"players": ["Ada", "ada"]}, "There is a player called ada already."),
        ({"players": [""]}, "needs a name"),
        ({"players": ["x"] * 65}, "players: "),
        ({"game": "chess"}, "chess"),
        ({"game": None}, "needs a game"),
        ({"menu": "title = 3"}, "only one"),
        ({"watch": "spies"}, "watch: "),
        ({"extra": 1}, "extra is not known here."),
        ({"version": "huge"}, "huge"),
        ({"clock": {"kind": "sundial"}}, "sundial"),
    ],
)
def test_bad_tournaments(club_server: RunningServer, wanted: Json, sentence: str) -> None:
    with club_server.visitor() as visitor:
        answer = created(visitor, **wanted)
    assert 400 <= answer.status_code < 500
    assert sentence in problem(answer)


def test_bad_requests(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", enter=False)
    assert problem(club.post("play", club.entered(club.keys[1]), round=1, board=1)).startswith(
        "There is no game"
    )
    assert problem(club.post("end")) == "The tournament has not begun yet."
    assert problem(club.post("remove", player=7)) == "There is no player with the number 7 here."
    assert problem(club.post("players", name="ADA")) == "There is a player called ADA already."
    club.do("remove", player=2)
    assert problem(club.post("next", round=0)) == "A tournament needs two players or more."
    club.do("players", name="Cleo")
    club.begin()
    assert problem(club.post("players", name="Dan")) == "The tournament has begun already."
    assert "result: " in problem(club.post("result", round=1, board=1, result="2-0"))
    assert (
        problem(club.post("result", round=1, board=5, result="1-0"))
        == "There is no game at board 5 of round 1."
    )
    swiss = new_club("Ada", "Ben", kind="swiss", rounds=5, enter=False)
    assert "at most 1 rounds" in problem(swiss.post("next", round=0))


def test_a_bye_is_no_game(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben", "Cleo")
    club.begin()
    [bye] = [game for game in club.view()["games"] if game["black"] is None]
    answer = club.post("result", round=1, board=bye["board"], result="1-0")
    assert "no opponent" in problem(answer)


@pytest.mark.parametrize("wrong", ["nothing", "a" * 41, "%00", "..%2F..", "a b"])
def test_there_is_no_such_tournament(club_server: RunningServer, wrong: str) -> None:
    with club_server.visitor() as visitor:
        assert visitor.client.get(f"/api/tournaments/{wrong}").status_code == 404
        assert visitor.client.post(f"/api/tournaments/{wrong}/enter", json={"key": "x"}).status_code == 404


def test_at_most_64_players(new_club: NewClub) -> None:
    club = new_club(*(f"P{number}" for number in range(64)), enter=False)
    assert problem(club.post("players", name="One more")) == "A tournament has at most 64 players."
    assert len(club.begin()["games"]) == 32


def test_a_tournament_is_deleted_and_its_tables_stay(new_club: NewClub) -> None:
    club = new_club("Ada", "Ben")
    club.begin()
    table = club.table(club.games()[0], 1)
    assert club.organiser.client.delete(f"/api/tournaments/{club.id}").status_code == 200
    assert club.organiser.client.get(f"/api/tournaments/{club.id}").status_code == 404
    with club.players[1].page(table) as page:
        assert page.table["mine"]
