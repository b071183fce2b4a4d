#!/usr/bin/env python3
"""Measures Jupyter kernels side by side: make bench-kernels.

    kernels.py NAME[:LANGUAGE] ...

NAME is that of an installed kernelspec, LANGUAGE a key of CELLS (default: the
language that the kernelspec gives). The client speaks plain ZeroMQ, so that the
kernels are measured and not a client library. Each figure is the median of
what COUNTS says; the kernels take turns, so that what else the machine does
meets them alike. Prints a table in Markdown.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import zmq
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.session import Session

COUNTS = {"starts": 9, "cells": 200, "queued": 500, "lines": 100_000, "pictures": 1000, "questions": 100, "rounds": 5}

PNG = """
import "bytes"; import "image"; import "image/color"; import "image/png"; import "math/rand"
picture := func() []byte {
    m := image.NewNRGBA(image.Rect(0, 0, 57, 57))
    for i := range m.Pix { m.Pix[i] = uint8(rand.Intn(256)) | 128*uint8(i%4/3) }
    var b bytes.Buffer
    png.Encode(&b, m)
    return b.Bytes()
}()
"""

CELLS = {
    "go": {
        "setup": 'import "fmt"; import "strings"; import "time"\n' + PNG + "kept := 41",
        "sum": "1+{i}",
        "lines": 'for i := 0; i < {n}; i++ {{ fmt.Println("line", i) }}',
        "pictures": "for i := 0; i < {n}; i++ {{ display.Show(display.PNG(picture)) }}",
        "complete": "strings.Has",
        "inspect": "strings.HasPrefix",
        "loops": {"tight loop": "for {{}}", "sleep": "time.Sleep(time.Minute)", "solver": "{solver}"},
        "kept": "kept",
        "solver": """
X := make([]float64, 60*15); y := make([]float64, 60)
for i := range X { X[i] = rand.Float64() }
for i := range y { y[i] = X[15*i] * X[15*i+1] }
problem := &solve.Problem{Op: solve.NewOperator(kern.Polynomial{Degree: 3, Offset: 1}, mat.NewDense(60, 15, X)), Y: y,
    Penalty: penalty.Lasso{}, Tau: 1e-4, Nu: 1e-6}
