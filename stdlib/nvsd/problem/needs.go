package problem

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/nvsd-kernel/nvsd-kernel/internal/machine"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Needs are the memory and the time of a computation, by its counts alone: see [Spec.Needs].
type Needs struct {
	Rows, Inputs int
	Bytes        float64 // of memory at most, with those of the program
	Seconds      float64 // about, on an idle machine: mostly right within a factor of three
}

// Large reports whether the needs are worth telling: more than 2 seconds or 500 MB.
func (n Needs) Large() bool { return n.Seconds > 2 || n.Bytes > 500e6 }

// HaveRoom reports whether there is memory for the needs.
func (n Needs) HaveRoom() bool { return machine.HasRoom(n.Bytes) }

// Room returns the number of bytes that there is room for: 8 GiB, and less on a machine, in a container or under a
// limit that has less.
func (n Needs) Room() float64 { return machine.Room() }

// String returns the needs in a phrase, as "20000 rows of 50 inputs: memory up to 0.3 GB, time about 10 s".
func (n Needs) String() string {
	return fmt.Sprintf("%s of %s: memory up to %s, time about %s", report.Plural(n.Rows, "row"), report.Plural(n.Inputs, "input"), n.memory(), n.time())
}

// Note returns the needs as a note to the progress of a computation, "" where they are not [Needs.Large].
func (n Needs) Note() string {
	if !n.Large() {
		return ""
	}
	return fmt.Sprintf("all of it takes about %s and up to %s", n.time(), n.memory())
}

// In returns a context whose outermost computations tell the needs, where they are large.
func (n Needs) In(ctx context.Context) context.Context { return progress.WithNeeds(ctx, n.Note()) }

func (n Needs) memory() string {
	return fmt.Sprintf("%.1f GB", math.Max(0.1, math.Ceil(n.Bytes/1e8)/10))
}

// time returns the seconds to one digit: they are known no better.
func (n Needs) time() string {
	const minute, hour = 60, 3600
	switch s := n.Seconds; {
	case s < 0.95:
		return "1 s or less"
	case s < 1.5*minute:
		return fmt.Sprintf("%.0f s", oneDigit(s))
	case s < 1.5*hour:
		return fmt.Sprintf("%.0f min", oneDigit(s/minute))
	default:
		return fmt.Sprintf("%.0f h", oneDigit(s/hour))
	}
}

func oneDigit(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return unit * math.Round(v/unit)
}

// Times returns the needs of so many computations, one after the other.
func (n Needs) Times(count int) Needs {
	n.Seconds *= float64(count)
	return n
}

// Apart returns the needs of so many computations that do not depend on one another: as many run at once as there are
// processors and memory for.
func (n Needs) Apart(count int) Needs {
	at := float64(max(1, min(count, runtime.GOMAXPROCS(0), int(machine.Room()/n.Bytes))))
	n.Seconds *= math.Ceil(float64(count) / at)
	n.Bytes += (at - 1) * (n.Bytes - programBytes)
	return n
}

// After returns the needs of two computations, one after the other.
func (n Needs) After(first Needs) Needs {
	n.Seconds += first.Seconds
	n.Bytes = math.Max(n.Bytes, first.Bytes)
	return n
}

// Of a path on n rows of d inputs the work is counted in entries of n x n matrices, each of which takes d multiplications
// and some for the kernel, and for factors in the third power of n. The rates were measured on one processor of 2.5 GHz
// with the default tolerance; how many products a fit takes depends on the data.
const (
	programBytes = 50e6    // before there are data
	tableCopies  = 60      // matrices of n x d: a table, its parts, and the coefficients that fits remember
	besides      = 100     // multiplications for an entry beside the d
	forEntry     = 1500    // multiplications for an entry of n x d: the steps that a solver remembers, and more of them where d is large
	ofTauMax     = 2e-8    // seconds for a multiplication of the search for tau_max
	ofCube       = 4e-9    // for the third power of n, in that search
	ofFirst      = 4e-9    // for a multiplication of the first fit, which begins with nothing
	ofTau        = 1.6e-9  // of a further fit
	ofFeatures   = 2.5e-10 // of the sums of random features
	ofOrder      = 2e-9    // for the third power of the order of full matrices
	ofRidge      = 3.5e-10 // for the third power of n, of a kernel of ridge regression
)

// Needs returns the needs of a path of taus fits on n rows of d inputs, and where folds is not 0 its cross-validation in so
// many folds with it. They follow from these numbers, the kernel, the features and the solver, and not from the data.
//
//	fmt.Println(spec.Needs(train.N(), train.D(), 50, 0))
func (s Spec) Needs(n, d, taus, folds int) Needs {
	all := s.withTauMax(s.NeedsAt(n, d, taus))
	if folds < 2 {
		return all
	}
	within := s.withTauMax(s.NeedsAt(rowsInFold(n, folds), d, taus)).Apart(folds)
	within.Rows = n
	within.Bytes += s.stays(n, folds)
	return within.After(all)
}

// rowsInFold returns about the largest number of rows that one of so many folds trains on.
func rowsInFold(n, folds int) int {
	if folds < 2 {
		return n
	}
	return n - n/folds
}

