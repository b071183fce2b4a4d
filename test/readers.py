"""Our readers of CSV, Parquet and ARFF beside pandas, pyarrow and liac-arff.

Tables are drawn at random and written in every way that their format has; files in the folders that
are named are read too. Each column must hold the same cells by both readers: numbers to the bit, the
same texts, and the same cells missing. A file or a column that one of the two refuses is counted.
What differs is printed, and the exit status is then 1. docs/checking.md has the counts, and what
differs by intention.

    pip install -r test/bench/requirements-readers.txt
    python test/readers.py --files 300 FOLDER...
"""

import argparse
import base64
import collections
import csv
import datetime
import decimal
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

import arff
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[1]
EPOCH = datetime.datetime(1970, 1, 1)
MISSING = ["NA", "n/a", "#N/A", "<NA>", "nan", "null", "none", "nil", "?", "-", "."]  # in any case of letters
WORDS = ["a", "b b", "it's", 'say "so"', "x, y", "ü", "日本", "a;b", "c\td", "two\nlines", "#1", "%", "{x}", "\\", "back\\slash", "O'Neil, \"Bo\""]


def ours(files, folder):
    """Returns what we read of each of the files, which are pairs of a path and options."""
    manifest = os.path.join(folder, "manifest")
    with open(manifest, "w") as out:
        for path, options in files:
            out.write(json.dumps({"path": str(path), "options": options}) + "\n")
    command = ["go", "run", "./install/portable", "test", "-vet=off", "-count=1", "-timeout", "0", "-run", "^TestReaders$", "./stdlib/nvsd/data"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "NVSD_READERS": manifest}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return [json.loads(line) for line in open(manifest + ".out")]


def cells(column):
    """Returns the cells of a column of ours, None where one is missing."""
    numbers = np.frombuffer(base64.b64decode(column["cells"]), "<f8")
    levels = column.get("levels")
    if column["kind"] == "categorical":
        return [None if math.isnan(v) else levels[int(v)] for v in numbers]
    if column["kind"] == "boolean":
        return [None if math.isnan(v) else bool(v) for v in numbers]
    return [None if math.isnan(v) else v for v in numbers.tolist()]


def same(a, b):
    if isinstance(a, float) and isinstance(b, (float, int)) and not isinstance(b, bool):
        return a == b and math.copysign(1, a) == math.copysign(1, b) or a == b == 0 and isinstance(b, int)
    return type(a) is type(b) and a == b


class Tally:
    """Counts of what was compared, and what differs."""

    def __init__(self):
        self.counts, self.differences = collections.Counter(), []

    def refused(self, what, why):
        self.counts[f"refused {what}"] += 1
        self.counts["  " + re.sub('[0-9]+|"[^"]*"', "_", why)[-110:]] += 1

    def compare(self, path, name, got, want, kind=""):
        self.counts["columns"] += 1
        if len(got) != len(want):
            self.differences.append(f"{path}, column {name!r}: {len(got)} cells, and they have {len(want)}")
            return
        for row, (a, b) in enumerate(zip(got, want)):
            self.counts["cells"] += 1
            if not same(a, b):
                self.differences.append(f"{path}, column {name!r} ({kind}), row {row + 1}: {a!r}, and they have {b!r}")
                return


# CSV beside pandas.


def number_text(rng, point):
    v = rng.choice([0, 1, -1, rng.randint(-(10**6), 10**6), rng.gauss(0, 1), rng.gauss(0, 1) * 10 ** rng.randint(-300, 300), rng.random(), 0.1 + 0.2])
    text = rng.choice(["{!r}", "{:g}", "{:.3f}", "{:e}", "{:+}", "{:.17g}", "{:E}"]).format(v)
    if rng.random() < 0.05:
        text = rng.choice([".5", "5.", "-.25", "1e5", "1E+05", "00012.50", "+3", "-0", "-0.0", "123456789012345678901234567890", "0.1234567890123456789012345"])
    return text.replace(".", point)


def csv_column(rng, rows, point, texts):
    missing = rng.choice([0, 0, 0.2])
    kind = rng.choice(["numbers", "whole", "texts", "booleans", "dates", "mixed"] + ["empty"] * (rng.random() < 0.1))
    flags = rng.choice([("true", "false"), ("yes", "no")])
    draw = {
        "numbers": lambda: number_text(rng, point),
        "whole": lambda: str(rng.randint(-999, 999)),
        "texts": lambda: rng.choice(texts),
        "booleans": lambda: rng.choice(flags),
        "dates": lambda: str(datetime.date(2020, 1, 1) + datetime.timedelta(rng.randrange(5000))),
        "mixed": lambda: rng.choice([*texts, "12", "x7"]),
        "empty": lambda: "",
    }[kind]
    gap = rng.choice(["", "", "NA", "?", "-", "null", "NaN"])
    return [gap if rng.random() < missing else draw() for _ in range(rows)]


