"""Peers that misbehave, and what must hold after each of them.

An attack speaks ZMTP byte by byte with Raw. The fixture `target` is a kernel on which
a cell has left a goroutine that prints numbers, and an honest subscriber that has been
there all the time and must see every number in order. After each test a newcomer is
served, and memory, descriptors and threads of the kernel are what they were.
"""

import contextlib
import os
import pathlib
import re
import socket
import struct
import sys
import threading
import time

import pytest
import zmq
from jupyter_client.session import Session

from peer import started

CHANNELS = ["shell", "iopub", "stdin", "control", "hb"]
KINDS = {"shell": b"DEALER", "iopub": b"SUB", "stdin": b"DEALER", "control": b"DEALER", "hb": b"REQ"}
LONG = bool(os.environ.get("NVSD_HOSTILE"))  # the long variants, which make test leaves out
PATIENCE = 30  # seconds; bounds what would hang a test

MORE, LARGE, COMMAND = 1, 2, 4  # flags of a frame
MB = 1 << 20

TICKER = """
import ("fmt"; "time")
go func() {
	for i := 0; ; i++ {
		fmt.Println("tick", %d, i)
		time.Sleep(5 * time.Millisecond)
	}
}()
"""


def greeting(version=(3, 0), mechanism=b"NULL", as_server=0):
    return b"\xff" + bytes(8) + b"\x7f" + bytes(version) + mechanism.ljust(20, b"\0") + bytes([as_server]) + bytes(31)


def declare(size, flags=0):
    """The header of a long frame, without the frame."""
    return struct.pack(">BQ", flags | LARGE, size)


def frame(body, flags=0):
    if len(body) > 255:
        return declare(len(body), flags) + body
    return bytes([flags, len(body)]) + body


def wire(*frames):
    """A message."""
    return b"".join(frame(body, MORE if i < len(frames) - 1 else 0) for i, body in enumerate(frames))


def command(name, body=b""):
    return frame(bytes([len(name)]) + name + body, COMMAND)


def prop(name, value):
    return bytes([len(name)]) + name + struct.pack(">I", len(value)) + value


def ready(kind, identity=b"", extra=b""):
    return command(b"READY", prop(b"Socket-Type", kind) + prop(b"Identity", identity) + extra)


class Raw:
    """A connection that says what it likes. It takes it well when the kernel hangs up."""

    def __init__(self, address, buffer=None):
        self.conn = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        if buffer:
            self.conn.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.conn.settimeout(PATIENCE)
        self.conn.connect(address)

    def say(self, *parts):
        """Sends bytes and tells whether the kernel took them."""
        try:
            self.conn.sendall(b"".join(parts))
        except TimeoutError:
            raise
        except OSError:
            return False
        return True

    def introduce(self, kind, identity=b""):
        self.say(greeting(), ready(kind, identity))
        self.take(64)
        flags, body = self.frame()
        assert flags == COMMAND and body.startswith(b"\x05READY")
        return self

    def take(self, size):
        got = b""
        while len(got) < size:
            chunk = self.conn.recv(size - len(got))
            if not chunk:
                raise EOFError("the kernel has hung up")
            got += chunk
        return got

    def frame(self):
        flags, size = self.take(2)
        if flags & LARGE:
            (size,) = struct.unpack(">Q", bytes([size]) + self.take(7))
        return flags, self.take(size)

    def message(self):
        frames = []
        while True:
            flags, body = self.frame()
            frames.append(body)
            if not flags & MORE:
                return frames

    def hung_up(self):
        """Waits until the kernel has closed the connection."""
        with contextlib.suppress(ConnectionError):
            while self.conn.recv(65536):
                pass

    def reset(self):
        """Leaves with a RST."""
        self.conn.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.conn.close()

    def close(self):
        self.conn.close()


