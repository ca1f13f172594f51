"""A cache of views: a table is drawn once for each language, and encoded once for equal permissions.

Parts that a page has already are not sent to it again, so the JSON of a message is joined from cached parts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gipfel.draw.picture_types import Looks, Picture
from gipfel.locale import current_language
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.permissions import Permissions
from gipfel.server.views.own_view import own_view, pointing_view
from gipfel.server.views.pictures import BOARDS
from gipfel.server.views.table import table_view, time_view

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

BOARD = ("board", "coordinates", "places")
"""The parts of a picture that are sent again only if they have changed."""
EncodedBoard = tuple[str, str, str]
"""These parts; the places as JSON."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
A_MOMENT = 50
"""Milliseconds for which the views of a running game are cached."""


def to_json(message: object) -> str:
    return _ENCODER.encode(message)


def members(message: Mapping[str, object]) -> str:
    """An object in JSON without its braces, to be joined with others."""
    return to_json(message)[1:-1]


@dataclass(frozen=True, slots=True)
class CommonView:
    """The view of a table that is common to all pages in one language, encoded as far as possible.

    Looks, boards and contests are encoded for each page, as they depend on what it has received.
    """

    text: str
    """All members except the picture, and except a contest with a board around it."""
    picture: str
    """All members of the picture except its looks and its board."""
    looks: Looks
    board: EncodedBoard
    contest: sent.Contest | None

    @classmethod
    def of(cls, view: sent.TableView) -> "CommonView":
        picture, contest = view["picture"], view["contest"]
        apart = contest is not None and contest["around"] is not None
        left_out = ("picture", "contest") if apart else ("picture",)
        return cls(
            members({name: part for name, part in view.items() if name not in left_out}),
            members({name: part for name, part in picture.items() if name not in (*BOARD, "looks")}),
            picture["looks"],
            _board_of(picture),
            contest if apart else None,
        )


def _board_of(picture: Picture) -> EncodedBoard:
    """The parts of a picture that identify its board."""
    return picture["board"], picture["coordinates"], _PLACES.json(picture["places"])


class _EncodedLists:
    """A cache of the JSON of lists that are often the same objects."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._encoded: dict[int, tuple[list[Any], str]] = {}
        """By id. The lists are kept, too, so that no other object can get one of their ids."""

    def json(self, value: list[Any]) -> str:
        if id(value) not in self._encoded:
            while len(self._encoded) >= self._size:
                del self._encoded[next(iter(self._encoded))]
            self._encoded[id(value)] = value, to_json(value)
        return self._encoded[id(value)][1]


_PLACES = _EncodedLists(BOARDS)
"""The places of a board are one object as long as the board is cached."""


class ViewCache:
    """The views of a live table, until it changes."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._common: dict[tuple[str, bool], CommonView] = {}
        self._time: dict[str, sent.TimeView] = {}
        self._own: dict[tuple[str, Permissions], str] = {}
        self._pointing: dict[tuple[str, Permissions], sent.PointingView] = {}
        self._moment = -1

    def clear(self) -> None:
        """The table has changed."""
        for kept in (self._common, self._time, self._own, self._pointing):
            kept.clear()

    def common(self, commands: bool) -> CommonView:
        """The view that is common to all pages in the current language, with or without commands."""
        self._expire()
        key = current_language(), commands
        if key not in self._common:
            live = self._live
            running = live.real_time is not None and live.real_time.running
            self._common[key] = CommonView.of(
                table_view(live.table, live.pointer, live.thinking, running, commands)
            )
        return self._common[key]

    def own(self, permissions: Permissions) -> str:
        """The view of a visitor with these permissions, as members of a JSON object."""
        self._expire()
        key = current_language(), permissions
        if key not in self._own:
            live = self._live
            self._own[key] = members(own_view(live.table, live.pointer, permissions, live.keys))
        return self._own[key]

    def time(self, permissions: Permissions) -> sent.TimeMessage:
        """What has changed with the time, in a game with time."""
        self._expire()
        live, language = self._live, current_language()
        assert live.real_time is not None
        if language not in self._time:
            self._time[language] = time_view(live.table, live.pointer, live.real_time.running)
        if (language, permissions) not in self._pointing:
            self._pointing[language, permissions] = pointing_view(live.table, live.pointer, permissions)
        return {**self._time[language], **self._pointing[language, permissions]}

    def _expire(self) -> None:
        """Clear the cache after a moment, in a game with time."""
        if self._live.real_time is None:
            return
        moment = self._live.real_time.now // A_MOMENT
        if moment != self._moment:
            self._moment = moment
            self.clear()


class SentParts:
    """The parts of pictures that were sent to a page already."""

    def __init__(self) -> None:
        self._looks: set[str] = set()
        self._board: EncodedBoard | None = None

    def table(self, common: CommonView, *rest: str) -> str:
        """The JSON of a `TableMessage` without the parts the page has; `rest` are further members."""
        picture = [common.picture, members({"looks": self._new(common.looks)})]
        if self._board != common.board:
            board, coordinates, places = self._board = common.board
            picture += [members({"board": board, "coordinates": coordinates}), f'"places":{places}']
        parts = [common.text, *rest, f'"picture":{{{",".join(picture)}}}']
        if common.contest is not None:
            parts.append(members({"contest": self._around(common.contest)}))
        return "{" + ",".join(parts) + "}"

    def other(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Any other message without the parts the page has."""
        if "looks" in message:
            return self._without_looks(message)
        return self._with_picture(message) if "picture" in message else message

    def _with_picture(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        picture = self._without_looks(message["picture"])
        board = _board_of(message["picture"])
        if board == self._board:
            picture = {name: part for name, part in picture.items() if name not in BOARD}
        self._board = board
        return {**message, "picture": picture}

    def _around(self, contest: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**contest, "around": self._without_looks(contest["around"])}

    def _without_looks(self, picture: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**picture, "looks": self._new(picture["looks"])}

    def _new(self, looks: Looks) -> Looks:
        new = {name: look for name, look in looks.items() if name not in self._looks}
        self._looks |= new.keys()
        return new
