package display

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A ladder is a result of so many steps, each with thirty bars.
type ladder int

func (l ladder) Steps() int         { return int(l) }
func (l ladder) Label(i int) string { return fmt.Sprintf("tau = <%d>", i) }

func (l ladder) Step(i int) report.Report {
	bars := make([]report.Bar, 30)
	for a := range bars {
		bars[a] = report.Bar{Name: fmt.Sprintf("input %d", a), Norm: math.Exp(-float64(a) / 10), Selected: a <= i}
	}
	return report.Report{
		report.Table{Columns: report.Columns("fit"), Rows: [][]any{{i}}},
		report.Bars{Title: "norms", Axis: report.NormsAxis, What: "norms", Bars: bars},
	}
}

// Without a live kernel some steps stand side by side, the first and the last among them.
func TestExploreWithoutAKernel(t *testing.T) {
	e, err := Explore(ladder(20))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Render(e)
	if err != nil {
		t.Fatal(err)
	}
	page := b.Data[MIMEHTML].(string)
	if n := strings.Count(page, "<section"); n != mostMultiples {
		t.Errorf("%d steps are shown", n)
	}
	for _, want := range []string{"tau = &lt;0&gt;", "tau = &lt;19&gt;", "6 of 20 steps"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if text := b.Data[MIMEText].(string); !strings.HasPrefix(text, "tau = <0>\nfit\n") || !strings.Contains(text, "tau = <19>") {
		t.Errorf("the text is\n%s", text)
	}
	if _, err := Explore(ladder(0)); err == nil || !strings.Contains(err.Error(), "has no steps") {
		t.Errorf("nothing to explore is answered with %v", err)
	}
}

// A step of a slider is rendered by this.
func BenchmarkExploreStep(b *testing.B) {
	p := NewPage(textSink{})
	for b.Loop() {
		if _, _, err := p.Render(ladder(20).Step(7)); err != nil {
			b.Fatal(err)
		}
	}
}
