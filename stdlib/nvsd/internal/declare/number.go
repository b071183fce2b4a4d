package declare

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// A valid is a condition on a finite number. It returns the condition in words, as in "> 0", if the
// number does not fulfil it, and "" if it does.
type valid func(v float64) string

func positive(v float64) string {
	if v > 0 {
		return ""
	}
	return "> 0"
}

// semidefinite is for the numbers of a kernel that is none below 0.
func semidefinite(v float64) string {
	if v >= 0 {
		return ""
	}
	return ">= 0, else the kernel is not positive definite"
}

// MaxDegree bounds the cost of a polynomial kernel.
const MaxDegree = 1 << 16

func degree(v float64) string {
	if v == math.Trunc(v) && v >= 1 && v <= MaxDegree {
		return ""
	}
	return fmt.Sprintf("a whole number from 1 to %d", MaxDegree)
}

func (v valid) check(path string, row int, x float64) error {
	if v == nil {
		return nil
	}
	if must := v(x); must != "" {
		return jsonobject.BadCell(path, row, -1, "%v: it must be %s", x, must)
	}
	return nil
}

// number reads a number that must be there.
func (f field) number(o *jsonobject.Object) (float64, error) {
	v, err := o.Required(f.name)
	if err == nil {
		err = f.valid.check(o.Path+f.name, -1, v)
	}
	return v, err
}

// numbers reads a list of numbers. "+Inf" is one that is infinite.
func (f field) numbers(path string, raw json.RawMessage) ([]float64, error) {
	if raw == nil {
		return nil, jsonobject.Bad(path, "it is missing")
	}
	var cells []json.RawMessage
	if json.Unmarshal(raw, &cells) != nil {
		return nil, jsonobject.Bad(path, "%s: it must be a list of numbers", jsonobject.Excerpt(raw))
	}
	v := make([]float64, len(cells))
	for i, cell := range cells {
		if string(cell) == infinite {
			v[i] = math.Inf(1)
			continue
		}
		var reason string
		v[i], reason = jsonobject.Number(cell)
		if reason != "" {
			return nil, jsonobject.BadCell(path, i, -1, "%s", reason)
		}
		if err := f.valid.check(path, i, v[i]); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// infinite is the JSON of an infinite number, which JSON does not have.
const infinite = `"+Inf"`

// numbers are written with infinite ones.
type numbers []float64

func (list numbers) MarshalJSON() ([]byte, error) {
	cells := make([]json.RawMessage, len(list))
	for i, v := range list {
		if math.IsInf(v, 1) {
			cells[i] = json.RawMessage(infinite)
			continue
		}
		var err error
		cells[i], err = json.Marshal(v)
		if err != nil {
			return nil, err
		}
	}
	return json.Marshal(cells)
}
