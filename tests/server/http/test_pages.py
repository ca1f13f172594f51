"""The files of the page."""

import re
import struct
from itertools import product
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from gipfel.draw.picture import PREFIX
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.locale import languages
from gipfel.server.app import create_app
from gipfel.server.http.pages import PREVIEW, WORKER_POLICY
from gipfel.server.http.releases import COMMENTED, WEB, Releases
from gipfel.server.http.static_answers import TYPE, without_comments
from gipfel.server.settings import Settings
from tests.helpers.server.running import RunningServer


def test_files_of_the_page(server: RunningServer) -> None:
    first = server.client.get("/")
    assert first.headers["content-security-policy"].startswith("default-src 'none'")
    again = server.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    theme, module = server.client.get("/theme.css"), server.client.get("/web/main.js")
    assert "--accent" in theme.text
    for part in (theme, module):
        assert part.headers["x-content-type-options"] == "nosniff"
        assert part.headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in part.headers
    data = server.client.get("/api/courses")
    assert data.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert data.headers["x-content-type-options"] == "nosniff"
    assert "permissions-policy" not in data.headers
    fills = ElementTree.fromstring(server.client.get("/fills.svg").text)
    assert {f"{PREFIX}-shadow", f"{PREFIX}-grain"} <= {node.get("id") for node in fills}
    assert server.client.get("/api/catalogue/en").json()["language"] == "en"
    odd = ("/web/%00", "/web/%ff", "/web/" + "x" * 5000, "/web/" + "x/" * 3000, "/web/", "/web/index.html/x")
    boards = ("/boards/paper.css", "/boards/box/pink.svg", "/boards/paper/light.svg")
    for missing in (
        "/web/nothing.js",
        *boards,
        "/web/%2e%2e/__init__.py",
        "/api/catalogue/xx",
        "/nothing",
        *odd,
    ):
        answer = server.client.get(missing)
        assert answer.status_code == 404
        assert answer.json()["problem"]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("de", '<noscript lang="de" dir="ltr">Gipfel braucht JavaScript'),
        ("fa", '<noscript lang="fa" dir="rtl">'),
        ("xx", '<noscript lang="en" dir="ltr">Gipfel needs JavaScript'),
    ],
)
def test_a_browser_without_scripts_is_told_in_its_language(
    server: RunningServer, wanted: str, shown: str
) -> None:
    page = server.client.get("/", headers={"accept-language": wanted})
    assert shown in page.text
    assert "accept-language" in page.headers["vary"]


SOURCES = sorted(path for path in WEB.rglob("*") if path.suffix in COMMENTED)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_comments_are_not_sent_but_all_the_rest_is(path: Path) -> None:
    """Every line is sent as it is or belongs to a comment. No text goes over several lines."""
    source = path.read_bytes()
    sent, written = without_comments(source).split(b"\n"), source.split(b"\n")
    assert len(sent) == len(written)
    within = False
    for line, (after, before) in enumerate(zip(sent, written, strict=True)):
        begins = not within and before.strip().startswith(b"/*")
        if after != TYPE.sub(b"", before.strip()):
            assert not after, (line, before)
            assert within or begins, (line, before)
        assert after.count(b"`") % 2 == 0, (line, before)
        within = (within or begins) and b"*/" not in before


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fa", "fa"),
        ("fa-IR,en;q=0.5", "fa"),
        ("en;q=0.5,fa;q=0.8", "fa"),
        ("xx,yy;q=0.9,fa;q=0.1", "fa"),
        ("fa;q=0,en", "en"),
        ("en, fa", "en"),
        ("fa;q=many,en;q=0.1", "en"),
        ("FA_ir", "fa"),
        ("", "en"),
        (",;q=,;;", "en"),
        ("*", "en"),
    ],
)
def test_the_language_the_browser_prefers(server: RunningServer, header: str, language: str) -> None:
    answer = server.client.get("/api/catalogue/preferred", headers={"accept-language": header})
    assert answer.json()["language"] == language
    assert "accept-language" in answer.headers["vary"]


def test_every_catalogue_names_all_languages(server: RunningServer) -> None:
    for spoken in languages():
        found = server.client.get(f"/api/catalogue/{spoken.code}").json()["languages"]
        assert [known["language"] for known in found] == [known.code for known in languages()]


def test_the_page_names_one_release(server: RunningServer) -> None:
    """Its modules never change, and those of other versions are not there."""
    (version,) = set(re.findall(r"/release/(\w+)/", server.client.get("/").text))
    module = server.client.get(f"/release/{version}/main.js")
    assert "immutable" in module.headers["cache-control"]
    assert module.headers["content-type"].startswith("text/javascript")
    assert module.text == server.client.get("/web/main.js").text
    bundle = server.client.get(f"/release/{version}/bundle.json").json()
    assert bundle[f"/release/{version}/main.js"] == ["text/javascript", module.text]
    assert not [address for address in bundle if "/worker/" in address]
    for missing in (
        "/release/0/main.js",
        f"/release/{version}/nothing.js",
        f"/release/{version}/%2e%2e/app.py",
    ):
        answer = server.client.get(missing)
        assert answer.status_code == 404
        assert answer.json()["problem"]


