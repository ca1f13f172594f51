"""The explorer: a database of games that tells what was played in a position, how often and with what result.

An explorer is built from files with games, and then asked about positions:

    from gipfel.explorer import Explorer, build_explorer, counted_games

    build_explorer("games.explorer", counted_games("games.txt", on_problem=print))
    with Explorer("games.explorer") as explorer:
        for played in explorer.look_up(position).decisions:
            print(played.text, played.games, played.score)
"""

from gipfel.explorer.answer import Answer, PlayedDecision, Tally
from gipfel.explorer.building import BuildReport, build_explorer
from gipfel.explorer.counted import look_up_in
from gipfel.explorer.counting import CountedGame, counted_game, counted_games, counted_record
from gipfel.explorer.database import ExplorerProblem, GamesOfVersion
from gipfel.explorer.explorer import Explorer
from gipfel.explorer.strength import Strength, strengths

__all__ = [
    "Answer",
    "BuildReport",
    "CountedGame",
    "Explorer",
    "ExplorerProblem",
    "GamesOfVersion",
    "PlayedDecision",
    "Strength",
    "Tally",
    "build_explorer",
    "counted_game",
    "counted_games",
    "counted_record",
    "look_up_in",
    "strengths",
]
