"""Links as QR codes: readable, and kept nowhere."""

from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from tests.helpers.server.problems import is_one_sentence

LINK = "https://gipfel.example/#/seat/BnQRa_IqI7pD/39sKkY46EDW5BcmMXeDXq4M8q6oW2AxY"


def test_a_link_becomes_a_picture(client: TestClient) -> None:
    answer = client.post("/api/qr", json={"link": LINK})
    picture = ElementTree.fromstring(answer.json()["svg"])
    left, top, width, height = map(int, picture.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert width == height >= 21 + 2 * 4  # the smallest code and its border
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() != client.post("/api/qr", json={"link": f"{LINK}x"}).json()


@pytest.mark.parametrize("link", ["", "seat", "javascript:alert(1)", f"https://{'x' * 700}", 3, None])
def test_only_links_of_a_usual_length(client: TestClient, link: Any) -> None:
    answer = client.post("/api/qr", json={"link": link})
    assert answer.status_code == 422
    assert is_one_sentence(answer.json()["problem"])
    assert len(answer.text) < 300
