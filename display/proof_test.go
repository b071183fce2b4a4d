package display

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// unproven is a result whose proof fails.
type unproven struct{ fails func() error }

func (unproven) HTML() string   { return "<p>numbers</p>" }
func (unproven) String() string { return "numbers" }

func (u unproven) Proof() (json.RawMessage, error) { return nil, u.fails() }

// TestAFailingProofIsTold: a value without a proof by nature is shown as it is, and one whose proof
// fails says so in the text and on the page.
func TestAFailingProofIsTold(t *testing.T) {
	for name, tc := range map[string]struct {
		fails func() error
		told  string
	}{
		"none":  {func() error { return refusal.BadArgument("model", "it has no proof") }, ""},
		"error": {func() error { return errors.New("a list is too long") }, "a list is too long"},
		"panic": {func() error { panic("index out of range") }, "index out of range"},
	} {
		b, err := Render(unproven{tc.fails})
		if err != nil {
			t.Fatal(err)
		}
		for _, mime := range []string{MIMEText, MIMEHTML} {
			text := b.Data[mime].(string)
			if !strings.Contains(text, "numbers") || strings.Contains(text, "could not be made") != (tc.told != "") || !strings.Contains(text, tc.told) {
				t.Errorf("%s, %s: %s", name, mime, text)
			}
		}
		if _, is := b.Data[MIMEProof]; is {
			t.Errorf("%s: there is a proof", name)
		}
	}
}
