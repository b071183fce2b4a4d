package declare

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// lossNames are the losses of the field loss that have no parameters.
func lossNames() map[string]loss.Loss {
	return map[string]loss.Loss{"square": loss.Square{}, "logistic": loss.Logistic{}, "poisson": loss.Poisson{}}
}

// A Loss is a loss in the form of the field loss; nil is the square that is not said. A loss that is the code of a cell cannot be written.
type Loss struct{ loss.Loss }

// IsZero reports whether no loss is said.
func (l Loss) IsZero() bool { return l.Loss == nil }

// MarshalJSON writes a name, or an object with the kind and its parameters.
func (l Loss) MarshalJSON() ([]byte, error) {
	for name, named := range lossNames() {
		if l.Loss == named {
			return json.Marshal(name)
		}
	}
	switch l := l.Loss.(type) {
	case loss.Huber:
		return json.Marshal(struct {
			Kind string  `json:"kind"`
			Knee float64 `json:"knee"`
		}{"huber", l.Knee})
	case loss.Quantile:
		return json.Marshal(struct {
			Kind   string  `json:"kind"`
			Level  float64 `json:"level"`
			Smooth float64 `json:"smooth"`
		}{"quantile", l.Level, l.Smooth})
	}
	return nil, refusal.BadArgument("Spec.Loss", "the loss %s is the code of a cell, and cannot be written to a file", refusal.Called(l.Loss))
}

// UnmarshalJSON reads the JSON of MarshalJSON.
func (l *Loss) UnmarshalJSON(raw []byte) (err error) {
	l.Loss, err = readLoss("loss", raw)
	return err
}

// ReadLoss reads the field loss: a name, or an object with the kind and its parameters. It is nil where the field is absent.
func ReadLoss(o *jsonobject.Object) (loss.Loss, error) {
	const name = "loss"
	raw := o.Take(name)
	if raw == nil {
		return nil, nil
	}
	return readLoss(name, raw)
}

func readLoss(name string, raw []byte) (loss.Loss, error) {
	var kind string
	if json.Unmarshal(raw, &kind) == nil {
		if l, known := lossNames()[kind]; known {
			return l, nil
		}
		return nil, unknownLoss(name, kind)
	}
	in, err := jsonobject.Parse(name, raw)
	if err != nil {
		return nil, err
	}
	kind, err = in.Text("kind")
	if err != nil {
		return nil, err
	}
	switch kind {
	case "huber":
		return readHuber(in)
	case "quantile":
		return readQuantile(in)
	}
	if l, known := lossNames()[kind]; known {
		return l, in.Only([]string{"kind"})
	}
	return nil, unknownLoss(in.Path+"kind", kind)
}

func unknownLoss(field, kind string) error {
	return jsonobject.Bad(field, `%q: the losses are "square", "logistic", "poisson", {"kind": "huber", "knee": 1.5} and {"kind": "quantile", "level": 0.9, "smooth": 0.1}`, kind)
}

func readHuber(in *jsonobject.Object) (loss.Loss, error) {
	if err := in.Only([]string{"kind", "knee"}); err != nil {
		return nil, err
	}
	knee, err := in.Positive("knee")
	return loss.Huber{Knee: knee}, err
}

func readQuantile(in *jsonobject.Object) (loss.Loss, error) {
	if err := in.Only([]string{"kind", "level", "smooth"}); err != nil {
		return nil, err
	}
	level, err := in.Positive("level")
	if err == nil && level >= 1 {
		err = jsonobject.Bad(in.Path+"level", "%v: it must be between 0 and 1", level)
	}
	if err != nil {
		return nil, err
	}
	smooth, err := in.Positive("smooth")
	return loss.Quantile{Level: level, Smooth: smooth}, err
}
