"""nginx and Caddy with the files of `deploy`, with TLS in front of two processes on one PostgreSQL."""

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import httpx
import pytest
from websockets.exceptions import WebSocketException

from gipfel.server.security.limits import WRONG_KEYS
from tests.helpers import postgres
from tests.helpers.server.reverse_proxies import COOKIE, NAME, Browser, Caddy, Nginx, ReverseProxy
from tests.helpers.server.running import Page, RunningServer, play_together

TABLES = 6
"""Enough that without hashing by table some pairs of players would be apart."""
ATTEMPTS = 5
"""How often a page tries to reconnect."""


@dataclass
class Site:
    """A proxy and the processes behind it."""

    proxy: ReverseProxy
    processes: list[RunningServer]

    def browser(self, address: str = "127.0.0.1") -> Browser:
        return Browser(self.proxy, address)

    def connections(self) -> list[int]:
        """The number of pages at tables of each process."""
        return [connections(process) for process in self.processes]


def connections(process: RunningServer) -> int:
    text = httpx.get(f"http://{process.name}/metrics").text
    found = re.search(r"^gipfel_connections (\d+)", text, re.M)
    assert found is not None
    return int(found[1])


@pytest.fixture(scope="module", params=[Nginx, Caddy], ids=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with ExitStack() as stack:
        proxy: ReverseProxy = request.param(tmp_path_factory.mktemp(request.param.name))
        url = stack.enter_context(postgres.database())
        arguments = ("--database-url", url, "--public-url", proxy.public_url)
        folder = tmp_path_factory.mktemp("processes")
        processes = [RunningServer(folder / name, *arguments) for name in ("first", "second")]
        for process in processes:
            stack.callback(process.stop)
        stack.enter_context(proxy.running([process.name for process in processes]))
        yield Site(proxy, processes)


def invited(ada: Browser, ben: Browser) -> str:
    """A table at which Ada has White and Ben has Black; its id."""
    answer = ada.post("/api/tables", game="gipf", version="standard", invite={"side": "white", "name": "Ada"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    answer = ben.post(f"/api/tables/{made['id']}/sit", key=made["key"], name="Ben")
    assert answer.status_code == 200, answer.text
    table_id: str = made["id"]
    return table_id


@contextmanager
def seated(table_id: str, ada: Browser, ben: Browser) -> Iterator[list[Page]]:
    """The pages of both players; like those of browsers they try again if they cannot connect."""
    with ExitStack() as stack:
        yield [connected(stack, table_id, ada, "en"), connected(stack, table_id, ben, "fa")]


def connected(stack: ExitStack, table_id: str, browser: Browser, language: str) -> Page:
    for _ in range(ATTEMPTS):
        with suppress(WebSocketException, OSError):
            return stack.enter_context(browser.page(table_id, language))
    raise AssertionError(f"no connection after {ATTEMPTS} attempts")


def test_pages_and_cookies_are_for_tls_only(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    made = browser.post("/api/tables", game="gipf", invite={"side": "white"})
    cookie = made.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "Secure" in cookie
    plain = httpx.get(f"http://127.0.0.1:{site.proxy.plain_port}/t/x", headers={"host": NAME})
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith(f"https://{NAME}")


def test_metrics_are_not_for_visitors(site: Site) -> None:
    assert site.browser().get("/metrics").status_code == 404
    for path in ("//metrics", "/%6detrics", "/metrics?", "/./metrics", "/METRICS"):
        answer = site.browser().get(path)
        assert answer.status_code in (403, 404), path
        assert "gipfel_" not in answer.text


def test_both_players_of_a_table_reach_the_same_process(site: Site) -> None:
    for number in range(TABLES):
        ada, ben = site.browser(f"127.0.1.{number + 1}"), site.browser(f"127.0.2.{number + 1}")
        with seated(invited(ada, ben), ada, ben) as pages:
            assert sorted(site.connections()) == [0, 2]
            play_together(pages, 4)


def test_limits_count_the_address_of_the_visitor(site: Site) -> None:
    """Whatever a visitor claims, and without counting it for anybody else."""
    guessing = site.browser("127.0.0.4")
    table_id = invited(site.browser(), site.browser("127.0.0.5"))
    wrong = {"key": "x" * 32}
    statuses = [
        guessing.ask(
            "POST",
            f"/api/tables/{table_id}/sit",
            json=wrong,
            headers={"x-forwarded-for": f"203.0.113.{number}", "forwarded": f"for=203.0.113.{number}"},
        ).status_code
        for number in range(WRONG_KEYS + 1)
    ]
    assert statuses == [403] * WRONG_KEYS + [429]
    assert site.browser("127.0.0.6").post(f"/api/tables/{table_id}/sit", **wrong).status_code == 403


def test_large_requests_are_refused(site: Site) -> None:
    """And no process is taken for a dead one because of them."""
    browser = site.browser()
    large = b'{"game":"' + b"x" * 2_200_000 + b'"}'
    for content in (large, large, iter([large]), iter([large])):  # with its length, and without
        assert status_of(browser, content) in REFUSALS[site.proxy.name]
        assert browser.get("/health").status_code == 200
    assert browser.get("/", headers={"x-large": "x" * 40_000}).status_code in (400, 431)


def test_a_large_study_is_opened(site: Site) -> None:
    """Its texts are as long as those of a study may be."""
    chapters = "".join(f"chapter: {number}\n\n{'ä' * 20_000}\n\n" for number in range(29))
    text = f"Gipfel study 1\ntitle: Long\nlanguage: de\n\n{chapters}".encode()
    assert len(text) > 1_000_000
    assert site.browser().ask("POST", "/api/study-files", content=text).status_code == 201


CUT_OFF = 0
REFUSALS = {"nginx": {413}, "caddy": {413, 502, CUT_OFF}}
"""Caddy forwards a body while it counts, so that Gipfel may be the first to refuse it."""


def status_of(browser: Browser, content: bytes | Iterator[bytes]) -> int:
    try:
        return browser.ask("POST", "/api/tables", content=content).status_code
    except httpx.TransportError:
        return CUT_OFF


def test_a_killed_process_is_replaced_by_the_other_one(site: Site) -> None:
    """This has to be the last test: the process stays dead."""
    ada, ben = site.browser("127.0.0.6"), site.browser("127.0.0.7")
    table_id = invited(ada, ben)
    with seated(table_id, ada, ben) as pages:
        play_together(pages, 4)
        gone = site.processes[site.connections().index(2)]
        gone.stop(signal.SIGKILL)
    with seated(table_id, ada, ben) as pages:
        assert [page.table["number"] for page in pages] == [4, 4]
        play_together(pages, 8)
    for number in range(8, 20):
        visitor = site.browser(f"127.0.0.{number}")
        assert visitor.get("/").status_code == 200
        assert visitor.post("/api/tables", game="gipf", invite={"side": "white"}).status_code == 201
