"""Notebooks that are executed by nbclient, and by nbconvert from the command line."""

import json
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from work import WORK

# Cells, each with its outputs: the type and what it shows.
CELLS = {
    'fmt.Println("out")\nfmt.Fprintln(os.Stderr, "err")': [("stream", "stdout", "out\n"), ("stream", "stderr", "err\n")],
    "x := []int{1, 2, 3}\nx": [("execute_result", "text/plain", "[1 2 3]")],
    'display.HTML("<b>bold</b>")': [("execute_result", "text/html", "<b>bold</b>")],
    'display.Show(display.Markdown("*text*"))': [("display_data", "text/markdown", "*text*")],
    'display.ShowAs("place", "first")': [("display_data", "text/plain", "second")],
    'display.Update("place", "second")': [],
    'for i := range 3 {\n\tdisplay.Clear(true)\n\tfmt.Println("frame", i)\n}': [("stream", "stdout", "frame 2\n")],
    'fmt.Println("gone")\ndisplay.Clear(false)': [],
    "!echo from the shell": [("stream", "stdout", "from the shell\n")],
    'panic("oops")': [("error", "panic", "oops")],
    "len(x)": [("execute_result", "text/plain", "3")],
}  # fmt: skip


def notebook(codes):
    nb = new_notebook(cells=[new_markdown_cell("# A title"), *map(new_code_cell, codes)])
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)", "language": "go"}
    return nb


def shown(output):
    """An output as CELLS has it."""
    if output.output_type == "stream":
        return "stream", output.name, output.text
    if output.output_type == "error":
        return "error", output.ename, output.evalue.rpartition(": ")[2]
    rich = [mime for mime in output.data if mime != "text/plain"] or ["text/plain"]
    assert "text/plain" in output.data, "an output that a terminal cannot show"
    return output.output_type, rich[0], output.data[rich[0]]


def test_outputs_of_every_kind(kernelspec):
    nb = notebook(CELLS)
    NotebookClient(nb, timeout=60, allow_errors=True).execute()
    nbformat.validate(nb)
    cells = [cell for cell in nb.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(CELLS) + 1))
    assert {cell.source: [shown(output) for output in cell.outputs] for cell in cells} == CELLS
    assert nb.metadata.language_info.name == "go" and nb.metadata.language_info.file_extension == ".go"


def test_nothing_is_said_of_cells_that_are_alike(kernelspec):
    nb = notebook(["x := 1", "x++", "x", "x++", "y := x", "x++", "x := 1", "y"])
    NotebookClient(nb, timeout=60).execute()
    assert not any("used the old" in str(cell.get("outputs")) for cell in nb.cells)


def test_an_error_ends_the_run(kernelspec):
    nb = notebook(["1", 'panic("here")', "2"])
    with pytest.raises(CellExecutionError, match=r"In\[2\]:1: here"):
        NotebookClient(nb, timeout=60).execute()
    assert nb.cells[-1].execution_count is None


def test_a_cell_may_be_marked_as_one_that_fails(kernelspec):
    nb = notebook(['panic("expected")', "2"])
    nb.cells[1].metadata["tags"] = ["raises-exception"]
    NotebookClient(nb, timeout=60).execute()
    assert [shown(nb.cells[2].outputs[0])] == [("execute_result", "text/plain", "2")]


def test_a_cell_that_takes_too_long_is_interrupted(kernelspec):
    nb = notebook(["n := 0\nfor { n++ }", "n > 0"])
    NotebookClient(nb, timeout=1, interrupt_on_timeout=True, allow_errors=True).execute()
    assert shown(nb.cells[1].outputs[0])[:2] == ("error", "interrupted")
    assert shown(nb.cells[2].outputs[0]) == ("execute_result", "text/plain", "true")


def test_nobody_is_there_to_be_asked(kernelspec):
    nb = notebook(["var s string\nfmt.Scanln(&s)"])
    with pytest.raises(CellExecutionError, match="takes no questions"):
        NotebookClient(nb, timeout=60).execute()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "cells.ipynb"
    nbformat.write(notebook(code for code in CELLS if "panic" not in code), path)
    return path


