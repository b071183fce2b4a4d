package baseline

// bounds are the objective of coefficients, a lower bound of the minimum, and their
// difference with what rounding may hide.
type bounds struct{ objective, dual, gap float64 }

// roundoff is the largest relative error of one rounding.
const roundoff = 0x1p-53
