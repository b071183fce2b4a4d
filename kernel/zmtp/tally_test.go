package zmtp

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestTallySaysLess(t *testing.T) {
	var log bytes.Buffer
	tally := newTally(slog.New(slog.NewTextHandler(&log, nil)))
	for range 1234 {
		tally.note("malformed", "error", errors.New("no good"))
	}
	tally.note("slow")
	got := log.String()
	if n := strings.Count(got, "msg=malformed"); n != 4 {
		t.Errorf("1234 times were said %d times:\n%s", n, got)
	}
	for _, want := range []string{"count=1 ", "count=10 ", "count=100 ", "count=1000 ", `error="no good"`, "msg=slow"} {
		if !strings.Contains(got, want) {
			t.Errorf("the log lacks %s:\n%s", want, got)
		}
	}
}
