"""What the views of the page need is found in their sources."""

import json
import re

from gipfel.server.http.preloads import modules_needed, needed_by_views, preload_tags
from gipfel.server.http.releases import WEB

SOURCES = {
    "main.js": 'import { a } from "./a.js";\nawait import("./home/view.js");\n',
    "a.js": 'import {\n  b,\n  c,\n} from "./parts/b.js";\nexport { d } from "./d.js";\n',
    "d.js": "",
    "parts/b.js": '/** @import { T } from "../types.js" */\nimport "../a.js";\n',
    "types.js": "",
    "home/view.js": 'import { d } from "../d.js";\nimport "./e.js";\nloadStyles("/web/home/home.css");\n',
    "home/e.js": 'const later = () => import("./late.js");\n',
    "home/late.js": "",
}


def test_a_module_needs_what_it_imports_but_not_what_it_may_import_later() -> None:
    assert modules_needed(SOURCES, "main.js") == ["main.js", "a.js", "parts/b.js", "d.js"]
    assert needed_by_views(SOURCES) == {"home/view.js": ["home/view.js", "home/e.js", "home/home.css"]}


def test_the_page_lists_what_its_views_need() -> None:
    tags = preload_tags(SOURCES, "/release/1/")
    own = [f"/release/1/{name}" for name in ("a.js", "parts/b.js", "d.js")]
    assert re.findall(r'href="(.*?)"', tags) == own
    listed = json.loads(tags.partition('id="needed">')[2].removesuffix("</script>"))
    assert listed["files"] == ["home/view.js", "home/e.js", "home/home.css"]
    assert listed["views"] == {"home/view.js": [0, 1, 2]}


def test_every_import_of_the_page_is_understood() -> None:
    modules = [path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js")]
    for name in modules:
        text = (WEB / name).read_text(encoding="utf-8")
        written = len(re.findall(r'^(?:import\b|export \{|\}).* from "\.', text, re.MULTILINE))
        assert len(modules_needed({**dict.fromkeys(modules, ""), name: text}, name)) == written + 1, name