// stays returns the bytes of the path on all rows and of those in folds, which stay until all folds are done.
func (s Spec) stays(n, folds int) float64 {
	return s.kept(n) + float64(folds)*s.kept(rowsInFold(n, folds))
}

// InFold returns the bytes of a path in one of so many folds of n rows, with those of the paths that stay beside it, and a
// refusal where there is no memory for them.
func (s Spec) InFold(n, d, taus, folds int) (float64, error) {
	needs := s.withTauMax(s.NeedsAt(rowsInFold(n, folds), d, taus))
	needs.Bytes += s.stays(n, folds)
	if !needs.HaveRoom() {
		return 0, refusal.BadData(refusal.TrainingPart, "cross-validation of %s in %d folds would take %.1f GB of memory, and there is room for %.1f: judge by leaving one out, take fewer folds, or draw rows at random, as by train.Sample(2000, 1)",
			report.Plural(n, "row"), folds, needs.Bytes/1e9, needs.Room()/1e9)
	}
	return needs.Bytes, nil
}

// NeedsAt returns the needs of fits at so many given taus, which need no tau_max: see [Spec.PathAt].
func (s Spec) NeedsAt(n, d, taus int) Needs {
	needs := Needs{Rows: n, Inputs: d, Bytes: programBytes + 8*tableCopies*float64(n)*float64(d)}
	m := s.order(n)
	if s.Features.said {
		needs.Bytes += solve.FeatureBytes(s.Features.count)
		needs.Seconds = ofFeatures * float64(n) * float64(m) * float64(2*m+d)
	} else {
		part := spectral
		if _, dual := s.Minimiser().(solve.Dual); dual && !s.Nu.timesTau && s.Nu.value > 0 {
			part = factored
		}
		needs.Bytes += part * solve.OperatorBytes(s.Kernel, n, d)
	}
	full := float64(solve.MatrixOrder(s.Minimiser(), m, d))
	needs.Bytes += solve.MatrixBytes(int(full))
	needs.Seconds += ofOrder*full*full*full + s.multiplications(n, d)*(ofFirst+ofTau*float64(taus-1))
	return needs
}

// The parts of the matrices of an operator that are there at one time: with the eigenvectors, and where a factor serves
// every tau.
const (
	spectral = 7. / 8
	factored = 1. / 2
)

// withTauMax adds the search for tau_max to the needs of fits at given taus.
func (s Spec) withTauMax(n Needs) Needs {
	if !s.Features.said {
		n.Bytes += (spectral - factored) * solve.OperatorBytes(s.Kernel, n.Rows, n.Inputs)
	}
	n.Seconds += ofTauMax*s.multiplications(n.Rows, n.Inputs) + ofCube*math.Pow(float64(s.order(n.Rows)), 3)
	return n
}

// order returns the order of the kernel's matrix: the rows, or one more than the features.
func (s Spec) order(n int) int {
	if s.Features.said {
		return s.Features.count + 1
	}
	return n
}

// multiplications returns the number of multiplications of one product with all second derivatives of the kernel, with what solvers do beside it.
func (s Spec) multiplications(n, d int) float64 {
	m := float64(s.order(n))
	return m*m*(besides+float64(d)) + forEntry*m*float64(d)
}

// RidgeNeeds returns the needs of kernel ridge regression on n rows of d inputs, with the kernels of the Refit.
func (s Spec) RidgeNeeds(n, d int) Needs {
	needs := s.withTauMax(s.NeedsAt(n, d, 1)) // of which it has the matrices
	kernels := 1.
	if s.Refit == "" || s.Refit == BestWidth {
		kernels = 5
	}
	if !s.Features.said {
		needs.Seconds = ofRidge * kernels * math.Pow(float64(n), 3)
	}
	return needs
}

// kept returns the bytes of what a finished path on n rows keeps: its kernel matrix, a factor and the eigenvectors.
func (s Spec) kept(n int) float64 {
	const matrices = 3
	if s.Features.said {
		return solve.FeatureBytes(s.Features.count)
	}
	return 8 * matrices * float64(n) * float64(n)
}

// fits returns a refusal where the operator of the Spec's kernel on the inputs in use would not fit in memory.
func (ds *Design) fits(use []bool) error {
	if ds.Spec.Features.said {
		return nil
	}
	return ds.tooLarge(solve.Fits(ds.Spec.Kernel, len(ds.Y), lists.Count(use)))
}

// tooLarge returns the refusal of matrices that would not fit, with the ways that there are, and other errors as they are.
func (s Spec) tooLarge(err error) error {
	big, is := errors.AsType[*solve.MemoryError](err)
	switch {
	case !is:
		return err
	case big.Most < 2:
		return refusal.BadArgument("Spec.Kernel", "%w", err)
	}
	features := ""
	with := s
	with.Features = RandomFeatures(1, 1)
	if s.Penalty != nil && with.checkFeatures() == nil && solve.HasFeatures(s.Kernel) {
		features = "; Features: nvsd.RandomFeatures(500, 1) in the Spec needs no matrix of the rows"
	}
	return refusal.BadData(refusal.TrainingPart, "%w, such as by train.Sample(%d, 1), which draws rows at random; %d fit%s; nvsd.Find takes tables of any length, and nvsd.FindIn(data.OpenStream(path)) files of any length", err, big.Few(), big.Most, features)
}
