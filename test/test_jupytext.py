"""jupytext: the scripts that it writes of notebooks, and what becomes of them."""

import subprocess
import sys

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

CELLS = [
    new_markdown_cell("# A title\n\n%time is no magic here"),
    new_code_cell("f := func(n int) int { return n * n }"),
    new_code_cell("%env NVSD_JUPYTEXT=set\n!echo $NVSD_JUPYTEXT && \\\n  echo joined"),
    new_code_cell("%%time\nfmt.Println(f(3))", metadata={"title": "The square"}),
    new_code_cell("%%bench\nfunc BenchmarkF(b *testing.B) {\n\tfor b.Loop() {\n\t\tf(2)\n\t}\n}"),
    new_code_cell("// %time f(1) is a comment\nf(4)"),
    new_code_cell("[]int{}[f(1)]", metadata={"editable": True, "tags": ["raises-exception"]}),
    new_raw_cell("raw"),
]


def jupytext(folder, *arguments):
    done = subprocess.run([sys.executable, "-m", "jupytext", *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_script_of_jupytext_runs_as_its_notebook(binary, tmp_path):
    nb = new_notebook(cells=CELLS)
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)", "language": "go"}
    nbformat.write(nb, tmp_path / "first.ipynb")
    jupytext(tmp_path, "--to", "go:percent", "first.ipynb", "-o", "script.go")
    script = (tmp_path / "script.go").read_text()
    assert "// %%time" in script and "// !echo" in script, "jupytext leaves magics alone"

    done = subprocess.run([binary, "run", "script.go", "--out", "second.ipynb"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("NVSD_JUPYTEXT=set\nset\njoined\n9\ntime: ") and "BenchmarkF" in done.stdout and "16" in done.stdout

    second = nbformat.read(tmp_path / "second.ipynb", as_version=4)
    assert [(cell.cell_type, cell.source, cell.metadata) for cell in second.cells] == [(cell.cell_type, cell.source, cell.metadata) for cell in CELLS]
    jupytext(tmp_path, "--to", "go:percent", "second.ipynb", "-o", "again.go")
    assert (tmp_path / "again.go").read_text() == script
