"""Every command of README.md and python/README.md runs here, or says which test runs it, or why none can."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

README = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "python/README.md"))
TABLE = "y,a,b\n" + "".join(f"{(i % 7) ** 2},{i % 7},{i * 31 % 11}\n" for i in range(60))
FIT = {"X": [[1, 0], [0, 1], [-1, 0], [0, -1]], "y": [2, 0.1, -2, -0.1], "kernel": {"kind": "linear"}, "penalty": "L", "nu": 0.1, "tau": [1]}


def commands():
    """What the page tells people to type: the lines of its blocks, and what stands as code and begins with a program."""
    lines = [line.split("#")[0].strip() for line in re.findall(r"^    (\S.*)$", README, re.M)]
    words = re.findall(r"`([^`\n]+)`", README) + re.findall(r"`((?:uvx|pip|jupyter|make|nvsd-kernel) [^`]*)`", README)
    begins = re.compile(r"(?:make|pip|uvx|jupyter|nvsd-kernel|go|git|data) \S")
    return sorted({" ".join(command.split()) for command in lines + words if begins.match(command)})


class Shell:
    """A folder with a notebook, scripts and a table."""

    def __init__(self, folder, binary):
        self.folder, self.binary = folder, binary
        cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {"tags": ["parameters"]}, "outputs": [], "source": "n := 2"}
        show = cell | {"id": "b", "metadata": {}, "source": "n * 2"}
        nb = {"cells": [cell, show], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        files = {"n.ipynb": json.dumps(nb), "s.go": '// %% one\nx := 20\n// %% two\nfmt.Println("script", x+1)\n', "t.csv": TABLE, "fit.json": json.dumps(FIT),
                 "p.go": 'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc main() { fmt.Println("program", os.Args[1:]) }\n'}  # fmt: skip
        for name, text in files.items():
            (folder / name).write_text(text)

    def run(self, *words, **options):
        """What a command prints. The name nvsd-kernel is the built program."""
        words = [self.binary if word == "nvsd-kernel" else str(word) for word in words]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=300, **options)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout


def make_demo(shell):
    if not shutil.which("go"):
        pytest.skip("needs Go")
    shell.run("make", "-C", ROOT, "demo", f"BUILD={shell.folder}")
    assert "<table" in (shell.folder / "demo" / "quickstart.html").read_text(encoding="utf-8")


def make_help(shell):
    listed = re.findall(r"^  make ([\w-]+)", shell.run("make", "-C", ROOT, "help"), re.M)
    assert {"demo", "wheel", "test", "lab", "site"} <= set(listed)


def pip_install(shell, wheel):
    """Without what it requires: JupyterLab is here."""
    shell.run(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index",
              "--target", shell.folder / "site", wheel)  # fmt: skip
    assert "arithmetic" in shell.run(shell.folder / "site" / "bin" / "nvsd-kernel", "--version")


def run_notebook(shell):
    shell.run("nvsd-kernel", "run", "n.ipynb", "--out", "out.ipynb", "--param", "n=21")
    assert '"42"' in (shell.folder / "out.ipynb").read_text()


def check(shell):
    shell.run("nvsd-kernel", "run", "--quiet", "n.ipynb")
    assert "passed" in shell.run("nvsd-kernel", "check", "n.ipynb")


def check_proof(shell):
    assert "4 proofs checked" in shell.run("nvsd-kernel", "check", "--proof", ROOT / "notebooks" / "quickstart.ipynb")


def run_script(shell):
    assert shell.run("nvsd-kernel", "run", "s.go") == "script 21\n"


def run_program(shell):
    assert shell.run("nvsd-kernel", "run", "p.go", "a", "b") == "program [a b]\n"
    (shell.folder / "q.go").write_text('package main\n\nfunc init() { println("two files") }\n')
    shell.run("nvsd-kernel", "run", "p.go", "q.go", "a")


def run_folder(shell):
    (shell.folder / "program").mkdir()
    (shell.folder / "p.go").rename(shell.folder / "program" / "p.go")
    assert shell.run("nvsd-kernel", "run", "program", "a") == "program [a]\n"


def repl(shell):
    assert "42" in shell.run("nvsd-kernel", "repl", input="6*7\n", env=os.environ | {"HOME": str(shell.folder)})


def export_html(shell):
    shell.run("nvsd-kernel", "export", "n.ipynb", "--to", "html")
    assert "<html" in (shell.folder / "n.html").read_text(encoding="utf-8")


def export_go(shell):
    shell.run("nvsd-kernel", "export", "n.ipynb", "--to", "go")
    assert "func main()" in (shell.folder / "n.go").read_text()


def formats(shell):
    (shell.folder / "s.go").write_text("// %%\nx:=1\n")
    shell.run("nvsd-kernel", "fmt", "-w", "s.go")
    assert (shell.folder / "s.go").read_text() == "// %%\nx := 1\n"


def select(shell):
    assert " a " in shell.run("nvsd-kernel", "select", "t.csv", "--target", "y")


def fit(shell):
    (solution,) = json.loads(shell.run("nvsd-kernel", "fit", "fit.json"))["solutions"]
    assert solution["certified"] and solution["active_groups"] == [0]


def data_list(shell):
    assert "diabetes" in shell.run("nvsd-kernel", "data", "list")


# A function runs the command. A text says which test does so, as file::test, or why none can.
HOW = {
    "make demo": make_demo,
    "make wheel": "the wheel of these tests is made by it: conftest.py::wheel",
    "make test": "it would run these tests in themselves",
    "make lab": "its JupyterLab is that of test_lab.py::test_run_all_shows_table_and_plot, which ends",
    "make help": make_help,
    "make site": "the site is made by it: test_site.py::test_every_document_is_a_page",
    "pip install jupyterlab jupyterlab_widgets build/dist/nvsd_kernel-*.whl": pip_install,
    "jupyter lab": "test_wheel.py::test_jupyterlab_starts_a_cell",
    "pip install build/dist/nvsd_kernel-*.whl scikit-learn pandas": "the same wheel; test_estimators.py has the two packages",
    "pip install 'nvsd-kernel[lab]'": "it finds nothing until a person has published the package",
    "uvx --with 'nvsd-kernel[lab]' --from jupyterlab jupyter-lab": "the same",
    "nvsd-kernel run NOTEBOOK [--out FILE] [--param name=value]": run_notebook,
    "nvsd-kernel check NOTEBOOK...": check,
    "nvsd-kernel check --proof NOTEBOOK...": check_proof,
    "nvsd-kernel check": check,
    "nvsd-kernel run SCRIPT.go": run_script,
    "nvsd-kernel run PROGRAM.go... [ARG...]": run_program,
    "nvsd-kernel run FOLDER [ARG...]": run_folder,
    "nvsd-kernel repl": repl,
    "nvsd-kernel export FILE --to html": export_html,
    "nvsd-kernel export FILE --to go": export_go,
    "nvsd-kernel export --to go": export_go,
    "nvsd-kernel fmt [-w] [FILE...]": formats,
    "nvsd-kernel select FILE --target NAME": select,
    "nvsd-kernel select": select,
    "nvsd-kernel data inspect FILE": "cmd/nvsd-kernel/internal/commands/select_test.go runs what it prints",
    "nvsd-kernel fit SPEC.json": fit,
    "nvsd-kernel data list": data_list,
    "data fetch NAME": "it takes a data set from the network; cmd/nvsd-kernel/internal/commands/data_test.go has a server of its own",
    "nvsd-kernel install": "test_install.py::test_jupyter_finds_it_where_it_is_installed, and status and uninstall",
    "go run": "it is what nvsd-kernel run is compared with: interp/program",
    "jupyter console": "test_console.py",
}


def test_every_command_is_here():
    found = set(commands())
    assert found - set(HOW) == set(), "say in HOW how these commands of the pages are tested"
    assert set(HOW) - found == set(), "these are not in the pages any more"


def test_every_test_that_is_named_exists():
    named = [re.search(r"([\w/-]+\.(?:py|go))(?:::(\w+))?", how) for how in HOW.values() if isinstance(how, str)]
    assert len([m for m in named if m]) > 5
    for m in filter(None, named):
        file = ROOT / m[1] if "/" in m[1] else ROOT / "test" / m[1]
        assert not m[2] or f"def {m[2]}(" in file.read_text(), m[0]


@pytest.mark.parametrize("command", [command for command, how in HOW.items() if callable(how)])
def test_command(command, binary, tmp_path, request):
    how, shell = HOW[command], Shell(tmp_path, binary)
    how(shell, request.getfixturevalue("wheel")) if how is pip_install else how(shell)


def test_the_first_command_works_from_a_clone():
    """What begins the section is no command that finds nothing."""
    first = re.search(r"^## Install$.*?^    (\S.*?)(?:\s+#.*)?$", README, re.M | re.S)[1]
    assert callable(HOW[first]), first


def test_no_block_installs_what_is_not_published():
    """What finds nothing is told as what will be, in the text, and is not among the lines to type."""
    lines = [line.split("#")[0].split() for line in re.findall(r"^    (\S.*)$", README, re.M)]
    installs = [line for line in lines if line[:2] == ["pip", "install"] or line[:1] == ["uvx"]]
    assert len(installs) >= 3 and not [line for line in installs for word in line if re.match(r"'?nvsd[-_]kernel\b", word)]
