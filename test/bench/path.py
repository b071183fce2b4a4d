"""A certified path, beside the same method in numpy on one OpenBLAS thread.

50 taus over three decades, each to a relative gap of 1e-6 and each from the
solution before it, on experiments E1 (cubic kernel) and E3 (Gaussian) of UAI
2018 with n = 110, d = 18. Both sides in turn, three times; medians and their
ratio are printed.

    python test/bench/path.py        # needs numpy and Go
"""

import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402  (after the threads are set)

N, D, TAUS, DECADES, TOL = 110, 18, 50, 3, 1e-6
ROOT = pathlib.Path(__file__).resolve().parents[2]


def e1(rng):
    x = rng.standard_normal((N, D))

    def cubic(z):
        return sum(
            z[:, i] * z[:, j] * z[:, k] for i in range(3) for j in range(i, 3) for k in range(j, 3)
        )

    return x, cubic(x[:, 0:3]) + cubic(x[:, 6:9]) + 0.01 * rng.standard_normal(N)


def e3(rng):
    z = rng.standard_normal((N, 6))
    x = np.repeat(z, 3, axis=1) + 0.1 * rng.standard_normal((N, D))
    s = z[:, 0] ** 2 + z[:, 2] ** 2
    return x, 10 * s * np.exp(-2 * s) + 0.01 * rng.standard_normal(N)


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
        self.shift = np.maximum(values, 0) + N * nu

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
        b = np.random.default_rng(0).standard_normal((N, D))
        zero = np.zeros(N)
        for _ in range(24):
            b /= np.linalg.norm(b)
            b, _ = self.field(b, zero)
        return 1.02 * np.linalg.norm(b)


def fista(op, tau, b, curvature):
    """Accelerated projected gradient on the dual, with gradient restart."""
    radius = tau / (2 * op.nu * np.sqrt(N))
    floor = 1e-12 * (op.y @ op.y) / N
    old, w_old = b, None
    y, t, products = b, 1.0, 1
    wy, _ = op.field(b, op.y)
    while True:
        z = y - wy / curvature
        x = z * np.minimum(1, radius / np.maximum(np.linalg.norm(z, axis=0), 1e-300))
        w, alpha = op.field(x, op.y)
        products += 1
        value = tau / np.sqrt(N) * np.linalg.norm(w, axis=0).sum()
        gap = value + 2 * op.nu * (x * w).sum()
        objective = op.nu * (alpha @ op.y + (x * w).sum()) + value
        if gap <= TOL * max(objective, floor):
            return x, products
        if ((y - x) * (x - old)).sum() > 0:
            t = 1.0
        after = (1 + np.sqrt(1 + 4 * t * t)) / 2
        beta = (t - 1) / after
        y = x + beta * (x - old)
        wy = w if w_old is None else w + beta * (w - w_old)
        old, w_old, t = x, w, after


def numpy_path(x, y, sigma, nu, taus):
    start = time.perf_counter()
    op = Operator(x, y, sigma, nu)
    curvature, b, products = op.largest(), np.zeros((N, D)), 0
    for tau in taus:
        b, used = fista(op, tau, b, curvature)
        products += used
    return time.perf_counter() - start, products


def go_path(file):
    out = subprocess.run(
        ["go", "test", "./test/bench", "-run", "^$", "-bench", "BenchmarkPath$", "-benchtime", "1x", "-cpu", "1"],
        cwd=ROOT, env=os.environ | {"NVSD_INSTANCE": file}, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    seconds = float(re.search(r"([\d.]+) ns/op", out)[1]) / 1e9
    return seconds, float(re.search(r"([\d.e+]+) products/op", out)[1])


def tau_max(x, y, sigma, nu, folder):
    spec = {
        "X": x.tolist(), "y": y.tolist(), "penalty": "L", "nu": nu, "tau": [1.0], "tol": TOL, "exact_tau_max": True,
        "kernel": {"kind": "gauss", "sigma": sigma} if sigma else {"kind": "poly", "p": 3, "c": 1},
    }  # fmt: skip
    file = os.path.join(folder, "spec.json")
    pathlib.Path(file).write_text(json.dumps(spec))
    out = subprocess.run(
        ["go", "run", "./cmd/nvsd-kernel", "fit", "-q", file], cwd=ROOT, check=True, capture_output=True
    ).stdout
    return json.loads(out)["tau_max"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, make, sigma, nu in (("E1", e1, 0, 0.1), ("E3", e3, 4.0, 0.01)):
            x, y = make(np.random.default_rng(1))
            taus = tau_max(x, y, sigma, nu, folder) * np.logspace(0, -DECADES, TAUS)
            file = os.path.join(folder, name + ".json")
            spec = {"X": x.tolist(), "Y": y.tolist(), "Sigma": sigma, "Nu": nu, "Taus": taus.tolist(), "Tol": TOL}
            pathlib.Path(file).write_text(json.dumps(spec))
            go_path(file)  # compiles
            pairs = [(go_path(file), numpy_path(x, y, sigma, nu, taus)) for _ in range(3)]
            go, peer = (statistics.median(p[i][0] for p in pairs) for i in (0, 1))
            ratio = statistics.median(a[0] / b[0] for a, b in pairs)
            print(
                f"{name}: nvsd {go:.2f} s ({pairs[0][0][1]:.0f} products), "
                f"numpy {peer:.2f} s ({pairs[0][1][1]:.0f} products), ratio {ratio:.2f}"
            )


if __name__ == "__main__":
    main()
