"""Tables of estimators: numbers and categories of arrays and data frames, and the file of them."""

from __future__ import annotations

import csv
import datetime
import decimal
import numbers
import re

import numpy as np
from sklearn.utils import column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_feature_names, _check_n_features, _check_sample_weight, _check_y, check_array, validate_data

from ._dates import moments, written


def is_frame(X) -> bool:
    """Report whether X is a DataFrame of pandas or polars, without importing them."""
    return hasattr(X, "columns") and hasattr(X, "dtypes") and (hasattr(X, "iloc") or hasattr(X, "get_column"))


def categorical(X, choice, apart=()) -> list[int]:
    """Return the positions of the categorical columns of X.

    Parameters
    ----------
    X : array-like or DataFrame
        The inputs.
    choice : {"from_dtype"}, None, or a list of names, positions or booleans
        "from_dtype" takes the columns of a DataFrame that hold texts or categories.
    apart : list of int
        The positions of columns that are none.
    """
    if choice is None:
        return []
    if isinstance(choice, str) and choice == "from_dtype":
        return [k for k, dtype in enumerate(X.dtypes) if k not in apart and _holds_categories(X, k, dtype)] if is_frame(X) else []
    chosen = positions(X, choice, "categorical_features", "'from_dtype', None or a list of columns")
    both = [k for k in chosen if k in apart]
    if both:
        raise ValueError(f"column {both[0]} is both in categorical_features and in dates")
    return chosen


def positions(X, choice, parameter: str, must: str) -> list[int]:
    """Return the positions of the columns of X that a parameter names."""
    if isinstance(choice, str) or not hasattr(choice, "__iter__"):
        raise ValueError(f"{parameter} is {choice!r}: it must be {must}")
    choice = list(choice)
    width = X.shape[1] if hasattr(X, "shape") else len(X[0])
    if choice and all(isinstance(c, (bool, np.bool_)) for c in choice):
        if len(choice) != width:
            raise ValueError(f"{parameter} has {len(choice)} booleans for {width} columns")
        return [k for k, c in enumerate(choice) if c]
    names = list(X.columns) if is_frame(X) else []
    places = []
    for c in choice:
        if isinstance(c, str):
            if c not in names:
                raise ValueError(f"{parameter} names {c!r}, which is no column of X")
            c = names.index(c)
        if not 0 <= c < width:
            raise ValueError(f"{parameter} has {c}: X has the columns 0 to {width - 1}")
        places.append(int(c))
    return sorted(set(places))


def _take(X, k: int):
    """Return column k of a DataFrame or an array."""
    return X.iloc[:, k] if hasattr(X, "iloc") else X[:, k]


def _holds_categories(X, k: int, dtype) -> bool:
    """Report whether column k of a DataFrame holds categories by its dtype; of objects, by what they are.

    Objects that all are numbers are numbers, as for scikit-learn: a transposed table has such columns, and
    one of a database's decimals.
    """
    name = str(dtype).lower()  # pandas: category, str, string[pyarrow]; polars: String, Categorical, Enum(...)
    if _is_object(dtype):
        cells = [(i, v) for i, v in enumerate(_take(X, k)) if not _is_missing(v)]
        numeric = [_is_number(v) for _, v in cells]
        if all(numeric):
            return False
        if any(numeric):
            row, text = next((i, v) for i, v in cells if not _is_number(v))
            column = list(X.columns)[k]
            raise ValueError(
                f"column {column!r} has numbers, and in row {row} {text!r}: make numbers of it, as by pandas.to_numeric, "
                f"or name the column in categorical_features"
            )
        return not _is_date(cells[0][1])
    return getattr(dtype, "kind", "-") in "US" or name == "str" or name.startswith(("categor", "string", "large_string", "dictionary", "enum"))


def _is_plain(dtype) -> bool:
    """Report whether a column is numbers or booleans by its dtype."""
    if hasattr(dtype, "is_numeric"):  # polars
        return dtype.is_numeric() or str(dtype) == "Boolean"
    return getattr(dtype, "kind", "-") in "biufc"


def _is_object(dtype) -> bool:
    return getattr(dtype, "kind", "-") == "O" and str(dtype) == "object" or str(dtype) == "Object"  # pandas; polars


def _is_number(v) -> bool:
    return isinstance(v, (numbers.Number, np.bool_))  # of Decimal, too


def _is_date(v) -> bool:
    return isinstance(v, (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64))


def suspects(X, categories: list[int], table: Columns, names: list[str]) -> list[str]:
    """Return what to know of the columns of a DataFrame that are categorical by what they hold.

    They are texts that all are numbers, and more categories than a tenth of the rows. There is one sentence for each
    of the two, whatever the number of columns.
    """
    numeric, many, told = {}, {}, []
    for k in categories:
        levels = sorted(set(table.columns[k]))
        declared = str(list(X.dtypes)[k]).lower().startswith(("categor", "dictionary", "enum"))
        if not declared and all(map(_reads_as_number, levels)):
            numeric[names[k]] = levels
        if len(levels) > max(3, len(table) / 10):
            many[names[k]] = levels
    if numeric:
        name, levels = next(iter(numeric.items()))
        told.append(
            f"{listed(numeric, 'holds', 'hold')} texts, all of which are numbers, such as {levels[-1]!r} in {name!r}: each text is taken for a category. "
            f"Give numbers as numbers, as by X[{name!r}].astype(float), and name columns of categories in categorical_features"
        )
    if many:
        name, levels = next(iter(many.items()))
        told.append(
            f"{listed(many, 'has', 'have')} many categories: {name!r} has {len(levels)} in {len(table)} rows, and each is an input of 0 and 1. Leave out "
            f"columns that tell the rows apart, X.drop(columns=[{name!r}]), and name those to be kept in categorical_features"
        )
    return told


