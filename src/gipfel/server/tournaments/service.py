"""What organisers, players and watchers of tournaments can do.

Links are secrets like those of seats: whoever opens the organiser's link is the organiser, whoever opens a
player's link is that player, from then on by the cookie of the browser. All rights are checked here.
"""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from secrets import randbits
from typing import TypeVar

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import answers
from gipfel.server.contract.requests import (
    EnterRequest,
    GameRequest,
    NewPlayerRequest,
    NewTournamentRequest,
    NextRoundRequest,
    PlayerRequest,
    ResultRequest,
    TournamentSettingsRequest,
)
from gipfel.server.security.owner import require_owner
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.tables.creation import starting_setup
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.server.tables.seat_links import MOST_KEYS, Conflict
from gipfel.server.tournaments.records import Archive
from gipfel.server.tournaments.views import head_view, tournament_view
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import Seat, checked_name
from gipfel.table.setup import SEED_BITS, TableSetup
from gipfel.table.storage.store import UnknownTable
from gipfel.table.storage.tournaments import ORGANISER, Roles, TournamentChange, TournamentStore
from gipfel.table.tournaments.tournament import (
    ENDED,
    NOBODY,
    OPEN,
    RUNNING,
    Pairing,
    Tournament,
    WrongMoment,
    check_names,
    check_rounds,
)

