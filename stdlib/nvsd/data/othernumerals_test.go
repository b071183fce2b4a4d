package data

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestOtherNumerals: where most texts of a column are numbers in another way of writing, the error
// names the options, and with them the numbers are read.
func TestOtherNumerals(t *testing.T) {
	for _, c := range []struct {
		cells  string // of a column, with bars between them
		opts   []ReadOption
		advice string
		want   []float64 // with the first advice
	}{
		{"4'335,95|12'000,25|1'150,00", nil, "if decimals are behind the comma and apostrophes are between thousands, say data.DecimalComma() and data.Thousands('\\'')", []float64{4335.95, 12000.25, 1150}},
		{"1 000|2 500|12 000", nil, "if blanks are between thousands, say data.Thousands(' ')", []float64{1000, 2500, 12000}},
		{"1\u00a0000|999|12\u202f000", nil, "say data.Thousands(' ')", []float64{1000, 999, 12000}},
		{"$1.50|$12.00|$3.25", nil, "if the cells are amounts of one currency, say data.Currency()", []float64{1.5, 12, 3.25}},
		{"$1,204.50|$999.00|-$3.25", nil, "say data.Currency() and data.Thousands(',')", []float64{1204.5, 999, -3.25}},
		{"12 %|7%|0.5 %", nil, "if the cells are percent, say data.Percent()", []float64{12, 7, 0.5}},
		{"1,204.50|999.00|12,000.25", nil, "if commas are between thousands, say data.Thousands(',')", []float64{1204.5, 999, 12000.25}},
		{"1.234,50|999,00|12.000,25", nil, "say data.DecimalComma() and data.Thousands('.')", []float64{1234.5, 999, 12000.25}},
		{"1,5|2,25", nil, "if decimals are behind the comma, say data.DecimalComma()", []float64{1.5, 2.25}},
		{"2.412|0,32|2.171", []ReadOption{DecimalComma()}, "if points are between thousands, say data.Thousands('.')", []float64{2412, 0.32, 2171}},
		{"2.412|2.670|1.001", []ReadOption{DecimalComma()}, "if points are between thousands, say data.Thousands('.')", []float64{2412, 2670, 1001}},
		{"1.234,50|12.000,25", []ReadOption{DecimalComma()}, "if points are between thousands, say data.Thousands('.')", []float64{1234.5, 12000.25}},
	} {
		text := "x;y\n" + strings.ReplaceAll(c.cells, "|", ";1\n") + ";1\n"
		opts := append(c.opts, Comma(';'))
		_, err := Read(strings.NewReader(text), "x.csv", opts...)
		cell, ok := errors.AsType[*CellError](err)
		if !ok || !strings.Contains(err.Error(), c.advice) || !strings.Contains(err.Error(), "is not a number") {
			t.Errorf("%s: %v, want %s", c.cells, err, c.advice)
			continue
		}
		for _, call := range cell.Advice[0].Calls {
			opts = append(opts, told(call))
		}
		f, err := Read(strings.NewReader(text), "x.csv", opts...)
		if err != nil {
			t.Errorf("%s: with what it says: %v", c.cells, err)
			continue
		}
		if x, _ := f.Column("x"); !slices.Equal(x, c.want) {
			t.Errorf("%s: %v, want %v", c.cells, x, c.want)
		}
	}
}

// TestPointAmongCommas: a decimal point beside decimal commas is an error with its line.
func TestPointAmongCommas(t *testing.T) {
	_, err := Read(strings.NewReader("a;y\n0.32;1\n-0,11;2\n0,5;3\n"), "a.csv", DecimalComma())
	if want := `line 2, column "a": "0.32" has a point where decimals are behind a comma, and is not a number: if the column is to be left out, say data.Drop("a"); or else mend the file`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestTextsThatAreNoNumbers: what has digits is not always a number.
func TestTextsThatAreNoNumbers(t *testing.T) {
	for _, cells := range []string{"1 000|low|high|none at all", "ABC 123|XYZ 456", "10-20|20-30", "12 345 6|1 23", "v1.2.3|v1.2.4", "3 rooms|4 rooms", "192.168.1.20|192.168.1.21", "A4|B5", "1st|2nd"} {
		f, err := Read(strings.NewReader("x;y\n"+strings.ReplaceAll(cells, "|", ";1\n")+";1\n"), "x.csv", Comma(';'))
		if err != nil || texts(f, "x") != strings.ReplaceAll(cells, "|", " ") {
			t.Errorf("%s: %v, %v", cells, f, err)
		}
	}
}

// TestRemedyIsNotForTheTarget: what categories and absent columns are said by never names the target,
// which can be neither.
func TestRemedyIsNotForTheTarget(t *testing.T) {
	for _, text := range []string{
		"x,z,y\n1 kg,3,12 %\n2 kg,4,7 %\n5 kg,1,9 %\n",
		"x,z,y\n12 %,3,12 %\n7 %,4,7 %\n9 %,1,9 %\n",
		"x,z,y\n1,3,12 %\n2,4,7 %\n5,1,9 %\n",
		"x,z,y\n1,3,2\nu,v,w\n5,1,9\n",
		"x,z,y\n1,3,2\n,,\n5,1,9\n",
	} {
		_, err := Read(strings.NewReader(text), "x.csv", Target("y"))
		if err == nil {
			t.Errorf("%q is read", text)
			continue
		}
		for _, call := range []string{"data.Factor(", "data.Drop("} {
			_, after, _ := strings.Cut(err.Error(), call)
			if names, _, _ := strings.Cut(after, ")"); strings.Contains(names, `"y"`) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}
