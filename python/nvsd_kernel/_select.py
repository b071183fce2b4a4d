"""A scikit-learn estimator over ``nvsd-kernel select``."""

from __future__ import annotations

import json
import numbers
import os
import tempfile
import warnings

import numpy as np
from scipy.stats import t as student
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from ._command import run
from ._function import Process, evaluate
from ._selector import SelectingRegressor
from ._table import categorical, check_inputs, check_target, check_weights, counts_of, in_pandas, input_names, is_frame, listed, suspects, target_name, write_csv


class NVSDRegressor(SelectingRegressor):
    """Select the inputs on which a target depends, and predict it.

    A path of fits that are penalised by the size of their partial derivatives proposes sets of inputs.
    The evidence (the marginal likelihood of a Gaussian process) chooses among them, with a width for
    each input. This is the procedure of ``nvsd-kernel select``. Its answer has no inputs if no input is
    worth more than the mean of the target; the mean is then predicted.

    Parameters
    ----------
    criterion : {"loo", "cv"}, default="loo"
        The error by which sets of inputs are compared: leaving one row out, or five folds.
    categorical_features : {"from_dtype"}, None, or list, default="from_dtype"
        The columns that hold categories: names, positions or a mask. "from_dtype" takes the columns of
        a DataFrame that hold texts or categories; one of objects that all are numbers holds numbers. With
        None all are numbers, and texts are read as such. A categorical column is one input.
    n_permutations : int, default=0
        The number of runs with a permuted target that the answer is compared with. 20 tell the level 0.05,
        and take 20 times as long.
    random_state : int, RandomState instance or None, default=1
        The seed of folds and permutations. It changes nothing with "loo" and without permutations.
    min_features : int, default=0
        The least number of columns that ``transform`` and ``get_support`` keep, for a pipeline that needs some. If fewer
        are found, the next of ``ranking_`` are kept too, with a warning that names them. ``predict`` does not use those: no
        function of them was found to be worth more than chance.

    Attributes
    ----------
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        The names of the columns, if all are texts.
    support_ : ndarray of bool, shape (n_features_in_,)
        Which columns are kept: those that are selected, and those that ``min_features`` adds.
    ranking_ : ndarray of int, shape (n_features_in_,)
        The rank of each column by its score, 1 for the largest. Unlike those of RFE, the selected columns
        have different ranks.
    scores_ : ndarray of shape (n_features_in_,)
        The score of each column. The scores of columns that
        are not selected only give their order.
    derivative_norms_ : ndarray of shape (n_features_in_,)
        What takes the place of coefficients: for a selected column the root mean square of the derivative of
        the prediction by it, times its standard deviation, in units of the target; 0 for the others.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The same numbers, by the name that scikit-learn's selectors look for.
    found_ : bool
        Whether the selected inputs are worth more than the mean.
    answer_ : dict
        The whole answer of ``nvsd-kernel select``; docs/select.md states its fields.
    warnings_ : list of str
        Sentences to read before using the answer.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from nvsd_kernel import NVSDRegressor
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> model = NVSDRegressor().fit(X, y)
    >>> list(model.get_feature_names_out())
    ['sex', 'bmi', 'bp', 's3', 's5']
    """

    def __init__(self, criterion="loo", *, categorical_features="from_dtype", n_permutations=0, random_state=1, min_features=0):
        self.criterion = criterion
        self.categorical_features = categorical_features
        self.n_permutations = n_permutations
        self.random_state = random_state
        self.min_features = min_features

    def fit(self, X, y, groups=None, times=None, sample_weight=None):
        """Run the procedure.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs. Missing values are refused.
        y : array-like of shape (n_samples,)
            The target.
        groups : array-like of shape (n_samples,), optional
            Labels of rows that belong together, such as the subject of each. They are left out and held out together.
        times : array-like of shape (n_samples,), optional
            Numbers that order the rows in time. Later spans of it are predicted from earlier ones. Not with ``groups``.
        sample_weight : array-like of shape (n_samples,), optional
            Weights of the rows. 2 is the row twice, and 0 leaves it out.

        Returns
        -------
        self : NVSDRegressor

        Raises
        ------
        CommandError
            If the program refuses the table; a ValueError with its words.
        """
        categories = categorical(X, self.categorical_features)
        table = check_inputs(self, X, categories, reset=True)
        y = check_target(self, y)
        check_consistent_length(table.columns[0], y)
        if not (isinstance(self.min_features, numbers.Integral) and 0 <= self.min_features <= self.n_features_in_):
            raise ValueError(f"min_features is {self.min_features!r}: it must be a whole number from 0 to the number of columns, {self.n_features_in_}")
        names = input_names(self)
        chosen = isinstance(self.categorical_features, str) and is_frame(X)
        told = suspects(X, categories, table, names) if chosen else []
        for words in told:
            warnings.warn(words, UserWarning, stacklevel=2)
        target = target_name(names)
        others, flags = _together(groups, times, len(y), [*names, target])
        weights = check_weights(sample_weight, y)
        if weights is not None:
            weight = target_name([*names, target, *others])
            others[weight], flags = weights.tolist(), [*flags, "--weight", weight]
        with tempfile.TemporaryDirectory(prefix="nvsd-") as folder:
            write_csv(os.path.join(folder, "X.csv"), names, table, target, y, others)
            flags = [f"--factor={_quoted(names[k])}" for k in categories] + flags
            run("select", "X.csv", "--target", target, "--criterion", str(self.criterion), "--null", str(self.n_permutations), "--seed", str(self._seed()),
                "--out", "answer.json", "--model", "model.json", "--keep=", "--quiet", *flags, folder=folder)  # fmt: skip
            with open(os.path.join(folder, "answer.json"), encoding="utf-8") as file:
                answer = json.load(file)
            with open(os.path.join(folder, "model.json"), encoding="utf-8") as file:
                model = json.load(file)["model"]
        self._read(answer, model, names, categories, float(np.average(y, weights=weights)), None if weights is None else counts_of(weights[weights > 0]))
        added = self._fill()
        if added:
            told.append(f"{listed([names[k] for k in added], 'is', 'are')} kept by min_features, and not selected: predict does not use what was not selected")
            warnings.warn(told[-1], UserWarning, stacklevel=2)
        self.warnings_ = told + self.warnings_
        return self

    def _fill(self):
        """Keep the next columns of the ranking if fewer than min_features are selected, and return their positions."""
        missing = max(0, self.min_features - self.support_.sum())
        added = [k for k in np.argsort(self.ranking_) if not self.support_[k]][:missing]
        self.support_[added] = True
        return added

    def _seed(self):
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _read(self, answer, model, names, categories, mean, counts):
        """Take the answer and the model from what the program has written."""
        # The inputs of the program are the columns; a model has in place of a categorical one its levels. Of a
        # large table it has some of the inputs, in their order.
        own = {c["name"]: c for c in model["train"].get("categories") or []}
        known = {*own, *model["train"]["names"]}
        self._columns = [k for k, name in enumerate(names) if name in known]
        self._levels = {k: (set(), []) for k in categories}
        for k in categories:
            if names[k] in own:
                category = own[names[k]]
                levels = category["levels"]
                coded = levels[-len(category["columns"]) :]  # of two levels the first has no column of its own
                self._levels[k] = (set(levels), coded)
        scores = dict(zip(answer["inputs"], answer["scores"]))
        self.support_ = np.isin(names, answer["selected"])
        self.scores_ = np.array([scores[name] for name in names])
        self.derivative_norms_ = np.where(self.support_, self.scores_, 0)
        self.ranking_ = np.empty(len(names), dtype=int)
        self.ranking_[np.argsort(-self.scores_, kind="stable")] = np.arange(1, len(names) + 1)
        self.found_, self.answer_, self.warnings_ = answer["found"], answer, in_pandas(answer["warnings"])
        self._function = _Function(model) if answer["found"] else None
        self._count = answer["n"] if counts is None else counts.sum()
        self._mean = mean

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
        table = check_inputs(self, X, sorted(self._levels), reset=False)
        if self._function is None:
            return np.full(len(table), self._mean)
        return self._function(self._inputs(table))

    def predict_interval(self, X, level=0.9):
        """Predict intervals that have the target of a new row with probability ``level``; without the program.

        They are those of ``nvsd-kernel select``: of a Gaussian process with the widths found, and noise of one
        size without heavy tails. If nothing was found, they are those of the mean.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs, with the columns of ``fit``.
        level : float, default=0.9
            The probability, from 0.5 to below 1.

        Returns
        -------
        ndarray of shape (n_samples, 2)
            The lower and the upper end of each interval; infinite if all training rows are one observation.
        """
        check_is_fitted(self)
        if not 0.5 <= level < 1:
            raise ValueError(f"level is {level!r}: it is the probability that an interval has the target, from 0.5 to below 1")
        values, posterior = self.predict(X), self.answer_["posterior"]
        if posterior is None:
            half = np.full(len(values), np.inf)
        else:
            half = student.ppf((1 + level) / 2, posterior["freedom"]) * np.sqrt(posterior["scale"] * self._variance(X) + posterior["noise"])
        return np.column_stack([values - half, values + half])

    def _variance(self, X):
        """The variance of the prediction at each row, where the scale of the process is 1."""
        if self._function is None:
            return 1 / self._count
        return self._function.variance(self._inputs(check_inputs(self, X, sorted(self._levels), reset=False)))

    def _inputs(self, table):
        """The inputs of the program: numbers, and 0 or 1 for each level."""
        inputs = []
        for k in self._columns:
            column = table.columns[k]
            if k not in self._levels:
                inputs.append(column)
                continue
            known, coded = self._levels[k]
            if self.derivative_norms_[k] > 0:  # only what is selected is in the function
                unknown = sorted(set(column) - known)
                if unknown:
                    raise ValueError(f"column {input_names(self)[k]!r} has the category {unknown[0]!r}, which was not in the training table")
            inputs += [(column == level).astype(np.float64) for level in coded]
        return np.column_stack(inputs)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


