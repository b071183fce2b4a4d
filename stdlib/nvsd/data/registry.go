package data

import (
	"embed"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

//go:embed sets/*.csv
var sets embed.FS

// A Dataset describes a data set that ships inside the binary.
type Dataset struct {
	Name        string // for Load
	N, D        int    // observations and inputs
	Target      string
	Description string
	Source      string
	Licence     string
}

// List returns the data sets that Load knows, by name.
func List() []Dataset {
	return []Dataset{{
		Name: "diabetes", N: 442, D: 10, Target: "progression",
		Description: "Disease progression of 442 diabetes patients one year after baseline, from age, sex, " +
			"body mass index (bmi), average blood pressure (bp) and six blood serum measurements: total cholesterol (tc), " +
			"low- and high-density lipoproteins (ldl, hdl), total cholesterol / HDL (tch), " +
			"possibly the log of triglycerides (ltg), blood sugar (glu). Raw units.",
		Source: "Efron, Hastie, Johnstone and Tibshirani (2004), Least Angle Regression, " +
			"Annals of Statistics 32(2), 407-499; as carried by scikit-learn",
		Licence: "BSD-3-Clause (scikit-learn)",
	}}
}

// Load returns a data set that ships inside the binary; List names them.
func Load(name string) (*Frame, error) {
	list := List()
	if !slices.ContainsFunc(list, func(s Dataset) bool { return s.Name == name }) {
		known := make([]string, len(list))
		for i, s := range list {
			known[i] = s.Name
		}
		return nil, fmt.Errorf("data: no data set %q ships with this program: %sthere are %s; read a file with data.CSV", name, spelling.Question(name, known), quoteList(known))
	}
	file, err := sets.Open("sets/" + name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	defer file.Close()
	return Read(file, name)
}
