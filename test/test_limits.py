"""The bounds of an interpreter and of what it sends, as docs/limits.md has them."""

import contextlib
import os
import pathlib
import re
import signal
import sys
import time

import pytest

from peer import connected, started
from processes import children

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

MB = 1 << 20
LIMIT = 300 * MB
WALL = LIMIT * 3 // 2 + 256 * MB  # what the system refuses


@pytest.fixture(scope="module")
def bounded(kernelspec):
    """A kernel whose cells may hold 300 MiB, and its client."""
    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NVSD_MEMORY", "300MiB")
            manager = stack.enter_context(started(kernelspec))
        yield manager, stack.enter_context(connected(manager))


def test_the_bounds_of_memory(bounded):
    manager, peer = bounded
    kernel = manager.provisioner.process.pid
    (worker,) = children(kernel)
    limits = pathlib.Path(f"/proc/{worker}/limits").read_text()
    assert int(re.search(r"Max data size +(\d+)", limits)[1]) == WALL
    aim = int(peer.run('import "runtime/debug"\ndebug.SetMemoryLimit(-1)').result())
    assert aim == pytest.approx(0.7 * LIMIT, rel=0.01)

    def first_to_go(pid):
        return int(pathlib.Path(f"/proc/{pid}/oom_score_adj").read_text())

    own = first_to_go(os.getpid())
    assert first_to_go(kernel) == own
    assert first_to_go(worker) > own or own == 1000
    inherited = peer.run("!ulimit -d; cat /proc/self/oom_score_adj").text().split()
    assert [int(n) for n in inherited] == [WALL // 1024, first_to_go(worker)]


def test_memory_that_is_not_touched_counts_for_the_system_alone(bounded):
    _, peer = bounded
    peer.run("%reset")
    assert peer.run(f"len(make([]byte, {2 * LIMIT}))").result() == str(2 * LIMIT)
    assert "ran out of memory" in peer.run(f"len(make([]byte, {WALL}))").content["evalue"]


def test_programs_have_the_bound_each_for_itself(bounded):
    _, peer = bounded
    peer.run("%reset")
    hold = "head -c %dM /dev/zero | tail -c %dM | wc -c"  # tail holds what it shows
    assert peer.run(f"!{hold % (600, 590)}").text() == f"{590 * MB}\n"
    told = peer.run(f"!{hold % (900, 890)}")
    assert told.text() == "0\n" and "memory" in told.text("stderr")
    assert peer.run("1 + 1").result() == "2"


# What may have 128 MiB, by the text s.
SENT = {
    "a value": "display.Show(display.HTML(s))",
    "a page": "display.Page(display.HTML(s))",
    "a message": 'comm.Open("nobody", nil).Send(nil, []byte(s))',
    "the next cell": "display.NextCell(s)",
    "a prompt": "display.Input(s)",
}


@pytest.mark.parametrize("call", SENT.values(), ids=SENT.keys())
def test_what_is_sent_at_once_is_bounded(peer, call):
    told = peer.run(f'kept := 41\ns := strings.Repeat("x", {129 * MB})\n{call}', allow_stdin=True)
    assert told.content["status"] == "error"
    assert "at most 128.0 MiB" in told.content["evalue"], told.content["evalue"]
    assert peer.run("s = \"\"\nkept").result() == "41"


def test_signals_that_a_cell_sends_are_the_kernels(kernelspec):
    kill = 'import ("os"; "os/exec"; "fmt"; "time")\nexec.Command("sh", "-c", fmt.Sprintf("kill -%s %%d", os.Getppid())).Run()\ntime.Sleep(time.Minute)'
    with started(kernelspec) as manager, connected(manager) as peer:
        assert peer.run("kept := 41\n" + kill % "INT").content["ename"] == "interrupted"
        cell = peer.running("println(1)\nfor {}")
        for _ in range(30):
            os.kill(manager.provisioner.process.pid, signal.SIGINT)
        assert peer.told(cell).content["ename"] == "interrupted"
        time.sleep(0.2)  # one that comes this late is for the next cell
        assert peer.run("kept").result() == "41"
        told = peer.run(kill % "TERM")
        assert told.content["status"] == "error" and told.kinds() == ["error"]
        assert manager.provisioner.process.wait(10) == 0
