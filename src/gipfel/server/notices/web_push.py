"""Web Push: an encrypted message to a browser whose page is closed (RFC 8030, 8188, 8291, 8292).

`http-ece` encrypts and `py-vapid` signs. `pywebpush` does both with the same packages, but also sends: it
looks names up by itself, where the address that was checked could become another one.
"""

import json
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib.util import find_spec
from socket import SHUT_RDWR, create_connection
from threading import Timer
from time import time

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.notices.push_address import BadPushAddress, PushAddress, read_push_address, resolve
from gipfel.server.notices.sending import Sent

TIMEOUT = 10.0
"""Seconds for connecting, and for each part of the answer."""
PARTS = 3
"""How many times that long a message may take in all."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
VALID = 12 * 3600
"""Seconds for which a signature is valid; at most a day is allowed."""
LONGEST_MESSAGE = 3_000
"""Bytes; push services take 4096 bytes with the encryption."""
P256_BYTES, AUTH_BYTES = 65, 16
GONE = (404, 410)
"""How a push service says that a browser is not subscribed any more."""
LATER = (408, 425, 429, 500, 502, 503, 504)
"""How it says that it cannot take the message at the moment."""


class BadPushKeys(GipfelError):
    """A browser has sent keys that cannot be used."""


def is_installed() -> bool:
    """Are the packages of the extra `notices` installed?"""
    return all(find_spec(name) is not None for name in ("http_ece", "py_vapid"))


def new_private_key() -> str:
    """A new key that identifies the server to push services, as PEM."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def check_keys(keys: Mapping[str, str]) -> None:
    """Raises BadPushKeys unless a message can be encrypted with the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    problem = BadPushKeys(say("The browser has sent keys that cannot be used."))
    point, secret = _decoded(keys.get("p256dh", "")), _decoded(keys.get("auth", ""))
    if len(point) != P256_BYTES or len(secret) != AUTH_BYTES:
        raise problem
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError as error:
        raise problem from error


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to one browser."""

    address: str
    keys: Mapping[str, str]
    content: Mapping[str, str]
    """What the service worker gets; never a key of a seat."""
    topic: str
    """A newer message replaces an older one with the same topic that was not delivered yet."""


class WebPush:
    """Sends messages to browsers. All methods block."""

    def __init__(
        self, private_key: str, contact: str, allowed: tuple[str, ...] = (), timeout: float = TIMEOUT
    ) -> None:
        """`contact`: an https address or `mailto:` where a push service reaches the host."""
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_pem(private_key.encode())
        self._vapid.conf = {"no-strict": True}  # else a contact may have neither a port nor a path
        self._contact = contact
        self._allowed = allowed
        self._timeout = timeout

    @property
    def public_key(self) -> str:
        """The key with which browsers subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    def send(self, notice: Notice) -> Sent:
        """Send a message once. Nothing raises: what is wrong with one browser is no error of the server."""
        try:
            address = read_push_address(notice.address, self._allowed)
            number = resolve(address, self._allowed)
            status = self._post(address, number, self._encrypted(notice), self._headers(address, notice))
        except (BadPushAddress, BadPushKeys):
            return Sent.REFUSED
        except (OSError, HTTPException):
            return Sent.LATER
        if status in GONE:
            return Sent.GONE
        if status in LATER:
            return Sent.LATER
        return Sent.DONE if 200 <= status < 300 else Sent.REFUSED  # redirects are not followed

    def _encrypted(self, notice: Notice) -> bytes:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

        check_keys(notice.keys)
        content = json.dumps(notice.content, ensure_ascii=False, separators=(",", ":")).encode()
        if len(content) > LONGEST_MESSAGE:
            raise BadPushKeys("the message is too long")
        encrypted: bytes = http_ece.encrypt(
            content,
            private_key=generate_private_key(SECP256R1()),
            dh=_decoded(notice.keys["p256dh"]),
            auth_secret=_decoded(notice.keys["auth"]),
            version="aes128gcm",
        )
        return encrypted

    def _headers(self, address: PushAddress, notice: Notice) -> dict[str, str]:
        claims = {"sub": self._contact, "aud": address.origin, "exp": int(time()) + VALID}
        return {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": notice.topic,
            "Urgency": "normal",
        }

    def _post(self, address: PushAddress, number: str, body: bytes, headers: dict[str, str]) -> int:
        """Send a body; the status of the answer, whose content is not read."""
        connection = _connection(address, number, self._timeout)
        # A service that sends its answer letter by letter would keep this thread for hours.
        too_late = Timer(PARTS * self._timeout, connection.sock.shutdown, [SHUT_RDWR])
        too_late.start()
        try:
            connection.request("POST", address.path, body, headers)
            return connection.getresponse().status
        finally:
            too_late.cancel()
            connection.close()


def _connection(address: PushAddress, number: str, timeout: float) -> HTTPConnection:
    """A connection to the number that was checked, under the name of the host."""
    connection: HTTPConnection
    if address.secure:
        context = ssl.create_default_context()
        connection = HTTPSConnection(address.host, address.port, timeout=timeout, context=context)
    else:
        connection = HTTPConnection(address.host, address.port, timeout=timeout)
    plain = create_connection((number, address.port), timeout)
    try:
        connection.sock = (
            context.wrap_socket(plain, server_hostname=address.host) if address.secure else plain
        )
    except BaseException:
        plain.close()
        raise
    return connection


def _decoded(text: str) -> bytes:
    """Bytes from Base64 as browsers write it; none if it is something else."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) <= 2 * P256_BYTES else b""
    except (Base64Error, ValueError):
        return b""
