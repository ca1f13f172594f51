"""DVONN, in the order of docs/rules/dvonn.md: board, set-up, turn, removals, end, notation."""

import re
from collections import Counter
from random import Random

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Position, PositionError
from gipfel.board.flood import around, flood, surrounded
from gipfel.draw.target import Path, Target
from gipfel.draw.text import text as picture
from gipfel.games.dvonn import rules
from gipfel.games.dvonn.rules import SPACES
from gipfel.kernel.perft import Perft
from tests.helpers.degrees import degree
from tests.helpers.random_games import positions
from tests.helpers.random_starts import check_even, check_recorded

GAME = gipfel.game("dvonn")
RANDOM = gipfel.game("dvonn", "random")

START = "........./........../.........../........../......... W P"
F1 = "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/BWBWBWBWBW/WBWBWBWBW W M"
D5 = "......R../........../.........../..RBWW3..R./......... W M"
D7 = "........./....BB..../....RW2BR.../....BR..../......... W M"
D10 = "R......../........WR/.B........./B2WWWRB..../B........ W M"
D17 = "B.....WWW/BBB6....WWW/BBB2*.BB3*W4WRWW/B5BB.B..WWW/..B5.....W2 W M"


def texts(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions()}


def moves(text: str) -> set[str]:
    return texts(GAME.position(text))


def score(position: Position) -> tuple[int, int]:
    return rules.score(position.state, 0), rules.score(position.state, 1)


def with_player(text: str, player: str) -> str:
    board, _, phase = text.split()
    return f"{board} {player} {phase}"


# --- 1. Board -------------------------------------------------------------------------------------


def test_spaces_are_those_of_the_formula() -> None:
    names = {f"{'abcdefghijk'[c]}{r}" for r in range(1, 6) for c in range(max(0, r - 3), min(10, r + 7) + 1)}
    assert set(SPACES.names) == names


def test_counts() -> None:
    edge = [point for point in range(len(SPACES)) if degree(SPACES, point) < 6]
    assert (len(SPACES), SPACES.pairs, len(edge)) == (49, 120, 24)
    corners = {SPACES.names[point] for point in edge if degree(SPACES, point) == 3}
    assert corners == {"a1", "i1", "a3", "k3", "c5", "k5"}
    assert Counter(degree(SPACES, point) for point in range(len(SPACES))) == {3: 6, 4: 18, 6: 25}
    assert sum(degree(SPACES, point) for point in edge) == 90
    assert max(map(len, SPACES.lines)) == rules.FURTHEST + 1


@pytest.mark.parametrize(
    ("space", "neighbours"),
    [
        ("a1", "b1 b2 a2"),
        ("a3", "b3 b4 a2"),
        ("c5", "d5 b4 c4"),
        ("f3", "g3 g4 f4 e3 e2 f2"),
        ("k3", "k4 j3 j2"),
        ("i1", "j2 i2 h1"),
    ],
)
def test_neighbours(space: str, neighbours: str) -> None:
    around = {SPACES.names[point] for point in SPACES.neighbours[SPACES.index[space]] if point >= 0}
    assert around == set(neighbours.split())


def test_rows_are_drawn_horizontally_from_whites_side_up() -> None:
    for name, cell in zip(SPACES.names, SPACES.cells, strict=True):
        column, row = "abcdefghijk".index(name[0]), int(name[1])
        # The page's x = c + 1 − (r−1)/2 and y = r·√3/2, moved so that the middle, f3, is the origin.
        assert SPACES.xy(cell) == pytest.approx((column - (row - 1) / 2 - 4, (row - 3) * 3**0.5 / 2))


def test_every_jump_lands_where_steps_lead() -> None:
    for space, number in enumerate(rules.NUMBER):
        for height in range(1, rules.FURTHEST + 1):
            for direction in range(6):
                steps = [*SPACES.ray(space, direction)]
                landing = rules.LANDING[(rules.NUMBERS * height + number) * 6 + direction]
                if height > len(steps):
                    assert landing == rules.NOWHERE
                else:
                    assert landing == rules.NUMBER[steps[height - 1]]


# --- 2. Set-up ------------------------------------------------------------------------------------


def test_start() -> None:
    start = GAME.start()
    assert str(start) == START
    assert GAME.position(START) == start
    assert (start.side, start.turn) == (gipfel.WHITE, 0)


