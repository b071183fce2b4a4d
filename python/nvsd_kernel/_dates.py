"""Columns of dates of which the program makes inputs, and these inputs by NumPy."""

from __future__ import annotations

import datetime

import numpy as np

DAY = np.timedelta64(86400 * 10**6, "us")
WEEKDAYS = np.array(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], dtype=object)


def moments(values, name, missing) -> np.ndarray:
    """Return a column of dates as datetime64[us]: in UTC where they have a time zone.

    Parameters
    ----------
    values : array-like
        Dates of NumPy, pandas, polars or the standard library.
    name : str or int
        The name of the column.
    missing : callable
        Reports whether a cell is missing.
    """
    array = np.asarray(values)
    if array.dtype.kind == "M":
        lacking, column = np.isnat(array), array.astype("datetime64[us]")
    else:
        lacking, column = np.zeros(len(array), dtype=bool), np.empty(len(array), dtype="datetime64[us]")
        for row, v in enumerate(array):
            lacking[row] = missing(v)
            if not lacking[row]:
                column[row] = _moment(v, row, name)
    if lacking.any():
        raise ValueError(f"Input X contains NaN: column {name!r}, row {int(lacking.argmax())}, has no date. Leave out the rows that have none, X.dropna(subset=[{name!r}])")
    return column


def _moment(v, row, name):
    if isinstance(v, datetime.datetime) and v.tzinfo is not None:
        v = v.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    if not isinstance(v, (datetime.date, np.datetime64)):
        raise ValueError(f"column {name!r} of dates has in row {row} {v!r}: make dates of it, as by pandas.to_datetime(X[{name!r}])")
    return np.datetime64(v, "us")


def written(dates: np.ndarray) -> np.ndarray:
    """Return dates as the program reads them."""
    return np.datetime_as_string(dates, unit="us").astype(object)


def part_of(dates: np.ndarray, part: str, origin: str) -> np.ndarray:
    """Return an input that the program makes of dates: numbers, or the days of the week as texts.

    Parameters
    ----------
    dates : ndarray of datetime64[us]
    part : str
        "days", "weekday", "year sin", "year cos", "day sin" or "day cos".
    origin : str
        The first date, from which days count.
    """
    days = dates.astype("datetime64[D]")
    if part == "days":
        return (dates - np.datetime64(origin.removesuffix("Z"), "us")) / DAY
    if part == "weekday":
        return WEEKDAYS[(days.astype(np.int64) + 3) % 7]  # 1970 began on a Thursday
    if part.startswith("year"):
        year = dates.astype("datetime64[Y]")
        start, end = year.astype("datetime64[us]"), (year + 1).astype("datetime64[us]")
    else:
        start = days.astype("datetime64[us]")
        end = start + DAY
    angle = 2 * np.pi * ((dates - start) / (end - start))
    return np.sin(angle) if part.endswith("sin") else np.cos(angle)
