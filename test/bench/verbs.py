"""Where and With of a Frame of 10^6 rows in a cell, by functions and by expressions.

Each verb is run --times times in one cell of `nvsd-kernel run`; medians of seconds.

    make build
    python test/bench/verbs.py
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

SCRIPT = """
package main

import (
	"fmt"
	"math"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
)

func main() {
	const n = 1_000_000
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, math.Sin(float64(i)))
		x.Set(i, 1, float64(i%%7))
	}
	f, err := data.New(x, y, "a", "b", "c")
	if err != nil {
		panic(err)
	}
	for range %d {
		measure("Where, a function of one column", func() error {
			_, err := f.Where(func(r data.Row) bool { return r.Float("a") > 0.5 })
			return err
		})
		measure("With, a function of two columns", func() error {
			_, err := f.With("z", func(r data.Row) float64 { return r.Float("a") * r.Float("b") })
			return err
		})
		measure("WhereExpr", func() error {
			_, err := f.WhereExpr("a > 0.5 && b == 3")
			return err
		})
		measure("WithExpr", func() error {
			_, err := f.WithExpr("z", "a*b + exp(-a*a)")
			return err
		})
	}
}

func measure(what string, verb func() error) {
	begin := time.Now()
	if err := verb(); err != nil {
		panic(err)
	}
	fmt.Printf("%%s: %%.4f s\\n", what, time.Since(begin).Seconds())
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--kernel", default=str(ROOT / "build" / "nvsd-kernel"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "verbs.go"
        script.write_text(SCRIPT % args.times)
        out = subprocess.run([args.kernel, "run", str(script)], check=True, capture_output=True, text=True).stdout
    seconds = {}
    for what, figure in re.findall(r"^(.*): ([0-9.]+) s$", out, re.MULTILINE):
        seconds.setdefault(what, []).append(float(figure))
    for what, figures in seconds.items():
        print(f"{what:35} {statistics.median(figures):7.3f} s")


if __name__ == "__main__":
    main()
