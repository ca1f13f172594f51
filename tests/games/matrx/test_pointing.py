"""MATRX GIPF by pointing: what means a decision, and what it moves."""

import gipfel
from gipfel import Position
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change

GAME = gipfel.game("matrx")
GIPF_PIECES = "i2=Wg,i4=Bg"
ROW = GAME.position(
    f"e2=Wzz,e3=Wz,e4=Wg,e5=Wy,e6=Byy,e7=By,{GIPF_PIECES} w s W:T2Z2 B:T2",
)
CROSSING = GAME.position(
    f"c5=Bzz,d5=Bzz,e4=Byy,e5=Btt,e6=Byy,e7=Bdd,f4=Buu,{GIPF_PIECES} b s W:T2 B:T2",
)


def paths(position: Position, text: str) -> set[str]:
    """The ways to point at a decision, each as a text."""
    return {written(path) for path in position.decision(text).paths}


def written(path: Path) -> str:
    return " ".join(f"{target.kind}:{target.name}" for target in path)


def changes(position: Position, text: str) -> list[str]:
    return [_written(change) for change in position.decision(text).changes]


def _written(change: Change) -> str:
    ends = [target.name if target else "" for target in (change.origin, change.goal)]
    return f"{change.kind} {'>'.join(ends)}"


# --- Pushes -----------------------------------------------------------------------------------------


def test_a_gipf_piece_need_not_be_chosen() -> None:
    assert "spot:e2" in paths(GAME.start(), "Ge2")
    assert "tray:GIPF dot:e1 spot:e2" in paths(GAME.start(), "Ge2")


def test_the_kind_of_pair_is_chosen_first() -> None:
    position = GAME.position(f"e2=Bz,{GIPF_PIECES} w s W:T2Z2 B:T2")
    assert paths(position, "Te1-e3") == {"tray:TAMSK dot:e1 spot:e2"}
    assert paths(position, "Ze1-e3") == {"tray:ZÈRTZ dot:e1 spot:e2"}


def test_a_push_moves_the_block() -> None:
    position = GAME.position(f"e2=BddWd,e3=Bz,{GIPF_PIECES} w s W:T2 B:T2")
    assert changes(position, "Te1-e4") == ["move e2>e3", "move e3>e4", "enter e1>e2"]


# --- Uses and extra moves -----------------------------------------------------------------------------


def test_a_pair_is_used_by_pointing_at_it_and_its_goal() -> None:
    position = GAME.position(f"c3=Wyy,{GIPF_PIECES} w s W:T2 B:T2")
    assert paths(position, "Yc3>c5") == {"spot:c3 spot:c5"}
    assert changes(position, "Yc3>c5") == ["enter c3>c5"]


def test_an_extra_move_comes_from_the_centre() -> None:
    position = GAME.position(f"e2=By,e5=Wtt,{GIPF_PIECES} w s W:T2 B:T2")
    assert paths(position, "+e1-e3") == {"dot:e1 spot:e2"}
    assert changes(position, "+e1-e3") == ["lift e5>", "move e2>e3", "enter e1>e2"]
    assert paths(position, "+0") == {"button:decline"}
    assert changes(position, "+0") == ["lift e5>"]


# --- Rows -------------------------------------------------------------------------------------------------


def test_pairs_of_either_colour_are_kept_by_pointing_at_them() -> None:
    assert paths(ROW, "xe3,e4,e5,e7*") == {"row:e2-e8 keep:e2 keep:e6 button:take"}
    assert paths(ROW, "xe2,e3,e4,e5,e6*,e7*") == {"row:e2-e8 button:take"}
    assert all(target.toggle == (target.kind == "keep") for d in ROW.decisions() for target in d.paths[0])


def test_a_row_without_pairs_is_one_target() -> None:
    position = GAME.position(f"e2=Wz,e3=Wz,e4=Wt,e5=Wy,{GIPF_PIECES} w s W:T2 B:T2")
    assert paths(position, "xe2,e3,e4,e5") == {"row:e2-e8"}


def test_a_piece_that_two_rows_can_lose_is_reached_by_both() -> None:
    assert paths(CROSSING, "xe5") == {
        "row:e2-e8 keep:e4 keep:e6 keep:e7 button:take",
        "row:b5-h2 keep:c5 keep:d5 keep:f4 button:take",
    }


def test_what_goes_is_lifted() -> None:
    assert changes(ROW, "xe3,e4,e5,e7*") == ["lift e3>", "lift e4>", "lift e5>", "lift e7>"]


def test_choices_have_targets() -> None:
    assert Target("tray", "TAMSK") in {
        target
        for d in GAME.position(f"e2=Bz,{GIPF_PIECES} w s W:T2Z2 B:T2").decisions()
        for path in d.paths
        for target in path
    }
