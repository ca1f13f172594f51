"""A table for many who look: drawn once in each language, and written once for all with the same rights.

What a page has seen already is not sent to it again, so the text of a message is put together from parts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gipfel.draw.picture_types import Looks, Picture
from gipfel.locale import spoken_language
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.permissions import Access
from gipfel.server.views.pictures import BOARDS
from gipfel.server.views.table import table_view, time_view
from gipfel.server.views.viewer import own_view, pointing_view

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

BOARD = ("board", "coordinates", "places")
"""The parts of a picture that are sent again only if they have changed."""
Written = tuple[str, str, str]
"""These parts, the places as JSON."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
A_MOMENT = 50
"""Milliseconds; who looks at a running clock so soon after somebody else sees the same."""


def written(message: object) -> str:
    return _ENCODER.encode(message)


def members(message: Mapping[str, object]) -> str:
    """An object in JSON without its braces, to be joined with others."""
    return written(message)[1:-1]


@dataclass(frozen=True, slots=True)
class CommonFrame:
    """What everybody sees who looks in one language, written as far as it does not depend on the page."""

    text: str
    """All members but the picture, and a contest with a board around it."""
    picture: str
    """All members of the picture but its looks and its board."""
    looks: Looks
    board: Written
    contest: sent.Contest | None

    @classmethod
    def of(cls, view: sent.TableView) -> "CommonFrame":
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


def _board_of(picture: Picture) -> Written:
    """What tells one board from another."""
    return picture["board"], picture["coordinates"], _PLACES.text(picture["places"])


class _Texts:
    """Lists that are the same objects again and again, each written once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[int, tuple[list[Any], str]] = {}
        """By what tells objects apart; as long as one is kept nothing else can be called so."""

    def text(self, kept: list[Any]) -> str:
        if id(kept) not in self._kept:
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
            self._kept[id(kept)] = kept, written(kept)
        return self._kept[id(kept)][1]


_PLACES = _Texts(BOARDS)
"""Places belong to the board, which is drawn once."""


class ViewCache:
    """Everything that is shown of a live table, until it changes."""

    def __init__(self, live: "LiveTable") -> None:
        self._live = live
        self._common: dict[str, CommonFrame] = {}
        self._time: dict[str, sent.TimeView] = {}
        self._own: dict[tuple[str, Access], str] = {}
        self._pointing: dict[tuple[str, Access], sent.PointingView] = {}
        self._moment = -1

    def clear(self) -> None:
        """The table has changed."""
        for kept in (self._common, self._time, self._own, self._pointing):
            kept.clear()

    def common(self) -> CommonFrame:
        """What everybody sees in the language spoken now."""
        self._keep_up()
        language = spoken_language()
        if language not in self._common:
            live = self._live
            running = live.real_time is not None and live.real_time.running
            self._common[language] = CommonFrame.of(
                table_view(live.table, live.pointer, live.thinking, running)
            )
        return self._common[language]

    def own(self, access: Access) -> str:
        """What somebody with these rights sees besides, as members of an object."""
        self._keep_up()
        key = spoken_language(), access
        if key not in self._own:
            live = self._live
            self._own[key] = members(own_view(live.table, live.pointer, access, live.keys))
        return self._own[key]

    def time(self, access: Access) -> sent.TimeMessage:
        """What has changed because a little time has passed, in a game with time."""
        self._keep_up()
        live, language = self._live, spoken_language()
        assert live.real_time is not None
        if language not in self._time:
            self._time[language] = time_view(live.table, live.pointer, live.real_time.running)
        if (language, access) not in self._pointing:
            self._pointing[language, access] = pointing_view(live.table, live.pointer, access)
        return {**self._time[language], **self._pointing[language, access]}

    def _keep_up(self) -> None:
        """Forget what was shown a moment ago, in a game with time."""
        if self._live.real_time is None:
            return
        moment = self._live.real_time.now // A_MOMENT
        if moment != self._moment:
            self._moment = moment
            self.clear()


class SentParts:
    """What a page has seen already."""

    def __init__(self) -> None:
        self._looks: set[str] = set()
        self._board: Written | None = None

    def table(self, common: CommonFrame, *rest: str) -> str:
        """The message with a whole table, without what the page knows; `rest` are members of it, too."""
        picture = [common.picture, members({"looks": self._new(common.looks)})]
        if self._board != common.board:
            board, coordinates, places = self._board = common.board
            picture += [members({"board": board, "coordinates": coordinates}), f'"places":{places}']
        parts = [common.text, *rest, f'"picture":{{{",".join(picture)}}}']
        if common.contest is not None:
            parts.append(members({"contest": self._around(common.contest)}))
        return "{" + ",".join(parts) + "}"

    def other(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Any other message without what the page knows."""
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
