"""What people would use instead of `nvsd-kernel select`, from the package index.

Each method takes X, y, Xt and returns an Answer. The packages are imported when a method is
asked for, so that a benchmark of some needs only theirs. Inputs and target are
standardised for methods that expect it. Seconds are those of the fit, the scores and the
predictions, in process: the start of the interpreter and the imports are not counted.
"""

import contextlib
import dataclasses
import io
import typing

import numpy as np


@dataclasses.dataclass
class Answer:
    scores: np.ndarray  # one an input, larger is more relevant
    selected: list | None = None  # the method's own choice of inputs, where it makes one
    predictions: np.ndarray | None = None  # at Xt
    nothing: bool | None = None  # whether it says that nothing is worth more than the mean
    seconds: float | None = None  # of the whole process, where it is one
    notes: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Method:
    run: typing.Callable  # (X, y, Xt) -> Answer; of this project's methods (binary, X, y, Xt)
    title: str
    package: str  # that it comes from; "" for this project's program
    extra: bool = False  # only measured where it is asked for by name


def standardised(x, xt):
    mean, sd = x.mean(axis=0), x.std(axis=0)
    sd = np.where(sd > 0, sd, 1)
    return (x - mean) / sd, (xt - mean) / sd


def gaussian_process(x, y, xt):
    """A width per input by marginal likelihood, from three starts; scores are inverse widths.
    The first start has widths of a typical distance: with widths of 1, as in scikit-learn's
    examples, 50 inputs are nothing but noise to it."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    z, zt = standardised(x, xt)
    kernel = ConstantKernel(1.0) * RBF(np.full(x.shape[1], np.sqrt(x.shape[1])), (1e-2, 1e3)) + WhiteKernel(0.1, (1e-6, 1e1))
    model = GaussianProcessRegressor(kernel, normalize_y=True, n_restarts_optimizer=2, random_state=0).fit(z, y)
    return Answer(1 / model.kernel_.k1.k2.length_scale, predictions=model.predict(zt))


def permuted(model, x, y, xt):
    """Permutation importance on the training rows; those are chosen that are above zero by
    two standard deviations, as in scikit-learn's guide."""
    from sklearn.inspection import permutation_importance

    model.fit(x, y)
    found = permutation_importance(model, x, y, n_repeats=5, random_state=0)
    selected = np.flatnonzero(found.importances_mean - 2 * found.importances_std > 0)
    return Answer(found.importances_mean, selected.tolist(), model.predict(xt))


def boosting(x, y, xt):
    from sklearn.ensemble import GradientBoostingRegressor

    return permuted(GradientBoostingRegressor(random_state=0), x, y, xt)


def boosting_held_out(x, y, xt):
    """Permutation importance on the held-out rows of five folds, averaged."""
    from sklearn.ensemble import GradientBoostingRegressor
    from sklearn.inspection import permutation_importance
    from sklearn.model_selection import KFold

    found = []
    for train, held in KFold(5, shuffle=True, random_state=0).split(x):
        model = GradientBoostingRegressor(random_state=0).fit(x[train], y[train])
        found.append(permutation_importance(model, x[held], y[held], n_repeats=5, random_state=0).importances)
    found = np.hstack(found)
    mean = found.mean(axis=1)
    selected = np.flatnonzero(mean - 2 * found.std(axis=1) > 0)
    predictions = GradientBoostingRegressor(random_state=0).fit(x, y).predict(xt)
    return Answer(mean, selected.tolist(), predictions)


def lightgbm(x, y, xt):
    """Up to 500 trees, which end with the error on a fifth of the rows; ten permutations of each input on that fifth."""
    import lightgbm as lgb
    from sklearn.inspection import permutation_importance

    held = np.random.default_rng(0).permutation(len(y))[: len(y) // 5]
    rest = np.setdiff1d(np.arange(len(y)), held)
    model = lgb.LGBMRegressor(n_estimators=500, random_state=0, verbosity=-1)
    model.fit(x[rest], y[rest], eval_set=[(x[held], y[held])], callbacks=[lgb.early_stopping(20, verbose=False)])
    found = permutation_importance(model, x[held], y[held], n_repeats=10, random_state=0)
    selected = np.flatnonzero(found.importances_mean - 2 * found.importances_std > 0)
    return Answer(found.importances_mean, selected.tolist(), model.predict(xt))


def forest(x, y, xt):
    from sklearn.ensemble import RandomForestRegressor

    return permuted(RandomForestRegressor(random_state=0), x, y, xt)


def mutual_information(x, y, xt):
    from sklearn.feature_selection import mutual_info_regression

    return Answer(mutual_info_regression(x, y, random_state=0))


def lasso(x, y, xt):
    """The weight by five folds; scores are absolute coefficients of standardised inputs."""
    from sklearn.linear_model import LassoCV

    z, zt = standardised(x, xt)
    model = LassoCV(cv=5, random_state=0).fit(z, y)
    selected = np.flatnonzero(model.coef_)
    return Answer(np.abs(model.coef_), selected.tolist(), model.predict(zt), nothing=len(selected) == 0)


def hsic_lasso(x, y, xt):
    """pyHSICLasso asked for ten inputs, its default in the guide; scores are its weights."""
    from pyHSICLasso import HSICLasso

    names = [f"x{a}" for a in range(x.shape[1])]
    model = HSICLasso()
    with contextlib.redirect_stdout(io.StringIO()):
        model.input(x.copy(), y.copy(), featname=names)
        model.regression(10, B=0, n_jobs=1)
    scores = np.zeros(x.shape[1])
    scores[model.get_index()] = model.get_index_score()
    return Answer(scores)


METHODS = {
    "gp": Method(gaussian_process, "Gaussian process, a width per input", "scikit-learn"),
    "boosting": Method(boosting, "gradient boosting, permutation", "scikit-learn"),
    "boosting-cv": Method(boosting_held_out, "gradient boosting, permutation held out", "scikit-learn"),
    "lightgbm": Method(lightgbm, "LightGBM, permutation held out", "lightgbm", extra=True),
    "forest": Method(forest, "random forest, permutation", "scikit-learn"),
    "mi": Method(mutual_information, "mutual information", "scikit-learn"),
    "lasso": Method(lasso, "lasso, five folds", "scikit-learn"),
    "hsic": Method(hsic_lasso, "HSIC Lasso", "pyHSICLasso"),
}
