package nvsd_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// The JSON of a Spec goes to other programs, and its Go into a cell.
func ExampleSpec_MarshalJSON() {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.ElasticNet{Mu: 0.5}, Nu: nvsd.Fixed(0.01)}
	raw, err := json.Marshal(spec)
	fmt.Println(string(raw), err)
	var again nvsd.Spec
	err = json.Unmarshal(raw, &again)
	fmt.Printf("%#v %v\n", again, err)
	// Output:
	// {"kernel":{"kind":"gauss","sigma":"median"},"penalty":"EN","mu":0.5,"nu":0.01} <nil>
	// nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.ElasticNet{Mu: 0.5}, Nu: nvsd.Fixed(0.01)} <nil>
}

// ofACell stands for a kernel that a cell defines.
type ofACell struct{ kern.Kernel }

// The errors of json.Marshal and json.Unmarshal are those of the Spec, and a Spec that cannot be read stays as it was.
func TestSpecJSONErrors(t *testing.T) {
	spec := nvsd.Spec{Kernel: ofACell{kern.Linear{}}}
	if _, err := json.Marshal(spec); err == nil || !strings.Contains(err.Error(), "nvsd: the kernel ofACell cannot be written") {
		t.Errorf("%v", err)
	}
	for in, want := range map[string]string{
		`{"penalty": "MCP"}`: "nvsd: read a Spec: knee: it is missing: the penalty MCP needs a number > 0",
		`{"tau": [1]}`:       "nvsd: read a Spec: tau: unknown field: the fields here are kernel, penalty",
	} {
		kept := nvsd.Spec{Penalty: penalty.Lasso{}}
		if err := json.Unmarshal([]byte(in), &kept); err == nil || !strings.HasPrefix(err.Error(), want) || kept.Penalty == nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}
