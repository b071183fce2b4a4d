package baseline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = PolynomialFeatures{}

// PolynomialFeatures is the lasso on the monomials of the inputs up to a degree: the l1
// regularisation on features that AISTATS 2010 (section 5) and JMLR 2013 (section 6.3)
// compare with. With the weight alpha it minimises
//
//	||y - mean(y) - Z b||^2/(2n) + alpha L1Ratio sum_j |b_j| + (alpha (1 - L1Ratio)/2) sum_j b_j^2
//
// over coefficients of all products of 1 to Degree inputs, squares and higher powers among
// them. Products are those of the inputs as they are; the columns of Z are they less their
// training means over their training standard deviations (divisor n). A feature is named by
// its product, as x0*x0*x3; the inputs come first, then the products of two, and so on, each
// in the order of the inputs.
//
// The components are the features of coefficients other than 0, their norms |b_j|. Selected
// is an input that one of them has as a factor; its score is the largest of their |b_j|.
type PolynomialFeatures struct {
	Degree  int     // 0 is 2
	L1Ratio float64 // above 0 and at most 1; 0 is 1, the lasso
}

func (s PolynomialFeatures) String() string {
	if r := s.ratio(); r != 1 {
		return fmt.Sprintf("elastic net on polynomial features of degree %d, L1 ratio %.4g", s.degree(), r)
	}
	return fmt.Sprintf("lasso on polynomial features of degree %d", s.degree())
}

func (s PolynomialFeatures) degree() int {
	if s.Degree == 0 {
		return 2
	}
	return s.Degree
}

func (s PolynomialFeatures) ratio() float64 {
	if s.L1Ratio == 0 {
		return 1
	}
	return s.L1Ratio
}

// Fit fits at one alpha, or at a part of the least that takes all features out.
func (s PolynomialFeatures) Fit(ctx context.Context, train *data.Frame, alpha nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, alpha)
}

// Path fits at count alphas, from the least that takes all features out down.
func (s PolynomialFeatures) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s PolynomialFeatures) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	if err := checkRatio(s.ratio()); err != nil {
		return nil, err
	}
	if s.degree() < 1 {
		return nil, fmt.Errorf("Degree is %d: it must be at least 1, or 0 for 2", s.Degree)
	}
	f, err := polynomialFeatures(X, y, names, s.degree())
	if err != nil {
		return nil, err
	}
	return &polynomialProblem{&lassoProblem{f, s.ratio()}}, nil
}

// polynomialFeatures returns the monomials of the inputs up to a degree as features.
func polynomialFeatures(X *mat.Dense, y []float64, names []string, degree int) (*linearFeatures, error) {
	n, d := X.Dims()
	count := monomialCount(d, degree)
	each := 16*float64(n) + 150 // columns, and what is known of a feature
	if err := checkMemory(count, "polynomial features", each*count, "take a lower Degree, or fewer inputs"); err != nil {
		return nil, err
	}
	m := newMonomials(d, degree)
	if err := m.check(X, names); err != nil {
		return nil, err
	}
	inputs := make([][]int, len(m))
	for j, product := range m {
		inputs[j] = slices.Compact(slices.Clone(product.factors))
	}
	return newLinearFeatures(X, y, m.names(names), inputs, m.at)
}

// monomialCount returns the number of products of 1 to degree of d inputs, as far as float64
// has it.
func monomialCount(d, degree int) float64 {
	all, fewer := 1.0, min(d, degree) // binom(d + degree, fewer), with the empty product
	for k := 1; k <= fewer && !math.IsInf(all, 1); k++ {
		all *= float64(d+degree-fewer+k) / float64(k)
	}
	return math.Round(all) - 1
}

// A monomial is a product of inputs, as another monomial times one input.
type monomial struct {
	factors []int // not falling
	rest    int   // the monomial of all factors but the last; -1 where there are none
}

type monomials []monomial

func newMonomials(d, degree int) monomials {
	var all monomials
	for a := range d {
		all = append(all, monomial{[]int{a}, -1})
	}
	for begin := 0; degree > 1; degree-- {
		end := len(all)
		for j := begin; j < end; j++ {
			factors := all[j].factors
			for a := factors[len(factors)-1]; a < d; a++ {
				all = append(all, monomial{append(slices.Clone(factors), a), j})
			}
		}
		begin = end
	}
	return all
}

// at sets dst to the monomials of a point.
func (m monomials) at(dst, x []float64) {
	for j, product := range m {
		dst[j] = x[product.factors[len(product.factors)-1]]
		if product.rest >= 0 {
			dst[j] *= dst[product.rest]
		}
	}
}

// check refuses points that have a monomial beyond the range of float64.
func (m monomials) check(X *mat.Dense, names []string) error {
	n, _ := X.Dims()
	v := make([]float64, len(m))
	for i := range n {
		x := X.RawRowView(i)
		m.at(v, x)
		for j, product := range m {
			lost := v[j] == 0 && !slices.ContainsFunc(product.factors, func(a int) bool { return x[a] == 0 })
			if lost || math.IsInf(v[j], 0) {
				return fmt.Errorf("the feature %s is beyond the range of float64 at row %d: scale the inputs, to values near 1", product.name(names), i+1)
			}
		}
	}
	return nil
}

func (m monomials) names(inputs []string) []string {
	names := make([]string, len(m))
	for j, product := range m {
		names[j] = product.name(inputs)
	}
	return names
}

func (p monomial) name(inputs []string) string {
	parts := make([]string, len(p.factors))
	for k, a := range p.factors {
		parts[k] = inputs[a]
	}
	return strings.Join(parts, "*")
}

// polynomialProblem is a lassoProblem whose features are components.
type polynomialProblem struct{ lasso *lassoProblem }

func (p *polynomialProblem) top() float64 { return p.lasso.top() }

func (p *polynomialProblem) solve(ctx context.Context, weight float64, last *fitted) (*fitted, error) {
	fit, err := p.lasso.solve(ctx, weight, last)
	if err != nil {
		return nil, err
	}
	fit.components = p.lasso.components(fit.own.(*LinearFit).Standardised)
	return fit, nil
}

// components returns the features of coefficients other than 0.
func (f *linearFeatures) components(b []float64) []Component {
	var list []Component
	for j, v := range b {
		if v != 0 {
			list = append(list, Component{Name: f.names[j], Inputs: f.inputs[j], Norm: math.Abs(v)})
		}
	}
	return list
}
