package baseline

// bounds holds the objective of coefficients, a lower bound of the minimum, and their
// difference with a bound of the rounding error.
type bounds struct{ objective, dual, gap float64 }

// roundoff is the largest relative error of one rounding.
const roundoff = 0x1p-53
