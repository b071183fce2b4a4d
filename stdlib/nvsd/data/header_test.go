package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestNamesThatAreNumbers: numbers from 0 on name the columns, as pandas writes those of a matrix, and
// of other numbers it is asked what they are.
func TestNamesThatAreNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		opts []ReadOption
		want string // the names and the number of rows, or a part of the error
		says string // of the warnings
	}{
		{"0,1,2\n5,6,7\n7,8,9\n", nil, "[0 1] 2 2", "the first line (0,1,2) is taken for names of columns: data.NoHeader() reads it as values"},
		{",0,1,2\n0,5,6,7\n1,8,9,6\n", nil, "[0 1] 2 2", "data.NoHeader()"},
		{"0,1,2\n5,6,7\n7,8,9\n", []ReadOption{NoHeader()}, "[x1 x2] x3 3", ""},
		{"400,402,404\n5,6,7\n7,8,9\n", nil, "if they are the names of the columns, say data.Header(); if they are a row, say data.NoHeader()", ""},
		{"400,402,404\n5,6,7\n7,8,9\n", []ReadOption{Header()}, "[400 402] 404 2", ""},
		{"1,2,3\n5,6,7\n", nil, "data.Header()", ""}, {",0.5,7\n1,5,6\n", nil, "data.Header()", ""},
		{"0,1,2\n5,6,7\n", []ReadOption{Header(), Target("0")}, "[1 2] 0 1", ""},
		{"400;y\n5;6\n", nil, "data.Comma(';')", ""},
	} {
		f, err := Read(strings.NewReader(c.text), "a.csv", c.opts...)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.text, err, c.want)
			}
			continue
		}
		if got := fmt.Sprint(f.Names(), " ", f.Target(), " ", f.N()); got != c.want || !strings.Contains(fmt.Sprint(f.Warnings()), c.says) || c.says == "" && len(f.Remarks()) > 0 {
			t.Errorf("%q: %s, want %s; %v", c.text, got, c.want, f.Warnings())
		}
	}
}

// TestRepeatedNames: they are refused with the option that tells them apart.
func TestRepeatedNames(t *testing.T) {
	const text, arff = "a,b,a,a.1,a\n1,2,3,4,5\n", "@relation r\n@attribute a numeric\n@attribute a numeric\n@data\n1,2\n"
	if _, err := Read(strings.NewReader(text), "a.csv"); err == nil || !strings.Contains(err.Error(), `columns 1 and 3 are both named "a": names must differ: if they are to be told apart as "a" and "a.1", say data.UniqueNames()`) {
		t.Errorf("%v", err)
	}
	f, err := Read(strings.NewReader(text), "a.csv", UniqueNames())
	if err != nil || fmt.Sprint(f.Columns()) != "[a b a.2 a.1 a.3]" || fmt.Sprint(f.Y()) != "[5]" {
		t.Errorf("%v, %v", f, err)
	}
	f, err = Read(strings.NewReader(arff), "a.arff", UniqueNames())
	if err != nil || fmt.Sprint(f.Columns()) != "[a a.1]" {
		t.Errorf("%v, %v", f, err)
	}
}
