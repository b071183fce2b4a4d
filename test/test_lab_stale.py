"""What JupyterLab shows of cells that have used what others have changed since."""

import re

import nbformat
from playwright.sync_api import expect

import lab

LINE = "used the old x (%stale lists them, %refresh runs them again)"


def write(notebook, i, text):
    """Replaces the text of a cell."""
    notebook.code(i).click()
    notebook.page.keyboard.press("Control+A")
    notebook.page.keyboard.insert_text(text)


def silent(notebook, *cells):
    for i in cells:
        expect(notebook.cell(i)).not_to_contain_text("used the old")


def test_stale_cells_are_told(notebook, page, folder):
    notebook = notebook("x := 1", "y := x + 1\ny", 'fmt.Println("y is", y)', "%refresh")
    notebook.run_all()
    silent(notebook, 0, 1, 2, 3)

    notebook.runs(0)  # the same again
    silent(notebook, 0)

    write(notebook, 0, "x := 10")
    notebook.runs(0)
    notebook.shows(0, f"cells [2] and [3] have {LINE}")
    line = notebook.outputs(0).locator("text=used the old").last
    normal = notebook.outputs(1).locator("pre").last
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert line.evaluate(size) <= normal.evaluate(size)
    for theme in ("Dark", "Light"):
        lab.dress(page, theme)
        lab.picture(page, f"stale_{theme}")

    notebook.runs(1)
    notebook.shows(1, "11")
    notebook.shows(1, "cell [3] has used the old y")
    silent(notebook, 0)

    notebook.runs(3)  # %refresh
    notebook.shows(3, re.compile(r'\[3\] fmt.Println\("y is", y\)\s*y is 11\s*1 cell has been run again'))
    silent(notebook, 0, 1, 2)
    notebook.shows(2, "y is 2")  # the kernel cannot write there

    write(notebook, 0, "x := 20")
    notebook.runs(0)
    notebook.shows(0, "used the old x")
    notebook.run_all()
    notebook.shows(2, "y is 21")
    silent(notebook, 0, 1, 2)

    write(notebook, 0, "x := 30")
    notebook.runs(0)
    notebook.shows(0, "used the old x")
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    path = folder / "test_stale_cells_are_told.ipynb"
    page.wait_for_function("!document.querySelector('.jp-mod-dirty')")
    [output] = nbformat.read(path, 4).cells[0].outputs
    assert output.metadata == {"nvsd": {"notice": True}}
