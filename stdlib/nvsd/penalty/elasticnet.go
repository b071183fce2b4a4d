package penalty

import "fmt"

// ElasticNet is P(u) = Mu sum_a u_a + (1-Mu) sum_a u_a^2 (UAI 2018 eq. 5), with
// Mu in [0, 1]: Mu = 1 is the [Lasso], and Mu = 0 has no zeros.
//
// Mu is not the l1_ratio of scikit-learn, which glmnet calls alpha. With rho for that ratio,
//
//	rho = Mu/(2 - Mu),  Mu = 2 rho/(1 + rho),
//
// because rho weighs u_a against u_a^2/2. nvsd.Tau says which tau is which alpha of
// scikit-learn, glmnet's lambda.
type ElasticNet struct {
	Mu float64
}

func (p ElasticNet) String() string { return fmt.Sprintf("ElasticNet(mu %g)", p.Mu) }

// Convex returns true: the penalty is convex.
func (ElasticNet) Convex() bool { return true }

// Check reports a Mu outside [0, 1].
func (p ElasticNet) Check(int) error {
	if !(p.Mu >= 0 && p.Mu <= 1) {
		return fmt.Errorf("elastic net: mu is %v, it must be in [0, 1]", p.Mu)
	}
	return nil
}

// Value returns P(u).
func (p ElasticNet) Value(u []float64) float64 {
	var sum float64
	for _, v := range u {
		sum += p.Mu*v + (1-p.Mu)*v*v
	}
	return sum
}

// Prox sets dst_a = max(0, u_a - t Mu) / (1 + 2 t (1-Mu)).
func (p ElasticNet) Prox(dst, u []float64, t float64) {
	for a, v := range u {
		dst[a] = max(0, v-t*p.Mu) / (1 + 2*t*(1-p.Mu))
	}
}

// Blocks returns the penalty as block norms, every input a group of weight Mu,
// and a multiple of the squares.
func (p ElasticNet) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights = singletons(d)
	for g := range weights {
		weights[g] = p.Mu
	}
	return groups, weights, 1 - p.Mu
}
