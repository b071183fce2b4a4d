"""What the estimators share: they select and rank their columns."""

from __future__ import annotations

from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted


class Selecting(SelectorMixin):
    """An estimator whose ``fit`` sets ``support_`` and ``derivative_norms_``."""

    @property
    def feature_importances_(self):
        """``derivative_norms_``, by the name that ``SelectFromModel`` and ``RFE`` of scikit-learn look for."""
        check_is_fitted(self)
        return self.derivative_norms_

    def _get_support_mask(self):
        check_is_fitted(self)
        return self.support_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags


class SelectingRegressor(Selecting, RegressorMixin, BaseEstimator):
    """A regressor that selects."""


class SelectingClassifier(Selecting, ClassifierMixin, BaseEstimator):
    """A classifier that selects."""
