package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"

// A Scale names the scaling that is applied to the inputs before the kernel. The zero value is
// TrainSD.
type Scale = problem.Scale

const (
	// TrainSD subtracts the training mean and divides by the training standard
	// deviation (divisor n-1), so that derivative norms are per standard
	// deviation and comparable among inputs.
	TrainSD = problem.TrainSD
	// NoScaling leaves the inputs as they are.
	NoScaling = problem.NoScaling
)

// An Intercept is the choice of a constant term beside f, or of none. The zero value is
// Unpenalised.
type Intercept = problem.Intercept

const (
	// Unpenalised fits a constant b, which the minimisation is free to choose.
	Unpenalised = problem.Unpenalised
	// NoIntercept leaves it out: b = 0.
	NoIntercept = problem.NoIntercept
)

// Features is the choice of random Fourier features in place of the kernel, by [RandomFeatures], or of none. The
// zero value is none.
type Features = problem.Features

// RandomFeatures is count random Fourier features of the Spec's Gaussian kernel, drawn by the seed, in
// place of the kernel (Rahimi and Recht 2007):
//
//	spec.Features = nvsd.RandomFeatures(500, 1)
//
// With m of them f is a combination of m functions,
//
//	f(x) = phi(x)'theta,  phi_k(x) = sqrt(2/m) cos(w_k'x + b_k),  ||f||_H = ||theta||,
//
// w_k normal with the inverse width for standard deviation, b_k uniform on [0, 2 pi). The mean of
// phi(x)'phi(z) over draws is the kernel. The rows enter by sums, which n rows of d inputs make with n m (2 m + d)
// multiplications, and a fit takes as long as one of m rows: tables of 10^5 rows have paths. Beside the data,
// and copies of them in other scales, they take some 100 m^2 bytes, whatever n is. The numbers are the same for the same seed on any number of processors.
//
// Fits are certified for the problem with these features. It is near that with the kernel
// as m grows, with errors of the order 1/sqrt(m) of its objective. A combination of features that does not
// depend on an input is 0 as long as m is less than n, so that no norm is exactly 0 below tau_max: rank the inputs by
// their norms. The width of the kernel is resolved on at most 2000 rows, which are drawn by the seed.
//
// The ridge regressions by which [Path.Select], [Spec.Ridge] and [Spec.Search] choose have as many features, drawn
// by the same seed for the inputs that they are on: choose by [ByValidation] or [ByCrossValidation]. Each takes the time of the
// sums, and [BestWidth] makes five of each set of inputs.
//
// The kernel is kern.Gaussian, or kern.ARD of one, the penalty is convex, and the solver solve.Dual or
// solve.Newton. Leaving one out, [ARD], [Spec.RidgePath], [Spec.HeldOut], intervals, proofs, files and exports refuse features,
// and [Spec.RidgeOnCentres] does without them.
func RandomFeatures(count int, seed uint64) Features {
	return problem.RandomFeatures(count, seed)
}

// Nu is the weight of ||f||_H^2. Its zero value is not a choice.
type Nu = problem.Nu

// Fixed is the weight v >= 0 itself.
func Fixed(v float64) Nu {
	return problem.Fixed(v)
}

// TimesTau is the weight v tau, v >= 0, which falls along a path with tau. With it and
// twice the lasso, every solver minimises the functional of DENOVAS (JMLR 2013 eq. 5):
//
//	spec.Penalty, spec.Nu = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nvsd.TimesTau(0.1)
func TimesTau(v float64) Nu {
	return problem.TimesTau(v)
}

// Choose leaves the weight to Spec.Search, which takes the best of these.
func Choose(vs ...float64) Nu {
	return problem.Choose(vs...)
}

// A TauChoice is a weight of the penalty, given as a number or as a fraction of tau_max.
type TauChoice = problem.TauChoice

// Tau is the weight v >= 0 itself.
//
// Up to a factor, tau is the alpha of scikit-learn and the lambda of glmnet, since their sums
// of squares have the factor 1/(2n) and ours 1/n. For the linear kernel the derivative norms
// are the absolute coefficients, and ||f||_H is their Euclidean norm. A fit with
// penalty.ElasticNet{Mu: mu} is then their elastic net with
//
//	alpha = tau (1 - mu/2) + nu,  l1_ratio = (tau mu/2)/alpha.
//
// As nu goes to 0, this is
//
//	tau = alpha (1 + l1_ratio),  mu = 2 l1_ratio/(1 + l1_ratio),
//
// and tau = 2 alpha for the lasso, where mu and l1_ratio are 1. Tau = 0 leaves ridge
// regression: nu is alpha/n of scikit-learn's Ridge.
func Tau(v float64) TauChoice {
	return problem.Tau(v)
}

// TauFrac is v times tau_max, 0 <= v <= 1, where tau_max is the least tau at which all
// derivatives vanish. A path that falls from tau_max is one that falls from glmnet's largest
// lambda.
func TauFrac(v float64) TauChoice {
	return problem.TauFrac(v)
}

// A Refit is the choice of the kernel of a kernel ridge regression, both on the selected inputs and
// in [Spec.Ridge] on all inputs. The zero value is BestWidth.
type Refit = problem.Refit

const (
	// BestWidth chooses the width together with nu, by the criterion that chooses the
	// inputs. It chooses among 4, 2, 1, 1/2 and 1/4 times the median distance between two
	// training rows of the scaled inputs in use ([kern.MedianDistance]); in a fold, between
	// two of its training rows. [kern.WithWidth] says how a kernel takes a width. A kernel
	// without a width, such as a polynomial, stays as it is.
	//
	// The width for all inputs is too large for the few that are selected, and the fewer
	// they are the worse it predicts.
	BestWidth = problem.BestWidth
	// KeepKernel keeps the kernel of the selecting fit, as in JMLR 2013, section 6.
	KeepKernel = problem.KeepKernel
	// NewWidth resolves the kernel's width rule again, on the selected inputs.
	NewWidth = problem.NewWidth
	// ARD gives every input a width of its own (automatic relevance determination), by the
	// evidence: the marginal likelihood of the targets under the Gaussian process of the
	// kernel. The search starts from the norms of the path. It climbs on the inputs that
	// the criterion chose and a few more, and on all inputs. Then it leaves out the inputs
	// that are not worth their price, and lets in those that the residuals depend on.
	// Package evidence has the formulas. The inputs that remain are the selected ones; they
	// may differ from the criterion's. nu is that of the evidence, and Selection.Evidence
	// has the worth of each input.
	//
	// One width on these inputs, or the same widths two or four times as large, may predict
	// better by 1.5 standard errors of the difference; the model then has these widths and
	// their nu. A function that is nearly a polynomial is such a case. The kernel must be
	// one of distances with a width, such as kern.Gaussian.
	//
	// The leave-one-out or validation error of such a model is that of its last regression.
	// Cross-validation repeats everything in every fold. [Spec.Ridge] with this refit
	// chooses one width, as with BestWidth.
	ARD = problem.ARD
)

// LogSpaced returns count numbers in equal ratios between two positive ones,
// which are the first and the last: nvsd.Choose(nvsd.LogSpaced(1e-4, 1, 9)...).
// One number alone is the first.
func LogSpaced(from, to float64, count int) []float64 {
	return problem.LogSpaced(from, to, count)
}
