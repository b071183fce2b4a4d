"""The kernel ends with whoever started it, whatever that one's number, and not before."""

import os
import signal
import subprocess
import sys
import time

import pytest
from jupyter_client.connect import write_connection_file

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# Starts a kernel, says its number, and waits. With a shell between the two, that
# shell says the number, waits for the kernel and ends with it.
CLIENT = """
import os, subprocess, sys
variable, between, *command = sys.argv[1:]
os.environ["JPY_PARENT_PID"] = variable or str(os.getpid())
if between:
    command = ["sh", "-c", '"$@" >&2 & echo "kernel $!"; wait $!; :', "sh", *command]
started = subprocess.Popen(command)
os.write(1, f"{'shell' if between else 'kernel'} {started.pid}\\n".encode())
sys.stdin.read()
"""


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ended(pid, within):
    deadline = time.monotonic() + within
    while runs(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not runs(pid)


@pytest.mark.parametrize(
    ("variable", "between", "killed"),
    [
        pytest.param("", "", "client", id="a client"),
        pytest.param("1", "", "client", id="a client that is not the process of number 1 as it says"),
        pytest.param("", "shell", "client", id="a client behind a shell"),
        pytest.param("", "shell", "shell", id="the shell before a client"),
        pytest.param("1", "shell", "shell", id="the shell before the process of number 1"),
    ],
)
def test_the_kernel_lives_as_long_as_its_client(binary, tmp_path, variable, between, killed):
    file, _ = write_connection_file(str(tmp_path / "connection.json"), ip="127.0.0.1", key=b"key")
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, variable, between, binary, file],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"JUPYTER_DATA_DIR": str(tmp_path)},
    )  # fmt: skip
    pids = {"client": client.pid}
    for _ in range(2 if between else 1):
        line = client.stdout.readline()
        assert len(line.split()) == 2, f"the client says {line!r}"
        name, pid = line.split()
        pids[name] = int(pid)
    try:
        assert not ended(pids["kernel"], within=2.5), "it ends at once"
        os.kill(pids[killed], signal.SIGKILL)
        assert ended(pids["kernel"], within=10), "it stays"
    finally:
        client.kill()
        client.wait()
        for pid in pids.values():
            if runs(pid):
                os.kill(pid, signal.SIGKILL)
