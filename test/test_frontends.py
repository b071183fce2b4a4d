"""Front ends that have no test file of their own: what docs/frontends.md says of each."""

import copy
import json
import os
import re
import shutil
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import expect, sync_playwright

import lab
from conftest import ROOT
from peer import connected, started

REPORT = """import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
report.Report{
	report.Bars{Title: "Norms", What: "norms", Bars: []report.Bar{{Name: "age", Norm: 3, Selected: true}, {Name: "bmi", Norm: 1}}},
	report.Table{Title: "Inputs", Columns: report.Columns("input", "norm per sd"), Rows: [][]any{{"age", 3.5}, {"bmi", 1.25}}},
}"""
CELLS = [
    new_markdown_cell("# A title"),
    new_code_cell("x := []float64{1, 2.5}\nx"),
    new_code_cell('fmt.Println("printed", len(x))'),
    new_code_cell(REPORT),
    new_code_cell('s := widget.Slider(0, 1).Label("tau").At(0.25)\ns'),
]


def notebook(cells=CELLS):
    nb = new_notebook(cells=copy.deepcopy(cells))
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)", "language": "go"}
    return nb


@pytest.fixture(scope="module")
def executed(kernelspec):
    """The notebook with its outputs."""
    nb = notebook()
    NotebookClient(nb, timeout=60).execute()
    return nb


def tool(*words, folder, status=0, **environment):
    """What a program prints."""
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, timeout=300, env=os.environ | environment)
    assert done.returncode == status, (words, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


def module(name, *words, **options):
    return tool(sys.executable, "-m", name, *words, **options)


# nbconvert


def test_the_page_of_nbconvert_has_tables_and_drawings(executed, tmp_path):
    """In a browser without a network: each drawing once, and tables in the lines that they have."""
    nbformat.write(executed, tmp_path / "nb.ipynb")
    module("nbconvert", "--to=html", "nb.ipynb", folder=tmp_path)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=lab.chromium(), args=lab.FLAGS)
        page = chrome.new_page(viewport=lab.VIEW, offline=True)
        page.goto((tmp_path / "nb.html").as_uri())
        output = page.locator(".jp-OutputArea-output", has=page.locator("table"))
        expect(output.locator("svg[role=img]")).to_be_visible()
        expect(output.locator("img")).to_be_hidden()
        expect(output.locator("table").first).to_contain_text("norm per sd")
        assert output.locator("td", has_text="3.5").evaluate("cell => getComputedStyle(cell).textAlign") == "right"
        lab.picture(page, "nbconvert", full_page=True)
        chrome.close()


def test_the_pdf_of_nbconvert_has_text_tables_and_drawings(executed, tmp_path):
    missing = [name for name in ("xelatex", "pandoc", "pdftotext") if not shutil.which(name)]
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)} (Debian: texlive-xetex, texlive-plain-generic, pandoc, poppler-utils)")
    nbformat.write(executed, tmp_path / "nb.ipynb")
    module("nbconvert", "--to=pdf", "nb.ipynb", folder=tmp_path)
    words = tool("pdftotext", "-layout", "nb.pdf", "-", folder=tmp_path)
    for want in ("A title", "printed 2", "Norms", "norm per sd", "1.25", "tau: 0.25 (slider from 0 to 1)"):
        assert want in words, words


# nbval and nbdime


def test_nbval_checks_a_notebook(executed, tmp_path):
    nbformat.write(executed, tmp_path / "good.ipynb")
    bad = copy.deepcopy(executed)
    bad.cells[1].outputs[0].data["text/plain"] = "[1 2.6]"
    nbformat.write(bad, tmp_path / "bad.ipynb")
    (tmp_path / "views").write_text('[a view of a control]\nregex: "model_id": "[^"]*"\nreplace: VIEW\n')
    check = ["pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-sanitize-with=views"]
    assert "4 passed" in module(*check, "good.ipynb", folder=tmp_path)
    said = module(*check, "bad.ipynb", folder=tmp_path, status=1)
    assert "[1 2.6]" in said and "[1 2.5]" in said and "3 passed" in said and "1 failed" in said


