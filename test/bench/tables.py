"""Reading a table of 10^6 rows and 10 columns: a cell of this kernel beside pandas.

Each is a whole process, from start to end: `nvsd-kernel run` of a cell that reads the file, and
Python with pandas. They take turns, --times each; medians of seconds, and the most memory that one of
them took. A format that one of the two cannot read is left out.

    make build
    pip install pandas pyarrow
    python test/bench/tables.py
"""

import argparse
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS, COLUMNS = 1_000_000, 10

CELL = """
package main

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

func main() {{
	f, err := data.Open({path!r})
	if err != nil {{
		panic(err)
	}}
	fmt.Println(f.N(), len(f.Columns()))
}}
"""

PANDAS = "import pandas; f = pandas.read_{format}({path!r}); print(*f.shape)"


def write_csv(path):
    """Writes numbers of six digits, as most files of measurements have them: about 90 MB."""
    rng = random.Random(1)
    with open(path, "w") as out:
        out.write(",".join([f"x{j + 1}" for j in range(COLUMNS - 1)] + ["y"]) + "\n")
        for _ in range(ROWS):
            out.write(",".join([f"{rng.gauss(0, 1):.6g}" for _ in range(COLUMNS)]) + "\n")


def write_parquet(path, csv):
    """Writes the same table by pandas."""
    subprocess.run([sys.executable, "-c", f"import pandas; pandas.read_csv({csv!r}).to_parquet({path!r})"], check=True)


def run(command):
    """Returns the seconds and the megabytes of a process, or None if it fails."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, _ = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        return None
    assert out.split() == [str(ROWS), str(COLUMNS)], out
    return seconds, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--kernel", default=str(ROOT / "build" / "nvsd-kernel"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        csv, parquet = os.path.join(folder, "table.csv"), os.path.join(folder, "table.parquet")
        write_csv(csv)
        files = {"csv": csv}
        try:
            write_parquet(parquet, csv)
            files["parquet"] = parquet
        except subprocess.CalledProcessError:
            print("pandas cannot write Parquet here: install pyarrow")
        print(f"{ROWS} rows, {COLUMNS} columns; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
        print(f"{'':8} {'size':>8} {'ours':>8} {'pandas':>8} {'ours':>8} {'pandas':>8}")
        for format, path in files.items():
            cell = pathlib.Path(folder) / f"{format}.go"
            cell.write_text(CELL.format(path=path).replace("'", '"'))
            commands = [[args.kernel, "run", str(cell)], [sys.executable, "-c", PANDAS.format(format=format, path=path)]]
            results = [[run(command) for command in commands] for _ in range(args.times)]
            columns = list(zip(*results))
            if any(r is None for column in columns for r in column):
                print(f"{format:8} {'not read by ' + ('us' if None in columns[0] else 'pandas')}")
                continue
            seconds = [statistics.median(s for s, _ in column) for column in columns]
            memory = [max(m for _, m in column) for column in columns]
            size = os.path.getsize(path) / 1e6
            print(f"{format:8} {size:5.0f} MB" + "".join(f" {s:6.2f} s" for s in seconds) + "".join(f" {m:5.0f} MB" for m in memory))
        load = os.getloadavg()[0]
        if load > os.cpu_count():
            print(f"load {load:.1f} after: the machine was busy, and both were slower than they are alone")


if __name__ == "__main__":
    main()
