"""Weights of rows in the estimators."""

import sys

import numpy as np
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))

from nvsd_kernel import DerivativePenaltyRegressor, NVSDRegressor  # noqa: E402


@pytest.fixture(autouse=True)
def program(binary, monkeypatch):
    monkeypatch.setenv("NVSD_KERNEL", binary)


def rows(n=50, seed=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 0.1 * rng.normal(size=n), rng.integers(0, 4, n)


@pytest.mark.parametrize("estimator", [NVSDRegressor(), DerivativePenaltyRegressor(tol=1e-10)])
def test_a_weight_is_the_row_as_often(estimator):
    X, y, w = rows()
    many = np.repeat(np.arange(len(y)), w)
    weighed = estimator.fit(X, y, sample_weight=w)
    got, norms, support = weighed.predict(X), weighed.derivative_norms_, weighed.support_
    repeated = estimator.fit(X[many], y[many])
    assert (support == repeated.support_).all() and support.any()
    np.testing.assert_allclose(got, repeated.predict(X), atol=1e-4)
    np.testing.assert_allclose(norms, repeated.derivative_norms_, atol=1e-4)


@pytest.mark.parametrize("noise", [0, 1], ids=["a function", "the mean"])
def test_intervals_with_weights(noise):
    X, y, w = rows(seed=4)
    if noise:
        y = np.random.default_rng(1).normal(size=len(y))
    many = np.repeat(np.arange(len(y)), w)
    got = NVSDRegressor().fit(X, y, sample_weight=w)
    want = NVSDRegressor().fit(X[many], y[many])
    assert got.found_ == want.found_ == (not noise)
    np.testing.assert_allclose(got.predict_interval(X), want.predict_interval(X), atol=2e-3)


def test_small_weights_compare_rows():
    X, y, w = rows(seed=6)
    a = NVSDRegressor().fit(X, y, sample_weight=w / 1e6).predict(X)
    b = NVSDRegressor().fit(X, y, sample_weight=w / 1e9).predict(X)
    np.testing.assert_allclose(a, b, atol=1e-4)


@pytest.mark.parametrize("estimator", [NVSDRegressor(), DerivativePenaltyRegressor()])
def test_what_is_no_weight(estimator):
    X, y, w = rows()
    for bad, words in [(-w, "egative"), (np.zeros(len(y)), "zero|weight 0"), (w[1:], "sample_weight"), (np.where(w == 1, np.nan, w), "NaN")]:
        with pytest.raises(ValueError, match=words):
            estimator.fit(X, y, sample_weight=bad)
