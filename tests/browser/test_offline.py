"""The page without a connection: the service worker, tables as they were last seen, decisions that wait."""

import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gipfel.server.http.releases import WEB
from tests.browser.conftest import DEFAULTS, OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.offline import INSTALLED, KEPT, WITH_WORKER
from tests.helpers.browser.page_layout import drawn_pieces
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.check import only_in_check, some_of
from tests.helpers.server.running import serving

NETWORK = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_FAILED",
    "WebSocket",
    "ERR_EMPTY_RESPONSE",
)
"""What a browser logs without a connection."""
GONE = """async (id) => {
  const cache = await caches.open("gipfel-tables");
  while (await cache.match(`/kept/${id}/table`)) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
WAITING = "() => Object.keys(JSON.parse(localStorage.getItem('gipfel.decisions') ?? '{}')).length"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    with Server(tmp_path) as server:
        yield server


def opened(browser: Browser, server: Server, errors: PageErrors, address: str, **options: Any) -> Page:
    """A page of an installed app."""
    errors.allow(*NETWORK)
    context = browser.new_context(base_url=server.url, **{**DEFAULTS, **WITH_WORKER, **options})
    context.add_cookies([OWNER])
    page = context.new_page()
    errors.watch(page)
    page.goto(address)
    page.evaluate(INSTALLED)
    return page


def played(page: Page, table: str, decisions: int) -> Driver:
    """Some decisions at a table, all of which the browser has kept."""
    driver = Driver(page, 5)
    for _ in range(decisions):
        state = driver.decide()
    page.evaluate(KEPT, [table, state.number])
    return driver


def banner_covers_pieces(page: Page) -> bool:
    """Does the message about the connection lie on a piece of the board?"""
    return bool(
        page.evaluate(
            """() => {
              const { bottom, left, right } = document.querySelector(".banner").getBoundingClientRect();
              return [...document.querySelectorAll(".board .piece")].some((piece) => {
                const box = piece.getBoundingClientRect();
                return box.top < bottom && box.right > left && box.left < right;
              });
            }"""
        )
    )


@pytest.mark.parametrize(
    "options", some_of([SMALL_PHONE, {}], 1), ids=lambda options: "phone" if options else "desktop"
)
def test_tables_are_shown_as_they_were(
    browser: Browser, own: Server, errors: PageErrors, options: dict[str, Any]
) -> None:
    """The server is gone and the page is loaded again: the list, the table and its turns are there."""
    table = own.table("gipf", "basic")
    page = opened(browser, own, errors, f"/#/table/{table}", **options)
    played(page, table, 4)
    pieces = drawn_pieces(page)
    page.goto("/#/")
    expect(page.locator(f'[data-id="{table}"]')).to_be_visible()
    own.stop()
    page.reload()
    expect(page.locator(".offline-note")).to_contain_text("No connection")
    assert not violations(page)
    page.locator(f'[data-id="{table}"] a').first.click()
    expect(page.locator(".banner")).to_contain_text("as you last saw it")
    assert drawn_pieces(page) == pieces
    assert not banner_covers_pieces(page)
    assert not page.locator("[data-target].open").count()
    assert not violations(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-past]")).to_have_attribute("data-past", "3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-past]")).to_have_attribute("data-past", "2")
    assert drawn_pieces(page) != pieces
    own.start()
    expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
    page.keyboard.press("Escape")
    page.context.close()


def test_lessons_puzzles_and_rules_that_were_loaded(
    browser: Browser, own: Server, errors: PageErrors
) -> None:
    page = opened(browser, own, errors, "/#/")
    seen = {
        "/#/learn": ".course, .card",
        "/#/rules/gipf/basic": "h1",
        "/#/puzzles": ".puzzle-game",
        "/#/puzzles/today": ".exercise[data-puzzle]",
    }
    for address, selector in seen.items():
        page.goto(address)
        page.wait_for_selector(f"main {selector.replace(', ', ', main ')}")
    page.wait_for_load_state("networkidle")
    texts = {}
    own.stop()
    for address, selector in seen.items():
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(f"main {selector.replace(', ', ', main ')}")
        texts[address] = page.inner_text("main")
        assert "does not answer" not in texts[address]
    page.goto("/#/rules/zertz/basic")
    expect(page.locator(".missing")).to_contain_text("does not answer")
    page.context.close()


def test_a_decision_without_a_connection_is_offered_again(
    browser: Browser, own: Server, errors: PageErrors
) -> None:
    """It survives a reload, and is played once, but only if the user still wants it."""
    table = own.table("gipf", "basic")
    page = confirmed_without_connection(browser, own, errors, table)
    page.reload()
    expect(page.locator(".banner")).to_contain_text("as you last saw it")
    own.start()
    offer = page.locator(".offer")
    expect(offer).to_contain_text("Play it now?", timeout=20_000)
    assert not violations(page)
    assert len(own.replayed(table).decisions) == 1
    offer.get_by_role("button", name="Play it").click()
    expect(page.locator('.table[data-number="2"]')).to_be_visible()
    expect(offer).to_have_count(0)
    assert page.evaluate(WAITING) == 0
    page.reload()
    expect(page.locator('.table[data-number="2"]')).to_be_visible()
    expect(offer).to_have_count(0)
    page.context.close()


@only_in_check
def test_a_decision_can_be_given_up(browser: Browser, own: Server, errors: PageErrors) -> None:
    page = confirmed_without_connection(browser, own, errors, own.table("gipf", "basic"))
    own.start()
    offer = page.locator(".offer")
    expect(offer).to_contain_text("Play it now?", timeout=20_000)
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    expect(page.locator('.table[data-number="1"]')).to_be_visible()
    assert page.evaluate(WAITING) == 0
    page.context.close()


@only_in_check
def test_a_decision_in_another_position_is_dropped(browser: Browser, own: Server, errors: PageErrors) -> None:
    """Somebody else has decided meanwhile: the page says so."""
    table = own.table("gipf", "basic")
    page = confirmed_without_connection(browser, own, errors, table)
    page.goto("about:blank")
    own.start()
    other = opened(browser, own, errors, f"/#/table/{table}")
    Driver(other, 9).decide()
    other.context.close()
    page.goto(f"/#/table/{table}")
    expect(page.locator(".toast")).to_contain_text("The position has changed meanwhile")
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate(WAITING) == 0
    page.context.close()


def confirmed_without_connection(browser: Browser, own: Server, errors: PageErrors, table: str) -> Page:
    """White has decided; Black has pointed at everything when the server stops, and then confirms."""
    page = opened(browser, own, errors, f"/#/table/{table}")
    played(page, table, 1)
    page.evaluate("localStorage.setItem('gipfel.settings', JSON.stringify({confirm: true}))")
    page.reload()
    sure = page.get_by_role("button", name="Yes, do it")
    driver = Driver(page, 3)
    while not sure.is_visible():
        state = driver.read()
        page.mouse.click(state.open[0].x, state.open[0].y)
        page.wait_for_function("() => document.querySelector('[data-busy]').dataset.busy === 'false'")
    own.stop()
    expect(page.locator(".banner")).to_be_visible()
    sure.click()
    expect(page.locator(".note")).to_contain_text("is kept")
    assert page.evaluate(WAITING) == 1
    return page


def test_two_tabs_play_a_decision_once(browser: Browser, own: Server, errors: PageErrors) -> None:
    """Both offer it; after one has played it, the other has nothing to offer."""
    table = own.table("gipf", "basic")
    first = confirmed_without_connection(browser, own, errors, table)
    second = first.context.new_page()
    errors.watch(second)
    second.goto(f"/#/table/{table}")
    own.start()
    for page in (first, second):
        expect(page.locator(".offer")).to_contain_text("Play it now?", timeout=20_000)
    first.locator(".offer").get_by_role("button", name="Play it").click()
    for page in (first, second):
        expect(page.locator('.table[data-number="2"]')).to_be_visible()
        expect(page.locator(".offer")).to_have_count(0)
    assert len(own.replayed(table).decisions) == 2
    assert second.evaluate(WAITING) == 0
    second.reload()
    expect(second.locator('.table[data-number="2"]')).to_be_visible()
    expect(second.locator(".offer")).to_have_count(0)
    assert len(own.replayed(table).decisions) == 2
    first.context.close()


def test_two_tabs_that_answer_at_once_play_it_once(browser: Browser, own: Server, errors: PageErrors) -> None:
    table = own.table("gipf", "basic")
    first = confirmed_without_connection(browser, own, errors, table)
    second = first.context.new_page()
    errors.watch(second)
    second.goto(f"/#/table/{table}")
    own.start()
    for page in (first, second):
        expect(page.locator(".offer")).to_contain_text("Play it now?", timeout=20_000)
    for page in (first, second):
        page.evaluate("() => setTimeout(() => document.querySelector('.offer button')?.click(), 100)")
    for page in (first, second):
        expect(page.locator('.table[data-number="2"]')).to_be_visible()
    assert len(own.replayed(table).decisions) == 2
    first.context.close()


def test_what_is_kept_can_be_deleted(open_page: OpenPage, server: Server) -> None:
    table = server.table("gipf", "basic")
    page = open_page(f"/#/table/{table}", **WITH_WORKER)
    page.evaluate(INSTALLED)
    played(page, table, 1)
    page.goto("/#/settings")
    page.click(".forget-kept")
    expect(page.locator(".toast")).to_be_visible()
    assert [name for name in page.evaluate("() => caches.keys()") if "release" not in name] == []


@only_in_check
def test_a_deleted_table_is_not_kept(open_page: OpenPage, server: Server) -> None:
    table = server.table("gipf", "basic")
    page = open_page(f"/#/table/{table}", **WITH_WORKER)
    page.evaluate(INSTALLED)
    played(page, table, 1)
    page.goto("/#/")
    page.locator(f'[data-id="{table}"] .table-card-delete').click()
    page.goto("/#/settings")
    page.evaluate(GONE, table)


def test_all_modules_are_of_one_release(open_page: OpenPage) -> None:
    page = open_page("about:blank")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto("/#/")
    page.wait_for_selector(".game-title")
    page.goto("/#/compose")
    page.wait_for_load_state("networkidle")
    files = [
        address for address in loaded if address.endswith((".js", ".css")) and "theme.css" not in address
    ]
    releases = {re.sub(r".*/release/(\w+)/.*", r"\1", address) for address in files}
    assert len(releases) == 1, releases


def test_a_local_network_without_https_is_told(browser: Browser, errors: PageErrors, tmp_path: Path) -> None:
    """At the address of this machine in its network browsers allow no service worker."""
    with serving(tmp_path / "tables.db", "--host", "0.0.0.0") as running:
        page = browser.new_page(**{**DEFAULTS, **WITH_WORKER})
        errors.watch(page)
        errors.allow("Cross-Origin-Opener-Policy")  # Browsers ignore that header there, and say so.
        page.goto(f"http://{network_address()}:{running.name.split(':')[-1]}/#/settings")
        if page.evaluate("isSecureContext"):
            pytest.skip("this machine has no address in a network")
        expect(page.locator(".insecure")).to_contain_text("https")
        expect(page.locator(".install, .forget-kept")).to_have_count(0)
        assert not violations(page)
        page.context.close()


def network_address() -> str:
    """The address of this machine by which others would reach it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the page of an installation that a test may upgrade."""
    package = tmp_path / "installed" / "gipfel"
    package.mkdir(parents=True)
    for path in WEB.parent.iterdir():
        if path != WEB:
            (package / path.name).symlink_to(path)
    shutil.copytree(WEB, package / "web")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    return package / "web"


def test_a_new_release_replaces_the_old_one(
    browser: Browser, errors: PageErrors, installation: Path, tmp_path: Path
) -> None:
    """A page that is open keeps its modules; loaded again, it has the new ones, also without a connection."""
    with Server(tmp_path) as server:
        page = opened(browser, server, errors, "/#/")
        old = release_of(page)
        with (installation / "learn" / "list.js").open("a", encoding="utf-8") as file:
            file.write("document.documentElement.dataset.upgraded = 'yes';\n")
        server.stop()
        server.start()
        page.goto("/#/learn")
        page.wait_for_selector("main a[href*='learn/']")
        assert release_of(page) == old
        assert page.evaluate(UPGRADED) is None
        page.reload()
        page.wait_for_selector("main a[href*='learn/']")
        new = release_of(page)
        assert new != old
        assert page.evaluate(UPGRADED) == "yes"
        page.evaluate(HAS_RELEASE, new)
        server.stop()
        page.reload()
        page.wait_for_selector("main a[href*='learn/']")
        assert release_of(page) == new
        assert page.evaluate(UPGRADED) == "yes"
        page.context.close()


UPGRADED = "() => document.documentElement.dataset.upgraded ?? null"
HAS_RELEASE = """async (version) => {
  const isKept = async () => (await caches.open(`gipfel-release-${version}`)).match("/");
  while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
"""Wait until the worker has kept a release."""


def release_of(page: Page) -> str:
    """The version of the page's modules."""
    address = str(page.evaluate("() => document.querySelector('script[type=module]').src"))
    return address.split("/")[-2]
