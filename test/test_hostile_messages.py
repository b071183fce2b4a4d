"""Jupyter messages that no honest client sends, to the running kernel."""

import contextlib
import json
import threading
import time

import pytest
import zmq

from hostile import (
    LONG,
    MB,
    PATIENCE,
    ended,
    receive,
    reply_to,
    run,
    target,  # noqa: F401, a fixture
    tcp_targets,  # noqa: F401
    wire,
)

SIGNED = ["shell", "control", "stdin"]
HEADER = {"msg_id": "1", "session": "s", "username": "u", "date": "2026-01-01T00:00:00Z", "version": "5.3"}


def header(msg_type, **more):
    return json.dumps(HEADER | {"msg_type": msg_type} | more).encode()


def sign(session, *parts):
    """The frames of a message whose parts are signed as they are."""
    return [b"<IDS|MSG>", session.sign(parts), *parts]


def everywhere(target, messages):
    """Sends messages, as lists of frames, to all channels that take signed ones."""
    for channel in SIGNED:
        dealer = target.zmq(zmq.DEALER, channel)
        for frames in messages:
            dealer.send_multipart(frames)
        dealer.close(linger=5000)


def test_forged_messages(target):
    """Nothing that is not signed does anything, least of all a shutdown."""
    session = target.session()
    forged = []
    for kind, content in (("shutdown_request", {"restart": False}), ("interrupt_request", {}),
                          ("execute_request", {"code": 'import "os"\nos.Exit(1)'}), ("input_reply", {"value": "x"})):  # fmt: skip
        parts = [header(kind), b"{}", b"{}", json.dumps(content).encode()]
        right = session.sign(parts)
        for signature in (b"", b"0", b"0" * 64, right[:-1], right + b"0", right.upper(), b"\xff" * 64, b"x" * MB):
            if signature != right:
                forged.append([b"<IDS|MSG>", signature, *parts])
        changed = [parts[0], parts[1], parts[2], parts[3] + b" "]
        forged.append([b"<IDS|MSG>", right, *changed])
        forged.append([b"<IDS|MSG>", right, b"", *parts])
    everywhere(target, forged)


def test_truncated_messages(target):
    session = target.session()
    whole = [b"id", *sign(session, header("kernel_info_request"), b"{}", b"{}", b"{}")]
    everywhere(target, [whole[:n] for n in range(1, len(whole))] + [whole[n:] for n in range(2, len(whole))])
    everywhere(target, [[b""], [b""] * 50, [b"<IDS|MSG>"] * 50, [b"no delimiter"] * 7, [b"<IDS|MSG>", *whole]])


