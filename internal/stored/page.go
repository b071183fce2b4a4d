package stored

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// MIME is the type of a rendering that holds the solutions of fits, beside a proof that needs the code of
// cells.
const MIME = "application/vnd.nvsd.fits+json"

// CheckedMIME is the type of a rendering that says what came of a proof, in a run that checks it.
const CheckedMIME = "application/vnd.nvsd.checked+json"

// Page is what a rendering of type MIME holds.
type Page struct {
	Fits []Fit `json:"fits"`
	Lost int   `json:"lost,omitempty"` // solutions for which there was no room
}

// A Run is what a run that checks is given: the solutions, and the proofs in the order in which
// the notebook shows them.
type Run struct {
	Fits   []Fit             `json:"fits"`
	Proofs []json.RawMessage `json:"proofs"`
}

// Checked is what came of a proof.
type Checked struct {
	Proof    int      `json:"proof"` // which of the Run's
	Title    string   `json:"title"`
	Verdict  string   `json:"verdict"`
	Found    string   `json:"found,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	Notes    []string `json:"notes,omitempty"`
	Computed int      `json:"computed,omitempty"` // fits that no solution was stored of
	Table    *Table   `json:"table,omitempty"`
}

// A Table is what a page should show, with the numbers that were computed again.
type Table struct {
	Heading []string   `json:"heading"`
	Charted []int      `json:"charted,omitempty"` // columns that a page leaves out, where a chart has them
	Lines   []string   `json:"lines"`             // as text
	Rows    [][]string `json:"rows"`              // on a page
}

// TableOf returns what a page should show of a table. What a fit took is not computed again, nor what
// happened in it.
func TableOf(t report.Table) *Table {
	t.Warnings = nil
	t.Facts = slices.DeleteFunc(slices.Clone(t.Facts), func(f report.Fact) bool { return f.Name == "time" })
	shown := &Table{Lines: strings.Split(strings.TrimSpace(t.String()), "\n")}
	rows := make([][]string, len(t.Rows))
	for j, c := range t.Columns {
		shown.Heading = append(shown.Heading, c.Heading())
		for i, cell := range t.Cells(j) {
			rows[i] = append(rows[i], cell)
		}
		if c.Charted {
			shown.Charted = append(shown.Charted, j)
		}
	}
	for _, f := range t.Facts {
		rows = append(rows, []string{f.Name, f.Text})
	}
	shown.Rows = rows
	return shown
}
