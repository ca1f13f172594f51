"""Random HTTP requests: wrong ones, and those that are nearly right."""

import json
from random import Random

from gipfel.server.contract.shared import Json
from tests.helpers.server.random_messages import VALUES, WORDS, garbled, random_json, with_wrong_field

TABLE = "/api/tables/{id}"
ENDPOINTS: tuple[tuple[str, str, Json], ...] = (
    ("GET", "/api/home", {}),
    ("GET", "/api/tables", {}),
    ("GET", "/api/turns", {}),
    ("GET", TABLE, {}),
    ("DELETE", TABLE, {}),
    ("POST", "/api/tables", {"game": "gipf", "version": "basic", "seats": {}, "seed": 1, "position": ""}),
    ("POST", "/api/tables", {"game": "dvonn", "clock": {"kind": "delay"}, "invite": {"side": "lot"}}),
    ("POST", "/api/tables", {"record": "[Game gipf]", "seats": {"white": {"kind": "engine", "player": "x"}}}),
    ("POST", "/api/tables", {"menu": "game = 'gipf'\n[options]"}),
    ("POST", f"{TABLE}/sit", {"key": "x" * 32, "name": "Eve"}),
    ("POST", f"{TABLE}/link", {"side": "white", "renew": True}),
    ("POST", f"{TABLE}/branch", {"at": 1, "seats": {}}),
    ("GET", f"{TABLE}/record", {}),
    ("GET", f"{TABLE}/position", {}),
    ("GET", f"{TABLE}/picture.svg", {}),
    ("GET", f"{TABLE}/picture.png", {}),
    ("GET", f"{TABLE}/socket", {}),
    ("GET", "/api/rules/gipf/standard", {}),
    ("GET", "/api/catalogue/fa", {}),
    ("POST", "/api/positions", {"game": "gipf", "version": "basic", "options": {}, "position": ""}),
    ("POST", "/api/positions/edit", {"game": "dvonn", "version": "", "position": "x", "from": ["a", "b"]}),
    ("GET", "/api/menu", {}),
    ("POST", "/api/menu", {"preset": "standard", "choices": {}}),
    ("POST", "/api/menu", {"toml": "game = 'project'"}),
    ("GET", "/web/main.js", {}),
    ("GET", "/theme.css", {}),
    ("GET", "/health", {}),
    ("GET", "/metrics", {}),
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "BREW")
IDS = ("", "x", "%00", "%2e%2e", "x" * 500, "%F0%9F%8E%B2", "%ff", "-1", "KwwJoSRH7NZV'--", "{id}")
QUERIES = ("at", "from", "most", "finished", "theme", "language", "v", "%00", "x" * 100)
HEADERS = (
    ("accept-language", "fa;q=x, *, " + "x" * 500),
    ("content-type", "text/html; charset=klingon"),
    ("content-type", "multipart/form-data"),
    ("cookie", "gipfel=" + "x" * 32),
    ("cookie", 'gipfel="\\"; gipfel=é'),
    ("accept-encoding", "gzip;q=x, br"),
    ("if-none-match", "*"),
    ("if-modified-since", "yesterday"),
    ("range", "bytes=9-1"),
    ("x-http-method-override", "DELETE"),
)


def random_request(endpoint: tuple[str, str, Json], table_id: str, chance: Random) -> tuple[str, str, Json]:
    """A request in which something is odd: method, path, and more arguments for httpx."""
    method, path, body = endpoint
    if chance.random() < 0.15:
        method = chance.choice(METHODS)
    name = table_id if chance.random() < 0.6 else chance.choice(IDS).replace("{id}", f"{table_id}x")
    path = path.replace("{id}", name)
    if chance.random() < 0.4:
        path += f"?{chance.choice(QUERIES)}={chance.choice(('', '1', '-1', '9' * 30, '%ff', 'é', 'true'))}"
    headers = dict(chance.sample(HEADERS, chance.choice((0, 0, 1, 2))))
    rest: Json = {"headers": {name: text.encode() for name, text in headers.items()}}
    if method != "GET" and method != "HEAD":
        rest["content"] = random_body(body, chance)
    return method, path, rest


def random_body(body: Json, chance: Random) -> bytes:
    kind = chance.random()
    if kind < 0.5:
        return json.dumps(with_wrong_field(body, chance)).encode()
    if kind < 0.6:
        return json.dumps({**body, **dict.fromkeys(body, chance.choice((*VALUES, *WORDS)))}).encode()
    if kind < 0.8:
        return garbled(json.dumps(body), chance).encode()
    if kind < 0.9:
        return json.dumps(random_json(chance, 4)).encode()
    return chance.choice((b"", b"[" * 50_000, b"\xff\xfe", chance.randbytes(300), b"x" * 3_000_000))
