"""Functions of a reproducing-kernel Hilbert space, evaluated by NumPy.

A kernel is a dictionary as in the file that ``nvsd-kernel fit`` reads, or as in a saved model.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

CELLS = 4_000_000  # of a matrix between points and training rows that is held at once


def evaluate(kernel: dict, X: np.ndarray, alpha: np.ndarray, B: np.ndarray | None, Z: np.ndarray) -> np.ndarray:
    """Evaluate f = sum_i alpha_i k(x_i, .) + sum_ia B_ia d_a k(x_i, .), d_a by the first argument.

    Parameters
    ----------
    kernel : dict
        The kernel.
    X : ndarray of shape (n, d)
        The training rows.
    alpha : ndarray of shape (n,) or (n, k)
        Coefficients, of k functions without B.
    B : ndarray of shape (n, d) or None
        Coefficients of the derivatives; None stands for 0.
    Z : ndarray of shape (m, d)
        The points.

    Returns
    -------
    ndarray of shape (m,) or (m, k)
    """
    values = np.empty((len(Z), *alpha.shape[1:]))
    step = max(1, CELLS // max(1, len(X)))
    for start in range(0, len(Z), step):
        K, D = _matrices(kernel, X, B, Z[start : start + step])
        # Sums by row, and no matrix product, so that a value does not depend on the other points.
        part = np.sum(K * alpha, axis=1) if alpha.ndim == 1 else np.column_stack([np.sum(K * own, axis=1) for own in alpha.T])
        if B is not None:
            part += np.sum(D, axis=1)
        values[start : start + step] = part
    return values


class Process:
    """A Gaussian process with a free constant, given its values with noise at training rows.

    Parameters
    ----------
    kernel : dict
        The kernel, one of distances.
    X : ndarray of shape (n, d)
        The training rows.
    noise : float
        The variance of the noise of a row of weight 1; that of another row is this over its weight.
    weights : ndarray of shape (n,), optional
        The weights of the rows; all 1 without.
    """

    def __init__(self, kernel: dict, X: np.ndarray, noise: float, weights: np.ndarray | None = None):
        self.kernel, self.X, self.noise = kernel, X, noise
        self.weights = np.ones(len(X)) if weights is None else weights
        K, _ = _matrices(kernel, X, None, X)
        self.own = K[0, 0]
        self.means = self._mean(K)
        self.overall = np.average(self.means, weights=self.weights)
        root = np.sqrt(self.weights)
        centred = (K - self.means - self.means[:, None] + self.overall) * root * root[:, None]
        self.lengths, self.vectors = np.linalg.eigh((centred + centred.T) / 2)

    def _mean(self, K):
        """The means over the training rows, by their weights."""
        return np.average(K, axis=1, weights=self.weights)

    def variance(self, Z: np.ndarray) -> np.ndarray:
        """The variance of the process at each of the points Z, of shape (m,)."""
        values = np.empty(len(Z))
        step = max(1, CELLS // len(self.X))
        for start in range(0, len(Z), step):
            points = Z[start : start + step]
            K, _ = _matrices(self.kernel, self.X, None, points)
            mean = self._mean(K)
            along = (K - self.means - mean[:, None] + self.overall) * np.sqrt(self.weights) @ self.vectors
            prior = self.own - 2 * mean + self.overall
            explained = np.sum(along**2 / (np.maximum(self.lengths, 0) + self.noise), axis=1)
            values[start : start + step] = np.maximum(prior - explained, 0) + self.noise / self.weights.sum()
        return values


def _matrices(kernel, X, B, Z):
    """The matrices K, k(x_i, z_j), and D, sum_a B_ia d_a k(x_i, z_j), with a row for each z.

    D is 0 if B is None.
    """
    kind = kernel["kind"]
    if kind == "ard":
        widths = np.array([float(w) for w in kernel["widths"]])
        return _matrices(kernel["base"], X / widths, None if B is None else B / widths, Z / widths)
    if kind in ("sum", "product"):
        parts = [_matrices(part, X, B, Z) for part in kernel["parts"]]
        if kind == "sum":
            return sum(K for K, _ in parts), sum(D for _, D in parts)
        K, D = parts[0]
        for other, slope in parts[1:]:
            K, D = K * other, D * other + K * slope
        return K, D
    if kind == "constant":
        return np.full((len(Z), len(X)), float(kernel["value"])), 0.0
    if kind in ("linear", "poly"):
        return _inner(kernel, X, B, Z)
    if kind == "periodic":
        return _periodic(kernel, X, B, Z)
    return _radial(kernel, X, B, Z)


def _inner(kernel, X, B, Z):
    """Kernels g(<x, z>): d_a k = g' z_a."""
    S = np.einsum("ja,ia->ji", Z, X)
    p, c = (1, 0.0)
    if kernel["kind"] == "poly":
        p, c = kernel["p"], float(kernel["c"])
    if B is None:
        return (S + c) ** p, 0.0
    return (S + c) ** p, p * (S + c) ** (p - 1) * np.einsum("ja,ia->ji", Z, B)


def _radial(kernel, X, B, Z):
    """Kernels k(r): d_a k = (k'/r) (x_a - z_a)."""
    sigma, kind = float(kernel["sigma"]), kernel["kind"]
    squares = cdist(Z, X, "sqeuclidean") / sigma**2
    if kind == "gauss":
        K = np.exp(-squares / 2)
        slope = -K  # sigma^2 k'/r, as below
    elif kind == "rq":
        shape = float(kernel["shape"])
        base = 1 + squares / (2 * shape)
        K = base**-shape
        slope = -K / base
    elif kind in _MATERN:
        nu, value, derivative = _MATERN[kind]
        t = np.minimum(np.sqrt(2 * nu * squares), 800)  # exp(-t) is 0 there, and a power of t may be infinite
        decay = np.exp(-t)
        K = np.polynomial.polynomial.polyval(t, value) * decay
        slope = -np.polynomial.polynomial.polyval(t, derivative) * decay
    else:
        raise ValueError(f"the kernel {kind!r} is not known")
    if B is None:
        return K, 0.0
    along = np.sum(B * X, axis=1) - np.einsum("ja,ia->ji", Z, B)
    return K, slope / sigma**2 * along


# For each Matérn kernel its smoothness, the polynomial of k exp(t), and that of -sigma^2 (k'/r) exp(t).
_MATERN = {
    "matern52": (2.5, [1, 1, 1 / 3], [5 / 3, 5 / 3]),
    "matern72": (3.5, [1, 1, 2 / 5, 1 / 15], [7 / 5, 7 / 5, 7 / 15]),
    "matern92": (4.5, [1, 1, 3 / 7, 2 / 21, 1 / 105], [9 / 7, 9 / 7, 18 / 35, 3 / 35]),
}


def _periodic(kernel, X, B, Z):
    """exp(-(2/w^2) sum_a sin^2(pi (x_a - z_a)/p)): d_a k = -(2 pi/(p w^2)) sin(2 pi (x_a - z_a)/p) k."""
    period, width = float(kernel["period"]), float(kernel["width"])
    K, D = np.zeros((len(Z), len(X))), np.zeros((len(Z), len(X)))
    for a in range(X.shape[1]):
        angle = np.pi * np.fmod(X[:, a] - Z[:, a : a + 1], period) / period  # exact also far away
        K += np.sin(angle) ** 2
        if B is not None:
            D -= 2 * np.pi / (period * width**2) * np.sin(2 * angle) * B[:, a]
    K = np.exp(-2 / width**2 * K)
    return K, D * K
