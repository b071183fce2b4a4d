"""How often `nvsd-kernel select` finds something in rows that belong together, where there is nothing, and where there is.

    make bench-dependent                                     # 140 problems, with --group or --time (half an hour)
    make bench-dependent ARGS="--unnamed"                    # the same problems, without the flag
    python test/bench/dependent.py --report                  # the tables of what has been measured
    python test/bench/dependent.py --problems 60 --only walk

The rows of a null problem are those of subjects, or of one series over time, and the target is drawn without the
inputs. The real problems have Friedman's first function besides. Problem number i is the same everywhere: its
generator is seeded by i alone. Results are kept as one line a problem in build/dependent.jsonl, by the program's own
hash.
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


def walks(rng, n, d):
    return np.cumsum(rng.standard_normal((n, d)), axis=0)


def autoregressive(rng, n, d, by):
    """Stationary series of variance 1, whose values correlate by so much with those before."""
    e = rng.standard_normal((n, d)) * np.sqrt(1 - by**2)
    e[0] /= np.sqrt(1 - by**2)
    for t in range(1, n):
        e[t] += by * e[t - 1]
    return e


def uniform(z):
    """Ranks of each column over their number."""
    return (np.argsort(np.argsort(z, axis=0), axis=0) + 0.5) / len(z)


def friedman1(x):
    return 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]


# Each kind returns inputs and a target of n rows, which stand subject by subject.


def effects(rng, subject, d):
    """Inputs and target have an effect of the subject of the size of the rest."""
    k, n = subject.max() + 1, len(subject)
    x = rng.standard_normal((k, d))[subject] + rng.standard_normal((n, d))
    return x, 1.5 * rng.standard_normal(k)[subject] + rng.standard_normal(n)


def constants(rng, subject, d):
    """Every other input is a property of the subject, with a little error of measurement."""
    k, n = subject.max() + 1, len(subject)
    x = rng.standard_normal((n, d))
    x[:, ::2] = rng.standard_normal((k, d))[subject][:, ::2] + 0.05 * x[:, ::2]
    return x, 1.5 * rng.standard_normal(k)[subject] + rng.standard_normal(n)


def wandering(rng, subject, d):
    """Each subject walks at random."""
    x, y = np.zeros((len(subject), d)), np.zeros(len(subject))
    for k in range(subject.max() + 1):
        own = subject == k
        x[own], y[own] = walks(rng, own.sum(), d), walks(rng, own.sum(), 1)[:, 0]
    return x, y


def walk(rng, n, d):
    return walks(rng, n, d), walks(rng, n, 1)[:, 0]


def slow(rng, n, d):
    return autoregressive(rng, n, d, 0.95), autoregressive(rng, n, 1, 0.95)[:, 0]


def real_subjects(rng, subject, d):
    k, n = subject.max() + 1, len(subject)
    x = uniform(rng.standard_normal((k, d))[subject] + rng.standard_normal((n, d)))
    return x, friedman1(x) + 2 * rng.standard_normal(k)[subject] + rng.standard_normal(n)


def real_series(rng, n, d):
    x = uniform(autoregressive(rng, n, d, 0.7))
    return x, friedman1(x) + 2 * autoregressive(rng, n, 1, 0.9)[:, 0] + 0.5 * rng.standard_normal(n)


KINDS = {  # what is named, and whether there is something to find
    "effects": (effects, "group", False), "constants": (constants, "group", False), "wandering": (wandering, "group", False),
    "walk": (walk, "time", False), "slow": (slow, "time", False),
    "friedman1 in subjects": (real_subjects, "group", True), "friedman1 in time": (real_series, "time", True),
}
SUBJECTS = [(100, 10), (200, 20), (200, 40), (400, 20)]
SERIES = [100, 200, 300, 500]
INPUTS = [5, 10, 20]


def problem(i, kinds):
    """Problem i: its kind and sizes, the inputs, the target, and what is named."""
    kind = kinds[i % len(kinds)]
    draw, named, real = KINDS[kind]
    rng = np.random.default_rng([i, 31])
    d = INPUTS[rng.integers(len(INPUTS))]
    if named == "group":
        n, k = SUBJECTS[rng.integers(len(SUBJECTS))]
        column = np.repeat(np.arange(k), n // k)
        x, y = draw(rng, column, d)
    else:
        n = SERIES[rng.integers(len(SERIES))]
        column = np.arange(n)
        x, y = draw(rng, n, d)
    return {"i": i, "kind": kind, "real": real, "n": n, "d": d}, x, y, named, column


def measure(task):
    i, kinds, binary, unnamed, limit = task
    key, x, y, named, column = problem(i, kinds)
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "rows.csv")
        header = ",".join([f"x{a}" for a in range(x.shape[1])] + ["y", "of"])
        np.savetxt(table, np.c_[x, y, column], delimiter=",", header=header, comments="", fmt=["%.8g"] * (x.shape[1] + 1) + ["%d"])
        out = pathlib.Path(folder, "answer.json")
        how = ["--key", "of"] if unnamed else [f"--{named}", "of"]
        try:
            done = subprocess.run([binary, "select", table, "--target", "y", *how, "--quiet", "--out", out], capture_output=True, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return key | {"error": f"longer than {limit} s"}
        if done.returncode:
            return key | {"error": done.stderr.strip()[-300:]}
        answer = json.loads(out.read_text())
        chosen = {int(name[1:]) for name in answer["selected"]}
        return key | {
            "found": answer["found"], "background": answer["background"] is not None, "seconds": round(answer["seconds"], 2),
            "missed": len(set(range(5)) - chosen) if key["real"] else 0, "false": len(chosen - set(range(5)) if key["real"] else chosen),
            "held": answer["held_out"], "error": None,
        }


def table(title, rows, by):
    print(f"\n| {title} | problems | found | all inputs together | of five inputs missed | false inputs | errors |\n" + "| --- " * 7 + "|")
    groups = collections.defaultdict(list)
    for row in rows:
        groups[by(row)].append(row)
    for name, some in groups.items():
        good = [row for row in some if row["error"] is None]
        total = lambda field: sum(row[field] for row in good)
        alone = sum(row["background"] and not row["found"] for row in good)
        print(f"| {name} | {len(some)} | {total('found')} | {alone} | {total('missed')} | {total('false')} | {len(some) - len(good)} |")


def report(rows):
    rows = sorted(rows, key=lambda row: (list(KINDS).index(row["kind"]), row["n"], row["d"], row["i"]))
    table("kind", rows, lambda row: row["kind"])
    for real in [False, True]:
        some = [row for row in rows if row["real"] == real]
        table("rows, real problems" if real else "rows, null problems", some, lambda row: row["n"])
        table("inputs, real problems" if real else "inputs, null problems", some, lambda row: row["d"])
    for row in rows:
        if row["error"] is not None or row["found"] != row["real"]:
            print(json.dumps(row))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=140)
    parser.add_argument("--first", type=int, default=0, help="number of the first problem")
    parser.add_argument("--only", nargs="*", default=list(KINDS), help="kinds of problems")
    parser.add_argument("--unnamed", action="store_true", help="say nothing of groups and time")
    parser.add_argument("--limit", type=int, default=600, help="seconds a problem may take")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--binary", default=ROOT / "build" / "nvsd-kernel", type=pathlib.Path)
    parser.add_argument("--results", default=ROOT / "build" / "dependent.jsonl", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="only write what has been measured")
    args = parser.parse_args()
    version = hashlib.sha256(args.binary.read_bytes()).hexdigest()[:12]
    run = {"version": version, "unnamed": args.unnamed, "only": args.only}
    known = [json.loads(line) for line in args.results.read_text().splitlines()] if args.results.exists() else []
    known = [row for row in known if all(row[field] == value for field, value in run.items())]
    if not args.report:
        done = {row["i"] for row in known}
        todo = [(i, args.only, args.binary, args.unnamed, args.limit) for i in range(args.first, args.first + args.problems) if i not in done]
        args.results.parent.mkdir(exist_ok=True)
        with args.results.open("a") as file, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(measure, task) for task in todo]):
                row = done.result() | run
                known.append(row)
                file.write(json.dumps(row) + "\n")
                file.flush()
    report(known)


if __name__ == "__main__":
    main()
