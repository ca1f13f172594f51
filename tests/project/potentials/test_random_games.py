"""Random project games with links to anything: they end, keep the invariants, and are written and read.

Some are played with the other tests, more with `make check`, many with `make soak`.
"""

import time
from itertools import pairwise
from random import Random

import pytest

import gipfel
from gipfel import Playthrough
from gipfel.games.gipf.rules import BIT, GIPF, LINES, PIECES, SPOTS
from gipfel.project.potentials import notation, rules
from gipfel.project.potentials.agreement import CHANCE, OPTIONS, OUTSIDE
from gipfel.project.potentials.game import Project
from gipfel.project.potentials.linking import KIND_LETTERS
from tests.helpers.check import CHECK
from tests.helpers.soak import SIZE

GAMES = tuple(name for name in gipfel.game_names() if name != "project")
POOL = "T3Z3D3Y3P3"
NUMBER = 500 if SIZE else 100 if CHECK else 25
"""How many games with links to anything are played."""

# --- Random games ---------------------------------------------------------------------------------


def random_menu(chance: Random) -> Project:
    """A project game with all five kinds, links to anything, and random options."""
    options: dict[str, object] = {"pool_white": POOL, "pool_black": POOL}
    for option in OPTIONS:
        if len(option.values) > 1 and not option.name.startswith("link."):
            options[option.name] = chance.choice(option.values)
    options |= {
        "link.mode": chance.choice(("challenge", "must-win")),
        "link.tie": chance.choice(("auto", "use", "deny", "replay")),
        "link.failed": chance.choice(("removed", "inert", "retry")),
        "link.first": chance.choice(("lots-then-alternate", "user", "opponent")),
        "link.scope": chance.choice(("all", "first")),
        "link.challenges": chance.choice(("auto", "unlimited", 1)),
    }
    for letter in KIND_LETTERS:
        options[f"link.{letter}"] = chance.choice(("none", OUTSIDE, *CHANCE, *GAMES))
    if options["link.tie"] == "replay" and "punct" in options.values():
        options["link.tie"] = "deny"  # random PÜNCT always ends in a draw
    if options["base"] == "basic":
        options["gipf_loss"] = "auto"
    return Project("menu", **options)


