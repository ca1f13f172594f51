"""How soon the page of a study with 200 variations is opened in Chromium: python -m benchmarks.studies"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.helpers.browser import chromium
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
        browser.close()
    print(f"opened in {median(times):.0f} ms (median of {TIMES}), at most {max(times):.0f} ms")


if __name__ == "__main__":
    main()
