"""The command `serve`: starts the server and opens the page in a browser."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from errno import EADDRINUSE
from ipaddress import ip_address
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.extras import require_cluster, require_server
from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.server.notices.mail_settings import MailSettings
    from gipfel.server.settings import Settings

HOST, PORT = "127.0.0.1", 8765
PORTS_TRIED = 50
"""How many ports are tried if none is named."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""Addresses that mean all interfaces, and the address by which this machine reaches itself then."""
DOCUMENTATION_ADDRESSES = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that are reserved for documentation; nothing is sent to them."""
THIS_MACHINE = "127.0.0.1"


class LogFormat(StrEnum):
    """The format of the server's log."""

    TEXT = "text"
    JSON = "json"


class CannotListen(GipfelError):
    """The server cannot listen on an address; the message says why."""


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.", envvar="GIPFEL_HOST")
    ] = HOST,
    port: Annotated[
        int | None,
        typer.Option(
            help=f"The port to listen on; {PORT} or the next free one if none is named.", envvar="GIPFEL_PORT"
        ),
    ] = None,
    database_url: Annotated[
        str | None,
        typer.Option(
            help="Where to store the tables; SQLite in the user's data folder if not named.",
            envvar="GIPFEL_DATABASE_URL",
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            help="How others reach the server, e.g. https://gipfel.example.org.", envvar="GIPFEL_PUBLIC_URL"
        ),
    ] = "",
    proxy: Annotated[
        str | None,
        typer.Option(
            help="Addresses of proxies whose X-Forwarded headers are trusted, with commas; "
            f"{THIS_MACHINE} if there is a public URL, else none.",
            envvar="GIPFEL_PROXY",
        ),
    ] = None,
    metrics_for: Annotated[
        str,
        typer.Option(
            help="Who may read /metrics besides this machine, with commas.", envvar="GIPFEL_METRICS_FOR"
        ),
    ] = "",
    cluster: Annotated[
        str,
        typer.Option(
            help="A Dask scheduler: engines think on its workers, e.g. tcp://10.0.0.5:8786.",
            envvar="GIPFEL_CLUSTER",
        ),
    ] = "",
    explorer: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="Tell pages what was played in a position, from this file of `gipfel explorer build`.",
            envvar="GIPFEL_EXPLORER",
        ),
    ] = "",
    mail_server: Annotated[
        str,
        typer.Option(
            help="Tell players by mail, too, through this server: smtps://USER@mail.example.org, or smtp:// "
            "with STARTTLS. Needs --mail-from and --public-url.",
            envvar="GIPFEL_MAIL_SERVER",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(help="The sender of mails, e.g. gipfel@example.org.", envvar="GIPFEL_MAIL_FROM"),
    ] = "",
    mail_password_file: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="A file with the password for the mail server; or put it into GIPFEL_MAIL_PASSWORD.",
            envvar="GIPFEL_MAIL_PASSWORD_FILE",
        ),
    ] = "",
    push_hosts: Annotated[
        str,
        typer.Option(
            help="Push services in your own network that may be used, with commas; others have to be public.",
            envvar="GIPFEL_PUSH_HOSTS",
        ),
    ] = "",
    notices_after: Annotated[
        float,
        typer.Option(
            min=0,
            max=86_400,
            help="Tell players who are away of their turn after this number of seconds.",
            envvar="GIPFEL_NOTICES_AFTER",
        ),
    ] = 20,
    log_format: Annotated[
        LogFormat, typer.Option(help="Warnings as text, or all events as JSON.", envvar="GIPFEL_LOG_FORMAT")
    ] = LogFormat.TEXT,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            help="Open the page in a browser; done unless there is a public URL.",
            show_default=False,
            envvar="GIPFEL_BROWSER",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what is unsafe in these settings; exits with 1 then.")
    ] = False,
) -> None:
    """Play everything in a browser: starts the server and opens the page."""
    require_server("serve")
    from gipfel.server.security.owner import load_token
    from gipfel.server.settings import (
        Settings,
        read_addresses,
        read_cluster,
        read_explorer,
        read_hosts,
        read_public_url,
    )

    if cluster:
        require_cluster("serve --cluster")
    public_url = read_public_url(public_url) if public_url else ""
    if proxy is None:
        proxy = THIS_MACHINE if public_url else ""
    settings = Settings(
        host,
        database_url or None,
        public_url,
        read_addresses(proxy, "--proxy"),
        read_addresses(metrics_for, "--metrics-for"),
        log_format == LogFormat.JSON,
        cluster=read_cluster(cluster) if cluster else "",
        explorer=read_explorer(explorer) if explorer else "",
        push_hosts=read_hosts(push_hosts),
        notices_after=notices_after,
        mail=_mail(mail_server, mail_from, mail_password_file, public_url) if mail_server else None,
    )
    if check:
        raise typer.Exit(_check(settings, port))
    if settings.local:
        settings = replace(settings, token=load_token())
    listening = _listen(host, port)
    try:
        bound = ListenAddress(host, listening.getsockname()[1])
        _run(settings, listening, bound, not public_url if browser is None else browser)
    finally:
        listening.close()


