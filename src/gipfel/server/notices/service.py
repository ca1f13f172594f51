"""Tells players that it is their turn, with the page closed: by Web Push, and by mail.

Which turns are due is read from the database every few seconds, so that nothing is lost when a process ends,
and no decision waits for a notice. Of several processes the one that marks a turn as told sends the notice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_urlsafe

from gipfel.games.core.side import Side
from gipfel.locale import using_language
from gipfel.notation.errors import GipfelError
from gipfel.server.notices.delivery import Delivery
from gipfel.server.notices.mail import Mail, Mailer, MailLinks, confirmation, turn_mail
from gipfel.server.notices.push_address import read_push_address
from gipfel.server.notices.sending import Sent
from gipfel.server.notices.texts import push_content, turn_sentence, turn_title
from gipfel.server.notices.web_push import Notice, WebPush, check_keys, is_installed, new_private_key
from gipfel.server.settings import Settings
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.studies.study import title_of
from gipfel.table.events import Renamed
from gipfel.table.seats import side_word
from gipfel.table.storage.store import BrokenTable, UnknownTable
from gipfel.table.storage.subscriptions import MAIL, PUSH, Due, NewSubscription, Subscription, Subscriptions
from gipfel.table.table import Table

LOG = logging.getLogger("gipfel.server")

SWEEP_INTERVAL = 2.0
"""Seconds between two looks for turns that are due."""
TIDY_INTERVAL = 3600.0
DAY = 24 * 3600 * 1000
UNCONFIRMED = DAY
"""Milliseconds for which a mail address is kept that nobody confirms."""
UNUSED_DAYS = 60
"""Days without a decision after which nobody is told about a table any more."""
SEEN_AFTER = 50_000
"""Milliseconds beyond the delay after which an open page has seen a turn: until then a phone that sleeps may
still look connected, as the server pings it every 20 seconds and waits for 20."""
PROJECT = "https://github.com/gipfel/gipfel"
"""Whom push services can ask about a server that has neither a public address nor one for mail."""


class NoticeService:
    """The notices of one process."""

    def __init__(self, tables: TableDirectory, subscriptions: Subscriptions, settings: Settings) -> None:
        self._tables = tables
        self._subscriptions = subscriptions
        self._settings = settings
        self._mailer = None if settings.mail is None else Mailer(settings.mail)
        self._delivery = Delivery()
        self._web_push: WebPush | None = None
        self._links: MailLinks | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(_regularly(SWEEP_INTERVAL, self.sweep)),
            asyncio.create_task(_regularly(TIDY_INTERVAL, self.tidy)),
        ]

    async def close(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._delivery.close()

    # --- What the server can do ------------------------------------------------------------------------

    @property
    def can_mail(self) -> bool:
        return self._mailer is not None

    async def web_push(self) -> WebPush | None:
        """Web Push with the key that all processes share; None if its packages are not installed."""
        if self._web_push is None and is_installed():
            key = await self._shared_key("vapid", new_private_key)
            self._web_push = WebPush(key, self._contact(), self._settings.push_hosts)
        return self._web_push

    async def links(self) -> MailLinks:
        """The links in mails, whose tokens all processes understand."""
        if self._links is None:
            secret = await self._shared_key("mail", token_urlsafe)
            self._links = MailLinks(secret, self._settings.public_url)
        return self._links

    def _contact(self) -> str:
        if self._settings.secure:
            return self._settings.public_url
        return PROJECT if self._settings.mail is None else f"mailto:{self._settings.mail.sender}"

    async def _shared_key(self, name: str, make: Callable[[], str]) -> str:
        return await self._tables.store.write(self._subscriptions.shared_key, name, make)

    # --- Seats -----------------------------------------------------------------------------------------

    async def of_seat(self, table_id: str, side: Side) -> list[Subscription]:
        return await self._tables.store.read(self._subscriptions.of_seats, table_id, [side])

    async def add_push(
        self, table_id: str, side: Side, address: str, keys: Mapping[str, str], language: str
    ) -> None:
        """Tell a player in a browser, too. Raises BadPushAddress or BadPushKeys."""
        read_push_address(address, self._settings.push_hosts)
        check_keys(keys)
        new = NewSubscription(PUSH, address, keys, language, confirmed=True)
        await self._add(table_id, side, new)

    async def move_push(self, old: str, new: str, keys: Mapping[str, str]) -> None:
        """A browser has got another address. Raises BadPushAddress or BadPushKeys."""
        read_push_address(new, self._settings.push_hosts)
        check_keys(keys)
        await self._tables.store.write(self._subscriptions.move, old, new, keys)

    async def add_mail(self, table_id: str, table: Table, side: Side, address: str, language: str) -> None:
        """Send a mail that asks whether its reader wants to be told. Earlier addresses of the seat go."""
        await self.stop(table_id, side, MAIL)
        new = NewSubscription(MAIL, address, {}, language, confirmed=False)
        added, links = await self._add(table_id, side, new), await self.links()
        with using_language(language):
            mail = confirmation(address, turn_title(table), links, added.id, language)

        async def wanted() -> bool:
            return await self._find(added.id) is not None

        self._send_mail(mail, wanted, added)

    async def _add(self, table_id: str, side: Side, new: NewSubscription) -> Subscription:
        return await self._tables.store.write(
            self._subscriptions.add, table_id, side, new, self._tables.now()
        )

    async def stop(self, table_id: str, side: Side, kind: str, address: str | None = None) -> None:
        """Tell the player of a seat nothing more, by a kind of notice or at one address."""
        remove = self._subscriptions.remove_of_seats
        await self._tables.store.write(remove, table_id, [side], kind, address)

    async def forget(self, live: LiveTable, side: Side) -> None:
        """Delete everything about the person on a seat: the name, and where they are told."""
        await live.apply(lambda table: [Renamed(side, "")] if table.seats[side].name else ())
        forget, before = self._subscriptions.forget, live.table.event_count
        await self._tables.store.write(forget, live.id, side, before, title_of)

    # --- Links in mails --------------------------------------------------------------------------------

    async def confirm(self, subscription_id: str) -> bool:
        return await self._tables.store.write(self._subscriptions.confirm, subscription_id)

    async def remove(self, subscription_id: str) -> None:
        await self._tables.store.write(self._subscriptions.remove, subscription_id)

    async def _find(self, subscription_id: str) -> Subscription | None:
        return await self._tables.store.read(self._subscriptions.one, subscription_id)

    # --- Turns -----------------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Delete what is not needed any more."""
        unused = UNUSED_DAYS * DAY
        await self._tables.store.write(self._subscriptions.tidy, self._tables.now(), UNCONFIRMED, unused)

    async def sweep(self) -> None:
        """Send what is due."""
        if self._tables.store.health.away:
            return
        await self._tables.store.write(self._subscriptions.note_waiting)
        before = self._tables.now() - round(1000 * self._settings.notices_after)
        for due in await self._tables.store.read(self._subscriptions.due, before):
            present = self._tables.is_present(due.subscription.table, due.subscription.side)
            if present and due.since > before - SEEN_AFTER:
                continue
            if await self._tables.store.write(self._subscriptions.claim, due) and not present:
                await self._tell(due)

    async def _tell(self, due: Due) -> None:
        """Send a notice about a turn, unless that is over meanwhile."""
        subscription = due.subscription
        table = await self._table_on_turn(due)
        if table is None:
            return

        async def wanted() -> bool:
            return (
                await self._table_on_turn(due) is not None and await self._find(subscription.id) is not None
            )

        with using_language(subscription.language):
            if subscription.kind == MAIL:
                self._send_mail(await self._turn_mail(subscription, table), wanted, subscription)
            elif (web_push := await self.web_push()) is not None:
                content = push_content(subscription.table, table, subscription.side)
                notice = Notice(subscription.address, subscription.keys, content, _topic(subscription))
                self._delivery.start(PUSH, lambda: web_push.send(notice), wanted, self._done(subscription))

    async def _table_on_turn(self, due: Due) -> Table | None:
        """The table if it is still this turn of the player; else None."""
        side = due.subscription.side
        try:
            table = (await self._tables.get(due.subscription.table)).table
        except (UnknownTable, BrokenTable):
            return None
        if not table.seats[side].person:
            await self.remove(due.subscription.id)
            return None
        is_due = table.outcome is None and table.position.side == side and table.position.turn == due.turn
        return table if is_due else None

    async def _turn_mail(self, subscription: Subscription, table: Table) -> Mail:
        links = await self.links()
        stop = links.address("stop", subscription.id, subscription.language)
        sentence = turn_sentence(table, subscription.side)
        return turn_mail(
            subscription.address, turn_title(table), sentence, links.table(subscription.table), stop
        )

    def _send_mail(self, mail: Mail, wanted: Callable[[], Awaitable[bool]], to: Subscription) -> None:
        if (mailer := self._mailer) is not None:
            self._delivery.start(MAIL, lambda: mailer.send(mail), wanted, self._done(to))

    def _done(self, subscription: Subscription) -> Callable[[Sent], Awaitable[None]]:
        async def done(sent: Sent) -> None:
            if sent is Sent.GONE:
                await self.remove(subscription.id)
            elif sent is not Sent.DONE:
                LOG.warning("table %s: a notice by %s was not taken", subscription.table, subscription.kind)

        return done


def _topic(subscription: Subscription) -> str:
    """Push services take up to 32 letters: a newer notice about the same table replaces an older one."""
    return f"{subscription.table}-{side_word(subscription.side)}"[-32:]


async def _regularly(interval: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except GipfelError as error:
            LOG.warning("notices cannot be sent: %s", error)
        except Exception:
            LOG.exception("notices cannot be sent")
        await asyncio.sleep(interval)
