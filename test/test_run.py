"""jupyter run: Jupyter starts a kernel for files, and appends their names to the kernel's own arguments."""

import subprocess
import sys


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
