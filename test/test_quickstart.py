"""The quickstart notebook, through Jupyter and without it."""

import json
import re
import subprocess

import nbformat
from nbclient import NotebookClient

from conftest import ROOT

QUICKSTART = ROOT / "notebooks" / "quickstart.ipynb"


def outputs(nb):
    return [out for cell in nb.cells if cell.cell_type == "code" for out in cell.outputs]


def check(nb):
    nbformat.validate(nb)
    outs = outputs(nb)
    assert not [out for out in outs if out.output_type == "error"]
    bundles = [out.data for out in outs if out.output_type in ("execute_result", "display_data")]
    assert any("<table" in b.get("text/html", "") for b in bundles), "no HTML table"
    assert any("<svg" in b.get("text/html", "") for b in bundles), "no drawing"
    assert not [b for b in bundles if "<table" in b.get("text/html", "") and "image/svg+xml" in b], "a table behind a picture"
    assert all("text/plain" in b for b in bundles), "an output that a terminal cannot show"
    return bundles


def strip_times(text):
    return re.sub(r"\d+(\.\d+)? ?(ms|µs|s)\b", "TIME", text)


def test_nbclient_and_run_agree(kernelspec, binary, tmp_path):
    """nbclient through the installed kernelspec, and `run` without Jupyter,
    give the same notebook: the same outputs, but for the times in them."""
    nb = nbformat.read(QUICKSTART, as_version=4)
    NotebookClient(nb, kernel_name=kernelspec, timeout=300).execute()
    by_jupyter = check(nb)

    out = tmp_path / "quickstart.ipynb"
    subprocess.run([binary, "run", str(QUICKSTART), "--out", str(out)], check=True, cwd=tmp_path)
    by_run = check(nbformat.read(out, as_version=4))

    texts = [[strip_times(b["text/plain"]) for b in bundles] for bundles in (by_jupyter, by_run)]
    assert texts[0] == texts[1]


def test_outputs_are_as_the_text_says(binary, tmp_path):
    """What the Markdown cells say of the numbers below them."""
    out = tmp_path / "quickstart.ipynb"
    subprocess.run([binary, "run", str(QUICKSTART), "--quiet", "--out", str(out)], check=True)
    found, fit, path, model, score, strict = [b["text/plain"] for b in check(nbformat.read(out, as_version=4))][2:]

    # "Two of the ten are worth having: the body mass index and a measure of triglycerides. About two fifths ..."
    assert "depends on 2 of 10 inputs" in found and {row.split()[0] for row in rows(found, "input")[:2]} == {"bmi", "ltg"}
    assert 0.35 < int(re.findall(r"\((\d+) % of the variance explained", found)[-1]) / 100 < 0.5

    # "Seven of the ten inputs are in, but ... two norms are more than ten times all the others."
    assert "7 of 10 inputs" in fit
    norms = [float(row.split()[-2]) for row in rows(fit, "input")]
    assert norms[1] > 10 * norms[2]

    # "bmi and ltg come in first ... The other eight come in nearly together, around a third of tau_max."
    tau_max = float(re.search(r"tau_max = ([\d.]+)", path)[1])
    inputs = {float(row.split()[1]) / tau_max: int(row.split()[2]) for row in rows(path, "fit")}
    assert all(n <= 2 for part, n in inputs.items() if part > 0.42)
    assert all(n == 10 for part, n in inputs.items() if part < 0.25)
    assert all("  bmi, ltg, " in row for row in rows(path, "fit") if row.split()[2] == "10")

    # "The sparse model does about as well as the one with all ten inputs."
    errors = [float(re.search(r"  \d+  ([\d.]+)", row)[1]) for row in rows(score, "model")]
    assert "7 of 10 inputs" in model and abs(errors[0] / errors[1] - 1) < 0.05

    # "Two inputs are beyond doubt ... The other inputs help to predict, as the warning says."
    assert "2 of 10 inputs" in strict and "predicts better" in strict


def rows(text, head):
    """The rows of the table whose first column is named head: those before its notes."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(head)) + 1
    end = next((i for i in range(first, len(lines)) if re.match(r"[\w ]+: |\d+ of the", lines[i])), len(lines))
    return lines[first:end]


def test_cells_have_ids_of_their_own():
    notebooks = list(QUICKSTART.parent.glob("*.ipynb"))
    assert QUICKSTART in notebooks
    for notebook in notebooks:
        ids = [cell["id"] for cell in json.loads(notebook.read_text())["cells"]]
        assert len(ids) == len(set(ids)), notebook.name


def test_page_is_self_contained(binary, tmp_path):
    executed = tmp_path / "q.ipynb"
    page = tmp_path / "q.html"
    subprocess.run([binary, "run", str(QUICKSTART), "--out", str(executed)], check=True)
    subprocess.run([binary, "export", str(executed), "--to", "html", "--out", str(page)], check=True)
    html = page.read_text(encoding="utf-8")
    assert "<table" in html and "data:image/svg+xml;base64," in html
    assert "<script" not in html
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//[^"'>]*\.(?:js|css|png|svg|woff2?)""", html)
