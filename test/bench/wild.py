"""What `nvsd-kernel select` does with wild targets, and whether it leaves rows out of clean tables.

    make bench-wild                                       # all (an hour or two)
    python test/bench/wild.py --report                    # the tables of what has been measured
    python test/bench/wild.py --parts clean --sizes 60x5

Each problem is one of problems.py, or one of the targets below, with some targets replaced: a share of
them moved by eight standard deviations, to one side or to both, or three multiplied by ten. RMSE is that of
1000 test points to the function, over its standard deviation. Nothing but the rows that are left out differs from the
program before this step, so that its error is measured where some are: --before names that program, and without it
the rows that are left out of clean tables are counted, and no more. Results are kept as one line a problem in build/wild.jsonl, by the
program's own hash.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import problems

ROOT = pathlib.Path(__file__).resolve().parents[2]


def smooth(x):
    return np.sin(2 * x[:, 0]) + x[:, 1]


def rate(x):
    return np.exp(0.8 * x[:, 0] + 0.5 * x[:, 1])


def bump(x):
    return 6 * np.exp(-4 * (x[:, 0] - 0.8) ** 2 - 4 * (x[:, 1] - 0.8) ** 2)


def corner(x):
    return 6.0 * ((x[:, 0] > 1.2) & (x[:, 1] > 0)) + 0.5 * smooth(x)


# Clean targets that a step for wild ones might harm: the function, and the target with its noise.
TARGETS = {
    "counts": (rate, lambda rng, f: rng.poisson(f).astype(float)),
    "large counts": (lambda x: 30 * rate(x) ** 0.5, lambda rng, f: rng.poisson(f).astype(float)),
    "exponential": (smooth, lambda rng, f: f + rng.exponential(1, len(f)) - 1),
    "gamma": (rate, lambda rng, f: f * rng.exponential(1, len(f))),
    "lognormal": (rate, lambda rng, f: f * np.exp(0.5 * rng.standard_normal(len(f)) - 0.125)),
    "t3": (smooth, lambda rng, f: f + 0.4 * rng.standard_t(3, len(f))),
    "t2": (smooth, lambda rng, f: f + 0.4 * rng.standard_t(2, len(f))),
    "laplace": (smooth, lambda rng, f: f + 0.5 * rng.laplace(size=len(f))),
    "spread": (smooth, lambda rng, f: f + 0.4 * np.exp(0.8 * f) * rng.standard_normal(len(f))),
    "half zeros": (lambda x: np.maximum(smooth(x), 0), lambda rng, f: np.maximum(f + 0.5 * rng.standard_normal(len(f)), 0)),
    "five points": (lambda x: np.clip(smooth(x) + 3, 1, 5), lambda rng, f: np.clip(np.round(f + 0.5 * rng.standard_normal(len(f))), 1, 5)),
    "two classes": (lambda x: np.sign(smooth(x)), lambda rng, f: f * np.where(rng.random(len(f)) < 0.05, -1, 1)),
    "bump": (bump, lambda rng, f: f + 0.2 * rng.standard_normal(len(f))),
    "corner": (corner, lambda rng, f: f + 0.3 * rng.standard_normal(len(f))),
    "cubic": (lambda x: (x[:, 0] + x[:, 1]) ** 3, lambda rng, f: f + rng.standard_normal(len(f))),
}


def moved(share, both):
    """A share of the targets moved by eight standard deviations, to both sides or up."""

    def spoil(rng, y):
        rows = rng.permutation(len(y))[: max(1, round(share * len(y)))]
        sides = rng.choice([-1, 1], len(rows)) if both else np.ones(len(rows))
        spoilt = y.copy()
        spoilt[rows] += 8 * y.std() * sides
        return spoilt, rows

    return spoil


def entries(rng, y):
    """Three targets with their decimal point one place to the right."""
    rows = rng.permutation(len(y))[:3]
    spoilt = y.copy()
    spoilt[rows] *= 10
    return spoilt, rows


WILD = {
    "5 %, both sides": moved(0.05, True), "5 %, one side": moved(0.05, False),
    "1 %, one side": moved(0.01, False), "10 %, both sides": moved(0.1, True), "three times ten": entries,
}
FUNCTIONS = ["friedman1", "corr", "add", "sinprod", "steps", "radial"]
SIZES = [(60, 5), (100, 20), (100, 50), (300, 5)]


def make(family, n, d, rep):
    if family not in TARGETS:
        return problems.make(family, n, d, rep)
    function, target = TARGETS[family]
    rng = np.random.default_rng([int.from_bytes(family.encode()), n, d, rep])
    x, xt = rng.standard_normal((n, d)), rng.standard_normal((1000, d))
    return x, target(rng, function(x)), xt, function(xt), [0, 1]


def tasks(parts, sizes, reps):
    if "wild" in parts:
        yield from ((f, n, d, r, k) for r in range(reps) for n, d in sizes for f in FUNCTIONS for k in WILD)
    if "nothing" in parts:
        yield from ((f, n, d, r, k) for r in range(reps) for n, d in sizes for f in problems.NULL for k in WILD)
    if "clean" in parts:
        families = [*TARGETS, *problems.FAMILIES]
        yield from ((f, n, problems.FIXED_D.get(f, d), r, "none") for r in range(reps) for n, d in sizes for f in families)


def select(binary, x, y, xt, ft):
    with tempfile.TemporaryDirectory() as folder:
        header = ",".join([f"x{a}" for a in range(x.shape[1])] + ["y"])
        for name, points, target in (("train", x, y), ("test", xt, ft)):
            np.savetxt(f"{folder}/{name}.csv", np.c_[points, target], delimiter=",", header=header, comments="", fmt="%.8g")
        command = [binary, "select", f"{folder}/train.csv", "--target", "y", "--test", f"{folder}/test.csv", "--quiet", "--out", "-"]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-300:])
    return json.loads(done.stdout)


def measures(answer, ft, relevant):
    chosen = {int(name[1:]) for name in answer["selected"]}
    return {"rmse": answer["rmse"] / (ft.std() or 1), "found": answer["found"], "true": chosen == set(relevant)}


def measure(task):
    (family, n, d, rep, kind), binary, before = task
    x, y, xt, ft, relevant = make(family, n, d, rep)
    rows = np.array([], int)
    if kind != "none":
        y, rows = WILD[kind](np.random.default_rng([int.from_bytes((family + kind).encode()), n, d, rep]), y)
    row = {"family": family, "n": n, "d": d, "rep": rep, "kind": kind}
    try:
        answer = select(binary, x, y, xt, ft)
        left = {i - 1 for i in answer["left_out"]}
        row |= {"left": len(left), "wild": len(rows), "right": len(left & set(rows.tolist())), "seconds": answer["seconds"], "after": measures(answer, ft, relevant)}
        row["before"] = row["after"]
        if left and before:
            row["before"] = measures(select(before, x, y, xt, ft), ft, relevant)
    except RuntimeError as error:
        row["error"] = str(error)
    return row


def table(title, rows, by):
    print(f"\n| {title} | problems | rows left out in | wild rows left out | others | found, before and after | inputs true | RMSE | median |")
    print("| --- " * 9 + "|")
    for name in dict.fromkeys(map(by, rows)):
        some = [row for row in rows if by(row) == name]
        cell = []
        for what in ("found", "true"):
            cell.append(" ".join(f"{100 * np.mean([row[when][what] for row in some]):.0f} %" for when in ("before", "after")))
        for mean in (np.mean, np.median):
            cell.append(" ".join(f"{mean([row[when]['rmse'] for row in some]):.3f}" for when in ("before", "after")))
        right, wild, left = (sum(row[key] for row in some) for key in ("right", "wild", "left"))
        print(f"| {name} | {len(some)} | {sum(row['left'] > 0 for row in some)} | {right} of {wild} | {left - right} | {' | '.join(cell)} |")


def report(rows):
    rows = [row for row in rows if "error" not in row]
    wild = [row for row in rows if row["kind"] != "none" and row["family"] not in problems.NULL]
    table("wild targets", wild, lambda row: row["kind"])
    table("wild targets", wild, lambda row: f"n = {row['n']}, d = {row['d']}")
    table("nothing to find", [row for row in rows if row["kind"] != "none" and row["family"] in problems.NULL], lambda row: row["kind"])
    clean = [row for row in rows if row["kind"] == "none"]
    table("clean", clean, lambda row: row["family"])
    table("clean", clean, lambda row: "all")
    for row in clean:
        if row["left"]:
            print(f"{row['family']}, n = {row['n']}, d = {row['d']}, draw {row['rep']}: {row['left']} left out, RMSE {row['before']['rmse']:.3f} and {row['after']['rmse']:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "build" / "nvsd-kernel"))
    parser.add_argument("--before", help="a program without the step")
    parser.add_argument("--parts", default="wild,nothing,clean")
    parser.add_argument("--sizes", default=",".join(f"{n}x{d}" for n, d in SIZES))
    parser.add_argument("--reps", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build" / "wild.jsonl")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()

    version = hashlib.sha256(pathlib.Path(options.binary).read_bytes()).hexdigest()[:12]
    known = [json.loads(line) for line in options.results.read_text().splitlines()] if options.results.exists() else []
    known = [row for row in known if row["version"] == version]
    if not options.report:
        done = {tuple(row[key] for key in ("family", "n", "d", "rep", "kind")) for row in known}
        sizes = [tuple(map(int, size.split("x"))) for size in options.sizes.split(",")]
        left = [task for task in tasks(options.parts.split(","), sizes, options.reps) if task not in done]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, options.results.open("a") as file:
            for row in pool.map(measure, [(task, options.binary, options.before) for task in left]):
                row["version"] = version
                known.append(row)
                print(json.dumps(row), file=file, flush=True)
    report(known)


if __name__ == "__main__":
    main()
