package declare

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

func width(t *rapid.T) kern.Width {
	switch rapid.IntRange(0, 2).Draw(t, "width") {
	case 0:
		return kern.Sigma(rapid.Float64Range(1e-9, 1e9).Draw(t, "sigma"))
	case 1:
		return kern.Times{Factor: rapid.Float64Range(1e-9, 1e9).Draw(t, "factor"), Width: width(t)}
	}
	return rapid.SampledFrom(widthRules()).Draw(t, "rule").rule
}

// drawn draws a value of a row of a table, whose parts are at most deep levels below it.
func drawn(t *rapid.T, table []kind, deep int) any {
	k := rapid.SampledFrom(table).Filter(func(k kind) bool { return deep > 0 || !nested(k) }).Draw(t, "kind")
	v := reflect.New(reflect.TypeOf(k.value)).Elem()
	v.Set(reflect.ValueOf(k.value))
	for _, f := range k.fields {
		if f.optional && rapid.Bool().Draw(t, "absent") {
			continue
		}
		switch to := v.FieldByName(f.in).Addr().Interface().(type) {
		case *float64:
			*to = rapid.Float64Range(1e-9, 1).Draw(t, f.name)
		case *int:
			*to = rapid.IntRange(1, MaxDegree).Draw(t, f.name)
		case *[]float64:
			*to = rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(1e-9, 1e9), rapid.Just(math.Inf(1))), 1, 4).Draw(t, f.name)
		case *[][]int:
			if rapid.Bool().Draw(t, "by name") {
				v.FieldByName("Names").Set(reflect.ValueOf(rapid.SliceOfN(rapid.SliceOfN(rapid.String(), 1, 3), 1, 3).Draw(t, f.name)))
				continue
			}
			*to = rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 9), 1, 3), 1, 3).Draw(t, f.name)
		case *kern.Width:
			*to = width(t)
		case *kern.Kernel:
			*to = kernel(t, deep-1)
		case *[]kern.Kernel:
			for range rapid.IntRange(1, 3).Draw(t, f.name) {
				*to = append(*to, kernel(t, deep-1))
			}
		case *penalty.Penalty:
			*to = aPenalty(t, deep-1)
		}
	}
	return v.Interface()
}

// nested reports whether a row has fields that are kernels or penalties.
func nested(k kind) bool {
	return k.takes("base") || k.takes("parts") || k.takes("part")
}

func kernel(t *rapid.T, deep int) kern.Kernel {
	k := drawn(t, kernels(), deep)
	if c, is := k.(composite); is {
		return c.kernel()
	}
	return k.(kern.Kernel)
}

func aPenalty(t *rapid.T, deep int) penalty.Penalty {
	return drawn(t, penalties(), deep).(penalty.Penalty)
}

// TestKernelsSurvive: a kernel that is written and read is the same kernel, to the bit.
func TestKernelsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := kernel(t, 2)
		raw, err := WriteKernel(k)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadKernel("kernel", raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if !reflect.DeepEqual(got, k) {
			t.Fatalf("%s is read as %v, want %v", raw, got, k)
		}
	})
}

// TestPenaltiesSurvive: a penalty that is written and read is the same penalty, to the bit.
func TestPenaltiesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := aPenalty(t, 2)
		raw, err := WritePenalty(p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadPenalty("penalty", raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if !reflect.DeepEqual(got, p) {
			t.Fatalf("%s is read as %v, want %v", raw, got, p)
		}
	})
}

// TestKnownJSON: files and programs in other languages have these texts.
func TestKnownJSON(t *testing.T) {
	for want, k := range map[string]kern.Kernel{
		`{"kind":"poly","p":3,"c":0.5}`:                                                kern.Polynomial{Degree: 3, Offset: 0.5},
		`{"kind":"gauss","sigma":4}`:                                                   kern.Gaussian{Width: kern.Sigma(4)},
		`{"kind":"gauss","sigma":"mean_20th_nn"}`:                                      kern.Gaussian{Width: kern.Mean20thNN},
		`{"kind":"rq","sigma":"median_20_nn","shape":2}`:                               kern.RationalQuadratic{Width: kern.Median20NN, Shape: 2},
		`{"kind":"matern52","sigma":{"factor":2,"of":"median"}}`:                       kern.Matern52{Width: kern.Times{Factor: 2, Width: kern.MedianDistance}},
		`{"kind":"periodic","period":3,"width":1}`:                                     kern.Periodic{Period: 3, Width: 1},
		`{"kind":"sum","parts":[{"kind":"linear"},{"kind":"matern92","sigma":4}]}`:     kern.Sum(kern.Linear{}, kern.Matern92{Width: kern.Sigma(4)}),
		`{"kind":"ard","base":{"kind":"linear"},"widths":[1,"+Inf"]}`:                  kern.ARD{Base: kern.Linear{}, Widths: []float64{1, math.Inf(1)}},
		`{"kind":"product","parts":[{"kind":"constant","value":2},{"kind":"linear"}]}`: kern.Scaled(2, kern.Linear{}),
	} {
		if got, err := WriteKernel(k); err != nil || string(got) != want {
			t.Errorf("%v is written as %s, %v", k, got, err)
		}
	}
	groups := penalty.GroupLasso{Groups: [][]int{{1}, {0}}, Weights: []float64{1, 2}}
	for want, p := range map[string]penalty.Penalty{
		`{"penalty":"L"}`: penalty.Lasso{},
		`{"penalty":"SG","groups":[[1],[0]],"group_weights":[1,2],"mu":0.25}`:     penalty.SparseGroup{GroupLasso: groups, Mu: 0.25},
		`{"penalty":"GL","groups":[["bmi","sex"]]}`:                               penalty.GroupsByName([][]string{{"bmi", "sex"}}),
		`{"penalty":"SCALED","factor":2,"part":{"penalty":"WL","weights":[0,1]}}`: penalty.Scaled{Factor: 2, P: penalty.WeightedLasso{Weights: []float64{0, 1}}},
	} {
		if got, err := WritePenalty(p); err != nil || string(got) != want {
			t.Errorf("%v is written as %s, %v", p, got, err)
		}
	}
}

