"""A kernel that is asked to end says so, ends at once, and leaves nothing behind."""

import os
import socket
import threading
import time

import pytest
from jupyter_client.manager import KernelManager

from hostile import CHANNELS, MB, Target, declare, receive, reply_to, run

TIMES = int(os.environ.get("NVSD_SHUTDOWNS", "10"))  # of each transport


def bound(info):
    """The addresses of a kernel that somebody listens on."""
    found = []
    for name in ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"):
        if info["transport"] == "ipc":
            path = f"{info['ip']}-{info[name]}"
            if os.path.exists(path):
                found.append(path)
            continue
        with socket.socket() as probe:
            if probe.connect_ex((info["ip"], info[name])) == 0:
                found.append(info[name])
    return found


def gone(process, patience=10):
    """Waits for the end of a process: how many seconds that took."""
    started = time.monotonic()
    while process.poll() is None:
        assert time.monotonic() - started < patience, "the kernel goes on"
        time.sleep(0.001)
    return time.monotonic() - started


@pytest.mark.parametrize("channel", ["control", "shell"])
@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_shutdown(kernelspec, tmp_path, transport, channel, record_property):
    """Every time: the reply, the last idle of iopub, and the end of the process."""
    took = []
    for i in range(max(1, TIMES // 2)):
        options = {"ip": str(tmp_path / f"k{i}")} if transport == "ipc" else {}
        manager = KernelManager(kernel_name=kernelspec, transport=transport, **options)
        manager.start_kernel()
        process = manager.provisioner.process
        target = Target(manager, watched=False)
        try:
            with target.client() as (session, sockets):
                assert run(session, sockets, "6 * 7")[0]["status"] == "ok"
                asked = session.send(sockets[channel], "shutdown_request", {"restart": False})
                reply = reply_to(session, sockets[channel], asked)
                answered = time.monotonic()
                assert reply["msg_type"] == "shutdown_reply" and reply["content"]["status"] == "ok"
                msg = None
                while msg is None or msg["content"].get("execution_state") != "idle":
                    msg = receive(session, sockets["iopub"])
                    if msg["parent_header"].get("msg_id") != asked["header"]["msg_id"]:
                        msg = None
                gone(process)
                took.append(time.monotonic() - answered)
            assert process.returncode == 0
            assert not bound(target.info)
        finally:
            target.close()
            manager.shutdown_kernel(now=True)
    took.sort()
    record_property("slowest", took[-1])
    print(f"\n{transport}, {channel}: {len(took)} of {len(took)}, reply to end:"
          f" median {took[len(took) // 2] * 1000:.0f} ms, slowest {took[-1] * 1000:.0f} ms")  # fmt: skip


def test_shutdown_among_hostile_peers(kernelspec):
    """Peers that are silent, flood or do not read delay the end, but not for long."""
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel()
    process = manager.provisioner.process
    target = Target(manager, watched=False)
    stop = threading.Event()
    floods = []
    try:
        for channel in CHANNELS:
            target.raw(channel)
            target.introduced(channel).say(declare(100 * MB), b"half")
            raw = target.introduced(channel)
            floods.append(threading.Thread(target=lambda raw=raw: [None for _ in iter(stop.is_set, True) if raw.say(b"\0\0" * 1000)]))
        deaf = target.introduced("iopub", buffer=4096)
        deaf.say(b"\0\1\1")
        for flood in floods:
            flood.start()
        with target.client() as (session, sockets):
            assert run(session, sockets, 'import "strings"\nimport "fmt"\nfmt.Println(strings.Repeat("x", 10_000_000))')[0]["status"] == "ok"
            asked = session.send(sockets["control"], "shutdown_request", {"restart": False})
            assert reply_to(session, sockets["control"], asked)["content"]["status"] == "ok"
            gone(process)
        assert process.returncode == 0
        assert not bound(target.info)
    finally:
        stop.set()
        for flood in floods:
            flood.join()
        target.close()
        manager.shutdown_kernel(now=True)
