"""The transfer size of the page, the time until it is usable, the time until a click is confirmed, and what
the browser needs while nothing is clicked.

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
from tests.helpers.browser.server import OWNER, Server

import gipfel
from gipfel.games.core.registry import game_type

ROUNDS = 5
DECISIONS = 40
SETTLING, WATCHED = 2000, 10_000
"""Milliseconds."""
GAMES = [(name, gipfel.game(name).version) for name in gipfel.game_names()]
TIMED = [
    (name, version)
    for name in gipfel.game_names()
    for version in game_type(name).versions
    if gipfel.game(name, version).clockwork
]


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
        page.context.add_cookies([OWNER])
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


def idle(browser: Browser, server: Server) -> None:
    """Measure the processor time of all processes of the browser while nobody touches the page."""
    print(f"\n{'nothing is clicked':20} {'of a core':>10}")
    watched = [("home", "/#/", False)]
    watched += [(f"{g} {v}", f"/#/table/{server.table(g, v, seed=1)}", False) for g, v in GAMES]
    watched += [(f"{g} {v}", f"/#/table/{server.table(g, v, seed=1)}", True) for g, v in TIMED]
    session = browser.new_browser_cdp_session()

    def spent() -> float:
        return sum(float(one["cpuTime"]) for one in session.send("SystemInfo.getProcessInfo")["processInfo"])

    for name, address, is_running in watched:
        page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
        page.context.add_cookies([OWNER])
        page.goto(address)
        if is_running:
            Driver(page, 1).decide()
        page.wait_for_timeout(SETTLING)
        before = spent()
        page.wait_for_timeout(WATCHED)
        print(f"{name:20} {(spent() - before) / (WATCHED / 1000):10.1%}")
        page.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        first_tables(browser, server)
        clicks(browser, server)
        idle(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
