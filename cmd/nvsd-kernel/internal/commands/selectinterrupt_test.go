package commands

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// TestSelectInterrupted: it ends at once and says so. What was there is left, unless something was found by then: then that
// is the answer, which says that it is a part.
func TestSelectInterrupted(t *testing.T) {
	for _, after := range []time.Duration{0, 100 * time.Millisecond, 300 * time.Millisecond} {
		out := write(t, "o.json", "old")
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(after, cancel)
		var shown, errOut strings.Builder
		status := Execute(ctx, []string{"select", curve(t), "--target", "y", "--null", "5000", "--out", out}, Streams{strings.NewReader(""), &shown, &errOut})
		text, err := os.ReadFile(out)
		if status != exitFailed || !strings.Contains(errOut.String(), "interrupted after") || err != nil {
			t.Errorf("after %v: status %d, %q (%v)", after, status, errOut.String(), err)
		}
		var a struct{ Interrupted string }
		switch {
		case string(text) == "old":
			if shown.String() != "" || !strings.Contains(errOut.String(), "nothing is written") {
				t.Errorf("after %v: %q and %q", after, shown.String(), errOut.String())
			}
		case json.Unmarshal(text, &a) != nil || a.Interrupted == "" || !strings.Contains(shown.String(), "interrupted: "):
			t.Errorf("after %v: the file holds %q, and %q is shown", after, text, shown.String())
		}
	}
}
