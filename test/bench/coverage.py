"""How often the target is in its prediction interval, and how wide the intervals are.

    make bench-coverage                                  # all families, ten replications (hours)
    python test/bench/coverage.py --reps 3 --sizes 100 --families friedman1,xor
    NVSD_DATA=folder python test/bench/coverage.py --tables boston,concrete
    python test/bench/coverage.py --report               # the tables of what has been measured

`nvsd-kernel select` at its defaults chooses a model on n rows of a problem of problems.py, or on
half of a table of NVSD_DATA, at most 300 rows; its intervals of both methods are compared with
the targets of 1000 other rows, noise included. If it finds nothing, the intervals are those of
the training mean. Models are kept in build/coverage, by the program's own hash, and what has
been measured as one line a problem in build/coverage.jsonl.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import string
import subprocess
import sys

import numpy as np
import problems

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = ["jackknife+", "posterior"]
INPUTS = 20  # of the families that do not fix their number
MOST = 300  # rows of a table that are trained on
TARGET = "the target"

INTERVALS = string.Template("""
train := data.CSV("train.csv", data.Target("$target"))
test := data.CSV("test.csv", data.Target("$target"))
model := $model
answer := map[string]any{}
for _, by := range []nvsd.IntervalMethod{nvsd.ByJackknifePlus, nvsd.ByPosterior} {
	iv := model.PredictInterval(test, $level, by)
	answer[string(by)] = map[string]any{"predictions": iv.Predictions, "lower": iv.Lower, "upper": iv.Upper}
}
os.WriteFile("intervals.json", json.Marshal(answer), 0o644);
""")


def of_family(name, n, rep):
    d = problems.FIXED_D.get(name, INPUTS)
    x, y, xt, ft, _ = problems.make(name, n, d, rep)
    return [f"x{a}" for a in range(d)], x, y, xt, problems.observed(name, d, rep, ft)


def of_table(name, rep):
    """Two parts of a table, drawn at random; the rows without missing cells."""
    path = pathlib.Path(os.environ["NVSD_DATA"], name + ".csv")
    with path.open() as file:
        names = file.readline().strip().split(",")
        rows = np.genfromtxt(file, delimiter=",")
    rows = rows[np.isfinite(rows).all(axis=1)]
    rows = rows[np.random.default_rng([rep, 17]).permutation(len(rows))]
    half = min(len(rows) // 2, MOST)
    train, test = rows[:half], rows[half:][: problems.TEST_POINTS]
    return names[:-1], train[:, :-1], train[:, -1], test[:, :-1], test[:, -1]


def write(path, names, x, y):
    header = ",".join([*names, TARGET])
    np.savetxt(path, np.column_stack([x, y]), delimiter=",", header=header, comments="", fmt="%.17g")


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[1]}: {done.stderr.strip()[-300:]}")


def measure(task):
    """Both methods on one problem: a line of the file of results."""
    key, binary, folder, level = task  # n is 0 for a table
    name, n, rep = key["problem"], key["n"], key["rep"]
    names, x, y, xt, yt = of_family(name, n, rep) if n else of_table(name, rep)
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "train.csv", names, x, y)
    write(folder / "test.csv", names, xt, yt)
    try:
        if not (folder / "model.json").exists():
            run([binary, "select", "train.csv", "--target", TARGET, "--quiet", "--out", "answer.json", "--model", "model.json"], folder)
        found = json.loads((folder / "answer.json").read_text())["found"]
        model = 'nvsd.LoadModel("model.json")' if found else "nvsd.Mean(train)"
        (folder / "intervals.go").write_text(INTERVALS.substitute(target=TARGET, model=model, level=level))
        run([binary, "run", "intervals.go"], folder)
        answer = json.loads((folder / "intervals.json").read_text())
    except RuntimeError as error:
        return key | {"error": str(error)}
    finally:
        for name in ["train.csv", "test.csv", "intervals.json"]:
            (folder / name).unlink(missing_ok=True)
    row = key | {"found": found, "rows": len(y)}
    for by in METHODS:
        low, high, v = (np.array(answer[by][name]) for name in ["lower", "upper", "predictions"])
        inside = (low <= yt) & (yt <= high)
        unit = np.sqrt(np.mean((v - yt) ** 2))
        row[by] = {"inside": round(float(inside.mean()), 4), "width": round(float((high - low).mean() / unit), 4)}
    return row


def identity(row):
    return tuple(row[name] for name in ["version", "level", "problem", "n", "rep"])


def read(path):
    if not path.exists():
        return []
    return list({identity(row): row for row in map(json.loads, path.read_text().splitlines())}.values())


def table(title, rows):
    print(f"\n| {title} | replications | found | jackknife+ inside | least | width | posterior inside | least | width |")
    print("| --- " * 9 + "|")
    for name in dict.fromkeys(row["problem"] for row in rows):
        some = [row for row in rows if row["problem"] == name]
        good = [row for row in some if "error" not in row]
        cells = [name, f"{len(good)}" + (f", {len(some) - len(good)} failed" if len(good) < len(some) else "")]
        if good:
            cells.append(str(sum(row["found"] for row in good)))
            for by in METHODS:
                inside, width = ([row[by][of] for row in good] for of in ["inside", "width"])
                cells += [f"{100 * np.mean(inside):.1f} %", f"{100 * min(inside):.0f} %", f"{np.mean(width):.2f}"]
        print("| " + " | ".join(cells) + " |")


def report(rows):
    for n in sorted({row["n"] for row in rows}):
        some = [row for row in rows if row["n"] == n]
        table(f"n = {n}" if n else "table", some)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = lambda text: [name for name in text.split(",") if name]  # noqa: E731
    tables = [path.stem for path in sorted(pathlib.Path(os.environ.get("NVSD_DATA") or "/nowhere").glob("*.csv"))]
    parser.add_argument("--families", type=names, default=problems.FAMILIES, help="all if absent")
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in names(text)], default=[100, 300], help="rows, as 100,300")
    parser.add_argument("--tables", type=names, default=tables, help="those in NVSD_DATA if absent")
    parser.add_argument("--reps", type=int, default=10)
    parser.add_argument("--level", type=float, default=0.9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--binary", default=ROOT / "build" / "nvsd-kernel", type=pathlib.Path)
    parser.add_argument("--results", default=ROOT / "build" / "coverage.jsonl", type=pathlib.Path)
    parser.add_argument("--report", action="store_true", help="only write what has been measured")
    args = parser.parse_args()
    if args.tables and "NVSD_DATA" not in os.environ:
        parser.error("--tables: set NVSD_DATA to the folder of the tables")
    return args


def main():
    args = arguments()
    version = hashlib.sha256(args.binary.read_bytes()).hexdigest()[:12]
    known = [row for row in read(args.results) if row["version"] == version and row["level"] == args.level]
    if not args.report:
        measured, wanted = {identity(row) for row in known}, []
        for rep in range(args.reps):
            for n, name in [(n, name) for n in args.sizes for name in args.families] + [(0, name) for name in args.tables]:
                key = {"version": version, "level": args.level, "problem": name, "n": n, "rep": rep}
                if identity(key) not in measured:
                    folder = args.results.parent / "coverage" / version / f"{name}-{n}-{rep}"
                    wanted.append((key, args.binary.resolve(), folder.resolve(), args.level))
        args.results.parent.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool, args.results.open("a") as out:
            for done, row in enumerate(pool.map(measure, wanted), 1):
                print(json.dumps(row), file=out, flush=True)
                print(f"{done}/{len(wanted)} {row['problem']} {row['n']} {row['rep']} {row.get('error', '')}", file=sys.stderr)
                known.append(row)
    report(known)


if __name__ == "__main__":
    main()
