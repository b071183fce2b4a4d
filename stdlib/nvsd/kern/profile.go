package kern

// A profile is a function of one number with its first two derivatives: kappa
// in kappa(<x, z>) or kappa(||x-z||^2/2). Every derivative of such a kernel
// follows from it.
type profile func(s float64) (value, first, second float64)

// valueOf returns the value of a profile, without its derivatives.
func valueOf(value, _, _ float64) float64 { return value }

func dot(x, z []float64) float64 {
	var sum float64
	for a, v := range x {
		sum += v * z[a]
	}
	return sum
}

func halfSquare(x, z []float64) float64 {
	var sum float64
	for a, v := range x {
		sum += (v - z[a]) * (v - z[a])
	}
	return sum / 2
}

// dotGrad: d/dx_a = kappa' z_a.
func dotGrad(kappa profile, dst, x, z []float64) {
	_, first, _ := kappa(dot(x, z))
	for a, v := range z {
		dst[a] = first * v
	}
}

// dotMixed: d^2/dx_a dz_b = kappa” z_a x_b + kappa' [a = b].
func dotMixed(kappa profile, dst, x, z []float64) {
	_, first, second := kappa(dot(x, z))
	d := len(x)
	for a, za := range z {
		for b, xb := range x {
			dst[a*d+b] = second * za * xb
		}
		dst[a*d+a] += first
	}
}

// isotropicGrad: d/dx_a = kappa' (x_a - z_a).
func isotropicGrad(kappa profile, dst, x, z []float64) {
	_, first, _ := kappa(halfSquare(x, z))
	for a, v := range x {
		dst[a] = first * (v - z[a])
	}
}

// isotropicMixed: d^2/dx_a dz_b = -kappa” (x_a - z_a)(x_b - z_b) - kappa' [a = b].
func isotropicMixed(kappa profile, dst, x, z []float64) {
	_, first, second := kappa(halfSquare(x, z))
	d := len(x)
	for a, xa := range x {
		for b, xb := range x {
			dst[a*d+b] = -second * (xa - z[a]) * (xb - z[b])
		}
		dst[a*d+a] -= first
	}
}
