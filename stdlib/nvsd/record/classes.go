package record

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// The head of a file that holds a regression of several classes.
const (
	classesFormat  = "nvsd classes"
	classesVersion = 1
)

// Classes is the record of a [model.Multinomial].
type Classes struct {
	Labels     []string    `json:"labels"`          // those of the training data
	Alpha      [][]float64 `json:"alpha,omitempty"` // k x n; absent without inputs
	Intercepts []float64   `json:"intercepts"`
	First      *Model      `json:"first"` // the function of the first class, with the kernel and the training data of all
}

// SaveClasses writes a regression of several classes to a file, as a whole or not at all.
func SaveClasses(m *model.Multinomial, path string) error {
	return writeFile(path, "save the classes", func(w io.Writer) error { return WriteClasses(m, w) })
}

// WriteClasses writes a regression of several classes as JSON.
func WriteClasses(m *model.Multinomial, w io.Writer) error {
	first, err := m.Function(m.Labels[0])
	if err != nil {
		return err
	}
	c := &Classes{Labels: m.Labels, Intercepts: m.Intercepts()}
	c.First, err = withData(first)
	if err != nil {
		return err
	}
	train := m.Train().Plain()
	c.First.Train = &train
	if alpha := m.Alpha(); alpha != nil {
		for k := range m.Labels {
			c.Alpha = append(c.Alpha, mat.Col(nil, k, alpha))
		}
	}
	return seal(w, classesFormat, classesVersion, c)
}

// LoadClasses reads a regression of several classes from a file that [SaveClasses] has written.
func LoadClasses(path string) (*model.Multinomial, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("nvsd: load the classes: %w", err)
	}
	m, err := parseClasses(raw)
	if err != nil {
		return nil, fmt.Errorf("nvsd: load the classes: %s: %w", filepath.Base(path), refusal.BadModelFile(err))
	}
	return m, nil
}

func parseClasses(raw []byte) (*model.Multinomial, error) {
	var c Classes
	if err := unseal(raw, classesFormat, classesVersion, "nvsd.SaveClasses", &c); err != nil {
		return nil, err
	}
	if c.First == nil || c.First.Train == nil || len(c.Labels) < 3 {
		return nil, fmt.Errorf("there are no classes, or no training data of them")
	}
	train, err := c.First.Train.Frame()
	if err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	if !slices.Equal(train.Labels(), c.Labels) {
		return nil, fmt.Errorf("the classes are %v, and those of the training data %v", c.Labels, train.Labels())
	}
	own, err := train.WithClass(c.Labels[0])
	if err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	plain := own.Plain()
	c.First.Train = &plain
	first, err := c.First.model()
	if err != nil {
		return nil, err
	}
	n, k := first.N(), len(c.Labels)
	if len(c.Intercepts) != k || (c.Alpha == nil) != (first.F.Op == nil) || c.Alpha != nil && len(c.Alpha) != k {
		return nil, fmt.Errorf("it has %d labels, %d intercepts and coefficients of %d classes", k, len(c.Intercepts), len(c.Alpha))
	}
	var alpha *mat.Dense
	if c.Alpha != nil {
		alpha = mat.NewDense(n, k, nil)
		for j, own := range c.Alpha {
			if len(own) != n {
				return nil, fmt.Errorf("class %d has %d coefficients of %d rows", j, len(own), n)
			}
			alpha.SetCol(j, own)
		}
	}
	return model.NewMultinomial(train, first, alpha, c.Intercepts), nil
}
