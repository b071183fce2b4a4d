"""Peers that misbehave, against the running kernel: an honest client is served all the same."""

import contextlib
import json
import socket
import struct
import time

import pytest
import zmq
from jupyter_client.manager import KernelManager

CHANNELS = ["shell", "iopub", "stdin", "control", "hb"]
GREETING = (
    b"\xff" + bytes(8) + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + b"\0" + bytes(31)
)


@pytest.fixture
def kernel(kernelspec):
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel()
    try:
        with honest(manager):
            pass  # it is up
        yield manager
    finally:
        manager.shutdown_kernel(now=True)


@contextlib.contextmanager
def honest(manager):
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=30)
        yield client
    finally:
        client.stop_channels()


def served(manager):
    """A new client runs a cell and gets its output, its reply and its idle."""
    with honest(manager) as client:
        texts = []

        def hook(msg):
            if msg["msg_type"] == "stream":
                texts.append(msg["content"]["text"])

        reply = client.execute_interactive(
            'import "fmt"\nfmt.Println("served")', timeout=30, output_hook=hook
        )
        assert reply["content"]["status"] == "ok"
        assert "".join(texts) == "served\n"


def ports(manager):
    info = json.loads(open(manager.connection_file).read())
    return [(info["ip"], info[f"{channel}_port"]) for channel in CHANNELS]


def raw(address):
    conn = socket.create_connection(address, timeout=10)
    conn.sendall(GREETING)
    got = b""
    while len(got) < 64:
        chunk = conn.recv(64 - len(got))
        assert chunk, "the kernel closed before its greeting"
        got += chunk
    return conn


def ready(kind, extra=b""):
    body = b"\x05READY"
    for key, value in ((b"Socket-Type", kind), (b"Identity", b"")):
        body += bytes([len(key)]) + key + struct.pack(">I", len(value)) + value
    body += extra
    return bytes([0x04, len(body)]) + body


def peer_kind(index):
    return b"SUB" if CHANNELS[index] == "iopub" else b"REQ" if CHANNELS[index] == "hb" else b"DEALER"


def test_malformed_ready(kernel):
    held = []
    for address in ports(kernel):
        conn = raw(address)
        # A property whose value claims 4 GiB in a command of 40 bytes.
        body = b"\x05READY\x0bSocket-Type\xff\xff\xff\xffDEALER"
        conn.sendall(bytes([0x04, len(body)]) + body)
        held.append(conn)
        conn = raw(address)
        conn.sendall(b"\x04\x08\x05READY\xff\xff")  # a name of 255 bytes that are not there
        held.append(conn)
    served(kernel)
    for conn in held:
        conn.close()
    served(kernel)


@pytest.mark.parametrize("size", [2**40, 2**62, 2**63, 2**64 - 1])
def test_declared_frame(kernel, size):
    held = []
    for index, address in enumerate(ports(kernel)):
        conn = raw(address)
        conn.sendall(ready(peer_kind(index)))
        conn.sendall(b"\x02" + struct.pack(">Q", size) + b"x")
        held.append(conn)
        conn = raw(address)  # the same before the handshake has ended
        conn.sendall(b"\x06" + struct.pack(">Q", size) + b"x")
        held.append(conn)
    served(kernel)
    for conn in held:
        conn.close()


def test_silent_connections(kernel):
    held = [socket.create_connection(address, timeout=10) for address in ports(kernel) for _ in "123"]
    served(kernel)
    for conn in held:
        conn.close()


def test_unknown_socket_type(kernel):
    for address in ports(kernel):
        conn = raw(address)
        conn.sendall(ready(b"TELEPHONE"))
        conn.close()
    served(kernel)


def test_subscriber_that_never_reads(kernel):
    """One SUB never reads while a cell prints 100 MB: the cell ends, another
    client has every line, and new clients are served."""
    info = json.loads(open(kernel.connection_file).read())
    idle = socket.socket()
    idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    idle.connect((info["ip"], info["iopub_port"]))
    idle.sendall(GREETING + ready(b"SUB") + b"\x00\x01\x01")
    with honest(kernel) as client:
        lines = 1_000_000
        code = f'import "fmt"\nfor i := 0; i < {lines}; i++ {{ fmt.Printf("%0100d\\n", i) }}'
        parent = client.execute(code)
        seen, tail, wrong = 0, "", 0
        deadline = time.monotonic() + 240
        while True:
            msg = client.get_iopub_msg(timeout=deadline - time.monotonic())
            if msg["parent_header"].get("msg_id") != parent:
                continue
            if msg["msg_type"] == "stream":
                parts = (tail + msg["content"]["text"]).split("\n")
                tail = parts.pop()
                for part in parts:
                    wrong += int(part) != seen
                    seen += 1
            elif msg["msg_type"] == "status" and msg["content"]["execution_state"] == "idle":
                break
        assert (seen, wrong, tail) == (lines, 0, "")
    served(kernel)
    idle.close()


def test_bad_signatures_and_bad_json(kernel):
    info = json.loads(open(kernel.connection_file).read())
    context = zmq.Context.instance()
    dealer = context.socket(zmq.DEALER)
    dealer.linger = 0
    dealer.connect(f"tcp://{info['ip']}:{info['shell_port']}")
    for frames in (
        [b"<IDS|MSG>"],
        [b"<IDS|MSG>", b"00" * 32, b"{}", b"{}", b"{}", b"{}"],
        [b"no delimiter at all"],
        [b"<IDS|MSG>", b"", b"{", b"[", b"nonsense", b""],
        [b""] * 50,
    ):
        dealer.send_multipart(frames)
    served(kernel)
    dealer.close()
