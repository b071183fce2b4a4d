"""What is left behind when a kernel ends, however it ends."""

import glob
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import pytest
from jupyter_client.manager import start_new_kernel

from processes import children, ended

CLIENT = """
import sys
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name=sys.argv[1])
client.execute_interactive("1", output_hook=lambda _: None)
if sys.argv[2] == "busy":
    client.execute("for {}")
print(manager.provisioner.process.pid, flush=True)
sys.stdin.read()
"""


def folders():
    return set(glob.glob(os.path.join(tempfile.gettempdir(), "nvsd-worker-*")))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("state", ["idle", "busy"])
def test_the_kernel_ends_with_its_client(kernelspec, state):
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, kernelspec, state],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )
    kernel = int(client.stdout.readlines(1)[0])
    processes = [kernel, *children(kernel)]
    assert len(processes) == 2, "a kernel and its worker"
    client.send_signal(signal.SIGKILL)
    client.wait()
    assert ended(processes), "the kernel outlives its client"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_is_left_of_a_kernel(kernelspec):
    before = folders()
    manager, client = start_new_kernel(kernel_name=kernelspec)
    processes = []
    for _ in range(3):
        kernel = manager.provisioner.process.pid
        client.execute_interactive("1", timeout=30, output_hook=lambda _: None)
        processes += [kernel, *children(kernel)]
        manager.restart_kernel(now=False)
        client.wait_for_ready(timeout=30)
    kernel = manager.provisioner.process.pid
    client.execute_interactive("1", timeout=30, output_hook=lambda _: None)
    processes += [kernel, *children(kernel)]
    os.kill(kernel, signal.SIGKILL)
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    assert len(processes) == 8
    assert ended(processes)
    assert folders() <= before


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\x00\x01", '{"transport": "carrier pigeon"}'])
def test_a_bad_connection_file_is_one_clear_line(binary, tmp_path, text):
    file = tmp_path / "connection.json"
    file.write_text(text)
    run = subprocess.run([binary, str(file)], capture_output=True, text=True, timeout=20)
    assert run.returncode != 0
    assert run.stderr.count("\n") == 1 and str(file) in run.stderr, run.stderr