T = TypeVar("T")
Change = Callable[[TournamentChange], T]


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, stored: TournamentStore, tables: TableDirectory, local: bool) -> None:
        self._stored = stored
        self._tables = tables
        self._store = tables.store
        self._local = local

    # --- Reading ---------------------------------------------------------------------------------------

    async def listed(self, visitor: str | None) -> list[answers.TournamentHead]:
        """The visitor's tournaments, and those that everybody may watch."""
        found = await self._store.read(self._stored.listed, visitor)
        return await self._store.do(lambda: [head_view(one, one.roles) for one in found])

    async def view(self, tournament_id: str, visitor: str | None) -> answers.TournamentView:
        """A tournament. Raises UnknownTournament, or PermissionDenied if the visitor may not watch it."""
        tournament, roles = await self._load(tournament_id, visitor)
        if tournament.watch == NOBODY and not roles:
            raise PermissionDenied(say("Only its players see this tournament: open your link."))
        return await self._store.do(lambda: tournament_view(tournament, roles))

    async def _load(self, tournament_id: str, visitor: str | None) -> tuple[Tournament, Roles]:
        tournament = await self._store.read(self._stored.load, tournament_id)
        return tournament, await self._store.read(self._stored.roles, tournament_id, visitor)

    async def archive(self, tournament_id: str, visitor: str | None) -> bytes:
        """All records, pairings and standings in one file. Raises GipfelError."""
        tournament, roles = await self._load(tournament_id, visitor)
        _require_organiser(roles)
        archive = Archive(tournament)
        for pairing in tournament.pairings:
            if pairing.table:
                with suppress(UnknownTable):  # it was deleted
                    table = await self._store.load(pairing.table)
                    await self._store.do(partial(archive.add, pairing, table))
        return archive.close()

    # --- Making and entering ---------------------------------------------------------------------------

    async def create(self, request: NewTournamentRequest, visitor: str) -> answers.CreatedTournament:
        """Create a tournament; whoever may create tables may do so. Raises GipfelError."""
        require_owner(self._local)
        name, rounds = _checked_title(request.name), check_rounds(request.kind, request.rounds)
        names: list[str] = []
        for given in request.players:
            player = checked_name(given)
            check_names(names, player)
            names.append(player)
        setup = await self._store.do(lambda: _setup(request))
        key, keys = new_key(), [new_key() for _ in names]

        def create() -> str:
            own = {hashed(key): True, visitor: False}
            players = [(player, hashed(secret)) for player, secret in zip(names, keys, strict=True)]
            return self._stored.create(name, request.kind, rounds, request.watch, setup, own, players)

        made = await self._store.create_like_table(create)
        links: list[answers.PlayerLink] = [
            {"player": number, "name": player, "key": secret}
            for number, (player, secret) in enumerate(zip(names, keys, strict=True), 1)
        ]
        return {"id": made, "key": key, "players": links}

    async def enter(
        self, tournament_id: str, visitor: str, request: EnterRequest
    ) -> answers.EnteredTournament:
        """Open a tournament with a key. Raises PermissionDenied if it does not fit."""

        def enter(change: TournamentChange) -> Roles:
            return change.enter(hashed(request.key), visitor)

        roles = await self._changed(tournament_id, enter)
        if not roles:
            raise PermissionDenied(
                say("This link does not fit: it is incomplete, or the organiser has made a newer one.")
            )
        return {"organiser": ORGANISER in roles, "players": sorted(roles - {ORGANISER})}

    # --- The organiser ---------------------------------------------------------------------------------

    async def change_settings(
        self, tournament_id: str, visitor: str | None, request: TournamentSettingsRequest
    ) -> None:
        """Change the name, or who may watch. Raises GipfelError."""
        columns: dict[str, str | int] = {}
        if request.name is not None:
            columns["name"] = _checked_title(request.name)
        if request.watch is not None:
            columns["watch"] = request.watch
        if columns:
            await self._organise(tournament_id, visitor, lambda change: change.set(**columns))

    async def add_player(
        self, tournament_id: str, visitor: str | None, request: NewPlayerRequest
    ) -> answers.PlayerLink:
        """Add a player before the first round. Raises GipfelError."""
        name, key = checked_name(request.name), new_key()

        def add(change: TournamentChange) -> int:
            change.tournament.check_new_player()
            check_names([player.name for player in change.tournament.players], name)
            return change.add_player(name, hashed(key))

        return {"player": await self._organise(tournament_id, visitor, add), "name": name, "key": key}

    async def remove_player(self, tournament_id: str, visitor: str | None, request: PlayerRequest) -> None:
        """Remove a player before the first round; later the player has left. Raises GipfelError."""

        def remove(change: TournamentChange) -> None:
            change.tournament.require(OPEN, RUNNING)
            number = change.tournament.player(request.player).number
            (change.remove_player if change.tournament.state == OPEN else change.set_gone)(number)

        await self._organise(tournament_id, visitor, remove)

    async def renew_link(
        self, tournament_id: str, visitor: str | None, request: PlayerRequest
    ) -> answers.PlayerLink:
        """A new link of a player, or of the organiser; older ones become useless. Raises GipfelError."""
        key = new_key()

        def renew(change: TournamentChange) -> str:
            own = request.player == ORGANISER
            name = "" if own else change.tournament.player(request.player).name
            change.replace_keys(request.player, visitor if own else None, hashed(key))
            return name

        name = await self._organise(tournament_id, visitor, renew)
        return {"player": request.player, "name": name, "key": key}

    async def next_round(self, tournament_id: str, visitor: str | None, request: NextRoundRequest) -> None:
        """Close a round and pair the next one; repeating it is harmless. Raises GipfelError."""

        def pair(change: TournamentChange) -> None:
            tournament = change.tournament
            if tournament.round == request.round + 1 and tournament.state == RUNNING:
                return
            if tournament.round != request.round:
                raise WrongMoment(say("Round {number} is played now.", number=tournament.round))
            change.add_pairings(tournament.next_pairings())
            change.set(round=tournament.round + 1, rounds=tournament.planned_rounds, state=RUNNING)

        await self._organise(tournament_id, visitor, pair)

    async def end(self, tournament_id: str, visitor: str | None) -> None:
        """End a tournament; games without a result stay so. Raises GipfelError."""

        def end(change: TournamentChange) -> None:
            if change.tournament.state != ENDED:
                change.tournament.require(RUNNING)
                change.set(state=ENDED)

        await self._organise(tournament_id, visitor, end)

    async def enter_result(self, tournament_id: str, visitor: str | None, request: ResultRequest) -> None:
        """Enter the result of a game of any round, instead of that of its table. Raises GipfelError."""

        def enter(change: TournamentChange) -> None:
            change.tournament.require(RUNNING)
            change.set_pairing(_game(change.tournament, request), result=request.result)

        await self._organise(tournament_id, visitor, enter)

    async def play_anew(self, tournament_id: str, visitor: str | None, request: GameRequest) -> None:
        """Let a game be played at a new table; the old one does not count. Raises GipfelError."""

        def anew(change: TournamentChange) -> None:
            change.tournament.require(RUNNING)
            pairing = _game(change.tournament, request)
            if pairing.round != change.tournament.round:
                raise WrongMoment(say("Round {number} is played now.", number=change.tournament.round))
            change.set_pairing(pairing, table=None, result=None)

        await self._organise(tournament_id, visitor, anew)

    async def remove(self, tournament_id: str, visitor: str | None) -> None:
        """Delete a tournament; its tables stay. Raises GipfelError."""
        await self._organise(tournament_id, visitor, lambda change: change.remove())

    async def _organise(self, tournament_id: str, visitor: str | None, change: Change[T]) -> T:
        """Make a change that only the organiser may make. Raises GipfelError."""
        await self._store.read(self._stored.load, tournament_id)
        _require_organiser(await self._store.read(self._stored.roles, tournament_id, visitor))
        return await self._changed(tournament_id, change)

    async def _changed(self, tournament_id: str, change: Change[T]) -> T:
        def changed() -> T:
            with self._stored.changing(tournament_id) as found:
                return change(found)

        return await self._store.write(copy_context().run, changed)  # errors are in the language of the page

    # --- Players ---------------------------------------------------------------------------------------

    async def play(self, tournament_id: str, visitor: str, request: GameRequest) -> answers.Created:
        """The table of an own game, at which the player sits from now on. Raises GipfelError."""
        tournament, roles = await self._load(tournament_id, visitor)
        pairing = _game(tournament, request)
        side = _own_side(pairing, roles)
        table_id = pairing.table
        if not table_id:
            tournament.require(RUNNING)
            if pairing.decided or pairing.round != tournament.round:
                raise WrongMoment(say("This game is not played any more."))
            table_id = await self._open_table(tournament, pairing, visitor, side)
        await self._sit(await self._tables.get(table_id), side, visitor)
        return {"id": table_id}

    async def _open_table(self, tournament: Tournament, pairing: Pairing, visitor: str, side: Side) -> str:
        """Create the table of a game, unless somebody else is faster."""
        keys = [(side, visitor)]
        for one, player in ((Side.WHITE, pairing.white), (Side.BLACK, pairing.black)):
            devices = await self._store.read(self._stored.visitors, tournament.id, player)
            keys += [(one, device) for device in devices if device != visitor]
        setup = _table_setup(tournament, pairing)
        table_id, _ = await self._store.create(setup, (), _without_both(keys), self._tables.now())

        def note(change: TournamentChange) -> str:
            found = change.tournament.pairing(pairing.round, pairing.board)
            if not found.table:
                change.set_pairing(found, table=table_id)
            return found.table

        other = await self._changed(tournament.id, note)
        if other:
            await self._store.remove(table_id)
        return other or table_id

    async def _sit(self, live: LiveTable, side: Side, visitor: str) -> None:
        """Give a player the seat at the table of a game. Raises Conflict if they hold the other one."""
        async with live.seat_lock:
            await live.catch_up(keys=True)
            held = live.keys.get(visitor, frozenset())
            if side.other in held:
                raise _both_sides()
            if side not in held:
                if sum(side in sides for sides in live.keys.values()) >= MOST_KEYS:
                    await self._store.replace_keys(live.id, side, (), visitor)
                else:
                    await self._store.add_key(live.id, side, visitor)
                await live.reload_keys()


