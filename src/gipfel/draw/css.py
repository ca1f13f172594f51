"""The colours of a theme as CSS variables, so that the same picture works on a light and a dark page."""

from collections.abc import Mapping
from dataclasses import fields

from gipfel.draw.theme import COPPER, Accent, Accents, PieceColours, Theme, Tokens

_PLAIN = tuple(field.name for field in fields(Tokens) if field.name not in ("shadow", "pieces"))


def _variable(*words: str) -> str:
    return "--" + "-".join(word.replace("_", "-") for word in words)


def _use(*words: str) -> str:
    return f"var({_variable(*words)})"


def _tokens() -> Tokens:
    pieces = {
        name: PieceColours(*(_use("piece", name, tone) for tone in PieceColours._fields))
        for name in Theme.LIGHT.tokens.pieces
    }
    plain = {name: _use(name) for name in _PLAIN}
    return Tokens(**plain, shadow=Theme.LIGHT.tokens.shadow, pieces=pieces)


TOKENS = _tokens()
"""Colours that name variables."""
ACCENT = Accent(_use("accent"), _use("accent", "box"))
"""The accent of the game whose table is shown."""


def variables(theme: Theme) -> dict[str, str]:
    """What each variable is in a theme; `--accent` is the usual one."""
    tokens = theme.tokens
    found = {_variable(name): str(getattr(tokens, name)) for name in _PLAIN}
    found["--shadow"] = f"{tokens.shadow:g}"
    for name, colours in tokens.pieces.items():
        for tone, colour in colours._asdict().items():
            found[_variable("piece", name, tone)] = colour
    return found | accent_variables(theme, COPPER)


def accent_variables(theme: Theme, accents: Accents) -> dict[str, str]:
    """The values of the accent variables for a game."""
    accent = theme.accent(accents)
    return {"--accent": accent.line, "--accent-box": accent.box}


def theme_sheet(accents: Mapping[str, Accents]) -> str:
    """A style sheet: `data-theme` of the page chooses light or dark, without it the system does.

    `data-game` of any element chooses the accent among those of the games, given by their names.
    """
    dark_by_choice = _rules('[data-theme="dark"]', Theme.DARK, accents)
    dark_by_system = _rules(':root:not([data-theme="light"])', Theme.DARK, accents)
    return "".join(
        [
            _rules(":root", Theme.LIGHT, accents),
            f"@media (prefers-color-scheme: dark) {{\n{dark_by_system}}}\n",
            dark_by_choice,
        ]
    )


def _rules(selector: str, theme: Theme, accents: Mapping[str, Accents]) -> str:
    """All variables of a theme, then the accents of the games within it."""
    scheme = {"color-scheme": theme.value}
    blocks = [_block(selector, scheme | variables(theme))]
    for game, own in accents.items():
        blocks.append(_block(f'{selector} [data-game="{game}"]', accent_variables(theme, own)))
    return "".join(blocks)


def _block(selector: str, values: dict[str, str]) -> str:
    inside = "".join(f"  {name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{inside}}}\n"