def test_the_service_worker(server: RunningServer) -> None:
    """It may control the whole page, has a policy of its own, is never out of date and names its release."""
    worker = server.client.get("/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"] == WORKER_POLICY
    assert worker.headers["x-content-type-options"] == "nosniff"
    (version,) = set(re.findall(r"/release/(\w+)/", server.client.get("/").text))
    assert worker.text.startswith(f'const VERSION = "{version}";')
    page = server.client.get("/").headers["content-security-policy"]
    assert "worker-src 'self'" in page
    assert "manifest-src 'self'" in page


def test_another_file_is_another_release(tmp_path: Path) -> None:
    """A release stays as it was while a new one is installed."""
    (tmp_path / "main.js").write_text("one", encoding="utf-8")
    releases = Releases(tmp_path)
    old = releases.current()
    (tmp_path / "main.js").write_text("another", encoding="utf-8")
    new = releases.current()
    assert old.version != new.version
    found = releases.find(old.version)
    assert found is not None
    assert found.files["main.js"].body == b"one"
    (tmp_path / "third.js").write_text("", encoding="utf-8")
    releases.current()
    assert releases.find(old.version) is None


def test_the_page_can_be_installed(server: RunningServer) -> None:
    manifest = server.client.get("/web/manifest.webmanifest").json()
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    for purpose in ("any", "maskable"):
        sizes = [icon["sizes"] for icon in manifest["icons"] if icon.get("purpose", "any") == purpose]
        assert {"192x192", "512x512"} <= set(sizes)


SAFE = 0.4
"""The radius of the circle that no system cuts off, as a part of the width of an icon."""


@pytest.mark.parametrize("width", [192, 512])
def test_maskable_icons_stay_in_their_safe_zone(width: int) -> None:
    image = pytest.importorskip("PIL.Image")
    icon = image.open(WEB / "icons" / f"maskable-{width}.png").convert("RGB")
    ground = icon.getpixel((0, 0))
    middle = (width - 1) / 2
    for x, y in product(range(width), range(width)):
        if hypot(x - middle, y - middle) > SAFE * width:
            differs = sum(abs(one - other) for one, other in zip(icon.getpixel((x, y)), ground, strict=True))
            assert differs < 12, (x, y)


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("language", "direction", "title"),
    [("en", "ltr", "There is no page here"), ("fa", "rtl", "اینجا صفحه‌ای نیست")],
)
def test_a_browser_gets_a_way_home(server: RunningServer, language: str, direction: str, title: str) -> None:
    answer = server.client.get("/nothing/<b>", headers={**BROWSER, "accept-language": language})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert f'<html lang="{language}" dir="{direction}">' in answer.text
    assert f"<h1>{title}</h1>" in answer.text
    assert 'href="/"' in answer.text
    assert "<b>" not in answer.text


def test_a_link_of_a_server_that_ran_before_leads_home(server: RunningServer) -> None:
    answer = server.client.get("/?token=old", headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (403, "text/html; charset=utf-8")
    assert "gipfel serve" in answer.text
    assert server.client.get("/?token=old").json()["problem"].startswith("This link is out of date")


def test_icons_and_what_other_programs_show(server: RunningServer) -> None:
    """Every icon exists in the size that is promised, and all are small."""
    manifest = server.client.get("/web/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    sizes = {icon["src"]: icon["sizes"] for icon in manifest.json()["icons"] if icon["sizes"] != "any"}
    for address, size in {**sizes, "/web/icons/apple-touch-icon.png": "180x180", PREVIEW: "1200x630"}.items():
        picture = server.client.get(address)
        assert picture.headers["content-type"] == "image/png"
        width, height = struct.unpack(">II", picture.content[16:24])
        assert f"{width}x{height}" == size
        assert len(picture.content) < 60_000
    page = server.client.get("/").text
    for name in ("og:title", "og:description", "og:image"):
        assert f'property="{name}"' in page


def test_the_picture_for_other_programs_has_a_whole_address(tmp_path: Path) -> None:
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'tables.sqlite'}",
        host="0.0.0.0",
        public_url="https://gipfel.example/",
    )
    with TestClient(create_app(settings), base_url="https://gipfel.example") as client:
        assert f'property="og:image" content="https://gipfel.example{PREVIEW}"' in client.get("/").text


@pytest.mark.parametrize(("theme", "board"), list(product(Theme, BoardTheme)))
def test_board_themes_have_colours_and_a_picture(
    server: RunningServer, theme: Theme, board: BoardTheme
) -> None:
    colour = theme.tokens_of(board).board
    picture = server.client.get(f"/boards/{board.value}/{theme.value}.svg")
    assert ElementTree.fromstring(picture.text).get("viewBox")
    assert colour in picture.text
    if board is not BoardTheme.PLAIN:
        assert f"--board: {colour};" in server.client.get(f"/boards/{board.value}.css").text
