package repl

import "testing"

func TestRoundsOtherwise(t *testing.T) {
	program := func(platform, arithmetic string) Program {
		return Program{Version: "1", Platform: platform, Arithmetic: arithmetic}
	}
	for _, c := range []struct {
		a, b Program
		want bool
	}{
		{program("linux/amd64", "portable"), program("darwin/arm64", "portable"), false},
		{program("linux/amd64", "portable"), program("linux/amd64", "native"), true},
		{program("linux/amd64", "native"), program("linux/amd64", "native"), false},
		{program("linux/amd64", "native"), program("linux/arm64", "native"), true},
		{program("linux/amd64", ""), program("linux/arm64", "native"), false}, // who knows
	} {
		if c.a.RoundsOtherwise(c.b) != c.want || c.b.RoundsOtherwise(c.a) != c.want {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.want)
		}
	}
}
