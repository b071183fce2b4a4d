package display

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
)

// claimsTable is what was found of a penalty or a kernel, one claim a row.
func claimsTable(r nvsdtest.Report) Table {
	verdict := fmt.Sprintf("all %d claims hold", len(r.Claims))
	if n := len(r.Failures()); n > 0 {
		verdict = fmt.Sprintf("%d of %d claims do not hold", n, len(r.Claims))
	}
	t := Table{
		Caption: fmt.Sprintf("%s on %d inputs: %s", r.Subject, r.Inputs, verdict),
		Columns: []string{"", "claim", "remark or counterexample"},
		Notes:   []string{fmt.Sprintf("%d draws, seed %d", r.Draws, r.Seed)},
	}
	if said := r.Methods(); said != "" {
		t.Notes = append(t.Notes, said)
	}
	for _, c := range r.Claims {
		mark := "✓ holds"
		if !c.Holds {
			mark = "✗ FAILS"
		}
		t.Rows = append(t.Rows, []any{mark, c.Name, c.Detail})
	}
	return t
}
