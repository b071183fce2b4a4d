"""Targets of classes: `nvsd-kernel select` beside boosting, a forest, logistic lasso and a Gaussian process with a width per input.

    make bench-classes                                      # ten sets of each family and size (hours)
    python test/bench/classes.py --sets 2 --sizes 100 --families ring,linear
    python test/bench/classes.py --sets 5 --sizes 100,200 --families several

Each set has 20 inputs and 2000 rows to test on. *First* counts the sets in which all inputs that matter rank before all others: by the scores of
`select`, by the widths of the Gaussian process, by the coefficients of the lasso, and by permutation importance on the training rows for
trees. *Exactly* counts those in which `select` says that these matter, and no others, and the lasso has no coefficient for others; the other
methods use all inputs. *Log-loss* is on the test rows; a win in pairs is a set in which `select` has the lower one.

Of three classes or more the Gaussian process tells each class from the rest, its widths count together, and its probabilities are divided by their sum. The lasso is
multinomial, and the trees have all classes.

Results are kept as one line a set and method in build/classes.jsonl, by the program's own hash, so that a run goes on where another ended.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
import warnings

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
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


def likeliest(f):
    """Labels drawn with probabilities in proportion to the exponentials of the columns of f(x)."""
    return lambda rng, x: np.argmax(np.stack(f(x.T), axis=1) + rng.gumbel(size=(len(x), len(f(x.T)))), axis=1)


def rings(rng, n):
    """Four classes with a quarter of the rows each, by the radius of x0 and x1; x2 has correlation 0.6 with x1, x3 with x2, and so on."""
    x = chain(rng, n, 0.6)
    x[:, 0] = rng.standard_normal(n)
    r = np.hypot(x[:, 0], x[:, 1]) + 0.1 * rng.standard_normal(n)
    return x, np.searchsorted(np.sqrt(-2 * np.log([0.75, 0.5, 0.25])), r)


def steps(rng, x):
    """Five classes: x0 tells the first two from the others, x1 the first from the second, the size of x2 the third, and x3 the fourth from the fifth."""
    z = x[:, :4] + 0.15 * rng.standard_normal((len(x), 4))
    first, others = np.where(z[:, 1] > 0, 0, 1), np.where(np.abs(z[:, 2]) < 0.43, 2, np.where(z[:, 3] > 0, 3, 4))
    return np.where(z[:, 0] > 0.25, first, others)


def clouds(rng, n):
    """Three clouds that differ in the means of x0 and x5, in correlated noise, of which their neighbours x1, x4 and x6 tell: the best boundaries are linear."""
    y = rng.integers(0, 3, n)
    x = chain(rng, n, 0.6)
    x[:, 0] += np.array([1.5, 0, -1.5])[y]
    x[:, 5] += np.array([-1, 1.6, -1])[y]
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
SEVERAL = {
    "odds of three": (given(normal, likeliest(lambda x: [2.5 * x[0], 3 * np.sin(2 * x[1]), 2 * x[2] ** 2 - 2])), [0, 1, 2]),
    "four rings": (rings, [0, 1]),
    "five by steps": (given(normal, steps), [0, 1, 2, 3]),
    "three clouds": (clouds, [0, 1, 4, 5, 6]),
}
ALL = FAMILIES | SEVERAL


def select(x, y, tx, ty):
    """The scores of the inputs, the probabilities of the classes in the test rows, and what is selected."""
    with tempfile.TemporaryDirectory() as folder:
        train, test = pathlib.Path(folder, "train.csv"), pathlib.Path(folder, "test.csv")
        for path, rows, labels in ((train, x, y), (test, tx, ty)):
            lines = [",".join([f"x{j}" for j in range(D)] + ["y"])]
            names = ["no", "yes"] if y.max() < 2 else list("abcde")
            lines += [",".join([*map(repr, map(float, row)), names[label]]) for row, label in zip(rows, labels)]
            path.write_text("\n".join(lines) + "\n")
        command = [os.environ["NVSD_BENCH_BINARY"], "select", train, "--target", "y", "--test", test, "--out", "-"]
        answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return answer["scores"], np.array(answer["probabilities"]), {int(name[1:]) for name in answer["selected"]}


def lasso(x, y, tx, ty):
    scale = StandardScaler().fit(x)
    m = LogisticRegressionCV(Cs=20, cv=5, l1_ratios=[1.0], penalty="elasticnet", solver="saga", scoring="neg_log_loss", max_iter=2000).fit(scale.transform(x), y)
    norms = np.linalg.norm(m.coef_, axis=0)
    return norms, m.predict_proba(scale.transform(tx)), set(np.flatnonzero(norms))


def process(x, y, tx, ty):
    scale = StandardScaler().fit(x)
    m = GaussianProcessClassifier(ConstantKernel(4.0) * RBF(np.full(D, 4.0), (0.05, 1e4)), random_state=1).fit(scale.transform(x), y)
    kernels = getattr(m.kernel_, "kernels", [m.kernel_])
    return sum(1 / k.k2.length_scale for k in kernels), m.predict_proba(scale.transform(tx)), None


def importances(m, x, y, repeats=5):
    """By how much the log-loss rises when a column is permuted, in the mean of some times: all copies of the rows in one call."""
    rng = np.random.default_rng(1)
    copies = np.tile(x, (repeats * D, 1, 1))
    for c, copy in enumerate(copies):
        copy[:, c % D] = rng.permutation(copy[:, c % D])
    p = m.predict_proba(copies.reshape(-1, D)).reshape(len(copies), len(x), -1)[:, np.arange(len(x)), y]
    return -np.log(np.maximum(p, 1e-12)).mean(axis=1).reshape(repeats, D).mean(axis=0)


def trees(m):
    def of(x, y, tx, ty):
        m.fit(x, y)
        return importances(m, x, y), m.predict_proba(tx), None

    return of


def boosting(x, y, tx, ty):
    grid = {"learning_rate": [0.02, 0.1], "max_depth": [2, 4]}
    return trees(GridSearchCV(GradientBoostingClassifier(n_estimators=150, subsample=0.7, random_state=1), grid, scoring="neg_log_loss", cv=4))(x, y, tx, ty)


def forest(x, y, tx, ty):
    return trees(RandomForestClassifier(500, min_samples_leaf=3, random_state=1))(x, y, tx, ty)


METHODS = {"select": select, "Gaussian process": process, "boosting": boosting, "forest": forest, "lasso": lasso}


def draw(family, n, seed):
    """A set to train on and one to test on."""
    sample, _ = ALL[family]
    # The sets of two classes are those that there were before there were others.
    number = sorted(FAMILIES).index(family) if family in FAMILIES else 100 + sorted(SEVERAL).index(family)
    rng = np.random.default_rng([seed, n, number])
    while True:
        x, y = sample(rng, n)
        y = y.astype(int)
        if np.bincount(y, minlength=2).min() >= 4:
            break
    tx, ty = sample(rng, TEST)
    return x, y, tx, ty.astype(int)


def one(family, n, seed, name):
    """Whether what matters ranks first, whether it is selected exactly, the log-loss and the seconds."""
    warnings.filterwarnings("ignore")
    matters = set(ALL[family][1])
    x, y, tx, ty = draw(family, n, seed)
    start = time.monotonic()
    scores, p, selected = METHODS[name](x, y, tx, ty)
    seconds = time.monotonic() - start
    first = set(np.argsort(-np.asarray(scores), kind="stable")[: len(matters)].tolist()) == matters
    loss = -np.mean(np.log(np.clip(p[np.arange(TEST), ty], 1e-12, 1)))
    return {
        "family": family, "n": n, "seed": seed, "method": name, "first": first, "exactly": None if selected is None else selected == matters,
        "loss": float(loss), "seconds": round(seconds, 2),
    }


def report(rows, methods, sizes, families):
    """Prints a table of each measure. A cell counts the sets that the method was run on, and pairs those that both were run on."""
    by = {(row["family"], row["n"], row["seed"], row["method"]): row for row in rows}

    def total(key):
        return lambda mine, name: f"{sum(row[key] for row in mine)}/{len(mine)}" if mine and mine[0][key] is not None else ""

    def wins(mine, name):
        pairs = [(by.get((row["family"], row["n"], row["seed"], "select")), row) for row in mine if name != "select"]
        pairs = [(a["loss"], b["loss"]) for a, b in pairs if a]
        return f"{sum(a < b for a, b in pairs)}/{len(pairs)}" if pairs else ""

    for title, cell in (
        ("all that matter rank first", total("first")),
        ("selected exactly", total("exactly")),
        ("log-loss, mean of the sets", lambda mine, name: f"{np.mean([row['loss'] for row in mine]):.3f}" if mine else ""),
        ("`select` has the lower log-loss", wins),
        ("seconds, median", lambda mine, name: f"{np.median([row['seconds'] for row in mine]):.1f}" if mine else ""),
    ):
        print(f"\n| n | {title} | {' | '.join(methods)} |\n|{' --- |' * (len(methods) + 2)}")
        for n in sizes:
            for some, label in [*(([family], family) for family in families), (families, "all")]:
                cells = [cell([row for (f, m, _, by_name), row in by.items() if f in some and m == n and by_name == name], name) for name in methods]
                print(f"| {n} | {label} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=int, default=10)
    parser.add_argument("--sizes", default="100,200,500")
    parser.add_argument("--families", default=",".join(ALL), help="names, or: two, several")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--binary", default=ROOT / "build" / "nvsd-kernel", type=pathlib.Path)
    parser.add_argument("--results", default=ROOT / "build" / "classes.jsonl", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="only write what has been measured")
    parser.add_argument("--each", action="store_true", help="print every set too")
    args = parser.parse_args()
    os.environ["NVSD_BENCH_BINARY"] = str(args.binary)
    methods, sizes = args.methods.split(","), [int(n) for n in args.sizes.split(",")]
    families = {"two": list(FAMILIES), "several": list(SEVERAL)}.get(args.families) or args.families.split(",")
    version = hashlib.sha256(args.binary.read_bytes()).hexdigest()[:12]
    rows = [json.loads(line) for line in args.results.read_text().splitlines()] if args.results.exists() else []
    rows = [row for row in rows if row["version"] == version]
    if not args.report:
        done = {(row["family"], row["n"], row["seed"], row["method"]) for row in rows}
        todo = [(family, n, seed, name) for seed in range(args.sets) for n in sizes for family in families for name in methods]
        args.results.parent.mkdir(exist_ok=True)
        with args.results.open("a") as file, concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
            for run in concurrent.futures.as_completed([pool.submit(one, *task) for task in todo if task not in done]):
                row = run.result() | {"version": version}
                rows.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
                if args.each:
                    print(json.dumps(row), flush=True)
    report(rows, methods, sizes, families)


if __name__ == "__main__":
    main()
