"""scikit-learn estimators over ``nvsd-kernel select``."""

from __future__ import annotations

import numpy as np
from scipy.special import expit, softmax
from scipy.stats import t as student
from sklearn.utils.validation import check_is_fitted

from ._procedure import Procedure
from ._selector import SelectingClassifier, SelectingRegressor
from ._table import check_classes, check_target


class NVSDRegressor(Procedure, SelectingRegressor):
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
    dates : list, default=None
        The columns that hold dates: names, positions or a mask. The program makes inputs of each: days since the first date, sine and
        cosine of the time of the year, the day of the week, and sine and cosine of the time of day, as far as the dates of ``fit`` show
        them. ``answer_["dates"]`` names them. What is told of a column of dates is told of the largest of its inputs. Times with a
        zone are taken in UTC.
    knockoffs : float, default=None
        The false discovery rate, between 0 and 1, of ``discoveries_``: inputs that are found beside knockoffs, in 10 draws, each with a fit of
        its own. It is for at most 600 rows, and not with groups, times, weights, ``dates`` and more than two classes.
    interactions : bool, default=False
        Whether to set ``interactions_``.

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
    discoveries_ : ndarray of bool, shape (n_features_in_,)
        With ``knockoffs``, which columns are found beside knockoffs. ``answer_["knockoffs"]`` has their evidence.
    interactions_ : list of dict
        With ``interactions``, each pair of selected inputs: their ``inputs``, the ``norm`` of the mixed second derivative per standard deviation
        of both, the largest first, and the ends ``low`` and ``high`` of an interval of level 0.9, None without one.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from nvsd_kernel import NVSDRegressor
    >>> X, y = load_diabetes(return_X_y=True, as_frame=True)
    >>> model = NVSDRegressor().fit(X, y)
    >>> list(model.get_feature_names_out())
    ['sex', 'bmi', 'bp', 's3', 's5']
    """

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
        self._select(X, lambda: [check_target(self, y)], groups, times, sample_weight)
        self.answer_ = self._runs[0].answer
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
        table = self._table(X)
        return self._runs[0].values(table)

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
        table = self._table(X)
        values, posterior = self._runs[0].values(table), self.answer_["posterior"]
        if posterior is None:
            half = np.full(len(values), np.inf)
        else:
            half = student.ppf((1 + level) / 2, posterior["freedom"]) * np.sqrt(posterior["scale"] * self._runs[0].variance(table) + posterior["noise"])
        return np.column_stack([values - half, values + half])


class NVSDClassifier(Procedure, SelectingClassifier):
    """Select the inputs on which a class depends, and predict its probability.

    The inputs and their widths are those that :class:`NVSDRegressor` finds for the codes -1 and 1 of two classes. With them the log-odds of
    the class are fitted by kernel logistic regression, whose ridge has the least log-loss leaving out each row. This is
    the procedure of ``nvsd-kernel select``. Where no input is worth more than the frequencies of the classes, these are predicted.
    Three classes or more share inputs and widths, which the evidence of all codes together chooses, and the loss is the multinomial one.
    With ``groups``, ``times``, another criterion, permutations or interactions each class is told from the others instead: an input counts if one of them needs it, and the probabilities are divided by their sum.

    Parameters
    ----------
    criterion, categorical_features, n_permutations, random_state, min_features, dates, knockoffs, interactions
        As for :class:`NVSDRegressor`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, sorted.
    n_features_in_, feature_names_in_, support_, ranking_, found_, warnings_
        As for :class:`NVSDRegressor`.
    scores_, derivative_norms_, feature_importances_ : ndarray of shape (n_features_in_,)
        As for :class:`NVSDRegressor`, of the function of least squares that selects: the norms are in units of the codes. Of classes that share
        inputs they are the roots of the sums of squares over the codes 0 and 1, and of classes that do not, the largest norms.
    discoveries_ : ndarray of bool, shape (n_features_in_,)
        As for :class:`NVSDRegressor`.
    interactions_ : list of dict
        As for :class:`NVSDRegressor`, of the log-odds and without intervals; of several classes the largest norm of each pair.
    answer_ : dict or list of dict
        The whole answer of ``nvsd-kernel select``; one for each class if each is told from the others.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from nvsd_kernel import NVSDClassifier
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> model = NVSDClassifier().fit(X[:300], y[:300])
    >>> model.predict_proba(X[300:]).shape
    (269, 2)
    """

    def fit(self, X, y, groups=None, times=None, sample_weight=None):
        """Run the procedure.

        Parameters
        ----------
        X, groups, times, sample_weight
            As for :class:`NVSDRegressor`.
        y : array-like of shape (n_samples,)
            The classes: texts, numbers or booleans.

        Returns
        -------
        self : NVSDClassifier

        Raises
        ------
        CommandError
            If the program refuses the table; a ValueError with its words.
        """
        self._shared = groups is None and times is None and self.criterion == "loo" and self.n_permutations == 0 and self.knockoffs is None and not self.interactions
        self._select(X, lambda: self._codes(check_classes(self, y)), groups, times, sample_weight)
        answers = [own.answer for own in self._runs]
        self.answer_ = answers if len(answers) > 1 else answers[0]
        return self

    def _codes(self, y):
        """Set the classes, and return the codes of each target: the numbers of classes that share inputs, or else -1 for the first of two classes, and for all others of several."""
        self.classes_ = np.unique(y)
        if len(self.classes_) < 2:
            raise ValueError(f"the target has one class, {self.classes_.tolist()[0]!r}: at least two classes are needed, so that there is something to tell apart")
        if len(self.classes_) > _MOST_CLASSES:
            raise ValueError(f"the target has {len(self.classes_)} classes, and at most {_MOST_CLASSES} are taken: join some of them. If y is a number, take NVSDRegressor")
        numbers = np.searchsorted(self.classes_, y)
        self._shared = self._shared and len(self.classes_) > 2
        if self._shared:
            return [numbers]
        targets = self.classes_[1:] if len(self.classes_) == 2 else self.classes_
        return [np.where(y == label, 1, -1) for label in targets]

    def _target_flags(self):
        return ["--classes=" + (",".join(str(k) for k in range(len(self.classes_))) if self._shared else "-1,1")]

    def predict_proba(self, X):
        """Predict the probability of each class; without the program, by NumPy.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs, with the columns of ``fit``.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        table = self._table(X)
        if self._shared:
            return softmax(self._runs[0].values(table), axis=1)
        parts = [_probabilities(own, table) for own in self._runs]
        if len(parts) == 1:
            return parts[0]
        together = np.column_stack([part[:, 1] for part in parts])
        return together / together.sum(axis=1, keepdims=True)

    def predict(self, X):
        """Predict the likeliest class.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The inputs, with the columns of ``fit``.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        check_is_fitted(self)
        return self.classes_[np.argmax(self.predict_proba(X), axis=1)]


_MOST_CLASSES = 30


def _probabilities(own, table):
    """The probabilities of -1 and of 1 of a run. A function of squares is the mean of the codes."""
    values = own.values(table)
    if own.function is not None and own.loss == "logistic":
        return expit(np.column_stack([-values, values]))
    p = np.clip((1 + values) / 2, 1e-6, 1 - 1e-6)
    return np.column_stack([1 - p, p])
