package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/dependence"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Limits of looks at a table.
const (
	lookedAlone = 40   // inputs that the first look takes since the target depends on them alone
	productRows = 1000 // on which it looks at products of two
	mostPaired  = 1e4  // inputs that it looks at in pairs: the time rises with their square
	mostAsked   = 20   // inputs that one look at residuals asks for
	askedLevel  = 0.01 // of the test, over all inputs
	mostLooks   = 3    // at residuals
)

// firstLook returns the terms of a table that vary, in the order in which a search is to see them: those
// on which the target depends most by itself, then those of the products of two that correlate most with
// it, then the rest. Of three classes or more that is each code.
func firstLook(ctx context.Context, table *data.Frame) ([]int, error) {
	filled, _, err := table.Filled()
	if err != nil {
		return nil, err
	}
	X, terms := mat.DenseCopyOf(filled.X()), problem.TermsOf(table)
	targets := targetsOf(filled)
	p, err := pValues(ctx, terms, X, targets...)
	if err != nil {
		return nil, err
	}
	var alone []int
	owner := make([]int, filled.D())
	for j, t := range terms {
		for _, a := range t.Columns {
			owner[a] = j
		}
		if !math.IsNaN(p[j]) {
			alone = append(alone, j)
		}
	}
	slices.SortStableFunc(alone, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	var order []int
	in := make([]bool, len(terms))
	add := func(some ...int) {
		for _, j := range some {
			if !in[j] && !math.IsNaN(p[j]) {
				in[j] = true
				order = append(order, j)
			}
		}
	}
	add(alone[:min(lookedAlone, len(alone))]...)
	rows := min(filled.N(), productRows)
	var paired []int // columns
	for _, j := range alone[:min(mostPaired, len(alone))] {
		paired = append(paired, terms[j].Columns...)
	}
	if len(paired) == 0 {
		return nil, nil
	}
	slices.Sort(paired)
	Z := mat.NewDense(rows, len(paired), nil)
	for b, a := range paired {
		Z.SetCol(b, mat.Col(nil, a, X.Slice(0, rows, 0, filled.D())))
	}
	for _, y := range targets {
		pairs, err := dependence.Products(ctx, Z, y[:rows], seenInputs/len(targets))
		if err != nil {
			return nil, err
		}
		for _, pair := range pairs {
			add(owner[paired[pair.A]], owner[paired[pair.B]])
		}
	}
	add(alone...)
	return order, nil
}

// targetsOf returns the target of a table, or where it has three classes or more the codes 0 and 1 of each.
func targetsOf(table *data.Frame) [][]float64 {
	y := table.Y()
	if !table.ManyClasses() {
		return [][]float64{y}
	}
	codes := make([][]float64, len(table.Labels()))
	for c := range codes {
		codes[c] = make([]float64, len(y))
		for i, v := range y {
			if v == float64(c) {
				codes[c][i] = 1
			}
		}
	}
	return codes
}

// pValues returns the p-value of the dependence of y on each term alone, of several y the least; NaN for those that do not vary.
func pValues(ctx context.Context, terms []problem.Term, X *mat.Dense, targets ...[]float64) ([]float64, error) {
	p := make([]float64, len(terms))
	err := parallel.Each(ctx, len(terms), func(ctx context.Context, j int) error {
		var columns [][]float64
		for _, a := range terms[j].Columns {
			columns = append(columns, mat.Col(nil, a, X))
		}
		p[j] = math.NaN()
		if !slices.ContainsFunc(columns, func(x []float64) bool { return !lists.Constant(x) }) {
			return ctx.Err()
		}
		basis := dependence.Basis(columns)
		p[j] = math.Inf(1)
		for _, y := range targets {
			p[j] = min(p[j], dependence.PValue(basis, y))
		}
		return ctx.Err()
	})
	return p, err
}

// asked returns the inputs, beside those of a model, on which its residuals depend: at most mostAsked,
// the clearest first. The residuals are those of all rows that are not held out, those of the rows that
// the model was fitted to leaving each out.
func (s *sight) asked(ctx context.Context, f *Finding) ([]int, error) {
	rows := lists.UpTo(s.table.N())
	if s.drawn != nil {
		rows = slices.Concat(s.drawn...)
	}
	on, err := s.table.Rows(rows...)
	if err != nil {
		return nil, err
	}
	residuals, err := f.Model.ResidualsOfMany(on)
	if err != nil {
		return nil, err
	}
	own, err := f.leaveOneOut(ctx)
	if err != nil {
		return nil, err
	}
	copy(residuals, own) // the rows that are seen come first
	filled, _, err := on.Filled()
	if err != nil {
		return nil, err
	}
	X := mat.DenseCopyOf(filled.X())
	p, err := pValues(ctx, s.terms, X, residuals)
	if err != nil {
		return nil, err
	}
	chosen := problem.SelectedTerms(f.inputs, f.Model.In)
	byProducts(s.terms, X, residuals, chosen, p)
	var found []int
	for j := range s.terms {
		if !chosen[j] && p[j]*float64(len(s.terms)) < askedLevel {
			found = append(found, j)
		}
	}
	slices.SortStableFunc(found, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	return found[:min(mostAsked, len(found))], nil
}

// byProducts lowers the p-value of a term where residuals correlate with its product with a chosen one,
// times the number of the chosen ones.
func byProducts(terms []problem.Term, X *mat.Dense, residuals []float64, chosen []bool, p []float64) {
	n := len(residuals)
	var with [][]float64
	for j, t := range terms {
		for _, a := range t.Columns {
			if chosen[j] {
				with = append(with, centred(mat.Col(nil, a, X)))
			}
		}
	}
	if n < 4 {
		return
	}
	t, product := distuv.StudentsT{Sigma: 1, Nu: float64(n - 2)}, make([]float64, n)
	for j, term := range terms {
		if chosen[j] {
			continue
		}
		for _, a := range term.Columns {
			x := centred(mat.Col(nil, a, X))
			for _, z := range with {
				for i := range product {
					product[i] = x[i] * z[i]
				}
				r := stat.Correlation(product, residuals, nil)
				own := 2 * float64(len(with)) * t.Survival(math.Abs(r)*math.Sqrt(float64(n-2)/(1-r*r)))
				if own < p[j] { // not if one is NaN
					p[j] = own
				}
			}
		}
	}
}

func centred(x []float64) []float64 {
	mean := stat.Mean(x, nil)
	for i := range x {
		x[i] -= mean
	}
	return x
}

// next returns the part for the next search: the inputs of the model, those that its residuals ask for,
// and others that the last search saw, as they rank. It is false if that would be nothing new.
func (s *sight) next(f *Finding, asked []int) (part, bool, error) {
	seen := f.seen
	rows, least := seenRows, seenInputs
	if s.drawn != nil {
		rows, least = againRows, seenInputs/4
	}
	isNew := func(j int) bool { return seen.terms != nil && !slices.Contains(seen.terms, j) }
	if len(asked) == 0 || !slices.ContainsFunc(asked, isNew) && (s.drawn == nil || seen.observations >= againRows) {
		return part{}, false, nil
	}
	terms := slices.Clone(asked)
	for j, in := range problem.SelectedTerms(f.inputs, f.Model.In) {
		if in {
			terms = append(terms, j)
		}
	}
	for _, j := range f.order {
		if len(terms) >= least {
			break
		}
		if !slices.Contains(terms, j) && len(f.inputs[j].Columns) > 0 {
			terms = append(terms, j)
		}
	}
	p, err := s.part(rows, terms)
	return p, err == nil, err
}

// gain returns how much better a model is than the mean, for each observation: its evidence less the price
// of its inputs, or without evidence the part of the variance that it explains. Models of more rows have
// more of it, as they know the function better.
func (f *Finding) gain() float64 {
	s := f.Model.Selection
	if e := s.Evidence; e != nil {
		return (e.Log - e.Mean - e.Price*float64(len(f.chosen))) / float64(f.Model.Observations())
	}
	return 1 - s.RMSE*s.RMSE/(s.Mean*s.Mean)
}
