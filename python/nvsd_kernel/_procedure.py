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
from ._dates import part_of
from ._table import categorical, check_inputs, check_weights, counts_of, in_pandas, input_names, is_frame, listed, positions, suspects, target_name, write_csv


class Procedure:
    """What estimators share whose ``fit`` is the procedure of ``nvsd-kernel select``."""

    def __init__(self, criterion="loo", *, categorical_features="from_dtype", n_permutations=0, random_state=1, min_features=0, dates=None, knockoffs=None, interactions=False):
        self.criterion = criterion
        self.categorical_features = categorical_features
        self.n_permutations = n_permutations
        self.random_state = random_state
        self.min_features = min_features
        self.dates = dates
        self.knockoffs = knockoffs
        self.interactions = interactions

    def _select(self, X, check, groups, times, sample_weight):
        """Run the procedure, once for each target that ``check`` returns in a list, and set the attributes that all estimators have."""
        dates = [] if self.dates is None else positions(X, self.dates, "dates", "None or a list of columns")
        categories = categorical(X, self.categorical_features, dates)
        table = check_inputs(self, X, categories, reset=True, dates=dates)
        targets = check()
        check_consistent_length(table.columns[0], targets[0])
        self._check_knockoffs(len(table), dates, targets, groups, times, sample_weight)
        if not (isinstance(self.min_features, numbers.Integral) and 0 <= self.min_features <= self.n_features_in_):
            raise ValueError(f"min_features is {self.min_features!r}: it must be a whole number from 0 to the number of columns, {self.n_features_in_}")
        names = input_names(self)
        chosen = isinstance(self.categorical_features, str) and is_frame(X)
        told = suspects(X, categories, table, names) if chosen else []
        for words in told:
            warnings.warn(words, UserWarning, stacklevel=3)
        weights = check_weights(sample_weight, targets[0])
        self._runs = [self._run(names, table, categories, dates, y, groups, times, weights) for y in targets]
        self._categories, self._dates = categories, dates
        self._rank()
        told += self._more(names)
        added = self._fill()
        if added:
            told.append(f"{listed([names[k] for k in added], 'is', 'are')} kept by min_features, and not selected: predict does not use what was not selected")
            warnings.warn(told[-1], UserWarning, stacklevel=3)
        self.found_ = any(own.answer["found"] for own in self._runs)
        self.warnings_ = told + list(dict.fromkeys(words for own in self._runs for words in in_pandas(own.answer["warnings"])))

    def _check_knockoffs(self, rows, dates, targets, groups, times, sample_weight):
        """Refuse what there are no knockoffs of."""
        q = self.knockoffs
        if q is None:
            return
        if not (isinstance(q, numbers.Real) and 0 < q < 1):
            raise ValueError(f"knockoffs is {q!r}: it must be None, or the false discovery rate, between 0 and 1")
        for given, words in ((groups is not None, "groups"), (times is not None, "times"), (sample_weight is not None, "sample_weight"), (dates, "dates"), (len(targets) > 1, "more than two classes")):
            if given:
                raise ValueError(f"knockoffs know nothing of {words}: leave one of the two out")
        if rows > _KNOCKOFF_ROWS:
            raise ValueError(f"knockoffs are of at most {_KNOCKOFF_ROWS} rows, and X has {rows}: draw some of them at random, as by X.sample({_KNOCKOFF_ROWS}), or leave knockoffs out")

    def _more(self, names):
        """Set what was asked for beside the inputs, and return and issue the warnings about it."""
        told = []
        if self.knockoffs is not None:
            own = self._runs[0].answer["knockoffs"]
            self.discoveries_ = np.isin(names, own["found"])
            if own["not_drawn"]:
                told.append(f"nothing is said beside knockoffs: {own['not_drawn']}")
                warnings.warn(told[-1], UserWarning, stacklevel=4)
        if self.interactions:
            pairs = {}
            for own in self._runs:  # of several classes the largest norm
                for pair in own.answer["interactions"]["pairs"]:
                    inputs = tuple(pair["inputs"])
                    if tuple(reversed(inputs)) in pairs:
                        inputs = tuple(reversed(inputs))
                    if inputs not in pairs or pairs[inputs]["norm"] < pair["norm"]:
                        pairs[inputs] = {**pair, "inputs": inputs}
            self.interactions_ = sorted(pairs.values(), key=lambda pair: -pair["norm"])
        return told

    def _run(self, names, table, categories, dates, y, groups, times, weights):
        target = target_name(names)
        others, flags = _together(groups, times, len(y), [*names, target])
        if weights is not None:
            weight = target_name([*names, target, *others])
            others[weight], flags = weights.tolist(), [*flags, "--weight", weight]
        with tempfile.TemporaryDirectory(prefix="nvsd-") as folder:
            write_csv(os.path.join(folder, "X.csv"), names, table, target, y, others)
            flags = [f"--factor={_quoted(names[k])}" for k in categories] + [f"--dates={_quoted(names[k])}" for k in dates] + self._target_flags() + flags
            if self.knockoffs is not None:
                flags.append(f"--knockoffs={float(self.knockoffs)!r}")
            if self.interactions:
                flags.append("--interactions")
            run("select", "X.csv", "--target", target, "--criterion", str(self.criterion), "--null", str(self.n_permutations), "--seed", str(self._seed()),
                "--out", "answer.json", "--model", "model.json", "--keep=", "--quiet", *flags, folder=folder)  # fmt: skip
            with open(os.path.join(folder, "answer.json"), encoding="utf-8") as file:
                answer = json.load(file)
            with open(os.path.join(folder, "model.json"), encoding="utf-8") as file:
                model = json.load(file)["model"]
        if "labels" in model:
            return ClassesRun(answer, model, names, categories, dates)
        counts = None if weights is None else counts_of(weights[weights > 0])
        return Run(answer, model, names, categories, dates, float(np.average(y, weights=weights)), answer["n"] if counts is None else counts.sum())

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
        return check_inputs(self, X, self._categories, reset=False, dates=self._dates)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


