"""Limits for each client address, on a server that others can reach.

All counts are in the memory of this process. There are no limits on a local server, nor for requests from
this machine that did not come through a proxy.
"""

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from ipaddress import ip_network
from time import monotonic, thread_time
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from gipfel.locale import note, say, say_many
from gipfel.notation.errors import GipfelError
from gipfel.server.settings import LOOPBACK_NAMES, is_loopback, parse_address
from gipfel.server.telemetry.logs import refused

MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 100, 20
"""Over one connection; pointing and dragging sends fewer."""
WARNINGS_AT_ONCE, WARNINGS_A_SECOND = 100, 1
"""Messages that are refused because there are too many; a client that sends still more is disconnected."""
MESSAGES_OF_ALL_AT_ONCE, MESSAGES_OF_ALL_A_SECOND = 600, 100
"""Over all connections of one address."""
WORK_AT_ONCE, WORK_A_SECOND = 1.0, 0.2
"""Seconds of the event loop that the messages of one address may take; beyond them they wait."""
CONNECTIONS = 100
"""Pages of one address at tables at the same time; a school may share one address."""
REQUESTS_AT_ONCE, REQUESTS_A_SECOND = 600, 30
"""Loading the page for the first time takes about sixty."""
EXPENSIVE = 6
"""An expensive request counts as this number of others."""
TABLES_AN_HOUR = 60
"""New tables in an hour, and the most at once."""
OPEN_TABLES = 200
"""Unfinished tables created from one address; deleted and finished ones do not count."""
LONGEST_GAME = 100_000
"""Letters of a record; complete games have some thousands."""
ENGINE_SECONDS = 10.0
"""The longest time to think that a client may request for a decision, a hint or an analysis, in seconds."""
ENGINE_SECONDS_PER_POSITION = 1.0
"""The same for each position of a game in a request for opinions."""
ENGINE_REQUESTS = 8
"""Hints, analyses and opinions for one address at the same time."""
WATCHED_TABLES = 8
"""Tables of one address at which only engines play, and which go on at the same time; others wait."""
WRONG_KEYS, FORGIVEN_AFTER = 20, 600
"""Wrong keys at once, and the seconds after which as many are allowed again."""
SUBSCRIPTIONS_AN_HOUR = 60
"""Browsers and addresses that are to be told about turns, in an hour, and the most at once."""
MAILS_AN_HOUR = 10
"""First mails to addresses that one client names, in an hour, and the most at once."""
MAILS_TO_ONE_A_DAY = 3
"""First mails to the same address in a day, whoever names it."""
ADDRESSES = 10_000
"""How many addresses are remembered, the most recent ones."""
NETWORK_OF_A_PERSON = 64
"""Bits of an IPv6 address that identify a customer; a customer has all addresses with these bits."""
LONGEST_ADDRESS = 60
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""Headers that proxies add."""

DAY, HOUR, MINUTE = 24 * 3600, 3600, 60

Seconds = float
Clock = Callable[[], Seconds]
Unfinished = Callable[[Collection[str]], Awaitable[Collection[str]]]
"""Returns those of some tables that are unfinished."""

CLIENT_ADDRESS: ContextVar[str] = ContextVar("client_address", default="")
"""The address of the current request; empty if it is not limited."""


class LimitExceeded(GipfelError):
    """A client has exceeded a limit; the message says when to try again."""

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
    "engine requests": note(
        "Engines think for many pages from your address already; try again when some are done."
    ),
    "notices": note("Too many notices were asked for; try again in {time}."),
    "keys": note("Too many wrong links were tried from your address; try again in {time}."),
}


def limit_exceeded(kind: str, seconds: Seconds = MINUTE) -> LimitExceeded:
    """The error for a kind of limit; the refusal is counted."""
    refused(kind)
    return LimitExceeded(kind, say(REASONS[kind], time=duration_text(seconds)), seconds)


def duration_text(seconds: Seconds) -> str:
    """A duration in words."""
    whole = max(1, math.ceil(seconds))
    if whole <= 2 * MINUTE:
        return say_many("{number} second", "{number} seconds", whole, number=whole)
    if whole <= 2 * HOUR:
        minutes = math.ceil(whole / MINUTE)
        return say_many("{number} minute", "{number} minutes", minutes, number=minutes)
    hours = round(whole / HOUR)
    return say_many("{number} hour", "{number} hours", hours, number=hours)


# --- Addresses ------------------------------------------------------------------------------------------


def is_this_machine(connection: HTTPConnection) -> bool:
    """Does a request come from a program on this machine, and not from a proxy on it?"""
    client, headers = connection.client, connection.headers
    if client is None or not is_loopback(client.host) or any(name in headers for name in FORWARDED):
        return False
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname in LOOPBACK_NAMES
    except ValueError:
        return False


def address_of(connection: HTTPConnection) -> str:
    """The address a request is counted for; empty if it comes from this machine."""
    if is_this_machine(connection):
        return ""
    return network_of("?" if connection.client is None else connection.client.host)


def network_of(host: str) -> str:
    """The address under which a host is counted: of IPv6, the network of a customer."""
    address = parse_address(host)
    if address is None:
        return host[:LONGEST_ADDRESS]
    if address.version == 4:
        return str(address)
    return str(ip_network((int(address), NETWORK_OF_A_PERSON), strict=False))


# --- Counting -------------------------------------------------------------------------------------------


class TokenBucket:
    """Allows a number of events at once, and then only as many as come back with time."""

    __slots__ = ("_at", "_clock", "_full", "_level", "_rate")

    def __init__(self, full: float, rate: float, clock: Clock) -> None:
        """`rate` is how many tokens come back in a second."""
        self._full, self._rate, self._clock = full, rate, clock
        self._level, self._at = full, clock()

    def take(self, amount: int = 1) -> Seconds:
        """Take tokens and return 0; if there are too few, take none and return the seconds to wait."""
        self._refill()
        if self._level < amount:
            return (amount - self._level) / self._rate
        self._level -= amount
        return 0

    def give_back(self) -> None:
        """Put a token back that was not used."""
        self._level = min(self._full, self._level + 1)

    def spend(self, amount: float) -> None:
        """Take tokens for what was done already, even if there are too few."""
        self._refill()
        self._level -= amount

    def debt(self) -> Seconds:
        """The seconds until no more was spent than was allowed."""
        self._refill()
        return max(0.0, -self._level / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._level = min(self._full, self._level + (now - self._at) * self._rate)
        self._at = now


class MessageRate:
    """Limits the messages of one connection."""

    def __init__(self, of_all: TokenBucket, clock: Clock) -> None:
        """`of_all` limits the messages of all connections of the same address."""
        self._messages = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, clock)
        self._of_all = of_all
        self._warnings = TokenBucket(WARNINGS_AT_ONCE, WARNINGS_A_SECOND, clock)

    def check(self) -> None:
        """Count a message. Raises LimitExceeded."""
        if wait := self._messages.take() or self._of_all.take():
            raise limit_exceeded("messages", wait)

    def warn(self) -> bool:
        """Count a refused message; False if the client has to be disconnected instead."""
        return not self._warnings.take()


class AddressUsage:
    """The counts of one address."""

    __slots__ = (
        *("keys", "lock", "made", "mails", "messages", "requests", "slow_work", "subscriptions", "tables"),
        "work",
    )

    def __init__(self, clock: Clock) -> None:
        self.messages = TokenBucket(MESSAGES_OF_ALL_AT_ONCE, MESSAGES_OF_ALL_A_SECOND, clock)
        self.requests = TokenBucket(REQUESTS_AT_ONCE, REQUESTS_A_SECOND, clock)
        self.tables = TokenBucket(TABLES_AN_HOUR, TABLES_AN_HOUR / HOUR, clock)
        self.keys = TokenBucket(WRONG_KEYS, WRONG_KEYS / FORGIVEN_AFTER, clock)
        self.subscriptions = TokenBucket(SUBSCRIPTIONS_AN_HOUR, SUBSCRIPTIONS_AN_HOUR / HOUR, clock)
        self.mails = TokenBucket(MAILS_AN_HOUR, MAILS_AN_HOUR / HOUR, clock)
        self.work = TokenBucket(WORK_AT_ONCE, WORK_A_SECOND, clock)
        self.made: set[str] = set()
        """Tables that may still be unfinished."""
        self.lock = asyncio.Lock()
        """Held while a message is worked on in the event loop."""
        self.slow_work = asyncio.Lock()
        """Held while a thread does slow work for this address."""


class AddressLimits:
    """The limits of all addresses. Checks raise LimitExceeded, but never for the empty address."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._usage: OrderedDict[str, AddressUsage] = OrderedDict()
        self._connections: Counter[str] = Counter()
        self._analysis: Counter[str] = Counter()
        self._mailboxes: OrderedDict[str, TokenBucket] = OrderedDict()

    def _usage_of(self, address: str) -> AddressUsage:
        usage = self._usage.get(address)
        if usage is None:
            usage = self._usage[address] = AddressUsage(self._clock)
            if len(self._usage) > ADDRESSES:
                self._usage.popitem(last=False)
        self._usage.move_to_end(address)
        return usage

    def request(self, address: str, expensive: bool = False) -> None:
        """Count a request."""
        if address and (wait := self._usage_of(address).requests.take(EXPENSIVE if expensive else 1)):
            raise limit_exceeded("requests", wait)

    def connect(self, address: str) -> None:
        """Count a new connection; unless it is refused, `disconnect` has to follow."""
        if address and self._connections[address] >= CONNECTIONS:
            raise limit_exceeded("connections")
        self._connections[address] += 1

    def message_rate(self, address: str) -> MessageRate | None:
        """The limit on messages of a new connection; None if there is none."""
        return MessageRate(self._usage_of(address).messages, self._clock) if address else None

    def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        if self._connections[address] <= 0:
            del self._connections[address]

    @property
    def addresses(self) -> int:
        """The number of addresses that are remembered."""
        return len(self._usage.keys() | self._connections.keys())

    @property
    def connections(self) -> int:
        """The number of connections of all addresses."""
        return self._connections.total()

    @contextmanager
    def thinking(self, address: str) -> Iterator[None]:
        """Count an engine request while it is worked on."""
        if address and self._analysis[address] >= ENGINE_REQUESTS:
            raise limit_exceeded("engine requests")
        self._analysis[address] += 1
        try:
            yield
        finally:
            self._analysis[address] -= 1
            if not self._analysis[address]:
                del self._analysis[address]

    @asynccontextmanager
    async def one_at_a_time(self, address: str) -> AsyncIterator[None]:
        """Work on the messages of an address one after the other, and on those of others in between.

        An address whose messages have taken too much time of the event loop has to wait.
        """
        if not address:
            yield
            return
        usage = self._usage_of(address)
        async with usage.lock:
            await asyncio.sleep(usage.work.debt())
            begin = thread_time()
            try:
                yield
            finally:
                usage.work.spend(thread_time() - begin)
                await asyncio.sleep(0)

    @asynccontextmanager
    async def slow_work(self, address: str) -> AsyncIterator[None]:
        """Let threads work for an address on one thing after the other: others wait for one of them only.

        `AsyncStore.do` does this itself: whoever calls it must not, and would wait for itself.
        """
        if not address:
            yield
            return
        async with self._usage_of(address).slow_work:
            yield

    def try_key(self, address: str) -> None:
        """Count an attempt to use a key; `right_key` has to follow if the key is right."""
        if address and (wait := self._usage_of(address).keys.take()):
            raise limit_exceeded("keys", wait)

    def right_key(self, address: str) -> None:
        if address:
            self._usage_of(address).keys.give_back()

    def subscribe(self) -> None:
        """Count a browser or a mail address that the current client wants to be told at."""
        address = CLIENT_ADDRESS.get()
        if address and (wait := self._usage_of(address).subscriptions.take()):
            raise limit_exceeded("notices", wait)

    def first_mail(self, mailbox: str) -> None:
        """Count the first mail to an address. It may be a stranger's, so this is limited everywhere."""
        address = CLIENT_ADDRESS.get()
        if address and (wait := self._usage_of(address).mails.take()):
            raise limit_exceeded("notices", wait)
        key = mailbox.lower()
        bucket = self._mailboxes.setdefault(
            key, TokenBucket(MAILS_TO_ONE_A_DAY, MAILS_TO_ONE_A_DAY / DAY, self._clock)
        )
        self._mailboxes.move_to_end(key)
        if len(self._mailboxes) > ADDRESSES:
            self._mailboxes.popitem(last=False)
        if wait := bucket.take():
            raise limit_exceeded("notices", wait)

    async def check_new_table(self, unfinished: Unfinished) -> None:
        """Count a table that the current client wants to create.

        `table_created` or `table_failed` has to follow.
        """
        address = CLIENT_ADDRESS.get()
        if not address:
            return
        usage = self._usage_of(address)
        if wait := usage.tables.take():
            raise limit_exceeded("tables", wait)
        if len(usage.made) >= OPEN_TABLES:
            usage.made &= set(await unfinished([*usage.made]))
        if len(usage.made) >= OPEN_TABLES:
            usage.tables.give_back()
            raise limit_exceeded("open tables")

    def table_created(self, table_id: str) -> None:
        if address := CLIENT_ADDRESS.get():
            self._usage_of(address).made.add(table_id)

    def table_failed(self) -> None:
        """The table could not be created."""
        if address := CLIENT_ADDRESS.get():
            self._usage_of(address).tables.give_back()
