// Package typed has the cells of columns of files that say of which kind their columns are.
package typed

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// A Kind is a type of cells: numbers, truth values, dates or texts.
type Kind int

// The kinds of columns.
const (
	Number Kind = iota
	Integer
	Boolean
	Moment // in UTC, or where no zone is known as if in UTC
	Day    // a Moment that is the beginning of a day
	Text
)

// MaxExact is the largest size of whole numbers that float64 tells from their neighbours.
const MaxExact = 1 << 53

// Cells holds the cells of a column.
type Cells struct {
	Kind   Kind
	Values []float64 // of a Boolean 0 and 1, of a Moment seconds since 1970, of a Text places in Texts; NaN where Null says so or a number is none
	Texts  []string  // every text once, in the order in which they occur; Values need not have all
	Null   []bool    // of each row, nil if no cell is missing; of the first rows while a column is read

	Rounded bool // they were whole numbers, of which some were rounded
	places  map[string]float64
}

// Place returns the index of a text in Texts, and appends the text if it is new.
func (c *Cells) Place(text []byte) float64 {
	place, known := c.places[string(text)]
	if !known {
		if c.places == nil {
			c.places = make(map[string]float64)
		}
		s := string(text)
		place = float64(len(c.Texts))
		c.places[s] = place
		c.Texts = append(c.Texts, s)
	}
	return place
}

// Extend appends so many rows, and returns their values, which are to be set.
func (c *Cells) Extend(rows int) []float64 {
	from := len(c.Values)
	c.Values = slices.Grow(c.Values, rows)[:from+rows]
	return c.Values[from:]
}

// Cut takes off the first rows, or all if there are no more, and returns them. They have all texts that were
// met so far.
func (c *Cells) Cut(rows int) Cells {
	first := *c
	first.places = nil
	if c.Null != nil {
		c.growNull()
	}
	rows = min(rows, len(c.Values))
	first.Values, c.Values = c.Values[:rows:rows], c.Values[rows:]
	if c.Null != nil {
		first.Null, c.Null = c.Null[:rows:rows], c.Null[rows:]
	}
	return first
}

// growNull gives Null an entry for each row.
func (c *Cells) growNull() {
	if len(c.Null) == len(c.Values) {
		return
	}
	c.Null = append(c.Null, make([]bool, len(c.Values)-len(c.Null))...)
}

// SetNull marks the cell of a row as missing.
func (c *Cells) SetNull(row int) {
	c.growNull()
	c.Null[row] = true
	c.Values[row] = math.NaN()
}

// Check ends the reading of a column, or of a part of it behind so many rows. Whole numbers of which one is
// not exact become numbers, and a text that is not in UTF-8 is an error.
func (c *Cells) Check(name string, before int) error {
	if c.Kind == Integer {
		for _, v := range c.Values {
			if math.Abs(v) >= MaxExact { // which 2^53 + 1 is rounded to
				c.Kind, c.Rounded = Number, true
			}
		}
	}
	for k, s := range c.Texts {
		if utf8.ValidString(s) {
			continue
		}
		for i, v := range c.Values {
			if v == float64(k) {
				return fmt.Errorf("row %d, column %q: the bytes %q are no text in UTF-8: leave the column out by data.Drop(%q)", before+i+1, name, s, name)
			}
		}
	}
	return nil
}

// Seconds returns the moment of a whole number of seconds since 1970 and of nanoseconds, to the
// microsecond.
func Seconds(whole, nanos int64) float64 { return float64(whole) + float64(nanos/1000)/1e6 }

// SecondsIn returns the moment of a number of units since 1970, of which a second has the given
// number.
func SecondsIn(v, perSecond int64) float64 {
	whole := v / perSecond
	if v < whole*perSecond {
		whole--
	}
	rest := v - whole*perSecond
	if perSecond > 1e9 {
		return Seconds(whole, rest/(perSecond/1e9))
	}
	return Seconds(whole, rest*(1e9/perSecond))
}

// Half returns the number of the bits of half precision.
func Half(bits uint16) float64 {
	sign, exponent, fraction := 1-2*float64(bits>>15), int(bits>>10&31), float64(bits&1023)
	switch {
	case exponent == 31 && fraction != 0:
		return math.NaN()
	case exponent == 31:
		return math.Inf(int(sign))
	case exponent == 0:
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
