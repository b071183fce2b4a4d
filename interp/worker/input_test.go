package worker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

const importDisplay = `import ("fmt"; "os"; "github.com/nvsd-kernel/nvsd-kernel/display")` + "\n"

// TestAsk: a question stands behind all that was written before it, to whichever
// stream and however, and says whether the answer is to be seen.
func TestAsk(t *testing.T) {
	p := start(t)
	if err := p.Run("x", program(1, importDisplay, `
		fmt.Print("a"); os.Stdout.WriteString("b"); fmt.Fprint(os.Stderr, "c"); os.Stderr.WriteString("d")
		name, err := display.Input("Name: ")
		fmt.Print("<", name, err, ">")
		secret, err := display.Password("Secret: ")
		fmt.Print("<", secret, err, ">")
		_, err = display.Input("More? ")
		fmt.Print(err)
		_, err = display.Input("More? ")
		fmt.Print(err)
		_, err = display.Input("More? ")
		fmt.Print(err)`)); err != nil {
		t.Fatal(err)
	}
	answers := []repl.Input{{Line: "Ada"}, {Line: "^D"}, {Line: "\x04"}, {End: true}, {Refused: "not here"}}
	var got, stderr strings.Builder
	for e := range p.Events() {
		if _, ok := e.(Ended); ok {
			break
		}
		switch e := e.(Output).Event.(type) {
		case repl.Stream:
			if e.Name == repl.Stderr {
				stderr.WriteString(e.Text)
			} else {
				got.WriteString(e.Text)
			}
		case repl.Ask:
			fmt.Fprintf(&got, "|%s%t|", e.Prompt, e.Password)
			if stderr.Len() != 2 {
				t.Errorf("before %q standard error had %q", e.Prompt, stderr.String())
			}
			p.Input(repl.Input{Number: e.Number + 1, Line: "of another"})
			in := answers[0]
			answers, in.Number = answers[1:], e.Number
			p.Input(in)
			p.Input(repl.Input{Number: e.Number, Line: "once more"})
		}
	}
	const want = "ab|Name: false|<Ada<nil>>|Secret: true|<^D<nil>>|More? false|EOF|More? false|EOF|More? false|not here"
	if got.String() != want {
		t.Errorf("got  %s\nwant %s", got.String(), want)
	}
}
