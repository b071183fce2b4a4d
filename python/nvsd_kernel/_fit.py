"""A scikit-learn estimator over ``nvsd-kernel fit``."""

from __future__ import annotations

import json
import os
import tempfile
import warnings

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from ._command import run
from ._function import evaluate
from ._selector import SelectingRegressor
from ._table import check_inputs, check_target, check_weights, counts_of


class DerivativePenaltyRegressor(SelectingRegressor):
    """Kernel regression with a penalty of the size of each partial derivative.

    It solves one problem of ``nvsd-kernel fit`` and proves how far the solution is from the optimum:

        minimise over f   (1/n) ||y - f(X)||^2 + tau P(u_1, ..., u_d) + nu ||f||^2,
        u_a = sqrt((1/n) sum_i (d f/d x_a (x_i))^2).

    Inputs and target are standardised first, so that ``tau`` and ``nu`` have no units. The penalty shrinks the
    function too. So this estimator ranks inputs, and :class:`NVSDRegressor`, which fits the chosen inputs again,
    predicts better.

    Parameters
    ----------
    tau : float, default=0.1
        The weight of the penalty.
    nu : float, default=0.01
        The weight of the ridge. With 0 there is no certificate.
    penalty : str, default="L"
        The name of the penalty; "L" is the sum of the u_a. docs/fit.md lists all.
    penalty_params : dict, default=None
        The parameters of the penalty, such as ``{"groups": [[0, 1], [2]]}``.
    kernel : str or dict, default="gauss"
        A kernel of docs/fit.md on the standardised inputs; "gauss" is the Gaussian whose width is the median
        distance of the rows.
    solver : str, default="dual"
        The name of the solver.
    tol : float, default=1e-6
        The relative gap at which the solver stops.
    max_iter : int, default=None
        The limit of its iterations; None is the solver's own.

    Attributes
    ----------
    n_features_in_, feature_names_in_
        As in other estimators.
    derivative_norms_ : ndarray of shape (n_features_in_,)
        What takes the place of coefficients: u_a of the solution per standard deviation of the input, in units
        of the target; 0 for inputs that are out.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The same numbers, by the name that scikit-learn's selectors look for.
    support_ : ndarray of bool, shape (n_features_in_,)
        Which inputs are in.
    ranking_ : ndarray of int, shape (n_features_in_,)
        The rank of each input by its norm, 1 for the largest.
    certain_ : list of {"in", "out", "undecided"}, or None
        What is proved about each input at the optimum; None without a certificate.
    rel_gap_ : float or None
        The bound on the distance of the objective from its minimum, divided by the objective.
    tau_max_ : float or None
        The smallest tau at which all norms are 0.
    dual_coef_ : ndarray of shape (n_samples,)
        The coefficients of the kernel at the training rows.
    derivative_coef_ : ndarray of shape (n_samples, n_features_in_)
        The coefficients of its derivatives.
    n_iter_ : int
        The number of iterations.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from nvsd_kernel import DerivativePenaltyRegressor
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> model = DerivativePenaltyRegressor(tau=0.3).fit(X, y)
    >>> X.columns[model.ranking_ == 1][0]
    'bmi'
    >>> model.rel_gap_ <= 1e-6
    True
    """

    def __init__(self, tau=0.1, *, nu=0.01, penalty="L", penalty_params=None, kernel="gauss", solver="dual", tol=1e-6, max_iter=None):
        self.tau = tau
        self.nu = nu
        self.penalty = penalty
        self.penalty_params = penalty_params
        self.kernel = kernel
        self.solver = solver
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y, sample_weight=None):
        """Solve the problem.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs, numbers without missing values.
        y : array-like of shape (n_samples,)
            The target.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows in all sums. 2 is the row twice, and 0 leaves it out.

        Returns
        -------
        self : DerivativePenaltyRegressor

        Raises
        ------
        CommandError
            If the program refuses the problem; a ValueError with its words.
        """
        table = check_inputs(self, X, [], reset=True)
        X, y = np.column_stack(table.columns), check_target(self, y)
        check_consistent_length(X, y)
        weights = check_weights(sample_weight, y)
        kept = slice(None) if weights is None else weights > 0
        counts = None if weights is None else counts_of(weights[kept])
        self._shift, self._scale = _standard(X[kept], counts)
        self._mean, self._unit = _standard(y[kept], counts)
        self._rows = (X - self._shift) / self._scale
        self.kernel_ = {"kind": "gauss", "sigma": _median_distance(self._rows[kept], counts)} if self.kernel == "gauss" else self.kernel
        if isinstance(self.kernel_, str):
            self.kernel_ = {"kind": self.kernel_}
        spec = {
            "X": self._rows.tolist(), "y": ((y - self._mean) / self._unit).tolist(), "kernel": self.kernel_,
            "penalty": self.penalty, **(self.penalty_params or {}),
            "nu": self.nu, "tau": [self.tau], "solver": self.solver, "tol": self.tol, "max_iter": self.max_iter, "coefficients": True,
        }  # fmt: skip
        if weights is not None:
            spec["row_weights"] = weights.tolist()
        with tempfile.TemporaryDirectory(prefix="nvsd-") as folder:
            with open(os.path.join(folder, "spec.json"), "w", encoding="utf-8") as file:
                json.dump(spec, file, default=_plain)
            run("fit", "spec.json", "--out", "solution.json", "--quiet", folder=folder, statuses=(0, 1))
            with open(os.path.join(folder, "solution.json"), encoding="utf-8") as file:
                report = json.load(file)
        solution = report["solutions"][0]
        if solution["status"] != "converged":
            warnings.warn(f"the solver stopped after {solution['iterations']} iterations, before its tolerance: raise max_iter or tol", ConvergenceWarning, stacklevel=2)
        norms = np.array(solution["deriv_norms"])
        self.derivative_norms_ = norms * self._unit
        self.support_ = norms > 0
        self.ranking_ = np.empty(len(norms), dtype=int)
        self.ranking_[np.argsort(-np.where(norms > 0, norms + 1, solution["deriv_norms_raw"]), kind="stable")] = np.arange(1, len(norms) + 1)
        self.certain_, self.rel_gap_, self.tau_max_ = solution["certain"], solution["rel_gap"], report["tau_max"]
        self.dual_coef_, self.derivative_coef_ = np.array(solution["alpha"]), np.array(solution["B"])
        self.n_iter_ = max(1, solution["iterations"])
        return self

    def predict(self, X):
        """Predict the target; without the program, by NumPy.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs, with the columns of ``fit``.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        check_is_fitted(self)
        X = np.column_stack(check_inputs(self, X, [], reset=False).columns)
        points = (X - self._shift) / self._scale
        return self._mean + self._unit * evaluate(self.kernel_, self._rows, self.dual_coef_, self.derivative_coef_, points)


def _plain(value):
    """A number or an array of NumPy, for JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} is neither a number, a text, a list nor a dictionary")


