"""Which inputs matter, and how well they predict: `nvsd-kernel select` beside its peers.

    make bench-selection                                  # all, ten replications (hours)
    python test/bench/selection.py --methods gp,boosting --reps 3
    python test/bench/selection.py --report               # tables of what has been measured
    python test/bench/selection.py --sizes 100x20,200x40,500x50 --families friedman1 --methods select,gp

Every method is given the same problems (problems.py) and scored alike (score, below). What
has been measured is kept as one line a problem in build/selection.jsonl, so that a run goes
on where it was stopped and methods can be run one after another; answers of this project's
program are kept by the program's own hash, those of peers by their version. Seconds mean
something with one job on a machine that does nothing else.
"""

import os

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import argparse  # noqa: E402  (after the threads are set)
import concurrent.futures  # noqa: E402
import functools  # noqa: E402
import hashlib  # noqa: E402
import importlib.metadata  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import pathlib  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import warnings  # noqa: E402

import numpy as np  # noqa: E402
import selection_ours  # noqa: E402
import selection_peers  # noqa: E402
import selection_report  # noqa: E402
import selection_torch  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = selection_ours.METHODS | selection_peers.METHODS | selection_torch.METHODS
DEFAULT = [name for name, method in METHODS.items() if not method.extra]
SIZES = [(100, 20), (200, 50)]


def load(path):
    """The module of the problems: make(family, n, d, rep), FAMILIES, FIXED_D."""
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def auc(scores, relevant):
    """The share of pairs of a relevant input and another that are in the right order; ties are half."""
    others = np.delete(scores, relevant)
    above = scores[relevant][:, None] - others[None, :]
    return float(((above > 0) + 0.5 * (above == 0)).mean())


def score(answer, ft, relevant, mean):
    """The measures of one answer. RMSE is over the function's standard deviation at the test
    points; over the noise's, which is 1, where the function is 0."""
    scores = np.nan_to_num(np.asarray(answer.scores, float), nan=-np.inf, posinf=np.inf)
    row = {"auc": None, "first": None, "exact": None, "false": None, "missed": None, "rmse": None}
    if relevant:
        row["auc"] = auc(scores, relevant)
        row["first"] = bool(scores[relevant].min() > np.delete(scores, relevant).max())
    if answer.selected is not None:
        chosen, true = set(answer.selected), set(relevant)
        row |= {"exact": chosen == true, "false": len(chosen - true), "missed": len(true - chosen)}
        row["selected"] = sorted(chosen)
    unit = ft.std() or 1.0
    if answer.predictions is not None:
        row["rmse"] = float(np.sqrt(np.mean((np.asarray(answer.predictions) - ft) ** 2)) / unit)
    row["rmse_mean"] = float(np.sqrt(np.mean((mean - ft) ** 2)) / unit)
    return row | {"nothing": answer.nothing, "notes": answer.notes}


