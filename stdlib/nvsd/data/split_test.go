package data

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// numbered is a Frame whose input and target tell the row.
func numbered(n int) *Frame {
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range y {
		x.Set(i, 0, float64(i))
		y[i] = float64(i)
	}
	f, err := New(x, y)
	if err != nil {
		panic(err)
	}
	return f
}

func rowsOf(f *Frame) []float64 {
	if f == nil {
		return nil
	}
	return f.Y()
}

func TestSplitIsAPartition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		train := rapid.IntRange(1, n).Draw(t, "train")
		valid := rapid.IntRange(0, n-train).Draw(t, "valid")
		seed := Seed(rapid.Uint64().Draw(t, "seed"))
		opts := []SplitOption{Train(train), Valid(valid), Test(n - train - valid), seed}
		s, err := numbered(n).Split(opts...)
		if err != nil {
			t.Fatal(err)
		}
		if len(rowsOf(s.Train)) != train || len(rowsOf(s.Valid)) != valid {
			t.Fatalf("parts of %d and %d rows", len(rowsOf(s.Train)), len(rowsOf(s.Valid)))
		}
		all := slices.Concat(rowsOf(s.Train), rowsOf(s.Valid), rowsOf(s.Test))
		again, err := numbered(n).Split(opts...)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(all, slices.Concat(rowsOf(again.Train), rowsOf(again.Valid), rowsOf(again.Test))) {
			t.Fatal("the same seed gave another split")
		}
		slices.Sort(all)
		if !slices.Equal(all, numbered(n).Y()) {
			t.Fatalf("rows %v are not 0..%d once each", all, n-1)
		}
	})
}

func TestSplitSizes(t *testing.T) {
	for _, c := range []struct {
		opts               []SplitOption
		train, valid, test int
	}{
		{[]SplitOption{Train(4), Valid(3), Test(2)}, 4, 3, 2},
		{[]SplitOption{Train(4), Valid(3), Test(Rest)}, 4, 3, 4},
		{[]SplitOption{Train(Rest), Test(3)}, 8, 0, 3},
		{[]SplitOption{Train(11)}, 11, 0, 0},
		{[]SplitOption{Fractions(0.5, 0.25, 0.25)}, 7, 2, 2},
		{[]SplitOption{Fractions(0.5, 0, 0.2)}, 5, 0, 2},
	} {
		s, err := numbered(11).Split(c.opts...)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := [3]int{len(rowsOf(s.Train)), len(rowsOf(s.Valid)), len(rowsOf(s.Test))}; got != [3]int{c.train, c.valid, c.test} {
			t.Errorf("sizes %v, want %d %d %d", got, c.train, c.valid, c.test)
		}
	}
}

func TestSplitRefuses(t *testing.T) {
	for _, c := range []struct {
		opts []SplitOption
		want string
	}{
		{nil, "training part is empty"},
		{[]SplitOption{Test(3)}, "training part is empty"},
		{[]SplitOption{Train(9), Test(3)}, "12 rows are asked for"},
		{[]SplitOption{Train(-2)}, "not negative"},
		{[]SplitOption{Train(Rest), Test(Rest)}, "both ask for the rest"},
		{[]SplitOption{Train(11), Test(Rest)}, "leave no row for the test part"},
		{[]SplitOption{Train(3), Fractions(0.5, 0.5, 0)}, "counts and fractions"},
		{[]SplitOption{Fractions(0.9, 0.2, 0)}, "at most 1"},
		{[]SplitOption{Fractions(1.5, 0, 0)}, "between 0 and 1"},
		{[]SplitOption{Fractions(0.9, 0.05, 0.05)}, "the fraction 0.05 of the validation part is less than a row"},
	} {
		_, err := numbered(11).Split(c.opts...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}
