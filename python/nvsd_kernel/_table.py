"""Tables of estimators: numbers and categories of arrays and data frames, and the file of them."""

from __future__ import annotations

import csv

import numpy as np
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_array, validate_data


def is_frame(X) -> bool:
    """Report whether X is a DataFrame of pandas or polars, without importing them."""
    return hasattr(X, "columns") and hasattr(X, "dtypes") and (hasattr(X, "iloc") or hasattr(X, "get_column"))


def categorical(X, choice) -> list[int]:
    """Return the positions of the categorical columns of X.

    Parameters
    ----------
    X : array-like or DataFrame
        The inputs.
    choice : {"from_dtype"}, None, or a list of names, positions or booleans
        "from_dtype" takes the columns of a DataFrame that hold texts or categories.
    """
    if choice is None:
        return []
    if isinstance(choice, str) and choice == "from_dtype":
        return [k for k, dtype in enumerate(X.dtypes) if _holds_categories(dtype)] if is_frame(X) else []
    if isinstance(choice, str) or not hasattr(choice, "__iter__"):
        raise ValueError(f"categorical_features is {choice!r}: it must be 'from_dtype', None or a list of columns")
    choice = list(choice)
    width = X.shape[1] if hasattr(X, "shape") else len(X[0])
    if choice and all(isinstance(c, (bool, np.bool_)) for c in choice):
        if len(choice) != width:
            raise ValueError(f"categorical_features has {len(choice)} booleans for {width} columns")
        return [k for k, c in enumerate(choice) if c]
    names = list(X.columns) if is_frame(X) else []
    positions = []
    for c in choice:
        if isinstance(c, str):
            if c not in names:
                raise ValueError(f"categorical_features names {c!r}, which is no column of X")
            c = names.index(c)
        if not 0 <= c < width:
            raise ValueError(f"categorical_features has {c}: X has the columns 0 to {width - 1}")
        positions.append(int(c))
    return sorted(set(positions))


def _holds_categories(dtype) -> bool:
    name = str(dtype).lower()  # pandas: category, str, string[pyarrow]; polars: String, Categorical, Enum(...)
    return getattr(dtype, "kind", "-") in "OUS" or name == "str" or name.startswith(("categor", "string", "large_string", "dictionary", "enum"))


class Columns:
    """The checked columns of a table: arrays of float64, and of texts for categories."""

    def __init__(self, columns: list[np.ndarray], categories: list[int]):
        self.columns, self.categories = columns, categories

    def __len__(self) -> int:
        return len(self.columns[0])


def check_inputs(estimator, X, categories: list[int], *, reset: bool) -> Columns:
    """Check X as scikit-learn does, and return its columns.

    With ``reset``, the names and the number of the columns are kept in the estimator; otherwise X
    must have the same. Missing values are refused.
    """
    if not categories:
        X = validate_data(estimator, X, reset=reset, dtype=np.float64, ensure_min_samples=2 if reset else 1)
        return Columns(list(X.T), [])
    if not is_frame(X):
        X = check_array(X, dtype=object, ensure_all_finite=False, input_name="X")
    _check_feature_names(estimator, X, reset=reset)
    _check_n_features(estimator, X, reset=reset)
    numeric = [k for k in range(X.shape[1]) if k not in categories]
    columns: list = [None] * X.shape[1]
    take = (lambda k: X.iloc[:, k]) if hasattr(X, "iloc") else (lambda k: X[:, k])
    for k in numeric:
        columns[k] = check_array(np.asarray(take(k)).reshape(-1, 1), dtype=np.float64, input_name="X", ensure_min_samples=2 if reset else 1)[:, 0]
    for k in categories:
        values = np.asarray(take(k), dtype=object)
        missing = [i for i, v in enumerate(values) if _is_missing(v)]
        if missing:
            raise ValueError(f"Input X contains NaN: column {_name(estimator, k)!r}, row {missing[0]}, has no category. Missing categories may be named, as in X.fillna('unknown')")
        columns[k] = np.array([as_cell(_text(v)) for v in values], dtype=object)
    return Columns(columns, categories)


def _is_missing(v) -> bool:
    return v is None or not isinstance(v, str) and str(v).lower() in ("nan", "nat", "<na>")


def _text(v) -> str:
    """The text of a category; 2.0 and 2 are the same one."""
    return str(int(v)) if isinstance(v, (float, np.floating)) and float(v).is_integer() else str(v)


# The cells that the program takes for missing ones, in small letters.
_MISSING = {"", "na", "n/a", "nan", "null", "none", "nil", "?", "-", "."}


def as_cell(text: str) -> str:
    """Return a text that the program reads as it is.

    A text that it would trim, or take for a missing cell, becomes one in quotation marks. Different texts
    stay different.
    """
    if text.strip() == text and text.isprintable() and text.lower() not in _MISSING and text[0] not in "'\"":
        return text
    return repr(text)


def _name(estimator, k):
    return estimator.feature_names_in_[k] if hasattr(estimator, "feature_names_in_") else f"x{k}"


def input_names(estimator) -> list[str]:
    """Return the names of the columns for the program, x0, x1, ... if X has none."""
    return [as_cell(str(_name(estimator, k))) for k in range(estimator.n_features_in_)]


def target_name(names: list[str]) -> str:
    """Return a name for the target that no input has."""
    name = "y"
    while name in names:
        name += "_"
    return name


def write_csv(path: str, names: list[str], table: Columns, target: str, y: np.ndarray) -> None:
    """Write the table as a file of comma-separated values, in which every number keeps all its digits."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow([*names, target])
        out.writerows(zip(*(column.tolist() for column in table.columns), y.tolist()))
