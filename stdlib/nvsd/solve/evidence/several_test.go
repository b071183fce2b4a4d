package evidence

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestTargetsAdd holds everything that is known of several targets to the sum over each alone.
func TestTargetsAdd(t *testing.T) {
	eachCost(t, func(t *testing.T, c *cost, at point) {
		p := c.problem
		other, least := slices.Clone(p.Y), p.least[0]
		for i := range other {
			other[i] = math.Cos(3*p.Y[i]) + p.X.At(i, 0)
		}
		p.Others, p.Share, p.least = [][]float64{other}, 0.7, []float64{least, 0.1}
		both := newCost(p)
		mustEvaluate(t, both, at)
		value := both.value
		information := newInformation(both)
		both.invert()
		information.at(both)
		both.slopes()
		slope, noise := slices.Clone(both.slope), both.noise
		residuals, err := both.residuals(at)
		if err != nil {
			t.Fatal(err)
		}
		norms, err := both.norms(at)
		if err != nil {
			t.Fatal(err)
		}
		var values, noises, constants float64
		slopes, squares, sum := make([]float64, len(slope)), make([]float64, len(slope)), mat.NewDense(len(slope)+1, len(slope)+1, nil)
		for k, y := range p.targets() {
			own := p
			own.Y, own.Others, own.Share, own.least = y, nil, 0, p.least[k:k+1]
			one := newCost(own)
			values += mustEvaluate(t, one, at)
			f := newInformation(one)
			one.invert()
			f.at(one)
			sum.Add(sum, f.matrix)
			one.slopes()
			noises += one.noise
			for a, v := range one.slope {
				slopes[a] += v
			}
			r, err := one.residuals(at)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range r[0] {
				near(t, "a residual", residuals[k][i], v, 1e-12)
			}
			u, err := one.norms(at)
			if err != nil {
				t.Fatal(err)
			}
			for a, v := range u {
				squares[a] += v * v
			}
			constants += mustConstant(own)
		}
		near(t, "the value", value, 0.7*values, 1e-12)
		near(t, "the slope by log lambda", noise, 0.7*noises, 1e-10)
		near(t, "the value of the constant", mustConstant(p), 0.7*constants, 1e-12)
		for a := range slope {
			near(t, fmt.Sprintf("the slope by w_%d", a), slope[a], 0.7*slopes[a], 1e-10)
			near(t, fmt.Sprintf("the norm of %d", a), norms[a], math.Sqrt(squares[a]), 1e-12)
			for b := range slope {
				near(t, "the information", information.matrix.At(a, b), 0.7*sum.At(a, b), 1e-10)
			}
		}
	})
}

// TestCopiesOfATarget finds for a target that is there twice, each counting half, what it finds for the target; also of repeated rows.
func TestCopiesOfATarget(t *testing.T) {
	for _, times := range []int{1, 2} {
		p := drawn(3, 60, 5, 0.3, curved)
		if times > 1 {
			X := mat.NewDense(120, 5, nil)
			X.Stack(p.X, p.X)
			p.X, p.Y = X, append(p.Y, drawn(4, 60, 5, 0.3, curved).Y...)
		}
		want, err := p.Search(context.Background(), Plan{})
		if err != nil {
			t.Fatal(err)
		}
		p.Others, p.Share = [][]float64{p.Y}, 0.5
		got, err := p.Search(context.Background(), Plan{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "log evidence", got.LogEvidence, want.LogEvidence, 1e-6)
		if !reflect.DeepEqual(got.Inputs, want.Inputs) {
			t.Errorf("%d times: inputs %v, and %v of the target once", times, got.Inputs, want.Inputs)
		}
	}
}

// TestTargetsShareInputs finds an input that no target by itself has enough of.
func TestTargetsShareInputs(t *testing.T) {
	p := drawn(5, 80, 6, 1, func(x []float64) float64 { return 0.32 * x[2] })
	for seed := range uint64(5) {
		more := drawn(6+seed, 80, 6, 1, func([]float64) float64 { return 0 }).Y
		for i := range more {
			more[i] += 0.32 * p.X.At(i, 2)
		}
		p.Others = append(p.Others, more)
	}
	alone := 0
	for _, y := range p.targets() {
		own := p
		own.Y, own.Others = y, nil
		r, err := own.Search(context.Background(), Plan{})
		if err != nil {
			t.Fatal(err)
		}
		alone += len(r.Inputs)
	}
	r, err := p.Search(context.Background(), Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Inputs, []int{2}) || alone == 6 {
		t.Errorf("together %v; %d of 6 alone", r.Inputs, alone)
	}
}
