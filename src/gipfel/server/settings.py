"""What a server is told when it starts."""

from dataclasses import dataclass
from ipaddress import ip_address

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where to listen, and where to keep the tables."""

    host: str = "127.0.0.1"
    database_url: str | None = None
    """None for SQLite in the user's data folder."""

    @property
    def local(self) -> bool:
        """Can only this machine ask? Then programs may be named as engines."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def names(self) -> tuple[str, ...] | None:
        """By which names pages may call a local server; None if by any."""
        return (*LOOPBACK_NAMES, self.host) if self.local else None
