package proof

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// proofData is the origin of the training data of a proof.
type proofData struct {
	Origin data.Origin `json:"origin"`
	// Values are the numbers themselves, if the origin has a step that needs the code of a cell.
	Values *data.Values `json:"values,omitempty"`
}

func dataOf(f *data.Frame) proofData {
	d := proofData{Origin: f.Origin()}
	if d.Origin.Code() != "" {
		d.Values = f.AsValues().Values
	}
	return d
}

// frame makes the training data again. It takes their values as they are stored if a step of the
// data is the code of a cell, and returns a note that names the step.
func (p *proofData) frame(dir string) (f *data.Frame, note string, err error) {
	from := p.Origin
	if verb := from.Code(); verb != "" && p.Values != nil {
		from = data.Origin{Values: p.Values}
		note = fmt.Sprintf("the data were made by a function of a cell (in %s), and are taken as they are stored", verb)
	}
	f, err = from.Rebuild(dir)
	return f, note, err
}
