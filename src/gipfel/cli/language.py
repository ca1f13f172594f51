"""The language of what players read at the terminal; all other commands speak English."""

import os

from gipfel.locale import ENGLISH, known_language, languages
from gipfel.notation.errors import OptionError

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name the language, the most important one first."""


def chosen_language(requested: str | None) -> str:
    """The language with a code, otherwise that of the environment. Raises OptionError."""
    if requested is None:
        return _language_of_environment()
    language = known_language(requested)
    if language is None:
        known = ", ".join(f"{language.code} ({language.name})" for language in languages())
        raise OptionError(f"there is no language {requested[:40]!r}; there are {known}")
    return language


def _language_of_environment() -> str:
    """The language of a setting such as `de_DE.UTF-8`; English for `C`, `POSIX` and unknown ones."""
    setting = next(filter(None, map(os.environ.get, VARIABLES)), "")
    code = setting.partition(".")[0].partition("@")[0]
    return known_language(code) or ENGLISH
