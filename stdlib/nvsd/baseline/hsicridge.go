package baseline

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// selectedRidge is kernel ridge regression on the inputs that are in.
type selectedRidge struct {
	use       []int
	units     *inputScale
	op        *solve.Operator // nil where it is the mean
	alpha     []float64       // of y/unit
	intercept float64
	unit      float64 // the largest |y_i|: squares of y itself may be no float64
	nu        float64
}

// newSelectedRidge fits at the nu of least leave-one-out error; of equals, at the largest.
func newSelectedRidge(k kern.Kernel, nus []float64, units *inputScale, X *mat.Dense, y []float64, selected []bool) (*selectedRidge, error) {
	r := &selectedRidge{units: units, nu: math.NaN(), unit: 1}
	for a, in := range selected {
		if in {
			r.use = append(r.use, a)
		}
	}
	for _, v := range y {
		r.intercept += v / float64(len(y))
	}
	if len(r.use) == 0 {
		return r, nil
	}
	Z := r.scaled(X)
	var err error
	if k == nil {
		k = kern.Gaussian{Width: kern.Sigma(math.Sqrt(float64(len(r.use))))}
	}
	if err := checkOperator(k, Z); err != nil {
		return nil, err
	}
	k, err = kern.Resolve(k, Z)
	if err != nil {
		return nil, err
	}
	r.op, err = solve.NewOperator(k, Z)
	if err != nil {
		return nil, err
	}
	scaled := slices.Clone(y)
	if largest := floats.Norm(y, math.Inf(1)); largest > 0 {
		r.unit = largest
		for i, v := range y {
			scaled[i] = v / largest
		}
	}
	ridge, err := solve.NewRidge(r.op, scaled, true)
	if err != nil {
		return nil, err
	}
	if nus == nil {
		nus = choose.DefaultRidgeNus(meanDiagonal(k, Z))
	}
	if len(nus) == 0 {
		return nil, fmt.Errorf("Nus is empty: give the nus that the ridge regression chooses from, or leave it nil")
	}
	best := math.NaN()
	for _, nu := range nus {
		loo, err := ridge.LOO(nu)
		if err != nil {
			return nil, err
		}
		if math.IsNaN(best) || loo < best || loo == best && nu > r.nu {
			best, r.nu = loo, nu
		}
	}
	r.alpha, r.intercept, err = ridge.Fit(r.nu)
	r.intercept *= r.unit
	return r, err
}

func meanDiagonal(k kern.Kernel, Z *mat.Dense) float64 {
	n, _ := Z.Dims()
	mean := 0.0
	for i := range n {
		mean += k.Eval(Z.RawRowView(i), Z.RawRowView(i)) / float64(n)
	}
	return mean
}

// scaled is the inputs in use, in the units of the lasso.
func (r *selectedRidge) scaled(X *mat.Dense) *mat.Dense {
	n, _ := X.Dims()
	Z := mat.NewDense(n, len(r.use), nil)
	for i := range n {
		for c, a := range r.use {
			Z.Set(i, c, r.units.at(X.At(i, a), a))
		}
	}
	return Z
}

func (r *selectedRidge) predict(X *mat.Dense) []float64 {
	m, _ := X.Dims()
	v := make([]float64, m)
	if r.op != nil {
		values, err := r.op.Predict(r.alpha, nil, r.scaled(X))
		if err != nil { // of a value that is no number alone
			values = make([]float64, m)
			for i := range values {
				values[i] = math.NaN()
			}
		}
		v = values
	}
	for i := range v {
		v[i] = v[i]*r.unit + r.intercept
	}
	return v
}
