package memory

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	const all = 10 << 30
	for text, want := range map[string]Size{
		"4GiB": 4 << 30, "4 GiB": 4 << 30, "4g": 4 << 30, "4G": 4 << 30, "1.5gib": 3 << 29,
		"500MB": 500e6, "500 mb": 500e6, "1024": 1024, "7B": 7, "2KiB": 2048, "1TB": 1e12,
		"80%": 8 << 30, "0": 0, "off": 0, "OFF": 0, "0%": 0, " 1MiB ": 1 << 20,
	} {
		got, err := Parse(text, all)
		if err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "many", "-1GiB", "4 apples", "GiB", "NaN", "Inf", "1e30", "%", "4GiB%", "0.1"} {
		if got, err := Parse(text, all); err == nil || !strings.Contains(err.Error(), "4GiB") {
			t.Errorf("%q is taken as %d, or without saying what can be written: %v", text, got, err)
		}
	}
	if got, err := Parse("80%", 0); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("a share of what is not known is %d, %v", got, err)
	}
}

func TestString(t *testing.T) {
	for size, want := range map[Size]string{
		0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 500e6: "476.8 MiB", 4 << 30: "4.0 GiB",
		1<<30 - 1: "1.0 GiB", 3 << 40: "3.0 TiB", 1<<63 - 1: "8.0 EiB",
	} {
		if got := size.String(); got != want {
			t.Errorf("%d is written as %s, want %s", int64(size), got, want)
		}
	}
}