RANDOM_START = "WWBRWRBWW/BWWWBWWBBB/WBBWBWBWBWB/WBBWBBWRBW/WBWWBBWBB W M"


def test_random_start_is_reproducible_and_never_changes() -> None:
    """The shuffle is documented; seeds in records must mean the same set-up for ever."""
    start = RANDOM.start(seed=1)
    assert str(start) == RANDOM_START
    assert RANDOM.position(RANDOM_START).state == start.state
    assert (start.side, start.turn, start.outcome) == (gipfel.WHITE, 0, None)
    assert len({str(RANDOM.start(seed=seed)) for seed in range(-50, 50)}) == 100


def test_random_start_without_a_seed_is_new_each_time() -> None:
    assert RANDOM.start() != RANDOM.start()
    assert (RANDOM.random_start, GAME.random_start) == (True, False)


def test_random_start_is_even() -> None:
    check_even(RANDOM, {"R": 3, "W": 23, "B": 23})


def test_a_random_start_is_recorded_by_its_seed_or_as_a_position() -> None:
    check_recorded(RANDOM)


def test_versions_share_their_position_texts() -> None:
    assert gipfel.game("dvonn").position(RANDOM_START).state == RANDOM.start(seed=1).state
    assert RANDOM.position(START).decisions()[0].text in SPACES.names


# --- 3.1 Placing ----------------------------------------------------------------------------------


def test_every_action_is_a_turn_and_white_moves_after_the_last_placement() -> None:
    position = GAME.start()
    for n in range(49):
        assert (position.turn, position.side) == (n, n % 2)
        assert len(position.decisions()) == 49 - n
        position = position.play(position.decisions()[0])
    assert (position.turn, position.side) == (49, gipfel.WHITE)
    assert str(position).endswith("W M")
    white = position.play(position.decisions()[0])
    assert (white.turn, white.side) == (50, gipfel.BLACK)


def test_all_pieces_are_placed_in_the_fixed_order() -> None:
    position = GAME.start()
    order = ""
    for name in SPACES.names:
        before = Counter(str(position).split()[0])
        position = position.play(name)
        (placed,) = Counter(str(position).split()[0]) - before
        order += placed
    assert order == "RRR" + 23 * "BW"


# --- 8. Worked examples ---------------------------------------------------------------------------

PLAYED = [
    # name, position, actions played one after the other, position after
    ("02 reds", START, "f3 c3 i3", "........./........../..R..R..R../........../......... B P"),
    (
        "02 black",
        "........./........../..R..R..R../........../......... B P",
        "a1",
        "........./........../..R..R..R../........../B........ W P",
    ),
    (
        "02 white",
        "........./........../..R..R..R../........../B........ W P",
        "k5",
        "........W/........../..R..R..R../........../B........ B P",
    ),
    ("03", "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/BWBWBWBWBW/WBWBWBWB. W P", "i1", F1),
    ("04", F1, "a1-a2", "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/W2WBWBWBWBW/.BWBWBWBW B M"),
    ("05", D5, "f2-i5", "......W4*../........../.........../..RBW...R./......... B M"),
    ("06", D5, "e2-f2", "......R../........../.........../..RB....R./......... B M"),
    (
        "08",
        "........./........../RWRB.....BR/........../......... W M",
        "b3-a3",
        "........./........../W2*.RB.....BR/........../......... B M",
    ),
    (
        "09 nothing lost",
        "........./........../RBW2*BB2.....R/........../......... W M",
        "c3-e3",
        "........./........../RB.BW4*.....R/........../......... B M",
    ),
    (
        "09 cut off",
        "........./........../RBW2*BB2.....R/........../......... W M",
        "c3-a3",
        "........./........../W3**B........R/........../......... B M",
    ),
    ("10 five", D10, "d2-e2", "R......../........WR/.........../....W2*B..../......... B M"),
    ("10 with the moved stack", D10, "d2-c2", "R......../........WR/.........../....RB..../......... B M"),
    (
        "11",
        "........./........../.W5W2B3R.....R/........../.......R. W M",
        "c3-e3",
        "........./........../...B3W3*.....R/........../.......R. B M",
    ),
    (
        "12",
        "........./....BR..../R...BWB..../....BR..../......... W M",
        "pass g3-g4",
        "........./....BB2*..../R...BW...../....BR..../......... W M",
    ),
    (
        "16 lost",
        "........./.........R/..........R/........../RWB...... W M",
        "b1-c1",
        "........./.........R/..........R/........../R........ B M",
    ),
    (
        "16 kept",
        "........./.........R/..........R/........../RWB...... W M",
        "b1-a1",
        "........./.........R/..........R/........../W2*........ B M",
    ),
]


