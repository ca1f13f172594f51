"""A tournament at a real server: the organiser, players with cookies of their own, and strangers."""

from contextlib import ExitStack
from typing import Any

import httpx

from gipfel.server.contract.shared import Json
from tests.helpers.server.running import Server, Visitor

BLITZ = {"game": "zertz", "version": "blitz"}


class Club:
    """An organiser and players; each one has opened the link."""

    def __init__(
        self, server: Server, stack: ExitStack, *names: str, enter: bool = True, **wanted: Any
    ) -> None:
        self.server = server
        self.stack = stack
        self.organiser = stack.enter_context(server.visitor())
        request = {"name": "Club", "kind": "round robin", "players": [*names], **BLITZ, **wanted}
        made = self.organiser.client.post("/api/tournaments", json=request)
        assert made.status_code == 201, made.text
        self.id: str = made.json()["id"]
        self.key: str = made.json()["key"]
        self.keys: dict[int, str] = {link["player"]: link["key"] for link in made.json()["players"]}
        self.players: dict[int, Visitor] = {}
        if enter:
            for number, key in self.keys.items():
                self.players[number] = self.entered(key)

    def visitor(self) -> Visitor:
        return self.stack.enter_context(self.server.visitor())

    def entered(self, key: str) -> Visitor:
        """A new visitor who has opened a link."""
        visitor = self.visitor()
        answer = self.post("enter", visitor, key=key)
        assert answer.status_code == 200, answer.text
        return visitor

    def post(self, action: str, visitor: Visitor | None = None, **body: Any) -> httpx.Response:
        """Ask for something; as the organiser if nobody is named."""
        return (visitor or self.organiser).client.post(f"/api/tournaments/{self.id}/{action}", json=body)

    def view(self, visitor: Visitor | None = None) -> Json:
        answer = (visitor or self.organiser).client.get(f"/api/tournaments/{self.id}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def do(self, action: str, visitor: Visitor | None = None, **body: Any) -> Json:
        """The same, if it is not refused; the answer."""
        answer = self.post(action, visitor, **body)
        assert answer.status_code in (200, 201), answer.text
        found: Json = answer.json()
        return found

    def begin(self) -> Json:
        return self.do("next", round=self.view()["round"])

    def games(self) -> list[Json]:
        """The games of this round."""
        view = self.view()
        return [game for game in view["games"] if game["round"] == view["round"] and game["black"]]

    def table(self, game: Json, player: int) -> str:
        """The table that a player opens for a game."""
        found: str = self.do("play", self.players[player], round=game["round"], board=game["board"])["id"]
        return found

    def play(self, game: Json, winner: int) -> str:
        """A game is played: the other player resigns after the first moves; the id of the table."""
        loser = game["white"] + game["black"] - winner
        table = self.table(game, loser)
        assert self.table(game, winner) == table
        with self.players[loser].page(table) as page:
            page.do("resign")
        return table

    def play_round(self) -> None:
        """All games of the round, won by the player with the lower number."""
        for game in self.games():
            self.play(game, min(game["white"], game["black"]))
