package export

import "testing"

// TestPartGap: a comment on the line of what stands before belongs to that, and
// the others, with the empty lines among them, to what follows.
func TestPartGap(t *testing.T) {
	for _, test := range []struct {
		gap, trail, lead string
		apart            bool
	}{
		{"", "", "", false},
		{"\n", "", "", false},
		{"\n\n", "", "", true},
		{"; ", "", "", false},
		{" // a\n", "// a", "", false},
		{" // a\n\n// b\n", "// a", "// b\n", true},
		{"\n// a\n// b\n", "", "// a\n// b\n", false},
		{"\n// a\n\n// b\n\n", "", "// a\n\n// b\n\n", false},
		{" /* a */ ", "/* a */", "", false},
		{" /* a\n b */\n", "", "/* a\n b */\n", false},
	} {
		trail, lead, apart := partGap(test.gap)
		if trail != test.trail || lead != test.lead || apart != test.apart {
			t.Errorf("%q: %q, %q, %v; want %q, %q, %v", test.gap, trail, lead, apart, test.trail, test.lead, test.apart)
		}
	}
}