_DROP = re.compile(r'--drop ("(?:[^"]|"")*")')


def in_pandas(sentences: list[str]) -> list[str]:
    """Return what the program tells of a table in words of pandas, without what :func:`suspects` tells."""
    return [_DROP.sub(r"X.drop(columns=\1)", text) for text in sentences if not (" levels in " in text and _DROP.search(text))]


def listed(names, verb: str, plural: str) -> str:
    """Return the beginning of a sentence about columns; of many it names the first three."""
    quoted, shown = [repr(name) for name in names], 3
    if len(quoted) == 1:
        return f"column {quoted[0]} {verb}"
    if len(quoted) > shown + 1:
        quoted[shown:] = [f"{len(quoted) - shown} more"]
    return f"the columns {', '.join(quoted[:-1])} and {quoted[-1]} {plural}"


def _reads_as_number(text: str) -> bool:
    try:
        return np.isfinite(float(text))
    except ValueError:
        return False


class Columns:
    """The checked columns of a table: arrays of float64, of texts for categories, and of datetime64[us] for dates."""

    def __init__(self, columns: list[np.ndarray], categories: list[int]):
        self.columns, self.categories = columns, categories

    def __len__(self) -> int:
        return len(self.columns[0])


def check_inputs(estimator, X, categories: list[int], *, reset: bool, dates: list[int] = ()) -> Columns:
    """Check X as scikit-learn does, and return its columns.

    With ``reset``, the names and the number of the columns are kept in the estimator; otherwise X
    must have the same. Missing values are refused.
    """
    if not categories and not dates and (not is_frame(X) or all(map(_is_plain, X.dtypes))):
        if isinstance(X, np.ndarray) and X.dtype.kind in "mMO":
            for place, v in np.ndenumerate(X):
                if _is_date(v) and not _is_missing(v):  # NumPy would count its nanoseconds
                    raise ValueError(_needs_numbers(f"column 'x{place[-1]}'", place[0], v, _in_dates(v, hasattr(estimator, "dates")) + _AS_A_NUMBER))
            X = _with_nan(X)
        X = validate_data(estimator, X, reset=reset, dtype=np.float64, ensure_min_samples=2 if reset else 1)
        return Columns(list(X.T), [])
    if not is_frame(X):
        if isinstance(X, np.ndarray) and X.dtype.kind == "M":  # NumPy would make numbers of its nanoseconds
            X = X.astype("datetime64[us]")
        X = check_array(X, dtype=object, ensure_all_finite=False, input_name="X")
    _check_feature_names(estimator, X, reset=reset)
    _check_n_features(estimator, X, reset=reset)
    columns: list = [None] * X.shape[1]
    for k in range(X.shape[1]):
        if k in dates:
            columns[k] = moments(_take(X, k), _name(estimator, k), _is_missing)
        elif k not in categories:
            values = _numbers(_take(X, k), _name(estimator, k), hasattr(estimator, "dates")).reshape(-1, 1)
            columns[k] = check_array(values, dtype=np.float64, input_name="X", ensure_min_samples=2 if reset else 1)[:, 0]
    for k in categories:
        values = np.asarray(_take(X, k), dtype=object)
        missing = [i for i, v in enumerate(values) if _is_missing(v)]
        if missing:
            raise ValueError(f"Input X contains NaN: column {_name(estimator, k)!r}, row {missing[0]}, has no category. Missing categories may be named, as in X.fillna('unknown')")
        columns[k] = np.array([as_cell(_text(v)) for v in values], dtype=object)
    return Columns(columns, categories)


def check_target(estimator, y) -> np.ndarray:
    """Check y as scikit-learn does, and return it as float64."""
    if y is None:
        raise ValueError(f"requires y to be passed, but the target y is None: {type(estimator).__name__} learns from a target")
    y = column_or_1d(y, warn=True)
    if y.dtype.kind not in "biufc":
        _refuse_target(y)
        y = _with_nan(y)
    return _check_y(y, y_numeric=True, estimator=estimator).astype(np.float64)


def check_classes(estimator, y) -> np.ndarray:
    """Check the labels of classes as scikit-learn does."""
    if y is None:
        raise ValueError(f"requires y to be passed, but the target y is None: {type(estimator).__name__} learns from a target")
    y = column_or_1d(y, warn=True)
    missing = [row for row, v in enumerate(y) if _is_missing(v)] if y.dtype.kind == "O" else []
    if missing:
        raise ValueError(f"the class of row {missing[0]} is missing: leave out the rows that have none. Input contains NaN")
    check_classification_targets(y)
    return y


