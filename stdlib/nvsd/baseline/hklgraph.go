package baseline

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// An hklNode is a term: the inputs that it has, rising, with their degrees.
type hklNode []struct{ input, degree int }

// key returns the node as the key of a map.
func (v hklNode) key() string {
	b := make([]byte, 0, 5*len(v))
	for _, l := range v {
		b = append(b, byte(l.input>>24), byte(l.input>>16), byte(l.input>>8), byte(l.input), byte(l.degree))
	}
	return string(b)
}

// stepped returns the node with the degree of an input changed by one, up or down.
func (v hklNode) stepped(input, by int) hklNode {
	out := make(hklNode, 0, len(v)+1)
	seen := false
	for _, l := range v {
		if !seen && l.input > input {
			out = append(out, struct{ input, degree int }{input, by})
			seen = true
		}
		if l.input == input {
			seen = true
			l.degree += by
			if l.degree == 0 {
				continue
			}
		}
		out = append(out, l)
	}
	if !seen {
		out = append(out, struct{ input, degree int }{input, by})
	}
	return out
}

// hklBasis is the functions of one input: of degree l, the square root of k_{j,l}.
type hklBasis struct {
	kind   HKLKind
	degree int
	alpha  float64
}

// at writes the functions of degree 0 to q at x.
func (b hklBasis) at(dst []float64, x float64) []float64 {
	dst = append(dst[:0], 1)
	for l := 1; l <= b.degree; l++ {
		last := dst[l-1]
		switch {
		case b.kind != HKLHermite: // the root of binom(q, l) beside that of binom(q, l-1)
			dst = append(dst, last*x*math.Sqrt(float64(b.degree-l+1)/float64(l)))
		case l == 1:
			dst = append(dst, x*math.Sqrt(b.alpha))
		default: // sqrt(l) h_l = x h_{l-1} - sqrt(l-1) h_{l-2}
			h := x*math.Sqrt(b.alpha)*last - b.alpha*math.Sqrt(float64(l-1))*dst[l-2]
			dst = append(dst, h/math.Sqrt(float64(l)))
		}
	}
	return dst
}

// name returns the name of a term, such as x1^2 x3 or h2(x1) h1(x3).
func (b hklBasis) name(v hklNode, names []string) string {
	var factors []string
	for _, l := range v {
		switch {
		case b.kind == HKLHermite:
			factors = append(factors, fmt.Sprintf("h%d(%s)", l.degree, names[l.input]))
		case l.degree == 1:
			factors = append(factors, names[l.input])
		default:
			factors = append(factors, fmt.Sprintf("%s^%d", names[l.input], l.degree))
		}
	}
	return strings.Join(factors, " ")
}

// isOut reports whether an input is constant and scaled, which leaves no function of it. A
// constant input that is not scaled is an input like others: a term with it is a multiple of
// the same term without it, at another cost.
func (p *hklProblem) isOut(j int) bool { return math.IsInf(p.scaling.scale[j], 1) }

// expand sets the functions of every input at the points. Those of an input that is out are
// 0.
func (p *hklProblem) expand(X *mat.Dense) error {
	n, d := X.Dims()
	p.basis = hklBasis{kind: p.config.Kind, degree: p.config.MaxDegree, alpha: p.config.Alpha}
	p.values = make([][][]float64, d)
	var at []float64
	for j := range d {
		p.values[j] = make([][]float64, p.config.MaxDegree+1)
		for l := range p.values[j] {
			p.values[j][l] = make([]float64, n)
		}
		for i := range n {
			at = p.basis.at(at, p.scaling.at(X.At(i, j), j))
			for l, v := range at {
				if l > 0 && p.isOut(j) {
					v = 0
				}
				if math.IsInf(v*v*float64(n), 0) || math.IsNaN(v) {
					return fmt.Errorf("input %q to the power %d is too large for float64 in row %d (from 0): scale the inputs, or lower MaxDegree", p.names[j], l, i)
				}
				p.values[j][l][i] = v
			}
		}
	}
	return nil
}

// hklSet is a set of terms that holds all ancestors of its own, the root first.
type hklSet struct {
	problem   *hklProblem
	order     int // the most inputs of a term that it may hold
	nodes     []hklNode
	index     map[string]int
	ancestors [][]int   // of each node, itself among them
	weight    []float64 // d_v
	columns   [][]float64
	means     []float64
	sizes     []float64 // the largest size of the numbers that a column is made of
	eta       []float64 // where the next solution may begin
}

