"""The losses of `nvsd-kernel fit` beside an independent convex solver, CVXPY with Clarabel.

    python test/bench/losses.py [build/nvsd-kernel]

Problems are small. The script forms the matrix of the inner products of all kernel sections and derivatives by formulas of
its own, and CVXPY minimises the objective over their coefficients. It ends with status 1 where the objectives differ by
more than 1e-6 of themselves, or where a lower bound is above CVXPY's objective by more.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import cvxpy as cp
import numpy as np

PROBLEMS = 50
NEAR = 1e-6
LOSSES = ("square", "logistic", "poisson", {"kind": "huber", "knee": 0.7}, {"kind": "quantile", "level": 0.8, "smooth": 0.2})
KERNELS = ({"kind": "gauss", "sigma": 1.5}, {"kind": "poly", "p": 2, "c": 1}, {"kind": "linear"})


def of_dot(kernel):
    """kappa(<x, z>) with its first two derivatives."""
    p, c = (1, 0) if kernel["kind"] == "linear" else (kernel["p"], kernel["c"])
    return lambda s: ((s + c) ** p, p * (s + c) ** (p - 1), p * (p - 1) * (s + c) ** max(0, p - 2))


def gram(kernel, x):
    """The inner products of k(x_i, .), and then of d_a k(x_i, .), input by input."""
    n, d = x.shape
    size = n * (1 + d)
    g = np.empty((size, size))
    for i in range(n):
        for j in range(n):
            if kernel["kind"] == "gauss":
                w, apart = kernel["sigma"] ** -2, x[i] - x[j]
                k = np.exp(-apart @ apart * w / 2)
                left, right, both = -w * apart * k, w * apart * k, w * k * (np.eye(d) - w * np.outer(apart, apart))
            else:
                k, first, second = of_dot(kernel)(x[i] @ x[j])
                left, right, both = first * x[j], first * x[i], first * np.eye(d) + second * np.outer(x[j], x[i])
            places_i, places_j = n + np.arange(d) * n + i, n + np.arange(d) * n + j
            g[i, j] = k
            g[places_i, j], g[i, places_j] = left, right
            g[np.ix_(places_i, places_j)] = both
    return g


def mean_loss(loss, y, w, f):
    n = len(y)
    match loss:
        case "square":
            return cp.sum(cp.multiply(w, cp.square(y - f))) / n
        case "logistic":
            return cp.sum(cp.multiply(w, cp.logistic(-cp.multiply(y, f)))) / n
        case "poisson":
            constant = y @ (w * np.log(np.where(y > 0, y, 1))) - w @ y
            return (cp.sum(cp.multiply(w, cp.exp(f) - cp.multiply(y, f))) + constant) / n
        case {"kind": "huber", "knee": knee}:
            return cp.sum(cp.multiply(w, cp.huber(y - f, knee))) / n
        case {"kind": "quantile", "level": level, "smooth": smooth}:
            # the least over v of the check function of r - v, and v^2/(2 smooth)
            v = cp.Variable(n)
            r = y - f - v
            return cp.sum(cp.multiply(w, cp.maximum(level * r, (level - 1) * r) + cp.square(v) / (2 * smooth))) / n
    raise ValueError(loss)


def targets(loss, x, rng):
    f = x[:, 0] * (1 + x[:, 1])
    match loss:
        case "logistic":
            y = np.where(rng.random(len(f)) < 1 / (1 + np.exp(-2 * f)), 1.0, -1.0)
            y[:2] = 1, -1
        case "poisson":
            y = rng.poisson(np.exp(np.minimum(f, 2))).astype(float)
            y[0] = 3
        case _:
            y = f + 0.3 * rng.normal(size=len(f))
            y[::5] += 3
    return y


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parents[2] / "build" / "nvsd-kernel")
    worst, wrong = {}, 0
    for number in range(PROBLEMS):
        rng = np.random.default_rng(number)
        loss, kernel = LOSSES[number % len(LOSSES)], KERNELS[number // len(LOSSES) % len(KERNELS)]
        n, d = 8 + number % 5, 2
        x = rng.normal(size=(n, d))
        y, w = targets(loss, x, rng), rng.integers(1, 4, n).astype(float) if number % 2 else np.ones(n)
        nu, tau = 10.0 ** rng.uniform(-3, -1), 10.0 ** rng.uniform(-3, -0.5)
        grouped = number % 3 == 0
        spec = {"X": x.tolist(), "y": y.tolist(), "kernel": kernel, "penalty": "L", "nu": nu, "tau": [tau], "tol": 1e-9, "loss": loss, "row_weights": w.tolist()}
        if grouped:
            spec |= {"penalty": "GL", "groups": [[0, 1]], "group_weights": [1.5]}
        answer = subprocess.run([program, "fit", "-", "--quiet"], input=json.dumps(spec), capture_output=True, text=True, check=True)
        ours = json.loads(answer.stdout)["solutions"][0]
        w = w * n / w.sum()
        values, vectors = np.linalg.eigh(gram(kernel, x))
        root = vectors[:, values > 1e-13 * values[-1]] * np.sqrt(values[values > 1e-13 * values[-1]])
        theta = cp.Variable(root.shape[1])
        all_values = root @ theta
        rows = [cp.multiply(np.sqrt(w), all_values[n + a * n : n + (a + 1) * n]) for a in range(d)]
        penalty = 1.5 * cp.norm(cp.hstack(rows)) if grouped else sum(cp.norm(r) for r in rows)
        problem = cp.Problem(cp.Minimize(mean_loss(loss, y, w, all_values[:n]) + tau / np.sqrt(n) * penalty + nu * cp.sum_squares(theta)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that 1e-12 may not be reached
            problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
        name = loss if isinstance(loss, str) else loss["kind"]
        off = abs(ours["objective"] - problem.value) / abs(problem.value)
        worst[name] = max(worst.get(name, 0), off)
        if off > NEAR or ours["dual"] > problem.value * (1 + NEAR):
            wrong += 1
            print(f"problem {number}, {name}, {kernel['kind']}: {ours['objective']} (at least {ours['dual']}), and CVXPY has {problem.value}, {problem.status}")
    for name, off in worst.items():
        print(f"{name:10} {off:.1e}")
    print(f"{PROBLEMS - wrong} of {PROBLEMS} objectives are within {NEAR} of CVXPY's")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
