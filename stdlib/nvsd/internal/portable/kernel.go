package portable

import "math"

// The kinds of kernels, with s = ||x - z||^2 / 2 and t = c sqrt(2 s).
const (
	Constant          = "constant"           // Value
	Linear            = "linear"             // <x, z>
	Polynomial        = "polynomial"         // (<x, z> + Offset)^Degree
	Gaussian          = "gaussian"           // exp(-s / Sigma^2)
	RationalQuadratic = "rational quadratic" // (1 + s / (Shape Sigma^2))^-Shape
	Matern            = "matern"             // Polynomials[0](t) exp(-t)
	Periodic          = "periodic"           // exp(-(2 / Width^2) sum_a sin^2(pi (x_a - z_a) / Period))
	ARD               = "ard"                // that of Parts[0] at Factors x and Factors z
	Sum               = "sum"                // of Parts
	Product           = "product"            // of Parts
)

// A Kernel is a kernel as a tree of the kinds above.
type Kernel struct {
	Kind   string   `json:"kind"`
	Value  *float64 `json:"value,omitempty"`
	Degree int      `json:"degree,omitempty"`
	Offset *float64 `json:"offset,omitempty"`
	Sigma  float64  `json:"sigma,omitempty"`
	Shape  float64  `json:"shape,omitempty"`
	Period float64  `json:"period,omitempty"`
	Width  float64  `json:"width,omitempty"`
	C      float64  `json:"c,omitempty"`
	// Polynomials has the coefficients, by rising power of t, of the kernel and of its first
	// and second derivative by s, each without the factor exp(-t).
	Polynomials [][]float64 `json:"polynomials,omitempty"`
	Factors     []float64   `json:"factors,omitempty"` // length p; 0 leaves a column out
	Parts       []*Kernel   `json:"parts,omitempty"`
}

// NewMatern returns the Matern kernel of smoothness m + 1/2, m = 2, 3 or 4. The coefficients
// of M_m are theta_m / theta_m[0] for the reverse Bessel polynomials
// theta_m = (2m-1) theta_(m-1) + t^2 theta_(m-2), and
//
//	M_m' = -c^2/(2m-1) M_(m-1),  M_m'' = c^4/((2m-1)(2m-3)) M_(m-2)
//
// are the derivatives by s.
func NewMatern(m int, sigma float64) *Kernel {
	c := math.Sqrt(float64(2*m+1)) / sigma
	theta := [][]float64{{1}, {1, 1}}
	for k := 2; k <= m; k++ {
		next := make([]float64, k+1)
		for j, v := range theta[k-1] {
			next[j] += float64(2*k-1) * v
		}
		for j, v := range theta[k-2] {
			next[j+2] += v
		}
		theta = append(theta, next)
	}
	slope := -c * c / float64(2*m-1)
	return &Kernel{Kind: Matern, C: c, Polynomials: [][]float64{
		normed(theta[m], 1), normed(theta[m-1], slope), normed(theta[m-2], -slope*c*c/float64(2*m-3)),
	}}
}

// normed returns the coefficients times the number that makes the first one equal to first.
func normed(coefficients []float64, first float64) []float64 {
	list := make([]float64, len(coefficients))
	for j, v := range coefficients {
		list[j] = v / coefficients[0] * first
	}
	return list
}
