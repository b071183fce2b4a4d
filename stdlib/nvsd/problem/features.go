package problem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Features is the choice of random Fourier features in place of the kernel, or of none. The zero value
// is none.
type Features struct {
	count int
	seed  uint64
	said  bool
}

// RandomFeatures is count random Fourier features of a Gaussian kernel, which are drawn by the seed.
func RandomFeatures(count int, seed uint64) Features { return Features{count, seed, true} }

// Drawn returns the number of features and their seed. They are not said in the zero value.
func (f Features) Drawn() (count int, seed uint64, said bool) { return f.count, f.seed, f.said }

// String describes the choice in a phrase.
func (f Features) String() string {
	if !f.said {
		return "none: the kernel itself"
	}
	return fmt.Sprintf("%s of seed %d", report.Plural(f.count, "random feature"), f.seed)
}

// IsZero reports whether there are none.
func (f Features) IsZero() bool { return !f.said }

// featuresJSON is the JSON of Features.
type featuresJSON struct {
	Count *int   `json:"count"`
	Seed  uint64 `json:"seed"`
}

// MarshalJSON writes {"count": number, "seed": number}, or null for none.
func (f Features) MarshalJSON() ([]byte, error) {
	if !f.said {
		return []byte("null"), nil
	}
	return json.Marshal(featuresJSON{&f.count, f.seed})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Features) UnmarshalJSON(raw []byte) error {
	var read *featuresJSON
	if json.Unmarshal(raw, &read) != nil || read != nil && read.Count == nil {
		return errors.New(`features must be {"count": number, "seed": number}`)
	}
	*f = Features{}
	if read != nil {
		*f = RandomFeatures(*read.Count, read.Seed)
	}
	return nil
}

// checkFeatures reports features with which the Spec has no fit.
func (s *Spec) checkFeatures() error {
	if !s.Features.said {
		return nil
	}
	if s.Features.count < 1 {
		return refusal.BadArgument("Spec.Features", "%d random features are asked for: at least one is needed, and some hundred for a Gaussian of many inputs", s.Features.count)
	}
	switch s.Solver.(type) {
	case nil, solve.Dual, solve.Newton:
	default:
		return refusal.BadArgument("Spec.Solver", "%s needs the points of a kernel, and the Spec has random features: leave the solver out, or take solve.Dual or solve.Newton", refusal.Called(s.Solver))
	}
	if !trait.IsConvex(s.Penalty) {
		return refusal.BadArgument("Spec.Penalty", "the penalty %v does not say that it is convex, and random features need one that is: take another, wrap it in penalty.Convex if it is convex, or leave Features out", s.Penalty)
	}
	return nil
}

// NeedKernel reports random features where the kernel itself is needed. what says for what, and ends in "has" or
// "have".
func (s *Spec) NeedKernel(what string) error {
	if !s.Features.said {
		return nil
	}
	return refusal.BadArgument("Spec.Features", "%s the kernel itself, and the Spec has %v in its place: leave Features out, or take Spec.RidgeOnCentres on the inputs that Path.Model ranks first", what, s.Features)
}

// WidthInputs returns the scaled inputs in use at the rows on which the width of a kernel is resolved: all of them,
// and with random features at most 2000 that are drawn.
func (ds *Design) WidthInputs(use []bool) *mat.Dense {
	rows := lists.UpTo(len(ds.Y))
	if ds.Spec.Features.said {
		rows = solve.WidthRows(len(ds.Y), ds.Spec.Features.seed)
	}
	return ds.applyTo(ds.Train.X(), rows, use)
}

// OnFeatures resolves k on the [Design.WidthInputs] in use, and returns it with the operator of its random
// features and their target: see [solve.FeatureSums]. It scales some rows at a time, so that it makes no matrix of
// as many rows as the data.
func (ds *Design) OnFeatures(ctx context.Context, k kern.Kernel, use []bool) (kern.Kernel, *solve.Operator, []float64, error) {
	X, n := ds.Train.X(), len(ds.Y)
	resolved, err := kern.Resolve(k, ds.WidthInputs(use))
	if err != nil {
		return nil, nil, nil, refusal.BadArgument("Spec.Kernel", "%w", err)
	}
	sums, err := solve.NewFeatureSums(resolved, use, ds.Spec.Features.count, ds.Spec.Features.seed)
	if err != nil {
		return nil, nil, nil, refusal.BadArgument("Spec.Features", "%w", err)
	}
	y := slices.Clone(ds.Y)
	floats.AddConst(-ds.Mean, y)
	const part = 1 << 14
	all := lists.UpTo(n)
	if err := sums.Add(ctx, func(_ context.Context, do func(*mat.Dense, []float64) error) error {
		for from := 0; from < n; from += part {
			to := min(from+part, n)
			if err := do(ds.applyTo(X, all[from:to], use), y[from:to]); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, nil, nil, fmt.Errorf("nvsd: the sums of random features: %w", err)
	}
	op, target, err := sums.Operator(ds.Spec.Intercept.Fitted())
	if err != nil {
		return nil, nil, nil, fmt.Errorf("nvsd: random features: %w", err)
	}
	return resolved, op, target, nil
}