class Watcher(threading.Thread):
    """An honest subscriber: it reads all the time and expects every tick, in order."""

    def __init__(self, target):
        super().__init__(daemon=True)
        self.socket = target.zmq(zmq.SUB, "iopub")
        self.socket.rcvhwm = 0
        self.socket.subscribe(b"")
        self.session = target.session()
        self.series = self.next = -1
        self.tail, self.missed = "", []
        self.done = threading.Event()
        self.start()

    def run(self):
        while not self.done.is_set():
            if not self.socket.poll(100):
                continue
            _, parts = self.session.feed_identities(self.socket.recv_multipart())
            msg = self.session.deserialize(parts)
            if msg["msg_type"] == "stream":
                *lines, self.tail = (self.tail + msg["content"]["text"]).split("\n")
                for line in lines:
                    self.see(line)

    def see(self, line):
        found = re.fullmatch(r"tick (\d+) (\d+)", line)
        if not found:
            return
        series, number = int(found[1]), int(found[2])
        if series > self.series:
            self.series, self.next = series, number
        if series == self.series:
            if number != self.next:
                self.missed.append(f"{number} came after {self.next - 1}")
            self.next = number + 1

    def close(self):
        self.done.set()
        self.join()
        self.socket.close(linger=0)


class Target:
    """A kernel under attack."""

    def __init__(self, manager, watched=True):
        self.manager = manager
        self.info = manager.get_connection_info(session=False)
        self.pid = manager.provisioner.process.pid
        self.context = zmq.Context()
        self.context.max_sockets = 8000
        self.held = []
        self.series = 0  # of numbers
        self.await_welcome(self.zmq(zmq.SUB, "iopub"), close=True)
        self.watcher = Watcher(self) if watched else None
        if watched:
            self.settle()

    def settle(self):
        """Learns what the kernel takes when nobody harms it."""
        self.execute("1", store_history=True)  # from now on the history is open
        self.tick()
        for _ in range(5):
            self.serves()
        time.sleep(1)
        self.normal = self.measure()

    def tick(self):
        """Starts the numbers, and starts them anew where an interrupt may have ended them."""
        self.execute(TICKER % self.series)
        self.series += 1

    # Connections. All that an attack makes are closed after it.

    def address(self, channel):
        if self.info["transport"] == "ipc":
            return f"{self.info['ip']}-{self.info[channel + '_port']}"
        return self.info["ip"], self.info[channel + "_port"]

    def raw(self, channel, **options):
        self.held.append(Raw(self.address(channel), **options))
        return self.held[-1]

    def introduced(self, channel, kind=None, identity=b"", **options):
        return self.raw(channel, **options).introduce(kind or KINDS[channel], identity)

    def url(self, channel):
        address = self.address(channel)
        return f"ipc://{address}" if isinstance(address, str) else "tcp://%s:%d" % address

    def zmq(self, kind, channel, **options):
        client = self.context.socket(kind)
        for name, value in options.items():
            setattr(client, name, value)
        client.connect(self.url(channel))
        return client

    def session(self):
        return Session(key=self.info["key"], signature_scheme=self.info["signature_scheme"])

    # What honest clients expect.

    def await_welcome(self, subscriber, close=False):
        subscriber.subscribe(b"")
        assert subscriber.poll(PATIENCE * 1000), "no iopub_welcome"
        subscriber.recv_multipart()
        if close:
            subscriber.close(linger=0)

    @contextlib.contextmanager
    def client(self):
        """A newcomer: its session, and its sockets by channel."""
        sockets = {channel: self.zmq(zmq.DEALER, channel) for channel in ("shell", "control", "stdin")}
        sockets["iopub"] = self.zmq(zmq.SUB, "iopub")
        sockets["hb"] = self.zmq(zmq.REQ, "hb")
        try:
            self.await_welcome(sockets["iopub"])
            yield self.session(), sockets
        finally:
            for client in sockets.values():
                client.close(linger=0)

    def execute(self, code, **options):
        """Runs a cell as a newcomer and returns the reply's content and the text shown."""
        with self.client() as (session, sockets):
            return run(session, sockets, code, **options)

    def serves(self):
        """A newcomer gets an echo, answers on both channels, and a cell's output."""
        with self.client() as (session, sockets):
            sockets["hb"].send(b"ping")
            assert sockets["hb"].poll(PATIENCE * 1000), "no heartbeat"
            assert sockets["hb"].recv() == b"ping"
            for channel in ("control", "shell"):
                asked = session.send(sockets[channel], "kernel_info_request", {})
                assert reply_to(session, sockets[channel], asked)["content"]["status"] == "ok"
            content, text = run(session, sockets, 'import "fmt"\nfmt.Println("served")')
            assert (content["status"], text) == ("ok", "served\n")

    def alive(self):
        assert self.manager.provisioner.process.poll() is None, "the kernel has died"

    def measure(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        number = lambda name: int(re.search(rf"{name}:\s+(\d+)", status)[1])
        return {
            "MB": number("RssAnon") // 1024,
            "descriptors": len(os.listdir(f"/proc/{self.pid}/fd")),
            "threads": number("Threads"),
        }

    def recovers(self):
        """Everything that attacks took is given back within seconds, but for what the
        kernel remembers: signatures, and the headers of cells and messages of comms. Go never
        gives back a thread, and starts one when a system call lasts, as many do on a busy machine:
        a thread for each of an attack's connections would be hundreds."""
        remembered, patience = (32, 90) if LONG else (20, 60)  # and the watcher may be behind
        kept = {"MB": remembered, "descriptors": 0, "threads": 24}
        most = {name: self.normal[name] + kept[name] for name in kept}
        deadline = time.monotonic() + patience
        while True:
            now = self.measure()
            if all(now[name] <= most[name] for name in most):
                return
            assert time.monotonic() < deadline, f"the kernel keeps {now}, it had {self.normal}"
            time.sleep(0.2)

    def unharmed(self):
        """What must hold while an attack lasts and after it."""
        self.alive()
        started = time.monotonic()
        self.serves()
        took = time.monotonic() - started
        assert took < 10, f"a newcomer waited {took:.1f} s"
        seen = self.watcher.next
        deadline = time.monotonic() + PATIENCE
        while self.watcher.next == seen:
            assert time.monotonic() < deadline, "the honest subscriber sees nothing any more"
            time.sleep(0.01)
        assert not self.watcher.missed, self.watcher.missed[:5]

    def release(self):
        for raw in self.held:
            raw.close()
        self.held.clear()

    def close(self):
        self.release()
        if self.watcher:
            self.watcher.close()
        self.context.destroy(linger=0)


def receive(session, client, patience=PATIENCE):
    assert client.poll(patience * 1000), "nothing came"
    _, parts = session.feed_identities(client.recv_multipart())
    return session.deserialize(parts)


def reply_to(session, client, asked, patience=PATIENCE):
    while True:
        msg = receive(session, client, patience)
        if msg["parent_header"].get("msg_id") == asked["header"]["msg_id"]:
            return msg


def run(session, sockets, code, **options):
    """Runs a cell: the reply's content, and the text shown."""
    content = {"code": code, "silent": False, "store_history": False, "user_expressions": {}} | options
    asked = session.send(sockets["shell"], "execute_request", content)
    return ended(session, sockets, asked)


def ended(session, sockets, asked):
    """Waits for the end of a cell: the reply's content, and the text shown."""
    texts = []
    while True:
        msg = reply_to(session, sockets["iopub"], asked)
        if msg["msg_type"] == "stream":
            texts.append(msg["content"]["text"])
        if msg["content"].get("execution_state") == "idle":
            break
    return reply_to(session, sockets["shell"], asked)["content"], "".join(texts)


@contextlib.contextmanager
def targets(kernelspec, **options):
    """Hands out a kernel, the same until one has been harmed."""
    if sys.platform != "linux":
        pytest.skip("reads /proc")
    with contextlib.ExitStack() as stack:
        kernels = []

        def get():
            if not kernels:
                manager = stack.enter_context(started(kernelspec, **options))
                target = Target(manager)
                stack.callback(target.close)
                kernels.append(target)
            return kernels[0]

        yield get, kernels.clear


@contextlib.contextmanager
def attacked(get, give_up):
    target = get()
    try:
        yield target
        target.unharmed()
        target.release()
        target.unharmed()
        target.recovers()
    except BaseException:
        give_up()
        raise
    finally:
        target.release()


@pytest.fixture(scope="module")
def tcp_targets(kernelspec):
    with targets(kernelspec) as got:
        yield got


@pytest.fixture
def target(tcp_targets):
    with attacked(*tcp_targets) as target:
        yield target


@pytest.fixture(scope="module")
def ipc_targets(kernelspec, tmp_path_factory):
    folder = tmp_path_factory.mktemp("ipc")
    with targets(kernelspec, transport="ipc", ip=str(folder / "k")) as got:
        yield got


@pytest.fixture
def ipc_target(ipc_targets):
    with attacked(*ipc_targets) as target:
        yield target
