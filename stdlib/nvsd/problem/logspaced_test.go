package problem_test

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

func TestLogSpaced(t *testing.T) {
	v := nvsd.LogSpaced(1e-4, 10, 6)
	for i := range v[1:] {
		if math.Abs(v[i+1]/v[i]-10) > 1e-12 {
			t.Errorf("%v after %v", v[i+1], v[i])
		}
	}
	if len(v) != 6 || v[0] != 1e-4 || math.Abs(v[5]-10) > 1e-12 {
		t.Errorf("from 1e-4 to 10: %v", v)
	}
	if one := nvsd.LogSpaced(2, 5, 1); len(one) != 1 || one[0] != 2 || len(nvsd.LogSpaced(2, 5, -1)) != 0 {
		t.Errorf("one of them %v", one)
	}
}