# The program has knockoffs of as many rows.
_KNOCKOFF_ROWS = 600


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
    categories, dates : list of int
        The positions of the categorical ones, and of those that hold dates.
    mean : float
        The mean of the target.
    count : float
        How many observations there are.
    """

    def __init__(self, answer, model, names, categories, dates, mean, count):
        # The inputs of the program are the columns, and of one of dates the inputs that are made of it; a model has in place of a
        # categorical one its levels. Of a large table it has some of the inputs, in their order.
        train = model["train"]
        own = {c["name"]: c for c in train.get("categories") or []}
        known = {*own, *train["names"]}
        self.parts = []
        for k, name in enumerate(names):
            made_of = [d for d in train.get("dates") or [] if d["column"] == name] if k in dates else [{"name": name}]
            self.parts += [Part(k, made, own.get(made["name"]), made["name"] in answer["selected"]) for made in made_of if made["name"] in known]
        scores = dict(zip(answer["inputs"], answer["scores"]))
        inputs = {name: [name] for name in names}
        for k in dates:
            inputs[names[k]] = []
        for of in answer["dates"]:
            inputs[of["column"]] = [made["input"] for made in of["inputs"]]
        self.support = np.array([any(made in answer["selected"] for made in inputs[name]) for name in names])
        self.scores = np.array([max((scores[made] for made in inputs[name]), default=0.0) for name in names])
        self.names = names
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
        for part in self.parts:
            column = part.of(table.columns[part.column])
            if part.coded is None:
                inputs.append(column)
                continue
            if part.selected:  # only what is selected is in the function
                unknown = sorted(set(column) - part.levels)
                if unknown:
                    raise ValueError(f"column {self.names[part.column]!r} has {part.what} {unknown[0]!r}, which was not in the training table")
            inputs += [(column == level).astype(np.float64) for level in part.coded]
        return np.column_stack(inputs)


class ClassesRun(Run):
    """What the program has found of three classes or more, which share inputs."""

    def __init__(self, answer, model, names, categories, dates):
        super().__init__(answer, model["first"], names, categories, dates, None, None)
        self.intercepts = np.array(model["intercepts"])
        if self.function is not None:
            self.function.alpha, self.function.intercept = np.array(model["alpha"]).T, 0.0

    def values(self, table):
        """Return the functions of the classes at the rows of a table, of which two have the log-odds as their difference."""
        values = np.zeros((len(table), len(self.intercepts))) if self.function is None else self.function(self.inputs(table))
        return self.intercepts + values


class Part:
    """An input of the program, and the column of the table that it is made of.

    Parameters
    ----------
    column : int
        The position of the column.
    made : dict
        How it is made of dates, if the column holds dates.
    category : dict or None
        Its levels, if it is categorical.
    selected : bool
        Whether the function depends on it.
    """

    def __init__(self, column, made, category, selected):
        self.column, self.made, self.selected = column, made, selected
        self.levels, self.coded = (set(category["levels"]), category["levels"][-len(category["columns"]) :]) if category else (None, None)
        self.what = "the day of the week" if "part" in made else "the category"

    def of(self, column):
        """Return the values at the rows of a table."""
        return part_of(column, self.made["part"], self.made["origin"]) if "part" in self.made else column


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
