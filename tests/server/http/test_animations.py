"""Animated pictures of games by their addresses."""

from io import BytesIO
from time import perf_counter

import pytest
from PIL import Image

from gipfel.server.http.animations import MOST_TURNS
from tests.helpers.long_games import long_record
from tests.helpers.server.running import RunningServer

RECORD = "Gipfel record 2\ngame: gipf\n\n1. e1-e3\n2. c2\n3. g2\nresult: *\n"


def address(server: RunningServer, record: str = RECORD) -> str:
    return f"/api/tables/{server.client.post('/api/tables', json={'record': record}).json()['id']}"


@pytest.mark.parametrize(("kind", "media"), [("gif", "image/gif"), ("png", "image/apng")])
def test_a_whole_game_and_some_turns(server: RunningServer, kind: str, media: str) -> None:
    game = address(server)
    whole = server.client.get(f"{game}/animation.{kind}")
    assert whole.status_code == 200, whole.text
    assert whole.headers["content-type"] == media
    assert whole.headers["cross-origin-resource-policy"] == "cross-origin"
    assert Image.open(BytesIO(whole.content)).n_frames == 4  # type: ignore[attr-defined]
    some = server.client.get(f"{game}/animation.{kind}?from=2&to=3&theme=dark&board=wood&letters=1")
    assert Image.open(BytesIO(some.content)).n_frames == 3  # type: ignore[attr-defined]


def test_a_picture_is_drawn_once(server: RunningServer) -> None:
    game = address(server, RECORD.replace("3. g2\n", ""))
    begin = perf_counter()
    first = server.client.get(f"{game}/animation.gif")
    drawn = perf_counter()
    again = server.client.get(f"{game}/animation.gif")
    assert again.content == first.content
    assert perf_counter() - drawn < drawn - begin


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("from=1&to=9", "there are no turns"),
        ("from=3&to=2", "there are no turns"),
        ("from=x", "number of a turn"),
        ("to=123456", "number of a turn"),
        ("theme=pink", "there is no theme"),
        ("board=pink", "there is no board theme"),
    ],
)
def test_what_is_not_possible(server: RunningServer, query: str, said: str) -> None:
    answer = server.client.get(f"{address(server)}/animation.gif?{query}")
    assert answer.status_code == 422
    assert said in answer.json()["problem"]


def test_too_many_turns_and_none(server: RunningServer) -> None:
    long = server.client.get(f"{address(server, long_record(MOST_TURNS + 10))}/animation.gif")
    assert long.status_code == 422
    assert f"at most {MOST_TURNS} turns" in long.json()["problem"]
    empty = server.client.get(f"/api/tables/{server.new(game='gipf')}/animation.gif")
    assert "nothing has been played" in empty.json()["problem"]
