"""Eigenvalues and eigenvectors of symmetric matrices, beside LAPACK's by numpy.

The project's eigensolver and numpy.linalg.eigh (OpenBLAS, dsyevd) take turns on
matrices of the same kinds, on one processor and on two: a random one, and that
of a Gaussian kernel at random points. Medians of five of the processor time and
of the time that passes, and their ratios, are printed.

    python test/bench/eigen.py        # needs numpy and Go
"""

import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES, ROUNDS = (1000, 2000), 5


def matrix(kind, n):
    import numpy as np

    rng = np.random.default_rng(1)
    if kind == "random":
        a = rng.standard_normal((n, n))
        return a + a.T
    x = rng.standard_normal((n, 4))
    sq = (x**2).sum(axis=1)
    return np.exp(-(sq[:, None] + sq[None, :] - 2 * x @ x.T) / (2 * 2.0**2))


def numpy_alone(kind, n):
    """What a process of its own prints, whose threads the environment sets."""
    import numpy as np

    a = matrix(kind, n)
    np.linalg.eigh(matrix(kind, 100))
    used, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    np.linalg.eigh(a)
    passed, now = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    print(now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, passed)


def peer(kind, n, processors):
    out = subprocess.run(
        [sys.executable, __file__, kind, str(n)], check=True, capture_output=True, text=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": str(processors)},
    ).stdout  # fmt: skip
    return tuple(map(float, out.split()))


def own(program, kind, n, processors):
    name = f"^BenchmarkEigen$/^{kind.replace(' ', '_')}$/^n={n}$"
    out = subprocess.run(
        [program, "-test.run", "^$", "-test.bench", name, "-test.benchtime", "1x", "-test.cpu", str(processors)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    return float(re.search(r"([\d.]+) cpu-ms/op", out)[1]) / 1e3, float(re.search(r"([\d.]+) ns/op", out)[1]) / 1e9


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "symmetric.test")
        package = "./stdlib/nvsd/solve/internal/symmetric"
        subprocess.run(["go", "test", "-c", "-o", program, package], cwd=ROOT, check=True)
        for kind in ("random", "gaussian kernel"):
            for n in SIZES:
                for processors in (1, 2):
                    pairs = [(own(program, kind, n, processors), peer(kind, n, processors)) for _ in range(ROUNDS)]
                    for i, what in enumerate(("processor time", "time")):
                        go, numpy = (statistics.median(p[side][i] for p in pairs) for side in (0, 1))
                        print(
                            f"{kind}, n = {n}, {processors} processors, {what}: "
                            f"nvsd {go:.3f} s, numpy {numpy:.3f} s, ratio {go / numpy:.2f}"
                        )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        numpy_alone(sys.argv[1], int(sys.argv[2]))
    else:
        main()
