"""The format of proofs is read by a program that shares no code with the kernel."""

import base64
import json
import subprocess

import numpy as np
import pytest
from verify_proof import packed, verify

CELL = """rng := rand.New(rand.NewPCG(1, 2))
x := mat.NewDense(60, 3, nil)
y := make([]float64, 60)
for i := range y {
	for a := range 3 {
		x.Set(i, a, rng.NormFloat64())
	}
	y[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1) + 0.1*rng.NormFloat64()
}
spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.05)}
spec.Fit(data.New(x, y), nvsd.TauFrac(0.2))
"""


@pytest.fixture(scope="module")
def document(binary, tmp_path_factory):
    file = tmp_path_factory.mktemp("proof") / "fit.ipynb"
    cell = {"cell_type": "code", "id": "fit", "metadata": {}, "source": CELL, "execution_count": None, "outputs": []}
    file.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    subprocess.run([binary, "run", "-q", file], check=True)
    outputs = json.loads(file.read_text())["cells"][0]["outputs"]
    return outputs[-1]["data"]["application/vnd.nvsd.proof+json"]


def test_verified(document):
    gap, fitted = verify(document)
    assert 0 <= gap <= 1e-4
    assert len(fitted) == 60


@pytest.mark.parametrize("what", ["alpha", "b", "gap"])
def test_changed(document, what):
    changed = json.loads(json.dumps(document))
    fit = changed["proof"]["fit"]
    if what == "gap":
        fit["rel_gap"] /= 2
    else:
        numbers = packed(fit[what]).copy()
        numbers[np.argmax(np.abs(numbers))] *= 1.01
        fit[what] = base64.b64encode(numbers.astype("<f8").tobytes()).decode()
    with pytest.raises(AssertionError):
        verify(changed)
