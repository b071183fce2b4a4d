package output

import "testing"

func TestRunesWithin(t *testing.T) {
	for _, c := range []struct {
		in        string
		max, want int
	}{{"abc", 5, 3}, {"abc", 2, 2}, {"a€b", 2, 1}, {"a€b", 3, 1}, {"a€b", 4, 4}, {"\x80\x80\x80\x80\x80\x80", 5, 5}} {
		if got := runesWithin([]byte(c.in), c.max); got != c.want {
			t.Errorf("%q within %d: %d, want %d", c.in, c.max, got, c.want)
		}
	}
}
