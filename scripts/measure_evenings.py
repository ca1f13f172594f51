"""Measure how long evenings take: the engine plays whole menus and single games against itself.

    python -m scripts.measure_evenings --games 20
    python -m scripts.measure_evenings yinsh dvonn --games 100
    python -m scripts.measure_evenings --minutes 60
    python -m scripts.measure_evenings --table

Every preset is played in every form of linking, and every game in every version, as it can be a contest.
Both sides are level 7. The first turns of each game and of each contest are random, as in the arena, so that
no two are the same. All menus get their first game, then all their second one, and so on; a game is written
to the results file as soon as it is over. The command can be interrupted at any time and continues where it
stopped.

At the end, or with --table alone, the results become the table that menus read (`project/menu/lengths.json`),
the file `lengths.json` in the folder of each game, the report (`docs/reports/evenings.md`), and the times of
the presets in the guide (`docs/menu.md`).
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from rich.progress import Progress

from gipfel.arena.openings import SEEDS, usual_turns
from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.lengths import FILE
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import folder_of, game, game_names, game_type
from gipfel.games.core.side import Side
from gipfel.project.menu.lengths import (
    FORMS,
    OUTSIDE_TURNS,
    SECONDS,
    TABLE,
    Measured,
    game_summary,
    seconds_of,
    summary,
    time_text,
)
from gipfel.project.potentials import linking, rules
from gipfel.project.potentials.agreement import PRESETS, PROJECT, start_state

REPORTS = Path(__file__).parents[1] / "docs" / "reports"
RESULTS, REPORT = REPORTS / "evenings.jsonl", REPORTS / "evenings.md"
GUIDE = Path(__file__).parents[1] / "docs" / "menu.md"
MARKS = tuple(
    f"<!-- {what}: lengths of presets (scripts/measure_evenings.py) -->" for what in ("begin", "end")
)
LEVEL = 7
GAMES = 20


@dataclass
class Evening:
    """One measured game; of a single game, only its turns."""

    name: str
    """Preset and form like `evening must-win`, or game and version like `zertz basic`."""
    number: int
    turns: int = 0
    """Of the main game; turns of contests are not among them."""
    uses: dict[str, int] = field(default_factory=dict)
    """Announced uses by the letter of the kind."""
    contests: list[tuple[str, int]] = field(default_factory=list)
    """What was played, and in how many turns."""


# --- What is measured -----------------------------------------------------------------------------


def measured_games() -> dict[str, Game]:
    """Every preset as it is, then in the other forms of linking, then every game in every version."""
    found: dict[str, Game] = {}
    for preset in PRESETS:
        own = game(PROJECT, preset).live
        found[f"{preset} {own.options[linking.MODE]}"] = own
    for preset in PRESETS:
        for form in FORMS:
            other = game(PROJECT, preset, **{linking.MODE: form}).live
            known = map(_agreed, found.values())
            if _is_linked(other) == (form != linking.OFF) and _agreed(other) not in known:
                found[f"{preset} {form}"] = other
    for name in game_names():
        if name != PROJECT:
            found |= {f"{name} {version}": game(name, version) for version in game_type(name).versions}
    return found


def _is_linked(kind: Game) -> bool:
    return any(kind.options[link] != linking.FREE for link in linking.LINKS)


def _agreed(kind: Game) -> tuple[Any, ...]:
    """What makes two presets the same evening."""
    links = [kind.options[link] for link in linking.LINKS] if _is_linked(kind) else []
    return start_state(kind.options), links


# --- Playing --------------------------------------------------------------------------------------


class EveningPlayer:
    """Plays games of the engine against itself, and counts."""

    def __init__(self, name: str, kind: Game, number: int) -> None:
        self.evening = Evening(name, number)
        self.kind = kind
        self.chance = Random(f"evening {name} {number}")
        self.players: dict[Side, Player] = {}

    def play(self) -> Evening:
        """Play one game to its end."""
        self.kind.compile()
        spec = PlayerSpec.read(f"level:{LEVEL}")
        for side in Side:
            self.players[side] = spec.make_player(self.chance.randrange(SEEDS))
            self.players[side].begin(self.kind)
        position = self.kind.start(seed=self.chance.randrange(SEEDS))
        while position.outcome is None and position.turn < MOST_TURNS:
            position = self._play(position)
        for player in self.players.values():
            player.close()
        self.evening.turns = position.turn
        return self.evening

    def _play(self, position: Position) -> Position:
        decision = position.throw(self.chance) or self._chosen(position)
        self._count(position, decision)
        after = position.play(decision)
        for player in self.players.values():
            player.watch(decision)
        return after.at(after.time + after.reaction) if after.timed else after

    def _chosen(self, position: Position) -> Decision:
        """A random decision in the first turns of a game or contest, then that of the engine."""
        played = position.played
        if played is not None and played.turn < usual_turns(played.game):
            return self.chance.choice(position.decisions())
        return self.players[position.side].choose(position, SearchLimits())

    def _count(self, position: Position, decision: Decision) -> None:
        """Count what a decision announces, or the contest that it ends."""
        contest = position.contest
        if contest is not None:
            ended = contest.after(decision.code)
            if ended.verdict is not None:
                self.evening.contests.append((contest.name, 0 if ended.played is None else ended.played.turn))
        elif self.kind.name == PROJECT and _is_use(decision.code):
            kind = linking.KIND_LETTERS[rules.kind_of(position.state, decision.code)]
            self.evening.uses[kind] = self.evening.uses.get(kind, 0) + 1


def _is_use(code: int) -> bool:
    return rules.EXTRA <= code < rules.DECLINE or rules.USE <= code < rules.REMOVE


# --- The results file -----------------------------------------------------------------------------


def read_results(path: Path = RESULTS) -> dict[tuple[str, int], Evening]:
    """All games in the file; a last line that was cut off is ignored."""
    found = {}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
    for line in lines:
        if line.endswith("\n"):
            data: dict[str, Any] = json.loads(line)
            contests = [(name, turns) for name, turns in data["contests"]]
            evening = Evening(**{**data, "contests": contests})
            found[evening.name, evening.number] = evening
    return found


def add_result(evening: Evening, path: Path = RESULTS) -> None:
    with open(path, "r+b" if path.exists() else "w+b") as file:
        whole = file.read()
        file.seek(whole.rfind(b"\n") + 1)
        file.truncate()
        file.write(json.dumps(asdict(evening), ensure_ascii=False).encode() + b"\n")


def evenings(results: dict[tuple[str, int], Evening]) -> dict[str, Any]:
    """The table that menus read: medians and quartiles of every preset and form that was measured."""
    rows = {name: summary(played) for name, played in _played(results, projects=True).items()}
    return {"level": LEVEL, "evenings": rows}


def single_games(results: dict[tuple[str, int], Evening]) -> dict[str, dict[str, Any]]:
    """The file of each game that was measured: medians and quartiles of its versions."""
    found: dict[str, dict[str, Any]] = {}
    for name, played in _played(results, projects=False).items():
        of_game, version = name.split()
        found.setdefault(of_game, {})[version] = game_summary(played)
    return found


def _played(results: dict[tuple[str, int], Evening], projects: bool) -> dict[str, list[Measured]]:
    """What was played of every menu, or of every single game, in the order of `measured_games`."""
    found: dict[str, list[Measured]] = {}
    for name, kind in measured_games().items():
        if (kind.name == PROJECT) == projects:
            seconds = SECONDS if projects else seconds_of(name)
            played = (results[key] for key in sorted(results) if key[0] == name)
            found[name] = [Measured(one.turns, one.uses, tuple(one.contests), seconds) for one in played]
    return {name: played for name, played in found.items() if played}


def write_tables() -> None:
    """Write the table of the menus, the files of the games, the report and the guide."""
    menus, games = evenings(read_results()), single_games(read_results())
    TABLE.write_text(json.dumps(menus, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    for name, rows in games.items():
        (folder_of(name) / FILE).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    REPORT.write_text(report(menus, games), encoding="utf-8")
    GUIDE.write_text(with_presets(GUIDE.read_text(encoding="utf-8"), menus), encoding="utf-8")


# --- The report -----------------------------------------------------------------------------------

INTRODUCTION = """\
# How long an evening takes

