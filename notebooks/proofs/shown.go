package proofs

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks/compare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// tolerance is the largest difference between a number that is shown and the one that was
// computed again.
var tolerance = func() compare.Tolerance {
	tol := compare.DefaultTolerance
	tol.LastDigit = true
	return tol
}()

// mostTold is the largest number of differing places that are listed.
const mostTold = 5

// shown compares the output beside a proof with the expected one.
func (r *Result) shown(out repl.Bundle, c *proof.Checked) error {
	if page, whole := c.Shown(); whole {
		rendered, err := display.Render(page)
		if err != nil {
			return err
		}
		data, _, err := rendered.JSON()
		if err != nil {
			return err
		}
		r.renderings(out, repl.Bundle{Data: data})
	} else if table, ok := c.Table(); ok {
		r.refuse(listed(out, table))
	}
	if !c.NeedsCode { // else a run says where the data come from
		r.metadata(out, c.Provenance())
	}
	return nil
}

// refuse adds reasons, if there are any. Of many it tells some.
func (r *Result) refuse(against []string) {
	if len(against) == 0 {
		return
	}
	if more := len(against) - mostTold; more > 0 {
		against = append(against[:mostTold:mostTold], fmt.Sprintf("and %d places more", more))
	}
	r.Verdict, r.Found = string(proof.Refused), ""
	r.Reasons = append(r.Reasons, against...)
}

// renderings compares all renderings of the output with the expected ones.
func (r *Result) renderings(out, computed repl.Bundle) {
	want := repl.Bundle{Data: maps.Clone(computed.Data)}
	maps.DeleteFunc(want.Data, func(mime string, _ json.RawMessage) bool { // what is not shown claims nothing
		_, ok := out.Data[mime]
		return !ok
	})
	var against []string
	for _, d := range compare.Values(out, want, tolerance) {
		against = append(against, "what is shown is not what was computed again: "+d.String())
	}
	r.refuse(against)
}

// metadata compares the evidence in the metadata of an output with the expected evidence. A digest is to the
// bit of one machine, and is left out.
func (r *Result) metadata(out repl.Bundle, computed map[string]any) {
	if computed == nil {
		return // nothing was computed, and why is told
	}
	var said, want map[string]any
	raw, err := json.Marshal(computed)
	if err != nil || json.Unmarshal(raw, &want) != nil || json.Unmarshal(out.Metadata[display.MetadataKey], &said) != nil {
		return // without evidence nothing is claimed
	}
	undecided := names(want["undecided"])
	var against []string
	for _, key := range slices.Sorted(maps.Keys(said)) {
		if key == "digest" || alike(said[key], want[key]) {
			continue
		}
		if key == "selected" {
			var open []string
			for _, name := range apart(names(said[key]), names(want[key])) {
				if slices.Contains(undecided, name) {
					open = append(open, name)
				}
			}
			if len(open) == len(apart(names(said[key]), names(want[key]))) {
				r.Notes = append(r.Notes, "the set in the metadata differs from the one found again in inputs that are undecided: "+strings.Join(open, ", "))
				continue
			}
		}
		against = append(against, fmt.Sprintf("the metadata say %s %v, and what was computed again %v", key, said[key], want[key]))
	}
	r.refuse(against)
}

// names returns a list of texts, sorted.
func names(v any) (all []string) {
	list, _ := v.([]any)
	for _, x := range list {
		all = append(all, fmt.Sprint(x))
	}
	slices.Sort(all)
	return all
}

// apart returns the elements that only one of two lists has.
func apart(x, y []string) (all []string) {
	for _, v := range x {
		if !slices.Contains(y, v) {
			all = append(all, v)
		}
	}
	for _, v := range y {
		if !slices.Contains(x, v) {
			all = append(all, v)
		}
	}
	return all
}

// alike reports whether two values of JSON are the same, but for the order of lists of texts and the last digits of
// numbers.
func alike(x, y any) bool {
	switch x := x.(type) {
	case float64:
		y, ok := y.(float64)
		return ok && math.Abs(x-y) <= 1e-6*math.Abs(y)+1e-13
	case []any:
		y, ok := y.([]any)
		return ok && slices.Equal(names(x), names(y))
	case map[string]any:
		y, ok := y.(map[string]any)
		return ok && maps.EqualFunc(x, y, alike)
	}
	return x == y
}
