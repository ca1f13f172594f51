"""What the links in mails open: pages that confirm an address, or stop mails, without a login.

Programs that check mails for viruses follow links. So opening one changes nothing: the page has a button. To
stop takes one click all the same, as a script presses that button at once; programs that offer to
unsubscribe send the same request themselves (RFC 8058).
"""

from html import escape

from starlette.requests import Request
from starlette.responses import Response

from gipfel.locale import current_language, say
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.pages import missing_page
from gipfel.server.notices.mail import Purpose
from gipfel.server.notices.service import NoticeService
from gipfel.server.security.origin import POLICY

FORM = """\
<form method="post" action="{action}">
          <button class="button primary" type="submit">{button}</button>
        </form>
        {script}"""
SUBMIT = '<script type="module" src="/web/notices/submit.js"></script>'
"""Presses the button."""
HEADERS = {
    "content-security-policy": POLICY.replace("form-action 'none'", "form-action 'self'"),
    "referrer-policy": "same-origin",  # without a referrer, browsers do not say where a form comes from
}


async def ask_to_confirm(request: Request) -> Response:
    """A page that asks whether mails are wanted at an address."""
    if not await _is_right(request, "confirm"):
        return _outdated()
    text = say("Do you want a mail when it is your turn and you do not have the page open?")
    return _page(
        say("Gipfel: do you want to be told?"), text, _form(request, say("Yes, tell me by mail"), "")
    )


async def confirm(request: Request) -> Response:
    """Send mails to an address from now on."""
    if not await _is_right(request, "confirm") or not await _notices(request).confirm(_id(request)):
        return _outdated()
    text = say("You get a mail when it is your turn. Every mail has a link that stops them.")
    return _page(say("You will be told"), text)


async def ask_to_stop(request: Request) -> Response:
    """A page that stops mails at once; without scripts it has a button."""
    if not await _is_right(request, "stop"):
        return _outdated()
    text = say("This ends the mails about this table, and deletes your address there.")
    return _page(say("No more mails"), text, _form(request, say("No more mails"), SUBMIT))


async def stop(request: Request) -> Response:
    """Send no more mails to an address about a table, and delete it there; repeating it is harmless."""
    if not await _is_right(request, "stop"):
        return _outdated()
    await _notices(request).remove(_id(request))
    return _page(
        say("No more mails"), say("You get no more mails about this table; your address is deleted.")
    )


def _form(request: Request, button: str, script: str) -> str:
    action = f"{request.url.path}?language={current_language()}"
    return FORM.format(action=escape(action), button=escape(button), script=script)


def _page(title: str, text: str, more: str = "") -> Response:
    page = missing_page(200, title, text, more)
    page.headers.update(HEADERS)
    return page


def _outdated() -> Response:
    return missing_page(
        404, say("There is no page here"), say("The address may be mistyped, or what was here is gone.")
    )


async def _is_right(request: Request, purpose: Purpose) -> bool:
    links = await _notices(request).links()
    return links.is_right(purpose, _id(request), str(request.path_params["token"]))


def _id(request: Request) -> str:
    return str(request.path_params["subscription"])


def _notices(request: Request) -> NoticeService:
    notices: NoticeService = request.app.state.notices
    return notices


CONFIRM, STOP = "/notices/confirm/{subscription}/{token}", "/notices/stop/{subscription}/{token}"

ENDPOINTS = (
    Endpoint("GET", CONFIRM, ask_to_confirm, "HTML"),
    Endpoint("POST", CONFIRM, confirm, "HTML"),
    Endpoint("GET", STOP, ask_to_stop, "HTML"),
    Endpoint("POST", STOP, stop, "HTML"),
)
