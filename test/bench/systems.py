"""The times of the papers' other systems beside those of scikit-learn and pyHSICLasso.

    python test/bench/systems.py

needs numpy, scikit-learn and pyHSICLasso, and Go for the benchmarks of package baseline, which
run before and after the peers: medians of five runs each, in process, at default settings.
"""

import contextlib
import io
import re
import statistics
import subprocess
import sys
import time
import warnings

import numpy as np
from pyHSICLasso import HSICLasso
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV

SIZES = ((100, 18), (200, 40))


def median(run, times=5):
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def peers():
    for n, d in SIZES:
        rng = np.random.default_rng(1)
        x = rng.normal(size=(n, d))
        y = np.sin(x[:, 0]) + x[:, 1] ** 2 + 0.1 * rng.normal(size=n)
        ridge = GridSearchCV(KernelRidge(kernel="rbf", gamma=1 / (2 * d)), {"alpha": np.logspace(-6, 2, 50)}, cv=5)
        yield f"kernel ridge, 50 weights x 5 folds, n={n},d={d} (scikit-learn)", median(lambda: ridge.fit(x, y))

        def lasso():
            system = HSICLasso()
            system.input(x.copy(), y.copy(), featname=[f"x{a}" for a in range(d)])
            system.regression(6, B=0, n_jobs=1)

        with contextlib.redirect_stdout(io.StringIO()):
            taken = median(lasso)
        yield f"HSIC Lasso, 6 features, n={n},d={d} (pyHSICLasso)", taken


def ours():
    taken = {}
    for pattern in "SpAM|HSIC|KRLS", "COSSO/.*/one_step":
        command = ["go", "test", "./stdlib/nvsd/baseline", "-run", "^$", "-count", "5", "-bench", pattern]
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            if found := re.match(r"Benchmark(\S+?)-\d+\s+\d+\s+([\d.]+) ns/op", line):
                taken.setdefault(found[1], []).append(float(found[2]) / 1e9)
    for name, times in taken.items():
        yield name, statistics.median(times)


def main():
    warnings.simplefilter("ignore")
    for part in (ours, peers, ours):
        for name, seconds in part():
            print(f"{1e3 * seconds:9.1f} ms  {name}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
