package notebooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// An asking is a session whose cells ask what their source says and print the
// answer. The cell "leave" ends without waiting.
type asking struct {
	*script
	number int
	id     repl.ID
}

func (s *asking) Send(r repl.Request) error {
	switch r := r.(type) {
	case repl.Execute:
		s.id = r.ID
		s.number++
		s.events <- repl.Ask{Parent: r.ID, Number: s.number, Prompt: r.Code}
		if r.Code == "leave" {
			s.events <- repl.Done{Parent: r.ID}
		}
	case repl.Input:
		if r.Number == s.number {
			s.events <- repl.Stream{Parent: s.id, Name: repl.Stdout, Text: fmt.Sprintf("%q %t %q", r.Line, r.End, r.Refused)}
			s.events <- repl.Done{Parent: s.id}
		}
	case repl.Interrupt:
		s.events <- repl.Done{Parent: s.id, Failure: &repl.Failure{Name: "interrupted"}}
	}
	return nil
}

func askingRun(t *testing.T, ctx context.Context, input func(context.Context, repl.Ask) (string, error), cells ...string) (string, error) {
	t.Helper()
	nb := parseNotebook(t, strings.Join(cells, ","))
	err := Run(ctx, nb, &asking{script: newScript(nil)}, Options{Input: input})
	var all []string
	for _, c := range nb.Cells() {
		all = append(all, summary(c))
	}
	return strings.Join(all, "; "), err
}

// TestRunAnswers: cells get the lines that Options.Input gives, the end of the
// input and why there is none.
func TestRunAnswers(t *testing.T) {
	lines := []string{"first"}
	input := func(_ context.Context, a repl.Ask) (string, error) {
		switch {
		case a.Prompt == "broken":
			return "", errors.New("no such terminal")
		case len(lines) == 0:
			return "", io.EOF
		}
		line := a.Prompt + lines[0]
		lines = lines[1:]
		return line, nil
	}
	got, err := askingRun(t, t.Context(), input, code("> "), code("> "), code("broken"))
	want := `stdout "\"> first\" false \"\""; stdout "\"\" true \"\""; stdout "\"\" false \"input: no such terminal\""`
	if err != nil || got != want {
		t.Errorf("the cells show %s (%v)", got, err)
	}
	got, err = askingRun(t, t.Context(), nil, code("> "))
	if err != nil || !strings.Contains(got, "takes no input") {
		t.Errorf("without input the cell shows %s (%v)", got, err)
	}
}

// TestRunStopsWaiting: a question ends with the cell that asked it, whose line is
// then for the next, and with the run.
func TestRunStopsWaiting(t *testing.T) {
	ended := make(chan error, 1)
	input := func(ctx context.Context, a repl.Ask) (string, error) {
		if a.Prompt != "leave" {
			<-ended
			return "line", nil
		}
		<-ctx.Done()
		ended <- ctx.Err()
		return "late", nil
	}
	if got, err := askingRun(t, t.Context(), input, code("leave"), code("> ")); err != nil || got != `; stdout "\"line\" false \"\""` {
		t.Errorf("the cells show %s (%v)", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	input = func(inner context.Context, _ repl.Ask) (string, error) {
		cancel()
		<-inner.Done()
		return "", inner.Err()
	}
	if got, err := askingRun(t, ctx, input, code("> ")); !errors.Is(err, context.Canceled) || got != "error interrupted" {
		t.Errorf("an interrupted cell shows %s (%v)", got, err)
	}
}
