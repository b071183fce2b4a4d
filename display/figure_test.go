package display

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// twoCharts is a report with charts whose names are markup.
func twoCharts() reporter {
	return reporter{report.Report{
		report.Bars{Title: "Norms <b>", Bars: []report.Bar{{Name: "</svg><script>", Norm: 1, Selected: true}}},
		report.Table{Title: "between"},
		report.Points{Title: "Points", Points: []report.Point{{Name: "p", Value: 1}}},
	}}
}

// The colours of a drawing in a page are variables that are declared for it alone, and each is light
// and dark.
func TestFigureHTMLFollowsThePage(t *testing.T) {
	html := render(t, twoCharts()).Data[MIMEHTML].(string)
	if got := strings.Count(html, "<svg"); got != 2 {
		t.Fatalf("the HTML has %d drawings", got)
	}
	if strings.Contains(html, " id=") || strings.Contains(html, "<script") {
		t.Error("a drawing has ids, which can collide, or a name became markup")
	}
	used := regexp.MustCompile(`var\((--nvsd-\w+)\)`).FindAllStringSubmatch(html, -1)
	if len(used) == 0 {
		t.Fatal("no colour is a variable")
	}
	for _, m := range used {
		if !strings.Contains(html, m[1]+":#") || !strings.Contains(html, m[1]+":light-dark(#") {
			t.Errorf("%s is not declared", m[1])
		}
	}
	for _, style := range regexp.MustCompile(`<style>(.*)</style>`).FindAllStringSubmatch(html, -1) {
		for _, rule := range regexp.MustCompile(`(?:^|})([^@{}&][^{}]*){`).FindAllStringSubmatch(style[1], -1) {
			for selector := range strings.SplitSeq(rule[1], ",") {
				if !strings.Contains(selector, "."+figureClass) {
					t.Errorf("%q reaches beyond the drawing", selector)
				}
			}
		}
	}
}

// Where <style> and <svg> are stripped, the drawing is hidden and its picture is there.
func TestFigureHTMLWithoutTrust(t *testing.T) {
	html := render(t, twoCharts()).Data[MIMEHTML].(string)
	if got := strings.Count(html, `<div class="nvsd-figure" style="display:none" hidden>`); got != 2 {
		t.Errorf("%d drawings are hidden until their style sheet shows them", got)
	}
	if got := strings.Count(html, "</svg>\n</div>\n<img alt="); got != 2 {
		t.Errorf("%d drawings are followed by a picture", got)
	}
}

// A front end that prefers pictures to HTML would not show the table of a value that has charts.
func TestNoTableIsBehindAPicture(t *testing.T) {
	r := twoCharts().parts
	for _, parts := range []report.Report{r, r[:2], r[1:]} {
		if got := slices.Sorted(maps.Keys(render(t, parts).Data)); !slices.Equal(got, []string{MIMEHTML, MIMELatex, MIMEText}) {
			t.Errorf("%d parts are rendered as %v", len(parts), got)
		}
	}
}

// The drawings of a report of charts alone are one SVG and one PDF.
func TestChartsOfAReportAreOnePicture(t *testing.T) {
	r := twoCharts().parts
	b := render(t, report.Report{r[0], r[2]})
	svg := b.Data[MIMESVG].(string)
	for _, want := range []string{"Norms &lt;b&gt;", "Points"} {
		if !strings.Contains(svg, ">"+want+"</text>") {
			t.Errorf("the SVG has no %s", want)
		}
	}
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if pdf := b.Data[MIMEPDF].([]byte); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Error("there is no PDF")
	}
}

// A plot is drawn in every form, and told in words and as characters.
func TestPlotIsAFigure(t *testing.T) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "Heights", "age", "height"
	b := render(t, p)
	if got := slices.Sorted(maps.Keys(b.Data)); !slices.Equal(got, []string{MIMEPDF, MIMESVG, MIMEHTML, MIMEText}) {
		t.Errorf("it is rendered as %v", got)
	}
	words, drawn, _ := strings.Cut(b.Data[MIMEText].(string), "\n\n")
	if words != "Heights. height over age." || !strings.Contains(drawn, "Heights") || !strings.Contains(drawn, "-0.5") {
		t.Errorf("its text is %q, with the drawing\n%s", words, drawn)
	}
}

// A report shows in a terminal what its tables do not say, and bars where there is no table.
func TestChartsInATerminal(t *testing.T) {
	bars := report.Bars{Title: "Norms", Bars: []report.Bar{{Name: "bmi", Norm: 1, Selected: true}}}
	curve := report.Curves{Title: "Shape", Input: "age", X: []float64{0, 1}, Panels: []report.Panel{{Label: "y", Y: []float64{1, 2}}}}
	table := report.Table{Title: "Numbers"}
	for name, tc := range map[string]struct {
		of            report.Report
		has, has2, no string
	}{
		"bars beside a table":  {report.Report{table, bars}, "Numbers", "", "█"},
		"curve beside a table": {report.Report{curve, table}, "Numbers\n\n", "Shape", "█"},
		"bars alone":           {report.Report{bars}, "bmi █", "Norms", "Numbers"},
	} {
		text := render(t, tc.of).Data[MIMEText].(string)
		if !strings.Contains(text, tc.has) || !strings.Contains(text, tc.has2) || strings.Contains(text, tc.no) {
			t.Errorf("%s: the text is\n%s", name, text)
		}
	}
}
