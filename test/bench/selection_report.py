"""The tables of `make bench-selection`, as Markdown.

A mean is that over families of the means within them, so that a family with more problems
counts no more. A problem that a method failed on is left out of its measures and counted as
failed. Pairs are problems that both methods have answered.
"""

import collections
import math
import statistics

OURS = "select"
FINDABLE = 0.8  # of the mean's RMSE: below it there was something to find
MEASURES = ("auc", "first", "exact", "false", "rmse")


def mean(values):
    values = [float(v) for v in values if v is not None]
    return statistics.fmean(values) if values else None


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def number(value, form="{:.3f}"):
    return "-" if value is None else form.format(value)


def percent(value):
    return number(value, "{:.0%}").replace("%", " %")


def table(head, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print()


def by(rows, *names):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return groups


def newest(rows):
    """Of each method the rows of the version that was measured last."""
    last = {row["method"]: row["version"] for row in rows}
    return [row for row in rows if row["version"] == last[row["method"]]], last


def within(rows):
    """Each measure's mean in each family."""
    return {family[0]: {m: mean([r[m] for r in found]) for m in MEASURES} for family, found in by(rows, "family").items()}


def problem(row):
    return row["family"], row["n"], row["d"], row["rep"]


def label(n, d):
    return f"n = {n}, d = {d}"


def place(row):
    return f"{row['family']}, {label(row['n'], row['d'])}, replication {row['rep']}"


def of_size(rows, module, size):
    """Those of n rows and d inputs, or as many as their family has."""
    n, d = size
    return [r for r in rows if r["n"] == n and r["d"] == module.FIXED_D.get(r["family"], d)]


def methods_table(rows, methods, title):
    """Rows of one size and some families, by method."""
    lines = []
    for name in methods:
        found = [r for r in rows if r["method"] == name]
        if not found:
            continue
        good = [r for r in found if "error" not in r]
        families = within(good)
        means = {m: mean([f[m] for f in families.values()]) for m in MEASURES}
        worst = min((f["auc"], name) for name, f in families.items()) if families else (None, "")
        lines.append([
            methods[name].title,
            str(len(good)) + (f", {len(found) - len(good)} failed" if len(good) < len(found) else ""),
            number(means["auc"]), percent(means["first"]), f"{number(worst[0])} {worst[1]}",
            percent(means["exact"]), number(means["false"], "{:.1f}"),
            number(means["rmse"]), number(median([r["rmse"] for r in good])),
        ])  # fmt: skip
    print(f"### {title}\n")
    table(
        ["", "problems", "AUC", "true first", "worst family's AUC", "own choice true", "false inputs", "RMSE", "median"], lines
    )


def families_table(rows, methods, title):
    """Ours by family, beside the best of all others in each measure."""
    found = {name: within([r for r in rows if r["method"] == name and "error" not in r]) for name in methods}
    ours, lines = found.get(OURS) or {}, []
    for family, f in ours.items():
        others = {name: families[family] for name, families in found.items() if name != OURS and family in families}
        best = {}
        for measure, sign in (("auc", -1), ("first", -1), ("rmse", 1)):
            values = [(sign * o[measure], name) for name, o in others.items() if o[measure] is not None]
            value, name = min(values, default=(None, ""))
            best[measure] = "" if value is None else f" ({number(sign * value, '{:.2f}')} {name})"
        lines.append([
            family, number(f["auc"]) + best["auc"], number(f["first"], "{:.2f}") + best["first"], percent(f["exact"]),
            number(f["false"], "{:.1f}"), number(f["rmse"]) + best["rmse"],
        ])  # fmt: skip
    print(f"### By family, {title}: ours (the best other)\n")
    table(["", "AUC", "true first", "own choice true", "false inputs", "RMSE"], lines)


def pairs_table(rows, methods, title):
    """The RMSE of ours beside that of each other method on the problems of both."""
    errors = collections.defaultdict(dict)
    for row in rows:
        if row.get("rmse") is not None:
            errors[row["method"]][problem(row)] = row["rmse"]
    lines = []
    for name in methods:
        shared = errors[OURS].keys() & errors[name].keys()
        if name == OURS or not shared:
            continue
        ratios = [errors[OURS][p] / errors[name][p] for p in shared]
        wins, losses = sum(r < 1 for r in ratios), sum(r > 1 for r in ratios)
        lines.append(
            [
                methods[name].title,
                str(len(shared)),
                str(wins),
                str(losses),
                number(sign_test(wins, losses), "{:.2g}"),
                number(median(ratios), "{:.2f}"),
            ]
        )
    print(f"### RMSE in pairs, {title}\n")
    table(["ours beside", "problems", "ours lower", "ours higher", "sign test", "median ratio"], lines)


def sign_test(wins, losses):
    """The two-sided probability of so uneven a split of fair coins."""
    n = wins + losses
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2**n
    return min(1.0, 2 * tail)


def nothing(rows, null):
    """How often a method says that nothing is worth more than the mean, where that is so and
    where it is not. Where it is not, a problem counts as findable if any method of the table
    predicts it with an RMSE below FINDABLE."""
    best = {}
    for row in rows:
        if row.get("rmse") is not None:
            best[problem(row)] = min(best.get(problem(row), (math.inf, "")), (row["rmse"], row["method"]))
    lines, wrong = [], []
    for (name,), found in by(rows, "method").items():
        found = [r for r in found if r.get("nothing") is not None]
        empty = [r for r in found if r["family"] in null]
        full = [r for r in found if r["family"] not in null]
        silent = [r for r in full if r["nothing"]]
        findable = [r for r in silent if best[problem(r)][0] < FINDABLE]
        if found:
            lines.append([
                name, str(len(empty)), percent(mean([r["nothing"] for r in empty])),
                number(median([r["rmse"] for r in empty])), number(median([r["rmse_mean"] for r in empty])),
                str(len(full)), str(len(silent)), str(len(findable)),
            ])  # fmt: skip
        if name == OURS:
            wrong = findable
    if not lines:
        return
    print("### Nothing worth more than the mean\n")
    table(
        [
            "",
            "null problems",
            "says so",
            "RMSE there",
            "the mean's",
            "others",
            "says so there",
            f"of these RMSE of some method below {FINDABLE}",
        ],
        lines,
    )
    for row in wrong:
        rmse, name = best[problem(row)]
        print(f"* {place(row)}: {name} has {rmse:.2f}")
    if wrong:
        print()


def times(rows, methods):
    """Median seconds by size: of ours whole processes, of peers the fit in process."""
    groups = by([r for r in rows if "error" not in r], "method", "n", "d")
    sizes = sorted({(n, d) for _, n, d in groups})
    lines = [
        [methods[name].title, *(number(median([r["seconds"] for r in groups.get((name, *s), [])]), "{:.2f}") for s in sizes)]
        for name in methods
    ]
    print("### Seconds, medians\n")
    table(["", *(label(*s) for s in sizes)], [line for line in lines if set(line[1:]) != {"-"}])


def write(rows, module, methods, sizes):
    null = set(getattr(module, "NULL", ()))
    core = getattr(module, "CORE", None)
    rows, versions = newest(rows)
    full = [r for r in rows if r["family"] not in null]
    for size in sizes:
        here = of_size(full, module, size)
        if not here:
            continue
        families = {r["family"] for r in here}
        title = f"{label(*size)}, {len(families)} families" if len(families) > 1 else f"{label(*size)}, {min(families)}"
        methods_table(here, methods, title)
        if core and families - set(core):
            first = [r for r in here if r["family"] in core]
            methods_table(first, methods, f"{label(*size)}, of these {', '.join(f for f in core if f in families)}")
        if any(r["method"] == OURS for r in here):
            families_table(here, methods, label(*size))
            pairs_table(here, methods, label(*size))
    nothing(rows, null)
    times(rows, methods)
    errors = [r for r in rows if "error" in r]
    for row in errors:
        print(f"* failed: {row['method']} on {place(row)}: {row['error']}")
    if errors:
        print()
    print("Versions: " + ", ".join(sorted(set(versions.values()))) + ".")
