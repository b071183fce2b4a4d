package advice

import "testing"

func TestFailure(t *testing.T) {
	for _, c := range []struct{ msg, line, want string }{
		{"data: WhereExpr: a>3 and b<5 or c: 1:5: expected 'EOF', found and", `e := d.WhereExpr("a>3 and b<5 or c")`,
			`and, or, not are &&, || and ! here; write e := d.WhereExpr("a>3 && b<5 || c")`},
		{"data: WhereExpr: a>3 | b<5, column 5: the operator | has no meaning here", `  d.WhereExpr("a>3 | b<5")`,
			`and, or, not are &&, || and ! here; write d.WhereExpr("a>3 || b<5")`},
		{"data: WhereExpr: a>=3 && b=5: 1:9: expected '==', found '='", `d.WhereExpr("a>=3 && b=5")`,
			`== compares; write d.WhereExpr("a>=3 && b==5")`},
		// The text of the condition is not that of the line.
		{"data: WhereExpr: a and b: 1:3: expected 'EOF', found and", "d.WhereExpr(condition)", "and, or, not are &&, || and ! here"},
		{"data: open C:\new\table.csv: no such file or directory", `data.CSV("C:\new\table.csv")`,
			"\\ begins a special character in quotes; write data.CSV(`C:\\new\\table.csv`)"},

		{"data: open C:/new.csv: no such file or directory", `data.CSV("C:/new.csv")`, ""},
		{"data: WhereExpr: sand < 3: there is no column", `d.WhereExpr("sand < 3")`, ""},
		{"", "", ""},
	} {
		if got := Failure(c.msg, c.line); got != c.want {
			t.Errorf("%q: %q, want %q", c.msg, got, c.want)
		}
	}
}
