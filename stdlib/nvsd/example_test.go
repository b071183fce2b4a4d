package nvsd_test

import (
	"context"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

var ctx = context.Background()

// From data to a scored sparse model.
func Example() {
	d, err := data.Load("diabetes")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := d.Split(data.Train(100), data.Valid(150), data.Test(data.Rest), data.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{
		Scale:   nvsd.TrainSD,
		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
		Penalty: penalty.Lasso{},
		Nu:      nvsd.Fixed(1e-2),
	}
	path, err := spec.Path(ctx, s.Train, 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := path.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)
	if err != nil {
		fmt.Println(err)
		return
	}
	score, err := m.Score(ctx, s.Test)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("selected:", m.SelectedNames())
	for _, row := range score.Rows {
		fmt.Printf("%-36s %2d inputs, RMSE %.0f\n", row.Model, row.Inputs, row.RMSE)
	}
	// Output:
	// selected: [bmi ltg hdl sex bp glu]
	// kernel ridge on the selected inputs   6 inputs, RMSE 52
	// kernel ridge on all inputs           10 inputs, RMSE 53
	// training mean                         0 inputs, RMSE 74
}

// One fit, at a part of the least tau that makes the model constant.
func ExampleSpec_Fit() {
	f, err := data.E1(60, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-3)}
	for _, part := range []float64{1, 0.5} {
		m, err := spec.Fit(ctx, f, nvsd.TauFrac(part))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(part, m.SelectedNames())
	}
	// Output:
	// 1 []
	// 0.5 [x9 x3 x8 x2 x7]
}
