package kern_test

import (
	"reflect"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

func TestPartsMakeTheKernelAgain(t *testing.T) {
	gauss := kern.Gaussian{Width: kern.Sigma(1)}
	for _, parts := range [][]kern.Kernel{
		{kern.Linear{}, kern.Constant{Value: 1}},
		{gauss, kern.Constant{Value: 1}},
		{gauss, kern.Linear{}},
	} {
		if got, product := kern.Parts(kern.Sum(parts...)); product || !reflect.DeepEqual(got, parts) {
			t.Errorf("the sum of %v has parts %v", parts, got)
		}
		if got, product := kern.Parts(kern.Product(parts...)); !product || !reflect.DeepEqual(got, parts) {
			t.Errorf("the product of %v has parts %v", parts, got)
		}
	}
	if got, _ := kern.Parts(gauss); got != nil {
		t.Errorf("%v has parts %v", gauss, got)
	}
}
