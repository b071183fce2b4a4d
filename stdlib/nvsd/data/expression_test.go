package data

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestExpressions(t *testing.T) {
	f := readTrees(t)
	for condition, want := range map[string]string{
		`height > 70`:                                  "t4 t5 t6",
		`70 <= height && height != 81`:                 "t1 t4 t6",
		`species == "oak"`:                             "t1 t3",
		`"oak" != species && old`:                      "t4 t6",
		`!old`:                                         "t2 t3 t5",
		`day >= "2024-03-09"`:                          "t4 t6",
		`"2024-03-05" > day`:                           "t1 t2",
		"`girth` < 8.5":                                "t1",
		`!(girth < 8.5)`:                               "t3 t4 t5 t6", // of t2 it is not known
		`girth < 8.5 || height < 66`:                   "t1 t2 t3",
		`missing(girth) || missing(day)`:               "t2",
		`missing(log(girth - 9))`:                      "t1 t2 t3",
		`min(girth, 10, 9) == 9 && pow(height, 2) > 5`: "t4 t5 t6",
		`abs(-height) - sqrt(height*height) == 0`:      "t1 t2 t3 t4 t5 t6",
		`height % 2 == 1 && true`:                      "t2 t3 t5 t6",
		`old == (height > 69)`:                         "t1 t2 t3 t4 t6",
		`old == "yes"`:                                 "t1 t4 t6",
		`"yes" != old`:                                 "t2 t3 t5",
		`height == 0x46 || height == 0b100_0001`:       "t1 t2",
		`1_000 > exp(1) / 2e0`:                         "t1 t2 t3 t4 t5 t6",
	} {
		g, err := f.WhereExpr(condition)
		if err != nil || texts(g, "id") != want {
			t.Errorf("%s: %v (%v), want %s", condition, g, err, want)
		}
	}
	g, err := f.WithExpr("large", "girth > 9")
	if err != nil || texts(g, "large") != "false  false true true true" {
		t.Errorf("a condition as a column: %q (%v)", texts(g, "large"), err)
	}
}

func TestExpressionsRefuse(t *testing.T) {
	f := readTrees(t)
	for expression, want := range map[string]string{
		`girht > 1`:                     `girht > 1, column 1: there is no column "girht": is it "girth"?`,
		`height + girth`:                "is a number and no condition",
		`height >`:                      "expected operand",
		`height > "tall"`:               `is integer, and is compared with the text "tall"`,
		`species == "elm"`:              `no level "elm": it has "(missing)", "beech", "oak", "pine"`,
		`species < "elm"`:               "have no order",
		`species == 1`:                  `column 1: the column "species" is categorical: compare it with a level by == or !=`,
		`day == 3`:                      "holds dates: compare it with one in double quotes",
		`day > "March"`:                 `"March" is no date`,
		`old + 1 > 2`:                   "+ is for numbers",
		`height && old`:                 "&& is for conditions",
		`!height`:                       "! is for conditions",
		`old > 3`:                       "a number is compared with a condition",
		`sine(height) > 1`:              `there is no function "sine"`,
		`sqrt(height, 2) > 1`:           "sqrt has one argument, and 2 are given",
		`pow(height) > 1`:               "pow has two arguments, and 1 are given",
		`missing() `:                    "missing has one argument",
		`height & 1 == 0`:               "the operator & has no meaning",
		`f.height > 1`:                  "this is no number, name of a column",
		`"a" == "b"`:                    "can only be compared with a categorical column",
		`height > 'a'`:                  "a text stands in double quotes",
		`old == "true"`:                 `the column "old" is boolean: it is a condition by itself, or compared by == or != with one of "no", "yes"`,
		`height > 1e999`:                "no number that float64 can hold",
		`func() bool { return true }()`: "only functions of expressions can be called",
	} {
		if _, err := f.WhereExpr(expression); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "data: ") {
			t.Errorf("%s: %v, want %q", expression, err, want)
		}
	}
	if _, err := f.WithExpr("x", "1 / (height - 70)"); err == nil || !strings.Contains(err.Error(), `row 1 of "x" is +Inf`) {
		t.Errorf("a division by zero: %v", err)
	}
}

// TestNamesThatAreNoneOfGo: a keyword and names with other characters are said to need backquotes.
func TestNamesThatAreNoneOfGo(t *testing.T) {
	f := tableOf(t, "type,body mass,a-b\n1,2,3\n4,5,6\n")
	for expression, name := range map[string]string{"type > 1": "type", "body mass > 3": "body mass", "a-b > 3": "a-b"} {
		_, err := f.WhereExpr(expression)
		want := `the name "` + name + "\" is none of Go, and stands in backquotes: `" + name + "`"
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", expression, err)
		}
		if g, err := f.WhereExpr(strings.Replace(expression, name, "`"+name+"`", 1)); err != nil || g.N() != 1 {
			t.Errorf("%s in backquotes: %v, %v", expression, g, err)
		}
	}
	if _, err := f.WhereExpr("`type` > b"); err == nil || strings.Contains(err.Error(), "stands in backquotes: ") {
		t.Errorf("the name is in backquotes: %v", err)
	}
}

// An expression is what the same function of every row is, in blocks of any length.
func TestExpressionsAreFunctionsOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 7, block - 1, block, block + 1, 3*block + 5}).Draw(t, "n")
		f := numbered(n)
		a, b := rapid.Float64Range(-9, 9).Draw(t, "a"), rapid.Float64Range(0.5, 9).Draw(t, "b")
		var err error
		f, err = f.With("u", func(r Row) float64 { return a + math.Sin(float64(r.Index())) })
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.WithExpr("z", "max(u*y - 3, exp(-u*u)) / 2.5")
		if err != nil {
			t.Fatal(err)
		}
		want, err := f.With("z", func(r Row) float64 {
			u := r.Float("u")
			return math.Max(u*r.Float("y")-3, math.Exp(-u*u)) / 2.5
		})
		if err != nil {
			t.Fatal(err)
		}
		g, _ := got.Column("z")
		w, _ := want.Column("z")
		for i := range g {
			if math.Float64bits(g[i]) != math.Float64bits(w[i]) {
				t.Fatalf("row %d is %v, want %v (b %v)", i, g[i], w[i], b)
			}
		}
	})
}

func FuzzExpression(f *testing.F) {
	for _, seed := range []string{`x1 > 1 && !(y == 2)`, "`x1` / 2 < pow(y, 2)", `missing(x1)`, `"a" < x1`} {
		f.Add(seed)
	}
	frame := numbered(5)
	f.Fuzz(func(t *testing.T, text string) {
		if g, err := frame.WhereExpr(text); (g == nil) == (err == nil) {
			t.Fatalf("%v with error %v", g, err)
		}
	})
}
