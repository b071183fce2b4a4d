"""The notebook that shows everything, in JupyterLab, light and dark, and as a page.

What is shown is asked for its own geometry (geometry.js): labels are inside of drawings and apart,
texts have contrast to the page. NVSD_PICTURES names a folder for pictures of each output."""

import json
import shutil
import subprocess

import nbformat
import pytest
from playwright.sync_api import expect

import lab
from conftest import ROOT

VIEW = {"width": 1280, "height": 12000}  # high enough that JupyterLab leaves no output out

NOTEBOOK = ROOT / "notebooks" / "displays.ipynb"


def code_cells():
    return [c.source for c in nbformat.read(NOTEBOOK, 4).cells if c.cell_type == "code"]


def showing(source):
    """The number of the code cell whose last line is this."""
    (i,) = [i for i, cell in enumerate(code_cells()) if cell.rstrip().splitlines()[-1] == source]
    return i


DRAWN = {
    "path": 1, "model": 1, "found": 1, "found.PredictInterval(s.Test, 0.9)": 1, "model.Selection()": 2, "model.Residuals(s.Test)": 1, "model.PartialDependences()": 1,
    'model.Surface("x1", "x2")': 1, "nvsdtest.Penalty(penalty.MCP{Knee: 2}, 10)": 1,
    'penguins.Plot("bill_length_mm", "body_mass_g", data.By("species"))': 1, 'penguins.Hist("island")': 1,
    'penguins.Box("body_mass_g", "species")': 1, "penguins.Corr()": 1,
    'penguins.Pairs("body_mass_g", "bill_length_mm", "flipper_length_mm")': 1,
    "compared.Curves(study.RMSE)": 1, "compared.Bars(study.RMSE)": 1,
}  # fmt: skip


def test_every_display_in_jupyterlab(notebook, page, folder):
    shutil.copy(NOTEBOOK, folder)
    nb = notebook(name=NOTEBOOK.name)
    nb.run_all()
    expect(page.locator(".jp-RenderedText[data-mime-type$='error']")).to_have_count(0)
    # Interactive charts and controls are drawn after their cell has ended.
    expect(nb.outputs(showing("display.Interactive(path)")).locator("svg.marks").first).to_be_visible(timeout=lab.PATIENCE)
    expect(nb.outputs(showing("display.Explore(path)")).locator(".noUi-handle").first).to_be_visible(timeout=lab.PATIENCE)
    for source, drawings in DRAWN.items():
        figures = nb.outputs(showing(source)).locator(".nvsd-figure svg[role=img]")
        expect(figures, source).to_have_count(drawings, timeout=lab.PATIENCE)
        for k in range(drawings):
            box = lab.box(figures.nth(k))
            assert box["width"] > 600 and box["height"] > 150, source
    for theme in ("Light", "Dark"):
        lab.dress(page, theme)
        for i, source in enumerate(code_cells()):
            if not source.rstrip().endswith(";"):
                look(nb.outputs(i), source, f"displays-{i + 1:02}-{theme.lower()}")
    lab.dress(page, "Light")


def look(out, source, picture):
    """Looks at the output of a cell, and takes its picture."""
    assert lab.box(out)["height"] > 10, source
    for what in ("labels", "contrast"):
        assert lab.wrong(out, what) == [], source
    lab.picture(out, picture)


@pytest.fixture(scope="module")
def executed(binary, tmp_path_factory):
    """The notebook run without Jupyter."""
    out = tmp_path_factory.mktemp("displays") / "displays.ipynb"
    subprocess.run([binary, "run", NOTEBOOK, "--out", out], check=True, capture_output=True)
    return out


# What is sent of a value when it is shown, in bytes. A proof has a limit of its own, from which on it is a file.
LIMIT = 200_000
PROOF = "application/vnd.nvsd.proof+json"


def test_no_bundle_is_large(executed):
    for cell in json.loads(executed.read_text())["cells"]:
        for output in cell.get("outputs", []):
            sizes = {mime: len(json.dumps(data)) for mime, data in output.get("data", {}).items() if mime != PROOF}
            assert sum(sizes.values()) < LIMIT, ("".join(cell["source"]), sizes)


def test_a_terminal_shows_everything(binary, tmp_path):
    """Each value has words: no cell of the notebook is silent in a terminal."""
    own = shutil.copy(NOTEBOOK, tmp_path)  # run stores the outputs in the notebook
    text = subprocess.run([binary, "run", own], check=True, capture_output=True, text=True).stdout
    for words in ("(500)", "Doctor", "Path of 40 fits", "selected", "Partial dependence of y", "picture, 240 x 60"):
        assert words in text, words


KEPT = ROOT / "docs" / "pictures"


def test_the_pictures_that_are_kept():
    """`make pictures` has taken one of each output in each theme, and they take little room."""
    kept = {file.name for file in KEPT.glob("displays-*.png")}
    shown = [i for i, source in enumerate(code_cells()) if not source.rstrip().endswith(";")]
    assert kept == {f"displays-{i + 1:02}-{theme}.png" for i in shown for theme in ("light", "dark")}
    assert sum(file.stat().st_size for file in KEPT.rglob("*.*")) < 5_000_000
