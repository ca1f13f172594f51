"""Mails to players: confirmed first, stopped with one request, and never a way to write to strangers."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from gipfel.server.notices.mail import Mail, Mailer
from gipfel.server.notices.mail_settings import MailSettings, is_mail_address, read_mail_settings
from gipfel.server.notices.sending import Sent
from gipfel.server.settings import BadSetting
from tests.helpers.server.mail_server import MailServer, mail_server
from tests.helpers.server.proxied import HOSTED, PUBLIC_URL, ProxiedClient
from tests.helpers.server.running import RunningServer, serving
from tests.helpers.waiting import wait_until

TO = "ada@example.org"
MAIL = Mail(TO, "Your turn", "Hello – größer", f"{PUBLIC_URL}/notices/stop/a/b")


@pytest.fixture(scope="module")
def post_office() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory, post_office: MailServer) -> Iterator[RunningServer]:
    options = ("--mail-server", f"smtp://127.0.0.1:{post_office.port}", "--mail-from", "gipfel@example.org")
    file = tmp_path_factory.mktemp("mailing") / "tables.db"
    with serving(file, *HOSTED, *options, "--notices-after", "0") as running:
        yield running


class Pair:
    """Ada plays White, Ben plays Black."""

    def __init__(self, server: RunningServer) -> None:
        self.ada, self.ben = ProxiedClient(server, "192.0.2.1"), ProxiedClient(server, "192.0.2.2")
        made = self.ada.new(game="gipf", version="basic", invite={"side": "white", "name": "Ada"})
        self.table = made["id"]
        body = {"key": made["key"], "name": "Ben"}
        assert self.ben.ask("POST", f"/api/tables/{self.table}/sit", json=body).status_code == 200

    def ask(self, address: str = TO, language: str = "en") -> Any:
        path = f"/api/tables/{self.table}/notices/mail?language={language}"
        return self.ada.ask("POST", path, json={"address": address})

    def mailbox(self) -> Any:
        return self.ada.ask("GET", f"/api/tables/{self.table}/notices").json()["mailbox"]

    def play(self, number: int = 0) -> None:
        for client, decisions in ((self.ada, ("e1-e3", "i1-h2")), (self.ben, ("e9-e7", "a5-b5"))):
            with client.page(self.table) as page:
                page.decide(decisions[number])


@pytest.fixture
def pair(mailing: RunningServer) -> Pair:
    return Pair(mailing)


def links(message: EmailMessage) -> list[str]:
    """The addresses in a mail, without the name of the server."""
    return [found.removeprefix(PUBLIC_URL) for found in re.findall(r"https://\S+", message.get_content())]


def test_an_address_is_confirmed_then_told_and_stopped_with_one_request(
    pair: Pair, post_office: MailServer
) -> None:
    answer = pair.ask(language="de")
    assert answer.json()["mailbox"] == {"address": "a…@example.org", "confirmed": False}
    first = post_office.next()
    assert (first["To"], first["From"]) == (TO, "gipfel@example.org")
    assert "GIPF" in first.get_content()
    assert "Ada" not in first.get_content()
    (confirm,) = links(first)
    assert pair.ben.ask("GET", confirm).status_code == 200
    assert not pair.mailbox()["confirmed"]  # a program has looked at the link
    pair.play()
    assert pair.ben.ask("POST", confirm).status_code == 200
    assert pair.mailbox()["confirmed"]
    turn = post_office.next()
    assert turn["Subject"].startswith("Dein Zug: GIPF")
    assert "Ben hat gespielt" in turn.get_content()
    table, stop = links(turn)
    assert table == f"/#/table/{pair.table}"
    assert turn["List-Unsubscribe"] == f"<{PUBLIC_URL}{stop}>"
    assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert turn["Auto-Submitted"] == "auto-generated"
    for client in (pair.ada, pair.ben):
        assert client.headers["cookie"].partition("=")[2] not in turn.as_string()
    shown = pair.ben.ask("GET", stop)
    assert "submit.js" in shown.text
    assert pair.mailbox() is not None
    done = pair.ben.ask("POST", stop, content="List-Unsubscribe=One-Click")
    assert done.status_code == 200
    assert pair.mailbox() is None
    pair.play(1)
    assert post_office.arrived.empty()


def test_wrong_links_open_nothing(pair: Pair, post_office: MailServer) -> None:
    pair.ask("other@example.org")
    (confirm,) = links(post_office.next())
    path = confirm.partition("?")[0]
    for wrong in (path[:-3] + "AAA", path.replace("confirm", "stop"), f"{path}x", "/notices/stop/a/b"):
        assert pair.ben.ask("GET", wrong).status_code == 404
        assert pair.ben.ask("POST", wrong).status_code == 404
    assert pair.mailbox() is not None


def test_a_mailbox_that_does_not_exist_is_deleted(pair: Pair) -> None:
    assert pair.ask("gone@example.org").status_code == 200
    wait_until(lambda: pair.mailbox() is None)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "a@b",
        "a@example.org\r\nBcc: b@example.org",
        "a@example.org,b@example.org",
        '"a b"@example.org',
        "Ada <a@example.org>",
        "a@example.org" + 300 * "g",
        "ä@example.org",
        "a@[127.0.0.1]",
    ],
)
def test_what_is_not_one_plain_address_is_refused(pair: Pair, address: str) -> None:
    assert not is_mail_address(address)
    assert pair.ask(address).status_code == 422
    assert pair.mailbox() is None


def test_a_server_without_mail_says_so(hosted: RunningServer) -> None:
    assert Pair(hosted).ask().status_code == 501


# --- The mail server ------------------------------------------------------------------------------------


def test_a_password_is_sent_to_the_mail_server(post_office: MailServer) -> None:
    with mail_server("me", "secret", auth_require_tls=False) as office:
        right = MailSettings("127.0.0.1", office.port, "plain", "a@example.org", "me", "secret")
        assert Mailer(right).send(MAIL) is Sent.DONE
        assert office.next().get_content().strip() == MAIL.text
        assert Mailer(replace(right, password="wrong")).send(MAIL) is Sent.LATER
        assert office.arrived.empty()
    assert Mailer(right).send(MAIL) is Sent.LATER  # it does not run any more


def test_nothing_is_sent_to_a_server_without_tls_elsewhere(post_office: MailServer) -> None:
    settings = MailSettings("127.0.0.1", post_office.port, "starttls", "a@example.org")
    assert Mailer(settings).send(MAIL) is Sent.LATER
    assert post_office.arrived.empty()


def test_programs_read_where_to_unsubscribe() -> None:
    """Standards allow no encoding there, however long the address is."""
    stop = f"https://{'long.' * 20}example.org/notices/stop/abcdefghijkl/{'x' * 24}?language=en"
    mail = Mail("ada@example.org", "Your turn", "text", stop)
    message = Mailer(MailSettings("localhost", 25, "plain", "gipfel@example.org")).message(mail)
    assert f"\r\nList-Unsubscribe: <{stop}>\r\n".encode() in message.as_bytes()


def test_a_subject_is_one_line() -> None:
    settings = MailSettings("127.0.0.1", 25, "plain", "a@example.org")
    message = Mailer(settings).message(replace(MAIL, subject="a\r\nBcc: b@example.org"))
    assert message["Bcc"] is None
    assert message["Subject"] == "a Bcc: b@example.org"


def test_the_settings_of_a_mail_server(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret\n")
    found = read_mail_settings("smtps://me%40a@mail.example.org", "g@example.org", "", str(file))
    assert (found.host, found.port, found.security) == ("mail.example.org", 465, "tls")
    assert (found.user, found.password) == ("me@a", "secret")
    assert "secret" not in repr(found)
    assert read_mail_settings("smtp://mail.example.org", "g@example.org", "p", "").security == "starttls"
    assert read_mail_settings("smtp://localhost:25", "g@example.org", "", "").security == "plain"


@pytest.mark.parametrize(
    ("server", "sender", "file"),
    [
        ("mail.example.org", "g@example.org", ""),
        ("smtp://me:secret@mail.example.org", "g@example.org", ""),
        ("smtp://mail.example.org:port", "g@example.org", ""),
        ("smtp://mail.example.org/path", "g@example.org", ""),
        ("smtp://mail.example.org", "", ""),
        ("smtp://mail.example.org", "Gipfel <g@example.org>", ""),
        ("smtp://mail.example.org", "g@example.org", "/does/not/exist"),
    ],
)
def test_wrong_settings_are_refused(server: str, sender: str, file: str) -> None:
    with pytest.raises(BadSetting) as problem:
        read_mail_settings(server, sender, "", file)
    assert "secret" not in str(problem.value)
