"""Where players are told that it is their turn, and forgetting them, over HTTP."""

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import JSONResponse

from gipfel.games.core.side import Side
from gipfel.locale import current_language, say
from gipfel.server.contract import answers
from gipfel.server.contract.requests import (
    BadRequest,
    MailRequest,
    MovePushRequest,
    PushRequest,
    StopPushRequest,
)
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.notices.mail_settings import is_mail_address
from gipfel.server.notices.service import UNUSED_DAYS, NoticeService
from gipfel.server.security.limits import AddressLimits
from gipfel.server.security.owner import IS_OWNER
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.security.visitors import visitor_of
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.storage.subscriptions import MAIL, PUSH, Subscription

SMALL_BODY = 6_000
"""Bytes."""


async def state(request: Request) -> JSONResponse:
    """Where the visitor is told about turns at a table, and how that is possible here."""
    live, side = await _own_seat(request)
    return await _state(request, live, side)


async def push(request: Request) -> JSONResponse:
    """Tell the visitor in this browser; at most 10 browsers and addresses of a seat, the oldest one goes."""
    body = PushRequest.read(await read_body(request, SMALL_BODY))
    live, side = await _own_seat(request)
    _limits(request).subscribe()
    if await _notices(request).web_push() is None:
        raise BadRequest(say("This server does not send notices."), 501)
    keys = {"p256dh": body.p256dh, "auth": body.auth}
    await _notices(request).add_push(live.id, side, body.endpoint, keys, current_language())
    return await _state(request, live, side)


async def stop_push(request: Request) -> JSONResponse:
    """Tell the visitor nothing more in this browser."""
    body = StopPushRequest.read(await read_body(request, SMALL_BODY))
    live, side = await _own_seat(request)
    await _notices(request).stop(live.id, side, PUSH, body.endpoint)
    return await _state(request, live, side)


async def move_push(request: Request) -> JSONResponse:
    """Use another address of a browser, which only the browser knows, at all its tables."""
    body = MovePushRequest.read(await read_body(request, SMALL_BODY))
    _limits(request).subscribe()
    if await _notices(request).web_push() is not None:
        keys = {"p256dh": body.p256dh, "auth": body.auth}
        await _notices(request).move_push(body.old, body.endpoint, keys)
    return JSONResponse({})


async def mail(request: Request) -> JSONResponse:
    """Tell the visitor by mail, as soon as a link in a first mail was opened."""
    body = MailRequest.read(await read_body(request, SMALL_BODY))
    live, side = await _own_seat(request)
    if not _notices(request).can_mail:
        raise BadRequest(say("This server does not send notices."), 501)
    address = body.address.strip()
    if not is_mail_address(address):
        raise BadRequest(say("This is not a mail address."))
    _limits(request).first_mail(address)
    await _notices(request).add_mail(live.id, live.table, side, address, current_language())
    return await _state(request, live, side)


async def stop_mail(request: Request) -> JSONResponse:
    """Send the visitor no more mails about this table."""
    live, side = await _own_seat(request)
    await _notices(request).stop(live.id, side, MAIL)
    return await _state(request, live, side)


async def forget(request: Request) -> JSONResponse:
    """Delete everything about the visitor at this table: the name, and where they are told.

    The seat stays theirs, so that the game can go on.
    """
    live = await request.app.state.tables.get(str(request.path_params["id"]))
    permissions = live.permissions(visitor_of(request), IS_OWNER.get())
    for side in permissions.require_seat(live.table):
        await _notices(request).forget(live, side)
    return JSONResponse({})


async def _own_seat(request: Request) -> tuple[LiveTable, Side]:
    """The table and the visitor's seat. Raises PermissionDenied unless somebody else plays, too."""
    live: LiveTable = await request.app.state.tables.get(str(request.path_params["id"]))
    permissions = live.permissions(visitor_of(request), IS_OWNER.get())
    own = permissions.require_seat(live.table)
    if permissions.open or len(own) != 1 or len(live.table.persons) != len(Side):
        raise PermissionDenied(say("Notices are for tables at which somebody else plays, too."))
    return live, own[0]


async def _state(request: Request, live: LiveTable, side: Side) -> JSONResponse:
    notices = _notices(request)
    web_push, known = await notices.web_push(), await notices.of_seat(live.id, side)
    mailboxes = [_mailbox(one) for one in known if one.kind == MAIL]
    answer: answers.Notices = {
        "push_key": None if web_push is None else web_push.public_key,
        "mail": notices.can_mail,
        "devices": [sha256(one.address.encode()).hexdigest() for one in known if one.kind == PUSH],
        "mailbox": mailboxes[-1] if mailboxes else None,
        "days": UNUSED_DAYS,
    }
    return JSONResponse(answer)


def _mailbox(subscription: Subscription) -> answers.Mailbox:
    name, _, host = subscription.address.rpartition("@")
    return {"address": f"{name[:1]}…@{host}", "confirmed": subscription.confirmed}


def _notices(request: Request) -> NoticeService:
    notices: NoticeService = request.app.state.notices
    return notices


def _limits(request: Request) -> AddressLimits:
    limits: AddressLimits = request.app.state.limits
    return limits


OF_TABLE = "/api/tables/{id}/notices"

ENDPOINTS = (
    Endpoint("GET", OF_TABLE, state, answers.Notices),
    Endpoint("POST", f"{OF_TABLE}/push", push, answers.Notices, (PushRequest,)),
    Endpoint("POST", f"{OF_TABLE}/push/stop", stop_push, answers.Notices, (StopPushRequest,)),
    Endpoint("POST", f"{OF_TABLE}/mail", mail, answers.Notices, (MailRequest,)),
    Endpoint("POST", f"{OF_TABLE}/mail/stop", stop_mail, answers.Notices),
    Endpoint("POST", "/api/tables/{id}/forget", forget, answers.Nothing),
    Endpoint("POST", "/api/notices/move", move_push, answers.Nothing, (MovePushRequest,)),
)
