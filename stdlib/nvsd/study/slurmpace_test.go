package study_test

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// A sleeper is a method that takes some seconds of time and none of a processor.
type sleeper float64

func (s sleeper) Code() (carried.Code, error) {
	value, err := json.Marshal(float64(s))
	return carried.Code{Type: "sleeper", Value: value, Source: "sleeper"}, err
}

func (s sleeper) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
	select {
	case <-time.After(time.Duration(float64(s) * float64(time.Second))):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return []study.Outcome{{Model: guess{0, make([]bool, r.Train.D())}}}, nil
}

// BenchmarkSlurm has units of one second, 1000 or as many as NVSD_UNITS says, computed here and in job arrays of a Slurm of one
// node with as many processors. It reports the seconds of both, and their ratio.
func BenchmarkSlurm(b *testing.B) {
	units := 1000
	if text := os.Getenv("NVSD_UNITS"); text != "" {
		units = fixture.Must[int](b)(strconv.Atoi(text))
	}
	c := realSlurm(b)
	d := study.Design{
		Name:     "pace",
		Problems: []study.Problem{{Name: "own", From: constant(1), Train: []int{10}, Test: 10}},
		Methods:  []study.Method{{Name: "sleeper", Fit: sleeper(1)}},
		Reps:     units,
	}
	seconds := func(run func() (*study.Results, error)) float64 {
		start := time.Now()
		if r := fixture.Must[*study.Results](b)(run()); r.Missing() > 0 || len(r.Failed()) > 0 {
			b.Fatalf("%d missing, %d failed", r.Missing(), len(r.Failed()))
		}
		return time.Since(start).Seconds()
	}
	for b.Loop() {
		here := seconds(func() (*study.Results, error) { return study.Run(made(b), d, b.TempDir()) })
		there := seconds(func() (*study.Results, error) {
			return study.Slurm{Program: c.worker(b, "")}.Run(made(b), d, b.TempDir())
		})
		b.ReportMetric(here, "s-here")
		b.ReportMetric(there, "s-on-Slurm")
		b.ReportMetric(there/here, "ratio")
	}
	b.ReportMetric(0, "ns/op")
}
