"""What the kernel writes to standard error: enough at each level, and never a secret."""

import contextlib
import json
import os
import re
import subprocess
import time

import pytest
import zmq
from jupyter_client.manager import KernelManager

from peer import connected


@contextlib.contextmanager
def logged(kernelspec, log):
    """A kernel whose standard error is a file, and its client."""
    manager = KernelManager(kernel_name=kernelspec)
    with log.open("wb") as file:
        manager.start_kernel(stderr=file)
    try:
        with connected(manager) as peer:
            yield manager, peer
            manager.shutdown_kernel(now=False)
    finally:
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()


def until_it_says(log, text):
    deadline = time.monotonic() + 30
    while text not in log.read_text():
        assert time.monotonic() < deadline, f"{text} is not in the log: {log.read_text()}"
        time.sleep(0.02)


@pytest.fixture
def connect():
    """Makes sockets to a kernel that speak ZeroMQ and nothing more."""
    context = zmq.Context()
    yield lambda manager, channel: socket_to(context, manager, channel)
    context.destroy(linger=2000)


def socket_to(context, manager, channel):
    info = json.loads(open(manager.connection_file).read())
    socket = context.socket(zmq.DEALER)
    socket.connect(f"tcp://{info['ip']}:{info[channel + '_port']}")
    return socket


def test_no_secret_at_any_level(kernelspec, tmp_path, monkeypatch, connect):
    monkeypatch.setenv("NVSD_LOG_LEVEL", "debug")
    log = tmp_path / "log"
    with logged(kernelspec, log) as (manager, peer):
        key = manager.session.key.decode()
        cell = peer.asking('w := display.Password("?")\nlen(w)')
        peer.answer("swordfish")
        assert peer.told(cell).result() == "9"
        # An answer that is none, and those that nobody waits for.
        cell = peer.asking('display.Password("?")')
        peer.answer(271828182845)
        assert "271828182845" not in str(peer.told(cell).content)
        peer.answer("swordfish")
        peer.send("input_reply", {"value": 271828182845}, "stdin")
        peer.send("input_reply", {"value": ["swordfish"]}, "stdin")
        # Messages of a stranger, of one with the key, and of nobody.
        socket = connect(manager, "shell")
        header = json.dumps({"msg_type": "execute_request", "msg_id": key}).encode()
        socket.send_multipart([b"<IDS|MSG>", key.encode(), header, b"{}", b"{}", b"{}"])
        socket.send_multipart([b"<IDS|MSG>", key.encode()])
        peer.send("no_such_request", {"key": "swordfish"})
        peer.send("execute_request", {"code": 271828182845})
        # What is said of an interpreter that dies.
        for code in ["1 +", 'panic("oops")', "func f(n int) int { return f(n+1) + 1 }\nf(0)", "os.Exit(3)"]:
            peer.run(code)
        assert peer.run("1").result() == "1"
    text = log.read_text()
    assert "a message was dropped" in text and "level=DEBUG" in text
    for word in [key, "swordfish", "271828182845", "signature_scheme", "shell_port"]:
        assert word not in text, [line for line in text.splitlines() if word in line]
    for line in text.splitlines():
        assert not re.search(r"[0-9A-Z]{26}|[0-9a-f]{64}", line), f"this looks like a key: {line}"


def test_a_dropped_message_is_said_once_with_a_count(kernelspec, tmp_path, monkeypatch, connect):
    monkeypatch.delenv("NVSD_LOG_LEVEL", raising=False)
    log = tmp_path / "log"
    with logged(kernelspec, log) as (manager, peer):
        socket = connect(manager, "shell")
        for _ in range(123):
            socket.send_multipart([b"<IDS|MSG>", b"no signature", b"{}", b"{}", b"{}", b"{}"])
        until_it_says(log, "count=100 ")
        assert peer.run("1").result() == "1"
    lines = [line for line in log.read_text().splitlines() if "dropped" in line]
    assert [re.search(r"count=(\d+)", line).group(1) for line in lines] == ["1", "10", "100", "123"], lines
    assert all("the signature does not match" in line for line in lines[:3]) and "in all" in lines[3]


def test_a_good_session_says_nothing(kernelspec, tmp_path, monkeypatch):
    monkeypatch.delenv("NVSD_LOG_LEVEL", raising=False)
    log = tmp_path / "log"
    with logged(kernelspec, log) as (_, peer):
        assert peer.run("1").result() == "1"
        peer.run('panic("oops")')
    assert log.read_text() == ""


def test_the_vitals_are_told_to_who_wants_all(kernelspec, tmp_path, monkeypatch):
    monkeypatch.setenv("NVSD_LOG_LEVEL", "debug")
    log = tmp_path / "log"
    with logged(kernelspec, log) as (_, peer):
        peer.run('fmt.Print(strings.Repeat("x", 32<<20))')  # so much that the heap is looked at
        until_it_says(log, "msg=vitals")
    said = re.search(r"msg=vitals goroutines=(\d+) heap=(\d+)", log.read_text())
    assert 5 < int(said.group(1)) < 500 and int(said.group(2)) > 100_000


@pytest.mark.parametrize("reader", ["stopped", "gone"])
def test_a_log_that_nobody_reads_holds_up_nobody(kernelspec, monkeypatch, reader):
    monkeypatch.setenv("NVSD_LOG_LEVEL", "debug")
    read, write = os.pipe()
    os.set_blocking(write, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(write, b"x" * 4096)
    os.set_blocking(write, True)
    if reader == "gone":
        os.close(read)
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel(stderr=write)
    try:
        with connected(manager) as peer:
            died = peer.run("func f(n int) int { return f(n+1) + 1 }\nf(0)")  # which is logged
            assert "stack overflow" in died.content["evalue"]
            assert peer.run("1").result() == "1"
        kernel = manager.provisioner.process
        kernel.terminate()
        assert kernel.wait(timeout=10) == 0
    finally:
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()
        os.close(write)
        if reader == "stopped":
            os.close(read)


def test_a_bad_level_names_the_variable(binary, monkeypatch):
    monkeypatch.setenv("NVSD_LOG_LEVEL", "loud")
    run = subprocess.run([binary, "connection.json"], capture_output=True, text=True, timeout=20)
    assert run.returncode == 2 and "NVSD_LOG_LEVEL" in run.stderr and "loud" in run.stderr
