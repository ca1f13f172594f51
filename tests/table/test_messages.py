"""Messages of the players."""

import pytest

from gipfel import BLACK, WHITE
from gipfel.table.events import MessageSent, Resigned
from gipfel.table.offers import MOST_MESSAGES, Message
from tests.helpers.tables import ENGINE, new_table, refuse


def test_messages_are_kept_in_order_with_their_instants() -> None:
    table = new_table()
    table.apply(MessageSent(WHITE, "  hello\n\tyou\x00 "), 5)
    table.apply(MessageSent(BLACK, "می\u200cنا 👩\u200d🚀"), 7)
    assert table.messages == [Message(WHITE, "hello you", 5), Message(BLACK, "می\u200cنا 👩\u200d🚀", 7)]


@pytest.mark.parametrize("text", ["", " \n", "\u202e", "x" * 201, "\ud800"])
def test_messages_that_say_nothing_or_too_much(text: str) -> None:
    refuse(new_table(), MessageSent(WHITE, text), because="1 to 200 letters")


def test_engines_say_nothing() -> None:
    refuse(new_table(black=ENGINE), MessageSent(BLACK, "beep"), because="says nothing")


def test_only_the_last_messages_are_kept() -> None:
    table = new_table()
    for number in range(MOST_MESSAGES + 5):
        table.apply(MessageSent(WHITE, str(number)))
    assert [message.text for message in table.messages] == [str(n) for n in range(5, MOST_MESSAGES + 5)]
    table.apply(MessageSent(BLACK, "x" * 200))
    assert len(table.messages) == MOST_MESSAGES


def test_there_is_something_to_say_when_the_game_is_over() -> None:
    table = new_table()
    table.apply(Resigned(WHITE))
    table.apply(MessageSent(WHITE, "well played"))
    assert len(table.messages) == 1
