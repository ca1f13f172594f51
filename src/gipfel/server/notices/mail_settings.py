"""The mail server of a host, as options name it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from gipfel.server.settings import BadSetting, is_loopback

PORTS = {"smtp": 587, "smtps": 465}
LONGEST_ADDRESS = 200
"""Letters of a mail address; no longer ones are in use."""
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}", re.ASCII
)
"""A plain address, without a name and without quotes."""
EXAMPLE = "write for instance smtps://USER@mail.example.org, or smtp://USER@mail.example.org:587"


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mail is sent."""

    host: str
    port: int
    security: Literal["tls", "starttls", "plain"]
    """`plain` only on this machine."""
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


def is_mail_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def read_mail_settings(server: str, sender: str, password: str, password_file: str) -> MailSettings:
    """The settings in the options. Raises BadSetting."""
    try:
        parts = urlsplit(server.strip())
        host, port, user = parts.hostname or "", parts.port, unquote(parts.username or "")
    except ValueError as error:
        raise BadSetting(
            f"--mail-server {server[:80]!r} is no address of a mail server; {EXAMPLE}"
        ) from error
    if parts.password is not None:
        raise BadSetting("--mail-server cannot have a password; put it into GIPFEL_MAIL_PASSWORD or a file")
    if parts.scheme not in PORTS or not host or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSetting(f"--mail-server {server[:80]!r} is no address of a mail server; {EXAMPLE}")
    if not is_mail_address(sender):
        raise BadSetting(
            f"--mail-from {sender[:80]!r} is no mail address; write for instance gipfel@example.org"
        )
    security: Literal["tls", "starttls", "plain"] = "tls" if parts.scheme == "smtps" else "starttls"
    if parts.scheme == "smtp" and is_loopback(host):
        security = "plain"
    secret = _password(password, password_file)
    return MailSettings(host, PORTS[parts.scheme] if port is None else port, security, sender, user, secret)


def _password(password: str, file: str) -> str:
    if password or not file:
        return password
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise BadSetting(f"the file {file[:80]!r} of --mail-password-file cannot be read") from error
