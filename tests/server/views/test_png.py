"""Pictures in pixels."""

import os
from pathlib import Path

import pytest

from gipfel import BLACK, WHITE
from gipfel.server.http import exports
from gipfel.server.views import png
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from gipfel.table.table import Table

LIGHT, DARK = (exports.PictureQuery(None, theme, "plain", False) for theme in ("light", "dark"))


def test_pictures_in_pixels_are_drawn_elsewhere() -> None:
    """They are converted in another process, so that no client has to wait."""
    pytest.importorskip("resvg_py")
    table = Table(new_setup("punct", None, {}, {WHITE: Seat(), BLACK: Seat()}))
    exports.svg_text(table, LIGHT)
    before = os.times()
    assert exports.png_bytes(table, DARK).startswith(b"\x89PNG")
    after = os.times()
    assert after.user - before.user < after.children_user - before.children_user


def test_a_picture_that_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("resvg_py")
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(3)")
    monkeypatch.setattr(png, "__file__", str(broken))
    table = Table(new_setup("gipf", None, {}, {WHITE: Seat(), BLACK: Seat()}))
    with pytest.raises(exports.PictureUnavailable, match="take the SVG"):
        exports.png_bytes(table, LIGHT)
    assert "no picture" in caplog.text
