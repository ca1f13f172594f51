"""The command `arena`: plays a match between engines."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.arena.schedule import Schedule
from gipfel.cli import completion
from gipfel.cli.arguments import GameName, MenuFile, Options, Version, agreed, chosen_game
from gipfel.games.core.game import LARGEST_SEED

if TYPE_CHECKING:
    from gipfel.arena.opening_lines import OpeningLine

MOST_PAIRS = 1_000_000
LONGEST = 3600.0
MOST_AT_A_TIME = 10_000
USUAL_SECONDS = 1.0
BOOK = "book"
"""Instead of a file with openings: the opening book of the game."""

Players = Annotated[
    list[str],
    typer.Option(
        "--player",
        "-p",
        metavar="PLAYER",
        autocompletion=completion.players,
        help="A player: `random`, `greedy`, `uct`, `level:1` to `level:10` (also `level:10,seconds=0.2`), "
        "`engine:COMMAND`, `python:FILE.py:NAME` (a Python bot), `taught` (knows what the course of the game "
        "teaches). Name two or more.",
        show_default=False,
    ),
]
PairsOption = Annotated[
    int,
    typer.Option(
        "--pairs",
        metavar="N",
        min=1,
        max=MOST_PAIRS,
        help="Pairs of games for each two players: one opening, colours swapped.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="S",
        min=0.001,
        max=LONGEST,
        help="Time for each turn, shared by its decisions; a level may use less.",
        show_default="1, unless there is a limit of nodes or a clock",
    ),
]
ClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="S+S",
        help="Seconds for the whole game, and more for each turn, such as `10+0.1`; who runs out loses. "
        "`40/60` gives 60 seconds for every 40 turns.",
        show_default=False,
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        metavar="N",
        min=1,
        help="Positions to look at for each decision, however many a turn has.",
        show_default=False,
    ),
]
ScheduleOption = Annotated[
    Schedule,
    typer.Option(
        "--schedule",
        help="Who plays whom: everybody, neighbours in the list, the first player against all others, those "
        "with about the same points (`swiss`), or winners only (`knockout`; the first ones are seeded).",
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        metavar="N",
        min=1,
        max=1000,
        help="With `--schedule swiss`: how many rounds, each of --pairs pairs.",
        show_default="enough to find a winner",
    ),
]
Openings = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="FILE",
        help="Openings of the pairs: a file with records, or with one opening a line; or `book`, the opening "
        "book of the game.",
        show_default="random turns",
    ),
]
AdjudicateWin = Annotated[
    str | None,
    typer.Option(
        "--adjudicate-win",
        metavar="P,N",
        help="End a game when both players give one side P per cent or more for N turns, such as `98,6`.",
        show_default=False,
    ),
]
AdjudicateDraw = Annotated[
    str | None,
    typer.Option(
        "--adjudicate-draw",
        metavar="P,N",
        help="End a game as a draw when both players see it within P per cent of even for N turns, such as "
        "`2,20`; `2,20,80` only from turn 80 on.",
        show_default=False,
    ),
]
Event = Annotated[
    str,
    typer.Option("--event", metavar="NAME", help="The name of the event, for records.", show_default=False),
]
RatingsFile = Annotated[
    Path | None,
    typer.Option(
        "--ratings",
        metavar="FILE",
        help="Keep ratings over several matches in this file (JSON).",
        show_default=False,
    ),
]
OpeningTurns = Annotated[
    int | None,
    typer.Option(
        "--opening-turns",
        metavar="N",
        min=0,
        max=1000,
        help="Turns each pair begins with: random, or how much of the openings is used.",
        show_default="what suits the game",
    ),
]
MostTurns = Annotated[
    int, typer.Option("--most-turns", metavar="N", min=1, max=100_000, help="A longer game is a draw.")
]
MatchSeed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", min=0, max=LARGEST_SEED, help="Decides openings and everything random."
    ),
]
Test = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="ELO0,ELO1",
        help="Stop as soon as it is clear whether the first player is better by ELO1 rather than ELO0.",
        show_default=False,
    ),
]
Alpha = Annotated[float, typer.Option("--alpha", metavar="P", help="With --sprt: the risk of a false ELO1.")]
Beta = Annotated[float, typer.Option("--beta", metavar="P", help="With --sprt: the risk of a false ELO0.")]
AtATime = Annotated[
    int | None,
    typer.Option(
        "--games-at-a-time",
        "-n",
        metavar="N",
        min=1,
        max=MOST_AT_A_TIME,
        help="How many games are played at once.",
        show_default="the number of cores",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes", metavar="M", min=0.0, help="Begin no more games after this time.", show_default=False
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786.",
        show_default=False,
    ),
]
ResultsPath = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="FILE",
        help="Where every game is stored (JSON lines); the match continues from there.",
        show_default="a file in your data folder",
    ),
]
Restart = Annotated[
    bool, typer.Option("--restart", help="Forget the games of this match that were played before.")
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write a summary.", show_default=False)
]
RecordsFile = Annotated[
    Path | None,
    typer.Option(
        "--records",
        metavar="FILE",
        help="Write all games. The ending decides the format: .gipfel, .txt.gz, .jsonl, .parquet …",
        show_default=False,
    ),
]
PictureFile = Annotated[
    Path | None,
    typer.Option(
        "--picture", metavar="FILE", help="Draw the ratings: FILE.svg or FILE.png.", show_default=False
    ),
]


def arena(
    game: GameName,
    player: Players,
    version: Version = None,
    option: Options = None,
    menu: MenuFile = None,
    pairs: PairsOption = 50,
    seconds: Seconds = None,
    nodes: Nodes = None,
    clock: ClockOption = None,
    schedule: ScheduleOption = Schedule.ROUND_ROBIN,
    rounds: Rounds = None,
    openings: Openings = None,
    opening_turns: OpeningTurns = None,
    most_turns: MostTurns = 600,
    adjudicate_win: AdjudicateWin = None,
    adjudicate_draw: AdjudicateDraw = None,
    seed: MatchSeed = 1,
    sprt: Test = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    games_at_a_time: AtATime = None,
    minutes: Minutes = None,
    cluster: Cluster = None,
    results: ResultsPath = None,
    restart: Restart = False,
    json: JsonFile = None,
    records: RecordsFile = None,
    picture: PictureFile = None,
    ratings: RatingsFile = None,
    event: Event = "",
) -> None:
    """Play a match between two or more players and say who is better, how much, and how sure that is.

    Each pair of games begins with the same opening, colours swapped. Ctrl-C interrupts the match; the same
    command continues it.

    Examples:

    - `gipfel arena gipf --version standard --player level:3 --player level:2 --pairs 20`

    - `gipfel arena zertz -p level:5 -p "engine:python my_engine.py" --seconds 0.2 --sprt 0,30 --pairs 1000`

    - `gipfel arena gipf -p python:my_bot.py:MyBot -p level:2 --pairs 10`

    - `gipfel arena tzaar -p level:10 -p level:10,timing=even --clock 6+0.05`

    - `gipfel arena yinsh -p level:1 -p level:2 -p level:3 --schedule ladder --picture ladder.svg`

    - `gipfel arena dvonn -p level:2 -p level:3 -p "engine:./dvonn" -p "engine:./dvonn,option.Hash=64"
      --schedule swiss --pairs 2 --openings openings.txt --adjudicate-win 98,6 --event "Club cup"
      --ratings ratings.json --records games.gipfel`
    """
    from gipfel.arena.adjudication import DrawRule, WinRule
    from gipfel.arena.game_clock import ClockTerms
    from gipfel.arena.games import Terms
    from gipfel.arena.openings import book_turns, usual_turns
    from gipfel.arena.schedule import Match
    from gipfel.cli.match_report import show
    from gipfel.cli.matches import (
        Files,
        RunOptions,
        check_picture,
        check_records,
        deadline,
        play,
        read_sprt,
        say_repeated,
    )
    from gipfel.learn.taught_player import read_player
    from gipfel.notation.printable import printable_part
    from gipfel.notation.record import LONGEST_TITLE

    chosen = chosen_game(game, *agreed(menu, game, version, option))
    book = openings == BOOK
    usual = book_turns(chosen) if book else usual_turns(chosen)
    lines: tuple[OpeningLine, ...] = ()
    if openings is not None and not book:
        from gipfel.arena.opening_lines import read_openings

        lines = read_openings(Path(openings), chosen, opening_turns, usual)
        say_repeated(len(lines), pairs)
    terms = Terms(
        seconds=USUAL_SECONDS if seconds is None and nodes is None and clock is None else seconds,
        nodes=nodes,
        opening_turns=usual if opening_turns is None else opening_turns,
        seed=seed,
        most_turns=most_turns,
        clock=None if clock is None else ClockTerms.read(clock),
        book=book,
        win_rule=None if adjudicate_win is None else WinRule.read(adjudicate_win),
        draw_rule=None if adjudicate_draw is None else DrawRule.read(adjudicate_draw),
    )
    players = tuple(read_player(text, chosen) for text in player)
    name = printable_part(event)[:LONGEST_TITLE]
    match = Match(chosen, players, terms, pairs, schedule, rounds or 0, name, lines)
    test = read_sprt(sprt, alpha, beta, len(match.players))
    files = Files(results, restart, json, records, picture, ratings)
    check_picture(picture)
    check_records(records)
    if ratings is not None:
        from gipfel.arena.ratings_file import check_ratings

        check_ratings(ratings)
    played = play(match, test, RunOptions(cluster, games_at_a_time, deadline(minutes)), files)
    show(played)
