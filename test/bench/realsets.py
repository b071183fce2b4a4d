"""The predictions of `nvsd-kernel select` on real tables, beside a Gaussian process with a width per input.

    NVSD_DATA=folder make bench-real             # thirteen tables, three splits (minutes)
    python test/bench/realsets.py --bin PROGRAM  # another program

Of each table 100 rows are drawn at random to train on, and at most 2000 of the others to test. The error is
the RMSE on these, divided by the error of the Gaussian process, and of the training mean. The process is
scikit-learn's: a constant times a Gaussian with widths that begin at the root of the number of inputs, and white noise, on
standardised inputs and a standardised target. Rows with missing cells are left out.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import warnings

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETS = (
    "airfoil boston concrete energy_heating energy_cooling cpu_act elevators kin8nm house_16H delta_ailerons stock pol_26 wpbc_time"
).split()
TRAIN, TEST = 100, 2000


def rmse(v, y):
    return float(np.sqrt(((v - y) ** 2).mean()))


def table(path):
    """The rows without missing cells; the target is the last column."""
    with path.open() as f:
        rows = list(csv.reader(f))[1:]
    return np.array([row for row in rows if "" not in row], dtype=float)


def split(path, name, seed):
    a = table(path)
    order = np.random.default_rng([seed, *name.encode()]).permutation(len(a))
    train, test = a[order[:TRAIN]], a[order[TRAIN : TRAIN + TEST]]
    return train[:, :-1], train[:, -1], test[:, :-1], test[:, -1]


def select(program, x, y, xt):
    names = [f"x{j}" for j in range(x.shape[1])]
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, f) for f in ("train.csv", "test.csv", "answer.json")]
        for file, columns, head in ((files[0], np.column_stack([x, y]), [*names, "y"]), (files[1], xt, names)):
            np.savetxt(file, columns, delimiter=",", header=",".join(head), comments="", fmt="%.17g")
        subprocess.run([program, "select", files[0], "--target", "y", "--test", files[1], "--out", files[2], "--quiet"], check=True)
        with open(files[2]) as f:
            return json.load(f)


def process(x, y, xt):
    sd = x.std(axis=0)
    sd[sd == 0] = 1
    mean, d = x.mean(axis=0), x.shape[1]
    kernel = ConstantKernel(1.0) * RBF(np.full(d, np.sqrt(d)), (1e-2, 1e4)) + WhiteKernel(0.1, (1e-8, 1e2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit = GaussianProcessRegressor(kernel, normalize_y=True, random_state=0).fit((x - mean) / sd, y)
    return fit.predict((xt - mean) / sd)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / "build" / "nvsd-kernel"))
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--splits", type=int, default=3)
    args = parser.parse_args()
    folder = os.environ.get("NVSD_DATA")
    if not folder:
        print("skipped: NVSD_DATA does not name the folder of the tables")
        return
    ratios, of_mean, with_all = [], [], 0
    for name in args.sets.split(","):
        for seed in range(args.splits):
            x, y, xt, yt = split(pathlib.Path(folder) / f"{name}.csv", name, seed)
            answer = select(args.bin, x, y, xt)
            own, peer = rmse(np.array(answer["predictions"]), yt), rmse(process(x, y, xt), yt)
            ratios.append(own / peer)
            of_mean.append(own / rmse(y.mean(), yt))
            with_all += answer.get("background") is not None
            print(f"{name} {seed}: {ratios[-1]:.3f} of the process, {of_mean[-1]:.3f} of the mean, {len(answer['selected'])} selected", flush=True)
    ratios, of_mean = np.array(ratios), np.array(of_mean)
    print(f"geometric mean {np.exp(np.log(ratios).mean()):.3f} of the process, higher in {(ratios > 1).sum()} of {len(ratios)}")
    print(f"geometric mean {np.exp(np.log(of_mean).mean()):.3f} of the mean, higher in {(of_mean > 1).sum()}; all inputs predict in {with_all}")


if __name__ == "__main__":
    main()
