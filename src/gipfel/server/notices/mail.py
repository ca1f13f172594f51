"""Mails to players: one to confirm an address, and one for each turn of which they want to know.

Links in mails have a token that follows from a secret of the server and the subscription, so none is stored.
They stop or confirm one subscription and open no seat.
"""

import hmac
import smtplib
import ssl
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from hashlib import sha256
from typing import Literal
from urllib.parse import urlsplit

from gipfel.locale import say
from gipfel.server.notices.mail_settings import MailSettings
from gipfel.server.notices.sending import Sent

TIMEOUT = 20.0
"""Seconds for each answer of the mail server."""
TOKEN_BYTES = 18
WHOLE_LINES = SMTP.clone(max_line_length=998)
"""Lines of the header are not folded: a long address in `List-Unsubscribe` would be encoded, which programs
that offer to unsubscribe do not read."""
Purpose = Literal["confirm", "stop"]


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one person, as plain text."""

    to: str
    subject: str
    text: str
    stop: str
    """The address that stops such mails with one request."""


class MailLinks:
    """Addresses in mails."""

    def __init__(self, secret: str, public_url: str) -> None:
        self._secret = secret.encode()
        self._public_url = public_url

    def token(self, purpose: Purpose, subscription_id: str) -> str:
        digest = hmac.digest(self._secret, f"{purpose} {subscription_id}".encode(), sha256)
        return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()

    def is_right(self, purpose: Purpose, subscription_id: str, token: str) -> bool:
        return hmac.compare_digest(self.token(purpose, subscription_id).encode(), token.encode())

    def address(self, purpose: Purpose, subscription_id: str, language: str) -> str:
        path = f"/notices/{purpose}/{subscription_id}/{self.token(purpose, subscription_id)}"
        return f"{self._public_url}{path}?language={language}"

    def table(self, table_id: str) -> str:
        return f"{self._public_url}/#/table/{table_id}"


def confirmation(to: str, game: str, links: MailLinks, subscription_id: str, language: str) -> Mail:
    """The first mail, in the current language. It contains nothing that another visitor has written."""
    stop = links.address("stop", subscription_id, language)
    lines = [
        say(
            "Somebody wants to be told at this address when it is their turn in a game of {game}.", game=game
        ),
        say("If that is you, open this link to agree:"),
        links.address("confirm", subscription_id, language),
        say(
            "If it is not you, do nothing: there will be no other mail, and the address is deleted tomorrow."
        ),
    ]
    return Mail(to, say("Gipfel: do you want to be told?"), "\n\n".join(lines), stop)


def turn_mail(to: str, title: str, sentence: str, table: str, stop: str) -> Mail:
    """The mail about a turn, in the current language."""
    ending = say("No more mails about this table:")
    lines = [sentence, table, f"{ending}\n{stop}"]
    return Mail(to, say("Your turn: {table}", table=title), "\n\n".join(lines), stop)


class Mailer:
    """Sends mails by the host's mail server. All methods block."""

    def __init__(self, settings: MailSettings, timeout: float = TIMEOUT) -> None:
        self._settings = settings
        self._timeout = timeout

    def send(self, mail: Mail) -> Sent:
        """Send a mail once; nothing raises."""
        try:
            with self._connected() as server:
                server.send_message(self.message(mail))
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return Sent.GONE if codes and all(500 <= code < 600 for code in codes) else Sent.LATER
        except (OSError, smtplib.SMTPException):
            return Sent.LATER
        return Sent.DONE

    def message(self, mail: Mail) -> EmailMessage:
        """The mail with its headers; line breaks in them raise ValueError, and none get there."""
        message = EmailMessage(policy=WHOLE_LINES)
        message["From"] = self._settings.sender
        message["To"] = mail.to
        message["Subject"] = " ".join(mail.subject.split())
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=urlsplit(mail.stop).hostname or "localhost")
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{mail.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.text, cte="quoted-printable")
        return message

    def _connected(self) -> smtplib.SMTP:
        wanted, context = self._settings, ssl.create_default_context()
        server: smtplib.SMTP
        if wanted.security == "tls":
            server = smtplib.SMTP_SSL(wanted.host, wanted.port, timeout=self._timeout, context=context)
        else:
            server = smtplib.SMTP(wanted.host, wanted.port, timeout=self._timeout)
        try:
            if wanted.security == "starttls":
                server.starttls(context=context)  # raises if the server has no TLS: nothing is sent then
            if wanted.user:
                server.login(wanted.user, wanted.password)
        except BaseException:
            server.close()
            raise
        return server
