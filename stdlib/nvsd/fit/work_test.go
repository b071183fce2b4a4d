package fit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// countdown is a context that ends when it has been asked so many times whether it has.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestRequestInterrupted: wherever an interrupt falls, what was done is answered as without it,
// the entry at work by what is known, and those after it say that they were not begun.
func TestRequestInterrupted(t *testing.T) {
	X, y, test := requestData(20)
	partial := map[string]bool{}
	for _, c := range manyFits {
		whole, err := requestOn(t, c.name, X, y, test, c.fields).Run(t.Context(), Progress{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if missed := whole.Missed(); missed != "" {
			t.Fatal(c.name, missed)
		}
		for asked := 0; ; asked += 1 + asked/6 {
			r := requestOn(t, c.name, X, y, test, c.fields)
			answer, err := r.Run(&countdown{t.Context(), asked}, Progress{})
			if err != nil {
				t.Fatalf("%s, interrupted when it asks for the %dth time: %v", c.name, asked+1, err)
			}
			if _, err := json.Marshal(answer); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			over, missed := false, false
			for _, l := range r.schema.lists {
				want, got := whole[l.name].([]answerEntry), answer[l.name].([]answerEntry)
				if len(got) != len(want) {
					t.Fatalf("%s: %d entries, want %d", c.name, len(got), len(want))
				}
				for i, entry := range got {
					_, known := entry["test_pred"]
					same := fmt.Sprint(entry) == fmt.Sprint(want[i])
					switch status := entry["status"]; {
					case over && (status != "cancelled" || len(entry) != 1+len(r.jobs[l.name][i].given)):
						t.Errorf("%s, %s[%d] after the interrupt: %v", c.name, l.name, i, entry)
					case status == "cancelled":
						over, missed = true, true
						partial[c.name] = partial[c.name] || known
					case status != "converged":
						t.Errorf("%s, %s[%d] before the interrupt: %v", c.name, l.name, i, entry)
					case !same: // good enough when it was interrupted: no other one was begun
						over = true
					}
				}
			}
			if missed != (answer.Missed() != "") {
				t.Errorf("%s: it says %q", c.name, answer.Missed())
			}
			if !over {
				break
			}
		}
	}
	for _, name := range []string{"lasso_elastic_net_l1features", "spam_backfitting", "hsic_lasso", "mkl_additive", "hkl", "rodeo"} {
		if !partial[name] {
			t.Errorf("%s: no interrupt left a fit with the best so far", name)
		}
	}
}

// TestRequestProgress: a line names the entry at work, and what is fitted.
func TestRequestProgress(t *testing.T) {
	X, y, test := requestData(20)
	r := requestOn(t, "ridge", X, y, test, `"solutions": [{"alpha": 0.1}, {"alpha": 0.25}]`)
	w := r.work()
	if line := w.String(); line != "" {
		t.Errorf("before the work begins: %q", line)
	}
	for _, j := range r.jobs["solutions"] {
		w.begin(j, 0)
	}
	if line := w.String(); !strings.HasPrefix(line, "solutions[1], 2 of 2: linear ridge at alpha = 0.25, ") {
		t.Errorf("it says %q", line)
	}
	told := make(chan string)
	ended := make(chan struct{})
	p := Progress{Every: 1, Tell: func(line string) {
		select {
		case told <- line:
		case <-ended:
		}
	}}
	stop := p.watch(w.String)
	if line := <-told; !strings.HasPrefix(line, "solutions[1], 2 of 2: ") {
		t.Errorf("it tells %q", line)
	}
	close(ended)
	stop()
}
