"""The transfer size of the page, the time until it is usable, and the time until a click is confirmed.

    .venv/bin/python -m benchmarks.page

A real server and a real browser, with an empty cache each time; the best of several rounds, because
measurements are noisy.
"""

import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.helpers.browser import chromium
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.server import Server

import gipfel

ROUNDS = 5
DECISIONS = 40
GAMES = [(name, gipfel.game(name).version) for name in gipfel.game_names()]


def first_tables(browser: Browser, server: Server) -> None:
    """Measure the first page of a visit."""
    print(f"{'first page':20} {'usable':>8} {'files':>10} {'socket':>10} {'together':>10}")
    for name, address, usable in addresses(server):
        found = [measure(browser, address, usable) for _ in range(ROUNDS)]
        best, total = min(weight.ms for weight in found), found[0].total
        files = total - found[0].socket
        print(f"{name:20} {best:5.0f} ms {files / 1000:7.1f} kB {found[0].socket / 1000:7.1f} kB", end=" ")
        print(f"{total / 1000:7.1f} kB")


def addresses(server: Server) -> list[tuple[str, str, str]]:
    """Name, address, and a selector that is found when the page is usable."""
    home = ("home", f"{server.url}/#/", "main a, main button")
    tables = [(f"{g} {v}", f"{server.url}/#/table/{server.table(g, v, seed=1)}") for g, v in GAMES]
    return [home, *((name, address, "[data-target].open") for name, address in tables)]


def clicks(browser: Browser, server: Server) -> None:
    """Measure the time from a click to the changed table, including the time of the driver."""
    print(f"\n{'pointing':20} {'a click':>8} {'slowest':>10}")
    for game, version in GAMES:
        page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
        page.goto(f"/#/table/{server.table(game, version, seed=1)}")
        times: list[float] = []
        driver = Driver(page, 1)
        state = driver.read()
        while not state.over and len(times) < DECISIONS:
            begin = time.perf_counter()
            state = driver.step(state)
            times.append((time.perf_counter() - begin) * 1000)
        page.close()
        print(f"{game + ' ' + version:20} {sorted(times)[len(times) // 2]:5.0f} ms {max(times):7.0f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        first_tables(browser, server)
        clicks(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
