"""Runs a kernel for a long time under everything that clients do, and fails if it grows.

    SOAK=30m python test/soak.py

Samples memory, threads and descriptors of the kernel and its worker, and goroutines and
heap as the kernel logs them; the last third of each must be as the first third, and what
the kernel holds when all clients have left as much as before they came. Beside it a second
kernel is restarted by its client again and again, and must leave nothing behind.
"""

import contextlib
import itertools
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from jupyter_client.manager import KernelManager  # noqa: E402

from hostile import CHANNELS, KINDS, MB, Raw, Target, declare, ended, frame, greeting, ready, receive, reply_to, run  # noqa: E402

UNITS = {"s": 1, "m": 60, "h": 3600}

# How much the median of the last third may be above that of the first: a part of it, and
# a constant. A client more makes 15 goroutines, and how many there are is chance; what is
# left of them is seen at the end.
SLACK = {"MB": (0.10, 12), "PSS": (0.10, 12), "heap": (0.25, 8), "threads": (0, 4), "descriptors": (0, 3),
         "goroutines": (0.25, 60)}  # fmt: skip
LEFT = {"goroutines": 3, "descriptors": 1, "threads": 4, "MB": 20, "heap": 10}

CELLS = [
    ("x := 0\nfor i := range 100_000 { x += i }\nx", "ok"),
    ('import "fmt"\nfor i := range 5000 { fmt.Println("a line of output", i) }', "ok"),
    ('import "github.com/nvsd-kernel/nvsd-kernel/display"\nfor range 50 { display.HTML("<b>bold</b>") }', "ok"),
    ("y := []int{1, 2, 3}\ny[len(y)]", "error"),
    ("this is no Go", "error"),
    ('panic("on purpose")', "error"),
    ("%reset", "ok"),
    ('comm.Register("soak", func(c *comm.Comm, m comm.Message) { c.OnMessage(func(m comm.Message) { c.Send(m.Data) }) })', "ok"),
    ('go func() { for range 100 { fmt.Println("late") } }()', "ok"),
    ("make([]float64, 1_000_000)[0]", "ok"),
]
DEATHS = ['import "os"\nos.Exit(3)', "func f(n int) int { return f(n+1) + 1 }\nf(0)"]


