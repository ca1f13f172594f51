"""How long it takes to save and to resume a project game in the middle of a contest.

    .venv/bin/python benchmarks/save_resume.py

Random games with every kind of potential, each linked to another game; each is stopped inside a contest.
CPU time; saving is writing the whole record, resuming is reading and checking all of it.
"""

import time
from random import Random

import gipfel
from gipfel.project.potentials.position import ProjectPosition
from gipfel.project.potentials.rules import PUSH_LOADED

LINKS = {"T": "tamsk", "Z": "zertz", "D": "dvonn", "Y": "yinsh", "P": "punct"}
POOL = "T3Z3D3Y3P3"
BASIC_PUSHES = PUSH_LOADED * 42


def in_contest(position: gipfel.Position) -> bool:
    return isinstance(position, ProjectPosition) and position.contest is not None


def random_game(seed: int) -> gipfel.Playthrough:
    """A game in which potentials are introduced, used and challenged whenever possible."""
    links = {f"link.{kind}": name for kind, name in LINKS.items()}
    game = gipfel.game("project", "menu", pool_white=POOL, pool_black=POOL, **links)
    chance, playthrough = Random(seed), gipfel.Playthrough(game.start())
    while playthrough.position.outcome is None and len(playthrough.decisions) < 2000:
        position = playthrough.position
        codes = position.codes
        lively = codes[:40] if in_contest(position) else [c for c in codes if c >= BASIC_PUSHES]
        playthrough.play(position.throw() or gipfel.Decision(position, chance.choice(lively or codes)))
    return playthrough


def stopped_inside(game: gipfel.Playthrough) -> gipfel.Playthrough | None:
    """The same game up to the middle of its contests."""
    inside = [i for i, decision in enumerate(game.decisions) if in_contest(decision.position)]
    if not inside:
        return None
    part = gipfel.Playthrough(game.start)
    for decision in game.decisions[: inside[len(inside) // 2]]:
        part.play(decision)
    return part


def main() -> None:
    """Print the times of every game and the worst of each."""
    worst = [0.0, 0.0]
    for seed in range(20):
        part = stopped_inside(random_game(seed))
        if part is None:
            continue
        begin = time.process_time()
        text = gipfel.write_record(part.record())
        saved = time.process_time()
        gipfel.replay(gipfel.read_record(text))
        resumed = time.process_time()
        times = [1000 * (saved - begin), 1000 * (resumed - saved)]
        worst = [max(pair) for pair in zip(worst, times, strict=True)]
        print(f"{len(part.decisions):5} decisions   save {times[0]:6.1f} ms   resume {times[1]:6.1f} ms")
    print(f"{'worst':15}   save {worst[0]:6.1f} ms   resume {worst[1]:6.1f} ms")


if __name__ == "__main__":
    main()
