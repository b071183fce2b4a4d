package data

import (
	"fmt"
	"math"
)

// AISTATS describes the functions f1, f2 and f3 of Rosasco, Santoro, Mosci, Verri and Villa, A
// regularization approach to nonlinear variable selection, AISTATS 2010, section 4.1: six inputs
// that are uniform and independent on [-Half, Half], of which x_1 and x_2 matter, and y = f(x_1,
// x_2) + noise.
//
//	f1 = (x_1^4 - x_1^2) (3 + x_2)
//	f2 = 2 (x_1^3 - x_1) (2 x_2 - 1) (x_2 + 1) + (x_2^3 - x_2 + 3)
//	f3 = -2 (2 x_1^2 - 1) x_2 exp(-x_1^2 - x_2^2)
//
// The paper says that the inputs are in [-3, 3], where f1, f2 and f3 have the variances 4860,
// 17151 and 0.033. Its Table 1 cannot be had there: it gives linear models the errors 0.096, 3.32
// and 0.103. On [-1, 1] the best linear models leave 0.071, 0.244 and 0.102. So a study takes both
// domains, Half 3 and Half 1, and says so.
//
// The variance of the noise is "a small fraction of the average output". The fraction is not
// said, and the average of f3 is 0; here it is Fraction times the average of |f|.
type AISTATS struct {
	Function int // 1, 2 or 3

	D        int     // inputs; 0 for the paper's 6
	Half     float64 // 0 for the paper's 3
	Fraction float64 // variance of the noise over E |f|; 0 for 0.01, NoNoise for none
}

// Problem returns the problem, or an error about its description.
func (q AISTATS) Problem() (*Problem, error) {
	said := q
	name := fmt.Sprintf("AISTATS f%d", q.Function)
	var f func(x []float64) float64
	switch q.Function {
	case 1:
		f = func(x []float64) float64 {
			s := x[0] * x[0]
			return (s*s - s) * (3 + x[1])
		}
	case 2:
		f = func(x []float64) float64 {
			u, v := x[0], x[1]
			return 2*(u*u*u-u)*(2*v-1)*(v+1) + (v*v*v - v + 3)
		}
	case 3:
		f = func(x []float64) float64 {
			u, v := x[0]*x[0], x[1]
			return -2 * (2*u - 1) * v * math.Exp(-u-v*v)
		}
	default:
		return nil, fmt.Errorf("data: AISTATS: there is no function f%d: Function is 1, 2 or 3", q.Function)
	}
	d, err := dimensions(name, q.D, 6, 2)
	if err != nil {
		return nil, err
	}
	err = complete(name,
		parameter{name: "Half", value: &q.Half, paper: 3},
		parameter{name: "Fraction", value: &q.Fraction, paper: 0.01, noise: true})
	if err != nil {
		return nil, err
	}
	p := &Problem{said: said, name: name, d: d, relevant: first(2), noise: math.Sqrt(q.Fraction * averageSize(f, q.Half))}
	return p.from(cube(q.Half), f), nil
}

// averageSize returns E |f| over [-half, half]^2 by the midpoint rule.
func averageSize(f func(x []float64) float64, half float64) float64 {
	const cells = 400
	at := func(i int) float64 { return half * (2*(float64(i)+0.5)/cells - 1) }
	sum := 0.0
	for i := range cells {
		for j := range cells {
			sum += math.Abs(f([]float64{at(i), at(j)}))
		}
	}
	return sum / (cells * cells)
}