for { // a run that stagnates ends
    _, _ = solve.DENOVAS{Tol: 1e-15, MaxIter: 1000000000}.Solve(ctx, problem, nil)
}
""",
    },
    "python": {
        "setup": "import time, os, base64\nfrom IPython.display import display\n"
        "picture = base64.b64encode(os.urandom(10_000)).decode()\nkept = 41",
        "sum": "1+{i}",
        "lines": "for i in range({n}): print('line', i)",
        "pictures": "for i in range({n}): display({{'image/png': picture}}, raw=True)",
        "complete": "import os\nos.pa",
        "inspect": "print",
        "loops": {"tight loop": "while True: pass", "sleep": "time.sleep(60)"},
        "kept": "kept",
    },
}


class Kernel:
    """A running kernel and a client of it."""

    def __init__(self, name):
        spec = KernelSpecManager().get_kernel_spec(name)
        self.by_message = spec.interrupt_mode == "message"
        self.session = Session(key=os.urandom(16).hex().encode())
        self.folder = tempfile.TemporaryDirectory()
        ports = {f"{channel}_port": port for channel, port in zip(("shell", "iopub", "stdin", "control", "hb"), free_ports(5))}
        file = pathlib.Path(self.folder.name) / "connection.json"
        file.write_text(json.dumps(ports | {
            "ip": "127.0.0.1", "transport": "tcp", "key": self.session.key.decode(), "signature_scheme": "hmac-sha256",
        }))  # fmt: skip
        command = [part.replace("{connection_file}", str(file)) for part in spec.argv]
        if re.fullmatch(r"python[\d.]*", command[0]):  # as jupyter_client reads it
            command[0] = sys.executable
        self.context = zmq.Context()
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            env=os.environ | spec.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        self.sockets = {}
        for channel, kind in ("shell", zmq.DEALER), ("control", zmq.DEALER), ("iopub", zmq.SUB):
            s = self.context.socket(kind)
            s.linger, s.rcvhwm, s.reconnect_ivl = 0, 0, 2
            if kind == zmq.SUB:
                s.subscribe(b"")
            s.connect(f"tcp://127.0.0.1:{ports[channel + '_port']}")
            self.sockets[channel] = s

    def send(self, msg_type, content, channel="shell"):
        msg = self.session.msg(msg_type, content)
        self.sockets[channel].send_multipart(self.session.serialize(msg))
        return msg["header"]["msg_id"]

    def receive(self, channel, timeout=60.0):
        """The header, the parent's msg_id and the content of the next message, or None."""
        if not self.sockets[channel].poll(timeout * 1000):
            return None
        frames = self.sockets[channel].recv_multipart()
        header, parent, _, content = frames[frames.index(b"<IDS|MSG>") + 2 :][:4]
        return json.loads(header), (json.loads(parent) or {}).get("msg_id"), json.loads(content)

    def ready(self):
        """Waits for the first answers on shell and iopub; the seconds since the start."""
        poller = zmq.Poller()
        for channel in "shell", "iopub":
            poller.register(self.sockets[channel], zmq.POLLIN)
        waiting, asked = {self.sockets["shell"], self.sockets["iopub"]}, 0.0
        while waiting:
            assert self.process.poll() is None, f"the kernel has ended with status {self.process.returncode}"
            # What is sent before there is a connection waits for it; what is
            # published before there is a subscription does not.
            if not asked or self.sockets["shell"] not in waiting and time.perf_counter() - asked > 0.02:
                self.send("kernel_info_request", {})
                asked = time.perf_counter()
            for heard, _ in poller.poll(5):
                heard.recv_multipart()
                waiting.discard(heard)
        taken = time.perf_counter() - self.began
        time.sleep(0.5)
        self.forget()
        return taken

    def forget(self):
        for s in self.sockets.values():
            with contextlib.suppress(zmq.Again):
                while True:
                    s.recv_multipart(zmq.NOBLOCK)

    def ask(self, msg_type, content):
        """Seconds from a request to its reply."""
        begun = time.perf_counter()
        sent = self.send(msg_type, content)
        while self.receive("shell")[1] != sent:
            pass
        return time.perf_counter() - begun

    def run(self, code):
        """Seconds to reply and idle, the outputs, and seconds to the first of them."""
        begun = time.perf_counter()
        sent = self.send("execute_request", execution(code))
        outputs, first = [], None
        while True:
            header, parent, content = self.receive("iopub", 120)
            if parent != sent:
                continue
            if header["msg_type"] == "status" and content["execution_state"] == "idle":
                break
            if header["msg_type"] in ("stream", "display_data", "execute_result", "error"):
                first = first or time.perf_counter() - begun
                outputs.append((header["msg_type"], content))
        while self.receive("shell")[1] != sent:
            pass
        return time.perf_counter() - begun, outputs, first

    def interrupt(self):
        if self.by_message:
            self.send("interrupt_request", {}, "control")
        else:
            os.killpg(self.process.pid, signal.SIGINT)

    def memory(self):
        """Megabytes of the kernel and its children, what is shared counted once."""
        total = 0
        for pid in [self.process.pid, *descendants(self.process.pid)]:
            with contextlib.suppress(OSError):
                rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
                total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1])
        return total / 1024

    def shutdown(self):
        """Whether reply and last idle came, and the seconds until the process had gone."""
        begun = time.perf_counter()
        sent = self.send("shutdown_request", {"restart": False}, "control")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        gone = time.perf_counter() - begun
        replied = (self.receive("control", 0.2) or [None] * 3)[1] == sent
        idle = False
        while (heard := self.receive("iopub", 0.2)) is not None:
            idle = idle or heard[1] == sent and heard[2].get("execution_state") == "idle"
        return replied and idle, gone

    def end(self):
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.context.destroy(linger=0)
        self.folder.cleanup()


def free_ports(n):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(n)]
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]


def descendants(pid):
    children = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = list(children.get(pid, []))
    for child in found:
        found += children.get(child, [])
    return found


def execution(code):
    return {"code": code, "silent": False, "store_history": True, "user_expressions": {},
            "allow_stdin": False, "stop_on_error": True}  # fmt: skip


@contextlib.contextmanager
def started(name):
    kernel = Kernel(name)
    try:
        yield kernel, kernel.ready()
    finally:
        kernel.end()


