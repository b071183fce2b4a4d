"""This project's rows: `nvsd-kernel select`, the papers' own procedure as a script, and the
papers' other systems through `nvsd-kernel fit` (docs/fit.md). Seconds are those of whole
processes, from their start to their report.
"""

import dataclasses
import json
import pathlib
import subprocess
import tempfile
import time
import typing

import numpy as np
from selection_peers import Answer, Method, standardised

TARGET = "y"


def run(command, folder=None, text=None):
    """Runs a command and returns what it wrote. Status 1 is that of output that has not converged."""
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[1]}: status {done.returncode}: {done.stderr.strip()[-200:]}")
    return done


def names(d):
    return [f"x{a}" for a in range(d)]


def table(path, x, y=None):
    columns, header = x, names(x.shape[1])
    if y is not None:
        columns, header = np.column_stack([x, y]), [*header, TARGET]
    np.savetxt(path, columns, delimiter=",", header=",".join(header), comments="", fmt="%.17g")


def read(path, done):
    if not path.exists():
        raise RuntimeError(f"no report: {done.stderr.strip()[-200:]}")
    return json.loads(path.read_text())


def select(binary, x, y, xt):
    """The default procedure on a file. The test file has no target: nothing of it is known."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table(folder / "train.csv", x, y)
        table(folder / "test.csv", xt)
        command = [binary, "select", "train.csv", "--target", TARGET, "--test", "test.csv", "--out", "out.json"]
        start = time.perf_counter()
        done = run(command, folder)
        seconds = time.perf_counter() - start
        report = read(folder / "out.json", done)
    of = dict(zip(report["inputs"], report["scores"], strict=True))
    scores = [of.get(a, -np.inf) for a in names(x.shape[1])]
    selected = [names(x.shape[1]).index(a) for a in report["selected"]]
    return Answer(scores, selected, report["predictions"], not selected, seconds, report["warnings"])


# The papers' procedure: one path at the width and nu of its examples, ridge regression of the
# same width on each set, five folds.
PROCEDURE = """
train := data.CSV("train.csv", data.Target("y"))
spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
model := spec.Path(train, 50).Select(nvsd.ByCrossValidation(nvsd.KFold(5, 1)), nvsd.Ranked)
test := data.CSV("test.csv", data.Target("y"))
report := map[string]any{"order": model.Ranking(), "selected": model.Selected(), "predictions": model.PredictFrame(test)}
os.WriteFile("out.json", json.Marshal(report), 0o644);
"""


def procedure(binary, x, y, xt):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        table(folder / "train.csv", x, y)
        table(folder / "test.csv", xt, np.zeros(len(xt)))
        (folder / "procedure.go").write_text(PROCEDURE)
        start = time.perf_counter()
        done = run([binary, "run", "procedure.go"], folder)
        seconds = time.perf_counter() - start
        report = read(folder / "out.json", done)
    scores = np.empty(x.shape[1])
    scores[report["order"]] = np.arange(x.shape[1], 0, -1)
    selected = np.flatnonzero(report["selected"]).tolist()
    return Answer(scores, selected, report["predictions"], not selected, seconds)


@dataclasses.dataclass(frozen=True)
class System:
    """A system of the papers along its weights: what is asked of `fit`, and what is read."""

    request: dict
    weight: str  # the field of an entry
    norms: typing.Callable  # (entry, report, d) -> one a input, 0 where it is out
    entries: str = "solutions"
    top: str | None = None  # the field with the weight from which on nothing is in
    fixed: dict = dataclasses.field(default_factory=dict)  # other fields of an entry
    unit: bool = False  # inputs are to be in [0, 1]
    weights: int = 20  # how many, from the top one
    least: float = 1e-3  # down to this part of it


def listed(field):
    return lambda entry, report, d: np.abs(entry[field])


def components(entry, report, d):
    """COSSO's: the norms of all components that an input is in, added in squares."""
    total = np.zeros(d)
    for name, norm in zip(report["component_names"], entry["rkhs_norms"], strict=True):
        for part in name.split(":"):
            total[int(part.removeprefix("x"))] += norm**2
    return np.sqrt(total)


def terms(entry, report, d):
    """HKL's: the same of its terms."""
    total = np.zeros(d)
    for term in entry["terms"]:
        total[term["inputs"]] += term["norm"] ** 2
    return np.sqrt(total)


