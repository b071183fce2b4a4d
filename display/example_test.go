package display_test

import "github.com/nvsd-kernel/nvsd-kernel/display"

// In a cell the same calls put a formatted table and text on the page.
func ExampleShow() {
	display.Show(display.Table{
		Columns: []string{"input", "norm"},
		Rows:    [][]any{{"bmi", 24.13}, {"age", 0.0}},
	}, "done")
	// Output:
	// input   norm
	// bmi    24.13
	// age     0
	// done
}

func ExampleUpdate() {
	display.ShowAs("progress", "10 %")
	display.Update("progress", "100 %")
	// Output:
	// 10 %
	// 100 %
}
