"""A push service on this machine, and a browser that is subscribed to it."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import urandom
from queue import Queue
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Arrived:
    """A request that a push service has got."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """What the sender has signed; fails if the signature is wrong."""
        token, _, key = self.headers["authorization"].removeprefix("vapid t=").partition(",k=")
        signed, _, signature = token.rpartition(".")
        raw = decoded(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(key))
        public.verify(pair, signed.encode(), ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
        return {**claims, "key": key}


@dataclass
class Browser:
    """The keys of a browser, which read what is sent to it."""

    private: Any = field(default_factory=lambda: generate_private_key(SECP256R1()))
    secret: bytes = field(default_factory=lambda: urandom(16))

    @property
    def keys(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self.secret)}

    def read(self, arrived: Arrived) -> dict[str, str]:
        content = http_ece.decrypt(
            arrived.body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        message: dict[str, str] = json.loads(content)
        return message


class PushService:
    """Answers every request with `status`, and keeps what has arrived."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.status = 201
        self.arrived: Queue[Arrived] = Queue()

    def next(self) -> Arrived:
        return self.arrived.get(timeout=30)


@contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.arrived.put(Arrived(self.path, headers, body))
            self.send_response(service.status)
            if service.status == 302:
                self.send_header("location", f"{service.origin}/elsewhere")
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_address[1])
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
