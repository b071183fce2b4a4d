package commands

import (
	"strings"
	"testing"
)

// Cells of a pipe run when they are complete, and those that ask find their answers behind them.
func TestReplOfAPipe(t *testing.T) {
	for _, c := range []struct {
		name, in, out string
		status        int
		err           string
	}{
		{"nothing", "", "", 0, ""},
		{"cells", "x := 20\n\nx + 1\nfor i := range 2 {\n\tfmt.Println(i)\n}\n", "21\n0\n1\n", 0, ""},
		{"no line end at the end", "40 + 2", "42\n", 0, ""},
		{"other line ends", "a := 1\r\na\r\n", "1\n", 0, ""},
		{"an answer", "name := display.Input(\"?\")\nAda\nvar a, b int; fmt.Scan(&a, &b);\n3\n4\nname, a + b\n", "Ada\n7\n", 0, ""},
		{"no answer", "display.Input(\"?\")\n", "", exitFailed, "EOF"},
		{"a magic of many lines", "%%markdown\n*a*\n*b*\n\n1\n", "*a*\n*b*\n1\n", 0, ""},
		{"help", "?math.Sqrt\n", "func Sqrt(x float64) float64", 0, ""},
		{"a cell that fails", "1\npanic(\"no\")\n2\n", "1\n", exitFailed, "In[2]:1: no"},
		{"a cell that is no Go", "1 +* 2\n3\n", "", exitFailed, "In[1]:1:"},
		{"a cell that does not end", "f(\n", "", exitFailed, "In[1]:1:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := commandWith(c.in, "repl")
			if !strings.HasPrefix(got.out, c.out) || c.name != "help" && got.out != c.out {
				t.Errorf("it shows %q, not %q", got.out, c.out)
			}
			if got.status != c.status || !strings.Contains(got.err, c.err) || c.status == 0 && got.err != "" {
				t.Errorf("status %d, standard error %q", got.status, got.err)
			}
		})
	}
	if got := command("repl", "file"); got.status != exitUsage {
		t.Errorf("an argument: %+v", got)
	}
}