@pytest.mark.parametrize(
    ("before", "played", "after"), [row[1:] for row in PLAYED], ids=[f"D-{row[0]}" for row in PLAYED]
)
def test_example(before: str, played: str, after: str) -> None:
    position = GAME.position(before)
    assert str(position) == before
    for text in played.split():
        position = position.play(text)
    assert str(position) == after
    assert GAME.position(after) == position


LEGAL = [
    # name, position, all legal actions
    ("01", START, " ".join(SPACES.names)),
    ("03", "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/BWBWBWBWBW/WBWBWBWB. W P", "i1"),
    ("05", D5, "e2-d2 e2-f2 f2-i2 f2-c2 f2-i5"),
    ("07 enclosed", D7, "pass"),
    ("07 opened", "........./.....B..../...BRW2BR.../....BR..../......... W M", "f3-h3 f3-d3"),
    ("08", "........./........../RWRB.....BR/........../......... W M", "b3-a3 b3-c3"),
    ("09", "........./........../RBW2*BB2.....R/........../......... W M", "c3-e3 c3-a3"),
    ("11", "........./........../.W5W2B3R.....R/........../.......R. W M", "c3-e3"),
    ("12 enclosed", "........./....BR..../R...BWB..../....BR..../......... W M", "pass"),
    (
        "12 opened",
        "........./....BB2*..../R...BW...../....BR..../......... W M",
        "f3-g4 f3-f4 f3-e3 f3-e2 f3-f2",
    ),
    ("13 lost", "........R/........../..W3*....B4*.../........../......... W M", ""),
    ("13 tie", "........R/........../..W3*....B3*.../........../......... B M", ""),
    ("14 ten", "........./........../W10*.........R/........../..R...... W M", "a3-k3"),
    ("14 eleven", "........./........../W11*.........R/........../..R...... W M", ""),
    ("15", "........./........../R.R.R....../........../......... W M", ""),
]


@pytest.mark.parametrize(("text", "legal"), [row[1:] for row in LEGAL], ids=[f"D-{row[0]}" for row in LEGAL])
def test_legal_actions(text: str, legal: str) -> None:
    assert moves(text) == set(legal.split())


NUMBERS = [
    # name, position, how many legal actions
    ("02", "........./........../..R..R..R../........../......... B P", 46),
    ("04 White", F1, 45),
    ("04 Black", with_player(F1, "B"), 45),
    ("04 after a1-a2", "BWBWBWBWB/BWBWBWBWBW/BWRBWRBWRBW/W2WBWBWBWBW/.BWBWBWBW B M", 40),
    ("07 Black", with_player(D7, "B"), 13),
    ("10", D10, 9),
    ("12 Black", "........./....BR..../R...BWB..../....BR..../......... B M", 12),
    ("17 White", D17, 41),
    ("17 Black", with_player(D17, "B"), 32),
]


@pytest.mark.parametrize(
    ("text", "number"), [row[1:] for row in NUMBERS], ids=[f"D-{row[0]}" for row in NUMBERS]
)
def test_number_of_legal_actions(text: str, number: int) -> None:
    assert len(moves(text)) == number


ENDED = [
    # name, position, actions, winner, score
    ("11", "........./........../.W5W2B3R.....R/........../.......R. W M", "c3-e3", None, (3, 3)),
    ("13", "........R/........../..W3*....B4*.../........../......... W M", "", gipfel.BLACK, (3, 4)),
    ("13 tie", "........R/........../..W3*....B3*.../........../......... B M", "", None, (3, 3)),
    (
        "14 ten",
        "........./........../W10*.........R/........../..R...... W M",
        "a3-k3",
        gipfel.WHITE,
        (11, 0),
    ),
    ("14 eleven", "........./........../W11*.........R/........../..R...... W M", "", gipfel.WHITE, (11, 0)),
    ("15", "........./........../R.R.R....../........../......... W M", "", None, (0, 0)),
    ("16 lost", "........./.........R/..........R/........../RWB...... W M", "b1-c1", None, (0, 0)),
    ("16 kept", "........./.........R/..........R/........../RWB...... W M", "b1-a1", gipfel.WHITE, (2, 0)),
]


