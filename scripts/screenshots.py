"""Takes pictures of all views of the page, on a desktop and a phone, light and dark.

    make screenshots
    .venv/bin/python -m scripts.screenshots --only gipf --into pictures

Games are played at random from a seed, so that pictures can be compared.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from tests.helpers.browser import chromium
from tests.helpers.browser.prepared_games import beginning, game_with_contest, random_game, record_text
from tests.helpers.browser.server import OWNER, PERSONS, Server
from tests.helpers.evenings import mixed_evening

import gipfel

GAMES = [(name, gipfel.game(name).version) for name in gipfel.game_names()]
FIRST, SECOND = GAMES[:2]
"""For pictures in which the game does not matter."""
SEED = 6
SHOWN = "() => document.querySelector('[data-number], #view:not([data-view=table]) > *')"
STEADY = 400
"""Milliseconds until the page has stopped changing; animations are off."""
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
THEMES = ("light", "dark")


class Shot(NamedTuple):
    """A picture to take."""

    name: str
    address: str
    language: str = "en"
    click: str = ""
    """A selector to click first."""


def tables(server: Server) -> Iterator[Shot]:
    """Every game at its start, in the middle and at its end."""
    for name, version in GAMES:
        played = random_game(name, version, SEED)
        full = len(played.decisions)
        for what, number in (("1-start", 0), ("2-middle", full * 3 // 5), ("3-end", full)):
            record = record_text(beginning(played, number))
            table = server.table_of(record) if number else server.table(name, version, seed=SEED)
            yield Shot(f"table-{name}-{version}-{what}", f"#/table/{table}")


def views(server: Server) -> Iterator[Shot]:
    """All views but tables."""
    first, version = FIRST
    review = server.table_of(record_text(random_game(first, version, SEED)))
    seats = {"white": PERSONS["white"], "black": {"kind": "engine", "player": "level:1", "seconds": 0.2}}
    server.table(*SECOND, seats=seats)
    invited = {
        "game": first,
        "version": version,
        "options": {},
        "invite": {"side": "black", "name": "Ada"},
    }
    waiting = server.post("/api/tables", {**invited, "clock": {"kind": "correspondence", "days": 3}})
    yield Shot("seat", f"#/seat/{waiting['id']}/{waiting['key']}")
    yield Shot("home", "#/")
    yield Shot("home-persian", "#/", "fa")
    yield Shot("table-persian", f"#/table/{server.table(first, version)}", "fa")
    yield Shot("compose", "#/compose")
    yield Shot("tournament-new", "#/tournament")
    yield Shot("tournament", f"#/tournament/{_tournament(server, first, version)}")
    for game, its_version in (FIRST, SECOND):
        yield Shot(f"rules-{game}", f"#/rules/{game}/{its_version}")
    yield Shot("settings", "#/settings")
    yield Shot("review", f"#/review/{review}")
    yield Shot("editor", f"#/editor/{first}/{version}")
    yield Shot("missing", "#/nowhere")


def _tournament(server: Server, game: str, version: str) -> str:
    """The id of a tournament after its first round; everybody may watch it."""
    players = ["Ada", "Ben", "Cleo", "Dan", "Emmy"]
    new = {"name": "Club", "kind": "swiss", "rounds": 3, "game": game, "version": version}
    made = server.post("/api/tournaments", {**new, "players": players})
    address = f"/api/tournaments/{made['id']}"
    server.post(f"{address}/next", {"round": 0})
    for board, result in ((1, "1-0"), (2, "1/2-1/2")):
        server.post(f"{address}/result", {"round": 1, "board": board, "result": result})
    server.post(f"{address}/next", {"round": 1})
    tournament: str = made["id"]
    return tournament


def dialogs(server: Server) -> Iterator[Shot]:
    """Dialogs over a view."""
    table = f"#/table/{server.table(*SECOND)}"
    yield Shot("dialog-start", "#/", click=f"[data-game={SECOND[0]}] .game-open")
    yield Shot("dialog-start-persian", "#/", "fa", click=f"[data-game={FIRST[0]}] .game-open")
    for action in ("rules", "resign", "more"):
        yield Shot(f"dialog-{action}", table, click=f'[data-action="{action}"]')


def contests(server: Server) -> Iterator[Shot]:
    """Contests inside a game: GIPF with potentials is the one that has them."""
    die, inner = (
        server.table_of(record_text(game_with_contest(gipfel.game("project", v))))
        for v in ("dice", "one-shot")
    )
    yield Shot("table-contest-die", f"#/table/{die}")
    yield Shot("table-contest-thrown", f"#/table/{die}", click=".choice.roll")
    yield Shot("table-contest-game", f"#/table/{inner}", click=".choice.roll")
    played = mixed_evening()
    evening = server.table_of(record_text(played))
    contest = next(contest for contest in gipfel.story(played) if contest.game is not None)
    yield Shot("review-evening", f"#/review/{evening}")
    yield Shot("contest", f"#/contest/{evening}/{contest.number}")


def take(browser: Browser, server: Server, shots: list[Shot], folder: Path) -> None:
    """Take all pictures on all screens in all themes."""
    for screen, options in SCREENS.items():
        for theme in THEMES:
            for language in sorted({shot.language for shot in shots}):
                settings = {**options, "color_scheme": theme, "reduced_motion": "reduce", "locale": language}
                context = browser.new_context(base_url=server.url, **settings)
                context.add_cookies([OWNER])
                page = context.new_page()
                for shot in (shot for shot in shots if shot.language == language):
                    photograph(page, shot, folder / f"{shot.name}-{screen}-{theme}.png")
                context.close()


def photograph(page: Page, shot: Shot, path: Path) -> None:
    """Take one picture of a freshly loaded page."""
    page.goto("about:blank")
    page.goto(f"/{shot.address}")
    page.wait_for_function(SHOWN)
    page.wait_for_load_state("networkidle")
    if shot.click and page.locator(shot.click).count():  # After the first picture the throw is over.
        page.click(shot.click)
    page.wait_for_timeout(STEADY)
    page.screenshot(path=path, full_page=not shot.name.startswith(("table-", "dialog-")))
    print(path, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--into", type=Path, default=Path("screenshots"), help="the folder for the pictures")
    parser.add_argument("--only", default="", help="only pictures whose name contains this")
    arguments = parser.parse_args()
    program = chromium.find()
    if program is None:
        parser.exit(1, "There is no Chromium here: make browser installs one where that is possible.\n")
    arguments.into.mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.arguments())
        shots = [
            shot
            for some in (views, dialogs, contests, tables)
            for shot in some(server)
            if arguments.only in shot.name
        ]
        take(browser, server, shots, arguments.into)
        browser.close()
    print(f"{len(shots) * len(SCREENS) * len(THEMES)} pictures in {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