def _standard(X, counts):
    """The means and the standard deviations of the columns, 1 for a constant one, by how many observations each row stands for.

    They are those of the columns over a power of 2, so that no square leaves the range of floats.
    """
    largest = np.abs(X).max(axis=0)
    unit = np.exp2(np.floor(np.log2(np.where(largest > 0, largest, 1.0))))
    X = X / unit
    if counts is None:
        mean, sd = X.mean(axis=0), X.std(axis=0, ddof=1)
    else:
        mean = np.average(X, axis=0, weights=counts)
        sd = np.sqrt(np.tensordot(counts, (X - mean) ** 2, 1) / (counts.sum() - 1))
    return mean * unit, np.where(sd > 1e-12 * np.abs(X).max(axis=0), sd * unit, 1.0)


def _median_distance(rows, counts):
    """The median distance of different rows, of at most 1000 rows, by how many observations each stands for."""
    some = slice(None, None, -(-len(rows) // 1000))
    distances = pdist(rows[some])
    apart = distances > 0
    if not apart.any():
        return 1.0
    if counts is None:
        return float(np.median(distances[apart]))
    first, second = np.triu_indices(len(rows[some]), 1)
    times = (counts[some][first] * counts[some][second])[apart]
    order = np.argsort(distances[apart], kind="stable")
    distances, sums = distances[apart][order], np.cumsum(times[order])
    half = np.searchsorted(sums, sums[-1] / 2)
    after = min(half + (sums[half] == sums[-1] / 2), len(distances) - 1)
    return float((distances[half] + distances[after]) / 2)
