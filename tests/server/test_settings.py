"""Settings of a server: read, and refused with a reason."""

import pytest

from gipfel.cli import main
from gipfel.server.run import trusted_addresses
from gipfel.server.settings import (
    BadSetting,
    Settings,
    is_among,
    read_addresses,
    read_cluster,
    read_public_url,
)
from tests.helpers.server.proxied import NAME, PUBLIC_URL


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://gipfel.example.org", "https://gipfel.example.org"),
        ("https://Gipfel.Example.org/", "https://gipfel.example.org"),
        ("https://gipfel.example.org:443/", "https://gipfel.example.org"),
        ("http://192.168.1.5:8765", "http://192.168.1.5:8765"),
        ("http://[2001:db8::1]:8765/", "http://[2001:db8::1]:8765"),
    ],
)
def test_public_urls(text: str, url: str) -> None:
    assert read_public_url(text) == url


BAD_URLS = [
    "gipfel.example.org",
    "ftp://gipfel.example.org",
    "https://",
    "https://[x",
    "https://gipfel.example.org:99999",
    "https://gipfel example.org",
    "https://ada:secret@gipfel.example.org",
    "https://gipfel.example.org/games",
    "https://gipfel.example.org/?x=1",
    "https://gipfel.example.org/#/",
    "https://a\nb",
]


@pytest.mark.parametrize("text", BAD_URLS)
def test_public_urls_that_are_none(text: str) -> None:
    with pytest.raises(BadSetting, match=r"write for instance https://gipfel\.example\.org") as error:
        read_public_url(text)
    assert "secret" not in str(error.value)


def test_clusters() -> None:
    assert read_cluster("10.0.0.5:8786") == "tcp://10.0.0.5:8786"
    assert read_cluster("tls://dask.example.org:8786") == "tls://dask.example.org:8786"
    for bad in ("dask.example.org", "http://10.0.0.5:8786", "tcp://:8786", "tcp://10.0.0.5:x"):
        with pytest.raises(BadSetting, match="is no address of a Dask scheduler; write for instance"):
            read_cluster(bad)


def test_addresses() -> None:
    known = read_addresses(" 127.0.0.1, 10.0.0.0/8 ,,::1", "--proxy")
    assert known == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert is_among("10.1.2.3", known)
    assert is_among("::ffff:127.0.0.1", known)
    assert not is_among("127.0.0.2", known)
    assert not is_among("nonsense", known)
    assert trusted_addresses(known)[3:] == ["::ffff:127.0.0.1/128", "::ffff:10.0.0.0/104"]
    for bad in ("localhost", "10.0.0.1/8", "*", "0.0.0.0/0", "::/0"):
        with pytest.raises(BadSetting, match="--proxy"):
            read_addresses(bad, "--proxy")


def test_who_can_ask() -> None:
    assert Settings().local
    assert not Settings("0.0.0.0").local
    assert not Settings(public_url="http://127.0.0.1:8765").local
    assert not Settings(public_url="http://gipfel.example.org").secure
    hosted = Settings(public_url=PUBLIC_URL)
    assert hosted.secure
    assert not hosted.local
    assert hosted.names == (NAME,)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--public-url", "gipfel.example.org"],
            "the public URL 'gipfel.example.org' is no address of a page",
        ),
        (["--proxy", "nginx"], "--proxy 'nginx' is no address"),
        (["--metrics-for", "everybody"], "--metrics-for 'everybody' is no address"),
        (["--explorer", "/nowhere/games.explorer"], "there is no explorer /nowhere/games.explorer"),
        (["--log-format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["--port", "70000"], "there is no port 70000"),
        (["--host", "x" * 100], "this is not an address"),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
    ],
)
def test_what_cannot_be_started_says_why(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err
    assert said.err.count("\n") == 1