def test_malformed_parts(target):
    """Signed rightly, and no JSON objects: whoever has the key can be careless."""
    session = target.session()
    head = header("kernel_info_request")
    wrong = [b"", b"{", b"[]", b"null", b"nonsense", b"\xff\xfe", b"{}{}", b'{"a":}', b'"text"', b"1e999999", b"\0",
             b'{"a":"\xff\xff"}', b'{"a":"\\ud800"}', b"[" * 100_000, b'{"a":' * 100_000,
             b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", b'{"a":1e999999}']  # fmt: skip
    messages = []
    for text in wrong:
        messages += [
            sign(session, text, b"{}", b"{}", b"{}"),
            sign(session, head, text, b"{}", b"{}"),
            sign(session, head, b"{}", text, b"{}"),
            sign(session, head, b"{}", b"{}", text),
        ]
    everywhere(target, messages)


def test_strange_headers(target):
    session = target.session()
    heads = [b"{}", b'{"msg_type":null}', b'{"msg_type":5}', b'{"msg_type":""}', b'{"msg_type":{"a":1}}',
             header("kernel_info_request", msg_id=5), header("kernel_info_request", msg_id=None),
             header("kernel_info_request", date="yesterday"), header("kernel_info_request", version="99"),
             header("kernel_info_request", session="x" * MB), header("x" * MB), header("execute_reply"),
             header("status"), header("\u0000"), header("../../etc/passwd")]  # fmt: skip
    everywhere(target, [sign(session, head, b"{}", b"{}", b"{}") for head in heads])


WRONG_FIELDS = [
    ("execute_request", {"code": 5}),
    ("execute_request", {"code": "1", "silent": "yes"}),
    ("execute_request", {"code": "1", "user_expressions": ["1"]}),
    ("execute_request", {"code": "1", "user_expressions": {"a": 1}}),
    ("execute_request", {"code": ["1"], "store_history": 0}),
    ("complete_request", {"code": None, "cursor_pos": "end"}),
    ("complete_request", {"code": "fmt.", "cursor_pos": 1 << 62}),
    ("complete_request", {"code": "fmt.", "cursor_pos": -5}),
    ("inspect_request", {"code": {}, "cursor_pos": 0}),
    ("inspect_request", {"code": "é", "cursor_pos": 99, "detail_level": 99}),
    ("is_complete_request", {"code": []}),
    ("history_request", {"hist_access_type": 5}),
    ("history_request", {"hist_access_type": "range", "session": "x", "start": "a", "stop": {}}),
    ("history_request", {"hist_access_type": "tail", "n": -1}),
    ("history_request", {"hist_access_type": "tail", "n": 1 << 62}),
    ("comm_info_request", {"target_name": 5}),
    ("no_such_request", {"x": 1}),
]


@pytest.mark.parametrize("kind, content", WRONG_FIELDS)
def test_wrong_fields(target, kind, content):
    """Every request has a reply, also one that asks for nothing that there is."""
    with target.client() as (session, sockets):
        for channel in ("shell", "control"):
            asked = session.send(sockets[channel], kind, content)
            assert reply_to(session, sockets[channel], asked)["content"]["status"] in ("ok", "error")


def test_missing_contents(target):
    with target.client() as (session, sockets):
        for kind in ("execute", "complete", "inspect", "is_complete", "history", "comm_info", "kernel_info"):
            asked = session.send(sockets["shell"], f"{kind}_request", {})
            assert reply_to(session, sockets["shell"], asked)["content"]["status"]
        for kind in ("comm_open", "comm_msg", "comm_close"):
            session.send(sockets["shell"], kind, {})
            session.send(sockets["shell"], kind, {"comm_id": 5, "target_name": [], "data": "x"})


def test_input_replies_out_of_the_blue(target):
    with target.client() as (session, sockets):
        for value in ("x", 5, None, ["x"], "x" * MB):
            for channel in SIGNED:
                session.send(sockets[channel], "input_reply", {"value": value})


def test_replays(target):
    """A message that somebody has listened to does nothing the second time."""
    with target.client() as (session, sockets):
        code = "replayed := 0"
        assert run(session, sockets, code)[0]["status"] == "ok"
        parts = [header("execute_request", msg_id="once"), b"{}", b"{}", b'{"code":"replayed++"}']
        frames = sign(session, *parts)
        for channel in ("shell", "control"):
            for _ in range(50):
                sockets[channel].send_multipart(frames)
        time.sleep(0.2)
        sockets["shell"].send_multipart([b"another", *frames])
        content, text = run(session, sockets, 'import "fmt"\nfmt.Println(replayed)')
        assert (content["status"], text) == ("ok", "1\n")
        shutdown = session.serialize(session.msg("shutdown_request", {"restart": False}))
        sockets["control"].send_multipart(shutdown[:1] + [b""] + shutdown[2:])


def test_large_contents(target):
    """Fifty megabytes where a name is expected."""
    with target.client() as (session, sockets):
        for kind, content in (
            ("kernel_info_request", {"x": "y" * 50 * MB}),
            ("kernel_info_request", {"x": [0] * 5_000_000}),
            ("comm_info_request", {"target_name": "y" * 5 * MB}),
        ):
            asked = session.send(sockets["shell"], kind, content)
            assert reply_to(session, sockets["shell"], asked, 60)["content"]["status"] == "ok"


def test_many_buffers(target):
    with target.client() as (session, sockets):
        asked = session.send(sockets["shell"], "kernel_info_request", {}, buffers=[b"x"] * 100_000)
        assert reply_to(session, sockets["shell"], asked)["content"]["status"] == "ok"
        session.send(sockets["shell"], "kernel_info_request", {}, ident=[b"x"] * 10_000)  # too long a way back
        session.send(sockets["shell"], "kernel_info_request", {}, ident=[b"x"] * 100)
        assert sockets["shell"].poll(PATIENCE * 1000), "no answer"
        reply = sockets["shell"].recv_multipart()
        assert reply[:101] == [b"x"] * 100 + [b"<IDS|MSG>"]


# A message with a bad signature, up to its last frame.
FORGED = b"".join(bytes([1, len(f)]) + f for f in (b"<IDS|MSG>", b"0" * 64, b"{}", b"{}", b"{}"))


@contextlib.contextmanager
def flooded(raws, message):
    """Meanwhile the peers say a message without end."""
    stop = threading.Event()
    threads = [threading.Thread(target=lambda raw=raw: [raw.say(message) for _ in iter(stop.is_set, True)]) for raw in raws]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def runs_cells(target, n, patience):
    """Runs cells for a client that is no worse than others, each in its time."""
    with target.client() as (session, sockets):
        for _ in range(n):
            started = time.monotonic()
            assert run(session, sockets, "1")[0]["status"] == "ok"
            assert time.monotonic() - started < patience


def test_a_flood_of_forged_messages(target):
    """Tiny messages with bad signatures from many do not starve the others."""
    raws = [target.introduced(channel) for channel in SIGNED for _ in range(3)]
    with flooded(raws, (FORGED + b"\0\2{}") * 1000):
        runs_cells(target, 20, 5)


def test_a_flood_of_large_forged_messages(target):
    raws = [target.introduced("shell") for _ in range(4)]
    with flooded(raws, FORGED + b"\2" + (20 * MB).to_bytes(8, "big") + bytes(20 * MB)):
        runs_cells(target, 5, 10)


@pytest.mark.parametrize("kind", ["kernel_info_request", "comm_info_request", "no_such_request"])
def test_a_flood_of_requests(target, kind):
    n = 50_000 if LONG else 3000
    with target.client() as (session, sockets):
        asked = [session.send(sockets["shell"], kind, {}) for _ in range(n)]
        for request in asked:
            msg = receive(session, sockets["shell"])
            assert msg["parent_header"]["msg_id"] == request["header"]["msg_id"]


def test_comms_to_nobody(target):
    with target.client() as (session, sockets):
        for i in range(10_000 if LONG else 2000):
            session.send(sockets["shell"], "comm_open", {"comm_id": f"c{i}", "target_name": "nobody", "data": {}})
            session.send(sockets["shell"], "comm_msg", {"comm_id": f"c{i}", "data": {"x": "y" * 100}})
            session.send(sockets["shell"], "comm_close", {"comm_id": f"c{i}"})
        assert run(session, sockets, "1")[0]["status"] == "ok"  # which has its turn after them
        asked = session.send(sockets["shell"], "comm_info_request", {})
        assert reply_to(session, sockets["shell"], asked)["content"]["comms"] == {}


# What is answered while cells run and wait.
QUESTIONS = {
    "kernel_info_request": {},
    "complete_request": {"code": "fmt.Pri", "cursor_pos": 7},
    "inspect_request": {"code": "fmt.Println", "cursor_pos": 11, "detail_level": 0},
    "is_complete_request": {"code": "if true {"},
    "history_request": {"hist_access_type": "tail", "n": 3},
    "comm_info_request": {},
}


def test_a_flood_of_cells_that_are_not_awaited(target):
    """One client sends cells behind one that takes its time, and reads no reply. Others
    are answered meanwhile, all their questions, and have their turn when that one is
    interrupted."""
    session = target.session()
    raw = target.introduced("shell", buffer=4096)
    took = []

    def send():
        for _ in range(300 if LONG else 60):
            cells = [session.msg("execute_request", {"code": "1"}) for _ in range(100)]
            if not raw.say(*(wire(*session.serialize(cell)) for cell in cells)):
                return

    with target.client() as (mine, sockets):
        slow = mine.send(sockets["shell"], "execute_request", {"code": 'import "time"\ntime.Sleep(time.Hour)'})
        while receive(mine, sockets["iopub"])["msg_type"] != "execute_input":
            pass
        sender = threading.Thread(target=send)
        sender.start()
        try:
            while sender.is_alive():
                for kind, content in QUESTIONS.items():
                    for channel in ("shell", "control"):
                        started = time.monotonic()
                        asked = mine.send(sockets[channel], kind, content)
                        assert reply_to(mine, sockets[channel], asked)["content"]["status"] != "error"
                        took.append(time.monotonic() - started)
                        assert took[-1] < 5, (kind, channel)
                for _ in range(3000):
                    if not sockets["iopub"].poll(0):
                        break
                    sockets["iopub"].recv_multipart()
            assert sum(took) / len(took) < 1
        finally:
            mine.send(sockets["control"], "interrupt_request", {})
        content, _ = ended(mine, sockets, slow)
        assert content["status"] == "error"
    target.tick()  # an interrupt may end what earlier cells have started


def test_a_flood_of_interrupts(target):
    """A cell is interrupted, once and for all, and the session is kept."""
    with target.client() as (session, sockets):
        assert run(session, sockets, "kept := 7")[0]["status"] == "ok"
        asked = session.send(sockets["shell"], "execute_request", {"code": "for {}"})
        while receive(session, sockets["iopub"])["msg_type"] != "execute_input":
            pass
        interrupts = [session.send(sockets["control"], "interrupt_request", {}) for _ in range(1000)]
        content, _ = ended(session, sockets, asked)
        assert content["status"] == "error"
        reply_to(session, sockets["control"], interrupts[-1])
        content, text = run(session, sockets, 'import "fmt"\nfmt.Println(kept)')
        assert (content["status"], text) == ("ok", "7\n")
    target.tick()
