package data

import (
	"strings"
	"testing"
)

// TestKeysAreToldApart: what is written differently is another key, where numbers would be the same.
func TestKeysAreToldApart(t *testing.T) {
	for cells, want := range map[string]Kind{
		"7 8 9":                               Integer,
		"0.5 1 1.5":                           Numeric,
		"007 7 9":                             Categorical,
		"9007199254740993 9007199254740992 1": Categorical,
		"+1 1 2":                              Categorical,
		"12 A13 14":                           Categorical,
		"2024-03-01 2024-03-02 2024-03-03":    Date,
	} {
		for _, role := range []ReadOption{Key("id"), Group("id")} {
			f, err := Read(strings.NewReader("id,a\n"+strings.ReplaceAll(cells, " ", ",1\n")+",1\n"), "ids.csv", role, NoTarget())
			if err != nil {
				t.Errorf("%s: %v", cells, err)
				continue
			}
			if kind, _ := f.Kind("id"); kind != want || texts(f, "id") != cells {
				t.Errorf("%s: %v, %v, want %v", cells, texts(f, "id"), kind, want)
			}
		}
	}
}

// TestKeysAsTexts: the key of one file holds numbers alone, and that of another texts too.
func TestKeysAsTexts(t *testing.T) {
	const people, cities = "id,a\n1,5\n2,6\n", "id,b\n01,7\n2,8\n"
	a, b := tableOf(t, people, Key("id")), tableOf(t, cities, Key("id"))
	if _, err := a.Join(b, "id"); err == nil || !strings.Contains(err.Error(), `data.Factor("id")`) {
		t.Errorf("keys of two kinds: %v", err)
	}
	g, err := tableOf(t, people, Key("id"), Factor("id")).Join(b, "id")
	if err != nil || texts(g, "id") != "2" || texts(g, "b") != "8" || strings.Join(g.Names(), " ") != "a b" {
		t.Errorf("%v, %v", g, err)
	}
}

// TestNumbersOfKeysInARFF: the rule is that of CSV.
func TestNumbersOfKeysInARFF(t *testing.T) {
	const text = "@relation r\n@attribute id numeric\n@attribute a numeric\n@data\n007,1\n7,2\n"
	f, err := Read(strings.NewReader(text), "ids.arff", Key("id"), NoTarget())
	if err != nil || texts(f, "id") != "007 7" {
		t.Errorf("%v, %v", f, err)
	}
}