def _mail(server: str, sender: str, password_file: str, public_url: str) -> "MailSettings":
    """The settings for mails, with the password that no command line shows. Raises BadSetting."""
    from gipfel.server.notices.mail_settings import read_mail_settings
    from gipfel.server.settings import BadSetting

    if not public_url:
        raise BadSetting("mails contain links, so --mail-server needs --public-url")
    return read_mail_settings(server, sender, os.environ.get("GIPFEL_MAIL_PASSWORD", ""), password_file)


def _check(settings: "Settings", port: int | None) -> int:
    """Print the checklist; the exit code."""
    from gipfel.cli import checklist
    from gipfel.server.checklist import check_all
    from gipfel.server.checklist.machine import Machine

    problem = ""
    try:
        _listen(settings.host, port).close()
    except CannotListen as error:
        problem = str(error)
    return checklist.show(check_all(settings, Machine.here(), problem))


def _listen(host: str, port: int | None) -> socket.socket:
    """Listen on a port, or on the next free one if none is named. Raises CannotListen."""
    if port is not None and not 0 <= port <= 65535:
        raise CannotListen(f"there is no port {port}; ports go up to 65535, and 0 means any that is free")
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else range(port, port + 1)
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except (OSError, UnicodeError) as error:
            if getattr(error, "errno", None) != EADDRINUSE or candidate == ports[-1]:
                problem = getattr(error, "strerror", None) or "this is not an address"
                where = f"cannot listen on {host[:80]}, port {candidate}"
                raise CannotListen(f"{where}: {problem}; name another one with --port or --host") from error
    raise AssertionError("there is always a last port")


def _bound(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # Only with an explicit TCP socket does asyncio turn on TCP_NODELAY.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


@dataclass(frozen=True)
class ListenAddress:
    """The address and port on which a server listens."""

    host: str
    port: int

    @property
    def address(self) -> str:
        """The page's URL for a browser on this machine."""
        return self._url(EVERYWHERE.get(self.host, f"[{self.host}]" if ":" in self.host else self.host))

    @property
    def others(self) -> list[str]:
        """The page's URLs for other machines in the same network, if it listens on all interfaces."""
        if self.host not in EVERYWHERE:
            return []
        return [self._url(f"[{found}]" if ":" in found else found) for found in _own_addresses(self.host)]

    def _url(self, name: str) -> str:
        return f"http://{name}:{self.port}/"


def _own_addresses(host: str) -> list[str]:
    """Addresses of this machine; those of IPv6 only if the server listens on them."""
    found = [address for address in _outgoing_addresses() if host == "::" or ":" not in address]
    return [address for address in dict.fromkeys(found) if _useful(address)]


def _outgoing_addresses() -> Iterator[str]:
    """The local addresses of outgoing connections."""
    for family, target in DOCUMENTATION_ADDRESSES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((target, 9))
            yield asking.getsockname()[0]


def _useful(address: str) -> bool:
    known = ip_address(address.partition("%")[0])
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _run(settings: "Settings", listening: socket.socket, bound: ListenAddress, browser: bool) -> None:
    """Serve until Ctrl-C."""
    from gipfel.server.run import server
    from gipfel.server.telemetry.logs import announce

    def ready() -> None:
        _announce(settings, bound, browser)

    def stopped() -> None:
        announce(settings.json_log, "Gipfel has stopped.", event="stopped")

    serving = server(settings, ready, stopped)
    with suppress(KeyboardInterrupt):
        serving.run(sockets=[listening])


def _announce(settings: "Settings", bound: ListenAddress, browser: bool) -> None:
    """Say that the server is ready, and open the browser."""
    from gipfel.server.telemetry.logs import announce

    others = [] if settings.public_url else bound.others
    own_link = f"{bound.address}?token={settings.token}" if settings.token else bound.address
    text = f"Gipfel runs at {own_link} (Ctrl-C ends it)."
    if settings.token:
        text += "\nWhoever opens this link owns the server: keep it to yourself."
    if settings.public_url:
        text += f"\nOthers reach it at {settings.public_url}/ through a proxy."
    elif others:
        text += f"\nOthers in the same network reach it at {' or '.join(others)}"
        text += "\nUse that address yourself, too: then the links you send work for them."
    elif not settings.local:
        text += f"\nOthers reach it by the name or address of this machine, port {bound.port}."
    public = {"public_url": settings.public_url} if settings.public_url else {}
    announce(settings.json_log, text, event="started", address=own_link, **public)
    if browser:
        import webbrowser
        from threading import Thread

        page = [*others, own_link][0]
        Thread(target=webbrowser.open, args=(page,), daemon=True).start()
