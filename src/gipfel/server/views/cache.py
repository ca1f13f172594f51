"""A cache of views: a table is drawn once for each language, and encoded once for equal permissions.

A view knows what has changed since the one before. A page that has the one before is sent only that; any
other page is sent the whole table. Parts that a page has already are not sent to it again, so the JSON of a
message is joined from cached parts.
"""

import json
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import proxy, ref

import orjson

from gipfel.draw.picture_types import Looks, Picture
from gipfel.draw.pictures import BOARDS
from gipfel.locale import current_language
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.permissions import Permissions
from gipfel.server.views.own_view import own_view, pointing_view
from gipfel.server.views.patch import Operation, operations
from gipfel.server.views.table import KnownParts, table_view, time_view

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

BOARD = ("board", "coordinates", "places")
"""The parts of a picture that are sent again only if they have changed."""
IN_TIME = ("type", "now", "running", "number", "looks", "side")
"""The members that every message with the time has."""
HEAD = ("type", "v", "number")
"""The members of a table that are not part of a patch."""
EncodedBoard = tuple[str, str, str]
"""The parts of a board; the places as JSON."""
RECENT = 100
"""How many whole views are kept as JSON, of all tables together; pages that are there are sent patches."""
A_MOMENT = 50
"""Milliseconds for which the views of a running game are cached."""

_numbers = count(1)
_encoded: "deque[ref[View]]" = deque()
"""The views that are kept as JSON."""


def to_json(message: object) -> str:
    """A message in JSON.

    An answer repeats parts of what a page has sent, and a page may send what `orjson` does not write:
    numbers of more than 64 bits, and halves of characters.
    """
    try:
        return orjson.dumps(message).decode()
    except orjson.JSONEncodeError:
        return json.dumps(message)


def members(message: Mapping[str, object]) -> str:
    """An object in JSON without its braces, to be joined with others."""
    return to_json(message)[1:-1]


def _items(found: list[Operation]) -> str:
    """Operations in JSON without the brackets around them, to be joined with others."""
    return to_json(found)[1:-1]


class View:
    """A part of a table as it was sent to pages, and the patch from the view before to this one."""

    def __init__(self, parts: Mapping[str, Any], before: "View | None") -> None:
        self.parts = parts
        self.number = next(_numbers)
        self.follows = None if before is None else before.number
        """The number of the view before; None if there is no patch."""
        self.patch = "" if before is None else _items(operations(before.parts, parts, HEAD))
        """Operations in JSON, without brackets around them."""

    @cached_property
    def text(self) -> str:
        """The members of the view in JSON, kept while many pages may come, and not as long as the view."""
        _encoded.append(ref(self))
        if len(_encoded) > RECENT and (old := _encoded.popleft()()) is not None:
            for name in ("text", "picture"):
                old.__dict__.pop(name, None)
        return self.encode()

    def encode(self) -> str:
        """The members that are the same for all pages."""
        return members(self.parts)

    def patch_after(self, number: int) -> str | None:
        """The patch for a page that has the view with this number; None if it needs the whole view."""
        if number == self.number:
            return ""
        return self.patch if number == self.follows else None


class CommonView(View):
    """The view of a table that is common to all pages in one language.

    Looks, boards and contests are encoded for each page, as they depend on what it has received.
    """

    def __init__(self, view: sent.TableView, before: "CommonView | None") -> None:
        contest = view["contest"]
        self.table = view
        self.contest = contest if contest is not None and contest["around"] is not None else None
        """A contest with a board around it; such a table is always sent as a whole."""
        whole = before is None or self.contest is not None or before.contest is not None
        picture = {name: part for name, part in view["picture"].items() if name != "looks"}
        super().__init__({**view, "picture": picture}, None if whole else before)

    def encode(self) -> str:
        """All members except the picture, and except a contest with a board around it."""
        left_out = ("picture", "contest") if self.contest is not None else ("picture",)
        return members({name: part for name, part in self.table.items() if name not in left_out})

    @cached_property
    def picture(self) -> str:
        """All members of the picture except its looks and its board."""
        picture = self.table["picture"]
        return members({name: part for name, part in picture.items() if name not in (*BOARD, "looks")})

    @property
    def looks(self) -> Looks:
        return self.table["picture"]["looks"]

    @cached_property
    def board(self) -> EncodedBoard:
        return _board_of(self.table["picture"])


class VisitorView(View):
    """The view of a table that depends on the permissions of a visitor."""

    def __init__(self, view: sent.OwnView, before: "VisitorView | None") -> None:
        super().__init__(view, before)


