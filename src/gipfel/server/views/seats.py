"""Seats as pages see them: the commands of external engines are for the owner of the server alone."""

from collections.abc import Mapping
from typing import Any, cast

from gipfel.engine.players.specs import PlayerSpec
from gipfel.server.contract.shared import Seats
from gipfel.table.seats import MACHINE


def seats_view(seats: Mapping[str, Any], commands: bool) -> Seats:
    """Both seats; without `commands`, no command of an engine and no name of a file."""
    if commands:
        return cast(Seats, seats)
    return cast(Seats, {side: _without_command(seat) for side, seat in seats.items()})


def _without_command(seat: Mapping[str, Any]) -> Mapping[str, Any]:
    if seat["kind"] != MACHINE:
        return seat
    return {**seat, "player": PlayerSpec.read(seat["player"]).public_text}
