"""`nvsd-kernel fit` against certified optima, by the measure of its contract."""

import json
import math
import subprocess

import pytest

TOLERANCE = 1e-10


def fit(binary, spec, tmp_path):
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(spec))
    done = subprocess.run([binary, "fit", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def close(got, want, allowed):
    return max(abs(a - b) for a, b in zip(got, want, strict=True)) <= allowed


def check(reference, report):
    scale_pred = math.sqrt(sum(y * y for y in reference["y"]) / reference["n"])
    largest = max(max(s["deriv_norms"]) for s in reference["solutions"])
    flat = 10 if reference.get("note") else 1
    for want, got in zip(reference["solutions"], report["solutions"], strict=True):
        at = want["tau_label"]
        assert got["status"] == "converged", at
        assert got["dual"] <= got["objective"] * (1 + 1e-12), at
        assert abs(got["objective"] - want["objective"]) <= 1e-8 * want["objective"], at
        for field in ("pred_train", "pred_test"):
            allowed = 1e-5 * flat * max(scale_pred, max(map(abs, want[field])))
            assert close(got[field], want[field], allowed), (at, field)
        assert close(got["deriv_norms"], want["deriv_norms"], 1e-5 * flat * largest), at
        near = any(r is not None and 0.999 < r < 1 - 1e-9 for r in want["dual_ratio"])
        if not near:
            assert got["active_groups"] == want["active_groups"], at
        groups = reference["groups"] or [[a] for a in range(reference["d"])]
        active = {a for g in got["active_groups"] for a in groups[g]}
        assert all(v == 0 for a, v in enumerate(got["deriv_norms"]) if a not in active), at
    low = reference["tau_max_bracket"][0]
    high = reference["tau_max_closed_form"]
    assert low * (1 - 1e-6) <= report["tau_max"] <= high * (1 + 1e-6)


INSTANCES = [
    "small_poly2_L", "small_gauss_L", "small_poly3_GL", "small_gauss_GL",
    "lin_L", "lin_GL", "lin_EN", "lin_DENOVAS",
    "E1_n30_poly3_L", "E2_n50_poly3_EN", "E3_n30_gauss4_GL",
]  # fmt: skip


@pytest.mark.parametrize("name", INSTANCES)
def test_reference(binary, references, tmp_path, name):
    reference = json.loads((references / f"{name}.json").read_text())
    report = fit(binary, reference | {"tol": TOLERANCE}, tmp_path)
    check(reference, report)


SPEC = {
    "X": [[0.0, 1.0], [1.0, 0.5], [0.5, -1.0], [-1.0, 0.2]],
    "y": [1.0, 2.0, 0.5, -1.0],
    "kernel": {"kind": "gauss", "sigma": 2.0},
    "penalty": "L",
    "nu": 0.1,
    "tau": [0.1],
}


def test_null_means_absent(binary, tmp_path):
    report = fit(binary, SPEC | {"groups": None, "mu": None, "X_test": None}, tmp_path)
    assert report["solutions"][0]["pred_test"] is None


@pytest.mark.parametrize(
    "change, named",
    [
        ({"tau": [-1]}, ["tau"]),
        ({"nu": -0.5}, ["nu"]),
        ({"nu": 0}, ["nu"]),
        ({"colour": "red"}, ["colour"]),
        ({"y": [1.0, 2.0]}, ["y", "4"]),
        ({"X": [[0.0, 1.0], [1.0], [0.5, -1.0], [-1.0, 0.2]]}, ["X", "row 2"]),
        ({"X": [[0.0, 1.0], [1.0, "a"], [0.5, -1.0], [-1.0, 0.2]]}, ["X", "row 2", "column 2"]),
        ({"X": [], "y": []}, ["X"]),
        ({"kernel": {"kind": "gauss"}}, ["sigma"]),
        ({"kernel": {"kind": "gaussian", "sigma": 1}}, ["kernel", "gaussian"]),
        ({"penalty": "SCADD"}, ["penalty", "SCADD"]),
        ({"penalty": None}, ["penalty"]),
    ],
)  # fmt: skip
def test_bad_spec(binary, tmp_path, change, named):
    """A bad spec ends with status 2 and one line that names the place."""
    path = tmp_path / "spec.json"
    path.write_text(json.dumps(SPEC | change))
    done = subprocess.run([binary, "fit", str(path)], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for word in named:
        assert word in done.stderr, done.stderr


def test_tau_zero_and_one_sample(binary, tmp_path):
    """tau = 0 is kernel ridge; one sample is enough for a fit."""
    report = fit(binary, SPEC | {"tau": [0.0], "X": [[1.0, 2.0]], "y": [3.0]}, tmp_path)
    # n = 1 and k(x, x) = 1: alpha = y / (1 + nu), f(x) = alpha.
    assert report["solutions"][0]["pred_train"][0] == pytest.approx(3.0 / 1.1, rel=1e-9)
