"""Which language a request is answered in."""

import re

from starlette.requests import HTTPConnection

from gipfel.locale import ENGLISH, is_language

LONGEST_PREFERENCE = 500
"""Letters of a list of languages; the rest is not read."""
WEIGHT = re.compile(r"[01](\.\d{0,3})?")
"""How `Accept-Language` writes a weight."""


def request_language(request: HTTPConnection) -> str:
    """The language of `?language=`, else the preferred known one of `Accept-Language`, else English."""
    named = request.query_params.get("language", "") if request.scope["query_string"] else ""
    header = request.headers.get("accept-language", "")[:LONGEST_PREFERENCE]
    for tag in (named, *preferred_languages(header)):
        code = tag.strip().lower().replace("_", "-")
        for candidate in (code, code.partition("-")[0]):
            if is_language(candidate):
                return candidate
    return ENGLISH


def preferred_languages(header: str) -> list[str]:
    """The languages of an `Accept-Language` header, the most wanted first; those with weight 0 are left out.

    Among equal weights the earlier one comes first. A weight that cannot be read counts as 0.
    """
    weighted = [_weighted(part) for part in header.split(",")]
    wanted = [(tag, weight) for tag, weight in weighted if tag and weight > 0]
    return [tag for tag, _ in sorted(wanted, key=lambda entry: -entry[1])]


def _weighted(part: str) -> tuple[str, float]:
    """A language and its weight, from `de` or `de;q=0.8`."""
    tag, *parameters = (piece.strip() for piece in part.split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            return tag, float(value) if WEIGHT.fullmatch(value.strip()) else 0.0
    return tag, 1.0
