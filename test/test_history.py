"""The history of cells: kept over restarts and crashes, where Jupyter's data is, unless turned off."""

import contextlib
import os
import signal
import stat
import sys

import pytest
from jupyter_client.manager import KernelManager

from peer import connected, start


@pytest.fixture
def data(kernelspec, tmp_path, monkeypatch):
    """A data folder of one's own. The kernelspec is found by JUPYTER_PATH."""
    folder = tmp_path / "data"
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(folder))
    monkeypatch.delenv("NVSD_HISTORY", raising=False)
    return folder


@contextlib.contextmanager
def kernel(kernelspec, *arguments):
    """A kernel with more arguments, and its client."""
    manager = KernelManager(kernel_name=kernelspec)
    start(manager, extra_arguments=list(arguments))
    try:
        with connected(manager) as peer:
            yield manager, peer
    finally:
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()


def ran(kernelspec, *cells):
    """A session that has run some cells."""
    with kernel(kernelspec) as (manager, peer):
        for cell in cells:
            assert peer.run(cell).content["status"] == "ok"


def history(peer, access="tail", **content):
    if access != "range":
        content = {"n": 100} | content
    told = peer.ask("history_request", {"hist_access_type": access, "raw": True, "output": False} | content)
    assert told.content["status"] == "ok"
    return told.content["history"]


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_later_kernel_finds_the_cells_of_earlier_ones(kernelspec, data):
    ran(kernelspec, "x := 6", "x * 7")
    ran(kernelspec, 'y := "ä𝔵\\n"', "x := 6")
    with kernel(kernelspec) as (_, peer):
        peer.run("1 + 2")
        all_of_them = [[1, 1, "x := 6"], [1, 2, "x * 7"], [2, 1, 'y := "ä𝔵\\n"'], [2, 2, "x := 6"], [3, 1, "1 + 2"]]
        assert history(peer) == all_of_them
        assert history(peer, n=2) == all_of_them[-2:]
        assert history(peer, n=2, output=True) == [[2, 2, ["x := 6", None]], [3, 1, ["1 + 2", "3"]]]
        assert history(peer, "range", session=0, start=0, stop=5) == all_of_them[4:]
        assert history(peer, "range", session=-1, start=1, stop=2) == all_of_them[2:3]
        assert history(peer, "range", session=1, start=1, stop=9, output=True) == [
            [1, 1, ["x := 6", None]],
            [1, 2, ["x * 7", "42"]],
        ]
        assert history(peer, "range", session=9, start=1, stop=9) == []
        assert history(peer, "search", pattern="x*") == [all_of_them[0], all_of_them[1], all_of_them[3]]
        assert history(peer, "search", pattern="x ?= 6", unique=True) == all_of_them[3:4]
        assert history(peer, "search", pattern="*", n=1) == all_of_them[4:]


def test_a_restart_begins_a_session(kernelspec, data):
    with kernel(kernelspec) as (manager, peer):
        peer.run("1")
        manager.restart_kernel(now=False)
        with connected(manager) as again:
            again.run("2")
            assert history(again) == [[1, 1, "1"], [2, 1, "2"]]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_nothing_is_lost_when_the_kernel_is_killed(kernelspec, data):
    with kernel(kernelspec) as (manager, peer):
        peer.run("1 + 1")
        peer.running('fmt.Println("begun")\nfor {}')
        os.kill(manager.provisioner.process.pid, signal.SIGKILL)
    (file,) = files(data)
    with file.open("a") as torn:
        torn.write('{"line":3,"inp')
    with kernel(kernelspec) as (_, peer):
        assert history(peer, output=True) == [[1, 1, ["1 + 1", "2"]], [1, 2, ['fmt.Println("begun")\nfor {}', None]]]
        peer.run("3")
        assert history(peer, n=1) == [[2, 1, "3"]]


def test_two_kernels_at_once(kernelspec, data):
    with kernel(kernelspec) as (_, one), kernel(kernelspec) as (_, other):
        one.run("1")
        other.run("2")
        one.run("3")
        assert history(one) == [[2, 1, "2"], [1, 1, "1"], [1, 2, "3"]]
        assert history(other) == [[1, 1, "1"], [1, 2, "3"], [2, 1, "2"]]


def test_history_is_answered_while_a_cell_runs(kernelspec, data):
    with kernel(kernelspec) as (_, peer):
        cell = peer.running('fmt.Println("begun")\nfor {}')
        assert [line for _, line, _ in history(peer)] == [1]
        assert peer.state(cell) == "busy"


def test_the_place_is_jupyters(kernelspec, data):
    with kernel(kernelspec) as (_, peer):
        assert history(peer) == []
        assert not data.exists() or files(data) == [], "a session without cells leaves a file"
        peer.run("1")
    (file,) = files(data)
    assert file.relative_to(data).parts[:2] == ("nvsd-kernel", "history")
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_another_place(kernelspec, data, tmp_path, monkeypatch):
    monkeypatch.setenv("NVSD_HISTORY", str(tmp_path / "mine"))
    ran(kernelspec, "1")
    assert len(files(tmp_path / "mine")) == 1 and not data.exists()


@pytest.mark.parametrize("how", ["flag", "variable"])
def test_it_can_be_turned_off(kernelspec, data, monkeypatch, how):
    if how == "variable":
        monkeypatch.setenv("NVSD_HISTORY", "off")
    with kernel(kernelspec, *(["--no-history"] if how == "flag" else [])) as (_, peer):
        peer.run("1")
        assert history(peer) == [[1, 1, "1"]], "the session itself has its history"
    assert not data.exists()


def test_what_is_never_kept(kernelspec, data):
    with kernel(kernelspec) as (_, peer):
        peer.run('"unstored"', store_history=False)
        peer.run('"silent"', silent=True)
        cell = peer.asking('word := display.Password("?")')
        peer.answer("swordfish")
        peer.told(cell)
        assert history(peer) == [[1, 1, 'word := display.Password("?")']]
    text = "".join(file.read_text() for file in files(data))
    assert "Password" in text
    for word in ["unstored", "silent", "swordfish"]:
        assert word not in text


def test_a_folder_that_cannot_be_written(kernelspec, data):
    data.write_text("a file where the folder should be")
    with kernel(kernelspec) as (_, peer):
        peer.run("1")
        assert peer.run("2").result() == "2"
        assert history(peer) == [[1, 1, "1"], [1, 2, "2"]]
