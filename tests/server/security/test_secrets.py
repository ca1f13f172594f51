"""What others can remove, copy or find out."""

import json

from tests.helpers.server.running import RunningServer
from tests.helpers.server.two_seats import EVERYTHING, Match, denied


def test_one_of_two_cannot_remove_the_table(match: Match, server: RunningServer) -> None:
    with match.unchanged(), server.visitor() as new:
        for visitor in (match.ada, match.bob, match.eve, new):
            denied(visitor.client.delete(f"/api/tables/{match.id}"))
    with server.visitor() as ada, server.visitor() as eve:
        made = ada.invite()
        denied(eve.client.delete(f"/api/tables/{made['id']}"))
        assert ada.client.delete(f"/api/tables/{made['id']}").status_code == 200  # nobody else has come yet


def test_a_branch_is_another_table(match: Match) -> None:
    with match.unchanged():
        answer = match.eve.client.post(f"/api/tables/{match.id}/branch", json={"at": 1})
        assert answer.status_code == 201
        with match.eve.page(answer.json()["id"]) as page:
            assert page.table["mine"] == ["white", "black"]
            page.decide("e9-e7")
            page.do("undo")


def everything_shown(match: Match) -> str:
    """Everything that a spectator can read."""
    client, table_id = match.eve.client, match.id
    paths = ("", "/record", "/position", "/picture.svg", "/position?at=1")
    answers = [client.get(f"/api/tables/{table_id}{path}").text for path in paths]
    answers += [client.get(path).text for path in ("/api/home", "/api/tables", "/api/turns", "/health", "/")]
    answers += [
        client.post(f"/api/tables/{table_id}/{what}", json={"key": "x"}).text for what in ("sit", "link")
    ]
    with match.eve.page(table_id) as page:
        answers.append(json.dumps(page.table))
        answers.append(json.dumps(page.ask("view", at=0)))
        answers += [json.dumps(page.ask(kind, **rest)) for kind, some in EVERYTHING.items() for rest in some]
    return "".join(answers)


def test_no_secret_is_told(match: Match) -> None:
    from gipfel.table.keys import hashed

    link = match.ada.link(match.id).json()["key"]
    match.white.do("say", text="for your ears only")
    match.black.ask("plan", number=2, line=["i1-h2", "a5-c5"])
    shown = everything_shown(match)
    secrets = [match.key, link, match.ada.cookie, match.bob.cookie]
    for secret in secrets:
        assert secret is not None
        for form in (secret, hashed(secret), hashed(f"visitor {secret}")):
            assert form not in shown
            assert form not in match.ada.server.errors()
    assert "for your ears only" not in shown
    assert match.white.ask("say", text="x")["type"] == "done"
    assert match.white.table["plan"] is None
    with match.bob.page(match.id) as page:
        assert page.table["plan"] is not None
    with match.eve.page(match.id) as page:
        assert page.table["plan"] is None


def test_the_cookie_is_for_this_server_alone(server: RunningServer) -> None:
    with server.visitor() as ada:
        answer = ada.client.post("/api/tables", json={"game": "gipf", "invite": {"side": "white"}})
        parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite=strict", "path=/"} <= parts
        assert ada.cookie is not None
        assert len(ada.cookie) == 32
        assert ada.cookie not in answer.text
        again = ada.client.post("/api/tables", json={"game": "gipf", "invite": {"side": "white"}})
        assert f"gipfel={ada.cookie};" in again.headers["set-cookie"]
        for path in ("/", "/api/home", "/api/tables"):
            assert "gipfel=" not in server.client.get(path).headers.get("set-cookie", "")
