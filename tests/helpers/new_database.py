"""Play some games on a server of today and print what it has stored, with the cookies of the players.

python -m tests.helpers.new_database > tests/deploy/databases/VERSION.json

A new migration needs such a file for the version before it; it is made before the schema changes.
"""

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import gipfel
from tests.helpers.old_databases import Rows, stored_rows
from tests.helpers.server.running import OWNER, Page, RunningServer, Visitor, play_together, serving

DECISIONS = 6
INVITED = (
    {"game": "gipf", "version": "standard", "clock": {"kind": "correspondence", "days": 3}},
    {"game": "yinsh", "version": "standard"},
    {"game": "tzaar", "version": "fixed"},
)
SEED = 6


def main() -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "new.db"
        with serving(database) as server:
            play_alone(server)
            cookies = play_as_two(server)
        rows: Rows = {**stored_rows(f"sqlite:///{database}"), "cookies": cookies}
    print(json.dumps(rows, default=str, ensure_ascii=False, indent=1))


def play_alone(server: RunningServer) -> None:
    """One table of each game, at which one page plays both sides."""
    for name in gipfel.game_names():
        with server.page(server.new(game=name)) as page:
            page.play_at_random(Random(SEED), DECISIONS)


def play_as_two(server: RunningServer) -> dict[str, list[str]]:
    """Tables of two players, the last of which is given up and played again; their cookies by table."""
    cookies = {}
    with server.visitor() as ada, server.visitor() as ben:
        for wanted in INVITED:
            table = ada.invite_player(ben, **wanted)
            cookies[table] = cookies_of(ada, ben)
            with ExitStack() as stack:
                pages = [stack.enter_context(visitor.page(table)) for visitor in (ada, ben)]
                play_together(pages, DECISIONS)
        with ada.page(table) as one, ben.page(table) as other:
            again = play_again(one, other)
        cookies[again] = cookies_of(ben, ada)
    return cookies


def play_again(loser: Page, winner: Page) -> str:
    """A player gives up, and both agree on another game; the id of its table."""
    loser.do("resign")
    winner.do("offer", what="rematch", first_to=2)
    loser.do("accept", what="rematch")
    messages = loser.messages()
    while not loser.table["rematch"]:
        next(messages)
    found: str = loser.table["rematch"]
    return found


def cookies_of(white: Visitor, black: Visitor) -> list[str]:
    return [visitor.headers["Cookie"].removesuffix(f"; {OWNER}") for visitor in (white, black)]


if __name__ == "__main__":
    main()
