package display

import (
	"maps"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// reporter is a value that says what it is by a report.
type reporter struct{ parts report.Report }

func (r reporter) Report() report.Report { return r.parts }

func (r reporter) String() string { return "a reporter" }

// A report is shown in its order, with the chart as SVG beside the page.
func TestReport(t *testing.T) {
	bars := report.Bars{Title: "Norms", Bars: []report.Bar{{Name: "a", Norm: 1, Selected: true}}}
	first := report.Table{
		Title:    "First <table>",
		Columns:  []report.Column{{Name: "input", Unit: "m"}, {Name: "the largest", Charted: true}},
		Rows:     [][]any{{"a", "charted only"}},
		Notes:    []string{"a <note>"},
		Facts:    []report.Fact{{Name: "penalty", Text: "Lasso"}},
		Warnings: []string{"a <warning>"},
	}
	b := render(t, reporter{report.Report{first, bars, report.Table{Title: "Second"}}})
	html := b.Data[MIMEHTML].(string)
	chartOf(t, html)
	rest := html
	for _, want := range []string{
		"First &lt;table&gt;", ">input (m)<", ">a<", "a &lt;note&gt;", ">penalty<", ">Lasso<", "<strong>Warning:</strong> a &lt;warning&gt;", "<img", "Second",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("the HTML has no %q in its place:\n%s", want, html)
		}
		rest = after
	}
	if strings.Contains(html, "charted only") {
		t.Error("the page repeats what its chart shows")
	}
	if text := b.Data[MIMEText].(string); !strings.Contains(text, "charted only") || !strings.HasSuffix(text, "warning: a <warning>\n\nSecond") {
		t.Errorf("its text is\n%s", text)
	}
}

// A chart that cannot be drawn says why.
func TestReportWithoutAPicture(t *testing.T) {
	b := render(t, reporter{report.Report{report.Table{Title: "t"}, report.Points{Title: "p"}}})
	if html := b.Data[MIMEHTML].(string); !strings.Contains(html, "no chart: viz: there is no input to draw") || b.Data[MIMESVG] != nil {
		t.Errorf("it is shown as %s", html)
	}
}

// A report, and a part of one, are shown as the value that has it.
func TestPartsOfReports(t *testing.T) {
	table := report.Table{Title: "t", Columns: report.Columns("a"), Rows: [][]any{{1}}}
	want := render(t, reporter{report.Report{table}}).Data
	for _, v := range []any{report.Report{table}, table} {
		if got := render(t, v).Data; !maps.Equal(got, want) {
			t.Errorf("a %T is shown as %v, want %v", v, got, want)
		}
	}
}

// A value with nothing to report is shown as any other.
func TestEmptyReport(t *testing.T) {
	if b := render(t, reporter{}); len(b.Data) != 1 || b.Data[MIMEText] != "a reporter" {
		t.Errorf("it is shown as %v", b.Data)
	}
}
