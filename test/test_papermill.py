"""papermill: a notebook that is run with other parameters than its own."""

import os
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

DEFAULTS = """
n := 1
big := 0
tau := 0.5 // the weight of the penalty
whole := 2.5
endless := 0.0
name := "none"
odd := ""
deep := false
taus := []float64{}
names := []string{}
nested := [][]int{}
weights := map[string]float64{}
options := struct{ Mu float64; Groups []string }{Mu: 1}
loose := map[string]any{}
missing := &n
"""

PARAMETERS = """
n: 42
big: -9007199254740993
tau: 1.0e-10
whole: 3
endless: .inf
name: 'penalty'
odd: "a \\"quoted\\" \\\\ `text`,\\n𝔵 → 🎲"
deep: true
taus: [1, 0.5, 2]
names: [a, "b\\"c`"]
nested: [[1, 2], [], [3]]
weights: {x: 1, y: 0.25}
options: {Groups: [g, h]}
loose: {a: null, b: [true, x]}
missing: null
"""

SHOWN = (
    "42 -9007199254740993 1e-10 3 +Inf true\n"
    'penalty "a \\"quoted\\" \\\\ `text`,\\n𝔵 → 🎲"\n'
    '[1 0.5 2] ["a" "b\\"c`"] [[1 2] [] [3]]\n'
    "map[x:1 y:0.25] {1 [g h]} map[a:<nil> b:[true x]] <nil>\n"
)
SHOW = """
fmt.Println(n, big, tau, whole, endless, deep)
fmt.Printf("%s %q\\n", name, odd)
fmt.Printf("%v %q %v\\n", taus, names, nested)
fmt.Println(weights, options, loose, missing)
"""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory, wheel):
    """The environment of a user who has installed the Python package."""
    place = tmp_path_factory.mktemp("plugin")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
         "--disable-pip-version-check", "--target", str(place), str(wheel)],
        check=True,
    )  # fmt: skip
    return {"PYTHONPATH": str(place)}


def notebook(path, defaults, show):
    nb = new_notebook(cells=[new_code_cell(defaults), new_code_cell(show)])
    nb.cells[0].metadata["tags"] = ["parameters"]
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)", "language": "go"}
    nbformat.write(nb, path)
    return str(path)


def papermill(*arguments, environment=None):
    return subprocess.run(
        [sys.executable, "-m", "papermill", "--no-progress-bar", *map(str, arguments)],
        capture_output=True, text=True, timeout=120, env=os.environ | (environment or {}),
    )  # fmt: skip


def printed(path):
    nb = nbformat.read(path, as_version=4)
    nbformat.validate(nb)
    return "".join(output.text for output in nb.cells[-1].outputs)


def test_values_of_every_type(kernelspec, plugin, tmp_path):
    (tmp_path / "parameters.yaml").write_text(PARAMETERS, encoding="utf-8")
    source, out = notebook(tmp_path / "in.ipynb", DEFAULTS, SHOW), tmp_path / "out.ipynb"
    done = papermill(source, out, "-f", tmp_path / "parameters.yaml", environment=plugin)
    assert done.returncode == 0, done.stderr
    assert "unknown parameter" not in done.stderr
    assert printed(out) == SHOWN


def test_values_of_the_command_line_and_a_second_run(kernelspec, plugin, tmp_path):
    source, out = notebook(tmp_path / "in.ipynb", 'n := 1\nname := "L"', "fmt.Println(n, name)"), tmp_path / "out.ipynb"
    assert papermill(source, out, "-p", "n", "2", "-p", "name", "GL", environment=plugin).returncode == 0
    assert printed(out) == "2 GL\n"
    again = papermill(out, out, "-p", "n", "3", environment=plugin)
    assert again.returncode == 0, again.stderr
    assert printed(out) == "3 L\n"
    assert len(nbformat.read(out, as_version=4).cells) == 3


def test_true_and_false_of_the_command_line(kernelspec, plugin, tmp_path):
    """papermill makes values of True and False, and texts of true and false, whatever the parameter is."""
    defaults = 'ok := false\noff := true\nloud := false\nquiet := true\nword := ""\nraw := ""\ntype Flag bool\nvar kind Flag'
    source = notebook(tmp_path / "in.ipynb", defaults, 'fmt.Printf("%v %v %v %v %q %q %v\\n", ok, off, loud, quiet, word, raw, kind)')
    given = {"ok": "true", "off": "false", "loud": "True", "quiet": "False", "word": "true", "kind": "true"}
    arguments = [part for name, value in given.items() for part in ("-p", name, value)]
    done = papermill(source, tmp_path / "out.ipynb", *arguments, "-r", "raw", "false", environment=plugin)
    assert done.returncode == 0, done.stderr
    assert printed(tmp_path / "out.ipynb") == 'true false true false "true" "false" true\n'


def test_a_value_of_a_wrong_type_is_named(kernelspec, plugin, tmp_path):
    source = notebook(tmp_path / "in.ipynb", "n := 1", "n")
    done = papermill(source, tmp_path / "out.ipynb", "-p", "n", "2.5", environment=plugin)
    assert done.returncode != 0 and "In[2]:2" in done.stderr and "2.5" in done.stderr


def test_the_parameters_are_listed(kernelspec, plugin, tmp_path):
    source = notebook(tmp_path / "in.ipynb", 'tau := 0.5 // the weight\nvar name string = "L"', "tau")
    done = papermill("--help-notebook", source, environment=plugin)
    assert "tau: Unknown type (default 0.5)" in done.stdout and "the weight" in done.stdout
    assert 'name: string (default "L")' in done.stdout


def test_papermill_alone(kernelspec, tmp_path):
    """Without the package: no parameters, or those that C# and Go write alike."""
    source, out = notebook(tmp_path / "in.ipynb", 'n := 1\nname := "L"', "fmt.Println(n, name)"), tmp_path / "out.ipynb"
    assert papermill(source, out).returncode == 0
    assert printed(out) == "1 L\n"
    done = papermill(source, out, "-l", ".net-csharp", "-p", "n", "2", "-p", "name", "GL")
    assert done.returncode == 0, done.stderr
    assert printed(out) == "2 GL\n"
    assert nbformat.read(out, as_version=4).metadata.language_info.name == "go"
    done = papermill(source, out, "-p", "n", "2")
    assert done.returncode != 0 and "language 'go'" in done.stderr
