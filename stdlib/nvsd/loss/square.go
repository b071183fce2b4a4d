package loss

// Square is l(y, f) = (y - f)^2, the loss of the papers.
type Square struct{}

func (Square) String() string { return "square" }

// Value returns (y - f)^2.
func (Square) Value(y, f float64) float64 { return (y - f) * (y - f) }

// Derivative returns 2 (f - y).
func (Square) Derivative(y, f float64) float64 { return 2 * (f - y) }

// Curvature returns 2.
func (Square) Curvature(_, _ float64) float64 { return 2 }

// Conjugate returns u y + u^2/4.
func (Square) Conjugate(y, u float64) float64 { return u*y + u*u/4 }