SYSTEMS = {
    "spam": System({"method": "spam"}, "lam", listed("func_norm"), top="lam_max"),
    "mkl": System({"method": "mkl_additive", "settings": {"sigma": 1}}, "tau", listed("rkhs_norms"), top="tau_max"),
    "cosso": System({"method": "cosso"}, "tau", components, "penalised_solutions", "tau_max", unit=True),
    "hsic-fit": System({"method": "hsic_lasso"}, "lam", listed("beta"), top="lam_max"),
    # Minutes with 50 inputs, the more the smaller the weight: asked for by name.
    "cosso2": System({"method": "cosso", "order": 2}, "tau", components, "penalised_solutions", "tau_max", unit=True),
    "hkl": System({"method": "hkl", "settings": {"kind": "hermite", "max_degree": 3}}, "lambda", terms, weights=8, least=2e-2),
}


def fit(binary, request, x, y, xt):
    request = request | {"X": x.tolist(), "y": y.tolist(), "X_test": xt.tolist()}
    return json.loads(run([binary, "fit", "-q", "-"], text=json.dumps(request)).stdout)


def scaled(x, xt, unit):
    if not unit:
        return standardised(x, xt)
    low, high = x.min(axis=0), x.max(axis=0)
    span = np.where(high > low, high - low, 1)
    return (x - low) / span, np.clip((xt - low) / span, 0, 1)


def along(norms, best):
    """Scores of a path: the norms at the chosen weight, and below them the inputs that are out
    there, as they come in at the weights that follow; those that never do are equal."""
    scores = norms[best].copy()
    for a in np.flatnonzero(scores == 0):
        later = np.flatnonzero(norms[best:, a])
        step = best + later[0] if len(later) else len(norms)
        scores[a] = -step if step == len(norms) else norms[step, a] / (norms[step].max() + 1) - step
    return scores


def tuned(system):
    """A system with its weight by five folds."""

    def method(binary, x, y, xt):
        z, zt = scaled(x, xt, system.unit)
        w, mean, sd = (y - y.mean()) / y.std(), y.mean(), y.std()

        def solve(weights, rows, at):
            entries = [system.fixed | {system.weight: weight} for weight in weights]
            report = fit(binary, system.request | {system.entries: entries}, z[rows], w[rows], at)
            return report, report[system.entries]

        everything = np.arange(len(w))
        top = 1.0
        if system.top:
            report, first = solve([1.0], everything, zt[:1])
            top = first[0].get(system.top) or report[system.top]
        weights = (top * np.geomspace(0.95, system.least, system.weights)).tolist()
        fold = np.random.default_rng(0).permutation(len(w)) % 5
        errors = np.zeros(len(weights))
        for k in range(5):
            _, entries = solve(weights, everything[fold != k], z[fold == k])
            errors += [((np.array(entry["test_pred"]) - w[fold == k]) ** 2).sum() for entry in entries]
        best = int(np.argmin(errors))
        report, entries = solve(weights, everything, zt)
        norms = np.array([system.norms(entry, report, x.shape[1]) for entry in entries])
        selected = np.flatnonzero(norms[best]).tolist()
        return Answer(along(norms, best), selected, mean + sd * np.array(entries[best]["test_pred"]), not selected)

    return method


def rodeo(binary, x, y, xt):
    """At the paper's threshold; scores are how much the bandwidths shrank."""
    z, zt = standardised(x, xt)
    entry = fit(binary, {"method": "rodeo", "solutions": [{"tau": 1}]}, z, y, zt)["solutions"][0]
    return Answer(np.array(entry["scores"]), entry["selected"], entry["test_pred"])


METHODS = {
    "select": Method(select, "nvsd-kernel select", ""),
    "procedure": Method(procedure, "path of the papers, five folds", ""),
    "spam": Method(tuned(SYSTEMS["spam"]), "SpAM (fit)", ""),
    "mkl": Method(tuned(SYSTEMS["mkl"]), "additive MKL (fit)", ""),
    "cosso": Method(tuned(SYSTEMS["cosso"]), "COSSO (fit)", ""),
    "cosso2": Method(tuned(SYSTEMS["cosso2"]), "COSSO with pairs (fit)", "", extra=True),
    "hsic-fit": Method(tuned(SYSTEMS["hsic-fit"]), "HSIC Lasso and ridge (fit)", ""),
    "hkl": Method(tuned(SYSTEMS["hkl"]), "HKL, Hermite (fit)", "", extra=True),
    "rodeo": Method(rodeo, "Rodeo (fit)", ""),
}
