"""The command `serve`: the page in a browser, on this machine or for others."""

import socket
import sys
from contextlib import suppress
from errno import EADDRINUSE
from typing import Annotated

import typer

from gipfel.notation.errors import GipfelError

HOST, PORT = "127.0.0.1", 8765
NEIGHBOURS = 50
"""So many ports are tried if nobody asked for a certain one."""


class CannotListen(GipfelError):
    """The server cannot be reached where it should be; the message says why."""


def serve(
    host: Annotated[str, typer.Option(help="On which address to listen; 0.0.0.0 for everybody.")] = HOST,
    port: Annotated[
        int | None, typer.Option(help=f"On which port; {PORT} or the next free one if none is named.")
    ] = None,
    database_url: Annotated[
        str | None,
        typer.Option(help="Where to keep the tables; SQLite in the user's data folder if not named."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
) -> None:
    """Play everything in a browser: starts the server and opens the page."""
    listening = _listen(host, port)
    address = _address(host, listening.getsockname()[1])
    try:
        _run(host, listening, database_url, address, browser)
    finally:
        listening.close()


def _listen(host: str, port: int | None) -> socket.socket:
    """Begin to listen, on the next free port if none was asked for. Raises CannotListen."""
    if port is not None and not 0 <= port <= 65535:
        raise CannotListen(f"there is no port {port}; ports go up to 65535, and 0 means any that is free")
    ports = range(PORT, PORT + NEIGHBOURS) if port is None else range(port, port + 1)
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != EADDRINUSE or candidate == ports[-1]:
                problem = f"cannot listen on {host}, port {candidate}: {error.strerror or error}"
                raise CannotListen(f"{problem}; name another one with --port or --host") from error
    raise AssertionError("there is always a last port")


def _bound(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # Only a socket that says it is TCP sends short messages at once.
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


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the page."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _run(host: str, listening: socket.socket, database_url: str | None, address: str, browser: bool) -> None:
    """Serve until somebody presses Ctrl-C."""
    from gipfel.server.running import server

    serving = server(host, database_url, lambda: _announce(address, browser))
    with suppress(KeyboardInterrupt):
        serving.run(sockets=[listening])
    print("Gipfel has stopped.", flush=True)


def _announce(address: str, browser: bool) -> None:
    """The server answers now."""
    print(f"Gipfel runs at {address} (Ctrl-C ends it).", flush=True)
    if browser:
        import webbrowser
        from threading import Thread

        Thread(target=webbrowser.open, args=(address,), daemon=True).start()