@pytest.mark.parametrize(
    ("text", "played", "winner", "points"), [row[1:] for row in ENDED], ids=[f"D-{row[0]}" for row in ENDED]
)
def test_end(text: str, played: str, winner: gipfel.Side | None, points: tuple[int, int]) -> None:
    position = GAME.position(text)
    for action in played.split():
        assert position.outcome is None
        position = position.play(action)
    assert score(position) == points
    assert position.outcome == gipfel.Outcome(winner, f"score {points[0]}-{points[1]}")
    assert position.decisions() == ()
    assert GAME.position(str(position)).outcome == position.outcome


def test_example_4_black_after_a_first_move() -> None:
    assert moves(F1) >= {"a1-a2", "a1-b1", "a1-b2"}
    edge = {SPACES.names[point] for point in range(len(SPACES)) if degree(SPACES, point) < 6}
    assert {text[:2] for text in moves(F1)} <= edge


def test_example_6_score_without_the_lost_stack() -> None:
    assert score(GAME.position(D5).play("e2-f2")) == (0, 1)


def test_example_12_white_owns_nothing_and_passes_again() -> None:
    position = GAME.position("........./....BR..../R...BWB..../....BR..../......... W M")
    after = position.play("pass").play("e3-f3")
    assert after.state[rules.OWNED] == 0
    assert texts(after) == {"pass"}


def test_example_17_middle_game() -> None:
    white, black = moves(D17), moves(with_player(D17, "B"))
    assert score(GAME.position(D17)) == (18, 30)
    assert {text for text in white if text.startswith("g3")} == {"g3-k3", "g3-c3"}
    assert {text for text in white if text.startswith("i1")} == {"i1-k3", "i1-i3"}
    assert {text for text in black if text.startswith("d4")} == {"d4-j4"}
    assert {text for text in black if text.startswith("f3")} == {"f3-i3", "f3-c3"}
    assert not {text for text in black if text.startswith(("a2", "c1"))}


# --- 3. The same rules, written down a second time without bit sets -------------------------------


def naive_moves(text: str) -> set[str]:
    """The legal moves of phase M by walking from name to name."""
    board, player, _ = text.split()
    stacks = naive_stacks(board)
    found = set()
    for origin, stack in stacks.items():
        around = SPACES.neighbours[SPACES.index[origin]]
        if stack[0] != player or all(p >= 0 and SPACES.names[p] in stacks for p in around):
            continue
        for direction in range(6):
            ray = [SPACES.names[p] for p in SPACES.ray(SPACES.index[origin], direction)]
            goal = ray[naive_height(stack) - 1 : naive_height(stack)]
            found |= {f"{origin}-{name}" for name in goal if name in stacks}
    return found


def naive_stacks(board: str) -> dict[str, str]:
    rows = zip((5, 4, 3, 2, 1), board.split("/"), strict=True)
    tokens = {r: re.findall(r"\.|[WBR]\d*\**", text) for r, text in rows}
    return {
        f"{'abcdefghijk'[max(0, r - 3) + i]}{r}": token
        for r, row in tokens.items()
        for i, token in enumerate(row)
        if token != "."
    }


def naive_height(stack: str) -> int:
    return int(stack[1:].rstrip("*") or 1)


def naive_after(text: str, action: str) -> dict[str, tuple[str, int, int]]:
    """Owner, height and red pieces of every stack after a move."""
    stacks = {
        name: (stack[0], naive_height(stack), stack.count("*") + stack.count("R"))
        for name, stack in naive_stacks(text.split()[0]).items()
    }
    origin, goal = action.split("-")
    (owner, height, reds), (_, other, others) = stacks.pop(origin), stacks[goal]
    stacks[goal] = (owner, height + other, reds + others)
    waiting = [name for name, stack in stacks.items() if stack[2]]
    linked = set(waiting)
    while waiting:
        for point in SPACES.neighbours[SPACES.index[waiting.pop()]]:
            if point >= 0 and (name := SPACES.names[point]) in stacks and name not in linked:
                linked.add(name)
                waiting.append(name)
    return {name: stack for name, stack in stacks.items() if name in linked}


