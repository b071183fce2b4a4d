"""Programs that cells start: their output is the cell's, and they end with the kernel."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from jupyter_client.connect import write_connection_file

from peer import connected, started
from processes import children, ended

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# How a cell may leave programs running: each starts two.
WAYS = {
    "os/exec": """
import ("os"; "os/exec")
for range 2 {
	sleep := exec.Command("sleep", "1000")
	sleep.Stdout = os.Stdout
	sleep.Start()
}""",
    "a shell that goes": 'import "os/exec"\nexec.Command("sh", "-c", "sleep 1000 & sleep 1000 &").Run();',
    "the shell of a magic": "!sleep 1000 & sleep 1000 > /dev/null 2>&1 &",
}


def sleeping():
    """The programs of the tests."""
    found = set()
    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_bytes() == b"sleep\x001000\x00":
                found.add(int(file.parent.name))
        except OSError:
            pass
    return found


@pytest.fixture
def running(kernelspec):
    """A kernel of its own for each test, with a client."""
    with started(kernelspec) as manager, connected(manager) as peer:
        yield manager, peer


def leave(manager, peer, cell):
    """Runs a cell that leaves programs running; returns them and their worker."""
    before = sleeping()
    assert peer.run(cell).content["status"] == "ok"
    deadline = time.monotonic() + 10
    while len(programs := sleeping() - before) < 2:
        assert time.monotonic() < deadline, programs
        time.sleep(0.02)
    (worker,) = children(manager.provisioner.process.pid)
    return programs, worker


def reset(manager, peer, worker):
    peer.run("%reset")


def death(manager, peer, worker):
    os.kill(worker, signal.SIGKILL)


def shutdown(manager, peer, worker):
    manager.shutdown_kernel(now=False)


def killed(manager, peer, worker):
    os.kill(manager.provisioner.process.pid, signal.SIGKILL)


def killed_while_busy(manager, peer, worker):
    peer.running("println(1)\nfor range 4 { go func() { for {} }() }\nfor {}")
    killed(manager, peer, worker)


def killed_while_halted(manager, peer, worker):
    os.kill(worker, signal.SIGSTOP)
    stat = pathlib.Path(f"/proc/{worker}/stat")
    while stat.read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.01)  # its threads stop one by one
    killed(manager, peer, worker)


def terminated(manager, peer, worker):
    os.kill(manager.provisioner.process.pid, signal.SIGTERM)


def hung_up(manager, peer, worker):
    os.kill(manager.provisioner.process.pid, signal.SIGHUP)


@pytest.mark.parametrize("cell", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("end", [reset, death, shutdown, killed, terminated])
def test_programs_end_with_their_interpreter(running, cell, end):
    programs, worker = leave(*running, cell)
    end(*running, worker)
    assert ended({*programs, worker}), f"{sleeping()} of {programs} are left"


@pytest.mark.parametrize("end", [killed_while_busy, killed_while_halted, hung_up])
def test_programs_end_with_a_kernel_that_ends_otherwise(running, end):
    programs, worker = leave(*running, WAYS["os/exec"])
    end(*running, worker)
    assert ended({*programs, worker}), f"{sleeping()} of {programs} are left"


def test_a_program_that_holds_the_output_open_delays_no_death(running):
    manager, peer = running
    own_session = """
import ("os"; "os/exec")
sleep := exec.Command("setsid", "sleep", "3")
sleep.Stdout, sleep.Stderr = os.Stdout, os.Stderr
sleep.Start()
self, _ := os.FindProcess(os.Getpid())
println("now")
self.Kill()
select {}"""
    told = peer.run(own_session)
    begun = next(m for m in told.messages if m["msg_type"] == "stream")["header"]["date"]
    error = next(m for m in told.messages if m["msg_type"] == "error")["header"]["date"]
    assert (error - begun).total_seconds() < 0.8
    assert peer.run("1 + 1").result() == "2"


def test_output_of_programs_is_in_its_place(running):
    _, peer = running
    told = peer.run("""
import ("fmt"; "os"; "os/exec")
for i := range 20 {
	fmt.Println("cell", i)
	echo := exec.Command("sh", "-c", fmt.Sprintf("echo program %d; echo error %d >&2", i, i))
	echo.Stdout, echo.Stderr = os.Stdout, os.Stderr
	echo.Run()
}""")
    assert told.text() == "".join(f"cell {i}\nprogram {i}\n" for i in range(20))
    assert told.text("stderr") == "".join(f"error {i}\n" for i in range(20))


def test_a_program_that_runs_on_does_not_hold_its_cell(running):
    manager, peer = running
    begun = time.monotonic()
    request = peer.execute(
        'import ("os"; "os/exec")\nlater := exec.Command("sh", "-c", "sleep 2; echo late")\nlater.Stdout = os.Stdout\nlater.Start();'
    )
    assert peer.told(request).content["status"] == "ok"
    assert time.monotonic() - begun < 1.5
    assert peer.run("1 + 1").result() == "2"


def test_nothing_is_left_of_a_kernel_in_a_terminal(binary, kernelspec, tmp_path):
    """SIGHUP, SIGTERM, SIGQUIT: an end in order, with status 0 and without files."""
    for name in ("SIGHUP", "SIGTERM", "SIGQUIT"):
        folder = tmp_path / name
        folder.mkdir()
        file = folder / "connection.json"
        write_connection_file(str(file), transport="ipc", ip=str(folder / "socket"))
        kernel = subprocess.Popen([binary, str(file)], env=os.environ | {"TMPDIR": str(folder)})
        deadline = time.monotonic() + 20
        while len(list(folder.glob("socket-*"))) < 5 or not children(kernel.pid):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        workers = children(kernel.pid)
        kernel.send_signal(getattr(signal, name))
        assert kernel.wait(timeout=10) == 0
        assert ended(workers)
        assert [f.name for f in folder.iterdir()] == ["connection.json"]