class Soak:
    def __init__(self, target, other, seconds):
        self.target = target
        self.other = other
        self.end = time.monotonic() + seconds
        self.counts = {}
        self.failures = []
        self.lock = threading.Lock()

    def more(self):
        return time.monotonic() < self.end and not self.failures

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def loop(self, work, pause):
        """Does the work again and again, each time as a client of its own."""
        try:
            for i in itertools.count():
                if not self.more():
                    return
                work(i)
                time.sleep(pause)
        except Exception as err:
            self.failures.append(f"{work.__name__}: {type(err).__name__}: {err}")

    # The clients.

    def cells(self, i):
        with self.target.client() as (session, sockets):
            for _ in range(10):
                code, status = random.choice(CELLS)
                content, _ = run(session, sockets, code, store_history=True, stop_on_error=False)
                assert content["status"] in (status, "error"), (code, content)  # a death may meet any cell
                self.count("cells")

    def questions(self, i):
        with self.target.client() as (session, sockets):
            for kind, content in (
                ("complete_request", {"code": "fmt.Pr", "cursor_pos": 6}),
                ("inspect_request", {"code": "fmt.Println", "cursor_pos": 9, "detail_level": 1}),
                ("is_complete_request", {"code": "for {"}),
                ("history_request", {"hist_access_type": "tail", "n": 100, "output": True, "raw": True}),
                ("history_request", {"hist_access_type": "search", "pattern": "*i*", "n": 10, "unique": True}),
                ("comm_info_request", {}),
                ("kernel_info_request", {}),
            ):
                for channel in ("shell", "control"):
                    asked = session.send(sockets[channel], kind, content)
                    assert reply_to(session, sockets[channel], asked)["content"]["status"] != "error", kind
                    self.count("questions")

    def comms(self, i):
        with self.target.client() as (session, sockets):
            for j in range(20):
                name = {"comm_id": f"soak-{i}-{j}"}
                target = "soak" if j % 2 else "nobody"
                session.send(sockets["shell"], "comm_open", name | {"target_name": target, "data": {}})
                session.send(sockets["shell"], "comm_msg", name | {"data": {"x": "y" * 1000}})
                session.send(sockets["shell"], "comm_close", name | {"data": {}})
                self.count("comms")

    def interrupts(self, i):
        with self.target.client() as (session, sockets):
            asked = session.send(sockets["shell"], "execute_request", {"code": "for {}", "stop_on_error": False})
            while True:
                msg = receive(session, sockets["iopub"], 120)
                if msg["parent_header"].get("msg_id") == asked["header"]["msg_id"] and msg["msg_type"] == "execute_input":
                    break
            time.sleep(0.05)
            interrupt = session.send(sockets["control"], "interrupt_request", {})
            reply_to(session, sockets["control"], interrupt)
            content, _ = ended(session, sockets, asked)
            assert content["status"] == "error"
            self.count("interrupts")

    def deaths(self, i):
        with self.target.client() as (session, sockets):
            content, _ = run(session, sockets, DEATHS[i % len(DEATHS)], stop_on_error=False)
            assert content["status"] == "error"
            for worker in children(self.target.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, 9)
            for _ in range(100):  # the death may meet this cell
                if run(session, sockets, "1", stop_on_error=False)[0]["status"] == "ok":
                    break
                time.sleep(0.05)
            else:
                raise AssertionError("no cell runs after a death")
            self.count("deaths")

    def hostile(self, i):
        for channel in CHANNELS:
            address = self.target.address(channel)
            for say in ((), (greeting()[:20],), (b"GET / HTTP/1.1\r\n\r\n" * 5,),
                        (greeting(), ready(KINDS[channel]), frame(b"\1"), declare(200 * MB), bytes(MB)),
                        (greeting(), ready(KINDS[channel]), frame(b"", 1) * 1000),
                        (greeting(), ready(KINDS[channel]), b"\xff" * 100)):  # fmt: skip
                raw = Raw(address)
                raw.say(*say)
                raw.reset() if i % 2 else raw.close()
                self.count("hostile connections")

    def restarts(self, i):
        before = [self.other.provisioner.process.pid, *children(self.other.provisioner.process.pid)]
        self.other.restart_kernel(now=False)
        client = self.other.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=60)
            assert client.execute_interactive("1+1", timeout=60, output_hook=lambda _: None)["content"]["status"] == "ok"
        finally:
            client.stop_channels()
        deadline = time.monotonic() + 10
        while any(os.path.exists(f"/proc/{pid}") for pid in before):
            assert time.monotonic() < deadline, f"of {before} some are still there after the restart"
            time.sleep(0.1)
        self.count("restarts")

    def run(self):
        work = [(self.cells, 0.1), (self.cells, 0.5), (self.questions, 0.5), (self.comms, 1), (self.interrupts, 3),
                (self.deaths, 20), (self.hostile, 1), (self.restarts, 5)]  # fmt: skip
        threads = [threading.Thread(target=self.loop, args=each) for each in work]
        for thread in threads:
            thread.start()
        return threads


def children(pid):
    with contextlib.suppress(OSError):
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] or scan(pid)
    return scan(pid)


def scan(pid):
    """The children that threads other than the first have started."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def look(pid):
    """What a process takes; nothing if it has just ended."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        pss = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
        return {
            "MB": int(re.search(r"RssAnon:\s+(\d+)", status)[1]) / 1024,
            "PSS": int(re.search(r"^Pss:\s+(\d+)", pss, re.M)[1]) / 1024,
            "threads": int(re.search(r"Threads:\s+(\d+)", status)[1]),
            "descriptors": len(os.listdir(f"/proc/{pid}/fd")),
        }
    except (OSError, TypeError):
        return {}


def logged(log, begin):
    """The last goroutines, and heap in MB, that the kernel has logged behind an offset."""
    text = log.read_text(errors="replace")[begin:]
    found = {}
    for name, scale in (("goroutines", 1), ("heap", MB)):
        values = re.findall(rf"\b{name}=(\d+)", text)
        if values:
            found[name] = int(values[-1]) / scale
    return found


