"""`jupyter run`, which starts a kernel for files, and `nvsd-kernel run` as Jupyter's other programs see it."""

import subprocess
import sys

import nbformat
from nbclient import NotebookClient


def jupyter_run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "jupyter", "run", "--kernel=nvsd", *arguments],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_files_run_in_one_session(kernelspec, tmp_path):
    (tmp_path / "a.go").write_text('x := 20\nfmt.Println("a", x)\n')
    (tmp_path / "b.go").write_text('// %% a script\nfmt.Println("b", x+1)\n')
    done = jupyter_run(tmp_path, "a.go", "b.go")
    assert (done.returncode, done.stdout) == (0, "a 20\nb 21\n"), done.stderr


def test_a_file_that_fails_is_named(kernelspec, tmp_path):
    (tmp_path / "a.go").write_text("x := []int{}\nx[3]\n")
    done = jupyter_run(tmp_path, "a.go")
    assert done.returncode != 0
    assert "a.go" in done.stderr and "index out of range" in done.stderr


def test_a_word_that_is_no_command_is_refused(binary):
    for words in ["chekc"], ["chekc", "a.ipynb"]:
        done = subprocess.run([binary, *words], capture_output=True, text=True)
        assert done.returncode == 2 and 'there is no command "chekc"' in done.stderr


def test_nbconvert_writes_go_of_what_run_wrote(kernelspec, binary, tmp_path):
    """A notebook that does not say its language, as a tool writes it that starts no kernel."""
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    nb.metadata["kernelspec"] = {"name": "nvsd", "display_name": "Go (nvsd)"}
    nbformat.write(nb, tmp_path / "in.ipynb")
    subprocess.run([binary, "run", "--quiet", "in.ipynb", "--out", "out.ipynb"], cwd=tmp_path, check=True)
    subprocess.run(
        [sys.executable, "-m", "jupyter", "nbconvert", "--to", "script", "out.ipynb"],
        cwd=tmp_path, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    assert "1 + 1" in (tmp_path / "out.go").read_text()
    executed = NotebookClient(nb, kernel_name=kernelspec).execute()
    written = nbformat.read(tmp_path / "out.ipynb", as_version=4)
    assert written.metadata.language_info == executed.metadata.language_info
