"""A Jupyter client for the tests that look at single messages.

It keeps every message under the id of the request that caused it, so that a test may
ask first, send other requests meanwhile, and look at what came in whatever order.
"""

import collections
import contextlib
import pathlib
import time

import zmq
from jupyter_client.manager import KernelManager

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

PATIENCE = 90  # seconds; bounds what would hang a test, nothing is measured by it. Machines with other work need more than 30


class Told:
    """What a request was answered with: its reply, and its messages of iopub."""

    def __init__(self, reply, messages):
        self.reply = reply
        self.content = reply and reply["content"]
        self.messages = messages

    def of(self, kind):
        """The contents of the messages of one type."""
        return [msg["content"] for msg in self.messages if msg["msg_type"] == kind]

    def kinds(self):
        """The types of the messages but for the busy, the idle and the input."""
        kinds = [msg["msg_type"] for msg in self.messages]
        return [kind for kind in kinds if kind not in ("status", "execute_input")]

    def text(self, name="stdout"):
        return "".join(stream["text"] for stream in self.of("stream") if stream["name"] == name)

    def result(self):
        """The text of the one result."""
        (result,) = self.of("execute_result")
        return result["data"]["text/plain"]


class Peer:
    """A client's channels, and what came over them."""

    def __init__(self, client):
        self.client = client
        self.replies = {}
        self.outputs = collections.defaultdict(list)
        self.asked = []  # the input requests
        self.channels = {
            name: getattr(client, f"{name}_channel").socket
            for name in ("shell", "control", "stdin", "iopub")
        }
        self.poller = zmq.Poller()
        for socket in self.channels.values():
            self.poller.register(socket, zmq.POLLIN)

    def send(self, kind, content, channel="shell", **more):
        """Sends a request and returns its id."""
        session = self.client.session
        return session.send(self.channels[channel], kind, content, **more)["header"]["msg_id"]

    def execute(self, code, **options):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {},
                   "allow_stdin": False, "stop_on_error": True} | options  # fmt: skip
        return self.send("execute_request", content)

    def answer(self, value):
        self.send("input_reply", {"value": value, "status": "ok"}, "stdin")

    def wait(self, condition, patience=PATIENCE):
        """Takes messages until the condition holds."""
        deadline = time.monotonic() + patience
        while not condition():
            left = deadline - time.monotonic()
            assert left > 0, f"it did not come; last: {self.last()}"
            for socket, _ in self.poller.poll(left * 1000):
                self._take(socket)

    def last(self):
        told = [msg for messages in self.outputs.values() for msg in messages]
        return [(msg["msg_type"], msg["content"]) for msg in told[-3:]]

    def _take(self, socket):
        _, msg = self.client.session.recv(socket)
        parent = msg["parent_header"].get("msg_id")
        if socket is self.channels["iopub"]:
            self.outputs[parent].append(msg)
        elif socket is self.channels["stdin"]:
            self.asked.append(msg)
        else:
            self.replies[parent] = msg

    def state(self, request):
        """The last execution state that a request is known to have caused."""
        states = [m["content"]["execution_state"] for m in self.outputs[request] if m["msg_type"] == "status"]
        return states[-1] if states else None

    def ended(self, request):
        return request in self.replies and self.state(request) == "idle"

    def told(self, request):
        """Waits for the reply and the idle of a request."""
        self.wait(lambda: self.ended(request))
        return self.told_so_far(request)

    def told_so_far(self, request):
        return Told(self.replies.get(request), self.outputs[request])

    def ask(self, kind, content=None, channel="shell", **more):
        return self.told(self.send(kind, content or {}, channel, **more))

    def run(self, code, **options):
        return self.told(self.execute(code, **options))

    def running(self, code, **options):
        """Starts a cell and returns when it has printed something."""
        request = self.execute(code, **options)
        self.wait(lambda: any(m["msg_type"] == "stream" for m in self.outputs[request]))
        return request

    def asking(self, code):
        """Starts a cell and returns when it asks for a line."""
        before = len(self.asked)
        request = self.execute(code, allow_stdin=True)
        self.wait(lambda: len(self.asked) > before)
        return request


@contextlib.contextmanager
def connected(manager):
    """A new client of a running kernel."""
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        yield Peer(client)
    finally:
        client.stop_channels()


@contextlib.contextmanager
def starting():
    """Of pytest's processes one starts a kernel at a time: a port that Jupyter finds free
    is so for all of them until the kernel has it."""
    lock = pathlib.Path(__file__).parent.parent / "build" / "starting.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def start(manager, **options):
    """Starts a kernel."""
    with starting():
        manager.start_kernel(**options)
        with connected(manager):
            pass


@contextlib.contextmanager
def started(kernelspec, **options):
    """A kernel of one's own."""
    manager = KernelManager(kernel_name=kernelspec, **options)
    start(manager)
    try:
        yield manager
    finally:
        manager.shutdown_kernel(now=True)
        manager.cleanup_resources()
