package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = HKL{}

// HKL is hierarchical kernel learning (Bach 2009, "High-dimensional non-linear variable
// selection through hierarchical kernel learning"). A term is a product of functions of
// single inputs, named by its degrees v in {0, ..., q}^d,
//
//	k_v(x, z) = prod_j k_{j,v_j}(x_j, z_j),   k_{j,0} = 1,
//
// and the terms are a graph: the descendants of v are the terms w >= v in every input, itself
// among them. HKL minimises
//
//	(1/2n) ||y - sum_v f_v(X) - b||^2 + (lambda/2) (sum_v d_v (sum_{w >= v} ||f_w||^2)^(1/2))^2
//
// over f_v in the space of k_v and the unpenalised intercept b, with d_v = Beta to the sum of
// the degrees. A term is in where all its ancestors are; an input is selected where a term
// with it is in, and its score is (sum_w ||f_w||^2)^(1/2) over the terms with it. A constant
// input that is scaled is out; one that is not is an input like others. The weight
// is lambda. The penalty is the square of the sum, so that no lambda takes all inputs out, and
// lambda differs from the weight of multiple kernel learning: with the degrees cut to 1, Order
// 1 and FreeRoot, HKL is [MKL] at tau = lambda Beta^2 sum_j ||f_j||.
//
// The terms are too many to look at each. HKL grows a set of terms that holds all ancestors of
// its own: it solves the problem on the set, and adds the terms next to it as long as a bound
// over all other terms allows that they come in (section 4 there): first over the terms of one
// input, then over products of two, then over all. The gap includes the bound over all, so that
// a converged fit is optimal over all terms. For polynomials, whose products grow fast with the
// inputs, that bound stays open where the inputs are many, unless Beta is larger or Order cuts
// the graph. The fit is then the best over a set of MaxNodes terms, with its gap, and the Order
// of its [HKLFit] says over which products nothing is lower. Hermite polynomials need fewer
// terms.
type HKL struct {
	Kind      HKLKind // HKLPolynomial
	MaxDegree int     // q, of an input in a term; 0 is 3
	Beta      float64 // at least 1; 0 is 2
	Alpha     float64 // of HKLHermite, in (0, 1); 0 is 0.5

	// Order is the largest number of inputs of a term; 0 is all of them.
	Order int

	// FreeRoot leaves the root, the constant, out of the penalty: its d is 0 and not 1, so
	// that all terms together have no weight of their own.
	FreeRoot bool

	Scale    nvsd.Scale // nvsd.TrainSD
	Tol      float64    // the gap, relative to the objective, at which a fit is done; 0 is 1e-8
	MaxNodes int        // at which the set of terms grows no more; 0 is 500
}

// An HKLKind names the functions of one input that terms are products of. The zero value
// is HKLPolynomial.
type HKLKind string

const (
	// HKLPolynomial is k_{j,l}(x, z) = binom(q, l) (x z)^l: all terms together are the kernel
	// prod_j (1 + x_j z_j)^q.
	HKLPolynomial HKLKind = "polynomial"
	// HKLHermite is k_{j,l}(x, z) = Alpha^l h_l(x) h_l(z) with the Hermite polynomials h_l that
	// are orthonormal for a standard normal input. (Bach's are these at sqrt(2) x.)
	HKLHermite HKLKind = "hermite"
)

func (k HKLKind) String() string {
	switch k {
	case "", HKLPolynomial:
		return "polynomial"
	case HKLHermite:
		return "Hermite"
	}
	return fmt.Sprintf("HKLKind(%q)", string(k))
}

func (s HKL) String() string {
	s = s.full()
	name := fmt.Sprintf("HKL, %v, degree %d, beta %g", s.Kind, s.MaxDegree, s.Beta)
	if s.Order > 0 {
		name += fmt.Sprintf(", products of at most %d", s.Order)
	}
	if s.FreeRoot {
		name += ", free root"
	}
	return name
}

// full returns the system with its defaults in place of zeros.
func (s HKL) full() HKL {
	s.Kind = cmp.Or(s.Kind, HKLPolynomial)
	s.MaxDegree = cmp.Or(s.MaxDegree, 3)
	s.Beta = cmp.Or(s.Beta, 2)
	s.Alpha = cmp.Or(s.Alpha, 0.5)
	s.Tol = cmp.Or(s.Tol, 1e-8)
	s.MaxNodes = cmp.Or(s.MaxNodes, 500)
	return s
}

func (s HKL) check() error {
	switch {
	case s.Kind != HKLPolynomial && s.Kind != HKLHermite:
		return fmt.Errorf("the kind %v is none: take HKLPolynomial or HKLHermite", s.Kind)
	case s.MaxDegree < 1 || s.MaxDegree > 50:
		return fmt.Errorf("MaxDegree is %d: it must be 1 to 50", s.MaxDegree)
	case !(s.Beta >= 1) || s.Beta > 1e3:
		return fmt.Errorf("Beta is %v: it must be 1 to 1000", s.Beta)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return fmt.Errorf("Alpha is %v: it must be between 0 and 1", s.Alpha)
	case s.Order < 0:
		return fmt.Errorf("Order is %d: it must be the most inputs of a term, or 0 for no limit", s.Order)
	case !(s.Tol > 0):
		return fmt.Errorf("Tol is %v: it must be > 0", s.Tol)
	case s.MaxNodes < 1:
		return fmt.Errorf("MaxNodes is %d: it must be at least 1", s.MaxNodes)
	}
	return nil
}

