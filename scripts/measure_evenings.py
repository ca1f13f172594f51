"""Measure how long evenings take: the engine plays whole menus and single games against itself.

    python -m scripts.measure_evenings --games 20
    python -m scripts.measure_evenings --minutes 60
    python -m scripts.measure_evenings --table

Every preset is played in every form of linking, and every game in every version, as it can be a contest.
Both sides are level 7. The first turns of each game and of each contest are random, as in the arena, so that
no two are the same. All menus get their first game, then all their second one, and so on; a game is written
to the results file as soon as it is over. The command can be interrupted at any time and continues where it
stopped.

At the end, or with --table alone, the results become the table that menus read (`project/menu/lengths.json`),
the report (`docs/reports/evenings.md`), and the times of the presets in the guide (`docs/menu.md`).
"""

import argparse
import json
from collections.abc import Iterator
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
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import game, game_names, game_type
from gipfel.games.core.side import Side
from gipfel.project.menu.lengths import (
    FORMS,
    OUTSIDE_TURNS,
    SECONDS,
    TABLE,
    Measured,
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


def table(results: dict[tuple[str, int], Evening]) -> dict[str, Any]:
    """The table that menus read: medians and quartiles of every menu and game that was measured."""
    kinds = measured_games()
    by_name: dict[str, list[Measured]] = {}
    for (name, _), evening in sorted(results.items()):
        if name in kinds:
            seconds = SECONDS if kinds[name].name == PROJECT else seconds_of(name)
            played = Measured(evening.turns, evening.uses, tuple(evening.contests), seconds)
            by_name.setdefault(name, []).append(played)
    rows = {name: summary(by_name[name]) for name in kinds if name in by_name}
    project = [name for name in rows if kinds[name].name == PROJECT]
    return {
        "level": LEVEL,
        "evenings": {name: rows[name] for name in project},
        "games": {name: row for name, row in rows.items() if name not in project},
    }


def write_table() -> None:
    """Write the table of the menus and the report."""
    rows = table(read_results())
    TABLE.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    REPORT.write_text(report(rows), encoding="utf-8")
    GUIDE.write_text(with_presets(GUIDE.read_text(encoding="utf-8"), rows), encoding="utf-8")


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


def report(rows: dict[str, Any]) -> str:
    """The table as a page of the documentation."""
    outside = round(OUTSIDE_TURNS * SECONDS / 60)
    timed = round(seconds_of("tamsk level2"))
    introduction = INTRODUCTION.format(level=rows["level"], seconds=SECONDS, timed=timed, outside=outside)
    lines = [introduction]
    head = ("turns of GIPF", "uses", "contests", "turns of contests", "minutes")
    lines += ["## Presets, in each form of linking", "", *_head("preset", "form", "games", *head)]
    for name, row in rows["evenings"].items():
        keys = ("turns", "uses", "contests", "contest_turns", "minutes")
        lines.append(
            _row(*(f"`{word}`" for word in name.split()), row["n"], *(_range(row[key]) for key in keys))
        )
    lines += ["", "## Games", "", *_head("game", "version", "games", "turns", "minutes")]
    for name, row in rows["games"].items():
        lines.append(_row(*name.split(), row["n"], _range(row["turns"]), _range(row["minutes"])))
    return "\n".join(lines) + "\n"


def with_presets(guide: str, rows: dict[str, Any]) -> str:
    """The guide to menus with the length of each preset between its marks."""
    before, begin, rest = guide.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    lines = ["| preset | about | turns of GIPF | contests |", "|---|---|---:|---:|"]
    for preset in PRESETS:
        row = rows["evenings"][f"{preset} {game(PROJECT, preset).options[linking.MODE]}"]
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


def waiting(games: int) -> Iterator[tuple[str, Game, int]]:
    """The games to play, one of each menu in turn, without those in the results file."""
    done, kinds = read_results(), measured_games()
    for number in range(games):
        for name, kind in kinds.items():
            if (name, number) not in done:
                yield name, kind, number


def measure(games: int, minutes: float) -> None:
    """Play until there are this number of games of each menu, or the time is over."""
    end = monotonic() + 60 * minutes
    to_play = list(waiting(games))
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
    parser.add_argument("--games", type=int, default=GAMES, help="of each menu and game")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop then")
    parser.add_argument("--table", action="store_true", help="play nothing, only write the table")
    arguments = parser.parse_args()
    try:
        if not arguments.table:
            measure(arguments.games, arguments.minutes)
    except KeyboardInterrupt:
        print("Interrupted; the same command continues.")
    write_table()


if __name__ == "__main__":
    main()