def convert(file, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "nbconvert", str(file), "--log-level=ERROR", *arguments],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_nbconvert_makes_a_notebook(kernelspec, file):
    done = convert(file, "--execute", "--to=notebook", "--output=done.ipynb")
    assert done.returncode == 0, done.stderr
    nb = nbformat.read(file.with_name("done.ipynb"), as_version=4)
    assert {c.source: [shown(o) for o in c.outputs] for c in nb.cells if c.cell_type == "code"} == {
        code: outputs for code, outputs in CELLS.items() if "panic" not in code
    }


def test_nbconvert_makes_a_page(kernelspec, file):
    done = convert(file, "--execute", "--to=html")
    assert done.returncode == 0, done.stderr
    page = file.with_suffix(".html").read_text(encoding="utf-8")
    assert "<b>bold</b>" in page and "frame 2" in page and "gone\n" not in page
    assert '<span class="k">for</span>' in page, "the code is not highlighted as Go"


def test_nbconvert_makes_a_script(kernelspec, file):
    assert convert(file, "--execute", "--to=notebook", "--inplace").returncode == 0
    assert json.loads(file.read_text())["metadata"]["language_info"]["name"] == "go"
    done = convert(file, "--to=script")
    assert done.returncode == 0, done.stderr
    assert "x := []int{1, 2, 3}" in file.with_suffix(".go").read_text()


def test_nbconvert_makes_latex(kernelspec, tmp_path):
    """Tables and charts are in the document, and a drawing of its own is a PDF beside it: nothing is to convert."""
    path = tmp_path / "charts.ipynb"
    report = """report.Report{
	report.Table{Title: "A & B", Columns: report.Columns("x_1"), Rows: [][]any{{1.5}}},
	report.Bars{Title: "Norms", What: "norms", Bars: []report.Bar{{Name: "50 %", Norm: 3, Selected: true}}},
}"""
    nb = notebook(['import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"\nimport "gonum.org/v1/plot"', report, "plot.New()"])
    del nb.cells[0]  # Markdown, for which nbconvert needs pandoc
    nbformat.write(nb, path)
    done = convert(path, "--execute", "--to=latex")
    assert done.returncode == 0, done.stderr
    document = path.with_suffix(".tex").read_text(encoding="utf-8")
    assert r"\textbf{A \& B}" in document and r"\toprule" in document
    assert document.count(r"\begin{pgfpicture}") == 1 and r"50 \%" in document
    [picture] = re.findall(r"\{(charts_files/[^}]*)\}", document)
    assert (tmp_path / picture).read_bytes().startswith(b"%PDF-")


def test_nbconvert_ends_with_a_failure(kernelspec, tmp_path):
    path = tmp_path / "failing.ipynb"
    nbformat.write(notebook(['panic("here")']), path)
    done = convert(path, "--execute", "--to=html")
    assert done.returncode != 0 and "In[1]:1: here" in done.stderr


def worked(seconds):
    """The outputs of a notebook whose computations take so long."""
    pause = f"time.Duration({seconds * 1e9:.0f})"
    nb = notebook([
        WORK,
        f"work({pause} / 10)",
        f"spec.Penalty = slow{{pause: {pause} / 800}}\npath := spec.Path(train, 3)\npath.Len()",
        f'work({pause} / 10)\nfmt.Println("after")',
        f'fmt.Println("before")\nwork({pause} / 10)',
    ])  # fmt: skip
    NotebookClient(nb, timeout=120).execute()
    nbformat.validate(nb)
    return [cell.outputs for cell in nb.cells[2:]]


def test_slow_and_fast_machines_store_the_same(kernelspec):
    """Progress leaves nothing but, in a cell that had shown something before, an empty output."""
    fast, slow = worked(0), worked(3)
    assert [len(outputs) for outputs in fast] == [0, 1, 1, 1]
    assert slow[:3] == fast[:3]
    assert slow[3] == [*fast[3], {"output_type": "display_data", "data": {}, "metadata": {}}]
