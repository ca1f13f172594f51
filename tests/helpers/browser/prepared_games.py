"""Games played without a browser, so that a table of the page can continue with them; how they end."""

from itertools import count
from random import Random
from typing import NamedTuple

import gipfel
from gipfel.games.core.registry import about
from tests.helpers.browser.driver import TableState
from tests.helpers.browser.server import Server

MOST_DECISIONS = 400


class Short(NamedTuple):
    """A version that ends soon, and which targets to point at first so that it ends sooner."""

    version: str
    prefer: str


def short(name: str) -> Short:
    """How to keep a game short, as its folder says."""
    short = about(name).short_game
    return Short(short.version or gipfel.game(name).version, short.prefer)


def random_game(name: str, version: str, seed: int) -> gipfel.Playthrough:
    """A random game up to its end; the seed decides what is thrown, too."""
    random = Random(seed)
    game = gipfel.Playthrough(gipfel.game(name, version).start(seed=seed), seed)
    while game.position.outcome is None and len(game.decisions) < MOST_DECISIONS:
        thrown = game.position.throw(random)
        game.play(thrown or random.choice(game.position.decisions()))
    return game


def beginning(game: gipfel.Playthrough, number: int) -> gipfel.Playthrough:
    """The first decisions of a game."""
    part = gipfel.Playthrough(game.start, game.seed)
    part.follow(game.decisions[:number])
    return part


def record_text(game: gipfel.Playthrough) -> str:
    """The record of a game as text."""
    return gipfel.write_record(game.record())


def assert_recorded(server: Server, table: str, end: TableState, text: str) -> None:
    """The server has recorded a finished game with the outcome that the page shows."""
    recorded = server.replayed(table)
    assert len(recorded.decisions) == end.number
    assert recorded.position.outcome is not None
    summary = next(one for one in server.get("/api/tables?finished=true")["tables"] if one["id"] == table)
    assert summary["outcome"]["score"] == recorded.position.outcome.score
    assert summary["outcome"]["text"] in text


def linked_game(to: str, first: str = "lots-then-alternate", **options: str) -> gipfel.Game:
    """A game in which every use of a ZÈRTZ-potential can be challenged; `first` begins the contest."""
    links = {"link.mode": "challenge", "link.Z": to, "link.first": first, **options}
    return gipfel.game("project", "menu", pool_white="Z6", pool_black="Z6", **links)


def record_before_contest(game: gipfel.Game) -> str:
    """The record of a game in which a use was announced and may be challenged."""
    begun = game_with_contest(game)
    return record_text(beginning(begun, len(begun.decisions) - 1))


def game_with_contest(game: gipfel.Game) -> gipfel.Playthrough:
    """A random game in which a contest has just begun."""
    return next(played for seed in count() if (played := _play_to_contest(game, seed)) is not None)


def _play_to_contest(game: gipfel.Game, seed: int) -> gipfel.Playthrough | None:
    """Play until a contest begins; uses of potentials are challenged whenever that is possible."""
    random = Random(seed)
    played = gipfel.Playthrough(game.start())
    while played.position.outcome is None:
        if getattr(played.position, "contest", None) is not None:
            return played
        decisions = played.position.decisions()
        challenges = [decision for decision in decisions if decision.path[-1].name == "challenge"]
        played.play(random.choice(challenges or decisions))
    return None
