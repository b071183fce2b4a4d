"""Installing, as Jupyter sees it: its own list of kernels is asked each time."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from jupyter_client.manager import KernelManager

from peer import connected


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of one's own, without what else says where Jupyter's files are."""
    for name in list(os.environ):
        if name.startswith("JUPYTER") or name in ("XDG_DATA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData"))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")  # the Python of the tests may have the kernel, by make lab
    return tmp_path


def run(*command, status=0):
    """What a command says."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done
    return done.stdout + done.stderr


def kernels():
    """The kernels that Jupyter finds, by their names, with their folders."""
    text = subprocess.check_output([sys.executable, "-m", "jupyter", "kernelspec", "list", "--json"], text=True)
    return {name: entry["resource_dir"] for name, entry in json.loads(text)["kernelspecs"].items()}


@pytest.mark.parametrize("place", ["the default", "--user", "JUPYTER_DATA_DIR", "XDG_DATA_HOME", "--sys-prefix", "--prefix"])
def test_jupyter_finds_it_where_it_is_installed(binary, home, monkeypatch, place):
    if place == "XDG_DATA_HOME" and sys.platform in ("darwin", "win32"):
        pytest.skip("a variable of other systems")
    arguments = []
    if place.startswith("--"):
        arguments = [place]
    elif place != "the default":
        monkeypatch.setenv(place, str(home / "elsewhere"))
    if place == "--prefix":
        arguments.append(home / "prefix")
        monkeypatch.setenv("JUPYTER_PATH", str(home / "prefix" / "share" / "jupyter"))
    if place == "--sys-prefix":
        monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    name = "nvsd-test-of-install"
    assert name not in kernels()
    said = run(binary, "install", "--name", name, "--display-name", "A test", *arguments)
    try:
        folder = kernels()[name]
        assert folder in said
        assert folder in run(binary, "status", "--name", name)
    finally:
        assert "removed" in run(binary, "uninstall", "--name", name, *arguments)
    assert name not in kernels() and not os.path.exists(folder)
    assert [entry for entry in os.listdir(os.path.dirname(folder)) if entry.startswith("~")] == []


def test_the_spec_is_complete(binary, home):
    run(binary, "install")
    folder = kernels()["nvsd"]
    with open(os.path.join(folder, "kernel.json")) as file:
        spec = json.load(file)
    assert os.path.isabs(spec["argv"][0]) and spec["argv"][-1] == "{connection_file}"
    assert spec["interrupt_mode"] == "message" and spec["language"] == "go" and spec["kernel_protocol_version"] == "5.5"
    assert {"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"} <= set(os.listdir(folder))


def test_a_kernel_of_another_program_is_left_alone(binary, home):
    run(binary, "install")
    folder = kernels()["nvsd"]
    spec = os.path.join(folder, "kernel.json")
    with open(spec, "w") as file:
        json.dump({"argv": ["other"], "display_name": "Other", "language": "other"}, file)
    for command in ["install", "uninstall"]:
        said = run(binary, command, status=1)
        assert folder in said and "--force" in said
    with open(spec) as file:
        assert json.load(file)["display_name"] == "Other"
    run(binary, "install", "--force")
    with open(spec) as file:
        assert json.load(file)["language"] == "go"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps files that are in use")
def test_a_running_kernel_outlives_its_removal(binary, home, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(home / "tmp"))
    (home / "tmp").mkdir()
    shutil.copy(binary, home / "tmp" / "nvsd-kernel")
    run(home / "tmp" / "nvsd-kernel", "install")
    folder = kernels()["nvsd"]
    assert os.path.exists(os.path.join(folder, "nvsd-kernel")), "a program in a temporary folder is not copied"
    shutil.rmtree(home / "tmp")
    monkeypatch.delenv("TMPDIR")
    manager = KernelManager(kernel_name="nvsd")
    manager.start_kernel()
    try:
        with connected(manager) as peer:
            assert peer.run("x := 20\nx + 1").result() == "21"
            run(binary, "uninstall")
            assert peer.run("x + 2").result() == "22"
            if sys.platform == "linux":
                peer.run("%reset")
                assert peer.run("1 + 1").result() == "2"
    finally:
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()
