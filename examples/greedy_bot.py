"""A small bot: it wins if it can, and otherwise leaves the opponent as little choice as possible."""

from random import Random

import gipfel


def choose(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """The decision the bot likes best."""

    def merit(decision: gipfel.Decision) -> tuple[bool, int, float]:
        after = position.play(decision)
        wins = after.outcome is not None and after.outcome.winner == position.side
        again = after.side == position.side
        choices = len(after.decisions())
        return wins, choices if again else -choices, chance.random()

    return max(position.decisions(), key=merit)


def main() -> None:
    """The bot plays White against random decisions and says how it went."""
    chance = Random(1)
    game = gipfel.Playthrough(gipfel.game("gipf", "standard").start())
    while (position := game.position).outcome is None:
        bot = position.side == gipfel.WHITE
        game.play(choose(position, chance) if bot else chance.choice(position.decisions()))
    print(gipfel.write_record(game.record(white="greedy bot", black="random")), end="")


if __name__ == "__main__":
    main()