def measure_starts(name, cells):
    with started(name) as (kernel, ready):
        first, _, _ = kernel.run("1+1")
        time.sleep(1)
        memory = kernel.memory()
        heard, gone = kernel.shutdown()
    return {"start to ready, ms": ready * 1e3, "first 1+1, ms": first * 1e3, "idle memory, MB (PSS)": memory,
            "shutdown: reply and idle heard": float(heard), "shutdown, ms": gone * 1e3}  # fmt: skip


def measure_cells(name, cells):
    figures = {}
    with started(name) as (kernel, _):
        _, outputs, _ = kernel.run(cells["setup"])
        assert not any(kind == "error" for kind, _ in outputs), outputs
        taken = sorted(kernel.run(cells["sum"].format(i=i))[0] for i in range(COUNTS["cells"]))
        figures["1+i, ms"] = statistics.median(taken) * 1e3
        figures["1+i, ms, 99th of 100"] = taken[len(taken) * 99 // 100] * 1e3

        kernel.forget()
        begun = time.perf_counter()
        for _ in range(COUNTS["queued"]):
            kernel.send("execute_request", execution("1+1"))
        for _ in range(COUNTS["queued"]):
            assert kernel.receive("shell")
        figures["queued 1+1 a second"] = COUNTS["queued"] / (time.perf_counter() - begun)
        time.sleep(0.5)
        kernel.forget()

        for kind in "complete", "inspect":
            code = cells[kind]
            content = {"code": code, "cursor_pos": len(code), "detail_level": 0}
            taken = [kernel.ask(f"{kind}_request", content) for _ in range(COUNTS["questions"])]
            figures[f"{kind}, ms"] = statistics.median(taken) * 1e3
        kernel.forget()

        taken, outputs, first = kernel.run(cells["lines"].format(n=COUNTS["lines"]))
        text = "".join(content["text"] for kind, content in outputs if kind == "stream")
        complete = text == "".join(f"line {i}\n" for i in range(COUNTS["lines"]))
        figures["100,000 lines, s"] = taken
        figures["100,000 lines: all, in order"] = float(complete)
        figures["100,000 lines: messages"] = len(outputs)
        figures["100,000 lines: the first after, ms"] = first * 1e3

        taken, outputs, _ = kernel.run(cells["pictures"].format(n=COUNTS["pictures"]))
        assert len(outputs) == COUNTS["pictures"], outputs[-1:]
        figures["1,000 PNGs of 10 kB, s"] = taken

        for what, code in cells["loops"].items():
            sent = kernel.send("execute_request", execution(code.format(solver=cells.get("solver", ""))))
            time.sleep(1)
            kernel.forget()
            begun = time.perf_counter()
            kernel.interrupt()
            heard = kernel.receive("shell", 10)
            while heard and heard[1] != sent:
                heard = kernel.receive("shell", 10)
            if heard is None:
                return figures | {f"interrupt a {what}, ms": float("nan")}
            figures[f"interrupt a {what}, ms"] = (time.perf_counter() - begun) * 1e3
            time.sleep(0.2)
            kernel.forget()
            _, outputs, _ = kernel.run(cells["kept"])
            figures["interrupts: variables kept"] = float("41" in json.dumps(outputs))
    return figures


def main(names):
    figures = {}  # of each kernel: lists by name
    for measure, rounds in (measure_starts, COUNTS["starts"]), (measure_cells, COUNTS["rounds"]):
        for _ in range(rounds):
            for given in names:
                name, _, language = given.partition(":")
                cells = CELLS[language or KernelSpecManager().get_kernel_spec(name).language]
                for what, value in measure(name, cells).items():
                    figures.setdefault(what, {}).setdefault(name, []).append(value)
                print(".", end="", file=sys.stderr, flush=True)
    kernels = [given.partition(":")[0] for given in names]
    print("| |", " | ".join(kernels), "|")
    print("| --- |", " | ".join("---" for _ in kernels), "|")
    for what, by_kernel in figures.items():
        row = [f"{statistics.median(by_kernel[k]):.3g}" if k in by_kernel else "-" for k in kernels]
        if what.endswith(("heard", "all, in order", "kept")):
            row = [f"{sum(map(int, by_kernel[k]))} of {len(by_kernel[k])}" if k in by_kernel else "-" for k in kernels]
        print(f"| {what} |", " | ".join(row), "|")


if __name__ == "__main__":
    main(sys.argv[1:])
