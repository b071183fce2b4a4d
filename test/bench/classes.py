"""Targets of classes: `nvsd-kernel select` beside boosting, a forest, logistic lasso and a Gaussian process with a width per input.

    make bench-classes                                      # ten sets of each family and size (hours)
    python test/bench/classes.py --sets 2 --sizes 100 --families ring,linear

Each set has 20 inputs and 2000 rows to test on. *First* counts the sets in which all inputs that matter rank before all others: by the scores of
`select`, by the widths of the Gaussian process, by the coefficients of the lasso, and by permutation importance on the training rows for
trees. *Log-loss* is on the test rows; a win in pairs is a set in which `select` has the lower one.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile
import time
import warnings

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegressionCV
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
D, TEST = 20, 2000


def odds(f):
    return lambda rng, x: rng.random(len(x)) < 1 / (1 + np.exp(-f(x)))


def wrong(f, part):
    """The sign of f, with a part of the labels turned round."""
    return lambda rng, x: (f(x) > 0) ^ (rng.random(len(x)) < part)


def chain(rng, n, r):
    x = rng.standard_normal((n, D))
    for j in range(1, D):
        x[:, j] = r * x[:, j - 1] + np.sqrt(1 - r * r) * x[:, j]
    return x


def normal(rng, n):
    return rng.standard_normal((n, D))


def uniform(rng, n):
    return rng.uniform(-1, 1, (n, D))


def mixture(rng, n):
    """Two clouds that differ in the means of x0 and x5 and in the spread of x10, in correlated noise."""
    y = rng.random(n) < 0.5
    x = chain(rng, n, 0.6)
    x[:, 0] += np.where(y, 1.2, -1.2)
    x[:, 5] -= np.where(y, 1.0, -1.0)
    x[:, 10] *= np.where(y, 2.5, 0.7)
    return x, y


def given(inputs, labels):
    def draw(rng, n):
        x = inputs(rng, n)
        return x, labels(rng, x)

    return draw


# How inputs and labels are drawn, and the inputs that matter.
FAMILIES = {
    "linear": (given(normal, odds(lambda x: 2 * x[:, 0] - 2 * x[:, 1] + 1.5 * x[:, 2])), [0, 1, 2]),
    "XOR": (given(normal, wrong(lambda x: x[:, 0] * x[:, 1], 0.05)), [0, 1]),
    "ring": (given(normal, odds(lambda x: 3 * (x[:, 0] ** 2 + x[:, 1] ** 2 - 1.4))), [0, 1]),
    "checkerboard": (given(uniform, wrong(lambda x: np.sin(2 * np.pi * x[:, 0]) * np.sin(np.pi * x[:, 1]), 0)), [0, 1]),
    "mixture": (mixture, [0, 5, 10]),
    "unbalanced": (given(normal, odds(lambda x: 3 * x[:, 0] + 2 * np.abs(x[:, 1]) - 6.3)), [0, 1]),
    "wrong labels": (given(normal, wrong(lambda x: np.sin(2 * x[:, 0]) + x[:, 1] + 0.5 * x[:, 2] ** 2 - 0.4, 0.1)), [0, 1, 2]),
    "additive": (given(normal, odds(lambda x: 4 * np.sin(1.5 * x[:, 0]) + 2 * x[:, 1] ** 2 - 2 + 2 * x[:, 2])), [0, 1, 2]),
    "product": (given(normal, odds(lambda x: 3 * x[:, 0] * x[:, 1] + 2.5 * x[:, 2])), [0, 1, 2]),
}


def select(x, y, tx, ty):
    """The scores of the inputs, and the probabilities of True in the test rows."""
    with tempfile.TemporaryDirectory() as folder:
        train, test = pathlib.Path(folder, "train.csv"), pathlib.Path(folder, "test.csv")
        for path, rows, labels in ((train, x, y), (test, tx, ty)):
            lines = [",".join([f"x{j}" for j in range(D)] + ["y"])]
            lines += [",".join([*map(repr, map(float, row)), "yes" if label else "no"]) for row, label in zip(rows, labels)]
            path.write_text("\n".join(lines) + "\n")
        command = [ROOT / "build/nvsd-kernel", "select", train, "--target", "y", "--test", test, "--out", "-"]
        answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return answer["scores"], [p[1] for p in answer["probabilities"]]


def lasso(x, y, tx, ty):
    scale = StandardScaler().fit(x)
    m = LogisticRegressionCV(Cs=20, cv=5, l1_ratios=[1.0], penalty="elasticnet", solver="saga", scoring="neg_log_loss", max_iter=2000).fit(scale.transform(x), y)
    return np.abs(m.coef_[0]), m.predict_proba(scale.transform(tx))[:, 1]


def process(x, y, tx, ty):
    scale = StandardScaler().fit(x)
    m = GaussianProcessClassifier(ConstantKernel(4.0) * RBF(np.full(D, 4.0), (0.05, 1e4)), random_state=1).fit(scale.transform(x), y)
    return 1 / m.kernel_.k2.length_scale, m.predict_proba(scale.transform(tx))[:, 1]


def trees(m):
    def of(x, y, tx, ty):
        m.fit(x, y)
        return permutation_importance(m, x, y, scoring="neg_log_loss", n_repeats=5, random_state=1).importances_mean, m.predict_proba(tx)[:, 1]

    return of


def boosting(x, y, tx, ty):
    grid = {"learning_rate": [0.02, 0.1], "max_depth": [2, 4]}
    return trees(GridSearchCV(GradientBoostingClassifier(n_estimators=150, subsample=0.7, random_state=1), grid, scoring="neg_log_loss", cv=4))(x, y, tx, ty)


def forest(x, y, tx, ty):
    return trees(RandomForestClassifier(500, min_samples_leaf=3, random_state=1))(x, y, tx, ty)


METHODS = {"select": select, "Gaussian process": process, "boosting": boosting, "forest": forest, "lasso": lasso}


def one(family, n, seed, methods):
    """For each method whether what matters ranks first, the log-loss and the seconds."""
    warnings.filterwarnings("ignore")
    sample, matters = FAMILIES[family]
    rng = np.random.default_rng([seed, n, sorted(FAMILIES).index(family)])
    while True:
        x, y = sample(rng, n)
        if min(y.sum(), n - y.sum()) >= 4:
            break
    tx, ty = sample(rng, TEST)
    found = {}
    for name in methods:
        start = time.monotonic()
        scores, p = METHODS[name](x, y, tx, ty)
        seconds = time.monotonic() - start
        p = np.clip(p, 1e-12, 1 - 1e-12)
        first = set(np.argsort(-np.asarray(scores), kind="stable")[: len(matters)]) == set(matters)
        found[name] = first, -np.mean(np.log(np.where(ty, p, 1 - p))), seconds
    return family, n, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--sizes", default="100,200,500")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--each", action="store_true", help="print every set too")
    args = parser.parse_args()
    methods = args.methods.split(",")
    sizes, families = [int(n) for n in args.sizes.split(",")], args.families.split(",")
    results = collections.defaultdict(list)
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(one, family, n, seed, methods) for n in sizes for family in families for seed in range(args.sets)]
        for run in concurrent.futures.as_completed(runs):
            family, n, found = run.result()
            results[family, n].append(found)
            if args.each:
                print(family, n, {name: (bool(first), round(loss, 3), round(seconds, 1)) for name, (first, loss, seconds) in found.items()}, flush=True)
    for title, cell in (
        ("all that matter rank first", lambda sets, name: f"{sum(s[name][0] for s in sets)}/{len(sets)}"),
        ("log-loss, mean of the sets", lambda sets, name: f"{np.mean([s[name][1] for s in sets]):.3f}"),
        ("`select` has the lower log-loss", lambda sets, name: f"{sum(s['select'][1] < s[name][1] for s in sets)}/{len(sets)}" if name != "select" else ""),
        ("seconds, median", lambda sets, name: f"{np.median([s[name][2] for s in sets]):.1f}"),
    ):
        print(f"\n| n | {title} | {' | '.join(methods)} |\n|{' --- |' * (len(methods) + 2)}")
        for n in sizes:
            for family in families:
                print(f"| {n} | {family} | {' | '.join(cell(results[family, n], name) for name in methods)} |")
            print(f"| {n} | all | {' | '.join(cell(sum((results[family, n] for family in families), []), name) for name in methods)} |")


if __name__ == "__main__":
    main()