def flat(samples):
    """Whether the last third is as the first, by column."""
    third = max(1, len(samples) // 3)
    result = {}
    for column in sorted({key for sample in samples for key in sample}):
        begin = [s[column] for s in samples[:third] if column in s]
        end = [s[column] for s in samples[-third:] if column in s]
        if begin and end:
            part, constant = SLACK[column[1]]
            begin, end = statistics.median(begin), statistics.median(end)
            result[column] = begin, end, end <= begin * (1 + part) + constant
    return result


def table(samples, header):
    print("  ".join(f"{name:>18}" for name in ["second", *header]))
    for second, sample in samples:
        row = [f"{sample[key]:.0f}" if key in sample else "" for key in header.values()]
        print("  ".join(f"{cell:>18}" for cell in [f"{second:.0f}", *row]))


def main():
    given = os.environ.get("SOAK", "30m")
    seconds = float(given[:-1]) * UNITS[given[-1]]
    pause = min(30, seconds / 12)
    binary = os.environ["NVSD_KERNEL"]
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder)
        subprocess.run([binary, "install", "--prefix", folder], check=True)
        os.environ |= {"JUPYTER_PATH": str(prefix / "share" / "jupyter"), "JUPYTER_DATA_DIR": str(prefix / "data"),
                       "JUPYTER_RUNTIME_DIR": str(prefix / "runtime"), "NVSD_LOG_LEVEL": "debug"}  # fmt: skip
        log = prefix / "log"
        manager, other = KernelManager(kernel_name="nvsd"), KernelManager(kernel_name="nvsd")
        with log.open("w") as stderr:
            manager.start_kernel(stderr=stderr)
        other.start_kernel(stderr=subprocess.DEVNULL)
        try:
            return soak(Target(manager), other, seconds, pause, log)
        finally:
            manager.shutdown_kernel(now=True)
            other.shutdown_kernel(now=True)


# More than the kernel keeps (docs/protocol.md, docs/history.md), and inputs that together are more than its history holds.
HEADERS, SIGNATURES, INPUTS = 4200, 66_000, 25 * ["//" + 400_000 * "x"]


def fill(target):
    """Has the kernel remember as much as it ever does."""
    with target.client() as (session, sockets):
        for code in INPUTS:
            run(session, sockets, code, store_history=True)
        for i in range(HEADERS):
            run(session, sockets, "0")
            session.send(sockets["shell"], "comm_open", {"comm_id": f"fill-{i}", "target_name": "nobody", "data": {}})
        for i in range(SIGNATURES):
            session.send(sockets["shell"], "comm_close", {"comm_id": f"unknown-{i}", "data": {}})
            if i % 100 == 0:
                run(session, sockets, "0")
        run(session, sockets, "%reset")  # which frees what cells have left


def at_rest(target, log):
    """What the kernel holds when nobody has asked for anything for a while, in which it gives memory back."""
    time.sleep(25)
    begin = log.stat().st_size
    deadline = time.monotonic() + 30
    while "heap" not in logged(log, begin):
        assert time.monotonic() < deadline, "the kernel logs no vitals"
        time.sleep(0.2)
    return look(target.pid) | logged(log, begin)


def soak(target, other, seconds, pause, log):
    fill(target)
    before = at_rest(target, log)
    it = Soak(target, other, seconds)
    started = time.monotonic()
    begin = log.stat().st_size
    threads = it.run()
    samples = []
    while it.more():
        time.sleep(pause)
        workers = children(target.pid)
        sample = {("kernel", name): value for name, value in (look(target.pid) | logged(log, begin)).items()}
        sample |= {("worker", name): value for name, value in (look(workers[0]) if workers else {}).items()}
        samples.append((time.monotonic() - started, sample))
    for thread in threads:
        thread.join()
    failures = it.failures
    if not failures:
        target.alive()
        target.serves()
    columns = sorted({key for _, sample in samples for key in sample})
    table(samples, {" ".join(column): column for column in columns})
    print("\nfirst third, last third (medians)")
    for column, (begin, end, well) in flat([sample for _, sample in samples]).items():
        print(f"{' '.join(column):>20} {begin:8.0f} {end:8.0f}  {'flat' if well else 'GROWS'}")
        if not well:
            failures.append(f"{' '.join(column)} grows from {begin:.0f} to {end:.0f}")
    if not failures:
        after = at_rest(target, log)
        print("\nat rest, before and after")
        for name, more in LEFT.items():
            print(f"{name:>20} {before[name]:8.0f} {after[name]:8.0f}")
            if after[name] > before[name] + more:
                failures.append(f"{name} at rest were {before[name]:.0f} and are {after[name]:.0f}")
    print("\ndone: " + ", ".join(f"{n} {what}" for what, n in sorted(it.counts.items())))
    target.close()
    if failures:
        print("\n".join(["", *failures, "", *(line for line in log.read_text(errors="replace").splitlines() if "DEBUG" not in line)]))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