def test_nbdime_shows_what_changed_and_joins_what_two_changed(executed, tmp_path):
    mine, theirs = copy.deepcopy(executed), copy.deepcopy(executed)
    mine.cells[1].source = mine.cells[1].source.replace("2.5", "7")
    theirs.cells[2].source = 'fmt.Println("theirs", len(x))'
    for name, nb in {"base": executed, "mine": mine, "theirs": theirs}.items():
        nbformat.write(nb, tmp_path / f"{name}.ipynb")
    said = re.sub(r"\x1b\[[\d;]*m", "", module("nbdime", "diff", "base.ipynb", "mine.ipynb", folder=tmp_path))
    assert re.search(r"^-.*\{1, 2\.5\}$", said, re.M) and re.search(r"^\+.*\{1, 7\}$", said, re.M)
    assert "proof" not in said and len(said.splitlines()) < 30, said
    module("nbdime", "merge", "base.ipynb", "mine.ipynb", "theirs.ipynb", "--out", "merged.ipynb", folder=tmp_path)
    merged = nbformat.read(tmp_path / "merged.ipynb", as_version=4)
    NotebookClient(merged, timeout=60).execute()
    assert merged.cells[1].outputs[0].data["text/plain"] == "[1 7]" and merged.cells[2].outputs[0].text == "theirs 2\n"


# jupytext


def test_a_pair_of_jupytext_stays_a_pair(executed, tmp_path):
    """An edit of the script comes into the notebook, which keeps the outputs of the other cells, and the other way round."""
    nbformat.write(executed, tmp_path / "nb.ipynb")
    module("jupytext", "--set-formats", "ipynb,go:percent", "nb.ipynb", folder=tmp_path)
    script = (tmp_path / "nb.go").read_text()
    (tmp_path / "nb.go").write_text(script.replace('"printed"', '"edited"'))
    os.utime(tmp_path / "nb.ipynb", (1, 1))  # long before the script
    module("jupytext", "--sync", "nb.go", folder=tmp_path)
    nb = nbformat.read(tmp_path / "nb.ipynb", as_version=4)
    assert [c.source for c in nb.cells] == [c.source.replace('"printed"', '"edited"') for c in executed.cells]
    assert [c.outputs for c in nb.cells[3:]] == [c.outputs for c in executed.cells[3:]] and nb.cells[1].outputs
    nb.cells[1].source = "x := []float64{7}\nx"
    nbformat.write(nb, tmp_path / "nb.ipynb")
    os.utime(tmp_path / "nb.go", (1, 1))
    module("jupytext", "--sync", "nb.ipynb", folder=tmp_path)
    assert "x := []float64{7}" in (tmp_path / "nb.go").read_text()


# Clients that cannot be installed here: the messages that their sources send.


@pytest.fixture(scope="module")
def asked(kernelspec):
    with started(kernelspec) as manager, connected(manager) as peer:
        yield peer


def test_what_vs_code_asks(asked):
    """Completion with the ranges and kinds of its icons, cells that run on after an error, and an interrupt on shell."""
    told = asked.run("values := []float64{1, 2}\nvalues", stop_on_error=False, allow_stdin=True)
    assert told.result() == "[1 2]"
    code = "strings.ToU"
    reply = asked.ask("complete_request", {"code": code, "cursor_pos": len(code)}).content
    types = reply["metadata"]["_jupyter_types_experimental"]
    assert reply["status"] == "ok" and "ToUpper" in " ".join(reply["matches"]) and len(types) >= len(reply["matches"])
    assert all(isinstance(item["start"], int) and isinstance(item["end"], int) and isinstance(item["text"], str) and item["type"] for item in types)
    running = asked.running('fmt.Println("on"); for {}')
    assert asked.ask("interrupt_request").content == {"status": "ok"}
    assert asked.told(running).of("error")[0]["ename"] == "interrupted"
    assert asked.run("len(values)").result() == "2"


