"""The page as an app: installing it, what it keeps and for how long, and what it never keeps."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.offline import INSTALLED, KEPT, WITH_WORKER
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.browser.two_players import decide_alone, post

OFFERED = """() => {
  const offer = new Event("beforeinstallprompt");
  offer.prompt = async () => { document.documentElement.dataset.prompted = "yes"; };
  dispatchEvent(offer);
}"""
"""What a browser does when it would install a page."""
ALL_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      const headers = [...request.headers, ...answer.headers].flat();
      found.push([name, request.url, ...headers, await answer.text()].join(" "));
    }
  }
  const databases = await indexedDB.databases();
  return { found, databases: databases.map(({ name }) => name), local: JSON.stringify({ ...localStorage }) };
}"""
"""Everything in the browser's storages that a script can read."""
KEEP_MANY = """async (number) => {
  const folder = new URL(".", document.querySelector('script[type=module]').src);
  const { keepTable, keepView } = await import(new URL("table/kept/tables.js", folder));
  for (let i = 0; i < number; i++) {
    await keepView(`table${i}`, { at: 0 });
    await keepTable(`table${i}`, { turns: [], number: 0 });
  }
  const keys = await (await caches.open("gipfel-tables")).keys();
  return keys.map(({ url }) => new URL(url).pathname);
}"""
OLD_RELEASES = """async () => {
  for (const version of ["one", "two", "three"]) await caches.open(`gipfel-release-${version}`);
}"""
MANY_ANSWERS = """async () => {
  for (let i = 0; i < 210; i++) await fetch(`/api/menu?n=${i}`);
  const cache = await caches.open("gipfel-data");
  const isDone = async () => (await cache.match("/api/menu?n=209")) && (await cache.keys()).length <= 200;
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
  return Boolean(await cache.match("/api/menu?n=0"));
}"""


def installed(open_page: OpenPage, address: str, **options: Any) -> Page:
    page = open_page(address, **WITH_WORKER, **options)
    page.evaluate(INSTALLED)
    return page


def test_the_offer_to_install_is_a_button(open_page: OpenPage) -> None:
    page = open_page("/#/")
    page.wait_for_selector(".game-title")
    page.evaluate(OFFERED)
    page.goto("/#/settings")
    page.get_by_role("button", name="Install Gipfel as an app").click()
    expect(page.locator("html")).to_have_attribute("data-prompted", "yes")


def test_without_an_offer_the_menu_of_the_browser_is_named(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    expect(page.locator(".app-field")).to_contain_text("by the menu of your browser")
    expect(page.locator(".install")).to_have_count(0)


def test_the_oldest_tables_make_room(open_page: OpenPage) -> None:
    page = installed(open_page, "/#/")
    kept = page.evaluate(KEEP_MANY, 33)
    assert sorted({path.split("/")[2] for path in kept}) == sorted(f"table{i}" for i in range(3, 33))
    assert len(kept) == 60


def test_old_releases_are_deleted(open_page: OpenPage) -> None:
    page = open_page("/#/", **WITH_WORKER)
    page.evaluate(OLD_RELEASES)
    page.evaluate(INSTALLED)
    releases = [name for name in page.evaluate("() => caches.keys()") if "release" in name]
    assert len(releases) == 2
    assert "gipfel-release-three" in releases


def test_answers_have_a_limit(open_page: OpenPage) -> None:
    page = installed(open_page, "/#/")
    assert page.evaluate(MANY_ANSWERS) is False


def test_no_secret_is_kept(open_page: OpenPage, server: Server) -> None:
    """Neither the key in an invitation, nor that of a seat, nor a cookie, also after both have played."""
    host, guest = (installed(open_page, "/#/") for _ in range(2))
    made = post(host, "/api/tables", {"game": "gipf", "version": "basic", "invite": {"side": "white"}})
    guest.goto(f"/#/seat/{made['id']}/{made['key']}")
    guest.get_by_role("button").filter(visible=True).last.wait_for()
    post(guest, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": "Emmy"})
    for number, page in enumerate((host, guest), 1):
        page.goto(f"/#/table/{made['id']}")
        assert decide_alone(Driver(page, 5)) == number
        page.evaluate(KEPT, [made["id"], number])
    for page in (host, guest):
        page.goto("/#/")
        page.wait_for_selector(f'[data-id="{made["id"]}"]')
        page.wait_for_load_state("networkidle")
        kept = page.evaluate(ALL_KEPT)
        cookies = [cookie["value"] for cookie in page.context.cookies()]
        assert len(cookies) >= 2
        assert any(made["id"] in one for one in kept["found"])
        assert kept["databases"] == []
        for secret in (made["key"], OWNER["value"], *cookies):
            assert not [one[:200] for one in kept["found"] if secret in one]
            assert secret not in kept["local"]
