"""The part of a table that depends on the visitor: their seats, what they can point at, what they may do."""

from collections.abc import Callable, Sequence

from gipfel.games.core.side import SIDES, Side
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.permissions import Keys, Permissions, two_people_play
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.table import chance_view
from gipfel.table.seats import side_word
from gipfel.table.table import Table
from gipfel.table.timeouts import is_waiting


def own_view(table: Table, pointer: Pointer, permissions: Permissions, keys: Keys) -> sent.OwnView:
    """What a visitor with these permissions sees in addition to `table_view`."""
    plays = permissions.plays(table)
    return {
        "mine": [side_word(side) for side in plays],
        "open": permissions.open,
        **_pointing(table, pointer, plays),
        "chance": chance_view(table, pointer.position, bool(plays)),
        "plan": _plan(table, plays),
        "can": _can(table, permissions, keys, plays),
    }


def pointing_view(table: Table, pointer: Pointer, permissions: Permissions) -> sent.PointingView:
    """The sides for which a visitor may decide now, and what they can point at first."""
    return _pointing(table, pointer, permissions.plays(table))


def _pointing(table: Table, pointer: Pointer, plays: Sequence[Side]) -> sent.PointingView:
    """The same for a visitor who plays these sides."""
    yours = table.sides_to_act(plays, pointer.position)
    return {
        "yours": [side_word(side) for side in yours],
        "targets": pointer.first_targets(yours),
    }


def sides_of(table: Table, pointer: Pointer, permissions: Permissions) -> list[Side]:
    """The sides for which a visitor can decide something now, the side to act first."""
    return table.sides_to_act(permissions.plays(table), pointer.position)


def _plan(table: Table, plays: Sequence[Side]) -> sent.Plan | None:
    """The plan of a visitor who plays these sides."""
    for side in plays:
        if (plan := table.plans.get(side)) is not None:
            return {"line": [*plan.line], "always": plan.always}
    return None


def _can(table: Table, permissions: Permissions, keys: Keys, plays: Sequence[Side]) -> sent.Can:
    """What a visitor who plays these sides may do now."""
    alone, persons = permissions.alone(table), table.persons
    goes_on, together = table.outcome is None, two_people_play(table, keys)
    takes_part = bool(plays)
    decides = goes_on and takes_part and not table.by_chance
    between = takes_part and not alone

    def offers(what: str) -> bool:
        return any(table.can_offer(side, what) for side in plays)

    return {
        "undo": alone and table.undo_to() is not None,
        "redo": alone and table.redo_to() is not None,
        "resign": goes_on and takes_part,
        "hint": decides and not together,
        "play on": not goes_on and takes_part and table.ended is None and table.adjudicated is not None,
        "ask undo": goes_on and between and offers("undo"),
        "draw": goes_on and table.game.draws and len(persons) == len(SIDES) and offers("draw"),
        "tie": goes_on and table.contest is not None and offers("tie"),
        "claim": goes_on and together and any(is_waiting(table, side) for side in plays),
        "rematch": not goes_on and takes_part and _may_play_again(table, offers),
        "abort": goes_on and between and table.can_abort,
        "say": between,
        "retry": goes_on and bool(permissions.sides),
        "seat": alone and len(permissions.sides) == len(SIDES),
        "free": bool(table.just_taken) and _may_free(table, permissions),
        "plan": decides and between and not table.real_time,
    }


def _may_free(table: Table, permissions: Permissions) -> bool:
    """May a visitor free a seat that was taken by mistake?"""
    return any(permissions.may_free(table, side) for side in table.just_taken if side in table.persons)


def _may_play_again(table: Table, offers: Callable[[str], bool]) -> bool:
    return offers("rematch") or (table.rematch_agreed and not table.rematch)