func (p *hklProblem) newSet(order int) *hklSet {
	s := &hklSet{problem: p, order: order, index: make(map[string]int)}
	s.index[""] = 0
	s.nodes = append(s.nodes, nil)
	s.ancestors = append(s.ancestors, []int{0})
	s.weight = append(s.weight, 1)
	if p.config.FreeRoot {
		s.weight[0] = 0
	}
	s.columns = append(s.columns, make([]float64, len(p.y))) // centred, a constant is 0
	s.means = append(s.means, 1)
	s.sizes = append(s.sizes, 0)
	s.eta = append(s.eta, 1)
	return s
}

// add takes in a node whose ancestors are all in.
func (s *hklSet) add(v hklNode) error {
	column := make([]float64, len(s.problem.y))
	for i := range column {
		column[i] = 1
	}
	depth := 0
	for _, l := range v {
		depth += l.degree
		for i, f := range s.problem.values[l.input][l.degree] {
			column[i] *= f
		}
	}
	mean, largest := meanOf(column), 0.0 // that of a constant is exact, and leaves zeros
	for i, f := range column {
		column[i] -= mean
		largest = max(largest, math.Abs(f)+math.Abs(mean))
	}
	if !(largest*largest*float64(len(column)) < math.Inf(1)) {
		return fmt.Errorf("the term %s is too large for float64: scale the inputs, or lower MaxDegree", s.problem.basis.name(v, s.problem.names))
	}
	s.index[v.key()] = len(s.nodes)
	s.ancestors = append(s.ancestors, append(s.above(v), len(s.nodes)))
	s.nodes = append(s.nodes, v)
	s.weight = append(s.weight, math.Pow(s.problem.config.Beta, float64(depth)))
	s.columns = append(s.columns, column)
	s.means = append(s.means, mean)
	s.sizes = append(s.sizes, largest)
	s.eta = append(s.eta, 0)
	return nil
}

// above returns the ancestors of a node that is not in: those of its parents.
func (s *hklSet) above(v hklNode) []int {
	seen := make(map[int]bool)
	var list []int
	for _, l := range v {
		for _, a := range s.ancestors[s.index[v.stepped(l.input, -1).key()]] {
			if !seen[a] {
				seen[a] = true
				list = append(list, a)
			}
		}
	}
	return list
}

// sources returns the nodes of at most so many inputs that are not in, but whose parents all
// are.
func (s *hklSet) sources(order int) []hklNode {
	var list []hklNode
	seen := make(map[string]bool)
	for _, v := range s.nodes {
		degree := make(map[int]int, len(v))
		for _, l := range v {
			degree[l.input] = l.degree
		}
		for j := range s.problem.values {
			if degree[j] == s.problem.config.MaxDegree || degree[j] == 0 && len(v) == order || s.problem.isOut(j) {
				continue
			}
			child := v.stepped(j, 1)
			key := child.key()
			if _, in := s.index[key]; in || seen[key] {
				continue
			}
			seen[key] = true
			if s.complete(child) {
				list = append(list, child)
			}
		}
	}
	return list
}

// complete reports whether all parents of a node are in.
func (s *hklSet) complete(v hklNode) bool {
	for _, l := range v {
		if _, in := s.index[v.stepped(l.input, -1).key()]; !in {
			return false
		}
	}
	return true
}

// within returns the set of the nodes of at most so many inputs, which may grow to these.
func (s *hklSet) within(order int) (*hklSet, error) {
	keep := allTrue(len(s.nodes))
	for w, v := range s.nodes {
		keep[w] = len(v) <= order
	}
	out, err := s.only(keep)
	if err == nil {
		out.order = order
	}
	return out, err
}

// only returns the set of the nodes that keep says, which are all ancestors of their own.
func (s *hklSet) only(keep []bool) (*hklSet, error) {
	out := s.problem.newSet(s.order)
	out.eta[0] = s.eta[0]
	for w := 1; w < len(s.nodes); w++ {
		if !keep[w] {
			continue
		}
		if err := out.add(s.nodes[w]); err != nil {
			return nil, err
		}
		out.eta[len(out.eta)-1] = s.eta[w]
	}
	return out, nil
}
