"""Settings of a server, and reading them from text."""

from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import gethostname
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.server.notices.mail_settings import MailSettings

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
PORTS = {"http": 80, "https": 443}


class BadSetting(GipfelError):
    """A setting is wrong; the message says why."""


@dataclass(frozen=True)
class Settings:
    """Addresses, the database and the log of a server. What follows from them is computed once."""

    host: str = "127.0.0.1"
    database_url: str | None = None
    """None for SQLite in the user's data folder."""
    public_url: str = ""
    """The address for others, as `read_public_url` returns it; empty if it is not known."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose forwarding headers are trusted."""
    metrics_for: tuple[str, ...] = ()
    """Addresses and networks that may read the metrics besides this machine."""
    json_log: bool = False
    token: str = ""
    """The secret in the link of a local server's owner; if empty, everybody on this machine is the owner."""
    cluster: str = ""
    """The address of a Dask cluster for engines, as `read_cluster` returns it; empty for local processes."""
    explorer: str = ""
    """The file of an explorer, as `read_explorer` returns it; empty if there is none."""
    push_hosts: tuple[str, ...] = ()
    """Hosts of push services that may be used although they are not public."""
    notices_after: float = 20.0
    """Seconds after a turn has begun in which a player may come by themselves, and is not told."""
    mail: "MailSettings | None" = None
    """The mail server; None if no mails are sent."""

    @cached_property
    def local(self) -> bool:
        """Can only this machine connect? Then external engines are allowed, and there are no limits."""
        return not self.public_url and is_loopback(self.host)

    @cached_property
    def secure(self) -> bool:
        """Is the page served over TLS? Then cookies are `Secure`."""
        return self.public_url.startswith("https:")

    @property
    def names(self) -> tuple[str, ...]:
        """The host names by which the server may be called."""
        if self.public_url:
            return (urlsplit(self.public_url).hostname or "",)
        return (*LOOPBACK_NAMES, self.host, *(() if self.local else machine_names()))

    @property
    def any_address(self) -> bool:
        """May it be called by any address, but no name? In a network at home its addresses may change.

        This is safe against DNS rebinding: there, the browser sends the attacker's name as `Host`.
        """
        return not self.local and not self.public_url


def machine_names() -> tuple[str, ...]:
    """The names by which a network knows this machine."""
    name = gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys((name, short, f"{short}.local")))


def is_loopback(host: str) -> bool:
    """Can only this machine reach the address?"""
    if host == "localhost":
        return True
    address = parse_address(host)
    return address is not None and address.is_loopback


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address a text means, with IPv4 in IPv6 notation as IPv4; None if it is no address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def read_public_url(text: str) -> str:
    """A public URL as scheme, name and port, without a slash at the end. Raises BadSetting."""
    example = "write for instance https://gipfel.example.org"
    parts, port = _split(text.strip())
    if parts is None or parts.scheme not in PORTS or not parts.hostname:
        raise BadSetting(f"the public URL {text[:80]!r} is no address of a page; {example}")
    if parts.username is not None or parts.password is not None:
        raise BadSetting(f"the public URL cannot have a user or a password; {example}")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSetting(f"the public URL is only a name, and Gipfel answers at its root; {example}")
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{name}" + ("" if port in (None, PORTS[parts.scheme]) else f":{port}")


def _split(text: str) -> tuple[SplitResult | None, int | None]:
    if not text.isprintable() or " " in text or "\\" in text:
        return None, None
    try:
        parts = urlsplit(text)
        return parts, parts.port
    except ValueError:
        return None, None


def read_cluster(text: str) -> str:
    """The address of a Dask scheduler, with its scheme. Raises BadSetting."""
    address = text.strip() if "://" in text else f"tcp://{text.strip()}"
    parts, port = _split(address)
    if parts is None or parts.scheme not in ("tcp", "tls") or not parts.hostname or port is None:
        example = "write for instance tcp://10.0.0.5:8786, or tls://10.0.0.5:8786"
        raise BadSetting(f"the cluster {text[:80]!r} is no address of a Dask scheduler; {example}")
    return address


def read_explorer(text: str) -> str:
    """The file of an explorer, which can be used. Raises ExplorerProblem."""
    from gipfel.explorer import Explorer

    with Explorer(text) as explorer:
        return str(explorer.path.absolute())


def read_hosts(text: str) -> tuple[str, ...]:
    """Names or addresses of machines with commas between them. Raises BadSetting."""
    hosts = tuple(part.strip().lower() for part in text.split(",") if part.strip())
    for host in hosts:
        if not host.isascii() or "/" in host or " " in host:
            raise BadSetting(
                f"--push-hosts {host[:80]!r} is no name of a machine; write for instance push.lan"
            )
    return hosts


def read_addresses(text: str, option: str) -> tuple[str, ...]:
    """Addresses or networks with commas between them, as an option names them. Raises BadSetting."""
    return tuple(_address(part.strip(), option) for part in text.split(",") if part.strip())


def _address(text: str, option: str) -> str:
    try:
        network = ip_network(text)
    except ValueError as error:
        problem = f"{option} {text[:80]!r} is no address"
        raise BadSetting(f"{problem}; write for instance 127.0.0.1, or 10.0.0.0/8 for a network") from error
    if network.prefixlen == 0:
        raise BadSetting(f"{option} {text} is everybody; name only those you know")
    return text if "/" in text else str(network.network_address)


def is_among(address: str, known: tuple[str, ...]) -> bool:
    """Is an address one of these, or in one of these networks?"""
    found = parse_address(address)
    return found is not None and any(found in ip_network(text) for text in known)