@pytest.mark.parametrize("seed", range(1, 9))
def test_random_games_follow_the_naive_rules(seed: int) -> None:
    chance = Random(seed)
    for position in positions("dvonn", "standard", seed)[49:]:
        text = str(position)
        own = naive_moves(text)
        others = naive_moves(with_player(text, "BW"[position.side]))
        assert texts(position) == (own or ({"pass"} if others else set()))
        for action in chance.sample(sorted(own), min(5, len(own))):
            stacks = naive_stacks(str(position.play(action)).split()[0])
            found = {
                name: (stack[0], naive_height(stack), stack.count("*") + stack.count("R"))
                for name, stack in stacks.items()
            }
            assert found == naive_after(text, action)


@pytest.mark.parametrize("seed", range(1, 4))
def test_bit_sets_and_stacks_say_the_same(seed: int) -> None:
    for position in positions("dvonn", "standard", seed):
        state = position.state
        white, black = state[rules.OWNED : rules.OWNED + 2]
        assert white & black == 0
        for number in range(rules.NUMBERS):
            stack = state[rules.STACK + number]
            assert (stack != 0) == (rules.occupied(state) >> number & 1)
            assert (stack // rules.ONE_RED > 0) == (state[rules.RED] >> number & 1)
        assert sum(state[rules.STACK :]) // rules.ONE_RED == min(state[rules.PLACED], 3)


def test_two_passes_never_follow_each_other_and_phase_m_is_short() -> None:
    for seed in range(1, 9):
        played = [str(position).split() for position in positions("dvonn", "standard", seed)][49:]
        moving = [board for board, _, _ in played]
        assert len(set(moving)) <= 49
        assert max(Counter(moving).values()) <= 2


def neighbours_of(number: int) -> set[int]:
    return {rules.NUMBER[p] for p in SPACES.neighbours[rules.SPACE[number]] if p >= 0}


def test_shifts_of_bit_sets_are_steps_on_the_board() -> None:
    shifts = (rules.NORTH, rules.NORTHEAST, rules.SOUTHEAST)
    for number in rules.NUMBER:
        found = around(1 << number, *shifts) & rules.BOARD
        assert found == sum(1 << other for other in neighbours_of(number))
    inner = surrounded(rules.BOARD, *shifts)
    assert inner == sum(1 << number for number in rules.NUMBER if len(neighbours_of(number)) == 6)


@pytest.mark.parametrize("seed", range(5))
def test_flood_reaches_what_hangs_together(seed: int) -> None:
    chance = Random(seed)
    points = set(chance.sample(rules.NUMBER, 25))
    start = chance.choice(sorted(points))
    reached, waiting = {start}, [start]
    while waiting:
        new = (neighbours_of(waiting.pop()) & points) - reached
        reached |= new
        waiting += new
    within = sum(1 << number for number in points)
    found = flood(1 << start, within, rules.NORTH, rules.NORTHEAST, rules.SOUTHEAST)
    assert found == sum(1 << number for number in reached)


# --- 9. Rulings -----------------------------------------------------------------------------------


def test_ruling_5_white_without_a_free_piece_passes_first() -> None:
    """R5: the whole edge is black but for a red corner, all white pieces are inside."""
    position = GAME.position("BBBBBBBBB/BWWWWWWWWB/BWWWWWWWWWB/BWWWWWWRRB/RBBBBBBBB W M")
    assert texts(position) == {"pass"}
    assert position.play("pass").side == gipfel.BLACK


# --- 7.1 Notation of actions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("D2-E2", "d2-e2"),
        (" d2-e2 ", "d2-e2"),
        ("d2-e2 {x a1 a2 b2 b3 c2}", "d2-e2"),
        ("d2-e2{x a1}", "d2-e2"),
        ("D2-E2 {X A1 A2}", "d2-e2"),
    ],
)
def test_lenient_texts(text: str, same: str) -> None:
    position = GAME.position(D10)
    assert position.play(text) == position.play(same)
    assert position.play_turn(text) == position.play(same)
    assert position.decision(text).text == same


def test_upper_case_everywhere() -> None:
    assert GAME.start().play("F3") == GAME.start().play("f3")
    assert GAME.position(D7).play("PASS") == GAME.position(D7).play("pass")


