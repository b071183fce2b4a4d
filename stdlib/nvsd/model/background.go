package model

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
	"gonum.org/v1/gonum/mat"
)

// A Background is the account of a kernel ridge regression whose kernel is a sum
//
//	k(x, z) + Share b(x, z),
//
// k on the selected inputs and b on all D columns that vary, scaled: <x, z>/D, or exp(-1/2 .49 ||x-z||^2/D).
// The selected inputs have their effects as before, and all others weak ones. Without selected inputs
// there is no k.
type Background struct {
	Smooth bool    // b is the second
	Share  float64 // 1 without k
	// Gain is the gain of log evidence over the model without b, and Price the least that it must be: b
	// costs as an input among two.
	Gain, Price   float64
	RMSE, Without float64 // errors leaving one out, with b and without, in units of the target
	Chosen        int     // numbers that were chosen on the training rows
}

// Errors by which a background must be nearer to the target, in standard errors of the difference of the
// squared leave-one-out errors: than the model of selected inputs, whose evidence it raises besides, and than the mean.
const (
	nearerSelected = 1.0
	nearerMean     = 2.0
)

// Kind returns "linear" or "smooth".
func (b *Background) Kind() string {
	if b.Smooth {
		return "smooth"
	}
	return "linear"
}

// String returns the account in a sentence.
func (b *Background) String() string {
	return fmt.Sprintf("a %s function of all inputs with small weight is worth %.3g of log evidence (it costs %.2g); error leaving one out %.4g, without it %.4g", b.Kind(), b.Gain, b.Price, b.RMSE, b.Without)
}

// WithBackground returns a kernel ridge regression of a model and a [Background], and nil where none is worth its
// price or the leave-one-out errors speak against it. The model is a regression on selected inputs, with a
// width for each; alone leaves them out, and compares with the mean. Rows with equal inputs have no
// background: they are one observation. Nor have rows with weights.
func (m *Model) WithBackground(ctx context.Context, alone bool) (*Model, error) {
	start := time.Now()
	if m.Op == nil || m.Repeats != nil || m.Weights != nil || !alone && m.F.Op == nil {
		return nil, nil
	}
	b, r, err := m.background(ctx, alone)
	if err != nil || r == nil {
		return nil, err
	}
	fit, err := r.Fit(ctx, 0, math.NaN())
	if err != nil {
		return nil, err
	}
	with, err := modelOfRidge(fit, m.Design, choose.ByLeaveOneOut(), problem.AllInputs, start)
	if err != nil {
		return nil, err
	}
	before := choose.LeaveOutMean(m.Design)
	enough := nearerMean
	if !alone {
		enough = nearerSelected
		before, err = m.LeaveOneOut(ctx)
		if err != nil {
			return nil, err
		}
	}
	after, err := with.LeaveOneOut(ctx)
	if err != nil {
		return nil, err
	}
	own, others := squared(after), squared(before)
	b.RMSE, b.Without = choose.RootMean(own), choose.RootMean(others)
	if !(choose.PairedT(others, own, choose.Identity) > enough) {
		return nil, nil
	}
	with.Background = b
	return with, nil
}

// background returns the background of most evidence and the regression with it; nil if none is worth its price.
func (m *Model) background(ctx context.Context, alone bool) (*Background, *choose.KernelRidge, error) {
	use := m.Varying()
	columns := float64(lists.Count(use))
	Z := m.Apply(m.Train.X(), use)
	var own kern.Kernel
	var K *mat.Dense
	noise := 1.0
	if !alone {
		own = onSelected(m.Kernel, m.In)
		K, noise = choose.CrossGram(own, Z, Z), m.RidgeNu*float64(len(m.Y))
	}
	smooth := kern.Gaussian{Width: kern.Sigma(math.Sqrt(columns) / 0.7)}
	p := evidence.Problem{X: Z, Y: m.Problem(0).Y, Kernel: smooth, Intercept: m.Spec.Intercept.Fitted()}
	var best *evidence.Addition
	var kernel kern.Kernel
	for _, k := range []kern.Kernel{kern.Scaled(1/columns, kern.Linear{}), smooth} {
		found, err := p.Add(ctx, K, choose.CrossGram(k, Z, Z), noise)
		if err != nil {
			return nil, nil, fmt.Errorf("nvsd: the background: %w", err)
		}
		if best == nil || found.Gain > best.Gain {
			best, kernel = found, k
		}
	}
	b := &Background{Share: best.Share, Gain: best.Gain, Price: evidence.Price(len(m.Y), 2), Chosen: 1}
	if b.Gain < b.Price {
		return b, nil, nil
	}
	_, b.Smooth = kernel.(kern.Gaussian)
	if !alone {
		kernel = kern.Sum(own, kern.Scaled(b.Share, kernel))
		b.Chosen = lists.Count(m.In) + 2
	}
	r, err := choose.NewKernelRidge(ctx, m.Design, kernel, use)
	if err == nil {
		r.Nus = []float64{best.Noise / float64(len(m.Y))}
	}
	return b, r, err
}

// onSelected returns a kernel on the inputs that are in.
func onSelected(k kern.Kernel, in []bool) kern.Kernel {
	if _, is := k.(kern.ARD); is {
		return k // its other widths are infinite
	}
	widths := make([]float64, len(in))
	for a := range widths {
		widths[a] = math.Inf(1)
		if in[a] {
			widths[a] = 1
		}
	}
	return kern.ARD{Base: k, Widths: widths}
}

func squared(v []float64) []float64 {
	squares := slices.Clone(v)
	for i := range squares {
		squares[i] *= squares[i]
	}
	return squares
}