def choose(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """Chance where it is due; otherwise mostly loaded pieces, uses and challenges, so that much happens."""
    thrown = position.throw()
    if thrown is not None:
        return thrown
    codes = position.codes
    if position.contest is not None:
        codes = codes[:40]  # the first ones bring pieces in: a PÜNCT game of moves alone never ends
    elif chance.random() < 0.8:
        codes = [code for code in codes if code >= rules.PUSH_LOADED * 42] or codes
    return gipfel.Decision(position, chance.choice(codes))


def random_project_game(seed: int, most: int = 3000) -> Playthrough:
    chance = Random(seed)
    game = Playthrough(random_menu(chance).start())
    while game.position.outcome is None and len(game.decisions) < most:
        game.play(choose(game.position, chance))
    return game


def check_invariants(position: gipfel.Position) -> None:
    """docs/rules/potentials.md 1, at the end of a turn."""
    state = position.state
    for spot in range(len(SPOTS)):
        units = list(notation.units_of(state[rules.CELL + spot]))[::-1]
        for below, unit in pairwise(units):
            used = unit & 7 in (rules.DVONN, rules.PUNCT)
            assert below >> 3 == unit >> 3 or used
    assert state[PIECES] & state[PIECES + 1] == 0


@pytest.mark.parametrize("first", range(0, NUMBER, 25))
def test_random_games_with_links_run_to_their_end(first: int) -> None:
    for seed in range(first, first + 25):
        game = random_project_game(seed)
        outside = [d.position for d in game.decisions if d.position.contest is None]
        assert len({game.start.game.conserved(position.state) for position in outside}) == 1
        for position in outside:
            check_invariants(position)
        assert game.position.outcome is not None


# --- 1. Invariants, which hold with the default options --------------------------------------------


AROUND_THE_CENTRE = (
    "b2=Bp,c3=Wp,d4=Wpt,e2=Wpp,e3=Bp,e4=Bpt,e6=Wpt,e7=Bp,e8=Bpp,f5=Bpt,g5=Wp,h5=Bp "
    "w m W:12/T3/L B:12/T3/L 0/0"
)
"""TAMSK-loaded pieces one push away from the centre: by itself chance rarely brings them there."""


def game_by_default_rules(seed: int) -> Playthrough:
    """A random game whose menu varies the base, the numbers and the links, and no rule."""
    chance = Random(seed)
    kinds = chance.sample(KIND_LETTERS, chance.randint(1, 5))
    options: dict[str, object] = {"base": chance.choice(("tournament", "standard", "basic"))}
    for side in ("white", "black"):
        options[f"pool_{side}"] = "".join(f"{kind}{chance.randint(3, 6)}" for kind in kinds)
    options |= {f"link.{kind}": chance.choice(("none", OUTSIDE, *CHANCE)) for kind in kinds}
    menu = Project("menu", **options)
    game = Playthrough(menu.position(AROUND_THE_CENTRE) if seed % 2 else menu.start())
    while game.position.outcome is None and len(game.decisions) < 1000:
        game.play(choose(game.position, chance))
    return game


def standing_fours(position: gipfel.Position) -> list[str]:
    """Four of a colour next to each other that are not GIPF-pieces only; looked for spot by spot."""
    state = position.state
    fours = [line[i : i + 4] for line in LINES for i in range(len(line) - 3)]
    return [
        " ".join(SPOTS.names[spot] for spot in four)
        for four in fours
        for side in (0, 1)
        if all(state[PIECES + side] & BIT[spot] for spot in four)
        and not all(state[GIPF] & BIT[spot] for spot in four)
    ]


@pytest.mark.parametrize("seed", range(60 if CHECK else 20))
def test_invariants_at_the_end_of_every_turn(seed: int) -> None:
    game = game_by_default_rules(seed)
    along = [*(decision.position for decision in game.decisions), game.position]
    assert len({game.start.game.conserved(position.state) for position in along}) == 1
    for before, after in pairwise(along):
        old, new = before.state, after.state
        for side in (0, 1):
            assert new[rules.STAGE + side] >= old[rules.STAGE + side]
            if old[rules.STAGE + side] == rules.ONLY_GIPF_FIRST:
                assert new[rules.STAGE + side] <= rules.GIPF_STAGE
        check_invariants(after)
        if after.turn > before.turn and after.outcome is None:
            centre = new[rules.CELL + rules.CENTRE]
            own = centre and rules.colour_of(centre) == old[rules.BY]
            assert not (own and rules.load_of(centre) == rules.TAMSK)
            assert not standing_fours(after)


@pytest.mark.parametrize("seed", range(8) if CHECK else (0, 3, 7))
def test_a_saved_game_resumes_anywhere(seed: int) -> None:
    whole = random_project_game(seed)
    chance = Random(seed)
    inside = [i for i, d in enumerate(whole.decisions) if d.position.contest is not None]
    some = chance.sample(range(len(whole.decisions)), min(4, len(whole.decisions)))
    for length in {*some, *inside[:2], *inside[-2:]}:
        part = Playthrough(whole.start)
        for decision in whole.decisions[:length]:
            part.play(decision)
        text = gipfel.write_record(part.record())
        again = gipfel.replay(gipfel.read_record(text))
        assert again.position == part.position
        assert gipfel.write_record(again.record()) == text


def test_positions_with_contests_round_trip() -> None:
    for seed in range(4):
        game = random_project_game(seed)
        for decision in game.decisions[::7]:
            position = decision.position
            assert position.game.position(str(position)) == position


def test_saving_and_resuming_in_a_contest_is_quick() -> None:
    """A sanity bound, far above what benchmarks/save_resume.py measures."""
    game = next(g for g in map(random_project_game, range(20)) if len(g.decisions) > 60)
    begin = time.process_time()
    text = gipfel.write_record(game.record())
    gipfel.replay(gipfel.read_record(text))
    assert time.process_time() - begin < 5
