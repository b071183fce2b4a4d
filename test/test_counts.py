"""What a start and a cell take, in counts, which are the same on a busy machine.

A time is held by no test, since it needs a quiet machine: make bench-kernels measures times. A count that is
twice as high is a mistake on every machine. interp/counts_test.go counts the allocations of the kernel.
"""

import contextlib
import pathlib
import subprocess
import sys
import time

import pytest
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.connect import write_connection_file

from peer import PATIENCE, Peer, starting
from processes import children

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

CELLS = 100
LINES = 100_000
PRINT = f'for i := 0; i < {LINES}; i++ {{ fmt.Println("line", i) }}'
TEXT = "".join(f"line {i}\n" for i in range(LINES))
ALLOCATIONS = "m := runtime.MemStats{}; runtime.ReadMemStats(&m); m.Mallocs"


class Fresh:
    """A kernel, its client, and what Linux counts of its processes."""

    def __init__(self, process, client):
        self.process, self.peer = process, Peer(client)

    def processes(self):
        """The kernel, and the worker where there is one."""
        return [self.process.pid, *children(self.process.pid)]

    def counts(self):
        return [counts(pid) for pid in self.processes()]

    def taken(self, code, times=1):
        """What one run of a cell takes, of the kernel and of the worker, and what the last one told."""
        before = self.counts()
        for _ in range(times):
            told = self.peer.run(code)
            assert told.content["status"] == "ok", told.content
        after = self.counts()
        return *([{what: (b[what] - a[what]) / times for what in a} for a, b in zip(before, after, strict=True)]), told

    def allocations(self):
        """How many objects the worker has allocated."""
        return int(self.peer.run(ALLOCATIONS).result())


def counts(pid):
    """Of a process: the bytes that it read and wrote, its calls to do so, and how often a thread of it waited."""
    io = dict(line.split(": ") for line in pathlib.Path(f"/proc/{pid}/io").read_text().splitlines())
    waits = 0
    for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        with contextlib.suppress(OSError):  # the thread has ended
            waits += int(status.read_text().partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return {"read": int(io["rchar"]), "written": int(io["wchar"]), "calls": int(io["syscr"]) + int(io["syscw"]), "waits": waits}


@pytest.fixture
def fresh(binary, tmp_path):
    """A kernel that has answered its first request."""
    with starting():
        file, _ = write_connection_file(str(tmp_path / "connection.json"))
        process = subprocess.Popen([binary, file], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = BlockingKernelClient(connection_file=file)
        client.load_connection_file()
        client.start_channels()
        try:
            fresh = Fresh(process, client)
            asked = fresh.peer.send("kernel_info_request", {})
            fresh.peer.wait(lambda: asked in fresh.peer.replies)
            fresh.at_start = fresh.counts()
        except BaseException:
            process.kill()
            raise
    client.wait_for_ready(timeout=PATIENCE)  # what is published before there is a subscription is lost
    yield fresh
    client.stop_channels()
    process.kill()
    process.wait()


@pytest.fixture
def warm(fresh):
    """The same after its first cells."""
    for code in 'import "runtime"', "1+1", ALLOCATIONS, ALLOCATIONS:
        fresh.peer.run(code)
    return fresh


def held(taken, **most):
    """Each count is at most what is given for it."""
    over = {what: f"{taken[what]:.0f}, at most {bound}" for what, bound in most.items() if taken[what] > bound}
    assert not over, (over, taken)


def test_start(fresh):
    """Until the first reply: the program's file has 56 MB, and nothing reads it."""
    kernel, *worker = fresh.at_start
    held(kernel, read=250_000, written=10_000, calls=200, waits=500)
    assert len(worker) <= 1
    for w in worker:
        held(w, read=50_000, written=10_000, calls=100, waits=300)


def test_first_cell(fresh):
    kernel, worker, told = fresh.taken("1+1")
    assert told.result() == "2"
    assert [m["msg_type"] for m in told.messages] == ["status", "execute_input", "execute_result", "status"]
    held(kernel, read=6_000, written=12_000, calls=120, waits=150)
    held(worker, read=6_000, written=6_000, calls=80, waits=100)


def test_small_cells(warm):
    objects = warm.allocations()
    kernel, worker, told = warm.taken("1+1", CELLS)
    assert [m["msg_type"] for m in told.messages] == ["status", "execute_input", "execute_result", "status"]
    held(kernel, read=900, written=4_500, calls=26, waits=50)
    held(worker, read=600, written=300, calls=10, waits=35)
    assert (warm.allocations() - objects) / CELLS <= 1300
    assert len(warm.processes()) == 2


def test_many_lines(warm):
    objects, begun = warm.allocations(), time.monotonic()
    kernel, worker, told = warm.taken(PRINT)
    parts, seconds = told.of("stream"), time.monotonic() - begun
    assert told.text() == TEXT
    # 17 of 64 KB, and on a slow machine one in 50 ms, so that lines are seen when they come
    assert len(parts) <= max(24, 8 + seconds / 0.05), f"{len(parts)} messages of text"
    assert len(told.messages) == len(parts) + 3
    held(kernel, read=1.3 * len(TEXT), written=1.4 * len(TEXT), calls=1.5 * LINES)
    held(worker, read=10_000, written=1.1 * len(TEXT), calls=1.1 * LINES)
    assert (warm.allocations() - objects) / LINES <= 14
    assert len(warm.processes()) == 2
