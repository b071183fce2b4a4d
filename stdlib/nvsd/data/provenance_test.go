package data

import (
	"slices"
	"testing"
)

// TestSeedsOfAllThatIsDrawn: splits by groups and strata are drawn too, and those by time are not.
func TestSeedsOfAllThatIsDrawn(t *testing.T) {
	f := readTrees(t)
	dated, err := f.WithTime("day")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		f    *Frame
		opts []SplitOption
		want []uint64
	}{
		"at random": {f, nil, []uint64{5}}, "by groups": {f, []SplitOption{ByGroup()}, []uint64{5}},
		"in strata": {f, []SplitOption{Stratified("old")}, []uint64{5}}, "by time": {dated, []SplitOption{ByTime()}, nil},
	} {
		s, err := c.f.Split(append(c.opts, Train(3), Test(Rest), Seed(5))...)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if got := s.Train.Origin().Seeds(); !slices.Equal(got, c.want) {
			t.Errorf("%s: the seeds are %v, want %v", what, got, c.want)
		}
	}
}
