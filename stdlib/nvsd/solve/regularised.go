package solve

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// regularised keeps what an operator has factored: K + n nu I, or HKH + n nu I, at
// the nu that was last asked for. This costs some twentieth of a spectrum. Which of
// the two a problem takes depends on the problem alone, and not on what was solved
// before it: so do its numbers.
type regularised struct {
	mu       sync.Mutex
	factor   *symmetric.Factor
	key      ridgeKey
	definite map[bool]bool // whether K, and HKH, have no eigenvalue below -notPositive, by centred
}

// factorLeast is the least n nu that is left to a factor, as a multiple of the
// eigenvalue below 0 that K may have by rounding. Below, such eigenvalues matter,
// and a spectrum has them as 0.
const factorLeast = 100

// of returns the factor, or nil where this is better left to the spectrum: with a
// ridge that is close to rounding, and where K is not positive semidefinite, which
// the spectrum tells in numbers.
func (r *regularised) of(K *mat.Dense, key ridgeKey) *symmetric.Factor {
	n, _ := K.Dims()
	shift, allowed := float64(n)*key.nu, notPositive*trace(K)
	if !(shift >= factorLeast*allowed) || allowed == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.factor != nil && r.key == key {
		return r.factor
	}
	r.factor = nil
	definite, known := r.definite[key.intercept]
	if known && !definite {
		return nil
	}
	S := symmetric.New(n)
	if !known {
		setUpper(S, K, key.intercept, allowed)
		_, definite = S.Cholesky()
		if r.definite == nil {
			r.definite = make(map[bool]bool)
		}
		if r.definite[key.intercept] = definite; !definite {
			return nil
		}
	}
	setUpper(S, K, key.intercept, shift)
	if f, ok := S.Cholesky(); ok {
		r.factor, r.key = f, key
	}
	return r.factor
}
