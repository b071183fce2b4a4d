"""Runs of ``nvsd-kernel select``, and what the estimators over it share."""

from __future__ import annotations

import json
import numbers
import os
import tempfile
import warnings

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from ._command import run
from ._function import Process, evaluate
from ._table import categorical, check_inputs, check_weights, counts_of, in_pandas, input_names, is_frame, listed, suspects, target_name, write_csv


class Procedure:
    """What estimators share whose ``fit`` is the procedure of ``nvsd-kernel select``."""

    def __init__(self, criterion="loo", *, categorical_features="from_dtype", n_permutations=0, random_state=1, min_features=0):
        self.criterion = criterion
        self.categorical_features = categorical_features
        self.n_permutations = n_permutations
        self.random_state = random_state
        self.min_features = min_features

    def _select(self, X, check, groups, times, sample_weight):
        """Run the procedure, once for each target that ``check`` returns in a list, and set the attributes that all estimators have."""
        categories = categorical(X, self.categorical_features)
        table = check_inputs(self, X, categories, reset=True)
        targets = check()
        check_consistent_length(table.columns[0], targets[0])
        if not (isinstance(self.min_features, numbers.Integral) and 0 <= self.min_features <= self.n_features_in_):
            raise ValueError(f"min_features is {self.min_features!r}: it must be a whole number from 0 to the number of columns, {self.n_features_in_}")
        names = input_names(self)
        chosen = isinstance(self.categorical_features, str) and is_frame(X)
        told = suspects(X, categories, table, names) if chosen else []
        for words in told:
            warnings.warn(words, UserWarning, stacklevel=3)
        weights = check_weights(sample_weight, targets[0])
        self._runs = [self._run(names, table, categories, y, groups, times, weights) for y in targets]
        self._categories = categories
        self._rank()
        added = self._fill()
        if added:
            told.append(f"{listed([names[k] for k in added], 'is', 'are')} kept by min_features, and not selected: predict does not use what was not selected")
            warnings.warn(told[-1], UserWarning, stacklevel=3)
        self.found_ = any(own.answer["found"] for own in self._runs)
        self.warnings_ = told + list(dict.fromkeys(words for own in self._runs for words in in_pandas(own.answer["warnings"])))

    def _run(self, names, table, categories, y, groups, times, weights):
        target = target_name(names)
        others, flags = _together(groups, times, len(y), [*names, target])
        if weights is not None:
            weight = target_name([*names, target, *others])
            others[weight], flags = weights.tolist(), [*flags, "--weight", weight]
        with tempfile.TemporaryDirectory(prefix="nvsd-") as folder:
            write_csv(os.path.join(folder, "X.csv"), names, table, target, y, others)
            flags = [f"--factor={_quoted(names[k])}" for k in categories] + self._target_flags() + flags
            run("select", "X.csv", "--target", target, "--criterion", str(self.criterion), "--null", str(self.n_permutations), "--seed", str(self._seed()),
                "--out", "answer.json", "--model", "model.json", "--keep=", "--quiet", *flags, folder=folder)  # fmt: skip
            with open(os.path.join(folder, "answer.json"), encoding="utf-8") as file:
                answer = json.load(file)
            with open(os.path.join(folder, "model.json"), encoding="utf-8") as file:
                model = json.load(file)["model"]
        counts = None if weights is None else counts_of(weights[weights > 0])
        return Run(answer, model, names, categories, float(np.average(y, weights=weights)), answer["n"] if counts is None else counts.sum())

    def _target_flags(self):
        return []

    def _rank(self):
        """Set the scores and the ranking, of several runs by the largest score."""
        scores = np.array([own.scores for own in self._runs])
        selected = np.array([own.support for own in self._runs])
        self.support_ = selected.any(axis=0)
        self.derivative_norms_ = np.where(selected, scores, 0).max(axis=0)
        self.scores_ = scores[0]
        if len(scores) > 1:  # the scores of what a run has not selected give their order alone
            places = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1).min(axis=0)
            least = self.derivative_norms_[self.support_].min(initial=scores.max())
            self.scores_ = np.where(self.support_, self.derivative_norms_, least / (2 + places))
        self.ranking_ = np.empty(len(self.scores_), dtype=int)
        self.ranking_[np.argsort(-self.scores_, kind="stable")] = np.arange(1, len(self.scores_) + 1)

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

    def _table(self, X):
        """Check the rows of X, and return their columns."""
        check_is_fitted(self)
        return check_inputs(self, X, self._categories, reset=False)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


class Run:
    """What the program has found of one target.

    Parameters
    ----------
    answer : dict
        The answer, as the program writes it.
    model : dict
        The model that predicts.
    names : list of str
        The names of the columns.
    categories : list of int
        The positions of the categorical ones.
    mean : float
        The mean of the target.
    count : float
        How many observations there are.
    """

    def __init__(self, answer, model, names, categories, mean, count):
        # The inputs of the program are the columns; a model has in place of a categorical one its levels. Of a
        # large table it has some of the inputs, in their order.
        own = {c["name"]: c for c in model["train"].get("categories") or []}
        known = {*own, *model["train"]["names"]}
        self.names = names
        self.columns = [k for k, name in enumerate(names) if name in known]
        self.levels = {k: (set(), []) for k in categories}
        for k in categories:
            if names[k] in own:
                category = own[names[k]]
                levels = category["levels"]
                coded = levels[-len(category["columns"]) :]  # of two levels the first has no column of its own
                self.levels[k] = (set(levels), coded)
        scores = dict(zip(answer["inputs"], answer["scores"]))
        self.support = np.isin(names, answer["selected"])
        self.scores = np.array([scores[name] for name in names])
        self.answer, self.mean, self.count = answer, mean, count
        self.loss = model["spec"].get("loss", "square")
        self.function = Function(model) if answer["found"] else None

    def values(self, table):
        """Return the values of the function at the rows of a table; nothing found is the mean."""
        if self.function is None:
            return np.full(len(table), self.mean)
        return self.function(self.inputs(table))

    def variance(self, table):
        """Return the variance of the prediction at each row, where the scale of the process is 1."""
        if self.function is None:
            return np.full(len(table), 1 / self.count)
        return self.function.variance(self.inputs(table))

    def inputs(self, table):
        """Return the inputs of the program: numbers, and 0 or 1 for each level."""
        inputs = []
        for k in self.columns:
            column = table.columns[k]
            if k not in self.levels:
                inputs.append(column)
                continue
            known, coded = self.levels[k]
            if self.support[k]:  # only what is selected is in the function
                unknown = sorted(set(column) - known)
                if unknown:
                    raise ValueError(f"column {self.names[k]!r} has the category {unknown[0]!r}, which was not in the training table")
            inputs += [(column == level).astype(np.float64) for level in coded]
        return np.column_stack(inputs)


class Function:
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
