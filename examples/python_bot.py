"""A Python bot: an object with one method, for the terminal, the arena and matches of the library.

python examples/python_bot.py
gipfel arena gipf -p python:examples/python_bot.py:CountingBot -p level:1 --pairs 5
gipfel terminal gipf --black python:examples/python_bot.py:CountingBot
"""

from random import Random

import gipfel


class CountingBot:
    """Wins if it can; otherwise it counts, and prefers to have much choice itself and to leave little."""

    name = "counting bot"

    def __init__(self) -> None:
        self.chance = Random(1)

    def choose(self, position: gipfel.Position) -> gipfel.Decision:
        """The decision after which the count is best."""
        return max(position.decisions(), key=self.merit)

    def merit(self, decision: gipfel.Decision) -> tuple[bool, int, float]:
        """What a decision is worth; equal ones are chosen from at random."""
        before = decision.position
        after = before.play(decision)
        wins = after.outcome is not None and after.outcome.winner == before.side
        choices = len(after.codes)
        return wins, choices if after.side == before.side else -choices, self.chance.random()


def first_decision(position: gipfel.Position) -> str:
    """A bot can be a function, too; a decision can be its text."""
    return position.decisions()[0].text


def main() -> None:
    """A match of ten games, with what it says about strength."""
    print(gipfel.play_match("gipf", CountingBot, "random", pairs=5))


if __name__ == "__main__":
    main()
