"""Bytes that no honest client sends, to each of the five sockets of the running kernel."""

import random
import struct
import time

import pytest

from hostile import (
    CHANNELS,
    COMMAND,
    KINDS,
    LARGE,
    LONG,
    MB,
    MORE,
    command,
    declare,
    frame,
    greeting,
    ipc_target,  # noqa: F401, a fixture
    ipc_targets,  # noqa: F401
    prop,
    ready,
    reply_to,
    target,  # noqa: F401
    tcp_targets,  # noqa: F401
    wire,
)

SIZES = [2**31, 2**32, 2**40, 2**62, 2**63, 2**64 - 1]
noise = random.Random(1).randbytes


def unintroduced(*parts, refused=False):
    """Says something on a fresh connection, and if it is refused waits for the end."""

    def attack(target, channel):
        raw = target.raw(channel)
        raw.say(*parts)
        if refused:
            raw.hung_up()

    return attack


def refused(*parts):
    return unintroduced(*parts, refused=True)


def property_flood(target, channel):
    raw = target.raw(channel)
    raw.say(greeting(), command(b"READY", b"".join(prop(b"X%d" % i, b"y" * 50) for i in range(1000))))
    raw.hung_up()


def property_twice(target, channel):
    target.raw(channel).say(greeting(), ready(KINDS[channel], extra=prop(b"Socket-Type", b"PUSH")))


def drip(target, channel):
    """A greeting, a READY and a message, byte by byte."""
    raw = target.raw(channel)
    for byte in greeting() + ready(KINDS[channel]) + wire(b"slow"):
        if not raw.say(bytes([byte])):
            break
        time.sleep(0.002)


def scan(target, channel):
    for i in range(100):
        raw = target.raw(channel)
        raw.reset() if i % 2 else raw.close()


def scan_late(target, channel):
    """Connections that end with a reset in each stage of the handshake."""
    talk = greeting() + ready(KINDS[channel]) + declare(1000)
    for end in range(0, len(talk), 3):
        raw = target.raw(channel)
        raw.say(talk[:end])
        raw.reset()


def garbage(target, channel):
    for size in (1, 2, 9, 10, 11, 12, 63, 64, 65, 100, 1000, 10_000, 100_000, MB):
        target.raw(channel).say(noise(size))
        target.raw(channel).say(greeting(), noise(size))
        target.raw(channel).say(greeting(), ready(KINDS[channel]), noise(size))


def kinds(target, channel):
    for kind in (b"", b"SUB", b"XSUB", b"PUB", b"XPUB", b"PUSH", b"PULL", b"PAIR", b"REP", b"ROUTER", b"STREAM",
                 b"SERVER", b"dealer", b"TELEPHONE", b"\0" * 50, noise(200)):  # fmt: skip
        target.raw(channel).say(greeting(), ready(kind), wire(b"", b"hello"))


def identities(target, channel):
    for identity in (b"", b"\0", b"\0\0\0\0\1", b"<IDS|MSG>", b"\xff" * 255, "é\u2028".encode()):
        target.introduced(channel, identity=identity).say(wire(b"", b"hello"))
    for size in (256, 257, 5000, 65536, MB):
        raw = target.raw(channel)
        raw.say(greeting(), ready(KINDS[channel], identity=b"i" * size))
        raw.hung_up()


def mirror(target, channel):
    """Somebody who sends back what he hears."""
    raw = target.raw(channel)
    raw.say(raw.take(64))
    flags, body = raw.frame()
    raw.say(frame(body, flags))


