package tally

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestTallySaysLess(t *testing.T) {
	var log bytes.Buffer
	tally := New(slog.New(slog.NewTextHandler(&log, nil)))
	for range 1234 {
		tally.Note("malformed", "error", errors.New("no good"))
	}
	for range 100 {
		tally.Note("slow")
	}
	if n := tally.Count("malformed"); n != 1234 {
		t.Errorf("%d are counted", n)
	}
	tally.Close()
	tally.Close()
	got := log.String()
	for want, times := range map[string]int{
		"msg=malformed":                4,
		`error="no good"`:              4,
		"msg=malformed count=1 ":       1,
		"msg=malformed count=10 ":      1,
		"msg=malformed count=100 ":     1,
		"msg=malformed count=1000 ":    1,
		`"malformed, in all" count=12`: 1,
		"msg=slow":                     3,
		`"slow, in all"`:               0, // that was said
	} {
		if n := strings.Count(got, want); n != times {
			t.Errorf("%s is there %d times, expected %d:\n%s", want, n, times, got)
		}
	}
}