type foreignKernel struct{ kern.Kernel }

type foreignPenalty struct{ penalty.Penalty }

// TestCodeIsNotWritten: what a cell defines has no JSON, as a part too.
func TestCodeIsNotWritten(t *testing.T) {
	for _, k := range []kern.Kernel{
		foreignKernel{}, kern.FromEval(func(x, z []float64) float64 { return 1 }), kern.Sum(kern.Linear{}, foreignKernel{kern.Linear{}}),
		kern.ARD{Base: foreignKernel{kern.Linear{}}, Widths: []float64{1}}, kern.ARD{Widths: []float64{1}}, kern.Gaussian{}, kern.Gaussian{Width: kern.WidthRule("mode")},
	} {
		if raw, err := WriteKernel(k); err == nil {
			t.Errorf("%T is written as %s", k, raw)
		}
	}
	for _, p := range []penalty.Penalty{
		foreignPenalty{}, penalty.Convex(penalty.Lasso{}), penalty.Named("own", penalty.Lasso{}), penalty.Scaled{Factor: 2, P: foreignPenalty{}}, penalty.Scaled{Factor: 2},
	} {
		if raw, err := WritePenalty(p); err == nil {
			t.Errorf("%T is written as %s", p, raw)
		}
	}
}

// TestRefusals: the errors name the place. (Those of `nvsd-kernel fit` are in package fit.)
func TestRefusals(t *testing.T) {
	kernel := func(raw string) error {
		_, err := ReadKernel("kernel", json.RawMessage(raw))
		return err
	}
	penalty := func(raw string) error {
		_, err := ReadPenalty("penalty", json.RawMessage(raw))
		return err
	}
	for _, c := range []struct {
		read     func(raw string) error
		in, want string
	}{
		{kernel, `{"kind": "gauss", "sigma": "mode"}`, `kernel.sigma: "mode" is not a number, and no rule: the rules are mean_20th_nn, median_20_nn, median`},
		{kernel, `{"kind": "gauss", "sigma": {"factor": 0, "of": 1}}`, "kernel.sigma.factor: 0: it must be > 0"},
		{kernel, `{"kind": "gauss", "sigma": {"factor": 2}}`, "kernel.sigma.of: it is missing"},
		{kernel, `{"kind": "gauss", "sigma": {"factor": 2, "off": 1}}`, "kernel.sigma.off: unknown field: is it of?"},
		{kernel, `{"kind": "gauss", "sigma": {"factor": 2, "of": -1}}`, "kernel.sigma.of: -1: it must be > 0"},
		{kernel, `{"kind": "ard", "base": {"kind": "linear"}}`, "kernel.widths: it is missing"},
		{kernel, `{"kind": "ard", "base": {"kind": "linear"}, "widths": [1, "-Inf"]}`, `kernel.widths, row 2 (kernel.widths[1]): "-Inf" is not a number`},
		{penalty, `{"penalty": "GL"}`, "penalty.groups: it is missing: the penalty GL needs lists of inputs"},
		{penalty, `{"penalty": "GL", "groups": [["a", 1]]}`, `penalty.groups, row 1, column 1 (penalty.groups[0][0]): "a": it must be a 0-based index`},
		{penalty, `{"penalty": "SCALED", "factor": 2, "part": {"penalty": "EN"}}`, "penalty.part.mu: it is missing"},
		{penalty, `{"penalty": "SCALED", "factor": 2, "part": {"penalty": "DENOVAS"}}`, "penalty.part.penalty: DENOVAS has a ridge of its own"},
		{penalty, `{"penalty": "L", "nu": 1}`, "penalty.nu: unknown field"},
	} {
		err := c.read(c.in)
		if _, ok := errors.AsType[*jsonobject.Error](err); !ok || !strings.HasPrefix(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v, want %s", c.in, err, c.want)
		}
	}
}
