package report

import (
	"fmt"
	"math"
	"strings"
)

// A Standing is a number among others that it is compared with, such as the error of a method beside those of others. The
// best is set in bold, or with a star in plain text; one that is better than the others by more than chance is underlined, or
// has a cross †. NaN is a dash.
type Standing struct {
	Value       float64
	Best        bool
	Significant bool
	Failed      int     // of the trials that Value sums up: how many have no number, which is said in brackets
	Spread      float64 // of the trials, which is said in brackets if HasSpread; NaN is a dash
	HasSpread   bool
}

// beside returns the text behind the number, to the digits of the format.
func (s Standing) beside(format func(v float64) string) string {
	var parts []string
	if s.HasSpread {
		parts = append(parts, "–")
		if finite(s.Spread) {
			parts[0] = format(s.Spread)
		}
	}
	if s.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", s.Failed))
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// marked returns the text of the number as plain text sets it apart.
func (s Standing) marked(number string, format func(v float64) string) string {
	if s.Best {
		number = "*" + number
	}
	if s.Significant {
		number = "†" + number
	}
	return number + s.beside(format)
}

// setApart returns the text of a cell between what a form has for bold and underlined text.
func setApart(cell any, text string, bold, underlined [2]string) string {
	s, is := cell.(Standing)
	if !is {
		return text
	}
	if s.Significant {
		text = underlined[0] + text + underlined[1]
	}
	if s.Best {
		text = bold[0] + text + bold[1]
	}
	return text
}

// numberOf returns the number of a cell that has one.
func numberOf(cell any) (v float64, ok bool) {
	if s, is := cell.(Standing); is {
		return s.Value, !math.IsNaN(s.Value)
	}
	v, ok = cell.(float64)
	return v, ok
}

// SetApart returns the text of a cell as HTML, of which the best is bold and a significant one underlined. text is escaped.
func SetApart(cell any, text string) string {
	return setApart(cell, text, [2]string{"<b>", "</b>"}, [2]string{"<u>", "</u>"})
}
