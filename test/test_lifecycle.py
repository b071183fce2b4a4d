"""What is left behind when a kernel ends, however it ends."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from jupyter_client.connect import write_connection_file
from jupyter_client.manager import start_new_kernel

from processes import children, ended, named

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
def test_nothing_is_left_of_a_kernel(kernelspec, tmp_path):
    manager, client = start_new_kernel(kernel_name=kernelspec, env=os.environ | {"TMPDIR": str(tmp_path)})
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
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_is_left_of_a_kernel_that_is_killed_as_it_starts(binary, tmp_path):
    file = tmp_path / "connection.json"
    write_connection_file(str(file))
    folder = tmp_path / "temporary"
    folder.mkdir()
    for milliseconds in range(60):
        kernel = subprocess.Popen([binary, str(file)], env=os.environ | {"TMPDIR": str(folder)})
        time.sleep(milliseconds / 1000)
        kernel.kill()
        kernel.wait()
        assert ended(named(f"TMPDIR={folder}")), f"killed after {milliseconds} ms"
        assert list(folder.iterdir()) == [], f"killed after {milliseconds} ms"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "\x00\x01", '{"transport": "carrier pigeon"}'])
def test_a_bad_connection_file_is_one_clear_line(binary, tmp_path, text):
    file = tmp_path / "connection.json"
    file.write_text(text)
    run = subprocess.run([binary, str(file)], capture_output=True, text=True, timeout=20)
    assert run.returncode != 0
    assert run.stderr.count("\n") == 1 and str(file) in run.stderr, run.stderr
