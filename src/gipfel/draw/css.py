"""The colours of themes as CSS variables, so that the same picture works on every page and every board."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields

from gipfel.draw.theme import COPPER, Accent, Accents, BoardTheme, PieceColours, Theme, Tokens

_NOT_TEXT = ("dark_board", "shadow", "pieces")
_PLAIN = tuple(field.name for field in fields(Tokens) if field.name not in _NOT_TEXT)

PICTURES = ":is(.board, .small-picture, .icon, .looks, .stocks)"
"""Everything that is drawn with the colours of boards and pieces."""


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
    light = Theme.LIGHT.tokens
    return Tokens(**plain, dark_board=light.dark_board, shadow=light.shadow, pieces=pieces)


TOKENS = _tokens()
"""Colours that name variables."""
ACCENT = Accent(_use("accent"), _use("accent", "box"))
"""The accent of the game whose table is shown."""


def variables(theme: Theme, board: BoardTheme = BoardTheme.PLAIN) -> dict[str, str]:
    """What each variable is in a theme; `--accent` is the usual one."""
    tokens = theme.tokens_of(board)
    found = {_variable(name): str(getattr(tokens, name)) for name in _PLAIN}
    found["--shadow"] = f"{tokens.shadow:g}"
    for name, colours in tokens.pieces.items():
        for tone, colour in colours._asdict().items():
            found[_variable("piece", name, tone)] = colour
    return found | accent_variables(theme.accent(COPPER))


def accent_variables(accent: Accent) -> dict[str, str]:
    """The values of the accent variables for a game."""
    return {"--accent": accent.line, "--accent-box": accent.box}


def theme_sheet(accents: Mapping[str, Accents]) -> str:
    """A style sheet: `data-theme` of the page chooses light or dark, without it the system does.

    `data-game` of any element chooses the accent among those of the games, given by their names.
    """
    return _in_both(lambda theme, root: _page_rules(root, theme, accents))


def board_sheet(board: BoardTheme, accents: Mapping[str, Accents], free: Collection[str]) -> str:
    """What a board theme changes, for a page whose root has it as `data-board`.

    The page itself keeps its colours. Games that are `free` have no board: their ground is the page.
    """
    of_boards = {game: own for game, own in accents.items() if game not in free}
    return _in_both(lambda theme, root: _board_rules(root, theme, board, of_boards, free))


def _in_both(rules: Callable[[Theme, str], str]) -> str:
    """Rules for a light page, for a dark one by the system, and for a dark one by choice."""
    by_system = rules(Theme.DARK, ':root:not([data-theme="light"])')
    return "".join(
        [
            rules(Theme.LIGHT, ":root"),
            f"@media (prefers-color-scheme: dark) {{\n{by_system}}}\n",
            rules(Theme.DARK, ':root[data-theme="dark"]'),
        ]
    )


def _page_rules(root: str, theme: Theme, accents: Mapping[str, Accents]) -> str:
    """All variables of a theme, then the accents of the games within it."""
    scheme = {"color-scheme": theme.value}
    blocks = [_block(root, scheme | variables(theme))]
    for game, own in accents.items():
        blocks.append(_block(f'{root} [data-game="{game}"]', accent_variables(theme.accent(own))))
    return "".join(blocks)


def _board_rules(
    root: str, theme: Theme, board: BoardTheme, accents: Mapping[str, Accents], free: Collection[str]
) -> str:
    """The variables that differ from those of plain boards, then what depends on the game."""
    root = f'{root}[data-board="{board.value}"]'
    blocks = [_block(f"{root} {PICTURES}", _changed(theme, board))]
    blocks.append(_block(f"{root} :is(.stocks, .stock-name)", {"color": _use("coordinate")}))
    blocks.append(_block(f"{root} .stocks", {"background": _use("well")}))
    for game, own in accents.items():
        accent = accent_variables(theme.board_accent(own, board))
        blocks.append(_block(f'{root} [data-game="{game}"] {PICTURES}', accent))
    for game in free:
        tokens = theme.on_page(board)
        on_page = {"--target": tokens.target, "--on-accent": tokens.on_accent}
        blocks.append(_block(f'{root} [data-game="{game}"] {PICTURES}', on_page))
    return "".join(blocks)


def _changed(theme: Theme, board: BoardTheme) -> dict[str, str]:
    """The variables that a board theme changes on either page: the rules for both pages set the same ones."""
    names = {
        name
        for page in Theme
        for name, value in variables(page, board).items()
        if value != variables(page)[name]
    }
    return {name: value for name, value in variables(theme, board).items() if name in names}


def _block(selector: str, values: dict[str, str]) -> str:
    inside = "".join(f"  {name}: {value};\n" for name, value in values.items())
    return f"{selector} {{\n{inside}}}\n"
