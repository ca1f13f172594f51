"""Web Push: only public push services are used, and only the browser can read what is sent."""

import socket
from collections.abc import Iterator
from dataclasses import replace
from time import time

import pytest

from gipfel.server.notices.push_address import LONGEST, BadPushAddress, read_push_address, resolve
from gipfel.server.notices.sending import Sent
from gipfel.server.notices.web_push import (
    LONGEST_MESSAGE,
    VALID,
    BadPushKeys,
    Notice,
    WebPush,
    check_keys,
    new_private_key,
)
from tests.helpers.server.push_service import Browser, PushService, push_service

HERE = ("127.0.0.1",)
CONTACT = "https://gipfel.example.org"


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def web_push() -> WebPush:
    return WebPush(new_private_key(), CONTACT, HERE)


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def notice(service: PushService, browser: Browser) -> Notice:
    content = {"table": "abc", "title": "GIPF – größer"}
    return Notice(f"{service.origin}/to/me?a=b", browser.keys, content, "gipfel-abc")


def test_the_browser_reads_what_was_sent(
    service: PushService, web_push: WebPush, browser: Browser, notice: Notice
) -> None:
    assert web_push.send(notice) is Sent.DONE
    arrived = service.next()
    assert arrived.path == "/to/me?a=b"
    assert browser.read(arrived) == notice.content
    assert b"GIPF" not in arrived.body
    assert arrived.headers["content-encoding"] == "aes128gcm"
    assert arrived.headers["topic"] == "gipfel-abc"
    assert int(arrived.headers["ttl"]) > 0


def test_the_server_signs_for_this_push_service_and_for_some_hours(
    service: PushService, web_push: WebPush, notice: Notice
) -> None:
    web_push.send(notice)
    claims = service.next().claims()
    assert (claims["aud"], claims["sub"]) == (service.origin, CONTACT)
    assert time() < claims["exp"] <= time() + VALID
    assert claims["key"] == web_push.public_key


@pytest.mark.parametrize(
    "contact", ["https://a.example:8443", "https://a.example/b/c", "mailto:me@a.example"]
)
def test_the_host_can_be_reached_at_any_address(contact: str, service: PushService, notice: Notice) -> None:
    assert WebPush(new_private_key(), contact, HERE).send(notice) is Sent.DONE
    assert service.next().claims()["sub"] == contact


def test_processes_with_the_same_key_are_the_same_server() -> None:
    key = new_private_key()
    assert WebPush(key, CONTACT).public_key == WebPush(key, CONTACT).public_key
    assert WebPush(key, CONTACT).public_key != WebPush(new_private_key(), CONTACT).public_key


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (200, Sent.DONE),
        (202, Sent.DONE),
        (404, Sent.GONE),
        (410, Sent.GONE),
        (429, Sent.LATER),
        (503, Sent.LATER),
        (400, Sent.REFUSED),
        (413, Sent.REFUSED),
    ],
)
def test_the_answer_of_the_push_service_counts(
    status: int, sent: Sent, service: PushService, web_push: WebPush, notice: Notice
) -> None:
    service.status = status
    assert web_push.send(notice) is sent


def test_redirects_are_not_followed(service: PushService, web_push: WebPush, notice: Notice) -> None:
    service.status = 302
    assert web_push.send(notice) is Sent.REFUSED
    service.next()
    assert service.arrived.empty()


def test_a_push_service_that_does_not_answer_is_tried_later(notice: Notice) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        impatient = WebPush(new_private_key(), CONTACT, HERE, timeout=0.2)
        assert impatient.send(replace(notice, address=address)) is Sent.LATER
    assert impatient.send(replace(notice, address=address)) is Sent.LATER


def test_a_message_is_never_longer_than_push_services_take(
    service: PushService, web_push: WebPush, notice: Notice
) -> None:
    long = replace(notice, content={"title": "x" * LONGEST_MESSAGE})
    assert web_push.send(long) is Sent.REFUSED
    assert service.arrived.empty()


@pytest.mark.parametrize(
    "text",
    [
        "http://push.example.org/a",
        "http://127.0.0.1/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://10.0.0.1/a",
        "https://8.8.8.8/a",
        "https://localhost/a",
        "https://database/a",
        "https://push.example.org:5432/a",
        "https://user@push.example.org/a",
        "https://user:word@push.example.org/a",
        "https://push.example.org/a#b",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nx: y",
        "https://push.example.org\\@127.0.0.1/",
        "https://pusch.example.org/ä",
        "https://push.example.org:port/",
        "https:///a",
        "ftp://push.example.org/a",
        "file:///etc/passwd",
        "",
        "https://push.example.org/" + LONGEST * "a",
    ],
)
def test_only_public_names_with_tls_are_push_services(text: str) -> None:
    with pytest.raises(BadPushAddress):
        read_push_address(text)


def test_addresses_of_known_kinds_are_accepted() -> None:
    address = read_push_address("https://push.example.org/send/abc?x=1")
    assert (address.origin, address.path) == ("https://push.example.org", "/send/abc?x=1")
    assert (address.port, address.secure) == (443, True)


def test_a_host_may_allow_a_service_that_is_not_public() -> None:
    address = read_push_address("https://push.lan:8443/a", ("push.lan",))
    assert address.origin == "https://push.lan:8443"
    with pytest.raises(BadPushAddress):  # TLS is left out on this machine only
        read_push_address("http://push.lan/a", ("push.lan",))


def test_a_name_that_means_a_machine_of_the_own_network_is_refused() -> None:
    address = replace(read_push_address("https://push.example.org/a"), host="localhost")
    with pytest.raises(BadPushAddress):
        resolve(address)
    assert resolve(address, ("localhost",)) in ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    "number",
    [
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "::1",
        "fd00::1",
        "fec0::1",
        "2002:a00:1::",
        "64:ff9b::a00:1",
    ],
)
def test_a_public_name_may_not_stand_for_another_network(
    monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    """Also if only one of its numbers is not public."""
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
    found = [public]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    address = read_push_address("https://push.example.org/a")
    assert resolve(address) == "93.184.216.34"
    found.append((*public[:4], (number, 443)))
    with pytest.raises(BadPushAddress):
        resolve(address)


def test_a_stored_address_that_is_not_allowed_any_more_gets_nothing(
    service: PushService, notice: Notice
) -> None:
    assert WebPush(new_private_key(), CONTACT).send(notice) is Sent.REFUSED
    assert service.arrived.empty()


@pytest.mark.parametrize(
    "changed",
    [
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "ä"},
        {"auth": "A" * 10_000},
        {"p256dh": ""},
        {"p256dh": "B" + 86 * "A"},
        {"p256dh": "no point at all"},
    ],
)
def test_keys_that_cannot_be_used_are_refused(changed: dict[str, str], browser: Browser) -> None:
    check_keys(browser.keys)
    with pytest.raises(BadPushKeys):
        check_keys({**browser.keys, **changed})
