"""The public library: what `import gipfel` offers."""

import pytest

import gipfel


def test_calling_the_package_of_games_names_the_function() -> None:
    assert gipfel.games.__name__ == "gipfel.games"
    with pytest.raises(TypeError, match=r"gipfel\.game_names\(\)"):
        gipfel.games()
