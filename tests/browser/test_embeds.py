"""Boards in pages of others, and animated pictures."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.browser.two_players import post

RECORD = "Gipfel record 2\ngame: gipf\n\n1. e1-e3\n2. c2\n3. g2\nresult: *\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """A server of another origin, which serves the files of the test."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_request(self, code: object = "-", size: object = "-") -> None:
            """Nothing: tests print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def copied_code(page: Page) -> str:
    """What the button copies."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy embed code").click()
    expect(page.locator(".toast")).to_have_text("Copied.")
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_the_copied_code_shows_the_game_in_a_page_of_another_origin(
    open_page: OpenPage, server: Server, elsewhere: str, tmp_path: Path, screen: dict[str, int]
) -> None:
    table = server.table_of(RECORD)
    review = open_page(f"/#/review/{table}")
    expect(review.locator(".review-counter")).to_have_text("3 / 3")
    code = copied_code(review)
    assert f'src="{server.url}/embed/{table}"' in code
    text = f"<!doctype html><html lang=en><title>Elsewhere</title><main><h1>News</h1>{code}</main></html>"
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    page = open_page("about:blank", owner=False, viewport=screen)
    page.goto(f"{elsewhere}/index.html")
    frame = page.frame_locator("iframe")
    pieces, current = frame.locator(".things use"), frame.locator("[aria-current]")
    expect(frame.get_by_role("button", name="1. e1-e3")).to_be_visible()
    start = pieces.count()
    frame.get_by_role("button", name="One on").click()
    expect(current).to_contain_text("1. e1-e3")
    expect(pieces).to_have_count(start + 1)
    page.keyboard.press("End")
    expect(current).to_contain_text("3. g2")
    assert page.context.cookies() == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_an_embedded_board_violates_no_rule(
    open_page: OpenPage, server: Server, screen: dict[str, int]
) -> None:
    page = open_page(f"/embed/{server.table_of(RECORD)}", viewport=screen)
    page.get_by_role("button", name="One on").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]


def test_it_has_no_secret_and_sets_no_cookie(open_page: OpenPage, server: Server) -> None:
    """Also for a browser that has both seats and is the owner's."""
    page = open_page("about:blank")
    page.goto("/#/")
    invite = {"side": "white", "name": "Ada"}
    made = post(page, "/api/tables", {"game": "zertz", "version": "blitz", "invite": invite})
    cookies = page.context.cookies()
    answer = page.goto(f"/embed/{made['id']}")
    assert answer is not None
    text = answer.text()
    assert "set-cookie" not in answer.all_headers()
    assert made["key"] not in text
    assert OWNER["value"] not in text
    assert not any(cookie.get("value", "-") in text for cookie in cookies)
    assert "/api/" not in text


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_some_turns_are_saved_as_an_animated_picture(
    open_page: OpenPage, server: Server, tmp_path: Path, errors: PageErrors, screen: dict[str, int]
) -> None:
    errors.allow("status of 422")
    table = server.table_of(RECORD)
    page = open_page(f"/#/review/{table}", viewport=screen)
    expect(page.locator(".review-counter")).to_have_text("3 / 3")
    page.get_by_role("button", name="Animated picture").click()
    dialog = page.get_by_role("dialog", name="Animated picture")
    expect(dialog.get_by_label("To turn")).to_have_value("3")
    assert violations(page) == []
    dialog.get_by_label("From turn").fill("2")
    with page.expect_download(timeout=60_000) as download:
        dialog.get_by_role("button", name="GIF").click()
    download.value.save_as(tmp_path / "game.gif")
    assert Image.open(tmp_path / "game.gif").n_frames == 3  # type: ignore[attr-defined]
    dialog.get_by_label("To turn").fill("9")
    dialog.get_by_role("button", name="PNG").click()
    expect(dialog.get_by_role("status")).to_contain_text("there are no turns", timeout=30_000)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_label("To turn").fill("2")
    dialog.get_by_role("button", name="Copy its address").click()
    expect(page.locator(".toast")).to_have_text("Copied.")
    address = str(page.evaluate("navigator.clipboard.readText()"))
    assert address.startswith(f"{server.url}/api/tables/{table}/animation.gif?from=2&to=2")
    picture = page.context.request.get(address, timeout=60_000)
    assert Image.open(BytesIO(picture.body())).n_frames == 2  # type: ignore[attr-defined]
