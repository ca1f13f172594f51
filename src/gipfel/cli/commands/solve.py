"""The command `solve`: proves who wins a position."""

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.arguments import GameName, MenuFile, Options, Version, agreed, chosen_position
from gipfel.games.core.position import Position

if TYPE_CHECKING:
    from gipfel.engine.solving import Solution

NOT_DECIDED = 3
INTERRUPTED = 130
LONGEST = 1_000_000.0
LARGEST_MEMORY = 65_536
PATIENCE = 10.0
"""Seconds; after Ctrl-C the search stops within a moment."""

PositionArgument = Annotated[
    str,
    typer.Argument(metavar="POSITION", help="A position in the game's notation.", show_default=False),
]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", min=0.01, max=LONGEST, help="Time for all proofs.")
]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", min=1, help="Positions to search at most.", show_default=False),
]
Memory = Annotated[
    int,
    typer.Option(
        "--memory", metavar="MB", min=1, max=LARGEST_MEMORY, help="The size of the table of proofs."
    ),
]


def solve(
    game: GameName,
    position: PositionArgument,
    version: Version = None,
    option: Options = None,
    menu: MenuFile = None,
    seconds: Seconds = 60.0,
    nodes: Nodes = None,
    memory: Memory = 64,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of sentences.")] = False,
) -> None:
    """Prove who wins a position with best play of both sides, and show how.

    Ctrl-C stops and prints what is known by then. The exit code is 0 if the position is decided (a win or
    a draw), 3 if it is not decided within the limits, 130 after Ctrl-C, and 2 for bad input.

    Examples:

    - `gipfel solve dvonn "......B../......B4*B5../..B3...B6W12.../..BB4....W2*W2/.W2*B....W2W B M"`

    - `gipfel solve zertz "37 ----/---W1/6/6-/2B3/4-/-2- 3.7.4 2.1.0 0.0.5 2 -" --seconds 5 --json`
    """
    from gipfel.engine.solving import check_solvable

    version, option = agreed(menu, game, version, option)
    start = chosen_position(game, version, position, option)
    check_solvable(start)
    stop = Event()
    solution = _solved(start, seconds, nodes, memory, stop)
    if json:
        _print_json(solution)
    else:
        _print_sentences(solution)
    if not solution.solved:
        raise typer.Exit(INTERRUPTED if stop.is_set() else NOT_DECIDED)


def _solved(position: Position, seconds: float, nodes: int | None, memory: int, stop: Event) -> "Solution":
    """Solve the position with a progress bar; Ctrl-C sets `stop`."""
    from gipfel.cli.progress import with_progress
    from gipfel.engine.solving import solve as solve_position

    found: list[Solution] = []
    done = Event()

    def work(report: "Callable[[int, int], None]") -> None:
        def progress(part: float) -> None:
            report(round(1000 * part), 1000)

        try:
            found.append(
                solve_position(position, seconds, nodes=nodes, megabytes=memory, stop=stop, progress=progress)
            )
        finally:
            done.set()

    try:
        with_progress("Solving", work)
    except KeyboardInterrupt:
        stop.set()
        done.wait(PATIENCE)
        if not found:
            raise
    return found[0]


def _print_sentences(solution: "Solution") -> None:
    print(_result(solution))
    if solution.line:
        print(f"Line: {'  '.join(_turns(solution))}")
    size = f", {solution.proof_size:,} of them in the proof" if solution.solved else ""
    print(f"{solution.nodes:,} positions searched{size}, {solution.seconds:.1f} s")


def _result(solution: "Solution") -> str:
    """Who wins, in a sentence."""
    from gipfel.games.core.registry import about
    from gipfel.locale import say

    names = [say(name) for name in solution.position.game.side_names]
    if not solution.solved:
        known = "".join(f" {names[side]} cannot win." for side in solution.cannot_win)
        return f"Not decided: {solution.note}.{known}"
    if solution.winner is None:
        return "Draw: neither side can win."
    sentence = f"{names[solution.winner]} wins"
    if solution.lead is not None:
        lead = about(solution.position.game.name).lead(solution.lead)
        sentence += f" by {'' if solution.lead_is_best else 'at least '}{lead}"
    if solution.decisions is not None:
        number = f"{solution.decisions} decision{'' if solution.decisions == 1 else 's'}"
        sentence += f" in {'' if solution.is_shortest else 'at most '}{number}"
    return f"{sentence}."


def _turns(solution: "Solution") -> list[str]:
    """The line, turn by turn, in the game's notation."""
    from gipfel.games.core.playthrough import Playthrough

    game = solution.position.game
    played = Playthrough(solution.position)
    played.follow(solution.line)
    texts = []
    for decisions, is_complete in played.turns():
        texts.append(game.write_turn(decisions) if is_complete else " ".join(game.write_decisions(decisions)))
    return texts


def _print_json(solution: "Solution") -> None:
    import json

    names = ("white", "black")
    shown = {
        "game": solution.position.game.name,
        "version": solution.position.game.version,
        "position": str(solution.position),
        "solved": solution.solved,
        "winner": None if solution.winner is None else names[solution.winner],
        "cannot_win": [names[side] for side in solution.cannot_win],
        "lead": solution.lead,
        "lead_is_best": solution.lead_is_best,
        "decisions": solution.decisions,
        "is_shortest": solution.is_shortest,
        "line": [decision.text for decision in solution.line],
        "nodes": solution.nodes,
        "proof_size": solution.proof_size,
        "seconds": round(solution.seconds, 3),
        "note": solution.note,
    }
    print(json.dumps(shown, indent=2, ensure_ascii=False))
