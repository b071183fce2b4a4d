package history

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// three is a current session of the number 4, with 1 and 3 before it.
func three(t *testing.T) *History {
	folder := t.TempDir()
	ran(t, folder, "a := 1", "a→1", "b/c\nd")
	ran(t, folder, "removed")
	ran(t, folder, "a→3", "b")
	if err := os.Remove(filepath.Join(folder, fileName(2))); err != nil {
		t.Fatal(err)
	}
	h := opened(t, folder)
	run(h, "b→4", "a")
	return h
}

func TestTail(t *testing.T) {
	h := three(t)
	for n, want := range map[int]string{
		0:  "",
		-1: "",
		1:  "4/2:a",
		3:  "3/2:b 4/1:b→4 4/2:a",
		5:  "1/3:b/c\nd 3/1:a→3 3/2:b 4/1:b→4 4/2:a",
		99: "1/1:a := 1 1/2:a→1 1/3:b/c\nd 3/1:a→3 3/2:b 4/1:b→4 4/2:a",
	} {
		expect(t, "tail", h.Tail(n), want)
	}
}

func TestRange(t *testing.T) {
	h := three(t)
	for _, tt := range []struct {
		session, start, stop int
		want                 string
	}{
		{0, 1, All, "4/1:b→4 4/2:a"},
		{0, 2, 3, "4/2:a"},
		{0, 1, 1, ""},
		{4, 1, 2, "4/1:b→4"},
		{3, 0, All, "3/1:a→3 3/2:b"},
		{-1, 1, 2, "3/1:a→3"},
		{-2, 2, 4, "1/2:a→1 1/3:b/c\nd"},
		{-3, 0, All, ""},
		{-1 << 63, 0, All, ""},
		{2, 0, All, ""},
		{5, 0, All, ""},
	} {
		expect(t, "range", h.Range(tt.session, tt.start, tt.stop), tt.want)
	}
}

func TestRangeBeforeTheFirstCell(t *testing.T) {
	folder := t.TempDir()
	ran(t, folder, "a")
	ran(t, folder, "b")
	h := opened(t, folder)
	expect(t, "current", h.Range(0, 0, All), "")
	expect(t, "previous", h.Range(-1, 0, All), "2/1:b")
	expect(t, "the one before", h.Range(-2, 0, All), "1/1:a")
}

func TestSearch(t *testing.T) {
	h := three(t)
	for _, tt := range []struct {
		glob   string
		unique bool
		n      int
		want   string
	}{
		{"a", false, All, "1/2:a→1 3/1:a→3 4/2:a"},
		{"a", false, 2, "3/1:a→3 4/2:a"},
		{"a", true, All, "4/2:a"},
		{"?", true, All, "4/1:b→4 4/2:a"},
		{"*", true, 3, "1/3:b/c\nd 4/1:b→4 4/2:a"},
		{"a*", false, All, "1/1:a := 1 1/2:a→1 3/1:a→3 4/2:a"},
		{"b?c*d", false, All, "1/3:b/c\nd"},
		{"a*", false, 0, ""},
		{"[a]", false, All, ""},
		{"", false, All, ""},
	} {
		expect(t, tt.glob, h.Search(tt.glob, tt.unique, tt.n), tt.want)
	}
}

// A client that asks for all there is must not keep others waiting.
func TestAnswersAreBounded(t *testing.T) {
	folder := t.TempDir()
	big := strings.Repeat("x", maxInput/2)
	for range 3 {
		h := New(folder, nil)
		for line := range 30 {
			h.Add(line+1, big)
		}
		h.Close()
	}
	found := New(folder, nil).Tail(All)
	if size := len(found) * len(big); size < maxAnswer/2 || size > maxAnswer+2*len(big) {
		t.Errorf("%d bytes were found", size)
	}
}

// A glob that nobody writes holds nobody up: it finds what is newer, and the log
// says so.
func TestSearchIsBounded(t *testing.T) {
	var log bytes.Buffer
	h := New("", slog.New(slog.NewTextHandler(&log, nil)))
	half := strings.Repeat("a", maxInput/2)
	run(h, "old "+half+"b", half+half, "new "+half+"b")
	if found := h.Search("*"+half+"b", false, All); len(found) != 1 || found[0].Line != 3 {
		t.Errorf("%d cells were found", len(found))
	}
	if !strings.Contains(log.String(), "older cells were left out") {
		t.Errorf("the log says %s", &log)
	}
}
