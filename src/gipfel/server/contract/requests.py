"""Bodies of requests over HTTP."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gipfel.notation.errors import GipfelError, OptionError
from gipfel.server.contract.client_messages import describe_error

LONGEST_RECORD = 1_500_000
LONGEST_KEY = 100
"""The most letters of a key."""
Text = Annotated[str, Field(max_length=20_000)]
Word = Annotated[str, Field(max_length=60)]
Name = Annotated[str, Field(max_length=200)]
"""`checked_name` is stricter and says why."""


class RequestBody(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Self:
        """The checked body. Raises OptionError."""
        try:
            return cls.model_validate(plain)
        except ValidationError as error:
            raise OptionError(describe_error(error)) from error


class Invite(RequestBody):
    """The side of the player who creates the table; a guest will play the other one."""

    side: Literal["white", "black", "lot"]
    name: Name | None = None


class New(RequestBody):
    """A new table, from a game, a menu or a record; with `seats` or with an invitation."""

    game: Word | None = None
    version: Word | None = None
    options: dict[Word, int | Word] | None = None
    position: Text | None = None
    seed: int | None = None
    menu: Text | None = None
    record: Annotated[str, Field(max_length=LONGEST_RECORD)] | None = None
    seats: dict[Word, Any] | None = None
    clock: dict[Word, Any] | None = None
    invite: Invite | None = None

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Self:
        new = super().read(plain)
        ways = [name for name in ("game", "menu", "record") if getattr(new, name) is not None]
        if len(ways) != 1:
            raise GipfelError("a new table needs a game, or a menu, or a record, and only one of them")
        for name in ("version", "options", "position", "seed"):
            if getattr(new, name) is not None and ways != ["game"]:
                raise GipfelError(f"{name} cannot be chosen with a {ways[0]}, which decides that itself")
        if new.clock is not None and new.menu is not None:
            raise GipfelError("a menu has its own clock; write it there")
        if new.invite is not None and new.seats is not None:
            raise GipfelError("who invites somebody plays a side, and names no seats: leave one of both out")
        return new


class Branch(RequestBody):
    """A table that continues from a position of another one."""

    at: Annotated[int, Field(ge=0)]
    seats: dict[Word, Any] | None = None


class SitRequest(RequestBody):
    """Takes a seat with its key."""

    key: Annotated[str, Field(max_length=LONGEST_KEY, repr=False)]
    name: Name | None = None


class LinkRequest(RequestBody):
    """Creates a link to a seat."""

    side: Literal["white", "black"] | None = None
    renew: bool = False
    """Invalidate all other links and devices of the seat."""
