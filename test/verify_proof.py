"""Checks the proof of a lasso with a Gaussian kernel, with numpy alone.

docs/proofs.md describes the format. This program shares no code with the kernel: it is the test that
others can read it. Only data that stand in the proof as numbers are known to it.
"""

import base64
import json
import sys

import numpy as np


def packed(text, *shape):
    return np.frombuffer(base64.b64decode(text), "<f8").reshape(shape or -1)


def training_data(data):
    values = data["origin"].get("values") or data["values"]
    columns = values["columns"]
    inputs = []
    for column in values["inputs"]:
        cells = packed(columns[column["column"]]["cells"])
        inputs.append(cells == column["level"] if "level" in column else cells)
    target = next(c for c in columns if c["name"] == values["target"])
    return np.column_stack(inputs).astype(float), packed(target["cells"])


def products(Z, sigma, alpha, B):
    """Values and gradients, at the rows of Z, of sum_i alpha_i k(z_i, .) + sum_ia B_ia d_a k(z_i, .)."""
    differences = Z[:, None, :] - Z[None, :, :]  # of point i and centre j
    K = np.exp(-(differences**2).sum(2) / (2 * sigma**2))
    first = differences / sigma**2 * K[:, :, None]  # by the centre
    values = K @ alpha + np.einsum("ija,ja->i", first, B)
    along = np.einsum("ija,ja->ij", differences, B)
    gradients = (
        -np.einsum("ija,j->ia", first, alpha)
        + K @ B / sigma**2
        - np.einsum("ij,ija->ia", K * along, differences) / sigma**4
    )
    return values, gradients


def verify(document):
    """Returns the relative gap and the predictions, computed again. It raises an error if a claim is wrong."""
    assert document["format"] == "nvsd proof" and document["version"] == 2
    proof = document["proof"]
    fit, model = proof["fit"], proof["model"]
    assert fit["penalty"] == {"penalty": "L"} and fit["kernel"]["kind"] == "gauss"
    assert "scale" not in model["spec"] and "intercept" not in model["spec"]
    X, y = training_data(proof["data"])
    n, d = X.shape
    Z = (X - X.mean(0)) / X.std(0, ddof=1)
    tau, nu = fit["tau"], fit["nu"]
    alpha, B = packed(fit["alpha"]), packed(fit["b"], n, d)
    f, W = products(Z, fit["kernel"]["sigma"], alpha, B)
    rest = y - f
    intercept = rest.mean()
    rest = rest - intercept
    norms = np.sqrt((W**2).mean(0))
    squared = alpha @ f + (B * W).sum()  # of f in its space
    objective = (rest**2).mean() + tau * norms.sum() + nu * squared

    # u = -2 nu B is a feasible point of the dual: each of its blocks has at most the norm tau/sqrt(n).
    blocks = 2 * nu * np.sqrt((B**2).sum(0))
    assert (blocks <= tau / np.sqrt(n) * (1 + 1e-12)).all(), "the dual blocks are not feasible"
    settled = ((rest - n * nu * (alpha - alpha.mean())) ** 2).mean()
    gap = (settled + tau * norms.sum() + 2 * nu * (B * W).sum()) / objective

    assert abs(objective - fit["objective"]) <= 1e-9 * objective, "the objective"
    assert gap <= fit["rel_gap"] * (1 + 1e-6) + 1e-12, f"the gap is {gap}, not {fit['rel_gap']}"
    inside = np.array(fit["active"])
    assert np.allclose(norms[inside], np.array(fit["norms"], float)[inside], rtol=0, atol=1e-8 * norms.max()), "the norms"
    fitted = f + intercept
    if "ridge" not in proof:
        assert np.allclose(fitted, packed(proof["fitted"]), rtol=0, atol=1e-8 * np.ptp(fitted)), "the predictions"
        error = np.sqrt(((y - fitted) ** 2).mean())
        assert abs(error - model["train_rmse"]) <= 1e-8 * error, "the training error"
    return gap, fitted


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for number, cell in enumerate(json.load(open(name))["cells"], 1):
            for output in cell.get("outputs", []):
                document = output.get("data", {}).get("application/vnd.nvsd.proof+json")
                if document:
                    print(f"{name}: cell {number}: relative gap {verify(document)[0]:.2g}")
