package compare

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
)

func sampleReport() *Report {
	return &Report{
		Notebook: "a.ipynb", Tolerance: DefaultTolerance, Seconds: 2.5, Notes: []string{"a.csv is another file"}, Failed: "stopped in cell 4",
		Cells: []Cell{
			{Number: 1, ID: "x", Title: "f()", Outcome: Same, Seconds: 1, Numbers: 7},
			{Number: 2, Title: `g("<a>")`, Outcome: Differs, Numbers: 2,
				Largest:     &Deviation{1, "text/plain", 2, "1.5", "1.6", 0.0625, 62.5},
				Differences: []Difference{{1, "text/plain", 2, "1.6 was 1.5, relative 0.062"}, {Text: "2 outputs"}}},
			{Number: 3, Title: "h()", Outcome: Ignored, Notes: []string{"output 1: b is selected now"}},
			{Number: 4, Title: "i()", Outcome: NotRun},
		},
	}
}

func TestWriteText(t *testing.T) {
	var got bytes.Buffer
	if err := sampleReport().WriteText(&got); err != nil {
		t.Fatal(err)
	}
	const want = `  note: a.csv is another file
  same       cell 1, "f()": 7 numbers, all the same
  different  cell 2, "g(\"<a>\")": 2 numbers, largest deviation 6e+01 of the tolerance (output 1, text/plain, number 2: 1.6 was 1.5)
             output 1, text/plain, number 2: 1.6 was 1.5, relative 0.062
             2 outputs
  ignored    cell 3, "h()"
             note: output 1: b is selected now
  not run    cell 4, "i()"
  stopped in cell 4
a.ipynb: FAILED: 1 cell the same, 1 different, 1 ignored, 1 not run, in 2.5 s
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// TestWriteJUnit: what a build server counts.
func TestWriteJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJUnit(&out, []*Report{sampleReport()}); err != nil {
		t.Fatal(err)
	}
	var read testSuites
	if err := xml.Unmarshal(out.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	s := read.Suites[0]
	if s.Name != "a.ipynb" || s.Tests != 5 || s.Failures != 1 || s.Errors != 1 || s.Skipped != 2 || s.Time != "2.500" {
		t.Errorf("the suite is %+v", s)
	}
	if f := s.Cases[1].Failure; f == nil || f.Message != "output 1, text/plain, number 2: 1.6 was 1.5, relative 0.062" || !strings.HasSuffix(f.Text, "\n2 outputs") {
		t.Errorf("the failure is %+v", f)
	}
	if name := s.Cases[1].Name; name != `cell 2: g("<a>")` {
		t.Errorf("the case is named %q", name)
	}
}

// TestReportIsJSON: a report comes back from its JSON.
func TestReportIsJSON(t *testing.T) {
	raw, err := json.Marshal(sampleReport())
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	if again, _ := json.Marshal(back); !bytes.Equal(raw, again) {
		t.Errorf("%s\nbecame\n%s", raw, again)
	}
}
