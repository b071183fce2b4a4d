package exact

import (
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A Jet is the value of a kernel at x and z, its gradients by x and by z, and
// Mixed[a*d+b] = d^2 k / d x_a d z_b.
type Jet struct {
	Value  Double
	Dx, Dz []Double
	Mixed  []Double
}

func newJet(d int) *Jet {
	return &Jet{Dx: make([]Double, d), Dz: make([]Double, d), Mixed: make([]Double, d*d)}
}

// JetsOf returns the evaluation of a kernel of package kern with all its derivatives, and
// nil for a kernel that is not known.
func JetsOf(k any) func(x, z []Double) *Jet {
	if p, radial := ProfileOf(k); p != nil {
		return func(x, z []Double) *Jet { return p.jet(radial, x, z) }
	}
	switch k := k.(type) {
	case kern.Periodic:
		return func(x, z []Double) *Jet { return periodic(k, x, z) }
	case kern.ARD:
		base := JetsOf(k.Base)
		if base == nil {
			return nil
		}
		return func(x, z []Double) *Jet {
			j := base(Divided(x, k.Widths), Divided(z, k.Widths))
			j.Dx, j.Dz = Divided(j.Dx, k.Widths), Divided(j.Dz, k.Widths)
			for i, m := range j.Mixed {
				j.Mixed[i] = m.Div(Of(k.Widths[i/len(x)])).Div(Of(k.Widths[i%len(x)]))
			}
			return j
		}
	case kern.Kernel:
		return composedJets(k)
	}
	return nil
}

// Divided returns x/w.
func Divided(x []Double, w []float64) []Double {
	y := make([]Double, len(x))
	for a, v := range x {
		y[a] = v.Div(Of(w[a]))
	}
	return y
}

func composedJets(k kern.Kernel) func(x, z []Double) *Jet {
	parts, product := kern.Parts(k)
	if len(parts) == 0 {
		return nil
	}
	jets := make([]func(x, z []Double) *Jet, len(parts))
	for i, part := range parts {
		jets[i] = JetsOf(part)
		if jets[i] == nil {
			return nil
		}
	}
	return func(x, z []Double) *Jet {
		f := jets[0](x, z)
		for _, jet := range jets[1:] {
			if g := jet(x, z); product {
				f.multiply(g)
			} else {
				f.add(g)
			}
		}
		return f
	}
}

func (f *Jet) add(g *Jet) {
	f.Value = f.Value.Add(g.Value)
	for _, p := range [][2][]Double{{f.Dx, g.Dx}, {f.Dz, g.Dz}, {f.Mixed, g.Mixed}} {
		for i, v := range p[1] {
			p[0][i] = p[0][i].Add(v)
		}
	}
}

func (f *Jet) multiply(g *Jet) {
	d := len(f.Dx)
	for i, m := range f.Mixed {
		a, b := i/d, i%d
		f.Mixed[i] = m.Mul(g.Value).Add(f.Dx[a].Mul(g.Dz[b])).Add(f.Dz[b].Mul(g.Dx[a])).Add(f.Value.Mul(g.Mixed[i]))
	}
	for _, p := range [][2][]Double{{f.Dx, g.Dx}, {f.Dz, g.Dz}} {
		for a, v := range p[1] {
			p[0][a] = p[0][a].Mul(g.Value).Add(f.Value.Mul(v))
		}
	}
	f.Value = f.Value.Mul(g.Value)
}

// Argument returns <x, z>, or ||x-z||^2/2.
func Argument(radial bool, x, z []Double) Double {
	var sum Double
	for a, v := range x {
		if radial {
			sum = sum.Add(v.Sub(z[a]).Square())
		} else {
			sum = sum.Add(v.Mul(z[a]))
		}
	}
	if radial {
		return sum.scale(-1)
	}
	return sum
}

func (p Profile) jet(radial bool, x, z []Double) *Jet {
	d := len(x)
	j := newJet(d)
	var first, second Double
	j.Value, first, second = p(Argument(radial, x, z))
	dx, dz := z, x // of the argument
	if radial {
		dx, dz = make([]Double, d), make([]Double, d)
		for a, v := range x {
			dx[a] = v.Sub(z[a])
			dz[a] = dx[a].Neg()
		}
		first = first.Neg() // of the diagonal of Mixed
	}
	for a := range d {
		for b := range d {
			j.Mixed[a*d+b] = second.Mul(dx[a]).Mul(dz[b])
		}
		j.Mixed[a*d+a] = j.Mixed[a*d+a].Add(first)
	}
	if radial {
		first = first.Neg()
	}
	for a := range d {
		j.Dx[a], j.Dz[a] = first.Mul(dx[a]), first.Mul(dz[a])
	}
	return j
}

func periodic(k kern.Periodic, x, z []Double) *Jet {
	d := len(x)
	j := newJet(d)
	w := pi.scale(1).Div(Of(k.Period))
	narrow := inverseSquare(k.Width)
	first, second := make([]Double, d), make([]Double, d)
	var sum Double
	for a, v := range x {
		t := v.Sub(z[a])
		whole := math.Round(t.Hi / k.Period)
		sin, cos := t.Sub(twoMul(whole, k.Period)).Div(Of(k.Period)).SinCosPi()
		sum = sum.Add(sin.Square())
		first[a] = w.Mul(sin.Mul(cos).scale(1)).Mul(narrow).Neg()
		second[a] = w.Square().Mul(Of(1).Sub(sin.Square().scale(1))).Mul(narrow).Neg()
	}
	j.Value = sum.Mul(narrow).scale(1).Neg().Exp()
	for a := range d {
		j.Dx[a] = j.Value.Mul(first[a])
		j.Dz[a] = j.Dx[a].Neg()
		for b := range d {
			j.Mixed[a*d+b] = j.Dx[a].Mul(first[b]).Neg()
		}
		j.Mixed[a*d+a] = j.Mixed[a*d+a].Sub(j.Value.Mul(second[a]))
	}
	return j
}