BAD_ACTIONS = [
    # position, text, error, message
    (START, "", NotationError, "is no decision; name a space to place on .f3."),
    (START, "f9", NotationError, "is no decision"),
    (START, "f3f4", NotationError, "is no decision"),
    (START, "f3-", NotationError, "is no decision"),
    (START, "f3 {", NotationError, "is no decision"),
    (START, "{x f3}", NotationError, "is no decision"),
    (START, "a5", NotationError, "there is no space a5; row 5 has c5 to k5"),
    (F1, "i1-j1", NotationError, "there is no space j1; row 1 has a1 to i1"),
    (START, "resign", NotationError, "resigning is no decision"),
    (START, "f3-f4", IllegalDecision, "pieces are still being placed"),
    (START, "pass", IllegalDecision, "pieces are still being placed.*49 decisions are legal, e.g. a1"),
    (
        "........./........../..R..R..R../........../......... B P",
        "f3",
        IllegalDecision,
        "there is a piece on f3 already",
    ),
    (F1, "f3", IllegalDecision, "all pieces are placed; a move names two spaces"),
    (F1, "c3-d3", IllegalDecision, "the red piece on c3 never moves.*45 decisions are legal"),
    (F1, "b2-b3", IllegalDecision, "the stack on b2 is enclosed"),
    (F1, "b1-c1", IllegalDecision, "the stack on b1 is Black's"),
    (F1, "a1-c1", IllegalDecision, "the stack on a1 is 1 high and moves exactly 1 space in a straight line"),
    (F1, "a1-a1", IllegalDecision, "moves exactly 1 space"),
    (D5, "f2-f5", IllegalDecision, "f5 is empty"),
    (D5, "f2-h2", IllegalDecision, "the stack on f2 is 3 high and moves exactly 3 spaces"),
    (D5, "a1-b1", IllegalDecision, "there is no stack on a1"),
    (D5, "pass", IllegalDecision, "whoever can move must move.*5 decisions are legal"),
    (D7, "f3-g3", IllegalDecision, "the stack on f3 is enclosed.*The only legal decision is pass"),
    (D17, "g3-h3", IllegalDecision, "4 high and moves exactly 4 spaces"),
    (D17, "j3-i3", IllegalDecision, "enclosed"),
    (D17, "i3-h3", IllegalDecision, "the red piece on i3 never moves"),
    (D17, "d4-j4", IllegalDecision, "Black's"),
    (D17, "pass", IllegalDecision, "whoever can move must move"),
    (D17, "i1-g1", IllegalDecision, "g1 is empty"),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_ACTIONS)
