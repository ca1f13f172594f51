"""How much one address may ask of a server that others can reach.

Everything is counted in the memory of this process, and forgotten with it. A server for this machine alone,
and this machine itself as long as no proxy speaks for somebody else, are never limited.
"""

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from ipaddress import ip_network
from time import monotonic
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from gipfel.locale import note, say, say_many
from gipfel.notation.errors import GipfelError
from gipfel.server.settings import LOOPBACK_NAMES, is_loopback, plain_address
from gipfel.server.telemetry.logs import refused

MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 100, 20
"""Over one connection; a person who points and drags sends less."""
WARNINGS_AT_ONCE, WARNINGS_A_SECOND = 100, 1
"""Messages that are refused because there are too many; who goes on nevertheless is cut off."""
MESSAGES_OF_ALL_AT_ONCE, MESSAGES_OF_ALL_A_SECOND = 600, 100
"""Over all connections of one address together."""
CONNECTIONS = 100
"""Pages of one address at tables at the same time; a school may share one address."""
REQUESTS_AT_ONCE, REQUESTS_A_SECOND = 600, 30
"""The page itself takes about sixty the first time it is loaded."""
WORK = 6
"""A request that makes the server work counts for so many others."""
TABLES_AN_HOUR = 60
"""New tables; at most so many at once."""
OPEN_TABLES = 200
"""Unfinished tables made from one address; removed and finished ones do not count."""
LONGEST_GAME = 100_000
"""Letters of a record; whole games have some thousands."""
THINKING = 10.0
"""Seconds an engine may be told to think about a decision, for a hint or an analysis; others wait for it."""
JUDGING = 1.0
"""The same for each position of a game on which it has an opinion."""
THOUGHTS = 8
"""Hints, analyses and opinions for one address at the same time."""
WRONG_KEYS, FORGIVEN_AFTER = 20, 600
"""Wrong keys at once, and seconds after which as many are possible again."""
ADDRESSES = 10_000
"""So many addresses are remembered; those that asked last."""
NETWORK_OF_A_PERSON = 64
"""Bits of an IPv6 address that tell people apart; everybody has all the rest."""
LONGEST_ADDRESS = 60
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""What proxies add."""

HOUR, MINUTE = 3600, 60

Seconds = float
Clock = Callable[[], Seconds]
Unfinished = Callable[[Collection[str]], Awaitable[Collection[str]]]
"""Which of these tables go on?"""

CLIENT_ADDRESS: ContextVar[str] = ContextVar("asker", default="")
"""The address for which something is done now; empty if nobody counts."""


class LimitExceeded(GipfelError):
    """Somebody asks for more than their share; the message says when to try again."""

    status = 429

    def __init__(self, kind: str, message: str, seconds: Seconds) -> None:
        super().__init__(message)
        self.kind = kind
        self.seconds = max(1, math.ceil(seconds))


REASONS = {
    "requests": note("Too many requests come from your address; try again in {time}."),
    "messages": note("Too many messages; try again in {time}."),
    "connections": note("Too many pages from your address are at tables here; close some of them."),
    "tables": note("Too many tables were made from your address; try again in {time}."),
    "open tables": note("Too many tables made from your address are unfinished; finish or delete some."),
    "thoughts": note("Engines think for many pages from your address already; try again when some are done."),
    "keys": note("Too many wrong links were tried from your address; try again in {time}."),
}


def limit_exceeded(kind: str, seconds: Seconds = MINUTE) -> LimitExceeded:
    """The error for one kind of limit, which is noted, too."""
    refused(kind)
    return LimitExceeded(kind, say(REASONS[kind], time=duration_text(seconds)), seconds)


def duration_text(seconds: Seconds) -> str:
    """A time as one would say it."""
    whole = max(1, math.ceil(seconds))
    if whole <= 2 * MINUTE:
        return say_many("{number} second", "{number} seconds", whole, number=whole)
    minutes = math.ceil(whole / MINUTE)
    return say_many("{number} minute", "{number} minutes", minutes, number=minutes)


# --- Who asks -------------------------------------------------------------------------------------------


def is_this_machine(connection: HTTPConnection) -> bool:
    """Does a program on this machine ask, and not a proxy for somebody else?"""
    client, headers = connection.client, connection.headers
    if client is None or not is_loopback(client.host) or any(name in headers for name in FORWARDED):
        return False
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname in LOOPBACK_NAMES
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """Whom to count a request for; nobody if it comes from this machine."""
    if is_this_machine(connection):
        return ""
    return network_of("?" if connection.client is None else connection.client.host)


def network_of(host: str) -> str:
    """What is the same for all addresses one person has."""
    address = plain_address(host)
    if address is None:
        return host[:LONGEST_ADDRESS]
    if address.version == 4:
        return str(address)
    return str(ip_network((int(address), NETWORK_OF_A_PERSON), strict=False))


# --- Counting -------------------------------------------------------------------------------------------


class TokenBucket:
    """So much at once, and then only as fast as it fills again."""

    __slots__ = ("_at", "_clock", "_full", "_level", "_rate")

    def __init__(self, full: float, rate: float, clock: Clock) -> None:
        """`rate`: how much comes back in a second."""
        self._full, self._rate, self._clock = full, rate, clock
        self._level, self._at = full, clock()

    def take(self, amount: int = 1) -> Seconds:
        """Take one or more; if there is not so much, the seconds until there is."""
        now = self._clock()
        self._level = min(self._full, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < amount:
            return (amount - self._level) / self._rate
        self._level -= amount
        return 0

    def give_back(self) -> None:
        """What was taken was not used."""
        self._level = min(self._full, self._level + 1)


class MessageRate:
    """How fast one connection may speak."""

    def __init__(self, of_all: TokenBucket, clock: Clock) -> None:
        """`of_all`: how fast all connections of its address may speak together."""
        self._messages = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, clock)
        self._of_all = of_all
        self._warnings = TokenBucket(WARNINGS_AT_ONCE, WARNINGS_A_SECOND, clock)

    def check(self) -> None:
        """A message has come. Raises LimitExceeded."""
        if wait := self._messages.take() or self._of_all.take():
            raise limit_exceeded("messages", wait)

    @property
    def patient(self) -> bool:
        """May it be warned once more?"""
        return not self._warnings.take()


class AddressUsage:
    """What one address has asked for."""

    __slots__ = ("keys", "made", "messages", "requests", "tables", "turn")

    def __init__(self, clock: Clock) -> None:
        self.messages = TokenBucket(MESSAGES_OF_ALL_AT_ONCE, MESSAGES_OF_ALL_A_SECOND, clock)
        self.requests = TokenBucket(REQUESTS_AT_ONCE, REQUESTS_A_SECOND, clock)
        self.tables = TokenBucket(TABLES_AN_HOUR, TABLES_AN_HOUR / HOUR, clock)
        self.keys = TokenBucket(WRONG_KEYS, WRONG_KEYS / FORGIVEN_AFTER, clock)
        self.made: set[str] = set()
        """Tables that may still be unfinished."""
        self.turn = asyncio.Lock()


class AddressLimits:
    """What all addresses have asked for. Every question raises LimitExceeded; nobody's questions do not."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._askers: OrderedDict[str, AddressUsage] = OrderedDict()
        self._connections: Counter[str] = Counter()
        self._analysis: Counter[str] = Counter()

    def _asker(self, address: str) -> AddressUsage:
        asker = self._askers.get(address)
        if asker is None:
            asker = self._askers[address] = AddressUsage(self._clock)
            if len(self._askers) > ADDRESSES:
                self._askers.popitem(last=False)
        self._askers.move_to_end(address)
        return asker

    def request(self, address: str, work: bool = False) -> None:
        """Somebody asks for anything."""
        if address and (wait := self._asker(address).requests.take(WORK if work else 1)):
            raise limit_exceeded("requests", wait)

    def come(self, address: str) -> None:
        """Somebody connects; `go` has to follow unless it is too much."""
        if address and self._connections[address] >= CONNECTIONS:
            raise limit_exceeded("connections")
        self._connections[address] += 1

    def pace(self, address: str) -> MessageRate | None:
        """How fast a new connection may speak; None if nobody minds."""
        return MessageRate(self._asker(address).messages, self._clock) if address else None

    def go(self, address: str) -> None:
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]

    @property
    def connections(self) -> int:
        """Of everybody."""
        return self._connections.total()

    @contextmanager
    def thinking(self, address: str) -> Iterator[None]:
        """Engines think for somebody, here and now."""
        if address and self._analysis[address] >= THOUGHTS:
            raise limit_exceeded("thoughts")
        self._analysis[address] += 1
        try:
            yield
        finally:
            self._analysis[address] -= 1
            if not self._analysis[address]:
                del self._analysis[address]

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Something takes a while: one page of an address after the other, and everybody else in between."""
        if not address:
            yield
            return
        async with self._asker(address).turn:
            try:
                yield
            finally:
                await asyncio.sleep(0)

    def try_key(self, address: str) -> None:
        """Somebody says they have a key; `right_key` follows if it is one."""
        if address and (wait := self._asker(address).keys.take()):
            raise limit_exceeded("keys", wait)

    def right_key(self, address: str) -> None:
        if address:
            self._asker(address).keys.give_back()

    async def before_table(self, unfinished: Unfinished) -> None:
        """Who asks now wants to make a table; `table_made` or `no_table` follows."""
        address = CLIENT_ADDRESS.get()
        if not address:
            return
        asker = self._asker(address)
        if wait := asker.tables.take():
            raise limit_exceeded("tables", wait)
        if len(asker.made) >= OPEN_TABLES:
            asker.made &= set(await unfinished([*asker.made]))
        if len(asker.made) >= OPEN_TABLES:
            asker.tables.give_back()
            raise limit_exceeded("open tables")

    def log_new_table(self, table_id: str) -> None:
        if address := CLIENT_ADDRESS.get():
            self._asker(address).made.add(table_id)

    def no_table(self) -> None:
        """It could not be made."""
        if address := CLIENT_ADDRESS.get():
            self._asker(address).tables.give_back()