def test_what_quarto_asks(asked):
    """An empty cell before all, options in comments, values for the text, and a comm that only its own kernels know."""
    opened = asked.send("comm_open", {"comm_id": "quarto_comm", "target_name": "quarto_kernel_setup", "data": {"options": {}}})
    assert asked.run("", store_history=True).content["status"] == "ok"
    asked.wait(lambda: asked.state(opened) == "idle")
    assert [message["comm_id"] for message in asked.told_so_far(opened).of("comm_close")] == ["quarto_comm"]
    assert asked.run("//| label: fig-one\n//| echo: false\nsix := 6\nsix * 7").result() == "42"
    told = asked.run("", user_expressions={"0": "six", "1": "six / 0"})
    assert told.content["user_expressions"]["0"]["data"]["text/plain"] == "6"
    assert told.content["user_expressions"]["1"]["status"] == "error" and told.content["status"] == "ok"


# euporie


def euporie(name):
    """A program of euporie, whose pins are others than those of the tests: `make frontends` installs it beside them."""
    found = ROOT / "build" / "frontends-venv" / "bin" / name
    path = str(found) if found.exists() else shutil.which(name)
    return path or pytest.skip(f"there is no {name}: make frontends installs it")


def test_euporie_shows_tables_in_a_terminal(executed, tmp_path):
    """It prefers pictures to HTML, so a table must not stand behind a picture that it may not be able to draw."""
    preview = euporie("euporie-preview")
    nbformat.write(executed, tmp_path / "nb.ipynb")
    shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", tool(preview, "nb.ipynb", folder=tmp_path, COLUMNS="100"))
    table = shown[shown.index("Inputs") :]
    assert re.search(r"input +norm per sd", table) and re.search(r"age +3\.5", table) and re.search(r"bmi +1\.25", table)
    assert shown.count("Image") <= 1, "a drawing is shown twice"
    assert "[1 2.5]" in shown and "printed 2" in shown


# JupyterLab without its extension for controls


def test_a_control_says_what_it_needs(kernelspec, tmp_path, monkeypatch):
    config = tmp_path / "config" / "labconfig"
    config.mkdir(parents=True)
    (config / "page_config.json").write_text(json.dumps({"disabledExtensions": {"@jupyter-widgets/jupyterlab-manager": True}}))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(config.parent))
    lab.write(tmp_path / "a.ipynb", ['widget.Slider(0, 1).Label("tau").At(0.25)', 'widget.Label("no control")'])
    with lab.server(tmp_path, tmp_path) as url, lab.browser(url) as page:
        nb = lab.Notebook(page, "a.ipynb")
        nb.run_all()
        nb.shows(0, "tau: 0.25 (slider from 0 to 1)")
        nb.shows(0, "pip install jupyterlab_widgets")
        nb.shows(1, "no control")
        expect(nb.outputs(1)).not_to_contain_text("pip install")
        nb.close()


# The page


def test_every_test_that_the_page_names_exists():
    page = (ROOT / "docs" / "frontends.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", page)
    assert len(named) > 10
    for file, name in named:
        assert f"def {name}(" in (ROOT / "test" / file).read_text(encoding="utf-8"), f"{file}::{name}"


def test_every_front_end_names_its_test():
    """Each row of the table ends with a test, or with by hand and the day."""
    page = (ROOT / "docs" / "frontends.md").read_text(encoding="utf-8")
    table = re.search(r"^\| front end .*?\n\n", page, re.M | re.S)[0]
    rows = table.splitlines()[2:]
    assert len(rows) > 10
    for row in filter(None, rows):
        last = row.rstrip(" |").rpartition("|")[2]
        assert re.search(r"`test_\w+\.py(::test_\w+)?`|by hand, 20\d\d-\d\d-\d\d", last), row
