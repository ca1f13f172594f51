"""How soon a study with 200 variations is open in Chromium: python -m benchmarks.studies

The page that needs no server, and the study on a server: with an empty cache, and from another view.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.analysis import LAST, from_home
from tests.helpers.browser import chromium
from tests.helpers.browser.large_analyses import large_record
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.server import Server
from tests.helpers.studies import study_of_variations

from gipfel.studies.page import study_page

VARIATIONS, TIMES = 200, 9
OPENED = "performance.getEntriesByType('navigation')[0].domComplete"


def main() -> None:
    begin = perf_counter()
    text = study_page(study_of_variations(VARIATIONS))
    print(f"{VARIATIONS} variations: {len(text) / 1000:.0f} kB, made in {perf_counter() - begin:.2f} s")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "study.html"
        path.write_text(text, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        times = []
        for _ in range(TIMES):
            page = browser.new_page()
            page.goto(path.as_uri())
            times.append(page.evaluate(OPENED))
            page.close()
        print(f"opened in {median(times):.0f} ms (median of {TIMES}), at most {max(times):.0f} ms")
        on_a_server(browser, Path(folder))
        browser.close()


def on_a_server(browser: Browser, folder: Path) -> None:
    """The study on a real server."""
    text = f"Gipfel study 1\ntitle: Large\nlanguage: en\n\nchapter: One\n\n{large_record()}"
    with Server(folder) as server:
        address = f"#/study/{server.post_text('/api/study-files', text)['id']}"
        loaded = [measure(browser, f"{server.url}/{address}", LAST) for _ in range(TIMES)]
        warm = [from_home(browser, server, address) for _ in range(TIMES)]
    cold = [one.ms for one in loaded]
    print(f"on a server, with an empty cache: {min(cold):.0f} ms (median {median(cold):.0f})")
    print(f"on a server, from the first page: {min(warm):.0f} ms (median {median(warm):.0f})")
    print(f"transferred with an empty cache: {loaded[0].total / 1000:.0f} kB")


if __name__ == "__main__":
    main()
