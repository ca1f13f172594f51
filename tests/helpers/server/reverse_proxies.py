"""Real reverse proxies with the files of `deploy`, and browsers that reach a server through them with TLS."""

import os
import re
import socket
import ssl
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.helpers.debian import is_root
from tests.helpers.host_programs import required
from tests.helpers.paths import ROOT
from tests.helpers.server.running import PATIENCE, Page
from tests.helpers.waiting import wait_until

NAME = "gipfel.example.org"
DEPLOY = ROOT / "deploy"
COOKIE = "__Host-gipfel"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@dataclass(frozen=True)
class Certificate:
    """A certificate that has signed itself."""

    certificate: Path
    key: Path


def new_certificate(folder: Path) -> Certificate:
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    command = [
        required("openssl"),
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
    ]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    command += ["-keyout", str(made.key), "-out", str(made.certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return made


class ReverseProxy(ABC):
    """A proxy with TLS in front of two processes."""

    name: str

    def __init__(self, folder: Path) -> None:
        self._program = required(self.name)
        self._folder = folder
        self._certificate = new_certificate(folder)
        self.port, self.plain_port = free_port(), free_port()
        self.context = ssl.create_default_context(cafile=self._certificate.certificate)

    @property
    def public_url(self) -> str:
        return f"https://{NAME}:{self.port}"

    @contextmanager
    def running(self, processes: list[str]) -> Iterator[None]:
        """Run the proxy in front of processes, which are named by host and port."""
        command = self._prepared(processes)
        log = self._folder / "proxy.log"
        with log.open("w") as writing:
            environment = {**os.environ, "XDG_CONFIG_HOME": str(self._folder)}
            process = subprocess.Popen(
                command, stdout=writing, stderr=writing, cwd=self._folder, env=environment
            )
        try:
            wait_until(lambda: self._listens() or process.poll() is not None)
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)

    @abstractmethod
    def _prepared(self, processes: list[str]) -> list[str]:
        """Write the configuration; the command that starts the proxy with it."""

    def _listens(self) -> bool:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            return True
        return False


def replaced(text: str, old: str, new: str) -> str:
    """The text with another part; fails if the file does not have it (any more)."""
    assert old in text, old
    return text.replace(old, new)


def with_processes(text: str, processes: list[str]) -> str:
    """A configuration with the addresses of running processes."""
    for default, process in zip(("127.0.0.1:8765", "127.0.0.1:8766"), processes, strict=True):
        text = replaced(text, default, process)
    return text


class Nginx(ReverseProxy):
    """nginx with `deploy/nginx.conf`; only ports and the certificate are others."""

    name = "nginx"

    def _prepared(self, processes: list[str]) -> list[str]:
        text = with_processes((DEPLOY / "nginx.conf").read_text(encoding="utf-8"), processes)
        live = f"/etc/letsencrypt/live/{NAME}"
        text = replaced(text, f"{live}/fullchain.pem", str(self._certificate.certificate))
        text = replaced(text, f"{live}/privkey.pem", str(self._certificate.key))
        for default, port in ((443, self.port), (80, self.plain_port)):
            text = replaced(text, f"listen {default}", f"listen 127.0.0.1:{port}")
            text = re.sub(rf"^ *listen \[::\]:{default}.*\n", "", text, flags=re.M)  # there may be no IPv6
        (self._folder / "gipfel.conf").write_text(text, encoding="utf-8")
        (self._folder / "main.conf").write_text(self._surroundings(), encoding="utf-8")
        return [self._program, "-c", str(self._folder / "main.conf"), "-p", str(self._folder), "-e", "stderr"]

    def _surroundings(self) -> str:
        """What Debian's nginx.conf has around the files of conf.d."""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self._folder / kind};\n" for kind in kinds)
        user = "user root;\n" if is_root() else ""
        return (
            f"{user}daemon off;\nworker_processes 2;\npid {self._folder / 'pid'};\nerror_log stderr;\n"
            "events { worker_connections 512; }\n"
            f"http {{\naccess_log off;\n{temporary}include {self._folder / 'gipfel.conf'};\n}}\n"
        )


class Caddy(ReverseProxy):
    """Caddy with `deploy/Caddyfile`; only ports, the certificate and its folders are others."""

    name = "caddy"

    def _prepared(self, processes: list[str]) -> list[str]:
        text = with_processes((DEPLOY / "Caddyfile").read_text(encoding="utf-8"), processes)
        options = f"admin off\nhttp_port {self.plain_port}\nhttps_port {self.port}\ndefault_bind 127.0.0.1\n"
        options += f"storage file_system {self._folder}\n"
        text = replaced(text, "{\n\tservers {", f"{{\n{options}\tservers {{")
        tls = f"tls {self._certificate.certificate} {self._certificate.key}\n"
        text = replaced(text, f"{NAME} {{\n", f"{NAME} {{\n{tls}")
        path = self._folder / "Caddyfile"
        path.write_text(text, encoding="utf-8")
        return [self._program, "run", "--adapter", "caddyfile", "--config", str(path)]


class Browser:
    """A browser elsewhere, at an address of its own, that uses the public URL."""

    def __init__(self, proxy: ReverseProxy, address: str = "127.0.0.1") -> None:
        self._proxy = proxy
        self._address = address
        self.client = httpx.Client(
            base_url=f"https://127.0.0.1:{proxy.port}",
            transport=httpx.HTTPTransport(verify=proxy.context, local_address=address),
            headers={"host": f"{NAME}:{proxy.port}"},
            timeout=PATIENCE,
        )

    def ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        """Ask for a path exactly as it is written."""
        url = self.client.base_url.copy_with(raw_path=path.encode())
        return self.client.request(method, url, extensions={"sni_hostname": NAME}, **rest)

    def get(self, path: str, **rest: Any) -> httpx.Response:
        return self.ask("GET", path, **rest)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, json=body)

    @contextmanager
    def page(self, table_id: str, language: str = "en") -> Iterator[Page]:
        """A page at a table, over a WebSocket with TLS."""
        number = self.client.cookies.get(COOKIE)
        source = (self._address, 0)
        with connect(
            f"wss://{NAME}:{self._proxy.port}/api/tables/{table_id}/socket?v=1&language={language}",
            sock=socket.create_connection(("127.0.0.1", self._proxy.port), PATIENCE, source),
            ssl=self._proxy.context,
            origin=self._proxy.public_url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"{COOKIE}={number}"} if number else {},
            max_size=None,
            proxy=None,
        ) as websocket:
            yield Page(websocket)
