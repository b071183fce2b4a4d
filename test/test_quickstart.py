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
    assert any("<svg" in b.get("image/svg+xml", "") for b in bundles), "no SVG"
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
