package viz

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// Every kind of chart, and the plot of a user, has its picture in a terminal.
func TestText(t *testing.T) {
	var all strings.Builder
	show := func(f *Figure) {
		text := f.Text()
		if text != f.Text() {
			t.Error("the same figure has two texts")
		}
		lines := strings.Split(text, "\n")
		if len(lines) > terminalRows || len(lines) < 3 {
			t.Errorf("%s has %d lines", f.title, len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > terminalColumns || strings.TrimRight(line, " ") != line {
				t.Errorf("%s has the line %q", f.title, line)
			}
		}
		all.WriteString(text + "\n\n")
	}
	for _, chart := range everyChart() {
		f, err := Draw(chart)
		if err != nil {
			t.Fatal(err)
		}
		show(f)
	}
	show(FromPlot(userPlot(t), 0, 0))
	golden.Check(t, "testdata/text.txt", all.String())
}

// A bar is as long as its number says, and has its name and its number in its line.
func TestTextOfBars(t *testing.T) {
	f, err := Norms("Norms", NormsAxis, []Bar{{Name: "long", Norm: 4, Selected: true}, {Name: "half", Norm: 2, Selected: true}, {Name: "out", Norm: 1}})
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]int{}
	for line := range strings.SplitSeq(f.Text(), "\n") {
		if fields := strings.Fields(line); len(fields) == 3 && strings.ContainsAny(fields[1], "█░") {
			blocks[fields[0]+" "+fields[2]] = utf8.RuneCountInString(fields[1])
		}
	}
	long, half, out := blocks["long 4.00"], blocks["half 2.00"], blocks["out 1.00"]
	if long < 40 || half < long/2-1 || half > long/2+1 || out < long/4-1 || out > long/4+1 {
		t.Errorf("the bars of 4, 2 and 1 have %d, %d and %d characters:\n%s", long, half, out, f.Text())
	}
}
