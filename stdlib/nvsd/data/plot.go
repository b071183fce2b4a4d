package data

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A PlotOption adds a column to the chart of [Frame.Plot].
type PlotOption func(*plotOptions)

type plotOptions struct{ by string }

// By colours the points by a third column. Levels have a colour and a sign each, in a legend
// that counts them; so have up to six different numbers. Other numbers, and dates, are on a
// scale of colours.
func By(name string) PlotOption { return func(o *plotOptions) { o.by = name } }

// Plot shows two columns of numbers or dates as a scatter plot, y over x:
//
//	d.Plot("bmi", "progression")
//	d.Plot("bmi", "progression", data.By("sex"))
//
// Rows with a missing cell are left out, and a note counts them. Of more than 900 rows, or 600
// with By, a fixed sample is drawn, the extremes among it. It is an error if there is no such column, if a column is
// of another kind, and if no row is complete.
func (f *Frame) Plot(x, y string, options ...PlotOption) (report.Report, error) {
	var o plotOptions
	for _, option := range options {
		option(&o)
	}
	at, err := f.measures("Plot", x, y)
	if err != nil {
		return nil, err
	}
	needed, title := at, fmt.Sprintf("%s over %s", y, x)
	if o.by != "" {
		j := f.find(o.by)
		if j < 0 {
			return nil, f.noColumn("Plot", o.by)
		}
		needed, title = append(needed, j), title+", by "+o.by
	}
	rows, note, err := f.complete("Plot", needed...)
	if err != nil {
		return nil, err
	}
	across, up := f.columns[at[0]].rows(rows), f.columns[at[1]].rows(rows)
	plot := report.ScatterPlot{
		XAxis: x, YAxis: y, X: across.values, Y: up.values,
		Dates: report.DateAxes{X: across.kind == Date, Y: up.kind == Date},
	}
	if o.by != "" {
		plot.By = f.columns[needed[2]].rows(rows).by()
	}
	return report.Report{report.Scatter{Title: title, Plots: []report.ScatterPlot{plot}, Points: points, Note: note}}, nil
}

// by returns the column as the third variable of points.
func (c column) by() *report.By {
	const mostNumbers = 6 // that are told apart as levels are
	most := mostNumbers
	if c.kind == Date {
		most = 0
	}
	if levels, ok := c.levelled(most); ok {
		return &report.By{Name: c.name, Levels: levels.levels, Values: levels.values}
	}
	return &report.By{Name: c.name, Values: c.values, Dates: c.kind == Date}
}
