"""Messages are tried again a few times, and only while they are of use."""

from gipfel.server.notices.delivery import Delivery
from gipfel.server.notices.sending import Sent
from tests.helpers.asynchronous import run


class Receiver:
    """Answers one attempt after the other."""

    def __init__(self, *answers: Sent, wanted: bool = True) -> None:
        self.answers = [*answers]
        self.wanted = wanted
        self.done: list[Sent] = []

    def deliver(self, retries: tuple[float, ...] = (0, 0, 0)) -> list[Sent]:
        async def deliver() -> None:
            import asyncio

            delivery = Delivery(retries)
            finished = asyncio.Event()

            async def still_wanted() -> bool:
                if not self.wanted:
                    finished.set()
                return self.wanted

            async def done(sent: Sent) -> None:
                self.done.append(sent)
                finished.set()

            delivery.start("push", lambda: self.answers.pop(0), still_wanted, done)
            await asyncio.wait_for(finished.wait(), 30)
            await delivery.close()

        run(deliver())
        return self.done


def test_a_failure_is_tried_again() -> None:
    receiver = Receiver(Sent.LATER, Sent.LATER, Sent.DONE)
    assert receiver.deliver() == [Sent.DONE]


def test_a_message_is_dropped_after_some_failures() -> None:
    receiver = Receiver(*[Sent.LATER] * 6)
    assert receiver.deliver() == [Sent.LATER]
    assert len(receiver.answers) == 2


def test_what_is_refused_is_not_tried_again() -> None:
    receiver = Receiver(Sent.REFUSED, Sent.DONE)
    assert receiver.deliver() == [Sent.REFUSED]


def test_a_message_of_no_use_any_more_is_not_tried_again() -> None:
    receiver = Receiver(Sent.LATER, Sent.DONE, wanted=False)
    assert receiver.deliver() == []
    assert receiver.answers == [Sent.DONE]
