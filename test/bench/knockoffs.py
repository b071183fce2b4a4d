"""How often what knockoffs find is false, and how much of what matters they find, beside knockpy on the same problems.

    make bench-knockoffs                                        # 500 problems of each size (hours)
    python test/bench/knockoffs.py --problems 40 --sizes 200x20 --draws 5

Half of the inputs of a problem matter, at most 15, and neighbouring ones have the correlation 0.5. The functions are taken in turn. Noise has half of the
function's standard deviation. A method returns the inputs that it finds at q = 0.1 and q = 0.2 from the same statistics. knockpy draws Gaussian
knockoffs of its own, with differences of lasso coefficients, its statistic if nothing is said, and with those of a random forest.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
RATES = (0.1, 0.2)

SCRIPT = """
f := data.CSV(%s, data.Target("y"))
k := nvsd.FindSpec().Knockoffs(f, nvsd.KnockoffPlan{Draws: %d, Seed: %d, Statistic: %s})
var found [][]bool
for _, q := range []float64{0.1, 0.2} {
	found = append(found, k.At(q).Selected)
}
b, _ := json.Marshal(found)
fmt.Println("FOUND" + string(b))
"""


def linear(x, k):
    return x[:, :k].sum(axis=1)


def additive(x, k):
    shapes = [lambda v: np.sin(2 * v), lambda v: (v**2 - 1) / 1.4, np.tanh, lambda v: v]
    return sum(shapes[j % 4](x[:, j]) for j in range(k))


def products(x, k):
    return sum(x[:, j] * x[:, j + 1] for j in range(0, k - 1, 2)) + linear(x, k) / 2


FUNCTIONS = {"linear": linear, "additive": additive, "products": products}


def draw(n, d, seed):
    """The inputs, the target and which inputs matter; their places in the table are drawn in pairs of neighbours."""
    rng = np.random.default_rng([seed, n, d])
    x = rng.standard_normal((n, d))
    for j in range(1, d):
        x[:, j] = 0.5 * x[:, j - 1] + np.sqrt(0.75) * x[:, j]
    k = min(d // 2, 15)
    matters = rng.permutation(d)[:k]
    f = FUNCTIONS[sorted(FUNCTIONS)[seed % len(FUNCTIONS)]](x[:, matters], k)
    return x, f + f.std() / 2 * rng.standard_normal(n), np.isin(np.arange(d), matters)


def ours(statistic, draws):
    def find(x, y, seed):
        d = x.shape[1]
        with tempfile.TemporaryDirectory() as folder:
            table, script = pathlib.Path(folder, "t.csv"), pathlib.Path(folder, "s.go")
            np.savetxt(table, np.column_stack([x, y]), delimiter=",", header=",".join(f"x{j}" for j in range(d)) + ",y", comments="")
            script.write_text(SCRIPT % (json.dumps(str(table)), draws, seed, statistic))
            out = subprocess.run([ROOT / "build/nvsd-kernel", "run", script], capture_output=True, text=True, check=True).stdout
        return json.loads(next(line for line in out.splitlines() if line.startswith("FOUND"))[len("FOUND"):])

    return find


def knockpy(statistic):
    def find(x, y, seed):
        from knockpy.knockoff_filter import KnockoffFilter

        np.random.seed(seed)
        knockoffs = KnockoffFilter(ksampler="gaussian", fstat=statistic)
        return [knockoffs.forward(X=x, y=y, fdr=q).astype(bool) if q == RATES[0] else knockoffs.make_selections(knockoffs.W, q).astype(bool) for q in RATES]

    return find


def one(name, find, n, d, seed):
    x, y, matters = draw(n, d, seed)
    start = time.monotonic()
    found = find(x, y, seed)
    seconds = time.monotonic() - start
    return name, n, d, [(np.sum(f & ~matters) / max(np.sum(f), 1), np.sum(f & matters) / matters.sum()) for f in np.asarray(found)], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=500)
    parser.add_argument("--sizes", default="200x20,500x50")
    parser.add_argument("--draws", type=int, default=1, help="of a further row, if there are more than one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--methods", help="some of the names in the table, with semicolons between them")
    args = parser.parse_args()
    methods = {
        "norms, one draw": ours("nvsd.KnockoffNorms", 1),
        "entry, one draw": ours("nvsd.KnockoffEntry", 1),
        "knockpy, lasso": knockpy("lasso"),
        "knockpy, forest": knockpy("randomforest"),
    }
    if args.draws > 1:
        methods[f"norms, {args.draws} draws"] = ours("nvsd.KnockoffNorms", args.draws)
    if args.methods:
        methods = {name: methods[name] for name in args.methods.split(";")}
    results = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        sizes = [tuple(map(int, size.split("x"))) for size in args.sizes.split(",")]
        runs = [pool.submit(one, name, find, n, d, seed) for n, d in sizes for seed in range(args.problems) for name, find in methods.items()]
        for run in concurrent.futures.as_completed(runs):
            name, n, d, rates, seconds = run.result()
            results[n, d, name].append([*sum(rates, ()), seconds])
    print("| n, d | method | false, q = 0.1 | found | false, q = 0.2 | found | seconds |\n| --- | --- | --- | --- | --- | --- | --- |")
    for n, d in sizes:
        for name in methods:
            r = np.array(results[n, d, name])
            mean, error = r.mean(axis=0), r.std(axis=0) / np.sqrt(len(r))
            cells = [f"{mean[j]:.3f} ± {error[j]:.3f}" if j % 2 == 0 else f"{100 * mean[j]:.0f} %" for j in range(4)]
            print(f"| {n}, {d} | {name} | {' | '.join(cells)} | {np.median(r[:, 4]):.2f} |")


if __name__ == "__main__":
    main()
