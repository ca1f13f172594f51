"""A hook of MkDocs: runs each notebook of the documentation and makes a page of it, with its output.

`docs/name.ipynb` becomes the page `name.md` in the navigation. A cell that fails stops the build.
"""

import logging
from pathlib import Path
from typing import Any

log = logging.getLogger("mkdocs.hooks.notebooks")
LONGEST = 600
"""Seconds that a cell may take."""


def on_files(files: Any, config: Any) -> Any:
    """Add a page for each notebook."""
    from mkdocs.structure.files import File

    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        path = Path(file.abs_src_path)
        log.info("running %s", path.name)
        name = file.src_uri.removesuffix(".ipynb") + ".md"
        files.append(File.generated(config, name, content=page_of(executed(path), path.name)))
    return files


def executed(path: Path) -> Any:
    """The notebook with the output of its cells."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=LONGEST, resources={"metadata": {"path": str(path.parent)}}).execute()
    return notebook


def page_of(notebook: Any, name: str) -> str:
    """A notebook as Markdown."""
    parts = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(cell["source"])
            continue
        parts.append(f"```python\n{cell['source'].rstrip()}\n```")
        parts += [text for output in cell["outputs"] if (text := _shown(output))]
    parts.append(f"This page is a notebook: [{name}]({name}).")
    return "\n\n".join(parts) + "\n"


def _shown(output: Any) -> str:
    """An output of a cell: a picture, or text."""
    if output["output_type"] == "stream":
        return f"```text\n{output['text'].rstrip()}\n```" if output["name"] == "stdout" else ""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture = " ".join(str(data["image/svg+xml"]).split("\n"))
        return f'<div style="max-width: 24rem">{picture}</div>'
    return f"```text\n{data['text/plain'].rstrip()}\n```" if "text/plain" in data else ""
