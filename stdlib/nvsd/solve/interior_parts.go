package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// parts is the system of groups that share inputs. B is the sum E P of a part for each group, and
// every entry of the parts P has its place in B. The matrix is E' M E, singular wherever two parts
// have a place in common, so that it is not factorised together with H. With M = R R' and
// H^-1 = J J',
//
//	(E' R R' E + H)^-1 r = J J' (r - E' R (I + G' G)^-1 G' J' r),   G = J' E' R,
//
// where I + G' G is of the order of M.
type parts struct {
	M      *mat.SymDense
	places []int      // in B, of the entries of the parts
	R      *mat.Dense // E' R, a row for each entry
	G      *mat.Dense
	C      *mat.SymDense
	chol   mat.Cholesky
	z, p   *mat.VecDense
	ridge  float64 // added to 1/eta^2
}

// leastRidge is the part of the largest eigenvalue of M that is added to 1/eta^2. Without it, steps
// along directions in which M is rounding are as long as H allows, and end at a cone at once. An error
// of the step is no error of the result, since W is computed anew.
const leastRidge = 1e-13

// newParts takes M apart into its eigenvectors.
func newParts(M *mat.SymDense, places []int) (*parts, error) {
	V := symmetric.Of(M)
	values, err := V.Eigen()
	if err != nil {
		return nil, err
	}
	order := len(values)
	s := &parts{
		M: M, places: places, R: mat.NewDense(len(places), order, nil), G: mat.NewDense(len(places), order, nil),
		C: mat.NewSymDense(order, nil), z: mat.NewVecDense(len(places), nil), p: mat.NewVecDense(order, nil),
	}
	s.ridge = leastRidge * values[order-1]
	for l, v := range values {
		root, row := math.Sqrt(max(v, 0)), V.Row(l)
		for j, at := range places {
			s.R.Set(j, l, root*row[at])
		}
	}
	return s, nil
}

func (s *parts) gradient(dst, P []float64) {
	B := mat.NewVecDense(s.M.SymmetricDim(), nil)
	for j, at := range s.places {
		B.SetVec(at, B.AtVec(at)+P[j])
	}
	B.MulVec(s.M, B)
	gather(dst, B.RawVector().Data, s.places)
}

func (s *parts) factorize(cones []cone) bool {
	s.G.Zero()
	_, order := s.R.Dims()
	along := make([]float64, order) // v'R
	for k := range cones {
		c := &cones[k]
		clear(along)
		for m, j := range c.index {
			floats.AddScaled(along, c.v[m], s.R.RawRowView(j))
		}
		f := c.shrink()
		for m, j := range c.index {
			row := s.G.RawRowView(j)
			floats.AddScaledTo(row, s.R.RawRowView(j), f*c.v[m], along)
			floats.Scale(s.root(c), row)
		}
	}
	s.C.SymOuterK(1, s.G.T())
	for i := range order {
		s.C.SetSym(i, i, s.C.At(i, i)+1)
	}
	return s.chol.Factorize(s.C)
}

func (s *parts) solve(delta, rhs *mat.VecDense, cones []cone) {
	s.roots(s.z, rhs, cones)
	s.p.MulVec(s.G.T(), s.z)
	_ = s.chol.SolveVecTo(s.p, s.p) // the step is judged by its length and the gap
	delta.MulVec(s.R, s.p)
	delta.SubVec(rhs, delta)
	s.roots(s.z, delta, cones)
	s.roots(delta, s.z, cones)
}

// roots sets dst to J x. J is symmetric. It is 0 for entries without a cone.
func (s *parts) roots(dst, x *mat.VecDense, cones []cone) {
	dst.Zero()
	for k := range cones {
		c, inner := &cones[k], 0.0
		for m, j := range c.index {
			inner += c.v[m] * x.AtVec(j)
		}
		inner *= c.shrink()
		eta := s.root(c)
		for m, j := range c.index {
			dst.SetVec(j, eta*(x.AtVec(j)+inner*c.v[m]))
		}
	}
}

// root is eta in the root of the inverse of (I + 2 v v')/eta^2, with the ridge.
func (s *parts) root(c *cone) float64 { return 1 / math.Sqrt(1/(c.eta*c.eta)+s.ridge) }

// shrink is f in the root eta (I + f v v') of the inverse of (I + 2 v v')/eta^2.
func (c *cone) shrink() float64 {
	square := floats.Dot(c.v, c.v)
	root := math.Sqrt(1 + 2*square)
	return -2 / (root * (1 + root))
}
