package penalty_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// TestResolve: groups by name are the groups by number, wherever they are.
func TestResolve(t *testing.T) {
	names := []string{"age", "sex", "bmi"}
	byName, byNumber := penalty.GroupsByName([][]string{{"bmi", "age"}, {"sex"}}), penalty.Groups([][]int{{2, 0}, {1}})
	for _, c := range []struct{ p, want penalty.Penalty }{
		{byName, byNumber},
		{penalty.SparseGroup{GroupLasso: byName, Mu: 0.5}, penalty.SparseGroup{GroupLasso: byNumber, Mu: 0.5}},
		{penalty.Overlapping{GroupLasso: byName}, penalty.Overlapping{GroupLasso: byNumber}},
		{penalty.Scaled{Factor: 2, P: byName}, penalty.Scaled{Factor: 2, P: byNumber}},
		{penalty.Named("mine", byName), penalty.Named("mine", byNumber)},
		{penalty.Lasso{}, penalty.Lasso{}},
		{byNumber, byNumber},
	} {
		got, err := penalty.Resolve(c.p, names)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Resolve(%v) = %#v, %v; want %#v", c.p, got, err, c.want)
		}
	}
}

// TestResolveCategorical: the name of a categorical input stands for its columns,
// unless an input has that very name.
func TestResolveCategorical(t *testing.T) {
	names := []string{"age", "color=red", "size", "color=blue", "size=big", "colorful"}
	got, err := penalty.Resolve(penalty.GroupsByName([][]string{{"color", "age"}, {"size"}, {"size=big", "colorful"}}), names)
	want := penalty.Groups([][]int{{1, 3, 0}, {2}, {4, 5}})
	if err != nil || !reflect.DeepEqual(got, penalty.Penalty(want)) {
		t.Errorf("%#v, %v; want %#v", got, err, want)
	}
}

func TestResolveErrors(t *testing.T) {
	unknown := penalty.GroupsByName([][]string{{"age"}, {"bmi", "height"}})
	for _, c := range []struct {
		p    penalty.Penalty
		want string
	}{
		{nil, "no penalty"},
		{unknown, `group 1 names "height", which is no input: the inputs are age, sex, bmi`},
		{penalty.SparseGroup{GroupLasso: unknown}, "height"},
		{penalty.Overlapping{GroupLasso: unknown}, "height"},
		{penalty.Scaled{P: unknown}, "height"},
		{penalty.Convex(unknown), "height"},
		{penalty.GroupLasso{Groups: [][]int{{0}}, Names: [][]string{{"age"}}}, "one of them"},
	} {
		if _, err := penalty.Resolve(c.p, []string{"age", "sex", "bmi"}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Resolve(%v): %v, want %q", c.p, err, c.want)
		}
	}
}