@functools.cache
def warm(name, binary):
    """Runs a method once on a small problem, so that what it imports at first is not timed."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((30, 12))
    run(METHODS[name], binary, x, x[:, 0] + rng.standard_normal(30), x)


def run(method, binary, x, y, xt):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return method.run(x, y, xt) if method.package else method.run(binary, x, y, xt)


def shuffled(key, x, y, xt, ft, relevant):
    """The problem with its inputs in another order, for all methods the same. The relevant ones
    come first as they are drawn, and would be ranked so by whatever keeps the order of equals."""
    seed = [int.from_bytes(key["family"].encode()), key["n"], key["rep"]]
    order = np.random.default_rng(seed).permutation(x.shape[1])
    return x[:, order], y, xt[:, order], ft, sorted(np.argsort(order)[list(relevant)].tolist())


def late(signum, frame):
    raise TimeoutError("longer than the limit")


def measure(task):
    """One method on one problem: a line of the file of results."""
    key, path, binary, limit = task
    method = METHODS[key["method"]]
    x, y, xt, ft, relevant = shuffled(key, *load(path).make(key["family"], key["n"], key["d"], key["rep"]))
    signal.signal(signal.SIGALRM, late)
    signal.alarm(limit)
    start = time.perf_counter()
    try:
        if method.package:
            warm(key["method"], binary)
        start = time.perf_counter()
        answer = run(method, binary, x, y, xt)
        seconds = time.perf_counter() - start
        row = score(answer, ft, relevant, y.mean()) | {"seconds": answer.seconds or seconds}
    except Exception as error:  # a method that fails is a result; the others go on
        row = {"error": f"{type(error).__name__}: {error}"[:300], "seconds": time.perf_counter() - start}
    finally:
        signal.alarm(0)
    return key | row


def version(method, binary):
    """What a result depends on beside its problem."""
    if method.package:
        return f"{method.package} {importlib.metadata.version(method.package)}"
    return "nvsd-kernel " + hashlib.sha256(pathlib.Path(binary).read_bytes()).hexdigest()[:12]


def identity(row):
    return tuple(row[name] for name in ("problems", "method", "version", "family", "n", "d", "rep"))


def read(path):
    if not path.exists():
        return []
    rows = {}
    for line in path.read_text().splitlines():
        row = json.loads(line)
        rows[identity(row)] = row
    return list(rows.values())


def tasks(args, module, known):
    """What is asked for and not known, replication by replication, so that a run that is
    stopped has all families."""
    versions = {name: version(METHODS[name], args.binary) for name in args.methods}
    wanted = []
    for rep in range(max(args.reps, args.nulls)):
        for n, d in args.sizes:
            for family in args.families:
                for name in args.methods:
                    none = family in getattr(module, "NULL", ()) and not METHODS[name].package
                    if rep >= (args.nulls if none else args.reps):
                        continue
                    key = {"problems": pathlib.Path(args.problems).stem, "method": name, "version": versions[name]}
                    key |= {"family": family, "n": n, "d": module.FIXED_D.get(family, d), "rep": rep}
                    if identity(key) not in known:
                        known.add(identity(key))
                        wanted.append((key, args.problems, args.binary, args.limit))
    return wanted


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = lambda text: text.split(",")  # noqa: E731
    sizes = lambda text: [tuple(map(int, part.split("x"))) for part in text.split(",")]  # noqa: E731
    parser.add_argument("--methods", type=names, default=DEFAULT, help=f"of {','.join(METHODS)}; if absent {','.join(DEFAULT)}")
    parser.add_argument("--families", type=names, help="all of the problems' if absent")
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="as 100x20,200x50: rows x inputs")
    parser.add_argument("--reps", type=int, default=10)
    parser.add_argument("--nulls", type=int, default=50, help="replications of the null families, of this project's methods")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=600, help="seconds that one fit may take")
    parser.add_argument("--problems", default=str(ROOT / "test/bench/problems.py"), help="another module of problems")
    parser.add_argument("--binary", default=str(ROOT / "build/nvsd-kernel"))
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "build/selection.jsonl")
    parser.add_argument("--retry", action="store_true", help="measure again what failed")
    parser.add_argument("--report", action="store_true", help="print the tables of what is known, and measure nothing")
    args = parser.parse_args()
    for name in args.methods:
        if name not in METHODS:
            parser.error(f"there is no method {name}: --help names them")
    return args, parser


def main():
    args, parser = arguments()
    module = load(args.problems)
    args.families = args.families or list(module.FAMILIES)
    for name in args.families:
        if name not in module.FAMILIES:
            parser.error(f"{args.problems} has no family {name}: it has {', '.join(module.FAMILIES)}")
    if not args.report:
        known = {identity(row) for row in read(args.results) if not (args.retry and "error" in row)}
        wanted = tasks(args, module, known)
        args.results.parent.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool, args.results.open("a") as out:
            for done, row in enumerate(pool.map(measure, wanted), 1):
                print(json.dumps(row), file=out, flush=True)
                name = f"{row['method']} {row['family']} {row['n']}x{row['d']} {row['rep']}"
                print(f"{done}/{len(wanted)} {name}: {row['seconds']:.2f} s {row.get('error', '')}", file=sys.stderr)
    rows = [row for row in read(args.results) if row["problems"] == pathlib.Path(args.problems).stem]
    selection_report.write(rows, module, METHODS, args.sizes)


if __name__ == "__main__":
    main()
