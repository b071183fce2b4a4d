package choose

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"

// Steps returns the number of taus, which display.Explore steps through.
func (cv *CrossValidation) Steps() int { return len(cv.along()) }

// Label returns tau i with its name.
func (cv *CrossValidation) Label(i int) string {
	return "tau = " + report.Number(cv.Candidates[cv.along()[i]].Tau)
}

// Step returns the report of tau i: the number of inputs that does best there with its error, and
// the place of tau among the errors along the path.
func (cv *CrossValidation) Step(i int) report.Report {
	all, j := cv.comparison(), cv.along()[i]
	c := cv.Candidates[j]
	numbers := report.Table{
		Columns: []report.Column{{Name: "tau"}, {Name: "inputs"}, {Name: "RMSE"}, {Name: "(SE)"}, {}},
		Rows:    [][]any{{c.Tau, c.Size, report.Known(c.RMSE), report.Known(c.SE), all.marks(j)}},
	}
	chart := all.overTau()
	for k, tau := range chart.Weights {
		if tau == c.Tau {
			chart.Choices = append(chart.Choices, report.Choice{At: k, Text: "at the slider"})
		}
	}
	return report.Report{numbers, chart}
}

// Outline returns the least error at every tau, and that over the number of inputs.
func (cv *CrossValidation) Outline() report.Report { return cv.Report() }

// along returns, for every tau of the path, the index of the candidate of least error there.
func (cv *CrossValidation) along() []int {
	return cv.comparison().bestOf(func(own Candidate) int { return own.TauIndex })
}