HANDSHAKES = {
    "silence": unintroduced(),
    "half a greeting": unintroduced(greeting()[:11]),
    "a greeting and silence": unintroduced(greeting()),
    "half a READY": unintroduced(greeting(), ready(b"DEALER")[:9]),
    "an HTTP request": refused(b"GET / HTTP/1.1\r\nHost: localhost:8888\r\nAccept: */*\r\n\r\n" + b" " * 64),
    "a TLS hello": refused(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + noise(506)),
    "an SSH banner": unintroduced(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "ZMTP 1.0": unintroduced(b"\x01\x00\x06\x00hello"),
    "ZMTP 2.0": refused(greeting(version=(1, 5))[:12] + bytes(52)),
    "ZMTP 3.1": unintroduced(greeting(version=(3, 1)), ready(b"DEALER")),
    "ZMTP 99": unintroduced(greeting(version=(99, 0)), ready(b"DEALER")),
    "PLAIN": refused(greeting(mechanism=b"PLAIN"), command(b"HELLO", b"\x04user\x08password")),
    "CURVE": refused(greeting(mechanism=b"CURVE"), command(b"HELLO", bytes(194))),
    "an unknown mechanism": refused(greeting(mechanism=b"\xff" * 20)),
    "as a server": unintroduced(greeting(as_server=1), ready(b"DEALER")),
    "as a server of a strange kind": unintroduced(greeting(as_server=77), ready(b"DEALER")),
    "a message for a READY": refused(greeting(), wire(b"hello")),
    "a PING for a READY": refused(greeting(), command(b"PING", b"\0\0")),
    "an ERROR for a READY": refused(greeting(), command(b"ERROR", b"\x05sorry")),
    "an ERROR cut short": refused(greeting(), command(b"ERROR", b"\xff")),
    "no name": refused(greeting(), frame(b"\0", COMMAND)),
    "an empty command": refused(greeting(), frame(b"", COMMAND)),
    "a name past its end": refused(greeting(), frame(b"\xffREADY", COMMAND)),
    "an empty READY": refused(greeting(), command(b"READY")),
    "READY without Socket-Type": refused(greeting(), command(b"READY", prop(b"Identity", b"me"))),
    "READY with Socket-Type twice": property_twice,
    "READY cut in a name": refused(greeting(), command(b"READY", b"\xff\xff")),
    "READY cut in a length": refused(greeting(), command(b"READY", b"\x0bSocket-Type\0\0")),
    "READY with 4 GiB of a value": refused(greeting(), command(b"READY", b"\x0bSocket-Type\xff\xff\xff\xffDEALER")),
    "READY with 2 GiB of a value": refused(greeting(), command(b"READY", b"\x0bSocket-Type\x7f\xff\xff\xffDEALER")),
    "READY with properties without names": refused(greeting(), command(b"READY", bytes(200))),
    "READY with 64 KiB of properties": property_flood,
    "READY in two frames": refused(greeting(), frame(b"\x05READY", COMMAND | MORE)),
    "READY with unknown flags": refused(greeting(), b"\xfc\x06\x05READY"),
    "endless empty frames": refused(greeting(), frame(b"", MORE) * 1000),
    "two greetings": refused(greeting(), greeting(), ready(b"DEALER")),
    "byte by byte": drip,
    "a port scan": scan,
    "resets in all stages": scan_late,
    "garbage of many sizes": garbage,
    "socket types": kinds,
    "identities": identities,
    "a mirror": mirror,
} | {
    f"{what} of {size:#x} bytes for a READY": refused(greeting(), declare(size, flags) + b"x")
    for size in SIZES
    for what, flags in (("a frame", 0), ("a command", COMMAND))
}


def introduced(*parts):
    """Says something after the handshake."""

    def attack(target, channel):
        target.introduced(channel).say(*parts)

    return attack


def dismissed(*parts):
    """Says something after the handshake for which the kernel hangs up."""

    def attack(target, channel):
        raw = target.introduced(channel)
        raw.say(*parts)
        raw.hung_up()

    return attack


def endless_frames(target, channel):
    """One message of a million frames."""
    raw = target.introduced(channel)
    for _ in range(100):
        if not raw.say(frame(b"", MORE) * 10_000):
            break
    raw.say(frame(b""))


def huge_in_small_frames(target, channel):
    """One message of some hundreds of megabytes that goes on and on."""
    raw = target.introduced(channel)
    piece = frame(b"x" * 60_000, MORE) * 50
    for _ in range(300 if LONG else 60):
        if not raw.say(piece):
            break


def many_that_declare(target, channel):
    """Many frames of 200 MB, of which a few bytes come."""
    for _ in range(50):
        target.introduced(channel).say(declare(200 * MB), b"x" * 1000)
    assert target.measure()["MB"] < target.normal["MB"] + 100


def halves(target, channel):
    """Many messages of which the greater part comes, and never the rest: more than
    the kernel holds for all."""
    for _ in range(8):
        target.introduced(channel).say(declare(200 * MB), bytes(150 * MB))
    assert target.measure()["MB"] < 2500


def ping_flood(target, channel):
    raw = target.introduced(channel)
    for _ in range(20):
        if not raw.say(command(b"PING", b"\0\x0acontext") * 5000):
            break


def pings(target, channel):
    """What a PING says is said by its PONG, and a time to live of nothing ends nobody."""
    raw = target.introduced(channel)
    for about in (b"", b"about", b"x" * 16):
        for ttl in (0, 1, 65535):
            raw.say(command(b"PING", struct.pack(">H", ttl) + about))
            assert raw.frame() == (COMMAND, b"\x04PONG" + about)
    raw.say(command(b"PING", b"\0\0" + b"x" * 60_000))
    assert raw.frame()[1].startswith(b"\x04PONG")


def ping_inside(target, channel):
    """libzmq sends its heartbeats between the frames of a message, too."""
    raw = target.introduced(channel)
    raw.say(frame(b"a", MORE), command(b"PING", b"\0\0about"))
    assert raw.frame() == (COMMAND, b"\x04PONGabout")
    raw.say(frame(b"b"))


def slow_loris(target, channel):
    """Large frames of which a byte comes now and then."""
    slow = [target.introduced(channel) for _ in range(20)]
    for raw in slow:
        raw.say(declare(100 * MB))
    for _ in range(10):
        for raw in slow:
            raw.say(b"x")
        time.sleep(0.02)


FRAMES = {
    "a long frame that is short": introduced(bytes([LARGE]) + struct.pack(">Q", 3) + b"abc", wire(b"next")),
    "unknown flags": dismissed(b"\x80\0"),
    "each unknown flag": lambda target, channel: [
        target.introduced(channel).say(bytes([1 << bit, 0])) for bit in range(3, 8)
    ],
    "a command with MORE": dismissed(frame(b"\x04PING\0\0", COMMAND | MORE)),
    "a PING inside a message": ping_inside,
    "a nameless command": introduced(frame(b"\0", COMMAND)),
    "an empty command": introduced(frame(b"", COMMAND)),
    "a command's name past its end": introduced(frame(b"\x09PING", COMMAND)),
    "an unknown command": introduced(command(b"DANCE", b"now")),
    "READY again": introduced(ready(b"DEALER") * 100),
    "an ERROR": introduced(command(b"ERROR", b"\x05sorry")),
    "a short PING": dismissed(command(b"PING", b"\0")),
    "PINGs and PONGs": pings,
    "a PONG unasked": introduced(command(b"PONG", b"why") * 1000),
    "a flood of PINGs": ping_flood,
    "half a message": introduced(frame(b"half", MORE)),
    "half a frame": introduced(declare(1000), b"half"),
    "half a header": introduced(declare(1000)[:5]),
    "an empty message": introduced(wire(b"") * 1000),
    "a message of a million frames": endless_frames,
    "a message without an end": huge_in_small_frames,
    "many that declare 200 MB": many_that_declare,
    "slow loris": slow_loris,
    "commands of ZMTP 3.1": introduced(command(b"SUBSCRIBE", b"x") + command(b"CANCEL", b"x") + command(b"CANCEL", b"y")),
    "joins and leaves": introduced(command(b"JOIN", b"group") + command(b"LEAVE", b"group")),
} | {
    f"{what} of {size:#x} bytes": dismissed(declare(size, flags) + b"x")
    for size in SIZES
    for what, flags in (("a frame", 0), ("a frame with MORE", MORE), ("a command", COMMAND))
}
ATTACKS = HANDSHAKES | FRAMES
if LONG:
    ATTACKS["halves of large messages"] = halves


@pytest.mark.parametrize("name", ATTACKS)
def test_over_tcp(target, name):  # noqa: F811
    for channel in CHANNELS:
        ATTACKS[name](target, channel)


OVER_IPC = ["silence", "an HTTP request", "READY with 4 GiB of a value", "a port scan", "resets in all stages",
            "garbage of many sizes", "a frame of 0x4000000000000000 bytes", "a message of a million frames",
            "many that declare 200 MB", "a flood of PINGs"]  # fmt: skip


@pytest.mark.parametrize("name", OVER_IPC)
def test_over_ipc(ipc_target, name):  # noqa: F811
    for channel in CHANNELS:
        ATTACKS[name](ipc_target, channel)


def test_halves_of_large_messages(target):  # noqa: F811
    """Ten peers send half of a large message each and hold what the kernel has for all;
    an honest client's large request is taken all the same."""
    for _ in range(10):
        target.introduced("shell").say(declare(200 * MB), bytes(100 * MB))
    assert target.measure()["MB"] < 2000
    with target.client() as (session, sockets):
        asked = session.send(sockets["shell"], "large_request", {"text": "x" * 20 * MB})
        assert reply_to(session, sockets["shell"], asked)["content"]["status"] == "error"
