"""Tournaments on a server for everybody: rights of visitors, limits of addresses, other pages."""

import httpx

from gipfel.server.contract.shared import Json
from gipfel.server.security.limits import TABLES_AN_HOUR, WRONG_KEYS
from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import PATIENCE, RunningServer
from tests.helpers.server.tournaments import BLITZ

REQUEST = {"name": "Club", "kind": "round robin", "players": ["Ada", "Ben"], **BLITZ}


def created(client: ProxiedClient) -> Json:
    answer = client.ask("POST", "/api/tournaments", json=REQUEST)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


def test_a_visitor_of_a_public_server_holds_a_tournament(hosted: RunningServer) -> None:
    """Everybody may create tables there, so everybody may create tournaments; strangers see no list."""
    organiser, ada, eve = (ProxiedClient(hosted, f"198.51.100.{last}") for last in (31, 32, 33))
    made = created(organiser)
    path = f"/api/tournaments/{made['id']}"
    assert organiser.ask("POST", f"{path}/next", json={"round": 0}).status_code == 200
    assert ada.ask("POST", f"{path}/enter", json={"key": made["players"][0]["key"]}).status_code == 200
    table = ada.ask("POST", f"{path}/play", json={"round": 1, "board": 1}).json()["id"]
    with ada.page(table) as page:
        assert page.table["mine"] == ["white"]
    assert eve.ask("POST", f"{path}/play", json={"round": 1, "board": 1}).status_code == 403
    assert eve.ask("GET", "/api/tournaments").json() == {"tournaments": []}


def test_too_many_wrong_keys(hosted: RunningServer) -> None:
    made = created(ProxiedClient(hosted, "198.51.100.34"))
    path = f"/api/tournaments/{made['id']}/enter"
    guesser, other = ProxiedClient(hosted, "198.51.100.35"), ProxiedClient(hosted, "198.51.100.36")
    for number in range(WRONG_KEYS):
        assert guesser.ask("POST", path, json={"key": f"{number:032}"}).status_code == 403
    answer = guesser.ask("POST", path, json={"key": made["key"]})
    assert answer.status_code == 429
    assert "Too many wrong links were tried" in answer.json()["problem"]
    assert other.ask("POST", path, json={"key": made["key"]}).status_code == 200


def test_a_tournament_counts_as_a_table(hosted: RunningServer) -> None:
    greedy = ProxiedClient(hosted, "198.51.100.37")
    for _ in range(TABLES_AN_HOUR):
        created(greedy)
    answer = greedy.ask("POST", "/api/tournaments", json=REQUEST)
    assert answer.status_code == 429
    assert answer.json()["problem"].startswith("Too many tables were made from your address")


def test_other_pages_change_nothing(hosted: RunningServer) -> None:
    organiser = ProxiedClient(hosted, "198.51.100.38")
    made = created(organiser)
    organiser.headers["origin"] = "https://elsewhere.example"
    answer = organiser.ask("POST", f"/api/tournaments/{made['id']}/next", json={"round": 0})
    assert answer.status_code == 403
    del organiser.headers["origin"]
    assert organiser.ask("GET", f"/api/tournaments/{made['id']}").json()["round"] == 0


def test_large_requests_are_not_read(hosted: RunningServer) -> None:
    client = ProxiedClient(hosted, "198.51.100.39")
    answer = client.ask("POST", "/api/tournaments", json={**REQUEST, "menu": "x" * 200_000})
    assert answer.status_code == 413


def test_only_the_owner_of_a_local_server_makes_tournaments(server: RunningServer) -> None:
    with httpx.Client(base_url=f"http://{server.name}", timeout=PATIENCE) as stranger:
        answer = stranger.post("/api/tournaments", json=REQUEST)
    assert answer.status_code == 403
    assert "Only the owner of this server" in answer.json()["problem"]


def test_refusals_are_in_the_language_of_the_page(server: RunningServer) -> None:
    with server.visitor() as organiser:
        made = organiser.client.post("/api/tournaments", json=REQUEST).json()
        answer = organiser.client.post(f"/api/tournaments/{made['id']}/end?language=fa", json={})
    assert answer.json()["problem"] == "تورنمنت هنوز آغاز نشده است."
