"""The time until an analysis with 200 variations is open in a browser.

    .venv/bin/python -m benchmarks.analysis

A real server and a real browser: with an empty cache, and from another view of the page.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.helpers.browser import chromium
from tests.helpers.browser.large_analyses import VARIATIONS, large_record
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.server import OWNER, Server

ROUNDS = 5
LAST = f".review-turns:has(.review-variation:nth-child({VARIATIONS}))"
GO = """
([address, selector]) => new Promise((resolve) => {
  const begin = performance.now();
  const look = () => document.querySelector(selector) && resolve(performance.now() - begin);
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
  location.hash = address;
})
"""


def from_home(browser: Browser, server: Server, address: str) -> float:
    """Milliseconds from a click on the first page until all variations at an address are there."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 800})
    context.add_cookies([OWNER])
    page = context.new_page()
    page.goto("/#/")
    page.wait_for_load_state("networkidle")
    found: float = page.evaluate(GO, [address, LAST])
    context.close()
    return found


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        table = server.table_of(large_record())
        cold = [measure(browser, f"{server.url}/#/review/{table}", LAST).ms for _ in range(ROUNDS)]
        warm = [from_home(browser, server, f"#/review/{table}") for _ in range(ROUNDS)]
        print(f"{VARIATIONS} variations, with an empty cache  {min(cold):5.0f} ms")
        print(f"{VARIATIONS} variations, from the first page  {min(warm):5.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