// Fit fits at one lambda. No lambda takes all inputs out, so that a fraction is refused.
func (s HKL) Fit(ctx context.Context, train *data.Frame, lambda nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, lambda)
}

// Path fits at count lambdas, falling.
func (s HKL) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

// An HKLFit holds the results of hierarchical kernel learning that other systems lack.
type HKLFit struct {
	Terms []HKLTerm // that are in, ancestors first
	Nodes int       // of the set of terms at its largest

	// Order is a number of inputs: over products of at most so many the objective is the least
	// there is, by the tolerance, or lower. Of a fit that has converged it is that of HKL, of
	// one that has not mostly smaller.
	Order int

	end *hklEnd // from which the next fit of a path begins
}

// An HKLTerm is a term that is in: Coefficient times its function, whose kernel is k_v.
type HKLTerm struct {
	Name        string
	Inputs      []int
	Degrees     []int // of each of Inputs
	Coefficient float64
	Norm        float64 // ||f_v||
}

func (s HKL) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	s = s.full()
	if err := s.check(); err != nil {
		return nil, err
	}
	scaling, err := toSD(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	const matrices = 3 // that of the rows, its factor, and what is not collected yet
	n := float64(len(y))
	if err := checkMemory(n, "rows", 8*matrices*n*n, "HKL has the inner products of all pairs of rows: take fewer of them, such as by train.Sample(2000, 1)"); err != nil {
		return nil, err
	}
	p := &hklProblem{config: s, names: names, scaling: scaling, unitY: 1}
	vary := 0
	for j := range names {
		if !p.isOut(j) {
			vary++
		}
	}
	p.order = max(1, vary)
	if s.Order > 0 {
		p.order = min(p.order, s.Order)
	}
	if err := p.expand(X); err != nil {
		return nil, err
	}
	p.centre(y)
	return p, nil
}

// hklProblem is the problem on data, for y centred and scaled to a mean square of 1.
type hklProblem struct {
	config  HKL
	names   []string
	scaling *inputScale
	order   int
	basis   hklBasis
	values  [][][]float64 // an input, a degree: the function at the points

	y     []float64
	meanY float64
	unitY float64
}

// centre sets y, its mean and its unit.
func (p *hklProblem) centre(y []float64) {
	n := float64(len(y))
	largest := 0.0
	for _, v := range y {
		largest = max(largest, math.Abs(v))
	}
	p.y = make([]float64, len(y))
	if largest == 0 {
		return
	}
	for _, v := range y {
		p.meanY += v / n
	}
	square := 0.0
	for i, v := range y {
		p.y[i] = (v - p.meanY) / largest
		square += p.y[i] * p.y[i] / n
	}
	if math.Sqrt(square) <= 4*n*0x1p-53 { // a constant target, and rounding
		clear(p.y)
		return
	}
	p.unitY = largest * math.Sqrt(square)
	for i := range p.y {
		p.y[i] /= math.Sqrt(square)
	}
}

// top returns infinity: the squared sum has no slope at 0, so that no lambda takes all out.
func (p *hklProblem) top() float64 { return math.Inf(1) }

func (p *hklProblem) solve(ctx context.Context, lambda float64, last *fitted) (*fitted, error) {
	var from *hklEnd
	if last != nil {
		from = last.own.(*HKLFit).end
	}
	end, err := p.grow(ctx, lambda, from)
	if err != nil {
		return nil, err
	}
	return p.fitted(lambda, end), nil
}

// fitted returns the end of a run in the units of the data.
func (p *hklProblem) fitted(lambda float64, end *hklEnd) *fitted {
	unit := p.unitY * p.unitY
	f := &fitted{
		weight: lambda, objective: end.objective * unit, dual: end.dual * unit, gap: end.gap * unit,
		converged: end.converged, iterations: end.iterations,
		intercept: p.meanY, scores: make([]float64, len(p.names)), selected: make([]bool, len(p.names)),
	}
	own := &HKLFit{Nodes: end.nodes, Order: end.sure, end: end}
	if !end.converged && end.sure > 0 {
		f.remark = fmt.Sprintf("nothing is lower over products of at most %d inputs", end.sure)
	}
	for w, node := range end.set.nodes {
		c := end.coefficients[w] * p.unitY
		if c == 0 {
			continue
		}
		f.intercept -= c * end.set.means[w]
		term := HKLTerm{Name: p.basis.name(node, p.names), Coefficient: c, Norm: math.Abs(c)}
		for _, l := range node {
			term.Inputs, term.Degrees = append(term.Inputs, l.input), append(term.Degrees, l.degree)
			f.selected[l.input] = true
			f.scores[l.input] = math.Hypot(f.scores[l.input], c)
		}
		own.Terms = append(own.Terms, term)
		f.components = append(f.components, Component{Name: term.Name, Inputs: term.Inputs, Norm: term.Norm})
	}
	f.own = own
	f.predict = func(X *mat.Dense) []float64 { return p.predict(X, own.Terms, f.intercept) }
	return f
}

func (p *hklProblem) predict(X *mat.Dense, terms []HKLTerm, intercept float64) []float64 {
	m, _ := X.Dims()
	v := make([]float64, m)
	at := make([][]float64, len(p.names))
	for i := range v {
		row := X.RawRowView(i)
		for j := range at {
			at[j] = p.basis.at(at[j], p.scaling.at(row[j], j))
		}
		v[i] = intercept
		for _, t := range terms {
			f := t.Coefficient
			for k, j := range t.Inputs {
				f *= at[j][t.Degrees[k]]
			}
			v[i] += f
		}
	}
	return v
}