def test_bad_actions(position: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.position(position).play(text)


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(IllegalDecision, match="the game is over"):
        GAME.position("........R/........../..W3*....B4*.../........../......... W M").play("pass")


# --- 7.2 Position texts ---------------------------------------------------------------------------

EMPTY = "........./........../.........../........../........."


def row_3(stacks: str, rest: str = "W M") -> str:
    """A position with nothing but stacks in row 3, from a3 on."""
    empty = 11 - len(re.findall(r"\.|[WBR]\d*\**", stacks))
    return f"........./........../{stacks}{'.' * empty}/........../......... {rest}"


BAD_POSITIONS = [
    ("", "has 3 fields"),
    (EMPTY, "has 3 fields"),
    (f"{EMPTY} W P P", "has 3 fields"),
    ("........./........../.........../.......... W P", "the board has 4 rows; it must have 5"),
    (
        "......../........../.........../........../......... W P",
        r"row 5 \(\.+\) has 8 spaces; it must have 9",
    ),
    ("........./.........../.........../........../......... W P", "row 4 .* has 11 spaces; it must have 10"),
    ("........./........../...x......./........../......... W P", "row 3 is '...x.......'"),
    ("........./........../8.../........../......... W P", "row 3 is '8...'"),
    (f"{EMPTY} w P", "the player to act is 'w'; it must be W or B"),
    (f"{EMPTY} W Q", "the phase is 'Q'; it must be P or M"),
    # stacks
    (row_3("R2.R......R"), "R2 in row 3: a red piece is on top only when it is alone"),
    (row_3("R*.R......R"), r"R\* in row 3"),
    (row_3("W1*.RR"), r"W1\* in row 3: .*from 2 on"),
    (row_3("W0*.RR"), r"W0\* in row 3: .*from 2 on"),
    (row_3("W02*.RR"), r"W02\* in row 3: .*from 2 on"),
    (row_3("W*.RR"), r"W\* in row 3: .*at most 0 red"),
    (row_3("W3***"), r"W3\*\*\* in row 3: .*at most 2 red"),
    (row_3("W123*R........R"), "row 3 is"),
    # phase P
    (f"{EMPTY} B P", "after 0 pieces White .W. is to place"),
    ("........./........../..R..R..R../........../B........ B P", "after 4 pieces White .W. is to place"),
    ("........./........../..R..R..R../........../......... W P", "after 3 pieces Black .B. is to place"),
    ("........./........../..R..R..R../........../W........ W P", "3 red, 0 white and 1 black"),
    ("........./........../..R.....R../........../BW....... W P", "3 red, 0 white and 1 black"),
    ("........./........../..R..R..R../........../B2........ W P", "in phase P every piece stands alone"),
    (with_player(F1, "W").replace("M", "P"), "the phase must be M"),
    # phase M
    (f"{EMPTY} W M", "there are 0 red pieces"),
    (row_3("R.R"), "there are 2 red pieces"),
    (row_3("R.R.R.R"), "there are 4 red pieces"),
    ("........./........../R.R.R....../........../........W W M", "no chain of stacks links i1 to a red"),
    ("........./........../R.R.RW..B../........../.......WW W M", "links h1, i1, i3 to a red"),
    (row_3("RW30.R.RB18"), "51 pieces .*only 49"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.position(text)


def test_a_position_with_fewer_pieces_is_accepted() -> None:
    assert GAME.position(row_3("RW40.R.RB6")).outcome is None


# --- Pointing and words ---------------------------------------------------------------------------


def spot(name: str) -> Target:
    return Target("spot", name)


def test_paths() -> None:
    assert GAME.start().decision("f3").paths == ((spot("f3"),),)
    assert GAME.position(D5).decision("f2-i5").paths == ((spot("f2"), spot("i5")),)
    assert GAME.position(D7).decision("pass").paths == ((Target("button", "pass"),),)


def changes(text: str, action: str) -> list[str]:
    found = GAME.position(text).decision(action).changes
    return [" ".join([c.kind, *(end.name for end in (c.origin, c.goal) if end)]) for c in found]


def test_changes() -> None:
    assert changes(START, "f3") == ["enter f3"]
    assert changes(D5, "f2-i5") == ["move f2 i5"]
    assert changes(D7, "pass") == []
    assert changes(D10, "d2-e2") == ["move d2 e2", "lift a1", "lift a2", "lift b2", "lift b3", "lift c2"]
    assert changes(D10, "d2-c2") == ["move d2 c2", "lift a1", "lift a2", "lift b2", "lift b3", "lift c2"]


TASKS = [
    (START, "White: place a red DVONN piece on any empty space."),
    (
        "........./........../..R......../........../......... B P",
        "Black: place a red DVONN piece on any empty space.",
    ),
    (
        "........./........../..R..R..R../........../......... B P",
        "Black: place a black piece on any empty space.",
    ),
    (
        "........./........../..R..R..R../........../B........ W P",
        "White: place a white piece on any empty space.",
    ),
    (F1, "White: move one of your stacks onto another, exactly as many spaces as it is high."),
    (D7, "White: none of your stacks can move. Pass."),
    (
        "........R/........../..W3*....B4*.../........../......... W M",
        "Black wins with 4 points to 3.",
    ),
    (
        "........./........../W11*.........R/........../..R...... W M",
        "White wins with 11 points to 0.",
    ),
    ("........R/........../..W3*....B3*.../........../......... B M", "The game is a tie: 3 points each."),
]


@pytest.mark.parametrize(("text", "sentence"), TASKS)
def test_task_and_conclusion(text: str, sentence: str) -> None:
    position = GAME.position(text)
    assert position.task == sentence
    assert position.scene().sentence == sentence


def test_conclusion_of_a_game_that_ended_beside_the_board() -> None:
    assert GAME.conclusion(gipfel.Outcome(gipfel.BLACK, "resignation")) == "Black wins: resignation."
    assert GAME.conclusion(gipfel.Outcome(None, "agreement")) == "The game is a draw: agreement."


WHY_NOT = [
    # position, prefix, target, sentence
    (
        "........./........../..R..R..R../........../......... B P",
        (),
        spot("f3"),
        "There is a piece on f3 already: point at an empty space.",
    ),
    (START, (), Target("button", "pass"), "Pieces are still being placed, and nobody passes."),
    (START, (), spot("z9"), "There is no such space."),
    (F1, (), spot("c3"), "The red piece on c3 never moves."),
    (F1, (), spot("b2"), "The stack on b2 is enclosed: all six spaces around it are occupied."),
    (F1, (), spot("b1"), "The stack on b1 is Black's: point at one of your own."),
    (
        F1,
        (spot("a1"),),
        spot("c1"),
        "The stack on a1 is 1 high and moves exactly 1 space in a straight line.",
    ),
    (F1, (), Target("button", "pass"), "You have a move, and whoever can move must move."),
    (F1, (), Target("tray", "white"), "Point at one of your stacks."),
    (F1, (spot("a1"),), spot("z9"), "There is no such space."),
    (D5, (), spot("a1"), "There is no stack on a1: point at one of your own."),
    (D5, (spot("f2"),), spot("f5"), "The space f5 is empty: a stack lands on another stack."),
    (
        D5,
        (spot("f2"),),
        spot("h2"),
        "The stack on f2 is 3 high and moves exactly 3 spaces in a straight line.",
    ),
    (
        with_player(D17, "B"),
        (),
        spot("a2"),
        "The stack on a2 is 5 high, and there is no stack 5 spaces away in a straight line.",
    ),
]


@pytest.mark.parametrize(("text", "prefix", "target", "sentence"), WHY_NOT)
def test_why_not(text: str, prefix: Path, target: Target, sentence: str) -> None:
    position = GAME.position(text)
    assert GAME.why_not(position.state, prefix, target) == sentence


# --- Pictures -------------------------------------------------------------------------------------


def test_scene_shows_every_space_and_stack() -> None:
    scene = GAME.position(D17).scene()
    assert len(scene.places) == 49
    assert len(scene.pieces) == 29
    by_name = {piece.target.name: piece for piece in scene.pieces if piece.target}
    assert (by_name["d4"].colour, by_name["d4"].height) == ("black", 6)
    assert (by_name["i3"].colour, by_name["i3"].height) == ("red", 1)
    assert (str(by_name["f3"]), by_name["f3"].label) == ("black stack with red inside (*)", "3*")
    assert (str(by_name["i1"]), by_name["i1"].label) == ("white stack", "2")
    assert (str(by_name["k5"]), by_name["k5"].label) == ("white piece", "")
    assert (str(by_name["i3"]), by_name["i3"].label) == ("red piece", "")


def test_trays() -> None:
    def trays(text: str) -> list[str]:
        return [str(tray) for tray in GAME.position(text).scene().trays]

    assert trays(START) == ["Black: 1 red to place, 23 to place", "White: 2 red to place, 23 to place"]
    placing = "........W/........../..R..R..R../........../B........ B P"
    assert trays(placing) == ["Black: 22 to place", "White: 22 to place"]
    assert trays(D17) == ["Black: 30 points", "White: 18 points"]
    active = {tray.owner: tray.active for tray in GAME.position(D17).scene().trays}
    assert active == {"white": True, "black": False}


def test_terminal_signs_are_those_of_the_notation() -> None:
    board = picture(GAME.position(D17).scene()).split("\n\n")[1]
    assert Counter(re.findall(r"[WBR]\d*\**", board)) == Counter(re.findall(r"[WBR]\d*\**", D17.split()[0]))
    assert max(map(len, board.splitlines())) <= 80


# --- 10. Counts -----------------------------------------------------------------------------------


def test_perft() -> None:
    perft = Perft(rules.RULES, fast=False)
    start = GAME.start().state
    assert [perft.count(start, depth) for depth in (1, 2, 3)] == [49, 49 * 48, 49 * 48 * 47]
    assert [perft.distinct(start, depth) for depth in (1, 2, 3)] == [49, 1176, 18424]


def test_perft_of_the_reference_filling() -> None:
    perft = Perft(rules.RULES, fast=False)
    filled = GAME.position(F1).state
    assert [perft.count(filled, depth) for depth in (1, 2, 3)] == [45, 2090, 99242]


def test_a_white_edge_has_ninety_moves() -> None:
    white_edge = "WWWWWWWWW/WBBBBBBBBW/WBRBBRBBRBW/WBBBBBBBBW/WWWWWWWWW W M"
    assert len(moves(white_edge)) == 90
