package procedure

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// Dates are the inputs that are made of a column of dates; see [data.Dates].
type Dates struct {
	Column string      `json:"column"`
	Origin string      `json:"origin"` // the first date, from which days count
	Inputs []DateInput `json:"inputs"` // in the order of Answer.Inputs
}

// A DateInput is an input that is made of a column of dates.
type DateInput struct {
	Input string        `json:"input"`
	Part  data.DatePart `json:"part"`
}

// datesOf returns the inputs of a table that are made of dates, by their columns.
func datesOf(train *data.Frame) []Dates {
	all := []Dates{}
	for _, d := range train.DateInputs() {
		k := slices.IndexFunc(all, func(own Dates) bool { return own.Column == d.Column })
		if k < 0 {
			k = len(all)
			all = append(all, Dates{Column: d.Column, Origin: d.Origin.Format("2006-01-02T15:04:05.999999999Z07:00")})
		}
		all[k].Inputs = append(all[k].Inputs, DateInput{d.Name, d.Part})
	}
	return all
}

// dates returns the options by which the dates of the test table are read, of those columns that are needed.
func (r *Request) dates(train *data.Frame, needed []string) []data.ReadOption {
	var names []string
	for _, d := range train.DateInputs() {
		if slices.Contains(needed, d.Column) && !slices.Contains(names, d.Column) {
			names = append(names, d.Column)
		}
	}
	opts := []data.ReadOption{data.Dates(names...)}
	for _, c := range r.Options {
		if c.Option != "DateLayout" {
			continue
		}
		for _, name := range c.Args[1:] {
			if slices.Contains(names, name) {
				opts = append(opts, data.DateLayout(c.Args[0], name))
			}
		}
	}
	return opts
}
