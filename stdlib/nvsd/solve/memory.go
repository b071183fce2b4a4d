package solve

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/internal/machine"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A MemoryError is the refusal of matrices that would not fit in memory, before any of it is taken.
type MemoryError struct {
	N, D  int     // samples and inputs
	Bytes float64 // that the matrices would take
	Limit float64 // bytes that there is room for
	Most  int     // samples that fit

	what, advice string
}

// GiB returns the memory in units of 2^30 bytes.
func (e *MemoryError) GiB() float64 { return e.Bytes / (1 << 30) }

// Few returns a number of samples that fit, and on which a path is a matter of minutes.
func (e *MemoryError) Few() int { return min(e.Most, 2000) }

func (e *MemoryError) Error() string {
	return fmt.Sprintf("solve: %s on n = %d samples of d = %d inputs would take %.1f GiB of memory (limit %.3g): %s",
		e.what, e.N, e.D, e.GiB(), e.Limit/(1<<30), e.advice)
}

// fits returns a *[MemoryError] where something on n points would not fit in memory. Its bytes are
// proportional to n^2.
func fits(what string, bytes float64, n, d int, advice string) error {
	if machine.HasRoom(bytes) {
		return nil
	}
	limit := machine.Room()
	return &MemoryError{n, d, bytes, limit, int(float64(n) * math.Sqrt(limit/bytes)), what, advice}
}

// Fits returns a *[MemoryError] where the operator of a kernel on n points of d inputs would not fit in memory,
// and nil where it would. The kernel's width may be a rule: what finds it takes less.
func Fits(k kern.Kernel, n, d int) error {
	if matrices(k) == 0 {
		return fitsDense(k, n, d)
	}
	return fits("the operator", OperatorBytes(k, n, d), n, d, "use fewer samples")
}

// fitsDense is [Fits] for a kernel of which all derivatives are formed.
func fitsDense(k kern.Kernel, n, d int) error {
	advice := fmt.Sprintf("%s declares no structure (DotProduct, Isotropic); take a kernel that does, or fewer samples or inputs", called(k))
	return fits("the operator", denseBytes(n, d), n, d, advice)
}

// denseBytes returns the bytes of K and its derivatives.
func denseBytes(n, d int) float64 { return 8 * float64(n) * float64(n) * float64(1+d) * float64(1+d) }

// OperatorBytes returns the number of bytes that the operator of a kernel on n points of d inputs takes at most, with
// all that it remembers.
func OperatorBytes(k kern.Kernel, n, d int) float64 {
	if m := matrices(k); m > 0 {
		return 8 * float64(n) * float64(n) * m
	}
	return denseBytes(n, d)
}

// MatrixOrder returns the order of the full matrices that a solver forms for n points of d inputs, beside those of the
// operator: n d of [Newton], n (d+1) of [ADMM] where it may be by [Eigen], and 0 of the others.
func MatrixOrder(s Solver, n, d int) int {
	switch s := s.(type) {
	case Newton:
		return n * d
	case ADMM:
		if s.Inner == Eigen || s.Inner == "" && n*d <= flatSize {
			return n * (d + 1)
		}
	}
	return 0
}

// MatrixBytes returns the bytes of full matrices of an order: those of the coordinates of [ADMM], which are the most.
func MatrixBytes(order int) float64 { return 8 * 9 * float64(order) * float64(order) }

// matrices returns the number of n x n matrices that the operator of a kernel takes, and 0 where it has matrices of
// all derivatives.
func matrices(k kern.Kernel) float64 {
	const (
		ofValues = 3 // K, K1, K2
		others   = 5 // the eigenvectors of K and of HKH, a factor, and those that these are made of
	)
	var (
		dot  trait.DotProduct
		iso  trait.Isotropic
		str  trait.Stretched
		base kern.Kernel
	)
	switch {
	case trait.Find(k, &dot), trait.Find(k, &iso):
		return ofValues + others
	case trait.Find(k, &str):
		if of, _ := str.Unstretched(); trait.Find(of, &base) {
			return matrices(base)
		}
		return 0
	}
	parts, product := kern.Parts(k)
	if len(parts) == 0 || product {
		return 0
	}
	for _, part := range parts {
		if matrices(part) == 0 {
			return 0
		}
	}
	return ofValues*float64(len(parts)) + others
}
