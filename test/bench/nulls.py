"""How often `nvsd-kernel select` finds something where there is nothing to find.

    make bench-nulls                                     # 400 problems (an hour or two)
    python test/bench/nulls.py --report                  # the table of what has been measured
    python test/bench/nulls.py --problems 70 --small
    python test/bench/nulls.py --losses --problems 240   # labels and counts, by the losses that are for them

In every problem the target is drawn without the inputs. What varies is the kind of the target, the
kind of the inputs, how many rows and inputs there are, and how often each row is there: whatever
makes a look-up table of a kernel, or copies of what was left out. Problem number i is the same
everywhere: its generator is seeded by i alone, and every kind of target meets every kind of
inputs. Results are kept as one line a problem in build/nulls.jsonl, by the program's own hash.

With --losses the targets are labels of two and of three classes, which the logistic and the multinomial loss predict, and
counts with `--loss poisson`, in tables of 100 rows and 10 inputs, some of which are factors (`--factor`).
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]


def classes(share):
    return lambda rng, n: np.where(rng.permutation(n) < max(2, round(share * n)), 1.0, -1.0)


TARGETS = {
    "normal": lambda rng, n: rng.standard_normal(n),
    "two classes": classes(0.5),
    "two classes, 10 %": classes(0.1),
    "counts": lambda rng, n: rng.poisson(2.5, n).astype(float),
    "five points": lambda rng, n: rng.choice(5, n, p=[0.1, 0.2, 0.3, 0.25, 0.15]).astype(float),
    "half zeros": lambda rng, n: np.maximum(rng.standard_normal(n), 0),
    "heavy tails": lambda rng, n: rng.standard_t(2, n),
}


def values(k):
    return lambda rng, n, d: rng.integers(0, k, (n, d)).astype(float)


def mixed(rng, n, d):
    x = rng.standard_normal((n, d))
    x[:, ::3] = x[:, ::3] > 0
    x[:, 1::3] = np.floor(3 * x[:, 1::3])
    return x


def onehot(rng, n, d):
    """Indicators of factors with four levels."""
    return np.concatenate([np.eye(4)[rng.integers(0, 4, n)] for _ in range(-(-d // 4))], axis=1)[:, :d]


INPUTS = {
    "normal": lambda rng, n, d: rng.standard_normal((n, d)),
    "2 values": values(2),
    "3 values": values(3),
    "10 values": values(10),
    "mixed": mixed,
    "one-hot": onehot,
    "ties": lambda rng, n, d: np.round(rng.standard_normal((n, d)), 1),
    "rows twice": lambda rng, n, d: rng.standard_normal((n, d)),
    "rows five times": lambda rng, n, d: rng.standard_normal((n, d)),
    "2 values, rows twice": values(2),
}


def labels(*parts):
    """Texts: the first rows of a random order have the first label, and so on."""
    return lambda rng, n: np.repeat(list("abc")[: len(parts)], np.round(n * np.array(parts)).astype(int))[rng.permutation(n)]


LOSSES = {
    "two classes": labels(0.5, 0.5),
    "three classes": labels(0.34, 0.33, 0.33),
    "counts of mean 2.5": lambda rng, n: rng.poisson(2.5, n).astype(float),
    "two classes, 15 %": labels(0.15, 0.85),
    "three classes, 10 %": labels(0.1, 0.3, 0.6),
    "counts of mean 0.7": lambda rng, n: rng.poisson(0.7, n).astype(float),
}


def factors(rng, n, d):
    """Columns of two to six texts."""
    return [[f"l{v}" for v in rng.integers(0, 2 + j % 5, n)] for j in range(d)]


def every(rng, n, d):
    """Columns of numbers, of two values, of five values and of three texts, in turn."""
    kinds = [rng.standard_normal, lambda n: rng.integers(0, 2, n), lambda n: rng.integers(0, 5, n), lambda n: [f"l{v}" for v in rng.integers(0, 3, n)]]
    return [list(kinds[j % 4](n)) for j in range(d)]


def columns(draw):
    return lambda rng, n, d: list(draw(rng, n, d).T)


COLUMNS = {
    "normal": columns(INPUTS["normal"]),
    "2 values": columns(values(2)),
    "3 values": columns(values(3)),
    "factors": factors,
    "all kinds": every,
}

TIMES = {"rows twice": 2, "rows five times": 5, "2 values, rows twice": 2}

# Rows and inputs, the large ones seldom: they take minutes.
SIZES = [(30, 5), (30, 20), (30, 200), (60, 5), (60, 20), (60, 200), (60, 1000), (100, 5), (100, 20), (100, 200), (200, 20)]
LARGE = [(100, 2000), (200, 200), (300, 20), (300, 200), (500, 20), (1000, 5), (1000, 20)]


def problem(i, large):
    """Problem i: its kinds and sizes, the inputs and the target."""
    pairs = [(t, x) for t in TARGETS for x in INPUTS]
    target, inputs = pairs[i % len(pairs)]
    rng = np.random.default_rng([i, 12])
    some = LARGE if large and i % 11 == 0 else SIZES
    n, d = some[rng.integers(len(some))]
    times = TIMES.get(inputs, 1)
    distinct = max(15, n // times)
    x, y = INPUTS[inputs](rng, distinct, d), TARGETS[target](rng, distinct)
    return {"i": i, "target": target, "inputs": inputs, "n": distinct * times, "d": d}, np.tile(x, (times, 1)), np.tile(y, times)


def problem_of_losses(i):
    """Problem i of --losses: its kinds, the flags, the columns of the inputs, and the target."""
    pairs = [(t, x) for x in COLUMNS for t in LOSSES]
    target, inputs = pairs[i % len(pairs)]
    rng = np.random.default_rng([i, 13])
    n, d = 100, 10
    x, y = COLUMNS[inputs](rng, n, d), LOSSES[target](rng, n)
    texts = [f"x{a}" for a in range(d) if isinstance(x[a][0], str)]
    flags = ["--loss", "poisson"] * target.startswith("counts") + ["--factor", ",".join(texts)] * bool(texts)
    return {"i": i, "target": target, "inputs": inputs, "n": n, "d": d}, flags, x, y


def write(table, x, y):
    """Writes columns and a target to a file."""
    lines = [",".join([*(f"x{a}" for a in range(len(x))), "y"])]
    lines += [",".join(v if isinstance(v, str) else f"{v:.8g}" for v in row) for row in zip(*x, y)]
    table.write_text("\n".join(lines) + "\n")


def measure(task):
    i, suite, binary, limit = task
    if suite == "losses":
        key, flags, x, y = problem_of_losses(i)
    else:
        key, x, y = problem(i, suite == "all")
        flags, x = [], x.T
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "null.csv")
        write(table, x, y)
        out = pathlib.Path(folder, "answer.json")
        try:
            done = subprocess.run([binary, "select", table, "--target", "y", "--quiet", "--out", out, *flags], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return key | {"error": f"longer than {limit} s"}
        if done.returncode:
            return key | {"error": done.stderr.strip()[-300:]}
        answer = json.loads(out.read_text())
        evidence = answer["evidence"] or {}
        return key | {
            "found": answer["found"], "selected": len(answer["selected"]), "seconds": round(answer["seconds"], 2),
            "gain": round(evidence.get("log", 0) - evidence.get("mean", 0), 2), "held": answer.get("held_out"), "class_errors": answer.get("class_errors"),
        }


def table(title, rows, by):
    print(f"\n| {title} | problems | found | errors |\n| --- | --- | --- | --- |")
    groups = collections.defaultdict(list)
    for row in rows:
        groups[by(row)].append(row)
    for name, some in groups.items():
        found = sum(row.get("found", False) for row in some)
        print(f"| {name} | {len(some)} | {found} | {sum('error' in row for row in some)} |")


def report(rows):
    rows = sorted(rows, key=lambda row: row["i"])
    found = sum(row.get("found", False) for row in rows)
    print(f"{len(rows)} problems without effect: found in {found}, {100 * found / max(1, len(rows)):.1f} %")
    names = list(dict.fromkeys(row["inputs"] for row in rows))
    print("\n|  | " + " | ".join(names) + " | all |\n" + "| --- " * (len(names) + 2) + "|")
    for target in [*dict.fromkeys(row["target"] for row in rows), "all"]:
        cells = []
        for inputs in [*names, "all"]:
            some = [row for row in rows if target in (row["target"], "all") and inputs in (row["inputs"], "all")]
            cells.append(f"{sum(row.get('found', False) for row in some)} of {len(some)}")
        print(f"| {target} | " + " | ".join(cells) + " |")
    table("rows", rows, lambda row: next(f"up to {n}" for n in [45, 75, 150, 450, 2000] if row["n"] <= n))
    table("inputs", rows, lambda row: row["d"])
    for row in rows:
        if row.get("found") or "error" in row:
            print(json.dumps(row))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first problem")
    parser.add_argument("--small", action="store_true", help="without the problems that take minutes")
    parser.add_argument("--losses", action="store_true", help="labels and counts, by their losses")
    parser.add_argument("--inputs", help="only the problems of --losses with these inputs")
    parser.add_argument("--limit", type=int, default=600, help="seconds a problem may take")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--binary", default=ROOT / "build" / "nvsd-kernel", type=pathlib.Path)
    parser.add_argument("--results", default=ROOT / "build" / "nulls.jsonl", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="only write what has been measured")
    args = parser.parse_args()
    version = hashlib.sha256(args.binary.read_bytes()).hexdigest()[:12]
    suite = "losses" if args.losses else "small" if args.small else "all"
    known = [json.loads(line) for line in args.results.read_text().splitlines()] if args.results.exists() else []
    known = [row for row in known if row["version"] == version and row["suite"] == suite]
    if not args.report:
        done = {row["i"] for row in known}
        numbers = [i for i in range(args.first, args.first + args.problems) if i not in done]
        if args.inputs:
            numbers = [i for i in numbers if problem_of_losses(i)[0]["inputs"] == args.inputs]
        numbers.sort(key=lambda i: i % 11 == 0)  # the large ones last
        todo = [(i, suite, args.binary, args.limit) for i in numbers]
        args.results.parent.mkdir(exist_ok=True)
        with args.results.open("a") as file, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(measure, task) for task in todo]):
                row = done.result()
                row |= {"version": version, "suite": suite}
                known.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
                print(json.dumps(row), file=sys.stderr)
    report(known)


if __name__ == "__main__":
    main()
