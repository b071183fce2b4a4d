"""Too many peers at once, and peers that do not read, against the running kernel."""

import itertools
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
import zmq
from jupyter_client.manager import KernelManager

from hostile import (
    CHANNELS,
    KINDS,
    LONG,
    MB,
    Target,
    command,
    ended,
    frame,
    greeting,
    ipc_target,  # noqa: F401, a fixture
    ipc_targets,  # noqa: F401
    ready,
    reply_to,
    run,
    target,  # noqa: F401
    tcp_targets,  # noqa: F401
    wire,
)

SUBSCRIBE = frame(b"\x01")

PRINT = 'import "fmt"\nfor i := 0; i < %d; i++ { fmt.Printf("%%0100d\\n", i) }'


def in_parallel(work, items, threads=8):
    """Does the work for all items on some threads, and fails as they fail."""
    items, failures = iter(list(items)), []
    lock = threading.Lock()

    def loop():
        try:
            while True:
                with lock:
                    item = next(items, None)
                if item is None:
                    return
                work(item)
        except Exception as err:
            failures.append(err)

    workers = [threading.Thread(target=loop) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures, failures[0]


@pytest.mark.parametrize("channel", CHANNELS)
def test_silent_connections(target, channel):  # noqa: F811
    for _ in range(300):
        target.raw(channel)
    target.unharmed()


def test_half_open_connections(target):  # noqa: F811
    for channel in CHANNELS:
        for i in range(60):
            target.raw(channel).say(greeting()[: i + 1])
    target.unharmed()


def test_two_thousand_silent_connections(target):  # noqa: F811
    in_parallel(lambda channel: target.raw(channel), CHANNELS * 400)
    target.unharmed()


@pytest.mark.parametrize("channel", ["shell", "iopub", "hb"])
def test_two_thousand_introduced(target, channel):  # noqa: F811
    in_parallel(lambda _: target.introduced(channel).say(SUBSCRIBE), range(2000))
    target.unharmed()


def test_two_thousand_clients_of_zeromq(target):  # noqa: F811
    """Clients that come back when they are dropped."""
    crowd = [target.zmq(zmq.SUB if i % 2 else zmq.DEALER, "iopub" if i % 2 else "shell") for i in range(2000)]
    for client in crowd:
        if client.type == zmq.SUB:
            client.subscribe(b"")
    try:
        time.sleep(1)
        target.unharmed()
    finally:
        for client in crowd:
            client.close(linger=0)


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_thousand_come_and_go(target, channel):  # noqa: F811
    def visit(i):
        raw = target.introduced(channel, identity=b"visitor %d" % (i % 10))
        raw.reset() if i % 3 == 0 else raw.close()

    in_parallel(visit, range(1000))


def test_come_and_go_over_ipc(ipc_target):  # noqa: F811
    in_parallel(lambda channel: ipc_target.introduced(channel).close(), CHANNELS * 200)
    in_parallel(lambda channel: ipc_target.raw(channel), CHANNELS * 100)
    ipc_target.unharmed()


def few_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


def test_more_connections_than_descriptors(kernelspec):
    """Where a process may have few descriptors the kernel keeps some for newcomers."""
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel(preexec_fn=few_descriptors)
    try:
        target = Target(manager)
        for channel in CHANNELS:
            for _ in range(400):
                target.raw(channel).say(greeting(), ready(KINDS[channel]))
        target.unharmed()
        target.release()
        target.recovers()
        target.close()
    finally:
        manager.shutdown_kernel(now=True)


def test_the_same_identity(target):  # noqa: F811
    """Two clients of one identity: the answers go to whoever asked."""
    with target.client() as (session, _):
        twins = [target.zmq(zmq.DEALER, "shell", identity=b"twin") for _ in range(2)]
        try:
            for _ in range(50):
                asked = [session.send(twin, "kernel_info_request", {}) for twin in twins]
                for twin, request in zip(twins, asked):
                    assert twin.poll(30_000)
                    _, parts = session.feed_identities(twin.recv_multipart())
                    assert session.deserialize(parts)["parent_header"]["msg_id"] == request["header"]["msg_id"]
        finally:
            for twin in twins:
                twin.close(linger=0)


def test_a_hundred_of_the_same_identity(target):  # noqa: F811
    for channel in CHANNELS:
        for _ in range(100):
            target.introduced(channel, identity=b"twin")
    target.unharmed()


# Peers that do not read.


@pytest.mark.parametrize("lines", [1_000_000 if LONG else 300_000])
def test_subscribers_that_never_read(target, lines):  # noqa: F811
    """Several SUBs never read while a cell prints many megabytes: it ends, and an honest
    client has every line."""
    for _ in range(5):
        target.introduced("iopub", buffer=4096).say(SUBSCRIBE)
    content, text = target.execute(PRINT % lines)
    assert content["status"] == "ok"
    assert text == "".join(f"{i:0100d}\n" for i in range(lines))


def test_a_subscriber_that_reads_little(target):  # noqa: F811
    """It takes a little now and then and would hold the cell up for hours."""
    sipping = threading.Event()
    raw = target.introduced("iopub", buffer=4096)
    raw.say(SUBSCRIBE)

    def sip():
        while not sipping.wait(0.05):
            try:
                raw.conn.recv(2000)
            except OSError:
                return

    sipper = threading.Thread(target=sip)
    sipper.start()
    try:
        lines = 1_000_000 if LONG else 800_000
        content, text = target.execute(PRINT % lines)
        assert content["status"] == "ok" and len(text) == lines * 101
    finally:
        sipping.set()
        sipper.join()


def test_heartbeats_that_are_not_read(target):  # noqa: F811
    for size in (100, 60_000, 5 * MB):
        for _ in range(10):
            raw = target.introduced("hb", kind=b"DEALER", buffer=4096)
            raw.conn.settimeout(1)
            try:
                for _ in range(20):
                    if not raw.say(wire(b"", bytes(size))):
                        break
            except TimeoutError:
                pass  # the kernel does not read either
    target.unharmed()


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_replies_that_are_not_read(target, channel):  # noqa: F811
    """Signed requests of one who never reads; the replies are more than may wait."""
    session = target.session()
    raws = [target.introduced(channel, identity=b"deaf", buffer=4096) for _ in range(3)]

    def flood(raw):
        raw.conn.settimeout(5)
        try:
            for i in range(20_000 if LONG else 5000):
                msg = session.msg("kernel_info_request", {"i": i})
                if not raw.say(wire(*session.serialize(msg))):
                    return
        except TimeoutError:
            return

    in_parallel(flood, raws, threads=3)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_clients_stopped_in_mid_stream(target, number):  # noqa: F811
    """A client that reads is stopped or killed while a cell prints."""
    reader = """
import sys, zmq
sub = zmq.Context().socket(zmq.SUB)
sub.subscribe(b"")
sub.connect(sys.argv[1])
sub.recv_multipart()
print("reading", flush=True)
while True:
    sub.recv_multipart()
"""
    readers = [
        subprocess.Popen([sys.executable, "-c", reader, target.url("iopub")], stdout=subprocess.PIPE) for _ in range(3)
    ]
    try:
        for process in readers:
            process.stdout.readline()
        with target.client() as (session, sockets):
            content = {"code": PRINT % 300_000, "silent": False}
            asked = session.send(sockets["shell"], "execute_request", content)
            time.sleep(0.1)
            for process in readers:
                os.kill(process.pid, number)
            content, text = ended(session, sockets, asked)
            assert content["status"] == "ok" and len(text) == 300_000 * 101
    finally:
        for process in readers:
            process.kill()
            process.wait()
            process.stdout.close()


# Subscriptions.


def test_a_million_topics(target):  # noqa: F811
    raw = target.introduced("iopub")
    sent = 0
    while sent < 1_000_000 and raw.say(b"".join(frame(b"\x01topic %d" % (sent + i)) for i in range(10_000))):
        sent += 10_000
    assert sent < 1_000_000, "a peer may have a million topics"


def test_huge_topics(target):  # noqa: F811
    for size in (1000, 60_000, 65_535, 100_000, 10 * MB):
        raw = target.introduced("iopub")
        for i in range(40):
            if not raw.say(frame(b"\x01%d" % i + bytes(size))):
                break


def test_topics_of_many(target):  # noqa: F811
    """Many peers with thousands of topics do not slow the publisher down."""
    for _ in range(50):
        target.introduced("iopub").say(b"".join(frame(b"\x01topic %d" % i) for i in range(5000)))
    started = time.monotonic()
    content, text = target.execute(PRINT % 20_000)
    assert content["status"] == "ok" and len(text) == 20_000 * 101
    assert time.monotonic() - started < 20


def test_subscribe_and_unsubscribe(target):  # noqa: F811
    raw = target.introduced("iopub", buffer=4096)
    raw.conn.settimeout(2)
    try:
        for _ in range(200):
            if not raw.say((frame(b"\x01x") + frame(b"\x00x")) * 500):
                break
    except TimeoutError:
        pass
    target.unharmed()


def test_messages_to_iopub(target):  # noqa: F811
    """A SUB has nothing to say but subscriptions."""
    raw = target.introduced("iopub", kind=b"XSUB")
    raw.say(wire(b"hello"), wire(b""), wire(b"\x02what"), wire(b"\x01a", b"b"), wire(b"\x00never"), wire(b"\xff" * 300))
    raw.say(SUBSCRIBE)
    assert raw.message()


# Heartbeats.


def test_strange_heartbeats(target):  # noqa: F811
    """What comes goes back, whatever it is."""
    for frames in ([b""], [b"ping"], [b"", b""], [b"", b"ping"], [b"a"] * 100, [b"", b"x" * 10 * MB], [b"<IDS|MSG>"]):
        raw = target.introduced("hb", kind=b"DEALER")
        raw.say(wire(*frames))
        assert raw.message() == frames


def test_a_flood_of_heartbeats(target):  # noqa: F811
    def beat(raw):
        for _ in range(50):
            if not raw.say(wire(b"", b"ping") * 100):
                return
            raw.take(100 * len(wire(b"", b"ping")))

    raws = [target.introduced("hb", kind=KINDS["hb"]) for _ in range(10)]
    in_parallel(beat, raws)


def test_everything_at_once(target):  # noqa: F811
    """Noise on all sockets while a cell prints and an honest client reads."""
    stop = threading.Event()

    def disturb(channel):
        for i in itertools.count():
            if stop.is_set():
                return
            raw = target.introduced(channel)
            raw.say(SUBSCRIBE, wire(b"<IDS|MSG>", b"", b"{}", b"{}", b"{}", b"{}") * 100, command(b"PING", b"\0\0") * 10)
            raw.reset() if i % 2 else raw.close()

    crowd = [threading.Thread(target=disturb, args=[channel]) for channel in CHANNELS]
    for one in crowd:
        one.start()
    try:
        for _ in range(3):
            content, text = target.execute(PRINT % 50_000)
            assert content["status"] == "ok"
            assert text == "".join(f"{i:0100d}\n" for i in range(50_000))
        target.unharmed()
    finally:
        stop.set()
        for one in crowd:
            one.join()
    with target.client() as (session, sockets):
        assert run(session, sockets, "1")[0]["status"] == "ok"
        asked = session.send(sockets["shell"], "comm_info_request", {})
        assert reply_to(session, sockets["shell"], asked)["content"]["status"] == "ok"
