package study_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestJoin: the problems of a design, each computed by a design of its own, are joined to the tables of the whole; a method
// that one of them has not has a dash there, and takes nothing from the others' standing.
func TestJoin(t *testing.T) {
	run := fixture.Must[*study.Results](t)
	d := small(t)
	for i := range d.Problems {
		d.Problems[i].Train = []int{20}
	}
	d.Ours = []string{"EN"}
	whole := run(study.Run(t.Context(), d, ""))
	part := func(i int) study.Design {
		own := d
		own.Problems = d.Problems[i : i+1]
		return own
	}
	e1, penguins := run(study.Run(t.Context(), part(0), "")), run(study.Run(t.Context(), part(1), ""))
	joined := run(study.Join(d.Name, e1, penguins))
	all := study.Measures()
	all = all[:len(all)-1] // without seconds
	if got, want := joined.Table(all...).String(), whole.Table(all...).String(); got != want {
		t.Errorf("joined:\n%s\nwhole:\n%s", got, want)
	}
	if got := joined.Compare(whole); got.Both != len(d.Units()) || len(got.Different) != 0 {
		t.Errorf("joined beside the whole: %v", got)
	}

	fewer := part(1)
	fewer.Methods, fewer.Ours = d.Methods[:4], nil
	blank := run(study.Join(d.Name, e1, run(study.Run(t.Context(), fewer, ""))))
	if blank.Missing() != 0 || len(blank.Failed()) != 0 {
		t.Errorf("%d missing, %d failed, of methods that a part has not", blank.Missing(), len(blank.Failed()))
	}
	rows := strings.Split(blank.Table(study.RMSE).String(), "\n")
	for _, row := range rows {
		if fields := strings.Fields(row); len(fields) > 0 && fields[0] == "EN" && (len(fields) != 3 || fields[2] != "–") {
			t.Errorf("the row of a method that one part has not: %q", row)
		}
	}
	if err := joined.Save(filepath.Join(t.TempDir(), "x.gz")); err == nil || !strings.Contains(err.Error(), "are joined from parts") {
		t.Errorf("saving joined results: %v", err)
	}
	if empty := run(study.Read(d, "")).Table(study.RMSE).String(); strings.Contains(strings.Split(empty, "means of")[0], "†") {
		t.Errorf("a method without results is better than others:\n%s", empty)
	}
	one := part(1)
	one.Reps = 1
	for text, parts := range map[string][]*study.Results{
		`two of the parts have a problem "E1"`: {e1, e1},
		`"small" has 1 repetition,`:            {e1, run(study.Read(one, ""))},
		"there are no parts":                   {},
	} {
		if _, err := study.Join("x", parts...); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}
