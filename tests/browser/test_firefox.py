"""A smoke game in Firefox: another browser shows and plays a table, too."""

from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from tests.helpers.browser import firefox
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.check import only_in_check

pytestmark = [only_in_check, pytest.mark.skipif(firefox.find() is None, reason=firefox.MISSING)]

RANDOM = {"kind": "engine", "player": "random"}


def test_a_game_against_an_engine_is_played_to_its_end(server: Server, tmp_path: Path) -> None:
    table = server.table("zertz", "blitz", seed=1, seats={"white": {"kind": "person"}, "black": RANDOM})
    with firefox.firefox(tmp_path) as page:
        page.set_cookie(str(urlsplit(server.url).hostname), OWNER["name"], OWNER["value"])
        page.goto(f"{server.url}/#/table/{table}")
        end = Driver(cast(Any, page), 1).play()
        assert end.over
        assert "won" in page.inner_text(".result-title") or "lost" in page.inner_text(".result-title")
        assert not page.errors