class _Function:
    """The prediction of a saved model."""

    def __init__(self, model):
        function, scaling = model["function"], model["scaling"]
        self.use = np.array(function["use"])
        self.shift, self.scale = np.array(scaling["shift"])[self.use], np.array(scaling["scale"])[self.use]
        self.kernel = _restricted(model["kernel"], self.use)
        self.alpha, self.intercept = np.array(function["alpha"]), function["intercept"]
        self.B = np.array(function["b"])[:, self.use] if function.get("b") else None
        self.rows = self._scaled(np.array(model["train"]["x"]))
        self.weights = counts_of(model["train"].get("weights"))
        self.noise = (len(self.rows) if self.weights is None else self.weights.sum()) * model["ridge_nu"]
        self.process = None  # what intervals need, and predictions do not

    def _scaled(self, X):
        return (X[:, self.use] - self.shift) / self.scale

    def variance(self, X):
        if self.process is None:
            self.process = Process(self.kernel, self.rows, self.noise, self.weights)
        return self.process.variance(self._scaled(X))

    def __call__(self, X):
        return self.intercept + evaluate(self.kernel, self.rows, self.alpha, self.B, self._scaled(X))


def _restricted(kernel, use):
    """The kernel on the inputs in use. The others are 0 in all rows, so that they have no part in it."""
    if kernel["kind"] != "ard":
        return kernel
    return {**kernel, "widths": [w for w, used in zip(kernel["widths"], use) if used]}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _together(groups, times, rows, names):
    """Return the column that says which rows belong together, as the program reads it, by a name that is none of those, and its flag."""
    if groups is None and times is None:
        return {}, []
    if groups is not None and times is not None:
        raise ValueError("groups and times are both given: rows are held out by one of them")
    flag, values = ("--group", groups) if times is None else ("--time", times)
    values = np.asarray(values)
    if values.shape != (rows,):
        raise ValueError(f"{flag[2:]}s has the shape {values.shape}: one label is needed for each of the {rows} rows")
    if values.dtype.kind == "M":
        values = values.astype("datetime64[us]").astype(np.int64) / 1e6
    column = target_name(names)
    return {column: values.tolist()}, [flag, column]
