"""What can become of a message."""

from enum import Enum


class Sent(Enum):
    """What has become of a message."""

    DONE = "done"
    GONE = "gone"
    """The receiver does not exist any more."""
    LATER = "later"
    """It may be tried again."""
    REFUSED = "refused"
