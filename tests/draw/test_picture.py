"""Pictures for a page: everything that can be pointed at can be found, every colour is a variable."""

import json
import re
from itertools import count
from random import Random

import pytest

import gipfel
from gipfel.draw.css import theme_sheet, variables
from gipfel.draw.picture import ghost, located, picture, read_target, target_parts, where
from gipfel.draw.target import Target
from gipfel.draw.theme import Theme
from gipfel.games.core.pointing import point
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, game, game_names

VERSIONS = [(name, version) for name in game_names() for version in game(name).versions]
BESIDE_THE_BOARD = {"tray", "button", "turn"}
SHADOW = "#000"
SIGNS_ON_FACES = ("dvonn", "tzaar", "project")
"""Signs on pieces, whose faces are the same in both themes, have fixed colours there."""


def positions(name: str, version: str, number: int = 40) -> list[Position]:
    """Positions of a random game."""
    chance = Random(3)
    position = game(name, version).start(seed=3)
    found = [position]
    for _ in count():
        if position.outcome is not None or len(found) == number:
            return found
        decisions = position.decisions()
        if not decisions:
            position = position.at(position.next_deadline() or position.time + 1000)
        else:
            position = position.play(position.throw() or chance.choice(decisions))
        found.append(position)
    raise AssertionError


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_pictures_are_plain_data_without_colours(name: str, version: str) -> None:
    for position in positions(name, version)[::8]:
        plain = json.dumps(picture(position.scene()), ensure_ascii=False)
        markup = re.sub(r'"(title|sentence|notes|name|piece)": ("[^"]*"|\[[^]]*\])', "", plain)
        colours = {*re.findall(r"#[0-9a-f]{3,6}\b", markup)} - {SHADOW}
        assert not colours or name in SIGNS_ON_FACES
        assert "style=" not in markup


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_what_can_be_pointed_at_has_a_place_or_lies_beside_the_board(name: str, version: str) -> None:
    for position in positions(name, version):
        if position.outcome is not None or len(position.codes) > 1000:
            continue
        scene = position.scene()
        for target in point(position).targets:
            assert where(scene, target) or target.kind in BESIDE_THE_BOARD


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_looks_have_the_same_name_everywhere(name: str, version: str) -> None:
    known: dict[str, str] = {}
    for position in positions(name, version):
        plain = picture(position.scene())
        used = {piece["look"] for piece in plain["pieces"]}
        used |= {stock["look"] for tray in plain["trays"] for stock in tray["stocks"]}
        assert used == plain["looks"].keys()
        for look, markup in plain["looks"].items():
            assert known.setdefault(look, markup) == markup


def test_a_row_is_where_its_pieces_are() -> None:
    position = gipfel.game("gipf", "basic").position("4/5/6/1wwww2/6/5/4 w 11/15 0/0 B s")
    rows = [target for target in point(position).targets if target.kind == "row"]
    assert rows
    for row in rows:
        assert len(located(position.scene(), row)["at"]) == 4


def test_targets_travel_as_data() -> None:
    for target in (Target("dot", "e1"), Target("keep", "e5", True)):
        assert read_target(target_parts(target)) == target


def test_a_ghost_is_the_piece_before_it_is_laid() -> None:
    position = gipfel.game("punct", "standard").start()
    prefix = (Target("tray", "T"), Target("spot", "i5"))
    ghosts = [
        ghost(position.scene(), position.play(decision).scene(), decision.path[-1])
        for decision in point(position, prefix).decisions
    ]
    assert len(ghosts) > 1
    assert len({g["look"] for g in ghosts if g}) == len(ghosts)
    assert all(g and g["looks"] for g in ghosts)


def test_the_style_sheet_names_every_colour_of_a_picture() -> None:
    sheet = theme_sheet({name: about(name).accent for name in game_names()})
    for name in game_names():
        for used in re.findall(r"var\((--[a-z-]+)\)", json.dumps(picture(game(name).start(seed=1).scene()))):
            assert f"{used}:" in sheet
    assert variables(Theme.LIGHT).keys() == variables(Theme.DARK).keys()
