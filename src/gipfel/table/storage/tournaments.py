"""Stores tournaments: what is played, the players, their keys, and the pairings of all rounds.

Every change locks the tournament first and reads it again: of two changes at the same time the second one
sees what the first one did. Results of games are read from the summaries of their tables.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from gipfel.notation.errors import GipfelError
from gipfel.table.setup import TableSetup
from gipfel.table.storage.rows import read_setup, setup_columns
from gipfel.table.storage.schema import (
    PAIRINGS,
    SUMMARIES,
    TOURNAMENT_KEYS,
    TOURNAMENT_PLAYERS,
    TOURNAMENTS,
)
from gipfel.table.storage.store import ID, ID_BYTES, Store
from gipfel.table.tournaments.tournament import EVERYBODY, OPEN, Pairing, Player, Tournament

LOG = logging.getLogger("gipfel.table")

ORGANISER = 0
"""The number of the organiser among the keys; players are numbered from 1."""
MOST_LISTED = 60
MOST_KEYS = 40
"""The most keys of one player or of the organiser, of links and devices; one more device replaces them."""

Roles = frozenset[int]
"""The numbers of the players whose links a visitor has opened; 0 is the organiser."""


class UnknownTournament(GipfelError):
    """There is no such tournament."""

    status = 404


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament in a list."""

    id: str
    name: str
    kind: str
    round: int
    rounds: int
    state: str
    setup: TableSetup
    roles: Roles


class TournamentStore:
    """The tournaments of a database. Its methods block; a server calls them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Reading ---------------------------------------------------------------------------------------

    def load(self, tournament_id: str) -> Tournament:
        """A tournament as it is now. Raises UnknownTournament, or GipfelError if it cannot be read."""
        _check_id(tournament_id)
        with self._store.reading() as connection:
            return _read(connection, tournament_id)

    def roles(self, tournament_id: str, key_hash: str | None) -> Roles:
        """The roles that a key, or a visitor, has."""
        if key_hash is None:
            return frozenset()
        wanted = select(TOURNAMENT_KEYS.c.player).where(
            TOURNAMENT_KEYS.c.tournament == tournament_id, TOURNAMENT_KEYS.c.hash == key_hash
        )
        with self._store.reading() as connection:
            return frozenset(connection.scalars(wanted))

    def visitors(self, tournament_id: str, player: int) -> list[str]:
        """The visitors who have opened a player's link."""
        wanted = select(TOURNAMENT_KEYS.c.hash).where(
            _of_player(tournament_id, player), ~TOURNAMENT_KEYS.c.link
        )
        with self._store.reading() as connection:
            return sorted(connection.scalars(wanted))

    def listed(self, visitor: str | None) -> list[ListedTournament]:
        """The visitor's tournaments and those that everybody may see, the latest first."""
        own = select(TOURNAMENT_KEYS.c.tournament).where(TOURNAMENT_KEYS.c.hash == (visitor or ""))
        wanted = (
            select(TOURNAMENTS)
            .where(or_(TOURNAMENTS.c.watch == EVERYBODY, TOURNAMENTS.c.id.in_(own)))
            .order_by(TOURNAMENTS.c.created.desc(), TOURNAMENTS.c.id)
            .limit(MOST_LISTED)
        )
        keys = select(TOURNAMENT_KEYS).where(TOURNAMENT_KEYS.c.hash == (visitor or ""))
        with self._store.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
            held = connection.execute(keys).all()
        return [*_listed(rows, [(key.tournament, key.player) for key in held])]

    # --- Changes ---------------------------------------------------------------------------------------

    def create(
        self,
        name: str,
        kind: str,
        rounds: int,
        watch: str,
        setup: TableSetup,
        keys: Mapping[str, bool],
        players: Sequence[tuple[str, str]] = (),
    ) -> str:
        """A new tournament; `keys`: hashes of the organiser's keys, and whether each one is in a link.

        `players`: their names, and the hashes of the keys of their links.
        """
        tournament_id = token_urlsafe(ID_BYTES)
        row = {
            "id": tournament_id,
            "created": datetime.now(UTC),
            **{"name": name, "kind": kind, "rounds": rounds, "round": 0, "state": OPEN, "watch": watch},
            "setup": setup_columns(setup),
        }
        with self._store.writing() as connection:
            connection.execute(insert(TOURNAMENTS), row)
            connection.execute(
                insert(TOURNAMENT_KEYS),
                [_key(tournament_id, ORGANISER, key, link) for key, link in keys.items()],
            )
            for number, (player, key) in enumerate(players, 1):
                _add_player(connection, tournament_id, number, player, key)
        return tournament_id

    @contextmanager
    def changing(self, tournament_id: str) -> Iterator["TournamentChange"]:
        """Changes a tournament: everything in the block is written together, or nothing if it raises."""
        _check_id(tournament_id)
        with self._store.writing() as connection:
            lock = update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)
            if connection.execute(lock.values(name=TOURNAMENTS.c.name)).rowcount == 0:
                raise _unknown(tournament_id)
            yield TournamentChange(connection, _read(connection, tournament_id))


