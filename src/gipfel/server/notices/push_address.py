"""Which addresses of push services the server sends to.

Browsers name the address, so everybody can make one up. The server must not be used to reach machines of its
own network: only public hosts with https are allowed, and the address that was checked is the one that is
used, whatever the name means a moment later.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address
from urllib.parse import urlsplit

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.settings import PORTS, is_loopback, parse_address

LONGEST = 1_000
"""Letters of an address; those of known push services have some hundreds."""


class BadPushAddress(GipfelError):
    """This is not the address of a push service that the server may use."""


@dataclass(frozen=True, slots=True)
class PushAddress:
    """The address of a browser at a push service."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as the signature names them."""
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{self.host}" + ("" if self.port == PORTS[scheme] else f":{self.port}")


def read_push_address(text: str, allowed: tuple[str, ...] = ()) -> PushAddress:
    """The address in a text; nothing is looked up. Raises BadPushAddress.

    `allowed`: hosts that may be used although they are not public; on this machine also without TLS.
    """
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or " " in text or "\\" in text:
        raise _refused()
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise _refused() from error
    plain = parts.scheme == "http" and host in allowed and is_loopback(host)
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused()
    if parts.scheme != "https" and not plain:
        raise _refused()
    if host not in allowed and (parse_address(host) is not None or "." not in host):
        raise _refused()  # a push service has a name
    if host not in allowed and port not in (None, PORTS["https"]):
        raise _refused()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return PushAddress(not plain, host, PORTS[parts.scheme] if port is None else port, path)


def resolve(address: PushAddress, allowed: tuple[str, ...] = ()) -> str:
    """The number of the host to connect to. Raises BadPushAddress, or OSError if there is no such host.

    All numbers of a name have to be public: whoever mixes them is up to something.
    """
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    numbers = [str(entry[4][0]) for entry in found]
    if address.host not in allowed and not all(map(_is_public, numbers)):
        raise _refused()
    return numbers[0]


def _is_public(number: str) -> bool:
    known = parse_address(number)
    if known is None or known.is_multicast or known.is_reserved or not known.is_global:
        return False
    return isinstance(known, IPv4Address) or (known.sixtofour is None and not known.is_site_local)


def _refused() -> BadPushAddress:
    return BadPushAddress(say("This server sends notices only to public push services."))
