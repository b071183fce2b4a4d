package kern

// Linear is k(x, z) = <x, z>.
type Linear struct{}

func (Linear) String() string { return "Linear" }

// AtDot returns kappa(s) = s and its two derivatives, at s = <x, z>.
func (Linear) AtDot(s float64) (value, first, second float64) { return s, 1, 0 }

// Eval returns k(x, z).
func (Linear) Eval(x, z []float64) float64 { return dot(x, z) }

// Grad sets dst[a] = d k(x, z) / d x_a.
func (k Linear) Grad(dst, x, z []float64) { dotGrad(k.AtDot, dst, x, z) }

// Mixed sets dst[a*d+b] = d^2 k(x, z) / d x_a d z_b.
func (k Linear) Mixed(dst, x, z []float64) { dotMixed(k.AtDot, dst, x, z) }