class TournamentChange:
    """A tournament that nobody else can change at the moment, and its changes."""

    def __init__(self, connection: Connection, tournament: Tournament) -> None:
        self._connection = connection
        self.tournament = tournament

    @property
    def _id(self) -> str:
        return self.tournament.id

    def set(self, **columns: str | int) -> None:
        """Change columns of the tournament itself."""
        self._connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == self._id).values(**columns))

    def add_player(self, name: str, key_hash: str) -> int:
        """Add a player with the key of their link; the number."""
        number = max((player.number for player in self.tournament.players), default=0) + 1
        _add_player(self._connection, self._id, number, name, key_hash)
        return number

    def remove_player(self, number: int) -> None:
        """Remove a player who has no games yet."""
        self._connection.execute(delete(TOURNAMENT_KEYS).where(_of_player(self._id, number)))
        self._connection.execute(delete(TOURNAMENT_PLAYERS).where(self._player(number)))

    def set_gone(self, number: int) -> None:
        """A player has left."""
        self._connection.execute(update(TOURNAMENT_PLAYERS).where(self._player(number)).values(gone=True))

    def _player(self, number: int) -> ColumnElement[bool]:
        return (TOURNAMENT_PLAYERS.c.tournament == self._id) & (TOURNAMENT_PLAYERS.c.number == number)

    def add_pairings(self, pairings: Sequence[Pairing]) -> None:
        rows = [
            {
                "tournament": self._id,
                **{"round": one.round, "board": one.board, "white": one.white, "black": one.black},
                **{"table": one.table or None, "result": one.entered or None},
            }
            for one in pairings
        ]
        self._connection.execute(insert(PAIRINGS), rows)

    def set_pairing(self, pairing: Pairing, **columns: str | None) -> None:
        """Change the result or the table of a pairing."""
        own = (
            (PAIRINGS.c.tournament == self._id)
            & (PAIRINGS.c.round == pairing.round)
            & (PAIRINGS.c.board == pairing.board)
        )
        self._connection.execute(update(PAIRINGS).where(own).values(**columns))

    def enter(self, key_hash: str, visitor: str) -> Roles:
        """Give a visitor the roles of a key; none if the key does not fit."""
        keys = self._connection.execute(
            select(TOURNAMENT_KEYS).where(TOURNAMENT_KEYS.c.tournament == self._id)
        ).all()
        roles = frozenset(key.player for key in keys if key.hash == key_hash and key.link)
        for player in roles:
            of_player = [key for key in keys if key.player == player]
            if any(key.hash == visitor for key in of_player):
                continue
            if len(of_player) >= MOST_KEYS:
                mine = _of_player(self._id, player)
                self._connection.execute(delete(TOURNAMENT_KEYS).where(mine, ~TOURNAMENT_KEYS.c.link))
            self._connection.execute(insert(TOURNAMENT_KEYS), _key(self._id, player, visitor, link=False))
        return roles

    def replace_keys(self, player: int, keep: str | None, new: str) -> None:
        """A new key for a link; all other keys of the player become invalid, except one to keep."""
        mine = _of_player(self._id, player)
        self._connection.execute(delete(TOURNAMENT_KEYS).where(mine, TOURNAMENT_KEYS.c.hash != (keep or "")))
        self._connection.execute(insert(TOURNAMENT_KEYS), _key(self._id, player, new, link=True))

    def remove(self) -> None:
        """Delete the tournament; its tables stay."""
        for rows in (PAIRINGS, TOURNAMENT_KEYS, TOURNAMENT_PLAYERS):
            self._connection.execute(delete(rows).where(rows.c.tournament == self._id))
        self._connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id == self._id))


