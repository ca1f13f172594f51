"""Answers that do not change while the program runs, made once in each language."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gipfel.locale import current_language
from gipfel.server.http.static_answers import StaticAnswer

MOST_CACHED = 1000
"""Answers; an exercise has some kilobytes in each language."""


def translated_answer(request: Request, make: Callable[..., Any], *names: str) -> Response:
    """What `make(*names)` returns in the current language, as JSON."""
    answer = _made(make, names, current_language()).answer(request)
    answer.headers["vary"] = "accept-language, accept-encoding"
    return answer


@lru_cache(MOST_CACHED)
def _made(make: Callable[..., Any], names: tuple[str, ...], language: str) -> StaticAnswer:
    """An answer in the current language, which is named so that each language is cached."""
    text = json.dumps(make(*names), ensure_ascii=False, separators=(",", ":"))
    return StaticAnswer(text.encode(), "application/json")