def draw_csv(rng, path):
    """Writes a file, and returns our options and those of pandas."""
    encoding = rng.choice(["utf-8", "utf-8", "utf-8-sig", "latin-1", "utf-16"])
    texts = [w for w in WORDS if encoding != "latin-1" or w.isascii() or w == "ü"]
    comma, point = rng.choice([(",", "."), (";", "."), ("\t", "."), ("|", "."), (";", ",")])
    end, rows, width = rng.choice(["\n", "\r\n", "\r"]), rng.randint(1, 40), rng.randint(2, 6)
    if end == "\r":
        texts = [w for w in texts if "\n" not in w]
    columns = [csv_column(rng, rows, point, texts) for _ in range(width)]
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    header = [rng.choice(["a", "b c", "ü", "x.y", "q,r"]) + str(j) for j in range(width)]
    with open(path, "w", newline="", encoding=encoding) as out:
        writer = csv.writer(out, delimiter=comma, lineterminator=end, quoting=quoting)
        writer.writerow(header)
        for row in zip(*columns):
            writer.writerow(row)
            if rng.random() < 0.02 and end != "\r":  # behind which pandas loses the first cell of a row if it is empty
                out.write(end)
    named = {"utf-8": "", "utf-8-sig": "", "latin-1": "latin1", "utf-16": "utf-16"}[encoding]
    return {"comma": ord(comma), "decimal_comma": point == ",", "encoding": named}, {"sep": comma, "decimal": point, "encoding": encoding}


def compare_csv(tally, path, answer, options):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = pd.read_csv(path, dtype=str, keep_default_na=False, index_col=False, **options)
            read = pd.read_csv(path, keep_default_na=False, na_values=[w for m in MISSING for w in {m, m.lower(), m.upper(), m.capitalize(), "NaN"}] + [""], float_precision="round_trip", skipinitialspace=True, index_col=False, low_memory=False, **options)
    except Exception as e:
        tally.refused("by pandas", str(e).splitlines()[0])
        return
    if "error" in answer:
        tally.refused("by us", answer["error"])
        return
    if len(answer["columns"]) != theirs.shape[1]:
        tally.differences.append(f"{path}: {len(answer['columns'])} columns, and they have {theirs.shape[1]}")
        return
    for j, column in enumerate(answer["columns"]):
        raw, values, kind = theirs.iloc[:, j], read.iloc[:, j], column["kind"]
        got = cells(column)
        if column.get("stray"):
            tally.refused("a column, by us", column["stray"])
            continue
        absent = [str(t).strip().lower() in [m.lower() for m in MISSING] + [""] for t in raw]
        texts = [None if gone else t.strip() for t, gone in zip(raw, absent)]
        if kind in ("numeric", "integer"):
            if values.dtype == object or str(values.dtype) in ("str", "string", "bool"):
                tally.counts["numbers to us, texts to pandas"] += 1
                continue
            tally.compare(path, column["name"], got, [None if gone else float(v) for v, gone in zip(values, absent)], kind)
        elif kind == "boolean":
            tally.compare(path, column["name"], got, [None if t is None else t.lower() in ("true", "yes") for t in texts], kind)
        elif kind == "date":
            want = pd.to_datetime(pd.Series(texts), format="mixed", utc=True, errors="coerce")
            tally.compare(path, column["name"], got, [None if v is pd.NaT else v.timestamp() for v in want], kind)
        else:
            if values.dtype.kind in "if" and not all(absent):
                tally.counts["texts to us, numbers to pandas"] += 1
                tally.differences.append(f"{path}, column {column['name']!r}: texts, and they have numbers such as {values.dropna().iloc[0]!r}")
            tally.compare(path, column["name"], got, [t and t.replace("\r\n", "\n") for t in texts], kind)


# Parquet beside pyarrow.