# --- Rows ------------------------------------------------------------------------------------------------


def _check_id(tournament_id: str) -> None:
    if not ID.fullmatch(tournament_id):
        raise _unknown(tournament_id)


def _unknown(tournament_id: str) -> UnknownTournament:
    return UnknownTournament(f"there is no tournament {tournament_id[:40]!r}")


def _of_player(tournament_id: str, player: int) -> ColumnElement[bool]:
    return (TOURNAMENT_KEYS.c.tournament == tournament_id) & (TOURNAMENT_KEYS.c.player == player)


def _key(tournament_id: str, player: int, key_hash: str, link: bool) -> dict[str, Any]:
    return {"tournament": tournament_id, "player": player, "hash": key_hash, "link": link}


def _add_player(connection: Connection, tournament_id: str, number: int, name: str, key_hash: str) -> None:
    row = {"tournament": tournament_id, "number": number, "name": name, "gone": False}
    connection.execute(insert(TOURNAMENT_PLAYERS), row)
    connection.execute(insert(TOURNAMENT_KEYS), _key(tournament_id, number, key_hash, link=True))


def _read(connection: Connection, tournament_id: str) -> Tournament:
    """A tournament with its players and pairings. Raises UnknownTournament or GipfelError."""
    rows = connection.execute(select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)).mappings()
    row = rows.one_or_none()
    if row is None:
        raise _unknown(tournament_id)
    players = connection.execute(
        select(TOURNAMENT_PLAYERS)
        .where(TOURNAMENT_PLAYERS.c.tournament == tournament_id)
        .order_by(TOURNAMENT_PLAYERS.c.number)
    )
    pairings = connection.execute(
        select(PAIRINGS, SUMMARIES.c.score)
        .outerjoin(SUMMARIES, SUMMARIES.c.table == PAIRINGS.c.table)
        .where(PAIRINGS.c.tournament == tournament_id)
        .order_by(PAIRINGS.c.round, PAIRINGS.c.board)
    ).mappings()
    return Tournament(
        *(row["id"], row["name"], row["kind"], row["rounds"], row["round"], row["state"], row["watch"]),
        read_setup(row["setup"]),
        tuple(Player(player.number, player.name, player.gone) for player in players),
        tuple(_pairing(pairing) for pairing in pairings),
    )


def _pairing(row: Mapping[Any, Any]) -> Pairing:
    numbers = row["round"], row["board"], row["white"], row["black"]
    return Pairing(*numbers, row["table"] or "", row["result"] or "", row["score"] or "")


def _listed(rows: Sequence[Mapping[Any, Any]], held: Sequence[tuple[str, int]]) -> Iterator[ListedTournament]:
    """Tournaments of a list; one that cannot be read is logged and left out."""
    for row in rows:
        try:
            setup = read_setup(row["setup"])
        except (GipfelError, KeyError, TypeError) as error:
            LOG.warning("a tournament cannot be listed: %s", error)
            continue
        roles = frozenset(player for tournament, player in held if tournament == row["id"])
        yield ListedTournament(
            *(row["id"], row["name"], row["kind"], row["round"], row["rounds"], row["state"], setup, roles)
        )
