"""Writes the files of this folder: one table in the formats of other programs.

pandas 3.1.1, pyarrow, fastparquet and polars have written them; table.csv, in decimals, says what
is in each. Run it in this folder. Other versions write other bytes of the same table.
"""

import csv
import datetime
import decimal

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pyarrow.parquet as pq

N = 60
rng = np.random.default_rng(7)
second = rng.integers(-(10**9), 2 * 10**9, N)
table = pd.DataFrame(
    {
        "double": rng.normal(size=N),
        "float": rng.normal(size=N).astype("float32"),
        "long": rng.integers(-(2**50), 2**50, N),
        "short": rng.integers(-100, 100, N).astype("int16"),
        "unsigned": rng.integers(2**31, 2**32, N).astype("uint32"),
        "yes": rng.random(N) < 0.5,
        "text": rng.choice(["a", "b b", "ü", "it's, \"c\""], N),
        "level": pd.Categorical(rng.choice(["low", "high"], N), categories=["low", "never", "high"]),
        "moment": pd.to_datetime(second, unit="s") + pd.to_timedelta(rng.integers(0, 10**6, N), unit="us"),
        "zoned": pd.to_datetime(second, unit="s").tz_localize("UTC").tz_convert("Europe/Berlin"),
        "day": [datetime.date(1970, 1, 1) + datetime.timedelta(int(k)) for k in rng.integers(-9000, 20000, N)],
        "price": [decimal.Decimal(int(v)).scaleb(-2) for v in rng.integers(-(10**6), 10**6, N)],
        "y": rng.normal(size=N),
    }
)
table = table.astype({"long": "Int64", "short": "Int16", "unsigned": "UInt32", "yes": "boolean"})
for name in table.columns[:-1]:
    table.loc[rng.random(N) < 0.15, name] = None


def cell(v):
    if v is None or v is pd.NA or v is pd.NaT or isinstance(v, float) and np.isnan(v):
        return ""
    if isinstance(v, pd.Timestamp):
        return (v.tz_convert("UTC") if v.tzinfo else v).strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(v, (bool, np.bool_)):
        return str(bool(v)).lower()
    if isinstance(v, (float, np.floating)):
        return repr(float(v))
    return str(v)


with open("table.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(table.columns)
    w.writerows([cell(v) for v in row] for row in table.itertuples(index=False))

arrow = pa.Table.from_pandas(table)
encodings = {
    "double": "BYTE_STREAM_SPLIT",
    "float": "BYTE_STREAM_SPLIT",
    "long": "DELTA_BINARY_PACKED",
    "short": "DELTA_BINARY_PACKED",
    "text": "DELTA_BYTE_ARRAY",
    "level": "DELTA_LENGTH_BYTE_ARRAY",
}
for name, options in {
    "snappy": {"compression": "snappy"},
    "old": {"compression": "gzip", "version": "1.0", "row_group_size": 23, "write_page_checksum": True},
    "pages": {"compression": "brotli", "data_page_version": "2.0", "data_page_size": 64, "write_batch_size": 7},
    "delta": {"compression": "zstd", "data_page_version": "2.0", "use_dictionary": False, "column_encoding": encodings},
    "plain": {"compression": "lz4", "use_dictionary": False},
    "none": {"compression": "none", "row_group_size": 7},
}.items():
    pq.write_table(arrow, f"{name}.parquet", **options)
table.drop(columns=["day", "price"]).to_parquet("fastparquet.parquet", engine="fastparquet")
polars.from_pandas(table).write_parquet("polars.parquet")
table.set_index("text").to_parquet("index.parquet")  # which is written last
table[table.y > 0].to_parquet("rownumbers.parquet")  # the numbers of the rows are an index without a name
pq.write_table(pa.table({"of lists": [[1], [2, 3]], "y": [1.0, 2.0]}), "lists.parquet")
pq.write_table(pa.table({"raw": [b"\xff", b"x"], "x": [1, 2], "y": [1.0, 2.0]}), "bytes.parquet")

# Durations, which Parquet has no type for, in each unit; and texts that another reader could take for something else.
units = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
counts = [0, 1, -90061, None, 2**53 + 1]
spans = {f"in {u}": pa.array(counts, pa.duration(u)) for u in units}
pq.write_table(pa.table({**spans, "whole": counts, "y": [1.0, 2.0, 3.0, 4.0, 5.0]}), "durations.parquet")
polars.DataFrame({"text": ["a", "b"], "in us": [datetime.timedelta(milliseconds=1500), None], "y": [1.0, 2.0]}).write_parquet("span.parquet")
texts = ["NA", "null", "-", "", " ", " a", "a ", "a", "007", "7", "true", "2024-03-01", "1,5", None]
pq.write_table(pa.table({"text": texts, "y": range(len(texts))}), "texts.parquet")

numbers = rng.normal(size=(N, 3))
np.save("c.npy", numbers)
np.save("fortran.npy", np.asfortranarray(numbers.astype(">f4")))
np.save("objects.npy", np.array([1, "a", None], dtype=object), allow_pickle=True)
fields = [
    ("half", "<f2"),
    ("int8", "i1"),
    ("uint64", ">u8"),
    ("yes", "?"),
    ("ascii", "S5"),
    ("unicode", "<U5"),
    ("day", "<M8[D]"),
    ("moment", "<M8[ns]"),
    ("month", ">M8[M]"),
    ("y", "<f8"),
]
records = np.zeros(N, fields)
records["half"] = rng.normal(size=N)
records["int8"] = rng.integers(-128, 128, N)
records["uint64"] = rng.integers(0, 2**52, N)
records["yes"] = rng.random(N) < 0.5
records["ascii"] = rng.choice(["a", "bb", "ccccc"], N)
records["unicode"] = rng.choice(["ä", "b", "𝒳yz"], N)
records["day"] = np.datetime64("1969-12-25") + rng.integers(0, 100, N)
records["moment"] = np.datetime64("2001-01-01T00:00:00", "ns") + rng.integers(-(10**18), 10**18, N)
records["moment"] = records["moment"].astype("M8[us]")
records["month"] = np.datetime64("1969-11") + rng.integers(0, 100, N)
records["y"] = rng.normal(size=N)
for name in ["day", "moment", "month"]:
    records[name][rng.random(N) < 0.1] = "NaT"
np.save("records.npy", records)
np.savez("stored.npz", X=numbers, y=records["y"], other=np.arange(5))
np.savez_compressed("deflated.npz", features=numbers[:, :2], group=records["ascii"], target=numbers[:, 2:])


def day(v, form):
    return "" if np.isnat(v) else form(v)


with open("records.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow([name for name, _ in fields])
    for r in records:
        w.writerow(
            [repr(float(r["half"])), int(r["int8"]), int(r["uint64"]), str(bool(r["yes"])).lower(), r["ascii"].decode(), r["unicode"]]
            + [day(r["day"], str), day(r["moment"], lambda v: str(v.astype("M8[us]")).replace("T", " "))]
            + [day(r["month"], lambda v: f"{v}-01"), repr(float(r["y"]))]
        )
with open("numbers.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["x1", "x2", "x3"])
    w.writerows([repr(float(v)) for v in row] for row in numbers)