Measured in games of the engine against itself: both sides are level {level}, in contests too, and the
first turns of every game and contest are random. The middle number is the median; half of the games are
between the two others. Uses are announced uses of potentials, by both players together. A throw of dice,
a coin or a card counts as a contest of one turn.

Minutes are turns times {seconds} seconds, those of contests included. That pace is an assumption: on a
server where people play much, the median of recorded games is 5 (DVONN) to 20 (ZÈRTZ) seconds a turn; two
who play now and then take longer, and with half a minute a plain game of GIPF takes three quarters of an
hour. Who plays faster or slower than that can scale the numbers. In real time, in TAMSK level 2 and 3, a
turn counts {timed} seconds: who takes longer does not get round to all glasses before they are empty.

Menus show these numbers. A menu that was not measured is estimated: the main game as in the measured
evening that is most like it, and each potential used as often as there, with contests as long as the
linked game by itself. A game outside is assumed to take {outside} minutes.

This page is written by

    python -m scripts.measure_evenings --games 100

which can be interrupted at any time and continues where it stopped. The games are in
`docs/reports/evenings.jsonl`.
"""


def report(menus: Mapping[str, Any], games: Mapping[str, Mapping[str, Any]]) -> str:
    """The tables as a page of the documentation."""
    outside = round(OUTSIDE_TURNS * SECONDS / 60)
    timed = round(seconds_of("tamsk level2"))
    introduction = INTRODUCTION.format(level=menus["level"], seconds=SECONDS, timed=timed, outside=outside)
    lines = [introduction]
    head = ("turns of GIPF", "uses", "contests", "turns of contests", "minutes")
    lines += ["## Presets, in each form of linking", "", *_head("preset", "form", "games", *head)]
    for name, row in menus["evenings"].items():
        keys = ("turns", "uses", "contests", "contest_turns", "minutes")
        lines.append(
            _row(*(f"`{word}`" for word in name.split()), row["n"], *(_range(row[key]) for key in keys))
        )
    lines += ["", "## Games", "", *_head("game", "version", "games", "turns", "minutes")]
    for name, rows in games.items():
        for version, row in rows.items():
            lines.append(_row(name, version, row["n"], _range(row["turns"]), _range(row["minutes"])))
    return "\n".join(lines) + "\n"


def with_presets(guide: str, menus: Mapping[str, Any]) -> str:
    """The guide to menus with the length of each preset between its marks."""
    before, begin, rest = guide.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    lines = ["| preset | about | turns of GIPF | contests |", "|---|---|---:|---:|"]
    for preset in PRESETS:
        row = menus["evenings"][f"{preset} {game(PROJECT, preset).options[linking.MODE]}"]
        cells = (f"`{preset}`", time_text(row["minutes"][1]), row["turns"][1], row["contests"][1])
        lines.append(_row(*cells))
    return "".join([before, begin, "\n", "\n".join(lines), "\n", end, after])


def _head(*titles: str) -> list[str]:
    return [_row(*titles), "|---|---|" + "---:|" * (len(titles) - 2)]


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _range(quartiles: list[int]) -> str:
    """`60 – 77 – 95`, or one number if they are the same."""
    low, middle, high = quartiles
    return str(middle) if low == high else f"{low} – **{middle}** – {high}"


# --- The command ----------------------------------------------------------------------------------


def waiting(games: int, only: Sequence[str] = ()) -> Iterator[tuple[str, Game, int]]:
    """The games to play, one of each menu in turn, without those in the results file."""
    done, kinds = read_results(), measured_games()
    for number in range(games):
        for name, kind in kinds.items():
            if (name, number) not in done and (not only or kind.name in only):
                yield name, kind, number


def measure(games: int, minutes: float, only: Sequence[str]) -> None:
    """Play until there are this number of games of each menu, or the time is over."""
    end = monotonic() + 60 * minutes
    to_play = list(waiting(games, only))
    with Progress() as progress:
        bar = progress.add_task("evenings", total=len(to_play))
        for name, kind, number in to_play:
            if monotonic() > end:
                break
            progress.update(bar, description=f"{name}, game {number + 1}")
            add_result(EveningPlayer(name, kind, number).play())
            progress.advance(bar)


def main() -> None:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("only", nargs="*", metavar="GAME", help="only these games; all if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="of each menu and game")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop then")
    parser.add_argument("--table", action="store_true", help="play nothing, only write the table")
    arguments = parser.parse_args()
    unknown = {*arguments.only} - {*game_names()}
    if unknown:
        parser.error(f"there is no game {', '.join(unknown)}; there are {', '.join(game_names())}")
    try:
        if not arguments.table:
            measure(arguments.games, arguments.minutes, arguments.only)
    except KeyboardInterrupt:
        print("Interrupted; the same command continues.")
    write_tables()


if __name__ == "__main__":
    main()