def parquet_types(rng):
    moments = lambda unit: lambda: rng.randrange(-(10**9), 4 * 10**9) * {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit] + (rng.randrange(1000) if unit != "s" else 0)
    types = {f"int{b}": (getattr(pa, f"int{b}")(), lambda b=b: rng.randrange(-(2 ** (b - 1)), 2 ** (b - 1))) for b in (8, 16, 32, 64)}
    types |= {f"uint{b}": (getattr(pa, f"uint{b}")(), lambda b=b: rng.randrange(2**b)) for b in (8, 16, 32, 64)}
    types |= {f"float{b}": (getattr(pa, f"float{b}")(), lambda: rng.choice([0.0, -0.0, 1.5, rng.gauss(0, 1)])) for b in (32, 64)}
    types["float16"] = (pa.float16(), lambda: np.float16(rng.gauss(0, 1)))
    types["bool"] = (pa.bool_(), lambda: rng.random() < 0.5)
    types |= {name: (t, lambda: rng.choice([*WORDS, *MISSING, "", " ", " a", "7", "007", "true"])) for name, t in [("string", pa.string()), ("large_string", pa.large_string()), ("dictionary", pa.dictionary(pa.int32(), pa.string())), ("string_view", pa.string_view())]}
    types["date32"] = (pa.date32(), lambda: rng.randrange(-(10**5), 10**5))
    types |= {f"timestamp {u} {z}": (pa.timestamp(u, z), moments(u)) for u in ("s", "ms", "us", "ns") for z in (None, "Europe/Berlin")}
    types |= {f"duration {u}": (pa.duration(u), lambda: rng.randrange(-(10**15), 10**15)) for u in ("s", "ms", "us", "ns")}
    types |= {f"decimal {p},{s}": (pa.decimal128(p, s), lambda p=p, s=s: decimal.Decimal(rng.randrange(-(10**p) + 1, 10**p)).scaleb(-s, decimal.Context(prec=50))) for p, s in [(5, 2), (9, 0), (15, 4), (18, 18), (38, 10)]}
    types["decimal 60,20"] = (pa.decimal256(60, 20), lambda: decimal.Decimal(rng.randrange(-(10**60) + 1, 10**60)).scaleb(-20, decimal.Context(prec=70)))
    types["null"] = (pa.null(), lambda: None)
    types["list"] = (pa.list_(pa.int32()), lambda: [1, 2])
    types["struct"] = (pa.struct([("u", pa.int32())]), lambda: {"u": 3})
    return types


def draw_parquet(rng, path):
    types, rows = parquet_types(rng), rng.choice([1, 2, 9, 50, 300])
    columns = {}
    for j in range(rng.randint(1, 8)):
        name = rng.choice(list(types))
        t, draw = types[name]
        missing = rng.choice([0, 0, 0.2, 0.9, 1])
        drawn = [None if rng.random() < missing else draw() for _ in range(rows)]
        array = pa.array(drawn, t) if not pa.types.is_dictionary(t) else pa.array(drawn, pa.string()).dictionary_encode()
        columns[f"{name} {j}"] = array
    table = pa.table(columns)
    if rng.random() < 0.3:
        fields = [pa.field(f.name, f.type, nullable=table[f.name].null_count > 0) for f in table.schema]
        table = table.cast(pa.schema(fields)) if all(not pa.types.is_null(f.type) for f in fields) else table
    options = {
        "compression": rng.choice(["none", "snappy", "gzip", "zstd", "brotli", "lz4"]),
        "data_page_version": rng.choice(["1.0", "2.0"]),
        "version": "2.6" if any("ns" in str(f.type) for f in table.schema) else rng.choice(["1.0", "2.4", "2.6"]),
        "row_group_size": rng.choice([rows, 7, 100]),
        "data_page_size": rng.choice([64, 2**20]),
        "write_batch_size": rng.choice([5, 1024]),
        "use_dictionary": rng.random() < 0.5,
        "write_page_checksum": rng.random() < 0.3,
        "store_schema": rng.random() < 0.9 or any(pa.types.is_duration(f.type) for f in table.schema),
    }
    if not options["use_dictionary"]:
        encodings = {}
        for f in table.schema:
            if pa.types.is_floating(f.type):
                encodings[f.name] = rng.choice(["PLAIN", "BYTE_STREAM_SPLIT"])
            elif pa.types.is_integer(f.type):
                encodings[f.name] = rng.choice(["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"])
            elif pa.types.is_string(f.type) or pa.types.is_large_string(f.type):
                encodings[f.name] = rng.choice(["PLAIN", "DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"])
            elif pa.types.is_boolean(f.type):
                encodings[f.name] = rng.choice(["PLAIN", "RLE"])
        options["column_encoding"] = encodings
    pq.write_table(table, path, **options)
    return {}, {}


