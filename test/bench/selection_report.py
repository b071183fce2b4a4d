"""The tables of `make bench-selection`."""

import collections
import statistics


def mean(values):
    values = [v for v in values if v is not None]
    return statistics.fmean(values) if values else None


def text(value, form="{:.3f}"):
    return "-" if value is None else form.format(value)


def write(rows, module, methods):
    """By method and size: AUC, relevant inputs first, RMSE, seconds."""
    cells = collections.defaultdict(list)
    for row in rows:
        if "error" not in row and row["family"] not in getattr(module, "NULL", ()):
            cells[row["method"], row["n"]].append(row)
    for (name, n), found in cells.items():
        numbers = [text(mean([r[measure] for r in found])) for measure in ("auc", "first", "rmse", "seconds")]
        print(f"{name} n={n} ({len(found)} problems):", *numbers)
