package penalty_test

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// Groups may be told by the names of the inputs. Where a group's norm is at most
// its weight, which is its size unless given, all of it is out.
func ExampleGroupsByName() {
	p, err := penalty.Resolve(penalty.GroupsByName([][]string{{"height", "weight"}, {"age"}}), []string{"age", "height", "weight"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := make([]float64, 3)
	p.Prox(r, []float64{3, 1, 1}, 1)
	fmt.Println(r)

	_, err = penalty.Resolve(penalty.GroupsByName([][]string{{"heigth"}}), []string{"age", "height", "weight"})
	fmt.Println(err)
	// Output:
	// [2 0 0]
	// group lasso: group 0 names "heigth", which is no input: is it "height"? the inputs are age, height, weight
}

// A penalty that is a function of one norm, here with a slope that falls as the
// norm grows: large norms are shrunk less than small ones.
func ExampleSeparable() {
	p := penalty.Named("log", penalty.Separable(math.Log1p))
	r := make([]float64, 3)
	p.Prox(r, []float64{0.4, 1, 10}, 0.5)
	fmt.Printf("%v: %.3f\n", p, r)
	// Output:
	// log: [0.000 0.707 9.954]
}

// The adaptive lasso takes its weights from the norms of a first fit.
func ExampleWeightedLasso() {
	first := []float64{2, 0.5, 0.1}
	weights := make([]float64, len(first))
	for a, u := range first {
		weights[a] = 1 / u
	}
	r := make([]float64, 3)
	penalty.WeightedLasso{Weights: weights}.Prox(r, first, 0.1)
	fmt.Printf("%.2f\n", r)
	// Output:
	// [1.95 0.30 0.00]
}

// A Prox that takes the step for another one is found out at the norms of a fit.
func ExampleSuspect() {
	fmt.Println(penalty.Suspect(doubled{}, []float64{0.25, 1}, 0.125))
	// Output:
	// the Prox of the penalty doubled is not that of its Value, or it is not convex as it says: at norms [0.25 1] and step 0.125 it returns [0 0.75], and 1/2 ||r-u||^2 + t P(r) is 0 more at [0.25 1], which for a convex penalty would be 0.0625 at least
}

type doubled struct{ penalty.Lasso }

func (doubled) String() string { return "doubled" }

func (p doubled) Prox(dst, u []float64, t float64) { p.Lasso.Prox(dst, u, 2*t) }
