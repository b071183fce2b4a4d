package data_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

func TestRegistryKeepsItsWord(t *testing.T) {
	for _, s := range data.List() {
		f, err := data.Load(s.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		if f.N() != s.N || f.D() != s.D || f.Target() != s.Target || f.Source() != s.Name {
			t.Errorf("%s holds %v, is listed as %d x %d, target %s", s.Name, f, s.N, s.D, s.Target)
		}
		if s.Description == "" || s.Source == "" || s.Licence == "" {
			t.Errorf("%s lacks a description, source or licence", s.Name)
		}
		if w := f.Warnings(); w != nil {
			t.Errorf("%s: %v", s.Name, w)
		}
	}
	if _, err := data.Load("none"); err == nil || !strings.Contains(err.Error(), `"diabetes"`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// The published moments of the target: mean 152.13, standard deviation 77.09.
func TestDiabetes(t *testing.T) {
	f, err := data.Load("diabetes")
	if err != nil {
		t.Fatal(err)
	}
	s := f.Describe()
	y := s.Columns[len(s.Columns)-1]
	if math.Abs(y.Mean-152.1335) > 1e-4 || math.Abs(y.SD-77.0930) > 1e-3 || y.Min != 25 || y.Max != 346 || !y.IsTarget {
		t.Errorf("target %+v", y)
	}
}

func ExampleLoad() {
	d, err := data.Load("diabetes")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	s, err := d.Split(data.Train(200), data.Valid(121), data.Test(data.Rest), data.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Train.N(), s.Valid.N(), s.Test.N())
	// Output:
	// diabetes: 442 observations of 10 inputs (age, sex, bmi, bp, tc, ldl, hdl, tch, ltg, glu), target progression
	// 200 121 121
}

func ExampleRead() {
	table := "age,weight,height\n31,70,1.80\n45,,1.75\n"
	_, err := data.Read(strings.NewReader(table), "people.csv")
	fmt.Println(err)
	d, err := data.Read(strings.NewReader(table), "people.csv", data.Drop("weight"), data.Target("height"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(d.Describe())
	// Output:
	// data: people.csv: line 3, column "weight": the cell is empty: mend the file, or leave the column out by data.Drop("weight")
	// people.csv: 2 observations of 1 input
	// column           count    mean       sd    min   max  distinct
	// age                  2  38      9.899    31     45           2
	// height (target)      2   1.775  0.03536   1.75   1.8         2
}