def check_weights(weights, y: np.ndarray) -> np.ndarray | None:
    """Check the weights of the rows as scikit-learn does, and return them as float64; None without."""
    if weights is None:
        return None
    return _check_sample_weight(weights, y, dtype=np.float64, ensure_non_negative=True)


def counts_of(weights) -> np.ndarray | None:
    """Return how many observations rows of weights above 0 stand for, as the program takes them; None for one each.

    They are the weights, or a multiple with the number of rows as its sum if theirs is less.
    """
    if weights is None:
        return None
    weights = np.asarray(weights, dtype=np.float64)
    if weights.min() == weights.max() <= 1:
        return None
    if weights.sum() < len(weights):
        weights = weights / weights.max()
        weights = weights * (len(weights) / weights.sum())
    return weights


def _refuse_target(y: np.ndarray) -> None:
    """Raise an error if a target holds texts or dates, with what to do in words of pandas."""
    for row, v in enumerate(y):
        if _is_missing(v):
            continue
        if _is_date(v):
            raise ValueError(_needs_numbers("the target y", row, v, f"{_AS_A_NUMBER}: {_number_of(v, 'y')}"))
        if isinstance(v, (str, bytes)) and not _reads_as_number(v):
            classes = sorted({str(w) for w in y if not _is_missing(w)})
            if any(map(_reads_as_number, classes)):
                advice = "make numbers of it, as by pandas.to_numeric(y, errors='coerce'), and leave out the rows that have none"
            elif len(classes) == 2:
                advice = f"classes are for NVSDClassifier; or code the target as -1 and 1, as by y.map({{{classes[0]!r}: -1, {classes[1]!r}: 1}})"
            else:
                advice = f"classes are for NVSDClassifier; or take one against the others, such as (y == {classes[0]!r}).astype(float)"
            raise ValueError(_needs_numbers("the target y", row, str(v), advice))


def _numbers(values, name, dated=False) -> np.ndarray:
    """Return a column as float64, with NaN for what is missing.

    A text that is a number is taken for it, as by scikit-learn. Another one is an error, and so is a date.
    """
    array = np.asarray(values)
    if array.dtype.kind in "biufc":
        return array  # check_array refuses complex numbers
    column = np.full(len(array), np.nan)
    for row, v in enumerate(array):
        if _is_missing(v):
            continue
        if _is_date(v):
            raise ValueError(_needs_numbers(f"column {name!r}", row, v, f"{_in_dates(v, dated)}{_AS_A_NUMBER}: {_number_of(v, f'X[{name!r}]')}"))
        try:
            column[row] = float(v)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(_needs_numbers(f"column {name!r}", row, v, "give numbers, or name the column in categorical_features")) from None
    return column


_AS_A_NUMBER = "make a number of each date, time or duration, such as its year or its seconds"


def _in_dates(v, dated: bool) -> str:
    """Where an estimator takes a column of dates, as the beginning of an advice."""
    return "name the column in dates, which makes inputs of them, or " if dated and isinstance(v, (datetime.date, np.datetime64)) else ""


def _number_of(v, column: str) -> str:
    """How pandas makes numbers of a column of dates, times or durations."""
    if isinstance(v, (datetime.timedelta, np.timedelta64)):
        return f"pandas.to_timedelta({column}).dt.total_seconds()"
    if isinstance(v, datetime.time):
        return f"{column}.map(lambda t: t.hour)"
    return f"pandas.to_datetime({column}).dt.year"


def _needs_numbers(what: str, row: int, v, advice: str) -> str:
    if isinstance(v, (np.datetime64, np.timedelta64)):
        v = v.astype(f"{v.dtype.kind}8[us]").item()  # a date, a time or a duration, as people write it
    return f"{what} needs numbers, and row {row} is {v if _is_date(v) else repr(v)}: {advice}"


def _with_nan(array: np.ndarray) -> np.ndarray:
    """Return an array of objects in which all that is missing is NaN."""
    cells = np.empty(array.size, dtype=object)
    cells[:] = [np.nan if _is_missing(v) else v for v in array.ravel()]
    return cells.reshape(array.shape)


def _is_missing(v) -> bool:
    return v is None or not isinstance(v, str) and str(v).lower() in ("nan", "nat", "<na>")


def _text(v) -> str:
    """The text of a category; 2.0 and 2 are the same one."""
    if isinstance(v, bytes):
        return v.decode(errors="backslashreplace")
    if isinstance(v, (float, np.floating, decimal.Decimal)) and np.isfinite(float(v)) and v == int(v):
        return str(int(v))
    return str(v)


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


def write_csv(path: str, names: list[str], table: Columns, target: str, y: np.ndarray, others: dict[str, list]) -> None:
    """Write the table as a file of comma-separated values, in which every number keeps all its digits, and other columns behind it."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow([*names, target, *others])
        columns = [written(column) if column.dtype.kind == "M" else column for column in table.columns]
        out.writerows(zip(*(column.tolist() for column in columns), y.tolist(), *others.values()))
