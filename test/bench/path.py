"""Certified paths by `nvsd-kernel fit`, a process at its default settings, beside
accelerated projected gradients on the same dual in numpy on one OpenBLAS thread.

Of nvsd-kernel the whole process counts, from its start to its report; of numpy the
path alone, without the start of the interpreter. Both sides in turn, --times times;
medians, and the median ratio of the pairs. The taus go from the exact tau_max down (of
the first rows, where there are many), each fitted from the one before it, to the same
relative gap.

    make build
    python test/bench/path.py                # all, an hour; needs numpy
    python test/bench/path.py E1-110 E3-110  # some
    python test/bench/path.py --list
"""

import argparse
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are set)

KERNEL = pathlib.Path(__file__).resolve().parents[2] / "build" / "nvsd-kernel"


def e1(rng, n, d):
    x = rng.standard_normal((n, d))

    def cubic(z):
        return sum(z[:, i] * z[:, j] * z[:, k] for i in range(3) for j in range(i, 3) for k in range(j, 3))

    return x, cubic(x[:, 0:3]) + cubic(x[:, 6:9]) + 0.01 * rng.standard_normal(n)


def e3(rng, n, d):
    z = rng.standard_normal((n, d // 3))
    x = np.repeat(z, 3, axis=1) + 0.1 * rng.standard_normal((n, d))
    s = z[:, 0] ** 2 + z[:, 2] ** 2
    return x, 10 * s * np.exp(-2 * s) + 0.01 * rng.standard_normal(n)


def pairs(rng, n, d):
    x = rng.standard_normal((n, d))
    return x, x[:, 0] ** 2 + x[:, 1] * x[:, 2] + 0.1 * rng.standard_normal(n)


@dataclasses.dataclass
class Work:
    make: callable
    n: int
    d: int
    kernel: str  # "cubic", or "gauss" with the width sigma, or the mean distance to the 20th neighbour
    nu: float
    fractions: np.ndarray  # of tau_max
    tol: float
    sigma: float = 0
    rows: int = 0  # that tau_max is found with, where all are too many; 0 is all
    peer: bool = True  # numpy takes minutes, not hours


def decades(count, over=3):
    return np.logspace(0, -over, count)


WORKS = {
    "E1-110": Work(e1, 110, 18, "cubic", 0.1, decades(50), 1e-6),
    "E3-110": Work(e3, 110, 18, "gauss", 0.01, decades(50), 1e-6, sigma=4),
    "E1-30": Work(e1, 30, 18, "cubic", 0.1, decades(50), 1e-6),
    "E1-nu1e-1": Work(e1, 110, 18, "cubic", 1e-1, decades(50), 1e-4),
    "E1-nu1e-2": Work(e1, 110, 18, "cubic", 1e-2, decades(50), 1e-4),
    "E1-nu1e-3": Work(e1, 110, 18, "cubic", 1e-3, decades(50), 1e-4, peer=False),
    "gauss-250": Work(pairs, 250, 20, "gauss", 0.01, decades(20), 1e-4),
    "gauss-500": Work(pairs, 500, 20, "gauss", 0.01, decades(20), 1e-4),
    "gauss-1000": Work(pairs, 1000, 20, "gauss", 0.01, decades(20), 1e-4, rows=500),
    "gauss-2000": Work(pairs, 2000, 20, "gauss", 0.01, decades(20), 1e-4, rows=500),
    "cubic-1000": Work(pairs, 1000, 50, "cubic", 0.01, decades(20), 1e-4, rows=200, peer=False),
    "gauss-5000": Work(pairs, 5000, 10, "gauss", 0.01, np.array([1 / 20]), 1e-4, rows=500, peer=False),
}


def mean_20th_neighbour(x):
    total = 0.0
    for row in x:
        total += np.sqrt(np.sort(((x - row) ** 2).sum(axis=1))[20])
    return total / len(x)


class Operator:
    """W = M B + g without the big matrices; see the package solve."""

    def __init__(self, x, y, sigma, nu):
        self.x, self.y, self.nu, self.sigma = x, y, nu, sigma
        g = x @ x.T
        if sigma:
            sq = np.diag(g)[:, None] + np.diag(g)[None, :] - 2 * g
            self.k = np.exp(-sq / (2 * sigma**2))
            self.k1, self.k2 = -self.k / sigma**2, self.k / sigma**4
        else:
            g = g + 1
            self.k, self.k1, self.k2 = g**3, 3 * g**2, 6 * g
        values, self.q = np.linalg.eigh(self.k)
        self.shift = np.maximum(values, 0) + len(y) * nu

    def field(self, b, y):
        p = self.x @ b.T
        if self.sigma:
            p = p - np.einsum("ij,ij->i", self.x, b)[None, :]
            r = y + (self.k1 * p).sum(axis=1)
        else:
            r = y - (self.k1 * p).sum(axis=1)
        alpha = self.q @ ((self.q.T @ r) / self.shift)
        t = b + alpha[:, None] * self.x
        c = self.k2 * p
        if self.sigma:
            w = (
                (self.k1 @ alpha)[:, None] * self.x
                - self.k1 @ t
                - c.sum(axis=1)[:, None] * self.x
                + c @ self.x
            )
        else:
            w = self.k1 @ t + c @ self.x
        return w, alpha

    def largest(self):
        b = np.random.default_rng(0).standard_normal(self.x.shape)
        zero = np.zeros(len(self.y))
        for _ in range(24):
            b /= np.linalg.norm(b)
            b, _ = self.field(b, zero)
        return 1.02 * np.linalg.norm(b)


def fista(op, tau, b, curvature, tol):
    """Accelerated projected gradient on the dual, with gradient restart."""
    n = len(op.y)
    radius = tau / (2 * op.nu * np.sqrt(n))
    floor = 1e-12 * (op.y @ op.y) / n
    old, w_old = b, None
    y, t, products = b, 1.0, 1
    wy, _ = op.field(b, op.y)
    while True:
        z = y - wy / curvature
        x = z * np.minimum(1, radius / np.maximum(np.linalg.norm(z, axis=0), 1e-300))
        w, alpha = op.field(x, op.y)
        products += 1
        value = tau / np.sqrt(n) * np.linalg.norm(w, axis=0).sum()
        gap = value + 2 * op.nu * (x * w).sum()
        objective = op.nu * (alpha @ op.y + (x * w).sum()) + value
        if gap <= tol * max(objective, floor):
            return x, products
        if ((y - x) * (x - old)).sum() > 0:
            t = 1.0
        after = (1 + np.sqrt(1 + 4 * t * t)) / 2
        beta = (t - 1) / after
        y = x + beta * (x - old)
        wy = w if w_old is None else w + beta * (w - w_old)
        old, w_old, t = x, w, after


def numpy_path(spec):
    """What the path takes in seconds, of the clock and of the processor, and in products."""
    x, y = np.array(spec["X"]), np.array(spec["y"])
    start, used_before = time.perf_counter(), time.process_time()
    op = Operator(x, y, spec["kernel"].get("sigma", 0), spec["nu"])
    curvature, b, products = op.largest(), np.zeros(x.shape), 0
    for tau in spec["tau"]:
        b, used = fista(op, tau, b, curvature, spec["tol"])
        products += used
    return time.perf_counter() - start, time.process_time() - used_before, products


@dataclasses.dataclass
class Run:
    seconds: float
    processor: float
    megabytes: float
    report: dict


def fit(spec, folder):
    """Runs `nvsd-kernel fit` on a spec."""
    file = os.path.join(folder, "spec.json")
    pathlib.Path(file).write_text(json.dumps(spec))
    start = time.perf_counter()
    process = subprocess.Popen([KERNEL, "fit", "-q", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"nvsd-kernel fit: exit status {os.waitstatus_to_exitcode(status)}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, json.loads(out))


def spec_of(work, folder):
    x, y = work.make(np.random.default_rng(1), work.n, work.d)
    sigma = 0 if work.kernel == "cubic" else work.sigma or mean_20th_neighbour(x)
    spec = {
        "X": x.tolist(),
        "y": y.tolist(),
        "kernel": {"kind": "gauss", "sigma": sigma} if sigma else {"kind": "poly", "p": 3, "c": 1},
        "penalty": "L",
        "nu": work.nu,
        "tol": work.tol,
    }
    rows = work.rows or work.n
    first = {"X": spec["X"][:rows], "y": spec["y"][:rows], "tau": [1.0], "max_iter": 1, "exact_tau_max": True}
    top = fit(spec | first, folder).report["tau_max"]
    return spec | {"tau": (top * work.fractions).tolist()}


def measure(name, work, times, peer, folder):
    spec = spec_of(work, folder)
    ours, peers = [], []
    for _ in range(times):
        ours.append(fit(spec, folder))
        if peer:
            peers.append(numpy_path(spec))
    solutions = ours[0].report["solutions"]
    certified = sum(s["status"] == "converged" for s in solutions)
    line = (
        f"{name}: nvsd {statistics.median(r.seconds for r in ours):.2f} s"
        f" ({statistics.median(r.processor for r in ours):.2f} s of processors,"
        f" {max(r.megabytes for r in ours):.0f} MB,"
        f" {sum(s['iterations'] for s in solutions)} products,"
        f" {certified} of {len(solutions)} certified)"
    )
    if peers:
        ratio = statistics.median(o.seconds / p[0] for o, p in zip(ours, peers))
        line += f", numpy {statistics.median(p[0] for p in peers):.2f} s"
        line += f" ({statistics.median(p[1] for p in peers):.2f} s of the processor, {peers[0][2]} products), ratio {ratio:.2f}"
    print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", nargs="*", help="those to measure; all without any")
    parser.add_argument("--list", action="store_true", help="name what can be measured")
    parser.add_argument("--spec", metavar="WORK", choices=WORKS, help="print the spec of one, and no more")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--alone", action="store_true", help="without numpy")
    args = parser.parse_args()
    if args.list:
        print("\n".join(WORKS))
        return
    for name in args.work:
        if name not in WORKS:
            parser.error(f"there is no {name}: --list names what there is")
    with tempfile.TemporaryDirectory() as folder:
        if args.spec:
            json.dump(spec_of(WORKS[args.spec], folder), sys.stdout)
            return
        for name in args.work or WORKS:
            measure(name, WORKS[name], args.times, WORKS[name].peer and not args.alone, folder)


if __name__ == "__main__":
    main()
