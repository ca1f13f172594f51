"""What the views of the page need, found in the sources of its modules: a browser fetches all of it at once.

Otherwise a browser learns from each module which ones come next, one round of requests after the other.
"""

import json
import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

MAIN = "main.js"
VIEW = "view.js"
STATIC_IMPORT = re.compile(r'^(?:import|\}|export [^"\n]*)[^"\n]*(?:from )?"(\.[^"\n]+\.js)";', re.MULTILINE)
STYLES = re.compile(r'loadStyles\("/web/([^"]+\.css)"\)')


def modules_needed(sources: Mapping[str, str], entry: str) -> list[str]:
    """A module and all that it imports, directly or not; without those that it may import later."""
    found = [entry]
    for name in found:
        for address in STATIC_IMPORT.findall(sources[name]):
            imported = normpath(join(dirname(name), address))
            if imported in sources and imported not in found:
                found.append(imported)
    return found


def needed_by_views(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The modules and style sheets of each view, by its own module; what the page itself has is left out."""
    first = modules_needed(sources, MAIN)
    views = [name for name in sources if name.endswith(f"/{VIEW}")]
    return {
        view: [
            *(name for name in modules_needed(sources, view) if name not in first),
            *STYLES.findall(sources[view]),
        ]
        for view in views
    }


def preload_tags(sources: Mapping[str, str], folder: str) -> str:
    """Tags for the head of the page: links to its own modules, and what its views need."""
    links = [
        f'<link rel="modulepreload" href="{folder}{name}">' for name in modules_needed(sources, MAIN)[1:]
    ]
    views = json.dumps(_numbered(needed_by_views(sources)), separators=(",", ":"))
    return "\n    ".join([*links, f'<script type="application/json" id="needed">{views}</script>'])


def _numbered(needed: dict[str, list[str]]) -> dict[str, object]:
    """Each name once, and lists of their numbers: views have most modules in common."""
    names = [*dict.fromkeys(name for files in needed.values() for name in files)]
    return {"files": names, "views": {view: [*map(names.index, files)] for view, files in needed.items()}}
