"""A small engine that speaks the protocol of docs/protocol.md: it wins if it can, else plays at random.

Check it with    gipfel check-engine "python examples/tiny_engine.py"
Play against it  gipfel terminal gipf --black "engine:python examples/tiny_engine.py"
"""

import re
import sys
from random import choice

import gipfel

position: gipfel.Position | None = None


def choose(position: gipfel.Position) -> gipfel.Decision:
    """The engine itself: replace this by something better."""
    decisions = position.decisions()
    for decision in decisions[:200]:
        outcome = position.play(decision).outcome
        if outcome is not None and outcome.winner == position.side:
            return decision
    return choice(decisions)


def answer(word: str, rest: str) -> str:
    """What to say to a command."""
    global position
    if word == "hello" and rest == "1":
        plays = [f"game {name} {' '.join(type(gipfel.game(name)).versions)}" for name in gipfel.game_names()]
        return "\n".join(["name Tiny", *plays, "hello 1"])
    if word == "new":
        name, version, *_ = rest.split(" ")
        options = {name: value.strip('"') for name, value in re.findall(r'(\S+)=("[^"]*"|\S+)', rest)}
        position = gipfel.game(name, version, **options).start()
        return "ok"
    if word == "ping":
        return "pong"
    if position is None:
        return "error no game has begun"
    if word == "position":
        position = position.game.position(rest)
        return "ok"
    if word == "at":
        position = position.at(int(rest))
        return "ok"
    if word == "play":
        position = position.play(rest)
        return "ok"
    if word == "ready":
        return "ready"
    if word == "go" and rest.startswith("by ") and not rest.startswith(f"by {position.side.name.lower()}"):
        return "best -"
    if word == "go" and "searchmoves" in rest:  # choose among these decisions only
        return f"best {choice(rest.split('searchmoves ')[1].split())}"
    if word == "go" and position.outcome is None:
        return f"best {choose(position).text}"
    return f"error cannot do {word} {rest}"


def main() -> None:
    """Answer line by line until the host leaves."""
    sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        if word == "stop":  # it never thinks long enough to be stopped
            continue
        try:
            print(answer(word, rest), flush=True)
        except ValueError as error:
            print("error", " ".join(str(error).split()), flush=True)


if __name__ == "__main__":
    main()