def parquet_cell(scalar):
    """Returns a cell of pyarrow as the value that we should read, ... where it says nothing."""
    t = scalar.type
    if not scalar.is_valid:
        return None
    if pa.types.is_timestamp(t):
        per = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[t.unit]
        whole, rest = divmod(scalar.value, per)
        return float(whole) + float(rest * 10**9 // per // 1000) / 1e6
    if pa.types.is_duration(t):
        return float(decimal.Decimal(scalar.value) / {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[t.unit])
    if pa.types.is_date(t):
        return float((scalar.value if pa.types.is_date32(t) else scalar.value // 86400000) * 86400)
    v = scalar.as_py()
    if isinstance(v, bytes):
        try:
            return v.decode()
        except UnicodeDecodeError:
            return ...
    if isinstance(v, (bool, str)):
        return v
    v = float(v)
    return None if math.isnan(v) else v


def compare_parquet(tally, path, answer, _):
    try:
        table = pq.ParquetFile(path, page_checksum_verification=True, coerce_int96_timestamp_unit="us").read()
    except Exception as e:
        tally.refused("by pyarrow", str(e).splitlines()[0])
        if "error" not in answer:
            tally.counts["read by us alone"] += 1
        return
    if "error" in answer:
        tally.refused("by us", answer["error"])
        return
    for column in answer["columns"]:
        if not column["name"] or column.get("cells", "") == "" and table.num_rows:
            tally.refused("a column, by us", "of lists, maps, records and the like")
            continue
        if column["name"] not in table.column_names:
            tally.differences.append(f"{path}: they have no column {column['name']!r}")
            continue
        if column.get("stray"):
            tally.refused("a column, by us", column["stray"])
            continue
        want = [parquet_cell(v) for chunk in table[column["name"]].chunks for v in chunk]
        if ... in want:
            tally.refused("a column, by pyarrow", "bytes")
            continue
        tally.compare(path, column["name"], cells(column), want, f"{column['kind']} of {table.schema.field(column['name']).type}")


# ARFF beside liac-arff, and dates, which it does not have, beside what was drawn.

PATTERNS = {
    "yyyy-MM-dd": "%Y-%m-%d",
    "M/d/yyyy": "{m}/{d}/%Y",
    "d.M.yyyy H:mm": "{d}.{m}.%Y {h}:%M",
    "yyyyMMddHHmmss": "%Y%m%d%H%M%S",
    "EEE, d MMM yyyy hh:mm:ss a": "%a, {d} %b %Y %I:%M:%S %p",
    "yyyy-MM-dd'T'HH:mm:ss": "%Y-%m-%dT%H:%M:%S",
    "MMMM d, yyyy": "%B {d}, %Y",
    "dd-MMM-yy": "%d-%b-%y",
}


def arff_quote(rng, text):
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*", text) and rng.random() < 0.5:
        return text
    mark = rng.choice("'\"")
    for old, new in [("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), (mark, "\\" + mark), ("%", "\\%")]:
        text = text.replace(old, new)
    return mark + text + mark


def draw_arff(rng, path):
    rows, sparse = rng.randint(1, 30), rng.random() < 0.4
    lines, columns, truth = ["% drawn", "@relation " + arff_quote(rng, "a table"), ""], [], {}
    dates = rng.random() < 0.4
    for j in range(rng.randint(2, 6)):
        name = rng.choice(["a", "b c", "ü", "it's"]) + str(j)
        kind = rng.choice(["numeric", "real", "integer", "nominal", "string"] + ["date"] * dates)
        if sparse and kind == "string":
            kind = "numeric"
        keyword = rng.choice(["@attribute", "@ATTRIBUTE"])
        if kind == "nominal":
            levels = rng.sample(WORDS, 4)
            lines.append(f"{keyword} {arff_quote(rng, name)} {{{', '.join(arff_quote(rng, v) for v in levels)}}}")
            drawn = [arff_quote(rng, rng.choice(levels)) for _ in range(rows)]
        elif kind == "string":
            lines.append(f"{keyword} {arff_quote(rng, name)} STRING")
            drawn = [arff_quote(rng, rng.choice([*WORDS, *MISSING, "", " a"])) for _ in range(rows)]
        elif kind == "date":
            pattern = rng.choice(list(PATTERNS))
            lines.append(f"{keyword} {arff_quote(rng, name)} date {chr(34)}{pattern}{chr(34)}")
            form, drawn, truth[name] = PATTERNS[pattern], [], []
            as_read = re.sub(r"{(.)}", lambda k: {"m": "%m", "d": "%d", "h": "%H"}[k[1]], form)
            for _ in range(rows):
                m = EPOCH + datetime.timedelta(seconds=rng.randrange(-(3 * 10**7), 3 * 10**9))
                text = m.strftime(form).format(m=m.month, d=m.day, h=m.hour)
                drawn.append(f'"{text}"')
                truth[name].append((datetime.datetime.strptime(text, as_read) - EPOCH).total_seconds())
        else:
            lines.append(f"{keyword} {arff_quote(rng, name)} {kind}")
            drawn = [str(rng.randint(-99, 99)) if kind == "integer" else repr(rng.choice([0.0, rng.gauss(0, 1), 1e300, -5.0])) for _ in range(rows)]
        gaps = [rng.random() < 0.1 for _ in range(rows)]
        drawn = ["?" if gap else text for gap, text in zip(gaps, drawn)]
        if name in truth:
            truth[name] = [None if gap else v for gap, v in zip(gaps, truth[name])]
        columns.append((kind, drawn))
    lines.append(rng.choice(["@data", "@DATA"]))
    for i in range(rows):
        if sparse:
            pairs = [f"{j} {drawn[i]}" for j, (kind, drawn) in enumerate(columns) if kind in ("nominal", "date") or drawn[i] == "?" or float(drawn[i]) != 0 or rng.random() < 0.5]
            lines.append("{" + ", ".join(pairs) + "}")
        else:
            lines.append(rng.choice([",", ", "]).join(drawn[i] for _, drawn in columns))
        if rng.random() < 0.05:
            lines.append("% a comment")
    end = rng.choice(["\n", "\r\n"])
    with open(path, "w", newline="", encoding="utf-8") as out:
        out.write(end.join(lines) + end)
    return {}, truth


def compare_arff(tally, path, answer, truth):
    if "error" in answer:
        tally.refused("by us", answer["error"])
        return
    for name, want in truth.items():
        column = next(c for c in answer["columns"] if c["name"] == name)
        tally.compare(path, name, cells(column), want, "dates, beside what was drawn")
    try:
        text = open(path, encoding="utf-8", newline=None).read()
        if truth:  # which liac-arff does not know: they are texts to it
            text = re.sub(r"(?m)(@(?:attribute|ATTRIBUTE) .*) date \"[^\"]*\"$", r"\1 STRING", text)
        theirs = arff.loads(text, return_type=arff.LOD if re.search(r"(?m)^\s*\{", text) else arff.DENSE)
    except Exception as e:
        tally.refused("by liac-arff", f"{type(e).__name__}: {e}".splitlines()[0])
        return
    rows = theirs["data"]
    if rows and isinstance(rows[0], dict):
        first = [(t[0] if isinstance(t, list) else 0.0) for _, t in theirs["attributes"]]
        rows = [[row.get(j, first[j]) for j in range(len(first))] for row in rows]
    for j, column in enumerate(answer["columns"]):
        if column["name"] in truth:
            continue
        if column.get("stray"):
            tally.refused("a column, by us", column["stray"])
            continue
        want = [None if row[j] is None else row[j] if isinstance(row[j], str) else float(row[j]) for row in rows]
        tally.compare(path, column["name"], cells(column), [None if isinstance(v, float) and math.isnan(v) else v for v in want], column["kind"])


FORMATS = {"csv": (draw_csv, compare_csv), "parquet": (draw_parquet, compare_parquet), "arff": (draw_arff, compare_arff)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="folders with files to read beside those that are drawn")
    parser.add_argument("--files", type=int, default=500, help="how many files of each format are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder in which the drawn files stay")
    args = parser.parse_args()
    rng, failed = random.Random(args.seed), False
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for name, (draw, compare) in FORMATS.items():
            sets = {"drawn": []}
            for k in range(args.files):
                path = os.path.join(folder, f"{k}.{name}")
                sets["drawn"].append((path, *draw(rng, path)))
            for public in args.folders:
                sets[public] = [(p, {}, {}) for p in sorted(pathlib.Path(public).rglob(f"*.{name}"))]
            for title, files in sets.items():
                if not files:
                    continue
                tally = Tally()
                for (path, _, options), answer in zip(files, ours([(p, o) for p, o, _ in files], temporary)):
                    tally.counts["files"] += 1
                    compare(tally, path, answer, options)
                print(f"{name}, {title}: " + ", ".join(f"{tally.counts[k]} {k}" for k in ("files", "columns", "cells")) + f"; {len(tally.differences)} differences")
                for key, count in tally.counts.items():
                    if key not in ("files", "columns", "cells"):
                        print(f"  {count:5} {key}")
                for line in tally.differences[:20]:
                    print("  DIFFERENT " + line)
                failed = failed or bool(tally.differences)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
