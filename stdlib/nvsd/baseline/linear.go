package baseline

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _, _, _, _ Method = Mean{}, Ridge{}, Lasso{}, ElasticNet{}

// Mean predicts the mean of the training targets for all inputs. A useful model predicts
// better. Mean selects no input, and ignores the weight.
type Mean struct{}

func (Mean) String() string { return "mean" }

// Fit returns the mean.
func (s Mean) Fit(ctx context.Context, train *data.Frame, weight nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, weight)
}

// Path returns the mean count times.
func (s Mean) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (Mean) prepare(_ context.Context, X *mat.Dense, y []float64, _ []string) (problem, error) {
	_, d := X.Dims()
	return meanProblem{meanOf(y), d}, nil
}

type meanProblem struct {
	mean float64
	d    int
}

func (meanProblem) top() float64 { return 0 }

func (p meanProblem) solve(_ context.Context, weight float64, _ *fitted) (*fitted, error) {
	return &fitted{
		weight: weight, objective: math.NaN(), dual: math.NaN(), gap: math.NaN(), converged: true,
		intercept: p.mean, scores: make([]float64, p.d), selected: make([]bool, p.d),
		predict: func(X *mat.Dense) []float64 { return repeated(p.mean, X) },
	}, nil
}

// Ridge is linear ridge regression. With the weight alpha it minimises
//
//	||y - mean(y) - Z b||^2/(2n) + (alpha/2) sum_j b_j^2,
//
// Z being the inputs less their training means over their training standard deviations
// (divisor n): [ElasticNet] without its lasso part. n alpha is the k of Hoerl and Kennard
// (1970), and the alpha of scikit-learn's Ridge. One singular value decomposition serves all
// weights, and gives the leave-one-out error of each in closed form, with n alpha, means and
// deviations those of all rows. With a Degree above 1 the columns of Z are those of
// [PolynomialFeatures].
//
// All inputs that vary are selected. Their scores are |b_j|; with polynomial features, the
// largest of the features with the input as a factor.
type Ridge struct {
	Degree int // of the features; 0 is 1, the inputs themselves
}

func (s Ridge) String() string {
	if s.Degree > 1 {
		return fmt.Sprintf("ridge on polynomial features of degree %d", s.Degree)
	}
	return "linear ridge"
}

// Fit fits at one alpha. No alpha takes all inputs out, so that a fraction is refused.
func (s Ridge) Fit(ctx context.Context, train *data.Frame, alpha nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, alpha)
}

// Path fits at count alphas.
func (s Ridge) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s Ridge) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	if s.Degree < 0 {
		return nil, fmt.Errorf("Degree is %d: it must be at least 1, or 0 for 1", s.Degree)
	}
	f, err := polynomialFeatures(X, y, names, max(s.Degree, 1))
	if err != nil {
		return nil, err
	}
	return newRidgeProblem(f)
}

// Lasso is the lasso (Tibshirani 1996). With the weight alpha it minimises
//
//	||y - mean(y) - Z b||^2/(2n) + alpha sum_j |b_j|,
//
// Z being the inputs less their training means over their training standard deviations
// (divisor n). alpha is that of scikit-learn and lambda of glmnet; it is tau where the problem
// is written with 1/n and 2 tau. It is solved by coordinate descent, and in closed form over
// the inputs that are in, to a duality gap at the limit of rounding.
//
// Selected are the inputs of coefficients other than 0; their scores are |b_j|.
type Lasso struct{}

func (Lasso) String() string { return "lasso" }

// Fit fits at one alpha, or at a part of the least that takes all inputs out.
func (s Lasso) Fit(ctx context.Context, train *data.Frame, alpha nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, alpha)
}

// Path fits at count alphas, from the least that takes all inputs out down.
func (s Lasso) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (Lasso) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	f, err := inputFeatures(X, y, names)
	if err != nil {
		return nil, err
	}
	return &lassoProblem{f, 1}, nil
}

// ElasticNet is the elastic net (Zou and Hastie 2005, their naive one). With the weight alpha
// it minimises
//
//	||y - mean(y) - Z b||^2/(2n) + alpha L1Ratio sum_j |b_j| + (alpha (1 - L1Ratio)/2) sum_j b_j^2,
//
// Z as for [Lasso], which has L1Ratio 1. alpha and L1Ratio are alpha and l1_ratio of
// scikit-learn, and lambda and alpha of glmnet. As L1Ratio goes to 0 it becomes [Ridge].
//
// Selected are the inputs of coefficients other than 0; their scores are |b_j|.
type ElasticNet struct {
	L1Ratio float64 // above 0 and at most 1; 0 is 0.5
}

func (s ElasticNet) String() string { return fmt.Sprintf("elastic net, L1 ratio %.4g", s.ratio()) }

func (s ElasticNet) ratio() float64 {
	if s.L1Ratio == 0 {
		return 0.5
	}
	return s.L1Ratio
}

// Fit fits at one alpha, or at a part of the least that takes all inputs out.
func (s ElasticNet) Fit(ctx context.Context, train *data.Frame, alpha nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, alpha)
}

// Path fits at count alphas, from the least that takes all inputs out down.
func (s ElasticNet) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

func (s ElasticNet) prepare(_ context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	if err := checkRatio(s.ratio()); err != nil {
		return nil, err
	}
	f, err := inputFeatures(X, y, names)
	if err != nil {
		return nil, err
	}
	return &lassoProblem{f, s.ratio()}, nil
}

func checkRatio(ratio float64) error {
	if !(ratio > 0 && ratio <= 1) {
		return fmt.Errorf("L1Ratio is %v: it must be above 0 and at most 1 (Ridge is the elastic net without the lasso)", ratio)
	}
	return nil
}
