"""Tournaments in a backup: each one is a line with its rows, which are checked when they are read.

{"tournament": {"id": "…", "name": "…", …, "players": […], "keys": […], "pairings": […]}}
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy import Table as SqlTable

from gipfel.notation.errors import GipfelError
from gipfel.table.keys import HASH_LETTERS
from gipfel.table.storage.rows import read_setup, setup_columns, with_zone
from gipfel.table.storage.schema import PAIRINGS, TOURNAMENT_KEYS, TOURNAMENT_PLAYERS, TOURNAMENTS
from gipfel.table.tournaments.tournament import KINDS, MOST_PLAYERS, POINTS, STATES, WATCHERS

NAME = "tournament"
"""The member of a line that contains a tournament."""
ROWS: dict[str, SqlTable] = {"players": TOURNAMENT_PLAYERS, "keys": TOURNAMENT_KEYS, "pairings": PAIRINGS}
"""The lists of rows in a tournament."""
ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
HASH = re.compile(rf"[0-9a-f]{{{HASH_LETTERS}}}", re.ASCII)
LONGEST_NAME = 200
LARGEST_NUMBER = 1_000_000

Check = Callable[[Any], bool]
Content = dict[str, Any]


# --- Writing ---------------------------------------------------------------------------------------------


def stored_tournaments(connection: Connection) -> tuple[list[Content], dict[str, str]]:
    """All tournaments of a database, and what is wrong with those that cannot be read."""
    rows = connection.execute(select(TOURNAMENTS).order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.id))
    found, broken = list[Content](), dict[str, str]()
    for row in rows.mappings().all():
        try:
            found.append(_stored(connection, {**row}))
        except GipfelError as error:
            broken[row["id"]] = f"tournament {row['id']} cannot be read: {error}"
    return found, broken


def _stored(connection: Connection, row: Content) -> Content:
    content = {**row, "created": _instant(row["created"]), "setup": _setup(row["setup"])}
    for name, table in ROWS.items():
        own = select(table).where(table.c.tournament == row["id"]).order_by(*table.primary_key.columns)
        found = connection.execute(own).mappings()
        content[name] = [{key: value for key, value in one.items() if key != NAME} for one in found]
    return content


# --- Reading ---------------------------------------------------------------------------------------------


def _text(pattern: re.Pattern[str]) -> Check:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def _number(least: int, most: int = LARGEST_NUMBER) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def _one_of(*values: str) -> Check:
    return lambda value: value in values


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


OWN: dict[str, Check] = {
    "id": _text(ID),
    "name": _is_name,
    "kind": _one_of(*KINDS),
    "rounds": _number(0),
    "round": _number(0),
    "state": _one_of(*STATES),
    "watch": _one_of(*WATCHERS),
}
CHECKS: dict[str, dict[str, Check]] = {
    "players": {"number": _number(1), "name": _is_name, "gone": _is_truth},
    "keys": {"player": _number(0), "hash": _text(HASH), "link": _is_truth},
    "pairings": {
        "round": _number(1),
        "board": _number(1),
        "white": _number(1),
        "black": _or_none(_number(1)),
        "table": _or_none(_text(ID)),
        "result": _or_none(_one_of(*POINTS)),
    },
}
"""What every column must be."""


def checked_tournament(data: object) -> Content:
    """The tournament that a line describes. Raises GipfelError."""
    if not isinstance(data, dict) or not OWN["id"](data.get("id")):
        raise GipfelError("it is damaged: a tournament has an id of up to 32 letters")
    try:
        return _checked(data)
    except GipfelError as error:
        raise GipfelError(f"tournament {data['id']} cannot be read: {error}") from error


def _checked(data: Mapping[str, Any]) -> Content:
    content = {**_fitting(data, OWN), "setup": _setup(data.get("setup")), "created": _created(data)}
    for name, checks in CHECKS.items():
        rows = data.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise GipfelError(f"its {name} must be a list")
        content[name] = [_fitting(row, checks) for row in rows]
        keys = [tuple(row[column.name] for column in _key(name)) for row in content[name]]
        if len({*keys}) < len(keys):
            raise GipfelError(f"its {name} contain something twice")
    _check_numbers(content)
    return content


def _key(name: str) -> list[Any]:
    return [column for column in ROWS[name].primary_key.columns if column.name != NAME]


def _check_numbers(content: Content) -> None:
    """Keys and pairings name players that there are."""
    players = {player["number"] for player in content["players"]}
    named = {row[side] for row in content["pairings"] for side in ("white", "black")} - {None}
    if len(players) > MOST_PLAYERS or not named <= players:
        raise GipfelError("its pairings name players that there are not, or there are too many players")
    if not {row["player"] for row in content["keys"]} <= {0, *players}:
        raise GipfelError("its keys are of players that there are not")


def _fitting(data: Mapping[str, Any], checks: Mapping[str, Check]) -> Content:
    for name, check in checks.items():
        if not check(data.get(name)):
            raise GipfelError(f"its {name} is wrong: {str(data.get(name))[:40]!r}")
    return {name: data[name] for name in checks}


def _setup(data: object) -> Content:
    if not isinstance(data, dict):
        raise GipfelError("it does not say what is played")
    try:
        setup = read_setup(data)
        setup.playthrough()
    except (KeyError, TypeError) as error:
        raise GipfelError("it does not say what is played") from error
    return setup_columns(setup)


def _created(data: Mapping[str, Any]) -> str:
    try:
        return _instant(datetime.fromisoformat(data["created"]))
    except (KeyError, TypeError, ValueError) as error:
        raise GipfelError("it does not say when it was made") from error


def _instant(created: datetime) -> str:
    return with_zone(created).astimezone(UTC).isoformat()


def write_tournament(connection: Connection, content: Content) -> None:
    """Write a tournament that was checked to the database."""
    own = {name: content[name] for name in (*OWN, "setup")}
    created = datetime.fromisoformat(content["created"])
    connection.execute(insert(TOURNAMENTS), {**own, "created": created})
    for name, table in ROWS.items():
        if content[name]:
            connection.execute(insert(table), [{**row, NAME: content["id"]} for row in content[name]])
