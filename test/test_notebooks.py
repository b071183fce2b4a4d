"""Notebooks of the repository, through Jupyter: they show what they hold."""

import re

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOKS = sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("notebooks/papers/*.ipynb")])
BY_JUPYTER = [path for path in NOTEBOOKS if path.stem in ("quickstart", "language", "displays", "regularizer")]  # `make notebooks` runs all of them

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def texts(nb):
    """What each cell shows, as text: its streams joined, its values, its errors."""
    shown = []
    for cell in nb.cells:
        if cell.cell_type != "code":
            continue
        parts = []
        for out in cell.outputs:
            if out.output_type == "stream":
                parts.append(out.text)
            elif out.output_type == "error":
                parts.append(f"{out.ename}: {out.evalue}")
            elif out.data:  # a line of progress that is gone leaves an empty output on a slow machine
                assert "text/plain" in out.data, "an output that a terminal cannot show"
                parts.append(out.data["text/plain"])
        shown.append("\n".join(part.rstrip("\n") for part in parts))
    return shown


def same(a, b):
    """Tell whether two texts are the same but for the last digits of numbers, and the blanks and
    drawings that depend on them."""
    words = [re.sub(r"[\u2800-\u28ff\s]+", " ", NUMBER.sub("#", text)) for text in (a, b)]
    numbers = [[float(v) for v in NUMBER.findall(text)] for text in (a, b)]
    return words[0] == words[1] and numbers[0] == pytest.approx(numbers[1], rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("path", BY_JUPYTER, ids=lambda path: path.stem)
def test_nbclient_shows_what_is_stored(kernelspec, path):
    """nbclient runs the notebook by the installed kernel, and each cell shows what the file holds."""
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    held = texts(stored)
    assert any(held), "the notebook is stored without outputs"
    nb = nbformat.read(path, as_version=4)
    NotebookClient(nb, kernel_name=kernelspec, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    for number, (now, before) in enumerate(zip(texts(nb), held, strict=True), 1):
        assert same(now, before), f"code cell {number} shows\n{now}\nand the file holds\n{before}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_hold_no_places_and_addresses(path):
    """Nothing that differs from machine to machine is stored: no home or temporary folder, no address."""
    for text in texts(nbformat.read(path, as_version=4)):
        assert not re.search(r"0xc[0-9a-f]{9}|/(home|root|tmp|Users)/", text)