# --- Checks ----------------------------------------------------------------------------------------------


def _require_organiser(roles: Roles) -> None:
    if ORGANISER not in roles:
        raise PermissionDenied(say("Only the organiser can do that: open the organiser's link."))


def _checked_title(name: str) -> str:
    """The name of a tournament. Raises GipfelError."""
    checked = checked_name(name)
    if not checked:
        raise GipfelError(say("A tournament needs a name."))
    return checked


def _game(tournament: Tournament, request: GameRequest) -> Pairing:
    """A game with two players. Raises GipfelError."""
    pairing = tournament.pairing(request.round, request.board)
    if pairing.black is None:
        raise GipfelError(say("Nobody plays here: this player has no opponent in this round."))
    return pairing


def _own_side(pairing: Pairing, roles: Roles) -> Side:
    """The side of the visitor in a game. Raises PermissionDenied, or Conflict if both are theirs."""
    own = [side for side, player in zip(Side, (pairing.white, pairing.black), strict=True) if player in roles]
    if not own:
        raise PermissionDenied(say("This is the game of others; you can watch it."))
    if len(own) > 1:
        raise _both_sides()
    return own[0]


def _both_sides() -> Conflict:
    return Conflict(
        say("This browser has opened the links of both players: one of them needs another browser.")
    )


def _without_both(keys: list[tuple[Side, str]]) -> list[tuple[Side, str]]:
    """Keys of seats, without those of visitors who have opened the links of both players."""
    sides: dict[str, set[Side]] = {}
    for side, visitor in keys:
        sides.setdefault(visitor, set()).add(side)
    return [(side, visitor) for side, visitor in keys if len(sides[visitor]) == 1]


# --- Setups ----------------------------------------------------------------------------------------------


def _setup(request: NewTournamentRequest) -> TableSetup:
    """What is played at each table. Raises GipfelError."""
    setup, _ = starting_setup(request.table(), {side: Seat() for side in Side})
    return setup


def _table_setup(tournament: Tournament, pairing: Pairing) -> TableSetup:
    """The setup of the table of a game, with the names of its players and with a seed of its own."""
    assert pairing.black is not None
    numbers = {Side.WHITE: pairing.white, Side.BLACK: pairing.black}
    seats = {side: Seat(name=tournament.player(number).name) for side, number in numbers.items()}
    seed = None if tournament.setup.seed is None else randbits(SEED_BITS)
    return replace(tournament.setup.with_seats(seats), seed=seed)
