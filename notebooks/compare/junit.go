package compare

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The elements of JUnit's XML, as test runners and build servers read it.
type (
	testSuites struct {
		XMLName xml.Name    `xml:"testsuites"`
		Suites  []testSuite `xml:"testsuite"`
	}
	testSuite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr"`
		Time     string     `xml:"time,attr"`
		Cases    []testCase `xml:"testcase"`
		Out      string     `xml:"system-out,omitempty"`
	}
	testCase struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		Time    string   `xml:"time,attr"`
		Failure *message `xml:"failure,omitempty"`
		Error   *message `xml:"error,omitempty"`
		Skipped *message `xml:"skipped,omitempty"`
		Out     string   `xml:"system-out,omitempty"`
	}
	message struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes reports as JUnit's XML: a suite for each notebook, with a case for each cell.
func WriteJUnit(w io.Writer, reports []*Report) error {
	var all testSuites
	for _, r := range reports {
		all.Suites = append(all.Suites, r.suite())
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func (r *Report) suite() testSuite {
	s := testSuite{Name: r.Notebook, Time: seconds(r.Seconds), Out: strings.Join(slices.Concat(r.Findings, r.Notes), "\n")}
	for _, c := range r.Cells {
		t := testCase{Class: r.Notebook, Name: fmt.Sprintf("cell %d: %s", c.Number, c.Title), Time: seconds(c.Seconds)}
		t.Out = strings.Join(append(c.Notes, strings.TrimPrefix(c.closeness(), ": ")), "\n")
		switch c.Outcome {
		case Differs:
			var lines []string
			for _, d := range c.Differences {
				lines = append(lines, d.String())
			}
			t.Failure = &message{lines[0], strings.Join(lines, "\n")}
			s.Failures++
		case Ignored, NotRun:
			t.Skipped = &message{Message: string(c.Outcome)}
			s.Skipped++
		}
		s.Cases = append(s.Cases, t)
	}
	if r.Failed != "" {
		s.Cases = append(s.Cases, testCase{Class: r.Notebook, Name: "run", Time: seconds(r.Seconds), Error: &message{r.Failed, r.Failed}})
		s.Errors++
	}
	s.Tests = len(s.Cases)
	return s
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }
