"""`nvsd-kernel fit` against certified optima, by the measure of its contract."""

import json
import math
import random
import signal
import subprocess

import pytest

TOLERANCE = 1e-10


def fit(binary, spec, tmp_path):
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(spec))
    done = subprocess.run([binary, "fit", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def close(got, want, allowed):
    return max(abs(a - b) for a, b in zip(got, want, strict=True)) <= allowed


def check(reference, report):
    scale_pred = math.sqrt(sum(y * y for y in reference["y"]) / reference["n"])
    largest = max(max(s["deriv_norms"]) for s in reference["solutions"])
    flat = 10 if reference.get("note") else 1
    for want, got in zip(reference["solutions"], report["solutions"], strict=True):
        at = want["tau_label"]
        assert got["status"] == "converged", at
        assert got["dual"] <= got["objective"] * (1 + 1e-12), at
        assert abs(got["objective"] - want["objective"]) <= 1e-8 * want["objective"], at
        for field in ("pred_train", "pred_test"):
            allowed = 1e-5 * flat * max(scale_pred, max(map(abs, want[field])))
            assert close(got[field], want[field], allowed), (at, field)
        assert close(got["deriv_norms"], want["deriv_norms"], 1e-5 * flat * largest), at
        near = any(r is not None and 0.999 < r < 1 - 1e-9 for r in want["dual_ratio"])
        if not near:
            assert got["active_groups"] == want["active_groups"], at
        groups = reference["groups"] or [[a] for a in range(reference["d"])]
        active = {a for g in got["active_groups"] for a in groups[g]}
        assert all(v == 0 for a, v in enumerate(got["deriv_norms"]) if a not in active), at
    low = reference["tau_max_bracket"][0]
    high = reference["tau_max_closed_form"]
    assert low * (1 - 1e-6) <= report["tau_max"] <= high * (1 + 1e-6)


INSTANCES = [
    "small_poly2_L", "small_gauss_L", "small_poly3_GL", "small_gauss_GL",
    "lin_L", "lin_GL", "lin_EN", "lin_DENOVAS",
    "E1_n30_poly3_L", "E2_n50_poly3_EN", "E3_n30_gauss4_GL",
]  # fmt: skip


@pytest.mark.parametrize("name", INSTANCES)
def test_reference(binary, references, tmp_path, name):
    reference = json.loads((references / f"{name}.json").read_text())
    report = fit(binary, reference | {"tol": TOLERANCE}, tmp_path)
    check(reference, report)


SPEC = {
    "X": [[0.0, 1.0], [1.0, 0.5], [0.5, -1.0], [-1.0, 0.2]],
    "y": [1.0, 2.0, 0.5, -1.0],
    "kernel": {"kind": "gauss", "sigma": 2.0},
    "penalty": "L",
    "nu": 0.1,
    "tau": [0.1],
}


def test_null_means_absent(binary, tmp_path):
    report = fit(binary, SPEC | {"groups": None, "mu": None, "X_test": None}, tmp_path)
    assert report["solutions"][0]["pred_test"] is None


@pytest.mark.parametrize(
    "change, named",
    [
        ({"tau": [-1]}, ["tau"]),
        ({"nu": -0.5}, ["nu"]),
        ({"nu": 0}, ["nu"]),
        ({"colour": "red"}, ["colour"]),
        ({"y": [1.0, 2.0]}, ["y", "4"]),
        ({"X": [[0.0, 1.0], [1.0], [0.5, -1.0], [-1.0, 0.2]]}, ["X", "row 2"]),
        ({"X": [[0.0, 1.0], [1.0, "a"], [0.5, -1.0], [-1.0, 0.2]]}, ["X", "row 2", "column 2"]),
        ({"X": [], "y": []}, ["X"]),
        ({"kernel": {"kind": "gauss"}}, ["sigma"]),
        ({"kernel": {"kind": "gaussian", "sigma": 1}}, ["kernel", "gaussian"]),
        ({"penalty": "SCADD"}, ["penalty", "SCADD"]),
        ({"penalty": None}, ["penalty"]),
    ],
)  # fmt: skip
def test_bad_spec(binary, tmp_path, change, named):
    """A bad spec ends with status 2 and one line that names the place."""
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(SPEC | change))
    done = subprocess.run([binary, "fit", str(path)], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for word in named:
        assert word in done.stderr, done.stderr


def test_tau_zero_and_one_sample(binary, tmp_path):
    """tau = 0 is kernel ridge; one sample is enough for a fit."""
    report = fit(binary, SPEC | {"tau": [0.0], "X": [[1.0, 2.0]], "y": [3.0]}, tmp_path)
    # n = 1 and k(x, x) = 1: alpha = y / (1 + nu), f(x) = alpha.
    assert report["solutions"][0]["pred_train"][0] == pytest.approx(3.0 / 1.1, rel=1e-9)


# A client in plain Python that knows docs/fit.md and nothing else: it computes both
# bounds from the coefficients that were written.


def poly(p, c):
    """Value, first derivatives and mixed second derivatives of (<x, z> + c)^p."""

    def kernel(x, z):
        s = sum(a * b for a, b in zip(x, z, strict=True)) + c
        k1, k2 = p * s ** (p - 1), p * (p - 1) * s ** (p - 2)
        mixed = [[k1 * (a == b) + k2 * z[a] * x[b] for b in range(len(x))] for a in range(len(x))]
        return s**p, [k1 * v for v in z], [k1 * v for v in x], mixed

    return {"kind": "poly", "p": p, "c": c}, kernel


def gauss(sigma):
    """The same of exp(-||x-z||^2 / (2 sigma^2))."""

    def kernel(x, z):
        t = [(a - b) / sigma**2 for a, b in zip(x, z, strict=True)]
        k = math.exp(-(sigma**2) * sum(v * v for v in t) / 2)
        mixed = [[k * ((a == b) / sigma**2 - t[a] * t[b]) for b in range(len(t))] for a in range(len(t))]
        return k, [-k * v for v in t], [k * v for v in t], mixed

    return {"kind": "gauss", "sigma": sigma}, kernel


def dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def norm(v):
    return math.sqrt(dot(v, v))


def column(A, a):
    return [row[a] for row in A]


def solve(A, b):
    """Gaussian elimination with pivots."""
    n = len(b)
    rows = [[*row, value] for row, value in zip(A, b, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            f = rows[r][i] / rows[i][i]
            rows[r] = [u - f * v for u, v in zip(rows[r], rows[i], strict=True)]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - dot(rows[i][i + 1 : n], x[i + 1 :])) / rows[i][i]
    return x


class Problem:
    """The functional of a spec on its points."""

    def __init__(self, spec, kernel, tau):
        self.X, self.y = spec["X"], spec["y"]
        self.n, self.d = len(self.X), len(self.X[0])
        self.tau, self.nu = tau, spec["nu"] * (tau if spec["penalty"] == "DENOVAS" else 1)
        self.k = [[kernel(x, z) for z in self.X] for x in self.X]
        self.name, self.mu = spec["penalty"], spec.get("mu")
        self.groups = spec.get("groups") or [[a] for a in range(self.d)]
        self.p = spec.get("group_weights") or [len(g) for g in self.groups]
        self.w = spec.get("weights") or [2.0 if self.name == "DENOVAS" else 1.0] * self.d

    def function(self, alpha, B):
        """Values and gradients of f at the points."""
        v = [0.0] * self.n
        W = [[0.0] * self.d for _ in range(self.n)]
        for i in range(self.n):
            for j in range(self.n):
                k, first, second, mixed = self.k[i][j]
                v[j] += alpha[i] * k + dot(B[i], first)
                for b in range(self.d):
                    W[j][b] += alpha[i] * second[b] + dot(B[i], column(mixed, b))
        return v, W

    def quadratic(self, alpha, B, v, W):
        """The part of the objective that is no penalty."""
        rest = sum((a - b) ** 2 for a, b in zip(self.y, v, strict=True)) / self.n
        return rest + self.nu * (dot(alpha, v) + sum(dot(b, w) for b, w in zip(B, W, strict=True)))

    def penalty(self, u):
        lasso = dot(self.w, u)
        grouped = sum(p * norm([u[a] for a in g]) for p, g in zip(self.p, self.groups, strict=True))
        if self.name in ("GL", "OGL"):
            return grouped
        if self.name == "SG":
            return self.mu * lasso + (1 - self.mu) * grouped
        if self.name == "EN":
            return self.mu * lasso + (1 - self.mu) * dot(u, u)
        return lasso

    def primal(self, alpha, B):
        v, W = self.function(alpha, B)
        u = [norm(column(W, a)) / math.sqrt(self.n) for a in range(self.d)]
        return self.quadratic(alpha, B, v, W) + self.tau * self.penalty(u)

    def feasible(self, q, u):
        """Norms of dual blocks near q for which h* is finite, and h* there; u belong to f."""
        c = self.tau / math.sqrt(self.n)
        if self.name == "EN":
            c2 = self.tau * (1 - self.mu) / self.n
            return q, sum(max(0, v - c * self.mu) ** 2 for v in q) / (4 * c2)
        if self.name == "GL":
            return self.shortened(q, c), 0.0
        if self.name == "SG":
            own = [min(v, c * self.mu) for v in q]
            rest = self.shortened([v - o for v, o in zip(q, own, strict=True)], c * (1 - self.mu))
            return [o + r for o, r in zip(own, rest, strict=True)], 0.0
        if self.name == "OGL":
            return self.summed(q, u, c), 0.0
        return [min(v, c * w) for v, w in zip(q, self.w, strict=True)], 0.0

    def shortened(self, q, c):
        r = list(q)
        for p, g in zip(self.p, self.groups, strict=True):
            length = norm([q[a] for a in g])
            for a in g:
                r[a] *= min(1, c * p / length) if length > 0 else 1
        return r

    def summed(self, q, u, c):
        """The sum of blocks, one a group and within its ball, that is nearest to q.

        The blocks of groups that are in are known: they point along u.
        """
        total, out = [0.0] * self.d, []
        for p, g in zip(self.p, self.groups, strict=True):
            length = norm([u[a] for a in g])
            if length == 0:
                out.append((c * p, g, dict.fromkeys(g, 0.0)))
            for a in g if length > 0 else []:
                total[a] += c * p * u[a] / length
        for _ in range(1000):
            for radius, g, part in out:
                want = {a: q[a] - total[a] + part[a] for a in g}
                length = norm(list(want.values()))
                scale = min(1, radius / length) if length > 0 else 1
                for a in g:
                    total[a] += scale * want[a] - part[a]
                    part[a] = scale * want[a]
        return total

    def dual(self, B, u):
        """A lower bound of the minimum from B; u are the derivative norms."""
        q = [2 * self.nu * norm(column(B, a)) for a in range(self.d)]
        r, conjugate = self.feasible(q, u)
        B = [[b * (t / s if s > 0 else 1) for b, t, s in zip(row, r, q, strict=True)] for row in B]
        values, _ = self.function([0.0] * self.n, B)
        K = [[self.k[i][j][0] + self.n * self.nu * (i == j) for j in range(self.n)] for i in range(self.n)]
        alpha = solve(K, [y - v for y, v in zip(self.y, values, strict=True)])
        v, W = self.function(alpha, B)
        inner = sum(dot(b, w) for b, w in zip(B, W, strict=True))
        return self.quadratic(alpha, B, v, W) - 2 * self.nu * inner - conjugate


CONVEX = {
    "L": {},
    "GL": {"groups": [[0, 2], [1, 3]]},
    "GL weights": {"groups": [[3], [1, 0, 2]], "group_weights": [0.5, 1.5]},
    "EN": {"mu": 0.4},
    "DENOVAS": {},
    "SG": {"groups": [[0, 2], [1, 3]], "mu": 0.3},
    "SG weights": {"groups": [[0, 1, 2], [3]], "group_weights": [1.2, 0.8], "mu": 0.6},
    "WL": {"weights": [0.5, 1.0, 2.0, 1.5]},
    "OGL": {"groups": [[0, 1], [1, 2], [2, 3]]},
    "OGL weights": {"groups": [[0, 1, 2], [2, 3], [3]], "group_weights": [1.0, 0.7, 0.4]},
}


@pytest.mark.parametrize("solver", ["dual", "newton", "admm"])
@pytest.mark.parametrize("penalty", CONVEX)
def test_bounds(binary, tmp_path, penalty, solver):
    """Anybody can recompute the objective and its lower bound from alpha and B."""
    rng = random.Random(f"{penalty} {solver}")
    for declared, kernel in (poly(2, 1.0), gauss(1.5)):
        X = [[rng.uniform(-1, 1) for _ in range(4)] for _ in range(8)]
        y = [x[0] ** 2 + x[1] + rng.gauss(0, 0.1) for x in X]
        spec = {"X": X, "y": y, "kernel": declared, "penalty": penalty.split()[0], "nu": 0.05, "tau": [0.05, 0.3],
                "solver": solver, "tol": 1e-9, "coefficients": True} | CONVEX[penalty]  # fmt: skip
        solutions = fit(binary, spec, tmp_path)["solutions"]
        assert len(solutions) == 2
        for got in solutions:
            problem = Problem(spec, kernel, got["tau"])
            objective, dual = problem.primal(got["alpha"], got["B"]), problem.dual(got["B"], got["deriv_norms"])
            at = (penalty, solver, declared["kind"], got["tau"], objective, dual, got["objective"], got["dual"])
            assert got["certified"] and got["objective"] - got["dual"] <= 1e-9 * got["objective"], at
            assert got["objective"] == pytest.approx(objective, rel=1e-9), at
            # The blocks of overlapping groups are known as well as the norms are.
            assert got["dual"] == pytest.approx(dual, rel=1e-7 if penalty.startswith("OGL") else 1e-8), at
            assert dual <= objective * (1 + 1e-12), at


@pytest.mark.parametrize("penalty", [{"penalty": "MCP", "knee": 1.0}, {"penalty": "SCAD", "knee": 0.5}, {"penalty": "LOGSUM", "eps": 0.5}])
def test_not_convex(binary, tmp_path, penalty):
    """A stationary point, and no certificate: the notes say so."""
    report = fit(binary, SPEC | penalty | {"solver": "admm", "tol": 1e-7}, tmp_path)
    got = report["solutions"][0]
    assert report["tau_max"] is None
    assert got["status"] == "converged" and got["residual"] <= 1e-7
    assert got["dual"] is None and got["rel_gap"] is None and not got["certified"]
    assert "not convex" in got["notes"][0]


def test_interrupted(binary, tmp_path):
    """An interrupt: what was found so far is written, with status 1."""
    endless = {"penalty": "L", "solver": "denovas", "tol": 1e-14, "max_iter": 10**9, "tau": [0.01, 0.005]}
    endless |= {"kernel": {"kind": "poly", "p": 3, "c": 1}, "nu": 1e-4}
    rng = random.Random(1)
    X = [[rng.uniform(-1, 1) for _ in range(12)] for _ in range(40)]
    path, out = tmp_path / "spec.json", tmp_path / "out.json"
    path.write_text(json.dumps(SPEC | endless | {"X": X, "y": [x[0] * x[1] + rng.gauss(0, 0.1) for x in X]}))
    running = subprocess.Popen([binary, "fit", str(path), "--out", str(out)], stderr=subprocess.PIPE, text=True)
    assert running.stderr.readline().startswith("tau 0.01: ")
    assert not out.exists()
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 1, said
    assert "2 of 2 solutions have not converged" in said
    solutions = json.loads(out.read_text())["solutions"]
    assert [s["status"] for s in solutions] == ["cancelled", "cancelled"]
    assert all(len(s["pred_train"]) == 40 for s in solutions)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.json", "spec.json"]