V = TypeVar("V", bound=View)


class _Views(Generic[V]):
    """Current views, and those before, by language and permissions."""

    def __init__(self) -> None:
        self._current: dict[Hashable, V] = {}
        self._before: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[V | None], V]) -> V:
        """A current view; `make` makes it if there is none, given the one before."""
        if key not in self._current:
            self._current[key] = make(self._before.pop(key, None))
        return self._current[key]

    def outdate(self) -> None:
        """No view is current any more."""
        if self._current:  # else nobody has asked for a view since it was outdated last
            self._before, self._current = self._current, {}

    def forget(self) -> None:
        self._current.clear()
        self._before.clear()


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
        self._live = proxy(live)  # a table that is dropped is freed at once, not when garbage is collected
        self._common: _Views[CommonView] = _Views()
        self._own: _Views[VisitorView] = _Views()
        self._parts = KnownParts()
        self._time: dict[str, sent.TimeView] = {}
        self._pointing: dict[tuple[str, Permissions], sent.PointingView] = {}
        self._moment = -1

    def clear(self) -> None:
        """The table has changed."""
        self._common.outdate()
        self._own.outdate()
        self._time.clear()
        self._pointing.clear()

    def forget(self) -> None:
        """Nobody needs the views now."""
        self.clear()
        self._common.forget()
        self._own.forget()
        self._parts = KnownParts()

    def common(self, commands: bool) -> CommonView:
        """The view that is common to all pages in the current language, with or without commands."""
        self._expire()

        def make(before: CommonView | None) -> CommonView:
            live = self._live
            running = live.real_time is not None and live.real_time.running
            waits = live.real_time is not None and live.real_time.waits_for_players
            thinking, match = live.thinking, live.shown_match
            view = table_view(
                live.table, live.pointer, thinking, running, commands, self._parts, match, waits
            )
            return CommonView(view, before)

        return self._common.get((current_language(), commands), make)

    def own(self, permissions: Permissions) -> VisitorView:
        """The view of a visitor with these permissions."""
        self._expire()

        def make(before: VisitorView | None) -> VisitorView:
            live = self._live
            return VisitorView(own_view(live.table, live.pointer, permissions, live.keys), before)

        return self._own.get((current_language(), permissions), make)

    def time(self, permissions: Permissions) -> Mapping[str, Any]:
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
    """What was sent to a page already: parts of pictures, and the last table."""

    def __init__(self) -> None:
        self._looks: set[str] = set()
        self._board: EncodedBoard | None = None
        self._common = self._own = 0
        """The numbers of the views of the last table."""
        self._timed: Mapping[str, Any] = {}
        """The last message with the time, if no table came after it."""

    def table(self, common: CommonView, own: VisitorView, moment: sent.Moment) -> str:
        """The JSON of a `TableMessage` without the parts the page has."""
        self._common, self._own, self._timed = common.number, own.number, {}
        picture = [common.picture, members({"looks": self._new(common.looks)})]
        if self._board != common.board:
            board, coordinates, places = self._board = common.board
            picture += [members({"board": board, "coordinates": coordinates}), f'"places":{places}']
        parts = [common.text, own.text, members(moment), f'"picture":{{{",".join(picture)}}}']
        if common.contest is not None:
            parts.append(members({"contest": self._around(common.contest)}))
        return "{" + ",".join(parts) + "}"

    def update(self, common: CommonView, own: VisitorView, moment: sent.Moment) -> str:
        """The JSON of an `UpdateMessage`, or of a `TableMessage` if the page has missed something."""
        patches = common.patch_after(self._common), own.patch_after(self._own)
        if None in patches:
            return self.table(common, own, moment)
        self._common, self._own, self._board, self._timed = common.number, own.number, common.board, {}
        patch = ",".join(filter(None, patches))
        rest = members({**moment, "looks": self._new(common.looks)})
        return f'{{"type":"update","number":{common.table["number"]},"patch":[{patch}],{rest}}}'

    def time(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A message with the time, without what is as it was in the last one."""
        before, self._timed = self._timed, message
        changed = {
            name: part for name, part in message.items() if name in IN_TIME or part != before.get(name)
        }
        if before and "pieces" in changed:
            changed["patch"] = operations({"pieces": before["pieces"]}, {"pieces": changed.pop("pieces")})
        return self._without_looks(changed)

    def other(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Any other message without the parts the page has."""
        if "looks" in message:
            return self._without_looks(message)
        if message.get("effect"):
            message = {**message, "effect": self._without_looks(message["effect"])}
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
