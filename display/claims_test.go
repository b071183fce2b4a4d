package display

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
)

func TestReportShowsWhatFails(t *testing.T) {
	r := nvsdtest.Report{Subject: "mine<1>", Inputs: 3, Seed: 1, Draws: 200, Heard: []string{"Convex"}, Lacking: []string{"Blocks"}, Claims: []nvsdtest.Claim{
		{Name: "value of 0 is 0", Holds: true}, {Name: "prox is a minimum", Detail: "at u = [1 2 3]"},
	}}
	html := render(t, r).Data[MIMEHTML].(string)
	for _, want := range []string{"mine&lt;1&gt; on 3 inputs: 1 of 2 claims do not hold", "✓ holds", "✗ FAILS", "at u = [1 2 3]", "seed 1", "it says more of itself by Convex; it may have, and has not, Blocks"} {
		if !strings.Contains(html, want) {
			t.Errorf("the report is shown without %q:\n%s", want, html)
		}
	}
	r.Claims = r.Claims[:1]
	if html := render(t, r).Data[MIMEHTML].(string); !strings.Contains(html, "all 1 claims hold") || strings.Contains(html, "FAILS") {
		t.Errorf("what holds is shown as\n%s", html)
	}
}
