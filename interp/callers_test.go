package interp

import (
	"strings"
	"testing"
)

// TestCallersNameCells: what compiled code says of where it is called is a cell and
// its line, also of functions of earlier cells.
func TestCallersNameCells(t *testing.T) {
	n := open(t)
	n.run(`import "fmt"
import "log"
import "log/slog"
import "os"
import "runtime"
import "runtime/debug"

func place() string {
	_, file, line, _ := runtime.Caller(1)
	pc, _, from, _ := runtime.Caller(2)
	return fmt.Sprint(file, ":", line, " ", runtime.FuncForPC(pc).Name(), ":", from)
}
func call() string { return place() }`)
	for _, c := range []struct{ code, want string }{
		{"// first\nfmt.Println(call())", "In[1]:13 main.main:2\n"},
		{"fmt.Println(place()[:7])", "In[3]:1\n"},
		{"l := log.New(os.Stdout, \"\", log.Lshortfile)\nl.Println(\"a\")", "In[4]:2: a\n"},
		{"func say() { l.Output(2, \"b\") }\n\nsay()", "In[5]:3: b\n"},
		{"log.SetOutput(os.Stdout)\nlog.SetFlags(log.Llongfile)\nlog.Print(\"c\")", "In[6]:3: c\n"},
		{"log.SetFlags(0)\nslog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{AddSource: true})).Info(\"d\")", `"source":{"function":"main.main","file":"In[7]","line":2}`},
		{"func trace() { fmt.Print(string(debug.Stack())) }\ntrace()", "main.trace(...)\n\tIn[8]:1\nmain.main()\n\tIn[8]:2\n"},
	} {
		if o := n.run(c.code); !strings.Contains(o.out, c.want) || o.failure != nil {
			t.Errorf("%s prints\n%s, not\n%s (%v)", c.code, o.out, c.want, o.failure)
		}
	}
}
