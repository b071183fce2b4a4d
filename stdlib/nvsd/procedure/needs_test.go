package procedure

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
)

// TestNeedsAreTold: the first line says what the search in a table takes, where that is much, and a table for which there is no
// memory is refused with the flags that make it smaller.
func TestNeedsAreTold(t *testing.T) {
	const rows, columns = 2000, 1000
	X := mat.NewDense(rows, columns, nil)
	for i := range rows {
		X.Set(i, i%columns, float64(i))
	}
	large, err := data.New(X, make([]float64, rows))
	if err != nil {
		t.Fatal(err)
	}
	small, err := data.New(X.Slice(0, 50, 0, 3), make([]float64, 50))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	progress := Progress{Tell: func(line string) { told = append(told, line) }}
	r := Request{Train: Table{Name: "rows.csv"}, Criterion: LeaveOneOut, Seed: 1}
	for _, table := range []*data.Frame{small, large, nil} {
		if err := r.fits(progress, table); err != nil {
			t.Error(err)
		}
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "rows.csv: 2000 rows of 1000 inputs: memory up to 0.") || !strings.Contains(told[0], "GB, time about ") {
		t.Errorf("%q", told)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(100 << 20))
	if err := r.fits(Progress{}, large); err == nil || !strings.HasPrefix(err.Error(), "rows.csv: 2000 rows of 1000 inputs: ") || !strings.HasSuffix(err.Error(), "leave out columns by --drop, or draw rows at random, such as by --sample 1000") {
		t.Errorf("%v", err)
	}
	plan, err := r.plan(large)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Find(t.Context(), large); err == nil || !strings.Contains(err.Error(), "train.Sample(2000, 1); nvsd.FindIn(data.OpenStream(path))") {
		t.Errorf("Find: %v", err)
	}
	if err := r.Train.fits(1 << 30); err == nil || !strings.Contains(err.Error(), "leave --sample out") {
		t.Errorf("a file of a GiB: %v", err)
	}
}
