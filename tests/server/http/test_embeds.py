"""A game in a frame of another page."""

from tests.helpers.server.running import RunningServer

RECORD = "Gipfel record 2\ngame: gipf\n\n1. e1-e3\n2. c2\nresult: *\n"


def table(server: RunningServer) -> str:
    return str(server.client.post("/api/tables", json={"record": RECORD}).json()["id"])


def test_a_game_may_be_framed(server: RunningServer) -> None:
    answer = server.client.get(f"/embed/{table(server)}")
    assert answer.status_code == 200, answer.text
    assert "1. e1-e3" in answer.text
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "connect-src" not in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in answer.headers


def test_nothing_else_may_be_framed(server: RunningServer) -> None:
    for path in ("/", f"/api/tables/{table(server)}", "/embed/nothing", "/nothing"):
        answer = server.client.get(path)
        assert answer.headers["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path


def test_a_table_that_does_not_exist(server: RunningServer) -> None:
    answer = server.client.get("/embed/nothing")
    assert answer.status_code == 404
    assert answer.json()["problem"]


def test_a_picture_may_be_shown_elsewhere(server: RunningServer) -> None:
    answer = server.client.get(f"/api/tables/{table(server)}/picture.svg?at=1")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"


def test_it_is_in_the_language_of_the_reader(server: RunningServer) -> None:
    answer = server.client.get(f"/embed/{table(server)}?language=fa")
    assert '<html lang="fa" dir="rtl">' in answer.text
