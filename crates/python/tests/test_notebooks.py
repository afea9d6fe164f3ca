"""The notebooks run from the first cell to the last, and print what they say that they print.

``UPDATE_NOTEBOOKS=1`` writes their outputs anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[3] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# Outputs in which every digit and letter is the engine's; drawings depend on fonts.
TEXTS = ("text/plain", "text/html", "image/svg+xml")


def outputs(notebook: Any) -> list[Any]:
    """What each cell shows, apart from pictures of dots and the progress of long calls.

    What a cell prints may arrive in any number of pieces.
    """
    shown: list[Any] = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data or output.get("name") == "stderr":
                continue
            text = output.get("text")
            if text is not None and shown and shown[-1][0] == cell.id and shown[-1][1] is not None:
                shown[-1] = (cell.id, shown[-1][1] + text, {})
            else:
                shown.append((cell.id, text, {kind: data[kind] for kind in TEXTS if kind in data}))
    return shown


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    written = nbformat.read(path, as_version=4)
    for library in ("matplotlib", "pandas"):
        if any(f"import {library}" in cell.source for cell in written.cells):
            pytest.importorskip(library)
    run = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(run, timeout=300, kernel_name="python3").execute()
    if os.environ.get("UPDATE_NOTEBOOKS"):
        run.metadata = written.metadata
        for cell in run.cells:
            cell.get("metadata", {}).pop("execution", None)
            if "outputs" in cell:
                cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
        nbformat.write(run, path)
    else:
        assert outputs(run) == outputs(written)
