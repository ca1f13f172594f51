"""Where players are told that it is their turn."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from gipfel.games.core.side import Side
from gipfel.studies.study import title_of
from gipfel.table.events import Resigned
from gipfel.table.storage.store import Store, UnknownTable
from gipfel.table.storage.studies import Basis, Chapter, StudyChanged, StudyStore
from gipfel.table.storage.subscriptions import MAIL, MOST_OF_A_SEAT, PUSH, NewSubscription, Subscriptions
from tests.helpers.stores import NOON, add, played

DAY = timedelta(days=1) // timedelta(milliseconds=1)


def browser(number: int = 0, confirmed: bool = True) -> NewSubscription:
    return NewSubscription(PUSH, f"https://push.example/{number}", {"auth": "a"}, "de", confirmed)


def waiting_seat(store: Store) -> tuple[str, Side, Subscriptions]:
    """A table with a subscription of the side that is not on turn."""
    table_id, table = played(store)
    subscriptions = Subscriptions(store)
    side = table.position.side.other
    subscriptions.add(table_id, side, browser(), NOON)
    return table_id, side, subscriptions


def play_on(store: Store, table_id: str) -> None:
    """The side on turn plays a whole turn."""
    table = store.load(table_id)
    side = table.position.side
    while table.position.side == side:
        event = table.decided(table.position.decisions()[0].text)
        add(store, table_id, table, event)


def test_the_first_process_makes_a_key_and_all_others_use_it(store: Store) -> None:
    def ask(number: int) -> str:
        return Subscriptions(store).shared_key("vapid", lambda: f"secret {number}")

    with ThreadPoolExecutor(8) as pool:
        assert len({*pool.map(ask, range(8))}) == 1


def test_a_player_is_due_when_it_is_their_turn(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    assert subscriptions.due(NOON) == []
    play_on(store, table_id)
    (due,) = subscriptions.due(NOON)
    assert (due.subscription.table, due.subscription.side, due.since) == (table_id, side, NOON)
    assert subscriptions.due(NOON - 1) == []


def test_one_of_several_processes_tells_a_player(store: Store) -> None:
    table_id, _, subscriptions = waiting_seat(store)
    play_on(store, table_id)
    (due,) = subscriptions.due(NOON)
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _: subscriptions.claim(due), range(8))) == 1
    assert subscriptions.due(NOON) == []


def test_a_player_is_told_again_in_the_next_turn(store: Store) -> None:
    table_id, _, subscriptions = waiting_seat(store)
    for _ in range(2):
        play_on(store, table_id)
        (due,) = subscriptions.due(NOON)
        subscriptions.claim(due)
        play_on(store, table_id)
        assert subscriptions.due(NOON) == []


def test_a_player_who_subscribes_on_their_turn_knows_it(store: Store) -> None:
    table_id, table = played(store)
    subscriptions = Subscriptions(store)
    subscriptions.add(table_id, table.position.side, browser(), NOON)
    assert subscriptions.due(NOON) == []


def test_a_mailbox_that_is_not_confirmed_is_never_due(store: Store) -> None:
    table_id, table = played(store)
    subscriptions = Subscriptions(store)
    new = NewSubscription(MAIL, "a@example.org", {}, "en", confirmed=False)
    mailbox = subscriptions.add(table_id, table.position.side.other, new, NOON)
    play_on(store, table_id)
    assert subscriptions.due(NOON) == []
    assert subscriptions.confirm(mailbox.id)
    assert [due.subscription.id for due in subscriptions.due(NOON)] == [mailbox.id]
    assert not subscriptions.confirm("nothing")


def test_the_same_browser_is_stored_once(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    again = subscriptions.add(table_id, side, browser(), NOON)
    assert subscriptions.of_seats(table_id, Side) == [again]


def test_one_more_than_a_seat_may_have_replaces_the_oldest(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    for number in range(1, MOST_OF_A_SEAT + 1):
        subscriptions.add(table_id, side, browser(number), NOON + number)
    known = [one.address for one in subscriptions.of_seats(table_id, [side])]
    assert known == [browser(number).address for number in range(1, MOST_OF_A_SEAT + 1)]


def test_a_seat_forgets_its_subscriptions_and_not_those_of_the_other_one(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    other = subscriptions.add(table_id, side.other, browser(1), NOON)
    assert subscriptions.remove_of_seats(table_id, [side]) == 1
    assert subscriptions.of_seats(table_id, Side) == [other]


RECORD = "Gipfel record 2\ngame: gipf\nversion: basic\nwhite: Ada\nblack: Ben\n\n1. e1-e3\nresult: *\n"


def test_a_name_is_forgotten_in_studies_of_the_table(store: Store) -> None:
    """Chapters of other tables, and what authors have written, stay as they are."""
    table_id, _, subscriptions = waiting_seat(store)
    own = Chapter("Ada – Ben", "", "", RECORD, {"notes": [], "nodes": []}, 1, len(RECORD), table_id)
    named = replace(own, title="What Ada found")
    others = replace(own, table=None)
    studies = StudyStore(store)
    study = studies.create("ada", "Ada – Ben", "en", [own, named, others])
    subscriptions.forget(table_id, Side.WHITE, 0, title_of)
    first, second, third = studies.chapters(study)
    assert (first.title, first.version, studies.load(study).title) == ("Ben", 2, "Ben")
    assert first.record == second.record == RECORD.replace("white: Ada\n", "")
    assert (second.title, third.title, third.record) == ("What Ada found", "Ada – Ben", RECORD)
    with pytest.raises(StudyChanged):
        studies.change(study, first.id, Basis(1, ""), own)
    studies.change(study, first.id, Basis(2, ""), replace(own, before="A text."))
    assert "Ada" not in studies.chapter(study, first.id).record
    subscriptions.forget(table_id, Side.WHITE, 0, title_of)
    assert studies.chapter(study, second.id).version == 2


def test_nothing_is_kept_about_a_table_that_is_deleted(store: Store) -> None:
    table_id, _, subscriptions = waiting_seat(store)
    store.remove(table_id)
    assert subscriptions.of_seats(table_id, Side) == []


def test_there_is_nothing_to_tell_about_a_table_that_does_not_exist(store: Store) -> None:
    with pytest.raises(UnknownTable):
        Subscriptions(store).add("nowhere", Side.WHITE, browser(), NOON)


def test_nothing_is_kept_when_a_game_is_over(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    subscriptions.tidy(NOON, DAY, DAY)
    assert len(subscriptions.of_seats(table_id, [side])) == 1
    add(store, table_id, store.load(table_id), Resigned(side))
    assert subscriptions.due(NOON) == []
    subscriptions.tidy(NOON, DAY, DAY)
    assert subscriptions.of_seats(table_id, [side]) == []


def test_nothing_is_kept_about_a_game_that_rests_for_long(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    subscriptions.tidy(NOON + DAY + 1, DAY, DAY)
    assert subscriptions.of_seats(table_id, [side]) == []


def test_a_mailbox_that_nobody_confirms_is_deleted(store: Store) -> None:
    table_id, side, subscriptions = waiting_seat(store)
    subscriptions.add(table_id, side, browser(1, confirmed=False), NOON)
    subscriptions.tidy(NOON + DAY + 1, DAY, 2 * DAY)
    assert [one.address for one in subscriptions.of_seats(table_id, [side])] == [browser().address]
