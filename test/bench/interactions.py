"""Which pairs of inputs interact: the interactions of what `nvsd.Find` finds, beside Friedman's H-statistics of gradient boosting.

    make bench-interactions                               # twenty data sets of each family (half an hour)
    python test/bench/interactions.py --sets 4 --families product,triple

Each data set has 200 rows and eight inputs, and noise of a third of the function's standard deviation. A pair is told by intervals that
begin above 0. H is the statistic of Friedman and Popescu (2008, eq. 44) without its denominator, which makes
pairs of weak inputs large, with partial dependences over 40 of the rows. Boosting has 300 trees of depth 4 and the rate 0.05. A pair of inputs of which `Find` leaves one out
ranks behind all others.
"""

import argparse
import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor

ROOT = pathlib.Path(__file__).resolve().parents[2]
N, D = 200, 8
KEPT = 40  # rows of a partial dependence

# The function, the pairs that interact, and the correlation of neighbouring inputs.
FAMILIES = {
    "product": (lambda x: x[:, 0] * x[:, 1] + x[:, 2] + x[:, 3], [(0, 1)], 0),
    "two products": (lambda x: x[:, 0] * x[:, 1] + x[:, 2] * x[:, 3], [(0, 1), (2, 3)], 0),
    "Friedman 1": (lambda x: np.sin(np.pi * u(x, 0) * u(x, 1)) + 2 * (u(x, 2) - 0.5) ** 2 + u(x, 3) + 0.5 * u(x, 4), [(0, 1)], 0),
    "triple": (lambda x: x[:, 0] * x[:, 1] * x[:, 2], [(0, 1), (0, 2), (1, 2)], 0),
    "switch": (lambda x: np.where(x[:, 0] > 0, x[:, 1], -x[:, 1]) + x[:, 2], [(0, 1)], 0),
    "ridge of a sum": (lambda x: np.tanh(2 * (x[:, 0] + x[:, 1])) + x[:, 2] ** 2 / 2, [(0, 1)], 0),
    "product of correlated": (lambda x: x[:, 0] * x[:, 1] + x[:, 2] + x[:, 3], [(0, 1)], 0.7),
    "additive": (lambda x: np.sin(2 * x[:, 0]) + x[:, 1] ** 2 / 2 + x[:, 2], [], 0),
    "additive in correlated": (lambda x: np.sin(2 * x[:, 0]) + x[:, 1] ** 2 / 2 + x[:, 2], [], 0.7),
}

SCRIPT = """
f := nvsd.Find(data.CSV(%s, data.Target("y")))
in := f.Model.Interactions()
b, _ := json.Marshal(in.Pairs)
fmt.Println("PAIRS" + string(b))
"""


def u(x, j):
    """The input on the unit interval."""
    return 1 / (1 + np.exp(-1.7 * x[:, j]))


def draw(family, seed):
    f, _, r = FAMILIES[family]
    rng = np.random.default_rng([seed, sorted(FAMILIES).index(family)])
    x = rng.standard_normal((N, D))
    for j in range(1, D):
        x[:, j] = r * x[:, j - 1] + np.sqrt(1 - r * r) * x[:, j]
    v = f(x)
    return x, v + v.std() / 3 * rng.standard_normal(N)


def ours(x, y):
    with tempfile.TemporaryDirectory() as folder:
        table, script = pathlib.Path(folder, "t.csv"), pathlib.Path(folder, "s.go")
        np.savetxt(table, np.column_stack([x, y]), delimiter=",", header=",".join(f"x{j}" for j in range(D)) + ",y", comments="")
        script.write_text(SCRIPT % json.dumps(str(table)))
        out = subprocess.run([ROOT / "build/nvsd-kernel", "run", script], capture_output=True, text=True, check=True).stdout
    line = next(line for line in out.splitlines() if line.startswith("PAIRS"))
    norms, told = {}, set()
    for p in json.loads(line[len("PAIRS"):]) or []:
        pair = tuple(sorted((int(p["A"][1:]), int(p["B"][1:]))))
        norms[pair] = p["Norm"]
        if p["Low"] > 0:
            told.add(pair)
    return norms, told


def boosting(x, y):
    m = GradientBoostingRegressor(n_estimators=300, max_depth=4, learning_rate=0.05, subsample=0.7, random_state=1).fit(x, y)
    kept = x[:KEPT]

    def dependence(inputs):
        grid = np.repeat(kept, KEPT, axis=0)
        grid[:, [j for j in range(D) if j not in inputs]] = np.tile(kept, (KEPT, 1))[:, [j for j in range(D) if j not in inputs]]
        v = m.predict(grid).reshape(KEPT, KEPT).mean(1)
        return v - v.mean()

    one = [dependence([j]) for j in range(D)]
    return {(a, b): float(np.sqrt(np.mean((dependence([a, b]) - one[a] - one[b]) ** 2))) for a, b in itertools.combinations(range(D), 2)}


def problem(of):
    family, seed = of
    x, y = draw(family, seed)
    norms, told = ours(x, y)
    true = set(FAMILIES[family][1])
    first = lambda ranked: set(sorted(ranked, key=ranked.get, reverse=True)[: len(true)]) == true
    return {
        "first": first(norms), "first of boosting": first(boosting(x, y)),
        "true": len(true), "told": len(told & true), "any false": bool(told - true),
    }


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--sets", type=int, default=20)
    p.add_argument("--families", default=",".join(FAMILIES))
    p.add_argument("--jobs", type=int, default=2)
    args = p.parse_args()
    families = args.families.split(",")
    print("| family | pairs | they rank first | the same by H | told | sets with a pair told that is none |")
    print("| --- | --- | --- | --- | --- | --- |")
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for family in families:
            own = list(pool.map(problem, [(family, s) for s in range(args.sets)]))
            total = lambda key: sum(r[key] for r in own)
            true = total("true")
            ranked = [f"{total(k)}/{len(own)}" if true else "" for k in ("first", "first of boosting")]
            told = f"{total('told')}/{true}" if true else ""
            print(f"| {family} | {true // len(own)} | {ranked[0]} | {ranked[1]} | {told} | {total('any false')}/{len(own)} |", flush=True)

if __name__ == "__main__":
    main()
